# SPDX-License-Identifier: GPL-2.0-or-later
"""Clients that ask for all kinds of things at random, each in a thread of its own, and note what was answered."""
import collections
import contextlib
import dataclasses
import re
import threading
import time

import gq
from accounts import FOR_WHOM
from booked import NOBODY, delay_words
from pair import GUARD
from places import FEATURE, PARTITION, Places
from order import CREATE, CUT, DELETE, MAINT, MISSING, NO, TAKEN, UPDATE, YES, Call, Promise, Seen

# Answers by which nobody knows whether anything was done.
LOST = re.compile(r"[Uu]nable to contact|timed out|[Cc]onnect|[Zz]ero [Bb]ytes|[Cc]ommunication|[Tt]ransport|"
                  r"[Ss]ocket|Unexpected message|Insane message|Header lengths|Incompatible versions|shut|"
                  r"deleted, but the ledger|[Nn]o error|[Pp]rotocol authentication|munge")
# It was done, and was not or could not be undone, but for a kill: nobody knows whether it stays.
OPEN = re.compile(r"may be there all the same|can't go back|is there and is used or changed by now")
# Nothing was sent, or all was undone.
UNDONE = re.compile(r"connect failure|Connection refused|(?<!deleted, but )the ledger can't be written|nothing was done")
DUPLICATE = re.compile(r"Duplicate reservation|there is a reservation \S+ already")
NOT_THERE = re.compile(r"[Nn]o such reservation|Requested reservation is invalid|: no such|there is no reservation")
OFFER = re.compile(r"(\S+)\.(\d+) +(\S{19})  (\S{19})  +(\d+) ")

OPERATOR = "root"
SLOW = "garqslow"	# the user of stall.c
REQUESTS = {"create": 34, "update": 20, "delete": 14, "accept": 10, "hold": 8, "confirm": 8, "query": 2, "probe": 2,
            "look": 4, "maint": 3, "job": 4, "job inside": 8, "deadline job": 5, "cancel": 5}
NAMES = 5	# of each kind
MAINTAINED = [f"{MAINT}-{i}" for i in range(1, 4)]
OPEN_MOST = 8	# calls of one name in a round of which nobody knows whether they did anything: each doubles the orders
HOLD_MOST = 3600


def classify(r):
    """The answer to a call, by what scontrol printed."""
    if r.ok:
        return YES
    if OPEN.search(r.err):
        return CUT
    if UNDONE.search(r.err):
        return NO
    if not r.err.strip() or LOST.search(r.err):
        return CUT
    return TAKEN if DUPLICATE.search(r.err) else MISSING if NOT_THERE.search(r.err) else NO


class Record:
    """What all clients share: the history, the count of answers, and the times that controllers may show."""

    def __init__(self, history, tally, story):
        self.history, self.tally, self.story = history, tally, story
        self.lock = threading.Lock()
        self.ahead = 0		# seconds by which the controller's clock was ahead, at most, in this round
        self.latest = 0		# that any controller's clock has shown in this round
        self.looks = True	# may looks be explained while clients are at work? Not where clocks, names or nodes are wrong
        self.doubts_holds = False	# may holds end at any time?
        self.slow = False	# shall the slow user be named?
        self.accounts = False	# is there a slurmdbd?
        self.storage = False	# can the ledger not be written at times?
        self.kills = 0		# and takeovers, that are over
        self.passes = False	# is there a takeover?
        self.open = collections.Counter()	# name -> calls in this round without an answer
        self.accepts = threading.Lock()	# no kill and no takeover begins while an offer that may be lost is accepted
        self.going = threading.Event()	# may clients make calls?
        self.going.set()
        self.busy = 0		# clients that make one

    def begin(self):
        """A round begins: what ended by a clock that was ahead in an earlier one was found by its last look."""
        self.ahead = self.latest = 0
        self.open.clear()

    def now(self):
        now = time.time() + self.ahead
        self.latest = max(self.latest, now)
        return now

    def enter(self):
        """A client makes a call, and leaves."""
        while True:
            self.going.wait()
            with self.lock:
                if self.going.is_set():
                    self.busy += 1
                    return

    def leave(self):
        with self.lock:
            self.busy -= 1

    @contextlib.contextmanager
    def still(self):
        """In here no client makes a call."""
        with self.lock:
            self.going.clear()
        try:
            gq.wait_for(lambda: not self.busy, "the clients keep still", 120)
            yield
        finally:
            self.going.set()

    @contextlib.contextmanager
    def passing(self, storage):
        """In here one controller passes control on, or its disk hangs (storage), at a moment that nobody knows."""
        with self.accepts:
            self.passes, self.storage = True, self.storage or storage
        try:
            yield
        finally:
            self.kills += 1
            self.passes = False

    def has_offers(self, before):
        """
        Have the names of offers the meaning that they had, where (kills, passes) were before; None: the ledger has
        them. Where it can't be written it need not have the offers that were printed last: after a kill an older one
        may have the name of one of them.
        """
        return before is None or (not self.passes and before == (self.kills, False))

    def note(self, call, words, r):
        with self.lock:
            self.open[call.name] += call.answer == CUT
            self.history.add(call)
            self.tell(call.verb, call.answer, words, r)

    def tell(self, verb, answer, words, r):
        self.tally[f"{verb} {answer}"] += 1
        said = "" if r.ok else " # " + " / ".join(r.err.split("\n")[:2])
        self.story.write(f"{time.time():.3f} {verb} {answer}: {' '.join(map(str, words))}{said}\n")

    def saw(self, r, begun, ended, away=0):
        shown, ends = read_shown(r.out)
        with self.lock:
            self.tally["look yes"] += 1
            self.history.saw(shown, begun, ended, self.now(), self.latest, away, ends)


