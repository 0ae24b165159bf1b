# SPDX-License-Identifier: GPL-2.0-or-later
"""Flexible bookings move inside their windows, so that others fit; nobody else moves."""
import re
import unittest

import case
import gq
from case import at, soon


def setUpModule():
    case.start(6, lines=case.STAYS_DOWN)


class Create(case.Case):
    """Six nodes; f may start from 10:00 to 12:00."""

    def setUp(self):
        super().setUp()
        self.make("f", at(10), Duration=60, NodeCnt=4, MaxStartDelay="2:00:00")
        self.assertLies("f", at(10), at(11), 4)

    def test_one_moves_for_a_rigid_one(self):
        self.make("r", at(10), Duration=60, NodeCnt=4)
        self.assertLies("r", at(10), at(11), 4)
        self.assertLies("f", at(11), at(12), 4)
        self.assertEqual(self.fields("f")["MaxStartDelay"], "02:00:00")

    def test_not_out_of_its_window(self):
        self.make("r", at(10), Duration=60, NodeCnt=4)
        self.make("s", at(11), Duration=60, NodeCnt=4)
        self.assertLies("f", at(12), at(13), 4)
        self.refuse("t", "missing", start=at(12), Duration=60, NodeCnt=4)
        self.assertLies("f", at(12), at(13), 4)

    def test_a_refused_one_moves_nobody(self):
        self.make("r", at(11), at(13), NodeCnt=5)
        self.assertLies("f", at(10), at(11), 4)
        before = self.shown()
        self.refuse("s", "2 of 4 nodes are missing", start=at(10, 30), Duration=30, NodeCnt=4)
        self.assertEqual(self.shown(), before)

    def test_a_rigid_one_does_not_move(self):
        self.make("r", at(13), at(14), NodeCnt=4)
        self.refuse("s", "missing", start=at(13), Duration=60, NodeCnt=4, MaxStartDelay="30:00")
        self.assertLies("r", at(13), at(14), 4)

    def test_two_flexible_ones(self):
        self.make("g", at(10), Duration=30, NodeCnt=4, MaxStartDelay="2:00:00")
        # The shorter one is first in the paper's order.
        self.assertLies("g", at(10), at(10, 30), 4)
        self.assertLies("f", at(10, 30), at(11, 30), 4)

    def test_named_nodes_move_in_time_only(self):
        self.make("p", at(15), Duration=60, Nodes="n[2-3]", MaxStartDelay="2:00:00")
        self.make("r", at(15), Duration=60, Nodes="n[3-4]")
        self.assertLies("p", at(16), at(17), 2)
        self.assertEqual(self.nodes("p"), {"n2", "n3"})

    def test_a_count_makes_room_on_named_nodes(self):
        """Who asked for a count changes nodes, at the same time."""
        own = self.nodes("f")
        some = sorted(own)[:2]
        self.make("p", at(10), at(11), Nodes=",".join(some))
        self.assertLies("f", at(10), at(11), 4)
        self.assertEqual(self.nodes("f") & set(some), set())

    def test_counts_decide(self):
        """Each of two keeps three nodes for all its time, whatever nodes were free at first."""
        self.c.delete("f")
        self.make("a", at(10), at(12), NodeCnt=2)
        self.make("b", at(10), at(11), NodeCnt=2)
        self.make("c", at(12), at(13), Nodes=",".join(sorted(self.nodes("b"))))
        # Free throughout are two; the rest is left by those that can be bound again.
        self.make("d", at(11), at(13), NodeCnt=4)
        self.assertLies("d", at(11), at(13), 4)
        self.check()

    def check(self):
        r = gq.check(self.c, [])
        self.assertTrue(r.ok, r)


class Room(case.Case):
    """r has 10:00 to 11:00; f came later, and lies behind it."""

    def setUp(self):
        super().setUp()
        self.make("r", at(10), Duration=60, NodeCnt=4)
        self.make("f", at(10), Duration=60, NodeCnt=4, MaxStartDelay="2:00:00")
        self.assertLies("f", at(11), at(12), 4)

    def test_by_a_delete(self):
        self.c.delete("r")
        self.assertLies("f", at(10), at(11), 4)

    def test_by_an_update(self):
        self.change("r", NodeCnt=2)
        self.assertLies("f", at(10), at(11), 4)

    def test_by_an_update_of_times(self):
        self.change("r", at(9, 30))
        self.assertLies("f", at(10, 30), at(11, 30), 4)
        self.change("r", Duration=15)
        self.assertLies("f", at(10), at(11), 4)

    def test_an_update_that_needs_room(self):
        self.change("r", Duration=90)
        self.assertLies("r", at(10), at(11, 30), 4)
        self.assertLies("f", at(11, 30), at(12, 30), 4)
        self.refuse_change("r", "missing", Duration=121)
        self.assertLies("f", at(11, 30), at(12, 30), 4)

    def test_a_kill_keeps_all(self):
        self.change("r", Duration=90)
        before = self.shown()
        self.kill()
        self.assertShown(before)
        self.c.delete("r")
        self.assertLies("f", at(10), at(11), 4)

    def test_a_restart_keeps_all(self):
        self.change("r", Duration=90)
        before = self.shown()
        self.restart()
        self.assertShown(before)
        self.change("r", Duration=60)
        gq.wait_for(lambda: self.start_of("f") == at(11), "f uses the room")
        self.assertLies("f", at(11), at(12), 4)


