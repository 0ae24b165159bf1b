/* SPDX-License-Identifier: GPL-2.0-or-later */
/* plan_none.h - why there is no plan. */
#pragma once

#include <stdio.h>

#include "contrib/sresv/co/plan/planner.h"

/*
 * Say why there is no plan, in lines: parts without a candidate, and why each
 * resource is none; else the constraints without which there is a plan, and how
 * far off they are; else that the parts do not fit together. Or that none was found, but
 * one may exist, and what it could be at best.
 *
 * The search for reasons ends with the time of planner_solve(), and says so.
 *
 * name - of the request's file
 * answer - of planner_solve()
 * RET 0, or -1 with errno ENOMEM
 */
extern int plan_none(planner_t *planner, const srl_t *srl, const char *name,
		     const srl_answer_t *answer, FILE *to);
