/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <sys/param.h>

#include "plugin/booking/rights/bound.h"
#include "plugin/booking/rights/charge.h"
#include "plugin/booking/rights/price.h"
#include "plugin/booking/place/kind.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/rights/payer.h"
#include "plugin/booking/view/spent.h"
#include "plugin/booking/view/view_cores.h"

void charge_free(charge_t *c)
{
	free_null(c->payer);
}

void charge_set(office_t *office, view_resv_t *v, const charge_t *c)
{
	spent_set(office, v->booking, c->payer, &c->charge);
}

/* Whole nodes that a place is as much as. */
static double _nodes_of(office_t *office, const charge_place_t *place)
{
	if (!place->nodes || !garq_set_count(place->nodes))
		return 0;
	return garq_set_count(place->nodes) *
	       view_part(office, place->nodes, place->units);
}

/* RET 0, or REFUSED_DENIED with a->text */
static int _check_left(office_t *office, ask_t *a, const charge_t *c,
		       const booking_t *own)
{
	bound_t b = {
		.office = office, .payer = c->payer, .own = own,
		.dates = a->request->wishes.dated,
	};
	char *beyond;

	if (!a->limited ||
	    bound_allows_in(&b, c->charge.amount, c->charge.month))
		return 0;
	beyond = bound_beyond_text(&b);
	text_add(&a->text, "%s%s%s", a->verb->nameless ? "" : a->request->name,
		 a->verb->nameless ? "" : ": ", beyond);
	free(beyond);
	return REFUSED_DENIED;
}

/* A user with several accounts has to name one where any has a budget. */
static int _check_named(office_t *office, ask_t *a)
{
	bool known;
	char *all = office->host->users->accounts(office, a->creator, false,
						  &known);
	char *first = payer_first_of(all);
	budget_t budget;
	bool any = budgets_find(office->budgets, first, &budget);

	free(first);
	if (any && a->limited)
		a->text = text_printf("give Accounts: the first one pays for the booking (garq_budget), and you belong to %s",
				      all);
	free(all);
	return (any && a->limited) ? REFUSED_DENIED : 0;
}

/* Keep a charge if its account has a budget. */
static void _keep_budgeted(office_t *office, charge_t *c)
{
	budget_t budget;

	if (c->payer && budgets_find(office->budgets, c->payer, &budget))
		return;
	charge_free(c);
	c->charge = (booking_charge_t) { .amount = 0 };
}

/* --- a new booking --- */

/* The seconds for the start of a job are not paid. IN name - of its booking */
static time_t _paid_end(const char *name, time_t end)
{
	return name_is_job(name) ? end - JOBS_LATE : end;
}

static time_t _end_of(const booking_t *b)
{
	return _paid_end(b->name, b->end);
}

/* The price of the offer that is accepted, if all of it is taken. */
static double _new_price(office_t *office, const ask_t *a,
			 const charge_place_t *place)
{
	const ledger_offer_t *o = a->offer;

	if (o && (o->t_s == place->start) && (o->t_e == place->end) &&
	    place->nodes && (o->num_cn == garq_set_count(place->nodes)) &&
	    price_unit(office))
		return o->cost;
	return bound_cost(office, a->shape.rules, place->start,
			   _paid_end(a->request->name, place->end),
			   _nodes_of(office, place));
}

/* True if a booking would be free as the file of the budgets has a fault. */
static bool _lacks_budgets(office_t *office, const ask_t *a)
{
	return a->limited && !office->budgets &&
	       office->files[OFFICE_BUDGET].fault[0];
}

int charge_new(office_t *office, ask_t *a, const charge_place_t *place,
	       charge_t *ret)
{
	charge_t c = { .payer = NULL };
	int rc;

	if (!a->kind->native && _lacks_budgets(office, a))
		return ask_refuse(a, REFUSED_FAILED,
				  "no booking can be charged: the budgets of this site can't be read, and no earlier ones are kept (garq_budget; administrator: see slurmctld's log)");
	if (!office->budgets || a->kind->native) {
		*ret = c;
		return 0;
	}
	c.payer = bound_payer(office, a);
	c.charge.amount = budget_hundredths(_new_price(office, a, place));
	c.charge.month = budget_month(place->start);
	rc = (c.payer || a->job) ? 0 : _check_named(office, a);
	_keep_budgeted(office, &c);
	if (!rc)
		rc = _check_left(office, a, &c, NULL);
	if (rc)
		charge_free(&c);
	else
		*ret = c;
	return rc;
}

