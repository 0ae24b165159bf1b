# SPDX-License-Identifier: GPL-2.0-or-later
"""garq-web on a real cluster: who may not, what is too much, clients that mean no good, and slurmctld away."""
import concurrent.futures
import contextlib
import http.client
import json
import os
import random
import re
import socket
import tempfile
import threading
import time
import unittest

import gq
import web
import web_case
from case import OTHER, at
from web_case import Case


def setUpModule():
    web_case.start()


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
        hostile = ["a#b", "a%62", "a/b", "..:/..", "%2e%2e", "a+b@c", "<script>alert(1)</script>", "a b", "a=b",
                   "a'; rm -rf /"]
        for i, name in enumerate(hostile):
            self.assertEqual(self.book(s, name, at(8 + i), at(9 + i), 1)["name"], name)
        self.assertEqual(self.names(s), hostile)
        for name in hostile:
            self.says(s.get(f"bookings/{web.quote(name)}"), 200)
            self.says(s.ask("DELETE", f"bookings/{web.quote(name)}"), 200)
        self.assertEqual(self.c.reservations(), {})
        for name in ("\u202egnp", "a\nb", "a,b"):
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

    def show(self, connections, each, *more):
        return self.serve("--site", "--port", "0", "--connections", str(connections), "--per-address", str(each), *more, user=OTHER)

    def connect(self, s, source, data=b""):
        """A connection that has sent this, until the test ends."""
        found = socket.create_connection((s.host, s.port), gq.LEAST, (source, 0))
        self.addCleanup(found.close)
        found.sendall(data)
        return found

    def refused_at_once(self, s, source, status, code):
        """A connection gets an answer although it asks for nothing."""
        answer = http.client.HTTPResponse(self.connect(s, source))
        answer.begin()
        self.assertEqual((answer.status, json.load(answer)["error"]["code"]), (status, code))
        self.assertGreater(int(answer.headers["Retry-After"]), 0)

    def test_one_address_has_its_share(self):
        s = self.show(8, 2)
        held = [self.connect(s, "127.0.0.2", data) for data in (b"", b"GET / HTTP/1.1\r\nX: ")]
        self.refused_at_once(s, "127.0.0.2", 429, "rate")
        self.says(s.get("bookings"), 200)
        held[0].close()
        gq.wait_for(lambda: s.raw("GET", "/api/v1/bookings", source="127.0.0.2").status == 200, "its place is free")

    def test_all_have_an_end(self):
        s = self.show(2, 0)
        held = [self.connect(s, "127.0.0.2") for _ in range(2)]
        self.refused_at_once(s, "127.0.0.3", 503, "busy")
        held[0].close()
        gq.wait_for(lambda: s.raw("GET", "/api/v1/bookings").status == 200, "a place is free")

    def test_half_of_a_share_waits(self):
        s, ended = self.show(16, 4), threading.Event()

        def poll():
            """Follow the changes on one connection until a request is refused, or the test has ended."""
            c, since = http.client.HTTPConnection(s.host, s.port, gq.LEAST, ("127.0.0.2", 0)), ""
            self.addCleanup(c.close)
            while not ended.is_set():
                c.request("GET", f"/api/v1/changes?since={since}&wait=2")
                answer = c.getresponse()
                found = json.load(answer)
                if answer.status != 200:
                    return answer.status, found["error"]["code"], bool(answer.headers["Retry-After"])
                since = found["revision"]
            return None

        with concurrent.futures.ThreadPoolExecutor(3) as pool:
            polls = [pool.submit(poll) for _ in range(3)]
            refused = next(concurrent.futures.as_completed(polls, gq.LEAST)).result()
            one = s.raw("GET", "/api/v1/changes?wait=0", source="127.0.0.2")
            other = s.raw("GET", f"/api/v1/changes?since={one.json['revision']}&wait=1", source="127.0.0.3")
            ended.set()
        self.assertEqual(refused, (503, "busy", True))
        self.assertEqual((one.status, other.status), (200, 200))

    def test_one_address_has_its_share_of_the_rate(self):
        s = self.show(8, 2, "--rate", "4")
        pipe = self.connect(s, "127.0.0.2", b"GET /api/v1/config HTTP/1.1\r\nHost: localhost\r\n\r\n" * 100)
        found = b""
        with contextlib.suppress(ConnectionResetError):
            while part := pipe.recv(65536):
                found += part
        self.assertEqual(re.findall(rb"HTTP/1.1 (\d+)", found)[-1], b"429")
        self.says(s.get("bookings"), 200)

    def test_ipv6(self):
        try:
            with socket.socket(socket.AF_INET6) as six:
                six.bind(("::1", 0))
        except OSError:
            self.skipTest("this host has no IPv6")
        s = self.show(8, 1, "--listen", "::1")
        self.connect(s, "::1")
        self.refused_at_once(s, "::1", 429, "rate")

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
        for words in (("--port", "x"), ("--port", "65536"), ("more", ), ("--nothing", ), ("--rate", "0"), ("--per-address", "-1")):
            self.assertEqual(self.c.run(web.PROGRAM, *words).code, 2, words)
        self.assertEqual(self.c.run(web.PROGRAM, "--version").out.split()[0], "garq-web")

    def loads(self):
        """How often slurmctld has been asked for its reservations."""
        found = re.search(r"REQUEST_RESERVATION_INFO\s.*?count:(\d+)", self.c.run("sdiag").out)
        return int(found[1]) if found else 0

    def test_many_clients(self):
        s = self.serve("--rate", "1000", "--connections", "500")
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
