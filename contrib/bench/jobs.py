# SPDX-License-Identifier: GPL-2.0-or-later
"""The cost of jobs beside bookings that do not concern them."""
import os
import re
import threading
import time
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor

from bookings import Gaps
from operations import UNIT, line
from private import Failed, run
from table import Figure, Table

LOOKS = 0.25	# seconds between two looks at each cluster's statistics
SETTLE = 2	# cycles that are not counted: others submit meanwhile
STRETCHED = 3	# seconds that a cycle is made to last


def fill_nodes(sides, dice):
    """Jobs that hold all nodes for hours, each some of them."""
    limits = [dice.randint(120, 360) for _ in range(4)]
    for side in sides:
        part = side.setup.nodes // 4
        widths = [part, part, part, side.setup.nodes - 3 * part] if part else [side.setup.nodes]
        for width, limit in zip(widths, limits):
            side.request(f"submit busy {width} {limit}")
    for side in sides:
        side.wait_nodes("allocated")


class Submission:
    """How long sbatch takes, for a job that has to wait."""

    def __init__(self, sides):
        self.sides = sides
        self.samples = {side: ([], []) for side in sides}

    def measure(self, rounds):
        for number in range(rounds + 3):	# the first are not counted
            turn = number % len(self.sides)
            for side in self.sides[turn:] + self.sides[:turn]:
                took, share = side.share("REQUEST_SUBMIT_BATCH_JOB", lambda s=side: s.spawn(
                    s.setup.sbatch, ["sbatch", "-J", "probe", "-N", "1", "-t", "30", "-o",
                                     "/dev/null", "--wrap", "true"]))
                if number >= 3:
                    self.samples[side][0].append(took)
                    self.samples[side][1].append(share)
        for side in self.sides:
            side.command("scancel", "-n", "probe")

    def figures(self, side):
        return [Figure(values) for values in self.samples[side]]

    def print(self):
        table = Table("submit a job", ["sbatch, ms", "slurmctld, ms"])
        for side in self.sides:
            table.add(side.title, self.figures(side), self.figures(self.sides[0]))
        table.print()


def queue(sides, count, dice):
    """Jobs that cannot start: of all sizes, from 10 minutes to 4 hours long."""
    lines = [f"submit p{i} {dice.randint(1, sides[0].setup.nodes)} {dice.randint(10, 240)}\n"
             for i in range(count)]
    for side in sides:
        out = run(side.setup.client, "-j", 2, env=side.env, text="".join(lines))
        if int(out.split()[0]) != count:
            raise Failed(f"{side}: only {out.split()[0]} of {count} jobs could be submitted")


def poke(side, name="p0"):
    """Change a job, since backfill begins a cycle only after a change."""
    job = side.command("squeue", "-h", "-n", name, "-o", "%A").strip()
    side.command("scontrol", "update", f"JobId={job}", f"Comment={time.monotonic()}")


def read_cycles(text):
    """What sdiag says of the two schedulers: {name: number}."""
    main, _, backfill = text.partition("Backfilling stats")
    found = {}
    for prefix, part in (("main", main), ("bf", backfill)):
        for name, value in re.findall(r"^\t([A-Z][^:]*): +(\d+)$", part, re.M):
            found[f"{prefix} {name}"] = int(value)
    found["is running"] = "WARNING" in backfill
    return found


