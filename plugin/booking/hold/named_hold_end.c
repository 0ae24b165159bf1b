/* SPDX-License-Identifier: GPL-2.0-or-later */
/* named_hold_end.c - holds end; see named_hold.h */

#include <sys/param.h>

#include "plugin/booking/hold/named_hold.h"
#include "plugin/booking/park/park.h"
#include "plugin/booking/request/say.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/view/controller.h"
#include "plugin/booking/view/site.h"

/* No hold ends before this time; 0: there are none. May be too early. */
static time_t next = 1;
static time_t last_asked;	/* time of the last named_holds_due() */
static bool clock_back;		/* it saw the clock put back */

void named_holds_note(time_t until)
{
	if (!until)
		next = 1;
	else
		next = next ? MIN(next, until) : until;
}

bool named_holds_due(time_t now)
{
	clock_back |= (now < last_asked);
	last_asked = now;
	return next && (clock_back || (next <= now));
}

time_t named_holds_wait(time_t now, time_t most)
{
	if (!next || (next >= now + most))
		return most;
	return MAX(next - now, 1);
}

int named_hold_end(view_resv_t *v, time_t now)
{
	ledger_op_t *op = NULL;
	booking_t *b = NULL;
	bool visible;
	int rc = park_delete(v, now, &b, &visible);

	if (b && site.ledger &&
	    (op = ledger_revoke(site.ledger, b, "hold ended")))
		ledger_commit_later(site.ledger, op);
	booking_destroy(b);
	return rc;
}

/* The holds that are over, as far as they are ended in this pass. */
typedef struct {
	view_resv_t *list[NAMED_HOLD_ENDS];
	size_t cnt;
	time_t now;
	time_t next;		/* the end of the first of all others; or 0 */
} over_t;

/* The clock was put back: the hold lasts its whole TTL, but no longer. */
static void _cut(booking_t *b, time_t now)
{
	ledger_op_t *op;

	if (b->hold_until <= now + (time_t) b->hold_ttl)
		return;
	b->hold_until = now + (time_t) b->hold_ttl;
	if (site.ledger && (op = ledger_put(site.ledger, b)))
		ledger_commit_later(site.ledger, op);
}

static void _look(view_resv_t *v, void *arg)
{
	over_t *o = arg;

	if (!named_hold_is(v->booking))
		return;
	_cut(v->booking, o->now);
	if (named_hold_over(v->booking, o->now) && (o->cnt < NAMED_HOLD_ENDS))
		o->list[o->cnt++] = v;
	else if (!o->next || (v->booking->hold_until < o->next))
		o->next = v->booking->hold_until;
}

/* RET false: it is there all the same */
static bool _end(view_resv_t *v, time_t now)
{
	char *name = text_dup(v->name);
	uint32_t uid = v->booking->creator;
	int rc = named_hold_end(v, now);

	if (rc)
		say_error("sched/garq: hold %s can't be let go: %s",
			  name ? name : "", controller->refusal_words(rc));
	else
		say_info("sched/garq: the hold of %s by uid %u has ended",
			 name ? name : "a reservation", uid);
	free_null(name);
	return !rc;
}

/* A hold that can't be ended is tried again by the next pass. */
void named_holds_end(time_t now)
{
	over_t o = { .now = now };

	if (!named_holds_due(now))
		return;
	view_each(_look, &o);
	for (size_t i = 0; i < o.cnt; i++)
		if (!_end(o.list[i], now))
			o.next = now;
	next = o.next;
	clock_back = false;
}

static void _expire(view_resv_t *v, void *arg)
{
	const time_t *now = arg;

	if (named_hold_is(v->booking))
		v->booking->hold_until = MIN(v->booking->hold_until, *now);
}

void named_holds_end_all(time_t now)
{
	uint32_t left = 0;

	view_each(_expire, &now);
	do {
		next = 1;
		left = view_count();
		named_holds_end(now);
	} while (view_count() < left);
}
