# SPDX-License-Identifier: GPL-2.0-or-later
"""A job with a deadline that the limits of its account or QOS would never let start has no booking."""
import contextlib
import re
import unittest

import case
import dbd
import deadline
import gq
import test_users_accounts
from case import OTHER, at, soon
from deadline import LATE
from users import THIRD

ENFORCE = "associations,limits,qos"
NODES = "Nodes=n[1-8] MaxTime=UNLIMITED State=UP"
# What an account or a QOS may have that keeps a job of 3 nodes for 60 minutes from starting: the limit, the options
# of the job, why Slurm has it wait.
ASSOC = (
    ("MaxTRES=node=2", [], "AssocMaxNodePerJobLimit"),
    ("MaxTRES=cpu=5", ["-n6"], "AssocMaxCpuPerJobLimit"),
    ("MaxTRES=cpu=5", ["--exclusive"], "AssocMaxCpuPerJobLimit"),
    ("MaxTRES=cpu=5", ["-p", "whole"], "AssocMaxCpuPerJobLimit"),
    ("MaxTRESPerNode=cpu=1", ["-n6"], "AssocMaxCpuPerNode"),
    ("MaxTRES=gres/tape=5", ["--gres=tape:2"], "AssocMaxGRESPerJob"),
    ("GrpTRES=gres/tape=5", ["--gres=tape:2"], "AssocGrpGRES"),
    ("MaxWall=59", [], "AssocMaxWallDurationPerJobLimit"),
    ("MaxTRESMins=node=179", [], "AssocMaxNodeMinutesPerJob"),
    ("MaxJobs=0", [], "AssocMaxJobsLimit"),
    ("GrpJobs=0", [], "AssocGrpJobsLimit"),
    ("GrpTRES=node=2", [], "AssocGrpNodeLimit"),
    ("GrpTRES=cpu=5", ["--exclusive"], "AssocGrpCpuLimit"),
    ("GrpTRESRunMins=cpu=179", [], "AssocGrpCPURunMinutesLimit"),
)
QOS = (
    ("MaxTRESPerJob=node=2", [], "QOSMaxNodePerJobLimit"),
    ("MaxTRESPerUser=node=2", [], "QOSMaxNodePerUserLimit"),
    ("MaxTRESPerAccount=node=2", [], "MaxNodePerAccount"),
    ("MinTRESPerJob=node=4", [], "QOSMinNode"),
    ("MaxWall=59", [], "QOSMaxWallDurationPerJobLimit"),
    ("MaxJobsPerUser=0", [], "QOSMaxJobsPerUserLimit"),
    ("GrpTRES=node=2", [], "QOSGrpNodeLimit"),
)

_sacctmgr = None


def setUpModule():
    global _sacctmgr
    dbd.need()
    deadline.start(["GresTypes=tape"], extra=["Gres=tape:4"])
    test_users_accounts.start_accounting(case.cluster())
    _sacctmgr = test_users_accounts._accounting.sacctmgr
    _sacctmgr("add", "qos", "tight")
    _sacctmgr("modify", "account", "science", "set", "qos+=tight")
    for partition in (f"whole {NODES} OverSubscribe=EXCLUSIVE", f"ofqos {NODES} QOS=tight"):
        r = case.cluster().cluster("set", f"PartitionName={partition}")
        assert r.ok, r
    case.cluster().restart(AccountingStorageEnforce=ENFORCE, AccountingStorageTRES="gres/tape")
    case.cluster().wait_answering()
    gq.wait_for(lambda: "tight" in case.cluster().scontrol("show", "assoc_mgr").out, "the QOS is known", 15)


def limited(kind, *which):
    """A context in which this user, account or QOS has a limit, and slurmctld knows."""
    @contextlib.contextmanager
    def with_limit(words):
        _set(kind, which, words)
        try:
            yield
        finally:
            _set(kind, which, words.rpartition("=")[0] + "=-1")
    return with_limit


