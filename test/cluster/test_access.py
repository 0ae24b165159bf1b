# SPDX-License-Identifier: GPL-2.0-or-later
"""Who may create, update and delete reservations: as in plain Slurm, which test_rights.py asks."""
import time
import unittest

import case
import gq
from case import OTHER, at


def setUpModule():
    if not case.ROOT:
        raise unittest.SkipTest("only root can act as another user")
    case.start(4)


class NoOperator(case.Case):
    DENIED = "Invalid user id"

    def test_create(self):
        for options in ({"NodeCnt": 1}, {"NodeCnt": 1, "MaxStartDelay": "1:00:00"}, {"NodeCnt": 9},
                        {"NodeCnt": 1, "Flags": "MAINT"}, {"CoreCnt": 1}, {"Nodes": "n99"}):
            with self.subTest(options=options):
                self.refuse("r", self.DENIED, user=OTHER, start=at(10), end=at(11), Users=OTHER, **options)

    def test_update(self):
        self.make("r", at(10), at(11), NodeCnt=1, Users=OTHER)
        self.make("m", at(10), at(11), NodeCnt=1, Users=OTHER, Flags="MAINT")
        for name in ("r", "m", "none"):
            for options in ({"NodeCnt": 2}, {"end": at(12)}, {"plus_Users": "daemon"}, {"Flags": "MAINT"},
                            {}):
                with self.subTest(name=name, options=options):
                    self.refuse_change(name, self.DENIED, user=OTHER, **options)

    def test_delete(self):
        self.make("r", at(10), at(11), NodeCnt=1, Users=OTHER)
        before = self.shown()
        for name in ("r", "none"):
            r = self.c.delete(name, user=OTHER)
            self.assertEqual(r.code, 1, r)
            self.assertRegex(r.err, self.DENIED)
        self.assertEqual(self.shown(), before)

    def test_is_logged(self):
        with self.logged("error: Security violation, CREATE_RESERVATION RPC from uid="):
            self.c.create("r", user=OTHER, StartTime="now", Duration=1, NodeCnt=1)


@unittest.skipIf(gq.VERSION < (24, 5), "Flags=USER_DELETE is new in Slurm 24.05")
class UserDelete(case.Case):
    """Flags=USER_DELETE: a user may delete this one, if he may use it."""

    def test_delete(self):
        self.make("his", at(10), at(11), NodeCnt=1, Users=OTHER, Flags="USER_DELETE")
        self.make("not", at(10), at(11), NodeCnt=1, Users="root", Flags="USER_DELETE")
        self.make("nor", at(10), at(11), NodeCnt=1, Users=OTHER)
        before = self.fields("his")
        self.assertIn("USER_DELETE", before["Flags"])
        self.assertEqual(self.c.delete("not", user=OTHER).code, 1)
        self.assertEqual(self.c.delete("nor", user=OTHER).code, 1)
        self.kill()
        self.assertEqual(self.fields("his"), before)
        r = self.c.delete("his", user=OTHER)
        self.assertTrue(r.ok, r)
        self.assertEqual(set(self.c.reservations()), {"not", "nor"})
        self.change("nor", Flags="USER_DELETE")
        self.assertTrue(self.c.delete("nor", user=OTHER).ok)


class UserResvDelete(case.Case):
    """SlurmctldParameters=user_resv_delete: a user may delete those that he may use."""

    def setUp(self):
        super().setUp()
        self.addCleanup(self.reconfigure_later, SlurmctldParameters="")
        self.reconfigure_later(SlurmctldParameters="user_resv_delete")

    def reconfigure_later(self, **settings):
        """In a new second: Slurm reads this parameter again only if its stamp of the
        last change, in whole seconds, is another one than when it read it before."""
        second = int(time.time())
        gq.wait_for(lambda: int(time.time()) > second, "the next second", pause=0.02)
        self.reconfigure(**settings)

    def test_delete(self):
        self.make("his", at(10), at(11), NodeCnt=1, Users=OTHER)
        self.make("not", at(10), at(11), NodeCnt=1, Users="root")
        self.assertEqual(self.c.delete("not", user=OTHER).code, 1)
        r = self.c.delete("his", user=OTHER)
        self.assertTrue(r.ok, r)
        self.assertEqual(set(self.c.reservations()), {"not"})
        self.make("again", at(10), at(11), NodeCnt=3)

    def test_skip(self):
        self.make("d", at(10), at(11), NodeCnt=4, Users=OTHER, Flags="DAILY")
        r = self.c.scontrol("update", "ReservationName=d", "Skip", "Users=root", "NodeCnt=1", user=OTHER)
        self.assertTrue(r.ok, r)
        self.assertLies("d", at(10, day=3), at(11, day=3), 4)
        self.assertEqual(self.fields("d")["Users"], OTHER)
        self.make("r", at(10), at(11), NodeCnt=4)

    def test_nothing_else(self):
        self.make("his", at(10), at(11), NodeCnt=1, Users=OTHER)
        self.refuse_change("his", user=OTHER, end=at(12))
        self.refuse("r", user=OTHER, start=at(10), end=at(11), NodeCnt=1, Users=OTHER)


