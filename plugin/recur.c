/* SPDX-License-Identifier: GPL-2.0-or-later */
/* recur.c - see recur.h */

#include "plugin/occurrence.h"
#include "plugin/recur.h"
#include "plugin/text.h"

typedef struct {
	const garq_nodes_t *nodes;
	garq_set_t *set;
	uint64_t group;
	time_t now;
	/* the first that stands in the way */
	bool found;
	uint64_t id;
	time_t start;	/* of our occurrence */
} search_t;

/* The holder of the first interval that is met. */
static bool _met(void *arg, uint64_t id, uint32_t node, time_t t_s, time_t t_e)
{
	search_t *s = arg;
	view_holder_t who;

	(void) node;
	(void) t_s;
	(void) t_e;
	/* A node that is down now is no reason not to plan for later days. */
	if (!view_holder(id, &who) || (who.kind != VIEW_RESV))
		return true;
	s->found = true;
	s->id = id;
	return false;
}

static void _look(void *arg, time_t start, time_t end)
{
	search_t *s = arg;

	if (s->found || (end <= s->now))
		return;
	s->start = start;
	garq_nodes_each(s->nodes, s->set, MAX(start, s->now), end, s->group,
			_met, s);
}

bool recur_collides(const slurmctld_resv_t *rec, uint64_t group, time_t now,
		    time_t horizon, char **ret_text)
{
	search_t s = {
		.nodes = garq_machine_nodes(view_machine()),
		.group = group,
		.now = now,
	};
	char when[TEXT_TIME];
	view_holder_t who;

	if (!(rec->flags & RESERVE_REOCCURRING) || !rec->node_bitmap ||
	    (rec->flags & (RESERVE_FLAG_MAINT | RESERVE_FLAG_OVERLAP)) ||
	    !(rec->ctld_flags & RESV_CTLD_FULL_NODE) ||
	    !(s.set = view_set(rec->node_bitmap)))
		return false;
	occurrence_each(rec, now, now + horizon, _look, &s);
	garq_set_destroy(s.set);
	if (!s.found || !view_holder(s.id, &who))
		return false;
	*ret_text = xstrdup_printf(
		"the occurrence of %s would take nodes of reservation %s: choose other nodes, or another time",
		text_time(s.start, when), who.name);
	return true;
}
