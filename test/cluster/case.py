# SPDX-License-Identifier: GPL-2.0-or-later
"""What the tests of this folder share: one cluster for each file, clean for each test.

A file begins with

    def setUpModule():
        case.start(8)

and its tests are methods of subclasses of Case, which find the cluster as self.c.
With GARQ_KEEP in the environment the cluster is left running, to be looked at.
"""
import atexit
import collections
import contextlib
import datetime
import math
import os
import pwd
import re
import shutil
import sqlite3
import struct
import subprocess
import sys
import tempfile
import time
import unittest

import gq

ROOT = os.geteuid() == 0
OTHER = "games"  # a user who is no operator
needs_root = unittest.skipUnless(ROOT, "only root can act as another user")

# A line of the table of offers: name, start, end, nodes, maybe a cost, what it is.
OFFER_LINE = re.compile(r"(\S+\.\d+) +(\S{19})  (\S{19})  +(\d+)(?:  +(\d+\.\d\d)(?: [A-Z]+)?)?  (\S.*)$")
OFFER_TABLE = re.compile(r": offers, until |: name +start +end +nodes|\.\d+ +\d{4}-\d\d-\d\dT")
Offer = collections.namedtuple("Offer", "start end nodes cost kind")

# For slurm.conf, where a node is set DOWN by scontrol and is to stay so. With
# ReturnToService=2, as contrib/cluster/cluster has it, Slurm takes it back as soon as its
# slurmd answers to anything (_node_did_resp()): to a ping within 100 s or so, and
# from 23.11 on also by an answer that was given before, which Slurm may put by for
# 2 s, as those to a reconfigure.
STAYS_DOWN = ("ReturnToService=1", )

_today = datetime.date.today()
_cluster = None


def today():
    """The day from which at() counts."""
    return _today


def count_days_from(day):
    """Let at() count from another day: for times that another run has set."""
    global _today
    _today = day


def at(hour, minute=0, second=0, day=2):
    """A local time of a day to come, in seconds since the epoch."""
    when = datetime.datetime.combine(_today + datetime.timedelta(days=day), datetime.time())
    when += datetime.timedelta(hours=hour, minutes=minute, seconds=second)
    return int(when.timestamp())


def new_folder():
    """A new, empty folder that every user may enter."""
    folder = tempfile.mkdtemp(prefix="garq-test-")
    os.chmod(folder, 0o755)
    return folder


def replace(path, text):
    """Give a file that running daemons read another text: they see the old one or the new one, never a part."""
    with open(path + ".new", "w") as f:
        f.write(text)
    os.replace(path + ".new", path)


def epochs(value):
    """What was read of JSON, without the texts beside its times."""
    if isinstance(value, list):
        return [epochs(v) for v in value]
    if not isinstance(value, dict):
        return value
    return {k: epochs(v) for k, v in value.items() if not k.endswith("_rfc3339")}


def copy_database(path, to):
    """Copy a file of SQLite's that another process writes, with its log.

    What the log has is written to the file before the log begins anew, with another header: so a copy of a file
    that is older than the log is none of both.
    """
    def header():
        with contextlib.suppress(FileNotFoundError), open(path + "-wal", "rb") as f:
            return f.read(32)
        return None

    while True:
        before = header()
        for suffix in ("", "-wal"):
            with contextlib.suppress(FileNotFoundError):
                os.unlink(to + suffix)
            with contextlib.suppress(FileNotFoundError):
                shutil.copy(path + suffix, to + suffix)
        if header() == before:
            return


def start(nodes=8, lines=(), kind=gq.Cluster, **more):
    """Start the cluster of a test file; lines are for its slurm.conf."""
    global _cluster
    folder = new_folder()
    if lines:
        more["conf"] = folder + ".conf"
        with open(more["conf"], "w") as f:
            f.write("\n".join(lines) + "\n")
    _cluster = kind(nodes, folder, **more)
    unittest.addModuleCleanup(_stop)
    atexit.register(_stop)
    _cluster.__enter__()


