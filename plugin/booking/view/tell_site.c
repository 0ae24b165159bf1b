/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tell_site.c - see tell_site.h */

#include "plugin/booking/view/host.h"
#include "plugin/booking/view/tell_site.h"

void tell_site(office_t *office, const booking_t *b, const char *event,
	       const char *why)
{
	const notify_t n = {
		.event = event,
		.reservation = b->name,
		.old_start = b->start,
		.start = b->start,
		.end = b->end,
		.old_nodes = b->nodes,
		.nodes = b->nodes,
		.users = b->users,
		.reason = why,
	};

	(void) office->host->locks->notify(office, &n);
}
