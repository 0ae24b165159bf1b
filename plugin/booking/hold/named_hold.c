/* SPDX-License-Identifier: GPL-2.0-or-later */
/* named_hold.c - holds are made and extended; see named_hold.h */

#include <ctype.h>
#include <errno.h>
#include <string.h>
#include <strings.h>
#include <sys/param.h>

#include "plugin/booking/hold/co_member.h"
#include "plugin/booking/hold/named_hold.h"
#include "plugin/booking/hold/tombstone.h"
#include "plugin/booking/offer/holds.h"
#include "plugin/booking/offer/query.h"
#include "plugin/booking/place/shape.h"
#include "plugin/booking/request/answer.h"
#include "plugin/booking/request/flags.h"
#include "plugin/booking/request/held_request.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/rights/users.h"
#include "plugin/booking/view/controller.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/say.h"
#include "plugin/booking/view/turns.h"

#define PREFIX "hold:"

/* --- the request --- */

bool named_hold_asked(const char *name)
{
	return name && !strncasecmp(name, PREFIX, strlen(PREFIX));
}

/* RET false: not a number of 1 to 9 digits before a ":" */
static bool _ttl(const char **at, uint32_t *ret)
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
	*ret_text = text_printf(
		"a hold lasts %d to %u seconds (garq_hold_max), not %u",
		NAMED_HOLD_MIN, office->options.hold_max, ttl);
	return REFUSED_TIME;
}

static int _check_name(const char *name, char **ret_text)
{
	create_t people = { .program = true };
	request_t request = { .name = (char *) name };

	if (!request_name_ok(name, ret_text))
		return REFUSED_NO_SUCH;
	if (name[0] && !named_hold_asked(name) &&
	    !query_is_asked(&request, &people))
		return 0;
	*ret_text = name[0] ?
		text_printf("no reservation can be named %s", name) :
		text_dup("write hold:TTL:NAME: the name is missing");
	return REFUSED_NO_SUCH;
}

int named_hold_parse(office_t *office, const request_t *request, bool program,
		     uint32_t *ret_ttl, const char **ret_name, char **ret_text)
{
	const char *at = request->name + strlen(PREFIX);
	uint32_t ttl;
	int rc;

	if (!_ttl(&at, &ttl)) {
		*ret_text = text_dup(
			"write hold:TTL:NAME, where TTL is the number of seconds to hold NAME");
		return REFUSED_NO_SUCH;
	}
	if (program)
		ttl = MIN(ttl, office->options.hold_max);
	if ((rc = _check_ttl(office, ttl, ret_text)) ||
	    (rc = _check_name(at, ret_text)))
		return rc;
	if (request->has_delay) {
		*ret_text = text_dup(
			"a hold has one start: leave MaxStartDelay out");
		return REFUSED_UNSUPPORTED;
	}
	*ret_ttl = ttl;
	*ret_name = at;
	return 0;
}

/* --- making one --- */

/* What is asked for. */
typedef struct {
	request_t *request;
	uint32_t uid;
	uint32_t ttl;
	time_t now;
	time_t until;		/* now + ttl, but not past the start */
	char *held;		/* of held_request.h; owned */
} ask_t;

static int _no_memory(char **ret_text)
{
	*ret_text = text_dup("slurmctld is out of memory");
	return ENOMEM;
}

/*
 * Work out the times and the text of the request. Times that make no sense are
 * refused when the shape is made.
 */
static int _read_request(ask_t *a, char **ret_text)
{
	const request_t *r = a->request;
	time_t start = r->has_start ? r->start : a->now, end = r->end, length;

	if (start <= a->now) {
		*ret_text = text_dup(
			"a hold ends at its start at the latest: give a StartTime later than now");
		return REFUSED_TIME;
	}
	if (!r->has_end)
		end = request_duration(r, start, &length) ? start + length : 0;
	a->until = MIN(a->now + (time_t) a->ttl, start);
	if (!(a->held = held_request_text(r, start, end)))
		return _no_memory(ret_text);
	if (strlen(a->held) > NAMED_HOLD_TEXT_MAX) {
		*ret_text = text_printf(
			"the request is too long to be held: %zu bytes, at most %d",
			strlen(a->held), NAMED_HOLD_TEXT_MAX);
		return REFUSED_UNSUPPORTED;
	}
	return 0;
}

