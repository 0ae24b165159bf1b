/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * plan.h - the plan of a request that was only looked at: lines garq-plan=1 and
 * garq-move=1 (answer.h of the office).
 */
#pragma once

#include "contrib/sresv/text/sheet.h"

typedef struct {
	sheet_t *plans;		/* a row for each booking that is asked for */
	sheet_t *moves;		/* those that would move for it */
	int64_t nodes;		/* of the last booking; < 0: it is deleted */
	int64_t seconds;	/* the same */
	bool priced;		/* it has a price */
} plan_t;

/* RET false: memory is short; plan_end() in any case */
extern bool plan_begin(plan_t *p);
extern void plan_end(plan_t *p);

/*
 * Add the plan of an answer.
 * IN lines - NULL: none
 * RET false: it is not as it should be, or memory is short
 */
extern bool plan_add(plan_t *p, const char *lines);
