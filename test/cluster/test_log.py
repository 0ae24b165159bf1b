# SPDX-License-Identifier: GPL-2.0-or-later
"""What happened to bookings: sresv log, list --past, show; ReservationName=log, log:NAME, past."""
import json
import time
import unittest

import case
import gq
import users
from case import OTHER, ahead, at, soon
from users import THIRD

TOOL = gq.sresv()
DONE, UNKNOWN = 0, 5
NOW = {"StartTime": "now", "Duration": 1, "NodeCnt": 1}


def setUpModule():
    users.start()
    case.cluster().cluster("set", "SchedulerParameters=bf_interval=2,garq_users=yes,garq_user_rate=0,garq_user_bookings=0,garq_return=never")
    case.cluster().scontrol("reconfigure")


@case.needs_root
class Case(case.Case):
    def log(self, *words, user=None, code=DONE):
        """Rows of the log since the test began."""
        r = self.c.run(TOOL, *(words or ("log",)), "--json", "--since", gq.stamp(self.began), user=user)
        self.assertEqual(r.code, code, r)
        return json.loads(r.out)["past" if "--past" in words else "events"]

    def setUp(self):
        super().setUp()
        # Names of earlier tests, and what was done to them in this second.
        time.sleep(1.05 - time.time() % 1)  # time() of the controller is a tick behind
        self.began = int(time.time())

    def told(self, name, user=None):
        return [(e["event"], e["user"], e["why"]) for e in self.log("log", name, user=user)]


class Log(Case):
    def test_story(self):
        """Made by its owner, moved for another, changed, degraded, mended, deleted by root; over kill -9."""
        self.make("mine", at(10), at(11), NodeCnt=4, MaxStartDelay="4:00:00", user=OTHER, Users=OTHER)
        self.make("big", at(10), at(11), NodeCnt=6)
        self.change("mine", end=at(13))
        story = [("create", OTHER, None), ("moved", "root", "made room for big"), ("extend", "root", None)]
        self.assertEqual(self.told("mine"), story)
        moved = self.log("log", "mine")[1]
        self.assertEqual([moved[k] for k in ("was-start", "was-end", "start", "end")], [at(10), at(11), at(11), at(12)])
        self.make("rest", at(11), at(18), NodeCnt=2)
        node = sorted(self.nodes("mine"))[0]
        self.addCleanup(self.resume, node)
        self.set_node(node, "drain")
        gq.wait_for(lambda: len(self.told("mine")) == 4, "it is degraded")
        self.assertRegex(str(self.told("mine")[3]), rf"degraded.*{node}")
        self.resume(node)
        gq.wait_for(lambda: self.told("mine")[-1][0] == "mended", "it is mended")
        self.kill()
        self.c.delete("mine")
        last = self.log("log", "mine")[-1]
        self.assertEqual([last[k] for k in ("event", "user", "why", "start", "was-start")],
                         ["closed", "root", "deleted", None, at(11)])
        # The same from the history, where all but the last row goes.
        gq.wait_for(lambda: self.ledger("SELECT count(*) FROM history.event")[0][0] > 4, "it is history", 60)
        self.assertEqual(self.told("mine")[:3], story)
        self.assertEqual(self.told("mine", user=OTHER), self.told("mine"))

    def test_its_end(self):
        self.make("short", soon(2), ahead(12), NodeCnt=1)
        gq.wait_for(lambda: self.closed("short"), "it has ended")
        self.assertEqual([e[0] for e in self.told("short")], ["create", "ended"])
        self.assertEqual([p["name"] for p in self.log("list", "--past")], ["short"])

    def test_native_is_not_in_it(self):
        self.make("daily", at(10), at(11), NodeCnt=1, Flags="DAILY")
        r = self.c.run(TOOL, "log", "daily")
        self.assertEqual((r.code, "nothing is known of a booking daily" in r.err), (UNKNOWN, True), r)
        self.c.delete("daily")
        self.make("daily", at(10), at(11), NodeCnt=1)
        self.c.delete("daily")
        self.make("daily", at(10), at(11), NodeCnt=1, Flags="DAILY")
        shown = self.c.run(TOOL, "show", "daily")
        self.assertEqual((shown.code, "EVENT" in shown.out), (DONE, False), shown)

    def test_show(self):
        """Not what was with a booking that had the name before."""
        for _ in range(2):
            self.c.delete("shown")
            self.make("shown", at(10), at(11), NodeCnt=1)
        shown = json.loads(self.c.run(TOOL, "show", "shown", "--json").out)
        self.assertEqual([e["event"] for e in shown["events"]], ["create"])

    def test_since_the_future(self):
        self.make("later", at(10), at(11), NodeCnt=1)
        for words in (("log",), ("log", "later"), ("list", "--past")):
            r = self.c.run(TOOL, *words, "--since", "+1h")
            self.assertEqual((r.code, r.out), (UNKNOWN if "later" in words else DONE, ""), r)
            self.assertEqual("nothing is known of a booking later since then" in r.err, "later" in words, r)
        self.assertNotIn("later", self.c.create("log", **{**NOW, "StartTime": "now+1hour"}).out)

    def test_scontrol(self):
        self.make("told", at(10), at(11), NodeCnt=1)
        r = self.c.create("log:told", **NOW)
        self.assertTrue(r.ok, r)
        self.assertRegex(r.out, r"none, these are the 1 events\nTIME .*\n\S+ +told +create +0 ")
        self.assertIn("create", self.c.create("LOG", **NOW).out)
        self.assertRegex(self.c.create("past", **NOW).out, "none")
        self.assertRegex(self.c.create("log:", **NOW).err, "log: needs the name of a booking behind it")
        self.assertEqual(set(self.c.reservations()), {"told"})

    def test_no_more_than_said(self):
        for _ in range(120):
            self.make("r", at(10), at(11), NodeCnt=1)
            self.c.delete("r")
        rows = self.c.create("log", **NOW).out.splitlines()
        self.assertIn("these are the last 200 events", rows[0])
        self.assertEqual(len(rows), 202)
        self.assertEqual(len(self.log()), 240)


