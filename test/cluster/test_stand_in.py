# SPDX-License-Identifier: GPL-2.0-or-later
"""
Bookings whose records Slurm can't make again keep their names, nodes and times, and their users what is left of them
(plugin/booking/place/stand_in.h).
"""
import contextlib
import os
import re
import time
import unittest

import case
import gq
from case import GHOST, OTHER, at, soon

REMARK = r" (?:BurstBuffer|Comment)=((?:not made again|made in part): .*); it is tried again"
COLUMNS = ("name, t_esr, t_lsr, asked_nodes, num_cn, partition, features, users, groups, accounts, licenses,"
           " flags, duration_min, start, \"end\", nodes, creator, created, comment")
WHY = {
    "parted": "made in part: Slurm does not take partition: extra$",
    "licensed": "made in part: Slurm does not take licenses: gone:1$",
    "wide": "made in part: Slurm does not take partition: extra$",
    "part": "made in part: Slurm does not take partition: extra$",
    "all": "made in part: Slurm does not take licenses: gone:2$",
    "begun": "made in part: Slurm does not take partition: extra$",
}


def setUpModule():
    case.start(8, lines=["Licenses=sw:4,gone:2", "JobSubmitPlugins=garq",
                         "PartitionName=extra Nodes=n[1-4] MaxTime=UNLIMITED DefaultTime=60 State=UP"])


class StandIns(case.Case):
    def setUp(self):
        super().setUp()
        with open(self.path()) as f:
            self.original = f.read()
        self.addCleanup(self.put_back)

    def put_back(self):
        if self.conf() != self.original:
            self.bring_back()
            if self.c.alive():
                self.restart()
        if not self.c.alive():
            self.start_ctld()
        self.c.run("scancel", *self.c.run("squeue", "-h", "-o", "%A").out.split())
        gq.wait_for(lambda: not any(name.startswith("garq.job@") for name in self.c.reservations()),
                    "the bookings of jobs go")
        self.clean()

    # --- slurm.conf --------------------------------------------------------

    def path(self):
        return os.path.join(self.c.folder, "slurm.conf")

    def conf(self):
        with open(self.path()) as f:
            return f.read()

    def write(self, text):
        case.replace(self.path(), text)

    def take_away(self, *changes):
        """Replace what matches by what is given, in slurm.conf."""
        text = self.conf()
        for pattern, new in changes or (("^PartitionName=extra .*\n", ""), (",gone:2", "")):
            text, count = re.subn(pattern, new, text, flags=re.M)
            self.assertTrue(count, pattern)
        self.write(text)

    @staticmethod
    def nodes_from(first):
        """To be taken away: the nodes n<first> to n8."""
        gone = "|".join(f"n{i}" for i in range(first, 9))
        return (f"^NodeName=({gone}) .*\n", ""), (r"Nodes=n\[1-8\]", f"Nodes=n[1-{first - 1}]")

    def bring_back(self):
        self.write(self.original)

    # --- what is there -----------------------------------------------------

    def rows(self):
        """Of the live bookings, all that no stand-in may change."""
        return sorted(self.ledger(f"SELECT {COLUMNS} FROM booking WHERE closed IS NULL"))

    def line(self, name):
        found = [line for line in self.c.scontrol("-o", "show", "reservation").out.splitlines()
                 if line.startswith(f"ReservationName={name} ")]
        self.assertEqual(len(found), 1, name)
        return found[0]

    def reason(self, name):
        """Why the record of a reservation is a stand-in, or a part; None if it is whole."""
        found = re.search(REMARK, self.line(name))
        return found and found[1]

    def some(self):
        """Bookings of several kinds: the next ones on their nodes, parked ones, one that runs."""
        self.make("begun", soon(-60), soon(7200), PartitionName="extra", NodeCnt=1)
        self.make("wall", at(8), at(9), NodeCnt=7)
        self.make("parted", at(10), at(11), PartitionName="extra", NodeCnt=2, Users="root,daemon")
        self.make("licensed", at(10), at(10, 30), NodeCnt=1, Licenses="gone:1,sw:1", Users=None, Accounts="red")
        self.make("wide", at(12), Duration=60, NodeCnt=3, PartitionName="extra", MaxStartDelay="4:00:00",
                  Flags="STATIC")
        self.make("part", at(14), at(15), PartitionName="extra")
        self.make("all", at(16), at(17), Nodes="ALL", Licenses="gone:2")
        self.make("other", at(12), at(13), Nodes="n[7-8]")
        self.before = {name: self.line(name) for name in self.c.reservations()}
        self.kept = self.rows()

    def check(self):
        """They are what they were, but for the partition or the licenses."""
        self.c.wait_answering()
        self.assertEqual(set(self.c.reservations()), set(self.before))
        for name, before in self.before.items():
            with self.subTest(name=name):
                for key in ("StartTime", "EndTime", "Nodes", "NodeCnt", "Users", "Accounts"):
                    self.assertEqual(re.search(f" {key}=(\\S*)", self.line(name))[1],
                                     re.search(f" {key}=(\\S*)", before)[1], key)
                if name in WHY:
                    self.assertRegex(self.reason(name) or "", WHY[name])
                else:
                    self.assertEqual(self.line(name), before)
        self.assertEqual(self.rows(), self.kept)

    def check_protects(self):
        """Neither a name nor a node nor a license of theirs is given away, and none is changed."""
        for name in WHY:
            self.refuse(name, f"there is a reservation {name} already", start=at(20), end=at(21), NodeCnt=1)
        self.refuse_change("parted", "PartitionName=extra: there is no such partition", NodeCnt=1)
        self.refuse_change("wide", "wide can't be changed so, it was made in part: .*scontrol reconfigure.*delete it",
                           Flags="MAINT")
        self.refuse("x", "reservation parted ", start=at(10), end=at(11), Nodes=self.fields("parted")["Nodes"])
        self.refuse("x", "reservation part ", start=at(14), end=at(15), NodeCnt=5)
        self.refuse("x", "reservation begun ", start=soon(60), end=soon(120), NodeCnt=8)
        self.refuse("x", "licensed", start=at(10), end=at(11), NodeCnt=1, Licenses="sw:4")

    def check_all_is_back(self):
        self.c.wait_answering()
        gq.wait_for(lambda: not any(self.reason(name) for name in self.before), "they are made again")
        self.assertEqual({name: self.line(name) for name in self.c.reservations()}, self.before)
        self.assertEqual(self.rows(), self.kept)

    def kill_without(self, *changes):
        """Slurm has saved nothing since it began, and slurm.conf is another one now."""
        self.c.kill_controller()
        for name in ("resv_state", "resv_state.old"):
            with contextlib.suppress(FileNotFoundError):
                os.unlink(self.state(name))
        self.take_away(*changes)
        self.c.start_controller()
        self.c.wait_answering()


