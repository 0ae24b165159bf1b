/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * usage.c - sresv usage: the CPU time of bookings, by account and user, or of
 * each; and what show tells of it.
 *
 * The controller sends lines garq-usage=1 (answer.h of the office).
 */

#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/param.h>
#include <unistd.h>

#include "contrib/sresv/answer/figures.h"
#include "contrib/sresv/answered.h"
#include "contrib/sresv/ctl/mine.h"
#include "contrib/sresv/options_values.h"
#include "contrib/sresv/out.h"
#include "contrib/sresv/usage.h"
#include "contrib/sresv/verbs.h"
#include "plugin/booking/request/answer.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

#define HOURS \
	{ SHEET_REAL, "BOOKED", false }, { SHEET_REAL, "HELD", false }, \
	{ SHEET_REAL, "USED", false }, { SHEET_REAL, "IDLE", false }, \
	{ SHEET_COUNT, "PERCENT", false }, \
	{ SHEET_REAL, "GIVEN-BACK", false }, { SHEET_COUNT, "MOVED", false }, \
	{ SHEET_COUNT, "BOOKED-S", true }, { SHEET_COUNT, "HELD-S", true }, \
	{ SHEET_COUNT, "USED-S", true }, { SHEET_COUNT, "GIVEN-BACK-S", true }

static const sheet_column_t sum_columns[] = {
	{ SHEET_TEXT, "ACCOUNT", false },
	{ SHEET_TEXT, "USER", false },
	{ SHEET_COUNT, "BOOKINGS", false },
	HOURS,
};

static const sheet_column_t each_columns[] = {
	{ SHEET_TEXT, "NAME", false },
	{ SHEET_TIME, "START", false },
	{ SHEET_TIME, "END", false },
	{ SHEET_TIME, "CLOSED", true },
	{ SHEET_TEXT, "ACCOUNT", false },
	{ SHEET_TEXT, "USER", false },
	HOURS,
};

/* Seconds of one CPU. */
typedef struct {
	int64_t asked, held, used, back, moves;
} figures_of_t;

/* RET false: the line is not as it should be */
static bool _read_figures(const figures_line_t *line, figures_of_t *ret)
{
	return figures_number(line, "asked", &ret->asked) &&
	       figures_number(line, "held", &ret->held) &&
	       figures_number(line, "used", &ret->used) &&
	       figures_number(line, "back", &ret->back) &&
	       figures_number(line, "moves", &ret->moves);
}

static void _add_hours(const figures_of_t *f, sheet_t *sheet)
{
	sheet_real(sheet, (double) f->asked / 3600);
	sheet_real(sheet, (double) f->held / 3600);
	sheet_real(sheet, (double) f->used / 3600);
	sheet_real(sheet, (double) (f->held - f->used) / 3600);
	if (f->held)
		sheet_count(sheet, 100 * f->used / f->held);
	else
		sheet_none(sheet);
	sheet_real(sheet, (double) f->back / 3600);
	sheet_count(sheet, f->moves);
	sheet_count(sheet, f->asked);
	sheet_count(sheet, f->held);
	sheet_count(sheet, f->used);
	sheet_count(sheet, f->back);
}

static void _add_time(const figures_line_t *line, const char *key,
		      sheet_t *sheet)
{
	int64_t t;

	if (figures_number(line, key, &t))
		sheet_count(sheet, t);
	else
		sheet_none(sheet);
}

static void _add_user(const figures_line_t *line, sheet_t *sheet)
{
	const char *uid = figures_word(line, "uid");
	struct passwd pw, *found = NULL;
	char buf[1024];

	if (uid)
		(void) getpwuid_r((uid_t) strtoul(uid, NULL, 10), &pw, buf,
				  sizeof(buf), &found);
	sheet_text(sheet, found ? found->pw_name : uid);
}

/* RET false: the line is not as it should be */
static bool _add_line(const figures_line_t *line, bool each, sheet_t *sheet)
{
	figures_of_t figures;
	int64_t cnt;

	if (!_read_figures(line, &figures) ||
	    !figures_number(line, "bookings", &cnt) ||
	    (each && !figures_text(line, "name", sheet)))
		return false;
	if (each) {
		_add_time(line, "start", sheet);
		_add_time(line, "end", sheet);
		_add_time(line, "closed", sheet);
	}
	if (!figures_text(line, "account", sheet))
		return false;
	_add_user(line, sheet);
	if (!each)
		sheet_count(sheet, cnt);
	_add_hours(&figures, sheet);
	return true;
}

