# SPDX-License-Identifier: GPL-2.0-or-later
"""garq-web on a real cluster: two users, what they book and what they are shown."""
import concurrent.futures
import datetime
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

import debian  # pylint: disable=unused-import
import icalendar

import case
import gq
import openmetrics
import web
import web_case
from case import OTHER, ahead, at, soon
from users import THIRD
from web_case import Case


def setUpModule():
    web_case.start()


class Books(Case):
    def test_who_asks(self):
        mine, his = self.serve(), self.serve(user=OTHER)
        config = self.says(mine.get("config"), 200)
        self.assertEqual((config["user"], config["operator"], config["mode"]), (gq.ME, True, "own"))
        config = self.says(his.get("config"), 200)
        self.assertEqual((config["user"], config["operator"], config["may_book"]), (OTHER, False, True))
        self.assertLess(abs(config["now"] - time.time()), 60)

    def test_it_is_booked_and_deleted(self):
        s = self.serve()
        r = s.ask("POST", "bookings", {"name": "r", "start": at(10), "duration": "90m", "nodes": 4})
        booking = self.says(r, 201)["booking"]
        self.assertLies("r", at(10), at(11, 30), 4)
        self.assertEqual((booking["name"], booking["start"], booking["end"], booking["users"], booking["mine"]),
                         ("r", at(10), at(11, 30), [gq.ME], True))
        self.assertEqual(booking["node_ranges"], [[4, 7]])  # those that fewer partitions have
        self.assertEqual(r.headers["Location"], "bookings/r")
        self.assertEqual(r.json["command"], f"sresv book r -s {gq.stamp(at(10))} -t 01:30:00 -N 4")
        shown = self.says(s.get("bookings/r"), 200)
        self.assertEqual((shown["booking"], shown["command"]), (booking, "sresv show r"))
        self.says(s.ask("DELETE", "bookings/r"), 200)
        self.assertEqual((self.c.reservations(), self.names(s)), ({}, []))
        self.says(s.get("bookings/r"), 404, "unknown")
        self.says(s.ask("DELETE", "bookings/r"), 404, "unknown")

    def test_states_about_the_end(self):
        """A booking is pending, active, and ended for as long as Slurm has it; never one of these again."""
        s, seen = self.serve(), []

        def is_gone():
            r = s.get("bookings/short")
            seen.append("gone" if r.status == 404 else self.says(r, 200)["booking"]["state"])
            return seen[-1] == "gone"

        self.make("short", soon(2), ahead(12), NodeCnt=1)
        gq.wait_for(lambda: s.get("bookings/short").status == 200, "it is shown")
        gq.wait_for(is_gone, "it is gone")
        self.assertEqual(seen, sorted(seen, key=["pending", "active", "ended", "gone"].index))
        gq.wait_for(lambda: [b["state"] for b in self.says(s.get("bookings?past=1"), 200)["bookings"] if b["name"] == "short"] == ["ended"],
                    "its end is written")

    def test_what_is_not_his(self):
        his = self.serve(user=OTHER)
        self.book(self.serve(), "r", at(10), at(12), 6)
        wish = {"name": "s", "start": at(11), "duration": 7200, "nodes": 4}
        offer = self.says(self.serve(user=THIRD).ask("POST", "bookings", wish), 409, "offers")["error"]["offers"][0]["name"]
        for name, status, code in (("r", 403, "denied"), ("nobody", 404, "unknown")):
            self.says(his.ask("DELETE", f"bookings/{name}"), status, code)
            self.says(his.ask("PATCH", f"bookings/{name}", {"nodes": 1}), status, code)
        for name, status, code in ((offer, 403, "denied"), ("s.77", 404, "unknown")):
            self.says(his.ask("POST", f"offers/{name}/accept", {}), status, code)
            self.says(his.ask("DELETE", f"offers/{name}"), status, code)
        self.addCleanup(self.reconfigure, PrivateData="")
        self.reconfigure(PrivateData="reservations")
        error = self.says(his.ask("POST", "bookings", {**wish, "name": "h"}), 409)["error"]
        self.assertEqual([{k: v for k, v in b.items() if v is not None} for b in error["in_the_way"]], [{"kind": "reservation"}])
        for name in ("r", offer):
            self.says(his.ask("DELETE", f"bookings/{name}"), 404, "unknown")
            self.says(his.ask("POST", f"offers/{name}/accept", {}), 404, "unknown")

    def test_it_is_refused_with_offers_and_one_is_taken(self):
        mine, his = self.serve(), self.serve(user=OTHER)
        self.book(mine, "a", at(10), at(12), 6)
        wish = {"name": "r", "start": at(11), "duration": 7200, "nodes": 4}
        refused = his.ask("POST", "bookings", wish)
        self.says(refused, 409, "offers")
        self.assertEqual(refused.error["exit"], 1)
        lack, = refused.error["missing"]
        self.assertEqual((lack["count"], lack["of"], lack["from"], lack["license"]), (2, 4, at(11), None))
        self.assertEqual([(b["kind"], b["name"], b["job"], b["start"], b["end"]) for b in refused.error["in_the_way"]],
                         [("reservation", "a", None, at(10), at(12))])
        self.assertEqual([e["start"] for e in refused.error["earliest"]], [at(12)])
        later = next(o for o in refused.error["offers"] if o["kind"] == "later")
        self.assertEqual((later["start"], later["node_count"], later["mine"], later["request"]), (at(12), 4, True, "r"))
        self.assertIn(later["name"], [o["name"] for o in his.get("offers?request=r").json["offers"]])
        third = self.serve(user=THIRD)
        self.assertIn(third.ask("POST", f"offers/{later['name']}/accept").status, (403, 404))
        taken = self.says(his.ask("POST", f"offers/{later['name']}/accept", {}), 200)
        self.assertEqual((taken["name"], taken["booking"]["start"], taken["booking"]["users"]), ("r", at(12), [OTHER]))
        self.assertLies("r", at(12), at(14), 4)

    def test_less_of_an_offer(self):
        s = self.serve()
        self.book(s, "a", at(10), at(12), 6)
        refused = s.ask("POST", "bookings", {"name": "r", "start": at(11), "duration": 7200, "nodes": 4})
        later = next(o["name"] for o in refused.error["offers"] if o["kind"] == "later")
        self.says(s.ask("POST", f"offers/{later}/accept", {"nodes": 2}), 200)
        self.assertLies("r", at(12), at(14), 2)

    def test_a_query_books_nothing(self):
        s = self.serve()
        free = self.says(s.ask("POST", "query", {"start": at(10), "end": at(12), "nodes": 8}), 200)
        self.assertTrue(free["free"], free)
        self.book(s, "a", at(10), at(12), 6)
        taken = self.says(s.ask("POST", "query", {"start": at(10), "end": at(12), "nodes": 8}), 200)
        self.assertFalse(taken["free"], taken)
        self.assertTrue(taken["offers"])
        self.assertEqual(list(self.c.reservations()), ["a"])
        offer = taken["offers"][0]["name"]
        self.says(s.ask("DELETE", f"offers/{offer}"), 200)
        self.assertNotIn(offer, self.c.offers())

    def test_a_reservation_is_no_offer(self):
        """An offer that is not open any more may have left its name to a reservation."""
        s, wish = self.serve(), {"name": "r", "start": at(11), "duration": 7200, "nodes": 4}
        self.book(s, "a", at(10), at(12), 6)
        offers = self.says(s.ask("POST", "bookings", wish), 409, "offers")["error"]["offers"]
        self.assertGreater(len(offers), 1)
        self.says(s.ask("DELETE", f"offers/{offers[0]['name']}"), 200)
        self.book(s, offers[0]["name"], at(16), at(18), 2)
        self.says(s.ask("DELETE", f"offers/{offers[0]['name']}"), 404, "unknown")
        self.says(s.ask("POST", f"offers/{offers[0]['name']}/accept", {"nodes": 1}), 404, "unknown")
        self.assertLies(offers[0]["name"], at(16), at(18), 2)
        for request, status, code in (("a", 404, "unknown"), ("r", 200, ""), ("r", 404, "unknown"), ("", 400, "invalid")):
            self.says(s.ask("DELETE", f"offers?request={request}"), status, code)
        self.says(s.ask("DELETE", "offers"), 400, "invalid")
        self.assertEqual((self.c.offers(), set(self.c.reservations())), ({}, {"a", offers[0]["name"]}))

    def test_a_change(self):
        s = self.serve()
        self.book(s, "a", at(10), at(12), 6)
        self.book(s, "r", at(12), at(14), 4)
        moved = self.says(s.ask("PATCH", "bookings/r", {"start": at(13), "duration": 7200}), 200)
        self.assertEqual((moved["booking"]["start"], moved["booking"]["end"]), (at(13), at(15)))
        self.assertLies("r", at(13), at(15), 4)
        refused = s.ask("PATCH", "bookings/r", {"start": at(11), "duration": 7200})
        self.says(refused, 409)
        self.assertLies("r", at(13), at(15), 4)
        self.says(s.ask("PATCH", "bookings/nobody", {"nodes": 1}), 404, "unknown")
        self.says(s.ask("PATCH", "bookings/r", {}), 400, "invalid")
        self.says(s.ask("PATCH", "bookings/r", {"name": "a"}), 400, "invalid")
        self.says(s.ask("PATCH", "bookings/r", {"name": "a:b"}), 400, "invalid")
        named = self.says(s.ask("PATCH", "bookings/r", {"name": "it's r"}), 200)
        self.assertEqual((named["booking"]["name"], named["booking"]["start"]), ("it's r", at(13)))
        self.assertEqual(named["command"], "scontrol update ReservationName='name:it'\\''s r:r'")

    def test_times_of_programs(self):
        s = self.serve()
        start, end = (datetime.datetime.fromtimestamp(at(hour), datetime.timezone(datetime.timedelta(hours=shift))).isoformat(timespec=spec)
                      for hour, shift, spec in ((10, 1, "milliseconds"), (11, -5, "seconds")))
        booking = self.says(s.ask("POST", "bookings", {"name": "r", "start": start, "end": end, "nodes": 1}), 201)["booking"]
        self.assertEqual((booking["start"], booking["end"]), (at(10), at(11)))
        self.assertEqual(datetime.datetime.fromisoformat(booking["start_rfc3339"].replace("Z", "+00:00")).timestamp(), at(10))
        error = self.says(s.ask("POST", "bookings", {"start": start, "end": end, "nodes": "4"}), 400, "invalid")["error"]
        self.assertEqual(error["message"], "nodes: it is a text: write the number without quotation marks")

    def test_a_comment(self):
        s = self.serve()
        wish = {"name": "r", "start": at(10), "end": at(11), "nodes": 1, "comment": "it's ours: 50 %"}
        booked = s.ask("POST", "bookings", wish)
        if gq.VERSION >= (23, 2):
            self.assertEqual(self.says(booked, 201)["booking"]["comment"], wish["comment"])
            self.assertIn("--comment 'it'\\''s ours: 50 %'", booked.json["command"])
            changed = self.says(s.ask("PATCH", "bookings/r", {"comment": "other"}), 200)
            self.assertEqual(changed["booking"]["comment"], "other")
            changed = self.says(s.ask("PATCH", "bookings/r", {"comment": ""}), 200)
            self.assertIsNone(changed["booking"]["comment"])
            return
        self.book(s, "r", at(10), at(11), 1)
        for refused in (booked, s.ask("PATCH", "bookings/r", {"comment": "other", "end": at(12)}), s.ask("POST", "query", wish)):
            error = self.says(refused, 400, "invalid")["error"]
            self.assertEqual(error["lines"], ["comment: reservations have comments from Slurm 23.02 on; leave it out"])
        self.assertLies("r", at(10), at(11), 1)

    def test_a_plan_is_told_and_then_carried_out(self):
        s = self.serve()
        self.book(s, "r", at(10), at(12), 2)
        self.book(s, "b", at(10), at(11), 6, delay=14400)
        before = self.shown()

        def planned(r):
            found = self.says(r, 200)
            self.assertEqual(self.shown(), before)
            return found["plan"], found["command"]
        change = {"nodes": 4, "duration": 10800}
        plan, command = planned(s.ask("PATCH", "bookings/r", {**change, "plan": "show"}))
        self.assertEqual([plan["then"][k] for k in ("start", "end", "node_count")], [at(10), at(13), 4])
        self.assertEqual([plan["now"][k] for k in ("start", "end", "node_count")], [at(10), at(12), 2])
        self.assertEqual([(m["name"], m["start"], m["was_start"]) for m in plan["moves"]], [("b", at(13), at(10))])
        self.assertEqual(command, "scontrol update ReservationName=plan:show:r Duration=03:00:00 NodeCnt=4")
        new, command = planned(s.ask("POST", "bookings", {"name": "n", "start": at(10), "end": at(11), "nodes": 5, "plan": "show"}))
        self.assertEqual((new["name"], new["now"], new["then"]["node_count"]), ("n", None, 5))
        self.assertIn(" --dry-run", command)
        gone, command = planned(s.ask("DELETE", "bookings/r?plan=show"))
        self.assertEqual((gone["name"], gone["then"], gone["moves"], command), ("r", None, [], "sresv cancel r --dry-run"))
        error = self.says(s.ask("PATCH", "bookings/r", {**change, "plan": gone["token"]}), 409, "refused")["error"]
        self.assertIn("things have changed since plan", error["message"])
        self.says(s.ask("PATCH", "bookings/r", {"nodes": 3, "plan": "x"}), 400, "invalid")
        self.says(s.ask("POST", "query", {"start": at(10), "end": at(12), "nodes": 8, "plan": "show"}), 400, "invalid")
        self.assertEqual(self.shown(), before)
        self.says(s.ask("PATCH", "bookings/r", {**change, "plan": plan["token"]}), 200)
        self.assertLies("r", at(10), at(13), 4)
        self.assertLies("b", at(13), at(14), 6)
        offer = self.says(s.ask("POST", "bookings", {"name": "o", "start": at(10), "end": at(11), "nodes": 8}), 409)["error"]["offers"][0]["name"]
        plan = self.says(s.ask("POST", f"offers/{offer}/accept", {"plan": "show"}), 200)["plan"]
        self.assertEqual(plan["name"], "o")
        self.says(s.ask("POST", f"offers/{offer}/accept", {"plan": plan["token"]}), 200)
        token = self.says(s.ask("DELETE", "bookings/o?plan=show"), 200)["plan"]["token"]
        self.says(s.ask("DELETE", f"bookings/o?plan={token}"), 200)
        self.assertEqual(set(self.c.reservations()), {"r", "b"})

    def test_what_others_have(self):
        mine, his = self.serve(), self.serve(user=OTHER)
        self.book(mine, "a", at(10), at(12))
        self.says(his.ask("DELETE", "bookings/a"), 403, "denied")
        self.says(his.ask("PATCH", "bookings/a", {"nodes": 1}), 403, "denied")
        self.says(his.ask("POST", "bookings", {"name": "b", "start": at(10), "end": at(11), "nodes": 1,
                                               "users": gq.ME}), 403, "denied")
        gq.wait_for(lambda: self.names(his) == ["a"], "the other one is shown it")
        self.assertFalse(his.get("bookings/a").json["booking"]["mine"])
        self.assertEqual(list(self.c.reservations()), ["a"])

    def test_the_log(self):
        mine, his = self.serve(), self.serve(user=OTHER)
        self.book(mine, "logged", at(10), at(12))
        self.says(mine.ask("DELETE", "bookings/logged"), 200)
        self.book(mine, "logged", at(10), at(11))
        events = self.says(mine.get("log?booking=logged"), 200)["events"]
        self.assertEqual([(e["event"], e["user"], e["why"]) for e in events],
                         [("create", gq.ME, None), ("closed", gq.ME, "deleted"), ("create", gq.ME, None)])
        self.assertEqual((events[1]["was_end"], events[2]["end"], {e["users"] for e in events}), (at(12), at(11), {gq.ME}))
        self.assertIn("logged", [e["name"] for e in self.says(mine.get("log?past=1"), 200)["events"]])
        past = [b for b in self.says(mine.get("bookings?past=1"), 200)["bookings"] if b["name"] == "logged"][-1]
        self.assertEqual([past[k] for k in ("state", "start", "end", "user", "why")], ["cancelled", at(10), at(12), gq.ME, "deleted"])
        self.says(mine.get("bookings?past=0"), 400)
        self.says(self.serve("--site", "--port", "0", user=OTHER).get("bookings?past=1"), 403, "denied")
        self.assertEqual(len(self.says(his.get("log?booking=logged"), 200)["events"]), 1)
        self.assertNotIn("logged", [e["name"] for e in self.says(his.get("log"), 200)["events"]])
        self.says(mine.get("log?booking=never"), 404, "unknown")
        self.says(mine.get("log?past=2"), 400)
        self.says(mine.get("log?past=1&booking=r"), 400)

    def test_times_of_parameters(self):
        """As texts as well, in any zone."""
        s = self.serve()
        self.book(s, "when", at(10), at(12))
        ends = {t: datetime.datetime.fromtimestamp(t, datetime.timezone(datetime.timedelta(hours=5, minutes=45))).isoformat()
                for t in (at(9), at(10), at(11), at(13))}
        for of, to in ((9, 10), (10, 11), (11, 13)):
            told = [[b["name"] for b in self.says(s.get(f"bookings?from={a}&to={b}"), 200)["bookings"]]
                    for a, b in ((at(of), at(to)), (ends[at(of)], ends[at(to)]))]
            self.assertEqual(told[0], told[1])
        self.assertEqual(self.says(s.get(f"capacity?from={ends[at(9)]}&to={ends[at(11)]}"), 200)["to"], at(11))
        self.assertIn("when", {e["name"] for e in self.says(s.get("log?since=now-1h"), 200)["events"]})
        self.assertEqual(self.says(s.get("log?since=2099-01-01T00:00:00Z"), 200)["events"], [])
        self.assertEqual(self.says(s.get("bookings?past=1&since=2099-01-01T00:00:00Z"), 200)["bookings"], [])
        for of, found in ((10, True), (9, False)):
            used = self.says(s.get(f"usage?each=1&since={ends[at(of)]}&until={ends[at(of + 1)]}"), 200)["usage"]
            self.assertEqual("when" in {u["name"] for u in used}, found)
        for query in ("log?since=soon", "usage?until=soon", "bookings?from=soon", "capacity?to=9999-12-31", "log?since="):
            self.says(s.get(query), 400)

    def test_what_it_costs(self):
        self.reconfigure(SchedulerParameters="bf_interval=2,garq_users=yes,garq_user_rate=0,garq_bcost=1,garq_unit=EUR")
        self.addCleanup(self.reconfigure, SchedulerParameters="bf_interval=2,garq_users=yes,garq_user_rate=0")
        s = self.serve()
        self.book(s, "dear", at(10), at(12))
        told = self.says(s.get("bookings/dear"), 200)
        self.assertEqual((told["cost"], told["unit"]), (480, "EUR"))
        event = self.says(s.get("log?booking=dear"), 200)["events"][-1]
        self.assertEqual((event["cost"], event["unit"]), (480, "EUR"))
        told = self.says(self.serve("--site", "--port", "0", user=OTHER).get("bookings/dear"), 200)
        self.assertEqual((told["cost"], told["unit"]), (None, None))

    def test_usage(self):
        mine, his = self.serve(), self.serve(user=OTHER)
        self.book(mine, "used", at(10), at(12))
        self.book(his, "his", at(13), at(14))
        row, = [r for r in self.says(mine.get(f"usage?each=1&since={at(10)}&until={at(11)}"), 200)["usage"] if r["closed"] is None]
        self.assertEqual((row["name"], row["user"], row["booked"] > 0, row["held"], row["used"], row["start"]),
                         ("used", gq.ME, True, 0, 0, at(10)))
        sums = {r["user"]: r for r in self.says(mine.get(f"usage?since={at(0)}"), 200)["usage"]}
        self.assertGreaterEqual(set(sums), {gq.ME, OTHER})
        self.assertEqual({r["user"] for r in self.says(his.get("usage"), 200)["usage"]}, {OTHER})
        self.assertEqual(self.says(mine.get("usage?booking=used"), 200)["usage"][-1]["booked"], row["booked"])
        self.says(his.get("usage?booking=used"), 404, "unknown")
        for query, first in (("each=1&", "NAME,START,END,ACCOUNT,USER,BOOKED"), ("", "ACCOUNT,USER,BOOKINGS,BOOKED")):
            csv = mine.get(f"usage?{query}format=csv&since={at(0)}")
            self.assertEqual((csv.status, csv.kind), (200, "text/csv"), csv)
            self.assertIn(first, csv.body.decode() if isinstance(csv.body, bytes) else csv.body)
        self.says(mine.get("usage?format=xml"), 400)
        self.says(mine.get("usage?each=2"), 400)
        self.says(mine.get("usage?each=1&booking=used"), 400)

    def test_a_hold_is_confirmed(self):
        s = self.serve()
        held = self.says(s.ask("POST", "holds", {"name": "h", "seconds": 60, "start": at(10), "end": at(12), "nodes": 3}),
                         201)
        self.assertEqual((held["name"], held["until"] - held["now"]), ("h", 60))
        self.assertEqual(self.says(s.get("bookings/h"), 200)["booking"]["kind"], "held")
        sure = self.says(s.ask("POST", "holds/h/confirm"), 200)
        self.assertEqual(sure["booking"]["kind"], "booking")
        self.says(s.ask("POST", "holds/nobody/confirm"), 404, "unknown")

    def test_a_series(self):
        """All of it with the names, or the offers of the date that has no room."""
        s = self.serve()
        names = [f"s-{gq.stamp(at(10, day=d))[:10]}" for d in (2, 9, 16)]
        wish = {"name": "s", "start": at(10), "duration": "2h", "nodes": 4, "every": "FREQ=WEEKLY;COUNT=3"}
        answer = self.says(s.ask("POST", "bookings", wish), 201)
        self.assertEqual((answer["name"], answer["names"]), (names[0], names))
        self.assertEqual(answer["booking"]["start"], at(10))
        self.assertIn("--every 'FREQ=WEEKLY;COUNT=3'", answer["command"])
        self.assertEqual(set(self.c.reservations()), set(names))
        without = self.says(s.ask("POST", "bookings", {**wish, "name": "t", "except": [names[1][2:]]}), 201)
        self.assertEqual(without["names"], [f"t{names[0][1:]}", f"t{names[2][1:]}"])
        for name in without["names"]:
            self.assertTrue(self.c.delete(name).ok)
        self.says(s.ask("POST", "bookings", {**wish, "name": "t", "plan": "show"}), 400, "invalid")
        self.assertTrue(self.c.delete(names[0]).ok)
        refused = self.says(s.ask("POST", "bookings", {**wish, "name": "t", "nodes": 8}), 409, "offers")
        self.assertIn("t: 2 of 3 dates have no room", refused["error"]["lines"][0])
        self.assertEqual({o["request"] for o in refused["error"]["offers"]}, {f"t{n[1:]}" for n in names[1:]})
        self.says(s.ask("POST", "bookings", {**wish, "every": "FREQ=WEEKLY"}), 400, "invalid")
        self.says(s.ask("POST", "bookings", {**wish, "every": 7}), 400, "invalid")

    def test_a_window_is_told(self):
        s = self.serve()
        booking = self.book(s, "f", at(8), at(18), 4, duration="2h")
        self.assertEqual([booking["window"][key] for key in ("delay", "earliest_start", "latest_start")], [8 * 3600, None, at(16)])

    def test_a_down_node(self):
        s = self.serve()
        self.addCleanup(self.reconfigure, SchedulerParameters="bf_interval=2,garq_users=yes,garq_user_rate=0")
        self.reconfigure(SchedulerParameters="bf_interval=2,garq_users=yes,garq_user_rate=0,garq_return=never")
        self.book(s, "r", at(10), at(12), 8)
        self.set_node("n3", "DOWN")

        def is_told():
            return [b["degraded_reason"] for b in s.get("bookings").json["bookings"] if b["degraded"]]
        reason = gq.wait_for(is_told, "the booking is degraded")
        self.assertIn("n3", reason[0])
        gq.wait_for(lambda: [n["name"] for n in s.get("nodes").json["nodes"] if n["down"]] == ["n3"], "n3 is told to be down")

    def test_recurring_and_maintenance(self):
        s = self.serve()
        self.make("m", at(10), at(12), Flags="MAINT", Nodes="n1")
        self.make("d", at(14), at(15), Flags="DAILY", Nodes="n2")
        gq.wait_for(lambda: self.names(s) == ["m", "d"], "both are shown")
        m, d = s.get("bookings").json["bookings"]
        self.assertEqual((m["kind"], m["maintenance"], m["recurring"]), ("maintenance", True, False))
        self.assertTrue(d["recurring"])
        self.assertGreater(len(d["occurrences"]), 50)
        self.assertEqual([d["occurrences"][0][key] for key in ("start", "end")], [at(14), at(15)])


