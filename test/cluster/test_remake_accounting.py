# SPDX-License-Identifier: GPL-2.0-or-later
"""Thousands of bookings whose native records are gone are made again, and slurmdbd keeps up.

Each record that is made costs messages to slurmdbd. Slurm keeps MaxDBDMsgs of them while
slurmdbd does not take them, and then drops records of jobs. Runs by name only, with
GARQ_LONG in the environment: some minutes.
"""
import contextlib
import os
import re
import sqlite3
import time
import unittest

import case
import dbd
import gq
from case import at

NODES = 8
MANY = 6000	# twice as many messages are more than Slurm keeps
KEPT = 10000	# MaxDBDMsgs
BEHIND = KEPT // 4	# see plugin/slurm/native/accounting.c
EACH = 4	# messages at most, for a record that is made

_accounting = None


def setUpModule():
    global _accounting
    if not os.environ.get("GARQ_LONG"):
        raise unittest.SkipTest("takes minutes: set GARQ_LONG")
    dbd.need()
    case.start(NODES, [f"MaxDBDMsgs={KEPT}"], params="garq_horizon=400")
    _accounting = dbd.start_for(case.cluster())


class Remade(case.Case):
    def setUp(self):
        super().setUp()
        self.restart()
        self.c.run("sacctmgr", "-i", "add", "account", "science")
        self.addCleanup(self.empty)

    def empty(self):
        """Nobody deletes thousands one by one."""
        self.stop_ctld()
        self.forget_state()
        with contextlib.closing(sqlite3.connect(self.state(self.present()))) as db:
            db.execute("DELETE FROM booking")
            db.commit()
        self.start_ctld()

    def forget_state(self):
        """The native records are gone, as with a lost StateSaveLocation of which the ledger is left."""
        for name in ("resv_state", "resv_state.old"):
            with contextlib.suppress(FileNotFoundError):
                os.unlink(self.state(name))

    def book_many(self):
        """Rows as that of one booking, an hour each, one after another on the nodes."""
        self.make("b0", at(10), at(11), Nodes="n1")
        self.stop_ctld()
        self.forget_state()
        path = self.state(self.present())
        with contextlib.closing(sqlite3.connect(path)) as db:
            columns = [c[1] for c in db.execute("PRAGMA table_info(booking)") if c[1] != "id"]
            row = dict(zip(columns, db.execute(f"SELECT {self.names(columns)} FROM booking WHERE name = 'b0'"
                                               " AND closed IS NULL").fetchone()))
            db.executemany(f"INSERT INTO booking ({self.names(columns)}) VALUES ({', '.join('?' * len(columns))})",
                           (tuple(self.another(row, i).values()) for i in range(1, MANY)))
            db.commit()

    @staticmethod
    def names(columns):
        return ", ".join(f'"{c}"' for c in columns)

    @staticmethod
    def another(row, i):
        hours, node = divmod(i, NODES)
        later = {k: row[k] + hours * 3600 for k in ("t_esr", "t_lsr", "start", "end", "not_before")}
        return {**row, **later, "name": f"b{i}", "nodes": f"n{node + 1}", "asked_nodes": f"n{node + 1}",
                "resv_id": row["resv_id"] + i, "serial": row["serial"] + i}

    def queue(self):
        """Messages that wait for slurmdbd."""
        found = re.search(r"DBD Agent queue size: (\d+)", self.c.run("sdiag").out)
        return int(found[1]) if found else 0

    def waiting(self):
        """Number of bookings that stand as stand-ins."""
        return self.c.scontrol("-o", "show", "reservation").out.count("not made again: ")

    def start_and_watch(self, until, seconds=900):
        """The longest queue while until(number of stand-ins, queue) is not yet so."""
        self.seen = len(self.c.log())
        self.c.start_controller()
        longest, end = 0, time.monotonic() + seconds
        while True:
            queue, waiting = self.queue(), self.waiting()
            longest = max(longest, queue)
            if until(waiting, queue):
                break
            self.assertLess(time.monotonic(), end, f"{waiting} stand-ins, queue {queue}, at most {longest}")
            time.sleep(0.5)
        print(f"# {MANY} bookings: at most {longest} messages waited", flush=True)
        self.assertNotIn("agent queue", self.c.log()[self.seen:])
        return longest

    def check_all_made(self):
        self.assertEqual(len(self.c.reservations()), MANY)
        self.assertEqual(self.waiting(), 0)
        self.assertEqual(len(self.live()), MANY)

    def test_slurmdbd_keeps_up(self):
        self.book_many()
        longest = self.start_and_watch(lambda waiting, _: not waiting)
        self.assertLess(longest, KEPT / 2)
        self.check_all_made()
        gq.wait_for(lambda: not self.queue(), "slurmdbd has all", 120)

    def test_slurmdbd_is_down(self):
        """Those that begin later are stand-ins until it goes on: no message is dropped."""
        self.book_many()
        _accounting.end_slurmdbd()
        looks = []

        def stands_still(waiting, queue):
            looks.append((waiting, queue))
            return waiting and len(looks) > 40 and looks[-1] == looks[-40]
        longest = self.start_and_watch(stands_still)
        self.assertGreaterEqual(longest, BEHIND)
        self.assertLess(longest, BEHIND + 32 * EACH)
        _accounting.begin_slurmdbd()
        gq.wait_for(lambda: not self.waiting(), lambda: f"all are made: not {self.waiting()}", 900)
        self.check_all_made()
        self.assertNotIn("agent queue", self.c.log()[self.seen:])


if __name__ == "__main__":
    unittest.main()
