/* SPDX-License-Identifier: GPL-2.0-or-later */
/* update_native.c - updates that Slurm makes; see update_native.h */

#include <inttypes.h>

#include "plugin/booking/hold/co_member.h"
#include "plugin/booking/offer/maint.h"
#include "plugin/booking/park/loan.h"
#include "plugin/booking/park/park.h"
#include "plugin/booking/place/kind.h"
#include "plugin/booking/place/recurrence.h"
#include "plugin/booking/request/flags.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/serve/update_native.h"
#include "plugin/booking/serve/update_recurring.h"
#include "plugin/booking/view/records.h"
#include "plugin/booking/park/reread.h"
#include "plugin/booking/serve/update_place.h"
#include "plugin/booking/view/say.h"
#include "plugin/ledger/record/content.h"
#include "plugin/memory/memory.h"

/*
 * Slurm has changed a record: a booking may have become a native reservation,
 * or a native reservation a booking.
 */
static void _enter_native(office_t *office, ask_t *a)
{
	view_resv_t *v = a->v;
	bool native = kind_of_resv(v) == &kind_native;
	ledger_op_t *op;

	if (v->booking && native) {
		say_info(office,
			 "sched/garq: reservation %s is Slurm's own from now on",
			 v->name);
		if (office->ledger)
			a->op = ledger_drop(office->ledger, v->name,
					      LEDGER_WHY_NATIVE);
		a->before = view_set_booking(office, v, NULL);
		unwritten_forget(office, v);
		return;
	}
	if (v->booking) {
		a->before = booking_copy(v->booking);
	} else if (!native && office->ledger) {
		say_info(office, "sched/garq: adopted reservation %s", v->name);
		(void) view_set_booking(office, v,
					record_to_booking(office, v->rec,
							  a->now));
	}
	if (!v->booking)
		return;
	booking_reread_asked(office, v);
	office->host->fields->pin(office, v->rec, PIN_NODES);
	office->host->list->refresh(office, v->rec, a->now);
	if (!office->ledger)
		return;
	op = ledger_put(office->ledger, v->booking);
	a->left = content_of(v->booking);
	/* Slurm's state has an adopted reservation: no undo is needed. */
	if (!a->before) {
		ledger_commit_later(office->ledger, op);
		return;
	}
	a->op = op;
	a->shifted.unwritten = unwritten_begin(office, v);
}

/* True if a request asks for another time or place, or for other flags. */
static bool _may_collide(const request_t *r)
{
	return r->has_start || r->has_end || r->has_minutes || r->has_nodes ||
	       r->has_flags || r->node_list || r->partition || r->features ||
	       r->licenses || r->tres || request_by_cores(r);
}

/* The conflict of a record with a booking. RET free(); NULL: none */
static char *_conflict(office_t *office, const view_resv_t *v, time_t now)
{
	char *text = NULL;

	(void) recurrence_conflicts(office, v, now,
				    (time_t) office->options.horizon * 86400,
				    &text);
	return text;
}

/*
 * The reason against a change that Slurm has made. A record that met a booking
 * before may do so: it may be on its way off.
 * RET free(); NULL: none
 */
static char *_objection(office_t *office, const view_resv_t *v, uint64_t asked,
			bool may_meet, time_t now)
{

	if ((v->attrs.node_cnt < asked) && !(v->flags & BOOKING_FLAG_ANY_NODES))
		return text_printf(
			"only %u of %"PRIu64" nodes can be had: nothing was changed",
			v->attrs.node_cnt, asked);
	return may_meet ? NULL : _conflict(office, v, now);
}

/*
 * Slurm adds to the length that a request gave, also where the request gave an
 * end: then the length would be any. RET false: it would be none
 */
