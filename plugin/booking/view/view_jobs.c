/* SPDX-License-Identifier: GPL-2.0-or-later */
/* view_jobs.c - the running jobs, by id; see view_feed.h */

#include <stdlib.h>
#include <sys/param.h>

#include "garq/idmap.h"
#include "plugin/booking/view/view_private.h"

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
	struct seen_job *next;	/* in the list of ended jobs */
} seen_job_t;

static struct garq_idmap jobs;	/* seen_job_t by job id */
static uint32_t look_cnt;	/* looks at jobs */
static uint32_t whole_walk;	/* the walk that the present look is; or 0 */
static uint32_t walk_begun;	/* the last walk that has begun ... */
static uint32_t walk_ended;	/* ... and that has ended */
static bool walk_due;		/* see view_walk_is_due() */
static uint64_t hold_cnt;	/* holds of the locks, see view_hold_begins() */
static uint64_t hold;		/* the number of the present one; or 0 */
static bool stale;		/* see view_jobs_are_stale() */
static uint32_t *on_nodes;	/* see view_jobs_on_nodes() */
static seen_job_t *current;	/* of view_jobs_each() */
static _Atomic uint32_t doubts = 1;	/* of view_jobs_doubt(); never 0 */

/* The reservations with jobs, and some without since the last walk. */
static LIST_HEAD(, view_resv) busy = LIST_HEAD_INITIALIZER(busy);

static void _count(const garq_set_t *nodes, uint32_t diff)
{
	for (uint32_t i = garq_set_next(nodes, 0); i < nodes->size;
	     i = garq_set_next(nodes, i + 1))
		on_nodes[i] += diff;
}

/*
 * Give a job other nodes, or none: the only place that changes what it adds to
 * on_nodes. IN nodes - owned by j from now on; of view_size(), or NULL
 */
static void _set_nodes(seen_job_t *j, garq_set_t *nodes, uint64_t version)
{
	if (j->counted)
		_count(j->nodes, (uint32_t) -1);
	if (j->nodes != nodes)
		garq_set_destroy(j->nodes);
	j->nodes = nodes;
	j->version = version;
	j->counted = nodes && version && (nodes->size == view_size());
	if (j->counted)
		_count(nodes, 1);
}

static void _free(seen_job_t *j)
{
	_set_nodes(j, NULL, 0);
	free(j);
}

void view_jobs_clear(void)
{
	const struct garq_idmap_entry *e;
	uint32_t pos = 0;

	while ((e = garq_idmap_next(&jobs, &pos)))
		_free(e->value);
	garq_idmap_free(&jobs);
	free(on_nodes);
	on_nodes = NULL;
}

const uint32_t *view_jobs_on_nodes(void)
{
	return on_nodes;
}

/* Entries that are requested from memory before they are read. */
#define AHEAD 16

/* The next entry; IN/OUT pos, ahead - 0 at first; ahead is the one to request */
static seen_job_t *_next(uint32_t *pos, uint32_t *ahead)
{
	const struct garq_idmap_entry *e;

	while ((*ahead <= *pos + AHEAD) && (e = garq_idmap_next(&jobs, ahead)))
		__builtin_prefetch(e->value);
	e = garq_idmap_next(&jobs, pos);
	return e ? e->value : NULL;
}

bool view_jobs_each(uint64_t group, bool (*fn)(uint32_t job_id, void *arg),
		    void *arg)
{
	uint32_t pos = 0, ahead = 0;
	bool go_on = true;

	while (go_on && (current = _next(&pos, &ahead)))
		if (!group || (current->group == group))
			go_on = fn(current->job_id, arg);
	current = NULL;
	return go_on;
}

static seen_job_t *_find(uint32_t job_id)
{
	if (current && (current->job_id == job_id))
		return current;
	return garq_idmap_get(&jobs, job_id);
}

bool view_jobs_user(uint32_t job_id, uint32_t *ret_uid, uint64_t *ret_group)
{
	const seen_job_t *j = _find(job_id);

	if (j) {
		*ret_uid = j->user_id;
		*ret_group = j->group;
	}
	return j != NULL;
}

const garq_set_t *view_jobs_nodes(uint32_t job_id, uint64_t *ret_version)
{
	const seen_job_t *j = _find(job_id);

	*ret_version = j ? j->version : 0;
	return j ? j->nodes : NULL;
}

void view_jobs_add_reserved(garq_set_t *nodes)
{
	const struct garq_idmap_entry *e;
	uint32_t pos = 0;

	while ((e = garq_idmap_next(&jobs, &pos))) {
		const seen_job_t *j = e->value;

		if ((j->group != VIEW_ID(VIEW_ID_JOB, j->job_id)) && j->nodes &&
		    (j->nodes->size == nodes->size))
			garq_set_add_all(nodes, j->nodes);
	}
}

bool view_jobs_are_stale(void)
{
	return stale;
}

void view_jobs_set_stale(void)
{
	stale = true;
}

void view_jobs_begin_known(void)
{
	look_cnt++;
	whole_walk = 0;
	stale = false;
}

