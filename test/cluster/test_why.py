# SPDX-License-Identifier: GPL-2.0-or-later
"""Why a request has no room: what is proven, and the bookings without which it is admitted."""
import json
import re
import unittest

import case
import gq
from case import OTHER, at

TOOL = gq.sresv()
DONE, REFUSED_OFFERS, BAD, REFUSED, DENIED = range(5)
HOUR = 3600
PARAMS = "bf_interval=2,garq_users=yes,garq_user_rate=0"


def setUpModule():
    case.start(8, params=PARAMS)


class Why(case.Case):
    def clean(self):
        for name in self.c.offers():
            self.c.delete(name)
        super().clean()

    def nodes_of(self, partition):
        return set(self.c.run("sinfo", "-h", "-N", "-p", partition, "-o", "%N").out.split())

    def wish(self, start, hours, nodes, *more):
        return ["-s", gq.stamp(start), "-t", str(int(hours * 60)), "-N", str(nodes), *more]

    def ask(self, *words, user=None):
        """The answer of sresv why, which changes nothing."""
        before = self.shown(), self.c.offers()
        r = self.c.run(TOOL, "why", *words, "--json", user=user)
        self.assertEqual((r.code, r.err), (DONE, ""), r)
        self.assertEqual((self.shown(), self.c.offers()), before)
        return case.epochs(json.loads(r.out))

    def told(self, answer, *leaves, proof, least=None, smallest=True, proven=True):
        """Who is named as the holders of the proof, and who should leave."""
        self.assertEqual({h["name"] for h in answer["holders"] if h["proof"]}, set(proof), answer)
        self.assertEqual({h["name"] for h in answer["holders"] if h["leaves"]}, set(leaves), answer)
        line, = answer["proof"]
        self.assertEqual((line["proven"], line["room"], line["smallest"]), (proven, bool(leaves), smallest), answer)
        self.assertEqual((line["count"], line["least"]), (len(leaves), least or len(leaves)), answer)
        for b in answer["barriers"]:
            self.assertGreater(b["held"] + b["asked"], b["all"])

    def booked_without(self, words, *leaves):
        """Without these, and not before, it is booked."""
        book = ["book", "r", *words]
        for name in leaves:
            self.assertEqual(self.c.run(TOOL, *book).code, REFUSED_OFFERS)
            self.assertTrue(self.c.delete(name).ok)
        r = self.c.run(TOOL, *book)
        self.assertEqual(r.code, DONE, r)

    def test_one_in_the_way(self):
        self.make("a", at(10), at(12), NodeCnt=6)
        self.make("b", at(10), at(12), NodeCnt=1)
        words = self.wish(at(11), 2, 4)
        answer = self.ask(*words)
        self.told(answer, "a", proof="a")
        barrier, = answer["barriers"]
        self.assertEqual(barrier, {**barrier, "start": at(11), "end": at(12), "unit": "nodes", "all": 8, "held": 6, "asked": 4,
                                   "first": at(11), "last": at(11)})
        self.assertEqual(answer["in_the_way"][0]["name"], "a")
        r = self.c.run(TOOL, "why", *words)
        self.assertEqual(r.code, DONE, r)
        self.assertRegex(r.err, r"proven: whoever moves in its window, there is no room; beside these alone there is none "
                                r"either: reservation a\n")
        self.assertRegex(r.err, rf"from {gq.stamp(at(11))} to {gq.stamp(at(12))} at least 6 of 8 nodes are taken all the time, "
                                r"and it needs 4\n")
        self.assertRegex(r.err, r"there is room without reservation a\n")
        self.assertRegex(r.out, r"KIND +NAME +PROOF +LEAVES\nreservation +a +yes +yes\n")
        self.booked_without(words, "a")

    def test_more_than_one(self):
        for name in ("a", "b", "c"):
            self.make(name, at(10), at(12), NodeCnt=2)
        words = self.wish(at(10), 1, 6)
        answer = self.ask(*words)
        leaves = [h["name"] for h in answer["holders"] if h["leaves"]]
        self.assertEqual(len(leaves), 2, answer)
        self.assertEqual((answer["proof"][0]["least"], answer["proof"][0]["smallest"]), (2, True))
        self.assertRegex(self.c.run(TOOL, "why", *words).err, "; proven: fewer bookings are not enough\n")
        self.booked_without(words, *leaves)

    def test_a_window_that_does_not_help(self):
        """Wherever it is in its window it has the hour from 11 on."""
        self.make("f", at(10), at(12), NodeCnt=6, MaxStartDelay="1:00:00")
        words = self.wish(at(11), 1, 4)
        answer = self.ask(*words)
        self.told(answer, "f", proof="f")
        self.assertEqual((answer["barriers"][0]["start"], answer["barriers"][0]["end"]), (at(11), at(12)))
        self.booked_without(words, "f")

    def test_a_window_that_helps(self):
        self.make("f", at(10), at(12), NodeCnt=6, MaxStartDelay="2:00:00")
        r = self.c.run(TOOL, "why", *self.wish(at(10), 1, 4))
        self.assertEqual(r.code, DONE, r)
        self.assertIn(f"there is room for it, from {gq.stamp(at(10))} on", r.err)
        self.assertLies("f", at(10), at(12), 6)

    def test_three_for_two_places(self):
        """No hour is taken in any case, but together they need all of them."""
        for i, name in enumerate("abc"):
            self.make(name, at(10 + 2 * i), at(12 + 2 * i), NodeCnt=8)
            self.c.update(name, StartTime=gq.stamp(at(10)), MaxStartDelay="4:00:00")
        for name in "abc":
            self.assertEqual(self.fields(name)["MaxStartDelay"], "04:00:00")
        words = self.wish(at(12), 2, 5)
        answer = self.ask(*words)
        line, = answer["proof"]
        self.assertEqual((line["proven"], line["least"], line["count"], line["smallest"]), (True, 1, 1, True), answer)
        self.assertEqual({h["name"] for h in answer["holders"] if h["proof"]}, set("abc"), answer)
        barrier, = answer["barriers"]
        self.assertEqual((barrier["unit"], barrier["all"], barrier["held"]), ("node-seconds", 48 * HOUR, 48 * HOUR))
        self.booked_without(words, *(h["name"] for h in answer["holders"] if h["leaves"]))

    def test_nodes_elsewhere(self):
        """A booking counts with the nodes that it has to have there, and its least size."""
        half = self.nodes_of("half")
        self.make("x", at(10), at(12), Nodes=",".join(sorted({f"n{i}" for i in range(1, 9)} - half)[:2]))
        self.make("a", at(10), at(12), NodeCnt=6)
        self.assertTrue(self.c.delete("x").ok)
        answer = self.ask(*self.wish(at(11), 1, 4, "-p", "half"))
        self.told(answer, "a", proof="a")
        self.assertEqual([(b["all"], b["held"], b["asked"]) for b in answer["barriers"]], [(4, 2, 4)])

    def test_cores_of_named_nodes(self):
        """Whoever asked for cores of these nodes keeps them; others may share nodes, so that nothing is proven of them."""
        for i in range(1, 7):
            self.make(f"u{i}", at(10), at(12), Nodes=f"n{i}", CoreCnt=1, NodeCnt=None)
        words = self.wish(at(11), 1, 4)
        answer = self.ask(*words)
        line, = answer["proof"]
        self.assertEqual((line["proven"], line["least"], line["count"], line["smallest"]), (True, 2, 2, True), answer)
        leaves = [h["name"] for h in answer["holders"] if h["leaves"]]
        r = self.c.run(TOOL, "why", *words)
        self.assertRegex(r.err, r"in the way: reservation u1 \(\S+ to \S+, cores of n1\)")
        self.booked_without(words, *leaves)
        self.make("many", at(14), at(16), NodeCnt=6, CoreCnt=6)
        answer = self.ask(*self.wish(at(15), 1, 4))
        self.assertFalse(answer["proof"][0]["proven"], answer)

    def test_less_of_an_elastic_one(self):
        self.assertTrue(self.c.create("min-nodes:2:e", StartTime=gq.stamp(at(10)), Duration=120, NodeCnt=6).ok)
        answer = self.ask(*self.wish(at(11), 1, 4))
        self.assertEqual((answer["proof"], answer["why"][0]), ([], f"there is room for it, from {gq.stamp(at(11))} on"))
        answer = self.ask(*self.wish(at(11), 1, 7))
        self.told(answer, "e", proof="e")
        self.assertEqual([(b["all"], b["held"], b["asked"]) for b in answer["barriers"]], [(8, 2, 7)])

    def test_jobs_do_not_leave(self):
        job = self.running_job("-N", "6", "-t", "600")
        self.make("a", at(10), at(12), NodeCnt=1, Nodes="n8")
        answer = self.ask("-s", "now", "-t", "60", "-N", "4")
        line, = answer["proof"]
        self.assertEqual((line["proven"], line["room"], line["hopeless"]), (True, False, True), answer)
        self.assertEqual([(h["kind"], h["job"], h["proof"], h["leaves"]) for h in answer["holders"]],
                         [("job", int(job), True, False)])
        r = self.c.run(TOOL, "why", "-s", "now", "-t", "60", "-N", "4")
        self.assertRegex(r.err, "proven: without all bookings there is no room either")

    def test_more_nodes_than_there_are(self):
        answer = self.ask(*self.wish(at(10), 1, 9))
        self.assertEqual((answer["proof"][0]["proven"], answer["proof"][0]["hopeless"], answer["holders"]), (True, True, []))

    def test_scontrol(self):
        self.make("a", at(10), at(12), NodeCnt=6)
        before = self.shown()
        r = self.c.create("why", StartTime=gq.stamp(at(11)), Duration=60, NodeCnt=4)
        self.assertTrue(r.ok, r)
        self.assertRegex(r.out, r"Reservation created: none, this is why;\n2 of 4 nodes are missing from")
        self.assertRegex(r.out, r"there is room without reservation a")
        self.assertEqual(self.shown(), before)

    def test_wrong_words(self):
        def bad(pattern, *words):
            r = self.c.run(TOOL, "why", *words)
            self.assertEqual((r.code, r.out), (BAD, ""), r)
            self.assertRegex(r.err, pattern)
        bad("why needs the number of a job, the name of what stands by, or --duration or --end", "-N", "4")
        bad("why needs --nodes or --nodelist", "-t", "60")
        bad("a range is not for why", "-N", "4-8", "-t", "60")
        bad("--cores is not for why", "--cores", "4", "-t", "60")
        r = self.c.create("why", StartTime=gq.stamp(at(11)), Duration=60, CoreCnt=4, Nodes="n1", NodeCnt=None)
        self.assertFalse(r.ok, r)
        self.assertIn("why: only whole nodes at one time", r.err)

    @case.needs_root
    def test_of_others(self):
        """What a user may not see is told without names and numbers."""
        self.make("secret", at(10), at(12), NodeCnt=3)
        self.make("mine", at(10), at(12), NodeCnt=3, Users=OTHER, user=OTHER)
        words = self.wish(at(10), 1, 4)
        self.assertEqual(self.ask(*words, user=OTHER)["proof"][0]["least"], 1)
        self.addCleanup(self.reconfigure, PrivateData="none")
        self.reconfigure(PrivateData="reservations")
        for nodes in (4, 7):
            words = self.wish(at(10), 1, nodes)
            answer = self.ask(*words, user=OTHER)
            self.assertTrue(answer["proof"][0]["proven"], answer)
            self.assertIsNone(answer["proof"][0]["least"], answer)
            self.assertEqual(answer["barriers"], [])
            self.assertIn("hidden", [h["kind"] for h in answer["holders"]])
            said = self.c.run(TOOL, "why", *words, user=OTHER)
            for text in (json.dumps(answer), said.out + said.err):
                self.assertIsNone(re.search("secret", text), text)


if __name__ == "__main__":
    unittest.main()
