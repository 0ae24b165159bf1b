/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>
#include <string.h>

#include "test/unit/lrh_plan_world.h"

void plan_world_empty(struct plan_world *w, uint32_t nodes,
		      const uint32_t *pool_of, uint32_t delta)
{
	memset(w, 0, sizeof(*w));
	w->nodes = nodes;
	for (uint32_t i = 0; pool_of && (i < nodes); i++)
		w->pool_of[i] = pool_of[i];
	w->m = garq_machine_create(nodes, w->pool_of, delta,
				   (time_t) 64 * delta, 0);
	ck_assert_ptr_nonnull(w->m);
	w->l = lrh_create(w->m);
	ck_assert_ptr_nonnull(w->l);
	w->next_id = 1;
}

void plan_world_init(struct plan_world *w, rng_t *r, bool hard)
{
	uint32_t pool_of[PLAN_NODES];
	uint32_t nodes = (uint32_t) rng_between(r, 1, PLAN_NODES);
	uint32_t pools = (uint32_t) rng_between(r, 1, 3);

	for (uint32_t i = 0; i < nodes; i++)
		pool_of[i] = (uint32_t) rng_below(r, pools);
	plan_world_empty(w, nodes, pool_of, (uint32_t) rng_between(r, 1, 7));
	w->hard = hard;
	w->options.policy = LRH_PAPER;
	w->options.freeze = rng_one_in(r, 2) ? 0 : rng_between(r, 1, 8);
}

void plan_world_free(struct plan_world *w)
{
	lrh_destroy(w->l);
	garq_machine_destroy(w->m);
}

void plan_world_check(const struct plan_world *w)
{
	assert_intact(lrh_check, w->l);
	assert_intact(garq_machine_check, w->m);
}

/* Whole pools, unless the world is hard. */
garq_set_t *plan_world_some(const struct plan_world *w, rng_t *r)
{
	garq_set_t *set = garq_set_create(w->nodes);
	uint64_t in = rng_one_in(r, 2) ? 7 : rng_between(r, 1, 7);

	ck_assert_ptr_nonnull(set);
	for (uint32_t i = 0; i < w->nodes; i++)
		if (((in >> w->pool_of[i]) & 1) &&
		    (!w->hard || !rng_one_in(r, 8)))
			garq_set_add(set, i);
	if (!garq_set_count(set))
		for (uint32_t i = 0; i < w->nodes; i++)
			garq_set_add(set, i);
	return set;
}

static bool _is_free(const struct plan_world *w, const garq_set_t *set,
		     time_t t_s, time_t t_e)
{
	return garq_nodes_free(garq_machine_nodes(w->m), set, t_s, t_e,
			       GARQ_NO_GROUP, NULL) == garq_set_count(set);
}

static garq_set_t *_few(const struct plan_world *w, rng_t *r)
{
	garq_set_t *set = garq_set_create(w->nodes);

	ck_assert_ptr_nonnull(set);
	for (int i = (int) rng_between(r, 1, 3); i; i--)
		garq_set_add(set, (uint32_t) rng_below(r, w->nodes));
	return set;
}

lrh_request_t plan_world_request(struct plan_world *w, rng_t *r)
{
	bool pinned = w->hard && rng_one_in(r, 5);
	garq_set_t *set = pinned ? _few(w, r) : plan_world_some(w, r);
	uint32_t have = garq_set_count(set);
	lrh_request_t rq = {
		.id = w->next_id++, .eligible = set, .pinned = pinned,
		.stays = rng_one_in(r, 10),
	};

	rq.num_cn = pinned ? have : (uint32_t)
		(rng_one_in(r, 3) ? rng_between(r, 1, have) :
				    rng_between(r, 1, (have + 2) / 3));
	rq.t_e = rng_between(r, 1, rng_one_in(r, 4) ? 20 : 8);
	rq.t_esr = w->now + rng_between(r, 0, 30);
	rq.t_lsr = rq.t_esr +
		   (rng_one_in(r, 4) ? 0 : rng_between(r, 0, 25));
	rq.not_before = rq.t_esr;
	return rq;
}

