/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * native_direct.c - change a record without Slurm's update function; see
 * native.h
 *
 * The office has decided about these changes, and Slurm's update could refuse
 * them. The functions here can't fail.
 */

#include <string.h>

#include "plugin/booking/request/text.h"
#include "plugin/slurm/compat/nodes.h"
#include "plugin/slurm/native/accounting.h"
#include "plugin/slurm/native/job_records.h"
#include "plugin/slurm/native/native.h"
#include "plugin/slurm/native/record_gpus.h"
#include "plugin/slurm/native/record_units.h"

#include "src/common/assoc_mgr.h"
#include "src/common/job_resources.h"

void native_mark(record_t *record, bool unwritten)
{
	slurmctld_resv_t *rec = record;

	if (unwritten)
		rec->flags |= NATIVE_UNWRITTEN;
	else
		rec->flags &= ~NATIVE_UNWRITTEN;
}

bool native_is_marked(const record_t *record)
{
	return ((const slurmctld_resv_t *) record)->flags & NATIVE_UNWRITTEN;
}

void native_pin(record_t *record, pin_t pin)
{
	slurmctld_resv_t *rec = record;

	/* Without a partition Slurm could not look for other nodes. */
	if ((pin != PIN_NODES) && rec->part_ptr)
		rec->flags &= ~(RESERVE_FLAG_SPEC_NODES | NATIVE_COUNTED);
	if ((pin == PIN_COUNTED) && rec->part_ptr)
		rec->flags |= RESERVE_FLAG_SPEC_NODES | NATIVE_COUNTED;
	if (pin != PIN_NODES)
		return;
	rec->flags &= ~NATIVE_COUNTED;
	if (rec->node_cnt)	/* else it has licenses alone */
		rec->flags |= RESERVE_FLAG_SPEC_NODES;
}

void native_rename(record_t *record, const char *name)
{
	slurmctld_resv_t *rec = record;

	info("sched/garq: reservation %s has the name %s", rec->name, name);
	xfree(rec->name);
	rec->name = xstrdup(name);
	rec->start_time_prev = rec->start_time;
	accounting_changed(rec);
	schedule_resv_save();
}

void native_shift(record_t *record, time_t start, time_t end)
{
	slurmctld_resv_t *rec = record;
	time_t length = rec->end_time - native_start(rec);

	if ((rec->duration != NO_VAL) && (end - start != length))
		rec->duration = (uint32_t) ((end - start) / 60);
	rec->end_time = end;
	rec->start_time_prev = rec->start_time;
	rec->start_time = rec->start_time_first = start;
	accounting_changed(rec);
	rec->start_time_prev = start;
}

/*
 * Accounting takes its row of the later start for that of the first one, and
 * drops the data that it had there.
 */
void native_reset_start(record_t *record)
{
	slurmctld_resv_t *rec = record;

	rec->start_time_prev = rec->start_time;
	rec->start_time = native_start(rec);
	accounting_changed(rec);
	rec->start_time_prev = rec->start_time;
}

/* Set the number of CPUs in a text of TRES, as "1=12,1001=3". RET xfree() */
static char *_with_cpus(const char *text, uint64_t cpus)
{
	char *copy = xstrdup(text), *rest = NULL, *cpu = NULL, *result = NULL;

	xstrfmtcat(cpu, "%u=", TRES_CPU);
	for (char *tres = copy ? strtok_r(copy, ",", &rest) : NULL; tres;
	     tres = strtok_r(NULL, ",", &rest)) {
		xstrfmtcat(result, "%s", result ? "," : "");
		if (xstrncmp(tres, cpu, strlen(cpu)))
			xstrfmtcat(result, "%s", tres);
		else
			xstrfmtcat(result, "%s%"PRIu64, cpu, cpus);
	}
	xfree(copy);
	xfree(cpu);
	return result;
}

/* Count nodes and cores of a record. RET the CPUs of these */
static uint64_t _count_nodes(slurmctld_resv_t *rec)
{
	bitoff_t size = bit_size(rec->node_bitmap);
	uint64_t cpus = 0;

	rec->node_cnt = rec->core_cnt = 0;
	for (bitoff_t i = nodes_next(rec->node_bitmap, 0); i < size;
	     i = nodes_next(rec->node_bitmap, i + 1)) {
		rec->node_cnt++;
		rec->core_cnt += node_record_table_ptr[i]->tot_cores;
		cpus += node_record_table_ptr[i]->cpus;
	}
	if (rec->ctld_flags & RESV_CTLD_FULL_NODE)
		return cpus;
	rec->core_cnt = (uint32_t) bit_set_count(rec->core_bitmap);
	return rec->core_resrcs->ncpus;
}

/* Update the fields that Slurm sums up over the nodes of a record. */
static void _sum_nodes(slurmctld_resv_t *rec)
{
	assoc_mgr_lock_t locks = { .tres = READ_LOCK };
	uint64_t cpus = _count_nodes(rec);
	char *tres;

	tres = _with_cpus(rec->tres_str, cpus);
	xfree(rec->tres_str);
	xfree(rec->tres_fmt_str);
	assoc_mgr_lock(&locks);
	rec->tres_str = record_gpus_tres(rec, tres);
	rec->tres_fmt_str = slurmdb_make_tres_string_from_simple(
		rec->tres_str, assoc_mgr_tres_list, NO_VAL,
		CONVERT_NUM_UNIT_EXACT, 0, NULL);
	assoc_mgr_unlock(&locks);
}

/* Slurm allocates 8 KB for each list of nodes: return a short copy. */
static char *_node_list(bitstr_t *nodes)
{
	char *list = bitmap2node_name(nodes);
	char *copy = xstrdup(list);

	xfree(list);
	return copy;
}

