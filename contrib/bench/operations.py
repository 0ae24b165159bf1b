# SPDX-License-Identifier: GPL-2.0-or-later
"""Create, update, delete and show a reservation among those that are there."""
import time
from collections import defaultdict

from bookings import MINUTE, Gaps
from private import Failed, stamp
from table import Figure, Table

WARM = 3	# seconds of work before a measurement: a processor that was idle is slow
UNIT = 5 * MINUTE
OPERATIONS = ("create", "update end", "update start", "delete")
LOOK = 7	# times that all reservations are shown
RPC = {"create": "REQUEST_CREATE_RESERVATION", "update": "REQUEST_UPDATE_RESERVATION",
       "delete": "REQUEST_DELETE_RESERVATION"}


def words(what, name, start=None, end=None, nodes=None, users=None):
    """A request, for scontrol."""
    fields = {"StartTime": start and stamp(start), "EndTime": end and stamp(end),
              "NodeCnt": nodes, "Users": users}
    head = [what, "reservation"] if what == "create" else [what]
    return head + [f"ReservationName={name}"] + [f"{k}={v}" for k, v in fields.items() if v]


def line(what, name, start=None, end=None, nodes=None):
    """The same, for the client."""
    if what == "delete":
        return f"delete {name}"
    times = f"{start or '-'} {end or '-'}"
    return f"{what} {name} {times}" + (f" {nodes}" if what == "create" else "")


def send(side, way, what, *arguments):
    """Milliseconds of one request."""
    if way == "library":
        return side.request(line(what, *arguments))
    users = side.setup.users if what == "create" else None
    arguments = list(arguments) + [None] * (4 - len(arguments))
    return side.scontrol(*words(what, *arguments, users))


def step(side, way, operation, name, gap):
    """One of OPERATIONS on one cluster: (milliseconds for who asked, for slurmctld).

    An update of the end makes it later again, one of the start earlier; what goes before, the
    opposite, is not measured. So all that is asked for is free.
    """
    what = operation.split()[0]
    arguments = {"create": (name, gap.start, gap.end, gap.nodes),
                 "update end": (name, None, gap.end),
                 "update start": (name, gap.start),
                 "delete": (name,)}[operation]
    before = {"update end": (name, None, gap.end - UNIT),
              "update start": (name, gap.start + UNIT)}.get(operation)
    if before:	# which has to be counted, too, before what follows is
        side.share(RPC[what], lambda: side.request(line(what, *before)))
    return side.share(RPC[what], lambda: send(side, way, what, *arguments))


class Operations:
    """The samples: for each cluster by (operation, way), where a way is what a user waits for
    who calls scontrol, a program that calls libslurm, and slurmctld's share of both."""

    def __init__(self, sides, dice):
        self.sides, self.dice = sides, dice
        self.gaps = {side: Gaps(side) for side in sides}
        self.samples = {side: defaultdict(list) for side in sides}
        self.floor = []

    def one_round(self, number, keep=True):
        """Each operation on each cluster in turn; who comes first changes."""
        turn = number % len(self.sides)
        order = self.sides[turn:] + self.sides[:turn]
        for way in ("scontrol", "library"):
            nodes = self.dice.randint(1, 2)
            length = self.dice.randint(3, 9) * UNIT
            gaps = {side: self.gaps[side].find(nodes, length, self.dice) for side in order}
            for operation in OPERATIONS:
                for side in order:
                    took, share = step(side, way, operation, f"m{number}", gaps[side])
                    if keep:
                        self.samples[side][operation, way].append(took)
                        self.samples[side][operation, "slurmctld"].append(share)
        self.floor.append(order[0].scontrol("--version"))

    def measure(self, rounds):
        end = time.monotonic() + WARM
        while time.monotonic() < end:
            self.one_round(0, keep=False)
        for number in range(rounds):
            self.one_round(number)

    def figures(self, side, operation):
        return [Figure(self.samples[side][operation, way])
                for way in ("scontrol", "library", "slurmctld")]

    def print(self):
        for operation in OPERATIONS:
            table = Table(operation, ["scontrol, ms", "libslurm, ms", "slurmctld, ms"])
            base = self.figures(self.sides[0], operation)
            for side in self.sides:
                table.add(side.title, self.figures(side, operation), base)
            table.print()
        print(f"# of scontrol's time, {Figure(self.floor)} ms are those of a scontrol that only "
              "prints its version")

    def median(self, side, operation, way):
        return Figure(self.samples[side][operation, way]).median


class Show:
    """How long it takes to show all reservations."""

    def __init__(self, sides):
        self.sides = sides
        self.samples = {side: ([], []) for side in sides}
        self.counts = {side: side.bookings for side in sides}

    def measure(self):
        for _ in range(LOOK):
            for side in self.sides:
                took, share = side.share("REQUEST_RESERVATION_INFO",
                                         lambda s=side: s.scontrol("show", "reservation"))
                self.samples[side][0].append(took)
                self.samples[side][1].append(share)
        for side in self.sides:
            with open(side.scratch, errors="replace") as f:
                shown = f.read().count(" Nodes=n")	# an offer has none
            if shown != side.bookings:
                raise Failed(f"{side}: {shown} reservations are shown, not {side.bookings}")

    def print(self):
        table = Table("show all", ["scontrol, ms", "slurmctld, ms"])
        for side in self.sides:
            table.add(f"{side.name} {self.counts[side]:,}", self.figures(side),
                      self.figures(self.sides[0]))
        table.print()

    def figures(self, side):
        return [Figure(values) for values in self.samples[side]]

    def median(self, side):
        """Of what a user waits for."""
        return self.figures(side)[0].median
