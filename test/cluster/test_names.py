# SPDX-License-Identifier: GPL-2.0-or-later
"""A name service that hangs: nobody waits for it but those whose names it is asked for."""
import contextlib
import os
import shutil
import subprocess
import time
import unittest
import unittest.mock

import case
import gq
import timing
import users
from case import OTHER, at
from users import THIRD

SLOW = "news"  # the user for whom the name service does not answer
MANY = 12


def setUpModule():
    if not shutil.which("cc"):
        raise unittest.SkipTest("a slow name service needs cc")
    folder = case.new_folder()
    unittest.addModuleCleanup(shutil.rmtree, folder)
    library, Names.file = os.path.join(folder, "names.so"), os.path.join(folder, "hang")
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "names.c")
    subprocess.run(["cc", "-Wall", "-Wextra", "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)
    other = os.environ.get("GARQ_CLUSTER_PRELOAD")
    words = {"GARQ_TEST_HANG": Names.file, "GARQ_TEST_NAME": SLOW,
             "GARQ_CLUSTER_PRELOAD": f"{other}:{library}" if other else library}
    patch = unittest.mock.patch.dict(os.environ, words)
    patch.start()
    unittest.addModuleCleanup(patch.stop)
    # Those that wait are to wait, and others have room: half of the threads (plugin/rpc/pool.h).
    users.start(["MessageTimeout=100", f"SlurmctldParameters=conmgr_threads={4 * MANY}"])


class Names(users.Case):
    # Mail looks up names by itself, a minute after a change.
    options = (*users.Case.options, "garq_mail=0")

    @contextlib.contextmanager
    def hanging(self, answered=0):
        """The name service answers so many times more, and not again in here."""
        for name in (self.file, self.file + ".asked"):
            with contextlib.suppress(FileNotFoundError):
                os.unlink(name)
        case.replace(self.file, f"{answered}\n")
        try:
            yield
            self.assertTrue(os.path.exists(self.file))
        finally:
            os.unlink(self.file)

    def asked(self):
        """How many times it was asked since then."""
        try:
            return os.path.getsize(self.file + ".asked")
        except FileNotFoundError:
            return 0

    def begin(self, *words, user=None):
        """Start scontrol, which is to wait."""
        words = ["scontrol", *words]
        if user:
            words = ["setpriv", f"--reuid={user}", "--clear-groups", *words]
        p = subprocess.Popen(words, env=self.c.env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT, text=True)
        self.addCleanup(p.stdout.close)
        self.addCleanup(p.wait)
        self.addCleanup(p.kill)
        return p

    def begin_create(self, i, user=None, **options):
        start = at(10 + i % 10, day=2 + i // 10)
        words = {"StartTime": gq.stamp(start), "Duration": 30, "NodeCnt": 1, **options}
        return self.begin("create", "reservation", f"ReservationName=slow{i}",
                          *(f"{k}={v}" for k, v in words.items()), user=user)

    def others_go_on(self):
        """Commands of others are served, though names are being looked up."""
        self.running_job("-N1", "-t5")
        self.assertTrue(self.c.run("squeue", "-h").ok)
        self.make("quick", at(10, day=5), at(11, day=5), NodeCnt=2)
        self.change("quick", NodeCnt=3)
        self.his("mine", at(10, day=5), at(11, day=5), NodeCnt=1)
        self.change_his("mine", end=at(12, day=5))
        for name in ("quick", "mine"):
            self.assertTrue(self.c.delete(name).ok)

    def all_wait(self, waiting, asked):
        gq.wait_for(lambda: self.asked() >= asked, f"{asked} look-ups hang")
        self.others_go_on()
        self.assertEqual([p.poll() for p in waiting], [None] * len(waiting), "these wait")

    def all_end(self, waiting):
        for p in waiting:
            out, _ = p.communicate(timeout=gq.LEAST)
            self.assertEqual(p.returncode, 0, out)

    def test_operator(self):
        with self.hanging():
            waiting = [self.begin_create(i, Users=SLOW) for i in range(MANY)]
            self.all_wait(waiting, MANY)
        self.all_end(waiting)
        found = self.c.reservations()
        self.assertEqual({found[f"slow{i}"]["Users"] for i in range(MANY)}, {SLOW})

    def test_groups(self):
        with self.hanging():
            waiting = [self.begin_create(i, Groups=SLOW) for i in range(MANY)]
            self.all_wait(waiting, MANY)
        self.all_end(waiting)

    def test_update(self):
        self.make("r", at(10), at(11), NodeCnt=1)
        with self.hanging():
            p = self.begin("update", "ReservationName=r", f"Users+={SLOW}")
            self.all_wait([p], 1)
        self.all_end([p])
        self.assertEqual(self.fields("r")["Users"], f"root,{SLOW}")

    def test_user(self):
        """The user's own name is looked up, once."""
        with self.hanging():
            waiting = [self.begin_create(i, user=SLOW, Users=SLOW) for i in range(2)]
            self.all_wait(waiting, 2)
        self.all_end(waiting)
        self.assertEqual(self.fields("slow0")["Users"], SLOW)

    def test_other_user(self):
        """One thread looks up names of others: a user waits for it a moment, once, and others never."""
        words = dict(start=at(10), end=at(11), NodeCnt=1)
        with self.hanging():
            self.refuse_him("r", "ask again in a few seconds", Users=SLOW, **words)
            for users in (SLOW, f"{OTHER},{SLOW}", f"-{SLOW}", f"{OTHER},{THIRD}"):
                self.refuse_him("r", "ask again in a few seconds", Users=users, **words)
                self.at_once(self.c.create, "r", Users=users)
            self.refuse_him("r", "ask again in a few seconds", user=THIRD, Users=f"{OTHER},{THIRD}", **words)
            self.at_once(self.c.create, "r", user=THIRD, Users=f"{OTHER},{THIRD}")
            self.refuse_him("r", "Groups: only operators", Users=None, Groups=SLOW, **words)
            self.refuse_him("hold:60:r", "Users: only operators", Users=SLOW, **words)
            self.his("h", NodeCnt=1, start=at(10), end=at(11))
            self.refuse_his("h", "ask again in a few seconds", plus_Users=SLOW)
            self.at_once(self.c.update, "h", plus_Users=SLOW)
            self.assertTrue(self.c.create("log", user=OTHER, Users=SLOW, StartTime="now", Duration=1, NodeCnt=1).ok)
            self.assertEqual(self.asked(), 1)
            self.others_go_on()
        self.told_when_known(f"as {SLOW}: give Users={OTHER}", self.c.create, "r", Users=SLOW, NodeCnt=1,
                             StartTime=gq.stamp(at(10)), Duration=60)
        self.told_when_known(f"as \\+{SLOW}: give Users={OTHER}", self.c.update, "h", plus_Users=SLOW)

    def at_once(self, ask, name, user=OTHER, **options):
        """It is answered in less than the time that one who waits is kept: at some try, as the machine may be busy."""
        if ask == self.c.create:
            options |= {"StartTime": gq.stamp(at(10)), "Duration": 60, "NodeCnt": 1}

        def is_quick():
            begun = time.monotonic()
            self.assertIn("ask again in a few seconds", ask(name, user=user, **options).err)
            return time.monotonic() - begun < timing.NAMES_PATIENCE
        gq.wait_for(is_quick, "the answer comes at once")

    def told_when_known(self, pattern, ask, name, **options):
        """Nobody waits while a search is slow, which it may be for a moment yet on a busy machine."""
        said = []

        def is_known():
            said.append(ask(name, user=OTHER, **options).err)
            return "ask again" not in said[-1]

        gq.wait_for(is_known, "the name service has answered", pause=1)
        self.assertRegex(said[-1], pattern)

    def test_other_users_are_counted(self):
        """All names that one user has looked up, in many requests, are bounded; and one request is."""
        words = dict(user=OTHER, StartTime=gq.stamp(at(10)), Duration=60, NodeCnt=1)
        with self.hanging(answered=10 ** 6):
            self.limits("rate=10")
            self.c.create("r", Users=f"{OTHER},{SLOW}," * 6, **words)
            self.assertEqual(self.asked(), 0)
            said = [self.c.create("r", Users=f"{OTHER},{SLOW}", **words).err for _ in range(8)]
            self.assertRegex(said[3], f"as {SLOW}: give")
            self.assertRegex(said[-1], "10 requests a minute are allowed")
            self.assertGreater(self.asked(), 0)
            self.assertLess(self.asked(), 20)

    def test_other_users_of_a_request_that_stands_by(self):
        """It is tried again when they are known; the agent does not wait for that."""
        self.put_together(OTHER, SLOW)
        both = f"{OTHER},{SLOW}"
        self.make("wall", at(10), at(12), NodeCnt=6)
        self.refuse_him("standby:book:s", "s stands by", start=at(10), end=at(11), NodeCnt=4, Users=both)
        with self.hanging():
            self.assertTrue(self.c.delete("wall").ok)
            gq.wait_for(self.asked, "its users are looked up")
            self.others_go_on()
            self.assertNotIn("s", self.c.reservations())
            self.assertEqual(self.asked(), 1)
        gq.wait_for(lambda: "s" in self.c.reservations(), "it is booked", 30)
        self.assertEqual(self.fields("s")["Users"], both)

    def test_other_users_of_those_who_may_not_ask(self):
        self.make("r", at(10), at(11), NodeCnt=1, Users=OTHER)
        self.reconfigure(SchedulerParameters="bf_interval=2")
        with self.hanging():
            for name in ("r", "hold:60:x"):
                self.refuse_change(name, user=OTHER, Users=f"{OTHER},{SLOW}")
            self.refuse_him("x", start=at(10), end=at(11), NodeCnt=1, Users=SLOW)
            self.assertEqual(self.asked(), 0)

    def test_no_second_look_up(self):
        """Slurm does not look up again, with its locks held, what was looked up before them."""
        with self.hanging(answered=1):
            self.assertEqual(self.make("r", at(10), at(11), NodeCnt=1, Users=SLOW)["Users"], SLOW)
        with self.hanging(answered=1):
            self.make("native", at(10), at(11), Nodes="n8", Users=SLOW, Flags="MAINT,DAILY")
        with self.hanging(answered=1):
            self.assertEqual(self.change("r", Users=f"root,{SLOW}")["Users"], f"root,{SLOW}")
        with self.hanging(answered=1):
            self.assertEqual(self.change("r", minus_Users=SLOW)["Users"], "root")
        with self.hanging(answered=1):
            self.assertEqual(self.change("native", plus_Users="root")["Users"], f"{SLOW},root")

    def test_accept(self):
        """An operator accepts what another operator asked for in the name of a slow user."""
        self.make("a", at(10), at(12), Nodes="n[1-6]")
        r = self.c.create("r", Users=SLOW, StartTime=gq.stamp(at(10)), Duration=60, NodeCnt=2)
        offer = next(iter(self.offered(r)))
        with self.hanging():
            p = self.begin("update", f"ReservationName={offer}")
            self.all_wait([p], 1)
        self.all_end([p])
        self.assertEqual(self.fields("r")["Users"], SLOW)


if __name__ == "__main__":
    unittest.main()
