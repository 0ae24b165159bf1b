# SPDX-License-Identifier: GPL-2.0-or-later
"""What becomes of the booking of a job with a deadline when the job, or slurmctld, changes."""
import os
import re
import shutil
import time

import case
import deadline
import gq
import timing
from case import ahead, at, margin, soon
from deadline import LATE


def setUpModule():
    deadline.start()


class Ends(deadline.Case):
    def test_cancelled(self):
        self.c.run("scancel", self.book(at(10), at(14), 60, 3))
        self.wait_unbooked()
        gq.wait_for(lambda: not self.live(), "the ledger has closed it")

    def test_cancelled_when_it_runs(self):
        job = self.book(None, soon(900), 5, 3)
        self.wait_state(job, "RUNNING")
        self.c.run("scancel", job)
        self.wait_unbooked()

    def test_ends_early(self):
        job = self.book(None, soon(900), 5, 3, sleep=margin(5))
        self.wait_state(job, "COMPLETED")
        self.wait_unbooked()
        self.make("r", soon(30), soon(90), NodeCnt=8)


class Held(deadline.Case):
    def test_released_in_time(self):
        begin = ahead(10)
        job = self.book(begin, begin + 900, 5, 3)
        self.assertTrue(self.c.scontrol("hold", job).ok)
        time.sleep(1)
        self.assertBooked(job, begin, 5, 3)
        self.assertTrue(self.c.scontrol("release", job).ok)
        self.wait_started(job, begin)

    def test_held_past_its_start(self):
        """Its nodes are kept until it could not end any more; then it is as any other."""
        begin = soon(10)
        job = self.book(begin, begin + 900, 2, 3, "-H")
        gq.wait_for(lambda: time.time() > begin + 10, "its booking has begun")
        self.assertBooked(job, begin, 2, 3)
        self.wait_unbooked()
        self.assertIsNone(self.name_of(job))
        self.assertEqual(self.c.job_state(job), "PENDING")
        self.assertTrue(self.c.scontrol("release", job).ok)
        gq.wait_for(lambda: self.name_of(job) or self.c.job_state(job) == "RUNNING", "it is booked again")
        self.wait_state(job, "RUNNING")

    def test_submitted_held(self):
        begin = soon(8)
        job = self.book(begin, begin + 900, 5, 3, "-H")
        self.assertTrue(self.c.scontrol("release", job).ok)
        self.wait_started(job, begin)


class Requeued(deadline.Case):
    def test_booked_anew(self):
        """What is left of its window is searched for another start."""
        job = self.book(None, soon(1200), 2, 3, "--requeue")
        self.wait_state(job, "RUNNING")
        first = self.name_of(job)
        self.assertTrue(self.c.scontrol("requeue", job).ok)
        gq.wait_for(lambda: self.name_of(job) not in (first, None), "it is booked anew", 120)
        start, end, nodes = self.booking(job)
        self.assertEqual((end - start, nodes), (120 + LATE, 3))
        self.assertGreaterEqual(start, gq.seconds(self.job_fields(job)["EligibleTime"]))
        self.assertEqual(len(self.bookings()), 1)
        self.wait_started(job, start)

    def test_no_time_left(self):
        job = self.book(None, soon(280), 2, 3, "--requeue")  # Slurm lets it wait for two minutes
        self.wait_state(job, "RUNNING")
        with self.logged("is not booked any more, its deadline is no guarantee"):
            self.assertTrue(self.c.scontrol("requeue", job).ok)
            self.wait_unbooked(120)


