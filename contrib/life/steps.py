# SPDX-License-Identifier: GPL-2.0-or-later
"""What contrib/life/life does, at random, and what it knows to be promised by it."""
import collections
import dataclasses
import re
import time
from concurrent.futures import ThreadPoolExecutor

import gq
import deadline_steps
from accounts import FOR_WHOM
from booked import NOBODY, Booking
from judge import STAND_IN, Step, Wrong
from places import FEATURE, PARTITION, Places
from wishes import QuickWishes

STEPS = {"create": 36, "update": 13, "delete": 5, "burst": 3, "job": 6, "job inside": 14,
         "cancel": 4, "node": 5, "maint": 4, "place": 8, "account": 2, "wait": 5, "reconfigure": 1, "restart": 0.6, "kill": 1.2,
         **deadline_steps.STEPS}
BUSY = {"requests": 60, "jobs": 60, "nodes": 2, "restarts": 1}	# an hour
BOOKINGS = 60		# more are not made
JOBS = 40
JOB_LIMIT = 2		# minutes, the longest time limit of a job
UNDISTURBED = (JOB_LIMIT + 2) * 60	# no job that runs now reaches so far
UNSAVED = 60		# seconds, the oldest change that Slurm may not have saved
AWAY = 4		# nodes that are away at once
PAPER = "(garq_shift=paper)"	# which refuses more than need be, and says so
OFFER = re.compile(r"(\S+\.\d+) +(\S{19})  (\S{19})  +(\d+) ")
NO = ("busy", "nodes can serve", "Duplicate")	# what tells that nothing was done


