/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/booking/request/flags.h"
#include "plugin/booking/view/host.h"
#include "plugin/booking/view/records.h"
#include "plugin/ledger/record/content.h"

booking_t *record_to_booking(office_t *office, const record_t *rec, time_t now)
{
	booking_t *b = booking_create();
	bool all;

	office->host->records->read(office, rec, b);
	all = b->flags & (BOOKING_FLAG_ALL_NODES | BOOKING_FLAG_PART_NODES);
	if (b->flags & BOOKING_FLAG_SPEC_NODES)
		booking_set(&b->asked_nodes, all ? "ALL" : b->nodes);
	b->t_esr = b->t_lsr = b->start;
	b->not_before = b->t_esr;
	b->created = now;
	return b;
}

_Static_assert(BOOKING_PINNED == BOOKING_FLAG_SPEC_NODES,
	       "a pinned record differs by this flag alone");

bool record_differs(office_t *office, const booking_t *b, const record_t *rec)
{
	booking_t *said = booking_copy(b);
	bool differs;

	office->host->records->read(office, rec, said);
	differs = (b->resv_id != said->resv_id) ||
		  (content_of(b) != content_of(said));
	booking_destroy(said);
	return differs;
}
