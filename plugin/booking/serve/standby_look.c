/* SPDX-License-Identifier: GPL-2.0-or-later */
/* standby_look.c - requests that stand by are tried again; see standby.h */

#include <sys/param.h>

#include "plugin/booking/offer/book.h"
#include "plugin/booking/offer/grow.h"
#include "plugin/booking/offer/offering.h"
#include "plugin/booking/open/offers.h"
#include "plugin/booking/place/shift.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/rights/users.h"
#include "plugin/booking/serve/consent.h"
#include "plugin/booking/serve/serve.h"
#include "plugin/booking/serve/standby.h"
#include "plugin/booking/view/counts.h"
#include "plugin/booking/view/host.h"
#include "plugin/booking/view/say.h"
#include "plugin/booking/view/tell_site.h"
#include "plugin/booking/view/turns.h"
#include "plugin/booking/view/view.h"
#include "plugin/ledger/ledger_events.h"

/* --- endings -------------------------------------------------------------- */

static void _tell_ended(office_t *office, const ledger_request_t *of,
			const char *why, time_t now)
{
	request_t request = { .name = NULL };
	bool known = !offers_unpack(office, of, &request);
	const notify_t n = {
		.event = LEDGER_EVENT_STOOD, .reservation = of->name,
		.users = known ? request.users : NULL, .reason = why,
	};

	tell_site_request(office, of->uid, &n, now);
	request_free(&request);
}

/* End a request that nobody has booked or withdrawn. */
static void _end_unbooked(office_t *office, standing_t *s, const char *why,
			  time_t now)
{
	const ledger_request_t *of = s->row.request;

	say_info(office, "sched/garq: standby of %s, of uid=%u: ended, %s",
		 of->name, of->uid, why);
	counts_add(office, COUNT_STANDBY_ENDED, 1);
	_tell_ended(office, of, why, now);
	consent_dismiss(office, s, now);
	if (office->ledger)
		ledger_commit_later(office->ledger,
				    ledger_put_request(office->ledger,
						       standing_note_end(
							       office, s,
							       "ended", now)));
	standing_end(office, s);
}

void standby_expire(office_t *office, time_t now)
{
	standing_t *s;

	consent_expire(office, now);
	while ((s = standing_expired(office, now)))
		_end_unbooked(office, s, "its latest start has passed", now);
}

/* --- room ----------------------------------------------------------------- */

/* What the requests that stand by have left. RET as standby_use_room() */
static bool _use_left(office_t *office, time_t now)
{
	time_t from, until;
	bool visible;

	if (!standing_left_take(office, &from, &until))
		return false;
	visible = shift_earlier(office, from, until, "room appeared", now,
				NULL);
	return grow_into_room(office, from, until, now) || visible;
}

bool standby_use_room(office_t *office, time_t now)
{
	time_t from, until;
	bool visible;

	if (standing_is_passing(office))
		return false;
	visible = _use_left(office, now);
	if (view_freed_take(office, &from, &until))
		standing_freed(office, from, until);
	if (!standing_any_due(office, now))
		visible |= _use_left(office, now);
	return visible;
}

/* --- the requests that are due -------------------------------------------- */

/* RET false: it can't be read any more, and ends */
static bool _take_due(office_t *office, standing_t *s, time_t now,
		  standby_due_t *ret)
{
	standby_due_t due = {
		.id = s->row.request->id, .uid = s->row.request->uid,
		.offer = standing_is_offered(s),
		.gives = s->no_room && standing_is_agreed(s),
	};

	if (offers_unpack(office, s->row.request, &due.request)) {
		_end_unbooked(office, s, "it can't be read any more", now);
		return false;
	}
	request_set(&due.request.name, s->row.request->name);
	*ret = due;
	return true;
}

uint32_t standby_due(office_t *office, time_t now,
		     standby_due_t ret[STANDBY_TRIES])
{
	standing_t *list[STANDBY_TRIES];
	uint32_t all = standing_due(office, now, list, STANDBY_TRIES);
	uint32_t cnt = 0;

	for (uint32_t i = 0; i < all; i++)
		cnt += _take_due(office, list[i], now, &ret[cnt]);
	return cnt;
}

void standby_due_free(standby_due_t *due)
{
	request_free(&due->request);
}

/* --- a look --------------------------------------------------------------- */

/*
 * Offer the place that the request would be booked at, if there is room. The
 * first search leaves no note where there is none.
 */
static int _plan_offer(office_t *office, ask_t *a)
{
	wish_t wish = { .verb = "create", .name = a->request->name,
			.uid = a->uid, .group = GARQ_NO_GROUP, .ask = a,
			.wishes = &a->request->wishes };
	shape_t asked = a->shape;	/* shallow */
	refusal_t refusal = { .rc = 0 };
	placement_t placement;
	int rc = book_admit(office, a, &placement, &refusal);

	a->shape = asked;
	if (rc && refusal.rc)
		refusal_free(&refusal);
	if (rc)
		return rc;
	placement_free(&placement);
	a->op = offering_make(office, a->request, &a->shape, &wish, a->now,
			      &a->text, &a->offer_cnt);
	return a->offer_cnt ? 0 : REFUSED_BUSY;
}

