/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * eval_osp_sim_fixture.c - the simulator on a workload that is written down.
 */
#include "test/unit/eval_osp_sim_fixture.h"

struct eval_job job[JOBS_MAX];
bool ar[JOBS_MAX];
struct sim_jobs jobs;
struct sim_setup setup;
struct sim_result result;

extern void sim_prepare(sim_policy *policy, enum sim_order order,
			uint32_t max_cn)
{
	jobs = (struct sim_jobs) {
		.job = job, .max_cn = max_cn, .delta = DELTA, .end = 1000,
	};
	setup = (struct sim_setup) {
		.jobs = &jobs, .ar = ar, .policy = policy, .order = order,
		.horizon = 1000,
	};
}

extern void sim_rows(const struct row *row, uint32_t cnt)
{
	for (uint32_t i = 0; i < cnt; i++) {
		job[i] = (struct eval_job) {
			row[i].submit, row[i].dur, row[i].num_cn, 0
		};
		ar[i] = row[i].ar;
	}
	jobs.cnt = cnt;
}

extern time_t started(uint32_t i)
{
	return result.fate[i].start;
}

extern void sim_teardown(void)
{
	sim_result_free(&result);
}
