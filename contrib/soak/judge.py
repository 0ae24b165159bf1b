# SPDX-License-Identifier: GPL-2.0-or-later
"""The checker: what has to hold after each round, beyond the history of the calls (order.py).

check-reservations looks at what Slurm shows: no node is in two bookings, none that had begun has lost nodes that did
not fail, or has another start, no job of others is on the nodes of one that has begun. Here that state is compared
with the requests of the round, with slurmctld's log, and with the ledger.
"""
import collections
import glob
import json
import os
import re
import sys
import time

import gpus
import gq
from accounts import GONE as ROOTS
from booked import NOBODY, free_somewhere
from deadlines import PREFIX, Promises
from history import History
from order import STAND_IN, Wrong
from turns import Turns, until_failed

SHIFT = re.compile(r"sched/garq: reservation (\S+): start (\S+), was (\S+); nodes (\S+), "
                   r"was (\S+) \((.*)\)$", re.M)
DEGRADED = re.compile(r"^\[(\S+)\] sched/garq: (?:reservation (\S+) (is degraded|is complete again|lost nodes)|"
                      r"ledger reconciled with Slurm)", re.M)
STOOD_BY = re.compile(r"sched/garq: standby of (\S+), of uid=\d+: booked, ")
# Slurm found that nodes do not answer. Before the next look they may answer again.
SILENT = re.compile(r"error: Nodes (\S+) not responding")
# A job ends.
ENDS = re.compile(r"(?:job_complete|cleanup_completing|REQUEST_KILL_JOB|Time limit exhausted for|Requeuing)\b.*?JobId=(\d+)")
# The reason of a shift, if it was a request.
REQUEST = re.compile(r"(?:made room for ([^,]*)|(.*) was (?:deleted|changed))$")
# A node is given up after 30 s; who could not be mended is tried again after 60; the plugin looks
# every 10, and a look takes a while where much is going on.
PATIENCE = 30 + 60 + 10 + 10
# Turns of the agent, by which a booking that lacks nodes has others, or is marked: the first one does that, if it began
# after the look at which the booking was seen to lack them.
TURNS = 3
RETURN = 20 * 3600	# seconds from now on by which a failed node may count as back (garq_return: a day after it failed)
ENDS_SOON = 5	# seconds before its end for which it is not looked at
BEGINS = 3	# seconds before its start for which it need not be seen that a node does not fit

GONE = re.compile(r"reservation (\S+) was there until .*, and is gone before its end")
# What sched/garq says of itself where it, not what is under it, is wrong.
INTERNAL = re.compile(r"internal error: |[1-9]\d* internal errors?$|Security violation|verify: (?!.* can't be written)")
# What ended by a clock that was ahead, and whose nodes are another booking's when it is put back.
BESIDE = re.compile(r"sched/garq: reservation (\S+) is not alone on ")
# What ended by it, and what Slurm keeps for the jobs that wait for it, has no length, and may lie ahead when it is put back.
OF_NO_LENGTH = re.compile(r"reservation (\S+) \[(\S+), \2\) ends before it starts")
# What slurmctld logs last when it ends as it has no memory: xmalloc() by log_oom(), or fatal(). It may where memory is short.
NO_MEMORY = re.compile(r"fatal: .*(?:out of memory|no memory|memory is short)|: malloc failed$", re.M)
# Slurm ends itself: of two controllers, one that finds that the other one has saved its jobs, as sched/garq ends the one
# whose ledger the other one has; and where a thread has something to say of a job to the process that runs scripts,
# which was ended before.
FATAL = re.compile(r": malloc failed$|fatal: (?!Two slurmctld daemons are running as primary|"
                   r"sched/garq: another controller has taken over the ledger|"
                   r".*slurmscriptd\.c:\d+ _write_msg: pthread_mutex_lock)")

Shift = collections.namedtuple("Shift", "name was start old_nodes nodes why")


def told_by_sanitizers():
    """The files that they have written: see test/cluster/sanitizers."""
    path = os.environ.get("GARQ_UBSAN_LOG")
    return sorted(glob.glob(os.path.join(os.path.dirname(path), "*san.*"))) if path else []


