/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/booking/park/loan.h"
#include "plugin/booking/park/unwritten.h"
#include "plugin/booking/place/stand_in.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/start/catch_up.h"
#include "plugin/booking/start/events.h"
#include "plugin/booking/start/revive.h"
#include "plugin/booking/view/host.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/view_pending.h"

void catch_up(office_t *office, time_t now)
{
	phase_t before = phase_begin(office, PHASE_SYNC);

	office->host->locks->sync(office, now, &booking_events);
	phase_end(office, before, 0);
	if (office->has.lost_records)
		stand_in_keep_lost(office, now);
	if (now < office->caught_up || !office->caught_up)
		revive_starts(office, now);
	office->caught_up = now;
	if (office->has.pending)
		view_pending_sweep(office);
	if (office->has.unwritten)
		unwritten_sweep(office);
	if (office->has.rebuilding)
		loan_rebuild_end(office);
}

/* Why no request is served before the ledger is read. RET free() */
static char *_not_read(office_t *office)
{
	if (office->unusable)
		return text_printf("no reservation can be made or changed yet: %s; no booking is known until it is read, and that is tried again by itself (administrator: mend it)",
				   office->ledger_error);
	return text_printf("no reservation can be made or changed yet: another controller has the ledger, and this one knows no booking until it has read it (%s); it is tried again every second",
			   office->ledger_error);
}

int catch_up_to_serve(office_t *office, time_t now, char **ret_text)
{
	if (office->abi_differs)
		return text_refuse(ret_text, REFUSED_UNSUPPORTED,
			"sched/garq does not fit this slurmctld: see its log");
	if (office->unowned) {
		*ret_text = _not_read(office);
		return REFUSED_FAILED;
	}
	catch_up(office, now);
	if (office->ready && office->has.urgent)
		stand_in_protect(office, now);
	return 0;
}

bool site_durable(office_t *office, char **ret_text)
{
	char why[256];

	if (office->ledger && ledger_answers(office->ledger, why, sizeof(why)))
		return true;
	if (office->ledger) {
		*ret_text = text_printf("nothing was done: %s; ask again later",
					why);
		return false;
	}
	*ret_text = text_printf(
		"no reservation can be kept: %s (administrator: mend it, then restart slurmctld)",
		office->ledger_error[0] ? office->ledger_error :
				       "the ledger is not open");
	return false;
}
