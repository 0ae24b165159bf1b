/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * nodes_oracle_test.c - random operations on the node intervals and on the
 * model of machine_model.h.
 *
 *	SEED=n test/unit/nodes_oracle_test
 *
 * replays a failure. nodes_oracle_deep_test is the same with a calendar of few
 * slots per sheet and few seconds per slot.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "test/unit/machine_model.h"
#include "test/unit/nodes_earliest.h"

#define OPS_PER_TEST 20000
#define OPS_PER_GAME 600
#define OPS_PER_CHECK 20
#define TEST_CNT 8

struct game {
	rng_t rng;
	garq_nodes_t *nodes;
	uint64_t load;			/* percentage of operations that hold */
	struct model m;
	uint64_t op;
	/* counts answers: each kind must occur */
	uint64_t held, released, found, none, shortages, on, ended;
};

static garq_set_t *_some_set(struct game *game, uint64_t one_in)
{
	return some_set(&game->rng, &game->m, one_in);
}

/* A random set for a question: all nodes, or each with probability 1 / 2. */
static garq_set_t *_some_asked(struct game *game)
{
	return _some_set(game, rng_below(&game->rng, 2) + 1);
}

/* One operation on both */

static void _op_hold(struct game *game)
{
	struct some_hold h = some_hold(&game->rng, &game->m);
	int want;

	/* the model begins at base */
	h.iv.t_s = test_max(h.iv.t_s, game->m.base);
	if (h.iv.t_e > h.iv.t_s)
		h.iv.t_e = test_max(h.iv.t_e, game->m.base + 1);
	want = model_hold(&game->m, h.who, h.group, h.set, h.iv.t_s, h.iv.t_e);
	if (want != 1)
		agree(game, test_rc(garq_nodes_hold(
			game->nodes, test_id(h.who), group_of[h.group], h.set,
			h.iv.t_s, h.iv.t_e)), want, "hold");
	game->held += (want == 0);
	garq_set_destroy(h.set);
}

static void _op_release(struct game *game)
{
	int who = (int) rng_below(&game->rng, ID_CNT);
	int want = model_release(&game->m, who);

	agree(game, test_rc(garq_nodes_release(game->nodes, test_id(who))),
	      want, "release");
	game->released += (want == 0);
}

static void _op_free(struct game *game)
{
	struct interval iv = some_interval(&game->rng, &game->m);
	garq_set_t *set = _some_asked(game);
	garq_set_t *is_free = garq_set_copy(set);
	int group = some_group(&game->rng);
	uint32_t want = 0, got;

	ck_assert_ptr_nonnull(is_free);
	got = garq_nodes_free(game->nodes, set, iv.t_s, iv.t_e,
			      group_of[group],
			      rng_one_in(&game->rng, 4) ? NULL : is_free);
	for (uint32_t i = 0; i < game->m.node_cnt; i++)
		want += garq_set_test(set, i) &&
			model_free(&game->m, i, iv.t_s, iv.t_e, group);
	agree(game, got, want, "free");
	got = garq_nodes_free(game->nodes, set, iv.t_s, iv.t_e,
			      group_of[group], is_free);
	for (uint32_t i = 0; i < game->m.node_cnt; i++)
		agree(game, garq_set_test(is_free, i),
		      garq_set_test(set, i) &&
		      model_free(&game->m, i, iv.t_s, iv.t_e, group),
		      "free node");
	agree(game, garq_set_count(is_free), got, "count of free nodes");
	garq_set_destroy(set);
	garq_set_destroy(is_free);
}