class Rate(Case):
    """A user who may ask but a few times in a minute (garq_user_rate) is shown all the same."""

    def set_rate(self, rate):
        second = int(time.time())
        gq.wait_for(lambda: int(time.time()) > second, "the next second", pause=0.02)
        self.reconfigure(SchedulerParameters=f"bf_interval=2,garq_users=yes,garq_user_rate={rate}")

    def test_bookings_are_shown_to_who_asks_too_often(self):
        self.addCleanup(self.set_rate, 0)
        s = self.serve(user=OTHER)
        self.says(s.get("bookings"), 200)
        self.set_rate(4)
        answers = [s.ask("POST", "query", {"start": at(10), "end": at(12), "nodes": 2}) for _ in range(12)]
        refused = [a for a in answers if a.status != 200]
        self.assertTrue(refused)
        self.assertIn("garq_user_rate", refused[0].error["message"])
        self.assertEqual(refused[0].error["what_to_do"], "wait a little, and try again")
        self.make("r", at(10), at(12), NodeCnt=2)
        gq.wait_for(lambda: self.names(s) == ["r"], "the booking is shown")
        for _ in range(5):
            s.ask("DELETE", "bookings/r")  # is refused, and the offers are asked for
            self.says(s.get("bookings"), 200)

    def test_a_change_counts_once(self):
        self.addCleanup(self.set_rate, 0)
        s = self.serve(user=OTHER)
        self.says(s.get("bookings"), 200)
        self.set_rate(20)  # what is used comes back in 3 s each: twice 16 would take 36 s
        for i in range(4):
            self.book(s, "r", at(10), at(12), 6)
            refused = s.ask("POST", "bookings", {"name": "q", "start": at(11), "duration": 7200, "nodes": 4})
            self.says(refused, 409, "offers")
            first = refused.error["offers"][0]["name"]
            self.assertIn(first, [o["name"] for o in s.get("offers?request=q").json["offers"]])
            self.says(s.ask("DELETE", f"offers/{first}"), 200)
            self.assertNotIn(first, [o["name"] for o in s.get("offers").json["offers"]])
            self.says(s.ask("DELETE", "bookings/r"), 200)
        told = {o["name"]: o for o in s.get("offers").json["offers"]}
        self.set_rate(0)
        self.assertEqual(set(told), set(self.c.offers(user=OTHER)))
        other = self.serve(user=OTHER)  # which asks for the list
        self.assertEqual(told, {o["name"]: o for o in other.get("offers").json["offers"]})

    def test_many_who_ask_at_once_count_once(self):
        self.addCleanup(self.set_rate, 0)
        s = self.serve(user=THIRD)  # of whose requests no test has counted any
        self.says(s.get("bookings"), 200)
        self.set_rate(3)
        with concurrent.futures.ThreadPoolExecutor(20) as pool:
            for target in ("stats", "jobs"):
                codes = list(pool.map(lambda _: s.get(target).status, range(20)))
                self.assertEqual(set(codes), {200}, target)

    def test_offers_of_a_query_and_of_a_change(self):
        s = self.serve(user=OTHER)
        self.says(s.get("bookings"), 200)
        self.book(s, "r", at(10), at(12), 6)
        self.book(s, "later", at(12), at(14), 6)
        query = self.says(s.ask("POST", "query", {"start": at(10), "end": at(12), "nodes": 2}), 200)["offers"][0]
        gq.wait_for(lambda: query["name"] in [o["name"] for o in s.get("offers").json["offers"]], "the offer is listed")
        self.says(s.ask("POST", f"offers/{query['name']}/accept"), 200)
        self.assertEqual(s.get("offers").json["offers"], [])
        refused = s.ask("PATCH", "bookings/r", {"start": at(12), "duration": 7200})
        self.says(refused, 409, "offers")
        self.assertEqual({o["name"] for o in s.get("offers").json["offers"]}, set(self.c.offers(user=OTHER)))
        self.says(s.ask("DELETE", "bookings/r"), 200)
        self.assertEqual((s.get("offers").json["offers"], self.c.offers(user=OTHER)), ([], {}))