typedef struct {
	time_t now;
	uint32_t cnt;
} count_t;

static void _count(const view_resv_t *v, void *arg)
{
	count_t *c = arg;

	c->cnt += named_hold_is(v->booking) &&
		  !named_hold_over(v->booking, c->now);
}

static int _check_count(office_t *office, uint32_t uid, time_t now,
			char **ret_text)
{
	uint32_t most = office->options.user_holds, cnt;
	count_t c = { .now = now };

	if (!users_limited(office, uid))
		return 0;
	view_each_of_owner(office, uid, _count, &c);
	if ((cnt = c.cnt) < most)
		return 0;
	*ret_text = most ? text_printf(
		"you have %u hold%s, %u at once %s allowed (garq_user_holds): confirm or delete one, or wait until it ends",
		cnt, (cnt == 1) ? "" : "s", most, (most == 1) ? "is" : "are") :
		text_dup("users may hold nothing here (garq_user_holds=0)");
	return REFUSED_DENIED;
}

static int _check_tombstone(office_t *office, const ask_t *a, char **ret_text)
{
	time_t until = tombstone_until(office, a->request->name, a->uid,
				       a->now);
	char buf[TEXT_TIME];

	if (!until)
		return 0;
	*ret_text = text_printf(
		"%s was deleted, no hold of it is taken until %s: choose another name",
		a->request->name, text_time(until, buf));
	return REFUSED_DENIED;
}

/* The request for the record of the hold: for root alone. */
static int _for_root(const request_t *request, request_t *ret)
{
	int rc = request_copy(request, ret);

	if (rc)
		return rc;
	request_set(&ret->accounts, NULL);
	request_set(&ret->groups, NULL);
	ret->flags &= ~HELD_FLAGS_LATER;
	if ((rc = request_set_user(ret, "root", 0)))
		request_free(ret);
	return rc;
}

/* Lines for a program. */
static void _answer(const view_resv_t *v, time_t now, create_t *out)
{
	char *name;

	if (!out->program || !(name = text_value(v->name)))
		return;
	out->text = text_printf(ANSWER_HOLD "=%d name=%s now=%lld until=%lld",
				ANSWER_VERSION, name, (long long) now,
				(long long) v->booking->hold_until);
	free(name);
}

/* Mark the booking as a hold, and queue it. */
static int _keep(office_t *office, view_resv_t *v, ask_t *a, create_t *out)
{
	booking_t *b = v->booking;
	int rc;

	b->hold_until = a->until;
	b->hold_ttl = a->ttl;
	free_null(b->held);
	b->held = a->held;
	a->held = NULL;
	view_accounts_update(office, v);
	if ((rc = place_queue(office, v, NULL, a->now, out)))
		return rc;
	named_holds_note(office, a->until);
	_answer(v, a->now, out);
	return 0;
}

static int _place(office_t *office, ask_t *a, const shape_t *shape,
		  create_t *out)
{
	request_t for_root;
	place_t what = {
		.request = &for_root,
		.shape = shape,
		.window = office->options.window,
		.creator = a->uid,
	};
	refusal_t refusal;
	view_resv_t *v;
	int rc;

	if ((rc = _for_root(a->request, &for_root)))
		return _no_memory(&out->text);
	v = place_booking(office, &what, a->now, out, &refusal);
	rc = v ? _keep(office, v, a, out) : out->rc;
	if (refusal.rc) {
		out->text = refusal_text(office, a->request->name, shape,
					 &refusal, a->uid);
		if (!refusal.unsound)
			turns_count(office, &office->refused_cnt);
		refusal_free(&refusal);
	}
	request_free(&for_root);
	return rc;
}

