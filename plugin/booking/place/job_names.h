/* SPDX-License-Identifier: GPL-2.0-or-later */
/* job_names.h - the names of jobs' bookings; see jobs.h. */
#pragma once

#include <stdbool.h>

#include "plugin/booking/request/job.h"
#include "plugin/booking/view/office.h"

/*
 * Return true if any name in a list (separated by commas, as of --reservation)
 * has the prefix; false for NULL.
 */
extern bool job_names_match_any(const char *names);

/*
 * Return true if this is the booking of a job that has its nodes by now. Such a
 * job stays on its nodes, also on a drained one, and so does the booking.
 * Locks: site_lock().
 */
extern bool jobs_has_nodes(office_t *office, const char *name);

/*
 * Return the id of a job that names a booking in its --reservation, or 0.
 * Locks: site_lock().
 */
extern uint32_t jobs_naming(office_t *office, const char *name);

/*
 * Refuse a reservation request that has such a name.
 * OUT ret_text - free()
 * RET the code of the refusal
 */
extern int job_names_refuse(char **ret_text);
