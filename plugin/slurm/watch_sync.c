/* SPDX-License-Identifier: GPL-2.0-or-later */
/* watch_sync.c - which tables of slurmctld have to be read; see watch.h */

#include "plugin/slurm/watch_private.h"

static time_t jobs_walked;
static time_t nodes_walked;
static const void *table;	/* the table of nodes at the last sync */

bool watch_has_other_table(void)
{
	return table != node_record_table_ptr;
}

void watch_fini(void)
{
	watch_pools_clear();
}

static bool _rebuild(time_t now)
{
	uint32_t cnt = (uint32_t) MAX(node_record_count, 1);

	view_set_incomplete();
	watch_resvs_reset();
	(void) watch_pools(cnt);
	return view_build(cnt, watch_pools_classes(), now);
}

/* Is the view ahead of the clock, which was set back? */
static bool _is_ahead(void)
{
	return view_machine() && (time(NULL) < garq_machine_now(view_machine()));
}

static bool _has_other_nodes(void)
{
	return (view_size() != (uint32_t) MAX(node_record_count, 1)) ||
	       (((last_part_update >= nodes_walked) ||
		 (last_node_update >= nodes_walked)) &&
		watch_pools(view_size()));
}

/* IN all - read nodes and jobs even if Slurm's stamps have not changed */
static bool _look(bool all, time_t now, const view_events_t *events)
{
	if (!view_advance(now) || !watch_resvs(now, events))
		return false;
	if (all || (last_node_update >= nodes_walked) || watch_nodes_drift()) {
		if (!watch_nodes(now))
			return false;
		nodes_walked = now;
	}
	if (all || (last_job_update >= jobs_walked) || view_jobs_are_stale()) {
		if (!watch_jobs(now))
			return false;
		jobs_walked = now;
	}
	return true;
}

int watch_sync(time_t now, const view_events_t *events)
{
	bool look = (now >= watch_jobs_due());

	table = node_record_table_ptr;
	if (!view_is_complete() || _is_ahead() || _has_other_nodes()) {
		if (!_rebuild(now))
			return ENOMEM;
		look = true;
	}
	if (_look(look, now, events)) {
		view_set_complete();
		return SLURM_SUCCESS;
	}
	view_set_incomplete();
	return ENOMEM;
}
