/* SPDX-License-Identifier: GPL-2.0-or-later */
/* update.c - see update.h */

#include <errno.h>
#include <string.h>
#include <sys/param.h>

#include "plugin/booking/hold/co_member.h"
#include "plugin/booking/hold/named_hold.h"
#include "plugin/booking/offer/holds.h"
#include "plugin/booking/offer/offering.h"
#include "plugin/booking/park/park.h"
#include "plugin/booking/place/admit.h"
#include "plugin/booking/place/job_names.h"
#include "plugin/booking/place/part.h"
#include "plugin/booking/place/repair.h"
#include "plugin/booking/request/flags.h"
#include "plugin/booking/request/groups.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/rights/revision.h"
#include "plugin/booking/rights/users.h"
#include "plugin/booking/rights/users_ledger.h"
#include "plugin/booking/serve/update.h"
#include "plugin/booking/serve/update_native.h"
#include "plugin/booking/serve/update_place.h"
#include "plugin/booking/view/controller.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/reread.h"
#include "plugin/booking/view/say.h"
#include "plugin/ledger/content.h"

static void _to_change(const view_resv_t *v, const revision_t *r,
		       const placement_t *p, change_t *change)
{
	bool asked_all = text_same_word(r->asked_nodes, "ALL");

	change->start = (r->started || !r->place) ? r->start : p->start;
	change->end = r->started ? r->end : change->start + r->duration;
	change->duration_min = r->duration_min;
	change->times = (change->start != v->start) ||
			(change->end != v->end);
	change->asked_nodes = r->asked_nodes;
	change->nodes = p->nodes;
	change->list = r->place && garq_set_count(p->nodes) &&
		       (!v->nodes || !garq_set_equal(p->nodes, v->nodes) ||
			(r->moves_nodes &&
			 (asked_all != text_same_word(v->booking->asked_nodes,
						      "ALL"))));
}

/* The requester of an update. */
typedef struct {
	uint32_t uid;
	bool limited;		/* no operator: rights and limits apply */
	offer_set_t *set;	/* of the offer that is accepted; or NULL */
	const ledger_offer_t *offer;
	const request_t *request;
	shape_t *refused;	/* OUT: the refused shape, of which the caller
				 * makes offers; NULL: make them here */
} asker_t;

/* Shift the other bookings of the plan. RET as shift_others() */
static bool _make_room(office_t *office, const view_resv_t *v,
		       const placement_t *p, time_t now, shifted_t *ret_shifted)
{
	char *why = text_printf("made room for %s", v->name);
	bool visible = shift_others(office, &p->plan, why, now, ret_shifted);

	free_null(why);
	return visible;
}

/* The record was changed: update the booking. RET false: memory is short */
static bool _follow(office_t *office, view_resv_t *v, const request_t *request,
		    const revision_t *r, const placement_t *p, time_t now)
{
	booking_t *b = v->booking;
	bool ok = part_follow(office, v, request, r->moves_nodes) &&
		  booking_reread_asked(office, v) &&
		  booking_set(&b->asked_nodes, r->asked_nodes);

	if (ok) {
		b->t_esr = r->t_esr;
		b->t_lsr = r->t_lsr;
		b->not_before = MIN(MAX(p->nodes ? p->not_before :
						   b->not_before,
					b->t_esr), b->t_lsr);
	}
	office->controller->refresh(v->rec, now);
	view_lrh_update(office, v);
	return ok;
}

/*
 * The record was changed: update the booking, shift others, and queue all of it
 * for the ledger.
 * IN before - the nodes that the booking had
 * RET 0, or ENOMEM: update_undo() has to follow
 */
static int _enter(office_t *office, view_resv_t *v, const revision_t *r,
		  bool was_linked, const garq_set_t *before,
		  const placement_t *p, const asker_t *by, time_t now,
		  update_t *out)
{
	booking_t *b = v->booking;
	ledger_request_t *note = NULL;

	if (_follow(office, v, by->request, r, p, now)) {
		out->visible = _make_room(office, v, p, now, &out->shifted);
		note = offering_note_booked(office,
					    by->set ? "accept" : "update",
					    b->name, by->uid, b->start, b->end,
					    b->num_cn, by->set, by->offer);
	}
	out->visible |= park_update(office, v, was_linked, before, now);
	if (note) {
		view_pending_hold(office, &out->shifted.pending, b->name,
				  before, out->before->start, out->before->end);
		out->op = shift_queue(office, &out->shifted, b, note);
	}
	repair_changed(office, v, now);
	out->left = content_of(b);
	out->asked_before = v->asked;
	out->asked = view_ask(office, v);
	return out->op ? 0 : ENOMEM;
}