void plan_world_hold(struct plan_world *w, rng_t *r)
{
	garq_set_t *set = _few(w, r);
	time_t t_s = w->hard ? w->now + rng_between(r, 0, 30) : w->now;
	time_t t_e = t_s + rng_between(r, 1, 20);

	/* in a hard world a booking may hold it: that booking is hurt */
	if (_is_free(w, set, t_s, t_e) || (w->hard && rng_one_in(r, 4))) {
		ck_assert_int_eq(garq_machine_hold(w->m, w->next_id,
						   w->next_id, set, t_s, t_e),
				 0);
		w->next_id++;
	}
	garq_set_destroy(set);
}

const struct lrh_booking *plan_world_any(const struct plan_world *w, rng_t *r)
{
	return w->l->cnt ? w->l->by_start[rng_below(r, w->l->cnt)] : NULL;
}

/* Forget bookings that have ended. */
void plan_world_advance(struct plan_world *w, time_t by)
{
	w->now += by;
	ck_assert_int_eq(garq_machine_advance(w->m, w->now), 0);
	for (uint32_t i = 0; i < w->l->cnt; ) {
		const struct lrh_booking *b = w->l->by_start[i];
		uint64_t id = b->id;

		if (b->start + b->t_e > w->now) {
			i++;
			continue;
		}
		(void) garq_machine_release(w->m, id);
		ck_assert(lrh_drop(w->l, id));
	}
}

uint64_t plan_world_sum(const struct plan_world *w)
{
	uint64_t sum = w->l->cnt;

	for (uint32_t i = 0; i < w->l->cnt; i++) {
		const struct lrh_booking *b = w->l->by_order[i];

		sum = sum * 31 + b->id;
		sum = sum * 31 + (uint64_t) b->start;
		sum = sum * 31 + (uint64_t) b->not_before;
		sum = sum * 31 + b->nodes->word[0];
	}
	return sum;
}

/* The paper's algorithm */

struct view {
	const struct plan_world *w;
	const struct plan_oracle *o;
	uint64_t self;
	bool held[PLAN_NODES][PLAN_SECONDS];	/* by holders that stay */
	int64_t free[GARQ_POOLS_MAX][PLAN_SECONDS];
};

static bool _stays(const struct view *v, uint64_t id)
{
	const struct lrh_booking *b = lrh_find(v->w->l, id);

	return (id != v->self) &&
	       (!b || (b->start <= v->w->now) ||
		garq_machine_overlaps(v->w->m, id, NULL));
}

/* A garq_nodes_fn */
static bool _note(void *arg, uint64_t id, uint32_t node, time_t t_s, time_t t_e)
{
	struct view *v = arg;

	for (time_t t = test_max(t_s, 0); (t < t_e) && (t < PLAN_SECONDS); t++)
		if (_stays(v, id))
			v->held[node][t] = true;
	return true;
}

static void _see(struct view *v)
{
	for (uint32_t i = 0; i < v->w->nodes; i++)
		garq_nodes_each_on(garq_machine_nodes(v->w->m), i, v->w->now,
				   _note, v);
	for (uint32_t i = 0; i < v->w->nodes; i++)
		for (time_t t = 0; t < PLAN_SECONDS; t++)
			v->free[lrh_pool(v->w->l, i)][t] += !v->held[i][t];
}

/* A booking or a request to be placed. */
struct wish {
	uint32_t num_cn;
	time_t t_e;
	bool pinned;
	const garq_set_t *eligible;
	const uint32_t *share;		/* by lrh_pool(); NULL: any */
};

static uint32_t _in_pool(const struct view *v, const garq_set_t *set,
			 uint32_t pool)
{
	uint32_t cnt = 0;

	for (uint32_t i = 0; i < v->w->nodes; i++)
		cnt += garq_set_test(set, i) && (lrh_pool(v->w->l, i) == pool);
	return cnt;
}

