/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lrh_table1.h - what the LRH paper shows of Table 1, done again.
 */
#ifndef EVAL_LRH_TABLE1_H
#define EVAL_LRH_TABLE1_H

#include <stdio.h>

#include "contrib/eval/lrh_sim.h"

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
