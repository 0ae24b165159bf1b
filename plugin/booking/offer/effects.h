/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * effects.h - the bookings of others that a plan would change, in words.
 *
 * Locks: site_lock(), after site_sync().
 */
#ifndef PLUGIN_EFFECTS_H
#define PLUGIN_EFFECTS_H

#include "lrh/lrh.h"
#include "plugin/booking/view/office.h"

/* The most bookings that are named; the others are counted. */
#define EFFECTS_NAMED 16

/*
 * A line that says which bookings would start at another time, end at another
 * time, or have other nodes, or fewer ones.
 * IN uid - the reader: bookings of others that Slurm hides from this user are
 *	counted alone
 * RET free(); NULL: the plan changes no other booking
 */
extern char *effects_text(office_t *office, const lrh_plan_t *plan,
			  uint32_t uid);

#endif
