# SPDX-License-Identifier: GPL-2.0-or-later
"""A look before the leap: what a create, an update, a deletion or an acceptance would do; the verbs of sresv that change."""
import json
import re
import time
import unittest

import case
import gq
from case import OTHER, at, soon

TOOL = gq.sresv()
DONE, REFUSED_OFFERS, BAD, REFUSED, DENIED, UNKNOWN, SILENT, FAILED = range(8)
CANCELED = "Operation canceled"
CHANGED = "things have changed since plan"


PARAMS = "bf_interval=2,garq_bcost=0.05,garq_users=yes,garq_user_rate=0"


def setUpModule():
    case.start(8, params=PARAMS)


class Case(case.Case):
    def clean(self):
        for name in self.c.offers():
            self.c.delete(name)
        self.c.delete("standby:book:s")
        super().clean()

    def looked(self, r):
        """The plan that was told, and nothing was done."""
        told = r.out + r.err
        if "Reservation created: " not in r.out:
            self.assertEqual(r.code, 1, r)
            self.assertIn(CANCELED, told)
        return re.search(r"plan ([0-9a-f]{12}): nothing was done", told)[1]

    def told(self, *words):
        """A verb of sresv with --dry-run: its answer."""
        before = self.shown()
        r = self.c.run(TOOL, *words, "--dry-run", "--json")
        self.assertEqual((r.code, r.err), (DONE, ""), r)
        self.assertEqual(self.shown(), before)
        return json.loads(r.out)

    def tool(self, code, *words, err=".*", user=None):
        r = self.c.run(TOOL, *words, user=user)
        self.assertEqual(r.code, code, r)
        self.assertRegex(r.err, err)
        return r

    def make_window(self):
        """b, which others may shift from 10:00 to 14:00."""
        self.make("b", at(10), at(11), NodeCnt=6, MaxStartDelay="4:00:00")