class Freeze(case.Case):
    def test_one_that_starts_soon_keeps_its_time(self):
        self.make("f", soon(240), Duration=60, NodeCnt=4, MaxStartDelay="2:00:00")
        start = self.start_of("f")
        self.refuse("r", "missing", start=start, Duration=60, NodeCnt=4)
        self.assertEqual(self.start_of("f"), start)

    def test_but_not_its_nodes(self):
        self.make("f", soon(240), Duration=60, NodeCnt=2, MaxStartDelay="2:00:00")
        start, own = self.start_of("f"), sorted(self.nodes("f"))
        self.make("r", start, Duration=60, Nodes=",".join(own))
        self.assertEqual(self.start_of("f"), start)
        self.assertEqual(self.nodes("f") & set(own), set())

    def test_nor_by_an_update_of_its_nodes(self):
        """It keeps its time then, unless it is the time that is to be another."""
        self.make("f", soon(240), Duration=60, NodeCnt=4, MaxStartDelay="2:00:00")
        start = self.start_of("f")
        later = start + 5400
        others = sorted({f"n{i}" for i in range(1, 7)} - self.nodes("f"))
        self.make("r", start + 1800, later, Nodes=",".join(others))
        self.refuse_change("f", f"missing from {gq.stamp(start + 1800)} on", NodeCnt=5)
        self.change("f", NodeCnt=3)
        self.assertLies("f", start, start + 3600, 3)
        self.change("f", Duration=90)
        self.assertLies("f", start, later, 3)
        self.assertEqual(self.fields("f")["MaxStartDelay"], "02:00:00")
        self.change("f", start + 60, NodeCnt=5)
        self.assertLies("f", later, later + 5400, 5)

    def test_garq_freeze(self):
        self.parameters("garq_freeze=0")
        self.make("f", soon(240), Duration=60, NodeCnt=4, MaxStartDelay="2:00:00")
        start = self.start_of("f")
        self.make("r", start, Duration=60, NodeCnt=4)
        self.assertLies("f", start + 3600, start + 7200, 4)

    def test_one_that_has_started_keeps_all(self):
        self.make("f", StartTime="now", Duration=60, NodeCnt=4, MaxStartDelay="2:00:00")
        start, own = self.start_of("f"), self.nodes("f")
        self.refuse("r", "missing", start=soon(60), Duration=60, NodeCnt=4)
        self.refuse("p", "missing", start=soon(60), Duration=60, Nodes=sorted(own)[0])
        self.assertEqual((self.start_of("f"), self.nodes("f")), (start, own))


class Nodes(case.Case):
    """A node fails. It is given up after REPAIR_PATIENCE, by the next look of the agent."""

    def setUp(self):
        super().setUp()
        self.parameters("garq_return=never")

    def test_shifts_if_no_other_is_free(self):
        self.make("a", at(10), at(11), NodeCnt=3)
        self.make("f", at(10), Duration=60, NodeCnt=3, MaxStartDelay="2:00:00")
        self.assertLies("f", at(10), at(11), 3)
        down = sorted(self.nodes("a"))[0]
        self.set_node(down, "DOWN")
        gq.wait_for(lambda: down not in self.nodes("a") | self.nodes("f"), "the node is replaced", 150)
        self.assertLies("a", at(10), at(11), 3)
        self.assertLies("f", at(11), at(12), 3)
        self.resume(down)
        gq.wait_for(lambda: self.start_of("f") == at(10), "f moves into the room", 60)

    def test_degraded_and_complete_again(self):
        self.make("a", at(10), at(11), NodeCnt=6)
        with self.logged("reservation a is degraded: it lacks n5", 150):
            self.set_node("n5", "DOWN")
        self.assertLies("a", at(10), at(11), 6)
        remark = "Comment" if gq.VERSION >= (23, 2) else "BurstBuffer"
        self.assertIn(f"{remark}=degraded: lacks n5", self.c.scontrol("-o", "show", "reservation", "a").out)
        with self.logged("reservation a is complete again"):
            self.resume("n5")

    def remarks(self):
        out = self.c.scontrol("-o", "show", "reservation").out
        return re.findall(r"ReservationName=(\S+) .*=degraded: lacks (\S+)", out)

    def test_told_once(self):
        """That the site is told of it, and that it is over, is not lost when all is counted anew or updated."""
        events = self.events("EVENT", "RESERVATION", "REASON", options="garq_return=never")
        self.make("a", at(10), at(11), NodeCnt=6)
        self.make("b", at(12), at(13), NodeCnt=6)
        self.set_node("n5", "DOWN")
        told = ["degraded a n5 failed", "degraded b n5 failed"]
        gq.wait_for(lambda: events() == told, "both are told", 150)
        self.addCleanup(self.c.scontrol, "update", "PartitionName=half", "Nodes=n[1-3]")
        self.assertTrue(self.c.scontrol("update", "PartitionName=half", "Nodes=n[2-4]").ok)
        self.assertEqual(self.remarks(), [("a", "n5"), ("b", "n5")])
        self.change("a", NodeCnt=5)
        self.assertEqual(self.remarks(), [("b", "n5")])
        told += ["mended a other nodes"]
        gq.wait_for(lambda: events() == told, "a is told", 20)
        self.change("b", plus_Users="daemon")
        self.assertEqual(self.remarks(), [("b", "n5")])
        self.resume("n5")
        told += ["mended b its nodes are back"]
        gq.wait_for(lambda: events() == told, "b is told", 60)

    def test_a_slurmd_dies(self):
        """Slurm finds out when it next sends something; nobody sets the node down, or resumes it."""
        def is_missed():
            self.reconfigure()
            return self.node_states()["n5"].endswith("*")
        self.make("a", at(10), at(11), NodeCnt=6)
        with self.logged("reservation a is complete again"):
            try:
                with self.logged("reservation a is degraded: it lacks n5", 150):
                    self.c.kill_slurmd("n5")
                    # One that has responded in the same second is not missed yet.
                    gq.wait_for(is_missed, "Slurm misses n5", pause=2)
            finally:
                self.c.start_slurmd("n5")
        self.wait_nodes("idle", ["n5"])


