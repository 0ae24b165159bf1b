/* SPDX-License-Identifier: GPL-2.0-or-later */
/* accept.c - the verb accept; see verbs.h */

#include <stdlib.h>

#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/rights/users.h"
#include "plugin/booking/serve/serve.h"
#include "plugin/booking/view/say.h"
#include "plugin/booking/view/view.h"

/* The part of an offer that the user takes; times in seconds. */
typedef struct {
	time_t start;
	time_t end;
	uint32_t num_cn;
} part_t;

/*
 * Refuse all other attributes: with them the request would not be that for
 * which the offer was made.
 */
static bool _only_less(const request_t *given)
{
	const char *const texts[] = {
		given->burst_buffer, given->features, given->licenses,
		given->node_list, given->partition, given->tres,
		given->comment, given->qos, given->allowed_parts,
	};

	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
		if (request_has(texts[i]))
			return false;
	return !given->cores && !given->watts && !given->has_flags &&
	       !given->has_delay && !given->has_purge;
}

/* The part must end in the future: shortening a booking is no offer. */
static bool _part_times(const ledger_offer_t *o, const request_t *given,
			time_t now, part_t *p)
{
	p->start = given->has_start ? given->start : o->t_s;
	p->end = given->has_end ? given->end : o->t_e;
	if (!given->has_minutes)
		return (p->start >= o->t_s) && (p->end > p->start) &&
		       (p->end > now) && (p->end <= o->t_e);
	if (!given->minutes)	/* 0, or Duration=INFINITE */
		return false;
	p->end = p->start + ((time_t) given->minutes * 60);
	return (p->start >= o->t_s) && (p->end > now) &&
	       (p->end <= o->t_e) && (!given->has_end || (p->end == given->end));
}

/* True if a list begins with "+": an offer has no list to add to. */
static bool _adds_to_list(const request_t *given)
{
	const char *const lists[] = { given->users, given->groups,
				      given->accounts };

	for (size_t i = 0; i < sizeof(lists) / sizeof(*lists); i++)
		if (lists[i] && (lists[i][0] == '+'))
			return true;
	return false;
}

static int _part_taken(ask_t *a, part_t *ret)
{
	const request_t *given = a->request;
	const ledger_offer_t *o = a->offer;
	char from[TEXT_TIME], to[TEXT_TIME];
	uint64_t asked = given->num_cn;

	if (!_only_less(given)) {
		a->text = text_printf(
			"%s is an offer: with it NodeCnt, Duration, StartTime, EndTime, Users, Groups and Accounts can be given, nothing else",
			given->name);
		return REFUSED_UNSUPPORTED;
	}
	if (_adds_to_list(given)) {
		a->text = text_printf(
			"%s is an offer: with it Users, Groups and Accounts are given whole, not by +=",
			given->name);
		return REFUSED_UNSUPPORTED;
	}
	if (!_part_times(o, given, a->now, ret)) {
		a->text = text_printf(
			"%s is an offer of %s to %s: it can be had within that%s",
			given->name, text_time(o->t_s, from),
			text_time(o->t_e, to),
			(o->t_e <= a->now) ? ", and that is over" : "");
		return REFUSED_TIME;
	}
	if (given->has_nodes && ((asked < 1) || (asked > o->num_cn))) {
		a->text = text_printf(
			"%s is an offer of %u nodes: 1 to %u can be had",
			given->name, o->num_cn, o->num_cn);
		return REFUSED_NODE_COUNT;
	}
	ret->num_cn = asked ? (uint32_t) asked : o->num_cn;
	return 0;
}

static void _move_text(char **to, char **from)
{
	if (!request_has(*from))
		return;
	free(*to);
	*to = *from;
	*from = NULL;
}

/* Take the users, with their ids, that were given or looked up. */
static void _take_users(request_t *request, request_t *given, request_t *known)
{
	request_t *from = request_has(given->users) ? given : known;

	if ((from == known) && !text_same(known->users, request->users))
		return;
	_move_text(&request->users, &from->users);
	free(request->user_ids);
	request->user_ids = from->user_ids;
	request->user_id_cnt = from->user_id_cnt;
	request->fellows = from->fellows;
	from->user_ids = NULL;
	from->user_id_cnt = 0;
}

static void _set_times(request_t *request, const part_t *p)
{
	time_t length = p->end - p->start;

	request->has_start = true;
	request->start = p->start;
	request->has_end = (length % 60 != 0);
	request->end = p->end;
	request->has_minutes = !request->has_end;
	request->endless = false;
	request->minutes = (uint32_t) (length / 60);
}

/* A booking that has begun keeps its start: ask for another end only. */
static void _set_end(request_t *request, time_t end)
{
	request->has_start = request->has_minutes = false;
	request->has_end = true;
	request->end = end;
}

/* True if a change keeps the nodes that the booking named, since it does not
 * mention nodes. */
static bool _keeps_named(const booking_t *b, const request_t *request)
{
	return b && b->asked_nodes && !request->has_nodes &&
	       !request_has(request->node_list);
}

