/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * value.c - questions to a request that was read.
 */
#include <math.h>
#include <string.h>

#include "srl/srl.h"

extern uint32_t srl_find_part(const srl_t *srl, const char *id)
{
	for (uint32_t p = 0; p < srl->part_cnt; p++)
		if (!strcmp(srl->parts[p].id, id))
			return p;
	return SRL_NO_PART;
}

extern bool srl_holds(double sum, srl_op_t op)
{
	switch (op) {
	case SRL_LT: return sum < -SRL_NEAR;
	case SRL_LE: return sum <= SRL_NEAR;
	case SRL_EQ: return fabs(sum) <= SRL_NEAR;
	case SRL_NE: return fabs(sum) > SRL_NEAR;
	case SRL_GE: return sum >= -SRL_NEAR;
	default: return sum > SRL_NEAR;
	}
}
