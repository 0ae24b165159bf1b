/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <time.h>

#include "plugin/booking/jobs/jobs.h"
#include "plugin/booking/place/stand_in.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/request/timing.h"
#include "plugin/booking/view/office.h"
#include "plugin/jobs_agent.h"
#include "plugin/slurm/compat/compat.h"
#include "plugin/slurm/compat/ctld_office.h"
#include "plugin/slurm/durable.h"
#include "plugin/slurm/locks.h"
#include "plugin/slurm/sync.h"
#include "plugin/worker.h"

/* Compare jobs and bookings. RET seconds until the next turn */
static time_t _look_at_jobs(void)
{
	time_t now, next;
	char *text = NULL;
	bool start = false;

	locks_hold_as(LOCK_JOBS);
	jobs_lock();
	now = time(NULL);
	next = now + JOBS_INTERVAL;
	/* Slurm may not have loaded its jobs before control_time is set. */
	if (control_time && !site_sync(now, &text) && office->ready) {
		if (stand_in_jobs_restored(office))
			jobs_sync_anew(office);
		next = jobs_sync(office, now, &start);
	}
	jobs_unlock();
	if (start)
		queue_job_scheduler();
	site_write_soon();
	free(text);
	return next - now;
}

static time_t _jobs_agent_turn(void)
{
	bool possible;

	site_options_hold();
	possible = jobs_possible(office);
	site_options_release();
	return possible ? _look_at_jobs() : JOBS_INTERVAL;
}

static worker_t worker = WORKER(_jobs_agent_turn);

bool jobs_start(void)
{
	jobs_begin(office);
	return worker_start(&worker, 1);
}

void jobs_wake(void)
{
	worker_wake(&worker);
}

void jobs_stop(void)
{
	worker_stop(&worker);
}
