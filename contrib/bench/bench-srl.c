/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bench-srl.c - the cost of the best co-reservation.
 *
 *	make bench-srl && ./contrib/bench/bench-srl [seed]
 *
 * The paper's instance (section 6): five parts, n resources each of which can run
 * three of them, n * n links, k starts for each part on each resource, with
 * random costs; a limit on the sum of all costs. Prints the processor time of the
 * median and the slowest of ten searches, with all that they need (model,
 * breakpoints, proof).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "contrib/bench/bench_util.h"
#include "contrib/eval/quartile.h"
#include "srl/search.h"

#define INSTANCES 10
#define PARTS 5
#define WINDOW 237600	/* seconds in which parts begin, as in the paper */
#define NAME 24

static const char request[] =
	"IBM.TS.duration = 6 h\n"
	"PCC.TS.duration = 6 h\n"
	"NET.TS.duration = 6 h\n"
	"VIS.TS.duration = 2 h\n"
	"OUT.TS.duration = 2 h\n"
	"NET.QOS.from = IBM\nNET.QOS.to = PCC\n"
	"OUT.QOS.from = VIS\nOUT.QOS.to = IBM\n"
	"PCC.CON.t = PCC.RVC.begin == IBM.RVC.begin\n"
	"NET.CON.t = NET.RVC.begin == IBM.RVC.begin\n"
	"VIS.CON.t = VIS.RVC.begin == IBM.RVC.begin + 4 h\n"
	"OUT.CON.t = OUT.RVC.begin == VIS.RVC.begin\n"
	"CO.CON.cost = ALL.RVC.cost <= 10000\n"
	"CO.OBJ.cost = min, ALL.RVC.cost, 1\n"
	"CO.OBJ.start = min, IBM.RVC.begin, 1\n"
	"CO.OBJ.net = max, NET.RVC.bandwidth + OUT.RVC.bandwidth, 1\n";

struct instance {
	srl_world_t world;
	srl_resource_t *resources;
	srl_lane_t *lanes;
	srl_run_t *runs;
	char (*names)[NAME];
};

static const srl_step_t endless = { 0, INT64_MAX };
static const srl_pool_t pool = { &endless, 1 };

/* Costs are up to most_cost; percent of all starts are there. */
static void _fill(srl_run_t *runs, srl_lane_t *lane, uint64_t k, int percent,
		  uint64_t most_cost, int64_t offset)
{
	size_t cnt = 0;

	for (uint64_t j = 0; j < k; j++) {
		int64_t at = offset + (int64_t) (j * WINDOW / (k - 1));

		if (bench_random(100) >= (uint64_t) percent)
			continue;
		runs[cnt++] = (srl_run_t) {
			at, at, (double) bench_random(most_cost + 1) };
	}
	lane->runs = runs;
	lane->run_cnt = cnt;
}

static void _add_resources(struct instance *in, uint64_t n)
{
	size_t cnt = n + n * n;

	in->names = bench_need(calloc(cnt, NAME));
	in->resources = bench_need(calloc(cnt, sizeof(*in->resources)));
	for (uint64_t i = 0; i < cnt; i++) {
		srl_resource_t *r = &in->resources[i];

		snprintf(in->names[i], NAME, "r%u", (unsigned int) i);
		*r = (srl_resource_t) { in->names[i], in->names[i],
					in->names[i], { NULL, NULL }, 0 };
		if (i < n)
			continue;
		r->ends[0] = in->names[(i - n) / n];
		r->ends[1] = in->names[(i - n) % n];
	}
	in->world = (srl_world_t) { &pool, 1, in->resources, cnt, NULL, 0 };
}

static struct instance _make(uint64_t n, uint64_t k, int percent,
			     uint64_t most_cost)
{
	struct instance in = { 0 };
	size_t lanes = 3 * n + 2 * n * n, l = 0;

	_add_resources(&in, n);
	in.lanes = bench_need(calloc(lanes, sizeof(*in.lanes)));
	in.runs = bench_need(calloc(lanes * k, sizeof(*in.runs)));
	for (uint32_t p = 0; p < PARTS; p++) {
		bool link = (p == 2) || (p == 4);

		for (uint64_t i = 0; i < (link ? n * n : n); i++, l++) {
			in.lanes[l] = (srl_lane_t) {
				p, (uint32_t) (link ? n + i : i), 1,
				(double) bench_random(1001), NULL, 0 };
			_fill(in.runs + l * k, &in.lanes[l], k, percent,
			      most_cost, (p > 2) ? 4 * 3600 : 0);
		}
	}
	in.world.lanes = in.lanes;
	in.world.lane_cnt = lanes;
	return in;
}

static void _free(struct instance *in)
{
	free(in->resources);
	free(in->lanes);
	free(in->runs);
	free(in->names);
}

static double _processor_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double) t.tv_sec * 1e3 + (double) t.tv_nsec / 1e6;
}

static srl_t *_request(void)
{
	static srl_errors_t errors;
	const srl_reader_t reader = { 0 };
	srl_t *srl = srl_read(request, strlen(request), &reader, &errors);

	if (!srl)
		printf("%u:%u: %s\n", errors.list[0].place.line,
		       errors.list[0].place.column, errors.list[0].text);
	return bench_need(srl);
}

static void _measure(uint64_t n, uint64_t k, int percent, uint64_t most_cost)
{
	double ms[INSTANCES];
	uint64_t steps = 0;
	int plans = 0;
	srl_t *srl = _request();

	for (int i = 0; i < INSTANCES; i++) {
		struct instance in = _make(n, k, percent, most_cost);
		const srl_limits_t limits = { 0 };
		srl_answer_t answer;
		size_t constraint;
		double t = _processor_ms();

		if (srl_search(srl, &in.world, &limits, &answer, &constraint) < 0)
			abort();
		ms[i] = _processor_ms() - t;
		steps += answer.progress.steps;
		plans += answer.verdict == SRL_OPTIMAL;
		_free(&in);
	}
	srl_destroy(srl);
	eval_sort(ms, INSTANCES);
	printf("%10u %7u %7d %% %8u %6d %12.3f %12.3f %12u\n", (unsigned int) n,
	       (unsigned int) k, percent, (unsigned int) most_cost, plans,
	       ms[INSTANCES / 2], ms[INSTANCES - 1],
	       (unsigned int) (steps / INSTANCES));
	fflush(stdout);
}

int main(int argc, char **argv)
{
	static const struct {
		uint64_t n, k;
		int percent;
		uint64_t most_cost;
	} rows[] = {
		{ 1, 397, 100, 4000 }, { 1, 397, 100, 20000 },
		{ 2, 397, 100, 20000 }, { 5, 67, 100, 20000 },
		{ 5, 397, 100, 4000 }, { 10, 397, 100, 4000 },
		{ 20, 397, 100, 4000 }, { 20, 397, 100, 20000 },
		{ 20, 397, 30, 4000 }, { 20, 397, 30, 20000 },
		{ 100, 1000, 100, 4000 }, { 100, 1000, 100, 20000 },
		{ 100, 1000, 30, 4000 },
	};

	bench_seed((argc > 1) ? strtoull(argv[1], NULL, 10) : 1);
	printf("%10s %7s %9s %8s %6s %12s %12s %12s\n", "resources", "starts",
	       "there", "cost to", "plans", "median [ms]", "slowest [ms]",
	       "steps");
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		_measure(rows[i].n, rows[i].k, rows[i].percent,
			 rows[i].most_cost);
	return 0;
}
