#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""sresv co rebook on clusters that are played (co_fake.py): new parts before old ones, and always one whole set.

GARQ_LONG=1 kills at each request and each commit, in each way, instead of some. RUNS=N random runs instead of
a few; SEED=S replays one of them, whose number is printed when it fails.
"""
import os
import random
import re
import unittest

import co_fake
import test_co_faults
from test_co_faults import CLUSTERS, KILLS, MESSAGE_FAULTS

LONG = bool(os.environ.get("GARQ_LONG"))
DONE, BAD, REFUSED, UNKNOWN, DOUBT = 0, 2, 3, 5, 8
# What a rebooking of two parts asks for, and how often, and commits of its journal.
ASKS = {"hold": 4, "confirm": 2, "drop": 2}
COMMITS = 24
REQUESTS = 30
RUNS = int(os.environ.get("RUNS", "5"))
SEED = os.environ.get("SEED")


class World(test_co_faults.World):
    """A co-reservation "e" of A, B and C, of 8 nodes each, on a, b and c."""

    def co(self, verb, *words, **more):
        if verb == "rebook":
            words = ("--timeout", "3s", "--resources", self.resources, *words)
        return super().co(verb, *words, **more)

    def cluster(self, name):
        return co_fake.Cluster(self.folder, name)

    def change(self, *names, **what):
        """Something happens to the booked parts on these clusters."""
        for name in names:
            with self.cluster(name) as cluster:
                for member in cluster.state["members"].values():
                    member.update(what)

    def jobs(self):
        """{cluster: states of its jobs}"""
        found = {}
        for name in CLUSTERS[:self.parts]:
            with self.cluster(name) as cluster:
                found[name] = [j["state"] for j in cluster.state.get("jobs", [])]
        return found


class Case(unittest.TestCase):
    kill_library = None

    @classmethod
    def setUpClass(cls):
        test_co_faults.Faults.setUpClass.__func__(cls)

    @classmethod
    def tearDownClass(cls):
        test_co_faults.Faults.tearDownClass.__func__(cls)

    def booked(self, nodes=16):
        """A world where e is booked. RET it, and the id of e"""
        w = World(nodes=nodes)
        self.addCleanup(w.close)
        r = w.book("--name", "e")
        self.assertEqual(r.returncode, DONE, r.stderr)
        return w, r.said[0]["id"]

    def rebook(self, w, *words, code=DONE):
        r = w.co("rebook", "e", *words)
        self.assertEqual(r.returncode, code, r.stdout + r.stderr)
        return r.said[0] if r.said else r

    def parts(self, w):
        """{part: (the generation of its id, is it held)}, of what the clusters have"""
        found = {}
        for name, held in w.members().items():
            identity, _, part = name[3:].split(".")
            part = re.sub(r"_\d+$", "", part)
            self.assertNotIn(part, found, w.members())
            found[part] = (int(identity[9:] or 0), held)
        return found

    def old(self, w):
        self.assertEqual(self.parts(w), {p: (0, False) for p in "ABC"})


class Rules(Case):
    def test_what_is_whole_stays(self):
        w, identity = self.booked()
        said = self.rebook(w)
        self.assertEqual((said["id"], said["why"]), (identity, ["all of it is as it was booked"]))
        self.old(w)

    def test_a_degraded_part_is_booked_anew_and_the_others_stay(self):
        w, identity = self.booked()
        before = {p["part"]: p for p in w.co("show", "e").said[0]["parts"]}
        w.change("b", degraded=True)
        self.assertEqual(w.co("check", "e").returncode, REFUSED)
        said = self.rebook(w)
        self.assertEqual((said["id"], said["name"]), (identity + "r1", "e"))
        self.assertEqual(self.parts(w), {"A": (0, False), "B": (1, False), "C": (0, False)})
        self.assertIn(f"co-{identity}r1.1of1.B", w.members())
        after = {p["part"]: p for p in w.co("show", "e").said[0]["parts"]}
        for part in "ABC":
            self.assertEqual((after[part]["start"], after[part]["state"]), (before[part]["start"], "booked"))
            self.assertEqual(after[part]["reservation"] == before[part]["reservation"], part != "B")
        self.assertEqual(w.co("check", "e").returncode, DONE)
        listed = {c["id"]: (c["phase"], c["name"], c["why"]) for c in w.co("list", "--all").said[0]["list"]}
        self.assertEqual(listed, {identity: ("aborted", "e", f"replaced by {identity}r1"), identity + "r1": ("done", "e", None)})
        # and again, now a part that has stayed, and with it one that was booked anew
        w.change("a", "b", degraded=True)
        self.assertEqual(self.rebook(w)["id"], identity + "r2")
        self.assertEqual(self.parts(w), {"A": (2, False), "B": (2, False), "C": (0, False)})
        self.assertEqual(w.co("check", "e").returncode, DONE)
        self.assertEqual(w.co("cancel", "e").returncode, DONE)
        self.assertEqual(w.members(), {})

    def test_moved_and_missing_parts_are_booked_anew(self):
        w, _ = self.booked()
        start = w.co("show", "e").said[0]["parts"][0]["start"]
        w.change("a", start=start + 60)
        with w.cluster("c") as c:
            c.state["members"].clear()
        self.rebook(w)
        self.assertEqual(self.parts(w), {"A": (1, False), "B": (0, False), "C": (1, False)})
        self.assertEqual(w.co("check", "e").returncode, DONE)

    def test_where_there_is_no_room_beside_it_all_move_together(self):
        w, _ = self.booked(nodes=8)
        start = w.co("show", "e").said[0]["parts"][0]["start"]
        w.change("b", degraded=True)
        said = self.rebook(w)
        self.assertEqual(self.parts(w), {p: (1, False) for p in "ABC"})
        # A is 3 hours long, and has all nodes of a
        self.assertEqual({p["start"] for p in said["parts"]}, {start + 3 * 3600})

    def test_it_stays_where_nothing_better_can_be_had(self):
        w, identity = self.booked()
        with w.cluster("b") as b:
            b.state["nodes"] = 15
        w.change("b", degraded=True)
        # until its end, and in all of its window
        with w.cluster("b") as b:
            b.state["members"]["stranger"] = {"start": 0, "end": 1 << 40, "nodes": 1, "held": False}
            b.state["nodes"] = 8
        said = self.rebook(w, code=REFUSED)
        self.assertEqual((said["id"], said["phase"], said["why"][0]), (identity, "done", f"{identity} stays as it is"))
        self.assertIn("part B can be nowhere", said["why"][1])
        self.old(w)
        self.assertEqual(w.co("check", "e").returncode, REFUSED)
        self.assertEqual(len(w.co("list", "--all").said[0]["list"]), 1)

    def test_it_stays_where_others_are_quicker(self):
        w, identity = self.booked()
        w.change("b", degraded=True)
        w.fail({f"hold{n}": "taken" for n in range(1, 100)})
        said = self.rebook(w, "--rounds", "2", code=REFUSED)
        self.assertIn(f"{identity} stays as it is", said["why"][0])
        self.old(w)
        w.fail({})
        # the names of the first tries have tombstones
        self.assertEqual(self.rebook(w)["id"], identity + "r3")

    def test_all_move_where_others_take_the_room_beside_it(self):
        w, identity = self.booked()
        w.change("b", degraded=True)
        w.fail({"hold1": "taken"})
        self.assertEqual(self.rebook(w)["id"], identity + "r2")
        self.assertEqual(self.parts(w), {p: (2, False) for p in "ABC"})
        self.assertEqual(w.co("check", "e").returncode, DONE)

    def test_another_description(self):
        w, identity = self.booked()
        with open(w.request) as f:
            text = f.read()
        other = w.path("other.srl")
        with open(other, "w") as f:
            start = w.co("show", "e").said[0]["parts"][0]["start"]
            f.write(re.sub(r"\.TS\.est = .*", f".TS.est = {start}", text).replace("B.QOS.nodes = 8", "B.QOS.nodes = 5"))
        said = self.rebook(w, other)
        self.assertEqual(self.parts(w), {"A": (0, False), "B": (1, False), "C": (0, False)})
        self.assertEqual({p["part"]: p["nodes"] for p in said["parts"]}, {"A": 8, "B": 5, "C": 8})
        # a part less
        with open(other, "w") as f:
            f.write("".join(line for line in re.sub(r"\.TS\.est = .*", f".TS.est = {start}", text).splitlines(True)
                            if not line.startswith("C")))
        self.assertEqual(self.rebook(w, other)["id"], identity + "r2")
        self.assertEqual(self.parts(w), {"A": (0, False), "B": (2, False)})
        self.assertEqual(w.co("check", "e").returncode, DONE)

    def test_what_makes_no_sense(self):
        w, identity = self.booked()
        for words, code in ((("nobody",), UNKNOWN), ((), BAD), (("e", w.request, "more"), BAD), (("e", w.path("none")), 7),
                            (("e", "--scan"), BAD)):
            self.assertEqual(w.co("rebook", *words).returncode, code, words)
        self.assertEqual(w.co("cancel", "e").returncode, DONE)
        self.assertEqual(w.co("rebook", identity).returncode, REFUSED)
        self.assertEqual(w.members(), {})

    def test_part_1_of_the_new_one_lasts_as_long_as_what_stays(self):
        """Else a scan would drop what stays, once that is over: C moves with A, which gets shorter than C."""
        w, identity = self.booked()
        start = w.co("show", "e").said[0]["parts"][0]["start"]
        with open(w.request) as f:
            text = re.sub(r"\.TS\.est = .*", f".TS.est = {start}", f.read())
        other = w.path("other.srl")
        with open(other, "w") as f:
            f.write(text.replace("A.TS.duration = 3 h", "A.TS.duration = 1 h"))
        self.rebook(w, other)
        self.assertEqual(self.parts(w), {"A": (1, False), "B": (0, False), "C": (1, False)})
        self.assertIn(f"co-{identity}r1.1of2.C", w.members())


class Jobs(Case):
    def run_jobs(self, w):
        script = w.path("job.sh")
        with open(script, "w") as f:
            f.write("#!/bin/sh\n")
        r = w.co("run", "e", f"--part=A={script}", f"--part=B={script}", f"--part=C={script}")
        self.assertEqual(r.returncode, DONE, r.stderr)

    def test_jobs_that_wait_are_ended_where_that_is_asked_for(self):
        w, _ = self.booked()
        self.run_jobs(w)
        w.change("b", degraded=True)
        said = self.rebook(w, code=REFUSED)
        self.assertIn("3 jobs wait in it", said["why"][0])
        self.old(w)
        self.assertEqual(w.jobs(), {c: ["PENDING"] for c in "abc"})
        self.rebook(w, "--with-jobs")
        self.assertEqual(self.parts(w)["B"], (1, False))
        self.assertEqual(w.jobs(), {c: ["CANCELLED"] for c in "abc"})
        self.run_jobs(w)
        self.assertEqual({p["job_state"] for p in w.co("show", "e").said[0]["parts"]}, {"PENDING"})

    def test_jobs_that_run_are_in_the_way(self):
        w, _ = self.booked()
        self.run_jobs(w)
        with w.cluster("a") as a:
            a.state["jobs"][0]["state"] = "RUNNING"
        w.change("b", degraded=True)
        said = self.rebook(w, "--with-jobs", code=REFUSED)
        self.assertIn("1 of its jobs run", said["why"][0])
        self.old(w)

    def test_cancel_after_a_scan_ends_the_jobs_which_the_scan_does_not(self):
        w, identity = self.booked()
        w.change("b", degraded=True)
        identity = self.rebook(w)["id"]
        self.run_jobs(w)
        w.lose_journal()
        self.assertEqual(w.co("resume", "--scan", "--resources", w.resources).returncode, DONE)
        self.assertEqual(w.jobs(), {c: ["PENDING"] for c in "abc"})
        self.assertEqual(w.co("cancel", identity).returncode, DONE)
        self.assertEqual(w.jobs(), {c: ["CANCELLED"] for c in "abc"})
        self.assertEqual(w.members(), {})


class Killed(Case):
    """A rebooking of B and C in which something goes wrong."""

    def kill(self, faults, kill_at=0):
        w, identity = self.booked()
        w.change("b", "c", degraded=True)
        w.fail(faults)
        r = w.co("rebook", "e", kill_at=kill_at)
        w.heal()
        return w, identity, r


class Kills(Killed):
    """Killed anywhere it is the old one, or the new one, once resume has run."""

    def settled(self, w, told):
        """RET the generation that is there"""
        found = self.parts(w)
        new = {"A": (0, False), "B": (1, False), "C": (1, False)}
        self.assertIn(found, (new, {p: (0, False) for p in "ABC"}))
        if told:
            self.assertEqual(found, new)
        return int(found == new)

    def by_journal(self, w, identity, r):
        for _ in range(3):
            if w.co("resume", "--all").returncode == DONE:
                break
        new = self.settled(w, r.returncode == DONE)
        self.assertEqual(w.co("check", "e").returncode, DONE if new else REFUSED)
        self.assertEqual(w.co("show", "e").said[0]["id"], identity + "r1" * new)
        self.assertEqual(w.co("cancel", "e").returncode, DONE)
        self.assertEqual(w.members(), {})

    def by_scan(self, w, identity, r):
        w.lose_journal()
        for _ in range(3):
            if w.co("resume", "--scan", "--resources", w.resources).returncode == DONE:
                break
        new = self.settled(w, r.returncode == DONE)
        listed = [c["id"] for c in w.co("list").said[0]["list"]]
        self.assertEqual(listed, [identity + "r1" * new])
        self.assertEqual(w.co("cancel", listed[0]).returncode, DONE)
        self.assertEqual(w.members(), {})

    def moments(self):
        asks = [(f"{op}{n}", kill) for op, most in ASKS.items() for n in range(1, most + 1) for kill in KILLS]
        return asks if LONG else asks[::4] + asks[-1:]

    def test_at_a_request(self):
        killed = 0
        for i, (ask, kill) in enumerate(self.moments()):
            for how in (self.by_journal, self.by_scan) if LONG else ((self.by_journal, self.by_scan)[i % 2],):
                with self.subTest(ask=ask, kill=kill, how=how.__name__):
                    w, identity, r = self.kill({ask: kill})
                    killed += r.returncode < 0
                    how(w, identity, r)
        self.assertGreater(killed, 5)

    def test_in_a_commit(self):
        killed = 0
        for at in range(1, COMMITS + 1, 1 if LONG else 4):
            for how in (self.by_journal, self.by_scan) if LONG else ((self.by_journal, self.by_scan)[at // 4 % 2],):
                with self.subTest(at=at, how=how.__name__):
                    w, identity, r = self.kill({}, kill_at=at)
                    killed += r.returncode < 0
                    how(w, identity, r)
        self.assertGreater(killed, 3)

    def test_while_it_is_unsettled_other_verbs_wait(self):
        w, identity, r = self.kill({"drop1": "kill-before"})
        self.assertLess(r.returncode, 0)
        self.assertEqual(w.co("resume", "--all").returncode, DONE)
        self.assertEqual(self.settled(w, True), 1)
        w, identity, r = self.kill({"confirm2": "kill-served"})
        self.assertEqual(w.co("rebook", "e").returncode, DOUBT)
        self.assertEqual(w.co("check", "e").returncode, DOUBT)
        self.assertEqual(w.co("cancel", "e").returncode, REFUSED)
        self.assertEqual(w.co("resume", "e").returncode, DONE)
        self.assertEqual(self.settled(w, True), 1)
        self.assertEqual(w.co("show", "e").said[0]["id"], identity + "r1")

    def test_between_the_new_bookings_and_their_switch(self):
        """Both are whole, and jobs are to end; then only the new one is."""
        for words in (("--all",), ("e",)):
            w, identity = self.booked()
            script = w.path("job.sh")
            with open(script, "w") as f:
                f.write("#!/bin/sh\n")
            run = ("run", "e", *(f"--part={p}={script}" for p in "ABC"))
            self.assertEqual(w.co(*run).returncode, DONE)
            w.change("b", "c", degraded=True)
            w.fail({"cancel_jobs1": "kill-before"})
            self.assertLess(w.co("rebook", "e", "--with-jobs").returncode, 0)
            w.heal()
            self.assertEqual((len(w.members()), any(w.members().values())), (5, False))
            self.assertEqual(w.co("check", "e").returncode, DOUBT)
            self.assertEqual(w.co("rebook", "e").returncode, DOUBT)
            self.assertEqual(w.co("cancel", "e").returncode, REFUSED)
            self.assertEqual(w.co(*run).returncode, REFUSED)
            self.assertEqual(w.co("resume", *words).returncode, DONE)
            self.assertEqual(self.settled(w, True), 1)
            self.assertEqual(w.jobs(), {c: ["CANCELLED"] for c in "abc"})
            self.assertEqual(w.co("show", "e").said[0]["id"], identity + "r1")
            self.assertEqual(w.co("check", "e").returncode, DONE)

    def test_a_cluster_that_does_not_drop_is_told(self):
        w, identity, r = self.kill({f"drop{n}": "lost" for n in range(1, 100)})
        self.assertEqual(r.returncode, DOUBT)
        self.assertIn(f"sresv co resume {identity} drops it", r.said[0]["why"][0])
        self.assertEqual(r.said[0]["phase"], "done")
        self.assertEqual(w.co("resume", identity).returncode, DONE)
        self.assertEqual(self.settled(w, True), 1)
        self.assertEqual(w.co("check", "e").returncode, DONE)


class Random(Killed):
    """Messages that are lost, late, twice or unanswered, kills, and strangers."""

    def settled(self, w, told):
        """All of one set, whichever parts have moved, and nothing is held."""
        found = self.parts(w)
        self.assertEqual(set(found), set("ABC"))
        self.assertFalse(any(held for _, held in found.values()), found)
        newest = max(generation for generation, _ in found.values())
        if told:
            self.assertGreater(newest, 0)
        self.assertTrue(newest == 0 or {p for p, (g, _) in found.items() if g == newest} >= {"B", "C"}, found)
        return newest

    def one(self, seed):
        rng = random.Random(seed)
        faults = {str(rng.randint(4, REQUESTS)): rng.choice(MESSAGE_FAULTS) for _ in range(rng.randint(0, 3))}
        if rng.random() < 0.5:
            faults[str(rng.randint(1, REQUESTS))] = rng.choice(KILLS)
        w, identity, r = self.kill(faults, kill_at=rng.randint(1, COMMITS) if rng.random() < 0.4 else 0)
        if rng.random() < 0.3:
            w.fail({str(rng.randint(1, 12)): rng.choice(KILLS + MESSAGE_FAULTS[:4])})
            w.co("resume", "--all")
            w.heal()
        if rng.random() < 0.4:
            w.lose_journal()
        for _ in range(5):
            done = [w.co("resume", "--all").returncode, w.co("resume", "--scan", "--resources", w.resources).returncode]
            if done == [DONE, DONE]:
                break
        self.assertEqual(done, [DONE, DONE])
        newest = self.settled(w, r.returncode == DONE)
        listed = [c["id"] for c in w.co("list").said[0]["list"]]
        self.assertEqual(listed, [identity + (f"r{newest}" if newest else "")])
        self.assertEqual(w.co("cancel", listed[0]).returncode, DONE)
        self.assertEqual(w.members(), {})

    def test_random_runs(self):
        for seed in [SEED] if SEED else ["%d" % random.getrandbits(40) for _ in range(RUNS)]:
            with self.subTest(seed=seed):
                self.one(seed)


if __name__ == "__main__":
    unittest.main()
