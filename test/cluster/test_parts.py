# SPDX-License-Identifier: GPL-2.0-or-later
"""Of several accounts or users one is gone: the others use the booking (plugin/booking/place/part.h)."""
import re
import unittest

import case
import dbd
import gq
import test_users_accounts as users
from case import OTHER, at

PART = r" (?:BurstBuffer|Comment)=made in part: (.*); it is tried again"
THIRD = users.THIRD

_accounting = None


def setUpModule():
    global _accounting
    dbd.need()
    case.start(4, params="garq_users=yes,garq_user_rate=0")
    users.start_accounting(case.cluster())
    _accounting = users._accounting


class Gone(case.Case):
    """games: physics and chemistry; daemon: biology."""
    enforce = ""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        case.cluster().restart(AccountingStorageEnforce=cls.enforce)
        case.cluster().wait_answering()

    def gone(self, *words):
        """It leaves slurmdbd, and Slurm purges what has it; a test has it again afterwards."""
        self.c.kill_controller()
        _accounting.sacctmgr("delete", *words)
        self.c.start_controller()
        self.c.wait_answering()

    def back(self, *words):
        _accounting.sacctmgr("add", *words)
        self.reconfigure()
        gq.wait_for(lambda: not self.lacks("r"), "it is whole")

    def lacks(self, name):
        found = re.search(PART, self.c.scontrol("-o", "show", "reservation", name).out)
        return found and found[1]

    def submits(self, user, account):
        r = self.c.run("sbatch", "-o", "/dev/null", "-D", "/", "--reservation=r", "-A", account, "--wrap", "true",
                       user=user)
        if r.ok:
            self.c.run("scancel", r.out.split()[-1])
        return r.ok

    def row(self):
        return self.ledger("SELECT users, accounts FROM booking WHERE name = 'r' AND closed IS NULL")[0]

    def check(self, accounts, lacks, row):
        """Twice: also after a start which finds what the one before has made."""
        for _ in range(2):
            self.assertEqual(self.fields("r")["Accounts"], accounts)
            self.assertEqual(self.lacks("r"), lacks)
            self.assertEqual(self.row(), row)
            self.kill()


class NotEnforced(Gone):
    """Slurm takes jobs without associations, but no reservation for an account that has none."""

    def test_one_account_of_two(self):
        self.make("r", at(10), at(11), Users=None, NodeCnt=2, Accounts="biology,physics")
        self.gone("account", "biology")
        self.check("physics", "Slurm does not take accounts: biology", (None, "biology,physics"))
        _accounting.sacctmgr("add", "account", "biology", "parent=science")
        self.back("user", THIRD, "account=biology")
        self.assertEqual(self.fields("r")["Accounts"], "biology,physics")


class Parts(Gone):
    enforce = "associations"

    def test_one_account_of_two(self):
        self.make("r", at(10), at(11), Users=None, NodeCnt=2, Accounts="biology,physics")
        self.assertTrue(self.submits(THIRD, "biology") and self.submits(OTHER, "physics"))
        self.gone("account", "biology")
        self.check("physics", "Slurm does not take accounts: biology", (None, "biology,physics"))
        self.assertTrue(self.submits(OTHER, "physics"))
        self.assertFalse(self.submits(OTHER, "chemistry"))
        fields = self.change("r", end=at(12), plus_Accounts="chemistry")
        self.assertEqual((fields["Accounts"], fields["EndTime"]), ("physics,chemistry", gq.stamp(at(12))))
        _accounting.sacctmgr("add", "account", "biology", "parent=science")
        self.back("user", THIRD, "account=biology")
        self.assertEqual(self.row(), (None, "physics,chemistry,biology"))
        self.assertTrue(self.submits(THIRD, "biology"))

    def test_named_whole(self):
        """An update that names the accounts takes those that are gone out of the booking."""
        self.make("r", at(10), at(11), Users=None, NodeCnt=2, Accounts="biology,physics")
        self.gone("account", "biology")
        try:
            self.change("r", Accounts="physics")
            gq.wait_for(lambda: not self.lacks("r"), "it is whole")
            self.assertEqual(self.row(), (None, "physics"))
        finally:
            _accounting.sacctmgr("add", "account", "biology", "parent=science")
            _accounting.sacctmgr("add", "user", THIRD, "account=biology")

    def test_all_accounts(self):
        """It is for nobody then, and not for everybody."""
        self.make("r", at(10), at(11), Users=None, NodeCnt=2, Accounts="biology")
        self.gone("account", "biology")
        self.assertRegex(self.shown(), r"Users=root .*=not made again: .*\(Accounts=biology\)")
        self.assertFalse(self.submits(OTHER, "physics"))
        _accounting.sacctmgr("add", "account", "biology", "parent=science")
        _accounting.sacctmgr("add", "user", THIRD, "account=biology")

    def test_account_that_is_kept_out(self):
        self.make("r", at(10), at(11), Users=None, NodeCnt=2, Accounts="-biology,-physics")
        self.gone("account", "biology")
        self.check("-physics", "Slurm does not take accounts: -biology", (None, "-biology,-physics"))
        self.assertFalse(self.submits(OTHER, "physics"))
        _accounting.sacctmgr("add", "account", "biology", "parent=science")
        self.back("user", THIRD, "account=biology")
        self.assertEqual(self.fields("r")["Accounts"], "-biology,-physics")

    def test_user_of_a_course(self):
        """Slurm insists on associations of each user."""
        self.make("wall", at(8), at(9), NodeCnt=4)
        self.make("r", at(10), at(11), NodeCnt=2, Users=f"{OTHER},{THIRD}")
        self.gone("user", THIRD)
        self.assertEqual(self.fields("r")["Users"], OTHER)
        self.assertEqual(self.lacks("r"), f"Slurm does not take users: {THIRD}")
        self.assertTrue(self.submits(OTHER, "physics"))
        self.back("user", THIRD, "account=biology")
        self.assertEqual(self.fields("r")["Users"], f"{OTHER},{THIRD}")


if __name__ == "__main__":
    unittest.main()
