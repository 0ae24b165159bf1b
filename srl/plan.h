/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * plan.h - a plan, and whether it is right.
 *
 * A plan is a resource and a begin for each part. What is said here about a
 * plan uses the request and the world alone, nothing of the model or the
 * search: it is the certificate by which an answer of the search, or of
 * another solver, is believed.
 */
#pragma once

#include "srl/world.h"

/* The objective is compared with this precision. */
#define SRL_EXACT 1e-9

/*
 * Each objective is normalised: 0 is the least, and 1 the largest value that
 * the candidates of its parts allow, taken one by one. "max" counts 1 - that.
 * An objective whose parts leave no choice counts 0.
 */
typedef struct {
	double least, most;
} srl_range_t;

/*
 * The ranges of all objectives: ret_ranges has objective_cnt of them. Begins
 * range over the runs inside the windows of their parts.
 *
 * RET 0, or -1 with errno: ENOMEM
 */
extern int srl_ranges(const srl_t *srl, const srl_world_t *world,
		      srl_range_t *ret_ranges);

/* RET the value of objective i for a plan, 0 .. 1, not weighted */
extern double srl_plan_term(const srl_t *srl, const srl_world_t *world,
			    const srl_range_t *ranges, size_t i,
			    const srl_place_of_part_t *plan);

/* RET the objective, 0 .. 1: the weighted sum of all terms; less is better */
extern double srl_plan_value(const srl_t *srl, const srl_world_t *world,
			     const srl_range_t *ranges,
			     const srl_place_of_part_t *plan);

/* RET the sum of the costs of all parts */
extern double srl_plan_cost(const srl_world_t *world,
			    const srl_place_of_part_t *plan, size_t part_cnt);

/*
 * Check that a plan keeps all windows, constraints, links and pools. plan has
 * part_cnt places, of any content.
 *
 * RET true, or false with the reason in text, which ends with a zero
 */
extern bool srl_plan_check(const srl_t *srl, const srl_world_t *world,
			   const srl_place_of_part_t *plan, char *text,
			   size_t size);
