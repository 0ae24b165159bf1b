# SPDX-License-Identifier: GPL-2.0-or-later
"""Clients that ask for all kinds of things at random, each in a thread of its own, and note what was answered."""
import collections
import contextlib
import dataclasses
import re
import threading
import time
import zlib

import gq
from accounts import FOR_WHOM
from booked import NOBODY, delay_words
from deadline_calls import DeadlineCalls
from pair import GUARD
from places import Places
from order import CREATE, CUT, DELETE, MAINT, MISSING, NO, TAKEN, UPDATE, YES, Call, Promise, Seen
from wishes import LifeWishes, TortureWishes

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
PAPER = "(garq_shift=paper)"	# which refuses more than need be, and says so

NAME = re.compile(r"[a-z]+\d*-\d+(-\d{4}-\d\d-\d\d)?")
DATED = re.compile(r"[a-z]+\d*-\d+-\d{4}-\d\d-\d\d")

OPERATOR = "root"
SLOW = "garqslow"	# the user of stall.c
MAINTAINED = [f"{MAINT}-{i}" for i in range(1, 5)]
OPEN_MOST = 8	# calls of one name in a round of which nobody knows whether they did anything: each doubles the orders
HOLD_MOST = 3600
BOOKINGS = 60	# more are not made
JOBS = 40
JOB_LIMIT = 2	# minutes, the longest time limit of a job
UNDISTURBED = (JOB_LIMIT + 2) * 60	# seconds: no job that runs now reaches further


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

    def __init__(self, history, tally, story, of):
        self.history, self.tally, self.story = history, tally, story
        self.set = of		# sets.Set
        self.places = None	# places.Places
        self.units = {}		# of each node, that can be booked
        self.promises = None	# deadlines.Promises, if jobs with a deadline are watched
        self.accounts = None	# accounts.Accounts
        self.seen = None	# judge.Look, the last one
        self.lock = threading.Lock()
        self.ahead = 0		# seconds by which the controller's clock was ahead, at most, in this round
        self.latest = 0		# that any controller's clock has shown in this round
        self.looks = True	# may looks be explained while clients are at work? Not where clocks, names or nodes are wrong
        self.doubts_holds = False	# may holds end at any time?
        self.slow = False	# shall the slow user be named?
        self.storage = False	# can the ledger not be written at times?
        self.kills = 0		# and takeovers, that are over
        self.passes = False	# is there a takeover?
        self.open = collections.Counter()	# name -> calls in this round without an answer
        self.accepts = threading.Lock()	# no kill and no takeover begins while an offer that may be lost is accepted
        self.going = threading.Event()	# may clients make calls?
        self.going.set()
        self.busy = 0		# clients that make one
        self.round = 0
        self.may_cut = False	# may slurmctld leave a call without an answer in this round?
        self.named = set()	# names of reservations in this round
        self.granted = set()	# those that may have been made, changed or deleted
        self.refused = []	# bookings that did not fit, as it was said in this round
        self.unheard = []	# jobs with a deadline of which nobody knows whether they are there
        self.offers = collections.defaultdict(dict)	# of each client, {name: an offer}
        self.standing = {}	# name -> Promise, of requests that stand by if they are refused
        self.in_use = set()	# names of reservations that jobs were submitted to

    def begin(self):
        """A round begins: what ended by a clock that was ahead in an earlier one was found by its last look."""
        self.ahead = self.latest = 0
        self.round += 1
        for known in (self.open, self.named, self.granted, self.refused, self.unheard):
            known.clear()
        if self.set.names:	# other clients may make the names mean something else
            self.offers.clear()

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
            if call.answer in (YES, CUT) or self.set.breaks:	# what is refused may be shown, and be undone
                self.granted.add(call.name)
            self.history.add(call)
            self.tell(call.verb, call.answer, words, r)

    def tell(self, verb, answer, words, r):
        self.tally[f"{verb} {answer}"] += 1
        said = "" if r.ok else " # " + " / ".join(r.err.split("\n")[:2])
        self.story.write(f"{time.time():.3f} {verb} {answer}: {' '.join(map(str, words))}{said}\n")

    def saw(self, r, begun, ended, **more):
        shown, ends = read_shown(r.out)
        with self.lock:
            self.tally["look yes"] += 1
            self.history.saw(shown, begun, ended, self.now(), ends, latest=self.latest, **more)

    def there(self, within=None):
        """
        Names of bookings that are sure to be there, that nobody has named in this round, and that begin within some seconds.
        What has ended Slurm keeps for some seconds: with a later end it would reach over its successors.
        """
        now = time.time()
        return sorted(name for name, r in self.seen.reservations.items() if name not in self.named and r["end"] > now + 2 and
                      (within is None or r["start"] < now + within) and self.history.sure(name))


