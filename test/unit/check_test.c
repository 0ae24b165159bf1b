/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * check_test.c - do garq_check() and garq_index_check() notice what is broken?
 *
 * A check that never fails would prove nothing in the other tests. Each
 * invariant is broken here by hand, which needs the private headers.
 */
#include <stdlib.h>

#include "garq/slots.h"
#include "test/unit/test_util.h"

#define FOREVER GARQ_FOREVER
#define NOW ((time_t) 1000)
#define NODE_CNT 4

/* garq_check() */

/* Slots of 60 s from 960 on: edges in the second and the third, and far. */
static garq_t *_garq(void)
{
	garq_t *g = garq_create(4, 60, 600, NOW);

	ck_assert_ptr_nonnull(g);
	ck_assert_int_eq(garq_addReserv(g, 1, 1030, 1090, 2), 0);
	ck_assert_int_eq(garq_addReserv(g, 2, 1050, 5000, 1), 0);
	ck_assert_int_eq(garq_addReserv(g, 3, 1, NOW + 10, 1), 0);
	assert_intact(garq_check, g);
	return g;
}

/* Place of the second slot. */
static uint32_t _second(const garq_t *g)
{
	return garq_slot_place(g, 1030 / 60);
}

static struct garq_inner *_inner(garq_t *g)
{
	return g->inner[_second(g)];
}

static struct garq_reserv *_reserv(garq_t *g)
{
	return garq_reservs_get(&g->reservs, 1);
}

/* Change the second slot with a consistent index above it. */
static void _change(garq_t *g, uint32_t rv, uint32_t low)
{
	struct garq_change d = { rv, low };

	garq_index_change(&g->index, _second(g), d, _second(g), d, 0);
}

static void _break_rv(garq_t *g)
{
	_change(g, -1U, 0);
}

static void _break_rv_up(garq_t *g)
{
	_change(g, 1, 0);
}

static void _break_low(garq_t *g)
{
	_change(g, 0, 1);
}

/* Break rv and low, and the level with them. */
static void _break_level(garq_t *g)
{
	_change(g, 1, 1);
}

static void _break_rise(garq_t *g)
{
	_inner(g)->rise++;
}

static void _break_dip(garq_t *g)
{
	_inner(g)->dip++;
}

static void _break_edge_time(garq_t *g)
{
	_inner(g)->edge[0].key += 2;
}

static void _break_edge_up(garq_t *g)
{
	_inner(g)->edge[0].num_cn++;
}

/* Turn starts at a second into ends. */
static void _break_edge_kind(garq_t *g)
{
	_inner(g)->edge[0].key ^= 1;
}

/* Split one second's edge in two: the sum stays right. */
static void _break_edge_twice(garq_t *g)
{
	struct garq_inner *in = _inner(g);

	in->edge[in->cnt] = in->edge[in->cnt - 1];
	in->edge[in->cnt - 1].num_cn = 0;
	in->cnt++;
}

static void _break_edge_lost(garq_t *g)
{
	_inner(g)->cnt--;
}

static void _break_cap(garq_t *g)
{
	_inner(g)->cap = 0;
}

static void _break_bytes(garq_t *g)
{
	g->pool.used += 64;
}

static void _break_far_time(garq_t *g)
{
	g->far.edge[0].t++;
}

static void _break_far_lost(garq_t *g)
{
	g->far.cnt = 0;
}

static void _break_far_up(garq_t *g)
{
	g->far.edge[0].up = 10;
}

static void _break_far_level(garq_t *g)
{
	g->far_level++;
}

static void _break_first(garq_t *g)
{
	g->first++;
}

static void _break_at(garq_t *g)
{
	g->at++;
}

static void _break_now(garq_t *g)
{
	g->now++;
	g->now = FOREVER;
}

static void _break_capacity(garq_t *g)
{
	g->max_cn = 2;
}

static void _break_reserv_interval(garq_t *g)
{
	_reserv(g)->t_s = _reserv(g)->t_e;
}

static void _break_reserv_moved(garq_t *g)
{
	_reserv(g)->t_e--;
}

static void _break_reserv_cn(garq_t *g)
{
	_reserv(g)->num_cn--;
}

static void _break_reserv_lost(garq_t *g)
{
	garq_reservs_del(&g->reservs, _reserv(g));
}

static void _break_reserv_id(garq_t *g)
{
	_reserv(g)->id = 7;
}

static void _break_pool(garq_t *g)
{
	g->pool.bytes = 0;
}

