# SPDX-License-Identifier: GPL-2.0-or-later
"""What counts as taken besides reservations: running jobs, nodes that are down or drained."""
import unittest

import case
import gq
from case import ahead, soon


def setUpModule():
    case.start(8, lines=case.STAYS_DOWN)


class Jobs(case.Case):
    def end_of_job(self, job):
        return gq.seconds(self.job_fields(job)["EndTime"])

    def test_up_to_the_time_limit(self):
        job = self.running_job("-N5", "--exclusive", "-t30")
        end = self.end_of_job(job)
        start = soon(60)
        r = self.refuse("r", f"1 of 4 nodes is missing from {gq.stamp(start)} on",
                        rf"job {job} \(until {gq.stamp(end)}, ", start=start, end=start + 600, NodeCnt=4)
        self.assertEqual(self.earliest(r), end)
        self.refuse("r", start=end - 1, end=end + 600, NodeCnt=4)
        self.make("r", end, end + 600, NodeCnt=8)
        self.make("beside", start, start + 600, NodeCnt=3)

    def test_until_the_job_ends_early(self):
        job = self.running_job("-N8", "--exclusive", "-t30")
        start = ahead(60)
        self.refuse("r", f"job {job} ", start=start, end=start + 600, NodeCnt=1)
        self.c.run("scancel", job)
        self.wait_state(job, "CANCELLED")
        self.wait_nodes("idle", [f"n{i}" for i in range(1, 9)])
        self.make("r", start, start + 600, NodeCnt=8)

    def test_one_core_takes_the_node(self):
        job = self.running_job("-n1", "-t30", "-wn3")
        start = soon(60)
        self.refuse("r", rf"job {job} \(.*, n3\)", start=start, end=start + 600, NodeCnt=8)
        self.refuse("r", rf"job {job} \(.*, n3\)", start=start, end=start + 600, Nodes="n[2-3]")
        self.make("r", start, start + 600, NodeCnt=7)
        self.assertNotIn("n3", self.nodes("r"))

    def test_a_limit_that_is_changed(self):
        job = self.running_job("-N8", "--exclusive", "-t30")
        old = self.end_of_job(job)
        self.assertTrue(self.c.scontrol("update", f"JobId={job}", "TimeLimit=10").ok)
        new = gq.wait_for(lambda: self.end_of_job(job) < old and self.end_of_job(job), "shorter")
        r = self.refuse("r", start=new - 1, end=new + 600, NodeCnt=8)
        self.assertEqual(self.earliest(r), new)
        self.make("r", new, new + 600, NodeCnt=8)

    def test_no_limit(self):
        job = self.running_job("-N2", "--exclusive", "-tUNLIMITED")
        start = soon(60)
        self.refuse("r", f"job {job} ", start=start, end=start + 60, NodeCnt=7)
        self.make("r", start, start + 60, NodeCnt=6)

    def test_suspended(self):
        job = self.running_job("-N1", "--exclusive", "-t30")
        self.assertTrue(self.c.scontrol("suspend", job).ok)
        self.wait_state(job, "SUSPENDED")
        start = soon(60)
        self.refuse("r", f"job {job} ", start=start, end=start + 600, NodeCnt=8)
        self.make("r", start, start + 600, NodeCnt=7)

    def test_pending_ones_do_not_count(self):
        job = self.job("-N8", "--exclusive", "-t30", "--begin=now+1hour")
        start = soon(60)
        self.make("r", start, start + 600, NodeCnt=8)
        self.assertEqual(self.c.job_state(job), "PENDING")


class Nodes(case.Case):
    def test_drained(self):
        start = soon(3600)
        self.set_node("n[1-2]", "DRAIN")
        self.wait_nodes("drained", ["n1", "n2"])
        self.refuse("r", "1 of 7 nodes is missing", r"n1 is drained \(counted on from .*\); n2 is drained \(counted",
                    start=start, end=start + 60, NodeCnt=7)
        self.make("r", start, start + 60, NodeCnt=6)
        self.assertFalse(self.nodes("r") & {"n1", "n2"})
        self.resume("n1", "n2")
        self.make("s", start, start + 60, NodeCnt=2)
        self.assertEqual(self.nodes("s"), {"n1", "n2"})

    def test_down(self):
        start = soon(3600)
        self.set_node("n5", "DOWN")
        self.wait_nodes("down", ["n5"])
        self.refuse("r", "n5 is down", start=start, end=start + 60, NodeCnt=8)
        self.refuse("r", "n5 is down", start=start, end=start + 60, Nodes="n[4-5]")
        self.resume("n5")
        self.make("r", start, start + 60, NodeCnt=8)

    def test_down_is_told_with_others(self):
        start = soon(3600)
        self.set_node("n5", "DOWN")
        self.wait_nodes("down", ["n5"])
        self.make("a", start, start + 60, Nodes="n[1-3]")
        r = self.refuse("r", "n5 is down", "reservation a ", start=start, end=start + 60, NodeCnt=5)
        self.assertEqual(self.earliest(r), start + 60)

    def test_draining_under_a_job(self):
        job = self.running_job("-N1", "-wn2", "--exclusive", "-t30")
        end = gq.seconds(self.job_fields(job)["EndTime"])
        self.set_node("n2", "DRAIN")
        self.wait_nodes("draining", ["n2"])
        self.refuse("r", "n2 is drained", start=end, end=end + 60, NodeCnt=8)
        self.c.run("scancel", job)
        self.resume("n2")
        self.make("r", end, end + 60, NodeCnt=8)

    def test_a_booking_keeps_its_time_when_a_node_fails(self):
        start = soon(3600)
        self.make("r", start, start + 60, NodeCnt=8)
        before = self.shown()
        self.set_node("n1", "DOWN")
        self.wait_nodes("down", ["n1"])
        self.refuse("s", "reservation r ", start=start, end=start + 60, NodeCnt=1)
        self.assertEqual(self.shown(), before)
        self.resume("n1")
        self.assertEqual(self.shown(), before)


class Repair(case.Case):
    def test_other_nodes_for_those_that_failed(self):
        """Exactly as many, free for all of the time; a list stays what was asked for."""
        start = soon(7200)
        self.make("count", start, start + 60, NodeCnt=3)
        failed = min(self.nodes("count"))
        others = sorted({f"n{i}" for i in range(1, 9)} - self.nodes("count"))
        self.make("busy", start + 30, start + 90, Nodes=",".join(others[:4]))
        self.make("list", start + 60, start + 90, Nodes=failed)
        self.set_node(failed, "DOWN")
        gq.wait_for(lambda: failed not in self.nodes("count"), "another node", seconds=90, pause=0.5)
        self.assertEqual(len(self.nodes("count")), 3)
        self.assertIn(others[4], self.nodes("count"))
        self.assertLies("count", start, start + 60)
        self.assertEqual(self.nodes("list"), {failed})
        self.assertEqual(self.fields("count")["Flags"], "")


if __name__ == "__main__":
    unittest.main()
