# SPDX-License-Identifier: GPL-2.0-or-later
"""Jobs that come back after kill -9, and with them a reservation that was over.

Slurm saves its jobs and its reservations now and then. Killed before that, it
begins again with what it saved last: a job that has ended meanwhile is there
again, and so is the reservation that it was in, though that was deleted. The
tests keep what Slurm has saved at some moment, and have it start from that.
"""
import re
import time
import unittest

import deadline
import gq
from case import ahead, at, soon

NODES = 8
SAVED = ("job_state", "resv_state")


def setUpModule():
    deadline.start()


class Case(deadline.Case):
    def end(self, job):
        self.c.run("scancel", job)
        gq.wait_for(lambda: not self.c.run("squeue", "-h", "-j", job).out, f"job {job} ends")

    def revive(self, *names):
        """kill -9, and a start from what was kept: these are back, and end at once."""
        self.c.kill_controller()
        self.bring_state_back(*SAVED)
        seen = len(self.c.log())
        self.c.start_controller()
        self.c.wait_answering()
        self.assertEqual(re.findall("reservation (.*) has jobs that Slurm did not know to be over: it ends now",
                                    self.c.log()[seen:]), list(names))
        for name in names:	# Slurm may have removed it already
            fields = self.c.reservations().get(name)
            self.assertTrue(not fields or gq.seconds(fields["EndTime"]) <= time.time(), fields)

    def gone(self, *left):
        gq.wait_for(lambda: set(self.c.reservations()) == set(left), f"only {left} are left")
        gq.wait_for(lambda: self.live() == set(left), f"only {left} are in the ledger")

    def assertStays(self):
        """Also after a start in order, and one more kill -9."""
        gq.wait_for(lambda: "degraded" not in self.shown(), "all have their nodes to themselves", 60)
        before = self.shown()
        r = gq.check(self.c, [])
        self.assertTrue(r.ok, r)
        self.restart()
        gq.wait_for(lambda: self.shown() == before, "it has its nodes to itself", 60)
        self.kill()
        gq.wait_for(lambda: self.shown() == before, "it has its nodes to itself", 60)


