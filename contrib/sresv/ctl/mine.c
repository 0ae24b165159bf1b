/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <grp.h>
#include <pwd.h>
#include <string.h>
#include <unistd.h>

#include "contrib/sresv/ctl/mine.h"

bool mine_has(const char *list, const char *word)
{
	bool others = list && (list[0] == '-'), found = false;
	size_t word_len = strlen(word);

	while (list && *list) {
		size_t len;

		list += (*list == '-');
		len = strcspn(list, ",");
		found = found ||
			((len == word_len) && !strncmp(list, word, len));
		list += len + (list[len] == ',');
	}
	return found != others;
}

static bool _has_group(const char *list, const struct passwd *pw)
{
	gid_t ids[1024];
	int cnt = (int) (sizeof(ids) / sizeof(ids[0]));

	if (!list || (getgrouplist(pw->pw_name, pw->pw_gid, ids, &cnt) < 0))
		return false;
	for (int i = 0; i < cnt; i++) {
		struct group *gr = getgrgid(ids[i]);

		if (gr && mine_has(list, gr->gr_name))
			return true;
	}
	return false;
}

bool mine_names_me(const reserve_info_t *r)
{
	struct passwd *pw = getpwuid(getuid());

	return pw && ((r->users && r->users[0] && mine_has(r->users, pw->pw_name)) ||
		      (r->groups && r->groups[0] && _has_group(r->groups, pw)));
}
