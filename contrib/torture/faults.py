# SPDX-License-Identifier: GPL-2.0-or-later
"""What happens to the controllers in contrib/torture/torture, and how all is well again afterwards.

A condition lasts while the clients are at work; an event happens once. Both are counted by their names.
"""
import contextlib
import os
import re
import signal
import time

import case
import gq
import pair
from places import FEATURE, PARTITION, Places
from takeovers import Takeovers

HOUR = 3600
LEAST, MOST = 0.2, 1.5		# seconds that pass before and after an event
MOST_KILLS = 6			# in a row
HANGS = 2.5			# seconds for which a controller that is stopped hangs
CLOCK_SETTLES = 2		# seconds, and AGENT_INTERVAL, until the agent has made its pass
CLOCKS = {"clock ahead", "clock behind", "clock jumps"}
ACCOUNTS = {"account away", "slurmdbd away"}
STORAGE = {"sync fails", "sync slow", "write short", "disk full", "disk hangs", "no memory"}


class Failed(Exception):
    """A controller does not come back; the text says more."""


def log_size(path):
    return os.path.getsize(path) if os.path.exists(path) else 0


def says_why(path, since):
    """Does this log tell, after so many bytes, of an end that slurmctld itself has chosen? watch.py looks at these."""
    if not os.path.exists(path):
        return False
    with open(path, "rb") as f:
        f.seek(since)
        return b"fatal: " in f.read()


