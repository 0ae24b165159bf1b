/* SPDX-License-Identifier: GPL-2.0-or-later */
/* linker.c - see linker.h */

#include <time.h>

#include "plugin/booking/park.h"
#include "plugin/booking/timing.h"
#include "plugin/linker.h"
#include "plugin/slurm/compat.h"
#include "plugin/slurm/locks.h"
#include "plugin/slurm/sync.h"
#include "plugin/worker.h"

static time_t _turn(void)
{
	bool visible;
	time_t now;

	locks_hold_as(LOCK_LINKER);
	site_lock(false);
	now = time(NULL);
	visible = site_follow(now) && park_update_all(now);
	site_unlock(false);
	if (visible)	/* Slurm looks up accounts of linked records only */
		update_assocs_in_resvs();
	return LINK_INTERVAL;
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
