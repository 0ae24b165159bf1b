# SPDX-License-Identifier: GPL-2.0-or-later
"""Which nodes a request gets that only says how many: few leaf switches, then cheap and common nodes, as if nothing was asked before."""
import os
import random
import sys
import unittest

import case
import deadline
import gq
import web
from case import at, soon

# Five leaves; two types of CPU nodes, nodes with few and with many GPUs, and costly ones.
LEAVES = {"s1": "n[1,3,5,7,9,11]", "s2": "n[2,4,6,8,10,12]", "s3": "n[13-14,17-18]", "s4": "n[15-16,19-20]", "s5": "n[21-24]"}
WEIGHTS = {"n[1-6]": 10, "n[7-12]": 20, "n[13-16]": 100, "n[17-20]": 200, "n[21-24]": 1000}
FEATURES = {"n[1-6]": "cpu,sky", "n[7-12]": "cpu,mil", "n[13-16]": "gpu,a", "n[17-20]": "gpu,h", "n[21-24]": "cloud"}
PARTS = {"batch": "n[1-12,21-24]", "gpu": "n[13-20]", "mixed": "n[9-16]"}
STOCK = 86	# leaves of all requests of Choice.all_asked() together, by plain Slurm on the empty cluster
WHERE = [{"PartitionName": p} for p in PARTS] + [{"PartitionName": "batch", "Features": f} for f in ("cpu", "sky", "mil")]


def start(lines=(), extra=(), **more):
    extra = [*extra, *(f"{nodes} Weight={WEIGHTS[nodes]} Feature={FEATURES[nodes]}" for nodes in WEIGHTS)]
    parts = [f"PartitionName={p} Nodes={nodes} MaxTime=INFINITE State=UP" for p, nodes in PARTS.items()]
    case.start(24, lines=[*lines, *parts], extra=extra, **more)
    cluster = case.cluster()
    with open(os.path.join(cluster.folder, "topology.conf"), "w") as f:
        f.writelines(f"SwitchName={s} Nodes={nodes}\n" for s, nodes in LEAVES.items())
        f.write("SwitchName=root Switches=s[1-5]\n")
    cluster.restart(TopologyPlugin="topology/tree")
    cluster.wait_answering()


def setUpModule():
    start(lines=["JobSubmitPlugins=garq"])


