# SPDX-License-Identifier: GPL-2.0-or-later
"""A node fails that very many bookings have."""
import re
import unittest

import case
import gq
from case import at

MANY = 400  # of which a look of the agent tries 64, and each again after REPAIR_AGAIN


def setUpModule():
    case.start(6, lines=case.STAYS_DOWN, params="garq_return=never")


class Many(case.Case):
    def test_each_has_its_turn(self):
        """Those that can't be mended are tried again, but not before all others."""
        for i in range(MANY):
            r = self.c.create(f"r{i}", StartTime=gq.stamp(at(1) + 60 * i), Duration=1, NodeCnt=6)
            self.assertTrue(r.ok, r)
        last = at(1) + 60 * MANY
        self.make("last", last, last + 60, NodeCnt=5)
        self.change("last", Nodes="n[2-6]")
        self.change("last", Nodes="", NodeCnt=5)
        self.assertIn("n6", self.nodes("last"))
        seen = len(self.c.log())
        self.set_node("n6", "DOWN")
        gq.wait_for(lambda: "n6" not in self.nodes("last"), "the last one has another node", 300, 1)
        degraded = set(re.findall("reservation (r[0-9]+) is degraded", self.c.log()[seen:]))
        self.assertEqual(len(degraded), MANY)


if __name__ == "__main__":
    unittest.main()
