# SPDX-License-Identifier: GPL-2.0-or-later
"""Requests that stand by: kept by the controller, and booked or offered when there is room."""
import os
import random
import time
import unittest

import case
import gq
from case import OTHER, at


def setUpModule():
    case.start(8, lines=["Licenses=sw:4", "PartitionName=four Nodes=n[1-4] MaxTime=INFINITE State=UP"])


class Standing(case.Case):
    def clean(self):
        for name in self.standing():
            self.c.delete(name)
        for name in self.c.offers():
            self.c.delete(name)
        super().clean()

    def list(self, user=None):
        r = self.c.ask_offers("standing", user=user)
        self.assertTrue(r.ok, r)
        return r.out

    def standing(self):
        """The names in the list, in its order."""
        lines = self.list().splitlines()
        return [line.split()[0] for line in lines if " of " in line and not line.startswith("of those")]

    def stand(self, name, *patterns, nodes=8, wish="standby:book:", user=None, hour=10):
        return self.refuse(f"{wish}{name}", *patterns, start=at(hour), Duration=60, NodeCnt=nodes, user=user)

    def wait_booked(self, name, seconds=30):
        gq.wait_for(lambda: name in self.c.reservations(), f"{name} is booked", seconds)

    def wall(self):
        self.make("wall", at(10), at(11), NodeCnt=8)


