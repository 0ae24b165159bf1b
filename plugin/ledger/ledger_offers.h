/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_offers.h - requests and their offers as rows of the ledger.
 *
 * Every request for room is noted, with its user, its outcome and its cost. A
 * request that was refused or was only a query has offers, which stay open
 * until one is accepted, they are withdrawn or they expire. A site can thus see
 * what its reservations bring and which requests it turned away. Rows
 * without open offers go to the history, and are kept within its bounds
 * (ledger_history.h). The packed request is kept while its offers are open.
 */
#pragma once

#include "plugin/ledger/ledger.h"
#include "plugin/ledger/record/ledger_request.h"

/*
 * Queue a note of a request that changes no booking (for others see
 * ledger_put_plan()). The ledger becomes the owner of r.
 * RET as ledger_put()
 */
extern ledger_op_t *ledger_put_request(ledger_t *l, ledger_request_t *r);

/* Return true if this note has offers. op is queued, and no commit of it has
 * returned. */
extern bool ledger_op_has_offers(const ledger_op_t *op);

/*
 * Queue: close open offers of a request.
 * IN number - one offer, or 0: all
 * IN why - one word or a few: "withdrawn", "expired", ...
 */
extern ledger_op_t *ledger_close_offers(ledger_t *l, int64_t request,
					uint32_t number, const char *why);

/*
 * Call fn for each request that has open offers at now, in order of id. fn
 * becomes the owner of r. OUT ret_last_id - the highest id of any request
 * RET false with error set if they cannot be read to their end
 */
typedef void (*ledger_request_fn)(void *arg, ledger_request_t *r);
extern bool ledger_each_open(ledger_t *l, time_t now, ledger_request_fn fn,
			     void *arg, int64_t *ret_last_id, char *error,
			     size_t error_size);

/*
 * Requests that stand by (plugin/booking/open/standing.h): a row is there while
 * its request does. A note with ends_standing (ledger_request.h) removes it: in
 * the transaction of the booking that was made of it, so that a crash leaves
 * one of the two.
 */

/*
 * Queue: write the row, new or changed; s is copied. A row of the same name is
 * replaced. RET as ledger_put()
 */
extern ledger_op_t *ledger_put_standing(ledger_t *l,
					const ledger_standing_t *s);

/*
 * Call fn for each row, in order of id. fn becomes the owner of s->request.
 * RET false with error set if they can't be read to their end
 */
typedef void (*ledger_standing_fn)(void *arg, const ledger_standing_t *s);
extern bool ledger_each_standing(ledger_t *l, ledger_standing_fn fn, void *arg,
				 char *error, size_t error_size);
