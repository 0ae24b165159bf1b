/* SPDX-License-Identifier: GPL-2.0-or-later */
/* charge.c - see charge.h */

#include <sys/param.h>

#include "plugin/booking/offer/charge.h"
#include "plugin/booking/offer/price.h"
#include "plugin/booking/place/kind.h"
#include "plugin/booking/request/budget.h"
#include "plugin/booking/request/held_request.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/rights/users.h"
#include "plugin/booking/view/host.h"
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

/* --- prices --- */

const char *charge_unit(office_t *office)
{
	const char *unit = price_unit(office);

	return unit ? unit : "node-hours";
}

/* The price of a node, or a part of it, for [t_s, t_e); 0 if that is empty. */
static double _price_of(office_t *office, uint32_t rules, time_t t_s,
			time_t t_e, double nodes)
{
	if (t_e <= t_s)
		return 0;
	if (!price_unit(office))
		return (double) (t_e - t_s) / 3600 * nodes;
	return price_of(office, rules, t_s, t_e, 1, nodes);
}

/* Whole nodes that a place is as much as. */
static double _nodes_of(office_t *office, const charge_place_t *place)
{
	if (!place->nodes || !garq_set_count(place->nodes))
		return 0;
	return garq_set_count(place->nodes) *
	       view_part(office, place->nodes, place->units);
}

/* --- who pays --- */

static char *_first_of(const char *accounts)
{
	text_name_t name;

	while (text_next_name(&accounts, &name)) {
		size_t sign = (name.name[0] == '+');

		if ((name.name[0] != '-') && (name.len > sign))
			return text_printf("%.*s", (int) (name.len - sign),
					   name.name + sign);
	}
	return NULL;
}

/* The only account of a user. RET free(); NULL: none, or several */
static char *_only_account(office_t *office, uint32_t uid)
{
	bool known;
	char *all = office->host->users->accounts(office, uid, false, &known);
	const char *at = all;
	char *only = NULL;
	text_name_t name;

	while (text_next_name(&at, &name)) {
		if (only && ((strlen(only) != name.len) ||
			     strncmp(only, name.name, name.len))) {
			free_null(only);
			break;
		}
		if (!only)
			only = text_printf("%.*s", (int) name.len, name.name);
	}
	free(all);
	return only;
}

/* RET free(); NULL: nobody is known to pay */
static char *_payer_of(office_t *office, const char *accounts, uint32_t uid)
{
	char *payer = _first_of(accounts);

	if (!payer && (uid != VIEW_NOBODY) && users_limited(office, uid))
		payer = _only_account(office, uid);
	return payer;
}

/* True if a list of names is changed by signs: it is not a new list. */
static bool _has_signs(const char *accounts)
{
	return (accounts[0] == '+') || (accounts[0] == '-');
}

/* The accounts of a booking after a change. RET free(); NULL: none */
static char *_accounts_after(const char *given, const char *has)
{
	char *after = NULL;
	text_name_t name;

	if (!given || (_has_signs(given) && !has))
		return text_dup(given ? given : has);
	if (!_has_signs(given))
		return text_dup(given);
	while (text_next_name(&has, &name)) {
		char *minus = text_printf("-%.*s", (int) name.len, name.name);
		text_name_t gone = { minus, name.len + 1 };

		if (!text_lists_name(given, &gone))
			text_add(&after, "%s%.*s", after ? "," : "",
				 (int) name.len, name.name);
		free(minus);
	}
	text_add(&after, "%s%s", after ? "," : "", given);
	return after;
}

/* --- the check --- */

/* The rest of a budget. */
typedef struct {
	budget_t budget;
	budget_months_t months;
	int64_t left;		/* hundredths; < 0: it is overdrawn */
} left_t;

/*
 * The rest of the budget for the period of a month.
 * IN own - a booking whose charge does not count; NULL: none
 * RET false: the account has no budget
 */
