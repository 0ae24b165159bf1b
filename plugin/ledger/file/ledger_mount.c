/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "plugin/ledger/file/ledger_mount.h"

#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

/* Options of NFS, and why not. */
static const struct {
	const char *option;
	const char *why;
} bad[] = {
	{ "soft", "a write may be given up (mount it hard)" },
	{ "softerr", "a write may be given up (mount it hard)" },
	{ "nocto", "a controller may not see that another one has taken over (leave it out)" },
	{ "nolock", "locks do not reach the other controller (leave it out)" },
	{ "local_lock=all", "locks do not reach the other controller (leave it out)" },
	{ "local_lock=posix", "locks do not reach the other controller (leave it out)" },
	{ "vers=2", "it is too old (use version 4)" },
};

/* True if option is in a list of options, separated by commas. */
static bool _has_option(const char *list, const char *option)
{
	size_t len = strlen(option);

	for (const char *at = list; *at; at += (*at == ',')) {
		size_t here = strcspn(at, ",\n");

		if ((here == len) && !strncmp(at, option, len))
			return true;
		at += here;
		if (*at == '\n')
			break;
	}
	return false;
}

/* A line's options of the file system, if it is NFS and of this device. */
static bool _is_nfs(const char *line, dev_t device, char *options, size_t size)
{
	const char *dash = strstr(line, " - ");
	unsigned int maj, min;
	char type[32], all[2048];

	if (!dash || (sscanf(line, "%*s %*s %u:%u ", &maj, &min) != 2) ||
	    (makedev(maj, min) != device) ||
	    (sscanf(dash, " - %31s %*s %2047s", type, all) != 2) ||
	    strncmp(type, "nfs", 3))
		return false;
	snprintf(options, size, "%s", all);
	return true;
}

static bool _list_bad_options(const char *options, char *text, size_t size)
{
	size_t len = 0;

	for (size_t i = 0; i < COUNT(bad); i++)
		if (_has_option(options, bad[i].option) && (len < size))
			len += (size_t) snprintf(text + len, size - len,
						 "%s%s: %s", len ? "; " : "",
						 bad[i].option, bad[i].why);
	return len;
}

bool ledger_mount_advice(const char *folder, const char *table, char *text,
			 size_t size)
{
	FILE *f = fopen(table, "re");
	char *line = NULL, options[2048];
	size_t line_size = 0;
	struct stat st;
	bool found = false;

	if (f && stat(folder, &st)) {
		fclose(f);
		f = NULL;
	}
	while (f && !found && (getline(&line, &line_size, f) > 0))
		found = _is_nfs(line, st.st_dev, options, sizeof(options));
	free(line);
	if (f)
		fclose(f);
	return found && _list_bad_options(options, text, size);
}
