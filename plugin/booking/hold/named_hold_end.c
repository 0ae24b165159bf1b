/* SPDX-License-Identifier: GPL-2.0-or-later */
/* named_hold_end.c - holds end; see named_hold.h */

#include <sys/param.h>

#include "plugin/booking/hold/named_hold.h"
#include "plugin/booking/park/park.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/view/host.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/say.h"

struct named_holds_state {
	time_t last_asked;	/* time of the last named_holds_due() */
	bool clock_back;		/* it saw the clock put back */
};

void named_holds_note(office_t *office, time_t until)
{
	if (!until)
		office->has.hold_end = 1;
	else
		office->has.hold_end =
			office->has.hold_end ?
				MIN(office->has.hold_end, until) :
				until;
}

bool named_holds_due(office_t *office, time_t now)
{
	office->named_holds->clock_back |= (now <
					    office->named_holds->last_asked);
	office->named_holds->last_asked = now;
	return office->has.hold_end &&
	       (office->named_holds->clock_back ||
		(office->has.hold_end <= now));
}

time_t named_holds_wait(office_t *office, time_t now, time_t most)
{
	if (!office->has.hold_end ||
	    (office->has.hold_end >= now + most))
		return most;
	return MAX(office->has.hold_end - now, 1);
}

int named_hold_end(office_t *office, view_resv_t *v, time_t now)
{
	booking_t *b = NULL;
	bool visible;
	int rc = park_delete(office, v, now, &b, &visible);

	if (b)
		booking_uncharge(b);
	if (b && office->ledger)
		ledger_commit_later(office->ledger,
				    ledger_revoke(office->ledger, b,
						  "hold ended"));
	booking_destroy(b);
	return rc;
}

/* The expired holds, as far as they are ended in this pass. */
typedef struct {
	office_t *office;
	view_resv_t *list[NAMED_HOLD_ENDS];
	size_t cnt;
	time_t now;
	time_t next;		/* the end of the first of all others; or 0 */
} over_t;

/* The clock was put back: the hold lasts its whole TTL, but no longer. */
static void _cut_hold(office_t *office, booking_t *b, time_t now)
{
	if (b->hold_until <= now + (time_t) b->hold_ttl)
		return;
	b->hold_until = now + (time_t) b->hold_ttl;
	if (office->ledger)
		ledger_commit_later(office->ledger,
				    ledger_put(office->ledger, b));
}

static void _look_at_hold(view_resv_t *v, void *arg)
{
	over_t *o = arg;

	if (!named_hold_is(v->booking))
		return;
	_cut_hold(o->office, v->booking, o->now);
	if (named_hold_over(v->booking, o->now) && (o->cnt < NAMED_HOLD_ENDS))
		o->list[o->cnt++] = v;
	else if (!o->next || (v->booking->hold_until < o->next))
		o->next = v->booking->hold_until;
}

/* RET false: the hold is still there */
static bool _end_hold(office_t *office, view_resv_t *v, time_t now)
{
	char *name = text_dup(v->name);
	uint32_t uid = v->booking->creator;
	int rc = named_hold_end(office, v, now);

	if (rc)
		say_error(office, "sched/garq: hold %s can't be let go: %s",
			  name,
			  office->host->users->refusal_words(office, rc));
	else
		say_info(office,
			 "sched/garq: the hold of %s by uid %u has ended",
			 name, uid);
	free_null(name);
	return !rc;
}

/* A hold that can't be ended is tried again by the next pass. */
void named_holds_end(office_t *office, time_t now)
{
	over_t o = { .office = office, .now = now };

	if (!named_holds_due(office, now))
		return;
	view_each(office, _look_at_hold, &o);
	for (size_t i = 0; i < o.cnt; i++)
		if (!_end_hold(office, o.list[i], now))
			o.next = now;
	office->has.hold_end = o.next;
	office->named_holds->clock_back = false;
}

static void _expire(view_resv_t *v, void *arg)
{
	const time_t *now = arg;

	if (named_hold_is(v->booking))
		v->booking->hold_until = MIN(v->booking->hold_until, *now);
}

void named_holds_end_all(office_t *office, time_t now)
{
	uint32_t left = 0;

	view_each(office, _expire, &now);
	do {
		office->has.hold_end = 1;
		left = view_count(office);
		named_holds_end(office, now);
	} while (view_count(office) < left);
}

static void _begin_state(office_t *office)
{
	office->has.hold_end = 1;
}

const office_state_t named_holds_state =
	OFFICE_STATE(named_holds, _begin_state, NULL);
