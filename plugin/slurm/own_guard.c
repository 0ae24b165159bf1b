/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/slurm/compat/abi_check.h"
#include "plugin/slurm/compat/compat.h"
#include "plugin/slurm/native/native.h"
#include "plugin/slurm/own_guard.h"

#include "src/common/assoc_mgr.h"

#define LENGTH (24 * 60 * 60)

static slurmctld_resv_t *_find_guard(void)
{
	return resv_list ? find_resv_name(OWN_GUARD_NAME) : NULL;
}

static bitstr_t *_all_nodes(void)
{
	bitstr_t *all = bit_alloc(node_record_count);

	for (int i = 0; i < node_record_count; i++)
		if (node_record_table_ptr[i])
			bit_set(all, i);
	return all;
}

/* Choose an id that no linked record has; no other record is known. */
static uint32_t _free_id(void)
{
	uint32_t id = 1;
	list_itr_t *iter = list_iterator_create(resv_list);
	slurmctld_resv_t *rec;

	while ((rec = list_next(iter)))
		if (rec->resv_id >= id)
			id = rec->resv_id + 1;
	list_iterator_destroy(iter);
	return id;
}

/* All cores of each node. */
static const units_t whole;

static slurmctld_resv_t *_make_guard(time_t now)
{
	slurmctld_resv_t *rec = xmalloc(sizeof(*rec));

	rec->magic = ABI_RESV_MAGIC;
	rec->name = xstrdup(OWN_GUARD_NAME);
	rec->resv_id = _free_id();
	rec->ctld_flags = RESV_CTLD_FULL_NODE;
	rec->start_time = rec->start_time_first = rec->start_time_prev = now;
	rec->tres_str = xstrdup_printf("%u=0", TRES_CPU);
	native_to_stand_in(rec, "sched/garq waits for the ledger, and knows no booking before it is read");
	native_set_bitmap(rec, _all_nodes(), &whole);
	list_append(resv_list, rec);
	return rec;
}

void own_guard_set(time_t now)
{
	slurmctld_resv_t *rec = _find_guard();
	bitstr_t *all = _all_nodes();

	if (!rec)
		rec = _make_guard(now);
	else if ((rec->end_time - now >= LENGTH / 2) &&
		 (rec->end_time - now <= LENGTH) && rec->node_bitmap &&
		 bit_equal(rec->node_bitmap, all))
		goto done;
	else
		native_set_bitmap(rec, bit_copy(all), &whole);
	rec->end_time = now + LENGTH;
	rec->duration = (uint32_t) ((rec->end_time - rec->start_time) / 60);
	last_resv_update = now;
	schedule_resv_save();
done:
	FREE_NULL_BITMAP(all);
}

/* A list's function: hold a job that asks for the guard, and detach it. */
static int _detach(void *x, void *arg)
{
	job_record_t *job = x;

	if (job->resv_ptr != arg)
		return 0;
	job->resv_ptr = NULL;
	job->resv_id = 0;
	xfree(job->resv_name);
	if (IS_JOB_PENDING(job)) {
		job->priority = 0;
		job->state_reason = WAIT_RESV_DELETED;
	}
	last_job_update = time(NULL);
	return 0;
}

bool own_guard_remove(void)
{
	slurmctld_resv_t *rec = _find_guard();

	if (!rec)
		return false;
	(void) list_for_each(job_list, _detach, rec);
	(void) list_delete_ptr(resv_list, rec);
	last_resv_update = time(NULL);
	schedule_resv_save();
	return true;
}
