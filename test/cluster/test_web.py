# SPDX-License-Identifier: GPL-2.0-or-later
"""garq-web on a real cluster: two users, what they may and may not, and clients that mean no good."""
import concurrent.futures
import contextlib
import json
import os
import random
import re
import sys
import tempfile
import time
import unittest

import debian  # pylint: disable=unused-import
import icalendar

import case
import gq
import openmetrics
import web
from case import OTHER, at
from users import THIRD


def setUpModule():
    if not os.access(web.PROGRAM, os.X_OK):
        raise AssertionError(f"{web.PROGRAM} is not there: run make first, or set GARQ_WEB")
    if not case.ROOT:
        raise unittest.SkipTest("only root can act as another user")
    case.start(8, case.STAYS_DOWN, params="garq_users=yes,garq_user_rate=0")


class Case(case.Case):
    def clean(self):
        for name in self.c.offers():
            self.c.delete(name)
        super().clean()

    def serve(self, *options, **more):
        """A server until the test ends."""
        s = web.Server(self.c, *(() if "--rate" in options else ("--rate", "10000")), *options, **more)
        self.enterContext(s) if hasattr(self, "enterContext") else self._enter(s)
        return s

    def _enter(self, s):
        s.__enter__()
        self.addCleanup(s.__exit__, None, None, None)

    def says(self, answer, status, code=None):
        """The answer must have this status, and this code of an error."""
        self.assertEqual(answer.status, status, answer)
        if code:
            self.assertEqual(answer.error["code"], code, answer)
        return answer.json

    def refused_for_the_rate(self, ask):
        """Many requests at once, more than a slow machine would let by, are not all answered."""
        def some_are():
            with concurrent.futures.ThreadPoolExecutor(20) as pool:
                return 429 in [a.status for a in pool.map(lambda _: ask(), range(40))]
        gq.wait_for(some_are, "a request is one too many")

    def book(self, s, name, start, end, nodes=4, **more):
        wish = {"name": name, "start": start, "end": end, "nodes": nodes, **more}
        return self.says(s.ask("POST", "bookings", wish), 201)["booking"]

    def names(self, s, query=""):
        return [b["name"] for b in self.says(s.get(f"bookings{query}"), 200)["bookings"]]


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
        self.assertEqual(booking["node_ranges"], [[0, 3]])
        self.assertEqual(r.headers["Location"], "bookings/r")
        self.assertEqual(r.json["command"], f"sresv book r -s {gq.stamp(at(10))} -t 01:30:00 -N 4")
        self.assertEqual(self.says(s.get("bookings/r"), 200)["booking"], booking)
        self.says(s.ask("DELETE", "bookings/r"), 200)
        self.assertEqual((self.c.reservations(), self.names(s)), ({}, []))
        self.says(s.get("bookings/r"), 404, "unknown")
        self.says(s.ask("DELETE", "bookings/r"), 404, "unknown")

    def test_it_is_refused_with_offers_and_one_is_taken(self):
        mine, his = self.serve(), self.serve(user=OTHER)
        self.book(mine, "a", at(10), at(12), 6)
        wish = {"name": "r", "start": at(11), "duration": 7200, "nodes": 4}
        refused = his.ask("POST", "bookings", wish)
        self.says(refused, 409, "offers")
        self.assertEqual(refused.error["exit"], 1)
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

    def test_a_hold_is_confirmed(self):
        s = self.serve()
        held = self.says(s.ask("POST", "holds", {"name": "h", "seconds": 60, "start": at(10), "end": at(12), "nodes": 3}),
                         201)
        self.assertEqual((held["name"], held["until"] - held["now"]), ("h", 60))
        self.assertEqual(self.says(s.get("bookings/h"), 200)["booking"]["kind"], "held")
        sure = self.says(s.ask("POST", "holds/h/confirm"), 200)
        self.assertEqual(sure["booking"]["kind"], "booking")
        self.says(s.ask("POST", "holds/nobody/confirm"), 404, "unknown")

    def test_a_window_is_told(self):
        s = self.serve()
        booking = self.book(s, "f", at(8), at(18), 4, duration="2h")
        self.assertEqual(booking["window"], {"delay": 8 * 3600, "earliest_start": None, "latest_start": at(16)})

    def test_a_down_node(self):
        s = self.serve()
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
        self.assertEqual(d["occurrences"][0], {"start": at(14), "end": at(15)})


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
        self.make("r", at(10), at(12), NodeCnt=2)
        gq.wait_for(lambda: self.names(s) == ["r"], "the booking is shown")
        for _ in range(5):
            s.ask("DELETE", "bookings/r")  # is refused, and the offers are asked for
            self.says(s.get("bookings"), 200)


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
        self.book(s, "r", at(10), at(12), 3)
        span = f"from={at(9)}&to={at(13)}&columns=4"
        curve = self.says(s.get(f"capacity?{span}"), 200)
        self.assertEqual((curve["free"], curve["starts"]), ([8, 5, 5, 8], [at(h) for h in (9, 10, 11, 12)]))
        half = self.says(s.get(f"capacity?{span}&partition=half"), 200)
        self.assertEqual((half["free"], half["node_count"]), ([4, 1, 1, 4], 4))
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


