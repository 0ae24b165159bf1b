# SPDX-License-Identifier: GPL-2.0-or-later
"""How much users may book for themselves (garq_user_*), and the offers that they get."""
import re
import time

import gq
import users
from case import OTHER, at, margin, soon
from users import DENIED, HOUR, THIRD

OPEN = 16  # requests of one user with open offers


def setUpModule():
    users.start()


class Limits(users.Case):
    """Each with its line; what the line says would pass passes."""

    def said(self, r, pattern):
        found = re.search(pattern, r.err)
        self.assertTrue(found, r)
        return found[1]

    def test_bookings(self):
        self.limits("bookings=2")
        self.make("by_root", at(8), at(9), NodeCnt=1, Users=OTHER)
        self.his("a", at(10), at(11), NodeCnt=1)
        self.his("b", at(12), at(13), NodeCnt=1)
        self.his("third", at(10), at(11), NodeCnt=1, user=THIRD)
        line = rf"r: you have 2 bookings, 2 at once are allowed \(garq_user_bookings\).* wait until {gq.stamp(at(11))}"
        options = dict(start=at(14), end=at(15), NodeCnt=1)
        self.refuse_him("r", line, **options)
        self.refuse_him("query", "you have 2 bookings", **options)
        self.change_his("a", end=at(12))
        self.delete_his("b")
        self.his("r", **options)
        self.make("all", at(16), at(17), NodeCnt=8, PartitionName=None, Nodes="ALL")

    def test_by_default(self):
        for i in range(10):
            self.his(f"r{i}", at(10, day=i + 2), at(11, day=i + 2), NodeCnt=6)
        self.refuse_him("r10", "you have 10 bookings, 10 at once are allowed", start=at(12), end=at(13), NodeCnt=1)
        self.limits("bookings=0")
        self.his("r10", at(12), at(13), NodeCnt=1)

    def test_ended_ones_do_not_count(self):
        self.limits("bookings=1")
        start = soon(3)
        self.his("a", start, start + margin(15), NodeCnt=1)
        self.refuse_him("b", "you have 1 booking, 1 at once is allowed", start=at(10), end=at(11), NodeCnt=1)
        gq.wait_for(lambda: self.c.create("b", user=OTHER, Users=OTHER, StartTime=gq.stamp(at(10)), Duration=60,
                                          NodeCnt=1).ok, "the first has ended", 20)

    def test_nodes(self):
        self.limits("nodes=2")
        line = r"r: 3 nodes are asked for, at most 2 are allowed \(garq_user_nodes\): ask for (\d+) or fewer"
        times = dict(start=at(10), end=at(11))
        for how in ({"NodeCnt": 3}, {"Nodes": "n[1-3]"}):
            r = self.refuse_him("r", line, **times, **how)
        self.refuse_him("r", "4 nodes are asked for", **times, Nodes="ALL", PartitionName="half", Flags="PART_NODES")
        self.refuse_him("query", "3 nodes are asked for", **times, NodeCnt=3)
        self.his("r", **times, NodeCnt=self.said(r, line))
        self.refuse_his("r", line, NodeCnt=3)
        self.refuse_his("r", line, Nodes="n[1-3]")
        self.make("s", **times, NodeCnt=3)

    def test_duration(self):
        self.limits("duration=60")
        line = (r"r: a duration of 02:00:00 is asked for, at most 01:00:00 is allowed \(garq_user_duration\): "
                r"ask for Duration=(\d+) or less")
        for how in ({"Duration": 120}, {"end": at(12)}):
            r = self.refuse_him("r", line, start=at(10), NodeCnt=1, **how)
        self.refuse_him("r", "365-00:00:00 is asked for", start=at(10), NodeCnt=1, Duration="UNLIMITED")
        self.refuse_him("r", "01:00:01 is asked for", start=at(10), end=at(11, 0, 1), NodeCnt=1)
        self.his("r", at(10), Duration=self.said(r, line), NodeCnt=1)
        for how in ({"Duration": 120}, {"plus_Duration": 60}, {"end": at(12)}):
            self.refuse_his("r", line, **how)
        self.change_his("r", minus_Duration=30)
        self.make("s", at(10), Duration=120, NodeCnt=1)

    def test_duration_of_one_that_has_begun(self):
        self.limits("duration=60")
        begun = soon(1)
        self.his("r", begun, Duration=30, NodeCnt=1)
        gq.wait_for(lambda: time.time() > begun + 2, "it has begun")
        self.refuse_his("r", "01:01:00 is asked for", Duration=61)
        self.change_his("r", Duration=60)
        self.change_his("r", EndTime="now")
        gq.wait_for(lambda: "r" not in self.c.reservations(), "it is over")

    def test_lead(self):
        self.limits("lead=3")
        line = (rf"r: it may begin as late as {gq.stamp(at(10, day=5))}, at most 3 days ahead are allowed "
                r"\(garq_user_lead\): ask for a start until (\S+)")
        r = self.refuse_him("r", line, start=at(10, day=5), Duration=60, NodeCnt=1)
        self.refuse_him("r", line, start=at(10), Duration=60, NodeCnt=1, MaxStartDelay="3-00:00:00")
        self.refuse_him("query", "at most 3 days ahead", start=at(10, day=5), Duration=60, NodeCnt=1)
        self.his("r", gq.seconds(self.said(r, line)), Duration=60, NodeCnt=1)
        self.refuse_his("r", line, start=at(10, day=5))
        self.refuse_his("r", "at most 3 days ahead", MaxStartDelay="1:00:00")
        self.change_his("r", at(10), MaxStartDelay="1:00:00")
        self.make("s", at(10, day=5), Duration=60, NodeCnt=1)

    def test_node_hours(self):
        self.limits("nodehours=12")
        self.his("a", at(10), Duration=120, NodeCnt=2)
        ask = dict(start=at(12), NodeCnt=4)
        line = (r"r: 12.00 node-hours are asked for, 8.00 of 12 are left \(garq_user_nodehours\): "
                r"with 4 nodes ask for Duration=(\d+) or less, or ask for (\d+) or fewer nodes for 03:00:00")
        r = self.refuse_him("r", line, **ask, Duration=180)
        minutes, nodes = re.search(line, r.err).groups()
        self.refuse_him("r", "with 4 nodes", **ask, Duration=int(minutes) + 1)
        self.his("r", **ask, Duration=minutes)
        self.delete_his("r")
        self.refuse_him("r", "9.00 node-hours are asked for", start=at(12), Duration=180, NodeCnt=int(nodes) + 1)
        self.his("r", at(12), Duration=180, NodeCnt=nodes)
        self.refuse_his("r", "9.00 node-hours are asked for, 8.00 of 12 are left", NodeCnt=3)
        self.change_his("r", Duration=240)
        self.refuse_him("s", r"0.00 of 12 are left .*: delete a booking", start=at(18), Duration=1, NodeCnt=1)
        self.his("third", at(20), Duration=180, NodeCnt=4, user=THIRD)
        self.change_his("a", NodeCnt=1)
        self.his("s", at(18), Duration=120, NodeCnt=1)

    def test_node_hours_from_now_on(self):
        self.limits("nodehours=1")
        self.his("a", soon(-540), Duration=69, NodeCnt=1)  # 9 of its minutes have passed
        self.limits("nodehours=2")
        self.his("b", at(10), Duration=60, NodeCnt=1)
        self.refuse_him("c", "1.17 node-hours", start=at(12), Duration=70, NodeCnt=1)

    def test_node_hours_of_cores(self):
        """One core of two is half a node."""
        self.limits("nodehours=3")
        self.his("a", at(10), Duration=120, CoreCnt=1, NodeCnt=None)
        self.assertEqual(self.limits_of(OTHER)["garq_user_nodehours"], ("1", "3"))
        line = (r"r: 3.00 node-hours are asked for, 2.00 of 3 are left \(garq_user_nodehours\): "
                r"with 2 nodes ask for Duration=120 or less, or ask for 1 or fewer nodes for 03:00:00")
        self.refuse_him("r", line, start=at(12), Duration=180, CoreCnt=2, NodeCnt=2)
        self.his("r", start=at(12), Duration=120, CoreCnt=2, NodeCnt=2)
        self.refuse_his("r", "4.00 node-hours are asked for", CoreCnt=4)
        self.change_his("r", NodeCnt=1, CoreCnt=1)
        self.assertEqual(self.limits_of(OTHER)["garq_user_nodehours"], ("2", "3"))

    def test_all_at_once(self):
        self.limits("bookings=1", "nodes=2", "duration=60", "lead=3", "nodehours=2")
        self.his("a", at(10), at(11), NodeCnt=1)
        r = self.refuse_him("r", "you have 1 booking", "at most 2 are allowed", "Duration=60 or less", "3 days ahead",
                            "with 2 nodes ask for Duration=30 or less, or ask for 1 or fewer nodes for 01:00:00",
                            start=at(10, day=5), Duration=120, NodeCnt=3)
        self.assertEqual(len(re.findall("garq_user_", r.err)), 5)

    def limits_of(self, user):
        """What ReservationName=limits answers: {option: (taken, most)}."""
        r = self.c.create("limits", user=user, StartTime="now", Duration=1, NodeCnt=1, Users="nobody-at-all")
        self.assertTrue(r.ok, r)
        rows = [re.fullmatch(r"(.{32}) +([\d.]*) +([\d.]+|no limit)  (garq_\w+)", line) for line in r.out.splitlines()[2:]]
        return {row[4]: (row[2], row[3]) for row in rows if row}

    def test_are_shown(self):
        """With what is taken of each; nothing is made of the question."""
        self.limits("bookings=3", "nodehours=100", "nodes=0", "licenses=0")
        self.his("a", at(10), at(12), NodeCnt=4)
        self.his("b", at(10, 30, day=3), at(11, day=3), NodeCnt=1)
        self.his("not_his", at(14), at(15), NodeCnt=1, user=THIRD)
        shown = self.limits_of(OTHER)
        self.assertEqual(shown["garq_user_bookings"], ("2", "3"))
        self.assertEqual(shown["garq_user_nodehours"], ("8.50", "100"))
        self.assertEqual(shown["garq_user_nodes"], ("", "no limit"))
        self.assertEqual(shown["garq_user_licenses"], ("", "0"))
        self.assertEqual(shown["garq_user_others"], ("", "10"))
        self.assertEqual(self.limits_of("root")["garq_user_bookings"], ("", "3"))
        r = self.c.run(gq.sresv(), "limits", "--parsable", "--noheader", user=OTHER)
        self.assertIn("bookings||2|3|garq_user_bookings||", r.out.splitlines())
        self.assertEqual(set(self.c.reservations()), {"a", "b", "not_his"})

    def test_lowered(self):
        """What he has stays; what he changes must be within them."""
        self.his("r", at(10), Duration=120, NodeCnt=4)
        self.limits("nodes=2", "duration=60")
        self.assertLies("r", at(10), at(12), 4)
        self.refuse_his("r", "4 nodes are asked for", Duration=60)
        self.change_his("r", Flags="STATIC")
        self.change_his("r", Duration=60, NodeCnt=2)


