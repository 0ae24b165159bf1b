# SPDX-License-Identifier: GPL-2.0-or-later
"""contrib/soak/soak torture for a short while, and order.py: is a history that is wrong seen to be?

Of the former a few rounds at each change; more, with all that may happen, by name, with GARQ_LONG in the environment.
SEED= replays the choices, SECONDS= makes it longer; so does a machine that is slow.
"""
import collections
import contextlib
import dataclasses
import io
import os
import random
import re
import shutil
import signal
import sys
import tempfile
import types
import unittest
from unittest import mock

import case
import gq
import pair
from booked import NOBODY
from test_soak import SOAK, soak

ROUNDS = 5	# at least
sys.path.insert(0, os.path.join(gq.TOP, "contrib", "soak"))

import clients	# noqa: E402
import faults	# noqa: E402
import judge	# noqa: E402
import ran	# noqa: E402
import sets	# noqa: E402
import takeovers	# noqa: E402
import tallies	# noqa: E402
from clients import classify	# noqa: E402
from order import (CREATE, CUT, DELETE, MISSING, NO, TAKEN, UPDATE, YES, Call, History, Promise, Seen,	# noqa: E402
                   Unexplained, Wrong)

ALL = frozenset(f"n{i}" for i in range(1, 9))
HOUR = 3600
NOW = 100000


def new_folder(test):
    folder = tempfile.mkdtemp()
    test.addCleanup(shutil.rmtree, folder)
    return folder


def new_judge(test):
    folder = new_folder(test)
    return judge.Judge(types.SimpleNamespace(folder=folder), os.path.join(folder, "looks"))


