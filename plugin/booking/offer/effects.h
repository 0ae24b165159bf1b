/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * effects.h - the bookings of others that a plan would change, in words.
 *
 * Locks: site_lock(), after site_sync().
 */
#pragma once

#include "lrh/lrh.h"
#include "plugin/booking/view/office.h"

/* The most bookings that are named; the others are counted. */
#define EFFECTS_NAMED 16

/* Return true if a move changes a booking's times or nodes. */
extern bool effects_any(office_t *office, const lrh_move_t *m);

/*
 * A line that says which bookings would start at another time, end at another
 * time, or have other nodes, or fewer ones.
 * IN lead - the words in front: "to make room"
 * IN uid - the reader: bookings of others that Slurm hides from this user are
 *	counted alone
 * RET free(); NULL: the plan changes no other booking
 */
extern char *effects_text(office_t *office, const lrh_plan_t *plan,
			  const char *lead, uint32_t uid);

/*
 * The same for a program: a line garq-move (answer.h) for each booking that is
 * named. OUT ret_others - the number of the others. RET free(); NULL: no lines
 */
extern char *effects_lines(office_t *office, const lrh_plan_t *plan,
			   uint32_t uid, uint32_t *ret_others);
