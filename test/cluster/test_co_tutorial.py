#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""doc/CO-TUTORIAL.md, typed as it stands: all its commands in their order, in one shell.

A line of the tutorial that begins with "    $ " is a command; the indented lines below it are what it prints. The day,
IDs, the amount of blanks and values of the objective may differ; the start of the clusters, warnings of sresv and what
the shell says of a process that was killed are not on the page.
"""
import os
import re
import shutil
import subprocess
import time
import unittest

import case
import co
import gq

PAGE = os.path.join(gq.TOP, "doc", "CO-TUTORIAL.md")
SCRIPT = os.path.join(gq.TOP, "contrib", "co-clusters")
MARK = "@@ command "
# What the page leaves out: progress, and what the shell says of a coordinator that was killed, or was done before.
UNSAID = re.compile(r"sresv: |.*\bKilled\b|.*\bkill: .* No such process$")


def commands():
    """[(command, [line that it prints])] of the tutorial."""
    found = []
    with open(PAGE) as f:
        for line in f:
            if line.startswith("    $ "):
                found.append((line[6:].rstrip("\n"), []))
            elif line.startswith("    ") and found:
                found[-1][1].append(line.strip())
    return found


def plain(text):
    """Without what differs from run to run, a list of lines."""
    for name in set(re.findall(r"\bco-([a-z0-9]{6,16})\.\dof", text)) | set(re.findall(r"^sresv: ([a-z0-9]{8}):", text, re.M)):
        text = re.sub(rf"\b{name}\b", "ID", text)
    text = re.sub(r"\d{4}-\d\d-\d\dT", "DAYT", text)
    text = re.sub(r"\d\.\d{6}", "N", text)
    text = re.sub(r"\bin \d+[hm]( \d+m)?$", "in N", text, flags=re.M)
    text = re.sub(rf"\b{re.escape(gq.ME)}$", "root", text, flags=re.M)
    text = re.sub(r"^(ID later) (deciding|decided|done) ", r"\1 decided ", re.sub(r" +", " ", text), flags=re.M)
    return [line.strip() for line in text.splitlines()]


def noon():
    """A time zone in which it is noon: "tomorrow" stays the same day while the tutorial runs."""
    return f"NOON{time.gmtime().tm_hour - 12}"


def transcript(page, printed):
    return "\n".join(f"$ {command}\n{said}" for (command, _), said in zip(page, printed))


class Tutorial(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        self.folder = case.new_folder()
        self.addCleanup(shutil.rmtree, self.folder)
        self.clusters = os.path.join(self.folder, "co")
        self.env = {**os.environ, "GARQ_CO_DIR": self.clusters, "GARQ_PLUGIN_DIR": gq.plugin_dir(),
                    "GARQ_SRESV": os.path.abspath(co.TOOL), "TZ": noon()}
        self.addCleanup(gq.run, SCRIPT, "stop", env=self.env, timeout=gq.LEAST)

    def typed(self, words):
        """What each of these commands prints, in one shell, which a failure does not end."""
        text = "".join(f"echo '{MARK}{i}'\n{word}\n" for i, word in enumerate(words))
        path = os.path.join(self.folder, "typed")
        with open(path, "w") as f:
            f.write("exec 2>&1\n" + text)
        with subprocess.Popen(["timeout", "-k", "60", "1800", "bash", path], cwd=gq.TOP, env=self.env, text=True,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE) as p:
            out = p.stdout.read()
        return [part.split("\n", 1)[1] for part in out.split(MARK)[1:]]

    @staticmethod
    def missing(expected, printed):
        """The first of the lines expected that is not among those printed, in this order; or None."""
        rest = iter(printed)
        return next((line for line in expected if line not in rest), None)

    @staticmethod
    def extra(expected, printed):
        """The first of the lines printed that is not expected; or None."""
        return next((line for line in printed if line and line not in expected and not UNSAID.match(line)), None)

    def test_it_runs_as_it_stands(self):
        page = [(c, out) for c, out in commands() if os.geteuid() == 0 or "other-user" not in c]
        self.assertGreater(len(page), 20)
        printed = self.typed([command for command, _ in page])
        self.assertEqual(len(printed), len(page), transcript(page, printed))
        # An ID is known by what the whole run prints, also where one command prints nothing else.
        actual = plain("\n@\n".join(printed))
        expected = plain("\n@\n".join("\n".join(out) for _, out in page))
        wrong = []
        for (command, _), lines, said in zip(page, self.blocks(expected), self.blocks(actual)):
            line = self.missing(filter(None, lines), said)
            if line:
                wrong.append(f"$ {command}\ndoes not print: {line}\n")
            line = self.extra(lines, said)
            if line and not command.endswith("co-clusters start"):
                wrong.append(f"$ {command}\nprints, too: {line}\n")
        self.assertFalse(wrong, "\n".join(["", *wrong, "All that was printed:", transcript(page, printed)]))
        self.assertFalse(os.path.exists(self.clusters))

    @staticmethod
    def blocks(lines):
        found = [[]]
        for line in lines:
            if line == "@":
                found.append([])
            else:
                found[-1].append(line)
        return found


class Script(unittest.TestCase):
    """contrib/co-clusters, where it is used in a wrong way."""

    def test_what_makes_no_sense(self):
        for words in ((), ("dance",), ("start", "now"), ("-x",), ("-d",), ("-d", "/nonexistent/x", "start")):
            r = gq.run(SCRIPT, *words)
            self.assertEqual((r.code, len(r.err.splitlines())), (2, 1), r)

    def test_a_folder_of_others_stays(self):
        folder = case.new_folder()
        self.addCleanup(os.rmdir, folder)
        for verb in ("stop", "env"):
            self.assertEqual(gq.run(SCRIPT, "-d", folder, verb).code, 1)
        self.assertEqual(gq.run(SCRIPT, "-d", folder, "start", env={**os.environ, "GARQ_PLUGIN_DIR": gq.plugin_dir()}).code, 2)
        self.assertTrue(os.path.isdir(folder))


if __name__ == "__main__":
    unittest.main()
