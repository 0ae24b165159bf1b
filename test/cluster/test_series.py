# SPDX-License-Identifier: GPL-2.0-or-later
"""A series: one request for several dates, of which all are booked, or none."""
import datetime
import json
import random
import subprocess
import time
import unittest

import case
import gq
import users
from case import OTHER, at

TOOL = gq.sresv()
DONE, REFUSED_OFFERS, BAD, REFUSED, DENIED, UNKNOWN = range(6)
WEEKS = (2, 9, 16)  # days from today


def setUpModule():
    users.start()


def date(day):
    return (case.today() + datetime.timedelta(days=day)).isoformat()


def name(day, series="s"):
    return f"{series}-{date(day)}"


def also(*days):
    return f"also:{','.join(date(d) for d in days)}:"


class Series(users.Case):
    def book(self, words="", days=WEEKS, series="s", start=10, user=None, **options):
        options = {"StartTime": gq.stamp(at(start, day=days[0])), "Duration": 120, "NodeCnt": 4, **options}
        if user:
            options.setdefault("Users", user)
        return self.c.create(f"{words}{also(*days[1:])}{series}", user=user, **options)

    def made(self, *more, **options):
        r = self.book(*more, **options)
        self.assertTrue(r.ok, r)
        return r.out.split(": ", 1)[1].splitlines()[0].split(",")

    def refused(self, *patterns, **options):
        before = self.shown()
        r = self.book(**options)
        return self._refused(r, before, patterns)

    def assertSeries(self, days, start, end, nodes=None, series="s"):
        for day in days:
            self.assertLies(name(day, series), at(start, day=day), at(end, day=day), nodes)

    def tool(self, code, *words, user=None, err=None):
        r = self.c.run(TOOL, *words, user=user)
        self.assertEqual(r.code, code, r)
        if err is not None:
            self.assertRegex(r.err, err)
        return r


class Booked(Series):
    def test_all_dates(self):
        self.assertEqual(self.made(), [name(d) for d in WEEKS])
        self.assertSeries(WEEKS, 10, 12, 4)
        before = self.shown()
        self.kill()
        self.assertEqual(self.shown(), before)

    def test_each_date_is_a_booking(self):
        """One is left out, one is moved, one shifts in its window to make room."""
        self.made(MaxStartDelay="4:00:00")
        self.assertTrue(self.c.delete(name(9)).ok)
        self.change(name(16), at(14, day=16), at(16, day=16))
        self.make("rigid", at(10), at(12), NodeCnt=6)
        self.assertSeries([2], 12, 14, 4)
        self.assertSeries([16], 14, 16, 4)
        self.assertEqual(set(self.c.reservations()), {name(2), name(16), "rigid"})

    def test_any_order(self):
        self.assertEqual(self.made(days=(9, 16, 2)), [name(d) for d in WEEKS])
        self.assertSeries(WEEKS, 10, 12, 4)

    def test_an_end_instead_of_a_duration(self):
        self.made(Duration=None, EndTime=gq.stamp(at(11, day=2)))
        self.assertSeries(WEEKS, 10, 11, 4)

    def test_elastic(self):
        self.make("a", at(10, day=9), at(12, day=9), NodeCnt=4)
        r = self.book("min-nodes:2:")
        self.assertTrue(r.ok, r)
        self.assertIn(f"{name(9)} is booked: 2 nodes from ", r.out)
        self.assertSeries((2, 16), 10, 12, 4)
        self.assertSeries([9], 10, 12, 2)

    def test_a_look(self):
        before = self.shown()
        r = self.book("plan:show:")
        for day in WEEKS:
            self.assertIn(f"{name(day)} would be booked: 4 nodes", r.out)
        self.assertEqual(self.shown(), before)

    def test_the_same_again(self):
        self.made()
        self.refused(f"{name(2)} ", "nothing is booked", start=14)

    def test_users(self):
        """One user's own: the limits count each date."""
        self.limits("bookings=3")
        self.made(user=OTHER)
        self.assertEqual(self.fields(name(9))["Users"], OTHER)
        self.refused("garq_user_bookings", series="t", user=OTHER)

    def test_limits(self):
        self.limits("bookings=2")
        self.make("flexible", at(10), Duration=60, NodeCnt=6, MaxStartDelay="4:00:00")
        self.refused("s: nothing is booked", "3 bookings are asked for, you have 0, and 2 at once are allowed",
                     user=OTHER)
        self.limits("nodehours=20")
        self.refused("8.00 node-hours are asked for on each date, 6.67 of 20 are left", user=OTHER)
        self.assertEqual(self.ledger("SELECT count(*) FROM event WHERE name LIKE 's-%' AND why = 'not created'"),
                         [(0,)])
        self.reconfigure(SchedulerParameters="bf_interval=2,garq_users=yes,garq_user_rate=4")
        self.made(user=OTHER)
        self.refused("4 requests a minute are allowed .*try again in ", series="t", user=OTHER)
        self.refused(r"this counts as 5 requests \(each date of a series, and each other user\), and 4 in a minute are allowed", series="t",
                     days=(2, 3, 4, 5, 6), user=OTHER)


