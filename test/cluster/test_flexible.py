# SPDX-License-Identifier: GPL-2.0-or-later
"""Flexible: MaxStartDelay is a window for the start, kept, shown and used again by updates.

How others make room in theirs is in test_shift.py.
"""
import unittest

import case
import gq
from case import at, soon


def setUpModule():
    case.start(8)


class Create(case.Case):
    def test_starts_at_once_if_it_can(self):
        r = self.make("r", at(10), Duration=60, NodeCnt=8, MaxStartDelay="2:00:00")
        self.assertLies("r", at(10), at(11), 8)
        self.assertEqual((r["MaxStartDelay"], r["Flags"]), ("02:00:00", ""))

    def test_earliest_start_in_the_window(self):
        self.make("a", at(10), at(11), NodeCnt=6)
        self.make("b", at(11, 30), at(12, 0, 7), NodeCnt=6)
        r = self.make("r", at(10), Duration=60, NodeCnt=4, MaxStartDelay="3:00:00")
        self.assertLies("r", at(12, 0, 7), at(13, 0, 7), 4)
        self.assertEqual(r["MaxStartDelay"], "03:00:00")
        self.make("s", at(10), Duration=30, NodeCnt=4, MaxStartDelay="3:00:00")
        self.assertLies("s", at(11), at(11, 30), 4)

    def test_given_by_its_end(self):
        self.make("a", at(10), at(11), NodeCnt=8)
        self.make("r", at(10), at(10, 0, 90), NodeCnt=8, MaxStartDelay="3:00:00")
        self.assertLies("r", at(11), at(11, 0, 90), 8)

    def test_exactly_at_the_end_of_the_window(self):
        self.make("a", at(10), at(12), NodeCnt=8)
        r = self.refuse("r", f"no start until {gq.stamp(at(11, 59, 59))} fits",
                        start=at(10), Duration=60, NodeCnt=1, MaxStartDelay="1:59:59")
        self.assertEqual(self.earliest(r), at(12))
        self.make("r", at(10), Duration=60, NodeCnt=1, MaxStartDelay="2:00:00")
        self.assertLies("r", at(12), at(13), 1)

    def test_refused_when_there_is_none(self):
        self.make("a", at(10), at(13), NodeCnt=6)
        r = self.refuse("r", f"no start until {gq.stamp(at(12))} fits",
                        f"2 of 4 nodes are missing from {gq.stamp(at(10))} on", "reservation a ",
                        start=at(10), Duration=60, NodeCnt=4, MaxStartDelay="2:00:00")
        self.make("r", self.earliest(r), Duration=60, NodeCnt=4)
        self.assertLies("r", at(13), at(14), 4)

    def test_on_a_list_of_nodes(self):
        self.make("a", at(10), at(11), Nodes="n3")
        self.make("r", at(10), Duration=60, Nodes="n[2-3]", MaxStartDelay="2:00:00")
        self.assertLies("r", at(11), at(12), 2)
        self.assertEqual(self.nodes("r"), {"n2", "n3"})

    def test_in_a_partition(self):
        self.make("a", at(10), at(11), NodeCnt=1, PartitionName="half")
        self.make("r", at(10), Duration=60, PartitionName="half", MaxStartDelay="2:00:00")
        self.assertLies("r", at(11), at(12), 4)

    def test_a_window_that_has_begun(self):
        begun = soon(-300)
        before = soon(0)
        self.make("r", begun, Duration=60, NodeCnt=8, MaxStartDelay="2:00:00")
        self.assertLessEqual(before, self.start_of("r"))
        self.assertLessEqual(self.start_of("r"), soon(0))
        self.assertEqual(self.end_of("r") - self.start_of("r"), 3600)

    def test_after_a_running_job(self):
        job = self.running_job("-N8", "--exclusive", "-t20")
        end = gq.seconds(self.job_fields(job)["EndTime"])
        self.make("r", soon(60), Duration=60, NodeCnt=1, MaxStartDelay="2:00:00")
        self.assertLies("r", end, end + 3600, 1)


