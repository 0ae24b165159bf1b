/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * run_time.h - the time limits of the jobs of sresv co run.
 *
 *	part    |------------ 60 min ------------|  others
 *	job      |--- --time=59, or the user's ---|
 *
 * Slurm starts a job beside a later booking of its nodes only if it ends before that by
 * its limit. So a job without a limit, or with a longer one than its part, may wait for
 * ever; one of the part's length is a second late.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "contrib/sresv/co/book/journal.h"

#define RUN_LATE 5			/* seconds after the part a job may begin */
#define RUN_TIME_NONE INT64_MAX		/* minutes: no limit at all */
#define RUN_TIME_UNREAD INT64_C(-1)	/* given in a way that is not read here */

/*
 * Read the limit that a script asks for, as sbatch reads it: in its #SBATCH lines before
 * the first command.
 *
 * component - of a heterogeneous job, from 0: behind so many "#SBATCH hetjob"
 * OUT ret_minutes - a part of a minute counts as one; or one of the above
 * RET false: it asks for none, and ret_minutes is untouched
 */
extern bool run_time_given(const char *script, size_t component,
			   int64_t *ret_minutes);

/* How many seconds a part has left for a job that begins with it, or now. */
extern int64_t run_time_left(const journal_place_t *place, int64_t now);

/* RET the limit for a job that has none, in minutes; at least 1 */
extern int64_t run_time_default(int64_t left);
