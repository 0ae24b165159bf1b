#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Between sresv co and its child of a real cluster: kills the controller, or sresv, at one of their steps.

Usage: co_step.py FOLDER CONF [KILL]... -- CHILD...

CHILD is sresv co-lrs, run with SLURM_CONF=CONF. FOLDER/step.json is {"step": "hold2", "when": "before"}: the second
request to hold of this cluster; or "after" it was served, and its answer is lost. Then the command KILL is run, once:
FOLDER/killing is there before, FOLDER/killed afterwards. Where KILL is "coordinator" sresv is killed instead; without
it nothing is.
"""
import json
import os
import shlex
import subprocess
import sys


class Step:
    def __init__(self, folder, kill):
        with open(os.path.join(folder, "step.json"), encoding="utf-8") as f:
            wanted = json.load(f)
        self.step, self.when, self.kill = wanted["step"], wanted["when"], kill
        self.folder, self.killed = folder, os.path.join(folder, "killed")
        self.count = {}

    def next(self, line):
        """The name of a request: probe1, hold1, hold2, confirm1, ..."""
        op = json.loads(line)["op"]
        self.count[op] = self.count.get(op, 0) + 1
        return f"{op}{self.count[op]}"

    def at(self, step, when):
        """Kill, if this is the step. Has it?"""
        if not self.kill or (step, when) != (self.step, self.when) or os.path.exists(self.killed):
            return False
        words = [shlex.join(self.kill), f": >{shlex.quote(self.killed)}"]
        if self.kill == ["coordinator"]:
            words = [words[1], f"kill -9 {os.getppid()}"]
        with open(os.path.join(self.folder, "killing"), "w", encoding="utf-8"):
            pass
        # sresv kills the group of a child that is slow: the controller has to be gone all the same
        subprocess.run(" && ".join(words), shell=True, check=True, start_new_session=True, stdout=subprocess.DEVNULL)
        return True


def main():
    folder, conf, *words = sys.argv[1:]
    split = words.index("--")
    step = Step(folder, words[:split])
    with subprocess.Popen(words[split + 1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                          env={**os.environ, "SLURM_CONF": conf}) as child:
        print(child.stdout.readline(), end="", flush=True)
        for line in sys.stdin:
            name = step.next(line)
            step.at(name, "before")
            child.stdin.write(line)
            child.stdin.flush()
            said = child.stdout.readline()
            if not said or step.at(name, "after"):
                break
            print(said, end="", flush=True)
        child.stdin.close()


if __name__ == "__main__":
    main()