/* RET the verb of a look: the way of a create, without an answer */
static verb_t _verb_of(office_t *office, const standby_due_t *due,
		       const standing_t *s, time_t now)
{
	verb_t verb = create_verb;

	if (due->offer)
		verb.plan = _plan_offer;
	else if (s && due->gives && consent_is_ready(office, s, now))
		verb.plan = consent_plan;
	return verb;
}

static void _note_booked(office_t *office, const ask_t *a)
{
	const booking_t *b = a->v->booking;
	const notify_t n = {
		.event = "standby-booked", .reservation = b->name,
		.start = b->start, .end = b->end, .nodes = b->nodes,
		.users = b->users, .reason = "there is room for it now",
	};
	char start[TEXT_TIME];

	say_info(office,
		 "sched/garq: standby of %s, of uid=%u: booked, %u nodes from %s",
		 b->name, a->uid, b->num_cn, text_time(b->start, start));
	counts_add(office, COUNT_STANDBY_BOOKED, 1);
	(void) office->host->locks->notify(office, &n);
}

static void _note_offered(office_t *office, const ask_t *a, standing_t *s)
{
	const offer_set_t *set = offers_set_of(office, a->uid,
					       s->row.request->name);
	const ledger_offer_t *o = &set->request->offers[0];
	char *name = offers_name(set, o), until[TEXT_TIME];
	char *why = text_printf("the offer %s is open until %s", name,
				text_time(set->request->expires, until));
	const notify_t n = {
		.event = LEDGER_EVENT_OFFERED, .users = a->request->users,
		.reservation = s->row.request->name, .start = o->t_s,
		.end = o->t_e, .reason = why,
	};

	say_info(office, "sched/garq: standby of %s, of uid=%u: %s",
		 s->row.request->name, a->uid, why);
	counts_add(office, COUNT_STANDBY_OFFERED, 1);
	tell_site_request(office, a->uid, &n, a->now);
	free(why);
	free(name);
	s->row.offered++;
	standing_look_at(office, s, set->request->expires);
	ledger_commit_later(office->ledger,
			    ledger_put_standing(office->ledger, &s->row));
}

/* IN ids - of the users, by the caller. RET seconds until the next look */
static time_t _again_after(const ask_t *a, const uint32_t *ids)
{
	return ((a->rc == REFUSED_USERS) && !ids) ? STANDBY_NAMES :
						    STANDBY_AGAIN;
}

/* What a look has found is done, and noted. */
static void _settle(office_t *office, ask_t *a, standing_t *s,
		    const standby_due_t *due)
{
	bool lacks_room = (a->rc == REFUSED_BUSY) ||
			  (a->rc == REFUSED_OVERLAP) ||
			  (a->rc == REFUSED_LICENSES);

	if (a->op)
		ledger_commit_later(office->ledger, a->op);
	if (!a->rc && a->offer_cnt)
		_note_offered(office, a, s);
	else if (!a->rc)
		_note_booked(office, a);
	if (!a->rc)
		return;
	standing_set_why(s, lacks_room ? NULL : a->text);
	if (!lacks_room || standby_is_unsure(office))
		standing_look_at(office, s, a->now +
				 _again_after(a, due->request.user_ids));
	if (!lacks_room || due->gives || !standing_is_agreed(s))
		return;
	s->no_room = true;
	standing_look_at(office, s, a->now);
}

/* The request of due, if it still stands by and may be tried. */
static standing_t *_to_try(office_t *office, const standby_due_t *due,
			   time_t now)
{
	standing_t *s = standing_find(office, due->request.name);
	const offer_set_t *set;

	if (!office->ledger || !s || (s->row.request->id != due->id) ||
	    (s->row.request->expires <= now))
		return NULL;
	if (!users_may_ask(office, due->uid)) {
		_end_unbooked(office, s, "its user may not ask any more", now);
		return NULL;
	}
	if (!due->offer)
		return s;
	set = offers_set_of(office, due->uid, due->request.name);
	/* offers of other places, of the refusal, make room for the own one */
	if (s->row.offered && set && (set->request->expires > now)) {
		standing_look_at(office, s, set->request->expires);
		return NULL;
	}
	if (s->row.offered < STANDBY_OFFERS)
		return s;
	_end_unbooked(office, s, "its offers were not accepted", now);
	return NULL;
}

bool standby_look(office_t *office, const standby_due_t *due, time_t now)
{
	standing_t *s = _to_try(office, due, now);
	verb_t verb = _verb_of(office, due, s, now);
	request_t request;
	ask_t a = {
		.verb = &verb, .request = &request, .uid = due->uid,
		.now = now, .again = true,
	};
	bool visible;

	if (!s)
		return false;
	request = request_copy(&due->request);
	request_begin(&request, now);
	(void) serve(office, &a);
	if (!turns_are_stale(office))
		_settle(office, &a, s, due);
	visible = a.visible && !turns_are_stale(office);
	request_free(&request);
	ask_free(&a);
	return visible;
}
