/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * eval_oracle_test.c - random operations on each of the structures of
 * contrib/eval and on a model that always tells the truth: the number of
 * reserved nodes in each slot, in an array that is not reused.
 *
 *	SEED=n test/unit/eval_oracle_test
 *
 * replays a failure. A game is one structure of random delta, horizon and
 * capacity, used until the model's array ends.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/eval/slots/eval.h"
#include "test/unit/test_util.h"

#define OPS 60000
#define OPS_PER_GAME 4000
#define ID_CNT 96
#define SLOTS_MAX 6000

struct booked {
	bool used;
	int64_t from;
	int64_t to;
	uint32_t num_cn;
};

/* Slot k of the model begins at base + k * delta. */
struct game {
	const struct eval_structure *structure;
	void *s;
	rng_t rng;
	uint64_t op;
	uint32_t max_cn;
	uint32_t delta;
	time_t base;
	int64_t horizon;	/* slots */
	int64_t now;
	bool busy;		/* mostly wide requests */
	bool ordered;		/* mostly soon, as in a log */
	uint64_t usage[SLOTS_MAX];
	struct booked booked[ID_CNT];
	uint32_t handle[ID_CNT];
	/* counts answers: each kind must occur */
	uint64_t yes, no, added, deleted, suggested, moved, none, wrapped;
};

static time_t _time(const struct game *game, int64_t slot)
{
	return game->base + slot * (time_t) game->delta;
}

static struct eval_booking _booking(struct game *game, int id,
				    const struct booked *b)
{
	return (struct eval_booking) {
		(uint64_t) id, _time(game, b->from), _time(game, b->to),
		b->num_cn, &game->handle[id]
	};
}

/* The model */

static bool _free(const struct game *game, int64_t from, int64_t to,
		  uint32_t num_cn)
{
	for (int64_t k = from; k < to; k++)
		if (game->usage[k] + num_cn > game->max_cn)
			return false;
	return true;
}

static void _use(struct game *game, const struct booked *b, uint64_t change)
{
	for (int64_t k = b->from; k < b->to; k++)
		game->usage[k] += change;
}

/* What to ask for: see "The ring" in eval.h. */

static int64_t _end_of_ring(const struct game *game)
{
	int64_t oldest = game->now;

	for (int i = 0; i < ID_CNT; i++)
		if (game->booked[i].used && (game->booked[i].from < oldest))
			oldest = game->booked[i].from;
	return test_min(oldest + game->horizon, SLOTS_MAX - 1);
}

static struct booked _some(struct game *game)
{
	rng_t *r = &game->rng;
	int64_t end = _end_of_ring(game);
	int64_t ahead = game->ordered ? 3 : game->horizon;
	struct booked b = { .used = true };

	b.from = rng_between(r, game->now,
			     test_min(game->now + ahead, end - 1));
	b.to = b.from + 1 + rng_between(r, 0, rng_one_in(r, 6) ?
					game->horizon : game->horizon / 10);
	b.to = test_min(b.to, end);
	b.num_cn = (uint32_t) rng_between(r, 1, game->busy ? game->max_cn :
					  game->max_cn / 6 + 1);
	if (rng_one_in(r, 20))
		b.num_cn = game->max_cn + (uint32_t) rng_below(r, 2);
	return b;
}

/* One operation on both */

static void _op_search(struct game *game)
{
	struct booked b = _some(game);
	struct eval_booking rq = _booking(game, 0, &b);
	bool want = _free(game, b.from, b.to, b.num_cn);

	if (b.from >= b.to)
		return;
	agree(game, test_rc(game->structure->search(game->s, &rq)), want,
	      "search");
	game->yes += want;
	game->no += !want;
}

static void _op_add(struct game *game)
{
	int slot = (int) rng_below(&game->rng, ID_CNT);
	struct booked b = _some(game);
	struct eval_booking rq = _booking(game, slot, &b);

	if (game->booked[slot].used || (b.from >= b.to) ||
	    !_free(game, b.from, b.to, b.num_cn))
		return;
	agree(game, test_rc(game->structure->add(game->s, &rq)), 0, "add");
	game->booked[slot] = b;
	_use(game, &b, b.num_cn);
	game->added++;
	game->wrapped += (b.from % game->horizon >= b.to % game->horizon);
}

static void _delete(struct game *game, int slot)
{
	struct booked *b = &game->booked[slot];
	struct eval_booking rq = _booking(game, slot, b);

	agree(game, test_rc(game->structure->delete(game->s, &rq)), 0,
	      "delete");
	_use(game, b, -(uint64_t) b->num_cn);
	b->used = false;
	game->deleted++;
}

static void _op_delete(struct game *game)
{
	int slot = (int) rng_below(&game->rng, ID_CNT);

	if (game->booked[slot].used)
		_delete(game, slot);
}

