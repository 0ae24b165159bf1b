# SPDX-License-Identifier: GPL-2.0-or-later
"""Memory is short: an allocation of sresv, or of the plugin while it answers, fails (short.c).

An answer of sresv is whole or says that it is none, and what is wrong is told in one line. slurmctld ends, and has all
that it acknowledged when it is started again. GARQ_LONG=1 tries each allocation of sresv and many of the plugin's; else
some of them, random ones (SEED=).
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
TRIES = 40  # of one verb
ENDS = 1000 if os.environ.get("GARQ_LONG") else 10  # of slurmctld, by one verb


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
    """The same of the plugin ends slurmctld, with a line in its log. What was acknowledged by then is there again."""

    def each(self, run):
        """IN run - a request, of a number of its own."""
        count, r = self.count(self.server, lambda: run(0))
        self.assertGreater(count, 0, r)
        number = 0
        for good in self.dice.sample(range(count), min(count, ENDS)):
            there = set(self.c.reservations())
            with self.logged("memory is short: slurmctld ends"), self.server.short(good):
                while self.server.left() >= 0:
                    number += 1
                    if run(number).out.startswith(f"Reservation created: n{number}"):
                        there.add(f"n{number}")
                gq.wait_for(lambda: not gq.runs(self.pid), f"slurmctld ends at allocation {good} of {count}")
            self.start_ctld()
            self.pid = self.c.controller()
            self.assertLessEqual(there, set(self.c.reservations()))

    def ask(self, **more):
        return {"StartTime": gq.stamp(at(10)), "Duration": 60, "NodeCnt": 4, "Users": "root", **more}

    def test_offers(self):
        self.each(lambda number: self.c.ask_offers())

    def test_query(self):
        self.each(lambda number: self.c.create("query", **self.ask()))

    def test_create(self):
        self.each(lambda number: self.c.create(f"n{number}", **self.ask(StartTime=gq.stamp(at(30)), NodeCnt=1)))

    def test_update(self):
        self.each(lambda number: self.c.update("wide", StartTime=gq.stamp(at(20, number % 60))))


if __name__ == "__main__":
    unittest.main()
