/* SPDX-License-Identifier: GPL-2.0-or-later */
/* update.c - the verb update; see verbs.h */

#include <string.h>
#include <sys/param.h>

#include "plugin/booking/hold/co_member.h"
#include "plugin/booking/hold/named_hold.h"
#include "plugin/booking/offer/book.h"
#include "plugin/booking/rights/charge.h"
#include "plugin/booking/offer/look.h"
#include "plugin/booking/offer/offering.h"
#include "plugin/booking/open/standing.h"
#include "plugin/booking/park/park.h"
#include "plugin/booking/place/choose/choose.h"
#include "plugin/booking/place/job_names.h"
#include "plugin/booking/place/kind.h"
#include "plugin/booking/place/part.h"
#include "plugin/booking/place/repair.h"
#include "plugin/booking/place/shape_cores.h"
#include "plugin/booking/request/flags.h"
#include "plugin/booking/request/groups.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/rights/users.h"
#include "plugin/booking/rights/users_ledger.h"
#include "plugin/booking/serve/update_native.h"
#include "plugin/booking/serve/update_place.h"
#include "plugin/booking/serve/update_why.h"
#include "plugin/booking/serve/verbs.h"
#include "plugin/booking/start/catch_up.h"
#include "plugin/booking/view/host.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/park/reread.h"
#include "plugin/booking/request/name.h"
#include "plugin/booking/view/say.h"
#include "plugin/booking/view/view_cores.h"
#include "plugin/ledger/record/content.h"
#include "plugin/memory/memory.h"

/* --- may, check, target --- */

static void _log_violation(office_t *office, uint32_t uid)
{
	say_error(office,
		  "Security violation, UPDATE_RESERVATION RPC from uid=%u",
		  uid);
}

int update_early(office_t *office, ask_t *a)
{
	bool skips = a->request->flags & BOOKING_FLAG_SKIP;

	if (skips || users_may_ask(office, a->uid))
		return request_check_syntax(office, a->request, &a->text);
	_log_violation(office, a->uid);
	return ask_refuse(a, REFUSED_USERS,
			  "reservations are made, changed and deleted by operators; only who asked for it, or an operator, can accept an offer");
}

/* Without such an offer its acceptance is an update, which is not meant. */
static int _may_update(office_t *office, ask_t *a)
{
	return a->request->wishes.offer ?
	       ask_refuse(a, REFUSED_NO_SUCH,
			  "no offer of this name is open") :
	       update_may(office, a);
}

/*
 * As in Slurm's own handler, a user without operator rights may skip an
 * occurrence of a recurring reservation where user_resv_delete allows it; the
 * request is reduced to that, and no further rights are needed. With
 * garq_users, update_target() checks all other requests.
 */
int update_may(office_t *office, ask_t *a)
{
	request_t *request = a->request;
	bool skips = request->flags & BOOKING_FLAG_SKIP;
	request_t skip = { .has_flags = true, .flags = BOOKING_FLAG_SKIP };

	if (!a->limited || (office->options.users && !skips)) {
		a->limited &= !skips;
		return 0;
	}
	if (!skips || !park_validate_user(office, request->name, a->uid)) {
		_log_violation(office, a->uid);
		return REFUSED_USERS;
	}
	a->limited = false;
	skip.name = request->name;
	skip.wishes = request->wishes;
	request->name = NULL;
	request_free(request);
	*request = skip;
	return 0;
}

/*
 * Refuse to empty QOS and AllowedPartitions, which Slurm ignores silently, and
 * PartitionName where the host does.
 */
static int _check_emptied(office_t *office, ask_t *a)
{
	const request_t *request = a->request;
	bool qos = request->qos && !request->qos[0];
	bool parts = request->allowed_parts && !request->allowed_parts[0];
	bool part = request->partition && !request->partition[0] &&
		    office->host->refuses_no_partition;

	if (!qos && !parts && !part)
		return 0;
	a->text = text_printf(
		"%s of a reservation can't be emptied: delete it and create it again",
		qos ? "QOS" : parts ? "AllowedPartitions" : "PartitionName");
	return part ? REFUSED_PARTITION : REFUSED_UNSUPPORTED;
}

