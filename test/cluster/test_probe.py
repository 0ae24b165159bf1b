# SPDX-License-Identifier: GPL-2.0-or-later
"""A probe tells all starts, what is free and what it costs; nothing is made, and what it tells is true."""
import functools
import os
import random
import re
import time
import unittest

import case
import gq
import users
from case import OTHER, at, soon

ASKED = 1 << 62  # ANSWER_ASKED in plugin/booking/request/answer.h
HOUR = 3600


def setUpModule():
    users.start(["Licenses=link:4,tool:2"])


class Answer:
    """The lines of a probe for programs."""

    def __init__(self, r):
        lines = r.out.strip().split("\n")
        words = [dict(w.partition("=")[::2] for w in line.split(" ")) for line in lines]

        def of(kind):
            found = [w for w in words if next(iter(w)) == f"garq-{kind}"]
            assert all(w[f"garq-{kind}"] == "1" for w in found), lines
            return found
        self.lines = lines
        self.head, = of("probe")
        self.runs = [(int(w["first"]), int(w["last"])) for w in of("run")]
        self.costs = [w.get("cost") for w in of("run")]
        self.pools = {w["id"]: int(w["nodes"]) for w in of("pool")}
        self.free = [(int(w["from"]), int(w["to"]), int(w["nodes"])) for w in of("free")]
        self.alike = [(w["list"], [tuple(map(int, span.split("-"))) for span in w.get("free", "").split(",") if span])
                      for w in of("alike")]
        self.licenses = {w["name"]: int(w["total"]) for w in of("license")}
        self.left = [(w["license"], int(w["from"]), int(w["to"]), int(w["count"])) for w in of("left")]
        assert lines[-1] == "garq-answer=1" and len(of("run")) == int(self.head["runs"]), lines
        self.now, self.until, self.cut = (int(self.head[k]) for k in ("now", "until", "cut"))


class Probe(users.Case):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        folder = os.path.join(case.cluster().folder, "probe")
        os.makedirs(folder, exist_ok=True)
        os.chmod(folder, 0o755)
        cls.program = os.path.join(folder, "raw_request")
        source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "raw_request.c")
        r = gq.run("cc", "-o", cls.program, source, "-lslurm")
        assert r.ok, r

    def raw(self, user=None, **fields):
        return self.c.run(self.program, "create", *(f"{k}={v}" for k, v in fields.items()), user=user)

    def ask(self, start, minutes, delay, nodes=1, user=None, name="garq-probe=1", **fields):
        if nodes:
            fields["node_cnt"] = nodes
        return self.raw(user, name=name, flags=ASKED, start_time=start, duration=minutes, max_start_delay=delay,
                        users=user or "root", **fields)

    def probe(self, *words, **fields):
        before = self.c.reservations()
        r = self.ask(*words, **fields)
        self.assertTrue(r.ok, r)
        self.assertEqual(self.c.reservations(), before)
        a = Answer(r)
        self.check_alike(a)
        return a

    def check_alike(self, a):
        """Which nodes are free agrees with what is held of each, and with how many are."""
        names = [(self.names(nodes), spans) for nodes, spans in a.alike]
        held, of = self.held(), {n: spans for nodes, spans in names for n in nodes}
        self.assertEqual(len(of), sum(len(nodes) for nodes, _ in names))
        self.assertEqual(len(of), sum(a.pools.values()) if a.free else 0, a.lines)
        for begin, end, cnt in a.free:
            for t in (begin, end - 1):
                free = {n for n, spans in of.items() if any(s <= t < e for s, e in spans)}
                self.assertEqual(len(free), cnt, (t, a.lines))
                self.assertEqual([n for n in free if any(s <= t < e and n in who for s, e, who in held)], [], (t, a.lines))

    @functools.cache
    def names(self, nodes):
        return self.c.hosts(nodes)

    def held(self):
        """[(start, end, nodes)] of all reservations."""
        return [(gq.seconds(f["StartTime"]), gq.seconds(f["EndTime"]), set(self.names(f["Nodes"])))
                for f in self.c.reservations().values()]

    def oracle(self, nodes, length, first, last, cnt):
        """All runs, second by second where something changes."""
        held = self.held()

        def fits(t):
            return sum(not any(n in who and s < t + length and t < e for s, e, who in held) for n in nodes) >= cnt
        points = {first, last + 1} | {p for s, e, _ in held for p in (s - length + 1, s, e, e - length + 1)
                                      if first <= p <= last}
        runs, points = [], sorted(points)
        for t, end in zip(points, points[1:]):
            if not fits(t):
                continue
            if runs and runs[-1][1] == t - 1:
                runs[-1] = (runs[-1][0], end - 1)
            else:
                runs.append((t, end - 1))
        return runs


    def can_be_had(self, name, held, start, minutes, cnt):
        """A booking, or a hold, at exactly this start."""
        r = self.c.create(f"hold:60:{name}" if held else name, Users="root", StartTime=gq.stamp(start),
                          Duration=minutes, NodeCnt=cnt)
        self.assertTrue(r.ok, r)
        self.assertLies(name, start, start + 60 * minutes, cnt)
        self.c.delete(name)


