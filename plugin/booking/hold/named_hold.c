/* SPDX-License-Identifier: GPL-2.0-or-later */
/* named_hold.c - holds are made and extended; see named_hold.h */

#include <ctype.h>
#include <string.h>
#include <sys/param.h>

#include "plugin/booking/hold/named_hold.h"
#include "plugin/booking/hold/tombstone.h"
#include "plugin/booking/offer/book.h"
#include "plugin/booking/place/kind.h"
#include "plugin/booking/place/place_booking.h"
#include "plugin/booking/request/answer.h"
#include "plugin/booking/request/held_request.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/rights/users.h"
#include "plugin/booking/view/say.h"

/* --- the request --- */

/* RET false: not a number of 1 to 9 digits before a ":" */
static bool _read_ttl(const char **at, uint32_t *ret)
{
	const char *digit = *at;
	uint32_t n = 0;

	for (; isdigit((unsigned char) *digit) && (digit < *at + 9); digit++)
		n = (n * 10) + (uint32_t) (*digit - '0');
	if ((digit == *at) || (*digit != ':'))
		return false;
	*at = digit + 1;
	*ret = n;
	return true;
}

static int _check_ttl(office_t *office, uint32_t ttl, char **ret_text)
{
	if ((ttl >= NAMED_HOLD_MIN) && (ttl <= office->options.hold_max))
		return 0;
	return text_refuse(ret_text, REFUSED_TIME,
		"a hold lasts %d to %u seconds (garq_hold_max), not %u",
		NAMED_HOLD_MIN, office->options.hold_max, ttl);
}

static int _check_name(const char *name, char **ret_text)
{
	if (!name_ok(name, ret_text))
		return REFUSED_NO_SUCH;
	if (name[0] && !wishes_in_front(name) &&
	    (name_form(name, true) < NAME_HOLD))
		return 0;
	*ret_text = name[0] ?
		text_printf("no reservation can be named %s", name) :
		text_dup("write hold:TTL:NAME: the name is missing");
	return REFUSED_NO_SUCH;
}

int named_hold_parse(office_t *office, ask_t *a, const char **ret_name)
{
	const char *at = a->request->name + strlen(HOLD_OF);
	int rc;

	if (!_read_ttl(&at, &a->ttl))
		return ask_refuse(a, REFUSED_NO_SUCH,
				  "write hold:TTL:NAME, where TTL is the number of seconds to hold NAME");
	if (a->program)
		a->ttl = MIN(a->ttl, office->options.hold_max);
	rc = _check_ttl(office, a->ttl, &a->text);
	if (!rc)
		rc = _check_name(at, &a->text);
	if (rc)
		return rc;
	if (a->request->has_delay)
		return ask_refuse(a, REFUSED_UNSUPPORTED,
				  "a hold has one start: leave MaxStartDelay out");
	*ret_name = at;
	return 0;
}

static int _early_hold(office_t *office, ask_t *a)
{
	const char *name;
	int rc = users_early_create(office, a);

	return rc ? rc : named_hold_parse(office, a, &name);
}

/* No ids are kept of others until the hold is confirmed. */
static int _check_others(office_t *office, ask_t *a)
{
	if (!users_limited(office, a->uid) ||
	    !users_count_others(office, a->request->users, a->uid))
		return 0;
	return ask_refuse(a, REFUSED_DENIED,
			  "Users: only operators may hold for others: leave it out");
}

static int _check_hold(office_t *office, ask_t *a)
{
	char *asked = a->request->name;
	const char *name;
	int rc = named_hold_parse(office, a, &name);

	if (rc)
		return rc;
	memmove(asked, name, strlen(name) + 1);
	rc = _check_others(office, a);
	return rc ? rc : users_check_create(office, a);
}

/* --- making one --- */

/* The start; times that make no sense are refused when the shape is made. */
static time_t _start_of(const ask_t *a)
{
	return a->request->has_start ? a->request->start : a->now;
}

/* Until when the hold lasts: not past its start. */
static time_t _until_when(const ask_t *a)
{
	return MIN(a->now + (time_t) a->ttl, _start_of(a));
}

/* Keep the text of the request, as it was asked. OUT a->held */
static int _keep_text(ask_t *a)
{
	const request_t *r = a->request;
	time_t start = _start_of(a), end = r->end, length;

	if (start <= a->now)
		return ask_refuse(a, REFUSED_TIME,
				  "a hold ends at its start at the latest: give a StartTime later than now");
	if (!r->has_end)
		end = request_duration(r, start, &length) ? start + length : 0;
	a->held = held_request_text(r, start, end);
	if (strlen(a->held) <= NAMED_HOLD_TEXT_MAX)
		return 0;
	return text_refuse(&a->text, REFUSED_UNSUPPORTED,
		"the request is too long to be held: %zu bytes, at most %d",
		strlen(a->held), NAMED_HOLD_TEXT_MAX);
}

typedef struct {
	time_t now;
	uint32_t cnt;
} count_t;

static void _count_hold(const view_resv_t *v, void *arg)
{
	count_t *c = arg;

	c->cnt += named_hold_is(v->booking) &&
		  !named_hold_over(v->booking, c->now);
}

