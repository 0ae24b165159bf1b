/* SPDX-License-Identifier: GPL-2.0-or-later */
/* query.c - see query.h */

#include <errno.h>

#include "plugin/booking/offer/holds.h"
#include "plugin/booking/offer/lock_stats.h"
#include "plugin/booking/offer/maint.h"
#include "plugin/booking/offer/offering.h"
#include "plugin/booking/offer/probe.h"
#include "plugin/booking/offer/query.h"
#include "plugin/booking/request/answer.h"
#include "plugin/booking/request/flags.h"
#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/rights/users.h"
#include "plugin/booking/view/controller.h"
#include "plugin/booking/view/office.h"

/*
 * True if the count of nodes is left open: then ask for one node at least. If
 * scontrol gets no count it asks for all nodes of a partition: that counts as
 * open, too.
 */
static bool _open_count(request_t *request)
{
	if (request->has_nodes ||
	    (request->node_list && !(request->flags & BOOKING_FLAG_PART_NODES)))
		return false;
	free_null(request->node_list);
	request->flags &= ~BOOKING_FLAG_PART_NODES;
	request_set_nodes(request, 1);
	return true;
}

static int _refuse(const char *why, create_t *out)
{
	out->text = text_dup(why);
	return REFUSED_UNSUPPORTED;
}

/*
 * Refuse a query whose offers the user could never accept: even the smallest
 * offer exceeds a limit, or the user may not use the nodes.
 */
static int _check_user(office_t *office, const request_t *request,
		       const shape_t *shape, const wish_t *wish, time_t now,
		       char **ret_text)
{
	time_t length = wish->any_dur ? 60 : shape->duration;
	limits_ask_t ask = {
		.adds = true,
		.num_cn = wish->any_cn ? 1 : shape->num_cn,
		.length = length,
		.rest = length,
		.t_lsr = shape->t_esr,
	};
	int rc = users_check_limits(office, wish->uid, OFFERS_QUERY,
				    GARQ_NO_GROUP, false, &ask, now, ret_text);

	if (!rc)
		rc = users_check_accounts(office, OFFERS_QUERY,
					  request->accounts, GARQ_NO_GROUP,
					  &ask, now, ret_text);
	if (!rc)
		rc = users_check_licenses(office, wish->uid, &shape->licenses,
					  ret_text);
	return rc ? rc :
		    users_check_nodes(office, wish->uid, request->partition,
				      shape, ret_text);
}

void query_mention_reservation(office_t *office, const char *name, uint32_t uid,
			       char **text)
{
	const view_resv_t *v = view_find(office, name);

	if (users_sees_resv(office, v, uid))
		text_add(text,
			 "\nthere is a reservation %s, too: it can be changed and deleted, but none is created under a name that asks",
			 v->name);
}

/* IN text - the offers; NULL: memory is short */
static int _tell_offers(office_t *office, const char *text, uint32_t uid,
			create_t *out)
{
	if (!text || !text_add(&out->text, "%s%s", out->program ? "" :
			       "none, this is what can be had;\n", text))
		return ENOMEM;
	if (!out->program)
		query_mention_reservation(office, OFFERS_QUERY, uid,
					  &out->text);
	return 0;
}

/* IN why - there are no offers for this reason; or NULL */
static int _tell_none(const char *why, create_t *out)
{
	if (why)
		text_add(&out->text, "query: %s", why);
	else
		out->text = text_dup(out->op ?
			"query: nothing of it is free, until the horizon" :
			"sched/garq is out of memory");
	return why ? REFUSED_UNSUPPORTED : REFUSED_BUSY;
}

bool query_asks_for_open(const request_t *request, const create_t *out)
{
	return text_same_word(request->name, OFFERS_LIST) ||
	       (out->program && text_same(request->name, ANSWER_OFFERS));
}

bool query_is_asked(const request_t *request, const create_t *out)
{
	return text_same_word(request->name, OFFERS_QUERY) ||
	       lock_stats_asked(request) || probe_is_asked(request, out) ||
	       query_asks_for_open(request, out);
}

int query_locked(office_t *office, request_t *request, uint32_t uid, time_t now,
		 create_t *out)
{
	wish_t wish = { .verb = "query", .uid = uid, .group = GARQ_NO_GROUP,
			.program = out->program };
	bool limited = users_limited(office, uid);
	char *text = NULL;
	shape_t shape;
	uint32_t cnt;
	int rc;

	if (!site_durable(office, &out->text))
		return REFUSED_FAILED;
	request_normalize(request);
	if ((rc = request_check(office, request, &out->text)) ||
	    (limited &&
	     (rc = users_check_create(office, request, uid, &out->text))))
		return rc;
	if (request_is_native(office, request) && request->node_list)
		return maint_query(office, request, uid, now, out);
	if (!office->options.offers)
		return _refuse("query: no offers are made here (garq_offers=0)",
			       out);
	if (request->has_nodes && request_is_licenses_only(office, request))
		return _refuse("query: no offers are made for licenses alone: ReservationName=probe tells when they are free",
			       out);
	wish.any_cn = _open_count(request);
	if (request_is_native(office, request))
		return maint_query(office, request, uid, now, out);
	wish.any_dur = !request->has_minutes;
	rc = request_create_shape(office, request, true, now, &shape,
				  &out->text);
	if (rc)
		return rc;
	if (limited && (rc = _check_user(office, request, &shape, &wish, now,
					 &out->text))) {
		shape_free(&shape);
		return rc;
	}
	/* Accepted offers get a name of their own, not "query". */
	free_null(request->name);
	holds_release_of(office, &uid);
	out->op = offering_make(office, request, &shape, &wish, now, &text,
				&cnt);
	shape_free(&shape);
	rc = cnt ? _tell_offers(office, text, uid, out) : _tell_none(text, out);
	free(text);
	return rc;
}

/* RET 0 or ENOMEM */
static int _add_tables(office_t *office, uint32_t uid, time_t now,
		       bool with_cost, char **text)
{
	char *tables = offers_open_tables(office, uid, now, with_cost,
					  office->controller->is_operator(uid));
	bool whole;

	if (!tables)
		return ENOMEM;
	if (tables[0])
		whole = text_add(text,
				 "none, these offers are open; to take one: scontrol update ReservationName=NAME\n%s",
				 tables);
	else
		whole = text_add(text, "none, and no offers are open");
	free(tables);
	if (!whole)
		return ENOMEM;
	query_mention_reservation(office, OFFERS_LIST, uid, text);
	return 0;
}

int query_open_locked(office_t *office, uint32_t uid, time_t now, create_t *out)
{
	bool with_cost = (office->options.bcost > 0), people = !out->program;
	char *lines = NULL;
	bool whole = true;

	out->program = true;
	if ((people && _add_tables(office, uid, now, with_cost, &out->text)) ||
	    !(lines = offers_open_lines(office, uid, now, with_cost)))
		return ENOMEM;
	if (lines[0] || !people)
		whole = text_add(&out->text, "%s%s", people ? "\n" : "", lines);
	if (!people && whole)
		whole = text_add(&out->text, "%s" ANSWER_USER "=%d uid=%u operator=%d",
				 lines[0] ? "\n" : "", ANSWER_VERSION, uid,
				 office->controller->is_operator(uid));
	free(lines);
	return (whole && out->text) ? 0 : ENOMEM;
}
