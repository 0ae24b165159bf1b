# SPDX-License-Identifier: GPL-2.0-or-later
"""The private cluster of contrib/soak/soak."""
import os
import re
import shutil
import subprocess

import gq

CLUSTER = os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(__file__))), "cluster",
                       "cluster")
REAL = [f"n{i}" for i in range(1, 9)]	# nodes that have a slurmd
CLOUD = "n10"


class Wrong(Exception):
    """Something is not as it has to be; the text says what."""


def run(*words, env=None, timeout=120):
    p = subprocess.run([str(w) for w in words], env=env, stdin=subprocess.DEVNULL,
                       stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                       errors="replace", timeout=timeout)
    return p.returncode, p.stdout.strip()


class Cluster:
    """A private cluster, and what is kept of it when something is wrong."""

    def __init__(self, folder, plugins):
        self.folder, self.plugins = folder, plugins
        self.seen = 0	# of the log

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def call(self, *words):
        code, out = run(CLUSTER, "-d", self.folder, *words)
        if code:
            raise Wrong(f"cluster {' '.join(map(str, words))}: {out}")
        return out

    def start(self, parameters, over_run):
        """Epilog waits on a node where a file says so: jobs stay completing."""
        epilog, lines = self.folder + ".epilog", self.folder + ".conf"
        with open(epilog, "w") as f:
            f.write(f"#!/bin/sh\n[ ! -e {epilog}.$SLURMD_NODENAME ] || sleep 40\n")
        os.chmod(epilog, 0o755)
        with open(lines, "w") as f:
            f.write(f"Epilog={epilog}\nLicenses=sw:4,hw:2\nMinJobAge=10\nResvOverRun={over_run}\n"
                    "SlurmdTimeout=20\nSuspendTime=100000\nSuspendTimeout=5\nResumeTimeout=15\n"
                    "SuspendProgram=/bin/true\nResumeProgram=/bin/true\nPrivateData=cloud\n"
                    "PartitionName=late Nodes=n[4-8] MaxTime=UNLIMITED DefaultTime=60"
                    " OverSubscribe=YES:2\n")
        self.call("start", 10, "-s", "sched/garq", "-p", self.plugins, "-P", parameters,
                  "-c", lines, "-n", "n[5-6] CPUs=4 RealMemory=2000", "-n", "n5 Features=odd,big",
                  "-n", "n6 Features=even,big", "-n", "n9 State=FUTURE",
                  "-n", f"{CLOUD} State=CLOUD Weight=1000")
        self.env = {**os.environ, **dict(re.findall(r"export (\w+)=(\S+)", self.call("env")))}

    def slow(self, node):
        """The file that makes the epilog of a node slow."""
        return f"{self.folder}.epilog.{node}"

    def pid(self, daemon):
        """Of a daemon that lives, or None."""
        try:
            with open(self.path("run", daemon + ".pid")) as f:
                pid = int(f.readline())
            with open(f"/proc/{pid}/cmdline") as f:
                return pid if self.folder in f.read() else None
        except (OSError, ValueError):
            return None

    def wake_slurmds(self):
        """Have them register, as they would within minutes."""
        gq.wake_slurmds(self.folder)

    def new_log(self):
        """What slurmctld has logged since the last call, whole lines."""
        with open(self.path("log", "slurmctld.log"), "rb") as f:
            f.seek(self.seen)
            text = f.read()
        text = text[:text.rfind(b"\n") + 1]
        self.seen += len(text)
        return text.decode(errors="replace")

    def keep(self):
        """End the daemons, keep all files."""
        if os.path.exists(self.path("state")):
            shutil.copytree(self.path("state"), self.path("kept-state"), dirs_exist_ok=True)
        self.call("stop", "--keep")

    def stop(self):
        self.call("stop")
