/* SPDX-License-Identifier: GPL-2.0-or-later */
/* job_names.h - the names of the bookings of jobs; see jobs.h. */
#ifndef PLUGIN_JOB_NAMES_H
#define PLUGIN_JOB_NAMES_H

#include <stdbool.h>

/* These names begin so, and go on with a number. */
#define JOBS_PREFIX "garq.job@"

/* May it be the name of the booking of a job? NULL is safe. */
extern bool job_names_match(const char *name);

/* The same of any name in a list with commas, as of --reservation. */
extern bool job_names_match_any(const char *names);

/*
 * Is this the booking of a job that has its nodes by now? The job runs on where
 * it is, also on a node that is drained, and has no use for others.
 * Locks: site_lock().
 */
extern bool jobs_has_nodes(const char *name);

/*
 * What a reservation request that has such a name is told.
 * OUT ret_text - free()
 * RET the code of the refusal
 */
extern int job_names_refuse(char **ret_text);

#endif
