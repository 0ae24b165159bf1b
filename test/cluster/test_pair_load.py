# SPDX-License-Identifier: GPL-2.0-or-later
"""Takeovers in a row, of each kind, under load: what was acknowledged is there, whole, and once.

Threads create, change and delete reservations all the time (test_kill.Caller). By name
only, with GARQ_LONG in the environment: ten minutes. SEED= replays the choices,
TAKEOVERS= sets how often.
"""
import os
import subprocess
import sys
import time
import unittest

import case
import gq
import pair
import test_kill
from test_pair import GUARD

TAKEOVERS = int(os.environ.get("TAKEOVERS", "10"))
LONG = bool(os.environ.get("GARQ_LONG"))
PRELOAD = "stall.so"


def setUpModule():
    if case.ROOT and LONG:
        case.start(test_kill.NODES, pair.LINES, kind=pair.Pair)


@case.needs_root
@unittest.skipUnless(LONG, "takes ten minutes: set GARQ_LONG")
class Load(case.Case):
    callers = ()

    assert_sound, reconciled = test_kill.Kill.assert_sound, test_kill.Kill.reconciled

    def stall(self):
        """Preloaded to FIRST from its next start on: a disk that does not answer."""
        folder = self.c.folder
        source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "stall.c")
        library = os.path.join(folder, PRELOAD)
        subprocess.run(["cc", "-shared", "-fPIC", "-o", library, source], check=True)
        before = os.environ.get("GARQ_CLUSTER_PRELOAD")
        self.c.host_env[pair.FIRST] = {"GARQ_TEST_STALL": folder,
                                       "LD_PRELOAD": f"{before}:{library}" if before else library}

    def wait_owner(self, host):
        def owns():
            r = self.c.ask(host, "scontrol", "show", "reservation")
            return r.ok and GUARD not in r.out
        gq.wait_for(owns, lambda: f"{host} has the ledger\n{self.c.tail(host)}", 120)
        if self.callers:
            self.work(self.callers)

    def work(self, callers):
        """The clients make some calls: Slurm does not like control to pass on as soon as it came."""
        before = [c.calls for c in callers]
        gq.wait_for(lambda: all(c.calls > was + 3 or c.error for c, was in zip(callers, before)), "the clients go on", 120)

    def renew_second(self):
        """
        A new process for SECOND: in Slurm 22.05 (main_sched_fini()) one that gives control back for the second time
        joins its thread for scheduling again, which has long ended, and may hang in that.
        """
        self.c.kill_host(pair.SECOND)
        self.c.begin(pair.SECOND)
        self.c.wait_standby(pair.SECOND)

    def wait_end(self, host):
        self.c.continue_host(host)
        self.c.wait_end(host)

    def in_order(self):
        self.c.take_over()
        self.wait_owner(pair.SECOND)
        self.c.give_back()

    def killed(self):
        self.c.kill_host(pair.FIRST)
        self.c.wait_control(pair.SECOND)
        self.wait_owner(pair.SECOND)
        self.c.give_back()

    def hangs(self):
        """FIRST goes on when SECOND has the ledger."""
        self.c.stop_host(pair.FIRST)
        self.c.wait_control(pair.SECOND)
        self.wait_owner(pair.SECOND)
        self.wait_end(pair.FIRST)
        self.c.give_back()

    def goes_on_early(self):
        """
        FIRST goes on as soon as SECOND is in control: both of them are, until FIRST is fenced, or has Slurm return
        the control, or one of them finds what the other one has saved, and ends.
        """
        self.c.stop_host(pair.FIRST)
        self.c.wait_control(pair.SECOND)
        self.c.continue_host(pair.FIRST)
        gq.wait_for(lambda: not self.c.host_runs(pair.FIRST) or self.c.has_no_control(pair.SECOND),
                    lambda: "one of them is left\n" + "\n\n".join(map(self.c.tail, pair.HOSTS)))
        if not self.c.host_runs(pair.FIRST):
            self.wait_owner(pair.SECOND)
            self.c.give_back()

    def disk_hangs(self):
        """FIRST waits for the disk in the midst of a commit."""
        disk = os.path.join(self.c.folder, "disk")
        with open(disk, "w"):
            pass
        gq.wait_for(lambda: os.path.exists(disk + ".hung"), "a commit hangs")
        self.c.take_over()
        self.wait_owner(pair.SECOND)
        os.unlink(disk)
        os.unlink(disk + ".hung")
        self.give_back_saved_over()

    def give_back_saved_over(self):
        """FIRST ended late, and saved Slurm's jobs over what SECOND had saved: if Slurm finds that, SECOND ends instead."""
        self.c.begin(pair.FIRST)
        self.c.wait_control(pair.FIRST)
        gq.wait_for(lambda: self.c.has_no_control(pair.SECOND),
                    lambda: f"{pair.SECOND} stands by, or ends\n{self.c.tail(pair.SECOND)}")

    def returned_by_timeout(self):
        """SECOND hangs when FIRST takes control back, and goes on later."""
        self.c.kill_host(pair.FIRST)
        self.c.wait_control(pair.SECOND)
        self.wait_owner(pair.SECOND)
        self.c.stop_host(pair.SECOND)
        self.c.begin(pair.FIRST)
        self.c.wait_control(pair.FIRST)
        self.wait_owner(pair.FIRST)
        self.wait_end(pair.SECOND)
        self.c.begin(pair.SECOND)
        self.c.wait_standby(pair.SECOND)

    def test_takeovers(self):
        seed = int(os.environ.get("SEED", time.time_ns() % 1000000))
        print(f"# {__name__}: SEED={seed}", file=sys.stderr)
        kinds = [self.in_order, self.returned_by_timeout, self.hangs, self.disk_hangs, self.killed, self.goes_on_early]
        self.stall()
        self.killed()		# FIRST begins with the preload
        callers = [test_kill.Caller(self.c, i, seed) for i in range(test_kill.THREADS)]
        uncertain = 0
        for i in range(TAKEOVERS):
            kind = kinds[i % len(kinds)]
            callers = [c.again() for c in callers]
            self.renew_second()
            self.callers = callers
            for c in callers:
                c.start()
            self.work(callers)
            try:
                kind()
                self.wait_owner(pair.FIRST)  # in control, it may still read the ledger
            finally:
                for c in callers:
                    c.stop.set()
                for c in callers:
                    c.join()
            for c in callers:
                if c.error:
                    raise c.error
            self.c.wait_answering()
            uncertain += sum(len(c.perhaps) for c in callers)
            self.assert_sound(callers, f"after takeover {i + 1}, {kind.__name__}")
            self.assertEqual(self.c.controllers(), [pair.FIRST])
            self.assertEqual(self.live(), set(self.c.reservations()))
        print(f"# {TAKEOVERS} takeovers and returns, {sum(c.calls for c in callers)} calls, "
              f"{sum(c.made for c in callers)} created, {uncertain} cut off, "
              f"{sum(len(c.sure) for c in callers)} there at the end", file=sys.stderr)

