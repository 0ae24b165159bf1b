# SPDX-License-Identifier: GPL-2.0-or-later
"""Jobs with a deadline are booked when they are submitted, or refused (garq_jobs=deadline)."""
import os
import time

import case
import deadline
import gq
from case import at, soon
from deadline import LATE


def setUpModule():
    deadline.start(["PartitionName=short Nodes=n[1-8] MaxTime=10"])


class Booked(deadline.Case):
    def test_in_its_window(self):
        job = self.book(at(10), at(14), 60, 3)
        self.assertBooked(job, at(10), 60, 3)
        self.assertWindow(job, at(10), at(13) - LATE)

    def test_what_sbatch_says(self):
        r = self.submit(at(10), at(14), 60, 3)
        self.assertEqual(r.err, f"sbatch: booked: 3 nodes for 60 minutes, it starts at {gq.stamp(at(10))}, "
                                f"or at any other time until {gq.stamp(at(13) - LATE)}\n")

    def test_after_a_reservation_in_its_window(self):
        self.make("r", at(10), at(12), NodeCnt=6)
        job = self.book(at(10), at(14), 60, 3)
        self.assertBooked(job, at(12), 60, 3)
        beside = self.book(at(10), at(14), 60, 2)
        self.assertBooked(beside, at(10), 60, 2)

    def test_window_that_just_fits(self):
        job = self.book(at(10), at(11) + LATE, 60, 8)
        self.assertBooked(job, at(10), 60, 8)
        self.assertWindow(job, at(10), at(10))

    def test_partition_and_features(self):
        job = self.book(at(10), at(14), 60, 2, "-p", "half", "-C", "odd")
        self.assertEqual(self.c.hosts(self.bookings()[self.name_of(job)]["Nodes"]), {"n1", "n3"})

    def test_without_begin(self):
        before = int(time.time())
        job = self.book(None, at(14), 60, 8)
        self.assertTrue(before <= self.booking(job)[0] <= time.time() + 2)
        self.wait_started(job, before)

    def test_holds_its_nodes(self):
        job = self.book(at(10), at(11) + LATE, 60, 8)
        self.refuse("r", "in the way: reservation " + self.name_of(job),
                    start=at(10, 30), end=at(10, 40), NodeCnt=1)
        self.make("r", at(11, 1), at(12), NodeCnt=8)

    def test_makes_room_in_its_window(self):
        job = self.book(at(10), at(14), 60, 8)
        self.make("r", at(10, 30), at(10, 40), NodeCnt=1)
        self.assertBooked(job, at(10, 40), 60, 8)
        other = self.book(at(10, 40), at(12), 60, 3)
        self.assertBooked(other, at(10, 40), 60, 3)
        self.assertBooked(job, at(11, 40) + LATE, 60, 8)
        self.assertWindow(job, at(10), at(13) - LATE)

    def test_in_the_ledger(self):
        """Once."""
        job = self.book(at(10), at(14), 60, 3)
        self.wait_rows(job, "start, \"end\"", [(at(10), at(11) + LATE)])

    @case.needs_root
    def test_of_a_user(self):
        job = self.book(at(10), at(14), 60, 3, user=case.OTHER)
        name = self.name_of(job)
        self.assertEqual(self.bookings()[name]["Users"], case.OTHER)
        self.assertNotIn(name, self.c.scontrol("show", "reservation", user=case.OTHER).out)
        self.assertFalse(self.c.delete(name, user=case.OTHER).ok)
        self.assertFalse(self.c.update(name, user=case.OTHER, NodeCnt=1).ok)
        self.assertBooked(job, at(10), 60, 3)


class Starts(deadline.Case):
    def test_with_a_full_queue(self):
        """Jobs that all come before it, and more nodes than there are."""
        begin = soon(12)
        job = self.book(begin, begin + 600, 2, 4)
        self.c.scontrol("update", f"JobId={job}", "Priority=1")
        others = [self.job("-N8", "--exclusive", "-t30", "--priority=1000000") for _ in range(20)]
        others += [self.job("-N1", "--exclusive", "-t30", "--priority=2000000") for _ in range(6)]
        gq.wait_for(lambda: "idle" not in [self.node_states()[n] for n in self.free_of(job)],
                    "the others run where they may")
        self.wait_started(job, begin)
        states = [self.c.job_state(j) for j in others]
        self.assertEqual(states[:20], ["PENDING"] * 20)
        self.assertEqual(states.count("RUNNING"), 4)

    def free_of(self, job):
        booked = self.c.hosts(self.bookings()[self.name_of(job)]["Nodes"])
        return {f"n{i}" for i in range(1, 9)} - booked

    def test_all_of_its_time(self):
        """It is not cut short, though it starts a while after its booking, and ends when that would end without LATE."""
        begin = soon(6)
        job = self.book(begin, begin + 600, 1, 8, "-H", sleep=45)
        gq.wait_for(lambda: time.time() > begin + 20, "its booking has begun")
        self.assertTrue(self.c.scontrol("release", job).ok)
        started = self.wait_started(job, begin + 20)
        gq.wait_for(lambda: self.c.job_state(job) not in ("RUNNING", "COMPLETING"), "it ends", 120)
        self.assertEqual(self.c.job_state(job), "COMPLETED")
        self.assertGreaterEqual(time.time() - started, 44)
        self.wait_unbooked()


