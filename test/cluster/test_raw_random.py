# SPDX-License-Identifier: GPL-2.0-or-later
"""Random requests of an ordinary user: packed by Slurm's library with any value in each field (raw_random.c), and with
bytes that are damaged after it has packed them (raw_damaged.c).

slurmctld lives, what others have stays as it is, what was refused leaves nothing, what is counted is what scontrol
shows, and no plan takes more steps than it may. SEED= replays, ROUNDS= is how often (GARQ_LONG=1: 100 times).
"""
import concurrent.futures
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

import case
import deadline
import gq
import test_locks
import users
from case import OTHER, at
from test_soak import RECOUNT
from users import THIRD

REQUESTS = 150  # of each round
DAMAGED = 500 if os.environ.get("GARQ_LONG") else 200  # messages of each round and client
GROWTH = 24  # MB of memory that they may cost, however many they are
TOP = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
SLURM = os.path.join(TOP, "slurm-src")  # contrib/get-slurm-headers
CLIENTS = 4
ROUNDS = int(os.environ.get("ROUNDS", "100" if os.environ.get("GARQ_LONG") else "1"))


def setUpModule():
    users.start(["Licenses=a:10", "JobSubmitPlugins=garq"])


def libslurmfull():
    """Slurm's library of its commands, beside its plugins; None: there is none."""
    return next(iter(glob.glob("/usr/lib/*/slurm*/libslurmfull.so") + glob.glob("/usr/lib*/slurm/libslurmfull.so")), None)


class Case(users.Case):
    SOURCE, LIBS = None, ()

    @classmethod
    def setUpClass(cls):
        folder = tempfile.mkdtemp(prefix="garq-raw-")
        cls.addClassCleanup(shutil.rmtree, folder)
        os.chmod(folder, 0o755)
        cls.program = os.path.join(folder, cls.SOURCE)
        source = os.path.join(os.path.dirname(os.path.abspath(__file__)), f"{cls.SOURCE}.c")
        subprocess.run(["cc", "-Wall", "-Wextra", "-I", TOP, "-o", cls.program, source, *cls.LIBS], check=True)

    def setUp(self):
        super().setUp()
        self.reconfigure(SchedulerParameters="bf_interval=2,garq_users=yes,garq_user_rate=0,garq_jobs=deadline,garq_verify=1")
        self.make("keep", at(8), at(10), NodeCnt=2)
        self.make("wide", at(8), at(9), NodeCnt=2, MaxStartDelay="4:00:00")
        self.make("other", at(12), at(13), NodeCnt=3, user=THIRD, Users=THIRD)
        self.pid = self.c.controller()
        self.seed = int(os.environ.get("SEED", time.time_ns() % 1000000))
        print(f"# {self.id()}: SEED={self.seed}", file=sys.stderr)

    def theirs(self):
        """What others have, but for the nodes and, of the flexible one, the time."""
        lines = [line for line in self.shown().splitlines()
                 if re.match(r"ReservationName=(keep|wide|other) ", line)]
        lines = [re.sub(r" Nodes=\S+", "", line) for line in lines]
        return [re.sub(r" (StartTime|EndTime)=\S+", "", line) if "=wide " in line else line for line in lines]

    def send(self, first, count, *words):
        """The lines for what was granted."""
        r = self.c.run(self.program, self.seed, first, count, at(0), *words, user=OTHER, timeout=1800)
        self.assertTrue(r.ok, r)
        *granted, last = r.out.splitlines()
        print(f"# {last}, {len(granted)} granted", file=sys.stderr)
        return granted

    def sound(self):
        """After any number of requests."""
        self.assertEqual(self.c.controller(), self.pid)
        self.assertTrue(gq.runs(self.pid), "slurmctld is gone")
        self.assertEqual(self.theirs(), self.before)
        self.assertNotRegex(self.c.log(), r"(?i)sched/garq: .*(internal error|rule .* broken)")
        r = self.c.run(gq.sresv(), "stats", "--locks", "--json")
        steps = [row["max"] for row in json.loads(r.out)["locks"] if row["part"] == "steps"]
        self.assertLess(max(steps, default=0), test_locks.MOST_MS * test_locks.STEPS_PER_MS)
        r = self.c.run(RECOUNT, timeout=gq.LEAST)
        self.assertTrue(r.ok, r)

    def clean(self):
        self.end_jobs()
        super().clean()

    def end_jobs(self):
        """Their bookings go a moment after them."""
        jobs = self.c.run("squeue", "-h", "-o", "%A").out.split()
        if jobs:
            self.c.run("scancel", *jobs)
            gq.wait_for(lambda: not self.c.run("squeue", "-h").out, "jobs end", 120)
        gq.wait_for(lambda: not any(name.startswith(deadline.PREFIX) for name in self.c.reservations() | dict.fromkeys(self.live())),
                    "the bookings of jobs go", 120)

    def clear(self):
        """All that was granted goes, and nothing else is there."""
        self.end_jobs()
        for name in self.c.offers():
            self.c.delete(name)
        for name in set(self.c.reservations()) - {"keep", "wide", "other"}:
            r = self.c.delete(name)
            self.assertTrue(r.ok or name not in self.c.reservations(), r)
        self.assertEqual(self.theirs(), self.before)
        gq.wait_for(lambda: self.live() == {"keep", "wide", "other"}, f"nothing else is there: {self.live()}", 120)

    def left(self, granted):
        """The names that there may be, by what was granted to one client."""
        names = set()
        for line in granted:
            found = re.fullmatch(r"(create|update|delete) (?:hold:\d+:)?(\S+)", line)
            what, name = found.groups() if found else ("", "")
            if what == "create":
                names.add(name)
            elif what == "update":
                names.add(re.sub(r"\.\d+$", "", name))  # it may be an offer
            elif what == "delete":
                names.discard(name)
        return names