/* --- a change --- */

/* The rules that a booking met, which may have left the view. */
static uint32_t _rules_of(office_t *office, const booking_t *b)
{
	garq_set_t *nodes = NULL;
	uint32_t rules;

	if (b->asked_nodes && b->nodes)
		(void) office->host->nodes->set(office, b->nodes, &nodes);
	rules = shape_rules(office, nodes, b->partition, b->features,
			    b->t_lsr - b->t_esr);
	garq_set_destroy(nodes);
	return rules;
}

/*
 * Its charge at now. A change has settled its price until then: that is settled
 * only while the change has passed, as the clock may be back before it.
 * RET since - from then on the rest of the amount is paid
 */
static booking_charge_t _charge_at(const booking_t *b, time_t now)
{
	booking_charge_t c = b->charge;

	if ((c.since <= b->start) || (c.since > now)) {
		c.settled = 0;
		c.since = b->start;
	}
	return c;
}

/* The part [t_s, t_e) of the time that the rest is paid for: 0 to 1. */
static double _part_of(office_t *office, const booking_t *b, uint32_t rules,
		       time_t from, time_t t_s, time_t t_e)
{
	double all = bound_cost(office, rules, from, _end_of(b), 1);
	double part = bound_cost(office, rules, from, t_e, 1) -
		      bound_cost(office, rules, from, t_s, 1);

	if (all <= 0) {	/* it is free by now */
		all = (double) MAX(_end_of(b) - from, 1);
		part = (double) MAX(t_e - t_s, 0);
	}
	return MIN(MAX(part / all, 0), 1);
}

/* RET a part of an amount, rounded */
static int64_t _share_of(int64_t amount, double part)
{
	return (int64_t) ((double) amount * part + 0.5);
}

/* Until now a booking has used its place: that much of the charge stays. */
static int64_t _used_of(office_t *office, const booking_t *b, uint32_t rules,
			time_t now)
{
	booking_charge_t c = _charge_at(b, now);

	if (now <= c.since)
		return c.settled;
	if (now >= _end_of(b))
		return c.amount;
	return c.settled + _share_of(c.amount - c.settled,
				     _part_of(office, b, rules, c.since,
					      c.since, now));
}

/* A booking, and its place after the change. */
typedef struct {
	office_t *office;
	const view_resv_t *v;
	const charge_place_t *to;
	uint32_t rules, new_rules;
	double had, has;	/* whole nodes, before and after */
	bool begun;
	time_t now;
} change_of_t;

/* A booking that lacks failed nodes asks for fewer from its change on. */
static bool _is_same_place(const change_of_t *c)
{
	const booking_t *b = c->v->booking;

	return (c->to->start == b->start) && (c->to->end == _end_of(b)) &&
	       (c->had == c->has) &&
	       ((c->to->nodes == c->v->nodes) ||
		(c->to->nodes && c->v->nodes &&
		 garq_set_equal(c->to->nodes, c->v->nodes)));
}

/*
 * True if a booking only gives up time or nodes. One that was changed after its
 * start, and by the clock of now has not begun, had others before that change.
 */
static bool _only_less(const change_of_t *c)
{
	const booking_t *b = c->v->booking;

	return (c->begun || !b->charge.since) &&
	       (c->to->start >= b->start) && (c->to->end <= _end_of(b)) &&
	       (c->has <= c->had) && (c->had > 0) &&
	       (budget_month(c->to->start) == budget_month(b->start));
}

/* The price from a time on, of which less is a part of the charge. */
static int64_t _price_from(const change_of_t *c, time_t from, bool less)
{
	const booking_t *b = c->v->booking;
	booking_charge_t now = _charge_at(b, c->now);
	time_t start = c->begun ? b->start : c->to->start;

	if (less)
		return _share_of(now.amount - now.settled, c->has / c->had *
				 _part_of(c->office, b, c->rules, now.since,
					  from, c->to->end));
	return budget_hundredths(
		bound_cost(c->office, c->new_rules, start, c->to->end, c->has) -
		bound_cost(c->office, c->new_rules, start, from, c->has));
}