class Updated(deadline.Case):
    def ok(self, job, **fields):
        r = self.change_job(job, **fields)
        self.assertTrue(r.ok, r)

    def refuse_job(self, job, *patterns, user=None, **fields):
        before, booking = self.job_fields(job), self.booking(job)
        self.refused(self.change_job(job, user=user, **fields), *patterns)
        after = self.job_fields(job)
        for key in ("TimeLimit", "NumNodes", "Deadline", "StartTime", "Partition", "Reservation"):
            self.assertEqual(after.get(key), before.get(key), key)
        self.assertEqual(self.booking(job), booking)

    def test_time_limit(self):
        job = self.book(at(10), at(14), 60, 3)
        self.ok(job, TimeLimit=120)
        self.assertBooked(job, at(10), 120, 3)
        self.assertWindow(job, at(10), at(12) - LATE)
        self.ok(job, TimeLimit=30)
        self.assertBooked(job, at(10), 30, 3)
        self.make("r", at(10, 31), at(14), NodeCnt=8)
        self.refuse_job(job, "in the way: reservation r ", TimeLimit=40)
        self.refuse_job(job, "do not end by the deadline", TimeLimit=250)

    def test_nodes(self):
        job = self.book(at(10), at(14), 60, 3)
        self.ok(job, NumNodes="5-5")
        self.assertBooked(job, at(10), 60, 5)
        self.assertEqual(self.job_fields(job)["NumNodes"].split("-")[0], "5")
        self.make("r", at(9), at(15), NodeCnt=3)
        self.refuse_job(job, "in the way: reservation r ", "-N 5 ", NumNodes="6-6")
        self.ok(job, NumNodes="1-1")
        self.assertBooked(job, at(10), 60, 1)

    def test_deadline(self):
        job = self.book(at(10), at(14), 60, 3)
        self.ok(job, Deadline=gq.stamp(at(12)))
        self.assertWindow(job, at(10), at(11) - LATE)
        self.make("r", at(10), at(14), Nodes="n8")
        self.refuse_job(job, "do not end by the deadline", Deadline=gq.stamp(at(11)))
        self.ok(job, Deadline=gq.stamp(at(20)))
        self.assertWindow(job, at(10), at(19) - LATE)

    def test_begin(self):
        job = self.book(at(10), at(14), 60, 3)
        self.ok(job, StartTime=gq.stamp(at(12)))
        self.assertBooked(job, at(12), 60, 3)
        self.make("r", at(8), at(11), NodeCnt=8)
        self.ok(job, StartTime=gq.stamp(at(9)))
        self.assertBooked(job, at(11), 60, 3)
        self.refuse_job(job, "do not end by the deadline", StartTime=gq.stamp(at(13, 30)))

    def test_partition(self):
        self.make("r", at(10), at(14), Nodes="n1")
        job = self.book(at(10), at(14), 60, 4)
        self.refuse_job(job, "in the way: reservation r ", Partition="half")
        self.assertTrue(self.c.delete("r").ok)
        self.ok(job, Partition="half")
        self.assertEqual(self.c.hosts(self.bookings()[self.name_of(job)]["Nodes"]), {"n1", "n2", "n3", "n4"})

    def test_what_can_not_be_changed(self):
        job = self.book(at(10), at(14), 60, 3)
        for fields in (dict(Features="odd"), dict(ReqNodeList="n1"), dict(NumCPUs=9), dict(NumTasks=3),
                       dict(Dependency="singleton"), dict(MinMemoryNode=10), dict(Contiguous="yes"),
                       dict(Switches="1@1000"), dict(ReqSockets=2), dict(ReqCores=2), dict(ReqThreads=2),
                       dict(CPUsPerTask=2)):
            with self.subTest(fields=fields):
                self.refuse_job(job, "of a job that is booked can't be changed", **fields)

    def test_what_does_not_matter(self):
        job = self.book(at(10), at(14), 60, 3)
        self.ok(job, JobName="other", Comment="text")
        self.assertBooked(job, at(10), 60, 3)

    @case.needs_root
    def test_refused_by_slurm(self):
        """Slurm lets only operators give a running job more time: then the booking is as it was."""
        job = self.book(None, soon(7200), 10, 3, user=case.OTHER)
        self.wait_state(job, "RUNNING")
        r = self.change_job(job, user=case.OTHER, TimeLimit=20)
        self.assertFalse(r.ok, r)
        started = gq.seconds(self.job_fields(job)["StartTime"])
        self.assertEqual(self.booking(job)[1], started + 600 + LATE)

    @case.needs_root
    def test_of_another_user(self):
        job = self.book(at(10), at(14), 60, 3)
        self.assertFalse(self.change_job(job, user=case.OTHER, TimeLimit=30).ok)
        self.assertBooked(job, at(10), 60, 3)

    def test_longer_when_it_runs(self):
        job = self.book(None, soon(7200), 10, 8)
        self.wait_state(job, "RUNNING")
        self.ok(job, TimeLimit=20)
        started = gq.seconds(self.job_fields(job)["StartTime"])
        self.assertEqual(self.booking(job)[1], started + 1200 + LATE)
        self.make("r", started + 1200 + LATE, started + 3600, NodeCnt=1)
        self.refuse_job(job, "in the way: reservation r ", TimeLimit=30)
        self.ok(job, TimeLimit=15)
        self.assertEqual(self.booking(job)[1], started + 900 + LATE)

    def test_later_end_when_it_runs(self):
        """EndTime is another word for TimeLimit."""
        job = self.book(None, soon(7200), 10, 8)
        self.wait_state(job, "RUNNING")
        fields = self.job_fields(job)
        started, end = gq.seconds(fields["StartTime"]), gq.seconds(fields["EndTime"])
        self.make("r", started + 1200 + LATE, started + 3600, NodeCnt=1)
        self.refuse_job(job, "in the way: reservation r ", EndTime=gq.stamp(started + 1800))
        self.assertEqual(gq.seconds(self.job_fields(job)["EndTime"]), end)
        self.ok(job, EndTime=gq.stamp(started + 1200))
        self.assertEqual(self.booking(job)[1], started + 1200 + LATE)
        self.ok(job, EndTime=gq.stamp(started + 600))
        self.assertLess(self.booking(job)[1], started + 900)

    def test_began_late(self):
        """Its booking is long enough for that: an update of something else leaves it alone."""
        begin = soon(4)
        job = self.book(begin, begin + 900, 5, 3, "-H")
        start, *_ = self.booking(job)
        gq.wait_for(lambda: time.time() > start + 4, "its booking has begun")
        self.assertTrue(self.c.scontrol("release", job).ok)
        self.wait_state(job, "RUNNING")
        booking, seen = self.booking(job), len(self.c.log())
        self.assertGreater(gq.seconds(self.job_fields(job)["StartTime"]), booking[0])
        self.make("r", booking[1], booking[1] + 600, NodeCnt=8)
        for fields in (dict(Comment="text"), dict(TimeLimit=5)):
            self.ok(job, **fields)
            self.assertEqual(self.booking(job), booking)
        self.assertNotIn("is not what its job is now", self.c.log()[seen:])

    def test_given_up(self):
        job = self.book(at(10), at(14), 60, 3)
        self.ok(job, ReservationName="")
        self.wait_unbooked()
        self.assertEqual(self.c.job_state(job), "PENDING")
        self.assertIsNone(self.name_of(job))

    def test_gets_a_deadline(self):
        job = self.job("-N3", "-t60", "--begin=" + gq.stamp(at(10)))
        self.ok(job, Deadline=gq.stamp(at(14)))
        self.assertBooked(job, at(10), 60, 3)

    def test_gets_a_deadline_but_can_not_be_booked(self):
        """As when it is submitted with one."""
        for words in (["--contiguous"], ["--ntasks-per-core=1", "--threads-per-core=1"],
                      ["--exclude=n1"]):
            with self.subTest(words=words):
                job = self.job("-N3", "-t60", "--begin=" + gq.stamp(at(10)), *words)
                self.ok(job, Deadline=gq.stamp(at(14)))
                self.assertIsNone(self.name_of(job))
                self.assertEqual(self.bookings(), {})
                self.c.run("scancel", job)


