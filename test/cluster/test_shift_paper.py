# SPDX-License-Identifier: GPL-2.0-or-later
"""The example of the paper (FCFS-LRH, tables 1 to 4 and figures 3 and 4) on six nodes.

The twelve requests are sent in their order of arrival; they end with the starts of the paper.
With GARQ_LONG in the environment a job runs in each of them, to the last one: 15 minutes.
"""
import os
import time
import unittest

import case
import gq

# table 1: userID, t_esr, t_lsr, t_e, numC; in slots
REQUESTS = [(1, 0, 0, 2, 2), (2, 0, 3, 3, 2), (3, 0, 1, 4, 1), (4, 0, 0, 4, 1), (5, 1, 5, 5, 1),
            (6, 1, 6, 3, 2), (7, 1, 6, 3, 1), (8, 2, 9, 5, 2), (9, 2, 9, 3, 1), (10, 3, 8, 3, 2),
            (11, 2, 8, 4, 2), (12, 2, 8, 3, 1)]
# figure 3 and table 4: userID to start
STARTS = {1: 0, 2: 0, 3: 0, 4: 0, 5: 2, 7: 2, 6: 3, 9: 4, 12: 4, 11: 6, 8: 7, 10: 7}
LENGTHS = {user: t_e for user, _, _, t_e, _ in REQUESTS}
NODES = {user: num for user, _, _, _, num in REQUESTS}


def setUpModule():
    case.start(6, params="garq_freeze=0")


class Paper(case.Case):
    def book(self, zero, slot):
        """Send the requests: slots of so many minutes from zero on."""
        for user, esr, lsr, t_e, num in REQUESTS:
            self.make(f"u{user}", zero + esr * slot * 60, Duration=t_e * slot, NodeCnt=num,
                      MaxStartDelay=f"{(lsr - esr) * slot}:00")

    def assertPaper(self, zero, slot):
        starts = {user: (self.start_of(f"u{user}") - zero) / (slot * 60) for user in STARTS}
        self.assertEqual(starts, STARTS)
        waiting = sum(starts[user] - esr for user, esr, _, _, _ in REQUESTS)
        self.assertEqual(waiting, 21)
        r = gq.check(self.c, [])
        self.assertTrue(r.ok, r)

    def test_slots_of_five_minutes(self):
        zero = (int(time.time()) // 300 + 13) * 300
        self.book(zero, 5)
        self.assertPaper(zero, 5)

    def test_slots_of_one_minute(self):
        zero = int(time.time()) // 60 * 60 + 900
        self.book(zero, 1)
        self.assertPaper(zero, 1)

    @unittest.skipUnless(os.environ.get("GARQ_LONG"), "takes 15 minutes: set GARQ_LONG")
    def test_to_the_end(self):
        """With slots of one minute; a job in each runs inside its booking when time comes."""
        zero = int(time.time()) // 60 * 60 + 120
        self.book(zero, 1)
        self.assertPaper(zero, 1)
        jobs = {user: self.job(f"-N{NODES[user]}", "-t1", f"--reservation=u{user}", sleep=3)
                for user in STARTS}
        hosts = {user: self.nodes(f"u{user}") for user in STARTS}
        ran = {}
        while len(ran) < len(jobs):
            self.assertLess(time.time(), zero + 13 * 60, f"only {sorted(ran)} have run")
            for user in set(jobs) - set(ran):
                f = self.job_fields(jobs[user])
                if f.get("JobState") == "COMPLETED":
                    ran[user] = (gq.seconds(f["StartTime"]), gq.seconds(f["EndTime"]),
                                 self.c.hosts(f["NodeList"]))
            time.sleep(2)
        for user, (start, end, on) in ran.items():
            begin = zero + STARTS[user] * 60
            self.assertLessEqual(begin, start, f"job of u{user}")
            self.assertLessEqual(end, begin + LENGTHS[user] * 60, f"job of u{user}")
            self.assertEqual(on, hosts[user], f"job of u{user}")


if __name__ == "__main__":
    unittest.main()
