/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * flux.c - Flux: the planner of flux-sched. One red-black tree has the times at which
 * the count changes. A second tree has the same times in the order of how much is
 * free then, and each of its nodes tells the earliest time below it. The planner is
 * not a part of this project: see contrib/eval/garq-eval --flux.
 *
 * These functions only pass arguments on. Time is continuous, and nothing is done
 * as it passes.
 */
#include <errno.h>
#include <stddef.h>

#include "contrib/eval/slots/eval.h"
#include "contrib/eval/slots/flux.h"

/* Seconds that are planned: more than any log has. */
#define PLANNED (UINT64_C(1) << 40)

static void *_create(const struct eval_setup *setup, time_t now)
{
	return planner_new(now, PLANNED, setup->max_cn, "node");
}

static void _destroy(void *s)
{
	planner_t *planner = s;

	planner_destroy(&planner);
}

static uint64_t _duration(const struct eval_booking *b)
{
	return (uint64_t) (b->t_e - b->t_s);
}

static int _search(void *s, const struct eval_booking *b)
{
	return !planner_avail_during(s, b->t_s, _duration(b), b->num_cn);
}

static int _add(void *s, const struct eval_booking *b)
{
	int64_t span = planner_add_span(s, b->t_s, _duration(b), b->num_cn);

	if (span > UINT32_MAX)
		errno = ERANGE;
	if ((span < 0) || (span > UINT32_MAX))
		return -1;
	*b->handle = (uint32_t) span;
	return 0;
}

static int _delete(void *s, const struct eval_booking *b)
{
	return planner_rem_span(s, *b->handle);
}

/* Nothing need begin or end at t_s, so it is tried first. */
static int _suggest(void *s, const struct eval_booking *b, time_t max_limit,
		    time_t *ret_start)
{
	int64_t start = b->t_s;

	if (_search(s, b) != 1)
		start = planner_avail_time_first(s, b->t_s, _duration(b), b->num_cn);
	if (start < 0)
		return (errno == ENOENT) ? 0 : -1;
	if (start + (b->t_e - b->t_s) > b->t_s + max_limit)
		return 0;
	*ret_start = start;
	return 1;
}

const struct eval_structure eval_flux = {
	"Flux", _create, _destroy, eval_no_advance, _search, _add, _delete, _suggest,
};
