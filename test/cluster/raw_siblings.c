/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * raw_siblings.c - ask for jobs that name siblings of a federation.
 *
 *	raw_siblings submit|allocate|test|change|submit-several|allocate-several
 *
 * "test" asks when a job would run, "several" are components of a heterogeneous
 * job, "change" is about job 1. Prints what Slurm says; exit 0 if it was granted.
 *
 * cc -o raw_siblings raw_siblings.c -lslurm
 */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <slurm/slurm.h>
#include <slurm/slurm_errno.h>

static char *environment[] = { "A=1", NULL };

static void _fill(job_desc_msg_t *d)
{
	slurm_init_job_desc_msg(d);
	d->name = "siblings";
	d->user_id = getuid();
	d->group_id = getgid();
	d->min_nodes = 1;
	d->time_limit = 1;
	d->script = "#!/bin/sh\ntrue\n";
	d->work_dir = "/";
	d->std_out = d->std_err = "/dev/null";
	d->environment = environment;
	d->env_size = 1;
	d->fed_siblings_viable = 2;
}

/* Which functions there are depends on the version: not those for lists. */
static int _ask(const char *what, job_desc_msg_t *d)
{
	submit_response_msg_t *submitted = NULL;
	resource_allocation_response_msg_t *allocated = NULL;

	if (!strcmp(what, "submit"))
		return slurm_submit_batch_job(d, &submitted);
	d->script = NULL;
	if (!strcmp(what, "allocate"))
		return slurm_allocate_resources(d, &allocated);
	if (!strcmp(what, "test"))
		return slurm_job_will_run(d);
	slurm_init_job_desc_msg(d);
	d->job_id_str = "1";
	d->fed_siblings_viable = 2;
	return slurm_update_job(d);
}

static int _ask_for_several(const char *what, job_desc_msg_t *d)
{
	submit_response_msg_t *submitted = NULL;
	__typeof__(slurm_list_create(NULL)) jobs = slurm_list_create(NULL);
	int rc;

	slurm_list_append(jobs, d);
	slurm_list_append(jobs, d);
	if (!strcmp(what, "submit-several"))
		rc = slurm_submit_batch_het_job(jobs, &submitted);
	else
		rc = slurm_allocate_het_job_blocking(jobs, 5, NULL) ? 0 : -1;
	slurm_list_destroy(jobs);
	return rc;
}

int main(int argc, char **argv)
{
	job_desc_msg_t d;
	int rc;

	if (argc != 2)
		return 2;
	_fill(&d);
	errno = 0;
	rc = strstr(argv[1], "several") ? _ask_for_several(argv[1], &d) :
					 _ask(argv[1], &d);
	puts(slurm_strerror(rc ? errno : 0));
	return rc ? 1 : 0;
}
