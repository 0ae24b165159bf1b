# SPDX-License-Identifier: GPL-2.0-or-later
"""A ledger that can't be read or written: said clearly, kept, and the controller goes on."""
import contextlib
import glob
import os
import shutil
import sqlite3
import tempfile
import unittest

import case
import gq
from case import at, soon


def setUpModule():
    case.start(4)


class Ledger(case.Case):
    def setUp(self):
        super().setUp()
        self.make("count", at(10), Duration=60, NodeCnt=2)
        self.make("list", at(10), at(11), Nodes="n[3-4]")
        self.before = self.shown()

    def path(self):
        return self.state("garq.ledger")

    def content(self, path=None):
        with open(path or self.path(), "rb") as f:
            return f.read()

    def replace_by(self, data):
        """The controller ends in order, finds other bytes in the ledger, and starts."""
        self.stop_ctld()
        for path in glob.glob(self.path() + "-*"):
            os.unlink(path)
        with open(self.path(), "wb") as f:
            f.write(data)
        self.start_ctld()

    def check_works(self):
        """Nothing is lost, nothing is booked twice, and new ones are durable."""
        self.assertShown(self.before)
        self.refuse("x", "reservation count ", start=at(10), end=at(11), NodeCnt=1)
        self.make("x", at(11), at(12), NodeCnt=4)
        self.change("count", end=at(10, 30))
        before = self.shown()
        self.kill()
        self.assertEqual(self.shown(), before)


class Damaged(Ledger):
    def check_kept(self, data):
        """The log says where the damaged one is; it has not changed."""
        kept = glob.glob(self.path() + ".damaged.*")
        self.addCleanup(lambda: [os.unlink(k) for k in kept])
        self.assertEqual(len(kept), 1)
        self.assertEqual(self.content(kept[0]), data)

    def check(self, data):
        with self.logged(r"error: sched/garq: the ledger \S+garq.ledger is damaged \("), \
                self.logged(r"error: sched/garq: the damaged ledger is kept as \S+garq.ledger.damaged"):
            self.replace_by(data)
        self.check_kept(data)
        self.check_works()

    def test_garbage(self):
        self.check(b"\xa5garbage\n" * 10000)

    def test_a_short_text(self):
        self.check(b"nothing\n")

    def test_cut_short(self):
        self.stop_ctld()
        self.check_stopped(self.content()[:-4096])

    def test_cut_within_a_page(self):
        self.stop_ctld()
        self.check_stopped(self.content()[:5000])

    def test_a_page_of_zeros(self):
        self.stop_ctld()
        data = self.content()
        self.check_stopped(data[:4096] + bytes(4096) + data[8192:])

    def check_stopped(self, data):
        self.start_ctld()
        self.check(data)

    def test_a_table_that_is_not_ours(self):
        self.stop_ctld()
        os.unlink(self.path())
        with contextlib.closing(sqlite3.connect(self.path())) as db:
            db.executescript("CREATE TABLE booking (x); INSERT INTO booking VALUES (7);")
        self.check_stopped_with(self.content())

    def check_stopped_with(self, data):
        with self.logged(r"error: sched/garq: the ledger \S+garq.ledger is damaged \("):
            self.start_ctld()
        kept = glob.glob(self.path() + ".damaged.*")
        self.addCleanup(lambda: [os.unlink(k) for k in kept])
        self.assertEqual(len([k for k in kept if not k.endswith(("-wal", "-shm"))]), 1)
        with contextlib.closing(sqlite3.connect(kept[0])) as db:
            self.assertEqual(db.execute("SELECT * FROM booking").fetchall(), [(7,)])
        self.check_works()


