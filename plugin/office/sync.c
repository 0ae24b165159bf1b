/* SPDX-License-Identifier: GPL-2.0-or-later */
/* sync.c - see sync.h */

#include "plugin/booking/controller.h"
#include "plugin/booking/offers.h"
#include "plugin/booking/park.h"
#include "plugin/booking/refused.h"
#include "plugin/booking/say.h"
#include "plugin/booking/site.h"
#include "plugin/booking/text.h"
#include "plugin/office/reconcile.h"
#include "plugin/office/stand_in.h"
#include "plugin/office/sync.h"
#include "plugin/slurm/durable.h"
#include "plugin/slurm/native.h"
#include "plugin/slurm/saved_state.h"

/*
 * Slurm removed the native record of a booking: it is over, or Slurm takes it
 * for invalid.
 */
static void _gone(booking_t *b)
{
	time_t now = time(NULL);
	const char *why = (b->end <= now) ? "ended" : "purged by Slurm";
	ledger_op_t *op = NULL;

	if (site.ledger && stand_in_keep(b, now))
		return;
	say_debug("sched/garq: reservation %s %s", b->name, why);
	if (site.ledger && (op = ledger_drop(site.ledger, b->name, why)))
		ledger_commit_later(site.ledger, op);
	offers_forget(b->name);
	booking_destroy(b);
}

/* Slurm may have changed the native record of a booking: keep the ledger. */
static void _changed(const view_resv_t *v)
{
	booking_t *b = v->booking;
	ledger_op_t *op;

	if (b->stand_in)
		return;
	if ((b->start == v->says.first_start) && (b->end == v->end) &&
	    text_same(b->nodes, v->says.node_list))
		return;
	say_info("sched/garq: Slurm changed reservation %s: %s", b->name,
	     v->says.node_list);
	if (controller->records->read(v->rec, b) && site.ledger &&
	    (op = ledger_put(site.ledger, b)))
		ledger_commit_later(site.ledger, op);
}

/* What is done when the view tells of what Slurm did to bookings. */
static const view_events_t events = { .gone = _gone, .changed = _changed };

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
	if (controller->sync(now, &events) != 0)
		say_error("sched/garq: out of memory, the ledger is not reconciled with Slurm");
	else if (site.ledger)
		reconcile(now);
	saved_state_forget();
}

int site_sync(time_t now, char **ret_text)
{
	int rc;

	if (site.unfit) {
		*ret_text = text_dup("sched/garq does not fit this slurmctld: see its log");
		return REFUSED_UNSUPPORTED;
	}
	if (!site.ready && resv_list)
		site_begin(now);
	rc = controller->sync(now, &events);
	if (rc == 0) {
		park_rebuilt();
		if (stand_in_urgent())
			(void) stand_in_look(now);
	} else {
		say_error("sched/garq: out of memory, no reservation can be admitted");
		*ret_text = text_dup("sched/garq is out of memory");
	}
	return rc;
}
