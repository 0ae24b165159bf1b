# SPDX-License-Identifier: GPL-2.0-or-later
"""Whatever takes nodes from a booking is mended, or told: the events beside failed nodes, which test_shift.py has."""
import json
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

    def test_what_lacks_nodes_may_give_up_time(self):
        """All six nodes are booked, so that nothing can be found for the one that is taken."""
        for start, until in (("now", soon(4800)), (at(10), at(11))):
            with self.subTest(start=start):
                self.make("b", StartTime=start if start == "now" else gq.stamp(start), Duration=120, NodeCnt=6)
                self.maint("m", soon(600) if start == "now" else at(9), soon(7200) if start == "now" else at(13), "n1")
                gq.wait_for(lambda: self.lacks("b"), "b lacks n1", 60)
                r = self.c.update("b", EndTime=gq.stamp(until))
                self.assertTrue(r.ok, r)
                self.assertLies("b", self.start_of("b"), until, 6)
                self.assertFalse(self.c.update("b", EndTime=gq.stamp(until + 1800)).ok)
                self.clean()

    def test_floating(self):
        self.make("b", soon(600), soon(4200), NodeCnt=2)
        first = sorted(self.nodes("b"))[0]
        self.make("f", StartTime="now+1minute", Duration=1, Nodes=first, Flags="TIME_FLOAT,OVERLAP")
        self.leaves("b", first)

    def test_no_booking_longer_than_a_float_is_away(self):
        self.make("f", StartTime="now+1minute", Duration=1, Nodes="n1", Flags="TIME_FLOAT")
        r = self.c.create("b", StartTime=gq.stamp(soon(600)), EndTime=gq.stamp(soon(1200)), Nodes="n1")
        self.assertRegex(r.err, "reservation f ")
        self.assertEqual(set(self.c.reservations()), {"f"})

    def test_slurm_gives_a_native_one_no_booked_node(self):
        """It sees what it could take, also where those bookings were parked behind others."""
        self.parameters("garq_return=never")
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

    def test_without_power_they_count(self):
        r = self.c.run(gq.sresv(), "stats", "--days", "1", "--json")
        self.assertTrue(r.ok, r)
        self.assertEqual(json.loads(r.out)["now"][0]["nodes"], 8)

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

    def test_cores_of_it_are_booked(self):
        """Slurm would crash, or send what nobody can read, when it shows the cores of a node that it has deleted."""
        self.make("pad", at(10), at(11), Nodes="n[1-6]")
        self.make("b", at(10), at(11), NodeCnt=2, CoreCnt=2, PartitionName="every")
        self.assertEqual(self.nodes("b"), {"d1", "d2"})
        self.assertTrue(self.c.delete("pad").ok)
        r = self.c.scontrol("delete", "NodeName=d2")
        self.assertFalse(r.ok, r)
        self.assertIn("reservation b has cores of it", r.err)
        self.change("b", Nodes="n1,d2")
        before = self.cores_of("b")
        self.delete_node("d1")	# the cores of d2 have other numbers in the cluster then
        self.assertEqual(self.cores_of("b"), before)
        self.create_node("d1")
        self.assertEqual(self.cores_of("b"), before)
        self.assertTrue(self.c.delete("b").ok)	# or the nodes could not be deleted

    def cores_of(self, name):
        return re.findall(r"NodeName=(\S+) CoreIDs=(\S+)", self.c.scontrol("show", "reservation", name).out)

    def test_none_is_free(self):
        """It is told what it lacks, and gets a node once there is one."""
        self.book_dynamic(at(10), at(11))
        self.make("all", at(10), at(11), Nodes="n[1-6]")
        self.delete_node("d2")
        self.leaves("b", "d2")      # Slurm's own look at it, which may come after that of the plugin
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


