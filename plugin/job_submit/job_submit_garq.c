/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * job_submit_garq.c - the job_submit plugin of sched/garq (garq_jobs=deadline).
 *
 * This plugin only calls sched_garq.so, which decides (plugin/rpc/jobs.h).
 * sched_garq.so can be unloaded while slurmctld runs, so it is looked up for
 * each job, by its handler in slurmctld's table of RPCs. Without sched_garq.so,
 * jobs pass unchanged.
 *
 * This plugin should be the last of JobSubmitPlugins, because sched_garq.so
 * does not see what later plugins change in a job.
 */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE	/* dladdr() */
#endif
#include <dlfcn.h>
#include <stdatomic.h>

#include "plugin/slurm/compat/compat.h"

const char plugin_name[] = "GarQ job submit plugin";
const char plugin_type[] = "job_submit/garq";
const uint32_t plugin_version = SLURM_VERSION_NUMBER;

typedef int (*submit_t)(job_desc_msg_t *desc, uint32_t submit_uid,
			char **err_msg);

extern int init(void);
extern void fini(void);
extern int job_submit(job_desc_msg_t *desc, uint32_t submit_uid,
		      char **err_msg);
extern int job_modify(job_desc_msg_t *desc, job_record_t *job,
		      uint32_t submit_uid);

static atomic_bool told;

extern int init(void)
{
	return SLURM_SUCCESS;
}

extern void fini(void)
{
}

/* The object with the handler of this message. RET dlclose(), or NULL */
static void *_open_server(uint16_t msg_type)
{
	slurmctld_rpc_t *e = slurmctld_rpcs;
	Dl_info info;

	while (e->msg_type && (e->msg_type != msg_type))
		e++;
	if (!e->msg_type || !e->func || !dladdr((void *) e->func, &info))
		return NULL;
	return dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
}

extern int job_submit(job_desc_msg_t *desc, uint32_t submit_uid,
		      char **err_msg)
{
	void *server = _open_server(REQUEST_SUBMIT_BATCH_JOB);
	submit_t submit = server ?
		(submit_t) dlsym(server, "garq_job_submit") : NULL;
	int rc = SLURM_SUCCESS;

	if (submit)
		rc = submit(desc, submit_uid, err_msg);
	else if (!atomic_exchange(&told, true))
		error("job_submit/garq: sched/garq is not loaded (SchedulerType), jobs go on as they are");
	if (server)
		(void) dlclose(server);
	return rc;
}

/* sched/garq has checked the update before (plugin/rpc/jobs_update.c). */
extern int job_modify(job_desc_msg_t *desc, job_record_t *job,
		      uint32_t submit_uid)
{
	(void) desc;
	(void) job;
	(void) submit_uid;
	return SLURM_SUCCESS;
}
