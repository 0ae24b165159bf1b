# SPDX-License-Identifier: GPL-2.0-or-later
"""slurmctld with a queue of requests: it holds the locks of those that it hands on."""
import unittest

import case
from case import at


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


if __name__ == "__main__":
    unittest.main()
