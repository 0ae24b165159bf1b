# SPDX-License-Identifier: GPL-2.0-or-later
"""A disk or a name service that does not answer holds up those who need it, and nobody else."""
import contextlib
import glob
import os
import re
import shutil
import signal
import subprocess
import time
import unittest
import unittest.mock

import case
import gq
import timing
from case import OTHER, ahead, at, soon

NO_ANSWER = f"the disk of garq.ledger has not answered for {timing.LEDGER_PATIENCE} seconds"
WAITED = "the ledger can't be written: " + NO_ANSWER
AT_ONCE = "nothing was done: " + NO_ANSWER


def setUpModule():
    if not shutil.which("cc"):
        raise unittest.SkipTest("a disk that stalls needs cc")
    Stall.folder = case.new_folder()
    unittest.addModuleCleanup(shutil.rmtree, Stall.folder)
    library = os.path.join(Stall.folder, "stall.so")
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "stall.c")
    subprocess.run(["cc", "-Wall", "-Wextra", "-shared", "-fPIC", "-o", library, source], check=True)
    other = os.environ.get("GARQ_CLUSTER_PRELOAD")
    words = {"GARQ_TEST_STALL": Stall.folder, "GARQ_CLUSTER_PRELOAD": f"{other}:{library}" if other else library}
    patch = unittest.mock.patch.dict(os.environ, words)
    patch.start()
    unittest.addModuleCleanup(patch.stop)
    threads = "SlurmctldParameters=conmgr_threads=4"  # plugin/rpc/pool.h; older Slurm does not know them
    case.start(6, lines=["JobSubmitPlugins=garq", threads, *case.STAYS_DOWN])
    case.cluster().asks_again = False