void view_jobs_begin(void)
{
	view_jobs_begin_known();
	whole_walk = view_walk_begin();
}

uint32_t view_walk_begin(void)
{
	walk_due = false;
	return ++walk_begun;
}

void view_walk_end(uint32_t walk)
{
	walk_ended = MAX(walk_ended, walk);
}

bool view_walk_is_due(void)
{
	return walk_due;
}

uint32_t view_walk_last(void)
{
	return walk_begun;
}

bool view_walk_ended_since(uint32_t walk)
{
	return walk_ended > walk;
}

void view_walk_need(void)
{
	walk_due = true;
}

void view_jobs_touch_resv(view_resv_t *v)
{
	v->reach_walk = walk_begun;
}

void view_hold_begins(void)
{
	hold = ++hold_cnt;
}

void view_hold_ends(void)
{
	hold = 0;
}

void view_jobs_see_new(view_resv_t *v)
{
	if (hold && (v->linked_in == hold))
		v->reach_walk = 0;
}

void view_jobs_see_linked(view_resv_t *v)
{
	v->linked_in = hold;
}

void view_jobs_see_parked(view_resv_t *v)
{
	if (hold && (v->linked_in == hold))
		return;
	view_jobs_touch_resv(v);
	walk_due = true;
}

bool view_is_out_of_reach(const view_resv_t *v)
{
	return !v->linked && view_walk_ended_since(v->reach_walk);
}

void view_jobs_mark_resv(view_resv_t *v)
{
	view_jobs_touch_resv(v);
	v->jobs_walk = walk_begun;
	if (!v->is_busy)
		LIST_INSERT_HEAD(&busy, v, among_busy);
	v->is_busy = true;
}

void view_jobs_mark_named(view_resv_t *v)
{
	view_jobs_mark_resv(v);
	walk_due = true;
}

void view_jobs_forget_resv(view_resv_t *v)
{
	if (v->is_busy)
		LIST_REMOVE(v, among_busy);
	v->is_busy = false;
}

void view_each_with_jobs(void (*fn)(view_resv_t *v, void *arg), void *arg)
{
	view_resv_t *v, *next;

	for (v = LIST_FIRST(&busy); v; v = next) {
		next = LIST_NEXT(v, among_busy);
		if (view_has_jobs(v))
			fn(v, arg);
		else
			view_jobs_forget_resv(v);
	}
}

bool view_has_jobs(const view_resv_t *v)
{
	return v->jobs_walk && (v->jobs_walk >= walk_ended);
}

static seen_job_t *_find_or_add(uint32_t job_id)
{
	seen_job_t *j = _find(job_id);

	if (j)
		return j;
	if (!on_nodes && !(on_nodes = calloc(view_size() + 1, sizeof(*on_nodes))))
		return NULL;
	if (garq_idmap_reserve(&jobs) || !(j = calloc(1, sizeof(*j))))
		return NULL;
	j->job_id = job_id;
	garq_idmap_put(&jobs, job_id, j);
	return j;
}

bool view_jobs_see(const view_job_t *job, time_t now)
{
	uint64_t id = VIEW_ID(VIEW_ID_JOB, job->job_id);
	seen_job_t *j = _find_or_add(job->job_id);
	garq_set_t *nodes;

	if (!j)
		return false;
	j->look = look_cnt;
	j->alone = (job->alone && job->version) ? doubts : 0;
	j->start = job->start;
	if (j->nodes && (j->end == job->end) && (j->group == job->group) &&
	    ((j->nodes == job->nodes) ||
	     garq_set_equal(j->nodes, job->nodes))) {
		if (!j->version != !job->version)
			_set_nodes(j, j->nodes, job->version);
		j->version = job->version;
		return true;
	}
	if (!(nodes = garq_set_copy(job->nodes)))
		return false;
	view_release(id, 0, j->end);
	_set_nodes(j, nodes, job->version);
	j->end = job->end;
	j->group = job->group;
	j->user_id = job->user_id;
	return view_hold(id, j->group, nodes, now, j->end);
}

bool view_jobs_is_as_before(uint32_t job_id, time_t start, time_t end)
{
	seen_job_t *j = _find(job_id);

	if (!j || !j->nodes || (j->alone != doubts) ||
	    (j->start != start) || (j->end != end))
		return false;
	j->look = look_cnt;
	return true;
}

void view_jobs_doubt(void)
{
	if (!++doubts)
		doubts = 1;
}

void view_jobs_end(void)
{
	const struct garq_idmap_entry *e;
	seen_job_t *ended = NULL, *j;
	uint32_t pos = 0;

	if (whole_walk)
		view_walk_end(whole_walk);
	while ((e = garq_idmap_next(&jobs, &pos))) {
		j = e->value;
		if (j->look == look_cnt)
			continue;
		j->next = ended;
		ended = j;
	}
	while ((j = ended)) {
		ended = j->next;
		view_release(VIEW_ID(VIEW_ID_JOB, j->job_id), 0, j->end);
		(void) garq_idmap_del(&jobs, j->job_id);
		_free(j);
	}
}
