# SPDX-License-Identifier: GPL-2.0-or-later
"""A MailProg that writes down what it is given, and fails when a test says so."""
import os
import re

import case
import gq

SETTINGS = "bf_interval=2,garq_users=yes,garq_user_rate=0,garq_mail=1,garq_return=never"
PROGRAM = """#!/bin/sh
# MailProg -s SUBJECT USER: a line with the user and the subject, and the text.
[ -e {folder}/broken ] && exit 1
{{ echo "TO $3: $2"; cat; }} >>{folder}/mails
"""

# Every event is noted, and no mail waits.
SENT = "SELECT count(*), max(event) = (SELECT max(id) FROM event) FROM mail"


class Case(case.Case):
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
        gq.wait_for(lambda: self.ledger(SENT) == [(1, 1)], "no mail waits")
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