/*
 * Make offers for a refused update. If the update tried to accept an offer,
 * they are for the request for which that offer was made.
 */
static void _offer(office_t *office, const view_resv_t *v,
		   const request_t *request, revision_t *r, const asker_t *by,
		   time_t now, update_t *out)
{
	wish_t wish = { .verb = "update", .name = v->name, .uid = by->uid,
			.group = v->id, .started = r->started,
			.start = r->started ? v->attrs.first_start : r->start,
			.program = out->program, .refused = !by->set,
			.own = v };
	request_t first;
	revision_t before;
	char *why = NULL;
	uint32_t cnt;

	if (by->refused) {
		*by->refused = r->shape;
		memset(&r->shape, 0, sizeof(r->shape));
		return;
	}
	if (!by->set) {
		out->op = offering_make(office, request, &r->shape, &wish, now,
					&out->text, &cnt);
		return;
	}
	wish.uid = by->set->request->uid;
	if (!offers_request(office, by->set, &first) &&
	    !revision_make(office, v, &first, &office->options, now, &before,
			   &why)) {
		out->op = offering_make(office, &first, &before.shape, &wish,
					now, &out->text, &cnt);
		revision_free(&before);
	}
	free_null(why);
	request_free(&first);
}

/*
 * Check the limits of the accounts that the booking has after the change.
 * IN ask - of the booking then; cut to its present size and rest, if it keeps
 *	its place
 */
static int _check_accounts(office_t *office, const view_resv_t *v,
			   const request_t *request, const revision_t *r,
			   limits_ask_t ask, time_t now, char **ret_text)
{
	const char *given = request->accounts;
	bool replaced = given && (given[0] != '+') && (given[0] != '-');
	int rc = 0;

	if (!r->place) {
		ask.num_cn = v->nodes ? garq_set_count(v->nodes) : 0;
		ask.rest = v->end - MAX(now, v->start);
	}
	if (given)
		rc = users_check_accounts(office, v->name, given, v->id, &ask,
					  now, ret_text);
	if (!rc && !replaced && r->place)
		rc = users_check_accounts(office, v->name, v->booking->accounts,
					  v->id, &ask, now, ret_text);
	return rc;
}

/* Check the limits and the nodes of a user; operators have none. */
static int _check_user(office_t *office, const view_resv_t *v,
		       const request_t *request, const revision_t *r,
		       uint32_t uid, time_t now, char **ret_text)
{
	limits_ask_t ask = {
		.num_cn = r->shape.num_cn,
		.length = r->duration,
		.rest = r->shape.duration,
		.t_lsr = r->shape.t_lsr,
	};
	const char *partition = request->partition;
	int rc = 0;

	if (r->place)
		rc = users_check_limits(office, uid, v->name, v->id, false,
					&ask, now, ret_text);
	if (!rc)
		rc = _check_accounts(office, v, request, r, ask, now, ret_text);
	if (!rc && request->licenses)
		rc = users_check_licenses(office, uid, &r->shape.licenses,
					  ret_text);
	if (!rc)
		rc = users_check_ledger(office, uid, v, request, ret_text);
	if (!r->place)
		return rc;
	if (!partition && !r->shape.pinned && r->shape.num_cn)
		partition = v->booking->partition;
	return rc ? rc : users_check_nodes(office, uid, partition, &r->shape,
					   ret_text);
}

/* Change the record of a booking that has a place. */
static int _change(office_t *office, view_resv_t *v, request_t *request,
		   const revision_t *r, const placement_t *placement,
		   const asker_t *by, time_t now, update_t *out)
{
	change_t change = { .times = false };
	garq_set_t *nodes = NULL;
	bool was_linked = park_fetch(office, v);
	int rc = 0;

	if (!(out->before = booking_copy(v->booking))) {
		rc = ENOMEM;
		goto done;
	}
	_to_change(v, r, placement, &change);
	if (!r->asked_nodes && v->booking->num_cn && !v->booking->part &&
	    (rc = update_set_partition(office, v, request)))
		goto done;
	nodes = v->nodes ? garq_set_copy(v->nodes) : NULL;
	rc = office->controller->records->update(v->rec, request, &change,
					 office->options.window, &out->text);
	if (rc == 0) {
		rc = _enter(office, v, r, was_linked, nodes, placement, by, now,
			    out);
		if (rc) {
			update_undo(office, v->name, out, "out of memory", now);
			rc = out->rc;
		}
		goto entered;
	}
done:
	park_return(office, v, was_linked);
entered:
	garq_set_destroy(nodes);
	return rc;
}

/*
 * Place the booking and change its record, or refuse with offers. v may be gone
 * if turns_are_stale().
 */
