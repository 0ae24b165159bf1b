/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * osp_admit.h - admission of a requested reservation. Paper,
 * sections 4 and 4.2.
 *
 *	ask --> policy --> deal: when, until when, how many nodes
 *		     \---> refused
 *
 *	Rigid	   [ti_s, ti_s + dur) with numCN nodes, or nothing
 *	FF	   the first start in [ti_s, ti_e - dur] at which it fits
 *	...	   see the table of policies
 *
 * Reservations are of whole slots: starts and ends are multiples of delta, as
 * are the times that are asked for.
 */
#pragma once

#include <stdint.h>
#include <time.h>

#include "contrib/eval/osp/osp_jobs.h"
#include "garq/garq.h"

enum sim_kind {
	SIM_REFUSED,
	SIM_SOLUTION,		/* as long and as wide as requested */
	SIM_ALTERNATIVE		/* an accepted offer of less than requested */
};

struct sim_deal {
	enum sim_kind kind;
	time_t t_s;
	time_t t_e;
	uint32_t num_cn;
};

/*
 * Compute the deal for an ask; reserves nothing.
 * OUT ret_deal - all 0 but the kind for SIM_REFUSED
 * RET 0, or -1 with errno ENOMEM
 */
typedef int sim_policy(const garq_t *g, const struct sim_ask *ask,
		       struct sim_deal *ret_deal);

extern sim_policy sim_rigid, sim_first_fit;

/*
 * The first begin of a slot, t_esr <= t <= t_lsr, from which num_cn nodes are
 * free for dur seconds. t_esr is the begin of a slot, now or later.
 * OUT ret_start - untouched unless 1 is returned
 * RET 1; 0 if there is none; -1 with errno EINVAL
 */
extern int sim_first_start(const garq_t *g, time_t t_esr, time_t t_lsr,
			   time_t dur, uint32_t num_cn, time_t *ret_start);
