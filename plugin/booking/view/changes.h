/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * changes.h - a count of the changes to all that a decision reads: the view,
 * open offers, options. turns.h says why.
 *
 * Each function that changes such a thing calls changes_note() itself. Data of
 * Slurm's that is not in the view does not count: associations of users,
 * access to partitions. A decision may be some milliseconds older than these,
 * as if its request had come that much earlier.
 *
 * A job that starts or ends changes the machine up to its end alone, and jobs
 * do so all the time. Such a change is therefore noted with that end, and a
 * decision that has read no second before it goes on.
 *
 * Locks: site_lock().
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "plugin/booking/view/office.h"

extern void changes_note(office_t *office);

/*
 * Note a change of the holders of nodes, or of counts, at seconds before t; no
 * booking has changed.
 */
extern void changes_note_until(office_t *office, time_t t);

/* The number of changes so far: the same number, nothing has changed. */
extern uint64_t changes_count(office_t *office);

/*
 * Return true if a change since changes_count() was count matters to a reader
 * of the machine that reads it from a time on, and no second before that. Also
 * true if there were too many changes since to know.
 */
extern bool changes_meet(office_t *office, uint64_t count, time_t from);
