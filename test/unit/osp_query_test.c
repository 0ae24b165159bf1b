/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * osp_query_test.c - osp_query() compared with an exhaustive search of every
 * start and every length.
 *
 *	SEED=n test/unit/osp_query_test
 *
 * replays a failure. osp_query_deep_test is the same with limits that a small
 * world reaches: then the best offer may be missed, but all other properties
 * hold.
 */
#include <stdlib.h>

#include "test/unit/osp_model.h"

#define GAMES 4000
#define MANY 10000		/* enough for all offers */
#define DEEP (OSP_RUNS_HARD < 100)

static const osp_price_t price = { .delta = 3, .bcost = 0.05, .tau = 4 };

struct game {
	struct osp_model m;
	osp_query_t q;		/* as asked */
	bool soft;
	osp_rank_t rank;
	osp_offers_t offers;
	/* the wish, with open values filled in */
	time_t dur, least_dur, from, to, last;
	uint32_t num_cn, least_cn, want;
	/* each kind must occur */
	int kinds[OSP_KINDS];
	int none, capped;
};

static void _mean(struct game *game)
{
	const osp_query_t *q = &game->q;
	time_t delta = test_min(price.delta, q->ti_e - q->ti_s);

	game->dur = q->dur ? q->dur : test_max(delta, q->least_dur);
	game->least_dur = q->least_dur ? q->least_dur :
		test_min(delta, game->dur);
	game->least_cn = q->least_cn ? q->least_cn : 1;
	game->num_cn = q->num_cn ? q->num_cn : game->least_cn;
	game->want = (game->num_cn < game->m.max_cn) ? game->num_cn :
		game->m.max_cn;
	game->from = test_max(q->ti_s, game->m.now);
	game->to = test_min(q->ti_e, game->m.end);
	game->last = q->ti_e - game->dur;
}

static void _begin(struct game *game, rng_t *r, bool machine, bool soft,
		   size_t max)
{
	if (machine)
		osp_model_machine(&game->m, r);
	else
		osp_model_garq(&game->m, r);
	game->q = osp_model_query(&game->m, r, soft);
	game->soft = soft;
	game->rank = (osp_rank_t) rng_below(r, 4);
	_mean(game);
	ck_assert_int_eq(osp_query(&game->m.space, &game->q, &price,
				   game->rank, max, &game->offers), 0);
	for (size_t i = 0; i < game->offers.cnt; i++)
		game->kinds[game->offers.list[i].kind]++;
	game->none += !game->offers.cnt;
	game->capped += (game->want < game->num_cn);
}

static void _end(struct game *game)
{
	osp_offers_free(&game->offers);
	osp_model_free(&game->m);
}

/* Is this rectangle free? */
static bool _fits(const struct game *game, time_t t_s, time_t len, uint32_t cn)
{
	return (t_s >= game->m.now) && (t_s + len <= game->m.end) &&
	       (osp_model_most(&game->m, t_s, t_s + len) >= cn);
}

/* The first start that fits, going by step; -1 */
static time_t _search(const struct game *game, time_t from, time_t to, int step)
{
	for (time_t t = from; (step > 0) ? (t <= to) : (t >= to); t += step)
		if (_fits(game, t, game->dur, game->want))
			return t;
	return -1;
}

/* Properties of each offer */

static void _assert_bookable(const struct game *game, const osp_offer_t *o)
{
	ck_assert_int_ge(o->t_s, game->m.now);
	ck_assert_int_le(o->t_e, game->m.end);
	ck_assert_int_ge(o->t_e - o->t_s, game->least_dur);
	ck_assert_uint_ge(o->num_cn, game->least_cn);
	ck_assert(_fits(game, o->t_s, o->t_e - o->t_s, o->num_cn));
	if (!game->soft) {
		ck_assert_int_le(o->t_e - o->t_s, game->q.dur);
		ck_assert_uint_le(o->num_cn, game->q.num_cn);
	}
	ck_assert(o->cost == osp_cost(&price, o->t_s, o->t_e, o->num_cn));
}

