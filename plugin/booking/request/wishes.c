/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "plugin/booking/request/text.h"
#include "plugin/booking/request/wishes.h"

#define DAY_MINUTES (24 * 60)

/* Bytes of YYYY-MM-DD and what ends it; and of utsSECONDS. */
#define DATE_SIZE 11
#define START_SIZE 14

/* The longest text of a value, and of a list; a longer one is none. */
#define LIST_MAX (WISHES_DATES * START_SIZE)

/* --- values --- */

/* IN/OUT at - behind the digits. RET false: no digits, or above most */
static bool _read_number(const char **at, uint64_t most, uint64_t *ret)
{
	const char *digit = *at;
	uint64_t n = 0;

	for (; isdigit((unsigned char) *digit) && (n <= most); digit++)
		n = (n * 10) + (uint64_t) (*digit - '0');
	if ((digit == *at) || (n > most))
		return false;
	*at = digit;
	*ret = n;
	return true;
}

static bool _read_count(const char *value, uint32_t *ret)
{
	uint64_t n;

	if (!_read_number(&value, WISHES_NODES_MAX, &n) || *value || !n)
		return false;
	*ret = (uint32_t) n;
	return true;
}

/* Minutes in a unit of time: d, h or m, or none; 0: it is none of these. */
static uint32_t _minutes_in(const char **at)
{
	switch (tolower((unsigned char) **at)) {
	case 'd':
		(*at)++;
		return DAY_MINUTES;
	case 'h':
		(*at)++;
		return 60;
	case 'm':
		(*at)++;
		return 1;
	case '\0':
		return 1;
	default:
		return 0;
	}
}

static bool _read_minutes(const char *value, uint32_t *ret)
{
	uint64_t sum = 0, n;
	uint32_t unit;

	do {
		if (!_read_number(&value, WISHES_MINUTES_MAX, &n))
			return false;
		unit = _minutes_in(&value);
		if (!unit)
			return false;
		sum += n * unit;
	} while (*value && (sum <= WISHES_MINUTES_MAX));
	if (!sum || (sum > WISHES_MINUTES_MAX))
		return false;
	*ret = (uint32_t) sum;
	return true;
}

static bool _is_leap(uint32_t year)
{
	return !(year % 4) && ((year % 100) || !(year % 400));
}

/* Read YYYY-MM-DD, of this or the next century. IN/OUT at - behind it */
static bool _read_date(const char **at, uint32_t *ret)
{
	static const uint32_t days[] = {
		31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31
	};
	const char *text = *at;
	uint32_t part[3] = { 0 }, last;

	for (size_t i = 0; i < DATE_SIZE - 1; i++) {
		bool dash = (i == 4) || (i == 7);

		if (dash ? (text[i] != '-') : !isdigit((unsigned char) text[i]))
			return false;
		if (!dash)
			part[(i > 4) + (i > 7)] = part[(i > 4) + (i > 7)] * 10 +
						  (uint32_t) (text[i] - '0');
	}
	if ((part[0] < 2000) || (part[0] > 2105) || !part[1] || (part[1] > 12))
		return false;
	last = days[part[1] - 1] + ((part[1] == 2) && _is_leap(part[0]));
	*at = text + DATE_SIZE - 1;
	*ret = (part[0] * 100 + part[1]) * 100 + part[2];
	return part[2] && (part[2] <= last);
}

/* --- the words --- */

static bool _set_nodes(wishes_t *w, const char *value)
{
	return !w->least_cn && _read_count(value, &w->least_cn);
}

static bool _set_time(wishes_t *w, const char *value)
{
	return !w->least_minutes && _read_minutes(value, &w->least_minutes);
}

static bool _add_shape(wishes_t *w, const char *value)
{
	wished_shape_t *shape = &w->shapes[w->shape_cnt];
	uint64_t nodes;

	if ((w->shape_cnt == WISHES_SHAPES) ||
	    !_read_number(&value, WISHES_NODES_MAX, &nodes) || !nodes ||
	    (tolower((unsigned char) *value) != 'x') ||
	    !_read_minutes(value + 1, &shape->minutes))
		return false;
	shape->num_cn = (uint32_t) nodes;
	w->shape_cnt++;
	return true;
}

static bool _set_cost(wishes_t *w, const char *value)
{
	size_t len = strspn(value, "0123456789.");

	if (w->has_max_cost || !isdigit((unsigned char) value[0]) ||
	    value[len] || (strchr(value, '.') != strrchr(value, '.')))
		return false;
	w->has_max_cost = true;
	w->max_cost = strtod(value, NULL);
	return true;
}

static bool _set_prefer(wishes_t *w, const char *value)
{
	if (w->prefer_nodes || w->prefer_time)
		return false;
	w->prefer_nodes = !strcasecmp(value, "nodes");
	w->prefer_time = !strcasecmp(value, "time");
	return w->prefer_nodes || w->prefer_time;
}

static bool _set_grow(wishes_t *w, const char *value)
{
	bool given = w->grow;

	w->grow = !strcasecmp(value, "yes");
	return w->grow && !given;
}

