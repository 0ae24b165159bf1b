# SPDX-License-Identifier: GPL-2.0-or-later
"""Parked records that are lent to Slurm's own code: a loan changes nothing durable.

Requests that Slurm serves (delete partition, sbatch --reservation) find parked
records in its list for as long as they run, while other requests go on.
"""
import threading
import time

import case
import gq
from case import at

PAIRS = 12	# bookings that are parked, each behind another one


def setUpModule():
    case.start(8)


class Case(case.Case):
    def in_a_row(self, cnt, nodes="n1", **options):
        """b1, b2, ... one after another on the same nodes, an hour each: all but the first are parked."""
        for i in range(cnt):
            self.make(f"b{i + 1}", at(0) + i * 3600, at(1) + i * 3600, Nodes=nodes, **options)

    def parked(self):
        return {name for name, in self.ledger("SELECT name FROM booking WHERE closed IS NULL AND parked")}


class All(Case):
    """delete partition is lent all of them."""

    def lenders(self, stop):
        """Requests that Slurm refuses late; nothing is lent to an ordinary user (all_linked_test.c)."""
        while not stop.is_set():
            self.c.scontrol("delete", "PartitionName=nope")

    def beside_lenders(self, do):
        stop = threading.Event()
        threads = [threading.Thread(target=self.lenders, args=(stop,)) for _ in range(6)]
        for t in threads:
            t.start()
        try:
            do()
        finally:
            stop.set()
            for t in threads:
                t.join()

    def change_all(self, rounds):
        for i in range(rounds):
            for n in range(PAIRS):
                r = self.c.update(f"b{n + 2}", EndTime=gq.stamp(at(n + 1, 50 + i % 10)))
                self.assertTrue(r.ok, r)

    def saved_by_slurm(self):
        """Slurm saves its list, in a second that is later than all that was done before."""
        now = int(time.time())
        gq.wait_for(lambda: time.time() >= now + 1, "the next second")
        self.make("maint", at(20), at(21), Nodes="n8", Flags="MAINT")
        self.assertTrue(self.c.delete("maint").ok)

    def test_updates_beside_it_are_not_lost_by_a_kill(self):
        self.in_a_row(PAIRS + 1)
        self.beside_lenders(lambda: self.change_all(12))
        before = self.shown()
        self.saved_by_slurm()
        self.kill()
        self.assertEqual(self.shown(), before)
        self.assertEqual(len(self.live()), PAIRS + 1)

    def test_shifts_beside_it_are_not_lost_by_a_kill(self):
        """Flexible bookings that make room."""
        names = [f"f{i}" for i in range(PAIRS)]
        self.make("first", at(0), at(1), Nodes="n[1-8]")
        for name in names:
            self.make(name, at(2), at(3), NodeCnt=4, MaxStartDelay=24 * 60)

        def make_room():
            for i in range(6):
                self.make(f"r{i}", at(2), at(2, 30), NodeCnt=8)
                self.assertTrue(self.c.delete(f"r{i}").ok)
        self.beside_lenders(make_room)
        before = self.shown()
        self.saved_by_slurm()
        self.kill()
        self.assertEqual(self.shown(), before)
        self.assertEqual(self.live(), {"first", *names})


class Named(Case):
    """A request that names some is lent those that it may use."""

    def assertNothingChanged(self, *names):
        self.assertLessEqual(set(names), self.parked())
        self.make("any", at(20), at(21), Nodes="n8", Flags="MAINT")	# Slurm saves its list at once
        for name in names:
            self.assertFalse(self.in_slurms_state(name), name)

    @case.needs_root
    def test_somebody_elses(self):
        self.in_a_row(4)
        r = self.c.run("sbatch", "--reservation=b2,b3,b4", "-n1", "-D", "/", "-o", "/dev/null",
                       "--wrap", "true", user=case.OTHER)
        self.assertEqual(r.code, 1)
        self.assertIn("Access denied to requested reservation", r.err)
        self.assertNothingChanged("b2", "b3", "b4")

    def test_a_job_that_is_refused(self):
        self.in_a_row(4)
        r = self.c.run("sbatch", "--reservation=b2,b3,b4", "-pnope", "-D", "/", "-o", "/dev/null", "--wrap", "true")
        self.assertEqual(r.code, 1)
        self.assertNothingChanged("b2", "b3", "b4")

    def test_a_job_that_is_taken(self):
        """What the job names stays in Slurm's list, and what follows on its nodes."""
        self.in_a_row(5)
        job = self.saved_job("--reservation=b3", "-n1")
        gq.wait_for(lambda: self.parked() == {"b2", "b5"}, "the others are parked", 40)
        self.assertTrue(self.in_slurms_state("b3"))
        self.kill()
        self.assertEqual(self.job_fields(job)["Reservation"], "b3")

    def test_too_many(self):
        self.in_a_row(1)
        for i in range(66):
            self.make(f"m{i}", at(0, day=3) + i * 3600, at(1, day=3) + i * 3600, Nodes="n1")
        names = ",".join(f"m{i}" for i in range(66))
        r = self.c.run("sbatch", "--reservation=" + names, "-n1", "--wrap", "true", "-D", "/", "-o", "/dev/null")
        self.assertEqual(r.code, 1)
        self.assertNothingChanged(*(f"m{i}" for i in range(1, 66)))

    @case.needs_root
    def test_an_update_of_a_job(self):
        self.in_a_row(3)
        self.change("b3", Users=case.OTHER)
        job = self.job("-n1", "--begin=now+1hour", user=case.OTHER)
        r = self.c.scontrol("update", f"JobId={job}", "ReservationName=b2", user=case.OTHER)
        self.assertIn("Access denied to requested reservation", r.err)
        self.assertNothingChanged("b2")
        r = self.c.scontrol("update", f"JobId={job}", "ReservationName=b3", user=case.OTHER)
        self.assertTrue(r.ok, r)
        self.assertEqual(self.job_fields(job)["Reservation"], "b3")

    def test_while_it_is_changed(self):
        """Requests that name it do not keep an update from parking it again."""
        self.in_a_row(3)
        stop = threading.Event()

        def name_it():
            while not stop.is_set():
                self.c.run("sbatch", "--reservation=b3", "-pnope", "-D", "/", "-o", "/dev/null", "--wrap", "true")
        thread = threading.Thread(target=name_it)
        thread.start()
        try:
            for i in range(20):
                self.assertTrue(self.c.update("b3", EndTime=gq.stamp(at(2, 30 + i))).ok)
        finally:
            stop.set()
            thread.join()
        before = self.shown()
        gq.wait_for(lambda: self.parked() == {"b2", "b3"}, "both are parked", 40)
        self.kill()
        self.assertEqual(self.shown(), before)


class Bounded(Case):
    def test_names_of_nodes(self):
        """What has to be spelled out is bounded by the size of the cluster."""
        for nodes in ("n[" + ",".join(["2"] * 60000) + "]", ",".join(["n1"] * 9), "n[1-65536]", "n[1-4][1-4]"):
            with self.subTest(nodes=nodes[:20]):
                begun = time.monotonic()
                self.refuse("long", "more names than this cluster has nodes, 8", start=at(0), end=at(1), Nodes=nodes)
                self.assertLess(time.monotonic() - begun, 30)
        self.make("each", at(0), at(1), Nodes="n1,n[2-3],n[4,5-8]")
        self.assertLies("each", at(0), at(1), 8)
        self.refuse_change("each", "more names than", Nodes=",".join(["n1"] * 9))
