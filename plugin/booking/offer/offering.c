/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/param.h>

#include "plugin/booking/offer/afford.h"
#include "plugin/booking/offer/book.h"
#include "plugin/booking/rights/bound.h"
#include "plugin/booking/offer/effects.h"
#include "plugin/booking/offer/holds.h"
#include "plugin/booking/offer/offering.h"
#include "plugin/booking/rights/price.h"
#include "plugin/booking/offer/wish_query.h"
#include "plugin/booking/place/admit.h"
#include "plugin/booking/place/admit_space.h"
#include "plugin/booking/place/shape_cores.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/steps.h"
#include "plugin/booking/rights/users.h"
#include "plugin/booking/view/counts.h"
#include "plugin/memory/memory.h"

/*
 * A reservation that has begun keeps its start: drop the offers with another
 * one. As most kinds are dropped, offers has more than the site wants to show.
 */
static void _keep_started(osp_offers_t *offers, const wish_t *wish, time_t ti_s)
{
	size_t cnt = 0;

	for (size_t i = 0; i < offers->cnt; i++) {
		if (offers->list[i].t_s != ti_s)
			continue;
		offers->list[cnt] = offers->list[i];
		offers->list[cnt++].t_s = wish->start;
	}
	offers->cnt = cnt;
}

/*
 * Only operators have no latest start (garq_user_lead): cut the query of other
 * users to it. RET the end, seconds since the epoch, of the time to search
 */
static time_t _keep_lead(office_t *office, const wish_t *wish, time_t now,
			 time_t end, osp_query_t *q)
{
	time_t last = users_last_start(office, now);

	if (!last || wish->any_dur)
		return end;
	q->ti_e = MIN(q->ti_e, last + q->dur);
	return MIN(end, last + q->dur);
}

static void _keep_limits(office_t *office, const shape_t *shape,
			 const wish_t *wish, const osp_query_t *q, time_t now,
			 osp_offers_t *offers)
{
	limits_open_t open = {
		.any_cn = wish->any_cn,
		.any_dur = wish->any_dur,
		.least_dur = 60,
		.late = wish->job ? JOBS_LATE : 0,
		.part = shape_part(office, shape),
	};

	users_fit_offers(office, wish->uid, wish->group, q, &open, now, offers);
}

/* Where nodes are counted in parts, more of them are of no use: osp offers all
 * that are free where the duration is open. */
static void _keep_counted(const shape_t *shape, const wish_t *wish,
			  osp_offers_t *offers)
{
	if (wish->any_cn || (!shape->each && !shape->group_cnt))
		return;
	for (size_t i = 0; i < offers->cnt; i++)
		offers->list[i].num_cn = MIN(offers->list[i].num_cn,
					     shape->num_cn);
}

/* Set the costs of offers: osp counts whole nodes, and limits cut offers. */
static void _set_costs(office_t *office, const shape_t *shape,
		       osp_offers_t *offers)
{
	double part = shape_part(office, shape);

	for (size_t i = 0; i < offers->cnt; i++) {
		osp_offer_t *o = &offers->list[i];

		o->cost = price_of(office, shape->rules, o->t_s, o->t_e,
				   o->num_cn, part);
	}
}

typedef struct {
	office_t *office;
	turns_looks_t turns;
} looks_t;

/* osp_machine_space_t.more_looks */
static int _more_looks(void *arg)
{
	looks_t *looks = arg;

	(void) turns_looks_more(looks->office, &looks->turns);
	return turns_are_stale(looks->office) ? -1 : 0;
}

/*
 * Search a space, STEPS_OFFERS at most; licenses in one turn, as in admit().
 * RET 0, or -1: the decision is stale (turns.h)
 */
