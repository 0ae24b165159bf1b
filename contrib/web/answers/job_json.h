/* SPDX-License-Identifier: GPL-2.0-or-later */
/* job_json.h - a job of the user as Job of openapi.json, with why it waits. */
#ifndef WEB_JOB_JSON_H
#define WEB_JOB_JSON_H

#include <jansson.h>

#include "contrib/web/store/snapshot.h"

/* Does the job wait or run? Slurm tells of jobs that have just ended, too. */
extern bool job_json_is_alive(const slurm_job_info_t *j);

/*
 * Slurm's word for why a job waits, as scontrol show job prints it: "Resources", or
 * what slurmctld says of it, each blank a "_".
 * RET for free(); NULL: Slurm's library knows no word, or memory is short
 */
extern char *job_json_reason(const slurm_job_info_t *j);

/* RET an object; NULL: memory is short */
extern json_t *job_json(const slurm_job_info_t *j, const snapshot_t *s,
			time_t now);

#endif
