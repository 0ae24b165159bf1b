#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""sresv co book and its like on real clusters: all parts are booked, or none."""
import collections
import concurrent.futures
import itertools
import os
import random
import shutil
import statistics
import subprocess
import time
import unittest

import case
import co
import gq
from case import at
from test_co_fake import PAPER, lines

PARTS = """
A.TS.est = {est}
A.TS.let = {let}
A.TS.duration = 1 h
A.QOS.nodes = 4
A.QOS.arch = x
B.TS.est = {est}
B.TS.let = {let}
B.TS.duration = 2 h
B.QOS.nodes = 5
B.QOS.arch = y
B.CON.same = B.RVC.begin == A.RVC.begin
"""


WINDOW = 4  # hours
RATE = 40  # requests of a user in a minute

# Of cluster a: n[1-4], and n2, n4, n6, n8, of n[1-8].
OVERLAP = """
[compute a-half]
cluster = a
partition = half
arch = h
[compute a-even]
cluster = a
constraint = even
arch = e
"""


def setUpModule():
    co.start(params=f"garq_users=yes,garq_user_licenses=2,garq_user_rate={RATE}")


def srl(window=12):
    """A request for both parts; the window is so many hours long."""
    est = int(time.time()) // 3600 * 3600 + 2 * 3600
    return PARTS.format(est=est, let=est + window * 3600)


