#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""sresv co on clusters that are played (co_fake.py): all or nothing, whatever is killed, lost, late or twice.

RUNS=N random runs instead of a few, a fourth of that with two coordinators; SEED=S replays one of them, whose number
is printed when it fails.
"""
import collections
import concurrent.futures
import fcntl
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import unittest

import co_fake
import gq

HERE = os.path.dirname(os.path.abspath(__file__))
RUNS = int(os.environ.get("RUNS", "40"))
SEED = os.environ.get("SEED")
RECOVERY = 3600     # seconds: the longest time to live of a hold
REQUESTS = 24       # of a co-reservation, with those that are repeated
SYNCS = 30          # of its journal
MESSAGE_FAULTS = ("lost", "late", "unanswered", "twice", "taken")
KILLS = ("kill-before", "kill-served", "kill-late")
CLUSTERS = "abc"


class World:
    """Clusters, a journal and a request, in a folder of their own."""

    kill_library = None

    def __init__(self, parts=3, nodes=8, spare="", hours=20):
        """spare: clusters that can serve part A, too. hours: the window ends so long from now."""
        self.folder = tempfile.mkdtemp(prefix="garq-co-")
        self.parts, self.hours = parts, hours
        self.clusters = CLUSTERS[:parts] + spare
        self.request = self.path("request.srl")
        self.resources = self.path("resources")
        with open(self.request, "w") as f:
            f.write("".join(self.part(p) for p in CLUSTERS[:parts].upper()))
            f.write("".join("%s.CON.same = %s.RVC.begin == A.RVC.begin\n" % (p, p)
                            for p in CLUSTERS[1:parts].upper()))
        with open(self.resources, "w") as f:
            for c in self.clusters:
                f.write("[cluster %s]\ncommand = exec %s -S -E %s %s %s\n[compute r%s]\ncluster = %s\narch = %s\n" % (
                    c, sys.executable, os.path.join(HERE, "co_fake.py"), self.folder, c, c, c, "a" if c in spare else c))
        for c in self.clusters:
            with co_fake.Cluster(self.folder, c) as cluster:
                cluster.state["nodes"] = nodes

    def part(self, p):
        return ("%s.TS.est = now+1hour\n%s.TS.let = now+%dhours\n%s.TS.duration = %d h\n%s.QOS.nodes = 8\n"
                "%s.QOS.arch = %s\n" % (p, p, self.hours, p, 1 + "BCA".index(p), p, p, p.lower()))

    def path(self, name):
        return os.path.join(self.folder, name)

    def close(self):
        shutil.rmtree(self.folder)

    def co(self, *words, kill_at=0, state="", timeout="60s"):
        """Run sresv co; the result has its JSON objects in said. state: the folder of its journal.
        timeout: short where a cluster is silent, else long enough for any machine."""
        env = dict(os.environ, XDG_STATE_HOME=self.path(state))
        if kill_at:
            env.update(LD_PRELOAD=self.kill_library, CO_KILL_AT=str(kill_at))
        if words[0] in ("book", "resume", "cancel"):
            words = (*words, "--timeout", timeout)
        r = subprocess.run([gq.sresv(), "co", *words, "--json"], env=env, capture_output=True, text=True, timeout=900,
                           check=False)
        r.said, text = [], r.stdout.strip() if r.returncode >= 0 else ""
        while text:
            one, end = json.JSONDecoder().raw_decode(text)
            r.said.append(one)
            text = text[end:].strip()
        return r

    def book(self, *words, **more):
        return self.co("book", "--resources", self.resources, *words, self.request, **more)

    def fail(self, faults):
        """Choose what goes wrong, once no child is left of a process that was killed."""
        with open(self.path("alive"), "w") as alive:
            fcntl.flock(alive, fcntl.LOCK_EX)
        co_fake.write(self.path("number.json"), {})
        co_fake.write(self.path("faults.json"), faults)

    def heal(self):
        """What is late arrives, and nothing goes wrong any more."""
        self.fail({})
        for c in self.clusters:
            with co_fake.Cluster(self.folder, c) as cluster:
                cluster.serve_late(1 << 60)

    def wait(self, seconds):
        """Time passes on the clusters."""
        for c in self.clusters:
            with co_fake.Cluster(self.folder, c) as cluster:
                cluster.state["ahead"] += seconds

    def lose_journal(self):
        shutil.rmtree(self.path("sresv"), ignore_errors=True)

    def members(self):
        """The parts that are there: {name: is it held}."""
        found = {}
        for c in self.clusters:
            with co_fake.Cluster(self.folder, c) as cluster:
                found.update({n: m["held"] for n, m in cluster.state["members"].items() if n.startswith("co-")})
        return found


def build_kill_library(folder):
    path = os.path.join(folder, "co_kill.so")
    subprocess.run(["gcc", "-shared", "-fPIC", "-o", path, os.path.join(HERE, "co_kill.c"), "-ldl"], check=True)
    World.kill_library = path


class Faults(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="garq-co-")
        build_kill_library(cls.folder)

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder)

    def world(self, **more):
        w = World(**more)
        self.addCleanup(w.close)
        return w

    def all_booked(self, w):
        found = w.members()
        self.assertEqual(len(found), w.parts, found)
        self.assertFalse(any(found.values()), found)

    def settled(self, w, told=None):
        """All or nothing is booked, and nothing is held."""
        found = w.members()
        self.assertFalse(any(found.values()), "held: %s" % found)
        self.assertIn(len(found), (0, w.parts), found)
        if told is not None:
            self.assertEqual(bool(found), told, found)

    def resume(self, w, *words):
        """Go on until it is settled."""
        for _ in range(5):
            r = w.co("resume", *words)
            if r.returncode == 0:
                return r
        self.fail("not settled: %s %s" % (r.stdout, r.stderr))


class Verbs(Faults):
    def test_book_list_show_check_cancel(self):
        w = self.world()
        r = w.book("--name", "experiment")
        self.assertEqual(r.returncode, 0, r.stderr)
        self.assertEqual([len(r.said[0]["parts"]), r.said[0]["phase"]], [3, "done"])
        self.all_booked(w)
        listed = w.co("list").said[0]["list"]
        self.assertEqual([(c["id"], c["name"], c["phase"]) for c in listed], [(r.said[0]["id"], "experiment", "done")])
        shown = w.co("show", "experiment").said[0]["parts"]
        self.assertEqual([p["state"] for p in shown], ["booked"] * 3)
        self.assertEqual(w.co("check", r.said[0]["id"]).returncode, 0)
        with co_fake.Cluster(w.folder, "b") as b:
            b.state["members"].clear()
        self.assertEqual(w.co("check", "experiment").returncode, 3)
        self.assertEqual([p["state"] for p in w.co("show", "experiment").said[0]["parts"] if p["cluster"] == "b"],
                         ["missing"])
        self.assertEqual(w.co("cancel", "experiment").returncode, 0)
        self.settled(w, told=False)
        self.assertEqual(w.co("cancel", "nobody").returncode, 5)
        self.assertEqual(w.co("resume", "--all").returncode, 0)

    def test_part_1_ends_last(self):
        w = self.world()
        parts = w.book().said[0]["parts"]
        self.assertEqual([(p["part"], p["reservation"].split(".")[1]) for p in parts],
                         [("A", "1of3"), ("B", "2of3"), ("C", "3of3")])
        self.assertEqual(max(parts, key=lambda p: p["end"])["part"], "A")

    def test_what_is_denied_is_planned_again(self):
        w = self.world()
        w.fail({"hold1": "taken"})
        r = w.book()
        self.assertEqual(r.returncode, 0, r.stderr)
        self.all_booked(w)
        starts = {p["start"] for p in r.said[0]["parts"]}
        self.assertEqual(len(starts), 1)
        self.assertTrue(all(n.endswith("_2") for n in w.members()), w.members())

    def test_another_cluster_serves_where_one_is_silent(self):
        """It answers probes, but no hold: another try has another id, and leaves it alone."""
        w = self.world(spare="s")
        w.fail({"a:hold": "lost", "a:drop": "lost"})
        r = w.book("--name", "experiment", timeout="10s")
        self.assertEqual(r.returncode, 0, r.stderr)
        self.assertIn("its cluster does not answer", r.stderr)
        self.assertIn("it is tried again, without cluster a\n", r.stderr)
        self.assertEqual({p["part"]: p["cluster"] for p in r.said[0]["parts"]}, {"A": "s", "B": "b", "C": "c"})
        self.all_booked(w)
        self.assertEqual([(c["name"], c["phase"]) for c in w.co("list").said[0]["list"]],
                         [("experiment", "aborting"), ("experiment", "done")])
        w.heal()
        self.resume(w, "--all")
        self.all_booked(w)
        self.assertEqual(w.co("show", "experiment").said[0]["id"], r.said[0]["id"])

    def test_nobody_serves_where_one_is_silent(self):
        w = self.world()
        w.fail({"a:hold": "lost"})
        r = w.book(timeout="15s")
        self.assertEqual(r.returncode, 6, r.stderr)
        self.assertIn("ra: it did not answer when it was asked to hold", "\n".join(r.said[0]["why"]))
        self.settled(w, told=False)

    def test_nothing_is_held_when_no_plan_is_left(self):
        w = self.world()
        w.fail({"hold%d" % n: "taken" for n in range(200)})
        r = w.book("--rounds", "3")
        self.assertEqual(r.returncode, 3, r.stderr)
        self.settled(w, told=False)

    def test_a_damaged_journal_is_one_line(self):
        w = self.world()
        os.makedirs(w.path("sresv"))
        for text in ("no database at all " * 100,):
            with open(w.path("sresv/co.db"), "w") as f:
                f.write(text)
            r = w.book()
            self.assertEqual(r.returncode, 7)
            self.assertRegex(r.stderr, r"\Asresv: \S+/sresv/co.db: .*move it away.*\n\Z")
        self.assertEqual(w.members(), {})

    def test_a_cluster_that_is_gone_after_the_decision_is_in_doubt(self):
        w = self.world()
        w.fail({"confirm1": "kill-served"})
        self.assertEqual(w.book().returncode, -9)
        os.rename(w.path("b.json"), w.path("b.gone"))
        os.mkdir(w.path("b.json"))
        r = w.co("resume", "--all", timeout="3s")
        self.assertEqual(r.returncode, 8, r.stderr)
        os.rmdir(w.path("b.json"))
        os.rename(w.path("b.gone"), w.path("b.json"))
        self.resume(w, "--all")
        self.settled(w, told=True)


class Two(Faults):
    """Two coordinators want the same at the same time: they end, one has it, and nothing is half booked."""

    def race(self, seed):
        rng = random.Random(seed)
        parts = rng.randint(2, 3)
        tight = rng.random() < 0.5  # there is room for one of them
        w = World(parts=parts, hours=4 if tight else 20)
        try:
            w.fail({"slow": rng.choice((0, 20, 100))})
            states = ("", rng.choice(("", "other")))  # two processes of one user, or two users
            kill_at = rng.randint(1, SYNCS) if rng.random() < 0.3 else 0
            with concurrent.futures.ThreadPoolExecutor() as pool:
                done = [pool.submit(w.co, "book", "--resources", w.resources, w.request, state=state,
                                    kill_at=at) for state, at in zip(states, (0, kill_at))]
                done = [d.result() for d in done]
            self.judge(w, states, [r.returncode for r in done], tight, kill_at)
        finally:
            w.close()

    def judge(self, w, states, codes, tight, kill_at):
        self.assertLessEqual(set(codes), {0, 3, -9} if kill_at else {0, 3}, codes)
        if -9 in codes:
            w.fail({})
            for state in states:
                self.assertEqual(w.co("resume", "--all", state=state).returncode, 0)
        found = w.members()
        self.assertFalse(any(found.values()), "held: %s" % found)
        ids = collections.Counter(name.split(".")[0] for name in found)
        self.assertEqual(set(ids.values()) | {w.parts}, {w.parts}, found)
        if -9 not in codes:
            self.assertEqual(len(ids), codes.count(0), found)
            self.assertGreaterEqual(len(ids), 1)
        if tight:
            self.assertLessEqual(len(ids), 1)

    def test_two_want_the_same(self):
        for seed in [SEED] if SEED else ["%d" % random.getrandbits(40) for _ in range(max(RUNS // 4, 1))]:
            with self.subTest(seed=seed):
                self.race(seed)


class Random(Faults):
    """Random faults and kills, then one of the ways to settle it."""

    def faults(self, rng):
        faults = {str(rng.randint(4, REQUESTS)): rng.choice(MESSAGE_FAULTS) for _ in range(rng.randint(0, 3))}
        if rng.random() < 0.5:
            faults[str(rng.randint(1, REQUESTS))] = rng.choice(KILLS)
        return faults

    def one(self, seed):
        rng = random.Random(seed)
        w = World(parts=rng.randint(2, 3))
        try:
            w.fail(self.faults(rng))
            r = w.book("--rounds", "3", timeout="3s", kill_at=rng.randint(1, SYNCS) if rng.random() < 0.4 else 0)
            if r.returncode == 0:
                self.all_booked(w)
            getattr(self, rng.choice(("by_resume", "by_scan", "by_nobody")))(w, r, rng)
        finally:
            w.close()

    def by_resume(self, w, r, rng):
        if rng.random() < 0.3:
            w.fail({str(rng.randint(1, 8)): rng.choice(KILLS + MESSAGE_FAULTS[:4])})
            w.co("resume", "--all", timeout="3s")
        w.heal()
        self.resume(w, "--all")
        w.heal()
        self.settled(w, told=True if r.returncode == 0 else None)

    def by_scan(self, w, r, rng):
        w.heal()
        if rng.random() < 0.7:
            w.lose_journal()
        self.resume(w, "--scan", "--resources", w.resources)
        self.settled(w, told=True if r.returncode == 0 else None)

    def by_nobody(self, w, r, rng):
        """Holds end by themselves; what was decided waits for a recovery."""
        w.heal()
        w.wait(RECOVERY)
        found = w.members()
        decided = [n for n in found if ".1of" in n]
        self.assertFalse(any(found.values()), found)
        if not decided:
            self.assertEqual(found, {})
        self.resume(w, "--all")
        self.settled(w, told=True if r.returncode == 0 else None)

    def test_random_runs(self):
        for seed in [SEED] if SEED else ["%d" % random.getrandbits(40) for _ in range(RUNS)]:
            with self.subTest(seed=seed):
                self.one(seed)


if __name__ == "__main__":
    unittest.main()