class Update(case.Case):
    """r is asked for at 10:00 with two hours of delay, and lies at 11:00."""

    def setUp(self):
        super().setUp()
        self.make("a", at(10), at(11), NodeCnt=8)
        self.make("r", at(10), Duration=60, NodeCnt=4, MaxStartDelay="2:00:00")
        self.assertLies("r", at(11), at(12), 4)

    def test_of_other_things_does_not_move_it(self):
        r = self.change("r", plus_Users="daemon")
        self.assertLies("r", at(11), at(12), 4)
        self.assertEqual((r["Users"], r["MaxStartDelay"]), (f"{gq.ME},daemon", "02:00:00"))

    def test_uses_the_window_again(self):
        self.c.delete("a")
        r = self.change("r", NodeCnt=5)
        self.assertLies("r", at(10), at(11), 5)
        self.assertEqual(r["MaxStartDelay"], "02:00:00")

    def test_moves_later_in_its_window(self):
        self.make("b", at(12), at(12, 30), NodeCnt=8)
        self.refuse_change("r", f"no start until {gq.stamp(at(12))} fits", Duration=90)
        self.c.delete("b")
        self.make("b", at(11, 10), at(11, 50), NodeCnt=4)
        self.change("r", NodeCnt=5)
        self.assertLies("r", at(11, 50), at(12, 50), 5)

    def test_of_the_start_moves_the_window(self):
        self.change("r", at(9, 30))
        self.assertLies("r", at(11), at(12), 4)
        self.change("r", at(11, 30))
        self.assertLies("r", at(11, 30), at(12, 30), 4)
        self.make("b", at(13), at(15), NodeCnt=8)
        self.change("r", at(13))
        self.assertLies("r", at(15), at(16), 4)
        self.refuse_change("r", f"no start until {gq.stamp(at(11))} fits|earliest start",
                           start=at(12, 59, 59), NodeCnt=8, MaxStartDelay="1:00:00")

    def test_of_the_window(self):
        self.make("b", at(11), at(14), NodeCnt=4)
        self.refuse_change("r", "no start until", NodeCnt=8)
        r = self.change("r", NodeCnt=8, MaxStartDelay="4:00:00")
        self.assertLies("r", at(14), at(15), 8)
        self.assertEqual(r["MaxStartDelay"], "04:00:00")
        self.c.delete("a")
        self.change("r", NodeCnt=4)
        self.assertLies("r", at(10), at(11), 4)

    def test_of_the_window_alone(self):
        self.refuse_change("r", f"no start until {gq.stamp(at(10, 59, 59))} fits", MaxStartDelay="59:59")
        r = self.change("r", MaxStartDelay="1:00:00")
        self.assertLies("r", at(11), at(12), 4)
        self.assertEqual(r["MaxStartDelay"], "01:00:00")

    def test_no_window_any_more(self):
        r = self.change("r", MaxStartDelay=0)
        self.c.delete("a")
        self.assertLies("r", at(11), at(12), 4)
        self.assertEqual(r["MaxStartDelay"], "(null)")
        self.change("r", NodeCnt=8)
        self.assertLies("r", at(11), at(12), 8)

    def test_a_window_for_a_rigid_one(self):
        self.make("s", at(11), at(12), NodeCnt=4)
        self.make("t", at(12), at(13), NodeCnt=5)
        self.refuse_change("s", "4 of 8 nodes are missing", NodeCnt=8)
        r = self.change("s", NodeCnt=8, MaxStartDelay="3:00:00")
        self.assertLies("s", at(13), at(14), 8)
        self.assertLies("r", at(11), at(12), 4)
        self.assertEqual(r["MaxStartDelay"], "03:00:00")

    def test_the_end_of_one(self):
        """A new end is a new length."""
        self.change("r", end=at(12, 30))
        self.assertEqual(self.end_of("r") - self.start_of("r"), 5400)

    def test_of_one_that_has_started(self):
        self.make("s", StartTime="now", Duration=60, NodeCnt=2, MaxStartDelay="1:00:00")
        begin = self.start_of("s")
        self.refuse_change("s", "s started at .*StartTime and MaxStartDelay can't be changed",
                           MaxStartDelay="2:00:00")
        r = self.change("s", Duration=90, NodeCnt=3)
        self.assertLies("s", begin, begin + 5400, 3)
        self.assertEqual(r["MaxStartDelay"], "01:00:00")


class WindowNone(case.Case):
    """garq_window=none: MaxStartDelay is what it is in plain Slurm."""

    def test_is_no_window(self):
        self.parameters("garq_window=none")
        self.make("a", at(10), at(11), NodeCnt=8)
        r = self.refuse("r", "1 of 1 node is missing", start=at(10), Duration=60, NodeCnt=1,
                        MaxStartDelay="2:00:00")
        self.assertNotIn("no start until", r.err)
        r = self.make("r", at(11), Duration=60, NodeCnt=1, MaxStartDelay="2:00:00")
        self.assertEqual(r["MaxStartDelay"], "02:00:00")
        r = self.change("r", MaxStartDelay="0:30:00")
        self.assertLies("r", at(11), at(12), 1)
        self.assertEqual(r["MaxStartDelay"], "00:30:00")

    def test_windows_of_before_are_kept(self):
        self.make("a", at(10), at(11), NodeCnt=8)
        self.make("r", at(10), Duration=60, NodeCnt=4, MaxStartDelay="2:00:00")
        before = self.shown()
        self.parameters("garq_window=none")
        self.assertEqual(self.shown(), before)
        self.parameters()
        self.c.delete("a")
        self.change("r", NodeCnt=5)
        self.assertLies("r", at(10), at(11), 5)


if __name__ == "__main__":
    unittest.main()
