# SPDX-License-Identifier: GPL-2.0-or-later
"""A clock that was ahead and is put back: what is there counts, as after a start."""
import os
import re
import shutil
import subprocess
import time
import unittest
import unittest.mock

import case
import gq
from case import at, soon

AHEAD = 3600
DAY = 86400
YEARS = 10 * 365 * DAY


def setUpModule():
    if not shutil.which("cc"):
        raise unittest.SkipTest("another clock needs cc")
    folder = case.new_folder()
    unittest.addModuleCleanup(shutil.rmtree, folder)
    library, Clock.file = os.path.join(folder, "clock.so"), os.path.join(folder, "ahead")
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "clock.c")
    subprocess.run(["cc", "-Wall", "-Wextra", "-shared", "-fPIC", "-o", library, source], check=True)
    other = os.environ.get("GARQ_CLUSTER_PRELOAD")
    words = {"GARQ_TEST_CLOCK": Clock.file, "GARQ_CLUSTER_PRELOAD": f"{other}:{library}" if other else library}
    patch = unittest.mock.patch.dict(os.environ, words)
    patch.start()
    unittest.addModuleCleanup(patch.stop)
    Clock.put(0)
    # A node that was asked an hour ago, by such a clock, is not taken to be dead.
    case.start(6, lines=[*case.STAYS_DOWN, "SlurmdTimeout=0"])


class Clock(case.Case):
    @classmethod
    def put(cls, seconds):
        """The clock of slurmctld is ahead by so many."""
        with open(cls.file + ".new", "w") as f:
            f.write(f"{seconds}\n")
        os.replace(cls.file + ".new", cls.file)

    def setUp(self):
        super().setUp()
        self.addCleanup(self.put, 0)
        self.put(AHEAD)
        self.make("x", at(10), at(11), NodeCnt=6)
        self.change("x", NodeCnt=3)

    def test_what_begins_soon(self):
        self.put(0)
        self.make("r", soon(600), Duration=10, NodeCnt=6)
        self.refuse("s", "reservation r ", start=soon(900), Duration=10, NodeCnt=1)
        self.make("s", soon(1300), Duration=10, NodeCnt=6)

    def test_jobs_that_began_since(self):
        self.put(0)
        # Slurm does not look at jobs that wait until the time at which it last did, but serves this at once.
        r = self.c.run("salloc", "--no-shell", "-N6", "--exclusive", "-t240")
        self.assertTrue(r.ok, r)
        job = re.search(r"Granted job allocation (\d+)", r.err)[1]
        self.refuse("r", f"job {job} ", start=soon(2 * AHEAD), Duration=10, NodeCnt=1)

    def test_node_that_fails(self):
        self.parameters("garq_return=never")
        self.addCleanup(self.restart)	# Slurm asks no node until the time at which it last did
        node = min(self.nodes("x"))
        self.set_node(node, "DOWN")
        self.refuse("r", "1 of 6 nodes is missing", start=soon(2 * AHEAD), Duration=10, NodeCnt=6)
        self.put(0)
        gq.wait_for(lambda: node not in self.nodes("x"), "it has another node", 120)


