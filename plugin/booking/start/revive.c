/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/booking/hold/named_hold.h"
#include "plugin/booking/place/remake.h"
#include "plugin/booking/place/stand_in.h"
#include "plugin/booking/start/revive.h"
#include "plugin/booking/view/host.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/say.h"
#include "plugin/booking/view/spent.h"
#include "plugin/booking/view/view.h"

/* RET true if it is open again. IN b - owned by this function */
static bool _revive(office_t *office, booking_t *b, remakes_t *r, time_t now)
{
	if (named_hold_over(b, now)) {
		booking_destroy(b);
		return false;
	}
	if (view_find(office, b->name)) {
		say_error(office,
			  "sched/garq: reservation %s ended by a clock that was ahead, and its name is another one's by now",
			  b->name);
		booking_destroy(b);
		return false;
	}
	/* Slurm removes no record in which jobs run. */
	(void) remake_find_room(office, r, b, true, now);
	b->parked = true;
	spent_reopen(office, b);
	ledger_commit_later(office->ledger, ledger_reopen(office->ledger, b));
	say_info(office,
		 "sched/garq: reservation %s ended by a clock that was ahead: it is kept",
		 b->name);
	if (stand_in_record_lost(office, b, NULL, now)) {
		/* The next one looks for room beside it. */
		stand_in_keep_lost(office, now);
		return true;
	}
	/* PURGE_COMP: Slurm would remove it at once. */
	spent_close(office, b);
	ledger_commit_later(office->ledger,
			    ledger_drop(office->ledger, b->name,
					LEDGER_WHY_ENDED));
	booking_destroy(b);
	return false;
}

void revive_all(office_t *office, ledger_ended_t *ended, time_t now)
{
	bool some = false;
	remakes_t r;
	booking_t *b;

	remakes_begin(office, &r, ended->list, ended->cnt, now);
	while ((b = remakes_next(office, &r)))
		some |= _revive(office, b, &r, now);
	if (some)
		named_holds_note(office, 0);
	ended->cnt = 0;
	ledger_ended_free(ended);
}

struct revive_state {
	time_t looked;
};

bool revive_is_due(office_t *office, time_t now)
{
	return now < office->revive->looked;
}

void revive_looked(office_t *office, time_t now)
{
	office->revive->looked = now;
}

void revive_ended(office_t *office, time_t now)
{
	if (now > office->revive->looked)
		office->revive->looked = now;
}

void revive_start(office_t *office, view_resv_t *v, time_t now)
{
	if (!v->booking || (v->start <= now) ||
	    (v->start == v->attrs.first_start))
		return;
	say_info(office,
		 "sched/garq: reservation %s had other nodes by a clock that was ahead: it has its first start again",
		 v->name);
	office->host->fields->reset_start(office, v->rec);
	office->host->list->refresh_moved(office, v, now);
	if (!v->linked)
		return;
	office->host->list->stamp_changed(office, now);
	office->host->saved->save(office);
}

typedef struct {
	office_t *office;
	time_t now;
} start_t;

/* A function for view_each(). */
static void _revive_resv(view_resv_t *v, void *arg)
{
	const start_t *s = arg;

	revive_start(s->office, v, s->now);
}

void revive_starts(office_t *office, time_t now)
{
	start_t s = { .office = office, .now = now };

	view_each(office, _revive_resv, &s);
}

const office_state_t revive_state = OFFICE_STATE(revive, NULL, NULL);
