/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/booking/request/groups.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "plugin/memory/memory.h"

/* Append a name unless the list has it. The list has room for the name. */
static void _add_name(char *list, const text_name_t *name)
{
	char *end = list + strlen(list);

	if (text_lists_name(list, name))
		return;
	if (list[0])
		*end++ = ',';
	memcpy(end, name->name, name->len);
	end[name->len] = '\0';
}

/* Remove a name from the list in place; later names move forward. */
static void _remove_name(char *list, const text_name_t *name)
{
	const char *at = list;
	text_name_t one;
	char *to = list;

	while (text_next_name(&at, &one)) {
		if (text_same_name(&one, name))
			continue;
		if (to > list)
			*to++ = ',';
		memmove(to, one.name, one.len);
		to += one.len;
	}
	*to = '\0';
}

/* Apply "+name" or "-name" to a list. RET false: change has another form */
static bool _apply_change(char *list, const text_name_t *change)
{
	text_name_t name = { change->name + 1, change->len - 1 };

	if ((change->len < 2) || strchr("+-", name.name[0]))
		return false;
	if (change->name[0] == '+')
		_add_name(list, &name);
	else if (change->name[0] == '-')
		_remove_name(list, &name);
	else
		return false;
	return true;
}

int groups_resolve(const char *list, char **groups, char **ret_text)
{
	const char *was = list ? list : "", *at = *groups;
	text_name_t change;
	bool ok = true;
	char *result;

	if (!*groups || (((*groups)[0] != '+') && ((*groups)[0] != '-')))
		return 0;
	/* The sign of each name leaves room for its comma. */
	result = memory_new(strlen(was) + strlen(*groups) + 1, 1);
	memcpy(result, was, strlen(was));
	while (ok && text_next_name(&at, &change))
		ok = _apply_change(result, &change);
	if (!ok) {
		free(result);
		return text_refuse(ret_text, REFUSED_GROUPS,
			"Groups: give names, or each of them after + or -");
	}
	free(*groups);
	*groups = result;
	return 0;
}