static uint32_t _usable(const struct view *v, const struct wish *wish,
			uint32_t pool, time_t t)
{
	int64_t least = _in_pool(v, wish->eligible, pool);

	for (time_t s = t; s < t + wish->t_e; s++)
		if (v->free[pool][s] < least)
			least = v->free[pool][s];
	return (least < 0) ? 0 : (uint32_t) least;
}

/* Number of bookings that may use a pool, and of the request itself. */
static uint64_t _demand(const struct view *v, uint32_t pool,
			const garq_set_t *also)
{
	uint64_t sum = also && _in_pool(v, also, pool);

	for (uint32_t i = 0; i < v->w->l->cnt; i++)
		sum += _in_pool(v, v->w->l->by_order[i]->class->nodes, pool) >
		       0;
	return sum;
}

static void _share(const struct view *v, const struct wish *wish,
		   const garq_set_t *also, uint32_t *use, uint32_t *share)
{
	uint32_t missing = wish->num_cn;

	for (uint32_t p = 0; wish->share && (p < v->w->l->pools); p++) {
		while (missing && use[p] && (share[p] < wish->share[p])) {
			share[p]++;
			use[p]--;
			missing--;
		}
	}
	while (missing) {
		uint32_t best = UINT32_MAX;

		for (uint32_t p = 0; p < v->w->l->pools; p++) {
			uint64_t x, y;

			if (!use[p])
				continue;
			if (best == UINT32_MAX) {
				best = p;
				continue;
			}
			x = _demand(v, p, also);
			y = _demand(v, best, also);
			if ((x < y) ||
			    ((x == y) && (_in_pool(v, wish->eligible, p) >
					  _in_pool(v, wish->eligible, best))))
				best = p;
		}
		share[best]++;
		use[best]--;
		missing--;
	}
}

static bool _pinned_free(const struct view *v, const struct wish *wish,
			 time_t t)
{
	for (uint32_t i = 0; i < v->w->nodes; i++)
		for (time_t s = t; s < t + wish->t_e; s++)
			if (garq_set_test(wish->eligible, i) &&
			    v->held[i][s])
				return false;
	for (size_t k = 0; k < v->o->cnt; k++) {
		const struct plan_lie *lie = &v->o->lie[k];

		if (lie->pinned && (lie->start < t + wish->t_e) &&
		    (lie->start + lie->t_e > t) &&
		    (lie->pinned->word[0] & wish->eligible->word[0]))
			return false;
	}
	return true;
}

static bool _fits_at(const struct view *v, const struct wish *wish,
		     const garq_set_t *also, time_t t, uint32_t *share)
{
	uint32_t use[GARQ_POOLS_MAX] = { 0 }, sum = 0;

	memset(share, 0, GARQ_POOLS_MAX * sizeof(*share));
	for (uint32_t p = 0; p < v->w->l->pools; p++) {
		use[p] = _usable(v, wish, p, t);
		sum += use[p];
	}
	if (sum < wish->num_cn)
		return false;
	if (wish->pinned && !_pinned_free(v, wish, t))
		return false;
	for (uint32_t p = 0; wish->pinned && (p < v->w->l->pools); p++)
		share[p] = _in_pool(v, wish->eligible, p);
	if (!wish->pinned)
		_share(v, wish, also, use, share);
	return true;
}

static bool _place(struct view *v, const struct wish *wish,
		   const garq_set_t *also, struct plan_lie *lie)
{
	time_t t = lie->from;

	while ((t <= lie->to) && !_fits_at(v, wish, also, t, lie->share))
		t++;
	if (t > lie->to)
		return false;
	lie->start = t;
	for (uint32_t p = 0; p < v->w->l->pools; p++)
		for (time_t s = t; s < t + wish->t_e; s++)
			v->free[p][s] -= lie->share[p];
	return true;
}