class Maintenance(Taken):
    """Who makes one is told whom it hits: before, by a query with its flags, and after."""

    def query(self, start=None, end=None, user=None, **options):
        options.setdefault("Flags", "MAINT,IGNORE_JOBS")
        return self.c.create("query", user=user, **self._times(start or at(9), end or at(12)), **options)

    def told(self, **options):
        """The sentences of an answer: the first one, and the others, of which each begins with a name."""
        before = self.shown()
        r = self.query(**options)
        self.assertTrue(r.ok, r)
        self.assertEqual(self.shown(), before)
        found = re.match(r"Reservation created: none, this is what it would meet: (.*)\n", r.out)
        self.assertTrue(found, r)
        return found[1], r.out[found.end():].splitlines()

    def outcome(self, line):
        """What a sentence about a booking foretells: its start, its nodes, and does it lack any?"""
        name, on, start, fate = re.match(r"(\S+) on (\S+), (\S{19}): would (.*)", line).groups()
        new = re.match(r"(?:begin at (\S{19}), |be )on (\S+?)(?:, .*)?$", fate)
        return name, (gq.seconds(new and new[1] or start), self.c.hosts(new[2] if new else on),
                      "lack some" in fate or "degraded" in fate)

    def fate(self, name):
        return self.start_of(name), self.nodes(name), self.lacks(name) is not None

    def test_what_it_foretells_comes(self):
        """Of one that moves, one that gets a part, one that can't, one that shifts; and one elsewhere."""
        self.make("away", at(6), at(7), Nodes="n[1-3]")
        self.make("named", at(9), at(10), Nodes="n3")
        self.make("moves", at(9), at(10), NodeCnt=1)
        self.make("pad", at(9), at(10), NodeCnt=1)
        self.make("full", at(10), at(11), NodeCnt=6)
        self.make("shifts", at(11), Duration=60, NodeCnt=4, MaxStartDelay="4:00:00")
        with_moves = ",".join({"n3", *self.nodes("moves"), *sorted(self.nodes("shifts"))[:3]})
        first, lines = self.told(Nodes=with_moves)
        self.assertRegex(first, r"^\d bookings and 0 jobs$")
        foretold = dict(self.outcome(line) for line in lines)
        self.assertLessEqual({"named", "moves", "full", "shifts"}, set(foretold))
        self.assertNotIn("away", foretold)
        self.assertEqual(foretold["named"], (at(9), {"n3"}, True))
        self.assertFalse(foretold["moves"][2])
        self.assertTrue(foretold["full"][2])
        self.assertEqual(foretold["shifts"][0], at(12))
        self.maint("m", at(9), at(12), with_moves)
        gq.wait_for(lambda: {name: self.fate(name) for name in foretold} == foretold,
                    lambda: f"{foretold} comes: {[self.fate(name) for name in foretold]}", 60)

    def test_the_sentences(self):
        self.make("b", at(10), at(11), Nodes="n1")
        self.make("c", at(10), at(11), NodeCnt=1)
        self.make("all", at(11), at(12), NodeCnt=6)
        on, = self.nodes("c")
        count, lines = self.told(Nodes=f"n1,{on}", end=at(11, 30))
        self.assertEqual(count, "3 bookings and 0 jobs")
        self.assertEqual(lines[0], f"b on n1, {gq.stamp(at(10))}: would stay and be degraded, as its nodes were named")
        self.assertRegex(lines[1], rf"^c on {on}, {gq.stamp(at(10))}: would be on n[2-6]$")
        self.assertEqual(lines[2], f"all on n[1-6], {gq.stamp(at(11))}:"
                                   " would stay and be degraded, as no others are free")
        self.assertEqual(self.told(Nodes=f"n1,{on}", end=at(10)), ("0 bookings and 0 jobs", []))

    def test_others_that_would_move(self):
        """A booking on named nodes can't leave, so the one in its way is to shift: it is counted."""
        self.make("wide", at(9), at(12), Nodes="n[3-6]")
        self.make("first", at(10), at(11), NodeCnt=1)
        self.make("other", at(10), Duration=60, NodeCnt=1, MaxStartDelay="8:00:00")
        on, = self.nodes("first")
        _, lines = self.told(Nodes=on)
        self.assertEqual(len(lines), 1)
        self.assertRegex(lines[0], r"^first .*: would be on n[12], for which 1 other would move$")

    def test_jobs(self):
        job = self.running_job("-w", "n2", "--exclusive", "-t60")
        self.job("-w", "n3", "-t60", "--begin=now+1hour")
        count, lines = self.told(start=soon(600), end=soon(1200), Nodes="n[1-3]")
        self.assertEqual(count, "0 bookings and 1 job")
        self.assertRegex(lines[0], rf"^job {job} is on n2, until \S{{19}}$")
        self.assertEqual(self.told(Nodes="n[1-3]"), ("0 bookings and 0 jobs", []))

    def test_all_nodes_of_a_partition(self):
        self.make("b", at(10), at(11), Nodes="n2")
        for options in ({"Nodes": "ALL"}, {"Nodes": "ALL", "PartitionName": "half"},
                        {"Nodes": "ALL", "PartitionName": "half", "Flags": "MAINT,PART_NODES"}):
            with self.subTest(options=options):
                self.assertEqual(self.told(**options)[0], "1 booking and 0 jobs")

    def test_each_occurrence(self):
        self.make("b", at(10, day=4), at(11, day=4), Nodes="n2")
        self.assertEqual(self.told(Nodes="n2")[0], "0 bookings and 0 jobs")
        self.assertEqual(self.told(Nodes="n2", Flags="MAINT,DAILY")[0], "1 booking and 0 jobs")

    def test_floating(self):
        self.make("b", soon(3600), soon(7200), Nodes="n2")
        for flags, count in (("TIME_FLOAT,OVERLAP", 1), ("OVERLAP", 0)):
            r = self.c.create("query", StartTime="now+1minute", Duration=1, Nodes="n2", Flags=flags)
            self.assertIn(f"it would meet: {count} booking", r.out, r)

    def test_what_slurm_would_refuse(self):
        self.make("b", at(10), at(11), NodeCnt=1)
        on, = self.nodes("b")
        count, lines = self.told(Nodes=on, Flags="REPLACE")
        self.assertEqual(count, "1 booking and 0 jobs, so it would be refused (neither MAINT nor OVERLAP)")
        self.assertRegex(lines[0], ": would stay$")
        for flags in ("REPLACE", "DAILY", "IGNORE_JOBS"):
            self.refuse("m", start=at(9), end=at(12), Nodes=on, Flags=flags)

    def test_by_count(self):
        for options in ({"NodeCnt": 2}, {"NodeCnt": 2, "PartitionName": "half"}):
            r = self.query(**options)
            self.assertEqual(r.code, 1, r)
            self.assertIn(r"query: name the nodes (Nodes=)", r.err)

    def test_without_offers(self):
        self.parameters("garq_offers=0")
        self.make("b", at(10), at(11), Nodes="n2")
        self.assertEqual(self.told(Nodes="n2")[0], "1 booking and 0 jobs")

    @case.needs_root
    def test_users_get_nothing_of_it(self):
        self.make("b", at(10), at(11), Nodes="n2")
        for users in ("no", "yes"):
            self.parameters(f"garq_users={users}")
            for flags in ("MAINT", "MAINT,IGNORE_JOBS", "OVERLAP", "DAILY"):
                with self.subTest(users=users, flags=flags):
                    r = self.query(user=case.OTHER, Nodes="n2", Flags=flags, Users=case.OTHER)
                    self.assertEqual(r.code, 1, r)
                    self.assertNotRegex(r.out + r.err, r"\bb\b|booking|would")

    def test_private(self):
        """An operator is told all the same; users are told by Slurm's remark who took the nodes, but not his name."""
        self.reconfigure(PrivateData="reservations,jobs")
        self.addCleanup(self.reconfigure, PrivateData="none")
        self.make("b", at(10), at(11), Nodes="n2")
        self.assertEqual(self.told(Nodes="n2")[1],
                         [f"b on n2, {gq.stamp(at(10))}: would stay and be degraded, as its nodes were named"])
        self.maint("m", at(9), at(12), "n2")
        gq.wait_for(lambda: self.lacks("b") == "n2 (another reservation has n2)", "b lacks n2", 60)

    def test_refused(self):
        """garq_maint=refuse: none is made over a booking, and none is brought there by an update."""
        self.make("b", at(10), at(11), NodeCnt=1)
        on, = self.nodes("b")
        self.parameters("garq_maint=refuse")
        count, lines = self.told(Nodes=on)
        self.assertEqual(count, "1 booking and 0 jobs, so it would be refused (garq_maint=refuse)")
        self.assertEqual(lines, [f"b on {on}, {gq.stamp(at(10))}: would stay"])
        for flags in ("MAINT,IGNORE_JOBS", "OVERLAP", "MAINT,DAILY"):
            self.refuse("m", "would take nodes of reservation b", start=at(9), end=at(12), Nodes=on, Flags=flags)
        self.maint("m", at(11), at(12), on)
        self.refuse_change("m", "would take nodes of reservation b", start=at(10), end=at(12))
        self.refuse_change("m", "would take nodes of reservation b", start=at(10, 30))
        self.change("m", end=at(13))
        self.assertTrue(self.c.delete("b").ok)
        self.assertEqual(self.told(Nodes=on, start=at(9), end=at(10))[0], "0 bookings and 0 jobs")
        self.change("m", start=at(10))

    def test_plain(self):
        """garq_maint=plain: all is as in plain Slurm."""
        self.make("b", at(10), at(11), NodeCnt=1)
        on, = self.nodes("b")
        self.parameters("garq_maint=plain,garq_return=never")
        count, lines = self.told(Nodes=on)
        self.assertEqual(count, "1 booking and 0 jobs, which would stay as they are (garq_maint=plain)")
        self.assertEqual(lines, [f"b on {on}, {gq.stamp(at(10))}: would stay"])
        self.maint("m", at(9), at(12), on)
        self.set_node(on, "DRAIN")  # the agent has looked at it
        gq.wait_for(lambda: on not in self.nodes("b"), "b leaves the drained node", 90)
        self.maint("p", at(9), at(12), ",".join(self.nodes("b")))
        kept = self.nodes("b")
        self.make("far", at(10), at(11), NodeCnt=1)
        self.assertEqual(self.nodes("b"), kept)
        self.assertIsNone(self.lacks("b"))

    def test_the_site_is_told(self):
        """Of each that is made or changed, and hits anybody."""
        events = self.events("EVENT", "RESERVATION", "START", "END", "NODES", "USERS", "REASON")
        self.make("b", at(10), at(11), NodeCnt=1)
        self.make("c", at(11), at(12), NodeCnt=1)
        nodes = ",".join(sorted(self.nodes("b") | self.nodes("c")))
        with self.logged("reservation m is on nodes of b, c$|reservation m is on nodes of b, c\n"):
            self.maint("m", at(9), at(12), nodes)
        said = self.fields("m")["Nodes"]
        first = f"maintenance m {at(9)} {at(12)} {said} {gq.ME} b, c"
        gq.wait_for(lambda: first in events(), "the site is told", 60)
        self.maint("away", at(15), at(16), nodes)
        self.change("away", end=at(17))
        self.make("d", at(18), at(19), Nodes="n1")
        self.change("away", end=at(20), Nodes="n1")
        last = f"maintenance away {at(15)} {at(20)} n1 {gq.ME} d"
        gq.wait_for(lambda: last in events(), "of the change, too", 60)
        self.assertEqual([line for line in events() if line.startswith("maintenance")], [first, last])
