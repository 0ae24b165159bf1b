/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * explain.c - find the constraints that prevent a plan.
 */
#include <errno.h>
#include <stdlib.h>

#include "srl/search.h"

static bool _has_plan(const srl_answer_t *answer)
{
	return (answer->verdict == SRL_OPTIMAL) ||
		(answer->verdict == SRL_STOPPED);
}

static int _without(const srl_t *srl, const srl_world_t *world,
		    const srl_limits_t *limits, bool *ignore, bool *ret_guilty,
		    size_t *ret_open)
{
	size_t constraint, cnt = 0;
	srl_limits_t own = *limits;
	srl_answer_t answer;

	own.ignore = ignore;
	for (size_t i = 0; i < srl->constraint_cnt; i++) {
		bool before = ignore[i];

		ret_guilty[i] = false;
		if (before)
			continue;
		ignore[i] = true;
		if (srl_search(srl, world, &own, &answer, &constraint) < 0)
			return -1;
		ret_guilty[i] = _has_plan(&answer);
		cnt += ret_guilty[i];
		*ret_open += (answer.verdict == SRL_UNKNOWN);
		ignore[i] = before;
	}
	return (int) cnt;
}

extern int srl_explain(const srl_t *srl, const srl_world_t *world,
		       const srl_limits_t *limits, bool *ret_guilty,
		       size_t *ret_open)
{
	bool *ignore = calloc(srl->constraint_cnt + 1, sizeof(*ignore));
	int rc, err;

	if (!ignore)
		return -1;
	for (size_t i = 0; limits->ignore && (i < srl->constraint_cnt); i++)
		ignore[i] = limits->ignore[i];
	*ret_open = 0;
	rc = _without(srl, world, limits, ignore, ret_guilty, ret_open);
	err = errno;
	free(ignore);
	errno = err;
	return rc;
}
