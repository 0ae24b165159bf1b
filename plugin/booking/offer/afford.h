/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * afford.h - offers that cost no more than they may (bound.h).
 *
 * An offer beyond them is cut: to the most nodes that are allowed, or else to
 * the longest time; the whole request gives both offers. None is less than the
 * query allows.
 *
 * Times are seconds since the epoch. Locks: those of view.h, after site_sync().
 */
#pragma once

#include "osp/osp.h"
#include "plugin/booking/rights/bound.h"
#include "plugin/booking/place/shape.h"

typedef struct {
	office_t *office;
	const shape_t *shape;
	bound_t *bound;		/* NULL: any cost is allowed */
} afford_t;

/* Return true if any cost is allowed. */
extern bool afford_all(const afford_t *f);

/* Return true if an offer is allowed, as bound_allows(). */
extern bool afford_offer(const afford_t *f, const osp_offer_t *o);

/*
 * Cut the offers of a query.
 * IN/OUT offers - costs are not updated
 */
extern void afford_fit(const afford_t *f, const osp_query_t *q,
		       osp_offers_t *offers);

/*
 * The first offer of all that a query asks for, from t on.
 * OUT ret - untouched if false
 */
extern bool afford_whole(const osp_offers_t *offers, const osp_query_t *q,
			 time_t t, osp_offer_t *ret);

/* Put an offer in front of others; of OSP_LATER. */
extern void afford_add(osp_offers_t *offers, const osp_offer_t *o);

/* Starts that a search for a free and allowed time tries at most. */
#define AFFORD_TRIES 4

/*
 * The first start in [t, last] at which all that a query asks for is allowed.
 * Starts of AFFORD_NEAR seconds are looked at more closely (price_find()).
 * RET GARQ_FOREVER: there is none
 */
#define AFFORD_NEAR (7 * 86400)
extern time_t afford_from(const afford_t *f, const osp_query_t *q, time_t t,
			  time_t last);
