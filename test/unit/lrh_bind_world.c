/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "test/unit/lrh_bind_world.h"

/* Making one */

/* Make each pool distinct, as if requests had asked for each one alone. */
static void _part_pools(struct world *w)
{
	for (uint32_t p = 0; p < w->pools; p++) {
		garq_set_t *set = garq_set_create(w->nodes);
		struct lrh_class *class;

		ck_assert_ptr_nonnull(set);
		for (uint32_t i = 0; i < w->nodes; i++)
			if (garq_machine_pool(w->m, i) == p)
				garq_set_add(set, i);
		class = lrh_class_get(w->l, set, false);
		ck_assert_ptr_nonnull(class);
		lrh_class_leave(w->l, class);
		garq_set_destroy(set);
	}
	ck_assert_uint_eq(w->l->pools, w->pools);
}

extern void world_empty(struct world *w, uint32_t nodes,
			const uint32_t *pool_of, time_t scale, time_t now)
{
	memset(w, 0, sizeof(*w));
	w->nodes = nodes;
	w->scale = scale;
	w->now = now;
	w->next_id = 1;
	for (uint32_t i = 0; i < nodes; i++)
		w->pool_of[i] = pool_of ? pool_of[i] : 0;
	w->m = garq_machine_create(nodes, w->pool_of, 60, 2000,
				   now * scale);
	ck_assert_ptr_nonnull(w->m);
	w->pools = garq_machine_pools(w->m);
	w->l = lrh_create(w->m);
	ck_assert_ptr_nonnull(w->l);
	_part_pools(w);
	w->b.lie = calloc(WORLD_LIES, sizeof(*w->b.lie));
	w->b.room = WORLD_LIES;
	ck_assert_ptr_nonnull(w->b.lie);
}

extern void world_free(struct world *w)
{
	lrh_binding_free(&w->b);
	garq_machine_back(w->m, w->away);
	for (int i = 0; i < WORLD_LIES; i++)
		if (w->class[i])
			lrh_class_leave(w->l, w->class[i]);
	lrh_destroy(w->l);
	garq_machine_destroy(w->m);
}

static void _enter(struct world *w, uint64_t id, const garq_set_t *nodes,
		   time_t t_s, time_t t_e)
{
	ck_assert_int_eq(garq_machine_hold(w->m, id, id, nodes, t_s * w->scale,
					   t_e * w->scale), 0);
	for (uint32_t i = 0; i < w->nodes; i++)
		for (time_t t = t_s; garq_set_test(nodes, i) && (t < t_e); t++)
			w->held[i][t] = id;
}

extern uint64_t world_hold(struct world *w, const garq_set_t *nodes, time_t t_s,
			   time_t t_e)
{
	uint64_t id = w->next_id++;

	_enter(w, id, nodes, t_s, t_e);
	return id;
}

extern uint64_t world_book(struct world *w, const garq_set_t *eligible,
			   const garq_set_t *nodes, time_t t_s, time_t t_e,
			   bool pinned)
{
	lrh_request_t rq = {
		.id = w->next_id++, .num_cn = garq_set_count(nodes),
		.t_esr = t_s * w->scale, .t_lsr = (t_s + 5) * w->scale,
		.t_e = (t_e - t_s) * w->scale, .not_before = t_s * w->scale,
		.eligible = eligible, .pinned = pinned,
	};

	_enter(w, rq.id, nodes, t_s, t_e);
	ck_assert_int_eq(lrh_put(w->l, &rq, rq.t_esr, nodes), 0);
	return rq.id;
}

/* Random parts */

static bool _free(const struct world *w, uint32_t node, time_t t_s, time_t t_e)
{
	for (time_t t = t_s; t < t_e; t++)
		if (w->held[node][t])
			return false;
	return true;
}

/* All nodes of some pools; with later, maybe only some of these. */
static garq_set_t *_random_class(const struct world *w, rng_t *r)
{
	garq_set_t *set = garq_set_create(w->nodes);
	uint32_t always = (uint32_t) rng_below(r, w->nodes);
	bool part = w->later && rng_one_in(r, 2);
	uint64_t pools = rng_next(r) | rng_next(r);

	for (uint32_t i = 0; i < w->nodes; i++)
		if ((w->pool_of[i] == w->pool_of[always]) ||
		    ((pools >> w->pool_of[i]) & 1))
			if ((i == always) || !part || !rng_one_in(r, 3))
				garq_set_add(set, i);
	return set;
}

