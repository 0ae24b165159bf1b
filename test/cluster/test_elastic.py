# SPDX-License-Identifier: GPL-2.0-or-later
"""Elastic requests: what stands in front of the name says what else is of use, and the best form is booked."""
import re
import unittest

import case
import deadline
import gq
from case import at
from deadline import LATE


def setUpModule():
    deadline.start(lines=["Licenses=sw:4"])


class Elastic(deadline.Case):
    def clean(self):
        for name in self.c.offers():
            self.c.delete(name)
        super().clean()

    def parameters(self, text=""):
        """Those of this file stay."""
        base = deadline.PARAMETERS
        self.addCleanup(self.reconfigure, SchedulerParameters=base)
        self.reconfigure(SchedulerParameters=f"{base},{text}" if text else base)

    def said(self, name, **options):
        """What scontrol prints of a create that is booked."""
        r = self.c.create(name, **options)
        self.assertTrue(r.ok, r)
        return r.out

    def offers_of(self, refused):
        return self.offered(refused).values()

    def sized(self, name):
        """(start, end, nodes, what Duration= says)"""
        f = self.fields(name)
        return (gq.seconds(f["StartTime"]), gq.seconds(f["EndTime"]), len(self.nodes(name)), f["Duration"])

    def elastic(self, wishes="min-nodes:2:min-time:30:", **more):
        self.said(f"{wishes}e", **{"StartTime": gq.stamp(at(10)), "Duration": 120, "NodeCnt": 8, **more})


class Booked(Elastic):
    def test_all_of_it_where_there_is_room(self):
        out = self.said("min-nodes:2:min-time:30:r", StartTime=gq.stamp(at(10)), Duration=120, NodeCnt=8)
        self.assertLies("r", at(10), at(12), 8)
        self.assertEqual(out, "Reservation created: r\n"
                         f"r is booked: 8 nodes from {gq.stamp(at(10))} to {gq.stamp(at(12))}\n")

    def test_fewer_nodes(self):
        self.make("a", at(10), at(12), NodeCnt=5)
        out = self.said("min-nodes:2:r", StartTime=gq.stamp(at(10)), Duration=120, NodeCnt=8)
        self.assertLies("r", at(10), at(12), 3)
        self.assertIn("r is booked: 3 nodes from ", out)

    def test_less_time(self):
        self.make("a", at(11), at(12), NodeCnt=5)
        self.said("min-time:30m:r", StartTime=gq.stamp(at(10)), Duration=120, NodeCnt=8)
        self.assertLies("r", at(10), at(11), 8)

    def test_what_is_preferred(self):
        self.make("a", at(11), at(12), NodeCnt=5)
        for prefer, end, nodes in ("time", at(12), 3), ("nodes", at(11), 8):
            with self.subTest(prefer=prefer):
                self.said(f"min-nodes:2:min-time:30:prefer:{prefer}:r", StartTime=gq.stamp(at(10)), Duration=120,
                          NodeCnt=8)
                self.assertLies("r", at(10), end, nodes)
                self.assertTrue(self.c.delete("r").ok)

    def test_another_shape(self):
        self.make("a", at(10), at(14), NodeCnt=5)
        self.said("or:4x2h:or:2x4h:or:1x8h:r", StartTime=gq.stamp(at(10)), Duration=60, NodeCnt=8)
        self.assertLies("r", at(10), at(14), 2)

    def test_others_make_room(self):
        self.make("flexible", at(10), NodeCnt=6, Duration=60, MaxStartDelay="2:00:00")
        self.make("a", at(10), at(12), NodeCnt=2)
        self.said("min-nodes:4:r", StartTime=gq.stamp(at(10)), Duration=60, NodeCnt=8)
        self.assertLies("r", at(10), at(11), 6)
        self.assertLies("flexible", at(11), at(12), 6)

    def test_survives_a_kill(self):
        self.make("a", at(10), at(12), NodeCnt=5)
        self.said("min-nodes:2:r", StartTime=gq.stamp(at(10)), Duration=120, NodeCnt=8)
        before = self.fields("r")
        self.kill()
        self.assertEqual(self.fields("r"), before)


