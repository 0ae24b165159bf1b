# SPDX-License-Identifier: GPL-2.0-or-later
"""contrib/what-if: what it reads, what it plays, and that a controller answers the same.

Compared are 40 requests that crowd 16 nodes; with GARQ_LONG=1 the first 1,000 of each
trace of GARQ_TRACES (paths, separated by colons), or of those in ../shared/traces
beside the sources, on 64 nodes; and what a real sacct prints is read.
"""
import glob
import gzip
import importlib
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

import case
import dbd
import gq

ROOM = os.path.join(gq.TOP, "contrib", "what-if")
WHAT_IF = os.path.join(ROOM, "what-if")
SIM = os.path.join(gq.plugin_dir(), "..", "..", "contrib", "what-if", "what-if-sim")
LONG = bool(os.environ.get("GARQ_LONG"))
T = 1_000_000_000
HEAD = "JobIDRaw|Submit|Start|End|TimelimitRaw|NNodes"
HOUR = 3600


def setUpModule():
    if not os.access(SIM, os.X_OK):
        raise unittest.SkipTest(f"{SIM} is not built")
    patch = unittest.mock.patch.dict(os.environ, GARQ_WHAT_IF_SIM=SIM)
    patch.start()
    unittest.addModuleCleanup(patch.stop)
    sys.path.insert(0, ROOM)
    unittest.addModuleCleanup(sys.path.remove, ROOM)


class Files(unittest.TestCase):
    def write(self, *lines, suffix=".txt", opener=open):
        folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, folder)
        path = os.path.join(folder, "jobs" + suffix)
        with opener(path, "wt") as f:
            f.writelines(line + "\n" for line in lines)
        return path


