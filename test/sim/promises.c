/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/param.h>

#include "plugin/ledger/ledger_events.h"
#include "plugin/booking/park/loan.h"
#include "plugin/booking/place/stand_in.h"
#include "plugin/booking/request/timing.h"
#include "plugin/booking/open/offers.h"
#include "plugin/booking/open/standing.h"
#include "plugin/booking/view/office.h"
#include "test/sim/host.h"
#include "test/sim/lacks.h"
#include "test/sim/lost.h"
#include "test/sim/plugin.h"
#include "test/sim/promises.h"
#include "test/sim/promises_terms.h"
#include "test/sim/purged.h"

/* Seconds for which a promise that has ended is remembered. The clock is never
 * set back further. */
#define REMEMBERED 15000

/* Seconds for which a booking may be a stand-in although some users and nodes of
 * it exist: the pauses between two tries grow to an hour. */
#define LOCKED_OUT (STAND_IN_PAUSE_MAX + 1800)

/* IN over - true: search the promises that have ended; false: all others */
static promise_t *_find(const char *name, bool over)
{
	for (uint32_t i = 0; i < world->promise_cnt; i++) {
		promise_t *p = &world->promises[i];

		if (p->state && ((p->state == PROMISE_OVER) == over) &&
		    (!strcmp(p->name, name) || !strcmp(p->other, name)))
			return p;
	}
	return NULL;
}

promise_t *promises_find(const char *name)
{
	return _find(name, false);
}

/* Return true if the last place in which p was seen has ended. */
static bool _is_over(const promise_t *p)
{
	return p->last_end && (p->last_end <= world->now);
}

/* p has ended: forget it, unless the clock may be set back before its end. */
static void _end(promise_t *p)
{
	if (!world->weather.clock || p->native)
		promises_drop(p);
	else
		p->state = PROMISE_OVER;
}

promise_t *promises_find_now(const char *name)
{
	promise_t *p = promises_find(name);

	if (!p || (p->state != PROMISE_KEPT) || view_find(office, name) ||
	    !_is_over(p))
		return p;
	_end(p);
	return NULL;
}

promise_t *promises_any(bool native)
{
	uint32_t cnt = 0;
	promise_t *found = NULL;

	for (uint32_t i = 0; i < world->promise_cnt; i++) {
		promise_t *p = &world->promises[i];

		if ((p->state == PROMISE_KEPT) && !p->has_change &&
		    !p->other[0] && (p->native == native) &&
		    world_one_in(++cnt))
			found = p;
	}
	return found;
}

static promise_t *_free_entry(void)
{
	for (uint32_t i = 0; i < world->promise_cnt; i++)
		if (!world->promises[i].state)
			return &world->promises[i];
	if (world->promise_cnt == PROMISES)
		world_fail("more than %d promises", PROMISES);
	return &world->promises[world->promise_cnt++];
}

promise_t *promises_ask(const char *name, const terms_t *terms, uint32_t uid,
			bool native)
{
	promise_t *p = _find(name, true);

	if (p)
		promises_drop(p);
	p = _free_entry();
	*p = (promise_t) {
		.state = PROMISE_ASKED,
		.asked = *terms,
		.terms = *terms,
		.native = native,
		.uid = uid,
	};
	fake_copy(p->name, sizeof(p->name), name);
	return p;
}

void promises_change_name(promise_t *p)
{
	promise_t *over = _find(p->other, true);
	char other[sizeof(p->other)];

	if (over)
		promises_drop(over);
	memcpy(other, p->other, sizeof(other));
	memcpy(p->other, p->name, sizeof(p->other));
	memcpy(p->name, other, sizeof(p->name));
	lacks_renamed(p->other, p->name);
}

/* --- bookings that give way ----------------------------------------------- */

void promises_keep_for(const char *request)
{
	for (uint32_t i = 0; i < world->promise_cnt; i++)
		if (!strcmp(world->promises[i].agreed_for, request))
			world->promises[i].agreed_for[0] = '\0';
}

/*
 * p was deleted for the request that its owner agreed to. That request must be
 * booked, and all other bookings whose owners were asked must be deleted, too.
 * A crash may undo all of this together until it is in the ledger.
 */
