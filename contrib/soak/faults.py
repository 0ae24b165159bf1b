# SPDX-License-Identifier: GPL-2.0-or-later
"""The faults: what happens to the controllers, nodes and accounts of a cluster, and how all is well again afterwards.

A condition lasts while the clients are at work; an event happens once. Both are counted by their names; sets.py has them.
"""
import contextlib
import math
import os
import re
import signal
import time

import case
import gq
import pair
from judge import NO_MEMORY
from order import NO, YES, Wrong
from places import FEATURE, PARTITION, Places
from takeovers import Takeovers

HOUR = 3600
MOST_KILLS = 6			# in a row
HANGS = 2.5			# seconds for which a controller that is stopped hangs
CLOCK_SETTLES = 2		# seconds, and AGENT_INTERVAL, until the agent has made its pass
CLOCKS = {"clock ahead", "clock behind", "clock jumps"}
ACCOUNTS = {"account away", "slurmdbd away"}
# Conditions that broken.c and stall.c inject: the chances of a fault at each occasion, and the files by which something hangs.
CHANCES = {"sync fails": (0.02, 0.2, 1), "sync slow": (0.5,), "write short": (0.05, 0.5), "disk full": (0.01, 0.2, 1),
           "no memory": (0.00002, 0.0005, 0.005)}
HANG = {"disk hangs": ("disk",), "names out": ("names", "gone"), "names hang": ("names", "hang")}
STORAGE = {*CHANCES, "disk hangs"}
ENDS = {"kill", "restart", "reconfigure", "account", "in order", "killed"}	# events of life by which a slurmctld ends
AWAY = 4			# nodes that are away at once


class Failed(Wrong):
    """A controller does not come back; the text says more."""


