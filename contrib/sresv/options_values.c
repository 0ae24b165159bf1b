/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "contrib/sresv/answer/parse.h"
#include "contrib/sresv/ctl/every.h"
#include "contrib/sresv/ctl/gpus.h"
#include "contrib/sresv/options.h"
#include "contrib/sresv/options_values.h"
#include "contrib/sresv/ranges.h"
#include "contrib/sresv/text/when.h"
#include "plugin/booking/request/flags.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define DAYS_MAX 366
#define COST_LEN 20		/* digits of --max-cost */

bool options_bad(const char *format, ...)
{
	va_list ap;

	fputs("sresv: ", stderr);
	va_start(ap, format);
	vfprintf(stderr, format, ap);
	va_end(ap);
	fputs(" (see --help)\n", stderr);
	return false;
}

static bool _number(const char *text, const char *what, int64_t max,
		    void *ret)
{
	if (parse_number(text, 1, max, ret))
		return true;
	return options_bad("--%s: \"%s\" is not a number from 1 to %lld", what, text,
			   (long long) max);
}

/* IN ret - a request */
bool value_nodes(const char *text, const char *what, void *ret)
{
	wish_t *w = ret;
	int64_t least;

	if (!ranges_counts(text, INT32_MAX, &least, &w->nodes))
		return options_bad("--%s: \"%s\" is not a number from 1 to %d, nor a range such as 4-8",
				   what, text, INT32_MAX);
	w->wishes.least_cn = (uint32_t) least;
	return true;
}

bool value_cores(const char *text, const char *what, void *ret)
{
	return _number(text, what, INT32_MAX, ret);
}

bool value_gpus(const char *text, const char *what, void *ret)
{
	const char *why = gpus_objection(text);

	if (why)
		return options_bad("--%s: \"%s\": %s", what, text, why);
	*(const char **) ret = text;
	return true;
}

bool value_days(const char *text, const char *what, void *ret)
{
	return _number(text, what, DAYS_MAX, ret);
}

/* IN or - another form that is allowed, or "". RET false */
static bool _bad_length(const char *text, const char *what, const char *or)
{
	if (when_too_long(text))
		return options_bad("--%s: \"%s\" is longer than %d days", what,
				   text, (int) (WHEN_LENGTH_MAX / 86400));
	return options_bad("--%s: \"%s\" is not a length of time, such as 90 (minutes), 1:30:00, 2-12 or 2h%s",
			   what, text, or);
}

static bool _length(const char *text, const char *what, int64_t *ret)
{
	return when_length(text, ret) || _bad_length(text, what, "");
}

static bool _ending_length(const char *text, const char *what, int64_t least,
			   int64_t *ret)
{
	if (!_length(text, what, ret))
		return false;
	if ((*ret == WHEN_FOREVER) || (*ret < least))
		return options_bad("--%s: \"%s\" is too %s", what, text,
				   (*ret < least) ? "short" : "long");
	return true;
}

bool value_time(const char *text, const char *what, time_t now, time_t *ret)
{
	if (when_time(text, now, ret))
		return true;
	return options_bad("--%s: \"%s\" is not a time, such as +2h, 10:00, 10am, monday 14:00, tomorrow 10 or 2027-01-31T10:00",
			   what, text);
}

static uint32_t _minutes(int64_t seconds)
{
	return (uint32_t) ((seconds + 59) / 60);
}

/* IN ret - a request */
bool value_duration(const char *text, const char *what, void *ret)
{
	wish_t *w = ret;
	int64_t least;

	if (!ranges_lengths(text, &least, &w->duration))
		return _bad_length(text, what, ", nor a range such as 30m-2h");
	w->wishes.least_minutes = _minutes(least);
	return w->duration ? true : options_bad("--%s: it is 0", what);
}

/* IN ret - wishes, as the functions below */
bool value_shape(const char *text, const char *what, void *ret)
{
	wishes_t *w = ret;
	int64_t nodes, length;

	if (w->shape_cnt == WISHES_SHAPES)
		return options_bad("--%s: there are more than %d", what,
				   WISHES_SHAPES);
	if (!ranges_shape(text, INT32_MAX, &nodes, &length))
		return options_bad("--%s: \"%s\" is not a number of nodes for a length of time, such as 2x4h",
				   what, text);
	w->shapes[w->shape_cnt++] = (wished_shape_t) {
		(uint32_t) nodes, _minutes(length)
	};
	return true;
}

bool value_cost(const char *text, const char *what, void *ret)
{
	wishes_t *w = ret;
	size_t whole = strspn(text, "0123456789");
	size_t rest = (text[whole] == '.') ?
		1 + strspn(text + whole + 1, "0123456789") : 0;

	if (!whole || text[whole + rest] || (whole + rest > COST_LEN))
		return options_bad("--%s: \"%s\" is not a number such as 90.50", what,
				   text);
	w->has_max_cost = true;
	w->max_cost = strtod(text, NULL);
	return true;
}

bool value_switches(const char *text, const char *what, void *ret)
{
	wishes_t *w = ret;
	int64_t cnt;

	if (!_number(text, what, INT32_MAX, &cnt))
		return false;
	w->switches = (uint32_t) cnt;
	return true;
}

bool value_place(const char *text, const char *what, void *ret)
{
	place_wish_t *place = ret;

	*place = place_wish(text);
	return *place || options_bad("--%s: \"%s\" is neither earliest nor tight",
				     what, text);
}

bool value_prefer(const char *text, const char *what, void *ret)
{
	wishes_t *w = ret;

	w->prefer_nodes = !strcasecmp(text, "nodes");
	w->prefer_time = !strcasecmp(text, "time");
	return w->prefer_nodes || w->prefer_time ||
	       options_bad("--%s: \"%s\" is neither time nor nodes", what, text);
}

