/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * share.h - where a shape by cores (shape_t.each) fits. The rules for cores are
 * those for GPUs, too.
 *
 * Nodes that have enough free cores serve it: those that nobody has, and those
 * on which others have some cores alone (view_cores.h). The machine is not
 * changed, and answers for whole nodes cost as much as without cores.
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
 * Return true if these cores of a node serve a booking: as many as are wanted,
 * with the cores on which jobs of the booking run.
 */
extern bool share_suffices(office_t *office, uint32_t node, uint64_t group,
			   want_t wanted, const cores_t *cores);

/* RET how many nodes serve a shape by cores */
extern uint32_t share_most(office_t *office, const shape_t *shape,
			   const garq_set_t *eligible, const view_span_t *span);

/* The free units of nodes; of their GPUs those that a shape can use. */
extern view_rest_t share_rest(office_t *office, const shape_t *shape,
			      const garq_set_t *nodes, const view_span_t *span);
