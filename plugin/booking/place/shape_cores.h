/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * shape_cores.h - how many cores and GPUs of how many nodes a request asks for.
 *
 * Locks: those of view.h.
 */
#pragma once

#include "plugin/booking/place/shape.h"

/* A request for cores and GPUs. */
typedef struct {
	const uint32_t *cores;	/* CoreCnt, and a final 0; NULL: for each GPU as
				 * many as all eligible nodes have */
	uint64_t gpus;		/* of all nodes */
	const char *gpu_type;	/* NULL: any */
	uint32_t tasks;		/* of as many cores each, none of them on two
				 * nodes; 0: cores are spread one by one */
} cores_asked_t;

/*
 * Make a shape one by cores. One number of cores is the sum of all nodes; cores
 * and GPUs are spread evenly. Several numbers are one for each node, in the
 * order of named nodes.
 * IN/OUT shape - num_cn: 0 becomes the fewest nodes that have as many;
 *	eligible: without the nodes that are too small
 * OUT shape - each, gpu_type
 * IN/OUT ret_text - NULL; the error, free()
 * RET 0 or a code (refused.h)
 */
extern int shape_cores(office_t *office, const cores_asked_t *asked,
		       shape_t *shape, char **ret_text);

/* The same for a shape whose each is known: leave out small nodes, or refuse
 * named ones. */
extern int shape_cores_fit(office_t *office, shape_t *shape, char **ret_text);

/*
 * What a shape by cores asks of each node, by index; the most, if it is by
 * count. IN size - number of nodes. RET free()
 */
extern want_t *shape_wanted(const shape_t *shape, uint32_t size);

/* Leave out nodes that have fewer cores than a shape asks of them.
 * IN nodes - of a pinned shape: eligible ones */
extern void shape_leave_small(office_t *office, const shape_t *shape,
			      garq_set_t *nodes);

/*
 * The part that a shape by cores has of its nodes at most, as view_part(): on
 * the smallest nodes that may serve it. 1: whole nodes
 */
extern double shape_part(office_t *office, const shape_t *shape);

/* Set each of a shape to what units have: in their order if it is pinned. */
extern void shape_each_of(shape_t *shape, const units_t *units);
