# SPDX-License-Identifier: GPL-2.0-or-later
"""Whatever takes nodes from a booking is mended, or told: the events beside failed nodes, which test_shift.py has."""
import re

import case
import gq
from case import at, soon

REMARK = "Comment" if gq.VERSION >= (23, 2) else "BurstBuffer"


def setUpModule():
    case.start(6, lines=(*case.STAYS_DOWN, "MaxNodeCount=20", "TreeWidth=65533",
                         "PartitionName=every Nodes=ALL State=UP"))


class Taken(case.Case):
    def lacks(self, name):
        """What a degraded booking lacks, and why; else None."""
        out = self.c.scontrol("-o", "show", "reservation", name).out
        found = re.search(rf"{REMARK}=degraded: lacks (.*?)(?: \w+=|$)", out, re.M)
        return found and found[1].strip()

    def leaves(self, name, *nodes):
        gq.wait_for(lambda: not self.nodes(name) & set(nodes), f"{name} leaves {nodes}", 60)

    def maint(self, name, start, end, nodes, flags="MAINT,IGNORE_JOBS"):
        return self.make(name, start, end, Nodes=nodes, Flags=flags)


class Reservations(Taken):
    def test_a_count_gets_other_nodes(self):
        for flags in ("MAINT,IGNORE_JOBS", "OVERLAP", "MAINT", "OVERLAP,IGNORE_JOBS"):
            with self.subTest(flags=flags):
                self.make("b", at(10), at(11), NodeCnt=2)
                first = sorted(self.nodes("b"))[0]
                with self.logged(rf"reservation b lost nodes \(reservation m has {first}\)", 60):
                    self.maint("m", at(9), at(12), first, flags)
                self.leaves("b", first)
                self.assertLies("b", at(10), at(11), 2)
                self.assertIsNone(self.lacks("b"))
                self.clean()

    def test_one_with_a_window_shifts(self):
        self.make("f", at(10), Duration=60, NodeCnt=5, MaxStartDelay="4:00:00")
        self.maint("m", at(9), at(12), "n[1-3]")
        gq.wait_for(lambda: self.start_of("f") == at(12), "f shifts behind the maintenance", 60)
        self.assertTrue(self.c.delete("m").ok)
        gq.wait_for(lambda: self.start_of("f") == at(10), "f moves into the room", 60)

    def test_part_of_it(self):
        """Two of its nodes are taken, and one other is free: it gets that one, and the rest is told."""
        self.make("b", at(10), at(11), NodeCnt=5)
        taken = sorted(self.nodes("b"))[:2]
        free = ({f"n{i}" for i in range(1, 7)} - self.nodes("b")).pop()
        self.maint("m", at(9), at(12), ",".join(taken))
        gq.wait_for(lambda: free in self.nodes("b"), "b has the free node", 60)
        self.assertEqual(len(self.nodes("b") & set(taken)), 1)
        self.assertRegex(self.lacks("b"), rf"^({'|'.join(taken)}) \(reservation m has \1\)")
        with self.logged("reservation b is complete again", 60):
            self.assertTrue(self.c.delete("m").ok)
        self.assertIsNone(self.lacks("b"))

    def test_named_nodes_are_told(self):
        events = self.events("EVENT", "RESERVATION", "REASON")
        self.make("b", at(10), at(11), Nodes="n[1-2]")
        self.maint("m", at(9), at(10, 30), "n2")
        told = ["maintenance m b", "degraded b reservation m has n2"]
        gq.wait_for(lambda: events() == told, "the site is told", 60)
        self.assertEqual(self.lacks("b"), "n2 (reservation m has n2)")
        self.change("m", end=at(10))
        told += ["mended b its nodes are back"]
        gq.wait_for(lambda: events() == told, "that it is over, too", 60)
        self.change("m", end=at(12))
        told += ["maintenance m b", "degraded b reservation m has n2"]
        gq.wait_for(lambda: events() == told, "and that it is back", 60)
        gq.wait_for(lambda: self.lacks("b"), "the longer maintenance is told", 60)

    def test_one_that_has_begun_keeps_where_its_jobs_run(self):
        self.make("b", StartTime="now", Duration=120, NodeCnt=2)
        on, other = sorted(self.nodes("b"))
        self.running_job("-w", on, "--exclusive", "-t100", "--reservation=b")
        self.maint("m", soon(1800), soon(3600), f"{on},{other}", "MAINT,IGNORE_JOBS")
        self.leaves("b", other)
        self.assertIn(on, self.nodes("b"))
        self.assertRegex(self.lacks("b"), rf"^{on} ")

    def test_floating(self):
        self.make("b", soon(600), soon(4200), NodeCnt=2)
        first = sorted(self.nodes("b"))[0]
        self.make("f", StartTime="now+1minute", Duration=1, Nodes=first, Flags="TIME_FLOAT,OVERLAP")
        self.leaves("b", first)

    def test_no_booking_longer_than_a_float_is_away(self):
        self.make("f", StartTime="now+1minute", Duration=1, Nodes="n1", Flags="TIME_FLOAT")
        self.refuse("b", "reservation f ", start=soon(600), end=soon(1200), Nodes="n1")

    def test_slurm_gives_a_native_one_no_booked_node(self):
        """It sees what it could take, also where those bookings were parked behind others."""
        for i in range(1, 7):
            self.make(f"soon{i}", at(8), at(9), Nodes=f"n{i}")
        self.make("native", at(12), at(13), NodeCnt=1, Flags="DAILY")
        mine = self.nodes("native").pop()
        others = [f"n{i}" for i in range(1, 7) if f"n{i}" != mine]
        for name in others:
            self.make(f"b{name}", at(12), at(13), Nodes=name)
        self.set_node(mine, "DRAIN")
        gq.wait_for(lambda: self.lacks(f"soon{mine[1:]}"), "the plugin knows", 60)
        r = self.c.scontrol("update", "ReservationName=native", "Users=root,daemon")  # Slurm looks at it
        self.assertTrue(r.ok, r)
        self.assertEqual(self.nodes("native"), {mine})
        for name in others:
            self.assertIsNone(self.lacks(f"b{name}"))

    def test_dozens_by_robots(self):
        """Each node in turn is maintained: the booking goes round them, and nothing is left of it."""
        self.make("b", at(10), at(11), NodeCnt=3)
        for i in range(1, 7):
            self.maint(f"m{i}", at(9), at(12), f"n{i}")
            self.leaves("b", f"n{i}")
            self.assertTrue(self.c.delete(f"m{i}").ok)
        self.assertLies("b", at(10), at(11), 3)
        self.assertIsNone(self.lacks("b"))


