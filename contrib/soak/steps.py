# SPDX-License-Identifier: GPL-2.0-or-later
"""What contrib/soak/soak does: all that users and administrators do, at random."""
import collections
import os
import signal
import time

from counted import RECURS
from private import CLOUD, REAL, run
from scontrol import is_fit

FEATURES = ["odd", "even", "big", "odd&big", "even|big"]
PARTITIONS = ["main", "half", "late"]
USERS = "root" if os.geteuid() == 0 else str(os.getuid())
MINUTE, HOUR, DAY = 60, 3600, 86400
RESERVATIONS = 40	# more are not made
JOBS = 40

STEPS = {"book": 20, "native": 11, "change": 13, "delete": 9, "job": 18, "cancel": 6, "limit": 5,
         "suspend": 4, "requeue": 3, "shrink": 2, "node": 8, "slurmd": 2, "partition": 3,
         "reconfigure": 3, "epilog": 2, "kill": 1, "restart": 1, "wait": 4}


def stamp(t):
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.localtime(t))


class Steps:
    """Each method does one thing that somebody might do, at random."""

    def __init__(self, cluster, dice, story, more):
        self.cluster, self.dice, self.story, self.more = cluster, dice, story, more
        self.tally = collections.Counter()
        self.count = 0	# of names
        self.shown = None	# the last snapshot
        self.down = set()	# nodes without slurmd
        self.natives = set()	# names of reservations that Slurm keeps by itself

    # What they all use.

    def do(self, kind, *words):
        """Run a command of Slurm, which may say no."""
        code, out = run(*words, env=self.cluster.env)
        self.note(kind, not code, " ".join(map(str, words)) + ("" if not code else f"  # {out}"))
        return code == 0

    def note(self, kind, ok, text):
        self.tally[kind, bool(ok)] += 1
        self.story.write(f"{time.time():.3f} {kind} {'yes' if ok else 'no'}: {text}\n")
        self.story.flush()

    def one_of(self, things):
        things = sorted(things)
        return self.dice.choice(things) if things else None

    def maybe(self, chance):
        return self.dice.random() < chance

    def start_time(self):
        now, r = int(time.time()), self.dice.randint
        return self.dice.choice([now, now + r(-30, 30), now + r(0, 120), now + r(0, 10 * MINUTE),
                                 now + r(0, 6 * HOUR), now + r(0, 3 * DAY), now + r(0, 400 * DAY)])

    def times(self, start):
        """Lengths of which some end while we look."""
        r = self.dice.randint
        words = [f"StartTime={stamp(start)}"]
        if self.maybe(0.4):
            return words + [f"EndTime={stamp(start + self.dice.choice([r(20, 120), r(60, 9000)]))}"]
        return words + [f"Duration={self.dice.choice([1, 1, 2, 3, 5, 10, 60, r(1, 3000)])}"]

    def some_nodes(self, most=4):
        return ",".join(self.dice.sample(REAL + [CLOUD], self.dice.randint(1, most)))

    def where(self):
        n = self.dice.randint
        return self.dice.choice([
            lambda: [f"NodeCnt={n(1, 6)}"], lambda: [f"NodeCnt={n(1, 3)}"],
            lambda: [f"Nodes={self.some_nodes()}"],
            lambda: [f"NodeCnt={n(1, 4)}", f"PartitionName={self.dice.choice(PARTITIONS)}"],
            lambda: [f"NodeCnt={n(1, 3)}", f"Features={self.dice.choice(FEATURES)}"],
            lambda: [f"NodeCnt={n(1, 2)}", "PartitionName=late", "Features=even"],
            lambda: [f"PartitionName={self.dice.choice(['half', 'late'])}"],
            lambda: [f"PartitionName={self.dice.choice(['half', 'late'])}", "Nodes=ALL",
                     "Flags=PART_NODES"],
            lambda: ["Nodes=ALL"]])()

    def licenses(self):
        """No more than there are at any time: Slurm removes a reservation that has more."""
        n = self.dice.randint
        return self.dice.choice([f"sw:{n(1, 3)}", f"sw:{n(1, 3)}", f"hw:{n(1, 2)},sw:{n(1, 2)}", "hw"])

    def name(self):
        """A new one; now and then one that was used before."""
        if self.count and self.maybe(0.1):
            return f"r{self.dice.randint(1, self.count)}"
        self.count += 1
        return f"r{self.count}"

    # Reservations.

    def book(self):
        if len(self.shown.reservations) >= RESERVATIONS:
            return self.delete()
        start = self.start_time()
        words = self.times(start) + self.where()
        if self.maybe(0.35):
            words.append(f"MaxStartDelay={self.dice.choice([1, 30, 300, 3600, 30000])}")
        if self.maybe(0.15) and not any(w.startswith("Flags") for w in words):
            words.append("Flags=" + self.dice.choice(["FLEX", "STATIC", "MAGNETIC", "REPLACE_DOWN",
                                                      "PURGE_COMP=00:00:20"]))
        if self.maybe(0.3):
            words.append(f"Licenses={self.licenses()}")
        self.do("book", "scontrol", "create", "reservation", f"ReservationName={self.name()}",
                *words, f"Users={USERS}")

    def by_day(self, start):
        """A start at which no clock is changed, neither there nor where it ends."""
        while not 5 <= time.localtime(start).tm_hour <= 21:
            start += HOUR
        return start

    def native(self):
        if len(self.shown.reservations) >= RESERVATIONS:
            return self.delete()
        now, n = int(time.time()), self.dice.randint
        flags = self.dice.choice(["MAINT", "MAINT,IGNORE_JOBS", "OVERLAP", "IGNORE_JOBS", "DAILY",
                                  "DAILY", "WEEKLY", "WEEKDAY", "WEEKEND", "HOURLY", "DAILY,MAINT",
                                  "DAILY,PURGE_COMP=00:00:20", "TIME_FLOAT", "TIME_FLOAT",
                                  "REPLACE", "ANY_NODES", "cores"])
        words = self.dice.choice([[f"NodeCnt={n(1, 3)}"], [f"Nodes={self.some_nodes(3)}"]])
        start = now + self.dice.choice([n(0, 30), n(0, 300), n(0, 6 * HOUR)])
        minutes = self.dice.choice([1, 2, 5, 40])
        if flags == "TIME_FLOAT":
            start = max(start, now + 60)
            if self.maybe(0.4):
                minutes, words = None, words + [f"EndTime={stamp(start + n(1, 600))}"]
        elif set(flags.split(",")) & RECURS:
            start = self.by_day(start)
        elif flags == "ANY_NODES":
            words = ["Licenses=sw:1"]
        elif flags == "cores":
            flags, words = None, [f"CoreCnt={n(1, 5)}"]
        if self.maybe(0.2) and flags != "ANY_NODES":
            words = words + [f"Licenses={self.licenses()}"]
        name = self.name()
        self.natives.add(name)
        self.do("native", "scontrol", "create", "reservation", f"ReservationName={name}",
                f"StartTime={stamp(start)}", *words, *([f"Duration={minutes}"] if minutes else []),
                *([f"Flags={flags}"] if flags else []), f"Users={USERS}")

    def change(self):
        name = self.one_of(self.shown.reservations)
        if not name:
            return self.book()
        n = self.dice.randint
        recurs = self.shown.reservations[name].flags & RECURS
        if recurs and self.maybe(0.4):
            words = ["Skip"]
        elif recurs:
            words = self.dice.choice([[f"Duration={n(1, 50)}"], [f"NodeCnt={n(1, 3)}"],
                                      ["Users=" + self.dice.choice([USERS, USERS + ",daemon"])],
                                      ["Flags-=" + next(iter(recurs))]])
        else:
            words = self.dice.choice([
                [f"NodeCnt={n(1, 6)}"], [f"Nodes={self.some_nodes()}"], [f"Duration={n(1, 100)}"],
                [f"Duration+={n(1, 30)}"], [f"Duration-={n(1, 3)}"], self.times(self.start_time()),
                [f"EndTime={stamp(time.time() + n(5, 500))}"], [f"MaxStartDelay={n(0, 3600)}"],
                ["Nodes=", f"NodeCnt={n(1, 3)}"], ["Users=" + USERS + ",daemon"],
                [f"Licenses={self.licenses()}"], ["Licenses="],
                [f"Licenses={self.licenses()}", f"Duration={n(1, 100)}"],
                [f"Licenses={self.licenses()}", "Users=nosuchuser"],
                ["Flags=" + self.dice.choice(["MAINT", "OVERLAP", "STATIC", "FLEX"])],
                ["Flags-=" + self.dice.choice(["MAINT", "OVERLAP", "STATIC", "FLEX"])]])
        if words[0] in ("Flags=MAINT", "Flags=OVERLAP"):
            self.natives.add(name)
        self.do("change", "scontrol", "update", f"ReservationName={name}", *words)

    def delete(self):
        name = self.one_of(self.shown.reservations)
        if name:
            self.do("delete", "scontrol", "delete", f"ReservationName={name}")

    # Jobs.

    def job(self):
        """Most end before their limit; some pass it."""
        if len(self.shown.jobs) >= JOBS:
            return self.cancel()
        n = self.dice.randint
        words = self.dice.choice([["-n1"], ["-N1"], [f"-N{n(1, 4)}"], [f"-N{n(1, 3)}"],
                                  [f"-N{n(1, 3)}", "--exclusive"], ["-N2", "--oversubscribe"],
                                  ["-n3"], [f"-N1", "-C", "big"], ["-N1", "-w", CLOUD],
                                  ["-N1", f"--array=1-{n(2, 4)}"]])
        words += [f"-t{self.dice.choice([1, 1, 2, 5, 30, 'UNLIMITED', n(1, 3000)])}"]
        if self.maybe(0.3):
            words += ["-p", self.dice.choice(PARTITIONS)]
        now = time.time()
        begun = [name for name, r in self.shown.reservations.items()
                 if r.nodes and r.second is None and r.start <= now + 20 and now < r.end]
        if begun and self.maybe(0.4):
            words += [f"--reservation={self.one_of(begun)}"]
        if self.maybe(0.15):
            words += [f"--begin=now+{n(1, 20)}"]
        seconds = self.dice.choice([n(0, 5), n(5, 40), n(20, 90), 3600])
        self.do("job", "sbatch", "-o", "/dev/null", "--requeue", *words,
                "--wrap", f"exec sleep {seconds}")

    def running(self, *states):
        return self.one_of(i for i, j in self.shown.jobs.items() if j.state in states)

    def cancel(self):
        job = self.running("RUNNING", "SUSPENDED", "CONFIGURING")
        if job:
            self.do("cancel", "scancel", *self.dice.choice([[], [], ["-s", "KILL"]]), job)
        elif self.maybe(0.5):
            self.do("cancel", "scancel", "-t", "PENDING", "-u", str(os.getuid()))

    def limit(self):
        job = self.running("RUNNING", "SUSPENDED")
        if job:
            minutes = self.dice.choice([1, 2, 10, 1000, "UNLIMITED", "+5", "-1"])
            word = f"TimeLimit={minutes}" if str(minutes)[0] not in "+-" else \
                f"TimeLimit{minutes[0]}={minutes[1:]}"
            self.do("limit", "scontrol", "update", f"JobId={job}", word)

    def suspend(self):
        job = self.running("SUSPENDED") if self.maybe(0.5) else None
        if job:
            self.do("resume", "scontrol", "resume", job)
        elif self.running("RUNNING"):
            self.do("suspend", "scontrol", "suspend", self.running("RUNNING"))

    def requeue(self):
        job = self.running("RUNNING", "CONFIGURING")
        if job:
            self.do("requeue", "scontrol", self.dice.choice(["requeue", "requeuehold"]), job)

    def shrink(self):
        job = self.one_of(i for i, j in self.shown.jobs.items()
                          if j.state == "RUNNING" and len(j.nodes) > 1)
        if job:
            self.do("shrink", "scontrol", "update", f"JobId={job}", "NumNodes=1")

    # Nodes, partitions, the controller.

    def node(self):
        unfit = [n for n in REAL + [CLOUD] if n in self.shown.nodes
                 and not is_fit(self.shown.nodes[n].state)]
        if unfit and self.maybe(0.6):
            self.do("node back", "scontrol", "update", f"NodeName={self.one_of(unfit)}",
                    f"State={self.dice.choice(['RESUME', 'RESUME', 'UNDRAIN', 'IDLE'])}")
        else:
            states = ["DRAIN", "DRAIN", "DOWN", "DOWN", "FAIL", "POWER_DOWN", "POWER_UP",
                      "POWER_DOWN_ASAP"]
            node = self.dice.choice(REAL + [CLOUD])
            self.do("node away", "scontrol", "update", f"NodeName={node}",
                    f"State={self.dice.choice(states)}", "Reason=soak")

    def slurmd(self):
        """A slurmd dies; its node is noticed to be gone 20 s later."""
        if self.down:
            for node in sorted(self.down):
                code, out = run("slurmd", "-N", node, "-f", self.cluster.path("slurm.conf"),
                                env=self.cluster.env)
                self.note("slurmd start", not code, f"{node} {out}")
            self.down.clear()
        else:
            node = self.dice.choice(REAL)
            pid = self.cluster.pid(f"slurmd.{node}")
            if pid:
                os.kill(pid, signal.SIGKILL)
                self.down.add(node)
            self.note("slurmd kill", pid, node)

    def partition(self):
        name = self.dice.choice(["half", "late"])
        self.do("partition", "scontrol", "update", f"PartitionName={name}", self.dice.choice([
            "State=UP", "State=UP", "State=DOWN", "State=INACTIVE", "State=DRAIN",
            f"Nodes={self.some_nodes(6)}", "Nodes=n[1-5]", "Nodes=n[4-8]"]))

    def reconfigure(self):
        if self.maybe(0.5):
            words = self.dice.choice([
                [f"ResvOverRun={self.dice.choice([0, 1, 5, 'UNLIMITED'])}"],
                [f"SchedulerParameters=bf_interval=2,{parameters(self.dice, self.more)}"],
                [f"Licenses=sw:{self.dice.randint(3, 6)},hw:{self.dice.randint(2, 3)}"],
                [f"MinJobAge={self.dice.choice([5, 10])}"]])
            self.cluster.call("set", *words)
            self.note("set", True, " ".join(words))
        self.do("reconfigure", "scontrol", "reconfigure")

    def epilog(self):
        """Make the epilog of a node slow, or quick again."""
        slow = [n for n in REAL if os.path.exists(self.cluster.slow(n))]
        if slow:
            for node in slow:
                os.unlink(self.cluster.slow(node))
        else:
            for node in self.dice.sample(REAL, 3):
                open(self.cluster.slow(node), "w").close()
        self.note("epilog", True, "quick" if slow else "slow")

    def kill(self):
        self.cluster.call("kill-ctld")
        self.begin("kill")

    def restart(self):
        self.cluster.call("stop-ctld")
        self.begin("restart")

    def begin(self, kind):
        time.sleep(self.dice.choice([0, 0, 2]))
        self.cluster.call("start-ctld")
        wake = self.maybe(0.7)
        if wake:
            self.cluster.wake_slurmds()
        self.note(kind, True, "slurmds register" if wake else "")

    def wait(self):
        seconds = self.dice.choice([0.3, 1, 3, 6, 12])
        time.sleep(seconds)
        self.note("wait", True, f"{seconds} s")


def parameters(dice, more):
    return (f"garq_verify=1,garq_delta={dice.choice([1, 60, 300, 300, 3601, 86400])},"
            f"garq_horizon={dice.choice([1, 2, 8, 30])}{',' if more else ''}{more}")
