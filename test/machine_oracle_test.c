/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * machine_oracle_test.c - random operations on a machine, or on the node
 * intervals alone, and on a model that always tells the truth: who holds each
 * node at each second, in a matrix.
 *
 *	SEED=n test/machine_oracle_test
 *
 * does a failure again.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "garq/machine.h"
#include "test/test_util.h"

#define FOREVER GARQ_FOREVER

#define OPS_PER_TEST 40000
#define OPS_PER_GAME 600
#define OPS_PER_CHECK 20
#define TEST_CNT 5

#define SECONDS 200
#define NODES_MAX 70
#define ID_CNT 40
#define PARTS_MAX 6
#define GROUP_CNT 6

/* Groups by number; the first is nobody's, the last one no holder takes. */
static const uint64_t group_of[GROUP_CNT] = {
	GARQ_NO_GROUP, 1, 2, UINT64_MAX, UINT64_C(1) << 40, 99,
};

struct part {
	bool node[NODES_MAX];
	time_t t_s;
	time_t t_e;
	uint32_t counted;	/* nodes, or 0 */
};

struct holder {
	int group;
	int part_cnt;
	struct part part[PARTS_MAX];
};

/*
 * held[i][t - base][group] holders have node i at second t; [SECONDS] is every
 * second from base + SECONDS on.
 */
struct model {
	uint32_t node_cnt;
	time_t base;
	time_t now;
	uint8_t held[NODES_MAX][SECONDS + 1][GROUP_CNT];
	uint32_t counted[SECONDS + 1];
	struct holder holder[ID_CNT];
};

struct game {
	rng_t rng;
	garq_machine_t *machine;	/* NULL: the node intervals alone */
	garq_nodes_t *nodes;		/* NULL: those of the machine */
	uint64_t load;			/* of 100 operations, so many hold */
	struct model m;
	uint64_t op;
	/* did each answer come up? */
	uint64_t held, released, found, none, shortages, fit, later, never;
};

static const garq_nodes_t *_nodes(const struct game *game)
{
	return game->nodes ? game->nodes : garq_machine_nodes(game->machine);
}

/* The model */

static time_t _model_end(const struct model *m)
{
	return m->base + SECONDS;
}

/* The column of second t >= base. */
static time_t _column(const struct model *m, time_t t)
{
	return test_min(t, _model_end(m)) - m->base;
}

/* Does another group hold the node at t? */
static bool _busy(const struct model *m, uint32_t node, time_t t, int group)
{
	if ((t < m->base) || (t >= FOREVER))
		return false;
	for (int g = 1; g < GROUP_CNT; g++)
		if ((g != group) && m->held[node][_column(m, t)][g])
			return true;
	return false;
}

/* Of [t_s, t_e) only the seconds that can differ from the one before. */
static time_t _last_column_end(const struct model *m, time_t t_s, time_t t_e)
{
	return test_min(t_e, test_max(t_s, _model_end(m)) + 1);
}

static bool _free(const struct model *m, uint32_t node, time_t t_s,
		  time_t t_e, int group)
{
	for (time_t t = t_s; t < _last_column_end(m, t_s, t_e); t++)
		if (_busy(m, node, t, group))
			return false;
	return true;
}

/* Put a part into the matrix or take it out. */
static void _mark(struct model *m, int group, const struct part *part,
		  int change)
{
	time_t from = _column(m, part->t_s);
	time_t to = _column(m, part->t_e) + (part->t_e == FOREVER);

	for (time_t c = from; c < to; c++) {
		for (uint32_t i = 0; i < m->node_cnt; i++)
			if (part->node[i])
				m->held[i][c][group] += change;
		if (m->base + c >= m->now)
			m->counted[c] += (uint32_t) change * part->counted;
	}
}

static bool _model_hold_valid(const struct game *game, int who, int group,
			      const garq_set_t *set, time_t t_s, time_t t_e)
{
	const struct holder *h = &game->m.holder[who];

	return (t_s < t_e) && (t_e <= FOREVER) &&
	       (set->size == game->m.node_cnt) && garq_set_count(set) &&
	       group && (!h->part_cnt || (h->group == group));
}

