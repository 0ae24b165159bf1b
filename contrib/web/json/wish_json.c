/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "contrib/sresv/ctl/gpus.h"
#include "contrib/sresv/text/when.h"
#include "contrib/web/json/wish_json.h"
#include "plugin/booking/request/name.h"
#include "plugin/booking/request/text.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define F(form) (1u << (form))
#define WISHES (F(WISH_BOOK) | F(WISH_HOLD))
#define CHANGES (WISHES | F(WISH_CHANGE))
#define ALL (CHANGES | F(WISH_PART))
#define HOLD_MIN 10		/* seconds */
#define COST_MAX 1e15		/* as precise as a double of six decimals */

typedef struct {
	json_t *body;
	time_t now;
	wish_t wish;
	int64_t hold;
} reading_t;

/* RET NULL, or a text for free() */
typedef char *(*read_fn)(reading_t *to, const char *key, json_t *value,
			 size_t at);

/* --- values ---------------------------------------------------------------------- */

/* Is it a text without control characters, and not empty? */
static bool _is_word(const json_t *value)
{
	const char *text = json_string_value(value);

	if (!text || !text[0] || (strlen(text) != json_string_length(value)))
		return false;
	for (; *text; text++)
		if (((unsigned char) *text < ' ') || (*text == 0x7f))
			return false;
	return true;
}

static char *_any_text(reading_t *to, const char *key, json_t *value, size_t at)
{
	if (!json_is_string(value))
		return text_printf("%s: it is no text", key);
	*(const char **) ((char *) &to->wish + at) = json_string_value(value);
	return NULL;
}

static char *_text(reading_t *to, const char *key, json_t *value, size_t at)
{
	return _is_word(value) ?
		_any_text(to, key, value, at) :
		text_printf("%s: it is no text, or it is empty", key);
}

/* Put a string with commas in the place of an array. RET false: not possible */
static bool _join(reading_t *to, const char *key, json_t *list)
{
	char *all = strdup("");
	json_t *word;
	size_t i;

	json_array_foreach(list, i, word) {
		char *more = NULL;

		if (!all || !_is_word(word) ||
		    strchr(json_string_value(word), ',') ||
		    (asprintf(&more, "%s%s%s", all, i ? "," : "",
			      json_string_value(word)) < 0)) {
			free(all);
			return false;
		}
		free(all);
		all = more;
	}
	i = all ? strlen(all) : 0;
	if (i)
		json_object_set_new(to->body, key, json_string(all));
	free(all);
	return i;
}

static char *_names(reading_t *to, const char *key, json_t *value, size_t at)
{
	if (json_is_array(value) && !_join(to, key, value))
		return text_printf("%s: it is no list of names", key);
	return _text(to, key, json_object_get(to->body, key), at);
}

static char *_number(const char *key, const json_t *value, int64_t least,
		     int64_t most, int64_t *ret)
{
	json_int_t n = json_integer_value(value);

	if (json_is_string(value))
		return text_printf("%s: it is a text: write the number without quotation marks", key);
	if (!json_is_integer(value) || (n < least) || (n > most))
		return text_printf("%s: it is no whole number from %lld to %lld", key,
			    (long long) least, (long long) most);
	*ret = n;
	return NULL;
}

static char *_nodes(reading_t *to, const char *key, json_t *value, size_t at)
{
	return _number(key, value, 1, UINT32_MAX - 16,
		       (int64_t *) ((char *) &to->wish + at));
}

static char *_gpus(reading_t *to, const char *key, json_t *value, size_t at)
{
	char *why = _text(to, key, value, at);
	const char *text = *(const char **) ((char *) &to->wish + at);

	if (!why && text && gpus_objection(text))
		why = text_printf("%s: %s", key, gpus_objection(text));
	return why;
}

