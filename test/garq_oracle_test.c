/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * garq_oracle_test.c - random operations on a garq_t and on a model that always
 * tells the truth: the number of reserved nodes at each second, in an array.
 *
 *	SEED=n test/garq_oracle_test
 *
 * does a failure again. A game is one garq_t of random delta, horizon and
 * capacity, used until its now comes near the end of the model's seconds.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "garq/garq.h"
#include "test/test_util.h"

#define FOREVER GARQ_FOREVER

#define OPS_PER_DELTA 200000
#define OPS_PER_GAME 3000
#define OPS_PER_CHECK 50
#define ID_CNT 64
#define SECONDS_MAX 9000

static const uint32_t deltas[] = { 1, 2, 5, 7, 60, 300 };
#define DELTA_CNT ((int) (sizeof(deltas) / sizeof(deltas[0])))

struct booked {
	bool used;
	bool taken;		/* nodes that are taken away */
	time_t t_s;
	time_t t_e;
	uint32_t num_cn;
};

/* Second t is usage[t - base]; from base + seconds on nothing changes. */
struct model {
	uint32_t max_cn;
	uint32_t delta;
	time_t horizon;
	time_t base;
	time_t seconds;
	time_t now;
	uint32_t usage[SECONDS_MAX];
	uint32_t usage_after;
	struct booked booked[ID_CNT];
};

struct game {
	rng_t rng;
	garq_t *g;
	struct model m;
	uint64_t op;
	/* did each answer come up? */
	uint64_t yes, no, added, full, suggested, none, deleted, jumped;
	uint64_t updated, kept, taken, over, given, starts, runs;
};

/* The model */

static time_t _model_end(const struct model *m)
{
	return m->base + m->seconds;
}

/* Put num_cn on [t_s, t_e) from now on, or take it off. */
static void _model_apply(struct model *m, const struct booked *b, bool add)
{
	uint32_t change = add ? b->num_cn : -b->num_cn;
	time_t t_e = test_min(b->t_e, _model_end(m));

	for (time_t t = test_max(b->t_s, m->now); t < t_e; t++)
		m->usage[t - m->base] += change;
	if (b->t_e == FOREVER)
		m->usage_after += change;
}

static uint32_t _model_usage(const struct model *m, time_t t)
{
	if (t < m->now)
		return 0;
	return (t < _model_end(m)) ? m->usage[t - m->base] : m->usage_after;
}

/* 1, 0, or -errno */
static int _model_search(const struct model *m, time_t t_s, time_t t_e,
			 uint32_t num_cn)
{
	if ((t_s >= t_e) || (t_e > FOREVER) || !num_cn)
		return -EINVAL;
	if (t_e <= m->now)
		return -ERANGE;
	if (num_cn > m->max_cn)
		return 0;
	for (time_t t = test_max(t_s, m->now); t < test_min(t_e, _model_end(m)); t++)
		if (m->usage[t - m->base] > m->max_cn - num_cn)
			return 0;
	if ((t_e > _model_end(m)) && (m->usage_after > m->max_cn - num_cn))
		return 0;
	return 1;
}

/* 0, or -errno */
static int _model_add(struct model *m, int slot, time_t t_s, time_t t_e,
		      uint32_t num_cn)
{
	int rc = _model_search(m, t_s, t_e, num_cn);
	struct booked b = { true, false, t_s, t_e, num_cn };

	if (rc < 0)
		return rc;
	if (m->booked[slot].used)
		return -EEXIST;
	if (!rc)
		return -ENOSPC;
	m->booked[slot] = b;
	_model_apply(m, &b, true);
	return 0;
}

/* The most at any second of [t_s, t_e). */
static uint32_t _model_peak(const struct model *m, time_t t_s, time_t t_e)
{
	uint32_t peak = (t_e > _model_end(m)) ? m->usage_after : 0;

	for (time_t t = test_max(t_s, m->now); t < test_min(t_e, _model_end(m)); t++)
		if (m->usage[t - m->base] > peak)
			peak = m->usage[t - m->base];
	return peak;
}