class Refused(deadline.Case):
    def test_with_offers(self):
        self.make("r", at(10), at(14), NodeCnt=6)
        before, offers = self.shown(), self.c.offers()
        r = self.submit(at(10), at(14), 60, 3)
        self.refused(r, r"1 of 3 nodes is missing from", r"in the way: reservation r \(",
                     r"earliest start for 3 nodes", r"offers; to take one, submit it again with",
                     r"-N 2 --time=60 .*  fewer nodes", r"-N 3 --time=60 .*  later",
                     r"Requested node configuration is not available")
        self.assertEqual(self.shown(), before)
        self.assertEqual(self.c.run("squeue", "-h").out, "")
        self.assertEqual(self.c.offers(), offers)

    def test_each_offer_can_be_taken(self):
        self.make("r", at(10), at(14), NodeCnt=6)
        lines = deadline.offers(self.submit(at(10), at(14), 60, 3))
        self.assertGreaterEqual(len(lines), 3)
        for words in lines:
            r = self.c.run("sbatch", "--parsable", "-o", "/dev/null", *words, "--wrap", "true")
            self.assertTrue(r.ok, r)
            self.assertRegex(r.err, "sbatch: booked: ")
            self.c.run("scancel", r.out.strip())
            self.wait_unbooked()

    def test_deadline_too_near(self):
        self.refused(self.submit(at(10), at(11), 60, 3), "do not end by the deadline", "give a later --deadline")
        self.refused(self.submit(None, soon(90), 1, 3), "do not end by the deadline")
        self.assertEqual(self.bookings(), {})

    def test_more_nodes_than_there_are(self):
        r = self.submit(at(10), at(14), 60, 9)
        self.assertFalse(r.ok, r)
        self.assertEqual(self.bookings(), {})

    def test_beside_running_jobs(self):
        self.running_job("-N8", "--exclusive", "-t30")
        self.refused(self.submit(None, soon(1500), 5, 1), r"in the way: job ")
        self.book(None, soon(3600), 5, 8)

    def test_by_slurm_afterwards(self):
        """What Slurm does not take after all leaves nothing behind."""
        r = self.submit(at(10), at(14), 60, 3, "--comment=" + 2000 * "x")
        self.refused(r, "booked: 3 nodes", "parameter too long")
        self.assertEqual(self.bookings(), {})
        gq.wait_for(lambda: not self.live(), "the ledger has closed it")

    def test_reservation_of_another_job(self):
        name = self.name_of(self.book(at(10), at(14), 60, 3))
        r = self.c.run("sbatch", "-N1", "-t1", f"--reservation={name}", "--wrap", "true")
        self.refused(r, f"{name} is booked for a job, not for others")
        other = self.job("-N1", "-t1", "-H")
        r = self.change_job(other, ReservationName=name)
        self.refused(r, "booked for a job, not for others")
        self.assertFalse(self.c.delete(name).ok)
        self.assertFalse(self.c.update(name, NodeCnt=1).ok)
        self.refuse(deadline.PREFIX + "99", "are for jobs", start=at(20), end=at(21), NodeCnt=1)


class Untouched(deadline.Case):
    def test_jobs_without_a_deadline(self):
        r = self.c.run("sbatch", "--parsable", "-o", "/dev/null", "--begin=" + gq.stamp(at(10)), "-N2", "-t60",
                       "--wrap", "true")
        self.assertTrue(r.ok, r)
        self.assertEqual(r.err, "")
        self.assertEqual(self.bookings(), {})

    def test_what_can_not_be_booked(self):
        first = self.job("-N1", "-t60", "-H")
        self.make("r", at(20), at(21), NodeCnt=1)
        for words, why in (
                (["--array=1-2"], "--array"),
                (["--exclude=n1"], "--exclude"),
                (["-w", "n1,n2"], "--nodelist"),
                ([f"--dependency=afterany:{first}"], "--dependency"),
                (["--reservation=r"], "--reservation"),
                (["--contiguous"], "--contiguous"),
                (["-p", "main,half"], "more than one partition"),
                (["-C", "[odd|even]"], "--constraint with brackets"),
                (["-p", "short"], "MaxTime of 10 minutes"),
                (["--ntasks-per-core=1", "--threads-per-core=1"], "--extra-node-info")):
            with self.subTest(why=why):
                if "--reservation=r" in words:
                    r = self.submit(None, at(22), 60, 1, *words)
                    self.assertTrue(r.ok, r)
                    self.assertIn("not booked", r.err)
                else:
                    self.not_booked(self.submit(at(10), at(14), 60, 2, *words), why)

    def test_what_is_left_open(self):
        self.not_booked(self.submit(at(10), at(14), None, 2), "give --time")
        self.not_booked(self.submit(at(10), at(14), 60, None), "give -N")

    def test_srun(self):
        r = self.c.run("srun", "--deadline=" + gq.stamp(at(14)), "-N2", "-t5", "true")
        self.assertTrue(r.ok, r)
        self.assertIn("not booked, --deadline is no guarantee: only single jobs of sbatch", r.err)

    def test_heterogeneous(self):
        script = os.path.join(self.c.folder, "het.sh")
        with open(script, "w") as f:
            f.write("#!/bin/sh\n#SBATCH -N1 -t1 -o /dev/null\n#SBATCH hetjob\n#SBATCH -N2 -t1\nexec sleep 100\n")
        r = self.c.run("sbatch", "--parsable", "--deadline=" + gq.stamp(at(14)), script)
        self.assertTrue(r.ok, r)
        self.assertIn("not booked", r.err)
        self.assertEqual(self.bookings(), {})
        gq.wait_for(lambda: self.c.run("squeue", "-h", "-t", "R", "-o", "%i").out.split(), "it runs")