class Changes(Case):
    def since(self, s, revision, wait=20):
        return self.says(s.get(f"changes?since={revision}&wait={wait}"), 200)

    def until(self, s, revision, what, condition):
        """Follow the changes until one fulfils the condition; it."""
        end = time.monotonic() + 60
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


class Guards(Case):
    """Who may not, what is too much, and what is no request."""

    def test_tokens(self):
        s = self.serve()
        for token in (None, "x", s.token[:-1], s.token + "0", s.token.upper() + "x", "0" * 64):
            self.says(s.get("bookings", token=token), 401, "token")
        self.says(s.ask("POST", "bookings", {"nodes": 1, "end": at(10)}, token=None), 401, "token")
        self.assertEqual(s.raw("GET", "/api/v1/nothing").status, 401)
        self.says(s.get("bookings", token=None, headers={"Cookie": f"token={s.token}"}), 401)
        self.says(s.get("bookings", headers={"Authorization": f"bearer {s.token}"}, token=None), 200)
        self.assertEqual(self.c.reservations(), {})

    def test_wrong_tokens_are_few(self):
        s = self.serve()
        self.refused_for_the_rate(lambda: s.get("bookings", token="0" * 64))
        self.says(s.get("bookings"), 200)

    def test_hosts(self):
        s = self.serve("--host", "calendar.example")
        for host in (f"127.0.0.1:{s.port}", "localhost", f"LOCALHOST:{s.port}", "[::1]:1", "calendar.example",
                     "calendar.example:443"):
            self.says(s.get("bookings", headers={"Host": host}), 200)
        for host in ("evil.example", f"127.0.0.1.evil.example:{s.port}", "localhost.", "", "127.0.0.1:x", "[::1",
                     "localhost:80:90", "calendar.example.evil"):
            self.says(s.get("bookings", headers={"Host": host}), 421, "host")
            self.assertEqual(s.raw("GET", "/", headers={"Host": host}).status, 421, host)

    def test_origins(self):
        s = self.serve()
        here = f"127.0.0.1:{s.port}"
        for origin in (f"http://{here}", f"https://{here}"):
            self.says(s.get("bookings", headers={"Origin": origin}), 200)
        for origin in ("http://evil.example", "null", f"http://{here}0", f"ftp://{here}", "http://localhost"):
            self.says(s.ask("DELETE", "bookings/r", headers={"Origin": origin}), 403, "origin")
        self.says(s.ask("DELETE", "bookings/r", headers={"Sec-Fetch-Site": "same-site"}), 403, "origin")
        answer = s.raw("OPTIONS", "/api/v1/bookings", headers=s.headers({"Origin": f"http://{here}"}))
        self.assertEqual((answer.status, answer.headers["Access-Control-Allow-Origin"]), (405, None))

    def test_bodies(self):
        s = self.serve()

        def post(body, kind="application/json", path="bookings"):
            return s.raw("POST", f"/api/v1/{path}", body, s.headers({"Content-Type": kind}))
        wish = json.dumps({"name": "r", "start": at(10), "end": at(12), "nodes": 1})
        self.says(post(wish, "text/plain"), 415, "media-type")
        self.says(post(wish, "application/x-www-form-urlencoded"), 415, "media-type")
        self.says(post(" " * 65536 + wish), 413, "too-large")
        self.says(post(iter([b" " * 40000, b" " * 40000])), 413, "too-large")
        for bad in ("", "{", "[]", "1", "null", wish + "x", '{"nodes":1,"nodes":2}', "[" * 60000, '{"a":' * 9000,
                    '{"name":"\\u0000"}', b'{"name":"\xff"}'):
            self.says(post(bad), 400, "invalid")
        for key, value in (("nodes", 0), ("nodes", "4"), ("nodes", 1 << 40), ("start", "soon"), ("start", -1), ("end", True),
                           ("duration", 0), ("duration", "long"), ("delay", -1), ("users", []), ("users", ["a,b"]),
                           ("users", [1]), ("name", ""), ("name", "a\nb"), ("name", "query"), ("name", "Offers"),
                           ("name", "stats:reset"), ("name", "hold:60:r"), ("name", "garq-offers=1"), ("unknown", 1),
                           ("partition", "x\u0007")):
            with self.subTest(key=key, value=value):
                self.says(post(json.dumps({**json.loads(wish), key: value})), 400, "invalid")
        self.assertEqual(self.c.reservations(), {})

    def test_methods_and_paths(self):
        s = self.serve()
        for method, path, status in (("PUT", "bookings", 405), ("DELETE", "bookings", 405), ("POST", "nodes", 405),
                                     ("GET", "query", 405), ("GET", "nothing", 404), ("GET", "bookings/a/b", 404),
                                     ("GET", "bookings/", 400), ("GET", "bookings/%00", 400), ("GET", "bookings/%zz", 400),
                                     ("GET", "bookings/%ff", 400), ("GET", "bookings/%0a", 400), ("GET", "/bookings", 400),
                                     ("GET", "a/b/c/d/e/f/g", 400)):
            self.assertEqual(s.raw(method, f"/api/v1/{path}", headers=s.headers()).status, status, (method, path))

    def test_methods_that_there_are(self):
        s = self.serve()
        for path, methods in (("bookings", "GET, HEAD, POST"), ("bookings/r", "GET, HEAD, PATCH, DELETE"), ("query", "POST")):
            answer = s.raw("PUT", f"/api/v1/{path}", headers=s.headers())
            self.assertEqual((answer.status, answer.headers["Allow"]), (405, methods), path)
        self.assertEqual(s.raw("HEAD", "/api/v1/bookings", headers=s.headers()).body, b"")

    def test_hostile_names(self):
        s = self.serve()
        hostile = ["a#b", "a%62", "a/b", "..:/..", "%2e%2e", "a+b@c"]
        for i, name in enumerate(hostile):
            self.assertEqual(self.book(s, name, at(8 + i), at(9 + i), 1)["name"], name)
        self.assertEqual(self.names(s), hostile)
        for name in hostile:
            self.says(s.get(f"bookings/{web.quote(name)}"), 200)
            self.says(s.ask("DELETE", f"bookings/{web.quote(name)}"), 200)
        self.assertEqual(self.c.reservations(), {})
        for name in ("<script>alert(1)</script>", "a b", "a'; rm -rf /", "\u202egnp", "a=b"):
            answer = s.ask("POST", "bookings", {"name": name, "start": at(10), "end": at(12), "nodes": 1})
            self.assertIn(answer.status, (400, 404), answer)

    @unittest.skipIf(gq.VERSION < (23, 2), "this Slurm has no comments")
    def test_hostile_comments(self):
        self.make("r", at(10), at(12), Comment="<img src=x onerror=alert(1)>\"'\\")
        s = self.serve()
        comment = self.says(s.get("bookings/r"), 200)["booking"]["comment"]
        self.assertIn("<img src=x", comment)
        self.assertEqual(s.get("bookings").headers["X-Content-Type-Options"], "nosniff")

    def test_the_page(self):
        with tempfile.TemporaryDirectory(prefix="garq-test-") as folder:
            os.chmod(folder, 0o755)
            page = os.path.join(folder, "page")
            os.makedirs(os.path.join(page, "assets"))
            for name, text in (("page/index.html", "<p>"), ("page/assets/a.js", "1"), ("page/.hidden.txt", "no"),
                               ("secret.txt", "no")):
                with open(os.path.join(folder, name), "w") as f:
                    f.write(text)
            os.symlink(os.path.join(folder, "secret.txt"), os.path.join(page, "link.txt"))
            os.symlink(folder, os.path.join(page, "up"))
            s = self.serve("--page", page)
            found = s.raw("GET", "/")
            self.assertEqual((found.status, found.kind, found.body), (200, "text/html", b"<p>"))
            policy = found.headers["Content-Security-Policy"]
            self.assertIn("default-src 'none'", policy)
            self.assertNotIn("unsafe", policy)
            self.assertEqual(s.raw("GET", "/assets/a.js").kind, "text/javascript")
            self.assertEqual(s.raw("GET", "/", headers={"If-None-Match": found.headers["ETag"]}).status, 304)
            for path in ("/link.txt", "/up/secret.txt", "/../secret.txt", "/assets/../../secret.txt", "/%2e%2e/secret.txt",
                         "/.hidden.txt", "/assets", "/assets/", "//index.html", "/index.html/", "/index", "/a\\..\\b.txt",
                         "/index.html%00.txt"):
                self.assertEqual(s.raw("GET", path).status, 404, path)
            self.assertEqual(s.raw("POST", "/", b"{}").status, 405)

    def test_no_requests(self):
        seed = int(os.environ.get("SEED", random.randrange(1 << 32)))
        print(f"# SEED={seed}")
        chance = random.Random(seed)
        s = self.serve("--rate", "100000")
        good = (f"POST /api/v1/query?a=b HTTP/1.1\r\nHost: 127.0.0.1:{s.port}\r\nAuthorization: Bearer {s.token}\r\n"
                "Content-Type: application/json\r\nContent-Length: 24\r\nConnection: close\r\n\r\n"
                '{"nodes":2,"end":"now+1h"}').encode()
        for _ in range(300):
            data = bytearray(good)
            for _ in range(chance.randrange(1, 12)):
                kind, place = chance.randrange(4), chance.randrange(len(data))
                if kind == 0:
                    data[place] = chance.randrange(256)
                elif kind == 1:
                    del data[place:place + chance.randrange(1, 20)]
                elif kind == 2:
                    data[place:place] = bytes(chance.randrange(256) for _ in range(chance.randrange(1, 20)))
                else:
                    data[place:place] = data[chance.randrange(len(data)):][:chance.randrange(1, 200)]
                data = data or bytearray(b"\r\n")
            with contextlib.suppress(OSError):
                s.bytes(bytes(data))
        self.says(s.get("bookings"), 200)
        self.assertIsNone(s.process.poll())


