# SPDX-License-Identifier: GPL-2.0-or-later
"""What a random test has asked for: bookings, and the words that ask for them.

Nothing here asks Slurm: a Booking is what an acknowledged call promises.
"""
import dataclasses
import time

import gq

HOUR = 3600
DAY = 24 * HOUR
NOBODY = "(null)"	# as scontrol shows it


@dataclasses.dataclass(frozen=True)
class Booking:
    """nodes of among (all of among, if pinned; None: as few as have the units) for duration, from a start in [esr, lsr]."""
    name: str
    nodes: int
    esr: int
    lsr: int
    duration: int
    among: frozenset
    pinned: bool = False
    by_end: bool = False	# its length was given by EndTime
    home: frozenset = None	# its nodes come from these when only NodeCnt is given
    users: str = "root"
    accounts: str = NOBODY
    units: tuple = None	# numbers of cores and of GPUs, of nodes that others share; None: whole nodes

    def asked(self):
        """A line for check-reservations."""
        line = dict(name=self.name, esr=self.esr, lsr=self.lsr,
                    duration=self.duration, users=self.users, accounts=self.accounts)
        if self.nodes is not None:
            line["nodes"] = self.nodes
        if self.units:
            line["cores"], line["gpus"] = self.units
        line["hosts" if self.pinned else "among"] = ",".join(sorted(self.among))
        return line

    def may_be_over(self):
        return self.esr + self.duration <= time.time() + 1

    def may_have_begun(self):
        return self.esr <= time.time() + 5


def free_nodes(among, taken, start, end):
    """Nodes of among that nobody has in [start, end)."""
    free = set(among)
    for t_s, t_e, nodes in taken:
        if t_s < end and start < t_e:
            free -= set(nodes)
    return free


def free_units(among, taken, start, end, has):
    """{node: units} that nobody has in [start, end), of nodes of among that have something; has: {node: units}."""
    free = {node: set(has[node]) for node in among}
    for t_s, t_e, nodes in taken:
        if t_s < end and start < t_e:
            for node in free.keys() & set(nodes):
                free[node] -= nodes[node] if isinstance(nodes, dict) and nodes[node] else has[node]
    return free


