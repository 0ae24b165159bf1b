# SPDX-License-Identifier: GPL-2.0-or-later
"""The turns of the plugin's agent, as its reports tell (garq_verify): contrib/soak/soak life waits for turns, not for seconds.

The agent looks at all bookings that may lack nodes, and then writes garq.counts, in one hold of slurmctld's locks. What
was there before a report was made, the report's turn has seen, however slow the machine is.
"""
import re

WORDS = re.compile(r"^serial (\d+)$.*?^looked (\d+\.\d+)$", re.M | re.S)


def interval():
    """Seconds between two turns; they are read from the plugin, so --help needs none."""
    import timing
    return timing.AGENT_INTERVAL


def until_failed():
    """Seconds until the plugin takes a silent node for one that failed, and an overdue job for one that stays."""
    import timing
    return max(timing.REPAIR_PATIENCE, timing.REPAIR_JOB_PATIENCE)


class Turns:
    def __init__(self, path):
        self.path = path
        self.seen = []	# (when a report was made, its number), of one slurmctld

    def read(self, began):
        """See whether there is a report. began: forget those of the slurmctld before it."""
        self.seen = [(when, number) for when, number in self.seen if when > began]
        try:
            with open(self.path) as f:
                found = WORDS.search(f.read(4096))
        except FileNotFoundError:
            return
        one = found and (float(found[2]), int(found[1]))
        if one and one[0] > began and one not in self.seen[-1:]:
            self.seen.append(one)

    def since(self, when, patience=0):
        """
        How many reports are known to have been made after the plugin has seen what happened at a time, and after so many
        seconds of its patience, which begin with the first report that has seen it.
        """
        after = [one for one in self.seen if one[0] > when]
        after = [one for one in after if one[0] >= after[0][0] + patience]
        return after[-1][1] - after[0][1] + 1 if after else 0
