/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * osp_admit.c - Rigid and First Fit: see osp_admit.h.
 */
#include <string.h>

#include "contrib/eval/osp_admit.h"

static struct sim_deal _solution(const struct sim_ask *ask, time_t start)
{
	return (struct sim_deal) {
		.kind = SIM_SOLUTION, .t_s = start, .t_e = start + ask->dur,
		.num_cn = ask->num_cn,
	};
}

static int _rigid(const garq_t *g, const struct sim_ask *ask,
		  struct sim_deal *ret_deal)
{
	int fits = garq_searchReserv(g, ask->ti_s, ask->ti_s + ask->dur,
				     ask->num_cn);

	if (fits < 0)
		return -1;
	memset(ret_deal, 0, sizeof(*ret_deal));
	if (fits)
		*ret_deal = _solution(ask, ask->ti_s);
	return 0;
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

static int _first_fit(const garq_t *g, const struct sim_ask *ask,
		      struct sim_deal *ret_deal)
{
	time_t start;
	int found = sim_first_start(g, ask->ti_s, ask->ti_e - ask->dur,
				    ask->dur, ask->num_cn, &start);

	if (found < 0)
		return -1;
	memset(ret_deal, 0, sizeof(*ret_deal));
	if (found)
		*ret_deal = _solution(ask, start);
	return 0;
}

const struct sim_policy sim_rigid = { "Rigid", _rigid };
const struct sim_policy sim_first_fit = { "FF", _first_fit };
