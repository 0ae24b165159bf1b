# SPDX-License-Identifier: GPL-2.0-or-later
"""contrib/check-reservations can fail: each kind of violation, and what is none."""
import json
import os
import sys
import tempfile
import unittest

import gq

NOON = gq.seconds("2026-03-02T12:00:00")
HOUR = 3600


def reservation(name, start, end, nodes, count=None, flags="", cores="", users="root"):
    """A line as scontrol -o show reservation prints it; times in hours after noon."""
    if count is None:
        count = len(nodes.split(","))
    start, end = gq.stamp(NOON + int(start * HOUR)), gq.stamp(NOON + int(end * HOUR))
    return (f"ReservationName={name} StartTime={start} EndTime={end} Duration=01:00:00 "
            f"Nodes={nodes} NodeCnt={count} CoreCnt=4 Features=(null) PartitionName=main "
            f"Flags={flags} {cores}TRES=cpu=4 Users={users} Groups=(null) Accounts=(null) "
            f"Licenses=(null) State=INACTIVE BurstBuffer=(null) Watts=n/a MaxStartDelay=(null)")


def job(number, nodes, start, end, resv="(null)"):
    """A line of squeue; times in hours after noon, end None: no limit."""
    end = "N/A" if end is None else gq.stamp(NOON + int(end * HOUR))
    return f"{number}|{resv}|{gq.stamp(NOON + int(start * HOUR))}|{end}|{nodes}"


def asked(name, nodes, esr, lsr, hours, **more):
    return dict(name=name, nodes=nodes, esr=NOON + int(esr * HOUR), lsr=NOON + int(lsr * HOUR),
                duration=int(hours * HOUR), **more)


class Checker(unittest.TestCase):

    def check(self, reservations=(), jobs=(), wants=None, options=(), now=NOON, **more):
        """Run it on texts, more of them by their options; the Result."""
        words = [*options, "--now", now]
        with tempfile.TemporaryDirectory() as folder:
            texts = {"reservations": list(reservations) or ["No reservations in the system"],
                     "jobs": jobs, **more}
            if wants is not None:
                texts["asked"] = [w if isinstance(w, str) else json.dumps(w) for w in wants]
            for what, lines in texts.items():
                path = os.path.join(folder, what)
                with open(path, "w") as f:
                    f.writelines(line + "\n" for line in lines)
                words += [f"--{what}", path]
            return gq.run(sys.executable, "-S", "-E", gq.CHECKER, *words)	# no library but Python's own: it starts in half the time

    def good(self, *args, **more):
        r = self.check(*args, **more)
        self.assertEqual(r.code, 0, r)
        self.assertRegex(r.out, r"\Achecked \d+ reservations, \d+ jobs: 0 violations\n\Z")

    def bad(self, pattern, *args, **more):
        r = self.check(*args, **more)
        self.assertEqual(r.code, 1, r)
        lines = r.out.splitlines()
        self.assertEqual(len(lines), 2, r)
        self.assertRegex(lines[0], pattern)
        self.assertRegex(lines[1], r"^checked \d+ reservations, \d+ jobs: 1 violations$")


