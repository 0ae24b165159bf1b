# SPDX-License-Identifier: GPL-2.0-or-later
"""An account that is there and is not: life and torture take it from slurmdbd, and give it back.

slurmctld finds at a start, or when it reads slurm.conf, that an account of a reservation is gone.
"""
import re
import time

import dbd
import gq
from booked import NOBODY

ALWAYS, AT_TIMES = "science", "lab"	# ALWAYS is the account of all jobs
FOR_WHOM = (AT_TIMES, f"{AT_TIMES},{ALWAYS}")	# that a booking may name
MISSING = dbd.MISSING
KNOWN = 90	# seconds until slurmctld has asked a slurmdbd that is back
TRIED = 5	# turns of the agent in which all that names the account is tried again after a start or a reconfiguration
# A start logs this of a booking whose accounts are all gone.
GONE = re.compile(rf"can't be made again as it was booked: .*Accounts={AT_TIMES}\b")


class Accounts:
    """Of a cluster with one slurmctld."""

    def __init__(self, cluster, users):
        self.cluster, self.users, self.database = cluster, sorted(users), dbd.Accounting(cluster)
        self.there, self.back, self.begun, self.turns = True, 0, 0, None	# turns.Turns

    def lacking(self, accounts):
        """
        For whom one may be, (users, accounts), that is for some accounts: while one of them is away, or was until a few turns
        ago (back), for the others; for root alone if there are none, or if slurmctld has just begun (begun).
        """
        if self.there and not (self.back and self.turns.since(self.back) < TRIED):
            return
        rest = ",".join(name for name in accounts.split(",") if name != AT_TIMES)
        if rest:
            yield NOBODY, rest
        if not rest or self.turns.since(self.begun) < TRIED:
            yield "root", NOBODY

    def start(self):
        """Before the first booking: begin slurmdbd, and have slurmctld use it."""
        self.database.start()
        r = self.cluster.cluster("set", *(f"{k}={v}" for k, v in self.database.settings().items()))
        assert r.ok, f"slurmctld with a slurmdbd: {r}"
        self.add("cluster", "garq")
        self.add_account(ALWAYS)
        self.add_account(AT_TIMES)
        self.cluster.restart()
        self.cluster.wait_answering()

    def add(self, *words):
        self.database.sacctmgr("add", *words)

    def add_account(self, name):
        self.add("account", name)
        for user in self.users:
            self.add("user", user, f"account={name}")

    def take(self):
        self.there = False
        self.database.sacctmgr("delete", "account", AT_TIMES)

    def give_back(self):
        self.add_account(AT_TIMES)
        self.there, self.back = True, time.time()

    def wait_known(self):
        """slurmctld knows all accounts: it asks slurmdbd for them when that is back, or a start finds those of its last file."""
        gq.wait_for(self.is_known, "slurmctld knows the accounts", KNOWN)

    def is_known(self):
        out = self.cluster.scontrol("show", "assoc_mgr", "flags=assoc").out
        return all(re.search(rf"\bAccount={name} UserName={user}\(", out)
                   for name in (ALWAYS, AT_TIMES) for user in self.users)

    def stop(self):
        self.database.stop()
