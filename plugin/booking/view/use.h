/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * use.h - the CPU time of bookings (booking_use_t): asked for, held by their
 * records, and used by their jobs.
 *
 *	CPUs
 *	 8 |----------------------+ . . . . . .	asked: 8 CPUs, up to the end
 *	   |      +-----+         |            .
 *	 4 |      | job |  +------+            .	held: by the record
 *	   |      |     |  | job  |            .	used: the jobs
 *	   +------+-----+--+------+------------+--> time
 *	start                   ended early   end
 *
 * A job counts when it has ended: with the CPUs that it had, for the time that
 * accounting has of it, within that of its booking. A look finds jobs that have
 * left their nodes; a walk through all jobs (view_walk_begin()) those that no
 * look has seen, and those that ended while no plugin ran. No job counts twice:
 * a walk leaves out those that a look has counted, and those that ended before
 * the last walk, or before the last job that a start finds in the ledger.
 *
 * A job whose size changes counts with its last size. Not counted: a job that
 * no look has seen, and that ends in the last seconds before its booking is
 * closed, or before a kill; and jobs that end while no plugin runs, in a
 * booking that ends then, too.
 *
 * Times are seconds since the epoch. Locks: those of view.h.
 */
#pragma once

#include "plugin/booking/request/job.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/view.h"

/* The record of v has these CPUs from now on: v has its new times already, its
 * booking not yet. */
extern void use_see(office_t *office, view_resv_t *v, uint32_t cpus,
		    time_t now);

/* b is about to take the place of the booking of v, of which it may be an older
 * copy. */
extern void use_replace(const view_resv_t *v, booking_t *b);

/* v has a booking now. */
extern void use_begin(office_t *office, view_resv_t *v);

/* v is about to lose its booking: count jobs that have ended. */
extern void use_end(office_t *office, view_resv_t *v);

/* A walk has met a job that has ended in v, maybe once more. */
extern void use_met(office_t *office, view_resv_t *v, uint32_t job_id,
		    const job_span_t *span);

/* A walk begins, or has ended. */
extern void use_walk_begins(office_t *office, time_t now);
extern void use_walk_ended(office_t *office);

/* The CPU time of a booking until now, without jobs that run. */
extern booking_use_t use_until(const view_resv_t *v, time_t now);

/*
 * Take all changes, to be written: of bookings that were closed; of others
 * not more often than every USE_TAKEN seconds. IN all - now
 * OUT ret - booking_use_rows_free(); untouched if there is none
 * RET their number
 */
extern size_t use_take(office_t *office, time_t now, bool all,
		       booking_use_row_t **ret);

/* --- by the jobs that the view has (use_jobs.c) --------------------------- */

/* After a look (view_jobs_end()): count jobs that it did not see any more. */
extern void use_left(office_t *office);

/*
 * Call fn for each booking that has begun, with its CPU time until now and that
 * of the jobs that run in it.
 */
typedef void (*use_fn)(view_resv_t *v, const booking_use_t *use, void *arg);
extern void use_each(office_t *office, time_t now, use_fn fn, void *arg);
