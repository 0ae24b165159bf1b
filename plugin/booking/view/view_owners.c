/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * view_owners.c - the bookings by their creators; see view.h
 *
 * A hash table by uid, so that the bookings of a user are found without a walk
 * through all. An adopted booking has no creator and is in no list.
 */

#include "plugin/booking/request/job.h"
#include "plugin/booking/view/hits.h"
#include "plugin/booking/view/spent.h"
#include "plugin/booking/view/use.h"
#include "plugin/booking/view/view_private.h"

#define LISTS 1024

TAILQ_HEAD(list, view_resv);
struct owners_state {
	struct list lists[LISTS];
	uint32_t booking_cnt;
	uint32_t of_jobs_cnt;
	uint32_t growing_cnt;
};

static struct list *_owner_list(office_t *office, uint32_t uid)
{
	struct list *list = &office->owners->lists[uid % LISTS];

	if (!list->tqh_last)	/* not used yet */
		TAILQ_INIT(list);
	return list;
}

static void _disown(office_t *office, view_resv_t *v)
{
	if (v->has_owner)
		TAILQ_REMOVE(_owner_list(office, v->owner), v, of_owner);
	v->has_owner = false;
}

static void _set_owner(office_t *office, view_resv_t *v, uint32_t uid)
{
	v->has_owner = true;
	v->owner = uid;
	TAILQ_INSERT_TAIL(_owner_list(office, uid), v, of_owner);
}

uint32_t view_bookings(office_t *office)
{
	return office->owners->booking_cnt;
}

uint32_t view_bookings_of_jobs(office_t *office)
{
	return office->owners->of_jobs_cnt;
}

uint32_t view_growing(office_t *office)
{
	return office->owners->growing_cnt;
}

static void _count_growing(office_t *office, view_resv_t *v)
{
	const booking_t *b = v->booking;
	bool grows = b && (b->most_cn || b->most_minutes);

	office->owners->growing_cnt += (uint32_t) grows - (uint32_t) v->grows;
	v->grows = grows;
}

/*
 * The nodes that a booking lacks and the messages that its users got belong to
 * the booking, not to its record, which Slurm may purge: move them from v to b,
 * and back from b to its next record.
 */
static void _take_told(office_t *office, view_resv_t *v, booking_t *b)
{
	b->told = v->told;
	v->told = (booking_told_t) { .stale = false };
	booking_set(&b->lost_nodes, v->lost_nodes);
	booking_set(&b->lost_why, v->lost_why);
	view_set_lost(office, v, NULL, NULL);
}

static void _bring_told(office_t *office, view_resv_t *v,
			const booking_t *before, booking_t *b)
{
	if (!before)
		v->told = b->told;
	if (!b->lost_nodes)
		return;
	view_set_lost(office, v, b->lost_nodes, b->lost_why);
	b->lost_nodes = b->lost_why = NULL;
}

booking_t *view_set_booking(office_t *office, view_resv_t *v, booking_t *b)
{
	booking_t *before = v->booking;
	uint32_t diff;

	_disown(office, v);
	if (before && before->payer)
		spent_leave(office, before);
	if (b && b->payer)
		spent_enter(office, b);
	if (before && b)
		use_replace(v, b);
	else if (before)
		use_end(office, v);
	diff = (uint32_t) (b != NULL) - (uint32_t) (before != NULL);
	office->owners->booking_cnt += diff;
	if (text_begins(v->name, JOBS_PREFIX))
		office->owners->of_jobs_cnt += diff;
	v->booking = b;
	if (b && (b->part || b->stand_in))
		view_licenses_claim(office, v);
	_count_growing(office, v);
	if (v->accounts || (b && (b->accounts || b->held)))
		view_accounts_update(office, v);
	if (b)
		use_begin(office, v);
	if (b && (b->creator != VIEW_NOBODY))
		_set_owner(office, v, b->creator);
	if (b)
		view_lrh_update(office, v);
	else
		view_lrh_forget(office, v->id);
	if (b) {
		hits_add(office, v);
		_bring_told(office, v, before, b);
	} else {
		hits_remove(office, v);
		if (before)
			_take_told(office, v, before);
	}
	return before;
}

void view_each_of_owner(office_t *office, uint32_t uid,
			void (*fn)(const view_resv_t *v, void *arg), void *arg)
{
	view_resv_t *v;

	TAILQ_FOREACH(v, _owner_list(office, uid), of_owner)
		if (v->owner == uid)
			fn(v, arg);
}

const office_state_t owners_state = OFFICE_STATE(owners, NULL, NULL);