class Site:
    """The controller of a cluster, and what is done to it."""

    def __init__(self, cluster, broken, tally, record):
        """broken: None, or broken.Broken."""
        self.c, self.broken, self.tally, self.record = cluster, broken, tally, record
        self.set = record.set
        self.conditions, self.events = self.tables(self.set)
        self.dice = None	# of this round
        self.unsettled = False	# do names, clocks or nodes of this round have to come back before all is as promised?
        self.active = []	# conditions
        self.short = False	# may slurmctld end for want of memory, in this round?
        self.node_away = False	# from slurm.conf, in this round
        self.away = {}		# node -> when it is to come back
        self.places = record.places = Places(cluster, cluster.nodes)
        self.read_anew = False	# has slurmctld read slurm.conf in this round?
        self.began_anew = self.killed = False
        self.log_began = 0	# the size of the log when slurmctld was started last
        self.counted = None	# log_began of the last one that has ended without memory
        self.read_conf()

    @staticmethod
    def tables(of):
        """(conditions, events) of a sets.Set"""
        return of.conditions, of.events

    @property
    def accounts(self):
        return self.record.accounts

    def read_conf(self):
        with open(self.conf_path()) as f:
            self.conf = f.read()

    def limit(self, conditions, events):
        """Only these may be chosen; None: all."""
        if conditions:
            self.conditions = {c: self.conditions[c] for c in conditions}
        if events:
            self.events = {e: self.events[e] for e in events}

    def pause(self, most=60):
        least, usual = self.set.pauses
        time.sleep(self.dice.uniform(least, max(least, min(most, usual))))

    # --- a round ------------------------------------------------------------------

    def choose(self):
        """(conditions, an event): what will happen in this round."""
        def one(table):
            return self.dice.choices(list(table), list(table.values()))[0]
        conditions = {one(self.conditions), one(self.conditions)} - {"none"}
        conditions -= set(sorted(CLOCKS & conditions)[1:])
        if not self.accounts:
            conditions -= {"slurmdbd away", "account away"}
        if "slurmdbd away" in conditions:
            conditions.discard("account away")
        event = one(self.events)
        return sorted(conditions), "node back" if min(self.away.values(), default=math.inf) < time.time() else event

    def run(self, conditions, event):
        """While the clients are at work."""
        self.begin(conditions)
        if self.record.may_cut:	# the calls are under way
            self.pause()
        self.happen(event)
        self.tally[f"event: {event}"] += 1
        if "clock jumps" in conditions:
            self.pause(0.5)
            self.begin_clock_behind()
        if not self.set.budgets:
            self.pause(0.5)
        if "account away" in conditions and self.answers():
            self.check_whom()
        self.end(conditions)
        if "conf" in conditions or (self.broken and not self.answers()):
            self.kill()	# slurm.conf is as it was
        if ACCOUNTS & set(conditions):	# a start without slurmdbd may have read an old file of accounts
            self.c.wait_answering()
            self.accounts.wait_known()
            self.reconfigure()	# what lacks an account is tried again

    def prepare(self, conditions, event):
        """Before the clients begin."""
        self.record.begin()
        self.began_anew = self.killed = self.read_anew = False
        self.short = "no memory" in conditions
        self.record.may_cut = bool(self.broken) or event in ENDS
        self.node_away = False
        self.record.slow = bool({"names out", "names hang"} & set(conditions))
        self.unsettled = bool((CLOCKS | {"names out", "names hang", "conf"} | ACCOUNTS) & set(conditions))
        self.record.looks = not self.unsettled
        self.record.doubts_holds = bool({"clock behind", "clock jumps"} & set(conditions))
        if self.record.doubts_holds:
            self.record.history.doubt_holds()

    def happen(self, event):
        getattr(self, "begin_places" if event == "places" else event.replace(" ", "_"))()

    def begin(self, conditions):
        self.active = conditions
        self.record.storage = bool(STORAGE & set(conditions))
        for condition in conditions:
            self.tally[f"condition: {condition}"] += 1
            if condition in CHANCES:
                self.broken.set(condition, self.dice.choice(CHANCES[condition]), slow_ms=self.dice.choice([50, 300]))
            elif condition in HANG:
                self.broken.hang(*HANG[condition])
            else:
                getattr(self, "begin_" + condition.replace(" ", "_"))()

    def end(self, conditions):
        self.active = []
        if self.broken:
            self.broken.mend()
        if "conf" in conditions:
            case.replace(self.conf_path(), self.conf)
        if "slurmdbd away" in conditions:
            self.accounts.database.begin_slurmdbd()
        if "account away" in conditions:
            self.accounts.give_back()

    # --- conditions -----------------------------------------------------------------

    def begin_clock_ahead(self):
        ahead = self.dice.choice([30, HOUR, 5 * HOUR, 7 * 24 * HOUR])
        self.record.ahead = ahead
        self.broken.clock(ahead)

    def begin_clock_behind(self):
        self.broken.clock(-self.dice.choice([30, HOUR, 24 * HOUR]))

    begin_clock_jumps = begin_clock_ahead

    def notice_clock(self):
        """
        A request has sched/garq notice that the clock was put back; what had ended by it is made again by the agent. Until
        then a reservation is away that comes back: one look could take it for deleted, where a delete had no answer.
        """
        self.c.scontrol("create", "reservation", "ReservationName=offers")
        told = re.search(r"AGENT_INTERVAL=(\d+)", self.c.log())
        time.sleep(int(told[1]) + CLOCK_SETTLES)

    def begin_slurmdbd_away(self):
        self.accounts.database.end_slurmdbd()

    def begin_account_away(self):
        self.accounts.take()

    def check_whom(self):
        """A booking whose accounts are gone is for root alone, and never for everybody."""
        r = self.c.scontrol("-o", "show", "reservation")
        wrong = [line for line in r.out.splitlines() if all(f" {whom}=(null)" in line for whom in ("Users", "Accounts"))]
        if wrong:
            raise Failed(f"for everybody: {wrong}")

    def begin_places(self):
        """A node leaves a partition, or has other features; or is as it was, maybe rounds later."""
        what, done = self.dice.choice([PARTITION, FEATURE]), None
        if self.dice.random() < 0.45:
            done = self.places.give_back(what)
        # Slurm itself takes nodes from a booking for all of the partition, and gives it back those that others have by then.
        elif what != PARTITION or not self.record.history.has_all_of(self.places.of[PARTITION]):
            if self.record.promises:
                self.record.promises.some_lose(self.places.of[what])
            done = self.places.take(what, self.dice)
        if done and not done[0].ok:
            raise Failed(f"{done[1]}: {done[0]}")

    def restore_places(self):
        """All is again as slurm.conf has it."""
        def is_done():
            nonlocal refused
            refused = self.places.restore()
            return not refused
        refused = None
        gq.wait_for(is_done, lambda: f"nodes have back what they had: {refused}")

    def conf_path(self):
        return os.path.join(self.c.folder, "slurm.conf")

    def begin_conf(self):
        """Nodes, or a partition, vanish from slurm.conf; the next start, or reconfiguration, finds that."""
        text, count = re.subn(r"^PartitionName=half .*\n", "", self.conf, flags=re.M)
        if self.dice.random() < 0.5:
            nodes = self.c.nodes
            text, count = re.subn(rf"^NodeName=n{nodes} .*\n", "", self.conf, flags=re.M)
            text = text.replace(f"Nodes=n[1-{nodes}]", f"Nodes=n[1-{nodes - 1}]")
            self.node_away = True
        if not count:
            raise Failed("slurm.conf has no line to take away")
        case.replace(self.conf_path(), text)

    # --- events ---------------------------------------------------------------------

    def none(self):
        self.pause()

    def calls(self):
        """The calls of this round are all that happens."""

    burst = calls

    def wait(self):
        time.sleep(self.dice.choice([0.2, 1, 1, 3]))

    def node(self):
        """A node goes away, for a while."""
        there = sorted(set(f"n{i}" for i in range(1, self.c.nodes + 1)) - set(self.away))
        if len(self.away) < AWAY and there:
            node, n = self.dice.choice(there), self.dice.randint
            self.away[node] = time.time() + self.dice.choice([n(2, 20), n(20, 60), n(40, 90), n(90, 240)])
            words = "update", f"NodeName={node}", f"State={self.dice.choice(['DOWN', 'DRAIN'])}", "Reason=soak"
            r = self.c.scontrol(*words)
            self.record.tell("node away", YES if r.ok else NO, words, r)

    def node_back(self):
        node = min(self.away, key=self.away.get)
        del self.away[node]
        self.c.scontrol("update", f"NodeName={node}", "State=RESUME")

    def account(self):
        """An account goes while slurmctld begins, or is back."""
        if not self.accounts:
            return
        if self.accounts.there:
            self.accounts.take()
            self.dice.choice([self.restart, self.kill])()
        else:
            self.accounts.give_back()
            self.reconfigure()

    def answers(self):
        return self.c.alive()

    def start(self):
        self.end_storage()
        self.start_ctld()

    def start_in_vain(self):
        """
        A start whose disk or memory fails need not read the ledger, and says so; what is answered then is for nobody,
        so no call is under way. The start after it has to have all.
        """
        self.tally["starts under conditions"] += 1
        with self.record.still():
            self.end_at_once()
            self.start_ctld()
            self.pause(0.5)
            self.end_storage()
            self.kill()

    def end_storage(self):
        self.active = [c for c in self.active if c not in STORAGE]
        if self.broken:
            self.broken.mend_storage()

    def start_ctld(self):
        """Slurm's own start looks up the users of all reservations, and hangs with a name service that does."""
        if "names hang" in self.active:
            self.broken.forget("names")
        self.began_anew = self.read_anew = True
        self.tally["starts"] += 1
        self.log_began = len(self.c.log())
        r = self.c.cluster("start-ctld")
        if not r.ok and "runs already" not in r.err and not self.has_no_memory():
            raise Failed(f"slurmctld does not start: {r}")

    def kill(self):
        # A start whose disk hangs hangs with it, as Slurm's own state is on that disk.
        if STORAGE & set(self.active) and "disk hangs" not in self.active and self.dice.random() < 0.3:
            self.start_in_vain()
            return
        self.killed = True
        with self.record.accepts:
            self.tally["kills"] += self.end_at_once()
        self.start()

    def end_at_once(self):
        """Return true if slurmctld was killed; false if it had ended before, which it may."""
        r = self.c.cluster("kill-ctld")
        if not r.ok and not self.has_no_memory() and "fatal: " not in self.said():
            raise Failed(f"slurmctld is not there to be killed, and has not logged why: {r}")
        self.record.kills += 1	# not before: what it still answers is of the time before
        return r.ok

    def said(self):
        """What slurmctld has logged since its start."""
        return self.c.log()[self.log_began:]

    def has_no_memory(self):
        """
        Return true if slurmctld has ended as it had no memory, which it may where memory is short: such an end is as good as
        a kill, and nothing that was acknowledged may be lost by it. Count each end once.
        """
        found = self.short and bool(NO_MEMORY.search(self.said()))
        if found and self.log_began != self.counted:
            self.tally["ends without memory"] += 1
            self.counted = self.log_began
        return found

    def kill_twice(self):
        """Again in the midst of the start."""
        self.kill()
        self.pause(0.6)
        self.kill()

    def kill_often(self):
        """Again and again, soon or late after the start."""
        for _ in range(self.dice.randint(3, MOST_KILLS)):
            self.kill()
            self.pause(0.3 + self.dice.random())

    def restart(self):
        """In order: slurmctld waits for requests that look up names."""
        self.end_storage()
        if self.broken:
            self.broken.forget("names")
        r = self.c.cluster("stop-ctld")
        if not r.ok and not self.has_no_memory():
            raise Failed(f"slurmctld does not end: {r}")
        self.start()

    def reconfigure(self):
        if self.node_away and not gq.REEXEC:	# else Slurm ends itself
            self.restart()
            return
        self.read_anew = True
        r = self.c.scontrol("reconfigure")
        self.tally["reconfigure refused"] += not r.ok
        self.began_anew = self.began_anew or gq.REEXEC

    def stop_and_go_on(self):
        """SIGSTOP."""
        pid = self.c.controller()
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGSTOP)
            self.pause(HANGS)
            os.kill(pid, signal.SIGCONT)

    # --- afterwards -------------------------------------------------------------------

    def settle(self):
        """All nodes are there again, and what they had."""
        if self.broken and not self.answers():
            self.kill()
        if self.broken or self.began_anew:
            gq.wake_slurmds(self.c.folder)
            gq.wait_for(self.all_there, lambda: f"the nodes register: {self.c.nodes_and_slurmds()}", 60 * self.c.patience)
        if self.read_anew:
            self.restore_places()
            if self.accounts:
                self.accounts.begun = time.time()

    def all_there(self):
        """Nodes that are away are as they were: their state may not have been saved."""
        out = self.c.run("sinfo", "-h", "-N", "-o", "%N %T").out
        unfit = {node for node, state in (line.split() for line in out.splitlines())
                 if re.search(r"down|drain|unk|\*", state)} - set(self.away)
        if unfit:
            self.c.scontrol("update", f"NodeName={','.join(sorted(unfit))}", "State=RESUME")
        return out and not unfit


