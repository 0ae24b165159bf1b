# SPDX-License-Identifier: GPL-2.0-or-later
"""slurmctld with a queue of requests: it holds the locks of those that it hands on."""
import unittest

import case
import gq
from case import at, soon


def setUpModule():
    case.start(4, lines=["SlurmctldParameters=enable_rpc_queue"])


class Queue(case.Case):
    def test_jobs_for_parked_bookings(self):
        for i in range(4):
            self.make(f"b{i}", at(i), at(i + 1), NodeCnt=4)
        submitted = self.job("--reservation=b3", "-n1")
        updated = self.job("--hold", "-n1")
        r = self.c.scontrol("update", f"JobId={updated}", "ReservationName=b2")
        self.assertTrue(r.ok, r)
        self.assertEqual(self.job_fields(submitted)["Reservation"], "b3")
        self.assertEqual(self.job_fields(updated)["Reservation"], "b2")
        self.assertEqual(self.c.delete("b3").code, 1)
        self.assertTrue(self.c.delete("b1").ok)
        self.assertEqual(set(self.c.reservations()), {"b0", "b2", "b3"})

    def test_expected_starts(self):
        """What holds Slurm's locks can't correct them: they are right some seconds after they were asked for."""
        for i in range(4):
            self.make(f"b{i}", soon(1200 + i * 1800), soon(2400 + i * 1800), NodeCnt=4)
        self.running_job("-N4", "--exclusive", "-t15")
        job = self.job("-N4", "--exclusive", "-t15")

        def is_right():
            start = self.c.run("squeue", "--start", "-h", "-j", job, "-o", "%S").out.strip()
            return start != "N/A" and gq.seconds(start) >= self.end_of("b3")
        gq.wait_for(is_right, "the expected start")


if __name__ == "__main__":
    unittest.main()
