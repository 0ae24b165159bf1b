# SPDX-License-Identifier: GPL-2.0-or-later
"""Licenses are counted at every second: held by reservations of all kinds, asked for with nodes."""
import os
import re
import unittest

import case
import gq
from case import at, soon


def setUpModule():
    case.start(8, lines=["Licenses=sw:4,hw:2,one", *case.STAYS_DOWN])


class Exact(case.Case):
    def test_what_follows_is_not_added_up(self):
        """Plain Slurm adds up a and b, and refuses c: 7 of 4."""
        self.make("a", at(10), at(11), NodeCnt=1, Licenses="sw:3")
        self.make("b", at(11), at(12), NodeCnt=1, Licenses="sw:3")
        r = self.make("c", at(10), at(12), NodeCnt=2, Licenses="sw:1")
        self.assertEqual(r["Licenses"], "sw:1")
        self.refuse("d", "1 of 1 license sw is missing", start=at(10), end=at(12), NodeCnt=1,
                    Licenses="sw:1")
        self.make("d", at(9), at(10), NodeCnt=1, Licenses="sw:4,hw:2")

    def test_all_of_it_one_after_the_other(self):
        for i in range(4):
            self.make(f"r{i}", at(10 + i), at(11 + i), NodeCnt=1, Licenses="sw:4")
        self.make("r", at(9), at(15), NodeCnt=1, Licenses="hw:2")
        self.refuse("s", "4 of 4 licenses sw are missing", start=at(13), end=at(15), NodeCnt=1,
                    Licenses="sw:4")
        self.change("r0", start=at(14), end=at(15))
        self.change("r1", start=at(10), end=at(12))

    def test_to_the_second(self):
        self.make("a", at(10), at(10, 0, 7), NodeCnt=1, Licenses="sw:4")
        self.refuse("r", start=at(10, 0, 6), end=at(10, 0, 8), NodeCnt=1, Licenses="sw:1")
        self.refuse("r", start=at(9), end=at(10, 0, 1), NodeCnt=1, Licenses="sw:1")
        self.make("r", at(10, 0, 7), at(10, 0, 8), NodeCnt=1, Licenses="sw:4")
        self.make("s", at(9), at(10), NodeCnt=1, Licenses="sw:4")

    def test_what_is_refused_says_why(self):
        self.make("a", at(10), at(12), NodeCnt=1, Licenses="sw:3,hw:1")
        self.make("b", at(11), at(13), Flags="ANY_NODES", Licenses="sw:1")
        r = self.refuse(
            "r", rf"r: 1 of 2 licenses sw is missing from {gq.stamp(at(10))} on\n",
            rf"in the way: reservation a \({gq.stamp(at(10))} to {gq.stamp(at(12))}, 3\); "
            rf"reservation b \({gq.stamp(at(11))} to {gq.stamp(at(13))}, 1\)\n",
            r"earliest start for 3 nodes with licenses sw:2, 04:00:00 long: ",
            start=at(9), Duration=240, NodeCnt=3, Licenses="sw:2")
        self.assertNotIn("busy", r.err)
        self.assertEqual(self.earliest(r), at(12))
        r = self.refuse("r", "r: 1 of 8 nodes is missing", "3 of 4 licenses sw are missing",
                        "1 of 2 licenses hw is missing", "reservation a .*reservation b",
                        start=at(10), end=at(11, 30), NodeCnt=8, Licenses="hw:2,sw:4")
        self.assertEqual(self.earliest(r), at(13))

    def test_what_can_never_be(self):
        self.refuse("r", "5 licenses sw are asked for, there are 4", start=at(10), end=at(11),
                    NodeCnt=1, Licenses="hw:1,sw:5")
        self.refuse("r", "5 licenses sw are asked for", start=at(10), end=at(11), NodeCnt=1,
                    Licenses="sw:2,sw:3")
        self.refuse("r", "Licenses=nosuch: there is no such license", start=at(10), end=at(11),
                    NodeCnt=1, Licenses="sw:1,nosuch:1")
        self.refuse("r", "Licenses=sw:x: give names", start=at(10), end=at(11), NodeCnt=1,
                    Licenses="sw:x")
        self.refuse("r", "Licenses=sw:4294967297: give names", start=at(10), end=at(11), NodeCnt=1,
                    Licenses="sw:4294967297")
        self.assertTrue(self.c.alive())

    def test_as_slurm_reads_it(self):
        self.make("a", at(10), at(11), NodeCnt=1, Licenses="sw:1;hw,sw:2")
        self.refuse("r", "1 of 2 licenses sw is missing", start=at(10), end=at(11), NodeCnt=1,
                    Licenses="sw:2")
        self.make("b", at(10), at(11), NodeCnt=1, Licenses="sw,hw:1,one")
        for asked in ("sw", "hw", "one:1"):
            self.refuse("r", "1 of 1 license", start=at(10), end=at(11), NodeCnt=1, Licenses=asked)
        self.make("r", at(10), at(11), NodeCnt=1, Licenses="sw:0")

    def test_no_end(self):
        self.make("a", at(10), Duration="UNLIMITED", NodeCnt=1, Licenses="sw:4")
        r = self.refuse("r", "1 of 1 license sw is missing", start=at(10), Duration=60, NodeCnt=1,
                        Licenses="sw:1")
        self.assertEqual(self.earliest(r), self.end_of("a"))

    def test_past_the_horizon(self):
        self.make("a", at(10, day=700), at(11, day=700), NodeCnt=1, Licenses="sw:4")
        self.refuse("r", start=at(10, 59, 59, day=700), end=at(12, day=700), NodeCnt=1,
                    Licenses="sw:1")
        self.make("r", at(11, day=700), at(12, day=700), NodeCnt=1, Licenses="sw:1")

    def test_jobs_do_not_count(self):
        self.running_job("-N1", "-L", "sw:4", "-t30")
        self.make("r", StartTime="now", Duration=10, NodeCnt=1, Licenses="sw:4")

    def test_many(self):
        """A comb of them: each second is right."""
        for i in range(10):
            self.make(f"c{i}", at(10, i), at(10, i + 1), NodeCnt=1, Licenses=f"sw:{i % 4 + 1}")
        for i in range(10):
            if i % 4 < 3:
                self.make(f"d{i}", at(10, i), at(10, i + 1), NodeCnt=1, Licenses=f"sw:{3 - i % 4}")
            self.refuse("r", "1 of 1 license sw", start=at(10, i), end=at(10, i + 1), NodeCnt=1,
                        Licenses="sw:1")
        self.make("r", at(10, 10), at(11), NodeCnt=1, Licenses="sw:4")


