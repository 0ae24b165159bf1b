# SPDX-License-Identifier: GPL-2.0-or-later
"""sresv co plan over clusters that are no clusters, but files: what is chosen, printed and refused."""
import datetime
import json
import os
import shutil
import sys
import time
import unittest

import case
import co
import gq
from co import BAD, DONE, REFUSED, SILENT

HOUR = 3600

# The paper's running example; times are put in front of it.
PAPER = """
IBM.QOS.arch = x ; IBM.QOS.cpus = 16 ; IBM.TS.duration = 6 h
PCC.QOS.arch = y ; PCC.QOS.cpus = 32 ; PCC.TS.duration = 6 h
NET.QOS.from = IBM ; NET.QOS.to = PCC ; NET.QOS.netbw = 1 Gbit/s ; NET.TS.duration = 6 h
VIS.QOS.type = visualize ; VIS.QOS.arch = v ; VIS.QOS.cpus = 4 ; VIS.TS.duration = 2 h
LINE.QOS.from = VIS ; LINE.QOS.to = IBM ; LINE.QOS.netbw = 100 Mbit/s ; LINE.TS.duration = 2 h
PCC.CON.time = PCC.RVC.begin == IBM.RVC.begin
NET.CON.time = NET.RVC.begin == IBM.RVC.begin
VIS.CON.time = VIS.RVC.begin == IBM.RVC.begin + 4 h
LINE.CON.time = LINE.RVC.begin == VIS.RVC.begin
"""


def lines(text):
    """SRL, with ; for the end of a line."""
    return "\n".join(line.strip() for line in text.replace(";", "\n").splitlines()) + "\n"


