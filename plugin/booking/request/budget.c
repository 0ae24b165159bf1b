/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "plugin/booking/request/budget.h"
#include "plugin/booking/request/text.h"
#include "plugin/memory/memory.h"

#define MONTHS 12
#define ALL "*"

typedef struct {
	char *account;		/* owned */
	budget_t budget;
} line_t;

struct budgets {
	line_t *lines;		/* by account; owned */
	size_t cnt;
	bool has_all;
	budget_t all;		/* of each other account */
};

/* --- the text --- */

/* A line that is being read. */
typedef struct {
	budgets_t *to;
	char *accounts;		/* borrowed; NULL: not given yet */
	budget_t budget;
	bool period, amount;	/* they were given */
	char *error;
	size_t error_size;
} read_t;

/* RET false */
__attribute__((format(printf, 2, 3)))
static bool _say_wrong(read_t *r, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	(void) vsnprintf(r->error, r->error_size, fmt, args);
	va_end(args);
	text_clean(r->error);
	return false;
}

static bool _read_period(read_t *r, const char *value)
{
	static const char *const words[] = { "month", "year", "none" };

	if (r->period)
		return _say_wrong(r, "period= stands twice in this line");
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (strcasecmp(value, words[i]))
			continue;
		r->budget.period = (budget_period_t) i;
		r->period = true;
		return true;
	}
	return _say_wrong(r, "period=%.40s must be month, year or none", value);
}

static bool _read_amount(read_t *r, const char *value)
{
	size_t digits = strspn(value, "0123456789"), more = 0;
	bool good = digits && (digits <= 13);
	double amount;

	if (r->amount)
		return _say_wrong(r, "amount= stands twice in this line");
	if (good && (value[digits] == '.')) {
		more = strspn(value + digits + 1, "0123456789");
		good = (more > 0) && (more++ <= 2);
	}
	amount = good ? strtod(value, NULL) : 0;
	if (!good || value[digits + more] ||
	    (amount > (double) BUDGET_AMOUNT_MAX))
		return _say_wrong(r, "amount=%.40s must be a number, as 5000 or 19.99",
				  value);
	r->budget.amount = budget_hundredths(amount);
	r->amount = true;
	return true;
}

static bool _read_word(read_t *r, char *word)
{
	if (!strncasecmp(word, "period=", 7))
		return _read_period(r, word + 7);
	if (!strncasecmp(word, "amount=", 7))
		return _read_amount(r, word + 7);
	if (strncasecmp(word, "account=", 8))
		return _say_wrong(r, "no such word: %.60s; a line is account=NAME period=month amount=5000",
				  word);
	if (r->accounts)
		return _say_wrong(r, "account= stands twice in this line: write account=a,b");
	r->accounts = word + 8;
	return true;
}

static bool _add_account(read_t *r, const text_name_t *name)
{
	budgets_t *b = r->to;
	bool all = (name->len == 1) && (name->name[0] == ALL[0]);

	if (all ? b->has_all : (b->cnt == BUDGET_LINES))
		return all ? _say_wrong(r, "account=" ALL " stands in another line already") :
			     _say_wrong(r, "too many accounts: at most %d",
					BUDGET_LINES);
	if (all) {
		b->has_all = true;
		b->all = r->budget;
		return true;
	}
	b->lines = memory_grow(b->lines, b->cnt + 1, sizeof(*b->lines));
	b->lines[b->cnt++] = (line_t) {
		text_printf("%.*s", (int) name->len, name->name), r->budget
	};
	return true;
}

static bool _end_line(read_t *r)
{
	const char *at = r->accounts;
	text_name_t name;
	bool any = false;

	while (text_next_name(&at, &name)) {
		any = true;
		if (!_add_account(r, &name))
			return false;
	}
	if (!any)
		return _say_wrong(r, "account= is missing: whose budget is it?");
	return r->amount ? true :
	       _say_wrong(r, "amount= is missing: how much may it be in a period?");
}

static bool _read_line(read_t *r, char *line)
{
	static const char blanks[] = " \t\r";
	char *next, *word = strtok_r(line, blanks, &next);

	if (!word)
		return true;
	for (; word; word = strtok_r(NULL, blanks, &next))
		if (!_read_word(r, word))
			return false;
	return _end_line(r);
}