static void _give_way(promise_t *p)
{
	const view_resv_t *v = view_find(office, p->agreed_for);

	if (!v || !v->booking)
		world_fail("%s gave way to %s, which is not booked", p->name,
			   p->agreed_for);
	for (uint32_t i = 0; i < world->promise_cnt; i++) {
		const promise_t *other = &world->promises[i];

		if ((other->state == PROMISE_KEPT) && !_is_over(other) &&
		    !strcmp(other->agreed_for, p->agreed_for) &&
		    view_find(office, other->name))
			world_fail("%s gave way to %s, and %s did not", p->name,
				   p->agreed_for, other->name);
	}
	p->state = PROMISE_BROKEN_OFF;
	p->life = world->lives;
	world->stats.gave_way++;
}

static bool _has_given_way(const promise_t *p)
{
	return (p->state == PROMISE_KEPT) && p->agreed_for[0] &&
	       !view_find(office, p->name) && !_is_over(p);
}

void promises_see_all(void)
{
	for (uint32_t i = 0; i < world->promise_cnt && !office->unowned; i++)
		if (_has_given_way(&world->promises[i]))
			_give_way(&world->promises[i]);
	for (uint32_t i = 0; i < world->promise_cnt; i++)
		if (world->promises[i].state)
			promises_see(&world->promises[i]);
}

void promises_see(promise_t *p)
{
	const view_resv_t *v = view_find(office, p->name);

	if (p->begun > world->now)	/* the clock was set back */
		p->begun = 0;
	if (!v || !v->end)	/* or the view is being built again */
		return;
	p->last_end = v->end;
	p->last_nodes = host_mask(v->nodes);
	p->unadopted = false;
}

void promises_drop(promise_t *p)
{
	p->state = PROMISE_FREE;
	while (world->promise_cnt &&
	       !world->promises[world->promise_cnt - 1].state)
		world->promise_cnt--;
}

static bool _stands(const promise_t *p)
{
	return (p->state == PROMISE_STANDS) || (p->state == PROMISE_MAY_STAND);
}

void promises_doubt(promise_t *p)
{
	p->state = _stands(p) ? PROMISE_MAY_STAND : PROMISE_ASKED;
}

bool promises_place(const promise_t *p, time_t *ret_start, time_t *ret_end,
		    mask_t *ret_nodes)
{
	const view_resv_t *v = view_find(office, p->name);

	if (!v)
		return false;
	*ret_start = v->attrs.first_start;
	*ret_end = v->end;
	*ret_nodes = host_mask(v->nodes);
	return true;
}

void promises_nodes_gone(mask_t nodes)
{
	for (uint32_t i = 0; i < world->promise_cnt; i++) {
		promise_t *p = &world->promises[i];

		if (!p->state)
			continue;
		promises_see(p);	/* unless no booking is known */
		p->shrunk |= p->last_nodes & nodes;
	}
}

static mask_t _nodes_of(const char *name)
{
	const view_resv_t *v = view_find(office, name);

	return v ? host_mask(v->nodes) : 0;
}

/* Return true if Slurm made the reservation called later while it knew nothing of
 * the claim of name to their common nodes. */
static bool _was_away(const char *name, const char *later)
{
	const promise_t *p = promises_find(name);
	mask_t both = _nodes_of(name) & _nodes_of(later);

	return p && (p->purged || !(both & ~p->shrunk)) && (later[0] == 'p');
}

bool promises_both(const char *a, const char *b)
{
	return _was_away(a, b) || _was_away(b, a);
}

bool promises_was_over(const char *name, time_t end)
{
	const promise_t *p = promises_find(name);

	return world_was_over(end) || (p && p->revived);
}

/* --- what is right ------------------------------------------------------- */

static void __attribute__((noreturn))
_broken(const promise_t *p, const view_resv_t *v, const char *what)
{
	char list[HOST_LIST] = "";

	if (!v)
		world_fail("%s: %s; promised %lld..%lld, %lld s, %u nodes",
			   p->name, what,
			   (long long) (p->terms.t_esr - world->began),
			   (long long) (p->terms.t_lsr - world->began),
			   (long long) p->terms.length, p->terms.num_cn);
	world_fail("%s: %s; is at %lld to %lld on %s, %llu cores, %llu GPUs%s%s; promised %lld..%lld, %lld s, %u nodes, %u cores, %u GPUs",
		   p->name, what,
		   (long long) (v->attrs.first_start - world->began),
		   (long long) (v->end - world->began),
		   host_list(host_mask(v->nodes), list),
		   (unsigned long long) units_count(&v->attrs.units),
		   (unsigned long long) units_gpus(&v->attrs.units),
		   v->linked ? ", linked" : ", parked",
		   (v->booking && v->booking->stand_in) ? ", stand-in" : "",
		   (long long) (p->terms.t_esr - world->began),
		   (long long) (p->terms.t_lsr - world->began),
		   (long long) p->terms.length, p->terms.num_cn,
		   p->terms.cores, p->terms.gpus);
}