class Unusable(Ledger):
    """The controller runs with what Slurm knows, and takes no new bookings."""

    def check_refuses(self, why):
        self.assertShown(self.before)
        words = "no reservation can be kept: the ledger .*" + why
        self.refuse("x", words, start=at(12), end=at(13), NodeCnt=1)
        self.refuse("x", words, start=at(12), Duration=60, NodeCnt=1, MaxStartDelay="1:00:00")
        self.change("count", end=at(10, 40))  # by Slurm alone
        self.refuse_change("count", end=at(9))
        self.before = self.shown()
        job = self.running_job("-N1", "-t1")
        self.c.run("scancel", job)
        self.wait_state(job, "CANCELLED")

    def test_a_folder_in_its_place(self):
        self.stop_ctld()
        os.rename(self.path(), self.path() + ".away")
        os.mkdir(self.path())
        self.addCleanup(self.take_folder_away)
        with self.logged("error: sched/garq: the ledger .* can't be used: .*; until it is read no job starts"):
            self.start_ctld()
        words = "no reservation can be made or changed yet: the ledger .*unable to open"
        self.refuse("x", words, start=at(12), end=at(13), NodeCnt=1)
        self.refuse_change("count", words, end=at(9))
        job = self.job("-N1", "-t1")
        self.wait_reason(job, "reserved")
        self.take_folder_away()
        self.wait_state(job, "RUNNING")
        self.c.run("scancel", job)
        self.check_works()

    def take_folder_away(self):
        """While slurmctld does not run: it would make a ledger where there is none."""
        if os.path.isdir(self.path()):
            self.stop_ctld()
            os.rmdir(self.path())
            os.rename(self.path() + ".away", self.path())
            self.start_ctld()

    def wait_reason(self, job, word):
        gq.wait_for(lambda: word in self.job_fields(job)["Reason"], f"job {job} waits: {word}")

    def test_newer_schema(self):
        """It stays byte for byte, and who has to do something is told what."""
        self.stop_ctld()
        self.ours = self.set_version(99)
        self.addCleanup(self.back_to_ours)
        data, files = self.content(), set(glob.glob(self.path() + "*"))
        with self.logged("error: sched/garq: the ledger .* newer version .*: install that again;"):
            self.start_ctld()
        self.check_refuses("newer version")
        r = self.c.delete("list")
        self.assertTrue(r.ok, r)
        self.stop_ctld()
        self.assertEqual(self.content(), data)
        self.assertEqual(set(glob.glob(self.path() + "*")), files)
        self.start_ctld()
        self.back_to_ours()
        self.assertEqual(set(self.c.reservations()), {"count"})
        self.refuse("x", "reservation count ", start=at(10), end=at(11), NodeCnt=3)

    def back_to_ours(self):
        self.stop_ctld()
        self.set_version(self.ours)
        self.start_ctld()

    def set_version(self, number):
        """The version that it had is returned."""
        with contextlib.closing(sqlite3.connect(self.path())) as db:
            was = db.execute("PRAGMA user_version").fetchone()[0]
            db.execute(f"PRAGMA user_version={number}")
            db.commit()
        return was


class Locked(Ledger):
    """Not by a controller, which would have a claim: nobody waits for it, and no job does."""

    def lock(self):
        db = sqlite3.connect(self.path(), isolation_level=None)
        self.addCleanup(db.close)
        db.execute("BEGIN EXCLUSIVE")
        return db

    def test_at_a_start(self):
        """A backup, or a user who had opened it while everybody could."""
        self.stop_ctld()
        db = self.lock()
        with self.logged(rf"error: sched/garq: the ledger is locked by process {os.getpid()} \(\S+\), which is not "
                         r"another controller: this one goes on with a copy, \S+/garq.ledger.\d+\n"):
            self.start_ctld()
        self.wait_state(self.job("-N1", "-t1"), "RUNNING")
        self.assertNotEqual(self.present(), "garq.ledger")
        self.check_works()
        db.close()
        self.restart()
        self.assertEqual(self.present(), "garq.ledger")
        self.check_works_again()

    def check_works_again(self):
        before = self.shown()
        self.kill()
        self.assertEqual(self.shown(), before)

    def test_at_each_start(self):
        """The copy is locked, too, and once more."""
        for _ in range(3):
            self.stop_ctld()
            db = sqlite3.connect(self.state(self.present()), isolation_level=None)
            self.addCleanup(db.close)
            db.execute("BEGIN EXCLUSIVE")
            self.start_ctld()
            self.assertShown(self.before)
        self.check_works()


class Readable(Ledger):
    """Files of an older version, which everybody can read."""

    def test_old_ones(self):
        self.stop_ctld()
        for name in os.listdir(self.state()):
            if name.startswith("garq."):
                os.chmod(self.state(name), 0o644)
        with open(self.path()) as old:  # by somebody who keeps it open, and waits for a lock
            self.start_ctld()
            self.check_private()
            self.assertTrue(old.readable())
        self.check_works()