class Order(unittest.TestCase):
    """Made-up histories of a reservation r. Times are those of the calls: 1, 2, 3..."""

    def setUp(self):
        self.history = History()
        self.promise = Promise("r", 2, NOW + HOUR, NOW + 2 * HOUR, 600, ALL)

    # --- calls -------------------------------------------------------------------

    def call(self, verb, begun, ended, answer=YES, change=None, name="r", **more):
        self.history.add(Call(name, verb, begun, ended, answer, change, **{"now": NOW, **more}))

    def create(self, begun, ended, answer=YES, **more):
        self.call(CREATE, begun, ended, answer, self.promise, **more)

    def look(self, begun, ended, start=None, seconds=600, nodes=("n1", "n2"), name="r", now=NOW, latest=0, away=0, accounts=NOBODY):
        """What is seen of r; start=None: it is not there."""
        seen = None if start is None else Seen(start, start + seconds, frozenset(nodes), accounts)
        self.history.saw({name: seen} if seen else {}, begun, ended, now, latest=latest, away=away)

    def there(self, begun, ended, **more):
        self.look(begun, ended, NOW + HOUR, **more)

    def right(self):
        return self.history.explain()

    def wrong(self):
        with self.assertRaises(Unexplained) as caught:
            self.history.explain()
        self.assertIn("r: no order of these calls", str(caught.exception))

    # --- one call after another -----------------------------------------------------

    def test_created(self):
        self.create(1, 2)
        self.there(3, 4)
        self.assertEqual(self.right(), {"r": {self.promise}})

    def test_lost(self):
        self.create(1, 2)
        self.look(3, 4)
        self.wrong()

    def test_lost_later(self):
        """What was explained is known in the next round."""
        self.create(1, 2)
        self.there(3, 4)
        self.right()
        self.look(5, 6)
        self.wrong()

    def test_made_by_nobody(self):
        self.there(1, 2)
        self.wrong()

    def test_created_twice(self):
        self.create(1, 2)
        self.create(3, 4)
        self.wrong()

    def test_created_after_delete(self):
        self.create(1, 2)
        self.call(DELETE, 3, 4)
        self.create(5, 6)
        self.there(7, 8)
        self.right()

    def test_refused_left_something(self):
        self.create(1, 2, NO)
        self.there(3, 4)
        self.wrong()

    def test_refused_update_left_something(self):
        self.create(1, 2)
        self.call(UPDATE, 3, 4, NO, {"nodes": 3})
        self.there(5, 6, nodes=("n1", "n2", "n3"))
        self.wrong()

    def test_refused_delete_deleted(self):
        self.create(1, 2)
        self.call(DELETE, 3, 4, NO)
        self.look(5, 6)
        self.wrong()

    def test_deleted_and_there(self):
        self.create(1, 2)
        self.call(DELETE, 3, 4)
        self.there(5, 6)
        self.wrong()

    def test_update_lost(self):
        self.create(1, 2)
        self.call(UPDATE, 3, 4, YES, {"duration": 1200})
        self.there(5, 6)
        self.wrong()

    def test_update_of_nothing(self):
        self.call(UPDATE, 1, 2, YES, {"nodes": 3})
        self.wrong()

    def test_update(self):
        self.create(1, 2)
        self.call(UPDATE, 3, 4, YES, {"esr": NOW + 5 * HOUR, "duration": 1200})
        self.look(5, 6, NOW + 6 * HOUR, 1200)	# the window is as wide as it was
        self.right()

    def test_window_changed(self):
        self.create(1, 2)
        self.call(UPDATE, 3, 4, YES, {"delay": 60})
        self.look(5, 6, NOW + HOUR + 61)
        self.wrong()

    def test_taken_by_nobody(self):
        self.create(1, 2, TAKEN)
        self.wrong()

    def test_taken_by_what_ends(self):
        """It was deleted, and is there for the jobs in it."""
        self.create(1, 2, TAKEN)
        self.history.saw({}, 3, 4, NOW, ends=frozenset("r"))
        self.right()
        self.create(5, 6, TAKEN)
        self.look(7, 8)
        self.right()
        self.create(9, 10, TAKEN)
        self.wrong()

    def test_what_ends_is_deleted(self):
        self.call(DELETE, 1, 2)
        self.history.saw({}, 3, 4, NOW, ends=frozenset("r"))
        self.right()
        self.look(5, 6)
        self.right()
        self.call(DELETE, 7, 8)
        self.wrong()

    def test_what_ends_is_not_there_again(self):
        """That Slurm keeps its name for jobs excuses no booking that is there, or is not."""
        self.create(1, 2)
        self.call(DELETE, 3, 4)
        self.history.saw({}, 5, 6, NOW, ends=frozenset("r"))
        self.right()
        self.there(7, 8)
        self.wrong()
        self.setUp()
        self.create(1, 2)
        self.history.saw({}, 3, 4, NOW, ends=frozenset("r"))
        self.wrong()

    def test_missing_and_there(self):
        self.create(1, 2)
        self.call(DELETE, 3, 4, MISSING)
        self.wrong()

    # --- what a look has to show ------------------------------------------------------

    def test_shifted(self):
        self.create(1, 2)
        self.look(3, 4, NOW + 2 * HOUR)
        self.right()

    def test_shifted_out_of_its_window(self):
        for start in (NOW + HOUR - 1, NOW + 2 * HOUR + 1):
            with self.subTest(start=start):
                self.setUp()
                self.create(1, 2)
                self.look(3, 4, start)
                self.wrong()

    def test_fewer_or_more_nodes(self):
        for nodes in (("n1",), ("n1", "n2", "n3"), ("n1", "n9")):
            with self.subTest(nodes=nodes):
                self.setUp()
                self.create(1, 2)
                self.there(3, 4, nodes=nodes)
                self.wrong()

    def test_of_another_length(self):
        self.create(1, 2)
        self.there(3, 4, seconds=599)
        self.wrong()

    def test_a_node_was_away_from_slurm_conf(self):
        """Slurm drops it from what is in its list, and does not give it back."""
        self.create(1, 2)
        self.there(3, 4, nodes=("n1",), away=1)
        self.right()
        self.there(5, 6, nodes=("n1",))
        self.right()
        self.there(7, 8)
        self.wrong()

    def test_more_is_missing_than_was_away(self):
        for nodes, seconds in ((("n1",), 599), (("n1", "n2", "n3"), 600), ((), 600)):
            with self.subTest(nodes=nodes):
                self.setUp()
                self.create(1, 2)
                self.there(3, 4, nodes=nodes, seconds=seconds, away=1)
                self.wrong()

    # --- time ---------------------------------------------------------------------------

    def test_it_is_over(self):
        self.create(1, 2)
        self.look(3, 4, now=NOW + HOUR + 600)
        self.right()
        self.create(5, 6, now=NOW + HOUR + 600)
        self.right()

    def test_deleted_when_it_had_begun(self):
        """It is there until Slurm purges it, and is over."""
        self.create(1, 2)
        self.call(DELETE, 3, 4, now=NOW + HOUR + 10)
        self.look(5, 6, NOW + HOUR, 10, now=NOW + HOUR + 10)
        self.right()
        self.look(7, 8, NOW + HOUR, 20, now=NOW + HOUR + 19)
        self.wrong()

    def test_told_to_be_over(self):
        """By a clock that is ahead it ends at that time; it is there when that is put back."""
        late = NOW + HOUR + 400
        for end, right in ((late, True), (late - 1, True), (late - 10, False), (late + 10, False), (NOW + HOUR + 300, True)):
            with self.subTest(end=end):
                self.setUp()
                self.promise = dataclasses.replace(self.promise, lsr=self.promise.esr)
                self.create(1, 2)
                self.call(UPDATE, 3, 4, YES, {"duration": 300}, now=late)
                self.look(5, 6, NOW + HOUR, end - NOW - HOUR)
                self.right() if right else self.wrong()

    def test_told_to_be_over_and_moved(self):
        """It had begun 1000 s after its earliest start, and begins at that when the clock is put back."""
        late = NOW + 2 * HOUR + 400
        for seconds, right in ((late - NOW - HOUR - 1000, True), (late - NOW - HOUR + 10, False), (300, False)):
            with self.subTest(seconds=seconds):
                self.setUp()
                self.create(1, 2)
                self.call(UPDATE, 3, 4, YES, {"duration": 600}, now=late)
                self.look(5, 6, NOW + HOUR, seconds)
                self.right() if right else self.wrong()

    def test_gone_before_its_end(self):
        self.create(1, 2)
        self.look(3, 4, now=NOW + HOUR + 599)
        self.wrong()

    def test_clock_that_was_ahead(self):
        """A booking that had ended by such a clock is back when that is put back."""
        self.create(1, 2)
        self.look(3, 4, now=NOW + 9 * HOUR)
        self.there(5, 6)
        self.right()
        self.look(7, 8, latest=NOW + 9 * HOUR)
        self.wrong()

    def test_another_one_has_its_name_by_such_a_clock(self):
        """When that is deleted the first one may be back, if slurmctld was killed; only then, and as it was."""
        late = NOW + 9 * HOUR
        other = dataclasses.replace(self.promise, nodes=1, esr=late + HOUR, lsr=late + HOUR)
        for right, killed, ahead, deleted, nodes in ((True, True, 9 * HOUR, YES, ("n1", "n2")), (False, False, 9 * HOUR, YES, ("n1", "n2")),
                                                     (False, True, HOUR, YES, ("n1", "n2")), (False, True, 9 * HOUR, NO, ("n1", "n2")),
                                                     (False, True, 9 * HOUR, YES, ("n1",))):
            with self.subTest(killed=killed, ahead=ahead, deleted=deleted, nodes=nodes):
                self.setUp()
                self.create(1, 2)
                self.there(3, 4)
                self.right()
                self.history.killed = killed
                self.call(CREATE, 5, 6, YES, other, now=late, ahead=ahead)
                self.call(DELETE, 7, 8, deleted, now=late, ahead=ahead)
                self.there(9, 10, nodes=nodes)
                self.right() if right else self.wrong()

    def test_another_one_has_its_name_and_all_is_explained(self):
        """A later round has to delete it."""
        late = NOW + 9 * HOUR
        other = dataclasses.replace(self.promise, nodes=1, esr=late + HOUR, lsr=late + HOUR)
        self.history.killed = True
        self.create(1, 2)
        self.call(CREATE, 5, 6, YES, other, now=late, ahead=9 * HOUR)
        self.look(7, 8, late + HOUR, nodes=("n1",))
        self.right()
        self.history.killed = True
        self.call(DELETE, 9, 10)
        self.there(11, 12)
        self.wrong()

    def test_accounts(self):
        """An account that was gone is back; a hold is its holder's alone."""
        for held_until, accounts, right in ((0, "lab,science", True), (0, "science", False), (0, NOBODY, False), (NOW + 60, NOBODY, True),
                                            (NOW + 60, "lab,science", False)):
            with self.subTest(held_until=held_until, accounts=accounts):
                self.setUp()
                self.promise = dataclasses.replace(self.promise, accounts="lab,science", held_until=held_until)
                self.create(1, 2)
                self.there(3, 4, accounts=accounts)
                self.right() if right else self.wrong()

    def test_hold(self):
        self.promise = Promise("r", 2, NOW + HOUR, NOW + HOUR, 600, ALL, held_until=NOW + 60)
        self.create(1, 2)
        self.look(3, 4, now=NOW + 60)
        self.right()

    def test_hold_by_a_clock_that_was_ahead(self):
        """It has ended by that, and is not back; one that is made later has nothing to do with it."""
        for latest, right in ((NOW + 60, True), (NOW + 59, False)):
            with self.subTest(latest=latest):
                self.setUp()
                self.promise = Promise("r", 2, NOW + HOUR, NOW + HOUR, 600, ALL, held_until=NOW + 60)
                self.create(1, 2)
                self.look(3, 4, latest=latest)
                self.right() if right else self.wrong()

    def test_hold_that_is_over_stays_so(self):
        """What was seen when the clock was ahead is known in the next round, in which it is not."""
        self.promise = Promise("r", 2, NOW + HOUR, NOW + HOUR, 600, ALL, held_until=NOW + 60)
        self.create(1, 2)
        self.look(3, 4, latest=NOW + 60)
        self.right()
        self.look(5, 6)
        self.right()
        self.there(7, 8)
        self.wrong()

    def test_hold_that_is_confirmed(self):
        self.promise = Promise("r", 2, NOW + HOUR, NOW + HOUR, 600, ALL, held_until=NOW + 60)
        self.create(1, 2)
        self.call(UPDATE, 3, 4, YES, {"held_until": 0})
        self.look(5, 6, now=NOW + 61)
        self.wrong()

    def test_hold_that_ended_too_early(self):
        self.promise = Promise("r", 2, NOW + HOUR, NOW + HOUR, 600, ALL, held_until=NOW + 60)
        self.create(1, 2)
        self.look(3, 4, now=NOW + 59)
        self.wrong()

    # --- calls that were cut off ---------------------------------------------------------

    def test_cut_off(self):
        for start in (None, NOW + HOUR):
            with self.subTest(start=start):
                self.setUp()
                self.create(1, 2, CUT)
                self.look(3, 4, start)
                self.right()

    def test_cut_off_and_done_by_half(self):
        self.create(1, 2)
        self.call(UPDATE, 3, 4, CUT, {"nodes": 3, "duration": 1200})
        self.there(5, 6, nodes=("n1", "n2", "n3"))
        self.wrong()

    def test_cut_off_before_many(self):
        """It meets all that come later, which may be shown in any order: nobody has to think of all of them."""
        self.create(1, 2)
        self.call(UPDATE, 3, 4, CUT, {"nodes": 1})
        for i in range(4, 100, 3):
            self.call(UPDATE, i, i + 1, NO, {"duration": 60 * i})
            self.call(UPDATE, i + 1, i + 2, NO, {"delay": 10 * i})
            self.call(UPDATE, i + 2, i + 3, NO, {"esr": NOW + HOUR + i})
        self.there(200, 201)
        self.right()

    def test_cut_off_and_then_undone(self):
        """It was seen before it was durable, and slurmctld was killed; nobody sees it later."""
        self.create(1, 2, CUT)
        self.there(3, 4)
        self.look(5, 6)
        self.right()
        self.there(7, 8)
        self.wrong()

    def test_one_builds_on_another_and_both_are_undone(self):
        """The delete and the create are shown before the ledger can't be written, and slurmctld is killed."""
        self.create(1, 2)
        self.call(DELETE, 3, 4, CUT)
        self.call(CREATE, 5, 7, NO, dataclasses.replace(self.promise, nodes=1))
        self.there(6, 7, nodes=("n1",))
        self.look(8, 9)
        self.there(10, 11)
        self.right()
        self.there(12, 13, nodes=("n1",))
        self.wrong()

    def test_cut_off_and_done_later(self):
        """slurmctld was stopped, and went on."""
        self.create(1, 2, CUT)
        self.look(3, 4)
        self.there(5, 6)
        self.right()

    def test_nobody_knows_until_a_look(self):
        self.create(1, 2, CUT)
        self.assertEqual(self.right(), {"r": {None, self.promise}})
        self.call(DELETE, 3, 4, MISSING)
        self.look(5, 6)
        self.assertEqual(self.right(), {"r": {None}})

    def test_deleted_and_back(self):
        """A delete that was cut off is done or not: it is not undone after a look at which nothing is under way."""
        self.create(1, 2)
        self.call(DELETE, 3, 4, CUT)
        self.look(5, 6)
        self.right()
        self.there(7, 8)
        self.wrong()

    def test_cut_off_and_another_one_is_there(self):
        self.create(1, 2, CUT)
        self.there(3, 4, nodes=("n1",))
        self.wrong()

    def test_cut_off_twice_and_both_done(self):
        """Each has its effect once: after two deletes of which one was cut off there is not one create."""
        self.create(1, 2, CUT)
        self.call(DELETE, 3, 4)
        self.call(DELETE, 5, 6)
        self.wrong()

    # --- at the same time ------------------------------------------------------------------

    def test_in_the_way_before_it_is_durable(self):
        self.create(1, 4, NO)
        self.create(2, 3, TAKEN)
        self.look(5, 6)
        self.right()
        self.create(7, 8, TAKEN)
        self.wrong()

    def test_one_of_two_creates(self):
        self.create(1, 4)
        self.create(2, 3, TAKEN)
        self.there(5, 6)
        self.right()

    def test_both_of_two_creates(self):
        self.create(1, 4)
        self.create(2, 3)
        self.there(5, 6)
        self.wrong()

    def test_any_order_of_two_updates(self):
        for count in (3, 4):
            with self.subTest(count=count):
                self.setUp()
                self.create(1, 2)
                self.call(UPDATE, 3, 6, YES, {"nodes": 3})
                self.call(UPDATE, 4, 5, YES, {"nodes": 4})
                self.there(7, 8, nodes=sorted(ALL)[:count])
                self.right()

    def test_no_order_of_two_updates(self):
        self.create(1, 2)
        self.call(UPDATE, 3, 4, YES, {"nodes": 3})
        self.call(UPDATE, 5, 6, YES, {"nodes": 4})
        self.there(7, 8, nodes=sorted(ALL)[:3])
        self.wrong()

    def test_seen_before_it_is_durable(self):
        """A look may show what is not answered yet, and is refused then; not what was refused before."""
        self.create(1, 5, NO)
        self.there(2, 3)
        self.look(6, 7)
        self.right()
        self.there(8, 9)
        self.wrong()

    def test_many_at_once(self):
        """The search does not try each order of those that are alike."""
        self.create(1, 2)
        for i in range(7):
            self.call(UPDATE, 3, 4 + i, CUT, {"nodes": 1 + i})
        self.there(30, 31, nodes=sorted(ALL)[:5])
        self.right()

    def test_others(self):
        """Each reservation has an order of its own; one that is wrong is found among others."""
        for i in range(5):
            self.create(1, 2, name=f"a{i}")
        self.create(1, 2)
        self.history.saw({f"a{i}": Seen(NOW + HOUR, NOW + HOUR + 600, frozenset(("n1", "n2"))) for i in range(5)}, 3, 4, NOW)
        self.wrong()


