/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <time.h>

#include "plugin/agent.h"
#include "plugin/booking/open/standing.h"
#include "plugin/booking/park/park.h"
#include "plugin/booking/park/park_turn.h"
#include "plugin/booking/request/steps.h"
#include "plugin/booking/request/timing.h"
#include "plugin/booking/view/hits.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/turns.h"
#include "plugin/booking/view/use.h"
#include "plugin/linker.h"
#include "plugin/slurm/compat/compat.h"
#include "plugin/slurm/compat/ctld_office.h"
#include "plugin/slurm/durable.h"
#include "plugin/slurm/job_starts.h"
#include "plugin/slurm/locks.h"
#include "plugin/slurm/native/retired.h"
#include "plugin/slurm/sync.h"
#include "plugin/slurm/watch/watch.h"
#include "plugin/worker.h"

static time_t left;		/* seconds until a whole turn; 0: it is due */
static bool follows;		/* the view was up to date in the last one */
static bool stands;		/* requests stood by in the last one */

/* Looks of one turn at nodes that have failed, or come back, by the thousand. */
#define LOOKS_MAX 64

/*
 * Bring the view up to date, in as many holds of the locks as it takes.
 * OUT ret_now - the time of the last look. RET false: it is not up to date
 */
static bool _follow(time_t *ret_now)
{
	bool ok = site_follow(*ret_now = time(NULL));

	for (int i = 0; ok && view_nodes_are_behind(office) && (i < LOOKS_MAX);
	     i++) {
		locks_pass_on();
		ok = site_follow(*ret_now = time(NULL));
	}
	return follows = ok;
}

/*
 * Records are parked, and deleted ones freed, that no job has: read the jobs,
 * in slices. IN write_jobs - of site_lock()
 */
static void _sweep_records(bool write_jobs)
{
	if (!watch_sweep_begin(write_jobs, time(NULL)))
		return;
	do {
		site_unlock(write_jobs);
		watch_sweep_read();
		site_lock(write_jobs);
	} while (watch_sweep_next(time(NULL)));
	locks_pass_on();	/* what follows has a hold of its own */
}

/* RET true if a record was linked */
static bool _link_records(void)
{
	bool visible = false;
	time_t now;

	while (_follow(&now)) {
		visible |= park_update_all(office, now);
		if (!park_turn_goes_on(office))
			break;
		locks_pass_on();
	}
	return visible;
}

/* Take the locks that a turn needs. RET true: of jobs, too, to write them */
static bool _lock_site(void)
{
	bool write_jobs;

	site_lock(false);
	write_jobs = retired_count() > 0;
	if (write_jobs) {
		site_unlock(false);
		site_lock(true);
	}
	return write_jobs;
}

/* If something has come to lie on nodes of bookings, the agent mends that at once. */
static void _find_taken(void)
{
	phase_t before;

	if (!office->ready || !view_machine(office))
		return;
	before = phase_begin(office, PHASE_PLAN);
	phase_end(office, before,
		  hits_walk(office, view_now(office), STEPS_PAUSE));
	if (hits_found(office))
		agent_wake();
}

/*
 * The agent serves at once what stands by and wants nodes that became free, or
 * was agreed to.
 */
static void _find_room(void)
{
	time_t from, until;

	if ((view_freed(office, &from, &until) &&
	     standing_wants(office, MAX(from, time(NULL)), until)) ||
	    standing_is_awaited(office, time(NULL)))
		agent_wake();
}

/*
 * Bring the view up to date now. The next request need not do it, and the
 * agent sees the room for requests that stand by.
 */
static void _settle(void)
{
	if (!follows || (!stands && !watch_walk_waits(time(NULL))))
		return;
	site_lock(false);
	if (site_follow(time(NULL))) {
		_find_taken();
		_find_room();
	}
	site_unlock(false);
}

/* A turn comes in each second, or at once if nodes are still to be taken over. */
static time_t _linker_turn(void)
{
	bool write_jobs, visible, behind;

	locks_hold_as(LOCK_LINKER);
	_settle();	/* in a hold of its own */
	job_starts_turn();
	if (left && --left)
		return 1;
	write_jobs = _lock_site();
	if (office->ready)
		_sweep_records(write_jobs);
	visible = _link_records();
	site_put_use(time(NULL), false);
	behind = view_nodes_are_behind(office);
	_find_taken();
	stands = office->ready && office->has.standing;
	site_unlock(write_jobs);
	if (visible)	/* Slurm looks up accounts of linked records only */
		update_assocs_in_resvs();
	left = behind ? 0 : LINK_INTERVAL;
	return behind ? 0 : 1;
}

static worker_t linker = WORKER_ON_SECOND(_linker_turn);

bool linker_start(void)
{
	left = LINK_INTERVAL;
	follows = stands = false;
	return worker_start(&linker, 1);
}

void linker_stop(void)
{
	worker_stop(&linker);
}
