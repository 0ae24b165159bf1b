/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * garq_oracle_test.c - random operations on a garq_t and on the model of
 * garq_model.h.
 *
 *	SEED=n test/unit/garq_oracle_test
 *
 * replays a failure. A game is one garq_t of random delta, horizon and
 * capacity, used until its now comes near the end of the model's seconds.
 */
#include <string.h>

#include "test/unit/garq_model.h"

#define OPS_PER_DELTA 200000
#define OPS_PER_GAME 3000
#define OPS_PER_CHECK 50

static const uint32_t deltas[] = { 1, 2, 5, 7, 60, 300 };
#define DELTA_CNT COUNT(deltas)

struct game {
	rng_t rng;
	garq_t *g;
	struct model m;
	uint64_t op;
	uint32_t handle[ID_CNT];
	/* counts answers: each kind must occur */
	uint64_t yes, no, added, full, suggested, none, deleted, jumped;
};

/* One operation on both */

static void _op_search(struct game *game)
{
	struct interval i = some_interval(&game->rng, &game->m);
	uint32_t cn = some_cn(&game->rng, &game->m);
	int want = model_search(&game->m, i.t_s, i.t_e, cn);

	agree(game, test_rc(garq_searchReserv(game->g, i.t_s, i.t_e, cn)), want,
	      "searchReserv");
	game->yes += (want == 1);
	game->no += (want == 0);
}

static void _op_add(struct game *game)
{
	struct interval i = some_fitting(&game->rng, &game->m);
	uint32_t cn = some_cn(&game->rng, &game->m);
	int slot = (int) rng_below(&game->rng, ID_CNT);
	int want;

	if (game->m.booked[slot].used)
		return;
	want = model_add(&game->m, slot, i.t_s, i.t_e, cn);
	agree(game, test_rc(garq_addReserv(game->g, i.t_s, i.t_e, cn,
					   &game->handle[slot])),
	      want, "addReserv");
	game->added += (want == 0);
	game->full += (want == -ENOSPC);
}

static void _delete(struct game *game, int slot, int want)
{
	agree(game, test_rc(garq_deleteReserv(game->g, game->handle[slot])),
	      want, "deleteReserv");
	game->handle[slot] = GARQ_NO_HANDLE;
}

static void _op_delete(struct game *game)
{
	int slot = (int) rng_below(&game->rng, ID_CNT);
	int want = model_delete(&game->m, slot);

	_delete(game, slot, want);
	game->deleted += (want == 0);
}

static void _op_suggest(struct game *game)
{
	struct interval i = some_interval(&game->rng, &game->m);
	uint32_t cn = some_cn(&game->rng, &game->m);
	time_t limit = -1, start = -7, want_start = -7;
	int want;

	if (rng_one_in(&game->rng, 2))
		limit = rng_between(&game->rng, 0, game->m.horizon);
	want = model_suggest(&game->m, i.t_s, i.t_e, cn, limit, &want_start);
	agree(game, test_rc(garq_suggestInterval(game->g, i.t_s, i.t_e, cn,
						 limit, &start)),
	      want, "suggestInterval");
	agree(game, start, want_start, "the suggested start");
	game->suggested += (want == 1);
	game->none += (want == 0);
}

static void _op_least_free(struct game *game)
{
	struct interval i = some_interval(&game->rng, &game->m);
	uint32_t num_free = 77, want = 77;
	int rc = test_min(0, model_search(&game->m, i.t_s, i.t_e, 1));

	if (!rc)
		want = game->m.max_cn - model_peak(&game->m, i.t_s, i.t_e);
	agree(game, test_rc(garq_least_free(game->g, i.t_s, i.t_e, &num_free)),
	      rc, "least_free");
	agree(game, num_free, want, "nodes that are free");
}

/* The intervals that garq_profile() has reported so far. */
struct profile {
	struct game *game;
	time_t at;		/* up to here */
	uint32_t num_free;	/* of the previous interval */
	int cnt;
	int stop_after;		/* or -1 */
};

static bool _profile_told(void *arg, time_t t_s, time_t t_e, uint32_t num_free)
{
	struct profile *p = arg;
	const struct model *m = &p->game->m;

	agree(p->game, t_s, p->at, "where an interval starts");
	ck_assert_int_lt(t_s, t_e);
	ck_assert(!p->cnt || (p->num_free != num_free));
	for (time_t t = t_s; (t < t_e) && (t <= model_end(m)); t++)
		agree(p->game, num_free, m->max_cn - model_usage(m, t),
		      "free at a second");
	p->at = t_e;
	p->num_free = num_free;
	return ++p->cnt != p->stop_after;
}

static void _op_profile(struct game *game)
{
	struct interval i = some_interval(&game->rng, &game->m);
	struct profile p = {
		.game = game, .at = test_max(i.t_s, game->m.now),
		.stop_after = -1,
	};
	int rc = test_min(0, model_search(&game->m, i.t_s, i.t_e, 1));

	if (rng_one_in(&game->rng, 4))
		p.stop_after = (int) rng_between(&game->rng, 1, 3);
	agree(game, test_rc(garq_profile(game->g, i.t_s, i.t_e, _profile_told,
					 &p)), rc, "profile");
	if (rc)
		agree(game, p.cnt, 0, "intervals");
	else if (p.cnt != p.stop_after)
		agree(game, p.at, i.t_e, "the end of the last interval");
}