class Look(Case):
    def test_update(self):
        self.make("r", at(10), at(12), NodeCnt=2)
        self.make_window()
        before = self.shown()
        r = self.c.update("plan:show:r", NodeCnt=4)
        plan = self.looked(r)
        for words in (rf"r would be changed: 4 nodes \(\S+\) from {gq.stamp(at(10))} to {gq.stamp(at(12))}, for \S+; now 2 nodes",
                      rf"to make room: b starts {gq.stamp(at(12))}, not {gq.stamp(at(10))}"):
            self.assertRegex(r.err, words)
        self.assertEqual((self.shown(), self.c.offers()), (before, {}))
        nodes = re.search(r"4 nodes \((\S+)\)", r.err)[1]
        self.assertEqual(self.looked(self.c.update("PLAN:Show:r", NodeCnt=4)), plan)
        r = self.c.update(f"plan:{plan.upper()}:r", NodeCnt=4)
        self.assertEqual((r.code, r.err), (0, ""), r)
        self.assertLies("r", at(10), at(12), 4)
        self.assertEqual(self.nodes("r"), self.c.hosts(nodes))
        self.assertLies("b", at(12), at(13), 6)

    def test_what_keeps_its_place(self):
        self.make("r", at(10), at(12), NodeCnt=2)
        r = self.c.update("plan:show:r", Users="daemon")
        plan = self.looked(r)
        self.assertRegex(r.err, r"r would keep its place: 2 nodes")
        self.assertTrue(self.c.update(f"plan:{plan}:r", Users="daemon").ok)
        self.assertEqual(self.fields("r")["Users"], "daemon")

    def test_things_have_changed(self):
        self.make("r", at(10), at(12), NodeCnt=2)
        plan = self.looked(self.c.update("plan:show:r", NodeCnt=4))
        self.make_window()
        before = self.shown()
        r = self.c.update(f"plan:{plan}:r", NodeCnt=4)
        self.assertEqual(r.code, 1, r)
        self.assertRegex(r.err, rf"{CHANGED} {plan} was shown: nothing was done; now it is plan [0-9a-f]{{12}}: r would be changed")
        self.assertEqual((self.shown(), self.c.offers()), (before, {}))
        anew = re.search(r"now it is plan (\w+)", r.err)[1]
        self.assertTrue(self.c.update(f"plan:{anew}:r", NodeCnt=4).ok)
        self.assertLies("r", at(10), at(12), 4)

    def test_create_and_a_crash_between(self):
        self.make_window()
        before = self.shown()
        r = self.c.create("plan:show:r", NodeCnt=4, **self._times(at(10), at(11)))
        self.assertTrue(r.ok, r)
        plan = self.looked(r)
        self.assertRegex(r.out, rf"r would be booked: 4 nodes.*\nto make room: b starts {gq.stamp(at(11))}")
        self.assertEqual(self.shown(), before)
        self.kill()
        r = self.c.create(f"plan:{plan}:r", NodeCnt=4, **self._times(at(10), at(11)))
        self.assertTrue(r.ok, r)
        self.assertLies("r", at(10), at(11), 4)
        self.assertLies("b", at(11), at(12), 6)
        self.refuse("plan:000000000000:s", CHANGED, start=at(15), end=at(16), NodeCnt=1)

    def test_elastic_create(self):
        self.make("a", at(10), at(12), NodeCnt=5)
        r = self.c.create("plan:show:min-nodes:2:r", NodeCnt=8, **self._times(at(10), at(12)))
        plan = self.looked(r)
        self.assertIn("r would be booked: 3 nodes", r.out)
        self.make(None, at(10), at(12), NodeCnt=8, ReservationName=f"min-nodes:2:plan:{plan}:r")
        self.assertLies("r", at(10), at(12), 3)

    def test_delete(self):
        self.make("r", at(10), at(12), NodeCnt=4)
        self.make_window()
        self.assertLies("b", at(12), at(13), 6)
        before = self.shown()
        r = self.c.delete("plan:show:r")
        plan = self.looked(r)
        self.assertRegex(r.err, rf"r would be deleted: it has 4 nodes .*\n.*in its room: b starts {gq.stamp(at(10))}, not")
        self.assertEqual(self.shown(), before)
        self.assertIn(CHANGED, self.c.delete("plan:0123456789ab:r").err)
        self.assertEqual(self.shown(), before)
        self.assertTrue(self.c.delete(f"plan:{plan}:r").ok)
        self.assertEqual(list(self.c.reservations()), ["b"])
        self.assertLies("b", at(10), at(11), 6)

    def test_delete_with_a_job(self):
        self.make("r", at(10), at(12), NodeCnt=2)
        job = self.job("--reservation=r", "-N1", "-t10")
        r = self.c.delete("plan:show:r")
        self.assertNotIn("would be deleted", r.err)
        self.assertEqual(r.err.splitlines()[-1].split(": ")[-1], self.c.delete("r").err.splitlines()[-1].split(": ")[-1])
        self.c.run("scancel", job)

    def test_accept(self):
        self.make("a", at(10), at(12), NodeCnt=5)
        offers = self.offered(self.c.create("r", NodeCnt=8, **self._times(at(10), at(12))))
        name = next(n for n, o in offers.items() if o.start == at(12))
        r = self.c.update(f"plan:show:{name}")
        plan = self.looked(r)
        self.assertIn("r would be booked: 8 nodes", r.err)
        self.assertEqual((list(self.c.reservations()), set(self.c.offers())), (["a"], set(offers)))
        r = self.c.update(f"plan:{plan}:{name}")
        self.assertTrue(r.ok, r)
        self.assertLies("r", at(12), at(14), 8)

    def test_refused_as_the_request_is(self):
        self.make("a", at(10), at(12), NodeCnt=5)
        self.make("r", at(12), at(14), NodeCnt=8)

        def why(r):
            self.assertEqual(r.code, 1, r)
            return [line for line in r.err.splitlines() if not re.search(r"offers|until|r\.\d|s\.\d", line)]
        for fields in ({"StartTime": gq.stamp(at(11))}, {"NodeCnt": 9}, {"Duration": "0"}, {"Users": "nobodyknows"}):
            self.assertEqual(why(self.c.update("plan:show:r", **fields)), why(self.c.update("r", **fields)))
        for fields in ({"NodeCnt": 4}, {"NodeCnt": 1, "Users": "nobodyknows"}, {"NodeCnt": 1, "PartitionName": "x"}):
            fields.update(self._times(at(10), at(11)))
            self.assertEqual(why(self.c.create("plan:show:s", **fields)), why(self.c.create("s", **fields)))
        self.assertEqual(why(self.c.delete("plan:show:nix"))[:-1], why(self.c.delete("nix"))[:-1])

    def test_makes_no_sense(self):
        self.make("r", at(10), at(12), NodeCnt=2)
        times = self._times(at(14), at(15))
        for name, words in (("plan:x:r", "write plan:show:NAME"), ("plan:show:plan:show:r", "write plan:show:NAME"),
                            ("plan:show:", "the name of the reservation is missing"),
                            ("standby:book:r", "only a create stands by"),
                            ("min-nodes:1:r", "only plan: and, of an update, switches: and place: can stand in front"),
                            ("plan:show:min-nodes:1:r", "only plan: and, of an update, switches: and place: can stand in front")):
            self.refuse_change(name, words, NodeCnt=1)
        self.refuse("plan:show:query", "a query makes nothing", NodeCnt=1, **times)
        self.refuse("plan:show:hold:60:h", "has one form", NodeCnt=1, **times)
        self.refuse("plan:show:m", "for nodes, cores and licenses", Nodes="ALL", Flags="MAINT", **times)
        self.make("n", at(14), at(15), Nodes="n1", Flags="MAINT")
        self.refuse_change("plan:show:n", "for bookings: this reservation is Slurm's own", Duration=30)
        self.assertIn("plan: is for bookings", self.c.delete("plan:show:n").err)
        self.assertTrue(self.c.delete("n").ok)
        self.assertIn("write plan:show:NAME", self.c.delete("plan:r").err)
        self.assertIn("only plan: and, of an update, switches: and place: can stand", self.c.delete("min-nodes:1:r").err)
        self.assertEqual(list(self.c.reservations()), ["r"])

    def test_holds_and_what_stands_by(self):
        r = self.c.create("hold:60:h", NodeCnt=1, **self._times(at(14), at(15)))
        self.assertTrue(r.ok, r)
        self.assertIn("leave out plan:", self.c.update("plan:show:h").err)
        self.make("a", at(10), at(12), NodeCnt=8)
        r = self.c.create("plan:show:standby:book:s", NodeCnt=8, **self._times(at(10), at(11)))
        self.assertIn("s would stand by, one of 1", r.err)
        self.assertNotIn("standing", self.c.ask_offers("standing").out)
        self.assertIn("s stands by", self.c.create("standby:book:s", NodeCnt=8, **self._times(at(10), at(11))).err)
        self.assertIn("only a booking has a plan", self.c.delete("plan:show:s").err)
        self.assertTrue(self.c.delete("s").ok)

    @case.needs_root
    def test_users(self):
        self.make("r", at(10), at(12), NodeCnt=2)
        for r in (self.c.update("plan:show:r", user=OTHER, NodeCnt=1), self.c.delete("plan:show:r", user=OTHER)):
            self.assertEqual((r.code, "would be" in r.err), (1, False), r)
        self.make("his", at(10), at(12), NodeCnt=2, Users=OTHER, user=OTHER)
        plan = self.looked(self.c.update("plan:show:his", user=OTHER, NodeCnt=3))
        self.assertTrue(self.c.update(f"plan:{plan}:his", user=OTHER, NodeCnt=3).ok)
        self.reconfigure(PrivateData="reservations")
        self.addCleanup(self.reconfigure, PrivateData="")
        self.make_window()
        self.assertLies("b", at(12), at(13), 6)
        r = self.c.update("plan:show:his", user=OTHER, Duration="4:00:00")
        self.assertIn("to make room: 1 other reservation changes", r.err)
        self.assertNotIn("b starts", r.err)

    def test_the_lines_for_programs(self):
        self.make("r", at(10), at(12), NodeCnt=2)
        self.make_window()
        for r in (self.c.update("plan:lines:r", NodeCnt=4), self.c.delete("plan:lines:r"),
                  self.c.create("plan:lines:s", NodeCnt=4, **self._times(at(10), at(11)))):
            told = re.sub("^scontrol: error: ", "", r.out + r.err, flags=re.M)
            self.assertRegex(told, r"(?m)^garq-plan=1 name=\w ")
            self.assertRegex(told, r"(?m)^garq-answer=1$")


