/* SPDX-License-Identifier: GPL-2.0-or-later */
/* notify_event.c - see notify_event.h */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/booking/notify_event.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

typedef struct {
	const char *key;
	const char *value;	/* NULL: as "", or left out if it is ours */
	bool ours;		/* slurmctld's own variable, passed on */
} variable_t;

static const char *_number(time_t t, char buf[32])
{
	if (!t)
		return NULL;
	snprintf(buf, 32, "%lld", (long long) t);
	return buf;
}

static bool _left_out(const variable_t *v)
{
	return v->ours && !v->value;
}

static const char *_text(const char *text)
{
	return text ? text : "";
}

static notify_event_t *_pack(const variable_t *vars, size_t cnt,
			     const notify_t *n)
{
	size_t table = sizeof(notify_event_t) + (cnt + 1) * sizeof(char *);
	size_t name = strlen(_text(n->event)) +
		      strlen(_text(n->reservation)) + 2;
	size_t size = table + name;
	notify_event_t *e;
	char *at, *end, **env;

	for (size_t i = 0; i < cnt; i++)
		size += strlen(vars[i].key) + strlen(_text(vars[i].value)) + 2;
	if (!(e = malloc(size)))
		return NULL;
	end = (char *) e + size;
	e->next = NULL;
	e->name = at = (char *) e + table;
	at += snprintf(at, (size_t) (end - at), "%s %s", _text(n->event),
		       _text(n->reservation)) + 1;
	env = e->env;
	for (size_t i = 0; i < cnt; i++) {
		if (_left_out(&vars[i]))
			continue;
		*env++ = at;
		at += snprintf(at, (size_t) (end - at), "%s=%s", vars[i].key,
			       _text(vars[i].value)) + 1;
	}
	*env = NULL;
	return e;
}

notify_event_t *notify_event_create(const notify_t *n)
{
	char old_start[32], start[32], end[32];
	const variable_t vars[] = {
		{ "PATH", getenv("PATH"), true },
		{ "SLURM_CONF", getenv("SLURM_CONF"), true },
		{ "TZ", getenv("TZ"), true },
		{ "GARQ_EVENT", n->event, false },
		{ "GARQ_RESERVATION", n->reservation, false },
		{ "GARQ_OLD_START", _number(n->old_start, old_start), false },
		{ "GARQ_START", _number(n->start, start), false },
		{ "GARQ_END", _number(n->end, end), false },
		{ "GARQ_OLD_NODES", n->old_nodes, false },
		{ "GARQ_NODES", n->nodes, false },
		{ "GARQ_USERS", n->users, false },
		{ "GARQ_REASON", n->reason, false },
	};

	return _pack(vars, COUNT(vars), n);
}