/* Read the size that a booking gives back: an object with one key. */
static char *_give(reading_t *to, const char *key, json_t *value, size_t at)
{
	static const struct {
		const char *key;
		read_fn read;
		size_t at;
	} sizes[] = {
		{ "nodes", _nodes, offsetof(wish_t, nodes) },
		{ "cores", _nodes, offsetof(wish_t, cores) },
		{ "gpus", _gpus, offsetof(wish_t, gpus) },
	};

	(void) at;
	to->wish.gives = true;
	for (size_t i = 0; i < COUNT(sizes); i++)
		if (json_object_get(to->body, sizes[i].key))
			return text_printf("%s: %s is what stays: ask for one of them",
					   key, sizes[i].key);
	for (size_t i = 0; i < COUNT(sizes); i++) {
		json_t *size = json_object_get(value, sizes[i].key);

		if (size && (json_object_size(value) == 1))
			return sizes[i].read(to, sizes[i].key, size,
					     sizes[i].at);
	}
	return text_printf("%s: it is no object with nodes, cores or gpus alone",
			   key);
}

static char *_time(reading_t *to, const char *key, json_t *value, size_t at)
{
	time_t *ret = (time_t *) ((char *) &to->wish + at);
	char *why;
	int64_t n = 0;

	if (json_is_string(value)) {
		if (_is_word(value) &&
		    when_time(json_string_value(value), to->now, ret))
			return NULL;
		return text_printf("%s: it is no time, such as now+2h, 10:00, tomorrow, 2027-01-31T10:00 or 2027-01-31T10:00:00+01:00",
			    key);
	}
	if (!(why = _number(key, value, 0, UINT32_MAX, &n)))
		*ret = (time_t) n;
	return why;
}

static char *_length(reading_t *to, const char *key, json_t *value, size_t at)
{
	int64_t *ret = (int64_t *) ((char *) &to->wish + at);

	if (json_is_string(value)) {
		if (_is_word(value) &&
		    when_length(json_string_value(value), ret) && *ret)
			return NULL;
		if (when_too_long(json_string_value(value)))
			return text_printf("%s: it is longer than %d days", key,
					   (int) (WHEN_LENGTH_MAX / 86400));
		return text_printf("%s: it is no length of time, such as 90m, 2h or 1-12:00:00",
			    key);
	}
	return _number(key, value, 1, WHEN_LENGTH_MAX, ret);
}

static char *_delay(reading_t *to, const char *key, json_t *value, size_t at)
{
	(void) at;
	return _number(key, value, 0, UINT32_MAX - 16, &to->wish.delay);
}

static char *_hold(reading_t *to, const char *key, json_t *value, size_t at)
{
	(void) at;
	return _number(key, value, HOLD_MIN, UINT32_MAX, &to->hold);
}

static char *_min_nodes(reading_t *to, const char *key, json_t *value,
			size_t at)
{
	int64_t n = 0;
	char *why = _number(key, value, 1, WISHES_NODES_MAX, &n);

	(void) at;
	to->wish.wishes.least_cn = (uint32_t) n;
	return why;
}

/* OUT ret - in a reading_t */
static char *_minutes(reading_t *to, const char *key, json_t *value,
		      uint32_t *ret)
{
	reading_t other = { .now = to->now };
	char *why = _length(&other, key, value, offsetof(wish_t, duration));
	int64_t seconds = other.wish.duration;

	if (!why && (seconds == WHEN_FOREVER))
		return text_printf("%s: it has no end", key);
	if (!why)
		*ret = (uint32_t) ((seconds + 59) / 60);
	return why;
}

static char *_min_duration(reading_t *to, const char *key, json_t *value,
			   size_t at)
{
	(void) at;
	return _minutes(to, key, value, &to->wish.wishes.least_minutes);
}

static char *_shape(reading_t *to, const char *key, json_t *value)
{
	wishes_t *w = &to->wish.wishes;
	wished_shape_t *shape = &w->shapes[w->shape_cnt];
	int64_t nodes = 0;
	char *why;

	if ((w->shape_cnt == WISHES_SHAPES) || (json_object_size(value) != 2))
		return text_printf("%s: it is no list of at most %d objects with nodes and duration",
			    key, WISHES_SHAPES);
	why = _number("shapes.nodes", json_object_get(value, "nodes"), 1,
		      WISHES_NODES_MAX, &nodes);
	if (!why)
		why = _minutes(to, "shapes.duration",
			       json_object_get(value, "duration"),
			       &shape->minutes);
	shape->num_cn = (uint32_t) nodes;
	w->shape_cnt++;
	return why;
}

static char *_shapes(reading_t *to, const char *key, json_t *value, size_t at)
{
	char *why = NULL;
	json_t *one;
	size_t i;

	(void) at;
	if (!json_is_array(value))
		return text_printf("%s: it is no list", key);
	json_array_foreach(value, i, one)
		if ((why = _shape(to, key, one)))
			return why;
	return NULL;
}

