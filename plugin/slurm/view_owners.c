/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * view_owners.c - whose bookings there are; see view.h
 *
 * Each uid has a list, so that what is his is found without a look at what
 * others have. An adopted one is nobody's.
 */

#include "plugin/slurm/view_private.h"

struct view_owner {
	uint32_t uid;
	TAILQ_HEAD(, view_resv) all;
};

static xhash_t *by_uid;		/* struct view_owner; owns them */

static void _key(void *item, const char **key, uint32_t *len)
{
	*key = (const char *) &((struct view_owner *) item)->uid;
	*len = sizeof(uint32_t);
}

static void _free(void *item)
{
	xfree(item);
}

void view_owners_init(void)
{
	by_uid = xhash_init(_key, _free);
}

void view_owners_fini(void)
{
	if (by_uid)
		xhash_free(by_uid);
	by_uid = NULL;
}

static struct view_owner *_find(uint32_t uid)
{
	return xhash_get(by_uid, (const char *) &uid, sizeof(uid));
}

static struct view_owner *_find_or_add(uint32_t uid)
{
	struct view_owner *o = _find(uid);

	if (!o) {
		o = xmalloc(sizeof(*o));
		o->uid = uid;
		TAILQ_INIT(&o->all);
		xhash_add(by_uid, o);
	}
	return o;
}

static void _disown(view_resv_t *v)
{
	struct view_owner *o = v->owner;

	v->owner = NULL;
	if (!o)
		return;
	TAILQ_REMOVE(&o->all, v, of_owner);
	if (TAILQ_EMPTY(&o->all))
		xhash_delete(by_uid, (const char *) &o->uid, sizeof(o->uid));
}

booking_t *view_set_booking(view_resv_t *v, booking_t *b)
{
	booking_t *before = v->booking;

	_disown(v);
	v->booking = b;
	if (b && (b->creator != VIEW_NOBODY)) {
		v->owner = _find_or_add(b->creator);
		TAILQ_INSERT_TAIL(&v->owner->all, v, of_owner);
	}
	if (b)
		view_note(v);
	else
		view_lrh_forget(v->id);
	return before;
}

void view_each_of(uint32_t uid, void (*fn)(const view_resv_t *v, void *arg),
		  void *arg)
{
	struct view_owner *o = _find(uid);
	view_resv_t *v;

	if (!o)
		return;
	TAILQ_FOREACH(v, &o->all, of_owner)
		fn(v, arg);
}