class Maintained(unittest.TestCase):
    """Maintenance that was deleted may be there again after a kill, as in plain Slurm; bookings may not."""

    def test_deleted_and_back(self):
        for name, killed, right in (("maint-1", True, True), ("maint-1", False, False), ("c-1", True, False)):
            history = History()
            one = Promise("r", 1, 10000, 10000, 600, frozenset({"n1"}))
            history.states[name] = {one}
            history.add(Call(name, DELETE, 1, 2, now=1000))
            history.saw({name: Seen(10000, 10600, frozenset({"n1"}))}, 3, 4, 1000)
            history.killed = killed
            if right:
                history.explain()
                self.assertEqual(history.states[name], {one})
            else:
                self.assertRaises(Unexplained, history.explain)


class Open(unittest.TestCase):
    """Each call without an answer doubles the orders of its name: so many, and no more, are made."""

    def test_so_many_and_no_more(self):
        said = types.SimpleNamespace(ok=False, out="", err="Unable to contact slurm controller")
        sent = []
        cluster = types.SimpleNamespace(scontrol=lambda *words, user=None: sent.append(words) or said)
        history = History()
        record = clients.Record(history, collections.Counter(), io.StringIO(), sets.TORTURE)
        client = clients.Client(cluster, record, random.Random(1), clients.OPERATOR, 1, 8)
        for _ in range(2):
            for i in range(clients.OPEN_MOST + 2):
                for name in ("r", "s"):
                    client.call(UPDATE, name, ["update"], {"nodes": i + 1})
            self.assertEqual(collections.Counter(c.name for c in history.calls),
                             {"r": clients.OPEN_MOST, "s": clients.OPEN_MOST})
            history.saw({}, 1e12, 1e12 + 1, NOW)
            history.explain()
            record.begin()
        self.assertEqual(len(sent), 4 * clients.OPEN_MOST)


