# SPDX-License-Identifier: GPL-2.0-or-later
"""Users book for themselves (garq_users): what they may, and what they are told."""
import pwd
import re
import subprocess
import unittest

import gq
import users
from case import OTHER, at, soon
from users import DENIED, GROUP, THIRD, UNKNOWN


def setUpModule():
    users.start()


class Table(users.Case):
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
            if name not in self.c.reservations():
                self.assertRegex(r.err, UNKNOWN)
            elif user != "root":
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
                            self.assertRegex(r.err, f"only operators may reserve for others .* as {owner}: give Users={user}")
                        self.clean()


class Fellows(users.Case):
    """Users share a Unix group with him: he may name them."""

    def setUp(self):
        super().setUp()
        self.put_together(OTHER, THIRD)

    def test_their_jobs_run_in_it(self):
        self.his("r", soon(2), NodeCnt=1, Duration=60, Users=f"{OTHER},{THIRD}")
        self.assertEqual(self.fields("r")["Users"], f"{OTHER},{THIRD}")
        self.running_job("--reservation=r", "-N1", "-t1", user=THIRD)
        self.refuse_change("r", DENIED, user=THIRD, NodeCnt=2)  # it is not theirs
        self.assertFalse(self.c.delete("r", user=THIRD).ok)

    def test_for_a_fellow_alone(self):
        self.his("r", at(10), NodeCnt=1, Duration=60, Users=THIRD)
        self.change_his("r", NodeCnt=2)
        words = dict(start=at(10), Duration=60, NodeCnt=1)
        self.refuse_him("x", "as root: give", Users=f"{THIRD},root", **words)
        self.refuse_him("x", f"as -{THIRD}: give", Users=f"-{THIRD}", **words)
        self.refuse_him("x", "nosuch is unknown", Users=f"{THIRD},nosuch", **words)
        self.refuse_him("x", "Groups: only operators", Users=None, Groups=GROUP, **words)
        self.refuse_him("x", "may draw jobs of others", Users=THIRD, Flags="MAGNETIC", **words)
        self.refuse_him("hold:60:x", "Users: only operators", Users=THIRD, **words)

    def test_query(self):
        r = self.c.create("query", user=OTHER, Users=f"{OTHER},{THIRD}", StartTime=gq.stamp(at(10)), Duration=60, NodeCnt=1)
        self.assertTrue(r.ok, r)
        name = list(self.offered(r))[0]
        self.assertTrue(self.c.update(name, user=OTHER).ok)
        self.assertEqual(self.fields(name.split(".")[0])["Users"], f"{OTHER},{THIRD}")

    def test_changes(self):
        self.his("r", at(10), NodeCnt=1, Duration=60)
        self.change_his("r", plus_Users=THIRD)
        self.assertEqual(sorted(self.fields("r")["Users"].split(",")), sorted((OTHER, THIRD)))
        self.refuse_his("r", r"as \+root: give", plus_Users="root")
        self.refuse_his("r", "as -root: give", minus_Users="root")
        self.refuse_his("r", "may draw jobs of others", Flags="MAGNETIC")
        self.refuse_his("r", minus_Users=f"{OTHER},{THIRD}")
        self.change_his("r", minus_Users=THIRD)
        self.assertEqual(self.fields("r")["Users"], OTHER)
        self.change_his("r", Flags="MAGNETIC")
        self.refuse_his("r", "may draw jobs of others", plus_Users=THIRD)
        self.change_his("r", minus_Flags="MAGNETIC", Users=f"{OTHER},{THIRD}")
        self.kill()
        self.assertEqual(self.fields("r")["Users"], f"{OTHER},{THIRD}")
        self.change_his("r", Users=THIRD)
        self.assertEqual(self.fields("r")["Users"], THIRD)
        self.delete_his("r")

    def test_offers_and_standby(self):
        self.make("wall", at(10), at(12), NodeCnt=6)
        both = f"{OTHER},{THIRD}"
        r = self.refuse_him("standby:book:r", "r stands by", start=at(11), Duration=60, NodeCnt=4, Users=both)
        offer = list(self.offered(r))[0]
        self.kill()
        self.assertTrue(self.c.update(offer, user=OTHER).ok)
        self.assertEqual(self.fields("r")["Users"], both)
        self.delete_his("r")
        self.refuse_him("standby:book:s", "s stands by", start=at(11), Duration=60, NodeCnt=4, Users=both)
        self.assertTrue(self.c.delete("wall").ok)
        gq.wait_for(lambda: "s" in self.c.reservations(), "it is booked")
        self.assertEqual(self.fields("s")["Users"], both)

    def test_who_has_left_by_then(self):
        both = f"{OTHER},{THIRD}"
        self.his("r", at(10), NodeCnt=1, Duration=60, Users=both)
        subprocess.run(["gpasswd", "-d", THIRD, GROUP], check=True, stdout=subprocess.DEVNULL)
        self.refuse_him("x", f"as {THIRD}: give", start=at(10), Duration=60, NodeCnt=1, Users=both)
        self.change_his("r", NodeCnt=2)
        self.assertEqual(self.fields("r")["Users"], both)
        self.change_his("r", minus_Users=THIRD)
        self.assertEqual(self.fields("r")["Users"], OTHER)

    def test_limits(self):
        self.limits("others=1")
        words = dict(start=at(10), Duration=60, NodeCnt=1)
        self.his("r", Users=f"{OTHER},{THIRD}", **words)
        self.refuse_him("x", r"for more than 1 others \(garq_user_others\), and 3 names are given", Users=f"{OTHER},{THIRD},root", **words)
        self.limits("others=0")
        self.refuse_him("x", f"only operators may reserve for others: give Users={OTHER}", Users=THIRD, **words)
        self.limits("rate=2")
        self.refuse_him("x", "this counts as 3 requests", Users=f"{THIRD},root,news", **words)


