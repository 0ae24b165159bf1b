/* SPDX-License-Identifier: GPL-2.0-or-later */
/* revive.c - see revive.h */

#include "plugin/booking/remake.h"
#include "plugin/booking/revive.h"
#include "plugin/booking/say.h"
#include "plugin/booking/site.h"
#include "plugin/booking/stand_in.h"
#include "plugin/booking/view.h"

/* Write the row as that of a live booking without a record. */
static void _reopen(const booking_t *b)
{
	ledger_op_t *op = ledger_reopen(site.ledger, b);

	if (op)
		ledger_commit_later(site.ledger, op);
	else
		say_error("sched/garq: out of memory: reservation %s is not in the ledger",
			  b->name);
}

bool revive(booking_t *b, time_t now)
{
	booking_t *copy;

	if (view_find(b->name)) {
		say_error("sched/garq: reservation %s ended by a clock that was ahead, and its name is another one's by now",
			  b->name);
		booking_destroy(b);
		return false;
	}
	(void) remake_find_room(b, now);
	b->parked = true;
	if (!(copy = booking_copy(b)) || !stand_in_record_lost(b, now)) {
		booking_destroy(copy);
		booking_destroy(b);
		return false;
	}
	say_info("sched/garq: reservation %s ended by a clock that was ahead: it is kept",
		 copy->name);
	_reopen(copy);
	booking_destroy(copy);
	return true;
}
