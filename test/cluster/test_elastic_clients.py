# SPDX-License-Identifier: GPL-2.0-or-later
"""sresv and garq-web: ranges, other shapes, a ceiling of price; and what a booking would get."""
import json

import case
import gq
import web
from case import at

TOOL = gq.sresv()
DONE, REFUSED_OFFERS, BAD, REFUSED, DENIED, UNKNOWN, SILENT, FAILED = range(8)


def setUpModule():
    case.start(8, params="garq_bcost=0.05")


class Case(case.Case):
    def clean(self):
        for name in self.c.offers():
            self.c.delete(name)
        super().clean()

    def busy(self):
        """5 of 8 nodes are taken from 10:00 to 12:00."""
        self.make("a", at(10), at(12), NodeCnt=5)

    def ask(self, code, *words):
        """It must end with this code; its object of JSON."""
        r = self.c.run(TOOL, *words, "--json")
        self.assertEqual((r.code, r.err), (code, ""), r)
        return json.loads(r.out)

    def refused(self, code, err, *words):
        r = self.c.run(TOOL, *words)
        self.assertEqual(r.code, code, r)
        self.assertRegex(r.err, rf"\Asresv: .*{err}.*\n\Z")


class Book(Case):
    def test_fewer_nodes_are_booked_and_told(self):
        self.busy()
        r = self.c.run(TOOL, "book", "r", "-s", gq.stamp(at(10)), "-t", "2h", "-N", "2-8")
        self.assertEqual((r.code, r.err), (DONE, "sresv: r: 3 of 8 nodes\n"), r)
        self.assertLies("r", at(10), at(12), 3)

    def test_less_time_is_booked_and_told(self):
        self.busy()
        found = self.ask(DONE, "book", "r", "-s", gq.stamp(at(9)), "-t", "30m-2h", "-N", "8")
        self.assertEqual(found["why"], ["r: 01:00:00 of 02:00:00"])
        self.assertLies("r", at(9), at(10), 8)

    def test_all_of_it_is_booked_and_nothing_told(self):
        found = self.ask(DONE, "book", "r", "-s", gq.stamp(at(10)), "-t", "30m-2h", "-N", "2-8")
        self.assertEqual(found["why"], [])
        self.assertLies("r", at(10), at(12), 8)

    def test_another_shape(self):
        self.busy()
        found = self.ask(DONE, "book", "r", "-s", gq.stamp(at(10)), "-t", "2h", "-N", "8", "--or", "4x1h", "--or", "2x4h")
        self.assertEqual(found["why"], ["r: 2 of 8 nodes, 04:00:00 instead of 02:00:00"])
        self.assertLies("r", at(10), at(14), 2)

    def test_nodes_before_time(self):
        self.busy()
        words = ["-s", gq.stamp(at(9)), "-t", "30m-2h", "-N", "2-8"]
        self.ask(DONE, "book", "r", *words, "--prefer", "nodes")
        self.assertLies("r", at(9), at(10), 8)
        self.assertTrue(self.c.delete("r").ok)
        self.ask(DONE, "book", "r", *words)
        self.assertLies("r", at(9), at(11), 3)

    def test_a_ceiling_of_price(self):
        words = ["-s", gq.stamp(at(10)), "-t", "30m-2h", "-N", "8"]
        all_of_it = self.ask(DONE, "query", *words[:2], "-t", "2h", "-N8")["offers"][0]["cost"]
        self.refused(REFUSED_OFFERS, r"costs.*\n.*accept r\.1", "book", "r", *words, "--max-cost", f"{all_of_it / 8:.2f}")
        self.ask(DONE, "book", "r", *words, "--max-cost", f"{all_of_it / 2:.2f}")
        self.assertLies("r", at(10), at(11), 8)

    def test_without_a_name(self):
        self.busy()
        found = self.ask(DONE, "book", "-s", gq.stamp(at(10)), "-t", "2h", "-N", "2-8")
        name = found["reservations"][0]["name"]
        self.assertRegex(name, rf"^{gq.ME}_\d+$")
        self.assertEqual(found["why"], [f"{name}: 3 of 8 nodes"])
        self.assertLies(name, at(10), at(12), 3)

    def test_less_than_the_range_is_refused(self):
        self.busy()
        found = self.ask(REFUSED_OFFERS, "book", "r", "-s", gq.stamp(at(10)), "-t", "2h", "-N", "4-8")
        self.assertTrue(all(o["nodes"] >= 4 for o in found["offers"]), found)
        self.assertEqual(list(self.c.reservations()), ["a"])

    def test_the_least_of_an_offer(self):
        """--accept takes what is in the range, and half without one."""
        self.make("a", at(10), at(12), NodeCnt=6)
        words = ["-s", gq.stamp(at(10)), "-t", "1h", "--accept=fewer"]
        self.ask(REFUSED_OFFERS, "book", "r", *words, "-N", "8")
        found = self.ask(DONE, "book", "r", *words, "-N", "2-8")
        self.assertEqual(found["accept"], [{"taken": None, "kind": None, "min-nodes": 2, "min-time": 1800}])
        self.assertLies("r", at(10), at(11), 2)

    def test_plain_slurm_is_not_asked_for_ranges(self):
        self.restart(SchedulerType="sched/backfill")
        self.addCleanup(self.restart, SchedulerType="sched/garq")
        words = ["book", "r", "-s", gq.stamp(at(10)), "-t", "2h"]
        self.refused(FAILED, "has no sched/garq", *words, "-N", "2-8")
        self.refused(FAILED, "has no sched/garq", *words, "-N", "8", "--dry-run")
        self.assertEqual(self.c.reservations(), {})


