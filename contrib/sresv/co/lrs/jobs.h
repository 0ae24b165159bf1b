/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * jobs.h - the jobs in a reservation, at the controller of this process.
 *
 * A job that was submitted here has the comment "sresv co run RUN": by it, and by
 * its reservation, it is found again, also if nobody has learned its id.
 */
#pragma once

#include "contrib/sresv/co/lrs/lrs_talk.h"
#include "contrib/sresv/ctl/ctl.h"

/*
 * Submit ask->job with sbatch, as this user, into the reservation ask->name; if it
 * has components, as a heterogeneous job of which that is the first, and each other one
 * names its reservation. Its id is added to the answer, and the number of components.
 */
extern void jobs_submit(const lrs_ask_t *ask, json_t *to, answer_t *ret);

/* Add the jobs of this user that were submitted so to an answer. */
extern void jobs_show(const char *reservation, json_t *to, answer_t *ret);

/*
 * End those of one run, or of all runs: 0. A heterogeneous job ends in all its
 * reservations. Their number is added to the answer.
 */
extern void jobs_cancel(const char *reservation, int64_t run, json_t *to,
			answer_t *ret);