class Stall(case.Case):
    def setUp(self):
        super().setUp()
        self.addCleanup(self.unset)

    def path(self, name):
        return os.path.join(self.folder, name)

    def set(self, name, text=""):
        with contextlib.suppress(FileNotFoundError):
            os.unlink(self.path(name + ".hung"))
        case.replace(self.path(name), text)

    def unset(self, *names):
        for name in names or ("disk", "full", "rows", "names"):
            with contextlib.suppress(FileNotFoundError):
                os.unlink(self.path(name))
        if not self.c.alive():
            self.start_ctld()

    def wait_hung(self, name):
        gq.wait_for(lambda: os.path.exists(self.path(name + ".hung")), f"{name} hangs", 120)

    def begin(self, *words):
        """Have a scontrol run; what it said is asked by end()."""
        child = subprocess.Popen(["scontrol", *words], env=self.c.env, text=True,
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(child.kill)
        return child

    def begin_create(self, name, **options):
        words = {"StartTime": gq.stamp(at(10)), "Duration": 60, "NodeCnt": 1, "Users": "root", **options}
        return self.begin("create", "reservation", f"ReservationName={name}", *(f"{k}={v}" for k, v in words.items()))

    @staticmethod
    def end(child):
        out, err = child.communicate(timeout=gq.LEAST)
        return gq.Result(child.returncode, out, err)


class Disk(Stall):
    def mend(self, *names):
        """The disk answers: all works again, and what was made is all that is there, also after a crash."""
        self.unset("disk")
        gq.wait_for(lambda: self.c.create("works", StartTime=gq.stamp(at(20)), Duration=60, NodeCnt=1).ok,
                    "bookings are made again")
        for _ in range(2):
            self.assertEqual(set(self.c.reservations()), {"works", *names})
            self.assertEqual(self.live(), {"works", *names})
            self.kill()

    def stall(self):
        """The disk hangs from the next commit on."""
        self.set("disk")

    def test_what_is_due_is_linked(self):
        """While a request waits for the disk, and its time comes, no job of another gets its nodes."""
        lead = timing.PARK_LEAD
        start = ahead(lead + 30)
        due = start + 25
        self.make("first", start, start + 10, Nodes="n[1-4]")
        self.make("due", due, due + 3600, Nodes="n[1-4]")
        self.assertEqual(self.ledger("SELECT parked FROM booking WHERE name = 'due'"), [(1,)])
        self.stall()
        child = self.begin_create("x")
        self.wait_hung("disk")
        self.assertLess(time.time(), start - lead, "due was linked before the disk hung")
        user = OTHER if case.ROOT else None
        jobs = [self.job("-w", f"n{i}", "-t120", user=user) for i in (1, 4)]
        free = self.running_job("-w", "n5", "-t120", user=user)
        gq.wait_for(lambda: time.time() > due + 3, "due has begun", 120)
        later = self.running_job("-w", "n6", "-t120", user=user)  # so Slurm has looked at its jobs
        self.assertEqual([self.c.job_state(job) for job in (*jobs, free, later)], ["PENDING"] * 2 + ["RUNNING"] * 2)
        self.assertRegex(self.end(child).err, WAITED)

    def test_creates(self):
        """They are refused when patience ends, and from then on at once; all else goes on."""
        self.make("old", at(10), at(11), NodeCnt=2)
        before = self.shown()
        self.stall()
        children = [self.begin_create(f"x{i}") for i in range(3)]
        for child in children:
            r = self.end(child)
            self.assertEqual(r.code, 1, r)
            self.assertRegex(r.err, f"{WAITED}|{AT_ONCE}")
        for name in ("y", "x0"):
            self.refuse(name, AT_ONCE, start=at(10), end=at(11), NodeCnt=1)
        self.refuse("query", AT_ONCE, start=at(10), end=at(11), NodeCnt=1)
        self.assertEqual(self.shown(), before)
        job = self.running_job("-N1")
        self.assertIn(job, self.c.run("squeue", "-h", "-o", "%A").out.split())
        r = self.c.run("scancel", job)
        self.assertTrue(r.ok, r)
        self.mend("old")
        for i in range(3):
            # One that was sent away (plugin/rpc/pool.h) came again when all were refused at once.
            self.assertIn(self.closed(f"x{i}"), ([], ["not created"]))

    def test_many_creates(self):
        """However many wait for the disk, slurmctld has threads left for others, and all are answered in the end."""
        self.make("old", at(10), at(11), NodeCnt=2)
        for _ in range(5):
            seen = len(self.c.log())
            self.stall()
            children = [self.begin_create(f"x{i}") for i in range(12)]
            self.wait_hung("disk")
            self.assertTrue(self.c.run("squeue", "-h").ok)
            in_time = "was not created" not in self.c.log()[seen:]
            for r in map(self.end, children):
                self.assertRegex(r.err, f"{WAITED}|{AT_ONCE}")
            self.mend("old")
            self.assertTrue(self.c.delete("works").ok)
            if in_time:
                return
        self.fail("squeue is not answered before a request stops waiting for the disk")

    def test_offers(self):
        """Who is refused gets them, and is told what may become of their names."""
        told = f"{WAITED}.*; if slurmctld is started again before it can, the names of these offers may stand for older"
        self.make("old", at(10), at(11), NodeCnt=6)
        before = self.refuse("r", "r.1", start=at(10), end=at(11), NodeCnt=1)
        self.assertNotIn("older ones", before.err)
        self.stall()
        r = self.c.create("r", StartTime=gq.stamp(at(10)), Duration=60, NodeCnt=2)
        self.assertIn("r.1", self.offered(r))
        self.assertRegex(r.err, told)
        self.mend("old")

    def test_what_a_change_frees(self):
        """Nobody gets it before the change is written: the change may be taken back."""
        self.make("old", at(10), at(12), NodeCnt=6)
        before = self.shown()
        self.stall()
        child = self.begin("update", "ReservationName=old", f"EndTime={gq.stamp(at(11))}")
        self.wait_hung("disk")
        r = self.c.create("new", StartTime=gq.stamp(at(11)), Duration=60, NodeCnt=1)
        self.assertRegex(r.err, f"a change of reservation old that is not written yet|{AT_ONCE}")
        self.assertRegex(self.end(child).err, WAITED)
        self.assertEqual(self.shown(), before)
        self.mend("old")
        self.refuse("new", "reservation old", start=at(11), end=at(12), NodeCnt=1)
        self.change("old", end=at(11))
        self.make("new", at(11), at(12), NodeCnt=6)

    def test_one_that_was_being_written(self):
        """It gets into the ledger when the disk answers, and out of it again."""
        for i in range(5):
            gq.wait_for(self.is_quiet, "nothing else is being written, as what the plugin reads back", 120)
            self.stall()
            r = self.c.create(f"written{i}", StartTime=gq.stamp(at(10)), Duration=60, NodeCnt=1)
            self.assertRegex(r.err, WAITED)
            self.mend()
            self.assertTrue(self.c.delete("works").ok)
            if "it may be there all the same" in r.err:
                self.assertEqual(self.closed(f"written{i}"), ["not created"])
                return
        self.fail("something else is always being written")

    def is_quiet(self):
        """Has Slurm nothing to save? Then it saves the next change at once, else five seconds later."""
        saved = [0]
        for name in ("resv_state", "job_state", "node_state"):
            with contextlib.suppress(FileNotFoundError):	# none yet, or just being replaced
                saved.append(os.stat(self.state(name)).st_mtime)
        return time.time() - max(saved) > 7

    def has_saved(self, word):
        with contextlib.suppress(FileNotFoundError), open(self.state("resv_state"), "rb") as f:
            return word.encode() in f.read()
        return False

    def killed_when_saved(self, word, begin, meanwhile=lambda: None, live=frozenset(("old",))):
        """
        slurmctld is killed as soon as Slurm has saved what a request, that waits for the disk, has done; it is started
        again, and live is in the ledger.
        """
        for _ in range(5):
            gq.wait_for(self.is_quiet, "Slurm has nothing to save", 120)
            seen = len(self.c.log())
            self.stall()
            # What is being written as the disk hangs may get into the ledger: the offers are.
            self.begin_create("query", NodeCnt=1)
            self.wait_hung("disk")
            child = begin()
            gq.wait_for(lambda: self.has_saved(word) or child.poll() is not None, "Slurm saves it")
            self.c.kill_controller()
            refused = re.search(r"reservation \w+ was not (created|updated), ", self.c.log()[seen:])
            if not refused:
                meanwhile()
            self.unset("disk")
            if not refused:	# else Slurm was late: again
                self.assertEqual(self.live(), live)
                return
            self.assertEqual(self.live(), {"old"})
        self.fail("Slurm never saves within five seconds")

    def test_created_and_killed_before_the_answer(self):
        """Nobody was promised what Slurm has saved: the next start deletes it."""
        self.make("old", at(10), at(11), NodeCnt=2)
        self.killed_when_saved("early", lambda: self.begin_create("early", MaxStartDelay="2:00:00"))
        self.assertEqual(set(self.c.reservations()), {"old"})
        self.assertRegex(self.c.log(), "reservation early was never acknowledged: deleting it")
        self.make("early", at(10), at(11), NodeCnt=2)

    def jobs_ask_for_it(self):
        """The ledger can't be read, and Slurm has the record."""
        self.set("full", "-wal")
        with self.logged("until it is read no job starts"):
            self.unset("disk")
        self.assertIn("early", self.c.reservations())
        words = ("sbatch", "--parsable", "-N1", "-t10", "-o", "/dev/null", "--wrap", "sleep 1")
        r = self.c.run(*words, "--reservation=early")
        self.assertRegex(r.err, "it is not known yet if reservation early was made or refused")
        self.assertEqual(r.code, 1, r)
        self.assertEqual(self.c.run(*words, "--reservation=old").code, 0)
        job = self.job("-N1")
        r = self.c.scontrol("update", f"JobId={job}", "ReservationName=early")
        self.assertRegex(r.err, "no reservation can be made or changed yet")
        self.unset("full")
        gq.wait_for(lambda: "garq_guard" not in self.c.reservations(), "the ledger is read", 120)

    def test_created_and_asked_for_before_the_ledger_is_read(self):
        """No job gets into what nobody was promised: the start that reads the ledger deletes it."""
        self.make("old", at(10), at(11), NodeCnt=2)
        self.killed_when_saved("early", lambda: self.begin_create("early"), self.jobs_ask_for_it)
        self.assertEqual(set(self.c.reservations()), {"old"})
        self.assertRegex(self.c.log(), "reservation early was never acknowledged: deleting it")

    def place(self, name):
        return [self.fields(name)[key] for key in ("StartTime", "EndTime", "Nodes")]

    def lose_ledger(self):
        """An administrator begins without it; a start is killed when the new ledger has its name, before it has any row."""
        ledger = self.state("garq.ledger")
        for name in glob.glob(self.state("garq.*")):
            os.unlink(name)
        self.set("disk", "/garq.ledger-wal")
        child = subprocess.Popen([gq.CLUSTER, "-d", self.c.folder, "start-ctld"], stdout=subprocess.DEVNULL,
                                 stderr=subprocess.DEVNULL)
        self.wait_hung("disk")
        self.assertTrue(os.path.exists(ledger))
        os.kill(self.c.controller(), signal.SIGKILL)
        child.wait(gq.LEAST)

    def test_killed_while_a_lost_ledger_is_replaced(self):
        """Where rows may be missing nobody knows what was promised: what Slurm has saved is kept, at each start."""
        self.make("old", at(10), at(11), NodeCnt=2)
        before = self.place("old")
        self.killed_when_saved("early", lambda: self.begin_create("early"), self.lose_ledger, {"old", "early"})
        self.assertEqual(set(self.c.reservations()), {"old", "early"})
        self.assertEqual(self.place("old"), before)
        self.kill()
        self.assertEqual(self.live(), {"old", "early"})

    def test_changed_and_killed_before_the_answer(self):
        """... or brings it back to what the ledger says, however long that was so."""
        self.make("old", at(10), at(11), NodeCnt=2)
        before = self.fields("old")
        self.killed_when_saved("garqslow", lambda: self.begin("update", "ReservationName=old", "Users=root,garqslow"))
        self.assertEqual(self.fields("old"), before)

    def test_changes(self):
        """An update is taken back, but not the shifts that it needed; later ones are refused at once."""
        self.make("r", at(10), at(11), NodeCnt=4)
        self.make("f", at(11), Duration=60, NodeCnt=4, MaxStartDelay="5:00:00")
        self.stall()
        r = self.c.update("r", EndTime=gq.stamp(at(12)))
        self.assertRegex(r.err, WAITED)
        self.assertLies("r", at(10), at(11), 4)
        self.assertLies("f", at(12), at(13), 4)
        before = self.shown()
        self.refuse_change("r", AT_ONCE, end=at(12))
        self.refuse_change("r", AT_ONCE, Flags="MAINT")
        r = self.c.delete("r")
        self.assertRegex(r.err, AT_ONCE)
        self.assertEqual(self.shown(), before)
        self.mend("r", "f")
        self.assertLies("r", at(10), at(11), 4)
        # The agent may have shifted it back before the kill.
        self.assertIn(self.fields("f")["StartTime"], (gq.stamp(at(11)), gq.stamp(at(12))))

    def test_delete(self):
        """It is deleted, and its user is told what may become of that."""
        self.make("gone", at(10), at(11), NodeCnt=4)
        self.stall()
        r = self.c.delete("gone")
        self.assertRegex(r.err, f"deleted, but the ledger can't be written .*{NO_ANSWER}")
        self.assertEqual(self.c.reservations(), {})
        self.mend()
        self.assertEqual(self.closed("gone"), ["deleted"])

    def test_job_with_a_deadline(self):
        self.parameters("garq_jobs=deadline")
        self.stall()
        r = self.c.create("x", StartTime=gq.stamp(at(10)), Duration=60, NodeCnt=1)
        self.assertRegex(r.err, WAITED)
        words = ("sbatch", "--parsable", "-N1", "-t10", "-o", "/dev/null", "--wrap", "sleep 1")
        r = self.c.run(*words, "--deadline=now+2hours")
        self.assertFalse(r.ok, r)
        self.assertRegex(r.err, AT_ONCE)
        self.assertTrue(self.c.run(*words).ok)
        self.mend()

    def test_stopped(self):
        """slurmctld ends all the same, and finds all that was there."""
        self.make("r", at(10), at(11), NodeCnt=2)
        self.make("s", at(12), at(13), NodeCnt=2)
        self.stall()
        r = self.c.create("x", StartTime=gq.stamp(at(10)), Duration=60, NodeCnt=1)
        self.assertRegex(r.err, WAITED)
        self.stop_ctld()
        self.unset("disk")
        self.c.wait_answering()
        self.assertIn("the disk of the ledger does not answer", self.c.log())
        self.assertLies("r", at(10), at(11), 2)
        self.assertLies("s", at(12), at(13), 2)


class Start(Stall):
    """The disk of the ledger fails as slurmctld starts: no booking is known, so nobody gets any node."""

    def shown(self):
        """The guard is made anew with each try to read the ledger, from then on."""
        return re.sub(r"^(ReservationName=garq_guard) StartTime=\S+ EndTime=\S+", r"\1", super().shown(), flags=re.M)

    def starts_with(self, fault, text, why):
        self.make("first", at(1), at(2), Nodes="n[1-4]")
        self.make("due", at(2), at(3), Nodes="n[1-4]")
        self.assertEqual(self.ledger("SELECT parked FROM booking WHERE name = 'due' AND closed IS NULL"), [(1,)])
        before = self.lies()
        self.c.kill_controller()
        for name in ("resv_state", "resv_state.old"):	# else the first one keeps the nodes of both
            with contextlib.suppress(FileNotFoundError):
                os.unlink(self.state(name))
        self.set(fault, text)
        with self.logged(rf"error: sched/garq: {why}.*; until it is read no job starts"):
            self.start_ctld()
        back = self.c.run("squeue", "-h", "-o", "%A").out.split()
        if back:  # of an earlier test: slurmctld was killed before it had saved their end
            self.c.run("scancel", *back)
        user = OTHER if case.ROOT else None
        jobs = [self.job("-w", f"n{i}", "-t4000", user=user) for i in (1, 4)]
        free = self.job("-w", "n5", "-t4000", user=user)
        for job in (*jobs, free):
            gq.wait_for(lambda job=job: re.search("reserved|ReqNodeNotAvail", self.job_fields(job)["Reason"]),
                        f"job {job} waits", 120)
        for start in (at(1), at(20)):
            self.refuse("x", rf"no reservation can be made or changed yet: {why}",
                        "tried again", start=start, end=start + 3600, Nodes="n1")
        self.unset(fault)
        gq.wait_for(lambda: set(self.c.reservations()) == {"first", "due"}, "the ledger is read", 120)
        self.assertEqual(self.lies(), before)
        self.wait_state(free, "RUNNING")
        self.assertEqual([self.c.job_state(job) for job in jobs], ["PENDING"] * 2)
        self.make("works", at(20), at(21), Nodes="n6")
        self.assertEqual(self.live(), {"first", "due", "works"})
        before = self.lies()
        self.kill()
        self.assertEqual(self.lies(), before)

    def lies(self):
        return {name: (f["StartTime"], f["EndTime"], f["Nodes"]) for name, f in self.c.reservations().items()}

    def test_no_claim(self):
        self.starts_with("full", ".at.", r"the ledger \S+ can't be used: .*No space left on device")

    def test_no_write(self):
        self.starts_with("full", "-wal", r"the ledger \S+ can't be used: .*full")

    def test_not_read_to_its_end(self):
        self.starts_with("rows", "1", "the ledger can be opened, and not be read to its end: disk I/O error")


class Names(Stall):
    def reason(self, name):
        out = self.c.scontrol("-o", "show", "reservation", name).out
        found = re.search(r" (?:BurstBuffer|Comment)=((?:not made again|made in part): .*); it is tried again", out)
        return found and found[1]

    def hang_for(self, name):
        """There is a stand-in, whose users are being looked up."""
        self.make(name, at(10), at(11), NodeCnt=2, Users="garqslow,root")
        self.set("names", "gone")
        self.c.kill_controller()
        for file in ("resv_state", "resv_state.old"):
            with contextlib.suppress(FileNotFoundError):
                os.unlink(self.state(file))
        self.start_ctld()
        self.assertRegex(self.reason(name) or "", "[Uu]ser")
        self.set("names", "hang")
        if not gq.REEXEC:  # else it starts slurmctld anew, and at a start Slurm itself looks up users (SECURITY.md)
            self.reconfigure()  # so that the stand-in is tried at once
        self.wait_hung("names")
        self.assertRegex(self.reason(name) or "", "[Uu]ser")

    def test_stand_in(self):
        """Nobody but one thread waits for a look-up of the users of a booking that can't be made again."""
        self.hang_for("r")
        self.make("s", at(10), at(11), NodeCnt=2)
        self.running_job("-N1")
        self.unset("names")
        gq.wait_for(lambda: not self.reason("r"), "r is made again")
        self.assertEqual(self.fields("r")["Users"], "garqslow,root")

    def test_stopped(self):
        self.hang_for("r")
        self.stop_ctld()
        self.assertIn("the name service does not answer", self.c.log())
        self.unset("names")
        self.c.wait_answering()
        gq.wait_for(lambda: not self.reason("r"), "r is made again")
        self.assertEqual(self.fields("r")["Users"], "garqslow,root")


if __name__ == "__main__":
    unittest.main()