class Gives(Elastic):
    """An elastic booking keeps its freedom until it freezes."""

    def test_nodes_that_others_need(self):
        events = self.events("EVENT", "RESERVATION", "START", "END", "OLD_NODES", "REASON")
        self.elastic("min-nodes:2:")
        self.make("r", at(10), at(12), NodeCnt=3)
        self.assertLies("r", at(10), at(12), 3)
        self.assertEqual(self.sized("e"), (at(10), at(12), 5, "02:00:00"))
        self.assertFalse(self.nodes("r") & self.nodes("e"))
        gq.wait_for(events, "the site is told")
        self.assertEqual(events(), [f"resized e {at(10)} {at(12)} n[1-8] made room for r"])
        self.assertEqual(self.ledger("SELECT verb, old_nodes, why FROM event WHERE name = 'e' ORDER BY id DESC LIMIT 1"),
                         [("moved", "n[1-8]", "made room for r")])

    def test_nodes_for_a_request_with_licenses(self):
        """As long as the licenses are free."""
        self.elastic("min-nodes:2:")
        self.make("r", at(10), at(12), NodeCnt=3, Licenses="sw:3")
        self.assertEqual(self.sized("e"), (at(10), at(12), 5, "02:00:00"))
        self.refuse("s", "missing", start=at(10), end=at(12), NodeCnt=2, Licenses="sw:2")
        self.assertEqual(self.sized("e"), (at(10), at(12), 5, "02:00:00"))

    def test_time_that_others_need(self):
        self.elastic("min-time:30:")
        events = self.events("EVENT", "RESERVATION", "START", "END")
        self.make("r", at(11), at(13), NodeCnt=8)
        self.assertEqual(self.sized("e"), (at(10), at(11), 8, "01:00:00"))
        gq.wait_for(events, "the site is told")
        self.assertEqual(events(), [f"resized e {at(10)} {at(11)}"])

    def test_never_less_than_its_least(self):
        self.elastic()
        self.make("r", at(10), at(12), NodeCnt=6)
        self.assertEqual(self.sized("e"), (at(10), at(12), 2, "02:00:00"))
        self.refuse("s", "is missing", start=at(10), end=at(12), NodeCnt=1)
        self.make("t", at(11), at(13), NodeCnt=2)
        self.assertEqual(self.sized("e"), (at(10), at(11), 2, "01:00:00"))
        self.refuse("u", "are missing", start=at(10, 15), end=at(11), NodeCnt=2)

    def test_no_more_than_the_other_gets(self):
        self.elastic("min-time:30:", Duration=600)
        self.refuse("r", "is missing", start=at(18), end=at(18, 10), NodeCnt=1)

    def test_a_job_counts_on_its_size(self):
        self.elastic("min-nodes:2:")
        self.job("-N8", "-t60", "--reservation=e")
        self.refuse("r", "are missing", start=at(10), end=at(12), NodeCnt=3)

    def test_an_update_ends_it(self):
        self.elastic("min-nodes:2:")
        self.change("e", NodeCnt=7)
        self.refuse("r", "are missing", start=at(10), end=at(12), NodeCnt=3)

    def test_survives_kills(self):
        self.elastic()
        self.kill()
        self.make("r", at(10), at(12), NodeCnt=3)
        before = self.sized("e")
        self.kill()
        self.assertEqual(self.sized("e"), before)
        self.make("s", at(11), at(13), NodeCnt=5)
        self.assertEqual(self.sized("e"), (at(10), at(11), 5, "01:00:00"))
        self.kill()
        self.assertEqual(self.sized("e"), (at(10), at(11), 5, "01:00:00"))
        self.assertLies("r", at(10), at(12), 3)
        self.assertLies("s", at(11), at(13), 5)

    def test_query_says_so(self):
        self.elastic("min-nodes:2:")
        r = self.c.create("query", StartTime=gq.stamp(at(10)), Duration=120, NodeCnt=3)
        self.assertTrue(r.ok, r)
        self.assertIn("all that is asked for", r.out)
        self.assertIn("\nto make room: e has 5 of its 8 nodes\n", r.out)
        self.make("r", at(10), at(12), NodeCnt=3)
        self.assertEqual(self.sized("e"), (at(10), at(12), 5, "02:00:00"))


class Grows(Elastic):
    def grown(self, *sized):
        gq.wait_for(lambda: self.sized("e") == sized, lambda: f"it grows: {self.sized('e')}")

    def test_into_nodes_that_are_free_again(self):
        self.make("a", at(10), at(12), NodeCnt=5)
        self.elastic("min-nodes:2:grow:yes:")
        self.assertLies("e", at(10), at(12), 3)
        self.assertTrue(self.c.delete("a").ok)
        self.grown(at(10), at(12), 8, "02:00:00")
        self.kill()
        self.assertEqual(self.sized("e"), (at(10), at(12), 8, "02:00:00"))
        self.make("r", at(10), at(12), NodeCnt=1)
        self.assertLies("e", at(10), at(12), 7)

    def test_into_time_that_is_free_again(self):
        self.make("a", at(11), at(13), NodeCnt=5)
        self.elastic("min-time:10:grow:yes:")
        self.assertLies("e", at(10), at(11), 8)
        self.assertTrue(self.c.delete("a").ok)
        self.grown(at(10), at(12), 8, "02:00:00")

    def test_only_who_said_so(self):
        self.make("a", at(10), at(12), NodeCnt=5)
        self.elastic("min-nodes:2:")
        self.make("flexible", at(11), NodeCnt=8, Duration=60, MaxStartDelay="2:00:00")
        self.assertTrue(self.c.delete("a").ok)
        gq.wait_for(lambda: "flexible" in self.live(), "it is there")
        self.assertLies("e", at(10), at(12), 3)