class Choice(case.Case):
    def setUp(self):
        super().setUp()
        self.leaf_of = {n: s for s, nodes in LEAVES.items() for n in self.c.hosts(nodes)}

    def ask(self, count, start, **where):
        """Book, note the nodes, delete. None: there are too few."""
        r = self.c.scontrol("create", "reservation", "ReservationName=y", f"StartTime={gq.stamp(start)}", "Duration=60",
                            f"NodeCnt={count}", f"Users={gq.ME}", *(f"{k}={v}" for k, v in where.items()))
        if not r.ok:
            return None
        nodes = self.nodes("y")
        self.assertTrue(self.c.scontrol("delete", "ReservationName=y").ok)
        return frozenset(nodes)

    def all_asked(self):
        asked = [(count, where) for where in WHERE for count in range(1, 13)]
        found = [(count, where, self.ask(count, at(10), **where)) for count, where in asked]
        return [one for one in found if one[2]]

    def fewest(self, count, where):
        """The fewest leaves that have so many of the nodes that may serve it."""
        may = self.c.hosts(PARTS[where["PartitionName"]])
        if "Features" in where:
            may &= {n for nodes, words in FEATURES.items() if where["Features"] in words.split(",") for n in self.c.hosts(nodes)}
        sizes = sorted((len(may & self.c.hosts(nodes)) for nodes in LEAVES.values()), reverse=True)
        return next(k for k in range(1, 6) if sum(sizes[:k]) >= count)

    def test_what_was_asked_before_makes_no_difference(self):
        """As few leaves as there can be, before and after requests of all kinds."""
        before = self.all_asked()
        for count, where, nodes in before:
            with self.subTest(count=count, **where):
                self.assertEqual(len({self.leaf_of[n] for n in nodes}), self.fewest(count, where))
        seed = int(os.environ.get("SEED", random.randrange(2**32)))
        print(f"# SEED={seed}", file=sys.stderr)
        rng = random.Random(seed)
        for _ in range(int(os.environ.get("OTHERS", "50"))):
            self.ask(rng.randint(1, 8), at(rng.randint(0, 23), day=rng.randint(2, 5)), **rng.choice(WHERE))
        after = self.all_asked()
        self.assertEqual(after, before)
        total = sum(len({self.leaf_of[n] for n in nodes}) for _, _, nodes in after)
        print(f"# {len(after)} requests use {total} leaf switches", file=sys.stderr)
        self.assertLessEqual(total, STOCK)
        self.restart()
        self.assertEqual(self.all_asked(), before)

    def test_rare_nodes_are_left(self):
        for count, want in ((1, "n13"), (2, "n[13-14]"), (3, "n[13-14,17]"), (4, "n[13-14,17-18]")):
            self.assertEqual(self.ask(count, at(10), PartitionName="gpu"), self.c.hosts(want), count)
        self.assertEqual(self.ask(2, at(10), PartitionName="mixed"), self.c.hosts("n[9,11]"))
        self.make("r", at(10), at(11), Nodes="n[13-14]")
        self.assertEqual(self.ask(2, at(10), PartitionName="gpu"), self.c.hosts("n[15-16]"))

    def test_a_booking_that_shrinks_gives_up_its_dearest_nodes(self):
        """Not those with the highest numbers."""
        self.make("r", at(10), at(11), Nodes="n[9-13]")
        self.change("r", Nodes="", NodeCnt=5, PartitionName="mixed")
        self.change("r", NodeCnt=4)
        self.assertEqual(self.nodes("r"), self.c.hosts("n[9-12]"))
        self.change("r", NodeCnt=2)
        self.assertEqual(self.nodes("r"), self.c.hosts("n[9,11]"))

    def test_a_booking_that_moves_keeps_its_kind(self):
        """In its window three nodes of a kind are free elsewhere; a node that fails is replaced by one of its kind."""
        self.make("h", at(10), at(11), NodeCnt=3, PartitionName="gpu", Features="gpu", MaxStartDelay="6:00:00")
        self.change("h", Nodes="n[17-19]")
        self.change("h", NodeCnt=3)
        self.make("one", at(12), at(13), NodeCnt=3, PartitionName="gpu", Features="h")
        self.addCleanup(self.resume, "n17")
        self.set_node("n17", "DRAIN")
        self.wait_nodes("drained", ["n17"])
        self.parameters("garq_return=never")
        gq.wait_for(lambda: "n17" not in self.nodes("one"), "n17 is replaced")
        self.assertEqual(self.nodes("one"), self.c.hosts("n[18-20]"))

    def test_another_topology(self):
        """slurm.conf is read again with other leaves: they count."""
        path = os.path.join(self.c.folder, "topology.conf")
        with open(path) as f:
            before = f.read()
        self.addCleanup(self.restart)
        self.addCleanup(case.replace, path, before)
        case.replace(path, before.replace("n[13-14,17-18]", "n[13,17-19]").replace("n[15-16,19-20]", "n[14-16,20]"))
        self.restart()
        self.assertEqual(self.ask(3, at(10), PartitionName="gpu"), self.c.hosts("n[14-16]"))

    @unittest.skipUnless(gq.VERSION >= (24, 11), "this Slurm has no blocks, or no function that chooses among them")
    def test_blocks(self):
        """Slurm chooses: two free blocks that are not beside each other can't run the job."""
        path = os.path.join(self.c.folder, "topology.conf")
        with open(path) as f:
            before = f.read()
        self.addCleanup(self.restart, TopologyPlugin="topology/tree")
        self.addCleanup(case.replace, path, before)
        case.replace(path, "".join(f"BlockName=b{i} Nodes=n[{4 * i - 3}-{4 * i}]\n" for i in range(1, 7)) + "BlockSizes=4,8\n")
        self.restart(TopologyPlugin="topology/block")
        self.make("one", soon(0), soon(3600), Nodes="n5")
        self.make("r", soon(0), soon(3600), NodeCnt=8, PartitionName="main")
        self.assertIn(self.nodes("r"), (self.c.hosts("n[9-16]"), self.c.hosts("n[17-24]")))
        self.running_job("-N8", "-pmain", "-t10", "--reservation=r")