class Reads(Case):
    def test_pages_and_filters(self):
        s = self.serve()
        for i in range(5):
            self.book(s, f"r{i}", at(8 + 2 * i), at(9 + 2 * i), 2)
        self.make("his", at(8), at(9), Users=OTHER, Nodes="n8")
        everything = ["his", "r0", "r1", "r2", "r3", "r4"]
        gq.wait_for(lambda: self.names(s) == everything, "all are shown")
        found, after = [], ""
        while after is not None:
            page = s.get(f"bookings?limit=2{after and '&after='}{web.quote(after)}").json
            self.assertLessEqual(len(page["bookings"]), 2)
            found += [b["name"] for b in page["bookings"]]
            after = page["next"]
        self.assertEqual(found, everything)
        self.assertEqual(self.names(s, "?mine=true"), everything[1:])
        self.assertEqual(self.names(s, f"?user={OTHER}"), ["his"])
        self.assertEqual(self.names(s, "?node=n8"), ["his"])
        self.assertEqual(self.names(s, f"?from={at(9)}&to={at(10) + 1}"), ["r1"])
        for bad in ("limit=0", "limit=x", "after=x", "mine=2", "from=9&to=9", "nothing=1", "limit=1&limit=2"):
            self.says(s.get(f"bookings?{bad}"), 400, "invalid")

    def test_nodes(self):
        s = self.serve()
        nodes = self.says(s.get("nodes"), 200)
        self.assertEqual([n["name"] for n in nodes["nodes"]], [f"n{i}" for i in range(1, 9)])
        self.assertEqual({p["name"]: p["node_ranges"] for p in nodes["partitions"]},
                         {"main": [[0, 7]], "half": [[0, 3]]})
        page = self.says(s.get("nodes?limit=3"), 200)
        rest = self.says(s.get(f"nodes?after={page['next']}"), 200)
        self.assertEqual(page["nodes"] + rest["nodes"], nodes["nodes"])
        self.assertIsNone(rest["next"])

    def test_capacity(self):
        s = self.serve()
        self.book(s, "r", at(10), at(12), 6)
        span = f"from={at(9)}&to={at(13)}&columns=4"
        curve = self.says(s.get(f"capacity?{span}"), 200)
        self.assertEqual((curve["free"], curve["starts"]), ([8, 2, 2, 8], [at(h) for h in (9, 10, 11, 12)]))
        half = self.says(s.get(f"capacity?{span}&partition=half"), 200)
        self.assertEqual((half["free"], half["node_count"]), ([4, 2, 2, 4], 4))
        self.says(s.get(f"capacity?{span}&partition=none"), 404, "unknown")
        self.says(s.get("capacity?columns=100000"), 400, "invalid")

    def test_etags(self):
        s = self.serve()
        self.book(s, "r", at(10), at(12))
        for target in ("bookings", "offers", "nodes", "bookings/r", f"capacity?from={at(9)}"):
            def is_same(target=target):  # slurmctld may change a node between the two requests
                etag = s.get(target).headers["ETag"]
                return s.get(target, headers={"If-None-Match": etag}).status == 304
            gq.wait_for(is_same, f"{target} stays the same")
        etag = s.get("bookings").headers["ETag"]
        self.book(s, "q", at(10), at(12))
        self.says(s.get("bookings", headers={"If-None-Match": etag}), 200)

    def test_figures(self):
        s = self.serve()
        before = s.get("stats").json["counts"]["booked"]
        self.book(s, "r", at(10), at(12))
        gq.wait_for(lambda: s.get("stats").json["counts"]["booked"] == before + 1, "the booking is counted")
        self.assertIn("create", [row["verb"] for row in s.get("locks").json["locks"]])
        metrics = s.get("/metrics")
        self.assertEqual(metrics.kind, "application/openmetrics-text")
        openmetrics.read(metrics.body.decode())
        self.assertIn(b"garq_bookings 1", metrics.body)


