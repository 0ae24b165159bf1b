/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/booking/park/park.h"
#include "plugin/booking/place/place_booking.h"
#include "plugin/booking/place/recurrence.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/view/host.h"
#include "plugin/booking/view/say.h"

/* A booking for a new record. RET owned by the caller */
static booking_t *_new_booking(office_t *office, const record_t *rec,
			       const ask_t *a, const placement_t *placement)
{
	booking_t *b = booking_create();

	office->host->records->read(office, rec, b);
	booking_set(&b->asked_nodes, a->request->node_list);
	b->t_esr = a->shape.t_esr;
	b->t_lsr = a->shape.t_lsr;
	b->not_before = placement->not_before;
	b->least_cn = a->size.least_cn;
	b->least_minutes = a->size.least_minutes;
	b->most_cn = a->size.most_cn;
	b->most_minutes = a->size.most_minutes;
	b->switches = a->shape.switches;
	b->tight = a->shape.tight;
	b->creator = a->creator;
	b->created = a->now;
	return b;
}

/*
 * Shift the other bookings of the plan. If the ledger can't be written they
 * keep their new places, which are in their windows as well; after a crash all
 * of them are back at their old places.
 */
static void _make_room(office_t *office, const placement_t *placement, ask_t *a)
{
	char *why = text_printf("made room for %s", a->v->name);

	a->visible = shift_others(office, &placement->plan, why, a->now,
				  &a->shifted);
	free_null(why);
}

/* Enter the booking of a new record. */
static void _enter_booking(office_t *office, record_t *rec,
			   const placement_t *placement, ask_t *a)
{
	booking_t *b = _new_booking(office, rec, a, placement);
	view_resv_t *v = office->host->list->refresh(office, rec, a->now);

	a->v = v;
	(void) view_set_booking(office, v, b);
	v->unanswered = true;
	_make_room(office, placement, a);
	a->visible |= park_update(office, v, false, NULL, a->now);
	a->resv_id = view_native_id(v);
	a->asked = view_ask(office, v);
}

int place_booking(office_t *office, ask_t *a, const placement_t *placement)
{
	record_t *rec = NULL;

	a->rc = office->host->records->create(office, a->request, placement,
					      a->window, &rec, &a->text);
	if (a->rc)
		return a->rc;
	a->name = text_dup(office->host->fields->name(office, rec));
	_enter_booking(office, rec, placement, a);
	return 0;
}

/* A record by count is Slurm's to keep on nodes that work; not one with groups,
 * to which Slurm would add nodes of all groups. */
int place_native(office_t *office, ask_t *a, const placement_t *placement)
{
	record_t *rec = NULL;

	a->rc = office->host->records->create(office, a->request, placement,
					      a->window, &rec, &a->text);
	a->visible = a->save = true;
	if (a->rc)
		return a->rc;
	if (!a->shape.group_cnt && !a->request->node_list)
		office->host->fields->pin(office, rec, recurrence_pin(
			a->shape.recurs, a->shape.each != NULL));
	a->name = text_dup(office->host->fields->name(office, rec));
	a->v = office->host->list->refresh(office, rec, a->now);
	office->host->list->settle(office, a->v);
	office->native_cnt++;
	return 0;
}

void place_queue(office_t *office, ask_t *a, ledger_request_t *note)
{
	a->op = shift_queue(office, &a->shifted, a->v->booking, note);
}

/*
 * Remove the new reservation. OUT ret_op - see place_retract()
 * RET false: another request has changed it, or a job uses it by now: it stays
 */
static bool _take_away(office_t *office, ask_t *a, ledger_op_t **ret_op)
{
	view_resv_t *v = view_find(office, a->name);
	booking_t *b = NULL;
	int rc;

	if (!v || (view_native_id(v) != a->resv_id))
		return true;
	if (v->asked != a->asked)
		return false;
	rc = park_delete(office, v, a->now, &b, &a->visible);
	if (b) {
		booking_uncharge(b);
		*ret_op = ledger_revoke(office->ledger, b,
					LEDGER_WHY_NOT_CREATED);
	}
	booking_destroy(b);
	return b || !rc;
}

bool place_retract(office_t *office, ask_t *a, ledger_op_t **ret_op)
{
	const view_resv_t *v;
	bool gone;

	*ret_op = NULL;
	gone = _take_away(office, a, ret_op);
	v = gone ? NULL : view_find(office, a->name);
	shift_queue_again(office, &a->shifted, v ? v->booking : NULL, a->now);
	shift_release(office, &a->shifted);
	return gone;
}

void place_take_back(office_t *office, ask_t *a, const char *why)
{
	ledger_op_t *op;
	bool gone = place_retract(office, a, &op);

	if (op)
		ledger_commit_later(office->ledger, op);
	say_error(office,
		  "sched/garq: reservation %s was %s, the ledger can't be written: %s",
		  a->name,
		  gone ? "not created" : "created and is used or changed by now",
		  why);
	a->rc = REFUSED_FAILED;
	free_null(a->text);
	a->text = gone ? text_printf("the ledger can't be written: %s", why) :
			 text_printf("%s is there and is used or changed by now, but the ledger can't be written: %s",
				     a->name, why);
}
