# SPDX-License-Identifier: GPL-2.0-or-later
"""The three sets of contrib/soak/soak: its clients, their calls, and the faults.

A table has weights. An event happens once in a round, a condition lasts while its clients are at work; faults.py has both.
"""
import dataclasses

SHOWN = ("DebugFlags=NO_CONF_HASH,Reservation", "MinJobAge=10", "JobSubmitPlugins=garq")


@dataclasses.dataclass(frozen=True)
class Set:
    duration: int		# seconds
    nodes: int
    clients: tuple		# the user of each
    calls: dict			# of a client
    events: dict
    pair_events: dict = None	# of two controllers; None: the set has none
    conditions: dict = dataclasses.field(default_factory=lambda: {"none": 1})
    pair_conditions: dict = dataclasses.field(default_factory=lambda: {"none": 1})
    lines: tuple = SHOWN	# of slurm.conf
    # Calls of all clients in a round, by its event: one of these numbers; else none. None: each client makes calls all the time.
    budgets: dict = None
    together: dict = None	# calls in rounds with several clients, or a kill; None: all
    names: int = 0		# that the clients share; 0: each booking has a name of its own
    pauses: tuple = (0, 0)	# least and most seconds before and after an event
    horizons: tuple = ()	# garq_horizon
    deltas: tuple = ()		# garq_delta
    freezes: tuple = (None,)	# garq_freeze; None: the default, which is not checked
    parameters: str = ""	# SchedulerParameters
    breaks: bool = False	# disk, memory, clock and names may fail: needs root, and cc
    shares: bool = False	# cores of nodes are booked, with one controller, and GPUs
    watches: bool = False	# jobs with a deadline, the ledger's history, and how large slurmctld grows
    counts: bool = False	# counts are compared, and nothing is promised: see anything.py and counts.py


LIFE = Set(
    duration=720, nodes=16, clients=("root",) * 4,
    calls={"create": 36, "standby": 8, "series": 3, "update": 13, "delete": 5, "accept": 3, "job": 6, "job inside": 14, "cancel": 4, "maint": 4,
           "deadline": 24, "deadline change": 10, "deadline hold": 5, "deadline cancel": 4, "deadline requeue": 4},
    events={"calls": 132, "burst": 3, "node": 5, "places": 8, "account": 2, "wait": 5, "reconfigure": 1, "restart": 0.6, "kill": 1.2},
    # A pair that works changes hands seldom, so that each controller has grown as old as it does.
    pair_events={"calls": 132, "burst": 3, "node": 5, "places": 8, "wait": 5, "reconfigure": 1, "in order": 0.1, "killed": 0.2},
    lines=(*SHOWN, "SlurmctldTimeout=10", "MessageTimeout=30"),
    budgets={"calls": (1,), "burst": (3, 4, 5, 6, 7, 8), "kill": (0, 4, 8), "killed": (0, 4, 8)},
    together={"create": 60, "update": 30, "delete": 10, "deadline": 20},
    pauses=(0, 0.2), horizons=(1, 40), deltas=(1, 60, 300, 3601), freezes=(0, 5, 5, 20), shares=True, watches=True,
    parameters="garq_jobs=deadline")

SOAK = Set(
    duration=1800, nodes=8, clients=("root",),
    calls={"book": 20, "native": 11, "change": 13, "delete": 9, "job": 18, "cancel": 6, "limit": 5, "suspend": 4, "requeue": 3,
           "shrink": 2},
    events={"calls": 91, "node": 8, "slurmd": 2, "partition": 3, "reconfigure": 3, "epilog": 2, "kill": 1, "restart": 1, "wait": 4},
    lines=("Licenses=sw:4,hw:2", "MinJobAge=10", "SlurmdTimeout=20", "SuspendTime=100000", "SuspendTimeout=5", "ResumeTimeout=15",
           "SuspendProgram=/bin/true", "ResumeProgram=/bin/true", "PrivateData=cloud",
           "PartitionName=late Nodes=n[4-8] MaxTime=UNLIMITED DefaultTime=60 OverSubscribe=YES:2"),
    budgets={"calls": (1,)}, horizons=(1, 2, 8, 30), deltas=(1, 60, 300, 300, 3601, 86400), counts=True)

TORTURE = Set(
    duration=600, nodes=8, clients=("root", "root", "games", "daemon", "games"),
    calls={"create": 34, "series": 8, "update": 20, "delete": 14, "accept": 10, "hold": 8, "confirm": 8, "query": 2, "probe": 2, "look": 4,
           "maint": 3, "job": 4, "job inside": 8, "deadline job": 5, "cancel": 5},
    events={"kill": 10, "none": 3, "stop and go on": 3, "reconfigure": 4, "restart": 1, "kill twice": 2, "kill often": 6},
    pair_events={"in order": 3, "killed": 5, "hangs": 3, "goes on early": 2, "disk hangs": 2, "returned by timeout": 2,
                 "none": 1, "reconfigure": 1},
    conditions={"none": 10, "sync fails": 3, "sync slow": 3, "write short": 3, "disk full": 3, "disk hangs": 1,
                "no memory": 3, "clock ahead": 1, "clock behind": 1, "clock jumps": 1, "names out": 1, "names hang": 1,
                "conf": 2, "slurmdbd away": 3, "account away": 3, "places": 4},
    # What changes slurm.conf, or has to be mended by a start of its own, is for a cluster with one controller.
    pair_conditions={"none": 10, "sync slow": 2, "write short": 2, "sync fails": 1, "no memory": 1},
    lines=(*SHOWN, "MessageTimeout=10"),
    names=5, pauses=(0.2, 1.5), horizons=(6, 40), deltas=(1, 60, 300), breaks=True,
    parameters="garq_users=yes,garq_user_rate=0,garq_user_bookings=0,garq_jobs=deadline")

SETS = {"life": LIFE, "soak": SOAK, "torture": TORTURE}
BUSY = {"requests": 60, "jobs": 60, "nodes": 2, "restarts": 1}	# an hour of a busy site
PAIR_RESTARTS = 1 / 6	# of two controllers
