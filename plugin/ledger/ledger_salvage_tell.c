/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ledger_salvage_tell.c - a salvage in words; see ledger_salvage.h */

#include <stdarg.h>
#include <stdio.h>

#include "plugin/ledger/ledger_salvage.h"

typedef struct {
	ledger_say_fn say;
	void *arg;
} listener_t;

__attribute__((format(printf, 2, 3)))
static void _tell(const listener_t *to, const char *format, ...)
{
	char line[320];
	va_list args;

	va_start(args, format);
	vsnprintf(line, sizeof(line), format, args);
	va_end(args);
	to->say(to->arg, line);
}

static void _tell_copied(const ledger_salvaged_t *found, const listener_t *to)
{
	struct tm tm = { .tm_year = 0 };
	char when[32];

	(void) localtime_r(&found->copy_time, &tm);
	strftime(when, sizeof(when), "%Y-%m-%dT%H:%M:%S", &tm);
	_tell(to, "%u of these live bookings are from the copy of %s; of %u of them it can't be known whether they were deleted since",
	      found->copied, when, found->unsure);
}

void ledger_salvage_tell(const ledger_salvaged_t *found, ledger_say_fn say,
			 void *arg)
{
	const listener_t to = { .say = say, .arg = arg };
	uint32_t missing = found->wrong + found->doubles + found->lost;

	_tell(&to, "of the damaged ledger %u live and %u closed bookings were salvaged, and %u rows of requests, offers and shifts%s",
	      found->live, found->closed, found->others,
	      found->others_failed ? " (the disk could not take them)" : "");
	if (found->copy_time)
		_tell_copied(found, &to);
	else if (found->bookings_damaged)
		_tell(&to, "there is no copy of the ledger from which bookings could be taken");
	if (missing || found->gaps)
		_tell(&to, "not salvaged: %u live bookings that are known to be lost, %u rows that make no sense, %u older bookings of a name; %u pages are damaged, and may have had more",
		      found->lost, found->wrong, found->doubles, found->gaps);
	else
		_tell(&to, "no row of the damaged ledger is known to be missing");
}