class Steps(deadline_steps.DeadlineSteps):
    undisturbed = UNDISTURBED
    weights, busy = STEPS, BUSY

    def __init__(self, cluster, dice, story, nodes):
        super().__init__(cluster)
        self.cluster, self.dice, self.story = cluster, dice, story
        self.places = Places(cluster, nodes)
        self.wishes = QuickWishes(dice, nodes, self.places)
        self.tally = collections.Counter()
        self.model = {}		# name -> Booking that was acknowledged
        self.unsure = {}	# name -> [Booking or None]: one of them is true
        self.changes = collections.Counter()	# of a name: how often it was changed
        self.deleted = {}	# name -> (when, Booking)
        self.in_use = set()	# names of those that jobs were submitted to
        self.away = {}		# node -> when it is to come back
        self.maintained = {}	# name -> Booking, of maintenance
        self.offers = []	# (words, Booking) of the last refusal
        self.count = 0
        self.look = None
        self.pool = ThreadPoolExecutor(4)
        self.accounts = None	# accounts.Accounts

    # --- what is known ------------------------------------------------------

    def asked(self):
        """Lines for check-reservations."""
        lines = [line for b in (*self.model.values(), *self.maintained.values()) for line in self.lines(b)]
        for either in self.unsure.values():
            maybe = {"maybe": True} if None in either else {}
            lines += [{**line, **maybe} for b in either if b for line in self.lines(b)]
        return [{**line, "changes": self.changes[line["name"]]} for line in lines] + self.promises.asked()

    def lines(self, b):
        """As it is asked for, or as much of it as Slurm takes where an account is gone: a part, or one for root alone."""
        yield b.asked()
        for users, accounts in self.accounts.lacking(b.accounts) if self.accounts and b.accounts in FOR_WHOM else ():
            yield {**b.asked(), "users": users, "accounts": accounts, STAND_IN: users != NOBODY}

    def learn(self, look):
        """What was seen: which of them are over, and what is true of what was not sure."""
        self.look = look
        for known in (self.model, self.maintained):
            for name in set(known) - set(look.reservations):
                del known[name]
        for name, either in list(self.unsure.items()):
            r = look.reservations.get(name)
            left = [b for b in either if r and b and self.is_this(b, r)]
            if not r:
                del self.unsure[name]
            elif len({(b.among, b.nodes, b.esr, b.lsr, b.duration, b.pinned, b.users) for b in left}) == 1:
                self.model[name] = left[0]
                self.tally["came back", True] += self.deleted.get(name, (0, None))[1] is not None
                del self.unsure[name]

    @staticmethod
    def is_this(b, r):
        return (r["end"] - r["start"] == b.duration and len(r["nodes"]) == b.nodes and
                b.esr <= r["start"] <= b.lsr and set(r["nodes"]) <= b.among and (r["users"] == b.users or b.users == NOBODY))

    def note(self, kind, ok, text):
        self.tally[kind, bool(ok)] += 1
        self.story.write(f"{time.time():.3f} {kind} {'yes' if ok else 'no'}: {text}\n")
        self.story.flush()

    # --- a step -------------------------------------------------------------

    def step(self):
        """Do something. A Step, of what was done."""
        due = [node for node, when in self.away.items() if when <= time.time()]
        if due:
            self.back(due[0])
            return Step("node back")
        if self.offers:
            return self.take_offer()
        kind = self.dice.choices(list(self.weights), list(self.weights.values()))[0]
        step = Step(kind)
        getattr(self, kind.replace(" ", "_"))(step)
        return step

    # --- reservations ---------------------------------------------------------

    def goes_on(self, name, now):
        """One that has ended Slurm keeps for some seconds: a later end would have it reach over who came after it."""
        r = self.look.reservations.get(name)
        return not r or r["end"] > now + 2

    def next_call(self, what, taken=()):
        """(what, name, words of scontrol, the booking if acknowledged)"""
        now = int(time.time())
        there = [n for n in self.model if n not in taken and self.goes_on(n, now)]
        if what == "create" and len(self.look.reservations) >= BOOKINGS:
            what = "delete"
        if what == "create" or not there:
            self.count += 1
            name = f"r{self.count}"
            booking, words = self.wishes.create(name, now)
            return "create", name, ["create", "reservation", f"ReservationName={name}", *words], booking
        name = self.dice.choice(there)
        if what == "delete":
            return what, name, ["delete", f"ReservationName={name}"], None
        booking, words = self.wishes.update(self.model[name], now, name in self.in_use)
        return what, name, ["update", f"ReservationName={name}", *words], booking

    def send(self, call):
        return self.cluster.scontrol(*call[2])

    def heard(self, call, r, step, cut=False):
        """Learn from the answer to a call. cut: slurmctld was killed meanwhile."""
        what, name, words, booking = call
        answer = r.err.strip().splitlines()
        self.note(what, r.ok, " ".join(words[1:]) + ("" if r.ok else f"  # {answer[-1:]}"))
        if r.ok:
            step.granted.add(name)
            self.changes[name] += 1
            self.deleted[name] = time.monotonic(), self.model.pop(name, None)
            if booking:
                self.model[name] = booking
        elif cut and not any(word in r.err for word in NO):
            step.granted.add(name)
            self.changes[name] += 1
            self.unsure[name] = [self.model.pop(name, None), booking]
        elif not answer:
            raise Wrong(f"{call}: refused without a word")

    def one_call(self, what, step):
        call = self.next_call(what)
        sent = time.time()
        r = self.send(call)
        self.heard(call, r, step)
        if r.ok or call[0] != "create" or "busy" not in r.err:
            return
        booking = call[3]
        if booking.esr > sent + UNDISTURBED and PAPER not in r.err:
            step.refused.append(self.today(booking))
        if booking.esr == booking.lsr and not booking.pinned and self.dice.random() < 0.2:
            self.offers = [o for o in OFFER.findall(r.err) if o[0].startswith(booking.name + ".")]
            self.offers = [(booking, *self.dice.choice(self.offers))] if self.offers else []

    def today(self, booking):
        """What it asks for, of nodes that it can ask for now."""
        return dataclasses.replace(booking, among=booking.among - self.places.unfit(booking.among))

    def create(self, step):
        self.one_call("create", step)

    def update(self, step):
        self.one_call("update", step)

    def delete(self, step):
        self.one_call("delete", step)

    def take_offer(self):
        """One that was refused takes what it was offered."""
        booking, name, start, end, nodes = self.offers.pop()
        step, start = Step("accept"), gq.seconds(start)
        booking = Booking(booking.name, int(nodes), start, start, gq.seconds(end) - start,
                          booking.among, home=booking.home, users=booking.users, accounts=booking.accounts)
        call = "accept", booking.name, ["update", f"ReservationName={name}"], booking
        self.heard(call, self.send(call), step)
        return step

    def calls(self, count):
        """Some that do not name the same reservations."""
        calls = []
        for _ in range(count):
            what = self.dice.choices(["create", "update", "delete"], [60, 30, 10])[0]
            calls.append(self.next_call(what, [c[1] for c in calls]))
        return calls

    def burst(self, step):
        """Several at once."""
        calls = self.calls(self.dice.randint(3, 8))
        for call, r in zip(calls, self.pool.map(self.send, calls)):
            self.heard(call, r, step)

    # --- jobs ------------------------------------------------------------------

    def submit(self, kind, words, seconds):
        if len(self.look.jobs) >= JOBS:
            return
        r = self.cluster.run("sbatch", "-o", "/dev/null", *words, "--wrap", f"exec sleep {seconds}")
        self.note(kind, r.ok, f"{' '.join(map(str, words))} sleep {seconds}{'' if r.ok else r.err}")

    def job(self, step):
        """Most end before their limit."""
        n = self.dice.randint
        self.submit("job", ["-N", self.dice.choice([1, 1, 1, 2, 4]), "-t", n(1, JOB_LIMIT)],
                    self.dice.choice([n(0, 5), n(0, 20), n(5, 50), 300]))

    def job_inside(self, step):
        """In a booking that has begun, or will."""
        soon = [n for n, r in self.look.reservations.items()
                if n in self.model and r["start"] < time.time() + 60]
        if not soon:
            return
        name = self.dice.choice(sorted(soon))
        self.in_use.add(name)
        nodes = self.dice.randint(1, self.model[name].nodes)
        self.submit("job inside", ["-N", nodes, "-t", 1, "--reservation", name],
                    self.dice.randint(1, 30))

    def cancel(self, step):
        if self.look.jobs and self.dice.random() < 0.7:
            words = [self.dice.choice(sorted(self.look.jobs))]
            self.promises.cancelled(words)
        else:
            words = ["-t", "PENDING", "-n", "wrap"]
        self.note("cancel", self.cluster.run("scancel", *words).ok, " ".join(words))

    # --- nodes ------------------------------------------------------------------

    def node(self, step):
        """One goes away, for a while."""
        there = sorted(self.wishes.all - set(self.away))
        if len(self.away) >= AWAY or not there:
            return
        node, n = self.dice.choice(there), self.dice.randint
        self.away[node] = time.time() + self.dice.choice([n(2, 20), n(20, 60), n(40, 90), n(90, 240)])
        state = self.dice.choice(["DOWN", "DRAIN"])
        r = self.cluster.scontrol("update", f"NodeName={node}", f"State={state}", "Reason=life")
        self.note("node away", r.ok, f"{node} {state}")

    def back(self, node):
        del self.away[node]
        r = self.cluster.scontrol("update", f"NodeName={node}", "State=RESUME")
        self.note("node back", r.ok, f"{node} {r.err.strip()}")

    def maint(self, step):
        """Maintenance is announced, put off or made longer, or is over: at any time, on nodes that bookings have."""
        there = [n for n in self.maintained if self.goes_on(n, int(time.time()))]
        if not there or self.dice.random() < 0.5 and len(there) < AWAY:
            self.count += 1
            self.maintain("create", f"m{self.count}", self.dice.sample(sorted(self.wishes.all), self.dice.randint(1, AWAY)), step)
        elif self.dice.random() < 0.5:
            name = self.dice.choice(there)
            self.maintain("update", name, self.maintained[name].among, step)
        else:
            name = self.dice.choice(there)
            r = self.cluster.scontrol("delete", f"ReservationName={name}")
            self.note("maint", r.ok, f"delete {name} {r.err.strip()}")
            if r.ok:
                del self.maintained[name]
                step.granted.add(name)

    def maintain(self, verb, name, nodes, step):
        before, n = self.maintained.get(name), self.dice.randint
        start = before.esr if before and before.may_have_begun() else int(time.time()) + self.dice.choice([1, n(5, 60), n(60, 600)])
        booking = Booking(name, len(nodes), start, start, n(1, 5) * 60, frozenset(nodes), pinned=True)
        if before and before.may_have_begun():
            booking = dataclasses.replace(booking, duration=before.duration + 60)
        words = [verb, "reservation", f"ReservationName={name}", f"StartTime={gq.stamp(start)}",
                 f"Duration={booking.duration // 60}", f"Nodes={','.join(sorted(nodes))}"]
        if before:	# what has begun keeps its start
            words = [w for w in words if not w.startswith("Nodes") and not (before.esr == start and w.startswith("Start"))]
        else:
            words += ["Flags=MAINT,IGNORE_JOBS", "Users=root"]
        r = self.cluster.scontrol(*words)
        self.note("maint", r.ok, f"{' '.join(words)} {r.err.strip()}")
        if r.ok:
            self.maintained[name] = booking
            self.changes[name] += 1
            step.granted.add(name)

    def place(self, step):
        """A node leaves a partition, or has other features; or is as it was."""
        what = self.dice.choice([PARTITION, FEATURE])
        if self.dice.random() < 0.5:
            self.tell_place(self.places.give_back(what))
        elif what != PARTITION or not any(b and self.has_all_of(b) for b in (*self.model.values(), *sum(self.unsure.values(), []))):
            self.promises.some_lose(self.places.of[what])
            self.tell_place(self.places.take(what, self.dice))

    def tell_place(self, done):
        if done:
            r, words = done
            self.note("place", r.ok, f"{' '.join(words)} {r.err.strip()}")
            if not r.ok:
                raise Wrong(f"{words}: {r}")

    def account(self, step):
        """It goes while slurmctld begins anew, or is back."""
        if not self.accounts:
            return
        if self.accounts.there:
            self.accounts.take()
            self.note("account", True, "is gone")
            self.dice.choice([self.restart, self.kill])(step)
        else:
            self.accounts.give_back()
            self.note("account", True, "is back")
            self.reconfigure(step)

    def try_accounts(self):
        """slurmctld has begun, or has read slurm.conf."""
        if self.accounts:
            self.accounts.begun = time.time()

    def has_all_of(self, b):
        """Slurm itself takes nodes from it as they leave the partition, and gives it back those that others have by then."""
        return b.pinned and b.among == self.places.of[PARTITION]

    def wait(self, step):
        time.sleep(self.dice.choice([0.2, 1, 1, 3]))

    # --- the controller ----------------------------------------------------------

    def reconfigure(self, step):
        r = self.cluster.scontrol("reconfigure")
        self.note("reconfigure", r.ok, r.err.strip())
        self.try_accounts()
        self.tell_place(self.places.restore())
        if gq.REEXEC:
            self.begun(step)

    def restart(self, step):
        r = self.cluster.cluster("stop-ctld")
        if not r.ok:
            raise Wrong(f"slurmctld does not end: {r}")
        self.cluster.start_controller()
        self.begun(step)
        self.note("restart", True, "")

    def kill(self, step):
        """Now and then while it serves."""
        self.prepare_kill()
        calls = self.calls(self.dice.choice([0, 4, 8]))
        jobs = [self.deadline_call() for _ in range(self.dice.choice([0, 1, 3]))]
        answers = self.pool.map(self.send, calls)
        ids = self.pool.map(self.deadline_send, jobs)
        time.sleep(self.dice.choice([0, self.dice.uniform(0, 0.2)]))
        self.kill_controller()
        self.note("kill", True, f"{len(calls)} calls")
        self.after_kill()
        for call, r in zip(calls, answers):
            self.heard(call, r, step, cut=True)
        for job, r in zip(jobs, ids):
            self.deadline_heard(job, r, step, cut=True)
        self.come_back(step)
        step.killed = True
        self.begun(step)
        self.promises.relearn()

    def prepare_kill(self):
        """For a pair."""

    def kill_controller(self):
        self.cluster.kill_controller()

    def after_kill(self):
        self.cluster.start_controller()

    def come_back(self, step):
        """Slurm may not have saved that a job had ended; then its reservation is not deleted."""
        for name in self.in_use - set(self.model) - set(self.unsure):
            when, booking = self.deleted.get(name, (0, None))
            if booking and time.monotonic() - when < UNSAVED:
                self.unsure[name] = [booking, None]
                self.changes[name] += 1
                step.granted.add(name)

    def begun(self, step):
        """Have the nodes register, and be as they were: their state may not have been saved."""
        step.began_anew = True
        self.try_accounts()
        self.promises.restarted()
        gq.wake_slurmds(self.cluster.folder)
        self.tell_place(self.places.restore())
        gq.wait_for(self.all_there, lambda: f"the nodes register: {self.cluster.nodes_and_slurmds()}", 60 * self.cluster.patience)

    def all_there(self):
        out = self.cluster.run("sinfo", "-h", "-N", "-o", "%N %T").out
        unfit = {node for node, state in (line.split() for line in out.splitlines())
                 if re.search(r"down|drain|unk|\*", state)} - set(self.away)
        if unfit:
            self.cluster.scontrol("update", f"NodeName={','.join(sorted(unfit))}", "State=RESUME")
        return out and not unfit

    # --- the end -------------------------------------------------------------------

    def clear(self, step):
        """Nothing is left behind: all can go."""
        jobs = self.cluster.run("squeue", "-h", "-o", "%A").out.split()
        self.promises.cancelled(jobs)
        if jobs:
            self.cluster.run("scancel", *jobs)
        gq.wait_for(lambda: not self.cluster.run("squeue", "-h").out, "jobs end")
        self.deadline_clear()
        self.model.update(self.maintained)
        self.maintained.clear()
        for name in list(self.model):
            call = "clear", name, ["delete", f"ReservationName={name}"], None
            r = self.send(call)
            if r.ok or self.look.reservations[name]["end"] > time.time() + 1:
                self.heard(call, r, step)
