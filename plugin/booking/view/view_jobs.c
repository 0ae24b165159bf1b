/* SPDX-License-Identifier: GPL-2.0-or-later */
/* view_jobs.c - the running jobs, by id; see view_feed.h */

#include <stdlib.h>
#include <sys/param.h>

#include "garq/idmap.h"
#include "plugin/booking/view/view_private.h"
#include "plugin/memory/memory.h"

typedef struct seen_job {
	uint32_t job_id;
	uint32_t user_id;
	uint64_t group;
	time_t start;
	time_t end;
	garq_set_t *nodes;
	uint64_t version;
	bool counted;		/* in on_nodes, on each of nodes */
	uint32_t look;
	uint32_t alone;		/* doubts when it was seen so; 0: it was not */
	uint32_t cpus;
	time_t paused;
	struct seen_job *next;	/* in a list of ended jobs */
} seen_job_t;

struct seen_jobs_state {
	struct garq_idmap jobs;	/* seen_job_t by job id */
	uint32_t look_cnt;	/* looks at jobs */
	uint32_t whole_walk;	/* the walk that the present look is; or 0 */
	uint32_t walk_begun;	/* the last walk that has begun ... */
	uint32_t walk_ended;	/* ... and that has ended */
	bool walk_due;		/* see view_walk_is_due() */
	uint64_t hold_cnt;	/* holds of the locks, see view_hold_begins() */
	uint64_t hold;		/* the number of the present one; or 0 */
	bool stale;		/* see view_jobs_are_stale() */
	uint32_t *on_nodes;	/* see view_jobs_on_nodes() */
	seen_job_t *current;	/* of view_jobs_each() */
	seen_job_t *left;	/* of view_jobs_each_left() */
	_Atomic uint32_t doubts;	/* of view_jobs_doubt(); never 0 */
	/* The reservations with jobs, and some without since the last walk. */
	LIST_HEAD(, view_resv) busy;
};

static void _count_nodes(office_t *office, const garq_set_t *nodes,
			 uint32_t diff)
{
	for (uint32_t i = garq_set_next(nodes, 0); i < nodes->size;
	     i = garq_set_next(nodes, i + 1))
		office->seen_jobs->on_nodes[i] += diff;
}

/*
 * Give a job other nodes, or none: the only place that changes its part of
 * on_nodes. IN nodes - owned by j from now on; of view_size(), or NULL
 */
static void _set_nodes(office_t *office, seen_job_t *j, garq_set_t *nodes,
		       uint64_t version)
{
	if (j->counted)
		_count_nodes(office, j->nodes, (uint32_t) -1);
	if (j->nodes != nodes)
		garq_set_destroy(j->nodes);
	j->nodes = nodes;
	j->version = version;
	j->counted = nodes && version && (nodes->size == view_size(office));
	if (j->counted)
		_count_nodes(office, nodes, 1);
}

static void _free_job(office_t *office, seen_job_t *j)
{
	_set_nodes(office, j, NULL, 0);
	free(j);
}

static void _free_left(office_t *office)
{
	seen_job_t *j;

	while ((j = office->seen_jobs->left)) {
		office->seen_jobs->left = j->next;
		_free_job(office, j);
	}
}

void view_jobs_clear(office_t *office)
{
	const struct garq_idmap_entry *e;
	uint32_t pos = 0;

	while ((e = garq_idmap_next(&office->seen_jobs->jobs, &pos)))
		_free_job(office, e->value);
	garq_idmap_free(&office->seen_jobs->jobs);
	_free_left(office);
	free(office->seen_jobs->on_nodes);
	office->seen_jobs->on_nodes = NULL;
}

const uint32_t *view_jobs_on_nodes(office_t *office)
{
	return office->seen_jobs->on_nodes;
}

/* Entries that are requested from memory before they are read. */
#define AHEAD 16

/* The next entry; IN/OUT pos, ahead - 0 at first; ahead is the one to request */
static seen_job_t *_next_job(office_t *office, uint32_t *pos, uint32_t *ahead)
{
	const struct garq_idmap_entry *e;

	while ((*ahead <= *pos + AHEAD) &&
	       (e = garq_idmap_next(&office->seen_jobs->jobs, ahead)))
		__builtin_prefetch(e->value);
	e = garq_idmap_next(&office->seen_jobs->jobs, pos);
	return e ? e->value : NULL;
}

bool view_jobs_each(office_t *office, uint64_t group,
		    bool (*fn)(uint32_t job_id, void *arg), void *arg)
{
	uint32_t pos = 0, ahead = 0;
	bool go_on = true;

	while (go_on &&
	       (office->seen_jobs->current = _next_job(office, &pos, &ahead)))
		if (!group || (office->seen_jobs->current->group == group))
			go_on = fn(office->seen_jobs->current->job_id, arg);
	office->seen_jobs->current = NULL;
	return go_on;
}

