# SPDX-License-Identifier: GPL-2.0-or-later
"""The set soak: all that users and administrators do to a cluster, at random, with reservations of Slurm's own."""
import os
import re
import time

import gq
from clients import Client, classify
from counted import RECURS
from faults import Failed, Site
from gq import stamp
from scontrol import is_fit

REAL = [f"n{i}" for i in range(1, 9)]	# nodes that have a slurmd
CLOUD = "n10"
NODES = ("n[5-6] CPUs=4 RealMemory=2000", "n5 Features=odd,big", "n6 Features=even,big", "n9 State=FUTURE",
         f"{CLOUD} State=CLOUD Weight=1000")
FEATURES = ["odd", "even", "big", "odd&big", "even|big"]
PARTITIONS = ["main", "half", "late"]
USERS = "root" if os.geteuid() == 0 else str(os.getuid())
MINUTE, HOUR, DAY = 60, 3600, 86400
RESERVATIONS = 40	# more are not made
JOBS = 40


def day(t):
    return time.strftime("%Y-%m-%d", time.localtime(t))


class AnyClient(Client):
    """Each method does one thing that somebody might do, at random. Nothing is promised: its counts are compared."""

    def __init__(self, *words, **more):
        super().__init__(*words, **more)
        self.shown, self.natives = self.record.seen, self.record.in_use	# the last snapshot; names of Slurm's own

    # What they all use.

    def do(self, kind, *words):
        """Run a command of Slurm, which may say no."""
        self.other(kind, words, self.cluster.run(*words, timeout=120))

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
        part = f"PartitionName={self.dice.choice(['half', 'late'])}"
        return self.dice.choice([
            [f"NodeCnt={n(1, 6)}"], [f"NodeCnt={n(1, 3)}"], [f"Nodes={self.some_nodes()}"],
            [f"NodeCnt={n(1, 4)}", f"PartitionName={self.dice.choice(PARTITIONS)}"],
            [f"NodeCnt={n(1, 3)}", f"Features={self.dice.choice(FEATURES)}"],
            [f"NodeCnt={n(1, 2)}", "PartitionName=late", "Features=even"],
            [part], [part, "Nodes=ALL", "Flags=PART_NODES"], ["Nodes=ALL"]])

    def licenses(self):
        """No more than there are at any time: Slurm removes a reservation that has more."""
        n = self.dice.randint
        return self.dice.choice([f"sw:{n(1, 3)}", f"sw:{n(1, 3)}", f"hw:{n(1, 2)},sw:{n(1, 2)}", "hw"])

    def name(self):
        """A new one; now and then one that was used before."""
        return f"r{self.dice.randint(1, self.record.round) if self.maybe(0.1) else self.record.round}"

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
        also = ",".join({day(start + d * DAY) for d in self.dice.sample(range(1, 20), 3)})
        name = f"also:{also}:{self.name()}" if self.maybe(0.15) else self.name()
        self.do("book", "scontrol", "create", "reservation", f"ReservationName={name}", *words, f"Users={USERS}")

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

    def on_job(self, kind, states, *words, least=1):
        """Do something to a job in one of these states that has nodes enough, if there is one. Return true if there is."""
        job = self.one_of(i for i, j in self.shown.jobs.items() if j.state in states and len(j.nodes) >= least)
        if job:
            self.do(kind, *words[:2], *([f"JobId={job}"] if words[1:2] == ("update",) else [job]), *words[2:])
        return job

    def cancel(self):
        if not self.on_job("cancel", ("RUNNING", "SUSPENDED", "CONFIGURING"), "scancel", *self.dice.choice([[], [], ["--signal=KILL"]])) \
                and self.maybe(0.5):
            self.do("cancel", "scancel", "-t", "PENDING", "-u", str(os.getuid()))

    def limit(self):
        limit = self.dice.choice(["=1", "=2", "=10", "=1000", "=UNLIMITED", "+=5", "-=1"])
        self.on_job("limit", ("RUNNING", "SUSPENDED"), "scontrol", "update", f"TimeLimit{limit}")

    def suspend(self):
        if not (self.maybe(0.5) and self.on_job("resume", ("SUSPENDED",), "scontrol", "resume")):
            self.on_job("suspend", ("RUNNING",), "scontrol", "suspend")

    def requeue(self):
        self.on_job("requeue", ("RUNNING", "CONFIGURING"), "scontrol", self.dice.choice(["requeue", "requeuehold"]))

    def shrink(self):
        self.on_job("shrink", ("RUNNING",), "scontrol", "update", "NumNodes=1", least=2)