static bool _find_left(office_t *office, const char *payer, uint32_t month,
		       const booking_t *own, left_t *ret)
{
	left_t l;

	if (!budgets_find(office->budgets, payer, &l.budget))
		return false;
	l.months = budget_months(l.budget.period, month);
	l.left = l.budget.amount - spent_sum(office, payer, l.months.from,
					     l.months.until);
	if (own && text_same(own->payer, payer) &&
	    (own->charge.month >= l.months.from) &&
	    (own->charge.month < l.months.until))
		l.left += own->charge.amount;
	*ret = l;
	return true;
}

static void _add_left(office_t *office, char **text, const char *payer,
		      const left_t *l)
{
	time_t until = budget_month_begin(l->months.until);
	char cost[TEXT_COST], when[TEXT_TIME];

	text_add(text, "account %s has %s left", payer,
		 text_cost((double) MAX(l->left, 0) / 100, charge_unit(office),
			   cost));
	if (until)
		text_add(text, " until %s", text_time(until, when));
	text_add(text, " (garq_budget)");
}

/* RET 0, or REFUSED_DENIED with a->text */
static int _check_left(office_t *office, ask_t *a, const charge_t *c,
		       const booking_t *own)
{
	int64_t dates = MAX(a->request->wishes.dated, 1);
	char cost[TEXT_COST];
	left_t l;

	if (!a->limited || !c->payer ||
	    !_find_left(office, c->payer, c->charge.month, own, &l) ||
	    (c->charge.amount <= l.left / dates) ||
	    (own && text_same(own->payer, c->payer) &&
	     (c->charge.amount <= own->charge.amount)))
		return 0;
	if (request_has(a->request->name))
		text_add(&a->text, "%s: ", a->request->name);
	_add_left(office, &a->text, c->payer, &l);
	text_add(&a->text, ", and this costs %s%s: ask for less, or for another account or period",
		 text_cost((double) c->charge.amount / 100,
			   charge_unit(office), cost),
		 (dates > 1) ? " on each date" : "");
	return REFUSED_DENIED;
}