/* 0 or -EINVAL */
static int _model_hold(struct game *game, int who, int group,
		       const garq_set_t *set, time_t t_s, time_t t_e)
{
	struct model *m = &game->m;
	struct holder *h = &m->holder[who];
	struct part *part = &h->part[h->part_cnt];

	if (!_model_hold_valid(game, who, group, set, t_s, t_e))
		return -EINVAL;
	if (t_e <= m->now)
		return 0;
	part->t_s = test_max(t_s, m->now);
	part->t_e = t_e;
	part->counted = garq_set_count(set);
	for (uint32_t i = 0; i < m->node_cnt; i++) {
		part->node[i] = garq_set_test(set, i);
		if (part->node[i] && !_free(m, i, part->t_s, t_e, 0))
			part->counted = 0;
	}
	h->group = group;
	h->part_cnt++;
	_mark(m, group, part, 1);
	game->held++;
	return 0;
}

static int _model_release(struct game *game, int who)
{
	struct holder *h = &game->m.holder[who];

	if (!h->part_cnt)
		return -ENOENT;
	for (int i = 0; i < h->part_cnt; i++)
		_mark(&game->m, h->group, &h->part[i], -1);
	h->part_cnt = 0;
	game->released++;
	return 0;
}

/* run[i][c]: so many seconds from column c on node i stays free. */
static void _model_runs(const struct model *m, int group,
			time_t run[][SECONDS + 1])
{
	for (uint32_t i = 0; i < m->node_cnt; i++) {
		bool busy = _busy(m, i, _model_end(m), group);

		run[i][SECONDS] = busy ? 0 : FOREVER;
		for (time_t c = SECONDS - 1; c >= 0; c--)
			run[i][c] = _busy(m, i, m->base + c, group) ? 0 :
				run[i][c + 1] + 1;
	}
}

/* The first start that is right, of all there are. base <= from. 1 or 0 */
static int _model_earliest(const struct model *m, const garq_set_t *eligible,
			   uint32_t num_cn, time_t duration, time_t from,
			   time_t latest, int group, time_t *ret_start)
{
	static time_t run[NODES_MAX][SECONDS + 1];

	_model_runs(m, group, run);
	latest = test_min(latest, FOREVER - 1);
	for (time_t t = from; t <= test_min(latest, test_max(from, _model_end(m)));
	     t++) {
		uint32_t cnt = 0;

		for (uint32_t i = 0; i < m->node_cnt; i++)
			cnt += garq_set_test(eligible, i) &&
				((run[i][_column(m, t)] >= duration) ||
				 (run[i][_column(m, t)] >= FOREVER - t));
		if (cnt >= num_cn) {
			*ret_start = t;
			return 1;
		}
	}
	return 0;
}

static int _model_shortage(const struct model *m, const garq_set_t *eligible,
			   uint32_t num_cn, time_t t_s, time_t t_e, int group,
			   time_t *ret_at, uint32_t *ret_missing)
{
	for (time_t t = t_s; t < _last_column_end(m, t_s, t_e); t++) {
		uint32_t cnt = 0;

		for (uint32_t i = 0; i < m->node_cnt; i++)
			cnt += garq_set_test(eligible, i) &&
				_free(m, i, t_s, t + 1, group);
		if (cnt < num_cn) {
			*ret_at = t;
			*ret_missing = num_cn - cnt;
			return 1;
		}
	}
	return 0;
}

static time_t _end_of(time_t t, time_t duration)
{
	return (duration > FOREVER - t) ? FOREVER : t + duration;
}

/* As machine.h says, from the model alone. free of the answer is not set. */
static int _model_place(const struct model *m, const garq_request_t *rq,
			int group, garq_answer_t *a)
{
	time_t from = test_max(rq->t_esr, m->now), start = 0;

	memset(a, 0, sizeof(*a));
	if (!rq->num_cn || (rq->duration < 1) || (rq->t_lsr < rq->t_esr) ||
	    (rq->eligible->size != m->node_cnt))
		return -EINVAL;
	a->has_later = _model_earliest(m, rq->eligible, rq->num_cn,
				       rq->duration, from, FOREVER, group,
				       &start);
	a->fits = a->has_later && (start <= rq->t_lsr);
	if (a->fits) {
		a->start = start;
		a->has_later = false;
		return 0;
	}
	a->later = start;
	a->short_at = from;
	_model_shortage(m, rq->eligible, rq->num_cn, from,
			_end_of(from, rq->duration), group, &a->short_at,
			&a->missing);
	return 0;
}

