# SPDX-License-Identifier: GPL-2.0-or-later
"""Named holds pass from one of two controllers to the other, with the rest of their time."""
import re
import unittest

import case
import gq
import pair
from case import at


def setUpModule():
    if case.ROOT:
        case.start(4, pair.LINES, kind=pair.Pair)


@case.needs_root
class Taken(case.Case):
    def hold(self, name, ttl):
        return self.c.create(f"hold:{ttl}:{name}", StartTime=gq.stamp(at(10)), Duration=60, NodeCnt=1)

    def held(self):
        """{name: until} of all that is held."""
        return dict(re.findall(r"^ReservationName=(\S+) .*held for uid 0 until (\S+)", self.shown(), re.M))

    def test_taken_over(self):
        for name, ttl in (("ends", 15), ("stays", 900), ("booked", 900), ("dropped", 900)):
            r = self.hold(name, ttl)
            self.assertTrue(r.ok, r)
        self.assertTrue(self.c.update("booked").ok)
        self.assertTrue(self.c.delete("dropped").ok)
        until = self.held()
        self.assertEqual(set(until), {"ends", "stays"})
        self.c.kill_host(pair.FIRST)
        self.c.wait_control(pair.SECOND)
        self.c.wait_answering()
        gq.wait_for(lambda: set(self.held()) == {"stays"}, "the first hold has ended", 60)
        self.assertEqual(self.held(), {"stays": until["stays"]})
        self.assertTrue(self.c.update("booked").ok)
        self.assertRegex(self.hold("dropped", 60).err, "dropped was deleted, no hold of it is taken until")
        self.assertTrue(self.c.update("stays").ok)
        self.assertEqual(self.held(), {})


if __name__ == "__main__":
    unittest.main()
