/* SPDX-License-Identifier: GPL-2.0-or-later */
/* records.c - see records.h */

#include "plugin/booking/controller.h"
#include "plugin/booking/flags.h"
#include "plugin/booking/text.h"

booking_t *record_to_booking(const record_t *rec, time_t now)
{
	booking_t *b = booking_create();
	bool all;

	if (!b || !controller->records->read(rec, b))
		goto failed;
	all = b->flags & (BOOKING_FLAG_ALL_NODES | BOOKING_FLAG_PART_NODES);
	if ((b->flags & BOOKING_FLAG_SPEC_NODES) &&
	    !booking_set(&b->asked_nodes, all ? "ALL" : b->nodes))
		goto failed;
	b->t_esr = b->t_lsr = b->start;
	b->not_before = b->t_esr;
	b->created = now;
	return b;
failed:
	booking_destroy(b);
	return NULL;
}

/* Are two bookings equal in all fields that a record has? */
static bool _alike(const booking_t *a, const booking_t *b)
{
	/* A shutdown unpins the records of bookings by count (unpin()). */
	uint64_t flags = (a->flags ^ b->flags) & ~BOOKING_FLAG_SPEC_NODES;

	return !flags && (a->resv_id == b->resv_id) &&
	       (a->start == b->start) && (a->end == b->end) &&
	       (a->duration_min == b->duration_min) &&
	       (a->purge_comp_time == b->purge_comp_time) &&
	       (a->max_start_delay == b->max_start_delay) &&
	       text_same(a->nodes, b->nodes) &&
	       text_same(a->partition, b->partition) &&
	       text_same(a->features, b->features) &&
	       text_same(a->licenses, b->licenses) &&
	       text_same(a->users, b->users) &&
	       text_same(a->groups, b->groups) &&
	       text_same(a->accounts, b->accounts) &&
	       text_same(a->comment, b->comment) &&
	       text_same(a->qos, b->qos) &&
	       text_same(a->allowed_parts, b->allowed_parts);
}

bool record_differs(const booking_t *b, const record_t *rec)
{
	booking_t *said = booking_copy(b);
	bool differs = !said || !controller->records->read(rec, said) ||
		       !_alike(b, said);

	booking_destroy(said);
	return differs;
}