class Kept(case.Case):
    """Bookings outlast a clock that is wrong for a while."""

    def setUp(self):
        super().setUp()
        self.addCleanup(Clock.put, 0)
        self.make("count", at(10), Duration=60, NodeCnt=3, Users="root,daemon")
        self.make("list", at(10), at(10, 30, 7), Nodes="n[5-6]", Accounts="red", Users=None)
        self.make("wide", at(12), Duration=30, NodeCnt=4, MaxStartDelay="4:00:00")
        self.make("far", at(10, day=5), at(11, day=5), NodeCnt=6)
        self.make("gone", at(14), at(15), NodeCnt=6)

    def wait_none(self):
        """Slurm takes all of them to be over."""
        gq.wait_for(lambda: not self.c.reservations(), "all of them are over", 120)
        gq.wait_for(lambda: not self.live(), "the ledger has closed them")

    def wait_back(self, before):
        gq.wait_for(lambda: set(self.c.reservations()) >= {"count", "list", "wide", "far", "gone"},
                    "all of them are there", 60)
        # until names have been looked up a stand-in keeps the nodes
        gq.wait_for(lambda: self.shown() == before, lambda: f"they are as they were: {self.shown()}", 60)
        self.assertEqual(self.live(), set(self.c.reservations()))

    def test_put_back_by_a_day_and_killed(self):
        """Slurm saves nothing until the clock is where it was."""
        Clock.put(-DAY)
        self.make("new", at(16), at(17), NodeCnt=5)
        self.change("count", NodeCnt=2, Users="daemon")
        self.change("list", end=at(10, 40))
        self.assertTrue(self.c.delete("gone").ok)
        before = self.shown()
        for _ in range(2):
            self.kill()
            self.assertEqual(self.shown(), before)
        self.assertNotIn("gone", self.live())
        Clock.put(0)
        self.kill()
        self.assertEqual(self.shown(), before)

    def test_years_ahead_and_back(self):
        before = self.shown()
        Clock.put(YEARS)
        self.wait_none()
        Clock.put(0)
        self.wait_back(before)
        self.refuse("x", "reservation far ", start=at(10, day=5), end=at(11, day=5), NodeCnt=1)
        self.kill()
        self.assertEqual(self.shown(), before)
        self.assertTrue(self.c.delete("far").ok)
        self.restart()
        self.assertNotIn("far", self.c.reservations())

    def test_years_ahead_for_a_moment(self):
        """The clock is put back before the agent has looked at it: a request has seen that all of them are over."""
        before = self.shown()
        Clock.put(YEARS)
        gq.wait_for(lambda: not self.c.reservations(), "all of them are over", 120, pause=0.05)
        Clock.put(0)
        self.wait_back(before)

    def test_years_ahead_and_killed(self):
        before = self.shown()
        Clock.put(YEARS)
        self.wait_none()
        self.kill()
        Clock.put(2 * YEARS)
        self.kill()
        self.assertEqual(self.c.reservations(), {})
        self.c.kill_controller()
        Clock.put(0)
        self.start_ctld()
        self.wait_back(before)

    def test_years_ahead_where_it_is_started(self):
        """As on a machine whose battery is empty: what Slurm has read is over at once."""
        before = self.shown()
        self.stop_ctld()
        Clock.put(YEARS)
        self.start_ctld()
        self.wait_none()
        Clock.put(0)
        self.wait_back(before)

    def test_node_that_is_away_while_it_is_ahead(self):
        """Slurm gives a booking that has begun by then the nodes that are left, and moves its start."""
        before = self.shown()
        path = os.path.join(self.c.folder, "slurm.conf")
        with open(path) as f:
            conf = f.read()
        self.addCleanup(case.replace, path, conf)
        self.stop_ctld()
        case.replace(path, re.sub(r"^NodeName=n6 .*\n", "", conf, flags=re.M).replace("Nodes=n[1-6]", "Nodes=n[1-5]"))
        Clock.put(at(10, 30, day=5) - int(time.time()))
        self.start_ctld()
        self.assertNotIn("n6", self.nodes("far"))
        self.stop_ctld()
        case.replace(path, conf)
        Clock.put(0)
        self.start_ctld()
        self.wait_back(before)

    def test_another_has_the_nodes_by_then(self):
        """A booking by count gets others, but none that another booking had: list has n5 and n6."""
        Clock.put(YEARS)
        self.wait_none()
        self.stop_ctld()
        self.c.cluster("set", "SchedulerType=sched/backfill")
        self.addCleanup(self.restart, SchedulerType="sched/garq")
        Clock.put(0)
        self.start_ctld()
        self.make("plain", at(10), at(11), Nodes="n1")
        self.restart(SchedulerType="sched/garq")
        self.assertEqual(set(self.c.reservations()), {"plain", "count", "list", "wide", "far", "gone"})
        for other in "plain", "list":
            self.assertFalse(self.nodes(other) & self.nodes("count"), self.shown())


if __name__ == "__main__":
    unittest.main()
