# SPDX-License-Identifier: GPL-2.0-or-later
"""Is there one order of the calls that explains what was seen of each reservation?

A call takes effect at one moment between its sending and its answer. A call whose answer was cut off takes
effect at any moment after its sending, or never. A call that was refused has no effect. A look is a call that
has no effect and tells what is there. The history of a reservation is explained if some order of its calls
respects these moments, and each answer is right in it; the history of all of them if each of theirs is, as no
call is about two reservations (Herlihy and Wing 1990, Linearizability).

Nothing here asks a cluster, so histories that are wrong can be made up: test/cluster/test_torture.py.
"""
import dataclasses
import math

from booked import NOBODY, Booking

CREATE, UPDATE, DELETE, LOOK = "create", "update", "delete", "look"
# The answers. TAKEN: refused, as the name is in use. MISSING: refused, as there is none of this name.
YES, NO, TAKEN, MISSING, CUT = "yes", "no", "taken", "missing", "cut"
REFUSED = (NO, TAKEN, MISSING)
STAND_IN = "stand-in"	# a key of a line for check-reservations: the booking is for nobody, and not repaired
MAINT = "maint"	# begins the names of maintenance, which is Slurm's own, and is not in the ledger


@dataclasses.dataclass(frozen=True)
class Promise(Booking):
    """
    A booking that was acknowledged; None in place of it: there is none. users None: whoever they are. A hold ends at held_until
    if nobody confirms it before. ended: it was told to end before the time at which it was: it ends in these seconds then (the
    first and the last), whatever its duration is; None: it was not. before: the Promise of this name that was over by a clock
    that was ahead, and only by that, when this one was made; None: there was none.
    """
    users: str = None
    held_until: float = 0
    ended: tuple = None
    before: object = None

    def may_be_over(self, now, latest):
        """A booking that ended by a clock that was ahead is made again, a hold is not."""
        return (self.ended[0] if self.ended else self.esr + self.duration) <= now or 0 < self.held_until <= latest

    def whom(self, instead):
        """[(users, accounts)] for whom it may be; instead is that of a Call. A hold is for its holder alone."""
        return [(None, NOBODY)] if self.held_until else [(self.users, self.accounts), *instead.get(self.accounts, ())]


@dataclasses.dataclass(frozen=True)
class Seen:
    """What a look has seen."""
    start: int
    end: int
    nodes: frozenset
    accounts: str = NOBODY
    users: str = None


@dataclasses.dataclass(frozen=True)
class Call:
    """
    begun and ended are of the caller's clock, ended of one that was cut off is not looked at. now is the latest time
    that the controller's clock may have shown meanwhile, ahead the seconds by which that may have been ahead, latest
    what it has shown since all was explained. change of CREATE is a Promise; of UPDATE it has those fields of a Promise
    that the call gives, and "delay" for an lsr that follows from the esr. seen, away and instead are for LOOK; away is how
    many nodes have been away from slurm.conf since the last look, instead {accounts: [(users, accounts)]} for whom a booking
    for some accounts may be meanwhile.
    ends: the name was seen to be in use for a reservation that is over and that Slurm keeps for the jobs in it.
    killed: slurmctld was killed since all was explained.
    """
    name: str
    verb: str
    begun: float
    ended: float
    answer: str = YES
    change: object = None
    seen: Seen = None
    away: int = 0
    instead: dict = dataclasses.field(default_factory=dict, compare=False)
    ends: bool = False
    now: float = 0
    latest: float = 0
    ahead: float = 0
    killed: bool = False

    @property
    def last(self):
        """The last moment at which it takes effect."""
        return math.inf if self.answer == CUT else self.ended

    def finds_none(self, state):
        """May there be no reservation for the call, in this state?"""
        return state is None or state.may_be_over(self.now, max(self.now, self.latest))

    def replaces(self, state):
        """
        What may be back when a new one is deleted: a booking that is over by a clock that is ahead, and by no other.
        (Slurm's last file may have it, and jobs in it, when slurmctld is killed: it ends, and is back with the clock.)
        """
        true = self.now - self.ahead
        is_back = self.killed and state and not state.held_until and not state.may_be_over(true, true)
        return dataclasses.replace(state, before=None) if is_back else None

    def meets(self, other):
        """Were both under way at a time?"""
        return self.begun < other.last and other.begun < self.last


def changed(promise, change):
    """The promise after an update."""
    change = dict(change)
    width = change.pop("delay", promise.lsr - promise.esr)
    change.setdefault("lsr", change.get("esr", promise.esr) + width)
    if "esr" in change or "duration" in change:
        change["ended"] = None
    return dataclasses.replace(promise, **change)


def updated(promise, call):
    """The states to which an update leads: one that would have the booking be over has it end now."""
    after = changed(promise, call.change)
    found = [after]
    if "duration" in call.change and after.esr + after.duration <= call.now and call.answer != CUT:
        found.append(dataclasses.replace(after, ended=(call.now - (call.ended - call.begun) - 1, call.now)))
    return found