static void _check_linked(const promise_t *p, const view_resv_t *v)
{
	const fake_record_t *rec = v->rec;
	bool begun = (v->start <= world->now) && (v->end > world->now);

	if (begun && (!view_is_unparked(v) || !rec->linked))
		_broken(p, v, "it has begun and is not linked");
	if ((v->start > world->now) && (v->start != v->attrs.first_start))
		_broken(p, v, "its start was moved, and lies ahead");
	if (!view_is_unparked(v) && !v->booking->parked)
		_broken(p, v, "it is parked, and its row will not say so");
	if (v->linked != rec->linked)
		_broken(p, v, "the view is wrong about its link");
	if ((rec->first != v->attrs.first_start) || (rec->end != v->end) ||
	    (MASK(rec) != host_mask(v->nodes)))
		_broken(p, v, "its record is elsewhere");
}

static void _check_begun(promise_t *p, const view_resv_t *v)
{
	time_t start = v->attrs.first_start;

	promises_see(p);
	if (p->begun && (start != p->begun))
		_broken(p, v, "it had begun, and has moved");
	/* A move to an earlier start is durable with the agent's next turn, if
	 * the disk does not fail. */
	if ((start <= world->now - AGENT_INTERVAL) &&
	    !ledger_behind(office->ledger))
		p->begun = start;
}

/* Return true if Slurm would make a record with some of v's users and nodes. */
static bool _has_part(const view_resv_t *v)
{
	char *users = fake.users.taken(office, NAME_USER, v->booking->users, NULL);
	bool has = users && host_mask(v->nodes) && !v->booking->hold_until;

	free(users);
	return has;
}

/* A record with some of the users admits nobody else, and no booking stays a
 * stand-in for long. */
static void _check_users(promise_t *p, const view_resv_t *v)
{
	const char *users = v->attrs.users;
	text_name_t one;

	if (v->booking->part && !users)
		_broken(p, v, "it is for everybody");
	while (v->booking->part && text_next_name(&users, &one))
		if (!text_lists_name(v->booking->users, &one))
			_broken(p, v, "it is for others");
	if (!v->booking->stand_in || (v->start > world->now + STAND_IN_NEAR) ||
	    !_has_part(v) || (p->locked > world->now))
		p->locked = 0;
	else if (!p->locked)
		p->locked = world->now;
	else if (world->now - p->locked > LOCKED_OUT)
		_broken(p, v, "its users are locked out of what is left");
}

/* A renamed booking has one of its two names, not both. */
static void _check_name(const promise_t *p)
{
	const view_resv_t *v = view_find(office, p->name);
	const view_resv_t *other = p->other[0] ? view_find(office, p->other) :
						 NULL;

	/* Slurm keeps a record until it knows that its jobs have ended. */
	if (v && other && (v->end > world->now) && (other->end > world->now))
		_broken(p, v, "it is there under another name, too");
}

static void _check_kept(promise_t *p)
{
	const view_resv_t *v = view_find(office, p->name);
	const char *wrong;

	if (_has_given_way(p)) {
		_give_way(p);
		return;
	}
	_check_name(p);
	/* Slurm purges a reservation of its own that is invalid, or whose nodes
	 * have left slurm.conf; and its thread may write an older list later. */
	if (!v && (_is_over(p) || (p->native && (world->weather.conf ||
						 world->weather.names ||
						 world->weather.away ||
						 world->weather.early)))) {
		_end(p);
		return;
	}
	/* Slurm keeps a record until it knows that its jobs have ended. */
	if (v && !p->native && (v->end <= world->now) &&
	    (!v->booking || _is_over(p))) {
		_end(p);
		return;
	}
	/* The clock was set back and the disk fails: no request is served. */
	if (!v && world_was_over(p->last_end) && plugin_clock_back_waits())
		return;
	if (!v)
		_broken(p, v, "it is lost");
	if (p->native)
		goto seen;
	if (!v->booking)
		_broken(p, v, "it is no booking any more");
	/* A change without an answer may have been made or not. */
	if ((wrong = promises_wrong_by_all(p, v)))
		_broken(p, v, wrong);
	if (!p->has_change)
		_check_begun(p, v);
	_check_linked(p, v);
	_check_users(p, v);
seen:
	promises_see(p);
}