/* RET true if this list of v would be empty */
static bool _is_emptied(const char *given, const char *has)
{
	return given ? !given[0] : !request_has(has);
}

/* Refuse to leave a booking to nobody, before the host would. */
static int _check_nobody(const ask_t *a)
{
	const request_t *r = a->request;
	const record_attrs_t *has = &a->v->attrs;

	return (a->v->booking &&
		(r->users || r->groups || r->accounts) &&
		_is_emptied(r->users, has->users) &&
		_is_emptied(r->groups, has->groups) &&
		_is_emptied(r->accounts, has->accounts)) ? REFUSED_EMPTY : 0;
}

/* Wishes for a place are for the same bookings as in a create. */
static int _check_wishes(office_t *office, ask_t *a)
{
	const request_t *r = a->request;
	const booking_t *b = a->v->booking;
	bool named = request_has(r->node_list) ||
		     (b && b->asked_nodes && !r->num_cn);

	if (!b || !b->num_cn || named || request_by_cores(r) ||
	    view_is_by_cores(a->v))
		return ask_refuse(a, REFUSED_UNSUPPORTED,
				  r->wishes.switches ?
				  "switches: is for bookings of whole nodes by NodeCnt: leave it out" :
				  "place: is for bookings of whole nodes by NodeCnt: leave it out");
	if (r->wishes.switches && !choose_knows_switches(office))
		return ask_refuse(a, REFUSED_UNSUPPORTED,
				  "this cluster has no tree of switches (TopologyPlugin=topology/tree): leave out switches:");
	return 0;
}

/*
 * Check the flags that v would have. A booking from an older Slurm may have
 * flags that exclude each other: requests that set none of these pass.
 */
static int _check_flags(office_t *office, ask_t *a)
{
	const request_t *request = a->request;
	uint64_t kept = a->v->flags;

	if (!(request->flags & (BOOKING_FLAG_STATIC | BOOKING_FLAG_MAINT |
				BOOKING_FLAG_REPLACE |
				BOOKING_FLAG_REPLACE_DOWN)))
		return 0;
	if (request->flags & BOOKING_FLAG_NO_STATIC)
		kept &= ~BOOKING_FLAG_STATIC;
	if (request->flags & BOOKING_FLAG_NO_MAINT)
		kept &= ~BOOKING_FLAG_MAINT;
	return request_check_flags(office, kept | request->flags,
				   &a->text);
}

int update_check(office_t *office, ask_t *a)
{
	int rc;

	if (users_sees_job_booking(office, a->request->name, a->uid))
		return job_names_refuse(&a->text);
	if (!request_has(a->request->name))
		return ask_refuse(a, REFUSED_NO_SUCH, "give ReservationName");
	rc = request_check(office, a->request, &a->text);
	return rc ? rc : _check_emptied(office, a);
}

/* No stand-in can be changed, and no part becomes Slurm's own. */
static int _check_whole(office_t *office, ask_t *a)
{
	const view_resv_t *v = a->v;

	if (!v->booking ||
	    !(v->booking->stand_in ||
	      (v->booking->part && (a->kind == &kind_native))))
		return 0;
	a->text = text_printf(
		"%s can't be changed%s, it was %s: mend that and run \"scontrol reconfigure\", or delete it",
		v->name, v->booking->part ? " so" : "",
		office->host->fields->remark(office, v->rec));
	return REFUSED_UNSUPPORTED;
}

/*
 * A part of a co-reservation that is not the user's is answered as one that is
 * not there: a hold ends on its own, so a coordinator names such parts.
 */
static int _hide_part(ask_t *a, int rc)
{
	if (((rc != REFUSED_USERS) && (rc != REFUSED_NO_SUCH)) ||
	    !name_is_part(a->request->name))
		return rc;
	free_null(a->text);
	return ask_refuse(a, REFUSED_NO_SUCH,
			  "there is no such hold or booking of yours");
}

/* True if the user may know that a request of this name stands by. */
static bool _stands_by(office_t *office, const ask_t *a)
{
	const standing_t *s = office->has.standing ?
				      standing_find(office, a->request->name) :
				      NULL;

	return s && standing_may_see(office, s, a->uid);
}