class Drained(deadline.Case):
    def test_when_it_runs(self):
        """It runs on; other nodes would be of no use to it."""
        seen = len(self.c.log())
        job = self.book(None, soon(900), 5, 3)
        self.wait_state(job, "RUNNING")
        nodes = self.c.hosts(self.job_fields(job)["NodeList"])
        node = min(nodes)
        self.addCleanup(self.resume, node)
        self.set_node(node, "DRAIN")
        self.wait_nodes("draining", [node])
        r = self.change_job(job, TimeLimit=7)
        self.assertTrue(r.ok, r)
        time.sleep(timing.REPAIRED + 1)	# no look replaces the node
        self.assertEqual(self.c.hosts(self.bookings()[self.name_of(job)]["Nodes"]), nodes)
        started = gq.seconds(self.job_fields(job)["StartTime"])
        self.assertEqual(self.booking(job), (self.booking(job)[0], started + 420 + LATE, 3))
        self.assertNotIn("is degraded", self.c.log()[seen:])
        self.make("r", started + 420 + LATE, started + 900, Nodes=max(nodes))
        r = self.change_job(job, TimeLimit=9)
        self.refused(r, "in the way: .*reservation r ")
        self.c.run("scancel", job)
        self.wait_unbooked()

    def test_before_it_runs(self):
        begin = ahead(timing.REPAIRED + 20)
        job = self.book(begin, begin + 900, 5, 3)
        name = self.name_of(job)
        node = min(self.c.hosts(self.bookings()[name]["Nodes"]))
        self.addCleanup(self.resume, node)
        self.set_node(node, "DRAIN")
        self.wait_nodes("drained", [node])
        gq.wait_for(lambda: node not in self.c.hosts(self.bookings()[name]["Nodes"]), "it has another node")
        self.wait_started(job, begin)


