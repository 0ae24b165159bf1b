/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * view.c - see view.h
 *
 * Slurm's stamps (last_resv_update, last_job_update, ...) are in whole seconds,
 * so a table is only settled once it was walked in a later second than its
 * last change. Our own changes to reservations would thus cost one walk for
 * each request; they are told to the view one by one (view_refresh) and such a
 * stamp is trusted within its second while the number of records is as
 * expected. The rule costs at most one walk a second, however many requests
 * there are.
 */

#include <inttypes.h>
#include <string.h>

#include "plugin/occurrence.h"
#include "plugin/view.h"

/* Holder ids: kind in the top byte, then a serial number, job id or node. */
#define ID_KIND_SHIFT 56
#define ID_RESV UINT64_C(1)
#define ID_JOB UINT64_C(2)
#define ID_NODE UINT64_C(3)
#define ID(kind, n) (((kind) << ID_KIND_SHIFT) | (uint64_t) (n))

/* A job that runs past its end is there for at least this long (seconds). */
#define OVERRUN 60

typedef struct {
	uint32_t job_id;
	uint32_t user_id;
	uint64_t group;
	time_t end;
	bitstr_t *nodes;
	uint32_t walk;
} view_job_t;

static garq_machine_t *machine;
static xhash_t *resvs;		/* view_resv_t by name */
static xhash_t *jobs;		/* view_job_t by job id */
static bitstr_t *avail;		/* nodes that were available */
static time_t *down_since;	/* per node, 0 if available */
static uint32_t nodes_cnt;	/* size of the machine */
static uint32_t delta;
static time_t horizon;
static uint64_t serial;
static uint32_t walk_cnt;
static time_t resvs_settled;	/* changes up to here were seen */
static time_t resvs_own;	/* stamp of our own last change */
static int resvs_linked;	/* records in resv_list, as expected */
static int drifting_cnt;	/* entries that drift */
static time_t jobs_walked;
static time_t nodes_walked;
static bool complete;		/* the machine holds all that it should */

static void _resv_key(void *item, const char **key, uint32_t *len)
{
	*key = ((view_resv_t *) item)->name;
	*len = (uint32_t) strlen(*key);
}

static void _set_drifts(view_resv_t *v, bool drifts)
{
	drifting_cnt += (int) drifts - (int) v->drifts;
	v->drifts = drifts;
}

static void _free_resv(void *item)
{
	view_resv_t *v = item;

	_set_drifts(v, false);
	booking_destroy(v->booking);
	FREE_NULL_BITMAP(v->nodes);
	xfree(v->name);
	xfree(v);
}

static void _job_key(void *item, const char **key, uint32_t *len)
{
	*key = (const char *) &((view_job_t *) item)->job_id;
	*len = sizeof(uint32_t);
}

static void _free_job(void *item)
{
	view_job_t *j = item;

	FREE_NULL_BITMAP(j->nodes);
	xfree(j);
}

void view_init(const options_t *options)
{
	view_fini();
	resvs = xhash_init(_resv_key, _free_resv);
	jobs = xhash_init(_job_key, _free_job);
	view_reset(options);
}

void view_fini(void)
{
	garq_machine_destroy(machine);
	machine = NULL;
	if (resvs)
		xhash_free(resvs);
	if (jobs)
		xhash_free(jobs);
	resvs = jobs = NULL;
	FREE_NULL_BITMAP(avail);
	xfree(down_since);
	complete = false;
}

static void _unsee_resv(void *item, void *arg)
{
	view_resv_t *v = item;

	(void) arg;
	FREE_NULL_BITMAP(v->nodes);
	v->start = v->end = 0;	/* unlike any record */
}

void view_reset(const options_t *options)
{
	delta = options->delta;
	horizon = (time_t) options->horizon * 86400;
	garq_machine_destroy(machine);
	machine = NULL;
	xhash_clear(jobs);
	xhash_walk(resvs, _unsee_resv, NULL);
	FREE_NULL_BITMAP(avail);
	xfree(down_since);
	resvs_settled = resvs_own = jobs_walked = nodes_walked = 0;
	complete = false;
}

garq_set_t *view_set(const bitstr_t *nodes)
{
	garq_set_t *set = garq_set_create(nodes_cnt);
	bitoff_t size = nodes ? bit_size((bitstr_t *) nodes) : 0;

	for (bitoff_t i = 0; set && (i < size) && (i < nodes_cnt); i++)
		if (bit_test((bitstr_t *) nodes, i))
			garq_set_add(set, (uint32_t) i);
	return set;
}

