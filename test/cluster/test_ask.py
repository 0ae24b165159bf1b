# SPDX-License-Identifier: GPL-2.0-or-later
"""Owners are asked to give way to a request that stands by; if all agree, it is booked and they leave."""
import json
import os
import random
import time
import unittest

import case
import gq
import web_case
from case import OTHER, at

TOOL = gq.sresv()
DONE, REFUSED_OFFERS, BAD, REFUSED, DENIED, UNKNOWN = range(6)
OWNER = "nobody"  # another user who is no operator
PARAMS = "bf_interval=2,garq_users=yes,garq_user_rate=0"


def setUpModule():
    case.start(8, params=PARAMS)


class Asking(case.Case):
    def clean(self):
        for name in self.c.offers():
            self.c.delete(name)
        self.c.delete("standby:ask:r")
        super().clean()

    def tool(self, *words, code=DONE, user=None):
        r = self.c.run(TOOL, *words, user=user)
        self.assertEqual(r.code, code, r)
        return r

    def wish(self, nodes=8, hours=1):
        return ["-s", gq.stamp(at(10)), "-t", str(60 * hours), "-N", str(nodes)]

    def two(self, user=None):
        for name in ("a", "b"):
            self.make(name, at(10), at(11), NodeCnt=4, **({"Users": user, "user": user} if user else {}))

    def asked(self, *names, nodes=8, user=None):
        """r asks these."""
        r = self.c.run(TOOL, "ask", "r", *self.wish(nodes), user=user)
        self.assertIn(r.code, (REFUSED_OFFERS, REFUSED), r)
        self.assertIn(f"asked to give way: {', '.join(names)}", r.err)

    def agreed(self):
        """By the row on the disk."""
        rows = self.ledger("SELECT asked FROM standing WHERE name = 'r'")
        return [line.split()[-1] for line in (rows[0][0] or "").splitlines() if line.startswith("yes")] if rows else None

    def events(self, name):
        return [row[0] for row in self.ledger(f"SELECT verb FROM event WHERE name = '{name}' ORDER BY id")]

    def wait_booked(self):
        gq.wait_for(lambda: "r" in self.c.reservations(), "r is booked", 60)

    def assertAll(self):
        """r has the place of both."""
        self.assertLies("r", at(10), at(11), 8)
        self.assertEqual(sorted(self.c.reservations()), ["r"])


class Ask(Asking):
    def test_all_agree(self):
        self.two()
        self.asked("a", "b")
        self.assertIn("asked", self.events("a"))
        self.tool("ask", "--yes", "a")
        self.assertEqual(self.agreed(), ["a"])
        why = self.tool("why", "r").err
        self.assertRegex(why, r"there is room without reservation a, reservation b")
        self.assertRegex(why, r"asked to give way: a \(agreed\), b")
        self.assertEqual(sorted(self.c.reservations()), ["a", "b"])
        with self.logged(r"reservation b gave way to r"):
            self.assertTrue(self.c.update("ask:yes:b").ok)
            self.wait_booked()
        self.assertAll()
        gq.wait_for(lambda: "gave-way" in self.events("b"), "the history has it", 30)
        self.assertEqual(self.ledger("SELECT why FROM booking WHERE name = 'a' AND closed NOTNULL ORDER BY id DESC LIMIT 1"),
                         [("gave way to r",)])
        self.assertEqual(self.ledger("SELECT count(*) FROM standing"), [(0,)])
        self.tool("accept", "a.1")
        self.assertIn("a", self.c.reservations())

    def test_one_that_moves(self):
        """r is booked beside it: its owner is told of the move, and then that it need not give way."""
        self.make("later", at(11), at(12), NodeCnt=8)
        self.make("b", at(10), at(11), NodeCnt=4, MaxStartDelay="1:00:00")
        self.asked("b")
        self.assertTrue(self.c.delete("later").ok)
        self.wait_booked()
        self.assertLies("b", at(11), at(12), 4)
        gq.wait_for(lambda: self.events("b")[-1] == "ask-ended", "the history has it", 30)
        self.assertEqual(self.events("b")[-2:], ["moved", "ask-ended"])

    def test_one_does_not(self):
        self.two()
        self.asked("a", "b")
        self.tool("ask", "--yes", "a")
        self.tool("ask", "--no", "b")
        gq.wait_for(lambda: "ask-ended" in self.events("r"), "its user is told", 30)
        self.tool("ask", "--yes", "b", code=UNKNOWN)
        self.assertEqual(sorted(self.c.reservations()), ["a", "b"])
        self.assertEqual(self.ledger("SELECT name, asked FROM standing"), [("r", None)])
        for name in "ab":
            self.assertTrue(self.c.delete(name).ok)
        self.wait_booked()

    def test_a_change_ends_it(self):
        self.two()
        self.asked("a", "b")
        self.tool("ask", "--yes", "a")
        self.change("a", end=at(10, 50))
        gq.wait_for(lambda: "ask-ended" in self.events("r"), "the question has ended", 60)
        self.tool("ask", "--yes", "b", code=UNKNOWN)

    def test_nobody_to_ask(self):
        self.running_job("-N", "8", "-t", "5000")
        r = self.c.run(TOOL, "ask", "r", *self.wish())
        self.assertIn("r does not stand by: no 8 bookings, or fewer, were found", r.err)
        self.assertEqual(self.ledger("SELECT count(*) FROM standing"), [(0,)])
        self.tool("why", "nothing", code=UNKNOWN)

    def test_words(self):
        self.two()
        for words, said in (
                (["ask", "--yes", "--no", "a"], "--yes or --no, not both"),
                (["ask", "r"], "ask needs --duration or --end"),
                (["ask", "--yes"], "ask needs a name"),
                (["book", "--yes", "r", *self.wish()], "--yes is not for book")):
            self.assertIn(said, self.tool(*words, code=BAD).err)
        self.assertIn("nobody asks that it gives way", self.tool("ask", "--yes", "a", code=UNKNOWN).err)
        for name, said in (("ask:perhaps:a", "write ask:yes:NAME or ask:no:NAME"),):
            r = self.c.update(name)
            self.assertFalse(r.ok)
            self.assertIn(said, r.err)
        r = self.c.create("ask:yes:r", StartTime=gq.stamp(at(10)), Duration=60, NodeCnt=1)
        self.assertIn("ask: is for an update of the booking that is asked to give way", r.err)

    def test_json(self):
        self.two()
        self.asked("a", "b")
        answer = json.loads(self.tool("list", "--all", "--json").out)
        text = json.dumps(answer)
        self.assertIn('"ask"', text)
        why = json.loads(self.tool("why", "r", "--json").out)
        self.assertEqual({h["name"] for h in why["holders"] if h["leaves"]}, {"a", "b"})

    @case.needs_root
    def test_rights(self):
        """Owners answer for their own bookings; names are told as PrivateData allows."""
        self.make("a", at(10), at(11), NodeCnt=4, Users=OWNER, user=OWNER)
        self.make("b", at(10), at(11), NodeCnt=4, Users=OWNER, user=OWNER)
        self.addCleanup(self.reconfigure, PrivateData="none")
        self.reconfigure(PrivateData="reservations")
        r = self.c.run(TOOL, "ask", "r", *self.wish(), user=OTHER)
        self.assertIn("asked to give way: one of another user, or several", r.err)
        self.assertNotRegex(r.out + r.err, r"\b[ab]\b\.")
        self.assertNotEqual(self.c.run(TOOL, "ask", "--yes", "a", user=OTHER).code, DONE)
        self.assertEqual(self.agreed(), [])
        why = self.ledger("SELECT why FROM event WHERE verb = 'asked' ORDER BY id DESC LIMIT 1")[0][0]
        self.assertRegex(why, r"^another user asks that it gives way; sresv ask --yes [ab], or --no, until ")
        for name in "ab":
            self.tool("ask", "--yes", name, user=OWNER)
        self.wait_booked()
        self.assertAll()


