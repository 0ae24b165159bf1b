/* SPDX-License-Identifier: GPL-2.0-or-later */
/* say.c - see say.h */

#define _GNU_SOURCE	/* vasprintf() */

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "plugin/booking/request/text.h"
#include "plugin/booking/view/host.h"
#include "plugin/booking/view/say.h"

void say(office_t *office, say_level_t level, const char *fmt, ...)
{
	char *line = NULL;
	va_list args;

	if (!office->host->locks->say)
		return;
	va_start(args, fmt);
	if (vasprintf(&line, fmt, args) < 0)
		line = NULL;
	va_end(args);
	text_clean(line);
	office->host->locks->say(office, level, line ? line : fmt);
	free(line);
}
