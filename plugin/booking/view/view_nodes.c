/* SPDX-License-Identifier: GPL-2.0-or-later */
/* view_nodes.c - nodes that are down, drained or missing; see view.h */

#include <stdlib.h>

#include "plugin/booking/view/hits.h"
#include "plugin/booking/view/view_private.h"
#include "plugin/memory/memory.h"

/*
 * Maximum number of nodes that one look takes over: a node that fails, or comes
 * back, under all of its bookings takes a fifth of a millisecond, and thousands
 * may fail at once.
 */
#define NODES_MAX 8

struct seen_nodes_state {
	garq_set_t *avail;	/* nodes that the view has as available */
	time_t *down_since;	/* for each node; 0: it is available */
	uint32_t nodes_cnt;
	bool behind;		/* see view_nodes_are_behind() */
};

void view_nodes_clear(office_t *office)
{
	garq_set_destroy(office->seen_nodes->avail);
	office->seen_nodes->avail = NULL;
	free(office->seen_nodes->down_since);
	office->seen_nodes->down_since = NULL;
	office->seen_nodes->nodes_cnt = 0;
	office->seen_nodes->behind = false;
}

void view_nodes_create(office_t *office, uint32_t cnt)
{
	office->seen_nodes->avail = memory_there(garq_set_create(cnt));
	office->seen_nodes->down_since =
		memory_new(cnt, sizeof(*office->seen_nodes->down_since));
	office->seen_nodes->nodes_cnt = cnt;
	for (uint32_t i = 0; i < cnt; i++)
		garq_set_add(office->seen_nodes->avail, i);
}

/* Hold a node from now on. IN/OUT one - an empty set, also afterwards */
static void _go_down(office_t *office, uint32_t node, garq_set_t *one,
		     time_t now)
{
	uint64_t id = VIEW_ID(VIEW_ID_NODE, node);

	garq_set_add(one, node);
	view_hold(office, id, id, one, now, GARQ_FOREVER);
	garq_set_del(one, node);
	garq_set_del(office->seen_nodes->avail, node);
	office->seen_nodes->down_since[node] = now;
}

static void _come_back(office_t *office, uint32_t node)
{
	view_release(office, VIEW_ID(VIEW_ID_NODE, node), 0, GARQ_FOREVER);
	garq_set_add(office->seen_nodes->avail, node);
	office->seen_nodes->down_since[node] = 0;
	hits_relieve(office);
}

/* RET the next node from i on that has changed, or nodes_cnt */
static uint32_t _next_changed(office_t *office, const garq_set_t *is,
			      uint32_t i)
{
	for (; i < office->seen_nodes->nodes_cnt; i = (i / 64 + 1) * 64) {
		uint64_t diff = (is->word[i / 64] ^
				 office->seen_nodes->avail->word[i / 64]) &
				(UINT64_MAX << (i % 64));

		if (diff)
			return (i / 64 * 64) + (uint32_t) __builtin_ctzll(diff);
	}
	return office->seen_nodes->nodes_cnt;
}

void view_nodes_see(office_t *office, const garq_set_t *is, time_t now)
{
	uint32_t i = _next_changed(office, is, 0), left = NODES_MAX;
	garq_set_t *one;

	office->seen_nodes->behind = false;
	if (i >= office->seen_nodes->nodes_cnt)
		return;
	one = memory_there(garq_set_create(office->seen_nodes->nodes_cnt));
	for (; left && (i < office->seen_nodes->nodes_cnt); left--) {
		if (garq_set_test(is, i))
			_come_back(office, i);
		else
			_go_down(office, i, one, now);
		i = _next_changed(office, is, i + 1);
	}
	garq_set_destroy(one);
	office->seen_nodes->behind = i < office->seen_nodes->nodes_cnt;
}

bool view_nodes_are_behind(office_t *office)
{
	return office->seen_nodes->behind;
}

time_t view_down_since(office_t *office, uint32_t node)
{
	return (node < office->seen_nodes->nodes_cnt) ?
		       office->seen_nodes->down_since[node] :
		       0;
}

const office_state_t seen_nodes_state = OFFICE_STATE(seen_nodes, NULL,
						     view_nodes_clear);
