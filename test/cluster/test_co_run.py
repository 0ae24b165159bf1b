#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""sresv co run and its like on real clusters: a job in each part, or none."""
import os
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
SCRIPT = """#!/bin/sh
#SBATCH -o /dev/null
echo "$CO_ID;$CO_PART;$CO_MEMBERS;$SLURM_JOB_NAME;$SLURM_JOB_NUM_NODES;$SLURM_JOB_RESERVATION;$*" > {folder}/out.$CO_PART
exec sleep 300
"""


def setUpModule():
    co.start("ab", params="garq_users=yes")


class Run(co.Case):
    def setUp(self):
        super().setUp()
        self.found = self.json("book", "--name=e", srl=PARTS.format(est=int(time.time()) + 3 * 3600))
        self.parts = {p["part"]: p for p in self.found["parts"]}
        self.script = self.path("job.sh", SCRIPT.format(folder=self.folder))
        os.chmod(self.folder, 0o777)

    def clean(self):
        for site in self.sites.values():
            site.run("scancel", "--user=root")
            gq.wait_for(lambda s=site: not s.run("squeue", "-h").out.strip(), "no job is left")
        super().clean()

    def jobs(self, states="PD,R"):
        """{cluster: [its jobs in these states]}; squeue by itself has also those that are ending."""
        return {name: site.run("squeue", "-h", "-o", "%i", "-t", states).out.split() for name, site in self.sites.items()}

    def begin(self):
        """An operator lets the parts begin now."""
        for p in self.parts.values():
            r = self.sites[p["cluster"]].update(p["reservation"], StartTime="now", Duration=30)
            self.assertTrue(r.ok, r)

    def test_each_part_has_its_job(self):
        jobs = {j["part"]: j for j in self.json("run", "e", "--", self.script, "one two", "--help")["jobs"]}
        self.assertEqual(self.jobs(), {p["cluster"]: [str(jobs[n]["job"])] for n, p in self.parts.items()})
        self.assertEqual({p["part"]: (p["job"], p["job_state"]) for p in self.json("show", "e")["parts"]},
                         {n: (j["job"], "PENDING") for n, j in jobs.items()})
        r = self.co("wait", "e", "--timeout=1s", code=co.SILENT)
        self.assertRegex(r.err, r"^sresv: \w+: the time is over: job \d+ of part \w on cluster \w is PENDING\n$")
        self.begin()
        self.co("wait", "e", "--timeout=60s", code=co.DONE)
        self.assertTrue(all(self.jobs("R").values()))
        members = " ".join(f"{n}={p['cluster']}/{p['reservation']}" for n, p in self.parts.items())
        for name, nodes in (("A", 2), ("B", 3)):
            path = self.path("out." + name)
            gq.wait_for(lambda p=path: os.path.exists(p) and os.path.getsize(p), "the job has begun", 20)
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
        self.sites["b"].kill_controller()
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


if __name__ == "__main__":
    unittest.main()