static void _op_earliest(struct game *game)
{
	rng_t *r = &game->rng;
	time_t from = game->m.base + rng_between(r, 0, SECONDS + 5);
	time_t latest = rng_one_in(r, 3) ? FOREVER :
		from + rng_between(r, -2, 100);
	time_t duration = some_duration(r), start = -7, want_start = -7;
	garq_set_t *set = _some_asked(game);
	uint32_t cn = some_cn(r, &game->m);
	int group = some_group(r), want = -EINVAL;

	if (cn && (duration >= 1) && (set->size == game->m.node_cnt))
		want = model_earliest(&game->m, set, cn, duration, from,
				      latest, group, &want_start);
	if (want >= 0)
		agree(game, nodes_earliest(game->nodes, set, cn, duration, from,
					   latest, group_of[group], &start),
		      want, "earliest");
	agree(game, start, want_start, "the earliest start");
	game->found += (want == 1);
	game->none += (want == 0);
	garq_set_destroy(set);
}

static void _op_shortage(struct game *game)
{
	struct interval iv = some_interval(&game->rng, &game->m);
	garq_set_t *set = _some_asked(game);
	uint32_t cn = some_cn(&game->rng, &game->m);
	uint32_t missing = 7, want_missing = 7;
	time_t at = -7, want_at = -7;
	int group = some_group(&game->rng);
	int want = model_shortage(&game->m, set, cn, iv.t_s, iv.t_e, group,
				  &want_at, &want_missing);

	agree(game, garq_nodes_shortage(game->nodes, set, cn, iv.t_s, iv.t_e,
					group_of[group], &at, &missing), want,
	      "shortage");
	agree(game, at, want_at, "the second of the shortage");
	agree(game, missing, want_missing, "the missing nodes");
	game->shortages += (want == 1);
	garq_set_destroy(set);
}

/* Sums over the expected calls of a walk. */
struct walk {
	uint64_t sum;
	int64_t cnt;
	time_t t_s;
	bool in_order;
};

static uint64_t _mix(uint64_t id, uint32_t node, time_t t_s, time_t t_e)
{
	rng_t r = { id ^ ((uint64_t) node << 20) };

	r.state ^= rng_next(&r) + (uint64_t) t_s;
	r.state ^= rng_next(&r) + (uint64_t) t_e;
	return rng_next(&r);
}

static bool _step(void *arg, uint64_t id, uint32_t node, time_t t_s,
		  time_t t_e)
{
	struct walk *walk = arg;

	if (walk->cnt && (t_s < walk->t_s))
		walk->in_order = false;
	walk->t_s = t_s;
	walk->sum += _mix(id, node, t_s, t_e);
	walk->cnt++;
	return true;
}

/* All parts of other groups, on nodes of set, with a second of [t_s, t_e). */
static void _model_each(const struct model *m, const garq_set_t *set,
			time_t t_s, time_t t_e, int group, struct walk *walk)
{
	for (int who = 0; (t_s < t_e) && (who < ID_CNT); who++) {
		const struct model_holder *h = &m->holder[who];

		for (int p = 0; p < h->part_cnt; p++) {
			const struct model_part *part = &h->part[p];

			if ((h->group == group) || (part->t_s >= t_e) ||
			    (part->t_e <= t_s))
				continue;
			for (uint32_t i = 0; i < m->node_cnt; i++)
				if (part->node[i] && garq_set_test(set, i))
					_step(walk, test_id(who), i, part->t_s,
					      part->t_e);
		}
	}
}

static void _assert_walk(struct game *game, const struct walk *got,
			 const struct walk *want)
{
	agree(game, got->cnt, want->cnt, "each, its calls");
	agree(game, got->sum, want->sum, "each, what it gave");
	agree(game, got->in_order, true, "each, its order");
}

static void _op_each(struct game *game)
{
	struct interval iv = some_interval(&game->rng, &game->m);
	garq_set_t *set = _some_asked(game);
	struct walk got = { .in_order = true }, want = { .cnt = 0 };
	int group = some_group(&game->rng);

	garq_nodes_each(game->nodes, set, iv.t_s, iv.t_e, group_of[group],
			_step, &got);
	_model_each(&game->m, set, iv.t_s, iv.t_e, group, &want);
	_assert_walk(game, &got, &want);
	garq_set_destroy(set);
}

