# SPDX-License-Identifier: GPL-2.0-or-later
"""Every acknowledged reservation is there after a restart, and after kill -9."""
import os
import shutil
import time
import unittest

import case
import gq
from case import ahead, at, soon


def setUpModule():
    case.start(8, lines=["Licenses=sw:4"])


class Restarted(case.Case):
    """A booking of each kind, all of them between 9:00 and 13:00 of one day."""

    def setUp(self):
        super().setUp()
        self.make("count", at(10), Duration=60, NodeCnt=3, Users="root,daemon")
        self.make("list", at(10), at(10, 30, 7), Nodes="n[7-8]", Accounts="red", Users=None)
        self.make("half", at(9), at(10), PartitionName="half")
        self.make("odd", at(11), at(12), NodeCnt=2, Features="odd", Licenses="sw:3",
                  Flags="PURGE_COMP=00:10:00,MAGNETIC")
        self.make("all", at(12), at(13), Nodes="ALL")
        self.make("down", at(11), at(12), NodeCnt=2, Flags="REPLACE_DOWN,STATIC" if gq.VERSION < (23, 2) else "REPLACE_DOWN")
        self.make("moved", at(12), Duration=30, NodeCnt=1, MaxStartDelay="4:00:00")
        self.make("active", soon(-60), soon(3600), NodeCnt=1)

    def check_answers(self):
        """Requests are judged as before."""
        r = self.refuse("x", r"reservation list \(", "reservation count ",
                        start=at(10), end=at(10, 20), NodeCnt=4)
        self.assertEqual(self.earliest(r), at(10, 30, 7))
        self.refuse("x", "reservation half ", start=at(9), end=at(10), NodeCnt=5)
        self.refuse("x", "reservation active ", start=soon(60), end=soon(120), NodeCnt=8)
        self.assertTrue(self.c.delete("all").ok)
        self.change("moved", NodeCnt=2)
        self.assertLies("moved", at(12), at(12, 30), 2)

    def test_in_order(self):
        before = self.shown()
        self.restart()
        self.assertEqual(self.shown(), before)
        self.check_answers()

    def test_says_what_it_did(self):
        """At the end, in the log: what was booked, refused, left to Slurm."""
        self.restart()
        self.refuse("x", start=at(12), end=at(13), NodeCnt=1)
        self.make("y", at(15), at(16), NodeCnt=8)
        self.make("maint", at(15), at(16), Nodes="ALL", Flags="MAINT")
        self.restart()
        self.assertIn("1 booked, 1 refused, 1 left to Slurm since the start", self.c.log())

    def test_in_order_with_slurms_own(self):
        self.make("maint", at(10, day=9), at(11, day=9), Nodes="ALL", Flags="MAINT")
        self.make("daily", at(20), at(21), NodeCnt=8, Flags="DAILY")
        before = self.shown()
        self.restart()
        self.assertEqual(self.shown(), before)
        self.assertFalse(self.live() & {"maint", "daily"})
        self.refuse("x", "reservation daily ", start=at(20, day=5), end=at(21, day=5), NodeCnt=1)
        self.assertTrue(self.c.delete("maint").ok and self.c.delete("daily").ok)
        self.restart()  # Slurm is to know of it

    def test_killed(self):
        before = self.shown()
        self.kill()
        self.assertEqual(self.shown(), before)
        self.check_answers()

    def test_killed_twice(self):
        before = self.shown()
        self.kill()
        self.kill()
        self.assertEqual(self.shown(), before)

    def test_state_of_slurm_is_lost(self):
        """The ledger alone is enough."""
        before = self.shown()
        self.c.kill_controller()
        for name in ("resv_state", "resv_state.old"):
            if os.path.exists(self.state(name)):
                os.unlink(self.state(name))
        self.c.start_controller()
        self.c.wait_answering()
        self.assertEqual(self.shown(), before)
        self.check_answers()

    def test_deleted_just_before(self):
        self.settle()
        for name in ("count", "moved", "active"):
            self.assertTrue(self.c.delete(name).ok)
        before = self.shown()
        self.kill()
        self.assertEqual(self.shown(), before)
        self.make("x", at(10, 31), at(11), NodeCnt=8)

    def test_updated_just_before(self):
        self.settle()
        self.change("count", at(8), NodeCnt=4, Users="daemon")
        self.change("list", Nodes="n[6-8]", end=at(10, 40), plus_Accounts="blue")
        self.change("odd", Duration=30, minus_Flags="MAGNETIC", Licenses="sw:2")
        self.change("half", Users="", Accounts="red")
        self.change("down", PartitionName="half", Flags="FLEX", Users="root,daemon")
        self.change("moved", MaxStartDelay="5:00:00")
        self.change("active", Duration=180)
        before = self.shown()
        self.kill()
        self.assertEqual(self.shown(), before)

    def settle(self):
        """Slurm has saved what is there now, in a second that is over."""
        names = set(self.c.reservations())
        self.restart()
        self.assertEqual(set(self.c.reservations()), names)
        now = int(time.time())
        gq.wait_for(lambda: time.time() >= now + 1, "the next second")

    def test_replaced_just_before(self):
        """One of the same name, made after the other was deleted."""
        self.settle()
        self.assertTrue(self.c.delete("count").ok)
        self.make("count", at(15), at(16), NodeCnt=8)
        before = self.shown()
        self.kill()
        self.assertEqual(self.shown(), before)

    def id_of(self, name):
        found, = self.ledger(f"SELECT resv_id FROM booking WHERE name = '{name}' AND closed IS NULL")
        return found[0]

    def test_replaced_after_others_were_made_again(self):
        """It does not get the id of the one that was deleted: a start would take its record for the new one's."""
        self.make("near", at(16), at(17), NodeCnt=8)
        self.make("behind", at(18), at(19), NodeCnt=8)
        self.make("next", at(8), at(9), NodeCnt=7)  # the next one on its nodes, so Slurm saves it
        before = self.id_of("next")
        self.keep_state("resv_state")
        self.kill()
        self.assertTrue(self.c.delete("next").ok)
        start = soon(60)
        self.make("next", start, start + 3600, NodeCnt=7)
        self.c.kill_controller()
        after = self.id_of("next")
        self.bring_state_back("resv_state")
        self.save_again()
        self.start_ctld()
        self.assertLies("next", start, start + 3600, 7)
        self.assertNotEqual(after, before)

    def test_slurms_own_just_before(self):
        """A booking that became Slurm's own, and one that takes the name of one of Slurm's own."""
        self.make("maint", at(15), at(16), NodeCnt=8, Flags="MAINT")
        self.settle()
        self.change("count", Flags="DAILY")
        self.assertTrue(self.c.delete("maint").ok)
        self.make("maint", at(16), at(17), NodeCnt=8)
        before = self.fields("maint")
        self.kill()
        self.assertIn("count", self.c.reservations())
        self.assertEqual(self.fields("maint"), before)
        self.assertIn("maint", self.live())

    def test_refused_just_before(self):
        before = self.shown()
        self.refuse("x", start=at(10), end=at(11), NodeCnt=8)
        self.refuse_change("count", NodeCnt=8)
        self.kill()
        self.assertEqual(self.shown(), before)

    def test_linked_just_before(self):
        """Parked as no other was next, then linked as it is the next one, and killed before Slurm has saved it."""
        for pause in (0, 0.5, 1, 2, 4, 7):
            self.make("near", at(15), at(16), NodeCnt=8)
            self.make("behind", at(17), at(18), NodeCnt=8)
            gq.wait_for(lambda: self.ledger("SELECT parked FROM booking WHERE name = 'behind'"
                                            " AND closed IS NULL") == [(1, )], "it is parked")
            time.sleep(pause / 2)  # a moment, whichever: Slurm and the agent are at work
            self.assertTrue(self.c.delete("near").ok)
            before = self.shown()
            time.sleep(pause)
            self.kill()
            self.assertEqual(self.shown(), before)
            self.assertTrue(self.c.delete("behind").ok)

    def test_names_are_not_given_twice(self):
        made = {self.make(start=at(20), end=at(21), NodeCnt=1)["ReservationName"]}
        self.kill()
        made.add(self.make(start=at(20), end=at(21), NodeCnt=1)["ReservationName"])
        self.assertEqual(len(made), 2)


