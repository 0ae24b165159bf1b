/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/slurm/durable.h"
#include "plugin/slurm/own.h"
#include "plugin/watcher.h"
#include "plugin/worker.h"

/* Seconds for which slurmctld waits for this thread when it ends. */
#define STOP_PATIENCE 5

static time_t _watcher_turn(void)
{
	site_watch_ledger();
	return OWN_INTERVAL;
}

static worker_t worker = WORKER(_watcher_turn);

bool watcher_start(void)
{
	return worker_start(&worker, OWN_INTERVAL);
}

void watcher_stop(void)
{
	(void) worker_stop_within(&worker, STOP_PATIENCE);
}