/* What to ask for */

/* Each node is in it in one case of one_in. */
static garq_set_t *_some_set(struct game *game, uint64_t one_in)
{
	rng_t *r = &game->rng;
	uint32_t size = game->m.node_cnt;
	garq_set_t *set = garq_set_create(rng_one_in(r, 60) ? size + 1 : size);

	ck_assert_ptr_nonnull(set);
	if (rng_one_in(r, 60))
		return set;
	for (uint32_t i = 0; i < size; i++)
		if (rng_one_in(r, one_in))
			garq_set_add(set, i);
	return set;
}

struct interval {
	time_t t_s;
	time_t t_e;
};

static struct interval _some_interval(struct game *game)
{
	rng_t *r = &game->rng;
	const struct model *m = &game->m;
	time_t t = rng_between(r, m->now, _model_end(m) - 1);

	switch (rng_below(r, 16)) {
	case 0 ... 5:
		return (struct interval) { t, t + rng_between(r, 1, 10) };
	case 6 ... 8:
		return (struct interval) { t, t + rng_between(r, 1, 120) };
	case 9 ... 10:
		t = m->now + rng_between(r, 0, 40);
		return (struct interval) { t, t + rng_between(r, 1, 40) };
	case 11:
		if (rng_one_in(r, 3))
			return (struct interval) { t, FOREVER };
		return (struct interval) { t, t + rng_between(r, 1, 60) };
	case 12:
		return (struct interval) {
			m->now - rng_between(r, 0, 20),
			m->now + rng_between(r, 1, 20),
		};
	case 13:
		t = m->now - rng_between(r, 0, 10);
		return (struct interval) { t - rng_between(r, 0, 9), t };
	case 14:
		t -= t % 10;
		return (struct interval) { t, t + 10 * rng_between(r, 1, 5) };
	default:
		return (struct interval) {
			t, rng_one_in(r, 3) ? FOREVER + 1 :
				t - rng_between(r, 0, 9),
		};
	}
}

/* The model has no end but FOREVER past its last second. */
static struct interval _fitting(struct game *game)
{
	struct interval i = _some_interval(game);

	if ((i.t_e > _model_end(&game->m)) && (i.t_e < FOREVER))
		i.t_e = _model_end(&game->m);
	/* no now without a machine: the model begins at base */
	if (game->nodes && (i.t_s < game->m.base))
		i.t_s = game->m.base;
	return i;
}

static uint32_t _some_cn(struct game *game)
{
	if (rng_one_in(&game->rng, 50))
		return 0;
	if (rng_one_in(&game->rng, 50))
		return UINT32_MAX;
	return (uint32_t) rng_between(&game->rng, 1, game->m.node_cnt / 3 + 1);
}

static int _some_group(struct game *game)
{
	return rng_one_in(&game->rng, 2) ? 0 :
		(int) rng_below(&game->rng, GROUP_CNT);
}

static time_t _some_duration(struct game *game)
{
	rng_t *r = &game->rng;

	if (rng_one_in(r, 40))
		return -rng_between(r, 0, 3);
	if (rng_one_in(r, 20))
		return rng_one_in(r, 2) ? FOREVER : INT64_MAX;
	return rng_between(r, 1, rng_one_in(r, 3) ? 100 : 15);
}

/* One operation on both */