/* Find out which of the two names a renamed booking has. Of one that has ended
 * this is unknown. */
static void _resolve_name(promise_t *p)
{
	const view_resv_t *v = view_find(office, p->name);

	if (!p->state || !p->other[0])
		return;
	_check_name(p);
	if (!v && !view_find(office, p->other))
		return;
	if (!v)
		promises_change_name(p);
	p->other[0] = '\0';
}

/* p has ended. If the clock was set back before its end, it must exist again. */
static void _check_over(promise_t *p)
{
	const view_resv_t *v;

	_resolve_name(p);
	v = view_find(office, p->name);
	if (v && v->booking && (v->end > world->now)) {
		p->state = PROMISE_KEPT;
		p->revived = true;
		promises_see(p);
	} else if (p->last_end <= world->now - REMEMBERED) {
		promises_drop(p);
	} else if (!v && (p->last_end > world->now)) {
		if (plugin_clock_back_waits())
			p->unrevived = world->lives;
		else if (p->unrevived && (p->unrevived != world->lives))
			promises_drop(p);	/* it waited at a crash */
		else
			_broken(p, v, "it is over by a clock that was ahead, and is not there again");
	}
}

/* p was deleted, or never made: it must not exist. A crash may bring back a
 * request that was broken off, until its window ends. */
static void _check_gone(promise_t *p)
{
	const view_resv_t *v = view_find(office, p->name);
	time_t end = MAX(p->last_end, p->terms.t_lsr + p->terms.length);

	if (v && (v->end > world->now))
		_broken(p, v, (p->state == PROMISE_DELETING) ?
			"it was deleted" : "its creation was refused");
	if ((p->state == PROMISE_BROKEN_OFF) &&
	    (end <= world->now - REMEMBERED))
		promises_drop(p);
}

/*
 * Return true if v is a hold. The hold r.1 has the offer of that name, or is about
 * to be released. If the ledger has lost the row that says that it is a hold, v is
 * a booking.
 */
static bool _is_hold(const view_resv_t *v)
{
	return strchr(v->name, '.') &&
	       ((world->rows_lost && v->booking && !v->booking->hold_until) ||
		!strncmp(v->name, "h.", 2) || offers_is_hold(office, v->name));
}

static void _check_strangers(view_resv_t *v, void *arg)
{
	(void) arg;
	/* Slurm keeps a deleted record until it knows that its jobs have ended,
	 * but the record must not hold nodes. */
	if (v->end <= world->now)
		return;
	/* A reservation that had ended returns when the clock is set back. */
	if (world_was_over(v->end))
		return;
	/* A reservation of Slurm's own returns, as in plain Slurm, if a thread or
	 * an older controller packed it before its deletion and wrote it later,
	 * or if Slurm was killed before it had saved the purge. */
	if ((world->weather.early || world->weather.away || world->overwritten) &&
	    !v->booking)
		return;
	if (!promises_find(v->name) && !_is_hold(v))
		world_fail("%s is there (%s), and nobody was told so",
			   v->name, v->booking ? "booking" : "native");
}

static bool ended_in_time;

static void _find_end(void *arg, const ledger_event_t *event)
{
	const promise_t *p = arg;
	bool ended = !strcmp(event->verb, LEDGER_EVENT_ENDED);
	time_t start = ended ? event->old_start : event->start;
	time_t end = ended ? event->old_end : event->end;

	if ((start >= p->terms.t_esr) && (start <= p->terms.t_lsr) &&
	    (end <= world->now))
		ended_in_time = true;
}

/* Return true if p was booked right before a crash, and its last place ended before
 * the next look. */
static bool _has_ended(promise_t *p)
{
	const ledger_events_ask_t ask = { .name = p->name, .all = true,
					  .most = 1 };
	char why[128];

	ended_in_time = false;
	(void) ledger_each_event(office->ledger, &ask, _find_end, p, why,
				 sizeof(why));
	return ended_in_time;
}

/* A request that stands by must stand by, or be booked, until its window ends. */
static void _check_standing(promise_t *p)
{
	const view_resv_t *v = view_find(office, p->name);
	const char *wrong;

	/* An earlier booking of this name may exist again, as the clock was set
	 * back before its end. */
	if (standing_find(office, p->name)) {
		p->last_end = 0;
		return;
	}
	if (v && v->booking) {
		wrong = promises_wrong(p, &p->terms, v);
		if (wrong && (p->state == PROMISE_STANDS))
			_broken(p, v, wrong);
		_check_linked(p, v);
		promises_see(p);
		return;
	}
	if (_is_over(p) || (p->terms.t_lsr <= world->now) ||
		 world_was_over(p->terms.t_lsr))
		promises_drop(p);
	else if ((p->state == PROMISE_STANDS) && office->ledger &&
		 !_has_ended(p))
		_broken(p, v, "it stands by no more, and is not booked");
}