def _set(kind, which, words):
    before = _known()
    _sacctmgr("modify", kind, "where", *which, "set", words)
    gq.wait_for(lambda: _known() != before, f"slurmctld knows {words}", 15)


def _known():
    """All limits, without what is used of them, which is in brackets."""
    return re.sub(r"\([^)]*\)|Usage\S*=\S+", "", case.cluster().scontrol("show", "assoc_mgr").out)


user = limited("user", f"name={OTHER}", "account=physics")
above = limited("account", "name=science")
qos = limited("qos", "name=tight")


class Limits(deadline.Case):
    def reason(self, job):
        return self.c.run("squeue", "-h", "-j", job, "-o", "%r").out.strip()

    def kept_out(self, why, *words):
        """It has no booking, and waits for what sbatch says."""
        r = self.submit(None, at(14), 60, 3, *words, user=OTHER)
        job = self.not_booked(r, rf"the limits of account physics and QOS \w+ would never let it start .{why}.: "
                              "ask for less, or give another account or QOS")
        gq.wait_for(lambda: self.reason(job) == why, f"Slurm has it wait: {why}", 20)
        self.assertEqual(self.c.job_state(job), "PENDING")
        self.c.run("scancel", job)

    def let_in(self, *words):
        before = soon(0)
        job = self.book(None, at(14), 60, 3, *words, user=OTHER)
        self.wait_started(job, before)
        self.c.run("scancel", job)
        self.wait_unbooked()


class Submitted(Limits):
    def test_association(self):
        for words, options, why in ASSOC:
            with self.subTest(limit=words, options=options), user(words):
                self.kept_out(why, *options)

    def test_qos(self):
        for words, options, why in QOS:
            with self.subTest(limit=words), qos(words):
                self.kept_out(why, "--qos=tight", *options)
                self.kept_out(why, "-p", "ofqos", *options)
                self.let_in(*options)

    def test_account_above(self):
        with above("GrpTRES=node=2"):
            self.kept_out("AssocGrpNodeLimit")

    def test_just_within(self):
        with user("MaxTRES=gres/tape=6"):
            self.let_in("--gres=tape:2")
        with user("MaxTRES=node=3"), user("MaxWall=60"), user("GrpTRES=cpu=6"), user("MaxJobs=1"):
            self.let_in("--exclusive")

    def test_what_is_in_use(self):
        """Others have what the limit leaves, for now: they end before it starts."""
        with above("GrpTRES=node=4"):
            self.running_job("-N3", "-t1", "-A", "physics", user=OTHER)
            job = self.book(at(10), at(14), 60, 3, user=OTHER)
            self.assertBooked(job, at(10), 60, 3)

    def test_killed_at_a_limit(self):
        """What ends a job does not keep it from starting, unless the site says so."""
        with user("GrpTRESMins=cpu=179"):
            self.let_in()
        self.addCleanup(self.restart, AccountingStorageEnforce=ENFORCE)
        self.restart(AccountingStorageEnforce=ENFORCE + ",safe")
        with user("GrpTRESMins=cpu=179"):
            self.kept_out("AssocGrpCPUMinutesLimit")

    def test_refused_by_slurm(self):
        """Where the QOS has it so."""
        _sacctmgr("modify", "qos", "where", "name=tight", "set", "flags+=DenyOnLimit")
        self.addCleanup(_sacctmgr, "modify", "qos", "where", "name=tight", "set", "flags-=DenyOnLimit")
        with qos("MaxTRESPerJob=node=2"):
            r = self.submit(None, at(14), 60, 3, "--qos=tight", user=OTHER)
            self.assertFalse(r.ok, r)
            self.assertIn("QOSMaxNodePerJobLimit", r.err)
            self.assertEqual(self.bookings(), {})

    def test_not_enforced(self):
        self.addCleanup(self.restart, AccountingStorageEnforce=ENFORCE)
        self.restart(AccountingStorageEnforce="associations,qos")
        with user("MaxTRES=node=2"):
            self.let_in()


