/* SPDX-License-Identifier: GPL-2.0-or-later */
/* when.c - see when.h */

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "contrib/sresv/text/when.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define DAY 86400

/* What was read of a text so far. */
typedef struct {
	const char *at;
	struct tm now;
	bool has_date;
	bool has_year;
	bool has_clock;
	int year, month, day;		/* as written: 2027, 1..12, 1..31 */
	int hour, minute, second;
} reader_t;

/* Read at most max digits. RET their number */
static int _digits(const char *at, int max, int *ret)
{
	int n = 0;

	*ret = 0;
	while ((n < max) && isdigit((unsigned char) at[n]))
		*ret = *ret * 10 + (at[n++] - '0');
	return n;
}

/* RET the unit's seconds, 0 if the word is no unit; no word means seconds */
static int64_t _unit(const char *word)
{
	static const struct {
		const char *name;
		int64_t seconds;
	} table[] = {
		{ "seconds", 1 },
		{ "minutes", 60 },
		{ "hours", 3600 },
		{ "days", DAY },
		{ "weeks", 7 * DAY },
	};
	size_t len = strlen(word);

	for (size_t i = 0; i < COUNT(table); i++)
		if (!strncasecmp(word, table[i].name, len))
			return table[i].seconds;
	return 0;
}

/* Read COUNT[ UNIT], which must be all of the text. */
static bool _count(const char *at, bool unit_needed, int64_t *ret)
{
	int64_t unit;
	int cnt, n;

	at += strspn(at, " \t");
	if (!(n = _digits(at, 9, &cnt)))
		return false;
	at += n;
	at += strspn(at, " \t");
	if (unit_needed && !*at)
		return false;
	unit = _unit(at);
	if (!unit || (cnt > WHEN_LENGTH_MAX / unit))
		return false;
	*ret = cnt * unit;
	return true;
}

static bool _now(const char *at, time_t now, time_t *ret)
{
	int64_t delta = 0;
	char sign;

	at += strspn(at, " \t");
	sign = *at;
	if (sign && (((sign != '+') && (sign != '-')) ||
		     !_count(at + 1, false, &delta)))
		return false;
	*ret = (sign == '-') ? now - delta : now + delta;
	return true;
}

/* The end of the year 9999: what comes later can't be printed as a date again. */
#define UTS_MAX INT64_C(253402300799)

static bool _uts(const char *at, time_t *ret)
{
	int64_t t = 0;
	size_t len = strspn(at, "0123456789");

	if (!len || at[len] || (len > 12))
		return false;
	for (; *at; at++)
		t = t * 10 + (*at - '0');
	if (t > UTS_MAX)
		return false;
	*ret = t;
	return true;
}

/* --- a date and a time of day -------------------------------------------- */

/* Accept this word if it comes next, as a whole. */
static bool _word(reader_t *r, const char *word)
{
	size_t len = strlen(word);

	if (strncasecmp(r->at, word, len) ||
	    islower((unsigned char) r->at[len]))
		return false;
	r->at += len;
	return true;
}

static bool _set_date(reader_t *r, int year, int month, int day)
{
	static const int days[] = { 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30,
				    31 };

	if (r->has_date || (year == 0) || (month < 1) || (month > 12) ||
	    (day < 1) || (day > days[month - 1]))
		return false;
	r->has_date = true;
	r->has_year = (year >= 0);
	r->year = year;
	r->month = month;
	r->day = day;
	return true;
}

static bool _set_clock(reader_t *r, int hour, int minute, int second)
{
	if (r->has_clock || (hour > 23) || (minute > 59) || (second > 59))
		return false;
	r->has_clock = true;
	r->hour = hour;
	r->minute = minute;
	r->second = second;
	return true;
}

static bool _day_word(reader_t *r, int *ret_later)
{
	*ret_later = 0;
	if (_word(r, "today"))
		return true;
	*ret_later = 1;
	return _word(r, "tomorrow");
}

