# SPDX-License-Identifier: GPL-2.0-or-later
"""A node that is down or drained now does not refuse a booking of next week; one that is not back by then is repaired."""
import re
import time
import unittest

import case
import gq
from case import soon

DAY = 86400
REMARK = "Comment" if gq.VERSION >= (23, 2) else "BurstBuffer"


def setUpModule():
    case.start(4, lines=case.STAYS_DOWN)


class Return(case.Case):
    def drain(self, nodes, reason="disk"):
        names = gq.run("scontrol", "show", "hostnames", nodes).out.split()
        self.addCleanup(self.resume, *names)
        r = self.c.scontrol("update", f"NodeName={nodes}", "State=DRAIN", f"Reason={reason}")
        self.assertTrue(r.ok, r)
        self.wait_nodes("drained", names)

    def remark(self, name):
        out = self.c.scontrol("-o", "show", "reservation", name).out
        found = re.search(rf" {REMARK}=(.*?)(?: \w+=|$)", out, re.M)
        return found[1].replace("(null)", "") if found else ""

    def test_next_week(self):
        """As plain Slurm: but the booking says so, and other nodes are taken where there are enough."""
        start = soon(7 * DAY)
        self.drain("n1")
        self.refuse("r", r"1 of 4 nodes is missing", r"n1 is drained \(counted on from ", start=soon(3600), end=soon(3660), NodeCnt=4)
        self.make("all", start, start + 3600, NodeCnt=4)
        self.assertRegex(self.remark("all"), r"^awaits n1, not available now")
        self.assertTrue(self.c.scontrol("delete", "ReservationName=all").ok)
        self.make("three", start, start + 3600, NodeCnt=3)
        self.assertEqual(self.nodes("three"), {"n2", "n3", "n4"})
        self.assertNotIn("awaits", self.remark("three"))
        self.make("named", start, start + 3600, Nodes="n1")
        self.assertIn("awaits n1", self.remark("named"))
        self.restart()
        gq.wait_for(lambda: "awaits n1" in self.remark("named"), "n1 is still down")
        self.resume("n1")
        gq.wait_for(lambda: "awaits" not in self.remark("named"), "n1 is back")

    def test_earliest(self):
        """A refusal names the first start at which the node counts as back, and that start can be booked."""
        self.drain("n[1-2]")
        start = soon(600)
        r = self.refuse("r", "2 of 4 nodes are missing", start=start, end=start + 600, NodeCnt=4)
        back = self.earliest(r)
        self.assertTrue(DAY - 700 <= back - time.time() <= DAY + 3600, back)
        self.refuse("r", start=back - 1, end=back + 600, NodeCnt=4)
        self.make("r", back, back + 600, NodeCnt=4)

    def test_as_the_reason_says(self):
        until = soon(2 * 3600) // 60 * 60
        self.drain("n2", f"disk until {gq.stamp(until)}")
        gq.wait_for(lambda: self.earliest(self.refuse("r", start=until - 60, end=until + 60, NodeCnt=4)) == until,
                    "the reason is read")
        self.make("r", until, until + 60, NodeCnt=4)
        self.c.scontrol("update", "NodeName=n2", "Reason=until 2099-01-01")
        gq.wait_for(lambda: "degraded: lacks n2" in self.remark("r"), "another reason is read")
        self.c.scontrol("update", "NodeName=n2", f"Reason=until {gq.stamp(until)}")
        gq.wait_for(lambda: "degraded" not in self.remark("r"), "... and the former one")

    @unittest.skipIf(gq.VERSION < (23, 2), "this Slurm resumes no nodes")
    def test_resume_after(self):
        """What Slurm does by itself counts, whatever the reason says; nobody is told that a node is late that is not."""
        told = self.events("EVENT", "RESERVATION")
        self.drain("n2", "until 2099-01-01")

        def back_after(seconds):
            first = int(time.time()) + seconds
            r = self.c.scontrol("update", "NodeName=n2", "State=DRAIN", "Reason=until 2099-01-01", f"ResumeAfter={seconds}")
            self.assertTrue(r.ok, r)
            last = int(time.time()) + seconds + 1
            gq.wait_for(lambda: first <= self.earliest(self.refuse("r", start=soon(60), end=soon(120), NodeCnt=4)) - 600 <= last,
                        "the time is read")

        back_after(7200)
        back_after(30)
        start = soon(660)
        self.make("all", start, start + 600, NodeCnt=4)
        self.assertIn("awaits n2", self.remark("all"))
        gq.wait_for(lambda: not self.remark("all"), "Slurm resumes n2", 90)
        self.assertEqual(told(), [])

    def test_it_is_not_back(self):
        """Five minutes before the time that was said: one booking gets another node, the others are told."""
        until = soon(330)
        told = self.events("EVENT", "RESERVATION")
        self.drain("n3", f"until {gq.stamp(until)}")
        start = soon(1800)
        gq.wait_for(lambda: self.c.scontrol("create", "reservation", "ReservationName=all", f"StartTime={gq.stamp(start)}",
                                            "Duration=10", "NodeCnt=4", "Users=root").ok, "the reason is read")
        self.make("one", start + 3600, start + 7200, Nodes="n3")
        self.make("any", start + 3600, start + 7200, NodeCnt=3)
        gq.wait_for(lambda: "degraded: lacks n3" in self.remark("all") and "degraded: lacks n3" in self.remark("one"),
                    "n3 is missed")
        self.assertEqual(self.nodes("any"), {"n1", "n2", "n4"})
        gq.wait_for(lambda: "degraded all" in told(), "the site is told")
        self.resume("n3")
        gq.wait_for(lambda: not self.remark("all") and not self.remark("one"), "n3 is back")

    def test_a_maintenance_brings_nothing_forward(self):
        """A node that is down for another reason is not back at the end of a short maintenance."""
        end = soon(1800)
        self.addCleanup(self.c.scontrol, "delete", "ReservationName=maint")
        r = self.c.scontrol("create", "reservation", "ReservationName=maint", "StartTime=now", f"EndTime={gq.stamp(end)}",
                            "Nodes=n4", "Flags=MAINT", "Users=root")
        self.assertTrue(r.ok, r)
        self.drain("n4")
        self.refuse("r", "n4 is drained", start=end + 60, end=end + 120, NodeCnt=4)

    def test_never(self):
        self.parameters("garq_return=never")
        self.drain("n1")
        start = soon(300 * DAY)
        self.refuse("r", "n1 is drained", "no later start for 4 nodes, 00:10:00 long: something in the way has no end",
                    start=start, end=start + 600, NodeCnt=4)
        self.parameters("garq_return=2h")
        gq.wait_for(lambda: self.earliest(self.refuse("r", start=soon(60), end=soon(120), NodeCnt=4)), "the option is read")
        start = soon(3 * 3600)
        self.make("r", start, start + 600, NodeCnt=4)


if __name__ == "__main__":
    unittest.main()