static int _place(office_t *office, view_resv_t *v, request_t *request,
		  revision_t *r, const asker_t *by, time_t now, update_t *out)
{
	placement_t placement = { .nodes = NULL };
	int rc = r->place ? update_place(office, v, r, by->uid, now, &placement,
					 &out->text) : 0;

	if (!rc)
		rc = _change(office, v, request, r, &placement, by, now, out);
	else if ((rc == REFUSED_BUSY) || (rc == REFUSED_LICENSES))
		_offer(office, v, request, r, by, now, out);
	placement_free(&placement);
	return rc;
}

static int _revise(office_t *office, view_resv_t *v, request_t *request,
		   const asker_t *by, time_t now, update_t *out)
{
	revision_t r;
	int rc = revision_make(office, v, request, &office->options, now, &r,
			       &out->text);

	if (rc)
		return rc;
	if (by->limited)
		rc = _check_user(office, v, request, &r, by->uid, now,
				 &out->text);
	if (rc == 0) {
		if (r.place)
			holds_release_of(office, &by->uid);
		rc = _place(office, v, request, &r, by, now, out);
	}
	revision_free(&r);
	return rc;
}

/* The request keeps its own node list, as it may be served again. */
static int _update_booking(office_t *office, view_resv_t *v, request_t *request,
			   const asker_t *by, time_t now, update_t *out)
{
	char *given = request->node_list, *list;
	int rc;

	if (!site_durable(office, &out->text))
		return REFUSED_FAILED;
	rc = update_signed_nodes(office, v, given, &list, &out->text);
	if (rc)
		return rc;
	if (list)
		request->node_list = list;
	rc = _revise(office, v, request, by, now, out);
	request->node_list = given;
	free_null(list);
	return rc;
}

/*
 * Refuse to empty QOS and AllowedPartitions, which Slurm ignores silently, and
 * PartitionName where the host does.
 */
static int _check_emptied(office_t *office, const request_t *request,
			  char **ret_text)
{
	bool qos = request->qos && !request->qos[0];
	bool parts = request->allowed_parts && !request->allowed_parts[0];
	bool part = request->partition && !request->partition[0] &&
		    office->controller->refuses_no_partition;

	if (!qos && !parts && !part)
		return 0;
	*ret_text = text_printf(
		"%s of a reservation can't be emptied: delete it and create it again",
		qos ? "QOS" : parts ? "AllowedPartitions" : "PartitionName");
	return part ? REFUSED_PARTITION : REFUSED_UNSUPPORTED;
}

/*
 * Check the flags that v would have. A booking from an older Slurm may have
 * flags that exclude each other: requests that set none of these pass.
 */
static int _check_flags(office_t *office, const view_resv_t *v,
			const request_t *request, char **ret_text)
{
	uint64_t kept = v->flags;

	if (!(request->flags & (BOOKING_FLAG_STATIC | BOOKING_FLAG_MAINT |
				BOOKING_FLAG_REPLACE |
				BOOKING_FLAG_REPLACE_DOWN)))
		return 0;
	if (request->flags & BOOKING_FLAG_NO_STATIC)
		kept &= ~BOOKING_FLAG_STATIC;
	if (request->flags & BOOKING_FLAG_NO_MAINT)
		kept &= ~BOOKING_FLAG_MAINT;
	return request_check_flags(office, kept | request->flags, ret_text);
}

/*
 * Check that v exists and can be changed: no stand-in can, and no part becomes
 * Slurm's own. RET 0 or a code (refused.h)
 */
static int _check_there(office_t *office, const view_resv_t *v,
			const request_t *request, char **ret_text)
{
	if (!v) {
		*ret_text = text_dup(USERS_NONE);
		return REFUSED_NO_SUCH;
	}
	if (!v->booking ||
	    !(v->booking->stand_in ||
	      (v->booking->part && revision_is_native(office, request))))
		return 0;
	*ret_text = text_printf(
		"%s can't be changed%s, it was %s: mend that and run \"scontrol reconfigure\", or delete it",
		v->name, v->booking->part ? " so" : "",
		office->controller->records->remark(v->rec));
	return REFUSED_UNSUPPORTED;
}

/*
 * A part of a co-reservation that is not the user's is answered as one that is
 * not there: a hold ends on its own, so a coordinator names such parts.
 */
static int _hide_part(const char *name, int rc, char **ret_text)
{
	if (((rc != REFUSED_USERS) && (rc != REFUSED_NO_SUCH)) ||
	    !co_member_names(name))
		return rc;
	free_null(*ret_text);
	*ret_text = text_dup("there is no such hold or booking of yours");
	return REFUSED_NO_SUCH;
}