static int _make(office_t *office, ask_t *a, create_t *out)
{
	shape_t shape;
	int rc;

	if ((rc = users_name_free(office, a->request->name, a->uid, a->now,
				  &out->text)) ||
	    (rc = _check_tombstone(office, a, &out->text)) ||
	    (rc = _check_count(office, a->uid, a->now, &out->text)) ||
	    (rc = request_create_shape(office, a->request,
				       office->options.window, a->now, &shape,
				       &out->text)))
		return rc;
	rc = users_check_new(office, a->uid, a->request, &shape, false, a->now,
			     &out->text);
	if (rc == 0) {
		holds_release_of(office, &a->uid);
		rc = _place(office, a, &shape, out);
	}
	shape_free(&shape);
	return rc;
}

/* --- extending one --- */

static int _extend(office_t *office, view_resv_t *v, const ask_t *a,
		   create_t *out)
{
	booking_t *b = v->booking;
	time_t until = b->hold_until;
	uint32_t ttl = b->hold_ttl;

	if (!text_same(b->held, a->held)) {
		out->text = text_printf(
			"%s is held by you for another request: ask for the same again, or delete it first",
			v->name);
		return REFUSED_NAME_TAKEN;
	}
	if (!(out->name = text_dup(v->name)))
		return _no_memory(&out->text);
	/* a late copy of an earlier request must not shorten the hold */
	if (a->until > until) {
		b->hold_until = a->until;
		b->hold_ttl = a->ttl;
	}
	if (!(out->op = ledger_put(office->ledger, b))) {
		b->hold_until = until;
		b->hold_ttl = ttl;
		return _no_memory(&out->text);
	}
	out->extended = true;
	(void) view_ask(office, v);
	named_holds_note(office, b->hold_until);
	office->controller->stamp_shown(a->now);
	_answer(v, a->now, out);
	return 0;
}

void named_hold_not_extended(office_t *office, create_t *out, const char *why)
{
	say_error(office,
		  "sched/garq: the hold of %s may end before the time that was asked for: the ledger can't be written: %s",
		  out->name, why);
	free_null(out->text);
	out->rc = REFUSED_FAILED;
	out->text = text_printf("the ledger can't be written: %s", why);
}

/* --- serving --- */

/* What needs no look at the view. */
static int _check(office_t *office, ask_t *a, char **ret_text)
{
	int rc;

	request_normalize(a->request);
	if ((rc = request_check(office, a->request, ret_text)) ||
	    (users_limited(office, a->uid) &&
	     (rc = users_check_create(office, a->request, a->uid, ret_text))))
		return rc;
	if (request_is_native(office, a->request)) {
		*ret_text = text_dup(
			"only whole nodes and licenses at one time can be held: not with these flags, or cores");
		return REFUSED_UNSUPPORTED;
	}
	return site_durable(office, ret_text) ? 0 : REFUSED_FAILED;
}

static bool _is_mine(const view_resv_t *v, const ask_t *a)
{
	return v && named_hold_is(v->booking) &&
	       !named_hold_over(v->booking, a->now) &&
	       (v->booking->creator == a->uid);
}

int named_hold_serve(office_t *office, request_t *request, uint32_t uid,
		     time_t now, create_t *out)
{
	ask_t a = { .request = request, .uid = uid, .now = now };
	const char *name = NULL;
	view_resv_t *v;
	int rc;

	if ((rc = named_hold_parse(office, request, out->program, &a.ttl, &name,
				   &out->text)))
		return rc;
	memmove(request->name, name, strlen(name) + 1);
	if ((rc = _check(office, &a, &out->text)) ||
	    (rc = _read_request(&a, &out->text)))
		goto done;
	v = view_find(office, request->name);
	if (v && named_hold_over(v->booking, now)) {
		(void) named_hold_end(office, v, now);
		v = view_find(office, request->name);
	}
	rc = _is_mine(v, &a) ? _extend(office, v, &a, out) :
			       _make(office, &a, out);
done:
	free_null(a.held);
	return rc;
}
