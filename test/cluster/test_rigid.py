# SPDX-License-Identifier: GPL-2.0-or-later
"""Rigid: all of the nodes asked for, for all of the time, or a refusal that says why."""
import concurrent.futures
import unittest

import case
import gq
from case import at


def setUpModule():
    case.start(8)


class Fits(case.Case):
    def test_gets_what_was_asked_for(self):
        r = self.make("r", at(10), Duration="1:30:00", NodeCnt=6)
        self.assertLies("r", at(10), at(11, 30), 6)
        self.assertEqual((r["Duration"], r["PartitionName"], r["Flags"], r["MaxStartDelay"]),
                         ("01:30:00", "main", "", "(null)"))
        self.assertEqual((r["Users"], r["State"]), (gq.ME, "INACTIVE"))

    def test_exactly_fits_beside_another(self):
        self.make("a", at(10), at(12), NodeCnt=5)
        self.make("b", at(10), at(12), NodeCnt=3)
        self.assertEqual(len(self.nodes("a") | self.nodes("b")), 8)

    def test_back_to_back(self):
        self.make("middle", at(11), at(12), NodeCnt=8)
        self.make("before", at(10), at(11), NodeCnt=8)
        self.make("after", at(12), at(13), NodeCnt=8)

    def test_times_inside_a_slot(self):
        self.make("a", at(10, 2, 3), at(10, 3, 4), NodeCnt=5)
        self.refuse("b", "1 of 4 nodes is missing", start=at(10, 3, 3), end=at(10, 3, 30), NodeCnt=4)
        self.refuse("b", "1 of 4 nodes is missing", start=at(10, 1), end=at(10, 2, 4), NodeCnt=4)
        self.make("after", at(10, 3, 4), at(10, 3, 30), NodeCnt=8)
        self.make("before", at(10, 1), at(10, 2, 3), NodeCnt=8)
        self.assertLies("a", at(10, 2, 3), at(10, 3, 4), 5)

    def test_one_second_long(self):
        self.make("a", at(10), at(10, 0, 1), NodeCnt=8)
        self.refuse("b", start=at(10), end=at(10, 0, 1), NodeCnt=1)
        self.make("b", at(10, 0, 1), at(10, 0, 2), NodeCnt=8)

    def test_past_the_horizon(self):
        self.make("far", at(0, day=700), at(1, day=700), NodeCnt=5)
        r = self.refuse("b", "reservation far ", start=at(0, 30, day=700), end=at(2, day=700), NodeCnt=4)
        self.assertEqual(self.earliest(r), at(1, day=700))

    def test_unlimited_is_a_year(self):
        r = self.make("r", at(10), Duration="UNLIMITED", NodeCnt=8)
        self.assertEqual(r["Duration"], "365-00:00:00")
        refused = self.refuse("s", "reservation r ", start=at(0, day=300), end=at(1, day=300), NodeCnt=1)
        self.assertEqual(self.earliest(refused), gq.seconds(r["EndTime"]))

    def test_begins_now(self):
        self.make("r", StartTime="now", Duration=10, NodeCnt=8)
        self.assertEqual(self.fields("r")["State"], "ACTIVE")

    def test_name_is_made_up(self):
        names = {self.make(start=at(10), end=at(11), NodeCnt=4)["ReservationName"] for _ in range(2)}
        self.assertEqual(len(names), 2)
        self.assertTrue(all(n.startswith(f"{gq.ME}_") for n in names), names)

    def test_name_that_is_taken(self):
        self.make("r", at(10), at(11), NodeCnt=1)
        self.refuse("r", "there is a reservation r already", start=at(12), end=at(13), NodeCnt=1)


class AtTheSameTime(case.Case):
    """Many requests at once: as if one came after the other."""

    def create_all(self, count, **options):
        """Create r0, r1, ... at once; those that were made."""
        def create(i):
            return self.c.create(f"r{i}", StartTime=gq.stamp(at(10)), Duration=60, **options)
        with concurrent.futures.ThreadPoolExecutor(count) as pool:
            done = list(pool.map(create, range(count)))
        made = {f"r{i}" for i, r in enumerate(done) if r.ok}
        self.assertEqual(set(self.c.reservations()), made)
        return made

    def test_one_wins(self):
        self.assertEqual(len(self.create_all(12, NodeCnt=5)), 1)

    def test_all_that_fit(self):
        made = self.create_all(12, NodeCnt=2)
        self.assertEqual(len(made), 4)
        self.assertEqual(set().union(*(self.nodes(name) for name in made)),
                         {f"n{i}" for i in range(1, 9)})

    def test_one_after_the_other_in_a_window(self):
        made = self.create_all(12, NodeCnt=8, MaxStartDelay="5:00:00")
        self.assertEqual(sorted(self.start_of(name) for name in made), [at(10 + i) for i in range(6)])


