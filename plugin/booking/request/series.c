/* SPDX-License-Identifier: GPL-2.0-or-later */
/* series.c - see series.h */

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/series.h"
#include "plugin/booking/request/text.h"

uint32_t series_dates(const char *name)
{
	wishes_t w = { .also_cnt = 0 };
	char *why = NULL;
	const char *behind;

	if (!wishes_read(name, &behind, &w, &why))
		free_null(why);
	return w.also_cnt + 1;
}

/* RET the date of a time as a number, see wishes_t.also */
static uint32_t _date_of(time_t t, struct tm *ret)
{
	localtime_r(&t, ret);
	return (uint32_t) ((((ret->tm_year + 1900) * 100) + ret->tm_mon + 1) *
			   100 + ret->tm_mday);
}

static int _by_date(const void *x, const void *y)
{
	const uint32_t *a = x, *b = y;

	return (*a > *b) - (*a < *b);
}

static const char *_misfit(const request_t *r)
{
	if (!request_has(r->name))
		return "a series needs a name: its bookings are NAME-DATE";
	if (!r->has_start)
		return "a series needs StartTime: the time of day on all its dates";
	if (r->wishes.standby)
		return "a series does not stand by: leave out standby:, or also:";
	if (r->wishes.plan == PLAN_ONLY)
		return "the token of a plan is for one booking: leave it out, or also:";
	return NULL;
}

int series_read(const request_t *request, series_t *ret, char **ret_text)
{
	const wishes_t *w = &request->wishes;
	const char *why = _misfit(request);
	char text[SERIES_DATE];
	series_t s = { .cnt = 0 };
	struct tm day;

	if (why) {
		*ret_text = text_dup(why);
		return REFUSED_UNSUPPORTED;
	}
	s.dates[s.cnt++] = _date_of(request->start, &day);
	for (uint32_t i = 0; i < w->also_cnt; i++)
		s.dates[s.cnt++] = w->also[i];
	qsort(s.dates, s.cnt, sizeof(s.dates[0]), _by_date);
	for (uint32_t i = 1; i < s.cnt; i++)
		if (s.dates[i] == s.dates[i - 1]) {
			*ret_text = text_printf(
				"%s is twice in the series: give each date once, and that of StartTime not in also:",
				series_date_text(s.dates[i], text));
			return REFUSED_TIME;
		}
	*ret = s;
	return 0;
}

/* RET the same time of day on another date */
static time_t _on_date(time_t t, uint32_t date)
{
	struct tm day;

	(void) _date_of(t, &day);
	day.tm_year = (int) (date / 10000) - 1900;
	day.tm_mon = (int) (date / 100 % 100) - 1;
	day.tm_mday = (int) (date % 100);
	day.tm_isdst = -1;
	return mktime(&day);
}

request_t series_request(const request_t *request, uint32_t date, time_t later)
{
	request_t one = request_copy(request);
	time_t start = _on_date(request->start + later, date);
	char text[SERIES_DATE];

	free(one.name);
	one.name = text_printf("%s-%s", request->name,
			       series_date_text(date, text));
	one.start = start;
	if (one.has_end)
		one.end += start - request->start;
	one.wishes.also_cnt = 0;
	one.wishes.dated = true;
	return one;
}

const char *series_date_text(uint32_t date, char buf[SERIES_DATE])
{
	snprintf(buf, SERIES_DATE, "%04u-%02u-%02u", date / 10000 % 10000,
		 date / 100 % 100, date % 100);
	return buf;
}

const char *series_date(const char *name)
{
	size_t len = strlen(name);
	const char *date = name + len - (SERIES_DATE - 1);

	if ((len < SERIES_DATE + 1) || (date[-1] != '-'))
		return NULL;
	for (size_t i = 0; i < SERIES_DATE - 1; i++)
		if ((i == 4) || (i == 7) ? (date[i] != '-') :
		    !isdigit((unsigned char) date[i]))
			return NULL;
	return date;
}
