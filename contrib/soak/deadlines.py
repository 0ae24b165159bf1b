# SPDX-License-Identifier: GPL-2.0-or-later
"""Jobs with a deadline in contrib/soak/soak life: the promises made to them, and
their observed state.

A promise is a granted request. A job that begins writes its start into a file,
which tells whether it began in time. Slurm shows which booking belongs to which
job.
"""
import collections
import contextlib
import dataclasses
import os
import re
import time

import gq
from order import Wrong

LATE = 60		# seconds that a job may begin after its booking does
PREFIX = "garq.job@"
GONE = 25		# seconds after which a booking without its job is one that stays
ANSWER = 20		# seconds that a node may need to begin what slurmctld has started
UNSAVED = 60		# seconds, the oldest change that Slurm may not have saved
OVER = re.compile("CANCELLED|COMPLETED|FAILED|TIMEOUT|DEADLINE|NODE_FAIL|OUT_OF_MEMORY|BOOT_FAIL")

Row = collections.namedtuple("Row", "id name state booking start")


@dataclasses.dataclass
class Job:
    """One that was booked."""
    id: str		# which Slurm may give again, where it has lost a job
    tag: str		# its name
    nodes: int
    among: frozenset
    esr: int		# it begins in [esr, last]
    deadline: int
    minutes: int
    wished: int		# the first esr
    name: str = None	# of its booking
    changed: float = dataclasses.field(default_factory=time.monotonic)
    changes: int = 0
    held: bool = False
    excuse: str = None	# why it need not begin any more
    may_wait: bool = False	# nodes have lost what it asks for: Slurm may hold it, or let it wait
    longer: tuple = ()	# what its booking may also last
    unsure: float = 0	# until when its booking may follow what Slurm forgot

    @property
    def last(self):
        return self.deadline - self.minutes * 60

    def lines(self):
        """For check-reservations. One that got another time limit as it ran, and is requeued, is booked for that."""
        for duration in (self.minutes * 60 + LATE, *self.longer):
            yield dict(name=self.name, nodes=self.nodes, esr=self.esr, lsr=max(self.last - LATE, self.deadline - duration),
                       duration=duration, among=",".join(sorted(self.among)), maybe=True,
                       changes=time.time() if time.monotonic() < self.unsure else self.changes)

    def change(self, **fields):
        self.__dict__.update(fields)
        self.changed = time.monotonic()
        self.changes += 1

    def __str__(self):
        return (f"job {self.id} ({self.name}) of {self.nodes} nodes for {self.minutes} minutes, which was to begin from "
                f"{gq.stamp(self.esr)} to {gq.stamp(self.last)}")


class Broken(Wrong):
    """A promise was not kept."""


