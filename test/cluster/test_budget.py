# SPDX-License-Identifier: GPL-2.0-or-later
"""Budgets: bookings are charged to their accounts, over kills, changes and deletions; what is beyond is refused."""
import json
import os
import time
import unittest

import case
import gq
import test_users_accounts
from case import OTHER, soon

PARAMS = "garq_users=yes,garq_user_rate=0,garq_bcost=1,garq_unit=EUR"
FILE = """account=physics period=year amount=600   # EUR
account=chemistry period=year amount=60.50
"""


def setUpModule():
    test_users_accounts.dbd.need()
    case.start(4, params="garq_users=yes,garq_user_rate=0")
    cluster = case.cluster()
    test_users_accounts.start_accounting(cluster)
    cluster.restart()
    cluster.wait_answering()
    gq.wait_for(lambda: "physics" in cluster.scontrol("show", "assoc_mgr").out, "slurmctld knows the accounts", 15)


class Budget(case.Case):
    def setUp(self):
        super().setUp()
        self.file = os.path.join(self.c.folder, "budgets")
        self.write(FILE)
        with self.logged(r"garq: the budget of \S*budgets is in force"):
            self.parameters(f"{PARAMS},garq_budget={self.file}")
        self.before = self.spent("physics")     # of the tests before

    def write(self, text):
        with open(self.file, "w", encoding="utf-8") as f:
            f.write(text)

    def limits(self, user=None):
        r = self.c.run(gq.sresv(), "limits", "--json", user=user)
        self.assertTrue(r.ok, r)
        return {row["account"]: row for row in json.loads(r.out)["limits"] if row["option"] == "garq_budget"}

    def spent(self, account):
        row = self.limits().get(account)
        return float(row["taken"]) if row else 0

    def assertSpent(self, cost, account="physics"):
        self.assertAlmostEqual(self.spent(account) - self.before, cost, delta=5)

    def his(self, name, start, minutes, nodes, accounts="physics"):
        return self.c.create(name, user=OTHER, Users=None, StartTime=gq.stamp(start), Duration=minutes, NodeCnt=nodes,
                             Accounts=accounts)

    def test_over_kills_changes_and_deletions(self):
        start = soon(3600)
        r = self.his("r", start - start % 300, 60, 2)   # whole slots
        self.assertTrue(r.ok, r)
        self.assertSpent(120)
        self.kill()
        self.assertSpent(120)
        self.assertTrue(self.c.update("r", user=OTHER, NodeCnt=1).ok)
        self.assertSpent(60)
        self.kill()
        self.assertSpent(60)
        self.assertTrue(self.c.delete("r", user=OTHER).ok)
        self.assertSpent(0)
        self.kill()
        self.assertSpent(0)

    def test_a_started_one_keeps_what_it_had(self):
        r = self.his("r", soon(2), 60, 2)
        self.assertTrue(r.ok, r)
        self.assertSpent(120 + 10)
        time.sleep(4)
        self.assertTrue(self.c.delete("r", user=OTHER).ok)
        # the slot of 5 minutes is paid, or two where it met one more
        self.assertGreaterEqual(self.spent("physics") - self.before, 10)
        self.assertLessEqual(self.spent("physics") - self.before, 20)
        self.kill()
        self.assertLessEqual(self.spent("physics") - self.before, 20)

    def test_beyond_it_nothing_is_done(self):
        shown = self.shown()
        for name in ("r", "plan:show:r"):
            r = self.his(name, soon(3600), 300, 4)
            self.assertFalse(r.ok)
            self.assertRegex(r.err, r"account physics has \d+\.\d\d EUR left until \d{4}-01-01T00:00:00 "
                             r"\(garq_budget\), and this costs \d+\.\d\d EUR: ask for less")
        self.assertShown(shown)
        r = self.his("r", soon(3600), 50, 1, "chemistry")
        self.assertTrue(r.ok, r)
        self.assertSpent(0)
        self.assertFalse(self.c.update("r", user=OTHER, Duration=120).ok)
        self.assertTrue(self.c.update("r", Duration=120).ok)    # operators are not bound
        self.assertEqual(float(self.limits(OTHER)["chemistry"]["most"]), 60.5)
        self.assertTrue(self.c.delete("r").ok)

    def test_another_file_and_a_wrong_one(self):
        self.write("account=physics amount=1000000\naccount=x\n")
        with self.logged(r"garq_budget: \S*budgets: line 2: amount= is missing"):
            self.reconfigure()
        self.write("account=physics period=none amount=1000000\n")
        with self.logged(r"garq: the budget of \S*budgets is in force"):
            self.reconfigure()
        row = gq.wait_for(lambda: self.limits(OTHER).get("physics"), "the new file is in force")
        self.assertEqual((row["most"], row["until"], row["unit"]), ("1000000", None, "EUR"))
        r = self.his("r", soon(3600), 600, 4)
        self.assertTrue(r.ok, r)
        self.parameters(PARAMS)
        gq.wait_for(lambda: not self.limits(OTHER), "there are no budgets")

    def test_the_example(self):
        with open(os.path.join(os.path.dirname(os.path.realpath(__file__)), "../../doc/examples/budgets"),
                  encoding="utf-8") as f:
            self.write(f.read())
        with self.logged(r"garq: the budget of \S*budgets is in force"):
            self.reconfigure()


if __name__ == "__main__":
    unittest.main()
