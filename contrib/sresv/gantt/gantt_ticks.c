/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/sresv/gantt/gantt_ticks.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define DAY (24 * 60)		/* minutes */
#define GRAIN 300		/* all offsets of zones are multiples of it */

/* Minutes between ticks; a day has a whole number of the short ones. */
static const int steps[] = {
	5, 10, 15, 30, 60, 2 * 60, 3 * 60, 6 * 60, 12 * 60, DAY, 2 * DAY,
	7 * DAY, 14 * DAY, 28 * DAY, 56 * DAY,
};

static int _step(time_t least)
{
	for (size_t i = 0; i < COUNT(steps); i++)
		if ((time_t) steps[i] * 60 >= least)
			return steps[i];
	return steps[COUNT(steps) - 1];
}

bool gantt_tick(time_t at, gantt_tick_t *ret)
{
	struct tm tm;

	*ret = (gantt_tick_t) { .at = at };
	if (!localtime_r(&at, &tm))
		return false;
	strftime(ret->date, sizeof(ret->date), "%a %d %b", &tm);
	strftime(ret->clock, sizeof(ret->clock), "%H:%M", &tm);
	return true;
}

static bool _add(gantt_ticks_t *ticks, time_t at, bool day)
{
	gantt_tick_t *more;

	if (!(ticks->cnt & (ticks->cnt - 1))) {
		more = reallocarray(ticks->list, ticks->cnt ? ticks->cnt * 2 : 1,
				    sizeof(*more));
		if (!more)
			return false;
		ticks->list = more;
	}
	if (gantt_tick(at, &ticks->list[ticks->cnt]))
		ticks->list[ticks->cnt++].day = day;
	return true;
}

/* The first midnight counts as day 0 where not every day has a tick. */
typedef struct {
	int step;		/* minutes */
	int day;		/* number of the day */
	int yday;		/* of the last time that was looked at */
	int part;		/* step of the day that it lay in */
} walk_t;

/* Does a tick begin at this time? OUT ret_day - a day begins */
static bool _is_tick(walk_t *w, const struct tm *tm, bool *ret_day)
{
	int minute = tm->tm_hour * 60 + tm->tm_min;
	int in_day = (w->step < DAY) ? w->step : DAY, part = minute / in_day;
	bool begins;

	*ret_day = (tm->tm_yday != w->yday);
	begins = *ret_day || (part != w->part) || !(minute % in_day);
	w->day += *ret_day;
	w->yday = tm->tm_yday;
	w->part = part;
	return begins && ((w->step <= DAY) ||
			  (*ret_day && !(w->day % (w->step / DAY))));
}

bool gantt_ticks(time_t from, time_t to, time_t least, gantt_ticks_t *ret)
{
	walk_t w = { .step = _step(least), .day = -1 };
	gantt_ticks_t ticks = { .list = NULL };
	time_t t = from - from % GRAIN, before = t - GRAIN;
	struct tm tm;
	bool day;

	if (!localtime_r(&before, &tm))
		return false;
	w.yday = tm.tm_yday;
	w.part = (tm.tm_hour * 60 + tm.tm_min) / ((w.step < DAY) ? w.step : DAY);
	for (; t < to; t += GRAIN) {
		if (!localtime_r(&t, &tm) || !_is_tick(&w, &tm, &day) ||
		    (t < from))
			continue;
		if (!_add(&ticks, t, day)) {
			free(ticks.list);
			return false;
		}
	}
	*ret = ticks;
	return true;
}

/* --- zones ---------------------------------------------------------------------- */

static long _offset(time_t t)
{
	struct tm tm;

	return localtime_r(&t, &tm) ? tm.tm_gmtoff : 0;
}

static void _name(time_t t, char *buf, size_t size)
{
	struct tm tm;
	size_t len;

	buf[0] = '\0';
	if (!localtime_r(&t, &tm) ||
	    !(len = strftime(buf, size, "%Z (%z)", &tm)) || (len + 1 >= size))
		return;
	/* +0100 becomes +01:00 */
	memmove(buf + len - 2, buf + len - 3, 4);
	buf[len - 3] = ':';
}

void gantt_zone(time_t from, time_t to, char *buf, size_t size)
{
	char later[32];
	size_t len;

	_name(from, buf, (size < 32) ? size : 32);
	if (_offset(from) == _offset(to))
		return;
	_name(to, later, sizeof(later));
	len = strlen(buf);
	snprintf(buf + len, size - len, ", then %s", later);
}

bool gantt_site_zone(time_t from, time_t to, char *buf, size_t size)
{
	char *tz = getenv("TZ");
	long here[2] = { _offset(from), _offset(to) };
	bool differs;

	if (!tz || !(tz = strdup(tz)))
		return false;
	unsetenv("TZ");
	tzset();
	differs = (_offset(from) != here[0]) || (_offset(to) != here[1]);
	if (differs)
		gantt_zone(from, to, buf, size);
	setenv("TZ", tz, 1);
	tzset();
	free(tz);
	return differs;
}