class Refused(Series):
    def test_no_room_on_one_date(self):
        self.make("a", at(10, day=9), at(12, day=9), NodeCnt=6)
        r = self.refused(rf"(?m)s: 1 of 3 dates has no room, and nothing is booked: leave out {date(9)}$",
                         f"reservation a .{gq.stamp(at(10, day=9))}")
        self.assertNotIn(name(2), r.err)
        offers = self.offered(r)
        self.assertTrue(all(one.startswith(f"{name(9)}.") for one in offers), offers)
        self.made(days=(2, 16))

    def test_another_hour(self):
        """It has room on all dates, and is the nearest such hour that an offer has."""
        self.make("a", at(10, day=9), at(12, day=9), NodeCnt=6)
        self.make("b", at(12, day=16), at(14, day=16), NodeCnt=6)
        self.make("c", at(8, day=2), at(9, day=2), NodeCnt=6)
        r = self.refused("nothing is booked")
        self.assertNotIn("all dates have room", r.err)
        self.assertTrue(self.c.delete("c").ok)
        self.refused(f"(?m)all dates have room with StartTime={gq.stamp(at(8, day=2))}$")
        self.made(start=8)
        self.assertSeries(WEEKS, 8, 10, 4)

    def test_no_room_on_any_date(self):
        for day in WEEKS:
            self.make(f"a{day}", at(10, day=day), at(12, day=day), NodeCnt=6)
        self.refused("(?m)s: none of 3 dates has room, and nothing is booked$")

    def test_many_dates_without_room(self):
        days = range(2, 15)
        for day in days:
            self.make(f"a{day}", at(0, day=day), at(0, day=day + 1), NodeCnt=6)
        r = self.refused("s: 8 of 13 dates have no room, .*: leave out .*those after that were not looked at",
                         days=tuple(days))
        self.assertNotIn(name(10), r.err)

    def test_nothing_is_left(self):
        self.make("a", at(10, day=9), at(12, day=9), NodeCnt=6)
        self.assertEqual(self.book(series="left").code, 1)
        self.kill()
        self.assertEqual(set(self.c.reservations()), {"a"})
        self.assertEqual(self.ledger("SELECT count(*) FROM event WHERE name LIKE 'left-%'"), [(0,)])

    def test_taken_back(self):
        """Each date has room, and not beside the others: what was booked is gone, who moved for it is back."""
        self.make("flexible", at(10, day=3), Duration=60, NodeCnt=6, MaxStartDelay="200:00:00")
        before = self.shown()
        r = self.book(series="back", days=(2, 3, 4), Duration="3-00:00:00")
        self.assertEqual(r.code, 1, r)
        self.assertRegex(r.err, "back: 2 of 3 dates have no room")
        self.assertRegex(r.err, "in the way: reservation back-")
        self.assertNotIn("all dates have room", r.err)
        self.assertEqual(self.shown(), before)
        self.kill()
        self.assertEqual(self.shown(), before)
        self.assertEqual(self.closed(name(2, "back")), ["not created"])
        self.made(series="back", days=(2, 16))

    def test_own_places_that_are_held(self):
        """Another hour may have the places of the user's own offers, as a request gives these up."""
        self.reconfigure(SchedulerParameters="bf_interval=2,garq_users=yes,garq_user_rate=0,garq_offer_hold=3")
        self.make("a", at(10, day=9), at(12, day=9), NodeCnt=6)
        r = self.c.create("single", StartTime=gq.stamp(at(10, day=9)), Duration=60, NodeCnt=6)
        self.assertRegex(r.err, "earlier, held")
        self.refused("(?m)all dates have room with StartTime=", Duration=60, NodeCnt=6)

    def test_what_is_no_series(self):
        self.refused(f"{date(2)} is twice in the series", days=(2, 2))
        self.refused("is in the past", days=(2, -1))
        self.refused("does not stand by", words="standby:book:")
        self.refused("the token of a plan is for one booking", words="plan:0123456789ab:")
        self.refused("nothing is booked", "what stands in front of the name is for nodes", Flags="DAILY")
        self.refused("only a create is for several dates", series="query")
        self.refused("write also:DATE", words="also:tomorrow:")
        self.made()
        self.refuse_change(f"{also(3)}{name(2)}", "only a create is for several dates", NodeCnt=2)
        r = self.c.delete(f"{also(9)}s")
        self.assertRegex(r.err, "only a create is for several dates")