int update_target(office_t *office, ask_t *a)
{
	int rc;

	a->v = view_find(office, a->request->name);
	a->kind = kind_of_change(office, a->v, a->request);
	if (!a->v && _stands_by(office, a))
		return ask_refuse(a, REFUSED_UNSUPPORTED,
				  "it stands by: delete it and ask again");
	if (a->limited && (rc = users_check_update(office, a)))
		return _hide_part(a, rc);
	return a->v ? 0 : ask_refuse(a, REFUSED_NO_SUCH, USERS_NONE);
}

/* If it confirms a hold, the users to whom that gives a booking. */
static char *_users_of_update(office_t *office, const ask_t *a)
{
	return office->has.hold_end ? named_hold_users(office, a) : NULL;
}

static int _target_of_update(office_t *office, ask_t *a)
{
	request_t *request = a->request;
	int rc = update_target(office, a);
	const booking_t *b;

	if (!rc)
		rc = _check_whole(office, a);
	if (!rc)
		rc = _check_flags(office, a);
	if (!rc)
		rc = _check_nobody(a);
	if (!rc && (request->wishes.switches || request->wishes.place))
		rc = _check_wishes(office, a);
	if (!rc && request->groups)
		rc = groups_resolve(a->v->attrs.groups, &request->groups,
				    &a->text);
	if (rc)
		return rc;
	a->name = text_dup(a->v->name);
	b = a->v->booking;
	if (b && office->ledger && !site_durable(office, &a->text))
		return REFUSED_FAILED;
	if (b && (b->hold_until || b->hold_ttl) && named_hold_is_meant(a)) {
		if (a->request->wishes.plan)
			return ask_refuse(a, REFUSED_UNSUPPORTED,
					  "a hold has its place: leave out plan:");
		rc = named_hold_update(office, a);
		return rc ? rc : ASK_ANSWERED;
	}
	return name_is_part(a->v->name) ? co_member_check_update(office, a) :
					  0;
}

/* --- shape and limits --- */

int update_shape(office_t *office, ask_t *a)
{
	int rc = a->request->node_list ? update_signed_nodes(office, a) : 0;

	if (!rc)
		rc = revision_make(office, a->v, a->request, &office->options,
				   a->now, &a->revision, &a->text);
	if (rc)
		return rc;
	a->room = a->revision.place;
	a->shape = a->revision.shape;
	a->revision.shape = (shape_t) { .eligible = NULL };
	return 0;
}

/*
 * Check the limits of the accounts that the booking has after the change.
 * IN ask - of the booking then; cut to its present size and rest, if it keeps
 *	its place
 */
static int _check_accounts(office_t *office, ask_t *a, limits_ask_t ask)
{
	const view_resv_t *v = a->v;
	const char *given = a->request->accounts;
	bool replaced = given && (given[0] != '+') && (given[0] != '-');
	int rc = 0;

	if (!a->room) {
		ask.num_cn = v->nodes ? garq_set_count(v->nodes) : 0;
		ask.part = view_part(office, v->nodes, &v->attrs.units);
		ask.rest = v->end - MAX(a->now, v->start);
	}
	if (given)
		rc = users_check_accounts(office, v->name, given, v->id, &ask,
					  a->now, &a->text);
	if (!rc && !replaced && a->room)
		rc = users_check_accounts(office, v->name, v->booking->accounts,
					  v->id, &ask, a->now, &a->text);
	return rc;
}

static int _limits_of_update(office_t *office, ask_t *a)
{
	const view_resv_t *v = a->v;
	const request_t *request = a->request;
	limits_ask_t ask = {
		.num_cn = a->shape.num_cn,
		.part = shape_part(office, &a->shape),
		.length = a->revision.duration,
		.rest = a->shape.duration,
		.t_lsr = a->shape.t_lsr,
	};
	const char *partition = request->partition;
	int rc = 0;

	if (a->room)
		rc = users_check_limits(office, a->uid, v->name, v->id, false,
					&ask, a->now, &a->text);
	if (!rc)
		rc = _check_accounts(office, a, ask);
	if (!rc && request->licenses)
		rc = users_check_licenses(office, a->uid, &a->shape.licenses,
					  &a->text);
	if (!rc)
		rc = users_check_ledger(office, a->uid, v, request, &a->text);
	if (rc || !a->room)
		return rc;
	if (!partition && !a->shape.pinned && a->shape.num_cn)
		partition = v->booking->partition;
	return users_check_nodes(office, a->uid, partition, &a->shape,
				 &a->text);
}

