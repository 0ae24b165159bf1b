# SPDX-License-Identifier: GPL-2.0-or-later
"""A booking that is given other nodes is as one that was made on them, and always gets them.

Whoever is given its old ones counts on it, so Slurm, which may refuse an update, is not
asked for one.
"""
import contextlib
import sqlite3
import unittest

import case
import gq
from case import at, soon

ODD = {"n1", "n2", "n3"}	# two processors each; the others have four


def setUpModule():
    case.start(6, extra=["n[4-6] CPUs=4"])


class Rebind(case.Case):
    """f asked for three nodes, and has those of ODD."""

    def make_f(self):
        self.make("away", at(10), at(11), Nodes="n[4-6]")
        self.make("f", at(10), at(11), NodeCnt=3)
        self.assertTrue(self.c.delete("away").ok)
        self.assertEqual(self.nodes("f"), ODD)

    def assertRebound(self):
        """f has made room on the nodes of ODD."""
        like = self.make("like", at(20), at(21), NodeCnt=3)
        self.assertTrue(self.c.delete("like").ok)
        made = self.make("like", at(20), at(21), Nodes="n[4-6]")
        self.assertEqual(self.fields("f")["TRES"], "cpu=12")
        for key in ("NodeCnt", "CoreCnt", "TRES", "Nodes"):
            self.assertEqual(self.fields("f")[key], made[key], key)
        self.assertEqual(self.fields("f")["Flags"], like["Flags"])
        self.assertTrue(self.c.delete("like").ok)
        self.assertTrue(gq.check(self.c, []).ok)
        before = self.shown()
        self.restart()
        self.assertEqual(self.shown(), before)
        self.kill()
        self.assertEqual(self.shown(), before)

    def make_room(self):
        self.c.scontrol("setdebugflags", "+Reservation")
        self.addCleanup(self.c.scontrol, "setdebugflags", "-Reservation")
        seen = len(self.c.log())
        self.make("p", at(10), at(11), Nodes="n[1-3]")
        log = self.c.log()[seen:]
        self.assertRegex(log, r"reservation f: .*nodes n\[4-6\], was n\[1-3\]")
        self.assertNotIn("update_resv: Name=", log)

    def test_one_of_slurms_list(self):
        self.make_f()
        self.make_room()
        self.assertRebound()

    def test_one_that_is_parked(self):
        self.make("first", at(8), at(9), NodeCnt=6)
        self.make_f()
        self.assertEqual(self.ledger("SELECT parked FROM booking WHERE name = 'f' AND closed IS NULL"), [(1,)])
        self.make_room()
        self.assertRebound()

    def test_two_that_follow_each_other(self):
        self.make("away", at(10), at(12), Nodes="n[4-6]")
        before = [self.make(name, at(hour), at(hour + 1), NodeCnt=3) for name, hour in (("f", 10), ("g", 11))]
        self.assertEqual((self.nodes("f"), self.nodes("g")), (ODD, ODD))
        self.assertTrue(self.c.delete("away").ok)
        self.make("p", at(10), at(12), Nodes="n[1-3]")
        for old in before:
            new = self.fields(old["ReservationName"])
            self.assertEqual(self.c.hosts(new["Nodes"]), {"n4", "n5", "n6"})
            self.assertEqual((new["StartTime"], new["EndTime"]), (old["StartTime"], old["EndTime"]))
        self.assertTrue(gq.check(self.c, []).ok)
        shown = self.shown()
        self.kill()
        self.assertEqual(self.shown(), shown)

    def test_one_that_has_begun(self):
        self.make("away", soon(0), soon(3600), Nodes="n[4-6]")
        before = self.make("f", soon(0), Duration=60, NodeCnt=3)
        self.assertTrue(self.c.delete("away").ok)
        self.set_node("n2", "DOWN")
        gq.wait_for(lambda: "n2" not in self.nodes("f"), "f has another node", 90)
        fields = self.fields("f")
        self.assertEqual((fields["TRES"], fields["CoreCnt"], fields["NodeCnt"]), ("cpu=8", "8", "3"))
        self.assertEqual((fields["StartTime"], fields["EndTime"]), (before["StartTime"], before["EndTime"]))
        gq.wait_for(lambda: all(s.startswith(("resv", "reserved")) for n, s in self.node_states().items()
                                if n in self.nodes("f")), "its nodes are reserved")
        job = self.running_job("-N3", "--exclusive", "-t10", "--reservation=f")
        self.assertEqual(self.c.hosts(self.job_fields(job)["NodeList"]), self.nodes("f"))

    def test_what_slurm_refuses_at_start(self):
        """It lies where the ledger says, though nobody has the name of its user any more."""
        self.make_f()
        self.keep_state("resv_state")
        self.make_room()
        self.c.kill_controller()
        self.bring_state_back("resv_state")
        with contextlib.closing(sqlite3.connect(self.state("garq.ledger"))) as db, db:
            db.execute("UPDATE booking SET users = 'nobody-of-this-name' WHERE name = 'f' AND closed IS NULL")
        with self.logged("reservation f .* can.t be changed", 1):
            self.start_ctld()
        self.assertEqual((self.nodes("p"), self.nodes("f")), (ODD, {"n4", "n5", "n6"}))
        self.assertEqual((self.fields("f")["Users"], self.fields("f")["TRES"]), (gq.ME, "cpu=12"))
        r = gq.check(self.c, [])
        self.assertTrue(r.ok, r)
        before = self.shown()
        self.kill()
        self.assertEqual(self.shown(), before)


if __name__ == "__main__":
    unittest.main()