class Offers(unittest.TestCase):
    """An offer is accepted while its name has the meaning that it had when it was printed."""

    def setUp(self):
        self.record = clients.Record(self, collections.Counter(), io.StringIO(), sets.TORTURE)

    def may(self, before):
        return self.record.has_offers(before)

    def test_the_ledger_has_them(self):
        self.record.kills = 3
        self.assertTrue(self.may(None))

    def test_killed(self):
        before = 0, False
        self.assertTrue(self.may(before))
        self.record.kills += 1
        self.assertFalse(self.may(before))
        self.assertTrue(self.may((1, False)))

    def test_takeover(self):
        with self.record.passing(True):
            self.assertTrue(self.record.storage)
            self.assertFalse(self.may((0, False)))
            self.assertFalse(self.may((0, True)))
        self.assertFalse(self.may((0, False)))
        self.assertFalse(self.may((0, True)))
        self.assertTrue(self.may((1, False)))

    def test_no_kill_while_one_is_accepted(self):
        """The one that is killed has it; scontrol may ask the next one again, which has an older one of its name."""
        client = types.SimpleNamespace(offers={"r": (CREATE, ("r", "1", "s", "e", "2"), (0, False), "")}, dice=random.Random(1),
                                       record=self.record, take=lambda *words: locked.append(self.record.accepts.locked()))
        locked = []
        clients.Client.accept(client)
        self.assertEqual(locked, [True])
        self.record.kills += 1
        clients.Client.accept(client)
        self.assertEqual((locked, client.offers), ([True], {}))

    def test_latest(self):
        """A clock that was ahead in an earlier round ends nothing that is made later."""
        self.record.ahead = 9 * HOUR
        late = self.record.now()
        self.record.begin()
        self.assertLess(self.record.now(), late)
        self.assertLess(self.record.latest, late)


