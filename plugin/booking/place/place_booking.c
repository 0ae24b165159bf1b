/* SPDX-License-Identifier: GPL-2.0-or-later */
/* place_booking.c - see place_booking.h */

#include <errno.h>
#include <string.h>

#include "plugin/booking/park/park.h"
#include "plugin/booking/place/place_booking.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/view/controller.h"

/* A booking for a new record. RET owned by the caller; NULL: no memory */
static booking_t *_new_booking(office_t *office, const record_t *rec,
			       const place_t *what,
			       const placement_t *placement, time_t now)
{
	booking_t *b = booking_create();

	if (!b || !office->controller->records->read(rec, b) ||
	    !booking_set(&b->asked_nodes, what->request->node_list)) {
		booking_destroy(b);
		return NULL;
	}
	b->t_esr = what->shape->t_esr;
	b->t_lsr = what->shape->t_lsr;
	b->not_before = placement->not_before;
	b->creator = what->creator;
	b->created = now;
	return b;
}

/* Remove the new record and its entry: memory is short. RET ENOMEM */
static int _remove(office_t *office, const char *name, time_t now,
		   create_t *out)
{
	(void) office->controller->records->remove(name, NULL);
	booking_destroy(office->controller->forget(name, now));
	out->text = text_dup("slurmctld is out of memory");
	return ENOMEM;
}

int place_undo(office_t *office, view_resv_t *v, time_t now, create_t *out)
{
	shift_queue_later(office, &out->shifted);
	(void) park_fetch(office, v);
	return _remove(office, out->name, now, out);
}

/*
 * Shift the other bookings of the plan. If the ledger can't be written they
 * keep their new places, which are in their windows as well; after a crash all
 * of them are back at their old places.
 */
static void _make_room(office_t *office, const placement_t *placement,
		       const char *name, time_t now, create_t *out)
{
	char *why = text_printf("made room for %s", name);

	out->visible = shift_others(office, &placement->plan, why, now,
				    &out->shifted);
	free_null(why);
}

/* Enter the booking of a new record. RET NULL with out->rc set: no memory */
static view_resv_t *_enter(office_t *office, record_t *rec, const place_t *what,
			   const placement_t *placement, time_t now,
			   create_t *out)
{
	booking_t *b = _new_booking(office, rec, what, placement, now);
	view_resv_t *v = office->controller->refresh(rec, now);

	if (!b || !v) {
		booking_destroy(b);
		out->rc = _remove(office, out->name, now, out);
		return NULL;
	}
	(void) view_set_booking(office, v, b);
	v->unanswered = true;
	_make_room(office, placement, v->name, now, out);
	out->visible |= park_update(office, v, false, NULL, now);
	/* The record's own, since the view may not have been able to read it. */
	out->resv_id = v->booking->resv_id;
	out->asked = view_ask(office, v);
	return v;
}

view_resv_t *place_booking(office_t *office, const place_t *what, time_t now,
			   create_t *out, refusal_t *ret_refusal)
{
	record_t *rec = NULL;
	placement_t placement;
	view_resv_t *v = NULL;

	memset(ret_refusal, 0, sizeof(*ret_refusal));
	out->rc = admit(office, what->shape, GARQ_NO_GROUP, NULL, NULL, now,
			&placement, ret_refusal);
	if (ret_refusal->rc)
		out->rc = ret_refusal->rc;
	if (out->rc)
		return NULL;
	out->rc = office->controller->records->create(what->request, &placement,
					      what->window, &rec, &out->text);
	if (!out->rc &&
	    !(out->name = text_dup(office->controller->records->name(rec)))) {
		(void) office->controller->records->remove(
			office->controller->records->name(rec), NULL);
		out->rc = ENOMEM;
	}
	if (!out->rc)
		v = _enter(office, rec, what, &placement, now, out);
	placement_free(&placement);
	return v;
}

int place_queue(office_t *office, view_resv_t *v, ledger_request_t *note,
		time_t now, create_t *out)
{
	out->op = shift_queue(office, &out->shifted, v->booking, note);
	return out->op ? 0 : place_undo(office, v, now, out);
}

void create_free(create_t *out)
{
	free_null(out->name);
	free_null(out->text);
	shift_free(&out->shifted);
}
