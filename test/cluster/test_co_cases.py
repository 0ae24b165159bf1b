#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""The acceptance cases of sresv co on real clusters.

Cases: requests that are wrong, impossible, too dear, for one cluster and two, and taken meanwhile. Steps: a controller
or the coordinator is killed at each of their steps. A controller is back at once, is back when the holds have ended,
or is not back while sresv goes on. The checker reads what scontrol prints on all clusters. GARQ_LONG=1 goes through
all steps instead of a few.
"""
import json
import os
import shlex
import sys
import threading
import time
import unittest

import co
import gq
from case import at
from test_co_book import PARTS
from test_co_fake import PAPER, lines

HOLD_MAX = 25   # seconds: sresv asks for an hour, and gets that
LONG = bool(os.environ.get("GARQ_LONG"))
PROXY = os.path.join(os.path.dirname(os.path.abspath(__file__)), "co_step.py")

THIRD = "C.TS.duration = 1 h\nC.QOS.arch = v\nC.CON.same = C.RVC.begin == A.RVC.begin\n"

# B ends last: it is part 1, whose booking is the decision. Its cluster is b.
STEPS = [(site, step, when) for site in "abc" for step in ("probe1", "hold1", "hold2", "confirm1")
         for when in ("before", "after")]
FEW = {"soon": [("a", "hold2", "after"), ("b", "confirm1", "after")], "late": [("a", "confirm1", "before")],
       "never": [("b", "confirm1", "after")],
       "coordinator": [("a", "hold1", "after"), ("b", "hold2", "before"), ("b", "confirm1", "after"),
                       ("a", "confirm1", "before")], "away": [("a", "hold2", "after")]}
OTHERS = {"a": "bc", "b": "ac", "c": "ab"}


def setUpModule():
    co.start(params=f"garq_users=yes,garq_user_licenses=2,garq_hold_max={HOLD_MAX}")


class Cases(co.Case):
    """S of the cases: two parts of an hour, from 10:00 on, wherever they fit."""

    S = "A.TS.duration = 3600; B.TS.duration = 3600;"
    PRICES = {"a": 0.02, "b": 0.01, "c": 0.05}
    NOON = {"IBM": ("a", at(12)), "PCC": ("b", at(12)), "NET": ("a", at(12)), "VIS": ("c", at(16)), "LINE": ("a", at(16))}

    def setUp(self):
        super().setUp()
        self.names = "abc"

    def write(self, reach=None):
        """The resource file, with the clusters of self.names."""
        reach = reach or {}
        text = co.resources({name: reach.get(name, f"conf = {self.sites[name].slurm_conf}") for name in self.names})
        for name in self.names:
            text = text.replace(f"[compute {name}-main]\n", f"[compute {name}-main]\nprice = {self.PRICES[name]}\n")
        self.use(text)

    def request(self, text):
        return lines(f"CO.TS.est = {at(10)} ; CO.TS.let = {at(10, day=5)} ;" + text)

    def take(self, name, begin, end, user=None):
        r = self.sites[name].create("stranger", user=user, StartTime=gq.stamp(begin), EndTime=gq.stamp(end), NodeCnt=8)
        self.assertTrue(r.ok, r)

    def book(self, text, code=co.DONE, rounds=None):
        """{part: (cluster, begin)} of what is booked; without it what is said, and nothing is left, nor was held."""
        r = self.co("book", "--json", srl=self.request(text), code=code)
        found = json.loads(r.out)
        self.assertEqual(r.err.count(": moving"), (1 if code == co.DONE else 0) if rounds is None else rounds, r.err)
        if code == co.DONE:
            there = {name for records in self.booked().values() for name in records}
            self.assertLessEqual({p["reservation"] for p in found["parts"]}, there)
            return {p["part"]: (p["cluster"], p["start"]) for p in found["parts"]}
        self.nothing_is_left()
        return "\n".join(found["why"])

    def nothing_is_left(self):
        left = {name for records in self.booked().values() for name in records}
        self.assertLessEqual(left, {"stranger"})

    def test_1_the_running_example(self):
        """Five parts, two of them links, on three clusters, while b is busy until noon."""
        self.write()
        self.take("b", at(9), at(12))
        self.assertEqual(self.book(PAPER), self.NOON)
        there = self.booked()
        self.assertEqual({name: len(records) for name, records in there.items()}, {"a": 3, "b": 2, "c": 1})
        self.assertEqual(sorted(r["StartTime"] for c in "abc" for n, r in there[c].items() if n != "stranger"),
                         [gq.stamp(at(12))] * 3 + [gq.stamp(at(16))] * 2)

    def test_2_a_wrong_request(self):
        """Each error has its place, and no cluster is asked: not even a child is started."""
        asked = self.path("asked")
        self.write({name: f"command = touch {asked}; SLURM_CONF={self.sites[name].slurm_conf} "
                          f"exec {os.path.abspath(co.TOOL)} co-lrs" for name in self.names})
        for text, said in (("A.CON.x = A.RVC.begin = B.RVC.begin", "5:23: "),
                           ("A.CON.x = A.RVC.begin == B.RVC.begin; A.CON.x = A.RVC.begin <= 7", "6:1: "),
                           ("A.OBJ.x = min, A.RVC.begin, 1; A.CON.y = A.OBJ.x <= 3", "6:13: "),
                           ("A.CON.x = A.RVC.begin == Z.RVC.begin", "5:26: ")):
            for verb in ("lint", "plan", "book"):
                with self.subTest(text, verb=verb):
                    r = self.co(verb, srl=self.request(self.S + text), code=co.BAD)
                    self.assertIn("request.srl:" + said, r.err)
        self.assertFalse(os.path.exists(asked))
        self.nothing_is_left()
        self.co("plan", "-q", srl=self.request(self.S), code=co.DONE)
        self.assertTrue(os.path.exists(asked))

    def test_3_windows_that_exclude_each_other(self):
        self.write()
        why = self.book(self.S + f"A.TS.let = {at(11)}; B.TS.let = {at(11, 30)}; B.CON.o = B.RVC.begin >= A.RVC.end",
                        co.REFUSED)
        self.assertIn("B.CON.o is in the way", why)

    def test_4_a_limit_of_the_cost(self):
        self.names = "ab"
        self.write()
        self.take("b", at(9), at(13))
        part = "A.TS.duration = 3600;"
        self.assertEqual(self.book(part + "A.CON.c = A.RVC.cost <= 60"), {"A": ("b", at(13))})
        self.assertEqual(self.book(part), {"A": ("a", at(10))})
        why = self.book_nothing(part + "A.CON.c = A.RVC.cost <= 1")
        self.assertIn("the cheapest is 36.00", why)

    def book_nothing(self, text):
        before = self.booked()
        r = self.co("book", "-q", srl=self.request(text), code=co.REFUSED)
        self.assertEqual(self.booked(), before)
        return r.err

    def test_5_five_nodes_each(self):
        text = self.S + "A.QOS.nodes = 5; B.QOS.nodes = 5;"
        together = text + "A.CON.s = A.RVC.begin == B.RVC.begin"
        self.names = "a"
        self.write()
        self.assertIn("A.CON.s is in the way", self.book(together, co.REFUSED))
        self.assertEqual(sorted(self.book(text).values()), [("a", at(10)), ("a", at(11))])
        self.clean()
        self.names = "ab"
        self.write()
        self.assertEqual(sorted(self.book(together).values()), [("a", at(10)), ("b", at(10))])

    def test_6_a_stranger_comes_first(self):
        """Case 1, and b is taken between the probe and the hold: the next best is booked in round 2."""
        self.path("step.json", json.dumps({"step": "hold1", "when": "before"}))
        words = ["env", f"SLURM_CONF={self.sites['b'].slurm_conf}", "scontrol", "create", "reservation", "ReservationName=stranger",
                 f"StartTime={gq.stamp(at(9))}", f"EndTime={gq.stamp(at(12))}", "NodeCnt=8", f"Users={gq.ME}"]
        self.write({"b": through_proxy(self, "b", words)})
        self.assertEqual(self.book(PAPER, rounds=2), self.NOON)
        there = self.booked()
        self.assertEqual({name: len(records) for name, records in there.items()}, {"a": 3, "b": 2, "c": 1})
        for name in there:
            self.assertNotIn("held for uid", self.sites[name].scontrol("show", "reservation").out)


def through_proxy(test, name, kill):
    """The line of the resource file for a cluster whose child is behind co_step.py."""
    return (f"command = exec {sys.executable} {PROXY} {test.folder} {test.sites[name].slurm_conf} {shlex.join(kill)} -- "
            f"{os.path.abspath(co.TOOL)} co-lrs")


class Steps(co.Case):
    def setUp(self):
        super().setUp()
        est = int(time.time()) // 3600 * 3600 + 2 * 3600
        self.srl = PARTS.format(est=est, let=est + 12 * 3600) + THIRD

    def reach(self, kills):
        """What the resource file says: each child behind a proxy. kills: {cluster: command}"""
        self.use(co.resources({name: through_proxy(self, name, kills.get(name, [])) for name in self.sites}))

    def each(self, kind, check):
        """Check each of the steps."""
        for site, step, when in STEPS if LONG else FEW[kind]:
            with self.subTest(site=site, step=step, when=when):
                for name in ("killing", "killed"):
                    if os.path.exists(self.path(name)):
                        os.unlink(self.path(name))
                self.path("step.json", json.dumps({"step": step, "when": when}))
                try:
                    check(site)
                finally:
                    self.clean()

    def book(self, kills):
        """Its exit status."""
        self.reach(kills)
        code = self.co("book", "--timeout", "5s", "-q", srl=self.srl).code
        if os.path.exists(self.path("killing")):
            gq.wait_for(lambda: os.path.exists(self.path("killed")), "the kill is over")
        else:
            # on a machine so busy that too little was left of a hold the step is not reached
            self.assertIn(code, (co.REFUSED, co.SILENT))
        return code

    def kill_ctld(self, site):
        return {site: [gq.CLUSTER, "-d", self.sites[site].folder, "kill-ctld"]}

    def bring_back(self, site):
        if not self.sites[site].alive():
            self.sites[site].start_controller()

    def book_and_die(self, site):
        code = self.book({site: ["coordinator"]})
        self.assertTrue(code == -9 or not os.path.exists(self.path("killed")), code)

    def parts(self, names="abc"):
        """{name: record} that scontrol shows of a co-reservation; a hold has the remark of sched/garq."""
        return {name: record for c in names for name, record in self.sites[c].reservations().items()
                if name.startswith("co-")}

    def held(self, names="abc"):
        return [name for c in names for name in self.parts(c)
                if "held for uid" in self.sites[c].scontrol("show", "reservation", name).out]

    def settled(self, told=None):
        self.co("resume", "--all", code=co.DONE)
        found = self.parts()
        self.assertIn(len(found), (0, 3), found)
        self.assertEqual(self.held(), [])
        if told is not None:
            self.assertEqual(len(found), told, found)

    def no_holds_stay(self, names="abc"):
        """No hold outlives its time to live."""
        gq.wait_for(lambda: not self.held(names), "the holds end", HOLD_MAX + 60)

    def back_at_once(self, site):
        ended = threading.Event()
        back = threading.Thread(target=self.back_when_killed, args=(site, ended))
        back.start()
        code = self.book(self.kill_ctld(site))
        ended.set()
        back.join()
        self.bring_back(site)
        self.settled(3 if code == co.DONE else None)

    def back_when_killed(self, site, ended):
        gq.wait_for(lambda: os.path.exists(self.path("killed")) or ended.is_set(), "the controller is killed", 120)
        self.bring_back(site)

    def back_too_late(self, site):
        code = self.book(self.kill_ctld(site))
        self.no_holds_stay(OTHERS[site])
        self.bring_back(site)
        self.no_holds_stay(site)
        self.settled(3 if code == co.DONE else None)

    def not_back(self, site):
        """It is in doubt, or told that nothing is booked; nothing is held on the other clusters after its time."""
        code = self.book(self.kill_ctld(site))
        if code in (co.DONE, co.DOUBT):
            again = self.co("resume", "--all", "--timeout", "5s").code
            self.assertEqual(again, code)
        else:
            self.assertIn(code, (co.SILENT, co.REFUSED))
        self.no_holds_stay(OTHERS[site])
        if code not in (co.DONE, co.DOUBT):
            self.assertEqual(self.parts(OTHERS[site]), {})
        self.bring_back(site)
        self.settled()

    def coordinator_is_back(self, site):
        self.book_and_die(site)
        self.settled()

    def coordinator_stays_away(self, site):
        """What was not decided ends by itself."""
        self.book_and_die(site)
        decided = [name for name in self.parts() if ".1of" in name and name not in self.held()]
        self.no_holds_stay()
        if not decided:
            self.assertEqual(self.parts(), {})
        self.settled()

    def test_a_controller_is_back_at_once(self):
        self.each("soon", self.back_at_once)

    def test_a_controller_is_back_too_late(self):
        self.each("late", self.back_too_late)

    def test_a_controller_is_not_back(self):
        self.each("never", self.not_back)

    def test_the_coordinator_is_back(self):
        self.each("coordinator", self.coordinator_is_back)

    def test_the_coordinator_stays_away(self):
        self.each("away", self.coordinator_stays_away)


if __name__ == "__main__":
    unittest.main()
