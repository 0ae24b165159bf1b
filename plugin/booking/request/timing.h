/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * timing.h - intervals and delays of the plugin, in seconds.
 *
 * These are all constants for which a test on a cluster would have to wait. Any
 * can be set by -D; configure --enable-test-timing sets some to a few seconds
 * (m4/garq_test_timing.m4). A plugin with such values is for tests only, and
 * says so when it is loaded. The tests read TIMING_TEXT in sched_garq.so
 * (test/cluster/timing.py).
 */
#pragma once

/* Longest time between two passes of the agent. */
#ifndef AGENT_INTERVAL
#define AGENT_INTERVAL 10
#endif

/* Time between two passes that link due records. */
#ifndef LINK_INTERVAL
#define LINK_INTERVAL 5
#endif

/* Longest time between two passes over the bookings of jobs. */
#ifndef JOBS_INTERVAL
#define JOBS_INTERVAL 5
#endif

/* Time before its start from which on the record of a booking is linked:
 * several passes of the linker. */
#ifndef PARK_LEAD
#define PARK_LEAD 120
#endif

/* Least time between two writes of the CPU time of running bookings. */
#ifndef USE_TAKEN
#define USE_TAKEN 60
#endif

/* Time that a node has to be unavailable before a repair replaces it. */
#ifndef REPAIR_PATIENCE
#define REPAIR_PATIENCE 30
#endif

/* Time after which a job that is on the nodes of a booking that has begun, and is
 * none of its own, counts as not about to end. */
#ifndef REPAIR_JOB_PATIENCE
#define REPAIR_JOB_PATIENCE 120
#endif

/* Shortest and longest pause between two tries to repair a booking (repair.h). */
#ifndef REPAIR_AGAIN
#define REPAIR_AGAIN 60
#endif
#ifndef REPAIR_AGAIN_MAX
#define REPAIR_AGAIN_MAX 3600
#endif

/* Time after which a copy is made again (plugin/ledger/ledger_copy.h). */
#ifndef LEDGER_COPY_INTERVAL
#define LEDGER_COPY_INTERVAL 3600
#endif

/* Least time between two moves to the history (plugin/ledger/ledger_history.h). */
#ifndef LEDGER_MOVE_INTERVAL
#define LEDGER_MOVE_INTERVAL 60
#endif

/*
 * Time for which a controller that takes over waits for the former one to close
 * the ledger, before it fences that (plugin/ledger/claim/ledger_claim.h).
 */
#ifndef OWN_PATIENCE
#define OWN_PATIENCE 20
#endif

/*
 * Maximum number of stand-ins (stand_in.h) that one pass tries
 * again. A try has Slurm look up names while slurmctld's locks are held, though
 * such that were just found: the number bounds that time without a clock.
 */
#ifndef STAND_IN_TRIES
#define STAND_IN_TRIES 32
#endif

/*
 * Time for which a request waits for the disk of the ledger, and after which
 * requests are refused at once until the disk answers.
 */
#ifndef LEDGER_PATIENCE
#define LEDGER_PATIENCE 5
#endif

/*
 * Maximum number of requests that wait for the ledger at the same time (no
 * time): each of them keeps one of slurmctld's threads, of which older
 * versions have 256; for others plugin/rpc/pool.h is stricter. A disk that
 * takes 50 ms for a sync, as some do, has that many waiting in a burst.
 */
#ifndef LEDGER_WAITING
#define LEDGER_WAITING 64
#endif

/*
 * Time for which a request of an ordinary user waits for the groups of the
 * users that it names (plugin/slurm/compat/fellows.h), and after which such
 * requests are refused at once until the name service answers.
 */
#ifndef NAMES_PATIENCE
#define NAMES_PATIENCE 2
#endif

#define TIMING_PAIR(name, value) #name "=" TIMING_STRING(value)
#define TIMING_STRING(value) #value
#define TIMING_TEXT \
	"sched/garq waits (in seconds): " \
	TIMING_PAIR(AGENT_INTERVAL, AGENT_INTERVAL) " " \
	TIMING_PAIR(LINK_INTERVAL, LINK_INTERVAL) " " \
	TIMING_PAIR(JOBS_INTERVAL, JOBS_INTERVAL) " " \
	TIMING_PAIR(PARK_LEAD, PARK_LEAD) " " \
	TIMING_PAIR(REPAIR_PATIENCE, REPAIR_PATIENCE) " " \
	TIMING_PAIR(REPAIR_JOB_PATIENCE, REPAIR_JOB_PATIENCE) " " \
	TIMING_PAIR(REPAIR_AGAIN, REPAIR_AGAIN) " " \
	TIMING_PAIR(LEDGER_PATIENCE, LEDGER_PATIENCE) " " \
	TIMING_PAIR(NAMES_PATIENCE, NAMES_PATIENCE) " " \
	TIMING_PAIR(OWN_PATIENCE, OWN_PATIENCE) " " \
	TIMING_PAIR(LEDGER_COPY_INTERVAL, LEDGER_COPY_INTERVAL) " " \
	TIMING_PAIR(LEDGER_MOVE_INTERVAL, LEDGER_MOVE_INTERVAL)
