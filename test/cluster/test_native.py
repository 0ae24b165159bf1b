# SPDX-License-Identifier: GPL-2.0-or-later
"""Requests that are not about whole nodes, or mean to overlap, keep Slurm's behaviour.

What they hold is counted: a rigid request over it is refused, or goes beside it.
"""
import re
import time
import unittest

import case
import gq
from case import at, soon


def setUpModule():
    case.start(8, lines=["Licenses=sw:4"])


class Overlapping(case.Case):
    """MAINT, OVERLAP and IGNORE_JOBS go over what is there."""

    def wait_degraded(self, name):
        gq.wait_for(lambda: "degraded" in self.c.scontrol("show", "reservation", name).out, f"{name} is degraded")

    def test_maint(self):
        self.make("r", at(10), at(11), NodeCnt=8)
        m = self.make("m", at(10), at(12), Nodes="ALL", Flags="MAINT")
        self.assertIn("MAINT", m["Flags"].split(","))
        self.assertLies("r", at(10), at(11), 8)
        self.wait_degraded("r")
        s = self.refuse("s", "reservation m ", start=at(11), end=at(12), NodeCnt=1)
        self.assertEqual(self.earliest(s), at(12))
        self.make("s", at(12), at(13), NodeCnt=8)

    def test_maint_by_count(self):
        self.make("m", at(10), at(11), NodeCnt=3, Flags="MAINT")
        self.make("s", at(10), at(11), NodeCnt=5)
        self.assertFalse(self.nodes("m") & self.nodes("s"))
        self.refuse("t", "reservation m |reservation s ", start=at(10), end=at(11), NodeCnt=1)

    def test_overlap(self):
        self.make("r", at(10), at(11), NodeCnt=8)
        self.make("o", at(10), at(12), Nodes="n[1-4]", Flags="OVERLAP")
        self.wait_degraded("r")
        self.refuse("s", "reservation o ", start=at(11), end=at(12), NodeCnt=5)
        self.make("s", at(11), at(12), NodeCnt=4)
        self.assertFalse(self.nodes("o") & self.nodes("s"))

    def test_no_window(self):
        """A window that would mean nothing is refused, and the answer says why."""
        times = {"start": at(10), "end": at(11), "MaxStartDelay": "2:00:00"}
        for words, why in (({"NodeCnt": 1, "Flags": "DAILY,OVERLAP"}, "Flags=OVERLAP"), ({"NodeCnt": 1, "Flags": "OVERLAP"}, "Flags=OVERLAP"),
                           ({"BurstBuffer": "x"}, "BurstBuffer")):
            self.refuse("r", r"MaxStartDelay is the window of a booking \(garq_window\), and " f"what has (?:{why}) is left to Slurm", **times, **words)
        self.make("d", at(10), at(11), NodeCnt=1, Flags="DAILY")
        self.change("d", MaxStartDelay="1:00:00")
        self.parameters("garq_window=none")
        self.make("r", **times, NodeCnt=1, Flags="DAILY")

    def test_named_nodes_lie_on_overlap(self):
        """As in Slurm: what stands there with OVERLAP keeps off neither named nodes nor their changes."""
        self.make("o", at(0), at(0) + 30 * 86400, Nodes="n[1-4]", Flags="OVERLAP")
        self.make("daily", at(0), at(12), Nodes="n[2-5]", Flags="OVERLAP,DAILY")
        self.make("r", at(10), at(11), Nodes="n[1-2]")
        self.refuse("s", "reservation r ", start=at(10), end=at(11), Nodes="n[2-3]")
        self.make("s", at(10), at(12), Nodes="n[3-5]")
        self.change("r", end=at(14))
        self.change("r", Nodes="n[1-2,8]")
        self.refuse_change("r", "reservation s ", Nodes="n[1-3,8]", start=at(11))
        self.make("f", at(10), at(13), Nodes="n[1-2]", MaxStartDelay="12:00:00")
        self.assertLies("f", at(14), at(17), 2)
        self.make("c", at(10), at(11), NodeCnt=2)
        self.assertEqual(self.nodes("c"), {"n6", "n7"})
        self.refuse("d", "reservation o |reservation daily ", start=at(10), end=at(11), NodeCnt=1)
        self.change("r", end=at(11))
        self.restart()
        self.assertLies("r", at(10), at(11), 3)
        self.assertLies("s", at(10), at(12), 3)
        self.change("s", end=at(13))

    def test_questions_for_named_nodes_on_overlap(self):
        self.make("o", at(0), at(0) + 30 * 86400, Nodes="n[1-4]", Flags="OVERLAP")
        query = self.c.create("query", StartTime=gq.stamp(at(10)), Duration=60, Nodes="n1")
        self.assertIn((at(10), at(11)), [(o.start, o.end) for o in self.offered(query).values()])
        probe = self.c.create("probe", StartTime=gq.stamp(at(10)), Duration=60, Nodes="n1", MaxStartDelay=60)
        self.assertIn(gq.stamp(at(10)), probe.out + probe.err)
        self.make("r", at(10), at(11), Nodes="n1")
        probe = self.c.create("probe", StartTime=gq.stamp(at(10)), Duration=60, Nodes="n1", MaxStartDelay=120)
        self.assertIn(gq.stamp(at(11)), probe.out + probe.err)

    def test_maint_keeps_named_nodes_off(self):
        self.make("m", at(10), at(12), Nodes="n[1-4]", Flags="MAINT,OVERLAP")
        self.refuse("r", "reservation m ", start=at(10), end=at(11), Nodes="n1")

    def test_ignore_jobs(self):
        job = self.running_job("-N8", "--exclusive", "-t30")
        end = gq.seconds(self.job_fields(job)["EndTime"])
        start = soon(60)
        self.refuse("r", f"job {job} ", start=start, end=end + 60, NodeCnt=4)
        self.make("i", start, end + 60, NodeCnt=4, Flags="IGNORE_JOBS")
        self.refuse("s", "reservation i ", start=end, end=end + 60, NodeCnt=5)
        self.make("s", end, end + 60, NodeCnt=4)
        self.assertEqual(self.c.job_state(job), "RUNNING")


