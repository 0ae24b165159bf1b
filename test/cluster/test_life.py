# SPDX-License-Identifier: GPL-2.0-or-later
"""contrib/soak/soak life for a short while: nobody is booked twice, lost, or moved as he must not be.

SEED= replays the choices, SECONDS= makes it longer; so does a machine that is slow.
"""
import json
import os
import re
import sys
import tempfile
import time
import types
import unittest

import case
import gq
from booked import Booking, free_somewhere
from test_soak import soak

ROUNDS = 20	# at least
sys.path.insert(0, os.path.join(gq.TOP, "contrib", "soak"))

import accounts	# noqa: E402
from deadlines import Broken, Job, Promises	# noqa: E402
from history import Row, leads	# noqa: E402
from judge import Judge, Look	# noqa: E402
from order import Wrong	# noqa: E402
from sizes import Sizes	# noqa: E402
import places	# noqa: E402
import turns	# noqa: E402


class Life(unittest.TestCase):

    def test_it_goes_on(self):
        self.goes_on()

    @unittest.skipUnless(os.environ.get("GARQ_LONG"), "takes minutes: set GARQ_LONG")
    @case.needs_root
    def test_two_controllers(self):
        self.goes_on("--pair")

    @unittest.skipUnless(os.environ.get("GARQ_LONG"), "takes minutes: set GARQ_LONG")
    @unittest.skipIf(accounts.MISSING, "accounts need a database")
    def test_an_account_that_is_gone_at_times(self):
        self.goes_on("--accounting")

    def goes_on(self, *more):
        out = soak(self, "life", "--rounds", ROUNDS, *more, seconds=30)
        for pattern, least in ((r"^(\d+) rounds in", ROUNDS), (r"^looked at: (\d+) began,", 1), (r"^with a deadline: (\d+) booked", 1)):
            self.assertGreaterEqual(int(re.search(pattern, out, re.M)[1]), least, out)


class Asked(unittest.TestCase):
    """What check-reservations is asked for a job with a deadline."""

    def test_a_requeued_one_is_booked_for_its_new_limit(self):
        job = Job("1", "dl1", 1, frozenset(["n1"]), 1000, 10000, 3, 1000, name="garq.job@1")
        self.assertEqual([(line["duration"], line["lsr"]) for line in job.lines()], [(240, 9760)])
        job.change(longer=(120, 300))
        self.assertEqual([(line["duration"], line["lsr"]) for line in job.lines()],
                         [(240, 9760), (120, 9880), (300, 9760)])


