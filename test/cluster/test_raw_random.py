# SPDX-License-Identifier: GPL-2.0-or-later
"""Random requests of an ordinary user, packed by Slurm's library with any value in each field (raw_random.c).

slurmctld lives, what others have stays as it is, what was refused leaves nothing, what is counted is what scontrol
shows, and no plan takes more steps than it may. SEED= replays, ROUNDS= is how often (GARQ_LONG=1: 100 times).
"""
import concurrent.futures
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
CLIENTS = 4
ROUNDS = int(os.environ.get("ROUNDS", "100" if os.environ.get("GARQ_LONG") else "1"))


def setUpModule():
    users.start(["Licenses=a:10", "JobSubmitPlugins=garq"])


@case.needs_root
@unittest.skipUnless(shutil.which("cc") and os.path.exists("/usr/include/slurm/slurm.h"),
                     "raw requests need cc and libslurm-dev")
class Random(users.Case):

    @classmethod
    def setUpClass(cls):
        folder = tempfile.mkdtemp(prefix="garq-raw-")
        cls.addClassCleanup(shutil.rmtree, folder)
        os.chmod(folder, 0o755)
        cls.program = os.path.join(folder, "raw_random")
        source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "raw_random.c")
        subprocess.run(["cc", "-Wall", "-Wextra", "-o", cls.program, source, "-lslurm"], check=True)

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

    def send(self, first, count):
        """The lines for what was granted."""
        r = self.c.run(self.program, self.seed, first, count, at(0), user=OTHER, timeout=600)
        self.assertTrue(r.ok, r)
        *granted, last = r.out.splitlines()
        print(f"# {last}, {len(granted)} granted", file=sys.stderr)
        return granted

    def sound(self):
        """After any number of requests."""
        self.assertEqual(self.c.controller(), self.pid)
        self.assertTrue(gq.runs(self.pid), "slurmctld is gone")
        self.assertEqual(self.theirs(), self.before)
        self.assertNotRegex(self.c.log(), r"(?i)sched/garq: .*(internal error|rule .* broken|out of memory)")
        r = self.c.run(gq.sresv(), "stats", "--locks", "--json")
        steps = [row["max"] for row in json.loads(r.out)["locks"] if row["part"] == "steps"]
        self.assertLess(max(steps, default=0), test_locks.MOST_MS * test_locks.STEPS_PER_MS)
        r = self.c.run(RECOUNT, timeout=120)
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


if __name__ == "__main__":
    unittest.main()