static char *_max_cost(reading_t *to, const char *key, json_t *value, size_t at)
{
	double cost = json_number_value(value);

	(void) at;
	if (!json_is_number(value) || (cost < 0) || (cost > COST_MAX))
		return text_printf("%s: it is no number from 0 to %.0f", key, COST_MAX);
	to->wish.wishes.has_max_cost = true;
	to->wish.wishes.max_cost = cost;
	return NULL;
}

/* RET true if it is this word */
static bool _is(const json_t *value, const char *word)
{
	return _is_word(value) && !strcmp(json_string_value(value), word);
}

static char *_prefer(reading_t *to, const char *key, json_t *value, size_t at)
{
	wishes_t *w = &to->wish.wishes;

	(void) at;
	w->prefer_time = _is(value, "time");
	w->prefer_nodes = _is(value, "nodes");
	return (w->prefer_time || w->prefer_nodes) ? NULL :
		text_printf("%s: it is neither time nor nodes", key);
}

static char *_grow(reading_t *to, const char *key, json_t *value, size_t at)
{
	(void) at;
	to->wish.wishes.grow = json_is_true(value);
	return json_is_boolean(value) ? NULL :
		text_printf("%s: it is neither true nor false", key);
}

static char *_place(reading_t *to, const char *key, json_t *value, size_t at)
{
	place_wish_t *place = &to->wish.wishes.place;

	(void) at;
	*place = _is_word(value) ? place_wish(json_string_value(value)) :
				   PLACE_BY_SITE;
	return *place ? NULL :
		text_printf("%s: it is neither earliest nor tight", key);
}

static char *_switches(reading_t *to, const char *key, json_t *value, size_t at)
{
	int64_t n = 0;
	char *why = _number(key, value, 1, WISHES_NODES_MAX, &n);

	(void) at;
	to->wish.wishes.switches = (uint32_t) n;
	return why;
}

static char *_tasks(reading_t *to, const char *key, json_t *value, size_t at)
{
	int64_t n = 0;
	char *why = _number(key, value, 1, WISHES_NODES_MAX, &n);

	(void) at;
	to->wish.wishes.tasks = (uint32_t) n;
	return why;
}

static char *_standby(reading_t *to, const char *key, json_t *value, size_t at)
{
	(void) at;
	to->wish.wishes.standby = _is_word(value) ?
		standby_mode(json_string_value(value)) : STANDBY_NO;
	return to->wish.wishes.standby ? NULL :
		text_printf("%s: it is neither book, offer nor ask", key);
}

static char *_agree(reading_t *to, const char *key, json_t *value, size_t at)
{
	(void) at;
	to->wish.wishes.consent = json_is_true(value) ? CONSENT_YES :
							CONSENT_NO;
	return json_is_boolean(value) ? NULL :
		text_printf("%s: it is neither true nor false", key);
}

static char *_new_name(reading_t *to, const char *key, json_t *value, size_t at)
{
	(void) at;
	if (_is_word(value) &&
	    wishes_set_name(&to->wish.wishes, json_string_value(value)))
		return NULL;
	return text_printf("%s: it is empty, has a \":\", or more than %d bytes",
			   key, WISHES_NAME);
}

static char *_plan(reading_t *to, const char *key, json_t *value, size_t at)
{
	wishes_t *w = &to->wish.wishes;
	const char *text = _is_word(value) ? json_string_value(value) : "";

	(void) at;
	if (!strcmp(text, "show")) {
		w->plan = PLAN_LINES;
		return NULL;
	}
	if ((strlen(text) != WISHES_TOKEN) ||
	    (strspn(text, "0123456789abcdef") != WISHES_TOKEN))
		return text_printf("%s: it is neither show nor the token of a plan",
			    key);
	w->plan = PLAN_ONLY;
	memcpy(w->token, text, WISHES_TOKEN + 1);
	return NULL;
}

/* --- objects ----------------------------------------------------------------------- */

#define AT(field) offsetof(wish_t, field)

