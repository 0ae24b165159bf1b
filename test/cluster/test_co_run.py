#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""sresv co run and its like on real clusters: a job in each part, or none."""
import os
import re
import time
import unittest

import co
import gq

PARTS = """
A.TS.est = {est}
A.TS.duration = 1 h
A.QOS.nodes = 2
A.QOS.arch = x
B.TS.est = {est}
B.TS.duration = 1 h
B.QOS.nodes = 3
B.QOS.arch = y
B.CON.same = B.RVC.begin == A.RVC.begin
"""
# A and B on nodes of one cluster, C on another one, D an hour later.
HET = """
CO.TS.est = {est}
A.TS.duration = 1 h
A.QOS.nodes = 2
A.QOS.arch = x
B.TS.duration = 1 h
B.QOS.arch = h
B.CON.same = B.RVC.begin == A.RVC.begin
C.TS.duration = 1 h
C.QOS.arch = y
C.CON.same = C.RVC.begin == A.RVC.begin
D.TS.duration = 1 h
D.QOS.arch = x
D.CON.later = D.RVC.begin == A.RVC.end
"""
HALF = """
[compute a-half]
cluster = a
partition = half
arch = h
cpus = 4
"""
HET_SCRIPT = """#!/bin/sh
#SBATCH -o /dev/null
[ "$CO_PART" = A ] || exec sleep 300
srun --het-group=0,1 sh -c 'touch {folder}/node.$SLURMD_NODENAME'
echo "$CO_PART;$CO_PART_HET_GROUP_1;$SLURM_HET_SIZE;$*" > {folder}/out.new
mv {folder}/out.new {folder}/out
exec sleep 300
"""
SCRIPT = """#!/bin/sh
#SBATCH -o /dev/null
echo "$CO_ID;$CO_PART;$CO_MEMBERS;$SLURM_JOB_NAME;$SLURM_JOB_NUM_NODES;$SLURM_JOB_RESERVATION;$*" > {folder}/out.$CO_PART
exec sleep 300
"""


def setUpModule():
    co.start("ab", params="garq_users=yes")


class Jobs(co.Case):
    def book(self, srl, script):
        self.found = self.json("book", "--name=e", srl=srl.format(est=int(time.time()) + 3 * 3600))
        self.parts = {p["part"]: p for p in self.found["parts"]}
        self.script = self.path("job.sh", script.format(folder=self.folder))
        os.chmod(self.folder, 0o777)

    def clean(self):
        for site in self.sites.values():
            site.run("scancel", "--user=root")
            gq.wait_for(lambda s=site: not s.run("squeue", "-h").out.strip(), "no job is left")
        super().clean()

    def jobs(self, states="PD,R"):
        """{cluster: [its jobs in these states]}; squeue by itself has also those that are ending."""
        return {name: site.run("squeue", "-h", "-o", "%i", "-t", states).out.split() for name, site in self.sites.items()}

    def waits_in_vain(self, pattern):
        """A wait ends with its time; where a cluster is busy, and has not answered by then, it has more of it."""
        for seconds in (1, 10, 60):
            r = self.co("wait", "e", f"--timeout={seconds}s", code=co.SILENT)
            if re.search(pattern, r.err):
                return
        self.fail(r)

    def begin(self, names=""):
        """An operator lets the parts begin now."""
        for p in [self.parts[n] for n in names or self.parts]:
            r = self.sites[p["cluster"]].update(p["reservation"], StartTime="now", Duration=30)
            self.assertTrue(r.ok, r)


