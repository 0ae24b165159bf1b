/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * osp_admit.c - Rigid and First Fit: see osp_admit.h.
 */
#include "contrib/eval/osp/osp_admit.h"

/* A policy's result: found is 1 if the ask has a start; 0; or -1 */
static int _decide(const struct sim_ask *ask, int found, time_t start,
		   struct sim_deal *ret_deal)
{
	if (found < 0)
		return -1;
	*ret_deal = (struct sim_deal) { SIM_REFUSED };
	if (found)
		*ret_deal = (struct sim_deal) {
			SIM_SOLUTION, start, start + ask->dur, ask->num_cn
		};
	return 0;
}

extern int sim_rigid(const garq_t *g, const struct sim_ask *ask,
		     struct sim_deal *ret_deal)
{
	int fits = garq_searchReserv(g, ask->ti_s, ask->ti_s + ask->dur,
				     ask->num_cn);

	return _decide(ask, fits, ask->ti_s, ret_deal);
}

/*
 * Running jobs end at any second, so the earliest start may lie inside a slot:
 * continue the search at the next slot.
 */
extern int sim_first_start(const garq_t *g, time_t t_esr, time_t t_lsr,
			   time_t dur, uint32_t num_cn, time_t *ret_start)
{
	time_t start;
	int found;

	while (t_esr <= t_lsr) {
		found = garq_suggestInterval(g, t_esr, t_esr + dur, num_cn,
					     t_lsr - t_esr, &start);
		if (found <= 0)
			return found;
		if (start == t_esr) {
			*ret_start = start;
			return 1;
		}
		t_esr = eval_round_up(start, garq_delta(g));
	}
	return 0;
}

extern int sim_first_fit(const garq_t *g, const struct sim_ask *ask,
			 struct sim_deal *ret_deal)
{
	time_t start = 0;
	int found = sim_first_start(g, ask->ti_s, ask->ti_e - ask->dur,
				    ask->dur, ask->num_cn, &start);

	return _decide(ask, found, start, ret_deal);
}
