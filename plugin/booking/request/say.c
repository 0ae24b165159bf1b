/* SPDX-License-Identifier: GPL-2.0-or-later */
/* say.c - see say.h */

#define _GNU_SOURCE	/* vasprintf() */

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "plugin/booking/request/say.h"
#include "plugin/booking/request/text.h"

static say_fn sink;

void say_use(say_fn fn)
{
	sink = fn;
}

void say(say_level_t level, const char *fmt, ...)
{
	char *line = NULL;
	va_list args;

	if (!sink)
		return;
	va_start(args, fmt);
	if (vasprintf(&line, fmt, args) < 0)
		line = NULL;
	va_end(args);
	text_clean(line);
	sink(level, line ? line : fmt);
	free(line);
}
