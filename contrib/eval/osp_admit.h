/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * osp_admit.h - what becomes of a reservation that is asked for. Paper,
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
#ifndef EVAL_OSP_ADMIT_H
#define EVAL_OSP_ADMIT_H

#include <stdint.h>
#include <time.h>

#include "contrib/eval/osp_jobs.h"
#include "garq/garq.h"

enum sim_kind {
	SIM_REFUSED,
	SIM_SOLUTION,		/* as long and as wide as was asked for */
	SIM_ALTERNATIVE		/* an offer that is less, and was taken */
};

struct sim_deal {
	enum sim_kind kind;
	time_t t_s;
	time_t t_e;
	uint32_t num_cn;
};

/*
 * The deal for an ask; nothing is reserved yet.
 * OUT ret_deal - for SIM_REFUSED the rest is 0
 * RET 0, or -1 with errno ENOMEM
 */
typedef int (*sim_admit_fn)(const garq_t *g, const struct sim_ask *ask,
			    struct sim_deal *ret_deal);

struct sim_policy {
	const char *name;
	sim_admit_fn admit;
};

extern const struct sim_policy sim_rigid;
extern const struct sim_policy sim_first_fit;

/*
 * The first begin of a slot, t_esr <= t <= t_lsr, from which num_cn nodes are
 * free for dur seconds. t_esr is the begin of a slot; one of now or later.
 * OUT ret_start - untouched unless 1 is returned
 * RET 1; 0 there is none; -1 with errno EINVAL
 */
extern int sim_first_start(const garq_t *g, time_t t_esr, time_t t_lsr,
			   time_t dur, uint32_t num_cn, time_t *ret_start);

#endif