class StandsBy(Standing):
    def test_it_is_booked_when_there_is_room(self):
        self.wall()
        self.stand("r", r"8 of 8 nodes are missing", r"r stands by: place 1 of 1; it is booked as soon as there is "
                   r"room, until .*T10:00:00 \(its latest start\)")
        self.stand("s", r"s stands by: place 2 of 2")
        self.assertEqual(self.standing(), ["r", "s"])
        with self.logged(r"standby of r, of uid=\d+: booked, 8 nodes from "):
            self.assertTrue(self.c.delete("wall").ok)
            self.wait_booked("r")
        self.assertLies("r", at(10), at(11), 8)
        self.assertEqual(self.standing(), ["s"])
        self.assertEqual(self.ledger("SELECT name FROM standing"), [("s",)])

    def test_with_room_it_is_booked_at_once(self):
        r = self.c.create("standby:book:r", StartTime=gq.stamp(at(10)), Duration=60, NodeCnt=2)
        self.assertTrue(r.ok, r)
        self.assertEqual(r.out.strip(), "Reservation created: r")
        self.assertEqual(self.standing(), [])

    def test_licenses(self):
        """Licenses alone, and those beside nodes, become free with another reservation of licenses."""
        self.make("most", at(10), at(11), Flags="ANY_NODES", Licenses="sw:3")
        options = dict(start=at(10), Duration=60, Licenses="sw:2")
        self.refuse("standby:book:r", r"r stands by", NodeCnt=1, **options)
        self.refuse("standby:book:s", r"s stands by", Flags="ANY_NODES", **options)
        self.assertTrue(self.c.delete("most").ok)
        self.wait_booked("r")
        self.wait_booked("s")
        self.assertEqual(self.standing(), [])

    def test_a_kill_loses_nothing(self):
        self.wall()
        self.stand("r", r"r stands by")
        self.kill()
        self.assertEqual(self.standing(), ["r"])
        self.assertLies("wall", at(10), at(11), 8)
        self.assertTrue(self.c.delete("wall").ok)
        self.wait_booked("r")
        self.kill()
        self.assertLies("r", at(10), at(11), 8)
        self.assertEqual(self.standing(), [])

    def test_a_kill_while_it_is_booked(self):
        """It is booked, or stands by: never both, and never neither."""
        seed = os.environ.get("SEED") or "%d" % random.getrandbits(40)
        print(f"# test_standing: SEED={seed}")
        rng = random.Random(seed)
        for _ in range(4):
            self.wall()
            self.stand("r", r"r stands by")
            self.assertTrue(self.c.delete("wall").ok)
            time.sleep(rng.uniform(0, 2.5))
            self.kill()
            self.assertTrue("r" in self.standing() or "r" in self.c.reservations())
            self.wait_booked("r")
            self.assertEqual(self.standing(), [])
            self.assertEqual(self.ledger("SELECT count(*) FROM standing"), [(0,)])
            self.assertTrue(self.c.delete("r").ok)

    def test_room_that_another_booking_moves_into(self):
        """It comes after the hour that is asked for."""
        self.make("later", at(11), at(12), NodeCnt=8)
        self.make("b", at(10), at(11), NodeCnt=4, MaxStartDelay="1:00:00")
        self.stand("r", r"r stands by")
        self.assertTrue(self.c.delete("later").ok)
        self.wait_booked("r")
        self.assertLies("r", at(10), at(11), 8)
        self.assertLies("b", at(11), at(12), 4)

    def stand_in_four(self):
        self.make("wall", at(10), at(11), Nodes="n[1-4]")
        self.refuse("standby:book:r", r"r stands by", start=at(10), Duration=60, NodeCnt=2, PartitionName="four")

    def test_its_partition_gets_nodes(self):
        self.stand_in_four()
        self.addCleanup(self.c.scontrol, "update", "PartitionName=four", "Nodes=n[1-4]")
        r = self.c.scontrol("update", "PartitionName=four", "Nodes=n[1-6]")
        self.assertTrue(r.ok, r)
        self.wait_booked("r")
        self.assertEqual(self.nodes("r"), self.c.hosts("n[5-6]"))

    def test_nodes_come_with_a_reconfiguration(self):
        """The whole view is built again: nothing of it is known to have been freed."""
        self.stand_in_four()
        conf = os.path.join(self.c.folder, "slurm.conf")
        with open(conf) as f:
            before = f.read()
        self.addCleanup(self.reconfigure)
        self.addCleanup(lambda: open(conf, "w").write(before))
        with open(conf, "w") as f:
            f.write(before.replace("PartitionName=four Nodes=n[1-4]", "PartitionName=four Nodes=n[1-6]"))
        self.reconfigure()
        self.wait_booked("r")
        self.assertEqual(self.nodes("r"), self.c.hosts("n[5-6]"))

    def test_it_is_withdrawn(self):
        self.wall()
        self.stand("r", r"r stands by")
        self.stand("r", r"a request r stands by since .*: choose another name, or delete it and ask again")
        self.assertIn("it stands by: delete it and ask again", self.c.update("r", NodeCnt=2).err)
        self.assertTrue(self.c.delete("r").ok)
        self.assertEqual(self.ledger("SELECT count(*) FROM standing"), [(0,)])
        self.assertIn("no requests stand by", self.list())
        self.assertTrue(self.c.delete("wall").ok)
        self.make("r", at(10), at(11), NodeCnt=8)

    @unittest.skipUnless(case.ROOT, "only root can act as another user")
    def test_of_an_ordinary_user(self):
        """Its booking is that of its requester, and is tried as the requester's."""
        self.parameters("garq_users=yes,garq_user_standing=1,garq_user_nodes=4")
        self.wall()
        options = dict(start=at(10), Duration=60, user=OTHER, Users=OTHER)
        self.refuse("standby:book:r", r"r stands by", NodeCnt=4, **options)
        self.refuse("standby:book:s", r"s does not stand by: 1 of your requests stand by, 1 are allowed",
                    NodeCnt=4, **options)
        self.refuse("standby:book:t", r"at most 4 are allowed \(garq_user_nodes\)", NodeCnt=5, **options)
        self.assertEqual(self.standing(), ["r"])
        self.assertTrue(self.c.delete("wall").ok)
        self.wait_booked("r")
        self.assertLies("r", at(10), at(11), 4)
        self.assertEqual(self.c.reservations()["r"]["Users"], OTHER)
        self.assertTrue(self.c.delete("r", user=OTHER).ok)

    def test_an_accepted_offer_ends_it(self):
        self.make("a", at(10), at(12), NodeCnt=6)
        offers = self.offered(self.refuse("standby:book:r", r"r stands by", start=at(11), Duration=60, NodeCnt=4))
        self.assertTrue(self.c.update(next(iter(offers))).ok)
        self.assertIn("r", self.c.reservations())
        self.assertEqual((self.standing(), self.c.offers()), ([], {}))

    def test_its_place_is_offered(self):
        self.make("a", at(10), at(12), NodeCnt=6)
        r = self.refuse("standby:offer:r", r"it is offered as soon as", start=at(11), Duration=60, NodeCnt=4)
        for name in self.offered(r):
            self.assertTrue(self.c.delete(name).ok)
        self.assertTrue(self.c.delete("a").ok)
        gq.wait_for(lambda: "r.1" in self.c.offers(), "r.1 is offered", 30)
        self.assertNotIn("r", self.c.reservations())
        self.assertTrue(self.c.update("r.1").ok)
        self.assertLies("r", at(11), at(12), 4)
        self.assertEqual(self.standing(), [])

    def test_a_kill_while_it_is_offered(self):
        """It is offered in the end, once, and the offer can be accepted."""
        seed = os.environ.get("SEED") or "%d" % random.getrandbits(40)
        print(f"# test_standing: SEED={seed}")
        rng = random.Random(seed)
        for _ in range(3):
            self.wall()
            self.stand("r", r"r stands by", wish="standby:offer:")
            for name in self.c.offers():
                self.assertTrue(self.c.delete(name).ok)
            self.assertTrue(self.c.delete("wall").ok)
            time.sleep(rng.uniform(0, 2.5))
            self.kill()
            self.assertEqual(self.standing(), ["r"])
            gq.wait_for(lambda: "r.1" in self.c.offers(), "r.1 is offered", 30)
            self.kill()
            self.assertEqual(self.ledger("SELECT name, offered FROM standing"), [("r", 1)])
            self.assertEqual(list(self.c.offers()), ["r.1"])
            self.assertTrue(self.c.update("r.1").ok)
            self.assertLies("r", at(10), at(11), 8)
            self.assertEqual((self.standing(), self.c.offers()), ([], {}))
            self.assertTrue(self.c.delete("r").ok)

    def test_a_query_does_not_wait(self):
        r = self.c.create("standby:book:query", StartTime=gq.stamp(at(10)), Duration=60, NodeCnt=2)
        self.assertFalse(r.ok)
        self.assertIn("a query does not wait: leave out standby:", r.err)


if __name__ == "__main__":
    unittest.main()