class Takeover(unittest.TestCase):
    """takeovers.py with controllers that are made up: FIRST, which ends late, has saved over what SECOND had saved."""

    class Pair:
        split = False

        def __getattr__(self, name):
            return lambda *words, **more: None

        def give_back(self, saved_over=False):
            self.saved_over = saved_over

        def host_runs(self, host):
            return False

        def ask(self, host, *words):
            return gq.Result(0, "", "")

    def test_one_that_ended_late_has_saved(self):
        for way in ("hangs", "goes_on_early"):
            with self.subTest(way=way):
                c = self.Pair()
                c.folder = "/"
                getattr(takeovers.Takeovers(c), way)()
                self.assertTrue(c.saved_over)


class Kept(unittest.TestCase):
    def test_copy(self):
        """What has gone before its turn comes, as a link to nothing has, is left out."""
        folder = new_folder(self)
        one, to = os.path.join(folder, "one"), os.path.join(folder, "to")
        os.makedirs(os.path.join(one, "inside"))
        for name in ("a", "inside/b"):
            with open(os.path.join(one, name), "w") as f:
                f.write(name)
        os.symlink("nothing", os.path.join(one, "gone"))
        gq.copy_living(one, to)
        self.assertEqual(sorted(os.listdir(to)), ["a", "inside"])
        self.assertEqual(os.listdir(os.path.join(to, "inside")), ["b"])
        gq.copy_living(os.path.join(folder, "none"), os.path.join(folder, "other"))