/*
 * Check that what the offer changes is as it was.
 * IN v - the reservation of an offer to change it; NULL: it is gone
 * IN keeps - it keeps the nodes that it named
 */
static int _check_same(ask_t *a, const view_resv_t *v, bool keeps)
{
	if (!offers_are_update(a->set) ||
	    (v && v->booking &&
	     (!keeps || (v->booking->num_cn == a->offer->num_cn))))
		return 0;
	a->text = text_printf("%s is not what it was: ask for the change again",
			      a->set->request->name);
	return REFUSED_NO_SUCH;
}

/*
 * Turn the stored request of an offer into a request for the part taken.
 * IN/OUT request - the stored request
 * IN/OUT a - Users, Groups and Accounts of its request move to request, and the
 *	ids of known
 */
static int _to_request(office_t *office, ask_t *a, const part_t *p,
		       request_t *request)
{
	const char *name = a->set->request->name;
	view_resv_t *v = offers_are_update(a->set) ? view_find(office, name) :
						     NULL;
	bool keeps = v && _keeps_named(v->booking, request);
	bool pinned = keeps || request_has(request->node_list);
	int rc = _check_same(a, v, keeps);
	wishes_t kept;

	if (rc)
		return rc;
	if ((pinned || request_by_cores(request) ||
	     (v && view_is_by_cores(v))) &&
	    (p->num_cn != a->offer->num_cn))
		return ask_refuse(a, REFUSED_NODE_COUNT,
				  request_by_cores(request) || !pinned ?
				  "the cores are counted: all of them or none" :
				  "the nodes are named: all of them or none");
	request_set(&request->name, name);
	kept = wishes_of_form(&request->wishes);
	request->wishes = wishes_of_plan(&a->request->wishes);
	request->wishes.switches = kept.switches;
	request->wishes.tasks = kept.tasks;
	_set_times(request, p);
	if (v && (v->booking->start <= a->now))
		_set_end(request, p->end);
	request->has_delay = v && booking_is_flexible(v->booking);
	request->delay = 0;
	if (!pinned)
		request_set_nodes(request, p->num_cn);
	_take_users(request, a->request, &a->known);
	_move_text(&request->groups, &a->request->groups);
	_move_text(&request->accounts, &a->request->accounts);
	return 0;
}

/* --- the way --- */

static int _may_accept(office_t *office, ask_t *a)
{
	ledger_offer_t *offer = NULL;

	a->request->wishes.offer = OFFER_NO;	/* it is found */
	a->set = offers_find(office, a->request->name, a->now, &offer);
	a->offer = offer;
	if (!a->set)
		return ask_refuse(a, REFUSED_NO_SUCH,
				  "there is no such offer any more");
	if (offers_may_use(office, a->set, a->uid) &&
	    users_may_ask(office, a->uid))
		return 0;
	say_error(office,
		  "Security violation, offer %s of uid %u accepted by uid=%u",
		  a->request->name, a->set->request->uid, a->uid);
	return ask_refuse(a, REFUSED_USERS,
			  "only who asked for it, or an operator, can accept an offer");
}

static int _check_accept(office_t *office, ask_t *a)
{
	return request_check(office, a->request, &a->text);
}

/* Serve the request that the offer stands for. */
static int _plan_accept(office_t *office, ask_t *a)
{
	request_t *given = a->request, request;
	part_t part;
	int rc = _part_taken(a, &part);

	if (rc)
		return rc;
	if (offers_request(office, a->set, &request))
		return ask_refuse(a, REFUSED_NO_SUCH,
				  "the request that it is for can't be read any more: ask again");
	rc = _to_request(office, a, &part, &request);
	if (rc == 0) {
		a->request = &request;
		a->verb = offers_are_update(a->set) ? &update_verb :
						      &create_verb;
		rc = serve(office, a);
		a->request = given;
	}
	request_free(&request);
	return rc;
}

bool accept_names_offer(office_t *office, const char *name, uint32_t uid,
			time_t now)
{
	ledger_offer_t *offer;
	offer_set_t *set = offers_find(office, name, now, &offer);

	return set && offers_may_see(office, set, uid) &&
	       (offer->held || !view_find(office, name));
}

/* The users for whom the offer was asked, unless the request names others. */
static char *_users_of_offer(office_t *office, const ask_t *a)
{
	request_t request;
	offer_set_t *set;
	ledger_offer_t *o;
	char *users = NULL;

	if (request_has(a->request->users))
		return NULL;
	set = offers_find(office, a->request->name, a->now, &o);
	if (!set || offers_request(office, set, &request))
		return NULL;
	if (request_has(request.users))
		users = text_dup(request.users);
	request_free(&request);
	return users;
}

/* It is not decided in turns: a held offer is let go before a place is searched
 * for. */
const verb_t accept_verb = {
	.word = "accept",
	.found = true,
	.update = true,
	.takes = WISH_PLAN | WISH_OFFER,
	.users = _users_of_offer,
	.may = _may_accept,
	.check = _check_accept,
	.plan = _plan_accept,
};
