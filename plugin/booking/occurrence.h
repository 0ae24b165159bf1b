/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * occurrence.h - when a reservation holds its nodes.
 *
 * Once, for most. Every hour, day, weekday, weekend day or week for recurring
 * ones: Slurm keeps the next occurrence in the record and moves it on when
 * that one has ended. From now on, always at the same distance, for floating
 * ones (TIME_FLOAT).
 */
#ifndef PLUGIN_OCCURRENCE_H
#define PLUGIN_OCCURRENCE_H

#include "plugin/booking/flags.h"
#include "plugin/booking/view.h"

/* What of a record says when it holds its nodes. */
typedef struct {
	time_t start;		/* of the occurrence that is kept; with
				 * TIME_FLOAT seconds from now */
	time_t end;
	uint32_t duration;	/* minutes, or BOOKING_NO_DURATION */
	uint64_t flags;		/* BOOKING_FLAG_* */
} occurrence_t;

/* The start is the first one: Slurm changes the other while the record lasts. */
static inline occurrence_t occurrence_of(const view_resv_t *v)
{
	return (occurrence_t) {
		.start = (v->flags & BOOKING_FLAG_TIME_FLOAT) ?
			 v->start : v->attrs.first_start,
		.end = v->end,
		.duration = v->duration,
		.flags = v->flags,
	};
}

/*
 * Call fn for each occurrence that begins before until; the one that is kept in
 * the record is always told.
 */
extern void occurrence_each(const occurrence_t *when, time_t now, time_t until,
			    void (*fn)(void *arg, time_t start, time_t end),
			    void *arg);

#endif
