# SPDX-License-Identifier: GPL-2.0-or-later
"""Updates are admitted like new requests; one that is refused changes nothing."""
import time
import unittest

import case
import gq
from case import ahead, at, soon


def setUpModule():
    case.start(8)


class Times(case.Case):
    """r has 4 nodes from 10:00 to 11:00; all nodes are taken from 13:00 on."""

    def setUp(self):
        super().setUp()
        self.make("wall", at(13), at(14), NodeCnt=8)
        self.make("r", at(10), Duration=60, NodeCnt=4)

    def test_start(self):
        self.change("r", at(12))
        self.assertLies("r", at(12), at(13), 4)
        r = self.refuse_change("r", f"4 of 4 nodes are missing from {gq.stamp(at(13))} on",
                               "reservation wall ", start=at(12, 0, 1))
        self.assertEqual(self.earliest(r), at(14))
        self.change("r", at(14))
        self.make("s", at(10), at(13), NodeCnt=8)

    def test_end(self):
        r = self.change("r", end=at(13))
        self.assertLies("r", at(10), at(13), 4)
        self.assertEqual(r["Duration"], "03:00:00")
        self.refuse_change("r", "reservation wall ", end=at(13, 0, 1))
        self.change("r", end=at(10, 0, 5))
        self.assertLies("r", at(10), at(10, 0, 5), 4)

    def test_start_and_end(self):
        self.change("r", at(11), at(12, 30))
        self.assertLies("r", at(11), at(12, 30), 4)
        self.refuse_change("r", start=at(12), end=at(13, 30))

    def test_start_of_one_that_was_given_by_its_end(self):
        """Its end stays, as in Slurm."""
        self.make("s", at(10), at(11), NodeCnt=4)
        self.change("s", at(10, 20))
        self.assertLies("s", at(10, 20), at(11), 4)

    def test_duration(self):
        self.change("r", Duration="3:00:00")
        self.assertLies("r", at(10), at(13), 4)
        self.refuse_change("r", "reservation wall ", Duration=181)
        self.change("r", plus_Duration=0)
        self.assertLies("r", at(10), at(13), 4)
        self.refuse_change("r", "reservation wall ", plus_Duration=1)
        self.change("r", minus_Duration=150)
        self.assertLies("r", at(10), at(10, 30), 4)
        self.change("r", plus_Duration=15)
        self.assertLies("r", at(10), at(10, 45), 4)

    def test_that_lie_back(self):
        """A start may lie back by up to a minute, the end may not."""
        for end in (-10, 0):
            self.refuse_change("r", "would end in the past", start=soon(-40), end=soon(end))
        start, end = soon(-30), soon(3600)
        self.change("r", start, end)
        self.assertLies("r", start, end, 4)

    def test_duration_of_one_that_was_given_by_its_end(self):
        self.make("s", at(10), at(11), NodeCnt=4)
        self.change("s", plus_Duration=30)
        self.assertLies("s", at(10), at(11, 30), 4)
        self.change("s", minus_Duration=60)
        self.assertLies("s", at(10), at(10, 30), 4)

    def test_start_with_duration(self):
        self.change("r", at(9), Duration=30)
        self.assertLies("r", at(9), at(9, 30), 4)
        self.change("r", at(12))
        self.assertLies("r", at(12), at(12, 30), 4)

    def test_that_make_no_sense(self):
        for options in ({"end": at(9)}, {"end": at(10)}, {"start": soon(-7200)}, {"Duration": 0},
                        {"minus_Duration": 60}, {"minus_Duration": 1000}, {"Duration": "100000-00"},
                        {"end": at(12), "Duration": 30}):
            with self.subTest(options=options):
                self.refuse_change("r", **options)

    def test_keeps_its_nodes_if_it_can(self):
        before = self.nodes("r")
        self.make("s", at(10), at(11), NodeCnt=4)
        self.change("r", end=at(10, 30))
        self.assertEqual(self.nodes("r"), before)
        self.change("r", end=at(13))
        self.assertEqual(self.nodes("r"), before)

    def test_takes_other_nodes_if_it_must(self):
        taken = sorted(self.nodes("r"))[0]
        self.make("s", at(11), at(12), Nodes=taken)
        self.change("r", end=at(11, 30))
        self.assertLies("r", at(10), at(11, 30), 4)
        self.assertNotIn(taken, self.nodes("r"))


