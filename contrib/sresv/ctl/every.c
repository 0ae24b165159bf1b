/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>
#include <string.h>

#include "contrib/sresv/ctl/every.h"
#include "plugin/booking/request/text.h"
#ifdef SRESV_EVERY
#include <libical/ical.h>
#endif

#define DATES_MAX (WISHES_DATES + 1)
#define YEAR_MAX 2105		/* Slurm's last one */

/* Read a list of dates as the controller does. OUT ret - also, also_cnt */
static bool _read_dates(const char *text, wishes_t *ret)
{
	char *name = text_printf("also:%s:x", text), *why = NULL;
	const char *behind;
	bool ok = !strchr(text, ':') && wishes_read(name, &behind, ret, &why);

	for (uint32_t i = 0; ok && (i < ret->also_cnt); i++)
		ok = (ret->also[i].date != 0);
	free(why);
	free(name);
	return ok;
}

bool every_dates_ok(const char *text)
{
	wishes_t dates;

	return _read_dates(text, &dates);
}

#ifdef SRESV_EVERY

typedef struct {
	time_t starts[DATES_MAX];
	size_t cnt;
	size_t left_out;
} found_t;

static uint32_t _date_of(icaltimetype t)
{
	return (uint32_t) ((t.year * 100 + t.month) * 100 + t.day);
}

static time_t _time_of(icaltimetype t)
{
	struct tm tm = {
		.tm_year = t.year - 1900, .tm_mon = t.month - 1,
		.tm_mday = t.day, .tm_hour = t.hour, .tm_min = t.minute,
		.tm_sec = t.second, .tm_isdst = -1,
	};

	return mktime(&tm);
}

/* A time by the clock on the wall, in no zone. */
static icaltimetype _on_the_wall(time_t t)
{
	icaltimetype wall = icaltime_null_time();
	struct tm tm;

	localtime_r(&t, &tm);
	wall.year = tm.tm_year + 1900;
	wall.month = tm.tm_mon + 1;
	wall.day = tm.tm_mday;
	wall.hour = tm.tm_hour;
	wall.minute = tm.tm_min;
	wall.second = tm.tm_sec;
	return wall;
}

static bool _is_in(const wishes_t *dates, uint32_t date)
{
	for (uint32_t i = 0; i < dates->also_cnt; i++)
		if (dates->also[i].date == date)
			return true;
	return false;
}

static bool _is_same_time_of_day(icaltimetype a, icaltimetype b)
{
	return (a.hour == b.hour) && (a.minute == b.minute) &&
	       (a.second == b.second);
}

/* RET the error, free(); NULL: there is none */
static char *_collect(icalrecur_iterator *it, icaltimetype from,
		      const wishes_t *except, found_t *ret)
{
	icaltimetype t;

	while (t = icalrecur_iterator_next(it), !icaltime_is_null_time(t)) {
		uint32_t date = _date_of(t);

		if (!_is_same_time_of_day(t, from))
			return text_dup("a series is on each date once, at the time of day of --start: FREQ=DAILY, WEEKLY, MONTHLY or YEARLY, without BYHOUR");
		if (t.year > YEAR_MAX)
			return text_printf("it goes on until after %d: give COUNT or UNTIL",
					YEAR_MAX);
		if (_is_in(except, date)) {
			ret->left_out++;
			continue;
		}
		if (ret->cnt == DATES_MAX)
			return text_printf("it has more than %d dates: give COUNT or UNTIL that ends it earlier, and book the rest as another series",
				    DATES_MAX);
		ret->starts[ret->cnt++] = _time_of(t);
	}
	if (ret->left_out != except->also_cnt)
		return text_dup("--except: not all of these are dates of the series, or some are there twice");
	return (ret->cnt > 1) ? NULL :
	       text_printf("there is %s date of it from --start on: %s",
		    ret->cnt ? "one" : "no",
		    ret->cnt ? "book that without --every" : "look at UNTIL and --except");
}

static bool _is_daily(const struct icalrecurrencetype *r)
{
	return (r->freq == ICAL_DAILY_RECURRENCE) ||
	       (r->freq == ICAL_WEEKLY_RECURRENCE) ||
	       (r->freq == ICAL_MONTHLY_RECURRENCE) ||
	       (r->freq == ICAL_YEARLY_RECURRENCE);
}

static char *_work_out(const char *rule, const wishes_t *except, time_t start,
		       found_t *ret)
{
	struct icalrecurrencetype r = icalrecurrencetype_from_string(rule);
	icaltimetype from = _on_the_wall(start);
	icalrecur_iterator *it;
	char *why;

	if (r.freq == ICAL_NO_RECURRENCE)
		return text_printf("\"%s\" is no rule, such as FREQ=WEEKLY;BYDAY=MO,WE;COUNT=12",
			    rule);
	if (!_is_daily(&r))
		return text_dup("a series is on each date once: FREQ=DAILY, WEEKLY, MONTHLY or YEARLY");
	if (!r.count && icaltime_is_null_time(r.until))
		return text_dup("say where it ends: COUNT=12, or UNTIL=20270131");
	if (icaltime_is_utc(r.until))
		r.until = _on_the_wall(icaltime_as_timet(r.until));
	it = icalrecur_iterator_new(r, from);
	if (!it)
		return text_printf("\"%s\" can't be worked out", rule);
	why = _collect(it, from, except, ret);
	icalrecur_iterator_free(it);
	return why;
}

char *every(const char *rule, const char *except, time_t *start, wishes_t *ret)
{
	wishes_t left_out = { .also_cnt = 0 };
	found_t found = { .cnt = 0 };
	char *why;

	if (except && !_read_dates(except, &left_out))
		return text_printf("--except: \"%s\" is no list of dates", except);
	icalerror_set_errors_are_fatal(false);
	why = _work_out(rule, &left_out, *start, &found);
	if (why)
		return why;
	*start = found.starts[0];
	memset(ret->also, 0, sizeof(ret->also));
	ret->also_cnt = (uint32_t) found.cnt - 1;
	for (size_t i = 1; i < found.cnt; i++)
		ret->also[i - 1].start = (uint32_t) found.starts[i];
	return NULL;
}

#else

char *every(const char *rule, const char *except, time_t *start, wishes_t *ret)
{
	(void) rule;
	(void) except;
	(void) start;
	(void) ret;
	return text_dup("this sresv was built without libical");
}

#endif