@unittest.skipUnless(gq.REEXEC, "scontrol reconfigure of this version of Slurm is no restart")
class Reconfigure(case.Case):
    """scontrol reconfigure starts a new slurmctld; if that fails the old one goes on."""

    def setUp(self):
        super().setUp()
        self.make("count", at(10), at(11), NodeCnt=3)
        self.make("wide", at(10), at(11), NodeCnt=3, MaxStartDelay="4:00:00")
        self.make("list", at(12), at(13), Nodes="n[1-2]")
        self.make("daily", at(15), at(16), NodeCnt=2, Flags="DAILY")
        self.make("now", soon(0), Duration=60, NodeCnt=2)
        self.inside = self.running_job("-N1", "--reservation=now")
        self.before = self.shown()

    def check_all_is_there(self):
        self.assertEqual(self.shown(), self.before)
        self.assertEqual(self.c.job_state(self.inside), "RUNNING")
        self.assertEqual(self.live(), {"count", "wide", "list", "now"})
        self.refuse("x", "reservation count ", start=at(10), end=at(11), NodeCnt=6)
        self.change("count", NodeCnt=4)
        self.change("count", NodeCnt=3)

    def test_several_times(self):
        for _ in range(3):
            self.reconfigure()
            self.check_all_is_there()

    def test_that_fails(self):
        self.addCleanup(self.reconfigure, PriorityType="")
        r = self.c.cluster("set", "PriorityType=priority/nosuch")
        self.assertTrue(r.ok, r)
        r = self.c.scontrol("reconfigure")
        self.assertFalse(r.ok, r)
        gq.wait_for(self.c.alive, "the old slurmctld goes on")
        self.check_all_is_there()
        self.c.cluster("set", "PriorityType=")
        self.kill()
        self.check_all_is_there()


