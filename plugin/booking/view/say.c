/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdarg.h>
#include <stdlib.h>

#include "plugin/booking/request/text.h"
#include "plugin/booking/view/host.h"
#include "plugin/booking/view/say.h"
#include "plugin/memory/memory.h"

void say(office_t *office, say_level_t level, const char *fmt, ...)
{
	char *line;
	va_list args;

	if (!office->host->locks->say)
		return;
	va_start(args, fmt);
	line = memory_vprintf(fmt, args);
	va_end(args);
	text_clean(line);
	office->host->locks->say(office, level, line);
	free(line);
}