class Made(StandIns):
    def test_killed(self):
        """Slurm has saved none of them."""
        self.some()
        self.kill_without()
        self.check()
        self.assertRegex(self.c.log(), f"ledger reconciled with Slurm: .*, {len(WHY)} stand-ins")
        self.check_protects()
        self.restart()
        self.check()
        self.kill()
        self.check()
        self.check_protects()
        self.bring_back()
        self.reconfigure()
        self.check_all_is_back()
        self.change("parted", NodeCnt=3)
        self.assertIsNone(self.reason("parted"))
        self.kill()
        self.assertLies("parted", at(10), at(11), 3)

    def test_stopped_in_order(self):
        """Slurm has saved them all, and purges them as it reads its state."""
        self.some()
        self.stop_ctld()
        self.take_away()
        self.c.start_controller()
        self.check()
        self.kill()
        self.check()
        self.check_protects()
        self.stop_ctld()
        self.bring_back()
        self.c.start_controller()
        self.check_all_is_back()

    def test_reconfigured(self):
        """Slurm purges what it takes for invalid."""
        self.some()
        self.take_away()
        self.reconfigure()
        self.check()
        self.check_protects()
        self.restart()
        self.check()
        self.bring_back()
        self.reconfigure()
        self.check_all_is_back()

    def test_fewer_licenses(self):
        """Licenses of which there are too few for a while are not booked by others; what has them keeps its time."""
        self.make("r", at(10), at(11), NodeCnt=1, Licenses="sw:3,gone:1")
        self.make("s", at(12), at(13), NodeCnt=0, Licenses="sw:3")
        self.make("f", at(16), Duration=60, NodeCnt=8, Licenses="gone:1", MaxStartDelay="4:00:00")
        self.take_away(("sw:4,gone:2", "sw:2"))
        self.reconfigure()
        for _ in range(2):
            self.assertRegex(self.reason("r"), "made in part: Slurm does not take licenses: sw:3,gone:1")
            self.assertRegex(self.reason("s"), "not made again: ")
            self.refuse("x", "reservation f ", start=at(16), end=at(17), NodeCnt=1)  # it keeps its time for the license
            self.refuse("x", "reservation r ", start=at(10), end=at(11), NodeCnt=1, Licenses="sw:1")
            self.refuse("x", "reservation s ", start=at(12), end=at(13), NodeCnt=1, Licenses="sw:1")
            self.kill()
        self.make("x", at(14), at(15), NodeCnt=1, Licenses="sw:2")
        self.bring_back()
        self.reconfigure()
        gq.wait_for(lambda: not any(self.reason(name) for name in "rsf"), "they are whole")
        self.assertEqual([self.fields(name)["Licenses"] for name in "rsf"],
                         ["sw:3,gone:1", "sw:3", "gone:1"])
        self.assertLies("f", at(16), at(17), 8)
        self.make("y", at(10), at(11), NodeCnt=1, Licenses="sw:1")
        self.refuse("z", "reservation r ", start=at(10), end=at(11), NodeCnt=1, Licenses="gone:2")

    def test_deleted(self):
        self.some()
        self.c.kill_controller()
        self.take_away()
        self.c.start_controller()
        self.check()
        for name in WHY:
            r = self.c.delete(name)
            self.assertTrue(r.ok, r)
            self.assertEqual(self.closed(name)[-1], "deleted")
        self.make("parted", at(10), at(11), NodeCnt=7)
        self.kill()
        self.assertEqual(set(self.c.reservations()), {"wall", "other", "parted"})
        self.bring_back()
        self.reconfigure()
        self.assertEqual(set(self.c.reservations()), {"wall", "other", "parted"})
        self.assertLies("parted", at(10), at(11), 7)

    def test_deleted_while_it_was_off(self):
        """A part is a plain reservation then: without it there is no booking any more."""
        self.some()
        self.c.kill_controller()
        self.take_away()
        self.c.start_controller()
        self.check()
        self.addCleanup(self.restart, SchedulerType="sched/garq")
        self.restart(SchedulerType="sched/backfill")
        self.assertRegex(self.reason("wide"), WHY["wide"])
        now = int(time.time())  # Slurm's state is to be newer than the ledger
        gq.wait_for(lambda: time.time() >= now + 1, "the next second")
        self.assertTrue(self.c.delete("parted").ok)
        self.restart(SchedulerType="sched/garq")
        self.assertNotIn("parted", self.c.reservations())
        self.assertEqual(self.closed("parted")[-1], "removed while sched/garq was off")
        del self.before["parted"]
        self.kept = [row for row in self.kept if row[0] != "parted"]
        self.check()
        self.write(self.original)
        self.reconfigure()
        self.check_all_is_back()

    def test_job_of_another(self):
        """A part is linked when it is due: its nodes are not another's then."""
        start = soon(40)
        self.make("r", start, start + 3600, PartitionName="extra", NodeCnt=4)
        self.c.kill_controller()
        self.take_away()
        self.c.start_controller()
        self.c.wait_answering()
        self.assertTrue(self.reason("r"))
        user = OTHER if case.ROOT else None
        jobs = [self.job("-w", f"n{i}", "-t120", user=user) for i in (1, 4)]
        free = self.running_job("-w", "n5", "-t120", user=user)
        gq.wait_for(lambda: time.time() > start + 3, "r has begun")
        later = self.running_job("-w", "n6", "-t120", user=user)  # so Slurm has looked at its jobs
        self.assertEqual([self.c.job_state(job) for job in (*jobs, free, later)],
                         ["PENDING"] * 2 + ["RUNNING"] * 2)

    @case.needs_root
    def test_used_without_its_partition(self):
        """Jobs come to its nodes by another partition, as in plain Slurm."""
        self.make("r", soon(5), Duration=60, PartitionName="extra", NodeCnt=2, Users=f"root,{OTHER}")
        self.kill_without()
        self.assertRegex(self.reason("r"), WHY["parted"])
        job = self.running_job("--reservation=r", "-N2", "-t1", user=OTHER)
        self.assertIn(self.job_fields(job)["NodeList"], self.line("r"))

    def test_ends(self):
        end = soon(30)
        self.make("r", soon(0), end, PartitionName="extra", NodeCnt=4)
        self.c.kill_controller()
        self.take_away()
        self.c.start_controller()
        self.c.wait_answering()
        self.assertTrue(self.reason("r") if "r" in self.c.reservations() else time.time() >= end)
        gq.wait_for(lambda: "r" not in self.live(), "the ledger closes it", seconds=150)
        self.assertIn("ended", self.closed("r")[-1])

    def test_holds_of_offers(self):
        self.parameters("garq_offer_hold=2")
        self.make("a", at(10), at(12), Nodes="n[1-4]")
        r = self.c.create("r", StartTime=gq.stamp(at(10)), Duration=60, NodeCnt=2, PartitionName="extra")
        held = self.live() - {"a"}
        self.assertEqual(len(held), 2, r)
        kept = self.rows()
        self.kill_without()
        self.restart()
        self.assertEqual(self.rows(), kept)
        self.assertEqual(set(self.c.reservations()), {"a"}, "holds are not shown")
        for name in held:
            self.assertTrue(self.c.delete(name).ok)
        self.kill()
        self.assertEqual(set(self.c.reservations()), {"a"})
        self.assertEqual(self.live(), {"a"})

    @case.needs_root
    def test_of_a_user(self):
        """He is told, it counts for his limits, and he may change and delete it."""
        self.parameters("garq_users=yes,garq_user_bookings=1")
        self.make("r", at(10), at(11), user=OTHER, Users=OTHER, NodeCnt=2, PartitionName="extra")
        self.kill_without()
        self.assertRegex(self.reason("r"), WHY["parted"])
        self.refuse("s", "you have 1 booking", start=at(10), end=at(11), user=OTHER, Users=OTHER, NodeCnt=1)
        self.change("r", end=at(10, 30), user=OTHER)
        self.assertRegex(self.reason("r"), WHY["parted"])
        self.refuse_change("r", "r is no booking of yours", user="daemon", NodeCnt=1)
        r = self.c.delete("r", user=OTHER)
        self.assertTrue(r.ok, r)
        self.assertEqual(self.closed("r")[-1], "deleted")

    def test_updated_just_before(self):
        """Slurm has the record as it was before, and can't change it: the ledger keeps the update."""
        self.make("r", at(10), at(11), NodeCnt=2)
        self.keep_state("resv_state")
        self.change("r", PartitionName="extra", NodeCnt=3)
        before, kept = self.line("r"), self.rows()
        self.c.kill_controller()
        self.bring_state_back("resv_state")
        self.take_away()
        self.c.start_controller()
        for _ in range(2):
            self.c.wait_answering()
            self.assertRegex(self.reason("r"), WHY["parted"])
            self.assertLies("r", at(10), at(11), 3)
            self.assertEqual(self.rows(), kept)
            self.kill()
        self.bring_back()
        self.reconfigure()
        gq.wait_for(lambda: not self.reason("r"), "it is made again")
        self.assertEqual((self.line("r"), self.rows()), (before, kept))