class Window(case.Case):
    def test_starts_where_both_fit(self):
        self.make("n", at(10), at(11), NodeCnt=8)
        self.make("l", at(11), at(12), NodeCnt=1, Licenses="sw:4")
        self.make("m", at(12, 0, 5), at(13), NodeCnt=7)
        r = self.make("r", at(10), Duration=30, NodeCnt=4, Licenses="sw:1", MaxStartDelay="4:00:00")
        self.assertLies("r", at(13), at(13, 30), 4)
        self.assertEqual(r["MaxStartDelay"], "04:00:00")
        self.make("s", at(10), at(10, 0, 5), NodeCnt=4, Licenses="sw:1", MaxStartDelay="4:00:00")
        self.assertLies("s", at(12), at(12, 0, 5), 4)
        self.make("t", at(10), Duration=30, NodeCnt=4, MaxStartDelay="4:00:00")
        self.assertLies("t", at(11), at(11, 30), 4)

    def test_refused_when_there_is_none(self):
        self.make("l", at(10), at(13), NodeCnt=1, Licenses="sw:2")
        r = self.refuse("r", f"no start until {gq.stamp(at(12, 59, 59))} fits; 1 of 3 licenses sw is missing",
                        start=at(10), Duration=30, NodeCnt=4, Licenses="sw:3",
                        MaxStartDelay="2:59:59")
        self.assertEqual(self.earliest(r), at(13))
        self.make("r", at(10), Duration=30, NodeCnt=4, Licenses="sw:3", MaxStartDelay="3:00:00")
        self.assertLies("r", at(13), at(13, 30), 4)

    def test_several_licenses(self):
        self.make("a", at(10), at(11), NodeCnt=1, Licenses="sw:4")
        self.make("b", at(11, 10), at(12), NodeCnt=1, Licenses="hw:2")
        self.make("c", at(12, 10), at(13), NodeCnt=1, Licenses="sw:3")
        self.make("r", at(10), Duration=15, NodeCnt=1, Licenses="sw:2,hw:1", MaxStartDelay="4:00:00")
        self.assertLies("r", at(13), at(13, 15), 1)
        self.make("s", at(10), Duration=10, NodeCnt=1, Licenses="sw:2,hw:1", MaxStartDelay="4:00:00")
        self.assertLies("s", at(11), at(11, 10), 1)