class Kept(Case):
    """What a look might change, and a token let through."""

    def plan_of(self, r):
        return re.search(r"plan ([0-9a-f]{12}): nothing was done", r.out + r.err)[1]

    def test_held_offers(self):
        self.reconfigure(SchedulerParameters=f"{PARAMS},garq_offer_hold=2")
        self.addCleanup(self.reconfigure, SchedulerParameters=PARAMS)
        self.make("a", at(10), at(12), NodeCnt=8)
        self.make("mine", at(20), at(21), NodeCnt=1)
        self.make("b", at(13), at(14), NodeCnt=8)
        self.c.create("s", NodeCnt=8, **self._times(at(10), at(11)))

        def held():
            return {name for name, o in self.c.offers().items() if "held" in o}
        before = held()
        self.assertTrue(before)
        first = sorted(before)[0]
        for r in (self.c.update("plan:show:mine", Duration=30), self.c.update("plan:0123456789ab:mine", Duration=30),
                  self.c.create("plan:show:t", NodeCnt=1, **self._times(at(20), at(21))), self.c.update(f"plan:show:{first}"),
                  self.c.update("plan:show:mine", NodeCnt=9)):
            self.assertNotIn("Reservation updated", r.out)
            self.assertEqual(held(), before)
        r = self.c.create("plan:0123456789ab:u", NodeCnt=8, **self._times(at(13), at(14)))
        self.assertIn("offers, until", r.err)
        self.assertEqual(held(), before)
        self.assertTrue(self.c.update(first).ok)

    def test_an_offer_whose_place_is_taken(self):
        self.make("a", at(10), at(12), NodeCnt=8)
        offers = self.offered(self.c.create("s", NodeCnt=8, **self._times(at(10), at(11))))
        name, offer = next((n, o) for n, o in offers.items() if o.start == at(12))
        self.make("b", offer.start, offer.end, NodeCnt=8)
        before = self.c.offers()
        self.assertIn("are missing", self.c.update(f"plan:show:{name}").err)
        self.assertEqual(self.c.offers(), before)

    def test_the_token_of_a_deletion(self):
        self.make("r", at(10), at(12), NodeCnt=2)
        plan = self.looked(self.c.delete("plan:show:r"))
        self.change("r", NodeCnt=6)
        self.assertIn(CHANGED, self.c.delete(f"plan:{plan}:r").err)
        self.assertTrue(self.c.delete("r").ok)
        self.make("r", at(14), at(15), NodeCnt=2)
        self.assertIn(CHANGED, self.c.delete(f"plan:{plan}:r").err)

    def test_other_words(self):
        self.make("r", at(10), at(12), NodeCnt=2)
        plan = self.looked(self.c.update("plan:show:r", MaxStartDelay=60))
        before = self.shown()
        for words in ({"Users": "nobody"}, {"Flags": "MAGNETIC"}, {"MaxStartDelay": 61}):
            self.assertIn(CHANGED, self.c.update(f"plan:{plan}:r", **words).err)
        self.assertEqual(self.shown(), before)
        self.assertIn("Users, Groups or Accounts", self.c.update("plan:show:r", Users="").err)

    def test_no_plan_stands_by(self):
        times = self._times(at(10), at(11))
        plan = self.looked(self.c.create("plan:show:s", NodeCnt=8, **times))
        self.make("a", at(10), at(12), NodeCnt=8)
        self.assertIn("a plan is carried out at once", self.c.create(f"standby:book:plan:{plan}:s", NodeCnt=8, **times).err)
        self.assertEqual(self.c.delete("standby:book:s").code, 1)

    def test_now(self):
        words = ("book", "r", "-N", "2", "-t", "1h")
        one, = self.told(*words)["plan"]
        begun = one["start"]
        gq.wait_for(lambda: time.time() > begun + 2, "now is another second")
        self.tool(DONE, *words, "--plan", one["plan"])
        one, = self.told("end", "r")["plan"]
        self.tool(DONE, "end", "r", "--plan", one["plan"])
        self.tool(BAD, "book", "-N", "2", "-t", "1h", "--plan", one["plan"], err="--plan needs the name")

    @case.needs_root
    def test_skip(self):
        self.reconfigure(SlurmctldParameters="user_resv_delete")
        self.addCleanup(self.reconfigure, SlurmctldParameters="")
        self.make("daily", at(10), at(11), Nodes="n1", Flags="DAILY", Users=OTHER)
        before = self.shown()
        for user in (OTHER, None):
            for wish in ("show", "000000000000"):
                r = self.c.run("scontrol", "update", f"ReservationName=plan:{wish}:daily", "skip", user=user)
                self.assertEqual((r.code, self.shown()), (1, before), r)

    def test_hidden_bookings_are_not_in_the_token(self):
        self.reconfigure(PrivateData="reservations")
        self.addCleanup(self.reconfigure, PrivateData="")
        times = self._times(at(10), at(11))
        plans = []
        for name, start in (("secret", 10), ("other", 10)):
            self.make(name, at(start), at(start + 1), NodeCnt=8, MaxStartDelay="4:00:00")
            r = self.c.create("plan:show:mine", NodeCnt=8, Users=OTHER, user=OTHER, **times)
            self.assertIn("1 other reservation changes", r.out)
            plans.append(self.plan_of(r))
            self.assertTrue(self.c.delete(name).ok)
        self.assertEqual(*plans)

    def test_a_name_that_looks_so(self):
        """Reservations that plain Slurm has made: who looks at x must not meet them."""
        self.restart(SchedulerType="sched/backfill")
        try:
            for name in ("plan:lines:x", "plan:r"):
                self.make(name, at(10), at(11), Nodes="n1", Users="root", Flags="OVERLAP")
        finally:
            self.restart(SchedulerType="sched/garq")
        self.make("x", at(14), at(15), Nodes="n1")
        before = self.shown()
        self.told("cancel", "x")
        self.told("extend", "x", "-t", "1h")
        self.assertTrue(self.c.delete("x").ok)
        for words in (("cancel", "x"), ("extend", "x", "-t", "1h")):
            self.tool(UNKNOWN, *words, "--dry-run")
        self.assertIn("plan:lines:x", self.c.reservations())
        self.assertIn("plan:lines:x", before)
        self.assertTrue(self.c.delete("plan:r").ok)
        self.restart(SchedulerType="sched/backfill")
        self.assertTrue(self.c.delete("plan:lines:x").ok)
        self.restart(SchedulerType="sched/garq")