/* True if an account of a list is wanted. */
static bool _meet(const char *accounts, const char *wanted)
{
	char word[256];
	size_t len;

	for (; accounts && *wanted; wanted += len + (wanted[len] == ',')) {
		len = strcspn(wanted, ",");
		snprintf(word, sizeof(word), "%.*s", (int) MIN(len, 255),
			 wanted);
		if (mine_has(accounts, word))
			return true;
	}
	return false;
}

/* IN o - NULL: what is live, and has begun */
static bool _is_wanted(const options_t *o, const figures_line_t *line)
{
	const char *accounts = figures_word(line, "account");
	const char *uid = figures_word(line, "uid");
	int64_t figure;

	if (!o)
		return !figures_number(line, "closed", &figure) &&
		       figures_number(line, "held", &figure) && figure;
	if (o->mine && (!uid || (strtoul(uid, NULL, 10) != getuid())))
		return false;
	return !o->wish.accounts || _meet(accounts, o->wish.accounts);
}

typedef struct {
	const options_t *o;	/* as _is_wanted() */
	bool each;
} usage_ask_t;

static bool _read_lines(const figures_t *f, const void *arg, sheet_t *sheet)
{
	const usage_ask_t *ask = arg;
	bool ok = true;

	for (size_t i = 0; ok && (i < f->cnt); i++)
		if (!strcmp(f->lines[i].kind, ANSWER_USAGE) &&
		    _is_wanted(ask->o, &f->lines[i]))
			ok = _add_line(&f->lines[i], ask->each, sheet);
	return ok;
}

static sheet_t *_create(bool each)
{
	return each ? sheet_create("usage", each_columns, COUNT(each_columns)) :
		      sheet_create("usage", sum_columns, COUNT(sum_columns));
}

sheet_t *usage_sheet(char *text, bool each)
{
	static const options_t all;	/* leaves nothing out */
	const usage_ask_t ask = { .o = &all, .each = each };
	sheet_t *sheet = _create(each);
	figures_t f;
	bool ok = figures_read(text, &f) && _read_lines(&f, &ask, sheet);

	figures_free(&f);
	if (ok)
		return sheet;
	sheet_destroy(sheet);
	return NULL;
}

static sheet_t *_ask(const options_t *o, const wish_t *w, const char *question,
		     bool each, answer_t *a)
{
	const usage_ask_t ask = { .o = o, .each = each };
	sheet_t *sheet = _create(each);

	answered_ask(w, question, _read_lines, &ask, sheet, a);
	return sheet;
}

/* The first second of the month that is months after that of t. */
static time_t _month(time_t t, int months)
{
	struct tm tm;

	(void) localtime_r(&t, &tm);
	tm.tm_mon += months;
	tm.tm_mday = 1;
	tm.tm_hour = tm.tm_min = tm.tm_sec = 0;
	tm.tm_isdst = -1;
	return mktime(&tm);
}

/* RET false: the time is invalid, and an error was printed */
static bool _read_span(const options_t *o, wish_t *w)
{
	time_t now = time(NULL), month = o->month ? o->month : _month(now, 0);

	w->start = month;
	w->end = _month(month, 1);
	if (!o->since)
		return true;
	w->end = now;
	return value_time(o->since, "since", now, &w->start);
}

/* IN o - as _is_wanted() */
static sheet_t *_ask_name(const options_t *o, const char *name, answer_t *a)
{
	sheet_t *sheet = NULL;
	char *question;

	if (asprintf(&question, "usage:%s", name) < 0) {
		*a = (answer_t) { .status = STATUS_FAILED };
		return NULL;
	}
	sheet = _ask(o, NULL, question, true, a);
	free(question);
	return sheet;
}

sheet_t *usage_of(const char *name, answer_t *a)
{
	return _ask_name(NULL, name, a);
}

int verb_usage(const options_t *o)
{
	wish_t w = WISH_NONE;
	sheet_t *sheets[2] = { NULL };
	answer_t a;
	int rc;

	if (o->names[0]) {
		sheets[0] = _ask_name(o, o->names[0], &a);
	} else {
		if (!_read_span(o, &w))
			return STATUS_BAD;
		sheets[0] = _ask(o, &w, o->each ? "usage:*" : "usage", o->each,
				 &a);
	}
	rc = out_print(o, a.status, a.why, sheets);
	sheet_destroy(sheets[0]);
	answer_free(&a);
	return rc;
}
