/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * breakpoints.h - the starts of groups at which an optimum can lie.
 *
 * For given runs, and a given order of parts and steps in each pool, the
 * starts that are feasible are a polyhedron of bounds and differences. The
 * objective is linear, so some optimum is a corner: there the tight
 * differences tie each group to one whose bound is tight. These seconds are
 * therefore enough:
 *
 *   bounds      ends of runs, of windows; steps of shared pools, and of the nodes
 *               of a pool, at which a part begins or ends
 *   + ways      each sum of tight differences on a way from another group: gaps,
 *               != by a second, one part behind another in a shared pool
 *
 * With one group the earliest of an interval is enough where later is not
 * better, and the latest where it is.
 */
#pragma once

#include "srl/meter.h"
#include "srl/model.h"

typedef struct {
	int64_t *starts;	/* ascending, inside low and high */
	size_t cnt;
} srl_breakpoints_t;

/*
 * Ways are followed as long as there are fewer breakpoints than this. Many
 * groups that share pools could have more than can be looked at.
 */
#ifndef SRL_WAYS_MAX
#define SRL_WAYS_MAX 400000
#endif

/*
 * Find the breakpoints of all groups.
 *
 * ret_points - group_cnt of them; each starts must be freed with free()
 * ret_all - none was left out; the bounds are always there
 * RET 0, or -1 with errno: ENOMEM, E2BIG, ECANCELED if the meter has stopped;
 *	nothing needs to be freed then
 */
extern int srl_breakpoints(const srl_model_t *model, srl_meter_t *meter,
			   srl_breakpoints_t *ret_points, bool *ret_all);
