# SPDX-License-Identifier: GPL-2.0-or-later
"""The output of garq-ledger history: contrib/soak/soak life looks up each shift that
was seen."""
import json
import os
import time

import gq
from order import Wrong

PATIENCE = 20	# seconds until what was logged is in the ledger


class Missing(Wrong):
    """A shift is not in the history."""


class Row:
    """One line of the history."""

    def __init__(self, fields):
        fields = {k.lower().replace("-", "_"): v for k, v in fields.items()}
        self.name, self.event = fields["name"], fields["event"]
        self.was, self.start = fields.get("old_start"), fields.get("start")
        self.old = self.set_of(fields.get("old_nodes"))
        self.nodes = self.set_of(fields.get("nodes"))

    @staticmethod
    def set_of(text):
        """None: they are the same."""
        return frozenset(gq.expand(text)) if text else None


class History:
    def __init__(self, cluster, tool, tally):
        self.cluster, self.tool, self.tally = cluster, tool, tally
        self.expected = []	# (when seen, name, where it was, where it is)
        self.kept = tool is not None

    def expect(self, name, was, at):
        if self.kept:
            self.expected.append((time.monotonic(), name, was, at))

    def forget(self, at):
        """slurmctld was killed: drop the shifts that are undone now, as they
        were not on the disk."""
        self.expected = [e for e in self.expected if at.get(e[1]) == e[3]]

    def rows(self):
        r = self.cluster.run(self.tool, "history", "--json", "--file",
                             os.path.join(self.cluster.folder, "state", "garq.ledger"))
        if not r.ok:
            raise Missing(f"garq-ledger history: {r}")
        found = {}
        for fields in json.loads(r.out)["history"]:
            row = Row(fields)
            if row.was and row.start:
                found.setdefault(row.name, []).append(row)
        return found

    def check(self, last=False):
        """Check that all shifts seen some time ago (with last: all shifts) are
        there."""
        end = time.monotonic() + PATIENCE
        while self.expected:
            rows = self.rows()
            left = [e for e in self.expected if not leads(rows.get(e[1], ()), *e[2:])]
            self.tally["found in the history"] += len(self.expected) - len(left)
            self.expected = left
            late = [e for e in left if time.monotonic() - e[0] > PATIENCE]
            if late or (left and last and time.monotonic() > end):
                _, name, was, at = (late or left)[0]
                raise Missing(f"the history does not tell that reservation {name} was moved from "
                              f"{gq.stamp(was[0])} {','.join(sorted(was[1]))} to "
                              f"{gq.stamp(at[0])} {','.join(sorted(at[1]))}: "
                              + "; ".join(str(vars(row)) for row in rows.get(name, ())))
            if not left or not last:
                return
            time.sleep(0.2)


def leads(rows, was, at):
    """Does a chain of consecutive rows lead from the one place to the other?"""
    for first in range(len(rows)):
        here = was
        for row in rows[first:]:
            if row.was != here[0] or (row.old is not None and row.old != here[1]):
                break
            here = row.start, here[1] if row.nodes is None else row.nodes
            if here == at:
                return True
    return False