void promises_check(void)
{
	for (uint32_t i = 0; i < world->promise_cnt; i++)
		if (world->promises[i].state == PROMISE_OVER)
			_check_over(&world->promises[i]);
	for (uint32_t i = 0; i < world->promise_cnt; i++) {
		promise_t *p = &world->promises[i];

		if (p->state == PROMISE_ASKED)
			promises_see(p);
		else if (p->state == PROMISE_KEPT)
			_check_kept(p);
		else if (_stands(p))
			_check_standing(p);
		else if ((p->state == PROMISE_DELETING) ||
			 (p->state == PROMISE_BROKEN_OFF))
			_check_gone(p);
	}
	view_each(office, _check_strangers, NULL);
}

/* --- after a crash ------------------------------------------------------- */

/*
 * An administrator deleted p while the plugin was off. The start after that must
 * have followed, if Slurm would have kept the record: Slurm purges a record without
 * nodes, or with nodes that have left slurm.conf. An unfinished start may have made
 * a stand-in, which has become the booking since.
 */
static void _check_deleted(const promise_t *p, const view_resv_t *v)
{
	if (v && p->last_nodes && !(p->last_nodes & ~world->conf.nodes) &&
	    !(v->booking && (v->booking->stand_in || v->booking->part)) &&
	    (v->end > world->now) && (world->lives == p->life + 1))
		_broken(p, v, "it was deleted without the plugin");
}

/*
 * An administrator shortened p while the plugin was off. The ledger does not have
 * the change if the start after it was unfinished and the record was deleted or has
 * ended since, or if the record was read with nodes missing.
 */
static void _resolve_shortened(promise_t *p, const view_resv_t *v)
{
	bool missed = v && v->booking &&
		      ((p->state != PROMISE_KEPT) ||
		       (p->last_nodes & ~world->conf.nodes) ||
		       (v->attrs.first_start + p->terms.length <= world->now));

	if (p->shortened && missed && promises_wrong(p, &p->terms, v) &&
	    !promises_wrong(p, &p->unshortened, v))
		p->terms = p->unshortened;
	p->shortened = false;
}

/* Return true if p was not adopted yet, and Slurm purged it as one of its nodes had
 * left slurm.conf. */
static bool _was_slurms(const promise_t *p)
{
	return (p->state == PROMISE_KEPT) && p->unadopted &&
	       (p->last_nodes & ~world->conf.nodes);
}

void promises_resolve(void)
{
	for (uint32_t i = 0; i < world->promise_cnt; i++) {
		promise_t *p = &world->promises[i];
		const view_resv_t *v;

		/* p was deleted after this life had read the ledger. */
		if ((p->state == PROMISE_BROKEN_OFF) &&
		    (p->life == world->lives))
			continue;
		_resolve_name(p);
		v = view_find(office, p->name);
		lost_settle(p, v);
		if (p->state && (p->state != PROMISE_OVER) && !v &&
		    (purged_unseen(p->name) || _was_slurms(p))) {
			world->stats.purged += (p->state == PROMISE_KEPT);
			promises_drop(p);
			continue;
		}
		if (p->state == PROMISE_KEPT) {
			bool over = !v && promises_may_be_over(p);

			promises_resolve_change(p, v);
			_resolve_shortened(p, v);
			if (over && _is_over(p))
				_end(p);
			else if (over)
				promises_drop(p);
			continue;
		}
		if (_stands(p))
			continue;
		/* The crash may undo the change by which p ended or was purged. */
		if (p->state && v)
			promises_resolve_change(p, v);
		if (!p->state || (p->state == PROMISE_OVER))
			continue;
		if (p->state == PROMISE_ELSEWHERE)
			_check_deleted(p, v);
		if (!v || (v->end <= world->now)) {
			promises_drop(p);
			continue;
		}
		if (p->state == PROMISE_BROKEN_OFF)
			world->stats.returned++;
		_resolve_shortened(p, v);
		p->state = PROMISE_KEPT;
		p->last_end = v->end;
	}
}
