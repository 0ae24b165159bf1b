/* SPDX-License-Identifier: GPL-2.0-or-later */
/* create.c - the verb create; see serve.h */

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "plugin/booking/hold/co_member.h"
#include "plugin/booking/offer/book.h"
#include "plugin/booking/offer/holds.h"
#include "plugin/booking/offer/maint.h"
#include "plugin/booking/offer/offering.h"
#include "plugin/booking/park/loan.h"
#include "plugin/booking/place/kind.h"
#include "plugin/booking/place/place_booking.h"
#include "plugin/booking/place/recurrence.h"
#include "plugin/booking/request/flags.h"
#include "plugin/booking/request/name.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/rights/users.h"
#include "plugin/booking/serve/standby.h"
#include "plugin/booking/serve/verbs.h"
#include "plugin/booking/view/host.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/say.h"
#include "plugin/booking/view/view_feed.h"

/* --- a reservation that the host makes --- */

static time_t _horizon(office_t *office)
{
	return (time_t) office->options.horizon * 86400;
}

/*
 * The reason why a reservation that the host made must be removed again.
 * IN asked - number of nodes; 0: any
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

/* The host has refused without a reason. RET another way; NULL: unknown */
static const char *_advice(const request_t *r, int rc)
{
	if ((rc == REFUSED_NO_SUCH) && (r->flags & BOOKING_FLAG_ANY_NODES))
		return "Flags=ANY_NODES is for licenses or a burst buffer alone: leave it out, or give these";
	if ((rc == REFUSED_FEATURES) && r->features &&
	    strchr(r->features, '[') && !strchr(r->features, '|'))
		return "numbers of nodes by feature are written [x*2&y*3], from 1 to 65535 and for 4 features at most";
	if ((rc == REFUSED_FEATURES) && r->features && strchr(r->features, '['))
		return "Slurm has no reservation of nodes that all have one feature of several: x|y gives nodes with any of them, [x*2&y*2] numbers of each";
	if (rc == REFUSED_TRES)
		return "TRES may have node=N, cpu=N, gres/gpu=N or gres/gpu:TYPE=N, and license/NAME=N, each of them once, not 0, and not what another word says, too";
	if ((rc != REFUSED_NODES) || request_has(r->node_list) ||
	    r->has_nodes || request_by_cores(r))
		return NULL;
	return "it asks for no nodes: give NodeCnt, Nodes, CoreCnt or TRES=gres/gpu=N, or Flags=ANY_NODES for licenses or a burst buffer alone";
}

/* The host has refused without a reason: explain that by the shape. */
static void _explain(office_t *office, const ask_t *a, char **ret_text)
{
	request_t copy = request_copy(a->request);
	char *text = NULL;
	shape_t shape;

	if (!kind_shape(office, a->kind, &copy, false, a->now, &shape, &text)) {
		recurrence_explain(office, &shape, a->request->flags, a->now,
				   _horizon(office), ret_text);
		shape_free(&shape);
	}
	request_free(&copy);
	free_null(text);
}

/* Name the holders of the nodes that the host did not get. */
static void _explain_few(office_t *office, ask_t *a)
{
	char *why = NULL;

	_explain(office, a, &why);
	if (why)
		text_add(&a->text, "; %s", why);
	free(why);
}

static record_t *_have_made(office_t *office, ask_t *a)
{
	record_t *rec = NULL;

	loan_all(office);
	a->rc = office->host->records->create(office, a->request, NULL, false,
					      &rec, &a->text);
	loan_all_end(office);
	office->native_cnt++;
	if (!a->text &&
	    ((a->rc == REFUSED_BUSY) || (a->rc == REFUSED_OVERLAP)))
		_explain(office, a, &a->text);
	if (!a->text && a->rc)
		a->text = text_dup(_advice(a->request, a->rc));
	return a->rc ? NULL : rec;
}

/* Remove what the host made. */
static void _remove(office_t *office, ask_t *a)
{
	(void) office->host->records->remove(office, a->name, NULL);
	office->host->list->forget(office, a->name, a->now);
	a->v = NULL;
	free_null(a->name);
}

/*
 * Have the host make a reservation that is no booking. Remove it again if it
 * has fewer nodes than asked for (Slurm reports no error then), or if one of
 * its occurrences conflicts with another holder (recurrence.h).
 */
static int _have_native(office_t *office, ask_t *a)
{
	const request_t *request = a->request;
	bool by_count = !request->node_list && !request_by_cores(request) &&
			!(request->flags & BOOKING_FLAG_ANY_NODES);
	record_t *rec;

	if (request_by_cores(request) && request_has(request->features) &&
	    strpbrk(request->features, "[*"))
		return ask_refuse(a, REFUSED_UNSUPPORTED,
				  "CoreCnt and GPUs are not for Features with numbers of nodes");
	if ((request->flags & BOOKING_FLAG_REPLACE) &&
	    request_by_cores(request))
		return ask_refuse(a, REFUSED_UNSUPPORTED,
				  "Flags=REPLACE is for whole nodes: leave it out, as a booking by cores gets others for failed nodes without it");
	rec = _have_made(office, a);
	a->visible = a->save = true;
	if (!rec)
		return a->rc;
	a->name = text_dup(office->host->fields->name(office, rec));
	a->v = office->host->list->refresh(office, rec, a->now);
	a->text = _objection(office, a->v, by_count ? request->num_cn : 0,
			     a->now);
	if (a->text) {
		bool few = by_count &&
			   (a->v->attrs.node_cnt < request->num_cn);

		_remove(office, a);
		if (few)
			_explain_few(office, a);
		return REFUSED_BUSY;
	}
	maint_tell(office, a->v, a->now);
	return 0;
}