class Site(Case):
    def test_it_only_shows(self):
        own, s = self.serve(), self.serve("--site", "--port", "0", user=OTHER)
        self.book(own, "r", at(10), at(12))
        self.assertIsNone(s.token)
        config = self.says(s.get("config"), 200)
        self.assertEqual((config["mode"], config["user"], config["may_book"]), ("site", None, False))
        gq.wait_for(lambda: self.names(s) == ["r"], "the booking is shown")
        self.assertFalse(s.get("bookings/r").json["booking"]["mine"])
        for method, path in (("POST", "bookings"), ("POST", "query"), ("POST", "holds"), ("PATCH", "bookings/r"),
                             ("DELETE", "bookings/r"), ("POST", "offers/r.1/accept"), ("DELETE", "offers/r.1")):
            self.says(s.ask(method, path, {}), 403, "read-only")
        self.assertEqual(list(self.c.reservations()), ["r"])

    def test_root_does_not_show_to_everybody(self):
        r = self.c.run(web.PROGRAM, "--site")
        self.assertEqual(r.code, 2, r)
        self.assertIn("not as root", r.err)


class Life(Case):
    def test_sresv_starts_it(self):
        s = self.serve(program=(gq.sresv(), "web"))
        self.says(s.get("bookings"), 200)

    def test_a_token_that_stays(self):
        with tempfile.TemporaryDirectory(prefix="garq-test-") as folder:
            path = os.path.join(folder, "token")
            with web.Server(self.c, "--token-file", path) as one, web.Server(self.c, "--token-file", path) as two:
                self.assertEqual(one.token, two.token)
                self.assertEqual(os.stat(path).st_mode & 0o777, 0o600)
            os.chmod(path, 0o644)
            r = self.c.run(web.PROGRAM, "--token-file", path)
            self.assertEqual(r.code, 7, r)
            self.assertIn("chmod 600", r.err)

    def test_the_command_line(self):
        for words in (("--port", "x"), ("--port", "65536"), ("more", ), ("--nothing", ), ("--rate", "0")):
            self.assertEqual(self.c.run(web.PROGRAM, *words).code, 2, words)
        self.assertEqual(self.c.run(web.PROGRAM, "--version").out.split()[0], "garq-web")

    def loads(self):
        """How often slurmctld has been asked for its reservations."""
        found = re.search(r"REQUEST_RESERVATION_INFO\s.*?count:(\d+)", self.c.run("sdiag").out)
        return int(found[1]) if found else 0

    def test_many_clients(self):
        s = self.serve("--rate", "1000")
        self.book(s, "r", at(10), at(12))
        revision = s.get("bookings").json["revision"]

        def ask(i):
            answer = s.get("bookings") if i % 2 else s.get(f"changes?since={revision}&wait=3")
            return answer.status
        begun, before = time.monotonic(), self.loads()
        with concurrent.futures.ThreadPoolExecutor(200) as pool:
            codes = list(pool.map(ask, range(600)))
        loads, seconds = self.loads() - before, time.monotonic() - begun
        self.assertEqual(set(codes), {200})
        self.assertGreater(loads, 0)
        self.assertLessEqual(loads, seconds + 2)

    def test_too_many_requests(self):
        s = self.serve("--rate", "1")
        self.says(s.get("bookings"), 200)
        self.refused_for_the_rate(lambda: s.get("bookings"))

    def test_the_controller_is_away(self):
        s = self.serve()
        self.book(s, "r", at(10), at(12))
        self.c.kill_controller()
        away = gq.wait_for(lambda: (a := s.get("bookings")).status == 503 and a, "the server says that it is silent")
        self.assertEqual((away.error["code"], away.error["exit"]), ("silent", 6))
        self.assertTrue(away.headers["Retry-After"])
        self.says(s.ask("DELETE", "bookings/r"), 503)
        self.c.start_controller()
        self.c.wait_answering()
        gq.wait_for(lambda: s.get("bookings").status == 200, "the server shows bookings again")
        self.assertEqual(self.names(s), ["r"])


