# SPDX-License-Identifier: GPL-2.0-or-later
"""A booking that no job asks for is deleted without Slurm's two walks through all jobs."""
import json
import os
import re

import case
import dbd
import gq
from case import at

HOLDS = 16	# of the linker, up to four in a turn: it has parked what is to be, and walked through the jobs since


def setUpModule():
    dbd.need()
    case.start(4)
    dbd.start_for(case.cluster())


class Deletions(case.Case):
    def setUp(self):
        super().setUp()
        self.c.scontrol("setdebugflags", "+Reservation")
        for name in ("next", "later"):
            self.book(name)

    def book(self, name):
        hour = {"next": 8, "later": 10}[name]
        self.make(name, at(hour), at(hour + 1), NodeCnt=4)

    def delete(self, name):
        """RET was it Slurm's own function that deleted it?"""
        seen = len(self.c.log())
        r = self.c.delete(name)
        self.assertTrue(r.ok, r)
        self.assertNotIn(name, self.c.reservations())
        return bool(re.search(r"delete_resv: Name=" + name, self.c.log()[seen:]))

    def slurm_deletes(self, name, ask):
        """Once a job may ask for it Slurm's own function deletes it, unless the linker has looked at the job meanwhile: then again."""
        for _ in range(10):
            before = self.holds()
            ask()
            if self.delete(name):
                return
            self.assertGreater(self.holds(), before, "nobody has looked at the job")
            self.book(name)
        self.skipTest("the linker is quicker each time")

    def holds(self):
        """Of the linker, so far."""
        rows = json.loads(self.c.run(gq.sresv(), "stats", "--locks", "--json").out)["locks"]
        return sum(row["count"] for row in rows if row["verb"] == "linker" and row["part"] == "hold")

    def wait_walks(self):
        enough = self.holds() + HOLDS
        gq.wait_for(lambda: self.holds() >= enough, "the linker has walked through the jobs", 120)


class Dropped(Deletions):
    def accounted(self):
        """The names of those to come that slurmdbd has."""
        r = self.c.run("sacctmgr", "-nP", "show", "reservation", "format=name", f"start={gq.stamp(at(0))}",
                       f"end={gq.stamp(at(23))}")
        return set(r.out.split())

    def wait_accounted(self, *names):
        gq.wait_for(lambda: self.accounted() == set(names), f"slurmdbd has {names}, not {self.accounted()}", 60)

    def test_out_of_reach(self):
        self.wait_accounted("next", "later")
        self.assertFalse(self.delete("later"))
        self.wait_accounted("next")
        self.assertFalse(self.delete("next"))	# it is linked
        self.wait_accounted()
        self.make("again", at(8), at(11), NodeCnt=4)
        self.restart()
        self.assertEqual(set(self.c.reservations()), {"again"})

    def test_at_once(self):
        """It was never linked but while the plugin had the locks."""
        self.make("new", at(12), at(13), NodeCnt=4)
        self.change("new", at(14), at(15))
        self.assertFalse(self.delete("new"))

    def test_parked_later(self):
        """It was among Slurm's own, and no job has come by it, as a walk has found since."""
        self.make("first", at(6), at(7), NodeCnt=4)
        gq.wait_for(lambda: self.ledger("SELECT name FROM booking WHERE name='next' AND parked"), "it is to be parked", 60)
        self.wait_walks()
        self.assertFalse(self.delete("next"))

    def test_a_finished_job_has_it(self):
        job = self.job("-N1", "-t30", "--reservation=later")
        self.c.run("scancel", job)
        self.wait_state(job, "CANCELLED")
        gq.wait_for(lambda: not self.in_slurms_state("later"), "it is parked again", 60)
        self.assertIn("Reservation=later", self.c.scontrol("show", "job", job).out)
        self.assertFalse(self.delete("later"))
        gq.wait_for(lambda: "Reservation=later" not in self.c.scontrol("show", "job", job).out,
                    "a walk takes the record away from the job", 60)
        self.make("later", at(10), at(11), NodeCnt=4)

    def test_a_job_asks_for_it(self):
        def come_and_go():
            job = self.job("-N1", "-t30", "--reservation=later")
            self.assertEqual(self.c.delete("later").code, 1)
            self.c.run("scancel", job)
            self.wait_state(job, "CANCELLED")
        self.slurm_deletes("later", come_and_go)

    def test_queued_again(self):
        """A job that was over asks for it again: Slurm refuses, or the job is held and told why."""
        job = self.job("-N1", "-t30", "--reservation=next")
        self.c.run("scancel", job)
        self.wait_state(job, "CANCELLED")
        self.wait_walks()
        self.assertTrue(self.c.scontrol("requeue", job).ok)
        if not self.c.delete("next").ok:	# a walk has seen it
            self.assertIn("Reservation=next", self.c.scontrol("show", "job", job).out)
            return
        gq.wait_for(lambda: "Reason=Reservation_next_was_deleted" in self.c.scontrol("show", "job", job).out,
                    lambda: "the job is held: " + self.c.scontrol("show", "job", job).out, 60)
        self.assertNotIn("Reservation=next", self.c.scontrol("show", "job", job).out)
        self.assertTrue(self.c.scontrol("release", job).ok)
        self.assertNotEqual(self.job_fields(job)["Priority"], "0")	# Slurm has it wait for two minutes more

    def test_begun(self):
        """Its nodes are marked: that is Slurm's to undo."""
        self.make("now", StartTime="now", Duration=60, NodeCnt=4)
        self.assertTrue(self.delete("now"))

    def test_end_of_slurmctld(self):
        """Records that wait for a walk are freed at the end, too."""
        job = self.job("-N1", "-t30", "--reservation=next")
        self.c.run("scancel", job)
        self.wait_state(job, "CANCELLED")
        self.wait_walks()
        self.assertFalse(self.delete("next"))
        self.restart()
        self.assertEqual(set(self.c.reservations()), {"later"})
        self.assertNotIn("Reservation=next", self.c.scontrol("show", "job", job).out)

    def test_killed_before_slurm_saves(self):
        """Slurm's file may still have the record: the ledger knows better."""
        self.assertFalse(self.delete("later"))
        self.kill()
        self.assertEqual(set(self.c.reservations()), {"next"})


