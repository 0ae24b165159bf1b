# SPDX-License-Identifier: GPL-2.0-or-later
"""The ways in which control passes from one controller of a pair to the other one, and back.

Needs a disk that can hang: preload() compiles stall.c for the first controller.
"""
import os
import subprocess

import gq
import pair

PRELOAD = "stall.so"


class Takeovers:
    """
    c is a pair.Pair. After each way FIRST is in control, and may still read the ledger; SECOND stands by or, where
    Slurm has ended it, does not run. goes_on() is called when control has passed on: it waits until the clients have
    made some calls, as Slurm does not like control to pass on as soon as it came.
    """

    def __init__(self, c, goes_on=lambda: None):
        self.c, self.goes_on = c, goes_on
        self.folder = c.folder	# GARQ_TEST_STALL of FIRST

    def preload(self):
        """Preloaded to FIRST from its next start on: a disk that does not answer."""
        folder = self.c.folder
        source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "stall.c")
        library = os.path.join(folder, PRELOAD)
        subprocess.run(["cc", "-shared", "-fPIC", "-o", library, source], check=True)
        before = os.environ.get("GARQ_CLUSTER_PRELOAD")
        self.c.host_env[pair.FIRST] = {"GARQ_TEST_STALL": folder,
                                       "LD_PRELOAD": f"{before}:{library}" if before else library}

    def ways(self):
        return [self.in_order, self.returned_by_timeout, self.hangs, self.disk_hangs, self.killed, self.goes_on_early]

    def owns(self, host):
        r = self.c.ask(host, "scontrol", "show", "reservation")
        return r.ok and pair.GUARD not in r.out

    def wait_owner(self, host):
        gq.wait_for(lambda: self.owns(host), lambda: f"{host} has the ledger\n{self.c.tail(host)}", 120)
        self.goes_on()

    def renew_second(self):
        """
        A new process for SECOND: in Slurm 22.05 (main_sched_fini()) one that gives control back for the second time
        joins its thread for scheduling again, which has long ended, and may hang in that.
        """
        self.c.kill_host(pair.SECOND)
        self.c.begin(pair.SECOND)
        self.c.wait_standby(pair.SECOND)

    def wait_end(self, host):
        self.c.continue_host(host)
        self.c.wait_end(host)

    def in_order(self):
        self.c.take_over()
        self.wait_owner(pair.SECOND)
        self.c.give_back()

    def killed(self):
        self.c.kill_host(pair.FIRST)
        self.c.wait_control(pair.SECOND)
        self.wait_owner(pair.SECOND)
        self.c.give_back()

    def hangs(self):
        """FIRST goes on when SECOND has the ledger."""
        self.c.stop_host(pair.FIRST)
        self.c.wait_control(pair.SECOND)
        self.wait_owner(pair.SECOND)
        self.wait_end(pair.FIRST)
        self.c.give_back(saved_over=True)

    def goes_on_early(self):
        """
        FIRST goes on as soon as SECOND is in control: both of them are, until FIRST is fenced, or has Slurm return
        the control, or one of them finds what the other one has saved, and ends.
        """
        self.c.stop_host(pair.FIRST)
        self.c.wait_control(pair.SECOND)
        self.c.continue_host(pair.FIRST)
        gq.wait_for(lambda: not self.c.host_runs(pair.FIRST) or self.c.has_no_control(pair.SECOND),
                    lambda: "one of them is left\n" + "\n\n".join(map(self.c.tail, pair.HOSTS)))
        if not self.c.host_runs(pair.FIRST):
            self.wait_owner(pair.SECOND)
            self.c.give_back(saved_over=True)

    def disk_hangs(self):
        """FIRST waits for the disk in the midst of a commit."""
        disk = os.path.join(self.folder, "disk")
        with open(disk, "w"):
            pass
        gq.wait_for(lambda: os.path.exists(disk + ".hung"), "a commit hangs")
        self.c.take_over()
        gq.wait_for(lambda: self.c.has_split(pair.SECOND) or self.owns(pair.SECOND),
                    lambda: f"{pair.SECOND} has the ledger\n{self.c.tail(pair.SECOND)}", 120)
        os.unlink(disk)
        os.unlink(disk + ".hung")
        if self.c.has_split(pair.SECOND):	# it found what FIRST saved while it ended
            self.c.start_both()	# Slurm has ended both
        else:
            self.goes_on()
            self.c.give_back(saved_over=True)

    def returned_by_timeout(self):
        """SECOND hangs when FIRST takes control back, and goes on later."""
        self.c.kill_host(pair.FIRST)
        self.c.wait_control(pair.SECOND)
        self.wait_owner(pair.SECOND)
        self.c.stop_host(pair.SECOND)
        self.c.begin(pair.FIRST)
        self.c.wait_control(pair.FIRST)
        self.wait_owner(pair.FIRST)
        self.wait_end(pair.SECOND)
        self.c.begin(pair.SECOND)
        self.c.wait_standby(pair.SECOND)