static bool _clock_word(reader_t *r, int *ret_hour)
{
	static const struct {
		const char *word;
		int hour;
	} table[] = {
		{ "midnight", 0 },
		{ "elevenses", 11 },
		{ "noon", 12 },
		{ "fika", 15 },
		{ "teatime", 16 },
	};

	for (size_t i = 0; i < COUNT(table); i++) {
		if (!_word(r, table[i].word))
			continue;
		*ret_hour = table[i].hour;
		return true;
	}
	return false;
}

/* Read AM or PM, for 1 to 12 o'clock. */
static bool _half(reader_t *r, int *hour)
{
	const char *at = r->at + strspn(r->at, " \t");
	bool pm = !strncasecmp(at, "pm", 2);

	if (!pm && strncasecmp(at, "am", 2))
		return true;
	if ((*hour < 1) || (*hour > 12))
		return false;
	*hour = *hour % 12 + (pm ? 12 : 0);
	r->at = at + 2;
	return true;
}

/* Fields of a shape, in the order of its letters. */
enum { YEAR, MONTH, DAY_OF_MONTH, HOUR, MINUTE, SECOND, FIELDS };
#define LETTERS "YMDhms"

/*
 * Read a shape, such as M/D/YY: a letter alone stands for one or two digits of
 * a field, several stand for as many digits; with a | at the end no digit
 * may follow.
 * OUT field - without a letter for it, the year is -1 and the second 0
 */
static bool _shape(reader_t *r, const char *shape, int field[FIELDS])
{
	const char *at = r->at, *letter;

	field[YEAR] = -1;
	field[SECOND] = 0;
	while (*shape && (*shape != '|')) {
		int cnt = 1, n;

		if (!(letter = strchr(LETTERS, *shape))) {
			if (*at++ != *shape++)
				return false;
			continue;
		}
		while (shape[cnt] == *shape)
			cnt++;
		n = _digits(at, (cnt > 1) ? cnt : 2, &field[letter - LETTERS]);
		if (n < cnt)
			return false;
		at += n;
		shape += cnt;
	}
	if (*shape && isdigit((unsigned char) *at))
		return false;
	r->at = at;
	return true;
}

/* A date or a time of day in digits. */
static bool _number(reader_t *r)
{
	static const char *const clocks[] = { "h:mm:ss", "h:mm" };
	static const char *const dates[] = {
		"YYYY-M-D", "M/D/YY", "M/D", "M.D.YY", "M.D", "MMDDYY", "MMDD|",
	};
	int f[FIELDS];

	for (size_t i = 0; i < COUNT(clocks); i++)
		if (_shape(r, clocks[i], f))
			return _half(r, &f[HOUR]) &&
			       _set_clock(r, f[HOUR], f[MINUTE], f[SECOND]);
	for (size_t i = 0; i < COUNT(dates); i++) {
		if (!_shape(r, dates[i], f))
			continue;
		if ((f[YEAR] >= 0) && (dates[i][0] != 'Y'))
			f[YEAR] += 2000;
		return _set_date(r, f[YEAR], f[MONTH], f[DAY_OF_MONTH]);
	}
	return false;
}

static bool _part(reader_t *r)
{
	struct tm tm = r->now;
	int hour, later;

	if (_day_word(r, &later)) {
		tm.tm_mday += later;
		tm.tm_hour = 12;
		tm.tm_isdst = -1;
		return (mktime(&tm) != (time_t) -1) &&
		       _set_date(r, tm.tm_year + 1900, tm.tm_mon + 1,
				 tm.tm_mday);
	}
	if (_clock_word(r, &hour))
		return _set_clock(r, hour, 0, 0);
	return isdigit((unsigned char) *r->at) && _number(r);
}

/*
 * The time of that date and time of day. RET false if the date does not exist
 */
static bool _make(const reader_t *r, int year, int later, time_t *ret)
{
	struct tm tm = {
		.tm_year = year - 1900,
		.tm_mon = (r->has_date ? r->month : r->now.tm_mon + 1) - 1,
		.tm_mday = (r->has_date ? r->day : r->now.tm_mday) + later,
		.tm_hour = r->hour,
		.tm_min = r->minute,
		.tm_sec = r->second,
		.tm_isdst = -1,
	};
	int month = tm.tm_mon;
	time_t t = mktime(&tm);

	if ((t == (time_t) -1) || (r->has_date && (tm.tm_mon != month)))
		return false;
	*ret = t;
	return true;
}

