/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "plugin/booking/request/text.h"
#include "plugin/booking/view/changes.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/say.h"
#include "plugin/slurm/compat/compat.h"
#include "plugin/slurm/compat/ctld_office.h"
#include "plugin/slurm/durable.h"
#include "plugin/slurm/locks.h"
#include "plugin/slurm/native/native.h"
#include "plugin/slurm/own.h"
#include "plugin/slurm/own_guard.h"
#include "plugin/slurm/sync.h"

/*
 * The next try to open the ledger. own_wait() writes this before the agent's
 * thread looks; from then on that thread alone does.
 */
static retry_t again;	/* monotonic */

static time_t _uptime(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec;
}

static void _plan_retry(ledger_status_t status)
{
	retry_plan(&again, status == LEDGER_UNREADABLE, _uptime());
}

/* Locks: site_lock() */
static void _say_waits(ledger_status_t status)
{
	office->unusable = (status != LEDGER_BUSY);
	say_error(office,
		  "sched/garq: %s%s; until it is read no job starts that does not run yet, and reservations are neither made nor changed%s",
		  office->unusable ? "" : "another controller has the ledger: ",
		  office->ledger_error,
		  office->unusable ? "; it is tried again by itself" : "");
}

void own_wait(ledger_status_t status, time_t now)
{
	changes_note(office);
	office->unowned = true;
	again = (retry_t) { .due = 0 };
	_plan_retry(status);
	own_guard_set(now);
	_say_waits(status);
}

char *own_find_unpromised(const char *names)
{
	char *copy = office->unowned ? text_dup(names) : NULL, *rest = NULL;
	char *name = copy ? strtok_r(copy, ",", &rest) : NULL, *found = NULL;
	slurmctld_resv_t *rec;

	for (; name && !found; name = strtok_r(NULL, ",", &rest)) {
		rec = find_resv_name(name);
		if (rec && native_is_marked(rec))
			found = text_dup(name);
	}
	free_null(copy);
	return found;
}

/* True if this controller waits. If so, see that its guard stands. */
static bool _guard_if_waiting(void)
{
	bool waits;

	site_lock(true);
	if ((waits = office->unowned))
		own_guard_set(time(NULL));
	site_unlock(true);
	return waits;
}

/* The try has failed. The log has a line where the reason is another one. */
static void _wait_on(ledger_status_t status, const char *error)
{
	_plan_retry(status);
	site_lock(true);
	if (strcmp(office->ledger_error, error)) {
		snprintf(office->ledger_error, sizeof(office->ledger_error),
			 "%s", error);
		_say_waits(status);
	}
	site_unlock(true);
}

/* Locks: site_lock(true) */
static bool _try_ledger(ledger_t *ledger, const char *error)
{
	char was[sizeof(office->ledger_error)];
	bool unusable = office->unusable;
	time_t now = time(NULL);

	snprintf(was, sizeof(was), "%s", office->ledger_error);
	snprintf(office->ledger_error, sizeof(office->ledger_error), "%s",
		 error);
	if (!site_begin_with(ledger, now)) {
		own_guard_set(now);
		if (strcmp(office->ledger_error, was))
			_say_waits(LEDGER_UNREADABLE);
		return false;
	}
	if (ledger)
		say_info(office, "sched/garq: %s", unusable ?
			 "the ledger can be used" :
			 "the other controller has closed the ledger");
	return true;
}

/*
 * IN ledger - open; owned by this function
 * IN error - why ledger is NULL
 * RET false: it can't be read to its end
 */
static bool _begin_with_ledger(ledger_t *ledger, const char *error)
{
	bool began;

	site_lock(true);
	began = _try_ledger(ledger, error);
	site_unlock(true);
	if (!began) {
		_plan_retry(LEDGER_UNREADABLE);
		(void) ledger_close(ledger);
		return false;
	}
	update_assocs_in_resvs();
	queue_job_scheduler();
	return true;
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
	char error[sizeof(office->ledger_error)] = "";
	ledger_status_t status;
	ledger_t *ledger = NULL;

	if (!_guard_if_waiting())
		return true;
	if (!retry_is_due(&again, _uptime()))
		return false;
	status = site_open_ledger(&ledger, error, sizeof(error));
	if ((status != LEDGER_OK) && (status != LEDGER_NEWER)) {
		_wait_on(status, error);
		return false;
	}
	return _begin_with_ledger(ledger, error);
}
