/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lrh_small_world.h - a small machine whose bookings are told one by one.
 */
#pragma once

#include "lrh/lrh.h"
#include "test/unit/test_util.h"

#define SMALL_HOUR 3600

struct small_world {
	garq_machine_t *m;
	lrh_t *l;
	uint32_t nodes;
	lrh_options_t options;	/* LRH_ALL, without limits */
};

/* IN pool_of - as garq_machine_create(), whose now is 0 */
extern void small_begin(struct small_world *w, uint32_t nodes,
			const uint32_t *pool_of);

/* Ends the test if something is broken. */
extern void small_end(struct small_world *w);

/*
 * Ask for any nodes (NULL), or some of these, and have them if they fit. RET the
 * plan, whose sets and moves are gone
 */
extern lrh_plan_t small_ask(struct small_world *w, uint64_t id, time_t t_esr,
			    time_t t_lsr, time_t t_e, uint32_t num_cn,
			    const char *nodes);

/* The same for all of these nodes. */
extern lrh_plan_t small_ask_named(struct small_world *w, uint64_t id,
				  time_t t_esr, time_t t_lsr, time_t t_e,
				  const char *nodes);

/* Others hold nodes: a job. */
extern void small_hold(struct small_world *w, uint64_t id, const char *nodes,
		       time_t t_s, time_t t_e);

/* Does a holder have exactly these nodes at t? */
extern bool small_has(const struct small_world *w, uint64_t id,
		      const char *nodes, time_t t);
