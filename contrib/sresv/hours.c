/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * hours.c - sresv when: at which hours of the coming days a reservation can
 * begin.
 */

#include <stdio.h>
#include <stdlib.h>

#include "contrib/sresv/answer/figures.h"
#include "contrib/sresv/answer/starts.h"
#include "contrib/sresv/ctl/wish.h"
#include "contrib/sresv/out.h"
#include "contrib/sresv/text/when.h"
#include "contrib/sresv/verbs.h"
#include "plugin/booking/request/answer.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define HOURS 24
#define QUESTIONS 12		/* for the starts of a window, at most */

static const sheet_column_t start_columns[] = {
	{ SHEET_TIME, "FIRST", false },
	{ SHEET_TIME, "LAST", false },
	{ SHEET_YES_NO, "MOVES", false },
};

static const sheet_column_t day_columns[] = {
	{ SHEET_TEXT, "DAY", false },
	{ SHEET_TEXT, "0  3  6  9  12 15 18 21", false },
};

static int _by_start(const void *x, const void *y)
{
	const starts_run_t *a = x, *b = y;

	return (a->first > b->first) - (a->first < b->first);
}

static void _fill_starts(starts_t *runs, sheet_t *s)
{
	if (runs->cnt)
		qsort(runs->list, runs->cnt, sizeof(*runs->list), _by_start);
	for (size_t i = 0; i < runs->cnt; i++) {
		sheet_count(s, runs->list[i].first);
		sheet_count(s, runs->list[i].last);
		sheet_count(s, runs->list[i].moves);
	}
}

/* The sign of the hour [from, to): a start without moves counts first. */
static char _sign(const starts_t *runs, int64_t from, int64_t to)
{
	char sign = '.';

	for (size_t i = 0; (sign != '#') && (i < runs->cnt); i++) {
		const starts_run_t *run = &runs->list[i];

		if ((run->first < to) && (run->last >= from))
			sign = run->moves ? '+' : '#';
	}
	return sign;
}

static time_t _hour(const struct tm *day, int hour)
{
	struct tm tm = *day;

	tm.tm_hour = hour;
	tm.tm_isdst = -1;
	return mktime(&tm);
}

/* A row for each day that the window touches. IN w - complete */
static void _fill_days(const wish_t *w, const starts_t *runs, sheet_t *s)
{
	time_t end = w->start + w->delay;
	struct tm day;

	localtime_r(&w->start, &day);
	day.tm_min = day.tm_sec = 0;
	for (; _hour(&day, 0) <= end; day.tm_mday++) {
		time_t midnight = _hour(&day, 0);
		char name[WHEN_TEXT], signs[HOURS + 1] = "";
		struct tm of;

		for (int i = 0; i < HOURS; i++) {
			time_t from = _hour(&day, i), to = _hour(&day, i + 1);

			signs[i] = ((to <= w->start) || (from > end)) ? ' ' :
				   (from > runs->until) ? '?' :
				   _sign(runs, from, to);
		}
		localtime_r(&midnight, &of);
		strftime(name, sizeof(name), "%a %F", &of);
		sheet_text(s, name);
		sheet_text(s, signs);
	}
}

/* OUT a - what people are told besides */
static void _explain(const starts_t *runs, answer_t *a)
{
	const starts_run_t *first = NULL;
	char at[WHEN_TEXT], *line = NULL;

	for (size_t i = 0; i < runs->cnt; i++)
		if (!first || (runs->list[i].first < first->first))
			first = &runs->list[i];
	if (first && (asprintf(&line, "the first start is %s%s",
			       when_text(first->first, at),
			       first->moves ? ", for which others would move" :
					      "") < 0))
		line = NULL;
	answer_say(a, line ? line : "there is no start in these days");
	free(line);
	if (!first)
		a->status = STATUS_REFUSED;
}

/* Read one answer, and add it. RET false: it can't be read */
static bool _add_answer(char *text, starts_t *runs)
{
	starts_t more = { .cnt = 0 };
	bool ok = text && starts_read(text, &more) && starts_add(runs, &more);

	free(more.list);
	return ok;
}

/*
 * Ask for all starts of a window. An answer has a bounded number of them, so the
 * rest is asked for again. Hours behind the last answer stay unknown.
 */
static void _ask_starts(const wish_t *w, starts_t *runs, answer_t *a)
{
	time_t end = w->start + w->delay;
	wish_t rest = *w;
	answer_t more;

	for (int i = 0; i < QUESTIONS; i++) {
		char *text = NULL;
		bool ok;

		ctl_ask(&rest, ANSWER_PROBE, &text, i ? &more : a);
		ok = ((i ? &more : a)->status == STATUS_DONE) &&
		     _add_answer(text, runs);
		if (!i && !ok && (a->status == STATUS_DONE)) {
			a->status = STATUS_FAILED;
			answer_say(a, FIGURES_NONE);
		}
		if (i)
			answer_free(&more);
		free(text);
		if (!ok || (runs->until >= end) || (runs->until <= rest.start))
			return;
		rest.start = runs->until;
		rest.delay = end - rest.start;
	}
}

int verb_when(const options_t *o)
{
	bool rows = o->json || o->lines;
	sheet_t *sheets[2] = {
		rows ? sheet_create("starts", start_columns,
				    COUNT(start_columns)) :
		       sheet_create("days", day_columns, COUNT(day_columns)),
		NULL
	};
	starts_t runs = { .cnt = 0 };
	answer_t a;
	wish_t w;
	int rc;

	if (!options_wish(o, time(NULL), &w)) {
		sheet_destroy(sheets[0]);
		return STATUS_BAD;
	}
	w.delay = o->days * 86400;
	_ask_starts(&w, &runs, &a);
	wish_explain_denied(&w, &a);
	if (!sheets[0])
		a.status = STATUS_FAILED;
	if (a.status == STATUS_DONE) {
		if (rows)
			_fill_starts(&runs, sheets[0]);
		else
			_fill_days(&w, &runs, sheets[0]);
		_explain(&runs, &a);
		if (!rows)
			answer_say(&a, "hours: # it can begin, + others would move for it, . it can't");
	}
	rc = out_print(o, a.status, a.why, sheets);
	sheet_destroy(sheets[0]);
	free(runs.list);
	answer_free(&a);
	return rc;
}
