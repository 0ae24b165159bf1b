# SPDX-License-Identifier: GPL-2.0-or-later
"""Users book for themselves (garq_users): what they may, how much, and what they are told."""
import pwd
import re
import time
import unittest

import case
import gq
from case import OTHER, at, soon

THIRD = "daemon"  # another one who is no operator
DENIED = "Invalid user id"
HOUR = 3600
PARTS = ("main Nodes=n[1-6] Default=YES", "half Nodes=n[1-4]", "hidden Nodes=n7 Hidden=YES",
         "rooted Nodes=n8 RootOnly=YES", "grouped Nodes=n7 AllowGroups=bin", "his Nodes=n6 AllowGroups=games",
         "shut Nodes=n8 State=DOWN")
# From 23.02 on this is for associations that are enforced: see test_users_accounts.
if gq.VERSION < (23, 2):
    PARTS += ("named Nodes=n7 AllowAccounts=physics",)


def setUpModule():
    if not case.ROOT:
        raise unittest.SkipTest("only root can act as another user")
    lines = [f"PartitionName={p} MaxTime=UNLIMITED DefaultTime=60" + ("" if "State=" in p else " State=UP")
             for p in PARTS]
    case.start(8, lines, params="garq_users=yes")


class Users(case.Case):
    def clean(self):
        for name in self.c.offers():
            self.c.delete(name)
        super().clean()

    def setUp(self):
        super().setUp()
        self.limits()

    def reconfigure_later(self, **settings):
        """In a new second: else Slurm does not look at its SlurmctldParameters again."""
        second = int(time.time())
        gq.wait_for(lambda: int(time.time()) > second, "the next second", pause=0.02)
        self.reconfigure(**settings)

    def limits(self, *words):
        """garq_users=yes with these limits: nodes=2 is garq_user_nodes=2."""
        words = ",".join(["garq_users=yes", *(f"garq_user_{w}" for w in words)])
        self.reconfigure(SchedulerParameters=f"bf_interval=2,{words}")

    def his(self, name=None, start=None, end=None, user=OTHER, **options):
        """A booking of a user who is no operator; its fields."""
        options.setdefault("Users", user)
        return self.make(name, start, end, user=user, **options)

    def refuse_him(self, name, *patterns, user=OTHER, **options):
        options.setdefault("Users", user)
        return self.refuse(name, *patterns, user=user, **options)

    def refuse_his(self, name, *patterns, **options):
        return self.refuse_change(name, *patterns, user=OTHER, **options)

    def change_his(self, name, start=None, end=None, **options):
        return self.change(name, start, end, user=OTHER, **options)

    def busy(self, user, name="r"):
        """All of main is taken from 10:00 to 12:00; offers for one who asks for 2 nodes then."""
        if "a" not in self.c.reservations():
            self.make("a", at(10), at(12), Nodes="n[1-6]")
        r = self.c.create(name, user=user, Users=user, StartTime=gq.stamp(at(10)), Duration=60, NodeCnt=2)
        return self.offered(r)