class Cycles:
    """The cycles of backfill and of the main scheduler, while many jobs wait."""

    def __init__(self, sides):
        self.sides = sides
        self.samples = {side: defaultdict(list) for side in sides}
        self.last = {side: {} for side in sides}

    def look(self, side):
        """Note the last cycle of each kind, if it is a new one."""
        now, before = read_cycles(side.sdiag()), self.last[side]
        is_first = not before
        samples = self.samples[side]
        if not is_first and now["main Total cycles"] != before["main Total cycles"]:
            samples["main"].append(now["main Last cycle"] / 1000)
        if now["is running"]:	# its numbers are half of this cycle's
            now["bf Total cycles"] = before.get("bf Total cycles", -1)
        elif not is_first and now["bf Total cycles"] != before["bf Total cycles"]:
            samples["backfill"].append(now["bf Last cycle"] / 1000)
            samples["depth"].append(now["bf Last depth cycle"])
            poke(side)
        self.last[side] = now

    def measure(self, count, patience):
        """Measure until each cluster has run that many cycles, at most patience
        seconds."""
        end = time.monotonic() + patience
        while time.monotonic() < end:
            for side in self.sides:
                self.look(side)
            if all(len(self.samples[s]["backfill"]) >= count + SETTLE for s in self.sides):
                break
            time.sleep(LOOKS)
        for side in self.sides:
            for name in ("backfill", "depth"):
                samples = self.samples[side][name]
                del samples[:SETTLE if len(samples) > 2 * SETTLE else len(samples) // 2]

    def figures(self, side):
        return [Figure(self.samples[side][name]) for name in ("backfill", "main")]

    def print(self, title, bases):
        table = Table(title, ["backfill cycle, ms", "main cycle, ms"], ["cycles", "jobs in each"])
        for side in self.sides:
            table.add(side.title, self.figures(side), self.figures(bases[side.name]),
                      [len(self.samples[side]["depth"]), Figure(self.samples[side]["depth"])])
        table.print()

    def median(self, side, name):
        return Figure(self.samples[side][name]).median


class Interruptions:
    """Does the making and shifting of far-off bookings end backfill cycles?

    What changes can only end one where it pauses, once its work has taken long. So cycles are
    made to pause after each millisecond of work, and all to last as long as those that are
    long: their own time is given by side.
    """

    def __init__(self, cycle_ms, dice):
        self.cycle_ms, self.dice = cycle_ms, dice
        self.sides = list(cycle_ms)
        self.counted = {}

    def prepare(self):
        for side, ms in self.cycle_ms.items():
            pause = min(max(STRETCHED * 1e6 / ms, 1000), 500000)
            side.reconfigure(f"bf_yield_interval=1000,bf_yield_sleep={pause:.0f}",
                             "DebugFlags=NO_CONF_HASH,Backfill", "SlurmctldDebug=verbose")
        self.gaps = {side: Gaps(side) for side in self.sides}
        time.sleep(5)	# cycles that this has ended

    def change(self, side, number):
        """Make, shift and delete one far-off reservation. How many changes."""
        gap = self.gaps[side].find(1, 4 * UNIT, self.dice, far=True)
        for text in (line("create", f"x{number}", gap.start, gap.end - UNIT, 1),
                     line("update", f"x{number}", None, gap.end - 2 * UNIT),
                     line("update", f"x{number}", gap.start + UNIT),
                     line("delete", f"x{number}")):
            side.request(text)
        return 4

    def measure(self, duration):
        """All clusters for so many seconds, without changes and with them."""
        for load in (False, True):
            begun = {side: os.path.getsize(side.log()) for side in self.sides}
            changes = self.work(duration, load)
            for side in self.sides:
                self.counted[side, load] = (changes[side], *self.count(side, begun[side]))

    def work(self, duration, load):
        """Keep backfill busy, and, if load, change bookings; each cluster as fast as it goes.
        {side: changes}"""
        end, over = time.monotonic() + duration, threading.Event()

        def work(side):
            changes = poked = 0
            while time.monotonic() < end and not over.is_set():
                if time.monotonic() > poked + 0.5:
                    poked = time.monotonic()
                    poke(side)
                if load:
                    changes += self.change(side, changes)
                else:
                    time.sleep(0.1)
            return changes

        with ThreadPoolExecutor(len(self.sides)) as pool:
            try:
                return dict(zip(self.sides, pool.map(work, self.sides)))
            finally:
                over.set()

    def count(self, side, begun):
        """(jobs tested by each cycle, by those that ended before their queue did)"""
        with open(side.log(), errors="replace") as f:
            f.seek(begun)
            text = f.read()
        done = [int(n) for n in re.findall(r"completed testing (\d+)\(", text)]
        broken = [int(n) for n in re.findall(r"breaking out after testing (\d+)\(", text)]
        return done, broken

    def print(self):
        table = Table("far-off bookings change", [],
                      ["changes", "cycles", "ended early", "jobs in a cycle"])
        for side in self.sides:
            for load in (False, True):
                changes, done, broken = self.counted[side, load]
                table.add(f"{side}, {'meanwhile' if load else 'not at all'}", [],
                          plain=[changes, len(done), len(broken), Figure(done)])
        table.print()

    def broken(self, side):
        return len(self.counted[side, True][2])