class Jobs(case.Case):
    def test_running_inside_one(self):
        self.make("r", StartTime="now", Duration=60, NodeCnt=4)
        job = self.running_job("-N2", "--exclusive", "-t30", "--reservation=r")
        self.restart()  # Slurm is to know of the job
        before = self.shown()
        self.kill()
        self.assertEqual(self.shown(), before)
        gq.wait_for(lambda: self.job_fields(job).get("JobState") == "RUNNING", "the job runs")
        self.assertEqual(self.job_fields(job)["Reservation"], "r")
        self.assertEqual(self.c.delete("r").code, 1)

    def test_pending_for_a_new_one(self):
        """Slurm forgets the reservation of a job that it has saved later than the job."""
        for i in range(3):
            self.make(f"r{i}", at(10), at(11), NodeCnt=2)
            job = self.saved_job("-N1", "-t30", f"--reservation=r{i}")
            self.kill()
            fields = self.job_fields(job)
            self.assertEqual((fields["JobState"], fields.get("Reservation")), ("PENDING", f"r{i}"), fields)

    def test_running_beside_one(self):
        job = self.running_job("-N2", "--exclusive", "-t30")
        self.restart()
        self.kill()
        gq.wait_for(lambda: self.job_fields(job).get("JobState") == "RUNNING", "the job runs")
        start = soon(60)
        self.refuse("r", f"job {job} ", start=start, end=start + 60, NodeCnt=7)


class Ended(case.Case):
    """Reservations that end while the controller is down."""

    def test_is_closed(self):
        end = ahead(25)
        self.make("r", soon(0), end, NodeCnt=8)
        self.make("later", end, end + 3600, NodeCnt=8)
        r = self.c.cluster("stop-ctld")
        self.assertTrue(r.ok, r)
        for name in ("resv_state", "resv_state.old"):
            if os.path.exists(self.state(name)):
                os.unlink(self.state(name))
        gq.wait_for(lambda: time.time() > end, "r is over")
        self.c.start_controller()
        self.assertEqual(set(self.c.reservations()), {"later"})
        self.assertEqual(self.live(), {"later"})
        self.assertEqual(self.closed("r"), ["ended while the controller was down"])

    def test_that_slurm_still_has(self):
        end = ahead(15)
        self.make("s", soon(0), end, NodeCnt=8)
        r = self.c.cluster("stop-ctld")
        self.assertTrue(r.ok, r)
        gq.wait_for(lambda: time.time() > end, "s is over")
        self.c.start_controller()
        self.c.wait_answering()
        self.make("now", StartTime="now", Duration=5, NodeCnt=8)
        gq.wait_for(lambda: "s" not in self.live(), "the ledger closes it", seconds=120)
        self.assertIn("ended", self.closed("s")[0])


if __name__ == "__main__":
    unittest.main()