class Switches(case.Case):
    """switches:N: at most N leaf switches, where the window has such a start."""
    def setUp(self):
        super().setUp()
        self.leaf_of = {n: s for s, nodes in LEAVES.items() for n in self.c.hosts(nodes)}

    def leaves(self, name):
        return {self.leaf_of[n] for n in self.nodes(name)}

    def said(self, name, **options):
        r = self.c.create(name, **{"StartTime": gq.stamp(at(10)), "Duration": 60, "Features": "cpu", "PartitionName": "batch", **options})
        self.assertTrue(r.ok, r)
        return r.out

    def test_a_later_start_has_them(self):
        self.make("odd", at(10), at(11), Nodes="n[1,3,5]")
        self.make("even", at(10), at(12), Nodes="n[2,4,6]")
        self.said("any", NodeCnt=4, MaxStartDelay="4:00:00")
        self.assertEqual(self.start_of("any"), at(10))
        self.assertEqual(len(self.leaves("any")), 2)
        self.c.delete("any")
        shown = self.c.scontrol("create", "reservation", "ReservationName=plan:show:switches:1:r", f"StartTime={gq.stamp(at(10))}", "Duration=60",
                                f"Users={gq.ME}", "NodeCnt=4", "Features=cpu", "PartitionName=batch", "MaxStartDelay=4:00:00")
        self.assertIn(f"4 nodes (n[1,3,5,7]) at 1 leaf switch from {gq.stamp(at(11))}", shown.out + shown.err)
        out = self.said("switches:1:r", NodeCnt=4, MaxStartDelay="4:00:00")
        self.assertIn(f"r is booked: 4 nodes from {gq.stamp(at(11))} to {gq.stamp(at(12))} at 1 leaf switch\n", out)
        self.assertEqual(self.start_of("r"), at(11))
        self.assertEqual(self.leaves("r"), {"s1"})
        # Room for it earlier, but at two switches: it stays.
        self.c.delete("even")
        self.make("odd2", at(10), at(11), Nodes="n[2,4]")
        self.assertEqual(self.start_of("r"), at(11))
        self.c.delete("odd")
        gq.wait_for(lambda: self.start_of("r") == at(10), "it starts earlier at one switch")
        self.assertEqual(self.leaves("r"), {"s1"})

    def test_as_few_as_there_can_be(self):
        self.make("odd", at(10), at(11), Nodes="n[1,3,5]")
        self.make("even", at(10), at(12), Nodes="n[2,4,6]")
        out = self.said("switches:1:r", NodeCnt=4)
        self.assertIn(" at 2 leaf switches, not 1\n", out)
        self.assertIn("switches:1, at 2 leaf switches", self.c.scontrol("show", "reservation", "r").out)
        self.assertIn("switches:1, at 2 leaf switches", self.c.run(gq.sresv(), "show", "r").out)
        with web.Server(self.c) as server:
            shown = server.get("bookings/r").json["booking"]
        self.assertEqual((shown["switches"], shown["at_switches"]), (1, 2))
        out = self.said("switches:1:big", NodeCnt=7, StartTime=gq.stamp(at(14)))
        self.assertIn(" at 2 leaf switches, not 1\n", out)

    def test_it_is_kept(self):
        """Over kills; by a repair and by moves, before the kind of node."""
        self.said("switches:1:r", NodeCnt=3)
        self.assertEqual(self.nodes("r"), self.c.hosts("n[1,3,5]"))
        self.kill()
        self.make("pinned", at(10), at(11), Nodes="n1")
        self.assertEqual(self.nodes("r"), self.c.hosts("n[3,5,7]"))
        self.addCleanup(self.resume, "n3")
        self.set_node("n3", "DRAIN")
        self.wait_nodes("drained", ["n3"])
        self.parameters("garq_return=never")
        gq.wait_for(lambda: "n3" not in self.nodes("r"), "n3 is replaced")
        self.assertEqual(self.leaves("r"), {"s1"})
        self.change("r", Duration=90)
        self.assertEqual(self.leaves("r"), {"s1"})

    def test_a_move_that_breaks_it_says_so(self):
        self.said("switches:1:r", NodeCnt=3)
        self.make("pinned", at(10), at(11), Nodes="n[1,3,7,9,11]")
        self.assertEqual(len(self.leaves("r")), 2)
        self.logged("reservation r: .*at 2 leaf switches, it wishes for 1")

    def test_one_that_has_begun_keeps_its_nodes(self):
        """Though all of it could be at another switch: it gets more nodes, and one for a failed one."""
        self.parameters("garq_return=never")
        self.said("switches:1:r", NodeCnt=4, StartTime=gq.stamp(soon(0)))
        before = self.nodes("r")
        self.assertEqual(self.leaves("r"), {"s1"})
        self.make("rest", soon(0), soon(7200), Nodes=",".join(self.c.hosts(LEAVES["s1"]) - before))
        self.change("r", NodeCnt=5)
        self.assertTrue(before < self.nodes("r"), self.nodes("r"))
        self.addCleanup(self.resume, "n1")
        self.set_node("n1", "DOWN")
        gq.wait_for(lambda: "n1" not in self.nodes("r") and len(self.nodes("r")) == 5, "n1 is replaced")
        self.assertEqual(self.nodes("r") & before, before - {"n1"})

    def test_update(self):
        """A booking may wish later; the wish is a part of it then."""
        self.make("odd", at(10), at(11), Nodes="n[1,3,5,7]")
        self.make("even", at(10), at(11), Nodes="n[2,4]")
        self.said("r", NodeCnt=6)
        self.assertEqual(len(self.leaves("r")), 2)
        self.c.delete("odd")
        before = self.nodes("r")
        shown = self.c.update("plan:show:switches:1:r")
        self.assertIn("at 1 leaf switch ", shown.out + shown.err)
        self.assertEqual(self.nodes("r"), before)
        r = self.c.run(gq.sresv(), "move", "r", "--switches", "1")
        self.assertTrue(r.ok, r)
        self.assertEqual(self.leaves("r"), {"s1"})
        self.kill()
        self.make("pinned", at(10), at(11), Nodes="n1")
        self.assertEqual(self.ledger("SELECT switches FROM booking WHERE name = 'r' AND closed IS NULL"), [(1,)])
        for name in ("even", "none"):
            r = self.c.update(f"switches:1:{name}")
            self.assertFalse(r.ok)
        self.assertIn("switches: is for bookings of whole nodes by NodeCnt", self.c.update("switches:1:even").err)

    def test_a_start_that_has_just_passed(self):
        """It stays: it had become now."""
        start = soon(-60)
        self.said("switches:1:r", NodeCnt=2, StartTime=gq.stamp(start))
        self.assertEqual(self.start_of("r"), start)

    def test_offers(self):
        """They keep the wish, whole or in part, held or not; so does a query, whatever it leaves open."""
        self.make("odd", at(10), at(11), Nodes="n[1,3,5]")
        self.make("even", at(10), at(13), Nodes="n[2,4,6,8,10,12]")
        for hold in (0, 2):
            self.parameters(f"garq_offer_hold={hold}")
            r = self.refuse("switches:1:r", "missing", start=at(10), end=at(11), NodeCnt=5, Features="cpu", PartitionName="batch")
            offers = self.offered(r)
            later = next(n for n, o in offers.items() if o.kind == "later")
            self.assertEqual(offers[later].start, at(11))
            fewer = next((n for n, o in offers.items() if o.start == at(10)), r)
            self.assertEqual(offers[fewer].nodes, 3)
            self.assertTrue(self.c.update(fewer if hold else later).ok)
            self.assertEqual(self.leaves("r"), {"s1"})
            self.assertEqual(self.ledger("SELECT switches FROM booking WHERE name = 'r' AND closed IS NULL"), [(1,)])
            self.c.delete("r")
        self.make("split", at(14), at(15), Nodes="n[1,2,3,4]")
        words = {"StartTime": gq.stamp(at(14)), "NodeCnt": 5, "Features": "cpu", "PartitionName": "batch"}
        r = self.c.create("switches:1:query", Duration=60, MaxStartDelay="4:00:00", **words)
        self.assertEqual([o.start for o in self.offered(r).values()], [at(15)])
        words["NodeCnt"] = None
        offers = self.offered(self.c.create("switches:1:query", Duration=60, **words)).values()
        self.assertEqual(max(o.nodes for o in offers if o.start == at(14)), 4)

    def test_when(self):
        """The earliest start of a refusal, and all starts, are those at one switch."""
        self.make("all", at(10), at(11), Nodes="n[1-12]")
        self.make("odd", at(11), at(12), Nodes="n[1,3,5]")
        self.make("even", at(11), at(13), Nodes="n[2,4,6]")
        words = {"Features": "cpu", "PartitionName": "batch"}
        r = self.refuse("switches:1:r", "earliest start for 4 nodes at 1 leaf switch, 01:00:00 long", start=at(10), end=at(11), NodeCnt=4, **words)
        self.assertEqual(self.earliest(r), at(12))
        self.assertEqual(self.earliest(self.refuse("r", start=at(10), end=at(11), NodeCnt=4, **words)), at(11))
        r = self.refuse("switches:1:r", "earliest start for 8 nodes, 01:00:00 long", start=at(10), end=at(11), NodeCnt=8, **words)
        self.assertEqual(self.earliest(r), at(12))
        when = ["when", "-C", "cpu", "-p", "batch", "-t", "1h", "-s", gq.stamp(at(8)), "--days", "1", "--parsable", "--noheader"]
        for switches, nodes, first in ((1, 4, at(12)), (2, 4, at(11)), (1, 7, None)):
            r = self.c.run(gq.sresv(), *when, "-N", str(nodes), "--switches", str(switches))
            runs = [(at(8), at(9)), (first, at(8, day=3))] if first else []
            self.assertEqual(r.out.splitlines(), [f"{gq.stamp(a)}|{gq.stamp(b)}|no" for a, b in runs], r)
        r = self.c.create("place:tight:probe", StartTime=gq.stamp(at(10)), Duration=60, NodeCnt=1)
        self.assertIn("probe prints all starts: only switches: and tasks: can stand in front", r.err)

    def test_refused(self):
        """What can't be served is not taken silently."""
        for options in ({"Nodes": "n[1-2]", "PartitionName": None, "Features": None}, {"NodeCnt": 2, "CoreCnt": 2}):
            options = {"PartitionName": "batch", **options}
            r = self.c.create("switches:1:r", StartTime=gq.stamp(at(10)), Duration=60, **{k: v for k, v in options.items() if v})
            self.assertFalse(r.ok, options)
            self.assertIn("whole nodes by NodeCnt", r.err)
        self.assertNotIn("r", self.c.reservations())


