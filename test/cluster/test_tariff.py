# SPDX-License-Identifier: GPL-2.0-or-later
"""Tariffs: each answer has the price of the site's file; a file that is wrong changes nothing."""
import json
import os
import re
import unittest

import case
import gq
from case import at

RULES = """# nights and the other partition
0.5  hours=20-8
4    partition=half
0.8  window>=4h
"""


def setUpModule():
    case.start(8)


class Tariff(case.Case):
    def setUp(self):
        super().setUp()
        self.file = os.path.join(self.c.folder, "tariff")
        self.price(RULES)

    def write(self, text):
        with open(self.file, "w", encoding="utf-8") as f:
            f.write(text)

    def price(self, text):
        """Have the rules in force."""
        self.write(text)
        with self.logged(r"garq: the tariff of \S*tariff is in force"):
            self.parameters(f"garq_bcost=1,garq_tariff={self.file},garq_unit=EUR")

    def ask(self, name, start, minutes=60, **options):
        r = self.c.create(name, StartTime=gq.stamp(start), Duration=minutes, **options)
        return r.out + r.err

    def looked(self, name, start, minutes=60, **options):
        """The price by a dry run."""
        said = self.ask(f"plan:show:{name}", start, minutes, **options)
        return float(re.search(r", for (\d+\.\d\d) EUR", said)[1])

    def queried(self, start, minutes=60, **options):
        said = self.ask("query", start, minutes, **options)
        return float(re.search(r"\d  +(\d+\.\d\d) EUR  ", said)[1])

    def test_each_answer_has_the_price(self):
        for start, options, cost in (
                (at(10), {"NodeCnt": 1}, 60), (at(21), {"NodeCnt": 2}, 60), (at(19, 30), {"NodeCnt": 1}, 45),
                (at(10), {"NodeCnt": 1, "PartitionName": "half"}, 240),
                (at(10), {"NodeCnt": 1, "MaxStartDelay": 240}, 48)):
            with self.subTest(start=start, **options):
                self.assertEqual(self.looked("r", start, **options), cost)
                self.assertEqual(self.queried(start, **options), cost)

    def test_named_nodes_are_in_their_partition(self):
        half = self.c.scontrol("show", "partition", "half").out
        node = re.search(r" Nodes=(\S+?)\[?(\d+)", half)
        self.assertEqual(self.looked("r", at(10), Nodes=node[1] + node[2]), 240)

    def test_offers_and_probe(self):
        self.make("a", at(18), at(20), NodeCnt=8)
        offers = self.offered(self.refuse("r", start=at(18), Duration=60, NodeCnt=1))
        later = next(o for o in offers.values() if o.start == at(20))
        self.assertEqual(later.cost, 30)
        self.assertEqual(float(self.c.offers()[next(iter(offers))]["cost"]), next(iter(offers.values())).cost)
        self.assertRegex(self.ask("probe", at(20), NodeCnt=1, MaxStartDelay=60), r"  30\.00 to 32\.50 EUR")

    def test_programs_read_the_unit(self):
        """Also one that is no ASCII."""
        for unit in ("EUR", "\u20ac"):
            self.parameters(f"garq_bcost=1,garq_unit={unit}")
            words = ("--json", "-s", gq.stamp(at(10)), "-t", "60m", "-N1")
            gq.wait_for(lambda: f" {unit}" in self.ask("query", at(10), NodeCnt=1), "the unit is in force")
            for verb, rows in (("query", "offers"), ("book", "plan")):
                r = self.c.run(gq.sresv(), verb, *words, *(("--dry-run", "r") if verb == "book" else ()))
                self.assertEqual({row["unit"] for row in json.loads(r.out)[rows]}, {unit}, r)

    def test_max_cost(self):
        self.refuse("max-cost:59:r", r"left out for its price costs 60\.00 EUR \(max-cost\)", start=at(10), Duration=60,
                    NodeCnt=1)
        self.assertIn("costs 60.00 EUR", self.ask("max-cost:29:r", at(10), NodeCnt=1, MaxStartDelay=120))
        self.assertIn("is booked", self.ask("max-cost:24:r", at(10), NodeCnt=1, MaxStartDelay=660))
        self.assertEqual(self.start_of("r"), at(20))    # it waits for the cheap hours

    def told(self, *words):
        r = self.c.run(gq.sresv(), *words, "--json")
        self.assertTrue(r.ok, r)
        return json.loads(r.out)

    def test_a_booking_keeps_its_price(self):
        """Of the last request: over a shift, another tariff and kill -9; ledger_past_test has the history."""
        self.make("r", at(10), at(11), NodeCnt=4, MaxStartDelay="12:00:00")
        self.make("big", at(10), at(20), NodeCnt=8)
        self.assertEqual(self.start_of("r"), at(20))
        self.price("2\n")
        shown = self.told("show", "r")["reservations"][0]
        self.assertEqual((shown["cost"], shown["unit"]), (192, "EUR"))
        self.assertRegex(self.c.run(gq.sresv(), "show", "r").out, r"(?m)^COST +192\.00\nUNIT +EUR\n")
        self.change("r", end=at(22))
        self.kill()
        self.assertEqual([(e["event"], e["cost"], e["unit"]) for e in self.told("log", "r")["events"]],
                         [("create", 192, "EUR"), ("moved", None, None), ("extend", 960, "EUR")])
        self.assertEqual(self.told("show", "r")["reservations"][0]["cost"], 960)
        self.parameters()
        self.assertEqual(self.told("show", "r")["reservations"][0]["cost"], None)

    def test_a_change_that_leaves_the_place_has_no_price_of_its_own(self):
        """Not even where another price is in force by then: neither a name nor users cost anything."""
        self.make("old", at(10), at(11), NodeCnt=4)
        self.price("2\n")
        self.assertTrue(self.c.scontrol("update", "ReservationName=old", "Users=root,nobody").ok)
        self.assertTrue(self.c.run(gq.sresv(), "rename", "old", "new").ok)
        self.assertEqual([(e["event"], e["cost"]) for e in self.told("log", "old")["events"]],
                         [("create", 240), ("update", None), ("closed", None)])
        self.assertEqual([(e["event"], e["cost"]) for e in self.told("log", "new")["events"]],
                         [("create", 240), ("update", None), ("rename", 240)])
        self.assertEqual(self.told("show", "new")["reservations"][0]["cost"], 240)

    def test_a_job_pays_no_whole_slots(self):
        self.parameters(f"garq_bcost=1,garq_tau=2,garq_tariff={self.file}")
        for start, cost, of_job in ((at(10), 260, 124), (at(21), 130, 62)):
            plan, = self.told("book", "r", "-N2", "-s", gq.stamp(start), "-t62", "--dry-run")["plan"]
            self.assertEqual((plan["cost"], plan["job-cost"]), (cost, of_job))

    def test_the_price_is_that_of_a_dry_run(self):
        """With its answer, its refusal and its exit codes; nothing is booked."""
        words = ("-N2", "-s", gq.stamp(at(10)), "-t62")
        self.parameters(f"garq_bcost=1,garq_tau=2,garq_tariff={self.file},garq_unit=EUR")
        self.make("w", at(10), at(11), NodeCnt=8, MaxStartDelay="4:00:00")
        found = self.told("price", *words)
        one, = found["plan"]
        self.assertEqual((one["start"], one["nodes"], one["cost"], one["job-cost"], one["unit"]), (at(10), 2, 260, 124, "EUR"))
        self.assertEqual([m["moves"] for m in found["moves"]], ["w"])
        r = self.c.run(gq.sresv(), "price", *words)
        heads, row, _, moves, _ = (line.split() for line in r.out.splitlines())
        self.assertEqual(heads, ["START", "END", "NODES", "NODELIST", "COST", "JOB-COST", "UNIT"])
        self.assertEqual((row[0], row[-3:], moves[0]), (gq.stamp(at(10)), ["260.00", "124.00", "EUR"], "MOVES"))
        self.assertRegex(r.err, r", for 260\.00 EUR\nsresv: nothing was done\n\Z")
        self.assertEqual(set(self.c.reservations()), {"w"})

        self.c.delete("w")
        self.make("a", at(9), at(11), NodeCnt=7)
        r, dry = (self.c.run(gq.sresv(), *verb, *words, "--json") for verb in (("price",), ("book", "r", "--dry-run")))
        self.assertEqual((r.code, r.err), (1, ""), r)
        told, of_dry = (json.loads(x.out) for x in (r, dry))
        places = [[(o["start"], o["nodes"], o["cost"], o["unit"]) for o in x["offers"]] for x in (told, of_dry)]
        self.assertEqual(places[0], places[1])
        self.assertIn((at(11), 2, 260, "EUR"), places[0])
        there = self.told("offers")["offers"]
        self.assertFalse({o["name"] for o in there} & {o["name"] for o in told["offers"]})
        r = self.c.run(gq.sresv(), "price", *words)
        self.assertEqual((r.code, r.out.split()[:5]), (1, ["START", "END", "NODES", "COST", "WHAT"]), r)
        self.assertIn("nothing is kept of these: sresv query", r.err)
        self.assertEqual(self.told("offers")["offers"], there)
        for bad in ((), ("-N2",), ("x", *words), (*words, "--dry-run"), (*words, "--wait"), (*words, "-p", "none")):
            self.assertEqual(self.c.run(gq.sresv(), "price", *bad).code, 2, bad)

    def test_a_list_of_costs(self):
        """Of bookings, offers and native reservations: what is known, also under another name."""
        self.parameters(f"garq_bcost=1,garq_tau=2,garq_tariff={self.file},garq_unit=EUR")
        self.make("dear", at(10), at(11), NodeCnt=2)
        self.make("cheap", at(21), at(22), NodeCnt=2)
        self.make("native", at(10), at(11), NodeCnt=1, Flags="DAILY")
        self.assertTrue(self.c.run(gq.sresv(), "rename", "cheap", "night").ok)
        for words in (("list",), ("list", "--sort=-cost")):
            r = self.c.run(gq.sresv(), *words, "--parsable", "--noheader", "-o", "name,cost,unit")
            rows = {"dear|240.00|EUR", "night|120.00|EUR", "native||"}
            self.assertEqual(set(r.out.splitlines()), rows, r)
        self.assertEqual(r.out.splitlines()[0], "dear|240.00|EUR")

    def test_a_site_without_prices_says_so(self):
        self.parameters()
        r = self.c.run(gq.sresv(), "price", "-N2", "-s", gq.stamp(at(10)), "-t62")
        self.assertEqual((r.code, r.out.splitlines()[1].split()[:1]), (0, [gq.stamp(at(10))]), r)
        self.assertIn("sresv: the site has no prices\n", r.err)

    def test_the_example(self):
        with open(os.path.join(os.path.dirname(os.path.realpath(__file__)), "../../doc/examples/tariff"),
                  encoding="utf-8") as f:
            self.price(f.read())

    def test_another_file_and_a_wrong_one(self):
        self.price("3\n")
        self.assertEqual(self.looked("r", at(21), NodeCnt=1), 180)
        self.write("3\n\n2 day=Mo\n")
        with self.logged(r"garq_tariff: \S*tariff: line 3: no such condition: day=Mo; .*tariff"):
            self.reconfigure()
        self.price("2\n")
        self.assertEqual(self.looked("r", at(21), NodeCnt=1), 120)
        self.parameters("garq_bcost=1")
        gq.wait_for(lambda: "for 60.00\n" in self.ask("plan:show:r", at(21), NodeCnt=1), "there is no tariff")


if __name__ == "__main__":
    unittest.main()
