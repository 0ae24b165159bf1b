/* SPDX-License-Identifier: GPL-2.0-or-later */
/* create.c - see create.h */

#include <errno.h>
#include <inttypes.h>

#include "plugin/booking/hold/co_member.h"
#include "plugin/booking/hold/named_hold.h"
#include "plugin/booking/offer/holds.h"
#include "plugin/booking/offer/lock_stats.h"
#include "plugin/booking/offer/maint.h"
#include "plugin/booking/offer/offering.h"
#include "plugin/booking/offer/probe.h"
#include "plugin/booking/offer/query.h"
#include "plugin/booking/park/loan.h"
#include "plugin/booking/park/park.h"
#include "plugin/booking/place/admit.h"
#include "plugin/booking/place/job_names.h"
#include "plugin/booking/place/recurrence.h"
#include "plugin/booking/place/shape.h"
#include "plugin/booking/request/answer.h"
#include "plugin/booking/request/flags.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/rights/users.h"
#include "plugin/booking/serve/create.h"
#include "plugin/booking/view/controller.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/say.h"
#include "plugin/booking/view/turns.h"
#include "plugin/booking/view/view_feed.h"

static time_t _horizon(office_t *office)
{
	return (time_t) office->options.horizon * 86400;
}

/*
 * The reason why a reservation that the host made must be removed again.
 * RET free(); NULL: it may stay
 */
static char *_objection(office_t *office, const view_resv_t *v, uint64_t asked,
			time_t now)
{
	char *text = NULL;

	if (v->attrs.node_cnt < asked)
		return text_printf(
			"only %u of %"PRIu64" nodes can be had: nothing was created",
			v->attrs.node_cnt, asked);
	(void) recurrence_conflicts(office, v, now, _horizon(office), &text);
	return text;
}

/* The shape of a request that the host serves, to explain a refusal. */
static bool _native_shape(office_t *office, const request_t *request,
			  time_t now, shape_t *ret_shape)
{
	char *text = NULL;
	request_t copy;
	int rc;

	if (request_copy(request, &copy))
		return false;
	rc = request_create_shape(office, &copy, false, now, ret_shape, &text);
	request_free(&copy);
	free_null(text);
	return rc == 0;
}

/*
 * Have the host make a reservation that is no booking. Remove it again if it
 * has fewer nodes than asked for (Slurm reports no error then), or if one of
 * its occurrences conflicts with another holder (recurrence.h).
 */
static int _create_native(office_t *office, const request_t *request,
			  time_t now, char **ret_name, char **ret_text)
{
	bool by_count = !request->node_list && !request->cores &&
			!(request->flags & BOOKING_FLAG_ANY_NODES);
	uint64_t asked = by_count ? request->num_cn : 0;
	record_t *rec = NULL;
	view_resv_t *v;
	shape_t shape;
	bool has_shape = _native_shape(office, request, now, &shape);
	int rc;

	loan_all(office);
	rc = office->controller->records->create(request, NULL, false, &rec,
						 ret_text);
	loan_all_end(office);
	office->native_cnt++;
	if (has_shape && !*ret_text &&
	    ((rc == REFUSED_BUSY) || (rc == REFUSED_OVERLAP)))
		recurrence_explain(office, &shape, request->flags, now,
				   _horizon(office), ret_text);
	if (has_shape)
		shape_free(&shape);
	if (rc)
		return rc;
	*ret_name = text_dup(office->controller->records->name(rec));
	v = office->controller->refresh(rec, now);
	if (!*ret_name || !v || !view_is_complete(office))
		rc = ENOMEM;	/* else its conflicts are not known */
	else if ((*ret_text = _objection(office, v, asked, now)))
		rc = REFUSED_BUSY;
	if (rc) {
		(void) office->controller->records->remove(
			office->controller->records->name(rec), NULL);
		if (v)
			office->controller->forget(v->name, now);
		free_null(*ret_name);
	} else {
		maint_tell(office, v, now);
	}
	return rc;
}

/* The maker of a booking, and the offer that the maker accepts. */
typedef struct {
	uint32_t uid;
	offer_set_t *set;	/* of the accepted offer; NULL: there is none */
	const ledger_offer_t *offer;
} maker_t;