static bool _set_switches(wishes_t *w, const char *value)
{
	return !w->switches && _read_count(value, &w->switches);
}

static const char *const place_words[] = {
	[PLACE_EARLIEST] = "earliest", [PLACE_TIGHT] = "tight",
};

place_wish_t place_wish(const char *text)
{
	for (place_wish_t i = PLACE_EARLIEST; i <= PLACE_TIGHT; i++)
		if (!strcasecmp(text, place_words[i]))
			return i;
	return PLACE_BY_SITE;
}

const char *place_word(place_wish_t place)
{
	return place_words[place];
}

static bool _set_place(wishes_t *w, const char *value)
{
	if (w->place)
		return false;
	w->place = place_wish(value);
	return w->place;
}

static bool _set_tasks(wishes_t *w, const char *value)
{
	return !w->tasks && _read_count(value, &w->tasks);
}

static const char *const standby_words[] = {
	[STANDBY_BOOK] = "book", [STANDBY_OFFER] = "offer",
	[STANDBY_ASK] = "ask",
};

standby_t standby_mode(const char *text)
{
	for (standby_t i = STANDBY_BOOK; text && (i <= STANDBY_ASK); i++)
		if (!strcasecmp(text, standby_words[i]))
			return i;
	return STANDBY_NO;
}

const char *standby_word(standby_t mode)
{
	return standby_words[mode];
}

static bool _set_standby(wishes_t *w, const char *value)
{
	if (w->standby)
		return false;
	w->standby = standby_mode(value);
	return w->standby;
}

/* IN/OUT value - behind the date, or the start */
static bool _add_also(wishes_t *w, const char **value)
{
	uint32_t i = w->also_cnt++;
	uint64_t start;

	if (strncasecmp(*value, "uts", 3))
		return _read_date(value, &w->also[i].date);
	*value += 3;
	if (!_read_number(value, UINT32_MAX - 1, &start) || !start)
		return false;
	w->also[i].start = (uint32_t) start;
	return true;
}

static bool _set_also(wishes_t *w, const char *value)
{
	if (w->also_cnt)
		return false;
	do {
		value += (w->also_cnt > 0);
		if ((w->also_cnt == WISHES_DATES) || !_add_also(w, &value))
			return false;
	} while (*value == ',');
	return !*value;
}

bool wishes_set_name(wishes_t *w, const char *name)
{
	size_t len = strlen(name);

	if (!len || (len > WISHES_NAME) || strchr(name, ':'))
		return false;
	memcpy(w->name, name, len + 1);
	return true;
}

static bool _set_name(wishes_t *w, const char *value)
{
	return !w->name[0] && wishes_set_name(w, value);
}

static bool _set_offer(wishes_t *w, const char *value)
{
	if (w->offer)
		return false;
	w->offer = !strcasecmp(value, "one") ? OFFER_ONE :
		   !strcasecmp(value, "all") ? OFFER_ALL : OFFER_NO;
	return w->offer;
}

static bool _set_consent(wishes_t *w, const char *value)
{
	if (w->consent)
		return false;
	w->consent = !strcasecmp(value, "yes") ? CONSENT_YES :
		     !strcasecmp(value, "no") ? CONSENT_NO : CONSENT_NONE;
	return w->consent;
}

static bool _set_plan(wishes_t *w, const char *value)
{
	if (w->plan)
		return false;
	if (!strcasecmp(value, "show"))
		w->plan = PLAN_SHOW;
	else if (!strcasecmp(value, "lines"))
		w->plan = PLAN_LINES;
	else if ((strlen(value) == WISHES_TOKEN) &&
		 (strspn(value, "0123456789abcdefABCDEF") == WISHES_TOKEN))
		w->plan = PLAN_ONLY;
	for (size_t i = 0; (w->plan == PLAN_ONLY) && (i < WISHES_TOKEN); i++)
		w->token[i] = (char) tolower((unsigned char) value[i]);
	return w->plan;
}

typedef struct {
	const char *word;	/* with its ":" */
	/* RET false: the value makes no sense, or was given before */
	bool (*set)(wishes_t *w, const char *value);
	const char *usage;
} word_t;

static const word_t words[] = {
	{ "min-nodes:", _set_nodes,
	  "min-nodes:N:NAME, once, where N is the least number of nodes" },
	{ "min-time:", _set_time,
	  "min-time:TIME:NAME, once, where TIME is minutes, or 90m, 2h, 1d12h" },
	{ "or:", _add_shape,
	  "or:NxTIME:NAME, at most 8 times, as in or:2x4h:NAME for 2 nodes for 4 hours" },
	{ "max-cost:", _set_cost,
	  "max-cost:COST:NAME, once, as in max-cost:90.50:NAME" },
	{ "prefer:", _set_prefer,
	  "prefer:time:NAME or prefer:nodes:NAME, once" },
	{ "grow:", _set_grow, "grow:yes:NAME, once" },
	{ "switches:", _set_switches,
	  "switches:N:NAME, once, where N is the greatest number of leaf switches" },
	{ "place:", _set_place, "place:earliest:NAME or place:tight:NAME, once" },
	{ "tasks:", _set_tasks,
	  "tasks:N:NAME, once, where N is the number of tasks that CoreCnt is for" },
	{ "standby:", _set_standby,
	  "standby:book:NAME, standby:offer:NAME or standby:ask:NAME, once" },
	{ "ask:", _set_consent,
	  "ask:yes:NAME or ask:no:NAME in an update of the booking that is asked to give way, once" },
	{ "also:", _set_also,
	  "also:DATE,DATE,...:NAME, once, with at most 63 dates as in also:2026-12-14,2026-12-21:NAME" },
	{ "name:", _set_name,
	  "name:NEW:NAME, once, with at most 63 bytes of NEW" },
	{ "offer:", _set_offer,
	  "offer:one:NAME, or offer:all:NAME in a deletion, once" },
	{ "plan:", _set_plan,
	  "plan:show:NAME, or plan:TOKEN:NAME with the token of a plan that was shown, once" },
};

