# SPDX-License-Identifier: GPL-2.0-or-later
"""What contrib/life/life does to two controllers, which share their state."""
import pair
from steps import BUSY, STEPS, Steps
from takeovers import Takeovers

# A pair that works changes hands seldom, so that each controller has grown as old as it does.
SELDOM = 6


class PairSteps(Steps):
    weights = {kind: weight / SELDOM if kind in ("restart", "kill") else weight for kind, weight in STEPS.items()}
    busy = {**BUSY, "restarts": BUSY["restarts"] / SELDOM}

    def __init__(self, cluster, dice, story, nodes):
        super().__init__(cluster, dice, story, nodes)
        self.ways = Takeovers(cluster)

    def restart(self, step):
        """The standby controller takes over, and gives the control back."""
        self.ways.renew_second()
        self.ways.in_order()
        self.ways.wait_owner(pair.FIRST)
        self.begun(step)
        self.note("restart", True, "taken over and back")

    def prepare_kill(self):
        self.ways.renew_second()

    def kill_controller(self):
        self.cluster.kill_host(pair.FIRST)

    def after_kill(self):
        """It takes over by itself what does not answer."""
        self.cluster.wait_control(pair.SECOND)
        self.ways.wait_owner(pair.SECOND)
        self.cluster.give_back()
        self.ways.wait_owner(pair.FIRST)
