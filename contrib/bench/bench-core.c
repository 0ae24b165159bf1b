/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bench-core.c - the cost of an operation on the counts, from 10^3 bookings to
 * 10^6.
 *
 *	make bench-core && ./contrib/bench/bench-core [seed]
 *
 * 365 days in slots of 300 s, 10,000 nodes. One garq_t for each number of
 * bookings n; each booking starts at any second, lasts 1 to 12 hours and has 1
 * to 15 nodes, so 10^6 of them are 60 % of the machine. All sizes are timed in
 * turn within one run, batch by batch, and the median of the batches is
 * printed: other load on the computer affects all of them alike. The number of
 * bookings stays the same: a batch that adds follows each batch that deletes.
 *
 * With "same" load, the bookings of the smaller garq_t have more nodes, so that
 * all are as full: what remains is the cost of the number of bookings alone.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "contrib/bench/bench_util.h"
#include "garq/garq.h"

#define DAY ((time_t) 86400)
#define HORIZON (365 * DAY)
#define NOW ((time_t) 1700000000)
#define NODES 10000
#define DELTA 300

#define SIZES 4			/* 10^3 .. 10^6 */
#define BATCHES 61
#define PER_BATCH 500

enum op { SEARCH, SEARCH_LONG, DELETE, ADD, SUGGEST, SUGGEST_FULL, OPS };
static const char *op_name[OPS] = {
	"search", "search 30 d", "delete", "add", "suggest", "suggest full",
};

struct booking {
	uint64_t id;
	time_t t_s;
	time_t t_e;
	uint32_t num_cn;
};

struct world {
	garq_t *g;
	uint64_t n;
	uint32_t factor;	/* bookings have that many times the nodes */
	struct booking *booking;
	double ns[OPS][BATCHES];
};

static uint64_t found;		/* keeps the compiler from dropping calls */

static struct booking _draw(const struct world *w, uint64_t id)
{
	time_t len = 3600 + (time_t) bench_random(11 * 3600);
	time_t t_s = NOW + (time_t) bench_random((uint64_t) (HORIZON - len));
	uint32_t cn = (uint32_t) (1 + bench_random(15)) * w->factor;

	return (struct booking) {
		id, t_s, t_s + len, (cn < NODES) ? cn : NODES,
	};
}

/* Draw bookings until one fits. */
static void _add_some(struct world *w, struct booking *b)
{
	while (garq_addReserv(w->g, b->id, b->t_s, b->t_e, b->num_cn) < 0)
		*b = _draw(w, b->id);
}

static void _fill(struct world *w, uint64_t n, bool same)
{
	w->n = n;
	w->factor = same ? (uint32_t) (1000000 / n) : 1;
	w->g = bench_need(garq_create(NODES, DELTA, HORIZON, NOW));
	w->booking = bench_need(calloc(n, sizeof(*w->booking)));
	for (uint64_t i = 0; i < n; i++) {
		w->booking[i] = _draw(w, i);
		_add_some(w, &w->booking[i]);
	}
}

/* Draw the arguments of a batch before the clock starts. */
static double _batch(struct world *w, enum op op, struct booking *b,
		     const uint64_t *which)
{
	double t = bench_ns();
	time_t start = 0;

	for (int i = 0; i < PER_BATCH; i++) {
		switch (op) {
		case SEARCH:
			found += (uint64_t) garq_searchReserv(
				w->g, b[i].t_s, b[i].t_e, b[i].num_cn);
			break;
		case SEARCH_LONG:
			found += (uint64_t) garq_searchReserv(
				w->g, b[i].t_s, b[i].t_s + 30 * DAY, 15);
			break;
		case DELETE:
			found += (uint64_t) garq_deleteReserv(w->g, which[i]);
			break;
		case ADD:
			found += (uint64_t) garq_addReserv(
				w->g, which[i], b[i].t_s, b[i].t_e,
				b[i].num_cn);
			break;
		case SUGGEST:
			found += (uint64_t) garq_suggestInterval(
				w->g, b[i].t_s, b[i].t_e, b[i].num_cn, -1,
				&start);
			break;
		default:
			found += (uint64_t) garq_suggestInterval(
				w->g, b[i].t_s, b[i].t_e, NODES / 2, 30 * DAY,
				&start);
			break;
		}
		found += (uint64_t) start;
	}
	return (bench_ns() - t) / PER_BATCH;
}

/* Add the bookings that a full machine refused again, at another time. */
static void _put_back(struct world *w, struct booking *b, const uint64_t *which)
{
	for (int i = 0; i < PER_BATCH; i++) {
		b[i].id = which[i];
		_add_some(w, &b[i]);
		w->booking[which[i]] = b[i];
	}
}

static void _round(struct world *w, int batch)
{
	static struct booking b[PER_BATCH];
	static uint64_t which[PER_BATCH];
	uint64_t step = w->n / PER_BATCH, first = bench_random(step);

	for (int i = 0; i < PER_BATCH; i++) {
		b[i] = _draw(w, 0);
		which[i] = first + (uint64_t) i * step;
	}
	/* in random order of ids, as in practice */
	for (int i = PER_BATCH - 1; i > 0; i--) {
		uint64_t j = bench_random((uint64_t) i + 1), id = which[i];

		which[i] = which[j];
		which[j] = id;
	}
	for (int op = 0; op < OPS; op++) {
		w->ns[op][batch] = _batch(w, (enum op) op, b, which);
		if (op != ADD)
			continue;
		for (int i = 0; i < PER_BATCH; i++)
			garq_deleteReserv(w->g, which[i]);
		_put_back(w, b, which);
	}
}

static void _print(struct world *w)
{
	printf("%-14s", "ns");
	for (int i = 0; i < SIZES; i++)
		printf(" %10" PRIu64, w[i].n);
	printf("   ratio of 10^6 to 10^3\n");
	for (int op = 0; op < OPS; op++) {
		double ns[SIZES];

		printf("%-14s", op_name[op]);
		for (int i = 0; i < SIZES; i++) {
			ns[i] = bench_median(w[i].ns[op], BATCHES);
			printf(" %10.0f", ns[i]);
		}
		printf("   %.2f\n", ns[SIZES - 1] / ns[0]);
	}
}

static void _load(bool same)
{
	struct world *w = bench_need(calloc(SIZES, sizeof(*w)));
	uint64_t n = 1000;

	for (int i = 0; i < SIZES; i++, n *= 10)
		_fill(&w[i], n, same);
	for (int batch = 0; batch < BATCHES; batch++)
		for (int i = 0; i < SIZES; i++)
			_round(&w[i], batch);
	printf("\n%s\n", same ? "the same load, 60 %" :
	       "the same bookings: 0.06 % to 60 % load");
	_print(w);
	for (int i = 0; i < SIZES; i++) {
		garq_destroy(w[i].g);
		free(w[i].booking);
	}
	free(w);
}

int main(int argc, char **argv)
{
	if (argc > 1)
		bench_seed(strtoull(argv[1], NULL, 0));
	_load(false);
	_load(true);
	return found ? EXIT_SUCCESS : EXIT_FAILURE;
}
