# SPDX-License-Identifier: GPL-2.0-or-later
"""What the tests of jobs with a deadline share: see plugin/booking/jobs/jobs.h."""
import re

import case
import gq

LATE = 60		# seconds that a booking is longer than its job
PREFIX = "garq.job@"
PARAMETERS = "bf_interval=2,garq_jobs=deadline"


def start(lines=(), nodes=8, **more):
    case.start(nodes, lines=["JobSubmitPlugins=garq", *lines], params=PARAMETERS, **more)


class Case(case.Case):
    def clean(self):
        jobs = self.c.run("squeue", "-h", "-o", "%A").out.split()
        if jobs:
            self.c.run("scancel", *jobs)
        gq.wait_for(lambda: not self.bookings(), "the bookings of jobs go")
        super().clean()

    def bookings(self):
        """Those of jobs, as an operator is shown them."""
        return {k: v for k, v in self.c.reservations().items() if k.startswith(PREFIX)}

    def submit(self, begin, deadline, minutes, nodes, *words, user=None, sleep=3600):
        """sbatch of a job with a window; what it says."""
        times = ["--begin=" + gq.stamp(begin)] if begin else []
        times += [f"--time={minutes}"] if minutes else []
        times += ["-N", nodes] if nodes else []
        r = self.c.run("sbatch", "--parsable", "-o", "/dev/null", "-D", "/",
                       "--deadline=" + gq.stamp(deadline), *times, *words,
                       "--wrap", f"exec sleep {sleep}", user=user)
        self.assertNotIn("retrying", r.err, "sbatch tries again and again")
        return r

    def book(self, *args, **more):
        """A job that must be booked; its id."""
        r = self.submit(*args, **more)
        self.assertTrue(r.ok, r)
        self.assertRegex(r.err, r"sbatch: booked: \d+ nodes? for \d+ minutes?, it starts at ")
        self.assertIn(self.name_of(r.out.strip()), self.bookings())
        return r.out.strip()

    def not_booked(self, r, why):
        """It was taken as a job like others, and that was said."""
        self.assertTrue(r.ok, r)
        self.assertRegex(r.err, f"not booked, --deadline is no guarantee: .*{why}")
        job = r.out.strip()
        if job:
            self.assertEqual(self.job_fields(job).get("Reservation"), None, r)
        self.assertEqual(self.bookings(), {})
        return job

    def refused(self, r, *patterns):
        self.assertEqual(r.code, 1, r)
        for pattern in patterns:
            self.assertRegex(r.err, pattern)

    def name_of(self, job):
        """Of the booking of a job, or None."""
        return self.job_fields(job).get("Reservation")

    def booking(self, job):
        """(start, end, how many nodes) of the booking of a job."""
        fields = self.bookings()[self.name_of(job)]
        return (gq.seconds(fields["StartTime"]), gq.seconds(fields["EndTime"]),
                len(self.c.hosts(fields["Nodes"])))

    def assertBooked(self, job, start, minutes, nodes):
        self.assertEqual(self.booking(job), (start, start + minutes * 60 + LATE, nodes))

    def wait_rows(self, job, columns, rows):
        """The ledger has this, and nothing else, of the booking of a job. It is written after sbatch and scontrol have ended."""
        sql = f"SELECT {columns} FROM booking WHERE closed IS NULL AND name = '{self.name_of(job)}'"
        gq.wait_for(lambda: self.ledger(sql) == rows, lambda: f"the ledger has {rows}, not {self.ledger(sql)}")

    def assertWindow(self, job, earliest, latest):
        """The starts that the booking of a job may have."""
        self.wait_rows(job, "t_esr, t_lsr", [(earliest, latest)])

    def change_job(self, job, user=None, **fields):
        return self.c.scontrol("update", f"JobId={job}", *(f"{k}={v}" for k, v in fields.items()), user=user)

    def wait_unbooked(self, seconds=60):
        gq.wait_for(lambda: not self.bookings(), "there is no booking of a job", seconds)

    def wait_started(self, job, begin, last=None):
        """It starts in its window, on the nodes of its booking, and so early that it ends in that."""
        booking = self.bookings()[self.name_of(job)]
        nodes = self.c.hosts(booking["Nodes"])
        last = last or gq.seconds(booking["StartTime"]) + LATE
        gq.wait_for(lambda: self.c.job_state(job) != "PENDING", f"job {job} starts")
        self.assertEqual(self.c.job_state(job), "RUNNING")
        fields = self.job_fields(job)
        started = gq.seconds(fields["StartTime"])
        self.assertGreaterEqual(started, begin)
        self.assertLessEqual(started, last)
        self.assertEqual(self.c.hosts(fields["NodeList"]) - nodes, set())
        return started


def offers(r):
    """Of a refusal: the options of sbatch, a list for each offer."""
    found = re.findall(r"(-N \d+ --time=\d+ --begin=\S+ --deadline=\S+)  \S", r.err)
    return [line.split() for line in found]
