# SPDX-License-Identifier: GPL-2.0-or-later
"""What contrib/life/life does to jobs with a deadline, at random."""
import contextlib
import os
import time

import gq
from booked import Booking
from deadlines import LATE, PREFIX, Job, Promises
from judge import Wrong

STEPS = {"deadline": 24, "deadline change": 10, "deadline hold": 5, "deadline cancel": 4,
         "deadline requeue": 4}
JOBS = 30		# more are not submitted
FULL = ("missing", "in the way")	# what tells that there is no room
LATER = ("about to start", "Job is no longer pending")


class DeadlineSteps:
    """A part of Steps."""

    def __init__(self, cluster):
        self.promises = Promises(cluster)
        self.submitted = 0

    # --- submit -------------------------------------------------------------

    def deadline_times(self):
        """(seconds until it may begin, minutes, how long it may wait then)"""
        n = self.dice.randint
        return (self.dice.choice([0, 0, n(1, 30), n(10, 120), n(60, 600), n(250, 900)]),
                self.dice.choice([1, 1, 1, 2, 3]), self.dice.choice([n(5, 60), n(30, 300), n(60, 1200)]))

    def deadline_call(self):
        """(a Job as it would be promised, words of sbatch)"""
        n = self.dice.randint
        begin, minutes, slack = self.deadline_times()
        now = int(time.time())
        among, where = self.dice.choices(
            [(self.wishes.all, []), (self.wishes.half, ["-p", "half"]), (self.wishes.odd, ["-C", "odd"])], [7, 2, 1])[0]
        if self.places.unfit(among):
            among, where = self.wishes.all, []
        nodes = n(1, self.dice.choice([2, 4, len(among) // 2]))
        self.submitted += 1
        job = Job(None, f"dl{self.submitted}", nodes, among, now + begin, now + begin + minutes * 60 + LATE + slack, minutes, now + begin)
        words = ["--parsable", "-J", job.tag, "-D", "/", "-o", "/dev/null", "-N", nodes,
                 "-t", minutes, "--deadline", gq.stamp(job.deadline), *where]
        if begin:
            words += ["--begin", gq.stamp(job.esr)]
        seconds = self.dice.choice([n(0, 5), n(1, 20), n(5, 50), minutes * 60 - 5, 300])
        begun = os.path.join(self.promises.folder, job.tag)
        return job, [*words, "--wrap", f"date +%s >>{begun}; exec sleep {seconds}"]

    def deadline_send(self, call):
        return self.cluster.run("sbatch", *call[1])

    def deadline_heard(self, call, r, step, cut=False):
        """Learn from the answer. cut: slurmctld was killed meanwhile."""
        job, words = call
        why = r.err.strip().splitlines()
        self.note("deadline", r.ok, " ".join(map(str, words[:-2])) + (f" job {r.out.strip()}" if r.ok else f"  # {why[:2]}"))
        if r.ok and "sbatch: booked: " in r.err:
            job.id = r.out.strip()
            self.deadline_know(job, step)
        elif cut:
            self.deadline_find(job, step)
        elif r.ok or not any(word in r.err for word in FULL):
            raise Wrong(f"{words}: neither booked nor refused for lack of room: {r}")
        return r.ok

    def deadline_know(self, job, step):
        self.promises.jobs[job.id] = job
        row = self.promises.rows().get(job.id)
        if row and row.booking:
            job.name = row.booking
            step.granted.add(row.booking)

    def deadline_find(self, job, step):
        """The job may exist all the same; then it was booked."""
        for row in self.promises.rows().values():
            if row.name == job.tag and row.booking:
                job.id = row.id
                self.deadline_know(job, step)

    def deadline(self, step):
        if len(self.promises.jobs) >= JOBS:
            return
        sent = time.time()
        call = self.deadline_call()
        r = self.deadline_send(call)
        if not self.deadline_heard(call, r, step) and "(garq_shift=paper)" not in r.err:
            job = call[0]
            booking = Booking(f"{PREFIX}refused", job.nodes, job.esr, job.last - LATE, job.minutes * 60 + LATE, job.among)
            if booking.esr > sent + self.undisturbed:
                step.refused.append(booking)

    # --- change -------------------------------------------------------------

    def deadline_one(self, waits):
        """One that waits for some seconds more, or that runs; (Job, its reservation) or None."""
        found, now = [], time.time()
        for job in self.promises.jobs.values():
            r = self.look.reservations.get(job.name)
            if r and (r["start"] > now + 8 if waits else job.excuse == "it began" and r["start"] < now):
                found.append((job, r))
        return self.dice.choice(found) if found else None

    def deadline_wish(self, job):
        """(words of scontrol, what is promised then)"""
        n, way = self.dice.randint, self.dice.choice(["minutes", "nodes", "deadline", "begin"])
        if way == "minutes":
            minutes = n(1, 4)
            return [f"TimeLimit={minutes}"], {"minutes": minutes}
        if way == "nodes":
            nodes = n(1, len(job.among) // 2)
            return [f"NumNodes={nodes}-{nodes}"], {"nodes": nodes}
        if way == "deadline":
            deadline = job.deadline + n(-60, 300)
            return [f"Deadline={gq.stamp(deadline)}"], {"deadline": deadline}
        begin = max(int(time.time()) + 10, job.esr + n(-60, 120))
        return [f"StartTime={gq.stamp(begin)}"], {"esr": begin}

    def deadline_change(self, step):
        if self.dice.random() < 0.2:
            self.deadline_longer(step)
            return
        one = self.deadline_one(True)
        if not one:
            return
        job, (words, fields) = one[0], self.deadline_wish(one[0])
        r = self.cluster.scontrol("update", f"JobId={job.id}", *words)
        self.note("deadline change", r.ok, f"{job.id} {' '.join(words)} {r.err.strip()}")
        if r.ok:
            step.granted.add(job.name)
            job.change(**fields)

    def deadline_longer(self, step):
        """A running job gets another time limit: its booking must last as
        long."""
        one = self.deadline_one(False)
        if not one:
            return
        job, r = one
        minutes = self.dice.randint(1, 4)
        answer = self.cluster.scontrol("update", f"JobId={job.id}", f"TimeLimit={minutes}")
        self.note("deadline change", answer.ok, f"{job.id} runs TimeLimit={minutes} {answer.err.strip()}")
        row = self.promises.rows().get(job.id)
        step.granted.add(job.name)
        # If it is requeued, its booking is a new one, for either.
        lasts = set(job.longer) | {m * 60 + LATE for m in (minutes, job.minutes)}
        if row and row.state == "RUNNING":
            begun = gq.seconds(row.start) - r["start"]
            lasts |= {begun + m * 60 + LATE for m in (minutes, job.minutes)}
        job.change(longer=tuple(sorted(lasts)))

    def deadline_hold(self, step):
        """Held, or released."""
        held = [job for job in self.promises.jobs.values() if job.held]
        if held and self.dice.random() < 0.6:
            job = self.dice.choice(held)
            r = self.cluster.scontrol("release", job.id)
            self.note("deadline release", r.ok, f"{job.id} {r.err.strip()}")
            booking = self.look.reservations.get(job.name)
            if not booking or booking["start"] <= time.time() + 5:
                job.excuse = job.excuse or "it was held"
            step.granted |= {job.name}
            job.change(held=not r.ok)
            return
        one = self.deadline_one(True)
        if one:
            r = self.cluster.scontrol("hold", one[0].id)
            self.note("deadline hold", r.ok, f"{one[0].id} {r.err.strip()}")
            one[0].change(held=r.ok)

    def deadline_cancel(self, step):
        if not self.promises.jobs:
            return
        job = self.dice.choice(sorted(self.promises.jobs))
        self.promises.cancelled({job})
        r = self.cluster.run("scancel", job)
        self.note("deadline cancel", r.ok, f"{job} {r.err.strip()}")

    def deadline_requeue(self, step):
        """Requeue a job: it counts as not begun, but its promise was kept."""
        one = self.deadline_one(False)
        if one:
            r = self.cluster.scontrol("requeue", one[0].id)
            self.note("deadline requeue", r.ok, f"{one[0].id} {r.err.strip()}")
            one[0].change()

    def deadline_clear(self):
        with contextlib.suppress(AssertionError):
            gq.wait_for(lambda: not any(n.startswith(PREFIX) for n in self.cluster.reservations()),
                        "the bookings of jobs go", 30)
