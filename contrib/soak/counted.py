# SPDX-License-Identifier: GPL-2.0-or-later
"""garq.counts beside the same worked out again from what scontrol shows; see contrib/soak/recount."""
import bisect
import collections
import re
import time

import scontrol
from scontrol import Failed, is_fit

FOREVER = 0x3fffffffffff	# GARQ_FOREVER
YEAR = 365 * 86400
OVERRUN = 60	# seconds for which an overdue job is counted (plugin/slurm/watch/watch_private.h)
LEAD = 300	# seconds before it in which the time in a node's Reason does not count any more
STUCK = 30	# seconds after which a job that is completing counts (same)
POOLS_MAX = 32	# GARQ_POOLS_MAX
RECURS = {"HOURLY", "DAILY", "WEEKDAY", "WEEKEND", "WEEKLY"}

# A node is held from start until some second in [lo, hi]; maybe: or not at all. So is a
# license, kind is how many of it then.
Hold = collections.namedtuple("Hold", "start lo hi kind name maybe")


def stamp(t):
    return "ever" if t >= FOREVER else time.strftime("%Y-%m-%dT%H:%M:%S", time.localtime(t))


# --- what the plugin counts ---------------------------------------------------

class Counts:
    """garq.counts."""

    def __init__(self, text):
        self.text = text
        lines = text.splitlines()
        if not lines or lines[0] != "garq.counts 1":
            raise Failed("garq.counts is not in the format that is known here")
        self.head, self.exact, self.pools, self.nodes = {}, [], [], {}
        self.licenses = {}
        for line in lines[1:]:
            word, _, rest = line.partition(" ")
            if word == "exact":
                self.exact.append(tuple(map(int, rest.split())))
            elif word == "pool":
                self.pools.append((rest.split(), []))
            elif word == "slots":
                self.pools[-1][1].append(tuple(map(int, rest.split())))
            elif word == "node":
                holds = self.nodes.setdefault(rest, [])
            elif word == "hold":
                t_s, t_e, kind, name = rest.split(" ", 3)
                holds.append((int(t_s), FOREVER if t_e == "never" else int(t_e), kind, name))
            elif word == "license":
                holds, steps = self.licenses.setdefault(rest, ([], []))
            elif word == "taken":
                t_s, t_e, num, name = rest.split(" ", 3)
                holds.append((int(t_s), FOREVER if t_e == "never" else int(t_e), num, name))
            elif word == "held":
                steps.append(tuple(map(int, rest.split())))
            else:
                self.head[word] = rest
        if self.head.get("end") != self.head["serial"]:
            raise Failed("garq.counts is not whole")
        self.now, self.looked = int(self.head["now"]), float(self.head["looked"])
        # What scontrol can't show: places that stay taken until a change is written.
        self.pending = any(kind == "PENDING" for holds in self.nodes.values() for _, _, kind, _ in holds)
        self.horizon, self.check = int(self.head["horizon"]), self.head["check"]
        self.faults = int(self.head.get("faults", 0))
        self.files = int(self.head.get("files", 0))


