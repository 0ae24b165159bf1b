/* SPDX-License-Identifier: GPL-2.0-or-later */
/* update_native.c - updates that Slurm makes; see update_native.h */

#include <errno.h>
#include <inttypes.h>

#include "plugin/booking/offer/maint.h"
#include "plugin/booking/park/loan.h"
#include "plugin/booking/park/park.h"
#include "plugin/booking/place/recurrence.h"
#include "plugin/booking/request/flags.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/say.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/serve/update_native.h"
#include "plugin/booking/view/controller.h"
#include "plugin/booking/view/reread.h"
#include "plugin/booking/view/site.h"
#include "plugin/ledger/content.h"

/*
 * Slurm looks in the partition of a record for nodes in place of failed ones,
 * and crashes if a record by count has no partition.
 */
int update_set_partition(const view_resv_t *v, request_t *request)
{
	const char *name = request->partition ? request->partition :
						v->attrs.partition;
	const char *other = controller->default_partition();

	if (request_has(name) || !other)
		return 0;
	return request_set(&request->partition, other);
}

/*
 * Slurm has changed a record: a booking may have become a native reservation,
 * or a native reservation a booking.
 */
static void _enter_native(view_resv_t *v, time_t now, update_t *out)
{
	bool native = request_is_native_resv(v);
	ledger_op_t *op;

	if (v->booking && native) {
		say_info("sched/garq: reservation %s is Slurm's own from now on",
			 v->name);
		if (site.ledger)
			out->op = ledger_drop(site.ledger, v->name,
					      LEDGER_WHY_NATIVE);
		out->before = view_set_booking(v, NULL);
		unwritten_forget(v);
		return;
	}
	if (v->booking) {
		out->before = booking_copy(v->booking);
	} else if (!native && site.ledger) {
		say_info("sched/garq: adopted reservation %s", v->name);
		(void) view_set_booking(v, record_to_booking(v->rec, now));
	}
	if (!v->booking || !booking_reread_asked(v))
		return;
	controller->records->pin(v->rec);
	controller->refresh(v->rec, now);
	if (!site.ledger || !(op = ledger_put(site.ledger, v->booking)))
		return;
	out->left = content_of(v->booking);
	/* Slurm's state has an adopted reservation: nothing is to be undone. */
	if (!out->before) {
		ledger_commit_later(site.ledger, op);
		return;
	}
	out->op = op;
	out->shifted.unwritten = unwritten_begin(v);
}

/* The reason against a change that Slurm has made. RET free(); NULL: none */
static char *_objection(const view_resv_t *v, uint64_t asked, time_t now)
{
	char *text = NULL;

	if ((v->attrs.node_cnt < asked) && !(v->flags & BOOKING_FLAG_ANY_NODES))
		return text_printf(
			"only %u of %"PRIu64" nodes can be had: nothing was changed",
			v->attrs.node_cnt, asked);
	(void) recurrence_conflicts(v, now,
				    (time_t) site.options.horizon * 86400,
				    &text);
	return text;
}

/*
 * Have Slurm change a record, and restore the record if it has fewer nodes than
 * asked for (which Slurm does not report), or recurs over bookings.
 */
static int _change_native(const view_resv_t *v, request_t *request,
			  time_t now, char **ret_text)
{
	uint64_t asked = request_has(request->node_list) ? 0 : request->num_cn;
	booking_t *before = record_to_booking(v->rec, now);
	void *kept = controller->records->keep(v->rec);
	bool again = false;
	char *err = NULL;
	time_t horizon = (time_t) site.options.horizon * 86400;
	int rc = ENOMEM;

	if (before && (!asked || !update_set_partition(v, request)))
		rc = controller->records->update(v->rec, request, NULL, false,
						 ret_text);
	if (!*ret_text &&
	    ((rc == REFUSED_BUSY) || (rc == REFUSED_OVERLAP)))
		recurrence_explain_change(v, request, now, horizon, ret_text);
	if (rc == 0)
		controller->refresh(v->rec, now);
	if ((rc == 0) &&
	    (*ret_text = _objection(v, asked, now))) {
		if (controller->records->apply(v->rec, before, &err))
			say_error("sched/garq: reservation %s can't be brought back to what it was: %s",
				  v->name, err ? err : "no reason given");
		free_null(err);
		again = true;
		rc = REFUSED_BUSY;
	}
	controller->records->put_back(v->rec, kept, again);
	booking_destroy(before);
	return rc;
}

/* Unpin a booking first: Slurm is to know whether it is by count. */
int update_native(view_resv_t *v, request_t *request, time_t now,
		  update_t *out)
{
	garq_set_t *nodes = v->nodes ? garq_set_copy(v->nodes) : NULL;
	bool was_linked = loan_is_unparked(v);
	int rc;

	loan_all();
	if (v->booking)
		controller->records->unpin(v->rec, v->booking);
	rc = _change_native(v, request, now, &out->text);
	site.native_cnt++;
	if (v->booking && rc)
		controller->records->pin(v->rec);
	v->on_loan = false;
	loan_all_end();
	controller->refresh(v->rec, now);
	if (rc == 0) {
		out->asked_before = v->asked;
		out->asked = view_ask(v);
		_enter_native(v, now, out);
		maint_tell(v, now);
	}
	(void) park_update(v, was_linked, nodes, now);
	out->visible = out->save = true;
	garq_set_destroy(nodes);
	return rc;
}
