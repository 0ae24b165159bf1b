/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * job_limits.c - test whether limits of account and QOS ever let a job start;
 * see job_rules.h
 *
 * Slurm refuses a job above a limit only if the QOS says so (DenyOnLimit);
 * otherwise the job waits forever. Before Slurm starts a job, two of its checks
 * compare the usage so far plus the job with the limits. This file calls these
 * checks with copies of the account, its parent accounts and the QOS that show
 * no usage, because the usage by other jobs ends some time.
 */

#include "src/common/assoc_mgr.h"
#include "src/slurmctld/acct_policy.h"

#include "plugin/slurm/jobs/job_gres.h"
#include "plugin/slurm/jobs/job_rules.h"

/* Copies of Slurm's records: the same limits, but no usage. */
typedef struct {
	slurmdb_assoc_rec_t *assocs;	/* the account and its parents */
	size_t assoc_cnt;
	slurmdb_qos_rec_t qos;
	slurmdb_qos_rec_t part_qos;
	part_record_t part;
	uint16_t *limit_set;		/* limits that an operator overrode */
	job_record_t job;
	compat_details_t details;
} alone_t;

static void _copy_assocs(const slurmdb_assoc_rec_t *assoc, alone_t *a)
{
	const slurmdb_assoc_rec_t *up;

	for (up = assoc; up; up = up->usage->parent_assoc_ptr)
		a->assoc_cnt++;
	a->assocs = xcalloc(a->assoc_cnt, sizeof(*a->assocs));
	up = assoc;
	for (size_t i = 0; i < a->assoc_cnt; i++) {
		slurmdb_assoc_rec_t *copy = &a->assocs[i];

		*copy = *up;
		copy->usage = slurmdb_create_assoc_usage(slurmctld_tres_cnt);
		if (i + 1 < a->assoc_cnt)
			copy->usage->parent_assoc_ptr = copy + 1;
		up = up->usage->parent_assoc_ptr;
	}
}

static slurmdb_qos_rec_t *_copy_qos(const slurmdb_qos_rec_t *qos,
				    slurmdb_qos_rec_t *copy)
{
	if (!qos)
		return NULL;
	*copy = *qos;
	copy->usage = slurmdb_create_qos_usage(slurmctld_tres_cnt);
	return copy;
}

/*
 * Copy which limits an operator overrode, if like is the record of a job. The
 * limit of nodes always counts, because Slurm checks that limit again before
 * node selection, even if an operator set the number of nodes.
 */
static void _copy_limit_set(const job_record_t *like, const job_request_t *ask,
			    alone_t *a)
{
	a->limit_set = xcalloc(slurmctld_tres_cnt, sizeof(*a->limit_set));
	for (int i = 0; like->limit_set.tres && (i < slurmctld_tres_cnt); i++)
		a->limit_set[i] = like->limit_set.tres[i];
	a->limit_set[TRES_ARRAY_NODE] = 0;
	a->job.limit_set.tres = a->limit_set;
	a->job.limit_set.time = ask->any_minutes ? ADMIN_SET_LIMIT :
						   like->limit_set.time;
}

/* Locks: assoc_mgr's */
static void _leave_alone(const job_record_t *like, const job_request_t *ask,
			 const part_record_t *part,
			 const slurmdb_assoc_rec_t *assoc,
			 const slurmdb_qos_rec_t *qos, alone_t *a)
{
	job_record_t *job = &a->job;

	_copy_assocs(assoc, a);
	a->part = *part;
	job->qos_ptr = _copy_qos(qos, &a->qos);
	a->part.qos_ptr = (part->qos_ptr == qos) ?
		job->qos_ptr : _copy_qos(part->qos_ptr, &a->part_qos);
	_copy_limit_set(like, ask, a);
	job->magic = JOB_MAGIC;
	job->job_id = like->job_id;
	job->array_task_id = NO_VAL;
	job->user_id = a->assocs->uid = ask->uid;
	job->account = a->assocs->acct;
	job->assoc_ptr = a->assocs;
	job->assoc_id = assoc->id;
	job->part_ptr = &a->part;
	job->time_limit = ask->minutes;
	job->details = &a->details;
	a->details.magic = DETAILS_MAGIC;
}

