/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * chunks_test.c - tests of chunks.c and chunks_edges.c: random changes of ranges
 * and single slots, and of two plain arrays; then all queries are compared.
 *
 * Each size is played with numbers of 16 bits and with wide ones, and the test
 * is built twice: as it is used, and with scalar kernels. SEED=n replays a
 * failure.
 */
#include <string.h>

#include "garq/chunks.h"
#include "test/unit/test_util.h"

#define SLOTS_MAX 20000
#define OPS 4000
#define OPS_PER_CHECK 100

static const uint32_t sizes[] = {
	1, 2, 3, 15, 16, 17, 63, 64, 65, 255, 256, 257, 1000, 1024, 1025, 8640,
	SLOTS_MAX,
};
#define SIZE_CNT COUNT(sizes)

#define NARROW UINT16_MAX
#define WIDE UINT32_MAX

struct game {
	rng_t rng;
	struct garq_chunks c;
	uint32_t most;
	uint32_t cnt;
	bool edged[SLOTS_MAX];
	uint32_t max[SLOTS_MAX];
	uint32_t min[SLOTS_MAX];
	uint64_t op;
};

static void _some_range(struct game *game, uint32_t *x, uint32_t *y)
{
	rng_t *r = &game->rng;
	uint32_t len = (uint32_t) rng_between(r, 1, game->cnt);

	if (rng_one_in(r, 2))
		len = (uint32_t) rng_between(r, 1, test_min(40, game->cnt));
	*x = (uint32_t) rng_between(r, 0, game->cnt - len);
	*y = *x + len;
}

/* Only a slot with edges has a max above its min. */
static void _edge(struct game *game, uint32_t i)
{
	ck_assert_int_eq(garq_chunks_reserve(&game->c, i, 1), 0);
	game->edged[i] = true;
}

/*
 * Change all slots of a range by one value, the ends by others: up, or down by
 * no more than the smallest of them.
 */
static void _op_change(struct game *game)
{
	struct garq_change d[2];
	uint32_t x, y, all, least = UINT32_MAX, largest = 0;

	_some_range(game, &x, &y);
	for (uint32_t i = x; i < y; i++)
		least = (game->min[i] < least) ? game->min[i] : least;
	for (uint32_t i = x; i < y; i++)
		largest = (game->max[i] > largest) ? game->max[i] : largest;
	if (largest > game->most - 20)
		return;
	all = (uint32_t) rng_below(&game->rng, 9);
	if (rng_one_in(&game->rng, 2))
		all = -(uint32_t) rng_between(&game->rng, 0, least);
	for (int i = 0; i < 2; i++) {
		uint32_t end = i ? y - 1 : x;

		d[i].min = d[i].max = all;
		if (rng_one_in(&game->rng, 2))
			_edge(game, end);
		if (game->edged[end])
			d[i].max += (uint32_t) rng_below(&game->rng, 5) -
				((game->max[end] > game->min[end]) ? 1 : 0);
	}
	garq_chunks_change(&game->c, x, d[0], y - 1, d[1], all);
	for (uint32_t i = x + 1; i + 1 < y; i++) {
		game->max[i] += all;
		game->min[i] += all;
	}
	game->max[x] += d[0].max;
	game->min[x] += d[0].min;
	if (x < y - 1) {
		game->max[y - 1] += d[1].max;
		game->min[y - 1] += d[1].min;
	}
}

static void _op_set(struct game *game)
{
	uint32_t x, y, min = (uint32_t) rng_below(&game->rng, 40), max;

	_some_range(game, &x, &y);
	if (rng_one_in(&game->rng, 3))
		y = x + 1;
	max = min + (uint32_t) rng_below(&game->rng, 5);
	if ((game->cnt < 300) && rng_one_in(&game->rng, 50))
		max = game->most;
	if (rng_one_in(&game->rng, 2)) {
		max = min;
		garq_chunks_clear(&game->c, x, y);
		memset(game->edged + x, 0, (y - x) * sizeof(*game->edged));
	}
	for (uint32_t i = x; i < y; i++) {
		if (max != min)
			_edge(game, i);
		game->max[i] = max;
		game->min[i] = min;
	}
	garq_chunks_set(&game->c, x, y, max, min);
}

/* As above, but one slot: so that all slots differ. */
static void _op_set_one(struct game *game)
{
	uint32_t i = (uint32_t) rng_below(&game->rng, game->cnt);

	game->min[i] = (uint32_t) rng_below(&game->rng, 40);
	game->max[i] = game->min[i] + (uint32_t) rng_below(&game->rng, 5);
	_edge(game, i);
	garq_chunks_set(&game->c, i, i + 1, game->max[i], game->min[i]);
}

