/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * changes.h - a number that tells whether anything has changed that a decision
 * reads: the view, open offers, options. turns.h says why.
 *
 * Each function that changes such a thing calls changes_note() itself. What is
 * Slurm's alone and not in the view does not count: associations of users, access
 * to partitions. A decision may be some milliseconds older than these, as if its
 * request had come so much earlier.
 *
 * Locks: site_lock().
 */
#ifndef PLUGIN_CHANGES_H
#define PLUGIN_CHANGES_H

#include <stdint.h>

extern void changes_note(void);

/* The number of changes so far: the same number, nothing has changed. */
extern uint64_t changes_count(void);

#endif
