# SPDX-License-Identifier: GPL-2.0-or-later
"""Garbage in every field: refused in a few lines or served, nothing else touched.

Once through scontrol, which filters much of it, and once through raw_request.c,
which sends what scontrol would not. Each request costs two processes: of the values of a
field a sixth is sent, which SEED= says, all with GARQ_LONG. SEED= replays the random
requests.
"""
import importlib.machinery
import importlib.util
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

import case
import garbage
import gq

NODES = 8
RANDOM_REQUESTS = 400 if os.environ.get("GARQ_LONG") else 150
TIME_FLOAT = 17	# the bit of the flag


def load_checker():
    """check-reservations as a module: it is asked too often to be run each time."""
    sys.dont_write_bytecode = True
    loader = importlib.machinery.SourceFileLoader("checker", gq.CHECKER)
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("checker", loader))
    loader.exec_module(module)
    return module


checker = load_checker()


SEED = int(os.environ.get("SEED", time.time_ns() % 1000000))


def some(values):
    return list(values) if os.environ.get("GARQ_LONG") else list(values)[SEED % 6::6]

# In a line of scontrol show reservation: not a booking.
SLURMS_OWN = re.compile(
    r"Flags=\S*(MAINT|OVERLAP|IGNORE_JOBS|HOURLY|DAILY|WEEKLY|WEEKDAY|WEEKEND|ANY_NODES|"
    r"TIME_FLOAT|REPLACE\b|FIRST_CORES)|CoreIDs=|Features=\S*[\[*]")


def setUpModule():
    case.start(NODES, lines=["Licenses=a:10"])


class Garbage(case.Case):
    """Two reservations are there, which must survive whatever is sent."""

    def setUp(self):
        super().setUp()
        self.addCleanup(self.bring_back)
        self.start = case.at(12)
        self.pid = self.controller()
        self.make_bystanders()
        self.before = self.look()
        self.sent = self.served = 0

    def make_bystanders(self):
        self.make("keep", self.start, self.start + 7200, NodeCnt=2)
        self.make("wide", self.start, self.start + 3600, NodeCnt=2, MaxStartDelay="4:00:00")

    def controller(self):
        with open(os.path.join(self.c.folder, "run", "slurmctld.pid")) as f:
            return f.readline().strip()

    def lives(self):
        """The controller that was there at the beginning is there."""
        return gq.runs(self.pid)

    def bring_back(self):
        """What one test has killed, the others need."""
        if not self.lives() and not (gq.REEXEC and self.c.alive()):
            self.c.start_controller()

    def look(self):
        """All that is shown, but the nodes of those that asked for a count: they may get others."""
        return re.sub(r" Nodes=\S+", "", self.shown())

    def poke(self, *words, terse=True):
        """Send one request and see that it did no harm."""
        sent = repr(words)[:300]
        r = self.c.run(*words)
        self.sent += 1
        self.assertIn(r.code, (0, 1), f"{sent}\n{r}")
        self.assertTrue(self.lives(), f"slurmctld is gone after {sent}\n{r}")
        if r.ok:
            self.served += 1
            self.undo(sent)
            return
        self.assertEqual(self.look(), self.before, f"{sent}\n{r}")
        lines = (r.out + r.err).splitlines()
        lines = [line for line in lines if not case.OFFER_TABLE.search(line)]
        self.assertTrue(1 <= len(lines) <= 6, f"{sent}\n{r}")
        if terse:
            for line in lines:
                self.assertLessEqual(len(line), 400, f"{sent}\n{r}")
                self.assertTrue(line.isprintable(), f"{sent}\n{line!r}")

    def undo(self, sent):
        """What was served has to be sound; then it goes."""
        if self.look() == self.before:
            return
        shown = self.shown()
        there = [checker.Reservation(line) for line in shown.splitlines()]
        self.assertEqual(list(checker.check_reservations(there, False)), [], f"{sent}\n{shown}")
        now = {r.name for r in there}
        for name in now - {"keep", "wide"}:
            r = self.c.delete(name)
            self.assertTrue(r.ok, f"{sent}\n{r}")
        if self.look() != self.before:	# keep or wide was updated or deleted
            for name in now & {"keep", "wide"}:
                r = self.c.delete(name)
                self.assertTrue(r.ok, f"{sent}\n{r}")
            self.make_bystanders()
        self.assertEqual(self.look(), self.before, sent)

    def told(self):
        print(f"# {self.id()}: SEED={SEED}, {self.sent} sent, {self.served} of them served",
              file=sys.stderr)
        self.assertGreater(self.sent, self.served)


