/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * jobs.h - jobs as flexible bookings (garq_jobs=deadline).
 *
 * A batch job with --deadline=L, --time=D and -N n, and maybe --begin=T, is
 * booked when it is submitted: n whole nodes for its time, in the window
 *
 *	T (or now)          L - D - JOBS_LATE          L
 *	|--- it starts here ---|                       |
 *
 * or it is refused with what it could have instead. The booking is one like any
 * other to everybody else (it may be shifted in its window, and gets other nodes
 * for those that fail), and JOBS_LATE seconds longer than the job, which starts a
 * moment after it. The job is tied to it as by --reservation, so it starts when
 * its booking does, whatever waits before it. It is not the user's: he sees no
 * reservation, no limit counts it, and it goes when the job does.
 *
 * From job_submit() on until the job is there slurmctld's write locks are held
 * (by the flag with which Slurm's own queue of requests tells the handler that
 * they are): nobody comes in between, and a job that was not taken after all
 * leaves nothing behind. See jobs_submit.c.
 *
 * What else may happen to a job, see jobs_update.c and jobs_look.c.
 */
#ifndef PLUGIN_JOBS_H
#define PLUGIN_JOBS_H

#include "plugin/booking/jobs.h"
#include "plugin/office/request.h"
#include "plugin/booking/view.h"
#include "plugin/rpc/create.h"
#include "plugin/rpc/handlers.h"
#include "plugin/rpc/update.h"
#include "plugin/slurm/job_admit.h"
#include "plugin/slurm/job_ask.h"

/* May it be the name of one? NULL is safe. */
extern bool jobs_name(const char *name);

/* The same of any in a list with commas, as of --reservation. */
extern bool jobs_names(const char *names);

/* What a reservation request that names one is told. RET the error */
extern int jobs_deny(char **ret_text);

/* Are jobs to be booked? Read without locks it is late by one request. */
extern bool jobs_on(void);

/* If not, though the site asks for it: log why. Locks: conf READ. */
extern void jobs_check_options(void);

/* The latest start; may be before the earliest. */
extern time_t jobs_t_lsr(const jobs_ask_t *ask);

/*
 * Is it let in, and can each node that it may be booked on run its part of the
 * job? Only then they are all the same to it. OUT ret_why - which not; free()
 */
extern bool jobs_fit_nodes(const job_desc_msg_t *desc, const jobs_ask_t *ask,
			   char **ret_why);

/* The same of one that is there. */
extern bool jobs_fit_record(const job_record_t *job, const jobs_ask_t *ask,
			    char **ret_why);

/*
 * The locks of the native handlers that make and change jobs. Those of
 * site_lock(true) are among them.
 */
extern void jobs_lock(void);
extern void jobs_unlock(void);

/* What follows: jobs_lock(), synced. */

/*
 * Book for a job. It is linked until jobs_settled(), which is to be called once
 * the job is there or will not be; out->op is to be committed, later.
 * OUT out - as create_locked(); text has offers
 */
extern int jobs_book(const jobs_ask_t *ask, time_t now, create_t *out);
extern void jobs_settled(const char *name);

/*
 * Book for one that waits, and tie it; durable with whatever is committed next.
 * OUT ret_why - if it can't be; free()
 */
extern bool jobs_book_record(job_record_t *job, const jobs_ask_t *ask,
			     time_t now, char **ret_why);

/* Give its booking up. RET 0 or a code, then it is tried again */
extern int jobs_drop(view_resv_t *v, const char *why, time_t now);

/* The job runs in this booking from now on; in none. */
extern bool jobs_tie(job_record_t *job, const char *name);
extern void jobs_untie(job_record_t *job);

/* The job that has this booking, NULL: none. It is no finished one. */
extern job_record_t *jobs_of(const char *name);

/*
 * Is it the booking of a job that has its nodes by now? That runs on where it is,
 * also on a node that is drained, and has no use for others. Locks: job READ.
 */
extern bool jobs_has_nodes(const view_resv_t *v);

/*
 * Bring the booking of a job that waits to what the job asks for now, or that
 * of a running job to the end of its time limit, if it ends before or long
 * after that.
 * IN minutes - the limit of the running job
 * IN uid - the requester: a refusal tells what that user may know
 * OUT out - update_finish(), update_free(); out->text: what could be had
 * RET an error: it stays what it is
 */
extern int jobs_change(view_resv_t *v, const jobs_ask_t *ask, uint32_t uid,
		       time_t now, update_t *out);
extern int jobs_change_running(view_resv_t *v, const job_record_t *job,
			       uint32_t minutes, uint32_t uid, time_t now,
			       update_t *out);

/*
 * Lines that say how else to submit it, one for each offer.
 * IN group - holders to look away from
 * IN/OUT text - is added to
 */
extern void jobs_offers(const shape_t *shape, uint32_t uid, uint64_t group,
			time_t now, char **text);

/* Is there work for handlers: are jobs booked, or may they be? No locks. */
extern bool jobs_possible(void);

/* The thread that looks after them (jobs_look.c). No locks. */
extern bool jobs_start(void);
extern void jobs_stop(void);
extern void jobs_wake(void);

/*
 * A booking of a job is what it was again (stand_in.h): have the thread find its
 * job as after a start. Locks: site_lock().
 */
extern void jobs_look_anew(void);

/* For job_submit_garq.so: Slurm's job_submit(). Called with read locks. */
extern int garq_job_submit(job_desc_msg_t *desc, uint32_t submit_uid,
			   char **err_msg);

#endif