class Strangers(unittest.TestCase):
    """Made-up jobs beside a reservation r on n1 and n2 that began at NOW; looks at NOW + 10 and NOW + 100."""

    def wrong(self, touched=(), r=None, **job):
        def look(at, r):
            return types.SimpleNamespace(began=at, reservations={"r": r} if r else {})
        was = dict(start=NOW, end=NOW + HOUR, nodes=["n1", "n2"])
        one = ran.Job(**{**dict(id="1", start=NOW + 50, nodes=frozenset(["n2"]), reservation=""), **job})
        return len(list(ran.strangers([one], look(NOW + 10, was), look(NOW + 100, {**was, **(r or {})}), touched)))

    def test_a_job_of_others(self):
        self.assertEqual(self.wrong(), 1)
        self.assertEqual(self.wrong(reservation="other"), 1)

    def test_jobs_that_may_be_there(self):
        for job in (dict(reservation="r"), dict(nodes=frozenset(["n3"])), dict(start=NOW), dict(start=NOW + 100), dict(start=None)):
            with self.subTest(job=job):
                self.assertEqual(self.wrong(**job), 0)

    def test_a_reservation_that_was_changed_or_has_ended(self):
        self.assertEqual(self.wrong(touched={"r"}), 0)
        self.assertEqual(self.wrong(r=dict(nodes=["n1"])), 0)
        self.assertEqual(self.wrong(r=dict(end=NOW + 40)), 0)

    def test_read(self):
        job = ran.read_job("JobId=7 UserId=root(0) Name=wrap JobState=COMPLETED StartTime=2026-01-01T00:00:00 "
                           "EndTime=2026-01-01T00:00:01 NodeList=n[1-2] NodeCnt=2 ReservationName=r Tres=cpu=1 ")
        self.assertEqual((job.id, job.nodes, job.reservation), ("7", frozenset(["n1", "n2"]), "r"))
        job = ran.read_job("JobId=8 StartTime=Unknown EndTime=Unknown NodeList=(null) ReservationName= ")
        self.assertEqual((job.id, job.start), ("8", None))


class Beside(unittest.TestCase):
    """Two reservations on one node."""

    def test_excused_after_a_clock_that_was_ahead_alone(self):
        log = "[x] error: sched/garq: reservation r is not alone on n1: they were taken meanwhile, and no others are free"
        line = "reservations q [2026-01-01T00:00:00, 2026-01-01T01:00:00) and r [2026-01-01T00:00:00, 2026-01-01T01:00:00) both have n1"
        for lenient in (False, True):
            one = new_judge(self)
            one.lenient = lenient
            one.note_beside(log)
            one.lenient = False
            self.assertEqual(bool(one.is_back(line)), lenient)

    def test_what_may_be_gone_before_its_end(self):
        """A hold, and a booking that was told to end by a clock that was ahead and is back."""
        one, history, promise = new_judge(self), History(), Promise("r", 2, NOW, NOW, 600, ALL)
        history.states = {"r": {None, dataclasses.replace(promise, ended=(NOW, NOW))}, "q": {promise},
                          "h": {dataclasses.replace(promise, held_until=NOW)}}
        one.may_go = history.may_go()
        for name, excused in (("r", True), ("h", True), ("q", False)):
            line = f"reservation {name} was there until 2026-01-01T00:00:00, and is gone before its end"
            self.assertEqual(bool(one.is_excused(line)), excused)

    def test_one_of_no_length_after_a_clock_that_was_ahead_alone(self):
        """Slurm keeps what has ended for the jobs that wait for it."""
        at, later = "2026-01-01T00:00:00", "2026-01-01T00:00:01"
        short = f"reservation r [{at}, {at}) ends before it starts"
        backwards = f"reservation r [{later}, {at}) ends before it starts"
        gone = f"reservation r was there until {later}, and is gone before its end"
        for lenient in (False, True):
            one = new_judge(self)
            one.lenient = lenient
            self.assertFalse(one.is_excused(backwards))
            self.assertEqual(bool(one.is_excused(short)), lenient)
            one.lenient = False
            for line in (short, gone):
                self.assertEqual(bool(one.is_excused(line)), lenient)
                self.assertFalse(one.is_excused(line.replace(" r ", " q ")))


