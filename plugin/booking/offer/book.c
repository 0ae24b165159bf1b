/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <inttypes.h>
#include <stdio.h>

#include "plugin/booking/offer/book.h"
#include "plugin/booking/rights/charge.h"
#include "plugin/booking/offer/forms.h"
#include "plugin/booking/offer/look.h"
#include "plugin/booking/rights/price.h"
#include "plugin/booking/place/choose/choose.h"
#include "plugin/booking/place/kind.h"
#include "plugin/booking/place/shape_cores.h"
#include "plugin/booking/place/squeeze.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/view/counts.h"
#include "plugin/booking/view/view_cores.h"

/* There is no room: word that, and append offers. */
static void _refuse(office_t *office, ask_t *a, const refusal_t *refusal)
{
	const char *name = a->verb->nameless ? NULL : a->request->name;

	a->rc = refusal->rc;
	if (a->again && !refusal->beyond)
		return;
	a->text = refusal_text(office, name, &a->shape, refusal, a->uid,
			       a->program);
	if (a->again || refusal->unsound)
		return;
	if (!wishes_look(&a->request->wishes))
		turns_count(office, &office->refused_cnt);
	if (a->verb->refused)
		a->verb->refused(office, a);
}

/* Ask for the form that was found, not for that which was asked for. */
static void _ask_for_form(ask_t *a)
{
	request_t *r = a->request;

	if (a->shape.num_cn)
		request_set_nodes(r, a->shape.num_cn);
	r->has_end = true;
	r->end = r->start + a->shape.duration;
	r->has_minutes = true;
	r->endless = false;
	r->minutes = (uint32_t) (a->shape.duration / 60);
	if (a->job)
		r->delay = (uint32_t) (a->shape.t_lsr - a->shape.t_esr);
}

/* At how many leaf switches the nodes are, for a wish for few. */
static void _note_switches(office_t *office, ask_t *a, const placement_t *p)
{
	uint32_t wish = a->shape.switches, cnt;

	if (!wish)
		return;
	cnt = choose_switches(office, p->nodes);
	text_add(&a->note, " at %"PRIu32" leaf switch%s", cnt,
		 (cnt == 1) ? "" : "es");
	if (cnt > wish)
		text_add(&a->note, ", not %"PRIu32, wish);
}

/* OUT a->note */
static void _note_form(office_t *office, ask_t *a, const placement_t *p)
{
	time_t end = p->start + a->shape.duration;
	char from[TEXT_TIME], to[TEXT_TIME], cost[TEXT_COST];

	a->note = text_printf("%"PRIu32" node%s from %s to %s", a->shape.num_cn,
			      (a->shape.num_cn == 1) ? "" : "s",
			      text_time(p->start, from), text_time(end, to));
	if (price_unit(office))
		text_add(&a->note, " for %s", text_cost(
			price_of(office, a->shape.rules, p->start, end,
				 a->shape.num_cn,
				 shape_part(office, &a->shape)),
			price_unit(office), cost));
	_note_switches(office, a, p);
}

int book_admit(office_t *office, ask_t *a, placement_t *ret_placement,
	       refusal_t *ret_refusal)
{
	int rc;

	if (wishes_place(&a->request->wishes) || office->budgets)
		return forms_admit(office, a, ret_placement, ret_refusal);
	rc = admit(office, &a->shape, GARQ_NO_GROUP, NULL, NULL, a->now,
		   ret_placement, ret_refusal);
	if ((rc == REFUSED_BUSY) &&
	    squeeze_find(office, &a->shape, a->now, ret_placement)) {
		refusal_free(ret_refusal);
		*ret_refusal = (refusal_t) { .rc = 0 };
		rc = 0;
	}
	return rc;
}

/* A form that there is room for. */
typedef struct {
	uint32_t asked_cn;	/* nodes and length that were asked for */
	time_t asked_duration;
	placement_t placement;	/* owned */
	charge_t charge;	/* owned */
} form_t;

/* --- steps of the plan; RET as a step of ask.h ---------------------------- */

/* Its budget allows the place that was found. */
static int _charge_form(office_t *office, ask_t *a, form_t *f)
{
	const placement_t *p = &f->placement;

	return charge_new(office, a, &(charge_place_t) {
		.start = p->start, .end = p->start + a->shape.duration,
		.nodes = p->nodes, .units = &p->units,
	}, &f->charge);
}

