# SPDX-License-Identifier: GPL-2.0-or-later
"""The report of a run of contrib/soak/soak: what was done, what was checked, and the story of what is wrong."""
import re

from order import CUT, YES
from sets import BUSY, PAIR_RESTARTS
from tallies import kills

REQUESTS = ("create", "update", "delete")
STORY = 60	# lines


def answered(tally, kind):
    """{answer: count} of a kind of call."""
    return {key[len(kind) + 1:]: count for key, count in tally.items() if key.startswith(f"{kind} ") and " " not in key[len(kind) + 1:]}


def reached(tally):
    events = ("restart", "kill", "in order", "killed")
    return {"requests": sum(sum(answered(tally, kind).values()) for kind in REQUESTS),
            "jobs": tally["job yes"] + tally["job inside yes"], "nodes": tally["node away yes"],
            "restarts": sum(tally[f"event: {event}"] for event in events)}


def hours(tally, pair, but=None):
    """The number of hours of a busy site that have as much of everything."""
    done, busy = reached(tally), {**BUSY, "restarts": BUSY["restarts"] * (PAIR_RESTARTS if pair else 1)}
    return min(done[what] / count for what, count in busy.items() if what != but)


def calls(tally):
    """Each kind of call, with those that were done, that were refused, and that had no answer."""
    kinds = sorted({key.rpartition(" ")[0] for key in tally if key.endswith((f" {YES}", " no", f" {CUT}"))})
    found = []
    for kind in kinds:
        answers = answered(tally, kind)
        yes, cut = answers.pop(YES, 0), answers.pop(CUT, 0)
        found.append(f"{kind} {yes}+{sum(answers.values())}" + (f"+{cut}" if cut else ""))
    return ", ".join(found) + "  (done+refused+without an answer)"


def faults(tally):
    """What happened, and was injected."""
    return [f"  {key}: {count}" for key, count in sorted(tally.items()) if ": " in key or key in ("starts", "ends without memory")]


def judged(judge, tally):
    """What the checker has seen of bookings."""
    seen = judge.tally
    history = "not asked" if not judge.history.kept else \
        f"{seen['found in the history']} found, {len(judge.history.expected)} not yet"
    yield (f"looked at: {seen['began']} began, {seen['ended']} ended, {seen['shifts']} shifts, {seen['rebinds']} rebinds, "
           f"{seen['undone by a kill']} undone by a kill and {tally['deleted in vain']} deleted in vain, "
           f"{seen['refusals checked']} refusals checked for room, {tally['booked when they stood by']} booked when they stood by, {seen['mended']} mended, {seen['degraded']} degraded; "
           f"history: {history}")


def with_deadline(promises, tally):
    kept = promises.tally
    yield (f"with a deadline: {tally['deadline yes']} booked; {kept['began']} began in time, {kept['ended']} ended, "
           f"{kept['lost by a kill']} lost by a kill")


def total(tally, seconds):
    return (f"{tally['rounds']} rounds in {seconds:.0f} s, each explained: {tally['calls']} calls, "
            f"{kills(tally)} kills, {tally['takeovers']} takeovers")


def story(text, path, log):
    """The lines of the story, and of slurmctld's log, about those that are named in a text."""
    names = set(re.findall(r"\b(?:[a-z]+\d*-\d+(?:-\d{4}-\d\d-\d\d)?|r\d+|garq\.job@\d+)\b", text))
    names |= {f"(?:job |JobId=|hold |release |change |cancel |requeue ){job}" for job in re.findall(r"\bjob (\d+)", text)}
    if not names:
        return []
    about = re.compile(r"\b(" + "|".join(sorted(names)) + r")\b|^\d+\.\d+ round \d+: .*(?:restart|kill|node)")
    with open(path) as f:
        lines = [line.rstrip() for line in f if about.search(line)]
    lines += [line for line in log.splitlines()
              if re.search(r"sched/garq|JobId=", line) and "job_test_resv" not in line and about.search(line)]
    return lines[-STORY:]
