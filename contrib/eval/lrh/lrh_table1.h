/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lrh_table1.h - the LRH paper's results for Table 1, reproduced.
 */
#pragma once

#include <stdio.h>

#include "contrib/eval/lrh/lrh_sim.h"

/*
 * A view: which request is on which node in which slot, as number of the
 * request + 1; 0: none. cell[node * slots + slot]. All times of the work lie in
 * the slots.
 * Logical (Fig. 3): the requests of each slot, in this order, from v0 up.
 * Physical (Fig. 4): the requests on their nodes.
 */
extern void flex_logical(const struct flex_work *w, const struct flex_result *r,
			 const uint32_t *order, uint32_t slots,
			 uint32_t *ret_cell);
extern void flex_physical(const struct flex_work *w,
			  const struct flex_result *r, uint32_t slots,
			  uint32_t *ret_cell);

/* Distance, in slots, of this method's starts from those of EDS in Table 4. */
extern int flex_eds_distance(const char *method, uint32_t *ret_slots,
			     uint32_t *ret_refused);

/* All tables and views, in Markdown. RET 0, or -1 as flex_run() */
extern int flex_table1_print(FILE *f);
