/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdint.h>
#include <stdio.h>

#include "plugin/booking/rights/bound.h"
#include "plugin/booking/offer/limits.h"
#include "plugin/booking/offer/query.h"
#include "plugin/booking/open/standing.h"
#include "plugin/booking/request/answer.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/rights/users.h"
#include "plugin/booking/view/spent.h"

/* One limit. 0 is no limit, unless zero is set. */
typedef struct {
	const char *of;		/* for programs */
	const char *words;	/* for people */
	const char *option;
	double most;
	bool zero;		/* 0 allows nothing */
	double have;		/* taken; negative: not printed */
} limit_t;

typedef struct {
	office_t *office;
	const ask_t *ask;
	const char *account;	/* of len bytes; NULL: of the user */
	int len;
	time_t until;		/* of a budget: its period ends; 0: never */
	const char *unit;	/* ... and the unit of its amount; else NULL */
	char *text;
} list_t;

/* A number without needless decimals. RET buf */
static const char *_number_text(double number, char buf[TEXT_TIME])
{
	(void) snprintf(buf, TEXT_TIME, "%.*f",
			(number == (double) (int64_t) number) ? 0 : 2, number);
	return buf;
}

static void _add_row(list_t *l, const limit_t *limit)
{
	char have[TEXT_TIME] = "", most[TEXT_TIME] = "no limit";

	if (limit->have >= 0)
		(void) _number_text(limit->have, have);
	if ((limit->most > 0) || limit->zero)
		(void) _number_text(limit->most, most);
	text_add(&l->text, "\n%-32s %10s %10s  %s%s%.*s", limit->words,
		 have, most, limit->option,
		 l->account ? ", account " : "", l->len,
		 l->account ? l->account : "");
}

static void _add_line(list_t *l, const limit_t *limit)
{
	char *account = l->account ? text_printf("%.*s", l->len, l->account) :
				     NULL;
	char most[TEXT_TIME];

	text_add(&l->text, "%s" ANSWER_LIMIT "=%d of=%s option=%s",
		 l->text ? "\n" : "", ANSWER_VERSION, limit->of,
		 limit->option);
	text_add_value(&l->text, "account", account);
	if (limit->have >= 0)
		text_add(&l->text, " have=%.2f", limit->have);
	if ((limit->most > 0) || limit->zero)
		text_add(&l->text, " most=%s", _number_text(limit->most, most));
	text_add_number(&l->text, "until", l->until);
	text_add_value(&l->text, "unit", l->unit);
	free(account);
}

static void _add_all(list_t *l, const limit_t *limits, size_t cnt)
{
	for (size_t i = 0; i < cnt; i++)
		if (l->ask->program)
			_add_line(l, &limits[i]);
		else
			_add_row(l, &limits[i]);
}

static void _add_user(list_t *l)
{
	const options_t *o = &l->office->options;
	const ask_t *a = l->ask;
	limits_have_t have = users_have(l->office, a->uid, a->now);
	double hours = (double) have.node_seconds / 3600;
	const limit_t limits[] = {
		{ "bookings", "bookings at a time", "garq_user_bookings",
		  o->user_bookings, false,
		  a->limited ? (double) have.cnt : -1 },
		{ "node-hours", "node-hours from now on", "garq_user_nodehours",
		  o->user_nodehours, false, a->limited ? hours : -1 },
		{ "nodes", "nodes of a booking", "garq_user_nodes",
		  o->user_nodes, false, -1 },
		{ "minutes", "minutes of a booking", "garq_user_duration",
		  o->user_duration, false, -1 },
		{ "lead-days", "days until its start", "garq_user_lead",
		  o->user_lead, false, -1 },
		{ "licenses", "of each license in a booking",
		  "garq_user_licenses", o->user_licenses, true, -1 },
		{ "others", "others in Users of a booking", "garq_user_others",
		  o->user_others, true, -1 },
		{ "holds", "holds at a time", "garq_user_holds",
		  o->user_holds, true, -1 },
		{ "standing", "requests that stand by", "garq_user_standing",
		  o->user_standing, true,
		  a->limited ? (double) standing_cnt_of(l->office, a->uid) :
			       -1 },
		{ "requests", "requests in a minute", "garq_user_rate",
		  o->user_rate, false, -1 },
	};

	_add_all(l, limits, sizeof(limits) / sizeof(limits[0]));
}