class Runs(Probe):
    def test_of_an_empty_cluster(self):
        a = self.probe(at(10), 60, 2 * HOUR, nodes=6)
        self.assertEqual(a.runs, [(at(10), at(12))])
        self.assertEqual((a.cut, a.until), (0, at(12) + 1))
        self.assertEqual(list(a.pools.values()), [6])
        self.assertEqual(a.free, [(at(10), at(13), 6)])
        self.assertEqual(a.costs, [None])
        self.assertLess(abs(a.now - time.time()), 30)
        self.assertRegex(a.head["ledger"], r"^[0-9a-f]{8}$")
        self.assertNotEqual(a.head["ledger"], "00000000")

    def test_each_second_is_right(self):
        self.make("a", at(10), at(11, 0, 7), NodeCnt=4)
        self.make("b", at(12, 30, 1), at(13), NodeCnt=3)
        a = self.probe(at(8), 60, 6 * HOUR, nodes=4)
        self.assertEqual(a.runs, [(at(8), at(9)), (at(11, 0, 7), at(11, 30, 1)), (at(13), at(14))])
        self.assertEqual(a.free, [(at(8), at(10), 6), (at(10), at(11, 0, 7), 2), (at(11, 0, 7), at(12, 30, 1), 6),
                                  (at(12, 30, 1), at(13), 3), (at(13), at(15), 6)])
        for start in (at(9), at(11, 0, 7), at(11, 30, 1), at(13)):
            self.make("r", start, Duration=60, NodeCnt=4)
            self.c.delete("r")
        for start in (at(9, 0, 1), at(11, 0, 6), at(11, 30, 2), at(12, 59, 59)):
            self.refuse("r", start=start, Duration=60, NodeCnt=4)

    def test_the_nodes_have_to_be_the_same_ones(self):
        """The counts alone would let it in: at each second three nodes are free."""
        self.make("a", at(10), at(11), Nodes="n[1-3]")
        self.make("b", at(11), at(12), Nodes="n[4-6]")
        a = self.probe(at(9), 60, 4 * HOUR, nodes=3)
        self.assertEqual(a.runs, [(at(9), at(10)), (at(11), at(13))])
        self.assertEqual(a.free, [(at(9), at(10), 6), (at(10), at(12), 3), (at(12), at(14), 6)])
        self.refuse("r", start=at(10, 0, 1), Duration=60, NodeCnt=3)

    def test_random(self):
        """What is told is all that fits, and each of it can be had."""
        seed = int(os.environ.get("SEED", random.randrange(1 << 30)))
        print(f"SEED={seed}")
        r = random.Random(seed)
        made = tried = 0
        for round_ in range(3):
            for i in range(r.randrange(5, 30)):
                start = at(8) + r.randrange(8 * HOUR) // (1 if i % 2 else 600) * (1 if i % 2 else 600)
                self.c.create(f"r{round_}_{i}", Users="root", StartTime=gq.stamp(start),
                              EndTime=gq.stamp(start + r.choice((60, 600, 1800, HOUR, 5000))),
                              NodeCnt=r.randrange(1, 6))
            for _ in range(12):
                minutes, cnt = r.choice((1, 10, 45, 60, 180)), r.randrange(1, 7)
                first = at(8) + r.randrange(HOUR)
                a = self.probe(first, minutes, 8 * HOUR, nodes=cnt)
                self.assertEqual(a.runs, self.oracle([f"n{i}" for i in range(1, 7)], minutes * 60, first,
                                                     first + 8 * HOUR, cnt), f"SEED={seed}")
                for run in r.sample(a.runs, min(2, len(a.runs))):
                    start = r.choice((*run, r.randint(*run)))
                    made += 1
                    name = f"h{made}"  # of a hold that was dropped there is no second one
                    self.can_be_had(name, made % 2, start, minutes, cnt)
                tried += len(a.runs)
            self.clean()
        self.assertGreater(made, 30)
        self.assertGreater(tried, made)

    def test_of_named_nodes(self):
        self.make("a", at(10), at(11), Nodes="n2")
        self.make("b", at(11), at(12), Nodes="n5")
        a = self.probe(at(9), 60, 4 * HOUR, nodes=None, node_list="n[1-2]")
        self.assertEqual(a.runs, [(at(9), at(9)), (at(11), at(13))])
        self.assertEqual(list(a.pools.values()), [2])
        self.assertIn((at(10), at(11), 1), a.free)
        same = self.probe(at(8), 10, HOUR, nodes=None, node_list="n2,n1")
        self.assertEqual(list(same.pools), list(a.pools))
        half = self.probe(at(8), 10, HOUR, nodes=1, partition="half")
        again = self.probe(at(9), 60, 0, nodes=3, partition="half")
        self.assertEqual(list(half.pools), list(again.pools))
        self.assertEqual(list(half.pools.values()), [4])
        self.assertNotEqual(list(half.pools), list(a.pools))
        self.c.restart()
        after = self.probe(at(8), 10, HOUR, nodes=1, partition="half")
        self.assertEqual((list(after.pools), after.head["ledger"]), (list(half.pools), half.head["ledger"]))

    def test_that_has_begun(self):
        self.assertEqual(len(self.probe(soon(-5), 10, 0, nodes=2).runs), 1)
        a = self.probe(soon(-60), 10, HOUR, nodes=2)
        self.assertGreaterEqual(a.runs[0][0], a.now)
        self.assertEqual(len(a.runs), 1)

    def test_none(self):
        self.make("a", at(8), at(14), NodeCnt=6)
        a = self.probe(at(9), 60, HOUR, nodes=1)
        self.assertEqual((a.runs, a.cut, a.until), ([], 0, at(10) + 1))
        self.assertEqual(a.free, [(at(9), at(11), 0)])
        a = self.probe(at(9), 60, HOUR, nodes=7)
        self.assertEqual(a.runs, [])


