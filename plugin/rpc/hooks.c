/* SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE	/* dladdr() */
#endif
#include <dlfcn.h>
#include <pthread.h>

#include "plugin/rpc/handlers.h"
#include "plugin/rpc/hooks.h"
#include "plugin/rpc/pool.h"
#include "plugin/slurm/compat/compat.h"
#include "plugin/slurm/jobs/job_guard.h"
#include "plugin/slurm/locks.h"
#include "plugin/slurm/native/retired.h"

static void _dispatch(slurm_msg_t *msg);

typedef struct {
	uint16_t msg_type;
	handler_t run;
	lock_verb_t verb;
	slurmctld_rpc_t *entry;	/* NULL: not installed */
	rpc_t native;
} hook_t;

static hook_t hook_table[] = {
	{ REQUEST_CREATE_RESERVATION, handle_create, LOCK_CREATE, NULL, NULL },
	{ REQUEST_UPDATE_RESERVATION, handle_update, LOCK_UPDATE, NULL, NULL },
	{ REQUEST_DELETE_RESERVATION, handle_delete, LOCK_DELETE, NULL, NULL },
	{ REQUEST_RESERVATION_INFO, handle_show, LOCK_SHOW, NULL, NULL },
	{ REQUEST_SUBMIT_BATCH_JOB, handle_submit, LOCK_SUBMIT, NULL, NULL },
	{ REQUEST_SUBMIT_BATCH_HET_JOB, handle_jobs, LOCK_SUBMIT, NULL, NULL },
	{ REQUEST_RESOURCE_ALLOCATION, handle_job, LOCK_JOB, NULL, NULL },
	{ REQUEST_HET_JOB_ALLOCATION, handle_jobs, LOCK_JOB, NULL, NULL },
	{ REQUEST_JOB_WILL_RUN, handle_job, LOCK_JOB, NULL, NULL },
	{ REQUEST_UPDATE_JOB, handle_job_update, LOCK_JOB, NULL, NULL },
	{ REQUEST_UPDATE_CRONTAB, handle_crontab, LOCK_JOB, NULL, NULL },
	{ REQUEST_JOB_INFO, handle_jobs_show, LOCK_SHOW, NULL, NULL },
	{ REQUEST_JOB_USER_INFO, handle_jobs_show, LOCK_SHOW, NULL, NULL },
	{ REQUEST_JOB_INFO_SINGLE, handle_jobs_show, LOCK_SHOW, NULL, NULL },
	{ REQUEST_DELETE_PARTITION, handle_with_all_linked, LOCK_ALL, NULL, NULL },
	{ REQUEST_CREATE_NODE, handle_with_all_linked, LOCK_ALL, NULL, NULL },
	{ REQUEST_DELETE_NODE, handle_with_all_linked, LOCK_ALL, NULL, NULL },
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t idle = PTHREAD_COND_INITIALIZER;
static int running;
static bool installed;
static bool asks_scheduler;	/* slurmctld has not yet asked for its name */

static hook_t *_find_hook(uint16_t msg_type)
{
	for (size_t i = 0; i < ARRAY_SIZE(hook_table); i++)
		if (hook_table[i].msg_type == msg_type)
			return &hook_table[i];
	return NULL;
}

/*
 * True if the handler may wait for the disk or for names. The handlers of
 * booked jobs enter the pool themselves.
 */
static bool _may_wait(const hook_t *hook)
{
	return (hook->verb == LOCK_CREATE) || (hook->verb == LOCK_UPDATE) ||
	       (hook->verb == LOCK_DELETE);
}

/* True if the message may make or change jobs. */
static bool _is_about_jobs(const hook_t *hook)
{
	return (hook->verb == LOCK_SUBMIT) || (hook->verb == LOCK_JOB);
}

static bool _is_about_het_jobs(const hook_t *hook)
{
	return (hook->msg_type == REQUEST_SUBMIT_BATCH_HET_JOB) ||
	       (hook->msg_type == REQUEST_HET_JOB_ALLOCATION);
}

/*
 * Before the first heterogeneous job: call the handler with an empty list of
 * jobs, on a closed connection. The handler checks the name of the scheduler,
 * finds no job and logs that as an error. It takes no lock of slurmctld's.
 */
static void _answer_het_jobs(void)
{
	static const slurmctld_lock_t conf_lock = { .conf = WRITE_LOCK };
	static pthread_mutex_t once = PTHREAD_MUTEX_INITIALIZER;
	list_t *no_jobs = list_create(NULL);
	char *name;
	slurm_msg_t msg;

	compat_init_own_msg(&msg, REQUEST_HET_JOB_ALLOCATION);
	msg.data = no_jobs;
	slurm_mutex_lock(&once);
	if (asks_scheduler) {
		info("sched/garq: tells slurmctld that heterogeneous jobs can be served, by one without jobs");
		lock_slurmctld(conf_lock);
		name = slurm_conf.schedtype;
		slurm_conf.schedtype = "sched/backfill";
		_find_hook(msg.msg_type)->native(&msg);
		slurm_conf.schedtype = name;
		unlock_slurmctld(conf_lock);
		asks_scheduler = false;
	}
	slurm_mutex_unlock(&once);
	FREE_NULL_LIST(no_jobs);
}

static void _run_hook(const hook_t *hook, slurm_msg_t *msg)
{
	const char *why;
	int rc = job_guard_check(msg, &why);

	if (rc) {
		info("sched/garq: %s of uid=%u %s: refused",
		     rpc_num2string(msg->msg_type), msg->auth_uid, why);
		compat_reply(msg, rc, NULL);
		return;
	}
	if (_may_wait(hook) && !pool_enter(msg))
		return;
	if (_is_about_het_jobs(hook))
		_answer_het_jobs();
	locks_hold_as(hook->verb);
	if (_is_about_jobs(hook))
		retired_change_begins();
	hook->run(msg, hook->native);
	if (_is_about_jobs(hook))
		retired_change_ends();
	locks_hold_as(LOCK_OTHER);
	if (_may_wait(hook))
		pool_leave();
}

/*
 * A thread may read the address of this function from the table just before
 * hooks_remove() restores the original: the original then serves the message.
 */
static void _dispatch(slurm_msg_t *msg)
{
	const hook_t *hook = _find_hook(msg->msg_type);
	bool ours;

	slurm_mutex_lock(&lock);
	if ((ours = installed))
		running++;
	slurm_mutex_unlock(&lock);
	if (!ours) {
		hook->native(msg);
		return;
	}
	_run_hook(hook, msg);
	slurm_mutex_lock(&lock);
	if (!--running)
		slurm_cond_broadcast(&idle);
	slurm_mutex_unlock(&lock);
}

static slurmctld_rpc_t *_find_rpc(uint16_t msg_type)
{
	for (slurmctld_rpc_t *e = slurmctld_rpcs; e->msg_type; e++)
		if (e->msg_type == msg_type)
			return e;
	return NULL;
}

/*
 * True if a handler is in the same object as slurmctld's table. A handler of
 * other code may change requests in ways that this plugin does not know.
 */
static bool _is_slurms(const slurmctld_rpc_t *entry, char *why, size_t size)
{
	Dl_info table, func;

	if (!dladdr(slurmctld_rpcs, &table) ||
	    (dladdr((void *) entry->func, &func) &&
	     (func.dli_fbase == table.dli_fbase)))
		return true;
	snprintf(why, size, "%s is already served by %s",
		 rpc_num2string(entry->msg_type),
		 dladdr((void *) entry->func, &func) ? func.dli_fname :
						       "unknown code");
	return false;
}

bool hooks_install(char *why, size_t size)
{
	slurmctld_rpc_t *entry[ARRAY_SIZE(hook_table)];

	if (installed) {
		snprintf(why, size, "it is loaded already");
		return false;
	}
	for (size_t i = 0; i < ARRAY_SIZE(hook_table); i++) {
		entry[i] = _find_rpc(hook_table[i].msg_type);
		if (!entry[i] || !entry[i]->func) {
			snprintf(why, size, "slurmctld has no handler for %s",
				 rpc_num2string(hook_table[i].msg_type));
			return false;
		}
		if (!_is_slurms(entry[i], why, size))
			return false;
	}
	slurm_mutex_lock(&lock);
	for (size_t i = 0; i < ARRAY_SIZE(hook_table); i++) {
		hook_table[i].entry = entry[i];
		hook_table[i].native = entry[i]->func;
		entry[i]->func = _dispatch;
	}
	installed = true;
	slurm_mutex_unlock(&lock);
	return true;
}

void hooks_allow_het_jobs(void)
{
	asks_scheduler = true;
}

void hooks_remove(void)
{
	slurm_mutex_lock(&lock);
	for (size_t i = 0; installed && (i < ARRAY_SIZE(hook_table)); i++) {
		hook_t *h = &hook_table[i];

		if (h->entry->func == _dispatch)
			h->entry->func = h->native;
		else
			error("sched/garq: somebody else has taken over %s, it is left as it is",
			      rpc_num2string(h->msg_type));
		h->entry = NULL;
	}
	installed = false;
	while (running)
		slurm_cond_wait(&idle, &lock);
	slurm_mutex_unlock(&lock);
}
