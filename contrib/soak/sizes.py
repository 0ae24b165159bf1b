# SPDX-License-Identifier: GPL-2.0-or-later
"""How much memory slurmctld has, and how large the plugin's files are, in each busy hour of contrib/soak/soak life."""
import glob
import os
import re

LEAST = 8		# busy hours: in fewer nothing need be as large as it gets
SLACK = 1.25


def of_process(pid):
    """KiB in memory; 0: there is no such process."""
    try:
        with open(f"/proc/{pid}/status") as f:
            return int(re.search(r"^VmRSS:\s+(\d+)", f.read(), re.M)[1])
    except (FileNotFoundError, ProcessLookupError, TypeError):
        return 0


def of_files(*paths):
    """KiB of each that matches, with what SQLite has beside it."""
    total = 0
    for path in paths:
        for name in glob.glob(glob.escape(path) + "*"):
            try:
                total += os.path.getsize(name)
            except FileNotFoundError:
                pass
    return total // 1024


class Sizes:
    """
    The largest of each in each hour. Both files grow until they have all the closed bookings that they keep: in a year,
    as the simulator's soak shows. So they are told, and not judged.
    """
    names = ("slurmctld", "ledger", "history")

    def __init__(self, state):
        self.state = state
        self.hours = []		# (slurmctld, ledger, history), KiB

    def look(self, hour, pid):
        now = (of_process(pid), of_files(os.path.join(self.state, "garq.ledger")),
               of_files(os.path.join(self.state, "garq.history")))
        while len(self.hours) <= hour:
            self.hours.append((0, 0, 0))
        self.hours[hour] = tuple(map(max, self.hours[hour], now))

    def lines(self):
        yield "hour  " + "  ".join(f"{name + ' KiB':>13}" for name in self.names)
        for hour, sizes in enumerate(self.hours, 1):
            yield f"{hour:4}  " + "  ".join(f"{size:13,}" for size in sizes)

    def grown(self):
        """Is slurmctld larger in the last third than in the one before it, the first one being for what has to fill?"""
        third = len(self.hours) // 3
        if len(self.hours) < LEAST:
            return
        before, last = (max(hour[0] for hour in hours) for hours in (self.hours[third:-third], self.hours[-third:]))
        if last > SLACK * before:
            yield f"slurmctld has {last:,} KiB in the last {third} busy hours, and had {before:,} in those before"