def effect(call, state):
    """The states to which the call leads if it does what it is for; none if it can't."""
    if call.verb == CREATE:
        return [dataclasses.replace(call.change, before=call.replaces(state))] if call.finds_none(state) else []
    if state is None:
        return []
    return updated(state, call) if call.verb == UPDATE else [None] + ([state.before] if state.before else [])


def ends_right(state, seen, now):
    """
    One that was told to end by a clock that was ahead has not begun when that is put back: it keeps the length that it
    got then, from a start that nobody looked at, and moves in its window.
    """
    if not state.ended:
        return seen.end - seen.start == state.duration
    if seen.start > now:
        return state.ended[0] - state.lsr <= seen.end - seen.start <= state.ended[1] - state.esr
    return state.ended[0] <= seen.end <= state.ended[1]


def tells(state, call):
    """Does a look show this state?"""
    seen = call.seen
    if seen and seen.end <= call.now and call.finds_none(state):
        return True	# deleted when it had begun: Slurm ends it, and purges it later
    if state is None or seen is None:
        return seen is None and call.finds_none(state)
    return (state.esr <= seen.start <= state.lsr and ends_right(state, seen, call.now) and
            len(seen.nodes) == (state.nodes or len(seen.nodes)) and seen.nodes <= state.among and
            any(seen.accounts == accounts and users in (None, seen.users) for users, accounts in state.whom(call.instead)))


def shrunk(state, look):
    """
    The states to which nodes that were away from slurm.conf lead: a reservation in Slurm's list has lost them for good.
    """
    missing = state.nodes - len(look.seen.nodes) if state and state.nodes and look.seen and look.seen.nodes else 0
    fewer = dataclasses.replace(state, nodes=state.nodes - missing) if 0 < missing <= look.away else None
    return [fewer] if fewer and tells(fewer, look) else []


def shown_by(state, others):
    """
    The states that may be shown while the others are under way: one of them may build on what another one has done, as a
    create on a delete. None is undone twice, so each has its effect once at most.
    """
    shown, todo = {state}, [(state, tuple(others))]
    while todo:
        one, left = todo.pop()
        for i, other in enumerate(left):
            for found in effect(other, one):
                if found not in shown:
                    shown.add(found)
                    todo.append((found, left[:i] + left[i + 1:]))
    return shown


def after(call, state, others):
    """
    The states that are possible after the call has had its moment. others are the calls that were under way
    meanwhile: what they do is shown before it is durable, so before they have their moment.
    """
    if call.verb == LOOK and call.seen is None and state and state.held_until and call.finds_none(state):
        return [None] if not others else [state, None]	# a hold that is over stays so
    if call.verb == LOOK:
        return [state] if any(tells(s, call) for s in shown_by(state, others)) else shrunk(state, call)
    if call.answer == YES:
        if call.verb == DELETE and state is None and call.ends:
            return [None]
        return effect(call, state)
    if call.answer == CUT:	# nearly all calls meet it: what they show together is not asked
        return [state, *effect(call, state)]
    if call.answer == TAKEN:
        return [state] if call.ends or any(s is not None for s in shown_by(state, others)) else []
    if call.answer == MISSING:
        return [state] if any(call.finds_none(s) for s in shown_by(state, others)) else []
    return [state]


class Wrong(Exception):
    """Something is not as it has to be; the text says what."""


class Unexplained(Wrong):
    """No order explains the history; the text says how far one goes."""


def explain(calls, states):
    """
    The states in which one reservation may be after these calls, a set; states is the set of those in which it
    may have been before. Raises Unexplained.
    """
    calls = sorted(calls, key=lambda c: c.begun)
    others = [[o for o in calls if o is not c and o.verb != LOOK and o.meets(c)] for c in calls]
    if calls[-1].verb == LOOK:
        others[-1] = []	# nothing is under way any more, and all that is shown is durable
    lasts = [c.last for c in calls]
    needed = sum(1 << i for i, c in enumerate(calls) if c.answer != CUT)
    seen, found, farthest = set(), set(), 0
    todo = [(0, s) for s in states]	# which calls have had their moments, as bits, and the state after them
    while todo:
        one = todo.pop()
        if one in seen:
            continue
        seen.add(one)
        done, state = one
        if (done & needed).bit_count() > (farthest & needed).bit_count():
            farthest = done
        if needed & ~done == 0:
            found.add(state)
            continue	# the others may have no moment
        first = min(last for i, last in enumerate(lasts) if not done >> i & 1)
        for i, c in enumerate(calls):
            if c.begun > first:
                break
            if not done >> i & 1:
                todo.extend((done | 1 << i, s) for s in after(c, state, others[i]) if c.answer != CUT or s != state)
    if not found:
        raise Unexplained(tell(calls, states, farthest))
    return found if calls[-1].verb == LOOK else late(calls, found)


