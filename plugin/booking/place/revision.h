/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * revision.h - a booking as it would be after an update.
 *
 * A revision is computed from the booking and the request, and changes neither.
 * Times are seconds since the epoch. Locks: those of view.h.
 */
#pragma once

#include "plugin/booking/place/shape.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/view.h"

typedef struct {
	bool started;		/* the booking has begun */
	bool place;		/* admit the booking again: times or nodes
				 * change, or the new licenses do not fit */
	bool moves_nodes;	/* the request is about nodes or partition */
	shape_t shape;		/* to be admitted; from now on, if begun */
	time_t t_esr;		/* the new window */
	time_t t_lsr;
	time_t start;		/* the present start */
	time_t end;		/* the end at the present start */
	time_t duration;	/* seconds, whenever the booking starts */
	uint32_t duration_min;	/* for the record, or BOOKING_NO_DURATION */
	char *asked_nodes;	/* "ALL", a list, or NULL: by count; owned */
} revision_t;

/*
 * Compute the revision of v by an update.
 * IN v - with a booking
 * OUT ret_revision - revision_free(); untouched after an error
 * OUT ret_text - the error in the request, or NULL; free()
 * RET 0 or a code (refused.h)
 */
extern int revision_make(office_t *office, const view_resv_t *v,
			 const request_t *request, const options_t *options,
			 time_t now, revision_t *ret_revision, char **ret_text);

/* Free what a revision owns. */
extern void revision_free(revision_t *r);
