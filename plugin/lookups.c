/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <time.h>

#include "plugin/booking/park/park.h"
#include "plugin/booking/place/stand_in.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/request/timing.h"
#include "plugin/booking/view/host.h"
#include "plugin/lookups.h"
#include "plugin/slurm/compat/compat.h"
#include "plugin/slurm/compat/ctld_office.h"
#include "plugin/slurm/compat/fellows.h"
#include "plugin/slurm/compat/resolve.h"
#include "plugin/slurm/locks.h"
#include "plugin/slurm/sync.h"
#include "plugin/worker.h"

/* Seconds for which slurmctld waits for this thread when it ends. */
#define STOP_PATIENCE 5

/* Seconds between two turns while many stand-ins are due: slurmdbd takes the
 * messages of one turn meanwhile. */
#define LEFT_INTERVAL 1

static time_t _lookups_turn(void);

static worker_t worker = WORKER(_lookups_turn);

static void _add_groups(view_resv_t *v, void *arg)
{
	char **groups = arg;

	if (v->attrs.groups)
		text_add(groups, "%s%s", *groups ? "," : "", v->attrs.groups);
}

/*
 * Find the names and groups to look up.
 * OUT ret_names - of stand-ins; stand_in_names_free()
 * RET the groups whose members are due, free(); NULL: none
 */
static char *_find_names(stand_in_names_t *ret_names)
{
	char *groups = NULL;
	time_t now;

	site_lock(false);
	now = time(NULL);
	if (site_follow(now)) {
		stand_in_due(office, now, ret_names);
		if (park_take_groups_due(office))
			view_each_linked(office, _add_groups, &groups);
	}
	site_unlock(false);
	return groups;
}

/*
 * OUT ret_left - true if more stand-ins are due
 * RET true if stand-ins were replaced, so that Slurm must be informed
 */
static bool _use_names(const stand_in_names_t *names, bool groups,
		       bool *ret_left)
{
	bool visible = false;
	time_t now;

	site_lock(false);
	now = time(NULL);
	if (site_follow(now)) {
		visible = names->cnt && stand_in_retry_due(office, now, names);
		if (groups)
			office->host->users->refresh_groups(office);
		*ret_left = stand_in_left(office);
	}
	site_unlock(false);
	return visible;
}

static time_t _lookups_turn(void)
{
	stand_in_names_t names = { .cnt = 0 };
	char *groups = _find_names(&names), *none = NULL;
	bool left = false, due = groups, more;

	resolve_unknown();
	for (uint32_t i = 0; i < names.cnt; i++)
		resolve_drop_unknown(&names.of[i].users, &names.of[i].groups);
	resolve_drop_unknown(&none, &groups);
	/* After the end, records and locks may be gone. */
	if ((names.cnt || due) && !worker_is_stopping(&worker) &&
	    _use_names(&names, due, &left))
		update_assocs_in_resvs();
	stand_in_names_free(&names);
	free_null(groups);
	/* one alone, since stand-ins wait meanwhile */
	more = !worker_is_stopping(&worker) && fellows_serve();
	return more ? 0 : left ? LEFT_INTERVAL : AGENT_INTERVAL;
}

bool lookups_start(void)
{
	fellows_wake_by(lookups_wake);
	return worker_start(&worker, AGENT_INTERVAL);
}

void lookups_wake(void)
{
	worker_wake(&worker);
}

void lookups_stop(void)
{
	if (!worker_stop_within(&worker, STOP_PATIENCE))
		error("sched/garq: the name service does not answer, a thread that waits for it is left behind");
}
