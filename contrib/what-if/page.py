# SPDX-License-Identifier: GPL-2.0-or-later
"""What the runs have shown, as a page for who administers the cluster."""
import re
import statistics
import time

import wishes as asking

HOUR = 3600
NOTICED = 600	# seconds by which a job has to be later to count as delayed

NOBODY, PLAIN = "nobody books", "plain Slurm"
WAYS = (	# name, words for what-if-sim
    (NOBODY, ("--book=none",)),
    (PLAIN, ("--book=plain",)),
    ("garq_shift=no", ("--options=garq_shift=no",)),
    ("garq_shift=paper", ("--options=garq_shift=paper",)),
    ("garq_shift=yes", ("--options=garq_shift=yes",)),
    ("yes, given back", ("--options=garq_shift=yes", "--give-back")),
)
DEFAULT = "garq_shift=yes"
GIVEN_BACK = "yes, given back"


class Results:
    """The jobs, the wishes of some of them, and the outcome of each way."""

    def __init__(self, history, wishes, outcomes):
        self.history, self.wishes, self.outcomes = history, wishes, outcomes
        self.jobs = dict(enumerate(history.jobs, 1))

    # --- requests ---------------------------------------------------------

    def of_kind(self, kind):
        return [w for w in self.wishes.values() if kind in (None, asking.kind_of(w))]

    def accepted(self, way, kind=None):
        return [w for w in self.of_kind(kind) if w.number in self.outcomes[way].booked]

    def late(self, way):
        """Seconds from the wanted start to the start, of those that are flexible and accepted."""
        began = self.outcomes[way].began
        return [began[w.number][0] - w.start for w in self.accepted(way) if w.window]

    def moved(self, way):
        """Seconds by which those that moved begin earlier (< 0) or later than was told."""
        out = self.outcomes[way]
        return [start - out.booked[n][0] for n, (start, shifts, _) in out.began.items() if shifts]

    # --- jobs -------------------------------------------------------------

    def waits(self, way):
        """{number: seconds} of the jobs that never asked for a reservation."""
        ran = self.outcomes[way].ran
        return {n: ran[n][0] - job.submit for n, job in self.jobs.items() if n not in self.wishes}

    def delays(self, way):
        """Seconds by which these jobs start later than where nobody books."""
        plain = self.waits(NOBODY)
        return [wait - plain[n] for n, wait in self.waits(way).items()]

    def in_time(self, way):
        """How many of the jobs that asked run by the wanted start, or by the end of the window."""
        out = self.outcomes[way]
        return sum((out.began.get(n) or out.ran[n])[0] <= w.start + w.window + NOTICED for n, w in self.wishes.items())

    def booked_hours(self, way):
        return sum(w.job.nodes * (w.job.run if way == GIVEN_BACK else w.job.limit) for w in self.accepted(way)) / HOUR

    def idle_hours(self, way):
        """Node-hours in reservations after the end of their jobs."""
        return 0 if way == GIVEN_BACK else sum(w.job.nodes * (w.job.limit - w.job.run) for w in self.accepted(way)) / HOUR

    def busy(self, way):
        """The share of node-time with a job, from the first submission to the last."""
        first, last = self.history.jobs[0].submit, self.history.jobs[-1].submit
        out, used = self.outcomes[way], 0
        for n, job in self.jobs.items():
            start = (out.began.get(n) or out.ran[n])[0]
            used += job.nodes * max(0, min(start + job.run, last) - start)
        return used / (self.history.nodes * max(last - first, 1))


def hours(seconds):
    return f"{seconds / HOUR:.1f} h"


def percent(part, whole):
    return f"{100 * part / whole:.1f} %" if whole else "-"


def row(*cells):
    return "| " + " | ".join(str(cell) for cell in cells) + " |\n"


def head(*cells):
    return row(*cells) + "| --- |" + " ---: |" * (len(cells) - 1) + "\n"


def day(t):
    return time.strftime("%Y-%m-%d", time.gmtime(t))


def node_hours(wishes):
    return sum(w.job.nodes * w.job.limit for w in wishes) / HOUR


