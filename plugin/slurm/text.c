/* SPDX-License-Identifier: GPL-2.0-or-later */
/* text.c - see text.h */

#include <ctype.h>
#include <string.h>

#include "plugin/slurm/compat.h"
#include "plugin/slurm/text.h"

#define SHOWN_MAX 60

/* Slurm's function has undefined results for years that a tm can't hold. */
const char *text_time(time_t t, char buf[TEXT_TIME])
{
	if ((t > 0) && (t < (time_t) INFINITE))
		slurm_make_time_str(&t, buf, TEXT_TIME);
	else
		snprintf(buf, TEXT_TIME, "%lld", (long long) t);
	return buf;
}

const char *text_duration(time_t seconds, char buf[TEXT_TIME])
{
	secs2time_str(seconds, buf, TEXT_TIME);
	return buf;
}

char *text_printable(const char *typed)
{
	size_t len = strlen(typed);
	char *shown = xstrndup(typed, SHOWN_MAX);

	for (char *c = shown; *c; c++)
		if (!isprint((unsigned char) *c))
			*c = '?';
	if (len > SHOWN_MAX)
		xstrcat(shown, "...");
	return shown;
}
