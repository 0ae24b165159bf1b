/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "garq/times.h"
#include "plugin/booking/request/tariff.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/request/zone.h"
#include "plugin/memory/memory.h"

#define MINUTES_A_DAY 1440
#define MINUTES_A_WEEK (7 * MINUTES_A_DAY)
#define DAY ((time_t) 86400)
#define WEEK (7 * DAY)
#define EPOCH_DAY 3	/* 1970-01-01 was a Thursday; 0: Monday */
#define ALL_DAYS 0x7fU

/* Of each rule: on each day its begin, its end, and midnight. */
#define PIECES (2 * 7 * TARIFF_RULES + 7 + 1)

/* From the first to before the end, seconds. */
typedef struct {
	bool given;
	time_t from, to;
} range_t;

typedef struct {
	double factor;
	char *partitions;	/* owned; NULL: all */
	char *features;		/* the same */
	unsigned int days;	/* bits, Monday is the first; 0: all */
	bool hours;
	unsigned int from, to;	/* minutes of the day; from > to: over night */
	range_t lead, window;
} rule_t;

/* The rules for some times that match in a part of the week. */
typedef struct {
	time_t from;	/* seconds since Monday, 0:00 */
	uint32_t rules;
} piece_t;

struct tariff {
	rule_t rules[TARIFF_RULES];
	unsigned int rule_cnt;
	uint32_t timed;		/* rules with days or hours */
	piece_t pieces[PIECES];	/* in order; the first one is from 0 on */
	size_t piece_cnt;
	zone_t zone;	/* read if there are timed ones */
};

/* --- the text --- */

typedef struct {
	rule_t *rule;
	char *error;
	size_t error_size;
} line_t;

/* RET false */
__attribute__((format(printf, 2, 3)))
static bool _say_wrong(line_t *l, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	(void) vsnprintf(l->error, l->error_size, fmt, args);
	va_end(args);
	text_clean(l->error);
	return false;
}

static bool _read_factor(line_t *l, const char *word)
{
	size_t digits = strspn(word, "0123456789"), more = 0;
	bool good = (digits > 0);

	if (good && (word[digits] == '.')) {
		more = strspn(word + digits + 1, "0123456789");
		good = (more++ > 0);
	}
	good = good && !word[digits + more] && (digits + more <= 20);
	l->rule->factor = good ? strtod(word, NULL) : -1;
	if ((l->rule->factor >= 0) && (l->rule->factor <= TARIFF_FACTOR_MAX))
		return true;
	return _say_wrong(l, "\"%.40s\" must be a factor, 0 to %d, as 0.5", word,
		      TARIFF_FACTOR_MAX);
}

static bool _read_names(line_t *l, const char *value, char **to)
{
	const char *at = value;
	text_name_t name;

	if (!text_next_name(&at, &name))
		return _say_wrong(l, "a name is missing behind the equals sign");
	*to = text_dup(value);
	return true;
}

/* The day of some letters: two or more of its English name. RET -1: none */
static int _day_named(const char *name, size_t len)
{
	static const char *const days[] = {
		"Monday", "Tuesday", "Wednesday", "Thursday", "Friday",
		"Saturday", "Sunday",
	};

	for (int i = 0; (len >= 2) && (i < 7); i++)
		if ((len <= strlen(days[i])) &&
		    !strncasecmp(days[i], name, len))
			return i;
	return -1;
}

static bool _read_days(line_t *l, const char *value)
{
	const char *at = value;
	text_name_t name;

	while (text_next_name(&at, &name)) {
		const char *dash = memchr(name.name, '-', name.len);
		size_t len = dash ? (size_t) (dash - name.name) : name.len;
		int from = _day_named(name.name, len), to = from;

		if (dash)
			to = _day_named(dash + 1, name.len - len - 1);
		if ((from < 0) || (to < 0)) {
			l->rule->days = 0;
			break;
		}
		for (int d = from; ; d = (d + 1) % 7) {
			l->rule->days |= 1U << d;
			if (d == to)
				break;
		}
	}
	return l->rule->days ? true :
	       _say_wrong(l, "days=%.40s must be days from Mo to Su, as Mo-Fr,Su",
		      value);
}

