# SPDX-License-Identifier: GPL-2.0-or-later
"""Deleting reservations in every state frees what they held."""
import unittest

import case
from case import at


def setUpModule():
    case.start(4)


class Delete(case.Case):
    def delete(self, name):
        r = self.c.delete(name)
        self.assertTrue(r.ok, r)
        self.assertNotIn(name, self.c.reservations())

    def test_future(self):
        self.make("r", at(10), at(11), NodeCnt=4)
        self.make("keep", at(11), at(12), NodeCnt=4)
        self.delete("r")
        self.make("r", at(10), at(11), NodeCnt=4)
        self.assertEqual(set(self.c.reservations()), {"r", "keep"})

    def test_active(self):
        self.make("r", StartTime="now", Duration=60, NodeCnt=4)
        self.delete("r")
        self.make("s", StartTime="now", Duration=60, NodeCnt=4)

    def test_flexible(self):
        self.make("a", at(10), at(11), NodeCnt=4)
        self.make("r", at(10), Duration=60, NodeCnt=4, MaxStartDelay="2:00:00")
        self.delete("r")
        self.make("s", at(11), at(12), NodeCnt=4)

    def test_with_a_job(self):
        """Slurm deletes no reservation that a job asks for, be it running or pending."""
        self.make("active", StartTime="now", Duration=60, NodeCnt=2)
        self.make("future", at(10), at(11), NodeCnt=2)
        running = self.running_job("-N2", "-t30", "--reservation=active")
        pending = self.job("-N1", "-t30", "--reservation=future")
        before = self.shown()
        for name in ("active", "future"):
            r = self.c.delete(name)
            self.assertEqual(r.code, 1, r)
            self.assertRegex(r.err, "a job that asks for it runs or waits: cancel that first")
        self.assertEqual(self.shown(), before)
        self.assertEqual((self.c.job_state(running), self.c.job_state(pending)),
                         ("RUNNING", "PENDING"))
        self.refuse("s", "reservation active ", StartTime="now", Duration=1, NodeCnt=3)
        self.c.run("scancel", running, pending)
        self.wait_state(running, "CANCELLED")
        self.delete("active")
        self.delete("future")
        self.wait_nodes("idle", ["n1", "n2"])
        self.make("s", StartTime="now", Duration=1, NodeCnt=4)

    def test_slurms_own(self):
        self.make("r", at(10), at(11), NodeCnt=4, Flags="MAINT")
        self.delete("r")
        self.make("s", at(10), at(11), NodeCnt=4)

    def test_after_an_update(self):
        self.make("r", at(10), at(11), NodeCnt=2)
        self.change("r", at(12), at(13), NodeCnt=4)
        self.delete("r")
        self.make("s", at(9), at(15), NodeCnt=4)

    def test_unknown(self):
        self.make("r", at(10), at(11), NodeCnt=1)
        before = self.shown()
        for name in ("none", "R", "x" * 200):
            with self.subTest(name=name):
                r = self.c.delete(name)
                self.assertEqual(r.code, 1, r)
                self.assertRegex(r.err, "(?i)no such reservation|invalid")
                self.assertEqual(self.shown(), before)

    def test_twice(self):
        self.make("r", at(10), at(11), NodeCnt=1)
        self.delete("r")
        self.assertEqual(self.c.delete("r").code, 1)


if __name__ == "__main__":
    unittest.main()