class Licensed(Probe):
    def test_with_nodes(self):
        self.make("a", at(10), at(11), NodeCnt=1, Licenses="link:3")
        self.make("b", at(12), at(13), NodeCnt=1, Licenses="tool:2")
        a = self.probe(at(9), 30, 5 * HOUR, nodes=2, licenses="link:2,tool:1")
        self.assertEqual(a.runs, [(at(9), at(9, 30)), (at(11), at(11, 30)), (at(13), at(14))])
        self.assertEqual(a.licenses, {"link": 4, "tool": 2})
        self.assertIn(("link", at(10), at(11), 1), a.left)
        self.assertIn(("tool", at(12), at(13), 0), a.left)
        for start in (at(9, 30), at(11), at(11, 30), at(13)):
            self.make("r", start, Duration=30, NodeCnt=2, Licenses="link:2,tool:1")
            self.c.delete("r")
        self.refuse("r", start=at(9, 30, 1), Duration=30, NodeCnt=2, Licenses="link:2,tool:1")


class Prices(Probe):
    def test_a_run_has_one_price(self):
        self.addCleanup(self.limits)
        self.reconfigure(SchedulerParameters="bf_interval=2,garq_users=yes,garq_user_rate=0,"
                                             "garq_bcost=1,garq_tau=1,garq_delta=600")
        a = self.probe(at(10), 20, HOUR, nodes=2)
        # 20 minutes from a full ten minutes on meet two slots of 600 s, else three
        self.assertEqual(a.runs[:3], [(at(10), at(10)), (at(10, 0, 1), at(10, 9, 59)), (at(10, 10), at(10, 10))])
        self.assertEqual(a.costs[:3], ["40.00", "60.00", "40.00"])
        self.assertEqual(a.runs[-1], (at(11), at(11)))
        self.assertEqual(len(a.runs), 13)
        r = self.c.create("probe", StartTime=gq.stamp(at(10)), Duration=20, MaxStartDelay="1:00:00", NodeCnt=2,
                          Users="root")
        self.assertIn("40.00 to 60.00", r.out)

    def test_cut_and_go_on(self):
        self.addCleanup(self.limits)
        self.reconfigure(SchedulerParameters="bf_interval=2,garq_users=yes,garq_user_rate=0,garq_bcost=1")
        runs, start, last, asked = [], at(10), at(10) + 9 * 86400, 0
        while start <= last:
            a = self.probe(start, 20, last - start, nodes=2)
            self.assertEqual(a.cut, int(a.until <= last))
            runs += a.runs
            start, asked = a.until, asked + 1
        self.assertEqual(len(runs), 2 * 9 * 288 + 1)
        self.assertGreater(asked, 4)
        self.assertTrue(all(b[0] == a[1] + 1 for a, b in zip(runs, runs[1:])))