class Nodes(StandIns):
    """Nodes that slurm.conf does not have any more; Slurm takes them in and out by a restart."""

    def setUp(self):
        super().setUp()
        self.make("wall", at(8), at(9), Nodes="n[1-8]")
        self.make("some", at(10), at(11), Nodes="n[5-8]")
        self.make("none", at(12), at(13), Nodes="n[7-8]", Users="root,daemon")
        self.assertTrue(self.c.delete("wall").ok)
        self.make("wall", at(8), at(9), Nodes="n[1-5]")
        self.before = {name: self.line(name) for name in self.c.reservations()}
        self.kept = self.rows()

    def start_without(self):
        self.kill_without(*self.nodes_from(7))

    def rows_with(self, nodes):
        """As they were, but where "some" lies."""
        return [tuple(nodes if row[0] == "some" and value == "n[5-8]" and i > 3 else value
                      for i, value in enumerate(row)) for row in self.kept]

    def check_kept(self):
        self.c.wait_answering()
        self.assertEqual(self.rows(), self.rows_with("n[5-6]"))
        self.assertRegex(self.reason("some"), r"made in part: n\[5-6\] is left of n\[5-8\]$")
        self.assertRegex(self.reason("none"), r"not made again: none is left of n\[7-8\]$")
        self.assertIn(" Users=root ", self.line("none"))
        self.assertLies("some", at(10), at(11), 2)
        self.assertEqual(self.nodes("some"), {"n5", "n6"})
        self.assertLies("none", at(12), at(13), 0)
        self.refuse("x", "reservation some ", start=at(10), end=at(11), NodeCnt=5)
        for name in ("none", "some"):
            self.refuse(name, f"there is a reservation {name} already", start=at(20), end=at(21), NodeCnt=1)

    def test_they_come_back(self):
        self.start_without()
        self.check_kept()
        self.restart()
        self.check_kept()
        self.kill()
        self.check_kept()
        self.stop_ctld()
        self.bring_back()
        self.c.start_controller()
        self.check_all_is_back()

    def test_one_comes_back(self):
        """What is there again is protected, though the booking is not whole."""
        self.start_without()
        self.check_kept()
        self.stop_ctld()
        self.bring_back()
        self.take_away(*self.nodes_from(8))
        self.c.start_controller()
        self.c.wait_answering()
        gq.wait_for(lambda: self.nodes("some") == {"n5", "n6", "n7"}, "it has n7 again")
        self.assertRegex(self.reason("some"), r"made in part: n\[5-7\] is left of n\[5-8\]$")
        self.assertRegex(self.reason("none"), r"made in part: n7 is left of n\[7-8\]$")
        self.assertIn(" Users=root,daemon ", self.line("none"))
        self.refuse("x", "reservation none ", start=at(12), end=at(13), Nodes="n7")

    @case.needs_root
    def test_used_and_changed(self):
        """Its users may use what is left, and change it. What an update does not name stays as booked."""
        self.change("some", Users=f"root,{OTHER}")
        self.start_without()
        job = self.job("--reservation=some", "-N2", user=OTHER)
        self.c.run("scancel", job)
        fields = self.change("some", start=at(15), Duration="30:00", plus_Users="daemon")
        self.assertEqual((fields["Nodes"], fields["Users"]), ("n[5-6]", f"root,{OTHER},daemon"))
        self.refuse_change("none", "none can't be changed, it was not made again: .*scontrol reconfigure.*delete it",
                           NodeCnt=1)
        self.stop_ctld()
        self.bring_back()
        self.c.start_controller()
        self.c.wait_answering()
        gq.wait_for(lambda: not self.reason("some"), "it is whole")
        self.assertLies("some", at(15), at(15, 30), 4)
        self.assertEqual(self.fields("some")["Users"], f"root,{OTHER},daemon")

    def test_other_nodes(self):
        """By count it gets others, if there are any; else it keeps what is left."""
        self.make("few", at(14), at(15), NodeCnt=2, Users="root,daemon")
        self.make("both", at(17), at(18), Nodes="n[1-6]")
        self.make("many", at(17), at(18), NodeCnt=2, Users="root,daemon")
        self.change("few", Nodes="n[7-8]")
        self.change("few", NodeCnt=2)
        self.start_without()
        self.assertLies("few", at(14), at(15), 2)
        self.assertIsNone(self.reason("few"))
        self.assertRegex(self.reason("many"), "not made again: none of its nodes is left, and no others are free$")
        self.assertTrue(self.c.delete("both").ok)
        self.restart()
        self.assertLies("many", at(17), at(18), 2)
        self.assertIn(" Users=root,daemon ", self.line("many"))

    def test_deleted(self):
        self.start_without()
        self.check_kept()
        self.assertTrue(self.c.delete("none").ok)
        self.make("none", at(12), at(13), NodeCnt=6)
        self.kill()
        self.assertLies("none", at(12), at(13), 6)
        self.assertIsNone(self.reason("none"))


