# SPDX-License-Identifier: GPL-2.0-or-later
"""Three ordinary users are after the same offers at the same moment: one gets his, all others new ones."""
import concurrent.futures
import os
import unittest

import case
import gq
from case import at

USERS = ("games", "daemon", "bin")
ROUNDS = int(os.environ.get("ROUNDS", "40"))


def setUpModule():
    case.start(4, params="garq_users=yes,garq_user_rate=0")


@case.needs_root
class Race(case.Case):
    def ask(self, user):
        """All nodes at 10, when some are taken; his offer for 12, when they are free."""
        r = self.c.create(f"by_{user}", user=user, StartTime=gq.stamp(at(10)), Duration=60, NodeCnt=4, Users=user)
        self.assertFalse(r.ok, r)
        name = next(n for n, o in self.offered(r).items() if o.kind == "later")
        self.assertEqual(self.offered(r)[name][:3], (at(12), at(13), 4))
        return name

    def test_one_winner(self):
        self.make("wall", at(10), at(12), NodeCnt=1)
        with concurrent.futures.ThreadPoolExecutor(len(USERS)) as pool:
            wins = dict.fromkeys(USERS, 0)
            for _ in range(ROUNDS):
                names = list(pool.map(self.ask, USERS))
                answers = list(pool.map(lambda one: self.c.update(one[0], user=one[1]), zip(names, USERS)))
                winners = [user for user, r in zip(USERS, answers) if r.ok]
                self.assertEqual(len(winners), 1, answers)
                wins[winners[0]] += 1
                found = self.c.reservations()
                self.assertEqual(set(found), {"wall", f"by_{winners[0]}"})
                self.assertLies(f"by_{winners[0]}", at(12), at(13), 4)
                for user, r in zip(USERS, answers):
                    if user not in winners:
                        self.assertIn("nodes are missing", r.err)
                        fresh = {o[:3] for o in self.offered(r).values()}
                        self.assertIn((at(13), at(14), 4), fresh, r)
                        self.assertEqual(set(self.offered(r)), set(self.c.offers(user=user)), r)
                self.assertTrue(self.c.delete(f"by_{winners[0]}", user=winners[0]).ok)
        print(f"# {ROUNDS} rounds, won by {wins}")


if __name__ == "__main__":
    unittest.main()
