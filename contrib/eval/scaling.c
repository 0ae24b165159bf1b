/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * scaling.c - the cost of operations with 10^3 to 10^6 bookings: see scaling.h.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "contrib/eval/eval.h"
#include "contrib/eval/quartile.h"
#include "contrib/eval/random.h"
#include "contrib/eval/replay.h"
#include "contrib/eval/scaling.h"
#include "garq/garq.h"

#define NODES 10000
#define DELTA 300
#define HORIZON ((time_t) 365 * 86400)
#define MAX_LIMIT ((time_t) 12 * 3600)
#define SIZES 4
#define REPS_MAX 99
#define BATCHES 50
#define BATCH 100

static const uint32_t sizes[SIZES] = { 1000, 10000, 100000, 1000000 };

struct probe {
	time_t t_s;
	time_t t_e;
	uint32_t num_cn;
};

struct load {
	const char *name;
	garq_t *g;
	uint64_t random;
	uint32_t bookings;
	uint32_t cn_max;	/* largest booking: 1 .. cn_max nodes */
	uint64_t next_id;
	size_t heap;		/* bytes that filling took */
	double cost[EVAL_KINDS][REPS_MAX];
};

/* A random probe: 12 to 84 slots, not at the very end. */
static struct probe _some(struct load *l, uint32_t cn_max)
{
	time_t duration = (time_t) (12 + eval_random_below(&l->random, 73)) *
		DELTA;
	time_t last = (HORIZON - MAX_LIMIT - duration) / DELTA;
	struct probe p;

	p.t_s = (time_t) eval_random_below(&l->random, (uint64_t) last) * DELTA;
	p.t_e = p.t_s + duration;
	p.num_cn = 1 + (uint32_t) eval_random_below(&l->random, cn_max);
	return p;
}

/* A random probe that is free. */
static struct probe _some_free(struct load *l)
{
	struct probe p;

	do
		p = _some(l, l->cn_max);
	while (garq_searchReserv(l->g, p.t_s, p.t_e, p.num_cn) != 1);
	return p;
}

static int _fill(struct load *l)
{
	size_t heap;

	l->g = garq_create(NODES, DELTA, HORIZON, 0);
	if (!l->g)
		return -1;
	heap = eval_heap();
	for (uint32_t i = 0; i < l->bookings; i++) {
		struct probe p = _some_free(l);

		if (garq_addReserv(l->g, l->next_id++, p.t_s, p.t_e,
				   p.num_cn) < 0)
			return -1;
	}
	l->heap = eval_heap() - heap;
	return 0;
}

static double _ns(void)
{
	return (double) eval_ticks() * eval_tick_ns();
}

/* Cost since from; an operation interrupted for over 0.1 ms counts as 0. */
static double _spent(double from, double overhead)
{
	double spent = _ns() - from - overhead;

	return (spent < 1e5) ? spent : 0;
}

static void _look(struct load *l, double *cost, double overhead)
{
	for (int i = 0; i < BATCH; i++) {
		struct probe p = _some(l, NODES);
		time_t start;
		double from = _ns();

		garq_searchReserv(l->g, p.t_s, p.t_e, p.num_cn);
		cost[EVAL_SEARCH] += _spent(from, overhead);
		p = _some(l, NODES);
		from = _ns();
		garq_suggestInterval(l->g, p.t_s, p.t_e, p.num_cn,
				     MAX_LIMIT - (p.t_e - p.t_s), &start);
		cost[EVAL_SUGGEST] += _spent(from, overhead);
	}
}

/* Delete as many bookings as are added: the number of bookings stays. */
static int _change(struct load *l, double *cost, double overhead)
{
	uint64_t first = l->next_id;

	for (int i = 0; i < BATCH; i++) {
		struct probe p = _some_free(l);
		double from;

		_some_free(l);		/* so that p is not the last one used */
		from = _ns();
		if (garq_addReserv(l->g, l->next_id++, p.t_s, p.t_e,
				   p.num_cn) < 0)
			return -1;
		cost[EVAL_ADD] += _spent(from, overhead);
	}
	for (int i = 0; i < BATCH; i++) {
		/* 37 and 100 are coprime: each id comes once */
		uint64_t id = first + (uint64_t) (i * 37 % BATCH);
		double from = _ns();

		if (garq_deleteReserv(l->g, id) < 0)
			return -1;
		cost[EVAL_DELETE] += _spent(from, overhead);
	}
	return 0;
}

static int _measure(struct load *l, uint32_t rep)
{
	double overhead = eval_tick_overhead() * eval_tick_ns();
	double cost[EVAL_KINDS] = { 0 };

	for (int i = 0; i < BATCHES; i++) {
		_look(l, cost, overhead);
		if (_change(l, cost, overhead) < 0)
			return -1;
	}
	for (int k = 0; k < EVAL_KINDS; k++)
		l->cost[k][rep] = cost[k] / (BATCHES * BATCH);
	return 0;
}

static void _print(struct load *l, uint32_t reps)
{
	for (int k = 0; k < EVAL_KINDS; k++) {
		double *v = l->cost[k];

		eval_sort(v, reps);
		printf("%s,%" PRIu32 ",%s,%d,%.1f,%.1f,%.1f,%.0f\n", l->name,
		       l->bookings, eval_kind_name(k), BATCH * BATCHES,
		       eval_quartile(v, reps, 1), eval_quartile(v, reps, 2),
		       eval_quartile(v, reps, 3),
		       (double) l->heap / l->bookings);
	}
}

/* All sizes of one load, interleaved. */
static int _run(struct load *l, uint32_t reps)
{
	for (int i = 0; i < SIZES; i++)
		if (_fill(&l[i]) < 0)
			return -1;
	for (uint32_t rep = 0; rep < reps; rep++)
		for (int i = 0; i < SIZES; i++)
			if (_measure(&l[i], rep) < 0)
				return -1;
	for (int i = 0; i < SIZES; i++)
		_print(&l[i], reps);
	return 0;
}

static int _scale(const char *name, bool same_load, uint32_t reps, uint64_t seed)
{
	struct load *l = calloc(SIZES, sizeof(*l));
	int rc;

	if (!l)
		return -1;
	for (int i = 0; i < SIZES; i++) {
		/* half of all nodes, in bookings of 4 hours on average */
		double mean = NODES / 2.0 * (HORIZON / 3600.0) /
			(4.0 * sizes[i]);

		l[i].name = name;
		l[i].random = seed;
		l[i].bookings = sizes[i];
		l[i].cn_max = same_load ? (uint32_t) (2 * mean) : 20;
		if (l[i].cn_max > NODES)
			l[i].cn_max = NODES;
	}
	rc = _run(l, reps);
	for (int i = 0; i < SIZES; i++)
		garq_destroy(l[i].g);
	free(l);
	return rc;
}

extern int eval_scaling(uint32_t reps, uint64_t seed)
{
	puts("load,bookings,operation,operations,q1_ns,median_ns,q3_ns,"
	     "bytes_per_booking");
	if ((_scale("shape", false, reps, seed) < 0) ||
	    (_scale("load", true, reps, seed) < 0)) {
		perror("scaling");
		return -1;
	}
	return 0;
}
