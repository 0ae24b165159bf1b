# SPDX-License-Identifier: GPL-2.0-or-later
"""How many requests one user may make in a minute (garq_user_rate)."""
import re
import time
import unittest

import case
import deadline
import gq
from case import at

RATE = 2  # a user who has made these may make another one in 30 s, which is to be longer than a test takes until then
DENIED = "Access/permission denied"
LINE = rf"{RATE} requests a minute are allowed \(garq_user_rate\): try again in (\d+) seconds?"
LOGGED = r"uid=\d+ makes more than \d+ requests a minute \(garq_user_rate\)"


def setUpModule():
    if not case.ROOT:
        raise unittest.SkipTest("only root can act as another user")
    case.start(8, lines=["JobSubmitPlugins=garq"], params=f"{deadline.PARAMETERS},garq_users=yes,garq_user_rate={RATE}")


class Case(deadline.Case):
    """Each test has a user of its own, who has made no request before."""

    def ask(self, i, user):
        return self.c.create(f"r{i}", user=user, Users=user, StartTime=gq.stamp(at(10)), Duration=60, NodeCnt=1)

    def use_up(self, user):
        """Make requests until one is refused for their number; that one's answer."""
        for i in range(2 * RATE):
            r = self.ask(i, user)
            if not r.ok:
                self.assertGreaterEqual(i, RATE)
                return r
        raise AssertionError("never refused")

    def assertTooMany(self, r):
        self.assertFalse(r.ok, r)
        self.assertRegex(r.err, LINE)
        self.assertIn(DENIED, r.err)
        self.assertNotIn(" are missing", r.err)
        return int(re.search(LINE, r.err)[1])


class Requests(Case):
    def test_all_kinds(self):
        """Told when to try again, which is right; nothing has changed; others and operators are served."""
        with self.logged(LOGGED):
            seconds = self.assertTooMany(self.use_up("games"))
        self.assertLessEqual(seconds, 60 / RATE)
        before = self.shown()
        for r in (self.c.update("r0", user="games", Duration=30), self.c.delete("r0", user="games"),
                  self.c.create("query", user="games", Users="games", StartTime=gq.stamp(at(10)), Duration=60, NodeCnt=1),
                  self.c.update("r9.1", user="games")):
            seconds = self.assertTooMany(r)
        again = time.monotonic() + seconds
        self.assertEqual(self.shown(), before)
        self.assertTrue(self.ask("third", "daemon").ok)
        for i in range(3 * RATE):
            self.make(f"root{i}", at(12), at(13), NodeCnt=1)
            self.assertTrue(self.c.delete(f"root{i}").ok)
        gq.wait_for(lambda: time.monotonic() > again, "the time that was told")
        r = self.c.update("r0", user="games", Duration=30)
        self.assertTrue(r.ok, r)

    def test_logged_once(self):
        seen = len(self.c.log())
        again = time.monotonic() + self.assertTooMany(self.use_up("bin"))
        for i in range(20):
            self.assertTooMany(self.ask(i, "bin"))
            if time.monotonic() > again - 5:  # the next one may be served
                break
        lines = [line for line in self.c.log()[seen:].splitlines() if re.search(LOGGED, line) or "create reservation=r" in line]
        self.assertEqual(len(lines), 1, lines)

    def test_jobs(self):
        """With a deadline; others are Slurm's."""
        jobs = []
        for i in range(RATE):
            jobs.append(self.book(at(10), at(14), 60, 1, user="sys"))
        r = self.submit(at(10), at(14), 60, 1, user="sys")
        self.assertTooMany(r)
        self.assertEqual(len(self.bookings()), RATE)
        before = self.bookings()
        self.assertTooMany(self.change_job(jobs[0], user="sys", TimeLimit=30))
        self.assertTooMany(self.change_job(jobs[0], user="sys", Deadline=gq.stamp(at(15))))
        self.assertEqual(self.bookings(), before)
        plain = [self.job("-H", user="sys") for _ in range(2 * RATE)]
        for job in plain:
            r = self.change_job(job, user="sys", TimeLimit=30)
            self.assertTrue(r.ok, r)
        self.book(at(10), at(14), 60, 1, user="man")
        self.book(at(10), at(14), 60, 1)
        self.assertTrue(self.c.run("scancel", jobs[0], user="sys").ok)


if __name__ == "__main__":
    unittest.main()
