/* SPDX-License-Identifier: GPL-2.0-or-later */
/* gantt_private.h - what the files of gantt.h share. */
#pragma once

#include "contrib/sresv/gantt/gantt.h"

/* An empty row at the end, or NULL if memory is short. Rows move. */
extern gantt_row_t *gantt_add_row(gantt_t *g);
extern void gantt_free_rows(gantt_t *g);

/* RET false if memory is short */
extern bool gantt_add_bar(gantt_row_t *row, uint32_t item);
extern void gantt_set_lanes(const gantt_t *g, gantt_row_t *row);

/*
 * Make the rows of nodes, then those of held offers, of whose nodes the
 * controller tells only how many there are; and the free capacity. By bookings
 * the rows are dropped again.
 * RET false if memory is short
 */
extern bool gantt_make_by_nodes(gantt_t *g);
