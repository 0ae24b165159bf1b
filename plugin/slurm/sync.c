/* SPDX-License-Identifier: GPL-2.0-or-later */
/* sync.c - see sync.h */

#include "plugin/booking/controller.h"
#include "plugin/booking/events.h"
#include "plugin/booking/offers.h"
#include "plugin/booking/park.h"
#include "plugin/booking/reconcile.h"
#include "plugin/booking/refused.h"
#include "plugin/booking/say.h"
#include "plugin/booking/site.h"
#include "plugin/booking/stand_in.h"
#include "plugin/booking/text.h"
#include "plugin/booking/view_pending.h"
#include "plugin/slurm/compat.h"
#include "plugin/slurm/durable.h"
#include "plugin/slurm/saved_state.h"
#include "plugin/slurm/sync.h"

static void _load_offers(void)
{
	char why[256];

	if (!offers_load(site.ledger, why, sizeof(why)))
		say_error("sched/garq: open offers can't be read from the ledger: %s",
			  why);
}

void site_begin(time_t now)
{
	site.ready = true;
	site_open_ledger();
	if (site.ledger)
		_load_offers();
	if (controller->sync(now, &booking_events) != 0)
		say_error("sched/garq: out of memory, the ledger is not reconciled with Slurm");
	else if (site.ledger)
		reconcile(now);
	saved_state_forget();
}

/* Bring the view up to date. RET 0 or ENOMEM */
static int _follow(time_t now)
{
	int rc = controller->sync(now, &booking_events);

	if (rc == 0) {
		view_pending_sweep();
		loan_rebuild_end();
	} else {
		say_error("sched/garq: out of memory, no reservation can be admitted");
	}
	return rc;
}

bool site_follow(time_t now)
{
	return site.ready && !site.abi_differs && !_follow(now);
}

int site_sync(time_t now, char **ret_text)
{
	int rc;

	if (site.abi_differs) {
		*ret_text = text_dup("sched/garq does not fit this slurmctld: see its log");
		return REFUSED_UNSUPPORTED;
	}
	if (!site.ready && resv_list)
		site_begin(now);
	if ((rc = _follow(now)))
		*ret_text = text_dup("sched/garq is out of memory");
	else if (stand_in_urgent())
		stand_in_protect(now);
	return rc;
}