class Placed(case.Case):
    """Slurm's own, on nodes that the office chooses."""
    def test_features_with_numbers(self):
        times = {"start": at(10), "end": at(11)}
        self.make("r", at(10), at(12), Nodes="n[1,3]")
        g = self.make("g", NodeCnt=3, Features="[odd*1&even*2]", **times)
        self.assertEqual((g["Features"], g["NodeCnt"]), ("[odd*1&even*2]", "3"))
        self.assertEqual(len(self.nodes("g") & {"n5", "n7"}), 1)
        self.c.delete("g")
        for more in ({"PartitionName": "main", "NodeCnt": None}, {"NodeCnt": 3}):
            self.make("g", Features="[odd*1&even*2]", **times, **more)
            self.assertEqual(int(self.fields("g")["NodeCnt"]), 3)
            self.c.delete("g")
        r = self.c.create("query", PartitionName="main", NodeCnt=None, Features="[odd*1&even*2]", **self._times(at(10), at(11)))
        self.assertEqual([o.nodes for o in self.offered(r).values()], [3], r)
        self.make("g", NodeCnt=3, Features="[odd*1&even*2]", **times)
        r = self.refuse("h", r"1 of 4 nodes is missing .*\n.*reservation r |reservation g ", NodeCnt=4, Features="[odd*2&even*2]", **times)
        self.assertRegex(r.err, rf"earliest start for 4 nodes, 01:00:00 long: {gq.stamp(at(11))}")
        self.assertEqual({o[2] for o in self.offered(r).values()}, {4})
        self.make("h", NodeCnt=4, Features="[odd*2&even*2]", MaxStartDelay="2:00:00", **times)
        self.assertLies("h", at(11), at(12), 4)
        self.refuse("x", "CoreCnt and GPUs are not for Features with numbers", NodeCnt=3, CoreCnt=6, Features="[odd*1&even*2]", **times)
        for words in ("[odd*0&even*2]", "[odd&", "[odd*1&even*2", "[odd&odd&even&even&odd]x"):
            self.refuse("x", "numbers of nodes by feature are written .x.2&y.3.", NodeCnt=3, Features=words, **times)
        for words in ("odd*1", "odd*1&even*2"):
            self.refuse("x", r"written \[x\*2&y\*3\]", NodeCnt=3, Features=words, **times)
        self.refuse("x", "does not agree with Features, which are of 3 nodes", NodeCnt=2, Features="[odd*1&even*2]", **times)
        self.refuse("x", "5 nodes with odd are asked for, there are 4", NodeCnt=6, Features="[odd*5&even]", **times)
        self.make("d", at(14), at(15), NodeCnt=2, Features="[odd&even]", Flags="DAILY")
        self.refuse("e", "reservation d ", start=at(14, day=5), end=at(15, day=5), NodeCnt=8)
        self.kill()
        self.assertLies("h", at(11), at(12), 4)
        self.assertEqual(self.fields("d")["Features"], "[odd&even]")

    def test_without_a_look_at_jobs(self):
        job = self.running_job("-N3", "--exclusive", "-t30")
        busy = self.c.hosts(self.job_fields(job)["NodeList"])
        start = soon(60)
        self.make("i", start, start + 600, NodeCnt=5, Flags="IGNORE_JOBS")
        self.assertFalse(self.nodes("i") & busy, "idle nodes come first")
        self.make("j", start, start + 600, NodeCnt=2, Flags="IGNORE_JOBS")
        self.assertTrue(self.nodes("j") <= busy)
        r = self.refuse("k", "1 of 2 nodes is missing", start=start, end=start + 600, NodeCnt=2, Flags="IGNORE_JOBS")
        self.assertNotIn(f"job {job}", r.err)
        self.make("k", start, start + 600, NodeCnt=2, MaxStartDelay="1:00:00", Flags="IGNORE_JOBS")
        self.assertLies("k", start + 600, start + 1200, 2)
        self.assertEqual(self.c.job_state(job), "RUNNING")


