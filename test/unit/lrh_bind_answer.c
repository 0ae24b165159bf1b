/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lrh_bind_answer.c - is an answer right, and is there one at all; see
 * lrh_bind_world.h
 */

#include "test/unit/lrh_bind_world.h"

/* Verifying */

static const struct lrh_lie *_lie(const struct world *w, uint64_t id)
{
	for (size_t i = 0; i < w->b.cnt; i++)
		if (w->b.lie[i].id == id)
			return &w->b.lie[i];
	return NULL;
}

static void _verify_shares(const struct world *w, const struct lrh_lie *lie)
{
	uint32_t cnt[GARQ_POOLS_MAX] = { 0 };

	ck_assert_ptr_nonnull(lie->nodes);
	ck_assert_uint_eq(lie->nodes->size, w->nodes);
	for (uint32_t i = 0; i < w->nodes; i++) {
		if (!garq_set_test(lie->nodes, i))
			continue;
		if (!garq_set_test(lie->class->nodes, i))
			ck_abort_msg("node %u may not serve", i);
		cnt[w->pool_of[i]]++;
	}
	for (uint32_t p = 0; p < lie->class->cnt; p++)
		ck_assert_uint_eq(cnt[lie->class->pool[p].pool], lie->pinned ?
				  lie->class->pool[p].nodes : lie->share[p]);
}

/* Verify a booking that was not asked for, but got other nodes. */
static void _verify_other(const struct world *w, const struct lrh_lie *lie)
{
	const struct lrh_booking *b = lrh_find(w->l, lie->id);

	ck_assert_ptr_nonnull(b);
	ck_assert(lrh_may_rebind(w->l, b));
	ck_assert(!world_asked(w, lie->id));
	ck_assert_ptr_eq(lie->booking, b);
	ck_assert_ptr_eq(lie->class, b->class);
	ck_assert(lie->share == b->share);
	ck_assert(!lie->pinned);
	ck_assert_int_eq(lie->t_s, b->start);
	ck_assert_int_eq(lie->t_e, garq_end(b->start, b->t_e));
	ck_assert(!test_set_equal(lie->nodes, b->nodes));
}

extern void world_verify(const struct world *w)
{
	for (size_t i = 0; i < w->b.cnt; i++) {
		_verify_shares(w, &w->b.lie[i]);
		if (i >= w->b.cnt_asked)
			_verify_other(w, &w->b.lie[i]);
	}
	for (uint32_t node = 0; node < w->nodes; node++) {
		for (time_t t = w->now; t < WORLD_SECONDS; t++) {
			uint64_t id = w->held[node][t];
			int cnt = id && !_lie(w, id), lies = 0;

			for (size_t i = 0; i < w->b.cnt; i++) {
				const struct lrh_lie *lie = &w->b.lie[i];

				lies += (lie->t_s <= t * w->scale) &&
					(lie->t_e > t * w->scale) &&
					garq_set_test(lie->nodes, node);
			}
			/* each assertion of Check writes to a file */
			if (cnt + lies > 1)
				ck_abort_msg("node %u, second %lld", node,
					     (long long) t);
		}
	}
}

/* Exhaustive search */

struct try {
	const struct world *w;
	struct {
		const struct lrh_lie *lie;
		const struct lrh_booking *booking;
	} of[WORLD_ITEMS];
	int cnt;
	uint64_t busy[WORLD_NODES];	/* a bit for each second */
};

static uint64_t _bits(const struct world *w, time_t t_s, time_t t_e)
{
	uint64_t bits = 0;

	for (time_t t = t_s / w->scale; t < t_e / w->scale; t++)
		bits |= UINT64_C(1) << t;
	return bits;
}

static bool _try(struct try *try, int i);

/* Try all nodes from node on, with the numbers still missing per pool. */
static bool _try_nodes(struct try *try, int i, const garq_set_t *class,
		       uint64_t bits, uint32_t node, uint32_t *missing,
		       uint32_t sum)
{
	uint32_t *left;
	bool ok = false;

	if (!sum)
		return _try(try, i + 1);
	if (node == try->w->nodes)
		return false;
	left = &missing[try->w->pool_of[node]];
	if (*left && garq_set_test(class, node) && !(try->busy[node] & bits)) {
		try->busy[node] |= bits;
		(*left)--;
		ok = _try_nodes(try, i, class, bits, node + 1, missing,
				sum - 1);
		(*left)++;
		try->busy[node] &= ~bits;
	}
	return ok || _try_nodes(try, i, class, bits, node + 1, missing, sum);
}

static bool _try(struct try *try, int i)
{
	const struct lrh_lie *lie;
	const struct lrh_booking *b;
	const struct lrh_class *class;
	uint32_t missing[GARQ_POOLS_MAX] = { 0 }, sum = 0;

	if (i == try->cnt)
		return true;
	lie = try->of[i].lie;
	b = try->of[i].booking;
	class = lie ? lie->class : b->class;
	for (uint32_t p = 0; p < class->cnt; p++) {
		uint32_t cnt = !lie ? b->share[p] : lie->pinned ?
			class->pool[p].nodes : lie->share[p];

		missing[class->pool[p].pool] = cnt;
		sum += cnt;
	}
	return _try_nodes(try, i, class->nodes, lie ?
			  _bits(try->w, lie->t_s, lie->t_e) :
			  _bits(try->w, b->start, b->start + b->t_e),
			  0, missing, sum);
}

extern bool world_has_way(const struct world *w)
{
	struct try try = { .w = w };

	for (size_t i = 0; i < w->b.cnt_asked; i++)
		try.of[try.cnt++].lie = &w->b.lie[i];
	for (uint32_t i = 0; i < w->l->cnt; i++) {
		const struct lrh_booking *b = w->l->by_start[i];

		if (!world_asked(w, b->id) && lrh_may_rebind(w->l, b))
			try.of[try.cnt++].booking = b;
	}
	for (uint32_t node = 0; node < w->nodes; node++) {
		for (time_t t = 0; t < WORLD_SECONDS; t++) {
			uint64_t id = w->held[node][t];
			const struct lrh_booking *b = lrh_find(w->l, id);

			if (id && !world_asked(w, id) &&
			    !(b && lrh_may_rebind(w->l, b)))
				try.busy[node] |= UINT64_C(1) << t;
		}
	}
	return _try(&try, 0);
}