/* A user with several accounts has to name one where any has a budget. */
static int _check_named(office_t *office, ask_t *a)
{
	bool known;
	char *all = office->host->users->accounts(office, a->creator, false,
						  &known);
	char *first = _first_of(all);
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

/* The price of the offer that is accepted, if all of it is taken. */
static double _new_price(office_t *office, const ask_t *a,
			 const charge_place_t *place)
{
	const ledger_offer_t *o = a->offer;

	if (o && (o->t_s == place->start) && (o->t_e == place->end) &&
	    place->nodes && (o->num_cn == garq_set_count(place->nodes)) &&
	    price_unit(office))
		return o->cost;
	return _price_of(office, a->shape.rules, place->start, place->end,
			 _nodes_of(office, place));
}

int charge_new(office_t *office, ask_t *a, const charge_place_t *place,
	       charge_t *ret)
{
	charge_t c = { .payer = NULL };
	char *held;
	int rc;

	if (!office->budgets || a->job || a->kind->native) {
		*ret = c;
		return 0;
	}
	held = a->held ? held_request_accounts(a->held) : NULL;
	c.payer = _payer_of(office, held ? held : a->request->accounts,
			    a->creator);
	free(held);
	c.charge.amount = budget_hundredths(_new_price(office, a, place));
	c.charge.month = budget_month(place->start);
	rc = c.payer ? 0 : _check_named(office, a);
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

/* The part [t_s, t_e) of the time that a charge is still for: 0 to 1. */
static double _part_of(office_t *office, const booking_t *b, uint32_t rules,
		       time_t t_s, time_t t_e)
{
	time_t from = b->charge.since ? b->charge.since : b->start;
	double all = _price_of(office, rules, from, b->end, 1);
	double part = _price_of(office, rules, from, t_e, 1) -
		      _price_of(office, rules, from, t_s, 1);

	if (all <= 0) {	/* it is free by now */
		all = (double) MAX(b->end - from, 1);
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
	const booking_charge_t *c = &b->charge;
	time_t from = c->since ? c->since : b->start;
	int64_t rest = c->amount - c->settled;

	if (now <= from)
		return c->settled;
	if (now >= b->end)
		return c->amount;
	return c->settled + _share_of(rest, _part_of(office, b, rules, from,
						     now));
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

static bool _is_same_place(const change_of_t *c)
{
	const booking_t *b = c->v->booking;

	return (c->to->start == b->start) && (c->to->end == b->end) &&
	       (c->to->nodes == c->v->nodes ||
		(c->to->nodes && c->v->nodes && (c->had == c->has) &&
		 garq_set_equal(c->to->nodes, c->v->nodes)));
}

/* True if a booking only gives up time or nodes. */
static bool _only_less(const change_of_t *c)
{
	const booking_t *b = c->v->booking;

	return (c->to->start >= b->start) && (c->to->end <= b->end) &&
	       (c->has <= c->had) && (c->had > 0) &&
	       (budget_month(c->to->start) == budget_month(b->start));
}

/* The price from a time on, of which less is a part of the charge. */
static int64_t _price_from(const change_of_t *c, time_t from, bool less)
{
	const booking_t *b = c->v->booking;
	int64_t rest = b->charge.amount - b->charge.settled;
	time_t start = c->begun ? b->start : c->to->start;

	if (less)
		return _share_of(rest, c->has / c->had *
				 _part_of(c->office, b, c->rules, from,
					  c->to->end));
	return budget_hundredths(
		_price_of(c->office, c->new_rules, start, c->to->end, c->has) -
		_price_of(c->office, c->new_rules, start, from, c->has));
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

int charge_change(office_t *office, ask_t *a, const charge_place_t *place,
		  charge_t *ret)
{
	const view_resv_t *v = a->v;
	const booking_t *b = v->booking;
	change_of_t c = {
		.office = office, .v = v, .to = place, .now = a->now,
		.begun = a->revision.started, .new_rules = a->shape.rules,
	};
	charge_t after = { .charge = b->charge };
	char *accounts;
	bool same;
	int rc;

	if (!office->budgets) {
		after.payer = text_dup(b->payer);
		*ret = after;
		return 0;
	}
	c.rules = price_rules(office, v);
	c.had = _nodes_of(office, &(charge_place_t) {
		.nodes = v->nodes, .units = &v->attrs.units });
	c.has = _nodes_of(office, place);
	accounts = _accounts_after(a->request->accounts, b->accounts);
	after.payer = _payer_of(office, accounts, b->creator);
	free(accounts);
	if (!after.payer)
		after.payer = text_dup(b->payer);
	same = text_same(after.payer, b->payer) ||
	       (!b->payer && !request_has(a->request->accounts));
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

/* --- offers --- */

char *charge_offers_line(office_t *office, const char *accounts, uint32_t uid,
			 const view_resv_t *own, const offer_set_t *set)
{
	const booking_t *b = own ? own->booking : NULL;
	char *payer, *names = NULL, *line = NULL;
	left_t l, of = { .left = 0 };

	if (!office->budgets || !price_unit(office) ||
	    !users_limited(office, uid))
		return NULL;
	payer = _payer_of(office, accounts ? accounts : b ? b->accounts : NULL,
			  uid);
	for (uint32_t i = 0; payer && (i < set->request->offer_cnt); i++) {
		const ledger_offer_t *o = &set->request->offers[i];
		char *name;

		if (!_find_left(office, payer, budget_month(o->t_s), b, &l) ||
		    (budget_hundredths(o->cost) <= l.left))
			continue;
		of = l;
		name = offers_name(set, o);
		text_add(&names, "%s%s", names ? ", " : "", name);
		free(name);
	}
	if (names) {
		_add_left(office, &line, payer, &of);
		text_add(&line, ": %s can't be paid", names);
	}
	free(names);
	free(payer);
	return line;
}