class NotWholeNodes(case.Case):
    def test_tres(self):
        c = self.make("c", at(10), at(11), TRES="cpu=2")
        self.assertEqual(c["CoreCnt"], "2")
        self.refuse("r", "reservation c ", start=at(10), end=at(11), NodeCnt=8)
        self.make("n", at(11), at(12), TRES="node=6")
        self.refuse("r", "4 of 6 nodes are missing", start=at(11), end=at(12), TRES="node=6")

    def test_licenses_only(self):
        for i, flag in enumerate(("LICENSE_ONLY", "ANY_NODES")):
            fields = self.make(f"l{i}", at(10), at(11), Licenses="sw:2", Flags=flag)
            self.assertEqual((fields["Licenses"], fields["NodeCnt"]), ("sw:2", "0"))
        self.make("r", at(10), at(11), NodeCnt=8)
        self.refuse("l2", "1 of 1 license sw is missing", start=at(10), end=at(11), Licenses="sw:1",
                    Flags="LICENSE_ONLY")
        self.change("l1", Licenses="sw:1")
        self.assertTrue(self.c.delete("l0").ok)

    def test_licenses_with_nodes(self):
        r = self.make("r", at(10), at(11), NodeCnt=2, Licenses="sw:3")
        self.assertEqual(r["Licenses"], "sw:3")
        self.refuse("s", "1 of 2 licenses sw is missing", start=at(10), end=at(11), NodeCnt=2,
                    Licenses="sw:2")
        self.make("s", at(11), at(12), NodeCnt=8, Licenses="sw:4")
        self.refuse("t", "there is no such license", start=at(12), end=at(13), NodeCnt=2,
                    Licenses="nosuch:1")