class AnySite(Site):
    """The nodes, partitions and settings of the cluster, and its controller."""

    def __init__(self, cluster, broken, tally, record):
        super().__init__(cluster, broken, tally, record)
        self.down = set()	# nodes without slurmd
        self.parameters = None	# a function of dice

    def do(self, kind, *words):
        r = self.c.run(*words, timeout=120)
        self.record.tell(kind, classify(r), words, r)

    def node(self):
        nodes = self.record.seen.nodes
        unfit = sorted(n for n in REAL + [CLOUD] if n in nodes and not is_fit(nodes[n].state))
        if unfit and self.dice.random() < 0.6:
            self.do("node back", "scontrol", "update", f"NodeName={self.dice.choice(unfit)}",
                    f"State={self.dice.choice(['RESUME', 'RESUME', 'UNDRAIN', 'IDLE'])}")
        else:
            states = ["DRAIN", "DRAIN", "DOWN", "DOWN", "FAIL", "POWER_DOWN", "POWER_UP", "POWER_DOWN_ASAP"]
            self.do("node away", "scontrol", "update", f"NodeName={self.dice.choice(REAL + [CLOUD])}",
                    f"State={self.dice.choice(states)}", "Reason=soak")

    def slurmd(self):
        """A slurmd dies; its node is noticed to be gone 20 s later."""
        for node in sorted(self.down):
            self.c.start_slurmd(node)
        if self.down:
            self.down.clear()
        else:
            node = self.dice.choice(REAL)
            self.c.kill_slurmd(node)
            self.down.add(node)

    def partition(self):
        some = ",".join(self.dice.sample(REAL + [CLOUD], self.dice.randint(1, 6)))
        self.do("partition", "scontrol", "update", f"PartitionName={self.dice.choice(['half', 'late'])}", self.dice.choice([
            "State=UP", "State=UP", "State=DOWN", "State=INACTIVE", "State=DRAIN", f"Nodes={some}", "Nodes=n[1-5]", "Nodes=n[4-8]"]))

    def reconfigure(self):
        if self.dice.random() < 0.5:
            words = self.dice.choice([
                f"ResvOverRun={self.dice.choice([0, 1, 5, 'UNLIMITED'])}",
                f"SchedulerParameters=bf_interval=2,{self.parameters(self.dice)}",
                f"Licenses=sw:{self.dice.randint(3, 6)},hw:{self.dice.randint(2, 3)}",
                f"MinJobAge={self.dice.choice([5, 10])}"])
            r = self.c.cluster("set", words)
            if not r.ok:
                raise Failed(f"{words}: {r}")
        self.do("reconfigure", "scontrol", "reconfigure")

    def epilog(self):
        """Make the epilog of a node slow, or quick again."""
        slow = [path for path in (slow_file(self.c.folder, node) for node in REAL) if os.path.exists(path)]
        for path in slow:
            os.unlink(path)
        for node in () if slow else self.dice.sample(REAL, 3):
            open(slow_file(self.c.folder, node), "w").close()

    def wait(self):
        time.sleep(self.dice.choice([0.3, 1, 3, 6, 12]))

    def start_ctld(self):
        time.sleep(self.dice.choice([0, 0, 2]))
        super().start_ctld()
        if self.dice.random() < 0.7:	# else they register within minutes
            gq.wake_slurmds(self.c.folder)

    def settle(self):
        """Nothing has to be as it was."""


def slow_file(folder, node):
    """The file that makes the epilog of a node slow."""
    return f"{folder}.epilog.{node}"


def zone(dice):
    """A time zone in which it is day, and the clocks are changed in March and October."""
    west = time.gmtime().tm_hour - dice.randint(7, 17)
    return f"AAA{west}BBB,M3.5.0,M10.5.0/3"


def prepare(dice, folder, parameters):
    """
    Set the time zone, and write the epilog of a cluster in the folder: it waits on a node where a file says so, and jobs stay
    completing. Return (the parameters of the plugin, lines of slurm.conf).
    """
    os.environ["TZ"] = zone(dice)
    time.tzset()
    if dice.random() < 0.5:	# over a change of the clocks; of longer slots
        parameters = re.sub(r"horizon=\d+", "horizon=365", re.sub(r"delta=1\b", "delta=300", parameters))
    epilog, over_run = folder + ".epilog", dice.choice([0, 0, 1, "UNLIMITED"])
    with open(epilog, "w") as f:
        f.write(f"#!/bin/sh\n[ ! -e {epilog}.$SLURMD_NODENAME ] || sleep 40\n")
    os.chmod(epilog, 0o755)
    print(f"TZ={os.environ['TZ']} ResvOverRun={over_run}", flush=True)
    return parameters, [f"Epilog={epilog}", f"ResvOverRun={over_run}"]