class Reading(Files):
    def setUp(self):
        self.history = importlib.import_module("history")

    def refused(self, pattern, *lines, **more):
        with self.assertRaisesRegex(self.history.Failed, pattern) as caught:
            self.history.read(self.write(*lines, **more))
        self.assertNotIn("\n", str(caught.exception))

    def test_sacct(self):
        h = self.history.read(self.write(
            HEAD, f"1|{T}|{T + 5}|{T + 65}|2|3", f"2|{T}|{T}|{T + 300}|1|2", f"3|{T}|{T}|{T + 300}|UNLIMITED|1",
            f"4|{T}|Unknown|Unknown|1|1", f"5|{T}|{T}|Unknown|1|1", f"6|{T}|{T}|{T}|1|1",
            f"7|{T}|{T + 9}|{T + 8}|1|1", f"8|{T}|{T - 1}|{T + 8}|1|1", ""))
        self.assertEqual(h.jobs, [(T, 3, 120, 60, 5), (T, 2, 60, 60, 0), (T, 1, 300, 300, 0)])
        self.assertEqual((h.nodes, h.cut, sum(h.left_out.values())), (3, 1, 5))

    def test_the_hour_in_which_summer_time_ends(self):
        """In local times a job may seem to start before it came: one such job does not end a month."""
        day = "2026-10-25T"
        h = self.history.read(self.write(HEAD, f"1|{day}02:50:00|{day}02:05:00|{day}04:00:00|60|1",
                                         f"2|{day}05:00:00|{day}05:00:00|{day}06:00:00|60|1"))
        self.assertEqual((len(h.jobs), list(h.left_out)), (1, ["Submit, Start and End are not in this order"]))

    def test_sacct_with_other_columns_and_local_times(self):
        day = "2026-10-01T"
        h = self.history.read(self.write(
            "State|NNodes|TimelimitRaw|End|Start|Submit|JobIDRaw",
            f"COMPLETED|9|60|{day}02:30:00|{day}02:00:00|{day}01:00:00|7"), nodes=4)
        self.assertEqual([job[1:] for job in h.jobs], [(4, 3600, 1800, 3600)])
        self.assertIn("1 jobs in the whole file had more, and are cut", h.how)

    def test_bad_sacct(self):
        good = f"1|{T}|{T}|{T + 60}|2|3"
        for pattern, *lines in (
                ("no TimelimitRaw; write the file with SLURM_TIME_FORMAT=%s sacct", "JobIDRaw|Submit|Start|End|NNodes", "1|2|3|4|5"),
                (r":3: 5 fields, not 6", HEAD, good, f"2|{T}|{T}|{T + 60}|2"),
                (r":2: Submit is no time: yesterday", HEAD, f"1|yesterday|{T}|{T + 60}|2|3"),
                (r":2: End is no time: -5", HEAD, f"1|{T}|{T}|-5|2|3"),
                (r":2: NNodes is no number: 1.5", HEAD, f"1|{T}|{T}|{T + 60}|2|1.5"),
                (r":2: TimelimitRaw is no number: 1-00:00:00", HEAD, f"1|{T}|{T}|{T + 60}|1-00:00:00|1"),
                (r":2: 1.batch is a step of a job: sacct needs -X", HEAD, f"1.batch|{T}|{T}|{T + 60}|2|1"),
                ("no job that ran and ended", HEAD), ("no job that ran and ended", "")):
            with self.subTest(pattern):
                self.refused(pattern, *lines)

    def test_swf(self):
        lines = ("; MaxNodes: 4 (dual)", "; MaxProcs: 8", f"; UnixStartTime: {T}", "; a note",
                 "1 5 7 60 3 -1 -1 -1 100 -1 1", "2 9 0 60 1 -1 -1 8 30 -1 1", "3 9 0 -1 1 -1 -1 8 30 -1 0",
                 "4 9 0 60 -1 -1 -1 -1 30 -1 0", "5 10 0 60 1 -1 -1 1 -1 -1 1")
        for suffix, opener in ((".swf", open), (".swf.gz", gzip.open)):
            h = self.history.read(self.write(*lines, suffix=suffix, opener=opener))
            self.assertEqual(h.jobs, [(T + 5, 2, 100, 60, 7), (T + 9, 4, 30, 30, 0), (T + 10, 1, 60, 60, 0)])
            self.assertEqual((h.nodes, h.cut, sum(h.left_out.values())), (4, 1, 2))

    def test_bad_swf(self):
        self.refused(":2: neither the Standard Workload Format nor sacct -P: this is no trace", "; MaxProcs: 8",
                     "this is no trace")
        self.refused(":1: neither", "1 5 7 60 3 -1")
        self.refused("no job that ran", "; MaxProcs: 8")
        self.refused("[Nn]ot a gzipped file", "1 5 7 60 3 -1 -1 -1 100 -1 1", suffix=".swf.gz")
        with self.assertRaisesRegex(self.history.Failed, "No such file"):
            self.history.read("/nonexistent")

    def test_part(self):
        h = self.history.read(self.write(HEAD, *(f"{i}|{T + i * 86400}|{T + i * 86400}|{T + i * 86400 + 9}|1|1"
                                                for i in range(5))))
        h.part(3)
        self.assertEqual([(job.submit - T) // 86400 for job in h.jobs], [2, 3, 4])
        h.part(1, skip=1)
        self.assertEqual([(job.submit - T) // 86400 for job in h.jobs], [3])
        with self.assertRaisesRegex(self.history.Failed, "no job was submitted"):
            h.part(1, skip=9)


class Played(Files):
    """Small workloads of which it is known what happens: two nodes."""

    def play(self, *lines, words=()):
        p = subprocess.run([SIM, "--nodes=2", *words], input="".join(line + "\n" for line in lines),
                           stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        return p.returncode, p.stdout.splitlines(), p.stderr

    def played(self, want, *lines, words=()):
        code, out, err = self.play(*lines, words=words)
        self.assertEqual((code, err), (0, ""))
        self.assertEqual(sorted(out), sorted(want))

    RIGID = f"ask 1 {T} 2 3600 600 {T + 1000} 0 -"
    FLEXIBLE = f"ask 2 {T} 2 3600 600 {T + 1000} 7200 -"

    def test_a_window_helps(self):
        lines = (self.RIGID, self.FLEXIBLE)
        self.played([f"booked 1 {T + 1000}", f"booked 2 {T + 4600}", f"began 1 {T + 1000} 0 0", f"began 2 {T + 4600} 0 0"],
                    *lines)
        self.played([f"booked 1 {T + 1000}", "refused 2 0 -1", f"began 1 {T + 1000} 0 0", f"ran 2 {T + 4600}"],
                    *lines, words=["--book=plain"])

    def test_who_is_flexible_moves(self):
        lines = (self.FLEXIBLE, self.RIGID)
        self.played([f"booked 2 {T + 1000}", f"booked 1 {T + 1000}", f"began 1 {T + 1000} 0 0",
                     f"began 2 {T + 4600} 1 0"], *lines)
        code, out, _ = self.play(*lines, words=["--options=garq_shift=no"])
        self.assertEqual(code, 0)
        self.assertRegex("\n".join(out), rf"booked 2 {T + 1000}\nrefused 1 [1-9]\d* 3600\n")

    def test_a_job_keeps_away_from_reservations(self):
        """Job 3 would cross the reservation, job 4 ends in time; job 5 gets what the reservation leaves."""
        self.played([f"booked 1 {T + 1000}", f"began 1 {T + 1000} 0 0", f"ran 3 {T + 4600}", f"ran 4 {T}"],
                    self.RIGID, f"job 3 {T} 2 1001 500", f"job 4 {T} 2 1000 1000")

    def test_given_back(self):
        """Job 1 runs for ten minutes of its hour: the flexible one is shifted there, to a slot (garq_delta) from then on."""
        self.played([f"booked 1 {T + 1000}", f"booked 2 {T + 4600}", f"began 1 {T + 1000} 0 0", f"began 2 {T + 1900} 1 0"],
                    self.RIGID, self.FLEXIBLE, words=["--give-back"])

    def test_early_ends_of_jobs(self):
        """The second starts when the first has ended, 500 s before its limit; the third does not delay it."""
        self.played([f"ran 1 {T}", f"ran 2 {T + 500}", f"ran 3 {T + 600}", f"ran 4 {T}"],
                    f"job 1 {T} 1 1000 500", f"job 2 {T} 2 100 100", f"job 3 {T} 1 2000 100", f"job 4 {T} 1 900 90")

    def test_classes(self):
        """Of two nodes one is of the class."""
        asks = [f"ask {i} {T} 1 3600 60 {T + 1000} 0 even" for i in (1, 2)]
        self.played([f"booked 1 {T + 1000}", f"place 1 {T + 1000} n2", "refused 2 1 3600", f"ran 2 {T}"], *asks, words=["--stop"])

    def test_bad_workloads(self):
        for line in ("job 1", "job 1 2 3 4 5", f"job 1 {T} 0 5 5", f"job 1 {T} 1 0 5", f"ask 1 {T} 1 5 5",
                     f"ask 1 {T} 1 5 5 {T - 1} 0 -", f"job 1 {T} 1 5 5\njob 2 {T - 1} 1 5 5"):
            code, _, err = self.play(line)
            self.assertEqual((code, "not a line of a workload" in err), (2, True), line)
        for words in (["--book=never"], ["--nodes=0"], ["--options=garq_shift=maybe"], ["more"]):
            self.assertEqual(self.play(words=words)[0], 2, words)

    def what_if(self, *words):
        return gq.run(WHAT_IF, *words)

    def test_the_page(self):
        """Three jobs at once, each wants both nodes for an hour, from its submission on; they end half an hour early."""
        path = self.write(HEAD, *(f"{i}|{T}|{T}|{T + 1800}|60|2" for i in (1, 2, 3)))
        r = self.what_if(path, "--share", 100, "--lead", 0, "--window", 1, "--flexible", 100)
        self.assertTrue(r.ok, r)
        self.assertIn("| flexible | 3 | 1 (33.3 %) | 2 (66.7 %) | 2 (66.7 %) | 2 (66.7 %) | 2 (66.7 %) |\n", r.out)
        self.assertIn("| node-hours | 6 | 2 (33.3 %) | 4 (66.7 %) | 4 (66.7 %) | 4 (66.7 %) | 4 (66.7 %) |\n", r.out)
        self.assertIn("All jobs ask for a reservation", r.out)
        r = self.what_if(path, "--share", 40, "--seed", 8, "--lead", 0, "--flexible", 0)
        self.assertIn("| rigid | 1 | 1 (100.0 %) |", r.out)
        # The reservation keeps its nodes for an hour, half of it without a job; the two others wait for it.
        self.assertRegex(r.out, r"\| node-hours in reservations \| - \| 2 \|")
        self.assertRegex(r.out, r"\| of these without a job \| - \| 1 \|")

    def test_bad_input(self):
        path = self.write(HEAD, f"1|{T}|{T}|{T + 60}|2|3")
        for words in (("/nonexistent",), (path, "--share", 0), (path, "--share", 101), (path, "--days", 0),
                      (path, "--skip", 3), (), (path, "--page", "nothing")):
            r = self.what_if(*words)
            self.assertEqual(r.code, 2, r)
            self.assertNotIn("Traceback", r.err)


class Compared(case.Case):
    """With the plugin's own threads kept still: nothing but the requests moves a booking."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        if not shutil.which("cc"):
            raise unittest.SkipTest("to keep threads still needs cc")
        folder = case.new_folder()
        cls.addClassCleanup(shutil.rmtree, folder)
        library = os.path.join(folder, "still.so")
        source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "still.c")
        subprocess.run(["cc", "-Wall", "-Wextra", "-shared", "-fPIC", "-o", library, source], check=True)
        other = os.environ.get("GARQ_CLUSTER_PRELOAD")
        patch = unittest.mock.patch.dict(os.environ, GARQ_CLUSTER_PRELOAD=f"{other}:{library}" if other else library)
        patch.start()
        cls.addClassCleanup(patch.stop)
        # Nodes differ by their feature alone.
        case.start(64 if LONG else 16,
                   lines=("PartitionName=half Nodes=ALL MaxTime=UNLIMITED DefaultTime=60 State=UP",))

    def compare(self, path, count):
        """(accepted, moved), the same for both."""
        self.restart()	# the choice of nodes also follows the classes of earlier requests
        r = self.c.run(WHAT_IF, path, "--share", 100, "--of-class", 20, "--skip", 0, "--days", 999, "--compare", count, timeout=1200)
        print(f"# {r.out.splitlines()[0] if r.out else r}", file=sys.stderr)
        found = re.match(r"(\d+) requests .* controller accepts (\d+), the simulation (\d+); (\d+) of these", r.out)
        self.assertTrue(r.ok and found, r)
        asked, real, played, moved = (int(n) for n in found.groups())
        self.assertEqual((asked, real), (count, played))
        return real, moved

    @unittest.skipIf(LONG, "the traces are asked for")
    def test_a_few(self):
        dice = random.Random(1)
        lines = [f"{i} {i * 300} 0 {60 * dice.randint(5, 200)} {2 ** dice.randint(0, 3)} -1 -1 -1 -1 -1 1" for i in range(40)]
        with tempfile.NamedTemporaryFile("w", suffix=".swf") as f:
            f.write("; MaxProcs: 16\n" + "".join(f"{line}\n" for line in lines))
            f.flush()
            accepted, moved = self.compare(f.name, 40)
        self.assertLess(accepted, 40)
        self.assertGreater(moved, 0)

    @unittest.skipUnless(LONG, "GARQ_LONG=1")
    def test_what_sacct_prints(self):
        """Last: the cluster has accounting then."""
        dbd.need()
        accounting = dbd.Accounting(self.c)
        self.addCleanup(accounting.stop)
        accounting.start()
        self.assertTrue(self.c.cluster("set", *(f"{k}={v}" for k, v in accounting.settings().items())).ok)
        accounting.sacctmgr("add", "cluster", "garq")
        self.restart()
        for nodes, seconds in ((2, 1), (3, 2)):
            self.assertTrue(self.c.run("srun", "-N", nodes, "-t", 5, "sleep", seconds).ok)
        history = importlib.import_module("history")
        words = ["env", *(word for word in history.COMMAND.split() if word not in ("-S", "-E", "DAY"))]

        def printed():
            r = self.c.run(*words)
            return r.out if len(re.findall(r"\|\d{10}\|5\|", r.out)) == 2 else None
        with tempfile.NamedTemporaryFile("w") as f:
            f.write(gq.wait_for(printed, lambda: f"sacct has the ends of two jobs: {self.c.run(*words)}"))
            f.flush()
            h = history.read(f.name, 16)
        self.assertEqual([(job.nodes, job.limit) for job in h.jobs], [(2, 300), (3, 300)])

    @unittest.skipUnless(LONG, "GARQ_LONG=1")
    def test_traces(self):
        given = os.environ.get("GARQ_TRACES")
        paths = given.split(":") if given else \
            sorted(glob.glob(os.path.join(gq.TOP, "..", "shared", "traces", "*.swf.gz")))
        self.assertTrue(paths, "no trace")
        for path in paths:
            with self.subTest(path):
                self.compare(path, 1000)


if __name__ == "__main__":
    unittest.main()
