# SPDX-License-Identifier: GPL-2.0-or-later
"""A site with GPUs, on an empty day and a full one: what each kind of request becomes, and a busy quarter of an hour."""
import os
import random
import re
import sys
import time
import unittest

import case
import gpus
import gq
import test_choice as place
from case import at, soon

CORES = 8	# of each node
HAS_GPUS = gq.VERSION >= (23, 11)


class SiteCluster(gpus.Cluster):
    HAVE = {"n[13-16]": ("a100", 4), "n[17-20]": ("h100", 8)} if HAS_GPUS else {}
    CORES = CORES


def setUpModule():
    lines = ["Licenses=matlab:10", *(["GresTypes=gpu", *case.STAYS_DOWN] if HAS_GPUS else case.STAYS_DOWN)]
    place.start(lines=lines, kind=SiteCluster, params="bf_interval=2,garq_return=1d", extra=[
        f"Sockets=2 CoresPerSocket={CORES // 2} ThreadsPerCore=1",
        *(f"{nodes} Gres=gpu:{kind}:{cnt}" for nodes, (kind, cnt) in SiteCluster.HAVE.items())])


# What a request becomes. A text in words is a part of the refusal.
BOOKING = "booking"
WINDOW = "booking, at another time where it has to be"
LICENSES = "booking, also where no node is free"


def native(word):
    return "native", word


def placed(word):
    """Slurm's own, on nodes that the office chooses."""
    return "placed", word


def aside(word):
    """Slurm's own, and made to lie on others."""
    return "aside", word


def refused(*words):
    return "refused", *words