static const struct {
	const char *what;
	void (*break_it)(garq_t *g);
} garq_cases[] = {
	{ "rv too low", _break_rv },
	{ "rv too high", _break_rv_up },
	{ "low", _break_low },
	{ "level", _break_level },
	{ "rise", _break_rise },
	{ "dip", _break_dip },
	{ "time of an edge", _break_edge_time },
	{ "nodes of an edge", _break_edge_up },
	{ "kind of an edge", _break_edge_kind },
	{ "an edge of nothing", _break_edge_twice },
	{ "an edge lost", _break_edge_lost },
	{ "edges without room", _break_cap },
	{ "memory of the edges", _break_bytes },
	{ "time of a far edge", _break_far_time },
	{ "a far edge lost", _break_far_lost },
	{ "nodes of a far edge", _break_far_up },
	{ "level past the slots", _break_far_level },
	{ "first slot", _break_first },
	{ "place of the first slot", _break_at },
	{ "now", _break_now },
	{ "more than there is", _break_capacity },
	{ "another number of nodes", _break_reserv_cn },
	{ "an empty reservation", _break_reserv_interval },
	{ "another end", _break_reserv_moved },
	{ "a reservation lost", _break_reserv_lost },
	{ "another id", _break_reserv_id },
	{ "less memory than is used", _break_pool },
};

START_TEST(garq_check_notices)
{
	garq_t *g = _garq();
	const char *reason = NULL;
	bool intact;

	garq_cases[_i].break_it(g);
	intact = garq_check(g, &reason);
	assert_broken(intact, reason, garq_cases[_i].what);
	garq_destroy(g);
}
END_TEST

/* garq_index_check(): two levels above 3000 slots */

#define SLOTS 3000

static garq_t *_indexed(void)
{
	garq_t *g = garq_create(9, 1, SLOTS, NOW);

	ck_assert_ptr_nonnull(g);
	for (int i = 0; i < 200; i++)
		ck_assert_int_eq(garq_addReserv(g, (uint64_t) i, NOW + 14 * i,
						NOW + 14 * i + 100, 1), 0);
	assert_intact(garq_check, g);
	return g;
}

static void _break_entry_max(struct garq_index *ix)
{
	ix->level[1].max[ix->level[1].cnt - 1]++;
}

static void _break_entry_min(struct garq_index *ix)
{
	ix->level[1].min[0]--;
}

static void _break_entry_add(struct garq_index *ix)
{
	ix->level[1].add[7]++;
}

static void _break_top_max(struct garq_index *ix)
{
	ix->level[ix->top].max[3]--;
}

static void _break_top_min(struct garq_index *ix)
{
	ix->level[ix->top].min[3]++;
}

static void _break_top_add(struct garq_index *ix)
{
	ix->level[ix->top].add[3]++;
}

static void _break_slot_max(struct garq_index *ix)
{
	ix->level[0].max[100] += 1000;	/* the largest in its neighbourhood */
}

static void _break_slot_min(struct garq_index *ix)
{
	ix->level[0].min[100] = ix->level[0].max[100] + 1;
}

static void _break_size_of_level(struct garq_index *ix)
{
	ix->level[1].cnt--;
}

static void _break_top(struct garq_index *ix)
{
	ix->top = 0;
}

static const struct {
	const char *what;
	void (*break_it)(struct garq_index *ix);
} index_cases[] = {
	{ "max of an entry", _break_entry_max },
	{ "min of an entry", _break_entry_min },
	{ "add of an entry", _break_entry_add },
	{ "max at the top", _break_top_max },
	{ "min at the top", _break_top_min },
	{ "add at the top", _break_top_add },
	{ "max of a slot", _break_slot_max },
	{ "min of a slot above its max", _break_slot_min },
	{ "size of a level", _break_size_of_level },
	{ "no levels", _break_top },
};

START_TEST(index_check_notices)
{
	garq_t *g = _indexed();
	const char *reason = NULL;
	bool intact;

	ck_assert_uint_gt(g->index.top, 0);
	ck_assert_ptr_null(garq_index_check(&g->index));
	index_cases[_i].break_it(&g->index);
	reason = garq_index_check(&g->index);
	assert_broken(!reason, reason, index_cases[_i].what);
	reason = NULL;
	intact = garq_check(g, &reason);
	assert_broken(intact, reason, index_cases[_i].what);
	garq_destroy(g);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("check");
	TCase *tc = test_case(s, "notices", 0);

	tcase_add_loop_test(tc, garq_check_notices, 0, COUNT(garq_cases));
	tcase_add_loop_test(tc, index_check_notices, 0, COUNT(index_cases));
	return test_run(s);
}