/* Of each account of the user, as often as it is named. */
static void _add_accounts(list_t *l)
{
	const options_t *o = &l->office->options;
	bool known;
	char *own = l->office->host->users->accounts(l->office, l->ask->uid,
						     false, &known);
	const char *at = own;
	text_name_t account;

	while ((users_limit_accounts(l->office) || o->account_standing) &&
	       text_next_name(&at, &account)) {
		limits_have_t have = users_account_have(l->office, &account,
							l->ask->now);
		const limit_t limits[] = {
			{ "bookings", "bookings at a time",
			  "garq_account_bookings", o->account_bookings, false,
			  have.cnt },
			{ "node-hours", "node-hours from now on",
			  "garq_account_nodehours", o->account_nodehours, false,
			  (double) have.node_seconds / 3600 },
			{ "standing", "requests that stand by",
			  "garq_account_standing", o->account_standing, false,
			  standing_cnt_of_account(l->office, &account) },
		};

		l->account = account.name;
		l->len = (int) account.len;
		_add_all(l, limits, sizeof(limits) / sizeof(limits[0]));
	}
	free(own);
}

/* --- budgets --- */

/* The budget of an account in the present period, if it has one. */
static void _add_budget(list_t *l, const char *account)
{
	office_t *office = l->office;
	char words[2 * TEXT_TIME], when[TEXT_TIME];
	budget_months_t months;
	limit_t limit = { .of = "cost", .words = words, .zero = true,
			  .option = "garq_budget" };
	const char *what;
	budget_t budget;

	if (!budgets_find(office->budgets, account, &budget))
		return;
	months = budget_months(budget.period, budget_month(l->ask->now));
	limit.most = (double) budget.amount / 100;
	limit.have = (double) spent_sum(office, account, months.from,
					months.until) / 100;
	l->until = budget_month_begin(months.until);
	l->unit = bound_unit(office);
	what = l->unit[0] ? l->unit : "cost";
	if (l->until)
		(void) snprintf(words, sizeof(words), "%s until %.10s", what,
				text_time(l->until, when));
	else
		(void) snprintf(words, sizeof(words), "%s", what);
	l->account = account;
	l->len = (int) strlen(account);
	_add_all(l, &limit, 1);
}

/* A spent_fn: an account without a line of its own. */
static void _add_other_budget(const char *account, void *arg)
{
	list_t *l = arg;

	if (!budgets_names(l->office->budgets, account))
		_add_budget(l, account);
}

/* Operators see those of all accounts, users those of their own. */
static void _add_budgets(list_t *l)
{
	const budgets_t *budgets = l->office->budgets;
	const char *account, *at;
	text_name_t name;
	bool known;
	char *own;

	if (!budgets)
		return;
	for (size_t i = 0; !l->ask->limited &&
			   (account = budgets_account(budgets, i)); i++)
		_add_budget(l, account);
	if (!l->ask->limited) {
		spent_each(l->office, _add_other_budget, l);
		return;
	}
	at = own = l->office->host->users->accounts(l->office, l->ask->uid,
						    false, &known);
	while (text_next_name(&at, &name)) {
		char *one = text_printf("%.*s", (int) name.len, name.name);

		_add_budget(l, one);
		free(one);
	}
	free(own);
}

static void _begin_table(list_t *l)
{
	const ask_t *a = l->ask;
	char *name = l->office->host->users->name(l->office, a->uid);

	text_add(&l->text, "none, these are the limits of %s%s%s\n%-32s %10s %10s  %s",
		 a->limited ? "" : "users other than ",
		 a->limited ? name : "operators",
		 a->limited ? "" : ", who have none", "limit",
		 "taken", "most", "option");
	free(name);
}

static int _plan_limits(office_t *office, ask_t *a)
{
	list_t l = { .office = office, .ask = a };

	if (!users_may_ask(office, a->uid))
		return ask_refuse(a, REFUSED_USERS,
				  "reservations are made by operators here (garq_users)");
	if (!a->program)
		_begin_table(&l);
	_add_user(&l);
	if (a->limited)
		_add_accounts(&l);
	_add_budgets(&l);
	a->text = l.text;
	if (!a->program)
		query_mention_reservation(office, LIMITS_NAME, a);
	return 0;
}

const verb_t limits_verb = {
	.word = "query",
	.question = true,
	.turns = true,
	.form = NAME_LIMITS,
	.plan = _plan_limits,
};