class Look:
    """What check-reservations has seen."""

    def __init__(self, text):
        self.__dict__.update(json.loads(text))
        self.failed = set(self.failed)
        self.at = {name: (r["start"], frozenset(r["nodes"]))
                   for name, r in self.reservations.items()}

    def maintained(self, name):
        """The nodes of a reservation that maintenance has in some of its time."""
        r = self.reservations[name]
        nodes = (set(other["nodes"]) for other in self.reservations.values()
                 if other is not r and "MAINT" in other["flags"] and
                 other["start"] < r["end"] and r["start"] < other["end"] and other["end"] > self.began)
        return set(r["nodes"]) & set().union(*nodes) if "MAINT" not in r["flags"] else set()

    def used_in(self, name):
        """The nodes on which its jobs run."""
        return set().union(*(job["nodes"] for job in self.jobs.values() if name in job["reservations"]))

    def taken(self):
        """[(start, end, {node: units, or None for all of them})]"""
        return [(r["start"], r["end"], {node: set(r.get("units", {}).get(node, ())) or None for node in r["nodes"]})
                for r in self.reservations.values()]


class Step:
    """The actions between two looks, as far as they decide what may change."""

    def __init__(self, kind):
        self.kind = kind
        self.granted = set()	# names of reservations that may have been made, changed, deleted
        self.refused = []	# bookings that do not fit, they say
        self.began_anew = False	# slurmctld did
        self.killed = False