class Himself(users.Case):
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
        self.delete_his("r")

    def test_flexible(self):
        self.make("a", at(10), at(12), Nodes="n[1-6]")
        self.his("r", at(10), NodeCnt=2, Duration=60, MaxStartDelay="4:00:00")
        self.assertLies("r", at(12), at(13), 2)
        self.assertTrue(self.c.delete("a").ok)
        self.change_his("r", MaxStartDelay=0)

    def test_stays_his(self):
        """Of a name that none of the jobs had, which Slurm may take to be running when it was killed."""
        self.his("stays", at(10), NodeCnt=2, Duration=60)
        self.kill()
        gq.wait_for(lambda: set(self.c.reservations()) == {"stays"}, "what such a job had is over")
        self.refuse_change("stays", DENIED, user=THIRD, NodeCnt=1)
        self.change_his("stays", NodeCnt=1)
        self.change("stays", NodeCnt=2)  # an operator's change does not make it his
        self.restart()
        self.change_his("stays", NodeCnt=1)
        self.delete_his("stays")

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


class Others(users.Case):
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
        for options in ({"Licenses": "none:1", "Flags": "ANY_NODES"}, {"BurstBuffer": "x"}, {"NodeCnt": 1, "BurstBuffer": "x"},
                        {"CoreCnt": 1, "BurstBuffer": "x"}):
            with self.subTest(options=options):
                self.refuse_him("r", "only operators", start=at(10), Duration=60, **options)

    def test_update(self):
        self.his("r", at(10), NodeCnt=1, Duration=60)
        for options in (*({k: v for k, v in o.items() if v} for o in self.REFUSED), {"plus_Users": THIRD},
                        {"minus_Users": OTHER}, {"plus_Accounts": "physics"}, {"minus_Accounts": "physics"},
                        {"plus_Groups": "games"}, {"BurstBuffer": "x"}):
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


class Partitions(users.Case):
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


class ForHim(users.Case):
    def test_an_operator_accepts(self):
        """It is his who asked."""
        self.assertTrue(self.c.update(next(iter(self.busy(OTHER)))).ok)
        self.assertEqual(self.ledger("SELECT creator FROM booking WHERE name = 'r' AND closed IS NULL"),
                         [(pwd.getpwnam(OTHER).pw_uid,)])
        self.refuse_change("r", "no booking of yours", user=THIRD, NodeCnt=1)
        self.delete_his("r")


class Private(users.Case):
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
        self.assertRegex(self.refuse_his("secret", "there is no such reservation", NodeCnt=1).err, UNKNOWN)
        self.unknown("secret")

    def unknown(self, hidden):
        """What is hidden is answered as what is not there."""
        for ask in (self.c.delete, self.c.update):
            found, none = (ask(name, user=OTHER) for name in (hidden, "none"))
            self.assertEqual((found.code, found.err.replace(f"={hidden}:", "=none:")), (none.code, none.err))

    def test_offers_and_holds(self):
        self.limits("rate=0", "bookings=0")
        name = list(self.busy(THIRD))[0]
        r = self.c.create("hold:600:h", user=THIRD, Users=THIRD, StartTime=gq.stamp(at(14)), Duration=60, NodeCnt=1)
        self.assertTrue(r.ok, r)
        self.assertRegex(self.c.delete(name, user=OTHER).err, "only who asked for it.* can withdraw an offer")
        self.assertRegex(self.c.update(name, user=OTHER).err, "only who asked for it.* can accept an offer")
        self.private("reservations")
        for hidden in (name, "h"):
            self.unknown(hidden)
        self.reconfigure(SchedulerParameters="bf_interval=2,garq_user_rate=0")  # no garq_users
        for hidden in (name, "h", "a"):
            self.unknown(hidden)

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


class Switch(users.Case):
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
        self.delete_his("r")

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
        self.delete_his("for_him")
        r = self.c.scontrol("update", "ReservationName=d", "Skip", user=OTHER)
        self.assertTrue(r.ok, r)
        self.assertLies("d", at(10, day=3), at(11, day=3), 1)


if __name__ == "__main__":
    unittest.main()
