# SPDX-License-Identifier: GPL-2.0-or-later
"""How long the plugin that is tested waits, in seconds: the constants of plugin/booking/request/timing.h, as it was built.

They are small if it was built with --enable-test-timing, as contrib/run-tests does.
"""
import os
import re

import gq


def _read():
    with open(os.path.join(gq.plugin_dir(), "sched_garq.so"), "rb") as f:
        text = re.search(rb"sched/garq waits \(in seconds\): ([A-Z_0-9= ]+)", f.read())[1].decode()
    return {name: int(value) for name, value in (word.split("=") for word in text.split())}


globals().update(_read())

# Two turns of the thread that looks at the bookings of jobs, and of the agent.
JOBS_LOOKS = 2 * JOBS_INTERVAL + 2	# noqa: F821
AGENT_LOOKS = 2 * AGENT_INTERVAL + 2	# noqa: F821
# Then a node that has failed is replaced, if there is another.
REPAIRED = REPAIR_PATIENCE + AGENT_LOOKS	# noqa: F821