static void _free_alone(alone_t *a)
{
	for (size_t i = 0; i < a->assoc_cnt; i++)
		slurmdb_destroy_assoc_usage(a->assocs[i].usage);
	xfree(a->assocs);
	slurmdb_destroy_qos_usage(a->qos.usage);
	slurmdb_destroy_qos_usage(a->part_qos.usage);
	xfree(a->limit_set);
	xfree(a->job.state_desc);
}

/* True if the job gets all CPUs of its nodes. */
static bool _is_exclusive(const compat_details_t *d, const part_record_t *part)
{
	return !part->max_share || (d->whole_node == WHOLE_NODE_REQUIRED) ||
	       !xstrcmp(slurm_conf.select_type, "select/linear");
}

/* The job's memory in MB, as far as known before node selection; 0: unknown */
static uint64_t _memory(const compat_details_t *d, const part_record_t *part,
			uint64_t cpus, uint64_t nodes)
{
	uint64_t memory = d->orig_pn_min_memory;

	if (!memory || (memory == NO_VAL64))
		memory = part->def_mem_per_cpu ? part->def_mem_per_cpu :
						 slurm_conf.def_mem_per_cpu;
	if (memory & MEM_PER_CPU)
		return (memory & ~MEM_PER_CPU) * cpus;
	return memory * nodes;
}

static void _count_tres(const job_record_t *like, const job_request_t *ask,
			const part_record_t *part, uint64_t *ret_tres)
{
	const compat_details_t *d = like->details;
	const job_gres_t gres = job_gres_of_record(like, ask->num_cn);
	uint64_t cpus = MAX(MAX(d->orig_min_cpus, ask->num_cn),
			    job_gres_cpus(&gres, part) * ask->num_cn);

	if (_is_exclusive(d, part))
		cpus = (uint64_t) part->max_cpu_cnt * ask->num_cn;
	ret_tres[TRES_ARRAY_NODE] = ask->num_cn;
	ret_tres[TRES_ARRAY_CPU] = cpus;
	ret_tres[TRES_ARRAY_MEM] = _memory(d, part, cpus, ask->num_cn);
	job_gres_count(&gres, ret_tres, slurmctld_tres_cnt);
	ret_tres[TRES_ARRAY_BILLING] = (uint64_t)
		assoc_mgr_tres_weighted(ret_tres, part->billing_weights,
					slurm_conf.priority_flags, true);
}

static char *_say_limits(const alone_t *a)
{
	const slurmdb_qos_rec_t *qos = a->job.qos_ptr;

	return xstrdup_printf(
		"the limits of account %s%s%s would never let it start (%s): ask for less, or give another account or QOS",
		a->assocs->acct, qos ? " and QOS " : "", qos ? qos->name : "",
		compat_reason(a->job.state_reason));
}

char *job_limits_objection(const job_record_t *like, const job_request_t *ask,
			   part_record_t *part, slurmdb_assoc_rec_t *assoc,
			   slurmdb_qos_rec_t *qos)
{
	assoc_mgr_lock_t locks = {
		.assoc = READ_LOCK,
		.qos = WRITE_LOCK,	/* required by newer versions */
		.tres = READ_LOCK,
	};
	uint64_t tres[slurmctld_tres_cnt];
	alone_t *a;
	char *why = NULL;

	if (!assoc || !(accounting_enforce & ACCOUNTING_ENFORCE_LIMITS))
		return NULL;
	a = xmalloc(sizeof(*a));
	memset(tres, 0, sizeof(tres));
	assoc_mgr_lock(&locks);
	_leave_alone(like, ask, part, assoc, qos, a);
	_count_tres(like, ask, part, tres);
	if (!acct_policy_job_runnable_pre_select(&a->job, true) ||
	    !acct_policy_job_runnable_post_select(&a->job, tres, true))
		why = _say_limits(a);
	_free_alone(a);
	assoc_mgr_unlock(&locks);
	xfree(a);
	return why;
}
