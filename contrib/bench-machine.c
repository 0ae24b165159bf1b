/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bench-machine.c - what a request costs on a machine with 100, 10,000 and
 * 100,000 bookings, on 8, 64 and 1,000 nodes.
 *
 *	make bench-machine && ./contrib/bench-machine [nodes [seed]]
 *
 * 365 days in slots of 300 s, four pools, of which one is the partition.
 * Bookings start at any second; 100,000 of them are 60 % of the machine. All
 * numbers of bookings are timed in turn within one run, batch by batch, and the
 * median of the batches is told: other users of the computer hit all of them
 * alike.
 *
 * "The same bookings": fewer of them are less load. "The same load": fewer of
 * them, and each that much longer. What is asked for is of the size of the
 * shortest in both, and what is held and released comes on top of the others.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "garq/machine.h"

#define DAY ((time_t) 86400)
#define HORIZON (365 * DAY)
#define NOW ((time_t) 1700000000)
#define DELTA 300
#define MOST 100000		/* bookings */
#define LOAD_PERCENT 60

#define SIZES 3
static const uint64_t sizes[SIZES] = { 100, 10000, MOST };

#define BATCHES 21
#define PER_BATCH 48
#define BATCH_NS 30e6		/* a slow batch ends after this */

/* What is timed. */
enum op {
	HOLD, RELEASE, FITS, REFUSED, REFUSED_ALL, REFUSED_LONG, WINDOW,
	WINDOW_ALL, UPDATE, UPDATE_REFUSED, PART, PART_REFUSED, PINNED,
	PINNED_REFUSED, NEXT, DOWN, BACK, OPS
};

static const char *op_name[OPS] = {
	"hold", "release", "fits", "refused, one missing", "refused, all nodes",
	"refused, 14 days", "window of 7 days", "window, all nodes",
	"update", "update, refused", "partition", "partition, refused",
	"pinned", "pinned, refused", "next on a node",
	"a node down for good", "and back",
};

struct booking {
	garq_set_t *set;
	time_t t_s;
	time_t t_e;
};

struct world {
	garq_machine_t *m;
	uint64_t n;
	time_t factor;		/* its bookings are so many times longer */
	struct booking *booking;
	double ns[OPS][BATCHES];
};

static uint32_t nodes;
static garq_set_t *all, *part;
static uint32_t *pool_of;	/* four, one for each quarter */
static time_t mean_len;
static uint32_t mean_cn;
static uint64_t state = 1;
static uint64_t seen;		/* so that nothing is left out */

static uint64_t _random(uint64_t n)
{
	uint64_t z = (state += UINT64_C(0x9e3779b97f4a7c15));

	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return (z ^ (z >> 31)) % n;
}

static double _now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double) ts.tv_sec * 1e9 + (double) ts.tv_nsec;
}

static void *_need(void *p)
{
	if (!p)
		abort();
	return p;
}

/* Nodes from .. to-1. */
static garq_set_t *_range(uint32_t from, uint32_t to)
{
	garq_set_t *set = _need(garq_set_create(nodes));

	for (uint32_t i = from; i < to; i++)
		garq_set_add(set, i);
	return set;
}

/* cnt nodes of set, any of them. */
static garq_set_t *_some_of(const garq_set_t *set, uint32_t cnt)
{
	garq_set_t *some = _need(garq_set_create(nodes));
	uint32_t i = garq_set_next(set, (uint32_t) _random(nodes));

	for (; cnt; i = garq_set_next(set, i + 1)) {
		if (i >= nodes)
			i = garq_set_next(set, 0);
		garq_set_add(some, i);
		cnt--;
	}
	return some;
}

static time_t _some_len(time_t factor)
{
	time_t len = mean_len * factor;

	return len / 2 + (time_t) _random((uint64_t) len);
}

static uint32_t _some_cn(void)
{
	return 1 + (uint32_t) _random(2 * mean_cn - 1);
}

static time_t _some_start(time_t len)
{
	return NOW + (time_t) _random((uint64_t) (HORIZON - len));
}

/* A request as it is drawn; set is owned by it if it is not all or part. */
struct ask {
	garq_request_t rq;
	garq_set_t *own;
};

