# SPDX-License-Identifier: GPL-2.0-or-later
"""Users who are no operators book licenses, with nodes and alone, within garq_user_licenses."""
import unittest

import gq
import users
from case import OTHER, at
from users import DENIED, THIRD


def setUpModule():
    users.start(["Licenses=link:4,tool:2"])


class Licenses(users.Case):
    def setUp(self):
        super().setUp()
        self.limits("licenses=2")

    def test_not_by_default(self):
        self.limits()
        for options in ({}, {"NodeCnt": 1}):
            self.refuse_him("r", "Access/permission denied", r"only operators may reserve them \(garq_user_licenses\)", start=at(10),
                            end=at(11), Licenses="link:1", **options)

    def test_alone(self):
        r = self.his("a", at(10), at(11), Licenses="link:2")
        self.assertEqual((r["Users"], r["Nodes"]), (OTHER, "(null)"))
        self.his("b", at(10), at(11), Licenses="link:2,tool:1", Flags="LICENSE_ONLY", user=THIRD)
        r = self.refuse_him("c", "1 of 1 license link is missing", start=at(10), end=at(11), Licenses="link:1")
        self.assertEqual(self.earliest(r), at(11))
        self.refuse_him("c", r"3 licenses link are asked for, at most 2 of each are allowed \(garq_user_licenses\)",
                        start=at(12), end=at(13), Licenses="link:3")
        self.refuse_him("c", "ANY_NODES: only operators may set this", start=at(12), end=at(13), NodeCnt=1,
                        Licenses="link:1", Flags="LICENSE_ONLY")
        self.change_his("a", Licenses="link:1", end=at(12))
        self.refuse_his("a", "at most 2 of each", Licenses="link:3")
        self.refuse_his("a", "licenses and no nodes", NodeCnt=1)
        self.refuse_change("b", DENIED, user=OTHER, Licenses="link:1")
        self.delete_his("a")
        self.his("c", at(10), at(11), Licenses="link:2")

    def test_with_nodes(self):
        self.his("a", at(10), at(11), NodeCnt=2, Licenses="link:2")
        self.refuse_him("b", "at most 2 of each", start=at(10), end=at(11), NodeCnt=1, Licenses="link:3")
        self.change_his("a", Licenses="tool:2")
        self.refuse_his("a", "at most 2 of each", Licenses="link:4")
        self.his("b", at(10), at(11), NodeCnt=2, Licenses="link:2")

    def test_other_limits_hold(self):
        self.limits("licenses=2", "bookings=1", "duration=60", "lead=3")
        line = dict(Licenses="link:1")
        self.refuse_him("r", "garq_user_duration", start=at(10), Duration=61, **line)
        self.refuse_him("r", "garq_user_lead", start=at(10, day=5), Duration=60, **line)
        self.refuse_him("r", "at most 2 of each", start=at(10), Duration=60, Licenses="link:3")
        self.his("a", at(10), Duration=60, **line)
        self.refuse_him("r", "you have 1 booking", start=at(12), Duration=60, **line)
        self.limits("licenses=2", "nodehours=1", "nodes=1")
        self.his("b", at(12), at(20), **line)

    def test_probe(self):
        r = self.c.create("probe", user=OTHER, Users=OTHER, StartTime=gq.stamp(at(10)), Duration=60,
                          MaxStartDelay="1:00:00", Licenses="link:2")
        self.assertTrue(r.ok, r)
        self.assertIn(f"{gq.stamp(at(10))}  {gq.stamp(at(11))}", r.out)
        self.refuse_him("probe", "at most 2 of each", start=at(10), Duration=60, Licenses="link:3")

    def test_owner_after_a_kill(self):
        self.his("a", at(10), at(11), Licenses="link:2")
        self.c.kill_controller()
        self.c.start_controller()
        self.assertFalse(self.c.delete("a", user=THIRD).ok)
        self.delete_his("a")


class Held(users.Case):
    """A link of a co-reservation is held, confirmed and dropped as nodes are."""

    def setUp(self):
        super().setUp()
        self.limits("licenses=4")

    def hold(self, name, start=None, **options):
        options = {"Licenses": "link:3", "Duration": 60, "Users": OTHER, **options}
        return self.c.create(f"hold:600:{name}", user=OTHER, StartTime=gq.stamp(start or at(10)), **options)

    def test_life(self):
        for name, options in (("a", {}), ("b", {"NodeCnt": 0, "start": at(11)})):
            for _ in range(2):  # the second one extends it
                r = self.hold(name, **options)
                self.assertTrue(r.ok, r)
            self.assertEqual(self.fields(name)["Users"], "root")
        self.refuse_him("c", "1 of 2 licenses link is missing", start=at(10), end=at(11), Licenses="link:2")
        self.assertFalse(self.hold("d", start=at(10, 30)).ok)
        self.assertFalse(self.hold("a", Licenses="link:2").ok)
        r = self.c.create("probe", user=OTHER, Users=OTHER, StartTime=gq.stamp(at(9)), Duration=60,
                          MaxStartDelay="3:00:00", Licenses="link:2")
        self.assertIn(f"{gq.stamp(at(9))}  {gq.stamp(at(9))}", r.out)
        self.assertIn(f"{gq.stamp(at(12))}  {gq.stamp(at(12))}", r.out)
        self.c.kill_controller()
        self.c.start_controller()
        for _ in range(2):
            r = self.c.update("a", user=OTHER)
            self.assertTrue(r.ok, r)
        fields = self.fields("a")
        self.assertEqual((fields["Users"], fields["Licenses"], fields["Nodes"]), (OTHER, "link:3", "(null)"))
        self.assertTrue(self.c.delete("b", user=OTHER).ok)
        self.his("c", at(11), at(12), Licenses="link:4")
        self.refuse_him("d", "2 of 3 licenses link are missing", start=at(10), end=at(11), Licenses="link:3")


if __name__ == "__main__":
    unittest.main()