/* A random subset of cnt nodes. */
static garq_set_t *_random_some(const garq_set_t *set, rng_t *r, uint32_t cnt)
{
	garq_set_t *some = garq_set_create(set->size);

	while (cnt && (garq_set_count(some) < garq_set_count(set))) {
		uint32_t i = (uint32_t) rng_below(r, set->size);

		if (garq_set_test(set, i) && !garq_set_test(some, i)) {
			garq_set_add(some, i);
			cnt--;
		}
	}
	return some;
}

static void _random_job(struct world *w, rng_t *r, bool later)
{
	garq_set_t *all = test_set_all(w->nodes);
	garq_set_t *nodes = _random_some(all, r, 1 + (uint32_t)
					 rng_below(r, (w->nodes + 2) / 3));
	time_t t_s = later ? rng_between(r, w->now, WORLD_SECONDS - 1) :
		rng_between(r, 0, w->now);
	time_t t_e = rng_between(r, t_s + 1, test_min(WORLD_SECONDS, t_s + 30));

	for (uint32_t i = 0; i < w->nodes; i++)
		if (garq_set_test(nodes, i) && !_free(w, i, t_s, t_e) &&
		    !(later && rng_one_in(r, 10)))
			garq_set_del(nodes, i);
	if (garq_set_count(nodes))
		world_hold(w, nodes, t_s, t_e);
	garq_set_destroy(nodes);
	garq_set_destroy(all);
}

static void _random_booking(struct world *w, rng_t *r)
{
	garq_set_t *class = _random_class(w, r);
	garq_set_t *free = garq_set_copy(class), *nodes;
	time_t t_s = rng_one_in(r, 8) ? rng_between(r, 0, w->now) :
		rng_between(r, w->now + 1, WORLD_SECONDS - 2);
	time_t t_e = rng_between(r, t_s + 1, test_min(WORLD_SECONDS, t_s + 25));
	bool pinned = w->later && rng_one_in(r, 6);

	for (uint32_t i = 0; i < w->nodes; i++)
		if (!_free(w, i, t_s, t_e))
			garq_set_del(free, i);
	nodes = _random_some(free, r, 1 + (uint32_t)
			     rng_below(r, garq_set_count(class)));
	if (garq_set_count(nodes))
		world_book(w, pinned ? nodes : class, nodes, t_s, t_e, pinned);
	garq_set_destroy(class);
	garq_set_destroy(free);
	garq_set_destroy(nodes);
}

extern void world_init(struct world *w, rng_t *r,
		       const struct world_kind *kind)
{
	uint32_t nodes = 1 + (uint32_t) rng_below(r, kind->nodes);
	uint32_t pool_of[WORLD_NODES] = { 0 };
	uint32_t pools = 1 + (uint32_t) rng_below(r, 3);

	for (uint32_t i = 0; i < nodes; i++)
		pool_of[i] = (uint32_t) rng_below(r, pools);
	world_empty(w, nodes, pool_of, rng_one_in(r, 2) ? 1 : 200,
		    rng_between(r, 0, 10));
	/* the library numbers pools in its own way */
	for (uint32_t i = 0; i < nodes; i++)
		w->pool_of[i] = lrh_pool(w->l, i);
	w->later = kind->later;
	for (int i = (int) rng_below(r, 4); i > 0; i--)
		_random_job(w, r, false);
	for (int i = (int) rng_below(r, (uint64_t) kind->bookings + 1); i > 0;
	     i--)
		_random_booking(w, r);
	for (int i = w->later ? (int) rng_below(r, 3) : 0; i > 0; i--)
		_random_job(w, r, true);
}

/* Questions */

extern struct lrh_lie *world_lie(struct world *w, uint64_t id,
				 const garq_set_t *eligible,
				 const uint32_t *share, time_t t_s, time_t t_e)
{
	const struct lrh_booking *booking = id ? lrh_find(w->l, id) : NULL;
	size_t i = w->b.cnt++;
	struct lrh_lie *lie = &w->b.lie[i];

	ck_assert_uint_lt(i, WORLD_LIES);
	w->b.cnt_asked = w->b.cnt;
	if (!booking || eligible)
		w->class[i] = lrh_class_get(w->l, eligible, false);
	*lie = (struct lrh_lie) {
		.id = id ? id : w->next_id++, .booking = booking,
		.class = w->class[i] ? w->class[i] : booking->class,
		.pinned = !share, .t_s = t_s * w->scale,
		.t_e = t_e * w->scale,
	};
	if (share) {
		memcpy(w->share[i], share,
		       lie->class->cnt * sizeof(*share));
		lie->share = w->share[i];
	}
	return lie;
}

