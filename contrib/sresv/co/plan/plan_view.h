/* SPDX-License-Identifier: GPL-2.0-or-later */
/* plan_view.h - a plan, for people and programs. */
#pragma once

#include <stdio.h>

#include "contrib/sresv/co/plan/planner.h"
#include "srl/plan.h"

/* All of it stays the caller's. */
typedef struct {
	const char *name;	/* of the file */
	const srl_t *srl;
	const ris_t *ris;
	const srl_world_t *world;
	const srl_answer_t *answer;	/* with a plan, where one is printed */
	planner_place_t places[SRL_PARTS_MAX];
	const srl_range_t *ranges;	/* of the objectives */
	planner_end_t end;	/* why the search has ended */
} plan_view_t;

/* The value of a sum for the plan: a moment, "3600 s", or "120.00". RET buf */
#define PLAN_VALUE_MAX 64
extern const char *plan_value(const plan_view_t *v, const srl_sum_t *sum,
			      char buf[PLAN_VALUE_MAX]);

/* "optimal", or "within G of the best", and why no more is known */
#define PLAN_VERDICT_MAX 128
extern const char *plan_verdict(const plan_view_t *v,
				char buf[PLAN_VERDICT_MAX]);

/* The tables: parts, and what the objective is made of. RET false without memory */
extern bool plan_print(const plan_view_t *v, FILE *to);

/* A line for each part over a time axis, at most width columns. */
extern void plan_picture(const plan_view_t *v, size_t width, FILE *to);

/* The same as SVG. */
extern void plan_svg(const plan_view_t *v, FILE *to);

/* As an object: parts, objectives. RET NULL without memory */
extern json_t *plan_json(const plan_view_t *v);
