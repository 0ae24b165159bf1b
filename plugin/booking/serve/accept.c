/* SPDX-License-Identifier: GPL-2.0-or-later */
/* accept.c - see accept.h */

#include <errno.h>
#include <stdlib.h>

#include "plugin/booking/place/shape.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/rights/users.h"
#include "plugin/booking/serve/accept.h"
#include "plugin/booking/view/say.h"
#include "plugin/booking/view/view.h"

/* The part of an offer that the user takes; times in seconds. */
typedef struct {
	time_t start;
	time_t end;
	uint32_t num_cn;
} part_t;

bool accept_names_offer(office_t *office, const char *name, uint32_t uid,
			time_t now)
{
	ledger_offer_t *offer;
	offer_set_t *set = offers_find(office, name, now, &offer);

	return set && offers_may_see(office, set, uid) &&
	       (offer->held || !view_find(office, name));
}

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
static bool _adds(const request_t *given)
{
	const char *const lists[] = { given->users, given->groups,
				      given->accounts };

	for (size_t i = 0; i < sizeof(lists) / sizeof(*lists); i++)
		if (lists[i] && (lists[i][0] == '+'))
			return true;
	return false;
}

static int _part(const char *name, const ledger_offer_t *o,
		 const request_t *given, time_t now, part_t *ret,
		 char **ret_text)
{
	char from[TEXT_TIME], to[TEXT_TIME];
	uint64_t asked = given->num_cn;

	if (!_only_less(given)) {
		*ret_text = text_printf(
			"%s is an offer: with it NodeCnt, Duration, StartTime, EndTime, Users, Groups and Accounts can be given, nothing else",
			name);
		return REFUSED_UNSUPPORTED;
	}
	if (_adds(given)) {
		*ret_text = text_printf(
			"%s is an offer: with it Users, Groups and Accounts are given whole, not by +=",
			name);
		return REFUSED_UNSUPPORTED;
	}
	if (!_part_times(o, given, now, ret)) {
		*ret_text = text_printf(
			"%s is an offer of %s to %s: it can be had within that%s",
			name, text_time(o->t_s, from), text_time(o->t_e, to),
			(o->t_e <= now) ? ", and that is over" : "");
		return REFUSED_TIME;
	}
	if (given->has_nodes && ((asked < 1) || (asked > o->num_cn))) {
		*ret_text = text_printf(
			"%s is an offer of %u nodes: 1 to %u can be had",
			name, o->num_cn, o->num_cn);
		return REFUSED_NODE_COUNT;
	}
	ret->num_cn = asked ? (uint32_t) asked : o->num_cn;
	return 0;
}

static void _move(char **to, char **from)
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
	_move(&request->users, &from->users);
	free(request->user_ids);
	request->user_ids = from->user_ids;
	request->user_id_cnt = from->user_id_cnt;
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
 * Turn the stored request of an offer into a request for the part taken.
 * IN/OUT request - the stored request
 * IN/OUT given - its Users, Groups and Accounts move to request
 * IN/OUT known - the users of the offer, looked up; their ids move to request
 */
static int _to_request(office_t *office, const offer_set_t *set,
		       const ledger_offer_t *o, const part_t *p,
		       request_t *request, request_t *given, request_t *known,
		       time_t now, char **ret_text)
{
	bool update = offers_are_update(set);
	view_resv_t *v = update ? view_find(office, set->request->name) : NULL;
	bool keeps = v && _keeps_named(v->booking, request);
	bool pinned = keeps || request_has(request->node_list);

	if (update && (!v || !v->booking ||
		       (keeps && (v->booking->num_cn != o->num_cn)))) {
		*ret_text = text_printf(
			"%s is not what it was: ask for the change again",
			set->request->name);
		return REFUSED_NO_SUCH;
	}
	if (pinned && (p->num_cn != o->num_cn)) {
		*ret_text = text_dup(
			"the nodes are named: all of them or none");
		return REFUSED_NODE_COUNT;
	}
	if (request_set(&request->name, set->request->name))
		return ENOMEM;
	_set_times(request, p);
	if (v && (v->booking->start <= now))
		_set_end(request, p->end);
	request->has_delay = v && booking_is_flexible(v->booking);
	request->delay = 0;
	if (!pinned)
		request_set_nodes(request, p->num_cn);
	_take_users(request, given, known);
	_move(&request->groups, &given->groups);
	_move(&request->accounts, &given->accounts);
	return 0;
}

static int _apply(office_t *office, offer_set_t *set, ledger_offer_t *o,
		  request_t *request, uint32_t uid, time_t now, accept_t *a)
{
	a->name = text_dup(request->name);
	a->update = offers_are_update(set);
	return a->update ?
		update_locked(office, request, uid, now, set, o, &a->change) :
		create_locked(office, request, uid, now, set, o, &a->create);
}

/* OUT ret_text - the refusal, if neither half of a was tried; free() */
static int _accept(office_t *office, request_t *given, uint32_t uid, time_t now,
		   accept_t *a, char **ret_text)
{
	ledger_offer_t *o = NULL;
	request_t request;
	offer_set_t *set;
	part_t part;
	int rc;

	if (!(set = offers_find(office, given->name, now, &o))) {
		*ret_text = text_dup("there is no such offer any more");
		return REFUSED_NO_SUCH;
	}
	if (!offers_may_use(office, set, uid) || !users_may_ask(office, uid)) {
		say_error(office,
			  "Security violation, offer %s of uid %u accepted by uid=%u",
			  given->name, set->request->uid, uid);
		*ret_text = text_dup("only who asked for it, or an operator, can accept an offer");
		return REFUSED_USERS;
	}
	if ((rc = request_check(office, given, ret_text)) ||
	    (rc = _part(given->name, o, given, now, &part, ret_text)))
		return rc;
	if (offers_request(office, set, &request)) {
		*ret_text = text_dup("the request that it is for can't be read any more: ask again");
		return REFUSED_NO_SUCH;
	}
	rc = _to_request(office, set, o, &part, &request, given, &a->known, now,
			 ret_text);
	if (rc == 0)
		rc = _apply(office, set, o, &request, uid, now, a);
	request_free(&request);
	return rc;
}

char *accept_users(office_t *office, const request_t *given, time_t now)
{
	request_t request;
	offer_set_t *set;
	ledger_offer_t *o;
	char *users = NULL;

	if (request_has(given->users) ||
	    !(set = offers_find(office, given->name, now, &o)) ||
	    offers_request(office, set, &request))
		return NULL;
	if (request_has(request.users))
		users = text_dup(request.users);
	request_free(&request);
	return users;
}

void accept_serve(office_t *office, request_t *given, uint32_t uid, time_t now,
		  accept_t *a)
{
	int rc = _accept(office, given, uid, now, a, &a->create.text);

	if (a->update)
		a->change.rc = rc;
	else
		a->create.rc = rc;
}

void accept_free(accept_t *a)
{
	create_free(&a->create);
	update_free(&a->change);
	free_null(a->name);
	request_free(&a->known);
}
