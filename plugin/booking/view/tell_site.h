/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tell_site.h - report that the state of a booking has changed, but neither its
 * time nor its nodes, to the site's program (garq_notify) and the history.
 */
#ifndef PLUGIN_TELL_SITE_H
#define PLUGIN_TELL_SITE_H

#include "plugin/booking/view/office.h"
#include "plugin/ledger/record/booking.h"

/*
 * Queue the event for both; cheap, see notify.h. Locks: site_lock()
 * IN event - GARQ_EVENT, and the verb of the event in the ledger
 * IN why - GARQ_REASON; may be NULL
 */
extern void tell_site(office_t *office, const booking_t *b, const char *event,
		      const char *why, time_t now);

#endif
