/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * price.h - what a reservation costs at the site's prices (garq_delta,
 * garq_bcost, garq_tau): OSP paper, equation 3; and by its tariff
 * (garq_tariff, plugin/booking/request/tariff.h).
 *
 * The slots that a reservation meets are paid, each second of them by the
 * tariff. The lead is the time from view_now() to the start. Whoever asks, for
 * a query, an offer, a plan or a booking, gets the same price at the same time.
 *
 * Times are seconds since the epoch. Locks: those of view.h, after site_sync().
 */
#pragma once

#include <time.h>

#include "osp/osp.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/view.h"

/* Whose prices: what osp_price_t.arg points to. */
typedef struct {
	office_t *office;
	uint32_t rules;		/* shape_t.rules, or price_rules() */
} price_by_t;

/* The site's prices, for osp.h. IN by - outlives the result */
extern osp_price_t price_params(const price_by_t *by);

/* The rules of the tariff that a reservation meets. */
extern uint32_t price_rules(office_t *office, const view_resv_t *v);

/*
 * The cost of nodes for [t_s, t_e).
 * IN rules - as price_by_t
 * IN part - of each of num_cn nodes; 1: whole ones
 */
extern double price_of(office_t *office, uint32_t rules, time_t t_s, time_t t_e,
		       uint32_t num_cn, double part);

/*
 * What the same nodes would cost a job without a reservation that runs at that
 * time: OSP paper, equation 2, each second of it by the tariff.
 * IN as price_of()
 */
extern double price_of_job(office_t *office, uint32_t rules, time_t t_s,
			   time_t t_e, uint32_t num_cn, double part);

/* The last second up to which all starts from t on cost the same. */
extern time_t price_same_until(office_t *office, uint32_t rules, time_t t,
			       time_t duration);

/* Return true if a start is cheap enough. */
typedef bool (*price_fits_fn)(void *arg, time_t start);

/*
 * The first start that is cheap enough, among t and the begins of slots behind
 * it: PRICE_STARTS of these at most, over all of [t, last].
 * RET GARQ_FOREVER: there is none
 */
#define PRICE_STARTS 256
extern time_t price_find(office_t *office, time_t t, time_t last,
			 price_fits_fn fits, void *arg);

/* The unit of costs, "" if the site names none; NULL: it has no prices. */
extern const char *price_unit(office_t *office);
