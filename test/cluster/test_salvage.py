# SPDX-License-Identifier: GPL-2.0-or-later
"""A page of the ledger is damaged: only what it held is lost, and the log says what."""
import contextlib
import glob
import os
import re
import sqlite3
import unittest

import case
import gq
from case import at

PAGE = 4096
LEAF = 13  # the first byte of a page with rows
PARKED = 20
MARK = "marked-in-the-log"


def setUpModule():
    case.start(4)


class Salvage(case.Case):
    def setUp(self):
        super().setUp()
        for i in range(PARKED + 1):  # the first one is the next on its nodes
            self.make(f"b{i:02}", at(1, 30 * i), Duration=30, NodeCnt=4 - i % 4,
                      Users="root,daemon" if i % 2 else "daemon",
                      Accounts=",".join(f"account{n}" for n in range(40)))  # some rows in a page
        for i in range(30):
            self.refuse(f"{MARK}-{i}", "missing", start=at(1), Duration=60 * PARKED, NodeCnt=4)
        gq.wait_for(lambda: self.parked() >= PARKED, f"{PARKED} are parked", 40)
        self.before = self.shown()
        self.c.kill_controller()
        self.addCleanup(self.back)
        with contextlib.closing(sqlite3.connect(self.path())) as db:
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def back(self):
        if not self.c.alive():
            self.c.start_controller()
        for kept in glob.glob(self.path() + ".damaged.*"):
            os.unlink(kept)

    def path(self):
        return self.state("garq.ledger")

    def parked(self):
        return self.ledger("SELECT count(*) FROM booking WHERE closed IS NULL AND parked")[0][0]

    def pages(self, text):
        """The numbers of the pages that have rows with a text."""
        with open(self.path(), "rb") as f:
            data = f.read()
        pages = [data[i:i + PAGE] for i in range(0, len(data), PAGE)]
        return [i for i, page in enumerate(pages) if page[0] == LEAF and text.encode() in page]

    def overwrite(self, *numbers):
        """The content of the file then."""
        with open(self.path(), "r+b") as f:
            for number in numbers:
                f.seek(number * PAGE)
                f.write(b"\xa5" * PAGE)
        with open(self.path(), "rb") as f:
            return f.read()

    def check_kept(self, data):
        kept = glob.glob(self.path() + ".damaged.*")
        self.assertEqual(len(kept), 1)
        with open(kept[0], "rb") as f:
            self.assertEqual(f.read(), data)
        self.assertEqual(glob.glob(self.path() + ".salvage*"), [])

    def check_works(self):
        before = self.shown()
        self.refuse("x", "in the way: reservation b", start=at(1), end=at(2), NodeCnt=4)
        self.make("new", at(20), at(21), NodeCnt=4)
        self.assertTrue(self.c.delete("new").ok)
        self.kill()
        self.assertEqual(self.shown(), before)

    def test_a_page_of_the_log(self):
        """The bookings have nothing to do with it: all are there, with their users and nodes."""
        pages = self.pages(MARK)
        self.assertGreater(len(pages), 1)
        data = self.overwrite(pages[0])
        with self.logged(r"error: sched/garq: the ledger \S+garq.ledger is damaged: "), \
                self.logged(f"sched/garq: table request: page {pages[0] + 1} is damaged, rows .* may be missing"), \
                self.logged(r"error: sched/garq: the damaged ledger is kept as \S+garq.ledger.damaged"), \
                self.logged(f"of the damaged ledger {PARKED + 1} live and .* closed bookings were salvaged"):
            self.c.start_controller()
            self.c.wait_answering()
            self.assertEqual(self.shown(), self.before)
        self.assertEqual(len(self.live()), PARKED + 1)
        self.check_kept(data)
        self.check_works()

    def test_a_page_of_bookings(self):
        """Those of other pages are there, and each one that is not is named."""
        names = {line.split()[0].split("=")[1] for line in self.before.splitlines()}
        pages = self.pages("daemon")
        self.assertGreater(len(pages), 1)
        self.overwrite(pages[-1])
        seen = len(self.c.log())
        self.c.start_controller()
        self.c.wait_answering()
        shown = set(self.c.reservations())
        self.assertTrue(shown)
        self.assertLess(shown, names)
        said = re.findall("sched/garq: live bookings that are lost: (.*)", self.c.log()[seen:])
        self.assertEqual({name for line in said for name in line.split(", ")}, names - shown)
        self.assertLessEqual(set(self.shown().splitlines()), set(self.before.splitlines()))
        self.check_works()

    def test_the_first_page(self):
        """Nothing leads to the rows any more."""
        data = self.overwrite(0)
        with self.logged(f"of the damaged ledger {PARKED + 1} live and .* closed bookings were salvaged"):
            self.c.start_controller()
            self.c.wait_answering()
            self.assertEqual(self.shown(), self.before)
        self.check_kept(data)
        self.check_works()


if __name__ == "__main__":
    unittest.main()