class Ledger(users.Case):
    """garq_user_ledger: what all bookings of one user take of the ledger."""
    LINE = r"(\d+) bytes of the ledger are asked for, (\d+) of 65536 are left \(garq_user_ledger\)"

    def long(self, size):
        """Features that all nodes of main have, as often as it takes."""
        return "&".join(["odd"] * (size // 4))[:size - size % 4 - 1]

    def ask(self, i, size, user=OTHER, **options):
        return self.c.create(f"r{i}", user=user, Users=user, StartTime=gq.stamp(at(i)), Duration=30, NodeCnt=1,
                             Features=self.long(size), **options)

    def flood(self):
        """Bookings with long texts until one is refused: how many there are, bytes that are left."""
        for i in range(8):
            r = self.ask(i, 20000)
            if not r.ok:
                break
        self.assertRegex(r.err, self.LINE)
        asked, left = (int(n) for n in re.search(self.LINE, r.err).groups())
        self.assertGreater(asked, left)
        return i, left

    def test_flood(self):
        self.limits("ledger=64")
        booked, left = self.flood()
        self.assertEqual(booked, 3)
        before = self.shown()
        self.restart()  # counts the same
        r = self.ask(5, 20000)
        self.assertEqual(int(re.search(self.LINE, r.err)[2]), left)
        self.refuse_his("r0", self.LINE, Features=self.long(19000 + left + 2000))
        self.assertEqual(self.shown(), before)
        self.change_his("r0", Duration=20)
        self.assertTrue(self.ask(6, left - 400).ok)
        self.assertTrue(self.ask(7, 60000, user=THIRD).ok)
        self.make("by_root", at(9), at(10), NodeCnt=1, Features=self.long(100000))
        for name in ("r6", "r1"):
            self.delete_his(name)
        self.assertTrue(self.ask(8, 19000).ok)

    def test_by_default(self):
        for i in range(8):
            self.assertTrue(self.ask(i, 130000).ok)
        self.assertRegex(self.ask(9, 130000).err, r"of 1048576 are left")
        self.limits("ledger=0")
        self.assertTrue(self.ask(9, 130000).ok)


class Offered(users.Case):
    """Offers are within the limits, and are held to them again when they are accepted."""

    def test_his(self):
        self.limits("nodes=2", "duration=60", "lead=4", "nodehours=3")
        offers = self.busy(OTHER)
        self.assertTrue(offers)
        for name in list(offers):
            self.clean()
            offer = self.busy(OTHER)[name]
            with self.subTest(offer=offer):
                self.take(name)
                self.assertLies("r", offer.start, offer.end, offer.nodes)

    def take(self, name, **options):
        r = self.c.update(name, user=OTHER, **options)
        self.assertTrue(r.ok, r)

    def test_none_that_begins_too_late(self):
        self.limits("lead=3")
        self.make("a", soon(0), at(10, day=4), Nodes="n[1-6]")
        ask = dict(start=at(10), Duration=60, NodeCnt=2)
        r = self.refuse_him("r", "earliest start", **ask)
        self.assertEqual(self.offered(r), {})
        self.assertTrue(self.offered(self.refuse("r", **ask)))

    def test_open_queries(self):
        """Neither nodes nor length given: all that is offered may be had."""
        for words in (("nodes=3",), ("duration=45",), ("lead=3",), ("nodehours=2",),
                      ("nodes=2", "duration=90", "lead=3", "nodehours=2")):
            self.limits(*words)
            self.make("a", at(10), at(12), Nodes="n[1-4]")
            ask = dict(Users=OTHER, StartTime=gq.stamp(at(9)), EndTime=gq.stamp(at(13)), PartitionName="main")
            r = self.c.create("query", user=OTHER, **ask)
            self.assertTrue(r.ok, r)
            offers = self.offered(r)
            self.assertTrue(offers)
            for offer in offers.values():
                self.limited(offer, words)
            for number in range(1, len(offers) + 1):
                name = list(self.offered(self.c.create("query", user=OTHER, **ask)))[number - 1]
                with self.subTest(words=words, offer=name):
                    self.take(name)
                    self.assertTrue(self.c.delete(name.split(".")[0], user=OTHER).ok)
            self.clean()

    def limited(self, offer, words):
        limit = dict(w.split("=") for w in words)
        hours = (offer.end - offer.start) / HOUR
        self.assertLessEqual(offer.nodes, int(limit.get("nodes", 6)))
        self.assertLessEqual(hours * 60, int(limit.get("duration", 1e6)))
        self.assertLessEqual(hours * offer.nodes, int(limit.get("nodehours", 1e6)))
        self.assertLessEqual(offer.start, soon(int(limit.get("lead", 1000)) * 86400))

    def test_the_cost_is_of_what_is_left(self):
        self.addCleanup(self.limits)
        self.reconfigure(SchedulerParameters="bf_interval=2,garq_users=yes,garq_user_nodes=2,garq_bcost=1")
        r = self.c.create("query", user=OTHER, Users=OTHER, StartTime=gq.stamp(at(10)), EndTime=gq.stamp(at(11)),
                          PartitionName="main")
        for offer in self.offered(r).values():
            self.assertEqual(offer.cost, offer.nodes * (offer.end - offer.start) / 60)

    def test_accepted_too_late(self):
        name = list(self.busy(OTHER))[0]
        self.limits("bookings=1")
        self.his("b", at(10, day=4), at(11, day=4), NodeCnt=1)
        before = self.shown()
        r = self.c.update(name, user=OTHER)
        self._refused(r, before, ["you have 1 booking, 1 at once is allowed"])
        self.delete_his("b")
        self.limits("nodes=1")
        self._refused(self.c.update(name, user=OTHER), self.shown(), ["at most 1 is allowed"])
        self.take(name, NodeCnt=1)

    def test_accepted_for_others(self):
        name = list(self.busy(OTHER))[0]
        before = self.shown()
        for options in ({"Users": THIRD}, {"Accounts": "physics"}, {"Groups": "games"}):
            self._refused(self.c.update(name, user=OTHER, **options), before, ["Users|Accounts|Groups"])
        self.take(name, Users=OTHER)

    def test_of_an_update(self):
        self.limits("bookings=1")
        self.his("r", at(13), at(14), NodeCnt=2)
        self.make("a", at(10), at(12), Nodes="n[1-6]")
        offers = self.offered(self.refuse_his("r", "are missing", start=at(11)))
        later = next(name for name, o in offers.items() if o.kind == "later")
        self._refused(self.c.update(later, user=THIRD), self.shown(), [DENIED])
        self.take(later)
        self.assertLies("r", at(12), at(15), 2)

    def test_of_what_became_slurms_own(self):
        self.his("r", at(13), at(14), NodeCnt=2)
        self.make("a", at(10), at(12), Nodes="n[1-6]")
        name = list(self.offered(self.refuse_his("r", "are missing", start=at(11))))[0]
        self.change("r", Flags="MAINT")
        for user in (OTHER, "root"):
            self._refused(self.c.update(name, user=user), self.shown(), ["r is not what it was: ask for the change again"])

    def test_held(self):
        """What is held for him keeps the limits together with what he has, and is not in the way of what he asks."""
        self.addCleanup(self.limits)
        words = "bf_interval=2,garq_users=yes,garq_offer_hold=5,garq_user_bookings=2"
        self.reconfigure(SchedulerParameters=words)
        self.his("b", at(10, day=4), at(11, day=4), NodeCnt=1)
        self.assertEqual(len(self.held(self.busy(OTHER))), 1)
        self.assertEqual(len(self.live()), 3)
        self.his("c", at(12, day=4), at(13, day=4), NodeCnt=1)
        self.assertEqual(self.live(), {"a", "b", "c"})
        self.delete_his("c")
        self.reconfigure(SchedulerParameters=words.replace("bookings=2", "nodehours=3"))
        offers = self.busy(OTHER)
        held = self.held(offers)
        self.assertLessEqual(sum(o.nodes * (o.end - o.start) for n, o in offers.items() if n in held), 2 * HOUR)
        name = held[0]
        self._refused(self.c.update(name, user=THIRD), self.shown(), [DENIED])
        self._refused(self.c.delete(name, user=THIRD), self.shown(), [DENIED])
        self.take(name)

    def ask_busy(self, name):
        return self.c.create(name, user=OTHER, Users=OTHER, StartTime=gq.stamp(at(10)), Duration=60, NodeCnt=2)

    def packed(self):
        """The names of the requests whose packed form is in the ledger."""
        return {name for name, in self.ledger("SELECT name FROM request WHERE packed IS NOT NULL")}

    def test_what_is_kept_of_a_request(self):
        """As long as offers of it are open."""
        names = list(self.busy(OTHER))
        self.busy(OTHER, "s")
        self.busy(OTHER, "t")
        gq.wait_for(lambda: self.packed() == {"r", "s", "t"}, "the requests are kept", 10)
        self.take(names[0])
        for name in self.c.offers():
            if name.startswith("s."):
                self.assertTrue(self.c.delete(name, user=OTHER).ok)
        gq.wait_for(lambda: self.packed() == {"t"}, "they are kept no longer", 10)
        self.addCleanup(self.limits)
        self.reconfigure(SchedulerParameters="bf_interval=2,garq_users=yes,garq_user_rate=0,garq_offer_ttl=10")
        self.busy(OTHER, "u")
        gq.wait_for(lambda: self.packed() == {"t"}, "nor after their time", 60)

    def test_too_long_to_be_kept(self):
        """It is served as any other; but there are no offers, and that is said."""
        self.make("a", at(10), at(12), Nodes="n[1-6]")
        line = r"no offers are made: the request has \d+ bytes, at most 16384 are kept for them"
        long = dict(Users=",".join(["0" * 20] * 1000), StartTime=gq.stamp(at(10)), Duration=60, NodeCnt=2)
        r = self.c.create("r", **long)
        self.assertFalse(r.ok)
        self.assertRegex(r.err, "are missing")
        self.assertRegex(r.err, line)
        self.assertEqual(self.offered(r), {})
        r = self.c.create("query", **long)
        self.assertFalse(r.ok)
        self.assertRegex(r.err, "query: " + line)
        self.assertEqual(self.c.offers(), {})
        self.assertEqual(self.packed(), set())
        r = self.c.create("r", **{**long, "StartTime": gq.stamp(at(12))})
        self.assertTrue(r.ok, r)

    def held(self, offers):
        return [name for name, o in offers.items() if o.kind.endswith(", held")]

    def test_as_many_as_he_asks_for(self):
        """He pushes out his own offers, and nobody else's."""
        first = list(self.busy(THIRD, "third"))[0]
        for i in range(OPEN):
            self.assertNotIn("are closed", self.ask_busy(f"r{i}").err)
        r = self.ask_busy(f"r{OPEN}")
        self.assertIn(f"the offers r0.* are closed: at most {OPEN} of your requests have open offers", r.err)
        last = self.busy(OTHER, f"r{OPEN + 1}")
        open_ = {name.split(".")[0] for name in self.c.offers()}
        self.assertEqual(open_ - {"third"}, {f"r{i}" for i in range(2, OPEN + 2)})
        self.assertTrue(self.c.update(first, user=THIRD).ok)
        self.take(list(last)[0])
