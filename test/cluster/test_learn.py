# SPDX-License-Identifier: GPL-2.0-or-later
"""What may a user learn from all that the controller says? Random requests of all verbs; no answer has a secret of others.

With PrivateData for all, what others have is a secret: names, users, accounts, jobs, nodes, and the times of what is in the
way. Each answer is searched for the secrets that were planted; what the user typed or has may be in it. Some names have
characters that a terminal obeys, as plain Slurm takes them: no answer to anybody, and no line of the log, has such a
character. SEED= replays; GARQ_LONG=1 asks sixteen times as much.
"""
import json
import os
import pwd
import random
import re
import unittest

import case
import dbd
import deadline
import gq
from case import OTHER, at
from users import THIRD

PRIVATE = "accounts,jobs,nodes,reservations,usage,users"
PARAMETERS = ("bf_interval=2,garq_users=yes,garq_jobs=deadline,garq_user_bookings=0,garq_user_rate=0,garq_offer_hold=2,"
              "garq_bcost=1,garq_user_nodehours=90")
REQUESTS = 4800 if os.environ.get("GARQ_LONG") else 200
SEED = int(os.environ.get("SEED", random.randrange(10 ** 9)))
ACCOUNT = "zqaccount"
EVIL = "zq\x1b[31m\u202e\x9bevil"  # made by plain Slurm
TYPED = ["a\x1b]0;x\x07b", "a\u009b2Jb", "a\u202eb", "\udcff\udcfe", "a\tb", "a\nb", "\x7f", "ä", "日本", "a\x01"]
NODES = [f"n{i}" for i in range(1, 9)]
# What scontrol and Slurm itself tell users of what they typed.
ECHOES = ("Reservation {} not found", "delete_reservation {}:", "invalid partition specified: {}", "Unknown parameter {}")
STAMP = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d")
NODE = re.compile(r"\bn(?:\d+|\[[\d,-]+\])")


def setUpModule():
    dbd.need()
    case.start(8, ["JobSubmitPlugins=garq", "Licenses=glue:9", "SlurmctldDebug=debug", "PartitionName=small Nodes=n[1-4] State=UP"],
               sched="sched/backfill", params=PARAMETERS)
    cluster = case.cluster()
    accounting = dbd.Accounting(cluster)
    unittest.addModuleCleanup(accounting.stop)
    accounting.start()
    r = cluster.cluster("set", *(f"{k}={v}" for k, v in accounting.settings().items()))
    assert r.ok, r
    for words in (("cluster", "garq"), ("account", ACCOUNT), ("account", "physics"), ("user", "root", f"account={ACCOUNT}"),
                  ("user", THIRD, f"account={ACCOUNT}"), ("user", OTHER, "account=physics")):
        accounting.sacctmgr("add", *words)
    cluster.restart()
    cluster.wait_answering()
    gq.wait_for(lambda: ACCOUNT in cluster.scontrol("show", "assoc_mgr").out, "slurmctld knows the accounts", 15)
    r = cluster.create(EVIL, Users=THIRD, StartTime=gq.stamp(at(7)), Duration=600, Nodes="n8")
    assert r.ok, r
    cluster.restart(SchedulerType="sched/garq", PrivateData=PRIVATE)
    cluster.wait_answering()


def strange(text):
    """The first character of a text that does not print."""
    return next((c for c in text if not c.isprintable() and c not in "\n\t"), None)


def shown(typed):
    """As text_printable() of the plugin shows it."""
    return "".join(chr(c) if 0x20 <= c < 0x7f else "?" for c in typed.encode(errors="surrogateescape"))


def without(text, word):
    """A text without a word; a number is no part of another word (of "job 160" and "60", "job 1" is no secret)."""
    return re.sub(rf"(?<!\w){word}(?!\w)", " ", text) if word.isdecimal() else text.replace(word, " ")


