/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * job_rules.c - test whether Slurm would ever start a job in its partition; see
 * job_rules.h
 *
 * With EnforcePartLimits=NO Slurm accepts jobs that their partition does not
 * admit, and lets them wait; which jobs Slurm refuses in any case differs
 * between versions. This file therefore calls the checks that Slurm makes each
 * time it considers a job, with a record that has the fields these checks read.
 * Slurm makes three checks only at node selection: accounts, QOS and, from
 * 24.11 on, groups; _locked_out() makes these. Limits follow in job_limits.c.
 */

#include <string.h>

#include "src/common/assoc_mgr.h"

#include "plugin/slurm/compat/given.h"
#include "plugin/slurm/compat/refusals.h"
#include "plugin/slurm/compat/resolve.h"
#include "plugin/slurm/jobs/job_rules.h"

/* A record in no list: a copy of a job's record, or one made from a message. */
typedef struct {
	job_record_t job;
	compat_details_t details;
} probe_t;

static void _probe_desc(const job_desc_msg_t *d, const job_request_t *ask,
			probe_t *p)
{
	p->job.magic = JOB_MAGIC;
	p->job.user_id = d->user_id;
	p->job.alloc_node = d->alloc_node;
	p->job.tres_per_node = d->tres_per_node;
	p->job.tres_per_job = d->tres_per_job;
	p->job.cpus_per_tres = d->cpus_per_tres;
	p->job.mem_per_tres = d->mem_per_tres;
	p->details.magic = DETAILS_MAGIC;
	p->details.orig_min_cpus = given_32(d->min_cpus) ? d->min_cpus :
							   ask->num_cn;
	p->details.orig_max_cpus = d->max_cpus;
	p->details.orig_cpus_per_task = d->cpus_per_task;
	p->details.num_tasks = given_32(d->num_tasks) ? d->num_tasks : 0;
	if (d->ntasks_per_node != NO_VAL16)
		p->details.ntasks_per_node = d->ntasks_per_node;
	if (d->pn_min_cpus != NO_VAL16)
		p->details.orig_pn_min_cpus = d->pn_min_cpus;
	p->details.orig_pn_min_memory = d->pn_min_memory;
	if (d->pn_min_memory != NO_VAL64)
		p->job.bit_flags |= JOB_MEM_SET;
	p->details.share_res = (uint8_t) d->shared;
	if (d->shared == JOB_SHARED_NONE)
		p->details.whole_node = WHOLE_NODE_REQUIRED;
}

/*
 * Slurm's reason (WAIT_...) not to start the job; 0: none. Slurm writes to the
 * record, so the check gets a copy, and frees only what the copy owns.
 */
static int _reason(const probe_t *like, const job_request_t *ask,
		   part_record_t *part, slurmdb_assoc_rec_t *assoc,
		   slurmdb_qos_rec_t *qos)
{
	probe_t p = *like;
	job_record_t *job = &p.job;
	char any_name[] = JOBS_PREFIX;
	int reason;

	job->details = &p.details;
	job->part_ptr = part;
	job->assoc_ptr = assoc;
	job->qos_ptr = qos;
	job->account = assoc ? assoc->acct : (char *) ask->account;
	job->resv_name = any_name;
	job->time_limit = ask->minutes;
	if (ask->any_minutes)
		job->limit_set.time = ADMIN_SET_LIMIT;
	p.details.min_nodes = ask->num_cn;
	p.details.max_nodes = ask->max_cn;
	job->tres_per_task = xstrdup(like->job.tres_per_task);
	reason = job_limits_check(&job, false);
	xfree(p.job.tres_per_task);
	if (p.job.prio_factors != like->job.prio_factors)
		xfree(p.job.prio_factors);
	return reason;
}

/* --- in words ------------------------------------------------------------ */

static char *_say_state(const part_record_t *part)
{
	const char *state = (part->state_up == PARTITION_DOWN) ? "DOWN" :
			    (part->state_up == PARTITION_DRAIN) ? "DRAIN" :
								  "INACTIVE";

	return xstrdup_printf(
		"partition %s is %s: give another one, or wait until it is up",
		part->name, state);
}

