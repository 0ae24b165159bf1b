/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tell_site.h - notify the site's program (garq_notify) that the state of a
 * booking has changed, but neither its time nor its nodes.
 */
#ifndef PLUGIN_TELL_SITE_H
#define PLUGIN_TELL_SITE_H

#include "plugin/booking/view/office.h"
#include "plugin/ledger/record/booking.h"

/*
 * Queue the event; cheap, see notify.h. Locks: site_lock()
 * IN event - GARQ_EVENT
 * IN why - GARQ_REASON; may be NULL
 */
extern void tell_site(office_t *office, const booking_t *b, const char *event,
		      const char *why);

#endif
