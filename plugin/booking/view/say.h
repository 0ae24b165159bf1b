/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * say.h - lines for the log, and events for the site.
 *
 * The office writes no log: it passes each finished line to its host's say()
 * (host.h).
 */
#ifndef PLUGIN_SAY_H
#define PLUGIN_SAY_H

#include "plugin/booking/request/notify_event.h"
#include "plugin/booking/request/say_level.h"
#include "plugin/booking/view/office.h"
#include "plugin/ledger/record/booking.h"

/* Print a line as printf() would, and pass it on. */
extern void say(office_t *office, say_level_t level, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

#define say_error(office, ...) say(office, SAY_ERROR, __VA_ARGS__)
#define say_info(office, ...) say(office, SAY_INFO, __VA_ARGS__)
#define say_debug(office, ...) say(office, SAY_DEBUG, __VA_ARGS__)
#define say_moved(office, ...) say(office, SAY_MOVED, __VA_ARGS__)

/*
 * Report to the site's program (garq_notify) and the history that the state of
 * a booking has changed, but neither its time nor its nodes, or what happened
 * to a request that is not booked. Mail follows the history.
 */

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

#endif
