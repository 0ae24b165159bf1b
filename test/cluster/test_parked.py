# SPDX-License-Identifier: GPL-2.0-or-later
"""Bookings that are not among Slurm's own records: nobody notices.

A job that starts now can be blocked only by the next booking on each of its
nodes, so those that come later are parked. The ledger says which they are.
"""
import os
import random
import re
import time
import unittest

import case
import gq
from case import at, soon


def setUpModule():
    case.start(8, lines=["Licenses=sw:10",
                         "PartitionName=spare Nodes=n[7-8] State=UP", *case.STAYS_DOWN])


class Case(case.Case):
    def parked(self):
        """The names of those that are parked, as the ledger has it."""
        return {name for name, in self.ledger("SELECT name FROM booking WHERE closed IS NULL AND parked")}

    def assertParked(self, *names):
        """Exactly these: the ledger is told some seconds later of what was linked."""
        gq.wait_for(lambda: self.parked() == set(names), f"parked: {names}, not {self.parked()}", 40)

    def in_a_row(self, cnt, nodes="n1", first=None):
        """b1, b2, ... one after another on the same nodes, an hour each."""
        first = first or at(0)
        for i in range(cnt):
            self.make(f"b{i + 1}", first + i * 3600, first + (i + 1) * 3600, Nodes=nodes)


class Which(Case):
    def test_next_on_its_nodes(self):
        self.in_a_row(3, "n1")
        self.make("two", at(5), at(6), Nodes="n[1-2]")
        self.make("later", at(7), at(8), Nodes="n2")
        self.assertParked("b2", "b3", "later")

    def test_one_before_the_others(self):
        self.make("second", at(10), at(11), NodeCnt=8)
        self.make("third", at(12), at(13), NodeCnt=8)
        self.assertParked("third")
        self.make("first", at(8), at(9), NodeCnt=8)
        self.assertParked("second", "third")

    def test_deleted(self):
        self.in_a_row(3)
        self.assertTrue(self.c.delete("b1").ok)
        self.assertParked("b3")

    def test_moved_away(self):
        self.in_a_row(3)
        self.change("b1", at(20), at(21))
        self.assertParked("b3", "b1")
        self.change("b2", Nodes="n2")
        self.assertParked("b1")

    def test_begins_now(self):
        self.make("now", soon(1), soon(1800), Nodes="n1")
        self.make("next", soon(1900), soon(3600), Nodes="n1")
        self.make("later", soon(3700), soon(5000), Nodes="n1")
        self.assertParked("later")

    def test_always_linked(self):
        self.in_a_row(1, "n[1-8]")
        self.make("magnetic", at(10), at(11), Nodes="n1", Flags="MAGNETIC")
        self.make("flex", at(12), at(13), Nodes="n1", Flags="FLEX")
        self.make("licenses", at(14), at(15), Nodes="n1", Licenses="sw:2")
        self.make("all", at(16), at(17), Nodes="ALL")
        self.make("part", at(18), at(19), PartitionName="half", Flags="PART_NODES", Nodes="ALL")
        self.make("plain", at(20), at(21), Nodes="n1")
        self.assertParked("plain")

    def test_none(self):
        self.parameters("garq_park=no")
        self.in_a_row(4)
        self.assertParked()
        self.parameters("")
        self.make("b5", at(10), at(11), Nodes="n1")
        self.assertParked("b2", "b3", "b4", "b5")
        self.parameters("garq_park=no")
        self.assertParked()
        self.assertEqual(len(self.c.reservations()), 5)