def next_counts(path, after, seconds=60):
    """The first counts that are younger than a moment (of time.time())."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        try:
            with open(path) as f:
                counts = Counts(f.read())
            if counts.looked > after and not counts.pending:
                return counts
        except FileNotFoundError:
            pass
        time.sleep(0.02)
    raise Failed(f"waited {seconds} s for new counts in {path}: is garq_verify set?")


# --- the same again -----------------------------------------------------------

def local_days_later(t, days):
    tm = time.localtime(t)
    return int(time.mktime((tm.tm_year, tm.tm_mon, tm.tm_mday + days,
                            tm.tm_hour, tm.tm_min, tm.tm_sec, 0, 0, -1)))


def next_occurrence(flags, start, end):
    if "HOURLY" in flags:
        return start + 3600, end + 3600
    day = time.localtime(start).tm_wday	# Monday is 0
    if "DAILY" in flags:
        days = 1
    elif "WEEKLY" in flags:
        days = 7
    elif "WEEKDAY" in flags:
        days = {4: 3, 5: 2}.get(day, 1)
    else:
        days = {5: 1, 6: 6}.get(day, 5 - day)
    return local_days_later(start, days), local_days_later(end, days)


def floating(a, b, now):
    """The place at now of a reservation that is shown as a and, later, as b. Whose end moves, too, is never over: it has all time."""
    if a.start >= a.end:
        return a.end, a.end
    moves = a.end - a.second == b.end - b.second
    return a.start - a.second + now, FOREVER if moves else a.end


def occurrences(a, b, now, horizon):
    """(start, end, whether it need not be counted yet) of a reservation."""
    if a.second is not None:
        yield (*floating(a, b, now), False)
        return
    start, end = a.start, a.end
    yield start, end, False
    while a.flags & RECURS and start < now + horizon + 40 * 86400:
        start, end = next_occurrence(a.flags, start, end)
        yield start, end, start >= now + horizon


def job_hold(job, name, reservations, now, over_run):
    if job.state == "COMPLETING":	# one that is requeued shows the end of its next run
        shown = job.end is not None and job.end <= now
        if shown and now - job.end < STUCK:
            return None
        return Hold(now, now + 1, now + OVERRUN, "JOB", name, not shown)
    lo, hi = (job.end, job.end) if job.end is not None else (job.start + YEAR, now + YEAR)
    r = reservations.get(job.reservation)
    if r and "FLEX" not in r.flags and over_run is not None:
        lo, hi = min(lo, r.end + over_run), min(hi, r.end + over_run)
    if hi <= now:
        lo, hi = now + 1, now + OVERRUN
    return Hold(now, lo, hi, "JOB", name, False)


def comes_back(node, now, wait):
    """From when on a node that is down counts as back: between two seconds. wait: garq_return, 0: never."""
    said = re.search(r"\buntil[ \t]+(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d)?)?(?![\w:-])", node.reason if node else "", re.I)
    if said:
        text = f"{said[1]}T{said[2] or '00:00'}{said[3] or ':00'}"
        then = int(time.mktime(time.strptime(text, "%Y-%m-%dT%H:%M:%S")))
        if then > now + LEAD:
            return then, then
    return (now + wait, now + wait + 3600) if wait else (FOREVER, FOREVER)


def recompute(a, b, counts, over_run):
    """node -> [Hold], of what a and b both show. over_run in seconds, None: no limit."""
    now = counts.now
    held = {node: [] for node in counts.nodes}

    def hold(nodes, one):
        for node in nodes:
            if one.hi > now:
                held[node].append(one._replace(start=max(one.start, now)))

    for name, r in a.reservations.items():
        for start, end, maybe in occurrences(r, b.reservations[name], now, counts.horizon):
            if start < end:
                hold(r.nodes, Hold(start, end, end, "RESV", name, maybe))
    for name, job in a.jobs.items():
        one = job_hold(job, name, a.reservations, now, over_run)
        if one:
            hold(job.nodes, one)
    for node in counts.nodes:
        if node not in a.nodes or not is_fit(a.nodes[node].state):
            hold([node], Hold(now, *comes_back(a.nodes.get(node), now, int(counts.head["return"])), "DOWN", node, False))
    return held


def recompute_licenses(a, b, counts):
    """license -> [Hold], of the reservations that a and b both show."""
    now = counts.now
    held = {name: [] for name in counts.licenses}
    for name, r in a.reservations.items():
        for start, end, maybe in occurrences(r, b.reservations[name], now, counts.horizon):
            if start < end and end > now:
                for license, num in r.licenses.items():
                    if num:
                        held.setdefault(license, []).append(
                            Hold(max(start, now), end, end, str(num), name, maybe))
    return held


def sums(weighed, now):
    """(t, sum) at each change. weighed: [(t_s, t_e, number)]"""
    change = collections.Counter({now: 0})
    for t_s, t_e, num in weighed:
        change[t_s] += num
        change[t_e] -= num
    total, found = 0, []
    for t in sorted(change):
        total += change[t]
        if t < FOREVER and (not found or found[-1][1] != total):
            found.append((t, total))
    return found


def profile(held, now):
    """(t, how many nodes nobody holds from then on) at each change. held: node -> [(t_s, t_e, kind)]."""
    change = collections.Counter({now: 0})
    for intervals in held.values():
        covered = now
        for t_s, t_e, _ in sorted(intervals):
            t_s = max(t_s, covered)
            if t_s < t_e:
                change[t_s] -= 1
                change[t_e] += 1
                covered = t_e
    free, found = len(held), []
    for t in sorted(change):
        free += change[t]
        if t < FOREVER and (not found or found[-1][1] != free):
            found.append((t, free))
    return found


# --- both beside each other -----------------------------------------------------

def told(hold):
    until = stamp(hold.lo) if hold.lo == hold.hi else f"{stamp(hold.lo)}..{stamp(hold.hi)}"
    return f"{hold.kind} {hold.name} [{stamp(hold.start)}, {until})"


def compare_node(node, expected, counted):
    """(what differs, the intervals that should have been counted)"""
    differs, intervals, rest = [], [], list(counted)
    for hold in expected:
        for got in rest:
            if got[2:] == (hold.kind, hold.name) and got[0] == hold.start and \
                    hold.lo <= got[1] <= hold.hi:
                rest.remove(got)
                intervals.append(got[:3])
                break
        else:
            if not hold.maybe:
                intervals.append((hold.start, hold.lo, hold.kind))
                differs.append(f"{node}: scontrol shows {told(hold)}, which is not counted")
    for t_s, t_e, kind, name in rest:
        differs.append(f"{node}: counted is {kind} {name} [{stamp(t_s)}, {stamp(t_e)}), "
                       "which scontrol does not show")
    return differs, intervals


def level(steps, t):
    """The number in force at t."""
    return steps[bisect.bisect(steps, (t, 1 << 60)) - 1][1]


def compare_counts(what, expected, counted, who="nobody"):
    for t in sorted({t for t, _ in expected + counted}):
        want, said = level(expected, t), level(counted, t)
        if said != want:
            yield f"from {stamp(t)} on {want} {what} are held by {who}, {said} are counted"
    if counted != expected:
        yield f"the count of {what} does not change just when it should"


def compare_pools(counts, nodes):
    """Every node is in one pool, with just those that no request can tell from it."""
    names = sorted(n for pool, _ in counts.pools for n in pool)
    if names != sorted(counts.nodes):
        yield f"the pools are of {','.join(names)}"
    if len(counts.pools) == POOLS_MAX or not set(names) <= set(nodes):
        return
    kinds = [{nodes[n].kind for n in pool} for pool, _ in counts.pools]
    for (pool, _), kind in zip(counts.pools, kinds):
        if len(kind) > 1:
            yield f"{','.join(pool)} are one pool, and differ in partitions, features or size"
    if len(set().union(*kinds)) != len(kinds):
        yield "there are nodes in two pools that no request can tell apart"


class Result:
    """What differs, and how much was compared."""

    def __init__(self, a, b, counts, over_run):
        held = recompute(a, b, counts, over_run)
        self.differences = [] if counts.check == "ok" else [f"garq_check: {counts.check}"]
        if counts.faults:
            self.differences.append(f"{counts.faults} internal errors since the start, see slurmctld's log")
        if counts.files:
            self.differences.append(f"{counts.files} files of the site have a fault (garq_tariff, garq_budget), see slurmctld's log")
        intervals = {}
        for node, expected in held.items():
            differs, intervals[node] = compare_node(node, expected, counts.nodes[node])
            self.differences += differs
        self.holds, self.counts, self.licenses = sum(map(len, intervals.values())), 0, 0
        self.differences += compare_pools(counts, a.nodes)
        for nodes, what, counted in [(intervals, "nodes", counts.exact)] + \
                [(nodes, f"of {','.join(nodes)}", slots) for nodes, slots in counts.pools]:
            expected = profile({n: intervals[n] for n in nodes}, counts.now)
            self.differences += compare_counts(what, expected, counted)
            self.counts += len(expected)
        self.compare_licenses(a, b, counts)

    def compare_licenses(self, a, b, counts):
        for name, expected in recompute_licenses(a, b, counts).items():
            taken, held = counts.licenses.get(name, ([], [(counts.now, 0)]))
            differs, intervals = compare_node(f"license {name}", expected, taken)
            self.differences += differs
            steps = sums([(t_s, t_e, int(num)) for t_s, t_e, num in intervals], counts.now)
            self.differences += compare_counts(f"of license {name}", steps, held, "somebody")
            self.licenses += len(intervals)


def settle(path, env=None, seconds=60):
    """(snapshot, snapshot, counts between them), as soon as nothing changes meanwhile."""
    deadline = time.monotonic() + seconds
    a = scontrol.Snapshot(env)
    while True:
        counts = next_counts(path, a.ended)
        b = scontrol.Snapshot(env)
        if a.same_as(b) and a.is_before(b):
            return a, b, counts
        if time.monotonic() > deadline:
            raise Failed(f"reservations, jobs and nodes have not kept still for {seconds} s")
        a = b
