/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * revision.h - what a booking would be after an update.
 *
 * Pure arithmetic on what is there and what is asked for: nothing is changed.
 * Locks: those of view.h.
 */
#ifndef PLUGIN_REVISION_H
#define PLUGIN_REVISION_H

#include "plugin/booking/shape.h"
#include "plugin/booking/view.h"

typedef struct {
	bool started;		/* the booking has begun */
	bool place;		/* times or nodes change, or it gets licenses that
				 * are held then: admit it again */
	bool moves_nodes;	/* what was asked of nodes changes */
	shape_t shape;		/* to be admitted, from now if it has begun */
	time_t t_esr;		/* the window from now on */
	time_t t_lsr;
	time_t start;		/* if it has begun: its start, which stays */
	time_t end;		/* ... and its new end */
	time_t duration;	/* its length, whenever it starts */
	uint32_t duration_min;	/* as Slurm's record is to say, or NO_VAL */
	char *asked_nodes;	/* "ALL", a list, or NULL: by count; owned */
} revision_t;

/*
 * Does an update make a reservation Slurm's own affair (MAINT, recurring,
 * cores, ...)?
 */
extern bool revision_is_native(const request_t *request);

/*
 * OUT ret_revision - revision_free() on success
 * OUT ret_text - what is wrong with the request; free()
 * RET 0 or an error for the user
 */
extern int revision_make(const view_resv_t *v, const request_t *request,
			 const options_t *options, time_t now,
			 revision_t *ret_revision, char **ret_text);

extern void revision_free(revision_t *r);

#endif