def the_data(r, args):
    h = r.history
    left = ", ".join(f"{why}: {n}" for why, n in sorted(h.left_out.items()))
    text = (f"{len(h.jobs)} jobs, submitted from {day(h.jobs[0].submit)} to {day(h.jobs[-1].submit)}, on {h.nodes} nodes "
            f"({h.how}). In the whole file {h.cut} jobs ran past their time limit, and are cut there; "
            f"left out are {sum(h.left_out.values())}{f' ({left})' if left else ''}. ")
    return text + (f"{len(r.wishes)} of the jobs ask for a reservation (`--share {args.share:g}`), by lot "
                   f"(`--seed {args.seed}`), on the average {args.lead:g} hours ahead; flexible ones may start up to "
                   f"{args.window:g} hours later.\n\n")


def the_requests(r):
    ways = [name for name, _ in WAYS if name != NOBODY]
    text = head("accepted", "asked", *ways)
    for kind in (*asking.KINDS, None):
        asked = r.of_kind(kind)
        if not asked:
            continue
        cells = [f"{len(some)} ({percent(len(some), len(asked))})"
                 for some in (r.accepted(way, kind) for way in ways)]
        text += row(kind or "all", len(asked), *cells)
    asked = node_hours(r.of_kind(None))
    cells = [f"{node_hours(r.accepted(way)):.0f} ({percent(node_hours(r.accepted(way)), asked)})" for way in ways]
    return text + row("node-hours", f"{asked:.0f}", *cells) + "\n"


def in_words(r):
    """What the defaults of sched/garq do beside plain Slurm."""
    ours, plain = (len(r.accepted(way)) for way in (DEFAULT, PLAIN))
    moved, late = r.moved(DEFAULT), r.late(DEFAULT)
    out = r.outcomes[DEFAULT]
    rebound = sum(1 for _, _, binds in out.began.values() if binds)
    away = [away for _, away in out.refused.values() if away >= 0]
    text = (f"Of {len(r.wishes)} requests plain Slurm, asked with `scontrol` for one start each, accepts {plain}; sched/garq "
            f"with its defaults accepts {ours}, as flexible requests may say that they are. ")
    if late:
        text += (f"Those that are flexible start {hours(statistics.mean(late))} after the start that they wanted, on the "
                 f"average; {sum(1 for s in late if s == 0)} of {len(late)} at that very time. ")
    text += f"{len(moved)} reservations were given another start after they had been acknowledged, inside their windows"
    if moved:
        text += (f" ({sum(1 for s in moved if s > 0)} ended up later than was told, "
                 f"{sum(1 for s in moved if s < 0)} earlier)")
    text += f"; {rebound} got other nodes. "
    if out.refused:
        text += (f"Of the {len(out.refused)} refused {len(away)} were offered as many nodes for as long at another time"
                 + (f", in the median {hours(statistics.median(away))} away. " if away else ". "))
    return text.rstrip() + "\n\n"


def in_time_words(r):
    asked = len(r.wishes)
    alone, plain, ours = (r.in_time(way) for way in (NOBODY, PLAIN, DEFAULT))
    return (f"Of the {asked} jobs that asked, {alone} would have run in time in the queue alone, where nobody books; with "
            f"plain Slurm's reservations {plain}, with sched/garq {ours} (in time: at most {NOTICED // 60} minutes after "
            "the wanted start, or the end of the window; those that were refused wait in the queue).\n\n")


def jobs_words(r):
    """What the other jobs pay."""
    hours_of = {way: statistics.mean(r.waits(way).values()) for way in (NOBODY, PLAIN, DEFAULT, GIVEN_BACK)}
    booked, idle = r.booked_hours(DEFAULT), r.idle_hours(DEFAULT)
    return (f"\nThe others pay for that: they wait {hours(hours_of[NOBODY])} on the average where nobody books, "
            f"{hours(hours_of[PLAIN])} with plain Slurm's reservations, {hours(hours_of[DEFAULT])} with sched/garq. "
            f"{percent(idle, booked)} of the node-hours in its reservations "
            "have no job, as jobs end before their time limits and reservations do not. Where each reservation goes when its "
            f"job ends ({GIVEN_BACK}: `Flags=PURGE_COMP`), the others wait {hours(hours_of[GIVEN_BACK])}, and "
            f"{len(r.accepted(GIVEN_BACK))} requests are accepted. ")