class Nodes(case.Case):
    def test_count(self):
        self.make("r", at(10), at(11), NodeCnt=4)
        self.make("s", at(10), at(11), NodeCnt=1)
        r = self.change("r", NodeCnt=7)
        self.assertLies("r", at(10), at(11), 7)
        self.assertEqual(r["Flags"], "")
        self.refuse_change("r", "1 of 8 nodes is missing", "reservation s ", NodeCnt=8)
        self.refuse_change("r", "9 nodes are asked for, 8 can serve", NodeCnt=9)
        self.refuse_change("r", "NodeCnt must be 1 or more|Requested node|nvalid", NodeCnt=0)
        before = self.nodes("r")
        self.change("r", NodeCnt=2)
        self.assertLies("r", at(10), at(11), 2)
        self.assertLess(self.nodes("r"), before)
        self.make("t", at(10), at(11), NodeCnt=5)

    def test_count_in_its_partition(self):
        self.make("r", at(10), at(11), NodeCnt=2, PartitionName="half")
        self.refuse_change("r", "5 nodes are asked for, 4 can serve", NodeCnt=5)
        self.change("r", NodeCnt=4)
        self.assertEqual(self.nodes("r"), {"n1", "n2", "n3", "n4"})

    def test_count_with_its_features(self):
        self.make("r", at(10), at(11), NodeCnt=2, Features="even")
        self.change("r", NodeCnt=4)
        self.assertEqual(self.nodes("r"), {"n2", "n4", "n6", "n8"})
        self.refuse_change("r", "5 nodes are asked for, 4 can serve", NodeCnt=5)

    def test_list(self):
        self.make("r", at(10), at(11), NodeCnt=4)
        self.make("s", at(10), at(11), Nodes="n8")
        r = self.change("r", Nodes="n[1,5-7]")
        self.assertEqual((r["Nodes"], r["Flags"]), ("n[1,5-7]", "SPEC_NODES"))
        self.refuse_change("r", r"reservation s \(.*, n8\)", Nodes="n[7-8]")
        self.refuse_change("r", "Nodes=n99: there is a node in it", Nodes="n99")
        self.change("r", end=at(12))
        self.assertEqual(self.fields("r")["Nodes"], "n[1,5-7]")

    def test_all(self):
        self.make("r", at(10), at(11), NodeCnt=4)
        self.make("s", at(10), at(11), NodeCnt=1)
        self.refuse_change("r", "reservation s ", Nodes="ALL")
        self.c.delete("s")
        r = self.change("r", Nodes="ALL")
        self.assertEqual(set(r["Flags"].split(",")), {"ALL_NODES", "SPEC_NODES"})
        self.assertEqual(len(self.nodes("r")), 8)
        r = self.change("r", NodeCnt=3)
        self.assertEqual((r["Flags"], len(self.nodes("r"))), ("", 3))

    def test_from_a_list_to_a_count(self):
        self.make("r", at(10), at(11), Nodes="n[1-3]")
        r = self.change("r", Nodes="", NodeCnt=2)
        self.assertEqual((r["Flags"], r["NodeCnt"], r["PartitionName"]), ("", "2", "main"))
        r = self.change("r", PartitionName="")
        self.assertEqual((r["NodeCnt"], r["PartitionName"]), ("2", "main"))
        self.restart()  # it crashed without a partition, when not all nodes answered
        self.assertEqual(self.fields("r"), r)

    def test_partition(self):
        self.make("r", at(10), at(11), Nodes="n[7-8]")
        self.make("s", at(10), at(11), NodeCnt=2)
        self.change("s", PartitionName="half", NodeCnt=4)
        self.assertEqual(self.nodes("s"), {"n1", "n2", "n3", "n4"})
        self.refuse_change("s", "PartitionName=no: there is no", PartitionName="no")
        self.refuse_change("s", "5 nodes are asked for", NodeCnt=5)
        self.change("s", PartitionName="main", NodeCnt=6)
        self.refuse_change("s", "6 nodes are asked for, 4 can serve", PartitionName="half")

    def test_whole_partition(self):
        half = {"n1", "n2", "n3", "n4"}
        self.make("r", at(10), at(11), NodeCnt=2)
        self.make("s", at(10), at(11), Nodes="n4")
        self.refuse_change("r", "reservation s ", PartitionName="half", Nodes="ALL", Flags="PART_NODES")
        self.assertTrue(self.c.delete("s").ok)
        r = self.change("r", PartitionName="half", Nodes="ALL", Flags="PART_NODES")
        self.assertEqual((self.nodes("r"), set(r["Flags"].split(","))), (half, {"SPEC_NODES", "PART_NODES"}))
        self.change("r", end=at(12))
        self.assertEqual(self.nodes("r"), half)
        self.make("s", at(10), at(11), Nodes="n8")
        self.refuse_change("r", "reservation s ", PartitionName="main")
        r = self.change("r", minus_Flags="PART_NODES")
        self.assertEqual((self.nodes("r"), r["Flags"]), (half, "SPEC_NODES"))
        r = self.change("r", NodeCnt=7, PartitionName="main")
        self.assertEqual((len(self.nodes("r")), r["Flags"]), (7, ""))

    def test_whole_partition_of_another(self):
        self.make("r", at(10), at(11), PartitionName="half")
        self.change("r", PartitionName="main")
        self.assertEqual(len(self.nodes("r")), 8)

    def test_more_than_one_thing(self):
        self.make("r", at(10), Duration=60, NodeCnt=4)
        self.change("r", at(12), Duration=120, NodeCnt=8, Users="daemon")
        self.assertLies("r", at(12), at(14), 8)
        self.assertEqual(self.fields("r")["Users"], "daemon")
        self.make("s", at(14), at(15), NodeCnt=1)
        self.refuse_change("r", "reservation s ", Duration=180, NodeCnt=8, Users="root",
                           Flags="PURGE_COMP")


