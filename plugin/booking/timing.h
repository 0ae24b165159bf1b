/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * timing.h - how long the plugin waits, in seconds.
 *
 * All constants that a test on a cluster would have to wait for. Each can be
 * set by -D; configure --enable-test-timing sets some to a few seconds
 * (m4/garq_test_timing.m4). Such a plugin is for tests only, and says so when
 * it is loaded. The tests read TIMING_TEXT in sched_garq.so
 * (test/cluster/timing.py).
 */
#ifndef PLUGIN_TIMING_H
#define PLUGIN_TIMING_H

/* The agent looks at everything at least this often. */
#ifndef AGENT_INTERVAL
#define AGENT_INTERVAL 10
#endif

/* The thread of plugin/jobs_agent.h looks at the bookings of jobs. */
#ifndef JOBS_INTERVAL
#define JOBS_INTERVAL 5
#endif

/* The record of a booking is linked so long before it begins: several looks of
 * the agent. */
#ifndef PARK_LEAD
#define PARK_LEAD 120
#endif

/* A node must have been unavailable for so long to be replaced. */
#ifndef REPAIR_PATIENCE
#define REPAIR_PATIENCE 30
#endif

/* A booking that could not be repaired is tried again after so long, and when
 * all others have been tried. */
#ifndef REPAIR_AGAIN
#define REPAIR_AGAIN 60
#endif

/*
 * So many stand-ins (plugin/booking/stand_in.h) are tried again in one turn, with
 * slurmctld's locks held: a try may ask a slow name service. Not a time, but it
 * bounds one without a clock.
 */
#ifndef STAND_IN_TRIES
#define STAND_IN_TRIES 32
#endif

#define TIMING_PAIR(name, value) #name "=" TIMING_STRING(value)
#define TIMING_STRING(value) #value
#define TIMING_TEXT \
	"sched/garq waits (in seconds): " \
	TIMING_PAIR(AGENT_INTERVAL, AGENT_INTERVAL) " " \
	TIMING_PAIR(JOBS_INTERVAL, JOBS_INTERVAL) " " \
	TIMING_PAIR(PARK_LEAD, PARK_LEAD) " " \
	TIMING_PAIR(REPAIR_PATIENCE, REPAIR_PATIENCE) " " \
	TIMING_PAIR(REPAIR_AGAIN, REPAIR_AGAIN)

#endif
