/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/param.h>

#include "plugin/booking/hold/named_hold.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/view/office.h"
#include "test/sim/held.h"
#include "test/sim/host.h"
#include "test/sim/plugin.h"
#include "test/sim/promises.h"
#include "test/sim/purged.h"
#include "test/sim/requests.h"

bool held_is_in(void)
{
	return world->seed % 4 == 0;
}

static const char *_name(const held_t *h)
{
	static char name[32];

	snprintf(name, sizeof(name), "h.%u", h->number);
	return name;
}

static held_t *_any(void)
{
	return &world->held[world_below(HELD_MAX)];
}

static const view_resv_t *_view(const held_t *h)
{
	return view_find(office, _name(h));
}

/* Return true if h is a booking, still of its user, that no request is changing. */
static promise_t *_quiet_promise(const held_t *h)
{
	promise_t *p = promises_find_now(_name(h));

	return p && (p->state == PROMISE_KEPT) && !p->has_change &&
	       (p->uid == h->uid) ? p : NULL;
}

/* --- requests ------------------------------------------------------------- */

static request_t _request(const held_t *h, uint32_t ttl)
{
	request_t r = { .has_start = true, .start = h->start,
			.has_end = true, .end = h->end };

	r.name = text_printf("hold:%u:%s", ttl, _name(h));
	request_set_nodes(&r, h->num_cn);
	if (!h->uid)
		request_set_user(&r, "root", 0);
	return r;
}

static void _tell(const held_t *h, const char *verb, int rc, bool undone,
		  const char *text)
{
	world_tell("uid %u %s %s: %d%s %.*s", h->uid, verb, _name(h), rc,
		   undone ? ", undone" : "",
		   text ? (int) strcspn(text, "\n") : 0, text ? text : "");
	snprintf(world->last, sizeof(world->last), "%s %s", verb, _name(h));
}

static void _note(held_t *h, held_ask_t ask)
{
	h->asked = ask;
	world->uncommitted = true;
}

static void _answered(held_t *h)
{
	h->asked = HELD_ASK_NOTHING;
	world->uncommitted = false;
}

static void _told(held_t *h)
{
	h->until = h->told = h->asked_until;
	h->put_backs = world->put_backs;
}

/* Ask for the hold. RET the code; OUT ret_undone - the disk failed */
static int _ask(held_t *h, uint32_t ttl, bool *ret_undone)
{
	request_t r = _request(h, ttl);
	ask_t a = { .verb = &hold_verb, .request = &r, .uid = h->uid,
		    .now = world->now };
	int rc;

	_note(h, HELD_ASK_HOLD);
	h->asked_until = MIN(world->now + (time_t) ttl, h->start);
	if ((h->state == HELD_KEPT) && (h->until > world->now))
		h->asked_until = MAX(h->asked_until, h->until);
	office->may_delete = true;
	rc = serve(office, &a);
	office->may_delete = false;
	*ret_undone = plugin_finish(&a);
	_tell(h, "hold", rc, *ret_undone, a.text);
	_answered(h);
	ask_free(&a);
	request_free(&r);
	return rc;
}

static void _hold(held_t *h)
{
	bool undone;

	*h = (held_t) {
		.number = ++world->last_held,
		.uid = world_one_in(3) ? 0 : WORLD_UID + world_below(WORLD_USERS),
		.start = world->now + world_range(20, world_one_in(2) ? 600 :
						      40000),
		.num_cn = world_range(1, 3),
	};
	h->end = h->start + (60 * (time_t) world_range(5, 120));
	h->state = HELD_WILD;
	if (_ask(h, world_range(10, 3600), &undone))
		h->state = HELD_FREE;
	else if (!undone)
		h->state = HELD_KEPT;
	_told(h);
}

/* Return true if the hold can't have ended. */
static bool _lasts(const held_t *h)
{
	return (h->until > world->now) && (h->put_backs == world->put_backs);
}