class DryRun(Case):
    def test_what_would_be_booked(self):
        self.busy()
        words = ["book", "r", "-s", gq.stamp(at(10)), "-t", "2h", "-N", "2-8"]
        before = self.shown()
        found = self.ask(DONE, *words, "--dry-run")
        self.assertRegex(found["why"][0], "^r would be booked: 3 nodes ")
        self.assertEqual(found["why"][1:], ["r: 3 of 8 nodes"])
        one, = found["plan"]
        self.assertEqual((one["name"], one["start"], one["end"], one["nodes"]), ("r", at(10), at(12), 3))
        self.assertGreater(one["cost"], 0)
        self.assertEqual((self.shown(), self.c.offers()), (before, {}))
        self.assertEqual(self.ask(DONE, "book", *words[2:], "--dry-run")["why"][1:], ["it: 3 of 8 nodes"])
        self.ask(DONE, *words, "--plan", one["plan"])
        self.assertLies("r", at(10), at(12), 3)

    def test_until_an_end(self):
        """A query without a length would be for any: a booking has all of the span."""
        self.busy()
        words = ["book", "-s", gq.stamp(at(9)), "-e", gq.stamp(at(11)), "-N", "8", "--dry-run"]
        self.ask(REFUSED_OFFERS, *words)
        one, = self.ask(DONE, *words, "--or", "2x4h")["plan"]
        self.assertEqual((one["start"], one["end"], one["nodes"]), (at(9), at(13), 2))
        self.assertTrue(self.c.delete("a").ok)
        one, = self.ask(DONE, *words)["plan"]
        self.assertEqual((one["start"], one["end"], one["nodes"]), (at(9), at(11), 8))

    def test_in_a_window_and_on_named_nodes(self):
        self.busy()
        one, = self.ask(DONE, "book", "r", "-s", gq.stamp(at(10)), "-t", "1h", "-d", "4h", "-N", "8", "--dry-run")["plan"]
        self.assertEqual((one["start"], one["nodes"]), (at(12), 8))
        words = ["book", "r", "-s", gq.stamp(at(10)), "-t", "1h", "-w"]
        taken = self.fields("a")["Nodes"]
        self.ask(DONE, *words, "n8", "--dry-run")
        self.ask(REFUSED_OFFERS, *words, taken, "--dry-run")

    def test_who_would_make_room(self):
        self.make("f", at(10), NodeCnt=8, Duration=60, MaxStartDelay="2:00:00")
        words = ["book", "r", "-s", gq.stamp(at(10)), "-t", "1h", "-N", "8"]
        move, = self.ask(DONE, *words, "--dry-run")["moves"]
        self.assertEqual((move["moves"], move["start"], move["was-start"]), ("f", at(11), at(10)))
        self.assertLies("f", at(10), at(11), 8)
        self.ask(DONE, *words)
        self.assertLies("f", at(11), at(12), 8)

    def test_refused_as_a_booking(self):
        self.busy()
        words = ["book", "r", "-s", gq.stamp(at(10)), "-t", "2h", "-N", "4-8"]
        found = self.ask(REFUSED_OFFERS, *words, "--dry-run")
        self.assertEqual(set(self.c.offers()), {o["name"] for o in found["offers"]})
        self.assertEqual(list(self.c.reservations()), ["a"])
        self.refused(BAD, "does not agree with Nodes", *words, "-w", "n1", "--dry-run")

    def test_a_dry_run_does_not_stand_by(self):
        self.busy()
        self.ask(REFUSED_OFFERS, "book", "r", "-s", gq.stamp(at(10)), "-t", "2h", "-N", "8", "--dry-run", "--standby")
        self.assertEqual(list(self.c.reservations()), ["a"])