/* "8" or "7:30". RET the end of it; NULL: it is no time of day */
static const char *_minutes(const char *text, unsigned int *ret)
{
	size_t digits = strspn(text, "0123456789");
	unsigned int hours = 0, minutes = 0;

	if (!digits || (digits > 2))
		return NULL;
	hours = (unsigned int) atoi(text);
	text += digits;
	if (*text == ':') {
		if (strspn(text + 1, "0123456789") != 2)
			return NULL;
		minutes = (unsigned int) atoi(text + 1);
		text += 3;
	}
	*ret = hours * 60 + minutes;
	return ((minutes < 60) && (*ret <= MINUTES_A_DAY)) ? text : NULL;
}

static bool _read_hours(line_t *l, const char *value)
{
	const char *at = _minutes(value, &l->rule->from);

	at = (at && (*at == '-')) ? _minutes(at + 1, &l->rule->to) : NULL;
	l->rule->hours = at && !*at && (l->rule->from != l->rule->to);
	return l->rule->hours ? true :
	       _say_wrong(l, "hours=%.40s must be two different times of the day, as 8-18, 7:30-12 or 20-8",
		      value);
}

/* A number with m, h or d. RET false: it is none */
static bool _seconds(const char *value, time_t *ret)
{
	static const char suffixes[] = "mhd";
	static const time_t units[] = { 60, 3600, DAY };
	size_t digits = strspn(value, "0123456789");
	const char *unit;

	if (!digits || (digits > 6) || !value[digits] || value[digits + 1])
		return false;
	unit = strchr(suffixes, tolower((unsigned char) value[digits]));
	if (unit)
		*ret = (time_t) atoi(value) * units[unit - suffixes];
	return unit != NULL;
}

/* IN sign - "<" or ">=" and the time behind it */
static bool _read_range(line_t *l, const char *word, const char *sign,
			range_t *range)
{
	bool least = !strncmp(sign, ">=", 2);
	time_t time;

	if (!(least || (*sign == '<')) || !_seconds(sign + 1 + least, &time))
		return _say_wrong(l, "%.60s must be < or >= and a number with m, h or d, as %.6s<2d",
			      word, word);
	if (!range->given)
		*range = (range_t) { true, 0, GARQ_FOREVER };
	if (least ? (range->from > 0) : (range->to < GARQ_FOREVER))
		return _say_wrong(l, "%.60s: there is another limit like it in this line",
			      word);
	*(least ? &range->from : &range->to) = time;
	return (range->from < range->to) ? true :
	       _say_wrong(l, "%.60s: nothing is within both limits", word);
}

static bool _is_twice(const rule_t *r, const char *word)
{
	return (r->partitions && !strncasecmp(word, "partition=", 10)) ||
	       (r->features && !strncasecmp(word, "feature=", 8)) ||
	       (r->days && !strncasecmp(word, "days=", 5)) ||
	       (r->hours && !strncasecmp(word, "hours=", 6));
}

static bool _read_condition(line_t *l, const char *word)
{
	rule_t *r = l->rule;

	if (_is_twice(r, word))
		return _say_wrong(l, "%.60s: the condition stands twice in this line",
			      word);
	if (!strncasecmp(word, "partition=", 10))
		return _read_names(l, word + 10, &r->partitions);
	if (!strncasecmp(word, "feature=", 8))
		return _read_names(l, word + 8, &r->features);
	if (!strncasecmp(word, "days=", 5))
		return _read_days(l, word + 5);
	if (!strncasecmp(word, "hours=", 6))
		return _read_hours(l, word + 6);
	if (!strncasecmp(word, "lead", 4))
		return _read_range(l, word, word + 4, &r->lead);
	if (!strncasecmp(word, "window", 6))
		return _read_range(l, word, word + 6, &r->window);
	return _say_wrong(l, "no such condition: %.60s; there are: partition=, feature=, days=, hours=, lead<, lead>=, window<, window>=",
		      word);
}

