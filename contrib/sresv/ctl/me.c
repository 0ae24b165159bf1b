/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <pwd.h>
#include <stdio.h>
#include <unistd.h>

#include "contrib/sresv/ctl/me.h"

const char *me(void)
{
	static char name[256];
	struct passwd *pw = getpwuid(getuid());

	snprintf(name, sizeof(name), "%s", pw ? pw->pw_name : "");
	if (!pw)
		snprintf(name, sizeof(name), "%u", (unsigned int) getuid());
	return name;
}
