/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * garq_alloc_world.c - worlds in which memory is to run out.
 */
#include <stdlib.h>
#include <string.h>

#include "garq/slots.h"
#include "garq/table.h"
#include "test/unit/garq_alloc_world.h"

extern void world_nothing(struct world *w)
{
	w->all = test_set(NODE_CNT, "0-5");
	w->some = test_set(NODE_CNT, "0,2-4");
}

extern void world_drain(const garq_t *counts)
{
	struct garq_pool *pool = &((garq_t *) counts)->chunks.pool;
	struct garq_edges *far = &((garq_t *) counts)->far;

	memset(pool->free, 0, sizeof(pool->free));
	pool->rest_lines = 0;
	if (far->cnt) {
		far->edge = realloc(far->edge, far->cnt * sizeof(*far->edge));
		ck_assert_ptr_nonnull(far->edge);
		far->cap = far->cnt;
	}
}

extern void world_garq(struct world *w)
{
	world_nothing(w);
	w->g = garq_create(100, 60, 600, NOW);
	ck_assert_ptr_nonnull(w->g);
}

/*
 * Reservations in slots of their own, several in one, and some past the
 * horizon; and so many far from them that the handles have to grow next.
 */
extern void world_full_garq(struct world *w)
{
	world_garq(w);
	for (int i = 0; i < 10; i++) {
		time_t t = NOW + 5 + 60 * i;

		ck_assert_int_eq(test_add(w->g, t, t + 10, 5), 0);
		ck_assert_int_eq(test_add(w->g, 1100 + i, 1130 + i, 3), 0);
		t += 650;
		ck_assert_int_eq(test_add(w->g, t, t + 10, 5), 0);
		ck_assert_int_eq(test_add(w->g, t + 14, t + 24, 5), 0);
	}
	while (garq_count(w->g) < GARQ_HANDLES)
		ck_assert_int_eq(test_add(w->g, 20000, 20060, 1), 0);
	world_drain(w->g);
}

extern void world_nodes(struct world *w)
{
	world_nothing(w);
	w->n = garq_nodes_create(NODE_CNT);
	ck_assert_ptr_nonnull(w->n);
}

/* 10 holders, and so many much later that the tables have to grow next. */
extern void world_full_nodes(struct world *w)
{
	world_nodes(w);
	for (uint64_t id = 0; id < GARQ_TABLE_BLOCK; id++) {
		garq_set_t *set = garq_set_create(NODE_CNT);
		time_t t = ((id < 10) ? 1000 : 100000) + 10 * (time_t) id;

		ck_assert_ptr_nonnull(set);
		garq_set_add(set, (id < 10) ? (uint32_t) (id / 4) : 0);
		ck_assert_int_eq(garq_nodes_hold(w->n, (id < 10) ? id :
						 1000 + id, 1 + id, set, t,
						 t + 15), 0);
		garq_set_destroy(set);
	}
}

const uint32_t pool_of[NODE_CNT] = { 5, 5, 9, 5, 9, 5 };

extern void world_machine(struct world *w)
{
	world_nothing(w);
	w->m = garq_machine_create(NODE_CNT, pool_of, 60, 600, NOW);
	ck_assert_ptr_nonnull(w->m);
}

extern void world_full_machine(struct world *w)
{
	world_machine(w);
	for (uint64_t id = 0; id < 10; id++) {
		time_t t = NOW + 5 + 70 * (time_t) id;

		ck_assert_int_eq(garq_machine_hold(w->m, id, 1 + id, w->some, t,
						   t + 20), 0);
	}
	ck_assert_int_eq(garq_machine_hold(w->m, 3, 4, w->all, NOW + 30,
					   NOW + 40), 0);
	/* overlaps: counted in pieces */
	ck_assert_int_eq(garq_machine_hold(w->m, 3, 4, w->all, NOW + 790,
					   NOW + 900), 0);
	for (time_t t = NOW + 905; t < NOW + 960; t += 10)
		ck_assert_int_eq(garq_machine_hold(w->m, 3, 4, w->all, t,
						   t + 5), 0);
	for (uint32_t i = 0; i < garq_machine_pools(w->m); i++)
		world_drain(garq_machine_counts(w->m, i));
}