class Refused(Elastic):
    def test_no_offer_is_less(self):
        self.make("a", at(10), at(12), NodeCnt=5)
        offers = self.offers_of(self.refuse("min-nodes:4:min-time:2h:r", "5 of 8 nodes are missing", start=at(10),
                                            Duration=120, NodeCnt=8))
        self.assertTrue(offers)
        self.assertEqual([o for o in offers if o.nodes < 4 or o.end - o.start < 7200], [])

    def test_accepted_offer(self):
        self.make("a", at(10), at(12), NodeCnt=5)
        r = self.refuse("min-nodes:4:r", start=at(10), Duration=120, NodeCnt=8)
        name = next(n for n, o in self.offered(r).items() if o.kind == "later")
        self.assertTrue(self.c.update(name).ok)
        self.assertLies("r", at(12), at(14), 8)

    def test_offers_that_are_made_anew_are_not_less_either(self):
        self.make("a", at(10), at(12), NodeCnt=5)
        r = self.refuse("min-nodes:4:r", start=at(10), Duration=120, NodeCnt=8)
        name = next(n for n, o in self.offered(r).items() if o.kind == "later")
        self.make("b", at(12), at(14), NodeCnt=5)
        again = self.c.update(name)
        self.assertFalse(again.ok, again)
        self.assertEqual([o for o in self.offers_of(again) if o.nodes < 4], [])

    def test_nonsense(self):
        for name, why, options in (
                ("min-nodes:x:r", "write min-nodes:N:NAME", {}),
                ("min-nodes:9:r", "min-nodes:9 is more than NodeCnt=8", {}),
                ("min-time:3h:r", "min-time:180 is longer than the duration, 02:00:00", {}),
                ("min-nodes:2:", "the name of the reservation is missing", {}),
                ("min-nodes:2:r", "need NodeCnt", {"NodeCnt": None, "Nodes": "n[1-4]"}),
                ("max-cost:5:r", "this site has no prices", {}),
                ("min-nodes:2:r", "for nodes, cores and licenses", {"Flags": "DAILY"}),
                ("min-nodes:2:hold:60:r", "hold:60:r has one form", {}),
                ("hold:60:min-nodes:2:r", "no reservation can be named min-nodes:2:r", {}),
                ("min-nodes:2:stats", "stats has one form", {})):
            with self.subTest(name=name):
                given = {"Duration": 120, "NodeCnt": 8, **options}
                self.refuse(name, why, start=at(10), **{k: v for k, v in given.items() if v is not None})


class Asked(Elastic):
    def test_query_says_what_a_booking_gets(self):
        self.make("a", at(10), at(12), NodeCnt=5)
        r = self.c.create("min-nodes:2:query", StartTime=gq.stamp(at(10)), Duration=120, NodeCnt=8)
        self.assertTrue(r.ok, r)
        offers = [m for m in map(case.OFFER_LINE.search, r.out.splitlines()) if m]
        self.assertEqual([(m[2], m[3], m[4], m[6]) for m in offers],
                         [(gq.stamp(at(10)), gq.stamp(at(12)), "3", "in the window")])
        self.assertTrue(self.c.update(offers[0][1], ReservationName=offers[0][1]).ok)
        self.assertLies(re.sub(r"\.\d+$", "", offers[0][1]), at(10), at(12), 3)


class Jobs(Elastic):
    def test_gets_the_nodes_and_the_time_that_are_booked(self):
        self.make("a", at(10), at(14), NodeCnt=5)
        r = self.submit(at(10), at(12) + LATE, 120, "2-8", "--time-min=30")
        self.assertTrue(r.ok, r)
        job = r.out.strip()
        self.assertIn("booked: 3 nodes for 120 minutes", r.err)
        self.assertBooked(job, at(10), 120, 3)
        fields = self.job_fields(job)
        self.assertEqual((fields["NumNodes"].split("-")[0], fields["TimeLimit"]), ("3", "02:00:00"))

    def test_ends_by_its_deadline(self):
        self.make("a", at(10), at(11), NodeCnt=8)
        r = self.submit(at(10), at(12), 90, "4", "--time-min=30")
        self.assertTrue(r.ok, r)
        self.assertBooked(r.out.strip(), at(11), 59, 4)
        self.assertEqual(self.job_fields(r.out.strip())["TimeLimit"], "00:59:00")

    def test_as_many_as_it_wants(self):
        self.assertBooked(self.book(at(10), at(14), 60, "2-4"), at(10), 60, 4)


class Priced(Elastic):
    def setUp(self):
        super().setUp()
        self.parameters("garq_bcost=1")

    def test_what_costs_more_is_of_no_use(self):
        out = self.said("min-nodes:1:max-cost:300:r", StartTime=gq.stamp(at(10)), Duration=60, NodeCnt=8)
        self.assertRegex(out, r"r is booked: \d nodes from .* for \d+\.\d\d\n")
        cost = float(re.search(r"for (\d+\.\d\d)$", out, re.M)[1])
        self.assertLessEqual(cost, 300)
        each = cost / len(self.nodes("r"))
        self.assertGreater(cost + each, 300)
        self.refuse("max-cost:300:s", "left out for its price costs", start=at(14), Duration=60, NodeCnt=8)


if __name__ == "__main__":
    unittest.main()
