# SPDX-License-Identifier: GPL-2.0-or-later
"""Named holds: hold, extend, confirm and drop, as doc/CO.md has them."""
import os
import re
import subprocess
import time
import unittest

import case
import gq
import users
from case import GHOST, OTHER, at, soon
from users import THIRD

ANSWER_ASKED = 1 << 62
NOT_THERE = "there is no such hold or booking of yours"


def setUpModule():
    users.start()


class Holds(users.Case):
    """The requester is OTHER, who is no operator, where nothing else is said."""

    made = 0	# tests so far: a name that was deleted can't be held again

    def setUp(self):
        super().setUp()
        Holds.made += 1
        self.h, self.i, self.j, self.k, self.l = (f"{letter}{Holds.made}" for letter in "hijkl")
        self.part = f"co-abc{Holds.made:04}.1of2.IBM"

    def clean(self):
        super().clean()
        self.assertEqual(self.live(), set())

    def ask(self, name, ttl=600, start=None, user=OTHER, **options):
        """Ask for a hold of two nodes for an hour; the result."""
        options = {"NodeCnt": 2, "Duration": 60, "Users": user, **options}
        return self.c.create(f"hold:{ttl}:{name}", user=user, StartTime=gq.stamp(start or at(10)), **options)

    def hold(self, name, *args, **options):
        """The fields of what is held."""
        r = self.ask(name, *args, **options)
        self.assertTrue(r.ok, r)
        self.assertEqual(r.out, f"Reservation created: {name}\n")
        fields = self.fields(name)
        self.assertEqual(fields["Users"], "root")
        return fields

    def refuse_hold(self, name, pattern, *args, **options):
        before = self.shown()
        return self._refused(self.ask(name, *args, **options), before, [pattern])

    def confirm(self, name, user=OTHER):
        r = self.c.update(name, user=user)
        self.assertTrue(r.ok, r)
        return self.fields(name)

    def refuse_confirm(self, name, pattern, user=OTHER):
        before = self.shown()
        return self._refused(self.c.update(name, user=user), before, [pattern])

    def drop(self, name, user=OTHER):
        r = self.c.delete(name, user=user)
        self.assertTrue(r.ok, r)
        self.assertNotIn(name, self.c.reservations())

    def refuse_drop(self, name, pattern, user=OTHER):
        before = self.shown()
        return self._refused(self.c.delete(name, user=user), before, [pattern])

    def until(self, name):
        """When a hold ends, by scontrol and by the ledger."""
        found = re.search(rf"ReservationName={name} .*held for uid \d+ until (\S+?)(;| |$)", self.shown(), re.M)
        self.assertTrue(found, self.shown())
        [[end]] = self.ledger(f"SELECT hold_until FROM booking WHERE closed IS NULL AND name = '{name}'")
        self.assertEqual(gq.stamp(end), found[1])
        return end

    def is_held(self, name):
        return bool(self.ledger(f"SELECT 1 FROM booking WHERE closed IS NULL AND name = '{name}' AND hold_until > 0"))

    def wait_ended(self, *names, seconds=30):
        gq.wait_for(lambda: not self.live() & set(names), "the holds have ended", seconds)
        self.assertEqual(self.c.reservations().keys() & set(names), set())