class Recurring(case.Case):
    def test_daily(self):
        d = self.make("d", at(10), at(11), NodeCnt=6, Flags="DAILY")
        self.assertEqual(d["Flags"], "DAILY")
        for day in (2, 3, 9, 100):
            r = self.refuse("r", rf"reservation d \({gq.stamp(at(10, day=day))} to ",
                            start=at(9, day=day), end=at(10, 0, 1, day=day), NodeCnt=3)
            self.assertEqual(self.earliest(r), at(11, day=day))
        self.make("beside", at(10, day=3), at(11, day=3), NodeCnt=2)
        self.assertFalse(self.nodes("beside") & self.nodes("d"))
        self.make("between", at(11, day=3), at(10, day=4), NodeCnt=8)
        self.make("before", at(10, day=1), at(11, day=1), NodeCnt=8)

    def test_hourly(self):
        self.make("h", at(10), at(10, 20), NodeCnt=6, Flags="HOURLY")
        self.refuse("r", "reservation h ", start=at(13, 19, 59), end=at(13, 30), NodeCnt=3)
        self.refuse("r", "reservation h ", start=at(13, 20), end=at(14, 0, 1), NodeCnt=3)
        self.make("r", at(13, 20), at(14), NodeCnt=8)

    def test_weekly(self):
        self.make("w", at(10), at(11), NodeCnt=6, Flags="WEEKLY")
        self.refuse("r", "reservation w ", start=at(10, day=9), end=at(11, day=9), NodeCnt=3)
        self.make("r", at(10, day=3), at(11, day=3), NodeCnt=8)

    @unittest.skipIf(gq.VERSION < (25, 11), "FORCE_START is new in Slurm 25.11")
    def test_began_before(self):
        now = int(time.time())
        self.make("d", now - 3600, now + 3600, NodeCnt=6, Flags="DAILY,FORCE_START")
        self.refuse("r", "reservation d ", start=now + 60, end=now + 120, NodeCnt=3)
        self.refuse("r", "reservation d ", start=now + 86400, end=now + 86460, NodeCnt=3)
        self.make("r", now + 3600, now + 3660, NodeCnt=8)

    def test_over_a_booking(self):
        """Slurm would take less than was asked for: refused."""
        self.make("r", at(10), at(11), NodeCnt=4)
        self.refuse("d", start=at(10), end=at(11), NodeCnt=6, Flags="DAILY")
        self.make("d", at(10), at(11), NodeCnt=4, Flags="DAILY")
        self.assertFalse(self.nodes("d") & self.nodes("r"))

    def test_over_a_booking_of_a_later_day(self):
        """Slurm does not see that a later occurrence of a new reservation meets one that is there."""
        self.make("r", at(10, day=3), at(11, day=3), Nodes="n[1-4]")
        r = self.refuse("d", rf"2 of 6 nodes are missing from {gq.stamp(at(10, day=3))} on\n.*reservation r ",
                        start=at(10), end=at(11), NodeCnt=6, Flags="DAILY")
        self.assertRegex(r.err, rf"earliest start for 6 nodes every day, 01:00:00 long: {gq.stamp(at(11))}")
        self.refuse("d", r"2 of 3 nodes are missing .*\n.*reservation r ", start=at(10), end=at(11), Nodes="n[3-5]", Flags="DAILY")
        self.make("d", at(10), at(11), NodeCnt=4, Flags="DAILY")
        self.assertEqual(self.nodes("d"), {"n5", "n6", "n7", "n8"})

    def test_several_bookings_leave_just_enough(self):
        """Each day some other nodes are taken: two nodes are free on all days, and those are found."""
        for day, nodes in ((2, "n[1-2]"), (3, "n[2-4]"), (8, "n[6-7]")):
            self.make(f"r{day}", at(10, day=day), at(11, day=day), Nodes=nodes)
        self.refuse("d", "reservation r8 ", start=at(10), end=at(11), NodeCnt=3, Flags="DAILY")
        self.make("w", at(10), at(11), NodeCnt=6, Flags="WEEKLY")
        self.c.delete("w")
        self.make("d", at(10), at(11), NodeCnt=2, Flags="DAILY")
        self.assertEqual(self.nodes("d"), {"n5", "n8"})
        self.assertEqual(self.fields("d")["Flags"], "DAILY")

    def test_offers(self):
        """The offers of what recurs are free on all of its days, and recur when they are accepted."""
        self.make("r", at(10, day=3), at(12, day=3), NodeCnt=6)
        offers = self.offered(self.refuse("d", start=at(10), end=at(11), NodeCnt=4, Flags="DAILY")).items()
        self.assertIn((at(12), at(13), 4), [o[:3] for _, o in offers])
        self.assertIn((at(10), at(11), 2), [o[:3] for _, o in offers])
        name = next(name for name, o in offers if o[:3] == (at(12), at(13), 4))
        r = self.c.scontrol("update", f"ReservationName={name}")
        self.assertTrue(r.ok, r)
        self.assertEqual((self.fields("d")["Flags"], self.fields("d")["StartTime"]), ("DAILY", gq.stamp(at(12))))
        self.refuse("s", "reservation d ", start=at(12, day=6), end=at(13, day=6), NodeCnt=5)
        self.kill()
        self.assertLies("d", at(12), at(13), 4)

    def test_a_taken_offer_stays_taken(self):
        """The answer says that it is durable, with the end of the holds."""
        self.parameters("garq_offer_hold=2")
        self.make("r", at(10, day=3), at(12, day=3), NodeCnt=6)
        names = list(self.offered(self.refuse("taken", start=at(10), end=at(11), NodeCnt=4, Flags="DAILY")))
        self.assertTrue(self.c.scontrol("update", f"ReservationName={names[1]}").ok)
        self.kill()
        self.assertEqual(set(self.c.reservations()), {"r", "taken"})
        self.assertFalse([name for name in self.c.offers() if name.startswith("taken.")])

    def test_what_makes_no_sense(self):
        self.refuse("d", "its occurrences would overlap: every day it can last 1-00:00:00 at most", start=at(10), end=at(11, day=3), NodeCnt=1, Flags="DAILY")
        self.refuse("d", "give one of Flags=HOURLY, DAILY", start=at(10), end=at(11), NodeCnt=1, Flags="DAILY,WEEKLY")
        self.make("d", at(10), at(11), NodeCnt=1, Flags="DAILY")
        self.refuse_change("d", "its occurrences would overlap", Duration="25:00:00")
        self.refuse_change("d", "its occurrences would overlap", **{"Duration+": 1440})
        self.make("i", at(10), at(11), NodeCnt=1, Flags="IGNORE_JOBS")
        self.change("i", **{"Duration-": 10})
        self.assertLies("i", at(10), at(10, 50), 1)
        self.change("i", **{"Duration+": 70})
        self.assertLies("i", at(10), at(12), 1)
        self.refuse_change("i", "nothing of it would be left", **{"Duration-": 120})

    def test_named_nodes_lie_on_overlap(self):
        """On any day, as bookings do."""
        self.make("o", at(9, day=4), at(12, day=4), Nodes="n[1-2]", Flags="OVERLAP")
        self.make("d", at(10), at(11), Nodes="n[1-2]", Flags="DAILY")
        self.change("d", end=at(11, 30))
        self.change("d", Nodes="n[2,5]")
        self.refuse("e", "reservation o |reservation d ", start=at(9, 30), end=at(9, 45), NodeCnt=7, Flags="DAILY")

    def test_a_start_that_has_passed(self):
        """With a window it begins now, and has all of its time."""
        self.make("d", soon(-200), soon(400), NodeCnt=1, MaxStartDelay="0:10:00", Flags="DAILY")
        start, end = self.start_of("d"), self.end_of("d")
        self.assertEqual((end - start, abs(start - time.time()) < 30), (600, True))

    def test_many_licenses_over_a_year(self):
        """Each occurrence meets some: that is found at once."""
        self.make("a", at(10), at(10, 59), NodeCnt=1, Licenses="sw:1", Flags="HOURLY")
        self.refuse("c", "1 of 4 licenses sw is missing", start=at(10, 30), end=at(11), NodeCnt=1, Licenses="sw:4", Flags="HOURLY")

    def test_a_window(self):
        """The first start of the window that is free on all days."""
        self.make("r", at(10, day=3), at(12, day=3), NodeCnt=6)
        self.make("s", at(12), at(12, 30), NodeCnt=6)
        self.refuse("d", start=at(10), end=at(11), NodeCnt=4, MaxStartDelay="2:00:00", Flags="DAILY")
        self.make("d", at(10), at(11), NodeCnt=4, MaxStartDelay="4:00:00", Flags="DAILY")
        self.assertLies("d", at(12, 30), at(13, 30), 4)

    def test_a_query_and_a_plan(self):
        self.make("r", at(10, day=3), at(12, day=3), NodeCnt=6)
        r = self.c.create("query", StartTime=gq.stamp(at(10)), Duration=60, NodeCnt=4, Flags="DAILY")
        self.assertIn((at(12), at(13), 4), [o[:3] for o in self.offered(r).values()], r)
        words = {"StartTime": gq.stamp(at(12)), "Duration": 60, "NodeCnt": 4, "Flags": "DAILY"}
        shown = self.c.create("plan:show:d", **words)
        self.assertEqual(set(self.c.reservations()), {"r"}, shown)
        token = re.search(r"plan ([0-9a-f]{12}): nothing was done", shown.out + shown.err)[1]
        self.assertTrue(self.c.create(f"plan:{token}:d", **words).ok)
        self.assertLies("d", at(12), at(13), 4)

    def test_update(self):
        """Other times and counts get nodes that are free on all days; those that it has come first."""
        self.make("r", at(14, day=4), at(15, day=4), Nodes="n[1-4]")
        self.make("d", at(10), at(11), Nodes="n[3-6]", Flags="DAILY")
        self.refuse_change("d", rf"2 of 4 nodes are missing from {gq.stamp(at(14, day=4))} on\n.*reservation r ", start=at(14), end=at(15))
        self.make("c", at(10), at(11), NodeCnt=2, Flags="DAILY")
        self.change("c", at(14), at(15))
        self.assertTrue(self.nodes("c") <= {"n5", "n6", "n7", "n8"}, self.nodes("c"))
        self.change("c", NodeCnt=4)
        self.assertEqual(self.nodes("c"), {"n5", "n6", "n7", "n8"})
        self.refuse_change("c", "1 of 5 nodes is missing .*\n.*reservation r ", NodeCnt=5)
        self.change("c", NodeCnt=2)
        self.assertEqual(len(self.nodes("c")), 2)
        self.change("c", at(16), Duration="2:00:00", NodeCnt=8)
        self.assertLies("c", at(16), at(18), 8)
        self.change("c", **{"Duration+": 30})
        self.assertLies("c", at(16), at(18, 30), 8)
        self.assertEqual(self.fields("c")["Flags"], "DAILY")
        self.change("d", Nodes="n[1-2]")
        self.assertEqual((self.nodes("d"), self.fields("d")["Flags"]), ({"n1", "n2"}, "DAILY,SPEC_NODES"))
        self.kill()
        self.assertLies("c", at(16), at(18, 30), 8)

    def test_licenses(self):
        self.make("r", at(10, day=3), at(12, day=3), NodeCnt=1, Licenses="sw:3")
        self.refuse("d", "1 of 2 licenses sw is missing", start=at(10), end=at(11), NodeCnt=1, Licenses="sw:2", Flags="DAILY")
        self.make("d", at(10), at(11), NodeCnt=1, Licenses="sw:2", MaxStartDelay="4:00:00", Flags="DAILY")
        self.assertLies("d", at(12), at(13), 1)

    def test_another_node_for_a_failed_one(self):
        self.make("d", at(10), at(11), NodeCnt=2, Flags="DAILY")
        node = min(self.nodes("d"))
        self.set_node(node, "DOWN")
        gq.wait_for(lambda: node not in self.nodes("d"), lambda: f"another node: {self.fields('d')}")
        self.assertLies("d", at(10), at(11), 2)

    def test_changed_to_meet_a_booking_of_a_later_day(self):
        self.make("r", at(10, day=3), at(11, day=3), NodeCnt=8)
        self.make("d", at(8), at(9), NodeCnt=4, Flags="DAILY")
        self.refuse_change("d", "reservation r", end=at(10, 30))
        self.change("d", end=at(10))
        self.make("b", at(13), at(14), NodeCnt=8)
        self.make("s", at(13, day=3), at(14, day=3), NodeCnt=8)
        self.refuse_change("b", "reservation s", Flags="DAILY")

    def test_changed_and_deleted(self):
        self.make("d", at(10), at(11), NodeCnt=6, Flags="DAILY")
        self.change("d", end=at(12))
        self.refuse("r", "reservation d ", start=at(11, day=3), end=at(12, day=3), NodeCnt=8)
        self.change("d", at(8), at(9))
        self.make("r", at(9, day=3), at(12, day=3), NodeCnt=8)
        self.assertTrue(self.c.delete("d").ok)
        self.make("s", at(8, day=3), at(9, day=3), NodeCnt=8)

    def test_skipped(self):
        self.make("d", at(10), at(11), NodeCnt=8, Flags="DAILY")
        r = self.c.scontrol("update", "ReservationName=d", "Skip")
        self.assertTrue(r.ok, r)
        self.assertLies("d", at(10, day=3), at(11, day=3), 8)
        self.make("r", at(10), at(11), NodeCnt=8)
        self.refuse("s", "reservation d ", start=at(10, day=3), end=at(11, day=3), NodeCnt=1)

    def test_floating(self):
        """Always an hour away: what ends before now does not meet it."""
        f = self.make("f", StartTime="now+1hour", Duration=60, NodeCnt=6, Flags="TIME_FLOAT")
        self.assertIn("TIME_FLOAT", f["Flags"].split(","))
        start = soon(5400)
        r = self.c.create("r", StartTime=gq.stamp(start), EndTime=gq.stamp(start + 60), NodeCnt=3)
        self.assertEqual(r.code, 1, r)  # f itself is shown at another time each second
        self.assertIn("reservation f ", r.err)
        start = soon(60)
        self.make("r", start, start + 600, NodeCnt=8)


    def test_refusals_name_the_booking(self):
        """Slurm itself does not say with whose nodes it overlaps, or whose are missing."""
        start = soon(10800)
        self.make("r", start, start + 3600, Nodes="n1")
        self.refuse("f", "would take nodes of reservation r:", StartTime="now+1hour", Duration=180, Nodes="n1", Flags="TIME_FLOAT")
        words = "only 7 of 8 nodes can be had: .* nodes" if gq.VERSION < (24, 11) else "nodes"
        self.refuse("n", f"{words} of reservation r:", start=start, end=start + 3600,
                    NodeCnt=8, Flags="REPLACE")


