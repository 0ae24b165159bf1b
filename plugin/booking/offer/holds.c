/* SPDX-License-Identifier: GPL-2.0-or-later */
/* holds.c - see holds.h */

#include <stdlib.h>
#include <sys/param.h>

#include "plugin/booking/offer/holds.h"
#include "plugin/booking/park/park.h"
#include "plugin/booking/place/place_booking.h"
#include "plugin/booking/request/flags.h"
#include "plugin/booking/request/say.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/rights/users.h"
#include "plugin/booking/view/controller.h"
#include "plugin/booking/view/site.h"

bool holds_possible(void)
{
	return site.options.offer_hold || offers_count_held() || offers_any_ended();
}

/* Flags that give a reservation effects beyond its own place. */
#define NOT_FOR_HOLDS (BOOKING_FLAG_MAGNETIC | BOOKING_FLAG_FLEX)

/*
 * Derive the request for a hold: the nodes and licenses of the original request
 * at the place of the offer, for root alone.
 * OUT ret - request_free() on success
 */
static int _request(const offer_set_t *set, const ledger_offer_t *o,
		    request_t *ret)
{
	int rc = offers_request(set, ret);

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
	if (!ret->node_list)
		request_set_nodes(ret, o->num_cn);
	rc = request_set(&ret->users, "root");
	if (rc)
		request_free(ret);
	return rc;
}

/* Book the place of a hold, if there is room. IN until - the offer ends then */
static bool _place(const place_t *what, time_t until, time_t now)
{
	create_t out = { .rc = 0 };
	refusal_t refusal = { .rc = 0 };
	view_resv_t *v = NULL;
	bool made = false;

	if (!users_check_new(what->creator, what->request, what->shape, true, now,
			     &out.text))
		v = place_booking(what, now, &out, &refusal);
	if (v)
		v->booking->hold_until = until;
	if (v)
		made = !place_queue(v, NULL, now, &out);
	if (out.op)
		ledger_commit_later(site.ledger, out.op);
	refusal_free(&refusal);
	create_free(&out);
	return made;
}

/* Make a hold. The next commit of the ledger makes it durable. */
static bool _hold(request_t *request, const ledger_request_t *of, time_t now)
{
	shape_t shape;
	place_t what = {
		.request = request,
		.shape = &shape,
		.window = site.options.window,
		.creator = of->uid,
	};
	char *text = NULL;
	bool made = false;

	if (!request_create_shape(request, what.window, now, &shape, &text)) {
		made = _place(&what, of->expires, now);
		shape_free(&shape);
	}
	free_null(text);
	return made;
}

void holds_make(offer_set_t *set, time_t now)
{
	ledger_request_t *r = set->request;
	uint32_t cnt = MIN(r->offer_cnt, site.options.offer_hold);

	holds_release_deferred();
	if (offers_are_update(set))
		return;
	for (uint32_t i = 0; i < cnt; i++) {
		request_t request;

		if (r->offers[i].held || !r->offers[i].open ||
		    _request(set, &r->offers[i], &request))
			continue;
		if (_hold(&request, r, now))
			offers_hold(&r->offers[i]);
		request_free(&request);
	}
}

/* Delete a hold from the view, the host and the ledger. */
static void _delete(const char *name)
{
	view_resv_t *v = view_find(name);
	ledger_op_t *op;
	bool visible;
	int rc;

	if (!v)
		return;
	rc = park_delete(v, view_now(), NULL, &visible);
	if (rc)
		say_error("sched/garq: hold %s can't be let go: %s", name,
			  controller->refusal_words(rc));
	else if (site.ledger &&
		 (op = ledger_drop(site.ledger, name, "hold ended")))
		ledger_commit_later(site.ledger, op);
}

void holds_release_deferred(void)
{
	char *name;

	while (site.may_delete && (name = offers_next_ended())) {
		_delete(name);
		free(name);
	}
}

static void _release_all(offer_set_t *set, void *arg)
{
	const uint32_t *uid = arg;

	if (uid && (set->request->uid != *uid))
		return;
	for (uint32_t i = 0; i < set->request->offer_cnt; i++)
		offers_release_hold(set, &set->request->offers[i]);
}

void holds_release_of(const uint32_t *uid)
{
	if (offers_count_held())
		offers_each_set(_release_all, (void *) uid);
	holds_release_deferred();
}

static void _end_orphan(view_resv_t *v, void *arg)
{
	(void) arg;
	if (!v->booking || !booking_is_offer_hold(v->booking) ||
	    offers_is_hold(v->name))
		return;
	say_info("sched/garq: reservation %s holds the place of an offer that the ledger does not have: it is let go",
		 v->name);
	offers_add_ended(text_dup(v->name));
}

void holds_end_orphans(void)
{
	view_each(_end_orphan, NULL);
}