static void _op_hold(struct game *game)
{
	struct interval iv = _fitting(game);
	int who = (int) rng_below(&game->rng, ID_CNT);
	struct holder *h = &game->m.holder[who];
	int group = (int) rng_between(&game->rng, 1, GROUP_CNT - 2), rc, want;
	garq_set_t *set = _some_set(game, rng_below(&game->rng, 6) + 1);

	if (h->part_cnt && !rng_one_in(&game->rng, 10))
		group = h->group;
	if (rng_one_in(&game->rng, 50))
		group = 0;
	if (h->part_cnt < PARTS_MAX) {
		want = _model_hold(game, who, group, set, iv.t_s, iv.t_e);
		rc = game->machine ?
			garq_machine_hold(game->machine, test_id(who),
					  group_of[group], set, iv.t_s,
					  iv.t_e) :
			garq_nodes_hold(game->nodes, test_id(who),
					group_of[group], set, iv.t_s, iv.t_e);
		agree(game, test_rc(rc), want, "hold");
	}
	garq_set_destroy(set);
}

static void _op_release(struct game *game)
{
	int who = (int) rng_below(&game->rng, ID_CNT);
	int want = _model_release(game, who);
	int rc = game->machine ? garq_machine_release(game->machine, test_id(who)) :
		garq_nodes_release(game->nodes, test_id(who));

	agree(game, test_rc(rc), want, "release");
}

static void _op_free(struct game *game)
{
	struct interval iv = _some_interval(game);
	garq_set_t *set = _some_set(game, rng_below(&game->rng, 2) + 1);
	garq_set_t *is_free = garq_set_copy(set);
	int group = _some_group(game);
	uint32_t want = 0, got;

	ck_assert_ptr_nonnull(is_free);
	got = garq_nodes_free(_nodes(game), set, iv.t_s, iv.t_e,
			      group_of[group],
			      rng_one_in(&game->rng, 4) ? NULL : is_free);
	for (uint32_t i = 0; i < game->m.node_cnt; i++)
		want += garq_set_test(set, i) &&
			_free(&game->m, i, iv.t_s, iv.t_e, group);
	agree(game, got, want, "free");
	got = garq_nodes_free(_nodes(game), set, iv.t_s, iv.t_e,
			      group_of[group], is_free);
	for (uint32_t i = 0; i < game->m.node_cnt; i++)
		agree(game, garq_set_test(is_free, i),
		      garq_set_test(set, i) &&
		      _free(&game->m, i, iv.t_s, iv.t_e, group), "free node");
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
	time_t duration = _some_duration(game), start = -7, want_start = -7;
	garq_set_t *set = _some_set(game, rng_below(&game->rng, 2) + 1);
	uint32_t cn = _some_cn(game);
	int group = _some_group(game), want = -EINVAL;

	if (cn && (duration >= 1) && (set->size == game->m.node_cnt))
		want = _model_earliest(&game->m, set, cn, duration, from,
				       latest, group, &want_start);
	agree(game, test_rc(garq_nodes_earliest(_nodes(game), set, cn, duration,
					    from, latest, group_of[group],
					    &start)), want, "earliest");
	agree(game, start, want_start, "the earliest start");
	game->found += (want == 1);
	game->none += (want == 0);
	garq_set_destroy(set);
}

static void _op_shortage(struct game *game)
{
	struct interval iv = _some_interval(game);
	garq_set_t *set = _some_set(game, rng_below(&game->rng, 2) + 1);
	uint32_t cn = _some_cn(game), missing = 7, want_missing = 7;
	time_t at = -7, want_at = -7;
	int group = _some_group(game);
	int want = _model_shortage(&game->m, set, cn, iv.t_s, iv.t_e, group,
				   &want_at, &want_missing);

	agree(game, garq_nodes_shortage(_nodes(game), set, cn, iv.t_s, iv.t_e,
					group_of[group], &at, &missing), want,
	      "shortage");
	agree(game, at, want_at, "the second of the shortage");
	agree(game, missing, want_missing, "the missing nodes");
	game->shortages += (want == 1);
	garq_set_destroy(set);
}

static garq_request_t _some_request(struct game *game, int group,
				    const garq_set_t *set)
{
	rng_t *r = &game->rng;
	struct interval iv = _some_interval(game);
	garq_request_t rq = {
		.eligible = set,
		.num_cn = _some_cn(game),
		.t_esr = iv.t_s,
		.t_lsr = iv.t_s,
		.duration = _some_duration(game),
		.group = group_of[group],
	};

	if (rng_one_in(r, 2))
		rq.t_lsr += rng_between(r, rng_one_in(r, 20) ? -3 : 0, 60);
	if (rng_one_in(r, 30))
		rq.t_lsr = FOREVER;
	return rq;
}