class Run(Jobs):
    def setUp(self):
        super().setUp()
        self.book(PARTS, SCRIPT)

    def test_each_part_has_its_job(self):
        jobs = {j["part"]: j for j in self.json("run", "e", "--", self.script, "one two", "--help")["jobs"]}
        self.assertEqual(self.jobs(), {p["cluster"]: [str(jobs[n]["job"])] for n, p in self.parts.items()})
        self.assertEqual({p["part"]: (p["job"], p["job_state"]) for p in self.json("show", "e")["parts"]},
                         {n: (j["job"], "PENDING") for n, j in jobs.items()})
        self.waits_in_vain(r"^sresv: \w+: the time is over: job \d+ of part \w on cluster \w is PENDING\n$")
        self.begin()
        self.co("wait", "e", "--timeout=300s", code=co.DONE, timeout=400)
        self.assertTrue(all(self.jobs("R").values()))
        members = " ".join(f"{n}={p['cluster']}/{p['reservation']}" for n, p in self.parts.items())
        for name, nodes in (("A", 2), ("B", 3)):
            path = self.path("out." + name)
            gq.wait_for(lambda p=path: os.path.exists(p) and os.path.getsize(p), "the job has begun")
            with open(path) as f:
                self.assertEqual(f.read().strip(), f"{self.found['id']};{name};{members};job.sh;{nodes};"
                                 f"{self.parts[name]['reservation']};one two --help")
        self.assertEqual({p["job_state"] for p in self.json("show", "e")["parts"]}, {"RUNNING"})
        self.sites["b"].run("scancel", str(jobs["B"]["job"]))
        r = self.co("wait", "e", code=co.REFUSED)
        self.assertRegex(r.err, r"job \d+ of part B on cluster b is CANCELLED\n$")
        self.co("cancel", "e", code=co.DONE)
        self.assertEqual(self.booked(), {"a": {}, "b": {}})
        self.assertEqual(self.jobs(), {"a": [], "b": []})

    def limits(self):
        """{part: the time limit of its job}, as squeue writes it."""
        return {n: self.sites[p["cluster"]].run("squeue", "-h", "-o", "%l").out.strip() for n, p in self.parts.items()}

    def test_a_job_without_a_limit_ends_within_its_part(self):
        """It would wait for ever beside a booking of its nodes that begins when its part ends."""
        self.json("run", "e", "--", self.script)
        self.assertEqual(self.limits(), {"A": "59:00", "B": "59:00"})
        site, name = self.sites["a"], self.parts["A"]["reservation"]
        end = gq.stamp(int(time.time()) + 3600)
        r = site.create("behind", Users="root", Nodes=site.reservations()[name]["Nodes"], StartTime=end, Duration=60)
        self.assertTrue(r.ok, r)
        self.assertTrue(site.update(name, StartTime="now", EndTime=end).ok)
        gq.wait_for(lambda: site.run("squeue", "-h", "-t", "R", "-o", "%i").out.strip(), "the job runs")

    def test_a_limit_that_is_longer_than_the_part_is_refused(self):
        for limit in ("61", "1-0", "unlimited"):
            longer = self.path("longer.sh", f"#!/bin/sh\n#SBATCH --time={limit}\n")
            r = self.co("run", "e", f"--part=B={longer}", "--", self.script, code=co.BAD)
            self.assertRegex(r.err, r"^sresv: part B: its job asks for more time .* give it at most --time=59, or none\n$")
            self.assertEqual(self.jobs(), {"a": [], "b": []})
        whole = self.path("whole.sh", "#!/bin/sh\n#SBATCH -t 1:00:00\n#SBATCH -o /dev/null\n")
        r = self.co("run", "e", f"--part=B={whole}", "--", self.script, code=co.DONE)
        self.assertRegex(r.err, r"^sresv: part B: its job asks for all of the part")
        self.assertEqual(self.limits(), {"A": "59:00", "B": "1:00:00"})

    def test_one_that_is_refused_takes_the_others_with_it(self):
        bad = self.path("bad.sh", "#!/bin/sh\n#SBATCH --licenses=none:1\n")
        for part, other in (("A", "B"), ("B", "A")):
            with self.subTest(part=part):
                before = self.jobs("CA")
                r = self.co("run", "e", f"--part={part}={bad}", "--", self.script, code=co.REFUSED)
                self.assertRegex(r.err, rf"^sresv: \w+: part {part} on cluster \w: .*[Ll]icense.*; no job was left\n$")
                self.assertEqual(r.out, "")
                self.assertEqual(self.jobs(), {"a": [], "b": []})
                after = self.jobs("CA")
                self.assertEqual({n: len(after[self.parts[n]["cluster"]]) - len(before[self.parts[n]["cluster"]])
                                  for n in "AB"}, {part: 0, other: 1})
        self.assertEqual({p["job"] for p in self.json("show", "e")["parts"]}, {None})

    def test_a_silent_cluster_lets_no_job_run(self):
        # in order: a killed one forgets that jobs of other tests were cancelled
        self.assertTrue(self.sites["b"].cluster("stop-ctld").ok)
        r = self.co("run", "e", "--timeout=20s", "--", self.script)
        self.assertIn(r.code, (co.SILENT, co.DOUBT), r)
        self.assertEqual(self.sites["a"].run("squeue", "-h").out, "")
        self.sites["b"].start_controller()
        # what was left in doubt is ended first
        self.json("run", "e", "--", self.script)
        self.assertEqual([len(j) for j in self.jobs().values()], [1, 1])
        self.co("cancel", "e", code=co.DONE)

    def test_what_makes_no_sense_is_told_and_submits_nothing(self):
        text = self.path("text", "no script\n")
        for words, code, says in (
                (("e",), co.BAD, "co run needs an ID and -- SCRIPT"),
                (("e", "--"), co.BAD, "co run needs an ID and -- SCRIPT"),
                (("e", "--", self.path("none")), co.BAD, "part A: .*none: No such file"),
                (("e", "--", self.folder), co.BAD, "part A: .*: Is a directory"),
                (("e", "--", text), co.BAD, "its first line is not #!"),
                (("e", "--part=A=" + self.script), co.BAD, "part B has no script"),
                (("e", "--part=A", "--", self.script), co.BAD, '--part: "A" is not PART=SCRIPT'),
                (("e", "--part=C=" + text, "--", self.script), co.BAD, "has no part C with nodes"),
                (("nobody", "--", self.script), co.UNKNOWN, "no co-reservation nobody")):
            with self.subTest(words=words):
                r = self.co("run", *words, code=code)
                self.assertRegex(r.err, says)
                self.assertEqual(r.err.count("\n"), 1)
        self.assertEqual(self.jobs(), {"a": [], "b": []})
        r = self.co("wait", "e", code=co.REFUSED)
        self.assertIn("it has no jobs", r.err)
        self.co("cancel", "e", code=co.DONE)
        r = self.co("run", "e", "--", self.script, code=co.REFUSED)
        self.assertIn("is not booked: it is aborted", r.err)


