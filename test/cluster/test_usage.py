# SPDX-License-Identifier: GPL-2.0-or-later
"""CPU time of bookings: sresv usage and show, ReservationName=usage. It agrees with sacct and slurmdbd to the second."""
import csv
import io
import json
import time

import case
import dbd
import gq
import test_users_accounts
from case import OTHER, at, soon
from users import THIRD

TOOL = gq.sresv()
DONE, UNKNOWN = 0, 5

_accounting = None


def setUpModule():
    global _accounting
    dbd.need()
    case.start(4, params="garq_users=yes,garq_user_rate=0,garq_user_bookings=0")
    test_users_accounts.start_accounting(case.cluster())
    _accounting = test_users_accounts._accounting
    case.cluster().restart(AccountingStorageEnforce="associations")
    case.cluster().wait_answering()
    gq.wait_for(lambda: "physics" in case.cluster().scontrol("show", "assoc_mgr").out, "the accounts are known")


class Case(case.Case):
    def usage(self, *words, user=None, code=DONE):
        r = self.c.run(TOOL, "usage", *words, "--json", user=user)
        self.assertEqual(r.code, code, r)
        return json.loads(r.out)["usage"]

    def of(self, name, user=None):
        """The last booking of a name: seconds of a CPU that it held and that were used."""
        last = self.usage(name, user=user)[-1]
        return tuple(last[f"{k}-s"] for k in ("booked", "held", "used", "given-back"))

    def ended_job(self, *words, sleep, **more):
        job = self.running_job(*words, sleep=sleep, **more)
        self.wait_state(job, "COMPLETED")
        return job

    def in_sacct(self, *jobs):
        """CPU seconds of jobs."""
        def rows():
            out = self.c.run("sacct", "-X", "-n", "-P", "-o", "State,CPUTimeRAW", "-j", ",".join(jobs)).out.splitlines()
            done = [line.split("|") for line in out]
            over = all(s.split()[0] in ("COMPLETED", "CANCELLED", "TIMEOUT") for s, _ in done)
            return len(done) == len(jobs) and over and done
        return sum(int(t) for _, t in gq.wait_for(rows, lambda: f"slurmdbd has {jobs}: {self.c.run('sacct', '-X', '-o', 'JobId,State,Elapsed,AllocCPUS')}"))

    def in_slurmdbd(self, name):
        """CPU seconds of the reservations of a name."""
        def rows():
            out = self.c.run("sacctmgr", "-n", "-P", "show", "reservation", f"names={name}",
                             "format=start,end,tres").out.split()
            return out and [line.split("|") for line in out]
        total = 0
        for start, end, tres in gq.wait_for(rows, "slurmdbd has the reservation"):
            cpus = dict(t.split("=") for t in tres.split(",")).get("cpu", 0)
            total += (gq.seconds(end) - gq.seconds(start)) * int(cpus)
        return total


class Agrees(Case):
    def test_over_a_life(self):
        """Two jobs, a kill between them, nodes given back, an end: as sacct and slurmdbd have it."""
        start = soon(3)
        self.make("mine", start, start + 600, NodeCnt=3, user=OTHER, Users=OTHER)
        gq.wait_for(lambda: time.time() > start, "it begins")
        jobs = [self.ended_job("--reservation=mine", "-N2", "-n4", sleep=3, user=OTHER)]
        time.sleep(6)	# Slurm saves its jobs; else it takes this one to be running once more
        self.kill()
        jobs.append(self.ended_job("--reservation=mine", "-n1", sleep=2, user=OTHER))
        self.assertEqual(self.of("mine")[2], self.in_sacct(*jobs))
        self.assertTrue(self.c.run(TOOL, "give", "mine", "-N", "1").ok)
        jobs.append(self.running_job("--reservation=mine", "-n2", user=OTHER))
        time.sleep(3)
        booked, held, used, _ = self.of("mine")
        self.assertGreater(used, self.in_sacct(*jobs[:2]) + 2)  # the job that runs, too
        self.assertTrue(self.c.run("scancel", jobs[-1]).ok)
        self.wait_state(jobs[-1], "CANCELLED")
        self.assertTrue(self.c.run(TOOL, "end", "mine").ok)
        gq.wait_for(lambda: self.closed("mine"), "it has ended")
        booked, held, used, back = self.of("mine")
        self.assertEqual(booked, 3 * 2 * 600)
        self.assertEqual((used, back), (self.in_sacct(*jobs), booked - held))
        self.assertEqual(held, self.in_slurmdbd("mine"))

    def test_suspended(self):
        """Not while it is suspended: as it is, when it is cancelled so, and when it is queued again."""
        start = soon(3)
        self.make("still", start, start + 600, NodeCnt=1, user=OTHER, Users=OTHER)
        gq.wait_for(lambda: time.time() > start, "it begins")
        job = self.running_job("--reservation=still", "-n2", user=OTHER)
        time.sleep(4)
        self.assertTrue(self.c.scontrol("suspend", job).ok)
        ran = self.of("still")[2]
        time.sleep(5)
        self.assertLess(abs(self.of("still")[2] - ran), 4)
        self.c.run("scancel", job)
        self.wait_state(job, "CANCELLED")
        gq.wait_for(lambda: self.of("still")[2] == self.in_sacct(job), lambda: f"{self.of('still')}, {self.in_sacct(job)}")

    def test_natural_end(self):
        """A job that its reservation ends, and one that ends in a second."""
        start = soon(3)
        self.make("short", start, start + 10, NodeCnt=1, user=OTHER, Users=OTHER)
        gq.wait_for(lambda: time.time() > start, "it begins")
        jobs = [self.ended_job("--reservation=short", sleep=1, user=OTHER)]
        jobs.append(self.running_job("--reservation=short", "-t1", user=OTHER))
        gq.wait_for(lambda: self.closed("short"), "it has ended", 180)
        held = self.of("short")[1]
        self.assertEqual(held, 2 * 10)
        began = gq.seconds(self.c.run("sacct", "-X", "-n", "-P", "-o", "Start", "-j", jobs[1]).out.strip())
        self.assertEqual(self.of("short")[2], self.in_sacct(jobs[0]) + (start + 10 - began))

    def test_moved(self):
        self.make("flex", at(10), at(11), NodeCnt=2, MaxStartDelay="4:00:00", user=OTHER, Users=OTHER)
        self.make("big", at(10), at(11), NodeCnt=4)
        row, = self.usage("flex")
        self.assertEqual((row["moved"], row["booked"], row["held"], row["user"]), (1, 4, 0, OTHER))
        self.c.delete("flex")
        row, = self.usage("flex")
        self.assertEqual((row["given-back"], row["moved"]), (4, 1))


