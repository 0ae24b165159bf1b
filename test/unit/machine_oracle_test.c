/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * machine_oracle_test.c - random operations on a machine of several pools, and
 * on the model of machine_model.h.
 *
 *	SEED=n test/unit/machine_oracle_test
 *
 * replays a failure. machine_oracle_deep_test is the same with a calendar of
 * few slots per sheet and few seconds per slot, and fewer searches for a later
 * start.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "test/unit/machine_model.h"

#define OPS_PER_TEST 20000
#define OPS_PER_GAME 600
#define OPS_PER_CHECK 20
#define TEST_CNT 8

struct game {
	rng_t rng;
	garq_machine_t *machine;
	uint64_t load;			/* percentage of operations that hold */
	struct model m;
	uint64_t op;
	/* counts answers: each kind must occur */
	uint64_t held, released, fit, later, never, pinned, away, runs, slid, cut;
};

/* Random questions */

/* The nodes of some pools. */
static garq_set_t *_some_pools(struct game *game)
{
	garq_set_t *set = garq_set_create(game->m.node_cnt);
	uint64_t pools = rng_next(&game->rng);

	ck_assert_ptr_nonnull(set);
	for (uint32_t i = 0; i < game->m.node_cnt; i++)
		if ((pools >> game->m.pool_of[i]) & 1)
			garq_set_add(set, i);
	return set;
}

/* Eligible nodes: all, any, the pools of a partition, a list of a few. */
static garq_set_t *_some_eligible(struct game *game, bool *ret_pinned)
{
	uint64_t kind = rng_below(&game->rng, 8);

	*ret_pinned = (kind == 7);
	if (kind < 4)
		return some_set(&game->rng, &game->m, kind / 2 + 1);
	if (kind < 7)
		return _some_pools(game);
	return some_set(&game->rng, &game->m, 5);
}

static garq_request_t _some_request(struct game *game, int group,
				    const garq_set_t *set, bool pinned)
{
	rng_t *r = &game->rng;
	struct interval iv = some_interval(r, &game->m);
	garq_request_t rq = {
		.eligible = set,
		.num_cn = pinned ? garq_set_count(set) : some_cn(r, &game->m),
		.t_esr = iv.t_s,
		.t_lsr = iv.t_s,
		.duration = some_duration(r),
		.group = group_of[group],
	};

	if (rng_one_in(r, 2))
		rq.t_lsr += rng_between(r, rng_one_in(r, 20) ? -3 : 0, 60);
	if (rng_one_in(r, 30))
		rq.t_lsr = FOREVER;
	return rq;
}

/* One operation on both */

static void _op_hold(struct game *game)
{
	struct some_hold h = some_hold(&game->rng, &game->m);
	int want = model_hold(&game->m, h.who, h.group, h.set, h.iv.t_s,
			      h.iv.t_e);

	if (want != 1)
		agree(game, test_rc(garq_machine_hold(
			game->machine, test_id(h.who), group_of[h.group],
			h.set, h.iv.t_s, h.iv.t_e)), want, "hold");
	game->held += (want == 0);
	garq_set_destroy(h.set);
}

static void _op_release(struct game *game)
{
	int who = (int) rng_below(&game->rng, ID_CNT);
	int want = model_release(&game->m, who);

	agree(game, test_rc(garq_machine_release(game->machine, test_id(who))),
	      want, "release");
	game->released += (want == 0);
}

/* The search may be cut off: then none_before says how far it got. */
static void _assert_later(struct game *game, const garq_request_t *rq,
			  const garq_answer_t *a, const garq_answer_t *want)
{
	if (a->has_later || (a->none_before == FOREVER) || want->fits) {
		agree(game, a->has_later, want->has_later, "has_later");
		agree(game, a->later, want->later, "later");
		agree(game, a->none_before, want->none_before, "none_before");
		return;
	}
	ck_assert_int_gt(a->none_before, rq->t_lsr);
	ck_assert_int_le(a->none_before, want->none_before);
	ck_assert_int_eq(a->later, 0);
}