class Update(case.Case):
    def setUp(self):
        super().setUp()
        self.make("a", at(10), at(12), NodeCnt=2, Licenses="sw:2")
        self.make("b", at(11), at(13), NodeCnt=2, Licenses="sw:1,hw:1")

    def test_up_and_down(self):
        self.refuse_change("a", "a: 1 of 4 licenses sw is missing", f"from {gq.stamp(at(11))} on",
                           "in the way: reservation b ", Licenses="sw:4")
        nodes = self.nodes("a")
        r = self.change("a", Licenses="sw:3")
        self.assertEqual(r["Licenses"], "sw:3")
        self.assertEqual(self.nodes("a"), nodes)
        self.refuse_change("b", "1 of 2 licenses sw is missing", Licenses="sw:2")
        self.change("a", Licenses="sw:1")
        self.change("b", Licenses="sw:3")
        self.refuse("r", "1 of 1 license sw", start=at(11), end=at(12), NodeCnt=1, Licenses="sw")
        self.make("r", at(11), at(12), NodeCnt=1, Licenses="hw:2")

    def test_another_one(self):
        self.change("a", Licenses="one:1")
        self.make("r", at(10), at(13), NodeCnt=1, Licenses="sw:3")
        self.refuse("s", "reservation a ", start=at(10), end=at(11), NodeCnt=1, Licenses="one")
        self.refuse_change("a", "there is no such license", Licenses="nosuch")
        self.refuse_change("a", "3 licenses hw are asked for, there are 2", Licenses="hw:3")

    def test_none_any_more(self):
        r = self.change("a", Licenses="")
        self.assertEqual(r["Licenses"], "(null)")
        self.make("r", at(10), at(13), NodeCnt=1, Licenses="sw:3")

    def test_of_the_times(self):
        self.make("c", at(12), at(14), NodeCnt=2, Licenses="sw:3")
        self.refuse_change("a", f"2 of 2 licenses sw are missing from {gq.stamp(at(12))} on",
                           end=at(12, 0, 1))
        self.refuse_change("a", "2 of 2 licenses sw are missing", start=at(10, 30), end=at(12, 30))
        self.change("a", start=at(9), end=at(12))
        self.change("c", start=at(13), end=at(14))
        self.change("a", end=at(13))
        self.change("c", Licenses="sw:4")
        self.refuse_change("c", start=at(12, 59), Licenses="sw:4")
        self.change("c", start=at(12), Licenses="sw:1")

    def test_of_other_things(self):
        before = self.fields("a")
        self.make("c", at(10), at(11), NodeCnt=2, Licenses="sw:2")
        after = self.change("a", plus_Users="daemon")
        self.assertEqual({**after, "Users": before["Users"]}, before)
        self.change("a", NodeCnt=3)
        self.refuse("r", "license sw", start=at(10), end=at(11), NodeCnt=1, Licenses="sw")

    def test_a_window_is_used_again(self):
        self.make("r", at(10), Duration=60, NodeCnt=1, Licenses="sw:1", MaxStartDelay="5:00:00")
        self.assertLies("r", at(10), at(11), 1)
        self.change("r", Licenses="sw:2")
        self.assertLies("r", at(10), at(11), 1)
        self.change("r", Licenses="sw:3")
        self.assertLies("r", at(12), at(13), 1)
        self.change("r", Licenses="sw:4")
        self.assertLies("r", at(13), at(14), 1)

    def test_of_one_that_has_started(self):
        self.make("now", StartTime="now", Duration=60, NodeCnt=2, Licenses="sw:1")
        start = self.end_of("now") + 60
        self.make("later", start, start + 600, NodeCnt=2, Licenses="sw:4")
        self.change("now", Licenses="sw:3")
        self.refuse_change("now", "3 of 3 licenses sw are missing", "reservation later ", Duration=90)
        self.change("now", Duration=61)
        self.change("now", Duration=10)

    def test_one_that_fails_for_another_reason(self):
        """Slurm forgets the numbers of licenses when an update fails."""
        self.refuse_change("a", Users="nosuchuser")
        self.refuse_change("a", Licenses="sw:1", Users="nosuchuser")
        self.change("a", end=at(12, 1))
        self.refuse("r", "1 of 3 licenses sw is missing", start=at(10), end=at(11), NodeCnt=1,
                    Licenses="sw:3")
        self.change("a", Licenses="sw:3")
        self.assertEqual(self.fields("a")["Licenses"], "sw:3")

    def test_delete_frees(self):
        self.refuse("r", "license", start=at(10), end=at(13), NodeCnt=1, Licenses="sw:2")
        self.c.delete("a")
        self.make("r", at(10), at(13), NodeCnt=1, Licenses="sw:3")
        self.c.delete("b")
        self.make("s", at(10), at(13), NodeCnt=1, Licenses="sw:1,hw:2")

    def test_nodes_that_are_down_do_not_hide_it(self):
        self.make("d", at(10), at(11), Nodes="n8", Licenses="hw:1")
        self.set_node("n8", "DOWN")
        self.wait_nodes("down", ["n8"])
        self.refuse_change("d", "1 of 2 licenses hw is missing",
                           start=at(11), end=at(12), Licenses="hw:2")
        self.change("d", end=at(10, 30))