class FlagsOfBookings(case.Case):
    def test_kept(self):
        for flag in ("FLEX", "MAGNETIC", "PURGE_COMP=00:02:00", "NO_HOLD_JOBS_AFTER_END", "STATIC"):
            with self.subTest(flag=flag):
                r = self.make("r", at(10), at(11), NodeCnt=6, Flags=flag)
                self.assertEqual(r["Flags"], flag)
                self.refuse("s", "1 of 3 nodes is missing", start=at(10), end=at(11), NodeCnt=3,
                            Flags=flag)
                self.assertTrue(self.c.delete("r").ok)

    def test_magnetic_attracts_jobs(self):
        self.make("r", StartTime="now", Duration=60, NodeCnt=8, Flags="MAGNETIC")
        job = self.running_job("-N2", "-t10")
        self.assertEqual(self.job_fields(job)["Reservation"], "r")

    def test_replace_keeps_nodes_free(self):
        """Slurm gives a REPLACE reservation other nodes for those that jobs take."""
        self.make("p", StartTime="now", Duration=60, NodeCnt=2, Flags="REPLACE")
        job = self.running_job("-N1", "--exclusive", "-t30", "--reservation=p")
        used = self.c.hosts(self.job_fields(job)["NodeList"])
        gq.wait_for(lambda: not used & self.nodes("p"), "the node is replaced", seconds=90)
        start = soon(0)
        self.refuse("r", start=start, end=start + 60, NodeCnt=6)
        self.make("r", start, start + 60, NodeCnt=5)
        self.assertFalse(self.nodes("r") & (self.nodes("p") | used))