static void _assert_answer(struct game *game, const garq_request_t *rq,
			   int group, const garq_answer_t *a,
			   const garq_answer_t *want)
{
	agree(game, a->fits, want->fits, "fits");
	agree(game, a->start, want->start, "start");
	agree(game, a->short_at, want->short_at, "short_at");
	agree(game, a->missing, want->missing, "missing");
	_assert_later(game, rq, a, want);
	agree(game, a->free != NULL, want->fits, "there being a set");
	for (uint32_t i = 0; a->free && (i < game->m.node_cnt); i++)
		agree(game, garq_set_test(a->free, i),
		      garq_set_test(rq->eligible, i) &&
		      model_free(&game->m, i, a->start,
				 model_end_of(a->start, rq->duration), group),
		      "node of the answer");
}

static void _op_place(struct game *game)
{
	bool pinned;
	garq_set_t *set = _some_eligible(game, &pinned);
	int group = some_group(&game->rng);
	garq_request_t rq = _some_request(game, group, set, pinned);
	garq_answer_t a = { .start = -7 }, want;
	int want_rc = model_place(&game->m, &rq, group, &want);

	agree(game, test_rc(garq_machine_place(game->machine, &rq, &a)),
	      want_rc, "place");
	if (want_rc < 0) {
		agree(game, a.start, -7, "an answer after an error");
	} else {
		if (!a.fits)
			garq_machine_shortage(game->machine, &rq, &a);
		_assert_answer(game, &rq, group, &a, &want);
		garq_answer_free(&a);
		game->fit += want.fits;
		game->later += !want.fits && want.has_later;
		game->never += !want.fits && !want.has_later;
		game->pinned += pinned && want.fits;
		game->away += (group != 0);
	}
	garq_set_destroy(set);
}

/* Does rq fit at t, by the model? */
static bool _fits_at(const struct game *game, const garq_request_t *rq,
		     time_t t)
{
	time_t start;

	return (t >= game->m.now) &&
	       (model_earliest(&game->m, rq->eligible, rq->num_cn, rq->duration,
			       t, t, 0, &start) == 1);
}

/*
 * All starts of a window, asked for with few looks at a time: each second that
 * was searched is told right, and nothing is searched without a look.
 */
static void _op_starts(struct game *game)
{
	bool pinned;
	garq_set_t *set = _some_eligible(game, &pinned);
	garq_request_t rq = _some_request(game, 0, set, pinned);
	time_t t = rq.t_esr, end, first, last;
	bool complete = rng_one_in(&game->rng, 2);

	rq.t_lsr = test_min(rq.t_lsr, rq.t_esr + 60);
	if ((set->size != game->m.node_cnt) || !rq.num_cn || (rq.t_esr < 0) ||
	    (rq.duration < 1) || (rq.duration > FOREVER - 1 - rq.t_lsr) ||
	    (rq.t_esr > rq.t_lsr)) {
		garq_set_destroy(set);
		return;
	}
	for (end = rq.t_lsr; t <= end; t = last + 1) {
		uint32_t looks = complete ? 100000 :
			(uint32_t) rng_between(&game->rng, 0, 9);
		uint32_t had = looks;
		bool found;

		rq.t_esr = t;
		found = garq_machine_starts(game->machine, &rq, &looks, &first,
					    &last);
		ck_assert_uint_le(looks, had);
		ck_assert_int_le(last, end);
		if (!found)
			first = last + 1;
		for (time_t i = t; i <= last; i++)
			agree(game, i >= first, _fits_at(game, &rq, i),
			      "start");
		if (looks && found)
			agree(game, (last < end) &&
			      _fits_at(game, &rq, last + 1), false,
			      "the start behind");
		if (looks && !found)
			agree(game, last, end, "the end of the search");
		if (found && had)
			game->runs++;
		if (!looks && !had)
			ck_assert_int_eq(last, test_min(end, test_max(
				t, game->m.now) - 1));
	}
	garq_set_destroy(set);
}

/* What garq_nodes_starts() tells: the runs, and how many it may tell. */
struct told {
	time_t first[64], last[64];
	uint32_t cnt, max;
};

static bool _note_starts(void *arg, time_t first, time_t last)
{
	struct told *told = arg;

	ck_assert_uint_lt(told->cnt, told->max);
	told->first[told->cnt] = first;
	told->last[told->cnt++] = last;
	return told->cnt < told->max;
}

