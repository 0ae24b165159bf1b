/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * budget_test.c - the text of budgets: what it says, its errors, its periods.
 */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/booking/request/budget.h"
#include "test/unit/test_util.h"

#define NEW_YEAR ((time_t) 1767222000)	/* Berlin's 2026-01-01 0:00 */
#define DAY ((time_t) 86400)
#define JANUARY (2026 * 12U)

static void use_zone(const char *zone)
{
	ck_assert_int_eq(setenv("TZ", zone, 1), 0);
	tzset();
}

static budgets_t *parsed(const char *text)
{
	char error[BUDGET_ERROR];
	budgets_t *b = budgets_parse(text, error, sizeof(error));

	ck_assert_msg(b != NULL, "%s: %s", text, error);
	ck_assert_str_eq(error, "");
	return b;
}

static const struct {
	const char *text, *account;
	int64_t amount;		/* hundredths; -1: it has no budget */
	budget_period_t period;
} known[] = {
	{ "", "a", -1, 0 },
	{ "# nothing\n \n\t\n", "a", -1, 0 },
	{ "account=a amount=5", "a", 500, BUDGET_MONTH },
	{ "account=a amount=5", "b", -1, 0 },
	{ "account=a amount=5", "A", -1, 0 },
	{ "amount=0 period=year account=a", "a", 0, BUDGET_YEAR },
	{ "ACCOUNT=b,a,c Period=None AMOUNT=19.99 # once", "a", 1999,
	  BUDGET_ONCE },
	{ "account=a amount=1.5\r\n", "a", 150, BUDGET_MONTH },
	{ "account=* amount=7\naccount=a amount=5", "a", 500, BUDGET_MONTH },
	{ "account=a amount=5\naccount=* amount=7", "z", 700, BUDGET_MONTH },
	{ "account=a amount=1000000000000", "a", 100 * BUDGET_AMOUNT_MAX,
	  BUDGET_MONTH },
};

START_TEST(an_account_has_its_budget)
{
	budgets_t *b = parsed(known[_i].text);
	budget_t budget;

	if (known[_i].amount < 0) {
		ck_assert(!budgets_find(b, known[_i].account, &budget));
	} else {
		ck_assert(budgets_find(b, known[_i].account, &budget));
		ck_assert_int_eq(budget.amount, known[_i].amount);
		ck_assert_int_eq(budget.period, known[_i].period);
	}
	ck_assert(!budgets_find(b, NULL, &budget));
	ck_assert(!budgets_find(NULL, known[_i].account, &budget));
	budgets_destroy(b);
}
END_TEST

START_TEST(accounts_are_in_order)
{
	budgets_t *b = parsed("account=c,a amount=1\naccount=* amount=2\n"
			      "account=b amount=3");

	ck_assert_str_eq(budgets_account(b, 0), "a");
	ck_assert_str_eq(budgets_account(b, 1), "b");
	ck_assert_str_eq(budgets_account(b, 2), "c");
	ck_assert_ptr_null(budgets_account(b, 3));
	ck_assert_ptr_null(budgets_account(NULL, 0));
	ck_assert(budgets_names(b, "b"));
	ck_assert(!budgets_names(b, "z"));
	budgets_destroy(b);
	budgets_destroy(NULL);
}
END_TEST

static const struct {
	const char *text, *error;
} wrong[] = {
	{ "amount=5", "line 1: account= is missing: whose budget is it?" },
	{ "account=, amount=5", "line 1: account= is missing" },
	{ "\naccount=a", "line 2: amount= is missing: how much" },
	{ "account=a amount=", "line 1: amount= must be a number" },
	{ "account=a amount=5e3", "line 1: amount=5e3 must be a number, as 5000 or 19.99" },
	{ "account=a amount=-5", "amount=-5 must be" },
	{ "account=a amount=.5", "amount=.5 must be" },
	{ "account=a amount=5.", "amount=5. must be" },
	{ "account=a amount=5.001", "amount=5.001 must be" },
	{ "account=a amount=1000000000001", "must be a number" },
	{ "account=a amount=99999999999999", "must be a number" },
	{ "account=a amount=1 amount=2", "amount= stands twice in this line" },
	{ "account=a account=b amount=1", "account= stands twice in this line: write account=a,b" },
	{ "account=a period=year period=month amount=1", "period= stands twice" },
	{ "account=a period=week amount=1", "period=week must be month, year or none" },
	{ "account=a amount=1 user=u", "no such word: user=u; a line is account=NAME period=month amount=5000" },
	{ "account=a amount=1\n\naccount=b,a amount=2", "line 3: account a has a budget already" },
	{ "account=a,a amount=1", "line 1: account a has a budget already" },
	{ "account=* amount=1\naccount=* amount=1", "line 2: account=* stands in another line already" },
	{ "account=a\x1b[2J amount=x", "amount=x must be" },
	{ "\x1b[2J", "no such word: ?[2J" },
};

START_TEST(a_wrong_text_is_refused)
{
	char error[BUDGET_ERROR];

	ck_assert_ptr_null(budgets_parse(wrong[_i].text, error,
					 sizeof(error)));
	ck_assert_msg(strstr(error, wrong[_i].error) != NULL, "%s", error);
}
END_TEST

START_TEST(periods_are_months_and_years)
{
	budget_months_t m;

	use_zone("Europe/Berlin");
	ck_assert_uint_eq(budget_month(NEW_YEAR), JANUARY);
	ck_assert_uint_eq(budget_month(NEW_YEAR - 1), JANUARY - 1);
	ck_assert_uint_eq(budget_month(NEW_YEAR + 31 * DAY), JANUARY + 1);
	ck_assert_int_eq(budget_month_begin(JANUARY), NEW_YEAR);
	ck_assert_int_eq(budget_month_begin(UINT32_MAX), 0);
	ck_assert_int_eq(budget_month_begin(0), 0);
	m = budget_months(BUDGET_MONTH, JANUARY + 11);
	ck_assert(m.from == JANUARY + 11 && m.until == JANUARY + 12);
	m = budget_months(BUDGET_YEAR, JANUARY + 11);
	ck_assert(m.from == JANUARY && m.until == JANUARY + 12);
	m = budget_months(BUDGET_ONCE, JANUARY);
	ck_assert(m.from == 0 && m.until == UINT32_MAX);
	for (uint32_t month = JANUARY; month < JANUARY + 240; month++) {
		time_t t = budget_month_begin(month);

		ck_assert_uint_eq(budget_month(t), month);
		ck_assert_uint_eq(budget_month(t - 1), month - 1);
	}
}
END_TEST

START_TEST(costs_are_rounded)
{
	ck_assert_int_eq(budget_hundredths(0), 0);
	ck_assert_int_eq(budget_hundredths(12.344), 1234);
	ck_assert_int_eq(budget_hundredths(12.346), 1235);
	ck_assert_int_eq(budget_hundredths(1e300), 100 * BUDGET_AMOUNT_MAX);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("budget");
	TCase *tc = test_case(suite, "budget", 60);

	tcase_add_loop_test(tc, an_account_has_its_budget, 0,
			    sizeof(known) / sizeof(known[0]));
	tcase_add_test(tc, accounts_are_in_order);
	tcase_add_loop_test(tc, a_wrong_text_is_refused, 0,
			    sizeof(wrong) / sizeof(wrong[0]));
	tcase_add_test(tc, periods_are_months_and_years);
	tcase_add_test(tc, costs_are_rounded);
	return test_run(suite);
}
