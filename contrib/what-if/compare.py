# SPDX-License-Identifier: GPL-2.0-or-later
"""The same requests to a real controller and to what-if-sim: is the answer the same?

Sent are the first requests of the history, all of them before the first
reservation begins, so the two clocks need not agree to the second. Compared are
who is accepted, and, when all are answered, the start and the nodes of each. All
that was made is deleted. For the same answers both need the same state:

  nodes     alike but for the features odd and even, all of them in the same
            partitions (contrib/cluster/cluster start 64 -c FILE, with
            "PartitionName=half Nodes=ALL" in FILE)
  before    no job, no reservation, no request since slurmctld was started: the
            choice of nodes follows the classes of earlier requests, too
  between   no turn of the plugin's agent, which starts bookings earlier where
            others have moved away (test/cluster/still.c keeps it still). Where
            it takes turns, as it does in use, some answers differ
"""
import os
import re
import subprocess
import time

import history
import wishes as asking

HOUR = 3600
BUSY = "Requested nodes are busy"


def run(*words, text=None):
    try:
        return subprocess.run(words, input=text, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              errors="replace", stdin=None if text else subprocess.DEVNULL)
    except FileNotFoundError as e:
        raise history.Failed(f"{words[0]} is not installed") from e


def asked(pattern, *words):
    p = run(*words)
    found = re.search(pattern, p.stdout, re.M)
    if p.returncode or not found:
        raise history.Failed(f"{' '.join(words)}: {p.stderr.strip() or 'no answer that is understood'}; "
                             "is SLURM_CONF that of a running cluster?")
    return found[1].strip()


def look_at_cluster():
    """(nodes, SchedulerParameters) of a cluster that is fit for it."""
    if asked(r"^SchedulerType *= (.*)$", "scontrol", "show", "config") != "sched/garq":
        raise history.Failed("the cluster does not run sched/garq")
    if run("squeue", "-h").stdout.strip() or places():
        raise history.Failed("the cluster has jobs or reservations: it has to be empty")
    if "REQUEST_CREATE_RESERVATION" in run("sdiag").stdout:
        raise history.Failed("the controller has served requests: start it anew")
    return (int(asked(r"^\S+\* (\d+)$", "sinfo", "-h", "-o", "%P %D")),
            asked(r"^SchedulerParameters *= (.*)$", "scontrol", "show", "config"))


def expand(nodes):
    """n[1-3,7] as "n1,n2,n3,n7": the names that contrib/cluster/cluster gives."""
    names = []
    for one in re.findall(r"n(\d+)|n\[([^\]]*)\]", nodes):
        for part in (one[0] or one[1]).split(","):
            first, _, last = part.partition("-")
            names += [f"n{i}" for i in range(int(first), int(last or first) + 1)]
    return ",".join(names)


def places():
    """{name: (start, nodes)} of all reservations."""
    shown = run("scontrol", "-o", "show", "reservation").stdout
    return {name: (int(time.mktime(time.strptime(start, "%Y-%m-%dT%H:%M:%S"))), expand(nodes))
            for name, start, nodes in
            re.findall(r"^ReservationName=(\S+) StartTime=(\S+) .*? Nodes=(\S+)", shown, re.M)}


def to_future(wishes, now):
    """The wishes in order, moved so that the first was submitted at the full hour after the next."""
    first = min(w.job.submit for w in wishes)
    ahead = (now // HOUR + 2) * HOUR - first
    return [w._replace(start=w.start + ahead) for w in wishes]


def ask_controller(prefix, wish):
    """True: accepted; False: there is no room."""
    words = [f"ReservationName={prefix}{wish.number}", f"StartTime=uts{wish.start}",
             f"EndTime=uts{wish.start + wish.job.limit}", f"NodeCnt={wish.job.nodes}", "Users=root"]
    if wish.window:
        words.append(f"MaxStartDelay={wish.window // HOUR}:{wish.window // 60 % 60:02}:{wish.window % 60:02}")
    if wish.feature:
        words.append(f"Features={wish.feature}")
    p = run("scontrol", "create", "reservation", *words)
    if p.returncode and BUSY not in p.stderr:
        raise history.Failed(f"scontrol create reservation {' '.join(words)}: {p.stderr.strip()}")
    return p.returncode == 0


def ask_all(wishes):
    """({number: accepted}, {number: (start, nodes)}) of the controller."""
    prefix = f"what-if{os.getpid()}-"
    try:
        answers = {w.number: ask_controller(prefix, w) for w in wishes}
        return answers, {int(name[len(prefix):]): place for name, place in places().items()
                         if name.startswith(prefix)}
    finally:
        run("scontrol", text="".join(f"delete ReservationName={name}\n" for name in places()
                                     if name.startswith(prefix)) or "quit\n")


def compare(wishes):
    """A text that ends with the differences, and whether there is none."""
    nodes, options = look_at_cluster()
    now = int(time.time())
    wishes = to_future(wishes, now)
    answers, real = ask_all(wishes)
    out = asking.simulate((f"ask {w.number} {now} {w.job.nodes} {w.job.limit} {w.job.run} {w.start} {w.window} "
                           f"{w.feature or '-'}\n" for w in wishes), nodes, "--stop", f"--options={options}")
    other = [w.number for w in wishes if answers[w.number] != (w.number in out.booked)]
    moved = [n for n in real if n in out.places and real[n][0] != out.places[n][0]]
    rebound = [n for n in real if n in out.places and real[n][1] != out.places[n][1]]
    shifted = [n for n in out.places if out.places[n][0] != out.booked[n][0]]
    yes = sum(answers.values())
    text = (f"{len(wishes)} requests on {nodes} nodes ({options}): the controller accepts {yes}, "
            f"the simulation {len(out.booked)}; {len(shifted)} of these were moved to another start by later ones. "
            f"Another answer: {len(other)}; another start: {len(moved)}; other nodes: {len(rebound)}.\n")
    for number in other[:5]:
        text += (f"request {number}: the controller {'accepts' if answers[number] else 'refuses'}, "
                 f"the simulation {'accepts' if number in out.booked else 'refuses'}\n")
    for number in [*moved, *(n for n in rebound if n not in moved)][:5]:
        text += f"request {number}: {real[number]} on the controller, {out.places[number]} in the simulation\n"
    return text, not (other or moved or rebound)