static void _assert_answer(struct game *game, const garq_request_t *rq,
			   int group, const garq_answer_t *a,
			   const garq_answer_t *want)
{
	agree(game, a->fits, want->fits, "fits");
	agree(game, a->start, want->start, "start");
	agree(game, a->short_at, want->short_at, "short_at");
	agree(game, a->missing, want->missing, "missing");
	agree(game, a->has_later, want->has_later, "has_later");
	agree(game, a->later, want->later, "later");
	agree(game, a->free != NULL, want->fits, "there being a set");
	for (uint32_t i = 0; a->free && (i < game->m.node_cnt); i++)
		agree(game, garq_set_test(a->free, i),
		      garq_set_test(rq->eligible, i) &&
		      _free(&game->m, i, a->start,
			    _end_of(a->start, rq->duration), group),
		      "node of the answer");
}

static void _op_place(struct game *game)
{
	garq_set_t *set = _some_set(game, rng_below(&game->rng, 2) + 1);
	int group = _some_group(game);
	garq_request_t rq = _some_request(game, group, set);
	garq_answer_t a = { .start = -7 }, want;
	int want_rc = _model_place(&game->m, &rq, group, &want);

	agree(game, test_rc(garq_machine_place(game->machine, &rq, &a)), want_rc,
	      "place");
	if (want_rc < 0) {
		agree(game, a.start, -7, "an answer after an error");
	} else {
		_assert_answer(game, &rq, group, &a, &want);
		garq_answer_free(&a);
		game->fit += want.fits;
		game->later += !want.fits && want.has_later;
		game->never += !want.fits && !want.has_later;
	}
	garq_set_destroy(set);
}

/* What garq_nodes_each() is to call, added up. */
struct walk {
	uint64_t sum;
	int64_t cnt;
	uint32_t node;
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

	if ((node < walk->node) || ((node == walk->node) && walk->cnt &&
				    (t_s < walk->t_s)))
		walk->in_order = false;
	walk->node = node;
	walk->t_s = t_s;
	walk->sum += _mix(id, node, t_s, t_e);
	walk->cnt++;
	return true;
}

static void _op_each(struct game *game)
{
	struct interval iv = _some_interval(game);
	garq_set_t *set = _some_set(game, rng_below(&game->rng, 2) + 1);
	struct walk got = { .in_order = true }, want = { .cnt = 0 };
	int group = _some_group(game);

	garq_nodes_each(_nodes(game), set, iv.t_s, iv.t_e, group_of[group],
			_step, &got);
	for (int who = 0; who < ID_CNT; who++) {
		const struct holder *h = &game->m.holder[who];

		for (int p = 0; p < h->part_cnt; p++) {
			const struct part *part = &h->part[p];

			if ((h->group == group) || (iv.t_s >= iv.t_e) ||
			    (part->t_s >= iv.t_e) || (part->t_e <= iv.t_s))
				continue;
			for (uint32_t i = 0; i < game->m.node_cnt; i++)
				if (part->node[i] && garq_set_test(set, i))
					_step(&want, test_id(who), i, part->t_s,
					      part->t_e);
		}
	}
	agree(game, got.cnt, want.cnt, "each, its calls");
	agree(game, got.sum, want.sum, "each, what it gave");
	agree(game, got.in_order, true, "each, its order");
	garq_set_destroy(set);
}