static void _op_each_on(struct game *game)
{
	struct interval iv = some_interval(&game->rng, &game->m);
	uint32_t node = (uint32_t) rng_below(&game->rng, game->m.node_cnt);
	garq_set_t *set = garq_set_create(game->m.node_cnt);
	struct walk got = { .in_order = true }, want = { .cnt = 0 };

	garq_set_add(set, node);
	garq_nodes_each_on(game->nodes, node, iv.t_s, _step, &got);
	_model_each(&game->m, set, iv.t_s, FOREVER, 0, &want);
	_assert_walk(game, &got, &want);
	game->on += (want.cnt > 1);
	garq_set_destroy(set);
}

/* A walk along many nodes, and what it thinks of each hold. */
struct follow {
	uint64_t salt;
	uint64_t sum;
	int64_t cnt;
	bool ended;
};

/*
 * A holder may have a node in two parts that start together, in any order: what is
 * thought does not depend on where they end, nor the end of the walk on the node.
 */
static enum garq_follow _think(void *arg, uint64_t id, uint32_t node,
			       time_t t_s, time_t t_e)
{
	struct follow *f = arg;

	(void) t_e;
	f->cnt++;
	if (_mix(id, 0, t_s, (time_t) f->salt) % 40 == 0) {
		f->sum += _mix(id, 0, t_s, 0);
		f->ended = true;
		return GARQ_FOLLOW_END;
	}
	f->sum += _mix(id, node, t_s, 0);
	return (_mix(id, node, t_s, (time_t) f->salt) % 3) ? GARQ_FOLLOW_ON :
							    GARQ_FOLLOW_DONE;
}

struct hold {
	time_t t_s;
	uint64_t id;
	uint32_t node;
};

static int _by_order(const void *a, const void *b)
{
	const struct hold *x = a, *y = b;

	if (x->t_s != y->t_s)
		return (x->t_s < y->t_s) ? -1 : 1;
	if (x->id != y->id)
		return (x->id < y->id) ? -1 : 1;
	return (x->node < y->node) ? -1 : (x->node > y->node);
}

/* RET the holds of nodes of set that end after from, in order; free() */
static struct hold *_holds(const struct model *m, const garq_set_t *set,
			   time_t from, size_t *ret_cnt)
{
	struct hold *hold = NULL;
	size_t cnt = 0, room = 0;

	for (int who = 0; who < ID_CNT; who++) {
		const struct model_holder *h = &m->holder[who];

		for (int p = 0; p < h->part_cnt; p++) {
			for (uint32_t i = 0; i < m->node_cnt; i++) {
				if (!h->part[p].node[i] ||
				    (h->part[p].t_e <= from) ||
				    !garq_set_test(set, i))
					continue;
				if (cnt == room) {
					room = 2 * room + 64;
					hold = realloc(hold, room *
						       sizeof(*hold));
					ck_assert_ptr_nonnull(hold);
				}
				hold[cnt++] = (struct hold) {
					h->part[p].t_s, test_id(who), i,
				};
			}
		}
	}
	if (cnt)
		qsort(hold, cnt, sizeof(*hold), _by_order);
	*ret_cnt = cnt;
	return hold;
}

static void _model_follow(const struct model *m, const garq_set_t *set,
			  garq_set_t *done, time_t from, struct follow *f)
{
	size_t cnt;
	struct hold *hold = _holds(m, set, from, &cnt);

	for (size_t i = 0; !f->ended && (i < cnt); i++)
		if (!garq_set_test(done, hold[i].node) &&
		    (_think(f, hold[i].id, hold[i].node, hold[i].t_s, 0) ==
		     GARQ_FOLLOW_DONE))
			garq_set_add(done, hold[i].node);
	if (!f->ended)
		garq_set_add_all(done, set);
	free(hold);
}