PLAIN = "NodeCnt=2 PartitionName=batch "	# "Users=": for nobody by name
REQUESTS = [
    ("NodeCnt=4 PartitionName=batch", BOOKING),
    ("NodeCnt=4 PartitionName=gpu", BOOKING),
    ("NodeCnt=6 PartitionName=mixed", BOOKING),
    ("NodeCnt=4 PartitionName=batch Features=mil", BOOKING),
    ("NodeCnt=4 PartitionName=batch Features=sky|mil", BOOKING),
    ("NodeCnt=2 PartitionName=gpu Features=gpu&a", BOOKING),
    ("NodeCnt=2 PartitionName=gpu Features=h", BOOKING),
    ("NodeCnt=3 PartitionName=gpu Features=[a*1&h*2]", placed("Features with numbers of nodes")),
    ("PartitionName=gpu Features=[a*1&h*2]", placed("Features with numbers of nodes")),
    ("NodeCnt=4 PartitionName=batch Features=[sky|mil]", refused("[Ff]eature")),
    ("CoreCnt=16 PartitionName=batch", BOOKING),
    ("TRES=cpu=16 PartitionName=batch", BOOKING),
    ("TRES=node=4 PartitionName=batch", BOOKING),
    ("TRES=node=2,cpu=4 PartitionName=batch", BOOKING),
    ("TRES=mem=100G PartitionName=batch", refused("reserves no such thing|not supported|not valid|[Ii]nvalid|unsupported")),
    ("NodeCnt=2 CoreCnt=8 PartitionName=batch", BOOKING),
    ("Nodes=n1 CoreCnt=2", BOOKING),
    ("Nodes=n[1-3]", BOOKING),
    ("Nodes=ALL", BOOKING),
    ("Nodes=ALL PartitionName=gpu Flags=PART_NODES", BOOKING),
    ("Licenses=matlab:4", LICENSES),
    (PLAIN + "Licenses=matlab:4", BOOKING),
    (PLAIN + "Flags=DAILY", placed("Flags=DAILY")),
    (PLAIN + "Flags=WEEKLY", placed("Flags=WEEKLY")),
    (PLAIN + "Flags=WEEKDAY", placed("Flags=WEEKDAY")),
    (PLAIN + "Flags=HOURLY Duration=10", placed("Flags=HOURLY")),
    ("Nodes=n[1-3] Flags=MAINT", aside("Flags=MAINT")),
    ("Nodes=ALL Flags=MAINT,IGNORE_JOBS", aside("Flags=MAINT")),
    (PLAIN + "Flags=IGNORE_JOBS", placed("Flags=IGNORE_JOBS")),
    (PLAIN + "Flags=OVERLAP", aside("Flags=OVERLAP")),
    (PLAIN + "Flags=TIME_FLOAT StartTime=now+60minutes", aside("Flags=TIME_FLOAT")),
    (PLAIN + "Flags=REPLACE", native("Flags=REPLACE")),
    (PLAIN + "Flags=FLEX", BOOKING),
    (PLAIN + "Flags=MAGNETIC", BOOKING),
    (PLAIN + "Flags=PURGE_COMP=5:00", BOOKING),
    (PLAIN + "Flags=REPLACE_DOWN", BOOKING),
    (PLAIN + "Flags=STATIC_ALLOC", BOOKING),
    (PLAIN + "Flags=NO_HOLD_JOBS_AFTER", BOOKING),
    (PLAIN + "Flags=ANY_NODES", refused("ANY_NODES is for licenses or a burst buffer alone")),
    (PLAIN + "Users= Groups=games", BOOKING),
    (PLAIN + "MaxStartDelay=6:00:00", WINDOW),
    ("CoreCnt=16 PartitionName=batch MaxStartDelay=6:00:00", WINDOW),
    ("Nodes=n[1-3] MaxStartDelay=6:00:00", WINDOW),
    (PLAIN + "Flags=DAILY MaxStartDelay=6:00:00", ("placed in a window", "Flags=DAILY")),
    ("CoreCnt=16 PartitionName=batch Flags=WEEKLY", placed("Flags=WEEKLY")),
    (PLAIN + "Flags=REPLACE MaxStartDelay=6:00:00", refused("left to Slurm: leave MaxStartDelay out, or book whole nodes")),
    ("NodeCnt=10 PartitionName=gpu", refused("10 nodes are asked for, 8 can serve the request", "offers, until")),
    ("BurstBuffer=100G", refused("asks for no nodes: give NodeCnt, Nodes, CoreCnt or TRES=gres/gpu=N, or Flags=ANY_NODES")),
    (PLAIN + "Duration=infinite", BOOKING),
]
NEWER = [	# before 23.11 scontrol takes no such TRES
    ("TRES=license/matlab=4", LICENSES),
    ("TRES=gres/gpu=4 PartitionName=gpu", BOOKING),
    ("TRES=gres/gpu:h=4 PartitionName=gpu", refused("has GPUs of type h that can be reserved")),
    ("TRES=gres/gpu:h100=4 PartitionName=gpu", BOOKING),
    ("TRES=node=2,gres/gpu=6,cpu=4 PartitionName=gpu", BOOKING),
    ("TRES=gres/gpu=4 PartitionName=gpu MaxStartDelay=6:00:00", WINDOW),
]


