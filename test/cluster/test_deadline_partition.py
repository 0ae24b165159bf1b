# SPDX-License-Identifier: GPL-2.0-or-later
"""A job with a deadline that its partition does not let in has no booking."""
import case
import deadline
import gq
from case import OTHER, at, soon
from deadline import LATE

NODES = "Nodes=n[1-8]"
PARTITIONS = {
    "closed": "AllowGroups=root", "rootonly": "RootOnly=YES", "noroot": "DisableRootJobs=YES",
    "elsewhere": "AllocNodes=nowhere", "short": "MaxTime=10", "few": "MaxNodes=2", "many": "MinNodes=4",
    "memory": "MaxMemPerNode=500", "account": "AllowAccounts=physics", "denied": "DenyAccounts=physics",
    "down": "State=DOWN", "drain": "State=DRAIN", "inactive": "State=INACTIVE", "resv": "ReqResv=YES",
}
# What keeps a job of 3 nodes for 60 minutes out of a partition: whose, options, what sbatch says.
KEPT_OUT = {
    "closed": (OTHER, [], f"does not let {OTHER} in .AllowGroups=root.: give another one"),
    "rootonly": (OTHER, [], "for root alone .RootOnly.: give another one"),
    "noroot": (None, [], "runs no jobs of root .DisableRootJobs.: give another one"),
    "elsewhere": (None, [], "takes no jobs from this node .AllocNodes."),
    "short": (None, [], "has a MaxTime of 10 minutes: give a shorter --time, or another partition"),
    "few": (None, [], "does not take jobs of 3 nodes: give another -N"),
    "many": (None, [], "does not take jobs of 3 nodes: give another -N"),
    "memory": (None, ["--mem=600"], "does not give so much memory .*: give a smaller --mem"),
    "down": (None, [], "is DOWN: give another one, or wait until it is up"),
    "drain": (None, [], "is DRAIN: give another one, or wait until it is up"),
    "inactive": (None, [], "is INACTIVE: give another one, or wait until it is up"),
}
# Without a database Slurm has no accounts, and from 23.02 on does not look at those of partitions.
if gq.VERSION < (23, 2):
    KEPT_OUT["account"] = (None, ["-A", "physics"], "does not let this account in .AllowAccounts=physics.")


def setUpModule():
    deadline.start([f"PartitionName={name} {NODES} {words}" for name, words in PARTITIONS.items()])


class Partition(deadline.Case):
    def kept_out(self):
        """Each of them, with what it is submitted by."""
        return [(name, *what) for name, what in KEPT_OUT.items() if case.ROOT or not what[0]]

    def reason(self, job):
        return self.c.run("squeue", "-h", "-j", job, "-o", "%r").out.strip()

    def assertWaits(self, job):
        """Slurm has looked at it, and will not start it."""
        gq.wait_for(lambda: self.reason(job) not in ("None", "Priority", ""), "Slurm says why it waits")
        self.assertEqual(self.c.job_state(job), "PENDING")
        self.assertNotIn(self.reason(job), ("Resources", "BeginTime"))


class Submitted(Partition):
    def test_kept_out(self):
        """Slurm refuses it, or it waits: there is no booking, and sbatch tells."""
        for name, user, words, why in self.kept_out():
            with self.subTest(partition=name):
                r = self.submit(None, at(14), 60, 3, "-p", name, *words, user=user)
                self.assertRegex(r.err, f"not booked, --deadline is no guarantee: partition {name}.* {why}")
                self.assertEqual(self.bookings(), {})
                if r.ok:
                    self.assertWaits(r.out.strip())
                self.assertEqual(self.live(), set())

    def test_enforced(self):
        """Where the site says so Slurm refuses it."""
        self.addCleanup(self.reconfigure, EnforcePartLimits="NO")
        self.reconfigure(EnforcePartLimits="ALL")
        for name, user, words, why in self.kept_out():
            with self.subTest(partition=name):
                r = self.submit(None, at(14), 60, 3, "-p", name, *words, user=user)
                self.assertRegex(r.err, f"not booked, --deadline is no guarantee: partition {name}.* {why}")
                self.assertFalse(r.ok and name != "down", r)
                self.assertEqual(self.bookings(), {})

    def test_let_in(self):
        """What is within the limits is booked, and starts."""
        for name, minutes, nodes, words in (
                ("closed", 60, 3, []), ("rootonly", 60, 3, []), ("short", 10, 3, []), ("few", 60, 2, []),
                ("many", 60, 4, []), ("memory", 60, 3, ["--mem=400"]), ("resv", 60, 3, []),
                ("denied", 60, 3, [])):
            with self.subTest(partition=name):
                before = soon(0)
                job = self.book(None, at(14), minutes, nodes, "-p", name, *words)
                self.wait_started(job, before)
                self.c.run("scancel", job)
                self.wait_unbooked()

    def test_more_nodes_at_most(self):
        """The higher one of two numbers is what a partition looks at."""
        job = self.not_booked(self.submit(None, at(14), 60, "2-5", "-p", "few"), "does not take jobs of 2-5 nodes")
        self.assertWaits(job)