/* --- plan --- */

/* Shift the other bookings of the plan. RET as shift_others() */
static bool _make_room(office_t *office, const placement_t *p, ask_t *a)
{
	char *why = text_printf("made room for %s", a->v->name);
	bool visible = shift_others(office, &p->plan, why, a->now, &a->shifted);

	free_null(why);
	return visible;
}

/* The record was changed: update the booking. */
static void _follow(office_t *office, const ask_t *a, const placement_t *p)
{
	view_resv_t *v = a->v;
	booking_t *b = v->booking;
	const revision_t *r = &a->revision;

	if (b->part)
		part_follow(office, v, a->request, r->moves_nodes);
	if (r->moves_nodes)	/* it lacks none of the new nodes */
		booking_set(&b->cores, NULL);
	if (r->moves_nodes)
		booking_reread_asked(office, v);
	else	/* nodes that it lacks are promised as before */
		booking_reread_moved(office, v);
	if (a->room)
		booking_keep_size(b);
	booking_set(&b->asked_nodes, r->asked_nodes);
	if (a->request->wishes.switches)
		b->switches = a->request->wishes.switches;
	b->tight = wishes_tight(&a->request->wishes, b->tight);
	b->t_esr = r->t_esr;
	b->t_lsr = r->t_lsr;
	b->not_before = MIN(MAX(p->nodes ? p->not_before : b->not_before,
				b->t_esr), b->t_lsr);
	office->host->list->refresh(office, v->rec, a->now);
	view_lrh_update(office, v);
}

/*
 * The record was changed: update the booking, shift others, and queue all of it
 * for the ledger.
 * IN before - the nodes that the booking had
 */
static void _enter_change(office_t *office, ask_t *a, const placement_t *p,
			  const charge_t *charge, bool was_linked,
			  const garq_set_t *before)
{
	view_resv_t *v = a->v;
	booking_t *b = v->booking;
	ledger_request_t *note;

	_follow(office, a, p);
	if (a->asks & ASKS_CHARGE)
		charge_set(office, v, charge);
	a->visible = _make_room(office, p, a);
	/* a booking that ends now needs no room, and costs less */
	note = (a->room || a->set || (v->end != a->before->end)) ?
		book_note_booked(office, a->set ? "accept" : "update", v,
				     a->uid, a->set, a->offer) :
		book_note_kept(office, "update", v, a->uid);
	note->why = update_why(office, a->before, b);
	a->visible |= park_update(office, v, was_linked, before, a->now);
	view_pending_hold(office, &a->shifted.pending, b->name, before,
			  a->before->start, a->before->end);
	a->op = shift_queue(office, &a->shifted, b, note);
	if (v->lost_nodes)
		repair_changed(office, v, a->now);
	a->left = content_of(b);
	a->asked_before = v->asked;
	a->asked = view_ask(office, v);
}

/* Change the record of a booking that has a place. */
static int _change_record(office_t *office, ask_t *a, const placement_t *p)
{
	view_resv_t *v = a->v;
	change_t change = { .times = false };

	a->before = booking_copy(v->booking);
	update_place_change(a, p, &change);
	if (!a->revision.asked_nodes && v->booking->num_cn &&
	    !v->booking->part)
		update_set_partition(office, v, a->request);
	return office->host->records->update(office, v->rec, a->request,
					     &change, office->options.window,
					     &a->text);
}

static int _change(office_t *office, ask_t *a, const placement_t *p,
		   const charge_t *charge)
{
	view_resv_t *v = a->v;
	garq_set_t *nodes = v->nodes ?
		memory_there(garq_set_copy(v->nodes)) : NULL;
	bool was_linked = park_fetch(office, v);
	int rc = _change_record(office, a, p);

	if (rc)
		park_return(office, v, was_linked);
	else
		_enter_change(office, a, p, charge, was_linked, nodes);
	garq_set_destroy(nodes);
	return rc;
}

/*
 * Make offers for a refused update. If the update tried to accept an offer,
 * they are for the request for which that offer was made.
 */
