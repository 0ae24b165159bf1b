# SPDX-License-Identifier: GPL-2.0-or-later
"""Jobs run as under plain sched/backfill, inside and around reservations."""
import os
import re
import unittest

import case
import gq
from case import ahead, at, soon


def setUpModule():
    case.start(8)


class Ordinary(case.Case):
    def test_runs(self):
        out = os.path.join(self.c.folder, "hello")
        job = self.c.submit("-N2", "-t1", "--wrap", f"srun hostname >{out}; touch {out}.end")
        self.wait_state(job, "COMPLETED")
        with open(out) as f:
            self.assertEqual(len(f.read().split()), 2)

    def test_srun(self):
        r = self.c.run("srun", "-N3", "-t1", "sh", "-c", "echo $SLURMD_NODENAME")
        self.assertTrue(r.ok, r)
        self.assertEqual(len(set(r.out.split())), 3)

    def test_array(self):
        array = self.c.submit("--array=0-4", "-N2", "--exclusive", "-t1", "--wrap", "true")

        def ended():
            states = self.c.run("squeue", "-h", "-r", "-t", "all", "-j", array, "-o", "%T").out.split()
            return states == ["COMPLETED"] * 5
        gq.wait_for(ended, "all five tasks have run")

    def test_dependency(self):
        first = self.running_job("-N1", "-t5")
        second = self.job("-N1", "-t5", f"--dependency=after:{first}")
        self.wait_state(second, "RUNNING")

    def test_another_partition(self):
        """Each update is served: Slurm 24.11 alone fails some with the errno of what its thread did before."""
        job = self.job("-N1", "-t5", "--begin=now+1hour")
        said = [self.c.scontrol("update", f"JobId={job}", f"Partition={name}") for name in ("half", "main") * 20]
        self.assertEqual([r for r in said if not r.ok], [])


class Heterogeneous(case.Case):
    def test_sbatch(self):
        script = os.path.join(self.c.folder, "het.sh")
        with open(script, "w") as f:
            f.write("#!/bin/sh\n#SBATCH -N1 -t10 -o /dev/null\n#SBATCH hetjob\n#SBATCH -N2 -t10\n"
                    f"srun -N1 true : -N2 true && touch {script}.end\nexec sleep 3600\n")
        r = self.c.run("sbatch", "--parsable", script)
        self.assertTrue(r.ok, r)
        job = r.out.strip()

        def parts():
            out = self.c.run("squeue", "-h", "-j", job, "-o", "%i %T %D").out
            return sorted(line.split() for line in out.splitlines())
        gq.wait_for(lambda: parts() == [[f"{job}+0", "RUNNING", "1"], [f"{job}+1", "RUNNING", "2"]],
                    f"both parts run: {parts()}")
        gq.wait_for(lambda: os.path.exists(script + ".end"), "a step over both parts has run")
        start = soon(60)
        self.refuse("r", f"job {job} ", start=start, end=start + 60, NodeCnt=6)
        self.make("r", start, start + 60, NodeCnt=5)

    def test_srun(self):
        r = self.c.run("srun", "-N1", "-t1", "echo", "one", ":", "-N2", "-t1", "echo", "two")
        self.assertTrue(r.ok, r)
        self.assertEqual(sorted(r.out.split()), ["one", "two", "two"])

    def test_one_is_made_up_when_the_first_comes(self):
        """slurmctld checks the scheduler's name then, once; a start logs nothing of that."""
        seen = len(self.c.log())
        self.restart()
        self.assertNotRegex(self.c.log()[seen:], "_slurm_rpc_allocate_het_job|slurm_persist_send_msg")
        for _ in range(2):
            self.test_srun()
        self.assertEqual(len(re.findall("with empty job list", self.c.log()[seen:])), 1)
        self.assertIn("sched/garq", self.c.scontrol("show", "config").out)


