/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bench-srl.c - the cost of the best co-reservation.
 *
 *	make bench-srl && ./contrib/bench/bench-srl [seed]
 *
 * Instances of the paper's evaluation (contrib/eval/co/co_instance.h). Prints the
 * processor time of the median and the slowest of ten searches, with all that
 * they need (model, breakpoints, proof).
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "contrib/eval/co/co_instance.h"
#include "contrib/eval/base/quartile.h"
#include "srl/search.h"

#define INSTANCES 10

static uint64_t random_state;

static double _processor_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double) t.tv_sec * 1e3 + (double) t.tv_nsec / 1e6;
}

static void _measure(uint32_t n, uint32_t k, uint32_t percent,
		     uint32_t most_cost)
{
	double ms[INSTANCES];
	uint64_t steps = 0;
	int plans = 0;
	srl_t *srl = co_request();

	for (int i = 0; i < INSTANCES; i++) {
		co_instance_t in = co_instance(n, k, percent, most_cost,
					       &random_state);
		const srl_limits_t limits = { 0 };
		srl_answer_t answer;
		size_t constraint;
		double t = _processor_ms();

		if (srl_search(srl, &in.world, &limits, &answer, &constraint) < 0)
			abort();
		ms[i] = _processor_ms() - t;
		steps += answer.progress.steps;
		plans += answer.verdict == SRL_OPTIMAL;
		co_instance_free(&in);
	}
	srl_destroy(srl);
	eval_sort(ms, INSTANCES);
	printf("%10u %7u %7u %% %8u %6d %12.3f %12.3f %12u\n", n, k, percent,
	       most_cost, plans,
	       ms[INSTANCES / 2], ms[INSTANCES - 1],
	       (unsigned int) (steps / INSTANCES));
	fflush(stdout);
}

int main(int argc, char **argv)
{
	static const struct {
		uint32_t n, k, percent, most_cost;
	} rows[] = {
		{ 1, 397, 100, 4000 }, { 1, 397, 100, 20000 },
		{ 2, 397, 100, 20000 }, { 5, 67, 100, 20000 },
		{ 5, 397, 100, 4000 }, { 10, 397, 100, 4000 },
		{ 20, 397, 100, 4000 }, { 20, 397, 100, 20000 },
		{ 20, 397, 30, 4000 }, { 20, 397, 30, 20000 },
		{ 100, 1000, 100, 4000 }, { 100, 1000, 100, 20000 },
		{ 100, 1000, 30, 4000 },
	};

	random_state = (argc > 1) ? strtoull(argv[1], NULL, 10) : 1;
	printf("%10s %7s %9s %8s %6s %12s %12s %12s\n", "resources", "starts",
	       "there", "cost to", "plans", "median [ms]", "slowest [ms]",
	       "steps");
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		_measure(rows[i].n, rows[i].k, rows[i].percent,
			 rows[i].most_cost);
	return 0;
}
