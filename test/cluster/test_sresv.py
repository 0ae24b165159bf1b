# SPDX-License-Identifier: GPL-2.0-or-later
"""sresv: each verb on a real cluster, its exit codes, and what it prints for people and programs."""
import datetime
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import time
import unittest

import case
import gq
from case import ahead, at, soon

TOOL = gq.sresv()
DONE, REFUSED_OFFERS, BAD, REFUSED, DENIED, UNKNOWN, SILENT, FAILED = range(8)


def setUpModule():
    if not os.access(TOOL, os.X_OK):
        raise AssertionError(f"{TOOL} is not there: run make first, or set GARQ_SRESV")
    # What a shell starts in the background ignores it, and so would sresv.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    case.start(8)


class Tool(case.Case):
    def clean(self):
        for name in self.c.offers():
            self.c.delete(name)
        super().clean()

    def tool(self, *words, user=None):
        return self.c.run(TOOL, *words, user=user)

    def code(self, code, *words, err=None, user=None):
        """It must end with this code; what it printed."""
        r = self.tool(*words, user=user)
        self.assertEqual(r.code, code, r)
        if err is not None:
            self.assertRegex(r.err, err)
        return r.out

    def json(self, code, *words, user=None):
        """The object that it prints; on standard error there is nothing."""
        r = self.tool(*words, "--json", user=user)
        self.assertEqual((r.code, r.err), (code, ""), r)
        found = case.epochs(json.loads(r.out))
        self.assertEqual(found["status"], code)
        return found

    def lines(self, code, *words):
        """The cells of --parsable."""
        out = self.code(code, *words, "--parsable", "--noheader")
        return [line.split("|") for line in out.splitlines()]

    def times(self, start, end=None):
        words = ["-s", gq.stamp(start)]
        return words + ["-e", gq.stamp(end)] if end else words

    def busy(self):
        """6 of 8 nodes are taken from 10:00 to 12:00."""
        self.make("a", at(10), at(12), NodeCnt=6)

    def wish(self):
        """4 nodes at 11:00 for two hours, which can't be had then."""
        return [*self.times(at(11)), "-t", "2:00:00", "-N", "4"]


class Columns(Tool):
    def test_list(self):
        self.busy()
        self.assertEqual(self.code(DONE, "list", "-o", "end,NAME", "--noheader").split(), [gq.stamp(at(12)), "a"])
        self.assertEqual(self.code(DONE, "list", "-o", "NAME,duration,licenses", "--parsable"),
                         "NAME|DURATION|LICENSES\na|02:00:00|\n")
        self.assertEqual(self.code(DONE, "log", "a", "-o", "EVENT", "--noheader"), "create\n")
        self.code(BAD, "list", "-o", "NAME,FOO", err='--columns: "FOO" is none of NAME, STATE, ')
        self.code(BAD, "list", "-o", "NAME", "--json", err="--json goes without")
        self.code(BAD, "stats", "-o", "NODES", err="--columns is not for stats")


class When(Tool):
    """At which hours it can begin: what is told can be booked, and nothing else."""

    def test_hours(self):
        self.make("a", at(10), at(16), NodeCnt=6)
        self.make("f", at(10, day=3), Duration=360, NodeCnt=6, MaxStartDelay="24:00:00")
        r = self.tool("when", "-s", gq.stamp(at(5)), "-N", "4", "-t", "2h", "--days", "2")
        self.assertEqual(r.code, DONE, r)
        self.assertRegex(r.err, f"the first start is {gq.stamp(at(5))}\n")
        rows = [line.split(" ", 2)[2] for line in r.out.splitlines()[1:]]
        self.assertEqual([row.rstrip("\n") for row in rows],
                         ["     ####.......########", "#########.+...+.########", "######                  "])

    def test_starts(self):
        self.make("a", at(10), at(16), NodeCnt=6)
        words = ["-s", gq.stamp(at(5)), "-N", "4", "-t", "2h", "--days", "1"]
        found = self.json(DONE, "when", *words)["starts"]
        self.assertEqual(found, [{"first": at(5), "last": at(8), "moves": False},
                                 {"first": at(16), "last": at(5, day=3), "moves": False}])
        self.assertEqual(self.lines(DONE, "when", *words)[0], [gq.stamp(at(5)), gq.stamp(at(8)), "no"])
        for one in found:
            for start in one["first"], one["last"]:
                self.code(DONE, "book", "r", *self.times(start), "-t", "2h", "-N", "4")
                self.assertTrue(self.c.delete("r").ok)
        for start in found[0]["last"] + 60, found[1]["first"] - 60:
            self.code(REFUSED_OFFERS, "book", "r", *self.times(start), "-t", "2h", "-N", "4")

    def test_more_than_an_answer_holds(self):
        """With prices each slot has starts of its own, of which an answer has a thousand."""
        self.addCleanup(self.reconfigure, SchedulerParameters="bf_interval=2")
        self.reconfigure(SchedulerParameters="bf_interval=2,garq_bcost=1")
        self.make("a", at(10, day=9), at(16, day=9), NodeCnt=6)
        words = ["-s", gq.stamp(at(5)), "-N", "4", "-t", "2h", "--days", "14"]
        self.assertNotIn("?", self.tool("when", *words).out)
        self.assertEqual(self.json(DONE, "when", *words)["starts"], [{"first": at(5), "last": at(8, day=9), "moves": False},
                                                                     {"first": at(16, day=9), "last": at(5, day=16), "moves": False}])

    def test_none(self):
        self.code(REFUSED, "when", "-N", "9", "-t", "2h", "--days", "1", err="there is no start in these days")

    def test_bad(self):
        self.code(BAD, "when", "-N", "4", err="when needs --duration")
        self.code(BAD, "when", "-t", "2h", err="when needs --nodes or --nodelist")
        self.code(BAD, "when", "-t", "2h", "-N", "2-4", err="a range is not for when")
        self.code(BAD, "when", "-t", "2h", "-N", "2", "-d", "1h", err="--delay is not for when")