class Refused(case.Case):
    def test_first_time_and_number_that_are_missing(self):
        self.make("a", at(11), at(12), NodeCnt=6)
        self.make("b", at(11, 30), at(12), NodeCnt=2)
        self.refuse("r", f"2 of 4 nodes are missing from {gq.stamp(at(11))} on",
                    start=at(10), end=at(13), NodeCnt=4)
        self.refuse("r", f"2 of 2 nodes are missing from {gq.stamp(at(11, 30))} on",
                    start=at(10), end=at(13), NodeCnt=2)

    def test_names_reservations_in_the_way(self):
        a = self.make("a", at(11), at(12), NodeCnt=6)
        self.make("gone", at(14), at(15), NodeCnt=8)
        r = self.refuse("r", rf"in the way: reservation a \({a['StartTime']} to {a['EndTime']}, "
                             + a["Nodes"].replace("[", r"\[") + r"\)",
                        start=at(10), end=at(13), NodeCnt=4)
        self.assertNotIn("gone", r.err)

    def test_many_in_the_way(self):
        for i in range(10):
            self.make(f"a{i}", at(10 + i), at(11 + i), NodeCnt=8)
        r = self.refuse("r", "and others", start=at(10), end=at(20), NodeCnt=1)
        self.assertEqual(self.earliest(r), at(20))

    def test_earliest_start_is_right(self):
        self.make("a", at(10), at(12), NodeCnt=6)
        self.make("b", at(12, 30), at(14), NodeCnt=6)
        self.make("c", at(15), at(16, 0, 7), NodeCnt=6)
        r = self.refuse("r", start=at(11), end=at(12), NodeCnt=4)
        self.assertEqual(self.earliest(r), at(14))
        r = self.refuse("r", start=at(11), end=at(12, 30), NodeCnt=4)
        start = self.earliest(r)
        self.assertEqual(start, at(16, 0, 7))
        self.refuse("r", start=start - 1, end=start + 5399, NodeCnt=4)
        self.make("r", start, start + 5400, NodeCnt=4)
        self.assertLies("r", start, start + 5400, 4)

    def test_the_same_nodes_throughout(self):
        """Enough nodes are free at every second, but not the same ones."""
        self.make("a", at(10), at(11), Nodes="n1")
        self.make("b", at(11), at(12), Nodes="n2")
        r = self.refuse("r", f"1 of 7 nodes is missing from {gq.stamp(at(11))} on",
                        start=at(10), end=at(12), NodeCnt=7)
        self.assertEqual(self.earliest(r), at(11))
        self.make("r", at(10), at(12), NodeCnt=6)
        self.assertEqual(self.nodes("r"), {f"n{i}" for i in range(3, 9)})

    def test_more_nodes_than_there_are(self):
        for count in (9, 100000):
            r = self.refuse("r", f"{count} nodes are asked for, 8 can serve", start=at(10),
                            end=at(11), NodeCnt=count)
            self.assertNotIn("earliest start", r.err)

    def test_error_of_scontrol(self):
        self.make("a", at(10), at(11), NodeCnt=8)
        r = self.refuse("r", "Error creating the reservation: Requested nodes are busy",
                        start=at(10), end=at(11), NodeCnt=1)
        self.assertTrue(all(line.startswith(("scontrol: error: ", "Error creating"))
                            for line in r.err.splitlines()), r)


