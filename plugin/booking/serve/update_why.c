/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdio.h>
#include <stdlib.h>

#include "plugin/booking/request/text.h"
#include "plugin/booking/serve/update_why.h"

#define WINDOW_SIZE (2 * TEXT_TIME + sizeof(" from "))

/* RET buf: the window, or "none" */
static const char *_window_text(const booking_t *b, char buf[WINDOW_SIZE])
{
	char length[TEXT_TIME], from[TEXT_TIME];

	if (b->t_lsr > b->t_esr)
		snprintf(buf, WINDOW_SIZE, "%s from %s",
			 text_duration(b->t_lsr - b->t_esr, length),
			 text_time(b->t_esr, from));
	else
		snprintf(buf, WINDOW_SIZE, "none");
	return buf;
}

static const char *_shown_word(const char *text, char buf[TEXT_SHOWN])
{
	return text && text[0] ? text_printable(text, buf) : "none";
}

static void _add_change(char **text, const char *what, const char *is,
			const char *was)
{
	text_add(text, "%s%s %s, was %s", *text ? "; " : "", what, is, was);
}

static void _add_text(char **text, const char *what, const char *is,
		      const char *was)
{
	char shown[TEXT_SHOWN], before[TEXT_SHOWN];

	if (!text_same(is ? is : "", was ? was : ""))
		_add_change(text, what, _shown_word(is, shown),
			    _shown_word(was, before));
}

/* RET buf: the nodes of an elastic booking, or "none" */
static const char *_nodes_text(const booking_t *b, char buf[WINDOW_SIZE])
{
	if (b->least_cn || b->most_cn)
		snprintf(buf, WINDOW_SIZE, "%u-%u",
			 b->least_cn ? b->least_cn : b->num_cn,
			 b->most_cn ? b->most_cn : b->num_cn);
	else
		snprintf(buf, WINDOW_SIZE, "none");
	return buf;
}

/* RET buf: the lengths of an elastic booking, or "none" */
static const char *_lengths_text(const booking_t *b, char buf[WINDOW_SIZE])
{
	char least[TEXT_TIME], most[TEXT_TIME];
	time_t has = b->end - b->start;

	if (b->least_minutes || b->most_minutes)
		snprintf(buf, WINDOW_SIZE, "%s-%s",
			 text_duration(b->least_minutes ?
				(time_t) b->least_minutes * 60 : has, least),
			 text_duration(b->most_minutes ?
				(time_t) b->most_minutes * 60 : has, most));
	else
		snprintf(buf, WINDOW_SIZE, "none");
	return buf;
}

static const char *_switches_text(const booking_t *b, char buf[WINDOW_SIZE])
{
	snprintf(buf, WINDOW_SIZE, b->switches ? "%u" : "any", b->switches);
	return buf;
}

static const char *_place_text(const booking_t *b, char buf[WINDOW_SIZE])
{
	snprintf(buf, WINDOW_SIZE, b->tight ? "tight" : "earliest");
	return buf;
}

static char *_flags_text(office_t *office, const booking_t *b)
{
	return office->host->users->flag_names(office,
					       b->flags & ~BOOKING_PINNED);
}

static void _add_flags(office_t *office, char **text, const booking_t *is,
		       const booking_t *was)
{
	char *now, *before;

	if (is->flags == was->flags)
		return;
	now = _flags_text(office, is);
	before = _flags_text(office, was);
	_add_text(text, "flags", now, before);
	free(now);
	free(before);
}

char *update_why(office_t *office, const booking_t *was, const booking_t *is)
{
	static const struct {
		const char *what;
		const char *(*text)(const booking_t *b, char buf[WINDOW_SIZE]);
	} values[] = {
		{ "window", _window_text },
		{ "range of nodes", _nodes_text },
		{ "range of lengths", _lengths_text },
		{ "switches", _switches_text },
		{ "place", _place_text },
	};
	char now[WINDOW_SIZE], before[WINDOW_SIZE];
	char *text = NULL;

	for (size_t i = 0; i < sizeof(values) / sizeof(*values); i++)
		if (!text_same(values[i].text(is, now),
			       values[i].text(was, before)))
			_add_change(&text, values[i].what, now, before);
	_add_text(&text, "partition", is->partition, was->partition);
	_add_text(&text, "features", is->features, was->features);
	_add_text(&text, "users", is->users, was->users);
	_add_text(&text, "groups", is->groups, was->groups);
	_add_text(&text, "accounts", is->accounts, was->accounts);
	_add_text(&text, "licenses", is->licenses, was->licenses);
	_add_text(&text, "comment", is->comment, was->comment);
	_add_flags(office, &text, is, was);
	return text;
}