class Table(Users):
    """Every user, every verb, every owner: tried on a reservation of its own."""

    # What is there, and who may change and delete it. All may see all of it.
    OWNERS = {
        "of root": {"root"},
        "of root, for him": {"root"},
        "of root, Slurm's own, for him": {"root"},
        "his": {"root", OTHER},
        "of a third": {"root", THIRD},
        "not there": set(),
    }
    # The same of offers: who may see, accept and withdraw them.
    OFFERS = {"root": {"root"}, OTHER: {"root", OTHER}, THIRD: {"root", THIRD}}

    def there(self, owner, name):
        times = {"start": at(10), "end": at(11)}
        if owner == "of root":
            self.make(name, **times, NodeCnt=1)
        elif owner == "of root, for him":
            self.make(name, **times, NodeCnt=1, Users=OTHER)
        elif owner == "of root, Slurm's own, for him":
            self.make(name, **times, NodeCnt=1, Users=OTHER, Flags="MAINT")
        elif owner == "his":
            self.his(name, **times, NodeCnt=1)
        elif owner == "of a third":
            self.his(name, **times, NodeCnt=1, user=THIRD)

    def cells(self):
        for owner, may in self.OWNERS.items():
            for user in ("root", OTHER, THIRD):
                for verb in ("show", "update", "delete"):
                    yield owner, user, verb, user in may

    def verb(self, verb, name, user):
        if verb == "update":
            return self.c.update(name, user=user, EndTime=gq.stamp(at(12)))
        if verb == "delete":
            return self.c.delete(name, user=user)
        return self.c.scontrol("show", "reservation", name, user=user)

    def check(self, verb, name, user, may):
        before = self.shown()
        r = self.verb(verb, name, user)
        if verb == "show":
            self.assertEqual(r.ok, name in self.c.reservations(), r)
        elif may:
            self.assertTrue(r.ok, r)
            self.assertNotEqual(self.shown(), before)
        else:
            self.assertEqual((r.code, self.shown()), (1, before), r)
            if user != "root":
                self.assertRegex(r.err, DENIED)
                self.assertRegex(r.err, f"{name} is no booking of yours")

    def test_reservations(self):
        self.limits("bookings=0")
        for n, (owner, user, verb, may) in enumerate(self.cells()):
            with self.subTest(owner=owner, user=user, verb=verb):
                self.there(owner, f"r{n}")
                self.check(verb, f"r{n}", user, may)
            self.clean()

    def test_adopted(self):
        """Made while the plugin was off: nobody's."""
        self.restart(SchedulerType="sched/backfill")
        self.make("r", at(10), at(11), NodeCnt=1, Users=OTHER)
        with self.logged("1 adopted"):
            self.restart(SchedulerType="sched/garq")
        for user in (THIRD, OTHER, "root"):
            for verb in ("show", "update", "delete"):
                with self.subTest(user=user, verb=verb):
                    self.check(verb, "r", user, user == "root")

    def test_offers(self):
        for asker, may in self.OFFERS.items():
            for user in ("root", OTHER, THIRD):
                for verb in ("show", "withdraw", "accept"):
                    with self.subTest(asker=asker, user=user, verb=verb):
                        self.clean()
                        name = list(self.busy(asker))[0]
                        self.check_offer(verb, name, user, user in may)

    def check_offer(self, verb, name, user, may):
        before = self.shown()
        if verb == "show":
            self.assertEqual(name in self.c.offers(user), may)
            return
        r = self.c.update(name, user=user) if verb == "accept" else self.c.delete(name, user=user)
        if not may:
            self.assertEqual((r.code, self.shown()), (1, before), r)
            self.assertRegex(r.err, DENIED)
            self.assertIn(name, self.c.offers())
            return
        self.assertTrue(r.ok, r)
        self.assertNotIn(name, self.c.offers())
        self.assertEqual("r" in self.c.reservations(), verb == "accept")
        if verb == "accept" and user != "root":
            self.change("r", user=user, NodeCnt=1)
            self.assertTrue(self.c.delete("r", user=user).ok)

    def test_create_and_query(self):
        for user in ("root", OTHER, THIRD):
            for name in ("r", "query"):
                for owner in ("root", OTHER, THIRD):
                    with self.subTest(user=user, name=name, owner=owner):
                        r = self.c.create(name, user=user, Users=owner, StartTime=gq.stamp(at(10)),
                                          Duration=60, NodeCnt=1)
                        self.assertEqual(r.ok, user in ("root", owner), r)
                        if not r.ok:
                            self.assertRegex(r.err, f"only operators may reserve for others: give Users={user}")
                        self.clean()


