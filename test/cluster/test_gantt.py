# SPDX-License-Identifier: GPL-2.0-or-later
"""sresv gantt on a real cluster: what is booked is drawn, on its nodes, and redrawn until ctrl-C."""
import fcntl
import json
import os
import pty
import shutil
import signal
import struct
import subprocess
import tempfile
import termios
import unittest
import xml.etree.ElementTree

import case
import gq
from case import OTHER, at, needs_root

TOOL = gq.sresv()
SPAN = ("--from", gq.stamp(at(0)), "--for", "1d")


def setUpModule():
    case.start(8, lines=["SchedulerParameters=garq_shift=yes"])


class Gantt(case.Case):
    def draw(self, *words, user=None):
        r = self.c.run(TOOL, "gantt", *SPAN, *words, user=user)
        self.assertTrue(r.ok, r)
        return r.out

    def json(self, *words):
        return json.loads(self.draw("--json", *words))

    def test_bookings_windows_and_maintenance(self):
        self.make("rigid", at(6), at(9), Nodes="n[1-4]")
        self.make("flexible", at(10), at(14), NodeCnt=8, MaxStartDelay="4:00:00")
        self.make("service", at(18), at(22), Nodes="n8", Flags="MAINT")
        found = self.json()
        rows = {row["row"]: row["label"] for row in found["rows"]}
        bars = {(rows[b["row"]], b["name"]): b for b in found["bars"]}
        self.assertEqual(set(bars), {("n[1-4]", "rigid"), ("n[1-4]", "flexible"), ("n[5-7]", "flexible"),
                                     ("n8", "flexible"), ("n8", "service")})
        self.assertEqual(bars["n8", "service"]["kind"], "maintenance")
        self.assertEqual(bars["n8", "flexible"]["window_end"], at(18))
        self.assertEqual(min(f["nodes"] for f in found["free"]), 0)
        text = self.draw("--width", "120", "--ascii")
        for line in (r"n\[1-4\] +4 +\[rigid=+\] +\[flexible=+\]\.+\n", r"n8 +1 +\[flexible=+\]\.+\[service/+\]\n"):
            self.assertRegex(text, line)
        self.assertNotIn("\033", text)
        self.assertIn("\033[", self.draw("--color", "always"))
        self.assertRegex(self.draw("--by", "bookings", "--ascii"), r"rigid +4 +\[")

    def test_svg_replaces_a_file(self):
        self.make("r", at(6), at(9), NodeCnt=4)
        folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, folder)
        path = os.path.join(folder, "picture.svg")
        self.draw("--svg", path)
        tree = xml.etree.ElementTree.parse(path)
        titles = [t.text for t in tree.iter("{http://www.w3.org/2000/svg}title")]
        self.assertTrue([t for t in titles if t.startswith("r (booking): ")], titles)
        self.assertEqual(os.listdir(folder), ["picture.svg"])

    @needs_root
    def test_what_is_private_stays_so(self):
        self.make("secret", at(6), at(9), NodeCnt=4)
        self.reconfigure(PrivateData="reservations")
        self.addCleanup(self.reconfigure, PrivateData="none")
        text = self.draw(user=OTHER)
        self.assertIn("may be hidden", text)
        for words in ((), ("--by", "bookings"), ("--json", ), ("--svg", "-")):
            self.assertNotIn("secret", self.draw(*words, user=OTHER))
            self.assertIn("secret", self.draw(*words))
        self.reconfigure(PrivateData="reservations,nodes")
        r = self.c.run(TOOL, "gantt", user=OTHER)
        self.assertEqual((r.code, r.out), (4, ""), r)
        self.assertIn("--by bookings", r.err)
        self.assertEqual(self.c.run(TOOL, "gantt", "--by", "bookings", user=OTHER).err, "")

    def test_it_is_redrawn_until_ctrl_c(self):
        self.make("r", at(6), at(9), NodeCnt=4)
        here, there = pty.openpty()
        fcntl.ioctl(there, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 70, 0, 0))
        env = dict(self.c.env, TERM="xterm")
        env.pop("COLUMNS", None)
        p = subprocess.Popen([TOOL, "gantt", *SPAN, "--watch=1"], stdin=there, stdout=there, stderr=there, env=env)
        os.close(there)
        out = b""
        while out.count(b"\033[J") < 2:
            out += os.read(here, 4096)
        p.send_signal(signal.SIGINT)
        self.assertEqual(p.wait(gq.LEAST), 0)
        out += os.read(here, 65536)
        os.close(here)
        self.assertTrue(out.startswith(b"\033[?1049h"), out)
        self.assertTrue(out.endswith(b"\033[?25h\033[?1049l"), out)


if __name__ == "__main__":
    unittest.main()