/* True if an update confirms v, or changes it before that. */
static bool _is_confirmed(const view_resv_t *v, const request_t *request)
{
	return named_hold_is(v->booking) ||
	       (v->booking && v->booking->hold_ttl &&
		named_hold_confirms(request));
}

static void _tell_broken(office_t *office, const char *name, uint32_t uid,
			 const booking_t *before)
{
	const view_resv_t *v = view_find(office, name);

	if (v && v->booking)
		co_member_broken(office, before, v->booking, uid);
}

int update_locked(office_t *office, request_t *request, uint32_t uid,
		  time_t now, offer_set_t *set, const ledger_offer_t *offer,
		  update_t *out)
{
	asker_t by = { .uid = uid, .set = set, .offer = offer,
		       .request = request };
	view_resv_t *v;
	int rc;

	if (!request->name || !request->name[0]) {
		out->text = text_dup("give ReservationName");
		return REFUSED_NO_SUCH;
	}
	if ((rc = request_check(office, request, &out->text)) ||
	    (rc = _check_emptied(office, request, &out->text)))
		return rc;
	v = view_find(office, request->name);
	by.limited = !(request->flags & BOOKING_FLAG_SKIP) &&
		     users_limited(office, uid);
	if (by.limited &&
	    (rc = users_check_update(office, v, request, uid, &out->text)))
		return _hide_part(request->name, rc, &out->text);
	if ((rc = _check_there(office, v, request, &out->text)) ||
	    (rc = _check_flags(office, v, request, &out->text)) ||
	    (rc = groups_resolve(v->attrs.groups, &request->groups,
				 &out->text)))
		return rc;
	if (v->booking && office->ledger && !site_durable(office, &out->text))
		return REFUSED_FAILED;
	if (_is_confirmed(v, request))
		return named_hold_update(office, v, request, uid, now, out);
	if ((rc = co_member_check_update(office, v, request, uid, &out->text)))
		return rc;
	if (!v->booking || revision_is_native(office, request))
		rc = update_native(office, v, request, now, out);
	else
		rc = _update_booking(office, v, request, &by, now, out);
	if ((rc == 0) && out->before)
		_tell_broken(office, request->name, uid, out->before);
	if ((rc == 0) && set)
		offers_close(office, set);
	return rc;
}

int update_for_job(office_t *office, request_t *request, uint32_t uid,
		   time_t now, update_t *out, shape_t *ret_refused)
{
	asker_t by = { .uid = uid, .refused = ret_refused, .request = request };
	view_resv_t *v = view_find(office, request->name);

	if (!v || !v->booking) {
		out->text = text_dup("the job has no booking any more");
		return REFUSED_NO_SUCH;
	}
	return _update_booking(office, v, request, &by, now, out);
}

static void _log_violation(office_t *office, uint32_t uid)
{
	say_error(office,
		  "Security violation, UPDATE_RESERVATION RPC from uid=%u",
		  uid);
}

/*
 * True if uid may ask for the update at all. As in Slurm's own handler, a user
 * without operator rights may skip an occurrence of a recurring reservation
 * where user_resv_delete allows it; the request is reduced to that. With
 * garq_users, update_locked() checks all other requests.
 */
static bool _may(office_t *office, request_t *request, uint32_t uid)
{
	bool skips = request->flags & BOOKING_FLAG_SKIP;
	request_t skip = { .has_flags = true, .flags = BOOKING_FLAG_SKIP };

	if (!users_limited(office, uid) || (office->options.users && !skips))
		return true;
	if (!skips || !park_validate_user(office, request->name, uid)) {
		_log_violation(office, uid);
		return false;
	}
	skip.name = request->name;
	request->name = NULL;
	request_free(request);
	*request = skip;
	return true;
}

int update_check_early(office_t *office, const request_t *request, uint32_t uid,
		       update_t *out)
{
	bool skips = request->flags & BOOKING_FLAG_SKIP;

	if (!skips && !users_may_ask(office, uid)) {
		_log_violation(office, uid);
		out->text = text_dup(
			"reservations are made, changed and deleted by operators; only who asked for it, or an operator, can accept an offer");
		return REFUSED_USERS;
	}
	return request_check_syntax(office, request, &out->text);
}

int update_serve(office_t *office, request_t *request, uint32_t uid, time_t now,
		 update_t *out)
{
	if (!_may(office, request, uid))
		return REFUSED_USERS;
	if (users_sees_job_booking(office, request->name, uid))
		return job_names_refuse(&out->text);
	return update_locked(office, request, uid, now, NULL, NULL, out);
}

void update_free(update_t *out)
{
	booking_destroy(out->before);
	free_null(out->text);
	request_free(&out->known);
	shift_free(&out->shifted);
}
