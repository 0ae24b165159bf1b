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

#include <string.h>

#include "plugin/occurrence.h"
#include "plugin/view_private.h"

static garq_machine_t *machine;
static xhash_t *resvs;		/* view_resv_t by name */
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

void view_init(const options_t *options)
{
	view_fini();
	resvs = xhash_init(_resv_key, _free_resv);
	view_reset(options);
}

void view_fini(void)
{
	garq_machine_destroy(machine);
	machine = NULL;
	if (resvs)
		xhash_free(resvs);
	resvs = NULL;
	view_jobs_clear();
	view_nodes_clear(0);
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
	view_jobs_clear();
	view_nodes_clear(0);
	xhash_walk(resvs, _unsee_resv, NULL);
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

bool view_hold(uint64_t id, uint64_t group, const bitstr_t *nodes,
	       time_t start, time_t end)
{
	garq_set_t *set = view_set(nodes);
	bool ok = (set != NULL);

	if (ok && garq_set_count(set) && (start < end))
		ok = !garq_machine_hold(machine, id, group, set, start, end);
	garq_set_destroy(set);
	return ok;
}

void view_release(uint64_t id)
{
	if (machine)
		(void) garq_machine_release(machine, id);
}

/* Reservations */

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
		h->ok = view_hold(h->v->id, h->v->id, h->v->nodes, start, end);
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
	view_release(v->id);
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
	v->id = VIEW_ID(VIEW_ID_RESV, ++serial);
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
	list_t *names = list_create(xfree_ptr);
	char *name;

	xhash_walk(resvs, _find_unseen, names);
	while ((name = list_pop(names))) {
		view_resv_t *v = xhash_pop_str(resvs, name);

		view_release(v->id);
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
	list_itr_t *iter = list_iterator_create(resv_list);
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
	view_release(v->id);
	b = v->booking;
	v->booking = NULL;
	_free_resv(v);
	return b;
}

/* All together */

static bool _rebuild(time_t now)
{
	options_t same = {
		.delta = delta, .horizon = (uint32_t) (horizon / 86400)
	};

	view_reset(&same);
	nodes_cnt = (uint32_t) MAX(node_record_count, 1);
	view_nodes_clear(nodes_cnt);
	resvs_linked = -1;
	machine = garq_machine_create(nodes_cnt, delta, horizon, now);
	return machine != NULL;
}

int view_sync(time_t now, const view_events_t *events)
{
	/* An overrunning job is looked at again before its time is up. */
	bool look = (now - jobs_walked) >= (VIEW_OVERRUN / 2);

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
		if (!view_nodes_sync(now))
			goto fail;
		nodes_walked = now;
	}
	if (look || (last_job_update >= jobs_walked)) {
		if (!view_jobs_sync(now))
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
	uint64_t n = id & ((UINT64_C(1) << VIEW_ID_SHIFT) - 1);
	find_arg_t f = { .id = id };

	memset(ret, 0, sizeof(*ret));
	switch (id >> VIEW_ID_SHIFT) {
	case VIEW_ID_RESV:
		ret->kind = VIEW_RESV;
		xhash_walk(resvs, _find_id, &f);
		ret->name = f.found ? f.found->name : NULL;
		return f.found != NULL;
	case VIEW_ID_JOB:
		ret->kind = VIEW_JOB;
		ret->job_id = (uint32_t) n;
		return view_jobs_user(ret->job_id, &ret->user_id);
	case VIEW_ID_NODE:
		ret->kind = VIEW_NODE_DOWN;
		ret->node = (uint32_t) n;
		return true;
	default:
		return false;
	}
}