class Scontrol(Garbage):

    def test_create(self):
        good = {"ReservationName": "g", "StartTime": gq.stamp(self.start), "Duration": "60",
                "NodeCnt": "1", "Users": "root"}
        for field, values in garbage.SCONTROL.items():
            for value in some(values):
                words = dict(good)
                if field == "EndTime":
                    del words["Duration"]
                if field in ("Nodes", "CoreCnt"):
                    del words["NodeCnt"]
                words[field] = value
                self.poke("scontrol", "create", "reservation",
                          *(f"{k}={v}" for k, v in words.items()), terse=False)
        self.told()

    def test_update(self):
        for field, values in garbage.SCONTROL.items():
            for value in some(values):
                words = [f"{field}={value}"]
                if field != "ReservationName":
                    words.insert(0, "ReservationName=keep")
                self.poke("scontrol", "update", *words, terse=False)
        self.told()

    def test_update_by_plus_and_minus(self):
        for field in ("Users", "Accounts", "Groups", "Flags", "Duration", "NodeCnt", "Nodes",
                      "Licenses", "MaxStartDelay"):
            for value in some(garbage.SCONTROL.get(field, [])):
                for sign in "+-":
                    self.poke("scontrol", "update", "ReservationName=wide",
                              f"{field}{sign}={value}", terse=False)
        self.told()

    def test_delete(self):
        for name in garbage.NAMES:
            self.poke("scontrol", "delete", f"ReservationName={name}", terse=False)
            self.poke("scontrol", "delete", "reservation", name, terse=False)
        self.told()

    def test_words(self):
        for words in garbage.COMMANDS:
            self.poke("scontrol", *words, terse=False)
        self.told()

    def test_options(self):
        """SchedulerParameters: the default instead, and the log says so."""
        for option in garbage.OPTIONS:
            with self.subTest(option=option[:60]):
                with self.logged(r"sched/garq: SchedulerParameters: .*the default is used"):
                    self.parameters(option)
                self.assertEqual(self.look(), self.before)
                if gq.REEXEC:
                    self.pid = self.controller()
                self.assertTrue(self.lives())


@unittest.skipUnless(shutil.which("cc") and os.path.exists("/usr/include/slurm/slurm.h"),
                     "raw requests need cc and libslurm-dev")