/* Name the setting behind a refusal for which Slurm has no separate reason. */
static char *_say_access(const part_record_t *part, uint32_t uid)
{
	const char *what = "what it asks for is against its configuration";

	if ((part->flags & PART_FLAG_ROOT_ONLY) && uid &&
	    (uid != slurm_conf.slurm_user_id))
		what = "it is for root alone (RootOnly)";
	else if ((part->flags & PART_FLAG_NO_ROOT) && !uid)
		what = "it runs no jobs of root (DisableRootJobs)";
	else if (part->allow_alloc_nodes)
		what = "it takes no jobs from this node (AllocNodes), or is too small";
	return xstrdup_printf("partition %s: %s: give another one", part->name,
			      what);
}

static char *_say_reason(int reason, const part_record_t *part,
			 const job_request_t *ask)
{
	char *cnt, *text;

	switch (reason) {
	case WAIT_PART_DOWN:
	case WAIT_PART_INACTIVE:
		return _say_state(part);
	case WAIT_PART_TIME_LIMIT:
		return xstrdup_printf(
			"partition %s has a MaxTime of %u minutes: give a shorter --time, or another partition",
			part->name, part->max_time);
	case WAIT_PN_MEM_LIMIT:
		return xstrdup_printf(
			"partition %s does not give so much memory (MaxMemPerNode, MaxMemPerCPU): give a smaller --mem, or another partition",
			part->name);
	case WAIT_PART_NODE_LIMIT:
		cnt = xstrdup_printf("%u", ask->num_cn);
		if (ask->max_cn > ask->num_cn)
			xstrfmtcat(cnt, "-%u", ask->max_cn);
		text = xstrdup_printf(
			"partition %s does not take jobs of %s nodes: give another -N, or another partition",
			part->name, cnt);
		xfree(cnt);
		return text;
	default:
		return _say_access(part, ask->uid);
	}
}

/* --- accounts, QOS, groups ----------------------------------------------- */

/* The association whose limits apply. Locks: assoc_mgr's. RET NULL: none */
static slurmdb_assoc_rec_t *_association(const job_request_t *ask,
					 part_record_t *part)
{
	slurmdb_assoc_rec_t who = {
		.acct = (char *) ask->account,
		.partition = part->name,
		.uid = ask->uid,
	};
	slurmdb_assoc_rec_t *found = NULL;

	if (!assoc_mgr_fill_in_assoc(acct_db_conn, &who, accounting_enforce,
				     &found, true) &&
	    !found && slurm_with_slurmdbd()) {
		/* Slurm falls back to the user's default account. */
		who = (slurmdb_assoc_rec_t) {
			.partition = part->name,
			.uid = ask->uid,
		};
		(void) assoc_mgr_fill_in_assoc(acct_db_conn, &who,
					       accounting_enforce, &found,
					       true);
	}
	return found;
}

/* IN name - NULL: the job's QOS, or the default one. Locks: assoc_mgr's */
static slurmdb_qos_rec_t *_find_qos(const char *name, const job_request_t *ask,
				    slurmdb_assoc_rec_t *assoc)
{
	slurmdb_qos_rec_t which = {
		.name = (char *) name,
		.id = name ? 0 : ask->qos_id,
	};
	slurmdb_qos_rec_t *found = NULL;

	assoc_mgr_get_default_qos_info(assoc, &which);
	(void) assoc_mgr_fill_in_qos(acct_db_conn, &which, accounting_enforce,
				     &found, true);
	return found;
}

static char *_say_list(const part_record_t *part, const char *whom,
		       const char *what, const char *allowed,
		       const char *denied)
{
	return xstrdup_printf(
		"partition %s does not let this %s in (%s%s=%s): give another %s, or another partition",
		part->name, whom, allowed ? "Allow" : "Deny", what,
		allowed ? allowed : denied ? denied : "", whom);
}

static char *_say_group(const part_record_t *part, uint32_t uid)
{
	char *name = resolve_known_name(uid);
	char *text = xstrdup_printf(
		"partition %s does not let %s in (AllowGroups=%s): give another one",
		part->name, name, part->allow_groups);

	free(name);
	return text;
}