class Overlap(co.Case):
    """Parts of one cluster whose partitions, or features, have nodes in common."""

    def setUp(self):
        super().setUp()
        self.use(co.resources({"a": f"conf = {self.sites['a'].slurm_conf}"}, more=OVERLAP))
        self.est = int(time.time()) // 3600 * 3600 + 2 * 3600

    def book(self, a, b, code=co.DONE, tied=True, user=None):
        """What it says; each of a and b is an arch and a number of nodes."""
        text = f"CO.TS.est = {self.est}; CO.TS.let = {self.est + 2 * 3600};" + "".join(
            f"{part}.TS.duration = 1 h; {part}.QOS.arch = {arch}; {part}.QOS.nodes = {nodes};"
            for part, (arch, nodes) in (("A", a), ("B", b)))
        r = self.co("book", "--name=e", srl=lines(text + "B.CON.same = B.RVC.begin == A.RVC.begin" * tied), code=code,
                    user=user)
        return r.err

    def starts(self):
        return sorted(gq.seconds(r["StartTime"]) - self.est for r in self.sites["a"].reservations().values())

    def test_nodes_that_only_one_can_have_are_left_to_it(self):
        self.assertEqual(self.book(("x", 4), ("h", 4)).count("moving"), 1)
        self.assertEqual(self.starts(), [0, 0])

    def test_too_many_nodes_together_are_known_before_anything_is_held(self):
        said = self.book(("x", 6), ("h", 3), code=co.REFUSED)
        self.assertIn("B.CON.same is in the way", said)
        self.assertNotIn("moving", said)
        self.assertEqual(self.book(("x", 6), ("h", 3), tied=False).count("moving"), 1)
        self.assertEqual(self.starts(), [0, 3600])

    def test_who_was_refused_for_our_own_sake_chooses_first(self):
        """A gets n2, n4 and n6, which leaves B two of three nodes; the other way round both have enough."""
        said = self.book(("e", 3), ("h", 3))
        self.assertEqual(self.starts(), [0, 0], said)

    def take(self, node, hour, hours=1):
        """Somebody else books a node; free of what Slurm has to choose."""
        r = self.sites["a"].create(f"other-{node}-{hour}", Users="root", Nodes=f"n{node}",
                                   StartTime=gq.stamp(self.est + hour * 3600), Duration=60 * hours)
        self.assertTrue(r.ok, r)

    def test_others_in_pools_that_cross_are_known_before_anything_is_held(self):
        """n[2-4] are free of the one, n2, n4 and n8 of the other, which are four, though counts allow five."""
        for node in 1, 6:
            self.take(node, 0, 2)
        said = self.book(("h", 2), ("e", 3), code=co.REFUSED)
        self.assertIn("B.CON.same is in the way", said)
        self.assertNotIn("moving", said)
        self.book(("h", 2), ("e", 2))
        self.assertEqual([r["NodeCnt"] for r in self.parts()], ["2", "2"])

    def make_dear(self, *nodes):
        """The controller leaves these, if it can."""
        for node in nodes:
            self.addCleanup(self.sites["a"].scontrol, "update", f"NodeName={node}", "Weight=1")
            self.assertTrue(self.sites["a"].scontrol("update", f"NodeName={node}", "Weight=100").ok)

    def test_parts_in_each_others_way_are_held_on_nodes_that_are_named(self):
        """n2, n3 and n4 are free of the one, n2, n4 and n8 of the other: only n3 and n8 are of one alone."""
        self.parameters("a", "garq_shift=no")
        self.make_dear("n3", "n8")
        for node in 1, 6:
            self.take(node, 0, 2)
        for _ in range(3):
            said = self.book(("e", 2), ("h", 2))
            self.assertEqual([gq.seconds(r["StartTime"]) - self.est for r in self.parts()], [0, 0], said)
            self.co("cancel", "e", code=co.DONE)

    def test_a_hold_gives_up_a_node_for_another(self):
        """With garq_shift=yes, which the tests below do without: there the broker names nodes."""
        for node in 1, 6:
            self.take(node, 0, 2)
        said = self.book(("e", 2), ("h", 2))
        self.assertEqual([gq.seconds(r["StartTime"]) - self.est for r in self.parts()], [0, 0], said)
        self.assertEqual(said.count("moving"), 1, said)

    @case.needs_root
    def test_a_user_may_hold_nodes_that_are_named(self):
        self.parameters("a", "garq_shift=no")
        self.make_dear("n3", "n8")
        for node in 1, 6:
            self.take(node, 0, 2)
        said = self.book(("e", 2), ("h", 2), user="man")
        self.assertEqual([gq.seconds(r["StartTime"]) - self.est for r in self.parts()], [0, 0], said)
        self.assertEqual(said.count("moving"), 2, said)

    def test_rebook_holds_them_as_book_does(self):
        self.parameters("a", "garq_shift=no")
        self.make_dear("n3", "n8")
        for node in 1, 6:
            self.take(node, 0, 2)
        self.co("book", "--name=e", srl=lines(f"A.TS.est = {self.est + 9 * 3600}; A.TS.duration = 1 h; A.QOS.arch = x"),
                code=co.DONE)
        text = f"CO.TS.est = {self.est}; CO.TS.let = {self.est + 3600}; CO.TS.duration = 1 h;" + "".join(
            f"{part}.QOS.arch = {arch}; {part}.QOS.nodes = 2;" for part, arch in (("A", "e"), ("B", "h")))
        r = self.co("rebook", "e", srl=lines(text), code=co.DONE)
        self.assertEqual([gq.seconds(v["StartTime"]) - self.est for v in self.parts()], [0, 0], r.err)
        self.assertEqual(r.err.count("moving"), 2, r.err)

    def parts(self):
        return [r for name, r in self.sites["a"].reservations().items() if name.startswith("co-")]

    def earliest(self, taken, wanted):
        """The first hour at which both parts find nodes, by all ways to give them; None: there is none.
        taken: {(node, hour)}; wanted: the nodes that a part can have, how many, and how many hours."""
        (a, a_cnt, a_hours), (b, b_cnt, b_hours) = wanted
        for begin in range(WINDOW):
            def free(nodes, hours, begin=begin):
                return [n for n in nodes if all((n, begin + h) not in taken for h in range(hours))]
            if begin + max(a_hours, b_hours) <= WINDOW and any(
                    len(set(free(b, b_hours)) - set(own)) >= b_cnt
                    for own in itertools.combinations(free(a, a_hours), a_cnt)):
                return begin
        return None

    def test_a_plan_is_the_best_there_is_beside_others(self):
        """Random bookings of others: what is booked begins when both parts find nodes, or nothing can be."""
        seed = os.environ.get("SEED") or "%d" % random.getrandbits(40)
        rng = random.Random(seed)
        pools = {"h": (1, 2, 3, 4), "e": (2, 4, 6, 8), "x": tuple(range(1, 9))}
        for _ in range(8):
            taken = {(n, h) for n in range(1, 9) for h in range(WINDOW) if rng.random() < 0.35}
            for node, hour in sorted(taken):
                self.take(node, hour)
            wanted = [(arch, rng.randint(1, 3), rng.randint(1, 2)) for arch in (rng.choice("hx"), "e")]
            best = self.earliest(taken, [(pools[arch], cnt, hours) for arch, cnt, hours in wanted])
            text = f"CO.TS.est = {self.est}; CO.TS.let = {self.est + WINDOW * 3600};" + "".join(
                f"{p}.TS.duration = {hours} h; {p}.QOS.arch = {arch}; {p}.QOS.nodes = {cnt};"
                for p, (arch, cnt, hours) in zip("AB", wanted)) + "B.CON.same = B.RVC.begin == A.RVC.begin"
            what = f"SEED={seed}: {sorted(taken)}, {wanted}"
            r = self.co("book", "--name=e", srl=lines(text), code=co.REFUSED if best is None else co.DONE)
            begins = {gq.seconds(part["StartTime"]) - self.est for part in self.parts()}
            self.assertEqual(begins, set() if best is None else {best * 3600}, what + r.err)
            if best is None:
                self.assertNotIn("moving", r.err, what)
            for name in self.sites["a"].reservations():
                self.sites["a"].delete(name)


