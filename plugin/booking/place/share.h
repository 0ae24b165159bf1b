/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * share.h - where a shape by cores (shape_t.each) fits. The rules for cores are
 * those for GPUs, too.
 *
 * Nodes that have enough free cores serve it: those that nobody has, and those
 * on which others have some cores alone (view_cores.h). The machine is not
 * changed, and answers for whole nodes cost as much as without cores. Nodes
 * that others share are filled up first, so that whole nodes stay whole.
 *
 *	node n1	core 0	|aaaaaaaa|	    two cores of one node, for 4 h:
 *	     4 cores	|aaaaaaaa|bbbb|	    they are free at once on n1
 *			|rrrr|		    beside a, then beside b
 *			|rrrr|
 *
 * Times are seconds since the epoch. Locks: those of view.h, after
 * site_sync().
 */
#pragma once

#include "garq/machine.h"
#include "plugin/booking/place/shape.h"
#include "plugin/booking/view/view.h"
#include "plugin/booking/view/view_cores.h"

/* The most holders that one search looks at: some milliseconds. */
#define SHARE_HOLDS 16384

/*
 * As garq_machine_place(), for a shape by cores; and the nodes that are missing
 * at the earliest start, as garq_machine_shortage().
 * IN rq - its times, num_cn, eligible, group and looks count; a search takes a
 *	look for each GARQ_LOOK_STEPS() holders
 * IN draft - as view_span_t.draft
 * OUT ret_answer - free: the nodes with enough free cores
 */
extern void share_place(office_t *office, const shape_t *shape,
			const garq_request_t *rq, const view_draft_t *draft,
			garq_answer_t *ret_answer);

/* The same, but no start behind the window is looked for. */
extern void share_place_in(office_t *office, const shape_t *shape,
			   const garq_request_t *rq, const view_draft_t *draft,
			   garq_answer_t *ret_answer);

/*
 * The cores of a node that a booking can't give up for others, as its jobs run
 * on them. IN wanted - of the node: those beyond this are given up
 */
extern cores_t share_must(office_t *office, uint32_t node, uint64_t group,
			  want_t wanted);

/*
 * What a shape by cores asks of each node, by index; the most, if it is by
 * count. IN size - number of nodes. RET free()
 */
extern want_t *share_wanted(const shape_t *shape, uint32_t size);

/* Leave out nodes that have fewer cores than a shape asks of them.
 * IN nodes - of a pinned shape: eligible ones */
extern void share_leave_small(office_t *office, const shape_t *shape,
			      garq_set_t *nodes);

/* RET how many nodes serve a shape by cores */
extern uint32_t share_most(office_t *office, const shape_t *shape,
			   const garq_set_t *eligible, const view_span_t *span);

/*
 * Choose num_cn nodes: shared ones come before whole ones (choose.h), the
 * fullest first, by GPUs if the shape has some, then by cores. With GPUs it
 * gets first the nodes that cost least (choose_cheapest()), shared or not;
 * without GPUs it gets nodes that have some only if the others are too few.
 * IN/OUT chosen - the choice is added
 */
extern void share_choose(office_t *office, const shape_t *shape,
			 const garq_set_t *free_set, const view_span_t *span,
			 uint32_t num_cn, garq_set_t *chosen);

/*
 * Choose the cores of a place; on each node, those near its GPUs come first.
 * IN has - cores that it keeps of nodes that it has already; NULL: none
 * RET units_free(): of each of the nodes as many as the shape asks for, or as
 *	are free
 */
extern units_t share_cores(office_t *office, const shape_t *shape,
			   const garq_set_t *nodes, const units_t *has,
			   const view_span_t *span);

/* The same for a reservation by cores that gets other nodes, at its own time or
 * at another one: as many on each as it has. */
extern units_t share_moved(office_t *office, const view_resv_t *v,
			   const garq_set_t *nodes, time_t t_s, time_t t_e);

/*
 * The part that a shape by cores has of its nodes at most, as view_part(): on
 * the smallest nodes that may serve it. 1: whole nodes
 */
extern double share_part(office_t *office, const shape_t *shape);

/* Set each of a shape to what units have: in their order if it is pinned. */
extern void share_each_of(shape_t *shape, const units_t *units);