class Life(Holds):
    def test_hold_and_confirm(self):
        began = int(time.time())
        self.hold(self.h, 600)
        self.assertLies(self.h, at(10), at(11), 2)
        nodes = self.nodes(self.h)
        self.assertTrue(began + 600 <= self.until(self.h) <= time.time() + 600)
        fields = self.confirm(self.h)
        self.assertEqual(fields["Users"], OTHER)
        self.assertNotIn("held for", self.shown())
        self.assertLies(self.h, at(10), at(11), 2)
        self.assertEqual(self.nodes(self.h), nodes)
        before = self.shown()
        for _ in range(2):
            self.confirm(self.h)
        self.assertEqual(self.shown(), before)
        self.change_his(self.h, NodeCnt=1)
        self.drop(self.h)

    def change_his(self, name, **options):
        r = self.c.update(name, user=OTHER, **options)
        self.assertTrue(r.ok, r)

    def test_its_place_is_kept(self):
        self.hold(self.h, Nodes="n[1-4]", NodeCnt=None)
        self.refuse_him("r", "missing", start=at(10), end=at(11), Nodes="n[4-5]", user=THIRD, PartitionName=None)
        self.make("flex", at(10), at(11), NodeCnt=3, MaxStartDelay=7200)
        self.assertLies("flex", at(11), at(12), 3)
        self.assertLies(self.h, at(10), at(11), 4)
        job = self.c.run("sbatch", "--parsable", "-o", "/dev/null", f"--reservation={self.h}", "--wrap", "true", user=OTHER)
        self.assertFalse(job.ok, job)

    def test_others_make_room(self):
        self.make("flex", at(10), at(11), NodeCnt=6, MaxStartDelay=7200)
        self.hold(self.h, NodeCnt=4)
        self.assertLies(self.h, at(10), at(11), 4)
        self.assertLies("flex", at(11), at(12), 6)

    def test_no_room(self):
        self.make("a", at(10), at(12), NodeCnt=5)
        r = self.refuse_hold(self.h, f"{self.h}: 1 of 2 nodes is missing")
        self.assertNotIn("offers, until", r.err)
        self.assertEqual(self.c.offers(user=OTHER), {})

    def test_extend(self):
        self.hold(self.h, 60)
        first = self.until(self.h)
        time.sleep(1.1)
        self.hold(self.h, 60)
        self.assertGreater(self.until(self.h), first)
        self.hold(self.h, 3000)
        self.assertGreater(self.until(self.h), first + 2000)
        longest = self.until(self.h)
        self.hold(self.h, 60, Duration=None, EndTime=gq.stamp(at(11)))
        self.assertEqual(self.until(self.h), longest)
        for change in ({"NodeCnt": 3}, {"Duration": 61}, {"start": at(9)}, {"Features": "big"}):
            self.refuse_hold(self.h, "for another request|Features", **change)
        self.assertLies(self.h, at(10), at(11), 2)

    def test_no_extension_of_a_booking(self):
        self.hold(self.h)
        self.confirm(self.h)
        self.refuse_hold(self.h, f"there is a reservation {self.h} already")

    def test_of_another_user(self):
        self.hold(self.h)
        self.refuse_hold(self.h, f"there is a reservation {self.h} already", user=THIRD)
        self.refuse_confirm(self.h, f"{self.h} is no booking of yours", user=THIRD)
        self.refuse_drop(self.h, f"{self.h} is no booking of yours", user=THIRD)
        self.refuse_hold(self.h, f"there is a reservation {self.h} already", user="root")
        self.assertEqual(self.confirm(self.h, user="root")["Users"], OTHER)
        self.drop(self.h, user="root")

    def test_of_an_operator(self):
        self.hold(self.h, user="root", Users=f"{OTHER},{THIRD}", Flags="MAGNETIC")
        self.refuse_confirm(self.h, f"{self.h} is no booking of yours")
        fields = self.confirm(self.h, user="root")
        self.assertEqual(fields["Users"], f"{OTHER},{THIRD}")
        self.assertIn("MAGNETIC", fields["Flags"])

    def test_groups(self):
        self.hold(self.h, user="root", Users=None, Groups="games")
        fields = self.confirm(self.h, user="root")
        self.assertEqual((fields["Groups"], fields["Users"]), ("games", "(null)"))

    def test_it_ends(self):
        self.hold(self.h, 10)
        self.wait_ended(self.h)
        self.assertEqual(self.closed(self.h), ["hold ended"])
        self.refuse_confirm(self.h, "there is no such")
        self.refuse_confirm(self.h, "no such", user="root")
        self.hold(self.h)

    def test_not_past_its_start(self):
        start = soon(40)
        self.hold(self.h, 600, start)
        self.assertEqual(self.until(self.h), start)
        self.refuse_hold(self.i, "give a StartTime later than now", 600, soon(-5))
        self.wait_ended(self.h, seconds=70)
        self.assertGreaterEqual(time.time(), start)

    def test_drop(self):
        self.hold(self.h)
        self.drop(self.h)
        self.refuse_drop(self.h, "there is no such")
        self.refuse_hold(self.h, rf"{self.h} was deleted, no hold of it is taken until \S+: choose another name")
        self.hold(self.h, user=THIRD)
        self.drop(self.h, user=THIRD)
        self.kill()
        self.refuse_hold(self.h, f"{self.h} was deleted")
        self.refuse_hold(self.h, f"{self.h} was deleted", user=THIRD)
        self.his(self.h, at(10), at(11), NodeCnt=1)
        self.restart()
        self.c.delete(self.h, user=OTHER)
        self.refuse_hold(self.h, f"{self.h} was deleted")

    def test_two_parts_at_once(self):
        parts = [f"co-twoparts.{i}of2.P{i}" for i in (1, 2)]
        for name in parts:
            self.hold(name, NodeCnt=3)
        self.refuse_hold("co-twoparts.3of3.P3", "missing", NodeCnt=3)
        for name in parts:
            self.assertEqual(self.confirm(name)["Users"], OTHER)


