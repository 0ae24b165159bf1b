/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bench-osp.c - the cost of offers.
 *
 *	make bench-osp && ./contrib/bench/bench-osp [seed]
 *
 * A machine of 64 nodes in four pools, 10,000 bookings of 1 to 7 nodes in the
 * next 30 of 365 days, 60 % of all: the time of osp_query() for 10 offers when
 * a request is refused, beside the time of the refusal itself. Then algorithm 1
 * on profiles of 1,000 to 1,000,000 runs, beside the same algorithm exactly as
 * printed in the paper. Prints the median of all calls, and the slowest of 20.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "contrib/bench/bench_util.h"
#include "osp/osp.h"

#define DAY ((time_t) 86400)
#define NOW ((time_t) 1700000000)
#define NODES 64
#define BOOKINGS 10000
#define FULL (30 * DAY)
#define MEAN_CN 4
#define LOAD_PERCENT 60
#define MEAN_LEN (FULL / BOOKINGS * NODES / MEAN_CN * LOAD_PERCENT / 100)
#define CALLS 400

static const osp_price_t price = { .delta = 300, .bcost = 0.05, .tau = 4 };

static uint64_t seen;		/* keeps the compiler from dropping calls */

static double _now_us(void)
{
	return bench_ns() / 1e3;
}

/* The machine */

struct world {
	garq_machine_t *m;
	garq_set_t *all;
	time_t t_s[BOOKINGS];
	time_t t_e[BOOKINGS];
};

/* Book random nodes that are free then, if there are enough. */
static bool _book(struct world *w, uint64_t id)
{
	time_t len = MEAN_LEN / 2 + (time_t) bench_random(MEAN_LEN);
	time_t t_s = NOW + (time_t) bench_random((uint64_t) (FULL - len));
	uint32_t cn = 1 + (uint32_t) bench_random(2 * MEAN_CN - 1);
	garq_set_t *set = bench_need(garq_set_copy(w->all));
	uint32_t left = garq_nodes_free(garq_machine_nodes(w->m), w->all, t_s,
					t_s + len, GARQ_NO_GROUP, set);
	bool ok = (left >= cn);

	for (; ok && (left > cn); left--) {
		uint32_t i = garq_set_next(set, (uint32_t) bench_random(NODES));

		garq_set_del(set, (i < NODES) ? i : garq_set_next(set, 0));
	}
	if (ok && (garq_machine_hold(w->m, id, id, set, t_s, t_s + len) < 0))
		abort();
	w->t_s[id - 1] = t_s;
	w->t_e[id - 1] = t_s + len;
	garq_set_destroy(set);
	return ok;
}

static void _fill(struct world *w)
{
	uint32_t pool_of[NODES];

	for (uint32_t i = 0; i < NODES; i++)
		pool_of[i] = 4 * i / NODES;
	w->all = bench_need(garq_set_create(NODES));
	for (uint32_t i = 0; i < NODES; i++)
		garq_set_add(w->all, i);
	w->m = bench_need(garq_machine_create(NODES, pool_of, price.delta,
					      365 * DAY, NOW));
	for (uint64_t id = 1; id <= BOOKINGS; id++)
		while (!_book(w, id))
			;
}

/* Refused requests and queries */

enum ask {
	RIGID, ALL, HALF_DAY, DAYS_14, WINDOW_4H, WINDOW_7D, UPDATE, SOFT_DAY,
	SOFT_30D, ASKS
};

static const char *const ask_name[ASKS] = {
	"refused, one node missing", "refused, all nodes",
	"refused, 12 hours", "refused, 14 days", "refused, window of 4 h",
	"refused, window of 7 d", "update refused", "query, open, a day",
	"query, open, 30 days",
};

struct wish {
	osp_query_t q;
	uint64_t group;
};

static uint32_t _free(const struct world *w, const struct wish *wish)
{
	return garq_nodes_free(garq_machine_nodes(w->m), w->all, wish->q.ti_s,
			       wish->q.ti_s + wish->q.dur, wish->group, NULL);
}

static struct wish _draw(const struct world *w, enum ask ask)
{
	size_t i = bench_random(BOOKINGS);
	struct wish wish = { .q = {
		.ti_s = w->t_s[i] + (time_t) bench_random(MEAN_LEN),
		.dur = MEAN_LEN / 2 + (time_t) bench_random(MEAN_LEN),
	} };
	time_t window = 0;