class Controller(deadline.Case):
    def test_killed(self):
        job = self.book(at(10), at(14), 60, 3, "-J", "keepme")
        self.wait_job_saved("keepme")
        self.kill()
        self.assertBooked(job, at(10), 60, 3)
        time.sleep(timing.JOBS_LOOKS)
        self.assertBooked(job, at(10), 60, 3)
        self.assertWindow(job, at(10), at(13) - LATE)

    def test_killed_before_the_job_is_saved(self):
        """Slurm forgets the job; then nothing keeps its nodes."""
        stale = self.book(at(20), at(22), 30, 1, "-J", "stale")
        self.wait_job_saved("stale")
        self.c.run("scancel", stale)
        self.kill()  # it may be there again, with its booking, and has no other
        job = self.book(at(11), at(15), 45, 2)
        name = self.name_of(job)
        self.kill()
        if not self.job_fields(job):
            gq.wait_for(lambda: name not in self.bookings(), "nothing keeps its nodes")
        else:
            self.assertBooked(job, at(11), 45, 2)

    def test_killed_before_the_booking_is_saved(self):
        """Slurm has saved the job, nobody its booking: then it is as any other, and the log says so."""
        files = ("garq.ledger", "resv_state")
        self.stop_ctld()
        for name in files:
            shutil.copy2(self.state(name), self.state(name + ".kept"))
        self.start_ctld()
        job = self.book(at(10), at(14), 60, 3, "-J", "early")
        name = self.name_of(job)
        self.wait_job_saved("early")
        self.c.kill_controller()
        self.forget_ledger([name + ".kept" for name in files])
        self.bring_state_back(*files)
        with self.logged(f"error: JobId={job} linked to defunct reservation {name}"):
            self.start_ctld()
        time.sleep(timing.JOBS_LOOKS)
        self.assertIsNone(self.name_of(job))
        self.assertEqual(self.bookings(), {})
        if self.c.job_state(job) == "RESV_DEL_HOLD":  # 24.11 and 26.05 hold it
            r = self.c.scontrol("release", job)
            gq.wait_for(lambda: self.name_of(job), "it is booked again")
        else:
            self.assertEqual(self.c.job_state(job), "PENDING")
            r = self.change_job(job, Deadline=gq.stamp(at(14)))
        self.assertTrue(r.ok, r)
        self.assertBooked(job, at(10), 60, 3)
        self.assertNotEqual(self.job_fields(job)["Priority"], "0")

    def test_killed_before_a_change_is_saved(self):
        """The booking is for what its job is again."""
        job = self.book(at(10), at(14), 60, 3, "-J", "changed")
        self.wait_job_saved("changed")
        self.assertTrue(self.change_job(job, TimeLimit=120, NumNodes="2-2").ok)
        self.assertBooked(job, at(10), 120, 2)
        self.kill()
        forgot = self.job_fields(job)["TimeLimit"] == "01:00:00"
        self.assertEqual(self.job_fields(job)["NumNodes"].split("-")[0], "3" if forgot else "2")
        shape = (at(10), at(11) + LATE, 3) if forgot else (at(10), at(12) + LATE, 2)
        gq.wait_for(lambda: self.booking(job) == shape, "the booking is for what the job is")

    def test_killed_before_a_change_is_saved_and_no_room(self):
        job = self.book(at(10), at(11) + LATE, 60, 3, "-J", "less")
        self.wait_job_saved("less")
        self.assertTrue(self.change_job(job, TimeLimit=10, Deadline=gq.stamp(at(10, 10) + LATE)).ok)
        self.make("r", at(10, 30), at(14), NodeCnt=8)
        self.kill()
        if self.job_fields(job)["TimeLimit"] != "01:00:00":
            self.assertBooked(job, at(10), 10, 3)
            return
        gq.wait_for(lambda: not self.name_of(job), "it is as any other")
        self.assertEqual(self.bookings(), {})
        said = f"JobId={job} is not booked any more, its deadline is no guarantee"
        gq.wait_for(lambda: said in self.c.log(), f"the log has {said}")

    def test_killed_before_it_is_saved_whose_booking_it_is(self):
        """Jobs booked at a later time than when they were submitted, one of them behind all nodes' next booking."""
        self.addCleanup(self.reconfigure, SchedulerParameters=deadline.PARAMETERS)
        self.reconfigure(SchedulerParameters="bf_interval=2")
        jobs = [self.submit(begin, deadline, 60, 3, "-H", "-J", name).out.strip()
                for name, begin, deadline in (("next", at(10), at(12)), ("after", at(16), at(20)))]
        self.wait_job_saved("after")
        self.reconfigure(SchedulerParameters=deadline.PARAMETERS)
        self.make("r", at(13), at(15), NodeCnt=8)
        for job in jobs:
            self.assertTrue(self.c.scontrol("release", job).ok)
        names, seen = [self.name_of(job) for job in jobs], len(self.c.log())
        self.kill()
        for job, name, start in zip(jobs, names, (at(10), at(16))):
            gq.wait_for(lambda job=job, name=name: self.name_of(job) == name, "it has its booking")
            self.assertBooked(job, start, 60, 3)
        self.assertNotIn("can't have its booking", self.c.log()[seen:])

    def test_names_are_not_given_twice(self):
        """Not by one that was killed when it had booked many in a second."""
        names = set()
        for _ in range(2):
            jobs = [self.book(at(10), at(14), 10, 1) for _ in range(20)]
            new = {self.name_of(job) for job in jobs}
            self.assertEqual((len(new), new & names), (20, set()))
            names |= new
            # Also those of the first time, if Slurm saved them before they were cancelled: the kill brings them back.
            self.c.run("scancel", *self.c.run("squeue", "-h", "-o", "%A").out.split())
            self.wait_unbooked()
            self.kill()

    def test_killed_and_starts(self):
        begin = soon(25)
        job = self.book(begin, begin + 900, 5, 3, "-J", "startme")
        self.wait_job_saved("startme")
        self.kill()
        self.wait_started(job, begin)

    def test_killed_when_it_runs(self):
        job = self.book(None, soon(900), 5, 3, "-J", "runs")
        self.wait_state(job, "RUNNING")
        self.wait_job_saved("runs")
        time.sleep(timing.JOBS_LOOKS)
        self.kill()
        time.sleep(timing.JOBS_LOOKS)
        self.assertEqual(self.c.job_state(job), "RUNNING")
        self.assertIn(self.name_of(job), self.bookings())

    def test_restarted(self):
        job = self.book(at(10), at(14), 60, 3)
        self.restart()
        time.sleep(timing.JOBS_LOOKS)
        self.assertBooked(job, at(10), 60, 3)
        self.c.run("scancel", job)
        self.wait_unbooked()

    def test_reconfigured(self):
        job = self.book(at(10), at(14), 60, 3)
        self.reconfigure()
        time.sleep(timing.JOBS_LOOKS)
        self.assertBooked(job, at(10), 60, 3)