static int _search(office_t *office, admit_space_t *space, const shape_t *shape,
		   const osp_query_t *q, const wish_t *wish,
		   osp_offers_t *ret_offers)
{
	looks_t looks = {
		.office = office,
		.turns = turns_looks(office, STEPS_OFFERS,
				     space->nodes.eligible->size),
	};
	price_by_t by = { office, shape->rules };
	osp_price_t price = price_params(&by);
	afford_t f = { office, shape, wish->bound };
	phase_t before = phase_begin(office, PHASE_OFFERS);
	int rc;

	space->nodes.looks = &looks.turns.looks;
	if (!space->licenses->cnt) {
		space->nodes.more_looks = _more_looks;
		space->nodes.more_arg = &looks;
	}
	rc = osp_query(&space->space, q, &price, office->options.policy,
		       (wish->started || !afford_all(&f)) ?
			       OPTIONS_OFFERS_MAX :
			       office->options.offers + !!wish->own,
		       ret_offers);
	if (!space->nodes.gone)
		(void) memory_done(rc);
	phase_end(office, before, turns_looks_steps(&looks.turns));
	return rc;
}

/* True if a query leaves nothing open, so that a booking has the same words. */
static bool _is_as_booking(const wish_t *wish)
{
	return wish->ask && !wish->any_cn && !wish->any_dur;
}

/* RET a list with this offer, osp_offers_free() */
static osp_offers_t _only_offer(const shape_t *form, time_t start, time_t t_s,
				osp_kind_t kind)
{
	osp_offer_t *o = memory_new(1, sizeof(*o));

	*o = (osp_offer_t) {
		.t_s = t_s, .t_e = start + form->duration,
		.num_cn = form->num_cn, .kind = kind,
	};
	return (osp_offers_t) { o, 1 };
}

/*
 * The place, and the form, that a booking of the same words would get.
 * IN q - as cut to what the user may ask for
 * OUT ret_offers - that place, if there is one
 * RET 0; REFUSED_BUSY: there is none; -1 as _search()
 */
static int _find_admitted(office_t *office, const wish_t *wish,
			  const osp_query_t *q, osp_offers_t *ret_offers)
{
	shape_t *form = &wish->ask->shape, asked = *form;	/* shallow */
	refusal_t refusal = { .rc = 0 };
	placement_t placement;
	bool all;

	form->t_lsr = MIN(form->t_lsr, MAX(q->ti_e - q->dur, form->t_esr));
	if (book_admit(office, wish->ask, &placement, &refusal)) {
		*form = asked;
		if (!refusal.rc)
			return -1;
		refusal_free(&refusal);
		return REFUSED_BUSY;
	}
	all = (form->num_cn == asked.num_cn) &&
	      (form->duration == asked.duration);
	*ret_offers = _only_offer(form, placement.start,
				  MAX(placement.start, q->ti_s),
				  all ? OSP_EXACT : OSP_INSIDE);
	free(wish->ask->note);
	wish->ask->note = effects_text(office, &placement.plan,
				       "to make room", wish->uid);
	placement_free(&placement);
	*form = asked;
	return 0;
}

/*
 * Return true if an offer is the place that the booking has, or, of an update
 * that wants more, as large as that.
 */
static bool _is_own(const shape_t *shape, const wish_t *wish,
		    const osp_query_t *q, const osp_offer_t *o)
{
	const view_resv_t *v = wish->own;
	const booking_t *b = v ? v->booking : NULL;
	time_t start;

	if (!b || !v->nodes)
		return false;
	start = wish->started ? wish->start : b->start;
	return ((o->t_s == start) || wish_grows(shape, wish, q)) &&
	       (o->t_e - o->t_s == b->end - start) &&
	       (o->num_cn == garq_set_count(v->nodes)) &&
	       garq_set_is_subset(v->nodes, shape->eligible);
}

/* Drop places that can't be offers, and those beyond the number to show. */
static void _drop_places(office_t *office, const shape_t *shape,
			 const wish_t *wish, const osp_query_t *q, bool refused,
			 osp_offers_t *offers)
{
	size_t cnt = 0;

	for (size_t i = 0; (i < offers->cnt) && (cnt < office->options.offers);
	     i++) {
		const osp_offer_t *o = &offers->list[i];

		if ((refused && (o->kind == OSP_EXACT)) ||
		    _is_own(shape, wish, q, o))
			continue;
		offers->list[cnt++] = *o;
	}
	offers->cnt = cnt;
}

