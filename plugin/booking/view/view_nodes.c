/* SPDX-License-Identifier: GPL-2.0-or-later */
/* view_nodes.c - nodes that are down, drained or missing; see view.h */

#include <stdlib.h>

#include "plugin/booking/view/hits.h"
#include "plugin/booking/view/view_private.h"

/*
 * Maximum number of nodes that one look takes over: a node that fails, or comes
 * back, under all of its bookings takes a fifth of a millisecond, and thousands
 * may fail at once.
 */
#define NODES_MAX 8

static garq_set_t *avail;	/* nodes that the view has as available */
static time_t *down_since;	/* for each node; 0: it is available */
static uint32_t nodes_cnt;
static bool behind;		/* see view_nodes_are_behind() */

void view_nodes_clear(void)
{
	garq_set_destroy(avail);
	avail = NULL;
	free(down_since);
	down_since = NULL;
	nodes_cnt = 0;
	behind = false;
}

bool view_nodes_create(uint32_t cnt)
{
	avail = garq_set_create(cnt);
	down_since = calloc(cnt, sizeof(*down_since));
	if (!avail || !down_since) {
		view_nodes_clear();
		return false;
	}
	nodes_cnt = cnt;
	for (uint32_t i = 0; i < cnt; i++)
		garq_set_add(avail, i);
	return true;
}

/* Hold a node from now on. IN/OUT one - an empty set, also afterwards */
static bool _go_down(uint32_t node, garq_set_t *one, time_t now)
{
	uint64_t id = VIEW_ID(VIEW_ID_NODE, node);
	bool ok;

	garq_set_add(one, node);
	ok = view_hold(id, id, one, now, GARQ_FOREVER);
	garq_set_del(one, node);
	if (!ok)
		return false;
	garq_set_del(avail, node);
	down_since[node] = now;
	return true;
}

static void _come_back(uint32_t node)
{
	view_release(VIEW_ID(VIEW_ID_NODE, node), 0, GARQ_FOREVER);
	garq_set_add(avail, node);
	down_since[node] = 0;
	hits_relieve();
}

/* RET the next node from i on that has changed, or nodes_cnt */
static uint32_t _next_changed(const garq_set_t *is, uint32_t i)
{
	for (; i < nodes_cnt; i = (i / 64 + 1) * 64) {
		uint64_t diff = (is->word[i / 64] ^ avail->word[i / 64]) &
				(UINT64_MAX << (i % 64));

		if (diff)
			return (i / 64 * 64) + (uint32_t) __builtin_ctzll(diff);
	}
	return nodes_cnt;
}

bool view_nodes_see(const garq_set_t *is, time_t now)
{
	uint32_t i = _next_changed(is, 0), left = NODES_MAX;
	garq_set_t *one;
	bool ok = true;

	behind = false;
	if (i >= nodes_cnt)
		return true;
	if (!(one = garq_set_create(nodes_cnt)))
		return false;
	for (; ok && left && (i < nodes_cnt); left--) {
		if (garq_set_test(is, i))
			_come_back(i);
		else
			ok = _go_down(i, one, now);
		i = _next_changed(is, i + 1);
	}
	garq_set_destroy(one);
	behind = ok && (i < nodes_cnt);
	return ok;
}

bool view_nodes_are_behind(void)
{
	return behind;
}

time_t view_down_since(uint32_t node)
{
	return (node < nodes_cnt) ? down_since[node] : 0;
}