/* 0, or -errno: nothing is refused for being too much */
static int _model_take(struct model *m, int slot, time_t t_s, time_t t_e,
		       uint32_t num_cn)
{
	int rc = _model_search(m, t_s, t_e, num_cn);
	struct booked b = { true, true, t_s, t_e, num_cn };

	if (rc < 0)
		return rc;
	if (num_cn > m->max_cn)
		return -EINVAL;
	if (m->booked[slot].used)
		return -EEXIST;
	if (_model_peak(m, t_s, t_e) > UINT32_MAX - num_cn)
		return -EOVERFLOW;
	m->booked[slot] = b;
	_model_apply(m, &b, true);
	return 0;
}

/* What b would hold at second t. */
static uint32_t _held(const struct booked *b, time_t t)
{
	return ((b->t_s <= t) && (t < b->t_e)) ? b->num_cn : 0;
}

/* Is there, at second t, room for new in place of old? */
static bool _room_at(const struct model *m, time_t t, uint32_t usage,
		     const struct booked *old, const struct booked *new)
{
	uint32_t had = _held(old, t), has = _held(new, t);

	return (has <= had) ||
	       ((uint64_t) usage - had + has <= m->max_cn);
}

/* 0, or -errno */
static int _model_update(struct model *m, int slot, time_t t_s, time_t t_e,
			 uint32_t num_cn)
{
	int rc = _model_search(m, t_s, t_e, num_cn);
	struct booked *old = &m->booked[slot];
	struct booked new = { true, false, t_s, t_e, num_cn };

	if (rc < 0)
		return rc;
	if (!old->used || old->taken)
		return -ENOENT;
	for (time_t t = m->now; t < _model_end(m); t++)
		if (!_room_at(m, t, m->usage[t - m->base], old, &new))
			return -ENOSPC;
	if ((t_e == FOREVER) &&
	    !_room_at(m, FOREVER - 1, m->usage_after, old, &new))
		return -ENOSPC;
	_model_apply(m, old, false);
	*old = new;
	_model_apply(m, old, true);
	return 0;
}

static int _model_delete(struct model *m, int slot, bool taken)
{
	if (!m->booked[slot].used || (m->booked[slot].taken != taken))
		return -ENOENT;
	_model_apply(m, &m->booked[slot], false);
	m->booked[slot].used = false;
	return 0;
}

/*
 * From the end backwards: how many seconds it stays free from t on. 1, 0 or
 * -errno.
 */
static int _model_suggest(const struct model *m, time_t t_s, time_t t_e,
			  uint32_t num_cn, time_t max_limit, time_t *ret_start)
{
	time_t from = test_max(t_s, m->now), latest = FOREVER - 1, run, best = -1;
	__int128 len = (__int128) t_e - t_s;

	if ((t_s >= t_e) || (t_e > FOREVER) || !num_cn)
		return -EINVAL;
	if (num_cn > m->max_cn)
		return 0;
	if ((max_limit >= 0) && (max_limit < (__int128) latest - t_s))
		latest = t_s + max_limit;
	run = (m->usage_after <= m->max_cn - num_cn) ? FOREVER : 0;
	if (run && (test_max(from, _model_end(m)) <= latest))
		best = test_max(from, _model_end(m));
	for (time_t t = _model_end(m) - 1; t >= from; t--) {
		bool ok = (m->usage[t - m->base] <= m->max_cn - num_cn);

		run = ok ? run + 1 : 0;
		if (ok && ((run >= len) || (run >= FOREVER - t)) &&
		    (t <= latest))
			best = t;
	}
	if (best < 0)
		return 0;
	*ret_start = best;
	return 1;
}

/*
 * The first second of each run of seconds from which it fits, up to k of them.
 * RET how many, or -errno
 */
