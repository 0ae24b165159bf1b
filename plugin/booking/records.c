/* SPDX-License-Identifier: GPL-2.0-or-later */
/* records.c - see records.h */

#include "plugin/booking/controller.h"
#include "plugin/booking/flags.h"

booking_t *native_to_booking(const record_t *rec, time_t now)
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
