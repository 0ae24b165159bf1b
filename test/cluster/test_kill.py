# SPDX-License-Identifier: GPL-2.0-or-later
"""kill -9 at random moments: what was acknowledged is there, whole, and once.

Threads create, change and delete reservations with scontrol while slurmctld is
killed and started again. A call that was under way then may have been done or
not, but nothing in between. SEED= replays the choices, KILLS= sets how often.
"""
import dataclasses
import os
import random
import sys
import threading
import time
import unittest

import case
import gq
from booked import Booking, delay_words

KILLS = int(os.environ.get("KILLS", "12"))
THREADS = 4
NODES = 8
ALL = frozenset(f"n{i}" for i in range(1, NODES + 1))


def setUpModule():
    case.start(NODES)


# An answer with one of these says that nothing has changed.
REFUSED = ("busy", "nodes can serve", "Duplicate", "another controller has the ledger, and this one knows no booking")


class Caller(threading.Thread):
    """Makes calls, one after another, until told to stop; owns its names."""

    def __init__(self, cluster, number, seed):
        super().__init__()
        self.cluster, self.number = cluster, number
        self.random = random.Random(f"{seed}/{number}")
        self.stop = threading.Event()
        self.sure = {}		# name -> Booking: acknowledged
        self.perhaps = {}	# name -> [Booking or None]: what may be true as well
        self.renamed = []	# (name, new name), of which one is there
        self.calls = self.made = 0
        self.error = None

    def again(self):
        """The same caller, ready to be started once more."""
        new = Caller(self.cluster, self.number, 0)
        new.random, new.sure, new.calls, new.made = (self.random, self.sure, self.calls,
                                                     self.made)
        return new

    def run(self):
        try:
            while not self.stop.is_set():
                self.call()
        except Exception as e:	# told by the test, in its own thread
            self.error = e

    def call(self):
        there = [n for n in self.sure if n not in self.perhaps]
        what = self.random.choices(["create", "update", "delete"], [60, 20, 20])[0]
        if what == "create" or not there:
            # Names come again, some of reservations that are there.
            name = f"k{self.number}-{self.random.randint(1, 40)}"
            if name in self.perhaps:
                self.stop.wait(0.01)
            else:
                self.calls += 1
                self.create(name)
            return
        self.calls += 1
        name = self.random.choice(there)
        if what == "delete":
            self.note(name, None, self.cluster.delete(name))
        else:
            self.update(name)

    def create(self, name):
        start = int(time.time())
        if self.random.random() < 0.8:	# the others begin at once
            start += self.random.randint(600, 4 * 86400)
        count, minutes = self.random.randint(1, 4), self.random.randint(60, 300)
        delay = self.random.choice([0, 0, self.random.randint(1, 7200)])
        booking = Booking(name, count, start, start + delay, minutes * 60, ALL)
        words = [delay_words(delay)] if delay else []
        r = self.cluster.scontrol("create", "reservation", f"ReservationName={name}",
                                  f"StartTime={gq.stamp(start)}", f"Duration={minutes}",
                                  f"NodeCnt={count}", "Users=root", *words)
        self.made += r.ok
        if name in self.sure:
            # The name is taken: it must be refused, whatever happens meanwhile.
            if r.ok:
                raise AssertionError(f"{name} was created twice: {r}")
            return
        self.note(name, booking, r)

    def rename(self, name):
        new = f"{name.rstrip('r')}{'r' * self.random.randint(0, 3)}"
        if new in self.perhaps or new in self.sure:
            return
        old = self.sure[name]
        r = self.cluster.update(f"name:{new}:{name}")
        self.note(new, dataclasses.replace(old, name=new), r)
        if new in self.perhaps:
            self.renamed.append((name, new))
        self.note(name, None, r)

    def update(self, name):
        old = self.sure[name]
        if self.random.random() < 0.3:
            self.rename(name)
            return
        if self.random.random() < 0.5:
            count = self.random.randint(1, 4)
            new = Booking(name, count, old.esr, old.lsr, old.duration, ALL)
            r = self.cluster.update(name, NodeCnt=count)
        else:
            minutes = self.random.randint(60, 300)
            new = Booking(name, old.nodes, old.esr, old.lsr, minutes * 60, ALL)
            r = self.cluster.update(name, Duration=minutes)
        self.note(name, new, r)

    def note(self, name, booking, r):
        """booking (None: that there is none) is true now if r says so."""
        if r.ok and booking:
            self.sure[name] = booking
        elif r.ok:
            self.sure.pop(name, None)
        elif not any(word in r.err for word in REFUSED):
            # No answer, or one that does not tell: either of them is true.
            self.perhaps[name] = [self.sure.pop(name, None), booking]

    def asked(self):
        """Lines for check-reservations."""
        lines = [b.asked() for b in self.sure.values()]
        for either in self.perhaps.values():
            maybe = {"maybe": True} if None in either else {}
            lines += [{**b.asked(), **maybe} for b in either if b]
        return lines

    def learn(self, shown):
        """What was uncertain is certain now: it is as it is shown."""
        for name, either in self.perhaps.items():
            if name in shown:
                f = shown[name]
                long = gq.seconds(f["EndTime"]) - gq.seconds(f["StartTime"])
                self.sure[name] = next(b for b in either if b and b.duration == long and
                                       b.nodes == int(f["NodeCnt"]))
        self.perhaps = {}
        for name, new in self.renamed:
            if (name in shown) == (new in shown):
                raise AssertionError(f"{name} was renamed to {new}, and both or none are there")
        self.renamed = []