@case.needs_root
@unittest.skipUnless(shutil.which("cc") and os.path.exists("/usr/include/slurm/slurm.h"),
                     "raw requests need cc and libslurm-dev")
class Random(Case):
    SOURCE, LIBS = "raw_random", ("-lslurm",)

    def test_one_after_another(self):
        """Nothing is there that was not granted."""
        self.before = self.theirs()
        granted = self.send(0, REQUESTS)
        there = {name for name in self.live() if not name.startswith(deadline.PREFIX)} - {"keep", "wide", "other"}
        self.assertLessEqual(there, self.left(granted), granted)
        self.sound()
        self.clear()

    def test_at_once(self):
        self.before = self.theirs()
        for i in range(ROUNDS):
            first = 1000000 + i * CLIENTS * REQUESTS
            with concurrent.futures.ThreadPoolExecutor(CLIENTS) as pool:
                for one in [pool.submit(self.send, first + k * REQUESTS, REQUESTS) for k in range(CLIENTS)]:
                    one.result()
            self.sound()
            self.clear()


@case.needs_root
@unittest.skipUnless(shutil.which("cc") and os.path.exists(f"{SLURM}/src/common/pack.h") and libslurmfull(),
                     "damaged messages need cc, slurm-src and the library of Slurm's commands")
