/* SPDX-License-Identifier: GPL-2.0-or-later */
/* catch_up.c - see catch_up.h */

#include <errno.h>

#include "plugin/booking/park/loan.h"
#include "plugin/booking/park/owed.h"
#include "plugin/booking/park/unwritten.h"
#include "plugin/booking/place/stand_in.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/say.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/start/catch_up.h"
#include "plugin/booking/start/events.h"
#include "plugin/booking/start/revive.h"
#include "plugin/booking/view/controller.h"
#include "plugin/booking/view/site.h"
#include "plugin/booking/view/view_pending.h"

int catch_up(time_t now)
{
	phase_t before = phase_begin(PHASE_SYNC);
	int rc = controller->sync(now, &booking_events);

	phase_end(before, 0);
	if (rc == 0) {
		stand_in_keep_lost(now);
		revive_starts(now);
		view_pending_sweep();
		unwritten_sweep();
		loan_rebuild_end();
		rc = owed_queue() ? 0 : ENOMEM;
	}
	if (rc)
		say_error("sched/garq: out of memory, no reservation can be admitted");
	return rc;
}

/* Why no request is served before the ledger is read. RET free() */
static char *_not_read(void)
{
	if (site.unusable)
		return text_printf("no reservation can be made or changed yet: %s; no booking is known until it is read, and that is tried again by itself (administrator: mend it)",
				   site.ledger_error);
	return text_printf("no reservation can be made or changed yet: another controller has the ledger, and this one knows no booking until it has read it (%s); it is tried again every second",
			   site.ledger_error);
}

int catch_up_to_serve(time_t now, char **ret_text)
{
	int rc;

	if (site.abi_differs) {
		*ret_text = text_dup("sched/garq does not fit this slurmctld: see its log");
		return REFUSED_UNSUPPORTED;
	}
	if (site.unowned) {
		*ret_text = _not_read();
		return REFUSED_FAILED;
	}
	if ((rc = catch_up(now)))
		*ret_text = text_dup("sched/garq is out of memory");
	else if (stand_in_urgent())
		stand_in_protect(now);
	return rc;
}
