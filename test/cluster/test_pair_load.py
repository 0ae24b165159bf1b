# SPDX-License-Identifier: GPL-2.0-or-later
"""Takeovers in a row, of each kind, under load: what was acknowledged is there, whole, and once.

Threads create, change and delete reservations all the time (test_kill.Caller). By name
only, with GARQ_LONG in the environment: ten minutes. SEED= replays the choices,
TAKEOVERS= sets how often.
"""
import os
import sys
import time
import unittest

import case
import gq
import pair
import test_kill
from takeovers import Takeovers

TAKEOVERS = int(os.environ.get("TAKEOVERS", "10"))
LONG = bool(os.environ.get("GARQ_LONG"))


def setUpModule():
    if case.ROOT and LONG:
        case.start(test_kill.NODES, pair.LINES, kind=pair.Pair)


@case.needs_root
@unittest.skipUnless(LONG, "takes ten minutes: set GARQ_LONG")
class Load(case.Case):
    callers = ()

    assert_sound, reconciled = test_kill.Kill.assert_sound, test_kill.Kill.reconciled

    def goes_on(self):
        if self.callers:
            self.work(self.callers)

    def work(self, callers):
        """The clients make some calls: Slurm does not like control to pass on as soon as it came."""
        before = [c.calls for c in callers]
        gq.wait_for(lambda: all(c.calls > was + 3 or c.error for c, was in zip(callers, before)), "the clients go on", 120)

    def test_takeovers(self):
        seed = int(os.environ.get("SEED", time.time_ns() % 1000000))
        print(f"# {__name__}: SEED={seed}", file=sys.stderr)
        takeovers = Takeovers(self.c, self.goes_on)
        kinds = takeovers.ways()
        takeovers.preload()
        takeovers.killed()		# FIRST begins with the preload
        callers = [test_kill.Caller(self.c, i, seed) for i in range(test_kill.THREADS)]
        uncertain = 0
        for i in range(TAKEOVERS):
            kind = kinds[i % len(kinds)]
            callers = [c.again() for c in callers]
            takeovers.renew_second()
            self.callers = callers
            for c in callers:
                c.start()
            self.work(callers)
            try:
                kind()
                takeovers.wait_owner(pair.FIRST)  # in control, it may still read the ledger
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