class Attributes(case.Case):
    def setUp(self):
        super().setUp()
        self.make("r", at(10), at(11), NodeCnt=4)

    @unittest.skipIf(gq.VERSION < (23, 2), "scontrol sends Nodes+= as Nodes=")
    def test_nodes_by_signs(self):
        self.make("n", at(12), at(13), Nodes="n1,n2")
        self.assertEqual(self.change("n", plus_Nodes="n3")["Nodes"], "n[1-3]")
        self.assertEqual(self.change("n", minus_Nodes="n1")["Nodes"], "n[2-3]")
        self.assertEqual(self.change("n", plus_Nodes="n[1,4]")["Nodes"], "n[1-4]")
        self.refuse_change("n", "does not exist, has no sign", plus_Nodes="n99")
        self.refuse_change("n", "the last one would be removed", minus_Nodes="n[1-4]")
        self.kill()
        self.assertEqual(self.fields("n")["Nodes"], "n[1-4]")

    def test_users(self):
        self.assertEqual(self.change("r", plus_Users="daemon")["Users"], f"{gq.ME},daemon")
        self.assertEqual(self.change("r", minus_Users=gq.ME)["Users"], "daemon")
        self.assertEqual(self.change("r", Users="root,daemon")["Users"], "root,daemon")
        self.refuse_change("r", "Users= must be known", Users="nosuchuser")
        self.refuse_change("r", "give Users, Groups or Accounts", minus_Users="root,daemon")

    def test_groups(self):
        r = self.change("r", Users="", Groups="daemon")
        self.assertEqual((r["Users"], r["Groups"]), ("(null)", "daemon"))
        self.refuse_change("r", "Groups= must be known", Groups="nosuchgroup")
        self.refuse_change("r", Users="root")
        self.kill()
        self.assertEqual(self.fields("r"), r)
        r = self.change("r", Users="root", Groups="")
        self.assertEqual((r["Users"], r["Groups"]), ("root", "(null)"))
        self.kill()
        self.assertEqual(self.fields("r"), r)

    def test_accounts(self):
        r = self.change("r", Accounts="red")
        self.assertEqual((r["Accounts"], r["Users"]), ("red", gq.ME))
        self.assertEqual(self.change("r", plus_Accounts="blue")["Accounts"], "red,blue")
        r = self.change("r", minus_Accounts="red", Users="")
        self.assertEqual((r["Accounts"], r["Users"]), ("blue", "(null)"))

    @unittest.skipIf(gq.VERSION < (23, 2), "Comment is new in Slurm 23.02")
    def test_comment(self):
        for text in ("for the course", "=x", "", "a,b"):
            r = self.c.scontrol("update", "ReservationName=r", f"Comment={text}")
            self.assertTrue(r.ok, r)
            self.assertIn(f" Comment={text}" if text else "", self.shown())
            self.kill_and_compare()
        self.refuse_change("r", "Comment has a character in it that does not print", Comment="a\nb")
        # Slurm itself would keep the comment of an update that it refuses.
        self.refuse_change("r", "Users= must be known", Comment="c", Users="nosuchuser")

    @unittest.skipIf(gq.VERSION < (25, 11), "AllowedPartitions and QOS are new in Slurm 25.11")
    def test_allowed_partitions(self):
        self.assertEqual(self.change("r", AllowedPartitions="half")["AllowedPartitions"], "half")
        self.kill_and_compare()
        self.change("r", Users="")
        self.refuse_change("r", AllowedPartitions="nosuch")
        self.refuse_change("r", "AllowedPartitions of a reservation can't be emptied", AllowedPartitions="")
        self.refuse_change("r", QOS="nosuch")
        self.kill_and_compare()

    def test_what_slurm_refuses(self):
        """By its version: flags that exclude each other, and a partition that is emptied."""
        start = {"start": at(14), "Duration": 60, "NodeCnt": 1}
        if gq.VERSION >= (23, 2):
            why = "REPLACE and REPLACE_DOWN exclude STATIC_ALLOC and MAINT"
            self.refuse("s", why, Flags="STATIC_ALLOC,REPLACE_DOWN", **start)
            self.make("s", Flags="STATIC_ALLOC", **start)
            self.refuse_change("s", why, Flags="REPLACE_DOWN")
        else:
            self.make("s", Flags="STATIC_ALLOC,REPLACE_DOWN", **start)
        if gq.VERSION >= (26, 5):
            self.refuse_change("r", "PartitionName of a reservation can't be emptied", PartitionName="")
        else:
            self.change("r", PartitionName="")

    def kill_and_compare(self):
        before = self.shown()
        self.kill()
        self.assertEqual(self.shown(), before)

    def test_flags(self):
        for word in ("PURGE_COMP=00:05:00", "FLEX", "MAGNETIC", "NO_HOLD_JOBS_AFTER_END",
                     "REPLACE_DOWN"):
            with self.subTest(word=word):
                shown = self.change("r", Flags=word)["Flags"]
                self.assertIn(word, shown.split(","))
                self.assertNotIn("SPEC_NODES", shown)
        self.assertNotIn("MAGNETIC", self.change("r", minus_Flags="MAGNETIC")["Flags"])
        self.assertLies("r", at(10), at(11), 4)
        self.make("s", at(10), at(11), NodeCnt=4)  # newer Slurm takes one of STATIC and REPLACE_DOWN
        self.assertEqual(self.change("s", Flags="STATIC")["Flags"], "STATIC")

    def test_features(self):
        self.refuse_change("r", Features="odd")

    def test_nothing_at_all(self):
        before = self.shown()
        self.assertTrue(self.c.update("r").ok)
        self.assertEqual(self.shown(), before)


