# SPDX-License-Identifier: GPL-2.0-or-later
"""Offers: what a refused user can have instead is printed, listed, accepted, withdrawn, and ends."""
import os
import pwd
import re
import time
import unittest

import case
import gq
from case import ahead, at, soon


def setUpModule():
    case.start(8)


class Offers(case.Case):
    def clean(self):
        for name in self.c.offers():
            self.c.delete(name)
        super().clean()
        self.assertEqual(self.c.offers(), {})

    def busy(self):
        """6 of 8 nodes are taken from 10:00 to 12:00; r asks for 4 at 11:00 for two hours."""
        self.make("a", at(10), at(12), NodeCnt=6)
        return self.refuse("r", r"2 of 4 nodes are missing", "in the way: reservation a", r"\nscontrol: error: r\.\d  ",
                           start=at(11), Duration=120, NodeCnt=4)

    def take(self, name, **options):
        r = self.c.update(name, **options)
        self.assertTrue(r.ok, r)

    def refuse_take(self, name, *patterns, user=None, **options):
        before = self.shown()
        r = self.c.update(name, user=user, **options)
        return self._refused(r, before, patterns)


class Refused(Offers):
    def test_what_is_offered(self):
        refused = self.busy()
        self.assertNotIn("garq-", refused.err)  # these lines are for programs
        offers = self.offered(refused)
        wishes = {(o.start, o.end, o.nodes): o.kind for o in offers.values()}
        self.assertEqual(wishes[at(12), at(14), 4], "later")
        self.assertEqual(wishes[at(8), at(10), 4], "earlier")
        self.assertEqual(wishes[at(11), at(13), 2], "fewer nodes")
        self.assertEqual([f"r.{i + 1}" for i in range(len(offers))], list(offers))
        self.assertEqual({o.cost for o in offers.values()}, {None})

    def test_each_can_be_had_as_it_is_printed(self):
        for number in range(1, len(self.offered(self.busy())) + 1):
            self.clean()
            offer = self.offered(self.busy())[f"r.{number}"]
            with self.subTest(offer=offer):
                self.take(f"r.{number}")
                self.assertLies("r", offer.start, offer.end, offer.nodes)
                self.assertEqual(self.c.offers(), {})

    def test_none_is_dominated(self):
        offers = list(self.offered(self.busy()).values())

        def points(o):
            return (-max(0, at(11) - o.start), -max(0, o.start - at(11)), o.end - o.start, o.nodes)
        for a in offers:
            for b in offers:
                if a is not b:
                    self.assertFalse(all(x >= y for x, y in zip(points(a), points(b))), (a, b))

    def test_all_of_the_request_goes_into_it(self):
        self.make("a", at(10), at(12), NodeCnt=3, PartitionName="half")
        r = self.refuse("r", start=at(11), Duration=60, NodeCnt=2, PartitionName="half", Users="games,daemon",
                        Flags="PURGE_COMP=00:10:00")
        later = next(name for name, o in self.offered(r).items() if o.kind == "later")
        self.take(later)
        fields = self.fields("r")
        self.assertEqual({fields[k] for k in ("PartitionName", "Users")}, {"half", "games,daemon"})
        self.assertIn("PURGE_COMP=00:10:00", fields["Flags"])
        self.assertLies("r", at(12), at(13), 2)

    def test_of_a_list_of_nodes(self):
        self.make("a", at(10), at(12), Nodes="n[1-3]")
        offers = self.offered(self.refuse("r", start=at(11), Duration=60, Nodes="n[3-4]"))
        self.assertEqual({o.nodes for o in offers.values()}, {2})
        later = next(name for name, o in offers.items() if o.kind == "later")
        self.refuse_take(later, "all of them or none", NodeCnt=1)
        self.take(later)
        self.assertLies("r", at(12), at(13), 2)
        self.assertEqual(self.nodes("r"), {"n3", "n4"})

    def test_of_nodes_with_a_feature(self):
        self.make("a", at(10), at(12), NodeCnt=3, Features="odd")
        r = self.refuse("r", "1 of 2 nodes is missing", start=at(11), Duration=60, NodeCnt=2, Features="odd")
        for name in [n for n, o in self.offered(r).items() if o.kind in ("later", "fewer nodes")]:
            with self.subTest(offer=self.offered(r)[name]):
                self.take(name)
                self.assertLessEqual(self.nodes("r"), {"n1", "n3", "n5", "n7"})
                self.assertTrue(self.c.delete("r").ok)
                self.refuse("r", start=at(11), Duration=60, NodeCnt=2, Features="odd")

    def test_of_a_window(self):
        self.make("a", at(10), at(14), NodeCnt=6)
        offers = self.offered(self.refuse("r", start=at(10), Duration=120, NodeCnt=4, MaxStartDelay="2:00:00"))
        kinds = {o.kind: o for o in offers.values()}
        self.assertEqual(kinds["later"].start, at(14))
        self.assertNotIn("all that is asked for", kinds)
        later = next(name for name, o in offers.items() if o.kind == "later")
        self.take(later)
        self.assertLies("r", at(14), at(16), 4)
        self.assertEqual(self.fields("r").get("MaxStartDelay"), self.fields("a").get("MaxStartDelay"))

    def test_more_nodes_than_there_are(self):
        offers = self.offered(self.refuse("r", "9 nodes are asked for", start=at(11), Duration=60, NodeCnt=9))
        self.assertIn((at(11), at(12), 8), {(o.start, o.end, o.nodes) for o in offers.values()})

    def test_without_a_name(self):
        self.make("a", at(10), at(12), NodeCnt=8)
        r = self.c.create(StartTime=gq.stamp(at(11)), Duration=60, NodeCnt=1)
        offers = self.offered(r)
        name = next(name for name, o in offers.items() if o.kind == "later")
        self.assertRegex(name, r"^q\d+\.\d+$")
        self.take(name)
        self.assertLies(name.split(".")[0], at(12), at(13), 1)

    def test_nothing_where_the_site_wants_none(self):
        self.parameters("garq_offers=0")
        self.make("a", at(10), at(12), NodeCnt=8)
        r = self.refuse("r", "earliest start", start=at(11), Duration=60, NodeCnt=1)
        self.assertEqual((self.offered(r), self.c.offers()), ({}, {}))
        r = self.c.create("query", StartTime=gq.stamp(at(11)), Duration=60, NodeCnt=1)
        self.assertFalse(r.ok)
        self.assertRegex(r.err, "garq_offers=0")

    def test_no_more_than_the_site_wants(self):
        self.parameters("garq_offers=2")
        self.assertEqual(len(self.offered(self.busy())), 2)

    def test_with_prices(self):
        self.parameters("garq_bcost=0.05,garq_tau=4")
        offers = self.offered(self.busy())
        self.assertEqual({name: float(o["cost"]) for name, o in self.c.offers().items()},
                         {name: o.cost for name, o in offers.items()})
        for o in offers.values():
            slots = -(-o.end // 300) - o.start // 300
            self.assertAlmostEqual(o.cost, slots * o.nodes * 0.05 * 4 * 5, 2)

    def test_by_price(self):
        self.parameters("garq_bcost=0.05,garq_policy=cost")
        costs = [o.cost for o in self.offered(self.busy()).values()]
        self.assertEqual(costs, sorted(costs))


class Names(Offers):
    def test_asking_again_replaces_them(self):
        self.busy()
        r = self.refuse("r", start=at(11), Duration=60, NodeCnt=3)
        self.assertEqual(set(self.offered(r)), set(self.c.offers()))
        self.assertEqual(min(self.offered(r)), "r.1")

    def test_a_reservation_has_its_name(self):
        self.make("r.2", at(10, day=5), at(11, day=5), NodeCnt=1)
        offers = self.offered(self.busy())
        self.assertNotIn("r.2", offers)
        self.assertEqual(min(offers), "r.3")
        self.change("r.2", NodeCnt=2)

    def test_no_reservation_gets_the_name_of_an_offer(self):
        self.busy()
        self.refuse("r.1", "r.1 is the name of an offer that is open until",
                    start=at(10, day=5), Duration=60, NodeCnt=1)
        self.assertTrue(self.c.delete("r.1").ok)
        self.make("r.1", at(10, day=5), at(11, day=5), NodeCnt=1)

    def test_the_name_is_taken_meanwhile(self):
        self.busy()
        self.make("r", at(10, day=5), at(11, day=5), NodeCnt=1)
        self.refuse_take("r.1", "there is a reservation r already")

    def test_unknown(self):
        self.busy()
        for name in ("r.99", "r.0", "r.", "r.1x", ".1", "q9999.1"):
            self.refuse_take(name, "there is no such reservation")
            self.assertFalse(self.c.delete(name).ok)


class Accept(Offers):
    def later(self):
        return next(name for name, o in self.offered(self.busy()).items() if o.kind == "later")

    def test_with_fewer_nodes(self):
        self.take(self.later(), NodeCnt=3)
        self.assertLies("r", at(12), at(14), 3)

    def test_shorter(self):
        self.take(self.later(), Duration=30)
        self.assertLies("r", at(12), at(12, 30), 4)

    def test_a_later_start_inside_it(self):
        self.take(self.later(), StartTime=gq.stamp(at(13)))
        self.assertLies("r", at(13), at(14), 4)

    def test_with_other_users(self):
        self.take(self.later(), Users="games")
        self.assertEqual(self.fields("r")["Users"], "games")

    def test_not_more_than_it(self):
        name = self.later()
        self.refuse_take(name, "an offer of 4 nodes: 1 to 4", NodeCnt=5)
        self.refuse_take(name, "an offer of 4 nodes: 1 to 4", NodeCnt=0)
        within = f"an offer of {gq.stamp(at(12))} to {gq.stamp(at(14))}: it can be had within that"
        self.refuse_take(name, within, Duration=121)
        self.refuse_take(name, within, StartTime=gq.stamp(at(11)))
        self.refuse_take(name, within, StartTime=gq.stamp(at(14)))
        self.refuse_take(name, within, EndTime=gq.stamp(at(14, 1)))
        self.refuse_take(name, within, StartTime=gq.stamp(at(13)), Duration=61)
        self.refuse_take(name, "nothing else", PartitionName="half")
        self.refuse_take(name, "nothing else", Flags="MAINT")
        self.refuse_take(name, "nothing else", Nodes="n1")
        self.refuse_take(name, "given whole, not by", plus_Users="games")
        self.take(name)
        self.assertLies("r", at(12), at(14), 4)

    def test_not_twice(self):
        name = self.later()
        self.take(name)
        self.refuse_take(name, "there is no such reservation")

    def test_taken_meanwhile(self):
        name = self.later()
        self.make("b", at(12), at(13), NodeCnt=8)
        r = self.refuse_take(name, "4 of 4 nodes are missing", "in the way: reservation b")
        fresh = self.offered(r)
        self.assertEqual(set(fresh), set(self.c.offers()))
        name = next(n for n, o in fresh.items() if o.kind == "later")
        self.assertEqual(fresh[name].start, at(13))
        self.take(name)
        self.assertLies("r", at(13), at(15), 4)

    @case.needs_root
    def test_by_another(self):
        name = self.later()
        self.refuse_take(name, "only who asked for it, or an operator", user=case.OTHER)
        r = self.c.scontrol("delete", f"ReservationName={name}", user=case.OTHER)
        self.assertFalse(r.ok)
        self.assertEqual(self.c.offers(user=case.OTHER), {})
        self.take(name)


class Query(Offers):
    def query(self, **options):
        before = self.shown()
        r = self.c.create("query", **options)
        self.assertEqual(self.shown(), before)
        return r

    def test_answers_and_books_nothing(self):
        self.make("a", at(10), at(12), NodeCnt=6)
        r = self.query(StartTime=gq.stamp(at(10)), Duration=60, MaxStartDelay="4:00:00", NodeCnt=4)
        self.assertTrue(r.ok, r)
        self.assertTrue(r.out.startswith("Reservation created: none, this is what can be had;\n"), r)
        offers = self.offered(r)
        first = next(iter(offers))
        self.assertRegex(first, r"^q\d+\.1$")
        self.assertEqual(offers[first][:3], (at(12), at(13), 4))
        self.assertEqual(offers[first].kind, "all that is asked for")
        self.take(first)
        self.assertLies(first.split(".")[0], at(12), at(13), 4)

    def test_of_any_length_and_number(self):
        self.make("a", at(10), at(12), NodeCnt=6)
        r = self.query(StartTime=gq.stamp(at(9)), EndTime=gq.stamp(at(15)), PartitionName="main")
        self.assertTrue(r.ok, r)
        self.assertEqual({o[:3] for o in self.offered(r).values()},
                         {(at(9), at(10), 8), (at(12), at(15), 8), (at(9), at(15), 2)})

    def test_numbers_go_on(self):
        numbers = []
        for _ in range(2):
            r = self.query(StartTime=gq.stamp(at(9)), Duration=60, NodeCnt=4)
            numbers.append(int(re.match(r"q(\d+)\.", next(iter(self.offered(r))))[1]))
        self.assertGreater(numbers[1], numbers[0])
        self.assertEqual(len(self.c.offers()), 2)

    def test_what_can_not_be_asked(self):
        r = self.query(StartTime=gq.stamp(at(9)), Duration=60, NodeCnt=4, Flags="DAILY,MAINT")
        self.assertFalse(r.ok)
        self.assertRegex(r.err, "name the nodes")
        r = self.query(StartTime=gq.stamp(at(9)), Duration=60, Nodes="n77")
        self.assertRegex(r.err, "does not have")

    def test_nothing_is_free(self):
        self.make("a", soon(0), Duration="infinite", NodeCnt=8)
        for n in range(2):
            r = self.query(StartTime=gq.stamp(at(9, day=2 + 362 * n)), Duration=60, NodeCnt=8)
        self.assertFalse(r.ok, r)
        self.assertRegex(r.err, "nothing of it is free")


class Update(Offers):
    def test_refused_and_accepted(self):
        self.make("a", at(10), at(12), NodeCnt=6)
        self.make("r", at(14), Duration=60, NodeCnt=4)
        r = self.refuse_change("r", start=at(11), NodeCnt=4)
        offers = self.offered(r)
        name = next(n for n, o in offers.items() if o.kind == "later")
        self.assertEqual(offers[name][:3], (at(12), at(13), 4))
        self.take(name)
        self.assertLies("r", at(12), at(13), 4)
        self.assertEqual(self.c.offers(), {})

    def test_of_one_that_has_begun(self):
        self.make("r", soon(-60), Duration=60, NodeCnt=4)
        start = self.start_of("r")
        self.make("a", start + 7200, start + 14400, NodeCnt=6)
        offers = self.offered(self.refuse_change("r", Duration=180))
        self.assertEqual({o.start for o in offers.values()}, {start})
        name = next(n for n, o in offers.items() if o.nodes == 4)
        self.assertEqual(offers[name].end, start + 7200)
        self.take(name)
        self.assertLies("r", start, start + 7200, 4)

    def test_of_one_that_has_begun_and_was_changed(self):
        """Slurm's own start is when the nodes changed; users see the first."""
        self.make("r", soon(-60), Duration=60, NodeCnt=4)
        start = self.start_of("r")
        self.change("r", NodeCnt=3)
        self.make("a", start + 7200, start + 14400, NodeCnt=6)
        offers = self.offered(self.refuse_change("r", Duration=180))
        self.assertEqual({o.start for o in offers.values()}, {start})

    def test_of_one_that_is_slurms_by_now(self):
        self.make("a", at(10), at(12), NodeCnt=6)
        self.make("r", at(14), Duration=60, NodeCnt=4)
        name = next(iter(self.offered(self.refuse_change("r", start=at(11)))))
        self.change("r", Flags="MAINT")
        self.refuse_take(name, "r is not what it was")

    def test_of_one_that_has_ended(self):
        self.make("r", soon(-41), ahead(25), NodeCnt=2)
        self.make("a", soon(600), soon(7000), NodeCnt=8)
        self.refuse_change("r", Duration=60)
        self.assertTrue(self.c.offers())
        gq.wait_for(lambda: "r" not in self.c.reservations(), "r ends", 90)
        gq.wait_for(lambda: not self.c.offers(), "its offers end", 30)

    def test_ends_with_the_reservation(self):
        self.make("a", at(10), at(12), NodeCnt=6)
        self.make("r", at(14), Duration=60, NodeCnt=4)
        self.refuse_change("r", start=at(11))
        self.assertTrue(self.c.offers())
        self.c.delete("r")
        self.assertEqual(self.c.offers(), {})

    def test_taken_meanwhile(self):
        self.make("a", at(10), at(12), NodeCnt=6)
        self.make("r", at(14), Duration=60, NodeCnt=4)
        offers = self.offered(self.refuse_change("r", start=at(11)))
        name = next(n for n, o in offers.items() if o.kind == "later")
        self.make("b", at(12), at(12, 30), NodeCnt=8)
        fresh = self.offered(self.refuse_take(name, "reservation b"))
        name = next(n for n, o in fresh.items() if o.kind == "later")
        self.take(name)
        self.assertLies("r", at(12, 30), at(13, 30), 4)


class Held(Offers):
    """With garq_offer_hold=2; the first two of busy() are for two nodes at 11, and for four at 12."""

    def setUp(self):
        super().setUp()
        self.parameters("garq_offer_hold=2")

    def kept(self, r):
        return [name for name, o in self.offered(r).items() if o.kind.endswith(", held")]

    def nodes_kept(self, name):
        """The nodes of a hold, which only the ledger shows."""
        [[nodes]] = self.ledger(f"SELECT nodes FROM booking WHERE closed IS NULL AND name = '{name}'")
        return self.c.hosts(nodes)

    def test_is_a_booking(self):
        r = self.c.create("r", **self._times(at(11), None), Duration=120, NodeCnt=9)
        held = self.kept(r)
        self.assertEqual(held, list(self.offered(r))[:2])
        o = self.offered(r)[held[0]]
        self.assertEqual(len(self.nodes_kept(held[0])), o.nodes)
        self.assertEqual({name for name, o in self.c.offers().items() if o.get("held") == "1"}, set(held))
        self.assertEqual(self.live(), set(held))

    def test_accepted(self):
        r = self.busy()
        for name in self.kept(r):
            with self.subTest(name=name):
                o = self.offered(r)[name]
                nodes = self.nodes_kept(name)
                self.take(name)
                self.assertLies("r", o.start, o.end, o.nodes)
                self.assertEqual(self.fields("r")["Users"], gq.ME)
                self.assertEqual(len(self.nodes("r") & nodes), o.nodes)
                self.assertEqual((self.c.offers(), self.live()), ({}, {"a", "r"}))
                self.clean()
                r = self.busy()

    def test_one_that_is_not_held(self):
        r = self.busy()
        last = list(self.offered(r))[-1]
        self.assertNotIn(last, self.kept(r))
        self.take(last)
        self.assertEqual(self.live(), {"a", "r"})

    def test_acceptance_that_fails_keeps_it(self):
        name = self.kept(self.busy())[0]
        before = self.c.offers()[name]
        self.refuse_take(name, "can be had within that", Duration=999)
        self.refuse_take(name, "Users", Users="nobody_at_all")
        self.assertEqual(self.c.offers()[name], before)
        self.take(name)

    def test_the_next_request_ends_it(self):
        held = self.kept(self.busy())
        self.make("s", at(8, day=9), at(9, day=9), NodeCnt=8)
        self.assertEqual({n for n, o in self.c.offers().items() if "held" in o}, set())
        self.assertEqual(self.live(), {"a", "s"})
        self.take(held[0])

    def test_it_ends(self):
        self.parameters("garq_offer_hold=2,garq_offer_ttl=10")
        self.busy()
        self.assertEqual(len(self.live()), 3)
        gq.wait_for(lambda: self.live() == {"a"}, "the holds are gone", 30)
        self.assertEqual(set(self.c.reservations()), {"a"})

    def test_withdrawn(self):
        held = self.kept(self.busy())
        self.assertTrue(self.c.delete(held[0]).ok)
        self.assertEqual(self.live(), {"a", held[1]})
        self.assertNotIn(held[0], self.c.offers())

    def test_withdrawn_right_after_a_reconfiguration(self):
        """Nothing has been seen of the cluster since then."""
        held = self.kept(self.busy())
        for name in held:
            self.reconfigure()
            r = self.c.delete(name)
            self.assertTrue(r.ok, r)
            self.assertIn("is UP", self.c.scontrol("ping").out)
        self.assertEqual(self.live(), {"a"})

    def test_of_a_query(self):
        r = self.c.create("query", StartTime=gq.stamp(at(11)), Duration=60, NodeCnt=8)
        name = self.kept(r)[0]
        self.assertEqual(self.live(), {name})
        self.take(name)
        self.assertEqual(self.live(), {name.split(".")[0]})

    def test_a_restart(self):
        for go in (self.kill, self.restart):
            with self.subTest(go=go.__name__):
                held = self.kept(self.busy())
                before = self.c.offers()
                go()
                self.assertEqual(self.c.offers(), before)
                self.take(held[0])
                self.assertEqual(self.live(), {"a", "r"})
                self.clean()

    def test_its_time_is_over_at_a_restart(self):
        self.parameters("garq_offer_hold=2,garq_offer_ttl=10")
        self.busy()
        self.c.kill_controller()
        time.sleep(11)
        self.start_ctld()
        gq.wait_for(lambda: self.live() == {"a"}, "the holds are gone", 30)
        self.assertEqual((set(self.c.reservations()), self.c.offers()), ({"a"}, {}))

    def test_switched_off(self):
        self.busy()
        self.restart(SchedulerType="sched/backfill")
        self.addCleanup(self.restart, SchedulerType="sched/garq")
        self.assertEqual(set(self.c.reservations()), {"a"})


class Listed(Offers):
    """ReservationName=offers lists the open offers; scontrol show reservation has none of them."""

    def test_they_are_no_reservations(self):
        self.parameters("garq_offer_hold=2")
        held = [name for name, o in self.offered(self.busy()).items() if o.kind.endswith(", held")]
        self.assertEqual(self.live(), {"a", *held})
        self.assertEqual(set(self.c.reservations()), {"a"})
        self.assertEqual([line.split()[0] for line in self.c.run("sinfo", "-T", "-h").out.splitlines()], ["a"])
        for name in ("r.1", held[0]):
            self.assertIn("not found", str(self.c.scontrol("show", "reservation", name)))

    def test_what_is_told(self):
        self.parameters("garq_bcost=0.05,garq_offer_hold=1")
        refused = self.offered(self.busy())
        queried = self.offered(self.c.create("query", StartTime=gq.stamp(at(9)), EndTime=gq.stamp(at(15)),
                                             PartitionName="main"))
        before = self.shown()
        r = self.c.ask_offers()
        self.assertEqual((r.ok, r.err, self.shown()), (True, "", before), r)
        lines = r.out.splitlines()
        self.assertEqual(lines[0], "Reservation created: none, these offers are open; "
                         "to take one: scontrol update ReservationName=NAME")
        self.assertEqual(self.offered(r), {name: o._replace(kind=o.kind.replace(", held", ""))
                                           if name in refused else o for name, o in {**refused, **queried}.items()})
        heads = [line for line in lines if " left" in line]
        between = f" between {gq.stamp(at(11))} and {gq.stamp(at(13))}"
        self.assertRegex(heads[0], rf"^create r: 4 nodes{between}, asked for by uid {os.geteuid()}; "
                         r"offers until \S{19}, 00:(09:\d\d|10:00) left$")
        self.assertRegex(heads[1], r"^query q\d+: any number of nodes between ")
        self.assertEqual({o["cost"] for o in self.c.offers().values()},
                         {f"{o.cost:.2f}" for o in self.offered(r).values()})
        self.assertEqual({(o["verb"], o["uid"]) for o in self.c.offers().values()},
                         {("create", str(os.geteuid())), ("query", str(os.geteuid()))})

    def test_none(self):
        r = self.c.ask_offers()
        self.assertEqual((r.code, r.err), (0, ""), r)
        self.assertEqual(r.out, "Reservation created: none, and no offers are open\ngarq-answer=1\n")

    def test_in_capitals(self):
        self.busy()
        self.assertEqual(self.c.ask_offers("OFFERS").out.split(" left")[1:], self.c.ask_offers().out.split(" left")[1:])

    def test_of_a_change(self):
        self.make("a", at(10), at(12), NodeCnt=6)
        self.make("r", at(14), Duration=60, NodeCnt=4)
        offers = self.offered(self.refuse_change("r", start=at(11)))
        r = self.c.ask_offers()
        self.assertIn("\nupdate r: 4 nodes ", r.out)
        self.assertEqual(set(self.offered(r)), set(offers))

    @case.needs_root
    def test_of_others(self):
        """Users see their own, operators see all, with their owners."""
        self.parameters("garq_users=yes")
        self.busy()
        self.refuse("s", start=at(11), Duration=120, NodeCnt=4, user=case.OTHER, Users=case.OTHER)
        uid = pwd.getpwnam(case.OTHER).pw_uid
        r = self.c.ask_offers(user=case.OTHER)
        self.assertEqual({name.split(".")[0] for name in self.offered(r)}, {"s"})
        self.assertNotIn("asked for by", r.out)
        self.assertEqual({o["uid"] for o in self.c.offers(user=case.OTHER).values()}, {str(uid)})
        r = self.c.ask_offers()
        self.assertEqual({name.split(".")[0] for name in self.offered(r)}, {"r", "s"})
        self.assertRegex(r.out, rf"\ncreate s: .* asked for by uid {uid}; ")
        self.parameters("garq_users=no")
        self.assertEqual(set(self.c.offers(user=case.OTHER)), {name for name in self.offered(r) if name[0] == "s"})

    def test_a_reservation_has_the_name(self):
        """It was made without sched/garq."""
        self.restart(SchedulerType="sched/backfill")
        self.addCleanup(self.restart, SchedulerType="sched/garq")
        self.assertFalse(self.c.ask_offers().ok)
        for name in ("offers", "query"):
            self.make(name, at(10), at(12), NodeCnt=2)
        self.restart(SchedulerType="sched/garq")
        before = self.shown()
        for name, r in (("offers", self.c.ask_offers()),
                        ("query", self.c.create("query", StartTime=gq.stamp(at(10)), Duration=60, NodeCnt=4))):
            self.assertTrue(r.ok, r)
            self.assertIn(f"\nthere is a reservation {name}, too: it can be changed and deleted, but none is created", r.out)
            self.assertEqual(self.shown(), before)
            self.change(name, NodeCnt=3)
            self.assertTrue(self.c.delete(name).ok)
            before = self.shown()
        self.assertNotIn("there is a reservation", self.c.ask_offers().out)


class Time(Offers):
    def test_they_are_withdrawn(self):
        offers = self.offered(self.busy())
        shown = self.c.offers()
        self.assertEqual(set(shown), set(offers))
        for name, o in offers.items():
            self.assertEqual((shown[name]["start"], shown[name]["end"], shown[name]["nodes"]),
                             (str(o.start), str(o.end), str(o.nodes)))
        self.assertTrue(self.c.delete("r.1").ok)
        self.refuse_take("r.1", "there is no such reservation")
        self.assertEqual(set(self.c.offers()), set(offers) - {"r.1"})

    def test_they_end(self):
        self.parameters("garq_offer_ttl=20")
        self.busy()
        self.assertTrue(self.c.offers())
        time.sleep(20)
        self.assertEqual(self.c.offers(), {})
        self.refuse_take("r.1", "there is no such reservation")
        gq.wait_for(lambda: self.ledger("SELECT 1 FROM offer WHERE why = 'expired'"), "the ledger knows", 30)

    def test_a_restart(self):
        for go in (self.kill, self.restart):
            with self.subTest(go=go.__name__):
                offers = self.offered(self.busy())
                before = self.c.offers()
                go()
                self.assertEqual(self.c.offers(), before)
                name = next(n for n, o in offers.items() if o.kind == "later")
                self.take(name)
                self.assertLies("r", at(12), at(14), 4)
                go()
                self.assertEqual(self.c.offers(), {})
                self.clean()

    def test_what_the_ledger_says(self):
        self.parameters("garq_bcost=0.05,garq_tau=4")
        last = self.ledger("SELECT max(id) FROM request")[0][0] or 0
        name = next(n for n, o in self.offered(self.busy()).items() if o.kind == "later")
        self.take(name)
        self.assertEqual(
            self.ledger("SELECT verb, outcome, kind, name, t_s, t_e, num_cn, cost FROM request"
                        f" WHERE id > {last} ORDER BY id"),
            [("create", "booked", None, "a", at(10), at(12), 6, 24 * 6.0),
             ("create", "refused", None, "r", at(11), at(13), 4, 24 * 4.0),
             ("accept", "booked", "later", "r", at(12), at(14), 4, 24 * 4.0)])
        self.assertEqual(set(self.ledger(f"SELECT why FROM offer WHERE request > {last}")),
                         {("accepted",), ("another was accepted",)})


if __name__ == "__main__":
    unittest.main()
