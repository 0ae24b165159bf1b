/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/booking/view/host.h"
#include "plugin/booking/view/tell_site.h"
#include "plugin/ledger/ledger_events.h"

void tell_site(office_t *office, const booking_t *b, const char *event,
	       const char *why, time_t now)
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

	const ledger_moved_t note = {
		.booking = b, .time = now, .why = why, .note = event,
	};

	(void) office->host->locks->notify(office, &n);
	if (office->ledger)
		ledger_commit_later(office->ledger,
				    ledger_put_moved(office->ledger, &note));
}

void tell_site_request(office_t *office, uint32_t uid, const notify_t *n,
		       time_t now)
{
	const ledger_note_t note = {
		.name = n->reservation, .owner = uid, .users = n->users,
		.verb = n->event, .why = n->reason, .time = now,
		.start = n->start, .end = n->end,
	};

	(void) office->host->locks->notify(office, n);
	if (office->ledger)
		ledger_commit_later(office->ledger,
				    ledger_put_note(office->ledger, &note));
}