class Slurms(case.Case):
    """What is Slurm's own holds licenses, too."""

    def test_without_nodes(self):
        self.make("l", at(10), at(11), Flags="LICENSE_ONLY", Licenses="sw:3")
        r = self.refuse("r", "1 of 2 licenses sw is missing", "reservation l ", start=at(10),
                        end=at(12), NodeCnt=1, Licenses="sw:2")
        self.assertEqual(self.earliest(r), at(11))
        self.change("l", Licenses="sw:2")
        self.make("r", at(10), at(12), NodeCnt=1, Licenses="sw:2")
        self.c.delete("l")
        self.make("s", at(10), at(12), NodeCnt=1, Licenses="sw:2")

    def test_maint(self):
        self.make("m", at(10), at(11), Nodes="n1", Flags="MAINT", Licenses="sw:4")
        self.refuse("r", "reservation m ", start=at(10), end=at(11), NodeCnt=1, Licenses="sw:1")
        self.make("r", at(11), at(12), NodeCnt=1, Licenses="sw:1")

    def test_recurring(self):
        self.make("d", at(10), at(11), NodeCnt=1, Flags="DAILY", Licenses="sw:3")
        for day in (2, 3, 30, 200):
            r = self.refuse("r", rf"reservation d \({gq.stamp(at(10, day=day))} to ",
                            start=at(9, day=day), end=at(10, 0, 1, day=day), NodeCnt=1,
                            Licenses="sw:2")
            self.assertEqual(self.earliest(r), at(11, day=day))
        self.make("r", at(9, day=5), Duration=120, NodeCnt=1, Licenses="sw:1")

    def test_recurring_over_a_booking_of_a_later_day(self):
        self.make("a", at(10, day=9), at(11, day=9), Nodes="n8", Licenses="sw:2")
        text = f"the occurrence of {gq.stamp(at(10, 30, day=9))} would take licenses"
        placed = f"1 of 3 licenses sw is missing from {gq.stamp(at(10, 30, day=9))} on"
        for flags, why in (("DAILY", placed), ("WEEKLY,MAINT", text)):
            self.refuse("d", why, start=at(10, 30), end=at(11, 30), Nodes="n1", Flags=flags,
                        Licenses="sw:3")
        self.make("d", at(10, 30), at(11, 30), Nodes="n1", Flags="DAILY", Licenses="sw:2")
        self.refuse_change("d", text, Licenses="sw:3")
        self.change("d", end=at(11, 45))
        self.c.delete("a")
        self.change("d", Licenses="sw:3")

    def test_without_nodes_beside_one_with_nodes(self):
        self.make("a", at(10), at(11), NodeCnt=1, Licenses="sw:3")
        self.refuse("l", "1 of 2 licenses sw is missing", start=at(10), end=at(11),
                    Flags="LICENSE_ONLY", Licenses="sw:2")
        self.make("l", at(10), at(11), Flags="LICENSE_ONLY", Licenses="sw:1")

    def test_a_booking_becomes_slurms(self):
        self.make("a", at(10), at(11), NodeCnt=1, Licenses="sw:3")
        self.change("a", plus_Flags="MAINT")
        self.refuse("r", "reservation a ", start=at(10), end=at(11), NodeCnt=1, Licenses="sw:2")
        self.make("r", at(10), at(11), NodeCnt=1, Licenses="sw:1")