def late(calls, states):
    """
    The states that come about if calls that were cut off have their moments in the end; each once, in any order. (A
    look that comes last was made when nothing was under way any more.)
    """
    cut = [c for c in calls if c.answer == CUT]
    found, todo = set(), [(0, s) for s in states]
    while todo:
        done, state = todo.pop()
        if (done, state) in found:
            continue
        found.add((done, state))
        todo.extend((done | 1 << i, s) for i, c in enumerate(cut) if not done >> i & 1 for s in effect(c, state))
    return {state for _, state in found}


def tell(calls, states, done):
    """The calls, and which of them the longest order has."""
    lines = [f"before: {' or '.join(map(str, states))}"]
    for i, c in enumerate(calls):
        lines.append(f"{'      ' if done >> i & 1 else '  --> '}{c.begun:.3f} to {c.ended:.3f} {c.verb} {c.answer}: "
                     f"{c.seen if c.verb == LOOK else c.change}, at {c.now:.0f}")
    return f"{calls[0].name}: no order of these calls explains what was seen\n" + "\n".join(lines)


class History:
    """All reservations: the calls since the last time at which all was explained, and in which states each may be."""

    def __init__(self):
        self.calls = []
        self.states = {}	# name -> set of states; a name that is missing was never in use
        self.killed = False	# was slurmctld, since then?
        self.ends = self.last_ends = frozenset()	# names, see Call: since the last time at which all was explained; of the last look

    def add(self, call):
        self.calls.append(call)

    def saw(self, shown, begun, ended, now, ends=frozenset(), **more):
        """One look at all reservations, {name: Seen}; ends: names, see Call, as more is."""
        self.ends, self.last_ends = self.ends | ends, ends
        for name in {*shown, *self.states, *(c.name for c in self.calls)}:
            self.add(Call(name, LOOK, begun, ended, seen=shown.get(name), now=now, **more))

    def doubt_holds(self):
        """A clock that was put back has holds end by it: they may be over at any time."""
        for name, states in self.states.items():
            self.states[name] = {s if s is None or not s.held_until else dataclasses.replace(s, held_until=1) for s in states}

    def sure(self, name):
        """The Promise of a name as it was explained last; None: there is none, or more than one is possible."""
        promise, *others = self.states.get(name, {None})
        return None if others else promise

    def has_all_of(self, nodes):
        """May there be a booking for just these nodes, by their list?"""
        return any(p and p.pinned and p.among == nodes for either in self.states.values() for p in either)

    def revive(self, name, promise):
        """slurmctld was killed: what was deleted is back, or not."""
        self.states[name] = self.states.get(name, {None}) | {promise}

    def lines(self, changes, instead):
        """
        What was promised, for check-reservations. changes is a value for each name that is another one after each call,
        so that what was changed is not compared with what it was; instead is that of a Call.
        """
        for name, either in self.states.items():
            for promise in (p for p in either - {None} if not p.ended):
                line = {**promise.asked(), "changes": changes[name]}
                if None in either or promise.held_until:
                    line["maybe"] = True
                if promise.users is None:
                    del line["users"], line["accounts"]
                    yield line
                    continue
                for users, accounts in promise.whom(instead):
                    yield {**line, "users": users, "accounts": accounts, STAND_IN: promise.accounts != accounts == NOBODY}

    def may_go(self):
        """
        The names of those that may be gone before the end that is shown: holds, and bookings that were told to end earlier than
        their duration says, by a clock that may have been ahead.
        """
        return {name for name, either in self.states.items() if any(p and (p.ended or p.held_until) for p in either)}

    def forget_looks(self):
        """For looks at what is to come about soon: the next ones are looked at instead."""
        self.calls = [c for c in self.calls if c.verb != LOOK]

    def told(self, call):
        """
        The call, with what is known of its name and of the controller. What Slurm's thread had packed before it deleted
        something of its own it may write after that; then it is there again when it was killed, as in plain Slurm.
        """
        is_open = self.killed and call.verb == DELETE and call.answer == YES and call.name.startswith(MAINT)
        return dataclasses.replace(call, ends=call.name in self.ends, killed=self.killed,
                                   answer=CUT if is_open else call.answer)

    def explain(self):
        """Explain all calls, and forget them. Raises Unexplained, and keeps them then."""
        found = {}
        for name in {c.name for c in self.calls}:
            mine = [self.told(c) for c in self.calls if c.name == name]
            found[name] = {s and dataclasses.replace(s, before=None) for s in explain(mine, self.states.get(name, {None}))}
        self.calls, self.ends, self.killed = [], self.last_ends, False
        self.states.update(found)
        self.states = {name: states for name, states in self.states.items() if states != {None}}
        return found
