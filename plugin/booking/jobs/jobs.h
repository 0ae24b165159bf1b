/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * jobs.h - jobs as flexible bookings (garq_jobs=deadline).
 *
 * A batch job with --deadline=L, --time=D and -N n, and maybe --begin=T, is
 * booked when it is submitted: n whole nodes for its time, with a start in the
 * window
 *
 *	T (or now)          L - D - JOBS_LATE          L
 *	|--- it starts here ---|                       |
 *
 * If there is no room, the job is refused with offers. To all other code the
 * booking of a job is a booking: it may be shifted in its window, and gets
 * other nodes when nodes fail. The booking is JOBS_LATE seconds longer than the
 * job, which starts a moment later. The job is tied to its booking as by
 * --reservation, so the job starts when the booking does, whatever jobs are
 * queued before it. The user is the creator of the booking, so the limits of
 * users count it (users.h), but does not own it: no user sees, changes or
 * deletes it, and it ends with the job.
 *
 * The host keeps its write locks from jobs_book() until the job exists or has
 * failed. No other request can come in between, and a failed submission leaves
 * no booking behind. See plugin/rpc/jobs_submit.c; for updates of jobs
 * plugin/rpc/jobs_update.c, for the periodic look jobs_sync.c.
 *
 * Locks: jobs_lock() of plugin/slurm/locks.h, synced, where nothing else is
 * said.
 */
#pragma once

#include "plugin/booking/request/job.h"
#include "plugin/booking/request/wishes.h"
#include "plugin/booking/view/office.h"

struct ask;
struct shape;
struct view_resv;

/*
 * Return true if jobs should be booked. Locks: site_options_hold(), or more;
 * the answer without more may be out of date for one request.
 */
extern bool jobs_enabled(office_t *office);

/*
 * Log why jobs are not booked although the site asks for it (garq_jobs).
 * IN submits - Slurm loads job_submit/garq
 * Locks: conf READ.
 */
extern void jobs_check_options(office_t *office, bool submits);

/*
 * The latest start of the booking: L - D - JOBS_LATE above; L, where that is
 * before the epoch. The result may be before the earliest start.
 */
extern time_t jobs_t_lsr(const job_request_t *ask);

/*
 * Make the booking of a job that is about to exist. The record stays linked
 * until jobs_book_done(), which has to follow when the job exists or has
 * failed. The caller commits a->op, which may be after the answer. A booking
 * beyond the limits of a user without operator rights is refused.
 * IN/OUT a - all zero but for now; ask_free(); text: the refusal, with offers
 * RET 0 or a code (refused.h)
 */
extern int jobs_book(office_t *office, const job_request_t *ask,
		     struct ask *a);
extern void jobs_book_done(office_t *office, const char *name, time_t now);

/*
 * Make the booking of a pending job, and tie the job to it. The next commit of
 * the ledger makes the booking durable.
 * OUT ret_why - the reason if the result is false; free()
 */
extern bool jobs_book_record(office_t *office, const job_seen_t *job,
			     const job_request_t *ask, time_t now,
			     char **ret_why);

/*
 * Delete the booking of a job.
 * IN/OUT v - freed on success
 * IN why - a few words for the ledger
 * RET 0; or a code (refused.h): the booking stays, to be deleted by a later
 *	look
 */
extern int jobs_drop(office_t *office, struct view_resv *v, const char *why,
		     time_t now);

/*
 * Change a booking to fit its job. jobs_change() follows what a pending job
 * asks for now; jobs_change_running() moves the end to the time limit of a
 * running job, if the booking ends before the limit or more than JOBS_LATE
 * seconds after it.
 * IN start - start of the running job, seconds since the epoch
 * IN minutes - time limit of the running job
 * IN limited - refuse a change beyond the limits of the job's owner, if uid is
 *	no operator; false: the job is so already, and the booking follows it
 * IN/OUT a - all zero but for now and uid, of the requester: a refusal contains
 *	what this user may know; ask_free(); text: the refusal, with offers
 * RET 0; or a code (refused.h): the booking stays as it was
 */
extern int jobs_change(office_t *office, struct view_resv *v,
		       const job_request_t *ask, bool limited, struct ask *a);
extern int jobs_change_running(office_t *office, struct view_resv *v,
			       time_t start, uint32_t minutes, bool limited,
			       struct ask *a);

/*
 * Append offers as options of sbatch, one line for each offer.
 * IN wishes - no offer is less than these; NULL: none
 * IN account - of the job; NULL: the user's only one
 * IN own - the booking that is changed, which is excluded; or NULL
 * IN/OUT text - malloc'd, or NULL
 */
extern void jobs_offers(office_t *office, const struct shape *shape,
			const wishes_t *wishes, uint32_t uid,
			const char *account, const struct view_resv *own,
			time_t now, char **text);

/*
 * Return true if requests for jobs must be watched: jobs are booked, or may be.
 * Locks: site_options_hold(), or more
 */
extern bool jobs_possible(office_t *office);

/*
 * Begin with no knowledge of jobs: the next look compares all jobs with their
 * bookings, as after a start. Locks: none.
 */
extern void jobs_begin(office_t *office);

/*
 * The periodic look at jobs and their bookings (jobs_sync.c).
 * OUT ret_start - pending jobs may start now: the caller has the host test its
 *	pending jobs
 * RET the time of the next look, seconds since the epoch
 */
extern time_t jobs_sync(office_t *office, time_t now, bool *ret_start);

/*
 * The record of a job's booking was made again (stand_in.h): the next look
 * compares all jobs with their bookings, as after a start. Locks: site_lock().
 */
extern void jobs_sync_anew(office_t *office);
