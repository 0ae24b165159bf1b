/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * licenses.h - count the licenses that are held, for every second.
 *
 * A license is a name and a number, without nodes: counts suffice, one garq_t
 * for each name. The holders are kept beside the counts, for the words of a
 * refusal.
 *
 *	          10:00     11:00     12:00
 *	sw    held  |--- 3 ---|--- 3 ---|		two bookings
 *	            |----- 1 -----|			a license-only one
 *	total 4     | 4       | 4 | 3   |		so 1 fits from 11:30 on
 *
 * The total of a license is not kept: each question carries it (lic_t.total),
 * so a change of slurm.conf takes effect with the next request. The total may
 * be less than the number held; no request fits then until enough holders have
 * ended.
 *
 * Licenses that running jobs use are not counted. Slurm does not count them for
 * reservations either: it keeps jobs away from reserved licenses.
 *
 * Time as in garq.h. No Slurm header here. Not thread-safe; failure changes
 * nothing.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "garq/garq.h"
#include "garq/nodes.h"

typedef struct lic_counts lic_counts_t;

/* A number of one license. */
typedef struct {
	char *name;
	uint32_t num;	/* 0 always fits */
	uint32_t total;	/* in the cluster; set in questions, else 0 */
} lic_t;

/* Numbers of several licenses, each name once. */
typedef struct {
	lic_t *list;
	uint32_t cnt;
} lic_set_t;

/* Free what a set owns, and leave it empty. */
extern void lic_set_free(lic_set_t *set);

/* RET a copy of a set; lic_set_free() */
extern lic_set_t lic_set_copy(const lic_set_t *set);

/*
 * The licenses in the text of a booking, as "sw:3,gone", whether or not they
 * exist. IN text - lic_text_ok(); or NULL. RET lic_set_free(); totals are 0
 */
extern lic_set_t lic_set_read(const char *text);

/* The licenses of one holder; all zero: none. */
typedef struct {
	struct lic_hold *first;
} lic_holder_t;

/*
 * Make counts without any license.
 * IN delta, horizon, now - in seconds, as garq_create(). Licenses need few
 *	slots, so a longer delta may be used; answers are exact for any delta
 * RET owned by the caller, or NULL with errno EINVAL
 */
extern lic_counts_t *lic_create(uint32_t delta, time_t horizon, time_t now);

/*
 * Free the counts; lic_destroy(NULL) is safe. Holders stay, for
 * lic_release(NULL, h).
 */
extern void lic_destroy(lic_counts_t *c);

/* Advance now, as garq_advance(). */
extern void lic_advance(lic_counts_t *c, time_t now);

/*
 * Count num of a license for a holder during [t_s, t_e), also beyond any total.
 * No effect if num is 0, or the interval is empty or has passed. Several calls
 * add up. At no second more than 2^32 - 1 of a license are counted.
 * IN h - the holder; lic_release() frees the addition
 * IN id - of the holder, for lic_each(); not GARQ_NO_GROUP
 * RET 0; or -1 with errno EINVAL (t_e past GARQ_FOREVER, or such an id)
 */
extern int lic_hold(lic_counts_t *c, lic_holder_t *h, uint64_t id,
		    const char *name, uint32_t num, time_t t_s, time_t t_e);

/*
 * Release all licenses of a holder, and leave it empty. Never fails.
 * IN c - NULL: the counts are gone
 */
extern void lic_release(lic_counts_t *c, lic_holder_t *h);

/* The number of a license that a holder has in the interval added last. */
extern uint32_t lic_held(const lic_holder_t *h, const char *name);

/*
 * Exclude the licenses of a holder for the length of a question, and include
 * them again.
 */
extern void lic_exclude(lic_counts_t *c, const lic_holder_t *h);
extern void lic_include(lic_counts_t *c, const lic_holder_t *h);

/*
 * Search on for a start at which all licenses of want are free for a duration
 * (seconds, >= 1). No start before the result fits. Each license is searched
 * once, by suggestInterval (GarQ paper, algorithm 4).
 * IN from - seconds since the epoch, not before now
 * RET from: it fits; a later time: search on from there; GARQ_FOREVER: no start
 *	fits
 */
extern time_t lic_next(const lic_counts_t *c, const lic_set_t *want,
		       time_t from, time_t duration);

/*
 * The first shortage of a license during [t_s, t_e); t_s < t_e, not before now.
 */
typedef struct {
	uint32_t missing;	/* number missing; 0: no shortage */
	time_t at;		/* the first second of the shortage */
} lic_short_t;
extern lic_short_t lic_short(const lic_counts_t *c, const lic_t *want,
			     time_t t_s, time_t t_e);

/*
 * Call fn for each holder of a license during [t_s, t_e), with group excluded,
 * as garq_nodes_each(); node is 0. An unknown name has no holders.
 */
extern void lic_each(const lic_counts_t *c, const char *name, time_t t_s,
		     time_t t_e, uint64_t group, garq_nodes_fn fn, void *arg);

/*
 * Call fn for each maximal interval from now on during which the same number of
 * a license is held, 0 included, in order of time, until fn returns false. An
 * unknown name has no intervals.
 */
typedef bool (*lic_profile_fn)(void *arg, time_t t_s, time_t t_e, uint32_t num);
extern void lic_profile(const lic_counts_t *c, const char *name,
			lic_profile_fn fn, void *arg);

/*
 * The name of the i-th license (from 0) that was ever held.
 * RET owned by c; NULL: there are no more
 */
extern const char *lic_name(const lic_counts_t *c, uint32_t i);

/*
 * Return true if Slurm may parse this text of licenses. Slurm keeps the numbers
 * in 32 bits without a check: their sum must be below 2^31.
 */
extern bool lic_text_ok(const char *text);

/*
 * Verify the counts of each license, as garq_check().
 * OUT ret_reason - static text, if false
 */
extern bool lic_check(const lic_counts_t *c, const char **ret_reason);
