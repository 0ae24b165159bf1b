/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bench-osp.c - the cost of offers.
 *
 *	make bench-osp && ./contrib/bench/bench-osp [seed]
 *
 * The machine of bench-machine with 64 nodes in four pools and 100,000 bookings
 * in a year, 60 % of all: the time of osp_query() for 10 offers when a request
 * is refused, beside the time of the refusal itself. Then algorithm 1 on
 * profiles of 1,000 to 1,000,000 runs, beside the same algorithm exactly as
 * printed in the paper. Prints the median of all calls, and the slowest of 20.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "contrib/bench/bench_util.h"
#include "contrib/bench/bench_world.h"
#include "contrib/eval/base/clock.h"
#include "contrib/eval/base/quartile.h"
#include "osp/osp.h"

#define NODES 64
#define CALLS 400

static const osp_price_t price = { .delta = DELTA, .bcost = 0.05, .tau = 4 };

static uint64_t seen;		/* keeps the compiler from dropping calls */

/* Refused requests and queries */

static const struct row {
	const char *name;
	enum op op;
	time_t window;		/* of the request, seconds */
	time_t open;		/* a query that leaves dur open, for a time of
				 * so many seconds; nothing is refused */
} rows[] = {
	{ "refused, one node missing", .op = REFUSED },
	{ "refused, all nodes", .op = REFUSED_ALL },
	{ "refused, 14 days", .op = REFUSED_LONG },
	{ "refused, window of 4 h", .op = REFUSED_ALL, .window = 4 * 3600 },
	{ "refused, window of 7 d", .op = REFUSED_ALL, .window = 7 * DAY },
	{ "update refused", .op = UPDATE_REFUSED },
	{ "query, open, a day", .op = REFUSED, .open = DAY },
	{ "query, open, 30 days", .op = REFUSED, .open = 30 * DAY },
};

static osp_query_t _query(const garq_request_t *rq, time_t open)
{
	if (open)
		return (osp_query_t) {
			.ti_s = rq->t_esr, .ti_e = rq->t_esr + open, .num_cn = 8,
		};
	return (osp_query_t) {
		.ti_s = rq->t_esr, .ti_e = rq->t_lsr + rq->duration,
		.dur = rq->duration, .num_cn = rq->num_cn,
	};
}

/* The work of a refusal without offers. RET whether the request is refused */
static bool _place(const struct world *w, const garq_request_t *rq)
{
	garq_answer_t answer;

	if (garq_machine_place(w->m, rq, &answer) < 0)
		abort();
	seen += (uint64_t) answer.later;
	garq_answer_free(&answer);
	return !answer.fits;
}

static size_t _offers(const struct world *w, const garq_request_t *rq,
		      const osp_query_t *q)
{
	osp_machine_space_t space;
	osp_offers_t offers;
	size_t cnt;

	if ((osp_space_machine(&space, w->m, rq->eligible, rq->group,
			       NOW + HORIZON) < 0) ||
	    (osp_query(&space.space, q, &price, OSP_RANK_EARLIEST, 10,
		       &offers) < 0))
		abort();
	cnt = offers.cnt;
	osp_offers_free(&offers);
	osp_space_machine_close(&space);
	return cnt;
}

static void _measure(const struct world *w, const struct row *row)
{
	double place[CALLS], offer[CALLS], cnt = 0;

	for (int i = 0; i < CALLS; ) {
		struct ask ask = world_draw(w, row->op);
		osp_query_t q;
		double t;

		ask.rq.t_lsr += row->window;
		q = _query(&ask.rq, row->open);
		t = eval_clock_ns();
		if (row->open || _place(w, &ask.rq)) {
			place[i] = (eval_clock_ns() - t) / 1e3;
			t = eval_clock_ns();
			cnt += (double) _offers(w, &ask.rq, &q);
			offer[i++] = (eval_clock_ns() - t) / 1e3;
		}
		world_ask_free(&ask);
	}
	eval_sort(place, CALLS);
	eval_sort(offer, CALLS);
	printf("%-28s %10.1f %10.1f %10.1f %10.1f\n", row->name,
	       place[CALLS / 2], offer[CALLS / 2], offer[CALLS * 19 / 20],
	       cnt / CALLS);
}

