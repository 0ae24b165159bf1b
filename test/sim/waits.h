/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * waits.h - the requests that stand by, against the order that their users were
 * told, and a search for room.
 *
 *	order		of those that are due none is looked at before one that
 *			comes first: those older than garq_standby_age, then by
 *			garq_standby, then the one that came first
 *	pass		a pass has all that can use the room that came
 *	starvation	from then on until its look no other is looked at more
 *			than twice, but for a reason of its own
 *	forgotten	where nothing is due, none has room beside all others;
 *			in the paper's order, none that admit() takes
 *
 * What is known here is noted at the calls of the agent; a new life knows
 * nothing.
 */
#pragma once

#include "plugin/booking/serve/standby.h"

/* Room came in [from, until). */
extern void waits_room(time_t from, time_t until);

/* standby_due() is about to be called; and was. */
extern void waits_before(void);
extern void waits_after(const standby_due_t *due, uint32_t cnt);

/* The agent has looked at what was due, if anything. */
extern void waits_check(void);
