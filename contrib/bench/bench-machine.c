/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bench-machine.c - the cost of a request on a machine with 100, 10,000 and
 * 100,000 bookings, on 8, 64 and 1,000 nodes.
 *
 *	make bench-machine && ./contrib/bench/bench-machine [nodes [seed]]
 *
 * 365 days in slots of 300 s, four pools, of which one is the partition.
 * Bookings start at any second; 100,000 of them are 60 % of the machine. All
 * numbers of bookings are timed in turn within one run, batch by batch, and the
 * median of the batches is printed: other load on the computer affects all of
 * them alike.
 *
 * "The same bookings": fewer bookings are less load. "The same load": fewer
 * bookings are longer accordingly. Requests have the size of the shortest
 * booking in both cases, and nodes that are held and released come on top of
 * the bookings.
 */
#include <inttypes.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>

#include "contrib/bench/bench_util.h"
#include "contrib/bench/bench_world.h"
#include "contrib/eval/base/clock.h"
#include "contrib/eval/base/quartile.h"

#define SIZES 3
static const uint64_t sizes[SIZES] = { 100, 10000, MOST };

#define PER_BATCH 48
#define BATCH_NS 30e6		/* time limit of a slow batch */

static const char *op_name[OPS] = {
	"hold", "release", "fits", "refused, one missing", "refused, all nodes",
	"refused, 14 days", "window of 7 days", "window, all nodes",
	"update", "update, refused", "partition", "partition, refused",
	"pinned", "pinned, refused", "next on a node",
	"a node down for good", "and back",
};

static uint64_t seen;		/* keeps the compiler from dropping calls */

/* Timing */

static void _place(const struct world *w, const struct ask *ask)
{
	garq_answer_t answer;

	if (garq_machine_place(w->m, &ask->rq, &answer) < 0)
		abort();
	seen += answer.fits + (uint64_t) answer.later;
	garq_answer_free(&answer);
}

/* A garq_nodes_fn: stop after two holds of a node. */
static bool _two(void *arg, uint64_t id, uint32_t node, time_t t_s, time_t t_e)
{
	int *cnt = arg;

	seen += id + node + (uint64_t) (t_e - t_s);
	return ++*cnt < 2;
}

static double _next(const struct world *w)
{
	uint32_t node[PER_BATCH];
	time_t from[PER_BATCH];
	double t;

	for (int i = 0; i < PER_BATCH; i++) {
		node[i] = (uint32_t) bench_random(nodes);
		from[i] = world_some_start(DAY);
	}
	t = eval_clock_ns();
	for (int i = 0; i < PER_BATCH; i++) {
		int cnt = 0;

		garq_nodes_each_on(garq_machine_nodes(w->m), node[i], from[i],
				   _two, &cnt);
	}
	return (eval_clock_ns() - t) / PER_BATCH;
}

/*
 * Not a request: a node goes down for an unknown time and comes back. All
 * bookings on it are visited.
 */
static void _down_and_back(struct world *w, int batch)
{
	uint32_t node = (uint32_t) bench_random(nodes);
	garq_set_t *set = world_range(node, node + 1);
	uint64_t id = 2 * MOST;
	double t = eval_clock_ns();

	seen += (uint64_t) garq_machine_hold(w->m, id, id, set, NOW,
					     GARQ_FOREVER);
	w->ns[DOWN][batch] = eval_clock_ns() - t;
	t = eval_clock_ns();
	seen += (uint64_t) garq_machine_release(w->m, id);
	w->ns[BACK][batch] = eval_clock_ns() - t;
	garq_set_destroy(set);
}

static double _batch(const struct world *w, enum op op)
{
	struct ask ask[PER_BATCH];
	double t, took;
	int i;

	for (i = 0; i < PER_BATCH; i++)
		ask[i] = world_draw(w, op);
	t = eval_clock_ns();
	for (i = 0; (i < PER_BATCH) && (eval_clock_ns() - t < BATCH_NS); i++)
		_place(w, &ask[i]);
	took = (eval_clock_ns() - t) / i;
	for (i = 0; i < PER_BATCH; i++)
		world_ask_free(&ask[i]);
	return took;
}

