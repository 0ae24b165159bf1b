/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * gap_lp.h - the time-indexed linear program, solved by GLPK.
 *
 * Cut the time axis into slots. Variable z[i, s], 0 to 1, says that request i
 * starts at s, where s goes over t_esr, t_lsr and all times of the window at
 * which the start or the end is a slot's boundary. It is a relaxation:
 *
 *	max	sum of num_cn t_e z[i, s]
 *	each i	sum over s of z[i, s] <= 1
 *	each k	mean over slot k of what is in use <= max_cn
 *
 * What a request that starts at s uses of slot k is piecewise linear in s, and
 * changes its slope at those s alone. So each start of a schedule is a convex
 * combination of two neighbouring ones that uses the same of each slot.
 *
 * Only the dual values are taken from GLPK, as prices: gap_price_bound() makes
 * of them a bound that does not depend on GLPK's arithmetic, on whether it had
 * the time to finish, or on the small changes of the program by which it is led
 * out of circles.
 */
#pragma once

#include "contrib/eval/gap/gap_bound.h"

/*
 * IN slot - seconds, >= 1
 * IN seconds - of a processor, for GLPK, >= 1
 * OUT ret_prices - to be freed with gap_prices_free()
 * RET 1; 0 if the time was up, and there may be better prices; or -1 with errno
 *	ENOMEM
 */
extern int gap_lp(const struct flex_work *w, uint32_t slot, uint32_t seconds,
		  struct gap_prices *ret_prices);