static booking_charge_t _charge_after(const change_of_t *c, bool less)
{
	const booking_t *b = c->v->booking;
	booking_charge_t charge = { .month = budget_month(c->to->start) };
	time_t from = c->to->start;

	if (c->begun) {
		charge.month = b->payer ? b->charge.month :
					  budget_month(b->start);
		charge.settled = _used_of(c->office, b, c->rules, c->now);
		charge.since = from = MAX(c->now, b->start);
	}
	charge.amount = charge.settled + _price_from(c, from, less);
	return charge;
}

/* The whole nodes that v is charged for: all, if it lacks failed ones. */
static double _charged_nodes(office_t *office, const view_resv_t *v)
{
	uint32_t cnt = v->nodes ? garq_set_count(v->nodes) : 0;
	double nodes = _nodes_of(office, &(charge_place_t) {
		.nodes = v->nodes, .units = &v->attrs.units });

	return cnt ? nodes * MAX(v->booking->num_cn, cnt) / cnt : nodes;
}

/* The payer after a change. RET free(); NULL: no account is known to pay */
static char *_changed_payer(office_t *office, const ask_t *a)
{
	const booking_t *b = a->v->booking;
	char *accounts, *payer = NULL;

	if (a->job)
		payer = payer_of(office, a->job->account, b->creator);
	else if (!name_is_job(b->name)) {
		accounts = payer_accounts_after(a->request->accounts,
						b->accounts);
		payer = payer_of(office, accounts, b->creator);
		free(accounts);
	}
	return payer ? payer : text_dup(b->payer);
}

/* True if a booking that is not charged gets no other account. */
static bool _stays_free(const ask_t *a)
{
	return !a->v->booking->payer && !request_has(a->request->accounts) &&
	       !(a->job && a->limited);
}

int charge_change(office_t *office, ask_t *a, const charge_place_t *place,
		  charge_t *ret)
{
	const view_resv_t *v = a->v;
	const booking_t *b = v->booking;
	charge_place_t to = *place;
	change_of_t c = {
		.office = office, .v = v, .to = &to, .now = a->now,
		.begun = a->revision.started, .new_rules = a->shape.rules,
	};
	charge_t after = { .charge = b->charge };
	bool same;
	int rc;

	if (!office->budgets) {
		after.payer = text_dup(b->payer);
		*ret = after;
		return 0;
	}
	c.rules = price_rules(office, v);
	c.had = _charged_nodes(office, v);
	c.has = _nodes_of(office, place);
	to.end = _paid_end(b->name, place->end);
	after.payer = _changed_payer(office, a);
	same = text_same(after.payer, b->payer) || _stays_free(a);
	if (!same || !_is_same_place(&c))
		after.charge = _charge_after(&c, same && _only_less(&c));
	_keep_budgeted(office, &after);
	rc = _check_left(office, a, &after, b);
	if (rc)
		charge_free(&after);
	else
		*ret = after;
	return rc;
}

bool charge_is_of(office_t *office, const booking_t *b, const char *account)
{
	budget_t budget;

	return budgets_find(office->budgets, account, &budget) ?
		       text_same(b->payer, account) : !b->payer;
}

/* --- its end --- */

bool charge_close(office_t *office, booking_t *b, time_t now)
{
	int64_t before = b->charge.amount;

	if (booking_is_named_hold(b))
		b->charge.amount = 0;
	else if (before)
		b->charge.amount = _used_of(office, b, _rules_of(office, b),
					    now);
	spent_close(office, b);
	return b->charge.amount != before;
}

/* --- the check --- */

static void _walk_resv(view_resv_t *v, void *arg)
{
	if (v->booking)
		spent_walk(arg, v->booking);
}

bool charge_check(office_t *office, const char **ret_reason)
{
	spent_walk_begins(office);
	view_each(office, _walk_resv, office);
	if (spent_walk_ended(office))
		return true;
	*ret_reason = "the sums that accounts are charged are not those of their bookings";
	return false;
}