class Judge:
    """tool: garq-ledger, or None; strict: sched/garq logs no error at all, as nothing breaks under it."""

    def __init__(self, cluster, folder, places=None, promises=None, tool=None, freeze=0, strict=True):
        self.cluster, self.folder, self.places, self.promises = cluster, folder, places, promises
        self.freeze, self.strict = freeze, strict
        os.mkdir(folder)
        self.tally = collections.Counter()
        self.history = History(cluster, tool, self.tally)
        self.look = None
        self.seen = collections.Counter()	# of each log, in bytes
        self.batches = [[], []]	# shifts that were logged in this step, and in the one before
        self.steps = [Step("start"), Step("start")]
        self.degraded = set()
        self.told = set()	# names of those that the log has told of since the last look
        self.booked = collections.Counter()	# name -> how often it was booked when it stood by
        self.since = {}		# when a node was seen to have failed
        self.turns = Turns(os.path.join(cluster.folder, "state", "garq.counts"))
        self.silent = []	# lists of the nodes that did not answer before the last look
        self.hurt = {}		# (name, node) -> since when a booking has a node that failed
        self.whole = {}		# name -> since when a booking that is marked has had all
        self.hope = {}		# name -> since when there have been others
        self.began = time.time()	# slurmctld did
        self.newest = 0		# the number of a job that was seen to run
        self.revived = set()	# jobs that had ended
        self.stranded = set()	# jobs on nodes that failed: their reservations may have others now
        self.back = set()	# names of reservations that may have come back beside jobs, or others
        self.ended = set()	# jobs that Slurm has told to have ended
        self.may_go = set()	# names of reservations that may be gone before their end: holds, and those that were told to end
        self.of_no_length = set()	# names of reservations that a clock that was ahead has left so
        self.units = {}		# of each node, that can be booked
        self.lenient = False	# have bookings ended, and come back, by clocks or nodes that were away?
        self.short = False	# was memory short?

    def path(self, name):
        return os.path.join(self.folder, name)

    # --- a look ----------------------------------------------------------

    def judge(self, step, asked):
        """After a step; asked: lines for check-reservations."""
        self.steps = [step, self.steps[0]]
        before = self.look
        self.turns.read(self.began)
        self.take(asked)
        self.read_log()
        self.check_ended()
        if step.began_anew:
            self.began = time.time()
        if before:
            self.count(before)
            if not self.lenient:
                self.follow(before, step)
            for booking in step.refused:
                self.check_refused(booking, before, step)
        if not self.lenient:
            self.check_taken()
        if self.promises:
            self.promises.check(self.look)

    def gpus(self):
        """Words for check-reservations: the GPUs of bookings, where there are some."""
        if not any(unit.startswith("GPU") for has in self.units.values() for unit in has):
            return []
        with open(self.path("gpus"), "w") as f:
            f.writelines(gpus.lines(gpus.booked(self.cluster.folder)))
        return ["--gpus", self.path("gpus")]

    def check_ended(self):
        """No slurmctld ends by itself, nor after a sanitizer has told something. One that is alone would not answer."""
        ended, told = self.cluster.ended_unasked(), told_by_sanitizers()
        if ended or told:
            raise Wrong("; ".join(["ended by itself, without a word in its log: " + one for one in ended] +
                                  ["told by a sanitizer: " + path for path in told]))

    def have_failed(self):
        """Nodes that did not answer since the last look, or shortly before it."""
        before, self.silent = self.silent, SILENT.findall(self.unread_text())
        return ",".join(before + self.silent)

    def take(self, asked):
        self.note_beside(self.unread_text())
        with open(self.path("asked"), "w") as f:
            f.writelines(json.dumps(line) + "\n" for line in asked)
        r = self.cluster.run(sys.executable, gq.CHECKER, "--asked", self.path("asked"), "--limits",
                             "--since", self.path("look"), "--freeze", self.freeze,
                             "--failed", self.have_failed(), *self.gpus())
        self.tally["looks"] += 1
        self.tally["bookings of units seen"] += sum(bool(r["units"]) for r in self.look.reservations.values()) if self.look else 0
        if r.code not in (0, 1) or not r.out.endswith(" violations\n"):
            raise Wrong(f"check-reservations: {r}")
        with open(self.path("look")) as f:
            look = Look(f.read())
        if self.look and self.steps[0].killed:
            self.revived |= {job for job in set(look.jobs) - set(self.look.jobs) if int(job) <= self.newest}
            self.revived |= set(look.jobs) & self.have_ended()
        self.newest = max([self.newest, *map(int, look.jobs)])
        self.look = look
        self.stranded |= {name for name, job in look.jobs.items() if look.failed & set(job["nodes"])}
        violations = [f"reservation {name} is for everybody" for name, r in look.reservations.items() if self.is_for_all(r)]
        violations += [line for line in r.out.splitlines()[:-1] if not self.is_excused(line)]
        if violations:
            raise Wrong("check-reservations: " + "\n".join(violations))

    @staticmethod
    def is_for_all(r):
        """Slurm takes nobody out who is named nowhere."""
        return (r["users"], r["accounts"]) == (NOBODY, NOBODY)

    def have_ended(self):
        """Jobs of which it was logged since the last look, also if it came to that after they were seen."""
        return set(ENDS.findall(self.unread_text()))

    def is_excused(self, line):
        return self.is_revived(line) or self.is_stranded(line) or Promises.is_ours(line) or self.is_back(line) or \
            self.is_of_no_length(line) or self.is_gone(line) or \
            (self.lenient and re.search(r"^job |are both|both have|was there until|had begun", line))

    def comes_back(self, names):
        """
        These were deleted, and nobody was told that the ledger has it: they may come back, where jobs have begun since.
        """
        self.back |= set(names)
        if self.look:
            self.back &= set(names) | set(self.look.reservations)

    def is_back(self, line):
        found = re.match(r"job .*reservation (\S+)", line) or \
            re.match(r"reservations (\S+) \[.*\) and (\S+) \[.*both have", line)
        return found and not self.back.isdisjoint(found.groups())

    def note_beside(self, log):
        """Nothing gives away the nodes of what is there but a clock, or nodes, that were wrong in this round."""
        if self.lenient:
            self.back |= set(BESIDE.findall(log))

    def is_of_no_length(self, line):
        found = OF_NO_LENGTH.match(line)
        if found and self.lenient:
            self.of_no_length.add(found[1])
        return found and found[1] in self.of_no_length

    def is_gone(self, line):
        found = GONE.match(line)
        return found and found[1] in self.may_go | self.of_no_length

    def is_revived(self, line):
        """Slurm had not saved that a job had ended when it was killed; its nodes were given away."""
        job = re.match(r"job (\S+) ", line)
        return job and job[1] in self.revived | self.ended

    def is_stranded(self, line):
        """It ends on a node that was drained. A job that is booked keeps that node."""
        job = re.match(r"job (\S+) runs on .*, not a node of its reservation (\S+)$", line)
        return job and job[1] in self.stranded and not job[2].startswith(PREFIX)

    def unread(self):
        """(path, text) of each slurmctld's log: the whole lines that read_log() has not read yet."""
        for path in filter(os.path.exists, self.cluster.log_paths()):
            with open(path, "rb") as f:
                f.seek(self.seen[path])
                text = f.read()
            yield path, text[:text.rfind(b"\n") + 1]

    def unread_text(self):
        return "".join(text.decode(errors="replace") for _, text in self.unread())

    def read_log(self):
        text = ""
        for path, fresh in self.unread():
            self.seen[path] += len(fresh)
            text += fresh.decode(errors="replace")
        found = self.wrong_lines(text)
        if found:
            raise Wrong("slurmctld.log: " + "\n".join(found))
        self.batches = [self.shifts_of(text), self.batches[0]]
        self.booked.update(STOOD_BY.findall(text))
        self.told.clear()
        for _, name, what in sorted(DEGRADED.findall(text), key=lambda line: line[0]):	# there may be two logs
            self.told.add(name)
            if not what:	# a start: all that lack nodes are told again
                self.degraded.clear()
            elif what == "is degraded":
                self.degraded.add(name)
                self.tally["degraded"] += 1
            elif what == "is complete again":
                self.degraded.discard(name)
            else:	# it may lack others as before
                self.tally["mended"] += 1

    def wrong_lines(self, text):
        """The lines of the log that should not be there."""
        lines = [line for line in text.splitlines() if not (self.short and NO_MEMORY.search(line))]
        if self.strict:
            return [line for line in lines if re.search("error: sched/garq: |fatal: |: malloc failed$", line) and not ROOTS.search(line)]
        return [line for line in lines if ("sched/garq" in line and INTERNAL.search(line)) or FATAL.search(line)]

    @staticmethod
    def shifts_of(text):
        return [Shift(name, gq.seconds(was), gq.seconds(start), frozenset(gq.expand(old)),
                      frozenset(gq.expand(new)), why)
                for name, start, was, new, old, why in SHIFT.findall(text)]

    def count(self, before):
        for name, r in self.look.reservations.items():
            was = before.reservations.get(name)
            if r["start"] <= self.look.began and (not was or was["start"] > before.began):
                self.tally["began"] += 1
        self.tally["ended"] += sum(
            name not in self.look.reservations and r["end"] <= self.look.began
            for name, r in before.reservations.items())

    # --- what has moved -----------------------------------------------------

    def follow(self, before, step):
        """Each shift was logged, with a valid reason."""
        for name, at in self.look.at.items():
            was = before.at.get(name)
            if not was or was == at or name in step.granted or self.is_unsure(name):
                continue
            self.tally["shifts"] += was[0] != at[0]
            self.tally["rebinds"] += was[0] == at[0]
            logged = [s for batch in self.batches for s in batch
                      if (s.name, s.start, s.nodes) == (name, *at)]
            if logged:
                self.check_why(logged, was, at)
                self.history.expect(name, was, at)
            elif step.killed:	# it had not been on the disk
                self.tally["undone by a kill"] += 1
            else:
                raise Wrong(f"reservation {name} has moved {moved(was, at)}, which is not in the log")
        if step.killed:
            self.history.forget(self.look.at)

    def check_why(self, logged, was, at):
        """No booking may move for a request that was refused."""
        granted = self.steps[0].granted | self.steps[1].granted | set(self.booked)
        for shift in logged:
            found = REQUEST.fullmatch(shift.why)
            if not found or (found[1] or found[2]) in granted or self.is_jobs(found):
                return
        raise Wrong(f"reservation {logged[0].name} has moved {moved(was, at)} ({logged[0].why}), "
                    f"but granted was only what {', '.join(sorted(granted)) or 'nobody'} asked for")

    def is_unsure(self, name):
        """May the booking of a job follow that, or is nobody watching?"""
        return self.promises.is_unsure(name) if self.promises else name.startswith(PREFIX)

    def is_jobs(self, found):
        """The booking of a job comes and goes by itself, and may be lost with it by a kill."""
        name = found[1] or found[2]
        return name.startswith(PREFIX) and (not self.promises or self.promises.has_been(name) or
                                            any(step.killed for step in self.steps))

    def check_refused(self, booking, before, step):
        """A refused booking must not fit beside the others as they were,
        neither before nor after the request."""
        failed = self.look.failed | before.failed
        taken = self.look.taken() + before.taken() + [(0, 1 << 62, failed)]
        fits = free_somewhere(booking, taken, booking.esr, booking.lsr, self.units)
        if fits is not None and not step.granted:
            raise Wrong(f"{booking} was refused, but fits at {gq.stamp(fits)}")
        self.tally["refusals checked"] += 1
        self.tally["refusals of units checked"] += bool(booking.units)

    def forget_turns(self):
        """Those until now do not count."""
        self.turns.seen.clear()

    # --- nodes that were taken away --------------------------------------------

    def lost(self, name):
        """
        The nodes of a booking that failed, unless it begins when they may be back, or that maintenance has, unless its jobs run
        there; and if it has not begun, those that it could not ask for today.
        """
        r, failed = self.look.reservations[name], set()
        if r["start"] < self.look.began + RETURN:
            failed = set(r["nodes"]) & self.look.failed - self.used_by_job(name)
        return failed | self.unfit(name) | self.look.maintained(name) - self.look.used_in(name)

    def unfit(self, name):
        r, lines = self.look.reservations[name], self.look.asked[name]
        if not self.places or r["start"] <= self.look.began + BEGINS or not all("among" in line for line in lines):
            return set()
        return set(r["nodes"]) & set.intersection(*(self.places.unfit(frozenset(line["among"].split(","))) for line in lines))

    def check_taken(self):
        """A booking that has lost nodes gets others, or is logged as degraded."""
        now = self.look.began
        self.since = {node: self.since.get(node, now) for node in self.look.failed}
        hurt = {}
        for name, r in self.look.reservations.items():
            lines = self.look.asked.get(name, [])
            if r["end"] <= now + ENDS_SOON or not lines or any(line.get(STAND_IN) or "among" not in line for line in lines):
                continue
            for node in self.lost(name):
                hurt[name, node] = max(self.hurt.get((name, node), now), self.began)
        self.hurt = hurt
        for (name, node), since in hurt.items():
            since = max(since, self.since.get(node, 0))
            turns = self.turns.since(since, until_failed() if node in self.look.failed else 0)
            # The log is read after the look: it may be mended since.
            if (turns >= TURNS or now - since > PATIENCE) and name not in self.degraded | self.told:
                raise Wrong(f"reservation {name} has {node}, which failed, is maintained or does not fit since {now - since:.0f} s, "
                            f"and the log does not say so in {turns} turns of the agent")
        self.check_hope(now, {name for name, _ in hurt})
        self.check_whole(now)

    def check_whole(self, now):
        """A booking that has all again is no longer marked."""
        self.whole = {name: max(self.whole.get(name, now), self.began) for name in self.degraded if self.has_all(name)}
        for name, since in self.whole.items():
            turns = self.turns.since(since)
            if turns >= TURNS:
                raise Wrong(f"reservation {name} lacks nothing since {now - since:.0f} s, "
                            f"and is still degraded after {turns} turns of the agent")

    def has_all(self, name):
        """Has it as many nodes as it should have, each of them good, and nothing of others on them, over or not?"""
        r, lines = self.look.reservations.get(name), self.look.asked.get(name, [])
        if not r or not lines or r["end"] <= self.look.began + ENDS_SOON or {line.get("nodes") for line in lines} != {len(r["nodes"])}:
            return False
        nodes = set(r["nodes"])
        others = (set(other["nodes"]) for other in self.look.reservations.values()
                  if other is not r and other["start"] < r["end"] and r["start"] < other["end"])
        jobs = (set(job["nodes"]) for job in self.look.jobs.values() if name not in job["reservations"])
        return nodes.isdisjoint(self.look.failed | self.unfit(name) | set().union(*others, *jobs))

    def used_by_job(self, name):
        """Nodes of the booking of a job that runs: where that is it stays, also when they are drained."""
        return self.look.used_in(name) if name.startswith(PREFIX) else set()

    def check_hope(self, now, names):
        hope = {}
        for name in names:
            r, line = self.look.reservations[name], self.look.asked[name][0]
            lost = [n for n in r["nodes"] if (name, n) in self.hurt]
            if self.free_for(r, set(line["among"].split(",")), now) >= len(lost):
                hope[name] = max(self.hope.get(name, now), self.began)
                since = max([hope[name]] + [self.hurt[name, n] for n in lost])
                if now - since > PATIENCE:
                    raise Wrong(f"reservation {name} has lost {','.join(lost)}, and gets none of "
                                f"the others that have been free for {now - since:.0f} s")
        self.hope = hope

    def free_for(self, r, among, now):
        """How many nodes are free for the rest of a reservation."""
        start = max(r["start"], now)
        free = among - self.look.failed - set(r["nodes"])
        if self.places:
            free -= self.places.unfit(frozenset(among))
        for other in self.look.reservations.values():
            if other["start"] < r["end"] and start < other["end"]:
                free -= set(other["nodes"])
        for job in self.look.jobs.values():
            if max(job["end"], now + 60) > start:
                free -= set(job["nodes"])
        return len(free)


def moved(was, at):
    """From where to where, in words."""
    return " to ".join(f"{gq.stamp(start)} {','.join(sorted(nodes))}" for start, nodes in (was, at))
