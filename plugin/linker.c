/* SPDX-License-Identifier: GPL-2.0-or-later */
/* linker.c - see linker.h */

#include <time.h>

#include "plugin/booking/park.h"
#include "plugin/booking/site.h"
#include "plugin/booking/timing.h"
#include "plugin/linker.h"
#include "plugin/slurm/compat.h"
#include "plugin/slurm/locks.h"
#include "plugin/slurm/sync.h"
#include "plugin/slurm/watch.h"
#include "plugin/worker.h"

/* Looks of one turn at nodes that have failed, or come back, by the thousand. */
#define LOOKS_MAX 64

/*
 * Bring the view up to date, in as many holds of the locks as it takes.
 * OUT ret_now - the time of the last look. RET false: it is not up to date
 */
static bool _follow(time_t *ret_now)
{
	bool ok = site_follow(*ret_now = time(NULL));

	for (int i = 0; ok && view_nodes_are_behind() && (i < LOOKS_MAX); i++) {
		locks_pass_on();
		ok = site_follow(*ret_now = time(NULL));
	}
	return ok;
}

/* Records are parked that no job names: read the jobs, in slices. */
static void _sweep(void)
{
	if (!watch_sweep_begin(time(NULL)))
		return;
	while (watch_sweep_next(time(NULL)))
		locks_pass_on();
	watch_sweep_end();
	locks_pass_on();
}

static time_t _turn(void)
{
	bool visible, behind;
	time_t now;

	locks_hold_as(LOCK_LINKER);
	site_lock(false);
	if (site.ready)
		_sweep();
	visible = _follow(&now) && park_update_all(now);
	behind = view_nodes_are_behind();
	site_unlock(false);
	if (visible)	/* Slurm looks up accounts of linked records only */
		update_assocs_in_resvs();
	return behind ? 0 : LINK_INTERVAL;
}

static worker_t linker = WORKER(_turn);

bool linker_start(void)
{
	return worker_start(&linker, LINK_INTERVAL);
}

void linker_stop(void)
{
	worker_stop(&linker);
}
