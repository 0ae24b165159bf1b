# SPDX-License-Identifier: GPL-2.0-or-later
"""A run of contrib/soak/soak: a cluster, and round after round of calls, a fault, and the checker."""
import collections
import functools
import os
import random
import shutil
import subprocess
import sys
import time

import gpus
import gq
import pair
import report
from accounts import FOR_WHOM, Accounts
from anything import NODES, AnyClient, AnySite, prepare
from broken import Broken
from clients import OPERATOR, Client, Record
from counts import Counts
from deadlines import PREFIX, UNSAVED, Promises
from faults import STORAGE, PairSite, Site
from judge import STOOD_BY, Judge, Step
from order import CREATE, CUT, DELETE, YES, Call, History, Unexplained, Wrong
from ran import LINES, Ran, strangers
from scontrol import Failed as NoAnswer
from sizes import Sizes
from tallies import EMPTY
from turns import interval
from wishes import CORES, GPUS

LAST, FAR = "last", 60 * 86400	# a reservation of no client: its name, and seconds until its start
SETTLES = 90		# seconds until names, clocks and nodes that are back are known to be
HISTORY_EACH = 25	# rounds between two questions to the ledger


def find_tool():
    """garq-ledger, or None."""
    path = os.environ.get("GARQ_LEDGER") or os.path.join(gq.plugin_dir(), "..", "..", "contrib", "garq-ledger", "garq-ledger")
    return path if os.access(path, os.X_OK) and "history" in gq.run(path, "--help").out else None


class Shared(gpus.Cluster):
    """Of life: nodes whose cores, and GPUs where Slurm can reserve them, are booked."""
    CORES = CORES

    def __init__(self, nodes, *words, has_gpus, **more):
        super().__init__(nodes, *words, **more)
        half = f"n[1-{(nodes + 1) // 2}]"	# the partition half
        self.HAVE = {half: ("a100", GPUS)} if has_gpus else {}
        self.extra = [*self.extra, f"Sockets=2 CoresPerSocket={CORES // 2} ThreadsPerCore=1",
                      *([f"{half} Gres=gpu:a100:{GPUS}"] if has_gpus else [])]

    def units(self):
        """{node: its units}"""
        gpus_of = {node for nodes in self.HAVE for node in gq.expand(nodes)}
        return {node: {f"core {i}" for i in range(CORES)} | ({f"GPU {i}" for i in range(GPUS)} if node in gpus_of else set())
                for node in (f"n{i}" for i in range(1, self.nodes + 1))}


