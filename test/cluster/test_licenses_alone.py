# SPDX-License-Identifier: GPL-2.0-or-later
"""Bookings of licenses without nodes: links, software."""
import os
import unittest

import case
import gq
from case import at


def setUpModule():
    case.start(8, lines=["Licenses=sw:4,hw:2,one", *case.STAYS_DOWN])


class Alone(case.Case):
    """Bookings of licenses without nodes: as exact, and as durable, as others."""

    def link(self, name, start, end=None, number=3, **options):
        return self.make(name, start, end, Licenses=f"sw:{number}", **options)

    def test_is_a_booking(self):
        r = self.link("a", at(10), at(11))
        self.assertEqual((r["Licenses"], r["Nodes"], r["NodeCnt"]), ("sw:3", "(null)", "0"))
        self.assertIn("ANY_NODES", r["Flags"])
        self.link("b", at(11), at(12), NodeCnt=0)
        self.link("c", at(12), at(13), Flags="LICENSE_ONLY")
        self.assertLessEqual({"a", "b", "c"}, self.live())
        self.make("d", at(10), at(13), NodeCnt=8)

    def test_refused_with_when(self):
        self.link("a", at(10), at(11))
        self.make("b", at(11), at(12), NodeCnt=2, Licenses="sw:4")
        r = self.refuse("r", "r: 1 of 2 licenses sw is missing", "reservation a ", "reservation b ",
                        r"earliest start for licenses sw:2, 01:00:00 long", start=at(10, 30), Duration=60,
                        Licenses="sw:2")
        self.assertEqual(self.earliest(r), at(12))
        self.assertNotIn("offers", r.err)
        self.link("r", at(12), at(13), 4)
        self.refuse("s", "5 licenses sw are asked for, there are 4", start=at(14), Duration=60, Licenses="sw:5")
        self.refuse("s", "there is no such license", start=at(14), Duration=60, Licenses="nosuch:1")
        self.refuse("query", "licenses alone: ReservationName=probe", start=at(14), Duration=60, NodeCnt=0,
                    Licenses="sw:1")

    def test_window(self):
        self.link("a", at(10), at(11))
        self.link("b", at(11, 10), at(12))
        self.link("r", at(10), Duration=10, number=2, MaxStartDelay="3:00:00")
        self.assertEqual((self.start_of("r"), self.end_of("r")), (at(11), at(11, 10)))
        self.link("s", at(10), Duration=11, number=2, MaxStartDelay="3:00:00")
        self.assertEqual(self.start_of("s"), at(12))
        self.refuse("t", "no start until", start=at(10), Duration=30, Licenses="sw:2", MaxStartDelay="1:00:00")

    def test_probe(self):
        self.link("a", at(10), at(11))
        r = self.c.create("probe", Users="root", StartTime=gq.stamp(at(9)), Duration=30, MaxStartDelay="3:00:00",
                          Licenses="sw:2")
        self.assertIn(f"{gq.stamp(at(9))}  {gq.stamp(at(9, 30))}", r.out)
        self.assertIn(f"{gq.stamp(at(11))}  {gq.stamp(at(12))}", r.out)
        self.assertIn(f"{gq.stamp(at(10))}  {gq.stamp(at(11))}  1", r.out)
        self.assertNotIn("nodes", r.out)

    def test_update_and_delete(self):
        self.link("a", at(10), at(11))
        self.link("b", at(11), at(12))
        self.refuse_change("a", "2 of 3 licenses sw are missing", end=at(11, 30))
        self.change("a", Licenses="sw:1", end=at(12))
        self.change("a", start=at(9), end=at(11))
        self.refuse_change("a", "licenses and no nodes", NodeCnt=2)
        self.refuse_change("a", "licenses and no nodes", Licenses="")
        self.change("a", plus_Users="daemon")
        self.assertEqual(self.fields("a")["Nodes"], "(null)")
        self.change("a", Licenses="sw:4,hw:1")
        self.refuse("r", "1 of 1 license sw", start=at(10), end=at(11), Licenses="sw:1")
        self.c.delete("a")
        self.link("r", at(10), at(11), 4)
        self.assertNotIn("a", self.live())

    def test_of_one_that_has_started(self):
        self.link("now", None, StartTime="now", Duration=60)
        self.refuse_change("now", "licenses and no nodes", NodeCnt=1)
        self.change("now", Licenses="sw:4")
        self.change("now", Duration=90)
        start = self.end_of("now")
        self.link("next", start, start + 600)
        self.refuse_change("now", "license", Duration=95)
        self.change("now", Licenses="sw:1", Duration=95)

    def test_jobs(self):
        self.link("now", None, StartTime="now", Duration=60, number=4)
        job = self.running_job("--reservation=now", "-L", "sw:2", "-t1")
        self.assertEqual(self.job_fields(job)["Reservation"], "now")
        waits = self.job("-L", "sw:1", "-t1")
        self.c.run("sleep", "3")
        self.assertEqual(self.c.job_state(waits), "PENDING")

    def test_restart(self):
        self.link("a", at(10), at(11))
        self.link("b", at(11), at(12), 4)
        self.link("now", None, StartTime="now", Duration=60)
        before = self.shown()
        self.c.restart()
        self.assertShown(before)
        self.c.kill_controller()
        self.c.start_controller()
        self.assertShown(before)
        self.c.kill_controller()
        for name in ("resv_state", "resv_state.old"):
            if os.path.exists(self.state(name)):
                os.unlink(self.state(name))
        self.c.start_controller()
        self.assertShown(before)
        self.refuse("r", "1 of 1 license sw", start=at(11), end=at(12), Licenses="sw:1")
        self.c.delete("b")
        self.kill()
        self.assertNotIn("b", self.c.reservations())

    def test_its_license_is_gone_and_comes_back(self):
        self.addCleanup(self.c.restart, Licenses="sw:4,hw:2,one")
        self.link("a", at(10), at(11))
        self.make("b", at(10), at(11), Licenses="hw:2")
        self.c.restart(Licenses="sw:4,one")
        self.assertIn("b", self.c.reservations())
        self.assertEqual(self.fields("a")["Licenses"], "sw:3")
        self.refuse("b", start=at(12), end=at(13), NodeCnt=1)
        self.c.restart(Licenses="sw:4,hw:2,one")
        gq.wait_for(lambda: self.fields("b")["Licenses"] == "hw:2", "b has its license again")
        self.assertEqual(self.fields("b")["Nodes"], "(null)")
        self.refuse("r", "1 of 1 license hw", start=at(10), end=at(11), Licenses="hw:1")


if __name__ == "__main__":
    unittest.main()
