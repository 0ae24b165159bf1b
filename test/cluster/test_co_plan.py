# SPDX-License-Identifier: GPL-2.0-or-later
"""sresv co plan on three real clusters in three time zones."""
import time
import unittest

import co
import gq
from case import at
from co import DONE, REFUSED, SILENT
from test_co_fake import PAPER, lines

NODES = 8


def setUpModule():
    co.start(params="garq_users=yes")


class Plan(co.Case):
    def take(self, name, begin, end, nodes=NODES):
        """A stranger books nodes of a cluster."""
        r = self.sites[name].create("stranger", StartTime=gq.stamp(begin), EndTime=gq.stamp(end), NodeCnt=nodes)
        self.assertTrue(r.ok, r)

    def request(self, text, day=2):
        return lines(f"CO.TS.est = {at(10, day=day)} ; CO.TS.let = {at(10, day=day + 3)} ;" + text)

    def test_the_running_example(self):
        """Case 1, up to the booking."""
        self.take("b", at(9), at(12))
        plan = self.plan(self.request(PAPER))
        self.assertEqual(plan, {"IBM": ("a", at(12)), "PCC": ("b", at(12)), "NET": ("a", at(12)),
                                "VIS": ("c", at(16)), "LINE": ("a", at(16))})
        self.assertEqual({name: set(r) for name, r in self.booked().items()}, {"a": set(), "b": {"stranger"}, "c": set()})

    def test_two_parts_of_one_cluster(self):
        """Case 5: five of eight nodes each."""
        text = ("A.TS.duration = 3600; B.TS.duration = 3600; A.QOS.nodes = 5; B.QOS.nodes = 5;"
                "A.QOS.arch = x; B.QOS.arch = {};")
        together = "A.CON.s = A.RVC.begin == B.RVC.begin"
        r = self.co("plan", srl=self.request(text.format("x") + together), code=REFUSED)
        self.assertIn("A.CON.s is in the way", r.err)
        plan = self.plan(self.request(text.format("x")))
        self.assertEqual(sorted(begin for _, begin in plan.values()), [at(10), at(11)])
        plan = self.plan(self.request(text.format("y") + together))
        self.assertEqual(plan, {"A": ("a", at(10)), "B": ("b", at(10))})

    def test_starts_are_exact_to_the_second(self):
        self.take("a", at(9), at(11) + 60)
        plan = self.plan(self.request("A.TS.duration = 3607; A.QOS.nodes = 8; A.QOS.arch = x"))
        self.assertEqual(plan, {"A": ("a", at(11) + 60)})

    def test_a_link_that_is_taken(self):
        """Both links of ab are booked until noon."""
        r = self.sites["a"].create("stranger", StartTime=gq.stamp(at(9)), EndTime=gq.stamp(at(12)), NodeCnt=1,
                                   Licenses="ab:2")
        self.assertTrue(r.ok, r)
        text = ("A.TS.duration = 3600; B.TS.duration = 3600; N.TS.duration = 3600; A.QOS.arch = x; B.QOS.arch = y;"
                "N.QOS.from = A; N.QOS.to = B; N.QOS.netbw = 1500 Mbit/s;"
                "B.CON.s = A.RVC.begin == B.RVC.begin; N.CON.s = A.RVC.begin == N.RVC.begin")
        self.assertEqual(self.plan(self.request(text)), {p: (c, at(12)) for p, c in (("A", "a"), ("B", "b"), ("N", "a"))})

    def test_licenses_of_several_parts(self):
        """The two licenses of ab: of two parts with nodes, of one with nodes and a link, of one without nodes."""
        parts = "".join(f"{part}.TS.duration = 3600; {part}.QOS.arch = x;" for part in "AB")
        nodes = "A.QOS.nodes = 1; B.QOS.nodes = 1;"
        together = "A.CON.s = A.RVC.begin == B.RVC.begin;"
        two = "A.QOS.licenses = \"ab:2\"; B.QOS.licenses = \"ab:{}\";"
        one = "A.QOS.licenses = ab; B.QOS.licenses = ab;"
        self.assertEqual(self.plan(self.request(parts + nodes + one + together)), {p: ("a", at(10)) for p in "AB"})
        for more in (nodes, ""):
            r = self.co("plan", srl=self.request(parts + more + two.format(1) + together), code=REFUSED)
            self.assertIn("A.CON.s is in the way", r.err)
            plan = self.plan(self.request(parts + more + two.format(1)))
            self.assertEqual(sorted(begin for _, begin in plan.values()), [at(10), at(11)])
        link = ("A.TS.duration = 3600; A.QOS.arch = x; A.QOS.nodes = 1; B.TS.duration = 3600; B.QOS.arch = y;"
                "N.TS.duration = 3600; N.QOS.from = A; N.QOS.to = B; N.CON.s = A.RVC.begin == N.RVC.begin;")
        self.assertEqual(self.plan(self.request(link + "A.QOS.licenses = ab"))["N"], ("a", at(10)))
        r = self.co("plan", srl=self.request(link + "A.QOS.licenses = \"ab:2\""), code=REFUSED)
        self.assertIn("N.CON.s is in the way", r.err)

    def test_licenses_are_booked_as_planned(self):
        """A stranger has one of ab until noon: no part is denied, as all of it is in the plan."""
        r = self.sites["a"].create("stranger", StartTime=gq.stamp(at(9)), EndTime=gq.stamp(at(12)), NodeCnt=1,
                                   Licenses="ab:1")
        self.assertTrue(r.ok, r)
        text = ("A.TS.duration = 3600; A.QOS.arch = x; A.QOS.nodes = 1; A.QOS.licenses = ab; B.TS.duration = 3600;"
                "B.QOS.arch = x; B.QOS.nodes = 2; B.QOS.licenses = ab; B.CON.s = A.RVC.begin == B.RVC.begin")
        self.co("book", "--rounds", "1", srl=self.request(text), code=DONE)
        begun = {gq.seconds(record["StartTime"]) for name, record in self.booked()["a"].items() if name != "stranger"}
        self.assertEqual(begun, {at(12)})

    def test_a_controller_that_is_down(self):
        self.sites["b"].kill_controller()
        r = self.co("plan", srl=self.request("A.TS.duration = 3600"), code=DONE)
        self.assertIn("sresv: cluster b: Unable to contact slurm controller", r.err)
        r = self.co("plan", srl=self.request("A.TS.duration = 3600; A.QOS.arch = y"), code=SILENT)
        self.assertIn("clusters that could not be asked: 1 of 3", r.err)

    def test_it_is_quick(self):
        """No limit that a busy machine could break: what it took is printed."""
        begin = time.monotonic()
        self.co("plan", srl=self.request("A.TS.duration = 3600; B.TS.duration = 3600; C.TS.duration = 3600;"
                                         "A.QOS.arch = x; B.QOS.arch = y; C.QOS.arch = v;"
                                         "B.CON.s = A.RVC.begin == B.RVC.begin; C.CON.s = A.RVC.begin == C.RVC.begin"),
                code=DONE)
        print(f"# sresv co plan on three clusters: {1000 * (time.monotonic() - begin):.0f} ms")


if __name__ == "__main__":
    unittest.main()
