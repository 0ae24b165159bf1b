/* SPDX-License-Identifier: GPL-2.0-or-later */
/* revive.c - see revive.h */

#include "plugin/booking/hold/named_hold.h"
#include "plugin/booking/place/remake.h"
#include "plugin/booking/place/stand_in.h"
#include "plugin/booking/request/say.h"
#include "plugin/booking/start/revive.h"
#include "plugin/booking/view/controller.h"
#include "plugin/booking/view/site.h"
#include "plugin/booking/view/view.h"

static void _commit_later(ledger_op_t *op, const booking_t *b)
{
	if (op)
		ledger_commit_later(site.ledger, op);
	else
		say_error("sched/garq: out of memory: the ledger is wrong about reservation %s",
			  b->name);
}

/* RET is it open again? IN b - owned by this function */
static bool _revive(booking_t *b, remakes_t *r, time_t now)
{
	if (named_hold_over(b, now)) {
		booking_destroy(b);
		return false;
	}
	if (view_find(b->name)) {
		say_error("sched/garq: reservation %s ended by a clock that was ahead, and its name is another one's by now",
			  b->name);
		booking_destroy(b);
		return false;
	}
	/* Slurm removes no record in which jobs run. */
	(void) remake_find_room(r, b, true, now);
	b->parked = true;
	_commit_later(ledger_reopen(site.ledger, b), b);
	say_info("sched/garq: reservation %s ended by a clock that was ahead: it is kept",
		 b->name);
	if (stand_in_record_lost(b, NULL, now)) {
		/* The next one looks for room beside it. */
		stand_in_keep_lost(now);
		return true;
	}
	/* PURGE_COMP: Slurm would remove it at once. */
	_commit_later(ledger_drop(site.ledger, b->name, LEDGER_WHY_ENDED), b);
	booking_destroy(b);
	return false;
}

void revive_all(ledger_ended_t *ended, time_t now)
{
	bool some = false;
	remakes_t r;
	booking_t *b;

	remakes_begin(&r, ended->list, ended->cnt, now);
	while ((b = remakes_next(&r)))
		some |= _revive(b, &r, now);
	if (some)
		named_holds_note(0);
	ended->cnt = 0;
	ledger_ended_free(ended);
}

static time_t looked;

bool revive_is_due(time_t now)
{
	return now < looked;
}

void revive_looked(time_t now)
{
	looked = now;
}

void revive_ended(time_t now)
{
	if (now > looked)
		looked = now;
}

void revive_start(view_resv_t *v, time_t now)
{
	if (!v->booking || (v->start <= now) ||
	    (v->start == v->attrs.first_start))
		return;
	say_info("sched/garq: reservation %s had other nodes by a clock that was ahead: it has its first start again",
		 v->name);
	controller->records->reset_start(v->rec);
	controller->refresh_moved(v, now);
	if (!v->linked)
		return;
	controller->stamp_changed(now);
	controller->save();
}

/* A function for view_each(). */
static void _start(view_resv_t *v, void *arg)
{
	revive_start(v, *(const time_t *) arg);
}

void revive_starts(time_t now)
{
	static time_t last;
	static bool begun;

	if (!begun || (now < last))
		view_each(_start, &now);
	begun = true;
	last = now;
}
