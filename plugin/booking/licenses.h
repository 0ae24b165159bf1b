/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * licenses.h - how many of each license are held, at every second.
 *
 * A license is a name and a number, no node: it needs counts alone, one garq_t
 * for each name. Who holds it is kept beside them, for the words of a refusal.
 *
 *	          10:00     11:00     12:00
 *	sw    held  |--- 3 ---|--- 3 ---|		two bookings
 *	            |----- 1 -----|			a license-only one
 *	total 4     | 4       | 4 | 3   |		so 1 fits from 11:30 on
 *
 * How many there are in all is not kept: whoever asks says it (lic_t.total), so
 * another number in slurm.conf is in force with the next request. It may be
 * less than what is held, then nothing fits until enough has ended.
 *
 * What jobs use now is not counted. Slurm does not count it for reservations
 * either: it keeps jobs from what is reserved.
 *
 * Time as in garq.h. No Slurm header here. Not thread-safe; failure changes
 * nothing.
 */
#ifndef PLUGIN_LICENSES_H
#define PLUGIN_LICENSES_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "garq/garq.h"
#include "garq/nodes.h"

typedef struct lic_counts lic_counts_t;

/* So many of one license. */
typedef struct {
	char *name;
	uint32_t num;	/* 0: none, which always fits */
	uint32_t total;	/* how many there are, where one asks; or 0 */
} lic_t;

/* Some of several, each name once. */
typedef struct {
	lic_t *list;
	uint32_t cnt;
} lic_set_t;

/* Free what a set owns; it is empty afterwards. */
extern void lic_set_free(lic_set_t *set);

/* OUT ret - lic_set_free(); untouched after an error. RET 0 or ENOMEM */
extern int lic_set_copy(const lic_set_t *set, lic_set_t *ret);

/* All that one holder has; zero is nothing. */
typedef struct {
	struct lic_hold *first;
} lic_holder_t;

/*
 * IN delta, horizon, now - as garq_create(); a delta too short for the
 *	few slots that licenses need is made longer. Answers are exact for any
 * RET owned by the caller, or NULL with errno EINVAL or ENOMEM
 */
extern lic_counts_t *lic_create(uint32_t delta, time_t horizon, time_t now);

/* lic_destroy(NULL) is safe. What holders have is for lic_release(NULL, ...) */
extern void lic_destroy(lic_counts_t *c);

/* Move now on, as garq_advance(). RET 0, or -1 with errno ENOMEM */
extern int lic_advance(lic_counts_t *c, time_t now);

/*
 * A holder has num of a license during [t_s, t_e), whoever else has; 0, or an
 * interval that is empty or has passed, is nothing. Several calls add up. At no
 * second more than 2^32 - 1 of one are counted.
 * IN h - of the holder; lic_release() it
 * IN id - of the holder, not GARQ_NO_GROUP, for lic_each()
 * RET 0; or -1 with errno EINVAL (t_e past GARQ_FOREVER, that id) or ENOMEM
 */
extern int lic_hold(lic_counts_t *c, lic_holder_t *h, uint64_t id,
		    const char *name, uint32_t num, time_t t_s, time_t t_e);

/* All that it has is free. Needs no memory. c NULL: the counts are gone */
extern void lic_release(lic_counts_t *c, lic_holder_t *h);

/* How many of a license it has, at the times at which it has any. */
extern uint32_t lic_held(const lic_holder_t *h, const char *name);

/*
 * Look away from a holder for as long as a question lasts; and at it again.
 * RET 0; or -1 with errno ENOMEM: some of it is not counted any more, and all
 *	counts have to be made anew
 */
extern void lic_exclude(lic_counts_t *c, const lic_holder_t *h);
extern int lic_include(lic_counts_t *c, const lic_holder_t *h);

/*
 * A time at from or later, before which not all of want are free throughout a
 * duration (seconds, >= 1) that starts there.
 * IN from - not before now
 * RET from: they are free there; a later time: look again from there; or
 *	GARQ_FOREVER: they are at no time
 */
extern time_t lic_next(const lic_counts_t *c, const lic_set_t *want,
		       time_t from, time_t duration);

/* Where one license is short during [t_s, t_e), t_s < t_e, not before now. */
typedef struct {
	uint32_t missing;	/* so many are, 0: it is not */
	time_t at;		/* from this second on */
} lic_short_t;
extern lic_short_t lic_short(const lic_counts_t *c, const lic_t *want,
			     time_t t_s, time_t t_e);

/*
 * Who holds a license during [t_s, t_e): as garq_nodes_each(), node being 0.
 * No license of this name: nobody.
 */
extern void lic_each(const lic_counts_t *c, const char *name, time_t t_s,
		     time_t t_e, uint64_t group, garq_nodes_fn fn, void *arg);

/*
 * Call fn for each maximal interval from now on during which the same number of
 * a license is held, 0 included, in order of time.
 */
typedef bool (*lic_profile_fn)(void *arg, time_t t_s, time_t t_e, uint32_t num);
extern void lic_profile(const lic_counts_t *c, const char *name,
			lic_profile_fn fn, void *arg);

/* The i-th of the licenses that somebody was to hold, NULL: no more of them. */
extern const char *lic_name(const lic_counts_t *c, uint32_t i);

/*
 * May this be what Slurm is to read as licenses? It keeps their numbers in 32
 * bits, whatever is typed: all of them together must be below 2^31.
 */
extern bool lic_text_ok(const char *text);

/* Verify the counts of each, as garq_check(). */
extern bool lic_check(const lic_counts_t *c, const char **ret_reason);

#endif