class Requests(case.Case):
    def ask(self, words):
        given = {w.split("=")[0] for w in words.split()}
        more = [w for w in (f"StartTime={gq.stamp(at(10))}", "Duration=60", f"Users={gq.ME}") if w.split("=")[0] not in given]
        return self.c.scontrol("create", "reservation", "ReservationName=x", *more, *(w for w in words.split() if w != "Users="))

    def kind(self):
        """KIND and NATIVE-BY of x."""
        out = self.c.run(gq.sresv(), "list", "-o", "NAME,KIND,NATIVE-BY", "--parsable", "--noheader").out
        return next(line.split("|")[1:] for line in out.splitlines() if line.startswith("x|"))

    def each(self, check):
        for words, becomes in REQUESTS + (NEWER if HAS_GPUS else []):
            with self.subTest(words):
                r = self.ask(words)
                try:
                    check(r, *((becomes,) if isinstance(becomes, str) else becomes))
                finally:
                    if r.ok:
                        self.assertTrue(self.c.delete("x").ok)

    def assertRefused(self, r, *patterns):
        self.assertFalse(r.ok, r)
        for pattern in patterns:
            self.assertRegex(r.err, pattern)

    def on_an_empty_day(self, r, how, *words):
        if how == "refused":
            self.assertRefused(r, *words)
        else:
            self.assertTrue(r.ok, r)
            self.assertEqual(self.kind(), ["native", *words] if words else ["booking", ""])

    def on_a_full_day(self, r, how, *words):
        if how in ("native", "placed", BOOKING):
            self.assertRefused(r, "reservation all", *([] if how == "native" else ["earliest start", "offers, until"]))
        elif how in (WINDOW, "placed in a window"):
            self.assertTrue(r.ok, r)
            self.assertGreaterEqual(self.start_of("x"), self.end_of("all"))
        else:
            self.on_an_empty_day(r, how, *words)

    def test_on_an_empty_day(self):
        self.each(self.on_an_empty_day)

    def test_on_a_full_day(self):
        self.make("all", at(9), at(13), NodeCnt=None, Nodes="ALL")
        self.each(self.on_a_full_day)

    @unittest.skipIf(HAS_GPUS, "from 23.11 on GPUs can be reserved")
    def test_gpus_before_they_can_be_reserved(self):
        for words, _ in NEWER:
            self.assertRefused(self.ask(words))



