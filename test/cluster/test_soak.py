# SPDX-License-Identifier: GPL-2.0-or-later
"""contrib/soak/soak for a short while, and contrib/soak/recount: does it see what is counted wrongly?

SEED= replays the choices of the soak, SECONDS= makes it longer.
"""
import os
import re
import sys
import tempfile
import time
import unittest

import case
import gq
from case import soon
from gq import stamp

SOAK = os.path.join(gq.TOP, "contrib", "soak", "soak")	# also of test_life and test_torture
RECOUNT = os.path.join(gq.TOP, "contrib", "soak", "recount")


def setUpModule():
    case.start(4, lines=["Licenses=sw:4"])


def soak(test, name, *words, seconds):
    """Play a set for some seconds; what it prints. SEED= and SECONDS= of the environment are for it."""
    seconds = seconds and float(os.environ.get("SECONDS", seconds))
    words = [*words, *(["--seed", os.environ["SEED"]] if "SEED" in os.environ and "--seed" not in words else [])]
    r = gq.run(SOAK, name, "--duration", seconds, *words, env={**os.environ, "GARQ_PLUGIN_DIR": gq.plugin_dir()}, timeout=seconds + 900)
    print("".join(f"# {line}\n" for line in r.out.splitlines()), end="", file=sys.stderr)
    test.assertTrue(r.ok, r)
    return r.out


class Recount(case.Case):

    def counts(self):
        """What the plugin counts, as of a moment that is still to come."""
        r = self.c.run(RECOUNT)	# there is a garq.counts that is younger than what was done
        self.assertTrue(r.ok, r)
        with open(self.state("garq.counts")) as f:
            return re.sub(r"^looked .*", "looked 9999999999.0", f.read(), flags=re.M)

    def recount(self, text):
        with tempfile.NamedTemporaryFile("w") as f:
            f.write(text)
            f.flush()
            return self.c.run(RECOUNT, "--counts", f.name)

    def setUp(self):
        super().setUp()
        self.parameters("garq_verify=1,garq_horizon=2")
        start = soon(3600)
        self.make("booked", start, start + 600, Nodes="n[1-2]", Licenses="sw:2")
        self.make("daily", start + 60, start + 90, Nodes="n3", Flags="DAILY", Licenses="sw:1")
        r = self.c.create("floats", StartTime=stamp(start), Duration=10, Nodes="n3", Flags="TIME_FLOAT,OVERLAP")
        self.assertTrue(r.ok, r)
        self.job_id = self.running_job("-N1", "-wn4", "-t30")

    def test_right(self):
        r = self.recount(self.counts())
        self.assertTrue(r.ok, r)
        self.assertRegex(r.out, r"compared [5-9] intervals on nodes, \d+ counts, [3-7] intervals of licenses: 0 differences\n$")

    def test_wrong(self):
        """Each of these changes to what is counted is told."""
        right = self.counts()
        for pattern, new, said in (
                (r"^hold \d+ \d+ RESV booked\n", "", "scontrol shows RESV booked .*is not counted"),
                (r"^(hold \d+) \d+( RESV booked)", r"\1 9999999999\2", "counted is RESV booked"),
                (r"^(hold )\d+( \d+ RESV daily)", r"\g<1>1999999999\2", "scontrol shows RESV daily"),
                (r"^(hold \d+ \d+ JOB) \d+", r"\1 77", f"scontrol shows JOB {self.job_id} "),
                (r"^(node n1\n)", r"\1hold 1 never DOWN n1\n", "n1: counted is DOWN n1"),
                (r"^(exact \d+) 1\n", r"\1 2\n", "on 1 nodes are held by nobody, 2 are counted"),
                (r"^exact \d+ 1\n", "", "are counted"),
                (r"^(slots \d+) [1-9]$", r"\1 0", "on [1-9] of n.* are held by nobody, 0 are counted"),
                (r"^(slots \d+) \d$", r"\1 9", "of n.* are held by nobody, 9 are counted"),
                (r"^(pool.*?) n1\b", r"\1", "the pools are of n2,n3,n4"),
                (r"^taken \d+ \d+ 2 booked\n", "", "license sw: scontrol shows 2 booked .*is not counted"),
                (r"^(taken \d+ \d+) 2( booked)", r"\1 3\2", "license sw: counted is 3 booked"),
                (r"^(held \d+) 3\n", r"\1 4\n", "on 3 of license sw are held by somebody, 4 are counted"),
                (r"^held \d+ 3\n", "", "of license sw are held by somebody"),
                (r"^license sw\n", "license other\n", "license sw: scontrol shows"),
                (r"^check ok", "check it is broken", "garq_check: it is broken"),
                (r"^faults 0\n", "faults 2\n", "2 internal errors since the start"),
                (r"^files 0\n", "files 1\n", "1 files of the site have a fault")):
            with self.subTest(pattern=pattern):
                wrong, count = re.subn(pattern, new, right, count=1, flags=re.M)
                self.assertEqual(count, 1, right)
                r = self.recount(wrong)
                self.assertEqual(r.code, 1, f"{r}\n{wrong}")
                self.assertRegex(r.out, said)

    def test_not_whole(self):
        for text in ("", "garq.counts 2\n", self.counts().rsplit("\n", 2)[0] + "\n"):
            r = self.recount(text)
            self.assertEqual(r.code, 2, r)
            self.assertRegex(r.err, "recount: garq.counts is not ")

    def test_off(self):
        """Without garq_verify nothing is written."""
        self.counts()
        self.parameters()
        before = os.stat(self.state("garq.counts")).st_mtime_ns
        time.sleep(2.5)
        self.assertEqual(os.stat(self.state("garq.counts")).st_mtime_ns, before)


class Soak(unittest.TestCase):

    def test_counts(self):
        out = soak(self, "soak", "--rounds", 12, seconds=15)
        comparisons = int(re.search(r"^counts: (\d+) comparisons", out, re.M)[1])
        rounds = int(re.search(r"^(\d+) rounds in", out, re.M)[1])
        self.assertGreaterEqual(comparisons, rounds / 2, out)
        self.assertGreaterEqual(rounds, 12, out)


if __name__ == "__main__":
    unittest.main()
