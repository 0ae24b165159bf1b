# SPDX-License-Identifier: GPL-2.0-or-later
"""contrib/replay: a workload trace as reservation requests, rigid and with windows.

The trace is GARQ_TRACE, or the KTH-SP2 log in ../shared/traces beside the
sources; where there is none, one is generated. With --cluster, each garq_shift;
with --modes, requests that say more and more of what is of use.
"""
import gzip
import importlib.machinery
import importlib.util
import os
import re
import sys
import tempfile
import unittest

import case
import gq

REPLAY = os.path.join(gq.TOP, "contrib", "replay")
KTH = os.path.join(gq.TOP, "..", "shared", "traces", "KTH-SP2-1996-2.1-cln.swf.gz")
SRESV = gq.sresv()
JOBS = 300 if os.environ.get("GARQ_LONG") else 80
PASSES = ("rigid", "window", "offers")
POLICIES = ("rigid", "shift=no", "shift=paper", "shift=yes", "offers")
ROW = re.compile(r"^(rigid|window|shift=\w+|offers) +(\d+) +(\d+) +(\d+) +(\d+) +([\d.]+) +([\d.]+) ", re.M)
CHECKED = re.compile(r"^(rigid|window|shift=\w+|offers): checked (\d+) reservations, \d+ jobs: 0 violations$",
                     re.M)
MODES = ("rigid", "window", "elastic", "shapes", "all", "standby", "full")
MODE_ROW = re.compile(r"^(\w+) +(\d+) +(\d+) +(\d+) +(\d+) +(\d+) +(\d+) +(\d+) +([\d.]+) +([\d.]+) "
                      r"\(([\d.]+) %\)$", re.M)
MODE_CHECKED = re.compile(r"^(\w+): checked (\d+) reservations, \d+ jobs: 0 violations$", re.M)
LEFT_OUT = re.compile(r"^(\w+): left out: this controller does not know ", re.M)


def load_replay():
    loader = importlib.machinery.SourceFileLoader("replay", REPLAY)
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("replay", loader))
    bytecode, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        loader.exec_module(module)
    finally:
        sys.dont_write_bytecode = bytecode
    return module


def setUpModule():
    case.start(16)