class Logs(unittest.TestCase):
    """What each slurmctld has logged."""

    def setUp(self):
        folder = new_folder(self)
        self.paths = [os.path.join(folder, host) for host in pair.HOSTS]
        self.watch = judge.Judge(types.SimpleNamespace(folder=folder, log_paths=lambda: self.paths), os.path.join(folder, "looks"),
                                 strict=False)

    def log(self, host, text):
        with open(self.paths[host], "a") as f:
            f.write(text)

    def test_each_of_two_is_read(self):
        """One has not started yet, or has logged a part of a line."""
        for host in (0, 1):
            self.watch.read_log()
            self.log(host, "[x] error: sched/garq: internal error: ")
            self.watch.read_log()
            self.log(host, "3 nodes\n")
            with self.assertRaisesRegex(Wrong, "3 nodes"):
                self.watch.read_log()

    def test_one_that_is_ended_by_the_other(self):
        for text, wrong in (("sched/garq: another controller has taken over the ledger, so this one ends", False),
                            ("Two slurmctld daemons are running as primary", False), ("xmalloc: no memory", True)):
            self.log(1, f"[x] fatal: {text}\n")
            if wrong:
                self.assertRaises(Wrong, self.watch.read_log)
            else:
                self.watch.read_log()


class Ends(unittest.TestCase):
    """A slurmctld that ends by itself is seen although torture kills it, and starts it again."""
    DEAD = gq.Result(1, "", "cluster: slurmctld does not run")

    def setUp(self):
        self.folder = new_folder(self)
        self.log = os.path.join(self.folder, "log")
        self.record = types.SimpleNamespace(accepts=contextlib.nullcontext(), still=contextlib.nullcontext, kills=0, set=sets.TORTURE)

    def site(self):
        """Of a controller that has ended: who kills it finds none; it does start."""
        conf = os.path.join(self.folder, "slurm.conf")
        with open(conf, "w"):
            pass
        cluster = types.SimpleNamespace(nodes=8, folder=self.folder, log=self.logged, alive=lambda: True,
                                        cluster=lambda verb: self.DEAD if verb == "kill-ctld" else gq.Result(0, "", ""),
                                        wait_answering=lambda: None)
        broken = types.SimpleNamespace(folder=self.folder, mend_storage=lambda: None)
        site = faults.Site(cluster, broken, collections.Counter(), self.record)
        site.dice = random.Random(1)
        return site

    def logged(self):
        if not os.path.exists(self.log):
            return ""
        with open(self.log) as f:
            return f.read()

    def test_before_a_kill(self):
        site = self.site()
        self.assertRaisesRegex(faults.Failed, "not there to be killed", site.kill)
        self.assertRaisesRegex(faults.Failed, "not there to be killed", site.start_in_vain)

    def test_before_the_end_of_a_round(self):
        site = self.site()
        site.c.alive = lambda: False
        self.assertRaisesRegex(faults.Failed, "not there to be killed", site.settle)

    def test_it_has_said_why(self):
        """Whether it may say so is for judge.py; what one before it has said is not heard twice."""
        site = self.site()
        with open(self.log, "w") as f:
            f.write("[x] fatal: no more memory\n")
        site.kill()
        self.assertEqual(self.record.kills, 1)
        self.assertRaisesRegex(faults.Failed, "not there to be killed", site.kill)

    def test_it_had_no_memory(self):
        """Where memory is short that is as good as a kill; elsewhere it is wrong."""
        for line in ("[x] fatal: sched/garq: memory is short: slurmctld ends", "xmalloc.c:89: slurm_xcalloc: malloc failed"):
            for short in (True, False):
                with self.subTest(line=line, short=short):
                    site, one = self.site(), self.judge(types.SimpleNamespace(folder=self.folder, log_paths=lambda: [self.log]))
                    site.short = one.short = short
                    with open(self.log, "w") as f:
                        f.write(line + "\n")
                    self.assertEqual(one.wrong_lines(line), [] if short else [line])
                    if short:
                        site.kill()
                        self.assertRaisesRegex(faults.Failed, "not there to be killed", site.kill)
                        self.assertEqual((site.killed, site.tally["ends without memory"], site.tally["kills"]), (True, 1, 0))
                    self.assertEqual(site.has_no_memory(), False)

    def test_a_sanitizer_has(self):
        judge = self.judge(gq.Cluster(8, self.folder))
        with mock.patch.dict(os.environ, GARQ_UBSAN_LOG=os.path.join(self.folder, "ubsan")):
            for name, right in (("ubsan_log.so", True), ("asan.17", False)):
                with open(os.path.join(self.folder, name), "w"):
                    pass
                if right:
                    judge.check_ended()
                else:
                    self.assertRaisesRegex(Wrong, name, judge.check_ended)

    def judge(self, cluster):
        return judge.Judge(cluster, os.path.join(tempfile.mkdtemp(dir=self.folder), "looks"))

    def pair_after(self, code, host=pair.SECOND, log=None):
        """A pair, one of which has ended with this code."""
        two = pair.Pair(8, self.folder)
        two.daemons = {host: types.SimpleNamespace(poll=lambda: code)}
        two.log_began = dict.fromkeys(pair.HOSTS, 0)
        two.unasked = []
        two.log = lambda host: log or ""
        return two

    def test_one_of_two(self):
        for host in pair.HOSTS:
            for code, right in ((None, True), (0, True), (-signal.SIGKILL, True), (-signal.SIGABRT, False), (1, False)):
                with self.subTest(host=host, code=code):
                    judge = self.judge(self.pair_after(code, host))
                    if right:
                        judge.check_ended()
                    else:
                        self.assertRaisesRegex(Wrong, f"{host} with {code}", judge.check_ended)
        self.judge(self.pair_after(1, log=pair.SPLIT_BRAIN)).check_ended()

    def test_one_of_two_that_runs_again(self):
        two = self.pair_after(-signal.SIGSEGV)
        two._note_end(pair.SECOND)	# as begin() does
        two.daemons = {pair.SECOND: types.SimpleNamespace(poll=lambda: None)}
        self.assertRaisesRegex(Wrong, "ctl2 with -11", self.judge(two).check_ended)