class Users(Case):
    """What they see and do is as if all were there."""

    def setUp(self):
        super().setUp()
        self.in_a_row(4, "n[1-8]")

    def test_shown_in_the_order_in_which_they_were_made(self):
        self.make("early", at(10, day=1), at(11, day=1), Nodes="n1")
        self.assertEqual(list(self.c.reservations()), ["b1", "b2", "b3", "b4", "early"])
        out = self.c.scontrol("show", "reservation", "b3").out
        self.assertIn("StartTime=" + gq.stamp(at(2)), out)

    def test_stamp_of_the_last_change(self):
        """Who asks for what has changed since then is told of one that is parked."""
        before = self.c.scontrol("-o", "show", "reservation").out
        self.make("b5", at(4), at(5), Nodes="n3")
        self.assertNotEqual(self.c.scontrol("-o", "show", "reservation").out, before)

    def test_update_and_delete(self):
        self.change("b3", Users="daemon", end=at(2, 30))
        self.assertLies("b3", at(2), at(2, 30), 8)
        self.assertEqual(self.fields("b3")["Users"], "daemon")
        self.assertTrue(self.c.delete("b4").ok)
        self.make("again", at(2, 30), at(4), NodeCnt=8)
        self.refuse("x", "reservation b3 ", start=at(2), end=at(2, 30), NodeCnt=1)
        before = self.shown()
        self.kill()
        self.assertEqual(self.shown(), before)

    def test_refused_update(self):
        self.refuse_change("b3", "reservation b2 ", start=at(1, 30), end=at(2, 30))
        self.refuse_change("b3", "user", Users="nobodyofthisname")
        self.assertParked("b2", "b3", "b4")

    def test_names_are_unique(self):
        self.refuse("b3", "there is a reservation b3 already", start=at(10), end=at(11), NodeCnt=1)
        names = [self.make(None, at(10 + i), at(11 + i), NodeCnt=8)["ReservationName"] for i in range(3)]
        self.assertEqual(len(set(names)), 3)
        self.assertTrue(all(re.fullmatch(r"root_\d+", n) for n in names), names)

    @case.needs_root
    def test_who_may_see_them(self):
        self.addCleanup(self.reconfigure, PrivateData="")
        self.reconfigure(PrivateData="reservations")
        self.change("b3", Users=case.OTHER)
        out = self.c.scontrol("-o", "show", "reservation", user=case.OTHER).out
        self.assertEqual(re.findall(r"ReservationName=(\S+)", out), ["b3"])
        self.assertEqual(self.c.delete("b3", user=case.OTHER).code, 1)

    def test_what_slurm_serves_alone(self):
        """It looks for others in its own list."""
        self.refuse("cores", start=at(2), end=at(3), CoreCnt=2, PartitionName="main")
        self.refuse("daily", start=at(2, day=1), end=at(3, day=1), NodeCnt=1, Flags="DAILY")
        self.make("maint", at(2), at(3), Nodes="n1", Flags="MAINT")
        self.assertParked("b2", "b3", "b4")

    def test_becomes_slurms_own(self):
        self.make("far", at(10), at(11), Nodes="n1")
        self.change("far", Flags="DAILY")
        self.kill()
        self.assertIn("DAILY", self.fields("far")["Flags"])
        self.assertEqual(self.live(), {"b1", "b2", "b3", "b4"})