class Program(Holds):
    """A program gets lines."""

    def setUp(self):
        super().setUp()
        self.program = os.path.join(self.c.folder, "raw_request")
        source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "raw_request.c")
        if not os.path.exists(self.program):
            subprocess.run(["cc", "-o", self.program, source, "-lslurm"], check=True)

    def send(self, name, ttl=600, **more):
        fields = {"name": f"hold:{ttl}:{name}", "start_time": at(10), "duration": 60, "node_cnt": 2, "users": "root",
                  "flags": ANSWER_ASKED, **more}
        return self.c.run(self.program, "create", *(f"{k}={v}" for k, v in fields.items()))

    def test_held(self):
        before = int(time.time())
        for ttl in (600, 700):
            r = self.send(self.h, ttl)
            self.assertTrue(r.ok, r)
            said = re.fullmatch(rf"garq-hold=1 name={self.h} now=(\d+) until=(\d+)\ngarq-answer=1\n", r.out)
            self.assertTrue(said, r)
            now, until = int(said[1]), int(said[2])
            self.assertTrue(before <= now <= time.time(), r)
            self.assertEqual((until, self.until(self.h)), (now + ttl, until))
        self.assertEqual(self.send(self.h, 600, node_cnt=3).code, 1)
        self.confirm(self.h, user="root")

    def test_it_gets_what_is_allowed(self):
        """People are refused a longer time to live than garq_hold_max: a program is told until when it has it."""
        self.assertTrue(self.send(self.h, 3601).ok)
        self.assertLessEqual(self.until(self.h), time.time() + 3600)
        self.confirm(self.h, user="root")


class Gone(case.Ghost, Holds):
    """The user of a hold is deleted before it is confirmed."""

    def test_it_stays_held(self):
        self.hold(self.h, user="root", Users=GHOST)
        until = self.until(self.h)
        self.del_user()
        self.refuse_confirm(self.h, GHOST, user="root")
        self.assertEqual(self.until(self.h), until)
        self.kill()
        self.assertEqual(self.until(self.h), until)
        self.refuse_confirm(self.h, GHOST, user="root")
        self.add_user()
        self.assertEqual(self.confirm(self.h, user="root")["Users"], GHOST)


class Private(Holds):
    """Where PrivateData hides reservations, a user sees his own holds and no others."""

    def test_seen(self):
        self.reconfigure(PrivateData="reservations")
        self.addCleanup(self.reconfigure, PrivateData="none")
        self.hold(self.h)
        self.hold(self.i, user=THIRD)
        seen = {user: set(re.findall(r"ReservationName=(\S+)", self.c.scontrol("show", "reservation", user=user).out))
                for user in (OTHER, THIRD, "root", "bin")}
        self.assertEqual(seen, {OTHER: {self.h}, THIRD: {self.i}, "root": {self.h, self.i}, "bin": set()})
        self.refuse_hold(self.h, f"{self.h} is taken: choose another name", user=THIRD)
        self.refuse_hold(self.j, "in the way: another reservation|others|reservation", NodeCnt=6)
        self.assertNotIn(self.i, self.ask(self.j, NodeCnt=6).err)
        self.confirm(self.h)