/* Locks: assoc_mgr's. RET why the partition refuses the job, or NULL */
static char *_locked_out(part_record_t *part, const job_request_t *ask,
			 slurmdb_assoc_rec_t *assoc, slurmdb_qos_rec_t *qos)
{
	if (!validate_group(part, ask->uid))
		return _say_group(part, ask->uid);
	if (part_policy_valid_acct(part, assoc ? assoc->acct : NULL, NULL))
		return _say_list(part, "account", "Accounts",
				 part->allow_accounts, part->deny_accounts);
	if (compat_part_valid_qos(part, qos, ask->uid))
		return _say_list(part, "QOS", "Qos", part->allow_qos,
				 part->deny_qos);
	return NULL;
}

static char *_exceeds(const probe_t *like, const job_request_t *ask,
		      part_record_t *part, slurmdb_assoc_rec_t *assoc,
		      slurmdb_qos_rec_t *qos)
{
	probe_t p = *like;

	p.job.details = &p.details;
	return job_limits_objection(&p.job, ask, part, assoc, qos);
}

/* --- all of it ----------------------------------------------------------- */

/*
 * Why the job can't start with one QOS. assoc and qos stay valid without
 * assoc_mgr's locks as long as jobs are locked: Slurm removes the pointers from
 * all jobs before it frees such a record.
 * IN state - count a partition that is not up as a reason
 * RET NULL: the job can start
 */
static char *_why_with(const probe_t *like, const job_request_t *ask,
		       bool state, part_record_t *part, const char *qos_name)
{
	assoc_mgr_lock_t locks = {
		.assoc = READ_LOCK,
		.qos = READ_LOCK,
		.user = READ_LOCK,
	};
	slurmdb_assoc_rec_t *assoc;
	slurmdb_qos_rec_t *qos;
	char *why;
	int reason;

	assoc_mgr_lock(&locks);
	assoc = _association(ask, part);
	qos = _find_qos(qos_name, ask, assoc);
	why = _locked_out(part, ask, assoc, qos);
	assoc_mgr_unlock(&locks);
	if (why)
		return why;
	reason = _reason(like, ask, part, assoc, qos);
	if (!state && ((reason == WAIT_PART_DOWN) ||
		       (reason == WAIT_PART_INACTIVE)))
		reason = WAIT_NO_REASON;
	/* A usage threshold is temporary and not a rule of the partition. */
	if ((reason == WAIT_NO_REASON) || (reason == WAIT_QOS_THRES))
		return _exceeds(like, ask, part, assoc, qos);
	return _say_reason(reason, part, ask);
}

/* Why the job can't start; of several QOS the first that works is enough. */
static char *_why_no_start(const probe_t *like, const job_request_t *ask,
			   bool state, part_record_t *part)
{
	char *names, *rest = NULL, *why = NULL, *name;

	/* Too many nodes: admission refuses the booking, and makes offers. */
	if (ask->num_cn > part->total_nodes)
		return NULL;
	if (state && (part->state_up != PARTITION_UP))
		return _say_state(part);
	if (!ask->qos || !ask->qos[0])
		return _why_with(like, ask, state, part, NULL);
	names = xstrdup(ask->qos);
	for (name = strtok_r(names, ",", &rest); name;
	     name = strtok_r(NULL, ",", &rest)) {
		xfree(why);
		if (!(why = _why_with(like, ask, state, part, name)))
			break;
	}
	xfree(names);
	return why;
}

static bool _admits(const probe_t *like, const job_request_t *ask, bool state,
		    char **ret_why)
{
	part_record_t *part = ask->partition ?
		find_part_record((char *) ask->partition) : default_part_loc;

	*ret_why = part ? text_take(_why_no_start(like, ask, state, part)) :
			  text_dup("there is no such partition");
	return !*ret_why;
}

bool job_rules_check_desc(const job_desc_msg_t *desc, const job_request_t *ask,
			  char **ret_why)
{
	probe_t p = { .job = { .magic = 0 } };

	_probe_desc(desc, ask, &p);
	return _admits(&p, ask, true, ret_why);
}

bool job_rules_check_record(const job_record_t *job, const job_request_t *ask,
			    bool state, char **ret_why)
{
	probe_t p = { .job = *job, .details = *job->details };

	return _admits(&p, ask, state, ret_why);
}
