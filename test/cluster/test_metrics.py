# SPDX-License-Identifier: GPL-2.0-or-later
"""Metrics of sched/garq: what happened is counted, in OpenMetrics that a strict reader reads, and in a file."""
import os
import shutil
import subprocess
import tempfile
import threading
import time
import unittest

import case
import gq
import openmetrics
import web
from case import OTHER, at, needs_root

TOOL = gq.sresv()
PROMTOOL = os.environ.get("PROMTOOL") or shutil.which("promtool")  # package prometheus; openmetrics.py reads the same without it


def setUpModule():
    case.start(8, lines=["SchedulerParameters=garq_shift=yes"])


class Metrics(case.Case):
    def metrics(self):
        r = self.c.run(TOOL, "stats", "--openmetrics")
        self.assertTrue(r.ok, r)
        return openmetrics.read(r.out)

    def get(self, name, **labels):
        return self.metrics()["garq_" + name, tuple(sorted(labels.items()))]

    def reset(self):
        self.assertTrue(self.c.run(TOOL, "stats", "--locks", "--reset").ok)

    def test_requests_offers_and_shifts(self):
        self.reset()
        before = self.metrics()
        self.assertEqual(before["garq_refusals_total", (("reason", "no-room"), )], 0)
        self.make("f", at(10), at(11), NodeCnt=6, MaxStartDelay="4:00:00")
        self.make("r", at(10), at(11), NodeCnt=4)
        self.assertEqual(self.get("shifts_total", what="start"), 1)
        offers = self.offered(self.c.create("x", StartTime=gq.stamp(at(10)), Duration=60, NodeCnt=8, Users="root"))
        self.assertEqual(self.get("offers_made_total"), len(offers))
        self.assertTrue(self.c.update(next(iter(offers))).ok)
        self.c.update("nothing-of-this-name", NodeCnt=1)
        found = self.metrics()
        for key, want in ((("garq_offers_taken_total", ()), 1),
                          (("garq_refusals_total", (("reason", "no-room"), )), 1),
                          (("garq_refusals_total", (("reason", "unknown"), )), 1),
                          (("garq_bookings", ()), 3), (("garq_bookings_active", ()), 0),
                          (("garq_ledger_commits_total", (("result", "failed"), )), 0)):
            self.assertEqual(found[key], want, key)
        # f, r, the offers for x and the offer that was taken each waited for their commit; the agent
        # notes what Slurm has saved (read_back.h), some moments after each change
        written = found["garq_ledger_commits_total", (("result", "written"), )]
        self.assertGreaterEqual(written, 4)
        self.assertGreater(found["garq_lock_seconds_count", (("part", "hold"), ("verb", "create"))], 2)
        made = ("garq_bookings_made_total", ())
        self.assertEqual(found[made] - before[made], 3)
        self.reset()
        self.assertEqual(self.get("offers_made_total"), 0)
        self.assertLess(self.get("ledger_commits_total", result="written"), written)

    def test_looks_are_no_commits(self):
        self.make("f", at(10), at(11), NodeCnt=6)

        def at_rest():  # the agent looks each second, and has noted what Slurm saved
            self.reset()
            time.sleep(3)
            return self.get("ledger_commits_total", result="written") == 0
        gq.wait_for(at_rest, "no commits")

    @needs_root
    def test_who_may_not_is_counted(self):
        self.reset()
        self.assertFalse(self.c.create("r", user=OTHER, StartTime=gq.stamp(at(10)), Duration=60, NodeCnt=1,
                                       Users=OTHER).ok)
        self.assertEqual(self.get("refusals_total", reason="denied"), 1)
        self.assertTrue(self.c.run(TOOL, "stats", "--openmetrics", user=OTHER).ok)

    def test_time_used_and_idle(self):
        self.make("r", int(time.time()), at(10), NodeCnt=4)
        self.running_job("-N2", "--reservation=r")
        self.reset()

        def counted():
            found = self.metrics()
            booked = found["garq_booked_node_seconds_total", ()]
            return booked and (booked, found["garq_used_node_seconds_total", ()])
        booked, used = gq.wait_for(counted, "node time")
        self.assertEqual((booked % 4, used), (0, booked / 2))

    def test_a_file_is_whole_at_each_moment(self):
        folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, folder)
        path = os.path.join(folder, "garq.prom")
        self.metrics()  # a hold of the locks, which ends each text from now on
        self.assertTrue(self.c.run(TOOL, "stats", "--textfile", path).ok)
        self.assertEqual(os.stat(path).st_mode & 0o777, 0o644)
        seen, done = [], threading.Event()

        def read():
            while not done.is_set():
                with open(path, encoding="ascii") as f:
                    seen.append(f.read())
        reader = threading.Thread(target=read)
        reader.start()
        for _ in range(5):
            self.assertTrue(self.c.run(TOOL, "stats", "--textfile", path).ok)
        done.set()
        reader.join()
        self.assertEqual([t for t in seen if "garq_lock_seconds_count" not in t][:1], [])
        self.assertEqual(os.listdir(folder), ["garq.prom"])
        # the types of the older format have the names of samples
        self.assertIn("# TYPE garq_shifts_total counter\n", seen[-1])
        self.assertNotIn("# EOF", seen[-1])
        r = self.c.run(TOOL, "stats", "--textfile", os.path.join(folder, "none", "garq.prom"))
        self.assertEqual(r.code, 7, r)

    def promtool(self):
        folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, folder)
        path = os.path.join(folder, "garq.prom")
        self.assertTrue(self.c.run(TOOL, "stats", "--textfile", path).ok)
        with open(path, "rb") as f:
            r = subprocess.run([PROMTOOL, "check", "metrics"], stdin=f, capture_output=True, check=False)
        self.assertEqual((r.returncode, r.stdout, r.stderr), (0, b"", b""))
        with web.Server(self.c) as server:
            texts = [server.get("/metrics").body, self.c.run(TOOL, "stats", "--openmetrics").out.encode()]
        # It reads OpenMetrics as the older format, whose help of a counter has the name with _total: 3 is that it misses this help.
        for text in texts:
            r = subprocess.run([PROMTOOL, "check", "metrics"], input=text, capture_output=True, check=False)
            self.assertEqual((r.returncode, r.stdout), (3, b""), r)
            self.assertEqual([line for line in r.stderr.decode().splitlines() if not line.endswith("_total no help text")], [])

    if PROMTOOL:
        test_promtool = promtool


class Reader(unittest.TestCase):
    """The reader of the other tests refuses what is no OpenMetrics."""
    HEAD = "# HELP a A.\n# TYPE a counter\n"

    def test_it_is_strict(self):
        self.assertEqual(openmetrics.read(self.HEAD + 'a_total{b="c"} 1\n# EOF\n'), {("a_total", (("b", "c"), )): 1})
        for text in (self.HEAD + "a_total 1\n", self.HEAD + "a 1\n# EOF\n", self.HEAD + "a_total 1\na_total 1\n# EOF\n",
                     "a_total 1\n# EOF\n", self.HEAD + "a_total -1\n# EOF\n", self.HEAD + "a_total 1\n\n# EOF\n",
                     self.HEAD + "a_total{b=c} 1\n# EOF\n", self.HEAD + "b_total 1\n# EOF\n",
                     "# HELP a_total A.\n# TYPE a_total counter\na_total 1\n# EOF\n",
                     self.HEAD + "# UNIT a seconds\na_total 1\n# EOF\n", self.HEAD + self.HEAD + "# EOF\n"):
            with self.assertRaises(openmetrics.Wrong, msg=text):
                openmetrics.read(text)


if __name__ == "__main__":
    unittest.main()
