/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * plausible.h - messages as users send them, with most of their fields, to be
 * packed by Slurm's library and then damaged.
 *
 * Only slurm/slurm.h is needed, so that a program beside a real slurmctld has the
 * same messages. Texts belong to nobody.
 */
#pragma once

#include <slurm/slurm.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* The first three of a reservation, the others of jobs. */
typedef enum {
	PLAUSIBLE_CREATE, PLAUSIBLE_UPDATE, PLAUSIBLE_DELETE,
	PLAUSIBLE_SUBMIT, PLAUSIBLE_CHANGE, PLAUSIBLE_KINDS
} plausible_t;

/* IN start - a time to come; IN user - the name of the sender */
static inline void plausible_create(resv_desc_msg_t *d, time_t start, char *user)
{
#if SLURM_VERSION_NUMBER < SLURM_VERSION_NUM(24, 11, 0)
	static uint32_t nodes[2];

	nodes[0] = 2;
#endif
	slurm_init_resv_desc_msg(d);
	d->name = "mine";
	d->start_time = start;
	d->duration = 60;
	d->max_start_delay = 7200;
	d->users = user;
	d->partition = "main";
	d->licenses = "a:1";
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(24, 11, 0)
	d->node_cnt = 2;
	d->comment = "a course";
#else
	d->node_cnt = nodes;
#endif
}

/* Some nodes by name and cores by count, which an update may have, too. */
static inline void plausible_update(resv_desc_msg_t *d, time_t start)
{
#if SLURM_VERSION_NUMBER < SLURM_VERSION_NUM(24, 11, 0)
	static uint32_t cores[3];

	cores[0] = cores[1] = 1;
	d->core_cnt = NULL;
#endif
	slurm_init_resv_desc_msg(d);
	d->name = "mine";
	d->start_time = start;
	d->end_time = start + 5400;
	d->node_list = "n[1-2]";
	d->features = "odd";
	d->accounts = "physics";
	d->flags = RESERVE_FLAG_MAINT;
#if SLURM_VERSION_NUMBER < SLURM_VERSION_NUM(24, 11, 0)
	d->core_cnt = cores;
#endif
}

static inline void plausible_submit(job_desc_msg_t *d, time_t start)
{
	static char *environment[] = { "PATH=/bin", "HOME=/", NULL };
	static char *words[] = { "job.sh", "3", NULL };

	slurm_init_job_desc_msg(d);
	d->user_id = getuid();
	d->group_id = getgid();
	d->name = "job.sh";
	d->work_dir = "/";
	d->std_in = d->std_out = d->std_err = "/dev/null";
	d->script = "#!/bin/sh\nsleep 1\n";
	d->environment = environment;
	d->env_size = 2;
	d->argv = words;
	d->argc = 2;
	d->partition = "main";
	d->time_limit = 30;
	d->min_nodes = 2;
	d->begin_time = start;
	d->deadline = start + 4 * 3600;
}

/* IN job - its id, as text */
static inline void plausible_change(job_desc_msg_t *d, time_t start, char *job)
{
	slurm_init_job_desc_msg(d);
	d->job_id_str = job;
	d->job_id = (uint32_t) strtoul(job, NULL, 10);
	d->time_limit = 45;
	d->min_nodes = 1;
	d->deadline = start + 5 * 3600;
	d->comment = "longer";
}