static int _check_count(office_t *office, ask_t *a)
{
	uint32_t most = office->options.user_holds, cnt;
	count_t c = { .now = a->now };

	if (!a->limited)
		return 0;
	view_each_of_owner(office, a->uid, _count_hold, &c);
	if ((cnt = c.cnt) < most)
		return 0;
	a->text = most ? text_printf(
		"you have %u hold%s, %u at once %s allowed (garq_user_holds): confirm or delete one, or wait until it ends",
		cnt, (cnt == 1) ? "" : "s", most, (most == 1) ? "is" : "are") :
		text_dup("users may hold nothing here (garq_user_holds=0)");
	return REFUSED_DENIED;
}

static int _check_tombstone(office_t *office, ask_t *a)
{
	time_t until = tombstone_until(office, a->request->name, a->uid,
				       a->now);
	char buf[TEXT_TIME];

	if (!until)
		return 0;
	return text_refuse(&a->text, REFUSED_DENIED,
		"%s was deleted, no hold of it is taken until %s: choose another name",
		a->request->name, text_time(until, buf));
}

/* The request for the record of the hold: for root alone. */
static request_t _for_root(const request_t *request)
{
	request_t r = request_copy(request);

	request_set(&r.accounts, NULL);
	request_set(&r.groups, NULL);
	r.flags &= ~HELD_FLAGS_LATER;
	request_set_user(&r, "root", 0);
	return r;
}

/* Lines for a program. */
static void _answer(ask_t *a)
{
	if (!a->program)
		return;
	a->text = text_printf(ANSWER_HOLD "=%d", ANSWER_VERSION);
	text_add_value(&a->text, "name", a->v->name);
	text_add(&a->text, " now=%lld until=%lld", (long long) a->now,
		 (long long) a->v->booking->hold_until);
}

/* Mark the booking as a hold, and queue it. */
static void _queue_hold(office_t *office, ask_t *a)
{
	booking_t *b = a->v->booking;

	b->hold_until = _until_when(a);
	b->hold_ttl = a->ttl;
	free_null(b->held);
	b->held = a->held;
	a->held = NULL;
	view_accounts_update(office, a->v);
	place_queue(office, a, NULL);
	named_holds_note(office, b->hold_until);
	_answer(a);
}

/* --- extending one --- */

static int _extend(office_t *office, ask_t *a)
{
	booking_t *b = a->v->booking;

	if (!text_same(b->held, a->held))
		return text_refuse(&a->text, REFUSED_NAME_TAKEN,
			"%s is held by you for another request: ask for the same again, or delete it first",
			a->v->name);
	a->name = text_dup(a->v->name);
	/* a late copy of an earlier request must not shorten the hold */
	if (_until_when(a) > b->hold_until) {
		b->hold_until = _until_when(a);
		b->hold_ttl = a->ttl;
	}
	a->op = ledger_put(office->ledger, b);
	a->stays = true;
	(void) view_ask(office, a->v);
	named_holds_note(office, b->hold_until);
	office->host->list->stamp_shown(office, a->now);
	_answer(a);
	return 0;
}

static void _unwritten(office_t *office, ask_t *a, const char *why)
{
	say_error(office,
		  "sched/garq: the hold of %s may end before the time that was asked for: the ledger can't be written: %s",
		  a->name, why);
	free_null(a->text);
	a->rc = REFUSED_FAILED;
	a->text = text_printf("the ledger can't be written: %s", why);
}

/* --- the way --- */

static bool _is_mine(const view_resv_t *v, const ask_t *a)
{
	return v && named_hold_is(v->booking) &&
	       !named_hold_over(v->booking, a->now) &&
	       (v->booking->creator == a->uid);
}

static int _target_of_hold(office_t *office, ask_t *a)
{
	const char *name = a->request->name;
	int rc = _keep_text(a);

	if (rc)
		return rc;
	a->v = view_find(office, name);
	if (a->v && named_hold_over(a->v->booking, a->now)) {
		(void) named_hold_end(office, a->v, a->now);
		a->v = view_find(office, name);
	}
	if (_is_mine(a->v, a)) {
		rc = _extend(office, a);
		return rc ? rc : ASK_ANSWERED;
	}
	rc = users_name_free(office, name, a->uid, a->now, &a->text);
	if (!rc)
		rc = _check_tombstone(office, a);
	return rc ? rc : _check_count(office, a);
}

static int _plan_hold(office_t *office, ask_t *a)
{
	request_t *asked = a->request, for_root = _for_root(asked);
	int rc;

	a->request = &for_root;
	rc = book_plan(office, a);
	a->request = asked;
	request_free(&for_root);
	return rc;
}

const verb_t hold_verb = {
	.word = "hold",
	.turns = true,
	.ledger = true,
	.not_native = "only whole nodes and licenses at one time can be held: not cores, and not with these flags",
	.form = NAME_HOLD,
	.deletes = true,
	.early = _early_hold,
	.may = users_may_create,
	.check = _check_hold,
	.target = _target_of_hold,
	.shape = kind_shape_ask,
	.limits = users_check_limits_new,
	.plan = _plan_hold,
	.queue = _queue_hold,
	.undo = place_take_back,
	.unwritten = _unwritten,
};
