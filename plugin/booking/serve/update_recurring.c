/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/booking/place/kind.h"
#include "plugin/booking/place/recurrence.h"
#include "plugin/booking/request/flags.h"
#include "plugin/booking/request/steps.h"
#include "plugin/booking/serve/update_place.h"
#include "plugin/booking/serve/update_recurring.h"
#include "plugin/booking/serve/verbs.h"
#include "plugin/booking/view/records.h"

/* Flags that an update may give: all others change the kind. */
#define KEEPS_KIND \
	(BOOKING_FLAG_DUR_PLUS | BOOKING_FLAG_DUR_MINUS | \
	 BOOKING_FLAG_ALL_NODES | BOOKING_FLAG_PART_NODES | \
	 BOOKING_FLAG_FLEX | BOOKING_FLAG_MAGNETIC | BOOKING_FLAG_PURGE_COMP)

bool update_recurring_is(const ask_t *a)
{
	const request_t *r = a->request;

	return kind_recurs(a->v) && (a->v->start > a->now) &&
	       (r->has_start || r->has_end || r->has_minutes || r->has_nodes ||
		r->node_list || request_has(r->partition) ||
		request_by_cores(r)) &&
	       !(r->flags & ~KEEPS_KIND) && !r->burst_buffer &&
	       !r->has_watts && !request_has(r->tres) && !r->features;
}

static int _change_record(office_t *office, ask_t *a, const placement_t *p)
{
	view_resv_t *v = a->v;
	change_t change = { .times = false };
	int rc;

	update_place_change(a, p, &change);
	if (!a->revision.asked_nodes)
		update_set_partition(office, v, a->request);
	rc = office->host->records->update(office, v->rec, a->request, &change,
					   false, &a->text);
	if (!rc && !v->booking->asked_nodes)
		office->host->fields->pin(office, v->rec, recurrence_pin(
			a->shape.recurs, a->shape.each != NULL));
	return rc;
}

/*
 * The code that places a booking reads one here, too, until it is placed. It is
 * placed in one turn, as all records are lent.
 */
int update_recurring(office_t *office, ask_t *a)
{
	view_resv_t *v = a->v;
	placement_t placement = { .start = 0 };
	int rc;

	turns_only_begin(office, STEPS_TURN);
	v->booking = record_to_booking(office, v->rec, a->now);
	rc = update_shape(office, a);
	a->shape.recurs = v->flags & BOOKING_FLAGS_RECURRING;
	rc = rc ? rc : kind_check_recurrence(&a->shape, &a->text);
	if (!rc && a->room)
		rc = update_place(office, a, &placement);
	if (!rc) {
		booking_set(&v->booking->asked_nodes, a->revision.asked_nodes);
		rc = _change_record(office, a, &placement);
	}
	placement_free(&placement);
	booking_destroy(v->booking);
	v->booking = NULL;
	turns_only_end(office);
	return rc;
}