class Rights(Probe):
    def test_only_who_may_ask(self):
        self.reconfigure(SchedulerParameters="bf_interval=2")
        self.assertFalse(self.ask(at(10), 60, HOUR, nodes=1, user=OTHER).ok)

    def test_limits(self):
        self.limits("nodes=2", "duration=60", "lead=3")
        for words, why in (((at(10), 60, HOUR, 3), "at most 2 are allowed"),
                           ((at(10), 61, HOUR, 1), "garq_user_duration"),
                           ((at(10, day=5), 10, HOUR, 1), "garq_user_lead")):
            r = self.ask(*words, user=OTHER)
            self.assertFalse(r.ok, r)
            self.assertIn(why, r.out + r.err)
        a = self.probe(at(10), 60, 30 * 86400, nodes=2, user=OTHER)
        self.assertEqual(a.runs, [(at(10), a.now + 3 * 86400)])
        self.assertFalse(self.ask(at(10), 60, HOUR, nodes=1, partition="rooted", user=OTHER).ok)

    def test_rate(self):
        self.reconfigure(SchedulerParameters="bf_interval=2,garq_users=yes,garq_user_rate=3")
        said = [self.ask(at(10), 60, HOUR, nodes=1, user=OTHER) for _ in range(5)]
        self.assertTrue(said[0].ok, said)
        self.assertFalse(said[-1].ok, said)

    def test_what_makes_no_sense(self):
        for fields, why in (({"licenses": "nosuch:1"}, "there is no such license"),
                            ({"flags": ASKED | 1}, "whole nodes"),
                            ({"partition": "nosuch"}, "there is no such partition")):
            r = self.raw(None, **{"name": "garq-probe=1", "flags": ASKED, "start_time": at(10), "duration": 60,
                                  "max_start_delay": 60, "users": "root", "node_cnt": "1", **fields})
            self.assertFalse(r.ok, r)
            self.assertIn(why, r.out + r.err)
        # without the flag of programs the name has a "=", which no name has
        self.assertFalse(self.raw(name="garq-probe=1", start_time=at(10), duration=60, users="root", node_cnt="1").ok)


class People(Probe):
    def test_tables(self):
        self.make("a", at(10), at(11), NodeCnt=5, Licenses="link:1")
        before = self.c.reservations()
        r = self.c.create("probe", StartTime=gq.stamp(at(9)), Duration=60, MaxStartDelay="3:00:00", NodeCnt=2,
                          Users="root", Licenses="link:4")
        self.assertTrue(r.ok, r)
        for line in ("Reservation created: none, but at these times it could start:",
                     f"{gq.stamp(at(9))}  {gq.stamp(at(9))}", f"{gq.stamp(at(11))}  {gq.stamp(at(12))}",
                     "free of the 6 nodes that it could have:", f"{gq.stamp(at(10))}  {gq.stamp(at(11))}  1",
                     "left of the 4 licenses link:", f"{gq.stamp(at(10))}  {gq.stamp(at(11))}  3"):
            self.assertIn(line, r.out)
        self.assertNotIn("garq-", r.out)
        r = self.c.create("Probe", StartTime=gq.stamp(at(10)), Duration=60, NodeCnt=2, Users="root")
        self.assertTrue(r.ok and re.search("none, and there is no room for it at any of these times", r.out), r)
        self.assertEqual(self.c.reservations(), before)


if __name__ == "__main__":
    unittest.main()