def read_shown(out):
    """
    scontrol -o show reservation as {name: Seen}, and the names of those that have no length: they never began, and
    Slurm purges them when no job is in them any more.
    """
    found, ends = {}, set()
    for line in out.splitlines():
        fields = dict(w.split("=", 1) for w in line.split() if "=" in w)
        name = fields.get("ReservationName")
        if not name or not re.fullmatch(r"[a-z]+\d*-\d+", name):
            continue
        if fields["StartTime"] == fields["EndTime"]:
            ends.add(name)
        else:
            found[name] = Seen(gq.seconds(fields["StartTime"]), gq.seconds(fields["EndTime"]),
                               frozenset(gq.expand(fields["Nodes"])), fields["Accounts"].replace(NOBODY, ""))
    return found, frozenset(ends)


class Client(threading.Thread):
    """Makes calls, one after another, until it is told to stop."""

    def __init__(self, cluster, record, dice, user, number, nodes):
        super().__init__(daemon=True)
        self.cluster, self.record, self.dice, self.user = cluster, record, dice, user
        self.nodes = frozenset(f"n{i}" for i in range(1, nodes + 1))
        self.places = Places(cluster, nodes).of
        self.prefix = "op" if user == OPERATOR else user
        self.mine = "c" if user == OPERATOR else user
        self.alone = f"{self.mine}{number}"	# begins the names that no other client uses
        self.stop, self.error = threading.Event(), None
        self.offers, self.jobs, self.calls = {}, [], 0

    def run(self):
        try:
            while not self.stop.is_set():
                kind = self.dice.choices(list(REQUESTS), list(REQUESTS.values()))[0]
                self.record.enter()
                try:
                    getattr(self, kind.replace(" ", "_"))()
                finally:
                    self.record.leave()
                self.calls += 1
        except Exception as e:	# told by the main thread
            self.error = e

    # --- a call -----------------------------------------------------------------

    def name(self):
        """Half of the names are this client's alone, the others are shared with other clients of the user."""
        return f"{self.dice.choice([self.mine, self.alone])}-{self.dice.randint(1, NAMES)}"

    def ask(self, *words):
        return self.cluster.scontrol(*words, user=None if self.user == OPERATOR else self.user)

    def call(self, verb, name, words, change=None, accepts=False):
        """Send a request, and note its answer."""
        if self.record.open[name] >= OPEN_MOST:
            time.sleep(0.1)	# such a round may have no other names left
            return
        begun, before = time.monotonic(), (self.record.kills, self.record.passes)
        self.offers.pop(name, None)	# the next ones may have the same names
        r = self.ask(*words)
        answer, ended, now = classify(r), time.monotonic(), self.record.now()
        if answer == MISSING and accepts:	# the offer is not there
            answer = NO
        self.record.note(Call(name, verb, begun, ended, answer, change, now=now, latest=self.record.latest,
                              ahead=self.record.ahead), words[1:], r)
        found = [o for o in OFFER.findall(r.err) if o[0] == name]
        if found and name.startswith(f"{self.alone}-"):
            accounts = change.accounts if verb == CREATE else ""
            self.offers[name] = verb, self.dice.choice(found), before if self.record.storage else None, accounts

    def whom(self):
        """(accounts, a word)"""
        if self.record.accounts and self.dice.random() < 0.3:
            accounts = self.dice.choice(FOR_WHOM)
            return accounts, f"Accounts={accounts}"
        return "", f"Users={self.users()}"

    def users(self):
        if self.user == OPERATOR and self.record.slow and self.dice.random() < 0.4:
            return f"root,{SLOW}"
        return self.user

    # --- what a booking may be -----------------------------------------------------

    def place(self):
        """(how many, of which nodes, words)"""
        if self.dice.random() < 0.15:
            first = self.dice.randint(1, len(self.nodes))
            last = min(first + self.dice.randint(0, 2), len(self.nodes))
            names = frozenset(f"n{i}" for i in range(first, last + 1))
            return len(names), names, [f"Nodes=n[{first}-{last}]"]
        among, words = self.dice.choice([(self.nodes, [])] * 3 + [
            (self.places[PARTITION], [f"PartitionName={PARTITION}"]), (self.places[FEATURE], [f"Features={FEATURE}"])])
        count = min(self.dice.choice([1, 1, 2, 2, 3, 4, len(self.nodes) // 2, len(self.nodes)]), len(among))
        return count, among, [f"NodeCnt={count}", *words]

    def times(self):
        """(start, minutes): most are far away; the others begin, and end, while we look."""
        r, now = self.dice.randint, int(time.time())
        if self.dice.random() < 0.5:
            now += self.record.ahead
        start = now + self.dice.choice([r(3, 60), r(3, 60), r(300, 7200), r(3600, 86400), r(3600, 4 * 86400)])
        return start, self.dice.choice([1, 2, 5, 30, 60, r(1, 300), r(1, 300)])

    def wish(self, flexible=True):
        """(Promise, words)"""
        (start, minutes), (count, among, where), (accounts, whom) = self.times(), self.place(), self.whom()
        delay = self.dice.choice([0, 0, 0, self.dice.randint(1, 600), self.dice.randint(60, 7200)]) if flexible else 0
        words = [f"StartTime={gq.stamp(start)}", f"Duration={minutes}", *where, whom]
        if delay:
            words.append(delay_words(delay))
        return Promise(count, start, start + delay, minutes * 60, among, accounts=accounts), words

    # --- requests -------------------------------------------------------------------

    def create(self):
        name, (promise, words) = self.name(), self.wish()
        self.call(CREATE, name, ["create", "reservation", f"ReservationName={name}", *words], promise)

    def accept(self):
        """Take what was offered for a create or an update."""
        if not self.offers:
            return
        name = self.dice.choice(sorted(self.offers))
        verb, offer, before, accounts = self.offers[name]
        with self.record.accepts if before else contextlib.nullcontext():
            if self.record.has_offers(before):
                self.take(name, verb, accounts, *offer[1:])
            else:
                del self.offers[name]

    def take(self, name, verb, accounts, number, start, end, count):
        start, end = gq.seconds(start), gq.seconds(end)
        change = Promise(int(count), start, start, end - start, self.nodes, accounts=accounts)
        if verb == UPDATE:
            change = {"nodes": change.nodes, "esr": start, "duration": end - start, "among": self.nodes, "delay": 0}
        self.call(verb, name, ["update", f"ReservationName={name}.{number}"], change, accepts=True)

    def hold(self):
        name, (promise, words) = self.name(), self.wish(flexible=False)
        ttl = self.dice.choice([30, 120, 600, HOLD_MOST])
        # It ends ttl seconds after it was made, of which the second counts in which that was, or at its start.
        until = 1 if self.record.doubts_holds else min(int(time.time()) + ttl - 1, promise.esr)
        promise = dataclasses.replace(promise, held_until=until)
        self.call(CREATE, name, ["create", "reservation", f"ReservationName=hold:{ttl}:{name}", *words], promise)

    def confirm(self):
        name = self.name()
        self.call(UPDATE, name, ["update", f"ReservationName={name}"], {"held_until": 0})

    def update(self):
        name, way = self.name(), self.dice.choice(["count", "minutes", "delay", "start"])
        if way == "count":
            count = self.dice.randint(1, len(self.nodes))
            change, words = {"nodes": count, "among": self.nodes}, [f"NodeCnt={count}"]
        elif way == "minutes":
            minutes = self.dice.randint(1, 300)
            change, words = {"duration": minutes * 60}, [f"Duration={minutes}"]
        elif way == "delay":
            delay = self.dice.randint(1, 7200)
            change, words = {"delay": delay}, [delay_words(delay)]
        else:
            start, minutes = self.times()
            change = {"esr": start, "duration": minutes * 60}
            words = [f"StartTime={gq.stamp(start)}", f"Duration={minutes}"]
        self.call(UPDATE, name, ["update", f"ReservationName={name}", *words], change)

    def delete(self):
        name = self.name()
        self.call(DELETE, name, ["delete", f"ReservationName={name}"])

    def maint(self):
        """
        An operator has nodes maintained, bookings or not. This is Slurm's own: nothing makes it again where it ended by a
        clock that was ahead, or where its nodes were away.
        """
        if self.user != OPERATOR or not self.record.looks:
            return
        name, r = self.dice.choice(MAINTAINED), self.dice.randint
        if self.dice.random() < 0.4:
            self.call(DELETE, name, ["delete", f"ReservationName={name}"])
            return
        start, minutes = int(time.time()) + self.dice.choice([r(2, 20), r(300, 7200), r(3600, 86400)]), r(1, 300)
        nodes = frozenset(self.dice.sample(sorted(self.nodes), r(1, 3)))
        self.call(CREATE, name, ["create", "reservation", f"ReservationName={name}", f"StartTime={gq.stamp(start)}",
                                 f"Duration={minutes}", f"Nodes={','.join(sorted(nodes))}", "Flags=MAINT,IGNORE_JOBS",
                                 "Users=root"], Promise(len(nodes), start, start, minutes * 60, nodes))

    def end_maintenance(self):
        for name in MAINTAINED:
            self.call(DELETE, name, ["delete", f"ReservationName={name}"])

    # --- what changes nothing -------------------------------------------------------

    def other(self, kind, words, r):
        with self.record.lock:
            self.record.tell(kind, classify(r), words, r)

    def query(self):
        words = ["create", "reservation", "ReservationName=query", *self.wish()[1]]
        self.other("query", words, self.ask(*words))

    def probe(self):
        words = ["create", "reservation", "ReservationName=probe", *self.wish()[1]]
        self.other("probe", words, self.ask(*words))

    def look(self):
        """Reservations as they are; not in rounds in which names, clocks or nodes are away."""
        begun = time.monotonic()
        r = self.cluster.scontrol("-o", "show", "reservation")
        if r.ok and self.record.looks and GUARD not in r.out:
            self.record.saw(r, begun, time.monotonic())

    # --- jobs -----------------------------------------------------------------------

    def submit(self, kind, words, seconds):
        if len(self.jobs) > 20:
            del self.jobs[:10]
        r = self.cluster.run("sbatch", "--parsable", "-D", "/", "-o", "/dev/null", *words, "--wrap",
                             f"exec sleep {seconds}", user=None if self.user == OPERATOR else self.user)
        if r.ok:
            self.jobs.append(r.out.strip())
        self.other(kind, words, r)

    def job(self):
        self.submit("job", ["-N", self.dice.choice([1, 1, 2]), "-t", 1], self.dice.randint(0, 20))

    def job_inside(self):
        self.submit("job inside", ["-N1", "-t1", "--reservation", self.name()], self.dice.randint(1, 20))

    def deadline_job(self):
        self.submit("deadline job", ["-N", self.dice.choice([1, 2, 4]), "-t", 1,
                                     f"--deadline=now+{self.dice.randint(3, 60)}minutes"], self.dice.randint(0, 20))

    def cancel(self):
        if self.jobs:
            job = self.jobs.pop(self.dice.randrange(len(self.jobs)))
            self.other("cancel", [job], self.cluster.run("scancel", job))
