# SPDX-License-Identifier: GPL-2.0-or-later
"""Users are told by mail what happened to their bookings, once (garq_mail, MailProg)."""
import os
import re
import time
import unittest

import case
import gq
import users
from case import OTHER, at, soon
from users import THIRD

SETTINGS = "bf_interval=2,garq_users=yes,garq_user_rate=0,garq_mail=1"
PROGRAM = """#!/bin/sh
# MailProg -s SUBJECT USER: a line with the user and the subject, and the text.
[ -e {folder}/broken ] && exit 1
{{ echo "TO $3: $2"; cat; }} >>{folder}/mails
"""


def setUpModule():
    users.start()


@case.needs_root
class Mail(case.Case):
    def setUp(self):
        super().setUp()
        self.folder = case.new_folder()
        os.chmod(self.folder, 0o755)
        program = os.path.join(self.folder, "mail")
        with open(program, "w", encoding="utf-8") as f:
            f.write(PROGRAM.format(folder=self.folder))
        os.chmod(program, 0o755)
        self.turn_off()
        self.reconfigure(MailProg=program, SchedulerParameters=SETTINGS)
        gq.wait_for(lambda: self.ledger("SELECT count(*) FROM mail") == [(1,)], "mail begins")

    def turn_off(self):
        self.reconfigure(SchedulerParameters=SETTINGS.replace("mail=1", "mail=0"))
        gq.wait_for(lambda: self.ledger("SELECT count(*) FROM mail") == [(0,)], "nobody is told")

    def mails(self, user=None):
        """The users who were told, or this one, and the subjects."""
        try:
            with open(os.path.join(self.folder, "mails"), encoding="utf-8") as f:
                self.text = f.read()
        except FileNotFoundError:
            self.text = ""
        return re.findall(rf"^TO ({user or '.*'}): Slurm: (.*)$", self.text, re.M)

    def await_mails(self, cnt, user=None):
        gq.wait_for(lambda: len(self.mails(user)) >= cnt, f"{cnt} mails")
        time.sleep(2.5)
        mails = self.mails(user)
        self.assertEqual(len(mails), cnt, self.text)
        return mails

    def break_program(self, broken=True):
        path = os.path.join(self.folder, "broken")
        if broken:
            with open(path, "w", encoding="utf-8"):
                pass
        else:
            os.unlink(path)

    def test_story(self):
        """Moved for another, degraded, mended and deleted by root; nothing of what the owner did."""
        self.make("mine", at(10), at(11), NodeCnt=4, MaxStartDelay="4:00:00", user=OTHER, Users=OTHER)
        self.change("mine", end=at(12), user=OTHER)
        self.make("big", at(10), at(11), NodeCnt=6)
        (_, subject), = self.await_mails(1, OTHER)
        self.assertRegex(subject, rf"^reservation mine: starts {gq.stamp(at(11))}, not {gq.stamp(at(10))}; ends .*made room for big\)$")
        self.make("rest", at(11), at(18), NodeCnt=2)
        node = sorted(self.nodes("mine"))[0]
        self.addCleanup(self.resume, node)
        self.set_node(node, "drain")
        self.assertRegex(str(self.await_mails(2, OTHER)[-1]), f"reservation mine: it lacks nodes .*{node}")
        self.resume(node)
        self.assertRegex(str(self.await_mails(3, OTHER)[-1]), "reservation mine: it has all of its nodes again")
        self.c.delete("mine")
        self.assertEqual(self.await_mails(4, OTHER)[-1], (OTHER, "reservation mine: ended (deleted)"))
        self.assertRegex(self.text, r"mine: ended \(deleted\), by root\n")

    def test_booked_for_others(self):
        self.make("for", at(12), at(13), NodeCnt=1, Users=f"{OTHER},{THIRD}")
        self.assertEqual({(u, s.partition(" starts")[0]) for u, s in self.await_mails(2)},
                         {(OTHER, "reservation for: booked;"), (THIRD, "reservation for: booked;")})

    def test_its_end_in_time_is_no_news(self):
        self.make("short", soon(2), soon(5), NodeCnt=1, Users=OTHER, user=OTHER)
        gq.wait_for(lambda: self.closed("short"), "it has ended")
        self.await_mails(0)

    def test_kill(self):
        """What was told is not told again; what was not is, and many changes are one mail."""
        self.make("mine", at(10), at(11), NodeCnt=1, Users=OTHER, user=OTHER)
        self.change("mine", end=at(12))
        self.await_mails(1)
        self.kill()
        self.await_mails(1)
        self.break_program()
        with self.logged("garq_mail: MailProg .*: it ended with 1; mail to 1 users is tried again later"):
            self.change("mine", end=at(13))
        self.change("mine", end=at(14))
        self.kill()
        self.break_program(False)
        self.assertEqual(self.await_mails(2)[-1], (OTHER, "2 changes of reservation mine"))
        self.assertEqual(len(re.findall(r"mine: changed; ends .*, by root", self.text)), 3, self.text)

    def test_off(self):
        self.make("mine", at(10), at(11), NodeCnt=1, Users=OTHER, user=OTHER)
        self.turn_off()
        self.change("mine", end=at(12))
        self.reconfigure(SchedulerParameters=SETTINGS)
        self.await_mails(0)

    def test_private(self):
        """Where reservations are private, a mail names no other one."""
        self.addCleanup(self.reconfigure, PrivateData="none")
        self.reconfigure(PrivateData="reservations")
        self.make("mine", at(10), at(11), NodeCnt=4, MaxStartDelay="4:00:00", user=OTHER, Users=OTHER)
        self.make("secret", at(10), at(11), NodeCnt=6)
        self.await_mails(1)
        self.assertNotIn("secret", self.text)

    def test_standby(self):
        self.make("all", at(10), at(11), NodeCnt=6)
        r = self.c.create("standby:book:later", StartTime=gq.stamp(at(10)), EndTime=gq.stamp(at(11)), NodeCnt=1, Users=OTHER,
                          user=OTHER)
        self.assertIn("later", r.out + r.err)
        self.c.delete("all")
        self.assertRegex(str(self.await_mails(1)), "reservation later: booked, as there is room for it now")


if __name__ == "__main__":
    unittest.main()
