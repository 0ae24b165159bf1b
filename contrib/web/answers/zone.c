/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "contrib/web/answers/zone.h"

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

/* Does the host know the hours of a zone of this name? */
static bool _is_known(const char *name)
{
	char path[PATH_MAX];

	snprintf(path, sizeof(path), "/usr/share/zoneinfo/%s", name);
	return !strstr(name, "..") && !access(path, R_OK);
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
	tzset();
	if (name && (!strcmp(name, "Etc/UTC") || !_is_known(name)))
		name = NULL;
	snprintf(buf, ZONE_SIZE, "%s",
		 name ? name : timezone ? tzname[0] : "UTC");
	return buf;
}

const char *zone_hours(time_t t, bool *ret_summer, char buf[ZONE_SIZE])
{
	struct tm tm;

	*ret_summer = false;
	snprintf(buf, ZONE_SIZE, "UTC");
	if (localtime_r(&t, &tm)) {
		*ret_summer = (tm.tm_isdst > 0);
		snprintf(buf, ZONE_SIZE, "%s", tm.tm_zone);
	}
	return buf;
}
