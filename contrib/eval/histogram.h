/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * histogram.h - the temporary array in which List and SCQ add up how many nodes
 * are used in an interval (paper, section 3.3 and figure 7).
 *
 *	begin                         end
 *	| num_cn |   +2   | +3 |  +1   |
 *	step 0     step 1   2     3
 *
 * List knows no slots, so the paper's "time slot" is here a run of seconds in
 * which the same reservations are held: exact for every second.
 */
#ifndef EVAL_HISTOGRAM_H
#define EVAL_HISTOGRAM_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

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

/*
 * Begin with one step [t_s, t_e), in which the new request uses num_cn nodes.
 * RET 0, or -1 with errno ENOMEM
 */
extern int eval_histogram_begin(struct eval_histogram *h, time_t t_s,
				time_t t_e, uint32_t num_cn);

/*
 * Add a reservation of num_cn nodes in [t_s, t_e); only the part inside the
 * histogram counts. RET 0, or -1 with errno ENOMEM: then begin again
 */
extern int eval_histogram_add(struct eval_histogram *h, time_t t_s, time_t t_e,
			      uint32_t num_cn);

/*
 * Are more than max_cn nodes used anywhere?
 * OUT ret_end - end of the last such step; untouched if 0 is returned; NULL:
 *	any such step answers the question
 * RET 1 or 0
 */
extern int eval_histogram_full(const struct eval_histogram *h, uint32_t max_cn,
			       time_t *ret_end);

#endif