class Himself(Users):
    def test_his_jobs_run_in_it(self):
        self.his("r", soon(2), NodeCnt=1, Duration=60)
        self.running_job("--reservation=r", "-N1", "-t1", user=OTHER)
        r = self.c.run("sbatch", "-o", "/dev/null", "--reservation=r", "--wrap", "true", user=THIRD)
        self.assertFalse(r.ok, r)

    def test_a_life(self):
        self.his("r", at(10), NodeCnt=2, Duration=60)
        self.change_his("r", at(11), NodeCnt=3)
        self.assertLies("r", at(11), at(12), 3)
        self.change_his("r", plus_Duration=60)
        self.change_his("r", Users=OTHER, Flags="STATIC")
        self.assertLies("r", at(11), at(13), 3)
        self.assertTrue(self.c.delete("r", user=OTHER).ok)

    def test_flexible(self):
        self.make("a", at(10), at(12), Nodes="n[1-6]")
        self.his("r", at(10), NodeCnt=2, Duration=60, MaxStartDelay="4:00:00")
        self.assertLies("r", at(12), at(13), 2)
        self.assertTrue(self.c.delete("a").ok)
        self.change_his("r", MaxStartDelay=0)

    def test_stays_his(self):
        self.his("r", at(10), NodeCnt=2, Duration=60)
        self.kill()
        self.refuse_change("r", DENIED, user=THIRD, NodeCnt=1)
        self.change_his("r", NodeCnt=1)
        self.change("r", NodeCnt=2)  # an operator's change does not make it his
        self.restart()
        self.change_his("r", NodeCnt=1)
        self.assertTrue(self.c.delete("r", user=OTHER).ok)

    def test_a_number_is_a_name(self):
        self.his("r", at(10), NodeCnt=2, Duration=60, Users=5)

    def test_what_is_refused_is_no_violation(self):
        seen = len(self.c.log())
        self.refuse_him("r", start=at(10), Duration=60, NodeCnt=1, Flags="MAINT")
        self.refuse_him("r", start=at(10), Duration=60, NodeCnt=1, Users="root")
        self.refuse_him("r", start=at(10), Duration=60, NodeCnt=7)
        self.assertNotIn("Security violation", self.c.log()[seen:])
        self.make("f", at(10), at(11), NodeCnt=1)
        with self.logged("error: Security violation, DELETE_RESERVATION RPC from uid=5\n"):
            self.c.delete("f", user=OTHER)
        with self.logged("error: Security violation, UPDATE_RESERVATION RPC from uid=5\n"):
            self.c.update("f", user=OTHER, NodeCnt=2)


class Others(Users):
    """Nothing that reaches over others."""

    REFUSED = [
        *({"Flags": f} for f in ("MAINT", "OVERLAP", "IGNORE_JOBS", "HOURLY", "DAILY", "WEEKDAY", "WEEKEND", "WEEKLY",
                                 "TIME_FLOAT", "REPLACE", "FLEX", "STATIC,MAINT")),
        {"Licenses": "none:1"}, {"Users": None, "Groups": "games"}, {"Users": "root"}, {"Users": f"{OTHER},{THIRD}"},
        {"Users": f"-{THIRD}"}, {"Users": f"{OTHER},{OTHER}"}, {"Accounts": "physics"},
        {"Users": None, "Accounts": "-physics"}, {"Users": None, "Accounts": "physics"},
    ]

    def test_create(self):
        for options in self.REFUSED:
            with self.subTest(options=options):
                self.refuse_him("r", "only operators|there is no slurmdbd|Invalid", start=at(10), Duration=60,
                                **{"NodeCnt": 1, **options})

    def test_other_than_nodes(self):
        for options in ({"CoreCnt": 1}, {"Licenses": "none:1", "Flags": "ANY_NODES"}, {"BurstBuffer": "x"},
                        {"NodeCnt": 1, "BurstBuffer": "x"}, {"TRES": "cpu=2"}):
            with self.subTest(options=options):
                self.refuse_him("r", "only operators", start=at(10), Duration=60, **options)

    def test_update(self):
        self.his("r", at(10), NodeCnt=1, Duration=60)
        for options in (*({k: v for k, v in o.items() if v} for o in self.REFUSED), {"plus_Users": THIRD},
                        {"minus_Users": OTHER}, {"plus_Accounts": "physics"}, {"minus_Accounts": "physics"},
                        {"plus_Groups": "games"}, {"CoreCnt": 1}, {"BurstBuffer": "x"}):
            with self.subTest(options=options):
                self.refuse_his("r", "only operators|there is no slurmdbd|Invalid", **options)
        self.refuse_his("r", start=at(10), NodeCnt=1, Users="root")
        self.change_his("r", plus_Users=OTHER)

    def test_names_the_flag(self):
        self.refuse_him("r", "Flags=MAINT: only operators may set this", start=at(10), Duration=60, NodeCnt=1,
                        Flags="MAINT,STATIC")

    def test_flags_of_his_own(self):
        for flag in ("STATIC", "PURGE_COMP", "PURGE_COMP=00:05:00", "NO_HOLD_JOBS_AFTER", "REPLACE_DOWN", "MAGNETIC"):
            with self.subTest(flag=flag):
                self.his("r", at(10), Duration=60, NodeCnt=1, Flags=flag)
                self.assertIn(flag.split("_")[0], self.fields("r")["Flags"])
                self.clean()

    def test_what_an_operator_gave(self):
        """Stays, and does not keep him from changing the rest."""
        self.his("r", at(10), Duration=60, NodeCnt=1)
        self.change("r", plus_Users=THIRD, Flags="FLEX")
        self.change_his("r", NodeCnt=2)
        self.assertEqual(self.fields("r")["Users"], f"{OTHER},{THIRD}")
        self.change("r", Flags="MAINT")  # now it is Slurm's own
        self.refuse_his("r", "no booking of yours", NodeCnt=1)

    def test_an_offer_of_another(self):
        name = list(self.busy(THIRD))[0]
        self.refuse_him(name, "is taken: choose another name", start=at(15), Duration=60, NodeCnt=1)


