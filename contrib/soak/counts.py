# SPDX-License-Identifier: GPL-2.0-or-later
"""The checker of the set soak: what the plugin counts, compared with recount's, and now and then no double bookings."""
import collections
import os
import re

import counted
import gq
import scontrol
from order import Wrong

CHECK_EACH = 10		# rounds between two looks for double bookings


class Counts:
    """judge is a judge.Judge, for the logs."""

    def __init__(self, cluster, judge, folder):
        self.cluster, self.judge, self.folder = cluster, judge, folder
        self.tally, self.last = collections.Counter(), None

    def check(self, number, natives):
        """Wait until nothing moves, and compare. Return the scontrol.Snapshot. natives: names of reservations of Slurm's own."""
        try:
            path, over_run = scontrol.config(self.cluster.env)
            self.last = counted.settle(os.path.join(path, "garq.counts"), self.cluster.env)
        except scontrol.Failed as e:
            self.judge.read_log()
            if "kept still" not in str(e):
                raise Wrong(f"{e}\n" + "\n".join(self.cluster.log().splitlines()[-20:])) from e
            self.tally["restless"] += 1
            return scontrol.Snapshot(self.cluster.env)
        result = counted.Result(*self.last, over_run)
        self.tally["comparisons"] += 1
        self.tally.update(intervals=result.holds, counts=result.counts, licenses=result.licenses)
        if result.differences:
            self.keep(result.differences)
            raise Wrong("\n".join(result.differences))
        self.judge.read_log()
        if number % CHECK_EACH == 0:
            self.double_bookings(natives)
        return self.last[1]

    def double_bookings(self, natives):
        """
        What Slurm does to its own is not looked at: it puts one of them over cores of another,
        moves it away from nodes that have not registered, or from its jobs, and what is of
        PART_NODES to all nodes of its partition, booked or not.
        """
        follow = {n for n, r in self.last[1].reservations.items() if "PART_NODES" in r.flags}
        r = self.cluster.run(gq.CHECKER)
        lines = [line for line in r.out.splitlines()[:-1]
                 if not (names := set(re.findall(r"\br\d+\b", line))) <= natives and not names & follow]
        if r.code == 2 or lines:
            raise Wrong("check-reservations: " + ("\n".join(lines) or str(r)))

    def keep(self, differences):
        """What was compared last, for whoever looks for the reason."""
        os.makedirs(self.folder)
        for name, snapshot in zip(("before", "after"), self.last):
            with open(os.path.join(self.folder, f"scontrol.{name}"), "w") as f:
                for what in ("reservations", "jobs", "nodes"):
                    f.writelines(f"{n} {x}\n" for n, x in getattr(snapshot, what).items())
        for name, text in (("differences", "\n".join(differences)), ("garq.counts", self.last[2].text)):
            with open(os.path.join(self.folder, name), "w") as f:
                f.write(text + "\n")

    def lines(self):
        yield "counts: {comparisons} comparisons of {intervals} intervals on nodes, {licenses} of licenses and {counts} counts, " \
            "{restless} rounds without a quiet moment".format_map(self.tally)