/* The owner is the requester, also where an operator accepts an offer. */
static uint32_t _whose(const maker_t *by)
{
	return by->set ? by->set->request->uid : by->uid;
}

/*
 * The place of the accepted offer is taken: make new offers for the request
 * that the user made at first.
 */
static void _offer_anew(office_t *office, offer_set_t *set, time_t now,
			create_t *out)
{
	request_t first;
	bool there = !offers_request(office, set, &first);
	wish_t wish = { .verb = set->request->verb,
			.name = set->request->name,
			.uid = set->request->uid, .group = GARQ_NO_GROUP,
			.program = out->program };
	char *why = NULL;
	uint32_t cnt = 0;
	shape_t shape;

	if (there && text_same(wish.verb, OFFERS_QUERY)) {
		wish.any_cn = !set->request->num_cn;
		wish.any_dur = !first.has_minutes;
	}
	if (there &&
	    !request_create_shape(office, &first, office->options.window, now,
				  &shape, &why)) {
		out->op = offering_make(office, &first, &shape, &wish, now,
					&out->text, &cnt);
		shape_free(&shape);
	}
	/* New offers replace the set. Without them, hold its offers again. */
	if (!cnt)
		holds_make(office, set, now);
	free_null(why);
	request_free(&first);
}

static void _refuse(office_t *office, const request_t *request,
		    const shape_t *shape, const maker_t *by,
		    const refusal_t *refusal, time_t now, create_t *out)
{
	wish_t wish = { .verb = "create", .name = request->name, .uid = by->uid,
			.group = GARQ_NO_GROUP, .program = out->program,
			.refused = true };
	uint32_t cnt;

	out->text = refusal_text(office, request->name, shape, refusal,
				 by->uid);
	if (refusal->unsound) {
		if (by->set)
			holds_make(office, by->set, now);
		return;
	}
	turns_count(office, &office->refused_cnt);
	if (by->set)
		_offer_anew(office, by->set, now, out);
	else
		out->op = offering_make(office, request, shape, &wish, now,
					&out->text, &cnt);
}

/*
 * Queue the new booking, the note of its request and its shifts for the ledger.
 */
static int _keep(office_t *office, view_resv_t *v, const maker_t *by,
		 time_t now, create_t *out)
{
	const booking_t *b = v->booking;
	ledger_request_t *note;
	int rc;

	note = offering_note_booked(office, by->set ? "accept" : "create",
				    b->name, by->uid, b->start, b->end,
				    b->num_cn, by->set, by->offer);
	rc = note ? place_queue(office, v, note, now, out) :
		    place_undo(office, v, now, out);
	if (rc == 0)
		office->booked_cnt++;
	return rc;
}

/* Place the booking, or refuse it with offers. */
static int _place(office_t *office, const place_t *what, const maker_t *by,
		  time_t now, create_t *out)
{
	refusal_t refusal;
	view_resv_t *v = place_booking(office, what, now, out, &refusal);
	int rc = v ? _keep(office, v, by, now, out) : out->rc;

	if (refusal.rc) {
		_refuse(office, what->request, what->shape, by, &refusal, now,
			out);
		refusal_free(&refusal);
	} else if (rc && by->set) {
		holds_make(office, by->set, now);
	}
	return rc;
}

static int _create_booking(office_t *office, request_t *request,
			   const maker_t *by, time_t now, create_t *out)
{
	uint32_t whose = _whose(by);
	shape_t shape;
	place_t what = {
		.request = request,
		.shape = &shape,
		.window = office->options.window,
		.creator = whose,
	};
	int rc;

	rc = request_create_shape(office, request, what.window, now, &shape,
				  &out->text);
	if (rc)
		return rc;
	rc = users_check_new(office, by->uid, request, &shape, false, now,
			     &out->text);
	if (rc == 0) {
		holds_release_of(office, &whose);
		rc = _place(office, &what, by, now, out);
	}
	shape_free(&shape);
	return rc;
}