class Partitions(Users):
    def test_named(self):
        for name, may in (("main", True), ("half", True), ("his", True), ("hidden", False), ("rooted", False),
                          ("grouped", False), ("shut", False)) + (("named", False),) * (gq.VERSION < (23, 2)):
            with self.subTest(name=name):
                options = dict(start=at(10), Duration=60, NodeCnt=1, PartitionName=name)
                if may:
                    self.his("r", **options)
                    self.assertTrue(self.c.delete("r").ok)
                else:
                    why = f"PartitionName={name}: you may not use it, or it is not up"
                    self.refuse_him("r", why, **options)
                    self.refuse_him("query", why, **options)
                    self.make("r", **options)
                    self.assertTrue(self.c.delete("r").ok)

    def test_nodes(self):
        self.his("r", at(10), Duration=60, Nodes="n[5-6]")
        for nodes, outside in (("n7", "n7"), ("n[1-8]", r"n\[7-8\]"), ("n6,n8", "n8"), ("ALL", r"n\[7-8\]")):
            with self.subTest(nodes=nodes):
                why = f"Nodes={outside}: in no partition that you may use"
                self.refuse_him("s", why, start=at(12), Duration=60, Nodes=nodes)
                self.refuse_his("r", why, Nodes=nodes)
        self.refuse_him("s", "you may not use it", start=at(12), Duration=60, Nodes="n1", PartitionName="rooted")

    def test_update(self):
        self.his("r", at(10), Duration=60, NodeCnt=1)
        self.refuse_his("r", "PartitionName=rooted: you may not use it", NodeCnt=1, PartitionName="rooted")
        self.change_his("r", NodeCnt=1, PartitionName="his")
        self.assertEqual(self.nodes("r"), {"n6"})

    def test_a_whole_one(self):
        self.his("r", at(10), Duration=60, Nodes="ALL", PartitionName="half", Flags="PART_NODES")
        self.assertLies("r", at(10), at(11), 4)
        self.refuse_him("s", "you may not use it", start=at(10), Duration=60, Nodes="ALL", PartitionName="grouped",
                        Flags="PART_NODES")