class Running(case.Case):
    """r has begun, with 4 nodes; all nodes are taken later on."""

    def setUp(self):
        super().setUp()
        self.wall = soon(7200)
        self.make("wall", self.wall, self.wall + 600, NodeCnt=8)
        self.make("r", StartTime="now", Duration=60, NodeCnt=4)
        self.begin = self.start_of("r")

    def test_end_and_duration(self):
        self.change("r", end=self.wall)
        self.assertLies("r", self.begin, self.wall, 4)
        self.refuse_change("r", "reservation wall ", end=self.wall + 1)
        self.change("r", Duration=30)
        self.assertLies("r", self.begin, self.begin + 1800, 4)
        self.refuse_change("r", "reservation wall ", plus_Duration=120)

    def test_start(self):
        self.refuse_change("r", "r started at ", start=soon(600))

    def test_count(self):
        self.change("r", NodeCnt=8)
        self.assertLies("r", self.begin, self.begin + 3600, 8)
        self.change("r", NodeCnt=1)
        self.assertLies("r", self.begin, self.begin + 3600, 1)

    def test_with_a_job(self):
        job = self.running_job("-N2", "--exclusive", "-t30", "--reservation=r")
        used = self.c.hosts(self.job_fields(job)["NodeList"])
        self.change("r", NodeCnt=2)
        self.assertEqual(self.nodes("r"), used)
        self.change("r", NodeCnt=6)
        self.assertLess(used, self.nodes("r"))
        self.change("r", Duration=90)
        self.assertEqual(self.c.job_state(job), "RUNNING")

    def test_one_that_is_over(self):
        """It is there until Slurm has ended the job in it; who follows has the nodes by then."""
        start, end = soon(0), ahead(20)
        self.make("over", start, end, NodeCnt=1)
        node = self.nodes("over").pop()
        self.running_job("-N1", "-t1", "--reservation=over")
        self.make("next", end, end + 60, Nodes=node)
        gq.wait_for(lambda: time.time() > end + 2, "it is over")
        for words in ({"Users": "root,daemon"}, {"Duration": 0}, {"minus_Duration": 1},
                      {"Nodes": "n[1-8]"}, {"NodeCnt": 3}, {"EndTime": gq.stamp(end + 600)}):
            r = self.c.update("over", **words)
            shown = self.c.reservations().get("over")
            if not shown:
                self.skipTest("Slurm has ended the job at once")
            self.assertEqual(shown["EndTime"], gq.stamp(end), r)
            self.assertEqual(r.ok, "Users" in words, r)

    def test_a_later_end_of_one_that_is_over(self):
        """It goes on, as in Slurm, if what was booked since leaves its nodes to it until then."""
        own = {f"n{i}" for i in range(1, 9)} - self.nodes("r")
        end = ahead(20)
        self.make("over", soon(0), end, Nodes=",".join(sorted(own)), Flags="FLEX")
        job = self.running_job("-N4", "--exclusive", "-t30", "--reservation=over")
        gq.wait_for(lambda: time.time() > end + 1, "it is over, for scontrol as well")
        later = soon(2400)
        self.make("later", later, later + 600, Nodes=min(own))
        try:
            self.refuse_change("over", "reservation later ", end=later + 1)
            self.change("over", end=later)
        except AssertionError:
            if "over" in self.c.reservations():
                raise
            self.skipTest("Slurm has removed it already")
        self.assertLies("over", self.start_of("over"), later, 4)
        self.assertEqual(self.c.job_state(job), "RUNNING")
        r = gq.check(self.c, [])
        self.assertTrue(r.ok, r)

    def test_with_a_job_beside_it(self):
        job = self.running_job("-N3", "--exclusive", "-t30")
        self.refuse_change("r", f"job {job} ", NodeCnt=6)
        self.change("r", NodeCnt=5)
        self.c.run("scancel", job)
        self.wait_state(job, "CANCELLED")
        self.change("r", NodeCnt=6)


class Unknown(case.Case):
    def test_update(self):
        self.refuse_change("none", "there is no such reservation", NodeCnt=1)

    def test_name_of_another_case(self):
        self.make("r", at(10), at(11), NodeCnt=1)
        self.refuse_change("R", "there is no such reservation", NodeCnt=2)


if __name__ == "__main__":
    unittest.main()
