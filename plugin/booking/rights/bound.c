/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <sys/param.h>

#include "plugin/booking/place/kind.h"
#include "plugin/booking/place/shape_cores.h"
#include "plugin/booking/request/held_request.h"
#include "plugin/booking/rights/bound.h"
#include "plugin/booking/rights/payer.h"
#include "plugin/booking/rights/price.h"
#include "plugin/booking/rights/users.h"
#include "plugin/booking/view/spent.h"

/* --- prices --- */

const char *bound_unit(office_t *office)
{
	const char *unit = price_unit(office);

	return unit ? unit : "node-hours";
}

double bound_cost(office_t *office, uint32_t rules, time_t t_s, time_t t_e,
		   double nodes)
{
	if (t_e <= t_s)
		return 0;
	if (!price_unit(office))
		return (double) (t_e - t_s) / 3600 * nodes;
	return price_of(office, rules, t_s, t_e, 1, nodes);
}

/* --- the rest of it --- */

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
		 text_cost((double) MAX(l->left, 0) / 100, bound_unit(office),
			   cost));
	if (until)
		text_add(text, " until %s", text_time(until, when));
	text_add(text, " (garq_budget)");
}

bool bound_allows_in(bound_t *b, int64_t amount, uint32_t month)
{
	const booking_t *own = b->own;
	left_t l;

	if (!b->payer || !amount ||
	    !_find_left(b->office, b->payer, month, own, &l) ||
	    (amount <= l.left / (int64_t) MAX(b->dates, 1)) ||
	    (own && text_same(own->payer, b->payer) &&
	     (amount <= own->charge.amount)))
		return true;
	if (!b->beyond.amount || (amount < b->beyond.amount)) {
		b->beyond.amount = amount;
		b->beyond.month = month;
	}
	return false;
}

static bool _has_ceiling(const bound_t *b)
{
	return b->wishes && b->wishes->has_max_cost;
}

bool bound_is_none(const bound_t *b)
{
	return !b->payer && !_has_ceiling(b);
}

bool bound_allows(bound_t *b, const shape_t *shape, time_t t_s, time_t t_e,
		  uint32_t num_cn)
{
	double cost;

	if (bound_is_none(b))
		return true;
	cost = bound_cost(b->office, shape->rules, t_s, t_e - b->late,
			  num_cn * shape_part(b->office, shape));
	if (_has_ceiling(b) && (cost > b->wishes->max_cost)) {
		b->dear = (b->dear > 0) ? MIN(b->dear, cost) : cost;
		return false;
	}
	return bound_allows_in(b, budget_hundredths(cost), budget_month(t_s));
}

/* RET what the account has left; NULL: nothing is beyond the bound */
static char *_left_text(const bound_t *b)
{
	char *text = NULL;
	left_t l;

	if (b->beyond.amount &&
	    _find_left(b->office, b->payer, b->beyond.month, b->own, &l))
		_add_left(b->office, &text, b->payer, &l);
	return text;
}

char *bound_beyond_text(const bound_t *b)
{
	char cost[TEXT_COST], *text = _left_text(b);

	if (text)
		text_add(&text, ", and this costs %s%s: ask for less, or for another account or period",
			 text_cost((double) b->beyond.amount / 100,
				   bound_unit(b->office), cost),
			 (b->dates > 1) ? " on each date" : "");
	return text;
}

char *bound_left_text(const bound_t *b)
{
	char *text = _left_text(b);

	if (text)
		text_add(&text, ": no offer costs more");
	return text;
}

/* --- the bound --- */

char *bound_payer(office_t *office, const ask_t *a)
{
	char *held = a->held ? held_request_accounts(a->held) : NULL;
	char *payer = payer_of(office, a->job ? a->job->account : held ? held :
				       a->request->accounts, a->creator);

	free(held);
	return payer;
}

bound_t bound_new(office_t *office, const ask_t *a)
{
	bound_t b = {
		.office = office, .wishes = &a->request->wishes,
		.dates = a->request->wishes.dated,
		.late = a->job ? JOBS_LATE : 0,
	};

	/* an offer has its price */
	if (office->budgets && a->limited && !a->kind->native && !a->offer)
		b.payer = bound_payer(office, a);
	return b;
}

bound_t bound_of(office_t *office, const wishes_t *wishes,
		 const char *accounts, uint32_t uid, const view_resv_t *own)
{
	bound_t b = {
		.office = office, .wishes = wishes,
		.own = own ? own->booking : NULL,
	};

	if (!office->budgets || !users_limited(office, uid))
		return b;
	b.payer = payer_of(office, accounts ? accounts :
				   b.own ? b.own->accounts : NULL, uid);
	if (!b.payer && b.own)
		b.payer = text_dup(b.own->payer);
	return b;
}

void bound_free(bound_t *b)
{
	free_null(b->payer);
}