class Reservations(Checker):

    def test_nothing_at_all(self):
        self.good()

    def test_overlap(self):
        self.bad(r"^reservations a .* and b .* both have n2$",
                 [reservation("a", 1, 3, "n1,n2"), reservation("b", 2, 4, "n2,n3")])

    def test_one_inside_another(self):
        self.bad("both have n1", [reservation("a", 1, 9, "n1"), reservation("b", 3, 4, "n1")])

    def test_a_long_one_is_remembered_behind_a_short_one(self):
        self.bad("a .* and c .* both", [reservation("a", 1, 9, "n[1-2]", 2),
                                        reservation("b", 2, 3, "n3"),
                                        reservation("c", 4, 5, "n2")])

    def test_overlap_of_one_second(self):
        second = 1 / HOUR
        self.bad("both have n1", [reservation("a", 1, 2 + second, "n1"),
                                  reservation("b", 2, 3, "n1")])

    def test_one_ends_as_the_other_begins(self):
        self.good([reservation("a", 1, 2, "n1"), reservation("b", 2, 3, "n1")])

    def test_one_is_over(self):
        """Slurm has it still, e.g. for a job that runs on; the other one was made after its end."""
        second = 1 / HOUR
        pair = [reservation("a", -2, 0, "n1"), reservation("b", -1, 1, "n1")]
        self.good(pair)
        self.bad("both have n1", [reservation("a", -2, second, "n1"), pair[1]])

    def test_other_nodes_at_the_same_time(self):
        self.good([reservation("a", 1, 2, "n[1-10]", 10), reservation("b", 1, 2, "n11")])

    def test_flags_that_mean_to_overlap(self):
        for flag in ("OVERLAP", "MAINT,SPEC_NODES", "TIME_FLOAT"):
            pair = [reservation("a", 1, 3, "n1", flags=flag), reservation("b", 2, 4, "n1")]
            self.good(pair)
            self.bad("both have n1", pair, options=["--strict"])

    def test_flags_that_do_not(self):
        self.bad("both", [reservation("a", 1, 3, "n1", flags="IGNORE_JOBS,FLEX,SPEC_NODES"),
                          reservation("b", 2, 4, "n1")])

    def test_cores(self):
        first = reservation("a", 1, 3, "n1", cores="  NodeName=n1 CoreIDs=0-1 ")
        self.good([first, reservation("b", 1, 3, "n1", cores="  NodeName=n1 CoreIDs=2,3 ")])
        self.bad("both", [first, reservation("b", 1, 3, "n1",
                                             cores="  NodeName=n1 CoreIDs=1-2 ")])
        self.bad("both", [first, reservation("b", 1, 3, "n1")])

    def test_too_few_nodes(self):
        self.bad("a has 2 nodes but NodeCnt=3", [reservation("a", 1, 2, "n[1-2]", 3)])

    def test_no_nodes(self):
        self.bad("a has 0 nodes but NodeCnt=1", [reservation("a", 1, 2, "(null)", 1)])
        self.good([reservation("a", 1, 2, "(null)", 0)])

    def test_a_node_twice(self):
        self.bad("names a node twice", [reservation("a", 1, 2, "n1,n1", 2)])

    def test_twice(self):
        self.bad("a is there more than once",
                 [reservation("a", 1, 2, "n1"), reservation("a", 2, 3, "n1")])

    def test_reversed(self):
        self.bad("ends before it starts", [reservation("a", 2, 1, "n1")])
        self.bad("ends before it starts", [reservation("a", -1, -2, "n1")])

    def test_of_no_length(self):
        """One that never began is over: none that is yet to come."""
        self.bad("ends before it starts", [reservation("a", 1, 1, "n1")])
        self.good([reservation("a", 0, 0, "n1"), reservation("b", 0, 1, "n1"),
                   reservation("c", -1, -1, "n2"), reservation("d", -2, 1, "n2")])

    def test_node_lists(self):
        self.good([reservation("a", 1, 2, "x[08-11]y[0-1],z,n[3,5-6]-ib", 12)])
        self.bad("both have x09y1", [reservation("a", 1, 2, "x[08-11]y[0-1]", 8),
                                     reservation("b", 1, 2, "x09y1")])


