/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * scaling.c - the cost of operations with 10^3 to 10^6 bookings: see scaling.h.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "contrib/eval/slots/eval.h"
#include "contrib/eval/base/quartile.h"
#include "contrib/eval/base/random.h"
#include "contrib/eval/slots/replay.h"
#include "contrib/eval/slots/scaling.h"

#define NODES 10000
#define DELTA 300
#define HORIZON ((time_t) 365 * 86400)
#define MAX_LIMIT ((time_t) 12 * 3600)
#define SIZES 4
#define LOAD 20		/* %; more would not fit with 10^3 bookings */
#define REPS_MAX 99
#define BATCHES 50
#define BATCH 100
#define OPS ((size_t) BATCHES * BATCH)

static const uint32_t sizes[SIZES] = { 1000, 10000, 100000, 1000000 };

/* The operations, in the order in which they are printed. */
static const enum eval_kind kinds[] = {
	EVAL_SEARCH, EVAL_ADD, EVAL_CANCEL, EVAL_SUGGEST,
};
#define KINDS 4

/* garq_t, or that of another version and ours, or Flux and ours. */
static const struct eval_structure *const subjects[] = {
#ifdef EVAL_FORMER
	&former_eval_garq_i,
#elif defined(EVAL_FLUX)
	&eval_flux,
#endif
	&eval_garq_i,
};
#define SUBJECTS (sizeof(subjects) / sizeof(subjects[0]))

struct load {
	const char *name;
	const struct eval_structure *is;
	void *s;
	uint64_t random;
	uint32_t bookings;
	uint32_t cn_max;	/* largest booking: 1 .. cn_max nodes */
	bool grows;		/* an interval search takes ms: one a batch */
	uint64_t next_id;
	size_t heap;		/* bytes that filling took */
	double cost[EVAL_KINDS][REPS_MAX];
	double *each[EVAL_KINDS];	/* ns of each operation */
	size_t done[EVAL_KINDS];
};

/* Operations of a kind in each repetition. */
static size_t _ops(const struct load *l, enum eval_kind kind)
{
	return (l->grows && (kind == EVAL_SUGGEST)) ? BATCHES : OPS;
}

/* A random probe: 12 to 84 slots, not at the very end. */
static struct eval_booking _some(struct load *l, uint32_t cn_max)
{
	time_t duration = (time_t) (12 + eval_random_below(&l->random, 73)) *
		DELTA;
	time_t last = (HORIZON - MAX_LIMIT - duration) / DELTA;
	struct eval_booking p = { .id = l->next_id };

	p.t_s = (time_t) eval_random_below(&l->random, (uint64_t) last) * DELTA;
	p.t_e = p.t_s + duration;
	p.num_cn = 1 + (uint32_t) eval_random_below(&l->random, cn_max);
	return p;
}

/* A random probe that is free. */
static struct eval_booking _some_free(struct load *l)
{
	struct eval_booking p;

	do
		p = _some(l, l->cn_max);
	while (l->is->search(l->s, &p) != 1);
	return p;
}

static int _fill(struct load *l)
{
	struct eval_setup setup = {
		.max_cn = NODES, .delta = DELTA, .horizon = HORIZON,
	};
	size_t heap;

	l->s = l->is->create(&setup, 0);
	if (!l->s)
		return -1;
	heap = eval_heap();
	for (uint32_t i = 0; i < l->bookings; i++) {
		struct eval_booking p = _some_free(l);
		uint32_t handle;

		l->next_id++;
		p.handle = &handle;
		if (l->is->add(l->s, &p) < 0)
			return -1;
	}
	l->heap = eval_heap() - heap;
	return 0;
}

static double _ns(void)
{
	return (double) eval_ticks() * eval_tick_ns();
}

/*
 * Charge what was spent since from. In the mean an operation that took over
 * 0.1 ms was interrupted, and counts as 0; unless it may take so long.
 */
static void _charge(struct load *l, enum eval_kind kind, double *cost,
		    double from, double overhead)
{
	double spent = _ns() - from - overhead;

	cost[kind] += ((spent < 1e5) || l->grows) ? spent : 0;
	l->each[kind][l->done[kind]++] = spent;
}

static void _look(struct load *l, double *cost, double overhead)
{
	for (int i = 0; i < BATCH; i++) {
		struct eval_booking p = _some(l, NODES);
		time_t start;
		double from = _ns();

		l->is->search(l->s, &p);
		_charge(l, EVAL_SEARCH, cost, from, overhead);
		if (l->grows && i)
			continue;
		p = _some(l, NODES);
		from = _ns();
		l->is->suggest(l->s, &p, MAX_LIMIT, &start);
		_charge(l, EVAL_SUGGEST, cost, from, overhead);
	}
}

/* Flux leaves to the next change what its interval search has to put back. */
static int _settle(struct load *l)
{
	struct eval_booking p = _some_free(l);
	uint32_t handle;

	p.handle = &handle;
	if (l->is->add(l->s, &p) < 0)
		return -1;
	return l->is->delete(l->s, &p);
}

