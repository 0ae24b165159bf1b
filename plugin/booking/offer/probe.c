/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <sys/param.h>

#include "plugin/booking/rights/price.h"
#include "plugin/booking/offer/probe.h"
#include "plugin/booking/offer/probe_shift.h"
#include "plugin/booking/offer/query.h"
#include "plugin/booking/place/kind.h"
#include "plugin/booking/rights/users.h"

#define STEPS_HELD 8	/* of an interval of a holder on a node: it is sorted, too */

/* The first start that the user may ask for. */
static time_t _first_start(const ask_t *a)
{
	const shape_t *s = &a->shape;

	return (s->t_lsr > s->t_esr) ? MIN(MAX(s->t_esr, a->now), s->t_lsr) :
				       s->t_esr;
}

/* The last start to report. */
static time_t _last_start(office_t *office, const ask_t *a)
{
	time_t last = a->limited ? users_last_start(office, a->now) : 0;

	return last ? MIN(a->shape.t_lsr, MAX(last, _first_start(a))) :
		      a->shape.t_lsr;
}

/* A start at more switches than are wished for is none. */
static int _shape_of_probe(office_t *office, ask_t *a)
{
	int rc = kind_shape_ask(office, a);

	a->shape.on_switches = a->shape.switches;
	return rc;
}

/*
 * Check whether the user may have the first start. The limit for late starts
 * (garq_user_lead) only ends the window.
 */
static int _limits_of_probe(office_t *office, ask_t *a)
{
	shape_t first = a->shape;	/* shallow: a->shape owns the memory */

	first.t_esr = first.t_lsr = _first_start(a);
	return users_check_new(office, a->uid, a->request, &first, false,
			       a->now, &a->text);
}

/* Which nodes are free while the counts are known. */
static probe_nodes_t _find_nodes(office_t *office, probe_t *probe,
				 const shape_t *shape)
{
	const probe_steps_t *known = &probe->free;
	probe_nodes_t nodes = { .cnt = 0 };

	if (probe->pool_cn && known->cnt)
		nodes = probe_nodes_find(
			garq_machine_nodes(view_machine(office)),
			shape->eligible, known->list[0].t_s,
			known->list[known->cnt - 1].t_e);
	probe->steps += STEPS_HELD * nodes.seen;
	return nodes;
}

static void _tell_starts(office_t *office, const probe_t *probe,
			 const probe_nodes_t *nodes, ask_t *a)
{
	const char *unit = price_unit(office);

	if (a->program) {
		a->text = probe_lines(office, probe, &a->shape, nodes,
				      ledger_identity(office->ledger), a->now,
				      unit);
	} else {
		a->text = probe_tables(probe, &a->shape, unit);
		query_mention_reservation(office, PROBE_NAME, a);
	}
}

/* Find the starts, for a program with their nodes. */
static probe_t _find_starts(office_t *office, const ask_t *a, time_t latest,
			    probe_nodes_t *ret_nodes)
{
	const shape_t *shape = &a->shape;
	bool away = shape->pinned && !shape->each;	/* as admit() */
	phase_t before = phase_begin(office, PHASE_OFFERS);
	probe_t probe;

	if (away)
		view_open_away(office);
	probe = probe_find(office, shape, latest, a->now);
	if (a->program)
		*ret_nodes = _find_nodes(office, &probe, shape);
	if (away)
		view_open_back(office);
	phase_end(office, before, probe.steps);
	return probe;
}

static int _plan_probe(office_t *office, ask_t *a)
{
	probe_nodes_t nodes = { .cnt = 0 };
	time_t latest = _last_start(office, a);
	probe_t probe = _find_starts(office, a, latest, &nodes);
	int rc = probe_shift_find(office, &a->shape, latest, a->now, &probe);

	if (!rc)
		_tell_starts(office, &probe, &nodes, a);
	probe_nodes_free(&nodes);
	probe_free(&probe);
	return rc;
}

const verb_t probe_verb = {
	.word = "query",
	.question = true,
	.turns = true,
	.ledger = true,
	.takes = WISH_SWITCHES | WISH_TASKS,
	.cores = true,
	.not_native = "probe: only whole nodes and cores at one time can be asked for: not with these flags, and of licenses only those that are a name and a number",
	.form = NAME_PROBE,
	.early = users_early_create,
	.may = users_may_create,
	.check = users_check_create,
	.window = true,
	.shape = _shape_of_probe,
	.limits = _limits_of_probe,
	.plan = _plan_probe,
};
