# SPDX-License-Identifier: GPL-2.0-or-later
"""Where in its window a booking is placed: at the first start, or where it leaves the smallest rests (garq_place, place:)."""
import unittest

import case
import gq
from case import at


def setUpModule():
    case.start(6, lines=case.STAYS_DOWN)


class Place(case.Case):
    """Six nodes, of which four are booked from 10:00 to 12:00; two are wanted for an hour between 8:00 and 13:00."""

    def setUp(self):
        super().setUp()
        self.make("four", at(10), at(12), Nodes="n[1-4]")
        self.words = {"StartTime": gq.stamp(at(8)), "Duration": 60, "NodeCnt": 2, "MaxStartDelay": "4:00:00"}

    def foreseen(self, wish, name):
        """The one start that a query and a plan name for it."""
        starts = [o.start for o in self.offered(self.c.create(f"{wish}query", **self.words)).values()]
        r = self.c.create(f"plan:show:{wish}{name}", **self.words)
        self.assertIn(f"from {gq.stamp(starts[0])} ", r.out + r.err)
        self.assertEqual(len(starts), 1)
        return starts[0]

    def booked(self, wish, name="r"):
        """Its start, which was foreseen."""
        start = self.foreseen(wish, name)
        r = self.c.create(f"{wish}{name}", **self.words)
        self.assertTrue(r.ok, r)
        self.assertEqual(self.start_of(name), start)
        return start

    def test_by_wish(self):
        self.assertEqual(self.booked("place:tight:"), at(10))
        self.assertEqual(self.fields("r")["MaxStartDelay"], "04:00:00")
        self.assertEqual(self.nodes("r"), {"n5", "n6"})
        self.c.delete("r")
        self.assertEqual(self.booked("place:earliest:"), at(8))

    def test_by_the_site(self):
        self.parameters("garq_place=tight")
        self.assertEqual(self.booked(""), at(10))
        self.assertEqual(self.booked("place:earliest:", "first"), at(8))
        self.parameters("garq_place=earliest")
        self.assertEqual(self.booked("", "second"), at(8))
        self.assertEqual(self.start_of("r"), at(10))

    def test_sresv(self):
        words = ["-s", gq.stamp(at(8)), "-t", "1h", "-N", "2", "--delay", "4h"]
        r = self.c.run(gq.sresv(), "book", "r", *words, "--place", "tight")
        self.assertTrue(r.ok, r)
        self.assertEqual(self.start_of("r"), at(10))
        r = self.c.run(gq.sresv(), "move", "r", "--place", "earliest")
        self.assertTrue(r.ok, r)
        self.assertEqual(self.start_of("r"), at(8))
        self.assertIn("neither earliest nor tight", self.c.run(gq.sresv(), "book", *words, "--place", "late").err)

    def test_it_is_kept(self):
        """Over a kill, an update, and nodes that become free; who waits for these moves."""
        self.make("all", at(8), at(9), Nodes="n[1-6]")
        self.assertEqual(self.booked("place:tight:"), at(10))
        self.assertEqual(self.booked("place:earliest:", "first"), at(9))
        self.kill()
        self.assertEqual(self.ledger("SELECT name, tight FROM booking WHERE closed IS NULL AND tight"), [("r", 1)])
        self.c.delete("all")
        gq.wait_for(lambda: self.start_of("first") == at(8), "first starts earlier")
        self.assertEqual(self.start_of("r"), at(10))
        self.change("r", Duration=90)
        self.assertEqual(self.start_of("r"), at(10))

    def test_it_moves_for_others(self):
        self.assertEqual(self.booked("place:tight:"), at(10))
        self.make("rest", at(9), at(12), Nodes="n[5-6]")
        self.assertIn(self.start_of("r"), range(at(8), at(12) + 1))
        self.assertEqual(len(self.nodes("r")), 2)

    def test_where_others_have_to_move(self):
        """It is booked where a plan makes room, as without the wish."""
        self.make("eight", at(8), at(10), Nodes="n[1-4]")
        self.make("flexible", at(8), Duration=60, NodeCnt=2, MaxStartDelay="6:00:00")
        self.words["MaxStartDelay"] = "30:00"
        self.assertEqual(self.booked("place:tight:"), at(8))
        self.assertGreaterEqual(self.start_of("flexible"), at(9))

    def test_update(self):
        self.assertEqual(self.booked(""), at(8))
        r = self.c.update("plan:show:place:tight:r")
        self.assertIn(f"from {gq.stamp(at(10))} ", r.out + r.err)
        for wish, start in (("tight", at(10)), ("earliest", at(8)), ("tight", at(10))):
            self.assertTrue(self.c.update(f"place:{wish}:r").ok)
            self.assertEqual(self.start_of("r"), start)

    def test_refused(self):
        self.refuse("place:late:r", "place:earliest:NAME or place:tight:NAME", start=at(8), Duration=60, NodeCnt=2)
        self.refuse("place:tight:r", "place: is for whole nodes by NodeCnt", start=at(8), Duration=60, Nodes="n[1-2]")
        self.refuse_change("place:tight:four", "place: is for bookings of whole nodes by NodeCnt")


if __name__ == "__main__":
    unittest.main()