extern bool world_asked(const struct world *w, uint64_t id)
{
	for (size_t i = 0; i < w->b.cnt_asked; i++)
		if (w->b.lie[i].id == id)
			return true;
	return false;
}

/* Nodes of a pool that are held at a second, by the lies so far too. */
static uint32_t _used(const struct world *w, uint32_t pool, time_t t)
{
	uint32_t cnt = 0;

	for (uint32_t i = 0; i < w->nodes; i++)
		cnt += (w->pool_of[i] == pool) && w->held[i][t] &&
			!world_asked(w, w->held[i][t]);
	for (size_t i = 0; i < w->b.cnt_asked; i++) {
		const struct lrh_lie *lie = &w->b.lie[i];

		if ((lie->t_s > t * w->scale) || (lie->t_e <= t * w->scale))
			continue;
		for (uint32_t p = 0; p < lie->class->cnt; p++)
			if (lie->class->pool[p].pool == pool)
				cnt += lie->pinned ? lie->class->pool[p].nodes :
					lie->share[p];
	}
	return cnt;
}

static uint32_t _most(const struct world *w, uint32_t pool, time_t t_s,
		      time_t t_e)
{
	uint32_t size = 0, most = 0;

	for (uint32_t i = 0; i < w->nodes; i++)
		size += w->pool_of[i] == pool;
	for (time_t t = t_s; t < t_e; t++)
		most = (uint32_t) test_max(most, _used(w, pool, t));
	return (most < size) ? size - most : 0;
}

/*
 * Ask for a random booking that the counts allow, if one is found; otherwise b
 * stays the same. A known booking (id) moves; with anew it also gets another
 * length and class.
 */
static void _ask_one(struct world *w, rng_t *r, uint64_t id, bool anew)
{
	garq_set_t *class = anew ? _random_class(w, r) : NULL;
	uint32_t none[GARQ_POOLS_MAX] = { 0 }, sum = 0, most;
	bool pinned = !id && w->later && rng_one_in(r, 5);
	time_t t_s = rng_between(r, w->now, WORLD_SECONDS - 2);
	time_t t_e = rng_between(r, t_s + 1, test_min(WORLD_SECONDS, t_s + 25));
	struct lrh_lie *lie;
	size_t i = w->b.cnt;

	if (!anew)
		t_e = test_min(WORLD_SECONDS, t_s +
			       lrh_find(w->l, id)->t_e / w->scale);
	lie = world_lie(w, id, class, none, t_s, t_e);
	for (uint32_t p = 0; p < lie->class->cnt; p++) {
		const struct lrh_class_pool *pool = &lie->class->pool[p];

		most = (uint32_t) test_min(_most(w, pool->pool, t_s, t_e),
					   pool->nodes);
		w->share[i][p] = rng_one_in(r, 2) ? most :
			(uint32_t) rng_below(r, most + 1);
		pinned &= most == pool->nodes;
		sum += w->share[i][p];
	}
	if (pinned) {
		lie->pinned = true;
		lie->share = NULL;
	} else if (!sum) {
		w->b.cnt = --w->b.cnt_asked;
		if (w->class[i])
			lrh_class_leave(w->l, w->class[i]);
		w->class[i] = NULL;
	}
	garq_set_destroy(class);
}

/* A booking that may be asked for, or 0. */
static uint64_t _any(const struct world *w, rng_t *r)
{
	const struct lrh_booking *b;

	if (!lrh_count(w->l))
		return 0;
	b = w->l->by_order[rng_below(r, lrh_count(w->l))];
	return (world_asked(w, b->id) || !lrh_may_rebind(w->l, b)) ? 0 : b->id;
}

extern int world_ask(struct world *w, rng_t *r, const struct world_kind *kind)
{
	uint64_t update = rng_one_in(r, 4) ? _any(w, r) : 0;

	_ask_one(w, r, update, true);
	for (int i = (int) rng_below(r, (uint64_t) kind->lies); i > 0; i--) {
		uint64_t id = _any(w, r);

		if (id && (id != update))
			_ask_one(w, r, id, false);
	}
	if (world_asked(w, update))
		w->away = update;
	garq_machine_away(w->m, w->away);
	return (int) w->b.cnt_asked;
}