/* The same, all at once; with few steps as far as they reach. */
static void _op_slide(struct game *game)
{
	bool pinned;
	garq_set_t *set = _some_eligible(game, &pinned);
	garq_request_t rq = _some_request(game, 0, set, pinned);
	time_t from = test_max(rq.t_esr, game->m.now), until = 0;
	time_t latest = test_min(rq.t_lsr, from + 60);
	struct told told = { .max = rng_one_in(&game->rng, 8) ? 1 : 64 };
	uint64_t had = rng_one_in(&game->rng, 2) ? UINT64_MAX :
		rng_below(&game->rng, 400), steps = had;
	uint32_t k = 0;

	if ((set->size == game->m.node_cnt) && rq.num_cn &&
	    (rq.duration >= 1) && (from <= latest) &&
	    (rq.duration < FOREVER - latest)) {
		agree(game, garq_nodes_starts(
			garq_machine_nodes(game->machine), set, rq.num_cn, from,
			latest, rq.duration, &steps, _note_starts, &told,
			&until), 0, "slide");
		ck_assert_int_le(until, latest + 1);
		if (steps && (told.cnt < told.max))
			agree(game, until, latest + 1, "all of it");
		for (time_t t = from; t < until; t++) {
			if ((k < told.cnt) && (t > told.last[k]))
				k++;
			agree(game, (k < told.cnt) && (t >= told.first[k]),
			      _fits_at(game, &rq, t), "start");
		}
		for (k = 1; k < told.cnt; k++)
			ck_assert_int_gt(told.first[k], told.last[k - 1] + 1);
		if (told.cnt)
			ck_assert_int_lt(told.last[told.cnt - 1], until);
		game->slid += told.cnt;
		game->cut += (until <= latest);
	}
	garq_set_destroy(set);
}

/* Counted nodes equal held nodes, second by second. */
static void _op_counts(struct game *game)
{
	const struct model *m = &game->m;

	for (time_t t = m->now; t <= test_min(model_end(m), FOREVER - 1); t++) {
		uint32_t held[POOLS_MAX] = { 0 };

		for (uint32_t i = 0; i < m->node_cnt; i++)
			held[m->pool_of[i]] += model_busy(m, i, t, 0);
		for (uint32_t p = 0; p < garq_machine_pools(game->machine); p++)
			agree(game, garq_usage(garq_machine_counts(
				game->machine, p), t), held[p], "counts");
	}
}

static void _op_advance(struct game *game)
{
	rng_t *r = &game->rng;
	time_t now = game->m.now + rng_between(r, -1, 4);

	if (rng_one_in(r, 30))
		now += rng_between(r, 10, 60);
	agree(game, garq_machine_advance(game->machine, now), 0, "advance");
	game->m.now = test_max(game->m.now, now);
	agree(game, garq_machine_now(game->machine), game->m.now, "now");
}

static void _op(struct game *game)
{
	uint64_t kind = rng_below(&game->rng, 100);

	game->op++;
	if (kind < game->load)
		_op_hold(game);
	else if (kind < 36)
		_op_release(game);
	else if (kind < 80)
		_op_place(game);
	else if (kind < 86)
		_op_starts(game);
	else if (kind < 92)
		_op_slide(game);
	else if (kind < 96)
		_op_advance(game);
	else
		_op_counts(game);
	if (game->op % OPS_PER_CHECK == 0)
		assert_intact(garq_machine_check, game->machine);
}

/* Games */

/* Random numbers of classes. RET them, or NULL for one class */
static const uint32_t *_some_classes(struct game *game, uint32_t *class)
{
	static const uint32_t cnts[] = { 1, 2, 2, 3, 5, 8, NODES_MAX };
	uint32_t cnt = cnts[rng_below(&game->rng, 7)];
	uint32_t odd = (uint32_t) rng_next(&game->rng) | 1;

	for (uint32_t i = 0; i < game->m.node_cnt; i++)
		class[i] = odd * (uint32_t) rng_below(&game->rng, cnt);
	if (cnt > 1)
		return class;
	for (uint32_t i = 0; i < game->m.node_cnt; i++)
		class[i] = 7;
	return rng_one_in(&game->rng, 2) ? class : NULL;
}

/*
 * Nodes of one class are in one pool; nodes of different classes are not,
 * unless there are too many classes.
 */
