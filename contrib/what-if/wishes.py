# SPDX-License-Identifier: GPL-2.0-or-later
"""Which jobs would have been booked, and what for: a workload for what-if-sim.

    asks    a share of the jobs, by lot, ask for a reservation when they are
            submitted: for their nodes and their time limit, from the submission
            and a lead on that is random (exponential)
    kinds   a share of these are flexible: any start in a window of so many hours
            will do; a share of both are of a class: only nodes with a feature
            will do, which half of the nodes have
    others  wait in the queue, as do those that are refused
"""
import collections
import os
import subprocess

import history

HERE = os.path.dirname(os.path.realpath(__file__))
TOP = os.path.dirname(os.path.dirname(HERE))
HOUR = 3600
CLASS = "even"	# the feature; see cluster.h
KINDS = ("rigid", "flexible", "rigid, of a class", "flexible, of a class")

# job: history.Job; start: wanted; window: seconds; feature: "" or CLASS
Wish = collections.namedtuple("Wish", "number job start window feature")

# window: 0 where a run ignores it
Outcome = collections.namedtuple("Outcome", "booked refused began ran places")


def kind_of(wish):
    return KINDS[(wish.window > 0) + 2 * bool(wish.feature)]


def choose(jobs, nodes, args, dice):
    """{number of the job: its wish}"""
    wishes = {}
    for number, job in enumerate(jobs, 1):
        # All dice are thrown for each job: a share changes no other wish.
        asks, flexible, of_class = (100 * dice.random() for _ in range(3))
        lead = int(dice.expovariate(1 / (args.lead * HOUR))) if args.lead else 0
        if asks >= args.share:
            continue
        window = int(args.window * HOUR) if flexible < args.flexible else 0
        fits = job.nodes <= nodes // 2
        wishes[number] = Wish(number, job, job.submit + lead, window,
                              CLASS if fits and of_class < args.of_class else "")
    return wishes


def to_lines(jobs, wishes):
    for number, job in enumerate(jobs, 1):
        line = f"{number} {job.submit} {job.nodes} {job.limit} {job.run}"
        wish = wishes.get(number)
        if wish:
            yield f"ask {line} {wish.start} {wish.window} {wish.feature or '-'}\n"
        else:
            yield f"job {line}\n"


def find_sim():
    """The simulator: GARQ_WHAT_IF_SIM, or that of a build in build-* or here."""
    given = os.environ.get("GARQ_WHAT_IF_SIM")
    folders = ["build-test", "build", "."]
    for path in [given] if given else [os.path.join(TOP, folder, "contrib", "what-if", "what-if-sim")
                                       for folder in folders]:
        if os.access(path, os.X_OK) and not os.path.isdir(path):
            return path
    raise history.Failed("there is no what-if-sim: ./configure && make contrib/what-if/what-if-sim, "
                         "or GARQ_WHAT_IF_SIM=PATH")


def simulate(lines, nodes, *words):
    """Run what-if-sim: an Outcome, whose parts are {number: ...}."""
    p = subprocess.run([find_sim(), f"--nodes={nodes}", *words], input="".join(lines),
                       stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if p.returncode:
        raise history.Failed(p.stderr.strip() or f"what-if-sim ended with {p.returncode}")
    out = Outcome({}, {}, {}, {}, {})
    for line in p.stdout.splitlines():
        verb, number, *rest = line.split()
        {"booked": out.booked, "refused": out.refused, "began": out.began, "ran": out.ran,
         "place": out.places}[verb][int(number)] = \
            (int(rest[0]), rest[1]) if verb == "place" else tuple(int(word) for word in rest)
    return out