bitstr_t *view_bitmap(const garq_set_t *set)
{
	bitstr_t *nodes = bit_alloc(node_record_count);

	for (uint32_t i = garq_set_next(set, 0);
	     (i < set->size) && (i < (uint32_t) node_record_count);
	     i = garq_set_next(set, i + 1))
		bit_set(nodes, i);
	return nodes;
}

/* RET false if memory is short */
static bool _hold(uint64_t id, uint64_t group, const bitstr_t *nodes,
		  time_t start, time_t end)
{
	garq_set_t *set = view_set(nodes);
	bool ok = (set != NULL);

	if (ok && garq_set_count(set) && (start < end))
		ok = !garq_machine_hold(machine, id, group, set, start, end);
	garq_set_destroy(set);
	return ok;
}

static void _release(uint64_t id)
{
	if (machine)
		(void) garq_machine_release(machine, id);
}

/* --- nodes ------------------------------------------------------------- */

static bool _sync_nodes(time_t now)
{
	bitstr_t *is = bit_copy(avail_node_bitmap);
	bitstr_t *one = NULL;
	bool ok = true;

	bit_and(is, up_node_bitmap);
	if (avail && bit_equal(is, avail))
		goto done;
	one = bit_alloc(nodes_cnt);
	for (uint32_t i = 0; ok && (i < nodes_cnt); i++) {
		bool was_up = avail && bit_test(avail, i);

		if (bit_test(is, i)) {
			if (!was_up)
				_release(ID(ID_NODE, i));
			down_since[i] = 0;
		} else if (was_up || !avail) {
			bit_set(one, i);
			ok = _hold(ID(ID_NODE, i), ID(ID_NODE, i), one, now,
				   GARQ_FOREVER);
			bit_clear(one, i);
			down_since[i] = now;
		}
	}
	FREE_NULL_BITMAP(avail);
	avail = is;
	is = NULL;
done:
	FREE_NULL_BITMAP(is);
	FREE_NULL_BITMAP(one);
	return ok;
}

time_t view_down_since(uint32_t node)
{
	return (down_since && (node < nodes_cnt)) ? down_since[node] : 0;
}

/* --- reservations ------------------------------------------------------- */

static bool _resv_same(const view_resv_t *v, const slurmctld_resv_t *rec)
{
	return (v->rec == rec) && (v->resv_id == rec->resv_id) &&
	       (v->start == rec->start_time) && (v->end == rec->end_time) &&
	       (v->flags == rec->flags) && (v->duration == rec->duration) &&
	       (!v->nodes == !rec->node_bitmap) &&
	       (!v->nodes || bit_equal(v->nodes, rec->node_bitmap)) &&
	       !(v->flags & RESERVE_FLAG_TIME_FLOAT);
}

typedef struct {
	view_resv_t *v;
	bool ok;
} hold_arg_t;

static void _hold_occurrence(void *arg, time_t start, time_t end)
{
	hold_arg_t *h = arg;

	if (h->ok)
		h->ok = _hold(h->v->id, h->v->id, h->v->nodes, start, end);
}

/*
 * A record that lists nodes of its own choosing may be given others by Slurm
 * when one of them fails, without a new last_resv_update.
 */
static bool _drifts(const slurmctld_resv_t *rec)
{
	return (rec->flags & RESERVE_FLAG_TIME_FLOAT) ||
	       !(rec->flags & (RESERVE_FLAG_SPEC_NODES |
			       RESERVE_FLAG_STATIC));
}

static bool _see_resv(view_resv_t *v, slurmctld_resv_t *rec, time_t now)
{
	hold_arg_t h = { .v = v, .ok = true };

	v->walk = walk_cnt;
	if (_resv_same(v, rec) && (v->drifts == _drifts(rec)))
		return true;
	if (v->nodes)	/* its jobs may end at another time now */
		jobs_walked = 0;
	_release(v->id);
	v->rec = rec;
	v->resv_id = rec->resv_id;
	v->duration = rec->duration;
	v->flags = rec->flags;
	v->start = rec->start_time;
	v->end = rec->end_time;
	_set_drifts(v, _drifts(rec));
	v->warned = false;
	FREE_NULL_BITMAP(v->nodes);
	if (rec->node_bitmap && (bit_ffs(rec->node_bitmap) >= 0)) {
		v->nodes = bit_copy(rec->node_bitmap);
		occurrence_each(rec, now, now + horizon, _hold_occurrence, &h);
	} else if (rec->node_bitmap) {
		v->nodes = bit_copy(rec->node_bitmap);
	}
	return h.ok;
}

