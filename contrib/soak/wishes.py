# SPDX-License-Identifier: GPL-2.0-or-later
"""The bookings that the clients of life and of torture ask for."""
from booked import Wishes
from gq import stamp
from places import FEATURE, PARTITION

CORES, GPUS = 8, 4	# of a node, of life


class LifeWishes(Wishes):
    """The hours of a site are minutes: many begin and end while we look; most have a window."""
    flexible = 0.65
    shared = 0.4	# of those that are for cores or GPUs
    units = {}		# of each node, that can be booked
    longest = 5

    def __init__(self, random, nodes, places):
        super().__init__(random, nodes)
        self.places = places

    def where(self):
        """All of a partition is asked for while that has all its nodes."""
        found = super().where()
        while found[2] and found[1] == self.half and self.places.lost[PARTITION]:
            found = super().where()
        return found

    def where_or_units(self):
        """Some are for cores, or GPUs, of nodes that others share."""
        r, n = self.random.randint, self.random.random()
        if n > self.shared or not self.units:
            return super().where_or_units()
        if "GPU 0" in self.units["n1"] and n < self.shared / 2:
            units = r(1, GPUS + 2), r(1, GPUS + 2)
            units = max(units), min(units)
            words = [f"TRES=gres/gpu={units[1]},cpu={units[0]}"]
            return (None, self.half, False, self.half, [*words, f"PartitionName={PARTITION}"]), units
        cores, nodes = r(1, 2 * CORES), self.random.choice([None, None, r(1, 3)])
        cores = max(cores, nodes or 0)
        among, words = self.random.choice([(self.all, []), (self.half, [f"PartitionName={PARTITION}"]), (self.odd, [f"Features={FEATURE}"])])
        return (nodes, among, False, among, [*([f"NodeCnt={nodes}"] if nodes else []), f"CoreCnt={cores}", *words]), (cores, 0)

    def other_units(self, b):
        cores, gpus = self.random.randint(max(b.nodes or 1, b.units[1]), 2 * CORES), b.units[1]
        return (cores, gpus), [f"TRES=gres/gpu={gpus},cpu={cores}" if gpus else f"CoreCnt={cores}"]

    def by_count(self, among, *words):
        """Most are small: many meet."""
        if self.random.random() < 0.25:
            return super().by_count(among, *words)
        count = self.random.randint(1, max(2, len(among) // 4))
        return count, among, False, among, [f"NodeCnt={count}", *words]

    def start(self, now):
        r = self.random.randint
        return now + self.random.choice([0, r(-5, 5), r(1, 30), r(1, 30), r(10, 120), r(10, 120),
                                         r(60, 600), r(0, 1800)])

    def length(self, start):
        r = self.random.randint
        if self.random.random() < 0.5:
            minutes = self.random.choice([1, 1, 1, 2, 3, 6])
            return minutes * 60, False, [f"Duration={minutes}"]
        seconds = self.random.choice([r(15, 60), r(15, 60), r(60, 180), r(180, 400)])
        return seconds, True, [f"EndTime={stamp(start + seconds)}"]

    def delay(self):
        r = self.random.randint
        return self.random.choice([1, r(1, 30), r(10, 120), r(60, 600), r(60, 600), r(60, 1800)])


class TortureWishes(Wishes):
    """Most are far away; the others begin, and end, while we look."""

    def __init__(self, random, nodes, places):
        super().__init__(random, nodes)
        self.places = places

    def where(self):
        if self.random.random() < 0.15:
            first = self.random.randint(1, len(self.all))
            last = min(first + self.random.randint(0, 2), len(self.all))
            names = frozenset(f"n{i}" for i in range(first, last + 1))
            return len(names), names, False, self.all, [f"Nodes=n[{first}-{last}]"]
        among, words = self.random.choice([(self.all, [])] * 3 + [
            (self.half, [f"PartitionName={PARTITION}"]), (self.odd, [f"Features={FEATURE}"])])
        count = min(self.random.choice([1, 1, 2, 2, 3, 4, len(self.all) // 2, len(self.all)]), len(among))
        return count, among, False, self.all, [f"NodeCnt={count}", *words]

    def start(self, now):
        r = self.random.randint
        return now + self.random.choice([r(3, 60), r(3, 60), r(300, 7200), r(3600, 86400), r(3600, 4 * 86400)])

    def length(self, start):
        minutes = self.random.choice([1, 2, 5, 30, 60, self.random.randint(1, 300), self.random.randint(1, 300)])
        return minutes * 60, False, [f"Duration={minutes}"]

    def delay(self):
        return self.random.choice([self.random.randint(1, 600), self.random.randint(60, 7200)])