class Calendar(Case):
    def events(self, s, query="", **more):
        """The events of a calendar, by name, as python3-icalendar reads them."""
        answer = s.get(f"calendar.ics{query}", **more)
        self.assertEqual((answer.status, answer.kind), (200, "text/calendar"), answer)
        calendar = icalendar.Calendar.from_ical(answer.body)
        self.assertEqual(calendar["VERSION"], "2.0")
        self.zones = [zone["TZID"] for zone in calendar.walk("VTIMEZONE")]
        return {str(event["SUMMARY"]): event for event in calendar.walk("VEVENT")}

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
        self.make("his", at(10), at(12), Users=OTHER, Nodes="n8")
        self.make("daily", at(10), at(12), Nodes="n7", Flags="DAILY")
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
        for target in ("config", "nodes", "bookings", "bookings/a", "offers", "capacity", "changes", "stats", "locks",
                       "/metrics", *self.optional()):
            self.says(s.get(target), 200)
        offers = self.says(s.ask("POST", "query", {**span, "nodes": 4}), 200)["offers"]
        self.says(s.ask("DELETE", f"offers/{offers[0]['name']}"), 200)
        refused = s.ask("POST", "bookings", {**span, "name": "r", "nodes": 4})
        self.says(s.ask("POST", f"offers/{refused.error['offers'][0]['name']}/accept", {}), 200)
        self.says(s.ask("PATCH", "bookings/r", {"nodes": 1}), 200)
        self.says(s.ask("DELETE", "bookings/r"), 200)
        self.says(s.ask("POST", "holds", {"name": "i", "seconds": 60, "start": at(14), "end": at(15), "nodes": 1}), 201)
        self.says(s.ask("POST", "holds/i/confirm"), 200)
        done = {(method, path) for method, path, status in web.SPEC.seen if status[0] == "2"}
        wanted = set(web.SPEC.operations())
        if not self.optional():
            wanted.discard(("get", "/api/v1/calendar.ics"))
        self.assertEqual(done, wanted)

    def optional(self):
        """What is built only where there is libical."""
        with web.Server(self.c) as s:
            return ["calendar.ics"] if s.get("config").json["calendar"] else []

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
