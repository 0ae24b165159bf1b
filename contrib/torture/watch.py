# SPDX-License-Identifier: GPL-2.0-or-later
"""What has to hold after each round, beyond the history: contrib/life's judge, where faults are injected.

check-reservations looks at what Slurm shows: no node is in two bookings, none that had begun has lost nodes that did
not fail, or has another start, no job of others is on the nodes of one that has begun. The judge looks at the log: all
that moved was logged, nothing moved for a request that nobody made.
"""
import os
import re

from deadlines import PREFIX
from judge import Judge, Wrong

NOBODY_HAS = re.compile(r"reservation (\S+) is there, but nobody has it any more")
GONE = re.compile(r"reservation (\S+) was there until .*, and is gone before its end")
# What sched/garq says of itself where it, not what is under it, is wrong.
INTERNAL = re.compile(r"internal error: |[1-9]\d* internal errors?$|Security violation|verify: (?!out of memory|.* can't be written)")
# What ended by a clock that was ahead, and whose nodes are another booking's when it is put back.
BESIDE = re.compile(r"sched/garq: reservation (\S+) is not alone on ")
# What ended by it, and what Slurm keeps for the jobs that wait for it, has no length, and may lie ahead when it is put back.
OF_NO_LENGTH = re.compile(r"reservation (\S+) \[(\S+), \2\) ends before it starts")
# Slurm ends itself: of two controllers, one that finds that the other one has saved its jobs, as sched/garq ends the one
# whose ledger the other one has; and where a thread has something to say of a job to the process that runs scripts,
# which was ended before.
FATAL = re.compile(r"fatal: (?!Two slurmctld daemons are running as primary|"
                   r"sched/garq: another controller has taken over the ledger|"
                   r".*slurmscriptd\.c:\d+ _write_msg: pthread_mutex_lock)")


class Anyone:
    """Stands for the promises to jobs with a deadline: that these are kept is what contrib/life/life looks at."""

    def check(self, look):
        pass

    @staticmethod
    def is_unsure(name):
        return name.startswith(PREFIX)

    @staticmethod
    def has_been(name):
        return True


class Watch(Judge):
    def __init__(self, cluster, folder, places=None):
        super().__init__(cluster, None, 0, folder, Anyone(), places)
        self.back = set()	# names of reservations that may have come back beside jobs, or others
        self.held = set()	# names of holds, which may end before a reservation of theirs would
        self.ended = set()	# jobs that Slurm has told to have ended
        # Names of reservations that lines() leaves out, which may be there: see Promise.ended. Now, and at the last look.
        self.told_to_end, self.told_before = set(), set()
        self.of_no_length = set()	# names of reservations that a clock that was ahead has left so
        self.lenient = False	# have bookings ended, and come back, by clocks or nodes that were away?

    def comes_back(self, names):
        """
        These were deleted, and nobody was told that the ledger has it: they may come back, where jobs have begun since.
        """
        self.back |= set(names)
        if self.look:
            self.back &= set(names) | set(self.look.reservations)

    def is_back(self, line):
        found = re.match(r"job .*reservation (\S+)", line) or \
            re.match(r"reservations (\S+) \[.*\) and (\S+) \[.*both have", line)
        return found and not self.back.isdisjoint(found.groups())

    def is_revived(self, line):
        """As in contrib/life/life; also if it had come and gone between two looks."""
        job = re.match(r"job (\S+) ", line)
        return super().is_revived(line) or (job and job[1] in self.ended)

    def take(self, asked):
        self.note_beside(self.unread_text())
        super().take(asked)

    def note_beside(self, log):
        """Nothing gives away the nodes of what is there but a clock, or nodes, that were wrong in this round."""
        if self.lenient:
            self.back |= set(BESIDE.findall(log))

    def wrong_lines(self, text):
        return [line for line in text.splitlines() if ("sched/garq" in line and INTERNAL.search(line)) or FATAL.search(line)]

    def tell_to_end(self, names):
        self.told_before, self.told_to_end = self.told_to_end, names

    def follow(self, before, step):
        if not self.lenient:
            super().follow(before, step)

    def is_over(self, line):
        found = GONE.match(line)
        return found and found[1] in self.held

    def is_told_to_end(self, line):
        found = NOBODY_HAS.match(line)
        gone = GONE.match(line)
        return (found and found[1] in self.told_to_end) or (gone and gone[1] in self.told_before)

    def is_of_no_length(self, line):
        """The line that tells so is before those that tell that nobody has it, or that it has gone."""
        found = OF_NO_LENGTH.match(line)
        if found and self.lenient:
            self.of_no_length.add(found[1])
        found = found or NOBODY_HAS.match(line) or GONE.match(line)
        return found and found[1] in self.of_no_length

    def is_excused(self, line):
        return super().is_excused(line) or self.is_over(line) or self.is_back(line) or self.is_told_to_end(line) or \
            self.is_of_no_length(line) or \
            (self.lenient and re.search(r"^job |are both|both have|was there until|had begun", line))

    def check_taken(self):
        """Nodes fail in contrib/life/life; they are maintained here, or lack what was asked for."""
        if not self.lenient:
            super().check_taken()


def told_to_end(states):
    """The names of those that were told to end earlier than their duration says, by a clock that may have been ahead."""
    return {name for name, either in states.items() if any(p and p.ended for p in either)}


def lines(states, changes):
    """
    What was promised, for check-reservations. changes is a value for each name that is another one after each call,
    so that what was changed is not compared with what it was.
    """
    for name, either in states.items():
        for promise in (p for p in either - {None} if not p.ended):
            yield dict(name=name, nodes=promise.nodes, esr=promise.esr, lsr=promise.lsr, duration=promise.duration,
                       among=",".join(sorted(promise.among)), changes=changes[name],
                       **({"maybe": True} if None in either or promise.held_until else {}))


__all__ = ["Watch", "Wrong", "lines"]