class Jobs(Case):
    def test_named_by_one(self):
        """Its booking is saved before the job is: nothing is forgotten by a kill."""
        self.in_a_row(5)
        job = self.job("--reservation=b4", "-n1")
        with open(self.state("resv_state"), "rb") as f:
            self.assertIn(b"b4", f.read())
        self.c.run("scancel", job)
        job = self.saved_job("--reservation=b4", "-n1")
        self.kill()
        self.assertEqual(self.job_fields(job)["Reservation"], "b4")
        self.assertParked("b2", "b3")
        self.assertEqual(self.c.delete("b4").code, 1)
        self.c.run("scancel", job)
        self.assertParked("b2", "b3", "b4", "b5")

    def test_named_by_several_ways(self):
        self.in_a_row(6)
        listed = self.job("--reservation=b3,b5", "-n1")
        plain = self.job("--hold", "-n1")
        r = self.c.scontrol("update", f"JobId={plain}", "ReservationName=b6")
        self.assertTrue(r.ok, r)
        r = self.c.run("srun", "--test-only", "--reservation=b4", "-n1", "true")
        self.assertNotRegex(r.err, "reservation")
        r = self.c.run("sbatch", "--reservation=b4", "-n1", "-o", "/dev/null", "--wrap", "true", ":", "-n1",
                       "--reservation=b2", "--wrap", "true")
        self.assertTrue(r.ok, r)
        self.assertEqual(self.job_fields(listed)["Reservation"], "b3,b5")
        self.assertEqual(self.job_fields(plain)["Reservation"], "b6")
        self.assertParked()

    def test_unknown(self):
        self.in_a_row(2)
        r = self.c.run("sbatch", "--reservation=b9", "--wrap", "true")
        self.assertRegex(r.err, "[Rr]eservation")
        r = self.c.run("sbatch", "--reservation=b2", "--uid=daemon", "--wrap", "true")
        self.assertFalse(r.ok)

    def test_runs_in_it(self):
        self.in_a_row(3)
        self.make("now", soon(2), soon(600), Nodes="n1")
        job = self.job("--reservation=now", "-n1")
        self.wait_state(job, "RUNNING")

    def test_kept_out(self):
        """Each time the one that is next does it, whatever became of those before it."""
        start = int(time.time()) + 900
        for i, name in enumerate(("b1", "b2", "b3")):
            self.make(name, start + i * 600, start + (i + 1) * 600, Nodes="n[1-8]")
        job = self.job("-N1", "--exclusive", "-t", "60")
        for name in ("b1", "b2"):
            self.assertTrue(self.c.delete(name).ok)
            time.sleep(3)
            self.assertEqual(self.c.job_state(job), "PENDING")
        short = self.job("-N1", "--exclusive", "-t", "5")
        self.wait_state(short, "RUNNING")
        self.assertTrue(self.c.delete("b3").ok)
        self.wait_state(job, "RUNNING")


class Past(Case):
    """Records past which jobs may go: what follows is linked before there is a job, as Slurm may start it at once.

    The row of a booking says whether it is parked, and is written before scontrol answers.
    """

    def assertStopped(self, *words):
        """Slurm refuses a job of five days on n1, or has tried it and does not start it."""
        r = self.c.run("sbatch", "--parsable", "-o", "/dev/null", "-w", "n1", "-t", "5-0", *words, "--wrap", "sleep 3600")
        job = r.out.strip()
        if r.ok:
            gq.wait_for(lambda: self.job_fields(job)["Reason"] not in ("None", "Priority") or
                        self.c.job_state(job) != "PENDING", "the job was tried")
            self.assertEqual(self.c.job_state(job), "PENDING", self.job_fields(job))
            self.c.run("scancel", job)

    def assertRuns(self, minutes, *words):
        self.wait_state(self.job("-w", "n1", "-t", str(minutes), *words), "RUNNING")

    def test_flex(self):
        self.make("f", at(0), at(1), Nodes="n1", Flags="FLEX")
        for i in range(1, 4):
            self.make(f"g{i}", at(2 * i), at(2 * i + 1), Nodes="n1")
        self.assertEqual(self.parked(), {"g2", "g3"})
        self.assertStopped("--reservation=f")
        self.assertRuns(60, "--reservation=f")

    def test_flex_before_others(self):
        self.in_a_row(3, "n[1-2]", at(2))
        self.assertEqual(self.parked(), {"b2", "b3"})
        self.make("f", at(0), at(1), Nodes="n1", Flags="FLEX")
        self.assertParked("b2", "b3")
        self.assertTrue(self.c.delete("b1").ok)
        self.assertParked("b3")
        self.assertStopped("--reservation=f")

    def test_becomes_flex(self):
        self.in_a_row(3)
        self.assertParked("b2", "b3")
        self.change("b1", Flags="FLEX")
        self.assertParked("b3")
        self.assertStopped("--reservation=b1")

    def test_max_start_delay(self):
        """Slurm's own: jobs with --signal=R: borrow the nodes until that reservation has jobs."""
        self.parameters("garq_window=none")
        self.addCleanup(self.parameters, "")
        self.make("a", soon(1800), soon(3600), Nodes="n1", MaxStartDelay="0:10:00")
        for i, name in enumerate(("b", "c", "d")):
            self.make(name, soon(7200 + i * 3600), soon(9000 + i * 3600), Nodes="n1")
        self.assertEqual(self.parked(), {"c", "d"})
        r = self.c.run("sbatch", "-t", "1", "-o", "/dev/null", "--signal=R:USR1@60", "--wrap", "true")
        if "Preemption is required" in r.err:
            self.skipTest("this Slurm takes such jobs only where preemption is on")
        self.assertStopped("--signal=R:USR1@60")
        self.assertRuns(80, "--signal=R:USR1@60")