class Jobs(Case):
    """Why jobs wait. No job starts where a reservation is in its way, and each starts as soon as it is told that it may."""

    def sbatch(self, *words):
        r = self.c.run("sbatch", "--parsable", "-o", "/dev/null", "-D", "/", *words, "--wrap", "sleep 600", user=OTHER)
        self.assertTrue(r.ok, r)
        job = int(r.out)
        self.addCleanup(self.c.scontrol, "update", f"JobId={job}", "TimeLimit=1")
        self.addCleanup(self.c.run, "scancel", str(job))
        return job

    def job(self, s, number):
        """The job, as soon as it is told: the list is asked for every 3 s at most."""
        return gq.wait_for(lambda: next((j for j in self.says(s.get("jobs"), 200)["jobs"] if j["job"] == number), None), "the job is told")

    def why(self, s, number, kind):
        """The reason of that kind, as soon as Slurm has looked at the job."""
        def found():
            job = self.job(s, number)
            return next((w for w in job["why"] if w["kind"] == kind), None) if job["reason"] not in (None, "None") else None
        return gq.wait_for(found, f"{kind} is told")

    def test_a_reservation_is_in_the_way(self):
        s, now = self.serve(user=OTHER), int(time.time())
        self.make("course", now + 3600, now + 3 * 3600, NodeCnt=6)
        gq.wait_for(lambda: self.names(s) == ["course"], "it is known")
        job = self.sbatch("-N4", "-t120", "-J", "<b>mine</b>")
        way = self.why(s, job, "in-the-way")
        self.assertEqual((way["bookings"], way["text"]),
                         (["course"], "it wants 4 nodes for 02:00:00, and reservations leave 2 of 8 for so long"))
        self.assertEqual(self.why(s, job, "from")["at"], gq.seconds(self.fields("course")["EndTime"]))
        told = self.job(s, job)
        self.assertEqual((told["name"], told["node_count"], told["time_limit"], told["state"]), ("<b>mine</b>", 4, 7200, "pending"))
        self.assertEqual(self.says(self.serve(user=THIRD).get("jobs"), 200)["jobs"], [])
        shorter = self.why(s, job, "shorter")["seconds"]
        self.assertIn(shorter, range(60, 3601))
        r = self.c.scontrol("update", f"JobId={job}", f"TimeLimit={(shorter - 300) // 60}")  # it is a little later by then
        self.assertTrue(r.ok, r)
        gq.wait_for(lambda: self.job(s, job)["state"] == "running", "it starts with a shorter limit")
        self.assertEqual(self.job(s, job)["why"], [])

    def test_what_slurm_says(self):
        s, now = self.serve(user=OTHER), int(time.time())
        self.make("later", at(10), at(12), NodeCnt=2, Users=OTHER)
        gq.wait_for(lambda: self.names(s) == ["later"], "it is known")
        inside = self.sbatch("-N2", "-t30", "--reservation=later")
        why = self.why(s, inside, "reservation")
        self.assertEqual([why[key] for key in ("kind", "text", "at", "seconds", "bookings")],
                         ["reservation", "its reservation begins then", at(10), None, ["later"]])
        held = self.sbatch("-N1", "-t30", "-H", "-J", "x\n   UserId=0\n   JobState=PENDING Reason=Evil")
        self.assertEqual((self.why(s, held, "slurm")["text"], self.job(s, held)["reason"]),
                         ("it is held, until scontrol release", "JobHeldUser"))
        array = self.sbatch("-N1", "-t30", "-H", "--array=1-4", f"--deadline={gq.stamp(now + 7200)}")
        told = self.job(s, array)
        self.assertEqual((told["id"], told["deadline"]), (f"{array}_[1-4]", now + 7200))
        self.assertEqual(self.why(s, array, "deadline")["at"], now + 5400)

    def test_who_may_not(self):
        site = self.serve("--site", "--port", "0", user=OTHER)
        for target in ("jobs", "co", "co/x"):
            self.says(site.get(target), 403, "denied")
        self.says(self.serve().get("jobs?x=1"), 400, "invalid")