class Limits(Users):
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
        self.assertTrue(self.c.delete("b", user=OTHER).ok)
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
        self.his("a", soon(1), soon(3), NodeCnt=1)
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
        self.assertTrue(self.c.delete("r", user=OTHER).ok)
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

    def test_all_at_once(self):
        self.limits("bookings=1", "nodes=2", "duration=60", "lead=3", "nodehours=2")
        self.his("a", at(10), at(11), NodeCnt=1)
        r = self.refuse_him("r", "you have 1 booking", "at most 2 are allowed", "Duration=60 or less", "3 days ahead",
                            "with 2 nodes ask for Duration=30 or less, or ask for 1 or fewer nodes for 01:00:00",
                            start=at(10, day=5), Duration=120, NodeCnt=3)
        self.assertEqual(len(re.findall("garq_user_", r.err)), 5)

    def test_lowered(self):
        """What he has stays; what he changes must be within them."""
        self.his("r", at(10), Duration=120, NodeCnt=4)
        self.limits("nodes=2", "duration=60")
        self.assertLies("r", at(10), at(12), 4)
        self.refuse_his("r", "4 nodes are asked for", Duration=60)
        self.change_his("r", Flags="STATIC")
        self.change_his("r", Duration=60, NodeCnt=2)


class Offered(Users):
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
        self.assertTrue(self.c.delete("b", user=OTHER).ok)
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
        self.assertTrue(self.c.delete("c", user=OTHER).ok)
        self.reconfigure(SchedulerParameters=words.replace("bookings=2", "nodehours=3"))
        offers = self.busy(OTHER)
        held = self.held(offers)
        self.assertLessEqual(sum(o.nodes * (o.end - o.start) for n, o in offers.items() if n in held), 2 * HOUR)
        name = held[0]
        self._refused(self.c.update(name, user=THIRD), self.shown(), [DENIED])
        self._refused(self.c.delete(name, user=THIRD), self.shown(), [DENIED])
        self.take(name)

    def held(self, offers):
        return [name for name, o in offers.items() if o.kind.endswith(", held")]

    def test_as_many_as_he_asks_for(self):
        """He pushes out his own offers, and nobody else's."""
        first = list(self.busy(THIRD, "third"))[0]
        for i in range(102):
            last = self.busy(OTHER, f"r{i}")
        open_ = {name.split(".")[0] for name in self.c.offers()}
        self.assertEqual(open_ - {"third"}, {f"r{i}" for i in range(2, 102)})
        self.assertTrue(self.c.update(first, user=THIRD).ok)
        self.take(list(last)[0])


class ForHim(Users):
    def test_an_operator_accepts(self):
        """It is his who asked."""
        self.assertTrue(self.c.update(next(iter(self.busy(OTHER)))).ok)
        self.assertEqual(self.ledger("SELECT creator FROM booking WHERE name = 'r' AND closed IS NULL"),
                         [(pwd.getpwnam(OTHER).pw_uid,)])
        self.refuse_change("r", "no booking of yours", user=THIRD, NodeCnt=1)
        self.assertTrue(self.c.delete("r", user=OTHER).ok)