static void _assert_kind(const struct game *game, const osp_offer_t *o)
{
	bool shape = (o->t_e - o->t_s >= game->dur) &&
		     (o->num_cn >= game->want);

	switch (o->kind) {
	case OSP_EXACT:
		ck_assert(shape && !game->soft);
		ck_assert_uint_eq(o->num_cn, game->q.num_cn);
		/* fall through */
	case OSP_INSIDE:
		ck_assert_int_ge(o->t_s, game->q.ti_s);
		ck_assert(game->offers.cnt == 1 || o->t_e <= game->q.ti_e);
		break;
	case OSP_LATER:
		ck_assert_int_gt(o->t_s, game->last);
		break;
	case OSP_EARLIER:
		ck_assert_int_lt(o->t_s, game->q.ti_s);
		break;
	case OSP_FEWER:
		ck_assert_int_eq(o->t_e - o->t_s, game->dur);
		ck_assert_uint_lt(o->num_cn, game->want);
		ck_assert_int_eq(o->t_s, game->from);
		break;
	case OSP_SHORTER:
		ck_assert_uint_eq(o->num_cn, game->want);
		ck_assert_int_lt(o->t_e - o->t_s, game->dur);
		ck_assert_int_eq(o->t_s, game->from);
		break;
	case OSP_LARGEST:
		ck_assert(!shape);
		ck_assert_int_eq(o->t_s, game->from);
		break;
	}
}

/* The criteria of osp.h, all as numbers of which less is better. */
static void _points(const struct game *game, const osp_offer_t *o, time_t *p)
{
	p[0] = test_max(game->q.ti_s - o->t_s, 0);
	p[1] = test_max(o->t_s - game->last, 0);
	p[2] = -(o->t_e - o->t_s);
	p[3] = -(time_t) o->num_cn;
}

static bool _covers(const struct game *game, const osp_offer_t *a,
		    const osp_offer_t *b)
{
	time_t p[4], q[4];

	if (game->soft)
		return (a->t_s <= b->t_s) && (a->t_e >= b->t_e) &&
		       (a->num_cn >= b->num_cn);
	_points(game, a, p);
	_points(game, b, q);
	return (p[0] <= q[0]) && (p[1] <= q[1]) && (p[2] <= q[2]) &&
	       (p[3] <= q[3]);
}

static bool _any_covers(const struct game *game, const osp_offer_t *o)
{
	for (size_t i = 0; i < game->offers.cnt; i++)
		if (_covers(game, &game->offers.list[i], o))
			return true;
	return false;
}

static void _assert_none_dominated(const struct game *game)
{
	const osp_offers_t *l = &game->offers;

	for (size_t i = 0; i < l->cnt; i++)
		for (size_t j = 0; j < l->cnt; j++) {
			if (i == j)
				continue;
			ck_assert_msg(!_covers(game, &l->list[i], &l->list[j]),
				      "%zu of %zu is dominated", j, l->cnt);
		}
}

/* The key by which a list is ranked, the smallest first. */
static double _key(const struct game *game, const osp_offer_t *o)
{
	time_t p[4];

	_points(game, o, p);
	switch (game->rank) {
	case OSP_RANK_LONGEST:
		return (double) p[2];
	case OSP_RANK_NODES:
		return (double) p[3];
	case OSP_RANK_COST:
		return o->cost;
	default:
		return (double) (p[0] + p[1]);
	}
}

/* Where something is open, offers that meet all the rest come first. */
static bool _has_rest(const struct game *game, const osp_offer_t *o)
{
	return game->soft && (o->kind == OSP_INSIDE) &&
	       (o->t_e - o->t_s >= game->dur) && (o->num_cn >= game->want);
}

static void _assert_ranked(const struct game *game)
{
	for (size_t i = 1; i < game->offers.cnt; i++) {
		const osp_offer_t *b = &game->offers.list[i], *a = b - 1;

		ck_assert(_has_rest(game, a) || !_has_rest(game, b));
		if (_has_rest(game, a) == _has_rest(game, b))
			ck_assert(_key(game, a) <= _key(game, b));
	}
}

/* Properties of the list */

static bool _anything(const struct game *game)
{
	for (time_t t = game->m.now; t < game->m.end; t++)
		if (_fits(game, t, game->least_dur, game->least_cn))
			return true;
	return false;
}

/*
 * RET whether there is an EXACT offer; then it is the only one, or the first.
 */