RESOURCES = """[cluster here]
[compute here-main]
cluster = here
partition = main
arch = x
types = compute
cpus = 1
"""
SRL = "CO.TS.est = {}; CO.TS.let = {}; A.TS.duration = 1 h; A.QOS.nodes = 2; B.TS.duration = 1 h; B.QOS.nodes = 3; B.CON.same = B.RVC.begin == A.RVC.begin"


class Co(Case):
    """Co-reservations, as sresv co tells of them."""

    def setUp(self):
        super().setUp()
        self.folder = case.new_folder()
        self.addCleanup(shutil.rmtree, self.folder)
        self.home = {"HOME": self.folder, "XDG_CONFIG_HOME": self.folder, "XDG_STATE_HOME": f"{self.folder}/state"}
        os.mkdir(f"{self.folder}/sresv")
        with open(f"{self.folder}/sresv/resources", "w") as f:
            f.write(RESOURCES)

    def co(self, *words, text=""):
        return subprocess.run([gq.sresv(), "co", *words], input=text, text=True, capture_output=True, timeout=120, check=False,
                              env={**self.c.env, **self.home})

    def test_list_and_check(self):
        s = self.serve(env=self.home)
        self.assertEqual(self.says(s.get("co"), 200), {"status": 0, "list": []})
        r = self.co("book", "--name=both", "-", text=SRL.format(at(8), at(20)).replace("; ", "\n"))
        self.assertEqual(r.returncode, 0, r)
        listed = self.says(s.get("co"), 200)["list"]
        self.assertEqual([(c["name"], c["phase"], c["parts"]) for c in listed], [("both", "done", 2)])
        for name in ("both", listed[0]["id"]):
            found = self.says(s.get(f"co/{name}"), 200)
            self.assertEqual((found["status"], found["name"], found["why"]), (0, "both", []))
            self.assertEqual([(p["part"], p["nodes"], p["state"]) for p in found["parts"]], [("A", 2, "booked"), ("B", 3, "booked")])
        self.assertTrue(self.c.delete(found["parts"][0]["reservation"]).ok)
        found = self.says(s.get("co/both"), 200)
        self.assertEqual((found["status"], found["parts"][0]["state"]), (3, "missing"))
        self.assertEqual(self.co("cancel", "both").returncode, 0)
        self.assertEqual(s.get("co").json["list"], [])
        self.assertEqual(len(s.get("co?all=true").json["list"]), 1)

    def srl(self, first=8, last=20):
        return SRL.format(at(first), at(last)).replace("; ", "\n")

    def test_plan_book_and_cancel(self):
        s = self.serve(env=self.home)
        plan = self.says(s.ask("POST", "co/plan", {"description": self.srl()}), 200)
        self.assertEqual([(p["part"], p["nodes"], p["begin"]) for p in plan["parts"]], [("A", 2, at(8)), ("B", 3, at(8))])
        self.assertTrue(plan["optimal"])
        self.assertEqual((s.get("co?all=true").json["list"], s.get("bookings").json["bookings"]), ([], []))
        booked = self.says(s.ask("POST", "co", {"description": self.srl(), "name": "both"}), 201)
        self.assertEqual((booked["name"], [(p["part"], p["nodes"], p["start"]) for p in booked["parts"]]), ("both", [("A", 2, at(8)), ("B", 3, at(8))]))
        self.assertEqual({p["reservation"] for p in booked["parts"]}, set(self.c.reservations()))
        self.assertEqual(self.says(s.ask("POST", "co/both/resume"), 200)["id"], booked["id"])
        self.assertEqual(self.says(s.ask("DELETE", "co/both"), 200)["id"], booked["id"])
        self.assertEqual((s.get("co").json["list"], self.c.reservations()), ([], {}))
        unnamed = self.says(s.ask("POST", "co", {"description": self.srl()}), 201)
        self.assertIsNone(unnamed["name"])
        self.says(s.ask("DELETE", f"co/{unnamed['id']}"), 200)

    def test_refused_books_nothing(self):
        s = self.serve(env=self.home)
        self.assertTrue(self.c.create("full", StartTime=gq.stamp(at(7)), EndTime=gq.stamp(at(21)), NodeCnt=6, Users="root").ok)
        for path in ("co", "co/plan"):
            refused = self.says(s.ask("POST", path, {"description": self.srl()}), 409, "refused")
            self.assertTrue(any("B" in line for line in refused["error"]["lines"]), refused)
        self.assertEqual(s.get("co").json["list"], [])
        self.assertEqual(set(self.c.reservations()), {"full"})

    def test_bad_descriptions_and_bodies(self):
        s = self.serve(env=self.home)
        for path in ("co", "co/plan"):
            bad = self.says(s.ask("POST", path, {"description": "A.TS.duration = 1 h\nA.QOS.nodes = x\n"}), 400, "invalid")
            self.assertIn("2:", bad["error"]["message"])
            for body in ({}, {"description": 5}, {"description": None}, {"description": self.srl(), "file": "/etc/passwd"}, {"name": "x"}):
                self.says(s.ask("POST", path, body), 400, "invalid")
            many = self.says(s.ask("POST", path, {"description": "".join(f"A.TS.d{'u' * 200}{i} = x\n" for i in range(200))}), 400, "invalid")
            self.assertLessEqual(len(many["error"]["lines"]), 60)
        for name in ("", "-x", "a b", "a/b", "x" * 200, 7, None):
            self.says(s.ask("POST", "co", {"description": self.srl(), "name": name}), 400, "invalid")
        self.says(s.ask("POST", "co/plan", {"description": self.srl(), "name": "x"}), 400, "invalid")
        self.assertEqual((s.get("co?all=true").json["list"], self.c.reservations()), ([], {}))

    def test_names_are_no_options(self):
        s = self.serve(env=self.home)
        for name in ("none", "-x", "--scan", "--all", "a;b"):
            self.says(s.ask("DELETE", f"co/{web.quote(name)}"), 404, "unknown")
            self.says(s.ask("POST", f"co/{web.quote(name)}/resume"), 404, "unknown")
        for name in ("none", "-x", "--resources=/etc/passwd", "a/../b", "%2e%2e", "a;b", "$(x)", "a" * 200, "\u00e4"):
            self.says(s.get(f"co/{web.quote(name)}"), 404, "unknown")
        self.says(s.get("co?all=1"), 400, "invalid")