def read_shown(out):
    """
    scontrol -o show reservation as {name: Seen}, and the names of those that have no length: they never began, and
    Slurm purges them when no job is in them any more.
    """
    found, ends = {}, set()
    for line in out.splitlines():
        fields = dict(w.split("=", 1) for w in line.split() if "=" in w)
        name = fields.get("ReservationName")
        if not name or not NAME.fullmatch(name):
            continue
        if fields["StartTime"] == fields["EndTime"]:
            ends.add(name)
        else:
            found[name] = Seen(gq.seconds(fields["StartTime"]), gq.seconds(fields["EndTime"]),
                               frozenset(gq.expand(fields["Nodes"])), fields["Accounts"], fields["Users"])
    return found, frozenset(ends)


class Client(DeadlineCalls, threading.Thread):
    """Makes calls, one after another, until it has made as many as its budget says, or is told to stop."""

    undisturbed = UNDISTURBED

    def __init__(self, cluster, record, dice, user, number, nodes, budget=None, calls=None, beside=1):
        """beside: clients, of which each has names of its own in the round, where it changes what it knows."""
        super().__init__(daemon=True)
        self.number, self.beside = number, beside
        self.cluster, self.record, self.dice, self.user, self.budget = cluster, record, dice, user, budget
        self.kinds = calls or record.set.calls
        self.nodes = frozenset(f"n{i}" for i in range(1, nodes + 1))
        self.set = record.set
        self.wishes = (TortureWishes if self.set.names else LifeWishes)(dice, nodes, record.places or Places(cluster, nodes))
        self.wishes.units = record.units
        self.mine = "c" if user == OPERATOR else user
        self.alone = f"{self.mine}{number}"	# begins the names that no other client uses
        self.offers = record.offers[number]
        self.stop, self.error = threading.Event(), None
        self.jobs, self.calls = [], 0

    def run(self):
        try:
            while not self.stop.is_set() and self.calls != self.budget:
                kind = self.dice.choices(list(self.kinds), list(self.kinds.values()))[0]
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
        return f"{self.dice.choice([self.mine, self.alone])}-{self.dice.randint(1, self.set.names)}"

    def new_name(self):
        return self.name() if self.set.names else f"{self.alone}-{self.record.round * 100 + self.calls}"

    def old_name(self, within=None):
        """None: there is none, see Record.there()."""
        if self.set.names:
            return self.name()
        there = [name for name in self.record.there(within)
                 if not name.startswith(MAINT) and zlib.crc32(name.encode()) % self.beside == self.number % self.beside]
        return self.dice.choice(there) if there else None

    @property
    def as_user(self):
        return None if self.user == OPERATOR else self.user

    def ask(self, *words):
        return self.cluster.scontrol(*words, user=self.as_user)

    def call(self, verb, name, words, change=None, accepts=False):
        """Send a request, and note its answer."""
        if self.record.open[name] >= OPEN_MOST:
            time.sleep(0.1)	# such a round may have no other names left
            return
        begun, before = time.monotonic(), (self.record.kills, self.record.passes)
        self.record.named.add(name)
        self.offers.pop(name, None)	# the next ones may have the same names
        sent = time.time()
        r = self.ask(*words)
        answer, ended, now = classify(r), time.monotonic(), self.record.now()
        if answer == MISSING and accepts:	# the offer is not there
            answer = NO
        self.record.note(Call(name, verb, begun, ended, answer, change, now=now, latest=self.record.latest,
                              ahead=self.record.ahead), words[1:], r)
        if answer == NO and verb == CREATE and "busy" in r.err and PAPER not in r.err and change.esr > sent + UNDISTURBED:
            self.record.refused.append(self.today(change))
        found = [o for o in OFFER.findall(r.err) if o[0] == name]
        if found and name.startswith(f"{self.alone}-") and (self.set.names or self.has_plain_offers(verb, change)):
            self.offers[name] = verb, self.dice.choice(found), before if self.record.storage else None, change

    @staticmethod
    def has_plain_offers(verb, change):
        """The offers are for nodes that were asked for."""
        return verb == CREATE and change.esr == change.lsr and not change.pinned and not change.units

    def today(self, promise):
        """What it asks for, of nodes that it can ask for now."""
        return dataclasses.replace(promise, among=promise.among - self.record.places.unfit(promise.among))

    def users(self):
        if self.user == OPERATOR and self.record.slow and self.dice.random() < 0.4:
            return f"root,{SLOW}"
        return self.user

    def wish(self, flexible=True):
        """(Promise, words)"""
        now = int(time.time())
        if self.dice.random() < 0.5:
            now += self.record.ahead
        self.wishes.flexible = type(self.wishes).flexible if flexible else 0
        booking, words = self.wishes.create("", now)
        users, accounts, whom = None if self.set.names else booking.users, NOBODY, f"Users={self.users()}"
        if self.record.accounts and (self.set.names or self.record.accounts.there) and self.dice.random() < 0.35:
            users, accounts = users and NOBODY, self.dice.choice(FOR_WHOM)
            whom = f"Accounts={accounts}"
        promise = Promise(**{**vars(booking), "users": users, "accounts": accounts})
        return promise, [whom if word.startswith("Users=") else word for word in words]

    # --- requests -------------------------------------------------------------------

    def create(self):
        if not self.set.names and len(self.record.seen.reservations) >= BOOKINGS:
            return self.delete()
        name, (promise, words) = self.new_name(), self.wish()
        promise = dataclasses.replace(promise, name=name)
        self.call(CREATE, name, ["create", "reservation", f"ReservationName={name}", *words], promise)

    def standby(self):
        """Refused it waits for room: it may be booked in a later round, which is logged (Run.note_booked())."""
        name, (promise, words) = self.new_name(), self.wish()
        self.record.standing[name] = promise = dataclasses.replace(promise, name=name)
        self.call(CREATE, name, ["create", "reservation", f"ReservationName=standby:book:{name}", *words], promise)

    def series(self):
        """One request for several dates: a call about each of these; or the deletion of one."""
        old = [name for name in self.record.seen.reservations if DATED.fullmatch(name) and name.startswith(f"{self.alone}-")]
        if old and self.dice.random() < 0.5:
            name = self.dice.choice(sorted(old))
            self.call(DELETE, name, ["delete", f"ReservationName={name}"])
            return
        base, (promise, words) = self.new_name(), self.wish()
        base = f"{self.alone}-{base.split('-')[1]}"
        days = [0, *self.dice.sample(range(1, 6), self.dice.randint(1, 3))]
        starts = [time.mktime((*(t := time.localtime(promise.esr))[:2], t[2] + d, *t[3:8], -1)) for d in days]
        dates = [time.strftime("%Y-%m-%d", time.localtime(s)) for s in starts]
        names = [f"{base}-{date}" for date in dates]
        if any(self.record.open[name] >= OPEN_MOST for name in names):
            return
        begun = time.monotonic()
        self.record.named.update(names)
        r = self.ask("create", "reservation", f"ReservationName=also:{','.join(dates[1:])}:{base}", *words)
        answer = classify(r)
        answer = NO if answer in (TAKEN, MISSING) else answer	# of one name, nobody knows of which
        for name, start in zip(names, starts):
            later = int(start) - int(starts[0])
            self.record.note(Call(name, CREATE, begun, time.monotonic(), answer,
                                  dataclasses.replace(promise, name=name, esr=promise.esr + later, lsr=promise.lsr + later),
                                  now=self.record.now(), latest=self.record.latest, ahead=self.record.ahead), words, r)

    def accept(self):
        """Take what was offered for a create or an update."""
        if not self.offers:
            return
        name = self.dice.choice(sorted(self.offers))
        verb, offer, before, refused = self.offers[name]
        with self.record.accepts if before else contextlib.nullcontext():
            if self.record.has_offers(before):
                self.take(name, verb, refused, *offer[1:])
            else:
                del self.offers[name]

    def take(self, name, verb, refused, number, start, end, count):
        start, end = gq.seconds(start), gq.seconds(end)
        change = {"nodes": int(count), "esr": start, "lsr": start, "duration": end - start,
                  "among": self.nodes if self.set.names else refused.among}
        if verb == CREATE:
            change = dataclasses.replace(refused, **change, held_until=0)
        self.call(verb, name, ["update", f"ReservationName={name}.{number}"], change, accepts=True)

    def hold(self):
        name, (promise, words) = self.name(), self.wish(flexible=False)
        ttl = self.dice.choice([30, 120, 600, HOLD_MOST])
        # It ends ttl seconds after it was made, of which the second counts in which that was, or at its start.
        until = 1 if self.record.doubts_holds else min(int(time.time()) + ttl - 1, promise.esr)
        promise = dataclasses.replace(promise, name=name, held_until=until)
        self.call(CREATE, name, ["create", "reservation", f"ReservationName=hold:{ttl}:{name}", *words], promise)

    def confirm(self):
        name = self.name()
        self.call(UPDATE, name, ["update", f"ReservationName={name}"], {"held_until": 0})

    def update(self):
        name = self.old_name()
        if not name:
            return self.create()
        change, words = self.blind_change() if self.set.names else self.known_change(self.record.history.sure(name))
        self.call(UPDATE, name, ["update", f"ReservationName={name}", *words], change)

    def known_change(self, promise):
        """A change of a booking that nobody else changes in this round."""
        while True:
            after, words = self.wishes.update(promise, int(time.time()), promise.name in self.record.in_use)
            if promise.users != NOBODY or not words[0].startswith("Users="):	# one that is for accounts stays so
                break
        change = {key: value for key, value in vars(after).items() if value != getattr(promise, key)}
        return {**change, "lsr": after.lsr}, words

    def blind_change(self):
        """A change of a booking that other clients may be changing."""
        way = self.dice.choice(["count", "minutes", "delay", "start"])
        if way == "count":
            count = self.dice.randint(1, len(self.nodes))
            return {"nodes": count, "among": self.nodes}, [f"NodeCnt={count}"]
        if way == "minutes":
            minutes = self.dice.randint(1, 300)
            return {"duration": minutes * 60}, [f"Duration={minutes}"]
        if way == "delay":
            delay = self.dice.randint(1, 7200)
            return {"delay": delay}, [delay_words(delay)]
        start = self.wishes.start(int(time.time()) + self.dice.choice([0, self.record.ahead]))
        seconds, _, words = self.wishes.length(start)
        return {"esr": start, "duration": seconds}, [f"StartTime={gq.stamp(start)}", *words]

    def delete(self):
        name = self.old_name()
        if name:
            self.call(DELETE, name, ["delete", f"ReservationName={name}"])

    def maint(self):
        """
        An operator has nodes maintained, bookings or not: announces it, puts it off, makes it longer, ends it. This is Slurm's
        own: nothing makes it again where it ended by a clock that was ahead, or where its nodes were away.
        """
        if self.user != OPERATOR or not self.record.looks:
            return
        name, n = self.dice.choice(MAINTAINED), self.dice.randint
        known = self.record.history.sure(name) if name in self.record.there() else None
        if self.dice.random() < 0.4:
            self.call(DELETE, name, ["delete", f"ReservationName={name}"])
        elif known and not self.set.names:
            self.change_maintenance(known)
        else:
            start = int(time.time()) + self.dice.choice([n(1, 20), n(20, 600), n(300, 7200) if self.set.names else 1])
            minutes = n(1, 300 if self.set.names else 5)
            nodes = frozenset(self.dice.sample(sorted(self.nodes), n(1, 3)))
            self.call(CREATE, name, ["create", "reservation", f"ReservationName={name}", f"StartTime={gq.stamp(start)}",
                                     f"Duration={minutes}", f"Nodes={','.join(sorted(nodes))}", "Flags=MAINT,IGNORE_JOBS",
                                     "Users=root"],
                      Promise(name, len(nodes), start, start, minutes * 60, nodes, pinned=not self.set.names))

    def change_maintenance(self, known):
        """What has begun keeps its start."""
        start, seconds = known.esr, known.duration + 60
        if not known.may_have_begun():
            start, seconds = int(time.time()) + self.dice.randint(6, 600), self.dice.randint(1, 5) * 60
        words = [f"StartTime={gq.stamp(start)}"] if start != known.esr else []
        self.call(UPDATE, known.name, ["update", f"ReservationName={known.name}", *words, f"Duration={seconds // 60}"],
                  {"esr": start, "duration": seconds})

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
        if len(self.record.seen.jobs) + len(self.jobs) >= JOBS:
            return
        r = self.cluster.run("sbatch", "--parsable", "-D", "/", "-o", "/dev/null", *words, "--wrap",
                             f"exec sleep {seconds}", user=self.as_user)
        if r.ok:
            self.jobs.append(r.out.strip())
        self.other(kind, words, r)

    def job(self):
        """Most end before their limit."""
        n = self.dice.randint
        words = [["-N", 1], ["-N", 1], ["-N", 2], ["-N", 4]]
        if self.set.shares:
            words += [["-N", 1, "-c", n(1, 4)], ["-n", n(2, 12)]]
        words = self.dice.choice(words)
        if any(unit.startswith("GPU") for has in self.record.units.values() for unit in has) and self.dice.random() < 0.3:
            words = ["-N", 1, "-c", n(1, 2), "--gres", f"gpu:{n(1, 3)}"]
        self.submit("job", [*words, "-t", n(1, JOB_LIMIT)],
                    self.dice.choice([n(0, 5), n(0, 20), n(5, 50), 300]))

    def job_inside(self):
        """In a booking that has begun, or will."""
        name = self.old_name(within=60)
        if name:
            known = self.record.history.sure(name)
            self.record.in_use.add(name)
            words = ["-N", self.dice.randint(1, known.nodes)] if known and known.nodes else ["-N", 1]
            if known and known.units and known.units[1]:
                words += ["--gres", f"gpu:{self.dice.randint(0, 1)}"]
            self.submit("job inside", [*words, "-t", 1, "--reservation", name],
                        self.dice.randint(1, 30))

    def deadline_job(self):
        self.submit("deadline job", ["-N", self.dice.choice([1, 2, 4]), "-t", 1,
                                     f"--deadline=now+{self.dice.randint(3, 60)}minutes"], self.dice.randint(0, 20))

    def cancel(self):
        if self.set.names:
            words = [self.jobs.pop(self.dice.randrange(len(self.jobs)))] if self.jobs else []
        elif self.record.seen.jobs and self.dice.random() < 0.7:
            words = [self.dice.choice(sorted(self.record.seen.jobs))]
        else:
            words = ["-t", "PENDING", "-n", "wrap"]
        if self.record.promises:
            self.record.promises.cancelled(words)
        if words:
            self.other("cancel", words, self.cluster.run("scancel", *words, user=self.as_user))
