/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * budget.h - what the bookings of an account may cost (garq_budget).
 *
 * The budgets of a site are a text, an account a line:
 *
 *	account=physics  period=month  amount=5000
 *	account=chemistry,biology  period=year  amount=20000.50
 *	account=guests   period=none   amount=100	# once and for all
 *	account=*        period=month  amount=1000	# each other account
 *
 * The words stand in any order. Without period= it is a month. An amount is in
 * the unit of prices (garq_unit), or in node-hours where the site has no
 * prices. A booking counts in the period in which it begins; periods begin at
 * midnight, local time. An account without a line has no budget: its bookings
 * are not charged.
 *
 * Amounts are counted in hundredths, as costs are printed, so that sums are
 * exact. Months are counted from January of the year 0 on.
 *
 * Budgets are a value: parsed once, and never changed. No clock, no file.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#define BUDGET_LINES 10000
#define BUDGET_AMOUNT_MAX INT64_C(1000000000000)	/* of the unit */
#define BUDGET_ERROR 512

typedef struct budgets budgets_t;

typedef enum { BUDGET_MONTH, BUDGET_YEAR, BUDGET_ONCE } budget_period_t;

typedef struct {
	budget_period_t period;
	int64_t amount;		/* hundredths, >= 0 */
} budget_t;

/* The months [from, until) of a period. */
typedef struct {
	uint32_t from, until;
} budget_months_t;

/*
 * OUT error - one line that begins with "line N: " and says what to write
 *	instead; "" on success. IN error_size - BUDGET_ERROR suffices
 * RET budgets_destroy(); NULL: text has no budgets
 */
extern budgets_t *budgets_parse(const char *text, char *error,
				size_t error_size);

/* NULL: no effect */
extern void budgets_destroy(budgets_t *budgets);

/*
 * The budget of an account.
 * IN budgets - NULL: there are none
 * OUT ret - untouched if false
 * RET false: it has none
 */
extern bool budgets_find(const budgets_t *budgets, const char *account,
			 budget_t *ret);

/* The accounts that have a line of their own, in order. IN i - from 0 on
 * RET NULL: there are no more */
extern const char *budgets_account(const budgets_t *budgets, size_t i);

/* Return true if an account has one. */
extern bool budgets_names(const budgets_t *budgets, const char *account);

/* The month of a time. */
extern uint32_t budget_month(time_t t);

/* The period that a month is in. */
extern budget_months_t budget_months(budget_period_t period, uint32_t month);

/* The first second of a month; 0: there is none. */
extern time_t budget_month_begin(uint32_t month);

/* A cost, >= 0, in hundredths, rounded; 100 * BUDGET_AMOUNT_MAX at most. */
extern int64_t budget_hundredths(double cost);
