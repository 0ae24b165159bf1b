/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * users_ledger.c - see users_ledger.h
 *
 * The live bookings of a user are in memory as they are in the ledger, so their
 * bytes are added up at each request, and after a restart alike.
 */

#include <inttypes.h>
#include <string.h>
#include <sys/param.h>

#include "plugin/booking/request/refused.h"
#include "plugin/booking/rights/users_ledger.h"

static void _count_bytes(const view_resv_t *v, void *arg)
{
	uint64_t *bytes = arg;

	*bytes += booking_bytes(v->booking);
}

static uint64_t _text_len(const char *text)
{
	return text ? strlen(text) : 0;
}

/* How much longer a text becomes: "+x" adds, "-x" takes away. */
static uint64_t _longer(const char *given, const char *is)
{
	if (!given || (given[0] == '-'))
		return 0;
	if (given[0] == '+')
		return _text_len(given);
	return (_text_len(given) > _text_len(is)) ?
		       _text_len(given) - _text_len(is) :
		       0;
}

/* The bytes that the texts of an update add to the row of a booking. */
static uint64_t _texts_growth(const request_t *r, const booking_t *b)
{
	return _longer(r->node_list, b->asked_nodes) +
	       _longer(r->partition, b->partition) +
	       _longer(r->features, b->features) +
	       _longer(r->licenses, b->licenses) +
	       _longer(r->users, b->users) +
	       _longer(r->groups, b->groups) +
	       _longer(r->accounts, b->accounts) +
	       _longer(r->qos, b->qos) +
	       _longer(r->allowed_parts, b->allowed_parts) +
	       _longer(r->comment, b->comment);
}

int users_check_ledger(office_t *office, uint32_t uid, const view_resv_t *v,
		       const request_t *request, char **ret_text)
{
	uint64_t all = (uint64_t) office->options.user_ledger * 1024, have = 0;
	uint64_t more = v ? _texts_growth(request, v->booking) :
			    (BOOKING_ROW + request_bytes(request)) *
				    MAX(request->wishes.dated, 1);
	const char *name = v ? v->name : request->name;

	if (!all || !more)
		return 0;
	view_each_of_owner(office, uid, _count_bytes, &have);
	if (have + more <= all)
		return 0;
	return text_refuse(ret_text, REFUSED_DENIED,
		"%s%s%"PRIu64" bytes of the ledger are asked for, %"PRIu64" of %"PRIu64" are left (garq_user_ledger): give shorter texts (Features, Comment and others), or delete a booking",
		request_has(name) ? name : "", request_has(name) ? ": " : "",
		more, (have < all) ? all - have : 0, all);
}
