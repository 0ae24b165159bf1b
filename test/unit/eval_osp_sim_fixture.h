/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * eval_osp_sim_fixture.h - the simulator of contrib/eval on a workload that is
 * written down in a line.
 *
 *	tcase_add_checked_fixture(tc, NULL, sim_teardown);
 */
#pragma once

#include "contrib/eval/osp/osp_sim.h"
#include "test/unit/test_util.h"

#define DELTA 10
#define JOBS_MAX 40

struct row {
	time_t submit;
	time_t dur;
	uint32_t num_cn;
	bool ar;
};

/* A job that queues, a job that asks for a reservation. */
#define Q(submit, dur, num_cn) { submit, dur, num_cn, false }
#define R(submit, dur, num_cn) { submit, dur, num_cn, true }

/* The one run of a test: its setup and its result. */
extern struct eval_job job[JOBS_MAX];
extern bool ar[JOBS_MAX];
extern struct sim_jobs jobs;
extern struct sim_setup setup;
extern struct sim_result result;

/* A machine of max_cn nodes, without jobs; no time but now to ask for. */
extern void sim_prepare(sim_policy *policy, enum sim_order order,
			uint32_t max_cn);

/* Set the jobs. */
extern void sim_rows(const struct row *row, uint32_t cnt);

/* Run jobs: run(Q(0, 100, 3), R(1, 50, 4)). */
#define run(...)							\
	do {								\
		const struct row row_[] = { __VA_ARGS__ };		\
		sim_rows(row_, sizeof(row_) / sizeof(row_[0]));		\
		ck_assert_int_eq(sim_run(&setup, &result), 0);		\
	} while (0)

/* The start of job i. */
extern time_t started(uint32_t i);

extern void sim_teardown(void);
