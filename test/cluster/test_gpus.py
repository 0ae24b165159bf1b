# SPDX-License-Identifier: GPL-2.0-or-later
"""GPUs are booked as cores are: of a type or any, out of the way of jobs and of each other."""
import contextlib
import os
import re
import unittest

import case
import gpus
import gq
import web
from case import at, soon

CORES = 8	# of each node
GPUS = 4


class GpuCluster(gpus.Cluster):
    HAVE = {"n1": ("a100", GPUS), "n2": ("a100", GPUS), "n3": ("h100", GPUS)}	# n4 has none
    CORES = CORES


def setUpModule():
    if gq.VERSION < (23, 11):
        case.start(2)
        return
    case.start(4, lines=["GresTypes=gpu", *case.STAYS_DOWN], kind=GpuCluster,
               extra=[f"Sockets=2 CoresPerSocket={CORES // 2} ThreadsPerCore=1", "n[1-2] Gres=gpu:a100:4", "n3 Gres=gpu:h100:4"])


@unittest.skipUnless(gq.VERSION < (23, 11), "from 23.11 on GPUs can be reserved")
class Older(case.Case):
    def test_refused(self):
        """Nothing is taken silently: the refusal says what to book instead."""
        for gpus in ("2", "a100:1,h100:1"):
            r = self.c.run(gq.sresv(), "book", "r", "--gpus", gpus, "-t", "1h")
            self.assertFalse(r.ok)
            self.assertIn("can't reserve GPUs, which takes 23.11: book the nodes that have them", r.err)
        r = self.c.scontrol("create", "reservation=r", "starttime=now", "duration=60", "users=root",
                            "TRES=gres/gpu:a100=1,gres/gpu:h100=1")
        self.assertRegex(r.err, "TRES.*gres/gpu")   # of scontrol itself


@unittest.skipIf(gq.VERSION < (23, 11), "reservations of GPUs are of 23.11 and later")
class Gpus(case.Case):
    def units(self, name):
        """What a booking has of each node: cores and GPUs, as the ledger has them."""
        text = next(row[1] for row in self.ledger("SELECT name, cores FROM booking WHERE closed IS NULL") if row[0] == name)
        return gpus.units(text)

    def counts(self, name):
        return sorted((len(c), len(g)) for c, g in self.units(name).values())

    def gpus_of_job(self, job):
        return self.c.gpus_of_job(job)

    def hardware(self, lines_of_one=True, **nodes):
        """Other GPUs, for the rest of the test."""
        def change(has, of_one):
            path = os.path.join(self.c.folder, "slurm.conf")
            with open(path) as f:
                text = f.read()
            for node, (kind, cnt) in has.items():
                text, found = re.subn(rf"^(NodeName={node} .*Gres=)\S+", rf"\g<1>gpu:{kind}:{cnt}", text, flags=re.M)
                self.assertEqual(found, 1, node)
            case.replace(path, text)
            self.c.write_gres(has, of_one)
            self.restart()
        self.addCleanup(change, self.c.HAVE, True)
        change({**self.c.HAVE, **nodes}, lines_of_one)

    def wait_in_vain(self, *words):
        """A job finds nothing that is free for it."""
        job = self.job("-N1", "-n1", "-t10", *words)
        gq.wait_for(lambda: self.job_fields(job)["Reason"] not in ("None", "Priority"), "Slurm has looked at it")
        self.assertEqual(self.job_fields(job)["JobState"], "PENDING")
        self.c.run("scancel", job)