class Learn(deadline.Case):
    def setUp(self):
        super().setUp()
        print(f"# SEED={SEED}", flush=True)
        self.rng = random.Random(SEED)
        self.asked, self.ok, self.hidden_told, self.seen = {}, 0, 0, len(self.c.log())
        self.had = set()
        self.secrets, self.number = [], 0
        self.jobs = [self.running_job("-w", "n5", "-t", 6 * 24 * 60)]
        self.his_job = self.job("-H", user=OTHER)
        self.plant()

    def clean(self):
        for name in self.c.offers():
            self.c.delete(name)
        super().clean()

    # --- what others have ------------------------------------------------------

    def nodes_of(self, most=6):
        return ",".join(sorted(self.rng.sample(NODES, self.rng.randint(1, most))))

    def odd(self, hours):
        """A time that nobody types."""
        return gq.stamp(at(self.rng.randint(*hours), self.rng.randint(0, 59), 37))

    def plant(self):
        """Reservations of others, new ones and others than before; and one job with a deadline."""
        for name in self.secrets:
            self.c.delete(name)
        self.secrets = []
        for i in range(5):
            self.number += 1
            name, who = f"zq{self.number}", self.rng.choice(("root", THIRD))
            access = self.rng.choice(({"Users": THIRD}, {"Users": None, "Accounts": ACCOUNT}))
            more = self.rng.choice(({}, {"Licenses": "glue:3"}, {"MaxStartDelay": 90}, {"MaxStartDelay": 90}))
            count = {"NodeCnt": self.rng.randint(1, 6)} if more.get("MaxStartDelay") else {"Nodes": self.nodes_of()}
            r = self.c.create(name, user=who, StartTime=self.odd((7, 15)), Duration=self.rng.randint(30, 300),
                              **access, **more, **count)
            if r.ok:
                self.secrets.append(name)
        self.c.create(f"zq{self.number}o", user=THIRD, Users=THIRD, StartTime=gq.stamp(at(9)), Duration=600, NodeCnt=8)
        job = self.submit(at(8), at(18), 60, 2, user=THIRD)
        if job.ok:
            self.jobs.append(job.out.strip())

    # --- what the user has --------------------------------------------------------

    def mine(self):
        return {name: f for name, f in self.c.reservations().items()
                if name.startswith("mine") or f["Users"] == OTHER or f["Accounts"] == "physics"}

    def may_know(self, mine, typed):
        """Nodes and times that may be told."""
        text = " ".join([*typed, *(f["Nodes"] for f in mine)])
        nodes = {n for found in NODE.findall(text) for n in gq.expand(found)}
        if "ALL" in typed:
            nodes |= set(NODES)
        stamps = {f[key] for f in mine for key in ("StartTime", "EndTime")}
        return nodes, stamps | set(STAMP.findall(" ".join(typed)))

    def named_by_user(self):
        """Of open offers of the user: what they are for may have a name that others had before."""
        return {name.rpartition(".")[0] for name, o in self.c.offers().items() if o["uid"] == str(pwd.getpwnam(OTHER).pw_uid)}

    # --- the oracle -----------------------------------------------------------------

    def check(self, words, r, before):
        """None of it is a secret, and all of it prints."""
        text = r.out + r.err
        bare = text
        typed = sorted({v for w in words for v in (w, w.partition("=")[2], w.partition("=log:")[2]) if v}, key=len, reverse=True)
        after = self.mine()  # they may have been moved meanwhile
        mine = [*before.items(), *after.items()]
        for name, _ in mine:
            bare = re.sub(rf"(?<![\w.@]){re.escape(name)}(?!\w)", " ", bare)
        for word in (w for w in typed if len(w) > 1):
            for echo in (word, shown(word), json.dumps(word)[1:-1]):
                bare = without(bare, echo)
        if "zq" in bare:
            for name in self.named_by_user():
                bare = bare.replace(name, " ")
        nodes, stamps = self.may_know([f for _, f in mine], typed)
        said = f"SEED={SEED}, request {sum(self.asked.values())}: {words}\n{r}"
        for secret in (r"(?i)zq", rf"\b{THIRD}\b", r"\broot\b", r"uid[ =]?[01]\b", rf"{deadline.PREFIX}\d{{5}}",
                       *(rf"(?i)\bjob(id=)? ?{job}\b" for job in self.jobs if f"JobId={job}" not in words)):
            self.assertIsNone(re.search(secret, bare), f"{secret} in {said}")
        told = {n for found in NODE.findall(bare) for n in gq.expand(found)}
        self.had |= nodes
        is_log = re.search(r"\b(log|past)\b", " ".join(words))  # it has the places that his bookings have left, too
        self.assertLessEqual(told, self.had if is_log else nodes, said)
        for line in bare.replace('","', "\n").splitlines():
            if "in the way" in line:
                self.assertLessEqual(set(STAMP.findall(line)), stamps, said)
                self.hidden_told += "of another user" in line
        for word in typed:
            for echo in ECHOES:
                text = text.replace(echo.format(word), "")
        self.assertIsNone(strange(text), said)
        self.ok += r.ok

    def ask(self, *words):
        before = self.mine()
        verb = " ".join([os.path.basename(words[0]), *(w for w in words[1:3] if str(w).isalpha())])
        self.asked[verb] = self.asked.get(verb, 0) + 1
        r = self.c.run(*words, user=OTHER)
        self.check([str(w) for w in words], r, before)

    # --- random requests -------------------------------------------------------------

    def name(self):
        return self.rng.choice(["mine", "mine2", "mine3", *(f"mine{i}" for i in range(4, 20)), *self.secrets, "absent", "garq.job@1", f"zq{self.number}o.1",
                                "mine.1", "mine2.2", EVIL, self.rng.choice(TYPED)])

    def attributes(self):
        rng = self.rng
        yield "StartTime", gq.stamp(at(rng.randint(6, 17), rng.choice((0, 30))))
        yield "Duration", rng.choice((1, 30, 60, 240, 600))
        yield rng.choice((("NodeCnt", rng.randint(1, 8)), *[("NodeCnt", rng.randint(5, 8))] * 3, ("Nodes", self.nodes_of(8)),
                          ("Nodes", "ALL"), ("Nodes", rng.choice(("n9", "n[1-9]", *TYPED)))))
        if rng.random() < 0.8:
            yield "Users", OTHER
        for key, values in (("Users", (THIRD, "root", f"{OTHER},{THIRD}", "-root")), ("Accounts", ("physics", ACCOUNT, "-physics")),
                            ("Groups", ("root", THIRD)), ("Licenses", ("glue:3", "glue:9", "none:1")),
                            ("Features", ("odd", "even", "odd&even", "none")), ("PartitionName", ("main", "small", "none")),
                            ("MaxStartDelay", (30, 120)), ("Flags", ("MAINT", "DAILY", "MAGNETIC", "OVERLAP", "USER_DELETE")),
                            ("BurstBuffer", ("x",)), ("EndTime", (gq.stamp(at(rng.randint(8, 18))),)),
                            ("Comment", ("text",))):
            if rng.random() < 0.05:
                free = key in ("Users", "Accounts", "Groups", "Licenses", "Features", "PartitionName", "BurstBuffer", "Comment")
                yield key, rng.choice(TYPED if free and rng.random() < 0.3 else values)

    def words(self, name=None, some=False):
        found = dict(self.attributes())
        if some:
            found = dict(self.rng.sample(sorted(found.items(), key=str), self.rng.randint(1, 3)))
        return [f"ReservationName={name}" if name else "", *(f"{k}={v}" for k, v in found.items())]

    def do_create(self):
        self.ask("scontrol", "create", "reservation", *self.words(self.name()))

    do_create_again = do_create

    def do_query(self):
        self.ask("scontrol", "create", "reservation", *self.words("query"))

    def do_offers(self):
        self.ask("scontrol", "create", "reservation", *self.words(self.rng.choice(("offers", "log", "past", f"log:{self.name()}"))))

    def do_update(self):
        self.ask("scontrol", "update", *self.words(self.name(), some=True))

    def do_accept(self):
        own = list(self.c.offers(user=OTHER)) or ["mine.1"]
        others = list(self.c.offers(user=THIRD)) or ["zq.1"]
        self.ask("scontrol", "update", f"ReservationName={self.rng.choice([*own, *own, self.rng.choice(others)])}")

    def do_delete(self):
        self.ask("scontrol", "delete", f"ReservationName={self.name()}")

    def do_show(self):
        self.ask("scontrol", *self.rng.choice((["-o"], ["-d"])), "show", "reservation", *self.rng.choice(([], [self.name()])))

    def do_sbatch(self):
        rng, start = self.rng, at(self.rng.randint(6, 15))
        words = [f"--begin={gq.stamp(start)}", f"--deadline={gq.stamp(start + rng.randint(1, 4) * 3600)}",
                 f"--time={rng.choice((30, 60, 200))}", f"-N{rng.randint(1, 8)}"]
        if rng.random() < 0.4:
            words = [f"--reservation={self.name()}"]
        for key, values in (("-C", ("odd", "none")), ("-p", ("small", "none")), ("-A", (ACCOUNT, "physics")), ("-w", ("n3", "n[1-8]")),
                            ("-J", ("job",)), ("--comment", ("x",)), ("--reservation", self.secrets or ["x"])):
            if rng.random() < 0.15:
                words += [key, rng.choice(TYPED if rng.random() < 0.4 else values)]
        self.ask("sbatch", "-o", "/dev/null", "-D", "/", *words, "--wrap", "exec sleep 1000")

    def do_job(self):
        rng = self.rng
        own = self.c.run("squeue", "-h", "-u", OTHER, "-o", "%A").out.split()
        start = at(rng.randint(6, 15))
        fields = {"NumNodes": f"{rng.randint(1, 8)}", "TimeLimit": rng.choice((10, 100, 700)), "ReservationName": self.name(),
                  "Deadline": gq.stamp(start + 7200), "EligibleTime": gq.stamp(start), "Account": ACCOUNT,
                  "Partition": rng.choice(("small", *TYPED)), "Features": rng.choice(("odd", *TYPED)),
                  "ReqNodeList": rng.choice(("n3", *TYPED)), "Comment": rng.choice(TYPED)}
        chosen = rng.sample(sorted(fields), rng.randint(1, 3))
        self.ask("scontrol", "update", f"JobId={rng.choice([*own, *own, *self.jobs])}", *(f"{k}={fields[k]}" for k in chosen))

    def do_sresv(self):
        rng = self.rng
        what = ["-N", rng.randint(1, 8), "-t", rng.choice(("30", "2:00:00")), "-s", gq.stamp(at(rng.randint(6, 16)))]
        words = rng.choice((["query", *what], ["query", *what], ["book", self.name(), *what], ["book", self.name(), *what], ["list"], ["list", "--all"], ["offers"], ["stats"],
                            ["cancel", self.name()], ["accept", self.name()], ["list", self.name()], ["log"], ["log", self.name()],
                            ["list", "--past"]))
        self.ask(gq.sresv(), *words, *rng.choice(([], ["--json"], ["--parsable"])))

    def test_random(self):
        verbs = [getattr(self, name) for name in sorted(dir(self)) if name.startswith("do_")]
        for i in range(REQUESTS):
            if i % 50 == 49:
                self.plant()
            self.rng.choice(verbs)()
        self.told_to_operators()
        self.assertGreater(self.ok, REQUESTS // 8)
        # Enough for the oracle to have had something to look at, in a run of any length.
        self.assertGreater(self.hidden_told, 5, "nothing of others was in the way")
        lines = [line for line in self.c.log()[self.seen:].splitlines() if "sched/garq" in line]
        self.assertGreater(len(lines), REQUESTS // 10)
        for line in lines:
            self.assertIsNone(strange(line), repr(line))
        print("# asked:", ", ".join(f"{n} {verb}" for verb, n in sorted(self.asked.items())), "; served:", self.ok,
              "; in the way:", self.hidden_told)

    def told_to_operators(self):
        """They see the names, and only what prints of them."""
        r = self.c.create("r", StartTime=gq.stamp(at(8)), Duration=60, NodeCnt=8)
        self.assertFalse(r.ok, r)
        self.assertIn("zq", r.err)
        self.assertIn("evil", r.err)
        for answer in (r, self.c.run(gq.sresv(), "list", "--all"), self.c.run(gq.sresv(), "list", "--all", "--parsable"),
                       self.c.run(gq.sresv(), "list", "--all", "--json"), self.c.run(gq.sresv(), "query", "-N8", "-t60", "-s", gq.stamp(at(8)))):
            self.assertIsNone(strange(answer.out + answer.err), answer)
            self.assertIn("evil" if "evil" in answer.out + answer.err else "", answer.out + answer.err)


if __name__ == "__main__":
    unittest.main()