/* Repeat the request, as it was or with other terms. */
static void _extend(held_t *h)
{
	bool other = world_one_in(4) && (h->until > world->now), undone;
	bool lasts = (h->state == HELD_KEPT) && _lasts(h);
	time_t end = h->end;
	int rc;

	h->end += other ? 60 : 0;
	rc = _ask(h, world_range(10, 3600), &undone);
	if (rc || lasts)	/* else it is a new hold */
		h->end = end;
	if (other && !rc && lasts)
		world_fail("%s was extended by another request", _name(h));
	if (!other && rc && lasts && (rc != REFUSED_FAILED))
		world_fail("%s could not be extended: %d", _name(h), rc);
	if (rc)
		return;
	_told(h);
	if (undone)
		h->state = HELD_WILD;
}

/* Ask for a hold that arrives after its drop. */
static void _come_late(held_t *h)
{
	bool undone;

	if (_ask(h, 60, &undone))
		return;
	if (world->now < h->until)
		world_fail("%s was dropped, and is held again", _name(h));
	h->state = undone ? HELD_WILD : HELD_KEPT;
	_told(h);
}

static terms_t _terms(const held_t *h)
{
	return (terms_t) { .t_esr = h->start, .t_lsr = h->start,
			   .length = h->end - h->start, .num_cn = h->num_cn };
}

static int _update(const held_t *h, bool *ret_undone)
{
	request_t r = { .name = text_dup(_name(h)) };
	ask_t a = { .verb = &update_verb, .request = &r, .uid = h->uid,
		    .now = world->now };
	int rc = serve(office, &a);

	*ret_undone = plugin_finish(&a);
	_tell(h, "confirm", rc, *ret_undone, a.text);
	ask_free(&a);
	request_free(&r);
	return rc;
}

/* The nodes that the hold may have lost as they left slurm.conf; 0: it has all. */
static mask_t _lacks(const held_t *h)
{
	const view_resv_t *v = _view(h);

	mask_t has = (v && v->nodes) ? host_mask(v->nodes) : 0;

	return (v && ((uint32_t) __builtin_popcountll(has) < h->num_cn)) ?
		world->whole.nodes & ~has : 0;
}

static void _confirm(held_t *h)
{
	bool was_there = _view(h), over = h->until <= world->now, undone;
	bool kept = (h->state == HELD_KEPT);
	terms_t terms = _terms(h);
	promise_t *p;
	int rc;

	p = promises_ask(_name(h), &terms, h->uid, false);
	p->shrunk = _lacks(h);
	_note(h, HELD_ASK_CONFIRM);
	rc = _update(h, &undone);
	_answered(h);
	if (!rc && (!was_there || (kept && over)))
		world_fail("%s was not held any more, and is confirmed",
			   _name(h));
	if (rc || undone) {
		promises_drop(p);
		h->state = undone ? HELD_WILD : h->state;
		return;
	}
	h->state = HELD_BOOKED;
	p->state = PROMISE_KEPT;
	promises_see(p);
}

static void _confirm_again(held_t *h)
{
	bool undone;
	int rc;

	if (!_quiet_promise(h)) {
		h->state = HELD_FREE;
		return;
	}
	rc = _update(h, &undone);
	if (rc && (rc != REFUSED_FAILED) && (rc != REFUSED_UNSUPPORTED))
		world_fail("%s is confirmed, but not again: %d", _name(h), rc);
}

static void _drop(held_t *h)
{
	/* A crash during a drop leaves a booking. */
	bool booked = (h->state == HELD_BOOKED) || promises_find(_name(h));
	promise_t *p = booked ? _quiet_promise(h) : NULL;
	request_t r = { .name = text_dup(_name(h)) };
	ask_t a = { .verb = &remove_verb, .request = &r, .uid = h->uid,
		    .now = world->now };
	bool undone;
	int rc;

	if (booked && !p) {
		request_free(&r);
		h->state = HELD_FREE;
		return;
	}
	if (p)
		p->state = PROMISE_ASKED;
	_note(h, HELD_ASK_DROP);
	office->may_delete = true;
	rc = serve(office, &a);
	office->may_delete = false;
	undone = plugin_finish(&a);
	_tell(h, "drop", rc, undone, a.text);
	_answered(h);
	ask_free(&a);
	request_free(&r);
	if (rc) {
		if (p)
			p->state = PROMISE_KEPT;
		return;
	}
	if (p && undone)
		p->state = PROMISE_BROKEN_OFF;
	else if (p)
		promises_drop(p);
	h->state = undone ? HELD_WILD : HELD_DROPPED;
	h->until = world->now + (time_t) office->options.hold_max;
}