LUA = """
function slurm_job_submit(job, partitions, uid)
	if job.name and string.match(job.name, "^into%-") then
		job.reservation = string.sub(job.name, 6)
	end
	return slurm.SUCCESS
end
function slurm_job_modify(job, record, partitions, uid)
	if job.comment and string.match(job.comment, "^into%-") then
		job.reservation = string.sub(job.comment, 6)
	end
	return slurm.SUCCESS
end
"""


class Behind(Deletions):
    """Another job_submit plugin gives jobs a reservation that their requests do not name."""

    def setUp(self):
        with open(os.path.join(self.c.folder, "slurm.conf")) as f:
            folders = re.search(r"^PluginDir=(.*)$", f.read(), re.M)[1].split(":")
        if not any(os.path.exists(os.path.join(folder, "job_submit_lua.so")) for folder in folders):
            self.skipTest("job_submit_lua is not installed")
        with open(os.path.join(self.c.folder, "job_submit.lua"), "w") as f:
            f.write(LUA)
        self.restart(JobSubmitPlugins="lua")
        self.addCleanup(lambda: self.restart(JobSubmitPlugins=""))
        super().setUp()

    def test_submit(self):
        """Slurm's own function finds it, before any walk."""
        job = self.job("-N1", "-t30", "-J", "into-next")
        self.assertEqual(self.c.delete("next").code, 1)
        self.assertIn("Reservation=next", self.c.scontrol("show", "job", job).out)
        self.assertIn("next", self.c.reservations())

    def test_modify(self):
        job = self.job("-N1", "-t30", "-H")
        self.wait_walks()
        self.c.scontrol("update", f"JobId={job}", "Comment=into-next")
        self.assertEqual(self.c.delete("next").code, 1)
        self.assertIn("Reservation=next", self.c.scontrol("show", "job", job).out)

    def test_modify_of_others(self):
        """Until a walk has seen the job Slurm's own function deletes."""
        job = self.job("-N1", "-t30", "-H")
        self.wait_walks()
        self.slurm_deletes("next", lambda: self.c.scontrol("update", f"JobId={job}", "Comment=hello"))
        self.book("next")
        self.wait_walks()
        self.assertFalse(self.delete("next"))
