# SPDX-License-Identifier: GPL-2.0-or-later
"""No double booking: random creates, updates and deletes, jobs running meanwhile.

A model keeps what scontrol's exit status has acknowledged. After each burst of
calls the independent checker compares it with what Slurm shows. Every second
burst is sent four calls at a time; now and then slurmctld is reconfigured or
started anew. SEED= replays the choices, CALLS= sets how many calls there are.
"""
import os
import random
import re
import sys
import time
import unittest
from concurrent.futures import ThreadPoolExecutor

import case
import gq
from booked import Booking, Wishes, free_somewhere

CALLS = int(os.environ.get("CALLS", "300"))
BURST = 25
NODES = 16
SEED = int(os.environ.get("SEED", time.time_ns() % 1000000))
JOB_LIMIT = 10		# minutes, the longest time limit of a job
UNDISTURBED = (JOB_LIMIT + 5) * 60	# no job that starts now reaches so far


def setUpModule():
    dice = random.Random(SEED)
    params = (f"garq_delta={dice.choice([1, 60, 300, 300, 3601, 86400])},"
              f"garq_horizon={dice.choice([1, 2, 40, 365])}")
    print(f"# {__name__}: SEED={SEED} {params}", file=sys.stderr)
    case.start(NODES, params=params)


class NoDoubleBooking(case.Case):

    def setUp(self):
        super().setUp()
        self.random = random.Random(SEED)
        self.wishes = Wishes(self.random, NODES)
        self.model = {}		# name -> Booking
        self.tally = {}		# (what, acknowledged) -> how often
        self.in_use = set()	# names of those that jobs were submitted to
        self.story = []		# all calls and disturbances, for a failure
        self.calls = self.jobs_seen = 0

    # --- calls -----------------------------------------------------------

    def next_call(self, taken):
        """(what, name, words of scontrol, the booking if acknowledged)."""
        now = int(time.time())
        there = [n for n in self.model if n not in taken]
        what = self.random.choices(["create", "update", "delete"], [50, 30, 20])[0]
        if what == "create" or not there:
            self.calls += 1
            booking, words = self.wishes.create(f"r{self.calls}", now)
            return "create", booking.name, words, booking
        self.calls += 1
        name = self.random.choice(there)
        if what == "delete":
            return what, name, [], None
        booking, words = self.wishes.update(self.model[name], now, name in self.in_use)
        return what, name, words, booking

    def send(self, call):
        what, name, words, _ = call
        if what == "create":
            words = ["create", "reservation", f"ReservationName={name}", *words]
        elif what == "update":
            words = ["update", f"ReservationName={name}", *words]
        else:
            words = ["delete", f"ReservationName={name}"]
        return self.c.scontrol(*words)

    def note(self, call, r):
        """Learn from the answer to a call."""
        what, name, _, booking = call
        self.assertIn(r.code, (0, 1), r)
        self.tally[what, r.ok] = self.tally.get((what, r.ok), 0) + 1
        self.story.append(f"{gq.stamp(time.time())} {what} {name} {' '.join(call[2])}: "
                          f"{'yes' if r.ok else 'no'}")
        if not r.ok:
            self.assertRegex(r.err, r"\S", f"{call}: refused without a word")
        elif booking:
            self.model[name] = booking
        else:
            del self.model[name]

    # --- bursts ----------------------------------------------------------

    def burst_one_by_one(self):
        for _ in range(BURST):
            call = self.next_call(())
            what, name, words, booking = call
            before = self.c.reservations()
            r = self.send(call)
            self.note(call, r)
            if r.ok or (booking and booking.may_be_over()):
                continue
            after = self.c.reservations()
            self.assert_same(name, before, after, call, r)
            if "busy" in r.err and what == "create":
                self.assert_busy(booking, after, r)

    def burst_in_parallel(self, pool):
        calls = []
        for _ in range(BURST):
            calls.append(self.next_call([c[1] for c in calls]))
        for call, r in zip(calls, pool.map(self.send, calls)):
            self.note(call, r)

    def assert_same(self, name, before, after, call, r):
        """A refused request changes nothing of what it names."""
        one, two = ({k: v for k, v in shown.get(name, {}).items() if k != "State"}
                    for shown in (before, after))
        if one and not two and self.model[name].may_be_over():
            return
        self.assertEqual(one, two, f"{call}\n{r}")

    def assert_busy(self, booking, shown, r):
        """It was refused because it does not fit, and what it was told does."""
        now = time.time()
        if booking.esr < now + UNDISTURBED:
            return
        taken = [(gq.seconds(f["StartTime"]), gq.seconds(f["EndTime"]), gq.expand(f["Nodes"]))
                 for f in shown.values()]
        fits = free_somewhere(booking, taken, booking.esr, booking.lsr)
        self.assertIsNone(fits, f"{booking} fits at {fits}\n{r}")
        offered = re.search(r"earliest start .*: (\S+)$", r.err, re.M)
        if not offered:
            self.assertGreater(booking.nodes, len(booking.among), r)
            return
        start = gq.seconds(offered[1])
        fits = free_somewhere(booking, taken, booking.lsr, start - 1)
        self.assertIsNone(fits, f"{booking} fits earlier, at {fits}\n{r}")
        moved, words = self.wishes.moved(booking, start)
        call = "create", booking.name, words, moved
        r = self.send(call)
        self.assertTrue(r.ok, f"offered, but then {r}")
        self.note(call, r)

    # --- jobs ------------------------------------------------------------

    def submit_jobs(self):
        """A few short jobs; some in a reservation that has begun."""
        begun = [n for n, b in self.model.items() if b.lsr <= time.time()]
        for _ in range(self.random.randint(1, 4)):
            words = ["-N", self.random.randint(1, 3), "-t", self.random.randint(1, JOB_LIMIT)]
            if begun and self.random.random() < 0.4:
                words = ["-N", 1, "-t", 1, "--reservation", self.random.choice(begun)]
                self.in_use.add(words[-1])
            self.c.run("sbatch", "-o", "/dev/null", *words,
                       "--wrap", f"exec sleep {self.random.randint(1, 20)}")

    def disturb(self):
        """What makes the plugin look at everything anew."""
        what = self.random.choices(["nothing", "reconfigure", "restart"], [6, 3, 1])[0]
        self.story.append(f"{gq.stamp(time.time())} slurmctld {what}")
        if what == "reconfigure":
            self.reconfigure()
        elif what == "restart":
            self.c.restart()
        if what != "nothing":
            self.check()

    # --- the test --------------------------------------------------------

    def check(self):
        r = gq.check(self.c, [b.asked() for b in self.model.values()], "--exact", "--limits")
        self.assertTrue(r.ok, f"after {self.calls} calls\n{r}" + self.story_of(r.out))
        self.jobs_seen += int(re.search(r"(\d+) jobs", r.out)[1])

    def story_of(self, violations):
        """What happened to the reservations that are named in them."""
        names = set(re.findall(r"\br\d+\b", violations))
        lines = [line for line in self.story if " slurmctld " in line or
                 names & set(line.split())]
        lines += [line for line in self.c.log().splitlines()
                  if re.search(r"sched/garq: .*(" + "|".join(names) + r")\b", line)]
        return "\n".join(lines)

    def test_random_calls(self):
        self.submit_jobs()
        gq.wait_for(lambda: self.c.run("squeue", "-h", "-t", "RUNNING").out, "a job runs")
        with ThreadPoolExecutor(4) as pool:
            while self.calls < CALLS:
                self.burst_one_by_one()
                self.check()
                self.submit_jobs()
                self.burst_in_parallel(pool)
                self.check()
                self.disturb()
        print(f"# {self.calls} calls, {self.jobs_seen} running jobs seen, " +
              ", ".join(f"{what} {'yes' if ok else 'no'} {n}"
                        for (what, ok), n in sorted(self.tally.items())), file=sys.stderr)
        self.assertGreater(self.jobs_seen, 0)
        if CALLS >= 300:	# the dice fell on everything
            for key in (("create", True), ("create", False), ("update", True),
                        ("update", False), ("delete", True)):
                self.assertGreater(self.tally.get(key, 0), 5, key)
        self.assert_all_can_go()

    def assert_all_can_go(self):
        """Nothing is left behind: the whole cluster can be had again."""
        jobs = self.c.run("squeue", "-h", "-o", "%A").out.split()
        self.c.run("scancel", *jobs)
        gq.wait_for(lambda: not self.c.run("squeue", "-h").out, "jobs end")
        for name, booking in list(self.model.items()):
            r = self.c.delete(name)
            self.assertTrue(r.ok or booking.may_be_over(), r)
            del self.model[name]
        self.check()
        for start in (case.soon(0), case.soon(86400)):
            whole = Booking("whole", NODES, start, start, 600, self.wishes.all)
            r = self.c.create("whole", StartTime=gq.stamp(start), Duration=10, NodeCnt=NODES, Users="root")
            self.assertTrue(r.ok, r)
            self.model = {"whole": whole}
            self.check()
            self.assertTrue(self.c.delete("whole").ok)


class Begun(case.Case):

    def test_it_stays_on_its_nodes(self):
        start = case.soon(-30)
        self.make("begun", start, start + 1800, NodeCnt=2)
        own = self.nodes("begun")
        self.make("later", start + 3600, start + 7200, Nodes=sorted(own)[0])
        self.refuse_change("begun", "1 of 2 nodes is missing", "reservation later", Duration=90)
        self.change("begun", NodeCnt=5)
        more = self.nodes("begun")
        self.assertLess(own, more)
        self.change("begun", NodeCnt=3)
        self.assertLess(self.nodes("begun"), more)


if __name__ == "__main__":
    unittest.main()
