/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <time.h>

#include "plugin/booking/request/timing.h"
#include "plugin/copier.h"
#include "plugin/slurm/compat/compat.h"
#include "plugin/slurm/durable.h"
#include "plugin/site_files.h"
#include "plugin/worker.h"

/* Seconds for which slurmctld waits for this thread when it ends. */
#define STOP_PATIENCE 5

static time_t _copier_turn(void)
{
	site_files_turn();
	site_copy();
	return AGENT_INTERVAL;
}

static worker_t worker = WORKER(_copier_turn);

void copier_wake(void)
{
	worker_wake(&worker);
}

bool copier_start(void)
{
	site_use_copier(copier_wake);
	return worker_start(&worker, AGENT_INTERVAL);
}

void copier_stop(void)
{
	if (!worker_stop_within(&worker, STOP_PATIENCE))
		error("sched/garq: the disk of the ledger does not answer, a thread that copies the ledger is left behind");
}
