/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * watch_resvs.c - reservations, linked and parked; see watch.h
 *
 * Slurm's stamps (last_resv_update, last_job_update, ...) are whole seconds,
 * so a table is settled only after a walk in a later second than its last
 * change. The plugin's own changes would thus cost a walk for each request.
 * Instead watch_refresh() reports each own change to the view, and the stamp
 * of such a change is trusted within its second as long as the number of
 * records is as expected. There is thus at most one walk a second, however many
 * requests come; and the linker makes it when the next second begins, so that
 * mostly none waits for it. A walk reads only Slurm's list, because Slurm does
 * not change parked records.
 */

#include <string.h>

#include "plugin/booking/request/steps.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/view/turns.h"
#include "plugin/slurm/native/record_gpus.h"
#include "plugin/slurm/native/record_units.h"
#include "plugin/slurm/native/watch_list.h"
#include "plugin/slurm/watch/watch_private.h"
#include "plugin/slurm/watch/watch_record.h"

#define BITMAPS 16	/* see _has_same_text() */

static uint32_t walk_cnt;
static bool all_seen;		/* parked records have been read, too */
static _Atomic time_t settled;	/* changes up to this time have been read */
static time_t walked;		/* time of the last walk */
static _Atomic time_t own;	/* stamp of the plugin's own last change */
static int linked_cnt;		/* expected number of records in resv_list */
static time_t update_at_sync;	/* for watch_restore_stamp() */
static time_t own_at_sync;	/* for watch_restore_stamp() */
static _Atomic time_t shown_update;	/* see watch_last_update() */

void watch_resvs_reset(void)
{
	settled = own = 0;
	linked_cnt = -1;
	all_seen = false;
}

/*
 * True if the text of a record's nodes shows that the nodes are as before.
 * Slurm writes the text whenever it writes the bitmap. On large clusters
 * bitmaps are most of what a walk would read, so a walk compares the bitmap of
 * one record of BITMAPS alone, and BITMAPS walks compare all of them.
 */
static bool _has_same_text(const view_resv_t *v, const slurmctld_resv_t *rec)
{
	return v->nodes && rec->node_bitmap && !v->drifts &&
	       ((rec->resv_id + walk_cnt) % BITMAPS) &&
	       text_same(v->attrs.node_list, rec->node_list);
}

/* IN walk - a walk reads the record */
static void _read_record(office_t *office, view_resv_t *v,
			 slurmctld_resv_t *rec, bool walk, time_t now)
{
	garq_set_t *set = NULL;
	view_seen_t seen;

	v->walk = walk_cnt;
	watch_record_read(rec, &seen);
	/* nodes may have other GPUs since the view was built */
	if (v->booking && !v->end)
		record_gpus_renew(rec, &seen.attrs.units);
	seen.nodes = v->nodes;
	if (!(walk && _has_same_text(v, rec)) &&
	    !nodes_same(v->nodes, rec->node_bitmap))
		seen.nodes = set = rec->node_bitmap ?
			nodes_from_bitmap(rec->node_bitmap) : NULL;
	view_see(office, v, &seen, now);
	garq_set_destroy(set);
	watch_record_free(&seen);
}

/*
 * The entry of a record. Most records are the same as at the last walk, and are
 * found by their number; that of a record which is made again may be the same.
 * IN v - the entry with this number, or NULL
 */
static view_resv_t *_find_or_add(office_t *office, const slurmctld_resv_t *rec,
				 view_resv_t *v)
{
	if (!v || (v->rec != rec) || strcmp(v->name, rec->name))
		v = view_find(office, rec->name);
	if (!v)
		v = view_table_add(office, rec->name);
	if (!v->linked) {
		view_jobs_touch_resv(
			office, v); /* Slurm has it, who knows for how long */
		view_table_set_linked(office, v, true);
	}
	return v;
}

/* --- walks of Slurm's list ----------------------------------------------- */

static void _find_unseen(view_resv_t *v, void *arg)
{
	if (v->walk != walk_cnt)
		list_append(arg, v);
}

static void _drop_unseen(office_t *office, time_t now,
			 const view_events_t *events)
{
	list_t *unseen = list_create(NULL);
	view_resv_t *v;

	view_each_linked(office, _find_unseen, unseen);
	while ((v = list_pop(unseen))) {
		view_waiting_t waiting = view_waiting(v);
		booking_t *b = view_table_remove(office, v);

		if (b)
			events->gone(office, b, &waiting, now);
	}
	FREE_NULL_LIST(unseen);
}

typedef struct {
	office_t *office;
	time_t now;
	const view_events_t *events;
	uint32_t seen;		/* entries of the view */
} walk_t;

/* A watch_list_fn */
static void _see_record(slurmctld_resv_t *rec, view_resv_t *known, void *arg)
{
	walk_t *walk = arg;
	view_resv_t *v = _find_or_add(walk->office, rec, known);

	walk->seen += (v->walk != walk_cnt);
	_read_record(walk->office, v, rec, true, walk->now);
	if (v->booking)
		walk->events->changed(walk->office, v);
}

static void _walk_records(office_t *office, time_t now,
			  const view_events_t *events)
{
	walk_t walk = { .office = office, .now = now, .events = events };

	walk_cnt++;
	watch_list_each(_see_record, &walk);
	if (walk.seen != view_linked_cnt(office))
		_drop_unseen(office, now, events);
	linked_cnt = list_count(resv_list);
	turns_synced(office, (uint64_t) linked_cnt * STEPS_RECORD);
	settled = now - 1;
	walked = now;
	shown_update = MAX(shown_update, last_resv_update);
}

