# SPDX-License-Identifier: GPL-2.0-or-later
"""What a user may learn of others with PrivateData: the texts of all verbs are searched for secrets."""
import re
import unittest

import case
import deadline
import gq
import users
from case import OTHER, at
from users import THIRD

PRIVATE = "PrivateData=accounts,jobs,nodes,reservations,usage,users"
PARAMETERS = "bf_interval=2,garq_users=yes,garq_jobs=deadline,garq_user_bookings=0"


def setUpModule():
    users.start([PRIVATE, "JobSubmitPlugins=garq", "Licenses=glue:9"])
    case.cluster().cluster("set", f"SchedulerParameters={PARAMETERS}")
    case.cluster().scontrol("reconfigure")


@case.needs_root
class Private(deadline.Case):
    """On all nodes of main lies something of others: what does each verb say to a user?"""

    def setUp(self):
        super().setUp()
        self.addCleanup(self.drop_offers)
        self.make("mine", at(10), at(11), NodeCnt=1, Users=OTHER, user=OTHER, Nodes="n6")
        self.jobs = [self.running_job("-w", "n5", "-t", 5 * 24 * 60)]
        self.make("secretive", at(10), at(12), Nodes="n[1-4]", user=THIRD, Users=THIRD)
        self.make("hushed", at(11), at(12), Nodes="n6", Licenses="glue:5")
        self.make("mute", at(8), at(9), Nodes="n[1-4,6]", MaxStartDelay=9000)

    def drop_offers(self):
        for name in self.c.offers():
            self.c.delete(name)

    def secrets(self):
        """Patterns of what belongs to others: names, users, jobs, and the nodes that they hold."""
        return (r"secretive", r"hushed", r"mute", rf"\b{THIRD}\b", r"\broot\b", r"\bn\d", r"\bn\[",
                *(rf"(?i)job(id=)? ?{job}\b" for job in self.jobs))

    def assertTellsNothing(self, r, typed=()):
        """IN typed: what the user wrote may be repeated."""
        self.assertFalse(r.ok, r)
        text = r.out + r.err
        for words in typed:
            text = text.replace(words, "")
        for secret in self.secrets():
            self.assertIsNone(re.search(secret, text), f"{secret}: {r}")

    def his(self, name, hours, minutes=60, **options):
        options.setdefault("NodeCnt", 6)
        return self.c.create(name, user=OTHER, Users=OTHER, StartTime=gq.stamp(at(hours)), Duration=minutes,
                             **options)

    def test_operators_are_told(self):
        r = self.c.create("r", StartTime=gq.stamp(at(11)), Duration=60, NodeCnt=6)
        for words in ("reservation secretive", "reservation hushed", f"job {self.jobs[0]} "):
            self.assertIn(words, r.err)

    def test_create(self):
        r = self.his("r", 11)
        self.assertTellsNothing(r, typed=["r.1", "r.2"])
        for words in ("a reservation of another user", "a job of another user"):
            self.assertIn(words, r.err)
        for options in ({"MaxStartDelay": 1800}, {"Nodes": "n5", "NodeCnt": None}, {"NodeCnt": 2}):
            self.assertTellsNothing(self.his("r", 11, **options), typed=["n5"])
        self.assertTellsNothing(self.his("r", 8))
        self.assertTellsNothing(self.his("r", 11, Licenses="glue:9"))
        self.assertTellsNothing(self.his("r", 11, Flags="DAILY"))

    def test_name_that_is_taken(self):
        r = self.his("secretive", 20, NodeCnt=1)
        self.assertTellsNothing(r, typed=["secretive"])
        self.assertRegex(r.err, "secretive is taken: choose another name")

    def test_update(self):
        for options in ({"NodeCnt": 6}, {"Duration": 110}, {"StartTime": gq.stamp(at(11))}):
            self.assertTellsNothing(self.c.update("mine", user=OTHER, **options), typed=["mine"])

    def test_a_look(self):
        """The bookings of others that would move are counted."""
        r = self.c.update("plan:show:mine", user=OTHER, StartTime=gq.stamp(at(8)))
        r.ok = False
        self.assertTellsNothing(r, typed=["mine", "n6"])
        for options in ({"NodeCnt": 6}, {"Duration": 110}, {"StartTime": gq.stamp(at(11))}):
            for wish in ("plan:show:", "plan:lines:", "plan:0123456789ab:"):
                self.assertTellsNothing(self.c.update(f"{wish}mine", user=OTHER, **options), typed=["mine", "n6"])
        for verb in (self.c.delete, lambda name, user: self.c.update(name, user=user, NodeCnt=1)):
            there, absent = (verb(f"plan:show:{name}", user=OTHER) for name in ("secretive", "absent"))
            self.assertEqual(there.err.replace("secretive", "absent"), absent.err)

    def test_others(self):
        """A reservation of another user answers as one that is not there."""
        for verb in (self.c.delete, lambda name, user: self.c.update(name, user=user, NodeCnt=1)):
            there, absent = (verb(name, user=OTHER) for name in ("secretive", "absent"))
            self.assertEqual(there.err.replace("secretive", "absent"), absent.err)
            self.assertTellsNothing(there, typed=["secretive"])

    def test_query_and_offers(self):
        r = self.c.create("query", user=OTHER, Users=OTHER, StartTime=gq.stamp(at(11)), Duration=60, NodeCnt=6)
        for answer in (r, self.c.ask_offers(user=OTHER)):
            answer.ok = False
            self.assertTellsNothing(answer)
        others = self.offered(self.c.create("hers", user=THIRD, Users=THIRD, StartTime=gq.stamp(at(11)),
                                            Duration=60, NodeCnt=6))
        self.assertTrue(others)
        r = self.c.ask_offers(user=OTHER)
        self.assertNotIn("hers", r.out + r.err)
        self.assertTellsNothing(self.c.update(next(iter(others)), user=OTHER))

    def test_accept(self):
        """What an offer was made of is taken since."""
        r = self.his("r", 11)
        offers = self.offered(r)
        self.assertTrue(offers, r)
        for name, o in offers.items():
            self.c.create(None, Users=THIRD, StartTime=gq.stamp(o.start), EndTime=gq.stamp(o.end), Nodes="n[1-6]",
                          Flags="IGNORE_JOBS")
            self.assertTellsNothing(self.c.update(name, user=OTHER))

    def test_jobs(self):
        r = self.submit(at(11), at(12), 50, 6, user=OTHER)
        self.assertTellsNothing(r)
        self.assertIn("a reservation of another user", r.err)
        job = self.book(at(14), at(15), 50, 1, user=OTHER)
        for fields in ({"NumNodes": "6-6"}, {"TimeLimit": 5000}, {"EligibleTime": gq.stamp(at(11)), "NumNodes": "5"}):
            r = self.change_job(job, user=OTHER, **fields)
            if not r.ok:
                self.assertTellsNothing(r, typed=[job])
        self.assertTellsNothing(self.c.run("sbatch", "--reservation=secretive", "--wrap", "true", user=OTHER),
                                typed=["secretive"])


if __name__ == "__main__":
    unittest.main()