/* Add and remove that many further bookings. */
static void _come_and_go(struct world *w, int batch)
{
	struct booking more[PER_BATCH];
	uint64_t id = MOST + 1;
	double t;

	for (int i = 0; i < PER_BATCH; i++)
		while (!world_book(w, id + (uint64_t) i, world_some_len(1), &more[i]))
			;
	t = eval_clock_ns();
	for (int i = 0; i < PER_BATCH; i++)
		seen += (uint64_t) garq_machine_release(w->m, id + (uint64_t) i);
	w->ns[RELEASE][batch] = (eval_clock_ns() - t) / PER_BATCH;
	t = eval_clock_ns();
	for (int i = 0; i < PER_BATCH; i++)
		seen += (uint64_t) garq_machine_hold(
			w->m, id + (uint64_t) i, id, more[i].set, more[i].t_s,
			more[i].t_e);
	w->ns[HOLD][batch] = (eval_clock_ns() - t) / PER_BATCH;
	for (int i = 0; i < PER_BATCH; i++) {
		garq_machine_release(w->m, id + (uint64_t) i);
		garq_set_destroy(more[i].set);
	}
}

static void _round(struct world *w, int batch)
{
	_come_and_go(w, batch);
	for (int op = RELEASE + 1; op < NEXT; op++)
		w->ns[op][batch] = _batch(w, (enum op) op);
	w->ns[NEXT][batch] = _next(w);
	_down_and_back(w, batch);
}

/* Printing */

static void _print(struct world *w)
{
	printf("%-22s", "us");
	for (int i = 0; i < SIZES; i++)
		printf(" %10" PRIu64, w[i].n);
	printf("   ratio of the last to the first\n");
	for (int op = 0; op < OPS; op++) {
		double us[SIZES];

		printf("%-22s", op_name[op]);
		for (int i = 0; i < SIZES; i++) {
			eval_sort(w[i].ns[op], BATCHES);
			us[i] = eval_quartile(w[i].ns[op], BATCHES, 2) / 1e3;
			printf(" %10.2f", us[i]);
		}
		printf("   %.2f\n", us[SIZES - 1] / us[0]);
	}
	printf("%-22s", "memory, MB");
	for (int i = 0; i < SIZES; i++)
		printf(" %10.2f", (double) w[i].bytes / 1e6);
	printf("\n");
}

/* RET bytes that the machine takes: those in use, less the list of bookings */
static size_t _fill(struct world *w, uint64_t n, bool same)
{
	struct mallinfo2 before = mallinfo2(), after;

	world_fill(w, n, same);
	after = mallinfo2();
	return after.uordblks + after.hblkhd - before.uordblks -
	       before.hblkhd - n * sizeof(*w->booking);
}

static void _load(bool same)
{
	struct world *w = bench_need(calloc(SIZES, sizeof(*w)));

	for (int i = 0; i < SIZES; i++)
		w[i].bytes = _fill(&w[i], sizes[i], same);
	for (int batch = 0; batch < BATCHES; batch++)
		for (int i = 0; i < SIZES; i++)
			_round(&w[i], batch);
	printf("\n%" PRIu32 " nodes, %s\n", nodes, same ?
	       "the same load" : "the same bookings");
	_print(w);
	fflush(stdout);
	for (int i = 0; i < SIZES; i++)
		world_free(&w[i]);
	free(w);
}

static void _machine(uint32_t node_cnt)
{
	world_machine_begin(node_cnt);
	_load(false);
	_load(true);
	world_machine_end();
}

int main(int argc, char **argv)
{
	if (argc > 2)
		bench_seed(strtoull(argv[2], NULL, 0));
	if ((argc > 1) && atoi(argv[1])) {
		_machine((uint32_t) atoi(argv[1]));
	} else {
		_machine(8);
		_machine(64);
		_machine(1000);
	}
	return seen ? EXIT_SUCCESS : EXIT_FAILURE;
}
