/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/booking/place/stand_in.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/start/reconcile_attach.h"
#include "plugin/booking/start/revive.h"
#include "plugin/booking/view/host.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/park/reread.h"
#include "plugin/booking/view/say.h"
#include "plugin/booking/view/units_text.h"

view_resv_t *attach_record(office_t *office, booking_t *b, record_t *rec,
			   bool dirty, time_t now)
{
	view_resv_t *v;

	office->host->fields->pin(office, rec, PIN_NODES);
	v = office->host->list->refresh(office, rec, now);
	office->host->fields->mark(office, rec, v->unwritten);
	booking_destroy(view_set_booking(office, v, b));
	if (dirty) {
		booking_reread(office, v);
		ledger_commit_later(office->ledger,
				    ledger_put(office->ledger, b));
		b->remade = false;
		b->overruled = 0;
	}
	revive_start(office, v, now);
	office->host->list->unlink(office, v);
	return v;
}

void attach_stand_in(office_t *office, booking_t *b, record_t *rec, bool dirty,
		     time_t now)
{
	stand_in_register(office, attach_record(office, b, rec, dirty, now));
}

void attach_move(office_t *office, const booking_t *b, const view_resv_t *v,
		 time_t now)
{
	/* The row of a stand-in lists all nodes that were named, also missing ones. */
	bool known = b->nodes && (!b->asked_nodes || b->part);
	/* Slurm moves the start of a begun record that gets other nodes. */
	time_t start = (v->start > now) ? v->start : v->attrs.first_start;
	garq_set_t *nodes = NULL;
	units_t units = { .cnt = 0 };

	if ((start != b->start) || (v->end != b->end))
		office->host->fields->shift(office, v->rec, b->start, b->end);
	if (known)
		(void) office->host->nodes->set(office, b->nodes, &nodes);
	if (nodes) {
		units = units_read(office, b->cores);
		units_keep(&units, nodes);
	}
	if (nodes && garq_set_count(nodes) &&
	    !(v->nodes && garq_set_equal(nodes, v->nodes) &&
	      units_equal(&units, &v->attrs.units)))
		office->host->fields->bind(office, v->rec, nodes, &units);
	units_free(&units);
	garq_set_destroy(nodes);
}

void attach_refused(office_t *office, booking_t *b, int rc, const char *err,
		    time_t now)
{
	char *why = stand_in_reason(office, b, rc, err);

	say_error(office,
		  "sched/garq: reservation %s is in the ledger but can't be made again as it was booked: %s (it keeps its name, nodes and time, and is tried again)",
		  b->name, why);
	attach_stand_in(office, b, stand_in_make(office, b, why), true, now);
	free_null(why);
}