class Taken(unittest.TestCase):
    """A reservation whose node has failed, or is maintained, for long."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.log = os.path.join(folder.name, "log")
        os.mkdir(os.path.join(folder.name, "state"))
        self.counts = os.path.join(folder.name, "state", "garq.counts")
        self.judge = Judge(types.SimpleNamespace(folder=folder.name, log_paths=lambda: [self.log]), os.path.join(folder.name, "looks"))
        self.judge.began = 0
        self.among = "n1"

    def look(self, now, line="", failed=("n1",), jobs=(), **others):
        """A look, and what the log has when it is read after it."""
        with open(self.log, "a") as f:
            f.write(line and f"[x] sched/garq: reservation r {line}\n")
        there = {name: dict(start=now + start, end=now + end, nodes=["n1"], flags=flags)
                 for name, (start, end, *flags) in {"r": (1000, 2000), **others}.items()}
        self.judge.look = Look(json.dumps(dict(began=now, failed=failed, reservations=there, asked={"r": [{"among": self.among, "nodes": 1}]},
                                               jobs={"1": dict(end=now + 60, nodes=["n1"], reservations=list(jobs))} if jobs else {})))
        self.judge.read_log()
        self.judge.check_taken()

    def test_the_log_has_to_tell(self):
        self.look(1000)
        self.assertRaisesRegex(Wrong, "does not say so", self.look, 1200)

    def test_it_is_mended_after_the_look(self):
        self.look(1000, "is degraded: it lacks n1")
        self.look(1200)
        self.look(1201, "is complete again")
        self.assertRaisesRegex(Wrong, "does not say so", self.look, 1202)

    def test_a_failed_node_may_be_back(self):
        """A booking of days to come is not asked about it, but about maintenance."""
        for now in (1000, 1200, 1400):
            self.look(now, r=(100000, 101000))
        there = {"r": (100000, 101000), "m": (100500, 103000, "MAINT")}
        self.look(1600, **there)
        self.assertRaisesRegex(Wrong, "does not say so", self.look, 1800, **there)

    def test_maintained(self):
        self.look(1000, failed=(), m=(1500, 3000, "MAINT"))
        self.look(1200, failed=(), m=(1500, 3000, "MAINT"), jobs=["r"])
        self.look(1400, failed=(), m=(2000, 3000, "MAINT"))
        self.look(1600, failed=(), m=(500, 1001, "MAINT"))
        self.assertRaisesRegex(Wrong, "does not say so", self.look, 1800, failed=(), m=(500, 1001, "MAINT"))

    def report(self, number, when):
        """The agent has had a turn."""
        with open(self.counts, "w") as f:
            f.write(f"garq.counts 1\nserial {number}\nnow {when}\nlooked {when}.500000\ndelta 60\n")

    def look_after(self, number, when, now, *words, **more):
        self.report(number, when)
        self.judge.turns.read(self.judge.began)
        self.look(now, *words, **more)

    def test_three_turns_have_to_do(self):
        """However long they take; one that was before the maintenance was seen is none of them."""
        there = {"failed": (), "m": (1500, 3000, "MAINT")}
        self.look_after(7, 999, 1000, **there)
        self.look_after(8, 1001, 1002, **there)
        self.look_after(8, 1001, 1050, **there)
        self.look_after(9, 1052, 1053, **there)
        self.assertRaisesRegex(Wrong, "does not say so in 3 turns", self.look_after, 10, 1054, 1055, **there)
        self.look_after(11, 1056, 1057, "is degraded: it lacks n1", **there)
        self.look_after(20, 1070, 1071, **there)

    def test_turns_that_nobody_has_read(self):
        self.look_after(7, 1001, 1000, failed=(), m=(1500, 3000, "MAINT"))
        self.assertRaisesRegex(Wrong, "in 3 turns", self.look_after, 9, 1005, 1006, failed=(), m=(1500, 3000, "MAINT"))

    def test_a_node_may_be_back_soon(self):
        """The patience of the plugin begins when it has seen that the node failed."""
        waits = turns.until_failed()
        self.look_after(1, 1001, 1000)
        self.look_after(9, 1000 + waits, 1001 + waits)
        self.look_after(10, 1001 + waits, 1002 + waits)
        self.look_after(11, 1003 + waits, 1004 + waits)
        self.assertRaisesRegex(Wrong, "in 3 turns", self.look_after, 12, 1005 + waits, 1006 + waits)

    def test_it_does_not_fit(self):
        """A node has left the partition, or has other features. What begins keeps it."""
        self.among = "n1,n2"
        one = self.judge.places = places.Places(None, 4)
        one.lost[places.PARTITION].add("n1")
        there = {"failed": ()}
        self.look_after(1, 1001, 1000, **there)
        self.assertRaisesRegex(Wrong, "in 3 turns", self.look_after, 3, 1005, 1006, **there)
        self.judge.began = 1006
        self.look_after(1, 1007, 1006, r=(1, 1000), **there)
        self.look_after(5, 1015, 1016, r=(-9, 1000), **there)
        self.among = "n1,n2,n3"
        self.look_after(7, 1017, 1018, **there)
        self.look_after(11, 1025, 1026, **there)

    def test_the_mark_goes_when_all_is_back(self):
        self.look_after(1, 1001, 1000, "is degraded: it lacks n1")
        self.look_after(9, 1017, 1018)
        self.look_after(10, 1019, 1020, failed=())
        self.look_after(11, 1021, 1022, failed=())
        self.look_after(12, 1023, 1024, failed=(), m=(1500, 3000, "MAINT"))
        self.look_after(13, 1025, 1026, failed=())
        self.look_after(15, 1029, 1030, failed=())
        self.assertRaisesRegex(Wrong, "still degraded after 3 turns", self.look_after, 17, 1031, 1032, failed=())
        self.look_after(18, 1033, 1034, "is complete again", failed=())
        self.look_after(27, 1053, 1054, failed=())

    def test_turns_of_another_slurmctld(self):
        self.look_after(7, 1001, 1000, failed=(), m=(1500, 3000, "MAINT"))
        self.judge.began = 1002
        self.look_after(1, 1003, 1002, failed=(), m=(1500, 3000, "MAINT"))
        self.look_after(2, 1005, 1006, failed=(), m=(1500, 3000, "MAINT"))

    def test_a_start_tells_again(self):
        """What the slurmctld before it has told is in the same part of the log, or in another log."""
        with open(self.log, "w") as f:
            f.write("[3] sched/garq: reservation r is degraded: it lacks n1\n[1] sched/garq: reservation q is degraded: it lacks n1\n"
                    "[2] sched/garq: ledger reconciled with Slurm: 1 made again\n")
        self.judge.read_log()
        self.assertEqual(self.judge.degraded, {"r"})

    def test_moved_and_lacks_others_as_before(self):
        self.look(1000, "is degraded: it lacks n1")
        self.look(1001, "lost nodes (n7 failed), it is on n[1-2] now")
        self.look(1300)

    def test_nodes_that_did_not_answer(self):
        self.assertEqual(self.judge.have_failed(), "")
        for nodes in ("n[1-2,7]", "gpu1"):
            with open(self.log, "a") as f:
                f.write(f"[2026-11-26T01:34:07.825] error: Nodes {nodes} not responding\n[x] Node n7 now responding\n")
        self.assertEqual(self.judge.have_failed(), "n[1-2,7],gpu1")
        self.judge.read_log()
        self.assertEqual(self.judge.have_failed(), "n[1-2,7],gpu1")
        self.assertEqual(self.judge.have_failed(), "")


class Units(unittest.TestCase):
    """Where bookings of cores and GPUs fit: two nodes of four cores and two GPUs, and one without GPUs."""
    HAS = {f"n{i}": {f"core {c}" for c in range(4)} | ({"GPU 0", "GPU 1"} if i < 3 else set()) for i in (1, 2, 3)}

    def start(self, units, *taken, nodes=None, among=("n1", "n2", "n3"), window=100):
        """Where it fits, for 10 seconds from 0 on."""
        booking = Booking("r", nodes, 0, window, 10, frozenset(among), units=units)
        return free_somewhere(booking, taken, 0, window, self.HAS)

    def test_on_the_fewest_nodes_evenly(self):
        """Four cores are those of one node, five are three and two."""
        busy = [(0, 50, {"n1": {"core 0"}, "n2": {"core 3"}})]
        self.assertEqual(self.start((4, 0), *busy), 0)
        self.assertEqual(self.start((4, 0), *busy, among=("n1", "n2")), 50)
        self.assertEqual(self.start((5, 0), *busy, among=("n1", "n2")), 0)
        self.assertEqual(self.start((7, 0), *busy, among=("n1", "n2")), 50)
        self.assertIsNone(self.start((9, 0), among=("n1", "n2")))

    def test_on_as_many_nodes(self):
        busy = [(0, 50, {"n1": None, "n2": {"core 0", "core 1"}})]
        self.assertEqual(self.start((5, 0), *busy, nodes=2), 0)
        self.assertEqual(self.start((5, 0), (0, 30, {"n3": {"core 0", "core 1"}}), *busy, nodes=2), 30)
        self.assertEqual(self.start((3, 0), *busy, nodes=3), 50)

    def test_gpus(self):
        self.assertEqual(self.start((2, 2), (0, 50, {"n1": {"GPU 0"}})), 0)
        self.assertEqual(self.start((2, 2), (0, 50, {"n1": {"GPU 0"}}), (0, 40, {"n2": None})), 40)
        self.assertEqual(self.start((3, 3), (0, 40, {"n2": {"core 0"}})), 0)

    def test_beside_whole_nodes(self):
        """Sets of nodes are all of them, as failed ones are."""
        self.assertEqual(self.start((1, 0), (0, 1 << 62, {"n1", "n2"}), (0, 20, {"n3": None})), 20)
        self.assertIsNone(self.start((1, 0), (0, 1 << 62, {"n1", "n2", "n3"})))


class Lacking(unittest.TestCase):
    """For whom a booking may be while one of its accounts is away."""

    def setUp(self):
        self.had = 0	# turns of the agent
        self.accounts = accounts.Accounts(types.SimpleNamespace(folder="/nonexistent"), ["root"])
        self.accounts.turns = types.SimpleNamespace(since=lambda when: self.had)

    def check(self, both, alone):
        names = f"{accounts.AT_TIMES},{accounts.ALWAYS}"
        self.assertEqual((list(self.accounts.lacking(names)), list(self.accounts.lacking(accounts.AT_TIMES))), (both, alone))

    def test_away_and_back(self):
        rest, root = ("(null)", accounts.ALWAYS), ("root", "(null)")
        self.check([], [])
        self.accounts.there = False
        self.check([rest, root], [root])
        self.had = accounts.TRIED	# since slurmctld has begun
        self.check([rest], [root])
        self.accounts.there, self.accounts.back, self.had = True, 1000, accounts.TRIED - 1
        self.check([rest, root], [root])
        self.had += 1
        self.check([], [])


class Grows(unittest.TestCase):
    """What has grown in many hours."""

    def grown(self, *hours):
        one = Sizes(self.folder)
        one.hours = hours
        return list(one.grown())

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def test_flat(self):
        fills, full = [(5, 5, i) for i in range(3)], [(100, 100 + i, i) for i in range(3, 9)]
        self.assertEqual(self.grown(*fills, *full), [])
        self.assertEqual(self.grown(*full[:3]), [])

    def test_what_grows(self):
        found = self.grown(*[(100, 100, 0)] * 8, (126, 100, 0))
        self.assertEqual(len(found), 1, found)
        self.assertIn("slurmctld", found[0])

    def test_the_largest_of_an_hour_counts(self):
        with open(os.path.join(self.folder, "garq.ledger"), "wb") as f:
            f.write(bytes(4096))
        with open(os.path.join(self.folder, "garq.ledger-wal"), "wb") as f:
            f.write(bytes(2048))
        one = Sizes(self.folder)
        one.look(1, os.getpid())
        os.unlink(f.name)
        one.look(1, 0)
        self.assertEqual([hour[1:] for hour in one.hours], [(0, 0), (6, 0)])
        self.assertGreater(one.hours[1][0], 0)


class History(unittest.TestCase):
    """Does a history lead from one place to the other?"""

    @staticmethod
    def rows(*moves):
        return [Row({"name": "a", "event": "moved", "old-start": was, "start": start,
                     "old-nodes": old, "nodes": new}) for was, start, old, new in moves]

    @staticmethod
    def at(start, *nodes):
        return start, frozenset(nodes)

    def test_leads(self):
        rows = self.rows((10, 20, None, None), (20, 20, "n[1-2]", "n[2-3]"), (20, 30, None, None))
        first, second = self.at(10, "n1", "n2"), self.at(20, "n1", "n2")
        third, last = self.at(20, "n2", "n3"), self.at(30, "n2", "n3")
        for was, at in ((first, second), (first, third), (first, last), (second, third),
                        (second, last), (third, last)):
            self.assertTrue(leads(rows, was, at))
        for was, at in ((second, first), (first, self.at(30, "n1", "n2")), (self.at(9, "n1"), last),
                        (first, self.at(20, "n2"))):
            self.assertFalse(leads(rows, was, at))
        self.assertFalse(leads((), first, second))


class Shown:
    """Stands for a cluster, and for what check-reservations has seen of it."""

    def __init__(self, folder):
        self.folder, self.jobs, self.reservations, self.failed = folder, "", {}, set()

    def run(self, *_):
        return gq.Result(0, self.jobs, "")

    @staticmethod
    def maintained(_):
        return set()


class Deadlines(unittest.TestCase):
    """Are promises to jobs seen to be kept, and to be broken?"""
    NAME = "garq.job@1"

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.shown = Shown(folder.name)
        self.promises = Promises(self.shown)
        self.now = int(time.time())
        self.job = Job("7", "dl1", 2, frozenset({"n1", "n2", "n3"}), self.now + 100, self.now + 600, 5,
                       self.now + 100, self.NAME)
        self.promises.jobs["7"] = self.job
        self.reserve(self.now + 100)

    def reserve(self, start):
        self.shown.reservations = {self.NAME: {"start": start, "end": start + 360, "nodes": ["n1", "n2"]}}

    def show(self, state, booking=NAME):
        self.shown.jobs = f"7|dl1|{state}|{booking}|N/A\n"

    def begin(self, when):
        with open(os.path.join(self.promises.folder, "dl1"), "w") as f:
            f.write(f"{when}\n")

    def kept(self):
        self.promises.check(self.shown)

    def broken(self, pattern):
        with self.assertRaisesRegex(Broken, pattern):
            self.kept()

    def test_lines(self):
        self.show("PENDING")
        self.assertEqual([(line["name"], line["nodes"], line["esr"], line["lsr"], line["duration"])
                          for line in self.promises.asked()],
                         [(self.NAME, 2, self.now + 100, self.now + 240, 360)])

    def test_waits(self):
        self.show("PENDING")
        self.kept()
        self.show("PENDING", "(null)")
        self.broken("waits, and has no booking any more")

    def test_booking_is_gone(self):
        self.show("PENDING")
        self.shown.reservations = {}
        self.broken("which is not there")

    def test_begins(self):
        self.show("RUNNING")
        self.begin(self.now + 120)
        self.kept()
        self.assertEqual(self.promises.tally["began"], 1)

    def test_begins_out_of_its_window(self):
        self.show("RUNNING")
        for when in (self.now + 99, self.now + 330):
            self.begin(when)
            self.broken("began at")

    def test_never_begins(self):
        self.show("DEADLINE")
        self.broken("has ended .DEADLINE. and never began")
        self.shown.jobs = ""
        self.broken("has ended .it is gone. and never began")

    def test_too_late(self):
        self.job.change(deadline=self.now + 250, esr=self.now - 200)
        self.reserve(self.now - 100)
        self.show("PENDING")
        self.broken("still waits")

    def test_excused(self):
        self.reserve(self.now)
        for excuse in (dict(held=True), dict(held=False)):
            self.shown.failed = set() if excuse["held"] else {"n2"}
            self.job.change(excuse=None, **excuse)
            self.show("PENDING")
            self.kept()
            self.show("PENDING", "(null)")
            self.kept()

    def test_stays_without_its_job(self):
        self.begin(self.now + 120)
        self.show("COMPLETED")
        self.kept()
        self.promises.lonely[self.NAME] -= 100
        self.broken("has had no job for")


if __name__ == "__main__":
    unittest.main()