class Jobs(Taken):
    def test_more_time(self):
        job = self.running_job("-w", "n1", "--exclusive", "-t2")
        self.make("b", soon(600), soon(4200), Nodes="n[1-2]")
        self.change("b", Nodes="", NodeCnt=2)
        self.assertIn("n1", self.nodes("b"))
        r = self.c.scontrol("update", f"JobId={job}", "TimeLimit=60")
        self.assertTrue(r.ok, r)
        self.leaves("b", "n1")

    def test_named_nodes_are_told(self):
        job = self.running_job("-w", "n1", "--exclusive", "-t2")
        self.make("b", soon(600), soon(4200), Nodes="n1")
        r = self.c.scontrol("update", f"JobId={job}", "TimeLimit=60")
        self.assertTrue(r.ok, r)
        gq.wait_for(lambda: self.lacks("b") == f"n1 (job {job} has n1)", "b lacks n1", 60)
        self.c.run("scancel", job)
        gq.wait_for(lambda: self.lacks("b") is None, "b is complete again", 60)


class Dynamic(Taken):
    """Nodes of a cloud come and go while slurmctld runs."""

    def setUp(self):
        super().setUp()
        for name in ("d1", "d2"):
            self.create_node(name)
        self.addCleanup(lambda: [self.c.scontrol("delete", f"NodeName={name}") for name in ("d1", "d2")])

    def create_node(self, name):
        r = self.c.scontrol("create", f"NodeName={name}", "NodeHostname=localhost", f"Port={9000 + int(name[1:])}",
                            "CPUs=4", "RealMemory=1000", "State=CLOUD")
        self.assertTrue(r.ok, r)

    def delete_node(self, name):
        r = self.c.scontrol("delete", f"NodeName={name}")
        self.assertTrue(r.ok, r)

    def book_dynamic(self, start, end):
        """A booking by count on d1 and d2, and then nothing on the others."""
        self.make("pad", start, end, Nodes="n[1-6]")
        self.make("b", start, end, NodeCnt=2, PartitionName="every")
        self.assertEqual(self.nodes("b"), {"d1", "d2"})
        self.assertTrue(self.c.delete("pad").ok)

    def test_one_of_two_is_deleted(self):
        """Also of a booking that is parked behind another one."""
        for before in (False, True):
            with self.subTest(before=before):
                if before:
                    self.make("first", at(8), at(9), Nodes="ALL")
                self.book_dynamic(at(10), at(11))
                self.delete_node("d2")
                self.leaves("b", "d2")
                gq.wait_for(lambda: len(self.nodes("b")) == 2, "b has two nodes again", 60)
                self.assertIsNone(self.lacks("b"))
                self.clean()
                self.create_node("d2")

    def test_none_is_free(self):
        """It is told what it lacks, and gets a node once there is one."""
        self.book_dynamic(at(10), at(11))
        self.make("all", at(10), at(11), Nodes="n[1-6]")
        self.delete_node("d2")
        gq.wait_for(lambda: self.lacks("b"), "b lacks a node", 60)
        self.assertRegex(self.lacks("b"), "^1 of 2 nodes")
        self.assertTrue(self.c.delete("all").ok)
        gq.wait_for(lambda: len(self.nodes("b")) == 2, "b has two nodes again", 90)
        self.assertIsNone(self.lacks("b"))


class Partitions(Taken):
    def set_half(self, nodes):
        r = self.c.scontrol("update", "PartitionName=half", f"Nodes={nodes}")
        self.assertTrue(r.ok, r)

    def setUp(self):
        super().setUp()
        self.addCleanup(self.set_half, "n[1-3]")

    def test_a_count_leaves_with_its_partition(self):
        self.make("b", at(10), at(11), NodeCnt=2, PartitionName="half")
        self.set_half("n[4-6]")
        self.leaves("b", "n1", "n2", "n3")
        self.assertLies("b", at(10), at(11), 2)

    def test_one_that_grows_takes_nothing_from_others(self):
        self.make("b", at(10), at(11), Nodes="n4")
        self.make("p", at(10), at(11), Nodes="ALL", PartitionName="half", Flags="PART_NODES")
        self.set_half("n[1-4]")
        gq.wait_for(lambda: self.lacks("p"), "p lacks n4", 60)
        self.assertNotIn("n4", self.nodes("p"))
        self.assertIsNone(self.lacks("b"))
        self.assertTrue(self.c.delete("b").ok)
        gq.wait_for(lambda: "n4" in self.nodes("p"), "p gets n4", 60)
        self.assertIsNone(self.lacks("p"))
