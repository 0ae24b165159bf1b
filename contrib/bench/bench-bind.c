/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bench-bind.c - the cost of finding nodes.
 *
 *	make contrib/bench/bench-bind
 *	./contrib/bench/bench-bind [seed [nodes [calls]]]
 *
 * A machine of 64 nodes, in one pool or in four, bookings of 1 to 7 nodes in
 * the next 30 days, 60 % of all, each booking admitted by the counts and bound.
 * With more nodes there are as many bookings of so many times as many nodes, one
 * in five on nodes of its own choice.
 * Then newcomers: lrh_bind() where no other booking has to change nodes, and
 * where others do. The newcomer wants 4 nodes, or all that the counts allow, or
 * 4 that are pinned.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "contrib/bench/bench_util.h"
#include "contrib/eval/base/clock.h"
#include "contrib/eval/base/quartile.h"
#include "lrh/bind.h"

#define DAY ((time_t) 86400)
#define NOW ((time_t) 1700000000)
#define NODES_LEAST 64
#define FULL (30 * DAY)
#define LOAD_PERCENT 60
#define CALLS_MOST 20000

static uint32_t nodes = NODES_LEAST;
static uint32_t mean_cn;	/* nodes of a booking */
static int calls = CALLS_MOST;

struct world {
	garq_machine_t *m;
	lrh_t *l;
	garq_set_t *all;
	struct lrh_class *class;
	time_t mean;			/* mean length of a booking */
	uint64_t next_id;
};

/* Shares for num_cn nodes, or for as many as are free. */
static uint32_t _share(const struct world *w, time_t t_s, time_t t_e,
		       uint32_t num_cn, uint32_t *share)
{
	uint32_t sum = 0;

	for (uint32_t i = 0; i < w->class->cnt; i++) {
		uint32_t p = w->class->pool[i].pool;

		if (garq_least_free(garq_machine_counts(w->m, p), t_s, t_e,
				    &share[i]) < 0)
			abort();
		if (share[i] > num_cn - sum)
			share[i] = num_cn - sum;
		sum += share[i];
	}
	return sum;
}

static const lrh_options_t options = { .policy = LRH_PAPER };

static struct lrh_lie _lie(struct world *w, uint64_t id)
{
	time_t len = w->mean / 2 + (time_t) bench_random((uint64_t) w->mean);
	time_t t_s = NOW + 1 + (time_t) bench_random((uint64_t) (FULL - len));

	return (struct lrh_lie) {
		.id = id, .class = w->class, .t_s = t_s, .t_e = t_s + len,
	};
}

static struct lrh_binding _ask(const struct lrh_lie *lie)
{
	struct lrh_binding b = { .cnt = 1, .cnt_asked = 1, .room = 1 };

	b.lie = bench_need(malloc(sizeof(*b.lie)));
	*b.lie = *lie;
	return b;
}

/* A random range of neighbours; garq_set_destroy(). */
static garq_set_t *_range(uint32_t num_cn)
{
	garq_set_t *set = bench_need(garq_set_create(nodes));
	uint32_t first = (uint32_t) bench_random(nodes - num_cn + 1);

	for (uint32_t i = 0; i < num_cn; i++)
		garq_set_add(set, first + i);
	return set;
}

/* Try to book some nodes at a random time. */
static void _book(struct world *w)
{
	struct lrh_lie lie = _lie(w, w->next_id);
	lrh_request_t rq = {
		.id = lie.id,
		.num_cn = 1 + (uint32_t) bench_random(2 * mean_cn - 1),
		.t_esr = lie.t_s, .t_lsr = lie.t_s, .t_e = lie.t_e - lie.t_s,
		.not_before = lie.t_s, .eligible = w->all,
	};
	garq_set_t *named = NULL;
	lrh_plan_t plan;

	if ((nodes > NODES_LEAST) && !bench_random(5)) {
		rq.eligible = named = _range(rq.num_cn);
		rq.pinned = true;
	}
	if ((lrh_plan(w->l, &rq, &options, &plan) < 0) ||
	    (plan.fits && (lrh_apply(w->l, w->m, &rq, &plan) < 0)))
		abort();
	w->next_id += plan.fits;
	lrh_plan_free(&plan);
	garq_set_destroy(named);
}

struct result {
	double us[CALLS_MOST];
	size_t cnt;
	size_t changed;
};

enum ask { FOUR, ALL, PINNED, ASKS };
static const char *const ask_name[ASKS] = {
	"mean nodes", "all there are", "mean pinned",
};
enum outcome { QUIET, OTHERS, NO, OUTCOMES };
static const char *const outcome_name[OUTCOMES] = {
	"nobody changes", "others change", "no way found",
};

