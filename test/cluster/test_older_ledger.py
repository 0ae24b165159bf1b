# SPDX-License-Identifier: GPL-2.0-or-later
"""The ledger of an older plugin, with live bookings in it, is taken over."""
import contextlib
import os
import sqlite3
import unittest

import case
from case import at, soon

SCHEMA = 17
# What version 0.1.0 made.
SCHEMA_1 = """
CREATE TABLE IF NOT EXISTS booking ( id INTEGER PRIMARY KEY, name TEXT NOT NULL,
 t_esr INTEGER NOT NULL, t_lsr INTEGER NOT NULL, asked_nodes TEXT, num_cn INTEGER NOT NULL,
 partition TEXT, features TEXT, users TEXT, groups TEXT, accounts TEXT, licenses TEXT,
 flags INTEGER NOT NULL, duration_min INTEGER NOT NULL, purge_comp_time INTEGER NOT NULL,
 max_start_delay INTEGER NOT NULL, start INTEGER NOT NULL, "end" INTEGER NOT NULL,
 nodes TEXT NOT NULL, resv_id INTEGER NOT NULL, creator INTEGER NOT NULL, created INTEGER NOT NULL,
 changed INTEGER NOT NULL, closed INTEGER, why TEXT);
CREATE UNIQUE INDEX IF NOT EXISTS booking_live ON booking (name) WHERE closed IS NULL;
CREATE INDEX IF NOT EXISTS booking_closed ON booking (name, resv_id) WHERE closed IS NOT NULL;
PRAGMA user_version=1;
"""
COLUMNS = ("id,name,t_esr,t_lsr,asked_nodes,num_cn,partition,features,users,groups,accounts,licenses,flags,"
           "duration_min,purge_comp_time,max_start_delay,start,\"end\",nodes,resv_id,creator,created,changed,"
           "closed,why")
NAMES = {"rigid", "list", "odd", "wall", "moved", "active"}


def setUpModule():
    case.start(8, lines=["Licenses=sw:4"])


class Older(case.Case):
    def setUp(self):
        super().setUp()
        self.make("rigid", at(10), Duration=60, NodeCnt=3, Users="root,daemon")
        self.make("list", at(10), at(10, 30, 7), Nodes="n[7-8]", Accounts="red", Users=None)
        self.make("odd", at(11), at(12), NodeCnt=2, Features="odd", Licenses="sw:3", Flags="MAGNETIC")
        self.make("wall", at(12), at(13), NodeCnt=8)
        self.make("moved", at(12), Duration=30, NodeCnt=5, MaxStartDelay="4:00:00")
        self.make("active", soon(-60), soon(3600), NodeCnt=1)
        self.make("gone", at(10), at(11), NodeCnt=1)
        self.assertTrue(self.c.delete("gone").ok)
        self.before = self.shown()
        self.addCleanup(self.drop_copy)

    def path(self, suffix=""):
        return self.state("garq.ledger" + suffix)

    def drop_copy(self):
        with contextlib.suppress(FileNotFoundError):
            os.unlink(self.path(".v1"))

    def make_older(self):
        """Write what is in the ledger as the first version had it; slurmctld is stopped."""
        with contextlib.closing(sqlite3.connect(self.path(".old"))) as db:
            db.execute("PRAGMA journal_mode=WAL")
            db.executescript(SCHEMA_1)
            db.execute("ATTACH ? AS new", (self.path(),))
            db.execute(f"INSERT INTO booking ({COLUMNS}) SELECT {COLUMNS} FROM new.booking")
            db.commit()
        os.replace(self.path(".old"), self.path())
        return self.rows(self.path())

    def rows(self, path):
        with contextlib.closing(sqlite3.connect(path)) as db:
            return db.execute(f"SELECT {COLUMNS} FROM booking ORDER BY id").fetchall()

    def version(self, suffix=""):
        with contextlib.closing(sqlite3.connect(self.path(suffix))) as db:
            return db.execute("PRAGMA user_version").fetchone()[0]

    def check_bookings(self):
        """All are there, and can be asked about, changed and deleted; so after a kill."""
        self.assertEqual(self.shown(), self.before)
        self.assertEqual(self.live(), NAMES)
        r = self.refuse("x", r"reservation list \(", "reservation rigid ",
                        start=at(10), end=at(10, 20), NodeCnt=4)
        self.assertEqual(self.earliest(r), at(10, 30, 7))
        self.assertTrue(self.c.delete("wall").ok)
        self.change("moved", NodeCnt=6)
        self.assertLies("moved", at(12), at(12, 30), 6)
        self.assertEqual(self.fields("moved")["MaxStartDelay"], "04:00:00")
        self.change("rigid", end=at(10, 45), Users="daemon")
        self.change("active", Duration=180)
        self.make("new", at(15), at(16), NodeCnt=8)
        before = self.shown()
        self.kill()
        self.assertEqual(self.shown(), before)

    def test_is_migrated(self):
        self.stop_ctld()
        rows = self.make_older()
        with self.logged(rf"sched/garq: ledger migrated from schema 1 to {SCHEMA}, the old one is kept as "
                         r"\S+/garq.ledger.v1\n"):
            self.start_ctld()
        self.assertEqual((self.version(".v1"), self.rows(self.path(".v1"))), (1, rows))
        self.check_bookings()
        seen = len(self.c.log())
        self.restart()
        self.assertNotIn("migrated", self.c.log()[seen:])
        self.stop_ctld()
        self.assertEqual(self.version(), SCHEMA)
        self.start_ctld()

    def test_is_all_that_is_left(self):
        """Slurm's own state is lost: the bookings come from the ledger."""
        self.stop_ctld()
        self.make_older()
        for name in ("resv_state", "resv_state.old"):
            with contextlib.suppress(FileNotFoundError):
                os.unlink(self.state(name))
        self.start_ctld()
        self.check_bookings()

    def test_cant_be_migrated(self):
        """It stays as it was, and is tried again; until then no booking is known, and the refusal says why."""
        self.stop_ctld()
        rows = self.make_older()
        os.mkdir(self.path(".v1"))
        self.addCleanup(lambda: os.path.isdir(self.path(".v1")) and os.rmdir(self.path(".v1")))
        with self.logged("error: sched/garq: the ledger .* can't be used: it can't be migrated from schema 1"
                         f" to {SCHEMA} and is left as it was: .*; until it is read no job starts"):
            self.start_ctld()
        self.assertEqual(set(self.c.reservations()), {*NAMES, "garq_guard"})
        self.refuse("x", f"no reservation can be made or changed yet: .* can't be migrated from schema 1 to {SCHEMA}",
                    start=at(15), end=at(16), NodeCnt=1)
        self.stop_ctld()
        self.assertEqual((self.version(), self.rows(self.path())), (1, rows))
        os.rmdir(self.path(".v1"))
        self.start_ctld()
        self.check_bookings()

    def test_went_back_and_forth(self):
        """The copy in the ledger's place: what was booked since comes from Slurm. What was deleted comes
        back: nothing in the copy tells that it was."""
        self.stop_ctld()
        self.make_older()
        self.start_ctld()
        self.make("since", at(17), at(18), NodeCnt=8)
        before = self.shown()
        self.assertTrue(self.c.delete("odd").ok)
        self.stop_ctld()
        os.replace(self.path(".v1"), self.path())
        self.start_ctld()
        self.assertShown(before)
        self.assertEqual(self.live(), NAMES | {"since"})
        self.assertEqual(self.fields("moved")["MaxStartDelay"], "04:00:00")


if __name__ == "__main__":
    unittest.main()
