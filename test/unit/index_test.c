/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * index_test.c - tests of index.c and index_find.c: random changes of ranges
 * and single slots, and of two plain arrays; then all queries are compared.
 *
 * Built twice: as it is used, and with a FAN of 4 and a small top, for which
 * a few hundred slots are many levels. SEED=n replays a failure.
 */
#include <string.h>

#include "garq/index.h"
#include "garq/walk.h"
#include "test/unit/test_util.h"

#define SLOTS_MAX 20000
#define OPS 4000
#define OPS_PER_CHECK 100

static const uint32_t sizes[] = {
	1, 2, 3, 15, 16, 17, 63, 64, 65, 255, 256, 257, 1000, 1024, 1025, 8640,
	SLOTS_MAX,
};
#define SIZE_CNT COUNT(sizes)

struct game {
	rng_t rng;
	struct garq_index ix;
	uint32_t cnt;
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
	if (largest > UINT32_MAX - 20)
		return;
	all = (uint32_t) rng_below(&game->rng, 9);
	if (rng_one_in(&game->rng, 2))
		all = -(uint32_t) rng_between(&game->rng, 0, least);
	for (int i = 0; i < 2; i++) {
		uint32_t end = i ? y - 1 : x;

		d[i].min = all;
		d[i].max = all + (uint32_t) rng_below(&game->rng, 5) -
			((game->max[end] > game->min[end]) ? 1 : 0);
	}
	garq_index_change(&game->ix, x, d[0], y - 1, d[1], all);
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
		max = UINT32_MAX;
	for (uint32_t i = x; i < y; i++) {
		game->max[i] = max;
		game->min[i] = min;
	}
	garq_index_set(&game->ix, x, y, max, min);
}

/* As above, but one slot: so that all slots differ. */
static void _op_set_one(struct game *game)
{
	uint32_t i = (uint32_t) rng_below(&game->rng, game->cnt);

	game->min[i] = (uint32_t) rng_below(&game->rng, 40);
	game->max[i] = game->min[i] + (uint32_t) rng_below(&game->rng, 5);
	garq_index_set(&game->ix, i, i + 1, game->max[i], game->min[i]);
}

/* A garq_index_fn for the criterion that only walks have. */
static uint32_t _below(const struct garq_index *ix, uint32_t x, uint32_t y,
		       uint32_t limit, uint32_t *ret_max)
{
	struct garq_walk w;

	garq_walk_begin(&w, ix, x);
	if (!garq_walk_to(&w, y, GARQ_BELOW, limit))
		return y;
	*ret_max = garq_walk_max(&w);
	return w.i;
}

static bool _is(const struct game *game, garq_index_fn fn, uint32_t i,
		uint32_t limit)
{
	if (fn == garq_index_above)
		return game->max[i] > limit;
	if (fn == _below)
		return game->min[i] <= limit;
	return (game->max[i] != limit) || (game->min[i] != limit);
}

static void _op_find(struct game *game, garq_index_fn fn, const char *what)
{
	uint32_t x, y, i, got, rv = 0, limit;

	_some_range(game, &x, &y);
	limit = (uint32_t) rng_below(&game->rng, 60);
	if (rng_one_in(&game->rng, 2))
		limit = game->max[x];
	for (i = x; (i < y) && !_is(game, fn, i, limit); i++)
		;
	got = fn(&game->ix, x, y, limit, &rv);
	agree(game, got, i, what);
	if (i < y)
		agree(game, rv, game->max[i], "max of what was found");
}

static void _op_max(struct game *game)
{
	uint32_t x, y, max = (uint32_t) rng_below(&game->rng, 50), got;

	_some_range(game, &x, &y);
	got = garq_index_max(&game->ix, x, y, max);
	for (uint32_t i = x; i < y; i++)
		max = (game->max[i] > max) ? game->max[i] : max;
	agree(game, got, max, "max");
}

static void _op_get(struct game *game)
{
	uint32_t i = (uint32_t) rng_below(&game->rng, game->cnt), min;

	agree(game, garq_index_get(&game->ix, i, &min), game->max[i], "max");
	agree(game, min, game->min[i], "min");
	agree(game, garq_index_get(&game->ix, i, NULL), game->max[i], "max");
}

START_TEST(agrees_with_arrays)
{
	static struct game game;

	memset(&game, 0, sizeof(game));
	game.rng.state = test_seed() + (uint64_t) _i;
	game.cnt = sizes[_i];
	ck_assert_int_eq(garq_index_init(&game.ix, game.cnt), 0);
	for (game.op = 0; game.op < OPS; game.op++) {
		if (rng_one_in(&game.rng, 2))
			_op_change(&game);
		else if (rng_one_in(&game.rng, 10))
			_op_set(&game);
		else
			_op_set_one(&game);
		_op_find(&game, garq_index_above, "above");
		_op_find(&game, _below, "below");
		_op_find(&game, garq_index_other, "other");
		_op_max(&game);
		_op_get(&game);
		if (game.op % OPS_PER_CHECK == 0)
			ck_assert_ptr_null(garq_index_check(&game.ix));
	}
	ck_assert_ptr_null(garq_index_check(&game.ix));
	garq_index_free(&game.ix);
}
END_TEST

START_TEST(as_many_levels_as_there_can_be)
{
	struct garq_index ix;
	uint32_t rv;

	ck_assert_int_eq(garq_index_init(&ix, 1U << 24), 0);
	ck_assert_uint_lt(ix.top, GARQ_LEVELS_MAX);
	garq_index_set(&ix, (1U << 24) - 1, 1U << 24, 7, 7);
	ck_assert_uint_eq(garq_index_above(&ix, 0, 1U << 24, 6, &rv),
			  (1U << 24) - 1);
	ck_assert_uint_eq(garq_index_max(&ix, 0, 1U << 24, 0), 7);
	garq_index_free(&ix);
}
END_TEST

START_TEST(free_of_nothing)
{
	struct garq_index ix = { .top = 0 };

	garq_index_free(&ix);
	garq_index_free(&ix);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("index");
	TCase *tc = test_case(s, "all", 300);

	test_seed();
	tcase_add_loop_test(tc, agrees_with_arrays, 0, SIZE_CNT);
	tcase_add_test(tc, as_many_levels_as_there_can_be);
	tcase_add_test(tc, free_of_nothing);
	return test_run(s);
}