static bool _read_rule(tariff_t *t, line_t *l, char *words)
{
	static const char blanks[] = " \t\r";
	char *next, *word = strtok_r(words, blanks, &next);

	if (!word)
		return true;
	if (t->rule_cnt == TARIFF_RULES)
		return _say_wrong(l, "too many rules: at most %d", TARIFF_RULES);
	l->rule = &t->rules[t->rule_cnt++];
	if (!_read_factor(l, word))
		return false;
	while ((word = strtok_r(NULL, blanks, &next)))
		if (!_read_condition(l, word))
			return false;
	return true;
}

static bool _read_lines(tariff_t *t, char *text, char *error, size_t size)
{
	for (unsigned int number = 1; text; number++) {
		char *line = strsep(&text, "\n");
		int head = snprintf(error, size, "line %u: ", number);
		line_t l = {
			.error = error + head,
			.error_size = size - (size_t) head,
		};

		line[strcspn(line, "#")] = '\0';
		if (!_read_rule(t, &l, line))
			return false;
	}
	error[0] = '\0';
	return true;
}

/* --- the week --- */

static bool _on_hours(const rule_t *r, unsigned int minute)
{
	if (!r->hours)
		return true;
	return (r->from < r->to) ? (minute >= r->from) && (minute < r->to) :
				   (minute >= r->from) || (minute < r->to);
}

/* IN minute - since Monday, 0:00 */
static uint32_t _rules_at(const tariff_t *t, unsigned int minute)
{
	uint32_t rules = 0;

	for (unsigned int i = 0; i < t->rule_cnt; i++) {
		const rule_t *r = &t->rules[i];
		unsigned int days = r->days ? r->days : ALL_DAYS;

		if ((t->timed & (UINT32_C(1) << i)) &&
		    (days & (1U << (minute / MINUTES_A_DAY))) &&
		    _on_hours(r, minute % MINUTES_A_DAY))
			rules |= UINT32_C(1) << i;
	}
	return rules;
}

static void _make_week(tariff_t *t)
{
	for (unsigned int i = 0; i < t->rule_cnt; i++)
		if (t->rules[i].days || t->rules[i].hours)
			t->timed |= UINT32_C(1) << i;
	for (unsigned int m = 0; m < MINUTES_A_WEEK; m++) {
		uint32_t rules = _rules_at(t, m);

		if (t->piece_cnt &&
		    (t->pieces[t->piece_cnt - 1].rules == rules))
			continue;
		t->pieces[t->piece_cnt++] = (piece_t) {
			(time_t) m * 60, rules
		};
	}
}

tariff_t *tariff_parse(const char *text, char *error, size_t error_size)
{
	tariff_t *t = memory_new(1, sizeof(*t));
	char *copy = text_dup(text);
	bool good = _read_lines(t, copy, error, error_size);

	free(copy);
	if (!good) {
		tariff_destroy(t);
		return NULL;
	}
	_make_week(t);
	if (t->timed)
		t->zone = zone_read();
	return t;
}

void tariff_destroy(tariff_t *tariff)
{
	for (unsigned int i = 0; tariff && (i < tariff->rule_cnt); i++) {
		free(tariff->rules[i].partitions);
		free(tariff->rules[i].features);
	}
	if (tariff)
		free(tariff->zone.list);
	free(tariff);
}

/* --- which rules --- */

static bool _is_within(const range_t *r, time_t value)
{
	return !r->given || ((value >= r->from) && (value < r->to));
}

/* Return true if the words of a text of features have one of the names. */
static bool _has_feature(const char *features, const char *names)
{
	static const char signs[] = "&|,*[]() ";
	text_name_t word;

	while (features && *features) {
		word.name = features + strspn(features, signs);
		word.len = strcspn(word.name, signs);
		if (word.len && text_lists_name(names, &word))
			return true;
		features = word.name + word.len;
	}
	return false;
}

