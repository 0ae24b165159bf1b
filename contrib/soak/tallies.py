# SPDX-License-Identifier: GPL-2.0-or-later
"""The counts of many runs of contrib/soak/soak in one file, and the table of them.

The file is JSON: {"runs": {SEED: {"pair": BOOL, "round": NUMBER, "tally": {WHAT: COUNT}, "wrong": [TEXT]}}}. A run that goes
on replaces its own part; a lock file beside it lets several runs write at a time.
"""
import collections
import contextlib
import fcntl
import json
import os

EMPTY = {"pair": False, "round": 0, "tally": {}, "wrong": []}
FAULTS = {"sync fails": "`fsync()` of the ledger that failed", "sync slow": "`fsync()` that was slow",
          "write short": "writes of the ledger that were short", "disk full": "writes that found the disk full",
          "no memory": "`malloc()` of the plugin or SQLite that failed"}


class Tallies:
    def __init__(self, path):
        self.path = path

    def read(self):
        """{seed: run}"""
        try:
            with open(self.path) as f:
                return {int(seed): {**EMPTY, **run} for seed, run in json.load(f)["runs"].items()}
        except FileNotFoundError:
            return {}

    def run(self, seed):
        return self.read().get(seed, EMPTY)

    def newest(self):
        """The greatest seed, or 0."""
        return max(self.read(), default=0)

    @contextlib.contextmanager
    def locked(self):
        with open(self.path + ".lock", "w") as f:
            fcntl.flock(f, fcntl.LOCK_EX)
            yield

    def put(self, seed, pair, number, tally, wrong):
        """A run as it is now, in the place of what the file has of it."""
        with self.locked():
            runs = self.read()
            runs[seed] = {"pair": pair, "round": number, "tally": dict(tally), "wrong": list(wrong)}
            with open(self.path + ".new", "w") as f:
                json.dump({"runs": {str(s): runs[s] for s in sorted(runs)}}, f, indent=1, sort_keys=True)
                f.write("\n")
            os.replace(self.path + ".new", self.path)

    def total(self):
        total = collections.Counter()
        for run in self.read().values():
            total.update(run["tally"])
        return total

    def wrong(self):
        """[(seed, text)] of rounds that were not explained."""
        return [(seed, text) for seed, run in sorted(self.read().items()) for text in run["wrong"]]


def kills(tally):
    """Processes of slurmctld that were ended by SIGKILL at any moment."""
    return tally["kills"] + tally["event: killed"] + tally["event: returned by timeout"]


def answers(tally, *which):
    return sum(count for key, count in tally.items() for answer in which
               if key.endswith(f" {answer}") and key.split()[0] in ("create", "update", "delete"))


def rows(tallies):
    """[(what, how often)]"""
    runs, tally, wrong = tallies.read(), tallies.total(), tallies.wrong()
    events = {key.partition(": ")[2]: count for key, count in tally.items() if key.startswith("event: ")}
    yield "runs, each with a cluster of its own; of them with two controllers", f"{len(runs)}; {sum(r['pair'] for r in runs.values())}"
    yield "rounds that were explained; that were not", f"{tally['rounds']}; {len(wrong)}"
    yield "calls of clients", tally["calls"]
    yield "creates, updates and deletes that were acknowledged; refused; had no answer", \
        f"{answers(tally, 'yes')}; {answers(tally, 'no', 'taken', 'missing')}; {answers(tally, 'cut')}"
    yield "`kill -9`; starts, of them where disk or memory failed", \
        f"{kills(tally)}; {tally['starts']}, {tally['starts under conditions']}"
    yield "ends of a slurmctld that had no memory", tally["ends without memory"]
    yield "takeovers and returns", tally["takeovers"]
    yield "SIGSTOP and SIGCONT; reconfigurations; ends in order", \
        "; ".join(str(events.get(event, 0)) for event in ("stop and go on", "reconfigure", "restart"))
    for fault, words in FAULTS.items():
        yield words, tally[f"injected: {fault}"]
    for key, count in sorted(tally.items()):
        kind, _, condition = key.partition(": ")
        if kind == "condition" and condition not in FAULTS:
            yield f"rounds with: {condition}", count


def table(tallies):
    """The lines of the table in Markdown, and of what was not explained."""
    lines = ["| what | how often |", "| --- | --- |", *(f"| {what} | {often} |" for what, often in rows(tallies))]
    return lines + [f"not explained: seed {seed}, {text.splitlines()[0]}" for seed, text in tallies.wrong()]
