/* SPDX-License-Identifier: GPL-2.0-or-later */
/* zone.c - see zone.h */

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "contrib/web/zone.h"

/* The name in ".../zoneinfo/Europe/Berlin"; NULL: there is none. */
static const char *_behind_zoneinfo(const char *path)
{
	static const char folder[] = "zoneinfo/";
	const char *found = strstr(path, folder);

	return found ? found + sizeof(folder) - 1 : NULL;
}

static const char *_of_tz(const char *tz)
{
	const char *name = _behind_zoneinfo(tz);

	if (name)
		return name;
	tz += (*tz == ':');
	/* "CET-1CEST" is a rule and no name */
	return (*tz && !tz[strcspn(tz, "0123456789<")]) ? tz : NULL;
}

const char *zone_name(char buf[ZONE_SIZE])
{
	const char *tz = getenv("TZ"), *name = tz ? _of_tz(tz) : NULL;
	char path[PATH_MAX];
	ssize_t len;

	if (!tz && ((len = readlink("/etc/localtime", path,
				    sizeof(path) - 1)) > 0)) {
		path[len] = '\0';
		name = _behind_zoneinfo(path);
	}
	if (name && !strncmp(name, "Etc/UTC", 7))
		name = "UTC";
	tzset();
	snprintf(buf, ZONE_SIZE, "%s",
		 name ? name : timezone ? tzname[0] : "UTC");
	return buf;
}

long zone_offset(time_t t)
{
	struct tm tm;

	return localtime_r(&t, &tm) ? tm.tm_gmtoff : 0;
}