static int _model_starts(const struct model *m, time_t t_s, time_t t_e,
			 uint32_t num_cn, time_t max_limit, int k,
			 time_t *starts)
{
	static bool fits[SECONDS_MAX + 1];	/* the last: all after the end */
	time_t from = test_max(t_s, m->now), latest = FOREVER - 1, run;
	__int128 len = (__int128) t_e - t_s;
	int cnt = 0;

	if ((t_s >= t_e) || (t_e > FOREVER) || !num_cn)
		return -EINVAL;
	if (num_cn > m->max_cn)
		return 0;
	if ((max_limit >= 0) && (max_limit < (__int128) latest - t_s))
		latest = t_s + max_limit;
	fits[m->seconds] = (m->usage_after <= m->max_cn - num_cn);
	run = fits[m->seconds] ? FOREVER : 0;
	for (time_t t = _model_end(m) - 1; t >= m->now; t--) {
		bool ok = (m->usage[t - m->base] <= m->max_cn - num_cn);

		run = ok ? run + 1 : 0;
		fits[t - m->base] = ok && ((run >= len) || (run >= FOREVER - t));
	}
	for (time_t t = from; (t <= latest) && (cnt < k); t++) {
		time_t i = test_min(t, _model_end(m)) - m->base;

		if (fits[i] && ((t == from) || !fits[i - 1]))
			starts[cnt++] = t;
		if (t >= _model_end(m))
			break;
	}
	return cnt;
}

static void _model_advance(struct model *m, time_t now)
{
	m->now = test_max(m->now, now);
}

/* What to ask for */

/* A second that something is going to begin or end at. */
static time_t _some_edge(struct game *game)
{
	const struct booked *b =
		&game->m.booked[rng_below(&game->rng, ID_CNT)];

	if (!b->used || (b->t_s < game->m.base))
		return game->m.now;
	if ((b->t_e > _model_end(&game->m)) || rng_one_in(&game->rng, 2))
		return b->t_s;
	return b->t_e;
}

struct interval {
	time_t t_s;
	time_t t_e;
};

/*
 * One of the kinds: short, inside a slot, long, whole slots, across the end of
 * the horizon, beyond it, from before now, without end, touching another,
 * passed, wrong.
 */
static struct interval _some_interval(struct game *game)
{
	rng_t *r = &game->rng;
	const struct model *m = &game->m;
	time_t d = m->delta, end = _model_end(m), slot, len;
	time_t t = rng_between(r, m->now, end - 1);
	time_t far = m->now - m->now % d + (m->horizon + d - 1) / d * d;

	switch (rng_below(r, 22)) {
	case 0 ... 3:
		return (struct interval) { t, t + rng_between(r, 1, d / 2 + 1) };
	case 4 ... 5:
		slot = t - t % d;
		t = slot + rng_between(r, 0, d - 1);
		return (struct interval) { t, rng_between(r, t + 1, slot + d) };
	case 6 ... 8:
		t = rng_between(r, m->now, m->now + m->horizon);
		return (struct interval) {
			t, t + rng_between(r, d, m->horizon),
		};
	case 9 ... 11:
		t -= t % d;
		return (struct interval) {
			t, t + d * rng_between(r, 1, m->horizon / d),
		};
	case 12 ... 13:
		len = rng_between(r, 1, 3 * d);
		return (struct interval) {
			far - rng_between(r, 0, len),
			far + rng_between(r, 0, 3 * d),
		};
	case 14:
		t = rng_between(r, far, end);
		return (struct interval) { t, t + rng_between(r, 1, 4 * d) };
	case 15:
		return (struct interval) {
			rng_one_in(r, 20) ? INT64_MIN :
				m->now - rng_between(r, 0, 3 * d),
			m->now + rng_between(r, 1, 3 * d),
		};
	case 16:
		return (struct interval) { t, FOREVER };
	case 17 ... 19:
		t = _some_edge(game);
		len = rng_between(r, 1, 2 * d);
		if (rng_one_in(r, 2))
			return (struct interval) { t, t + len };
		return (struct interval) { t - len, t };
	case 20:
		t = m->now - rng_between(r, 0, 2 * d);
		return (struct interval) { t - rng_between(r, 0, d), t };
	default:
		return (struct interval) {
			t, rng_one_in(r, 2) ? t - rng_between(r, 0, 2 * d) :
				FOREVER + rng_between(r, 1, d),
		};
	}
}

