/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/booking/request/groups.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "plugin/memory/memory.h"

/* A name inside a text. */
typedef struct {
	const char *at;
	size_t len;
} name_t;

/*
 * Take the first name of *text, and move *text behind the name and its comma.
 */
static name_t _next_name(const char **text)
{
	name_t name = { .at = *text, .len = strcspn(*text, ",") };

	*text += name.len + (name.at[name.len] == ',');
	return name;
}

static bool _same_name(name_t a, name_t b)
{
	return (a.len == b.len) && !memcmp(a.at, b.at, a.len);
}

/* Append a name unless the list has it. The list has room for the name. */
static void _add_name(char *list, name_t name)
{
	char *end;

	for (const char *at = list; *at;)
		if (_same_name(_next_name(&at), name))
			return;
	end = list + strlen(list);
	if (list[0])
		*end++ = ',';
	memcpy(end, name.at, name.len);
	end[name.len] = '\0';
}

/* Remove a name from the list in place; later names move forward. */
static void _remove_name(char *list, name_t name)
{
	char *to = list;

	for (const char *at = list; *at;) {
		name_t one = _next_name(&at);

		if (!one.len || _same_name(one, name))
			continue;
		if (to > list)
			*to++ = ',';
		memmove(to, one.at, one.len);
		to += one.len;
	}
	*to = '\0';
}

/* Apply "+name" or "-name" to a list. RET false: change has another form */
static bool _apply_change(char *list, name_t change)
{
	name_t name = { .at = change.at + 1, .len = change.len - 1 };

	if ((change.len < 2) || strchr("+-", name.at[0]))
		return false;
	if (change.at[0] == '+')
		_add_name(list, name);
	else if (change.at[0] == '-')
		_remove_name(list, name);
	else
		return false;
	return true;
}

int groups_resolve(const char *list, char **groups, char **ret_text)
{
	const char *was = list ? list : "";
	bool ok = true;
	char *result;

	if (!*groups || (((*groups)[0] != '+') && ((*groups)[0] != '-')))
		return 0;
	/* The sign of each name leaves room for its comma. */
	result = memory_new(strlen(was) + strlen(*groups) + 1, 1);
	memcpy(result, was, strlen(was));
	for (const char *at = *groups; *at && ok;) {
		name_t change = _next_name(&at);

		ok = !change.len || _apply_change(result, change);
	}
	if (!ok) {
		free(result);
		return text_refuse(ret_text, REFUSED_GROUPS,
			"Groups: give names, or each of them after + or -");
	}
	free(*groups);
	*groups = result;
	return 0;
}