class KeptOut(case.Case):
    """Users=-NAME: Slurm up to 25.11 lets just this user delete, skip and, with PrivateData, see the reservation
    where associations are not enforced. The requests of all who are no operators are as they were but for this."""

    @classmethod
    def setUpClass(cls):
        cls.set(PrivateData="reservations", SlurmctldParameters="user_resv_delete")

    @classmethod
    def tearDownClass(cls):
        cls.set(PrivateData="", SlurmctldParameters="")

    @classmethod
    def set(cls, **settings):
        case.cluster().restart(**settings)
        case.cluster().wait_answering()

    def setUp(self):
        super().setUp()
        out = {"Nodes": "n[1-2]", "Users": f"-{OTHER}"}
        self.make("next", at(10), at(11), **out)
        self.make("later", at(12), at(13), **out)
        self.make("daily", at(14), at(15), Flags="DAILY", **out)
        self.make("his", at(16), at(17), Nodes="n[1-2]", Users=OTHER)
        self.names = ("next", "later", "daily")
        self.before = self.shown()

    def nothing_changed(self):
        self.assertEqual(self.shown(), self.before)

    def test_the_list_is_of_these(self):
        self.assertEqual({self.fields(name)["Users"] for name in self.names}, {f"-{OTHER}"})

    def test_view(self):
        out = self.c.scontrol("-o", "show", "reservation", user=OTHER).out
        self.assertIn("ReservationName=his ", out)
        for name in self.names:
            self.assertNotIn(name, out)
            self.assertNotIn("Users=", self.c.scontrol("-o", "show", "reservation", name, user=OTHER).out)

    def test_delete(self):
        for name in self.names:
            r = self.c.delete(name, user=OTHER)
            self.assertFalse(r.ok, f"{name}: {r}")
            self.assertIn(NoOperator.DENIED, r.err)
        self.nothing_changed()
        self.assertTrue(self.c.delete("his", user=OTHER).ok)

    def test_skip(self):
        for name in self.names:
            r = self.c.scontrol("update", f"ReservationName={name}", "Skip", user=OTHER)
            self.assertFalse(r.ok, f"{name}: {r}")
        self.nothing_changed()

    def test_use(self):
        job = ("-N1", "-t1", "-D", "/", "-o", "/dev/null", "--wrap", "true")
        r = self.c.run("sbatch", "--parsable", "-H", *job, user=OTHER)
        self.assertTrue(r.ok, r)
        for name in self.names:
            refused = self.c.run("sbatch", f"--reservation={name}", *job, user=OTHER)
            self.assertIn("Access denied to requested reservation", refused.err, name)
            refused = self.c.scontrol("update", f"JobId={r.out.strip()}", f"ReservationName={name}", user=OTHER)
            self.assertFalse(refused.ok, name)
            self.assertTrue(self.c.run("sbatch", f"--reservation={name}", *job, user="daemon").ok, name)

    def test_offers(self):
        """Offers for a request that keeps a user out are not for that user."""
        self.make("wall", at(20), at(21), Nodes="n[1-4]")
        self.before = self.shown()
        r = self.c.create("wanted", StartTime=gq.stamp(at(20)), Duration=60, NodeCnt=2, Users=f"-{OTHER}")
        offers = self.offered(r)
        self.assertTrue(offers, r)
        for name in offers:
            self.assertFalse(self.c.update(name, user=OTHER).ok)
            self.assertFalse(self.c.delete(name, user=OTHER).ok)
            self.assertNotIn(name, self.c.ask_offers(user=OTHER).out)
        self.nothing_changed()

    def test_hold(self):
        """A hold is for who asked, and what it becomes keeps the user out."""
        r = self.c.create("hold:600:held", StartTime=gq.stamp(at(20)), Duration=60, NodeCnt=2, Users=f"-{OTHER}")
        self.assertTrue(r.ok, r)
        self.before = self.shown()
        self.assertFalse(self.c.update("held", user=OTHER).ok)
        self.assertFalse(self.c.delete("held", user=OTHER).ok)
        self.assertNotIn("held", self.c.scontrol("-o", "show", "reservation", user=OTHER).out)
        self.nothing_changed()
        self.assertTrue(self.c.update("held").ok)
        self.assertEqual(self.fields("held")["Users"], f"-{OTHER}")
        self.assertFalse(self.c.delete("held", user=OTHER).ok)
        self.assertNotIn("held", self.c.scontrol("-o", "show", "reservation", user=OTHER).out)


if __name__ == "__main__":
    unittest.main()