class Jobs(case.Case):
    def test_follows_its_booking(self):
        """A job of a booking that moves runs in it when its time comes."""
        self.parameters("garq_freeze=0")
        self.make("r", soon(20), Duration=1, NodeCnt=4)
        self.make("f", soon(20), Duration=2, NodeCnt=4, MaxStartDelay="10:00")
        job = self.job("-N4", "-t1", "--reservation=f", sleep=45)
        self.assertEqual(self.c.job_state(job), "PENDING")
        late = self.start_of("f")
        self.c.delete("r")
        gq.wait_for(lambda: self.start_of("f") < late, "f moves earlier")
        start = self.start_of("f")
        self.wait_state(job, "RUNNING")
        self.assertGreaterEqual(gq.seconds(self.job_fields(job)["StartTime"]), start)
        self.assertEqual(self.start_of("f"), start)

    def test_that_ends_early_leaves_room(self):
        self.parameters("garq_freeze=5")
        job = self.running_job("-N6", "-t30")
        end = gq.seconds(self.job_fields(job)["EndTime"])
        self.make("f", soon(60), Duration=10, NodeCnt=4, MaxStartDelay="1:00:00")
        self.assertEqual(self.start_of("f"), end)
        self.c.run("scancel", job)
        gq.wait_for(lambda: self.start_of("f") < end, "f moves earlier", 60)


class Flex(case.Case):
    """A job of a FLEX booking runs before the booking, on another node: nobody is moved onto it."""

    def test_its_update_moves_nobody_onto_its_jobs(self):
        first, last = soon(1800), soon(3600)
        self.make("o", first, last, NodeCnt=5)
        spare, = {f"n{i}" for i in range(1, 7)} - self.nodes("o")
        own = min(self.nodes("o"))
        self.make("f", at(10), at(11), Nodes=own, Flags="FLEX")
        job = self.running_job("--reservation=f", "-w", spare, "-t", "60")
        self.refuse_change("f", "missing", start=first, end=last)
        self.assertLies("o", first, last, 5)
        self.assertTrue(self.c.run("scancel", job).ok)
        self.wait_state(job, "CANCELLED")
        self.change("f", first, last)
        self.assertEqual(self.nodes("f"), {own})
        self.assertIn(spare, self.nodes("o"))


class Shifted(case.Case):
    def test_log_and_history(self):
        self.c.scontrol("setdebugflags", "+Reservation")
        self.addCleanup(self.c.scontrol, "setdebugflags", "-Reservation")
        self.make("f", at(10), Duration=60, NodeCnt=4, MaxStartDelay="2:00:00")
        with self.logged("reservation f: start .*T11:00:00, was .*T10:00:00.*made room for r"):
            self.make("r", at(10), Duration=60, NodeCnt=4)
        tool = self.c.run(case.TOOL, "history", "f") if hasattr(case, "TOOL") else None
        if tool:
            self.assertIn("made room for r", tool.out)

    def test_the_site_is_told(self):
        events = self.events("RESERVATION", "OLD_START", "START")
        self.make("f", at(10), Duration=60, NodeCnt=4, MaxStartDelay="2:00:00")
        self.make("r", at(10), Duration=60, NodeCnt=4)
        gq.wait_for(events, "the program runs")
        self.assertEqual(events(), [f"f {at(10)} {at(11)}"])


class Policy(case.Case):
    def test_no(self):
        self.parameters("garq_shift=no")
        self.make("f", at(10), Duration=60, NodeCnt=4, MaxStartDelay="2:00:00")
        self.refuse("r", "missing", start=at(10), Duration=60, NodeCnt=4)
        self.assertLies("f", at(10), at(11), 4)


if __name__ == "__main__":
    unittest.main()
