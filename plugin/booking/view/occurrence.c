/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <time.h>

#include "plugin/booking/request/zone.h"
#include "plugin/booking/view/occurrence.h"

const char *occurrence_words(uint64_t flags)
{
	return (flags & BOOKING_FLAG_HOURLY) ? "every hour" :
	       (flags & BOOKING_FLAG_DAILY) ? "every day" :
	       (flags & BOOKING_FLAG_WEEKLY) ? "every week" :
	       (flags & BOOKING_FLAG_WEEKDAY) ? "every weekday" :
						"every weekend day";
}

time_t occurrence_period(uint64_t flags)
{
	return (flags & BOOKING_FLAG_HOURLY) ? 3600 :
	       (flags & BOOKING_FLAG_WEEKLY) ? 7 * 86400 : 86400;
}

/* No change of the clocks is that large, in seconds. */
#define CHANGE (3 * 3600)

/*
 * Days are added in local time, as Slurm does: 9:00 stays 9:00 when the clocks
 * change. Only then is mktime() asked, which looks at the time zone's file.
 */
static time_t _later_time(time_t t, int days, int hours)
{
	time_t later = t + ((time_t) days * 86400);
	time_t offset;
	struct tm tm;

	if (hours)
		return t + (hours * 3600);
	offset = zone_offset(t);
	if ((zone_offset(later) == offset) &&
	    (zone_offset(later + CHANGE) == offset))
		return later;
	if (!localtime_r(&t, &tm))
		return later;
	tm.tm_isdst = -1;
	tm.tm_mday += days;
	return mktime(&tm);
}

time_t occurrence_alike_until(time_t start)
{
	struct tm tm;
	time_t end = start + 86400;

	if (localtime_r(&start, &tm))
		end -= (tm.tm_hour * 3600) + (tm.tm_min * 60) + tm.tm_sec;
	return (zone_offset(end) == zone_offset(start)) ?
		       end : zone_change(start, end);
}

/* Days from the occurrence that starts at t to the next one. */
static int _days_to_next(uint64_t flags, time_t t)
{
	struct tm tm;
	int wday = localtime_r(&t, &tm) ? tm.tm_wday : 1;

	if (flags & BOOKING_FLAG_DAILY)
		return 1;
	if (flags & BOOKING_FLAG_WEEKLY)
		return 7;
	if (flags & BOOKING_FLAG_WEEKDAY)	/* Friday: to Monday */
		return (wday == 5) ? 3 : (wday == 6) ? 2 : 1;
	if (flags & BOOKING_FLAG_WEEKEND)	/* Sunday: to Saturday */
		return (wday == 0) ? 6 : (wday == 6) ? 1 : 6 - wday;
	return 0;
}

static bool _has_length(const occurrence_t *when)
{
	return when->duration && (when->duration != BOOKING_NO_DURATION);
}

occurrence_t occurrence_present(const occurrence_t *when, time_t now)
{
	occurrence_t at = *when;

	if (!(when->flags & BOOKING_FLAG_TIME_FLOAT))
		return at;
	at.flags &= ~BOOKING_FLAG_TIME_FLOAT;
	at.start += now;
	if (_has_length(when))
		at.end = at.start + (time_t) when->duration * 60;
	return at;
}

static void _floating(const occurrence_t *when, time_t now,
		      void (*fn)(void *arg, time_t start, time_t end),
		      void *arg)
{
	time_t end = _has_length(when) ? GARQ_FOREVER : when->end;

	if (when->start + now < end)
		fn(arg, when->start + now, end);
}

void occurrence_each(const occurrence_t *when, time_t now, time_t until,
		     void (*fn)(void *arg, time_t start, time_t end), void *arg)
{
	time_t start = when->start, end = when->end, next;
	int hours = (when->flags & BOOKING_FLAG_HOURLY) ? 1 : 0;

	if (when->flags & BOOKING_FLAG_TIME_FLOAT) {
		_floating(when, now, fn, arg);
		return;
	}
	while (start < end) {
		int days = hours ? 0 : _days_to_next(when->flags, start);

		fn(arg, start, end);
		if (!days && !hours)
			break;
		next = _later_time(start, days, hours);
		end = _later_time(end, days, hours);
		if ((next <= start) || (next >= until))
			break;
		start = next;
	}
}
