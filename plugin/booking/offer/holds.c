/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>
#include <sys/param.h>

#include "plugin/booking/offer/holds.h"
#include "plugin/booking/park/park.h"
#include "plugin/booking/place/kind.h"
#include "plugin/booking/place/place_booking.h"
#include "plugin/booking/request/flags.h"
#include "plugin/booking/rights/users.h"
#include "plugin/booking/view/say.h"

/* Flags that give a reservation effects beyond its own place: of a recurring one
 * the first occurrence is held. */
#define NOT_FOR_HOLDS \
	(BOOKING_FLAG_MAGNETIC | BOOKING_FLAG_FLEX | BOOKING_FLAG_IGN_JOBS | \
	 BOOKING_FLAGS_RECURRING)

/*
 * Derive the request for a hold: the nodes and licenses of the original request
 * at the place of the offer, for root alone.
 * OUT ret - request_free() on success
 * RET as offers_request()
 */
static int _request(office_t *office, const offer_set_t *set,
		    const ledger_offer_t *o, request_t *ret)
{
	int rc = offers_request(office, set, ret);

	if (rc)
		return rc;
	request_set(&ret->accounts, NULL);
	request_set(&ret->groups, NULL);
	request_set(&ret->comment, NULL);
	free(ret->name);
	ret->name = offers_name(set, o);
	ret->has_start = ret->has_end = true;
	ret->start = o->t_s;
	ret->end = o->t_e;
	ret->has_minutes = ret->has_delay = ret->has_purge = false;
	ret->flags &= ~NOT_FOR_HOLDS;
	ret->wishes = wishes_of_form(&ret->wishes);
	if (!ret->node_list)
		request_set_nodes(ret, o->num_cn);
	request_set(&ret->users, "root");
	return 0;
}

/*
 * Book the place of a hold, if it is free: nobody moves for an offer that
 * nobody has accepted.
 * IN until - the offer ends then
 */
static bool _place_hold(office_t *office, ask_t *a, time_t until)
{
	refusal_t refusal = { .rc = 0 };
	placement_t placement;
	bool made;

	if (users_check_new(office, a->creator, a->request, &a->shape, true,
			    a->now, &a->text))
		return false;
	if (admit(office, &a->shape, GARQ_NO_GROUP, NULL, NULL, a->now,
		  &placement, &refusal)) {
		refusal_free(&refusal);
		return false;
	}
	made = !placement.plan.cnt &&
	       !place_booking(office, a, &placement);
	placement_free(&placement);
	if (made) {
		a->v->booking->hold_until = until;
		place_queue(office, a, NULL);
		ledger_commit_later(office->ledger, a->op);
	}
	return made;
}

/* Make a hold. The next commit of the ledger makes it durable. */
static bool _make_hold(office_t *office, request_t *request,
		       const ledger_request_t *of, time_t now)
{
	ask_t a = {
		.request = request, .now = now, .creator = of->uid,
		.kind = kind_of(office, request),
		.window = office->options.window,
	};
	bool made = !a.kind->native &&
		    !kind_shape(office, a.kind, request, a.window, now,
				&a.shape, &a.text) &&
		    _place_hold(office, &a, of->expires);

	ask_free(&a);
	return made;
}

static void _hold_offer(office_t *office, const offer_set_t *set,
			ledger_offer_t *offer, time_t now)
{
	request_t request;

	if (offer->held || !offer->open ||
	    _request(office, set, offer, &request))
		return;
	if (_make_hold(office, &request, set->request, now))
		offers_hold(office, offer);
	request_free(&request);
}

void holds_make(office_t *office, offer_set_t *set, time_t now)
{
	ledger_request_t *r = set->request;
	uint32_t cnt = MIN(r->offer_cnt, office->options.offer_hold);

	holds_release_deferred(office);
	if (offers_are_update(set))
		return;
	for (uint32_t i = 0; i < cnt; i++)
		_hold_offer(office, set, &r->offers[i], now);
}

/* Delete a hold from the view, the host and the ledger. */
static void _delete(office_t *office, const char *name)
{
	view_resv_t *v = view_find(office, name);
	bool visible;
	int rc;

	if (!v)
		return;
	rc = park_delete(office, v, view_now(office), NULL, &visible);
	if (rc)
		say_error(office, "sched/garq: hold %s can't be let go: %s",
			  name, office->host->users->refusal_words(office, rc));
	else if (office->ledger)
		ledger_commit_later(office->ledger,
				    ledger_drop(office->ledger, name,
						"hold ended"));
}

void holds_release_deferred(office_t *office)
{
	char *name;

	while (office->may_delete && (name = offers_next_ended(office))) {
		_delete(office, name);
		free(name);
	}
}

typedef struct {
	office_t *office;
	const uint32_t *uid;	/* NULL: of all users */
} release_t;

static void _release_all(offer_set_t *set, void *arg)
{
	const release_t *release = arg;
	const uint32_t *uid = release->uid;

	if (uid && (set->request->uid != *uid))
		return;
	for (uint32_t i = 0; i < set->request->offer_cnt; i++)
		offers_release_hold(release->office, set,
				    &set->request->offers[i]);
}

void holds_release_of(office_t *office, const uint32_t *uid)
{
	release_t release = { .office = office, .uid = uid };

	if (office->has.held_offers)
		offers_each_set(office, _release_all, &release);
	holds_release_deferred(office);
}

/* --- for a look --- */

typedef struct {
	office_t *office;
	ask_t *a;
} lift_t;

static void _lift_set(offer_set_t *set, void *arg)
{
	const lift_t *lift = arg;

	if (set->request->uid != lift->a->creator)
		return;
	for (uint32_t i = 0; i < set->request->offer_cnt; i++) {
		const ledger_offer_t *o = &set->request->offers[i];
		char *name = o->held ? offers_name(set, o) : NULL;
		view_resv_t *v = name ? view_find(lift->office, name) : NULL;

		if (v && v->booking)
			view_lift(lift->office, &lift->a->lifted, v);
		free(name);
	}
}

void holds_lift(office_t *office, ask_t *a)
{
	lift_t lift = { office, a };

	holds_release_deferred(office);
	if (office->has.held_offers)
		offers_each_set(office, _lift_set, &lift);
}

void holds_return(office_t *office, ask_t *a)
{
	view_return(office, &a->lifted);
}