class Reserved(case.Case):
    def test_starts_inside_on_its_nodes(self):
        start = soon(6)
        self.make("r", start, start + 3600, NodeCnt=2)
        job = self.running_job("-N2", "-t30", "--reservation=r")
        fields = self.job_fields(job)
        self.assertGreaterEqual(gq.seconds(fields["StartTime"]), start)
        self.assertEqual(self.c.hosts(fields["NodeList"]), self.nodes("r"))
        other = self.job("-N2", "-t30", "--reservation=r", "--exclusive")
        beside = self.running_job("-N6", "--exclusive", "-t30")
        self.assertFalse(self.c.hosts(self.job_fields(beside)["NodeList"]) & self.nodes("r"))
        self.assertEqual(self.c.job_state(other), "PENDING")

    def test_of_a_flexible_one(self):
        """At the start that was found, not at the one that was asked for."""
        begin, end = soon(0), ahead(6)
        self.make("a", begin, end, NodeCnt=8)
        self.make("r", begin, Duration=60, NodeCnt=2, MaxStartDelay="1:00:00")
        start = self.start_of("r")
        self.assertGreaterEqual(start, end)
        job = self.running_job("-N2", "-t30", "--reservation=r")
        self.assertGreaterEqual(gq.seconds(self.job_fields(job)["StartTime"]), start)

    def test_only_for_its_users(self):
        self.make("r", StartTime="now", Duration=60, NodeCnt=2, Users="daemon")
        if not case.ROOT:
            self.skipTest("only root can act as another user")
        r = self.c.run("sbatch", "-o", "/dev/null", "--reservation=r", "--wrap", "true", user=case.OTHER)
        self.assertNotEqual(r.code, 0, r)
        self.assertRegex(r.err, "Access denied to requested reservation")
        self.change("r", Users=case.OTHER)
        self.running_job("-N1", "-t10", "-D/", "--reservation=r", user=case.OTHER)

    def test_of_two(self):
        """A job that asks for either runs inside one, and does not hinder its update."""
        later = soon(3000)  # while a lasts: on other nodes
        self.make("a", StartTime="now", Duration=60, NodeCnt=4)
        self.make("b", later, later + 600, NodeCnt=4)
        job = self.running_job("-N2", "--exclusive", "-t30", "--reservation=b,a")
        used = self.c.hosts(self.job_fields(job)["NodeList"])
        self.assertLess(used, self.nodes("a"))
        self.running_job("-N1", "-t1", "--begin=now+2")  # Slurm has looked at its queue, see _job_group()
        self.change("a", NodeCnt=3)
        self.assertLess(used, self.nodes("a"))
        self.change("a", Duration=90)

    def test_of_several_by_an_update(self):
        """The job, and each task of an array, keeps all names that an update gives it, also over a restart."""
        for n, name in enumerate("abc"):
            self.make(name, at(10, day=1 + n), at(11, day=1 + n), NodeCnt=1)
        jobs = [self.job("-H", "-N1", "-t1"), self.job("-H", "-N1", "-t1", "--array=1-2")]
        for job in jobs:
            r = self.c.scontrol("update", f"JobId={job}", "ReservationName=a,b,c")
            self.assertTrue(r.ok, r)
        self.assertEqual([self.named(job) for job in jobs], ["a,b,c"] * 2)
        self.restart()
        self.assertEqual([self.named(job) for job in jobs], ["a,b,c"] * 2)
        self.assertRegex(self.refuse_delete("c").err, "a job that asks for it runs or waits")

    def named(self, job):
        return self.c.run("squeue", "-h", "-j", job, "-o", "%v").out.split()[0]

    def refuse_delete(self, name):
        r = self.c.delete(name)
        self.assertFalse(r.ok, r)
        return r

    def test_of_one_that_does_not_exist(self):
        r = self.c.run("sbatch", "-o", "/dev/null", "--reservation=none", "--wrap", "true")
        self.assertNotEqual(r.code, 0, r)
        self.assertRegex(r.err, "Requested reservation is invalid")

    def test_follows_an_update(self):
        start = soon(3600)
        self.make("r", start, start + 3600, NodeCnt=2)
        job = self.job("-N2", "-t30", "--reservation=r")
        new = soon(4)
        self.change("r", new, new + 3600)
        self.wait_state(job, "RUNNING")
        self.assertGreaterEqual(gq.seconds(self.job_fields(job)["StartTime"]), new)

    def test_its_end_does_not_end_the_job_of_another(self):
        """Jobs inside a reservation do not count against an update of it."""
        self.make("r", StartTime="now", Duration=60, NodeCnt=8)
        job = self.running_job("-N8", "--exclusive", "-t30", "--reservation=r")
        self.change("r", Duration=120)
        start = soon(60)
        r = self.refuse("s", "reservation r ", start=start, end=start + 60, NodeCnt=1)
        self.assertEqual(self.earliest(r), self.end_of("r"))
        self.assertEqual(self.c.job_state(job), "RUNNING")


class Around(case.Case):
    """All nodes are reserved an hour from now."""

    def setUp(self):
        super().setUp()
        start = soon(3600)
        self.make("wall", start, start + 3600, NodeCnt=8)

    def test_none_starts_across_it(self):
        long = self.job("-N1", "-t120")
        short = self.running_job("-N1", "-t10")
        self.assertEqual(self.c.job_state(long), "PENDING")
        self.assertIn("reserved", self.c.run("squeue", "-h", "-j", long, "-o", "%r").out)
        self.assertTrue(self.c.delete("wall").ok)
        self.wait_state(long, "RUNNING")
        self.assertEqual(self.c.job_state(short), "RUNNING")

    def backfilled(self):
        """How many jobs the backfill scheduler has started."""
        out = self.c.run("sdiag").out
        return int(re.search(r"Total backfilled jobs \(since last slurm start\): (\d+)", out).group(1))

    def test_backfill_starts_a_short_one_before_it(self):
        first = self.running_job("-N7", "--exclusive", "-t50")
        blocked = self.job("-N8", "--exclusive", "-t30")
        before = self.backfilled()
        short = self.job("-N1", "--exclusive", "-t20")
        self.wait_state(short, "RUNNING")
        self.assertEqual(self.backfilled(), before + 1)
        self.assertEqual((self.c.job_state(first), self.c.job_state(blocked)), ("RUNNING", "PENDING"))

    def test_beside_it(self):
        self.change("wall", NodeCnt=6)
        job = self.running_job("-N2", "--exclusive", "-t180")
        self.assertFalse(self.c.hosts(self.job_fields(job)["NodeList"]) & self.nodes("wall"))
        self.refuse_change("wall", f"job {job} ", NodeCnt=8)


if __name__ == "__main__":
    unittest.main()