static void _refused_update(office_t *office, ask_t *a)
{
	const revision_t *r = &a->revision;
	wish_t wish = { .verb = "update", .name = a->v->name, .uid = a->uid,
			.group = a->v->id, .started = r->started,
			.start = r->started ? a->v->attrs.first_start :
					      r->start,
			.program = a->program, .refused = !a->set,
			.own = a->v };
	request_t first;
	revision_t before;
	char *why = NULL;

	if (a->set && wishes_look(&a->request->wishes))
		return;
	if (!a->set) {
		a->op = offering_make(office, a->request, &a->shape, &wish,
				      a->now, &a->text, &a->offer_cnt);
		return;
	}
	wish.uid = a->set->request->uid;
	if (!offers_request(office, a->set, &first) &&
	    !revision_make(office, a->v, &first, &office->options, a->now,
			   &before, &why)) {
		a->op = offering_make(office, &first, &before.shape, &wish,
				      a->now, &a->text, &a->offer_cnt);
		revision_free(&before);
	}
	free_null(why);
	request_free(&first);
}

static void _tell_broken(office_t *office, const ask_t *a)
{
	const view_resv_t *v = view_find(office, a->name);

	if (a->before && v && v->booking && name_is_part(v->name))
		co_member_broken(office, a->before, v->booking, a->uid);
}

/* The place of the booking after the change. */
static charge_place_t _place_after(const ask_t *a, const placement_t *p)
{
	change_t change = { .times = false };

	update_place_change(a, p, &change);
	return (charge_place_t) {
		.end = change.end,
		.start = a->revision.started ? a->v->attrs.first_start :
					       change.start,
		.nodes = p->nodes ? p->nodes : a->v->nodes,
		.units = p->nodes ? &p->units : &a->v->attrs.units,
	};
}

/* RET as look_at() */
static int _look_at_change(office_t *office, ask_t *a, const placement_t *p,
			   const charge_place_t *after)
{
	return look_at(office, a, &(look_t) {
		.v = a->v, .start = after->start, .end = after->end,
		.nodes = after->nodes, .units = after->units, .plan = &p->plan,
	});
}

/* Its budget allows the change, and the plan is told or that of the token. */
static int _weigh_change(office_t *office, ask_t *a, const placement_t *p,
			 charge_t *ret_charge)
{
	charge_place_t after = _place_after(a, p);
	int rc = 0;

	if (a->asks & ASKS_CHARGE)
		rc = charge_change(office, a, &after, ret_charge);
	if (rc && a->room)
		a->verb->refused(office, a);
	if (!rc && (a->asks & ASKS_PLAN))
		rc = _look_at_change(office, a, p, &after);
	return rc;
}

/* Place the booking and change its record, or refuse with offers. */
int update_plan(office_t *office, ask_t *a)
{
	placement_t placement = { .nodes = NULL };
	charge_t charge = { .payer = NULL };
	int rc = a->room ? update_place(office, a, &placement) : 0;

	if ((rc == REFUSED_BUSY) || (rc == REFUSED_LICENSES))
		a->verb->refused(office, a);
	if (!rc && (a->asks & (ASKS_CHARGE | ASKS_PLAN)))
		rc = _weigh_change(office, a, &placement, &charge);
	if (!rc)
		rc = _change(office, a, &placement, &charge);
	if (charge.payer)
		charge_free(&charge);
	placement_free(&placement);
	if (!rc && a->set)
		offers_close(office, a->set);
	return rc;
}

static int _plan_update(office_t *office, ask_t *a)
{
	int rc = update_plan(office, a);

	if (!rc)
		_tell_broken(office, a);
	return rc;
}

const verb_t update_verb = {
	.word = "update",
	.turns = true,
	.found = true,
	.update = true,
	.takes = WISH_PLAN | WISH_SWITCHES | WISH_PLACE | WISH_OFFER,
	.early = update_early,
	.users = _users_of_update,
	.may = _may_update,
	.check = update_check,
	.target = _target_of_update,
	.native = update_native,
	.shape = update_shape,
	.limits = _limits_of_update,
	.plan = _plan_update,
	.refused = _refused_update,
	.undo = update_undo,
};