static int _look_at_form(office_t *office, ask_t *a, form_t *f)
{
	const placement_t *p = &f->placement;

	return look_at(office, a, &(look_t) {
		.start = p->start, .end = p->start + a->shape.duration,
		.nodes = p->nodes, .units = &p->units, .plan = &p->plan,
	});
}

/* One of several forms is booked: ask for that. */
static int _take_form(office_t *office, ask_t *a, form_t *f)
{
	if ((a->shape.num_cn != f->asked_cn) ||
	    (a->shape.duration != f->asked_duration))
		_ask_for_form(a);
	forms_set_size(office, a, f->asked_cn, f->asked_duration);
	_note_form(office, a, &f->placement);
	return 0;
}

static int _place_form(office_t *office, ask_t *a, form_t *f)
{
	return a->kind->place(office, a, &f->placement);
}

static int _set_charge(office_t *office, ask_t *a, form_t *f)
{
	if (a->v->booking)
		charge_set(office, a->v, &f->charge);
	return 0;
}

static int _queue_form(office_t *office, ask_t *a, form_t *f)
{
	(void) f;
	a->verb->queue(office, a);
	return 0;
}

static const struct {
	unsigned asks;		/* which ask for the step; 0: all do */
	int (*go)(office_t *office, ask_t *a, form_t *f);
} book_steps[] = {
	{ ASKS_CHARGE, _charge_form },
	{ ASKS_PLAN, _look_at_form },
	{ ASKS_FORMS, _take_form },
	{ 0, _place_form },
	{ ASKS_CHARGE, _set_charge },
	{ 0, _queue_form },
};

static void _book_form(office_t *office, ask_t *a, form_t *f)
{
	const size_t cnt = sizeof(book_steps) / sizeof(book_steps[0]);

	for (size_t i = 0; !a->rc && (i < cnt); i++)
		if (!book_steps[i].asks || (book_steps[i].asks & a->asks))
			a->rc = book_steps[i].go(office, a, f);
}

int book_plan(office_t *office, ask_t *a)
{
	form_t f = {
		.asked_cn = a->shape.num_cn,
		.asked_duration = a->shape.duration,
	};
	refusal_t refusal = { .rc = 0 };

	a->rc = book_admit(office, a, &f.placement, &refusal);
	if (a->rc && refusal.rc) {
		_refuse(office, a, &refusal);
		refusal_free(&refusal);
	} else if (!a->rc) {
		_book_form(office, a, &f);
		if (f.charge.payer)
			charge_free(&f.charge);
		placement_free(&f.placement);
	}
	return a->rc;
}

/* --- the note of a request --- */

/* IN verb, outcome - short enough for the fields of a note */
ledger_request_t *book_note(office_t *office, const char *verb,
				   const char *outcome, const char *name,
				   uint32_t uid)
{
	ledger_request_t *r = ledger_request_create(name);

	r->id = ++office->request_id;
	r->time = view_now(office);
	r->uid = uid;
	snprintf(r->verb, sizeof(r->verb), "%s", verb);
	snprintf(r->outcome, sizeof(r->outcome), "%s", outcome);
	return r;
}

ledger_request_t *book_note_booked(office_t *office, const char *verb,
				       const view_resv_t *v, uint32_t uid,
				       const offer_set_t *set,
				       const ledger_offer_t *offer)
{
	ledger_request_t *r = book_note_kept(office, verb, v, uid);

	r->num_cn = v->booking ? v->booking->num_cn : v->attrs.node_cnt;
	if (offer)
		r->cost = offer->cost;
	else if (price_unit(office))
		r->cost = price_of(office, price_rules(office, v), r->t_s,
				   r->t_e, r->num_cn,
				   view_part(office, v->nodes,
					     &v->attrs.units));
	if (set) {
		r->closes = set->request->id;
		r->accepted = offer->number;
		snprintf(r->kind, sizeof(r->kind), "%s", offer->kind);
		counts_add(office, COUNT_OFFERS_TAKEN, 1);
	}
	return r;
}

ledger_request_t *book_note_kept(office_t *office, const char *verb,
				     const view_resv_t *v, uint32_t uid)
{
	ledger_request_t *r = book_note(office, verb, "booked", v->name, uid);

	r->t_s = v->booking ? v->booking->start : v->start;
	r->t_e = v->end;
	return r;
}