class Damaged(Case):
    """Header and credential are right, the bytes behind them are not."""
    SOURCE = "raw_damaged"
    LIBS = libslurmfull() and ("-rdynamic", "-isystem", SLURM, "-isystem", f"{SLURM}/slurm", libslurmfull(),
                               f"-Wl,-rpath,{os.path.dirname(libslurmfull())}")

    def memory(self):
        """MB that slurmctld has in memory."""
        with open(f"/proc/{self.pid}/status") as f:
            return int(re.search(r"^VmRSS:\s+(\d+) kB", f.read(), re.M)[1]) / 1024

    def round(self, i, *words):
        """All clients send at once; nothing is there that was not granted."""
        with concurrent.futures.ThreadPoolExecutor(CLIENTS) as pool:
            sent = [pool.submit(self.send, (i * CLIENTS + k) * DAMAGED, DAMAGED, OTHER, *words) for k in range(CLIENTS)]
            granted = {line.partition(" ")[::2] for one in sent for line in one.result()}
        names = {name.removeprefix("hold:600:") for what, name in granted if what in ("create", "update")}
        there = {name for name in self.live() if not name.startswith(deadline.PREFIX)} - {"keep", "wide", "other"}
        self.assertLessEqual(there, names | {re.sub(r"\.\d+$", "", name) for name in names})
        self.sound()
        self.clear()
        self.honest()

    def honest(self):
        """The next request that is as it should be."""
        self.make("honest", at(30), at(31), NodeCnt=6, user=OTHER, Users=OTHER)
        r = self.c.delete("honest", user=OTHER)
        self.assertTrue(r.ok, r)

    def test_damaged(self):
        self.before = self.theirs()
        for i in range(ROUNDS):
            self.round(i)
        self.assertIn("Malformed RPC", self.c.log())

    def test_that_can_be_unpacked(self):
        """Memory does not grow with their number. Of what can't be unpacked Slurm 22.05 itself leaks some."""
        self.before = self.theirs()
        self.round(0, "whole")
        first = self.memory()  # with what is allocated once
        for i in range(ROUNDS):
            self.round(1 + i, "whole")
        print(f"# {first:.0f} MB, then {self.memory():.0f} MB", file=sys.stderr)
        self.assertLess(self.memory() - first, GROWTH)
        served = self.c.run("sdiag").out
        for kind in ("CREATE_RESERVATION", "UPDATE_RESERVATION", "DELETE_RESERVATION", "SUBMIT_BATCH_JOB", "UPDATE_JOB",
                     "JOB_WILL_RUN", "SUBMIT_BATCH_HET_JOB", "UPDATE_CRONTAB"):
            self.assertIn(f"REQUEST_{kind} ", served)


@case.needs_root
@unittest.skipUnless(shutil.which("cc") and os.path.exists("/usr/include/slurm/slurm.h"),
                     "raw requests need cc and libslurm-dev")
class Guarded(Case):
    """Jobs that name siblings of a federation that is not there, or lists of nodes without end: Slurm alone ends."""
    SOURCE, LIBS = "raw_guarded", ("-lslurm",)

    def refused(self, wrong, told, err):
        self.before, seen = self.theirs(), self.c.log().count(told)
        for what in ("submit", "allocate", "test", "change", "submit-several", "allocate-several"):
            with self.subTest(wrong=wrong, what=what):
                r = self.c.run(self.program, wrong, what, user=OTHER)
                self.assertFalse(r.ok, r)
                self.assertTrue(gq.runs(self.pid), "slurmctld is gone")
                self.assertIn(err, r.out)
        self.assertEqual(self.c.log().count(told) - seen, 6)

    def test_siblings(self):
        self.refused("siblings", "names siblings, and there is no federation", "Not a valid federated job")
        self.sound()
        self.clear()

    def test_lists_without_end(self):
        for wrong in ("brackets", "excluded", "names"):
            self.refused(wrong, "has a list of nodes that slurmctld could not expand", "Invalid node name specified")
        for words in (["create", "reservation", "ReservationName=r", f"StartTime={gq.stamp(at(1))}", "Duration=1", "Users=root"], ["update", "ReservationName=keep"]):
            r = self.c.scontrol(*words, "Nodes=n" + "[1]" * 20000)
            self.assertFalse(r.ok, r)
            self.assertIn("Nodes has a name with more than 16 pairs of brackets", r.err)
        self.sound()
        self.clear()


if __name__ == "__main__":
    unittest.main()
