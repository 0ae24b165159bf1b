# SPDX-License-Identifier: GPL-2.0-or-later
"""What time brings: reservations that end. (Slurm looks for them every 30 s.)"""
import unittest

import case
import gq
from case import ahead, soon


def setUpModule():
    case.start(4)


class Ends(case.Case):
    def test_one_that_ended(self):
        """It is purged, its nodes are free at once, jobs that waited for it are held."""
        begin = soon(-300)
        end = ahead(20)
        self.make("short", soon(0), end, Nodes="n1")
        self.make("waited", soon(0), end, Nodes="n2")
        self.make("cut", begin, begin + 3600, Nodes="n3")
        job = self.job("-N1", "-t1", "--begin=now+1hour", "--reservation=waited")
        r = self.c.update("cut", Duration=0)
        self.assertTrue(r.ok, r)
        cut = self.c.reservations().get("cut")  # it may be purged already
        self.assertTrue(not cut or gq.seconds(cut["EndTime"]) <= soon(0), cut)
        self.make("after", end, end + 3600, Nodes="n1")
        gq.wait_for(lambda: set(self.c.reservations()) == {"after"}, "they are purged", seconds=120)
        fields = gq.wait_for(lambda: self.job_fields(job)["Reason"] != "None" and self.job_fields(job),
                             "the job has a reason")
        self.assertEqual((fields["JobState"], fields["Priority"]), ("RESV_DEL_HOLD", "0"), fields)
        self.assertRegex(fields["Reason"], "(?i)reservation.*deleted")
        r = self.c.delete("short")
        self.assertEqual(r.code, 1, r)
        self.refuse_change("cut", "there is no such reservation", NodeCnt=1)
        self.make("short", StartTime="now", Duration=1, Nodes="n[2-4]")


if __name__ == "__main__":
    unittest.main()