class Updated(Limits):
    def test_refused(self):
        """It would only wait then: the booking stays, and the job as it is."""
        job = self.book(at(10), at(14), 60, 3, user=OTHER)
        with user("MaxTRES=node=3"), user("MaxWall=60"), qos("MaxTRESPerJob=node=2"):
            for fields, why in ((dict(NumNodes="4-4"), "AssocMaxNodePerJobLimit"),
                                (dict(TimeLimit=61), "AssocMaxWallDurationPerJobLimit"),
                                (dict(QOS="tight"), "QOSMaxNodePerJobLimit"),
                                (dict(Partition="ofqos"), "QOSMaxNodePerJobLimit")):
                with self.subTest(fields=fields):
                    self.refused(self.change_job(job, user=OTHER, **fields), f"never let it start .{why}.",
                                 "give up the booking first")
                    self.assertBooked(job, at(10), 60, 3)

    def test_by_an_operator(self):
        """Slurm lets him set a limit of time aside, and starts it; one of nodes keeps it from starting all the same."""
        begin = soon(20)
        job = self.book(begin, begin + 7200, 5, 3, "-H", user=OTHER)
        with user("MaxTRES=node=3"), user("MaxWall=60"):
            self.refused(self.change_job(job, NumNodes="4-4"), "never let it start .AssocMaxNodePerJobLimit.")
            r = self.change_job(job, TimeLimit=70)
            self.assertTrue(r.ok, r)
            start, end, nodes = self.booking(job)
            self.assertEqual((end - start, nodes), (70 * 60 + LATE, 3))
            self.assertTrue(self.c.scontrol("release", job).ok)
            self.wait_started(job, begin)

    def test_another_account(self):
        """One that has no booking for its limits' sake gets it with another."""
        with user("MaxTRES=node=2"):
            r = self.submit(at(10), at(14), 60, 3, user=OTHER)
            job = self.not_booked(r, "AssocMaxNodePerJobLimit")
            self.assertTrue(self.change_job(job, user=OTHER, Account="chemistry").ok)
            self.assertBooked(job, at(10), 60, 3)

    def test_limit_set_later(self):
        """Its nodes are not kept for longer than its start."""
        begin = soon(3)
        job = self.book(begin, begin + 900, 2, 3, "-H", user=OTHER)
        with user("MaxTRES=node=2"), self.logged(
                r"is not booked any more, its deadline is no guarantee: the limits of account physics .*"
                r"would never let it start .AssocMaxNodePerJobLimit.", 3 * LATE):
            self.assertTrue(self.c.scontrol("release", job).ok)
        self.wait_unbooked()
        self.assertIsNone(self.name_of(job))