uint32_t tariff_rules(const tariff_t *tariff, tariff_in_fn in, void *arg,
		      const char *features, time_t window)
{
	uint32_t rules = 0;

	for (unsigned int i = 0; i < tariff->rule_cnt; i++) {
		const rule_t *r = &tariff->rules[i];

		if ((!r->features || _has_feature(features, r->features)) &&
		    _is_within(&r->window, window) &&
		    (!r->partitions || in(arg, r->partitions, r->factor < 1)))
			rules |= UINT32_C(1) << i;
	}
	return rules;
}

/* --- prices --- */

static double _product(const tariff_t *t, uint32_t rules)
{
	double factor = 1;

	for (unsigned int i = 0; rules; i++, rules >>= 1)
		if (rules & 1)
			factor *= t->rules[i].factor;
	return factor;
}

/* Those of rules that match at a lead. */
static uint32_t _at_lead(const tariff_t *t, uint32_t rules, time_t lead)
{
	for (unsigned int i = 0; i < t->rule_cnt; i++)
		if (!_is_within(&t->rules[i].lead, garq_later(lead, 0)))
			rules &= ~(UINT32_C(1) << i);
	return rules;
}

/* The end of a piece, seconds since Monday. */
static time_t _piece_end(const tariff_t *t, size_t i)
{
	return (i + 1 < t->piece_cnt) ? t->pieces[i + 1].from : WEEK;
}

/* IN at - seconds since Monday; len - seconds, less than a week
 * IN factors - of each piece */
static double _paid_in_week(const tariff_t *t, const double *factors, time_t at,
			    time_t len)
{
	double paid = 0;
	size_t i = 0;

	while (_piece_end(t, i) <= at)
		i++;
	while (len > 0) {
		time_t part = garq_sooner(_piece_end(t, i) - at, len);

		paid += factors[i] * (double) part;
		len -= part;
		at = (at + part) % WEEK;
		i = (i + 1) % t->piece_cnt;
	}
	return paid;
}

/* IN t_s, t_e - of the same offset */
static double _paid_by_clock(const tariff_t *t, const double *factors,
			     time_t offset, time_t t_s, time_t t_e)
{
	time_t at = (t_s + offset + EPOCH_DAY * DAY) % WEEK, len = t_e - t_s;
	double weeks = (double) (len / WEEK);

	if (weeks > 0) {
		double week = 0;

		for (size_t i = 0; i < t->piece_cnt; i++)
			week += factors[i] * (double) (_piece_end(t, i) -
						       t->pieces[i].from);
		weeks *= week;
	}
	return weeks + _paid_in_week(t, factors, at, len % WEEK);
}

double tariff_paid(const tariff_t *tariff, uint32_t rules, time_t lead,
		   time_t t_s, time_t t_e)
{
	double factors[PIECES], paid = 0;
	uint32_t timed;

	rules = _at_lead(tariff, rules, lead);
	timed = rules & tariff->timed;
	if (!timed)
		return _product(tariff, rules) * (double) (t_e - t_s);
	for (size_t i = 0; i < tariff->piece_cnt; i++)
		factors[i] = _product(tariff, timed & tariff->pieces[i].rules);
	for (size_t i = zone_at(&tariff->zone, t_s); t_s < t_e; i++) {
		const struct zone_since *since = &tariff->zone.list[i];
		time_t end = (i + 1 < tariff->zone.cnt) ? since[1].from : t_e;

		end = garq_sooner(end, t_e);
		paid += _paid_by_clock(tariff, factors, since->offset, t_s,
				       end);
		t_s = end;
	}
	return _product(tariff, rules & ~timed) * paid;
}

time_t tariff_next_lead(const tariff_t *tariff, uint32_t rules, time_t lead)
{
	time_t next = GARQ_FOREVER;

	for (unsigned int i = 0; i < tariff->rule_cnt; i++) {
		const range_t *r = &tariff->rules[i].lead;

		if (!r->given || !(rules & (UINT32_C(1) << i)))
			continue;
		if (r->from > lead)
			next = garq_sooner(next, r->from);
		if (r->to > lead)
			next = garq_sooner(next, r->to);
	}
	return next;
}
