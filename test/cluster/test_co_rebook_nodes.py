#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""sresv co rebook on real clusters: a part whose nodes go down gets other nodes before its old place is given up.

GARQ_LONG=1 kills it at many moments, too.
"""
import os
import subprocess
import time
import unittest

import co
import gq

# B can be on either cluster: a stranger on the one decides for the other.
PARTS = """
A.TS.est = {est}
A.TS.duration = 1 h
A.QOS.nodes = 4
A.QOS.arch = x
B.TS.est = {est}
B.TS.duration = 1 h
B.QOS.nodes = 3
B.CON.same = B.RVC.begin == A.RVC.begin
"""
SCRIPT = "#!/bin/sh\n#SBATCH -o /dev/null\nsleep 300\n"


def setUpModule():
    co.start("ab", params="garq_users=yes")


class Nodes(co.Case):
    def setUp(self):
        super().setUp()
        self.est = int(time.time()) // 3600 * 3600 + 3 * 3600
        self.degrade()

    def degrade(self):
        """Book e, and let the nodes of its part B go down where there are no others."""
        self.stranger("a", 4)
        self.found = self.json("book", "--name=e", srl=PARTS.format(est=self.est))
        self.identity = self.found["id"]
        self.assertEqual(self.places(), {"A": ("a", "booked"), "B": ("b", "booked")})
        self.assertTrue(self.sites["a"].delete("stranger").ok)
        self.stranger("b", 5)
        self.nodes = {p["part"]: p["nodelist"] for p in self.json("show", "e")["parts"]}["B"]
        self.set_nodes("DOWN", Reason="test")
        gq.wait_for(lambda: self.co("check", "-q", "e").code == co.REFUSED, "B is degraded")
        self.before = self.names()

    def clean(self):
        self.set_nodes("RESUME")
        self.sites["b"].wait_answering()
        for site in self.sites.values():
            site.run("scancel", "--user=root")
            gq.wait_for(lambda s=site: not s.run("squeue", "-h").out.strip(), "no job is left")
        super().clean()

    def stranger(self, name, nodes):
        r = self.sites[name].create("stranger", StartTime=gq.stamp(self.est), Duration=60, NodeCnt=nodes)
        self.assertTrue(r.ok, r)

    def set_nodes(self, state, **more):
        words = [f"{k}={v}" for k, v in more.items()]
        self.sites["b"].scontrol("update", "NodeName=" + self.nodes, "State=" + state, *words)

    def places(self):
        return {p["part"]: (p["cluster"], p["state"]) for p in self.json("show", "e")["parts"]}

    def names(self):
        """{cluster: the names that scontrol shows}, but for the stranger"""
        return {name: set(records) - {"stranger"} for name, records in self.booked().items()}

    def test_it_gets_others_and_what_is_whole_stays(self):
        script = self.path("job.sh", SCRIPT)
        self.json("run", "e", "--", script)
        r = self.co("rebook", "e", code=co.REFUSED)
        self.assertIn("2 jobs wait in it", r.err)
        self.assertEqual(self.names(), self.before)
        found = self.json("rebook", "e", "--with-jobs")
        self.assertEqual((found["id"], found["name"]), (self.identity + "r1", "e"))
        self.assertEqual({p["start"] for p in found["parts"]}, {self.est})
        self.assertEqual(self.places(), {"B": ("a", "booked"), "A": ("a", "booked")})
        kept = next(n for n in self.before["a"] if n.endswith(".A"))
        self.assertEqual(self.names(), {"a": {kept, f"co-{self.identity}r1.1of1.B"}, "b": set()})
        self.co("check", "e", code=co.DONE)
        for site in self.sites.values():
            self.assertEqual(site.run("squeue", "-h").out, "")
        # a scan makes the same of it, and finds the jobs
        self.json("run", "e", "--", script)
        gq.run("rm", "-r", self.path("state"))
        self.co("resume", "--scan", code=co.DONE)
        self.assertEqual(len(self.sites["a"].run("squeue", "-h").out.splitlines()), 2)
        self.co("check", "-q", self.identity + "r1", code=co.DONE)
        self.co("cancel", self.identity + "r1", code=co.DONE)
        self.assertEqual(self.names(), {"a": set(), "b": set()})
        self.assertEqual(self.sites["a"].run("squeue", "-h").out, "")

    @unittest.skipUnless(os.environ.get("GARQ_LONG"), "GARQ_LONG=1 runs it")
    def test_killed_at_any_moment_it_is_the_old_one_or_the_new_one(self):
        seen = set()
        for ms in range(50, 550, 25):
            with subprocess.Popen([co.TOOL, "co", "rebook", "-q", "e"], env=self.env()) as p:
                time.sleep(ms / 1000)
                p.kill()
            self.co("resume", "--all", code=co.DONE)
            kept = {n for n in self.before["a"] if n.endswith(".A")}
            new = {"a": kept | {f"co-{self.identity}r1.1of1.B"}, "b": set()}
            found = self.names()
            with self.subTest(ms=ms):
                self.assertIn(found, (self.before, new))
            seen.add("new" if found == new else "old")
            self.co("cancel", "e", code=co.DONE)
            self.assertEqual(self.names(), {"a": set(), "b": set()})
            self.assertTrue(self.sites["b"].delete("stranger").ok)
            self.set_nodes("RESUME")
            self.sites["b"].wait_answering()
            self.degrade()
        print(f"# killed: {', '.join(sorted(seen))}")

    def test_without_room_it_stays(self):
        self.stranger("a", 2)
        text = PARTS.format(est=self.est) + f"CO.TS.let = {self.est + 3600}\n"
        r = self.co("rebook", "e", srl=text, code=co.REFUSED)
        self.assertIn(f"{self.identity} stays as it is", r.err)
        self.assertEqual(self.names(), self.before)
        self.assertEqual(self.places(), {"A": ("a", "booked"), "B": ("b", "degraded")})


if __name__ == "__main__":
    unittest.main()
