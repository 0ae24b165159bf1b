# SPDX-License-Identifier: GPL-2.0-or-later
"""contrib/life for a short while: nobody is booked twice, lost, or moved as he must not be.

SEED= replays the choices, SECONDS= makes it longer.
"""
import os
import re
import sys
import unittest

import gq

LIFE = os.path.join(gq.TOP, "contrib", "life")
sys.path.insert(0, os.path.join(gq.TOP, "contrib", "life.d"))

from history import Row, leads	# noqa: E402


class Life(unittest.TestCase):

    def test_it_goes_on(self):
        words = ["--duration", os.environ.get("SECONDS", "60")]
        words += ["--seed", os.environ["SEED"]] if "SEED" in os.environ else []
        r = gq.run(LIFE, *words, env={**os.environ, "GARQ_PLUGIN_DIR": gq.plugin_dir()},
                   timeout=float(words[1]) + 400)
        print("".join(f"# {line}\n" for line in r.out.splitlines()), end="", file=sys.stderr)
        self.assertTrue(r.ok, r)
        steps = re.search(r"^(\d+) steps in \d+ s.* (\d+) began,.* (\d+) shifts", r.out, re.M)
        self.assertGreater(int(steps[1]), 30, r)
        self.assertGreater(int(steps[2]), 0, r)

    def test_bad_input(self):
        for words in (["--duration", "x"], ["more"]):
            self.assertEqual(gq.run(LIFE, *words).code, 2)


class History(unittest.TestCase):
    """Does a history lead from one place to the other?"""

    @staticmethod
    def rows(*moves):
        return [Row({"name": "a", "event": "shifted", "old-start": was, "start": start,
                     "old-nodes": old, "nodes": new}) for was, start, old, new in moves]

    @staticmethod
    def at(start, *nodes):
        return start, frozenset(nodes)

    def test_leads(self):
        rows = self.rows((10, 20, None, None), (20, 20, "n[1-2]", "n[2-3]"), (20, 30, None, None))
        first, second = self.at(10, "n1", "n2"), self.at(20, "n1", "n2")
        third, last = self.at(20, "n2", "n3"), self.at(30, "n2", "n3")
        for was, at in ((first, second), (first, third), (first, last), (second, third),
                        (second, last), (third, last)):
            self.assertTrue(leads(rows, was, at))
        for was, at in ((second, first), (first, self.at(30, "n1", "n2")), (self.at(9, "n1"), last),
                        (first, self.at(20, "n2"))):
            self.assertFalse(leads(rows, was, at))
        self.assertFalse(leads((), first, second))


if __name__ == "__main__":
    unittest.main()
