/* SPDX-License-Identifier: GPL-2.0-or-later */
/* view_table.c - the reservations that were seen, by name and by id; see view.h */

#include <string.h>

#include "plugin/slurm/view_private.h"

static xhash_t *by_name;	/* view_resv_t; owns them */
static xhash_t *by_id;
static xhash_t *by_resv_id;
static TAILQ_HEAD(, view_resv) all = TAILQ_HEAD_INITIALIZER(all);
static LIST_HEAD(, view_resv) all_linked = LIST_HEAD_INITIALIZER(all_linked);
static uint64_t serial;
static int drifting_cnt;	/* entries that drift */

static void _key_name(void *item, const char **key, uint32_t *len)
{
	*key = ((view_resv_t *) item)->name;
	*len = (uint32_t) strlen(*key);
}

static void _key_id(void *item, const char **key, uint32_t *len)
{
	*key = (const char *) &((view_resv_t *) item)->id;
	*len = sizeof(uint64_t);
}

static void _key_resv_id(void *item, const char **key, uint32_t *len)
{
	*key = (const char *) &((view_resv_t *) item)->resv_id;
	*len = sizeof(uint32_t);
}

view_resv_t *view_find(const char *name)
{
	return (name && name[0]) ? xhash_get_str(by_name, name) : NULL;
}

view_resv_t *view_find_id(uint64_t id)
{
	return xhash_get(by_id, (const char *) &id, sizeof(id));
}

view_resv_t *view_find_resv_id(uint32_t resv_id)
{
	return xhash_get(by_resv_id, (const char *) &resv_id, sizeof(resv_id));
}

uint64_t view_next_id(void)
{
	return VIEW_ID(VIEW_ID_RESV, serial + 1);
}

uint32_t view_count(void)
{
	return xhash_count(by_name);
}

int view_drifting(void)
{
	return drifting_cnt;
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

/* Entries */

void view_table_set_drifts(view_resv_t *v, bool drifts)
{
	drifting_cnt += (int) drifts - (int) v->drifts;
	v->drifts = drifts;
}

void view_table_set_linked(view_resv_t *v, bool linked)
{
	if (linked && !v->linked)
		LIST_INSERT_HEAD(&all_linked, v, among_linked);
	else if (!linked && v->linked)
		LIST_REMOVE(v, among_linked);
	v->linked = linked;
}

/* Slurm's ids are unique but for a moment; the first that has one is found. */
void view_table_set_resv_id(view_resv_t *v, uint32_t resv_id)
{
	if (v->resv_id && (view_find_resv_id(v->resv_id) == v))
		xhash_pop(by_resv_id, (const char *) &v->resv_id,
			  sizeof(v->resv_id));
	v->resv_id = resv_id;
	if (resv_id && !view_find_resv_id(resv_id))
		xhash_add(by_resv_id, v);
}

static void _free_resv(void *item)
{
	view_resv_t *v = item;

	view_table_set_drifts(v, false);
	view_table_set_linked(v, false);
	TAILQ_REMOVE(&all, v, among_all);
	view_licenses_release(v);
	booking_destroy(view_set_booking(v, NULL));
	FREE_NULL_BITMAP(v->nodes);
	free(v->lacks);
	xfree(v->licenses);
	xfree(v->name);
	xfree(v);
}

view_resv_t *view_table_add(const char *name)
{
	view_resv_t *v = xmalloc(sizeof(*v));

	v->name = xstrdup(name);
	v->id = VIEW_ID(VIEW_ID_RESV, ++serial);
	TAILQ_INSERT_TAIL(&all, v, among_all);
	xhash_add(by_name, v);
	xhash_add(by_id, v);
	return v;
}

booking_t *view_table_remove(view_resv_t *v)
{
	booking_t *b = view_set_booking(v, NULL);

	view_release(v->id, v->start, v->end);
	view_lrh_forget(v->id);
	view_table_set_resv_id(v, 0);
	xhash_pop(by_id, (const char *) &v->id, sizeof(v->id));
	xhash_delete_str(by_name, v->name);
	return b;
}

void view_table_init(void)
{
	by_name = xhash_init(_key_name, _free_resv);
	by_id = xhash_init(_key_id, NULL);
	by_resv_id = xhash_init(_key_resv_id, NULL);
	view_owners_init();
}

void view_table_fini(void)
{
	if (!by_name)
		return;
	xhash_free(by_resv_id);
	xhash_free(by_id);
	xhash_free(by_name);
	by_name = by_id = by_resv_id = NULL;
	view_owners_fini();
}
