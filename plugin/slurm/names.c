/* SPDX-License-Identifier: GPL-2.0-or-later */
/* names.c - see names.h */

#include <stdlib.h>
#include <string.h>

#include "plugin/booking/text.h"
#include "plugin/slurm/compat.h"
#include "plugin/slurm/names.h"

#include "src/common/uid.h"

static bool _is_user(const char *name)
{
	uid_t uid;

	return !uid_from_string((char *) name, &uid);
}

static bool _is_group(const char *name)
{
	gid_t gid;

	return !gid_from_string((char *) name, &gid);
}

static bool _all(const char *names, bool (*is)(const char *name))
{
	char *copy = text_dup(names), *rest = NULL;
	bool ok = copy || !names;

	for (char *name = copy ? strtok_r(copy, ",", &rest) : NULL; ok && name;
	     name = strtok_r(NULL, ",", &rest))
		ok = is(name + (name[0] == '-'));
	free(copy);
	return ok;
}

bool names_exist(const char *users, const char *groups)
{
	return _all(users, _is_user) && _all(groups, _is_group);
}
