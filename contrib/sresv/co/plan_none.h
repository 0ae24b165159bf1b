/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * plan_none.h - why there is no plan.
 */
#ifndef SRESV_CO_PLAN_NONE_H
#define SRESV_CO_PLAN_NONE_H

#include <stdio.h>

#include "contrib/sresv/co/planner.h"

/*
 * Say why there is no plan, in lines: parts without a candidate, and why each
 * resource is none; else the constraints without which there is a plan, and how
 * far off they are; else that the parts do not fit together.
 *
 * name - of the request's file
 * limits - of each search that looks for the reason
 * RET 0, or -1 with errno ENOMEM
 */
extern int plan_none(const planner_t *planner, const srl_t *srl,
		     const char *name, const srl_limits_t *limits, FILE *to);

#endif
