# SPDX-License-Identifier: GPL-2.0-or-later
"""Two controllers that share StateSaveLocation: bookings pass from one to the other, and back."""
import os
import sys

import case
import gq
import pair
from case import at, soon

GUARD = pair.GUARD
REASON = "another controller has the ledger, and this one knows no booking"


def setUpModule():
    if case.ROOT:
        case.start(4, pair.LINES, kind=pair.Pair)


@case.needs_root
class Pair(case.Case):
    def setUp(self):
        super().setUp()
        self.settle()
        self.addCleanup(self.settle)  # before clean(), which needs a controller

    def settle(self):
        """FIRST is in control, SECOND stands by."""
        for host in pair.HOSTS:
            if self.c.host_runs(host):
                self.c.continue_host(host)
        if self.c.controllers() == [pair.FIRST] and self.c.host_runs(pair.SECOND):
            return
        self.c.start_both()
        self.c.wait_answering()

    def book(self, prefix, cnt=3):
        """Bookings one after another, all but the first of them parked, older than Slurm's state; as shown."""
        for i in range(cnt):
            self.make(f"{prefix}{i}", at(8 + i), at(9 + i), Nodes="n[1-2]")
        made = soon(1)
        gq.wait_for(lambda: soon(0) > made + 1, "the next second")
        self.make("other", at(8), at(9), Nodes="n4", Flags="MAINT")  # is saved at once
        self.c.delete("other")
        gq.wait_for(lambda: os.stat(self.state("resv_state")).st_mtime > made + 1, "Slurm saves its state")
        return self.lies()

    def lies(self):
        """{name: (start, end, nodes)} of all that is shown."""
        return {name: (f["StartTime"], f["EndTime"], f["Nodes"]) for name, f in self.c.reservations().items()}

    def test_in_order(self):
        before = self.book("a")
        self.c.take_over()
        self.assertEqual(self.lies(), before)
        self.assertEqual(self.live(), set(before))
        self.make("late", at(14), at(15), NodeCnt=4)
        before = self.lies()
        self.give_back()
        self.assertEqual(self.c.controllers(), [pair.FIRST])
        self.assertEqual(self.lies(), before)
        self.assertEqual(self.live(), set(before))

    def test_killed(self):
        before = self.book("k")
        self.c.kill_host(pair.FIRST)
        self.c.wait_control(pair.SECOND)
        self.assertEqual(self.lies(), before)
        self.assertEqual(self.live(), set(before))

    def assertWaits(self, before):
        """SECOND is in control, and knows that it knows no booking."""
        def ask(*words):
            return self.c.ask(pair.SECOND, *words)
        self.assertIn(GUARD, ask("scontrol", "show", "reservation").out)
        for words in (("create", "reservation", "ReservationName=x", f"StartTime={gq.stamp(at(8))}", "Duration=60",
                       "Users=root", "Nodes=n1"),
                      ("update", f"ReservationName={sorted(before)[0]}", "Duration=10"),
                      ("delete", f"ReservationName={sorted(before)[0]}")):
            r = ask("scontrol", *words)
            self.assertFalse(r.ok, r)
            self.assertIn(REASON, r.err)
        r = ask("sbatch", "--parsable", "-o", "/dev/null", "-N1", "-t1", "--wrap", "exec sleep 3600")
        self.assertTrue(r.ok, r)
        # SECOND waits for a while for a FIRST that hangs: on a very busy machine it may be over.
        gq.wait_for(lambda: "reserved" in ask("squeue", "-h", "-j", r.out.strip(), "-o", "%r").out or
                    self.owns(pair.SECOND),
                    lambda: f"the job waits for the guard: {ask('scontrol', 'show', 'job', r.out.strip())}")
        return r.out.strip()

    def owns(self, host):
        """Has the slurmctld of a host read the ledger?"""
        r = self.c.ask(host, "scontrol", "show", "reservation")
        return r.ok and GUARD not in r.out

    def wait_owner(self, host):
        gq.wait_for(lambda: self.owns(host), lambda: f"{host} has the ledger\n{self.c.tail(host)}")

    def give_back(self):
        """FIRST has the control, and the ledger, again."""
        self.c.give_back()
        self.wait_owner(pair.FIRST)

    def assertServes(self, before):
        """SECOND has read the ledger: all is there."""
        self.wait_owner(pair.SECOND)
        self.c.wait_answering()
        self.assertEqual(self.lies(), before)
        self.assertEqual(self.live(), set(before))

    def assertOwns(self, before, job, is_lost=lambda: False):
        """SECOND serves, and jobs start. Slurm ends it if FIRST has saved its jobs later: then it serves when it is started again.

        is_lost: has Slurm lost the job?
        """
        try:
            self.assertServes(before)
            gq.wait_for(lambda: self.c.job_state(job) == "RUNNING" or is_lost(), f"job {job} is running")
        except AssertionError:
            print("\n".join(map(self.c.tail, pair.HOSTS)), file=sys.stderr)
            if not self.c.has_split(pair.SECOND):
                raise
            self.c.begin(pair.SECOND)
            self.c.wait_control(pair.SECOND)
            self.assertServes(before)
            return
        # If Slurm is killed before it saves this, the next slurmctld starts the job where it runs already.
        self.c.ask(pair.SECOND, "scancel", job)
        gq.wait_for(lambda: not self.c.ask(pair.SECOND, "squeue", "-h", "-j", job, "-t", "RUNNING,PENDING").out,
                    "the job is cancelled")

    def test_hangs_and_is_killed(self):
        before = self.book("h")
        self.c.stop_host(pair.FIRST)
        self.c.wait_control(pair.SECOND)
        job = self.assertWaits(before)
        self.c.kill_host(pair.FIRST)
        self.assertOwns(before, job)

    def test_ends_late(self):
        """FIRST has still to close the ledger, and to save its state, when SECOND is in control.

        FIRST may have asked for the control once more before it ends: then SECOND begins anew, with FIRST's jobs.
        """
        before, seen = self.book("l"), len(self.c.log(pair.FIRST))
        self.c.stop_host(pair.FIRST)
        r = self.c.scontrol("takeover")
        self.c.wait_control(pair.SECOND)
        job = self.assertWaits(before)
        self.c.continue_host(pair.FIRST)
        self.c.wait_end(pair.FIRST, f": {r}")
        self.assertOwns(before, job, lambda: not self.job_fields(job) and
                        f"{pair.SECOND} has relinquished control" in self.c.log(pair.FIRST)[seen:])

    def test_waits_and_is_killed(self):
        """What a controller saved that knew no booking proves nothing about them."""
        before = self.book("w")
        self.c.stop_host(pair.FIRST)
        self.c.wait_control(pair.SECOND)

        def is_saved():  # at once: the guard goes when FIRST is fenced
            with open(self.state("resv_state"), "rb") as f:
                return GUARD.encode() in f.read()
        gq.wait_for(is_saved, "Slurm saves the guard")
        for host in pair.HOSTS:
            self.c.kill_host(host)
        self.settle()
        self.assertEqual(self.lies(), before)
        self.assertEqual(self.live(), set(before))

    def assertFenced(self, host):
        """This host hung, and goes on: it ends at once, and says why."""
        self.c.continue_host(host)
        gq.wait_for(lambda: not self.c.host_runs(host), f"{host} ends")
        self.assertIn("fatal: sched/garq: another controller has taken over the ledger", self.c.log(host))

    def test_hangs(self):
        """FIRST hangs, is fenced, goes on and ends; control is returned, and the ledger has its name again."""
        before = self.book("f")
        self.c.stop_host(pair.FIRST)
        self.c.wait_control(pair.SECOND)
        job = self.assertWaits(before)
        with self.c.asking(pair.SECOND):
            self.assertOwns(before, job)
            self.assertRegex(self.present(), r"\Agarq\.ledger\.\d+\Z")
            self.make("late", at(14), at(15), NodeCnt=4)
            self.c.delete(sorted(before)[0])
            before = self.lies()
        self.assertFenced(pair.FIRST)
        self.assertEqual(self.lies(), before)
        self.assertEqual(self.live(), set(before))
        self.give_back()
        self.c.wait_answering()
        self.assertEqual(self.present(), "garq.ledger")
        self.assertEqual(self.lies(), before)
        self.assertEqual(self.live(), set(before))
        self.c.kill_host(pair.SECOND)  # settle() begins both anew: see renew_second() in test_pair_load.py