class Sums(Case):
    def test_by_account(self):
        month = time.strftime("%Y-%m", time.localtime(at(10)))
        self.make("a", at(10), at(11), NodeCnt=1, Users=None, Accounts="physics")
        self.make("b", at(12), at(14), NodeCnt=2, Users=None, Accounts="physics")
        self.make("c", at(12), at(13), NodeCnt=1, Users=None, Accounts="biology")
        self.make("d", at(15), at(16), NodeCnt=1, user=THIRD, Users=THIRD)
        def sums(*words, **more):
            return {(r["account"], r["user"]): (r["bookings"], r["booked"]) for r in self.usage("--month", month, *words, **more)}
        every = sums()
        self.assertEqual([every[k] for k in (("physics", "root"), ("biology", "root"))], [(2, 10), (1, 2)])
        self.assertGreaterEqual(every[(None, THIRD)][1], 2)
        self.assertEqual(set(sums("--account", "biology")), {("biology", "root")})
        self.assertEqual(set(sums(user=THIRD)), {(None, THIRD)})
        self.assertEqual({k[1] for k in sums(user=OTHER)} - {OTHER}, set())
        # A coordinator sees what is for the account.
        _accounting.sacctmgr("add", "coordinator", "account=biology", f"names={OTHER}")
        gq.wait_for(lambda: ("biology", "root") in sums(user=OTHER), "slurmctld knows of the coordinator")
        self.assertNotIn((None, THIRD), sums(user=OTHER))
        self.assertEqual(len(self.usage("c", user=OTHER)), 1)
        r = self.c.run(TOOL, "usage", "d", user=OTHER)
        self.assertEqual((r.code, "nothing is known of a booking d" in r.err), (UNKNOWN, True), r)

    def test_forms(self):
        month = time.strftime("%Y-%m", time.localtime(at(10)))
        self.make("both", at(10), at(11), NodeCnt=1, Users=None, Accounts="physics,biology")
        r = self.c.run(TOOL, "usage", "--each", "--month", month, "--csv")
        rows = [row for row in csv.DictReader(io.StringIO(r.out)) if row["NAME"] == "both"]
        self.assertEqual([(r["ACCOUNT"], r["BOOKED"], r["START"]) for r in rows],
                         [("physics,biology", "2.00", gq.stamp(at(10)))])
        told = self.c.create("usage:*", StartTime=f"{month}-01", Duration=45 * 24 * 60, NodeCnt=1)
        self.assertTrue(told.ok, told)
        self.assertRegex(told.out, r"none, this is the CPU time of \d+ bookings, in hours\nNAME.*\n(.*\n)*both +\S+ physics,biology")
        self.make("soonish", soon(60), soon(120), NodeCnt=1)
        for name in ("usage", "usage:*", "usage:soonish"):
            self.assertRegex(self.c.create(name, StartTime="now", Duration=1, NodeCnt=1).out, r"none, this is the CPU time of \d+ ")
        later = self.c.create("usage:*", StartTime=gq.stamp(at(9)), EndTime=gq.stamp(at(23)), NodeCnt=1).out
        self.assertEqual(("both" in later, "soonish" in later), (True, False), later)
        self.assertEqual(self.usage("--month", "2001-01"), [])
        for words, why in ((["--month", "2026-13"], "neither a month"), (["--month", "last", "--since", "now"], "without"),
                           (["both", "--each"], "leave out"), (["--csv", "--parsable"], "goes without")):
            r = self.c.run(TOOL, "usage", *words)
            self.assertEqual((r.code, why in r.err), (2, True), r)
        self.assertEqual(set(self.c.reservations()), {"both", "soonish"})

    def test_show(self):
        start = soon(2)
        self.make("now", start, start + 300, NodeCnt=2)
        self.assertNotIn("HELD", self.c.run(TOOL, "show", "now").out)
        gq.wait_for(lambda: time.time() > start + 2, "it has begun")
        shown = json.loads(self.c.run(TOOL, "show", "now", "--json").out)["usage"]
        self.assertGreater(shown[0]["held-s"], 0)