class Kill(case.Case):

    def assert_sound(self, callers, when):
        r = gq.check(self.c, [line for c in callers for line in c.asked()], "--exact")
        self.assertTrue(r.ok, f"{when}\n{r}\n{self.reconciled()}")
        shown = self.c.reservations()
        for caller in callers:
            caller.learn(shown)
            for b in caller.sure.values():
                window = shown[b.name]["MaxStartDelay"]
                self.assertEqual(gq.length(window) if window != "(null)" else 0,
                                 b.lsr - b.esr, f"{when}: {b}")

    def reconciled(self):
        return "\n".join(line for line in self.c.log().splitlines()[-400:]
                         if "sched/garq" in line or "error" in line)

    def test_before_the_nodes_have_registered(self):
        self.c.restart()	# slurmctld is told of its nodes some seconds later
        start = int(time.time()) + 600
        r = self.c.create("all", StartTime=gq.stamp(start), Duration=10, NodeCnt=NODES)
        self.assertTrue(r.ok, r)

    def test_changed_after_it_has_begun(self):
        start = int(time.time()) - 30
        self.make("begun", start, start + 3600, NodeCnt=2)
        before = self.change("begun", NodeCnt=3)
        self.c.kill_controller()
        self.c.start_controller()
        self.assertEqual(self.fields("begun"), before)

    def test_kill(self):
        seed = int(os.environ.get("SEED", time.time_ns() % 1000000))
        print(f"# {__name__}: SEED={seed}", file=sys.stderr)
        dice = random.Random(seed)
        callers = [Caller(self.c, i, seed) for i in range(THREADS)]
        uncertain = 0
        for kill in range(1, KILLS + 1):
            callers = [c.again() for c in callers]
            for c in callers:
                c.start()
            if kill % 2:	# else it may hit what is made first
                before = sum(c.made for c in callers)
                gq.wait_for(lambda: sum(c.made for c in callers) > before or any(c.error for c in callers),
                            "something is created", pause=0.01)
            time.sleep(dice.uniform(0, 0.3))	# the moment is the point
            self.c.kill_controller()
            for c in callers:
                c.stop.set()
            self.c.start_controller()
            for c in callers:
                c.join()
                if c.error:
                    raise c.error
            uncertain += sum(len(c.perhaps) for c in callers)
            self.assert_sound(callers, f"after kill {kill}")
            if dice.random() < 0.2:	# again, with nothing under way
                self.c.kill_controller()
                self.c.start_controller()
                self.assert_sound(callers, f"after kill {kill}, killed once more")
        self.c.restart()
        self.assert_sound(callers, "after a restart in order")
        print(f"# {KILLS} kills, {sum(c.calls for c in callers)} calls, "
              f"{sum(c.made for c in callers)} created, {uncertain} cut off, "
              f"{sum(len(c.sure) for c in callers)} there at the end", file=sys.stderr)
        self.assertGreaterEqual(sum(c.made for c in callers), KILLS // 2)


if __name__ == "__main__":
    unittest.main()