static void _op_usage(struct game *game)
{
	time_t t = rng_between(&game->rng, game->m.now - 5,
			       model_end(&game->m) + 5);

	agree(game, garq_usage(game->g, t), model_usage(&game->m, t),
	      "usage");
}

/* Mostly small steps; sometimes past the whole horizon, or backwards. */
static void _op_advance(struct game *game)
{
	rng_t *r = &game->rng;
	const struct model *m = &game->m;
	time_t step = rng_between(r, -1, m->delta / 3 + 1);

	if (rng_one_in(r, 10))
		step = rng_between(r, 1, 3 * (time_t) m->delta);
	if (rng_one_in(r, 100)) {
		step = m->horizon + rng_between(r, 0, 3 * (time_t) m->delta);
		game->jumped++;
	}
	if (m->now + step >= model_end(m))
		step = 0;
	agree(game, garq_advance(game->g, m->now + step), 0, "advance");
	model_advance(&game->m, m->now + step);
	agree(game, garq_now(game->g), m->now, "now");
}

static void _op(struct game *game)
{
	uint64_t kind = rng_below(&game->rng, 100);

	game->op++;
	if (kind < 16)
		_op_search(game);
	else if (kind < 40)
		_op_add(game);
	else if (kind < 55)
		_op_delete(game);
	else if (kind < 71)
		_op_suggest(game);
	else if (kind < 75)
		_op_least_free(game);
	else if (kind < 79)
		_op_profile(game);
	else if (kind < 89)
		_op_usage(game);
	else
		_op_advance(game);
	if (game->op % OPS_PER_CHECK == 0)
		assert_intact(garq_check, game->g);
}

/* Games */

static void _begin(struct game *game, uint32_t delta)
{
	static const uint32_t caps[] = { 1, 2, 3, 16, 1000, UINT32_MAX };
	static const time_t bases[] = { 0, 1700000003, FOREVER - SECONDS_MAX };
	rng_t *r = &game->rng;
	struct model *m = &game->m;
	time_t slots = rng_between(r, 1, rng_one_in(r, 2) ? 4 : 8);

	if ((delta < 10) && rng_one_in(r, 2))
		slots = rng_between(r, 1, rng_one_in(r, 4) ? 4000 : 300);
	memset(m, 0, sizeof(*m));
	for (int slot = 0; slot < ID_CNT; slot++)
		game->handle[slot] = GARQ_NO_HANDLE;
	m->delta = delta;
	m->max_cn = caps[rng_below(r, 6)];
	m->horizon = slots * delta - rng_between(r, 0, delta - 1);
	m->horizon = test_max(m->horizon, delta);
	m->seconds = test_min(SECONDS_MAX, (2 * slots + 10) * delta);
	m->base = bases[rng_below(r, 3)];
	if (m->base == bases[2])	/* up to FOREVER exactly */
		m->base = FOREVER - m->seconds;
	m->now = m->base + rng_between(r, 0, 2 * (time_t) delta);
	game->g = garq_create(m->max_cn, delta, m->horizon, m->now);
	ck_assert_ptr_nonnull(game->g);
}

/* Compare every second; after deleting all, nothing is left. */
static void _end(struct game *game)
{
	struct model *m = &game->m;

	for (time_t t = m->base; t < model_end(m) + 3; t++)
		agree(game, garq_usage(game->g, t), model_usage(m, t),
		      "usage");
	for (int slot = 0; slot < ID_CNT; slot++)
		_delete(game, slot, model_delete(m, slot));
	agree(game, garq_count(game->g), 0, "count");
	assert_intact(garq_check, game->g);
	for (time_t t = m->now; t < model_end(m); t++)
		agree(game, garq_usage(game->g, t), 0, "usage");
	garq_destroy(game->g);
}

START_TEST(agrees_with_the_model)
{
	static struct game game;

	memset(&game, 0, sizeof(game));
	game.rng.state = test_seed() + (uint64_t) _i;
	while (game.op < OPS_PER_DELTA) {
		uint64_t end = game.op + OPS_PER_GAME;

		_begin(&game, deltas[_i]);
		while ((game.op < end) &&
		       (game.m.now < model_end(&game.m) - deltas[_i]))
			_op(&game);
		_end(&game);
	}
	/* a test without events proves nothing */
	ck_assert_uint_gt(game.yes, OPS_PER_DELTA / 50);
	ck_assert_uint_gt(game.no, OPS_PER_DELTA / 50);
	ck_assert_uint_gt(game.added, OPS_PER_DELTA / 50);
	ck_assert_uint_gt(game.full, OPS_PER_DELTA / 50);
	ck_assert_uint_gt(game.suggested, OPS_PER_DELTA / 50);
	ck_assert_uint_gt(game.none, OPS_PER_DELTA / 200);
	ck_assert_uint_gt(game.deleted, OPS_PER_DELTA / 50);
	ck_assert_uint_gt(game.jumped, 0);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("garq_oracle");
	TCase *tc = test_case(s, "random", 600);

	test_seed();	/* once, before any fork */
	tcase_add_loop_test(tc, agrees_with_the_model, 0, DELTA_CNT);
	return test_run(s);
}