static void _ask_free(struct ask *ask)
{
	garq_set_destroy(ask->own);
	ask->own = NULL;
}

static struct ask _ask(const garq_set_t *eligible, uint32_t cn, time_t start,
		       time_t len)
{
	struct ask ask = { .rq = {
		.eligible = eligible, .num_cn = cn, .t_esr = start,
		.t_lsr = start, .duration = len,
	} };

	return ask;
}

static uint32_t _free_at(const struct world *w, const struct ask *ask,
			 garq_set_t *ret_free)
{
	return garq_nodes_free(garq_machine_nodes(w->m), ask->rq.eligible,
			       ask->rq.t_esr,
			       ask->rq.t_esr + ask->rq.duration,
			       ask->rq.group, ret_free);
}

/* Filling */

/* Any nodes that are free: not always the first ones. */
static bool _book(struct world *w, uint64_t id, time_t len, struct booking *b)
{
	struct ask ask = _ask(all, _some_cn(), _some_start(len), len);
	garq_set_t *is_free = _need(garq_set_create(nodes));
	bool ok = _free_at(w, &ask, is_free) >= ask.rq.num_cn;

	if (ok) {
		b->t_s = ask.rq.t_esr;
		b->t_e = ask.rq.t_esr + len;
		b->set = _some_of(is_free, ask.rq.num_cn);
		if (garq_machine_hold(w->m, id, id, b->set, b->t_s, b->t_e) < 0)
			abort();
	}
	garq_set_destroy(is_free);
	return ok;
}

static void _fill(struct world *w, uint64_t n, bool same_load)
{
	w->n = n;
	w->factor = same_load ? MOST / (time_t) n : 1;
	w->m = _need(garq_machine_create(nodes, pool_of, DELTA, HORIZON,
					  NOW));
	w->booking = _need(calloc(n, sizeof(*w->booking)));
	for (uint64_t i = 0; i < n; i++) {
		time_t len = _some_len(w->factor);

		if (len > HORIZON / 8)
			len = HORIZON / 8;
		/* the year may be full for those that are long */
		for (int t = 0; !_book(w, i + 1, len, &w->booking[i]); t++)
			if (t == 200) {
				len = len / 2 + 1;
				t = 0;
			}
	}
}

/* Asking */

static const struct booking *_any_booking(const struct world *w, uint64_t *id)
{
	uint64_t i = _random(w->n);

	if (id)
		*id = i + 1;
	return &w->booking[i];
}

/* A time at which something is booked, near its start. */
static time_t _busy_time(const struct world *w)
{
	const struct booking *b = _any_booking(w, NULL);
	uint64_t len = (uint64_t) (b->t_e - b->t_s);

	if (len > (uint64_t) mean_len)
		len = (uint64_t) mean_len;
	return b->t_s + (time_t) _random(len);
}

/* More nodes than are free there and then, by so many; or all. */
static struct ask _refused(const struct world *w, const garq_set_t *eligible,
			   time_t len)
{
	struct ask ask = _ask(eligible, 1, 0, len);

	do {
		ask.rq.t_esr = ask.rq.t_lsr = _busy_time(w);
		ask.rq.num_cn = _free_at(w, &ask, NULL) + 1;
	} while (ask.rq.num_cn > garq_set_count(eligible));
	return ask;
}

static struct ask _fitting(const struct world *w, const garq_set_t *eligible,
			   uint32_t cn, time_t len)
{
	struct ask ask;
	int tries = 0;

	do {
		if (tries++ > 1000)
			cn = 1;
		ask = _ask(eligible, cn, _some_start(len), len);
	} while ((_free_at(w, &ask, NULL) < cn) && (tries < 2000));
	return ask;
}

static struct ask _pin(struct ask ask, const garq_set_t *from, uint32_t cnt)
{
	ask.own = _some_of(from, cnt);
	ask.rq.eligible = ask.own;
	ask.rq.num_cn = cnt;
	return ask;
}

static struct ask _pinned(const struct world *w)
{
	struct ask ask = _fitting(w, all, mean_cn, _some_len(1)), pinned;
	garq_set_t *is_free = _need(garq_set_create(nodes));
	uint32_t cnt = _free_at(w, &ask, is_free);

