# SPDX-License-Identifier: GPL-2.0-or-later
"""Jobs with a deadline where slurmctld has a queue of requests, which holds the locks."""
import deadline
from case import at, soon


def setUpModule():
    deadline.start(["SlurmctldParameters=enable_rpc_queue"])


class Queue(deadline.Case):
    def test_booked_refused_changed(self):
        job = self.book(at(10), at(12, 30), 60, 6)
        self.refused(self.submit(at(10), at(12, 30), 100, 3), "in the way: reservation " + self.name_of(job))
        r = self.change_job(job, TimeLimit=120)
        self.assertTrue(r.ok, r)
        self.assertBooked(job, at(10), 120, 6)
        self.c.run("scancel", job)
        self.wait_unbooked()

    def test_starts(self):
        begin = soon(8)
        job = self.book(begin, begin + 900, 5, 3)
        self.wait_started(job, begin)