/* What is counted, second by second; never more than what is held. */
static void _op_counts(struct game *game)
{
	const struct model *m = &game->m;

	for (time_t t = m->now; t <= _model_end(m); t++) {
		uint32_t held = 0;

		for (uint32_t i = 0; i < m->node_cnt; i++)
			held += _busy(m, i, t, 0);
		agree(game, garq_usage(garq_machine_counts(game->machine), t),
		      m->counted[_column(m, t)], "counts");
		ck_assert((m->counted[_column(m, t)] <= held) ||
			  (t == FOREVER));
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
}

static void _op(struct game *game)
{
	uint64_t kind = rng_below(&game->rng, 100);

	game->op++;
	if (kind < game->load)
		_op_hold(game);
	else if (kind < 36)
		_op_release(game);
	else if (kind < 50)
		_op_free(game);
	else if (kind < 63)
		_op_earliest(game);
	else if (kind < 72)
		_op_shortage(game);
	else if (kind < 75)
		_op_each(game);
	else if (game->machine && (kind < 96))
		_op_place(game);
	else if (game->machine && (kind < 99))
		_op_advance(game);
	else if (game->machine)
		_op_counts(game);
	if (game->op % OPS_PER_CHECK)
		return;
	assert_intact(garq_nodes_check, _nodes(game));
	if (game->machine)
		assert_intact(garq_machine_check, game->machine);
}

/* Games */

static void _begin(struct game *game)
{
	static const uint32_t node_cnts[] = { 1, 2, 3, 5, 8, 12, 66 };
	static const uint32_t deltas[] = { 1, 4, 7, 30 };
	static const time_t bases[] = {
		100, 1700000003, FOREVER - SECONDS,
	};
	struct model *m = &game->m;
	uint32_t delta = deltas[rng_below(&game->rng, 4)];

	memset(m, 0, sizeof(*m));
	m->node_cnt = node_cnts[rng_below(&game->rng, 7)];
	m->base = bases[rng_below(&game->rng, 3)];
	m->now = m->base;
	game->load = rng_between(&game->rng, 12, 28);
	game->machine = NULL;
	game->nodes = NULL;
	if (rng_one_in(&game->rng, 4)) {
		game->nodes = garq_nodes_create(m->node_cnt);
		ck_assert_ptr_nonnull(game->nodes);
	} else {
		game->machine = garq_machine_create(
			m->node_cnt, delta, rng_between(&game->rng, delta, 150),
			m->now);
		ck_assert_ptr_nonnull(game->machine);
	}
}

/* Nothing is left when all are released. */
static void _end(struct game *game)
{
	garq_set_t *all = garq_set_create(game->m.node_cnt);

	for (uint32_t i = 0; i < game->m.node_cnt; i++)
		garq_set_add(all, i);
	for (int who = 0; who < ID_CNT; who++) {
		int want = _model_release(game, who);
		int rc = game->machine ?
			garq_machine_release(game->machine, test_id(who)) :
			garq_nodes_release(game->nodes, test_id(who));

		agree(game, test_rc(rc), want, "release");
	}
	agree(game, garq_nodes_free(_nodes(game), all, INT64_MIN, FOREVER,
				    GARQ_NO_GROUP, NULL), game->m.node_cnt,
	      "free in the end");
	assert_intact(garq_nodes_check, _nodes(game));
	if (game->machine)
		assert_intact(garq_machine_check, game->machine);
	garq_set_destroy(all);
	garq_machine_destroy(game->machine);
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
		while ((game.op < end) &&
		       (game.m.now < _model_end(&game.m) - 70))
			_op(&game);
		_end(&game);
	}
	/* a test in which nothing happens proves nothing */
	ck_assert_uint_gt(game.held, OPS_PER_TEST / 20);
	ck_assert_uint_gt(game.released, OPS_PER_TEST / 20);
	ck_assert_uint_gt(game.found, OPS_PER_TEST / 50);
	ck_assert_uint_gt(game.none, OPS_PER_TEST / 50);
	ck_assert_uint_gt(game.shortages, OPS_PER_TEST / 50);
	ck_assert_uint_gt(game.fit, OPS_PER_TEST / 50);
	ck_assert_uint_gt(game.later, OPS_PER_TEST / 50);
	ck_assert_uint_gt(game.never, OPS_PER_TEST / 50);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("machine_oracle");
	TCase *tc = tcase_create("random");

	test_seed();	/* once, before any fork */
	tcase_set_timeout(tc, 600);
	tcase_add_loop_test(tc, agrees_with_the_model, 0, TEST_CNT);
	suite_add_tcase(s, tc);
	return test_run(s);
}
