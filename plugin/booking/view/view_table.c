/* SPDX-License-Identifier: GPL-2.0-or-later */
/* view_table.c - the reservations, by name and by id; see view.h */

#include <stdlib.h>
#include <string.h>

#include "garq/idmap.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/view/changes.h"
#include "plugin/booking/view/hits.h"
#include "plugin/booking/view/view_private.h"
#include "plugin/memory/memory.h"

struct table_state {
	struct garq_idmap by_hash;	/* first entry by hash of its name */
	struct garq_idmap by_id;
	struct garq_idmap by_resv_id;
	TAILQ_HEAD(, view_resv) all;
	LIST_HEAD(, view_resv) all_linked;
	uint32_t all_linked_cnt;
	uint64_t serial;
	int drifting_cnt;	/* entries that drift */
	uint32_t lost_cnt;	/* entries with lost nodes */
	uint64_t last;	/* of view_resv_t.asked */
};

view_resv_t *view_find(office_t *office, const char *name)
{
	view_resv_t *v = (name && name[0]) ?
				 garq_idmap_get(&office->table->by_hash,
						text_hash(TEXT_HASH, name)) :
				 NULL;

	while (v && strcmp(v->name, name))
		v = v->same_hash;
	return v;
}

view_resv_t *view_find_id(office_t *office, uint64_t id)
{
	return garq_idmap_get(&office->table->by_id, id);
}

view_resv_t *view_find_resv_id(office_t *office, uint32_t resv_id)
{
	return garq_idmap_get(&office->table->by_resv_id, resv_id);
}

uint64_t view_next_id(office_t *office)
{
	return VIEW_ID(VIEW_ID_RESV, office->table->serial + 1);
}

uint32_t view_count(office_t *office)
{
	return garq_idmap_cnt(&office->table->by_id);
}

uint32_t view_linked_cnt(office_t *office)
{
	return office->table->all_linked_cnt;
}

int view_drifting(office_t *office)
{
	return office->table->drifting_cnt;
}

uint32_t view_with_lost(office_t *office)
{
	return office->table->lost_cnt;
}

void view_each(office_t *office, void (*fn)(view_resv_t *v, void *arg),
	       void *arg)
{
	view_resv_t *v;

	TAILQ_FOREACH(v, &office->table->all, among_all)
		fn(v, arg);
}

void view_each_linked(office_t *office, void (*fn)(view_resv_t *v, void *arg),
		      void *arg)
{
	view_resv_t *v, *next;

	for (v = LIST_FIRST(&office->table->all_linked); v; v = next) {
		next = LIST_NEXT(v, among_linked);
		fn(v, arg);
	}
}

/* --- entries --- */

void view_table_set_drifts(office_t *office, view_resv_t *v, bool drifts)
{
	office->table->drifting_cnt += (int) drifts - (int) v->drifts;
	v->drifts = drifts;
}

void view_set_lost(office_t *office, view_resv_t *v, char *lost, char *why)
{
	office->table->lost_cnt += (uint32_t) (lost != NULL) -
		    (uint32_t) (v->lost_nodes != NULL);
	free(v->lost_nodes);
	free(v->lost_why);
	v->lost_nodes = lost;
	v->lost_why = why;
}

void view_table_set_linked(office_t *office, view_resv_t *v, bool linked)
{
	if (linked == v->linked)
		return;
	v->linked = linked;
	if (linked) {
		office->table->all_linked_cnt++;
		LIST_INSERT_HEAD(&office->table->all_linked, v, among_linked);
		view_jobs_see_linked(office, v);
	} else {
		office->table->all_linked_cnt--;
		LIST_REMOVE(v, among_linked);
		view_jobs_see_parked(office, v);
	}
}

static void _reserve(struct garq_idmap *map)
{
	(void) memory_done(garq_idmap_reserve(map));
}

/* Two entries may share a native id for a moment: the first one is found. */
void view_table_set_resv_id(office_t *office, view_resv_t *v, uint32_t resv_id)
{
	bool is_new = resv_id && !view_find_resv_id(office, resv_id);

	if (is_new)
		_reserve(&office->table->by_resv_id);
	if (v->resv_id && (v->resv_id != resv_id) &&
	    (view_find_resv_id(office, v->resv_id) == v))
		(void) garq_idmap_del(&office->table->by_resv_id, v->resv_id);
	v->resv_id = resv_id;
	if (is_new)
		garq_idmap_put(&office->table->by_resv_id, resv_id, v);
}

