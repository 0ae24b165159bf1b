/* SPDX-License-Identifier: GPL-2.0-or-later */
/* gantt_seen.h - the input of a picture, from what the controller shows. */
#pragma once

#include "contrib/sresv/gantt/gantt.h"
#include "contrib/sresv/ctl/seen.h"

typedef struct {
	seen_t seen;
	node_info_msg_t *nodes;		/* NULL: the user may not see them */
	partition_info_msg_t *partitions;
	gantt_input_t input;		/* refers to all of these */
} gantt_seen_t;

/*
 * Ask the controller. What PrivateData hides from the user is not in its
 * answers. If the user may not see nodes, the status is STATUS_DONE all the same,
 * input.nodes is NULL and a->why says so.
 * IN now, until - further occurrences of recurring reservations are added, as
 *	long as they begin before until
 * OUT ret - gantt_seen_free(), whatever the status
 */
extern void gantt_seen_load(gantt_seen_t *ret, time_t now, time_t until,
			    answer_t *a);
extern void gantt_seen_free(gantt_seen_t *s);

/*
 * Make the input of what was loaded otherwise: s->seen, nodes and partitions.
 * RET false: memory is short; gantt_input_free() anyway
 */
extern bool gantt_seen_fill(gantt_seen_t *s, time_t now, time_t until);

/* Is nothing booked on a node in this state from now on? */
extern bool gantt_seen_is_down(const node_info_t *n);

/* How sched/garq serves a reservation. IN garq - false: plain Slurm's */
extern gantt_kind_t gantt_kind(const reserve_info_t *r, bool garq);
