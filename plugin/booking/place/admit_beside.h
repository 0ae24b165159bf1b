/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * admit_beside.h - the earliest place of a shape beside all others, of which
 * none moves.
 *
 * Times are seconds. Locks: those of view.h, after site_sync().
 */
#pragma once

#include "garq/machine.h"
#include "plugin/booking/place/admit.h"

/* An admission that goes on. */
typedef struct {
	office_t *office;
	const shape_t *shape;
	garq_request_t rq;	/* of the shape, not before now */
	const garq_set_t *first;	/* preferred nodes, in this order; */
	const garq_set_t *then;		/* NULL: none */
	time_t now;
	placement_t *placement;	/* the results, as of admit() */
	refusal_t *refusal;
} admission_t;

/* Place the shape where nodes and licenses both fit. OUT, RET - as admit() */
extern int admit_beside(admission_t *a);

/* The refusal of a shape of which no more is known. */
extern refusal_t admit_refusal(const admission_t *a);

/* Choose among free nodes: preferred ones, then those of choose_within().
 * IN/OUT chosen - num_cn nodes are added */
extern void admit_pick(const admission_t *a, uint32_t num_cn,
		       const garq_set_t *free_set, garq_set_t *chosen);
