/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ask.c - how long a plan may take; see ask.h */

#include "lrh/ask.h"

static uint64_t _now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t) t.tv_sec * 1000000000 + (uint64_t) t.tv_nsec;
}

void lrh_set_until(struct lrh_ask *ask)
{
	uint64_t budget = ask->options->budget;

	if (budget && __builtin_add_overflow(_now(), budget, &ask->until))
		ask->until = 0;
}

bool lrh_is_late(const struct lrh_ask *ask)
{
	return ask->until && (_now() > ask->until);
}