void held_step(void)
{
	held_t *h;

	if (!held_is_in() || !world_one_in(3))
		return;
	requests_answer_all();
	if (!plugin_sync())
		return;
	h = _any();
	switch (h->state) {
	case HELD_FREE:
		_hold(h);
		break;
	case HELD_DROPPED:
		if (world_one_in(4))
			h->state = HELD_FREE;
		else
			_come_late(h);
		break;
	case HELD_BOOKED:
		if (world_one_in(2))
			_drop(h);
		else
			_confirm_again(h);
		break;
	case HELD_WILD:
		_drop(h);
		break;
	case HELD_KEPT:
		if (world_one_in(4))
			_drop(h);
		else if (world_one_in(2))
			_confirm(h);
		else
			_extend(h);
		break;
	}
}

/* --- what is right -------------------------------------------------------- */

static void _check_kept(held_t *h)
{
	const view_resv_t *v = _view(h);
	bool sure = _lasts(h);

	if (h->until <= world->now) {
		h->state = HELD_FREE;
		return;
	}
	if (!v || !v->booking || !named_hold_is(v->booking)) {
		if (sure)
			world_fail("%s is not held any more, until %lld",
				   _name(h),
				   (long long) (h->until - world->began));
		h->state = HELD_FREE;
		return;
	}
	if ((v->booking->hold_until > h->told) ||
	    (!world->weather.clock && (v->booking->hold_until != h->until)))
		world_fail("%s is held until %lld, not %lld", _name(h),
			   (long long) (v->booking->hold_until - world->began),
			   (long long) (h->until - world->began));
	h->until = v->booking->hold_until;	/* the clock was put back */
	if ((v->attrs.first_start != h->start) || (v->end != h->end) ||
	    (!world->conf_changed &&
	     (garq_set_count(v->nodes) != h->num_cn)))
		world_fail("%s is held elsewhere", _name(h));
	if ((v->booking->creator != h->uid) ||
	    !text_same(v->booking->users, "root"))
		world_fail("%s is held for %s", _name(h), v->booking->users);
}

void held_check(void)
{
	for (int i = 0; held_is_in() && (i < HELD_MAX); i++) {
		held_t *h = &world->held[i];

		if (h->state == HELD_KEPT)
			_check_kept(h);
		else if ((h->state == HELD_DROPPED) && _view(h) &&
			 (_view(h)->end > world->now))
			world_fail("%s was dropped, and is there", _name(h));
	}
}

static void _check_over(view_resv_t *v, void *arg)
{
	(void) arg;
	if (named_hold_over(v->booking, world->now))
		world_fail("%s is held, and its time is over", v->name);
}

void held_check_over(void)
{
	if (!office->unowned)
		view_each(office, _check_over, NULL);
}

void held_doubt(const char *name)
{
	for (int i = 0; held_is_in() && (i < HELD_MAX); i++) {
		held_t *h = &world->held[i];

		if ((h->state == HELD_KEPT) && !strcmp(_name(h), name))
			h->state = HELD_WILD;
	}
}

/* Fail if a confirmation made neither a booking nor left the hold as it was. */
static void _resolve_confirm(held_t *h)
{
	const view_resv_t *v = _view(h);
	promise_t *p = promises_find(_name(h));

	if (v && v->booking && !named_hold_is(v->booking)) {
		h->state = HELD_BOOKED;
	} else if (p) {
		promises_drop(p);
	}
}

void held_resolve(void)
{
	for (int i = 0; held_is_in() && (i < HELD_MAX); i++) {
		held_t *h = &world->held[i];

		if (h->asked == HELD_ASK_CONFIRM)
			_resolve_confirm(h);
		else if ((h->asked != HELD_ASK_NOTHING) ||
			 ((h->state == HELD_KEPT) && !_view(h) &&
			  purged_unseen(_name(h))))
			h->state = HELD_WILD;
		h->asked = HELD_ASK_NOTHING;
	}
}