static struct lrh_class *_pinned(struct world *w)
{
	garq_set_t *set = _range(mean_cn);
	struct lrh_class *class = bench_need(lrh_class_get(w->l, set, true));

	garq_set_destroy(set);
	return class;
}

static void _call(struct world *w, enum ask ask, struct result *results)
{
	uint32_t share[GARQ_POOLS_MAX], cnt;
	struct lrh_lie lie = _lie(w, w->next_id);
	struct lrh_binding b;
	struct result *r;
	double start;
	struct lrh_meter meter = LRH_METER;
	int rc;

	lie.share = share;
	cnt = _share(w, lie.t_s, lie.t_e, (ask == ALL) ? nodes : mean_cn,
		     share);
	if (!cnt || ((ask == PINNED) && (cnt < mean_cn)))
		return;
	if (ask == PINNED) {
		lie.class = _pinned(w);
		lie.pinned = true;
	}
	b = _ask(&lie);
	start = eval_clock_ns();
	rc = lrh_bind(w->l, GARQ_NO_GROUP, &options, &meter, &b);
	r = &results[(rc != 1) ? NO : (b.cnt == 1) ? QUIET : OTHERS];
	r->us[r->cnt++] = (eval_clock_ns() - start) / 1e3;
	r->changed += b.cnt - 1;
	lrh_binding_free(&b);
	if (ask == PINNED)
		lrh_class_leave(w->l, (struct lrh_class *) lie.class);
}

static void _tell(const char *what, const char *whose, struct result *r)
{
	if (!r->cnt)
		return;
	eval_sort(r->us, r->cnt);
	printf("  %-18s %-16s %6zu  %8.1f %8.1f %8.1f  %6.2f\n", what, whose,
	       r->cnt, r->us[r->cnt / 2], r->us[r->cnt * 99 / 100],
	       r->us[r->cnt - 1], (double) r->changed / (double) r->cnt);
}

static void _asks(struct world *w, enum ask ask)
{
	struct result *r = bench_need(calloc(OUTCOMES, sizeof(*r)));

	for (int i = 0; i < calls; i++)
		_call(w, ask, r);
	for (int i = 0; i < OUTCOMES; i++)
		_tell(ask_name[ask], outcome_name[i], &r[i]);
	free(r);
}

static void _measure(uint32_t pools, uint64_t bookings)
{
	struct world w = { .next_id = 1 };
	uint32_t *pool_of = bench_need(calloc(nodes, sizeof(*pool_of)));

	w.mean = FULL * nodes * LOAD_PERCENT /
		(time_t) (100 * mean_cn * bookings);
	w.all = bench_need(garq_set_create(nodes));
	for (uint32_t i = 0; i < nodes; i++) {
		garq_set_add(w.all, i);
		pool_of[i] = pools * i / nodes;
	}
	w.m = bench_need(garq_machine_create(nodes, pool_of, 300, 365 * DAY,
					     NOW));
	free(pool_of);
	w.l = bench_need(lrh_create(w.m));
	w.class = bench_need(lrh_class_get(w.l, w.all, false));
	while (w.next_id <= bookings)
		_book(&w);
	printf("%u nodes, %u pools, %" PRIu64 " bookings of %.1f h\n", nodes,
	       pools, bookings, (double) w.mean / 3600);
	for (enum ask ask = 0; ask < ASKS; ask++)
		_asks(&w, ask);
	lrh_class_leave(w.l, w.class);
	lrh_destroy(w.l);
	garq_machine_destroy(w.m);
	garq_set_destroy(w.all);
}

int main(int argc, char **argv)
{
	if (argc > 1)
		bench_seed(strtoull(argv[1], NULL, 0));
	if (argc > 2)
		nodes = (uint32_t) strtoul(argv[2], NULL, 0);
	if (argc > 3)
		calls = atoi(argv[3]);
	if ((nodes < NODES_LEAST) || (calls < 1) || (calls > CALLS_MOST))
		return 2;
	mean_cn = nodes / 16;
	printf("%-37s %6s  %8s %8s %8s  %6s\n", "us", "calls", "median",
	       "99 %", "most", "others");
	for (uint32_t pools = 1; pools <= 4; pools += 3)
		for (uint64_t bookings = 100;
		     bookings <= ((nodes > NODES_LEAST) ? 1000 : 10000);
		     bookings *= 10)
			_measure(pools, bookings);
	return 0;
}
