# SPDX-License-Identifier: GPL-2.0-or-later
"""Nodes, partitions and features of slurm.conf that change under bookings."""
import os
import re
import shutil
import unittest

import case
import gq
from case import at


def setUpModule():
    case.start(6)


class Conf(case.Case):
    def setUp(self):
        super().setUp()
        with open(self.path()) as f:
            self.original = f.read()
        self.addCleanup(self.put_back)
        self.make("count", at(10), at(11), Nodes="n[1-3]")
        self.change("count", Nodes="", NodeCnt=3)
        self.make("list", at(10), at(11), Nodes="n[4-5]")
        self.make("all", at(12), at(13), Nodes="ALL")

    def path(self):
        return os.path.join(self.c.folder, "slurm.conf")

    def rewrite(self, *changes):
        """Replace what matches by what is given, in slurm.conf."""
        text = self.original
        for pattern, new in changes:
            text, count = re.subn(pattern, new, text, flags=re.M)
            self.assertTrue(count, pattern)
        case.replace(self.path(), text)

    def put_back(self):
        self.clean()
        case.replace(self.path(), self.original)
        self.restart()


class Restart(Conf):
    """Slurm takes nodes in or out by a restart only."""

    def without_n6(self):
        self.rewrite(("^NodeName=n6 .*\n", ""), (r"Nodes=n\[1-6\]", "Nodes=n[1-5]"))

    def test_node_that_goes_and_comes_back(self):
        before = self.shown()
        self.without_n6()
        self.restart()
        self.assertEqual(self.nodes("all"), {f"n{i}" for i in range(1, 6)})
        self.assertEqual((self.nodes("count"), self.nodes("list")), ({"n1", "n2", "n3"}, {"n4", "n5"}))
        self.refuse("x", "6 nodes are asked for, 5 can serve", start=at(14), end=at(15), NodeCnt=6)
        self.refuse("x", "reservation count ", start=at(10), end=at(11), NodeCnt=1)
        self.refuse("x", "Nodes=n6: there is a node in it", start=at(14), end=at(15), Nodes="n6")
        self.put_conf_back()
        self.assertEqual(self.shown(), before)
        self.make("x", at(10), at(11), NodeCnt=1)
        self.assertEqual(self.nodes("x"), {"n6"})

    def put_conf_back(self):
        case.replace(self.path(), self.original)
        self.restart()

    def test_indexes_that_move(self):
        """A node that goes from the middle moves the numbers of those after it."""
        self.assertTrue(self.c.delete("all").ok)
        self.assertTrue(self.c.delete("count").ok)
        self.make("five", at(10), at(11), Nodes="n6")
        before = self.shown()
        self.rewrite(("^NodeName=n2 .*\n", ""), (r"Nodes=n\[1-6\]", "Nodes=n[1,3-6]"),
                     (r"Nodes=n\[1-3\]", "Nodes=n[1,3]"))
        self.restart()
        self.assertEqual(self.shown(), before)
        self.make("x", at(10), at(11), NodeCnt=2)
        self.assertEqual(self.nodes("x"), {"n1", "n3"})

    def test_a_deletion_that_was_not_saved(self):
        """slurmctld is killed before it saves a deletion, and a node of the booking leaves slurm.conf."""
        self.make("gone", at(6), at(7), Nodes="n[5-6]")	# the next ones on their nodes, so Slurm saves them
        self.make("moved", at(8), at(9), Nodes="n[1,6]")
        self.keep_state("resv_state")
        self.change("moved", at(7), at(8))
        for name in ("gone", "moved", "all"):
            self.assertTrue(self.c.delete(name).ok)
        self.c.kill_controller()
        self.bring_state_back("resv_state")
        self.save_again()
        self.without_n6()
        self.start_ctld()
        self.assertEqual(set(self.c.reservations()), {"count", "list"})
        self.assertEqual(self.live(), {"count", "list"})
        told = "\n".join(line for line in self.c.log().splitlines() if "sched/garq: " in line)
        self.assertRegex(told, "the state that Slurm has read was written later or elsewhere")
        for name in ("gone", "moved", "all"):
            self.assertRegex(told, f"reservation {name} was deleted: deleting it again")

    def test_node_that_goes_while_the_state_is_unknown(self):
        """Slurm takes the node out of its records: that is nobody's change, which the ledger would follow."""
        self.make("next", at(6), at(7), Nodes="n[5-6]")	# the first one on its nodes, so Slurm saves it
        before = self.shown()
        self.stop_ctld()
        self.save_again()
        self.without_n6()
        with self.logged("the state that Slurm has read was written later or elsewhere"):
            self.start_ctld()
        self.assertEqual(self.nodes("next"), {"n5"})
        self.put_conf_back()
        self.assertEqual(self.shown(), before)

    def test_node_that_was_gone_at_a_start_that_was_cut(self):
        """A start that came to no end lacked the node, and Slurm saved the record so: that is nobody's change either."""
        self.make("next", at(6), at(7), Nodes="n[5-6]")	# the first one on its nodes, so Slurm saves it
        before = self.shown()
        self.stop_ctld()
        self.save_again()
        found = self.state("garq.start")	# what that start has found, which the next one judges
        shutil.copy2(self.state("resv_state"), found + ".later")
        self.rewrite(("^NodeName=n6 .*\n", ""), (r"Nodes=n\[1-6\]", "Nodes=n[1-5]"),
                     ("^SchedulerType=.*", "SchedulerType=sched/backfill"))
        self.start_ctld()
        self.assertEqual(self.nodes("next"), {"n5"})
        self.stop_ctld()
        os.replace(found + ".later", found)
        case.replace(self.path(), self.original)
        self.start_ctld()
        self.assertEqual(self.shown(), before)

    def test_a_count_finds_another_node(self):
        """A booking by count whose node is taken out of slurm.conf is lost, though others are free."""
        self.make("r", at(10), at(11), NodeCnt=1)
        self.assertEqual(self.nodes("r"), {"n6"})
        self.assertTrue(self.c.delete("list").ok)
        self.restart()
        self.without_n6()
        self.restart()
        self.assertLies("r", at(10), at(11), 1)


    def test_a_count_keeps_its_number(self):
        """A booking by count that loses one of its nodes stays smaller, though others are free."""
        self.make("two", at(20), at(21), Nodes="n[5-6]")
        self.change("two", Nodes="", NodeCnt=2)
        self.restart()
        self.without_n6()
        self.restart()
        self.assertLies("two", at(20), at(21), 2)


    def test_a_change_of_times_keeps_its_number(self):
        """A booking by count that lacks a node would have promised fewer after any change."""
        self.make("full", at(14), at(16), NodeCnt=6)
        self.restart()
        self.without_n6()
        self.restart()
        self.assertEqual(len(self.nodes("full")), 5)
        booked = "SELECT num_cn FROM booking WHERE name = 'full' AND closed IS NULL"
        for change in ({"end": at(15)}, {"Users": "root,daemon"}, {"start": at(14, 30), "end": at(15)}):
            self.change("full", **change)
            self.assertEqual(self.ledger(booked), [(6,)])
        self.put_conf_back()
        gq.wait_for(lambda: len(self.nodes("full")) == 6, "it has all of them again")
        self.assertLies("full", at(14, 30), at(15), 6)


