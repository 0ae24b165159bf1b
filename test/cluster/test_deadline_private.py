# SPDX-License-Identifier: GPL-2.0-or-later
"""A user changes a job of his that is booked: he is the one who asks, not root."""
import case
import deadline
import gq
from case import at


def setUpModule():
    deadline.start(["PrivateData=jobs,reservations"])


@case.needs_root
class Private(deadline.Case):
    def test_what_an_owner_is_told(self):
        """No more of others than Slurm would show him."""
        self.make("secret", at(11), at(12), NodeCnt=8)
        job = self.book(at(10), at(11), 50, 3, user=case.OTHER)
        longer = {"Deadline": gq.stamp(at(12)), "TimeLimit": 70}
        r = self.change_job(job, user=case.OTHER, **longer)
        self.assertFalse(r.ok, r)
        self.assertIn("a reservation of another user", r.err)
        self.assertNotIn("secret", r.err)
        self.assertBooked(job, at(10), 50, 3)
        r = self.change_job(job, **longer)
        self.assertIn("secret", r.err, "an operator is told")

    def test_offers_that_are_held_for_root(self):
        """They end with root's next request, not with that of a user."""
        self.addCleanup(self.reconfigure, SchedulerParameters=deadline.PARAMETERS)
        self.reconfigure(SchedulerParameters=deadline.PARAMETERS + ",garq_offer_hold=1")
        self.make("a", at(10, day=3), at(11, day=3), NodeCnt=7)
        self.refuse("r", start=at(10, day=3), end=at(11, day=3), NodeCnt=8)
        held = self.live() - {"a"}
        self.assertEqual(len(held), 1, held)
        job = self.book(at(10), at(12), 50, 3, user=case.OTHER)
        r = self.change_job(job, user=case.OTHER, TimeLimit=40)
        self.assertTrue(r.ok, r)
        self.assertLessEqual(held, self.live())
