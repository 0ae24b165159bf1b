/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * maint.h - report the bookings and jobs that a reservation of Slurm's own, a
 * maintenance above all, hits: before it is made, by ReservationName=query with
 * its flags; and after.
 *
 * What a query says is found by the search that the repair makes (repair.h),
 * one booking after another, the first to begin first. Bookings that would move
 * count as moved for the next searches, and no record changes. The bookings for
 * which a turn had no steps are named without what would become of them.
 *
 * Locks: site_lock(), after site_sync().
 */
#pragma once

#include "plugin/booking/place/ask.h"
#include "plugin/booking/view/office.h"

/*
 * Answer a query for a native reservation (kind.h). Only operators get an
 * answer, and only about named nodes or ALL.
 * OUT a->text - a line that counts the hits, and one for each: sentences for
 *	people, or garq-hit (answer.h) for a program
 * RET 0: there is an answer; or a code (refused.h)
 */
extern int maint_query(office_t *office, ask_t *a);

/*
 * A reservation of Slurm's own was made or changed. If bookings are on its
 * nodes in its time, the log and the site's program (event "maintenance") get
 * their names.
 */
extern void maint_tell(office_t *office, const view_resv_t *v, time_t now);