/*
 * Is the time past? Compared by the minute: the present minute counts as past.
 */
static bool _passed(const reader_t *r)
{
	const struct tm *n = &r->now;

	if (r->has_date && (r->month != n->tm_mon + 1))
		return r->month < n->tm_mon + 1;
	if (r->has_date && (r->day != n->tm_mday))
		return r->day < n->tm_mday;
	if (r->hour != n->tm_hour)
		return r->hour < n->tm_hour;
	return r->minute <= n->tm_min;
}

static bool _resolve(const reader_t *r, time_t *ret)
{
	int year = r->now.tm_year + 1900;

	if (r->has_date && r->has_year)
		return _make(r, r->year, 0, ret);
	if (!r->has_date)
		return _make(r, year, _passed(r) ? 1 : 0, ret);
	return _make(r, _passed(r) ? year + 1 : year, 0, ret);
}

/* Read Z, or the offset of a zone. OUT ret - seconds east */
static bool _zone(reader_t *r, int *ret)
{
	int sign = (*r->at == '-') ? -1 : 1, f[FIELDS];

	*ret = 0;
	if (_word(r, "Z"))
		return true;
	if (!*r->at || !strchr("+-", *r->at++))
		return false;
	if (!_shape(r, "hh:mm", f) || (f[HOUR] > 23) || (f[MINUTE] > 59))
		return false;
	*ret = sign * (f[HOUR] * 3600 + f[MINUTE] * 60);
	return true;
}

/* Return true if it is all of RFC 3339, and read it. */
static bool _rfc3339(const char *text, time_t *ret)
{
	reader_t r = { .at = text };
	int f[FIELDS], clock[FIELDS], east;
	struct tm tm;
	time_t t;

	if (!_shape(&r, "YYYY-MM-DD", f) || !*r.at ||
	    !strchr("Tt ", *r.at++) || !_shape(&r, "hh:mm:ss", clock) ||
	    !_set_date(&r, f[YEAR], f[MONTH], f[DAY_OF_MONTH]) ||
	    !_set_clock(&r, clock[HOUR], clock[MINUTE], clock[SECOND]))
		return false;
	if ((r.at[0] == '.') && isdigit((unsigned char) r.at[1]))
		r.at += 1 + strspn(r.at + 1, "0123456789");
	if (!_zone(&r, &east) || *r.at)
		return false;
	tm = (struct tm) {
		.tm_year = r.year - 1900, .tm_mon = r.month - 1,
		.tm_mday = r.day, .tm_hour = r.hour, .tm_min = r.minute,
		.tm_sec = r.second,
	};
	t = timegm(&tm) - east;
	if (tm.tm_mon != r.month - 1)	/* February 30 */
		return false;
	*ret = t;
	return true;
}

/* Does the T belong to a word? */
static bool _is_word(const char *at)
{
	return !strncasecmp(at, "today", 5) ||
	       !strncasecmp(at, "tomorrow", 8) ||
	       !strncasecmp(at, "teatime", 7);
}

/* Skip blanks, and a T or a - that has something behind it. */
static bool _separator(reader_t *r)
{
	const char *blank = " \t";

	r->at += strspn(r->at, blank);
	if ((*r->at != '-') && ((*r->at != 'T') || _is_word(r->at)))
		return true;
	r->at++;
	r->at += strspn(r->at, blank);
	return *r->at != '\0';
}

bool when_time(const char *text, time_t now, time_t *ret)
{
	reader_t r = { .at = text + strspn(text, " \t") };

	if (_rfc3339(r.at, ret))
		return true;
	if (!strncasecmp(r.at, "now", 3))
		return _now(r.at + 3, now, ret);
	if (!strncasecmp(r.at, "uts", 3))
		return _uts(r.at + 3, ret);
	if (!localtime_r(&now, &r.now))
		return false;
	do {
		if (!_part(&r) || !_separator(&r))
			return false;
	} while (*r.at);
	return _resolve(&r, ret);
}

