# SPDX-License-Identifier: GPL-2.0-or-later
"""The jobs that have run, as Slurm's jobcomp/filetxt tells: has one of others begun on nodes of a reservation?

squeue shows what runs when it is asked; a job that came and went between two looks is in this file alone. A
reservation is looked at from one look to the next one if it had begun at the first, and no request was about it.
"""
import collections
import re

import gq

FIELD = re.compile(r"(\w+)=(\S*)")
LINES = ["JobCompType=jobcomp/filetxt"]
SLACK = 1	# seconds: times of jobs are whole ones

Job = collections.namedtuple("Job", "id start nodes reservation")


def read_job(line):
    """The job of a line. Its start is None if it never began, or by a clock that was ahead."""
    fields = dict(FIELD.findall(line))
    start = None if fields["StartTime"] in ("Unknown", "None", "N/A") else gq.seconds(fields["StartTime"])
    return Job(fields["JobId"], start, frozenset(gq.expand(fields["NodeList"])), fields.get("ReservationName", ""))


def strangers(jobs, before, look, touched):
    """The lines of what is wrong. before and look are what check-reservations saw; touched: names that are left out."""
    for name, r in look.reservations.items():
        was = before.reservations.get(name)
        if not was or name in touched or (was["start"], was["nodes"]) != (r["start"], r["nodes"]) or was["start"] > before.began:
            continue
        for job in jobs:
            if job.start and before.began + SLACK < job.start < min(r["end"], look.began) - SLACK and \
                    job.reservation != name and not job.nodes.isdisjoint(r["nodes"]):
                yield (f"job {job.id} of {job.reservation or 'no reservation'} began at {gq.stamp(job.start)} on nodes of {name}, "
                       f"which has had {','.join(sorted(r['nodes']))} since {gq.stamp(r['start'])}")


class Ran:
    def __init__(self, path):
        self.path, self.seen = path, 0

    def read(self):
        """Jobs that have ended since the last call."""
        try:
            with open(self.path, "rb") as f:
                f.seek(self.seen)
                text = f.read()
        except FileNotFoundError:
            return []
        text = text[:text.rfind(b"\n") + 1]
        self.seen += len(text)
        return list(map(read_job, text.decode(errors="replace").splitlines()))