extern void world_free(struct world *w)
{
	garq_answer_free(&w->answer);
	garq_set_destroy(w->made);
	garq_set_destroy(w->all);
	garq_set_destroy(w->some);
	garq_machine_destroy(w->m);
	garq_nodes_destroy(w->n);
	garq_destroy(w->g);
}

/* The state of a world: one number that differs if an answer differs */

static void _mix(uint64_t *sum, uint64_t x)
{
	rng_t r = { *sum ^ x };

	*sum = rng_next(&r);
}

static void _look_garq(const garq_t *g, uint64_t *sum)
{
	time_t start = 0;

	_mix(sum, (uint64_t) garq_now(g));
	_mix(sum, garq_count(g));
	for (time_t t = NOW; t < NOW + 2000; t++)
		_mix(sum, garq_usage(g, t));
	_mix(sum, garq_usage(g, FOREVER));
	for (uint32_t cn = 1; cn <= garq_max_cn(g); cn += 7) {
		_mix(sum, (uint64_t) garq_suggestInterval(g, NOW, NOW + 30, cn,
							  -1, &start));
		_mix(sum, (uint64_t) start);
	}
}

static bool _look_hold(void *arg, uint64_t id, uint32_t node, time_t t_s,
		       time_t t_e)
{
	uint64_t *sum = arg;

	_mix(sum, id);
	_mix(sum, node);
	_mix(sum, (uint64_t) t_s);
	_mix(sum, (uint64_t) t_e);
	return true;
}

/* Counts at a time to which no test advances: some may have advanced. */
#define LATER (NOW + 500)

static void _look_machine(const struct world *w, uint64_t *sum)
{
	garq_request_t rq = {
		.eligible = w->all, .t_esr = NOW, .t_lsr = NOW, .duration = 20,
	};

	_mix(sum, (uint64_t) garq_machine_now(w->m));
	for (uint32_t i = 0; i < garq_machine_pools(w->m); i++) {
		const garq_t *counts = garq_machine_counts(w->m, i);

		_mix(sum, garq_count(counts));
		for (time_t t = LATER; t < NOW + 2000; t++)
			_mix(sum, garq_usage(counts, t));
		_mix(sum, garq_usage(counts, FOREVER));
	}
	for (rq.num_cn = 1; rq.num_cn <= NODE_CNT; rq.num_cn++) {
		garq_answer_t a;

		ck_assert_int_eq(garq_machine_place(w->m, &rq, &a), 0);
		_mix(sum, a.fits ? 1 : (uint64_t) a.none_before);
		garq_answer_free(&a);
	}
	garq_nodes_each(garq_machine_nodes(w->m), w->all, INT64_MIN, FOREVER, 0,
			_look_hold, sum);
}

extern uint64_t world_look(const struct world *w)
{
	uint64_t sum = 0;

	if (w->g)
		_look_garq(w->g, &sum);
	if (w->n)
		garq_nodes_each(w->n, w->all, INT64_MIN, FOREVER, 0, _look_hold,
				&sum);
	if (w->m)
		_look_machine(w, &sum);
	if (w->made)
		_mix(&sum, 1 + garq_set_count(w->made));
	_mix(&sum, (uint64_t) w->start);
	_mix(&sum, w->missing);
	_mix(&sum, w->answer.fits);
	_mix(&sum, (uint64_t) w->answer.start);
	_mix(&sum, (uint64_t) w->answer.later);
	_mix(&sum, w->answer.free ? garq_set_count(w->answer.free) : 99);
	return sum;
}

extern void assert_world_intact(const struct world *w)
{
	if (w->g)
		assert_intact(garq_check, w->g);
	if (w->n)
		assert_intact(garq_nodes_check, w->n);
	if (w->m)
		assert_intact(garq_machine_check, w->m);
}