class Started(Case):
    """What starts garq-web for a site, and in Open OnDemand."""

    def test_env_of_a_cluster(self):
        """sresv web finds its page, also of a user to whom the build may be closed."""
        command = 'words=$("$0" -d "$1" env) && eval "$words" && exec sresv web'
        for user in (None, OTHER):
            with web.Server(self.c, program=("sh", "-c", command, gq.CLUSTER, self.c.folder), user=user) as s:
                self.assertIn(b"<title>", s.raw("GET", "/").body)
            self.assertEqual(s.err, "")

    def test_the_service(self):
        unit = os.path.join(gq.TOP, "doc", "examples", "garq-web.service")
        with open(unit) as f:
            settings = [line.strip().split("=", 1) for line in f if "=" in line and not line.startswith("#")]
        options = dict(settings)["ExecStart"].replace("--port 8280", "--port 0").split()[1:]
        confined = ("setpriv", "--no-new-privs", "--bounding-set=-all", "--inh-caps=-all")
        with gq.for_everyone(web.PROGRAM) as folder, web.Server(self.c, *options, program=(*confined, f"{folder}/garq-web"), user=THIRD) as s:
            self.assertEqual(self.says(s.get("config", headers={"Host": "calendar.example.org"}), 200)["mode"], "site")
            self.says(s.ask("POST", "bookings", {"name": "r", "start": at(10), "end": at(11), "nodes": 1}), 403, "read-only")
        if shutil.which("systemd-analyze"):
            folder = case.new_folder()
            self.addCleanup(shutil.rmtree, folder)
            with open(unit) as f, open(f"{folder}/garq-web.service", "w") as to:
                to.write(f.read().replace("/usr/bin/garq-web", "/bin/true"))  # it need not be installed
            r = gq.run("systemd-analyze", "verify", f"{folder}/garq-web.service", env=dict(os.environ))
            self.assertEqual((r.code, r.err), (0, ""))

    def test_open_ondemand(self):
        """Its templates have nothing but names in them, so that no ruby is needed to fill them in."""
        folder, app = case.new_folder(), os.path.join(gq.TOP, "contrib", "web", "ondemand")
        self.addCleanup(shutil.rmtree, folder)
        words = {"context.portal": "ondemand.example.org", "host": "localhost"}

        def filled(name):
            with open(os.path.join(app, name)) as f:
                return re.sub(r"<%= *([a-z.]+) *%>", lambda m: words[m[1]], f.read())
        script = 'host=localhost; find_port() { echo 0; }\n' + filled("template/before.sh.erb") + 'printf "%s\\n" "$token" >before.token\n'
        script += filled("template/script.sh.erb").replace("exec sresv", f"exec {gq.sresv()}")
        s = web.Server(self.c, program=("bash", "-euc", f"cd {folder}\n{script}"))
        with s:
            with open(f"{folder}/before.token") as f:
                self.assertEqual(f.read().strip(), s.token)
            self.assertEqual(os.stat(f"{folder}/token").st_mode & 0o777, 0o600)
            words.update(host="localhost", port=str(s.port), token=s.token)
            self.assertIn(f'href="/rnode/localhost/{s.port}/#token={s.token}"', filled("view.html.erb"))
            for host in ("ondemand.example.org", "localhost"):
                self.says(s.get("config", headers={"Host": host, "Origin": "https://ondemand.example.org"}), 200)
            self.says(s.get("config", headers={"Host": "evil.example.org"}), 421)