bool value_standby(const char *text, const char *what, void *ret)
{
	standby_t *mode = ret;

	*mode = text ? standby_mode(text) : STANDBY_BOOK;
	return *mode || options_bad("--%s: \"%s\" is neither book nor offer", what, text);
}

bool value_dates(const char *text, const char *what, void *ret)
{
	if (!every_dates_ok(text))
		return options_bad("--%s: \"%s\" is not a date, such as 2026-12-24, nor several with commas between them",
				   what, text);
	*(const char **) ret = text;
	return true;
}

bool value_plan(const char *text, const char *what, void *ret)
{
	wishes_t *w = ret;

	if ((strlen(text) != WISHES_TOKEN) ||
	    (strspn(text, "0123456789abcdef") != WISHES_TOKEN))
		return options_bad("--%s: \"%s\" is not the %d digits of a plan, as --dry-run tells them",
				   what, text, WISHES_TOKEN);
	w->plan = PLAN_ONLY;
	memcpy(w->token, text, WISHES_TOKEN + 1);
	return true;
}

bool value_month(const char *text, const char *what, void *ret)
{
	time_t now = time(NULL);
	struct tm tm;
	int year, month, len = 0;

	(void) localtime_r(&now, &tm);
	if (!strcmp(text, "last")) {
		tm.tm_mon--;
	} else if ((sscanf(text, "%4d-%2d%n", &year, &month, &len) == 2) &&
		   !text[len] && (len == 7) && (year >= 1970) && (month >= 1) &&
		   (month <= 12)) {
		tm.tm_year = year - 1900;
		tm.tm_mon = month - 1;
	} else if (strcmp(text, "this")) {
		return options_bad("--%s: \"%s\" is neither a month, such as 2026-11, nor this or last",
				   what, text);
	}
	tm.tm_mday = 1;
	tm.tm_hour = tm.tm_min = tm.tm_sec = 0;
	tm.tm_isdst = -1;
	*(time_t *) ret = mktime(&tm);
	return true;
}

bool value_delay(const char *text, const char *what, void *ret)
{
	return _ending_length(text, what, 0, ret);
}

bool value_seconds(const char *text, const char *what, void *ret)
{
	return _ending_length(text, what, 1, ret);
}

bool value_any_text(const char *text, const char *what, void *ret)
{
	(void) what;
	*(const char **) ret = text;
	return true;
}

bool value_text(const char *text, const char *what, void *ret)
{
	if (!text[0])
		return options_bad("--%s needs a value", what);
	return value_any_text(text, what, ret);
}

/* Check a time now, so that errors are reported at once; it is read later. */
bool value_time_text(const char *text, const char *what, void *ret)
{
	time_t t;

	*(const char **) ret = text;
	return value_time(text, what, time(NULL), &t);
}

/* The same of a start, or of a span. IN ret - all options */
bool value_start(const char *text, const char *what, void *ret)
{
	options_t *o = ret;
	time_t start, end = WHEN_FOREVER;

	o->start = text;
	if (!when_span(text, time(NULL), &start, &end))
		return value_time(text, what, time(NULL), &start);
	o->span = (end != WHEN_FOREVER);
	return true;
}

bool value_kinds(const char *text, const char *what, void *ret)
{
	*(const char **) ret = text ? text : "first";
	return !text || offer_kinds_ok(text) ||
	       options_bad("--%s: \"%s\" is none of these, nor some of them with commas: %s",
			   what, text, offer_kinds_known);
}

static const struct {
	const char *name;
	uint64_t flag;
} flags[] = {
	{ "MAINT", BOOKING_FLAG_MAINT },
	{ "IGNORE_JOBS", BOOKING_FLAG_IGN_JOBS },
	{ "OVERLAP", BOOKING_FLAG_OVERLAP },
	{ "TIME_FLOAT", BOOKING_FLAG_TIME_FLOAT },
	{ "HOURLY", BOOKING_FLAG_HOURLY },
	{ "DAILY", BOOKING_FLAG_DAILY },
	{ "WEEKLY", BOOKING_FLAG_WEEKLY },
	{ "WEEKDAY", BOOKING_FLAG_WEEKDAY },
	{ "WEEKEND", BOOKING_FLAG_WEEKEND },
	{ "FLEX", BOOKING_FLAG_FLEX },
	{ "NO_HOLD_JOBS_AFTER", BOOKING_FLAG_NO_HOLD_JOBS },
};

/* RET 0: it is none */
static uint64_t _flag(const char *name, size_t len)
{
	for (size_t i = 0; i < COUNT(flags); i++)
		if ((strlen(flags[i].name) == len) &&
		    !strncasecmp(flags[i].name, name, len))
			return flags[i].flag;
	return 0;
}

bool value_flags(const char *text, const char *what, void *ret)
{
	uint64_t all = 0, flag;

	for (const char *at = text; at; at = strchr(at, ',')) {
		at += (at != text);
		flag = _flag(at, strcspn(at, ","));
		if (!flag)
			return options_bad("--%s: \"%s\" has a word that is no flag of a maintenance",
					   what, text);
		all |= flag;
	}
	if (!(all & (BOOKING_FLAG_MAINT | BOOKING_FLAG_OVERLAP)))
		return options_bad("--%s: \"%s\" has neither MAINT nor OVERLAP, so it would be refused where anything is booked: see book",
				   what, text);
	*(uint64_t *) ret = all;
	return true;
}

/* IN ret - all options */
bool value_wait(const char *text, const char *what, void *ret)
{
	options_t *o = ret;

	o->wait = true;
	return !text || value_seconds(text, what, &o->wait_for);
}

bool value_yes(const char *text, const char *what, void *ret)
{
	(void) text;
	(void) what;
	*(bool *) ret = true;
	return true;
}
