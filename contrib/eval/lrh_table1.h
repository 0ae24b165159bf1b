/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lrh_table1.h - what the LRH paper shows of Table 1, done again.
 */
#ifndef EVAL_LRH_TABLE1_H
#define EVAL_LRH_TABLE1_H

#include <stdio.h>

#include "contrib/eval/lrh_sim.h"

/*
 * The order of Table 2: numbers of requests; cnt of them. The text (2.1, 2.3)
 * says by t_esr, t_e and numC, but the table has userID 5 (t_e 5) before 6 (t_e
 * 3), and 4 and 3 (4) before 2 (3). What it has is by t_esr, by t_e x numC, by
 * t_lsr. On Table 1 both give the same starts.
 */
extern void flex_seed_order(const struct flex_work *w, uint32_t *ret_order);

/*
 * A view: who is on which node in which slot, as numbers of requests + 1; 0 is
 * nobody. cell[node * slots + slot]. All times of the work lie in the slots.
 * Logical (Fig. 3): in each slot those in it, in this order, from v0 up.
 * Physical (Fig. 4): on the nodes that they have.
 */
extern void flex_logical(const struct flex_work *w, const struct flex_result *r,
			 const uint32_t *order, uint32_t slots,
			 uint32_t *ret_cell);
extern void flex_physical(const struct flex_work *w,
			  const struct flex_result *r, uint32_t slots,
			  uint32_t *ret_cell);

/* How far are the starts of this method from those of EDS in Table 4: slots. */
extern int flex_eds_distance(const char *method, uint32_t *ret_slots,
			     uint32_t *ret_refused);

/* All tables and views, in Markdown. RET 0, or -1 as flex_run() */
extern int flex_table1_print(FILE *f);

#endif