static seen_job_t *_find_job(office_t *office, uint32_t job_id)
{
	if (office->seen_jobs->current &&
	    (office->seen_jobs->current->job_id == job_id))
		return office->seen_jobs->current;
	return garq_idmap_get(&office->seen_jobs->jobs, job_id);
}

bool view_jobs_user(office_t *office, uint32_t job_id, uint32_t *ret_uid,
		    uint64_t *ret_group)
{
	const seen_job_t *j = _find_job(office, job_id);

	if (j) {
		*ret_uid = j->user_id;
		*ret_group = j->group;
	}
	return j != NULL;
}

const garq_set_t *view_jobs_nodes(office_t *office, uint32_t job_id,
				  uint64_t *ret_version)
{
	const seen_job_t *j = _find_job(office, job_id);

	*ret_version = j ? j->version : 0;
	return j ? j->nodes : NULL;
}

void view_jobs_add_reserved(office_t *office, garq_set_t *nodes)
{
	const struct garq_idmap_entry *e;
	uint32_t pos = 0;

	while ((e = garq_idmap_next(&office->seen_jobs->jobs, &pos))) {
		const seen_job_t *j = e->value;

		if ((j->group != VIEW_ID(VIEW_ID_JOB, j->job_id)) && j->nodes &&
		    (j->nodes->size == nodes->size))
			garq_set_add_all(nodes, j->nodes);
	}
}

bool view_jobs_are_stale(office_t *office)
{
	return office->seen_jobs->stale;
}

void view_jobs_set_stale(office_t *office)
{
	office->seen_jobs->stale = true;
}

void view_jobs_begin_known(office_t *office)
{
	office->seen_jobs->look_cnt++;
	office->seen_jobs->whole_walk = 0;
	office->seen_jobs->stale = false;
}

void view_jobs_begin(office_t *office)
{
	view_jobs_begin_known(office);
	office->seen_jobs->whole_walk = view_walk_begin(office);
}

uint32_t view_walk_begin(office_t *office)
{
	office->seen_jobs->walk_due = false;
	return ++office->seen_jobs->walk_begun;
}

void view_walk_end(office_t *office, uint32_t walk)
{
	office->seen_jobs->walk_ended = MAX(office->seen_jobs->walk_ended,
					    walk);
}

bool view_walk_is_due(office_t *office)
{
	return office->seen_jobs->walk_due;
}

uint32_t view_walk_last(office_t *office)
{
	return office->seen_jobs->walk_begun;
}

bool view_walk_ended_since(office_t *office, uint32_t walk)
{
	return office->seen_jobs->walk_ended > walk;
}

void view_walk_need(office_t *office)
{
	office->seen_jobs->walk_due = true;
}

void view_jobs_touch_resv(office_t *office, view_resv_t *v)
{
	v->reach_walk = office->seen_jobs->walk_begun;
}

void view_hold_begins(office_t *office)
{
	office->seen_jobs->hold = ++office->seen_jobs->hold_cnt;
}

void view_hold_ends(office_t *office)
{
	office->seen_jobs->hold = 0;
}

void view_jobs_see_new(office_t *office, view_resv_t *v)
{
	if (office->seen_jobs->hold &&
	    (v->linked_in == office->seen_jobs->hold))
		v->reach_walk = 0;
}

void view_jobs_see_linked(office_t *office, view_resv_t *v)
{
	v->linked_in = office->seen_jobs->hold;
}

void view_jobs_see_parked(office_t *office, view_resv_t *v)
{
	if (office->seen_jobs->hold &&
	    (v->linked_in == office->seen_jobs->hold))
		return;
	view_jobs_touch_resv(office, v);
	office->seen_jobs->walk_due = true;
}

bool view_is_out_of_reach(office_t *office, const view_resv_t *v)
{
	return !v->linked && view_walk_ended_since(office, v->reach_walk);
}

void view_jobs_mark_resv(office_t *office, view_resv_t *v)
{
	view_jobs_touch_resv(office, v);
	v->jobs_walk = office->seen_jobs->walk_begun;
	if (!v->is_busy)
		LIST_INSERT_HEAD(&office->seen_jobs->busy, v, among_busy);
	v->is_busy = true;
}

void view_jobs_mark_named(office_t *office, view_resv_t *v)
{
	view_jobs_mark_resv(office, v);
	office->seen_jobs->walk_due = true;
}

void view_jobs_forget_resv(view_resv_t *v)
{
	if (v->is_busy)
		LIST_REMOVE(v, among_busy);
	v->is_busy = false;
}

void view_each_with_jobs(office_t *office,
			 void (*fn)(view_resv_t *v, void *arg), void *arg)
{
	view_resv_t *v, *next;

	for (v = LIST_FIRST(&office->seen_jobs->busy); v; v = next) {
		next = LIST_NEXT(v, among_busy);
		if (view_has_jobs(office, v))
			fn(v, arg);
		else
			view_jobs_forget_resv(v);
	}
}

