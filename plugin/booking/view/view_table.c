/* SPDX-License-Identifier: GPL-2.0-or-later */
/* view_table.c - the reservations, by name and by id; see view.h */

#include <stdlib.h>
#include <string.h>

#include "garq/idmap.h"
#include "plugin/booking/view/changes.h"
#include "plugin/booking/view/hits.h"
#include "plugin/booking/view/view_private.h"

static struct garq_idmap by_hash;	/* first entry by hash of its name */
static struct garq_idmap by_id;
static struct garq_idmap by_resv_id;
static TAILQ_HEAD(, view_resv) all = TAILQ_HEAD_INITIALIZER(all);
static LIST_HEAD(, view_resv) all_linked = LIST_HEAD_INITIALIZER(all_linked);
static uint32_t all_linked_cnt;
static uint64_t serial;
static int drifting_cnt;	/* entries that drift */
static uint32_t lost_cnt;	/* entries with lost nodes */

view_resv_t *view_find(const char *name)
{
	view_resv_t *v = (name && name[0]) ?
		garq_idmap_get(&by_hash, view_hash(VIEW_HASH, name)) : NULL;

	while (v && strcmp(v->name, name))
		v = v->same_hash;
	return v;
}

view_resv_t *view_find_id(uint64_t id)
{
	return garq_idmap_get(&by_id, id);
}

view_resv_t *view_find_resv_id(uint32_t resv_id)
{
	return garq_idmap_get(&by_resv_id, resv_id);
}

uint64_t view_next_id(void)
{
	return VIEW_ID(VIEW_ID_RESV, serial + 1);
}

uint32_t view_count(void)
{
	return garq_idmap_cnt(&by_id);
}

uint32_t view_linked_cnt(void)
{
	return all_linked_cnt;
}

int view_drifting(void)
{
	return drifting_cnt;
}

uint32_t view_with_lost(void)
{
	return lost_cnt;
}

void view_each(void (*fn)(view_resv_t *v, void *arg), void *arg)
{
	view_resv_t *v;

	TAILQ_FOREACH(v, &all, among_all)
		fn(v, arg);
}

void view_each_linked(void (*fn)(view_resv_t *v, void *arg), void *arg)
{
	view_resv_t *v, *next;

	for (v = LIST_FIRST(&all_linked); v; v = next) {
		next = LIST_NEXT(v, among_linked);
		fn(v, arg);
	}
}

/* --- entries --- */

void view_table_set_drifts(view_resv_t *v, bool drifts)
{
	drifting_cnt += (int) drifts - (int) v->drifts;
	v->drifts = drifts;
}

void view_set_lost(view_resv_t *v, char *lost, char *why)
{
	lost_cnt += (uint32_t) (lost != NULL) -
		    (uint32_t) (v->lost_nodes != NULL);
	free(v->lost_nodes);
	free(v->lost_why);
	v->lost_nodes = lost;
	v->lost_why = why;
}

void view_table_set_linked(view_resv_t *v, bool linked)
{
	if (linked == v->linked)
		return;
	v->linked = linked;
	if (linked) {
		all_linked_cnt++;
		LIST_INSERT_HEAD(&all_linked, v, among_linked);
		view_jobs_see_linked(v);
	} else {
		all_linked_cnt--;
		LIST_REMOVE(v, among_linked);
		view_jobs_see_parked(v);
	}
}

/* Two entries may share a native id for a moment: the first one is found. */
bool view_table_set_resv_id(view_resv_t *v, uint32_t resv_id)
{
	bool is_new = resv_id && !view_find_resv_id(resv_id);

	if (is_new && garq_idmap_reserve(&by_resv_id))
		return false;
	if (v->resv_id && (v->resv_id != resv_id) &&
	    (view_find_resv_id(v->resv_id) == v))
		(void) garq_idmap_del(&by_resv_id, v->resv_id);
	v->resv_id = resv_id;
	if (is_new)
		garq_idmap_put(&by_resv_id, resv_id, v);
	return true;
}

static void _add_name(view_resv_t *v)
{
	uint64_t hash = view_hash(VIEW_HASH, v->name);

	v->same_hash = garq_idmap_del(&by_hash, hash);
	garq_idmap_put(&by_hash, hash, v);
}

static void _remove_name(view_resv_t *v)
{
	uint64_t hash = view_hash(VIEW_HASH, v->name);
	view_resv_t *first = garq_idmap_del(&by_hash, hash), *before = first;

	if (first == v)
		first = v->same_hash;
	else
		while (before->same_hash != v)
			before = before->same_hash;
	if (before != v)
		before->same_hash = v->same_hash;
	if (first)
		garq_idmap_put(&by_hash, hash, first);
}

static void _free(view_resv_t *v)
{
	changes_note();
	view_table_set_drifts(v, false);
	view_table_set_linked(v, false);
	view_jobs_forget_resv(v);
	TAILQ_REMOVE(&all, v, among_all);
	view_licenses_release(v);
	booking_destroy(view_set_booking(v, NULL));
	garq_set_destroy(v->nodes);
	record_attrs_free(&v->attrs);
	view_set_lost(v, NULL, NULL);
	free(v->licenses);
	free(v->name);
	free(v);
}

view_resv_t *view_table_add(const char *name)
{
	view_resv_t *v = calloc(1, sizeof(*v));

	if (!v || !(v->name = strdup(name)) || garq_idmap_reserve(&by_hash) ||
	    garq_idmap_reserve(&by_id)) {
		if (v)
			free(v->name);
		free(v);
		return NULL;
	}
	changes_note();
	v->id = VIEW_ID(VIEW_ID_RESV, ++serial);
	view_jobs_see_parked(v);
	TAILQ_INSERT_TAIL(&all, v, among_all);
	_add_name(v);
	garq_idmap_put(&by_id, v->id, v);
	return v;
}

uint64_t view_ask(view_resv_t *v)
{
	static uint64_t last;

	changes_note();
	return v->asked = ++last;
}

booking_t *view_table_remove(view_resv_t *v)
{
	booking_t *b = view_set_booking(v, NULL);

	if (!b)
		hits_relieve();
	view_release(v->id, v->start, v->end);
	view_lrh_forget(v->id);
	(void) view_table_set_resv_id(v, 0);
	(void) garq_idmap_del(&by_id, v->id);
	_remove_name(v);
	_free(v);
	return b;
}

void view_table_fini(void)
{
	view_resv_t *v;

	garq_idmap_free(&by_resv_id);
	garq_idmap_free(&by_id);
	garq_idmap_free(&by_hash);
	while ((v = TAILQ_FIRST(&all)))
		_free(v);
}

void view_exclude_licenses(uint64_t group)
{
	const view_resv_t *v = view_find_id(group);

	if (v)
		view_licenses_exclude(v);
}

void view_include_licenses(uint64_t group)
{
	const view_resv_t *v = view_find_id(group);

	if (v)
		view_licenses_include(v);
}