class Changes(Case):
    def since(self, s, revision, wait=20):
        return self.says(s.get(f"changes?since={revision}&wait={wait}"), 200)

    def until(self, s, revision, what, condition):
        """Follow the changes until one fulfils the condition; it."""
        end = time.monotonic() + gq.LEAST
        while time.monotonic() < end:
            found = self.since(s, revision)
            self.assertFalse(found["reset"], found)
            if condition(found):
                return found
            revision = found["revision"]
        raise AssertionError(what)

    def test_another_one_sees_it(self):
        mine, his = self.serve(), self.serve(user=OTHER)
        first = self.says(mine.get("changes"), 200)
        self.assertTrue(first["reset"])
        self.assertEqual(first["bookings"], [])
        with concurrent.futures.ThreadPoolExecutor() as pool:
            waits = pool.submit(self.until, mine, first["revision"], "the booking is told",
                                lambda c: [b["name"] for b in c["bookings"]] == ["r"])
            self.book(his, "r", at(10), at(12))
            told = waits.result()
            waits = pool.submit(self.until, mine, told["revision"], "the end is told", lambda c: c["removed"] == ["r"])
            self.says(his.ask("DELETE", "bookings/r"), 200)
            waits.result()

    def test_only_what_has_changed(self):
        s = self.serve()
        self.book(s, "a", at(10), at(12))
        self.book(s, "b", at(10), at(12))
        revision = s.get("bookings").json["revision"]
        self.says(s.ask("PATCH", "bookings/b", {"end": at(13)}), 200)
        told = self.until(s, revision, "the change is told", lambda c: c["bookings"])
        self.assertEqual([b["name"] for b in told["bookings"]], ["b"])

    def test_a_revision_of_another_run(self):
        one, two = self.serve(), self.serve()
        revision = one.get("bookings").json["revision"]
        for other in (revision, "x", "0123456789abcdef.1", two.get("bookings").json["revision"] + "99"):
            self.assertTrue(self.says(two.get(f"changes?since={other}&wait=0"), 200)["reset"], other)
        self.says(two.get("changes?wait=1000"), 400, "invalid")


class Calendar(Case):
    def events(self, s, query="", cancelled=False, **more):
        """The events of a calendar, by name, and on demand the cancelled ones, of other tests too, as python3-icalendar reads them."""
        answer = s.get(f"calendar.ics{query}", **more)
        self.assertEqual((answer.status, answer.kind), (200, "text/calendar"), answer)
        calendar = icalendar.Calendar.from_ical(answer.body)
        self.assertEqual(calendar["VERSION"], "2.0")
        self.zones = [zone["TZID"] for zone in calendar.walk("VTIMEZONE")]
        return {str(event["SUMMARY"]): event for event in calendar.walk("VEVENT")
                if cancelled or event["STATUS"] != "CANCELLED"}

    def times(self, event):
        return int(event["DTSTART"].dt.timestamp()), int(event["DTEND"].dt.timestamp())

    def test_times_are_those_of_the_booking(self):
        for zone, tzids in (("UTC", []), ("Europe/Berlin", ["Europe/Berlin"]), ("America/New_York", ["America/New_York"]),
                            ("Nowhere/At_All", [])):
            with self.subTest(zone=zone):
                s = self.serve(env={"TZ": zone})
                for name, day in (("soon", 2), ("later", 150)):
                    self.book(s, f"{name}.{zone}", at(10, day=day), at(12, day=day), 1)
                found = self.events(s)
                self.assertEqual(self.zones, tzids)
                for name, day in (("soon", 2), ("later", 150)):
                    self.assertEqual(self.times(found[f"{name}.{zone}"]), (at(10, day=day), at(12, day=day)))

    def test_a_shift(self):
        s = self.serve(env={"TZ": "Europe/Berlin"})
        self.book(s, "r", at(10), at(12))
        self.book(s, "still", at(10), at(12))
        before = self.events(s)
        second = int(time.time())
        gq.wait_for(lambda: int(time.time()) > second, "the next second", pause=0.02)
        self.says(s.ask("PATCH", "bookings/r", {"start": at(13), "duration": 7200}), 200)
        after = self.events(s)
        self.assertEqual(self.times(after["r"]), (at(13), at(15)))
        self.assertEqual(after["r"]["UID"], before["r"]["UID"])
        self.assertGreater(after["r"]["SEQUENCE"], before["r"]["SEQUENCE"])
        self.assertEqual(after["still"]["SEQUENCE"], before["still"]["SEQUENCE"])
        other = self.serve()  # one that is started later does not go back
        self.assertGreaterEqual(self.events(other)["r"]["SEQUENCE"], after["r"]["SEQUENCE"])
        self.assertEqual(self.events(other)["r"]["UID"], after["r"]["UID"])

    def test_a_cancelled_booking(self):
        s = self.serve()
        self.book(s, "gone", at(10), at(12))
        self.book(s, "again", at(10), at(12))
        before = self.events(s)["gone"]
        for name in ("gone", "again"):
            self.says(s.ask("DELETE", f"bookings/{name}"), 200)
        self.book(s, "again", at(13), at(14))
        found = self.events(self.serve(), "?of=all", cancelled=True)  # which asks for the past
        self.assertEqual((found["gone"]["STATUS"], found["gone"]["UID"]), ("CANCELLED", before["UID"]))
        self.assertEqual(self.times(found["gone"]), self.times(before))
        self.assertGreater(found["gone"]["SEQUENCE"], before["SEQUENCE"])
        self.assertEqual((found["again"]["STATUS"], self.times(found["again"])), ("CONFIRMED", (at(13), at(14))))
        self.assertNotIn("gone", self.events(self.serve("--site", "--port", "0", user=OTHER), cancelled=True))

    def test_each_change_has_a_later_sequence(self):
        """Also of some that are made in one second."""
        s = self.serve()
        self.book(s, "r", at(10), at(12))
        found = [self.events(s)["r"]["SEQUENCE"]]
        for hour in (13, 14, 15, 16):
            self.says(s.ask("PATCH", "bookings/r", {"start": at(hour), "duration": 7200}), 200)
            found.append(self.events(s)["r"]["SEQUENCE"])
        self.assertEqual(found, sorted(set(found)))

    def test_the_key_reads_the_calendar_alone(self):
        s = self.serve()
        self.book(s, "r", at(10), at(12))
        path = "/" + s.get("config").json["calendar"]
        key = path.partition("key=")[2]
        self.assertEqual(s.raw("GET", path).status, 200)
        for wrong in (f"/api/v1/bookings?key={key}", "/api/v1/calendar.ics", "/api/v1/calendar.ics?key=", path[:-1],
                      f"/api/v1/calendar.ics?key={s.token}"):
            self.assertEqual(s.raw("GET", wrong).status, 401, wrong)
        self.says(s.get("bookings", token=key), 401)

    def test_whose_bookings(self):
        s = self.serve()
        self.book(s, "mine", at(10), at(12))
        self.make("his", at(10), at(12), Users=OTHER, Nodes="n1")
        self.make("daily", at(10), at(12), Nodes="n2", Flags="DAILY")
        gq.wait_for(lambda: len(self.names(s)) == 3, "all are shown")
        self.assertEqual(set(self.events(s)), {"mine", "daily"})
        self.assertEqual(set(self.events(s, "?of=all")), {"mine", "his", "daily"})
        self.assertEqual(set(self.events(s, f"?user={OTHER}")), {"his"})
        self.assertEqual(self.events(s, "?account=nobody"), {})
        self.assertEqual(self.events(s)["daily"]["RRULE"]["FREQ"], ["DAILY"])
        self.says(s.get("calendar.ics?of=none"), 400, "invalid")
        site = self.serve("--site", "--port", "0", user=OTHER)
        self.assertEqual(set(self.events(site)), {"mine", "his", "daily"})

    def test_a_held_offer_is_tentative(self):
        s = self.serve()
        self.says(s.ask("POST", "holds", {"name": "c", "seconds": 60, "start": at(10), "end": at(12), "nodes": 3}), 201)
        self.assertEqual(self.events(s, "?of=all")["c"]["STATUS"], "TENTATIVE")


