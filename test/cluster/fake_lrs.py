#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""fake_lrs.py FILE - a child of sresv that asks no controller, but a file.

The file is a JSON object: what the cluster has, and how it misbehaves.

    nodes       free nodes of its pool (8)
    pool        the id of the pool ("main")
    busy        [[from, to, nodes], ...] taken of it
    licenses    {name: count}
    cost        of a node for a second; without it the answers have no cost
    skew        seconds that its clock is ahead
    hello       false: it never says hello
    garq        false: it has no sched/garq
    answer      {op: answer}: what it says to such a request, with the tag put in
    silent      [op, ...]: it never answers these
    rate        so many probes are refused first, as the user asks too often: again in a second
    cut         runs of an answer to a probe at most
    log         a file that each request is appended to
    step        seconds from one start that is looked at to the next (60)
"""
import json
import sys
import time


class Fake:
    def __init__(self, conf):
        self.conf = conf
        self.refuse = conf.get("rate", 0)

    def now(self):
        return int(time.time()) + self.conf.get("skew", 0)

    def free(self, total, begin, end):
        """How many of the nodes are free in all of [begin, end)?"""
        moments = [begin] + [t for f, u, _ in self.busy() for t in (f, u) if begin < t < end]
        return min(total - sum(n for f, u, n in self.busy() if f <= t < u) for t in moments)

    def busy(self):
        return self.conf.get("busy", [])

    def fits(self, ask, begin):
        return self.free(self.conf.get("nodes", 8), begin, begin + ask["length"]) >= ask["nodes"]

    def runs(self, ask):
        cost = self.conf.get("cost")
        price = None if cost is None else cost * ask["nodes"] * ask["length"]
        runs, last, step = [], ask["start"] + ask["delay"], self.conf.get("step", 60)
        for begin in range(ask["start"], last + 1, step):
            if not self.fits(ask, begin):
                continue
            end = min(begin + step - 1, last) if self.fits(ask, begin + step) else begin
            if runs and runs[-1][1] == begin - 1:
                runs[-1][1] = end
            else:
                runs.append([begin, end, price])
        return runs

    def profile(self, ask):
        begin, end = ask["start"], ask["start"] + ask["delay"] + ask["length"]
        moments = sorted({begin, end} | {t for f, u, _ in self.busy() for t in (f, u) if begin < t < end})
        return [[f, u, self.free(self.conf.get("nodes", 8), f, u)] for f, u in zip(moments, moments[1:])]

    def probe(self, ask):
        if self.refuse > 0:
            self.refuse -= 1
            return {"status": 4, "wait": 1, "why": "too many requests"}
        has, reach = self.conf.get("licenses", {}), [ask["start"], ask["start"] + ask["delay"] + ask["length"]]
        runs, most = self.runs(ask), self.conf.get("cut", 1000000)
        wanted = {name: int(count or 1) for name, _, count in
                  (word.partition(":") for word in ask.get("licenses", "").split(",") if word)}
        if any(has.get(name, 0) < count for name, count in wanted.items()):
            runs = []
        answer = {"status": 0, "now": self.now(), "ledger": "fake", "cut": len(runs) > most, "runs": runs[:most],
                  "until": runs[most][0] if len(runs) > most else ask["start"] + ask["delay"] + 1,
                  "licenses": [{"name": name, "total": has.get(name, 0), "left": [[*reach, has.get(name, 0)]]}
                               for name in wanted]}
        if ask["nodes"]:
            answer["pool"] = {"id": self.conf.get("pool", "main"), "nodes": self.conf.get("nodes", 8),
                              "free": self.profile(ask)}
        return answer

    def ping(self, _ask):
        return {"status": 0, "now": self.now(), "cluster": "fake", "garq": self.conf.get("garq", True)}

    def answer(self, ask):
        if ask["op"] in self.conf.get("answer", {}):
            return self.conf["answer"][ask["op"]]
        return {"ping": self.ping, "probe": self.probe}[ask["op"]](ask)


def main():
    with open(sys.argv[1], encoding="utf-8") as f:
        fake = Fake(json.load(f))
    if fake.conf.get("hello", True):
        print('{"co-lrs":1}', flush=True)
    for line in sys.stdin:
        ask = json.loads(line)
        if "log" in fake.conf:
            with open(fake.conf["log"], "a", encoding="utf-8") as f:
                f.write(line)
        if ask["op"] not in fake.conf.get("silent", []):
            print(json.dumps({**fake.answer(ask), "tag": ask["tag"]}), flush=True)


if __name__ == "__main__":
    main()