static void _op_suggest(struct game *game)
{
	struct booked b = _some(game);
	struct eval_booking rq = _booking(game, 0, &b);
	int64_t limit = rng_between(&game->rng, b.to,
				    test_min(b.to + game->horizon / 3,
					     _end_of_ring(game)));
	int64_t len = b.to - b.from, k = b.from;
	time_t start = -7;
	bool want;

	if (len <= 0)
		return;
	while ((k + len <= limit) && !_free(game, k, k + len, b.num_cn))
		k++;
	want = (k + len <= limit);
	agree(game, test_rc(game->structure->suggest(
		      game->s, &rq, (limit - b.from) * (time_t) game->delta,
		      &start)), want, "suggest");
	agree(game, start, want ? _time(game, k) : -7, "the suggested start");
	game->suggested += want;
	game->moved += want && (k > b.from);
	game->none += !want;
}

/* The deletion of the paper: "the reservation's finish time has passed". */
static void _op_pass(struct game *game, int64_t slots)
{
	for (; slots && (game->now < SLOTS_MAX - 1); slots--) {
		game->now++;
		agree(game, test_rc(game->structure->advance(
			      game->s, _time(game, game->now))), 0, "advance");
		for (int i = 0; i < ID_CNT; i++)
			if (game->booked[i].used &&
			    (game->booked[i].to <= game->now))
				_delete(game, i);
	}
}

static void _op(struct game *game)
{
	uint64_t kind = rng_below(&game->rng, 100);

	game->op++;
	if (kind < 35)
		_op_search(game);
	else if (kind < 65)
		_op_add(game);
	else if (kind < 72)
		_op_delete(game);
	else if (kind < 92)
		_op_suggest(game);
	else
		_op_pass(game, rng_one_in(&game->rng, 20) ?
			 rng_between(&game->rng, 0, game->horizon) : 1);
}

/* Games */

static void _begin(struct game *game)
{
	static const uint32_t caps[] = { 1, 2, 3, 64, 1000, 1000000000 };
	static const uint32_t deltas[] = { 60, 300, 900, 3600, 7200 };
	static const int64_t horizons[] = { 7, 30, 97, 256, 700 };
	static const time_t bases[] = { 0, 3600, 1699999200, 7200 * 1001 };
	rng_t *r = &game->rng;
	struct eval_setup setup;

	memset(game->usage, 0, sizeof(game->usage));
	memset(game->booked, 0, sizeof(game->booked));
	game->max_cn = caps[rng_below(r, 6)];
	game->delta = deltas[rng_below(r, 5)];
	game->horizon = horizons[rng_below(r, 5)];
	game->base = bases[rng_below(r, 4)];
	game->base -= game->base % game->delta;
	game->now = 0;
	game->busy = rng_one_in(r, 3);
	game->ordered = rng_one_in(r, 3);
	setup = (struct eval_setup) {
		.max_cn = game->max_cn, .delta = game->delta,
		.horizon = game->horizon * (time_t) game->delta,
	};
	game->s = game->structure->create(&setup, game->base);
	ck_assert_ptr_nonnull(game->s);
}

/* When all reservations are deleted, all nodes are free. */
static void _end(struct game *game)
{
	struct booked rest = { .from = game->now, .num_cn = game->max_cn };
	struct eval_booking rq;

	for (int i = 0; i < ID_CNT; i++)
		if (game->booked[i].used)
			_delete(game, i);
	rest.to = _end_of_ring(game);
	rq = _booking(game, 0, &rest);
	if (rest.from < rest.to)
		agree(game, game->structure->search(game->s, &rq), 1,
		      "the last search");
	game->structure->destroy(game->s);
}

START_TEST(agrees_with_the_model)
{
	static struct game game;

	memset(&game, 0, sizeof(game));
	game.structure = eval_structures[_i];
	game.rng.state = test_seed();
	while (game.op < OPS) {
		uint64_t end = game.op + OPS_PER_GAME;

		_begin(&game);
		while ((game.op < end) && (game.now < SLOTS_MAX - 1))
			_op(&game);
		_end(&game);
	}
	/* a test without events proves nothing */
	ck_assert_uint_gt(game.yes, OPS / 50);
	ck_assert_uint_gt(game.no, OPS / 50);
	ck_assert_uint_gt(game.added, OPS / 50);
	ck_assert_uint_gt(game.deleted, OPS / 50);
	ck_assert_uint_gt(game.suggested, OPS / 50);
	ck_assert_uint_gt(game.moved, OPS / 200);
	ck_assert_uint_gt(game.none, OPS / 100);
	ck_assert_uint_gt(game.wrapped, OPS / 500);
}
END_TEST

START_TEST(destroys_null)
{
	eval_structures[_i]->destroy(NULL);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("eval_oracle");
	TCase *tc = test_case(s, "random", 600);

	test_seed();	/* once, before any fork */
	tcase_add_loop_test(tc, agrees_with_the_model, 0, EVAL_STRUCTURES);
	tcase_add_loop_test(tc, destroys_null, 0, EVAL_STRUCTURES);
	return test_run(s);
}