class Record(unittest.TestCase):
    """The file that counts what many runs have done."""

    def setUp(self):
        folder = new_folder(self)
        self.tallies = tallies.Tallies(os.path.join(folder, "record"))

    def test_empty(self):
        self.assertEqual((self.tallies.newest(), self.tallies.run(3)["round"], self.tallies.wrong()), (0, 0, []))

    def test_runs_are_added(self):
        self.tallies.put(3, False, 5, {"kills": 2, "rounds": 5, "create yes": 1}, [])
        self.tallies.put(4, True, 2, {"takeovers": 2, "event: killed": 1, "rounds": 2}, ["round 3: lost\nmore"])
        self.tallies.put(3, False, 9, {"kills": 6, "rounds": 9, "create yes": 7, "update no": 2}, [])	# it went on
        self.assertEqual((self.tallies.newest(), self.tallies.run(3)["round"]), (4, 9))
        self.assertEqual(tallies.kills(self.tallies.total()), 7)
        text = "\n".join(tallies.table(self.tallies))
        for line in ("| takeovers and returns | 2 |", "explained; that were not | 11; 1 |", "no answer | 7; 2; 0 |",
                     "not explained: seed 4, round 3: lost"):
            self.assertIn(line, text)


class Answers(unittest.TestCase):
    def test_classify(self):
        for err, answer in (("Unable to contact slurm controller (connect failure)", NO),
                            ("Unable to contact slurm controller (shutdown)", CUT),
                            ("Error creating the reservation: Zero Bytes were transmitted or received", CUT),
                            ("", CUT),
                            ("deleted, but the ledger can't be written (disk full): it would come back", CUT),
                            ("the ledger can't be written: disk full\nError creating the reservation: Unspecified error", NO),
                            ("the ledger can't be written: disk I/O error; if slurmctld is killed before the disk works again, it may"
                             " be there all the same", CUT),
                            ("r is changed and can't go back, but the ledger can't be written (database or disk is full): it would be"
                             " as before if slurmctld were killed now", CUT),
                            ("r is there and is used or changed by now, but the ledger can't be written: database or disk is full", CUT),
                            ("r: 1 of 2 nodes is missing from 2026-01-01T00:00:00 on", NO),
                            ("Error creating the reservation: Duplicate reservation name", TAKEN),
                            ("r: there is a reservation r already", TAKEN),
                            ("there is no such reservation", MISSING)):
            with self.subTest(err=err):
                self.assertEqual(classify(gq.Result(1, "", err)), answer)
        self.assertEqual(classify(gq.Result(0, "", "")), YES)


@case.needs_root
@unittest.skipUnless(shutil.which("cc"), "faults are preloaded: that needs cc")
class Torture(unittest.TestCase):
    def torture(self, *words, least=ROUNDS, seconds=0):
        out = soak(self, "torture", "--rounds", least, *words, seconds=seconds)
        rounds, calls = map(int, re.search(r"^(\d+) rounds in \d+ s, each explained: (\d+) calls", out, re.M).groups())
        self.assertGreaterEqual(rounds, least, out)
        self.assertGreater(calls, rounds, out)

    @unittest.skipUnless(os.environ.get("GARQ_LONG"), "takes a minute, or many: set GARQ_LONG")
    def test_a_few_rounds(self):
        """What does not depend on when Slurm has saved, and after which all is there at once."""
        self.torture("--seed", "1", "--conditions", "none,sync slow,sync fails,write short", "--events", "kill,none", least=3)

    @unittest.skipUnless(os.environ.get("GARQ_LONG"), "takes a minute, or many: set GARQ_LONG")
    def test_nothing_is_lost(self):
        self.torture(seconds=25)

    def test_bad_input(self):
        for words in (["--duration", "x"], ["more"], ["--kills", "3"], ["--table"], ["--pair", "--accounting"],
                      ["--record", "/dev/null", "--takeovers", "3"], ["--events", "none,x"]):
            self.assertEqual(gq.run(SOAK, "torture", *words).code, 2)
        for words in (["life", "--hours", "x"], ["--pair"], ["soak", "--nodes", "16"], ["life", "--conditions", "sync fails"]):
            self.assertEqual(gq.run(SOAK, *words).code, 2)


if __name__ == "__main__":
    unittest.main()