/* --- a booking --- */

/*
 * A request that stands by keeps its name for its own booking: when it is tried
 * again, or when its requester's offer is accepted.
 */
static int _check_name(office_t *office, ask_t *a)
{
	const char *name = a->request->name;
	const standing_t *s = office->has.standing ?
				      standing_find(office, name) : NULL;
	bool own = s && (a->again || (a->set && (a->set->request->uid ==
						 s->row.request->uid)));

	return own ? users_name_unused(office, name, a->uid, a->now, &a->text) :
		     users_name_free(office, name, a->uid, a->now, &a->text);
}

static int _target_of_create(office_t *office, ask_t *a)
{
	const request_t *request = a->request;
	int rc;

	if (!name_ok(request->name, &a->text))
		return REFUSED_NO_SUCH;
	rc = name_is_part(request->name) ?
		co_member_check_window(request->name, request, &a->text) : 0;
	return rc ? rc : _check_name(office, a);
}

/* The owner is the requester, also where an operator accepts an offer. */
static int _shape_of_create(office_t *office, ask_t *a)
{
	int rc;

	a->creator = a->set ? a->set->request->uid : a->uid;
	rc = kind_shape_ask(office, a);
	return (rc || !(a->asks & ASKS_STANDBY)) ? rc :
						   standby_check(office, a);
}

/*
 * The place of the accepted offer is taken: make new offers for the request
 * that the user made at first.
 */
static void _offer_anew(office_t *office, ask_t *a)
{
	const ledger_request_t *of = a->set->request;
	request_t first;
	bool there = !offers_request(office, a->set, &first);
	wish_t wish = { .verb = of->verb, .name = of->name, .uid = of->uid,
			.group = GARQ_NO_GROUP, .wishes = &first.wishes,
			.program = a->program };
	char *why = NULL;
	shape_t shape;

	first.wishes.plan = a->request->wishes.plan;
	if (there && text_same(wish.verb, OFFERS_QUERY)) {
		wish.any_cn = !of->num_cn;
		wish.any_dur = !first.has_minutes;
	}
	if (there &&
	    !kind_shape(office, kind_of(office, &first), &first, a->window,
			a->now, &shape, &why)) {
		a->op = offering_make(office, &first, &shape, &wish, a->now,
				      &a->text, &a->offer_cnt);
		shape_free(&shape);
	}
	free_null(why);
	request_free(&first);
}

static void _refused_create(office_t *office, ask_t *a)
{
	wish_t wish = { .verb = a->verb->word, .name = a->request->name,
			.uid = a->uid, .group = GARQ_NO_GROUP,
			.wishes = &a->request->wishes,
			.program = a->program, .refused = true };

	if (a->set && wishes_look(&a->request->wishes))
		return;
	if (a->set) {
		_offer_anew(office, a);
		return;
	}
	a->op = offering_make(office, a->request, &a->shape, &wish, a->now,
			      &a->text, &a->offer_cnt);
	if (a->asks & ASKS_STANDBY)
		standby_ask(office, a);
}

/* Queue the new booking with the note of its request. */
static void _queue_create(office_t *office, ask_t *a)
{
	ledger_request_t *note;

	if (a->kind->native && !a->set)
		return;
	note = book_note_booked(
		office, a->set ? "accept" : a->again ? "standby" : "create",
		a->v, a->uid, a->set, a->offer);
	if (a->kind->native) {
		a->op = ledger_put_request(office->ledger, note);
		a->stays = true;
		return;
	}
	if (a->again || a->set)
		standby_note_booked(office, a, note);
	place_queue(office, a, note);
	standby_end_booked(office, a);
	office->booked_cnt++;
}

/* New offers replace those of the set; without them these are held again. */
static int _plan_create(office_t *office, ask_t *a)
{
	int rc = book_plan(office, a);

	if (a->set && !rc) {
		offers_close(office, a->set);
		holds_release_deferred(office);
	} else if (a->again && !rc) {
		holds_release_deferred(office);
	} else if (a->set && !a->offer_cnt && !a->request->wishes.plan) {
		holds_make(office, a->set, a->now);
	}
	return rc;
}

/* An accepted offer has made a reservation of Slurm's own, which stays. */
static void _unwritten_create(office_t *office, ask_t *a, const char *why)
{
	say_error(office,
		  "sched/garq: reservation %s was created, the ledger does not have yet that its offer is taken: %s",
		  a->name, why);
}

static void _undo_create(office_t *office, ask_t *a, const char *why)
{
	place_take_back(office, a, why);
	standby_restore(office, a);
}

const verb_t create_verb = {
	.word = "create",
	.turns = true,
	.takes = WISHES_PLACE | WISH_STANDBY | WISH_PLAN,
	.early = users_early_create,
	.may = users_may_create,
	.check = users_check_create,
	.target = _target_of_create,
	.native = _have_native,
	.shape = _shape_of_create,
	.limits = users_check_limits_new,
	.plan = _plan_create,
	.queue = _queue_create,
	.refused = _refused_create,
	.undo = _undo_create,
	.unwritten = _unwritten_create,
};