typedef struct {
	office_t *office;
	time_t now;
} see_arg_t;

static void _see_drifting(view_resv_t *v, void *arg)
{
	see_arg_t *s = arg;

	if (v->drifts)
		_read_record(s->office, v, v->rec, false, s->now);
}

static void _see_parked(view_resv_t *v, void *arg)
{
	see_arg_t *s = arg;

	if (!v->linked && v->rec)
		_read_record(s->office, v, v->rec, false, s->now);
}

static void _sync_records(office_t *office, time_t now,
			  const view_events_t *events)
{
	see_arg_t s = { .office = office, .now = now };

	if (!all_seen)
		view_each(office, _see_parked, &s);
	all_seen = true;
	if (!resv_list)
		return;
	if ((list_count(resv_list) != linked_cnt) ||
	    (now >= walked + (VIEW_AHEAD / 2)) ||
	    ((last_resv_update > settled) &&
	     ((last_resv_update != own) || (now != own))))
		_walk_records(office, now, events);
	else if (view_drifting(office))
		view_each_linked(office, _see_drifting, &s);
}

bool watch_walk_waits(time_t now)
{
	/* Without locks: if another change is missed, the next second has it. */
	time_t last = __atomic_load_n(&last_resv_update, __ATOMIC_RELAXED);

	return (last > settled) && (last < now);
}

void watch_resvs(office_t *office, time_t now, const view_events_t *events)
{
	_sync_records(office, now, events);
	update_at_sync = last_resv_update;
	own_at_sync = own;
}

/* --- the plugin's own changes -------------------------------------------- */

static void _own_change(time_t now)
{
	last_resv_update = now;
	own = now;
	shown_update = now;
	linked_cnt = list_count(resv_list);
}

/* A later watch_restore_stamp() keeps this change. */
void watch_stamp_changed(time_t now)
{
	_own_change(now);
	update_at_sync = last_resv_update;
	own_at_sync = own;
}

void watch_restore_stamp(void)
{
	__atomic_store_n(&last_resv_update, update_at_sync, __ATOMIC_RELAXED);
	own = own_at_sync;
}

void watch_stamp_shown(time_t now)
{
	shown_update = MAX(shown_update, now);
}

time_t watch_last_update(void)
{
	time_t shown = shown_update;
	/* Without locks, as Slurm's own handler reads it. */
	time_t last = __atomic_load_n(&last_resv_update, __ATOMIC_RELAXED);

	return MAX(shown, last);
}

view_resv_t *watch_refresh(office_t *office, record_t *record, time_t now)
{
	slurmctld_resv_t *rec = record;
	/* The view knew all that Slurm had, so a record more is one just made. */
	bool one_more = view_machine(office) &&
			(list_count(resv_list) == linked_cnt + 1);
	bool is_new = !view_find(office, rec->name);
	view_resv_t *v = _find_or_add(office, rec,
				      view_find_resv_id(office, rec->resv_id));

	if (is_new && one_more)
		view_jobs_see_new(office, v);
	_own_change(now);
	_read_record(office, v, rec, false, now);
	v->saved = false;
	v->rec = rec;
	return v;
}

booking_t *watch_forget(office_t *office, const char *name, time_t now)
{
	view_resv_t *v = view_find(office, name);

	_own_change(now);
	return v ? view_table_remove(office, v) : NULL;
}

void watch_refresh_moved(office_t *office, view_resv_t *v, time_t now)
{
	if (v->linked)
		_own_change(now);
	_read_record(office, v, v->rec, false, now);
}

void watch_link(office_t *office, view_resv_t *v)
{
	if (v->linked)
		return;
	record_gpus_renew(v->rec, &v->attrs.units);
	record_units_place(v->rec);
	list_append(resv_list, v->rec);
	view_table_set_linked(office, v, true);
	linked_cnt++;
}

void watch_fetch(office_t *office, view_resv_t *v)
{
	if (v->linked)
		return;
	record_gpus_renew(v->rec, &v->attrs.units);
	record_units_place(v->rec);
	watch_list_push(v->rec);
	view_table_set_linked(office, v, true);
	linked_cnt++;
}

void watch_settle(office_t *office, view_resv_t *v)
{
	(void) office;
	if (v->linked)
		watch_list_settle(v->rec);
}

static int _is_same(void *item, void *key)
{
	return item == key;
}

void watch_unlink(office_t *office, view_resv_t *v)
{
	if (!v->linked)
		return;
	(void) list_remove_first(resv_list, _is_same, v->rec);
	view_table_set_linked(office, v, false);
	linked_cnt--;
}

void watch_unlink_if(office_t *office, bool (*fn)(view_resv_t *v))
{
	list_itr_t *iter = list_iterator_create(resv_list);
	slurmctld_resv_t *rec;

	while ((rec = list_next(iter))) {
		view_resv_t *v = view_find(office, rec->name);

		if (!v || !v->linked || !(*fn)(v))
			continue;
		(void) list_remove(iter);
		view_table_set_linked(office, v, false);
		linked_cnt--;
	}
	list_iterator_destroy(iter);
}