bool view_has_jobs(office_t *office, const view_resv_t *v)
{
	return v->jobs_walk && (v->jobs_walk >= office->seen_jobs->walk_ended);
}

static seen_job_t *_find_or_add(office_t *office, uint32_t job_id)
{
	seen_job_t *j = _find_job(office, job_id);

	if (j)
		return j;
	if (!office->seen_jobs->on_nodes)
		office->seen_jobs->on_nodes =
			memory_new(view_size(office) + 1,
				   sizeof(*office->seen_jobs->on_nodes));
	(void) memory_done(garq_idmap_reserve(&office->seen_jobs->jobs));
	j = memory_new(1, sizeof(*j));
	j->job_id = job_id;
	garq_idmap_put(&office->seen_jobs->jobs, job_id, j);
	return j;
}

void view_jobs_see(office_t *office, const view_job_t *job, time_t now)
{
	uint64_t id = VIEW_ID(VIEW_ID_JOB, job->job_id);
	seen_job_t *j = _find_or_add(office, job->job_id);

	j->look = office->seen_jobs->look_cnt;
	j->alone = (job->alone && job->version) ? office->seen_jobs->doubts : 0;
	j->start = job->start;
	j->cpus = job->cpus;
	j->paused = job->paused;
	if (j->nodes && (j->end == job->end) && (j->group == job->group) &&
	    ((j->nodes == job->nodes) ||
	     garq_set_equal(j->nodes, job->nodes))) {
		if (!j->version != !job->version)
			_set_nodes(office, j, j->nodes, job->version);
		j->version = job->version;
		return;
	}
	view_release(office, id, 0, j->end);
	_set_nodes(office, j, memory_there(garq_set_copy(job->nodes)),
		   job->version);
	j->end = job->end;
	j->group = job->group;
	j->user_id = job->user_id;
	view_hold(office, id, j->group, j->nodes, now, j->end);
}

bool view_jobs_is_as_before(office_t *office, uint32_t job_id, time_t start,
			    time_t end)
{
	seen_job_t *j = _find_job(office, job_id);

	if (!j || !j->nodes || (j->alone != office->seen_jobs->doubts) ||
	    (j->start != start) || (j->end != end))
		return false;
	j->look = office->seen_jobs->look_cnt;
	return true;
}

void view_jobs_doubt(office_t *office)
{
	if (!++office->seen_jobs->doubts)
		office->seen_jobs->doubts = 1;
}

void view_jobs_end(office_t *office)
{
	const struct garq_idmap_entry *e;
	seen_job_t *ended = NULL, *j;
	uint32_t pos = 0;

	if (office->seen_jobs->whole_walk)
		view_walk_end(office, office->seen_jobs->whole_walk);
	while ((e = garq_idmap_next(&office->seen_jobs->jobs, &pos))) {
		j = e->value;
		if (j->look == office->seen_jobs->look_cnt)
			continue;
		j->next = ended;
		ended = j;
	}
	_free_left(office);
	while ((j = ended)) {
		ended = j->next;
		view_release(office, VIEW_ID(VIEW_ID_JOB, j->job_id), 0,
			     j->end);
		(void) garq_idmap_del(&office->seen_jobs->jobs, j->job_id);
		_set_nodes(office, j, NULL, 0);
		j->next = office->seen_jobs->left;
		office->seen_jobs->left = j;
	}
}

static bool _is_reserved(const seen_job_t *j)
{
	return j->group != VIEW_ID(VIEW_ID_JOB, j->job_id);
}

static void _call_for(office_t *office, view_reserved_job_fn fn,
		  const seen_job_t *j)
{
	const view_reserved_job_t job = {
		.job_id = j->job_id, .group = j->group, .start = j->start,
		.cpus = j->cpus, .paused = j->paused,
	};

	if (_is_reserved(j))
		fn(office, &job);
}

void view_jobs_each_running(office_t *office, view_reserved_job_fn fn)
{
	const struct garq_idmap_entry *e;
	uint32_t pos = 0;

	while ((e = garq_idmap_next(&office->seen_jobs->jobs, &pos)))
		_call_for(office, fn, e->value);
}

void view_jobs_each_left(office_t *office, view_reserved_job_fn fn)
{
	for (const seen_job_t *j = office->seen_jobs->left; j; j = j->next)
		_call_for(office, fn, j);
	_free_left(office);
}

static void _begin_state(office_t *office)
{
	office->seen_jobs->doubts = 1;
	LIST_INIT(&office->seen_jobs->busy);
}

const office_state_t seen_jobs_state =
	OFFICE_STATE(seen_jobs, _begin_state, view_jobs_clear);