/* The model knows no end but FOREVER after its last second. */
static struct interval _fitting(struct game *game)
{
	struct interval i = _some_interval(game);

	if ((i.t_e > _model_end(&game->m)) && (i.t_e < FOREVER))
		i.t_e = _model_end(&game->m);
	return i;
}

static uint32_t _some_cn(struct game *game)
{
	uint32_t max_cn = game->m.max_cn;

	if (rng_one_in(&game->rng, 50))
		return 0;
	if (rng_one_in(&game->rng, 30))
		return (max_cn < UINT32_MAX) ? max_cn + 1 : max_cn;
	if (rng_one_in(&game->rng, 10))
		return max_cn;
	return (uint32_t) rng_between(&game->rng, 1, max_cn / 3 + 1);
}

/* One operation on both */

static void _op_search(struct game *game)
{
	struct interval i = _some_interval(game);
	uint32_t cn = _some_cn(game);
	int want = _model_search(&game->m, i.t_s, i.t_e, cn);

	agree(game, test_rc(garq_searchReserv(game->g, i.t_s, i.t_e, cn)), want,
	      "searchReserv");
	game->yes += (want == 1);
	game->no += (want == 0);
}

static void _op_add(struct game *game)
{
	struct interval i = _fitting(game);
	uint32_t cn = _some_cn(game);
	int slot = (int) rng_below(&game->rng, ID_CNT);
	int want = _model_add(&game->m, slot, i.t_s, i.t_e, cn);

	agree(game, test_rc(garq_addReserv(game->g, test_id(slot), i.t_s, i.t_e, cn)),
	      want, "addReserv");
	game->added += (want == 0);
	game->full += (want == -ENOSPC);
}

static void _op_delete(struct game *game)
{
	int slot = (int) rng_below(&game->rng, ID_CNT);
	int want = _model_delete(&game->m, slot, false);

	agree(game, test_rc(garq_deleteReserv(game->g, test_id(slot))), want,
	      "deleteReserv");
	game->deleted += (want == 0);
}

static void _op_suggest(struct game *game)
{
	struct interval i = _some_interval(game);
	uint32_t cn = _some_cn(game);
	time_t limit = -1, start = -7, want_start = -7;
	int want;

	if (rng_one_in(&game->rng, 2))
		limit = rng_between(&game->rng, 0, game->m.horizon);
	want = _model_suggest(&game->m, i.t_s, i.t_e, cn, limit, &want_start);
	agree(game, test_rc(garq_suggestInterval(game->g, i.t_s, i.t_e, cn, limit,
					     &start)),
	      want, "suggestInterval");
	agree(game, start, want_start, "the suggested start");
	game->suggested += (want == 1);
	game->none += (want == 0);
}

static void _op_starts(struct game *game)
{
	struct interval i = _some_interval(game);
	uint32_t cn = _some_cn(game);
	time_t limit = -1, starts[9], want[9];
	int k = (int) rng_below(&game->rng, 9), rc;

	for (int j = 0; j < 9; j++)
		starts[j] = want[j] = -7;
	if (rng_one_in(&game->rng, 2))
		limit = rng_between(&game->rng, 0, game->m.horizon);
	rc = _model_starts(&game->m, i.t_s, i.t_e, cn, limit, k, want);
	agree(game, test_rc(garq_starts(game->g, i.t_s, i.t_e, cn, limit,
					(uint32_t) k, starts)), rc, "starts");
	for (int j = 0; j < 9; j++)
		agree(game, starts[j], want[j], "a start");
	game->starts += (rc > 0);
	game->runs += (rc > 1);
}