class Day(case.Case):
    """
    Courses, users of parts of nodes, requests that stand by or want few switches, jobs, maintenance, nodes that fail, leave a
    partition or have other features, and kills of the controller, all at once, at random.
    """
    STEPS = int(os.environ.get("STEPS", "40"))

    def setUp(self):
        super().setUp()
        self.seed = int(os.environ.get("SEED", time.time_ns() % 10**9))
        print(f"# SEED={self.seed}", file=sys.stderr)
        self.dice = random.Random(self.seed)
        self.asked, self.down, self.made = {}, [], 0
        self.failed = set()	# nodes that were down at some time
        self.lost = None	# what gives a node its partition or feature back
        self.addCleanup(self.give_back)

    def end_maintenance(self):
        """
        A node whose maintenance ended while slurmctld was away keeps that state in Slurm, until it updates a reservation itself.
        """
        self.assertTrue(self.c.create("last", StartTime=gq.stamp(at(10)), Duration=1, Nodes="n1", Flags="MAINT").ok)
        self.assertTrue(self.c.update("last", Users=f"{gq.ME},daemon").ok)

    # --- what is done ------------------------------------------------------

    def request(self):
        """Words of a request, and the cores and GPUs that it is for; none: whole nodes."""
        pick, number = self.dice.choice, self.dice.randint
        n = number(1, 12)
        kinds = [(f"NodeCnt={number(1, 3)} PartitionName={pick(list(place.PARTS))}", None),
                 (f"Nodes={','.join(self.dice.sample(self.all, 2))}", None),
                 (f"CoreCnt={n} PartitionName={pick(['batch', 'mixed'])}", (n, 0)),
                 (f"NodeCnt=2 CoreCnt={n + 1} PartitionName=batch", (n + 1, 0))]
        n = number(1, 6)
        kinds += [(f"TRES=gres/gpu{pick(['', ':a100', ':h100'])}={n},cpu={n} PartitionName=gpu", (n, n))] * 4 if HAS_GPUS else []
        return pick(kinds)

    def book(self):
        words, units = self.request()
        start, minutes = soon(self.dice.randint(2, 60)), self.dice.randint(1, 3)
        window = self.dice.choice([0, 0, 300])
        self.made += 1
        name = f"r{self.made}"
        more = [f"MaxStartDelay={window // 60}"] if window else []
        more += self.dice.choice([[], [], [], [f"Flags={self.dice.choice(['FLEX', 'MAGNETIC', 'PURGE_COMP=0:20', 'REPLACE_DOWN'])}"]])
        wish = self.dice.choice(["", "", "", "standby:book:", "switches:1:" if words.startswith("NodeCnt") and not units else ""])
        r = self.c.scontrol("create", "reservation", f"ReservationName={wish}{name}", f"StartTime={gq.stamp(start)}",
                            f"Duration={minutes}", f"Users={gq.ME}", *more, *words.split())
        if not r.ok:
            self.assertRegex(r.err, "in the way|missing", words)
        elif name in self.c.reservations() and "PURGE" not in str(more):	# others stand by, or go when they are not used
            self.asked[name] = (start, start + window, minutes * 60, units)

    def course(self):
        """Three days to come, all of them or none."""
        self.made += 1
        dates = [time.strftime("%Y-%m-%d", time.localtime(at(10, day=day))) for day in (3, 4)]
        what = "TRES=gres/gpu:h100=12,cpu=12" if HAS_GPUS else "CoreCnt=12"
        r = self.c.scontrol("create", "reservation", f"ReservationName=also:{','.join(dates)}:c{self.made}",
                            f"StartTime={gq.stamp(at(10))}", "Duration=120", f"Users={gq.ME}", "PartitionName=gpu", what)
        self.assertTrue(r.ok or "dates ha" in r.err, r)

    def skip_date(self):
        dates = [name for name in self.c.reservations() if re.fullmatch(r"c\d+-\d{4}-\d\d-\d\d", name)]
        if dates:
            self.assertTrue(self.c.delete(self.dice.choice(dates)).ok)

    def recur(self):
        """What recurs on named nodes, or has numbers by feature: at most three of them."""
        own = [name for name in self.c.reservations() if name.startswith("d")]
        if len(own) == 3:
            self.assertTrue(self.c.delete(self.dice.choice(own)).ok)
        self.made += 1
        words = self.dice.choice(["Nodes=n3 Flags=DAILY", "Nodes=n5 CoreCnt=6 Flags=WEEKDAY", "NodeCnt=2 Features=[sky*1&mil*1]"])
        r = self.c.scontrol("create", "reservation", f"ReservationName=d{self.made}", f"StartTime={gq.stamp(at(10, day=2))}", "Duration=60",
                            f"Users={gq.ME}", "PartitionName=batch", *words.split())
        self.assertTrue(r.ok or "in the way" in r.err, r)	# Slurm replaces no nodes of these, by its own choice

    def change(self):
        name = self.dice.choice([*self.asked, None])
        if not name:
            return
        start, last, length, units = self.asked[name]
        if units and self.dice.random() < 0.5:
            n = self.dice.randint(1, 6)
            units = (n, units[1] and n)
            words = [f"TRES=gres/gpu={n},cpu={n}" if units[1] else f"CoreCnt={n}"]
        else:
            length += 60
            words = [f"Duration={length // 60}"]
        if self.c.scontrol("update", f"ReservationName={name}", *words).ok:
            self.asked[name] = (start, last, length, units)

    def remove(self):
        name = self.dice.choice([*self.asked, None])
        if name and self.c.delete(name).ok:
            del self.asked[name]

    def run_job(self):
        """For half a minute, inside a booking or beside them."""
        name = self.dice.choice([*self.asked, *[None] * len(self.asked), None])
        inside, gres = [], []
        if name:
            inside = [f"--reservation={name}"]
            if (self.asked[name][3] or (0, 0))[1]:
                gres = ["--gres=gpu:1"]
        elif HAS_GPUS:
            gres = [f"--gres=gpu{self.dice.choice(['', ':a100', ':h100'])}:{self.dice.randint(1, 4)}"]
        array = self.dice.choice([[], [], ["-a1-3"]])
        self.c.run("sbatch", "-o", "/dev/null", *array, "-N1", "-n1", "-t1", "-p", "gpu" if gres else "batch,mixed,gpu", *gres, *inside,
                   "--wrap", "exec sleep 40")	# it may be refused

    def change_job(self):
        """More time, by which bookings by number leave its nodes, or a new start; it may have ended."""
        jobs = self.c.run("squeue", "-h", "-t", "R", "-o", "%A").out.split()
        if jobs:
            job = self.dice.choice(jobs)
            self.c.scontrol(*self.dice.choice([["update", "TimeLimit=+1", f"JobId={job}"], ["requeue", job]]))

    def take_away(self):
        """A node leaves its partition, or has another feature; the next time it gets back what it had."""
        if self.give_back():
            return
        node = self.dice.choice(self.all[:12])
        if self.dice.random() < 0.5:
            rest = ",".join(n for n in [*self.all[:12], *self.all[20:]] if n != node)
            lost, self.lost = ["PartitionName=batch", f"Nodes={rest}"], ["PartitionName=batch", f"Nodes={place.PARTS['batch']}"]
        else:
            has = next(f for nodes, f in place.FEATURES.items() if node in gq.expand(nodes))
            lost, self.lost = ([f"NodeName={node}", f"AvailableFeatures={f}", f"ActiveFeatures={f}"] for f in ("other", has))
        r = self.c.scontrol("update", *lost)
        self.assertTrue(r.ok, r)

    def give_back(self):
        words, self.lost = self.lost, None
        if words:
            r = self.c.scontrol("update", *words)
            self.assertTrue(r.ok, r)
        return words

    def maintain(self):
        self.made += 1
        start = soon(self.dice.randint(10, 60))
        self.c.scontrol("create", "reservation", f"ReservationName=m{self.made}", f"StartTime={gq.stamp(start)}", "Duration=1",
                        f"Users={gq.ME}", f"Nodes={self.dice.choice(self.all)}", "Flags=MAINT,IGNORE_JOBS")

    def fail_or_mend(self):
        if self.down:
            self.c.scontrol("update", f"NodeName={self.down.pop()}", "State=RESUME")	# a start may have done so
        else:
            self.down.append(self.dice.choice(self.all))
            self.failed.add(self.down[0])
            self.set_node(self.down[0], "DOWN")

    # --- what must be ------------------------------------------------------

    def line(self, name):
        """What was promised, for check-reservations."""
        first, last, length, units = self.asked[name]
        return {"name": name, "esr": first, "lsr": last, "duration": length, **dict(zip(("cores", "gpus"), units or ()))}

    def check(self):
        """All that was promised is there; no two bookings or jobs have a core or a GPU at the same time, jobs those of their bookings."""
        path = os.path.join(self.c.folder, "gpus")
        with open(path, "w") as f:
            f.writelines(gpus.lines(self.ledger("SELECT name, start, cores FROM booking WHERE closed IS NULL")))
        r = gq.check(self.c, map(self.line, self.asked), "--gpus", path, "--grace", 600)	# a job that ended while slurmctld was away is known to have minutes later
        self.assertIn(r.code, (0, 1), r)
        wrong = [line for line in r.out.splitlines()[:-1] if not self.is_left_behind(line)]
        self.assertTrue(r.out.endswith(" violations\n") and not wrong, (wrong, r, self.c.scontrol("show", "reservation").out, self.c.log()[-3000:]))

    def is_left_behind(self, line):
        """A job ends on a node that failed, or is back there after a kill: Slurm had not saved its end. Its booking has another node."""
        found = re.match(r"job \S+ runs on (\S+), not a node of its reservation", line)
        return found and gq.expand(found[1]) <= self.failed

    def test_a_busy_day(self):
        self.all = [f"n{i}" for i in range(1, 25)]
        deeds = [self.book] * 8 + [self.run_job] * 4 + [self.change] * 2 + [
            self.remove, self.course, self.skip_date, self.recur, self.change_job, self.take_away, self.maintain, self.fail_or_mend]
        for step in range(1, self.STEPS + 1):
            self.dice.choice(deeds)()
            time.sleep(0.6)
            if step % 10 == 0:
                self.check()
            if step % 20 == 0:
                self.kill()
                self.check()
        self.assertGreater(len(self.asked), 5)
        self.end_maintenance()


if __name__ == "__main__":
    unittest.main()
