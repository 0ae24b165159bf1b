/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lrh_work.h - the requests of the LRH paper, and requests that are read.
 *
 *  Table 1	twelve requests on six nodes, all known before slot 0
 *  Section 2.3.3, Table 3: made up, on 20 nodes
 *	come	Poisson, mu of them in each slot, until there are cnt
 *	t_esr	0 to 24 hours later, uniform: 0 .. 288 slots of 5 minutes
 *	t_e	uniform, 1 .. te_max slots (the paper gives no range)
 *	numC	uniform, 1 .. cn_max (the paper: "number of resources 1-20")
 *	t_f	flexibility, 1 to 12 hours, uniform: t_lsr = t_esr + t_f, of a
 *		share of them; t_lsr = t_esr of the others
 *  Read	as they are, to the second; contrib/eval/lrh-parts writes them
 */
#pragma once

#include <stdio.h>

#include "contrib/eval/lrh/lrh_method.h"

#define FLEX_DELTA 300		/* "12 timeslots (1 hour)" */
#define FLEX_DAY 288		/* slots */
#define FLEX_HOUR 12

/* The paper's Table 1: request i is userID i + 1. RET 0, or -1 with ENOMEM */
extern int flex_work_table1(struct flex_work *ret_work);

/*
 * The order of Table 2, for requests that come in the same slot; those that come
 * earlier go first. OUT ret_order - numbers of requests; cnt of them.
 *
 * The text (2.1, 2.3)
 * says by t_esr, t_e and numC, but the table has userID 5 (t_e 5) before 6 (t_e
 * 3), and 4 and 3 (4) before 2 (3). The table's order is by t_esr, by t_e x
 * numC, by t_lsr. On Table 1 both give the same starts.
 */
extern void flex_table2_order(const struct flex_work *w, uint32_t *ret_order);

struct flex_shape {
	uint32_t cnt;		/* number of requests, >= 1 */
	double mu;		/* mean number of requests per slot, > 0 */
	uint32_t max_cn;	/* nodes, >= cn_max */
	uint32_t cn_max;	/* >= 1 */
	uint32_t te_max;	/* slots, >= 1 */
	uint32_t flexible;	/* percent of the requests, 0 .. 100 */
	bool ahead;		/* all come before slot 0, as in Table 1; t_esr
				 * is in the 24 hours from then on */
};

/*
 * The period measured is the one with most requests: from the arrival of the
 * last request to a day after that of the first; with ahead, the day itself. If
 * more than a day passes until the last arrival, the period is from a day after
 * the first to the last.
 * RET 0, or -1 with errno ENOMEM
 */
extern int flex_work_make(const struct flex_shape *shape, uint64_t seed,
			  struct flex_work *ret_work);

/*
 * Read the next requests of f: a line "come t_esr t_lsr t_e numC" for each, in
 * order of come, up to an empty line or the end. No period is set.
 * RET 1; 0 if there are no more; -1 with errno EINVAL (a malformed line) or
 *	ENOMEM
 */
extern int flex_work_read(FILE *f, uint32_t max_cn, struct flex_work *ret_work);

extern void flex_work_free(struct flex_work *w);
