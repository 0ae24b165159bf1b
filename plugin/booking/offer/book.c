/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <inttypes.h>

#include "plugin/booking/offer/book.h"
#include "plugin/booking/rights/charge.h"
#include "plugin/booking/offer/forms.h"
#include "plugin/booking/offer/look.h"
#include "plugin/booking/rights/price.h"
#include "plugin/booking/place/admit.h"
#include "plugin/booking/place/choose.h"
#include "plugin/booking/place/kind.h"
#include "plugin/booking/place/share.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/turns.h"

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
				 share_part(office, &a->shape)),
			price_unit(office), cost));
	_note_switches(office, a, p);
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

	a->rc = forms_admit(office, a, &f.placement, &refusal);
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
