/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * cost.c - paper, section 2.4: the cost of an offer.
 *
 * bcost is the price per minute, as in the paper's section 4; delta is in
 * seconds.
 */
#include "osp/osp.h"

#define SECONDS_PER_MINUTE 60.0

/* Equation 2: Cost = dur * numCN * bcost */
extern double osp_cost_job(const osp_price_t *price, time_t dur,
			   uint32_t num_cn)
{
	return (double) dur / SECONDS_PER_MINUTE * num_cn * price->bcost;
}

/* Number of slots that [t_s, t_e) meets, in part or whole; 0 <= t_s. */
static time_t _num_slot(uint32_t delta, time_t t_s, time_t t_e)
{
	if (t_s >= t_e)
		return 0;
	return (t_e - 1) / (time_t) delta - t_s / (time_t) delta + 1;
}

/*
 * Equation 3: CostAR = numSlot * numCN * bcostAR, with
 * bcostAR = tau * bcost * delta
 */
extern double osp_cost(const osp_price_t *price, time_t t_s, time_t t_e,
		       uint32_t num_cn)
{
	double bcost_ar = price->tau * price->bcost *
			  (price->delta / SECONDS_PER_MINUTE);
	time_t num_slot = _num_slot(price->delta, t_s, t_e);
	time_t from = t_s - t_s % (time_t) price->delta;
	double paid = (double) num_slot;

	if (price->paid && num_slot)
		paid = price->paid(price->arg, t_s, from,
				   from + num_slot * (time_t) price->delta) /
		       price->delta;
	return paid * num_cn * bcost_ar;
}