class Book(Tool):
    def test_it_is_booked(self):
        out = self.code(DONE, "book", "r", *self.times(at(10)), "-t", "90", "-N", "4", err=r"\A\Z")
        self.assertLies("r", at(10), at(11, 30), 4)
        heads, row = (line.split() for line in out.splitlines())
        self.assertEqual(dict(zip(heads, row)), {
            "NAME": "r", "STATE": "INACTIVE", "START": gq.stamp(at(10)), "END": gq.stamp(at(11, 30)),
            "NODES": "4", "NODELIST": self.fields("r")["Nodes"], "USERS": gq.ME, "KIND": "booking", "WHEN": "in"})

    def test_what_marks_a_program_is_no_flag_of_a_booking(self):
        self.busy()
        offers = self.json(REFUSED_OFFERS, "book", "r", *self.wish())["offers"]
        self.code(DONE, "accept", next(o["name"] for o in offers if o["kind"] == "later"))
        self.code(DONE, "book", "s", *self.times(at(20)), "-t", "60", "-N", "2")
        self.make("t", at(22), at(23), NodeCnt=2)
        self.restart()
        self.assertEqual({self.fields(name)["Flags"] for name in "rst"}, {self.fields("a")["Flags"]})

    def test_all_that_can_be_said(self):
        self.code(DONE, "book", "r", *self.times(at(10), at(11)), "--nodelist", "n[2-3]", "-u", "root,games",
                  "-p", "main")
        self.assertLies("r", at(10), at(11), 2)
        self.assertEqual(self.nodes("r"), {"n2", "n3"})
        self.assertEqual(self.fields("r")["Users"], "root,games")
        self.code(DONE, "book", "s", *self.times(at(12)), "-t", "60", "-N2", "-p", "half", "-C", "odd",
                  "--groups", "daemon")
        self.assertEqual({self.fields("s")[k] for k in ("PartitionName", "Features", "Groups", "Users")},
                         {"half", "odd", "daemon", "(null)"})

    def test_a_window(self):
        self.busy()
        for i, words in enumerate((["-t", "1:00:00", "-d", "4:00:00"], ["-t", "1h", "--flexible=4h"])):
            self.code(DONE, "book", f"r{i}", *self.times(at(10)), "-N3", *words)
            self.assertLies(f"r{i}", at(12), at(13), 3)
        found = self.json(DONE, "list", "r0")["reservations"]
        self.assertEqual([r["window"] for r in found], [4 * 3600])
        # A duration between a start and an end.
        self.code(DONE, "book", "s", *self.times(at(10), at(14)), "-t", "60", "-N", "3")
        self.assertLies("s", at(13), at(14), 3)
        self.assertEqual(self.fields("s")["MaxStartDelay"], "03:00:00")

    def test_times_of_people(self):
        self.code(DONE, "book", "r", "-N1", "-s", "tomorrow 10-12")
        found = self.json(DONE, "list", "r")["reservations"][0]
        day = time.localtime(found["start"])[:3]
        self.assertEqual([time.localtime(found[k])[:6] for k in ("start", "end")], [(*day, 10, 0, 0), (*day, 12, 0, 0)])
        self.code(DONE, "book", "s", "-N1", "-s", "+1d", "-t", "1h")
        self.code(DONE, "list", "--past", "--since", "yesterday")
        self.code(BAD, "book", "t", "-N1", "-s", "10", "-t", "1h",
                  err=r'\Asresv: --start: "10" is not a time, such as .*10am.*\(see --help\)\n\Z')

    def test_now_and_without_a_name(self):
        before = soon(0)
        found = self.json(DONE, "book", "-t", "10", "-N2")["reservations"]
        self.assertEqual(len(found), 1)
        self.assertTrue(before - 1 <= found[0]["start"] <= soon(0))
        self.assertEqual((found[0]["state"], found[0]["nodes"], found[0]["duration"]), ("ACTIVE", 2, 600))

    def test_refused_with_offers(self):
        self.busy()
        before = self.shown()
        r = self.tool("book", "r", *self.wish())
        self.assertEqual(r.code, REFUSED_OFFERS, r)
        self.assertEqual(self.shown(), before)
        said = r.err.splitlines()
        self.assertRegex(said[0], "^sresv: r: 2 of 4 nodes are missing from")
        self.assertRegex(said[1], "^sresv: in the way: reservation a ")
        self.assertEqual(said[-1], "sresv: to take one: sresv accept r.1")
        offers = self.c.offers()
        self.assertEqual([line.split()[0] for line in r.out.splitlines()], ["NAME", *sorted(offers)])

    def test_refused_as_json(self):
        self.busy()
        before = soon(600)
        found = self.json(REFUSED_OFFERS, "book", "r", *self.wish())
        until = soon(600)
        self.assertEqual(found["reservations"], [])
        self.assertRegex(found["why"][0], "^r: 2 of 4 nodes are missing")
        shown = self.c.offers()
        self.assertEqual({o["name"]: (str(o["start"]), str(o["end"]), str(o["nodes"])) for o in found["offers"]},
                         {n: (o["start"], o["end"], o["nodes"]) for n, o in shown.items()})
        kinds = {o["kind"]: o for o in found["offers"]}
        self.assertEqual((kinds["later"]["start"], kinds["later"]["end"]), (at(12), at(14)))
        self.assertEqual(kinds["fewer"]["nodes"], 2)
        self.assertEqual({o["cost"] for o in found["offers"]}, {None})
        self.assertTrue(before - 1 <= found["offers"][0]["until"] <= until)

    def test_times_of_offers_are_those_of_no_time_zone(self):
        self.busy()
        found = self.json(REFUSED_OFFERS, "book", "r", *self.wish())["offers"]
        words = ["env", "TZ=Asia/Tokyo", TOOL, "book", "r", "-s", "uts" + str(at(11)), "-t", "2:00:00", "-N4", "--json"]
        away = case.epochs(json.loads(self.c.run(*words).out))["offers"]
        for a, b in zip(found, away, strict=True):
            self.assertLess(abs(a.pop("until") - b.pop("until")), 60)
            self.assertEqual(a, b)

    def test_refused_without_offers(self):
        self.parameters("garq_offers=0")
        self.busy()
        self.code(REFUSED, "book", "r", *self.wish(), err="2 of 4 nodes are missing")
        self.assertEqual(self.json(REFUSED, "book", "r", *self.wish())["offers"], [])

    def test_quiet(self):
        self.busy()
        for code, words in ((REFUSED_OFFERS, self.wish()), (DONE, [*self.times(at(14)), "-t1", "-N1"])):
            r = self.tool("book", "r", "-q", *words)
            self.assertEqual((r.code, r.out, r.err), (code, "", ""))
        self.code(BAD, "book", "s", "-q", "-N1", "-t1", "-p", "none", err="no such partition")

    def test_an_offer_is_taken(self):
        self.busy()
        found = self.json(DONE, "book", "r", *self.wish(), "--accept=shorter,later,fewer")
        self.assertRegex(found["why"][-1], r"^taken: r\.\d+, (shorter|later)$")
        self.assertEqual(found["offers"], [])
        self.assertEqual(len(found["reservations"]), 1)
        self.assertIn("r", self.c.reservations())
        self.assertEqual(self.c.offers(), {})
        self.code(DONE, "book", "s", *self.wish(), "--accept", err="taken: s.1, ")
        self.assertIn("s", self.c.reservations())

    def test_none_of_that_kind(self):
        self.busy()
        self.code(REFUSED_OFFERS, "book", "r", *self.wish(), "--accept=exact",
                  err=r"\d offers, none of a kind that --accept names")
        self.assertNotIn("r", self.c.reservations())

    def test_less_in_the_window_is_taken(self):
        self.make("a", at(10), at(11), NodeCnt=7)
        self.make("b", at(11), at(12), NodeCnt=5)
        found = self.json(DONE, "book", "r", *self.times(at(10)), "-t", "60", "-d", "60", "-N", "4",
                          "--accept=inside")
        self.assertLies("r", at(11), at(12), 3)
        self.assertEqual([(a["kind"], a["min-nodes"], a["min-time"]) for a in found["accept"]],
                         [("inside", 2, 1800)])

    def test_less_than_half_of_the_nodes_is_not_taken(self):
        self.make("a", at(10), at(12), NodeCnt=7)
        words = [*self.times(at(10)), "-t", "60", "-N", "8"]
        self.code(REFUSED_OFFERS, "book", "r", *words, "--accept=fewer",
                  err=r"sresv: \d offers, none of a kind that --accept names with at least 4 nodes: "
                      r"a range of --nodes allows fewer\n")
        self.assertNotIn("r", self.c.reservations())
        found = self.json(REFUSED_OFFERS, "book", "r", *words, "--accept=fewer")
        self.assertEqual(found["accept"], [{"taken": None, "kind": None, "min-nodes": 4, "min-time": 1800}])
        self.assertIn("fewer", {o["kind"] for o in found["offers"]})

    def test_less_than_half_of_the_time_is_not_taken(self):
        self.make("a", at(10), at(12), NodeCnt=8)
        words = [*self.times(at(9)), "-t", "3:00:00", "-N", "4", "--accept=shorter"]
        self.code(REFUSED_OFFERS, "book", "r", *words,
                  err="none of a kind that --accept names at least 01:30:00 long: "
                      "a range of --duration allows shorter ones\n")
        self.assertNotIn("r", self.c.reservations())

    @case.needs_root
    def test_of_a_user(self):
        """Ordinary users may not give flags; what marks the request of a program is none."""
        self.parameters("garq_users=yes")
        self.busy()
        found = self.json(REFUSED_OFFERS, "book", "r", *self.wish(), user=case.OTHER)
        later = next(o["name"] for o in found["offers"] if o["kind"] == "later")
        self.json(DONE, "accept", later, user=case.OTHER)
        self.assertLies("r", at(12), at(14), 4)

    def test_what_makes_no_sense_to_the_controller(self):
        cases = [(["-p", "none"], "no such partition"), (["-w", "n99"], "does not have"),
                 (["-s", "2020-01-01"], "in the past")]
        if gq.VERSION < (26, 5):  # which says that there was an error, and no more
            cases.append((["-u", "nobody-of-this-name"], "there is no user nobody-of-this-name"))
        for words, err in cases:
            with self.subTest(words=words):
                r = self.tool("book", "r", "-t10", *([] if "-w" in words else ["-N1"]), *words)
                self.assertEqual(r.code, BAD, r)
                self.assertRegex(r.err, rf"\Asresv: .*{err}.*\n\Z")
                self.assertEqual(self.c.reservations(), {})

    def test_a_comment(self):
        """Of a booking, of one by an offer and of a series; changed, over a kill, and taken away."""
        wish = [*self.times(at(10)), "-t", "60", "-N", "2"]
        if gq.VERSION < (23, 2):
            self.code(BAD, "book", "r", *wish, "--comment", "x", err="have comments from Slurm 23.02 on")
            return
        self.code(BAD, "book", "r", *wish, "--comment", "a\nb", err="Comment has a character in it")
        self.code(DONE, "book", "r", *wish, "--comment", "für 'dich'")
        self.code(DONE, "book", "s", *wish[:-1], "8", "--comment", "s", "--accept")
        self.code(DONE, "book", "t", *self.times(at(20)), "-t", "60", "-N", "1", "--every", "FREQ=DAILY;COUNT=2", "--comment", "t")
        self.kill()
        told = {r["name"][0]: r["comment"] for r in self.json(DONE, "list")["reservations"]}
        self.assertEqual(told, {"r": "für 'dich'", "s": "s", "t": "t"})
        self.assertIn("COMMENT    für 'dich'", self.code(DONE, "show", "r"))
        self.code(DONE, "extend", "r", "-t", "10", "--comment", "ours")
        self.code(DONE, "move", "r", "--comment", "")
        self.assertEqual([(e["event"], e["why"]) for e in self.json(DONE, "show", "r")["events"][1:]],
                         [("extend", "comment ours, was für 'dich'"), ("update", "comment none, was ours")])
        self.assertEqual(self.lines(DONE, "list", "r", "-o", "NAME,COMMENT"), [["r", ""]])

    def test_a_name_that_is_taken(self):
        self.busy()
        self.code(BAD, "book", "a", *self.times(at(14)), "-t10", "-N1", err="there is a reservation a already")