void native_set_bitmap(slurmctld_resv_t *rec, bitstr_t *nodes,
		       const units_t *units)
{
	FREE_NULL_BITMAP(rec->node_bitmap);
	FREE_NULL_BITMAP(rec->core_bitmap);
	free_job_resources(&rec->core_resrcs);
	xfree(rec->node_list);
	rec->node_bitmap = nodes;
	rec->node_list = _node_list(rec->node_bitmap);
	rec->ctld_flags |= RESV_CTLD_FULL_NODE;
	record_units_set(rec, units);
	rec->flags &= ~(RESERVE_FLAG_ALL_NODES | RESERVE_FLAG_PART_NODES);
	rec->flags |= RESERVE_FLAG_SPEC_NODES;
	rec->boot_time = node_features_g_overlap(rec->node_bitmap) ?
		node_features_g_boot_time() : 0;
	_sum_nodes(rec);
}

void native_set_units(slurmctld_resv_t *rec, const units_t *units)
{
	native_set_bitmap(rec, bit_copy(rec->node_bitmap), units);
}

void native_set_nodes(record_t *record, const garq_set_t *nodes,
		      const units_t *units)
{
	native_set_bitmap(record, nodes ? nodes_to_bitmap(nodes) :
					  bit_alloc(node_record_count), units);
}

void native_bind(record_t *record, const garq_set_t *nodes,
		 const units_t *units)
{
	slurmctld_resv_t *rec = record;
	time_t now = time(NULL);

	native_set_nodes(rec, nodes, units);
	/* Accounting sees a started record with new nodes as a new one. */
	if (rec->start_time < now) {
		rec->start_time_prev = rec->start_time;
		rec->start_time = now;
	}
	accounting_changed(rec);
}

/*
 * True if a request asks for times, nodes by number or name, a partition to
 * look for them in, and nothing else.
 */
static bool _asks_for_place(const request_t *r, bool window)
{
	return !r->features && !r->licenses && !r->tres &&
	       !r->burst_buffer && !r->has_watts && !r->users &&
	       !r->groups && !r->accounts && !r->qos && !r->allowed_parts &&
	       !r->comment && !r->has_flags && !r->other_flags &&
	       !r->has_purge && (window || !r->has_delay) &&
	       (!r->partition || (request_has(r->partition) &&
				  find_part_record(r->partition)));
}

/* Nodes that Slurm has to work out. */
static bool _needs_slurm(const change_t *change)
{
	return change->list &&
	       (text_same_word(change->asked_nodes, "ALL") ||
		!garq_set_count(change->nodes));
}

bool native_is_place(const slurmctld_resv_t *rec, const request_t *request,
		     const change_t *change, bool window)
{
	time_t now = time(NULL);

	return _asks_for_place(request, window) && !_needs_slurm(change) &&
	       !native_concerns_others(rec, now) &&
	       (!change->times || (change->start > now));
}

/* Slurm's own update logs as much. */
static void _log_place(const slurmctld_resv_t *rec)
{
	char start[TEXT_TIME], end[TEXT_TIME];

	info("sched/garq: updated reservation=%s nodes=%s tres=%s start=%s end=%s",
	     rec->name, rec->node_list, rec->tres_fmt_str,
	     text_time(rec->start_time, start), text_time(rec->end_time, end));
}

void native_place(slurmctld_resv_t *rec, const request_t *request,
		  const change_t *change)
{
	if (request->partition) {
		xfree(rec->partition);
		rec->partition = xstrdup(request->partition);
		rec->part_ptr = find_part_record(rec->partition);
	}
	if (change->list)
		native_set_nodes(rec, change->nodes, &change->units);
	if (change->times) {
		rec->start_time_prev = rec->start_time;
		rec->start_time = rec->start_time_first = change->start;
		rec->end_time = change->end;
		rec->duration = change->duration_min;
	}
	accounting_changed(rec);
	rec->start_time_prev = rec->start_time;
	schedule_resv_save();
	_log_place(rec);
}

/* End a job, and prevent a requeue when Slurm misses the job on its nodes. */
static void _end_job(job_record_t *job, time_t now)
{
	info("sched/garq: %pJ was over when Slurm was killed: it ends now",
	     job);
	job->end_time = MIN(job->end_time, now);
	if (job->time_limit == INFINITE)	/* else Slurm ignores its end */
		job->time_limit = 1;
	if (job->details)
		job->details->requeue = 0;
	last_job_update = now;
}

/*
 * Slurm deletes no record with running jobs, so the jobs of a record that was
 * over before its end time must have ended, too. Past its end time, jobs may
 * run on (FLEX, ResvOverRun).
 * IN leave - detach the running jobs from the record
 */
static void _end_jobs(const slurmctld_resv_t *rec, bool leave, time_t now)
{
	list_itr_t *iter = list_iterator_create(job_list);
	bool deleted = rec->end_time > now;
	job_record_t *job;

	while ((job = list_next(iter))) {
		if ((job->resv_ptr != rec) || !IS_JOB_RUNNING(job))
			continue;
		if (deleted)
			_end_job(job, now);
		if (leave)
			jobs_untie(job);
	}
	list_iterator_destroy(iter);
}

void native_end_jobs(record_t *record, time_t now)
{
	_end_jobs(record, true, now);
}

void native_end(record_t *record, time_t now)
{
	slurmctld_resv_t *rec = record;

	_end_jobs(rec, false, now);
	if (rec->start_time > now) {
		/* As Slurm's SKIP: without a start, no prolog or epilog. */
		rec->ctld_flags |= RESV_CTLD_PROLOG | RESV_CTLD_EPILOG;
		rec->start_time = rec->start_time_first =
			rec->start_time_prev = rec->end_time = now;
		return;
	}
	rec->end_time = MIN(rec->end_time, now);
	accounting_changed(rec);
}
