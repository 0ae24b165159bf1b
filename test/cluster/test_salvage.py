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
from timing import AGENT_LOOKS, LEDGER_COPY_INTERVAL

PAGE = 4096
LEAF = 13  # the first byte of a page with rows
PARKED = 20
MARK = "marked-in-the-log"
LEDGER_COPIED = 2 * LEDGER_COPY_INTERVAL + AGENT_LOOKS + 10


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
        self.addCleanup(self.back)
        self.stop()

    def stop(self):
        """All that is committed is in the file."""
        self.c.kill_controller()
        with contextlib.closing(sqlite3.connect(self.path())) as db:
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def back(self):
        if not self.c.alive():
            self.c.start_controller()
        for kept in glob.glob(self.path() + ".damaged.*"):
            os.unlink(kept)

    def path(self):
        return self.state("garq.ledger")

    def live_in_copy(self):
        with contextlib.suppress(sqlite3.Error), \
                contextlib.closing(sqlite3.connect(f"file:{self.path()}.copy?mode=ro", uri=True)) as db:
            return {row[0] for row in db.execute("SELECT name FROM booking WHERE closed IS NULL")}
        return set()

    def parked(self):
        return self.ledger("SELECT count(*) FROM booking WHERE closed IS NULL AND parked")[0][0]

    def pages(self, text):
        """The numbers of the pages that have rows with a text."""
        with open(self.path(), "rb") as f:
            data = f.read()
        pages = [data[i:i + PAGE] for i in range(0, len(data), PAGE)]
        return [i for i, page in enumerate(pages) if page[0] == LEAF and text.encode() in page]

    def content(self, suffix):
        with open(self.path() + suffix, "rb") as f:
            return f.read()

    def remove_copy(self):
        """It may be that of the ledger of another test."""
        with contextlib.suppress(FileNotFoundError):
            os.unlink(self.path() + ".copy")

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
        """There is no copy. Those of other pages are there, and each one that is not is named."""
        self.remove_copy()
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
        self.assertIn("there is no copy of the ledger", self.c.log()[seen:])
        said = re.findall("sched/garq: live bookings that are lost: (.*)", self.c.log()[seen:])
        self.assertEqual({name for line in said for name in line.split(", ")}, names - shown)
        self.assertLessEqual(set(self.shown().splitlines()), set(self.before.splitlines()))
        self.check_works()

    def test_bookings_that_the_copy_has(self):
        """They are there again, but the one that was deleted after the copy was made is not."""
        self.remove_copy()
        self.c.start_controller()
        self.c.wait_answering()
        names = set(self.c.reservations())
        self.assertEqual(len(names), PARKED + 1)
        gq.wait_for(lambda: self.live_in_copy() == names, "a copy of the ledger", LEDGER_COPIED)
        copied = self.content(".copy")
        self.assertTrue(self.c.delete("b07").ok)
        before = self.shown()
        self.stop()
        with open(self.path() + ".copy", "wb") as f:  # maybe there was another one meanwhile
            f.write(copied)
        self.overwrite(*self.pages("daemon"))
        with self.logged("of these live bookings are from the copy of 2"), \
                self.logged("not salvaged: 0 live bookings that are known to be lost"):
            self.c.start_controller()
            self.c.wait_answering()
            self.assertEqual(self.shown(), before)
        self.assertEqual(len(self.live()), PARKED)
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