class Read(Case):
    """What a user has read stays read, at each server of the user."""

    def test_over_servers(self):
        env = {"XDG_STATE_HOME": tempfile.mkdtemp(dir=self.c.folder)}
        with web.Server(self.c, env=env) as s:
            self.assertEqual(self.says(s.get("read"), 200), {"marks": []})
            self.assertEqual(self.says(s.ask("POST", "read", {"marks": ["c 1 moved a", "c 2 \u20ac \"<b>"]}), 200)["marks"][0], "c 1 moved a")
        with web.Server(self.c, env=env) as s, web.Server(self.c, env=env) as other:
            self.says(other.ask("POST", "read", {"marks": ["c 3"]}), 200)
            self.assertEqual(self.says(s.get("read"), 200)["marks"], ["c 1 moved a", "c 2 \u20ac \"<b>", "c 3"])
            for wrong in ({}, {"marks": "a"}, {"marks": [1]}, {"marks": ["a"], "more": 1}, {"marks": ["x" * 513]}, {"marks": ["a"] * 501}):
                self.says(s.ask("POST", "read", wrong), 400)
            self.assertEqual(len(self.says(s.get("read"), 200)["marks"]), 3)

    def test_no_folder(self):
        with web.Server(self.c, env={"XDG_STATE_HOME": "/proc/none"}) as s:
            self.assertEqual(self.says(s.get("read"), 200), {"marks": []})
            self.says(s.ask("POST", "read", {"marks": ["a"]}), 500)

    def test_not_of_a_site(self):
        with web.Server(self.c, "--site", "--port=0", user=OTHER) as s:
            self.says(s.get("read"), 403)
            self.says(s.ask("POST", "read", {"marks": []}), 403)


class Interface(Case):
    def test_the_client_of_the_manual(self):
        s, client = self.serve(), os.path.join(gq.TOP, "contrib", "web", "client.py")
        self.book(s, "a", at(10), at(12), 6)
        r = self.c.run(sys.executable, client, s.address, "r", "4", gq.stamp(at(11)), "2h")
        self.assertTrue(r.ok, r)
        booking = json.loads(r.out)
        self.assertEqual((booking["name"], booking["end"] - booking["start"]), ("r", 7200), booking)
        self.assertIn("r", self.c.reservations())

    def test_each_operation_answers_as_the_file_says(self):
        """All operations succeed once; what a file says of others is checked where other tests meet them."""
        web.SPEC.seen.clear()
        s = self.serve()
        span = {"start": at(11), "end": at(13)}
        self.book(s, "a", at(10), at(12), 6)
        for target in ("config", "nodes", "bookings", "bookings/a", "offers", "capacity", "changes", "jobs", "log", "read", "usage", "limits", "stats",
                       "locks", "/metrics", "/openapi.json", *self.optional()):
            self.says(s.get(target), 200)
        offers = self.says(s.ask("POST", "query", {**span, "nodes": 4}), 200)["offers"]
        self.says(s.ask("DELETE", f"offers/{offers[0]['name']}"), 200)
        self.says(s.ask("POST", "bookings", {**span, "name": "z", "nodes": 4}), 409)
        self.says(s.ask("DELETE", "offers?request=z"), 200)
        starts = self.says(s.ask("POST", "starts", {"start": at(8), "duration": 3600, "delay": 5 * 3600, "nodes": 4, "min_nodes": 2}), 200)
        self.assertEqual([(run["first"], run["last"]) for run in starts["starts"] if not run["moves"]],
                         [(at(8), at(9)), (at(12), at(13))])
        self.assertGreaterEqual(starts["until"], at(13))
        self.assertRegex(starts["command"], r"^sresv when --days 1 .*-N 4")
        starts = self.says(s.ask("POST", "starts", {"start": at(13), "duration": 3600, "nodes": 4}), 200)
        self.assertEqual([(run["first"], run["last"]) for run in starts["starts"]][-1], (at(13), at(13) + 14 * 86400))
        self.assertRegex(starts["command"], r"^sresv when --days 14 .*-N 4")
        why = self.says(s.ask("POST", "why", {**span, "nodes": 4}), 200)
        self.assertEqual([(p["proven"], p["room"], p["count"], p["smallest"]) for p in why["proof"]], [(True, True, 1, True)])
        self.assertEqual([(b["held"], b["asked"], b["all"]) for b in why["barriers"]], [(6, 4, 8)])
        self.assertEqual([(h["name"], h["proof"], h["leaves"]) for h in why["holders"]], [("a", True, True)])
        self.assertRegex(why["command"], r"^sresv why .*-N 4")
        refused = s.ask("POST", "bookings", {**span, "name": "r", "nodes": 4})
        self.says(s.ask("POST", f"offers/{refused.error['offers'][0]['name']}/accept", {}), 200)
        self.says(s.ask("POST", "read", {"marks": []}), 200)
        self.says(s.ask("PATCH", "bookings/r", {"nodes": 1}), 200)
        self.says(s.ask("DELETE", "bookings/r"), 200)
        self.says(s.ask("POST", "holds", {"name": "i", "seconds": 60, "start": at(14), "end": at(15), "nodes": 1}), 201)
        self.says(s.ask("POST", "holds/i/confirm"), 200)
        done = {(method, path) for method, path, status in web.SPEC.seen if status[0] == "2"}
        wanted = {(method, path) for method, path in web.SPEC.operations() if not path.startswith("/api/v1/co")  # see Co
                  or path == "/api/v1/config"}
        if not self.optional():
            wanted.discard(("get", "/api/v1/calendar.ics"))
        self.assertEqual(done, wanted)

    def optional(self):
        """What is built only where there is libical."""
        with web.Server(self.c) as s:
            return ["calendar.ics"] if s.get("config").json["calendar"] else []

    def test_the_file_is_served_to_everybody(self):
        for options in ((), ("--site", "--port", "0")):
            s = self.serve(*options, user=OTHER)
            answer = s.raw("GET", "/openapi.json")
            self.assertEqual((answer.status, json.loads(answer.body)), (200, web.SPEC.doc))

    def test_the_file_is_well_formed(self):
        doc = web.SPEC.doc
        self.assertEqual(doc["openapi"], "3.1.0")
        names = set()
        for (method, path), operation in web.SPEC.operations().items():
            names.add(operation["operationId"])
            shown = {p["name"] for p in doc["paths"][path].get("parameters", []) + operation.get("parameters", [])}
            for word in re.findall(r"{(\w+)}", path):
                self.assertIn(word, shown, (method, path))
            for answer in operation["responses"].values():
                for content in web.SPEC.resolve(answer).get("content", {}).values():
                    web.SPEC.check_schema(content["schema"])
        self.assertEqual(len(names), len(web.SPEC.operations()))
