/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * osp_offer.c - reservations by offers: see osp_offer.h.
 */
#include <string.h>

#include "contrib/eval/osp/osp_offer.h"

static osp_price_t _price(const garq_t *g)
{
	return (osp_price_t) {
		.delta = garq_delta(g), .bcost = SIM_BCOST, .tau = SIM_TAU,
	};
}

static osp_query_t _query(const struct sim_ask *ask)
{
	return (osp_query_t) {
		.ti_s = ask->ti_s, .ti_e = ask->ti_e, .dur = ask->dur,
		.num_cn = ask->num_cn,
	};
}

/* The user takes no more of an offer than the request asked for. */
static struct sim_deal _deal(const struct sim_ask *ask, const osp_offer_t *o)
{
	struct sim_deal deal = {
		.kind = SIM_ALTERNATIVE,
		.t_s = o->t_s, .t_e = o->t_e, .num_cn = o->num_cn,
	};

	if (deal.t_e > deal.t_s + ask->dur)
		deal.t_e = deal.t_s + ask->dur;
	if (deal.num_cn > ask->num_cn)
		deal.num_cn = ask->num_cn;
	/* the whole request, in the window */
	if ((o->kind == OSP_EXACT) && (deal.num_cn == ask->num_cn) &&
	    (deal.t_e - deal.t_s == ask->dur))
		deal.kind = SIM_SOLUTION;
	return deal;
}

/*
 * Algorithm 2 selects one of the offers, which are freed, for the original ask.
 */
static struct sim_deal _select(const garq_t *g, const struct sim_ask *ask,
			       osp_offers_t *offers)
{
	osp_query_t wish = _query(ask);
	const osp_offer_t *o = osp_select(offers, &wish, garq_delta(g));
	struct sim_deal deal = { SIM_REFUSED };

	if (o)
		deal = _deal(ask, o);
	osp_offers_free(offers);
	return deal;
}

/* Ask algorithm 1 for num_cn nodes for dur seconds. */
static int _osp_for(const garq_t *g, const struct sim_ask *ask,
		    time_t dur, uint32_t num_cn, struct sim_deal *ret_deal)
{
	osp_query_t query = _query(ask);
	osp_price_t price = _price(g);
	struct sim_slotted slotted;
	osp_offers_t offers;

	query.dur = dur;
	query.num_cn = num_cn;
	sim_slotted_init(&slotted, g, ask->ti_e);
	if (osp_inside(&slotted.space, &query, &price, &offers) < 0)
		return -1;
	*ret_deal = _select(g, ask, &offers);
	return 0;
}

extern int sim_osp(const garq_t *g, const struct sim_ask *ask,
		   struct sim_deal *ret_deal)
{
	return _osp_for(g, ask, ask->dur, ask->num_cn, ret_deal);
}

extern int sim_osp_exact(const garq_t *g, const struct sim_ask *ask,
			 struct sim_deal *ret_deal)
{
	struct sim_deal deal;

	if (_osp_for(g, ask, ask->dur, ask->num_cn, &deal) < 0)
		return -1;
	memset(ret_deal, 0, sizeof(*ret_deal));
	if (deal.kind == SIM_SOLUTION)
		*ret_deal = deal;
	return 0;
}

/* Half of the time in whole slots, and of the nodes: the least that is taken. */
static time_t _half_dur(const garq_t *g, const struct sim_ask *ask)
{
	return eval_round_up((ask->dur + 1) / 2, garq_delta(g));
}

static uint32_t _half_cn(const struct sim_ask *ask)
{
	return (ask->num_cn > 1) ? ask->num_cn / 2 : 1;
}

/*
 * Where there is no solution, the solution for dur and num_cn, all of it or
 * nothing.
 */
static int _reduced(const garq_t *g, const struct sim_ask *ask, time_t dur,
		    uint32_t num_cn, struct sim_deal *ret_deal)
{
	struct sim_ask less = *ask;

	if (sim_osp_exact(g, ask, ret_deal) < 0)
		return -1;
	if (ret_deal->kind == SIM_SOLUTION)
		return 0;
	less.dur = dur;
	less.num_cn = num_cn;
	if (sim_osp_exact(g, &less, ret_deal) < 0)
		return -1;
	if (ret_deal->kind == SIM_SOLUTION)
		ret_deal->kind = SIM_ALTERNATIVE;
	return 0;
}

extern int sim_osp_time(const garq_t *g, const struct sim_ask *ask,
			struct sim_deal *ret_deal)
{
	return _reduced(g, ask, _half_dur(g, ask), ask->num_cn, ret_deal);
}

extern int sim_osp_nodes(const garq_t *g, const struct sim_ask *ask,
			 struct sim_deal *ret_deal)
{
	return _reduced(g, ask, ask->dur, _half_cn(ask), ret_deal);
}

extern int sim_osp_both(const garq_t *g, const struct sim_ask *ask,
			struct sim_deal *ret_deal)
{
	return _reduced(g, ask, _half_dur(g, ask), _half_cn(ask), ret_deal);
}

extern int sim_osp_half(const garq_t *g, const struct sim_ask *ask,
			struct sim_deal *ret_deal)
{
	if (sim_osp_exact(g, ask, ret_deal) < 0)
		return -1;
	if (ret_deal->kind == SIM_SOLUTION)
		return 0;
	return _osp_for(g, ask, ask->dur, _half_cn(ask), ret_deal);
}

extern int sim_osp_around(const garq_t *g, const struct sim_ask *ask,
			  struct sim_deal *ret_deal)
{
	osp_query_t query = _query(ask);
	osp_price_t price = _price(g);
	struct sim_slotted slotted;
	osp_offers_t offers;

	/* skip offers that algorithm 2 would not take */
	query.least_dur = _half_dur(g, ask);
	query.least_cn = _half_cn(ask);
	sim_slotted_init(&slotted, g, ask->ti_e + SIM_AROUND);
	if (osp_query(&slotted.space, &query, &price, OSP_RANK_LONGEST,
		      SIM_OFFERS, &offers) < 0)
		return -1;
	*ret_deal = _select(g, ask, &offers);
	return 0;
}