class Place(Gpus):
    def test_a_count_alone(self):
        """On as few nodes as have them, with cores for each; without slurmdbd."""
        self.make("r", at(10), at(11), NodeCnt=None, TRES="gres/gpu=4")
        self.assertEqual(self.counts("r"), [(8, 4)])
        self.make("s", at(10), at(11), NodeCnt=None, TRES="gres/gpu=6")
        self.assertEqual(self.counts("s"), [(6, 3), (6, 3)])
        self.assertFalse(set(self.units("r")) & set(self.units("s")))

    def test_types(self):
        self.make("r", at(10), at(11), NodeCnt=None, TRES="gres/gpu:h100=2")
        self.assertEqual(set(self.units("r")), {"n3"})
        self.make("s", at(10), at(11), NodeCnt=None, TRES="gres/gpu:h100=2,cpu=2")
        self.assertEqual(self.counts("s"), [(2, 2)])
        r = self.refuse("t", "missing", "reservation r ", start=at(10), end=at(11), NodeCnt=None, TRES="gres/gpu:h100=1")
        self.assertRegex(r.err, r"1 GPU \(h100\) and \d cores of a node")
        self.assertEqual(self.earliest(r), at(11))

    def test_given_back(self):
        """GPUs, or nodes with their GPUs; by sresv and by REST."""
        self.make("r", at(10), at(11), NodeCnt=2, TRES="gres/gpu:a100=6")
        self.make("s", at(12), at(13), NodeCnt=None, TRES="gres/gpu=3")
        gpus_of = lambda name: sum(g for _, g in self.counts(name))
        r = self.c.run(gq.sresv(), "give", "r", "--gpus", "2")
        self.assertTrue(r.ok, r)
        self.assertEqual(gpus_of("r"), 4)
        self.assertTrue(set(self.units("r")) <= {"n1", "n2"})
        for words, why in ((("r", "--gpus", "a100:1"), "r has GPUs of one type: give back a number"), (("r", "--gpus", "4"), "r has 4 GPUs: one at least"), (("r", "--cores", "1"), "give GPUs back")):
            r = self.c.run(gq.sresv(), "give", *words)
            self.assertEqual((r.code, gpus_of("r")), (2, 4))
            self.assertIn(why, r.err)
        self.make("h", at(10), at(11), NodeCnt=None, TRES="gres/gpu:h100=2")
        self.assertTrue(self.c.run(gq.sresv(), "give", "h", "--gpus", "1").ok)
        self.assertEqual((set(self.units("h")), gpus_of("h")), ({"n3"}, 1))
        self.assertIn("h100", dict(self.ledger("SELECT name, cores FROM booking WHERE closed IS NULL"))["h"])
        with web.Server(self.c) as s:
            told = s.ask("PATCH", "bookings/s", {"give": {"gpus": "1"}})
            self.assertEqual((told.status, told.json["booking"]["gpu_count"], gpus_of("s")), (200, 2, 2), told)
            told = s.ask("PATCH", "bookings/r", {"give": {"gpus": "1"}})
            self.assertEqual((told.status, told.json["booking"]["gpu_count"], gpus_of("r")), (200, 3, 3), told)

    def test_two_types(self):
        """The answer says what to ask instead, and that is booked."""
        self.refuse("r", "GPUs of one type.*ask for each type under a name of its own", start=at(10), end=at(11), NodeCnt=None, TRES="gres/gpu:a100=2,gres/gpu:h100=1")
        self.make("a", at(10), at(11), NodeCnt=None, TRES="gres/gpu:a100=2")
        self.make("h", at(10), at(11), NodeCnt=None, TRES="gres/gpu:h100=1")
        r = self.c.run(gq.sresv(), "book", "b", "-t", "60", "--gpus", "a100:2,h100:1")
        self.assertIn("GPUs of one type", r.err)

    def test_rare_ones_are_spared(self):
        """A request of any type gets the commonest kind of node, and no rare one though that is shared already."""
        self.make("h", at(10), at(11), NodeCnt=None, TRES="gres/gpu:h100=3")
        for name in "rs":
            self.make(name, at(10), at(11), NodeCnt=None, TRES="gres/gpu=4")
        self.assertEqual(set(self.units("r")) | set(self.units("s")), {"n1", "n2"})
        self.make("t", at(10), at(11), NodeCnt=None, TRES="gres/gpu=1")
        self.assertEqual(set(self.units("t")), {"n3"})
        self.c.delete("s")
        self.make("u", at(10), at(11), NodeCnt=None, TRES="gres/gpu=1")
        self.make("v", at(10), at(11), NodeCnt=None, TRES="gres/gpu=1")
        self.assertEqual(self.units("u").keys(), self.units("v").keys())
        self.assertNotIn("n3", self.units("u"))

    def test_ways_to_ask(self):
        for i, (fields, counts) in enumerate((
                ({"TRES": "node=2,gres/gpu=4"}, [(4, 2), (4, 2)]),
                ({"NodeCnt": 2, "TRES": "cpu=2,gres/gpu=4"}, [(1, 2), (1, 2)]),
                ({"NodeCnt": 2, "TRESPerNode": "gres/gpu:a100=1"}, [(2, 1), (2, 1)]),
                ({"Nodes": "n[1-2]", "TRES": "gres/gpu=3"}, [(2, 1), (4, 2)]))):
            self.make(f"r{i}", at(10 + i), at(11 + i), **{"NodeCnt": None, **fields})
            self.assertEqual(self.counts(f"r{i}"), counts)
        r = self.c.run(gq.sresv(), "book", "s", "-s", "tomorrow", "-t", "1h", "--gpus", "a100:2")
        self.assertTrue(r.ok, r)
        self.assertEqual(self.counts("s"), [(4, 2)])
        r = self.c.run(gq.sresv(), "list", "-o", "NAME,CORES,GPUS", "--parsable", "--noheader")
        self.assertIn("s|4|2\n", r.out)
        self.assertIn("gres/gpu=2", self.fields("s")["TRES"])
        r = self.c.run(gq.sresv(), "book", "t", "-s", "tomorrow", "-t", "1h", "-N2", "--gpus-per-node", "1", "--cores", "4")
        self.assertTrue(r.ok, r)
        self.assertEqual(self.counts("t"), [(2, 1), (2, 1)])

    def test_what_can_never_be(self):
        times = {"start": at(10), "end": at(11), "NodeCnt": None}
        self.refuse("r", "13 GPUs with 26 cores: the nodes that can serve the request have fewer", **times, TRES="gres/gpu=13")
        self.refuse("r", "1 GPUs? with 9 cores: the nodes that can serve the request have fewer", **times, TRES="gres/gpu=1,cpu=9")
        self.refuse("r", "has GPUs of type v100 that can be reserved\n", **times, TRES="gres/gpu:v100=1")
        self.refuse("r", "2 GPUs of node n4 are asked for, it has 0", **times, Nodes="n[3-4]", TRES="gres/gpu=4")
        self.refuse("r", "has GPUs that can be reserved: that takes", **times, Nodes="n4", TRES="gres/gpu=1")
        self.refuse("r", "1 GPU is less than a GPU on each of 2 nodes", **times, TRES="node=2,gres/gpu=1")

    def test_cores_avoid_gpus(self):
        self.make("r", at(10), at(11), CoreCnt=4, NodeCnt=None)
        self.assertEqual(self.counts("r"), [(4, 0)])
        self.assertEqual(set(self.units("r")), {"n4"})

    def test_a_window(self):
        self.make("a", at(10), at(11, 0, 7), NodeCnt=None, Nodes="n3", TRES="gres/gpu=3")
        self.make("r", at(10), Duration=30, NodeCnt=None, TRES="gres/gpu:h100=2", MaxStartDelay="4:00:00")
        self.assertLies("r", at(11, 0, 7), at(11, 30, 7), 1)

    def test_offers(self):
        self.make("a", at(10), at(11), NodeCnt=None, TRES="gres/gpu=12")
        r = self.refuse("r", "earliest start for 2 GPUs and 4 cores of a node", start=at(10), end=at(11), NodeCnt=None, TRES="gres/gpu=2")
        self.assertTrue(self.c.update(next(iter(self.offered(r)))).ok)
        self.assertEqual(self.counts("r"), [(4, 2)])


