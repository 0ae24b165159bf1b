/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * machine_profile.c - how many nodes of a machine may be free, and when.
 *
 * Both ways make a list of steps, at which the number of free nodes of a pool,
 * or of a node's holds changes, and sort it by time.
 */
#include <stdlib.h>

#include "garq/grow.h"
#include "osp/machine_profile.h"

#define STEPS_FIRST 64

/* A change of the number of free nodes, or of a node's holds, at second t. */
struct step {
	time_t t;
	int64_t by;
	uint32_t node;		/* only of holds: the node that is held */
};

struct steps {
	struct step *list;
	size_t cnt;
	size_t cap;
	bool failed;
};

static bool _append_step(struct steps *steps, time_t t, int64_t by,
			 uint32_t node)
{
	steps->failed = GARQ_GROW(steps->list, steps->cnt + 1, STEPS_FIRST,
				  &steps->cap) < 0;
	if (steps->failed)
		return false;
	steps->list[steps->cnt++] = (struct step) { t, by, node };
	return true;
}

/* Reporting */

struct report {
	garq_profile_fn fn;
	void *fn_arg;
	time_t t_s;
	int64_t num_free;
	bool stopped;
};

/* by nodes more are free from t on: report the interval that ends at t. */
static void _report(struct report *report, time_t t, int64_t by)
{
	if (!by || report->stopped)
		return;
	if (t > report->t_s)
		report->stopped = !report->fn(report->fn_arg, report->t_s, t,
					  (uint32_t) report->num_free);
	report->t_s = t;
	report->num_free += by;
}

static int _by_time(const void *a, const void *b)
{
	const struct step *x = a, *y = b;

	return (x->t > y->t) - (x->t < y->t);
}

/*
 * Report all steps of one second together: a node that goes from one holder to
 * the next is never free. IN holds - of each node, all 0; NULL: steps of pools
 */
static void _report_second(const struct steps *steps, size_t *i,
			   uint32_t *holds, struct report *report)
{
	time_t t = steps->list[*i].t;
	int64_t by = 0;

	for (; (*i < steps->cnt) && (steps->list[*i].t == t); (*i)++) {
		const struct step *step = &steps->list[*i];
		bool held = holds && (holds[step->node] > 0);

		if (!holds) {
			by += step->by;
			continue;
		}
		holds[step->node] += (uint32_t) step->by;
		by += (int64_t) held - (int64_t) (holds[step->node] > 0);
	}
	_report(report, t, by);
}

static void _report_all(struct steps *steps, uint32_t *holds,
			struct report *report, time_t t_e)
{
	if (steps->cnt)
		qsort(steps->list, steps->cnt, sizeof(*steps->list), _by_time);
	for (size_t i = 0; (i < steps->cnt) && !report->stopped; )
		_report_second(steps, &i, holds, report);
	if (!report->stopped)
		report->fn(report->fn_arg, report->t_s, t_e,
			   (uint32_t) report->num_free);
}

/* From the counts of the pools */

/* The pool that is read. */
struct pool {
	struct steps *steps;
	int64_t eligible;
	int64_t num_free;
};

/*
 * A garq_profile_fn: append the step at which a pool's eligible nodes change.
 */
static bool _add_step(void *arg, time_t t_s, time_t t_e, uint32_t num_free)
{
	struct pool *pool = arg;
	int64_t most = (num_free < pool->eligible) ? num_free : pool->eligible;
	int64_t by = most - pool->num_free;

	(void) t_e;
	pool->num_free = most;
	return !by || _append_step(pool->steps, t_s, by, 0);
}

/* RET 0, or -1 with errno ENOMEM */
static int _add_pool(const osp_machine_space_t *s, uint32_t i, time_t t_s,
		     time_t t_e, struct steps *steps)
{
	const garq_t *counts = garq_machine_counts(s->machine, i);
	struct pool pool = { .steps = steps, .eligible = s->in_pool[i] };

	if (!s->in_pool[i])
		return 0;
	/* a pool with another now is unknown: all of its nodes may be free */
	if (garq_now(counts) != s->space.now)
		return _append_step(steps, t_s, s->in_pool[i], 0) ? 0 : -1;
	if (garq_profile(counts, t_s, t_e, _add_step, &pool) < 0)
		return -1;
	return steps->failed ? -1 : 0;
}

extern int osp_profile_pools(const osp_machine_space_t *s, time_t t_s,
			     time_t t_e, garq_profile_fn fn, void *fn_arg)
{
	uint32_t cnt = garq_machine_pools(s->machine);
	struct report report = { .fn = fn, .fn_arg = fn_arg, .t_s = t_s };
	struct steps steps = { .cnt = 0 };
	int rc = 0;

	for (uint32_t i = 0; !rc && (i < cnt); i++)
		rc = _add_pool(s, i, t_s, t_e, &steps);
	if (!rc)
		_report_all(&steps, NULL, &report, t_e);
	free(steps.list);
	return rc;
}

/* From the holders of each node */

struct holds {
	struct steps steps;
	time_t t_s;
	time_t t_e;
};

/* A garq_nodes_fn: append the begin and the end of a hold. */
static bool _add_hold(void *arg, uint64_t id, uint32_t node, time_t t_s,
		      time_t t_e)
{
	struct holds *h = arg;

	(void) id;
	return _append_step(&h->steps, garq_later(t_s, h->t_s), 1, node) &&
	       ((t_e >= h->t_e) || _append_step(&h->steps, t_e, -1, node));
}

extern int osp_profile_nodes(const osp_machine_space_t *s, time_t t_s,
			     time_t t_e, garq_profile_fn fn, void *fn_arg)
{
	const garq_nodes_t *nodes = garq_machine_nodes(s->machine);
	struct holds h = { .t_s = t_s, .t_e = t_e };
	struct report report = {
		.fn = fn, .fn_arg = fn_arg, .t_s = t_s,
		.num_free = s->space.max_cn,
	};
	uint32_t *holds = calloc(garq_nodes_size(nodes), sizeof(*holds));
	int rc = -1;

	if (!holds)
		return -1;
	garq_nodes_each(nodes, s->eligible, t_s, t_e, s->group, _add_hold, &h);
	if (h.steps.failed)
		goto cleanup;
	_report_all(&h.steps, holds, &report, t_e);
	rc = 0;
cleanup:
	free(h.steps.list);
	free(holds);
	return rc;
}
