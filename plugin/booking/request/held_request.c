/* SPDX-License-Identifier: GPL-2.0-or-later */
/* held_request.c - see held_request.h */

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "plugin/booking/request/flags.h"
#include "plugin/booking/request/held_request.h"
#include "plugin/booking/request/text.h"

/* Append a line. RET false if memory is short: text is freed */
static bool _add(char **text, const char *key, const char *value)
{
	size_t before = *text ? strlen(*text) : 0;

	text_add(text, "%s=%s\n", key, value);
	if (*text && (strlen(*text) > before))
		return true;
	free_null(*text);
	return false;
}

static bool _add_number(char **text, const char *key, uint64_t value)
{
	char buf[24];

	(void) snprintf(buf, sizeof(buf), "%"PRIu64, value);
	return _add(text, key, buf);
}

static bool _add_texts(char **text, const request_t *r)
{
	const struct {
		const char *key;
		const char *value;
	} table[] = {
		{ "nodes", r->node_list },
		{ "partition", r->partition },
		{ "features", r->features },
		{ "licenses", r->licenses },
		{ "users", r->users },
		{ "groups", r->groups },
		{ "accounts", r->accounts },
		{ "qos", r->qos },
		{ "parts", r->allowed_parts },
		{ "comment", r->comment },
	};

	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++)
		if (request_has(table[i].value) &&
		    !_add(text, table[i].key, table[i].value))
			return false;
	return true;
}

char *held_request_text(const request_t *r, time_t start, time_t end)
{
	char *text = NULL;

	if (!_add_number(&text, "start", (uint64_t) start) ||
	    !_add_number(&text, "end", (uint64_t) end) ||
	    (r->has_nodes && !_add_number(&text, "count", r->num_cn)) ||
	    (r->flags && !_add_number(&text, "flags", r->flags)) ||
	    (r->has_purge && !_add_number(&text, "purge", r->purge)) ||
	    !_add_texts(&text, r))
		return NULL;
	for (uint32_t i = 0; r->sizes && r->sizes[i]; i++)
		if (!_add_number(&text, "size", r->sizes[i]))
			return NULL;
	return text;
}

/* The value of a line. OUT ret_len. RET NULL: there is no such line */
static const char *_find(const char *text, const char *key, size_t *ret_len)
{
	size_t len = strlen(key);

	for (const char *at = text; at && *at; at += (*at == '\n')) {
		if (!strncmp(at, key, len) && (at[len] == '=')) {
			*ret_len = strcspn(at + len + 1, "\n");
			return at + len + 1;
		}
		at += strcspn(at, "\n");
	}
	return NULL;
}

/* RET 0 or ENOMEM; the value stays NULL if there is no such line */
static int _read(const char *text, const char *key, char **ret_value)
{
	size_t len;
	const char *value = _find(text, key, &len);

	if (value && !(*ret_value = text_printf("%.*s", (int) len, value)))
		return ENOMEM;
	return 0;
}

char *held_request_accounts(const char *text)
{
	char *accounts = NULL;

	(void) _read(text, "accounts", &accounts);
	return accounts;
}

int held_request_read(const char *text, request_t *ret)
{
	request_t r = { .name = NULL };
	char *flags = NULL;

	if (_read(text, "users", &r.users) ||
	    _read(text, "groups", &r.groups) ||
	    _read(text, "accounts", &r.accounts) ||
	    _read(text, "flags", &flags)) {
		request_free(&r);
		*ret = (request_t) { .name = NULL };
		return ENOMEM;
	}
	if (flags)
		r.flags = strtoull(flags, NULL, 10) & HELD_FLAGS_LATER;
	r.has_flags = (r.flags != 0);
	free_null(flags);
	*ret = r;
	return 0;
}