class Expected(Case):
    """When a job that waits is expected to start, beside parked bookings."""

    def setUp(self):
        super().setUp()
        for i in range(8):
            self.make(f"r{i}", soon(1200 + i * 1800), soon(2400 + i * 1800), NodeCnt=8)
        self.running_job("-N8", "--exclusive", "-t15")  # what follows waits for backfill

    def expected(self, *words):
        """{job: its expected start} as squeue prints it; once backfill has planned all jobs that are asked for."""
        def read():
            out = self.c.run("squeue", "--start", "-h", *words, "-o", "%A %S").out
            return dict(line.split() for line in out.splitlines())
        found = {}

        def all_are_planned():
            found.update(read())
            return found and "N/A" not in found.values()
        gq.wait_for(all_are_planned, "expected starts")
        return {job: gq.seconds(start) for job, start in found.items()}

    def test_after_the_last(self):
        job = self.job("-N8", "--exclusive", "-t15")
        last = self.end_of("r7")
        for words in (["-j", job], [], ["-u", "root"], ["-r"]):
            self.assertGreaterEqual(self.expected(*words)[job], last, words)
        self.assertGreaterEqual(gq.seconds(self.job_fields(job)["StartTime"]), last)

    def test_in_a_gap(self):
        job = self.job("-N8", "--exclusive", "-t8")
        start = self.expected("-j", job)[job]
        bookings = [(self.start_of(f"r{i}"), self.end_of(f"r{i}")) for i in range(8)]
        self.assertFalse([b for b in bookings if b[0] < start + 480 and start < b[1]], start)
        self.assertLess(start, bookings[-1][0])

    def test_array(self):
        array = self.job("--array=1-3", "-N8", "--exclusive", "-t15")
        for start in self.expected("-j", array).values():
            self.assertGreaterEqual(start, self.end_of("r7"))

    def test_a_booking_comes_and_goes(self):
        job = self.job("-N8", "--exclusive", "-t15")
        start = self.expected("-j", job)[job]
        self.make("late", start, start + 3600, NodeCnt=8)
        gq.wait_for(lambda: self.expected("-j", job)[job] >= start + 3600, "a start behind it")
        self.assertTrue(self.c.delete("late").ok)
        gq.wait_for(lambda: self.expected("-j", job)[job] <= start + 60, "the start before")