@case.needs_root
class Users(case.Ghost, StandIns):
    """A user of a booking who is gone."""

    def start_without(self):
        self.make("wall", at(8), at(9), NodeCnt=8)
        self.make("one", at(10), at(11), NodeCnt=3, Users=GHOST)
        self.make("two", at(10), at(11), NodeCnt=3, Users=f"root,{GHOST}")
        self.before = {name: self.line(name) for name in self.c.reservations()}
        self.kept = self.rows()
        self.c.kill_controller()
        self.del_user()
        self.c.start_controller()
        self.c.wait_answering()

    def check_kept(self):
        self.assertEqual(self.rows(), self.kept)
        self.assertRegex(self.reason("one"), f"not made again: [Ii]nvalid user.*Users={GHOST}")
        self.assertRegex(self.reason("two"), f"made in part: Slurm does not take users: {GHOST}$")
        for name in ("one", "two"):
            self.assertLies(name, at(10), at(11), 3)
            self.assertIn(" Users=root ", self.line(name))
        self.refuse("x", "reservation one ", "reservation two ", start=at(10), end=at(11), NodeCnt=3)

    def test_reconfigured(self):
        self.start_without()
        self.check_kept()
        self.restart()
        self.check_kept()
        self.add_user()
        self.reconfigure()
        self.check_all_is_back()

    def test_the_site_is_told(self):
        events = self.events("EVENT", "RESERVATION", "USERS", "REASON")
        self.start_without()
        gq.wait_for(lambda: len(events()) == 2, "both are told", 60)
        two, one = sorted(events())
        self.assertRegex(one, f"^stand-in one {GHOST} [Ii]nvalid user.*Users={GHOST}")
        self.assertEqual(two, f"part two root,{GHOST} Slurm does not take users: {GHOST}")
        self.add_user()
        # by itself: newer releases start slurmctld anew to reconfigure, and a start tells nothing
        gq.wait_for(lambda: len(events()) == 4, "both are told", 150)
        self.check_all_is_back()
        self.assertEqual(sorted(events()[2:]), [f"restored one {GHOST} Slurm has its record again",
                                                f"restored two root,{GHOST} Slurm has its record again"])

    def test_tried_by_itself(self):
        self.start_without()
        self.check_kept()
        self.add_user()
        gq.wait_for(lambda: not self.reason("one") and not self.reason("two"), "they are tried again", 150)
        self.check_all_is_back()

    def test_booking_of_a_job(self):
        """It is kept for the job, which has it again when the user is back."""
        self.parameters("garq_jobs=deadline")
        r = self.c.run("sbatch", "--parsable", "-o", "/dev/null", "-D", "/", "-N2", "--time=30",
                       f"--begin={gq.stamp(at(10))}", f"--deadline={gq.stamp(at(14))}", "--wrap", "sleep 9", user=GHOST)
        self.assertTrue(r.ok, r)
        job = r.out.strip()
        name = self.job_fields(job)["Reservation"]
        self.before, self.kept = {name: self.line(name)}, self.rows()
        self.restart()  # Slurm is to know of the job
        self.c.kill_controller()
        self.del_user()
        self.c.start_controller()
        self.c.wait_answering()
        with self.logged("sched/garq: .*has its booking|reconciled with Slurm: .* 1 stand-ins"):
            self.restart()
        self.assertRegex(self.reason(name), "[Ii]nvalid user")
        self.assertEqual(self.rows(), self.kept)
        self.add_user()
        self.reconfigure()
        self.check_all_is_back()
        gq.wait_for(lambda: self.job_fields(job).get("Reservation") == name, "the job has its booking again")
        self.assertEqual(self.live(), {name})


if __name__ == "__main__":
    unittest.main()
