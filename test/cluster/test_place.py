# SPDX-License-Identifier: GPL-2.0-or-later
"""An update that changes nothing but where and when a booking lies that has not begun needs none of Slurm's walks through all nodes and jobs."""
import os
import re
import unittest

import case
import dbd
import gq
from case import at

_accounted = False


def setUpModule():
    global _accounted
    case.start(4, lines=["Licenses=lic:6"])
    _accounted = case.ROOT and not dbd.MISSING
    if _accounted:
        dbd.start_for(case.cluster())
        case.cluster().restart()
        case.cluster().wait_answering()


class Place(case.Case):
    def setUp(self):
        super().setUp()
        self.c.scontrol("setdebugflags", "+Reservation")
        self.make("r", at(10), at(11), NodeCnt=2)

    def changed(self, name="r", start=None, end=None, **options):
        """RET was it Slurm's own function that changed it?"""
        seen = len(self.c.log())
        self.change(name, start, end, **options)
        return bool(re.search(rf"update_resv: Name={name}\b", self.c.log()[seen:]))

    def assertLooksNew(self, **options):
        """As one that is made so, in its place; by count it keeps nodes of its own."""
        others = {"PartitionName"} | ({"Nodes"} if "Nodes" not in options else set())
        is_now = self.fields("r")
        self.assertTrue(self.c.delete("r").ok)
        made = self.make("r", **options)
        self.assertEqual({k: v for k, v in is_now.items() if k not in others}, {k: v for k, v in made.items() if k not in others})

    def test_times(self):
        self.assertFalse(self.changed(start=at(12), end=at(14)))
        self.assertLies("r", at(12), at(14), 2)
        self.assertFalse(self.changed(Duration=90))
        self.assertLies("r", at(12), at(13) + 1800, 2)
        self.assertLooksNew(start=at(12), Duration=90, NodeCnt=2)

    def test_count(self):
        self.assertFalse(self.changed(NodeCnt=3))
        self.assertFalse(self.changed(start=at(8), NodeCnt=1))
        self.assertLooksNew(start=at(8), end=at(11), NodeCnt=1)

    def test_named(self):
        self.assertFalse(self.changed(Nodes="n[2-4]"))
        self.assertEqual(self.fields("r")["Nodes"], "n[2-4]")
        self.assertLooksNew(start=at(10), end=at(11), Nodes="n[2-4]")

    def test_makes_room(self):
        """It moves another one, and is moved."""
        self.make("w", at(8), at(9), NodeCnt=4, MaxStartDelay="8:00:00")
        self.assertFalse(self.changed(start=at(8), end=at(9)))
        self.assertLies("r", at(8), at(9), 2)
        self.assertGreaterEqual(self.start_of("w"), at(9))

    def test_refused(self):
        """Nothing has changed."""
        self.make("all", at(14), at(15), Nodes="ALL")
        self.refuse_change("r", "2 of 2 nodes are missing", start=at(14), end=at(15))
        self.refuse_change("r", start=at(11), end=at(10))
        self.refuse_change("r", Nodes="n9")

    def test_order(self):
        """Slurm begins and ends reservations in the order of its list, so what comes later must not get in front."""
        names = []
        for i in range(6):
            names.append(f"o{i}")
            self.make(names[-1], at(2 + i), at(3 + i), NodeCnt=1, Licenses="lic:1")  # licenses: all of them stay in the list
        self.assertTrue(self.c.delete("r").ok)
        self.assertFalse(self.changed("o3", start=at(5), end=at(5) + 1800))
        self.restart()
        order = [name for name in self.saved() if name.startswith("o")]
        self.assertEqual(order, names)

    def saved(self):
        """The names in Slurm's state file, in its order."""
        with open(os.path.join(self.c.folder, "state", "resv_state"), "rb") as f:
            return [name.decode() for name in re.findall(rb"\x00\x00\x00\x03(o\d)\x00", f.read())]

    def test_what_slurm_has_to_know(self):
        self.assertTrue(self.changed(Users=f"{gq.ME},{case.OTHER}"))
        self.assertTrue(self.changed(Duration=50, Flags="FLEX"))
        self.assertTrue(self.changed(Nodes="ALL"))
        self.make("now", StartTime="now", Duration=60, NodeCnt=1)
        self.assertTrue(self.changed("now", Duration=50))

    def test_lasts(self):
        self.make("s", at(10), at(11), NodeCnt=1)
        self.assertFalse(self.changed("r", start=at(12), end=at(13), NodeCnt=3))
        self.assertFalse(self.changed("s", Nodes="n2"))
        before = self.shown()
        self.restart()
        self.assertShown(before)
        self.assertFalse(self.changed("s", Nodes="n3"))
        before = self.shown()
        self.kill()
        self.assertShown(before)

    def test_accounting(self):
        if not _accounted:
            self.skipTest("needs root and a database")

        def known():
            r = self.c.run("sacctmgr", "-nP", "show", "reservation", "format=name,start,end,tres", f"start={gq.stamp(at(0))}", f"end={gq.stamp(at(23))}")
            return r.out.split()
        for options, cpus in (({"start": at(12), "end": at(14)}, 2), ({"NodeCnt": 3}, 3), ({"Nodes": "n1", "start": at(6), "end": at(7)}, 1)):
            self.assertFalse(self.changed(**options))
            fields = self.fields("r")
            each = int(fields["CoreCnt"]) // int(fields["NodeCnt"])
            line = f"r|{fields['StartTime']}|{fields['EndTime']}|cpu={cpus * each}"
            gq.wait_for(lambda: known() == [line], lambda: f"slurmdbd has {line}: {known()}", 60)


if __name__ == "__main__":
    unittest.main()
