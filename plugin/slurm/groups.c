/* SPDX-License-Identifier: GPL-2.0-or-later */
/* groups.c - see groups.h */

#include <string.h>

#include "plugin/booking/refused.h"
#include "plugin/booking/text.h"
#include "plugin/slurm/groups.h"
#include "plugin/slurm/refusals.h"

/* Put one name behind the others, if it is not there. */
static void _add(char **list, const char *name)
{
	char *copy = xstrdup(*list), *last = NULL;
	bool found = false;

	for (char *one = copy ? strtok_r(copy, ",", &last) : NULL; one;
	     one = strtok_r(NULL, ",", &last))
		found |= !strcmp(one, name);
	if (!found)
		xstrfmtcat(*list, "%s%s", (*list && (*list)[0]) ? "," : "",
			   name);
	xfree(copy);
}

static void _remove(char **list, const char *name)
{
	char *copy = *list, *last = NULL;

	*list = NULL;
	for (char *one = copy ? strtok_r(copy, ",", &last) : NULL; one;
	     one = strtok_r(NULL, ",", &last))
		if (strcmp(one, name))
			_add(list, one);
	xfree(copy);
}

/* RET false: not a change with a sign and a name */
static bool _apply(char **list, const char *change)
{
	if (!change[0] || !change[1] || strchr("+-", change[1]))
		return false;
	if (change[0] == '+')
		_add(list, change + 1);
	else if (change[0] == '-')
		_remove(list, change + 1);
	else
		return false;
	return true;
}

int groups_resolve(const char *list, char **groups, char **ret_text)
{
	char *changes, *change, *last = NULL, *result;
	bool ok = true;

	if (!*groups || (((*groups)[0] != '+') && ((*groups)[0] != '-')))
		return SLURM_SUCCESS;
	result = xstrdup(list);
	changes = xstrdup(*groups);
	for (change = strtok_r(changes, ",", &last); change && ok;
	     change = strtok_r(NULL, ",", &last))
		ok = _apply(&result, change);
	xfree(changes);
	if (!ok) {
		xfree(result);
		*ret_text = text_dup(
			"Groups: give names, or each of them after + or -");
		return REFUSED_GROUPS;
	}
	xfree(*groups);
	*groups = result ? result : xstrdup("");
	return SLURM_SUCCESS;
}
