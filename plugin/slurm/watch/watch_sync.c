/* SPDX-License-Identifier: GPL-2.0-or-later */
/* watch_sync.c - which tables of slurmctld have to be read; see watch.h */

#include "plugin/slurm/native/record_gpus.h"
#include "plugin/slurm/native/record_units.h"
#include "plugin/slurm/native/watch_list.h"
#include "plugin/slurm/watch/watch_private.h"

static time_t jobs_seen;	/* the last look at jobs */
static time_t jobs_walked;	/* ... and at all jobs */
static bool wanted;		/* see watch_want_jobs() */
static const void *table;	/* the table of nodes at the last sync */

bool watch_has_other_table(void)
{
	return table != node_record_table_ptr;
}

void watch_fini(void)
{
	watch_nodes_clear();
	watch_pools_clear();
	watch_jobs_counts_clear();
	watch_known_clear();
	watch_list_clear();
}

void watch_want_jobs(void)
{
	wanted = true;
}

static uint32_t _node_cnt(void)
{
	return (uint32_t) MAX(node_record_count, 1);
}

static void _rebuild(office_t *office, time_t now)
{
	watch_resvs_reset();
	record_gpus_resize_all();
	record_units_place_all();
	view_build(office, _node_cnt(), watch_pools_classes(), now);
}

/* True if the view is ahead of the clock, which was set back. */
static bool _is_ahead(office_t *office)
{
	return view_machine(office) &&
	       (time(NULL) < garq_machine_now(view_machine(office)));
}

void watch_all_jobs(time_t now)
{
	wanted = false;
	watch_jobs(now);
	jobs_walked = jobs_seen = now;
}

/*
 * Slurm's stamp is in seconds: what changed in the second of a look may have
 * changed after it.
 * IN all - read all jobs even if Slurm's stamps have not changed
 */
static void _look_at_jobs(office_t *office, bool all, time_t now)
{
	if (all || (wanted && (last_job_update >= jobs_walked)) ||
	    (now >= watch_jobs_walk_due())) {
		watch_all_jobs(now);
		return;
	}
	wanted = false;
	if ((last_job_update < jobs_seen) && (now < watch_jobs_due()) &&
	    !view_jobs_are_stale(office))
		return;
	jobs_seen = now;
	watch_jobs_known(now);
}

void watch_sync(office_t *office, time_t now, const view_events_t *events)
{
	bool all = !view_machine(office) || _is_ahead(office) ||
		   (view_size(office) != _node_cnt()) ||
		   watch_has_other_table();

	if (watch_has_other_table())
		watch_pools_replace();
	table = node_record_table_ptr;
	all |= watch_nodes_read(_node_cnt(), all, now);
	if (all)
		_rebuild(office, now);
	view_advance(office, now);
	watch_resvs(office, now, events);
	/* remarks of bookings name nodes that are down */
	if (view_nodes_see(office, watch_nodes_avail(), watch_nodes_said(),
			   now))
		watch_stamp_shown(now);
	_look_at_jobs(office, all, now);
}
