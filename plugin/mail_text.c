/* SPDX-License-Identifier: GPL-2.0-or-later */
/* mail_text.c - see mail_text.h */

#include <ctype.h>

#include "plugin/booking/request/text.h"
#include "plugin/mail_text.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

#define SUBJECT 250	/* bytes of each part of a subject; the body has all */

/* The words of events; others are told by their verbs. */
static const struct {
	const char *verb, *words;
} events[] = {
	{ "create", "booked" },
	{ LEDGER_EVENT_STANDBY, "booked, as there is room for it now" },
	{ LEDGER_EVENT_CLOSED, "ended" },
	{ LEDGER_EVENT_MOVED, "" },
	{ LEDGER_EVENT_CHANGED, "changed in Slurm" },
	{ "update", "changed" },
	{ "rename", "has this name now" },
	{ "degraded", "it lacks nodes" },
	{ "mended", "it has all of its nodes again" },
	{ "part", "Slurm can make only a part of it" },
	{ "stand-in", "it can't be used at the moment" },
	{ "restored", "it can be used as booked again" },
	{ "begins", "it begins soon" },
	{ "unused", "no job has run in it" },
	{ LEDGER_EVENT_OFFERED, "there is room for it now" },
	{ LEDGER_EVENT_STOOD, "it stands by no more" },
	{ LEDGER_EVENT_OFFERS_END, "its offers end soon" },
};

static const char *_words_of(const char *verb)
{
	for (size_t i = 0; i < COUNT(events); i++)
		if (!strcmp(events[i].verb, verb))
			return events[i].words;
	return verb;
}

/* A mail has no control characters, whatever a name has. */
static char *_clean_text(char *text)
{
	for (char *at = text; at && *at; at++)
		if (iscntrl((unsigned char) *at))
			*at = '?';
	return text;
}

static void _add_part(char **text, const char *part)
{
	text_add(text, "%s%s", text_same(*text, "") ? "" : "; ", part);
}

/* IN was - 0: there was none. Nothing is added where both are the same */
static void _add_time(char **text, const char *what, time_t is, time_t was)
{
	char now[TEXT_TIME], before[TEXT_TIME], *part;

	if (!is || (is == was))
		return;
	part = was ? text_printf("%s %s, not %s", what, text_time(is, now),
				 text_time(was, before)) :
		     text_printf("%s %s", what, text_time(is, now));
	_add_part(text, part);
	free(part);
}

static void _add_nodes(char **text, const ledger_event_t *e)
{
	char *part;

	if (!e->nodes || !e->nodes[0])
		return;
	part = (e->old_nodes && e->old_nodes[0]) ?
	       text_printf("on %s, not %s", e->nodes, e->old_nodes) :
	       text_printf("on %s", e->nodes);
	_add_part(text, part);
	free(part);
}

/* Its reason names nobody. */
static bool _is_reminder(const ledger_event_t *e)
{
	static const char *const verbs[] = {
		"begins", "unused", LEDGER_EVENT_OFFERED, LEDGER_EVENT_STOOD,
		LEDGER_EVENT_OFFERS_END,
	};

	for (size_t i = 0; i < COUNT(verbs); i++)
		if (!strcmp(e->verb, verbs[i]))
			return true;
	return false;
}

char *mail_text_event(const ledger_event_t *e, bool private)
{
	bool closed = !strcmp(e->verb, LEDGER_EVENT_CLOSED);
	bool native = closed && e->why &&
		      text_begins(e->why, LEDGER_WHY_NATIVE);
	char *text = text_dup(native ? "no booking of sched/garq any more" :
				       _words_of(e->verb));

	_add_time(&text, "starts", e->start, e->old_start);
	_add_time(&text, "ends", e->end, e->old_end);
	_add_nodes(&text, e);
	if (e->why && e->why[0] && (!private || closed || _is_reminder(e)))
		text_add(&text, " (%s)", e->why);
	return _clean_text(text);
}

char *mail_text_subject(const mail_line_t *lines, size_t cnt)
{
	for (size_t i = 1; i < cnt; i++)
		if (strcmp(lines[i].name, lines[0].name))
			return text_printf("Slurm: %zu changes of your reservations",
					   cnt);
	if (cnt > 1)
		return _clean_text(text_printf(
			"Slurm: %zu changes of reservation %.*s", cnt,
			SUBJECT, lines[0].name));
	return _clean_text(text_printf("Slurm: reservation %.*s: %.*s",
				       SUBJECT, lines[0].name, SUBJECT,
				       lines[0].what));
}

char *mail_text_body(const mail_line_t *lines, size_t cnt, const char *cluster,
		     size_t most)
{
	char *text = text_printf("Your reservations%s%s have changed:\n\n",
				 cluster ? " on " : "", cluster ? cluster : "");
	char time[TEXT_TIME], *line;

	for (size_t i = 0; (i < cnt) && (i < most); i++) {
		line = _clean_text(text_printf(
			"%s  %s: %s%s%s", text_time(lines[i].time, time),
			lines[i].name, lines[i].what,
			lines[i].by ? ", by " : "",
			lines[i].by ? lines[i].by : ""));
		text_add(&text, "%s\n", line);
		free(line);
	}
	if (cnt > most)
		text_add(&text, "... and %zu more\n", cnt - most);
	text_add(&text, "\nsresv log NAME shows what happened to a reservation, sresv show NAME what is booked.\n");
	return text;
}
