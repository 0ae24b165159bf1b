/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bench-plans.c - the steps of a plan, and how long it takes, by what is asked for,
 * on a large machine with many partitions.
 *
 * The machine and its bookings are those of bench-size, without a controller: 200
 * partitions, each half of the nodes with a feature, jobs of one node that run for
 * 10 to 50 hours in partitions other than the first, which is full for 33 hours.
 * Starts lie in 28 days. A booking has 1 to 8 hours, and half of them a window of
 * 2 or 4 hours; one in five names its nodes, one asks for a feature, one for a
 * partition. Besides, requests for all nodes are refused.
 *
 *	bench-plans [NODES [BOOKINGS [REQUESTS [SEED]]]]
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "contrib/bench/bench_plan.h"
#include "contrib/bench/bench_util.h"

#define HOUR 3600
#define UNIT 300
#define DAYS 28
#define PARTITIONS 200

enum kind { ANY, NAMED, FEATURE, PARTITION, ALL, KINDS };

static const char *const kind_name[] = {
	[ANY] = "any nodes", [NAMED] = "named", [FEATURE] = "feature",
	[PARTITION] = "partition", [ALL] = "all, refused",
};

/* What the plans of one kind took. */
static struct seen {
	uint64_t *steps;
	double *ms;
	size_t cnt;
	uint64_t fits, cut, moved;
} seen[KINDS];

static struct {
	uint32_t nodes;
	uint32_t bookings;
	uint32_t requests;
	garq_machine_t *m;
	lrh_t *l;
} site = { .nodes = 10000, .bookings = 10000, .requests = 2000 };

static uint32_t _each(void)
{
	return site.nodes / PARTITIONS;
}

/* The caller owns the set. */
static garq_set_t *_range(uint32_t from, uint32_t cnt)
{
	garq_set_t *set = bench_need(garq_set_create(site.nodes));

	for (uint32_t i = 0; i < cnt; i++)
		garq_set_add(set, from + i);
	return set;
}

static enum kind _kind(void)
{
	uint64_t dice = bench_random(5);

	return (dice == 0) ? NAMED : (dice == 1) ? FEATURE :
	       (dice == 2) ? PARTITION : ANY;
}

/* Mostly few nodes, and at most 2 % of all. */
static uint32_t _some(void)
{
	double r = (double) bench_random(1000) / 1000;

	return 1 + (uint32_t) (site.nodes * 0.02 * r * r * r);
}

/* The nodes of a request; the caller owns eligible. */
static void _nodes(enum kind kind, lrh_request_t *rq)
{
	uint32_t from = 0, cnt = site.nodes, most = _each() / 4;

	rq->num_cn = _some();
	if (kind == NAMED) {
		rq->num_cn = (rq->num_cn < 8) ? rq->num_cn : 8;
		from = (uint32_t) bench_random(site.nodes - 8);
		cnt = rq->num_cn;
	} else if (kind == PARTITION) {
		rq->num_cn = 1 + (uint32_t) bench_random(most ? most : 1);
		from = (uint32_t) bench_random(PARTITIONS) * _each();
		cnt = _each();
	} else if ((kind == FEATURE) && bench_random(3)) {
		from = (uint32_t) bench_random(2) * (site.nodes / 2);
		cnt = site.nodes / 2;
	} else if (kind == ALL) {
		rq->num_cn = site.nodes;
	}
	rq->eligible = _range(from, cnt);
	rq->pinned = (kind == NAMED);
}

/* The caller owns eligible. */
static lrh_request_t _request(uint64_t id, enum kind kind)
{
	lrh_request_t rq = {
		.id = id, .t_e = (time_t) (12 + bench_random(85)) * UNIT,
		.t_esr = 2 * HOUR + (time_t) bench_random(DAYS * 288) * UNIT,
	};

	_nodes(kind, &rq);
	rq.t_lsr = rq.t_esr + ((kind == ALL) || bench_random(2) ? 0 :
			       (time_t) (1 + bench_random(2)) * 2 * HOUR);
	rq.stays = (rq.t_esr == rq.t_lsr);
	rq.not_before = rq.t_esr;
	return rq;
}

/* Ask for a request. RET whether it fits; then it is booked */
static bool _ask(uint64_t id, enum kind kind, struct seen *s)
{
	lrh_request_t rq = _request(id, kind);
	double begun = bench_cpu_ms();
	lrh_plan_t plan;
	bool fits;

	if (lrh_plan(site.l, &rq, &bench_plan, &plan))
		bench_need(NULL);
	if (s) {
		s->ms[s->cnt] = bench_cpu_ms() - begun;
		s->steps[s->cnt++] = plan.work;
		s->fits += plan.fits;
		s->cut += plan.cut;
		s->moved += plan.fits && plan.cnt;
	}
	fits = plan.fits;
	if (fits && lrh_apply(site.l, site.m, &rq, &plan))
		bench_need(NULL);
	lrh_plan_free(&plan);
	garq_set_destroy((garq_set_t *) rq.eligible);
	return fits;
}