class Nodes(case.Case):
    def test_partition(self):
        self.refuse("r", "5 nodes are asked for, 4 can serve", start=at(10), end=at(11), NodeCnt=5,
                    PartitionName="half")
        r = self.make("r", at(10), at(11), NodeCnt=4, PartitionName="half")
        self.assertEqual(r["PartitionName"], "half")
        self.assertEqual(self.nodes("r"), {"n1", "n2", "n3", "n4"})

    def test_overlapping_partitions(self):
        self.make("a", at(10), at(11), NodeCnt=3, PartitionName="half")
        self.refuse("r", "reservation a ", start=at(10), end=at(11), NodeCnt=6)
        self.make("b", at(10), at(11), NodeCnt=5)
        r = self.refuse("r", "1 of 1 node is missing", start=at(10), end=at(11), NodeCnt=1,
                        PartitionName="half")
        self.assertEqual(self.earliest(r), at(11))

    def test_features(self):
        self.make("r", at(10), at(11), NodeCnt=4, Features="odd")
        self.assertEqual(self.nodes("r"), {"n1", "n3", "n5", "n7"})
        self.refuse("s", "1 of 1 node is missing", start=at(10), end=at(11), NodeCnt=1, Features="odd")
        self.refuse("s", "5 nodes are asked for, 4 can serve", start=at(10), end=at(11), NodeCnt=5,
                    Features="even")
        self.make("s", at(10), at(11), NodeCnt=2, Features="odd|even")
        self.refuse("t", "0 can serve", start=at(10), end=at(11), NodeCnt=1, Features="odd&even")

    def test_features_in_a_partition(self):
        self.make("r", at(10), at(11), NodeCnt=2, Features="odd", PartitionName="half")
        self.assertEqual(self.nodes("r"), {"n1", "n3"})

    def test_list(self):
        r = self.make("r", at(10), at(11), Nodes="n2,n[5-6]")
        self.assertEqual((r["Nodes"], r["Flags"]), ("n[2,5-6]", "SPEC_NODES"))
        self.refuse("s", r"reservation r \(.*, n6\)", f"earliest start .*{gq.stamp(at(11))}",
                    start=at(10), end=at(12), Nodes="n[6-7]")
        self.make("s", at(10), at(12), Nodes="n[7-8]")
        self.make("t", at(11), at(12), Nodes="n2,n[5-6]")

    def test_count_goes_around_lists(self):
        self.make("list", at(10), at(11), Nodes="n[3-4]")
        self.make("r", at(10), at(11), NodeCnt=6)
        self.assertFalse(self.nodes("r") & {"n3", "n4"})

    def test_all(self):
        self.make("a", at(10), at(11), NodeCnt=1)
        self.refuse("r", "1 of 8 nodes is missing", start=at(10, 30), end=at(12), Nodes="ALL")
        r = self.make("r", at(11), at(12), Nodes="ALL")
        self.assertEqual(set(r["Flags"].split(",")), {"ALL_NODES", "SPEC_NODES"})
        self.assertEqual(len(self.nodes("r")), 8)
        self.refuse("s", "reservation r ", start=at(11), end=at(12), NodeCnt=1)

    def test_partition_only(self):
        self.make("a", at(10), at(11), Nodes="n4")
        self.refuse("r", "reservation a ", start=at(10), end=at(11), PartitionName="half")
        r = self.make("r", at(11), at(12), PartitionName="half")
        self.assertIn("PART_NODES", r["Flags"].split(","))
        self.assertEqual(self.nodes("r"), {"n1", "n2", "n3", "n4"})
        self.make("s", at(11), at(12), NodeCnt=4)
        self.assertEqual(self.nodes("s"), {"n5", "n6", "n7", "n8"})

    def test_count_with_list(self):
        self.refuse("r", "NodeCnt=3 does not agree with Nodes, which has 2", start=at(10),
                    end=at(11), NodeCnt=3, Nodes="n[1-2]")
        self.make("r", at(10), at(11), NodeCnt=2, Nodes="n[1-2]")
        self.assertEqual(self.nodes("r"), {"n1", "n2"})

    def test_what_does_not_exist(self):
        for options, words in (({"Nodes": "n1,n99"}, "Nodes=n1,n99: there is a node in it"),
                               ({"NodeCnt": 1, "PartitionName": "no"}, "PartitionName=no: there is no"),
                               ({"NodeCnt": 1, "Features": "blue"}, "Features=blue: |0 can serve"),
                               ({"Nodes": "n1", "Features": "blue"}, "Features=blue: "),
                               ({"Nodes": "ALL", "Features": "x" * 5000}, "Features=x{60}[.][.][.]: ")):
            with self.subTest(options=options):
                self.refuse("r", words, start=at(10), end=at(11), **options)


class NeverSmaller(case.Case):
    """Stock Slurm makes a reservation of the nodes that are free, and says nothing."""

    def test_by_count(self):
        self.make("a", at(10), at(11), NodeCnt=4)
        self.refuse("r", "2 of 6 nodes are missing", start=at(10), end=at(11), NodeCnt=6)

    def test_replace(self):
        self.make("a", at(10), at(11), NodeCnt=4)
        self.refuse("r", start=at(10), end=at(11), NodeCnt=6, Flags="REPLACE")
        self.make("r", at(10), at(11), NodeCnt=4, Flags="REPLACE")
        self.assertEqual(len(self.nodes("r")), 4)

    def test_replace_down(self):
        self.make("a", at(10), at(11), NodeCnt=4)
        self.refuse("r", "2 of 6 nodes are missing", start=at(10), end=at(11), NodeCnt=6,
                    Flags="REPLACE_DOWN")
        r = self.make("r", at(10), at(11), NodeCnt=4, Flags="REPLACE_DOWN")
        self.assertEqual(r["Flags"], "REPLACE_DOWN")

    def test_counted_features(self):
        self.make("a", at(10), at(11), Nodes="n1,n3,n5")
        self.refuse("r", start=at(10), end=at(11), NodeCnt=4, Features="[odd*2&even*2]")
        self.make("r", at(11), at(12), NodeCnt=4, Features="[odd*2&even*2]")
        odd = {n for n in self.nodes("r") if int(n[1:]) % 2}
        self.assertEqual((len(odd), len(self.nodes("r"))), (2, 4))

    def test_overlap(self):
        self.make("a", at(10), at(11), NodeCnt=6)
        self.make("r", at(10), at(11), NodeCnt=6, Flags="OVERLAP")
        self.assertEqual(len(self.nodes("r")), 6)
        gq.wait_for(lambda: "degraded" in self.shown(), "r is told of where it has nodes of a")
        self.refuse("s", start=at(10), end=at(11), NodeCnt=9, Flags="OVERLAP")


if __name__ == "__main__":
    unittest.main()