class Rest(Asking, web_case.Case):
    def test_rest(self):
        s = self.serve()
        self.two()
        wish = {"name": "r", "start": at(10), "duration": 3600, "nodes": 8}
        self.says(s.ask("POST", "bookings", {**wish, "standby": "maybe"}), 400)
        answer = s.ask("POST", "bookings", {**wish, "standby": "ask"})
        self.assertEqual(answer.status, 409, answer)
        self.assertIn("asked to give way: a, b", json.dumps(answer.json))
        why = self.says(s.ask("POST", "why", {"name": "r"}), 200)
        self.assertEqual({h["name"] for h in why["holders"] if h["leaves"]}, {"a", "b"})
        self.says(s.ask("PATCH", "bookings/a", {"agree": 1}), 400)
        self.says(s.ask("PATCH", "bookings/a", {"agree": True}), 200)
        self.assertEqual(self.agreed(), ["a"])

        def stands():
            return [(r["mode"], r["asked"], r["agreed"]) for r in self.says(s.get("offers"), 200)["standing"]] == [("ask", 2, 1)]
        gq.wait_for(stands, "the list has the question", 60)
        self.says(s.ask("PATCH", "bookings/b", {"agree": True}), 200)
        self.wait_booked()
        self.assertAll()


class Killed(Asking):
    """kill -9 at any time: each consent that was answered is kept, and all of the exchange is, or nothing."""

    def test_between_the_steps(self):
        self.two()
        self.asked("a", "b")
        self.kill()
        self.tool("ask", "--yes", "a")
        self.kill()
        self.assertEqual(self.agreed(), ["a"])
        self.assertEqual(sorted(self.c.reservations()), ["a", "b"])
        self.tool("ask", "--yes", "b")
        self.kill()
        self.wait_booked()
        self.assertAll()
        self.kill()
        self.assertAll()
        self.assertIn("a.1", self.c.offers())

    def test_while_it_is_done(self):
        seed = os.environ.get("SEED") or "%d" % random.getrandbits(40)
        print(f"# test_ask: SEED={seed}")
        rng = random.Random(seed)
        for _ in range(6):
            self.two()
            self.asked("a", "b")
            self.tool("ask", "--yes", "a")
            self.tool("ask", "--yes", "b")
            time.sleep(rng.uniform(0, 2))
            self.c.kill_controller()
            rows = {row[0] for row in self.ledger("SELECT name FROM booking WHERE closed IS NULL")}
            stands = self.ledger("SELECT count(*) FROM standing")[0][0]
            self.assertIn((rows, stands), (({"a", "b"}, 1), ({"r"}, 0)))
            self.c.start_controller()
            self.c.wait_answering()
            self.wait_booked()
            self.assertAll()
            self.assertTrue(self.c.delete("r").ok)
            for name in self.c.offers():
                self.c.delete(name)


if __name__ == "__main__":
    unittest.main()