def the_jobs(r):
    text = head("jobs in the queue", *[name for name, _ in WAYS])
    waits = {name: sorted(r.waits(name).values()) for name, _ in WAYS}
    if not waits[NOBODY]:
        return "All jobs ask for a reservation: no other job waits.\n\n"

    def line(title, fn):
        return row(title, *[fn(name) for name, _ in WAYS])

    def delayed(way):
        late = [s for s in r.delays(way) if s >= NOTICED]
        return "-" if way == NOBODY else f"{len(late)} ({percent(len(late), len(waits[way]))})"

    def booked(way, fn):
        return "-" if way == NOBODY else f"{fn(way):.0f}"

    text += line("mean wait", lambda way: hours(statistics.mean(waits[way])))
    text += line("median wait", lambda way: hours(statistics.median(waits[way])))
    text += line("nine of ten wait at most", lambda way: hours(waits[way][int(0.9 * (len(waits[way]) - 1))]))
    text += line("10 minutes later or more", delayed)
    text += line("10 minutes earlier or more",
                 lambda way: "-" if way == NOBODY else sum(1 for s in r.delays(way) if s <= -NOTICED))
    text += line("node-hours in reservations", lambda way: booked(way, r.booked_hours))
    text += line("of these without a job", lambda way: booked(way, r.idle_hours))
    text += line("nodes with a job", lambda way: f"{100 * r.busy(way):.1f} %")
    waited = statistics.mean(job.waited for n, job in r.jobs.items() if n not in r.wishes)
    return text + jobs_words(r) + (
        f"In the log itself these {len(waits[NOBODY])} jobs waited {hours(waited)}: that tells how well the queue that is "
        "played stands for the real one.\n\n")


def section(results, args):
    return (the_data(results, args) + the_requests(results) + in_words(results) + in_time_words(results) +
            the_jobs(results))


ASSUMPTIONS = """\
What is assumed:

- A job that asks does so when it was submitted, for its nodes and its time limit; it runs in its reservation from the
  start on, for as long as it ran in the log. A reservation stays until its end, also where its job ends early; but in the
  last column it goes when its job ends, as with `Flags=PURGE_COMP`, and others may start earlier there.
- A job that is refused, or does not ask, waits in the queue. Nobody takes an offer, tries again or asks for less.
- The queue is in order of submission, with backfill that delays the first job that waits at no time (EASY), on whole nodes.
  Slurm's priorities, partitions, QOS, licenses and limits are not in it, nor nodes that fail, nor nodes that jobs share.
- Plain Slurm is asked for the wanted start alone, gives the first free nodes, and moves nothing.
- Who asks is drawn by lot, and so are the lead, who is flexible, and who wants nodes of a class, which half of them are
  (every other one): no log says it. Try shares that are like your users (`--share`, `--flexible`, `--of-class`, `--lead`,
  `--window`).
- The decisions are those of the plugin: the objects that it is linked of, with its ledger, in virtual time.
"""


def whole(name, results, args):
    return f"# What sched/garq would have done: {name}\n\n{section(results, args)}{ASSUMPTIONS}"


def write_between(path, name, text):
    """What lies between two lines <!-- NAME --> and <!-- end of NAME --> is ours."""
    with open(path, encoding="utf-8") as f:
        page = f.read()
    marks = re.escape(f"<!-- {name} -->\n"), re.escape(f"<!-- end of {name} -->")
    page, found = re.subn(rf"(?s)({marks[0]}).*?({marks[1]})", lambda m: m[1] + "\n" + text + m[2], page)
    if found != 1:
        raise ValueError(f"{path} has no marks <!-- {name} --> and <!-- end of {name} -->")
    with open(path, "w", encoding="utf-8") as f:
        f.write(page)
