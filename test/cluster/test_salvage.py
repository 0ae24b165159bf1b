# SPDX-License-Identifier: GPL-2.0-or-later
"""A file of the ledger or of its copy is damaged: nothing is lost; if both are, bookings wait for the administrator."""
import contextlib
import glob
import os
import sqlite3
import unittest

import case
import gq
from case import at
from timing import AGENT_LOOKS

PAGE = 4096
PARKED = 20
TOOL = os.environ.get("GARQ_LEDGER") or os.path.join(
    gq.plugin_dir(), "..", "..", "contrib", "garq-ledger", "garq-ledger")
FILES = ("garq.ledger", "garq.ledger-wal", "garq.ledger.copy", "garq.ledger.copy-wal")


def setUpModule():
    case.start(4)


class Damage(case.Case):
    def setUp(self):
        super().setUp()
        for i in range(PARKED + 1):  # the first one is the next on its nodes
            self.make(f"b{i:02}", at(1, 30 * i), Duration=30, NodeCnt=4 - i % 4,
                      Users="root,daemon" if i % 2 else "daemon",
                      Accounts=",".join(f"account{n}" for n in range(40)))  # some rows in a page
        gq.wait_for(lambda: self.parked() >= PARKED, f"{PARKED} are parked", 40)
        self.assertTrue(self.c.delete("b07").ok)
        self.before = self.shown()
        self.addCleanup(self.back)
        self.c.kill_controller()

    def back(self):
        if not self.c.alive():
            self.c.start_controller()
        for kept in glob.glob(self.path() + ".damaged.*"):
            os.unlink(kept)

    def path(self, name="garq.ledger"):
        return self.state(name)

    def parked(self):
        return self.ledger("SELECT count(*) FROM booking WHERE closed IS NULL AND parked")[0][0]

    def overwrite(self, name, number=0):
        """The content of the file then."""
        with open(self.path(name), "r+b") as f:
            f.seek(number * PAGE)
            f.write(b"\xa5" * PAGE)
        with open(self.path(name), "rb") as f:
            return f.read()

    def check_all_there(self):
        self.c.start_controller()
        self.c.wait_answering()
        self.assertEqual(self.shown(), self.before)
        self.assertEqual(len(self.live()), PARKED)

    def check_works(self):
        self.refuse("x", "in the way: reservation b", start=at(1), end=at(2), NodeCnt=4)
        self.make("new", at(20), at(21), NodeCnt=4)
        self.assertTrue(self.c.delete("new").ok)
        self.kill()
        self.assertEqual(self.shown(), self.before)

    def test_the_first_page(self):
        """Nothing leads to the rows any more."""
        data = self.overwrite("garq.ledger")
        os.unlink(self.path("garq.ledger-wal"))
        with self.logged(r"error: sched/garq: the ledger \S+garq.ledger is damaged \(.*: it is made again from its copy"), \
                self.logged(r"error: sched/garq: the damaged ledger is kept as \S+garq.ledger.damaged"), \
                self.logged("sched/garq: nothing that was acknowledged is missing"):
            self.check_all_there()
        kept = glob.glob(self.path() + ".damaged.*")
        self.assertEqual(len(kept), 1)
        with open(kept[0], "rb") as f:
            self.assertEqual(f.read(), data)
        self.assertEqual(glob.glob(self.path() + ".salvage*"), [])
        self.check_works()

    def test_each_file_cut(self):
        """One after the other, at a byte in its middle, and missing."""
        for name in FILES:
            for cut in (True, False):
                with self.subTest(name=name, cut=cut):
                    if cut:
                        os.truncate(self.path(name), os.path.getsize(self.path(name)) // 2)
                    else:
                        os.unlink(self.path(name))
                    self.check_all_there()
                    self.make("one", at(20), at(21), NodeCnt=4)
                    self.assertTrue(self.c.delete("one").ok)
                    self.c.kill_controller()

    def test_the_end_of_the_log(self):
        """SQLite takes a log that ends too early for all: the copy's shows that it is not."""
        os.truncate(self.path("garq.ledger-wal"), 3 * PAGE)
        with self.logged("error: sched/garq: the ledger .* has lost .*its log .*: it is made again from its copy"):
            self.check_all_there()
        self.check_works()

    def test_the_copy_is_removed_while_slurmctld_runs(self):
        self.c.start_controller()
        self.c.wait_answering()
        os.unlink(self.path("garq.ledger.copy"))
        gq.wait_for(lambda: os.path.exists(self.path("garq.ledger.copy")), "a new copy", 2 * AGENT_LOOKS + 20)
        self.c.kill_controller()
        self.overwrite("garq.ledger")
        self.check_all_there()

    def test_both(self):
        """Creates are refused with the reason, until an administrator has put back what garq-ledger can read."""
        for name in ("garq.ledger", "garq.ledger.copy"):  # all is in the file
            with contextlib.closing(sqlite3.connect(self.path(name))) as db:
                db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            with open(self.path(name), "rb") as f:
                size = len(f.read())
            self.overwrite(name, size // PAGE - 1)
        with self.logged(r"error: sched/garq: the ledger .* can't be used: it is damaged .*make one by \"garq-ledger salvage\""):
            self.c.start_controller()
            self.c.wait_answering()
            self.refuse("new", "the ledger", start=at(20), end=at(21), NodeCnt=4)
        new = self.path("again")
        out = gq.run(TOOL, "salvage", self.path(), "-o", new)
        self.assertTrue(out.ok, out)
        with self.logged("sched/garq: ledger reconciled with Slurm", 90):
            os.rename(new, self.path())
        self.make("new", at(20), at(21), NodeCnt=4)
        self.assertTrue(self.c.delete("new").ok)


if __name__ == "__main__":
    unittest.main()
