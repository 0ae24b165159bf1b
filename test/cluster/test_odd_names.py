# SPDX-License-Identifier: GPL-2.0-or-later
"""Names as sites use them: with spaces, apostrophes, umlauts, and as long as Slurm takes them."""
import json
import os
import shlex
import unittest

import debian  # pylint: disable=unused-import
import icalendar

import case
import gq
import web
import web_case
from case import at

NAMES = ("example reservation", "prof's class", "maint:n1", "cb.1-2_3", "kurs-größe", "日本", "x" * 200, "a=b&c;d|e",
         "<b>\"&amp;</b>", "$(touch /tmp/x)`x`\\x20", "100% [1-2] {a}", " two  blanks ", "-N", "a/b?c#d")
REFUSED = (("a,b", "commas separate names"), ("a\tb", "does not print"), ("a\x1b[2J", "does not print"),
           (b"gr\xf6sse", "does not print, or that is not UTF-8"), ("x" * 256, "256 bytes: at most 255"),
           ("garq-offer=1 name=r.1", "answers for programs begin with that"), ("hold:x", "write hold:TTL:NAME"))
TOOL = gq.sresv()


def setUpModule():
    web_case.start()


class OddNames(web_case.Case):
    def tool(self, *words, code=0, user=None):
        r = self.c.run(TOOL, *words, user=user)
        self.assertEqual(r.code, code, r)
        return r

    def seen(self, name):
        """As slurmctld tells libslurm, and so sresv."""
        return next(r for r in json.loads(self.tool("list", "--json").out)["reservations"] if r["name"] == name)

    def test_a_life(self):
        for n, name in enumerate(NAMES):
            with self.subTest(name=name):
                self.clean()
                self.assertTrue(self.c.create(name, StartTime=gq.stamp(at(8)), Duration=60, NodeCnt=1, Users="root").ok)
                r = self.c.update(name, Duration=90)
                self.assertTrue(r.ok, r)
                if n % 4 == 0:
                    self.kill()  # before there is a job: Slurm saves late that one was cancelled
                r = self.c.run("sbatch", "--parsable", "-o", "/dev/null", "-N1", "-t1", f"--reservation={name}",
                               "--wrap=true")
                self.assertTrue(r.ok, r)
                self.assertTrue(self.c.run("scancel", r.out.strip()).ok)
                self.assertEqual(self.seen(name)["end"], at(9, 30))
                r = self.c.scontrol("-o", "show", "reservation", *(["--"] if name[0] == "-" else []), name)
                self.assertIn(f"ReservationName={name} ", r.out)
                r = self.c.delete(name)
                self.assertTrue(r.ok, r)

    def test_offers(self):
        """The line that scontrol prints can be pasted, and so can that of sresv."""
        for name in NAMES:
            with self.subTest(name=name):
                self.clean()
                self.make("a", at(10), at(12), NodeCnt=6)
                r = self.c.create(name, StartTime=gq.stamp(at(10)), Duration=60, NodeCnt=4, Users="root")
                self.assertFalse(r.ok, r)
                line = r.err.split("to take one: ")[1].splitlines()[0]
                self.assertEqual(shlex.split(line), ["scontrol", "update", f"ReservationName={name}.1"])
                r = self.tool("book", "-N4", "-s", gq.stamp(at(10)), "-t60", "--", name, code=1)
                line = r.err.split("to take one: ")[1].splitlines()[0]
                self.assertEqual([w for w in shlex.split(line) if w != "--"], ["sresv", "accept", f"{name}.1"])
                offers = json.loads(self.tool("offers", "--json").out)["offers"]
                self.assertEqual({o["name"].rsplit(".", 1)[0] for o in offers}, {name})
                self.tool("accept", "--", f"{name}.1")
                self.assertEqual(self.seen(name)["name"], name)
                self.tool("cancel", "--", name)

    def test_holds(self):
        """hold:TTL:NAME asks for something, what looks a little like it is a name."""
        self.assertEqual(self.held("hold:600:prof's class"), "prof's class")
        r = self.c.update("prof's class", Duration=90)
        self.assertRegex(r.err, r"by scontrol update ReservationName='prof'\\''s class' and nothing else")
        self.assertTrue(self.c.update("prof's class").ok)
        self.assertEqual(self.held("maint:600:r"), "maint:600:r")

    def held(self, name):
        r = self.c.create(name, StartTime=gq.stamp(at(14)), Duration=60, NodeCnt=1, Users="root")
        self.assertTrue(r.ok, r)
        return r.out.split("Reservation created: ")[1].strip()

    def test_refused(self):
        for name, why in REFUSED:
            with self.subTest(name=name):
                self.clean()
                word = b"ReservationName=" + (name if isinstance(name, bytes) else name.encode())
                r = self.c.run("scontrol", "create", "reservation", os.fsdecode(word), f"StartTime={gq.stamp(at(10))}",
                               "Duration=60", "NodeCnt=1", "Users=root")
                self.assertEqual(r.code, 1, r)
                self.assertEqual(len([line for line in r.err.splitlines() if why in line]), 1, r)
                self.assertNotIn("\x1b", r.err)
        self.assertEqual(self.c.reservations(), {})

    def test_rest(self):
        s = self.serve()
        for name in NAMES:
            with self.subTest(name=name):
                self.clean()
                self.book(s, name, at(10), at(12), 6)
                self.assertEqual(self.names(s), [name])
                path = f"bookings/{web.quote(name)}"
                booking = self.says(s.ask("PATCH", path, {"duration": 3600}), 200)
                self.assertEqual(booking["booking"]["end"], at(11))
                self.assertEqual(shlex.split(booking["command"])[2], f"ReservationName={name}")
                wish = {"name": name + "2", "start": at(10), "duration": 1800, "nodes": 4}
                offer = self.says(s.ask("POST", "bookings", wish), 409, "offers")["error"]["offers"][0]["name"]
                self.assertEqual(self.says(s.ask("POST", f"offers/{web.quote(offer)}/accept", {}), 200)["name"], name + "2")
                events = icalendar.Calendar.from_ical(s.ask("GET", "calendar.ics?of=all").body).walk("VEVENT")
                events = [e for e in events if e["STATUS"] != "CANCELLED"]  # of the names before
                self.assertEqual({str(e["SUMMARY"]) for e in events}, {name, name + "2"})
                self.assertEqual(len({str(e["UID"]) for e in events}), 2)
                self.assertEqual(self.says(s.get(path), 200)["booking"]["name"], name)
                for one in (name, name + "2"):
                    self.says(s.ask("DELETE", f"bookings/{web.quote(one)}"), 200)

if __name__ == "__main__":
    unittest.main()
