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

/* When the copy was made. */
static void _when(const ledger_salvaged_t *found, char *ret, size_t size)
{
	struct tm tm = { .tm_year = 0 };

	(void) localtime_r(&found->copy_time, &tm);
	strftime(ret, size, "%Y-%m-%dT%H:%M:%S", &tm);
}

static void _tell_copied(const ledger_salvaged_t *found, const listener_t *to)
{
	char when[32];

	_when(found, when, sizeof(when));
	_tell(to, "%u of these live bookings are from the copy of %s; of %u of them it can't be known whether they were deleted since",
	      found->copied, when, found->unsure);
}

static void _tell_all_copied(const ledger_salvaged_t *found,
			     const listener_t *to)
{
	char when[32];

	_when(found, when, sizeof(when));
	_tell(to, "the new ledger has what the copy of %s had: %u live and %u closed bookings, and %u rows of requests, offers and shifts",
	      when, found->live, found->closed, found->others);
	_tell(to, "bookings that were made after that copy are lost unless Slurm has saved their reservations, and those that were deleted after it are there again");
}

static void _tell_salvaged(const ledger_salvaged_t *found,
			   const listener_t *to)
{
	_tell(to, "of the damaged ledger %u live and %u closed bookings were salvaged, and %u rows of requests, offers and shifts%s",
	      found->live, found->closed, found->others,
	      found->others_failed ? " (the disk could not take them)" : "");
	if (found->copy_time)
		_tell_copied(found, to);
	else if (found->bookings_damaged)
		_tell(to, "there is no copy of the ledger from which bookings could be taken");
}

void ledger_salvage_tell(const ledger_salvaged_t *found, ledger_say_fn say,
			 void *arg)
{
	const listener_t to = { .say = say, .arg = arg };
	uint32_t missing = found->wrong + found->doubles + found->lost;

	if (found->all_copied)
		_tell_all_copied(found, &to);
	else
		_tell_salvaged(found, &to);
	if (missing || found->gaps)
		_tell(&to, "not salvaged: %u live bookings that are known to be lost, %u rows that make no sense, %u older bookings of a name; %u pages are damaged, and may have had more",
		      found->lost, found->wrong, found->doubles, found->gaps);
	else if (!found->all_copied)
		_tell(&to, "no row of the damaged ledger is known to be missing");
}