class Private(Users):
    """No more is told than Slurm would show."""

    def private(self, what):
        self.addCleanup(self.reconfigure, PrivateData="")
        self.reconfigure(PrivateData=what)

    def refused(self, **options):
        return self.refuse_him("r", "in the way: ", start=soon(0), Duration=60, **{"NodeCnt": 6, **options}).err

    def test_reservations(self):
        self.make("secret", soon(0), Duration=45, NodeCnt=1)
        self.make("hidden", soon(600), Duration=45, NodeCnt=1)
        self.assertRegex(self.refused(), "reservation secret .*reservation hidden ")
        self.private("reservations")
        said = self.refused()
        self.assertRegex(said, r"(?m)in the way: a reservation of another user$")
        self.assertNotRegex(said, "secret|hidden|user;")
        self.assertRegex(self.refuse("r", start=soon(0), Duration=60, NodeCnt=6).err, "reservation secret ")

    def test_what_he_may_see_is_told(self):
        self.make("shared", soon(0), Duration=45, NodeCnt=1, Users=f"{OTHER},{THIRD}")
        self.his("his", soon(0), Duration=45, NodeCnt=1)
        self.make("secret", soon(0), Duration=45, NodeCnt=1)
        self.private("reservations")
        said = self.refused()
        self.assertRegex(said, "reservation shared ")
        self.assertRegex(said, "reservation his ")
        self.assertNotRegex(said, "secret")
        r = self.c.scontrol("-o", "show", "reservation", user=OTHER)
        self.assertEqual(set(re.findall(r"ReservationName=(\w+) ", r.out)), {"shared", "his"})

    def test_updates(self):
        self.make("secret", at(10), at(11), NodeCnt=5)
        self.his("r", at(11), at(12), NodeCnt=2)
        self.private("reservations")
        said = self.refuse_his("r", "in the way: a reservation of another user", start=at(10)).err
        self.assertNotIn("secret", said)
        self.assertRegex(self.refuse_his("secret", "no booking of yours", NodeCnt=1).err, DENIED)
        self.assertEqual(self.c.delete("secret", user=OTHER).err.replace("secret", "none"),
                         self.c.delete("none", user=OTHER).err)

    def test_jobs(self):
        job = self.running_job("-N1", "-t30")
        own = self.running_job("-N1", "-t30", user=OTHER)
        self.assertRegex(self.refused(), f"job {job} ")
        self.private("jobs")
        said = self.refused()
        self.assertRegex(said, "a job of another user(;|$)")
        self.assertRegex(said, f"job {own} ")
        self.assertNotRegex(said, f"job {job} ")

    def test_nodes(self):
        self.set_node("n3", "DRAIN")
        self.assertRegex(self.refused(), "n3 is drained")
        self.private("nodes")
        said = self.refused()
        self.assertRegex(said, "in the way: a node that can't be used")
        self.assertNotIn("n3", said)


class Switch(Users):
    """Off is as before; what users have booked stays."""

    def test_off_and_on(self):
        self.his("r", at(12), at(13), NodeCnt=1)
        name = list(self.busy(OTHER, "s"))[0]
        self.reconfigure(SchedulerParameters="bf_interval=2")
        self.assertIn("r", self.c.reservations())
        self.refuse_him("t", DENIED, start=at(14), end=at(15), NodeCnt=1)
        self.refuse_him("query", DENIED, start=at(14), end=at(15), NodeCnt=1)
        self.refuse_his("r", DENIED, NodeCnt=2)
        before = self.shown()
        for r in (self.c.delete("r", user=OTHER), self.c.update(name, user=OTHER)):
            self._refused(r, before, [DENIED])
        with self.logged("error: Security violation, CREATE_RESERVATION RPC from uid=5"):
            self.c.create("t", user=OTHER, Users=OTHER, StartTime="now", Duration=1, NodeCnt=1)
        self.limits()
        self.assertTrue(self.c.update(name, user=OTHER).ok)
        self.change_his("r", start=at(14), end=at(15), NodeCnt=2)
        self.assertTrue(self.c.delete("r", user=OTHER).ok)

    def test_user_resv_delete(self):
        """What Slurm lets users do with those that they may use, it lets them do."""
        self.addCleanup(self.reconfigure_later, SlurmctldParameters="")
        self.reconfigure_later(SlurmctldParameters="user_resv_delete")
        self.make("for_him", at(10), at(11), NodeCnt=1, Users=OTHER)
        self.make("d", at(10), at(11), NodeCnt=1, Users=OTHER, Flags="DAILY")
        self.make("not", at(10), at(11), NodeCnt=1)
        self.his("his", at(10), at(11), NodeCnt=1)
        self.change_his("his", end=at(12))
        self.refuse_his("for_him", "no booking of yours", end=at(12))
        self._refused(self.c.delete("not", user=OTHER), self.shown(), ["no booking of yours"])
        self.assertTrue(self.c.delete("for_him", user=OTHER).ok)
        r = self.c.scontrol("update", "ReservationName=d", "Skip", user=OTHER)
        self.assertTrue(r.ok, r)
        self.assertLies("d", at(10, day=3), at(11, day=3), 1)


if __name__ == "__main__":
    unittest.main()
