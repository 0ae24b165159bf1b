# SPDX-License-Identifier: GPL-2.0-or-later
"""What a client of life does to jobs with a deadline, at random."""
import os
import time

import gq
from booked import Booking
from deadlines import LATE, PREFIX, Broken, Job

JOBS = 30	# more are not submitted
FULL = ("missing", "in the way")	# what is said where there is no room


class DeadlineCalls:
    """A part of clients.Client."""

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
        if self.record.places.unfit(among):
            among, where = self.wishes.all, []
        nodes = n(1, self.dice.choice([2, 4, len(among) // 2]))
        job = Job(None, f"dl{self.alone}-{self.record.round * 100 + self.calls}", nodes, among, now + begin,
                  now + begin + minutes * 60 + LATE + slack, minutes, now + begin)
        words = ["--parsable", "-J", job.tag, "-D", "/", "-o", "/dev/null", "-N", nodes,
                 "-t", minutes, "--deadline", gq.stamp(job.deadline), *where]
        if begin:
            words += ["--begin", gq.stamp(job.esr)]
        seconds = self.dice.choice([n(0, 5), n(1, 20), n(5, 50), minutes * 60 - 5, 300])
        begun = os.path.join(self.record.promises.folder, job.tag)
        return job, [*words, "--wrap", f"date +%s >>{begun}; exec sleep {seconds}"]

    def deadline(self):
        if len(self.record.promises.jobs) >= JOBS:
            return
        (job, words), sent = self.deadline_call(), time.time()
        r = self.cluster.run("sbatch", *words)
        self.other("deadline", [*words[:-2], f"job {r.out.strip()}"], r)
        if r.ok and "sbatch: booked: " in r.err:
            job.id = r.out.strip()
            self.record.promises.know(job)
            self.record.granted.add(job.name)
        elif self.record.may_cut:
            self.record.unheard.append(job)
        elif r.ok or not any(word in r.err for word in FULL):
            raise Broken(f"{words}: neither booked nor refused for lack of room: {r}")
        elif "(garq_shift=paper)" not in r.err and job.esr > sent + self.undisturbed:
            self.record.refused.append(Booking(f"{PREFIX}refused", job.nodes, job.esr, job.last - LATE, job.minutes * 60 + LATE,
                                               job.among))

    # --- change -------------------------------------------------------------

    def deadline_one(self, waits):
        """One that waits for some seconds more, or that runs; (Job, its reservation) or None."""
        found, now = [], time.time()
        for job in self.record.promises.jobs.values():
            r = self.record.seen.reservations.get(job.name)
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

    def deadline_change(self):
        if self.dice.random() < 0.2:
            self.deadline_longer()
            return
        one = self.deadline_one(True)
        if not one:
            return
        job, (words, fields) = one[0], self.deadline_wish(one[0])
        r = self.cluster.scontrol("update", f"JobId={job.id}", *words)
        self.other("deadline change", [job.id, *words], r)
        if r.ok:
            self.record.granted.add(job.name)
            job.change(**fields)

    def deadline_longer(self):
        """A running job gets another time limit: its booking must last as
        long."""
        one = self.deadline_one(False)
        if not one:
            return
        job, r = one
        minutes = self.dice.randint(1, 4)
        answer = self.cluster.scontrol("update", f"JobId={job.id}", f"TimeLimit={minutes}")
        self.other("deadline change", [job.id, f"runs TimeLimit={minutes}"], answer)
        row = self.record.promises.rows().get(job.id)
        self.record.granted.add(job.name)
        # If it is requeued, its booking is a new one, for either.
        lasts = set(job.longer) | {m * 60 + LATE for m in (minutes, job.minutes)}
        if row and row.state == "RUNNING":
            begun = gq.seconds(row.start) - r["start"]
            lasts |= {begun + m * 60 + LATE for m in (minutes, job.minutes)}
        job.change(longer=tuple(sorted(lasts)))

    def deadline_hold(self):
        """Held, or released."""
        held = [job for job in self.record.promises.jobs.values() if job.held]
        if held and self.dice.random() < 0.6:
            job = self.dice.choice(held)
            r = self.cluster.scontrol("release", job.id)
            self.other("deadline release", [job.id], r)
            booking = self.record.seen.reservations.get(job.name)
            if not booking or booking["start"] <= time.time() + 5:
                job.excuse = job.excuse or "it was held"
            self.record.granted.add(job.name)
            job.change(held=not r.ok)
            return
        one = self.deadline_one(True)
        if one:
            r = self.cluster.scontrol("hold", one[0].id)
            self.other("deadline hold", [one[0].id], r)
            one[0].change(held=r.ok)

    def deadline_cancel(self):
        if not self.record.promises.jobs:
            return
        job = self.dice.choice(sorted(self.record.promises.jobs))
        self.record.promises.cancelled({job})
        r = self.cluster.run("scancel", job)
        self.other("deadline cancel", [job], r)

    def deadline_requeue(self):
        """Requeue a job: it counts as not begun, but its promise was kept."""
        one = self.deadline_one(False)
        if one:
            r = self.cluster.scontrol("requeue", one[0].id)
            self.other("deadline requeue", [one[0].id], r)
            one[0].change()
