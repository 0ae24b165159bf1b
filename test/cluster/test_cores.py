# SPDX-License-Identifier: GPL-2.0-or-later
"""Cores of nodes are booked as whole nodes are: beside jobs, beside each other, and out of the way of whole nodes."""
import contextlib
import json
import os
import random
import re
import sys
import time
import unittest

import case
import gq
import web
from case import at, soon

CPUS = 8


def setUpModule():
    case.start(4, extra=[f"CPUs={CPUS}"], lines=["Licenses=sw:4", *case.STAYS_DOWN])


class Cores(case.Case):
    def cores(self, name):
        """The cores of a reservation by node, as Slurm shows them."""
        out = self.c.scontrol("show", "reservation", name).out
        found = {}
        for node, ranges in re.findall(r"NodeName=(\S+) CoreIDs=(\S+)", out):
            ends = [r.split("-") for r in ranges.split(",")]
            found[node] = {i for e in ends for i in range(int(e[0]), int(e[-1]) + 1)}
        return found

    def counts(self, name):
        return sorted(len(c) for c in self.cores(name).values())

    def kind(self, name):
        return [row for row in self.ledger("SELECT name, nodes, cores FROM booking WHERE closed IS NULL") if row[0] == name]


class Place(Cores):
    def test_a_count_alone(self):
        """As few nodes as have them, evenly."""
        r = self.make("r", at(10), at(11), CoreCnt=4, NodeCnt=None)
        self.assertEqual((r["NodeCnt"], r["CoreCnt"]), ("1", "4"))
        self.assertEqual(self.counts("r"), [4])
        self.make("s", at(10), at(11), CoreCnt=12, NodeCnt=None)
        self.assertEqual(self.counts("s"), [6, 6])
        self.assertEqual(len(self.kind("r")), 1)
        self.assertTrue(self.kind("r")[0][2])

    def test_nodes_and_cores(self):
        self.make("r", at(10), at(11), CoreCnt=10, NodeCnt=3)
        self.assertEqual(self.counts("r"), [3, 3, 4])

    def test_tres(self):
        self.make("r", at(10), at(11), NodeCnt=None, TRES="cpu=12")
        self.assertEqual(self.counts("r"), [6, 6])
        self.make("s", at(11), at(12), NodeCnt=None, TRES="node=2,cpu=6")
        self.assertEqual(self.counts("s"), [3, 3])
        self.assertEqual(len(self.kind("r")) + len(self.kind("s")), 2)
        self.change("r", TRES="cpu=4")
        self.assertEqual(self.counts("r"), [2, 2])

    @unittest.skipIf(gq.VERSION < (23, 11), "TRESPerNode is of 23.11 and later")
    def test_tres_of_a_node(self):
        self.make("r", at(10), at(11), NodeCnt=3, TRESPerNode="cpu=2")
        self.assertEqual(self.counts("r"), [2, 2, 2])

    def test_replace(self):
        """REPLACE_DOWN is what a booking does; Slurm has no REPLACE by cores."""
        self.refuse("r", "Flags=REPLACE is for whole nodes", start=at(10), end=at(11), CoreCnt=4, NodeCnt=None, Flags="REPLACE")
        self.make("r", at(10), at(11), CoreCnt=4, NodeCnt=None, Flags="REPLACE_DOWN")
        self.assertEqual(self.counts("r"), [4])
        self.assertEqual(len(self.kind("r")), 1)

    def test_tasks(self):
        """None of them is on two nodes."""
        for name, hour, nodes in (("r", 10, 3), ("s", 11, None)):
            r = self.c.create(f"tasks:5:{name}", StartTime=gq.stamp(at(hour)), Duration=60, CoreCnt=15, NodeCnt=nodes)
            self.assertIn(f"Reservation created: {name}\n", r.out, r)
            self.assertEqual(self.counts(name), [3, 6, 6])
        self.make("even", at(12), at(13), CoreCnt=15, NodeCnt=None)
        self.assertEqual(self.counts("even"), [7, 8])
        r = self.c.run(gq.sresv(), "book", "t", "-s", gq.stamp(at(14)), "-t", "60", "-N", "2", "--tasks", "4", "--cpus-per-task", "3")
        self.assertTrue(r.ok, r)
        self.assertEqual(self.counts("t"), [6, 6])
        self.make("p", at(10), at(11), Nodes=sorted(self.nodes("r"))[0], CoreCnt=None)
        self.assertEqual(self.counts("r"), [3, 6, 6])
        self.change("r", CoreCnt=12)
        self.assertEqual(self.counts("r"), [4, 4, 4])
        r = self.c.run(gq.sresv(), "book", "u", "-s", gq.stamp(at(14)), "-t", "60", "--tasks", "2")
        self.assertTrue(r.ok, r)
        self.assertEqual(self.counts("u"), [2])
        for name, why, asked in (("tasks:5:x", "the cores of a task as often", {"CoreCnt": 16}), ("tasks:2:x", "less than a task on each of 3", {"CoreCnt": 6, "NodeCnt": 3}),
                                 ("tasks:2:x", "needs CoreCnt", {"NodeCnt": 3}), ("tasks:2:x", "the nodes that can serve", {"CoreCnt": 20})):
            r = self.c.create(name, StartTime=gq.stamp(at(16)), Duration=60, **asked)
            self.assertFalse(r.ok, asked)
            self.assertIn(why, r.err)

    def test_named_nodes(self):
        self.make("r", at(10), at(11), CoreCnt=6, NodeCnt=None, Nodes="n[2-3]")
        self.assertEqual({n: len(c) for n, c in self.cores("r").items()}, {"n2": 3, "n3": 3})
        self.refuse("s", "6 cores on each of 2 nodes|missing", start=at(10), end=at(11), CoreCnt=12, NodeCnt=None, Nodes="n[2-3]")
        self.make("s", at(10), at(11), CoreCnt=10, NodeCnt=None, Nodes="n[2-3]")
        for node in ("n2", "n3"):
            self.assertFalse(self.cores("r")[node] & self.cores("s")[node])

    def test_they_share_nodes(self):
        """Nodes that others share are filled up first, so whole ones stay whole."""
        for i in range(4):
            self.make(f"r{i}", at(10), at(11), CoreCnt=2, NodeCnt=None)
        held = {}
        for i in range(4):
            (node, cores), = self.cores(f"r{i}").items()
            self.assertFalse(held.setdefault(node, set()) & cores)
            held[node] |= cores
        self.assertEqual([len(c) for c in held.values()], [CPUS])
        self.make("whole", at(10), at(11), NodeCnt=3)
        self.assertFalse(self.nodes("whole") & set(held))
        self.refuse("more", "1 of 1 node with enough free cores is missing", "reservation r0 ", start=at(10), end=at(11), CoreCnt=1, NodeCnt=None)

    def test_whole_nodes_get_none_of_theirs(self):
        self.make("r", at(10), at(11), CoreCnt=1, NodeCnt=None)
        self.refuse("w", "1 of 4 nodes is missing", "reservation r ", start=at(10), end=at(11), NodeCnt=4)
        self.make("w", at(11), at(12), NodeCnt=4)

    def test_what_can_never_be(self):
        times = {"start": at(10), "end": at(11)}
        self.refuse("r", "have fewer cores", **times, CoreCnt=4 * CPUS + 1, NodeCnt=None)
        self.refuse("r", f"9 cores of node n1 are asked for, it has {CPUS}", **times, CoreCnt=9, NodeCnt=None, Nodes="n1")
        self.refuse("r", "less than a core on each", **times, CoreCnt=2, NodeCnt=3)
        self.refuse("r", "CoreCnt and GPUs are not for Nodes=ALL", **times, CoreCnt=2, NodeCnt=None, Nodes="ALL")

    def test_a_window(self):
        """The earliest start at which enough cores are free, to the second."""
        self.make("a", at(10), at(11, 0, 7), CoreCnt=6, NodeCnt=None, Nodes="n1")
        self.make("b", at(11, 30), at(12), NodeCnt=None, Nodes="n1")
        self.make("r", at(10), Duration=30, CoreCnt=4, NodeCnt=None, Nodes="n1", MaxStartDelay="4:00:00")
        self.assertLies("r", at(12), at(12, 30), 1)
        self.make("s", at(10), Duration=20, CoreCnt=4, NodeCnt=None, Nodes="n1", MaxStartDelay="4:00:00")
        self.assertLies("s", at(11, 0, 7), at(11, 20, 7), 1)
        self.make("t", at(10), Duration=20, CoreCnt=2, NodeCnt=None, Nodes="n1", MaxStartDelay="4:00:00")
        self.assertLies("t", at(10), at(10, 20), 1)

    def starts(self, *words):
        """All starts of half an hour from nine on, for a day."""
        r = self.c.run(gq.sresv(), "when", "-t", "30m", "-s", gq.stamp(at(9)), "--days", "1", "--json", *words)
        return [(run["first"], run["last"]) for run in case.epochs(json.loads(r.out))["starts"] if not run["moves"]]

    def test_all_starts(self):
        """Those told fit, and no other second."""
        self.make("a", at(10), at(11, 0, 7), CoreCnt=6, NodeCnt=None, Nodes="n1")
        self.make("b", at(11, 30), at(12), NodeCnt=None, Nodes="n1")
        self.make("c", at(8), at(14), NodeCnt=None, Nodes="n[2-4]")
        end = at(9, day=3)
        self.assertEqual(self.starts("-w", "n1", "--cores", "4"), [(at(9), at(9, 30)), (at(12), end)])
        self.assertEqual(self.starts("--cores", "2"), [(at(9), at(11)), (at(12), end)])
        self.assertEqual(self.starts("--cores", "12"), [(at(14), end)])
        self.assertEqual(self.starts("--tasks", "3", "--cpus-per-task", "3"), [(at(14), end)])
        self.assertEqual(self.starts("--cores", "99"), [])

    def test_all_starts_at_random(self):
        self.parameters("garq_shift=no")	# a booking may get other cores of its node
        seed = int(os.environ.get("SEED", time.time_ns() % 10**9))
        print(f"# SEED={seed}", file=sys.stderr)
        dice = random.Random(seed)
        for i in range(12):
            start = at(9) + dice.randrange(6 * 3600)
            cores = dice.choice([{}, {"CoreCnt": dice.randint(1, CPUS)}])
            self.c.create(f"r{i}", StartTime=gq.stamp(start), Duration=dice.randint(1, 120), Nodes=f"n{dice.randint(1, 4)}", **cores)
        n = dice.randint(1, 10)
        runs = self.starts("--cores", str(n))
        edges = {t + by for run in runs for t, by in ((run[0], 0), (run[0], -1), (run[1], 0), (run[1], 1))}
        for t in sorted(e for e in edges if at(9) <= e < at(9, day=3)) + [at(9) + dice.randrange(6 * 3600) for _ in range(8)]:
            r = self.c.create("x", StartTime=gq.stamp(t), Duration=30, CoreCnt=n)
            self.assertEqual(r.ok, any(first <= t <= last for first, last in runs), (gq.stamp(t), n, runs, r))
            if r.ok:
                self.assertTrue(self.c.delete("x").ok)

    def test_offers(self):
        self.make("a", at(10), at(11), CoreCnt=4 * CPUS, NodeCnt=4)
        r = self.refuse("r", "earliest start for 4 cores of a node", start=at(10), end=at(11), CoreCnt=4, NodeCnt=None)
        self.assertEqual(self.earliest(r), at(11))
        offers = self.offered(r)
        self.assertTrue(offers, r)
        self.assertTrue(self.c.update(next(iter(offers))).ok)
        self.assertEqual(self.counts("r"), [4])

    def test_price(self):
        """Cores cost their part of a node, asked or booked."""
        self.parameters("garq_bcost=1")
        cost = {}
        for name, more in (("whole", {"NodeCnt": 1}), ("half", {"CoreCnt": CPUS // 2, "NodeCnt": None})):
            r = self.c.create(f"plan:lines:{name}", **self._times(at(10), at(11)), **more)
            cost[name] = float(re.search(r" cost=([\d.]+)", r.out + r.err)[1])
        self.assertEqual(cost["half"] * 2, cost["whole"])
        self.make("all", at(10), at(11), CoreCnt=4 * CPUS, NodeCnt=4)
        r = self.refuse("half", "missing", start=at(10), end=at(11), CoreCnt=CPUS // 2, NodeCnt=None)
        self.assertIn(f"{cost['half']:.2f}", r.err)
        self.make("half", at(11), at(12), CoreCnt=CPUS // 2, NodeCnt=None)
        self.assertEqual(self.ledger("SELECT cost FROM request WHERE name = 'half' AND outcome = 'booked'"), [(cost["half"],)])

    def test_licenses(self):
        self.make("a", at(10), at(11), CoreCnt=2, NodeCnt=None, Licenses="sw:3")
        self.refuse("b", "1 of 2 licenses sw is missing", start=at(10), end=at(11), CoreCnt=2, NodeCnt=None, Licenses="sw:2")
        self.make("b", at(10), at(11), CoreCnt=2, NodeCnt=None, Licenses="sw:1")

    def test_what_is_for_whole_nodes(self):
        for front, words in (("min-nodes:1:", "min-nodes and or"), ("or:1x30:", "give min-time, or ask for fewer"), ("hold:60:", "only whole nodes"),
                             ("min-time:30:grow:yes:", "grow is for whole nodes")):
            self.refuse(f"{front}r", words, start=at(10), end=at(11), CoreCnt=4, NodeCnt=2)


    def test_less_time(self):
        """The longest time between min-time and Duration; what it got is what it keeps."""
        self.make("wall", at(10, 40), at(12), NodeCnt=4)
        words = {"StartTime": gq.stamp(at(10)), "Duration": 60, "CoreCnt": 12, "NodeCnt": None}
        r = self.c.create("min-time:45:r", **words)
        self.assertIn("missing", r.err)
        for name in ("query", "r"):
            r = self.c.create(f"min-time:15:{name}", **words)
            self.assertIn(gq.stamp(at(10, 40)), r.out + r.err)
        self.assertLies("r", at(10), at(10, 40), 2)
        self.assertEqual(self.counts("r"), [6, 6])
        self.c.delete("wall")
        self.make("beside", at(10), at(10, 20), NodeCnt=2)
        self.assertLies("r", at(10), at(10, 40), 2)
        self.refuse("more", "missing", start=at(10), end=at(11), NodeCnt=3)


class Why(Cores):
    """The smallest set of bookings without which there is room, whoever moves."""
    def why(self, *leaves):
        words = ["-s", gq.stamp(at(10)), "-t", "60", "-w", "n1"]
        r = self.c.run(gq.sresv(), "why", *words, "--json")
        self.assertEqual((r.code, r.err), (0, ""), r)
        answer = json.loads(r.out)
        self.assertEqual({h["name"] for h in answer["holders"] if h["leaves"]}, set(leaves), answer)
        self.assertTrue(answer["proof"][0]["proven"], answer)
        book = ["book", "w", *words]
        for name in leaves:
            self.assertEqual(self.c.run(gq.sresv(), *book).code, 1)
            self.assertTrue(self.c.delete(name).ok)
        self.assertEqual(self.c.run(gq.sresv(), *book).code, 0)

    def test_all_of_the_node(self):
        self.make("a", at(10), at(11), Nodes="n1", CoreCnt=2, NodeCnt=None)
        self.make("b", at(10), at(11), Nodes="n1", CoreCnt=3, NodeCnt=None)
        self.why("a", "b")


class Recurring(Cores):
    """The very same cores on all days, beside those that others have on some."""
    def test_daily(self):
        self.make("a", at(10, day=3), at(11, day=3), Nodes="n[1-4]", CoreCnt=8)
        self.make("b", at(10, day=5), at(11, day=5), Nodes="n1", CoreCnt=4)
        words = {"start": at(10), "end": at(11), "Flags": "DAILY"}
        self.refuse("d", r"1 of 1 node with enough free cores is missing .*\n.*reservation a ", Nodes="n1", CoreCnt=7, **words)
        self.refuse("d", r"1 of 1 node with enough free cores is missing .*\n.*reservation b ", Nodes="n1", CoreCnt=5, **words)
        self.make("d", Nodes="n1", CoreCnt=4, **words)
        self.assertEqual(self.cores("d"), {"n1": {4, 5, 6, 7}})
        self.make("e", NodeCnt=None, CoreCnt=6, **words)
        self.assertEqual((self.counts("e"), self.cores("e").keys() & {"n1"}), ([6], set()))
        for day, free in ((2, 4), (3, 2), (5, 0)):
            self.refuse("f", "reservation d ", start=at(10, day=day), end=at(11, day=day), Nodes="n1", CoreCnt=free + 1)
        self.make("f", at(10, day=3), at(11, day=3), Nodes="n1", CoreCnt=2)
        self.kill()
        self.assertEqual(self.cores("d"), {"n1": {4, 5, 6, 7}})
        self.refuse("g", "reservation d ", start=at(10, day=7), end=at(11, day=7), Nodes="n1", CoreCnt=5)
        self.make("g", at(10, day=7), at(11, day=7), Nodes="n1", CoreCnt=4)

    def test_a_window(self):
        self.make("a", at(10, day=3), at(12, day=3), NodeCnt=4)
        self.make("d", at(10), at(11), NodeCnt=2, CoreCnt=6, MaxStartDelay="4:00:00", Flags="WEEKDAY")
        self.assertLies("d", at(12), at(13), 2)
        self.assertEqual(self.counts("d"), [3, 3])

    def test_a_node_fails(self):
        """It gets cores that are free at each occurrence, beside all others: Slurm would look at the next one, and at no cores."""
        words = {"start": at(10), "end": at(11), "NodeCnt": None}
        for node in ("n2", "n3"):
            self.make(f"later-{node}", at(10, day=3), at(11, day=3), NodeCnt=None, Nodes=node, CoreCnt=6)
        self.make("d", CoreCnt=4, Flags="DAILY", **words)
        first, = self.nodes("d")
        other, = {"n1", "n4"} - {first}
        self.make("named", CoreCnt=2, Nodes=first, Flags="DAILY", **words)
        self.make("beside", at(10, day=4), at(11, day=4), NodeCnt=None, Nodes=other, CoreCnt=4, Flags="WEEKLY")
        flags = self.fields("d")["Flags"]
        self.set_node(first, "DOWN")
        self.addCleanup(self.resume, first)
        gq.wait_for(lambda: self.nodes("d") != {first}, "it has another node", 120)
        self.assertEqual((self.nodes("d"), self.counts("d")), ({other}, [4]))
        self.assertFalse(self.cores("d")[other] & self.cores("beside")[other])
        self.assertEqual(self.nodes("named"), {first})
        self.assertEqual(self.fields("d")["Flags"], flags)
        self.kill()
        self.set_node(first, "DOWN")  # neither move may be in Slurm's state yet
        gq.wait_for(lambda: self.nodes("d") == {other}, "it has another node", 120)
        self.change("d", CoreCnt=3)
        self.assertEqual(self.counts("d"), [3])

    def test_now(self):
        """It has begun, its jobs have its cores, and so they have tomorrow's."""
        now = soon(-60)
        self.make("a", now + 86400, now + 90000, NodeCnt=None, Nodes="n1", CoreCnt=2)
        self.make("d", now, now + 3600, NodeCnt=None, Nodes="n1", CoreCnt=6, Flags="DAILY")
        job = self.running_job("-N1", "-n6", "--reservation=d", "-t10")
        out = self.c.scontrol("-d", "show", "job", job).out
        self.assertEqual(re.search(r"CPU_IDs=(\S+)", out)[1], "2-7", out)


class Shifts(Cores):
    """Inside their windows bookings by cores make room, and use it; others make room for them."""

    def window(self, name, cores, node="n1"):
        self.make(name, at(10), Duration=60, CoreCnt=cores, NodeCnt=None, Nodes=node, MaxStartDelay="4:00:00")

    def test_for_whole_nodes(self):
        self.window("w", 4)
        self.make("r", at(10), at(11), NodeCnt=4)
        self.assertLies("w", at(11), at(12), 1)
        self.assertEqual(self.counts("w"), [4])
        self.assertIn("made room for r", self.c.run(gq.sresv(), "log", "w").out)

    def test_for_cores(self):
        """Only as many move as have to."""
        self.window("v", 4)
        self.window("w", 3)
        self.make("r", at(10), at(11), CoreCnt=5, NodeCnt=None, Nodes="n1")
        starts = sorted([self.start_of("v"), self.start_of("w")])
        self.assertEqual(starts, [at(10), at(11)])
        stayed = "v" if self.start_of("v") == at(10) else "w"
        self.assertFalse(self.cores(stayed)["n1"] & self.cores("r")["n1"])
        self.assertEqual((self.counts("v"), self.counts("w"), self.counts("r")), ([4], [3], [5]))
        self.refuse("s", "1 of 1 node", start=at(10), end=at(15, 30), CoreCnt=4, NodeCnt=None, Nodes="n1")

    def test_to_other_nodes(self):
        self.make("w", at(10), at(11), CoreCnt=4, NodeCnt=None)
        node, = self.nodes("w")
        self.make("r", at(10), at(11), NodeCnt=None, Nodes=node)
        self.assertLies("w", at(10), at(11), 1)
        self.assertNotEqual(self.nodes("w"), {node})

    def test_whole_nodes_move_for_cores(self):
        self.make("w", at(10), Duration=60, NodeCnt=4, MaxStartDelay="4:00:00")
        self.make("r", at(10), at(11), CoreCnt=4, NodeCnt=None)
        self.assertLies("w", at(11), at(12), 4)
        self.assertEqual(self.counts("r"), [4])

    def test_earlier_again(self):
        self.make("a", at(10), at(11), CoreCnt=6, NodeCnt=None, Nodes="n1")
        self.window("w", 4)
        self.assertLies("w", at(11), at(12), 1)
        r = self.c.delete("plan:show:a")
        self.assertRegex(r.out + r.err, r"w .*10:00:00")
        self.assertLies("w", at(11), at(12), 1)
        self.assertTrue(self.c.delete("a").ok)
        self.assertLies("w", at(10), at(11), 1)

    def test_a_kill(self):
        self.window("w", 4)
        self.make("r", at(10), at(11), NodeCnt=4)
        had = self.cores("w")
        self.kill()
        self.assertLies("w", at(11), at(12), 1)
        self.assertEqual(self.cores("w"), had)
        self.assertTrue(self.c.delete("r").ok)
        self.assertLies("w", at(10), at(11), 1)


class Native(Cores):
    def test_none_over_cores_of_a_booking(self):
        """Slurm refuses nothing over cores, and looks at no later day."""
        self.make("r", at(10), at(11), NodeCnt=4, CoreCnt=8)
        self.make("whole", at(12, day=3), at(13, day=3), NodeCnt=4)
        for words in ({"NodeCnt": 1, "Flags": "REPLACE"}, {"Nodes": "n2", "NodeCnt": None, "Flags": "FIRST_CORES"},
                      {"NodeCnt": None, "Nodes": "n1", "CoreCnt": 8, "Flags": "FIRST_CORES"}):
            self.refuse("x", "what begins at .* would take nodes of reservation r: ", start=at(10), end=at(11), **words)
        self.refuse("x", "the occurrence of .* would take nodes of reservation whole: ", start=at(12), end=at(13), NodeCnt=None,
                    Nodes="n1", CoreCnt=2, Flags="DAILY,FIRST_CORES")
        self.make("late", at(15), at(16), NodeCnt=None, Nodes="n2", Flags="FIRST_CORES")
        self.refuse_change("late", "what begins at .* would take nodes of reservation r: ", start=at(10), end=at(11))
        self.change("late", Users="root,daemon")

    def test_one_that_lies_there_may_leave(self):
        """Plain Slurm has made it over cores of a booking: it may become shorter, but meets no further one."""
        self.make("r", at(10), at(11), NodeCnt=4, CoreCnt=8)
        self.restart(SchedulerType="sched/backfill")
        self.assertTrue(self.c.create("x", **self._times(at(10), at(11)), Nodes="n2", Flags="FIRST_CORES").ok)
        self.restart(SchedulerType="sched/garq")
        self.change("x", Duration="30:00")
        self.change("x", start=at(14), end=at(15))
        self.refuse_change("x", "what begins at .* would take nodes of reservation r: ", start=at(10), end=at(11))


class Changes(Cores):
    def test_more_and_fewer(self):
        self.make("r", at(10), at(11), CoreCnt=4, NodeCnt=None)
        before = self.cores("r")
        self.change("r", CoreCnt=6)
        (node, cores), = self.cores("r").items()
        self.assertEqual((len(cores), cores > before[node]), (6, True))
        self.change("r", CoreCnt=2)
        self.assertTrue(self.cores("r")[node] < before[node])
        self.change("r", CoreCnt=10, NodeCnt=2)
        self.assertEqual(self.counts("r"), [5, 5])
        self.refuse_change("r", "have fewer cores|missing|can serve", CoreCnt=40)

    def test_other_times(self):
        self.make("a", at(12), at(13), CoreCnt=6, NodeCnt=None, Nodes="n1")
        self.make("r", at(10), at(11), CoreCnt=4, NodeCnt=None, Nodes="n1")
        self.refuse_change("r", "reservation a ", end=at(12, 30))
        self.change("r", end=at(12))
        self.assertEqual(self.counts("r"), [4])
        self.change("a", CoreCnt=4)
        self.change("r", end=at(12, 30))
        self.assertFalse(self.cores("a")["n1"] & self.cores("r")["n1"])
        self.change("r", Nodes="n2")
        self.assertEqual(self.counts("r"), [4])

    def test_whole_and_cores(self):
        self.make("r", at(10), at(11), NodeCnt=1)
        self.change("r", CoreCnt=4)
        self.assertEqual(self.counts("r"), [4])
        self.make("s", at(10), at(11), NodeCnt=3)
        self.make("t", at(10), at(11), CoreCnt=4, NodeCnt=None)

    def test_deleted(self):
        self.make("r", at(10), at(11), CoreCnt=4 * CPUS, NodeCnt=4)
        self.assertTrue(self.c.delete("r").ok)
        self.make("w", at(10), at(11), NodeCnt=4)


class Lasts(Cores):
    def test_kill_and_restart(self):
        for i in range(3):
            self.make(f"r{i}", at(10), at(11), CoreCnt=2 + i, NodeCnt=None)
        self.make("w", at(11), at(12), NodeCnt=4)
        before = {n: self.cores(n) for n in ("r0", "r1", "r2")}
        self.kill()
        self.assertEqual({n: self.cores(n) for n in before}, before)
        self.restart()
        self.assertEqual({n: self.cores(n) for n in before}, before)
        self.assertEqual([bool(r[0]) for r in self.ledger("SELECT cores FROM booking WHERE closed IS NULL ORDER BY name")], [True] * 3 + [False])

    def test_its_record_is_made_again(self):
        """Slurm's state lacks it: all of it is in the ledger."""
        self.make("r", at(10), at(11), CoreCnt=5, NodeCnt=None)
        before = self.cores("r")
        self.stop_ctld()
        for name in ("resv_state", "resv_state.old"):
            with contextlib.suppress(FileNotFoundError):
                os.unlink(self.state(name))
        self.start_ctld()
        self.assertEqual(self.cores("r"), before)

    def test_reconfigure(self):
        self.make("r", at(10), at(11), CoreCnt=5, NodeCnt=None)
        before = self.cores("r")
        self.reconfigure()
        self.assertEqual(self.cores("r"), before)


class Repair(Cores):
    def setUp(self):
        super().setUp()
        self.parameters("garq_return=never")

    def test_a_node_fails(self):
        self.make("r", at(10), at(11), CoreCnt=6, NodeCnt=2)
        (lost, *_), before = sorted(self.cores("r")), self.cores("r")
        other = min({"n1", "n2", "n3", "n4"} - set(before))
        self.make("s", at(10), at(11), CoreCnt=6, NodeCnt=None, Nodes=other)
        self.set_node(lost, "DOWN")
        self.addCleanup(self.set_node, lost, "RESUME")
        gq.wait_for(lambda: lost not in self.cores("r"), "it has another node", 120)
        self.assertEqual(self.counts("r"), [3, 3])
        kept = set(before) - {lost}
        self.assertEqual({n: self.cores("r")[n] for n in kept}, {n: before[n] for n in kept})


class Jobs(Cores):
    def test_beside_running_jobs(self):
        """A job counts with the cores that it has."""
        job = self.running_job("-N1", "-n6", "-wn1", "-t60")
        start = soon(60)
        self.make("r", start, start + 600, CoreCnt=2, NodeCnt=None, Nodes="n1")
        self.refuse("s", f"job {job} ", start=start, end=start + 600, CoreCnt=1, NodeCnt=None, Nodes="n1")
        self.refuse("w", f"job {job} ", start=start, end=start + 600, NodeCnt=None, Nodes="n1")

    def test_they_are_kept_from_others(self):
        """By jobs that try: others get the cores that are left, its own job those of the booking."""
        self.make("r", soon(2), soon(1800), CoreCnt=6, NodeCnt=None, Nodes="n1")
        gq.wait_for(lambda: self.fields("r")["State"] == "ACTIVE", "it has begun")
        inside = self.running_job("-N1", "-n6", "--reservation=r", "-t10")
        beside = self.running_job("-N1", "-n2", "-wn1", "-t10")
        more = self.job("-N1", "-n1", "-wn1", "-t10")
        gq.wait_for(lambda: self.job_fields(more)["JobState"] == "PENDING", "it waits")
        out = self.c.scontrol("-d", "show", "job", inside).out
        self.assertEqual(re.search(r"CPU_IDs=(\S+)", out)[1], "0-5", out)
        out = self.c.scontrol("-d", "show", "job", beside).out
        self.assertEqual(re.search(r"CPU_IDs=(\S+)", out)[1], "6-7", out)
        self.assertEqual(self.job_fields(more)["JobState"], "PENDING")


class Begun(Cores):
    def test_its_jobs_keep_their_cores(self):
        """It becomes smaller: the cores on which its jobs run stay."""
        self.make("r", soon(2), soon(1800), CoreCnt=6, NodeCnt=None, Nodes="n2")
        gq.wait_for(lambda: self.fields("r")["State"] == "ACTIVE", "it has begun")
        first = self.running_job("-N1", "-n3", "--reservation=r", "-t10")
        second = self.running_job("-N1", "-n2", "--reservation=r", "-t10")
        self.c.run("scancel", first)
        gq.wait_for(lambda: self.job_fields(first)["JobState"] != "RUNNING", "it has ended")
        used = re.search(r"CPU_IDs=(\S+)", self.c.scontrol("-d", "show", "job", second).out)[1]
        self.assertEqual(used, "3-4")
        self.change("r", CoreCnt=2)
        self.assertEqual(self.cores("r"), {"n2": {3, 4}})
        self.change("r", CoreCnt=8)
        self.assertEqual(self.cores("r"), {"n2": set(range(8))})

    def test_it_keeps_its_very_cores(self):
        self.make("a", soon(2), soon(1800), CoreCnt=2, NodeCnt=None, Nodes="n2")
        self.make("r", soon(2), soon(1800), CoreCnt=2, NodeCnt=None, Nodes="n2")
        self.assertTrue(self.c.delete("a").ok)
        before = self.cores("r")
        self.change("r", end=soon(3600))
        self.restart()
        self.assertEqual(self.cores("r"), before)


    def test_the_cores_of_its_jobs_are_freed(self):
        """It lasts longer: who has these cores then gets others, or it can't."""
        self.make("r", soon(2), soon(1800), CoreCnt=2, NodeCnt=None, Nodes="n2")
        gq.wait_for(lambda: self.fields("r")["State"] == "ACTIVE", "it has begun")
        self.running_job("-N1", "-n2", "--reservation=r", "-t10")
        before = self.cores("r")
        self.make("t", soon(1900), soon(3000), CoreCnt=2, NodeCnt=None, Nodes="n2")
        self.assertEqual(self.cores("t"), before)
        self.change("r", end=soon(2400))
        self.assertEqual(self.cores("r"), before)
        self.assertFalse(self.cores("t")["n2"] & before["n2"])
        self.make("w", soon(3100), soon(4000), CoreCnt=8, NodeCnt=None, Nodes="n2")
        self.refuse_change("r", "reservation w ", end=soon(3600))


class Parked(Cores):
    def test_behind_whole_nodes(self):
        """Its record is parked; that of whole nodes behind it is not, as jobs may run beside it."""
        self.make("w", at(8), at(9), NodeCnt=4)
        self.make("r", at(9), at(10), CoreCnt=4, NodeCnt=None, Nodes="n1")
        self.make("after", at(10), at(11), NodeCnt=4)
        gq.wait_for(lambda: dict(self.ledger("SELECT name, parked FROM booking WHERE closed IS NULL"))["r"], "it is parked")
        before = self.cores("r")
        self.kill()
        self.assertEqual(self.cores("r"), before)
        self.assertTrue(self.c.delete("w").ok)
        gq.wait_for(lambda: not dict(self.ledger("SELECT name, parked FROM booking WHERE closed IS NULL"))["after"], "it is in Slurm's list")
        self.assertEqual(self.cores("r"), before)


class PlainSlurm(Cores):
    def test_there_and_back(self):
        self.make("r", at(10), at(11), CoreCnt=5, NodeCnt=None)
        before = self.cores("r")
        self.restart(SchedulerType="sched/backfill")
        self.assertEqual(self.cores("r"), before)
        self.assertTrue(self.c.create("s", **self._times(at(10), at(11)), CoreCnt=3, NodeCnt=None, Nodes="n4").ok)
        self.restart(SchedulerType="sched/garq")
        self.assertEqual(self.cores("r"), before)
        self.assertEqual(self.counts("s"), [3])
        gq.wait_for(lambda: len(self.kind("s")) == 1, "it is adopted")


class Conf(Cores):
    def conf(self, pattern, text):
        """Change slurm.conf."""
        path = os.path.join(self.c.folder, "slurm.conf")
        with open(path) as f:
            conf = f.read()
        changed = re.sub(pattern, text, conf, flags=re.M)
        self.assertNotEqual(changed, conf)
        case.replace(path, changed)

    def cpus(self, node, cpus):
        """A node has so many by slurm.conf, from the next start on."""
        with open(os.path.join(self.c.folder, "slurm.conf")) as f:
            if re.search(rf"^NodeName={node} .*CPUs={cpus}\b", f.read(), re.M):
                return
        self.stop_ctld()
        self.conf(rf"^(NodeName={node} .*)CPUs=\d+", rf"\g<1>CPUs={cpus}")
        self.start_ctld()

    def test_fewer_cores(self):
        """Slurm drops a record whose cores are gone: the booking gets others, of its nodes if it named them."""
        self.make("named", at(10), at(11), CoreCnt=2, NodeCnt=None, Nodes="n1")
        self.make("low", at(12), at(13), CoreCnt=4, NodeCnt=None, Nodes="n1")
        self.make("high", at(12), at(13), CoreCnt=4, NodeCnt=None, Nodes="n1")
        self.make("full", at(14), at(15), CoreCnt=7, NodeCnt=None)
        self.assertTrue(self.c.delete("low").ok)
        self.make("whole", at(16), at(17), CoreCnt=CPUS, NodeCnt=None, Nodes="n1")
        self.addCleanup(self.cpus, "n1", CPUS)
        self.cpus("n1", 4)
        lacks = "n1 has fewer cores or other GPUs now"
        gq.wait_for(lambda: lacks in self.c.scontrol("show", "reservation", "whole").out, "it is told")
        booked = "SELECT cores FROM booking WHERE name = 'whole' AND closed IS NULL"
        self.assertEqual(self.ledger(booked), [("n1:0-7",)])
        self.assertEqual(self.cores("named"), {"n1": {0, 1}})
        self.assertEqual(self.cores("high"), {"n1": {0, 1, 2, 3}})
        self.assertEqual(self.counts("full"), [7])
        self.assertNotIn("n1", self.cores("full"))
        self.restart()
        self.assertEqual(self.ledger(booked), [("n1:0-7",)])
        self.cpus("n1", CPUS)
        self.assertEqual(self.counts("whole"), [CPUS])
        gq.wait_for(lambda: lacks not in self.c.scontrol("show", "reservation", "whole").out, "it is told")
        self.refuse("x", "missing", start=at(16), end=at(17), CoreCnt=1, NodeCnt=None, Nodes="n1")

    def test_a_node_goes_and_comes_back(self):
        """What is left is kept meanwhile, over a change and a kill; by count it gets cores of another node."""
        self.make("named", at(10), at(11), CoreCnt=4, NodeCnt=None, Nodes="n[3-4]")
        self.make("wall", at(12), at(13), NodeCnt=2, Nodes="n[1-2]")
        self.make("counted", at(12), at(13), CoreCnt=6, NodeCnt=2)
        with open(os.path.join(self.c.folder, "slurm.conf")) as f:
            conf = f.read()
        before = self.cores("named")
        self.assertEqual({n: len(c) for n, c in self.cores("counted").items()}, {"n3": 3, "n4": 3})
        self.stop_ctld()
        self.conf(r"^NodeName=n4 .*\n", "")
        self.conf(r"Nodes=n\[1-4\]", "Nodes=n[1-3]")
        self.start_ctld()
        for name in ("named", "counted"):
            gq.wait_for(lambda: "made in part" in self.c.scontrol("show", "reservation", name).out, "it is told")
        self.assertEqual(self.cores("named"), {"n3": before["n3"]})
        self.change("named", Users="root,daemon")
        self.kill()
        self.assertTrue(self.c.delete("wall").ok)
        gq.wait_for(lambda: self.counts("counted") == [3, 3], "it has cores of another node")
        self.stop_ctld()
        case.replace(os.path.join(self.c.folder, "slurm.conf"), conf)
        self.start_ctld()
        gq.wait_for(lambda: self.cores("named") == before, "it has its cores again")
        self.assertNotIn("in part", self.c.scontrol("show", "reservation", "named").out)
        self.assertNotIn("n4", self.cores("counted"))
        self.kill()
        self.assertEqual(self.cores("named"), before)
        self.refuse("x", "reservation named ", start=at(10), end=at(11), NodeCnt=4)

    def test_other_numbers(self):
        """The cores of the cluster have other numbers, also those of parked records."""
        self.make("w", soon(120), soon(600), NodeCnt=4)
        self.make("r", soon(600), soon(900), CoreCnt=4, NodeCnt=None, Nodes="n3")
        self.make("s", soon(900), soon(1200), CoreCnt=3, NodeCnt=None, Nodes="n4")
        gq.wait_for(lambda: dict(self.ledger("SELECT name, parked FROM booking WHERE closed IS NULL"))["s"], "it is parked")
        before = self.cores("r"), self.cores("s")
        self.addCleanup(self.cpus, "n1", CPUS)
        self.conf(r"^(NodeName=n1 .*)CPUs=\d+", r"\g<1>CPUs=4")
        if not gq.REEXEC:  # it says that it needs a restart, and goes on
            self.c.scontrol("reconfigure")
            self.assertEqual((self.cores("r"), self.cores("s")), before)
        self.restart()
        self.assertEqual((self.cores("r"), self.cores("s")), before)
        self.make("t", soon(600), soon(900), CoreCnt=4, NodeCnt=None, Nodes="n3")
        self.assertFalse(self.cores("t")["n3"] & self.cores("r")["n3"])
        self.refuse("u", "1 of 1 node with", start=soon(600), end=soon(900), CoreCnt=1, NodeCnt=None, Nodes="n3")
        self.assertTrue(self.c.delete("w").ok)
        gq.wait_for(lambda: not dict(self.ledger("SELECT name, parked FROM booking WHERE closed IS NULL"))["s"], "it is in Slurm's list")
        self.assertEqual((self.cores("r"), self.cores("s")), before)
        self.conf(r"^(NodeName=n1 .*)$", r"NodeName=m1 NodeHostname=localhost NodeAddr=127.0.0.1 Port=1 CPUs=4 State=DOWN\n\g<1>")
        self.restart()
        self.assertEqual((self.cores("r"), self.cores("s")), before)
        self.conf(r"^NodeName=m1 .*\n", "")
        self.restart()
        self.assertEqual((self.cores("r"), self.cores("s")), before)


class Clients(Cores):
    def test_sresv(self):
        r = self.c.run(gq.sresv(), "book", "r", "--cores", "12", "-s", gq.stamp(at(10)), "-t", "1h")
        self.assertTrue(r.ok, r)
        self.assertEqual(self.counts("r"), [6, 6])
        r = self.c.run(gq.sresv(), "list", "-o", "NAME,NODES,CORES", "--parsable", "--noheader")
        self.assertEqual(r.out, "r|2|12\n")
        r = self.c.run(gq.sresv(), "book", "s", "--cores", "32", "-s", gq.stamp(at(10)), "-t", "1h")
        self.assertEqual(r.code, 1, r)
        self.assertIn("with enough free cores", r.err)
        r = self.c.run(gq.sresv(), "book", "s", "-t", "1h")
        self.assertIn("book needs --nodes or --nodelist, or --cores", r.err)
        r = self.c.run(gq.sresv(), "extend", "r", "-t", "30m")
        self.assertTrue(r.ok, r)
        self.assertEqual(self.counts("r"), [6, 6])

    def test_given_back(self):
        """The nodes that are given take their cores with them, whatever their number."""
        self.make("r", at(10), at(11), CoreCnt=11, NodeCnt=3)
        self.assertTrue(self.c.create("tasks:5:s", StartTime=gq.stamp(at(12)), Duration=60, CoreCnt=15, NodeCnt=3).ok)
        self.make("w", at(14), at(15), NodeCnt=3)
        for name, before, words, after in (("r", [3, 4, 4], ("give", "-N1"), [4, 4]), ("r", [4, 4], ("shrink", "-N1", "-t30m"), [4]),
                                           ("s", [3, 6, 6], ("give", "-N1"), [6, 6])):
            self.assertEqual(self.counts(name), before)
            words = (words[0], name, *words[1:])
            told = self.c.run(gq.sresv(), *words, "--dry-run")
            self.assertRegex(told.err, rf" {sum(after)} cores of {len(after)} nodes? .* now {sum(before)} cores of {len(before)} nodes ")
            self.assertTrue(self.c.run(gq.sresv(), *words).ok)
            self.assertEqual(self.counts(name), after)
        self.assertTrue(self.c.run(gq.sresv(), "give", "w", "-N1").ok)
        self.assertEqual((self.fields("w")["NodeCnt"], self.fields("w")["CoreCnt"]), ("2", str(2 * CPUS)))

    def test_given_back_by_cores(self):
        """Of a booking that runs, too; more than it has, or another unit, changes nothing."""
        self.make("r", at(10), at(11), CoreCnt=12, NodeCnt=3)
        self.make("now", soon(-60), soon(3600), CoreCnt=6, NodeCnt=2)
        self.make("w", at(10), at(11), NodeCnt=1)
        give = lambda *words: self.c.run(gq.sresv(), "give", *words)
        for name in ("r", "now"):
            told = give(name, "--cores", "2", "--dry-run")
            before = sum(self.counts(name))
            self.assertRegex(told.err, rf" {before - 2} cores of .* now {before} cores of ")
            self.assertTrue(give(name, "--cores", "2").ok)
            self.assertEqual(sum(self.counts(name)), before - 2)
        for words, why in ((("r", "--cores", "10"), "r has 10 cores: one at least has to stay"), (("w", "--cores", "1"), "w has no cores"),
                           (("r", "--gpus", "1"), "r has no GPUs|this Slurm can't reserve GPUs"), (("r", "--cores", "1", "-N1"), "give needs --nodes, --cores or --gpus"),
                           (("r", ), "give needs --nodes, --cores or --gpus")):
            r = give(*words)
            self.assertEqual(r.code, 2)
            self.assertRegex(r.err, why)
            self.assertEqual(sum(self.counts("r")), 10)

    def test_given_back_by_rest(self):
        """Nodes with their cores, and cores: as sresv gives them."""
        self.make("r", at(10), at(11), CoreCnt=11, NodeCnt=3)
        self.make("w", at(14), at(15), NodeCnt=3)
        with web.Server(self.c) as s:
            give = lambda name, **change: s.ask("PATCH", f"bookings/{name}", change)
            self.assertEqual(give("r", give={"nodes": 1}, plan="show").json["plan"]["then"]["node_count"], 2)
            self.assertEqual(self.counts("r"), [3, 4, 4])
            told = give("r", give={"nodes": 1})
            self.assertEqual((told.status, told.json["booking"]["core_count"], self.counts("r")), (200, 8, [4, 4]), told)
            self.assertEqual(told.json["command"], "scontrol update ReservationName=r NodeCnt=2 CoreCnt=8")
            self.assertEqual(give("r", give={"cores": 3}).json["booking"]["core_count"], 5)
            self.assertEqual(give("w", give={"nodes": 1}, duration="2h").json["booking"]["node_count"], 2)
            for change, why in (({"give": {"cores": 5}}, "r has 5 cores: one at least has to stay"), ({"give": {"nodes": 1, "cores": 1}}, "give: it is no object"),
                                ({"give": {}}, "give: it is no object"), ({"give": 1}, "give: it is no object"), ({"give": {"cores": 0}}, "cores: it is no whole number"),
                                ({"give": {"cores": 1}, "nodes": 1}, "nodes is what stays"), ({"give": {"gpus": "1"}}, "GPUs")):
                refused = give("r", **change)
                self.assertEqual(refused.status, 400, refused)
                self.assertIn(why, refused.error["lines"][0])
                self.assertEqual(sum(self.counts("r")), 5)
            self.assertEqual(give("nobody", give={"nodes": 1}).status, 404)

    def test_a_user(self):
        self.parameters("garq_users=yes")
        r = self.c.create("r", user=case.OTHER, Users=case.OTHER, **self._times(at(10), at(11)), CoreCnt=4, NodeCnt=None)
        self.assertTrue(r.ok, r)
        self.assertEqual(self.counts("r"), [4])

    def test_a_series_and_standby(self):
        r = self.c.run(gq.sresv(), "book", "w", "--cores", "4", "-s", gq.stamp(at(10)), "-t", "1h", "--every", "FREQ=DAILY;COUNT=3")
        self.assertTrue(r.ok, r)
        names = [n for n in self.c.reservations() if n.startswith("w-")]
        self.assertEqual([self.counts(n) for n in names], [[4]] * 3)
        self.make("all", at(14), at(15), CoreCnt=4 * CPUS, NodeCnt=4)
        r = self.c.run(gq.sresv(), "book", "later", "--cores", "4", "-s", gq.stamp(at(14)), "-t", "1h", "--standby")
        self.assertIn("stands by", r.out + r.err)
        self.change("all", CoreCnt=3 * CPUS, NodeCnt=3)
        gq.wait_for(lambda: "later" in self.c.reservations(), "it is booked", 60)
        self.assertEqual(self.counts("later"), [4])

    def test_a_look(self):
        r = self.c.create("plan:show:r", **self._times(at(10), at(11)), CoreCnt=4, NodeCnt=None)
        self.assertRegex(r.out + r.err, r"4 cores of 1 node \(n\d\)")
        self.assertNotIn("r", self.c.reservations())


if __name__ == "__main__":
    unittest.main()
