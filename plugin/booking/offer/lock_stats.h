/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lock_stats.h - how long slurmctld's locks were waited for and held.
 *
 * All else in slurmctld stands still while a handler of the plugin holds the
 * node write lock: an administrator has to see for how long. Each hold counts
 * in histograms, one for each verb (the holder) and part (lock_part_t). A
 * bucket is 1/8 of a power of two wide: a percentile is at most 12.5 % above
 * the true one. Counts go on until a reset, or a restart of slurmctld.
 *
 * The name ReservationName=stats asks for the figures and the counts of
 * counts.h (answer.h), and ReservationName=stats:reset resets them; nothing
 * is created.
 *
 * Locks: site_lock(), where nothing else is said.
 */
#pragma once

#include "plugin/booking/place/ask.h"
#include "plugin/booking/view/office.h"

/* Who held the locks: a handler of requests, or a thread of the plugin. */
typedef enum {
	LOCK_OTHER,	/* starts, reconfigurations, look-ups */
	LOCK_CREATE,
	LOCK_UPDATE,
	LOCK_DELETE,
	LOCK_SHOW,	/* and questions for these figures */
	LOCK_SUBMIT,	/* sbatch */
	LOCK_JOB,	/* all other messages about jobs */
	LOCK_ALL,	/* messages for which all records are linked */
	LOCK_AGENT,
	LOCK_LINKER,
	LOCK_JOBS,	/* the thread of jobs with a deadline */
	LOCK_VERBS
} lock_verb_t;

/* What is counted: microseconds, and for LOCK_STEPS steps. */
typedef enum {
	LOCK_WAIT,	/* until the locks were had: others' holds */
	LOCK_HOLD,	/* from then until they were released */
	LOCK_CPU,	/* of the hold: processor time of the thread */
	LOCK_SYNC,	/* of the hold: phases of turns.h, if there were any */
	LOCK_PLAN,
	LOCK_OFFERS,
	LOCK_STEPS,	/* of all plans of the hold, if there were any */
	LOCK_PARTS
} lock_part_t;

/* Count a number, in the unit of its part. */
extern void lock_stats_add(office_t *office, lock_verb_t verb, lock_part_t part,
			   uint64_t value);

/* Count from zero again. IN now - seconds since the epoch */
extern void lock_stats_reset(office_t *office, time_t now);

/* The answer is a table for people, or the lines for programs. */
extern const verb_t stats_verb;
