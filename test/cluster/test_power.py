# SPDX-License-Identifier: GPL-2.0-or-later
"""Nodes that power saving switches off come up on demand: they are booked as those that are on."""
import time
import unittest

import case
import gq
from case import at, soon


def setUpModule():
    case.start(4, lines=[*case.STAYS_DOWN, "SuspendProgram=/bin/true", "ResumeProgram=/bin/true", "SuspendTime=100000",
                         "SuspendTimeout=2"])


class Power(case.Case):
    def book_all(self):
        """Within half an hour and tomorrow, whole nodes and cores: nothing is missing."""
        self.make("soon", soon(1800), soon(3600), NodeCnt=4)
        self.make("named", soon(3600), soon(5400), Nodes="n4")
        self.make("all", at(10), at(11), NodeCnt=4)
        self.make("cores", at(11), at(12), Nodes="n4", CoreCnt=1)
        time.sleep(3)	# in which a look would mark them
        for name in ("soon", "named", "all", "cores"):
            self.assertNotRegex(self.c.scontrol("show", "reservation", name).out, "awaits|lacks")
            self.assertTrue(self.c.delete(name).ok)

    def test_switched_off_once_its_jobs_end(self):
        """Slurm drains it until then, and ends that drain itself; one by an operator counts."""
        job = self.running_job("-N1", "-wn4", "-t20")
        gq.wait_for(lambda: self.c.scontrol("update", "NodeName=n4", "State=POWER_DOWN_ASAP").ok, "power saving has begun")
        self.wait_nodes("draining!", ["n4"])
        self.book_all()
        self.set_node("n3", "DRAIN")
        self.wait_nodes("drained", ["n3"])
        self.refuse("r", "1 of 4 nodes is missing", "n3 is drained", start=soon(1800), end=soon(3600), NodeCnt=4)
        self.resume("n3")
        self.c.run("scancel", job)
        self.wait_nodes("idle~", ["n4"])
        self.book_all()


if __name__ == "__main__":
    unittest.main()