class Jobs(Checker):
    active = reservation("r", -1, 2, "n[1-2]", 2)

    def test_began_inside_without_the_reservation(self):
        self.bad(r"job 7 began on n2 inside reservation r",
                 [self.active], [job(7, "n[2-3]", -0.5, 1)])

    def test_began_in_its_first_second(self):
        self.bad("job 7 began", [self.active], [job(7, "n1", -1, 1)])

    def test_was_there_before(self):
        reaching = [job(7, "n2", -1.5, 1)]
        self.good([self.active], reaching)
        self.bad("job 7 has n2 until .*, into reservation r", [self.active], reaching,
                 options=["--limits"])

    def test_reaches_into_a_later_one(self):
        later = [reservation("r", 1, 2, "n1")]
        self.bad("job 7 has n1 until ever", later, [job(7, "n1", -1, None)],
                 options=["--limits"])
        self.good(later, [job(7, "n1", -1, 1)], options=["--limits"])
        self.good([reservation("r", 0, 0, "n1")], [job(7, "n1", -1, 1)], options=["--limits"])

    def test_on_other_nodes(self):
        self.good([self.active], [job(7, "n[3-4]", -0.5, None)], options=["--limits"])

    def test_where_jobs_are_allowed(self):
        for flag in ("OVERLAP", "MAINT", "IGNORE_JOBS"):
            self.good([reservation("r", -1, 2, "n1", flags=flag)], [job(7, "n1", -2, 1)],
                      options=["--limits"])

    def test_inside(self):
        self.good([self.active], [job(7, "n[1-2]", -0.5, 2, "r"), job("8_1", "n3", -1, 1)],
                  options=["--limits"])

    def test_outside_of_its_nodes(self):
        self.bad("job 7 runs on n3, not a node of its reservation r",
                 [self.active], [job(7, "n[2-3]", -0.5, 1, "r")])

    def test_began_before_its_reservation(self):
        self.bad("job 7 began before its reservation r",
                 [reservation("r", 1, 2, "n1")], [job(7, "n1", -0.5, 1, "r")])

    def test_runs_on_after_its_reservation(self):
        over = [reservation("r", -2, -1, "n1")], [job(7, "n1", -1.5, -1, "r")]
        self.bad("job 7 still runs after its reservation r", *over)
        self.good(*over, now=NOON - HOUR + 100)

    def test_slurm_ends_it_with_its_reservation(self):
        self.good([self.active], [job(7, "n1", -0.5, 3, "r")], options=["--limits"])

    def test_its_reservation_is_gone(self):
        self.bad("job 7 runs in reservation r, which is not there", [],
                 [job(7, "n1", -0.5, 1, "r")])

    def test_flex(self):
        self.good([reservation("r", 1, 2, "n1", flags="FLEX")],
                  [job(7, "n[1-5]", -0.5, 5, "r")], options=["--limits"])

    def test_one_of_several_reservations(self):
        self.good([self.active], [job(7, "n1", -0.5, 1, "other,r")])


class Asked(Checker):
    there = [reservation("a", 1, 3, "n[1-2]", 2)]

    def test_as_asked(self):
        self.good(self.there, wants=[asked("a", 2, 1, 1, 2, hosts="n[1-2]", among="n[1-4]",
                                           users="root")], options=["--exact"])

    def test_missing(self):
        self.bad("b was acknowledged but is not there", self.there,
                 wants=[asked("b", 1, 4, 5, 1)])

    def test_smaller(self):
        self.bad("a has 2 nodes, 3 were asked for", self.there, wants=[asked("a", 3, 1, 1, 2)])

    def test_larger(self):
        self.bad("a has 2 nodes, 1 were asked for", self.there, wants=[asked("a", 1, 1, 1, 2)])

    def test_window(self):
        self.good(self.there, wants=[asked("a", 2, 0, 1, 2)])
        self.good(self.there, wants=[asked("a", 2, 1, 4, 2)])
        self.bad("outside of its window", self.there, wants=[asked("a", 2, 1.5, 4, 2)])
        self.bad("outside of its window", self.there, wants=[asked("a", 2, 0, 0.9, 2)])

    def test_length(self):
        self.bad("a is 7200 s long, 7201 s were", self.there,
                 wants=[asked("a", 2, 1, 1, 2 + 1 / HOUR)])

    def test_hosts(self):
        self.bad(r"is on n1,n2, n\[2-3\] was", self.there,
                 wants=[asked("a", 2, 1, 1, 2, hosts="n[2-3]")])

    def test_among(self):
        self.bad("not all of n1,n3", self.there, wants=[asked("a", 2, 1, 1, 2, among="n1,n3")])

    def test_users(self):
        self.bad("Users=root, Users=daemon was", self.there,
                 wants=[asked("a", 2, 1, 1, 2, users="daemon")])

    def test_alternatives(self):
        self.good(self.there, wants=[asked("a", 2, 1, 1, 1), asked("a", 2, 1, 1, 2)])
        self.bad("a is 7200 s long, 3600 .* / is 7200 s long, 10800", self.there,
                 wants=[asked("a", 2, 1, 1, 1), asked("a", 2, 1, 1, 3)])

    def test_maybe(self):
        self.good(wants=[asked("a", 2, 1, 1, 2, maybe=True)])
        self.bad("a has 2 nodes, 3", self.there, wants=[asked("a", 3, 1, 1, 2, maybe=True)])
        over = [reservation("a", -1, 0, "n[1-2]", 2)]
        self.good(over, wants=[asked("a", 3, -1, 1, 2, maybe=True)], options=["--exact"])
        self.bad("a has 2 nodes, 3", over, wants=[asked("a", 3, -1, 1, 2)])

    def test_never_began(self):
        """Slurm still has what has never been of any use: it was deleted."""
        rest = [reservation("a", 0, 0, "n1")]
        self.good(rest, options=["--exact"], wants=[])
        self.good(rest, options=["--exact"], wants=[asked("a", 2, 1, 1, 2, maybe=True)])
        self.bad("a was acknowledged but is not there", rest, wants=[asked("a", 1, 0, 1, 1)])

    def test_may_be_over(self):
        self.good(wants=[asked("a", 2, -2, -2, 2)])
        self.bad("not there", wants=[asked("a", 2, -2, -2, 2 + 1 / HOUR)])

    def test_exact(self):
        self.good(self.there, wants=[])
        self.bad("a is there, but nobody has it", self.there, wants=[], options=["--exact"])
        self.good([reservation("a", -1, 0, "n1")], wants=[], options=["--exact"])


