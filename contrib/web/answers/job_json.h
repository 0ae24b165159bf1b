/* SPDX-License-Identifier: GPL-2.0-or-later */
/* job_json.h - a job of the user as Job of openapi.json, with why it waits. */
#pragma once

#include <jansson.h>

#include "contrib/web/store/snapshot.h"

/* RET an object; NULL: memory is short */
extern json_t *job_json(const slurm_job_info_t *j, const snapshot_t *s,
			time_t now);
