# SPDX-License-Identifier: GPL-2.0-or-later
"""CPU time of bookings: sresv usage and show, ReservationName=usage. It agrees with sreport and sacct to the second."""
import csv
import io
import json
import time

import case
import dbd
import gq
import test_users_accounts
import timing
from case import OTHER, ahead, at, margin, soon
from users import THIRD

TOOL = gq.sresv()
DONE, UNKNOWN = 0, 5
PARTITIONS = [f"PartitionName={name} Nodes={nodes} State=UP"
              for name, nodes in (("few", "n[3-4]"), ("mend", "n[5-7]"), ("much", "n[8-10]"))]

_accounting = None


def setUpModule():
    global _accounting
    dbd.need()
    case.start(11, [*PARTITIONS, *case.STAYS_DOWN], params="garq_users=yes,garq_user_rate=0,garq_user_bookings=0,garq_freeze=0,garq_return=never")
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

    def in_sacct(self, *jobs):
        """CPU seconds of jobs."""
        def rows():
            out = self.c.run("sacct", "-X", "-n", "-P", "-o", "State,CPUTimeRAW", "-j", ",".join(jobs)).out.splitlines()
            done = [line.split("|") for line in out]
            over = not any(s.split()[0] in ("PENDING", "RUNNING", "SUSPENDED", "REQUEUED") for s, _ in done)
            return len(done) == len(jobs) and over and done
        return sum(int(t) for _, t in gq.wait_for(rows, lambda: f"slurmdbd has {jobs}: {self.c.run('sacct', '-X', '-o', 'JobId,State,Elapsed,AllocCPUS')}"))