class Site:
    """The controller of a cluster, and what is done to it."""

    # How often each is chosen.
    events = {"kill": 10, "none": 3, "stop and go on": 3, "reconfigure": 4, "restart": 1, "kill twice": 2, "kill often": 6}
    conditions = {"none": 10, "sync fails": 3, "sync slow": 3, "write short": 3, "disk full": 3, "disk hangs": 1,
                  "no memory": 3, "clock ahead": 1, "clock behind": 1, "clock jumps": 1, "names out": 1, "names hang": 1,
                  "conf": 2, "slurmdbd away": 3, "account away": 3, "places": 4}

    def __init__(self, cluster, broken, dice, tally, record):
        self.c, self.broken, self.dice, self.tally, self.record = cluster, broken, dice, tally, record
        self.unsettled = False	# do names, clocks or nodes of this round have to come back before all is as promised?
        self.active = []	# conditions
        self.node_away = False	# from slurm.conf, in this round
        self.places = Places(cluster, cluster.nodes)
        self.accounts = None	# accounts.Accounts
        self.read_anew = False	# has slurmctld read slurm.conf in this round?
        self.began_anew = self.killed = False
        self.log_began = 0	# the size of the log when slurmctld was started last
        self.read_conf()

    def read_conf(self):
        with open(self.conf_path()) as f:
            self.conf = f.read()

    def limit(self, conditions, events):
        """Only these may be chosen; None: all."""
        if conditions:
            self.conditions = {c: self.conditions[c] for c in conditions}
        if events:
            self.events = {e: self.events[e] for e in events}

    def pause(self, most=MOST):
        time.sleep(self.dice.uniform(LEAST, most))

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
        return sorted(conditions), one(self.events)

    def run(self, conditions, event):
        """While the clients are at work."""
        self.began_anew = self.killed = self.read_anew = False
        self.begin(conditions)
        self.pause()
        getattr(self, event.replace(" ", "_"))()
        self.tally[f"event: {event}"] += 1
        if "clock jumps" in conditions:
            self.jump_back()
        self.pause(0.5)
        if "account away" in conditions and self.answers():
            self.check_whom()
        self.end(conditions)
        if "conf" in conditions or not self.answers():
            self.kill()	# slurm.conf is as it was
        if ACCOUNTS & set(conditions):	# a start without slurmdbd may have read an old file of accounts
            self.c.wait_answering()
            self.accounts.wait_known()
            self.reconfigure()	# what lacks an account is tried again

    def prepare(self, conditions):
        """Before the clients begin."""
        self.record.begin()
        self.node_away = False
        self.record.slow = bool({"names out", "names hang"} & set(conditions))
        self.unsettled = bool((CLOCKS | {"names out", "names hang", "conf"} | ACCOUNTS) & set(conditions))
        self.record.looks = not self.unsettled
        self.record.doubts_holds = bool({"clock behind", "clock jumps"} & set(conditions))
        if self.record.doubts_holds:
            self.record.history.doubt_holds()

    def begin(self, conditions):
        self.active = conditions
        self.record.storage = bool(STORAGE & set(conditions))
        for condition in conditions:
            self.tally[f"condition: {condition}"] += 1
            getattr(self, "begin_" + condition.replace(" ", "_"))()

    def end(self, conditions):
        self.active = []
        self.broken.mend()
        if "conf" in conditions:
            case.replace(self.conf_path(), self.conf)
        if "slurmdbd away" in conditions:
            self.accounts.database.begin_slurmdbd()
        if "account away" in conditions:
            self.accounts.give_back()

    # --- conditions -----------------------------------------------------------------

    def begin_sync_fails(self):
        self.broken.set("sync fails", self.dice.choice([0.02, 0.2, 1]))

    def begin_sync_slow(self):
        self.broken.set("sync slow", 0.5, slow_ms=self.dice.choice([50, 300]))

    def begin_write_short(self):
        self.broken.set("write short", self.dice.choice([0.05, 0.5]))

    def begin_disk_full(self):
        self.broken.set("disk full", self.dice.choice([0.01, 0.2, 1]))

    def begin_no_memory(self):
        self.broken.set("no memory", self.dice.choice([0.00002, 0.0005, 0.005]))

    def begin_disk_hangs(self):
        self.broken.hang("disk")

    def begin_clock_ahead(self):
        ahead = self.dice.choice([30, HOUR, 5 * HOUR, 7 * 24 * HOUR])
        self.record.ahead = ahead
        self.broken.clock(ahead)

    def begin_clock_behind(self):
        self.broken.clock(-self.dice.choice([30, HOUR, 24 * HOUR]))

    begin_clock_jumps = begin_clock_ahead

    def jump_back(self):
        self.pause(0.5)
        self.begin_clock_behind()

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
        what = self.dice.choice([PARTITION, FEATURE])
        done = self.places.give_back(what) if self.dice.random() < 0.4 else self.places.take(what, self.dice)
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

    def begin_names_out(self):
        self.broken.hang("names", "gone")

    def begin_names_hang(self):
        self.broken.hang("names", "hang")

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
        self.pause(2)

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
        self.broken.mend_storage()

    def start_ctld(self):
        """Slurm's own start looks up the users of all reservations, and hangs with a name service that does."""
        if "names hang" in self.active:
            self.broken.forget("names")
        self.began_anew = self.read_anew = True
        self.tally["starts"] += 1
        self.log_began = log_size(self.c.log_paths()[0])
        r = self.c.cluster("start-ctld")
        if not r.ok and "runs already" not in r.err:
            raise Failed(f"slurmctld does not start: {r}")

    def kill(self):
        # A start whose disk hangs hangs with it, as Slurm's own state is on that disk.
        if STORAGE & set(self.active) and "disk hangs" not in self.active and self.dice.random() < 0.3:
            self.start_in_vain()
            return
        self.killed = True
        self.tally["kills"] += 1
        with self.record.accepts:
            self.end_at_once()
        self.start()

    def end_at_once(self):
        r = self.c.cluster("kill-ctld")
        if not r.ok and not says_why(self.c.log_paths()[0], self.log_began):
            raise Failed(f"slurmctld is not there to be killed, and has not logged why: {r}")
        self.record.kills += 1	# not before: what it still answers is of the time before

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
        self.broken.forget("names")
        r = self.c.cluster("stop-ctld")
        if not r.ok:
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
        """All nodes are there again."""
        if not self.answers():
            self.kill()
        self.c.wait_answering()
        if self.read_anew:
            self.restore_places()


class PairSite(Site):
    """Two controllers."""

    events = {"in order": 3, "killed": 5, "hangs": 3, "goes on early": 2, "disk hangs": 2, "returned by timeout": 2,
              "none": 1, "reconfigure": 1}
    # What changes slurm.conf, or has to be mended by a start of its own, is for a cluster with one controller.
    conditions = {"none": 10, "sync slow": 2, "write short": 2, "sync fails": 1, "no memory": 1}

    def __init__(self, cluster, broken, dice, tally, record):
        super().__init__(cluster, broken, dice, tally, record)
        self.ways = Takeovers(cluster)
        self.ways.folder = broken.folder

    def prepare(self, conditions):
        super().prepare(conditions)
        self.ways.renew_second()

    def run(self, conditions, event):
        self.began_anew = self.killed = True
        self.begin(conditions)
        self.pause()
        self.end(conditions)	# a takeover under such a condition need not have read all
        if event in ("none", "reconfigure"):
            getattr(self, event)()
        else:
            with self.record.passing(event == "disk hangs"):
                getattr(self.ways, event.replace(" ", "_"))()
            self.tally["takeovers"] += 1
        self.ways.wait_owner(pair.FIRST)
        self.tally[f"event: {event}"] += 1

    def settle(self):
        self.c.wait_answering()