	pinned = _pin(ask, is_free, (cnt < mean_cn) ? cnt : mean_cn);
	garq_set_destroy(is_free);
	return pinned;
}

/* The nodes of a booking, when it is about to end. */
static struct ask _pinned_refused(const struct world *w)
{
	const struct booking *b = _any_booking(w, NULL);
	struct ask ask = _ask(all, 1, b->t_e - 1, _some_len(1));

	return _pin(ask, b->set, garq_set_count(b->set));
}

/* A booking is to be longer; or to have all nodes. */
static struct ask _update(const struct world *w, bool fits)
{
	uint64_t id;
	const struct booking *b = _any_booking(w, &id);
	struct ask ask = _ask(all, garq_set_count(b->set), b->t_s,
			      b->t_e - b->t_s + (fits ? 0 : 1800));

	ask.rq.group = id;
	if (!fits)
		ask.rq.num_cn = _free_at(w, &ask, NULL) + 1;
	if (ask.rq.num_cn > nodes)
		ask.rq.num_cn = nodes;
	return ask;
}

static struct ask _draw(const struct world *w, enum op op)
{
	struct ask ask;

	switch (op) {
	case REFUSED:
		return _refused(w, all, _some_len(1));
	case REFUSED_ALL:
		return _ask(all, nodes, _busy_time(w), _some_len(1));
	case REFUSED_LONG:
		return _refused(w, all, 14 * DAY);
	case WINDOW:
		ask = _refused(w, all, _some_len(1));
		ask.rq.t_lsr += 7 * DAY;
		return ask;
	case WINDOW_ALL:
		ask = _ask(all, nodes, _busy_time(w), _some_len(1));
		ask.rq.t_lsr += 7 * DAY;
		return ask;
	case UPDATE:
	case UPDATE_REFUSED:
		return _update(w, op == UPDATE);
	case PART:
		return _fitting(w, part, mean_cn / 2 + 1, _some_len(1));
	case PART_REFUSED:
		return _refused(w, part, _some_len(1));
	case PINNED:
		return _pinned(w);
	case PINNED_REFUSED:
		return _pinned_refused(w);
	default:
		return _fitting(w, all, _some_cn(), _some_len(1));
	}
}

/* Timing */

static void _place(const struct world *w, const struct ask *ask)
{
	garq_answer_t answer;

	if (garq_machine_place(w->m, &ask->rq, &answer) < 0)
		abort();
	seen += answer.fits + (uint64_t) answer.later;
	garq_answer_free(&answer);
}

/* A garq_nodes_fn: the first two holds of a node. */
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
		node[i] = (uint32_t) _random(nodes);
		from[i] = _some_start(DAY);
	}
	t = _now_ns();
	for (int i = 0; i < PER_BATCH; i++) {
		int cnt = 0;

		garq_nodes_each_on(garq_machine_nodes(w->m), node[i], from[i],
				   _two, &cnt);
	}
	return (_now_ns() - t) / PER_BATCH;
}

/*
 * What no request does: a node goes down, and nobody knows for how long; it
 * comes back. All that is booked on it is looked at.
 */
static void _down_and_back(struct world *w, int batch)
{
	uint32_t node = (uint32_t) _random(nodes);
	garq_set_t *set = _range(node, node + 1);
	uint64_t id = 2 * MOST;
	double t = _now_ns();

	seen += (uint64_t) garq_machine_hold(w->m, id, id, set, NOW,
					     GARQ_FOREVER);
	w->ns[DOWN][batch] = _now_ns() - t;
	t = _now_ns();
	seen += (uint64_t) garq_machine_release(w->m, id);
	w->ns[BACK][batch] = _now_ns() - t;
	garq_set_destroy(set);
}

static double _batch(const struct world *w, enum op op)
{
	struct ask ask[PER_BATCH];
	double t, took;
	int i;

	for (i = 0; i < PER_BATCH; i++)
		ask[i] = _draw(w, op);
	t = _now_ns();
	for (i = 0; (i < PER_BATCH) && (_now_ns() - t < BATCH_NS); i++)
		_place(w, &ask[i]);
	took = (_now_ns() - t) / i;
	for (i = 0; i < PER_BATCH; i++)
		_ask_free(&ask[i]);
	return took;
}