class Het(Jobs):
    """One heterogeneous job over parts of one cluster."""

    def setUp(self):
        super().setUp()
        self.use(co.resources({name: f"conf = {site.slurm_conf}" for name, site in self.sites.items()}, more=HALF))
        self.book(HET, HET_SCRIPT)

    def shown(self):
        return {p["part"]: (p["job"], p["offset"], p["job_state"]) for p in self.json("show", "e")["parts"]}

    def test_two_parts_have_one_job(self):
        self.assertEqual({n: p["cluster"] for n, p in self.parts.items()}, {"A": "a", "B": "a", "C": "b", "D": "a"})
        jobs = {j["part"]: (j["job"], j["offset"])
                for j in self.json("run", "e", "--het=A,B", "--", self.script, "x y")["jobs"]}
        job = jobs["A"][0]
        self.assertEqual(jobs, {"A": (job, 0), "B": (job, 1), "C": (jobs["C"][0], None), "D": (jobs["D"][0], None)})
        self.assertEqual(sorted(self.jobs()["a"]), sorted([f"{job}+0", f"{job}+1", str(jobs["D"][0])]))
        self.assertEqual(self.shown(), {n: (*j, "PENDING") for n, j in jobs.items()})
        r = self.co("rebook", "e", srl=HET.format(est=int(time.time()) + 9 * 3600), code=co.REFUSED)
        self.assertIn("3 jobs wait in it", r.err)
        self.begin("ABC")
        gq.wait_for(lambda: os.path.exists(self.path("out")), "the job has begun", 60)
        with open(self.path("out")) as f:
            self.assertEqual(f.read().strip(), "A;B;2;x y")
        nodes = self.sites["a"].run("squeue", "-h", "-t", "R", "-o", "%i %v %D").out.split("\n")
        self.assertEqual(sorted(filter(None, nodes)), [f"{job}+{i} {self.parts[n]['reservation']} {cnt}"
                                                       for i, (n, cnt) in enumerate((("A", 2), ("B", 1)))])
        self.assertEqual(len([n for n in os.listdir(self.folder) if n.startswith("node.")]), 3)
        self.waits_in_vain(r"job \d+ of part D on cluster a is PENDING")
        self.co("cancel", "e", code=co.DONE)
        self.assertEqual(self.booked(), {"a": {}, "b": {}})
        self.assertEqual(self.jobs(), {"a": [], "b": []})

    def test_a_component_that_is_cancelled_and_a_job_that_is_refused(self):
        self.json("run", "e", "--het=A,B", "--", self.script)
        first = self.shown()["A"][0]
        self.assertEqual(self.json("run", "e", "--het=B,A", "--", self.script)["jobs"][0]["part"], "D")
        self.assertEqual({n: s[1] for n, s in self.shown().items()}, {"A": 1, "B": 0, "C": None, "D": None})
        self.sites["a"].run("scancel", str(self.shown()["B"][0]))
        r = self.co("wait", "e", code=co.REFUSED)
        self.assertRegex(r.err, r"job \d+ of part [AB] on cluster a is CANCELLED")
        bad = self.path("bad.sh", "#!/bin/sh\n#SBATCH --licenses=none:1\n")
        r = self.co("run", "e", "--het=A,B", f"--part=A={bad}", "--", self.script, code=co.REFUSED)
        self.assertRegex(r.err, r"part A on cluster a: .*[Ll]icense.*; no job was left\n$")
        # the job of the first run still waits: it was no part of the last one
        self.assertLessEqual({f"{first}+0", f"{first}+1"}, set(self.jobs()["a"]))
        # the part that is asked first has another component than the first
        self.json("run", "e", "--het=B,A", "--", self.script)
        r = self.co("cancel", "e", code=co.DONE)
        self.assertNotIn("has not ended its job", r.err)
        self.assertEqual(self.jobs(), {"a": [], "b": []})

    def test_what_can_be_no_heterogeneous_job(self):
        for words, says in ((("--het=A",), "it takes two parts or more"),
                            (("--het=A,",), "has no part  with nodes"),
                            (("--het=A,Z",), "has no part Z with nodes"),
                            (("--het=A,A",), "part A is named twice"),
                            (("--het=A,B", "--het=B,D"), "part B is named twice"),
                            (("--het=A,C",), "part A is on cluster a, and C on b: a heterogeneous job is on one cluster"),
                            (("--het=A,D",), "parts A and D do not begin together"),
                            (("--het=A,B", "--part=B=" + self.script), "part B has no script of its own")):
            with self.subTest(words=words):
                r = self.co("run", "e", *words, "--", self.script, code=co.BAD)
                self.assertRegex(r.err, f"^sresv: co run: --het=.*: .*{says}")
                self.assertEqual(r.err.count("\n"), 1)
        self.assertEqual(self.jobs(), {"a": [], "b": []})


if __name__ == "__main__":
    unittest.main()