static view_resv_t *_add_resv(const char *name)
{
	view_resv_t *v = xmalloc(sizeof(*v));

	v->name = xstrdup(name);
	v->id = ID(ID_RESV, ++serial);
	xhash_add(resvs, v);
	return v;
}

static void _find_unseen(void *item, void *arg)
{
	view_resv_t *v = item;

	if (v->walk != walk_cnt)
		list_append(arg, xstrdup(v->name));
}

static void _drop_unseen(const view_events_t *events)
{
	List names = list_create(xfree_ptr);
	char *name;

	xhash_walk(resvs, _find_unseen, names);
	while ((name = list_pop(names))) {
		view_resv_t *v = xhash_pop_str(resvs, name);

		_release(v->id);
		if (v->booking) {
			events->gone(v->booking);
			v->booking = NULL;
		}
		_free_resv(v);
		xfree(name);
	}
	FREE_NULL_LIST(names);
}

static bool _walk_resvs(time_t now, const view_events_t *events)
{
	ListIterator iter = list_iterator_create(resv_list);
	slurmctld_resv_t *rec;
	bool ok = true;

	walk_cnt++;
	while (ok && (rec = list_next(iter))) {
		view_resv_t *v = view_find(rec->name);

		if (!v)
			v = _add_resv(rec->name);
		ok = _see_resv(v, rec, now);
		if (v->booking)
			events->changed(v);
	}
	list_iterator_destroy(iter);
	if (!ok)
		return false;
	_drop_unseen(events);
	resvs_linked = list_count(resv_list);
	resvs_settled = now - 1;
	return true;
}

static void _see_drifting(void *item, void *arg)
{
	view_resv_t *v = item;
	bool *ok = arg;

	if (v->drifts && *ok)
		*ok = _see_resv(v, v->rec, time(NULL));
}

static bool _sync_resvs(time_t now, const view_events_t *events)
{
	bool ok = true;

	if (!resv_list)
		return true;
	if ((list_count(resv_list) != resvs_linked) ||
	    ((last_resv_update > resvs_settled) &&
	     ((last_resv_update != resvs_own) || (now != resvs_own))))
		return _walk_resvs(now, events);
	if (drifting_cnt)
		xhash_walk(resvs, _see_drifting, &ok);
	return ok;
}

view_resv_t *view_find(const char *name)
{
	return (name && name[0]) ? xhash_get_str(resvs, name) : NULL;
}

void view_each(void (*fn)(view_resv_t *v, void *arg), void *arg)
{
	xhash_walk(resvs, (void (*)(void *, void *)) fn, arg);
}

static void _own_change(time_t now)
{
	last_resv_update = now;
	resvs_own = now;
	resvs_linked = list_count(resv_list);
}

view_resv_t *view_refresh(slurmctld_resv_t *rec, time_t now)
{
	view_resv_t *v = view_find(rec->name);

	if (!v)
		v = _add_resv(rec->name);
	_own_change(now);
	if (machine && _see_resv(v, rec, now))
		return v;
	v->rec = rec;
	complete = false;	/* the next sync starts anew */
	return v;
}

booking_t *view_forget(const char *name, time_t now)
{
	view_resv_t *v = name ? xhash_pop_str(resvs, name) : NULL;
	booking_t *b;

	_own_change(now);
	if (!v)
		return NULL;
	_release(v->id);
	b = v->booking;
	v->booking = NULL;
	_free_resv(v);
	return b;
}

/* --- jobs --------------------------------------------------------------- */

static uint64_t _job_group(const job_record_t *job)
{
	view_resv_t *v = job->resv_name ? view_find(job->resv_name) : NULL;

	return v ? v->id : ID(ID_JOB, job->job_id);
}

/*
 * A job ends at its time limit, or when its reservation has been over for
 * ResvOverRun minutes, whichever is first.
 */
static time_t _job_end(const job_record_t *job, time_t now)
{
	const slurmctld_resv_t *rec = job->resv_ptr;
	time_t end = job->end_time;

	if (rec && !(rec->flags & RESERVE_FLAG_FLEX) &&
	    (slurm_conf.resv_over_run != INFINITE16))
		end = MIN(end, rec->end_time +
			       ((time_t) slurm_conf.resv_over_run * 60));
	return (end > now) ? end : now + OVERRUN;
}

