/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * job_rules.c - would Slurm ever start a job in its partition? See job_rules.h
 *
 * With EnforcePartLimits=NO Slurm takes jobs that their partition does not let
 * in, and has them wait; what it refuses whatever that option says is another
 * thing in each version. So Slurm is asked what it will find each time that it
 * looks at the job: its own checks, with a record that has what they look at.
 * Three of them come later, when it selects nodes: accounts, QOS and, from 24.11
 * on, groups. So do limits, see job_limits.c.
 */

#include <string.h>

#include "src/common/assoc_mgr.h"
#include "src/common/uid.h"

#include "plugin/booking/job_names.h"
#include "plugin/slurm/given.h"
#include "plugin/slurm/job_rules.h"
#include "plugin/slurm/refusals.h"

/* A record that is in no list: that of no job, or a copy. */
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
 * What keeps it from starting when Slurm looks at it; 0: nothing. Slurm writes
 * into the record: what is in there is owned by nobody else then.
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

/* One of those that have no reason of their own. */
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

static char *_say(int reason, const part_record_t *part,
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

/* Whose limits are it under? Locks: assoc_mgr's. RET NULL: nobody's */
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
		/* Slurm takes his default account instead. */
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

/* name - NULL: the one that the job has, or the default. Locks: assoc_mgr's */
static slurmdb_qos_rec_t *_qos(const char *name, const job_request_t *ask,
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
	char *name = uid_to_string(uid);
	char *text = xstrdup_printf(
		"partition %s does not let %s in (AllowGroups=%s): give another one",
		part->name, name, part->allow_groups);

	xfree(name);
	return text;
}

/* Locks: assoc_mgr's. RET NULL: it is let in */
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
 * With this QOS. What is found is there as long as the jobs are locked: Slurm
 * takes it from them before it frees it. RET NULL: it can start
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
	qos = _qos(qos_name, ask, assoc);
	why = _locked_out(part, ask, assoc, qos);
	assoc_mgr_unlock(&locks);
	if (why)
		return why;
	reason = _reason(like, ask, part, assoc, qos);
	if (!state && ((reason == WAIT_PART_DOWN) ||
		       (reason == WAIT_PART_INACTIVE)))
		reason = WAIT_NO_REASON;
	/* A threshold of usage is of the moment, and no matter of partitions. */
	if ((reason == WAIT_NO_REASON) || (reason == WAIT_QOS_THRES))
		return _exceeds(like, ask, part, assoc, qos);
	return _say(reason, part, ask);
}

/* One of several QOS will do. */
static char *_why(const probe_t *like, const job_request_t *ask, bool state,
		  part_record_t *part)
{
	char *names, *rest = NULL, *why = NULL, *name;

	/* No change of a limit would help: the booking is refused, with offers. */
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

	*ret_why = part ? text_take(_why(like, ask, state, part)) :
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
