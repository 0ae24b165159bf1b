/* SPDX-License-Identifier: GPL-2.0-or-later */
/* degraded.c - see degraded.h */

#include "plugin/booking/controller.h"
#include "plugin/booking/counts.h"
#include "plugin/booking/degraded.h"
#include "plugin/booking/say.h"
#include "plugin/booking/tell_site.h"
#include "plugin/booking/text.h"

static uint32_t degraded_cnt;	/* marked bookings; each check counts them anew
				 */

/* The nodes of a booking that are unavailable. RET free() */
static char *_lost_nodes(const view_resv_t *v)
{
	garq_set_t *lost = garq_set_copy(v->nodes);
	char *list;

	for (uint32_t i = 0; lost && (i < lost->size); i++)
		if (!view_down_since(i))
			garq_set_del(lost, i);
	list = lost ? controller->node_list(lost) : NULL;
	garq_set_destroy(lost);
	return list;
}

void degraded_mark(view_resv_t *v, time_t now)
{
	char *lost, *why;

	if (v->lost_nodes)
		return;
	lost = _lost_nodes(v);
	why = text_printf("%s failed", lost);
	say_info("sched/garq: reservation %s is degraded: it lacks %s, and no others are free in all of its time",
		 v->name, lost);
	tell_site(v->booking, "degraded", why);
	free_null(why);
	v->lost_nodes = lost;
	degraded_cnt++;
	counts_add(COUNT_DEGRADED, 1);
	controller->stamp_shown(now);
}

void degraded_mended(view_resv_t *v, const char *why)
{
	if (v->lost_nodes)
		tell_site(v->booking, "mended", why);
	free_null(v->lost_nodes);
}

/* Does the booking still have the nodes that had failed? */
static bool _has_kept(const view_resv_t *v)
{
	garq_set_t *nodes = NULL;
	bool kept = !controller->node_set(v->lost_nodes, &nodes) &&
		    (nodes->size == v->nodes->size) &&
		    garq_set_is_subset(nodes, v->nodes);

	garq_set_destroy(nodes);
	return kept;
}

/* Update the mark: an update, or the host, may have changed the nodes. */
static void _check_degraded(view_resv_t *v, void *arg)
{
	char *lost;

	if (!v->lost_nodes)
		return;
	if (!v->booking || !v->nodes) {
		free_null(v->lost_nodes);
		return;
	}
	lost = _lost_nodes(v);
	if (lost && lost[0]) {
		degraded_cnt++;
		free_null(v->lost_nodes);
		v->lost_nodes = lost;
		return;
	}
	free_null(lost);
	say_info("sched/garq: reservation %s is complete again", v->name);
	degraded_mended(v, _has_kept(v) ? "its nodes are back" : "other nodes");
	controller->stamp_shown(*(time_t *) arg);
}

void degraded_check(time_t now)
{
	if (!degraded_cnt)
		return;
	degraded_cnt = 0;
	view_each(_check_degraded, &now);
}