class Updated(Partition):
    def refuse_job(self, job, pattern, user=None, **fields):
        before, booking = self.job_fields(job), self.booking(job)
        self.refused(self.change_job(job, user=user, **fields), pattern, "give up the booking first")
        self.assertEqual(self.booking(job), booking)
        for key in ("Partition", "TimeLimit", "NumNodes", "Account", "QOS", "Reservation"):
            self.assertEqual(self.job_fields(job).get(key), before.get(key), key)

    def test_kept_out(self):
        """What would only wait there stays where it is, with its booking."""
        for name, user, words, _ in self.kept_out():
            with self.subTest(partition=name):
                job = self.book(at(10), at(14), 60, 3, *words, user=user)
                self.refuse_job(job, f"partition {name}", user=user, Partition=name)
                self.c.run("scancel", job)
                self.wait_unbooked()

    def test_given_up_first(self):
        job = self.book(at(10), at(14), 60, 3)
        self.assertTrue(self.change_job(job, ReservationName="").ok)
        self.assertTrue(self.change_job(job, Partition="down").ok)
        self.wait_unbooked()
        self.assertEqual(self.job_fields(job)["Partition"], "down")

    def test_let_in_elsewhere(self):
        """One that has no booking for its partition's sake gets it with another."""
        job = self.not_booked(self.submit(at(10), at(14), 60, 3, "-p", "short"), "MaxTime")
        self.assertTrue(self.change_job(job, Partition="main").ok)
        self.assertBooked(job, at(10), 60, 3)

    def test_time_and_nodes(self):
        job = self.book(at(10), at(14), 5, 2, "-p", "short")
        self.assertTrue(self.change_job(job, TimeLimit=10).ok)
        self.assertBooked(job, at(10), 10, 2)
        other = self.book(at(10), at(14), 60, 2, "-p", "few")
        self.refuse_job(other, "does not take jobs of 3 nodes", NumNodes="3-3")

    @case.needs_root
    def test_time_of_a_user(self):
        job = self.book(None, soon(3600), 5, 2, "-p", "short", "-H", user=OTHER)
        self.refuse_job(job, "MaxTime of 10 minutes", user=OTHER, TimeLimit=11)
        self.assertEqual(self.job_fields(job)["Partition"], "short")

    def test_time_of_an_operator(self):
        """He may give more than the partition does, and Slurm starts it."""
        begin = soon(20)
        job = self.book(begin, begin + 3600, 5, 2, "-p", "short", "-H")
        self.assertTrue(self.change_job(job, TimeLimit=20).ok)
        start, end, nodes = self.booking(job)
        self.assertEqual((end - start, nodes), (20 * 60 + LATE, 2))
        self.assertTrue(self.c.scontrol("release", job).ok)
        self.wait_started(job, begin)

    def test_what_the_partition_is_not_about(self):
        """It went down, which does not keep its jobs from being changed."""
        job = self.book(at(10), at(14), 60, 2, "-p", "half")
        self.addCleanup(self.c.scontrol, "update", "PartitionName=half", "State=UP")
        self.assertTrue(self.c.scontrol("update", "PartitionName=half", "State=DOWN").ok)
        self.assertTrue(self.change_job(job, TimeLimit=30).ok)
        self.assertBooked(job, at(10), 30, 2)


class Changed(Partition):
    """The partition does, when the job is booked."""

    def set_partition(self, **fields):
        r = self.c.scontrol("update", "PartitionName=half", *(f"{k}={v}" for k, v in fields.items()))
        self.assertTrue(r.ok, r)

    def test_down_for_a_while(self):
        """It is booked anew as long as its window lasts, and starts when the partition is up."""
        begin = soon(3)
        job = self.book(begin, begin + 900, 2, 2, "-p", "half", "-H")
        name = self.name_of(job)
        self.addCleanup(self.set_partition, State="UP")
        self.set_partition(State="DOWN")
        self.assertTrue(self.c.scontrol("release", job).ok)
        gq.wait_for(lambda: self.name_of(job) not in (name, None), "it is booked anew", 3 * LATE)
        self.set_partition(State="UP")
        self.wait_started(job, begin, begin + 900 - 120)

    def test_limit(self):
        """It would never start there: its nodes are not kept for longer than its start."""
        begin = soon(3)
        job = self.book(begin, begin + 900, 2, 2, "-p", "half", "-H")
        self.addCleanup(self.set_partition, MaxTime="UNLIMITED")
        with self.logged("is not booked any more, its deadline is no guarantee: partition half has a MaxTime of 1",
                         3 * LATE):
            self.set_partition(MaxTime=1)
            self.assertTrue(self.c.scontrol("release", job).ok)
        self.wait_unbooked()
        self.assertIsNone(self.name_of(job))
        self.assertEqual(self.c.job_state(job), "PENDING")