static bool _assert_exact(const struct game *game)
{
	time_t start = _search(game, game->from, game->last, 1);
	const osp_offer_t *o = game->offers.list;

	if (start < 0) {
		ck_assert(!game->offers.cnt || (o->kind != OSP_EXACT));
		return false;
	}
	ck_assert_uint_ge(game->offers.cnt, 1);
	ck_assert_int_le(o->t_e, game->q.ti_e);
	ck_assert_int_ge(o->t_e - o->t_s, game->dur);
	ck_assert_uint_ge(o->num_cn, game->want);
	if (game->soft)
		return true;
	ck_assert_uint_eq(game->offers.cnt, 1);
	ck_assert_int_eq(o->kind, (game->want == game->num_cn) ? OSP_EXACT :
			 OSP_INSIDE);
	if (game->rank == OSP_RANK_EARLIEST)
		ck_assert_int_eq(o->t_s, start);
	return true;
}

static void _assert_has(const struct game *game, time_t t_s, time_t len,
			uint32_t num_cn, const char *what)
{
	osp_offer_t o = { .t_s = t_s, .t_e = t_s + len, .num_cn = num_cn };

	ck_assert_msg(_any_covers(game, &o), "%s: nothing for %d to %d, %u",
		      what, (int) t_s, (int) (t_s + len), num_cn);
}

/* The nearest starts of the same shape are offered, to the second. */
static void _assert_moved(const struct game *game)
{
	time_t later = _search(game, test_max(game->last + 1, game->from),
			       MODEL_SECONDS, 1);
	time_t earlier = _search(game, game->q.ti_s - 1, 0, -1);

	if (later >= 0)
		_assert_has(game, later, game->dur, game->want, "later");
	if (earlier >= 0)
		_assert_has(game, earlier, game->dur, game->want, "earlier");
}

/* All offers with the first start are found; for a garq_t all in the window. */
static void _assert_best(const struct game *game)
{
	time_t best = 0, now = 0;

	for (time_t t = game->from; t < game->to; t++)
		for (time_t len = game->least_dur; len <= game->dur; len++) {
			uint32_t cn;

			if (t + len > ((t == game->from) ? game->m.end :
				       game->to))
				break;
			cn = osp_model_most(&game->m, t, t + len);
			cn = (cn < game->want) ? cn : game->want;
			if (cn < game->least_cn)
				break;
			if ((t == game->from) && (len * cn > best))
				best = len * cn;
			if ((!game->m.machine && !DEEP &&
			     (t + len <= game->to)) ||
			    ((t == game->from) && ((len == game->dur) ||
						   (cn == game->want))))
				_assert_has(game, t, len, cn, "better");
		}
	/* a later offer in the window may dominate the largest */
	for (size_t i = 0; i < game->offers.cnt; i++) {
		const osp_offer_t *o = &game->offers.list[i];

		now = test_max(now, (o->t_e - o->t_s) * o->num_cn);
	}
	ck_assert_int_ge(now, best);
}

static void _assert_hard(const struct game *game)
{
	if (_assert_exact(game))
		return;
	_assert_moved(game);
	_assert_best(game);
}

/* Every free rectangle in the window is inside an offer. */
static void _assert_soft(const struct game *game)
{
	bool exact = _assert_exact(game);

	if (!exact)
		_assert_moved(game);
	if (game->m.machine || DEEP)
		return;
	for (time_t t = game->from; t < game->to; t++)
		for (time_t e = t + game->least_dur; e <= game->to; e++) {
			uint32_t cn = osp_model_most(&game->m, t, e);

			if (cn >= game->least_cn)
				_assert_has(game, t, e - t, cn, "in it");
		}
}

START_TEST(all_there_is)
{
	bool machine = _i & 1, soft = _i & 2;
	rng_t r = { test_seed() + (uint64_t) _i };
	struct game game = { .none = 0 };

	for (int i = 0; i < GAMES; i++) {
		_begin(&game, &r, machine, soft, MANY);
		for (size_t j = 0; j < game.offers.cnt; j++) {
			_assert_bookable(&game, &game.offers.list[j]);
			_assert_kind(&game, &game.offers.list[j]);
		}
		_assert_none_dominated(&game);
		_assert_ranked(&game);
		if (!game.offers.cnt)
			ck_assert(!_anything(&game));
		else if (soft)
			_assert_soft(&game);
		else
			_assert_hard(&game);
		_end(&game);
	}
	for (int kind = 0; kind < OSP_KINDS; kind++)
		ck_assert_msg(soft || (game.kinds[kind] > GAMES / 100),
			      "%s: %d", osp_kind_name((osp_kind_t) kind),
			      game.kinds[kind]);
	ck_assert_int_gt(game.none, GAMES / 100);
	ck_assert_int_gt(game.capped, GAMES / 100);
}
END_TEST

