# SPDX-License-Identifier: GPL-2.0-or-later
"""Budgets: bookings are charged to their accounts, over kills, changes and deletions; what is beyond is refused."""
import json
import os
import time
import unittest

import case
import deadline
import gq
import test_users_accounts
from case import OTHER, at, soon

PARAMS = deadline.PARAMETERS + ",garq_users=yes,garq_user_rate=0,garq_user_bookings=0,garq_bcost=1,garq_unit=EUR"
FILE = """account=physics period=year amount=600   # EUR
account=chemistry period=year amount=60.50
"""


def setUpModule():
    test_users_accounts.dbd.need()
    deadline.start(nodes=4)
    cluster = case.cluster()
    test_users_accounts.start_accounting(cluster)
    cluster.restart()
    cluster.wait_answering()
    gq.wait_for(lambda: "physics" in cluster.scontrol("show", "assoc_mgr").out, "slurmctld knows the accounts", 15)


class Budget(deadline.Case):
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
        start = soon(2)
        r = self.his("r", start + (start % 300 == 0), 60, 2)  # between the edges of slots
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
            self.assertTrue(self.offered(r), r)
            self.assertTrue(all(o.cost <= 600 - self.before for o in self.offered(r).values()), r)
        self.assertShown(shown)
        r = self.his("r", soon(3600), 50, 1, "chemistry")
        self.assertTrue(r.ok, r)
        self.assertSpent(0)
        self.assertFalse(self.c.update("r", user=OTHER, Duration=120).ok)
        self.assertTrue(self.c.update("r", Duration=120).ok)    # operators are not bound
        self.assertEqual(float(self.limits(OTHER)["chemistry"]["most"]), 60.5)
        self.assertTrue(self.c.delete("r").ok)

    def test_what_it_allows(self):
        """An elastic one gets it; a rigid one is offered it, here or in the cheap hours."""
        start, tariff = at(12), os.path.join(self.c.folder, "tariff")
        with open(tariff, "w", encoding="utf-8") as f:
            f.write("0.5 hours=0-4\n")
        self.write("account=physics period=none amount=%.2f\n" % (self.before + 250))
        with self.logged(r"garq: the budget of \S*budgets is in force"):
            self.parameters(f"{PARAMS},garq_budget={self.file},garq_tariff={tariff}")
        r = self.his("min-nodes:1:r", start, 120, 4)
        self.assertTrue(r.ok, r)
        self.assertSpent(240)
        self.assertEqual(len(self.nodes("r")), 2)
        self.assertTrue(self.c.delete("r", user=OTHER).ok)
        r = self.his("r", start, 120, 4)
        self.assertRegex(r.err, r"account physics has 2\d\d\.\d\d EUR left \(garq_budget\), and this costs 480\.00 EUR")
        offers = list(self.offered(r).items())
        self.assertEqual([(o.start, o.nodes, o.cost) for _, o in offers],
                         [(at(24), 4, 240), (start, 2, 240), (start, 4, 240)])
        r = self.c.update(offers[0][0], user=OTHER)
        self.assertTrue(r.ok, r)
        self.assertSpent(240)
        self.assertTrue(self.c.delete("r", user=OTHER).ok)

    def test_a_job_pays_as_a_booking(self):
        start = soon(7200)
        start -= start % 300
        job = self.book(start, start + 3660, 60, 2, "-A", "physics", user=OTHER)
        self.assertSpent(120)
        self.restart()
        self.assertSpent(120)
        r = self.submit(start, start + 4 * 3600, 180, 3, "-A", "physics", user=OTHER)
        self.refused(r, r"account physics has \d+\.\d\d EUR left until .* \(garq_budget\), and this costs 540\.00 EUR",
                     r"-N 2 --time=180 ", r"-N 3 --time=1\d\d ")
        self.assertSpent(120)
        r = self.c.run("scontrol", "update", f"JobId={job}", "NumNodes=1-1", user=OTHER)
        self.assertTrue(r.ok, r)
        gq.wait_for(lambda: self.booking(job)[2] == 1, "the booking follows its job")
        self.assertSpent(60)
        self.assertTrue(self.c.run("scancel", job, user=OTHER).ok)
        gq.wait_for(lambda: not self.bookings(), "the booking ends with its job")
        self.assertSpent(0)
        self.kill()
        if self.c.job_state(job) == "PENDING":  # Slurm had not saved its end, nor maybe its change: it is booked again, and pays
            gq.wait_for(lambda: self.pays(job), lambda: f"it pays: {self.spent('physics') - self.before}, {self.bookings()}")
        else:
            self.assertSpent(0)

    def pays(self, job):
        """One EUR for each minute of each node of its booking, and of no other one."""
        found, taken = self.bookings(), self.spent("physics") - self.before
        return set(found) == {self.name_of(job)} and abs(taken - sum(60 * int(b["NodeCnt"]) for b in found.values())) < 5

    def stats(self):
        r = self.c.create("stats", StartTime="now", Duration=1, NodeCnt=1)
        return r.out + r.err

    def test_a_wrong_file_at_a_start(self):
        """The budgets that were in force stay; without them nobody books for nothing."""
        kept = self.state("garq.budget.kept")
        gq.wait_for(lambda: os.path.exists(kept) and open(kept, encoding="utf-8").read() == FILE, "the file is kept")
        self.assertEqual(os.stat(kept).st_mode & 0o777, 0o600)
        self.write("account=physics\n")
        with self.logged(r"garq: garq_budget: \S*budgets has a fault: the budget that was in force before is that of \S*kept"):
            self.kill()
        self.assertEqual(self.limits(OTHER)["physics"]["most"], "600")
        self.assertIn("the file of garq_budget has a fault: line 1: amount= is missing", self.stats())
        self.assertIn("the budgets before it stay", self.stats())
        self.assertIn("garq_wrong_files 1\n", self.c.run(gq.sresv(), "stats", "--openmetrics").out)
        r = self.c.run(gq.sresv(), "stats", "--locks", "--json")
        self.assertEqual(json.loads(r.out)["requests"][0]["wrong-files"], 1, r)
        os.unlink(kept)
        self.kill()
        self.assertIn("no user books until it is mended", self.stats())
        r = self.his("r", soon(3600), 60, 1)
        self.assertFalse(r.ok)
        self.assertIn("no booking can be charged: the budgets of this site can't be read", r.err)
        self.make("op", soon(3600), soon(7200), NodeCnt=1)
        self.write(FILE)
        with self.logged(r"garq: the budget of \S*budgets is in force"):
            self.reconfigure()
        self.assertNotIn("fault", self.stats())
        r = self.his("r", soon(3600), 50, 1)
        self.assertTrue(r.ok, r)
        self.parameters(PARAMS)
        gq.wait_for(lambda: not os.path.exists(kept), "none is kept without the option")

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
