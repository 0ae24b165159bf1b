/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * histogram.h - the temporary array in which List and SCQ add up how many nodes
 * are used in an interval (paper, section 3.3 and figure 7).
 *
 *	begin                         end
 *	| num_cn |   +2   | +3 |  +1   |
 *	step 0     step 1   2     3
 *
 * Blocks keeps one over all time, with all reservations in it.
 *
 * List knows no slots, so the paper's "time slot" is here a run of seconds in
 * which the same reservations are held: exact for every second.
 */
#pragma once

#include "contrib/eval/slots/queue.h"

struct eval_step {
	time_t t;		/* first second; the next step begins its end */
	uint64_t used;
};

/* All zero: without memory. */
struct eval_histogram {
	struct eval_step *step;
	uint32_t cnt;
	uint32_t cap;		/* of step; its own bytes are measured, too */
	time_t end;
};

extern void eval_histogram_free(struct eval_histogram *h);

/* Make room for cnt steps. RET 0, or -1 with errno ENOMEM */
extern int eval_histogram_reserve(struct eval_histogram *h, uint32_t cnt);

/* The first step that begins at t or later; h->cnt if there is none. */
extern uint32_t eval_histogram_at(const struct eval_histogram *h, time_t t);

/*
 * Make a step begin at t, which is not before the first step. There is room.
 * RET its index; h->cnt if t is the end
 */
extern uint32_t eval_histogram_cut(struct eval_histogram *h, time_t t);

/* The end of step i. */
static inline time_t eval_histogram_step_end(const struct eval_histogram *h,
					     uint32_t i)
{
	return (i + 1 < h->cnt) ? h->step[i + 1].t : h->end;
}

/*
 * Would more than max_cn nodes be used anywhere in [t_s, t_e) of the request b
 * with the reservations of a list that is sorted by t_s?
 * OUT ret_end - end of the last such step; untouched unless 1 is returned;
 *	NULL: any such step answers the question
 * RET 1, 0, or -1 with errno ENOMEM
 */
extern int eval_histogram_full(struct eval_histogram *h,
			       const struct eval_node *head,
			       const struct eval_booking *b, uint32_t max_cn,
			       time_t *ret_end);

/* eval_histogram_full() for all reservations of a structure. */
typedef int (*eval_full_fn)(void *s, const struct eval_booking *b,
			    time_t *ret_end);

/*
 * A structure's suggest, by its full: move the interval behind the last time
 * that is too full, since no earlier start is feasible, and try again.
 */
extern int eval_histogram_suggest(void *s, eval_full_fn full,
				  const struct eval_booking *b,
				  time_t max_limit, time_t *ret_start);
