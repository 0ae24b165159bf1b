# SPDX-License-Identifier: GPL-2.0-or-later
"""Another name for a booking: by scontrol and sresv, over kills, with jobs, for users."""
import json
import os
import time
import unittest

import case
import gq
from case import OTHER, at, soon

TOOL = gq.sresv()
LEDGER = os.path.join(gq.plugin_dir(), "../../contrib/garq-ledger/garq-ledger")
DONE, REFUSED_OFFERS, BAD, REFUSED, DENIED, UNKNOWN = range(6)


def setUpModule():
    case.start(8, params="bf_interval=2,garq_users=yes,garq_user_rate=0")


class Case(case.Case):
    def rename(self, name, new, **more):
        return self.c.update(f"name:{new}:{name}", **more)

    def renamed(self, name, new, **more):
        r = self.rename(name, new, **more)
        self.assertEqual((r.code, r.err), (0, ""), r)

    def refused(self, name, new, *patterns, **more):
        self._refused(self.rename(name, new, **more), self.shown(), patterns)

    def fields_but_name(self, name):
        return {k: v for k, v in self.fields(name).items() if k != "ReservationName"}

    def events_of(self, name):
        r = self.c.run(TOOL, "log", name, "--json")
        self.assertEqual(r.code, DONE, r)
        return json.loads(r.out)


class Renamed(Case):
    def test_all_else_stays(self):
        self.make("a", at(10), at(12), NodeCnt=4, MaxStartDelay="4:00:00", Users=OTHER)
        before = self.fields_but_name("a")
        self.renamed("a", "b")
        self.assertEqual(self.fields_but_name("b"), before)
        self.assertEqual(sorted(self.c.reservations()), ["b"])
        self.assertEqual(self.live(), {"b"})
        self.make("c", at(10), at(11), NodeCnt=6)  # its window is still one
        self.assertLies("b", at(11), at(13), 4)
        self.make("a", at(14), at(15), NodeCnt=1)
        self.renamed("b", "d")
        self.assertTrue(self.c.delete("d").ok)

    def test_history_and_use(self):
        self.make("past-a", at(10), at(12), NodeCnt=4)
        self.renamed("past-a", "past-b")
        self.assertRegex(self.c.run(TOOL, "log", "past-b").out, r"past-b +rename .*it was past-a")
        self.assertRegex(self.c.run(TOOL, "log", "past-a").out, r"past-a +closed .*renamed to past-b")
        self.assertEqual([(e["name"], e["event"]) for e in self.events_of("past-b")["events"]],
                         [("past-a", "create"), ("past-b", "rename")])
        self.assertRegex(self.c.run(TOOL, "show", "past-b").out, r"past-a +create .*\n.*past-b +rename ")
        self.assertNotIn("past-a", self.c.run(TOOL, "list", "--past").out)
        names = [b["name"] for b in json.loads(self.c.run(TOOL, "usage", "--each", "--month", time.strftime(
            "%Y-%m", time.localtime(at(10))), "--json").out)["usage"]]
        self.assertEqual([n for n in names if n.startswith("past-")], ["past-b"])
        self.make("past-a", at(16), at(17), NodeCnt=1)
        self.renamed("past-b", "past-c")
        for name in ("past-a", "past-c"):
            r = self.c.run(LEDGER, "history", name, "--json", "--file", self.state("garq.ledger"))
            self.assertEqual([(e["name"], e["event"]) for e in json.loads(r.out)["history"]],
                             [(e["name"], e["event"]) for e in self.events_of(name)["events"]], r)

    def test_over_kills_with_either_state_of_slurm(self):
        self.make("a", at(10), at(12), NodeCnt=2)
        self.make("l", at(10), at(12), NodeCnt=2)
        self.save_again()
        self.keep_state()
        self.change("a", EndTime=gq.stamp(at(13)))  # Slurm's file has another end, too
        for new in ("b", "c"):
            self.renamed("a" if new == "b" else "b", new)
            before = self.shown()
            self.kill()
            self.assertShown(before)
        before = self.shown()
        self.stop_ctld()
        self.bring_state_back()  # Slurm's file has the first name
        self.start_ctld()
        self.assertShown(before)
        self.assertEqual(sorted(self.c.reservations()), ["c", "l"])
        self.restart()
        self.assertShown(before)

    def test_back_again_over_a_kill_with_an_older_state_of_slurm(self):
        self.make("a", at(10), at(12), NodeCnt=2)
        self.save_again()
        self.keep_state()
        self.change("a", EndTime=gq.stamp(at(13)))
        self.renamed("a", "b")
        self.renamed("b", "a")
        before = self.shown()
        self.stop_ctld()
        self.bring_state_back()  # the name is right, and the end is not
        self.start_ctld()
        self.assertShown(before)

    def test_one_that_has_begun(self):
        self.make("a", None, soon(7200), StartTime="now", NodeCnt=2)
        self.renamed("a", "b")
        job = self.running_job("--reservation=b", "-N1")
        self.refused("b", "c", rf"job {job} names it")
        self.c.run("scancel", str(job))

    def test_a_job_that_waits_keeps_its_name(self):
        self.make("a", at(10), at(12), NodeCnt=2)
        job = self.job("--reservation=a", "-N1")
        self.refused("a", "b", rf"job {job} names it, and Slurm keeps that name in the job")
        self.c.run("scancel", str(job))
        gq.wait_for(lambda: self.rename("a", "b").ok, "a rename when the job is gone")
        self.job("--reservation=b", "-N1")

    def test_cores_and_licenses(self):
        self.make("a", at(10), at(12), NodeCnt=1, CoreCnt=1)
        before = self.fields_but_name("a")
        self.renamed("a", "b")
        self.assertEqual(self.fields_but_name("b"), before)
        self.kill()
        self.assertEqual(self.fields_but_name("b"), before)

    def test_refused(self):
        self.make("a", at(10), at(12), NodeCnt=2)
        self.make("b", at(10), at(12), NodeCnt=2)
        self.refused("a", "b", "Duplicate|exists|in use")
        self.refused("a", "a", "Duplicate|exists|in use")
        self.refused("nosuch", "c", "no such|not exist|invalid|Requested")
        self.refused("a", "x" * 64, "write name:NEW:NAME")
        self.refused("a", "c,d", "commas separate names")
        for word in ("query", "Offers", "limits"):
            self.refused("a", word, "that name asks a question")
        self.refused("a", "co-abcdef.1of2.x", "parts of co-reservations")
        self.refused("a", "c", "changes the name alone", NodeCnt=3)
        self._refused(self.c.create("name:x:c", NodeCnt=1, StartTime=gq.stamp(at(10)), Duration=60), self.shown(),
                      ["name: is for an update"])
        self.assertTrue(self.c.scontrol("create", "reservation", "ReservationName=n", "Nodes=n8", "Users=root", "Flags=MAINT,DAILY",
                                        "StartTime=" + gq.stamp(at(20)), "Duration=60").ok)
        self.refused("n", "m", "only bookings can be renamed")

    def test_looked_at(self):
        self.make("a", at(10), at(12), NodeCnt=2)
        before = self.shown()
        r = self.c.update("plan:show:name:b:a")
        self.assertRegex(r.err, r"its name would be b; a would keep its place: 2 nodes")
        token = r.err.split("plan ")[1][:12]
        self.assertEqual(self.shown(), before)
        self._refused(self.c.update(f"plan:{token}:name:c:a"), before, ["things have changed"])
        self.assertTrue(self.c.update(f"plan:{token}:name:b:a").ok)
        self.assertIn("b", self.c.reservations())


