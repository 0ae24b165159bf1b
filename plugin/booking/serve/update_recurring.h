/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * update_recurring.h - a new place for a reservation that recurs: Slurm's own,
 * on nodes or cores that are free at each occurrence.
 *
 * Locks: site_lock(), after site_sync().
 */
#pragma once

#include "plugin/booking/place/ask.h"

/*
 * Return true if an update moves such a reservation, of which no occurrence
 * runs now, and leaves it one.
 */
extern bool update_recurring_is(const ask_t *a);

/*
 * Change its record.
 * OUT a->text - an error; or NULL
 * RET 0, or a code (refused.h): the record is as it was
 */
extern int update_recurring(office_t *office, ask_t *a);
