# SPDX-License-Identifier: GPL-2.0-or-later
"""How long slurmctld's locks are held: counted for each verb, read and reset by its name, within bounds in steps."""
import json
import threading
import unittest

import case
import gq
from case import at

TOOL = gq.sresv()

# The budget of a plan (garq_shift_budget).
BUDGET_MS = 20
STEPS_PER_MS = 32000  # LRH_STEPS_PER_MS
# What one hold of the locks may take (plugin/booking/request/steps.h): a turn, and a unit of work of the plan, the place and the
# offers each.
TURN_MS = 4
MOST_MS = TURN_MS + 3
BOOKINGS = 48


def setUpModule():
    case.start(8, lines=["SchedulerParameters=garq_shift=yes,garq_shift_budget=%d" % BUDGET_MS])


class Locks(case.Case):
    def ask(self, name="stats", user=None):
        return self.c.ask_offers(name, user=user)

    def figures(self):
        """What programs read: {(verb, part): row}."""
        r = self.c.run(TOOL, "stats", "--locks", "--json")
        self.assertTrue(r.ok, r)
        return {(row["verb"], row["part"]): row for row in json.loads(r.out)["locks"]}

    def requests(self):
        """What became of requests since slurmctld's start: {column: number}."""
        r = self.c.run(TOOL, "stats", "--locks", "--json")
        self.assertTrue(r.ok, r)
        return json.loads(r.out)["requests"][0]

    def reset(self):
        self.assertTrue(self.c.run(TOOL, "stats", "--locks", "--reset").ok)

    def test_each_request_counts_once(self):
        self.reset()
        self.make("a", at(10), at(12), NodeCnt=6)
        self.refuse("b", start=at(11), Duration=120, NodeCnt=4)
        self.change("a", end=at(13))
        self.assertTrue(self.c.delete("a").ok)
        found = self.figures()
        self.assertEqual(found["delete", "hold"]["count"], 1)
        self.assertEqual(found["create", "offers"]["count"], 1)
        self.assertGreaterEqual(found["create", "hold"]["count"], 2)
        for (verb, part), row in found.items():
            self.assertLessEqual(row["p50"], row["p99"], (verb, part))
            self.assertLessEqual(row["p99"], row["max"], (verb, part))
            if part in ("sync", "plan", "offers"):
                self.assertLessEqual(row["max"], found[verb, "hold"]["max"], (verb, part))

    def test_a_question_for_the_figures_is_no_create(self):
        self.make("a", at(10), at(12), NodeCnt=6)
        self.figures()
        before = self.figures()
        after = self.figures()
        self.assertEqual(after["create", "hold"], before["create", "hold"])
        self.assertEqual(after["show", "hold"]["count"], before["show", "hold"]["count"] + 1)

    def test_plans_are_bounded_in_steps(self):
        self.reset()
        for i in range(12):
            self.make(f"f{i}", at(10), at(11), NodeCnt=3 + i % 3, MaxStartDelay="12:00:00")
        self.c.create("g", StartTime=gq.stamp(at(10)), Duration=600, NodeCnt=8, Users="root")
        found = self.figures()
        steps = found["create", "steps"]
        self.assertGreater(steps["max"], 0)
        self.assertLess(steps["max"], MOST_MS * STEPS_PER_MS)

    def crowd(self):
        """Bookings of half of the nodes that may all shift: one for all nodes is long planned for, and refused."""
        for i in range(BOOKINGS):
            self.make(f"f{i}", at(10), Duration=60, NodeCnt=4, MaxStartDelay=f"{BOOKINGS // 2 + 6}:00:00")

    def ask_for_all(self):
        r = self.c.create("g", StartTime=gq.stamp(at(10)), Duration=1200, NodeCnt=8, MaxStartDelay="10:00:00", Users="root")
        self.assertEqual(r.code, 1, r)
        self.assertRegex(r.err, "nodes? (is|are) missing")
        self.assertNotRegex(r.err, "internal error")

    def test_what_changes_meanwhile_is_seen(self):
        self.crowd()
        self.reset()
        over = threading.Event()
        wrong = []

        def others():
            while not over.is_set():
                for r in (self.c.create("x", StartTime=gq.stamp(at(10, day=9)), Duration=10, NodeCnt=1, Users="root"),
                          self.c.run("squeue"), self.c.delete("x")):
                    if not r.ok:
                        wrong.append(r)
        thread = threading.Thread(target=others)
        thread.start()
        try:
            for _ in range(5):
                self.ask_for_all()
        finally:
            over.set()
            thread.join()
        self.assertEqual(wrong, [])
        for (verb, part), row in self.figures().items():
            if part == "steps":
                self.assertLess(row["max"], MOST_MS * STEPS_PER_MS, verb)
        self.assertEqual(set(self.c.reservations()), {f"f{i}" for i in range(BOOKINGS)})

    def test_offers_queries_and_probes_count_steps(self):
        self.make("a", at(10), at(12), NodeCnt=6)
        for ask in (lambda: self.refuse("b", start=at(11), Duration=120, NodeCnt=4),
                    lambda: self.c.create("query", StartTime=gq.stamp(at(9)), Duration=90, NodeCnt=3,
                                          MaxStartDelay="12:00:00", Users="root"),
                    lambda: self.c.create("probe", StartTime=gq.stamp(at(9)), Duration=90, NodeCnt=3,
                                          MaxStartDelay="12:00:00", Users="root")):
            self.reset()
            ask()
            steps = self.figures()["create", "steps"]
            self.assertGreater(steps["max"], 0)
            self.assertLess(steps["max"], MOST_MS * STEPS_PER_MS)

    def test_a_request_moves_no_more_than_it_may(self):
        self.parameters("garq_moves=1")
        for name in ("a", "b"):
            self.make(name, at(10), at(11), NodeCnt=4, MaxStartDelay="12:00:00")
        before = self.c.reservations()
        self.refuse("r", "ways of shifting that change more than 1 others were left out .garq_moves.",
                    start=at(10), Duration=60, NodeCnt=8)
        self.assertEqual(self.c.reservations(), before)
        self.assertRegex(self.ask().out, r"refused before all ways to make room were tried: [1-9]")
        self.assertGreater(self.requests()["untried"], 0)
        self.parameters("garq_moves=0")
        self.make("r", at(10), at(11), NodeCnt=8)

    def test_people_read_a_table(self):
        r = self.ask()
        self.assertTrue(r.ok, r)
        self.assertIn("Reservation created: none, these are milliseconds", r.out)
        self.assertRegex(r.out, r"\nVERB +HOLDS +P50 ")
        self.assertNotIn("garq-", r.out)
        self.assertNotIn("stats", self.c.reservations())

    def test_only_operators_reset(self):
        self.make("a", at(10), at(12), NodeCnt=6)
        before = self.figures()["create", "hold"]["count"]
        r = self.ask("stats:reset", user=case.OTHER)
        self.assertFalse(r.ok)
        self.assertIn("only an operator can reset the figures", r.err)
        self.assertGreaterEqual(self.figures()["create", "hold"]["count"], before)
        self.assertTrue(self.ask(user=case.OTHER).ok)


if __name__ == "__main__":
    unittest.main()
