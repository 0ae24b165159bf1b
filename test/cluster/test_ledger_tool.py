# SPDX-License-Identifier: GPL-2.0-or-later
"""garq-ledger: the bookings, told to a slurmctld that has no plugin.

The controller is killed, Slurm's own state is lost or old, and plain Slurm goes
on: what the tool prints is given to sh, and the reservations that are there then
are compared with those that scontrol showed before.
"""
import contextlib
import hashlib
import json
import os
import re
import sqlite3
import subprocess
import unittest

import case
import gq
from case import ahead, at, soon

TOOL = os.environ.get("GARQ_LEDGER") or os.path.join(
    gq.plugin_dir(), "..", "..", "contrib", "garq-ledger", "garq-ledger")
# What Slurm puts in by itself where Nodes= is given.
NODES_FLAGS = {"SPEC_NODES"}


def setUpModule():
    if not os.access(TOOL, os.X_OK):
        raise AssertionError(f"{TOOL} is not there: run make first, or set GARQ_LEDGER")
    case.start(8, lines=["Licenses=sw:4"])


class Tool(case.Case):
    def setUp(self):
        super().setUp()
        self.addCleanup(self.on)

    def on(self):
        """Back to the plugin, if a test has left it."""
        if "sched/garq" not in self.c.scontrol("show", "config").out:
            self.restart(SchedulerType="sched/garq")

    def off(self, *lost):
        """slurmctld was killed; plain Slurm goes on, without those files of its state."""
        self.c.kill_controller()
        for name in lost:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(self.state(name))
        r = self.c.cluster("set", "SchedulerType=sched/backfill")
        self.assertTrue(r.ok, r)
        self.c.start_controller()
        self.c.wait_answering()

    def off_and_lost(self):
        self.off("resv_state", "resv_state.old")
        self.assertEqual(self.c.reservations(), {})

    def tool(self, *words):
        return self.c.run(TOOL, *words)

    def said(self, *words, err=""):
        """What it prints; err: what it notes besides."""
        r = self.tool(*words)
        self.assertTrue(r.ok, r)
        self.assertRegex(r.err, rf"\A(?:{err})\Z")
        return r.out

    def sh(self, commands):
        """Run them with the shell, as an administrator does."""
        p = subprocess.run(["sh"], input=commands, env=self.c.env, text=True,
                           stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=gq.LEAST)
        return gq.Result(p.returncode, p.stdout, p.stderr)

    def sh_all(self, commands):
        """All of them must succeed."""
        r = self.sh(commands)
        self.assertEqual(r.err, "", f"{commands}\n{r}")
        made = re.findall(r"^Reservation created: (\S+)$", r.out, re.M)
        self.assertEqual(len(made), len(commands.splitlines()), f"{commands}\n{r}")
        return made

    @staticmethod
    def flags(fields):
        return {f for f in fields["Flags"].split(",") if f} - NODES_FLAGS

    def assertSame(self, before, after, but=()):
        """All fields, but those; Flags without what comes with Nodes=."""
        self.assertEqual(set(before), set(after))
        for name, was in before.items():
            now = after[name]
            self.assertEqual({k: v for k, v in was.items() if k not in ("Flags", *but)},
                             {k: v for k, v in now.items() if k not in ("Flags", *but)})
            if "Flags" not in but:
                self.assertEqual(self.flags(was), self.flags(now), name)


