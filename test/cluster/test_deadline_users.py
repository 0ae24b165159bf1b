# SPDX-License-Identifier: GPL-2.0-or-later
"""The limits of users (garq_user_*) hold for the bookings of their jobs, together with those that they make."""
import re
import unittest

import case
import deadline
import gq
from case import OTHER, at, soon
from deadline import LATE
from users import HOUR, THIRD

ON = f"{deadline.PARAMETERS},garq_users=yes,garq_user_rate=0"


def setUpModule():
    if not case.ROOT:
        raise unittest.SkipTest("only root can act as another user")
    case.start(8, lines=["JobSubmitPlugins=garq"], params=ON)


class Limits(deadline.Case):
    """Each with its line; what the line says would pass passes. Operators have none."""

    def setUp(self):
        super().setUp()
        self.limits()

    def clean(self):
        for name in self.c.offers():
            self.c.delete(name)
        super().clean()

    def limits(self, *words):
        self.reconfigure(SchedulerParameters=",".join([ON, *(f"garq_{w}" for w in words)]))

    def his(self, minutes, nodes, begin=at(10), deadline=at(20), user=OTHER, **more):
        return self.book(begin, deadline, minutes, nodes, user=user, **more)

    def refuse_him(self, line, minutes, nodes, begin=at(10), deadline=at(20), user=OTHER):
        before = self.bookings()
        r = self.submit(begin, deadline, minutes, nodes, user=user)
        self.refused(r, line)
        self.assertEqual(self.bookings(), before)
        return re.search(line, r.err)

    def refuse_change(self, job, line, **fields):
        before = self.bookings()
        self.refused(self.change_job(job, user=OTHER, **fields), line)
        self.assertEqual(self.bookings(), before)

    def change_his(self, job, user=OTHER, **fields):
        r = self.change_job(job, user=user, **fields)
        self.assertTrue(r.ok, r)

    def test_bookings(self):
        self.limits("user_bookings=3")
        jobs = [self.his(60, 1), self.his(60, 1)]
        line = r"you have 3 bookings \(2 of them of jobs\), 3 at once are allowed \(garq_user_bookings\)"
        ask = dict(user=OTHER, Users=OTHER, StartTime=gq.stamp(at(10)), Duration=60, NodeCnt=1)
        self.assertTrue(self.c.create("r", **ask).ok)
        self.refuse_him(line + ": delete one, or cancel such a job, or wait until", 60, 1)
        r = self.c.create("s", **ask)
        self.refused(r, "s: " + line)
        self.change_his(jobs[0], TimeLimit=30)
        self.his(60, 1, user=THIRD)
        self.book(at(10), at(20), 60, 1)
        self.assertTrue(self.c.run("scancel", jobs[0], user=OTHER).ok)
        gq.wait_for(lambda: self.name_of(jobs[0]) not in self.bookings(), "its booking goes")
        self.his(60, 1)
        self.assertTrue(self.c.delete("r", user=OTHER).ok)
        self.his(60, 1)

    def test_the_whole_cluster_for_a_month(self):
        """Without any option: one user has ten bookings."""
        booked = [self.submit(None, at(0, day=31), 1440, 8, user=OTHER).ok for _ in range(14)]
        self.assertEqual(booked, [True] * 10 + [False] * 4)
        self.his(60, 8, None, at(0, day=31), user=THIRD)

    def test_nodes(self):
        self.limits("user_nodes=2")
        line = r"3 nodes are asked for, at most 2 are allowed \(garq_user_nodes\): ask for (\d+) or fewer"
        nodes = self.refuse_him(line, 60, 3)[1]
        job = self.his(60, nodes)
        self.refuse_change(job, line, NumNodes="3-3")
        self.change_his(job, user=None, NumNodes="3-3")
        self.change_his(job, NumNodes="2-2")
        self.assertBooked(job, at(10), 60, 2)

    def test_duration(self):
        """The minute that a booking is longer than its job does not count."""
        self.limits("user_duration=60")
        line = (r"a duration of 01:01:00 is asked for, at most 01:00:00 is allowed \(garq_user_duration\): "
                r"ask for --time=(\d+) or less")
        job = self.his(self.refuse_him(line, 61, 1)[1], 1)
        self.assertBooked(job, at(10), 60, 1)
        self.refuse_change(job, line, TimeLimit=61)
        self.change_his(job, TimeLimit=59)

    def test_one_that_runs(self):
        self.limits("user_duration=60")
        before = soon(0)
        job = self.his(30, 1, None)
        self.wait_started(job, before)
        self.change_his(job, TimeLimit=60, user=None)
        self.change_his(job, TimeLimit=30, user=None)
        # From here on Slurm lets only operators give more time, and they have no limits.
        self.refused(self.change_job(job, user=OTHER, TimeLimit=61), "garq_user_duration|denied")

    def test_lead(self):
        self.limits("user_lead=3")
        line = r"at most 3 days ahead are allowed \(garq_user_lead\): ask for a --deadline until (\S+)"
        last = gq.seconds(self.refuse_him(line, 60, 1, deadline=at(20, day=9))[1])
        self.his(60, 1, deadline=last)

    def test_node_hours(self):
        self.limits("user_nodehours=4")
        first = self.his(60, 2)
        line = (r"3.00 node-hours are asked for, 2.00 of 4 are left \(garq_user_nodehours\): "
                r"with 3 nodes ask for --time=(\d+) or less, or ask for (\d+) or fewer nodes")
        minutes, nodes = self.refuse_him(line, 60, 3).groups()
        job = self.his(minutes, 3)
        self.refuse_change(job, "0.00|garq_user_nodehours", TimeLimit=int(minutes) + 1)
        self.c.run("scancel", job)
        gq.wait_for(lambda: len(self.bookings()) == 1, "its booking goes")
        job = self.his(60, nodes)
        self.refuse_him("0.00 of 4 are left .*: delete a booking", 1, 1)
        r = self.c.create("r", user=OTHER, Users=OTHER, StartTime=gq.stamp(at(10)), Duration=1, NodeCnt=1)
        self.refused(r, "0.00 of 4 are left")
        self.change_his(first, NumNodes="1-1")
        self.change_his(job, TimeLimit=90)

    def test_offers(self):
        """All can be had."""
        self.limits("user_bookings=1", "user_nodes=4", "user_duration=60", "user_lead=4", "user_nodehours=4")
        self.make("a", at(10), at(11, 30), Nodes="n[1-6]")
        r = self.submit(at(10), at(11, 1), 60, 4, user=OTHER)
        found = deadline.offers(r)
        self.assertGreaterEqual(len(found), 2, r)
        for words in found:
            self.assertTrue(self.c.run("scancel", "-u", OTHER).ok)
            self.wait_unbooked()
            r = self.c.run("sbatch", "-o", "/dev/null", "-D", "/", *words, "--wrap", "sleep 60", user=OTHER)
            self.assertIn("sbatch: booked: ", r.err)

    def test_holds(self):
        """They count, and give way to what is asked for."""
        self.limits("user_bookings=2", "offer_hold=5")
        self.make("a", at(10), at(12), Nodes="n[1-7]")
        job = self.his(60, 1, at(14))
        ask = dict(user=OTHER, Users=OTHER, StartTime=gq.stamp(at(10)), Duration=60, NodeCnt=2)
        self.assertFalse(self.c.create("r", **ask).ok)
        held = [o for o in self.c.offers(user=OTHER).values() if o.get("held")]
        self.assertEqual(len(held), 1)
        other = self.his(60, 1, at(16))
        self.assertEqual([o for o in self.c.offers(user=OTHER).values() if o.get("held")], [])
        self.refuse_him("you have 2 bookings", 60, 1, at(18))
        self.assertFalse(self.c.create("r", **ask).ok)
        self.assertEqual([o for o in self.c.offers(user=OTHER).values() if o.get("held")], [])
        self.assertEqual(set(self.bookings()), {self.name_of(job), self.name_of(other)})

    def test_holds_of_others(self):
        """What is held for an operator stays, whatever a user asks for, is given or changes."""
        self.limits("offer_hold=5")
        self.make("a", at(10), at(12), Nodes="n[1-7]")
        job = self.his(60, 1, at(14))
        self.assertFalse(self.c.create("r", StartTime=gq.stamp(at(10)), Duration=60, NodeCnt=2).ok)
        held = {name for name, o in self.c.offers().items() if o.get("held")}
        self.assertTrue(held)
        self.change_his(job, TimeLimit=50)
        self.change_his(job, NumNodes="2-2")
        ask = dict(user=OTHER, Users=OTHER, StartTime=gq.stamp(at(16)), NodeCnt=2)
        self.assertTrue(self.c.create("s", Duration=60, **ask).ok)
        self.assertTrue(self.c.update("s", user=OTHER, Duration=90).ok)
        self.assertEqual({name for name, o in self.c.offers().items() if o.get("held")}, held)
        self.assertLessEqual(held, self.live())

    def test_not_his(self):
        """The booking of a job is nobody's to change by its name."""
        job = self.his(60, 2)
        name, before = self.name_of(job), self.shown()
        for r in (self.c.delete(name, user=OTHER), self.c.update(name, user=OTHER, Duration=30), self.c.delete(name),
                  self.c.update(name, Duration=30), self.c.delete(name, user=THIRD)):
            self.assertFalse(r.ok, r)
        self.assertEqual(self.shown(), before)
        self.assertNotIn(name, self.c.scontrol("-o", "show", "reservation", user=OTHER).out)

    def test_lowered(self):
        """What there is stays, also over a restart, and in its place when it is updated otherwise."""
        jobs = [self.his(60, 2), self.his(60, 2)]
        before = self.bookings()
        self.limits("user_bookings=1", "user_nodes=1", "user_nodehours=1")
        self.restart()
        gq.wait_for(lambda: set(self.bookings()) == set(before), "all are there")
        self.kill()
        for job in jobs:
            self.assertBooked(job, at(10), 60, 2)
            self.change_his(job, Comment="later")
            self.assertBooked(job, at(10), 60, 2)
        self.refuse_him("you have 2 bookings", 60, 1)

    def test_counted_again(self):
        """After a kill: by the ledger."""
        self.limits("user_bookings=1")
        job = self.his(60, 2)
        self.restart()	# Slurm saves the job
        self.kill()
        self.refuse_him("you have 1 booking ", 60, 1)
        self.assertBooked(job, at(10), 60, 2)

    def test_the_time_of_a_job_counts(self):
        self.limits("user_nodehours=1")
        job = self.his(60, 1)
        start, end, _ = self.booking(job)
        self.assertEqual(end - start, HOUR + LATE)
        self.refuse_him("0.00 of 1 are left", 1, 1)

    def test_booked_later(self):
        """One that has no booking gets one within the limits only."""
        self.reconfigure(SchedulerParameters=ON.replace("garq_jobs=deadline", "garq_jobs=none"))
        r = self.submit(at(10), at(20), 60, 1, user=OTHER)
        self.assertTrue(r.ok, r)
        job = r.out.strip()
        self.limits("user_bookings=1")
        self.his(60, 1)
        with self.logged(r"is not booked, its deadline is no guarantee: you have 1 booking "):
            for word in ("hold", "release"):
                self.assertTrue(self.c.scontrol(word, job, user=OTHER).ok)
        self.assertIsNone(self.name_of(job))
        self.assertEqual(len(self.bookings()), 1)


if __name__ == "__main__":
    unittest.main()