class Fakes(co.Tool):
    def setUp(self):
        super().setUp()
        self.ten = (int(time.time()) // HOUR + 24) * HOUR  # "10:00" of the cases
        self.confs = {name: {} for name in co.SITES}
        self.confs["a"]["licenses"] = {"ab": 1, "ac": 1}
        self.confs["c"]["nodes"] = 4

    def at(self, hours):
        return self.ten + int(hours * HOUR)

    def write(self, more=""):
        reach = {}
        for name, conf in self.confs.items():
            path = self.path(name + ".json", json.dumps(conf))
            reach[name] = f"command = exec {sys.executable} {co.FAKE} {path}"
        self.use(co.resources(reach, more=more))

    def request(self, text):
        return lines(f"CO.TS.est = {self.ten} ; CO.TS.let = {self.at(72)} ;" + text)

    def plan(self, text, *words, code=DONE, more=""):
        self.write(more)
        return super().plan(self.request(text), *words, code=code)

    def refused(self, text, *words, code=REFUSED, more=""):
        """What it says where there is no plan."""
        self.write(more)
        r = self.co("plan", *words, srl=self.request(text), code=code)
        self.assertEqual(r.out, "")
        return r.err


class Plans(Fakes):
    def test_the_running_example(self):
        self.confs["b"]["busy"] = [[self.ten - HOUR, self.at(2), 8]]
        plan = self.plan(PAPER)
        self.assertEqual(plan, {"IBM": ("a", self.at(2)), "PCC": ("b", self.at(2)), "NET": ("a", self.at(2)),
                                "VIS": ("c", self.at(6)), "LINE": ("a", self.at(6))})

    def test_a_part_without_a_size_has_a_node(self):
        self.write()
        found = self.json("plan", srl=self.request("A.TS.duration = 3600"))
        self.assertEqual([p["nodes"] for p in found["parts"]], [1])
        self.assertTrue(found["optimal"])

    def test_a_cluster_that_is_asked_too_often_is_asked_again(self):
        """Three probes are refused at first, each for a second; all parts are found there."""
        self.confs = {"a": {"rate": 3}}
        self.write()
        text = "".join(f"{part}.TS.duration = 3600; {part}.QOS.nodes = 2;" for part in "ABC")
        r = self.co("plan", srl=self.request(text), code=DONE)
        self.assertEqual(r.err, "sresv: cluster a: too many requests\n")
        self.assertEqual(r.out.count(" a-main "), 3)

    def test_cpus_become_nodes(self):
        self.write()
        found = self.json("plan", srl=self.request("A.TS.duration = 3600 ; A.QOS.cpus = 17"))
        self.assertEqual([p["nodes"] for p in found["parts"]], [5])

    def test_two_parts_of_one_pool_fit_together(self):
        """Case 5: five nodes each."""
        text = "A.TS.duration = 3600; B.TS.duration = 3600; A.QOS.nodes = 5; B.QOS.nodes = 5;"
        together = text + "A.CON.s = A.RVC.begin == B.RVC.begin"
        two = dict(self.confs)
        self.confs = {"a": {}}
        err = self.refused(together)
        self.assertIn("A.CON.s is in the way", err)
        plan = self.plan(text)
        self.assertEqual(sorted(begin for _, begin in plan.values()), [self.at(0), self.at(1)])
        self.confs = {"a": {}, "b": two["b"]}
        plan = self.plan(together)
        self.assertEqual({cluster for cluster, _ in plan.values()}, {"a", "b"})
        self.assertEqual({begin for _, begin in plan.values()}, {self.at(0)})

    def test_licenses_of_two_parts_are_counted_together(self):
        """Two of three for each; also those of a link, which parts with nodes take, and parts without."""
        self.confs = {"a": {"licenses": {"sw": 3, "ab": 1}}, "b": {}}
        parts = "A.TS.duration = 3600; B.TS.duration = 3600; A.QOS.arch = x; B.QOS.arch = x;"
        together = "A.CON.s = A.RVC.begin == B.RVC.begin;"
        two = "A.QOS.licenses = \"sw:2\"; B.QOS.licenses = \"sw:{}\";"
        self.assertEqual(self.plan(parts + two.format(1) + together), {p: ("a", self.at(0)) for p in "AB"})
        self.assertIn("A.CON.s is in the way", self.refused(parts + two.format(2) + together))
        self.assertIn("A.CON.s is in the way", self.refused(parts + two.format("1,sw") + together))
        nodes = "A.QOS.nodes = 1; B.QOS.nodes = 1;"
        self.assertIn("A.CON.s is in the way", self.refused(parts + two.format(2) + nodes + together))
        plan = self.plan(parts + two.format(2) + nodes)
        self.assertEqual(sorted(begin for _, begin in plan.values()), [self.at(0), self.at(1)])
        link = ("A.TS.duration = 3600; B.TS.duration = 3600; A.QOS.arch = x; B.QOS.arch = y; N.TS.duration = 3600;"
                "N.QOS.from = A; N.QOS.to = B; A.QOS.nodes = 1; N.CON.s = A.RVC.begin == N.RVC.begin;")
        self.assertEqual(self.plan(link)["N"], ("a", self.at(0)))
        self.assertIn("N.CON.s is in the way", self.refused(link + "A.QOS.licenses = ab"))

    def test_a_license_that_is_not_told_is_shared_by_nobody(self):
        """Each of the parts alone has it."""
        good = {"status": 0, "now": 1, "ledger": "x", "cut": False, "until": self.at(9) + 1, "licenses": [{"name": "no"}, 7],
                "runs": [[self.at(0), self.at(9), None]],
                "pool": {"id": "p", "nodes": 8, "free": [[self.at(0), self.at(20), 8]]}}
        self.confs = {"a": {"answer": {"probe": good}}}
        parts = "A.TS.duration = 3600; B.TS.duration = 3600; A.QOS.nodes = 1; B.QOS.nodes = 1;"
        both = "A.QOS.licenses = \"sw:2\"; B.QOS.licenses = sw;"
        self.assertEqual(set(self.plan(parts).values()), {("a", self.at(0))})
        self.assertEqual({begin for _, begin in self.plan(parts + both).values()}, {self.at(0), self.at(1)})

    def test_windows_that_exclude_each_other(self):
        """Case 3."""
        err = self.refused(f"A.TS.duration = 3600; B.TS.duration = 3600; A.TS.let = {self.at(1)};"
                           f"B.TS.let = {self.at(1.5)}; B.CON.o = B.RVC.begin >= A.RVC.end")
        self.assertRegex(err, r"request.srl:7:1: B.CON.o is in the way: B.RVC.begin >= A.RVC.end; it is missed by 1800 s")

    def test_a_limit_of_the_cost(self):
        """Case 4: a is dear, b cheap from 13:00."""
        self.confs = {"a": {"cost": 0.02}, "b": {"cost": 0.01, "busy": [[self.ten - HOUR, self.at(3), 8]]}}
        part = "A.TS.duration = 3600; "
        self.assertEqual(self.plan(part), {"A": ("a", self.at(0))})
        self.assertEqual(self.plan(part + "A.CON.c = A.RVC.cost <= 60"), {"A": ("b", self.at(3))})
        err = self.refused(part + "A.CON.c = A.RVC.cost <= 1")
        self.assertRegex(err, "A.CON.c is in the way: A.RVC.cost <= 1; the cheapest is 36.00")

    def test_the_price_of_the_resource_file_counts(self):
        self.confs = {"a": {"cost": 5}}
        self.write()
        with open(self.path("config/sresv/resources"), "a") as f:
            f.write("[compute dear]\ncluster = a\nprice = 9\n[compute cheap]\ncluster = a\nprice = 0.5\n")
        found = self.json("plan", srl=self.request("A.TS.duration = 100; A.OBJ.c = min, A.RVC.cost, 1"))
        self.assertEqual([(p["resource"], p["cost"]) for p in found["parts"]], [("cheap", 50)])

    def test_links_go_where_their_ends_are(self):
        text = ("A.TS.duration = 3600; B.TS.duration = 3600; N.TS.duration = 3600; N.QOS.from = A; N.QOS.to = B;"
                "A.QOS.arch = x;")
        self.assertEqual(self.plan(text + "B.QOS.arch = v")["N"][0], "a")
        found = self.json("plan", srl=self.request(text + "B.QOS.arch = v"))
        self.assertEqual({p["part"]: p["resource"] for p in found["parts"]}["N"], "ac")
        err = self.refused(text + "B.QOS.arch = x")  # no link within a
        self.assertIn("not all together", err)
        err = self.refused(text + "B.QOS.arch = y; N.QOS.netbw = 2 Gbit/s")  # there is one license
        self.assertIn("part N can be nowhere", err)

    def test_answers_that_were_cut_are_asked_for_again(self):
        """Every second hour is busy, and an answer has two runs."""
        self.confs = {"a": {"cut": 2, "log": self.path("log"),
                            "busy": [[self.at(h), self.at(h + 1), 8] for h in range(0, 40, 2)]}}
        plan = self.plan("A.TS.duration = 3600; A.OBJ.late = max, A.RVC.begin, 1; "
                         f"A.TS.let = {self.at(16)}")
        self.assertEqual(plan, {"A": ("a", self.at(15))})
        with open(self.path("log")) as f:
            starts = [json.loads(line)["start"] for line in f if '"probe"' in line]
        self.assertEqual(starts, [self.at(0), self.at(5), self.at(9), self.at(13)])

    def test_not_all_of_very_many_starts_are_asked_for(self):
        self.confs = {"a": {"cut": 1, "step": 900, "busy": [[self.at(h / 4), self.at((h + 1) / 4), 8] for h in range(0, 280, 2)]}}
        self.write()
        r = self.co("plan", srl=self.request("A.TS.duration = 600; A.OBJ.late = max, A.RVC.begin, 1"), code=DONE)
        self.assertRegex(r.err, r"sresv: a-main: part A is looked for before \S+ only: there are too many starts\n")

    def test_a_window_beyond_the_time_of_slurm(self):
        self.confs = {"a": {"log": self.path("log"), "answer": {"probe": {"status": 3, "why": "no"}}}}
        self.refused("A.TS.duration = 3600; A.TS.let = 253402300000")
        with open(self.path("log")) as f:
            ask = [json.loads(line) for line in f][-1]
        self.assertEqual(ask["start"] + ask["delay"] + ask["length"], 2 ** 32 - 1)

    def test_a_part_begins_no_earlier_than_it_can_be_held(self):
        self.confs = {"a": {}}
        self.write()
        now = time.time()
        begin = co.Tool.plan(self, "A.TS.duration = 3600\n")["A"][1]
        self.assertGreaterEqual(begin, now + 59)
        self.assertLess(begin, now + 120)


class Nowhere(Fakes):
    def test_each_resource_says_why_not(self):
        self.confs["a"]["nodes"] = 2
        err = self.refused("A.TS.duration = 60; A.QOS.nodes = 5; A.QOS.arch = x")
        self.assertIn("request.srl:3: part A can be nowhere\n  a-main: it has no room in the window\n"
                      "  b-main: it has another arch\n", err)
        self.assertIn("  ab: it has another type\n", err)

    def test_a_refusal_of_the_controller_is_told(self):
        self.confs = {"a": {"answer": {"probe": {"status": 4, "why": "you may not\nand more"}}}}
        self.assertIn("  a-main: you may not\n", self.refused("A.TS.duration = 60"))

    def test_nonsense_of_a_child_is_no_candidate(self):
        good = {"status": 0, "now": 1, "ledger": "x", "cut": False, "until": 1, "licenses": [],
                "pool": {"id": "p", "nodes": 8, "free": [[1, 2, 8]]}}
        for more in ({"runs": [[5, 4, None]]}, {"runs": [[5, 6, None], [6, 7, None]]}, {"runs": [[-1, 4, None]]},
                     {"runs": 7}, {"runs": [["x", 4, None]]}, {"runs": [[1, 1e300, None]]}, {},
                     {"runs": [[1, 4, None]], "pool": 7},
                     {"runs": [[1, 4, None]], "pool": {"id": "p", "free": [[2, 1, 8]]}},
                     {"runs": [[1, 4, None]], "pool": {"id": "p", "free": [[1, 2, -8]]}},
                     {"runs": [[1, 4, None]], "pool": {"id": "p", "free": [[1, 3, 8], [2, 4, 8]]}}):
            with self.subTest(more):
                self.confs = {"a": {"answer": {"probe": {**good, **more}}}}
                self.assertIn("not as it should be", self.refused("A.TS.duration = 60"))

    def test_several_constraints_together(self):
        err = self.refused("A.TS.duration = 3600; B.TS.duration = 3600; A.CON.x = A.RVC.begin >= B.RVC.end;"
                           "A.CON.y = A.RVC.begin >= B.RVC.end; B.CON.x = B.RVC.begin >= A.RVC.end;"
                           "B.CON.y = B.RVC.begin >= A.RVC.end")
        self.assertIn("several constraints together", err)

    def test_json_has_the_reasons(self):
        self.confs = {"a": {"nodes": 2}}
        self.write()
        found = self.json("plan", srl=self.request("A.TS.duration = 60; A.QOS.nodes = 5"), code=REFUSED)
        self.assertEqual(found["parts"], [])
        self.assertEqual(found["why"][1:], ["  a-main: it has no room in the window"])


class Silent(Fakes):
    PART = "A.TS.duration = 3600"

    def test_others_help(self):
        self.confs["a"]["silent"] = ["ping"]
        self.confs["b"]["hello"] = False
        self.write()
        r = self.co("plan", "--timeout", "10s", srl=self.request(self.PART), code=DONE)
        self.assertIn("sresv: cluster a: no answer within 10 s", r.err)
        self.assertIn("cluster b: no answer within 10 s", r.err)
        self.assertIn("c-main", r.out)

    def test_nobody_helps(self):
        self.confs = {"a": {"silent": ["probe"]}, "b": {"garq": False}}
        err = self.refused(self.PART, "--timeout", "10s", code=SILENT)
        self.assertIn("cluster a: no answer within 10 s", err)
        self.assertIn("cluster b: it has no sched/garq", err)
        self.assertIn("clusters that could not be asked: 2 of 2", err)

    def test_a_cluster_that_can_not_be_reached(self):
        self.use("[cluster a]\nssh = nobody@127.0.0.1\n[compute m]\ncluster = a\n"
                 "[cluster b]\nconf = /nonexistent/slurm.conf\n[compute n]\ncluster = b\n")
        r = self.co("plan", "--timeout", "10s", srl=self.request(self.PART), code=SILENT)
        why = "(its child has ended|no answer within 10 s)" if shutil.which("ssh") else "its child can't be started: No such file"
        self.assertRegex(r.err, f"cluster a: {why}")
        self.assertIn("cluster b: its child has ended: /nonexistent/slurm.conf can't be read: No such file", r.err)

    def test_a_clock_that_is_off(self):
        self.confs = {"a": {"skew": 10}}
        self.write()
        r = self.co("plan", srl=self.request(self.PART), code=DONE)
        self.assertRegex(r.err, r"cluster a: its clock is \d+ s ahead\n")
        self.confs = {"a": {"skew": -100}}
        self.assertRegex(self.refused(self.PART, code=SILENT), r"its clock is \d+ s behind: parts would not start together")
        self.confs = {"a": {"skew": 1}}
        self.write()
        self.assertEqual(self.co("plan", srl=self.request(self.PART), code=DONE).err, "")


class Printed(Fakes):
    def test_tables_and_a_picture(self):
        self.write()
        r = self.co("plan", srl=self.request(PAPER + "CO.OBJ.cost = min, ALL.RVC.cost, 0.4\n"
                                             "CO.OBJ.start = min, IBM.RVC.begin, 0.6"), code=DONE)
        self.assertRegex(r.out, r"request\.srl: optimal; objective 0\.000000, cost 0\.00\n")
        self.assertRegex(r.out, r"IBM +a +a-main +\d{4}-\d\d-\d\dT\d\d:00:00 +\S+ +4 +0\.00")
        self.assertRegex(r.out, r"CO\.OBJ\.start +\S+T\S+ +0\.000000 +0\.600000")
        self.assertRegex(r.out, r"IBM  a/a-main  #+\n")
        self.assertRegex(r.out, r"VIS  c/c-main  \.+#+\n")
        self.assertTrue(all(len(line) <= 100 for line in r.out.splitlines()), r.out)

    def test_files(self):
        self.write()
        names = {kind: self.path("out." + kind) for kind in ("svg", "lp", "zimpl")}
        r = self.co("plan", "-q", *(w for kind, name in names.items() for w in ("--" + kind, name)),
                    "--grid", "6h", srl=self.request(PAPER), code=DONE)
        self.assertEqual((r.out, r.err), ("", ""))
        texts = {}
        for kind, name in names.items():
            with open(name) as f:
                texts[kind] = f.read()
        self.assertIn("<svg ", texts["svg"])
        self.assertEqual(texts["svg"].count("<rect "), 6)
        self.assertIn("Binar", texts["lp"])
        self.assertIn("binary", texts["zimpl"])

    def test_a_file_that_can_not_be_written(self):
        self.write()
        for kind in ("svg", "lp", "zimpl"):
            r = self.co("plan", "--" + kind, "/nonexistent/x", srl=self.request("A.TS.duration = 60"), code=co.FAILED)
            self.assertIn("/nonexistent/x can't be written: No such file or directory", r.err)


class Asked(Fakes):
    def test_what_makes_no_sense(self):
        self.write()
        for words, said in (((), "needs a file"), (("x", "y"), "one file"), (("--dance", "x"), "--dance is no option"),
                            (("--time", "soon", "x"), "not a length"), (("--gap", "7", "x"), "from 0 to 1"),
                            (("--time",), "needs a value")):
            r = self.co("plan", *words, code=BAD)
            self.assertIn(said, r.err)
            self.assertEqual(len(r.err.splitlines()), 1, r)

    def test_words_that_are_no_verbs(self):
        self.assertIn("co needs a verb: lint, plan,", gq.run(co.TOOL, "co", env=self.env()).err)
        self.assertIn("co has no verb dance, but lint, plan,", self.co("dance", code=BAD).err)

    def test_what_there_is_to_resume_is_one_object(self):
        """None as well as many, and where a cluster is silent."""
        self.confs = {"a": {"silent": ["ping"]}}
        self.write()
        self.assertEqual(self.json("resume", "--all"), {"list": [], "status": DONE})
        r = self.co("resume", "--scan", "--json", "--timeout", "5s", code=SILENT)
        self.assertEqual(json.loads(r.out), {"list": [], "status": SILENT})

    def test_errors_of_the_request_send_nothing(self):
        log = self.path("log")
        self.confs["a"]["log"] = log
        self.write()
        r = self.co("plan", srl="A.TS.duration = 1 h\nA.CON.x = A.RVC.begin = 3\nA.CON.y = B.RVC.begin < 1\n", code=BAD)
        self.assertRegex(r.err, r"request.srl:2:23: ")
        self.assertRegex(r.err, r"request.srl:3:11: ")
        self.assertFalse(os.path.exists(log))

    def test_no_resources(self):
        r = self.co("plan", srl="A.TS.duration = 1 h\n", code=BAD)
        self.assertIn("no resources are known", r.err)
        self.assertEqual(len(r.err.splitlines()), 1, r)
        r = self.co("plan", "--resources", "/nonexistent", srl="A.TS.duration = 1 h\n", code=co.FAILED)
        self.assertIn("/nonexistent can't be read", r.err)


if __name__ == "__main__":
    unittest.main()
