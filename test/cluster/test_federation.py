# SPDX-License-Identifier: GPL-2.0-or-later
"""In a federation, whose siblings submit jobs by messages that the plugin does not serve (REQUEST_SIB_MSG)."""
import unittest

import case
import dbd
import deadline
import gq
from case import at

_accounting = None


def setUpModule():
    global _accounting
    dbd.need()
    deadline.start()
    cluster = case.cluster()
    _accounting = dbd.Accounting(cluster)
    unittest.addModuleCleanup(_accounting.stop)
    _accounting.start()
    r = cluster.cluster("set", *(f"{k}={v}" for k, v in _accounting.settings().items()))
    assert r.ok, r
    for words in (("cluster", "garq"), ("account", "all"), ("user", "root", "account=all")):
        _accounting.sacctmgr("add", *words)
    cluster.restart()
    cluster.wait_answering()


class Federation(deadline.Case):
    def parked(self):
        return {name for name, in self.ledger("SELECT name FROM booking WHERE closed IS NULL AND parked")}

    def wait_federated(self, wanted):
        gq.wait_for(lambda: ("Federation:" in self.c.scontrol("show", "federation").out) == wanted,
                    "slurmctld knows of the federation")

    def test_none_is_parked_in_it(self):
        for i in range(4):
            self.make(f"b{i}", at(i), at(i + 1), NodeCnt=8)
        gq.wait_for(lambda: self.parked() == {"b1", "b2", "b3"}, "all but the next are parked")
        _accounting.sacctmgr("add", "federation", "f", "clusters=garq")
        self.wait_federated(True)
        gq.wait_for(lambda: not self.parked(), "none is parked")
        self.make("b4", at(4), at(5), NodeCnt=8)
        self.assertEqual(self.parked(), set())
        self.not_booked(self.submit(at(10), at(14), 60, 3), "a federation")
        _accounting.sacctmgr("delete", "federation", "f")
        self.wait_federated(False)
        gq.wait_for(lambda: self.parked() == {"b1", "b2", "b3", "b4"}, "all but the next are parked")


if __name__ == "__main__":
    unittest.main()