bool when_moves(const char *text)
{
	return !strncasecmp(text + strspn(text, " \t"), "now", 3);
}

/* --- lengths -------------------------------------------------------------- */

/* Read N:N:N, at most three. RET the number of parts, 0 if invalid */
static int _parts(const char *at, int64_t part[3])
{
	for (int i = 0; i < 3; i++) {
		int value, n = _digits(at, 9, &value);

		if (!n)
			return 0;
		part[i] = value;
		at += n;
		if (!*at)
			return i + 1;
		if (*at++ != ':')
			return 0;
	}
	return 0;
}

static bool _in_range(int64_t seconds, int64_t *ret)
{
	if (seconds > WHEN_LENGTH_MAX)
		return false;
	*ret = seconds;
	return true;
}

bool when_length(const char *text, int64_t *ret)
{
	int64_t p[3] = { 0 };
	int days = 0, n;
	const char *dash;

	if (!strcasecmp(text, "unlimited") || !strcasecmp(text, "infinite")) {
		*ret = WHEN_FOREVER;
		return true;
	}
	if ((dash = strchr(text, '-'))) {
		n = _digits(text, 9, &days);
		if (!n || (text + n != dash) || !_parts(dash + 1, p))
			return false;
		return _in_range((int64_t) days * DAY + p[0] * 3600 +
				 p[1] * 60 + p[2], ret);
	}
	switch (_parts(text, p)) {
	case 1:
		return _in_range(p[0] * 60, ret);
	case 2:
		return _in_range(p[0] * 60 + p[1], ret);
	case 3:
		return _in_range(p[0] * 3600 + p[1] * 60 + p[2], ret);
	}
	return _count(text, true, ret);
}

/* --- printing ------------------------------------------------------------- */

const char *when_text(time_t t, char buf[WHEN_TEXT])
{
	struct tm tm;

	if (!localtime_r(&t, &tm) ||
	    !strftime(buf, WHEN_TEXT, "%Y-%m-%dT%H:%M:%S", &tm))
		snprintf(buf, WHEN_TEXT, "uts%lld", (long long) t);
	return buf;
}

const char *when_rfc3339(time_t t, char buf[WHEN_TEXT])
{
	struct tm tm;

	if (!gmtime_r(&t, &tm) ||
	    !strftime(buf, WHEN_TEXT, "%Y-%m-%dT%H:%M:%SZ", &tm))
		snprintf(buf, WHEN_TEXT, "uts%lld", (long long) t);
	return buf;
}

const char *when_short_text(int64_t seconds, char buf[WHEN_TEXT])
{
	static const struct {
		int64_t seconds;
		char unit;
	} units[] = { { DAY, 'd' }, { 3600, 'h' }, { 60, 'm' }, { 1, 's' } };
	size_t i = 0;
	int64_t rest;
	int len;

	while ((i < 3) && (seconds < units[i].seconds))
		i++;
	len = snprintf(buf, WHEN_TEXT, "%lld%c",
		       (long long) (seconds / units[i].seconds),
		       units[i].unit);
	rest = seconds % units[i].seconds;
	if ((i < 2) && (rest / units[i + 1].seconds))
		snprintf(buf + len, (size_t) (WHEN_TEXT - len), " %lld%c",
			 (long long) (rest / units[i + 1].seconds),
			 units[i + 1].unit);
	return buf;
}

const char *when_length_text(int64_t seconds, char buf[WHEN_TEXT])
{
	long long days = seconds / DAY;
	int rest = (int) (seconds % DAY), len = 0;

	if (seconds == WHEN_FOREVER) {
		snprintf(buf, WHEN_TEXT, "UNLIMITED");
		return buf;
	}
	if (days)
		len = snprintf(buf, WHEN_TEXT, "%lld-", days);
	snprintf(buf + len, (size_t) (WHEN_TEXT - len), "%02d:%02d:%02d",
		 rest / 3600, rest / 60 % 60, rest % 60);
	return buf;
}
