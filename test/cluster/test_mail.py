# SPDX-License-Identifier: GPL-2.0-or-later
"""Users are told by mail what happened to their bookings, once (garq_mail, MailProg)."""
import json
import os
import re
import unittest

import case
import gq
import mailbox
import users
import web
from case import OTHER, ahead, at, soon
from mailbox import SETTINGS
from users import THIRD


def setUpModule():
    users.start()


@case.needs_root
class Mail(mailbox.Case):
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
        self.make("short", soon(2), ahead(12), NodeCnt=1, Users=OTHER, user=OTHER)
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
        self.c.kill_controller()
        self.break_program(False)  # a mail that is refused waits for a minute
        self.c.start_controller()
        self.c.wait_answering()
        self.assertEqual(self.await_mails(2)[-1], (OTHER, "2 changes of reservation mine"))
        self.assertEqual(len(re.findall(r"mine: changed; ends .*, by root", self.text)), 3, self.text)

    def test_off(self):
        self.make("mine", at(10), at(11), NodeCnt=1, Users=OTHER, user=OTHER)
        self.turn_off()
        self.change("mine", end=at(12))
        self.reconfigure(SchedulerParameters=SETTINGS)
        self.await_mails(0)

    def mail_of_the_page(self):
        with web.Server(self.c, user=OTHER) as server:
            return server.get("config").json["mail"]

    def test_users_see_what_is_mailed(self):
        """By sresv limits and by REST, also where users book nothing; a site without mail says so."""
        self.addCleanup(self.reconfigure, SchedulerParameters=SETTINGS)
        self.reconfigure(SchedulerParameters=f"{SETTINGS.replace('users=yes', 'users=no')},garq_mail_begin=900")
        r = self.c.run(gq.sresv(), "limits", user=OTHER)
        self.assertRegex(r.out, r"change +by others or the scheduler; at most one mail each 1s +garq_mail\n"
                                r"begins +15m before the start +garq_mail_begin\nunused +no +garq_mail_unused\noffers-end +no +garq_mail_offer\n")
        self.assertIn("garq_users", r.err)
        self.assertEqual(self.mail_of_the_page(), {"change": 1, "begins": 900, "unused": None, "offers_end": None})
        self.reconfigure(SchedulerParameters=SETTINGS.replace("mail=1", "mail=0") + ",garq_mail_begin=900")
        r = self.c.run(gq.sresv(), "limits", "--json", user=OTHER)
        self.assertTrue(r.ok, r)
        told = json.loads(r.out)
        self.assertEqual([(m["event"], m["mail"], m["seconds"]) for m in told["mail"]],
                         [(event, "no", None) for event in ("change", "begins", "unused", "offers-end")])
        self.assertTrue(told["limits"])
        self.assertIsNone(self.mail_of_the_page())
        r = self.c.run(gq.sresv(), "limits", "--parsable", "--noheader", user=OTHER)
        self.assertNotIn("mail", r.out)

    def test_text_of_the_site(self):
        """Its words, with its signature; the built-in ones while the file is wrong, until a reconfigure."""
        path = os.path.join(self.folder, "text")
        self.addCleanup(self.reconfigure, SchedulerParameters=SETTINGS)
        with self.logged(f"garq_mail_text: {path}: No such file or directory; mail has the built-in text"):
            self.reconfigure(SchedulerParameters=f"{SETTINGS},garq_mail_text={path}")
        self.make("mine", at(10), at(11), NodeCnt=1, Users=OTHER, user=OTHER)
        self.change("mine", end=at(12))
        self.assertRegex(self.await_mails(1)[0][1], "^reservation mine: changed; ends ")
        case.replace(path, "subject=Slurm: [{cluster}] {what}: {name}\nevent.update=geändert\n"
                     "end.moved=Ende {new} statt {old}\nline.by={by} hat {name} {what}\nfoot=\nfoot=Fragen: {cluster}@x\n")
        self.reconfigure()
        self.change("mine", end=at(13))
        what = f"geändert; Ende {gq.stamp(at(13))} statt {gq.stamp(at(12))}"
        subject = self.await_mails(2)[1][1]
        self.assertRegex(subject, rf"^\[.+\] {what}: mine$")
        cluster = subject[1:subject.index("]")]
        self.assertIn(f"\nroot hat mine {what}\n\nFragen: {cluster}@x\n", self.text)
        case.replace(path, "\nsubject={nobody}\n")
        with self.logged(f"garq_mail_text: {path}:2: .nobody. is no field of subject .there are: .name. .what. .cluster.*; mail has the built-in text"):
            self.reconfigure()
        self.change("mine", end=at(14))
        self.assertRegex(self.await_mails(3)[2][1], "^reservation mine: changed; ends ")

    def test_private(self):
        """Where reservations are private, a mail names no other one."""
        self.addCleanup(self.reconfigure, PrivateData="none")
        self.reconfigure(PrivateData="reservations")
        self.make("mine", at(10), at(11), NodeCnt=4, MaxStartDelay="4:00:00", user=OTHER, Users=OTHER)
        self.make("secret", at(10), at(11), NodeCnt=6)
        self.await_mails(1)
        self.assertNotIn("secret", self.text)

    def test_reminders(self):
        """It begins soon, and no job has run in it; each once, over a kill; not where one runs."""
        self.addCleanup(self.reconfigure, SchedulerParameters=SETTINGS)
        self.reconfigure(SchedulerParameters=f"{SETTINGS},garq_mail_begin=25,garq_mail_unused=15")
        start = ahead(40)
        self.make("idle", start, start + 600, NodeCnt=1, Users=OTHER, user=OTHER)
        self.make("busy", start, start + 600, NodeCnt=1, Users=THIRD, user=THIRD)
        self.make("late", soon(8), soon(600), NodeCnt=1, Users=OTHER, user=OTHER)
        job = self.job("--reservation=busy", user=THIRD)
        begins = sorted([(OTHER, "reservation idle"), (THIRD, "reservation busy")])
        gq.wait_for(lambda: sorted((u, s.split(":")[0]) for u, s in self.mails() if "begins soon" in s) == begins, lambda: self.mails())
        gq.wait_for(lambda: self.ledger(mailbox.SENT) == [(1, 1)], "no mail waits")
        self.assertRegex(self.text, rf"Slurm: reservation idle: it begins soon \({gq.stamp(start)}, n\d\)\n")
        self.kill()
        self.wait_state(job, "RUNNING")
        gq.wait_for(lambda: len(self.mails(OTHER)) == 3, "of idle and late")
        self.assertEqual({s.partition(" (")[0] for _, s in self.mails(OTHER)},
                         {"reservation idle: it begins soon", *(f"reservation {n}: no job has run in it" for n in ("idle", "late"))})
        self.assertEqual(len(self.await_mails(1, THIRD)), 1)

    def test_standby(self):
        self.make("all", at(10), at(11), NodeCnt=6)
        r = self.c.create("standby:book:later", StartTime=gq.stamp(at(10)), EndTime=gq.stamp(at(11)), NodeCnt=1, Users=OTHER,
                          user=OTHER)
        self.assertIn("later", r.out + r.err)
        self.c.delete("all")
        self.assertRegex(str(self.await_mails(1)), "reservation later: booked, as there is room for it now")

    def test_standby_offer(self):
        """Its place is offered, over a kill told once; the offer ends soon; its time has passed."""
        self.addCleanup(self.reconfigure, SchedulerParameters=SETTINGS)
        self.reconfigure(SchedulerParameters=f"{SETTINGS},garq_offer_ttl=30,garq_mail_offer=20")
        start = soon(60)
        self.make("all", start, start + 600, NodeCnt=6)
        ask = {"StartTime": gq.stamp(start), "EndTime": gq.stamp(start + 600), "NodeCnt": 1, "Users": OTHER, "user": OTHER}
        self.assertIn("later", str(self.c.create("standby:offer:later", **ask)))
        self.c.delete("all")
        for (_, subject), what in zip(self.await_mails(2, OTHER), ("there is room for it now", "its offers end soon")):
            self.assertRegex(subject, rf"reservation later: {what}; starts .*\(the offer later\.1 is open")
        self.make("again", start, start + 600, NodeCnt=6)
        self.kill()
        gq.wait_for(lambda: "stands by no more" in str(self.mails(OTHER)), "its time has passed", 120)
        self.assertEqual(len(self.mails(OTHER)), 3, self.mails(OTHER))
        log = self.c.run(gq.sresv(), "log", "--mine", user=OTHER).out
        for event in ("standby-offered", "offers-end", "standby-ended"):
            self.assertIn(event, log)

    def test_asked_to_give_way(self):
        """The owner is asked over a kill, once, and told what became of it."""
        self.make("mine", at(10), at(11), NodeCnt=4, Users=OTHER, user=OTHER)
        r = self.c.create("standby:ask:r", StartTime=gq.stamp(at(10)), EndTime=gq.stamp(at(11)), NodeCnt=4)
        self.assertIn("asked to give way: mine", r.out + r.err)
        self.addCleanup(self.c.delete, "standby:ask:r")
        self.kill()
        self.assertRegex(self.await_mails(1, OTHER)[0][1], r"reservation mine: it is asked to give way \(.* \(for r\) asks that it "
                         r"gives way; sresv ask --yes mine, or --no, until ")
        self.assertTrue(self.c.update("ask:yes:mine", user=OTHER).ok)
        gq.wait_for(lambda: self.mails(OTHER) and "it gave way to another booking" in self.text, "the owner is told of the exchange", 60)
        self.assertEqual(str(self.mails(OTHER)).count("it is asked to give way"), 1, self.text)
        self.assertIn("(gave way to r)", self.text)

    def test_offers_of_a_change(self):
        """They end soon; what is shown of the booking begins with it all the same."""
        self.addCleanup(self.reconfigure, SchedulerParameters=SETTINGS)
        self.reconfigure(SchedulerParameters=f"{SETTINGS},garq_offer_ttl=12,garq_mail_offer=10")
        self.make("mine", at(10), at(11), NodeCnt=2, Users=OTHER, user=OTHER)
        self.make("wall", at(10), at(11), NodeCnt=4)
        self.refuse_change("mine", NodeCnt=3, user=OTHER)
        self.assertRegex(str(self.await_mails(1, OTHER)), "reservation mine: its offers end soon")
        shown = json.loads(self.c.run(gq.sresv(), "show", "mine", "--json", user=OTHER).out)
        self.assertEqual([e["event"] for e in shown["events"]], ["create", "offers-end"])


if __name__ == "__main__":
    unittest.main()