class Offers(case.Case):
    """What is offered can be had, licenses included."""

    def offers(self, r):
        """[(name, start, end)]"""
        return [(m[1], gq.seconds(m[2]), gq.seconds(m[3]))
                for m in re.finditer(
                    r"^scontrol: error:\s+(r\.\d+)\s+(\S+T\S+)\s+(\S+T\S+)", r.err, re.M)]

    def test_have_the_licenses(self):
        self.make("a", at(10), at(12), NodeCnt=1, Licenses="sw:4")
        self.make("b", at(13), at(14), NodeCnt=1, Licenses="sw:3")
        for again in range(9):
            r = self.refuse("r", "2 of 2 licenses sw are missing",
                            start=at(10), Duration=90, NodeCnt=2, Licenses="sw:2")
            offers = self.offers(r)
            self.assertTrue(offers, r)
            for name, start, end in offers:
                for held_s, held_e in ((at(10), at(12)), (at(13), at(14))):
                    self.assertFalse(start < held_e and held_s < end, (name, r.err))
            if again >= len(offers):
                break
            name, start, end = offers[again]
            self.assertTrue(self.c.scontrol("update", f"ReservationName={name}").ok)
            self.assertLies("r", start, end)
            self.assertEqual(self.fields("r")["Licenses"], "sw:2")
            self.c.delete("r")

    def test_of_an_update(self):
        self.make("a", at(10), at(12), NodeCnt=1, Licenses="sw:4")
        self.make("r", at(12), at(13), NodeCnt=1, Licenses="sw:4")
        r = self.refuse_change("r", "4 of 4 licenses sw are missing", start=at(11), end=at(12))
        offers = self.offers(r)
        self.assertTrue(offers, r)
        for name, start, end in offers:	# and not where it is already
            self.assertTrue(end <= at(10) or start > at(12), r)