class Tool(Case):
    def test_rename(self):
        self.make("a", at(10), at(12), NodeCnt=2)
        r = self.c.run(TOOL, "rename", "a", "b", "--dry-run")
        self.assertEqual((r.code, "would be b" in r.err), (DONE, True), r)
        r = self.c.run(TOOL, "rename", "a", "b")
        self.assertEqual((r.code, r.err), (DONE, ""), r)
        self.assertRegex(r.out, r"\bb\b")
        for words, code, err in (("rename b", BAD, "needs a new name"), ("rename b c d", BAD, "a word too many"),
                                 ("rename b c:d", BAD, 'has no ":"'), ("rename a c", UNKNOWN, "no reservation a")):
            r = self.c.run(TOOL, *words.split())
            self.assertEqual(r.code, code, r)
            self.assertIn(err, r.err)

    @case.needs_root
    def test_users_rename_their_own(self):
        r = self.c.create("mine", user=OTHER, NodeCnt=1, StartTime=gq.stamp(at(10)), Duration=60, Users=OTHER)
        self.assertTrue(r.ok, r)
        self.make("a", at(10), at(12), NodeCnt=2)
        self.assertEqual(self.c.run(TOOL, "rename", "mine", "ours", user=OTHER).code, DONE)
        self.assertIn("ours", self.c.reservations())
        r = self.c.run(TOOL, "rename", "a", "b", user=OTHER)
        self.assertEqual(r.code, DENIED, r)


if __name__ == "__main__":
    unittest.main()
