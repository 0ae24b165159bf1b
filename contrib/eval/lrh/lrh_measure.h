/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lrh_measure.h - the figures of a run. Paper, section 2.2.
 */
#pragma once

#include "contrib/eval/lrh/lrh_method.h"

struct flex_figures {
	uint32_t asked;
	uint32_t accepted;
	uint32_t flex_asked;	/* those with t_lsr > t_esr, */
	uint32_t flex_accepted;	/* and the accepted ones of these */
	double work_asked;	/* node-seconds */
	double work;		/* node-seconds of accepted requests */
	double wait;		/* mean start - t_esr of accepted ones, s */
	/*
	 * AWT: equation 4 divides by "no of reservation", Table 4 by the t_e of
	 * the requests that wait (21 / 29 = 0.72; the others are left out).
	 * Here, over all accepted requests:
	 */
	double awt;		/* as Table 4 */
	double awt_all;		/* relative to the t_e of all */
	double use;		/* 0 .. 1: windows of 12 slots in the period, the
				 * mean of all of them */
	double use_table5;	/* the same period, as Table 5 */
	/*
	 * Equation 1, 0 .. 1: of a resource the seconds in use by T, "the
	 * execution time of all jobs": here from the first start to the last end
	 */
	double ru;		/* mean of all resources */
	double ru_least;
	double ru_most;
};

/*
 * Nodes that are busy in each of cnt slots from t on, a multiple of delta.
 * OUT ret_busy - cnt of them
 */
extern void flex_busy(const struct flex_work *w, const struct flex_result *r,
		      time_t t, uint32_t cnt, uint32_t *ret_busy);

/*
 * Table 5 has for slot k the mean, over slots 0 .. k, of what has been in use
 * until then, in whole percent rounded down. The paper does not say so, but
 * this rule gives all the numbers of its table.
 * OUT ret_percent - cnt of them
 */
extern void flex_table5(const uint32_t *busy, uint32_t cnt, uint32_t max_cn,
			double *ret_percent);

/*
 * Equation 1 for each resource; all 0 if nothing is accepted.
 * IN r - with nodes
 * OUT ret_use - 0 .. 1; w->max_cn of them
 */
extern void flex_ru(const struct flex_work *w, const struct flex_result *r,
		    double *ret_use);

/* IN r - with nodes. RET 0, or -1 with errno ENOMEM */
extern int flex_measure(const struct flex_work *w, const struct flex_result *r,
			struct flex_figures *ret_figures);