static void _hold(uint64_t id, uint32_t from, uint32_t cnt, time_t end)
{
	garq_set_t *set = _range(from, cnt);

	if (garq_machine_hold(site.m, id, id, set, 0, end))
		bench_need(NULL);
	garq_set_destroy(set);
}

/* Half of the nodes run jobs, one after the other in each partition. */
static void _jobs(void)
{
	uint64_t id = UINT64_C(1) << 40;
	uint32_t each = _each();

	_hold(id++, 0, each, 2000 * 60);
	for (uint32_t i = 0; i < site.nodes / 2; i++) {
		uint32_t part = 1 + i % (PARTITIONS - 1);
		uint32_t node = part * each + i / (PARTITIONS - 1);

		_hold(id++, node, 1, (time_t) (600 + bench_random(2401)) * 60);
	}
}

static void _machine(void)
{
	uint32_t *pool_of = bench_need(calloc(site.nodes, sizeof(*pool_of)));

	for (uint32_t i = 0; i < site.nodes; i++)
		pool_of[i] = i / _each() * 2 + (i >= site.nodes / 2);
	site.m = bench_need(garq_machine_create(site.nodes, pool_of, UNIT,
						365 * 24 * HOUR, 0));
	site.l = bench_need(lrh_create(site.m));
	free(pool_of);
}

static void _fill(void)
{
	uint32_t booked = 0;

	_machine();
	_jobs();
	for (uint32_t id = 1; id <= site.bookings; id++)
		booked += _ask(id, _kind(), NULL);
	printf("%u nodes, %u pools, %u bookings\n", site.nodes,
	       garq_machine_pools(site.m), booked);
}

static int _by_steps(const void *p, const void *q)
{
	const uint64_t *a = p, *b = q;

	return (*a > *b) - (*a < *b);
}

static int _by_ms(const void *p, const void *q)
{
	const double *a = p, *b = q;

	return (*a > *b) - (*a < *b);
}

static void _print(enum kind kind)
{
	struct seen *s = &seen[kind];

	if (!s->cnt)
		return;
	qsort(s->steps, s->cnt, sizeof(*s->steps), _by_steps);
	qsort(s->ms, s->cnt, sizeof(*s->ms), _by_ms);
	printf("%-13s %6zu %6" PRIu64 " %6" PRIu64 " %6" PRIu64 " %9" PRIu64
	       " %9" PRIu64 " %9" PRIu64 " %8.2f %8.2f %8.2f\n", kind_name[kind],
	       s->cnt, s->fits, s->moved, s->cut, s->steps[s->cnt / 2],
	       s->steps[s->cnt * 99 / 100], s->steps[s->cnt - 1],
	       s->ms[s->cnt / 2], s->ms[s->cnt * 99 / 100], s->ms[s->cnt - 1]);
}

static void _release(uint64_t id)
{
	(void) lrh_drop(site.l, id);
	(void) garq_machine_release(site.m, id);
}

/* What is booked is deleted at once, so that all plans see as many bookings. */
static void _measure(void)
{
	for (int k = 0; k < KINDS; k++) {
		seen[k].steps = bench_need(calloc(site.requests, sizeof(uint64_t)));
		seen[k].ms = bench_need(calloc(site.requests, sizeof(double)));
	}
	for (uint64_t i = 0; i < site.requests; i++) {
		uint64_t id = 1000000000 + i;
		enum kind kind = (i % 5) ? _kind() : ALL;

		if (_ask(id, kind, &seen[kind]))
			_release(id);
	}
	printf("%-13s %6s %6s %6s %6s %9s %9s %9s %8s %8s %8s\n", "asked for",
	       "plans", "fit", "others", "cut", "steps p50", "p99", "max", "ms p50",
	       "p99", "max");
	for (enum kind k = 0; k < KINDS; k++)
		_print(k);
}

int main(int argc, char **argv)
{
	uint32_t *words[] = { &site.nodes, &site.bookings, &site.requests };

	for (int i = 1; (i < argc) && (i <= 3); i++)
		*words[i - 1] = (uint32_t) strtoul(argv[i], NULL, 10);
	if (argc > 4)
		bench_seed(strtoull(argv[4], NULL, 10));
	_fill();
	_measure();
	lrh_destroy(site.l);
	garq_machine_destroy(site.m);
	return 0;
}