static bool _see_job(job_record_t *job, time_t now)
{
	uint64_t group = _job_group(job);
	time_t end = _job_end(job, now);
	view_job_t *j = xhash_get(jobs, (const char *) &job->job_id,
				  sizeof(uint32_t));

	if (!j) {
		j = xmalloc(sizeof(*j));
		j->job_id = job->job_id;
		xhash_add(jobs, j);
	}
	j->walk = walk_cnt;
	if (j->nodes && (j->end == end) && (j->group == group) &&
	    bit_equal(j->nodes, job->node_bitmap))
		return true;
	_release(ID(ID_JOB, j->job_id));
	FREE_NULL_BITMAP(j->nodes);
	j->nodes = bit_copy(job->node_bitmap);
	j->end = end;
	j->group = group;
	j->user_id = job->user_id;
	return _hold(ID(ID_JOB, j->job_id), group, j->nodes, now, end);
}

static void _find_unseen_job(void *item, void *arg)
{
	view_job_t *j = item;

	if (j->walk != walk_cnt) {
		uint32_t *id = xmalloc(sizeof(*id));
		*id = j->job_id;
		list_append(arg, id);
	}
}

static bool _sync_jobs(time_t now)
{
	List ended = list_create(xfree_ptr);
	ListIterator iter = list_iterator_create(job_list);
	job_record_t *job;
	uint32_t *id;
	bool ok = true;

	walk_cnt++;
	while (ok && (job = list_next(iter)))
		if ((IS_JOB_RUNNING(job) || IS_JOB_SUSPENDED(job)) &&
		    job->node_bitmap)
			ok = _see_job(job, now);
	list_iterator_destroy(iter);
	if (ok)
		xhash_walk(jobs, _find_unseen_job, ended);
	while ((id = list_pop(ended))) {
		_release(ID(ID_JOB, *id));
		xhash_delete(jobs, (const char *) id, sizeof(uint32_t));
		xfree(id);
	}
	FREE_NULL_LIST(ended);
	return ok;
}

/* --- all ---------------------------------------------------------------- */

static bool _rebuild(time_t now)
{
	options_t same = {
		.delta = delta, .horizon = (uint32_t) (horizon / 86400)
	};

	view_reset(&same);
	nodes_cnt = (uint32_t) MAX(node_record_count, 1);
	down_since = xcalloc(nodes_cnt, sizeof(time_t));
	resvs_linked = -1;
	machine = garq_machine_create(nodes_cnt, delta, horizon, now);
	return machine != NULL;
}

int view_sync(time_t now, const view_events_t *events)
{
	/* An overrunning job is looked at again before its time is up. */
	bool look = (now - jobs_walked) >= (OVERRUN / 2);

	if (!complete || (nodes_cnt != (uint32_t) MAX(node_record_count, 1))) {
		complete = false;
		if (!_rebuild(now))
			return ENOMEM;
		look = true;
	}
	if (garq_machine_advance(machine, now))
		goto fail;
	if (!_sync_resvs(now, events))
		goto fail;
	if (look || (last_node_update >= nodes_walked)) {
		if (!_sync_nodes(now))
			goto fail;
		nodes_walked = now;
	}
	if (look || (last_job_update >= jobs_walked)) {
		if (!_sync_jobs(now))
			goto fail;
		jobs_walked = now;
	}
	complete = true;
	return SLURM_SUCCESS;
fail:
	complete = false;
	return ENOMEM;
}

const garq_machine_t *view_machine(void)
{
	return machine;
}

typedef struct {
	uint64_t id;
	const view_resv_t *found;
} find_arg_t;

static void _find_id(void *item, void *arg)
{
	find_arg_t *f = arg;

	if (((view_resv_t *) item)->id == f->id)
		f->found = item;
}

bool view_holder(uint64_t id, view_holder_t *ret)
{
	uint64_t n = id & ((UINT64_C(1) << ID_KIND_SHIFT) - 1);
	find_arg_t f = { .id = id };
	view_job_t *j;
	uint32_t job_id = (uint32_t) n;

	memset(ret, 0, sizeof(*ret));
	switch (id >> ID_KIND_SHIFT) {
	case ID_RESV:
		ret->kind = VIEW_RESV;
		xhash_walk(resvs, _find_id, &f);
		ret->name = f.found ? f.found->name : NULL;
		return f.found != NULL;
	case ID_JOB:
		ret->kind = VIEW_JOB;
		j = xhash_get(jobs, (const char *) &job_id, sizeof(job_id));
		ret->job_id = job_id;
		ret->user_id = j ? j->user_id : NO_VAL;
		return j != NULL;
	case ID_NODE:
		ret->kind = VIEW_NODE_DOWN;
		ret->node = (uint32_t) n;
		return true;
	default:
		return false;
	}
}