def share_of(number, nodes):
    """As even shares as there can be, the largest first."""
    return [(number + i) // nodes for i in reversed(range(nodes))]


def units_fit(booking, free, has):
    """Return true if the free units, {node: units}, have those of a booking, spread evenly."""
    def count(of, what):
        return sum(unit.startswith(what) for unit in of)
    most = [max((count(has[node], what) for node in booking.among), default=0) for what in ("core", "GPU")]
    least = max(-(-number // of) if of else 0 for number, of in zip(booking.units, most))
    shares = list(zip(*(share_of(number, booking.nodes or least) for number in booking.units)))
    left = sorted(((count(of, "core"), count(of, "GPU")) for of in free.values()), reverse=True)
    for share in shares:	# a larger share first: any node that has it will do for a smaller one
        node = next((one for one in reversed(left) if one[0] >= share[0] and one[1] >= share[1]), None)
        if not node:
            return False
        left.remove(node)
    return True


def free_somewhere(booking, taken, first, last, has=None):
    """
    A start in [first, last] at which the booking fits, or None. has: {node: units}, for a booking of units; taken then has
    {node: units}, or None for all of these, in the place of nodes.
    """
    ends = {t_e for _, t_e, _ in taken if first < t_e <= last}
    for start in sorted(ends | {first} if first <= last else ends):
        end = start + booking.duration
        if booking.units:
            if units_fit(booking, free_units(booking.among, taken, start, end, has), has):
                return start
        elif len(free_nodes(booking.among, taken, start, end)) >= booking.nodes:
            return start
    return None


def delay_words(seconds):
    """MaxStartDelay, exactly."""
    return f"MaxStartDelay={seconds // HOUR}:{seconds // 60 % 60:02}:{seconds % 60:02}"


class Wishes:
    """Random requests on a private cluster with nodes n1 to nN."""
    flexible = 0.4	# the share of those with a window
    longest = 300	# minutes that an update gives

    def __init__(self, random, nodes):
        self.random = random
        self.all = frozenset(f"n{i}" for i in range(1, nodes + 1))
        self.half = frozenset(f"n{i}" for i in range(1, (nodes + 1) // 2 + 1))
        self.odd = frozenset(f"n{i}" for i in range(1, nodes + 1, 2))

    # --- nodes: (how many, among, pinned, home, words) ---------------------

    def some_list(self):
        count = self.random.randint(1, len(self.all) // 3)
        if self.random.random() < 0.5:
            first = self.random.randint(1, len(self.all) - count + 1)
            names = [f"n{i}" for i in range(first, first + count)]
            words = f"Nodes=n[{first}-{first + count - 1}]"
        else:
            names = self.random.sample(sorted(self.all), count)
            words = "Nodes=" + ",".join(names)
        return count, frozenset(names), True, self.all, [words]

    def by_count(self, among, *words):
        # Now and then more than there are.
        count = self.random.randint(1, max(2, len(among) * 2 // 3))
        if self.random.random() < 0.05:
            count = len(among) + self.random.randint(0, 2)
        return count, among, False, among, [f"NodeCnt={count}", *words]

    def where(self):
        way = self.random.choices(["count", "list", "partition", "features", "both",
                                   "whole partition", "all"], [40, 20, 12, 12, 8, 4, 4])[0]
        if way == "count":
            return self.by_count(self.all)
        if way == "list":
            return self.some_list()
        if way == "partition":
            return self.by_count(self.half, "PartitionName=half")
        if way == "features":
            return self.by_count(self.odd, "Features=odd")
        if way == "both":
            return self.by_count(self.half - self.odd, "PartitionName=half", "Features=even")
        if way == "whole partition":
            return len(self.half), self.half, True, self.half, ["PartitionName=half"]
        return len(self.all), self.all, True, self.all, ["Nodes=ALL"]

    # --- times -------------------------------------------------------------

    def start(self, now):
        return now + self.random.choice([
            0, self.random.randint(-30, 30), self.random.randint(1, 15) * 60,
            self.random.randint(0, 2 * HOUR), self.random.randint(0, DAY),
            self.random.randint(1, 48) * HOUR, self.random.randint(0, 3 * DAY)])

    def length(self, start):
        """(seconds, given by EndTime, words): minutes, or any number of seconds."""
        if self.random.random() < 0.5:
            minutes = self.random.choice([1, 2, 5, 30, 60, 61, 120, 240, 600])
            return minutes * 60, False, [f"Duration={minutes}"]
        seconds = self.random.choice([self.random.randint(40, 90),
                                      self.random.randint(90, 4 * HOUR)])
        return seconds, True, [f"EndTime={gq.stamp(start + seconds)}"]

    def delay(self):
        return self.random.choice([1, 59, 300, self.random.randint(1, HOUR),
                                   self.random.randint(1, 12 * HOUR)])

    # --- requests: (the booking if acknowledged, words for scontrol) --------

    def create(self, name, now):
        start = self.start(now)
        (nodes, among, pinned, home, words), units = self.where_or_units()
        seconds, by_end, length = self.length(start)
        words = [f"StartTime={gq.stamp(start)}", *length, *words, "Users=root"]
        lsr = start
        if self.random.random() < self.flexible:
            lsr += self.delay()
            words.append(delay_words(lsr - start))
        return Booking(name, nodes, start, lsr, seconds, among, pinned, by_end, home, units=units), words

    def where_or_units(self):
        """(as of where(), numbers of units)"""
        return self.where(), None

    def moved(self, booking, start):
        """The same shape, rigid, at another start."""
        words = [f"StartTime={gq.stamp(start)}", f"EndTime={gq.stamp(start + booking.duration)}",
                 "Users=root"]
        home = booking.among
        if booking.pinned:	# no partition is named with the list
            home = self.all
            words.append("Nodes=" + ",".join(sorted(booking.among)))
        elif booking.among <= self.half:
            words += [f"NodeCnt={booking.nodes}", "PartitionName=half"]
            if booking.among != self.half:
                words.append("Features=even")
        else:
            words.append(f"NodeCnt={booking.nodes}")
            if booking.among != self.all:
                words.append("Features=odd")
        return dataclasses.replace(booking, esr=start, lsr=start, by_end=True, home=home), words

    def update(self, b, now, keep_nodes=False):
        change = dataclasses.replace
        # Slurm takes nodes from running jobs if it is told to.
        ways = ["longer", "users"] + ([] if keep_nodes or b.units else ["count", "list"])
        if not b.may_have_begun():
            ways += ["when", "length", "window", "units" if b.units else "all of it"]
            if b.esr == b.lsr:
                ways.append("end")
        way = self.random.choice(ways)
        if way == "units":
            units, words = self.other_units(b)
            return change(b, units=units), words
        if way == "count":
            count = self.random.randint(1, len(b.home))
            return (change(b, nodes=count, among=b.home, pinned=False), [f"NodeCnt={count}"])
        if way == "list":
            count, among, _, _, words = self.some_list()
            return change(b, nodes=count, among=among, pinned=True), words
        if way == "longer":
            more = self.random.randint(1, min(90, self.longest))
            # Slurm counts in whole minutes of what it is long.
            long = (b.duration // 60 + more) * 60
            return change(b, duration=long, by_end=False), [f"Duration+={more}"]
        if way == "users":
            users = self.random.choice(["root", "root,daemon", "daemon,root"])
            return change(b, users=users), [f"Users={users}"]
        if way == "window":
            delay = self.delay()
            return change(b, lsr=b.esr + delay), [delay_words(delay)]
        if way == "length":
            minutes = self.random.randint(1, self.longest)
            return change(b, duration=minutes * 60, by_end=False), [f"Duration={minutes}"]
        if way == "end":
            seconds = self.random.randint(60, self.longest * 60)
            return (change(b, duration=seconds, by_end=True),
                    [f"EndTime={gq.stamp(b.esr + seconds)}"])
        start = max(self.start(now), now)
        minutes = self.random.randint(1, self.longest)
        b = change(b, esr=start, lsr=start + b.lsr - b.esr, duration=minutes * 60, by_end=False)
        words = [f"StartTime={gq.stamp(start)}", f"Duration={minutes}"]
        if way == "all of it":
            delay, (count, among, _, _, where) = self.delay(), self.some_list()
            b = change(b, lsr=start + delay, nodes=count, among=among, pinned=True)
            words += [delay_words(delay), *where]
        return b, words