class Restart(case.Case):
    def tight(self):
        """What plain Slurm would not let in; a refusal for each second of it."""
        self.make("a", at(10), at(11), NodeCnt=1, Licenses="sw:4")
        self.make("b", at(11), at(12), NodeCnt=1, Licenses="sw:4")
        self.make("c", at(9), at(12), NodeCnt=1, Licenses="hw:2")
        self.make("d", at(9), Duration=180, NodeCnt=1, Licenses="sw:2", MaxStartDelay="8:00:00")
        self.assertLies("d", at(12), at(15), 1)
        self.change("d", start=at(8), end=at(10), MaxStartDelay=0)

    def check_tight(self):
        self.refuse("r", "1 of 3 licenses sw is missing",
                    start=at(8), end=at(12), NodeCnt=1, Licenses="sw:3")
        for start in (at(10), at(11, 59, 59)):
            self.refuse("r", "1 of 1 license sw", start=start, end=start + 1, NodeCnt=1,
                        Licenses="sw:1")
        self.refuse("r", "1 of 1 license hw", start=at(9), end=at(10), NodeCnt=1, Licenses="hw")
        self.make("r", at(8), at(10), NodeCnt=1, Licenses="sw:2")
        self.c.delete("r")

    def test_in_order(self):
        self.tight()
        before = self.shown()
        self.c.restart()
        self.assertShown(before)
        self.check_tight()

    def test_killed(self):
        self.tight()
        before = self.shown()
        self.c.kill_controller()
        self.c.start_controller()
        self.assertShown(before)
        self.check_tight()

    def test_killed_and_slurms_state_is_lost(self):
        self.tight()
        before = self.shown()
        self.c.kill_controller()
        for name in ("resv_state", "resv_state.old"):
            if os.path.exists(self.state(name)):
                os.unlink(self.state(name))
        self.c.start_controller()
        self.assertShown(before)
        self.check_tight()


class Reconfigure(case.Case):
    def licenses(self, text):
        self.assertTrue(self.c.cluster("set", f"Licenses={text}").ok)
        self.reconfigure()
        want = {w.partition(":")[0]: w.partition(":")[2] or "1" for w in text.split(",")}

        def applied():
            out = self.c.scontrol("-o", "show", "licenses").out
            return dict(re.findall(r"LicenseName=(\S+) Total=(\d+)", out)) == want
        gq.wait_for(applied, f"Licenses={text}")

    def setUp(self):
        super().setUp()
        self.addCleanup(self.licenses, "sw:4,hw:2,one")

    def test_more(self):
        self.make("a", at(10), at(11), NodeCnt=1, Licenses="sw:4")
        self.licenses("sw:6,hw:2,one,new:1")
        self.refuse("r", "1 of 3 licenses sw is missing", start=at(10), end=at(11), NodeCnt=1,
                    Licenses="sw:3")
        self.make("r", at(10), at(11), NodeCnt=1, Licenses="sw:2,new:1")
        self.change("a", Licenses="sw:3")
        for name in ("a", "r"):
            self.c.delete(name)

    def test_fewer(self):
        self.make("a", at(10), at(11), NodeCnt=1, Licenses="sw:2")
        self.make("b", at(10), at(11), NodeCnt=1, Licenses="sw:2")
        before = self.shown()
        self.licenses("sw:3,hw:2,one")
        self.assertEqual(self.shown(), before)
        self.refuse("r", "1 of 1 license sw is missing", start=at(10), end=at(11), NodeCnt=1,
                    Licenses="sw:1")
        self.refuse_change("a", "2 of 3 licenses sw are missing", Licenses="sw:3")
        self.change("a", plus_Users="daemon")
        self.change("a", Licenses="sw:1")
        self.refuse("r", "1 of 1 license sw is missing", start=at(10), end=at(11), NodeCnt=1,
                    Licenses="sw:1")
        self.change("b", Licenses="sw:1")
        self.make("r", at(10), at(11), NodeCnt=1, Licenses="sw:1")


if __name__ == "__main__":
    unittest.main()
