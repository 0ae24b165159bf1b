/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdio.h>
#include <string.h>

#include "plugin/booking/request/notify_event.h"
#include "plugin/memory/memory.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const char *_number(time_t t, char buf[32])
{
	if (!t)
		return NULL;
	snprintf(buf, 32, "%lld", (long long) t);
	return buf;
}

static const char *_text_or_empty(const char *text)
{
	return text ? text : "";
}

/* RET the bytes that "key=value" of all variables take, with their ends */
static size_t _variables_size(const notify_variable_t *vars, size_t cnt)
{
	size_t size = 0;

	for (size_t i = 0; i < cnt; i++)
		size += strlen(vars[i].key) +
			strlen(_text_or_empty(vars[i].value)) + 2;
	return size;
}

/*
 * Write the variables to *at, which moves on, and their addresses to env. The
 * caller has measured the room by _variables_size().
 * RET the end of the list env
 */
static char **_put_variables(char **env, char **at, const char *end,
			     const notify_variable_t *vars, size_t cnt)
{
	for (size_t i = 0; i < cnt; i++) {
		*env++ = *at;
		*at += snprintf(*at, (size_t) (end - *at), "%s=%s", vars[i].key,
				_text_or_empty(vars[i].value)) + 1;
	}
	return env;
}

static notify_event_t *_pack_event(const notify_t *n,
				   const notify_variable_t *own, size_t own_cnt,
				   const notify_variable_t *vars, size_t cnt)
{
	size_t table = sizeof(notify_event_t) +
		       (own_cnt + cnt + 1) * sizeof(char *);
	size_t size = table + strlen(_text_or_empty(n->event)) +
		      strlen(_text_or_empty(n->reservation)) + 2 +
		      _variables_size(own, own_cnt) +
		      _variables_size(vars, cnt);
	notify_event_t *e = memory_new(size, 1);
	char *at, *end = (char *) e + size, **env;

	e->name = at = (char *) e + table;
	at += snprintf(at, (size_t) (end - at), "%s %s",
		       _text_or_empty(n->event),
		       _text_or_empty(n->reservation)) + 1;
	env = _put_variables(e->env, &at, end, own, own_cnt);
	(void) _put_variables(env, &at, end, vars, cnt);
	return e;
}

notify_event_t *notify_event_create(const notify_t *n,
				    const notify_variable_t *own,
				    size_t own_cnt)
{
	char old_start[32], start[32], end[32];
	const notify_variable_t vars[] = {
		{ "GARQ_EVENT", n->event },
		{ "GARQ_RESERVATION", n->reservation },
		{ "GARQ_OLD_START", _number(n->old_start, old_start) },
		{ "GARQ_START", _number(n->start, start) },
		{ "GARQ_END", _number(n->end, end) },
		{ "GARQ_OLD_NODES", n->old_nodes },
		{ "GARQ_NODES", n->nodes },
		{ "GARQ_USERS", n->users },
		{ "GARQ_REASON", n->reason },
	};

	return _pack_event(n, own, own_cnt, vars, COUNT(vars));
}
