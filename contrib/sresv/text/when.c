/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "contrib/sresv/text/when.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define DAY 86400

typedef struct {
	int hour, minute, second;
	enum { BY_WORD = 0, BY_24 = 1, BY_12 = 2 } way;
} clock_of_t;

/* What was read of a text so far. */
typedef struct {
	const char *at;
	struct tm now;
	bool has_date;
	bool has_year;
	bool is_this_weekday;		/* today, by the name of its weekday */
	bool has_clock;
	bool has_end;
	bool dash;			/* one was read last */
	int year, month, day;		/* as written: 2027, 1..12, 1..31 */
	clock_of_t clock, end;
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

/* Set the time of day, or behind it and a - that of the end. */
static bool _set_clock(reader_t *r, clock_of_t clock)
{
	if ((clock.hour > 23) || (clock.minute > 59) || (clock.second > 59))
		return false;
	if (!r->has_clock) {
		r->has_clock = true;
		r->clock = clock;
		return true;
	}
	if (!r->dash || r->has_end || ((r->clock.way | clock.way) == 3))
		return false;
	r->has_end = true;
	r->end = clock;
	return true;
}

/* Read a day of the week, or its first three letters. */
static bool _week_word(reader_t *r, int *ret_later)
{
	static const char *const days[] = {
		"sunday", "monday", "tuesday", "wednesday", "thursday",
		"friday", "saturday",
	};

	for (int i = 0; i < (int) COUNT(days); i++) {
		char brief[4] = { days[i][0], days[i][1], days[i][2] };

		if (!_word(r, days[i]) && !_word(r, brief))
			continue;
		*ret_later = (i - r->now.tm_wday + 7) % 7;
		r->is_this_weekday = !*ret_later;
		return true;
	}
	return false;
}

/* Read {+|-}COUNT of days or weeks. OUT ret_later - untouched on failure */
static bool _days_ahead(reader_t *r, int *ret_later)
{
	static const char *const units[] = {
		"days", "day", "d", "weeks", "week", "w",
	};
	reader_t ahead = *r;
	int sign = (*r->at == '-') ? -1 : 1, cnt, n;

	if (!*r->at || !strchr("+-", *ahead.at++))
		return false;
	ahead.at += strspn(ahead.at, " \t");
	if (!(n = _digits(ahead.at, 4, &cnt)))
		return false;
	ahead.at += n;
	ahead.at += strspn(ahead.at, " \t");
	for (int i = 0; i < (int) COUNT(units); i++) {
		if (!_word(&ahead, units[i]))
			continue;
		*r = ahead;
		*ret_later = sign * cnt * ((i < 3) ? 1 : 7);
		return true;
	}
	return false;
}

/* OUT ret_later - the number of days from today */
static bool _day_word(reader_t *r, int *ret_later)
{
	static const char *const days[] = { "yesterday", "today", "tomorrow" };

	for (int i = 0; i < (int) COUNT(days); i++) {
		if (!_word(r, days[i]))
			continue;
		*ret_later = i - 1;
		return true;
	}
	return _week_word(r, ret_later) || _days_ahead(r, ret_later);
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
static bool _half(reader_t *r, clock_of_t *clock)
{
	const char *at = r->at + strspn(r->at, " \t");
	bool pm = !strncasecmp(at, "pm", 2);

	if (!pm && strncasecmp(at, "am", 2))
		return true;
	if ((clock->hour < 1) || (clock->hour > 12))
		return false;
	clock->hour = clock->hour % 12 + (pm ? 12 : 0);
	clock->way = BY_12;
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
 * OUT field - without a letter for it, the year is -1, minute and second are 0
 */
static bool _shape(reader_t *r, const char *shape, int field[FIELDS])
{
	const char *at = r->at, *letter;

	field[YEAR] = -1;
	field[MINUTE] = field[SECOND] = 0;
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

/*
 * Set a time of day, which AM or PM may follow.
 * IN half - it must
 */
static bool _set_digits(reader_t *r, const int field[FIELDS], bool half)
{
	clock_of_t clock = {
		field[HOUR], field[MINUTE], field[SECOND], BY_24
	};

	return _half(r, &clock) && (!half || (clock.way == BY_12)) &&
	       _set_clock(r, clock);
}

/* An hour alone has AM or PM, or a date or the start of a span before it. */
static bool _hour(reader_t *r)
{
	bool first = !r->has_date && !r->has_clock;
	int f[FIELDS];

	if (!first && isdigit((unsigned char) r->at[-1]))
		return false;
	return _shape(r, "h|", f) &&
	       _set_digits(r, f, !r->has_date && !(r->has_clock && r->dash));
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
			return _set_digits(r, f, false);
	for (size_t i = 0; i < COUNT(dates); i++) {
		if (!_shape(r, dates[i], f))
			continue;
		if ((f[YEAR] >= 0) && (dates[i][0] != 'Y'))
			f[YEAR] += 2000;
		return _set_date(r, f[YEAR], f[MONTH], f[DAY_OF_MONTH]);
	}
	return _hour(r);
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
		return _set_clock(r, (clock_of_t) { .hour = hour });
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
		.tm_hour = r->clock.hour,
		.tm_min = r->clock.minute,
		.tm_sec = r->clock.second,
		.tm_isdst = -1,
	};
	int month = tm.tm_mon;
	time_t t = mktime(&tm);

	if ((t == (time_t) -1) ||
	    (r->has_date && !later && (tm.tm_mon != month)))
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
	if (r->clock.hour != n->tm_hour)
		return r->clock.hour < n->tm_hour;
	return r->clock.minute <= n->tm_min;
}

static bool _resolve(const reader_t *r, time_t *ret)
{
	int year = r->now.tm_year + 1900;

	if (r->has_date && r->has_year)
		return _make(r, r->year,
			     (r->is_this_weekday && _passed(r)) ? 7 : 0, ret);
	if (!r->has_date)
		return _make(r, year, _passed(r) ? 1 : 0, ret);
	return _make(r, _passed(r) ? year + 1 : year, 0, ret);
}

/* The time of day of the end of a span, that day or the next one. */
static bool _resolve_end(const clock_of_t *end, time_t start, time_t *ret)
{
	for (int later = 0; later < 2; later++) {
		struct tm tm;
		time_t t;

		if (!localtime_r(&start, &tm))
			return false;
		tm.tm_mday += later;
		tm.tm_hour = end->hour;
		tm.tm_min = end->minute;
		tm.tm_sec = end->second;
		tm.tm_isdst = -1;
		t = mktime(&tm);
		if (t <= start)
			continue;
		*ret = t;
		return true;
	}
	return false;
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
	    !_set_digits(&r, clock, false))
		return false;
	if ((r.at[0] == '.') && isdigit((unsigned char) r.at[1]))
		r.at += 1 + strspn(r.at + 1, "0123456789");
	if (!_zone(&r, &east) || *r.at)
		return false;
	tm = (struct tm) {
		.tm_year = r.year - 1900, .tm_mon = r.month - 1,
		.tm_mday = r.day, .tm_hour = r.clock.hour,
		.tm_min = r.clock.minute, .tm_sec = r.clock.second,
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
	       !strncasecmp(at, "tue", 3) || !strncasecmp(at, "thu", 3) ||
	       !strncasecmp(at, "teatime", 7);
}

/* Skip blanks, and a T or a - that has something behind it. */
static bool _separator(reader_t *r)
{
	const char *blank = " \t";

	r->at += strspn(r->at, blank);
	r->dash = (*r->at == '-');
	if (!r->dash && ((*r->at != 'T') || _is_word(r->at)))
		return true;
	r->at++;
	r->at += strspn(r->at, blank);
	return *r->at != '\0';
}

/* Read dates and times of day to the end of the text. */
static bool _all_parts(reader_t *r)
{
	do {
		if (!_part(r) || !_separator(r))
			return false;
	} while (*r->at);
	return true;
}

bool when_span(const char *text, time_t now, time_t *ret_start,
	       time_t *ret_end)
{
	reader_t r = { .at = text + strspn(text, " \t") };
	time_t start, end = 0;

	if (_rfc3339(r.at, ret_start))
		return true;
	if (((*r.at == '+') || (*r.at == '-')) && _now(r.at, now, ret_start))
		return true;
	if (!strncasecmp(r.at, "now", 3))
		return _now(r.at + 3, now, ret_start);
	if (!strncasecmp(r.at, "uts", 3))
		return _uts(r.at + 3, ret_start);
	if (!localtime_r(&now, &r.now) || !_all_parts(&r))
		return false;
	if (!_resolve(&r, &start) ||
	    (r.has_end && !_resolve_end(&r.end, start, &end)))
		return false;
	*ret_start = start;
	if (r.has_end)
		*ret_end = end;
	return true;
}

bool when_time(const char *text, time_t now, time_t *ret)
{
	time_t start, end = WHEN_FOREVER;

	if (!when_span(text, now, &start, &end) || (end != WHEN_FOREVER))
		return false;
	*ret = start;
	return true;
}

bool when_is_of_day(const char *text)
{
	reader_t r = { .at = text + strspn(text, " \t") };

	return _all_parts(&r) && !r.has_date && !r.has_end;
}

bool when_moves(const char *text)
{
	time_t t;

	text += strspn(text, " \t");
	return !strncasecmp(text, "now", 3) ||
	       ((*text == '+') && _now(text, 0, &t));
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

/* A length stays one if each of its numbers becomes 1. */
bool when_too_long(const char *text)
{
	char ones[WHEN_TEXT];
	int64_t length;
	size_t n = 0;

	if (when_length(text, &length))
		return false;
	for (; *text && (n < sizeof(ones) - 1); n++) {
		bool digit = isdigit((unsigned char) *text);

		ones[n] = digit ? '1' : *text;
		text += digit ? strspn(text, "0123456789") : 1;
	}
	ones[n] = '\0';
	return !*text && when_length(ones, &length);
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