/* The paper's algorithm */

/* Free nodes by minute. */
struct profile {
	size_t cnt;
	uint32_t *num_free;
};

static garq_t *_garq(const struct profile *p)
{
	garq_t *g = bench_need(garq_create(NODES + 1, 60,
					   60 * (time_t) p->cnt, 0));
	uint32_t handle;

	for (size_t i = 0; i < p->cnt; i++)
		if (garq_addReserv(g, 60 * (time_t) i, 60 * (time_t) i + 60,
				   NODES + 1 - p->num_free[i], &handle) < 0)
			abort();
	return g;
}

/* Lines 11 to 43 as printed, for a query that leaves something open. */
static void _letter(const struct profile *p, const size_t *rank, time_t ts,
		    uint32_t num_cn)
{
	const uint32_t *list = p->num_free;

	for (size_t i = 0; i < p->cnt; i++) {
		size_t head = rank[i], tail = rank[i];
		time_t tot_slot = 60;
		uint32_t min_cn = list[head];

		if (min_cn < num_cn)
			continue;
		for (; head && (list[head - 1] >= num_cn) && (tot_slot < ts);
		     tot_slot += 60)
			if (list[--head] < min_cn)
				min_cn = list[head];
		for (; (tail + 1 < p->cnt) && (list[tail + 1] >= num_cn) &&
		     (tot_slot < ts); tot_slot += 60)
			if (list[++tail] < min_cn)
				min_cn = list[tail];
		seen += head + tail + min_cn;
	}
}

/* One block, in which each run is grown to a quarter of the block. */
static void _runs(size_t cnt)
{
	struct profile p = {
		.cnt = cnt,
		.num_free = bench_need(calloc(cnt, sizeof(uint32_t))),
	};
	size_t *rank = bench_need(calloc(cnt, sizeof(*rank)));
	time_t end = 60 * (time_t) cnt;
	osp_query_t q = { .ti_e = end, .dur = end / 4 };
	osp_offers_t offers;
	osp_space_t space;
	garq_t *g;
	double t, ours;

	/* neighbours differ, and at least one node is free */
	for (size_t i = 0; i < cnt; i++) {
		p.num_free[i] = 1 + 2 * (uint32_t) bench_random(NODES / 2) +
			i % 2;
		rank[i] = i;
	}
	g = _garq(&p);
	osp_space_garq(&space, g, end);
	t = eval_clock_ns();
	if (osp_inside(&space, &q, &price, &offers) < 0)
		abort();
	ours = eval_clock_ns() - t;
	seen += offers.cnt;
	osp_offers_free(&offers);
	printf("%10zu runs %12.3f ms %8.1f ns a run", cnt, ours / 1e6,
	       ours / (double) cnt);
	t = eval_clock_ns();
	if (cnt <= 100000)
		_letter(&p, rank, end / 4, 1);
	if (cnt <= 100000)
		printf("; to the letter %12.3f ms", (eval_clock_ns() - t) / 1e6);
	printf("\n");
	garq_destroy(g);
	free(p.num_free);
	free(rank);
}

int main(int argc, char **argv)
{
	struct world *w = bench_need(calloc(1, sizeof(*w)));

	if (argc > 1)
		bench_seed(strtoull(argv[1], NULL, 0));
	world_machine_begin(NODES);
	world_fill(w, MOST, false);
	printf("%-28s %10s %10s %10s %10s\n", "us", "refusal", "offers",
	       "1 of 20", "their cnt");
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		_measure(w, &rows[i]);
	for (size_t cnt = 1000; cnt <= 1000000; cnt *= 10)
		_runs(cnt);
	world_free(w);
	world_machine_end();
	free(w);
	return seen ? EXIT_SUCCESS : EXIT_FAILURE;
}