static bool _is(const struct game *game, enum garq_sought sought, uint32_t i,
		uint32_t limit)
{
	switch (sought) {
	case GARQ_ABOVE:
		return game->max[i] > limit;
	case GARQ_BELOW:
		return game->min[i] <= limit;
	default:
		return (game->max[i] != limit) || (game->min[i] != limit);
	}
}

static void _op_find(struct game *game, enum garq_sought sought,
		     const char *what)
{
	struct garq_seen seen = { .chunk = UINT32_MAX };
	uint32_t x, y, i, limit;

	_some_range(game, &x, &y);
	limit = (uint32_t) rng_below(&game->rng, 60);
	if (rng_one_in(&game->rng, 2))
		limit = game->max[x];
	for (i = x; (i < y) && !_is(game, sought, i, limit); i++)
		;
	agree(game, garq_chunks_seek(&game->c, &seen, x, y, sought, limit), i,
	      what);
	if (i == y)
		return;
	/* on from there: the word of the chunk is used again */
	for (x = ++i; (i < y) && !_is(game, sought, i, limit); i++)
		;
	agree(game, garq_chunks_seek(&game->c, &seen, x, y, sought, limit), i,
	      what);
}

static void _op_max(struct game *game)
{
	uint32_t x, y, max = (uint32_t) rng_below(&game->rng, 50), got;

	_some_range(game, &x, &y);
	got = garq_chunks_max(&game->c, x, y, max);
	for (uint32_t i = x; i < y; i++)
		max = (game->max[i] > max) ? game->max[i] : max;
	agree(game, got, max, "max");
}

static void _op_get(struct game *game)
{
	uint32_t i = (uint32_t) rng_below(&game->rng, game->cnt), min;

	agree(game, garq_chunks_get(&game->c, i, &min), game->max[i], "max");
	agree(game, min, game->min[i], "min");
	agree(game, garq_chunks_get(&game->c, i, NULL), game->max[i], "max");
}

/* Edges are where they were asked for, and nowhere else. */
static void _op_inner(struct game *game)
{
	uint32_t i = (uint32_t) rng_below(&game->rng, game->cnt);

	ck_assert((garq_chunks_inner(&game->c, i) != NULL) == game->edged[i]);
}

START_TEST(agrees_with_arrays)
{
	static struct game game;

	memset(&game, 0, sizeof(game));
	game.rng.state = test_seed() + (uint64_t) _i;
	game.cnt = sizes[_i / 2];
	game.most = (_i % 2) ? WIDE : NARROW;
	ck_assert_int_eq(garq_chunks_init(&game.c, game.cnt, game.most), 0);
	ck_assert(game.c.wide == (game.most == WIDE));
	for (game.op = 0; game.op < OPS; game.op++) {
		if (rng_one_in(&game.rng, 2))
			_op_change(&game);
		else if (rng_one_in(&game.rng, 10))
			_op_set(&game);
		else
			_op_set_one(&game);
		_op_find(&game, GARQ_ABOVE, "above");
		_op_find(&game, GARQ_BELOW, "below");
		_op_find(&game, GARQ_OTHER, "other");
		_op_max(&game);
		_op_get(&game);
		_op_inner(&game);
		if (game.op % OPS_PER_CHECK == 0)
			ck_assert_ptr_null(garq_chunks_check(&game.c));
	}
	ck_assert_ptr_null(garq_chunks_check(&game.c));
	garq_chunks_clear(&game.c, 0, game.cnt);
	ck_assert_uint_eq(game.c.pool.used, 0);
	garq_chunks_free(&game.c);
}
END_TEST

START_TEST(as_many_slots_as_there_can_be)
{
	struct garq_seen seen = { .chunk = UINT32_MAX };
	struct garq_chunks c;

	ck_assert_int_eq(garq_chunks_init(&c, 1U << 24, NARROW), 0);
	garq_chunks_set(&c, (1U << 24) - 1, 1U << 24, 7, 7);
	ck_assert_uint_eq(garq_chunks_seek(&c, &seen, 0, 1U << 24, GARQ_ABOVE,
					   6), (1U << 24) - 1);
	ck_assert_uint_eq(garq_chunks_max(&c, 0, 1U << 24, 0), 7);
	garq_chunks_free(&c);
}
END_TEST

START_TEST(free_of_nothing)
{
	struct garq_chunks c = { .slots = 0 };

	garq_chunks_free(&c);
	garq_chunks_free(&c);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("chunks");
	TCase *tc = test_case(s, "all", 300);

	test_seed();
	tcase_add_loop_test(tc, agrees_with_arrays, 0, 2 * SIZE_CNT);
	tcase_add_test(tc, as_many_slots_as_there_can_be);
	tcase_add_test(tc, free_of_nothing);
	return test_run(s);
}
