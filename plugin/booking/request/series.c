/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "garq/times.h"
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

/* RET the same time of day on another date. IN date - see wishes_t.also */
static time_t _on_date(time_t t, uint32_t date)
{
	struct tm day;

	localtime_r(&t, &day);
	day.tm_year = (int) (date / 10000) - 1900;
	day.tm_mon = (int) (date / 100 % 100) - 1;
	day.tm_mday = (int) (date % 100);
	day.tm_isdst = -1;
	return mktime(&day);
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
	char date[SERIES_DATE], last[SERIES_DATE] = "";
	series_t s = { .cnt = 0 };

	if (why) {
		*ret_text = text_dup(why);
		return REFUSED_UNSUPPORTED;
	}
	s.starts[s.cnt++] = request->start;
	for (uint32_t i = 0; i < w->also_cnt; i++)
		s.starts[s.cnt++] = w->also[i].date ?
			_on_date(request->start, w->also[i].date) :
			(time_t) w->also[i].start;
	qsort(s.starts, s.cnt, sizeof(s.starts[0]), garq_by_time);
	for (uint32_t i = 0; i < s.cnt; i++) {
		series_date_text(s.starts[i], date);
		if (!strcmp(date, last))
			return text_refuse(ret_text, REFUSED_TIME,
				"%s is twice in the series: give each date once, and that of StartTime not in also:",
				date);
		memcpy(last, date, sizeof(last));
	}
	*ret = s;
	return 0;
}

request_t series_request(const request_t *request, time_t start, uint32_t dated)
{
	request_t one = request_copy(request);
	char date[SERIES_DATE];

	free(one.name);
	one.name = text_printf("%s-%s", request->name,
			       series_date_text(start, date));
	one.start = start;
	if (one.has_end)
		one.end += start - request->start;
	one.wishes.also_cnt = 0;
	one.wishes.dated = dated;
	return one;
}

const char *series_date_text(time_t t, char buf[SERIES_DATE])
{
	struct tm day;

	if (!localtime_r(&t, &day) || !strftime(buf, SERIES_DATE, "%F", &day))
		buf[0] = '\0';
	return buf;
}

const char *series_date(const char *name)
{
	size_t len = strlen(name);
	const char *date;

	if (len < SERIES_DATE + 1)
		return NULL;
	date = name + len - (SERIES_DATE - 1);
	if (date[-1] != '-')
		return NULL;
	for (size_t i = 0; i < SERIES_DATE - 1; i++)
		if ((i == 4) || (i == 7) ? (date[i] != '-') :
		    !isdigit((unsigned char) date[i]))
			return NULL;
	return date;
}