class Reconfigure(Conf):
    def test_partition(self):
        self.assertTrue(self.c.delete("all").ok)
        self.rewrite((r"^(PartitionName=half Nodes=)n\[1-3\]", r"\1n[3-6]"))
        self.reconfigure()
        self.make("x", at(10), at(11), NodeCnt=1, PartitionName="half")
        self.assertEqual(self.nodes("x"), {"n6"})
        self.refuse("y", "reservation count .* n3|n3", start=at(10), end=at(11), NodeCnt=2,
                    PartitionName="half")
        self.refuse("y", "5 nodes are asked for, 4 can serve", start=at(14), end=at(15), NodeCnt=5,
                    PartitionName="half")

    def test_reservation_of_a_partition_follows_it(self):
        """As in Slurm: PART_NODES are the nodes that the partition has now."""
        self.make("part", at(14), at(15), PartitionName="half")
        self.rewrite((r"^(PartitionName=half Nodes=)n\[1-3\]", r"\1n[3-6]"))
        self.reconfigure()
        gq.wait_for(lambda: self.nodes("part") == {"n3", "n4", "n5", "n6"}, "it follows", seconds=90)
        self.make("x", at(14), at(15), NodeCnt=2)
        self.assertEqual(self.nodes("x"), {"n1", "n2"})

    def test_features(self):
        self.assertTrue(self.c.delete("all").ok)
        self.rewrite((r"^(NodeName=n6 .*)Features=even", r"\1Features=new"))
        self.reconfigure()
        self.refuse("x", "3 nodes are asked for, 2 can serve", start=at(14), end=at(15), NodeCnt=3,
                    Features="even")
        self.refuse("x", "[Ff]eature", start=at(10), end=at(11), Nodes="n6", Features="junk")
        self.make("x", at(10), at(11), NodeCnt=1, Features="new")
        self.assertEqual(self.nodes("x"), {"n6"})
        self.rewrite((r"^(NodeName=n6 .*)Features=even", r"\1Features=newer"))  # no node has the old one
        self.reconfigure()
        gq.wait_for(lambda: "lacks n6" in self.shown(), "its users are told")
        self.rewrite((r"^(NodeName=n6 .*)Features=even", r"\1Features=new"))
        self.reconfigure()
        gq.wait_for(lambda: "lacks n6" not in self.shown(), "it is whole again")

    def test_nothing(self):
        before = self.shown()
        for _ in range(3):
            self.reconfigure()
            self.assertEqual(self.shown(), before)
        self.refuse("x", "reservation count ", start=at(10), end=at(11), NodeCnt=2)
        self.make("x", at(10), at(11), NodeCnt=1)

    def test_partition_by_scontrol(self):
        self.assertTrue(self.c.scontrol("update", "PartitionName=half", "Nodes=n[5-6]").ok)
        self.make("x", at(10), at(11), NodeCnt=1, PartitionName="half")
        self.assertEqual(self.nodes("x"), {"n6"})


if __name__ == "__main__":
    unittest.main()