/* Cancel as many bookings as are added: the number of bookings stays. */
static int _change(struct load *l, double *cost, double overhead)
{
	struct eval_booking added[BATCH];
	uint32_t handle[BATCH];

	for (int i = 0; i < BATCH; i++) {
		double from;

		added[i] = _some_free(l);
		added[i].handle = &handle[i];
		l->next_id++;
		_some_free(l);		/* so that it is not the last one used */
		from = _ns();
		if (l->is->add(l->s, &added[i]) < 0)
			return -1;
		_charge(l, EVAL_ADD, cost, from, overhead);
	}
	for (int i = 0; i < BATCH; i++) {
		/* 37 and 100 are coprime: each comes once */
		double from = _ns();

		if (l->is->delete(l->s, &added[i * 37 % BATCH]) < 0)
			return -1;
		_charge(l, EVAL_CANCEL, cost, from, overhead);
	}
	return 0;
}

static int _measure(struct load *l, uint32_t rep)
{
	double overhead = eval_tick_overhead() * eval_tick_ns();
	double cost[EVAL_KINDS] = { 0 };

	for (int i = 0; i < BATCHES; i++) {
		_look(l, cost, overhead);
		if (l->grows && (_settle(l) < 0))
			return -1;
		if (_change(l, cost, overhead) < 0)
			return -1;
	}
	for (int i = 0; i < KINDS; i++)
		l->cost[kinds[i]][rep] = cost[kinds[i]] /
			(double) _ops(l, kinds[i]);
	return 0;
}

/* The operation that one in so many is slower than. */
static double _tail(const struct load *l, enum eval_kind kind, size_t one_in)
{
	return l->each[kind][l->done[kind] - 1 - l->done[kind] / one_in];
}

static void _print(struct load *l, uint32_t reps)
{
	for (int i = 0; i < KINDS; i++) {
		enum eval_kind k = kinds[i];
		double *v = l->cost[k];

		eval_sort(v, reps);
		eval_sort(l->each[k], l->done[k]);
		printf("%s,%" PRIu32 ",%s,%zu,%.1f,%.1f,%.1f,%.0f,%s,%.1f,%.1f,"
		       "%.1f\n",
		       l->name, l->bookings, eval_kind_name(k), _ops(l, k),
		       eval_quartile(v, reps, 1), eval_quartile(v, reps, 2),
		       eval_quartile(v, reps, 3),
		       (double) l->heap / l->bookings, l->is->name,
		       _tail(l, k, 2), _tail(l, k, 100), _tail(l, k, 1000));
	}
}

/* All sizes of one load, interleaved. */
static int _run(struct load *l, int cnt, uint32_t reps)
{
	for (int i = 0; i < cnt; i++)
		if (_fill(&l[i]) < 0)
			return -1;
	for (uint32_t rep = 0; rep < reps; rep++)
		for (int i = 0; i < cnt; i++)
			if (_measure(&l[i], rep) < 0)
				return -1;
	for (int i = 0; i < cnt; i++)
		_print(&l[i], reps);
	return 0;
}

static int _init(struct load *l, uint32_t bookings, bool same_load,
		 uint32_t reps)
{
	/* LOAD % of all nodes, in bookings of 4 hours on average */
	double mean = NODES * LOAD / 100.0 * (HORIZON / 3600.0) /
		(4.0 * bookings);

	l->bookings = bookings;
	l->cn_max = same_load ? (uint32_t) (2 * mean) : 20;
	for (int i = 0; i < KINDS; i++) {
		l->each[kinds[i]] = calloc(reps * OPS, sizeof(double));
		if (!l->each[kinds[i]])
			return -1;
	}
	return 0;
}

static void _free(struct load *l)
{
	if (l->s)
		l->is->destroy(l->s);
	for (int k = 0; k < EVAL_KINDS; k++)
		free(l->each[k]);
}

static int _scale(const char *name, bool same_load, uint32_t reps, uint64_t seed)
{
	const int cnt = SIZES * (int) SUBJECTS;
	struct load *l = calloc((size_t) cnt, sizeof(*l));
	int rc = 0;

	if (!l)
		return -1;
	for (int i = 0; !rc && (i < cnt); i++) {
		l[i].name = name;
		l[i].random = seed;
		l[i].is = subjects[(size_t) i % SUBJECTS];
#ifdef EVAL_FLUX
		l[i].grows = (l[i].is == &eval_flux);
#endif
		rc = _init(&l[i], sizes[(size_t) i / SUBJECTS], same_load, reps);
	}
	if (!rc)
		rc = _run(l, cnt, reps);
	for (int i = 0; i < cnt; i++)
		_free(&l[i]);
	free(l);
	return rc;
}

extern int eval_scaling(uint32_t reps, uint64_t seed)
{
	puts("load,bookings,operation,operations,q1_ns,median_ns,q3_ns,"
	     "bytes_per_booking,structure,half_ns,99_ns,99.9_ns");
	if ((_scale("shape", false, reps, seed) < 0) ||
	    (_scale("load", true, reps, seed) < 0)) {
		perror("scaling");
		return -1;
	}
	return 0;
}