class BecomesNative(case.Case):
    def test_by_update(self):
        self.make("r", at(10), at(11), NodeCnt=4)
        with self.logged("reservation r is Slurm's own from now on"):
            r = self.change("r", Flags="MAINT")
        self.assertEqual(r["Flags"], "MAINT")
        self.assertLies("r", at(10), at(11), 4)
        self.refuse("s", "reservation r ", start=at(10), end=at(11), NodeCnt=5)
        self.change("r", end=at(12))
        self.refuse("s", "reservation r ", start=at(11), end=at(12), NodeCnt=5)
        self.assertTrue(self.c.delete("r").ok)
        self.make("s", at(10), at(12), NodeCnt=8)

    def test_of_a_flexible_one(self):
        self.make("a", at(10), at(11), NodeCnt=8)
        self.make("r", at(10), Duration=60, NodeCnt=8, MaxStartDelay="2:00:00")
        self.change("r", Flags="DAILY")
        self.assertLies("r", at(11), at(12), 8)
        self.refuse("s", "reservation r ", start=at(11, day=3), end=at(12, day=3), NodeCnt=1)

    def test_as_slurm_would(self):
        """To Slurm it is a reservation by count, not by a list of nodes."""
        self.make("r", at(10), at(11), NodeCnt=4)
        self.assertEqual(self.change("r", Flags="REPLACE")["Flags"], "REPLACE")

    def test_refused(self):
        """An update that Slurm refuses leaves a booking."""
        self.make("r", at(10), at(11), NodeCnt=4)
        self.refuse_change("r", Flags="MAINT", Users="nosuchuser")
        self.refuse_change("r", Flags="TIME_FLOAT")
        r = self.c.scontrol("update", "ReservationName=r", "Skip")
        self.assertEqual(r.code, 1, r)
        self.make("s", at(10), at(11), NodeCnt=3)
        self.refuse_change("r", "1 of 6 nodes is missing", NodeCnt=6)

    def test_and_back(self):
        """It is whole nodes again: never smaller than asked."""
        self.make("r", at(10), at(11), NodeCnt=4)
        self.make("s", at(10), at(11), NodeCnt=2)
        self.change("r", Flags="MAINT")
        self.change("r", minus_Flags="MAINT")
        self.refuse("t", "reservation r ", start=at(10), end=at(11), NodeCnt=3)
        self.refuse_change("r", NodeCnt=8)
        self.change("r", NodeCnt=6)
        self.assertLies("r", at(10), at(11), 6)
        self.assertFalse(self.nodes("r") & self.nodes("s"))


class NeverSmallerByUpdate(case.Case):
    def test_native_count(self):
        self.make("a", at(10), at(11), NodeCnt=4)
        self.make("p", at(10), at(11), NodeCnt=2, Flags="REPLACE")
        self.refuse_change("p", NodeCnt=6)
        self.change("p", NodeCnt=4)
        self.assertLies("p", at(10), at(11), 4)


class WithoutPartition(case.Case):
    """Slurm looks for other nodes in the partition of a reservation, and ends if there is none."""

    def test_a_count_after_a_list(self):
        self.make("m", at(10), at(11), Nodes="n[1-2]", Flags="MAINT")
        self.change("m", Nodes="", NodeCnt=1)
        self.assertEqual(self.fields("m")["PartitionName"], "main")
        (node, ) = self.nodes("m")
        self.set_node(node, "DRAIN")
        self.restart()
        self.assertTrue(self.c.alive())
        self.assertEqual(set(self.c.reservations()), {"m"})


if __name__ == "__main__":
    unittest.main()