class Run:
    """One seed, with a cluster of its own in a folder."""

    def __init__(self, args, seed, folder):
        self.args, self.seed, self.folder, self.set = args, seed, folder, args.set
        self.environment = dict(os.environ)	# before this run, for the next one
        known = args.record.run(seed) if args.record else EMPTY
        self.tally, self.round, self.wrong = collections.Counter(known["tally"]), known["round"], list(known["wrong"])
        self.round = max(self.round, args.first - 1)
        self.history, self.changes = History(), collections.Counter()
        self.story = open(self.path("story"), "w", buffering=1)	# closed by end()
        self.record = Record(self.history, self.tally, self.story, self.set)
        self.broken = Broken(self.path("broken")) if self.set.breaks else None
        self.booked = collections.Counter()	# as judge.booked: those that are noted
        self.looked = 0		# when the last look began
        self.deleted = {}	# name -> (when, Promise), of those that jobs were submitted to
        self.cluster = self.site = self.counts = self.sizes = None

    def path(self, *names):
        return os.path.join(self.folder, *names)

    # --- the cluster ------------------------------------------------------------

    def start(self):
        dice = random.Random(f"{self.seed}/cluster")
        self.freeze = dice.choice(self.set.freezes) if self.args.freeze is None else self.args.freeze
        parameters, more = self.parameters(dice), []
        if self.set.counts:
            parameters, more = prepare(dice, self.path("c"), parameters)
        print(f"seed {self.seed}: {parameters}", flush=True)
        if not self.set.budgets:	# jobs come and go between two looks
            more = LINES + [f"JobCompLoc={self.path('ran')}"]
        with open(self.path("lines"), "w") as f:
            f.writelines(f"{line}\n" for line in [*self.set.lines, *more, *(pair.LINES if self.args.pair else ()),
                                                 *(["GresTypes=gpu"] if self.has_gpus else ())])
        if self.broken:
            os.environ.update(self.broken.env)
            if not self.args.pair:
                os.environ["GARQ_CLUSTER_PRELOAD"] = self.broken.preload
        self.cluster = (pair.Pair if self.args.pair else self.kind())(
            10 if self.set.counts else self.args.nodes, self.path("c"), params=parameters, conf=self.path("lines"),
            extra=NODES if self.set.counts else ())
        self.cluster.__enter__()
        if self.args.pair and self.broken:
            self.preload_pair()
        self.watch()

    def kind(self):
        """The class of one controller's cluster."""
        return functools.partial(Shared, has_gpus=self.has_gpus) if self.set.shares else gq.Cluster

    @property
    def has_gpus(self):
        return self.set.shares and gq.VERSION >= (23, 11) and os.geteuid() == 0	# who makes devices

    def parameters(self, dice):
        """SchedulerParameters"""
        words = [self.set.parameters, f"garq_verify={1 if self.set.counts else interval()}", f"garq_delta={dice.choice(self.set.deltas)}",
                 f"garq_horizon={dice.choice(self.set.horizons)}", "" if self.freeze is None else f"garq_freeze={self.freeze}",
                 self.args.parameters]
        return ",".join(filter(None, words))

    def preload_pair(self):
        """The disk of the first one alone can hang."""
        env = {**self.broken.env, "LD_PRELOAD": self.broken.preload}
        self.cluster.host_env = {pair.FIRST: env, pair.SECOND: {**env, "GARQ_TEST_STALL": ""}}
        self.cluster.start_both()
        self.cluster.wait_answering()

    def watch(self):
        """Begin the faults and the checker, and look for the first time."""
        kind = PairSite if self.args.pair else AnySite if self.set.counts else Site
        self.site = kind(self.cluster, self.broken, self.tally, self.record)
        self.site.limit(self.args.conditions, self.args.events)
        if self.set.watches:
            self.record.promises = Promises(self.cluster)
            self.sizes = Sizes(os.path.join(self.cluster.folder, "state"))
        self.judge = Judge(self.cluster, self.path("looks"), self.site.places, self.record.promises,
                           find_tool() if self.set.watches else None, self.freeze or 0, strict=not self.set.breaks)
        if isinstance(self.cluster, Shared):
            self.judge.units = self.record.units = self.cluster.units()
        self.ran = Ran(self.path("ran"))
        if self.set.counts:
            self.site.parameters = self.parameters
            self.counts = Counts(self.cluster, self.judge, self.path("wrong"))
        if self.args.accounting:
            self.record.accounts = Accounts(self.cluster, set(self.set.clients))
            self.record.accounts.turns = self.judge.turns
            self.record.accounts.start()
            self.site.read_conf()
        self.check("start")

    # --- a round ------------------------------------------------------------------

    def play(self):
        self.round += 1
        self.site.dice = dice = random.Random(f"{self.seed}/{self.round}")
        conditions, event = self.site.choose()
        self.story.write(f"{time.time():.3f} round {self.round}: {', '.join(conditions)}; {event}\n")
        self.site.prepare(conditions, event)
        if self.site.unsettled:
            Client(self.cluster, self.record, dice, OPERATOR, 0, self.args.nodes).end_maintenance()
        clients = self.clients(dice, event)
        for client in clients:
            client.start()
        try:
            self.site.run(conditions, event)
        finally:
            for client in clients:
                if not self.set.budgets:
                    client.stop.set()
                client.join()
        for client in clients:
            if client.error:
                raise client.error
        self.tally["calls"] += sum(client.calls for client in clients)
        self.site.settle()
        if STORAGE & set(conditions):
            self.judge.forget_turns()	# the plugin may have had no memory to look
        self.check(event)
        self.tally["rounds"] += 1

    def clients(self, dice, event):
        """Those of a round, with the number of calls of each."""
        users, budgets, kinds = self.set.clients, [None] * len(self.set.clients), None
        if self.set.budgets:
            calls = dice.choice(self.set.budgets.get(event, (0,)))
            budgets = [len(range(i, calls, len(users))) for i in range(len(users))]
            kinds = self.set.together if event != "calls" else None
        return [(AnyClient if self.counts else Client)(
            self.cluster, self.record, random.Random(f"{self.seed}/{self.round}/{i}"), user, i, self.args.nodes, budget, kinds,
            beside=len(budgets) - budgets.count(0)) for i, (user, budget) in enumerate(zip(users, budgets)) if budget != 0]

    def check(self, event):
        """Look, and explain."""
        if self.counts:
            self.record.seen = self.counts.check(self.round, self.record.in_use)
            return
        self.record.ahead = 0
        self.history.killed = self.site.killed
        if self.broken:
            self.write_all()
        elif not self.record.may_cut and any(call.answer == CUT for call in self.history.calls):
            raise Wrong(f"no answer, and nothing has happened: {[call for call in self.history.calls if call.answer == CUT]}")
        for name in self.record.named:
            self.changes[name] += 1
        may_go = self.history.may_go()	# before this round's looks
        self.judge.comes_back(call.name for call in self.history.calls if (call.verb, call.answer) == (DELETE, CUT))
        self.note_deleted()
        if self.record.promises:
            self.learn_of_jobs()
        if self.site.unsettled:
            self.settle_all()
        else:
            self.look()
            self.note_booked()
            self.history.explain()
        self.judge.may_go = may_go | self.history.may_go()
        self.judge_round(event)

    def note_booked(self):
        """Requests that stood by were booked since the last look: it is a promise, unless slurmctld was killed before it was written."""
        booked = self.judge.booked + collections.Counter(STOOD_BY.findall(self.judge.unread_text()))
        for name in booked - self.booked:
            self.history.add(Call(name, CREATE, self.looked, time.monotonic(), CUT if self.site.killed else YES,
                                  self.record.standing[name], now=self.record.now(), latest=self.record.latest))
            self.record.granted.add(name)
            self.changes[name] += 1
            self.tally["booked when they stood by"] += 1
        self.booked, self.looked = booked, self.look_began

    def note_deleted(self):
        """Slurm may not have saved that a job had ended; then its reservation is not deleted."""
        for call in self.history.calls:
            promise = self.history.sure(call.name)
            if (call.verb, call.answer) == (DELETE, YES) and call.name in self.record.in_use and promise:
                self.deleted[call.name] = time.monotonic(), promise
        self.deleted = {name: one for name, one in self.deleted.items() if time.monotonic() - one[0] < UNSAVED}
        if self.site.killed and self.set.watches:
            for name, (_, promise) in self.deleted.items():
                self.history.revive(name, promise)
                self.changes[name] += 1
                self.record.granted.add(name)

    def learn_of_jobs(self):
        """What slurmctld may have forgotten of the jobs with a deadline."""
        for job in self.record.unheard:
            self.record.promises.find(job)
            if job.name:
                self.record.granted.add(job.name)
        if self.site.began_anew:
            self.record.promises.restarted()
        if self.site.killed:
            self.record.promises.relearn()

    def settle_all(self):
        for job in self.cluster.run("squeue", "-h", "-o", "%A").out.split():
            self.cluster.run("scancel", job)
        self.site.notice_clock()
        self.wait_explained()
        for name in self.history.states:
            self.changes[name] += 1

    def judge_round(self, event):
        step = Step(event)
        step.granted, step.refused = set(self.record.granted), list(self.record.refused)
        step.began_anew, step.killed = self.site.began_anew, self.site.killed
        self.judge.lenient, self.judge.short = self.site.unsettled, self.site.short
        before, jobs = self.judge.look, self.ran.read()
        self.judge.ended |= {job.id for job in jobs}
        asked = list(self.history.lines(self.changes, self.instead()))
        self.judge.judge(step, asked + (self.record.promises.asked() if self.record.promises else []))
        self.record.seen = self.judge.look
        self.tally["jobs that ran"] += len(jobs)
        wrong = [] if self.site.unsettled or not before else list(strangers(jobs, before, self.judge.look, self.record.named))
        if wrong:
            raise Wrong("\n".join(wrong))
        self.tally["explained"] += 1

    def instead(self):
        """See order.Call: where an account may be gone from round to round."""
        accounts = self.record.accounts
        return {names: list(accounts.lacking(names)) for names in FOR_WHOM} if accounts and self.set.watches else {}

    def write_all(self):
        """What is acknowledged from now on is in the ledger behind all that was queued before, so that is there, too."""
        words = ["create", "reservation", f"ReservationName={LAST}", f"StartTime={gq.stamp(int(time.time()) + FAR)}",
                 "Duration=1", "NodeCnt=1", "Users=root"]
        for words in (words, ["delete", f"ReservationName={LAST}"]):
            gq.wait_for(lambda: self.cluster.scontrol(*words).ok, lambda: f"{words[0]}: {self.cluster.scontrol(*words)}", SETTLES)

    def look(self):
        begun = self.look_began = time.monotonic()
        r = self.cluster.scontrol("-o", "show", "reservation")
        if not r.ok or pair.GUARD in r.out:
            raise Wrong(f"no reservations are shown: {r}")
        self.record.saw(r, begun, time.monotonic(), away=int(self.site.node_away), instead=self.instead())

    def wait_explained(self):
        """What was away is back soon."""
        def is_explained():
            nonlocal why
            self.history.forget_looks()
            self.look()
            try:
                self.history.explain()
            except Unexplained as e:
                why = e
                return False
            return True
        why = None
        gq.wait_for(is_explained, lambda: f"in vain for what was away: {why}", SETTLES)

    # --- all rounds ------------------------------------------------------------------

    def hours(self, but=None):
        return report.hours(self.tally, self.args.pair, but)

    def live(self):
        """Return what is wrong, or None."""
        end, first = time.monotonic() + self.args.duration, self.round
        try:
            while time.monotonic() < end or self.round - first < self.args.rounds or self.hours() < self.args.hours:
                self.play()
                if self.sizes:
                    self.look_at_files()
                self.write_record()
            if self.record.promises:
                self.clear()
        except (Wrong, NoAnswer, AssertionError, OSError, subprocess.TimeoutExpired) as e:
            self.wrong.append(f"round {self.round}: {e}")
            self.write_record()
            return f"seed {self.seed}, {self.wrong[-1]}"
        return "\n".join(self.sizes.grown()) if self.sizes else None

    def look_at_files(self):
        pid = self.cluster.daemons[pair.FIRST].pid if self.args.pair else self.cluster.controller()
        self.sizes.look(int(self.hours(but="restarts")), pid)
        if self.round % HISTORY_EACH == 0:
            self.judge.history.check()

    def clear(self):
        """Nothing is left behind: all can go."""
        self.judge.history.check(last=True)
        jobs = self.cluster.run("squeue", "-h", "-o", "%A").out.split()
        self.record.promises.cancelled(jobs)
        if jobs:
            self.cluster.run("scancel", *jobs)
        gq.wait_for(lambda: not self.cluster.run("squeue", "-h").out, "jobs end")
        gq.wait_for(lambda: not any(n.startswith(PREFIX) for n in self.cluster.reservations()), "the bookings of jobs go", 30)
        self.site.prepare((), "none")
        client = Client(self.cluster, self.record, self.site.dice, OPERATOR, 0, self.args.nodes)
        for name in list(self.history.states):
            client.call(DELETE, name, ["delete", f"ReservationName={name}"])
        self.check("clear")

    def write_record(self):
        if self.args.record:
            self.args.record.put(self.seed, self.args.pair, self.round, self.total(), self.wrong)

    # --- the report ----------------------------------------------------------------

    def total(self):
        """All counts."""
        total = collections.Counter(self.tally)
        if self.broken:
            total.update({f"injected: {fault}": count for fault, count in self.broken.injected().items()})
        return total

    def report(self, wrong, seconds):
        if wrong:
            print("\n".join([wrong, *report.story(wrong, self.path("story"), self.cluster.log())]))
        lines = [report.calls(self.tally), *report.faults(self.total())]
        if self.counts:
            lines += self.counts.lines()
        else:
            lines += report.judged(self.judge, self.tally)
        if self.record.promises:
            lines += [*report.with_deadline(self.record.promises, self.tally), *self.sizes.lines(),
                      f"as much as in {self.hours():.1f} busy hours: " +
                      ", ".join(f"{count} {what}" for what, count in report.reached(self.tally).items())]
        print("\n".join([*lines, report.total(self.tally, seconds)]), flush=True)

    def end(self, wrong):
        """Leave what is needed to find out why."""
        self.story.close()
        os.environ.clear()
        os.environ.update(self.environment)
        running = wrong and self.args.running
        if self.cluster and not running:
            if wrong:
                gq.copy_living(os.path.join(self.cluster.folder, "state"), self.path("state"))
            if self.record.accounts:
                self.record.accounts.stop()
            for host in getattr(self.cluster, "daemons", ()):
                self.cluster.kill_host(host)
            self.cluster.cluster("stop", *(["--keep"] if wrong else []))
        if wrong:
            print(f"{'it runs' if running else 'kept'} in {self.folder}")
        else:
            shutil.rmtree(self.folder)


def run(args, seed, folder):
    """Return true if something has gone wrong."""
    one, wrong = Run(args, seed, folder), True
    try:
        one.start()
        begun = time.monotonic()
        wrong = one.live()
        one.report(wrong, time.monotonic() - begun)
    except (Wrong, NoAnswer, AssertionError) as e:
        print(f"soak: {e}", file=sys.stderr)
    except KeyboardInterrupt:
        wrong = None
        raise
    finally:
        one.end(wrong)
    return bool(wrong)