class Promises:
    def __init__(self, cluster):
        self.cluster = cluster
        self.folder = os.path.join(cluster.folder, "begun")
        os.mkdir(self.folder)
        self.jobs = {}		# id -> Job
        self.names = set()	# of all bookings that jobs were seen with
        self.lonely = {}	# name -> since when a booking has had no job
        self.tally = collections.Counter()

    # --- what is seen -----------------------------------------------------

    def rows(self):
        """What Slurm shows of the jobs with a deadline, {id: Row}."""
        out = self.cluster.run("squeue", "-h", "-a", "-t", "all", "-o", "%A|%j|%T|%v|%S").out
        rows = [Row(*line.split("|")) for line in out.splitlines()]
        return {r.id: r._replace(booking=r.booking if r.booking.startswith(PREFIX) else None)
                for r in rows if r.name.startswith("dl")}

    def see(self):
        rows = self.rows()
        self.names |= {row.booking for row in rows.values()} - {None}
        return rows

    def has_been(self, name):
        """Has a job been seen with this booking?"""
        if name not in self.names:
            self.see()
        return name in self.names

    def begun(self, job):
        """The first start that the job has written; None: it has not begun."""
        try:
            with open(os.path.join(self.folder, job.tag)) as f:
                return int(f.readline() or 0) or None
        except FileNotFoundError:
            return None

    def asked(self):
        """Lines for check-reservations, and checks of everything that these
        lines can't express."""
        for row in self.see().values():
            if row.id in self.jobs and row.booking:
                self.jobs[row.id].name = row.booking
        return [line for job in self.jobs.values() if job.name for line in job.lines()]

    @staticmethod
    def is_ours(line):
        """Something that check-reservations can't know: a booking goes with its job."""
        return re.match(r"reservation garq\.job@\d+ was there until", line)

    def know(self, job):
        """A job that was booked; finds the name of its booking."""
        self.jobs[job.id] = job
        row = self.rows().get(job.id)
        if row and row.booking:
            job.name = row.booking

    def find(self, job):
        """A job whose submission had no answer may be there nevertheless; then it was booked."""
        for row in self.rows().values():
            if row.name == job.tag and row.booking:
                job.id = row.id
                self.know(job)

    # --- is all kept? -------------------------------------------------------

    def check(self, look):
        """After a look at the reservations."""
        rows = self.rows()
        for job in list(self.jobs.values()):
            self.check_job(job, rows.get(job.id), look)
        self.check_lonely(look, rows)

    def check_job(self, job, row, look):
        begun = self.begun(job)
        if begun:
            self.check_begun(job, begun)
        if not row or OVER.match(row.state):
            if not begun and not job.excuse and not job.may_wait:
                raise Broken(f"{job} has ended ({row.state if row else 'it is gone'}) and never began")
            self.tally["ended"] += 1
            del self.jobs[job.id]
        elif row.state == "PENDING" and not begun:
            self.find_excuse(job, look)
            self.check_waiting(job, row, look)

    def check_begun(self, job, begun):
        if job.excuse:
            return
        if not (job.esr <= begun <= job.last + ANSWER or job.may_wait):
            raise Broken(f"{job} began at {gq.stamp(begun)}")
        self.tally["began"] += 1
        job.excuse = "it began"

    @staticmethod
    def find_excuse(job, look):
        """Held, or without some of its nodes, when it was to begin."""
        r = look.reservations.get(job.name)
        if job.excuse or not r or r["start"] > time.time() + 5:
            return
        if job.held:
            job.excuse = "it was held"
        elif set(r["nodes"]) & look.failed | look.maintained(job.name):
            job.excuse = "its nodes failed, or were maintained"

    def check_waiting(self, job, row, look):
        if job.excuse or job.may_wait:
            return
        if not row.booking:
            raise Broken(f"{job} waits, and has no booking any more")
        # One that it got since the look will be in the next.
        if row.booking not in look.reservations and row.booking == job.name:
            raise Broken(f"{job} has the booking {row.booking}, which is not there")
        if time.time() > job.last + ANSWER and not job.held:
            raise Broken(f"{job} still waits")

    def check_lonely(self, look, rows):
        """No booking stays without its job."""
        tied = {row.booking for row in rows.values() if not OVER.match(row.state)}
        now = time.monotonic()
        self.lonely = {name: self.lonely.get(name, now) for name in look.reservations
                       if name.startswith(PREFIX) and name not in tied}
        for name, since in self.lonely.items():
            if now - since > GONE:
                raise Broken(f"the booking {name} has had no job for {now - since:.0f} s")

    # --- what is changed ------------------------------------------------------

    def cancelled(self, ids):
        for job in self.jobs.values():
            if job.id in ids:
                job.change(excuse="it was cancelled")

    def some_lose(self, among):
        """Some of these nodes lose what they are asked for by."""
        for job in self.jobs.values():
            job.may_wait |= job.among <= among

    def restarted(self):
        """slurmctld was: it could not give up any."""
        self.lonely = {}

    def relearn(self):
        """slurmctld was killed: the latest changes are either as Slurm shows
        them now, or lost."""
        rows, unsure, log = self.rows(), [], self.cluster.log()
        for job in list(self.jobs.values()):
            if f"reservation {job.name} has jobs that Slurm did not know to be over" in log:
                del self.jobs[job.id]	# it had ended, and comes back to end again
                continue
            if time.monotonic() - job.changed > UNSAVED:
                continue
            if job.id not in rows:
                self.tally["lost by a kill"] += not job.excuse
                del self.jobs[job.id]
            elif not job.excuse:
                lasts = job.minutes * 60 + LATE
                self.read(job)
                if rows[job.id].state != "PENDING":	# then its booking stays as it is
                    job.change(longer=(*job.longer, lasts))
                job.unsure = time.monotonic() + ANSWER
                unsure.append(job)
        with contextlib.suppress(AssertionError):
            gq.wait_for(lambda: all(self.is_settled(job) for job in unsure), "bookings follow", ANSWER)

    def is_unsure(self, name):
        """May the booking still have to follow what Slurm forgot of its job?"""
        return any(job.name == name and time.monotonic() < job.unsure for job in self.jobs.values())

    def is_settled(self, job):
        """Is the booking for what Slurm says of the job, or was it said that there is no room?"""
        row = self.rows().get(job.id)
        if not row or row.state != "PENDING":
            return True
        if not row.booking and re.search(rf"sched/garq: JobId={job.id} is not booked any more", self.cluster.log()):
            job.excuse = "Slurm forgot its change, and there is no room for what it was"
            return True
        r = self.cluster.reservations().get(row.booking)
        job.name = row.booking
        if not r:
            return False
        start, end = gq.seconds(r["StartTime"]), gq.seconds(r["EndTime"])
        return (job.nodes == int(r["NodeCnt"]) and end - start == job.minutes * 60 + LATE and
                job.esr <= start <= job.last - LATE)

    def read(self, job):
        """The request of a job, as Slurm shows it."""
        out = self.cluster.scontrol("-o", "show", "job", job.id).out
        fields = dict(w.split("=", 1) for w in out.split() if "=" in w)
        days, _, clock = fields["TimeLimit"].rpartition("-")
        hours, minutes, _ = (int(n) for n in clock.split(":"))
        eligible = fields["EligibleTime"]
        esr = gq.seconds(eligible) if eligible[0].isdigit() else min(job.wished, job.esr)
        job.change(esr=min(esr, job.esr), minutes=(int(days or 0) * 24 + hours) * 60 + minutes,
                   nodes=int(fields["NumNodes"].split("-")[0]), held=fields["Priority"] == "0",
                   deadline=gq.seconds(fields["Deadline"]))