static int _by_account(const void *a, const void *b)
{
	return strcmp(((const line_t *) a)->account,
		      ((const line_t *) b)->account);
}

/* The line of an account. IN name - not NULL. RET NULL: there is none */
static const line_t *_find_line(const budgets_t *b, const char *name)
{
	line_t key = { .account = (char *) (uintptr_t) name };

	return b->cnt ? bsearch(&key, b->lines, b->cnt, sizeof(key),
				_by_account) : NULL;
}

/* A line, whose accounts no earlier line has. */
static bool _read_accounts(budgets_t *b, read_t *r, char *line)
{
	size_t before = b->cnt;

	if (!_read_line(r, line))
		return false;
	for (size_t i = before; i < b->cnt; i++)
		for (size_t j = 0; j < i; j++)
			if (!strcmp(b->lines[i].account, b->lines[j].account))
				return _say_wrong(r, "account %.60s has a budget already",
						  b->lines[i].account);
	return true;
}

static bool _read_lines(budgets_t *b, char *text, char *error, size_t size)
{
	for (unsigned int number = 1; text; number++) {
		char *line = strsep(&text, "\n");
		int head = snprintf(error, size, "line %u: ", number);
		read_t r = {
			.to = b, .error = error + head,
			.error_size = size - (size_t) head,
		};

		line[strcspn(line, "#")] = '\0';
		if (!_read_accounts(b, &r, line))
			return false;
	}
	error[0] = '\0';
	return true;
}

budgets_t *budgets_parse(const char *text, char *error, size_t error_size)
{
	budgets_t *b = memory_new(1, sizeof(*b));
	char *copy = text_dup(text);
	bool good = _read_lines(b, copy, error, error_size);

	free(copy);
	if (good && b->cnt)
		qsort(b->lines, b->cnt, sizeof(*b->lines), _by_account);
	if (good)
		return b;
	budgets_destroy(b);
	return NULL;
}

void budgets_destroy(budgets_t *budgets)
{
	if (!budgets)
		return;
	for (size_t i = 0; i < budgets->cnt; i++)
		free(budgets->lines[i].account);
	free(budgets->lines);
	free(budgets);
}

bool budgets_find(const budgets_t *budgets, const char *account, budget_t *ret)
{
	const line_t *line;

	if (!budgets || !account)
		return false;
	line = _find_line(budgets, account);
	if (!line && !budgets->has_all)
		return false;
	*ret = line ? line->budget : budgets->all;
	return true;
}

const char *budgets_account(const budgets_t *budgets, size_t i)
{
	return (budgets && (i < budgets->cnt)) ? budgets->lines[i].account :
						 NULL;
}

bool budgets_names(const budgets_t *budgets, const char *account)
{
	return budgets && _find_line(budgets, account);
}

/* --- periods --- */

uint32_t budget_month(time_t t)
{
	struct tm tm;

	if (!localtime_r(&t, &tm))
		return 0;
	return (uint32_t) (tm.tm_year + 1900) * MONTHS + (uint32_t) tm.tm_mon;
}

budget_months_t budget_months(budget_period_t period, uint32_t month)
{
	uint32_t year = month - month % MONTHS;

	if (period == BUDGET_MONTH)
		return (budget_months_t) { month, month + 1 };
	if (period == BUDGET_YEAR)
		return (budget_months_t) { year, year + MONTHS };
	return (budget_months_t) { 0, UINT32_MAX };
}

time_t budget_month_begin(uint32_t month)
{
	struct tm tm = {
		.tm_year = (int) (month / MONTHS) - 1900,
		.tm_mon = (int) (month % MONTHS), .tm_mday = 1, .tm_isdst = -1,
	};
	time_t t = (month == UINT32_MAX) ? 0 : mktime(&tm);

	return (t > 0) ? t : 0;
}

int64_t budget_hundredths(double cost)
{
	double most = 100.0 * (double) BUDGET_AMOUNT_MAX;

	return (int64_t) ((100 * cost < most ? 100 * cost : most) + 0.5);
}
