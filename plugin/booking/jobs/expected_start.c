/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>
#include <sys/param.h>

#include "garq/times.h"
#include "plugin/booking/jobs/expected_start.h"
#include "plugin/booking/view/view_feed.h"
#include "plugin/memory/memory.h"

/* What the look at one node costs, and at one of its holders (steps.h). */
#define STEPS_NODE 4
#define STEPS_HOLDER 2

/* The holders of one node from a time on. */
typedef struct {
	office_t *office;
	bool planned;		/* the host's plan has the node: jobs do not count */
	time_t length;
	time_t free_from;	/* the node is free from then on ... */
	bool booked;		/* a booking begins before its length */
	uint64_t *steps;
} node_walk_t;

/* The search: for each usable node the start of its first gap. */
typedef struct {
	const expected_plan_t *plan;
	time_t from;
	uint64_t *steps;
	garq_set_t *chosen;	/* nodes that are free from from on */
	uint32_t chosen_cnt;
	time_t *gaps;		/* of all other nodes */
	uint32_t gap_cnt;
	time_t needed_from;	/* the latest gap of a needed node */
} search_t;

static const garq_nodes_t *_machine_nodes(office_t *office)
{
	return garq_machine_nodes(view_machine(office));
}

static void _spend_steps(uint64_t *steps, uint64_t cnt)
{
	*steps -= MIN(*steps, cnt);
}

/* A garq_nodes_fn: skip the holders that leave no gap of the length. */
static bool _skip_holder(void *arg, uint64_t id, uint32_t node, time_t t_s,
			 time_t t_e)
{
	node_walk_t *walk = arg;

	(void) node;
	_spend_steps(walk->steps, STEPS_HOLDER);
	if (t_s >= walk->free_from + walk->length)
		return false;
	if (!walk->planned || ((id >> VIEW_ID_SHIFT) != VIEW_ID_JOB))
		walk->free_from = MAX(walk->free_from, t_e);
	return *walk->steps && (walk->free_from < GARQ_FOREVER);
}

/* A garq_nodes_fn: find a booking within the length. */
static bool _see_booking(void *arg, uint64_t id, uint32_t node, time_t t_s,
			time_t t_e)
{
	node_walk_t *walk = arg;
	const view_resv_t *v = view_find_id(walk->office, id);

	(void) node;
	(void) t_e;
	_spend_steps(walk->steps, STEPS_HOLDER);
	if (t_s >= walk->free_from + walk->length)
		return false;
	walk->booked = v && v->booking;
	return *walk->steps && !walk->booked;
}

static bool _is_booked(office_t *office, const expected_plan_t *plan,
		       uint32_t node, uint64_t *steps)
{
	node_walk_t walk = {
		.office = office,
		.length = plan->length,
		.free_from = plan->start,
		.steps = steps,
	};

	_spend_steps(steps, STEPS_NODE);
	garq_nodes_each_on(_machine_nodes(office), node, plan->start,
			   _see_booking, &walk);
	return walk.booked;
}

bool expected_is_blind(office_t *office, const expected_plan_t *plan,
		       uint64_t *steps)
{
	bool any = garq_set_next(plan->planned, 0) < plan->planned->size;
	const garq_set_t *nodes = any ? plan->planned : plan->usable;
	uint32_t clear = 0;

	if (!view_machine(office))
		return false;
	GARQ_SET_EACH(i, nodes) {
		bool booked = _is_booked(office, plan, i, steps);

		if (!*steps)
			return false;
		if (booked && (any || garq_set_test(plan->needed, i)))
			return true;
		clear += !booked;
		if (!any && (clear >= plan->num_cn))
			return false;
	}
	return clear < plan->num_cn;
}

static time_t _first_gap(office_t *office, const search_t *s, uint32_t node)
{
	node_walk_t walk = {
		.planned = garq_set_test(s->plan->planned, node),
		.length = s->plan->length, .free_from = s->from,
		.steps = s->steps,
	};

	_spend_steps(s->steps, STEPS_NODE);
	garq_nodes_each_on(_machine_nodes(office), node, s->from, _skip_holder,
			   &walk);
	return walk.free_from;
}

static void _note_gap(office_t *office, search_t *s, uint32_t node)
{
	time_t gap = _first_gap(office, s, node);

	if (garq_set_test(s->plan->needed, node))
		s->needed_from = MAX(s->needed_from, gap);
	if (gap == s->from) {
		garq_set_add(s->chosen, node);
		s->chosen_cnt++;
	} else {
		s->gaps[s->gap_cnt++] = gap;
	}
}

/* Note the nodes of a kind until there are enough. */
static void _note_gaps(office_t *office, search_t *s, bool needed, bool planned)
{
	const expected_plan_t *plan = s->plan;

	GARQ_SET_EACH(i, plan->usable) {
		if (!*s->steps || (!needed && (s->chosen_cnt >= plan->num_cn)))
			return;
		if ((garq_set_test(plan->needed, i) == needed) &&
		    (needed || (garq_set_test(plan->planned, i) == planned)))
			_note_gap(office, s, i);
	}
}

/*
 * The earliest start at which enough nodes may have gaps. A node that is free
 * from an earlier moment may not be so for the length from that start on,
 * hence the caller looks again from there.
 * RET s->from: s->chosen has the nodes; GARQ_FOREVER: there is none
 */
static time_t _find_start(office_t *office, search_t *s)
{
	uint32_t missing;

	garq_set_zero(s->chosen);
	s->chosen_cnt = s->gap_cnt = 0;
	s->needed_from = s->from;
	_note_gaps(office, s, true, false);
	_note_gaps(office, s, false, true);
	_note_gaps(office, s, false, false);
	if (s->chosen_cnt >= s->plan->num_cn)
		return s->needed_from;
	missing = s->plan->num_cn - s->chosen_cnt;
	if (missing > s->gap_cnt)
		return GARQ_FOREVER;
	qsort(s->gaps, s->gap_cnt, sizeof(*s->gaps), garq_by_time);
	return MAX(s->needed_from, s->gaps[missing - 1]);
}

bool expected_find(office_t *office, const expected_plan_t *plan,
		   uint64_t *steps, time_t *ret_start, garq_set_t *ret_nodes)
{
	search_t s = {
		.plan = plan, .from = plan->start, .steps = steps,
		.chosen = ret_nodes,
		.gaps = memory_new(plan->usable->size, sizeof(*s.gaps)),
	};
	bool found = false;

	while (view_machine(office) && !found && *steps &&
	       (s.from < GARQ_FOREVER)) {
		time_t next = _find_start(office, &s);

		found = *steps && (next == s.from);
		if (!found)
			s.from = next;
	}
	free(s.gaps);
	if (found)
		*ret_start = s.from;
	return found;
}
