/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * gap_bound.h - what no schedule of flexible requests can exceed.
 *
 * The objective is the sum of num_cn x t_e over the accepted requests, in
 * node-seconds. A schedule accepts any of the requests, known beforehand, gives
 * each accepted request a start in [t_esr, t_lsr], and has at most max_cn nodes
 * in use at any time. (The nodes are interchangeable: requests that overlap are
 * intervals, so counts that never exceed max_cn can always be given nodes.)
 *
 * Two bounds on the objective, each with its proof:
 *
 * Flow. Cut the time axis at each t_esr and each t_lsr + t_e. Request i sends
 * at most num_cn t_e units, into the intervals of [t_esr, t_lsr + t_e) alone,
 * and at most num_cn |k| into interval k; interval k takes max_cn |k|. A
 * schedule is such a flow: an accepted request sends into k what it uses in k.
 * So its node-seconds are at most the maximum flow. The flow may interrupt
 * requests and serve parts of them, so it can be more than any schedule.
 *
 * Prices. Let p(t) >= 0 be any price of a node-second at time t. Each accepted
 * request pays at least num_cn min_s P(s), where P(s) is the integral of p over
 * [s, s + t_e) and s goes over [t_esr, t_lsr]; all of them together pay at most
 * max_cn times the integral of p. So the node-seconds of a schedule are at most
 *
 *	max_cn x integral of p + sum over all i of num_cn max(0, t_e - min_s P(s))
 *
 * whatever the prices. With p = 1 in the intervals on the source's side of the
 * minimum cut and 0 elsewhere that is at most the maximum flow. The best prices
 * give the optimum of the time-indexed linear program (gap_lp.h): the formula
 * is its Lagrangian dual. P is piecewise linear, so the minimum over s is at
 * t_esr, at t_lsr, or where s or s + t_e is at a change of the price.
 *
 * All arithmetic is in integers.
 */
#pragma once

#include "contrib/eval/lrh/lrh_method.h"

#define GAP_ONE 65536	/* the price at which a node-second costs a node-second */

/* The price is price[k] / GAP_ONE in [at[k], at[k + 1]), and 0 elsewhere. */
struct gap_prices {
	time_t *at;		/* ascending; cnt + 1 of them */
	uint32_t *price;
	uint32_t cnt;
};

/*
 * The maximum flow, and the prices of its minimum cut.
 * OUT ret_prices - to be freed with gap_prices_free()
 * RET 0, or -1 with errno ENOMEM
 */
extern int gap_flow_bound(const struct flex_work *w, uint64_t *ret_bound,
			  struct gap_prices *ret_prices);

/* The bound of some prices. RET 0, or -1 with errno ENOMEM */
extern int gap_price_bound(const struct flex_work *w,
			   const struct gap_prices *prices,
			   uint64_t *ret_bound);

/* RET 0, or -1 with errno ENOMEM */
extern int gap_prices_make(struct gap_prices *prices, uint32_t cnt);

extern void gap_prices_free(struct gap_prices *prices);

/*
 * The points at which the requests' windows begin and end, ascending, each
 * once. RET their number, or -1 with errno ENOMEM. OUT ret_at - to be freed
 */
extern int64_t gap_axis(const struct flex_work *w, time_t **ret_at);