class PairSite(Site):
    """Two controllers."""

    def __init__(self, cluster, broken, tally, record):
        super().__init__(cluster, broken, tally, record)
        self.ways = Takeovers(cluster)
        self.ways.folder = broken.folder if broken else cluster.folder

    @staticmethod
    def tables(of):
        return of.pair_conditions, of.pair_events

    def said(self):
        return self.c.log(pair.FIRST)[self.c.log_began[pair.FIRST]:]

    def way(self, event):
        return getattr(self.ways, event.replace(" ", "_"), None)

    def prepare(self, conditions, event):
        super().prepare(conditions, event)
        if self.way(event):
            self.ways.renew_second()

    def run(self, conditions, event):
        self.begin(conditions)
        if self.record.may_cut:
            self.pause()
        self.end(conditions)	# a takeover under such a condition need not have read all
        if not self.c.host_runs(pair.FIRST) and self.has_no_memory():
            event = "killed"	# SECOND takes over
        self.began_anew = self.killed = self.set.breaks or self.way(event) is not None
        if self.way(event):
            self.read_anew = True
            with self.record.passing(event == "disk hangs"):
                self.way(event)()
            self.tally["takeovers"] += 1
        else:
            self.happen(event)
        if self.killed:
            self.ways.wait_owner(pair.FIRST)
        self.tally[f"event: {event}"] += 1