	if ((ask == SOFT_DAY) || (ask == SOFT_30D)) {
		wish.q.ti_s = (ask == SOFT_DAY) ? wish.q.ti_s : NOW;
		wish.q.ti_e = wish.q.ti_s + ((ask == SOFT_DAY) ? DAY : FULL);
		wish.q.dur = 0;
		wish.q.num_cn = 8;
		return wish;
	}
	if (ask == HALF_DAY)
		wish.q.dur = DAY / 2;
	if (ask == DAYS_14)
		wish.q.dur = 14 * DAY;
	if (ask == UPDATE) {
		wish.group = i + 1;
		wish.q.ti_s = w->t_s[i];
	}
	if (ask == WINDOW_4H)
		window = 4 * 3600;
	if (ask == WINDOW_7D)
		window = 7 * DAY;
	wish.q.ti_e = wish.q.ti_s + wish.q.dur + window;
	wish.q.num_cn = ((ask == ALL) || window) ? NODES : _free(w, &wish) + 1;
	return wish;
}

/* The time of a refusal without offers. RET whether the wish is refused */
static bool _place(const struct world *w, const struct wish *wish)
{
	garq_request_t rq = {
		.eligible = w->all, .num_cn = wish->q.num_cn,
		.t_esr = wish->q.ti_s, .t_lsr = wish->q.ti_e - wish->q.dur,
		.duration = wish->q.dur, .group = wish->group,
	};
	garq_answer_t answer;

	if (!wish->q.dur || (wish->q.num_cn > NODES))
		return true;
	if (garq_machine_place(w->m, &rq, &answer) < 0)
		abort();
	seen += (uint64_t) answer.later;
	garq_answer_free(&answer);
	return !answer.fits;
}

static size_t _offers(const struct world *w, const struct wish *wish)
{
	osp_machine_space_t space;
	osp_offers_t offers;
	size_t cnt;

	if ((osp_space_machine(&space, w->m, w->all, wish->group,
			       NOW + 365 * DAY) < 0) ||
	    (osp_query(&space.space, &wish->q, &price, OSP_RANK_EARLIEST, 10,
		       &offers) < 0))
		abort();
	cnt = offers.cnt;
	osp_offers_free(&offers);
	osp_space_machine_close(&space);
	return cnt;
}

static void _measure(const struct world *w, enum ask ask)
{
	double place[CALLS], offer[CALLS], cnt = 0;

	for (int i = 0; i < CALLS; i++) {
		struct wish wish = _draw(w, ask);
		double t = _now_us();

		if (!_place(w, &wish)) {
			i--;
			continue;
		}
		place[i] = _now_us() - t;
		t = _now_us();
		cnt += (double) _offers(w, &wish);
		offer[i] = _now_us() - t;
	}
	bench_sort(place, CALLS);
	bench_sort(offer, CALLS);
	printf("%-28s %10.1f %10.1f %10.1f %10.1f\n", ask_name[ask],
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

	for (size_t i = 0; i < p->cnt; i++)
		if (garq_addReserv(g, i, 60 * (time_t) i, 60 * (time_t) i + 60,
				   NODES + 1 - p->num_free[i]) < 0)
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
	t = _now_us();
	if (osp_inside(&space, &q, &price, &offers) < 0)
		abort();
	ours = _now_us() - t;
	seen += offers.cnt;
	osp_offers_free(&offers);
	printf("%10zu runs %12.3f ms %8.1f ns a run", cnt, ours / 1e3,
	       ours * 1e3 / (double) cnt);
	t = _now_us();
	if (cnt <= 100000)
		_letter(&p, rank, end / 4, 1);
	if (cnt <= 100000)
		printf("; to the letter %12.3f ms", (_now_us() - t) / 1e3);
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
	_fill(w);
	printf("%-28s %10s %10s %10s %10s\n", "us", "refusal", "offers",
	       "1 of 20", "their cnt");
	for (int ask = 0; ask < ASKS; ask++)
		_measure(w, (enum ask) ask);
	for (size_t cnt = 1000; cnt <= 1000000; cnt *= 10)
		_runs(cnt);
	garq_machine_destroy(w->m);
	garq_set_destroy(w->all);
	free(w);
	return seen ? EXIT_SUCCESS : EXIT_FAILURE;
}
