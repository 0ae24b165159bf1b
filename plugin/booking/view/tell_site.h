/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tell_site.h - report to the site's program (garq_notify) and the history that
 * the state of a booking has changed, but neither its time nor its nodes, or
 * what happened to a request that is not booked. Mail follows the history.
 */
#pragma once

#include "plugin/booking/request/notify_event.h"
#include "plugin/booking/view/office.h"
#include "plugin/ledger/record/booking.h"

/*
 * Queue the event for both; cheap, see notify.h. Locks: site_lock()
 * IN event - GARQ_EVENT, and the verb of the event in the ledger
 * IN why - GARQ_REASON; may be NULL
 */
extern void tell_site(office_t *office, const booking_t *b, const char *event,
		      const char *why, time_t now);

/*
 * The same of a request of this uid that is not booked.
 * IN n - reservation, event, users and reason; start and end of the place that
 *	is offered, or 0
 */
extern void tell_site_request(office_t *office, uint32_t uid, const notify_t *n,
			      time_t now);