class Agrees(Case):
    """sresv usage, sreport and sacct have the same seconds of each booking."""

    def reported(self, name, since):
        """CPU seconds that sreport has of the reservations of a name: held, allocated, idle.

        It reports each row that meets the hours asked for, whole. It rounds their end, which is not after the present, to an hour,
        but reports one hour at least.
        """
        rows = set()
        for hour in {time.strftime("%Y-%m-%dT%H:00:00", time.localtime(t)) for t in (since, time.time())}:
            r = self.c.run("sreport", "-n", "-P", "-t", "seconds", "-T", "cpu", "reservation", "utilization", f"names={name}",
                           f"start={hour}", "format=id,start,end,allocated,idle")
            self.assertTrue(r.ok, r)
            rows |= {tuple(line.split("|")) for line in r.out.splitlines()}
        used, idle = (sum(int(row[i]) for row in rows) for i in (3, 4))
        return used + idle, used, idle

    def of_jobs(self, last, *jobs):
        """CPU seconds of jobs, as sacct has them, within the time of a booking."""
        if not jobs:
            return 0
        self.in_sacct(*jobs)
        total = 0
        for line in self.c.run("sacct", "-X", "-D", "-n", "-P", "-o", "Start,End,AllocCPUS", "-j", ",".join(jobs)).out.splitlines():
            start, end, cpus = line.split("|")
            if "Unknown" not in (start, end):
                span = min(gq.seconds(end), last["closed"] or last["end"], last["end"]) - max(gq.seconds(start), last["start"])
                total += max(span, 0) * int(cpus)
        return total

    def assertAgree(self, name, since, *jobs):
        """RET CPU seconds held and used."""
        def all_have():
            last = self.usage(name)[-1]
            held, used = self.agreed = (last["held-s"], last["used-s"])
            sacct, sreport = self.of_jobs(last, *jobs), self.reported(name, since)
            self.told = f"{name}: sresv {last}, sacct {sacct}, sreport {sreport}"
            back = max(last["booked-s"] - held, 0) if last["closed"] else 0
            return used == sacct and sreport == (held, used, held - used) and last["given-back-s"] == back
        gq.wait_for(all_have, lambda: self.told, 20)
        return self.agreed

    def test_over_lives(self):
        """Bookings that shift, are parked, repaired, changed, cut; slurmctld ends and is killed while they run."""
        start = ahead(20)
        begin = start - 60
        later = start + timing.PARK_LEAD + 8
        mine = {"user": OTHER, "Users": OTHER}
        self.make("first", start, start + 8, Nodes="n[1-2]", **mine)
        self.make("next", later - 2, later, Nodes="n[1-2]")
        self.make("parked", later, later + 600, Nodes="n[1-2]", **mine)
        self.make("shifted", start, start + 600, NodeCnt=2, PartitionName="few", MaxStartDelay="1:00:00", **mine)
        self.make("front", start, start + 6, Nodes="n[3-4]", **mine)
        self.assertLies("shifted", start + 6, start + 606, 2)
        self.make("short", start, start + margin(25), Nodes="n11", **mine)
        self.make("mended", start, start + 600, NodeCnt=2, PartitionName="mend", **mine)
        self.make("changed", start, start + 600, NodeCnt=3, PartitionName="much", **mine)
        gq.wait_for(lambda: self.ledger("SELECT 1 FROM booking WHERE name = 'parked' AND parked"), "it is parked")
        gq.wait_for(lambda: time.time() > start, "they begin")
        jobs = {name: [self.job(f"--reservation={name}", *words, "--no-requeue", sleep=sleep, user=OTHER)]
                for name, sleep, *words in (("short", 3600, "-n2", "-t1"), ("mended", 3600, "-N2", "-n2"),
                                            ("changed", 2, "-N3", "-n6"), ("shifted", 3, "-N2", "-n4"))}
        self.wait_state(jobs["changed"][0], "COMPLETED")
        lost = min(self.nodes("mended"))
        self.set_node(lost, "DOWN")
        self.assertTrue(self.c.run(TOOL, "give", "changed", "-N", "1").ok)
        self.change("changed", end=start + 900)
        jobs["changed"].append(self.running_job("--reservation=changed", "-n2", user=OTHER))
        gq.wait_for(lambda: lost not in self.nodes("mended"), "it has another node")
        self.restart()
        jobs["mended"].append(self.running_job("--reservation=mended", "-N2", "-n4", user=OTHER))
        jobs["shifted"].append(self.running_job("--reservation=shifted", "-n1", user=OTHER))
        self.change("changed", end=start + 500)
        gq.wait_for(lambda: time.time() > later + 1, "the last one begins")  # sacct tells no reservation of a job of its first second
        jobs["parked"] = [self.running_job("-J", "last", "--reservation=parked", "-n1", user=OTHER)]
        self.wait_job_saved("last")
        # What slurmctld has not told slurmdbd when it is killed, sreport does not know.
        gq.wait_for(lambda: "parked" in self.c.run("sacct", "-X", "-n", "-o", "Reservation", "-j", *jobs["parked"]).out, "slurmdbd knows")
        self.kill()
        self.c.run("scancel", *(job for of in jobs.values() for job in of))
        for name in ("parked", "shifted", "mended", "changed"):
            gq.wait_for(lambda name=name: self.c.delete(name).ok, f"the jobs of {name} have ended")
        for name, of in {"first": [], "front": [], **jobs}.items():
            held, used = self.assertAgree(name, begin, *of)
            self.assertGreater(held, 0)
            self.assertEqual(bool(used), bool(of))

    def test_suspended(self):
        """Not while it is suspended; sreport counts that."""
        start = soon(3)
        self.make("still", start, start + 600, NodeCnt=1, user=OTHER, Users=OTHER)
        gq.wait_for(lambda: time.time() > start, "it begins")
        job = self.running_job("--reservation=still", "-n2", user=OTHER)
        gq.wait_for(lambda: self.of("still")[2] >= 4, "it has run")
        self.assertTrue(self.c.scontrol("suspend", job).ok)
        _, held, ran, _ = self.of("still")
        gq.wait_for(lambda: self.of("still")[1] >= held + 6, "it has been suspended for some time")
        self.assertLess(abs(self.of("still")[2] - ran), 4)
        self.assertTrue(self.c.scontrol("resume", job).ok)
        self.c.run("scancel", job)
        self.wait_state(job, "CANCELLED")
        gq.wait_for(lambda: self.of("still")[2] == self.in_sacct(job), lambda: f"{self.of('still')}, {self.in_sacct(job)}")
        self.assertTrue(self.c.delete("still").ok)
        last = self.usage("still")[-1]
        span = self.of_jobs(last, job)
        self.assertGreaterEqual(span, last["used-s"] + 4)
        told = (last["held-s"], span, last["held-s"] - span)
        gq.wait_for(lambda: self.reported("still", start) == told, lambda: f"{self.reported('still', start)}, {told}")

    def test_queued_again(self):
        """
        Each run of a job counts, as in sacct -D, where sreport and sacct have the last one alone. Slurm may
        move the start of a run that was queued again after it has begun: sacct has the later one, sreport
        and sresv the first.
        """
        start = soon(3)
        self.make("again", start, start + 600, NodeCnt=2, user=OTHER, Users=OTHER)
        gq.wait_for(lambda: time.time() > start, "it begins")
        job = self.running_job("--reservation=again", "-N2", "-n4", user=OTHER)
        gq.wait_for(lambda: self.of("again")[2] >= 8, "it has run")
        self.assertTrue(self.c.scontrol("requeue", job).ok)
        self.c.scontrol("update", f"JobId={job}", "StartTime=now+2")
        gq.wait_for(lambda: self.job_fields(job)["Restarts"] == "1" and self.c.job_state(job) == "RUNNING", lambda: self.job_fields(job), 180)
        gq.wait_for(lambda: self.of("again")[2] >= 16, "it has run")
        self.c.run("scancel", job)
        self.wait_state(job, "CANCELLED")
        gq.wait_for(lambda: self.c.delete("again").ok, "it has ended")
        booking = self.usage("again")[-1]
        last = self.in_sacct(job)
        more = booking["used-s"] - self.of_jobs(booking, job)
        self.assertTrue(0 <= more <= 4 * 2, more)  # 4 CPUs, for two seconds at most
        self.assertGreaterEqual(booking["used-s"], last + 8)
        gq.wait_for(lambda: self.reported("again", start)[0] == booking["held-s"], lambda: f"{self.reported('again', start)}, {booking}")
        _, used, _ = self.reported("again", start)
        self.assertTrue(0 <= used - last <= 4 * 2, (used, last))

    def test_moved(self):
        self.make("flex", at(10), at(11), NodeCnt=2, MaxStartDelay="4:00:00", user=OTHER, Users=OTHER)
        self.make("big", at(10), at(11), NodeCnt=11)
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
        for name in "cd":
            self.assertTrue(self.c.delete(name).ok)
        past = json.loads(self.c.run(TOOL, "list", "--past", "--json", user=OTHER).out)["past"]
        self.assertEqual([p["name"] for p in past if p["name"] in ("a", "b", "c", "d")], ["c"])
        events = json.loads(self.c.run(TOOL, "log", "c", "--json", user=OTHER).out)["events"]
        self.assertEqual([(e["event"], e["user"]) for e in events], [("create", "root"), ("closed", "root")])
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
        self.assertEqual(self.usage("--month", "this"), self.usage())
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