class Changes(Gpus):
    def test_number_and_type(self):
        self.make("r", at(10), at(11), NodeCnt=None, TRES="gres/gpu:a100=1")
        before = self.units("r")
        self.change("r", TRES="gres/gpu:a100=3")
        (node, (_, gpus)), = self.units("r").items()
        self.assertEqual((node, len(gpus)), (*before, 3))
        self.assertTrue(before[node][1] < gpus)
        self.change("r", TRES="gres/gpu:h100=2")
        self.assertEqual(set(self.units("r")), {"n3"})
        self.change("r", CoreCnt=8)
        self.assertEqual(self.counts("r"), [(8, 2)])
        self.refuse_change("r", "2 GPUs of node n4 are asked for, it has 0", Nodes="n4")
        self.refuse_change("r", "5 GPUs .* are more than any node has", TRES="gres/gpu=5")

    def test_others_make_room(self):
        """Inside its window a booking of GPUs moves for another one."""
        self.make("w", at(10), Duration=60, NodeCnt=None, TRES="gres/gpu:h100=2", MaxStartDelay="4:00:00")
        self.make("r", at(10), at(11), NodeCnt=None, TRES="gres/gpu:h100=3")
        self.assertLies("w", at(11), at(12), 1)
        self.assertEqual((self.counts("w"), set(self.units("w"))), ([(4, 2)], {"n3"}))