class Commands(Tool):
    def make_all_kinds(self):
        self.make("count", at(10), Duration=60, NodeCnt=3, Users="root,daemon")
        self.make("list", at(10), at(10, 30, 7), Nodes="n[5,7-8]", Accounts="red,blue", Users=None)
        self.make("odd", at(11), at(12), NodeCnt=2, Features="odd", Licenses="sw:3")
        self.make("part", at(12), at(13), NodeCnt=2, PartitionName="half")
        self.make("group", at(12), at(13), NodeCnt=1, Groups="daemon", Users=None)
        self.make("not-user", at(13), at(14), NodeCnt=2, Users="-daemon,-games")
        self.make("not-account", at(13), at(14), NodeCnt=2, Users=None, Accounts="-red")
        self.make("both", at(13), at(14), NodeCnt=1, Users="daemon", Accounts="-red")
        self.make("all", at(14), at(15), Nodes="ALL")
        self.make("all-of-part", at(15), at(16), Nodes="ALL", PartitionName="half")
        self.make("e:_-.+@/#%", at(15), at(16), NodeCnt=1)
        self.make("far", gq.seconds("2099-12-31T23:59:58"), gq.seconds("2100-03-01T00:00:01"), NodeCnt=8)
        if gq.VERSION >= (23, 2):
            r = self.c.create("comment", StartTime=gq.stamp(at(16)), Duration=60, NodeCnt=1,
                              Comment="it's $HOME & \"more\" `id` \\ #1 *")
            self.assertTrue(r.ok, r)
        if gq.VERSION >= (25, 11):
            self.make("allowed", at(17), at(18), NodeCnt=1, Users=None, AllowedPartitions="half,main")

    def test_all_kinds(self):
        self.make_all_kinds()
        before, lines = self.c.reservations(), self.shown().splitlines()
        self.off_and_lost()
        commands = self.said()
        self.assertEqual(len(self.sh_all(commands)), len(before))
        self.assertSame(before, self.c.reservations())
        comment = [re.findall(r" Comment=.*", line) for line in lines]
        self.assertEqual([re.findall(r" Comment=.*", line) for line in self.shown().splitlines()], comment)
        starts = [before[name]["StartTime"] for name in re.findall(r" ReservationName=(\S+) ", commands.replace("'", ""))]
        self.assertEqual(starts, sorted(starts))

    def test_windows_are_history(self):
        """It lies where it lay; only the plugin knows more of it."""
        self.make("wall", at(10), at(12), NodeCnt=8)
        self.make("moved", at(10), Duration=30, NodeCnt=5, MaxStartDelay="4:00:00")
        before = self.c.reservations()
        self.assertLies("moved", at(12), at(12, 30), 5)
        self.off_and_lost()
        self.sh_all(self.said())
        self.assertSame(before, self.c.reservations(), but={"MaxStartDelay"})
        self.assertEqual(self.fields("moved")["MaxStartDelay"], "(null)")
        self.on()
        self.assertEqual(self.c.reservations(), before)
        self.assertEqual(self.live(), {"wall", "moved"})

    def test_max_start_delay_of_slurm(self):
        self.parameters("garq_window=none")
        self.make("r", at(10), at(11), NodeCnt=2, MaxStartDelay="1-02:03:04")
        before = self.c.reservations()
        self.off_and_lost()
        self.sh_all(self.said())
        self.assertSame(before, self.c.reservations())

    def test_flags(self):
        """Each that a booking can have, as scontrol prints it."""
        table = ["FLEX", "STATIC", "PURGE_COMP", "PURGE_COMP=00:00:59", "PURGE_COMP=1-06:00:00",
                 "NO_HOLD_JOBS_AFTER_END", "MAGNETIC", "FLEX,STATIC,PURGE_COMP=00:10:00,MAGNETIC"]
        if gq.VERSION >= (24, 5):
            table.append("USER_DELETE")
        for i, flags in enumerate(table):
            self.make(f"f{i}", at(10 + i), at(11 + i), NodeCnt=2, Flags=flags)
        self.make("down", at(20), at(21), NodeCnt=2, Flags="REPLACE_DOWN")
        before = self.c.reservations()
        self.off_and_lost()
        note = "garq-ledger: reservation down: flag REPLACE_DOWN is left out: .*\n"
        self.sh_all(self.said(err=note))
        after = self.c.reservations()
        self.assertEqual(self.flags(before.pop("down")), {"REPLACE_DOWN"})
        self.assertEqual(self.flags(after.pop("down")), set())
        self.assertSame(before, after)

    def test_begun(self):
        """Its own job runs on its nodes, another one where a booking is to come."""
        end = soon(3600)
        self.make("begun", soon(-60), end, NodeCnt=2)
        self.make("begun-without", soon(-60), end, NodeCnt=1)
        self.make("over", soon(-60), ahead(40), NodeCnt=1)
        before = self.c.reservations()
        job = self.running_job("-N2", "--exclusive", "-t30", "--reservation=begun")
        self.restart()  # so that Slurm has saved the job
        end_of_over = self.end_of("over")
        self.off_and_lost()
        gq.wait_for(lambda: soon(0) > end_of_over, "the end of a booking")
        commands = self.said(err="garq-ledger: reservation over is left out: it is over\n")
        asked = soon(0)
        made = self.sh_all(commands)
        self.assertEqual(set(made), {"begun", "begun-without"})
        after = self.c.reservations()
        del before["over"]
        self.assertSame(before, after, but={"Flags", "StartTime", "Duration"})
        for name in made:
            self.assertEqual(self.flags(after[name]), {"IGNORE_JOBS"})
            self.assertTrue(asked - 1 <= self.start_of(name) <= soon(0))
        self.assertEqual(self.c.job_state(job), "RUNNING")
        r = self.c.update("begun-without", minus_Flags="IGNORE_JOBS")
        self.assertTrue(r.ok, r)

    def test_jobs_that_came_meanwhile(self):
        start = soon(1800)
        self.make("r", start, start + 600, NodeCnt=8)
        before = self.c.reservations()
        self.off_and_lost()
        self.running_job("-N2", "--exclusive", "-t120")
        r = self.sh(self.said())
        self.assertIn("Requested nodes are busy", r.err)
        self.sh_all(self.said("--ignore-jobs"))
        self.assertSame(before, self.c.reservations(), but={"Flags"})
        self.assertEqual(self.flags(self.fields("r")), {"IGNORE_JOBS"})

    def test_what_slurm_still_has(self):
        """It is refused for its name, and stays as it is; the others are made."""
        self.make("old", at(10), at(11), NodeCnt=2)
        self.make("older", at(11), at(12), NodeCnt=2)
        self.restart()
        self.make("new", at(12), at(13), NodeCnt=2)
        before = self.c.reservations()
        self.off()
        there = self.c.reservations()
        r = self.sh(self.said("commands"))
        self.assertEqual(set(re.findall(r"created: (\S+)", r.out)), set(before) - set(there), r)
        self.assertEqual(len(re.findall("^Error creating the reservation: .*(?:overlap|duplicate)", r.err, re.M)),
                         len(there), r)
        self.assertSame(before, self.c.reservations())

    def test_what_slurm_never_had(self):
        """One after another on a node: all but the first of them are parked."""
        self.restart()  # what was deleted before would be there again
        for i in range(12):
            self.make(f"b{i}", at(i), at(i + 1), Nodes="n1")
        before = self.c.reservations()
        self.off()
        made = self.sh_all(self.said("--parked"))
        self.assertEqual(made, [f"b{i}" for i in range(1, 12)])
        self.sh(self.said())  # the first one may not have been saved
        self.assertSame(before, self.c.reservations())
        self.on()
        self.assertEqual(self.c.reservations(), before)

    def test_parked(self):
        self.make("here", at(10), at(11), NodeCnt=2)
        self.make("there", at(11), at(12), NodeCnt=2)
        self.c.kill_controller()
        with contextlib.closing(sqlite3.connect(self.state("garq.ledger"))) as db:
            db.execute("UPDATE booking SET parked = (name = 'there')")
            db.commit()
        self.addCleanup(self.start_ctld)
        self.assertEqual(re.findall(r" ReservationName=(\S+)", self.said("--parked")), ["there"])
        self.assertEqual(re.findall(r" ReservationName=(\S+)", self.said()), ["here", "there"])
        self.assertEqual([b["parked"] for b in case.epochs(json.loads(self.said("list", "--json")))["bookings"]],
                         [False, True])


