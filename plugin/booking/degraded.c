/* SPDX-License-Identifier: GPL-2.0-or-later */
/* degraded.c - see degraded.h */

#include "garq/grow.h"
#include "plugin/booking/controller.h"
#include "plugin/booking/counts.h"
#include "plugin/booking/degraded.h"
#include "plugin/booking/say.h"
#include "plugin/booking/tell_site.h"
#include "plugin/booking/text.h"

/*
 * Maximum number of bookings that one call of degraded_check() compares with
 * their nodes; the next call goes on.
 */
#define CHECK_MAX 64

#define MARKED_FIRST 16

static uint64_t *marked;	/* ids of marked bookings; some may be gone */
static size_t marked_cnt, marked_room;
static size_t to_check;		/* the first so many of them have to be */
static uint64_t checked;	/* view_lost_changes() when the check began */

/* The nodes of a booking that are unavailable. RET free() */
static char *_lost_nodes(const view_resv_t *v)
{
	garq_set_t *lost = garq_set_copy(v->nodes);
	char *list;

	GARQ_SET_EACH(i, v->nodes)
		if (lost && !view_down_since(i))
			garq_set_del(lost, i);
	list = lost ? controller->node_list(lost) : NULL;
	garq_set_destroy(lost);
	return list;
}

void degraded_mark(view_resv_t *v, time_t now)
{
	char *lost, *why;

	if (v->lost_nodes ||
	    GARQ_GROW(marked, marked_cnt + 1, MARKED_FIRST, &marked_room))
		return;
	lost = _lost_nodes(v);
	why = text_printf("%s failed", lost);
	say_info("sched/garq: reservation %s is degraded: it lacks %s, and no others are free in all of its time",
		 v->name, lost);
	tell_site(v->booking, "degraded", why);
	free_null(why);
	view_set_lost(v, lost);
	marked[marked_cnt++] = v->id;
	counts_add(COUNT_DEGRADED, 1);
	controller->stamp_shown(now);
}

void degraded_mended(view_resv_t *v, const char *why)
{
	if (v->lost_nodes)
		tell_site(v->booking, "mended", why);
	view_set_lost(v, NULL);
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

/*
 * Update the mark: an update, or the host, may have changed the nodes. RET is it
 * marked still?
 */
static bool _check(view_resv_t *v, time_t now)
{
	char *lost;

	if (!v || !v->lost_nodes)
		return false;
	if (!v->booking || !v->nodes) {
		view_set_lost(v, NULL);
		return false;
	}
	lost = _lost_nodes(v);
	if (lost && lost[0]) {
		view_set_lost(v, lost);
		return true;
	}
	free_null(lost);
	say_info("sched/garq: reservation %s is complete again", v->name);
	degraded_mended(v, _has_kept(v) ? "its nodes are back" : "other nodes");
	controller->stamp_shown(now);
	return false;
}

void degraded_check(time_t now)
{
	if (!to_check && (view_lost_changes() != checked)) {
		checked = view_lost_changes();
		to_check = marked_cnt;
	}
	for (int i = 0; to_check && (i < CHECK_MAX); i++) {
		to_check--;
		/* the last one has been checked, or is new */
		if (!_check(view_find_id(marked[to_check]), now))
			marked[to_check] = marked[--marked_cnt];
	}
}

bool degraded_check_goes_on(void)
{
	return to_check || (view_lost_changes() != checked);
}
