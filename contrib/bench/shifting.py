# SPDX-License-Identifier: GPL-2.0-or-later
"""Bookings with windows, and requests that meet them, for contrib/bench/bench-shift."""
import bisect
import json
import os
import re
import time
from collections import namedtuple

from bookings import MINUTE, Calendar, Gaps, seconds
from private import Failed, run

DELETE = "REQUEST_DELETE_RESERVATION"
LEAD = 2	# hours from now to the first booking
HOUR = 3600
WINDOWS = (15 * MINUTE, 2 * HOUR)	# of who asks: one of them
FLEXIBLE = 2 / 3	# of those that are there
RENEW = 10	# rounds after which it is looked again where all are

SHOWN = re.compile(r"^ReservationName=(\S+) StartTime=(\S+) EndTime=(\S+) .*? Nodes=n\S+ "
                   r"NodeCnt=(\d+) .* MaxStartDelay=(\S+)", re.M)
Rigid = namedtuple("Rigid", "name start end count")


def rigid_ones(side):
    """Those without a window."""
    return [Rigid(name, seconds(start), seconds(end), int(count)) for name, start, end, count, window
            in SHOWN.findall(side.command("scontrol", "-o", "show", "reservation"))
            if window == "(null)"]


def history(side, tool):
    """All shifts that the ledger tells of."""
    path = os.path.join(side.folder, "state", "garq.ledger")
    told = json.loads(run(tool, "history", "--json", "--file", path))["history"]
    return [row for row in told if row["event"] == "moved"]


class Crowd:
    """A number of bookings of one and the same calendar, spread over its days;
    two of three with a window
    that begins before and ends behind the place that the calendar has for them."""

    def __init__(self, side, most, days, dice):
        self.dice = dice
        self.calendar = Calendar(side.setup.nodes, most,
                                 (int(time.time()) // HOUR + LEAD) * HOUR, days, dice)

    def some(self, size):
        chosen = self.calendar.all
        if size < len(chosen) // 2:	# spread as the others
            chosen = chosen[::len(chosen) // (size + 1)]
        chosen = [self.flexible(b) for b in chosen]
        self.dice.shuffle(chosen)
        return chosen

    def flexible(self, b):
        if self.dice.random() >= FLEXIBLE:
            return b
        early, late = (min(int(self.dice.expovariate(1 / (2 * HOUR))), 12 * HOUR) for _ in range(2))
        early = min(early, b.start - self.calendar.first)
        return b._replace(start=b.start - early, end=b.end - early, window=early + late)

    def about(self):
        return self.calendar.about()


class Round:
    """The requests of a round; what became of them is in answers."""

    def __init__(self, side, dice):
        self.side, self.dice = side, dice
        self.answers = []	# (what, name, milliseconds of scontrol, of slurmctld)
        self.gaps = None

    def go(self, number, keep):
        if number % RENEW == 0:
            self.look()
        for what, name, took, share in self.requests(number):
            if keep:
                self.answers.append((what, name, took, share))

    def look(self):
        self.gaps = Gaps(self.side)
        self.starts = sorted({start for spans in self.gaps.busy for start, _ in spans})
        self.rigid = [b for b in rigid_ones(self.side) if b.end - b.start >= 2 * MINUTE]

    def requests(self, number):
        yield from self.meet(f"m{number}")
        yield self.in_vain(f"v{number}")

    def meet(self, name):
        """Near the start of another one, and away again."""
        start = self.dice.choice(self.starts) - self.dice.randint(0, 4) * 5 * MINUTE
        start = max(start, int(time.time()) + HOUR)
        length = self.dice.randint(3, 9) * 5 * MINUTE
        nodes = self.free(start, start + length) + self.dice.randint(-2, 8)
        nodes = min(max(nodes, 1), self.side.setup.nodes)
        took, share, code = self.ask(name, start, length, nodes, self.dice.choice(WINDOWS))
        if code:
            yield "no room there", name, took, share
            return
        yield "admitted", name, took, share
        took, share = self.side.share(DELETE, lambda: self.side.scontrol(
            "delete", f"ReservationName={name}"))
        yield "deleted", name, took, share

    def in_vain(self, name):
        """As long as a rigid one lasts it can't begin: it needs one more node than that leaves."""
        b = self.dice.choice(self.rigid)
        nodes = self.side.setup.nodes - b.count + 1
        length = self.dice.randint(3, 5) * 5 * MINUTE
        took, share, code = self.ask(name, b.start, length, nodes, b.end - b.start - MINUTE)
        if not code:
            raise Failed(f"{name} was admitted beside {b}")
        return "refused", name, took, share

    def free(self, start, end):
        """Nodes that are free then, according to the last look."""
        count = 0
        for spans in self.gaps.busy:
            at = bisect.bisect_left(spans, (end,))
            count += not at or spans[at - 1][1] <= start
        return count

    def ask(self, name, start, length, nodes, window):
        """(milliseconds of scontrol, of slurmctld, its exit code)"""
        delay = f"{window // HOUR}:{window // 60 % 60:02}:{window % 60:02}"
        return self.side.create(name, start, length, nodes, f"MaxStartDelay={delay}")[:3]
