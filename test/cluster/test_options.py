# SPDX-License-Identifier: GPL-2.0-or-later
"""The garq_ options of SchedulerParameters, changed by scontrol reconfigure."""
import unittest

import case
import gq
from case import at


def setUpModule():
    case.start(8, params="garq_delta=600,garq_horizon=30")


class Start(case.Case):
    def test_the_log_says_what_is_in_force(self):
        self.assertIn("sched/garq: loaded over sched/backfill, delta=600s horizon=30 days "
                      "window=maxstartdelay", self.c.log())


class Garbage(case.Case):
    def test_is_logged_and_ignored(self):
        self.make("a", at(10), at(11), NodeCnt=6)
        for word, why in (("garq_delta=abc", "garq_delta must be seconds, 1 to 86400"),
                          ("garq_delta=-1", "garq_delta must be"),
                          ("garq_delta=0", "garq_delta must be"),
                          ("garq_delta=99999999999999999999", "garq_delta must be"),
                          ("garq_delta", "garq_delta must be"),
                          ("garq_delta=", "garq_delta must be"),
                          ("garq_horizon=3651", "garq_horizon must be days, 1 to 3650"),
                          ("garq_horizon=1.5", "garq_horizon must be"),
                          ("garq_window=maybe", "garq_window must be maxstartdelay or none"),
                          ("garq_moves=many", "garq_moves must be a number, 0 .no limit. to 1000000"),
                          ("garq_base=magic", "garq_base must be backfill or builtin"),
                          ("garq_nothing=1", "garq_nothing=1: no such option"),
                          ("garq_delta=1,garq_horizon=3650", "garq_delta=1 is too short for"),
                          ("garq_" + "x" * 200 + "=1", "no such option")):
            with self.subTest(word=word):
                with self.logged(f"error: sched/garq: SchedulerParameters: .*{why}"):
                    self.parameters(word)
                self.refuse("b", "1 of 3 nodes is missing", start=at(10), end=at(11), NodeCnt=3)

    def test_an_old_word(self):
        with self.logged("garq_shift=seed is called garq_shift=paper now"):
            self.parameters("garq_shift=seed")

    def test_the_rest_is_applied(self):
        with self.logged("error: sched/garq: SchedulerParameters: garq_delta=x"):
            self.parameters("garq_delta=x,garq_window=none")
        self.make("a", at(10), at(11), NodeCnt=8)
        self.refuse("b", start=at(10), Duration=60, NodeCnt=1, MaxStartDelay="2:00:00")

    @unittest.skipIf(gq.REEXEC, "scontrol reconfigure of this version of Slurm is a restart")
    def test_the_base_needs_a_restart(self):
        with self.logged("error: sched/garq: garq_base is changed by a restart"):
            self.parameters("garq_base=builtin")
        self.make("a", at(10), at(11), NodeCnt=8)
        self.running_job("-N1", "-t1")


    @unittest.skipUnless(gq.REEXEC, "scontrol reconfigure of this version of Slurm is no restart")
    def test_the_base_is_changed(self):
        with self.logged("sched/garq: loaded over sched/builtin"):
            self.parameters("garq_base=builtin")
        self.make("a", at(10), at(11), NodeCnt=8)
        self.running_job("-N1", "-t1")


class DeltaAndHorizon(case.Case):
    """They change how fast an answer is found, never the answer."""

    def answers(self):
        """What is said to one request after the other; none of them can be met."""
        said = []
        for start, length, count in ((at(10, 2), 60, 4), (at(10, 1), 64, 4), (at(9, 30), 7200, 3),
                                     (at(10, 2, 30), 1, 8), (at(12, 59), 86400, 3),
                                     (at(8, day=89), 90000, 5)):
            r = self.refuse("r", start=start, end=start + length, NodeCnt=count)
            # Offers end within the horizon, and are no shorter than a slot.
            refusal = "".join(line for line in r.err.splitlines(True) if not case.OFFER_TABLE.search(line))
            said.append((refusal, self.earliest(r)))
        return said

    def test_nothing_changes(self):
        self.make("a", at(10, 2, 3), at(10, 3, 4), NodeCnt=5)
        self.make("b", at(10, 3, 4), at(13), NodeCnt=6)
        self.make("c", at(13), Duration=600, NodeCnt=7, MaxStartDelay="1:00:00")
        self.make("far", at(8, day=90), at(9, day=90), NodeCnt=4)
        shown, said = self.shown(), self.answers()
        for words in ("garq_delta=1,garq_horizon=1", "garq_delta=86400,garq_horizon=3650",
                      "garq_delta=7,garq_horizon=90", "garq_delta=300", ""):
            with self.subTest(words=words):
                self.parameters(words)
                self.assertEqual(self.shown(), shown)
                self.assertEqual(self.answers(), said)

    def test_new_ones_fit_in(self):
        self.make("a", at(10), at(11), NodeCnt=5)
        self.parameters("garq_delta=86400,garq_horizon=1")
        self.make("b", at(10), at(11), NodeCnt=3)
        self.make("c", at(11), at(11, 0, 1), NodeCnt=8)
        self.parameters("garq_delta=1,garq_horizon=1")
        self.refuse("d", start=at(10, 59, 59), end=at(11, 30), NodeCnt=1)
        self.make("d", at(11, 0, 1), at(11, 30), NodeCnt=8)


if __name__ == "__main__":
    unittest.main()
