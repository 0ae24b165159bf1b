# SPDX-License-Identifier: GPL-2.0-or-later
"""What is shown when memory is short: each allocation of sresv, and of the plugin while it answers, fails once (short.c).

Nothing crashes, an answer is whole or says that it is none, and what is wrong is told in one line. GARQ_LONG=1 tries
each allocation of all verbs; else, where they are many, some of them, from a random one on (SEED=).
"""
import contextlib
import json
import mmap
import os
import random
import re
import shutil
import struct
import subprocess
import sys
import time
import unittest
import unittest.mock

import case
import gq
from case import at

OFF = 2 ** 31 - 1
FAILED = 7  # STATUS_FAILED of sresv
TRIES = 40  # of one verb
TURNS = 6  # an operation of the plugin's own threads may meet the fault instead


class Memory:
    """The control_t of short.c."""

    def __init__(self, folder, name, of):
        self.path = os.path.join(folder, name)
        with open(self.path, "wb") as f:
            f.write(struct.pack("=i", OFF))
        with open(self.path, "r+b") as f:
            self.map = mmap.mmap(f.fileno(), 0)
        self.env = {"GARQ_TEST_SHORT": self.path, "GARQ_TEST_SHORT_OF": of}

    def left(self):
        return struct.unpack("=i", self.map)[0]

    @contextlib.contextmanager
    def short(self, good):
        """After so many good allocations one fails."""
        self.map[:] = struct.pack("=i", good)
        try:
            yield
        finally:
            self.asked = good - self.left()
            self.map[:] = struct.pack("=i", OFF)

    def failed(self, good):
        return self.asked > good


def setUpModule():
    if not shutil.which("cc"):
        raise unittest.SkipTest("memory that fails needs cc")
    folder = case.new_folder()
    unittest.addModuleCleanup(shutil.rmtree, folder)
    library = os.path.join(folder, "short.so")
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "short.c")
    subprocess.run(["cc", "-O1", "-Wall", "-Wextra", "-shared", "-fPIC", "-o", library, source], check=True)
    Short.library = library
    Short.client = Memory(folder, "client", "")
    Short.server = Memory(folder, "server", "/sched_garq.so")
    other = os.environ.get("GARQ_CLUSTER_PRELOAD")
    words = {**Short.server.env, "GARQ_CLUSTER_PRELOAD": f"{other}:{library}" if other else library}
    patch = unittest.mock.patch.dict(os.environ, words)
    patch.start()
    unittest.addModuleCleanup(patch.stop)
    case.start(8)


def same(text):
    """Without numbers, and without spaces, which are as many as the longest one needs."""
    return re.sub(r"[-\s]+", " ", re.sub(r"\d+", "#", text))


class Short(case.Case):
    def setUp(self):
        super().setUp()
        self.seed = int(os.environ.get("SEED", time.time_ns() % 1000000))
        self.dice = random.Random(self.seed)
        self.make("a", at(10), at(12), NodeCnt=6)
        self.make("parked", at(60), at(62), NodeCnt=2)
        self.make("wide", at(20), at(21), NodeCnt=2, MaxStartDelay="4:00:00")
        r = self.c.create("r", StartTime=gq.stamp(at(10)), Duration=60, NodeCnt=4, Users="root")
        self.assertFalse(r.ok, r)
        self.pid = self.c.controller()

    def clean(self):
        for name in self.c.offers():
            self.c.delete(name)
        super().clean()

    def places(self, count):
        """Which allocations are to fail, of so many."""
        step = 1 if os.environ.get("GARQ_LONG") else max(1, count // TRIES)
        print(f"# {self.id()}: SEED={self.seed}, {count} allocations, each {step}.", file=sys.stderr)
        return range(self.dice.randrange(step), count, step)

    def count(self, memory, run):
        with memory.short(OFF - 1):
            r = run()
        return memory.asked, r

    def assertOneLine(self, text, r):
        self.assertRegex(text, r"\A[^\n]+\n?\Z", r)


class Client(Short):
    """Each allocation of sresv's own code."""

    def each(self, *words):
        env = {**self.c.env, **self.client.env, "LD_PRELOAD": self.library}

        def run():
            return gq.run(gq.sresv(), *words, env=env)
        count, whole = self.count(self.client, run)
        self.assertGreater(count, 10)
        failed = 0
        for good in self.places(count):
            with self.client.short(good):
                r = run()
            self.assertGreaterEqual(r.code, 0, f"allocation {good}: {r}")
            if self.what(r) == self.what(whole):
                continue
            self.assertNotEqual(r.code, whole.code, f"allocation {good}: {r}")
            failed += 1
            with self.subTest(allocation=good):
                if "--json" in words and not r.err:
                    self.assertEqual(json.loads(r.out)["status"], r.code)
                else:
                    self.assertOneLine(r.err, r)
        self.assertTrue(failed, "no answer was affected")

    def what(self, r):
        """What is the same each time: offers have other numbers and ends."""
        return r.code, same(r.out), same(r.err)

    def test_list(self):
        self.each("list", "--all")

    def test_list_json(self):
        self.each("list", "--all", "--json")

    def test_offers(self):
        self.each("offers")

    def test_offers_json(self):
        self.each("offers", "--json")

    def test_query(self):
        self.each("query", "-N", "4", "-t", "60", "-s", gq.stamp(at(10)), "-e", gq.stamp(at(20)))

    def test_query_json(self):
        self.each("query", "-N", "4", "-t", "60", "-s", gq.stamp(at(10)), "-e", gq.stamp(at(20)), "--json")


class Server(Short):
    """Each allocation of the plugin while it answers."""

    def each(self, run, what, told):
        count, whole = self.count(self.server, run)
        for good in self.places(count + TURNS):
            with self.server.short(good):
                r = run()
            self.assertEqual(self.c.controller(), self.pid)
            self.assertTrue(gq.runs(self.pid), f"slurmctld is gone at allocation {good}")
            if what(r) != what(whole):
                self.assertTrue(self.server.failed(good), r)
                with self.subTest(allocation=good):
                    self.assertRegex(r.err, told, r)
        self.assertEqual(what(run()), what(whole))

    def ask(self):
        return {"StartTime": gq.stamp(at(10)), "Duration": 60, "NodeCnt": 4, "Users": "root"}

    def test_show(self):
        self.each(lambda: self.c.run("scontrol", "show", "reservation", "-o"), lambda r: (r.code, r.out),
                  r"\A[^\n]*allocate memory[^\n]*\n\Z")

    def test_offers(self):
        self.each(lambda: self.c.create("offers"), lambda r: (r.code, sorted(re.findall(r"\br\.\d\b", r.out + r.err))), r"memory")

    def test_query(self):
        self.each(lambda: self.c.create("query", **self.ask()), lambda r: (r.code, same(r.out)), r"memory")

    def test_for_programs(self):
        """Who reads them would not notice that an offer is missing."""
        def what(r):
            found = json.loads(r.out)
            return len(found["offers"]) if found["status"] == 0 and not found["why"] else r.code and FAILED
        for words in (("offers",), ("query", "-N", "4", "-t", "60", "-s", gq.stamp(at(10)), "-e", gq.stamp(at(20)))):
            count, whole = self.count(self.server, lambda: self.c.run(gq.sresv(), *words, "--json"))
            for good in self.places(count + TURNS):
                with self.server.short(good):
                    r = self.c.run(gq.sresv(), *words, "--json")
                self.assertTrue(r.out, r)
                self.assertIn(what(r), (what(whole), FAILED), f"allocation {good}: {r}")


if __name__ == "__main__":
    unittest.main()