class Revived(Case):
    def running(self, name, **options):
        """A job in a reservation; both are over, and the nodes are another booking's."""
        self.make(name, soon(0), Duration=60, NodeCnt=3, **options)
        nodes = self.nodes(name)
        job = self.running_job("-N3", "--exclusive", "-t50", f"--reservation={name}")
        self.keep_state(*SAVED)
        self.end(job)
        self.assertTrue(self.c.delete(name).ok)
        self.make("s", soon(0), Duration=60, Nodes=",".join(sorted(nodes)))
        before = self.fields("s")
        self.revive(name)
        self.gone("s")
        gq.wait_for(lambda: self.fields("s") == before, "s has its nodes to itself", 60)
        self.assertEqual(self.closed(name), ["deleted", "ended"])
        # Slurm ends it, unless it has found before that it is missing on its node.
        self.wait_state(job, "TIMEOUT", "NODE_FAIL", "FAILED")
        self.running_job("-N3", "--exclusive", "-t50", "--reservation=s")
        self.assertStays()

    def test_running(self):
        self.running("run")

    def test_running_in_one_with_flex(self):
        """Its jobs may run on when it is over; if it was deleted none of them did."""
        self.running("flex", Flags="FLEX")

    def test_that_runs_on(self):
        """The reservation was purged under it."""
        self.make("short", soon(0), ahead(40), NodeCnt=3, Flags="FLEX")
        job = self.running_job("-N3", "--exclusive", "-t50", "--reservation=short")
        self.keep_state(*SAVED)
        gq.wait_for(lambda: not self.c.reservations(), "it is over", 120)
        gq.wait_for(lambda: self.closed("short"), "in the ledger as well")
        self.revive("short")
        self.gone()
        self.assertEqual(self.c.job_state(job), "RUNNING")
        self.refuse("x", f"job {job} ", start=soon(60), end=soon(120), NodeCnt=NODES)

    def test_running_in_one_that_ended(self):
        end = ahead(40)
        self.make("over", soon(0), end, NodeCnt=3)
        job = self.running_job("-N3", "--exclusive", "--reservation=over")
        self.keep_state(*SAVED)
        self.wait_state(job, "TIMEOUT", "FAILED")  # FAILED where slurmctld was away at the end of its time
        gq.wait_for(lambda: self.closed("over"), "r is over", 120)
        self.make("s", soon(0), Duration=60, NodeCnt=NODES)
        before = self.fields("s")
        self.revive("over")
        self.gone("s")
        gq.wait_for(lambda: self.fields("s") == before, "s has its nodes to itself", 60)
        self.assertStays()

    def test_pending(self):
        """It was to begin in two days."""
        self.make("wait", at(10), at(11), NodeCnt=3)
        job = self.job("-N3", "--exclusive", "-t50", "--reservation=wait")
        self.keep_state(*SAVED)
        self.end(job)
        self.assertTrue(self.c.delete("wait").ok)
        self.make("s", at(10), at(11), NodeCnt=NODES)
        before = self.fields("s")
        self.revive("wait")
        self.make("t", at(11), at(12), NodeCnt=NODES)
        self.gone("s", "t")
        gq.wait_for(lambda: self.fields("s") == before, "s has its nodes to itself", 60)
        self.assertEqual(self.closed("wait"), ["deleted", "ended"])
        fields = self.job_fields(job)	# held, as after any end of a reservation that it names
        self.assertIn(fields["JobState"], ("PENDING", "RESV_DEL_HOLD"))
        self.assertEqual((fields["Priority"], fields.get("Reservation")), ("0", None))
        self.assertStays()

    def test_its_name_is_anothers(self):
        """What ran in the old one has nothing to do with the new one."""
        self.make("r", soon(0), Duration=60, NodeCnt=3)
        job = self.running_job("-N3", "--exclusive", "-t50", "--reservation=r")
        self.keep_state(*SAVED)
        self.end(job)
        self.assertTrue(self.c.delete("r").ok)
        self.make("s", soon(0), Duration=60, NodeCnt=NODES)
        self.make("r", at(10), at(11), NodeCnt=NODES)
        before = self.shown()
        self.revive()
        gq.wait_for(lambda: self.shown() == before, "it has its nodes to itself", 60)
        self.change("r", NodeCnt=2)
        r = self.c.delete("r")
        self.assertTrue(r.ok, r)
        self.wait_state(job, "TIMEOUT", "NODE_FAIL", "FAILED")
        self.running_job(f"-N{NODES}", "--exclusive", "-t50", "--reservation=s")
        self.assertEqual(set(self.c.reservations()), {"s"})
        self.assertStays()

    def test_that_waits_for_a_name_which_is_anothers(self):
        """It waits for that one then."""
        self.make("q", at(10), at(11), NodeCnt=3)
        job = self.job("-N3", "--exclusive", "-t50", "--reservation=q")
        self.keep_state(*SAVED)
        self.end(job)
        self.assertTrue(self.c.delete("q").ok)
        self.make("q", at(15), at(16), NodeCnt=NODES)
        before = self.shown()
        self.revive()
        gq.wait_for(lambda: self.shown() == before, "it has its nodes to itself", 60)
        fields = self.job_fields(job)
        self.assertEqual((fields["JobState"], fields["Reservation"]), ("PENDING", "q"))
        self.make("s", at(10), at(11), NodeCnt=NODES)
        self.assertStays()

    def test_with_a_deadline(self):
        """It is booked anew in what is left of its window."""
        job = self.book(at(10), at(14), 50, 3)
        name = self.name_of(job)
        self.keep_state(*SAVED)
        self.end(job)
        gq.wait_for(lambda: not self.bookings(), "its booking goes")
        self.make("s", at(9), at(12), NodeCnt=NODES)
        before = self.fields("s")
        self.revive(name)
        gq.wait_for(lambda: self.name_of(job) not in (None, name), f"job {job} is booked again")
        gq.wait_for(lambda: name not in self.bookings(), "what it had is gone")
        self.assertBooked(job, at(12), 50, 3)
        gq.wait_for(lambda: self.fields("s") == before, "s has its nodes to itself", 60)
        self.assertStays()


if __name__ == "__main__":
    unittest.main()