static void _window(const struct plan_world *w, struct plan_lie *lie)
{
	const struct lrh_booking *b = lie->b;
	time_t near = w->now + w->options.freeze;

	lie->from = lie->to = b->start;
	if (b->stays || (b->start < near))
		return;
	lie->from = test_min(test_max(b->not_before, near), b->start);
	lie->to = b->t_lsr;
}

static bool _add(struct view *v, struct plan_oracle *o,
		 const struct lrh_booking *b, const lrh_request_t *rq)
{
	struct plan_lie *lie = &o->lie[o->cnt];
	uint32_t own[GARQ_POOLS_MAX] = { 0 };
	const struct lrh_booking *has = b ? b : lrh_find(v->w->l, rq->id);
	struct wish wish;

	memset(lie, 0, sizeof(*lie));
	lie->b = b;
	for (uint32_t i = 0; has && (i < v->w->nodes); i++)
		own[lrh_pool(v->w->l, i)] += garq_set_test(has->nodes, i);
	if (b) {
		wish = (struct wish) {
			b->num_cn, b->t_e, b->pinned, b->class->nodes, own
		};
		_window(v->w, lie);
	} else {
		wish = (struct wish) {
			rq->num_cn, rq->t_e, rq->pinned, rq->eligible, NULL
		};
		if (has && (has->num_cn == rq->num_cn) &&
		    test_set_equal(has->class->nodes, rq->eligible))
			wish.share = own;
		lie->from = test_max(rq->t_esr, v->w->now);
		lie->to = rq->t_lsr;
	}
	lie->t_e = wish.t_e;
	lie->pinned = wish.pinned ? wish.eligible : NULL;
	if (!_place(v, &wish, rq ? rq->eligible : NULL, lie)) {
		o->blocked = b ? b->id : rq->id;
		return false;
	}
	o->cnt++;
	return true;
}

void plan_oracle(const struct plan_world *w, const lrh_request_t *rq,
		 struct plan_oracle *o)
{
	struct view *v = calloc(1, sizeof(*v));
	bool done = !rq;

	ck_assert_ptr_nonnull(v);
	o->cnt = 0;
	o->blocked = 0;
	o->fits = true;
	v->w = w;
	v->o = o;
	v->self = rq ? rq->id : 0;
	_see(v);
	for (uint32_t i = 0; o->fits && (i <= w->l->cnt); i++) {
		const struct lrh_booking *b = (i < w->l->cnt) ?
					      w->l->by_order[i] : NULL;
		struct lrh_key own, key;

		if (!done) {
			own = (struct lrh_key) { rq->t_esr, rq->t_e,
						 rq->num_cn, rq->id };
			if (b)
				key = lrh_key(b);
			if (!b || lrh_before(&own, &key)) {
				o->fits = _add(v, o, NULL, rq);
				done = true;
			}
		}
		if (o->fits && b && (b->id != v->self) && !_stays(v, b->id))
			o->fits = _add(v, o, b, rq);
	}
	free(v);
}

static void _same_move(const lrh_move_t *a, const lrh_move_t *b)
{
	ck_assert_uint_eq(a->id, b->id);
	ck_assert_int_eq(a->was, b->was);
	ck_assert_int_eq(a->start, b->start);
	ck_assert_int_eq(a->not_before, b->not_before);
	ck_assert(!a->nodes == !b->nodes);
	if (a->nodes)
		ck_assert(test_set_equal(a->nodes, b->nodes));
}

void plan_world_same(const lrh_plan_t *a, const lrh_plan_t *b)
{
	ck_assert_int_eq(a->fits, b->fits);
	ck_assert_uint_eq(a->blocked, b->blocked);
	ck_assert_uint_eq(a->cnt, b->cnt);
	for (size_t i = 0; i < a->cnt; i++)
		_same_move(&a->moves[i], &b->moves[i]);
	if (a->fits) {
		ck_assert_int_eq(a->order, b->order);
		_same_move(&a->self, &b->self);
	}
}