class Lasts(Gpus):
    def test_kill_and_restart(self):
        self.make("r", at(10), at(11), NodeCnt=None, TRES="gres/gpu:a100=2")
        self.make("s", at(10), at(11), NodeCnt=None, TRES="gres/gpu=3,cpu=3")
        before = [self.units(n) for n in "rs"]
        self.kill()
        self.assertEqual([self.units(n) for n in "rs"], before)
        self.restart()
        self.assertEqual([self.units(n) for n in "rs"], before)
        self.refuse("t", "missing", start=at(10), end=at(11), NodeCnt=None, TRES="gres/gpu=8")

    def test_its_record_is_made_again(self):
        """Slurm's state lacks it: all of it is in the ledger, with the type."""
        self.make("r", at(10), at(11), NodeCnt=None, TRES="gres/gpu:h100=2")
        before = self.units("r")
        self.stop_ctld()
        for name in ("resv_state", "resv_state.old"):
            with contextlib.suppress(FileNotFoundError):
                os.unlink(self.state(name))
        self.start_ctld()
        self.assertEqual(self.units("r"), before)
        self.refuse_change("r", "missing|fewer", NodeCnt=2, TRES="gres/gpu:h100=2")

    def test_a_start_without_state(self):
        """Until its nodes have registered slurm.conf alone says what they have."""
        self.make("r", at(10), at(11), NodeCnt=None, Nodes="n1", TRES="gres/gpu:a100=2")
        self.make("s", at(10), at(11), NodeCnt=None, TRES="gres/gpu:h100=3,cpu=3")
        self.make("t", at(10), at(11), NodeCnt=None, Nodes="n4", CoreCnt=3)
        before = [self.units(n) for n in "rst"]
        self.stop_ctld()
        for name in ("node_state", "resv_state", "job_state", "part_state"):
            for old in ("", ".old"):
                with contextlib.suppress(FileNotFoundError):
                    os.unlink(self.state(name + old))
        self.start_ctld()
        self.assertEqual([self.units(n) for n in "rst"], before)
        gq.wait_for(lambda: "gpu:a100:4" in self.c.scontrol("show", "node", "n1").out, "it has registered")
        self.restart()
        self.assertEqual([self.units(n) for n in "rst"], before)
        self.refuse("u", "missing", start=at(10), end=at(11), NodeCnt=None, Nodes="n1", TRES="gres/gpu=3")

    def test_other_nodes(self):
        """A node more, in front of the others, and one less: Slurm keeps GPUs by the numbers of nodes."""
        def conf(pattern, text):
            path = os.path.join(self.c.folder, "slurm.conf")
            with open(path) as f:
                changed = re.sub(pattern, text, f.read(), flags=re.M)
            case.replace(path, changed)
            self.restart()

        more = r"NodeName=m1 NodeHostname=localhost NodeAddr=127.0.0.1 Port=1 CPUs=4 State=DOWN"
        start = soon(30)
        self.make("r", start, soon(1800), NodeCnt=None, Nodes="n1", TRES="gres/gpu=2,cpu=2")
        self.make("s", start, soon(1800), NodeCnt=None, Nodes="n4", CoreCnt=2)
        before = self.units("r"), self.units("s")
        self.addCleanup(conf, rf"^{more}\n", "")
        conf(r"^(NodeName=n1 .*)$", rf"{more}\n\g<1>")
        self.assertEqual((self.units("r"), self.units("s")), before)
        gq.wait_for(lambda: self.fields("r")["State"] == "ACTIVE", "it has begun")
        job = self.running_job("-N1", "-n1", "--gres=gpu:2", "-wn1", "-t10")
        self.assertFalse(self.gpus_of_job(job)["n1"] & before[0]["n1"][1])
        self.wait_in_vain("--gres=gpu:1", "-wn1")
        conf(rf"^{more}\n", "")
        self.assertEqual((self.units("r"), self.units("s")), before)
        self.wait_in_vain("--gres=gpu:1", "-wn1")

    def test_a_node_fails(self):
        """It gets GPUs of the same type elsewhere, or none."""
        self.parameters("garq_return=never")
        self.make("r", at(10), at(11), NodeCnt=None, TRES="gres/gpu:a100=2")
        lost, = self.units("r")
        self.set_node(lost, "DOWN")
        self.addCleanup(self.set_node, lost, "RESUME")
        gq.wait_for(lambda: lost not in self.units("r"), "it has another node", 120)
        self.assertEqual((self.counts("r"), set(self.units("r")) | {lost}), ([(4, 2)], {"n1", "n2"}))