static void _add_name(office_t *office, view_resv_t *v)
{
	uint64_t hash = text_hash(TEXT_HASH, v->name);

	v->same_hash = garq_idmap_del(&office->table->by_hash, hash);
	garq_idmap_put(&office->table->by_hash, hash, v);
}

static void _remove_name(office_t *office, view_resv_t *v)
{
	uint64_t hash = text_hash(TEXT_HASH, v->name);
	view_resv_t *first = garq_idmap_del(&office->table->by_hash, hash),
		    *before = first;

	if (first == v)
		first = v->same_hash;
	else
		while (before->same_hash != v)
			before = before->same_hash;
	if (before != v)
		before->same_hash = v->same_hash;
	if (first)
		garq_idmap_put(&office->table->by_hash, hash, first);
}

void view_rename(office_t *office, view_resv_t *v, const char *name)
{
	changes_note(office);
	_remove_name(office, v);
	free(v->name);
	v->name = memory_text(name);
	_reserve(&office->table->by_hash);
	_add_name(office, v);
	if (v->booking)
		booking_set(&v->booking->name, name);
}

static void _free_resv(office_t *office, view_resv_t *v)
{
	changes_note(office);
	view_table_set_drifts(office, v, false);
	view_table_set_linked(office, v, false);
	view_jobs_forget_resv(v);
	TAILQ_REMOVE(&office->table->all, v, among_all);
	view_licenses_release(office, v, v->start, v->end);
	booking_destroy(view_set_booking(office, v, NULL));
	garq_set_destroy(v->nodes);
	record_attrs_free(&v->attrs);
	view_set_lost(office, v, NULL, NULL);
	free(v->licenses);
	free(v->name);
	free(v);
}

view_resv_t *view_table_add(office_t *office, const char *name)
{
	view_resv_t *v = memory_new(1, sizeof(*v));

	v->name = memory_text(name);
	_reserve(&office->table->by_hash);
	_reserve(&office->table->by_id);
	changes_note(office);
	v->id = VIEW_ID(VIEW_ID_RESV, ++office->table->serial);
	view_jobs_see_parked(office, v);
	TAILQ_INSERT_TAIL(&office->table->all, v, among_all);
	_add_name(office, v);
	garq_idmap_put(&office->table->by_id, v->id, v);
	return v;
}

uint64_t view_ask(office_t *office, view_resv_t *v)
{

	changes_note(office);
	return v->asked = ++office->table->last;
}

booking_t *view_table_remove(office_t *office, view_resv_t *v)
{
	booking_t *b = view_set_booking(office, v, NULL);

	if (!b)
		hits_relieve(office);
	view_release(office, v->id, v->start, v->end);
	view_lrh_forget(office, v->id);
	view_table_set_resv_id(office, v, 0);
	(void) garq_idmap_del(&office->table->by_id, v->id);
	_remove_name(office, v);
	_free_resv(office, v);
	return b;
}

void view_table_fini(office_t *office)
{
	view_resv_t *v;

	garq_idmap_free(&office->table->by_resv_id);
	garq_idmap_free(&office->table->by_id);
	garq_idmap_free(&office->table->by_hash);
	while ((v = TAILQ_FIRST(&office->table->all)))
		_free_resv(office, v);
}

void view_exclude_licenses(office_t *office, uint64_t group)
{
	const view_resv_t *v = view_find_id(office, group);

	if (v)
		view_licenses_exclude(office, v);
}

void view_include_licenses(office_t *office, uint64_t group)
{
	const view_resv_t *v = view_find_id(office, group);

	if (v)
		view_licenses_include(office, v);
}

static void _begin_state(office_t *office)
{
	TAILQ_INIT(&office->table->all);
	LIST_INIT(&office->table->all_linked);
}

const office_state_t table_state =
	OFFICE_STATE(table, _begin_state, view_table_fini);
