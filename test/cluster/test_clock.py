# SPDX-License-Identifier: GPL-2.0-or-later
"""A clock that was ahead and is put back: what is there counts, as after a start."""
import os
import shutil
import subprocess
import unittest
import unittest.mock

import case
import gq
from case import at, soon

AHEAD = 3600


def setUpModule():
    if not shutil.which("cc"):
        raise unittest.SkipTest("another clock needs cc")
    folder = case.new_folder()
    unittest.addModuleCleanup(shutil.rmtree, folder)
    library, Clock.file = os.path.join(folder, "clock.so"), os.path.join(folder, "ahead")
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "clock.c")
    subprocess.run(["cc", "-Wall", "-Wextra", "-shared", "-fPIC", "-o", library, source], check=True)
    other = os.environ.get("GARQ_CLUSTER_PRELOAD")
    words = {"GARQ_TEST_CLOCK": Clock.file, "GARQ_CLUSTER_PRELOAD": f"{other}:{library}" if other else library}
    patch = unittest.mock.patch.dict(os.environ, words)
    patch.start()
    unittest.addModuleCleanup(patch.stop)
    Clock.put(0)
    case.start(6, lines=case.STAYS_DOWN)


class Clock(case.Case):
    @classmethod
    def put(cls, seconds):
        """The clock of slurmctld is ahead by so many."""
        with open(cls.file + ".new", "w") as f:
            f.write(f"{seconds}\n")
        os.replace(cls.file + ".new", cls.file)

    def setUp(self):
        super().setUp()
        self.addCleanup(self.put, 0)
        self.put(AHEAD)
        self.make("x", at(10), at(11), NodeCnt=6)
        self.change("x", NodeCnt=3)

    def test_what_begins_soon(self):
        self.put(0)
        self.make("r", soon(600), Duration=10, NodeCnt=6)
        self.refuse("s", "reservation r ", start=soon(900), Duration=10, NodeCnt=1)
        self.make("s", soon(1300), Duration=10, NodeCnt=6)

    def test_jobs_that_began_since(self):
        self.put(0)
        job = self.running_job("-N6", "--exclusive", "-t240")
        self.refuse("r", f"job {job} ", start=soon(2 * AHEAD), Duration=10, NodeCnt=1)

    def test_node_that_fails(self):
        self.addCleanup(self.restart)	# Slurm asks no node until the time at which it last did
        node = min(self.nodes("x"))
        self.set_node(node, "DOWN")
        self.refuse("r", "1 of 6 nodes is missing", start=soon(2 * AHEAD), Duration=10, NodeCnt=6)
        self.put(0)
        gq.wait_for(lambda: node not in self.nodes("x"), "it has another node", 120)


if __name__ == "__main__":
    unittest.main()
