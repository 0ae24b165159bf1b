/* SPDX-License-Identifier: GPL-2.0-or-later */
/* site_ledger.c - the ledger is opened; see site.h */

#include <errno.h>
#include <stdio.h>

#include "plugin/offers.h"
#include "plugin/site.h"

/* Put a ledger that can't be read aside, with all that SQLite keeps beside it. */
static bool _put_aside(const char *path, time_t now)
{
	static const char *const suffix[] = { "", "-wal", "-journal" };
	bool ok = true;

	for (size_t i = 0; i < ARRAY_SIZE(suffix); i++) {
		char *from = xstrdup_printf("%s%s", path, suffix[i]);
		char *to = xstrdup_printf("%s.damaged.%ld%s", path, (long) now,
					  suffix[i]);
		if (rename(from, to) && (errno != ENOENT))
			ok = false;
		else if (!i)
			error("sched/garq: the damaged ledger is kept as %s",
			      to);
		xfree(from);
		xfree(to);
	}
	return ok;
}

static void _tell_migrated(const char *path)
{
	int found = ledger_found_schema(site.ledger);

	if (found && (found < LEDGER_SCHEMA))
		info("sched/garq: ledger migrated from schema %d to %d, the old one is kept as %s.v%d",
		     found, LEDGER_SCHEMA, path, found);
}

static ledger_status_t _open(const char *path, time_t now, char *why,
			     size_t why_size)
{
	ledger_status_t status = ledger_open(path, &site.ledger, why,
					     why_size);

	if (status != LEDGER_DAMAGED)
		return status;
	error("sched/garq: the ledger %s is damaged: %s", path, why);
	error("sched/garq: a new one is begun from the reservations that Slurm knows; bookings that only the old one knew are not restored");
	if (_put_aside(path, now))
		status = ledger_open(path, &site.ledger, why, why_size);
	return status;
}

static void _load_offers(void)
{
	char why[256];

	if (!offers_load(site.ledger, why, sizeof(why)))
		error("sched/garq: open offers can't be read from the ledger: %s",
		      why);
}

void site_open_ledger(time_t now)
{
	char *path = xstrdup_printf("%s/" LEDGER_FILE,
				    slurm_conf.state_save_location);
	char why[256];

	site.ledger_error[0] = '\0';
	if (_open(path, now, why, sizeof(why)) == LEDGER_OK) {
		_tell_migrated(path);
		_load_offers();
	} else {
		snprintf(site.ledger_error, sizeof(site.ledger_error),
			 "the ledger %s can't be used: %s", path, why);
		error("sched/garq: %s; reservations of Slurm are kept, new ones are refused",
		      site.ledger_error);
	}
	xfree(path);
}
