# SPDX-License-Identifier: GPL-2.0-or-later
"""Mail that one of two controllers could not send is sent by the other, there and back, and what was sent is not sent again."""
import unittest

import case
import gq
import mailbox
import pair
from case import OTHER, at


def setUpModule():
    if case.ROOT:
        case.start(4, pair.LINES, kind=pair.Pair, params="garq_users=yes,garq_user_rate=0")


@case.needs_root
class Taken(mailbox.Case):
    def reconfigure(self, **settings):
        r = self.c.cluster("set", *(f"{k}={v}" for k, v in settings.items()))
        self.assertTrue(r.ok, r)
        r = self.c.scontrol("reconfigure")
        self.assertTrue(r.ok, r)

    def test_taken_over(self):
        self.make("mine", at(10), at(11), NodeCnt=1, Users=OTHER, user=OTHER)
        self.change("mine", end=at(12))
        self.await_mails(1)
        self.break_program()
        with self.logged("mail to 1 users is tried again later"):
            self.change("mine", end=at(13))
        self.c.kill_host(pair.FIRST)
        self.break_program(False)  # a mail that is refused waits for a minute
        self.c.wait_control(pair.SECOND)
        self.c.wait_answering()
        self.await_mails(2)
        self.change("mine", end=at(14))
        self.await_mails(3)
        self.break_program()
        self.change("mine", end=at(15))
        gq.wait_for(lambda: self.ledger("SELECT count(*) > 1 FROM mail") == [(1,)], "its mail waits")
        self.break_program(False)
        self.c.give_back()
        self.c.wait_answering()
        self.await_mails(4)


if __name__ == "__main__":
    unittest.main()