class Controller(Case):
    def fill(self, cnt, seed):
        rand = random.Random(seed)
        for i in range(cnt):
            start = at(0) + rand.randrange(0, 20 * 86400, 600)
            self.c.create(f"r{i}", StartTime=gq.stamp(start), Duration=rand.randrange(10, 300),
                          NodeCnt=rand.randrange(1, 6), Users="root")
        return self.shown()

    def test_killed(self):
        seed = random.randrange(1000000)
        print(f"# test_parked: SEED={seed}")
        before = self.fill(60, seed)
        self.kill()
        parked = self.parked()
        self.assertGreater(len(parked), 20)
        self.assertEqual(self.shown(), before)
        self.kill()
        self.assertEqual(self.shown(), before)
        self.assertParked(*parked)

    def test_stopped_and_started(self):
        before = self.fill(40, 2)
        self.kill()
        parked = self.parked()
        self.stop_ctld()
        self.assertEqual(self.parked(), set())
        self.start_ctld()
        self.assertEqual(self.shown(), before)
        self.assertParked(*parked)

    def test_reconfigured(self):
        before = self.fill(40, 3)
        self.kill()
        parked = self.parked()
        for _ in range(2):
            self.reconfigure()
            self.assertEqual(self.shown(), before)
        self.assertParked(*parked)
        for name in sorted(parked)[:10]:
            self.change(name, Users="daemon")
            self.assertTrue(self.c.delete(name).ok)

    def test_partition_of_one_that_is_parked(self):
        self.in_a_row(3, "n[1-8]")
        self.make("spared", at(10), at(11), NodeCnt=2, PartitionName="spare")
        r = self.c.scontrol("delete", "PartitionName=spare")
        self.assertFalse(r.ok, r)
        self.assertTrue(self.c.delete("spared").ok)
        r = self.c.scontrol("delete", "PartitionName=spare")
        self.assertTrue(r.ok, r)
        r = self.c.scontrol("create", "PartitionName=spare", "Nodes=n[7-8]", "State=UP")
        self.assertTrue(r.ok, r)

    def test_a_node_fails(self):
        """Bookings by count get another, soon or far off."""
        self.parameters("garq_return=never")
        self.make("soon", at(1), at(2), NodeCnt=3)
        self.make("far", at(5), at(6), NodeCnt=3)
        (node, *_) = sorted(self.nodes("soon") & self.nodes("far"))
        self.set_node(node, "DOWN")
        gq.wait_for(lambda: node not in self.nodes("far") | self.nodes("soon"), "other nodes", 70, 1)
        self.assertParked("far")

    def test_slurm_moves_its_own(self):
        """It gives a daily reservation another node for one that fails, and looks at its own list."""
        self.make("early", at(1), at(2), Nodes="n[1-8]")
        self.make("daily", at(10), at(11), NodeCnt=1, Flags="DAILY")
        (node, ) = self.nodes("daily")
        self.make("list", at(10), at(10, 30), Nodes=",".join(f"n{i}" for i in range(1, 9) if f"n{i}" != node))
        self.make("later", at(11), at(12), Nodes="n1")
        self.assertParked("later")
        with self.logged("reservation daily (due to|contains) unusable nodes"):  # Slurm looks every 30 s
            self.set_node(node, "DOWN")
        self.assertFalse(self.nodes("daily") & self.nodes("list"))

    def killed_with_the_parked_unsaved(self):
        """Kill slurmctld when Slurm has saved b1 and neither count nor list; start it again where the kill was late.

        Slurm's thread may have packed an older state that it writes just before the kill.
        """
        saved = os.stat(self.state("resv_state")).st_ino
        self.job("--hold", "--reservation=b1", "-n1")  # has Slurm save once more
        gq.wait_for(lambda: os.stat(self.state("resv_state")).st_ino != saved and self.as_parked(),
                    "Slurm has saved b1 since, and not what is parked")
        self.c.kill_controller()
        if self.as_parked():
            return True
        self.c.start_controller()
        self.c.wait_answering()
        return False

    def as_parked(self):
        return self.in_slurms_state("b1") and not any(map(self.in_slurms_state, ("count", "list")))

    def test_taken_while_it_was_off(self):
        """After a kill Slurm alone does not know what is parked, and lets others in."""
        self.in_a_row(1, "n[1-8]")
        self.make("count", at(5), at(6), NodeCnt=2)
        self.make("list", at(7), at(8), Nodes="n1")
        taken = self.fields("count")["Nodes"]
        self.assertParked("count", "list")
        gq.wait_for(self.killed_with_the_parked_unsaved, "a kill after which no parked one is in Slurm's state")
        self.assertTrue(self.c.cluster("set", "SchedulerType=sched/backfill").ok)
        self.addCleanup(self.restart, SchedulerType="sched/garq")
        self.c.start_controller()
        self.c.wait_answering()
        self.assertEqual(set(self.c.reservations()), {"b1"})
        self.make("other", at(5), at(6), Nodes=taken)
        self.make("same", at(7), at(8), Nodes="n1")
        with self.logged("reservation list is not alone on n1"):
            self.restart(SchedulerType="sched/garq")
        self.assertEqual(set(self.c.reservations()), {"b1", "count", "list", "other", "same"})
        self.assertLies("count", at(5), at(6), 2)
        self.assertFalse(self.nodes("count") & self.nodes("other"))


if __name__ == "__main__":
    unittest.main()