class Jobs(deadline.Case):
    def leaves(self, nodes):
        return {s for s, of in LEAVES.items() if nodes & self.c.hosts(of)}

    def test_switches(self):
        """--switches of a job with a deadline is the wish; its time to wait delays no start."""
        self.parameters("garq_jobs=deadline")
        self.make("odd", at(10), at(11), Nodes="n[1,3,5]")
        self.make("even", at(10), at(12), Nodes="n[2,4,6]")
        words = ["-C", "cpu", "-p", "batch", "--switches=1@9:00:00"]
        job = self.book(at(10), at(14), 30, 4, *words)
        self.assertBooked(job, at(11), 30, 4)
        self.assertEqual(len(self.leaves(self.c.hosts(self.bookings()[self.name_of(job)]["Nodes"]))), 1)
        self.make("now", soon(0), soon(900), Nodes="n[2,4,6,8,10,12]")
        wide = self.book(None, soon(600), 2, 6, *words)
        self.assertEqual(self.leaves(self.c.hosts(self.bookings()[self.name_of(wide)]["Nodes"])), {"s1"})
        self.wait_state(wide, "RUNNING")
        self.c.run("scancel", wide)
        gq.wait_for(lambda: len(self.bookings()) == 1, "its booking goes")
        self.c.delete("now")
        big = self.book(None, soon(600), 2, 8, *words)
        self.assertEqual(len(self.leaves(self.c.hosts(self.bookings()[self.name_of(big)]["Nodes"]))), 2)
        self.wait_state(big, "RUNNING")


if __name__ == "__main__":
    unittest.main()