class Wait(Tool):
    def background(self, *words):
        p = subprocess.Popen([TOOL, "book", *words], env=self.c.env, text=True,
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(p.stderr.close)
        self.addCleanup(p.stdout.close)
        self.addCleanup(lambda: p.poll() is None and p.send_signal(signal.SIGKILL))
        return p

    def stands(self, name="r"):
        return any(row["name"] == name for row in self.json(DONE, "list")["standing"])

    def test_until_there_is_room(self):
        self.busy()
        p = self.background("r", *self.wish(), "--wait", "--interval=1s")
        self.assertRegex(p.stderr.readline(), "8 of 8 nodes|nodes are missing")
        gq.wait_for(self.stands, "r stands by")
        row, = self.json(DONE, "list", "r")["standing"]
        self.assertEqual([line.split(",")[0] for line in self.code(DONE, "list", "--csv").splitlines()], ["NAME", "a"])
        self.code(UNKNOWN, "extend", "r", "-t", "1h", err="no reservation r\nsresv: r stands by, and can't be changed: sresv cancel ")
        self.assertEqual([row[key] for key in ("place", "of", "nodes", "mode", "until")], [1, 1, 4, "book", at(11)])
        self.assertNotIn("r", self.c.reservations())
        self.assertTrue(self.c.delete("a").ok)
        self.assertEqual(p.wait(gq.LEAST), DONE)
        self.assertIn("r ", p.stdout.read())
        self.assertLies("r", at(11), at(13), 4)

    def test_it_ends(self):
        self.busy()
        begun = time.monotonic()
        found = self.json(REFUSED, "book", "r", *self.wish(), "--wait=3s", "--interval=2s")
        self.assertGreaterEqual(time.monotonic() - begun, 3)
        self.assertEqual(found["why"], ["withdrawn: no room came in this time"])
        self.assertFalse(self.stands())
        self.assertNotIn("r", self.c.reservations())

    def test_a_signal_withdraws_it(self):
        self.busy()
        p = self.background("r", *self.wish(), "--wait=1h", "--interval=1h", "--json")
        gq.wait_for(self.stands, "r stands by")
        p.send_signal(signal.SIGTERM)
        self.assertEqual(p.wait(gq.LEAST), REFUSED)
        self.assertEqual(json.load(p.stdout)["why"], ["withdrawn: a signal ended the wait"])
        self.assertFalse(self.stands())

    def test_another_one_withdraws_it(self):
        self.busy()
        p = self.background("r", *self.wish(), "--wait=1h", "--interval=1s", "--json")
        gq.wait_for(self.stands, "r stands by")
        self.code(DONE, "cancel", "r")
        self.assertEqual(p.wait(gq.LEAST), REFUSED)
        self.assertIn("it stands by no more", p.stdout.read())

    def test_its_place_is_told(self):
        self.busy()
        self.code(REFUSED_OFFERS, "book", "before", *self.wish(), "--standby")
        p = self.background("r", *self.wish(), "--wait=1h", "--interval=1s")
        gq.wait_for(self.stands, "r stands by")
        self.code(DONE, "cancel", "before")
        for line in iter(p.stderr.readline, ""):
            if line == "sresv: r: place 1 of 1\n":
                break
        else:
            self.fail("its new place was not told")
        p.send_signal(signal.SIGINT)
        self.assertEqual(p.wait(gq.LEAST), REFUSED)

    def test_until_it_could_not_begin_any_more(self):
        start = ahead(15)
        self.make("a", soon(0), soon(3600), NodeCnt=8)
        self.code(REFUSED, "book", "r", *self.times(start), "-t10", "-N1", "--wait", "--interval=1s")

    def test_a_start_of_now_is_any_start_within_the_wait(self):
        self.make("a", soon(0), soon(3600), NodeCnt=8)
        p = self.background("r", "-t", "10", "-N", "4", "--wait=300s", "--interval=1s")
        gq.wait_for(self.stands, "r stands by")
        freed = soon(0)
        self.assertTrue(self.c.delete("a").ok)
        self.assertEqual(p.wait(gq.LEAST), DONE, p.stderr.read())
        self.assertGreaterEqual(self.start_of("r"), freed)

    def test_a_start_of_now_comes_to_its_end(self):
        self.make("a", soon(0), soon(3600), NodeCnt=8)
        self.code(REFUSED, "book", "r", "-t", "10", "-N", "4", "--wait=3s", "--interval=1s", err="no room came in its time")
        self.assertFalse(self.stands())

    def test_a_wait_may_be_shorter_than_the_window(self):
        self.make("a", soon(0), soon(7200), NodeCnt=8)
        self.code(REFUSED, "book", "r", "-t", "10", "-N", "4", "-d", "1h", "--wait=3s", "--interval=1s", err="withdrawn: no room came")
        self.assertFalse(self.stands())

    def test_an_end_does_not_move(self):
        self.make("a", soon(0), soon(3600), NodeCnt=8)
        self.code(REFUSED_OFFERS, "book", "r", "-e", gq.stamp(soon(1800)), "-N", "4", "--wait=2h",
                  err="does not stand by: its latest start is now")

    def test_its_own_name_may_have_wishes(self):
        self.busy()
        p = self.background("min-nodes:4:r", *self.wish(), "--wait=1h", "--interval=1s")
        gq.wait_for(self.stands, "r stands by")
        self.assertTrue(self.c.delete("a").ok)
        self.assertEqual(p.wait(gq.LEAST), DONE)
        self.assertLies("r", at(11), at(13), 4)

    def test_without_a_name(self):
        self.busy()
        p = self.background(*self.wish(), "--wait=1h", "--interval=1s", "--json")
        gq.wait_for(lambda: self.json(DONE, "list")["standing"], "it stands by")
        name = self.json(DONE, "list")["standing"][0]["name"]
        self.assertTrue(self.c.delete("a").ok)
        self.assertEqual(p.wait(gq.LEAST), DONE)
        self.assertEqual(json.load(p.stdout)["reservations"][0]["name"], name)

    def test_the_controller_dies(self):
        self.busy()
        p = self.background("r", *self.wish(), "--wait=1h", "--interval=1s")
        gq.wait_for(self.stands, "r stands by")
        self.kill()
        self.assertTrue(self.c.delete("a").ok)
        self.assertEqual(p.wait(gq.LEAST), DONE)
        self.assertLies("r", at(11), at(13), 4)

    def test_an_ignored_signal_stays_ignored(self):
        self.busy()
        p = subprocess.Popen(["sh", "-c", 'trap "" HUP; exec "$@"', "sh", TOOL, "book", "r", *self.wish(), "--wait=1h", "--interval=1s"],
                             env=self.c.env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        gq.wait_for(self.stands, "r stands by")
        p.send_signal(signal.SIGHUP)
        time.sleep(2)
        self.assertIsNone(p.poll())
        p.send_signal(signal.SIGTERM)
        self.assertEqual(p.wait(gq.LEAST), REFUSED)

    def test_where_nothing_stands_by(self):
        """Room is taken at once, and a refusal is the answer."""
        self.parameters("garq_standby=no")
        self.busy()
        self.json(DONE, "book", "free", *self.times(at(14)), "-t", "10", "-N", "4", "--wait=1h")
        found = self.json(REFUSED_OFFERS, "book", "r", *self.wish(), "--wait=1h")
        self.assertIn("no requests stand by here", found["why"][-1])
        self.assertTrue(found["offers"])

    def test_scripts_do_not_see_it(self):
        self.busy()
        self.code(REFUSED_OFFERS, "book", "r", *self.wish(), "--standby")
        self.code(DONE, "list", "r")
        self.code(UNKNOWN, "list", "r", "--parsable")
        self.code(DONE, "cancel", "r")

    def test_what_is_acceptable_is_taken_at_once(self):
        self.busy()
        found = self.json(DONE, "book", "r", *self.wish(), "--wait=1h", "--accept")
        self.assertTrue(found["accept"][0]["taken"])
        self.assertFalse(self.stands())

    def test_while_the_controller_is_away(self):
        self.stop_ctld()
        p = self.background("r", *self.times(at(10)), "-t10", "-N1", "--wait=300s", "--interval=1s", "-q")
        time.sleep(1)
        self.start_ctld()
        self.assertEqual(p.wait(300), DONE)
        self.assertLies("r", at(10), at(10, 10), 1)

    def test_not_for_what_makes_no_sense(self):
        self.code(BAD, "book", "r", *self.times(at(10)), "-t1", "-N1", "-p", "none", "--wait=1h")


class Query(Tool):
    def test_what_can_be_had(self):
        self.busy()
        before = self.shown()
        found = self.json(DONE, "query", *self.wish(), "-d", "4:00:00")
        self.assertEqual(self.shown(), before)
        self.assertEqual([(o["start"], o["end"], o["nodes"], o["kind"]) for o in found["offers"]],
                         [(at(12), at(14), 4, "exact")])
        name = found["offers"][0]["name"]
        self.assertRegex(name, r"^q\d+\.1$")
        self.code(DONE, "accept", name)
        self.assertLies(name.split(".")[0], at(12), at(14), 4)

    def test_any_length_and_number(self):
        self.busy()
        found = self.json(DONE, "query", *self.times(at(9), at(15)))
        self.assertEqual({(o["start"], o["end"], o["nodes"]) for o in found["offers"]},
                         {(at(9), at(10), 8), (at(12), at(15), 8), (at(9), at(15), 2)})

    def test_of_today(self):
        found = self.json(DONE, "query")
        self.assertEqual([o["nodes"] for o in found["offers"]], [8])
        # From now on for a day; it starts later where the clock has gone on until it is asked for.
        lasts = found["offers"][0]["end"] - found["offers"][0]["start"]
        self.assertTrue(86340 <= lasts <= 86400, lasts)

    def test_nothing(self):
        self.make("a", soon(0), Duration="infinite", NodeCnt=8)
        found = self.json(REFUSED, "query", "-s", gq.stamp(at(9, day=364)), "-t", "60", "-N", "8")
        self.assertEqual(len(found["why"]), 1)

    def test_never_books_in_plain_slurm(self):
        self.restart(SchedulerType="sched/backfill")
        self.addCleanup(self.restart, SchedulerType="sched/garq")
        self.code(FAILED, "query", "-N1", "-t1", err="has no sched/garq")
        self.assertEqual(self.c.reservations(), {})
        # What Slurm can do it does.
        self.make("a", at(8), at(9), NodeCnt=1)
        self.code(DONE, "book", "r", *self.times(at(10)), "-t10", "-N1")
        self.assertEqual(self.fields("r")["Flags"], self.fields("a")["Flags"])
        self.code(REFUSED, "book", "s", *self.times(at(10)), "-t10", "-w", "n[1-8]")
        self.code(DONE, "list", "r")
        self.assertEqual({r["kind"] for r in self.json(DONE, "list")["reservations"]}, {"native"})
        self.code(DONE, "cancel", "r")


class Kinds(Tool):
    def kinds(self, user=None):
        return {r["name"]: (r["kind"], r["native-by"]) for r in self.json(DONE, "list", user=user)["reservations"]}

    def test_who_serves_it(self):
        """A booking, or what of it Slurm serves itself; the same after a start, and for others."""
        self.make("nodes", at(8), at(9), NodeCnt=1, MaxStartDelay=60)
        self.make("daily", at(9), at(10), NodeCnt=1, Flags="DAILY")
        self.make("cores", at(9), at(10), CoreCnt=1)
        self.make("m", at(11), at(12), Nodes="n1", Flags="MAINT,OVERLAP")
        want = {"nodes": ("booking", None), "daily": ("native", "Flags=DAILY"), "cores": ("booking", None),
                "m": ("native", "Flags=MAINT")}
        self.assertEqual(self.kinds(), want)
        self.assertEqual(self.kinds(user=case.OTHER), want)
        self.restart()
        self.assertEqual(self.kinds(), want)
        self.change("nodes", Flags="DAILY")
        self.assertEqual(self.kinds()["nodes"], ("native", "Flags=DAILY"))
        self.assertIn("NATIVE-BY  Flags=DAILY", self.code(DONE, "show", "daily"))


class Accept(Tool):
    def offers(self):
        self.busy()
        return {o["kind"]: o["name"] for o in self.json(REFUSED_OFFERS, "book", "r", *self.wish())["offers"]}

    def test_offers_are_listed(self):
        mine = self.offers()
        other = [o["name"] for o in self.json(DONE, "query", "-N1", "-t1")["offers"]]
        self.assertEqual({o["name"] for o in self.json(DONE, "offers")["offers"]}, {*mine.values(), *other})
        self.assertEqual({o["name"] for o in self.json(DONE, "offers", "r")["offers"]}, set(mine.values()))
        self.assertEqual([o["name"] for o in self.json(DONE, "offers", "r.2")["offers"]], ["r.2"])
        self.assertEqual([line[0] for line in self.lines(DONE, "offers", other[0])], other)
        self.code(UNKNOWN, "offers", "s", err="there is no offer s")
        self.assertEqual({o["state"] for o in self.json(DONE, "list", "--all")["reservations"]},
                         {"INACTIVE", "OFFER"})

    def test_held(self):
        self.parameters("garq_offer_hold=2")
        self.busy()
        found = {o["name"]: o["held"] for o in self.json(REFUSED_OFFERS, "book", "r", *self.wish())["offers"]}
        held = {name for name in found if found[name]}
        self.assertEqual(len(held), 2)
        self.assertEqual({o["name"]: o["held"] for o in self.json(DONE, "offers", "r")["offers"]}, found)
        self.assertEqual({r["name"]: r["state"] for r in self.json(DONE, "list")["reservations"]},
                         {"a": "INACTIVE", **dict.fromkeys(held, "HELD")})
        rows = self.json(DONE, "accept", min(held))["reservations"]
        self.assertEqual([(r["name"], r["state"]) for r in rows], [("r", "INACTIVE")])
        self.assertEqual({r["name"] for r in self.json(DONE, "list", "--all")["reservations"]}, {"a", "r"})

    def test_with_prices(self):
        self.parameters("garq_bcost=0.05")
        self.offers()
        found = {o["name"]: o["cost"] for o in self.json(DONE, "offers", "r")["offers"]}
        self.assertEqual(found, {name: float(o["cost"]) for name, o in self.c.offers().items()})
        for head, down in (("cost", False), ("-COST", True)):
            costs = [o["cost"] for o in self.json(DONE, "offers", "r", "--sort", head)["offers"]]
            self.assertEqual(costs, sorted(found.values(), reverse=down))
        self.assertGreater(len(set(costs)), 1)
        self.code(BAD, "offers", "--sort", "price", err="--sort: \"price\" is none of NAME, START, ")

    def test_as_it_stands(self):
        rows = self.lines(DONE, "accept", self.offers()["later"])
        self.assertEqual([row[:5] for row in rows],
                         [["r", "INACTIVE", gq.stamp(at(12)), gq.stamp(at(14)), "4"]])
        self.assertLies("r", at(12), at(14), 4)
        self.assertEqual(self.code(DONE, "offers"), "")

    def test_less_of_it(self):
        self.code(DONE, "accept", self.offers()["later"], "-N2", "-t30", "-s", gq.stamp(at(13)), "-u", "games")
        self.assertLies("r", at(13), at(13, 30), 2)
        self.assertEqual(self.fields("r")["Users"], "games")

    def test_not_more_of_it(self):
        name = self.offers()["later"]
        self.code(BAD, "accept", name, "-N5", err="an offer of 4 nodes")
        self.code(BAD, "accept", name, "-e", gq.stamp(at(15)), err="within that")

    def test_taken_meanwhile(self):
        name = self.offers()["later"]
        self.make("b", at(12), at(13), NodeCnt=8)
        found = self.json(REFUSED_OFFERS, "accept", name)
        fresh = next(o for o in found["offers"] if o["kind"] == "later")
        self.assertEqual(fresh["start"], at(13))
        self.code(DONE, "accept", fresh["name"])
        self.assertLies("r", at(13), at(15), 4)

    def test_a_change_taken_meanwhile(self):
        self.busy()
        self.make("r", at(14), Duration=60, NodeCnt=4)
        self.refuse_change("r", start=at(11), NodeCnt=4)
        name = next(o["name"] for o in self.json(DONE, "offers", "r")["offers"] if o["kind"] == "later")
        self.make("b", at(12), at(13), NodeCnt=8)
        fresh = {o["kind"]: o for o in self.json(REFUSED_OFFERS, "accept", name)["offers"]}
        self.assertEqual((fresh["later"]["start"], fresh["later"]["nodes"]), (at(13), 4))
        self.assertLies("r", at(14), at(15), 4)

    def test_unknown(self):
        self.code(UNKNOWN, "accept", "r.7", err="no such reservation.*\nsresv: sresv offers lists the open offers")
        self.code(UNKNOWN, "accept", "nonsense")

    @case.needs_root
    def test_of_another(self):
        name = self.offers()["later"]
        self.code(DENIED, "accept", name, err="only who asked", user=case.OTHER)
        self.assertEqual(self.json(DONE, "offers", user=case.OTHER)["offers"], [])

    def test_a_change(self):
        """An offer for an update of a reservation becomes that."""
        self.busy()
        self.make("r", at(14), Duration=60, NodeCnt=4)
        self.refuse_change("r", start=at(11), NodeCnt=4)
        name = next(o["name"] for o in self.json(DONE, "offers", "r")["offers"] if o["kind"] == "later")
        self.code(DONE, "accept", name)
        self.assertLies("r", at(12), at(13), 4)


@case.needs_root
class Unknown(Tool):
    """What is not there, what is somebody else's, and what is hidden."""

    def setUp(self):
        super().setUp()
        self.reconfigure(SchedulerParameters="bf_interval=2,garq_users=yes,garq_user_rate=0")
        self.addCleanup(self.reconfigure, SchedulerParameters="bf_interval=2", PrivateData="")

    def codes(self, name):
        return [self.tool(verb, name, user=case.OTHER).code for verb in ("cancel", "accept", "list", "offers")]

    def test_of_others(self):
        self.busy()
        self.make("r", at(14), at(15), NodeCnt=1)
        self.assertEqual(self.codes("nobody"), [UNKNOWN] * 4)
        self.assertEqual(self.codes("r"), [DENIED, DENIED, DONE, UNKNOWN])
        self.reconfigure(PrivateData="reservations")
        self.assertEqual(self.codes("r"), [UNKNOWN] * 4)

    def test_superseded(self):
        self.busy()
        ask = ["book", "s", "-N4", *self.times(at(10)), "-t60", "-u", case.OTHER]
        name = self.json(REFUSED_OFFERS, *ask, user=case.OTHER)["offers"][0]["name"]
        self.code(DONE, "cancel", name, user=case.OTHER)
        self.assertEqual(self.codes(name)[:2], [UNKNOWN] * 2)

    def test_bad_names(self):
        for name in ("a,b", "garq.job@1", "hold:60:", "probe"):
            with self.subTest(name=name):
                self.code(BAD, "book", name, "-N1", *self.times(at(10)), "-t60")


class Lines(Tool):
    """What sresv knows of offers is in lines for programs, and in nothing that people write or read."""

    LIES = ("offer until 2099-01-01T00:00:00: later, cost 5.00", "offer until ",
            "garq-offer=1 name=x.1 start=4070908800 end=4070912400 nodes=4 kind=later expires=4070908800")
    REMARK = "Comment" if gq.VERSION >= (23, 2) else "BurstBuffer"

    def seen(self, *before, verbs=("list --all", "offers", "stats")):
        """What these verbs print as JSON, but for times that pass; before: words before sresv's name."""
        found = {}
        for verb in verbs:
            r = self.c.run(*before, TOOL, *verb.split(), "--json")
            self.assertEqual((r.code, r.err), (DONE, ""), r)
            found[verb] = json.loads(r.out)
        found.get("stats", {}).pop("days", None)
        return found

    def test_a_comment_makes_no_offer(self):
        self.busy()
        for i, lie in enumerate(self.LIES):
            r = self.c.create(f"x{i}.1", StartTime=gq.stamp(at(13 + i)), Duration=60, NodeCnt=1, **{self.REMARK: lie})
            self.assertTrue(r.ok, r)
            self.assertIn(f"{self.REMARK}={lie}", self.c.scontrol("-o", "show", "reservation", f"x{i}.1").out)
        found = self.seen()
        self.assertEqual({r["name"]: r["state"] for r in found["list --all"]["reservations"]},
                         dict.fromkeys(("a", "x0.1", "x1.1", "x2.1"), "INACTIVE"))
        self.assertEqual(found["offers"]["offers"], [])
        self.assertEqual((found["stats"]["now"][0]["ahead"], found["stats"]["now"][0]["offers"]), (4, 0))

    @unittest.skipIf(gq.VERSION < (23, 2), "Comment is new in Slurm 23.02, and there are no offers with a BurstBuffer")
    def test_a_comment_hides_no_offer(self):
        self.parameters("garq_offer_hold=1,garq_bcost=0.05")
        self.busy()
        for lie in self.LIES:
            r = self.c.create("r", StartTime=gq.stamp(at(11)), Duration=120, NodeCnt=4, Comment=lie)
            self.assertFalse(r.ok, r)
            found = self.seen()
            offers = {o["name"]: o for o in found["offers"]["offers"]}
            self.assertEqual(set(offers), set(self.c.offers()))
            self.assertTrue(all(o["cost"] > 0 and o["until"] > soon(0) for o in offers.values()))
            self.assertEqual({r["name"]: r["state"] for r in found["list --all"]["reservations"]},
                             {"a": "INACTIVE", **{n: "HELD" if o["held"] else "OFFER" for n, o in offers.items()}})
            self.assertEqual(found["stats"]["now"][0]["offers"], len(offers))
        taken = next(iter(offers))
        self.code(DONE, "accept", taken)
        self.assertEqual({r["name"]: r["state"] for r in self.seen()["list --all"]["reservations"]},
                         {"a": "INACTIVE", "r": "INACTIVE"})

    def test_no_locale_and_no_time_zone_change_what_is_read(self):
        self.parameters("garq_offer_hold=1,garq_bcost=0.05")
        self.busy()
        self.code(REFUSED_OFFERS, "book", "r", *self.wish())
        here = self.seen()
        self.assertTrue(here["offers"]["offers"])
        for words in (["TZ=Asia/Tokyo"], ["LC_ALL=de_DE.UTF-8", "LANGUAGE=de"], ["LC_ALL=C", "TZ=UTC+11"]):
            self.assertEqual(self.seen("env", *words), here)

    def test_names_that_look_like_questions(self):
        self.busy()
        for name in ("query", "offers", "Offers"):
            self.code(BAD, "book", name, *self.wish(), err="they ask sched/garq")
        names = ["garq-offers", "garq-offer", "garq-answer"]
        for name in names:
            found = self.json(REFUSED_OFFERS, "book", name, *self.wish())
            self.assertRegex(found["why"][0], f"^{name}: 2 of 4 nodes are missing")
            self.code(DONE, "accept", next(o["name"] for o in found["offers"] if o["kind"] == "fewer"), "-N1", "-t60",
                      "-s", gq.stamp(at(12)))
        self.assertEqual({r["name"]: r["state"] for r in self.seen()["list --all"]["reservations"]},
                         dict.fromkeys(["a", *names], "INACTIVE"))

    def test_only_a_program_gets_lines(self):
        self.busy()
        self.refuse("r", start=at(11), Duration=120, NodeCnt=4)
        r = self.refuse("garq-offers=1", "answers for programs begin with that", start=at(14), Duration=60, NodeCnt=1)
        self.assertNotIn("garq-offer=", r.out + r.err)
        self.assertNotIn("garq-answer=", r.out + r.err)

    @case.needs_root
    def test_users_see_their_own_offers(self):
        self.parameters("garq_users=yes")
        self.busy()
        self.code(REFUSED_OFFERS, "book", "r", *self.wish())
        self.code(REFUSED_OFFERS, "book", "s", *self.wish(), user=case.OTHER)
        names = {user: {o["name"] for o in self.json(DONE, "offers", user=user)["offers"]}
                 for user in (None, case.OTHER)}
        self.assertEqual(names[None], set(self.c.offers()))
        users = {o["name"].split(".")[0]: o["user"] for o in self.json(DONE, "offers")["offers"]}
        self.assertEqual(users, {"r": gq.ME, "s": case.OTHER})
        self.assertEqual({r["name"] for r in self.json(DONE, "list", "--all", "--mine")["reservations"]
                          if r["state"] == "OFFER"}, {n for n in names[None] if n.startswith("r.")})
        self.assertEqual(names[case.OTHER], {name for name in names[None] if name.startswith("s.")})
        states = {r["name"]: r["state"] for r in self.json(DONE, "list", "--all", user=case.OTHER)["reservations"]}
        self.assertEqual(states, {"a": "INACTIVE", **dict.fromkeys(names[case.OTHER], "OFFER")})

    def test_they_survive_a_restart(self):
        self.busy()
        self.code(REFUSED_OFFERS, "book", "r", *self.wish())
        before = self.json(DONE, "offers")["offers"]
        self.restart()
        self.assertEqual(self.json(DONE, "offers")["offers"], before)

    def test_plain_slurm_has_none(self):
        self.busy()
        self.restart(SchedulerType="sched/backfill")
        self.addCleanup(self.restart, SchedulerType="sched/garq")
        found = self.seen()
        self.assertEqual([r["state"] for r in found["list --all"]["reservations"]], ["INACTIVE"])
        self.assertEqual(found["offers"]["offers"], [])
        self.assertEqual(found["stats"]["now"][0]["offers"], 0)
        self.code(UNKNOWN, "offers", "r", err="there is no offer r")


class Rest(Tool):
    def test_list(self):
        self.make("b", at(10), at(11), NodeCnt=2, Users="games")
        self.make("a", at(11), at(12), NodeCnt=3, Users=gq.ME, PartitionName="half")
        self.make("c", soon(0), soon(3600), NodeCnt=1, Users="games")
        found = self.json(DONE, "list")["reservations"]
        self.assertEqual([(r["name"], r["state"], r["nodes"]) for r in found],
                         [("c", "ACTIVE", 1), ("b", "INACTIVE", 2), ("a", "INACTIVE", 3)])
        self.assertEqual((found[2]["start"], found[2]["end"], found[2]["duration"], found[2]["partition"]),
                         (at(11), at(12), 3600, "half"))
        for r in found:
            self.assertEqual(self.c.hosts(r["nodelist"]), self.nodes(r["name"]))
        self.assertEqual([r["name"] for r in self.json(DONE, "list", "a", "c")["reservations"]], ["c", "a"])
        self.assertEqual([r["name"] for r in self.json(DONE, "list", "--mine")["reservations"]], ["a"])
        self.assertEqual([row[0] for row in self.lines(DONE, "list")], ["c", "b", "a"])
        self.code(UNKNOWN, "list", "a", "d", err="there is no reservation d")

    def test_list_of_groups_and_others(self):
        group = self.c.run("id", "-gn").out.strip()
        self.make("group", at(10), at(11), NodeCnt=1, Groups=group, Users=None)
        self.make("others", at(10), at(11), NodeCnt=1, Users=f"-{gq.ME}")
        self.make("all-but", at(10), at(11), NodeCnt=1, Users="-games")
        self.assertEqual({r["name"] for r in self.json(DONE, "list", "--mine")["reservations"]},
                         {"group", "all-but"})

    def test_none(self):
        for words, said in (("list", "no reservations"), ("offers", "no open offers"),
                            ("list --past --since now", "no past reservations"), ("log --since now", "no events"),
                            ("usage --month 2001-01", "no usage in this time")):
            r = self.tool(*words.split())
            self.assertEqual((r.code, r.out, r.err), (DONE, "", f"sresv: {said}\n"))
            for how in ("--parsable", "--csv", "--noheader", "-q"):
                r = self.tool(*words.split(), how)
                self.assertEqual((r.code, r.out, r.err), (DONE, "", ""))

    def test_what_was_meant(self):
        self.make("course", at(10), at(11), NodeCnt=1)
        for words in (("list", "cours"), ("show", "coarse"), ("extend", "curse", "-t", "1h")):
            self.code(UNKNOWN, *words, err=f"there is no reservation {words[1]}\nsresv: did you mean course\\?\n")
        self.code(UNKNOWN, "cancel", "curse", err="no such reservation.*\nsresv: curse: did you mean course\\?\n")
        self.code(UNKNOWN, "list", "other", err=r"\Asresv: there is no reservation other\n\Z")
        for words, said in (("list --pst", "did you mean --past?"), ("list --zzzzzz", "there is no option --zzzzzz "),
                            ("book --mem-per-cpu=4G", "ask for nodes that have it"), ("book --memo", "there is no option --memo "),
                            ("book --gres=gpu:2", "ask for --gpus [TYPE:]N"),
                            ("list --node", "--node may be several options: --nodes, --nodelist "), ("list -x", "there is no option -x"),
                            ("list --all=x", "--all takes no value"), ("query -s", "-s needs a value"), ("lst", "did you mean list?"), ("prise", "did you mean price?"),
                            ("delete course", "did you mean cancel?"), ("cost -N 1", "did you mean price?"), ("prolong course", "did you mean extend?")):
            self.assertIn(said, self.tool(*words.split()).err)

    def test_what_is_over_has_a_log(self):
        self.make("r", at(10), at(11), NodeCnt=1)
        self.code(DONE, "cancel", "r")
        self.code(UNKNOWN, "show", "r", err="no reservation r\nsresv: it is over: sresv log r tells")
        self.code(UNKNOWN, "show", "never", err=r"\Asresv: there is no reservation never\n\Z")

    def test_comment(self):
        self.make("r", at(10), at(11), NodeCnt=1)
        for words in (("book", "s", "-N1", *self.times(at(10), at(11))), ("move", "r"), ("extend", "r", "-t", "1h")):
            r = self.tool(*words, "--comment", "a course")
            if r.code == DONE:
                self.assertIn("a course", {x["comment"] for x in self.json(DONE, "list", words[1])["reservations"]})
            else:
                self.assertEqual((r.code, r.out), (BAD, ""))
                self.assertRegex(r.err, r"\Asresv: comment: .*23\.02.*\n\Z")

    def test_usage_of_odd_names(self):
        self.code(DONE, "book", "bad name", "-N1", "-t", "1h")
        for words in (("usage", "bad name"), ("usage", "--each")):
            self.assertIn("bad name ", self.code(DONE, *words))

    def test_heads(self):
        self.make("r", at(10), at(11), NodeCnt=2)
        with_heads = self.code(DONE, "list", "--parsable").splitlines()
        self.assertEqual(with_heads[0], "NAME|STATE|START|END|NODES|NODELIST|WINDOW|USERS|GROUPS|ACCOUNTS|KIND|WHEN")
        self.assertEqual(self.code(DONE, "list", "--parsable", "--noheader").splitlines(), with_heads[1:])
        self.assertNotIn("NAME", self.code(DONE, "list", "--noheader"))

    def test_cancel(self):
        self.busy()
        self.code(REFUSED_OFFERS, "book", "r", *self.wish())
        self.assertEqual(self.code(DONE, "cancel", "r.1", err=r"\A\Z"), "")
        self.assertNotIn("r.1", self.c.offers())
        found = self.json(UNKNOWN, "cancel", "r.1", "a", "r.2")
        self.assertEqual([r["name"] for r in found["cancelled"]], ["a", "r.2"])
        self.assertRegex(found["why"][0], r"^r\.1: there is no such reservation")
        self.assertEqual(self.c.reservations(), {})
        self.code(UNKNOWN, "cancel", "a")

    def test_cancel_one_with_jobs(self):
        self.make("r", soon(0), soon(3600), NodeCnt=2)
        self.running_job("--reservation=r", "-t10")
        self.code(REFUSED, "cancel", "r", err="^sresv: r: .*\nsresv: r: sresv end ends one that has begun, and its jobs go on$")

    def test_stats(self):
        case.count_days_from(datetime.date.today())  # the first of the days that are told
        self.busy()
        self.make("n", soon(-30), soon(600), NodeCnt=1)
        self.code(REFUSED_OFFERS, "book", "r", *self.wish())
        found = self.json(DONE, "stats", "--days", "4")
        self.assertEqual(found["now"], [{"active": 1, "ahead": 1, "offers": len(self.c.offers()), "nodes": 8}])
        self.assertEqual([d["day"] for d in found["days"]], [gq.stamp(at(0, day=n))[:10] for n in range(4)])
        self.assertEqual((found["days"][2]["node-hours"], found["days"][2]["of"], found["days"][2]["percent"]),
                         (12, (at(0, day=3) - at(0)) / 3600 * 8, 6.25))
        self.assertEqual(sum(o["offers"] for o in found["offers"]), len(self.c.offers()))
        self.assertEqual(len(self.code(DONE, "stats").split("\n\n")), 3)

    @case.needs_root
    def test_who_may_not(self):
        self.make("r", at(10), at(11), NodeCnt=2)
        self.code(DENIED, "book", "s", *self.times(at(10)), "-t10", "-N1", user=case.OTHER)
        self.assertEqual(len(self.json(DENIED, "cancel", "r", user=case.OTHER)["why"]), 1)
        self.assertEqual(set(self.c.reservations()), {"r"})

    def test_no_controller(self):
        self.stop_ctld()
        self.addCleanup(self.start_ctld)
        for words in (["list"], ["query"], ["book", "r", "-N1", "-t1"], ["cancel", "r"], ["stats"],
                      ["offers"]):
            with self.subTest(words=words):
                self.assertTrue(self.json(SILENT, *words)["why"])
        self.code(SILENT, "list", err=r"\Asresv: \S")

    def test_no_conf(self):
        env = {**self.c.env, "SLURM_CONF": "/nowhere/slurm.conf"}
        r = gq.run(TOOL, "list", env=env, timeout=120)
        self.assertEqual((r.code, r.out), (SILENT, ""), r)
        self.assertRegex(r.err, "/nowhere/slurm.conf")

    def test_usage(self):
        self.assertEqual(self.code(DONE, "--help").splitlines()[0].split()[:3], ["Usage:", "sresv", "VERB"])
        self.assertRegex(self.code(DONE, "--version"), r"^sresv \d")
        for words in ([], ["move"], ["gantt"], ["co"], ["nonsense"]):
            self.assertEqual(self.code(DONE, "help", *words), self.code(DONE, *words, "--help"))
        for words in ([], ["nonsense"], ["book", "r"], ["accept"], ["list", "--wait"], ["book", "r", "-N1", "-t", "x"]):
            r = self.tool(*words)
            self.assertEqual((r.code, r.out), (BAD, ""), r)
            self.assertRegex(r.err, r"\Asresv: .*\(see --help\)\n\Z")

    def test_what_can_not_be_written(self):
        self.make("r", at(10), at(11), NodeCnt=2)
        verbs = ("list", "show r", "log r", "limits", "stats", "when -N1 -t1h", "price -N1 -t1h", "query -N1 -t1h", "usage", "offers", "gantt", "gantt --json",
                 "co --help", "gantt --help", "web --help", "--help", "--version", *(f"{verb} --help" for verb in ("book", "list", "give", "maint")))
        for words in verbs:
            with open("/dev/full", "w") as full, self.subTest(words):
                p = subprocess.run([TOOL, *words.split()], env=self.c.env, stdout=full, stderr=subprocess.PIPE, text=True)
                self.assertEqual(p.returncode, FAILED, p.stderr)
                self.assertEqual(p.stderr.count("could not be written") + p.stderr.count("No space left"), 2 if words == "co --help" else 1, p.stderr)


class Maint(Tool):
    """Whom it hits, by words and by JSON; then it is made."""

    def words(self, nodes, start=None, end=None):
        return ["maint", "-w", nodes, *self.times(start or at(9), end or at(12))]

    def bookings(self, *words):
        return {b["booking"]: b for b in self.json(DONE, *words)["bookings"]}

    def book_some(self):
        """Of three bookings on n1 or n[1-2] one can move, one is named, one has a window."""
        self.make("named", at(9), at(10), Nodes="n1")
        self.make("count", at(10), at(11), NodeCnt=1)
        self.make("flex", at(11), Duration=60, NodeCnt=8, MaxStartDelay="4:00:00")
        return "n1," + next(iter(self.nodes("count") - {"n1"}), "n2")

    def test_dry_run(self):
        nodes = self.book_some()
        before = self.shown()
        found = self.json(DONE, *self.words(nodes), "--dry-run")
        self.assertEqual(self.shown(), before)
        self.assertEqual((found["reservations"], found["jobs"]), ([], []))
        self.assertEqual(found["why"], ["this is what it would meet: 3 bookings and 0 jobs"])
        told = {b["booking"]: b for b in found["bookings"]}
        self.assertEqual({name: b["outcome"] for name, b in told.items()},
                         {"named": "degraded", "count": "moved", "flex": "moved"})
        self.assertEqual(told["named"], {
            "booking": "named", "outcome": "degraded", "start": at(9), "nodelist": "n1", "new-start": None,
            "new-nodelist": None, "others": None, "sure": None})
        self.assertEqual((told["flex"]["start"], told["flex"]["new-start"]), (at(11), at(12)))
        out = self.code(DONE, *self.words(nodes), "--dry-run",
                        err=r"\Asresv: this is what it would meet: 3 bookings and 0 jobs\n\Z")
        heads, first = (line.split() for line in out.splitlines()[:2])
        self.assertEqual(heads, ["BOOKING", "OUTCOME", "START", "NODELIST", "NEW-START", "NEW-NODELIST"])
        self.assertEqual(first, ["named", "degraded", gq.stamp(at(9)), "n1"])

    def test_it_is_made_and_what_was_foretold_comes(self):
        nodes = self.book_some()
        found = self.json(DONE, *self.words(nodes), "-n", "m", "-u", "root,daemon")
        self.assertEqual([r["name"] for r in found["reservations"]], ["m"])
        self.assertLies("m", at(9), at(12), 2)
        fields = self.fields("m")
        self.assertEqual((set(fields["Flags"].split(",")) & {"MAINT", "IGNORE_JOBS"}, fields["Users"]),
                         ({"MAINT", "IGNORE_JOBS"}, "root,daemon"))
        self.assertEqual(len(found["bookings"]), 3)

        def came(b):
            name = b["booking"]
            there = (self.start_of(name), self.nodes(name))
            return there == (b["new-start"] or b["start"], self.c.hosts(b["new-nodelist"] or b["nodelist"]))
        gq.wait_for(lambda: all(came(b) for b in found["bookings"]), f"{found['bookings']} comes", 60)
        self.assertIn("degraded: lacks n1", self.c.scontrol("show", "reservation", "named").out)

    def test_without_a_name_and_other_flags(self):
        out = self.code(DONE, "maint", "-w", "n1", "-s", gq.stamp(at(9)), "-t", "2h", "--flags=maint,DAILY")
        name = out.splitlines()[1].split()[0]
        self.assertRegex(name, r"_\d+$")
        self.assertLies(name, at(9), at(11), 1)
        self.assertLessEqual({"MAINT", "DAILY"}, set(self.fields(name)["Flags"].split(",")))
        self.code(DONE, "maint", "-w", "n1", *self.times(at(9), at(10)), "-q", err=r"\A\Z")

    def test_jobs(self):
        job = self.running_job("-w", "n3", "-t60")
        words = self.words("n[2-3]", soon(600), soon(1200))
        found = self.json(DONE, *words, "--dry-run")["jobs"]
        self.assertEqual([(j["job"], j["nodelist"]) for j in found], [(int(job), "n3")])
        self.assertLess(abs(found[0]["end"] - soon(3600)), 60)
        self.code(DONE, *words)

    def test_odd_names(self):
        names = ["a b", "it's", "h\u00e4user", "x\\y=z"]
        for i, name in enumerate(names):
            r = self.c.create(name, **self._times(at(9 + i), at(10 + i)), Nodes="n1")
            self.assertTrue(r.ok, r)
        self.assertEqual(list(self.bookings(*self.words("n1", at(9), at(14)), "--dry-run")), names)

    def test_refused(self):
        self.parameters("garq_maint=refuse")
        self.make("b", at(10), at(11), NodeCnt=8)
        found = self.json(DONE, *self.words("n1"), "--dry-run")
        self.assertEqual(found["why"], ["this is what it would meet: 1 booking and 0 jobs,"
                                        " so it would be refused (garq_maint=refuse)"])
        self.assertEqual([b["outcome"] for b in found["bookings"]], ["kept"])
        self.code(REFUSED, *self.words("n1"), "-n", "m", err="would take nodes of reservation b")
        self.assertEqual(set(self.c.reservations()), {"b"})

    def test_plain(self):
        self.parameters("garq_maint=plain")
        self.make("b", at(10), at(11), NodeCnt=1)
        on, = self.nodes("b")
        self.assertEqual(self.bookings(*self.words(on), "--dry-run")["b"]["outcome"], "kept")

    def test_that_makes_no_sense(self):
        for words in (["maint"], ["maint", "-w", "n1"], ["maint", "-w", "n1", "-s", "now"],
                      ["maint", "-w", "n1", "-t1"], ["maint", "-N", "1", "-s", "now", "-t1"],
                      ["maint", "x", "-w", "n1", "-s", "now", "-t1"],
                      [*self.words("n1"), "-t1"], [*self.words("n1"), "--flags=FLEX"],
                      [*self.words("n1"), "--flags=MAINT,NONE"], [*self.words("n1"), "--wait"], ["book", "--dry-run"]):
            r = self.tool(*words)
            self.assertEqual((r.code, r.out), (BAD, ""), r)
            self.assertRegex(r.err, r"\Asresv: .*\(see --help\)\n\Z")
        self.code(BAD, *self.words("n99"), err="n99")
        self.code(BAD, *self.words("n1"), "-u", "nobodyknows", err="there is no user nobodyknows")
        self.make("m", at(20), at(21), Nodes="n1")
        self.code(BAD, *self.words("n1"), "-n", "m", err="choose another name")
        self.assertEqual(set(self.c.reservations()), {"m"})

    @case.needs_root
    def test_users_may_not(self):
        self.make("b", at(10), at(11), Nodes="n1")
        for users in ("no", "yes"):
            self.parameters(f"garq_users={users}")
            for dry in ([], ["--dry-run"]):
                r = self.tool(*self.words("n1"), *dry, user=case.OTHER)
                self.assertEqual((r.code, r.out), (DENIED, ""), r)
        self.assertEqual(set(self.c.reservations()), {"b"})

    def test_plain_slurm_is_not_asked(self):
        self.restart(SchedulerType="sched/backfill")
        self.addCleanup(self.restart, SchedulerType="sched/garq")
        self.code(FAILED, *self.words("n1"), err="the controller has no sched/garq")
        self.assertEqual(self.c.reservations(), {})


# The line editor of zsh completes $LINE by itself, and ends.
ZSHRC = """
fpath=($FOLDER $fpath)
autoload -Uz compinit
compinit -u -D
zle-line-init() {
	BUFFER=$LINE
	CURSOR=$#BUFFER
	zle complete-word
	print -r -- $BUFFER >$RESULT
	exit
}
zle -N zle-line-init
"""


class Why(Tool):
    """Why a job waits. It starts as soon as it is told that reservations let it."""

    def sbatch(self, *words):
        r = self.c.run("sbatch", "--parsable", "-o", "/dev/null", "-D", "/", *words, "--wrap", "sleep 600")
        self.assertTrue(r.ok, r)
        self.addCleanup(self.c.run, "scancel", r.out.strip())
        return r.out.strip()

    def why(self, job, kind):
        return gq.wait_for(lambda: next((w for w in self.json(DONE, "why", job)["reasons"] if w["kind"] == kind), None), f"{kind} is told")

    def test_a_reservation_is_in_the_way(self):
        now = int(time.time())
        self.make("course", now + 3600, now + 3 * 3600, NodeCnt=6)
        self.make("later", now + 9 * 3600, now + 10 * 3600, NodeCnt=8)
        end = gq.seconds(self.fields("course")["EndTime"])
        job = self.sbatch("-N4", "-t120")
        way = self.why(job, "in-the-way")
        self.assertEqual((way["reservations"], way["why"]), ("course", "it wants 4 nodes for 02:00:00, and reservations leave 2 of 8 for so long"))
        self.assertEqual(self.why(job, "from")["at"], end)
        self.assertEqual([(r["name"], r["end"]) for r in self.json(DONE, "why", job)["reservations"]], [("course", end)])
        self.assertRegex(self.code(DONE, "why", job), r"(?s)^WHY .* reservations leave 2 of 8 .* course\n.*\n\nNAME .*\ncourse ")
        shorter = self.why(job, "shorter")["length"]
        r = self.c.scontrol("update", f"JobId={job}", f"TimeLimit={(shorter - 300) // 60}")  # it is a little later by then
        self.assertTrue(r.ok, r)
        gq.wait_for(lambda: self.tool("why", job).err == f"sresv: job {job} runs\n", "it starts with a shorter limit")
        self.assertEqual(self.code(DONE, "why", job), "")

    def test_its_reservation(self):
        self.make("r", at(10), at(11), NodeCnt=1)
        job = self.sbatch("-N2", "-t10", "--reservation=r")
        told = self.json(DONE, "why", job)
        self.assertEqual([(w["why"], w["at"]) for w in told["reasons"] if w["kind"] == "reservation"],
                         [("its reservation begins then", at(10)), ("it wants 2 nodes, and its reservation has 1", None)])
        self.assertEqual([r["name"] for r in told["reservations"]], ["r"])

    def test_which_job(self):
        array = self.sbatch("-N1", "-t30", "-H", "--array=1-4")
        for job in (array, f"{array}_3"):
            self.assertEqual(self.why(job, "slurm")["why"], "it is held, until scontrol release")
        for job in ("7x", "7_", "0"):
            self.code(BAD, "why", *job.split(), err="why needs the number of a job, such as 17")
        for name in ("x", "-- -1"):
            self.code(UNKNOWN, "why", *name.split(), err="no request of this name stands by")
        self.code(BAD, "why", err="why needs the number of a job")
        self.code(UNKNOWN, "why", "4000000", err="there is no job 4000000, or it is not shown")

    @case.needs_root
    def test_of_another_user(self):
        job = self.sbatch("-N1", "-t30", "-H")
        self.assertIn("it is held", self.code(DONE, "why", job, user=case.OTHER))
        self.addCleanup(self.reconfigure, PrivateData="")
        self.reconfigure(PrivateData="jobs")
        self.code(UNKNOWN, "why", job, user=case.OTHER, err=rf"\Asresv: there is no job {job}, or it is not shown to you\n\Z")


class Completion(Tool):
    FOLDER = os.path.join(gq.TOP, "contrib", "sresv")
    SCRIPT = os.path.join(FOLDER, "sresv.bash")

    @property
    def env(self):
        return {**self.c.env, "PATH": os.path.dirname(TOOL) + ":" + self.c.env["PATH"]}

    def completed(self, *words):
        """What bash offers for the last word, one a line."""
        code = ('source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _sresv;'
                ' ((${#COMPREPLY[@]} == 0)) || printf "%s\\n" "${COMPREPLY[@]}"')
        r = gq.run("bash", "-c", code, "bash", self.SCRIPT, "sresv", *words, env=self.env)
        self.assertEqual(r.err, "")
        return r.out

    def complete(self, *words):
        return self.completed(*words).split()

    def test_words(self):
        self.assertEqual(self.complete(""),
                         ["query", "when", "price", "why", "book", "ask", "offers", "accept", "list", "show", "log", "move", "extend", "shrink",
                          "give", "rename", "end", "cancel", "maint", "limits", "usage", "stats", "gantt", "web", "co"])
        self.assertEqual(self.complete("co", ""),
                         ["lint", "plan", "book", "list", "show", "check", "cancel", "resume", "rebook", "run", "wait"])
        self.assertEqual(self.complete("--json", "ca"), ["cancel"])
        self.assertEqual(self.complete("list", "--m"), ["--mine"])
        self.assertEqual(self.complete("book", "r", "--wa"), ["--wait"])
        self.assertEqual(self.complete("list", "--wa"), [])
        self.assertEqual(self.complete("book", "r", "--accept", "=", "later,sho"), ["later,shorter"])
        self.assertEqual(self.complete("query", "-s", "tom"), ["tomorrow"])
        self.assertEqual(self.complete("query", "-p", "h"), ["half"])
        self.assertEqual(self.complete("query", "-w", "n1,n8"), ["n1,n8"])
        self.assertEqual(self.complete("query", "-u", "roo"), ["root"])
        self.assertEqual(self.complete("list", "-o", "NAME,nat"), ["NAME,NATIVE-BY"])
        self.assertEqual(self.complete("log", "--columns", "ev"), ["EVENT"])

    def test_the_readme_asks_for_open_offers(self):
        """Its command works as it stands."""
        with open(os.path.join(gq.TOP, "README.md"), encoding="utf-8") as f:
            command, = re.findall(r"(?m)^    \$ scontrol (.* ReservationName=offers .*)$", f.read())
        r = self.c.scontrol(*command.split())
        self.assertRegex(r.out + r.err, r"(?m)^Reservation created: none, and no offers are open$")

    def test_options_are_those_of_the_tool(self):
        """Each is told by the help of its verbs, taken there, and refused by the others."""
        verbs = [v for v in self.complete("") if v not in ("gantt", "web", "co")]
        of = {verb: set(self.complete(verb, "--")) for verb in verbs}
        every = set().union(*of.values())
        with open(os.path.join(gq.TOP, "doc", "sresv.1"), encoding="utf-8") as f:
            page = f.read().replace("\\-", "-")
        for option in every:
            self.assertIn(option, page)
        for verb, options in of.items():
            self.assertIn("--json", options)
            told = self.code(DONE, verb, "--help")
            self.assertTrue(told.startswith(f"Usage: sresv {verb}"))
            for example in re.findall(r"(?m)^For example: sresv (.*)$", told):
                self.assertIn(self.tool(*shlex.split(example)).code, (DONE, UNKNOWN), example)
            for option in every - options:
                r = self.tool(verb, "x", f"{option}=1")
                if "takes no value" in r.err:
                    r = self.tool(verb, "x", option)
                self.assertEqual((r.code, r.out), (BAD, ""), r)
        helped = set(re.findall(r"--[a-z]+", self.code(DONE, "gantt", "--help")))
        self.assertEqual(set(self.complete("gantt", "--")) - {"--help"}, helped)

    def install(self):
        """A folder with the files, each where its shell looks for it."""
        share = os.path.join(self.c.folder, "share")
        for name, at_ in (("sresv.bash", "bash-completion/completions/sresv"), ("_sresv", "zsh/site-functions/_sresv"),
                          ("sresv.fish", "fish/vendor_completions.d/sresv.fish")):
            os.makedirs(os.path.dirname(os.path.join(share, at_)), exist_ok=True)
            shutil.copy(os.path.join(self.FOLDER, name), os.path.join(share, at_))
        return share

    def test_fish(self):
        script = os.path.join(self.install(), "fish/vendor_completions.d/sresv.fish")

        def complete(line):
            r = gq.run("fish", "--no-config", "-c", "source $argv[1]; complete -C $argv[2]", script, line, env=self.env)
            self.assertEqual(r.err, "")
            return r.out.splitlines()

        self.make("ab", at(14), at(15), NodeCnt=1)
        self.assertEqual(complete("sresv li"), ["limits\twhat you may have, what of it you have; mail to you", "list\tthe reservations"])
        self.assertEqual(complete("sresv list --m"), ["--mine\tthose for you or your groups"])
        self.assertEqual(complete("sresv book r --accept=later,sho"), ["--accept=later,shorter"])
        self.assertEqual(complete("sresv show "), ["ab"])
        self.assertEqual(complete("sresv limits "), [])

    def test_zsh(self):
        folder = os.path.join(self.install(), "zsh/site-functions")
        result = os.path.join(self.c.folder, "zsh-result")
        with open(os.path.join(self.c.folder, ".zshrc"), "w", encoding="utf-8") as f:
            f.write(ZSHRC)
        self.make("ab", at(14), at(15), NodeCnt=1)

        def complete(line):
            env = {**self.env, "ZDOTDIR": self.c.folder, "TERM": "xterm", "FOLDER": folder, "LINE": line, "RESULT": result}
            r = gq.run("script", "-qec", "zsh -i", "/dev/null", env=env)
            with open(result, encoding="utf-8") as f:
                return f.read().rstrip("\n"), r.out

        for line, completed in (("sresv canc", "sresv cancel "), ("sresv list --mi", "sresv list --mine "),
                                ("sresv show a", "sresv show ab "),
                                ("sresv book r --accept=later,sho", "sresv book r --accept=later,shorter "),
                                ("sresv limits ", "sresv limits ")):
            self.assertEqual(complete(line)[0], completed)
        line, shown = complete("sresv li")
        self.assertEqual(line, "sresv li")
        self.assertRegex(shown, r"limits +-- what you may have, what of it you have; mail to you")

    def test_names_that_a_shell_would_expand(self):
        """They are completed as words that mean just them, and nothing of them runs."""
        ran = os.path.join(self.c.folder, "ran")
        names = [f"a$(touch {ran})x", f"b`touch {ran}`", "c*", "it's", "odd name", 'quo"te', "~root", "$HOME"]
        for name in names:
            self.code(DONE, "book", name, *self.times(at(14)), "-t", "60", "-N", "1")
            word, = re.findall(r".+", self.completed("show", name[0]))
            self.assertEqual(gq.run("bash", "-c", f"printf %s {word}").out, name)
        self.assertEqual(self.completed("show", "odd\\ n"), "odd\\ name\n")
        self.assertEqual(sorted(gq.run("bash", self.SCRIPT, "sresv", "show", "", env=self.env).out.splitlines()), sorted(names))
        self.assertFalse(os.path.exists(ran))

    def test_names(self):
        self.busy()
        self.make("ab", at(14), at(15), NodeCnt=1)
        self.code(REFUSED_OFFERS, "book", "r", *self.wish())
        self.assertEqual(self.complete("list", ""), ["a", "ab"])
        self.assertEqual(self.complete("cancel", "ab"), ["ab"])
        self.assertEqual(self.complete("extend", "a"), ["a", "ab"])
        self.assertEqual(set(self.complete("accept", "")), set(self.c.offers()))
        self.assertEqual(set(self.complete("cancel", "r")), set(self.c.offers()))


if __name__ == "__main__":
    unittest.main()
