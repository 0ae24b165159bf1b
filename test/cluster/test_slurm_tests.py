# SPDX-License-Identifier: GPL-2.0-or-later
"""test/release/slurm-tests: what counts as passed. No cluster."""
import contextlib
import importlib.machinery
import importlib.util
import io
import os
import unittest
import unittest.mock

TOOL = os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "release", "slurm-tests")
MISSING = ("ImportError while importing test module 'test_123_1.py'.\n"
           "E   ModuleNotFoundError: No module named 'jsondiff'\nERROR tests/test_123_1.py\n")


def load():
    loader = importlib.machinery.SourceFileLoader("slurm_tests", TOOL)
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("slurm_tests", loader))
    loader.exec_module(module)
    return module


class Counted(unittest.TestCase):
    def setUp(self):
        self.tool = load()
        self.enter(unittest.mock.patch.object(self.tool, "known_differences", lambda: [("*", "123_1", "its cause")]))

    def enter(self, patch):
        patch.start()
        self.addCleanup(patch.stop)

    def tally(self, one, two, test="123_1"):
        """((passed, failed, skipped), what is printed)"""
        tally, out = self.tool.Tally(), io.StringIO()
        with contextlib.redirect_stdout(out):
            tally.add(test, {"backfill": one, "garq": two})
        return (tally.passed, tally.failed, tally.skipped), out.getvalue()

    def test_what_could_not_be_read(self):
        for code in (2, 1):
            broken = self.tool.outcome("123_1", code, MISSING)
            self.assertEqual(broken, ("broken", ["No module named 'jsondiff'"]))
        for one, two in ((broken, broken), (broken, ("passed", [])), (("failed", ["a"]), broken)):
            counts, said = self.tally(one, two)
            self.assertEqual(counts, (0, 1, 0))
            self.assertRegex(said, "NOT READ")
            self.assertRegex(said, "No module named 'jsondiff'")

    def test_differences(self):
        self.assertEqual(self.tally(("passed", []), ("failed", ["a"]))[0], (1, 0, 0))
        self.assertEqual(self.tally(("passed", []), ("failed", ["a"]), "123_2")[0], (0, 1, 0))
        self.assertEqual(self.tally(("skipped", []), ("skipped", []))[0], (0, 0, 1))
        self.assertEqual(self.tally(("passed", []), ("passed", []))[0], (1, 0, 0))


if __name__ == "__main__":
    unittest.main()