class Gone(case.Case):
    """The ledger is removed, or is not what it was: whatever was acknowledged is there, or all wait."""

    def setUp(self):
        super().setUp()
        for hour in range(4):
            self.make(f"r{hour}", at(10 + hour), Duration=60, NodeCnt=4, MaxStartDelay="1:00:00")
        self.before = self.shown()

    def lose_slurms(self):
        """What Slurm has saved would hide that a booking is lost."""
        for name in ("resv_state", "resv_state.old"):
            with contextlib.suppress(FileNotFoundError):
                os.unlink(self.state(name))

    # --- while slurmctld runs ---

    def check_running(self, harm, said="was removed, replaced, damaged or written by another program"):
        """The next booking is in a file that a start finds, and so are those before it."""
        with self.logged(f"error: sched/garq: .*{said}"):
            harm()
            self.make("new", at(15), at(16), NodeCnt=4)
        before = self.shown()
        self.c.kill_controller()
        self.lose_slurms()
        self.start_ctld()
        self.assertEqual(self.shown(), before)
        self.assertEqual(self.live(), {"r0", "r1", "r2", "r3", "new"})

    def files(self):
        return [name for name in os.listdir(self.state()) if name.startswith("garq.")]

    def keep_files(self):
        """A backup of them."""
        folder = tempfile.mkdtemp(prefix="garq-test-")
        self.addCleanup(shutil.rmtree, folder)
        for name in self.files():
            with contextlib.suppress(FileNotFoundError):
                shutil.copy2(self.state(name), folder)
        return folder

    def test_removed(self):
        self.check_running(lambda: os.unlink(self.state("garq.ledger")))

    def test_log_removed(self):
        self.check_running(lambda: os.unlink(self.state("garq.ledger-wal")))

    def test_all_removed(self):
        self.check_running(self.forget_ledger)

    def test_claim_removed(self):
        """Nobody else has taken the ledger: slurmctld does not end."""
        self.check_running(lambda: [os.unlink(p) for p in glob.glob(self.state("garq.ledger.at.*"))],
                           "the claim of the ledger was removed")

    def test_restored_by_other_files(self):
        """As rsync does."""
        kept = self.keep_files()
        self.make("later", at(20), at(21), NodeCnt=4)

        def restore():
            for name in os.listdir(kept):
                shutil.copy2(os.path.join(kept, name), self.state(".new"))
                os.replace(self.state(".new"), self.state(name))
        with self.logged("error: sched/garq: .*was removed, replaced, damaged or written by another program"):
            restore()
        self.assertTrue(self.c.delete("later").ok)
        self.check_running(restore)

    def test_restored_in_place(self):
        """As cp does."""
        kept = self.keep_files()
        self.make("later", at(20), at(21), NodeCnt=4)
        self.assertTrue(self.c.delete("later").ok)

        def restore():
            for name in os.listdir(kept):
                shutil.copyfile(os.path.join(kept, name), self.state(name))
        self.check_running(restore)

    def test_refused_while_it_cant_be_made_again(self):
        """There is a folder where the new file is to be."""
        os.mkdir(self.state("garq.ledger.salvage"))
        with self.logged("error: sched/garq: .*was removed, .* and can't be made again"):
            os.unlink(self.state("garq.ledger"))
            self.refuse("x", "and can't be made again: ", start=at(15), end=at(16), NodeCnt=4)
        os.rmdir(self.state("garq.ledger.salvage"))
        self.make("new", at(15), at(16), NodeCnt=4)
        before = self.shown()
        self.kill()
        self.assertEqual(self.shown(), before)

    # --- at a start ---

    def check_comes_back(self, said):
        with self.logged(f"error: sched/garq: the ledger .*{said}.*: it is made again from its copy"):
            self.start_ctld()
        self.assertShown(self.before)
        self.assertEqual(self.live(), {"r0", "r1", "r2", "r3"})
        for path in glob.glob(self.state("garq.ledger.damaged.*")):
            os.unlink(path)

    def check_waits(self, said, mend):
        """No job starts, and no booking is made, until it is there again."""
        with self.logged(f"error: sched/garq: the ledger .* can't be used: it {said}.*no copy that can be read: put it back"):
            self.start_ctld()
        self.refuse("x", f"no reservation can be made or changed yet: the ledger .*{said}",
                    start=at(15), end=at(16), NodeCnt=1)
        job = self.job("-N1", "-t1")
        gq.wait_for(lambda: "reserved" in self.job_fields(job)["Reason"], "the job waits")
        mend()
        self.wait_state(job, "RUNNING")
        self.assertShown(self.before)
        self.c.run("scancel", job)

    def killed(self):
        self.c.kill_controller()
        self.lose_slurms()

    def put(self, data):
        with contextlib.suppress(FileNotFoundError):
            os.unlink(self.state("garq.ledger-wal"))
        with open(self.state("garq.ledger"), "wb") as f:
            f.write(data)

    def foreign(self):
        """The ledger of another cluster, which is older."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "garq.ledger")
            case.copy_database(self.state("garq.ledger"), path)
            with contextlib.closing(sqlite3.connect(path)) as db:
                db.executescript("PRAGMA application_id=4711; UPDATE booking SET name = 'others-' || name;"
                                 "UPDATE meta SET epoch = 1000; PRAGMA wal_checkpoint(TRUNCATE)")
            with open(path, "rb") as f:
                return f.read()

    def test_missing_with_a_copy(self):
        self.killed()
        os.unlink(self.state("garq.ledger"))
        self.check_comes_back("is missing, though its copy tells that there was one")

    def test_empty_with_a_copy(self):
        self.killed()
        self.put(b"")
        self.check_comes_back("is empty, though its copy tells that there was one")

    def test_of_another_cluster_with_a_copy(self):
        data = self.foreign()
        self.killed()
        self.put(data)
        self.check_comes_back("is that of another cluster")

    def without_copy(self, data, said):
        """What there was is put back."""
        kept = self.state("kept")
        self.killed()
        with contextlib.suppress(FileNotFoundError):
            os.unlink(self.state("garq.ledger.copy"))
        for suffix in ("", "-wal"):
            os.replace(self.state("garq.ledger") + suffix, kept + suffix)
        if data is not None:
            self.put(data)

        def put_back():
            for suffix in ("-wal", ""):
                os.replace(kept + suffix, self.state("garq.ledger") + suffix)
        self.check_waits(said, put_back)

    def test_missing(self):
        self.without_copy(None, "is missing, though ")

    def test_empty(self):
        self.without_copy(b"", "is empty, though ")

    def test_of_another_cluster(self):
        self.without_copy(self.foreign(), "is that of another cluster")


class ConfigTest(Ledger):
    """slurmctld -t looks at slurm.conf and leaves no trace."""

    def files(self):
        found = {}
        for name in os.listdir(self.state()):
            with open(self.state(name), "rb") as f:
                found[name] = (os.stat(self.state(name)).st_mtime_ns, f.read())
        return found

    def check_config(self):
        r = self.c.run("slurmctld", "-t", "-f", os.path.join(self.c.folder, "slurm.conf"))
        if "Usage:" in r.out + r.err:
            self.skipTest("this version of slurmctld has no -t")
        self.assertTrue(r.ok, r)

    def test_no_trace(self):
        self.stop_ctld()
        self.addCleanup(self.start_ctld)
        before = self.files()
        self.check_config()
        self.assertEqual(self.files(), before)

    def test_beside_a_running_one(self):
        self.check_config()
        self.assertTrue(self.c.alive())
        self.check_works()


@unittest.skipUnless(case.ROOT, "only root can mount a file system")
class DiskFull(case.Case):
    """StateSaveLocation is on a file system of its own, which gets full."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="garq-test-")
        cls.addClassCleanup(os.rmdir, cls.folder)
        r = gq.run("mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", cls.folder)
        if not r.ok:
            raise unittest.SkipTest(f"no file system can be mounted here: {r.err.strip()}")
        cls.addClassCleanup(gq.run, "umount", cls.folder)

    def setUp(self):
        super().setUp()
        self.make("old", at(10), at(11), NodeCnt=2)
        old = os.path.join(self.c.folder, "state")
        r = self.c.cluster("stop-ctld")
        self.assertTrue(r.ok, r)
        shutil.copytree(old, self.folder, dirs_exist_ok=True)
        self.restart_in(self.folder)
        self.addCleanup(self.move_back, old)

    def restart_in(self, folder):
        r = self.c.cluster("set", f"StateSaveLocation={folder}")
        self.assertTrue(r.ok, r)
        self.c.start_controller()
        self.c.wait_answering()

    def move_back(self, old):
        self.clean()
        self.c.cluster("stop-ctld")
        shutil.copytree(self.folder, old, dirs_exist_ok=True)
        self.restart_in(old)

    def fill(self):
        """Leave not one byte; the file that does it."""
        path = os.path.join(self.folder, "filler")
        with open(path, "wb", buffering=0) as f:
            for size in (4096, 1):
                with contextlib.suppress(OSError):
                    while True:
                        f.write(bytes(size))
        return path

    def test_create(self):
        filler = self.fill()
        made = 0
        while (r := self.c.create(f"r{made}", StartTime=gq.stamp(at(12)), Duration=1, NodeCnt=1)).ok and made < 4:
            made += 1
        self.assertEqual(r.code, 1, r)
        self.assertRegex(r.err, "the ledger can't be written: .*full")
        self.assertNotIn(f"r{made}", self.c.reservations())
        self.assertTrue(self.c.alive())
        before = self.shown()
        r = self.c.update("old", EndTime=gq.stamp(at(10, 30)), plus_Users="daemon")
        self.assertRegex(r.err, "the ledger can't be written: .*full")
        self.assertEqual(self.shown(), before)
        r = self.c.update("old", Flags="MAINT", EndTime=gq.stamp(at(10, 30)))
        self.assertRegex(r.err, "the ledger can't be written: .*full")
        self.assertEqual(self.shown(), before)
        self.refuse("x", "reservation old ", start=at(10), end=at(11), NodeCnt=3)
        os.unlink(filler)
        self.make(f"r{made}", at(12), at(13), NodeCnt=2)
        self.change("old", end=at(10, 30))
        before = self.shown()
        self.kill()
        self.assertEqual(self.shown(), before)

    def history(self, name):
        return self.ledger(f"SELECT old_start, start FROM event WHERE name = '{name}' AND verb = 'moved' ORDER BY id")

    def state(self, name=""):
        return os.path.join(self.folder, name)

    def test_create_that_needs_room(self):
        """Who has moved for it moves back before long: the history tells of both."""
        self.make("g", at(15), Duration=60, NodeCnt=4, MaxStartDelay="2:00:00")
        filler = self.fill()
        r = self.c.create("r", StartTime=gq.stamp(at(15)), Duration=60, NodeCnt=4)
        self.assertRegex(r.err, "the ledger can't be written: .*full")
        os.unlink(filler)
        gq.wait_for(lambda: self.start_of("g") == at(15), "g is back")
        gq.wait_for(lambda: self.history("g") == [(at(15), at(16)), (at(16), at(15))], "in the ledger as well", 30)

    def test_series(self):
        """All of its dates are taken back."""
        days = ",".join(gq.stamp(at(10, day=d))[:10] for d in range(3, 40))
        words = dict(StartTime=gq.stamp(at(10)), Duration=60, NodeCnt=1)
        filler = self.fill()
        r = self.c.create(f"also:{days}:s", **words)
        self.assertRegex(r.err, "s: nothing is booked\n.*the ledger can't be written: .*full")
        self.assertEqual(set(self.c.reservations()), {"old"})
        os.unlink(filler)
        self.make("new", at(12), at(13), NodeCnt=1)
        self.kill()
        self.assertEqual(set(self.c.reservations()), {"old", "new"})
        self.assertTrue(self.c.create(f"also:{days}:s", **words).ok)

    def test_update_that_leaves_room(self):
        """It is taken back, and nobody has moved into the room; somebody does when it is written."""
        end, early = soon(3600), soon(1200)
        self.make("r", soon(-30), end, NodeCnt=3)
        self.make("f", early, Duration=60, NodeCnt=3, MaxStartDelay="2:00:00")
        self.assertLies("f", end, end + 3600, 3)
        before = self.shown()
        filler = self.fill()
        r = self.c.update("r", Duration=0)
        self.assertRegex(r.err, "the ledger can't be written: .*full")
        self.assertEqual(self.shown(), before)
        os.unlink(filler)
        self.make("new", at(20), at(21), NodeCnt=1)
        self.assertEqual(self.history("f"), [])
        self.change("r", Duration=0)
        gq.wait_for(lambda: self.history("f"), "f shifted")
        self.assertLies("f", early, early + 3600, 3)
        self.assertEqual(self.history("f"), [(end, early)])
        self.kill()
        self.assertLies("f", early, early + 3600, 3)

    def test_delete(self):
        """It is deleted, with a warning, and stays so once there is room."""
        filler = self.fill()
        r = self.c.delete("old")
        self.assertNotIn("old", self.c.reservations())
        if not r.ok:
            self.assertRegex(r.err, "deleted, but the ledger can't be written")
        os.unlink(filler)
        self.make("new", at(10), at(11), NodeCnt=4)
        self.kill()
        self.assertEqual(set(self.c.reservations()), {"new"})


if __name__ == "__main__":
    unittest.main()
