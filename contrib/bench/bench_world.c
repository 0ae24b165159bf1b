/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * bench_world.c - machines with bookings, and requests: see bench_world.h.
 */
#include <stdlib.h>

#include "contrib/bench/bench_util.h"
#include "contrib/bench/bench_world.h"

uint32_t nodes;
static garq_set_t *all, *part;
static uint32_t *pool_of;	/* four pools, one for each quarter */
static time_t mean_len;
static uint32_t mean_cn;

extern garq_set_t *world_range(uint32_t from, uint32_t to)
{
	garq_set_t *set = bench_need(garq_set_create(nodes));

	for (uint32_t i = from; i < to; i++)
		garq_set_add(set, i);
	return set;
}

/* The partition is a quarter of the nodes, but not the first. */
extern void world_machine_begin(uint32_t node_cnt)
{
	nodes = node_cnt;
	pool_of = bench_need(calloc(nodes, sizeof(*pool_of)));
	for (uint32_t i = 0; i < nodes; i++)
		pool_of[i] = 4 * i / nodes;
	all = world_range(0, nodes);
	part = world_range(nodes / 4, nodes / 2);
	mean_cn = (nodes < 16) ? 2 : nodes / 16;
	if (mean_cn > 16)
		mean_cn = 16;
	mean_len = HORIZON / MOST * nodes / mean_cn * LOAD_PERCENT / 100;
}

extern void world_machine_end(void)
{
	garq_set_destroy(all);
	garq_set_destroy(part);
	free(pool_of);
}

/* A random subset of cnt nodes of set. */
static garq_set_t *_some_of(const garq_set_t *set, uint32_t cnt)
{
	garq_set_t *some = bench_need(garq_set_create(nodes));
	uint32_t i = garq_set_next(set, (uint32_t) bench_random(nodes));

	for (; cnt; i = garq_set_next(set, i + 1)) {
		if (i >= nodes)
			i = garq_set_next(set, 0);
		garq_set_add(some, i);
		cnt--;
	}
	return some;
}

extern time_t world_some_len(time_t factor)
{
	time_t len = mean_len * factor;

	return len / 2 + (time_t) bench_random((uint64_t) len);
}

static uint32_t _some_cn(void)
{
	return 1 + (uint32_t) bench_random(2 * mean_cn - 1);
}

extern time_t world_some_start(time_t len)
{
	return NOW + (time_t) bench_random((uint64_t) (HORIZON - len));
}

extern void world_ask_free(struct ask *ask)
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

extern bool world_book(struct world *w, uint64_t id, time_t len,
		       struct booking *b)
{
	struct ask ask = _ask(all, _some_cn(), world_some_start(len), len);
	garq_set_t *is_free = bench_need(garq_set_create(nodes));
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

extern void world_fill(struct world *w, uint64_t n, bool same_load)
{
	w->n = n;
	w->factor = same_load ? MOST / (time_t) n : 1;
	w->m = bench_need(garq_machine_create(nodes, pool_of, DELTA, HORIZON,
					      NOW));
	w->booking = bench_need(calloc(n, sizeof(*w->booking)));
	for (uint64_t i = 0; i < n; i++) {
		time_t len = world_some_len(w->factor);

		if (len > HORIZON / 8)
			len = HORIZON / 8;
		/* the year may be too full for long bookings */
		for (int t = 0; !world_book(w, i + 1, len, &w->booking[i]); t++)
			if (t == 200) {
				len = len / 2 + 1;
				t = 0;
			}
	}
}

extern void world_free(struct world *w)
{
	for (uint64_t i = 0; i < w->n; i++)
		garq_set_destroy(w->booking[i].set);
	free(w->booking);
	garq_machine_destroy(w->m);
}

/* Requests */

static const struct booking *_any_booking(const struct world *w, uint64_t *id)
{
	uint64_t i = bench_random(w->n);

	if (id)
		*id = i + 1;
	return &w->booking[i];
}

/* A time shortly after the start of a random booking. */
static time_t _busy_time(const struct world *w)
{
	const struct booking *b = _any_booking(w, NULL);
	uint64_t len = (uint64_t) (b->t_e - b->t_s);

	if (len > (uint64_t) mean_len)
		len = (uint64_t) mean_len;
	return b->t_s + (time_t) bench_random(len);
}

/* A request for some more nodes than are free then, or for all. */
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
		ask = _ask(eligible, cn, world_some_start(len), len);
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
	struct ask ask = _fitting(w, all, mean_cn, world_some_len(1)), pinned;
	garq_set_t *is_free = bench_need(garq_set_create(nodes));
	uint32_t cnt = _free_at(w, &ask, is_free);

	pinned = _pin(ask, is_free, (cnt < mean_cn) ? cnt : mean_cn);
	garq_set_destroy(is_free);
	return pinned;
}

/* A request for the nodes of a booking shortly before its end. */
static struct ask _pinned_refused(const struct world *w)
{
	const struct booking *b = _any_booking(w, NULL);
	struct ask ask = _ask(all, 1, b->t_e - 1, world_some_len(1));

	return _pin(ask, b->set, garq_set_count(b->set));
}

/* An update: a booking gets longer; or gets all nodes. */
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

extern struct ask world_draw(const struct world *w, enum op op)
{
	struct ask ask;

	switch (op) {
	case REFUSED:
		return _refused(w, all, world_some_len(1));
	case REFUSED_ALL:
		return _ask(all, nodes, _busy_time(w), world_some_len(1));
	case REFUSED_LONG:
		return _refused(w, all, 14 * DAY);
	case WINDOW:
		ask = _refused(w, all, world_some_len(1));
		ask.rq.t_lsr += 7 * DAY;
		return ask;
	case WINDOW_ALL:
		ask = _ask(all, nodes, _busy_time(w), world_some_len(1));
		ask.rq.t_lsr += 7 * DAY;
		return ask;
	case UPDATE:
	case UPDATE_REFUSED:
		return _update(w, op == UPDATE);
	case PART:
		return _fitting(w, part, mean_cn / 2 + 1, world_some_len(1));
	case PART_REFUSED:
		return _refused(w, part, world_some_len(1));
	case PINNED:
		return _pinned(w);
	case PINNED_REFUSED:
		return _pinned_refused(w);
	default:
		return _fitting(w, all, _some_cn(), world_some_len(1));
	}
}