class OfAccounts(deadline.Case):
    """garq_account_*: what its jobs and the bookings with it in Accounts have together."""

    def setUp(self):
        super().setUp()
        self.addCleanup(self.limits)

    def limits(self, *words):
        words = ",".join([deadline.PARAMETERS, "garq_users=yes,garq_user_rate=0", *(f"garq_account_{w}" for w in words)])
        self.reconfigure(SchedulerParameters=words)

    def his(self, minutes, nodes, *words, user=OTHER):
        return self.book(at(10), at(20), minutes, nodes, *words, user=user)

    def refuse_him(self, line, minutes, nodes, *words):
        before = self.bookings()
        self.refused(self.submit(at(10), at(20), minutes, nodes, *words, user=OTHER), line)
        self.assertEqual(self.bookings(), before)

    def create(self, name, user=OTHER, minutes=60, nodes=1, **options):
        return self.c.create(name, user=user, StartTime=gq.stamp(at(10)), Duration=minutes, NodeCnt=nodes,
                             **{"Users": None, **options})

    def test_bookings(self):
        self.limits("bookings=2")
        job = self.his(60, 1)  # the default account: physics
        r = self.create("r", user=None, Accounts="physics")
        self.assertTrue(r.ok, r)
        line = r"account physics has 2 bookings, 2 at once are allowed \(garq_account_bookings\)"
        self.refuse_him(line, 60, 1)
        self.refuse_him(line, 60, 1, "-A", "physics")
        self.refused(self.create("s", Accounts="physics"), "s: " + line)
        self.refused(self.create("query", Accounts="physics"), line)
        other = self.his(60, 1, "-A", "chemistry")
        self.refused(self.change_job(other, user=OTHER, Account="physics", TimeLimit=30), line)
        self.assertBooked(other, at(10), 60, 1)
        self.assertTrue(self.create("own", Users=OTHER).ok)
        self.refused(self.c.update("own", user=OTHER, Accounts="physics"), "own: " + line)
        self.refused(self.c.update("own", user=OTHER, plus_Accounts="physics"), "own: " + line)
        self.assertTrue(self.c.update("own", user=OTHER, Duration=30).ok)
        self.assertTrue(self.change_job(job, user=OTHER, TimeLimit=30).ok)
        self.his(60, 1, user="daemon")  # biology
        self.book(at(10), at(20), 60, 1)  # an operator
        self.assertTrue(self.c.delete("r").ok)
        self.his(60, 1)

    def test_node_hours(self):
        self.limits("nodehours=4")
        self.his(60, 1)
        r = self.create("r", Accounts="physics,chemistry", minutes=120)
        self.assertTrue(r.ok, r)
        line = r"2.00 node-hours are asked for, 1.00 of 4 are left to account physics \(garq_account_nodehours\)"
        self.refuse_him(line, 60, 2)
        self.refused(self.create("s", Accounts="physics", nodes=2), "s: " + line)
        self.refused(self.c.update("r", user=OTHER, NodeCnt=2), "r: 4.00 node-hours are asked for, 3.00 of 4 are left")
        self.his(60, 2, "-A", "chemistry")
        job = self.his(60, 1)
        self.refused(self.change_job(job, user=OTHER, NumNodes="2-2"), line)
        self.assertBooked(job, at(10), 60, 1)

    def test_none(self):
        self.limits()
        for _ in range(3):
            self.his(60, 2)


class OfOwners(deadline.Case):
    """A coordinator changes the job of another user: the limits are those of the job's owner."""

    def setUp(self):
        super().setUp()
        self.reconfigure(SchedulerParameters=f"{deadline.PARAMETERS},garq_users=yes,garq_user_rate=0,garq_user_nodehours=4")
        self.addCleanup(self.reconfigure, SchedulerParameters=deadline.PARAMETERS)
        _sacctmgr("add", "coordinator", "account=physics", f"names={THIRD}")
        self.addCleanup(_sacctmgr, "delete", "coordinator", "account=physics", f"names={THIRD}")
        self.job = self.book(at(10), at(20), 60, 1, user=OTHER)
        gq.wait_for(lambda: self.change_job(self.job, user=THIRD, TimeLimit=59).ok, "the coordinator is known", 15)
        self.assertTrue(self.change_job(self.job, user=OTHER, TimeLimit=60).ok)

    def test_what_the_coordinator_has_does_not_count(self):
        self.book(at(10), at(20), 60, 3, user=THIRD)
        r = self.change_job(self.job, user=THIRD, NumNodes="3-3")
        self.assertTrue(r.ok, r)
        self.assertBooked(self.job, at(10), 60, 3)

    def test_what_the_owner_has_counts(self):
        self.book(at(10), at(20), 60, 2, user=OTHER)
        r = self.change_job(self.job, user=THIRD, NumNodes="3-3")
        self.refused(r, r"3.00 node-hours are asked for, more than the owner of the job has left .garq_user_nodehours.")
        self.assertNotIn(" left (", r.err.replace("has left (", ""))
        self.assertBooked(self.job, at(10), 60, 1)
        self.assertTrue(self.change_job(self.job, NumNodes="3-3").ok)  # an operator


if __name__ == "__main__":
    unittest.main()