class Verbs(Case):
    def test_what_an_update_did(self):
        """The table has of the former place what has changed."""
        self.make("verbs", at(10), at(11), Nodes="n[1-2]")
        for words in (("extend", "-t", "1h"), ("shrink", "-t", "30m"), ("extend", "-N", "1"), ("give", "-N", "2"),
                      ("move", "-s", gq.stamp(at(14)))):
            r = self.c.run(TOOL, words[0], "verbs", *words[1:])
            self.assertTrue(r.ok, r)
        self.change("verbs", start=at(16), end=at(18))
        self.assertEqual([e[0] for e in self.told("verbs")], ["create", "extend", "shrink", "extend", "give", "move", "update"])
        out = self.c.run(TOOL, "log", "verbs", "--parsable", "--noheader", "-o", "EVENT,WAS-START,WAS-END").out
        self.assertEqual([line.split("|") for line in out.splitlines()], [
            ["create", "", ""], ["extend", "", gq.stamp(at(11))], ["shrink", "", gq.stamp(at(12))], ["extend", "", ""], ["give", "", ""],
            ["move", gq.stamp(at(10)), ""], ["update", gq.stamp(at(14)), gq.stamp(at(15.5))]])
        rows = self.log("log", "verbs")
        self.assertEqual((rows[1]["was-start"], rows[1]["was-end"]), (at(10), at(11)))
        out = self.c.run(TOOL, "log", "verbs", "--parsable", "--noheader", "-o", "WAS-NODELIST").out.splitlines()
        self.assertEqual([bool(x) for x in out[:5]], [False, False, False, True, True])

    def test_what_only_its_reason_tells(self):
        """The window, and for whom it is, before and after."""
        self.make("reason", at(10), at(11), NodeCnt=1, Users=OTHER, user=OTHER)
        window = f"window 02:00:00 from {gq.stamp(at(10))}"
        self.assertTrue(self.c.run(TOOL, "move", "reason", "-d", "2h", user=OTHER).ok)
        self.change("reason", Users=f"{OTHER},{THIRD}")
        self.assertTrue(self.c.run(TOOL, "move", "reason", "-d", "0").ok)
        self.assertTrue(self.c.run(TOOL, "extend", "reason", "-t", "1h").ok)
        self.assertEqual(self.told("reason", user=OTHER), [
            ("create", OTHER, None), ("update", OTHER, f"{window}, was none"),
            ("update", "root", f"users {OTHER},{THIRD}, was {OTHER}"), ("update", "root", f"window none, was {window[7:]}"),
            ("extend", "root", None)])

    def test_what_an_update_of_its_kind_tells(self):
        """Flags, and the range of its nodes: no update is bare."""
        self.make("kind", at(10), at(11), NodeCnt=1)
        self.assertTrue(self.c.run(TOOL, "book", "wide", "-s", gq.stamp(at(14)), "-N", "1-2", "-t", "30m-2h").ok)
        self.change("kind", Flags="PURGE_COMP=00:05:00")
        self.change("kind", Flags="FLEX")
        self.change("wide", NodeCnt=1)
        told = [*self.told("kind")[1:], *self.told("wide")[1:]]
        for (_, _, why), words in zip(told, ("flags .*PURGE_COMP", "flags .*FLEX.*, was PURGE_COMP", "range of nodes"), strict=True):
            self.assertRegex(why or "", words)


