/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdatomic.h>
#include <stdlib.h>
#include <sys/queue.h>

#include "plugin/booking/view/view_feed.h"
#include "plugin/memory/memory.h"
#include "plugin/slurm/compat/ctld_office.h"
#include "plugin/slurm/native/accounting.h"
#include "plugin/slurm/native/job_records.h"
#include "plugin/slurm/native/native.h"
#include "plugin/slurm/native/retired.h"

typedef struct retired {
	LIST_ENTRY(retired) among_all;
	slurmctld_resv_t *rec;
	uint32_t walk;		/* the last one that had begun by then */
} retired_t;

static LIST_HEAD(, retired) all = LIST_HEAD_INITIALIZER(all);
static uint32_t cnt;

static atomic_uint changes;	/* jobs that are being made or changed */
static atomic_bool changed;	/* some have been since the last retired_add() */
static bool doubtful;		/* some have been, ... */
static uint32_t doubt_walk;	/* and this was the last walk that had begun */

/* --- jobs that may name a booking unknown to the view --------------------- */

void retired_change_begins(void)
{
	atomic_fetch_add(&changes, 1);
}

void retired_change_ends(void)
{
	atomic_store(&changed, true);
	atomic_fetch_sub(&changes, 1);
}

static bool _is_doubtful(office_t *office)
{
	/* First, since a change sets the other one before it counts as over. */
	bool under_way = atomic_load(&changes);

	if (!job_submit_others())
		return false;
	if (atomic_exchange(&changed, false)) {
		doubtful = true;
		doubt_walk = view_walk_last(office);
		view_walk_need(office);
	}
	doubtful = doubtful && !view_walk_ended_since(office, doubt_walk);
	return doubtful || under_way;
}

/* --- records -------------------------------------------------------------- */

bool retired_add(office_t *office, slurmctld_resv_t *rec, time_t now)
{
	retired_t *r;

	if (_is_doubtful(office) || native_concerns_others(rec, now))
		return false;
	accounting_removed(rec);
	rec->flags |= NATIVE_RETIRED;
	rec->start_time = rec->end_time = now + RETIRED_AHEAD;
	r = memory_new(1, sizeof(*r));
	r->rec = rec;
	r->walk = view_walk_last(office);
	LIST_INSERT_HEAD(&all, r, among_all);
	cnt++;
	view_walk_need(office);
	schedule_resv_save();	/* as Slurm's deletion */
	return true;
}

uint32_t retired_count(void)
{
	return cnt;
}

/* A ListFindF */
static int _is_retired(void *rec, void *key)
{
	(void) key;
	return (((const slurmctld_resv_t *) rec)->flags & NATIVE_RETIRED) != 0;
}

void retired_untie(job_record_t *job)
{
	slurmctld_resv_t *rec = job->resv_ptr;

	if (!cnt)
		return;
	if (rec && _is_retired(rec, NULL))
		jobs_untie_from(job, rec);
	while (job->resv_list &&
	       (rec = list_find_first(job->resv_list, _is_retired, NULL)))
		jobs_untie_from(job, rec);
}

static void _free_retired(retired_t *r)
{
	native_free(r->rec);
	LIST_REMOVE(r, among_all);
	free(r);
	cnt--;
}

void retired_free(void)
{
	retired_t *r, *next;

	for (r = LIST_FIRST(&all); r; r = next) {
		next = LIST_NEXT(r, among_all);
		if (view_walk_ended_since(office, r->walk))
			_free_retired(r);
	}
}

/* A ListForF */
static int _untie_job(void *job, void *arg)
{
	(void) arg;
	retired_untie(job);
	return 0;
}

void retired_fini(void)
{
	if (cnt)
		(void) list_for_each(job_list, _untie_job, NULL);
	while (!LIST_EMPTY(&all))
		_free_retired(LIST_FIRST(&all));
	atomic_store(&changed, false);
	doubtful = false;
}