/* Search the time up to end. RET as _search() */
static int _search_until(office_t *office, const shape_t *shape,
			 const wish_t *wish, const osp_query_t *q, time_t end,
			 osp_offers_t *ret_offers)
{
	admit_space_t space;
	int rc;

	admit_space(office, shape, wish->group, end, &space);
	rc = _search(office, &space, shape, q, wish, ret_offers);
	admit_space_close(office, &space);
	return rc;
}

/* The same. Offers at few leaf switches, if this is wished for; at any if there
 * are none: a booking gets as few then as there can be. */
static int _find_offers(office_t *office, const shape_t *shape,
			const wish_t *wish, const osp_query_t *q, time_t end,
			osp_offers_t *ret_offers)
{
	shape_t strict = *shape;	/* shallow */
	int rc = 0;

	*ret_offers = (osp_offers_t) { .cnt = 0 };
	strict.on_switches = shape->switches && !shape->pinned;
	if (strict.on_switches)
		rc = _search_until(office, &strict, wish, q, end, ret_offers);
	if (rc || ret_offers->cnt)
		return rc;
	osp_offers_free(ret_offers);
	return _search_until(office, shape, wish, q, end, ret_offers);
}

/*
 * Keep offers within the ceiling and the budget. If all that a query asks for
 * is free, and costs too much, offer it before the others at the first later
 * time that was found at which it is free and allowed.
 * RET as _search()
 */
static int _keep_affordable(office_t *office, const shape_t *shape,
			    const wish_t *wish, const osp_query_t *q,
			    time_t end, osp_offers_t *offers)
{
	afford_t f = { office, shape, wish->bound };
	osp_query_t at = *q;
	osp_offer_t o;
	bool found = !wish->started && afford_whole(offers, q, q->ti_s, &o);

	afford_fit(&f, q, offers);
	at.ti_s = q->ti_e - q->dur;
	for (int i = 0; found && (i < AFFORD_TRIES) && !afford_offer(&f, &o);
	     i++) {
		osp_offers_t there = { .cnt = 0 };

		at.ti_s = afford_from(&f, q, MAX(at.ti_s, o.t_s) + 1,
				      end - q->dur);
		if (at.ti_s == GARQ_FOREVER)
			return 0;
		at.ti_e = at.ti_s + q->dur;
		if (_find_offers(office, shape, wish, &at, end, &there))
			return -1;
		found = afford_whole(&there, q, at.ti_s, &o);
		osp_offers_free(&there);
		if (found && afford_offer(&f, &o))
			afford_add(offers, &o);
	}
	return 0;
}

int offering_find(office_t *office, const shape_t *shape, const wish_t *wish,
		  time_t now, osp_query_t *q, osp_offers_t *ret_offers)
{
	time_t end = now + ((time_t) office->options.horizon * 86400);
	bool limited = users_limited(office, wish->uid),
	     refused = wish->refused;
	int rc = REFUSED_BUSY;

	wish_query(office, shape, wish, now, q);
	if ((q->ti_e <= q->ti_s) || !office->options.offers || !shape->num_cn)
		return 0;
	end = MAX(end, q->ti_e);
	if (limited)
		end = _keep_lead(office, wish, now, end, q);
	if (_is_as_booking(wish)) {
		rc = _find_admitted(office, wish, q, ret_offers);
		refused = (rc == REFUSED_BUSY);
	}
	if (rc == REFUSED_BUSY) {
		rc = _find_offers(office, shape, wish, q, end, ret_offers);
		if (!rc)
			rc = _keep_affordable(office, shape, wish, q, end,
					      ret_offers);
	}
	if (rc)
		return rc;
	if (limited)
		_keep_limits(office, shape, wish, q, now, ret_offers);
	if (wish->started)
		_keep_started(ret_offers, wish, q->ti_s);
	_keep_counted(shape, wish, ret_offers);
	_set_costs(office, shape, ret_offers);
	_drop_places(office, shape, wish, q, refused, ret_offers);
	return 0;
}

