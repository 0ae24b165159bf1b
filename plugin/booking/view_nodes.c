/* SPDX-License-Identifier: GPL-2.0-or-later */
/* view_nodes.c - nodes that are down, drained or missing; see view.h */

#include <stdlib.h>

#include "plugin/booking/view_private.h"

static garq_set_t *avail;	/* nodes available at the last look; or NULL */
static time_t *down_since;	/* for each node; 0: it is available */
static uint32_t nodes_cnt;

void view_nodes_clear(void)
{
	garq_set_destroy(avail);
	avail = NULL;
	free(down_since);
	down_since = NULL;
	nodes_cnt = 0;
}

bool view_nodes_create(uint32_t cnt)
{
	if (!(down_since = calloc(cnt, sizeof(*down_since))))
		return false;
	nodes_cnt = cnt;
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
	down_since[node] = now;
	return ok;
}

bool view_nodes_see(const garq_set_t *is, time_t now)
{
	garq_set_t *seen, *one;
	bool ok;

	if (avail && garq_set_equal(is, avail))
		return true;
	seen = garq_set_copy(is);
	one = garq_set_create(nodes_cnt);
	ok = seen && one;
	for (uint32_t i = 0; ok && (i < nodes_cnt); i++) {
		bool was_up = avail && garq_set_test(avail, i);

		if (avail && (was_up == garq_set_test(is, i)))
			continue;
		if (garq_set_test(is, i)) {
			if (!was_up)
				view_release(VIEW_ID(VIEW_ID_NODE, i), 0,
					     GARQ_FOREVER);
			down_since[i] = 0;
		} else if (was_up || !avail) {
			ok = _go_down(i, one, now);
		}
	}
	garq_set_destroy(one);
	garq_set_destroy(avail);
	avail = seen;
	return ok;
}

time_t view_down_since(uint32_t node)
{
	return (node < nodes_cnt) ? down_since[node] : 0;
}
