# SPDX-License-Identifier: GPL-2.0-or-later
"""Jobs with a deadline in partitions that are for some accounts or QOS, as slurmdbd knows them."""
import unittest

import case
import dbd
import deadline
import gq
import test_users_accounts
from case import OTHER, at, soon

NODES = "Nodes=n[1-8] MaxTime=UNLIMITED State=UP"
PARTITIONS = (f"physics {NODES} AllowAccounts=physics", f"others {NODES} DenyAccounts=physics",
              f"special {NODES} AllowQos=special", f"short {NODES} MaxTime=10 MaxNodes=2")


def setUpModule():
    dbd.need()
    deadline.start()
    test_users_accounts.start_accounting(case.cluster())
    accounting = test_users_accounts._accounting
    accounting.sacctmgr("add", "qos", "special", "flags=PartitionTimeLimit,PartitionMaxNodes")
    accounting.sacctmgr("modify", "account", "science", "set", "qos+=special")
    # AllowQos is read where the QOS is known.
    case.cluster().restart(AccountingStorageEnforce="associations,qos")
    r = case.cluster().cluster("set", *(f"PartitionName={p}" for p in PARTITIONS))
    assert r.ok, r
    case.cluster().restart()
    case.cluster().wait_answering()
    gq.wait_for(lambda: "special" in case.cluster().scontrol("show", "assoc_mgr").out, "the QOS is known", 15)


class Accounts(deadline.Case):
    def reason(self, job):
        return self.c.run("squeue", "-h", "-j", job, "-o", "%r").out.strip()

    def kept_out(self, why, *words, user=OTHER, minutes=60):
        r = self.submit(None, at(14), minutes, 3, *words, user=user)
        job = self.not_booked(r, why)
        gq.wait_for(lambda: self.reason(job) not in ("None", "Priority", ""), "Slurm says why it waits")
        self.assertEqual(self.c.job_state(job), "PENDING")

    def let_in(self, *words, user=OTHER, minutes=60):
        before = soon(0)
        job = self.book(None, at(14), minutes, 3, *words, user=user)
        self.wait_started(job, before)

    def test_account(self):
        self.kept_out("partition physics does not let this account in .AllowAccounts=physics.: give another account,",
                      "-p", "physics", "-A", "chemistry")
        self.let_in("-p", "physics", "-A", "physics")

    def test_default_account(self):
        """His is physics, which is the first that he got; of root it is science."""
        self.kept_out("does not let this account in", "-p", "physics", user=None)
        self.let_in("-p", "physics")

    def test_denied_account(self):
        self.kept_out("partition others does not let this account in .DenyAccounts=physics.", "-p", "others")
        self.let_in("-p", "others", "-A", "chemistry")

    def test_qos(self):
        self.kept_out("partition special does not let this QOS in .AllowQos=special.: give another QOS,", "-p", "special")
        self.let_in("-p", "special", "--qos=special")

    def test_qos_sets_limits_aside(self):
        self.kept_out("does not take jobs of 3 nodes", "-p", "short", minutes=5)
        self.let_in("-p", "short", "--qos=special", minutes=60)

    def test_update(self):
        job = self.book(at(10), at(14), 60, 3, "-p", "special", "--qos=special", user=OTHER)
        for fields, why in ((dict(QOS="normal"), "does not let this QOS in"),
                            (dict(Partition="others"), "does not let this account in")):
            with self.subTest(fields=fields):
                self.refused(self.change_job(job, user=OTHER, **fields), why, "give up the booking first")
                self.assertBooked(job, at(10), 60, 3)
        r = self.change_job(job, user=OTHER, Partition="others", Account="chemistry")
        self.assertTrue(r.ok, r)
        self.assertBooked(job, at(10), 60, 3)


if __name__ == "__main__":
    unittest.main()
