/* SPDX-License-Identifier: GPL-2.0-or-later */
/* own.c - see own.h */

#include <stdio.h>

#include "plugin/booking/changes.h"
#include "plugin/booking/say.h"
#include "plugin/booking/site.h"
#include "plugin/slurm/compat.h"
#include "plugin/slurm/durable.h"
#include "plugin/slurm/locks.h"
#include "plugin/slurm/own.h"
#include "plugin/slurm/own_guard.h"
#include "plugin/slurm/sync.h"

void own_wait(time_t now)
{
	changes_note();
	site.unowned = true;
	own_guard_set(now);
	say_error("sched/garq: another controller has the ledger: %s; until it is read no job starts that does not run yet, and reservations are neither made nor changed",
		  site.ledger_error);
}

/* Does this controller wait? If so, see that its guard stands. */
static bool _waits(void)
{
	bool waits;

	site_lock(true);
	if ((waits = site.unowned))
		own_guard_set(time(NULL));
	site_unlock(true);
	return waits;
}

/* IN error - why ledger is NULL */
static void _begin(ledger_t *ledger, const char *error)
{
	site_lock(true);
	snprintf(site.ledger_error, sizeof(site.ledger_error), "%s", error);
	say_info("sched/garq: the other controller has closed the ledger%s%s",
		 ledger ? "" : ", and ", error);
	site_begin_with(ledger, time(NULL));
	site_unlock(true);
	update_assocs_in_resvs();
	queue_job_scheduler();
}

/*
 * Not by slurmctld's orderly end, which saves all that it knows over what the
 * other controller has saved.
 */
void own_lost(void)
{
	fatal("sched/garq: another controller has taken over the ledger, as this one did not answer it: two must not act at a time, so this one ends at once, and saves nothing");
}

bool own_look(void)
{
	char error[sizeof(site.ledger_error)] = "";
	ledger_t *ledger = NULL;

	if (!_waits())
		return true;
	if (!site_open_ledger(&ledger, error, sizeof(error)))
		return false;
	_begin(ledger, error);
	return true;
}
