/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lrh-gap.c - how far admission is from the optimum.
 *
 * Small random instances: requests come one after the other, all before the
 * first of them starts. Compares what each policy accepts, in node-seconds, with
 *	exact	a request is accepted if all accepted ones can be placed with it
 *	best	all requests are known beforehand: the most that is possible
 * Both are found by exhaustive search.
 *
 *	lrh-gap [INSTANCES [SEED]]
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "contrib/bench/bench_util.h"
#include "lrh/lrh.h"

#define NODES 4
#define REQUESTS 9
#define SECONDS 32
#define POLICIES (LRH_ALL + 1)

static const char *const policy_name[POLICIES] = { "first fit", "seed", "all" };
static uint64_t by_order[LRH_ORDERS];

static int _work(const lrh_request_t *rq)
{
	return (int) rq->num_cn * (int) rq->t_e;
}

static void _make(lrh_request_t *in, int slack)
{
	for (int i = 0; i < REQUESTS; i++) {
		lrh_request_t *rq = &in[i];

		*rq = (lrh_request_t) { .id = (uint64_t) i + 1 };
		rq->num_cn = (uint32_t) (1 + bench_random(NODES));
		rq->t_e = (time_t) (1 + bench_random(5));
		rq->t_esr = (time_t) (1 + bench_random(8));
		rq->t_lsr = rq->not_before = rq->t_esr;
		if (bench_random(4))
			rq->t_lsr += (time_t) bench_random((uint64_t) slack +
							   1);
	}
}

/* Exhaustive search */

struct search {
	const lrh_request_t *in;
	int used[SECONDS];
	int best;
};

static bool _fits(const struct search *s, const lrh_request_t *rq, time_t t)
{
	for (time_t i = t; i < t + rq->t_e; i++)
		if (s->used[i] + (int) rq->num_cn > NODES)
			return false;
	return true;
}

static void _use(struct search *s, const lrh_request_t *rq, time_t t,
		 int sign)
{
	for (time_t i = t; i < t + rq->t_e; i++)
		s->used[i] += sign * (int) rq->num_cn;
}

/* Can all requests of set be placed? */
static bool _all_fit(struct search *s, uint32_t set, int i)
{
	const lrh_request_t *rq = &s->in[i];

	if (i == REQUESTS)
		return true;
	if (!((set >> i) & 1))
		return _all_fit(s, set, i + 1);
	for (time_t t = rq->t_esr; t <= rq->t_lsr; t++) {
		bool found;

		if (!_fits(s, rq, t))
			continue;
		_use(s, rq, t, 1);
		found = _all_fit(s, set, i + 1);
		_use(s, rq, t, -1);
		if (found)
			return true;
	}
	return false;
}

static int _exact(const lrh_request_t *in)
{
	struct search s = { .in = in };
	uint32_t set = 0;
	int work = 0;

	for (int i = 0; i < REQUESTS; i++) {
		if (!_all_fit(&s, set | (1U << i), 0))
			continue;
		set |= 1U << i;
		work += _work(&in[i]);
	}
	return work;
}

static void _try_best(struct search *s, int i, int work, int left)
{
	const lrh_request_t *rq = &s->in[i];

	if (work > s->best)
		s->best = work;
	if ((i == REQUESTS) || (work + left <= s->best))
		return;
	left -= _work(rq);
	for (time_t t = rq->t_esr; t <= rq->t_lsr; t++) {
		if (!_fits(s, rq, t))
			continue;
		_use(s, rq, t, 1);
		_try_best(s, i + 1, work + _work(rq), left);
		_use(s, rq, t, -1);
	}
	_try_best(s, i + 1, work, left);
}

static int _best(const lrh_request_t *in)
{
	struct search s = { .in = in };
	int left = 0;

	for (int i = 0; i < REQUESTS; i++)
		left += _work(&in[i]);
	_try_best(&s, 0, 0, left);
	return s.best;
}

/* By a policy */

static int _accepted(const lrh_request_t *in, lrh_policy_t policy)
{
	lrh_options_t options = { .policy = policy };
	garq_machine_t *m = bench_need(garq_machine_create(NODES, NULL, 1, 64,
							   0));
	lrh_t *l = bench_need(lrh_create(m));
	garq_set_t *all = bench_need(garq_set_create(NODES));
	int work = 0;

	for (uint32_t i = 0; i < NODES; i++)
		garq_set_add(all, i);
	for (int i = 0; i < REQUESTS; i++) {
		lrh_request_t rq = in[i];
		lrh_plan_t plan;

		rq.eligible = all;
		if (lrh_plan(l, &rq, &options, &plan))
			abort();
		if (plan.fits) {
			if (lrh_apply(l, m, &rq, &plan))
				abort();
			work += _work(&rq);
			if (policy == LRH_ALL)
				by_order[plan.order]++;
		}
		lrh_plan_free(&plan);
	}
	garq_set_destroy(all);
	lrh_destroy(l);
	garq_machine_destroy(m);
	return work;
}

static void _row(int instances, int slack)
{
	int sum[POLICIES] = { 0 }, exact = 0, best = 0, asked = 0;

	for (int i = 0; i < instances; i++) {
		lrh_request_t in[REQUESTS];
		int most;

		_make(in, slack);
		most = _best(in);
		best += most;
		exact += _exact(in);
		for (int j = 0; j < REQUESTS; j++)
			asked += _work(&in[j]);
		for (int p = 0; p < POLICIES; p++) {
			int work = _accepted(in, (lrh_policy_t) p);

			if (work > most)
				abort();	/* impossible */
			sum[p] += work;
		}
	}
	printf("%5d", slack);
	for (int p = 0; p < POLICIES; p++)
		printf(" %10.1f", 100.0 * sum[p] / best);
	printf(" %10.1f %10.1f %10.1f\n", 100.0 * exact / best, 100.0,
	       100.0 * asked / best);
}

int main(int argc, char **argv)
{
	static const int slacks[] = { 1, 2, 4, 6 };
	int instances = (argc > 1) ? atoi(argv[1]) : 200;

	bench_seed((argc > 2) ? strtoull(argv[2], NULL, 10) : 1);
	printf("accepted node-seconds, %% of the best: %d instances of %d "
	       "requests, %d nodes\nslack", instances, REQUESTS, NODES);
	for (int p = 0; p < POLICIES; p++)
		printf(" %10s", policy_name[p]);
	printf(" %10s %10s %10s\n", "exact", "best", "asked");
	for (size_t i = 0; i < sizeof(slacks) / sizeof(slacks[0]); i++)
		_row(instances, slacks[i]);
	printf("all, by order: seed %" PRIu64 ", anew %" PRIu64 ", inserted %"
	       PRIu64 ", latest %" PRIu64 ", repaired %" PRIu64 "\n",
	       by_order[LRH_ORDER_PAPER], by_order[LRH_ORDER_ANEW],
	       by_order[LRH_ORDER_INSERTED], by_order[LRH_ORDER_LATEST],
	       by_order[LRH_ORDER_REPAIRED]);
	return 0;
}