class Hardware(Gpus):
    """The configuration says of other GPUs than those that are booked."""

    def test_another_type(self):
        """A booking of a type gets others of that type; one of any type is kept for its users as before."""
        self.make("other", at(10), at(11), NodeCnt=None, Nodes="n2", TRES="gres/gpu=4")
        self.make("r", at(10), at(11), NodeCnt=None, TRES="gres/gpu:a100=3")
        self.c.delete("other")
        self.assertEqual(set(self.units("r")), {"n1"})
        self.make("u", soon(2), soon(1800), NodeCnt=None, Nodes="n1", TRES="gres/gpu=2,cpu=2")
        own = self.units("u")["n1"][1]
        gq.wait_for(lambda: self.fields("u")["State"] == "ACTIVE", "it has begun")
        self.hardware(n1=("h100", GPUS))
        gq.wait_for(lambda: set(self.units("r")) == {"n2"}, "it has GPUs of its type")
        self.assertEqual((self.counts("r"), self.units("u")["n1"][1]), ([(6, 3)], own))
        inside = self.running_job("-N1", "-n1", "--gres=gpu:h100:2", "--reservation=u", "-t10")
        self.assertEqual(self.gpus_of_job(inside)["n1"], own)
        beside = self.running_job("-N1", "-n1", "--gres=gpu:h100:2", "-wn1", "-t10")
        self.assertFalse(self.gpus_of_job(beside)["n1"] & own)
        self.wait_in_vain("--gres=gpu:h100:1", "-wn1")
        self.wait_in_vain("--gres=gpu:1", "-wn1")

    def test_fewer(self):
        """One by count goes elsewhere; one of a named node says what it lacks, until it is there again."""
        self.make("named", at(10), at(11), NodeCnt=None, Nodes="n3", TRES="gres/gpu=4")
        self.make("r", at(12), at(13), NodeCnt=None, TRES="gres/gpu:a100=3")
        node, = self.units("r")
        self.hardware(n3=("h100", 2), **{node: ("a100", 2)})
        gq.wait_for(lambda: node not in self.units("r"), "it has another node")
        self.assertEqual(self.counts("r"), [(6, 3)])
        lacks = "n3 has fewer cores or other GPUs now"
        gq.wait_for(lambda: lacks in self.c.scontrol("show", "reservation", "named").out, "it is told")
        self.assertEqual(len(self.units("named")["n3"][1]), 4)
        self.hardware()
        gq.wait_for(lambda: lacks not in self.c.scontrol("show", "reservation", "named").out, "it is told")
        self.assertEqual(len(self.units("named")["n3"][1]), 4)

    def test_none_at_all(self):
        """Claims last though slurmctld knows of no GPUs meanwhile."""
        self.make("named", at(10), at(11), NodeCnt=None, Nodes="n3", TRES="gres/gpu=3")
        self.make("r", soon(2), soon(1800), NodeCnt=None, TRES="gres/gpu:a100=2,cpu=2")
        before = self.units("named"), self.units("r")
        path = os.path.join(self.c.folder, "slurm.conf")
        with open(path) as f:
            text = f.read()

        def change(to):
            case.replace(path, to)
            self.restart()
        self.addCleanup(change, text)
        change(re.sub(r"^GresTypes=.*\n| Gres=\S+", "", text, flags=re.M))
        gq.wait_for(lambda: "n3 has fewer cores or other GPUs now" in self.c.scontrol("show", "reservation", "named").out, "it is told")
        change(text)
        self.assertEqual((self.units("named"), self.units("r")), before)
        gq.wait_for(lambda: "other GPUs" not in self.c.scontrol("show", "reservation").out, "all is there again")
        node, = before[1]
        own = before[1][node][1]
        beside = self.running_job("-N1", "-n1", "--gres=gpu:2", f"-w{node}", "-t10")
        self.assertFalse(self.gpus_of_job(beside)[node] & own)
        self.wait_in_vain("--gres=gpu:1", f"-w{node}")

    def test_a_line_for_several(self):
        """Slurm keeps them apart from 25.11 on."""
        self.hardware(lines_of_one=False)
        wish = {"NodeCnt": None, "Nodes": "n1", "TRES": "gres/gpu:a100=2,cpu=2"}
        if gq.VERSION < (25, 11):
            self.refuse("r", "of type a100 that can be reserved: that takes", start=at(10), end=at(11), **wish)
            return
        self.make("r", soon(2), soon(1800), **wish)
        own = self.units("r")["n1"][1]
        gq.wait_for(lambda: self.fields("r")["State"] == "ACTIVE", "it has begun")
        for gres in ("gpu:1", "gpu:a100:1"):
            inside = self.running_job("-N1", "-n1", f"--gres={gres}", "--reservation=r", "-t10")
            beside = self.running_job("-N1", "-n1", f"--gres={gres}", "-wn1", "-t10")
            self.assertTrue(self.gpus_of_job(inside)["n1"] <= own, gres)
            self.assertFalse(self.gpus_of_job(beside)["n1"] & own, gres)
        for gres in ("gpu:1", "gpu:a100:1"):
            self.wait_in_vain(f"--gres={gres}", "-wn1")
            self.wait_in_vain(f"--gres={gres}", "--reservation=r")