/* RET the wish with which a name begins; NULL: none */
static const word_t *_word_of(const char *name)
{
	for (size_t i = 0; name && (i < sizeof(words) / sizeof(words[0])); i++)
		if (!strncasecmp(name, words[i].word, strlen(words[i].word)))
			return &words[i];
	return NULL;
}

bool wishes_in_front(const char *name)
{
	return _word_of(name) != NULL;
}

/* RET the part of name behind the wish word, with which it begins */
static const char *_behind(const word_t *word, const char *name)
{
	name += strlen(word->word);
	name += strcspn(name, ":");
	return name + (*name == ':');
}

const char *wishes_behind(const char *name)
{
	const word_t *word;

	while ((word = _word_of(name)))
		name = _behind(word, name);
	return name;
}

/* Read one wish. IN/OUT name - behind it. RET false: it makes no sense */
static bool _read_wish(const word_t *word, const char **name, wishes_t *w)
{
	const char *at = *name + strlen(word->word);
	size_t len = strcspn(at, ":");
	char value[LIST_MAX + 1];

	if ((len > LIST_MAX) || !at[len])
		return false;
	memcpy(value, at, len);
	value[len] = '\0';
	*name = at + len + 1;
	return word->set(w, value);
}

bool wishes_read(const char *name, const char **ret_name, wishes_t *ret,
		 char **ret_text)
{
	const word_t *word;
	wishes_t w = { .least_cn = 0 };

	while ((word = _word_of(name)))
		if (!_read_wish(word, &name, &w))
			return text_refuse(ret_text, false, "write %s",
					   word->usage);
	if (name && !name[0] && wishes_about(&w))
		return text_refuse(ret_text, false,
			"the name of the reservation is missing behind its wishes");
	*ret_name = name;
	*ret = w;
	return true;
}

static void _add_date(char **text, const wishes_t *w, uint32_t i)
{
	uint32_t date = w->also[i].date;

	text_add(text, "%s", i ? "," : "also:");
	if (date)
		text_add(text, "%04"PRIu32"-%02"PRIu32"-%02"PRIu32,
			 date / 10000, date / 100 % 100, date % 100);
	else
		text_add(text, "uts%"PRIu32, w->also[i].start);
	text_add(text, "%s", (i + 1 < w->also_cnt) ? "" : ":");
}

char *wishes_text(const wishes_t *w)
{
	char *text = text_dup("");

	if (w->least_cn)
		text_add(&text, "min-nodes:%"PRIu32":", w->least_cn);
	if (w->least_minutes)
		text_add(&text, "min-time:%"PRIu32":", w->least_minutes);
	for (uint32_t i = 0; i < w->shape_cnt; i++)
		text_add(&text, "or:%"PRIu32"x%"PRIu32":", w->shapes[i].num_cn,
			 w->shapes[i].minutes);
	if (w->has_max_cost)
		text_add(&text, "max-cost:%.6f:", w->max_cost);
	if (w->prefer_nodes)
		text_add(&text, "prefer:nodes:");
	if (w->prefer_time)
		text_add(&text, "prefer:time:");
	if (w->grow)
		text_add(&text, "grow:yes:");
	if (w->switches)
		text_add(&text, "switches:%"PRIu32":", w->switches);
	if (w->place)
		text_add(&text, "place:%s:", place_word(w->place));
	if (w->tasks)
		text_add(&text, "tasks:%"PRIu32":", w->tasks);
	if (w->standby)
		text_add(&text, "standby:%s:", standby_words[w->standby]);
	for (uint32_t i = 0; i < w->also_cnt; i++)
		_add_date(&text, w, i);
	if (w->name[0])
		text_add(&text, "name:%s:", w->name);
	if (w->offer)
		text_add(&text, "offer:%s:",
			 (w->offer == OFFER_ONE) ? "one" : "all");
	if (w->consent)
		text_add(&text, "ask:%s:",
			 (w->consent == CONSENT_YES) ? "yes" : "no");
	if (w->plan == PLAN_ONLY)
		text_add(&text, "plan:%s:", w->token);
	else if (w->plan)
		text_add(&text, "plan:%s:",
			 (w->plan == PLAN_SHOW) ? "show" : "lines");
	return text;
}
