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
 * moment after it. The job is tied to the booking as by --reservation, so the job
 * starts when its booking does, whatever waits before the job. The booking is not
 * the user's: the user sees no reservation, no limit counts it, and it goes when
 * the job does.
 *
 * From job_submit() on until the job is there slurmctld's write locks are held
 * (by the flag with which Slurm's own queue of requests tells the handler that
 * they are): nobody comes in between, and a job that was not taken after all
 * leaves nothing behind. See plugin/rpc/jobs_submit.c.
 *
 * What else may happen to a job, see plugin/rpc/jobs_update.c and jobs_sync.c.
 *
 * Locks: jobs_lock() of plugin/slurm/locks.h, synced, where nothing else is said.
 */
#ifndef PLUGIN_JOBS_H
#define PLUGIN_JOBS_H

#include "plugin/booking/job.h"

struct create;
struct shape;
struct update;
struct view_resv;

/* Are jobs to be booked? Read without locks it is late by one request. */
extern bool jobs_enabled(void);

/*
 * If not, though the site asks for it: log why. Locks: conf READ.
 * IN submits - does Slurm load job_submit/garq?
 */
extern void jobs_check_options(bool submits);

/* The latest start; may be before the earliest. */
extern time_t jobs_t_lsr(const job_request_t *ask);

/*
 * Book for a job. The booking is linked until jobs_book_done(), which is to be
 * called once the job is there or will not be; out->op is to be committed, later.
 * OUT out - as create_locked(); text has offers
 * RET 0 or the code of the refusal
 */
extern int jobs_book(const job_request_t *ask, time_t now, struct create *out);
extern void jobs_book_done(const char *name, time_t now);

/*
 * Book for a job that waits, and tie it; durable with whatever is committed next.
 * OUT ret_why - if that can't be; free()
 */
extern bool jobs_book_record(const job_seen_t *job, const job_request_t *ask,
			     time_t now, char **ret_why);

/*
 * Give the booking of a job up. v is gone then.
 * RET 0, or the code of what is against it: then it is to be tried again
 */
extern int jobs_drop(struct view_resv *v, const char *why, time_t now);

/*
 * Bring the booking of a job that waits to what the job asks for now, or that
 * of a running job to the end of its time limit, if it ends before or long
 * after that.
 * IN start - when the running job started
 * IN minutes - the limit of the running job
 * IN uid - the requester: a refusal tells what that user may know
 * OUT out - update_finish(), update_free(); out->text: what could be had
 * RET the code of a refusal: the booking stays what it is
 */
extern int jobs_change(struct view_resv *v, const job_request_t *ask,
		       uint32_t uid, time_t now, struct update *out);
extern int jobs_change_running(struct view_resv *v, time_t start,
			       uint32_t minutes, uint32_t uid, time_t now,
			       struct update *out);

/*
 * Lines that say how else to submit it, one for each offer.
 * IN group - holders to look away from
 * IN/OUT text - is added to
 */
extern void jobs_offers(const struct shape *shape, uint32_t uid,
			uint64_t group, time_t now, char **text);

/* Is there work for handlers: are jobs booked, or may they be? No locks. */
extern bool jobs_possible(void);

/* Nothing is known of the jobs yet: the next look compares them with their
 * bookings as after a start. No locks. */
extern void jobs_begin(void);

/*
 * Time has passed: see what has become of jobs and their bookings
 * (jobs_sync.c).
 * OUT ret_start - may waiting jobs start now? Then Slurm is to look at them
 * RET when to look again
 */
extern time_t jobs_sync(time_t now, bool *ret_start);

/*
 * The booking of a job is what it was again (stand_in.h): the next look finds its
 * job as after a start. Locks: site_lock().
 */
extern void jobs_sync_anew(void);

#endif