int create_locked(office_t *office, request_t *request, uint32_t uid,
		  time_t now, offer_set_t *set, const ledger_offer_t *offer,
		  create_t *out)
{
	maker_t by = { .uid = uid, .set = set, .offer = offer };
	int rc;

	if (!request_name_ok(request->name, &out->text))
		return REFUSED_NO_SUCH;
	request_normalize(request);
	if ((rc = request_check(office, request, &out->text)) ||
	    (users_limited(office, uid) &&
	     (rc = users_check_create(office, request, uid, &out->text))) ||
	    (rc = co_member_check_window(request->name, request,
					  &out->text)) ||
	    (rc = users_name_free(office, request->name, uid, now, &out->text)))
		return rc;
	if (request_is_native(office, request)) {
		rc = _create_native(office, request, now, &out->name,
				    &out->text);
		out->visible = out->save = true;
		return rc;
	}
	if (!site_durable(office, &out->text))
		return REFUSED_FAILED;
	rc = _create_booking(office, request, &by, now, out);
	if ((rc == 0) && set) {
		offers_close(office, set);
		holds_release_deferred(office);
	}
	return rc;
}

static int _check_may_ask(office_t *office, uint32_t uid)
{
	if (users_may_ask(office, uid))
		return 0;
	say_error(office,
		  "Security violation, CREATE_RESERVATION RPC from uid=%u",
		  uid);
	return REFUSED_USERS;
}

int create_check_early(office_t *office, const request_t *request, uint32_t uid,
		       create_t *out)
{
	const char *name;
	uint32_t ttl;
	int rc;

	if (query_asks_for_open(request, out) || lock_stats_asked(request))
		return 0;
	if ((rc = _check_may_ask(office, uid)))
		return rc;
	if (!probe_is_asked(request, out) &&
	    !request_name_ok(request->name, &out->text))
		return REFUSED_NO_SUCH;
	if (named_hold_asked(request->name) &&
	    (rc = named_hold_parse(office, request, out->program, &ttl, &name,
				   &out->text)))
		return rc;
	return request_check_syntax(office, request, &out->text);
}

int create_serve(office_t *office, request_t *request, uint32_t uid, time_t now,
		 create_t *out)
{
	int rc;

	if (query_asks_for_open(request, out))
		return query_open_locked(office, uid, now, out);
	if (lock_stats_asked(request))
		return lock_stats_serve(office, request, uid, now, out);
	if ((rc = _check_may_ask(office, uid)))
		return rc;
	if (probe_is_asked(request, out))
		return probe_locked(office, request, uid, now, out);
	if (query_is_asked(request, out))
		return query_locked(office, request, uid, now, out);
	if (named_hold_asked(request->name))
		return named_hold_serve(office, request, uid, now, out);
	return create_locked(office, request, uid, now, NULL, NULL, out);
}

/*
 * Remove the new reservation.
 * RET false: another request has changed it, or a job uses it by now: it stays
 */
static bool _take_away(office_t *office, create_t *out, time_t now)
{
	view_resv_t *v = view_find(office, out->name);
	ledger_op_t *op = NULL;
	booking_t *b = NULL;
	int rc;

	if (!v || (view_native_id(v) != out->resv_id))
		return true;
	if (v->asked != out->asked)
		return false;
	rc = park_delete(office, v, now, &b, &out->visible);
	if (b && (op = ledger_revoke(office->ledger, b,
				      LEDGER_WHY_NOT_CREATED)))
		ledger_commit_later(office->ledger, op);
	booking_destroy(b);
	return b || !rc;
}

void create_undo(office_t *office, create_t *out, const char *why, time_t now)
{
	bool gone = _take_away(office, out, now);
	const view_resv_t *v = gone ? NULL : view_find(office, out->name);

	shift_queue_again(office, &out->shifted, v ? v->booking : NULL, now);
	shift_release(office, &out->shifted);
	say_error(office,
		  "sched/garq: reservation %s was %s, the ledger can't be written: %s",
		  out->name,
		  gone ? "not created" : "created and is used or changed by now",
		  why);
	out->rc = REFUSED_FAILED;
	out->text = gone ? text_printf("the ledger can't be written: %s", why) :
			   text_printf("%s is there and is used or changed by now, but the ledger can't be written: %s",
				       out->name, why);
}
