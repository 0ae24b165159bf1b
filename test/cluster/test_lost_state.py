# SPDX-License-Identifier: GPL-2.0-or-later
"""Slurm can't read its own state, or not all of it: the bookings come from the ledger."""
import os
import struct
import time
import unittest

import case
import gq
from case import at, soon

HEADER = struct.pack(">I", 17) + b"PROTOCOL_VERSION\0"


def setUpModule():
    case.start(8)


class Lost(case.Case):
    def setUp(self):
        super().setUp()
        self.make("rigid", at(10), Duration=60, NodeCnt=3, Users="root,daemon")
        self.make("list", at(10), at(10, 30, 7), Nodes="n[7-8]", Accounts="red", Users=None)
        self.make("wall", at(12), at(13), NodeCnt=8)
        self.make("moved", at(12), Duration=30, NodeCnt=5, MaxStartDelay="4:00:00")
        self.make("active", soon(-60), soon(3600), NodeCnt=1)
        self.before = self.shown()
        now = int(time.time())  # Slurm's state is newer than all of them
        gq.wait_for(lambda: time.time() >= now + 1, "the next second")
        r = self.c.cluster("stop-ctld")
        self.assertTrue(r.ok, r)
        self.addCleanup(self.back)

    def back(self):
        if not self.c.alive():
            self.c.start_controller()

    def state_file(self, data=None):
        """What Slurm has saved of reservations; with data, something else in its place."""
        path = self.state("resv_state")
        if data is None:
            with open(path, "rb") as f:
                return f.read()
        with open(path, "wb") as f:
            return f.write(data)

    def set_protocol(self, number):
        data = self.state_file()
        self.assertEqual(data[:len(HEADER)], HEADER)
        at = len(HEADER)
        self.state_file(data[:at] + struct.pack(">H", number) + data[at + 2:])

    def start_ignoring(self):
        """slurmctld -i"""
        r = gq.run("slurmctld", "-i", "-f", os.path.join(self.c.folder, "slurm.conf"))
        self.assertTrue(r.ok, r)
        gq.wait_for(self.c.alive, "slurmctld answers")

    def check_all_there(self):
        self.c.wait_answering()
        self.assertEqual(self.shown(), self.before)
        self.assertEqual(self.live(), {"rigid", "list", "wall", "moved", "active"})
        self.refuse("x", r"reservation list \(", "reservation rigid ",
                    start=at(10), end=at(10, 20), NodeCnt=4)
        self.assertTrue(self.c.delete("wall").ok)
        self.change("moved", NodeCnt=6)
        self.assertLies("moved", at(12), at(12, 30), 6)
        self.change("active", Duration=180)
        before = self.shown()
        self.kill()
        self.assertEqual(self.shown(), before)

    def test_of_a_version_too_old(self):
        """As after an upgrade over too many versions: Slurm reads not one of them, and says little."""
        self.set_protocol(0x2300)
        with self.logged(r"sched/garq: .*\(protocol 8960\) whose state this one can't read"):
            self.c.start_controller()
        self.check_all_there()

    def test_of_a_newer_version(self):
        self.set_protocol(0x7f00)
        with self.logged(r"sched/garq: .*\(protocol 32512\) whose state this one can't read"):
            self.c.start_controller()
        self.check_all_there()

    def test_cut_short_and_ignored(self):
        """The last ones are lost to Slurm, which was told not to mind."""
        data = self.state_file()
        self.state_file(data[:len(data) // 2])
        with self.logged("sched/garq: slurmctld was started with -i"):
            self.start_ignoring()
        self.assertRegex(self.c.log(), "sched/garq: made reservation active again from the ledger")
        self.check_all_there()

    def test_ignored_without_need(self):
        self.start_ignoring()
        self.check_all_there()

    def without(self, name):
        """Slurm's state, as a controller saves it that has purged a reservation, or whose user has deleted it."""
        self.start_ctld()
        with self.logged("sched/garq: loaded"):
            self.restart()
        gq.wait_for(lambda: self.ledger(f"SELECT seen FROM booking WHERE name='{name}' AND closed IS NULL") == [(3,)],
                    f"each later file has {name}")
        self.c.kill_controller()
        data = self.state_file()
        self.cut(data, name)
        return data

    def cut(self, data, name):
        """The same, and its name is another's."""
        packed = struct.pack(">I", len(name) + 1) + name.encode() + b"\0"
        self.assertEqual(data.count(packed), 1)
        self.state_file(data.replace(packed, packed[:-2] + b"X\0"))

    def test_purged_in_a_start_that_was_killed(self):
        """The start had kept the file from before: nothing was deleted."""
        data = self.without("wall")
        before = self.closed("wall")
        with open(self.state("garq.start"), "wb") as f:
            f.write(data)
        self.start_ctld()
        self.assertIn("wall", self.live())
        self.assertEqual(self.closed("wall"), before)
        gq.wait_for(lambda: not os.path.exists(self.state("garq.start")), "the start is over")

    def test_deleted_before_a_start(self):
        """The same without such a file: it was deleted."""
        self.without("wall")
        self.start_ctld()
        self.assertNotIn("wall", self.live())
        self.assertEqual(self.closed("wall")[-1], "removed while sched/garq was off")

    def test_saves_that_were_cut_short(self):
        """Twice killed between unlink() and link(): the file before is linked again, and not lost."""
        for _ in range(2):
            os.replace(self.state("resv_state"), self.state("resv_state.old"))
            with self.logged("sched/garq: Slurm's last save of its reservations was cut short"):
                self.start_ctld()
            self.assertEqual(self.live(), {"rigid", "list", "wall", "moved", "active"})
            self.c.kill_controller()
            self.assertTrue(os.path.exists(self.state("resv_state")))
        self.start_ctld()

    def test_removed_while_it_was_off(self):
        """Nothing that was deleted comes back in a start without -i."""
        self.c.cluster("set", "SchedulerType=sched/backfill")
        self.addCleanup(self.restart, SchedulerType="sched/garq")
        self.c.start_controller()
        self.assertTrue(self.c.delete("wall").ok)
        self.restart(SchedulerType="sched/garq")
        self.assertNotIn("wall", self.c.reservations())
        self.assertEqual(self.closed("wall")[-1], "removed while sched/garq was off")


if __name__ == "__main__":
    unittest.main()
