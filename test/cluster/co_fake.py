#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""A cluster that is played: answers sresv co as sresv co-lrs does (doc/CO.md), and fails as it is told.

Usage: co_fake.py FOLDER NAME

FOLDER/NAME.json is the cluster, FOLDER/faults.json what is to go wrong: the number of a request, of all
clusters together and from 1 on ("7", or "confirm1"), and what happens to it:

    lost          it does not arrive             late          it arrives after some others
    unanswered    it is served, without answer   twice         it is served, and once more after some others
    kill-before   sresv is killed, and the request does not arrive
    kill-served   sresv is killed when the request was served
    kill-late     sresv is killed, and the request arrives after some others
    taken         somebody else takes the nodes first

Each request to a cluster of one kind fails where its key is "a:hold". "slow" is a number of milliseconds: each
request takes a random part of it.

The broken answer ends the child: its parent does not have to wait for it. Only the modules that start
quickly are used.
"""
import fcntl
import json
import os
import signal
import sys
import time

FOREVER = 604800


class Cluster:
    """The state of a cluster, under a lock of all clusters."""

    def __init__(self, folder, name):
        self.folder, self.name = folder, name
        self.path = os.path.join(folder, name + ".json")

    def __enter__(self):
        self.lock = os.open(os.path.join(self.folder, "lock"), os.O_RDWR | os.O_CREAT, 0o600)
        fcntl.flock(self.lock, fcntl.LOCK_EX)
        self.state = read(self.path, {"nodes": 8, "ahead": 0, "members": {}, "tombs": {}, "late": []})
        self.now = int(time.time()) + self.state["ahead"]
        self.expire()
        return self

    def __exit__(self, *_):
        write(self.path, self.state)
        os.close(self.lock)

    def expire(self):
        members = self.state["members"]
        for name in [n for n, m in members.items() if m["held"] and m["until"] <= self.now]:
            del members[name]

    def free(self, start, end):
        """The least number of nodes that are free in all of [start, end)."""
        moments = [start] + [m["start"] for m in self.state["members"].values() if start < m["start"] < end]
        return min(self.state["nodes"] - sum(m["nodes"] for m in self.state["members"].values()
                                             if m["start"] <= t < m["end"]) for t in moments)

    # --- requests ----------------------------------------------------------------

    def ping(self, _):
        return {"status": 0, "cluster": self.name, "garq": True}

    def probe(self, ask):
        first, last, length = ask["start"], ask["start"] + ask.get("delay", 0), ask["length"]
        edges = sorted({first, last + 1} | {t for m in self.state["members"].values()
                                            for t in (m["start"] - length + 1, m["end"]) if first < t <= last})
        runs = [[a, b - 1, None] for a, b in zip(edges, edges[1:]) if self.free(a, a + length) >= ask["nodes"]]
        steps = sorted({first, last + length} | {t for m in self.state["members"].values()
                                                 for t in (m["start"], m["end"]) if first < t < last + length})
        free = [[a, b, self.free(a, b)] for a, b in zip(steps, steps[1:])]
        return {"status": 0, "ledger": self.name, "cut": False, "runs": runs, "licenses": [],
                "pool": {"id": "all", "nodes": self.state["nodes"], "free": free}}

    def hold(self, ask):
        members, name = self.state["members"], ask["name"]
        shape = {"start": ask["start"], "end": ask["start"] + ask["length"], "nodes": ask["nodes"]}
        until = min(self.now + ask["ttl"], ask["start"])
        if self.state["tombs"].get(name, 0) > self.now:
            return {"status": 4, "why": name + " was deleted"}
        if name in members:
            old = members[name]
            if not old["held"] or any(old[k] != v for k, v in shape.items()):
                return {"status": 2, "why": name + " is there, and another one"}
            old["until"] = max(until, old["until"])
            return {"status": 0, "until": old["until"]}
        if until <= self.now:
            return {"status": 2, "why": "its start has passed"}
        if self.free(shape["start"], shape["end"]) < shape["nodes"]:
            return {"status": 3, "why": "nodes are missing"}
        members[name] = dict(shape, held=True, until=until)
        return {"status": 0, "until": until}

    def confirm(self, ask):
        member = self.state["members"].get(ask["name"])
        if not member:
            return {"status": 5, "why": "no such reservation"}
        member["held"] = False
        return {"status": 0}

    def drop(self, ask):
        if self.alive(ask["name"]):
            return {"status": 3, "why": ask["name"] + " has jobs"}
        self.state["tombs"][ask["name"]] = self.now + FOREVER
        gone = self.state["members"].pop(ask["name"], None)
        return {"status": 0} if gone else {"status": 5, "why": "no such reservation"}

    def show(self, ask):
        return {"status": 0, "members": [
            {"name": n, "held": m["held"], "start": m["start"], "end": m["end"], "nodes": m["nodes"],
             "nodelist": "", "degraded": m.get("degraded", False)}
            for n, m in self.state["members"].items() if n.startswith(ask["prefix"])]}

    # --- jobs --------------------------------------------------------------------

    def alive(self, reservation):
        """The jobs in a reservation that have not ended."""
        return [j for j in self.state.get("jobs", []) if j["in"] == reservation and j["state"] in ("PENDING", "RUNNING")]

    def submit(self, ask):
        jobs = self.state.setdefault("jobs", [])
        jobs.append({"job": 1 + len(jobs), "in": ask["name"], "run": ask["run"], "state": "PENDING"})
        return {"status": 0, "job": len(jobs)}

    def jobs(self, ask):
        return {"status": 0, "jobs": [{k: j[k] for k in ("job", "run", "state")}
                                      for j in self.state.get("jobs", []) if j["in"] == ask["name"]]}

    def cancel_jobs(self, ask):
        found = [j for j in self.alive(ask["name"]) if ask["run"] in (0, j["run"])]
        for job in found:
            job["state"] = "CANCELLED"
        return {"status": 0, "cancelled": len(found)}

    def serve(self, ask):
        return dict(getattr(self, ask["op"])(ask), now=self.now)

    # --- late copies -------------------------------------------------------------

    def later(self, ask, number):
        self.state["late"].append([number + 1 + number * 7 % 5, ask])

    def serve_late(self, number):
        due = [ask for n, ask in self.state["late"] if n <= number]
        self.state["late"] = [[n, ask] for n, ask in self.state["late"] if n > number]
        for ask in due:
            self.serve(ask)

    def take(self, ask):
        free = self.free(ask["start"], ask["start"] + ask["length"])
        if ask["name"] not in self.state["members"] and free > 0:
            self.state["members"]["stranger%d" % len(self.state["members"])] = {
                "start": ask["start"], "end": ask["start"] + ask["length"], "nodes": free, "held": False}


def read(path, default):
    try:
        with open(path) as f:
            return json.load(f)
    except FileNotFoundError:
        return default


def write(path, value):
    with open(path + "~", "w") as f:
        json.dump(value, f)
    os.rename(path + "~", path)


def answer(cluster, ask):
    """The answer to a request, or None: there is none."""
    path = os.path.join(cluster.folder, "number.json")
    numbers = read(path, {})
    for kind in ("", ask["op"]):
        numbers[kind] = numbers.get(kind, 0) + 1
    write(path, numbers)
    number, faults = numbers[""], read(os.path.join(cluster.folder, "faults.json"), {})
    fault = faults.get(str(number)) or faults.get(ask["op"] + str(numbers[ask["op"]])) or \
        faults.get(cluster.name + ":" + ask["op"])
    cluster.serve_late(number)
    if fault == "taken" and ask["op"] == "hold":
        cluster.take(ask)
    if fault in ("late", "kill-late", "twice"):
        cluster.later(ask, number)
    said = None if fault in ("lost", "late", "kill-before", "kill-late") else cluster.serve(ask)
    if fault and fault.startswith("kill"):
        os.kill(os.getppid(), signal.SIGKILL)
    return None if fault and fault not in ("twice", "taken") else said


def main():
    folder, name = sys.argv[1:]
    # who waits for all children, those of a dead sresv too, locks this file exclusively
    alive = os.open(os.path.join(folder, "alive"), os.O_RDWR | os.O_CREAT, 0o600)
    fcntl.flock(alive, fcntl.LOCK_SH)
    print('{"co-lrs":1}', flush=True)
    slow = read(os.path.join(folder, "faults.json"), {}).get("slow", 0)
    for line in sys.stdin:
        ask = json.loads(line)
        if slow:  # who imports random is slow
            time.sleep(int.from_bytes(os.urandom(2), "big") / 65536 * slow / 1000)
        with Cluster(folder, name) as cluster:
            said = answer(cluster, ask)
        if said is None:
            return
        print(json.dumps(dict(said, tag=ask["tag"])), flush=True)


if __name__ == "__main__":
    main()
