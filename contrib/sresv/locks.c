/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * locks.c - sresv stats --locks: how long sched/garq held slurmctld's locks.
 *
 * The controller sends lines garq-locks=1 (answer.h of the office), with a
 * line for each verb and part of a hold.
 */

#include <stdlib.h>
#include <string.h>

#include "contrib/sresv/answer/figures.h"
#include "contrib/sresv/out.h"
#include "contrib/sresv/verbs.h"
#include "plugin/booking/request/answer.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const sheet_column_t columns[] = {
	{ SHEET_TEXT, "VERB", false },
	{ SHEET_TEXT, "PART", false },
	{ SHEET_TEXT, "UNIT", false },
	{ SHEET_COUNT, "COUNT", false },
	{ SHEET_COUNT, "SUM", true },
	{ SHEET_COUNT, "P50", false },
	{ SHEET_COUNT, "P99", false },
	{ SHEET_COUNT, "MAX", false },
};

/* Requests since slurmctld's start; as the words of garq-stats=1. */
static const sheet_column_t request_columns[] = {
	{ SHEET_COUNT, "BOOKED", false },
	{ SHEET_COUNT, "REFUSED", false },
	{ SHEET_COUNT, "UNTRIED", false },
	{ SHEET_COUNT, "STALE", false },
	{ SHEET_COUNT, "WRONG-FILES", false },
};

static const char *const requests[] = {
	"booked", "refused", "untried", "stale", "wrong-files"
};

static const char *const numbers[] = { "count", "sum", "p50", "p99", "max" };

/* RET false: the line is not as it should be */
static bool _add_line(const figures_line_t *line, sheet_t *sheet)
{
	const char *verb = figures_name(line, "verb");
	const char *part = figures_name(line, "part");
	int64_t value;

	if (!verb || !part)
		return false;
	sheet_text(sheet, verb);
	sheet_text(sheet, part);
	sheet_text(sheet, strcmp(part, "steps") ? "us" : "steps");
	for (size_t i = 0; i < COUNT(numbers); i++) {
		if (!figures_number(line, numbers[i], &value))
			return false;
		sheet_count(sheet, value);
	}
	return true;
}

/* A count that an older controller does not have is zero. */
static void _add_requests(const figures_line_t *line, sheet_t *sheet)
{
	for (size_t i = 0; i < COUNT(requests); i++) {
		int64_t value = 0;

		(void) figures_number(line, requests[i], &value);
		sheet_count(sheet, value);
	}
}

/* RET false: the answer is not as it should be */
static bool _read(char *text, sheet_t *const sheets[2])
{
	figures_t figures;
	bool ok = figures_read(text, &figures);

	for (size_t i = 0; ok && (i < figures.cnt); i++)
		if (!strcmp(figures.lines[i].kind, ANSWER_LOCKS))
			ok = _add_line(&figures.lines[i], sheets[0]);
		else if (!strcmp(figures.lines[i].kind, ANSWER_STATS))
			_add_requests(&figures.lines[i], sheets[1]);
	figures_free(&figures);
	return ok;
}

static void _create(sheet_t *sheets[2])
{
	sheets[0] = sheet_create("locks", columns, COUNT(columns));
	sheets[1] = sheet_create("requests", request_columns,
				 COUNT(request_columns));
}

static void _destroy(sheet_t *sheets[2])
{
	sheet_destroy(sheets[0]);
	sheet_destroy(sheets[1]);
}

int verb_locks(const options_t *o)
{
	sheet_t *sheets[3] = { NULL };
	static const wish_t none = WISH_NONE;
	char *text = NULL;
	answer_t a;
	int rc;

	_create(sheets);
	ctl_ask(&none, o->reset ? "stats:reset" : "stats", &text, &a);
	if ((a.status == STATUS_DONE) && !_read(text, sheets)) {
		a.status = STATUS_FAILED;
		answer_say(&a, FIGURES_NONE);
	}
	if (a.status != STATUS_DONE) {
		_destroy(sheets);
		_create(sheets);
	}
	if (!sheets[0] || !sheets[1])
		a.status = STATUS_FAILED;
	rc = out_print(o, a.status, a.why, sheets);
	_destroy(sheets);
	free(text);
	answer_free(&a);
	return rc;
}
