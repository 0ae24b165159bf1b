/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unit.c - units, and the two ways in which the paper writes a time.
 */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "srl/unit.h"

#define MINUTE 60
#define HOUR 3600
#define DAY INT64_C(86400)

static const struct {
	const char *name;
	double factor;
	srl_dimension_t dimension;
} units[] = {
	{ "s", 1, SRL_TIME }, { "sec", 1, SRL_TIME },
	{ "second", 1, SRL_TIME }, { "seconds", 1, SRL_TIME },
	{ "min", MINUTE, SRL_TIME }, { "minute", MINUTE, SRL_TIME },
	{ "minutes", MINUTE, SRL_TIME },
	{ "h", HOUR, SRL_TIME }, { "hour", HOUR, SRL_TIME },
	{ "hours", HOUR, SRL_TIME },
	{ "d", DAY, SRL_TIME }, { "day", DAY, SRL_TIME },
	{ "days", DAY, SRL_TIME },
	{ "week", 7 * DAY, SRL_TIME }, { "weeks", 7 * DAY, SRL_TIME },
	{ "bit/s", 1, SRL_RATE }, { "kbit/s", 1e3, SRL_RATE },
	{ "Mbit/s", 1e6, SRL_RATE }, { "Gbit/s", 1e9, SRL_RATE },
	{ "Tbit/s", 1e12, SRL_RATE },
	{ "B/s", 8, SRL_RATE }, { "kB/s", 8e3, SRL_RATE },
	{ "MB/s", 8e6, SRL_RATE }, { "GB/s", 8e9, SRL_RATE },
	{ "TB/s", 8e12, SRL_RATE },
	{ "B", 1, SRL_BYTES }, { "kB", 1e3, SRL_BYTES },
	{ "MB", 1e6, SRL_BYTES }, { "GB", 1e9, SRL_BYTES },
	{ "TB", 1e12, SRL_BYTES }, { "PB", 1e15, SRL_BYTES },
	{ "KiB", 1024., SRL_BYTES }, { "MiB", 1048576., SRL_BYTES },
	{ "GiB", 1073741824., SRL_BYTES },
	{ "TiB", 1099511627776., SRL_BYTES },
};

extern const char *srl_dimension_name(srl_dimension_t dimension)
{
	switch (dimension) {
	case SRL_COUNT: return "a number without a unit";
	case SRL_TIME: return "seconds";
	case SRL_RATE: return "bit/s";
	case SRL_BYTES: return "bytes";
	case SRL_TEXT: return "a text";
	default: return "a number";
	}
}

extern bool srl_unit(const char *name, size_t len, double *ret_factor,
		     srl_dimension_t *ret_dimension)
{
	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		if ((strlen(units[i].name) != len) ||
		    memcmp(units[i].name, name, len))
			continue;
		*ret_factor = units[i].factor;
		*ret_dimension = units[i].dimension;
		return true;
	}
	return false;
}

static bool _is_leap(int64_t year)
{
	return !(year % 4) && ((year % 100) || !(year % 400));
}

static int _month_days(int64_t year, int month)
{
	static const int days[] = {
		31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31,
	};

	return days[month] + ((month == 1) && _is_leap(year));
}

/* month - from 0. RET days from 1 January 1970 to the first of the month */
static int64_t _days_before(int64_t year, int month)
{
	int64_t y = year - 1;
	int64_t days = 365 * (year - 1970) + (y / 4 - 1969 / 4) -
		(y / 100 - 1969 / 100) + (y / 400 - 1969 / 400);

	for (int m = 0; m < month; m++)
		days += _month_days(year, m);
	return days;
}

static bool _epoch_time(int year, int month, int day, const int clock[3],
			int64_t *ret_time)
{
	if ((year < 1970) || (year > 9999) || (month < 0) || (month > 11) ||
	    (day < 1) || (day > _month_days(year, month)))
		return false;
	if ((clock[0] < 0) || (clock[0] > 23) || (clock[1] < 0) ||
	    (clock[1] > 59) || (clock[2] < 0) || (clock[2] > 59))
		return false;
	*ret_time = (_days_before(year, month) + day - 1) * DAY +
		clock[0] * HOUR + clock[1] * MINUTE + clock[2];
	return true;
}

static int _month_number(const char *name)
{
	static const char *const names[] = {
		"Jan", "Feb", "Mar", "Apr", "May", "Jun",
		"Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
	};

	for (int m = 0; m < 12; m++)
		if (!strcasecmp(names[m], name))
			return m;
	return -1;
}

extern bool srl_utc(const char *text, int64_t *ret_time)
{
	char name[4];
	int day, year, month, n = 0, clock[3];

	if ((sscanf(text, "%3[A-Za-z] %2d %2d:%2d:%2d %4d%n", name, &day,
		    &clock[0], &clock[1], &clock[2], &year, &n) == 6) &&
	    n && !text[n])
		return _epoch_time(year, _month_number(name), day, clock,
				   ret_time);
	n = 0;
	if ((sscanf(text, "%4d-%2d-%2dT%2d:%2d:%2dZ%n", &year, &month, &day,
		    &clock[0], &clock[1], &clock[2], &n) == 6) && n && !text[n])
		return _epoch_time(year, month - 1, day, clock, ret_time);
	return false;
}
