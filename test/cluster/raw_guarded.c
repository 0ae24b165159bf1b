/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * raw_guarded.c - ask for jobs whose message ends slurmctld (job_guard.h).
 *
 *	raw_guarded siblings|brackets|excluded|names \
 *		submit|allocate|test|change|submit-several|allocate-several
 *
 * "test" asks when a job would run, "several" are components of a heterogeneous
 * job, "change" is about job 1. Prints what Slurm says; exit 0 if it was granted.
 *
 * cc -o raw_guarded raw_guarded.c -lslurm
 */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <slurm/slurm.h>
#include <slurm/slurm_errno.h>

#define PAIRS 20000	/* of brackets */

static const char *what_is_wrong;
static char *environment[] = { "A=1", NULL };

/* n[1][1][1]..., one name */
static char *_brackets(void)
{
	static char text[1 + (3 * PAIRS) + 1] = "n";

	for (int i = 0; i < PAIRS; i++)
		memcpy(&text[1 + (3 * i)], "[1]", 3);
	return text;
}

static void _make_wrong(job_desc_msg_t *d)
{
	if (!strcmp(what_is_wrong, "siblings"))
		d->fed_siblings_viable = 2;
	else if (!strcmp(what_is_wrong, "brackets"))
		d->req_nodes = _brackets();
	else if (!strcmp(what_is_wrong, "excluded"))
		d->exc_nodes = _brackets();
	else
		d->req_nodes = "n[1-60000][1-60000][1-60000]";
}

static void _fill(job_desc_msg_t *d)
{
	slurm_init_job_desc_msg(d);
	d->name = "guarded";
	d->user_id = getuid();
	d->group_id = getgid();
	d->min_nodes = 1;
	d->time_limit = 1;
	d->script = "#!/bin/sh\ntrue\n";
	d->work_dir = "/";
	d->std_out = d->std_err = "/dev/null";
	d->environment = environment;
	d->env_size = 1;
	_make_wrong(d);
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
	_make_wrong(d);
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

	if (argc != 3)
		return 2;
	what_is_wrong = argv[1];
	_fill(&d);
	errno = 0;
	rc = strstr(argv[2], "several") ? _ask_for_several(argv[2], &d) :
					 _ask(argv[2], &d);
	puts(slurm_strerror(rc ? errno : 0));
	return rc ? 1 : 0;
}
