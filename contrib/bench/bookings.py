# SPDX-License-Identifier: GPL-2.0-or-later
"""The calendars that contrib/bench/bench fills clusters with, and the gaps in them.

Bookings are drawn at random and laid one after the other on the nodes that are
free first, with random pauses between them. All sizes take theirs from the
beginning of one and the same calendar: a larger one reaches further into the
future, but is as crowded anywhere.
"""
import bisect
import heapq
import re
import time
from collections import namedtuple

from private import Failed

MINUTE = 60
DAY = 86400
SHORTEST, LONGEST = 5, 240	# minutes
SPARE = 1.1	# the calendar is longer than what is made of it: some may be refused
PAUSE = 0.25	# mean of the idle time after a booking, of its length

# nodes: the numbers of some that are free; window: MaxStartDelay, seconds
Booking = namedtuple("Booking", "name start end nodes window", defaults=[0])
Gap = namedtuple("Gap", "start end nodes")
SHOWN = re.compile(r"^ReservationName=(\S+) StartTime=(\S+) EndTime=(\S+) .*? Nodes=(n\S+) ", re.M)


def lay(nodes, count, first, steep, dice):
    """count bookings. steep - the larger, the more of them are small: the share of the largest
    length, and of all nodes, is a random number between 0 and 1 to this power."""
    free = [(first, node) for node in range(1, nodes + 1)]	# from when on
    made = []
    for number in range(count):
        length = SHORTEST + round((LONGEST - SHORTEST) * dice.random() ** steep)
        width = 1 + int(nodes * dice.random() ** steep)
        taken = [heapq.heappop(free) for _ in range(min(width, nodes))]
        start = taken[-1][0]
        end = start + length * MINUTE
        for _, node in taken:
            pause = dice.expovariate(1 / (PAUSE * length))
            heapq.heappush(free, (end + round(pause) * MINUTE, node))
        made.append(Booking(f"b{number}", start, end, sorted(node for _, node in taken)))
    return made


class Calendar:
    """Enough bookings for the largest size, within so many days; no shorter than need be."""

    def __init__(self, nodes, most, first, days, dice):
        self.first, steep, seed = first, 1.0, dice.random()
        count = int(most * SPARE) + 10
        while True:
            dice.seed(seed)
            self.all = lay(nodes, count, first, steep, dice)
            if max(b.end for b in self.all) <= first + days * DAY:
                break
            steep *= 1.15
            if steep > 100:
                raise Failed(f"{most} bookings do not fit on {nodes} nodes in {days} days")
        self.dice = dice

    def of(self, size):
        """The bookings for one cluster, in the order in which they are asked for."""
        chosen = self.all[:int(size * SPARE) + 10]
        self.dice.shuffle(chosen)
        return chosen

    def days(self, size):
        return (max(b.end for b in self.all[:size]) - self.first) / DAY

    def about(self):
        minutes = sorted((b.end - b.start) // MINUTE for b in self.all)
        widths = sorted(len(b.nodes) for b in self.all)
        middle = len(self.all) // 2
        return (f"{minutes[0]} to {minutes[-1]} minutes (median {minutes[middle]}, "
                f"mean {sum(minutes) / len(minutes):.0f}) on {widths[0]} to {widths[-1]} nodes "
                f"(median {widths[middle]}, mean {sum(widths) / len(widths):.1f})")


def expand(expression):
    """The numbers of the nodes in a node list such as n3 or n[1-4,7]."""
    for part in expression.strip("n[]").split(","):
        first, _, last = part.partition("-")
        yield from range(int(first), int(last or first) + 1)


def seconds(text):
    return int(time.mktime(time.strptime(text, "%Y-%m-%dT%H:%M:%S")))


class Gaps:
    """The free time of a cluster, as scontrol shows it."""

    def __init__(self, side):
        self.busy = [[] for _ in range(side.setup.nodes)]
        for _, start, end, nodes in SHOWN.findall(
                side.command("scontrol", "-o", "show", "reservation")):
            span = seconds(start), seconds(end)
            for number in expand(nodes):
                self.busy[number - 1].append(span)
        for spans in self.busy:
            spans.sort()
        self.ends = sorted({end for spans in self.busy for _, end in spans})

    def _is_free(self, spans, start, end):
        at = bisect.bisect_left(spans, (end,))	# the first that begins at end or later
        return not at or spans[at - 1][1] <= start

    def _is_odd(self, t):
        """Is a clock change near? scontrol reads and prints local time."""
        return time.localtime(t - DAY / 2).tm_gmtoff != time.localtime(t + DAY / 2).tm_gmtoff

    def find(self, nodes, length, dice, far=False):
        """A random time within the calendar (with far: in its later half) from
        which on that many nodes are free for that long."""
        if not self.ends:
            raise Failed("there are no bookings to find a gap between")
        ends = self.ends[len(self.ends) // 2:] if far else self.ends
        first = dice.randrange(len(ends))
        for i in range(len(ends)):
            start = ends[(first + i) % len(ends)]
            free = sum(self._is_free(spans, start, start + length) for spans in self.busy)
            if free >= nodes and not self._is_odd(start):
                return Gap(start, start + length, nodes)
        raise Failed(f"no {nodes} nodes are free for {length} seconds")