class Asked(Holds):
    """Requests that make no sense, or are more than a user may have."""

    def test_words(self):
        for name, pattern in (("hold:x:h", "write hold:TTL:NAME"), ("hold:60", "write hold:TTL:NAME"),
                              ("hold::h", "write hold:TTL:NAME"), ("HOLD:-5:h", "write hold:TTL:NAME"),
                              ("hold:99999999999:h", "write hold:TTL:NAME"), ("hold:9:h", "lasts 10 to 3600 seconds"),
                              ("hold:3601:h", r"lasts 10 to 3600 seconds \(garq_hold_max\), not 3601"),
                              ("hold:60:", "the name is missing"), ("hold:60:query", "can be named query"),
                              ("hold:60:hold:60:h", "can be named"), ("hold:60:h,i", "commas separate names"),
                              ("hold:60:garq.job@7", "are for jobs")):
            with self.subTest(name=name):
                self.refuse_him(name, pattern, start=at(10), end=at(11), NodeCnt=1)

    def test_requests(self):
        self.refuse_hold(self.h, "leave MaxStartDelay out", MaxStartDelay=60)
        self.refuse_hold(self.h, "only operators may set this", Flags="MAINT")
        self.refuse_hold(self.h, "only whole nodes and licenses at one time can be held", user="root", Flags="DAILY")
        self.refuse_hold(self.h, "Users: only operators", Users=THIRD)
        self.refuse_hold(self.h, "there are no such features|Features", Features="none")
        self.refuse_hold(self.h, "PartitionName=rooted", PartitionName="rooted", NodeCnt=1)

    def test_held_ones_are_not_changed(self):
        self.hold(self.h)
        for user in (OTHER, "root"):
            self.refuse_change(self.h, f"{self.h} is held until .* confirm it first", user=user, Duration=120)
            self.refuse_change(self.h, f"{self.h} is held until .* confirm it first", user=user, Users=user)
        self.confirm(self.h)

    def test_limits(self):
        self.limits("bookings=3", "holds=2", "nodehours=8")
        self.his("a", at(8), at(9), NodeCnt=1)
        self.hold(self.h, NodeCnt=1)
        self.hold(self.i, NodeCnt=1)
        self.refuse_hold(self.j, r"you have 2 holds, 2 at once are allowed \(garq_user_holds\)", NodeCnt=1)
        self.hold(self.i, NodeCnt=1)
        self.confirm(self.i)
        self.refuse_hold(self.j, "you have 3 bookings, 3 at once are allowed", NodeCnt=1)
        self.refuse_him(self.j, "you have 3 bookings, 3 at once are allowed", start=at(12), end=at(13), NodeCnt=1)
        self.drop("a")
        self.refuse_hold(self.j, "6.00 of 8 are left", NodeCnt=4, Duration=120)
        self.hold(self.j, NodeCnt=3, Duration=120)
        self.hold(self.k, start=at(14), user="root")
        self.limits("holds=0")
        self.refuse_hold(self.l, r"users may hold nothing here \(garq_user_holds=0\)")

    def test_longest(self):
        self.limits("holds=2")
        self.reconfigure(SchedulerParameters="bf_interval=2,garq_users=yes,garq_hold_max=20")
        self.refuse_hold(self.h, "lasts 10 to 20 seconds", 21)
        self.hold(self.h, 20)

    def test_not_without_users(self):
        self.reconfigure(SchedulerParameters="bf_interval=2")
        self.refuse_hold(self.h, users.DENIED)
        self.hold(self.h, user="root")

    def test_rate(self):
        self.reconfigure(SchedulerParameters="bf_interval=2,garq_users=yes,garq_user_rate=2")
        said = [self.ask(self.h).err for _ in range(8)]
        self.assertIn("requests a minute are allowed", "".join(said))