class Units(Checker):
    """Cores and GPUs. n1 has 8 cores of two threads, n2 4 of one."""

    HARDWARE = [f"NodeName={name} Arch=x86_64 CoresPerSocket={cores // 2}  CPUAlloc={{{name}}} CPUEfctv={cpus} CPUTot={cpus} CPULoad=1.5 "
                f"Gres=gpu:a100:4(S:0-1) GresDrain=N/A GresUsed=gpu:a100:2(IDX:{{g{name}}}) NodeAddr=x Sockets=2 Boards=1"
                for name, cores, cpus in (("n1", 8, 16), ("n2", 4, 4))]

    @staticmethod
    def details(number, *parts, state="RUNNING", shares="OK", array=""):
        """A line of scontrol -d show job; parts: (nodes, CPUs, GPUs)."""
        parts = "".join(f"  Nodes={nodes} CPU_IDs={cpus} Mem=0 GRES={f'gpu:a100:1(IDX:{gpus})' if gpus else ''}" for nodes, cpus, gpus in parts)
        return f"JobId={number} {array}JobName=x JobState={state} Reason=None JOB_GRES=(null) {parts} MinCPUsNode=1 OverSubscribe={shares} Contiguous=0"

    def cores(self, ids, name="a", **more):
        return reservation(name, -1, 1, "n1", cores=f"  NodeName=n1 CoreIDs={ids} ", **more)

    def test_cores_that_are_not_there(self):
        self.good([self.cores("0-7")], details=[], hardware=self.hardware())
        self.bad("core 8 of n1, which has 8$", [self.cores("7-8")], details=[], hardware=self.hardware())

    def hardware(self, cpus=16, gpus="0-3"):
        return [line.format(n1=cpus, n2=4, gn1=gpus, gn2=gpus) for line in self.HARDWARE]

    def both(self, way, *args, details, **more):
        """Good, or what is wrong."""
        more = {"details": details, "hardware": self.hardware(), **more}
        return self.bad(way, *args, **more) if way else self.good(*args, **more)

    def test_two_jobs(self):
        for one, other, wrong in ((("n1", "0-3", "0"), ("n1", "4-5", "1"), None), (("n1", "0-3", ""), ("n1", "3-5", ""), "1 and 2 both have core 1 of n1"),
                                  (("n1", "0-3", "1"), ("n1", "4-5", "0-1"), "both have GPU 1 of n1"), (("n1", "0-3", ""), ("n2", "0-3", ""), None)):
            for state, shares in (("RUNNING", "OK"), ("SUSPENDED", "OK"), ("RUNNING", "YES")):
                details = [self.details(1, one, shares=shares), self.details(2, other, state=state, shares=shares)]
                self.both(wrong if (state, shares) == ("RUNNING", "OK") else None, details=details)

    def test_what_a_node_counts(self):
        details = [self.details(1, ("n1", "0-3", "0-1"))]
        self.both(None, details=details, hardware=self.hardware(cpus=4, gpus="0-1"))
        self.both("counts 3 CPUs as allocated", details=details, hardware=self.hardware(cpus=3))
        self.both("GPU 1 of n1, which does not count them", details=details, hardware=self.hardware(gpus="0,2"))

    def test_a_stranger(self):
        """It begins on other cores of a reservation's nodes, or where nothing is known of its cores."""
        for cpus, wrong in (("0-3", "job 1 began on n1 inside reservation a"), ("4-5", None)):
            self.both(wrong, [self.cores("0-1")], [job(1, "n1", -0.5, 1)], details=[self.details(1, ("n1", cpus, ""))])
        self.good([self.cores("0-1")], [job(1, "n1", -0.5, 1)])
        self.both("job 7_3 began", [self.cores("0-1")], [job("7_3", "n1", -0.5, 1)],
                  details=[self.details(9, ("n1", "0", ""), array="ArrayJobId=7 ArrayTaskId=3 ")])

    def test_its_own_job(self):
        for cpus, wrong in (("4-5", None), ("2-5", "job 1 has n1: core 1, core 2, beyond those of its reservation a: n1: core 2")):
            self.both(wrong, [self.cores("2")], [job(1, "n1", -0.5, 1, "a")], details=[self.details(1, ("n1", cpus, ""))])

    def test_gpus(self):
        with tempfile.NamedTemporaryFile("w") as f:
            start = NOON - HOUR
            f.writelines(json.dumps({"name": name, "start": start, "gpus": {"n1": ids}}) + "\n" for name, ids in (("a", "0-1"), ("b", "1")))
            f.flush()
            more = {"options": ["--gpus", f.name]}
            self.both("both have n1", [self.cores("0"), self.cores("1", "b")], details=[], **more)
            self.both(None, [self.cores("0")], wants=[{**asked("a", 1, -1, -1, 2), "cores": 1, "gpus": 2}], details=[], **more)
            self.both("has 2 GPUs, 3 were", [self.cores("0")], wants=[{**asked("a", 1, -1, -1, 2), "gpus": 3}], details=[], **more)
            self.both("has 1 cores, 2 were", [self.cores("0")], wants=[{**asked("a", 1, -1, -1, 2), "cores": 2}], details=[], **more)
            for own, gpu, wrong in (("(null)", "1", "job 1 began on n1"), ("(null)", "2", None), ("a", "1", None), ("a", "2", "beyond those")):
                cpu = "0" if own == "a" else "8"
                self.both(wrong, [self.cores("0")], [job(1, "n1", -0.5, 1, own)], details=[self.details(1, ("n1", cpu, gpu))], **more)