/* A short list is a part of the long one: the first, and each kind. */
START_TEST(short_lists)
{
	rng_t r = { test_seed() };

	for (int i = 0; i < GAMES; i++) {
		struct game game = { .none = 0 };
		osp_offers_t few;
		size_t max = 1 + rng_below(&r, 5), kinds = 0, next = 0;
		int left[OSP_KINDS] = { 0 };

		_begin(&game, &r, rng_one_in(&r, 2), false, MANY);
		ck_assert_int_eq(osp_query(&game.m.space, &game.q, &price,
					   game.rank, max, &few), 0);
		for (size_t j = 0; j < few.cnt; j++) {
			left[few.list[j].kind]++;
			while ((next < game.offers.cnt) &&
			       ((game.offers.list[next].t_s !=
				 few.list[j].t_s) ||
				(game.offers.list[next].t_e !=
				 few.list[j].t_e)))
				next++;
			ck_assert_uint_lt(next, game.offers.cnt);
		}
		for (int kind = 0; kind < OSP_KINDS; kind++)
			kinds += (game.kinds[kind] > 0);
		ck_assert_uint_eq(few.cnt, (max < game.offers.cnt) ? max :
				  game.offers.cnt);
		for (int kind = 0; kind < OSP_KINDS; kind++)
			ck_assert((left[kind] > 0) == (game.kinds[kind] > 0) ||
				  (kinds > max));
		osp_offers_free(&few);
		_end(&game);
	}
}
END_TEST

/* The profile of a space is never below the free nodes. */
START_TEST(spaces)
{
	rng_t r = { test_seed() };

	for (int i = 0; i < GAMES; i++) {
		struct osp_model m;
		time_t t_s, t_e;
		uint32_t most;

		if (_i)
			osp_model_machine(&m, &r);
		else
			osp_model_garq(&m, &r);
		t_s = rng_between(&r, m.now, m.end - 1);
		t_e = rng_between(&r, t_s + 1, m.end);
		ck_assert_int_eq(m.space.most(m.space.arg, t_s, t_e, &most),
				 0);
		ck_assert_uint_eq(most, osp_model_most(&m, t_s, t_e));
		osp_model_free(&m);
	}
}
END_TEST

struct told {
	const struct osp_model *m;
	time_t t;
	bool above;		/* at some second */
};

static bool _told(void *arg, time_t t_s, time_t t_e, uint32_t num_free)
{
	struct told *told = arg;

	ck_assert_int_eq(t_s, told->t);
	ck_assert_int_lt(t_s, t_e);
	ck_assert_uint_le(num_free, told->m->max_cn);
	for (; told->t < t_e; told->t++) {
		uint32_t most = osp_model_most(told->m, told->t, told->t + 1);

		ck_assert_uint_ge(num_free, most);
		told->above = told->above || (num_free > most);
	}
	return true;
}

START_TEST(profiles)
{
	rng_t r = { test_seed() };
	int above = 0;

	for (int i = 0; i < GAMES; i++) {
		struct told told = { .above = false };
		struct osp_model m;
		time_t t_e;

		if (_i)
			osp_model_machine(&m, &r);
		else
			osp_model_garq(&m, &r);
		told.m = &m;
		told.t = rng_between(&r, m.now, m.end - 1);
		t_e = rng_between(&r, told.t + 1, m.end);
		ck_assert_int_eq(m.space.profile(m.space.arg, told.t, t_e,
						 _told, &told), 0);
		ck_assert_int_eq(told.t, t_e);
		ck_assert(!told.above || (_i && !m.machine_space.group));
		above += told.above;
		osp_model_free(&m);
	}
	/* without such cases these tests would prove nothing */
	ck_assert(!_i || (above > GAMES / 10));
}
END_TEST

int main(void)
{
	Suite *s = suite_create("osp_query");
	TCase *tc = test_case(s, "all", 240);

	tcase_add_loop_test(tc, all_there_is, 0, 4);
	tcase_add_test(tc, short_lists);
	tcase_add_loop_test(tc, spaces, 0, 2);
	tcase_add_loop_test(tc, profiles, 0, 2);
	return test_run(s);
}