class Who(Case):
    def test_his_own(self):
        self.make("mine", at(10), at(11), NodeCnt=1, user=OTHER, Users=OTHER)
        self.make("for", at(12), at(13), NodeCnt=1, Users=f"{THIRD},{OTHER}")
        self.make("root", at(12), at(13), NodeCnt=1)
        for name in ("mine", "for", "root"):
            self.c.delete(name)
        self.assertEqual([(e["name"], e["event"]) for e in self.log(user=OTHER)],
                         [("mine", "create"), ("for", "create"), ("mine", "closed"), ("for", "closed")])
        self.assertEqual([p["name"] for p in self.log("list", "--past", user=OTHER)], ["mine", "for"])
        self.assertEqual([p["name"] for p in self.log("list", "--past", "for", user=OTHER)], ["for"])
        self.assertEqual([p["name"] for p in self.log("list", "--past", user=THIRD)], ["for"])
        self.assertEqual({e["name"] for e in self.log("log", "--mine")}, {"mine", "for", "root"})

    def test_his_and_that_of_another(self):
        """All of his own, and of a present booking of another one that has the name now."""
        self.make("both", at(10), at(11), NodeCnt=1, user=OTHER, Users=OTHER)
        self.c.delete("both")
        for nodes in (1, 2):
            self.make("both", at(10), at(11), NodeCnt=nodes)
            if nodes == 1:
                self.c.delete("both")
        self.assertEqual([e[:2] for e in self.told("both", user=OTHER)], [("create", OTHER), ("closed", "root"), ("create", "root")])
        self.assertEqual([e[0] for e in self.told("both", user=THIRD)], ["create"])

    def test_what_is_there_is_seen(self):
        """Of a present booking, which Slurm shows; not of one that had its name before."""
        self.make("r", at(10), at(11), NodeCnt=1, user=OTHER, Users=OTHER)
        self.c.delete("r")
        self.log("log", "r", user=THIRD, code=UNKNOWN)
        time.sleep(1)
        self.make("r", at(10), at(11), NodeCnt=2)
        self.assertEqual(self.told("r", user=THIRD), [("create", "root", None)])
        self.assertEqual(len(self.told("r")), 3)

    def test_kept_out(self):
        self.make("r", at(10), at(11), NodeCnt=1, Users=f"-{THIRD}")
        self.log("log", "r", user=THIRD, code=UNKNOWN)


class Private(Case):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        case.cluster().restart(PrivateData="reservations")

    @classmethod
    def tearDownClass(cls):
        case.cluster().restart(PrivateData="")
        super().tearDownClass()

    def test_nothing_of_others(self):
        self.make("mine", at(10), at(11), NodeCnt=4, MaxStartDelay="4:00:00", user=OTHER, Users=OTHER)
        self.make("secret", at(10), at(11), NodeCnt=6)
        self.assertEqual(self.told("mine", user=OTHER), [("create", OTHER, None), ("moved", None, None)])
        self.assertEqual(self.told("mine")[1], ("moved", "root", "made room for secret"))
        self.make("native", at(11), at(12), Nodes=",".join(self.nodes("mine")), Flags="MAINT,OVERLAP,IGNORE_JOBS", Users="root")
        gq.wait_for(lambda: self.told("mine")[-1][0] == "degraded" or self.start_of("mine") > at(11), "it is hit")
        self.assertEqual({why for _, _, why in self.told("mine", user=OTHER)}, {None})
        said = {self.c.run(TOOL, "log", name, user=OTHER).err.replace(name, "X") for name in ("secret", "never")}
        self.assertEqual(said, {"sresv: nothing is known of a booking X\n"})
        self.assertNotIn("secret", json.dumps(self.log(user=OTHER)))


if __name__ == "__main__":
    unittest.main()
