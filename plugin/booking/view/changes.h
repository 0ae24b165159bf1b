/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * changes.h - a number that tells whether anything has changed that a decision
 * reads: the view, open offers, options. turns.h says why.
 *
 * Each function that changes such a thing calls changes_note() itself. What is
 * Slurm's alone and not in the view does not count: associations of users,
 * access to partitions. A decision may be some milliseconds older than these,
 * as if its request had come so much earlier.
 *
 * A job that starts or ends changes the machine up to its end alone, and jobs
 * do so all the time. So such a change is noted with that end, and a decision
 * that has read no second before it goes on.
 *
 * Locks: site_lock().
 */
#ifndef PLUGIN_CHANGES_H
#define PLUGIN_CHANGES_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "plugin/booking/view/office.h"

extern void changes_note(office_t *office);

/*
 * Note a change of who holds nodes, or what is counted, at seconds before t; no
 * booking has changed.
 */
extern void changes_note_until(office_t *office, time_t t);

/* The number of changes so far: the same number, nothing has changed. */
extern uint64_t changes_count(office_t *office);

/*
 * Has anything changed since changes_count() was count that matters to who
 * reads the machine from a time on, and no second before that? True if that is
 * too long ago.
 */
extern bool changes_meet(office_t *office, uint64_t count, time_t from);

#endif