@case.needs_root
class Rate(co.Case):
    def test_who_asks_too_often_is_asked_to_wait_and_books_all_the_same(self):
        """Each request to hold, to extend, to confirm and to drop is refused at first."""
        self.use(co.resources({"a": f"conf = {self.sites['a'].slurm_conf}"}))
        user, start = "games", gq.stamp(int(time.time()) + 7200)
        for _ in range(10 * RATE):  # of which a slow machine makes some that are allowed again
            r = self.sites["a"].create("query", user=user, Users=user, StartTime=start, Duration=60, NodeCnt=1)
            if "garq_user_rate" in r.err:
                break
        else:
            self.fail("the user is never refused")
        begun = time.monotonic()
        r = self.co("book", "--name=e", srl="A.TS.est = 10:00 tomorrow\nA.TS.duration = 1 h\nA.QOS.nodes = 2\n", user=user,
                    code=co.DONE)
        self.assertGreater(time.monotonic() - begun, 3 * 60 / RATE)
        self.assertEqual(len(self.sites["a"].reservations()), 1)
        self.assertNotIn("tried again", r.err)
        r = self.co("cancel", "e", user=user, code=co.DONE)
        self.assertEqual(self.sites["a"].reservations(), {})


class Book(co.Case):
    def parts(self):
        """The reservations that scontrol shows on all clusters."""
        return {name: record for records in self.booked().values() for name, record in records.items()}

    def test_all_is_booked_shown_and_cancelled(self):
        found = self.json("book", "--name=e", srl=srl())
        names = [p["reservation"] for p in found["parts"]]
        self.assertEqual(sorted(self.parts()), sorted(names))
        self.assertEqual(len({p["start"] for p in found["parts"]}), 1)
        self.assertEqual([p["state"] for p in self.json("show", "e")["parts"]], ["booked"] * 2)
        self.co("check", "e", code=co.DONE)
        self.sites["b"].delete(names[0])
        self.co("check", "e", code=co.REFUSED)
        self.co("cancel", "e", code=co.DONE)
        self.assertEqual(self.parts(), {})

    def test_the_running_example(self):
        """Case 1 of five parts on three clusters, two of them links, while b is busy until noon."""
        self.assertTrue(self.sites["b"].create("stranger", StartTime=gq.stamp(at(9)), EndTime=gq.stamp(at(12)),
                                               NodeCnt=8).ok)
        text = lines(f"CO.TS.est = {at(10)} ; CO.TS.let = {at(10, day=5)} ;" + PAPER)
        found = self.json("book", "--name=paper", srl=text)
        self.assertEqual(len(found["parts"]), 5)
        self.assertTrue(self.sites["b"].delete("stranger").ok)
        records = self.parts()
        self.assertEqual({r["StartTime"]: 0 for r in records.values()}.keys(), {gq.stamp(at(12)), gq.stamp(at(16))})
        links = [r for r in records.values() if r["Licenses"] != "(null)"]
        self.assertEqual(sorted(r["Licenses"].split(":")[0] for r in links), ["ab", "ac"])
        self.co("check", "paper", code=co.DONE)
        self.co("cancel", "paper", code=co.DONE)
        self.assertEqual(self.parts(), {})

    def test_parts_are_not_changed_alone(self):
        found = self.json("book", srl=srl(), user=case.OTHER)
        part = found["parts"][0]
        r = self.sites[part["cluster"]].update(part["reservation"], user=case.OTHER, Duration=30)
        self.assertFalse(r.ok)
        self.assertIn("is a part of a co-reservation", r.err)
        self.co("check", found["id"], code=co.DONE, user=case.OTHER)
        self.co("cancel", found["id"], code=co.DONE, user=case.OTHER)
        self.assertEqual(self.parts(), {})

    def test_a_controller_is_killed_at_any_moment(self):
        """Once it is back, and resume has run, all parts are there or none; no hold is left."""
        for ms in range(60, 1200 if os.environ.get("GARQ_LONG") else 200, 60):
            path = self.path("request.srl", srl())
            with subprocess.Popen([co.TOOL, "co", "book", "-q", path], env=self.env()) as p:
                time.sleep(ms / 1000)
                self.sites["b"].kill_controller()
                p.wait(gq.LEAST)
            self.sites["b"].start_controller()
            with self.subTest(ms=ms):
                self.co("resume", "--all", code=co.DONE)
                self.assertIn(len(self.parts()), (0, 2))
                self.assertFalse([n for s in self.sites.values() for n in s.reservations() if self.is_held(s, n)])
            for c in self.json("list")["list"]:
                if c["phase"] == "done":
                    self.co("cancel", c["id"], code=co.DONE)

    def is_held(self, site, name):
        return "held for uid" in site.scontrol("show", "reservation", name).out

    def test_it_is_quick(self):
        """No limit that a busy machine could break: what it took is printed."""
        text = srl() + "C.TS.duration = 1 h\nC.QOS.arch = v\nC.CON.same = C.RVC.begin == A.RVC.begin\n"
        took = []
        for i in range(11):
            begin = time.monotonic()
            self.co("book", f"--name=q{i}", srl=text, code=co.DONE)
            took.append(1000 * (time.monotonic() - begin))
            self.co("cancel", f"q{i}", code=co.DONE)
        print(f"# sresv co book on three clusters: median {statistics.median(took):.0f} ms, most {max(took):.0f} ms")

    def test_nothing_is_left_where_there_is_no_plan(self):
        self.co("book", srl=srl().replace("nodes = 4", "nodes = 9"), code=co.REFUSED)
        self.assertEqual(self.parts(), {})

    def test_a_scan_rebuilds_a_lost_journal(self):
        found = self.json("book", srl=srl())
        gq.run("rm", "-r", self.path("state"))
        resumed = self.json("resume", "--scan")["list"]
        self.assertEqual([(c["id"], c["status"]) for c in resumed], [(found["id"], co.DONE)])
        listed = self.json("list")["list"]
        self.assertEqual([(c["id"], c["phase"]) for c in listed], [(found["id"], "done")])
        self.co("cancel", found["id"], code=co.DONE)
        self.assertEqual(self.parts(), {})

    def test_a_scan_leaves_alone_what_is_of_others(self):
        """An operator sees the parts of all users, and may change them: half of one would be dropped, or confirmed."""
        start = time.time() // 3600 * 3600 + 3 * 3600
        wish = {"StartTime": gq.stamp(start), "Duration": 60, "NodeCnt": 1, "Users": case.OTHER}
        self.assertTrue(self.sites["a"].create("co-otherone.1of2.A", user=case.OTHER, **wish).ok)
        self.assertTrue(self.sites["b"].create("hold:900:co-otherone.2of2.B", user=case.OTHER, **wish).ok)
        before = self.parts()
        self.assertEqual(len(before), 2)
        self.co("resume", "--scan", code=co.DONE)
        self.assertEqual(self.json("list")["list"], [])
        self.assertEqual(self.parts(), before)
        self.assertTrue(self.sites["a"].delete("co-otherone.1of2.A").ok)
        self.assertTrue(self.sites["b"].delete("co-otherone.2of2.B").ok)

    def two(self, users):
        """Two coordinators of these users book at the same time; their exit status, and the ids on the clusters."""
        for n, user in enumerate(users):
            for name in ("state", f"state{n}"):
                os.makedirs(self.path(name), exist_ok=True)
            path = self.path(f"request{n}.srl", srl(window=2).replace("nodes = 4", "nodes = 5"))
            if user:
                for name in (self.folder, path, self.path(f"state{n}")):
                    shutil.chown(name, user)
        with concurrent.futures.ThreadPoolExecutor() as pool:
            done = [pool.submit(gq.run, co.TOOL, "co", "book", "-q", self.path(f"request{n}.srl"), user=user, timeout=gq.LEAST,
                                env={**self.env(), "XDG_STATE_HOME": self.path(f"state{n}" if user else "state")})
                    for n, user in enumerate(users)]
            codes = [d.result().code for d in done]
        found = self.parts()
        self.assertFalse([n for s in self.sites.values() for n in s.reservations() if self.is_held(s, n)])
        return codes, collections.Counter(name.split(".")[0] for name in found)

    def test_two_coordinators_want_the_same(self):
        """There is room for one of them, who books all of it; of two users and of one."""
        for users in [(None, None)] * 3 + ([("root", case.OTHER)] * 2 if case.ROOT else []):
            with self.subTest(users):
                codes, ids = self.two(users)
                self.assertEqual((sorted(codes), list(ids.values())), ([co.DONE, co.REFUSED], [2]))
                for site in self.sites.values():
                    for name in site.reservations():
                        self.assertTrue(site.delete(name).ok)

    def test_killed_at_any_moment_it_is_all_or_nothing_after_resume(self):
        for ms in range(100, 1000, 100):
            path = self.path("request.srl", srl())
            with subprocess.Popen([co.TOOL, "co", "book", "-q", path], env=self.env()) as p:
                time.sleep(ms / 1000)
                p.kill()
            self.co("resume", "--all", code=co.DONE)
            with self.subTest(ms=ms):
                self.assertIn(len(self.parts()), (0, 2))
                self.assertEqual([n for s in self.sites.values() for n in s.offers()], [])
            for c in self.json("list")["list"]:
                if c["phase"] == "done":
                    self.co("cancel", c["id"], code=co.DONE)


if __name__ == "__main__":
    unittest.main()
