/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * occurrence.h - when a reservation holds its nodes.
 *
 * Most reservations have one occurrence. A recurring reservation has one every
 * hour, day, weekday, weekend day or week: Slurm keeps the next occurrence in
 * the record, and replaces it when that occurrence has ended. A floating
 * reservation (TIME_FLOAT) stays at the same distance from now, so it keeps
 * jobs off its nodes that would reach beyond that, at any time: it holds them
 * from there on, up to the end it was given if that is not a length.
 */
#pragma once

#include "plugin/booking/request/flags.h"
#include "plugin/booking/view/view.h"

/* "every day". IN flags - some of BOOKING_FLAGS_RECURRING */
extern const char *occurrence_words(uint64_t flags);

/* The seconds between two occurrences at least. IN flags - one of these */
extern time_t occurrence_period(uint64_t flags);

/*
 * RET the first second behind a start from which on the next occurrence of a
 *	later start on would be at another distance: at midnight, or where the
 *	clocks are changed; a day later at most
 */
extern time_t occurrence_alike_until(time_t start);

/* The fields of a record that determine its occurrences. */
typedef struct {
	time_t start;		/* of the occurrence in the record; with
				 * TIME_FLOAT: seconds from now */
	time_t end;		/* of the same occurrence */
	uint32_t duration;	/* minutes, or BOOKING_NO_DURATION */
	uint64_t flags;		/* BOOKING_FLAG_* */
} occurrence_t;

/*
 * The occurrences of a reservation as last seen. The start is first_start,
 * because Slurm moves v->start while the reservation runs (record.h).
 */
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

/* RET the same; if it floats, its place at this time, which does not float */
extern occurrence_t occurrence_present(const occurrence_t *when, time_t now);

/*
 * Call fn, in order of time, for the occurrence in the record, whenever it
 * begins, and for each further one that begins before until. Times are seconds
 * since the epoch, [start, end).
 */
extern void occurrence_each(const occurrence_t *when, time_t now, time_t until,
			    void (*fn)(void *arg, time_t start, time_t end),
			    void *arg);