static void _assert_pools(struct game *game, const uint32_t *class)
{
	uint32_t pools = garq_machine_pools(game->machine);

	ck_assert_uint_ge(pools, 1);
	ck_assert_uint_le(pools, GARQ_POOLS_MAX);
	for (uint32_t i = 0; i < game->m.node_cnt; i++) {
		game->m.pool_of[i] = garq_machine_pool(game->machine, i);
		ck_assert_uint_lt(game->m.pool_of[i], pools);
		for (uint32_t j = 0; class && (j < i); j++)
			ck_assert((class[i] == class[j]) ?
				  (game->m.pool_of[i] == game->m.pool_of[j]) :
				  ((game->m.pool_of[i] != game->m.pool_of[j]) ||
				   (game->m.pool_of[i] ==
				    GARQ_POOLS_MAX - 1)));
	}
}

static void _begin(struct game *game)
{
	static const uint32_t node_cnts[] = { 1, 2, 3, 5, 8, 12, 66, 130 };
	static const uint32_t deltas[] = { 1, 4, 7, 30 };
	static const time_t bases[] = {
		100, 1700000003, FOREVER - SECONDS,
	};
	uint32_t delta = deltas[rng_below(&game->rng, 4)];
	uint32_t class_of[NODES_MAX];
	const uint32_t *class;

	model_init(&game->m, node_cnts[rng_below(&game->rng, 8)],
		   bases[rng_below(&game->rng, 3)]);
	game->load = rng_between(&game->rng, 12, 28);
	class = _some_classes(game, class_of);
	game->machine = garq_machine_create(
		game->m.node_cnt, class, delta,
		rng_between(&game->rng, delta, 150), game->m.now);
	ck_assert_ptr_nonnull(game->machine);
	_assert_pools(game, class);
}

/* When all holders are released, nothing is left. */
static void _end(struct game *game)
{
	garq_set_t *all = test_set_all(game->m.node_cnt);

	for (int who = 0; who < ID_CNT; who++)
		agree(game, test_rc(garq_machine_release(game->machine,
							 test_id(who))),
		      model_release(&game->m, who), "release");
	agree(game, garq_nodes_free(garq_machine_nodes(game->machine), all,
				    INT64_MIN, FOREVER, GARQ_NO_GROUP, NULL),
	      game->m.node_cnt, "free in the end");
	for (uint32_t p = 0; p < garq_machine_pools(game->machine); p++)
		agree(game, garq_count(garq_machine_counts(game->machine, p)),
		      0, "count in the end");
	assert_intact(garq_machine_check, game->machine);
	garq_set_destroy(all);
	garq_machine_destroy(game->machine);
}

START_TEST(agrees_with_the_model)
{
	static struct game game;

	memset(&game, 0, sizeof(game));
	game.rng.state = test_seed() + (uint64_t) _i;
	while (game.op < OPS_PER_TEST) {
		uint64_t end = game.op + OPS_PER_GAME;

		_begin(&game);
		while ((game.op < end) &&
		       (game.m.now < model_end(&game.m) - 70))
			_op(&game);
		_end(&game);
	}
	/* a test without events proves nothing */
	ck_assert_uint_gt(game.held, OPS_PER_TEST / 20);
	ck_assert_uint_gt(game.released, OPS_PER_TEST / 40);
	ck_assert_uint_gt(game.fit, OPS_PER_TEST / 50);
	ck_assert_uint_gt(game.later, OPS_PER_TEST / 50);
	ck_assert_uint_gt(game.never, OPS_PER_TEST / 50);
	ck_assert_uint_gt(game.pinned, OPS_PER_TEST / 500);
	ck_assert_uint_gt(game.away, OPS_PER_TEST / 50);
	ck_assert_uint_gt(game.runs, OPS_PER_TEST / 100);
	ck_assert_uint_gt(game.slid, OPS_PER_TEST / 100);
	ck_assert_uint_gt(game.cut, OPS_PER_TEST / 500);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("machine_oracle");
	TCase *tc = test_case(s, "random", 600);

	test_seed();	/* once, before any fork */
	tcase_add_loop_test(tc, agrees_with_the_model, 0,
			    test_some(TEST_CNT));
	return test_run(s);
}
