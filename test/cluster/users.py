# SPDX-License-Identifier: GPL-2.0-or-later
"""What the tests of users who book for themselves (garq_users) share."""
import os
import subprocess
import time
import unittest

import case
import gq
from case import OTHER, at

THIRD = "daemon"  # another one who is no operator
DENIED = "Invalid user id"
UNKNOWN = "Requested reservation is invalid"
HOUR = 3600
GROUP = f"garq{os.getpid()}"  # of put_together(); other files have their own
PARTS = ("main Nodes=n[1-6] Default=YES", "half Nodes=n[1-4]", "hidden Nodes=n7 Hidden=YES",
         "rooted Nodes=n8 RootOnly=YES", "grouped Nodes=n7 AllowGroups=bin", "his Nodes=n6 AllowGroups=games",
         "shut Nodes=n8 State=DOWN")
# From 23.02 on this is for associations that are enforced: see test_users_accounts.
if gq.VERSION < (23, 2):
    PARTS += ("named Nodes=n7 AllowAccounts=physics",)


def start(more=()):
    if not case.ROOT:
        raise unittest.SkipTest("only root can act as another user")
    lines = [*more] + [f"PartitionName={p} MaxTime=UNLIMITED DefaultTime=60" + ("" if "State=" in p else " State=UP")
             for p in PARTS]
    case.start(8, lines, params="garq_users=yes,garq_user_rate=0")


class Case(case.Case):
    options = ("garq_users=yes", "garq_user_rate=0")

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
        words = ",".join([*self.options, *(f"garq_user_{w}" for w in words)])
        self.reconfigure(SchedulerParameters=f"bf_interval=2,{words}")

    def put_together(self, *names):
        """These users are in the Unix group GROUP, until the test ends."""
        subprocess.run(["groupadd", "-f", GROUP], check=True)
        self.addCleanup(subprocess.run, ["groupdel", GROUP], check=True)
        for name in names:
            subprocess.run(["gpasswd", "-a", name, GROUP], check=True, stdout=subprocess.DEVNULL)

    def his(self, name=None, start=None, end=None, user=OTHER, **options):
        """A booking of a user who is no operator; its fields."""
        options.setdefault("Users", user)
        return self.make(name, start, end, user=user, **options)

    def refuse_him(self, name, *patterns, user=OTHER, **options):
        options.setdefault("Users", user)
        return self.refuse(name, *patterns, user=user, **options)

    def refuse_his(self, name, *patterns, **options):
        return self.refuse_change(name, *patterns, user=OTHER, **options)

    def delete_his(self, name):
        r = self.c.delete(name, user=OTHER)
        self.assertTrue(r.ok, r)

    def change_his(self, name, start=None, end=None, **options):
        return self.change(name, start, end, user=OTHER, **options)

    def busy(self, user, name="r"):
        """All of main is taken from 10:00 to 12:00; offers for one who asks for 2 nodes then."""
        if "a" not in self.c.reservations():
            self.make("a", at(10), at(12), Nodes="n[1-6]")
        r = self.c.create(name, user=user, Users=user, StartTime=gq.stamp(at(10)), Duration=60, NodeCnt=2)
        return self.offered(r)
