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

char *update_why(const booking_t *was, const booking_t *is)
{
	char window[WINDOW_SIZE], before[WINDOW_SIZE];
	char *text = NULL;

	if (!text_same(_window_text(is, window), _window_text(was, before)))
		_add_change(&text, "window", window, before);
	_add_text(&text, "users", is->users, was->users);
	_add_text(&text, "groups", is->groups, was->groups);
	_add_text(&text, "accounts", is->accounts, was->accounts);
	_add_text(&text, "licenses", is->licenses, was->licenses);
	_add_text(&text, "comment", is->comment, was->comment);
	return text;
}
