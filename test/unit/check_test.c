/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * check_test.c - does garq_check() notice what is broken?
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
	ck_assert_int_eq(test_add(g, 1030, 1090, 2), 0);
	ck_assert_int_eq(test_add(g, 1050, 5000, 1), 0);
	ck_assert_int_eq(test_add(g, 1, NOW + 10, 1), 0);
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
	return garq_chunks_inner(&g->chunks, _second(g));
}

/* The first reservation. */
static struct garq_packed *_reserv(garq_t *g)
{
	return &g->handles.block[0][0];
}

/* Change the second slot, and its chunk with it. */
static void _change(garq_t *g, uint32_t rv, uint32_t low)
{
	struct garq_change d = { rv, low };

	garq_chunks_change(&g->chunks, _second(g), d, _second(g), d, 0);
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
	g->chunks.pool.used += 64;
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
	_reserv(g)->t_s -= UINT64_C(1) << GARQ_TIME_BITS;
}

static void _break_reserv_lost(garq_t *g)
{
	garq_handles_del(&g->handles, 0);
}

static void _break_handles(garq_t *g)
{
	g->handles.cnt++;
}

static void _break_pool(garq_t *g)
{
	g->chunks.pool.bytes = 0;
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
	{ "number of handles", _break_handles },
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

/* What garq_chunks_check() looks at */

#define SLOTS 3000

static garq_t *_chunked(void)
{
	garq_t *g = garq_create(200, 2, 2 * SLOTS, NOW);
	time_t t = 2 * (500 + 2 * 64);

	ck_assert_ptr_nonnull(g);
	for (int i = 0; i < 200; i++)
		ck_assert_int_eq(test_add(g, NOW + 28 * i, NOW + 28 * i + 200,
					  1), 0);
	for (int i = 0; i < 9; i++, t += 4)
		ck_assert_int_eq(test_add(g, t + 1, t + 2, 1), 0);
	assert_intact(garq_check, g);
	return g;
}

/* The chunk with edges. */
static struct garq_chunk *_edged(struct garq_chunks *c)
{
	struct garq_chunk *chunk = c->chunk;

	while (!chunk->edged)
		chunk++;
	return chunk;
}

static void _break_chunk_max(struct garq_chunks *c)
{
	((uint16_t *) c->top_max)[30]++;
}

static void _break_chunk_min(struct garq_chunks *c)
{
	((uint16_t *) c->top_min)[30]--;
}

static void _break_chunk_add(struct garq_chunks *c)
{
	((uint16_t *) c->add)[30]++;
}

static void _break_slot_max(struct garq_chunks *c)
{
	((uint16_t *) c->max)[30 * GARQ_ROW] += 1000;	/* the largest */
}

static void _break_slot_min(struct garq_chunks *c)
{
	garq_row_fill(_edged(c)->min, c->wide, 0, GARQ_ROW, 1000);
}

static void _break_row_lost(struct garq_chunks *c)
{
	_edged(c)->min = NULL;
}

static void _break_bit(struct garq_chunks *c)
{
	_edged(c)->edged = UINT64_MAX;
}

static void _break_room(struct garq_chunks *c)
{
	_edged(c)->room = 0;
}

static void _break_used(struct garq_chunks *c)
{
	c->pool.used += GARQ_ROW;
}

static const struct {
	const char *what;
	void (*break_it)(struct garq_chunks *c);
} chunks_cases[] = {
	{ "max of a chunk", _break_chunk_max },
	{ "min of a chunk", _break_chunk_min },
	{ "add of a chunk", _break_chunk_add },
	{ "max of a slot", _break_slot_max },
	{ "min of a slot above its max", _break_slot_min },
	{ "no row for min", _break_row_lost },
	{ "bitmap of the edges", _break_bit },
	{ "room for the edges", _break_room },
	{ "memory that is used", _break_used },
};

START_TEST(chunks_check_notices)
{
	garq_t *g = _chunked();
	struct garq_chunk *edged = _edged(&g->chunks), chunk = *edged;
	size_t used = g->chunks.pool.used;
	const char *reason = NULL;
	bool intact;

	chunks_cases[_i].break_it(&g->chunks);
	intact = garq_check(g, &reason);
	assert_broken(intact, reason, chunks_cases[_i].what);
	/* so that it can be freed */
	*edged = chunk;
	g->chunks.pool.used = used;
	garq_destroy(g);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("check");
	TCase *tc = test_case(s, "notices", 0);

	tcase_add_loop_test(tc, garq_check_notices, 0, COUNT(garq_cases));
	tcase_add_loop_test(tc, chunks_check_notices, 0, COUNT(chunks_cases));
	return test_run(s);
}