static const struct {
	const char *key;
	unsigned int forms;
	read_fn read;
	size_t at;
} keys[] = {
	{ "name", WISHES, _text, AT(name) },
	{ "name", F(WISH_CHANGE), _new_name, 0 },
	{ "start", ALL, _time, AT(start) },
	{ "end", ALL, _time, AT(end) },
	{ "duration", ALL, _length, AT(duration) },
	{ "delay", CHANGES, _delay, AT(delay) },
	{ "nodes", ALL, _nodes, AT(nodes) },
	{ "cores", F(WISH_BOOK) | F(WISH_CHANGE), _nodes, AT(cores) },
	{ "gpus", F(WISH_BOOK) | F(WISH_CHANGE), _gpus, AT(gpus) },
	{ "give", F(WISH_CHANGE), _give, 0 },
	{ "node_list", CHANGES, _text, AT(nodelist) },
	{ "partition", CHANGES, _text, AT(partition) },
	{ "features", CHANGES, _text, AT(features) },
	{ "licenses", CHANGES, _text, AT(licenses) },
	{ "users", ALL, _names, AT(users) },
	{ "groups", ALL, _names, AT(groups) },
	{ "accounts", ALL, _names, AT(accounts) },
	{ "comment", F(WISH_BOOK) | F(WISH_CHANGE), _any_text, AT(comment) },
	{ "seconds", F(WISH_HOLD), _hold, 0 },
	{ "min_nodes", F(WISH_BOOK), _min_nodes, 0 },
	{ "min_duration", F(WISH_BOOK), _min_duration, 0 },
	{ "shapes", F(WISH_BOOK), _shapes, 0 },
	{ "max_cost", F(WISH_BOOK), _max_cost, 0 },
	{ "prefer", F(WISH_BOOK), _prefer, 0 },
	{ "grow", F(WISH_BOOK), _grow, 0 },
	{ "switches", F(WISH_BOOK) | F(WISH_CHANGE), _switches, 0 },
	{ "place", F(WISH_BOOK) | F(WISH_CHANGE), _place, 0 },
	{ "tasks", F(WISH_BOOK), _tasks, 0 },
	{ "standby", F(WISH_BOOK), _standby, 0 },
	{ "agree", F(WISH_CHANGE), _agree, 0 },
	{ "every", F(WISH_BOOK), _text, AT(every) },
	{ "except", F(WISH_BOOK), _names, AT(except) },
	{ "plan", F(WISH_BOOK) | F(WISH_CHANGE) | F(WISH_PART) | F(WISH_DROP),
	  _plan, 0 },
};

bool wish_json_is_question(const char *name)
{
	return (name_form(name, true) > NAME_WORDS) || wishes_in_front(name);
}

static char *_read_key(reading_t *to, wish_form_t form, const char *key)
{
	for (size_t i = 0; i < COUNT(keys); i++)
		if (!strcmp(keys[i].key, key) && (keys[i].forms & F(form)))
			return keys[i].read(to, key,
					    json_object_get(to->body, key),
					    keys[i].at);
	return text_printf("%.40s: there is no such key here", key);
}

static char *_check(const reading_t *to, wish_form_t form)
{
	if ((form == WISH_CHANGE) && !json_object_size(to->body))
		return text_printf("nothing is to be changed");
	if (to->wish.name && wish_json_is_question(to->wish.name))
		return text_printf("name: reservations have no such name: it asks sched/garq");
	if ((form == WISH_HOLD) && (!to->wish.name || (to->hold < 0)))
		return text_printf("a hold needs a name and seconds");
	if (((form == WISH_BOOK) || (form == WISH_HOLD)) &&
	    (to->wish.end >= 0) && (to->wish.duration >= 0) &&
	    (to->wish.delay >= 0))
		return text_printf("end, duration and delay are one too many: end is where the window ends");
	return NULL;
}

char *wish_json_read(json_t *body, wish_form_t form, time_t now, wish_t *ret,
		     int64_t *ret_hold)
{
	reading_t to = { .body = body, .now = now, .wish = WISH_NONE,
			 .hold = -1 };
	char *why = NULL;

	/* replacing the value of a key does not disturb the iteration */
	for (void *at = json_object_iter(body); !why && at;
	     at = json_object_iter_next(body, at))
		why = _read_key(&to, form, json_object_iter_key(at));
	if (!why)
		why = _check(&to, form);
	*ret = to.wish;
	if (ret_hold)
		*ret_hold = to.hold;
	return why;
}
