# SPDX-License-Identifier: GPL-2.0-or-later
"""How slurmds are woken while a successor takes over (gq.wake_slurmds): a process of Python plays the slurmd."""
import os
import signal
import subprocess
import sys
import tempfile
import threading
import unittest

import gq

# The process prints a line when it is there, catches SIGHUP once it has read a line, and ends in order by SIGHUP.
SLURMD = """
import signal, sys
signal.signal(signal.SIGHUP, signal.SIG_DFL)
print("here", flush=True)
sys.stdin.readline()
signal.signal(signal.SIGHUP, lambda *_: sys.exit(0))
while True:
    signal.pause()
"""


class Wake(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        os.mkdir(os.path.join(self.folder, "run"))
        self.slurmd = subprocess.Popen([sys.executable, "-c", SLURMD], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.addCleanup(self.end)
        self.slurmd.stdout.readline()

    def end(self):
        self.slurmd.kill()
        self.slurmd.communicate()

    def write(self, pid, more=""):
        with open(os.path.join(self.folder, "run", "slurmd.n1.pid"), "w") as f:
            f.write(f"{pid}\n{more}" if pid else "")

    def waking(self):
        """wake_slurmds(), in a thread of its own."""
        thread = threading.Thread(target=gq.wake_slurmds, args=(self.folder,), daemon=True)
        thread.start()
        return thread

    def catch(self):
        self.slurmd.stdin.write(b"\n")
        self.slurmd.stdin.flush()

    def check_woken(self, thread):
        self.assertEqual(self.slurmd.wait(gq.LEAST), 0)
        thread.join(gq.LEAST)
        self.assertFalse(thread.is_alive())

    def test_one_that_catches_the_signal(self):
        self.write(self.slurmd.pid)
        self.catch()
        self.check_woken(self.waking())

    def test_a_pid_file_with_more_lines(self):
        """As newer Slurm writes it."""
        self.write(self.slurmd.pid, "a second line\n")
        self.catch()
        self.check_woken(self.waking())

    def test_one_that_does_not_catch_it_yet(self):
        self.write(self.slurmd.pid)
        thread = self.waking()
        thread.join(0.5)
        self.catch()
        self.check_woken(thread)

    def test_one_whose_pid_is_not_written_yet(self):
        self.write(None)
        thread = self.waking()
        thread.join(0.5)
        self.catch()
        self.write(self.slurmd.pid)
        self.check_woken(thread)

    def test_one_that_has_ended(self):
        self.write(self.slurmd.pid)
        self.slurmd.send_signal(signal.SIGTERM)
        self.slurmd.wait()
        gq.wake_slurmds(self.folder)

    def test_a_zombie(self):
        self.write(self.slurmd.pid)
        self.slurmd.send_signal(signal.SIGTERM)
        gq.wait_for(lambda: not gq.runs(self.slurmd.pid), "it ends")
        gq.wake_slurmds(self.folder)

    def test_one_without_a_pid_file(self):
        gq.wake_slurmds(self.folder)


if __name__ == "__main__":
    unittest.main()