class Verbs(Case):
    def test_extend_as_it_was_told(self):
        self.make("r", at(10), at(12), NodeCnt=2)
        self.make_window()
        found = self.told("extend", "r", "-N", "2", "-t", "1h")
        one, = found["plan"]
        self.assertEqual([one[k] for k in ("name", "start", "end", "nodes", "was-start", "was-end", "was-nodes")],
                         ["r", at(10), at(13), 4, at(10), at(12), 2])
        self.assertGreater(one["cost"], 0)
        move, = found["moves"]
        self.assertEqual([move[k] for k in ("moves", "start", "end", "was-start", "was-end")],
                         ["b", at(13), at(14), at(10), at(11)])
        self.tool(REFUSED, "extend", "r", "-N", "1", "--plan", one["plan"], err=CHANGED)
        self.tool(DONE, "extend", "r", "-N", "2", "-t", "1h", "--plan", one["plan"])
        self.assertLies("r", at(10), at(13), 4)
        self.assertEqual(self.nodes("r"), self.c.hosts(one["nodelist"]))

    def test_shrink_give_and_move(self):
        self.make("r", at(10), at(14), NodeCnt=6)
        for words, lies in ((("shrink", "r", "-t", "1h"), (at(10), at(13), 6)),
                            (("shrink", "r", "-e", gq.stamp(at(12)), "-N", "1"), (at(10), at(12), 5)),
                            (("give", "r", "-N", "2"), (at(10), at(12), 3)),
                            (("move", "r", "-s", gq.stamp(at(15))), (at(15), at(17), 3)),
                            (("move", "r", "-w", "n[6-8]"), (at(15), at(17), 3)),
                            (("extend", "r", "-e", gq.stamp(at(18))), (at(15), at(18), 3))):
            one, = self.told(*words)["plan"]
            self.assertEqual((one["start"], one["end"], one["nodes"]), lies)
            out = self.tool(DONE, *words).out
            self.assertIn(gq.stamp(lies[1]), out)
            self.assertLies("r", *lies)
        self.assertEqual(self.nodes("r"), {"n6", "n7", "n8"})

    def test_move_keeps_the_length(self):
        self.tool(DONE, "book", "r", "-N", "2", "-s", gq.stamp(at(10)), "-e", gq.stamp(at(12)))
        for hour in (11, 8, 20):
            self.tool(DONE, "move", "r", "-s", gq.stamp(at(hour)))
            self.assertLies("r", at(hour), at(hour + 2), 2)
        self.make("o", at(10), at(11) + 30, NodeCnt=1)
        self.tool(DONE, "move", "o", "-s", gq.stamp(at(12)))
        self.assertLies("o", at(12), at(13) + 30)
        self.tool(DONE, "shrink", "o", "-e", gq.stamp(at(12) + 610))
        self.assertLies("o", at(12), at(12) + 610)

    def test_end_of_what_recurs(self):
        self.make("d", None, None, StartTime="now", Duration=60, Nodes="n2", Flags="DAILY")
        self.tool(BAD, "end", "d", err="d recurs")

    def test_move_a_window(self):
        self.make_window()
        self.tool(DONE, "move", "b", "-d", "6h")
        self.assertEqual(self.fields("b")["MaxStartDelay"], "06:00:00")
        self.make("a", at(10), at(12), NodeCnt=8)
        self.assertLies("b", at(12), at(13), 6)
        self.tool(DONE, "move", "b", "-s", gq.stamp(at(11)))
        self.assertLies("b", at(12), at(13), 6)

    def test_refused_with_offers(self):
        self.make("r", at(10), at(12), NodeCnt=4)
        self.make("a", at(12), at(14), NodeCnt=8)
        before = self.shown()
        for dry in ([], ["--dry-run"]):
            r = self.tool(REFUSED_OFFERS, "extend", "r", "-t", "1h", *dry, err=r"are missing from [\s\S]*to take one: sresv accept r\.1")
            self.assertIn("r.1", r.out)
            found = json.loads(self.tool(REFUSED_OFFERS, "extend", "r", "-t", "1h", *dry, "--json").out)
            self.assertEqual((found["missing"][0]["count"], found["in_the_way"][0]["name"], found["earliest"][0]["start"]),
                             (4, "a", at(14)))
        self.assertEqual(self.shown(), before)

    def test_offers_are_more_than_it_has(self):
        """Neither the same at another time."""
        self.make("r", at(10), at(12), NodeCnt=4)
        self.make("a", at(12), at(14), NodeCnt=6)
        for words in (("-t", "1h"), ("-t", "1h", "-N", "4"), ("-N", "9")):
            r = self.c.run(TOOL, "extend", "r", *words, "--json")
            for offer in json.loads(r.out)["offers"]:
                size = (offer["nodes"], offer["end"] - offer["start"])
                self.assertTrue(size[0] >= 4 and size[1] >= 7200 and size != (4, 7200), (words, offer))

    def test_end_now(self):
        self.make("r", None, None, StartTime="now", Duration=60, NodeCnt=4)
        begun = self.start_of("r")
        r = self.tool(DONE, "end", "r")
        self.assertTrue(time.time() >= begun + 60 or re.search(r"\Asresv: r ends in \d+ seconds?: Slurm", r.err), r)
        self.assertEqual(self.tool(DONE, "log", "r", "--parsable", "--noheader", "-o", "EVENT").out.split()[-2:], ["create", "end"])

    def test_what_runs(self):
        self.make("r", None, None, StartTime="now", Duration=60, NodeCnt=4)
        job = self.running_job("--reservation=r", "-N1", "-t30")
        begun, end = self.start_of("r"), self.end_of("r")
        self.tool(DONE, "extend", "r", "-t", "30m")
        self.assertLies("r", begun, end + 1800, 4)
        self.tool(DONE, "give", "r", "-N", "3")
        self.assertLies("r", begun, end + 1800, 1)
        self.assertEqual(self.nodes("r"), self.c.hosts(self.job_fields(job)["NodeList"]))
        self.tool(DONE, "end", "r", "-e", gq.stamp(end - 600))
        self.assertLies("r", begun, end - 600, 1)
        self.tool(BAD, "end", "r", "-e", gq.stamp(end), err="this needs an earlier end")
        shown = json.loads(self.tool(DONE, "show", "r", "--json").out)
        self.assertEqual([(j["job"], j["state"]) for j in shown["jobs"]], [(int(job), "RUNNING")])
        self.assertEqual(shown["reservations"][0]["name"], "r")
        self.tool(REFUSED, "cancel", "r", "--dry-run")
        self.c.run("scancel", job)
        gq.wait_for(lambda: not self.c.run("squeue", "-h").out, "the job ends")
        self.assertIn("plan", self.told("end", "r"))
        self.tool(DONE, "end", "r")
        gq.wait_for(lambda: not self.c.reservations() or self.end_of("r") <= begun + 61, "it ends at once")

    def test_show(self):
        self.make("r", at(10), at(12), NodeCnt=2)
        out = self.tool(DONE, "show", "r").out
        self.assertRegex(out, rf"(?m)^NAME +r\nSTATE +INACTIVE\nSTART +{gq.stamp(at(10))}$")
        self.tool(UNKNOWN, "show", "nix", err="there is no reservation nix")

    def test_cancel(self):
        self.make("r", at(10), at(12), NodeCnt=4)
        self.make("s", at(16), at(17), NodeCnt=4)
        self.make_window()
        found = self.told("cancel", "r", "s")
        self.assertEqual([p["name"] for p in found["plan"]], ["r", "s"])
        self.assertEqual([(m["moves"], m["start"]) for m in found["moves"]], [("b", at(10))])
        self.tool(DONE, "cancel", "r", "s", "--dry-run", err=r"sresv: nothing was done$")
        self.tool(DONE, "cancel", "r", "--dry-run", err="sresv: nothing was done; with --plan ")
        self.tool(REFUSED, "cancel", "r", "--plan", found["plan"][1]["plan"], err=CHANGED)
        self.tool(DONE, "cancel", "r", "--plan", found["plan"][0]["plan"])
        self.assertEqual(set(self.c.reservations()), {"b", "s"})

    def test_book_and_accept(self):
        one, = self.told("book", "r", "-N", "4", "-t", "1h", "-s", gq.stamp(at(10)))["plan"]
        self.tool(DONE, "book", "r", "-N", "4", "-t", "1h", "-s", gq.stamp(at(10)), "--plan", one["plan"])
        self.assertEqual(self.nodes("r"), self.c.hosts(one["nodelist"]))
        self.tool(REFUSED_OFFERS, "book", "s", "-N", "8", "-t", "1h", "-s", gq.stamp(at(10)))
        name = next(n for n, o in self.c.offers().items() if int(o["nodes"]) == 8)
        one, = self.told("accept", name)["plan"]
        self.assertEqual((one["name"], one["nodes"], one["was-start"]), ("s", 8, None))
        self.tool(DONE, "accept", name, "--plan", one["plan"])
        self.assertLies("s", one["start"], one["end"], 8)

    def test_makes_no_sense(self):
        self.make("r", at(10), at(12), NodeCnt=2)
        for words in (("move", "r"), ("extend", "r"), ("shrink", "r", "-t", "1h", "-e", "now"), ("give", "r"), ("end",),
                      ("extend", "r", "-N", "2-4"), ("extend", "r", "-s", "now"), ("give", "r", "-t", "1h"),
                      ("extend", "r", "-t", "UNLIMITED"), ("list", "--dry-run"), ("cancel", "r", "s", "--plan", "0" * 12),
                      ("cancel", "r", "--plan", "x"), ("end", "r", "--dry-run", "--plan", "0" * 12), ("show",),
                      ("book", "plan:show:q", "-N1", "-t1h"), ("cancel", "r", "plan:lines:r"), ("accept", "plan:000000000000:r.1"),
                      ("book", "s", "-N1", "-t1h", "--standby", "--plan", "0" * 12)):
            r = self.tool(BAD, *words, err=r"\Asresv: .*\(see --help\)\n\Z")
            self.assertEqual(r.out, "")
        for words, why in ((("give", "r", "-N", "2"), "one at least has to stay"), (("end", "r"), "has not begun"),
                           (("shrink", "r", "-t", "2h"), "less than a minute"),
                           (("extend", "r", "-e", gq.stamp(at(11))), "needs a later end")):
            self.tool(BAD, *words, err=why)
        self.tool(UNKNOWN, "extend", "nix", "-t", "1h", err="there is no reservation nix")
        self.assertLies("r", at(10), at(12), 2)

    @case.needs_root
    def test_of_others(self):
        self.make("r", at(10), at(12), NodeCnt=2)
        for words in (("extend", "r", "-t", "1h"), ("move", "r", "-s", gq.stamp(soon(7200))), ("give", "r", "-N", "1")):
            for dry in ([], ["--dry-run"]):
                r = self.tool(DENIED, *words, *dry, user=OTHER)
                self.assertEqual(r.out, "")
        self.assertLies("r", at(10), at(12), 2)


if __name__ == "__main__":
    unittest.main()
