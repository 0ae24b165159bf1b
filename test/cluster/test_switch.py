# SPDX-License-Identifier: GPL-2.0-or-later
"""sched/garq turned on over plain Slurm, and off again."""
import os
import time
import unittest

import case
import gq
from case import at


def setUpModule():
    case.start(8)


class Switch(case.Case):
    def setUp(self):
        super().setUp()
        self.addCleanup(self.on)
        self.make("count", at(10), Duration=60, NodeCnt=3)
        self.make("list", at(10), at(11), Nodes="n[7-8]")
        self.make("gone", at(10), at(11), NodeCnt=1)
        self.make("wall", at(12), at(13), NodeCnt=8)
        self.make("moved", at(12), Duration=30, NodeCnt=5, MaxStartDelay="4:00:00")
        self.make("kept", at(12), Duration=30, NodeCnt=1, MaxStartDelay="4:00:00")

    def scheduler(self):
        return self.c.scontrol("show", "config").out.split("SchedulerType")[1].split()[1]

    def off(self):
        """Changes of before and of after are not in one second: Slurm's clock has no finer one."""
        self.restart(SchedulerType="sched/backfill")
        now = int(time.time())
        self.assertEqual(self.scheduler(), "sched/backfill")
        gq.wait_for(lambda: time.time() >= now + 1, "the next second")

    def on(self):
        if self.scheduler() != "sched/garq":
            self.restart(SchedulerType="sched/garq")
        self.assertEqual(self.scheduler(), "sched/garq")

    def test_off_leaves_plain_reservations(self):
        """All is as it was shown, but for windows, which Slurm does not know."""
        before = self.shown()
        self.off()
        self.assertEqual(self.shown(), before.replace("MaxStartDelay=04:00:00", "MaxStartDelay=(null)"))
        self.assertEqual(self.fields("count")["Flags"], "")
        size = len(self.c.log())
        r = self.c.create("stock", StartTime=gq.stamp(at(10)), Duration=60, NodeCnt=6)
        if gq.VERSION == (22, 5):  # what this is all about
            self.assertEqual(self.fields("stock")["NodeCnt"], "2")
        else:
            self.assertIn("Requested nodes are busy", r.err)
        self.assertNotIn("sched/garq", self.c.log()[size:])

    def test_off_and_on(self):
        before = self.shown()
        self.off()
        self.on()
        self.assertEqual(self.shown(), before)
        self.assertTrue(self.c.delete("wall").ok)
        self.change("kept", NodeCnt=2)
        self.assertLies("kept", at(12), at(12, 30), 2)

    def test_what_was_changed_meanwhile(self):
        self.off()
        self.change("count", end=at(11, 30), NodeCnt=2, Users="daemon")
        self.change("moved", at(17))
        other = min(self.c.hosts("n[1-6]") - self.nodes("count") - self.nodes("gone"))
        self.change("list", Nodes=f"{other},n7")
        self.change("kept", Accounts="red")
        self.on()
        self.assertLies("count", at(10), at(11, 30), 2)
        self.assertEqual(self.fields("count")["Users"], "daemon")
        self.assertEqual(self.nodes("list"), {other, "n7"})
        self.assertEqual(self.fields("kept")["Accounts"], "red")
        self.assertEqual(self.fields("kept")["MaxStartDelay"], "04:00:00")
        self.assertLies("moved", at(17), at(17, 30), 5)
        self.assertEqual(self.fields("moved")["MaxStartDelay"], "(null)")
        self.change("moved", NodeCnt=4)
        self.assertLies("moved", at(17), at(17, 30), 4)
        self.refuse("x", "reservation count ", "reservation list ", start=at(10), end=at(11), NodeCnt=8)
        self.refuse_change("list", "reservation wall ", end=at(12, 0, 1))
        before = self.shown()
        self.kill()
        self.assertEqual(self.shown(), before)

    def test_what_was_deleted_meanwhile(self):
        self.off()
        self.assertTrue(self.c.delete("gone").ok)
        self.assertTrue(self.c.delete("moved").ok)
        self.on()
        self.assertFalse({"gone", "moved"} & set(self.c.reservations()))
        self.assertEqual(self.closed("gone")[-1], "removed while sched/garq was off")
        self.make("gone", at(10), at(11), NodeCnt=3)

    def without_remarks(self, names):
        """Those reservations as they are; what a maintenance takes from them is told a moment later."""
        shown = self.c.reservations()
        return {n: {k: v for k, v in shown[n].items() if k not in ("BurstBuffer", "Comment")} for n in names}

    def test_what_was_made_meanwhile(self):
        self.off()
        self.make("new", at(20), at(21), NodeCnt=4)
        self.make("maint", at(10), at(11), Nodes="ALL", Flags="MAINT")
        self.make("newlist", at(20), at(21), Nodes="n8")
        self.assertTrue(self.c.delete("gone").ok)
        self.make("gone", at(22), at(23), NodeCnt=8)
        before = self.without_remarks(set(self.c.reservations()) - {"moved", "kept"})
        with self.logged("sched/garq: adopted reservation new\n"):
            self.on()
        has = self.fields("count")["Nodes"]
        gq.wait_for(lambda: f" lacks {has} (reservation maint " in self.shown(), "what the maintenance takes is told", 60)
        self.assertEqual(self.without_remarks(before), before)
        self.refuse("x", "reservation new ", start=at(20), end=at(21), NodeCnt=4)
        self.refuse("x", "reservation gone ", start=at(22), end=at(23), NodeCnt=1)
        self.make("x", at(20), at(21), NodeCnt=3)
        self.refuse_change("new", "reservation x |reservation newlist ", NodeCnt=8)
        self.assertEqual(self.live() & {"new", "newlist", "maint", "gone"}, {"new", "newlist", "gone"})

    def test_a_booking_that_became_slurms_own(self):
        self.off()
        self.change("count", Flags="DAILY")
        self.on()
        self.assertEqual(self.fields("count")["Flags"], "DAILY")
        self.assertEqual(self.closed("count")[-1], "became Slurm's own while sched/garq was off")
        self.refuse("x", "reservation count ", start=at(10, day=4), end=at(11, day=4), NodeCnt=6)

    def test_first_time(self):
        """No ledger yet: all that Slurm has is adopted."""
        self.off()
        before = self.shown()
        self.forget_ledger()
        self.on()
        self.assertEqual(self.shown(), before)
        self.assertEqual(self.live(), set(self.c.reservations()))
        self.refuse("x", "reservation count ", start=at(10), end=at(11), NodeCnt=8)
        self.kill()
        self.assertEqual(self.shown(), before)

    def test_killed_and_off(self):
        """Slurm's own state is what it had saved last: what was next on some node, or in use, with
        nodes that it may not replace. The ledger knows the others, and they come back with it."""
        self.restart()
        before = self.shown()
        self.c.kill_controller()
        r = self.c.cluster("set", "SchedulerType=sched/backfill")
        self.assertTrue(r.ok, r)
        self.c.start_controller()
        self.assertEqual(set(self.c.reservations()), {"count", "list", "gone", "wall"})
        self.assertEqual(self.fields("count")["Flags"], "SPEC_NODES")
        self.c.wait_answering()
        self.on()
        self.assertEqual(self.shown(), before)

    def kill_and_off(self):
        self.c.kill_controller()
        self.begin_off()

    def begin_off(self):
        """After a kill: plain Slurm is started."""
        r = self.c.cluster("set", "SchedulerType=sched/backfill")
        self.assertTrue(r.ok, r)
        self.start_ctld()

    def seen(self, name):
        """How many of Slurm's files in turn were seen to have the record."""
        (seen, ), = self.ledger(f"SELECT seen FROM booking WHERE name = '{name}' AND closed IS NULL")
        return seen

    def is_saved(self, name):
        """Has Slurm saved this reservation?"""
        with open(self.state("resv_state"), "rb") as f:
            return name.encode() in f.read()

    def test_killed_and_changed_meanwhile(self):
        """Without an end in order: that Slurm had saved it was seen before."""
        gq.wait_for(lambda: min(self.seen(n) for n in ("count", "list", "gone", "wall")) == 3,
                    "what is linked was read back", 90)
        self.kill_and_off()
        self.assertTrue(self.c.delete("gone").ok)
        self.change("list", end=at(10, 50))
        self.on()
        self.assertEqual(set(self.c.reservations()), {"count", "list", "wall", "moved", "kept"})
        self.assertEqual(self.closed("gone")[-1], "removed while sched/garq was off")
        self.assertLies("list", at(10), at(10, 50), 2)

    def test_killed_before_it_was_saved(self):
        """Nobody has deleted what Slurm had not saved yet."""
        for _ in range(5):
            self.restart()
            self.make("fresh", at(20), at(21), NodeCnt=8)
            self.make("here", at(9), at(9, 30), NodeCnt=8)
            before = self.shown()
            self.c.kill_controller()
            if not self.is_saved("here"):
                break
            self.start_ctld()  # Slurm saves 5 s after it did so last: on a busy machine it was quicker
            self.assertTrue(self.c.delete("fresh").ok)
            self.assertTrue(self.c.delete("here").ok)
        self.begin_off()
        self.assertFalse({"fresh", "here"} & set(self.c.reservations()))
        self.make("else", at(22), at(23), NodeCnt=1)
        self.restart()  # plain Slurm, once more
        self.assertTrue(self.c.delete("else").ok)
        self.on()
        self.assertEqual(self.shown(), before)

    def test_off_with_a_clock_that_is_wrong(self):
        """Slurm's file may be older than the ledger by its time, and newer in truth."""
        self.off()
        self.assertTrue(self.c.delete("gone").ok)
        self.stop_ctld()
        name = self.state("resv_state")
        with open(name, "rb") as f:
            data = bytearray(f.read())
        when = 4 + len("PROTOCOL_VERSION") + 1 + 2
        data[when:when + 8] = bytes(8)  # 1970
        with open(name, "wb") as f:
            f.write(data)
        os.utime(name, (0, 0))
        self.start_ctld()
        self.on()
        self.assertNotIn("gone", self.c.reservations())


if __name__ == "__main__":
    unittest.main()