/* The note of a request that is refused or a query. RET owned by the caller */
static ledger_request_t *_note_wish(office_t *office, const shape_t *shape,
				    const wish_t *wish)
{
	bool query = text_same(wish->verb, "query");
	ledger_request_t *r = book_note(office, wish->verb,
					query ? "offered" : "refused",
					wish->name, wish->uid);

	r->t_s = shape->t_esr;
	r->t_e = shape->t_lsr + shape->duration;
	r->num_cn = wish->any_cn ? 0 : shape->num_cn;
	r->cost = query ? 0 : price_of(office, shape->rules, shape->t_esr,
				       shape->t_esr + shape->duration,
				       shape->num_cn,
				       shape_part(office, shape));
	return r;
}

/* IN line - freed; NULL: none */
static void _add_line(char **text, char *line)
{
	if (line)
		text_add(text, "%s%s", *text ? "\n" : "", line);
	free(line);
}

/* What the offers of a refusal would hold is room for it, if it stands by; and
 * a request with a plan leaves the holds of its user as they are. */
static bool _may_hold(const wish_t *wish)
{
	return !wish->wishes ||
	       !((wish->refused && wish->wishes->standby) ||
		 wish->wishes->plan);
}

/* Open the offers, and append them to text. */
static void _open_offers(office_t *office, ledger_request_t *r,
			 const osp_offers_t *offers, const wish_t *wish,
			 time_t now, char **text)
{
	const char *unit = price_unit(office);
	char *closed = NULL;
	offer_set_t *set = offers_open(office, r, offers, now, &closed);

	if (_may_hold(wish))
		holds_make(office, set, now);
	for (uint32_t i = 0; i < r->offer_cnt; i++)
		r->offers[i].held = set->request->offers[i].held;
	_add_line(text, wish->program ? offers_lines(set, unit) :
					offers_table(set, unit));
	_add_line(text, closed);
}

/* Offers were left out, or cut, for the budget: say so, once. */
static void _tell_bound(const bound_t *bound, char **text)
{
	if (!*text || !strstr(*text, BOUND_OPTION))
		_add_line(text, bound_left_text(bound));
}

/* Find offers and open them. RET 0, or -1: the decision is stale */
static int _make_offers(office_t *office, ledger_request_t *r,
			const request_t *request, const shape_t *shape,
			const wish_t *wish, time_t now, char **text)
{
	osp_offers_t offers = { .cnt = 0 };
	char *why = NULL;
	bound_t bound;
	wish_t within = *wish;
	osp_query_t q;
	int rc;

	if (!offers_pack(office, r, request, &why)) {
		_add_line(text, why);
		return 0;
	}
	bound = bound_of(office, wish->wishes, request->accounts, wish->uid,
			 wish->own);
	within.bound = &bound;
	rc = offering_find(office, shape, &within, now, &q, &offers);
	if (!rc) {
		r->t_e = q.ti_e;
		if (offers.cnt)
			_open_offers(office, r, &offers, wish, now, text);
		_tell_bound(&bound, text);
	}
	osp_offers_free(&offers);
	bound_free(&bound);
	return rc;
}

ledger_op_t *offering_make(office_t *office, const request_t *request,
			   const shape_t *shape, const wish_t *wish, time_t now,
			   char **text, uint32_t *ret_cnt)
{
	ledger_request_t *r = office->ledger ? _note_wish(office, shape, wish) :
					       NULL;

	*ret_cnt = 0;
	if (!r)
		return NULL;
	if (_make_offers(office, r, request, shape, wish, now, text)) {
		ledger_request_destroy(r);
		return NULL;
	}
	*ret_cnt = r->offer_cnt;
	counts_add(office, COUNT_OFFERS_MADE, r->offer_cnt);
	return ledger_put_request(office->ledger, r);
}