class Killed(Series):
    def test_kill_in_between(self):
        """What is there of a series that nobody has acknowledged is whole, and can be deleted."""
        chance = random.Random(7)
        days = tuple(range(2, 42))
        for i in range(4):
            with self.subTest(i=i):
                p = subprocess.Popen(["scontrol", "create", "reservation", f"ReservationName={also(*days[1:])}k{i}",
                                      f"StartTime={gq.stamp(at(10))}", "Duration=60", "NodeCnt=2", "Users=root"],
                                     env=self.c.env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                time.sleep(chance.uniform(0, 0.06))
                self.kill()
                acknowledged = p.wait() == 0
                there = [n for n in self.c.reservations() if n.startswith(f"k{i}-")]
                if acknowledged:
                    self.assertEqual(len(there), len(days))
                for one in there:
                    self.assertEqual(len(self.nodes(one)), 2)
                    self.assertTrue(self.c.delete(one).ok)


class Tool(Series):
    RULE = "FREQ=DAILY;INTERVAL=7;COUNT=3"

    def setUp(self):
        super().setUp()
        self.tool(DONE, "book", "s", "-s", gq.stamp(at(10)), "-t", "2h", "-N", "4", "--every", self.RULE)

    def test_book(self):
        self.assertSeries(WEEKS, 10, 12, 4)
        r = self.tool(DONE, "book", "t", "-s", gq.stamp(at(14)), "-e", gq.stamp(at(15)), "-N", "1", "--every",
                      self.RULE, "--except", date(9), "--json")
        self.assertEqual([one["name"] for one in json.loads(r.out)["reservations"]], [name(2, "t"), name(16, "t")])
        self.assertSeries((2, 16), 14, 15, 1, series="t")
        r = self.tool(REFUSED_OFFERS, "book", "u", "-s", gq.stamp(at(10)), "-t", "2h", "-N", "6", "--every",
                      self.RULE, err="sresv: u: none of 3 dates has room")
        self.assertIn(f"{name(16, 'u')}.1", r.out)
        r = self.tool(DONE, "book", "u", "-s", gq.stamp(at(10)), "-t", "2h", "-N", "2-6", "--every", self.RULE,
                      err=f"{name(9, 'u')}: 2 of 6 nodes")

    def test_list(self):
        self.make("s-other", at(10), at(11), NodeCnt=1)
        self.make("t-s-2027-01-01", at(10), at(11), NodeCnt=1)
        out = self.tool(DONE, "list", "--series", "s", "--parsable", "--noheader").out
        self.assertEqual([line.split("|")[0] for line in out.splitlines()], [name(d) for d in WEEKS])
        self.tool(UNKNOWN, "list", "--series", "none", err="there is no reservation none-DATE")
        for words in ["show", "s"], ["list", "s"], ["give", "s", "-N", "1"], ["cancel", "s"]:
            self.tool(UNKNOWN, *words, err=f"there is no .*reservation.*\nsresv: (s: )?{name(2)} is one of a series: --series")

    def test_another_time_zone(self):
        """The user's clock on the wall counts: in New York it is 22:00, on the same days of the week."""
        r = self.c.run("env", "TZ=America/New_York", TOOL, "book", "ny", "-s", f"{date(30)}T22:00", "-t", "1h", "-N", "1",
                       "--every", "FREQ=WEEKLY;COUNT=20", "--parsable", "--noheader")
        self.assertEqual(r.code, DONE, r)
        starts = [datetime.datetime.fromisoformat(line.split("|")[2]) for line in r.out.splitlines()]
        self.assertEqual(len(starts), 20)
        self.assertEqual({(s.hour, s.weekday()) for s in starts}, {(22, starts[0].weekday())})

    def test_a_date_beyond_midnight(self):
        """A booking that was shifted there belongs to its date still; an end is the next one of that time of day."""
        self.tool(DONE, "book", "late", "-s", gq.stamp(at(23)), "-t", "30m", "-N", "6", "-d", "4h", "--every", self.RULE)
        self.make("a", at(22, 30, day=9), at(24, 30, day=9), NodeCnt=6)
        self.assertLies(name(9, "late"), at(24, 30, day=9), at(25, day=9))
        self.tool(DONE, "move", "late", "--series", "-s", "21:00")
        self.assertSeries(WEEKS, 21, 21.5, series="late")
        self.tool(DONE, "extend", "late", "--series", "--from", date(16), "-e", "3:00")
        self.assertSeries([16], 21, 27, series="late")
        self.tool(DONE, "shrink", "late", "--series", "--from", date(16), "-e", "22:00")
        self.assertSeries([16], 21, 22, series="late")

    def test_change(self):
        self.tool(DONE, "move", "s", "--series", "--from", date(9), "-s", "14:00")
        self.assertSeries([2], 10, 12, 4)
        self.assertSeries((9, 16), 14, 16, 4)
        self.tool(DONE, "extend", "s", "--series", "-t", "1h")
        self.assertSeries((9, 16), 14, 17, 4)
        self.tool(DONE, "shrink", "s", "--series", "--from", date(9), "-e", "15:00")
        self.assertSeries((9, 16), 14, 15, 4)
        self.tool(DONE, "give", "s", "--series", "-N", "1")
        self.assertSeries([2], 10, 13, 3)
        self.assertSeries((9, 16), 14, 15, 3)

    def test_change_that_is_refused(self):
        """It changes no date, and says which one has no room."""
        self.make("a", at(14, day=9), at(16, day=9), NodeCnt=6)
        before = self.shown()
        r = self.tool(REFUSED_OFFERS, "move", "s", "--series", "-s", "14:00", err="nothing was changed")
        self.assertIn(f"{name(9)}: 4 of 4 nodes are missing", r.err)
        self.assertNotIn(name(16), r.err)
        self.assertEqual(self.shown(), before)
        r = self.tool(DONE, "move", "s", "--series", "-s", "8am", "--dry-run")
        self.assertEqual(self.shown(), before)
        self.assertEqual([line.split()[0] for line in r.out.splitlines()[1:]], [name(d) for d in WEEKS])

    def test_cancel(self):
        self.tool(DONE, "cancel", "s", "--series", "--from", date(9), "--dry-run")
        self.assertSeries(WEEKS, 10, 12, 4)
        self.tool(DONE, "cancel", "s", "--series", "--from", date(9))
        self.assertEqual(set(self.c.reservations()), {name(2)})

    def test_bad(self):
        for words, err in (
                (["book", "-t", "1h", "-N", "1", "--every", self.RULE], "a series needs a name"),
                (["book", "r", "-t", "1h", "-N", "1", "--every", "FREQ=WEEKLY"], "say where it ends"),
                (["book", "r", "-t", "1h", "-N", "1", "--except", date(9)], "--except goes with --every"),
                (["book", "r", "-t", "1h", "-N", "1", "--every", self.RULE, "--wait=1h"], "goes without"),
                (["book", f"{also(9)}r", "-t", "1h", "-N", "1", "--accept"], "a series goes without"),
                (["query", "--every", self.RULE], "--every is not for query"),
                (["move", "s", "--series", "-s", gq.stamp(at(10))], "a time is one of the day"),
                (["cancel", "s", "--from", date(9)], "--from goes with --series"),
                (["cancel", "s", "t", "--series"], "--series is for the name of one series")):
            with self.subTest(words=words):
                self.tool(BAD, *words, err=err)


if __name__ == "__main__":
    unittest.main()