class Raw(Garbage):

    @classmethod
    def setUpClass(cls):
        folder = tempfile.mkdtemp(prefix="garq-raw-")
        cls.addClassCleanup(shutil.rmtree, folder)
        cls.program = os.path.join(folder, "raw_request")
        source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "raw_request.c")
        subprocess.run(["cc", "-Wall", "-Wextra", "-o", cls.program, source, "-lslurm"],
                       check=True)
        known = set(subprocess.run([cls.program, "fields"], check=True, text=True,
                                   stdout=subprocess.PIPE).stdout.split())
        cls.raw = {f: v for f, v in garbage.RAW.items() if f in known}
        cls.raw_long = {f: v for f, v in garbage.RAW_LONG.items() if f in known}
        print("# not in this version of Slurm:", *sorted(garbage.RAW.keys() - known), file=sys.stderr)

    def send(self, what, fields):
        self.poke(self.program, what, *(f"{k}={v}" for k, v in fields.items()))

    def good(self):
        return {"name": "g", "start_time": self.start, "duration": 60, "node_cnt": 1,
                "users": "root"}

    def test_create(self):
        for field, values in self.raw.items():
            for value in some(values):
                fields = self.good()
                fields[field] = value
                self.send("create", fields)
                if field in ("end_time", "node_list", "core_cnt"):
                    del fields["duration" if field == "end_time" else "node_cnt"]
                    self.send("create", fields)
        self.told()

    def test_create_without(self):
        self.send("create", {})
        for field in self.good():
            fields = self.good()
            del fields[field]
            self.send("create", fields)
            self.send("create", {field: self.good()[field]})
        self.told()

    def test_every_flag_alone(self):
        for bit in range(64):
            fields = {**self.good(), "flags": hex(1 << bit)}
            self.send("create", fields)
            self.send("create", {**fields, "node_list": "ALL", "partition": "half"})
            self.send("update", {"name": "keep", "flags": hex(1 << bit)})
            self.send("update", {"name": "wide", "flags": hex(1 << bit), "duration": 30})
        self.told()

    def test_update(self):
        for field, values in self.raw.items():
            for i, value in enumerate(some(values)):
                self.send("update", {"name": ("keep", "wide")[i % 2], field: value})
        self.send("update", {})
        self.told()

    def test_long(self):
        for field, values in self.raw_long.items():
            for value in values:
                self.send("create", {**self.good(), field + "*": value})
                self.send("update", {"name": "keep", field + "*": value})
        self.told()

    def test_delete(self):
        for name in self.raw["name"]:
            self.send("delete", {"name": name})
        self.send("delete", {})
        self.told()

    def test_random(self):
        print(f"# {self.id()}: SEED={SEED}", file=sys.stderr)
        dice = random.Random(SEED)
        for _ in range(RANDOM_REQUESTS):
            what = dice.choice(["create", "create", "update"])
            fields = self.good() if what == "create" else {"name": dice.choice(["keep", "wide"])}
            for field in dice.sample(sorted(self.raw), dice.randint(1, 6)):
                values = self.raw[field]
                if field == "flags":
                    fields[field] = hex(dice.getrandbits(43) & dice.getrandbits(43) &
                                        dice.getrandbits(43))
                elif field.endswith("_time"):
                    fields[field] = dice.choice([*values, self.start + dice.randint(-9, 9999)])
                else:
                    fields[field] = dice.choice(values)
            self.send(what, fields)
        self.told()

    def odd_requests(self, dice):
        """Legitimate, but rarely seen; each at a time of its own."""
        odd = [{"flags": hex(1 << bit)} for bit in range(43) if bit != TIME_FLOAT]
        odd += [{field: value} for field in ("accounts", "features", "licenses", "users")
                for value in dice.sample(self.raw[field], 12)]
        odd += [{"licenses": "a:3"}, {"features": "odd&odd"}, {"features": "odd|even"},
                {"duration": 525600}, {"max_start_delay": 1}, {"max_start_delay": 2000000000},
                {"users": "root,daemon"}, {"users": "-root"}, {"accounts": "-a,-b"},
                {"flags": hex(1 << TIME_FLOAT)}]	# the last one, as it has its nodes from there on
        for i, fields in enumerate(odd):
            start = self.start + 86400 + i * 7200
            where = dice.choice([{"node_cnt": 2}, {"node_list": "n[2,4]"},
                                 {"node_list": "ALL", "partition": "half", "flags": "0x1000"}])
            yield {"name": f"odd{i}", "start_time": start, "duration": 60, "users": "root",
                   **where, **fields}

    def unmarked(self):
        """What is lacking is told a moment later, by the agent."""
        return re.sub(r"=degraded: .*? Watts", "=(null) Watts", self.shown()).splitlines()

    def test_what_was_served_survives_a_kill(self):
        """But for what is Slurm's own: that is saved later, by Slurm."""
        print(f"# {self.id()}: SEED={SEED}", file=sys.stderr)
        dice = random.Random(SEED)
        odd, changes = list(self.odd_requests(dice)), {}
        for fields in odd:
            self.c.run(self.program, "create", *(f"{k}={v}" for k, v in fields.items()))
        for fields in odd[::3]:
            # These make it Slurm's own.
            field = dice.choice(sorted(self.raw.keys() -
                                       {"name", "burst_buffer", "resv_watts", "tres_str"}))
            change = f"{field}={dice.choice(self.raw[field])}"
            self.c.run(self.program, "update", f"name={fields['name']}", change)
            changes[fields["name"]] = change
        before = self.unmarked()
        self.c.kill_controller()
        self.c.start_controller()
        self.pid = self.controller()
        after = self.unmarked()
        gone = [line for line in before if line not in after and not SLURMS_OWN.search(line)]
        new = [line for line in after if line not in before and not SLURMS_OWN.search(line)]
        self.assertEqual(gone, new, changes)
        self.assertGreater(len(after), 40)


if __name__ == "__main__":
    unittest.main()
