/* SPDX-License-Identifier: GPL-2.0-or-later */
/* hits_walk.c - which bookings share a node with another holder; see hits.h */

#include "plugin/booking/view/hits.h"

/* The cost in steps (steps.h) of a node, and of each of its holders. */
#define WALK_NODE 192
#define WALK_HOLD 16

/* Maximum number of holders of a node at one time that are told apart. */
#define OPEN_MAX 8

typedef struct {
	uint64_t id;
	uint64_t group;
	time_t end;
} open_t;

/* A walk along the holders of one node, in order of their start. */
typedef struct {
	office_t *office;
	open_t open[OPEN_MAX];	/* those that hold it at the present start */
	int cnt;
	uint64_t steps;
} walk_t;

static void _hit_holder(office_t *office, uint64_t id)
{
	view_resv_t *v = view_find_id(office, id);

	if (v)
		hits_meet(office, v);
}

/* Holders that have ended by t hold the node no more. */
static void _close_holders(walk_t *w, time_t t)
{
	int cnt = 0;

	for (int i = 0; i < w->cnt; i++)
		if (w->open[i].end > t)
			w->open[cnt++] = w->open[i];
	w->cnt = cnt;
}

/* A garq_nodes_fn */
static bool _meet_holder(void *arg, uint64_t id, uint32_t node, time_t t_s,
			 time_t t_e)
{
	walk_t *w = arg;
	office_t *office = w->office;
	view_holder_t who;

	(void) node;
	w->steps += WALK_HOLD;
	if (!view_holder(office, id, &who))
		return true;
	_close_holders(w, t_s);
	for (int i = 0; i < w->cnt; i++) {
		if (w->open[i].group == who.group)
			continue;
		_hit_holder(office, w->open[i].id);
		_hit_holder(office, id);
	}
	if (w->cnt < OPEN_MAX)
		w->open[w->cnt++] = (open_t) {
			.id = id, .group = who.group, .end = t_e,
		};
	else
		_hit_holder(office, id);	/* taken_from() finds out */
	return true;
}

uint64_t hits_walk(office_t *office, time_t now, uint64_t max)
{
	const garq_nodes_t *nodes = garq_machine_nodes(view_machine(office));
	uint64_t steps = 0;
	uint32_t node;

	while ((steps < max) && hits_next_node(office, &node)) {
		walk_t w = { .office = office };

		garq_nodes_each_on(nodes, node, now, _meet_holder, &w);
		steps += WALK_NODE + w.steps;
	}
	return steps;
}