class Reads(Tool):
    def content(self):
        """The files of the ledger and what is in them."""
        found = {}
        for name in sorted(os.listdir(self.state())):
            if name.startswith("garq.ledger"):
                with open(self.state(name), "rb") as f:
                    found[name] = hashlib.sha256(f.read()).hexdigest()
        return found

    def test_what_a_killed_one_left_in_its_wal(self):
        for i in range(5):
            self.make(f"r{i}", at(10 + i), at(11 + i), NodeCnt=2)
        self.c.kill_controller()
        self.addCleanup(lambda: self.c.alive() or self.start_ctld())
        before = self.content()
        self.assertIn("garq.ledger-wal", before)
        self.assertEqual(len(self.said().splitlines()), 5)
        self.assertEqual(len(self.said("list").splitlines()), 6)
        self.assertEqual(self.content(), before)
        self.c.start_controller()
        self.c.wait_answering()
        self.assertEqual(set(self.c.reservations()), {f"r{i}" for i in range(5)})

    def test_while_slurmctld_runs(self):
        for i in range(20):
            self.make(f"r{i}", at(10) + i * 600, at(10) + i * 600 + 600, NodeCnt=2)
            self.assertEqual(len(self.said("list").splitlines()), i + 2)
        self.assertTrue(self.c.delete("r0").ok)
        self.assertEqual(len(self.said("list").splitlines()), 20)
        self.make("last", at(20), at(21), NodeCnt=8)

    def test_list(self):
        self.make("kept", at(10), at(11), NodeCnt=2, Users="root,daemon")
        self.make("gone", at(11), at(12), Nodes="n[1-2]", Users=None, Accounts="red")
        self.assertTrue(self.c.delete("gone").ok)
        row = self.said("list").splitlines()[-1].split()
        self.assertEqual(row[:5], ["kept", gq.stamp(at(10)), gq.stamp(at(11)), self.fields("kept")["Nodes"],
                                   "Users=root,daemon"])
        row = self.said("list", "--closed").splitlines()[-1].split()
        self.assertEqual(row[:5] + row[6:], ["gone", gq.stamp(at(11)), gq.stamp(at(12)), "n[1-2]",
                                             "Accounts=red", "deleted"])
        closed = case.epochs(json.loads(self.said("list", "--closed", "--json")))["bookings"][-1]
        self.assertLess(abs(closed.pop("closed") - soon(0)), 300)
        self.assertEqual(closed, {"name": "gone", "start": at(11), "end": at(12), "nodes": "n[1-2]",
                                  "who": "Accounts=red", "why": "deleted"})
        live = case.epochs(json.loads(self.said("list", "--json")))["bookings"]
        self.assertEqual([b["name"] for b in live], ["kept"])

    def test_history(self):
        """Of a slurmctld that runs; what was moved is in its file."""
        self.make("stays", at(10), at(11), NodeCnt=2)
        self.make("went", at(11), at(12), Nodes="n[1-2]")
        self.assertTrue(self.c.delete("went").ok)

        def events(*words):
            return case.epochs(json.loads(self.said("history", "--json", *words)))["history"]
        self.assertEqual([(e["name"], e["event"], e["why"]) for e in events() if e["name"] in ("stays", "went")],
                         [("stays", "create", None), ("went", "create", None), ("went", "closed", "deleted")])
        self.assertEqual([events("went")[-1][k] for k in ("event", "user", "old-start", "old-end", "old-nodes", "start", "nodes")],
                         ["closed", gq.ME, at(11), at(12), "n[1-2]", None, None])
        self.assertLess(abs(events("stays")[0]["time"] - soon(0)), 300)
        self.assertRegex(self.said("history", "stays"),
                         r"\ATIME +NAME +EVENT +USER +START +END +NODES *\n"
                         rf"\d{{4}}-\d\d-\d\dT\S+ stays create {gq.ME} +{gq.stamp(at(10))} {gq.stamp(at(11))} \S+ *\n\Z")
        self.assertTrue(self.c.update("stays", EndTime=gq.stamp(at(11, 30))).ok)
        self.assertEqual([events("stays")[-1][k] for k in ("event", "user", "old-start", "start", "old-end", "end", "old-nodes", "nodes")],
                         ["update", gq.ME, at(10), at(10), at(11), at(11, 30), None, None])
        self.assertEqual((self.said("history", "nobody"), events("nobody")), ("", []))
        self.stop_ctld()
        with contextlib.closing(sqlite3.connect(self.state("garq.ledger"))) as db:
            db.execute("INSERT INTO event (time, name, resv_id, verb, old_start, old_end, start, \"end\", why)"
                       " VALUES (?, 'stays', 1, 'moved', ?, ?, ?, ?, 'made room for r7')",
                       (soon(0), at(10), at(11, 30), at(12), at(13, 30)))
            db.commit()
        self.start_ctld()
        moved = next(e for e in events("stays") if e["event"] == "moved")
        self.assertEqual([moved[k] for k in ("user", "old-start", "start", "old-end", "end", "old-nodes", "nodes", "why")],
                         [None, at(10), at(12), at(11, 30), at(13, 30), None, None, "made room for r7"])

    def test_of_a_file(self):
        self.make("r", at(10), at(11), NodeCnt=2)
        self.assertEqual(self.said("--file", self.state("garq.ledger")), self.said())

    def sums(self, *words):
        """The counts of stats: requests by verb, outcome, kind and user, offers by kind and user."""
        found = case.epochs(json.loads(self.said("stats", "--json", *words)))
        return ({(r["verb"], r["outcome"], r["kind"], r["user"]): (r["requests"], r["node-hours"], r["cost"])
                 for r in found["requests"]},
                {(o["kind"], o["user"]): (o["offers"], o["open"], o["accepted"]) for o in found["offers"]})

    def test_stats(self):
        self.parameters("garq_bcost=0.05")
        before = self.sums("--users")[0]
        self.make("a", at(10), at(12), NodeCnt=6)
        r = self.refuse("r", start=at(11), Duration=60, NodeCnt=4)
        kinds = [o.kind for o in self.offered(r).values()]
        requests, offers = self.sums("--users")

        def new(*key):
            key = (*key, gq.ME)
            return tuple(round(x - (y or 0), 2) for x, y in zip(requests[key], before.get(key, (0, 0, 0)))
                         if x is not None)
        self.assertEqual(new("create", "booked", None), (1, 12, 36))
        self.assertEqual(new("create", "refused", None), (1, 12))
        self.assertEqual(offers["later", gq.ME][1], kinds.count("later"))
        name = next(n for n, o in self.offered(r).items() if o.kind == "later")
        accepted = offers["later", gq.ME][2]
        self.assertTrue(self.c.update(name).ok)
        requests, offers = self.sums("--users")
        self.assertEqual(new("accept", "booked", "later"), (1, 4, 12))
        self.assertEqual(offers["later", gq.ME][1:], (0, accepted + 1))
        self.assertEqual({o[1] for o in offers.values()}, {0})
        # Of all users together they are the same, for there is one.
        self.assertEqual(self.sums()[0], {(*k[:3], None): v for k, v in requests.items()})
        text = self.said("stats")
        self.assertRegex(text, r"\AVERB +OUTCOME +KIND +REQUESTS +NODE-HOURS +COST\n")
        self.assertRegex(text, r"\n\nKIND +OFFERS +OPEN +ACCEPTED\n")

    def fails(self, code, pattern, *words):
        r = self.tool(*words)
        self.assertEqual((r.code, r.out), (code, ""), r)
        self.assertRegex(r.err, rf"\Agarq-ledger: .*{pattern}.*\n\Z")

    def test_errors_are_one_line(self):
        self.fails(1, "/none: No such file", "--file", "/none")
        self.fails(1, "Is a directory", "--file", "/")
        damaged = self.state("damaged")
        self.addCleanup(os.unlink, damaged)
        with open(damaged, "w") as f:
            f.write("this is not a ledger " * 1000)
        self.fails(1, "damaged can't be read: file is not a database", "--file", damaged)
        os.unlink(damaged)
        with contextlib.closing(sqlite3.connect(damaged)) as db:
            db.execute("PRAGMA user_version=99")
        self.fails(1, "newer version", "--file", damaged)
        self.fails(2, "commands, list, history, stats, check, salvage, options or mail", "nonsense")
        self.fails(2, "for list", "--closed")
        self.fails(2, "too many", "list", "list")
        self.fails(2, "too many", "history", "r", "x")
        self.fails(2, "for stats", "list", "--users")
        self.fails(2, "for commands and list", "history", "--parked")
        self.fails(2, "for list", "stats", "--closed")
        self.fails(2, "not for options", "options", "--file", damaged)

    def test_options(self):
        rows = {r["option"]: r for r in case.epochs(json.loads(self.said("options", "--json")))["options"]}
        self.assertEqual(rows["garq_delta"]["default"], "300")
        self.assertIn("seconds, 1 to 86400", self.said("options"))
        for name, row in rows.items():
            self.assertRegex(row["meaning"], r"[.]\Z", name)

    def test_mail(self):
        """The example is the built-in text, with all of its keys."""
        example = os.path.join(os.path.dirname(__file__), "..", "..", "doc", "examples", "garq-mail.text")
        self.assertRegex(self.said("mail"), r"(?s)\ASubject: .*\n\nYour reservations on .* it lacks nodes \(REASON\)\n")
        self.assertEqual(self.said("mail", example), self.said("mail"))
        with open(example, encoding="utf-8") as f:
            keys = set(re.findall(r"^([a-z.-]+)=", f.read(), re.M))
        wrong = self.state("text")
        self.addCleanup(os.unlink, wrong)
        with open(wrong, "w") as f:
            f.write("\nkey=\n")
        self.fails(1, f"{wrong}:2: key: no such key", "mail", wrong)
        known = re.search(r"there are: (.*)\)", self.c.run(TOOL, "mail", wrong).err).group(1)
        self.assertEqual(set(known.split()), keys)

    def test_check_and_salvage(self):
        """While slurmctld runs, and of a damaged copy; the ledger itself stays as it is."""
        self.make("r1", at(10), at(11), NodeCnt=2)
        self.make("r2", at(11), at(12), NodeCnt=2)
        found = case.epochs(json.loads(self.said("check", "--json", self.state("garq.ledger"))))
        self.assertEqual((found["ledger"][0]["sound"], found["ledger"][0]["live"]), (True, 2))
        self.assertEqual(found["findings"], [])
        self.assertRegex(self.said("check"), r"\ASOUND .*\nyes ")
        new = self.state("new")
        for name in ("new", "bad"):
            self.addCleanup(os.unlink, self.state(name))
        self.assertIn("it is made of the copy, which has all that the ledger had",
                      self.said("salvage", self.state("garq.ledger"), "--output", new))
        self.assertEqual(len(self.said("list", "--file", new).splitlines()), 3)
        self.fails(1, "new is there already", "salvage", self.state("garq.ledger"), "-o", new)
        with open(new, "rb") as f:
            data = bytearray(f.read())
        data[:4096] = b"\xa5" * 4096
        with open(self.state("bad"), "wb") as f:
            f.write(data)
        os.unlink(new)
        r = self.tool("check", self.state("bad"))
        self.assertEqual((r.code, r.err), (1, ""), r)
        self.assertRegex(r.out, r"\nno .*\n(?s:.*)file is not a database")
        self.assertIn("rows may be missing", self.said("salvage", self.state("bad"), "-o", new))
        self.assertEqual(self.said("list", "--file", new), "")
        with open(self.state("bad"), "rb") as f:
            self.assertEqual(f.read(), data)
        self.fails(2, "No such file", "check", "/none")
        self.fails(2, "wants the damaged FILE", "salvage", new)
        self.fails(1, "choose another one", "salvage", new, "-o", self.state("garq.ledger.salvaged"))

    def test_other_words(self):
        self.assertIn("Usage", self.said("--help"))
        self.assertRegex(self.said("--version"), r"garq-ledger \d")


if __name__ == "__main__":
    unittest.main()
