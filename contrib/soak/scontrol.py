# SPDX-License-Identifier: GPL-2.0-or-later
"""What scontrol and squeue show of reservations, jobs and nodes, read into tuples.

With SLURM_TIME_FORMAT=%s all times are seconds since the epoch, whatever the zone.
"""
import collections
import os
import re
import subprocess
import time

RUNS = {"RUNNING", "CONFIGURING", "SUSPENDED", "RESIZING", "SIGNALING", "STOPPED"}
UNFIT = {"DOWN", "FUTURE", "DRAIN", "FAIL"}
KIND = ("Partitions", "AvailableFeatures", "ActiveFeatures", "Gres", "CPUTot", "RealMemory")
POWER = {"POWERED_DOWN", "POWERING_DOWN", "POWERING_UP"}	# need not respond

Reservation = collections.namedtuple("Reservation", "start end nodes flags second licenses")
Job = collections.namedtuple("Job", "state nodes start end reservation")
Node = collections.namedtuple("Node", "state kind reason")


class Failed(Exception):
    """It cannot be done; the text says why."""


def ask(*words, env=None):
    """What a command of Slurm prints, with times in seconds since the epoch."""
    env = {**(os.environ if env is None else env), "SLURM_TIME_FORMAT": "%s"}
    p = subprocess.run(words, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                       stderr=subprocess.PIPE, text=True, errors="replace", timeout=60)
    if p.returncode:
        raise Failed(f"{' '.join(words)}: {p.stderr.strip() or p.stdout.strip()}")
    return p.stdout


def expand(expression):
    """n[1-3,07],x9 as a list of names."""
    names = []
    for prefix, several in re.findall(r"([^,\[]+)(?:\[([^\]]*)\])?", expression):
        for part in several.split(",") if several else ():
            first, _, last = part.partition("-")
            names += [f"{prefix}{i:0{len(first)}}" for i in range(int(first), int(last or first) + 1)]
        if not several:
            names.append(prefix)
    return [] if names == ["(null)"] else names


def fields(line):
    """KEY=VALUE words; of a key that is there twice the first."""
    found = {}
    for word in line.split():
        key, equal, value = word.partition("=")
        if equal:
            found.setdefault(key, value)
    return found


def licenses(text):
    """sw:3,hw as {"sw": 3, "hw": 1}"""
    found = collections.Counter()
    for part in re.split("[,;]", text) if text != "(null)" else ():
        name, _, count = part.partition(":")
        found[name] += int(count or 1)
    return dict(found)


def number(text):
    """A time, or None for Unknown, N/A, ..."""
    return int(text) if re.fullmatch(r"-?\d+", text) else None


def read_reservations(env):
    """name -> Reservation. A floating one is shown for a second; which has to be clear."""
    for _ in range(20):
        second = int(time.time())
        text = ask("scontrol", "-a", "-o", "show", "reservation", env=env)
        if int(time.time()) == second:
            break
    else:
        raise Failed("scontrol show reservation takes more than a second")
    found = {}
    for line in text.splitlines():
        f = fields(line)
        if "ReservationName" not in f:
            continue
        if f["ReservationName"] in found:
            raise Failed(f"reservation {f['ReservationName']} is shown twice")
        flags = frozenset(f["Flags"].split(",")) - {""}
        found[f["ReservationName"]] = Reservation(
            number(f["StartTime"]), number(f["EndTime"]), frozenset(expand(f["Nodes"])), flags,
            second if "TIME_FLOAT" in flags else None, licenses(f["Licenses"]))
    return found


def read_jobs(env):
    """id -> Job, of those that have nodes."""
    found = {}
    for line in ask("scontrol", "-a", "-o", "show", "job", env=env).splitlines():
        f = fields(line)
        if f.get("JobState") in RUNS | {"COMPLETING"}:
            found[f["JobId"]] = Job(f["JobState"], frozenset(expand(f["NodeList"])),
                                    number(f["StartTime"]), number(f["EndTime"]),
                                    f.get("Reservation"))
    return found


def read_queue(env):
    """id -> (state, nodes, reservation) of all jobs, by squeue."""
    found = {}
    for line in ask("squeue", "-h", "-a", "-r", "-t", "all", "-o", "%A|%T|%N|%v",
                    env=env).splitlines():
        job, state, nodes, reservation = line.split("|")
        found[job] = (state, frozenset(expand(nodes)),
                      None if reservation == "(null)" else reservation)
    return found


def is_fit(state):
    """Do we count on a node that is shown with this state?"""
    flags = set(re.findall(r"[A-Z_]+", state)) | ({"NOT_RESPONDING"} if "*" in state else set())
    return not flags & UNFIT and ("NOT_RESPONDING" not in flags or bool(flags & POWER))


def read_nodes(env):
    """name -> Node; its kind is what requests choose nodes by"""
    found = {}
    for line in ask("scontrol", "-a", "-o", "--future", "show", "node", env=env).splitlines():
        f = fields(line)
        if "NodeName" in f:
            reason = re.search(r" Reason=(.*)$", line)
            found[f["NodeName"]] = Node(f["State"], tuple(f.get(k) for k in KIND), reason[1] if reason else "")
    return found


class Snapshot:
    """What scontrol and squeue show, one after the other."""

    def __init__(self, env=None):
        self.reservations = read_reservations(env)
        self.jobs = read_jobs(env)
        self.queue = read_queue(env)
        self.nodes = read_nodes(env)
        self.ended = time.time()

    def is_sound(self):
        """Do scontrol and squeue agree?"""
        holders = {i: q for i, q in self.queue.items() if q[0] in RUNS | {"COMPLETING"}}
        return holders == {i: (j.state, j.nodes, j.reservation) for i, j in self.jobs.items()}

    def same_as(self, other):
        """Did nothing change from the one to the other but the time of day?"""
        return (self.is_sound() and other.is_sound() and self.jobs == other.jobs and
                self.queue == other.queue and self._fit() == other._fit() and
                self._still() == other._still())

    def is_before(self, other):
        """Was each floating reservation read in an earlier second? Then it is clear whether its end moves, too."""
        return all(r.second is None or r.second < other.reservations[name].second for name, r in self.reservations.items())

    def _fit(self):
        return {name: (is_fit(node.state), node.kind) for name, node in self.nodes.items()}

    def _still(self):
        """Reservations, without what comes and goes with the time."""
        def when(r):
            if r.second is None:
                return r.start, r.end
            return r.start < r.end and r.start - r.second

        return {name: (r.nodes, r.flags, r.licenses, when(r))
                for name, r in self.reservations.items()}


def config(env=None):
    """(folder of garq.counts, ResvOverRun in seconds or None)"""
    text = ask("scontrol", "show", "config", env=env)
    folder = re.search(r"^StateSaveLocation\s*=\s*(\S+)", text, re.M)[1]
    over_run = re.search(r"^ResvOverRun\s*=\s*(\S+)", text, re.M)[1]
    return folder, int(over_run) * 60 if over_run.isdigit() else None
