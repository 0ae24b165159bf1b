/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "plugin/booking/offer/maint.h"
#include "plugin/booking/offer/offering.h"
#include "plugin/booking/offer/query.h"
#include "plugin/booking/place/kind.h"
#include "plugin/booking/request/flags.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/rights/users.h"

/*
 * True if the count of nodes is left open: then ask for one node at least. If
 * scontrol gets no count it asks for all nodes of a partition: that counts as
 * open, too.
 */
static bool _open_count(request_t *request)
{
	if (request->has_nodes || request_by_cores(request) ||
	    request_counts_features(request) ||
	    (request->node_list && !(request->flags & BOOKING_FLAG_PART_NODES)))
		return false;
	free_null(request->node_list);
	request->flags &= ~BOOKING_FLAG_PART_NODES;
	request_set_nodes(request, 1);
	return true;
}

/* A query that leaves the nodes open is about one node at least. */
static int _check_query(office_t *office, ask_t *a)
{
	request_t *request = a->request;
	int rc = users_check_create(office, a);

	if (rc || (!a->kind->place && request->node_list))
		return rc;
	if (!office->options.offers)
		return ask_refuse(a, REFUSED_UNSUPPORTED,
				  "query: no offers are made here (garq_offers=0)");
	if (request->has_nodes && (a->kind == &kind_licenses))
		return ask_refuse(a, REFUSED_UNSUPPORTED,
				  "query: no offers are made for licenses alone: ReservationName=probe tells when they are free");
	a->any_cn = _open_count(request);
	a->kind = kind_of(office, request);
	return 0;
}

static int _shape_of_query(office_t *office, ask_t *a)
{
	a->any_dur = !a->request->has_minutes;
	return kind_shape_ask(office, a);
}

/*
 * Refuse a query whose offers the user could never accept: even the smallest
 * offer exceeds a limit, or the user may not use the nodes.
 */
static int _limits_of_query(office_t *office, ask_t *a)
{
	time_t length = a->any_dur ? 60 : a->shape.duration;
	limits_ask_t ask = {
		.adds = true,
		.num_cn = a->any_cn ? 1 : a->shape.num_cn,
		.length = length,
		.rest = length,
		.t_lsr = a->shape.t_esr,
	};
	int rc;

	rc = users_check_limits(office, a->uid, OFFERS_QUERY, GARQ_NO_GROUP,
				false, &ask, a->now, &a->text);
	if (!rc)
		rc = users_check_accounts(office, OFFERS_QUERY,
					  a->request->accounts, GARQ_NO_GROUP,
					  &ask, a->now, &a->text);
	if (!rc)
		rc = users_check_licenses(office, a->uid, &a->shape.licenses,
					  &a->text);
	return rc ? rc :
		    users_check_nodes(office, a->uid, a->request->partition,
				      &a->shape, &a->text);
}

void query_mention_reservation(office_t *office, const char *name, ask_t *a)
{
	const view_resv_t *v = view_find(office, name);

	if (users_sees_resv(office, v, a->uid))
		text_add(&a->text,
			 "\nthere is a reservation %s, too: it can be changed and deleted, but none is created under a name that asks",
			 v->name);
}

/* IN text - the offers */
static void _tell_offers(office_t *office, const char *text, ask_t *a)
{
	text_add(&a->text, "%s%s", a->program ? "" :
		 "none, this is what can be had;\n", text);
	if (a->note)
		text_add(&a->text, "\n%s", a->note);
	if (!a->program)
		query_mention_reservation(office, OFFERS_QUERY, a);
}

/* IN why - there are no offers for this reason; or NULL */
static int _tell_none(const char *why, ask_t *a)
{
	if (why)
		text_add(&a->text, "query: %s", why);
	else if (shape_is_tried(&a->shape))
		a->text = text_dup(
			"query: nothing was found for it; not all starts were tried");
	else
		a->text = text_dup(
			"query: nothing of it is free, until the horizon");
	return why ? REFUSED_UNSUPPORTED : REFUSED_BUSY;
}

/* Accepted offers get a name of their own, not "query". */
static int _plan_query(office_t *office, ask_t *a)
{
	wish_t wish = { .verb = OFFERS_QUERY, .uid = a->uid,
			.group = GARQ_NO_GROUP, .program = a->program,
			.ask = a, .wishes = &a->request->wishes,
			.any_cn = a->any_cn, .any_dur = a->any_dur };
	char *text = NULL;
	int rc = 0;

	free_null(a->request->name);
	a->op = offering_make(office, a->request, &a->shape, &wish, a->now,
			      &text, &a->offer_cnt);
	if (a->offer_cnt)
		_tell_offers(office, text, a);
	else
		rc = _tell_none(text, a);
	free(text);
	return rc;
}

const verb_t query_verb = {
	.word = "query",
	.question = true,
	.turns = true,
	.takes = WISHES_PLACE,
	.ledger = true,
	.form = NAME_QUERY,
	.early = users_early_create,
	.may = users_may_create,
	.check = _check_query,
	.native = maint_query,
	.window = true,
	.shape = _shape_of_query,
	.limits = _limits_of_query,
	.plan = _plan_query,
};