class Since(Checker):
    """Two looks, the second at NOON + later seconds."""
    begun, soon = reservation("a", 0, 2, "n[1-2]", 2), reservation("b", 1, 2, "n[3-4]", 2)

    def looks(self, second, first=None, later=10, before="n5|idle", after="n5|idle", options=(),
              wants=((), ())):
        """Take the first look, which is good; words for the second one."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        paths = [os.path.join(folder.name, name) for name in ("last", "before", "after")]
        for path, text in zip(paths[1:], (before, after)):
            with open(path, "w") as f:
                f.write(text + "\n")
        words = ["--since", paths[0], *options]
        self.good(first or [self.begun, self.soon], wants=wants[0],
                  options=[*words, "--nodes", paths[1]])
        return dict(reservations=second, wants=wants[1], now=NOON + later,
                    options=[*words, "--nodes", paths[2]])

    def test_nothing_has_changed(self):
        self.good(**self.looks([self.begun, self.soon]))

    def test_one_is_gone(self):
        self.bad("b was there until .*, and is gone before its end", **self.looks([self.begun]))
        self.good(**self.looks([], later=2 * HOUR))
        self.bad("a was there", **self.looks([self.soon], later=2 * HOUR - 1))

    def test_one_is_gone_as_asked(self):
        self.good(**self.looks([self.begun], wants=([asked("b", 2, 1, 1, 1)], [])))
        gone = self.looks([self.begun], wants=([asked("b", 2, -1, 1, 1)], [asked("b", 2, -1, 1, 1)]))
        self.bad("b was there until", **gone)

    def test_begun_moved_in_time(self):
        other = reservation("a", 0.5, 2.5, "n[1-2]", 2)
        self.bad(r"a .* had begun, and was moved to .*T12:30:00$", **self.looks([other, self.soon]))

    def test_begun_moved_in_nodes(self):
        other = reservation("a", 0, 2, "n[2,5]", 2)
        self.bad("a .* had begun, and has lost n1, which nothing took",
                 **self.looks([other, self.soon]))
        self.bad("a .* had begun, and has lost n1",
                 **self.looks([other, self.soon], before="n2|down", after="n2|down"))
        for state in ("down", "idle*", "drained", "draining*", "unknown"):
            self.good(**self.looks([other, self.soon], before=f"n1|{state}"))
            self.good(**self.looks([other, self.soon], after=f"n1|{state}"))

    def test_failed_between_the_looks(self):
        other = reservation("a", 0, 2, "n[5-6]", 2)
        self.good(**self.looks([other, self.soon], options=["--failed", "n[1-2],n7"]))
        self.good(**self.looks([other, self.soon], options=["--failed", "n1,n2,n2"]))
        self.bad("a .* had begun, and has lost n1, which",
                 **self.looks([other, self.soon], options=["--failed", "n[2-7]"]))
        self.bad("a .* had begun, and has lost", **self.looks([other, self.soon], options=["--failed", ""]))

    def test_maintained(self):
        other = reservation("a", 0, 2, "n[2,5]", 2)
        for start, good in ((1, True), (2, False)):
            maint = reservation("m", start, 3, "n1", 1, flags="MAINT,SPEC_NODES")
            looks = self.looks([other, self.soon, maint], wants=([], [asked("m", 1, start, start, 3 - start)]))
            (self.good if good else lambda **kw: self.bad("a .* had begun, and has lost n1", **kw))(**looks)

    def test_a_job_of_others(self):
        other = reservation("a", 0, 2, "n[2,5]", 2)
        self.good(**self.looks([other, self.soon]), jobs=[job(7, "n1", -1, 2)])
        self.bad("a .* had begun, and has lost n1", **self.looks([other, self.soon]), jobs=[job(7, "n8", -1, 2)])

    def test_not_begun_may_move(self):
        other = reservation("b", 0.5, 1.5, "n[4-5]", 2)
        self.good(**self.looks([self.begun, other]))

    def test_frozen(self):
        other = reservation("b", 0.5, 1.5, "n[4-5]", 2)
        frozen = ["--freeze", HOUR + 1]
        self.bad(r"b .* was frozen, and was moved to .*T12:30:00$",
                 **self.looks([self.begun, other], options=frozen))
        self.good(**self.looks([self.begun, other], options=["--freeze", HOUR]))
        self.good(**self.looks([self.begun, reservation("b", 1, 2, "n[4-5]", 2)], options=frozen))

    def test_changed_by_a_request(self):
        wants = [asked("a", 2, 0, 1, 2)], [asked("a", 2, 0, 1, 2, rev=2)]
        other = reservation("a", 0.5, 2.5, "n[5-6]", 2)
        self.good(**self.looks([other, self.soon], wants=wants))

    def test_slurms_own(self):
        for flags in ("DAILY", "MAINT,SPEC_NODES", "PURGE_COMP=00:05:00"):
            self.good(**self.looks([], first=[reservation("a", 0, 2, "n1", flags=flags)]))

    def test_not_a_look(self):
        with tempfile.NamedTemporaryFile("w") as f:
            f.write("{")
            f.flush()
            r = self.check(options=["--since", f.name, "--nodes", os.devnull])
            self.assertEqual(r.code, 2)
            self.assertIn("not a look", r.err)


class Input(Checker):

    def test_not_what_scontrol_prints(self):
        for line in ("slurm_load_reservations error", "ReservationName=a StartTime=x"):
            self.assertEqual(self.check([line]).code, 2)

    def test_not_what_squeue_prints(self):
        self.assertEqual(self.check(jobs=["1|2"]).code, 2)

    def test_not_a_request(self):
        for line in ("{", "[]", '{"name": "a"}'):
            r = self.check(wants=[line])
            self.assertEqual(r.code, 2)
            self.assertIn("not a request", r.err)

    def test_no_file(self):
        self.assertEqual(gq.run(gq.CHECKER, "--jobs", "/nonexistent/file",
                                "--reservations", "/nonexistent/file").code, 2)

    def test_no_slurm(self):
        self.assertEqual(gq.run(sys.executable, gq.CHECKER, env={"PATH": "/nonexistent"}).code, 2)


if __name__ == "__main__":
    unittest.main()