static uint32_t _free_of(const struct model *m, uint32_t usage)
{
	return (usage < m->max_cn) ? m->max_cn - usage : 0;
}

static void _op_least_free(struct game *game)
{
	struct interval i = _some_interval(game);
	uint32_t num_free = 77, want = 77;
	int rc = test_min(0, _model_search(&game->m, i.t_s, i.t_e, 1));

	if (!rc)
		want = _free_of(&game->m,
				_model_peak(&game->m, i.t_s, i.t_e));
	agree(game, test_rc(garq_least_free(game->g, i.t_s, i.t_e, &num_free)),
	      rc, "least_free");
	agree(game, num_free, want, "nodes that are free");
}

/* What garq_profile() has told so far. */
struct profile {
	struct game *game;
	time_t at;		/* up to here */
	uint32_t num_free;	/* of the interval before */
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
	for (time_t t = t_s; (t < t_e) && (t <= _model_end(m)); t++)
		agree(p->game, num_free, _free_of(m, _model_usage(m, t)),
		      "free at a second");
	p->at = t_e;
	p->num_free = num_free;
	return ++p->cnt != p->stop_after;
}

static void _op_profile(struct game *game)
{
	struct interval i = _some_interval(game);
	struct profile p = {
		.game = game, .at = test_max(i.t_s, game->m.now),
		.stop_after = -1,
	};
	int rc = test_min(0, _model_search(&game->m, i.t_s, i.t_e, 1));

	if (rng_one_in(&game->rng, 4))
		p.stop_after = (int) rng_between(&game->rng, 1, 3);
	agree(game, test_rc(garq_profile(game->g, i.t_s, i.t_e, _profile_told,
					 &p)), rc, "profile");
	if (rc)
		agree(game, p.cnt, 0, "intervals");
	else if (p.cnt != p.stop_after)
		agree(game, p.at, i.t_e, "the end of the last interval");
}

static void _op_update(struct game *game)
{
	struct interval i = _fitting(game);
	uint32_t cn = _some_cn(game);
	int slot = (int) rng_below(&game->rng, ID_CNT), want;
	const struct booked *b = &game->m.booked[slot];

	if (b->used && rng_one_in(&game->rng, 3))	/* something like it */
		i = (struct interval) {
			b->t_s + rng_between(&game->rng, 0, 3),
			test_min(b->t_e, _model_end(&game->m)) -
				rng_between(&game->rng, 0, 3),
		};
	want = _model_update(&game->m, slot, i.t_s, i.t_e, cn);
	agree(game, test_rc(garq_update(game->g, test_id(slot), i.t_s, i.t_e,
					cn)), want, "update");
	game->updated += (want == 0);
	game->kept += (want == -ENOSPC);
}

static void _op_take(struct game *game)
{
	struct interval i = _fitting(game);
	uint32_t cn = _some_cn(game);
	int slot = (int) rng_below(&game->rng, ID_CNT);
	int full = _model_search(&game->m, i.t_s, i.t_e, cn);
	int want = _model_take(&game->m, slot, i.t_s, i.t_e, cn);

	agree(game, test_rc(garq_take(game->g, test_id(slot), i.t_s, i.t_e,
				      cn)), want, "take");
	game->taken += (want == 0);
	game->over += (want == 0) && (full == 0);
}

static void _op_give_back(struct game *game)
{
	int slot = (int) rng_below(&game->rng, ID_CNT);
	int want = _model_delete(&game->m, slot, true);

	agree(game, test_rc(garq_give_back(game->g, test_id(slot))), want,
	      "give_back");
	game->given += (want == 0);
}

static void _op_usage(struct game *game)
{
	time_t t = rng_between(&game->rng, game->m.now - 5,
			       _model_end(&game->m) + 5);

	agree(game, garq_usage(game->g, t), _model_usage(&game->m, t),
	      "usage");
}

