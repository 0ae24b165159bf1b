# SPDX-License-Identifier: GPL-2.0-or-later
"""What is asked for is given if there is any way, and a question says what a booking would get."""
import unittest

import case
import gq
from case import at


def setUpModule():
    case.start(12, lines=["PartitionName=half Nodes=n[7-12]"])


class Named(case.Case):
    """Named nodes on which one booking can have other nodes only, and one another time only."""

    def lie(self, name, start, end, nodes, **options):
        """Make a booking by count, which has just these nodes, as all others are taken meanwhile."""
        others = sorted({f"n{i}" for i in range(1, 13)} - set(nodes) - self.taken(start, end))
        self.make("away", start, end, Nodes=",".join(others))
        self.make(name, start, Duration=(end - start) // 60, NodeCnt=len(nodes), **options)
        self.assertTrue(self.c.delete("away").ok)
        self.assertEqual(self.nodes(name), set(nodes))

    def taken(self, start, end):
        return {node for name, f in self.c.reservations().items() for node in self.c.hosts(f["Nodes"])
                if gq.seconds(f["StartTime"]) < end and gq.seconds(f["EndTime"]) > start}

    def two(self):
        """r is rigid; f may begin up to four hours later."""
        self.make("late", at(12), at(20), Nodes="n[1-3]")
        self.make("busy", at(9), at(20), Nodes="n[4-6]")
        self.lie("r", at(10), at(11), ["n9", "n10", "n11"])
        self.lie("f", at(10), at(12), ["n7", "n8", "n12"], MaxStartDelay="4:00:00")

    def test_other_nodes_and_another_time(self):
        self.two()
        self.make("p", at(10), at(12), Nodes="n[9-12]")
        self.assertLies("r", at(10), at(11), 3)
        self.assertLies("f", at(12), at(14), 3)
        self.assertTrue(gq.check(self.c, []).ok)
        before = self.shown()
        self.kill()
        self.assertEqual(self.shown(), before)

    def test_no_way_and_all_were_tried(self):
        self.two()
        r = self.refuse("p", "missing", start=at(10), end=at(16, 30), Nodes="n[9-12]")
        self.assertNotIn("not all", r.err)

    def test_who_can_keep_its_time_keeps_it(self):
        """f has no free node in its partition, but r can leave it."""
        self.lie("r", at(10), at(11), ["n9", "n10", "n11"])
        self.lie("f", at(10), at(12), ["n7", "n8", "n12"], MaxStartDelay="4:00:00", PartitionName="half")
        self.make("p", at(10), at(11), Nodes="n12")
        self.assertLies("f", at(10), at(12), 3)
        self.assertLies("r", at(10), at(11), 3)


class Asked(case.Case):
    """f may start from 10:00 to 12:00, and has eight of twelve nodes."""
    words = {"StartTime": gq.stamp(at(10)), "Duration": 60, "NodeCnt": 8}

    def setUp(self):
        super().setUp()
        self.make("f", at(10), Duration=60, NodeCnt=8, MaxStartDelay="2:00:00")
        self.assertLies("f", at(10), at(11), 8)

    def clean(self):
        for name in self.c.offers():
            self.c.delete(name)
        super().clean()

    def ask(self, name, **more):
        before = self.shown()
        r = self.c.create(name, **self.words, **more)
        self.assertTrue(r.ok, r)
        self.assertEqual(self.shown(), before)
        return r

    def test_a_query_offers_what_a_booking_gets(self):
        offers = self.offered(self.ask("query"))
        self.assertEqual([o[:3] for o in offers.values()], [(at(10), at(11), 8)])
        self.assertTrue(self.c.update(next(iter(offers))).ok)
        self.assertLies(next(iter(offers)).split(".")[0], at(10), at(11), 8)
        self.assertLies("f", at(11), at(12), 8)

    def test_whatever_is_ranked_first(self):
        self.make("g", at(8), at(9), NodeCnt=12)
        self.parameters("garq_policy=longest")
        offers = self.offered(self.ask("query", MaxStartDelay="6:00:00"))
        made = self.make("r", None, None, **self.words, MaxStartDelay="6:00:00")
        self.assertEqual([o.start for o in offers.values()], [gq.seconds(made["StartTime"])])

    def test_a_probe_tells_where_others_give_way(self):
        r = self.ask("probe", Users="root")
        self.assertIn(f"others would give way at these starts:\n{gq.stamp(at(10))}", r.out)
        r = self.ask("probe", Users="root", MaxStartDelay="3:00:00")
        self.assertIn(f"others would give way at these starts:\n{gq.stamp(at(10))}", r.out)
        self.assertIn(f"{gq.stamp(at(11))}  {gq.stamp(at(13))}", r.out)
        self.make("r", None, None, **self.words)
        self.assertLies("f", at(11), at(12), 8)

    def test_no_offer_is_what_the_booking_has(self):
        self.make("b", at(13), at(14), NodeCnt=4)
        self.make("full", at(14), at(15), NodeCnt=12)
        offers = self.offered(self.refuse_change("b", "missing", start=at(14), end=at(15)))
        self.assertTrue(offers)
        self.assertNotIn((at(13), at(14), 4), [o[:3] for o in offers.values()])


if __name__ == "__main__":
    unittest.main()
