/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * held.h - holds under names (named_hold.h of the office): what is asked for,
 * and what has to be there.
 *
 *	hold --> HELD --> confirm --> BOOKED: a promise like any other
 *	          |          (promises.h), which others change and delete
 *	          +--> drop --> DROPPED: no hold of this name is taken
 *	          +--> its time is over: not there
 *
 * A hold that is acknowledged is at its place until then, through any crash; one
 * that was dropped does not come back. What has no answer may be, or not.
 * Requests are answered at once. Their names have a point, so that no other rule
 * of the simulator takes them for strangers.
 */
#pragma once

/* Does this run have holds at all? Others stay what they were, to the last
 * random number. */
extern bool held_is_in(void);

/* Ask for a hold, or do something with one. */
extern void held_step(void);

/* Compare with the view; the run fails if something is wrong. */
extern void held_check(void);

/* After a turn of the agent no hold is there that is over. */
extern void held_check_over(void);

/*
 * A controller without the plugin has purged the record of this name: the hold
 * is gone with it, or the ledger undoes that, as with any booking.
 */
extern void held_doubt(const char *name);

/* A new life has reconciled: what became of the last request? Before
 * promises_resolve(). */
extern void held_resolve(void);