class Replay(case.Case):

    def replay(self, *words, jobs, passes=PASSES):
        """Run it; it must be sound and leave nothing behind. (accepted of each pass, output)"""
        r = self.c.run(REPLAY, "--sresv", SRESV, "-n", jobs, *words, timeout=1800)
        self.assertTrue(r.ok, r)
        rows = {row[0]: row[1:] for row in ROW.findall(r.out)}
        checked = dict(CHECKED.findall(r.out))
        accepted = {}
        for title in passes:
            asked, yes, no, failed = (int(n) for n in rows[title][:4])
            self.assertEqual((asked, yes + no, failed), (jobs, jobs, 0), r)
            self.assertEqual(int(checked[title]), yes, r)
            self.assertLessEqual(float(rows[title][5]), float(rows[title][4]), r)
            self.assertGreater(yes, 0, r)
            accepted[title] = yes
            self.assertEqual(rows["rigid"][4], rows[title][4])
        # Nobody is refused an offer that he was told of a moment ago; here there always is one.
        self.assertEqual(rows["offers"][2], "0", r)
        self.assertEqual(self.c.reservations(), {})
        return accepted, r

    def test_trace(self):
        trace = os.environ.get("GARQ_TRACE", KTH if os.path.exists(KTH) else None)
        accepted, r = self.replay(trace or "--generate", jobs=JOBS)
        print("".join(f"# {line}\n" for line in r.out.splitlines() if line), end="",
              file=sys.stderr)

    def test_each_way_to_shift(self):
        before = self.c.scontrol("show", "config").out
        accepted, r = self.replay("--generate", "--cluster", self.c.folder, jobs=100,
                                  passes=POLICIES)
        print("".join(f"# {line}\n" for line in r.out.splitlines() if line), end="",
              file=sys.stderr)
        # Each one is more than enough to tell them apart.
        self.assertGreater(accepted["shift=no"], accepted["rigid"], r)
        self.assertGreater(accepted["shift=yes"], accepted["shift=no"], r)
        for line in re.findall(r"^SchedulerParameters.*", before, re.M):
            self.assertIn(line, self.c.scontrol("show", "config").out)

    def modes(self, *words, jobs, modes=MODES):
        """Run --modes; it must be sound and leave nothing behind. ({mode: numbers of its row}, output)"""
        r = self.c.run(REPLAY, "--sresv", SRESV, "-n", jobs, "--modes", ",".join(modes), *words,
                       timeout=1800)
        self.assertTrue(r.ok, r)
        rows = {row[0]: [float(word) for word in row[1:]] for row in MODE_ROW.findall(r.out)}
        checked = dict(MODE_CHECKED.findall(r.out))
        left_out = LEFT_OUT.findall(r.out)
        self.assertEqual(sorted([*rows, *left_out]), sorted(modes), r)
        self.assertLessEqual(set(left_out), {"standby", "full"}, r)
        for mode, (asked, cancelled, yes, later, other, no, failed, total, hours, _) in rows.items():
            self.assertEqual((asked, cancelled + yes + no, failed), (jobs, jobs, 0), r)
            self.assertEqual((int(checked[mode]), cancelled, total),
                             (yes, rows["rigid"][1], rows["rigid"][7]), r)
            self.assertLessEqual(hours, total, r)
            self.assertLessEqual(max(later, other), yes, r)
            calls = r"\d+" if "--early" in words or mode in ("standby", "full") else jobs
            self.assertRegex(r.out, rf"(?m)^{mode}: slurmctld's share, ms: create [\d.]+ \({calls} calls\)")
            if mode not in ("elastic", "shapes", "all", "full"):
                self.assertEqual(other, 0, r)
            if mode not in ("standby", "full"):
                self.assertEqual(later, 0, r)
        self.assertEqual(self.c.reservations(), {})
        return rows, r

    def test_modes(self):
        rows, r = self.modes("--generate", "--flexible", "0.8", "--window", "1", "--cancel", "0.3",
                             jobs=60)
        print("".join(f"# {line}\n" for line in r.out.splitlines() if line), end="",
              file=sys.stderr)
        self.assertIn("flexible: 48 requests", r.out)
        self.assertGreater(rows["rigid"][1], 0, r)
        self.assertGreater(rows["window"][-1], rows["rigid"][-1], r)
        self.assertGreater(sum(rows[mode][4] for mode in ("elastic", "shapes", "all")), 0, r)
        # With little room few of them are booked.
        self.assertGreater(sum(rows[mode][3] for mode in ("standby", "full") if mode in rows), 0, r)

    def write_trace(self, lines):
        """A trace for a machine of 16 processors of jobs (submitted, nodes, seconds asked for, ran)."""
        f = tempfile.NamedTemporaryFile("w", suffix=".swf")
        self.addCleanup(f.close)
        f.write("; MaxProcs: 16\n")
        f.writelines(f"{i} {submit} 0 {ran} {n} -1 -1 {n} {asked} -1 1\n"
                     for i, (submit, n, asked, ran) in enumerate(lines))
        f.flush()
        return f.name

    def test_early_ends_make_room(self):
        # The first job has all nodes for two hours, and ends after ten minutes. The second one can
        # wait for an hour: not until the end that was asked for. The third one comes after the end.
        trace = self.write_trace(((0, 16, 7200, 600), (60, 16, 3600, 3600), (700, 16, 3600, 3600)))
        words = (trace, "--lead", "0", "--flexible", "1", "--window", "1")
        rows, r = self.modes(*words, jobs=3)
        for mode in ("rigid", "window", "standby"):
            self.assertEqual(rows[mode][7:], [64.0, 32.0, 50.0], r)
        rows, r = self.modes(*words, "--early", jobs=3)
        self.assertIn("early: 1 jobs end early, and run for 54.2 % of the node-hours", r.out)
        for mode in ("rigid", "window"):
            self.assertEqual(rows[mode][7:], [64.0, 48.0, 75.0], r)
        # In the place of the first one from its end on, the second one fits, and the third after it.
        self.assertEqual((rows["standby"][3], *rows["standby"][7:]), (1, 64.0, 64.0, 100.0), r)

    def test_early_ends_make_no_room_in_the_past(self):
        # When the first job ends, the place before that is over: the second one, which stands by on
        # half of the nodes, cannot get it for its last possible start.
        trace = self.write_trace(((0, 16, 7200, 3600), (60, 8, 3600, 3600), (9000, 1, 60, 60)))
        for window, later in (("0.9", 0), ("1.1", 1)):
            rows, r = self.modes(trace, "--lead", "0", "--flexible", "1", "--window", window, "--early",
                                 jobs=3, modes=("rigid", "standby"))
            self.assertEqual(rows["standby"][3], later, r)

    def test_early_ends_in_each_mode(self):
        rows, r = self.modes("--generate", "--flexible", "0.8", "--window", "1", "--cancel", "0.3",
                             "--early", jobs=40, modes=("rigid", "window", "full"))
        print("".join(f"# {line}\n" for line in r.out.splitlines() if line), end="",
              file=sys.stderr)
        self.assertGreater(rows["window"][-1], rows["rigid"][-1], r)

    def test_nothing_flexible_is_rigid_in_each_mode(self):
        rows, r = self.modes("--generate", "--flexible", "0", jobs=20)
        for mode, row in rows.items():
            self.assertEqual(row, rows["rigid"], r)

    def test_each_form_is_read_and_does_the_work(self):
        replay = load_replay()
        for nodes, length in ((1, 60), (1, 3600), (2, 61), (3, 3600), (7, 100), (16, 7201)):
            for name, mode in replay.MODES.items():
                text = mode.wishes(nodes, length, 16)
                for size, seconds in mode.shapes_of(nodes, length, 16):
                    self.assertLessEqual(size, 16)
                    self.assertTrue(nodes * length <= size * seconds < nodes * length + 60 * size,
                                    (nodes, length, text))
                    self.assertIn(f"or:{size}x{seconds // 60}:", text)
                least = mode.least_of(nodes, length)
                self.assertTrue(nodes / 2 <= least[0] <= nodes and length / 2 <= least[1] <= length,
                                (nodes, length, least))
                if not mode.standby:
                    start = case.soon(3600)
                    r = self.c.run(SRESV, "book", f"{text}form", "-s", f"uts{start}", "-e",
                                   f"uts{start + length}", "-N", nodes)
                    self.assertTrue(r.ok, (name, r))
                    self.c.scontrol("delete", "ReservationName=form")

    def test_generated_is_the_same_again(self):
        first, _ = self.replay("--generate", "--seed", "7", jobs=25)
        again, _ = self.replay("--generate", "--seed", "7", jobs=25)
        self.assertEqual(first["rigid"], again["rigid"])

    def test_others_stay_and_are_in_the_way(self):
        start = case.soon(0)
        self.make("other", start, start + 30 * 86400, NodeCnt=16)
        before = self.shown()
        r = self.c.run(REPLAY, "--sresv", SRESV, "--generate", "-n", 20)
        self.assertTrue(r.ok, r)
        for title, asked, yes, no, failed, *_ in ROW.findall(r.out):
            later = ("20", "20", "0", "0") if title == "offers" else ("20", "0", "20", "0")
            self.assertEqual((asked, yes, no, failed), later, r)
        self.assertEqual(self.shown(), before)

    def test_jobs_without_size_or_length(self):
        lines = ["; MaxProcs: 32", "1 0 0 60 4 -1 -1 4 -1 -1 1", "2 5 0 -1 4 -1 -1 4 -1 -1 0",
                 "3 9 0 60 -1 -1 -1 -1 99 -1 1", "4 9 0 -1 -1 -1 -1 64 7200 -1 1"]
        for name, opener in (("t.swf", open), ("t.swf.gz", gzip.open)):
            with tempfile.TemporaryDirectory() as folder:
                path = os.path.join(folder, name)
                with opener(path, "wt") as f:
                    f.write("\n".join(lines) + "\n")
                accepted, r = self.replay(path, jobs=2)
                self.assertIn("2 left out", r.out)
                self.assertIn("ceil(processors x 16 / 32)", r.out)

    def test_another_part_of_a_trace(self):
        sizes = (2, 3, 16, 5, 7)
        with tempfile.NamedTemporaryFile("w", suffix=".swf") as f:
            f.write("; MaxProcs: 16\n")
            f.writelines(f"{i} {i * 9000} 0 60 {n} -1 -1 {n} 3600 -1 1\n"
                         for i, n in enumerate(sizes))
            f.flush()
            _, r = self.replay(f.name, "--skip", "2", jobs=2)
            # All fit: what is asked for are 16 and 5 nodes for an hour.
            self.assertEqual(ROW.findall(r.out)[0][5:], ("21.0", "21.0"), r)
            r = self.c.run(REPLAY, f.name, "--skip", "5", "-n", "1")
            self.assertEqual((r.code, "5 jobs" in r.err), (2, True), r)

    def test_bad_input(self):
        with tempfile.NamedTemporaryFile("w", suffix=".swf") as f:
            f.write("this is not a trace\n")
            f.flush()
            for words in ((), ("--generate", f.name), (f.name,), ("/nonexistent.swf",),
                          ("--generate", "-n", "0"), ("--generate", "--skip", "1"),
                          (f.name, "--skip", "-1"), ("--generate", "--modes", "soft"),
                          ("--generate", "--modes", "rigid,rigid"), ("--generate", "--flexible", "0.5"),
                          ("--generate", "--early"),
                          ("--generate", "--modes", "rigid", "--cancel", "1.1")):
                r = self.c.run(REPLAY, *words)
                self.assertEqual(r.code, 2, r)
                self.assertNotIn("Traceback", r.err)

    def test_without_sresv(self):
        r = self.c.run(REPLAY, "--sresv", "/nonexistent/sresv", "--generate", "-n", "2")
        self.assertEqual((r.code, r.err), (2, "replay: /nonexistent/sresv is not installed\n"), r)

    def test_who_is_no_operator(self):
        if not case.ROOT:
            self.skipTest("only root can act as another user")
        with gq.for_everyone(REPLAY, gq.CHECKER, SRESV) as folder:
            r = self.c.run(os.path.join(folder, "replay"), "--sresv", os.path.join(folder, "sresv"), "--generate", "-n", "2",
                           user=case.OTHER)
        self.assertEqual(r.code, 1, r)
        self.assertRegex(r.out, r"(?m)^rigid +2 +0 +0 +2 ")


if __name__ == "__main__":
    unittest.main()
