/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * host_watch.c - what the view sees of the cluster; see cluster.h
 *
 * All linked records, or all jobs, are seen when one of them has changed.
 */

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/what-if/cluster.h"
#include "plugin/booking/view/view_feed.h"

static uint32_t walk_cnt;

/* RET false if memory is short */
static bool _see(view_resv_t *v, native_t *rec, time_t now)
{
	char *list = host_node_list(office, rec->nodes);
	uint32_t root = 0;
	view_seen_t seen = {
		.rec = rec,
		.resv_id = rec->resv_id,
		.duration = rec->duration,
		.flags = rec->flags,
		.start = rec->start,
		.end = rec->end,
		.nodes = rec->nodes,
		.attrs = {
			.first_start = rec->start,
			.node_cnt = garq_set_count(rec->nodes),
			.max_start_delay = rec->delay,
			.whole_nodes = true,
			.node_list = list,
			.users = (char *) "root",
			.uids = &root,
			.uid_cnt = 1,
			.features = rec->features[0] ? rec->features : NULL,
		},
	};
	bool ok = view_see(office, v, &seen, now);

	v->walk = walk_cnt;
	free(list);
	return ok;
}

static view_resv_t *_find_or_add(const char *name)
{
	view_resv_t *v = view_find(office, name);

	if (!v)
		v = cluster_need(view_table_add(office, name));
	view_table_set_linked(office, v, true);
	return v;
}

/* --- sync ------------------------------------------------------------------ */

typedef struct {
	view_resv_t **list;
	uint32_t cnt;
} chosen_t;

static chosen_t _all_chosen(void)
{
	return (chosen_t) {
		.list = cluster_need(calloc(view_count(office) + 1,
					    sizeof(view_resv_t *))),
	};
}

static void _find_unseen(view_resv_t *v, void *arg)
{
	chosen_t *unseen = arg;

	if (v->walk != walk_cnt)
		unseen->list[unseen->cnt++] = v;
}

static void _drop_unseen(time_t now, const view_events_t *events)
{
	chosen_t unseen = _all_chosen();

	view_each_linked(office, _find_unseen, &unseen);
	for (uint32_t i = 0; i < unseen.cnt; i++) {
		view_waiting_t waiting = view_waiting(unseen.list[i]);
		booking_t *b = view_table_remove(office, unseen.list[i]);

		if (b)
			events->gone(office, b, &waiting, now);
	}
	free(unseen.list);
}

static bool _see_records(time_t now, const view_events_t *events)
{
	bool ok = true;

	if (!cluster.records_changed)
		return true;
	walk_cnt++;
	for (uint32_t i = 0; ok && (i < cluster.record_cnt); i++) {
		native_t *rec = cluster.records[i];

		ok = !rec->linked || _see(_find_or_add(rec->name), rec, now);
	}
	_drop_unseen(now, events);
	cluster.records_changed = false;
	return ok;
}

static bool _see_run(const run_t *run, time_t now)
{
	view_resv_t *v = run->resv[0] ? view_find(office, run->resv) : NULL;
	view_job_t seen = {
		.job_id = run->id,
		.group = v ? v->id : VIEW_ID(VIEW_ID_JOB, run->id),
		.end = run->limit,
		.nodes = run->nodes,
	};

	if (v)
		view_jobs_mark_resv(office, v);
	return view_jobs_see(office, &seen, now);
}

static bool _see_jobs(time_t now)
{
	bool ok = true;

	if (!cluster.runs_changed && !view_jobs_are_stale(office))
		return true;
	view_jobs_begin(office);
	for (uint32_t i = 0; ok && (i < cluster.run_cnt); i++)
		ok = _see_run(&cluster.runs[i], now);
	if (ok)
		view_jobs_end(office);
	cluster.runs_changed = !ok;
	return ok;
}

/* Nodes differ by their feature alone, and all are up. */
static bool _build(time_t now)
{
	uint32_t *class_of = cluster_need(calloc(cluster.node_cnt,
						 sizeof(uint32_t)));
	garq_set_t *up = cluster_need(garq_set_create(cluster.node_cnt));
	bool ok;

	for (uint32_t i = 0; i < cluster.node_cnt; i++) {
		class_of[i] = i % 2;
		garq_set_add(up, i);
	}
	ok = view_build(office, cluster.node_cnt, class_of, now) &&
	     view_nodes_see(office, up, now);
	cluster.records_changed = cluster.runs_changed = true;
	garq_set_destroy(up);
	free(class_of);
	return ok;
}

int host_sync(office_t *office, time_t now, const view_events_t *events)
{
	if ((!view_is_complete(office) && !_build(now)) ||
	    !view_advance(office, now) || !_see_records(now, events) ||
	    !_see_jobs(now)) {
		view_set_incomplete(office);
		return ENOMEM;
	}
	view_set_complete(office);
	return 0;
}

/* --- the office's own changes ---------------------------------------------- */

static void _set_linked(view_resv_t *v, bool linked)
{
	if (v->linked == linked)
		return;
	cluster_link(v->rec, linked);
	view_table_set_linked(office, v, linked);
}

void host_link(office_t *office, view_resv_t *v)
{
	(void) office;
	_set_linked(v, true);
}

void host_unlink(office_t *office, view_resv_t *v)
{
	(void) office;
	_set_linked(v, false);
}

static bool (*unlink_fn)(view_resv_t *v);

static void _unlink_if(view_resv_t *v, void *arg)
{
	(void) arg;
	if (unlink_fn(v))
		host_unlink(office, v);
}

void host_unlink_if(office_t *office, bool (*fn)(view_resv_t *v))
{
	unlink_fn = fn;
	view_each_linked(office, _unlink_if, NULL);
}

view_resv_t *host_refresh(office_t *office, record_t *record, time_t now)
{
	native_t *rec = record;
	view_resv_t *v = _find_or_add(rec->name);

	if (!_see(v, rec, now))
		view_set_incomplete(office);
	v->rec = rec;
	v->saved = false;
	return v;
}

void host_refresh_moved(office_t *office, view_resv_t *v, time_t now)
{
	if (!_see(v, v->rec, now))
		view_set_incomplete(office);
}

booking_t *host_forget(office_t *office, const char *name, time_t now)
{
	view_resv_t *v = view_find(office, name);

	(void) now;
	return v ? view_table_remove(office, v) : NULL;
}
