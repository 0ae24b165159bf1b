#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""A server for the page whose bookings are made up: as contrib/web/openapi.json says, without a cluster.

Usage: mock.py [PORT [NODES [BOOKINGS [SEED]]]]

It is for what a cluster can't show quickly: thousands of nodes and bookings, names of any kind, the same picture each
time. It counts free nodes as a controller would, and offers the same later or fewer nodes; limits, licenses and
shifts it does not know. Its files are those of contrib/web/page, and below /test/ those of this folder, under the
same Content-Security-Policy as garq-web's.
"""
import http.server
import json
import os
import random
import sys
import threading
import time
import urllib.parse

HERE = os.path.dirname(os.path.abspath(__file__))
PAGE = os.path.join(HERE, "..", "..", "contrib", "web", "page")
CSP = ("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; "
       "frame-ancestors 'none'; base-uri 'none'; form-action 'none'; manifest-src 'self'; require-trusted-types-for 'script'")
TYPES = {".html": "text/html; charset=utf-8", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
HOUR = 3600
ME = "ada"
TOKEN = "0123456789abcdef"
OWNERS = (("bob", ["chem"]), ("carol", ["physics"]), ("dave", ["bio"]), ("erin", ["ml"]), ("frank", ["astro"]), (ME, ["physics"]))


class Refused(Exception):
    """An answer that is no success: its status and what it says."""

    def __init__(self, status, code, message, offers=(), **more):
        super().__init__(message)
        self.status = status
        self.body = {"error": {"code": code, "exit": None, "message": message, "lines": [message], "offers": list(offers), **more}}


def ranges_of(indexes):
    """Sorted numbers as [first, last] pairs."""
    found = []
    for i in indexes:
        if found and found[-1][1] == i - 1:
            found[-1][1] = i
        else:
            found.append([i, i])
    return found


def list_of(ranges):
    """Nodes as Slurm writes them, of ranges of indexes: n[1-4,7]."""
    parts = [str(a + 1) if a == b else f"{a + 1}-{b + 1}" for a, b in ranges]
    alone = len(ranges) == 1 and ranges[0][0] == ranges[0][1]
    return f"n{parts[0]}" if alone else f"n[{','.join(parts)}]" if parts else ""


class World:
    """Nodes, bookings and offers; every change makes a new revision. All is under one lock."""

    def __init__(self, nodes=8, now=None, **config):
        self.fixed, self.lock = now, threading.Condition()
        self.revision = 1
        self.bookings, self.offers, self.log, self.jobs, self.past = {}, [], [], [], {}
        self.over = []  # past bookings
        self.marks = []  # of read events
        self.wishes = []  # of requests to book
        self.standing = []  # requests that stand by, as a page gets them when it is opened
        self.used, self.sums = [], {}  # the usage: of each booking, and by account of the months with these instants
        self.nodes = [self._node(i, nodes) for i in range(nodes)]
        names = list(dict.fromkeys(n["partition"] for n in self.nodes))
        self.partitions = [self._partition(name) for name in names]
        self.config = {"api": 1, "version": "0.1.0", "mode": "own", "user": ME, "uid": 1000, "operator": False, "may_book": True,
                       "cluster": "mock", "garq": True, "hides": False, "sees_nodes": True, "time_zone": "Europe/Berlin",
                       "utc_offset": HOUR, "slot": 300, "prices": True, "mail": {"change": 60, "begins": 900, "unused": None, "offers_end": None},
                       "calendar": "api/v1/calendar.ics?key=0011", "doc": None,
                       "command": "sresv", "limits": {"body": 65536, "page": 10000, "wait": 30, "columns": 2000}, **config}

    @staticmethod
    def _node(i, n):
        part = "main" if n < 20 else ("cpu" if i < n * 0.7 else "gpu" if i < n * 0.9 else "bigmem")
        return {"name": f"n{i + 1}", "index": i, "partition": part, "partitions": [part], "state": "idle", "down": False, "reason": None,
                "cpus": 64, "memory": 262144, "features": "", "gres": "gpu:4" if part == "gpu" else ""}

    def _partition(self, name):
        indexes = [n["index"] for n in self.nodes if name in n["partitions"]]
        return {"name": name, "node_ranges": ranges_of(indexes), "node_count": len(indexes), "default": indexes[0] == 0, "up": True}

    def now(self):
        return self.fixed or int(time.time())

    def changed(self, kind, value):
        """Under the lock: tell those who wait."""
        self.revision += 1
        self.log.append((self.revision, kind, value))
        self.lock.notify_all()

    def put(self, name, start, end, indexes, **more):
        """Make or replace a booking, and tell it."""
        with self.lock:
            ranges = ranges_of(sorted(indexes))
            delay = more.pop("delay", 0)
            b = {"name": name, "kind": "booking", "state": "active" if start <= self.now() else "pending", "degraded": False,
                 "degraded_reason": None, "maintenance": False, "offer": False, "start": start, "end": end, "duration": end - start,
                 "occurrences": [], "recurring": False, "node_count": len(indexes), "core_count": None, "gpu_count": None, "switches": None, "at_switches": None, "node_list": list_of(ranges), "node_ranges": ranges,
                 "window": {"delay": delay, "earliest_start": None, "latest_start": start + delay} if delay else None,
                 "users": [ME], "groups": [], "accounts": [], "partition": None, "features": None, "licenses": None, "comment": None,
                 "flags": [], "mine": ME in more.get("users", [ME]), "revision": self.revision, **more}
            self.bookings[name] = b
            self.changed("booking", b)
            return b

    def remove(self, name):
        with self.lock:
            if name not in self.bookings:
                raise Refused(404, "unknown", f"there is no reservation {name}")
            del self.bookings[name]
            self.changed("removed", name)

    def free_nodes(self, start, end, partition, beside=""):
        taken = set()
        for b in self.bookings.values():
            if b["name"] != beside and b["start"] < end and b["end"] > start:
                for first, last in b["node_ranges"]:
                    taken.update(range(first, last + 1))
        return [n["index"] for n in self.nodes if n["index"] not in taken and not n["down"] and (not partition or partition in n["partitions"])]

    def find(self, wish, beside=""):
        """Nodes and start for a wish, in its window; None if there is none."""
        start, length = wish.get("start", self.now()), wish["duration"]
        for t in range(start, start + wish.get("delay", 0) + 1, 900):
            free = self.free_nodes(t, t + length, wish.get("partition"), beside)
            if len(free) >= wish["nodes"]:
                return t, free[:wish["nodes"]]
        return None

    def find_form(self, wish):
        """As find(), of the longest form with the most nodes, or with prefer=nodes the other way round: (start, nodes, length)."""
        least_nodes, least, cost = wish.get("min_nodes", wish["nodes"]), wish.get("min_duration", wish["duration"]), wish.get("max_cost", float("inf"))
        forms = [(nodes, length) for length in range(wish["duration"], least - 1, -900) for nodes in range(wish["nodes"], least_nodes - 1, -1)]
        if wish.get("prefer") == "nodes":
            forms.sort(reverse=True)
        for nodes, length in forms:
            found = nodes * length / HOUR * 6.0 <= cost and self.find({**wish, "nodes": nodes, "duration": length})
            if found:
                return (*found, length)
        return None

    @staticmethod
    def less(wish, nodes, length):
        """What an answer says where a booking is less than a wish."""
        return [] if (nodes, length) == (wish["nodes"], wish["duration"]) else [f"not all was free: {nodes} of {wish['nodes']} nodes"]

    def offers_for(self, wish, request, beside=""):
        """The same later, and fewer nodes at that time."""
        found, start, length = [], wish.get("start", self.now()), wish["duration"]
        later = self.find({**wish, "start": start + 900, "delay": 14 * 24 * HOUR}, beside)
        fewer = self.free_nodes(start, start + length, wish.get("partition"), beside)
        if later:
            found.append(("later", "later", later[0], wish["nodes"]))
        if fewer and len(fewer) < wish["nodes"]:
            found.append(("fewer", "fewer nodes", start, len(fewer)))
        return self.make_offers(found, request, length, wish, beside)

    def refused(self, name, wish, beside=""):
        """What is raised where there is no room: with the missing nodes, who has them, and offers."""
        start = wish.get("start", self.now())
        end = start + wish["duration"]
        missing = wish["nodes"] - len(self.free_nodes(start, end, wish.get("partition"), beside))
        way = [{"kind": "reservation", "name": b["name"], "job": None, "start": b["start"], "end": b["end"], "node_list": b["node_list"], "license": None}
               for b in self.bookings.values() if b["name"] != beside and b["start"] < end and b["end"] > start]
        offers = self.offers_for(wish, name, beside)
        return Refused(409, "offers", f"{name}: {missing} of {wish['nodes']} nodes are missing from now on", offers,
                       missing=[{"count": missing, "of": wish["nodes"], "from": start, "license": None}], in_the_way=way,
                       earliest=[{"start": o["start"], "none_before": None} for o in offers if o["kind"] == "later"])

    def why(self, wish):
        """Those of others that overlap would have to leave; the one of eve is hidden. There are no windows, so nothing moves."""
        with self.lock:
            start, end = wish["start"], wish["start"] + wish["duration"]
            there = [b for b in self.bookings.values() if b["start"] < end and b["end"] > start]
            seen = [b["name"] for b in there if b["users"] != ["eve"]]
            none = {"job": None, "node": None, "proof": True, "leaves": True}
            holders = [{"kind": "reservation", "name": name, **none} for name in seen]
            holders += [{"kind": "hidden", "name": None, **none}] if len(seen) < len(there) else []
            held = len(self.nodes) - len(self.free_nodes(start, end, wish.get("partition")))
            hidden = len(seen) < len(there)
            barrier = {"start": start, "end": end, "unit": "nodes", "all": len(self.nodes), "held": held, "asked": wish["nodes"], "first": start, "last": start}
            return {"missing": [], "in_the_way": [], "earliest": [], "barriers": [] if hidden else [barrier], "holders": holders, "lines": [],
                    "proof": [{"proven": True, "room": bool(there), "count": None if hidden else len(there), "least": len(there), "smallest": True, "hopeless": not there}],
                    "command": f"sresv why -N {wish['nodes']}"}

    def make_offers(self, found, request, length, wish, beside=""):
        self.offers = [o for o in self.offers if o["request"] != request]
        for i, (kind, words, start, nodes) in enumerate(found):
            self.offers.append({"name": f"{request}.{i + 1}", "request": request, "kind": kind, "words": words, "start": start,
                                "end": start + length, "duration": length, "node_count": nodes, "cost": nodes * length / HOUR * 6.0, "unit": "EUR",
                                "expires": self.now() + 600, "held": False, "user": ME, "mine": True, "wish": wish, "beside": beside})
        return [self.told(o) for o in self.offers if o["request"] == request]

    @staticmethod
    def told(offer):
        return {k: v for k, v in offer.items() if k not in ("wish", "beside")}

    # --- requests ----------------------------------------------------------

    def job(self, number, why=(), **more):
        """Add a job of the user; why are pairs of a kind and a text, or Why of openapi.json without what is null."""
        reasons = [{"at": None, "seconds": None, "bookings": [], **(w if isinstance(w, dict) else dict(zip(("kind", "text"), w)))} for w in why]
        self.jobs.append({"id": str(number), "job": number, "name": f"job{number}", "state": "pending", "partition": self.partitions[0]["name"],
                          "node_count": 2, "node_list": None, "time_limit": 2 * HOUR, "submitted": self.now() - 600, "start": None, "deadline": None,
                          "reservation": None, "reason": "Resources", "why": reasons, **more})

    def happened(self, name, event, **more):
        """Tell an event of a booking."""
        none = dict.fromkeys(("user", "users", "why", "start", "end", "node_list", "was_start", "was_end", "was_node_list", "cost", "unit"))
        self.past.setdefault(name, []).append({"time": self.now(), "name": name, "event": event, **none, **more})

    def starts(self, wish):
        """All starts of a window, on quarters of an hour."""
        with self.lock:
            first, runs = -(-wish.get("start", self.now()) // 900) * 900, []
            last = first + wish.get("delay", 0)
            for t in range(first, last + 1, 900):
                if len(self.free_nodes(t, t + wish["duration"], wish.get("partition"))) < wish["nodes"]:
                    continue
                if runs and runs[-1]["last"] == t - 900:
                    runs[-1]["last"] = t
                else:
                    runs.append({"first": t, "last": t, "moves": False})
            return {"starts": runs, "until": last, "lines": [], "command": f"sresv when -N {wish['nodes']}"}

    def book(self, wish):
        with self.lock:
            self.wishes.append(dict(wish))
            name, asked = wish.get("name") or f"{ME}_{len(self.bookings) + 1}", wish.pop("plan", None)
            if name in self.bookings:
                raise Refused(400, "invalid", f"the name {name} is in use")
            found, waits = self.find_form(wish), wish.pop("standby", None)
            if not found:
                refused = self.refused(name, wish)
                refused.body["error"]["lines"] += [f"{name} stands by: place 1 of 1"] if waits else []
                raise refused
            start, nodes, length = found
            if asked == "show":
                place = {"start": start, "end": start + length, "node_count": len(nodes), "node_list": list_of(ranges_of(nodes))}
                return self._planned({"name": name}, {**place, "switches": wish.get("switches")})
            b = self.put(name, start, start + length, nodes, delay=wish.get("delay", 0), partition=wish.get("partition"))
            return {"booking": b, "name": name, "lines": self.less(wish, len(nodes), length), "command": f"sresv book {name}"}

    @staticmethod
    def _place(b):
        return {key: b[key] for key in ("start", "end", "node_count", "node_list")} if "start" in b else None

    def _planned(self, old, then):
        """What would be done; a token is the digits of the place, and of how many bookings there are."""
        token = f"{hash((str(then), len(self.bookings))) & 0xffffffffffff:012x}"
        cost = then and then["node_count"] * (then["end"] - then["start"]) / HOUR * 6.0
        return {"plan": {"name": old["name"], "token": token, "then": then and {**then, "cost": cost, "job_cost": cost, "unit": "EUR"}, "now": self._place(old), "moves": [], "others": 0},
                "lines": [], "command": ""}

    def look_at_removing(self, name):
        with self.lock:
            return self._planned(self.bookings[name], None)

    @staticmethod
    def _after_giving(old, give, wish):
        """The cores and GPUs that are left, or are back; nodes take their share of the cores with them."""
        units = {"core_count": old["core_count"], "gpu_count": old["gpu_count"]}
        if "nodes" in give:
            wish["nodes"] -= give["nodes"]
            units["core_count"] = old["core_count"] * wish["nodes"] // old["node_count"]
        elif "cores" in give:
            units["core_count"] -= give["cores"]
        elif "gpus" in give:
            units["gpu_count"] -= int(give["gpus"])
        elif "cores" in wish:
            units["core_count"] = wish["cores"]
        return units

    def change(self, name, change):
        with self.lock:
            old = self.bookings.get(name)
            if not old:
                raise Refused(404, "unknown", f"there is no reservation {name}")
            asked = change.pop("plan", None)
            if old["state"] == "active" and {"start", "delay"} & set(change):
                raise Refused(400, "invalid", f"{name} has started: StartTime and MaxStartDelay can't be changed any more")
            wish = {"start": old["start"], "duration": old["duration"], "nodes": old["node_count"], "partition": old["partition"], **change}
            units = self._after_giving(old, change.get("give", {}), wish)
            found = self.find(wish, name)
            if not found:
                raise self.refused(name, wish, name)
            planned = self._planned(old, {"start": found[0], "end": found[0] + wish["duration"], "node_count": len(found[1]),
                                          "node_list": f"n[{','.join(str(i + 1) for i in found[1])}]"})
            if asked == "show":
                return planned
            if asked and asked != planned["plan"]["token"]:
                raise Refused(409, "refused", f"{name}: things have changed since plan {asked} was shown")
            new = change.get("name", name)
            if new != name:
                self.remove(name)
            if old["state"] == "active":
                found = (old["start"], [i for first, last in old["node_ranges"] for i in range(first, last + 1)][:wish["nodes"]])
                wish["duration"] = max(wish["duration"], self.now() - old["start"])
            b = self.put(new, found[0], found[0] + wish["duration"], found[1], delay=wish.get("delay", 0), partition=old["partition"], **units)
            return {"booking": b, "name": new, "lines": [], "command": f"scontrol update ReservationName={name}"}

    def accept(self, name):
        with self.lock:
            offer = next((o for o in self.offers if o["name"] == name), None)
            if not offer:
                raise Refused(404, "unknown", f"there is no offer {name}")
            free = self.free_nodes(offer["start"], offer["end"], offer["wish"].get("partition"), offer["beside"])
            if len(free) < offer["node_count"]:
                raise Refused(409, "refused", "somebody was quicker")
            self.offers = [o for o in self.offers if o["request"] != offer["request"]]
            b = self.put(offer["request"], offer["start"], offer["end"], free[:offer["node_count"]], partition=offer["wish"].get("partition"))
            return {"booking": b, "name": b["name"], "lines": [], "command": f"sresv accept {name}"}

    def withdraw(self, is_it):
        """The open offers of which is_it(offer) is true; a reservation is none."""
        with self.lock:
            left = [o for o in self.offers if not is_it(o)]
            if left == self.offers:
                raise Refused(404, "unknown", "no offer of this name is open")
            self.offers = left
            return {"name": "", "lines": [], "command": ""}

    def changes(self, since, wait):
        with self.lock:
            if since is None:
                return self._changes(True, list(self.bookings.values()), [])
            self.lock.wait_for(lambda: self.revision > since, wait)
            news = [(kind, value) for revision, kind, value in self.log if revision > since]
            gone = [v for kind, v in news if kind == "removed" and v not in self.bookings]
            names = dict.fromkeys(v["name"] for kind, v in news if kind == "booking")
            return self._changes(False, [self.bookings[n] for n in names if n in self.bookings], gone)

    def _changes(self, reset, bookings, removed):
        return {"revision": str(self.revision), "now": self.now(), "reset": reset, "bookings": bookings, "removed": removed,
                "offers": [] if reset else None, "standing": self.standing if reset else None, "nodes": False}


TIMES = {"at", "begin", "closed", "deadline", "earliest", "earliest_start", "end", "expires", "first", "from", "last", "latest_start", "none_before",
         "now", "since", "start", "submitted", "time", "to", "until", "was_end", "was_start"}


def with_texts(value):
    """The same, each time with a text beside it, as garq-web has it."""
    if isinstance(value, list):
        return [with_texts(v) for v in value]
    if not isinstance(value, dict):
        return value
    texts = {f"{k}_rfc3339": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(v)) for k, v in value.items() if k in TIMES and type(v) is int}
    return {**{k: with_texts(v) for k, v in value.items()}, **texts}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def send(self, status, body, kind="application/json"):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Content-Security-Policy", CSP)
        self.send_header("Cache-Control", "no-cache")
        self.end_headers()
        self.wfile.write(body)

    def told(self, status, answer):
        """An answer of the interface; it must be one that garq-web may give, if openapi.json is asked."""
        body, kind = (answer.encode(), "text/csv") if isinstance(answer, str) else (json.dumps(with_texts(answer)).encode(), "application/json")
        if self.server.spec:
            try:
                self.server.spec.check(self.command, self.path, status, kind, body)
            except Exception as e:  # pylint: disable=broad-except
                self.server.wrong.append(f"{self.command} {self.path}: {getattr(e, 'message', e)} {list(getattr(e, 'absolute_path', []))}")
        return self.send(status, body, kind)

    def file(self, path):
        root, name = (HERE, path[6:]) if path.startswith("/test/") else (PAGE, path[1:] or "index.html")
        full = os.path.realpath(os.path.join(root, name))
        kind = TYPES.get(os.path.splitext(full)[1])
        if not full.startswith(os.path.realpath(root) + os.sep) or not kind or not os.path.isfile(full):
            return self.send(404, b"{}")
        with open(full, "rb") as f:
            return self.send(200, f.read(), kind)

    def api(self, verb, path, query, body):
        w, parts = self.server.world, [urllib.parse.unquote(p) for p in path.split("/")]
        if self.headers.get("Authorization") != f"Bearer {TOKEN}" and w.config["mode"] == "own":
            raise Refused(401, "token", "the token is missing, or is another one")
        if (verb, path) == ("GET", "config"):
            return {**w.config, "now": w.now(), "revision": str(w.revision)}
        if (verb, path) == ("GET", "nodes"):
            return {"revision": "1", "nodes": w.nodes, "partitions": w.partitions, "next": None}
        if (verb, path) == ("GET", "jobs"):
            return {"now": w.now(), "jobs": w.jobs}
        if (verb, path) == ("GET", "bookings") and query.get("past"):
            return {"bookings": [b for b in w.over if b["closed"] >= int(query["since"][0])]}
        if (verb, path) == ("GET", "usage"):
            since, until = (int(query[k][0]) for k in ("since", "until"))
            rows = [r for r in w.used if since <= r["start"] < until] if query.get("each") else \
                [r for t, rows in list(w.sums.items()) if since <= t < until for r in rows]
            return "\n".join(["NAME,USER,BOOKED-S", *(f"{r['name'] or ''},{r['user']},{r['booked']}" for r in rows), ""]) if query.get("format") else {"usage": rows}
        if path == "read":
            w.marks += body.get("marks", [])
            return {"marks": w.marks}
        if (verb, path) == ("GET", "log"):
            if "booking" not in query:
                events = sorted((e for past in list(w.past.values()) for e in past), key=lambda e: e["time"])
                return {"events": [e for e in events if e["time"] >= int(query["since"][0])]}
            name = query["booking"][0]
            if name not in w.past:
                raise Refused(404, "unknown", f"nothing is known of a booking {name}")
            return {"events": w.past[name]}
        if (verb, path) == ("GET", "changes"):
            since = query.get("since")
            return w.changes(int(since[0]) if since else None, float(query.get("wait", ["25"])[0]))
        deeds = {("DELETE", "offers"): lambda: w.withdraw(lambda o: o["request"] == query["request"][0]), ("POST", "starts"): lambda: w.starts(body), ("POST", "why"): lambda: w.why(body), ("POST", "bookings"): lambda: w.book(body)}
        if (verb, path) in deeds:
            return deeds[verb, path]()
        if verb == "PATCH" and parts[0] == "bookings":
            return w.change(parts[1], body)
        if verb == "DELETE" and parts[0] == "bookings" and query.get("plan"):
            return w.look_at_removing(parts[1])
        if verb == "DELETE" and parts[0] == "bookings":
            w.remove(parts[1])
            return {"name": parts[1], "lines": [], "command": f"sresv cancel {parts[1]}"}
        if verb == "POST" and parts[0] == "offers":
            return w.accept(parts[1])
        if verb == "DELETE" and parts[0] == "offers":
            return w.withdraw(lambda o: o["name"] == parts[1])
        raise Refused(404, "not-found", "there is no such thing")

    def serve(self):
        if self.server.closing:
            self.close_connection = True
            return None
        url = urllib.parse.urlsplit(self.path)
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if not url.path.startswith("/api/v1/"):
            return self.file(url.path)
        try:
            answer = self.api(self.command, url.path[8:], urllib.parse.parse_qs(url.query), json.loads(body) if body else {})
            return self.told(201 if self.command == "POST" and url.path.endswith("bookings") and "plan" not in answer else 200, answer)
        except Refused as e:
            return self.told(e.status, e.body)

    do_GET = do_POST = do_PATCH = do_DELETE = serve


class Server(http.server.ThreadingHTTPServer):
    """serve() in a thread of its own; url has the token. IN spec - an openapi.Spec: wrong has what it finds in answers"""
    daemon_threads = True

    def __init__(self, world, port=0, spec=None):
        super().__init__(("127.0.0.1", port), Handler)
        self.spec, self.wrong = spec, []
        self.world, self.closing = world, False
        self.url = f"http://127.0.0.1:{self.server_address[1]}/"

    def handle_error(self, *_):
        pass  # a browser that goes away

    def __enter__(self):
        self.thread = threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.05})
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.closing = True  # connections that browsers keep
        self.shutdown()
        self.server_close()
        self.thread.join()


def crowd(world, bookings, seed=1, days=14):
    """Fill a world with bookings that don't overlap: starts on quarters of an hour, some of them ours, some that may move."""
    rnd, day = random.Random(seed), 24 * HOUR
    first = world.now() // day * day
    for k in range(bookings):
        user, accounts = rnd.choice(OWNERS)
        for _ in range(50):
            start = first + rnd.randrange(days * 96) * 900
            length = rnd.choice((1, 2, 3, 4, 8, 12, 24)) * HOUR
            part = rnd.choice(world.partitions)
            size = min(part["node_count"], rnd.choice((1, 1, 2, 4, 8, 16, 32, 64)))
            base = part["node_ranges"][0][0] + rnd.randrange(part["node_count"] - size + 1)
            wanted = range(base, base + size)
            if set(wanted) <= set(world.free_nodes(start, start + length, part["name"])):
                delay = rnd.choice((0, 0, 2 * HOUR, 6 * HOUR)) if start > world.now() else 0
                world.put(f"{accounts[0]}-{k}", start, start + length, list(wanted), users=[user], accounts=accounts, partition=part["name"], delay=delay)
                break


def main():
    port, nodes, bookings, seed = (int(a) for a in (sys.argv[1:] + ["8080", "1000", "1000", "1"][len(sys.argv) - 1:]))
    world = World(nodes)
    crowd(world, bookings, seed)
    with Server(world, port) as server:
        print(f"{server.url}#token={TOKEN}", flush=True)
        server.thread.join()


if __name__ == "__main__":
    main()