/* So many more bookings come and go. */
static void _come_and_go(struct world *w, int batch)
{
	struct booking more[PER_BATCH];
	uint64_t id = MOST + 1;
	double t;

	for (int i = 0; i < PER_BATCH; i++)
		while (!_book(w, id + (uint64_t) i, _some_len(1), &more[i]))
			;
	t = _now_ns();
	for (int i = 0; i < PER_BATCH; i++)
		seen += (uint64_t) garq_machine_release(w->m, id + (uint64_t) i);
	w->ns[RELEASE][batch] = (_now_ns() - t) / PER_BATCH;
	t = _now_ns();
	for (int i = 0; i < PER_BATCH; i++)
		seen += (uint64_t) garq_machine_hold(
			w->m, id + (uint64_t) i, id, more[i].set, more[i].t_s,
			more[i].t_e);
	w->ns[HOLD][batch] = (_now_ns() - t) / PER_BATCH;
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

/* Telling */

static int _cmp(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

static double _median(double *ns)
{
	qsort(ns, BATCHES, sizeof(*ns), _cmp);
	return ns[BATCHES / 2];
}

static void _print(struct world *w)
{
	printf("%-22s", "us");
	for (int i = 0; i < SIZES; i++)
		printf(" %10" PRIu64, w[i].n);
	printf("   ratio of the last to the first\n");
	for (int op = 0; op < OPS; op++) {
		double us[SIZES];

		printf("%-22s", op_name[op]);
		for (int i = 0; i < SIZES; i++)
			printf(" %10.2f", us[i] = _median(w[i].ns[op]) / 1e3);
		printf("   %.2f\n", us[SIZES - 1] / us[0]);
	}
	printf("%-22s", "memory, MB");
	for (int i = 0; i < SIZES; i++)
		printf(" %10.2f", (double) garq_machine_memory(w[i].m) / 1e6);
	printf("\n");
}

static void _free_world(struct world *w)
{
	for (uint64_t i = 0; i < w->n; i++)
		garq_set_destroy(w->booking[i].set);
	free(w->booking);
	garq_machine_destroy(w->m);
}

static void _load(bool same)
{
	struct world *w = _need(calloc(SIZES, sizeof(*w)));

	for (int i = 0; i < SIZES; i++)
		_fill(&w[i], sizes[i], same);
	for (int batch = 0; batch < BATCHES; batch++)
		for (int i = 0; i < SIZES; i++)
			_round(&w[i], batch);
	printf("\n%" PRIu32 " nodes, %s\n", nodes, same ?
	       "the same load" : "the same bookings");
	_print(w);
	fflush(stdout);
	for (int i = 0; i < SIZES; i++)
		_free_world(&w[i]);
	free(w);
}

/* A partition is a quarter of the nodes, not the first one. */
static void _machine(uint32_t node_cnt)
{
	nodes = node_cnt;
	pool_of = _need(calloc(nodes, sizeof(*pool_of)));
	for (uint32_t i = 0; i < nodes; i++)
		pool_of[i] = 4 * i / nodes;
	all = _range(0, nodes);
	part = _range(nodes / 4, nodes / 2);
	mean_cn = (nodes < 16) ? 2 : nodes / 16;
	if (mean_cn > 16)
		mean_cn = 16;
	mean_len = HORIZON / MOST * nodes / mean_cn * LOAD_PERCENT / 100;
	_load(false);
	_load(true);
	garq_set_destroy(all);
	garq_set_destroy(part);
	free(pool_of);
}

int main(int argc, char **argv)
{
	if (argc > 2)
		state = strtoull(argv[2], NULL, 0);
	if ((argc > 1) && atoi(argv[1])) {
		_machine((uint32_t) atoi(argv[1]));
	} else {
		_machine(8);
		_machine(64);
		_machine(1000);
	}
	return seen ? EXIT_SUCCESS : EXIT_FAILURE;
}
