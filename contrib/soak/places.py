# SPDX-License-Identifier: GPL-2.0-or-later
"""What nodes lose, and get back, while they work: life and torture take it away.

The first half of the nodes is in the partition half, and each second one has the feature odd. Who has asked for one of
them can't ask for a node that has lost it. What has begun keeps its nodes.
"""

PARTITION, FEATURE = "half", "odd"
LOST = "lost"	# the feature that a node has in the place of its own


class Places:
    most = 2	# nodes that lack the same at once

    def __init__(self, cluster, nodes):
        self.cluster = cluster
        self.of = {PARTITION: frozenset(f"n{i}" for i in range(1, (nodes + 1) // 2 + 1)),
                   FEATURE: frozenset(f"n{i}" for i in range(1, nodes + 1, 2))}
        self.lost = {PARTITION: set(), FEATURE: set()}

    def unfit(self, among):
        """Those of some nodes, which a request has named by what they have, that lack that now."""
        return set().union(*(lost for what, lost in self.lost.items() if among <= self.of[what]))

    def take(self, what, dice):
        """RET (a Result, words); None: enough of them have lost it"""
        there = sorted(self.of[what] - self.lost[what])
        if len(self.lost[what]) >= self.most:
            return None
        node = dice.choice(there)
        self.lost[what].add(node)
        return self.tell(what, node)

    def give_back(self, what):
        """RET (a Result, words); None: nothing is lost"""
        if not self.lost[what]:
            return None
        node = min(self.lost[what])
        self.lost[what].remove(node)
        return self.tell(what, node)

    def tell(self, what, node):
        """Have Slurm know what a node has."""
        if what == PARTITION:
            words = [f"PartitionName={PARTITION}", f"Nodes={','.join(sorted(self.of[what] - self.lost[what]))}"]
        else:
            has = LOST if node in self.lost[what] else FEATURE
            words = [f"NodeName={node}", f"AvailableFeatures={has}", f"ActiveFeatures={has}"]
        return self.cluster.scontrol("update", *words), words

    def restore(self):
        """
        slurmctld has begun anew, or has read slurm.conf, and may know what was lost, or not: give all back.
        RET (a Result, words) of what was refused; None: nothing
        """
        for what, lost in self.lost.items():
            nodes = sorted(lost)
            lost.clear()
            for node in nodes:
                r, words = self.tell(what, node)
                if not r.ok:
                    return r, words
        return None
