/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <inttypes.h>
#include <string.h>

#include "plugin/booking/request/held_request.h"
#include "plugin/booking/request/text.h"

static void _add_number(char **text, const char *key, uint64_t value)
{
	text_add(text, "%s=%"PRIu64"\n", key, value);
}

static void _add_texts(char **text, const request_t *r)
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
		if (request_has(table[i].value))
			text_add(text, "%s=%s\n", table[i].key,
				 table[i].value);
}

char *held_request_text(const request_t *r, time_t start, time_t end)
{
	char *text = NULL;

	_add_number(&text, "start", (uint64_t) start);
	_add_number(&text, "end", (uint64_t) end);
	if (r->has_nodes)
		_add_number(&text, "count", r->num_cn);
	if (r->flags)
		_add_number(&text, "flags", r->flags);
	if (r->has_purge)
		_add_number(&text, "purge", r->purge);
	_add_texts(&text, r);
	for (uint32_t i = 0; r->sizes && r->sizes[i]; i++)
		_add_number(&text, "size", r->sizes[i]);
	return text;
}

/* The value of a line. OUT ret_len. RET NULL: there is no such line */
static const char *_find_value(const char *text, const char *key,
			       size_t *ret_len)
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

/* RET free(); NULL: there is no such line */
static char *_read_text(const char *text, const char *key)
{
	size_t len;
	const char *value = _find_value(text, key, &len);

	return value ? text_printf("%.*s", (int) len, value) : NULL;
}

char *held_request_accounts(const char *text)
{
	return _read_text(text, "accounts");
}

request_t held_request_read(const char *text)
{
	request_t r = {
		.users = _read_text(text, "users"),
		.groups = _read_text(text, "groups"),
		.accounts = _read_text(text, "accounts"),
	};
	char *flags = _read_text(text, "flags");

	if (flags)
		r.flags = strtoull(flags, NULL, 10) & HELD_FLAGS_LATER;
	r.has_flags = (r.flags != 0);
	free(flags);
	return r;
}