class Standby(Case):
    def test_what_is_free_is_booked(self):
        for kind in ("--standby", "--standby=offer"):
            self.ask(DONE, "book", "r", "-s", gq.stamp(at(10)), "-t", "2h", "-N", "8", kind)
            self.assertEqual(list(self.c.reservations()), ["r"])
            self.assertTrue(self.c.delete("r").ok)

    def test_what_is_not_stands_by_until_there_is_room(self):
        self.busy()
        found = self.ask(REFUSED_OFFERS, "book", "r", "-s", gq.stamp(at(10)), "-t", "2h", "-N", "8", "--standby")
        self.assertRegex("\n".join(found["why"]), "r stands by: place 1 of 1; it is booked as soon as there is room, until ")
        self.assertTrue(self.c.delete("a").ok)
        gq.wait_for(lambda: "r" in self.c.reservations(), "it is booked")
        self.assertLies("r", at(10), at(12), 8)


class Rest(Case):
    def setUp(self):
        super().setUp()
        self.s = web.Server(self.c, "--rate", "10000").__enter__()
        self.addCleanup(self.s.__exit__, None, None, None)

    def post(self, path, status, **wish):
        r = self.s.ask("POST", path, wish)
        self.assertEqual(r.status, status, r)
        return r.json

    def test_less_is_booked_and_told(self):
        self.busy()
        found = self.post("bookings", 201, name="r", start=at(10), duration="2h", nodes=8, min_nodes=2, min_duration="30m")
        self.assertEqual((found["booking"]["node_count"], found["lines"]), (3, ["not all was free: 3 of 8 nodes"]))
        self.assertEqual(found["command"], f"sresv book r -s {gq.stamp(at(10))} -t 00:30:00-02:00:00 -N 2-8")
        self.assertLies("r", at(10), at(12), 3)

    def test_another_shape(self):
        self.busy()
        found = self.post("bookings", 201, name="r", start=at(10), duration=7200, nodes=8, prefer="time", max_cost=90000, min_nodes=8,
                          shapes=[{"nodes": 4, "duration": 3600}, {"nodes": 2, "duration": "4h"}])
        self.assertEqual(found["lines"], ["not all was free: 2 of 8 nodes, 04:00:00 instead of 02:00:00"])
        self.assertLies("r", at(10), at(14), 2)
        words = found["command"].split()[1:]
        self.assertTrue(self.c.delete("r").ok)
        self.assertEqual(self.c.run(TOOL, *words).code, DONE, words)
        self.assertLies("r", at(10), at(14), 2)

    def test_a_query_says_that_it_is_free(self):
        self.busy()
        wish = {"start": at(10), "duration": 7200, "nodes": 8}
        self.assertFalse(self.post("query", 200, **wish)["free"])
        found = self.post("query", 200, **wish, min_nodes=2, standby="book")
        self.assertEqual((found["free"], [o["node_count"] for o in found["offers"]]), (True, [3]))

    def test_prices_are_told(self):
        self.assertTrue(self.s.get("config").json["prices"])

    def test_what_the_controller_refuses(self):
        r = self.post("bookings", 400, name="r", start=at(10), duration=7200, nodes=2, min_nodes=3)
        self.assertRegex(r["error"]["message"], "min-nodes:3 is more than NodeCnt=2")
        self.assertEqual(self.c.reservations(), {})
