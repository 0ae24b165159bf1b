# SPDX-License-Identifier: GPL-2.0-or-later
"""contrib/cluster/cluster, when somebody takes a port between its look and the daemon's start.

A socket that is bound and does not listen plays that: /proc/net/tcp does not show
it, and no daemon can have its port.
"""
import contextlib
import os
import random
import re
import shutil
import socket
import subprocess
import tempfile
import unittest

import case
import gq

NODES = 2
WIDTH = NODES + 1  # ports of a cluster
TRIES = 5


def bind(port):
    s = socket.socket()
    try:
        s.bind(("", port))
    except OSError:
        s.close()
        raise
    return s


class Ports(unittest.TestCase):
    def setUp(self):
        self.folder = os.path.join(case.new_folder(), "c")
        self.addCleanup(os.rmdir, os.path.dirname(self.folder))
        self.port = self.free_ports(WIDTH * (TRIES + 1))

    def free_ports(self, count):
        """The first of so many ports in a row that nobody has."""
        for _ in range(100):
            first = random.randrange(20000, 31000)
            with contextlib.ExitStack() as stack, contextlib.suppress(OSError):
                for port in range(first, first + count):
                    stack.enter_context(bind(port))
                return first
        self.fail("no free ports")

    def take(self, *ports):
        for port in ports:
            self.addCleanup(bind(port).close)

    def cluster(self, *words, port=None):
        env = {**os.environ, "GARQ_CLUSTER_PORT": str(port or self.port)}
        return gq.run(gq.CLUSTER, "-d", self.folder, *words, env=env, timeout=600)

    def start(self):
        self.addCleanup(self.cluster, "stop")
        return self.cluster("start", NODES)

    def ports(self):
        """The ports of slurmctld and the nodes, as status shows them."""
        r = self.cluster("status")
        self.assertTrue(r.ok, r)
        return [int(p) for p in re.findall(r"^(?:slurmctld|n\d) +\d+ +(\d+)", r.out, re.M)]

    def assertBegins(self, r, port):
        self.assertTrue(r.ok, r)
        self.assertEqual(self.ports(), list(range(port, port + WIDTH)))

    def test_the_first_port_is_the_one_that_is_named(self):
        r = self.start()
        self.assertBegins(r, self.port)
        self.assertEqual(r.err, "")

    def test_the_port_of_slurmctld_is_taken(self):
        self.take(self.port)
        r = self.start()
        self.assertBegins(r, self.port + WIDTH)
        self.assertEqual(r.err, f"cluster: a port of {self.port} to {self.port + WIDTH - 1} is taken;"
                                " trying others\n")

    def test_the_ports_of_a_slurmd_and_then_of_slurmctld_are_taken(self):
        self.take(self.port + 2, self.port + WIDTH)
        self.assertBegins(self.start(), self.port + 2 * WIDTH)

    def test_all_are_taken(self):
        self.take(*(self.port + i * WIDTH + i % WIDTH for i in range(TRIES)))
        r = self.start()
        self.assertEqual(r.code, 1, r)
        self.assertRegex(r.err.splitlines()[-1], "^cluster: 5 times others took a port before us")
        self.assertFalse(os.path.exists(self.folder))

    @case.needs_root
    def test_a_cluster_with_another_tmp(self):
        """Nobody listens on the port of its slurmctld, which was killed; it keeps it all the same."""
        if gq.run("unshare", "-m", "true").code:
            self.skipTest("unshare -m fails here; in a chroot: mount --bind DIR DIR before")
        other = tempfile.mkdtemp(dir="/var/tmp")
        self.addCleanup(os.rmdir, other)
        inside = os.path.join(other, "c")
        play = ('mount -t tmpfs tmpfs /tmp && "$0" -d "$1" start 1 -e && "$0" -d "$1" kill-ctld && echo killed && read -r _;'
                ' "$0" -d "$1" stop')
        env = {**os.environ, "GARQ_CLUSTER_PORT": str(self.port)}
        with subprocess.Popen(["unshare", "-m", "sh", "-c", play, gq.CLUSTER, inside], env=env, text=True,
                              stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            while (line := process.stdout.readline()) != "killed\n":
                self.assertTrue(line, "a cluster with another /tmp begins")
            try:
                r = self.start()
                self.assertTrue(r.ok, r)
                self.assertEqual(self.ports()[0], self.port + 2)
            finally:
                process.communicate("\n", timeout=120)

    @case.needs_root
    def test_env_of_another_user(self):
        """What another user calls a cluster is none to root; root's is one to others (test_web.Started)."""
        os.makedirs(os.path.join(self.folder, "run"))
        self.addCleanup(shutil.rmtree, self.folder)
        with open(os.path.join(self.folder, ".garq-cluster"), "w", encoding="ascii"):
            pass
        self.assertEqual(self.cluster("env").out.split()[1], f"SLURM_CONF={self.folder}/slurm.conf")
        shutil.chown(self.folder, case.OTHER)
        r = self.cluster("env")
        self.assertEqual((r.code, r.out, r.err), (1, "", f"cluster: {self.folder} belongs to another user\n"))

    def test_a_port_that_is_none(self):
        for port in ("80", "32000", "x", "017000"):
            r = self.cluster("status", port=port)
            self.assertEqual(r.code, 2, r)
            self.assertRegex(r.err, "GARQ_CLUSTER_PORT is not a port")


if __name__ == "__main__":
    unittest.main()