static bool _set_length(ask_t *a)
{
	const uint64_t signs = BOOKING_FLAG_DUR_PLUS | BOOKING_FLAG_DUR_MINUS;
	int64_t minutes = (a->v->end - a->v->attrs.first_start) / 60;
	request_t *r = a->request;

	if (!(r->flags & signs) || !r->has_minutes ||
	    (a->v->flags & BOOKING_FLAG_TIME_FLOAT))
		return true;
	minutes += (r->flags & BOOKING_FLAG_DUR_PLUS) ? r->minutes :
						       -(int64_t) r->minutes;
	r->flags &= ~signs;
	if ((minutes > 0) && (minutes < UINT32_MAX / 60)) {
		r->minutes = (uint32_t) minutes;
		return true;
	}
	a->text = text_dup(
		"Duration: nothing of it would be left, or it would be too long");
	return false;
}

/*
 * Have Slurm change a record, and restore the record if it has fewer nodes than
 * asked for (which Slurm does not report), or recurs over bookings.
 */
static int _change_native(office_t *office, ask_t *a)
{
	const view_resv_t *v = a->v;
	request_t *request = a->request;
	uint64_t asked = request_has(request->node_list) ? 0 : request->num_cn;
	booking_t *before = record_to_booking(office, v->rec, a->now);
	void *kept = office->host->records->keep(office, v->rec);
	bool again = false, collides = _may_collide(request);
	char *err = NULL, *met = collides ? _conflict(office, v, a->now) : NULL;
	time_t horizon = (time_t) office->options.horizon * 86400;
	int rc;

	if (asked)
		update_set_partition(office, v, request);
	if (update_recurring_is(a))
		rc = update_recurring(office, a);
	else if (!_set_length(a))
		rc = REFUSED_TIME;
	else
		rc = office->host->records->update(office, v->rec, request,
						   NULL, false, &a->text);
	if (!rc && request_has(request->node_list) && view_is_by_cores(v))
		office->host->fields->pin(office, v->rec, PIN_NODES);
	if (!a->text &&
	    ((rc == REFUSED_BUSY) || (rc == REFUSED_OVERLAP)))
		recurrence_explain_change(office, v, request, a->now, horizon,
					  &a->text);
	if (rc == 0)
		office->host->list->refresh(office, v->rec, a->now);
	if ((rc == 0) &&
	    (a->text = _objection(office, v, asked, met || !collides,
				  a->now))) {
		if (office->host->records->apply(office, v->rec, before, &err))
			say_error(office,
				  "sched/garq: reservation %s can't be brought back to what it was: %s",
				  v->name, err ? err : "no reason given");
		free_null(err);
		again = true;
		rc = REFUSED_BUSY;
	}
	office->host->records->put_back(office, v->rec, kept, again);
	free(met);
	booking_destroy(before);
	return rc;
}

/* Unpin a booking first: Slurm must know whether it is by count. */
int update_native(office_t *office, ask_t *a)
{
	view_resv_t *v = a->v;
	garq_set_t *nodes = v->nodes ? memory_there(garq_set_copy(v->nodes)) :
				       NULL;
	bool was_linked = view_is_unparked(v);
	int rc;

	loan_all(office);
	if (v->booking && !v->booking->asked_nodes)
		office->host->fields->pin(office, v->rec, PIN_NOT);
	rc = _change_native(office, a);
	office->native_cnt++;
	if (v->booking && rc)
		office->host->fields->pin(office, v->rec, PIN_NODES);
	v->on_loan = false;
	loan_all_end(office);
	office->host->list->refresh(office, v->rec, a->now);
	if (rc == 0) {
		a->asked_before = v->asked;
		a->asked = view_ask(office, v);
		_enter_native(office, a);
		maint_tell(office, v, a->now);
	}
	(void) park_update(office, v, was_linked, nodes, a->now);
	if (!rc && a->before && v->booking && name_is_part(v->name))
		co_member_broken(office, a->before, v->booking, a->uid);
	a->visible = a->save = true;
	garq_set_destroy(nodes);
	return rc;
}
