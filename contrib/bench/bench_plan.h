/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bench_plan.h - the limits that sched/garq has for a plan, if slurm.conf says
 * nothing else: those of options.h and steps.h of the office.
 */
#pragma once

#include "lrh/lrh.h"

#define BENCH_MS 32000			/* LRH_STEPS_PER_MS */
#define BENCH_TURN (4 * BENCH_MS)	/* STEPS_TURN */

static const lrh_options_t bench_plan = {
	.policy = LRH_ALL, .freeze = 300, .budget = 8 * BENCH_MS,
	.limit = 16 * BENCH_MS, .moves = 64,
};