static void _op_follow(struct game *game)
{
	struct interval iv = some_interval(&game->rng, &game->m);
	struct follow got = { .salt = rng_next(&game->rng) >> 8 };
	struct follow want = { .salt = got.salt };
	garq_set_t *set = _some_asked(game), *done = _some_set(game, 4);
	garq_set_t *want_done = garq_set_copy(done);
	bool tell = rng_below(&game->rng, 4);

	if (!tell)
		garq_set_zero(want_done);
	garq_nodes_follow(game->nodes, set, tell ? done : NULL, iv.t_s, _think,
			  &got);
	_model_follow(&game->m, set, want_done, iv.t_s, &want);
	agree(game, got.cnt, want.cnt, "follow, its calls");
	agree(game, (int64_t) got.sum, (int64_t) want.sum, "follow, what it gave");
	if (tell)
		agree(game, garq_set_equal(done, want_done), true,
		      "follow, who is done");
	game->ended += got.ended;
	garq_set_destroy(set);
	garq_set_destroy(done);
	garq_set_destroy(want_done);
}

static void _op(struct game *game)
{
	uint64_t kind = rng_below(&game->rng, 100);

	game->op++;
	if (kind < game->load)
		_op_hold(game);
	else if (kind < 36)
		_op_release(game);
	else if (kind < 54)
		_op_free(game);
	else if (kind < 72)
		_op_earliest(game);
	else if (kind < 86)
		_op_shortage(game);
	else if (kind < 91)
		_op_each(game);
	else if (kind < 95)
		_op_each_on(game);
	else
		_op_follow(game);
	if (game->op % OPS_PER_CHECK == 0)
		assert_intact(garq_nodes_check, game->nodes);
}

/* Games */

static void _begin(struct game *game)
{
	static const uint32_t node_cnts[] = { 1, 2, 3, 5, 8, 12, 66, 130 };
	static const time_t bases[] = {
		0, 100, 1700000003, FOREVER - SECONDS, -100,
	};

	model_init(&game->m, node_cnts[rng_below(&game->rng, 8)],
		   bases[rng_below(&game->rng, 5)]);
	game->load = rng_between(&game->rng, 12, 28);
	game->nodes = garq_nodes_create(game->m.node_cnt);
	ck_assert_ptr_nonnull(game->nodes);
}

/* When all holders are released, nothing is left. */
static void _end(struct game *game)
{
	garq_set_t *all = test_set_all(game->m.node_cnt);

	for (int who = 0; who < ID_CNT; who++) {
		int want = model_release(&game->m, who);

		agree(game, test_rc(garq_nodes_release(game->nodes,
						       test_id(who))),
		      want, "release");
	}
	agree(game, garq_nodes_free(game->nodes, all, INT64_MIN, FOREVER,
				    GARQ_NO_GROUP, NULL), game->m.node_cnt,
	      "free in the end");
	assert_intact(garq_nodes_check, game->nodes);
	garq_set_destroy(all);
	garq_nodes_destroy(game->nodes);
}

START_TEST(agrees_with_the_model)
{
	static struct game game;

	memset(&game, 0, sizeof(game));
	game.rng.state = test_seed() + (uint64_t) _i;
	while (game.op < OPS_PER_TEST) {
		uint64_t end = game.op + OPS_PER_GAME;

		_begin(&game);
		while (game.op < end)
			_op(&game);
		_end(&game);
	}
	/* a test without events proves nothing */
	ck_assert_uint_gt(game.held, OPS_PER_TEST / 20);
	ck_assert_uint_gt(game.released, OPS_PER_TEST / 40);
	ck_assert_uint_gt(game.found, OPS_PER_TEST / 50);
	ck_assert_uint_gt(game.none, OPS_PER_TEST / 50);
	ck_assert_uint_gt(game.shortages, OPS_PER_TEST / 50);
	ck_assert_uint_gt(game.on, OPS_PER_TEST / 100);
	ck_assert_uint_gt(game.ended, OPS_PER_TEST / 400);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("nodes_oracle");
	TCase *tc = test_case(s, "random", 600);

	test_seed();	/* once, before any fork */
	tcase_add_loop_test(tc, agrees_with_the_model, 0,
			    test_some(TEST_CNT));
	return test_run(s);
}