def cluster():
    """The cluster of the test file, where there is no test yet."""
    return _cluster


def _stop():
    global _cluster
    cluster, _cluster = _cluster, None
    if cluster and os.environ.get("GARQ_KEEP"):
        print(f"kept: {cluster.folder}", file=sys.stderr)
    elif cluster:
        cluster.__exit__(None, None, None)
        with contextlib.suppress(OSError):
            os.unlink(cluster.folder + ".conf")
        with contextlib.suppress(OSError):
            os.rmdir(cluster.folder)


GHOST = f"garq{os.getpid()}"  # a user who comes and goes
GHOST_UID = str(56001 + os.getpid() % 8000)  # nobody else's, should another run have been cut off


class Ghost:
    """Before the case of a test: GHOST is there when it begins. Needs root."""

    def setUp(self):
        super().setUp()
        self.addCleanup(self.del_user)
        self.add_user()

    def add_user(self):
        subprocess.run(["useradd", "-M", "-N", "-o", "-u", GHOST_UID, GHOST], check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def del_user(self):
        with contextlib.suppress(KeyError):
            pwd.getpwnam(GHOST)
            subprocess.run(["userdel", GHOST], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def reconfigure(test, cluster, **settings):
    """Change lines of slurm.conf and have the slurmctld of a cluster read it again."""
    if settings:
        r = cluster.cluster("set", *(f"{k}={v}" for k, v in settings.items()))
        test.assertTrue(r.ok, r)
    pid = cluster.controller()
    r = cluster.scontrol("reconfigure")
    if gq.MAY_HANG and not Case.stuck and "timed out" in r.err:
        # That is rare: what is stuck twice in one file is a failure.
        Case.stuck = True
        print(f"# {r.err.strip()}: slurmctld is woken", file=sys.stderr)
        gq.wait_for_woken(lambda: not gq.runs(pid), "slurmctld starts anew", pid)
        gq.wait_for(cluster.alive, "slurmctld answers")
    else:
        test.assertTrue(r.ok, r)
    if gq.REEXEC:
        cluster.wait_answering(hup=False)


class Case(unittest.TestCase):
    """A test that leaves neither jobs nor reservations behind."""
    maxDiff = None
    stuck = False	# has slurmctld been, in this file?

    @property
    def c(self):
        return _cluster

    def setUp(self):
        self.addCleanup(self.clean)

    def clean(self):
        r = self.c.run("squeue", "-h", "-o", "%A")
        self.assertTrue(r.ok, r)  # where nobody answers all is as if there was nothing
        jobs = r.out.split()
        if jobs:
            self.c.run("scancel", *jobs)
            self.c.run("scancel", "-s", "KILL", *jobs)
            gq.wait_for(lambda: not self.c.run("squeue", "-h").out, "jobs end")
        for name in self.c.reservations():
            self.c.delete(name)
        self.assertEqual(self.c.ended_unasked(), [])
        self.check_private()
        fit = ("idle", "idle~")  # of a cloud, without power
        unfit = [n for n, state in self.node_states().items() if state not in fit]
        if unfit:
            self.resume(*unfit)
        self.assertEqual(self.c.reservations(), {})

    # --- requests --------------------------------------------------------

    def shown(self):
        """All of scontrol show reservation, a line for each."""
        out = self.c.scontrol("-o", "show", "reservation").out
        out = "".join(line for line in out.splitlines(True) if line != "No reservations in the system\n")
        out = re.sub(r" +NodeName=\S+ CoreIDs=\S+", "", out)  # known once Slurm has saved its state
        out = re.sub(r" State=(IN)?ACTIVE", "", out)  # scontrol's own, from the times and its clock: it may begin just now
        return "\n".join(sorted(out.splitlines()))

    def assertShown(self, before):
        """All is as it was, but that without the ledger nobody knows who asked for a count of nodes."""
        def plain(text):
            return re.sub(r"SPEC_NODES,?", "", text)
        self.assertEqual(plain(self.shown()), plain(before))

    def make(self, name=None, start=None, end=None, **options):
        """Create a reservation that must be made; its fields as shown."""
        r = self.c.create(name, **self._times(start, end), **options)
        self.assertTrue(r.ok, r)
        made = re.search(r"^Reservation created: (\S+)$", r.out, re.M)
        self.assertTrue(made, r)
        if name:
            self.assertEqual(made[1], name)
        return self.fields(made[1])

    def refuse(self, name, *patterns, start=None, end=None, user=None, **options):
        """Create a reservation that must be refused, with these words, changing nothing."""
        before = self.shown()
        r = self.c.create(name, user=user, **self._times(start, end), **options)
        return self._refused(r, before, patterns)

    def change(self, name, start=None, end=None, **options):
        """Update a reservation, which must succeed; its fields as shown."""
        r = self.c.update(name, **self._times(start, end), **options)
        self.assertTrue(r.ok, r)
        return self.fields(name)

    def refuse_change(self, name, *patterns, start=None, end=None, user=None, **options):
        """Update a reservation, which must be refused, with these words, changing nothing."""
        before = self.shown()
        r = self.c.update(name, user=user, **self._times(start, end), **options)
        return self._refused(r, before, patterns)

    def _refused(self, r, before, patterns):
        self.assertEqual(r.code, 1, r)
        for pattern in patterns:
            self.assertRegex(r.err, pattern)
        self.assertEqual(self.shown(), before)
        return r

    @staticmethod
    def _times(start, end):
        times = {"StartTime": start, "EndTime": end}
        return {k: gq.stamp(t) for k, t in times.items() if t is not None}

    def earliest(self, r):
        """The earliest start that a refusal names, in seconds since the epoch."""
        found = re.search(r"earliest start .*: (\S+)$", r.err, re.M)
        self.assertTrue(found, r)
        return gq.seconds(found[1])

    def offered(self, r):
        """The offers that a refusal or a query prints, {name: Offer}, in their order."""
        found = {}
        for line in (r.out + r.err).splitlines():
            m = OFFER_LINE.search(line)
            if m:
                found[m[1]] = Offer(gq.seconds(m[2]), gq.seconds(m[3]), int(m[4]),
                                    float(m[5]) if m[5] else None, m[6])
        return found

    # --- what is there ---------------------------------------------------

    def fields(self, name):
        """The fields of one reservation, as shown."""
        found = self.c.reservations()
        self.assertIn(name, found)
        return found[name]

    def nodes(self, name):
        """The set of nodes of a reservation."""
        fields = self.fields(name)
        hosts = self.c.hosts(fields["Nodes"])
        self.assertEqual(len(hosts), int(fields["NodeCnt"]))
        return hosts

    def start_of(self, name):
        return gq.seconds(self.fields(name)["StartTime"])

    def end_of(self, name):
        return gq.seconds(self.fields(name)["EndTime"])

    def assertLies(self, name, start, end, count=None):
        """The reservation has exactly this time, and count nodes."""
        fields = self.fields(name)
        self.assertEqual((fields["StartTime"], fields["EndTime"]),
                         (gq.stamp(start), gq.stamp(end)), fields)
        if count is not None:
            self.assertEqual(len(self.nodes(name)), count)

    # --- jobs and nodes --------------------------------------------------

    def job(self, *words, sleep=3600, user=None):
        """Submit a job that sleeps; its id."""
        words = ["sbatch", "--parsable", "-o", "/dev/null", *words, "--wrap", f"exec sleep {sleep}"]
        r = self.c.run(*words, user=user)
        self.assertTrue(r.ok, r)
        return r.out.strip()

    def running_job(self, *words, **more):
        """A job that runs; its id."""
        job = self.job(*words, **more)
        self.wait_state(job, "RUNNING")
        return job

    def saved_job(self, *words):
        """A job that Slurm has saved; its id."""
        name = f"job{time.monotonic_ns()}"
        job = self.job("-J", name, *words)
        self.wait_job_saved(name)
        return job

    def wait_job_saved(self, name):
        def is_saved():
            with contextlib.suppress(FileNotFoundError), open(self.state("job_state"), "rb") as f:
                return name.encode() in f.read()
            return False  # it has saved no job yet
        gq.wait_for(is_saved, f"Slurm has saved job {name}")

    def in_slurms_state(self, name):
        """Is it in what Slurm has saved of its own list?"""
        try:
            with open(self.state("resv_state"), "rb") as f:
                return name.encode() in f.read()
        except FileNotFoundError:
            return False

    def wait_state(self, job, *states):
        return gq.wait_for(lambda: self.c.job_state(job) in states and self.c.job_state(job),
                           lambda: f"job {job} is {' or '.join(states)}: {self.job_fields(job)}")

    def job_fields(self, job):
        """The fields of a job, as scontrol shows them."""
        out = self.c.scontrol("-o", "show", "job", job).out
        return dict(w.split("=", 1) for w in out.split() if "=" in w)

    def set_node(self, node, state):
        r = self.c.scontrol("update", f"NodeName={node}", f"State={state}", "Reason=test")
        self.assertTrue(r.ok, r)

    def resume(self, *nodes):
        """Bring nodes back; wait until they are idle."""
        for node in nodes:
            self.c.scontrol("update", f"NodeName={node}", "State=RESUME")
        self.wait_nodes("idle", nodes)

    def node_states(self):
        """The states of all nodes as sinfo prints them: {"n1": "idle", ...}."""
        out = self.c.run("sinfo", "-h", "-N", "-o", "%N %T").out
        return dict(line.split() for line in out.splitlines())

    def wait_nodes(self, state, nodes):
        """Wait until the state of each node is this one; "idle" is not "idle*"."""
        def all_are():
            states = self.node_states()
            return all(states.get(n) == state for n in nodes)  # none is known while slurmctld does not answer
        gq.wait_for(all_are, lambda: f"{' '.join(nodes)}: {state}, of {self.node_states()}")

    # --- the controller --------------------------------------------------

    def reconfigure(self, **settings):
        """Change lines of slurm.conf and have slurmctld read it again."""
        reconfigure(self, self.c, **settings)

    def events(self, *variables, options=""):
        """Have a program told, of each event these; a function for the lines so far. With other options, too."""
        told = os.path.join(self.c.folder, f"told.{time.monotonic_ns()}")
        program = os.path.join(self.c.folder, "notify")
        with open(program, "w") as f:
            f.write(f'#!/bin/sh\necho "{" ".join("$GARQ_" + v for v in variables)}" >> {told}\n')
        os.chmod(program, 0o755)
        self.parameters(f"garq_notify={program}{options and ','}{options}")

        def lines():
            with contextlib.suppress(FileNotFoundError), open(told) as f:
                return f.read().splitlines()
            return []
        return lines

    def parameters(self, text=""):
        """Give SchedulerParameters by reconfigure, for the rest of the test."""
        base = "bf_interval=2"
        self.addCleanup(self.reconfigure, SchedulerParameters=base)
        self.reconfigure(SchedulerParameters=f"{base},{text}" if text else base)

    def stop_ctld(self):
        """Stop slurmctld in order."""
        r = self.c.cluster("stop-ctld")
        self.assertTrue(r.ok, r)

    def start_ctld(self):
        self.c.start_controller()
        self.c.wait_answering()

    def restart(self, **settings):
        """Stop slurmctld in order, so that it saves all; change lines of slurm.conf; start it."""
        self.c.restart(**settings)
        self.c.wait_answering()

    def kill(self):
        """kill -9 slurmctld and start it again."""
        self.c.kill_controller()
        self.c.start_controller()
        self.c.wait_answering()

    @contextlib.contextmanager
    def logged(self, pattern, seconds=60):
        """What is done inside makes slurmctld log a line that matches."""
        seen = len(self.c.log())
        yield
        gq.wait_for(lambda: re.search(pattern, self.c.log()[seen:]),
                    f"the log has a new line with {pattern}", seconds)

    def state(self, name=""):
        """A file of StateSaveLocation."""
        return os.path.join(self.c.folder, "state", name)

    def keep_state(self, *names):
        """Have Slurm save all, in a second that is over, and keep these files of it."""
        self.restart()
        now = int(time.time())
        gq.wait_for(lambda: time.time() >= now + 1, "the next second")
        for name in names:
            shutil.copy2(self.state(name), self.state(name + ".kept"))

    def bring_state_back(self, *names):
        """slurmctld was killed: what it starts from is what was kept."""
        for name in names:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(self.state(name + ".old"))
            os.replace(self.state(name + ".kept"), self.state(name))

    def save_again(self):
        """Slurm's file as it is, but of another second: the plugin has not read it back."""
        at_time = len(b"\0\0\0\x11PROTOCOL_VERSION\0") + 2
        with open(self.state("resv_state"), "r+b") as f:
            f.seek(at_time)
            saved, = struct.unpack(">Q", f.read(8))
            self.assertLess(abs(saved - time.time()), 3600)
            f.seek(at_time)
            f.write(struct.pack(">Q", saved + 1))

    def forget_ledger(self, keep=()):
        """All files of the plugin are away, as on a new site; some may stay."""
        for name in os.listdir(self.state()):
            if name.startswith("garq.") and name not in keep:
                os.unlink(self.state(name))

    def check_private(self):
        """No file of the plugin can be opened by others, whatever the test has done to them."""
        for name in os.listdir(self.state()):
            if name.startswith("garq."):
                with contextlib.suppress(FileNotFoundError):
                    self.assertEqual(oct(os.stat(self.state(name)).st_mode & 0o077), "0o0", name)

    def present(self):
        """The name of the ledger: garq.ledger, or the last copy that a takeover made of it."""
        numbers = [int(name[12:]) for name in os.listdir(self.state("")) if re.fullmatch(r"garq\.ledger\.\d+", name)]
        return f"garq.ledger.{max(numbers)}" if numbers else "garq.ledger"

    def ledger(self, sql):
        """Ask a copy of the ledger and its history, which slurmctld keeps locked. One that it writes meanwhile may be torn."""
        for again in (True, True, False):
            try:
                return self._ask_copy(sql)
            except sqlite3.DatabaseError:
                if not again:
                    raise
                time.sleep(0.3)

    def _ask_copy(self, sql):
        with tempfile.TemporaryDirectory() as folder:
            for name, to in ((self.present(), "garq.ledger"), ("garq.history", "garq.history")):
                copy_database(self.state(name), os.path.join(folder, to))
            history = os.path.join(folder, "garq.history")
            with contextlib.closing(sqlite3.connect(os.path.join(folder, "garq.ledger"))) as db:
                db.execute("ATTACH ? AS history", (history,))
                if db.execute("SELECT 1 FROM history.sqlite_master WHERE name = 'event'").fetchall():
                    for table in ("booking", "request", "offer", "event"):
                        db.execute(f"CREATE TEMP VIEW {table} AS SELECT * FROM main.{table}"
                                   f" UNION SELECT * FROM history.{table}")
                return db.execute(sql).fetchall()

    def live(self):
        """The names of the live bookings in the ledger."""
        return {name for name, in self.ledger("SELECT name FROM booking WHERE closed IS NULL")}

    def closed(self, name):
        """What the ledger says about why bookings of this name are live no more."""
        return [why for n, why in self.ledger("SELECT name, why FROM booking WHERE closed IS NOT NULL"
                                              " ORDER BY id") if n == name]


def soon(seconds):
    """A time from now on, whole seconds."""
    return int(time.time()) + seconds


def margin(seconds):
    """Seconds for what takes less than so many on a machine that is not busy: more where commands take long now."""
    return math.ceil(seconds * min(max(_cluster.pace() / 0.05, 1), 4))


def ahead(seconds):
    """A time from now on, whole seconds: farther off where it takes long to do what is to be done before it."""
    return soon(margin(seconds))