class Jobs(Gpus):
    def test_they_are_kept_from_others(self):
        """By jobs that try, whether they ask for the type or not."""
        for i, (asked, name) in enumerate((("gres/gpu=2,cpu=2", "r"), ("gres/gpu:a100=2,cpu=2", "s"))):
            node = f"n{1 + i}"
            self.make(name, soon(2), soon(1800), NodeCnt=None, Nodes=node, TRES=asked)
            gq.wait_for(lambda: self.fields(name)["State"] == "ACTIVE", "it has begun")
            own = self.units(name)[node][1]
            for j, gres in enumerate(("gpu:1", "gpu:a100:1")):
                inside = self.running_job("-N1", "-n1", f"--gres={gres}", f"--reservation={name}", "-t10")
                beside = self.running_job("-N1", "-n1", f"--gres={gres}", f"-w{node}", "-t10")
                self.assertTrue(self.gpus_of_job(inside)[node] <= own, (gres, j))
                self.assertFalse(self.gpus_of_job(beside)[node] & own, (gres, j))
            for gres in ("gpu:1", "gpu:a100:1"):
                self.wait_in_vain(f"--gres={gres}", f"-w{node}")
                self.wait_in_vain(f"--gres={gres}", f"--reservation={name}")

    def test_beside_running_jobs(self):
        """A job counts with the GPUs that it has."""
        job = self.running_job("-N1", "-n1", "--gres=gpu:3", "-wn3", "-t60")
        start = soon(60)
        self.make("r", start, start + 600, NodeCnt=None, Nodes="n3", TRES="gres/gpu=1")
        self.assertFalse(self.units("r")["n3"][1] & self.gpus_of_job(job)["n3"])
        self.refuse("s", f"job {job} ", start=start, end=start + 600, NodeCnt=None, Nodes="n3", TRES="gres/gpu=1")

    def test_cores_are_near(self):
        """A job that wants its cores near its GPUs runs in a booking, beside one that has cores near the others."""
        self.make("a", soon(2), soon(1800), NodeCnt=None, Nodes="n1", CoreCnt=2)
        for name, gpus in (("r", {2, 3}), ("s", {0})):
            self.make(name, soon(2), soon(1800), NodeCnt=None, Nodes="n1", TRES=f"gres/gpu={len(gpus)},cpu={2 * len(gpus)}")
            self.assertEqual(self.units(name)["n1"][1], gpus)
        self.assertEqual([self.units(n)["n1"][0] for n in "ars"], [{0, 1}, {4, 5, 6, 7}, {2, 3}])
        gq.wait_for(lambda: self.fields("s")["State"] == "ACTIVE", "it has begun")
        for name, gpus in (("r", {2, 3}), ("s", {0})):
            job = self.running_job("-N1", "-n1", f"-c{2 * len(gpus)}", f"--gres=gpu:{len(gpus)}", f"--reservation={name}",
                                   "--gres-flags=enforce-binding", "-t10")
            self.assertEqual(self.gpus_of_job(job)["n1"], gpus)

    def test_cores_alone_give_no_gpus(self):
        self.make("r", soon(2), soon(1800), NodeCnt=None, Nodes="n3", CoreCnt=2)
        gq.wait_for(lambda: self.fields("r")["State"] == "ACTIVE", "it has begun")
        self.wait_in_vain("--gres=gpu:1", "--reservation=r")
        self.running_job("-N1", "-n1", "--reservation=r", "-t10")


if __name__ == "__main__":
    unittest.main()