/* Mostly small steps; now and then past the whole horizon, or back. */
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
	if (m->now + step >= _model_end(m))
		step = 0;
	agree(game, garq_advance(game->g, m->now + step), 0, "advance");
	_model_advance(&game->m, m->now + step);
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
	else if (kind < 51)
		_op_delete(game);
	else if (kind < 61)
		_op_suggest(game);
	else if (kind < 68)
		_op_starts(game);
	else if (kind < 73)
		_op_least_free(game);
	else if (kind < 78)
		_op_profile(game);
	else if (kind < 84)
		_op_update(game);
	else if (kind < 87)
		_op_take(game);
	else if (kind < 91)
		_op_give_back(game);
	else if (kind < 95)
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
	m->delta = delta;
	m->max_cn = caps[rng_below(r, 6)];
	m->horizon = slots * delta - rng_between(r, 0, delta - 1);
	m->horizon = test_max(m->horizon, delta);
	m->seconds = test_min(SECONDS_MAX, (2 * slots + 10) * delta);
	m->base = bases[rng_below(r, 3)];
	if (m->base == bases[2])	/* up to FOREVER and no second more */
		m->base = FOREVER - m->seconds;
	m->now = m->base + rng_between(r, 0, 2 * (time_t) delta);
	game->g = garq_create(m->max_cn, delta, m->horizon, m->now);
	ck_assert_ptr_nonnull(game->g);
}

/* Every second of the model, and nothing left when all are deleted. */
static void _end(struct game *game)
{
	struct model *m = &game->m;

	for (time_t t = m->base; t < _model_end(m) + 3; t++)
		agree(game, garq_usage(game->g, t), _model_usage(m, t),
		      "usage");
	for (int slot = 0; slot < ID_CNT; slot++)
		if (m->booked[slot].taken)
			agree(game, test_rc(garq_give_back(game->g,
							   test_id(slot))),
			      _model_delete(m, slot, true), "give_back");
		else
			agree(game, test_rc(garq_deleteReserv(game->g,
							      test_id(slot))),
			      _model_delete(m, slot, false), "deleteReserv");
	agree(game, garq_count(game->g), 0, "count");
	assert_intact(garq_check, game->g);
	for (time_t t = m->now; t < _model_end(m); t++)
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
		       (game.m.now < _model_end(&game.m) - deltas[_i]))
			_op(&game);
		_end(&game);
	}
	/* a test in which nothing happens proves nothing */
	ck_assert_uint_gt(game.yes, OPS_PER_DELTA / 50);
	ck_assert_uint_gt(game.no, OPS_PER_DELTA / 50);
	ck_assert_uint_gt(game.added, OPS_PER_DELTA / 50);
	ck_assert_uint_gt(game.full, OPS_PER_DELTA / 50);
	ck_assert_uint_gt(game.suggested, OPS_PER_DELTA / 50);
	ck_assert_uint_gt(game.none, OPS_PER_DELTA / 100);
	ck_assert_uint_gt(game.deleted, OPS_PER_DELTA / 50);
	ck_assert_uint_gt(game.jumped, 0);
	ck_assert_uint_gt(game.updated, OPS_PER_DELTA / 500);
	ck_assert_uint_gt(game.kept, OPS_PER_DELTA / 500);
	ck_assert_uint_gt(game.taken, OPS_PER_DELTA / 500);
	ck_assert_uint_gt(game.over, OPS_PER_DELTA / 2000);
	ck_assert_uint_gt(game.given, OPS_PER_DELTA / 500);
	ck_assert_uint_gt(game.starts, OPS_PER_DELTA / 500);
	ck_assert_uint_gt(game.runs, OPS_PER_DELTA / 2000);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("garq_oracle");
	TCase *tc = tcase_create("random");

	test_seed();	/* once, before any fork */
	tcase_set_timeout(tc, 600);
	tcase_add_loop_test(tc, agrees_with_the_model, 0, DELTA_CNT);
	suite_add_tcase(s, tc);
	return test_run(s);
}
