/* SPDX-License-Identifier: GPL-2.0-or-later */
/* book.c - see book.h */

#include <inttypes.h>

#include "plugin/booking/offer/book.h"
#include "plugin/booking/offer/charge.h"
#include "plugin/booking/offer/forms.h"
#include "plugin/booking/offer/look.h"
#include "plugin/booking/offer/price.h"
#include "plugin/booking/place/admit.h"
#include "plugin/booking/place/kind.h"
#include "plugin/booking/place/share.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/turns.h"

/* There is no room: word that, and append offers. */
static void _refuse(office_t *office, ask_t *a, const refusal_t *refusal)
{
	const char *name = a->verb->nameless ? NULL : a->request->name;

	a->rc = refusal->rc;
	if (a->again)
		return;
	a->text = refusal_text(office, name, &a->shape, refusal, a->uid,
			       a->program);
	if (refusal->unsound)
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
}

/* RET as look_at() */
static int _look_at_form(office_t *office, ask_t *a, const placement_t *p)
{
	return look_at(office, a, &(look_t) {
		.start = p->start, .end = p->start + a->shape.duration,
		.nodes = p->nodes, .units = &p->units, .plan = &p->plan,
	});
}

/* Its budget allows the place that was found. RET as charge_new() */
static int _charge_form(office_t *office, ask_t *a, const placement_t *p,
			charge_t *ret)
{
	return charge_new(office, a, &(charge_place_t) {
		.start = p->start, .end = p->start + a->shape.duration,
		.nodes = p->nodes, .units = &p->units,
	}, ret);
}

/* Make it there, charge it, and queue it. RET a->rc */
static int _book_form(office_t *office, ask_t *a, const placement_t *p,
		      const charge_t *charge)
{
	a->rc = a->kind->place(office, a, p);
	if (a->rc)
		return a->rc;
	if (a->v->booking)
		charge_set(office, a->v, charge);
	a->verb->queue(office, a);
	return 0;
}

int book_plan(office_t *office, ask_t *a)
{
	uint32_t num_cn = a->shape.num_cn;
	time_t duration = a->shape.duration;
	refusal_t refusal = { .rc = 0 };
	placement_t placement;
	charge_t charge = { .payer = NULL };

	a->rc = forms_admit(office, a, &placement, &refusal);
	if (a->rc && !refusal.rc)
		return a->rc;
	if (a->rc) {
		_refuse(office, a, &refusal);
		refusal_free(&refusal);
		return a->rc;
	}
	a->rc = _charge_form(office, a, &placement, &charge);
	if (!a->rc)
		a->rc = _look_at_form(office, a, &placement);
	if (a->rc) {
		charge_free(&charge);
		placement_free(&placement);
		return a->rc;
	}
	if ((a->shape.num_cn != num_cn) || (a->shape.duration != duration))
		_ask_for_form(a);
	forms_set_size(office, a, num_cn, duration);
	if (wishes_place(&a->request->wishes))
		_note_form(office, a, &placement);
	(void) _book_form(office, a, &placement, &charge);
	charge_free(&charge);
	placement_free(&placement);
	return a->rc;
}
