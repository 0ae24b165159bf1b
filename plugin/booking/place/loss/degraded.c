/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/booking/place/loss/degraded.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/view/counts.h"
#include "plugin/booking/view/hits.h"
#include "plugin/booking/view/host.h"
#include "plugin/booking/view/say.h"
#include "plugin/booking/view/tell_site.h"
#include "plugin/memory/memory.h"

void degraded_mark(office_t *office, view_resv_t *v, const taken_t *taken,
		   time_t now)
{
	char *lost = taken_nodes(office, v, taken),
	     *why = taken_why(office, v, taken);

	if (text_same(lost, v->lost_nodes) && text_same(why, v->lost_why)) {
		free_null(lost);
		free_null(why);
		return;
	}
	if (!v->lost_nodes)
		counts_add(office, COUNT_DEGRADED, 1);
	if (!text_same(lost, v->lost_nodes)) {
		say_info(office,
			 "sched/garq: reservation %s is degraded: it lacks %s, and no others are free in all of its time (%s)",
			 v->name, lost, why);
		tell_site(office, v->booking, "degraded", why, now);
	}
	view_set_lost(office, v, lost, why);
	office->host->list->stamp_shown(office, now);
}

/* The nodes that it lacks after a start, until they are known. */
#define UNKNOWN "nodes"

void degraded_recall(office_t *office, view_resv_t *v, const char *why)
{
	if (v->lost_nodes)
		return;
	view_set_lost(office, v, memory_text(UNKNOWN),
		      memory_text(why ? why : ""));
	hits_add(office, v);
}

/* True if the booking has the nodes that it lacked. */
static bool _has_kept(office_t *office, const view_resv_t *v)
{
	garq_set_t *nodes = NULL;
	bool kept = v->nodes &&
		    !office->host->nodes->set(office, v->lost_nodes, &nodes) &&
		    (nodes->size == v->nodes->size) &&
		    garq_set_is_subset(nodes, v->nodes);

	garq_set_destroy(nodes);
	return kept;
}

void degraded_mended(office_t *office, view_resv_t *v, time_t now)
{
	if (!v->lost_nodes)
		return;
	say_info(office, "sched/garq: reservation %s is complete again",
		 v->name);
	tell_site(office, v->booking, "mended",
		  text_same(v->lost_nodes, UNKNOWN) ?
			"seen when slurmctld started" :
		  _has_kept(office, v) ? "its nodes are back" : "other nodes",
		  now);
	view_set_lost(office, v, NULL, NULL);
	office->host->list->stamp_shown(office, now);
}
