# SPDX-License-Identifier: GPL-2.0-or-later
"""A slurmctld that hangs at its end ends all the same, and starts anew with what it had: one of Slurm 24.11
that misses a wakeup (gq.MAY_HANG), and one that slurmscriptd does not answer.

By name only, with GARQ_LONG in the environment: this is Slurm's fault, and what is tested is
that contrib/cluster/cluster and the tests get on with it.
"""
import os
import shutil
import signal
import subprocess
import unittest
import unittest.mock

import case
import gq
from case import at

LONG = bool(os.environ.get("GARQ_LONG"))


def setUpModule():
    if not LONG:
        return
    if not gq.MAY_HANG or not shutil.which("cc"):
        case.start(2)
        return
    folder = case.new_folder()
    unittest.addModuleCleanup(shutil.rmtree, folder)
    library = os.path.join(folder, "late_poll.so")
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "late_poll.c")
    subprocess.run(["cc", "-Wall", "-Wextra", "-shared", "-fPIC", "-o", library, source], check=True)
    patch = unittest.mock.patch.dict(os.environ, {"GARQ_CLUSTER_PRELOAD": library})
    patch.start()
    unittest.addModuleCleanup(patch.stop)
    case.start(2)


@unittest.skipUnless(LONG, "it waits for what hangs: set GARQ_LONG")
@unittest.skipUnless(gq.MAY_HANG, "slurmctld of this version does not wait in conmgr_quiesce()")
@unittest.skipUnless(shutil.which("cc"), "a late poll needs cc")
class LatePoll(case.Case):
    """It misses the wakeup most times, but not each time."""
    TRIES = 8
    TOLD = "Terminate signal SIGTERM received"

    def setUp(self):
        super().setUp()
        self.make("one", at(10), at(11), NodeCnt=1)
        self.before = self.shown()

    def test_ends(self):
        for tries in range(1, self.TRIES + 1):
            with self.logged("sched/garq: unloaded; "):
                seen = len(self.c.log())
                self.stop_ctld()
            told = self.c.log()[seen:].count(self.TOLD)
            self.start_ctld()
            self.assertEqual(self.shown(), self.before)
            if told > 1:
                print(f"# try {tries}: ended by {told} signals", flush=True)
                return
        self.fail(f"it did not hang in {self.TRIES} tries")

    def test_starts_anew(self):
        for tries in range(1, self.TRIES + 1):
            self.reconfigure()
            self.assertEqual(self.shown(), self.before)
            if case.Case.stuck:
                print(f"# try {tries}: woken", flush=True)
                return
        self.fail(f"it did not hang in {self.TRIES} tries")


@unittest.skipUnless(LONG, "it waits for what hangs: set GARQ_LONG")
class SilentScriptd(case.Case):
    """slurmscriptd gives no answer at the end: no signal ends slurmctld then."""

    def test_both_are_killed(self):
        self.make("one", at(10), at(11), NodeCnt=1)
        before = self.shown()
        controller = self.c.controller()
        with open(f"/proc/{controller}/task/{controller}/children", encoding="ascii") as f:
            scriptd = int(f.read())
        os.kill(scriptd, signal.SIGSTOP)
        r = self.c.cluster("stop-ctld")
        self.assertTrue(r.ok, r)
        self.assertIn("does not end: it is killed, with slurmscriptd", r.err)
        for pid in (controller, scriptd):
            gq.wait_for(lambda pid=pid: not os.path.exists(f"/proc/{pid}"), "its end")
        self.start_ctld()
        self.assertEqual(self.shown(), before)


if __name__ == "__main__":
    unittest.main()