class SwitchedOff(deadline.Case):
    def set_parameters(self, text):
        self.reconfigure(SchedulerParameters=text)

    def test_option(self):
        """Who is booked stays booked; nobody else is."""
        begin = soon(20)
        job = self.book(begin, begin + 900, 5, 3)
        self.addCleanup(self.set_parameters, deadline.PARAMETERS)
        self.set_parameters("bf_interval=2")
        r = self.submit(at(10), at(14), 60, 3)
        self.assertTrue(r.ok, r)
        self.assertEqual(r.err, "")
        self.assertIsNone(self.name_of(r.out.strip()))
        self.wait_started(job, begin)
        self.c.run("scancel", job)
        self.wait_unbooked()

    def test_without_job_submit(self):
        self.addCleanup(self.restart, JobSubmitPlugins="garq")
        with self.logged("garq_jobs=deadline does nothing without JobSubmitPlugins=garq"):
            self.restart(JobSubmitPlugins="")
        r = self.submit(at(10), at(14), 60, 3)
        self.assertTrue(r.ok, r)
        self.assertIsNone(self.name_of(r.out.strip()))

    def test_without_a_window(self):
        self.addCleanup(self.set_parameters, deadline.PARAMETERS)
        with self.logged("garq_jobs=deadline does nothing with garq_window=none"):
            self.set_parameters(deadline.PARAMETERS + ",garq_window=none")
        r = self.submit(at(10), at(14), 60, 3)
        self.assertTrue(r.ok, r)
        self.assertIsNone(self.name_of(r.out.strip()))

    def test_plugin(self):
        """Slurm keeps the reservation, and the job starts in it; others are taken as they are."""
        begin = soon(25)
        job = self.book(begin, begin + 900, 5, 3)
        name = self.name_of(job)
        self.addCleanup(self.come_back, name)
        self.restart(SchedulerType="sched/backfill")
        with self.logged("job_submit/garq: sched/garq is not loaded"):
            r = self.submit(at(10), at(14), 60, 3)
        self.assertTrue(r.ok, r)
        self.assertIn(name, self.c.reservations())
        gq.wait_for(lambda: self.c.job_state(job) == "RUNNING", "it starts", 90)
        self.assertGreaterEqual(gq.seconds(self.job_fields(job)["StartTime"]), begin)

    def come_back(self, name):
        self.c.run("scancel", *self.c.run("squeue", "-h", "-o", "%A").out.split())
        self.restart(SchedulerType="sched/garq")
        self.wait_unbooked()