class Restarted(Holds):
    """Holds, confirmations and drops that were answered are there after a restart."""

    def again(self, how):
        (self.kill if how == "kill" else self.restart)()

    def test_held(self):
        for how in ("kill", "restart"):
            with self.subTest(how=how):
                self.hold(how, 900, NodeCnt=1)
                until, shown = self.until(how), self.shown()
                self.again(how)
                self.assertEqual((self.until(how), self.shown()), (until, shown))
                self.hold(how, 1200, NodeCnt=1)
                self.assertGreater(self.until(how), until)
                self.again(how)
                self.assertEqual(self.confirm(how)["Users"], OTHER)
                self.again(how)
                self.assertEqual(self.confirm(how)["Users"], OTHER)
                self.assertFalse(self.is_held(how))

    def test_it_ends_in_time(self):
        self.hold(self.h, 20)
        until = self.until(self.h)
        self.kill()
        self.wait_ended(self.h)
        self.assertGreaterEqual(time.time(), until)

    def test_it_ended_meanwhile(self):
        """Parked and with a record in Slurm's state."""
        start = soon(300)
        self.hold(self.h, 10)
        self.hold("near", 10, start)
        self.hold("stays", 600)
        self.restart()
        self.c.kill_controller()
        time.sleep(11)
        self.start_ctld()
        r = self.c.update(self.h, user=OTHER)  # the others may end just now
        self.assertEqual(r.code, 1, r)
        self.assertRegex(r.err, "there is no such|ended at")
        self.wait_ended(self.h, "near")
        self.assertEqual(self.live(), {"stays"})

    def test_dropped(self):
        self.hold(self.h)
        self.confirm(self.h)
        self.drop(self.h)
        self.kill()
        self.assertEqual(self.live(), set())
        self.refuse_hold(self.h, f"{self.h} was deleted")

    def test_switched_off(self):
        self.hold(self.h)
        self.hold(self.i, NodeCnt=1)
        self.confirm(self.i)
        self.restart(SchedulerType="sched/backfill")
        self.addCleanup(self.restart, SchedulerType="sched/garq")
        self.assertEqual(set(self.c.reservations()), {self.i})


class Parts(Holds):
    """Bookings named co-ID.IofN.PART."""

    def test_absent_ones(self):
        self.refuse_confirm(self.part, NOT_THERE)
        self.refuse_drop(self.part, NOT_THERE)
        self.refuse_hold(self.part, "was deleted, no hold of it is taken until")
        self.kill()
        self.refuse_hold(self.part, "was deleted, no hold of it is taken until")
        self.hold(self.part, user=THIRD)
        for say in (self.refuse_confirm, self.refuse_drop):
            say(self.part, NOT_THERE)

    def test_only_operators_change_them(self):
        self.hold(self.part)
        self.confirm(self.part)
        for change in ({"start": at(9)}, {"Duration": 120}, {"NodeCnt": 1}, {"Nodes": "n1"}, {"end": at(12)},
                       {"PartitionName": "half"}):
            self.refuse_change(self.part, "is a part of a co-reservation: its time, nodes and licenses",
                               user=OTHER, **change)
        self.refuse_change(self.part, "leave MaxStartDelay out", MaxStartDelay=60)
        with self.logged(rf"reservation {self.part}, a part of a co-reservation of uid \d+, was changed by uid 0"):
            self.change(self.part, at(9))
        self.c.update(self.part, user=OTHER, Users=OTHER)
        self.drop(self.part)

    def test_no_windows(self):
        for user in (OTHER, "root"):
            self.refuse(self.part, "which has one start: leave MaxStartDelay out", start=at(10), end=at(11), NodeCnt=1,
                        user=user, Users=user, MaxStartDelay=60)


if __name__ == "__main__":
    unittest.main()
