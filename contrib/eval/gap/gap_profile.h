/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * gap_profile.h - nodes in use over time, as a step function.
 *
 *	at	 0   10	   20	 35
 *	used	 0    3	    5	  0	(the last step goes on for ever)
 *
 * Times are seconds >= 0. No two neighbours are equal. For the search of
 * gap_search.h, which adds and removes much; garq_t has slots and ids.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

struct gap_step {
	time_t at;
	uint32_t used;
};

struct gap_profile {
	struct gap_step *step;	/* the first one is at 0 */
	uint32_t cnt;
	uint32_t max_cn;
};

/* IN most - requests that are in it at a time. RET 0, or -1 with ENOMEM */
extern int gap_profile_open(struct gap_profile *p, uint32_t max_cn,
			    uint32_t most);
extern void gap_profile_close(struct gap_profile *p);

/* Use n nodes more in [start, end); they fit. Or remove what was added. */
extern void gap_profile_add(struct gap_profile *p, time_t start, time_t end,
			    uint32_t n);
extern void gap_profile_remove(struct gap_profile *p, time_t start, time_t end,
			       uint32_t n);

/*
 * The first, or last, start in [from, to] from which n nodes are free for t_e
 * seconds. RET whether there is one
 */
extern bool gap_profile_first(const struct gap_profile *p, time_t from,
			      time_t to, time_t t_e, uint32_t n,
			      time_t *ret_start);
extern bool gap_profile_last(const struct gap_profile *p, time_t from,
			     time_t to, time_t t_e, uint32_t n,
			     time_t *ret_start);
