# SPDX-License-Identifier: GPL-2.0-or-later
"""What ran on a cluster: jobs from sacct, or from a workload trace (SWF).

    SLURM_TIME_FORMAT=%s sacct -a -X -P -S DAY -E DAY -o JobIDRaw,Submit,Start,End,TimelimitRaw,NNodes

Times are seconds since the epoch, as with this SLURM_TIME_FORMAT, or those of the
local time zone, which are ambiguous in the hour in which summer time ends. Further
columns, in any order, do no harm. A trace is in the Standard Workload Format, .swf
or .swf.gz (see the Parallel Workloads Archive). What the file is, its first line
tells.

A line that cannot be read ends the program with one line that says which and
why. Jobs that are of no use are left out and counted: those that never ran, have
not ended, have no size, or end before they start or start before they come.
"""
import collections
import gzip
import math
import re
import time

COLUMNS = ("JobIDRaw", "Submit", "Start", "End", "TimelimitRaw", "NNodes")
COMMAND = "SLURM_TIME_FORMAT=%s sacct -a -X -P -S DAY -E DAY -o " + ",".join(COLUMNS)
NO_TIME = ("Unknown", "None", "")
NO_LIMIT = ("UNLIMITED", "Partition_Limit", "INVALID", "")
DAY = 86400

# submit: seconds since the epoch; limit, run, waited: seconds, run <= limit
Job = collections.namedtuple("Job", "submit nodes limit run waited")


class Failed(Exception):
    """It cannot go on; the text says why."""


class History:
    def __init__(self, name):
        self.name = name
        self.jobs = []
        self.nodes = 0		# of the cluster
        self.how = ""		# how sizes became nodes, in words
        self.left_out = collections.Counter()
        self.cut = 0		# jobs that ran past their time limit

    def add(self, submit, nodes, limit, run, waited):
        if limit <= 0:
            limit = run
        self.cut += run > limit
        self.jobs.append(Job(submit, nodes, limit, min(run, limit), waited))

    def part(self, days, skip=None):
        """Keep the jobs that were submitted in so many days: the last ones, or those after the first so many.

        A month of sacct also has jobs that were submitted long before, and ran in it.
        """
        submits = [job.submit for job in self.jobs]
        begin = max(submits) - days * DAY + 1 if skip is None else min(submits) + skip * DAY
        self.jobs = sorted(job for job in self.jobs if begin <= job.submit < begin + days * DAY)
        if not self.jobs:
            raise Failed(f"{self.name}: no job was submitted in these {days} days")


def read(path, nodes=0):
    """The history in a file. nodes: of the cluster; 0: as the file says."""
    try:
        opener = gzip.open if path.endswith(".gz") else open
        with opener(path, "rt", errors="replace") as f:
            lines = f.read().splitlines()
    except (OSError, EOFError) as e:
        raise Failed(f"{path}: {getattr(e, 'strerror', None) or e}") from e
    first = next((line for line in lines if line.strip()), "")
    reader = read_sacct if "|" in first else read_swf
    history = reader(path, lines, nodes)
    if not history.jobs:
        raise Failed(f"{path}: no job that ran and ended "
                     f"({sum(history.left_out.values())} left out)")
    return history


# --- sacct -P -----------------------------------------------------------------

def read_sacct(path, lines, nodes):
    history, at = History(path), None
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        words = line.split("|")
        if at is None:
            at = sacct_columns(path, words)
            width = len(words)
            continue
        if len(words) != width:
            raise Failed(f"{path}:{number}: {len(words)} fields, not {width} as in the first line")
        try:
            add_sacct(history, {name: words[i].strip() for name, i in at.items()})
        except ValueError as e:
            raise Failed(f"{path}:{number}: {e}") from e
    most = max((job.nodes for job in history.jobs), default=0)
    history.nodes = nodes or most
    larger = sum(job.nodes > nodes for job in history.jobs)
    history.how = (f"as sacct has them; the cluster is taken to have {most}, those of the largest job (--nodes)"
                   if not nodes else "as sacct has them" if not larger else
                   f"as sacct has them; {larger} jobs in the whole file had more, and are cut to all nodes")
    history.jobs = [job._replace(nodes=min(job.nodes, history.nodes)) for job in history.jobs]
    return history


def sacct_columns(path, words):
    for name in COLUMNS:
        if name not in words:
            raise Failed(f"{path}: the first line has no {name}; write the file with {COMMAND}")
    return {name: words.index(name) for name in COLUMNS}


def sacct_time(name, text):
    if text.isdigit():
        return int(text)
    try:
        return int(time.mktime(time.strptime(text, "%Y-%m-%dT%H:%M:%S")))
    except (ValueError, OverflowError):
        raise ValueError(f"{name} is no time: {text}") from None


def count_of(name, text):
    if not text.isascii() or not text.isdigit():
        raise ValueError(f"{name} is no number: {text}")
    return int(text)


def add_sacct(history, job):
    if "." in job["JobIDRaw"]:
        raise ValueError(f"{job['JobIDRaw']} is a step of a job: sacct needs -X")
    submit = sacct_time("Submit", job["Submit"])
    nodes = count_of("NNodes", job["NNodes"])
    limit = 0 if job["TimelimitRaw"] in NO_LIMIT else 60 * count_of("TimelimitRaw", job["TimelimitRaw"])
    if job["Start"] in NO_TIME:
        history.left_out["never ran"] += 1
        return
    start = sacct_time("Start", job["Start"])
    if job["End"] in NO_TIME:
        history.left_out["had not ended"] += 1
        return
    end = sacct_time("End", job["End"])
    if end < start or start < submit:
        history.left_out["Submit, Start and End are not in this order"] += 1
        return
    if nodes == 0 or end == start:
        history.left_out["no node or no time"] += 1
        return
    history.add(submit, nodes, limit, end - start, start - submit)


# --- Standard Workload Format --------------------------------------------------

def read_swf(path, lines, nodes):
    history, header = History(path), {}
    found = []
    for number, line in enumerate(lines, 1):
        comment = re.match(r";\s*(\w+):\s*(\d+)", line)
        if comment:
            header.setdefault(comment[1], int(comment[2]))
        elif line.strip() and not line.lstrip().startswith(";"):
            found.append(swf_job(path, number, line))
    machine = header.get("MaxProcs") or header.get("MaxNodes") or \
        max((job[1] for job in found), default=0)
    history.nodes = nodes or header.get("MaxNodes") or machine
    history.how = f"processors x {history.nodes} / {machine}, rounded up"
    for submit, procs, limit, run, waited in found:
        if run <= 0:
            history.left_out["never ran"] += 1
        elif procs <= 0:
            history.left_out["no size"] += 1
        else:
            size = max(1, math.ceil(min(procs, machine) * history.nodes / machine))
            history.add(header.get("UnixStartTime", 0) + submit, size, limit, run, max(waited, 0))
    return history


def swf_job(path, number, line):
    """Fields: 2 submit, 3 wait, 4 run time, 5 processors, 8 and 9 the same as requested."""
    try:
        fields = [int(float(word)) for word in line.split()]
        submit, wait, run, procs, asked_procs, asked_time = (fields[i] for i in (1, 2, 3, 4, 7, 8))
    except (ValueError, IndexError, OverflowError):
        raise Failed(f"{path}:{number}: neither the Standard Workload Format nor sacct -P: "
                     f"{line.strip()[:60]}") from None
    return submit, asked_procs if asked_procs > 0 else procs, asked_time, run, wait
