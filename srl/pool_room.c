/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * pool_room.c - test whether parts that share a pool fit together: by counts,
 * and where the nodes are known by the nodes.
 */
#include <stdlib.h>

#include "srl/searcher.h"

/* A part that was placed, as an interval that takes an amount. */
struct taken {
	int64_t begin, end, amount;
};

static const srl_lane_t *_part_lane(const srl_searcher_t *s, uint32_t part)
{
	return &s->model->world->lanes[s->places[part].lane];
}

/* RET false: a part that was placed takes nothing of a pool */
static bool _part_takes(const srl_searcher_t *s, uint32_t part, uint32_t pool,
			struct taken *ret)
{
	int64_t begin = s->places[part].begin;

	ret->begin = begin;
	ret->end = begin + s->model->srl->parts[part].duration;
	return srl_lane_takes(s->model->world, _part_lane(s, part), pool,
			      &ret->amount);
}

/* The load at a moment, and until when it stays the same, at least. */
static int64_t _load_at(const struct taken *list, size_t cnt, int64_t at,
			int64_t *until, size_t *parts)
{
	int64_t load = 0;

	*parts = 0;
	for (size_t i = 0; i < cnt; i++) {
		if (list[i].begin > at) {
			if (list[i].begin < *until)
				*until = list[i].begin;
		} else if (list[i].end > at) {
			if (list[i].end < *until)
				*until = list[i].end;
			load += list[i].amount;
			(*parts)++;
		}
	}
	return load;
}

#define STEPS_WORK 8	/* steps of a pool in a unit of work */

/*
 * True if a list fits in all of [begin, end) of its last part. Without that
 * part the others fit.
 */
static bool _parts_fit(srl_meter_t *meter, const srl_pool_t *pool,
		       const struct taken *list, size_t cnt)
{
	const struct taken *last = &list[cnt - 1];
	int64_t until;

	for (int64_t at = last->begin; at < last->end; at = until) {
		size_t parts;
		int64_t load;

		if (!srl_work(meter, cnt + pool->step_cnt / STEPS_WORK))
			return false;
		until = last->end;
		load = _load_at(list, cnt, at, &until, &parts);
		if ((parts > 1) && (!pool->step_cnt ||
				    (srl_pool_free(pool, at, until) < load)))
			return false;
	}
	return true;
}

static bool _pool_has_room(srl_searcher_t *s, size_t depth, uint32_t pool)
{
	struct taken list[SRL_PARTS_MAX];
	size_t cnt = 0;

	if (!s->pool_shared[pool])
		return true;
	(void) srl_work(&s->meter, depth);
	for (size_t d = 0; d < depth; d++)
		cnt += _part_takes(s, s->order[d], pool, &list[cnt]);
	if (!cnt)
		return true;
	cnt += _part_takes(s, s->order[depth], pool, &list[cnt]);
	return _parts_fit(&s->meter, &s->model->world->pools[pool], list, cnt);
}

/* RET false: the nodes of the part's pool are not known, or it takes none */
static bool _part_want(const srl_searcher_t *s, uint32_t part, srl_want_t *ret)
{
	const srl_world_t *world = s->model->world;
	const srl_lane_t *lane = _part_lane(s, part);
	int64_t begin = s->places[part].begin;

	*ret = (srl_want_t) {
		world->resources[lane->resource].pool, begin,
		begin + s->model->srl->parts[part].duration, lane->amount,
	};
	return world->pools[ret->pool].has_nodes && lane->amount;
}

/* True unless it is proven that not all parts find nodes of their own. */
static bool _nodes_may_fit(srl_searcher_t *s, size_t depth)
{
	srl_want_t list[SRL_PARTS_MAX];
	size_t all = 1, cnt;

	if (!s->fitter || !_part_want(s, s->order[depth], &list[0]))
		return true;
	for (size_t d = 0; d < depth; d++)
		all += _part_want(s, s->order[d], &list[all]);
	cnt = srl_wants_together(list, 1, all);
	return srl_fit(s->fitter, list, cnt) != SRL_FIT_NO;
}

/* True if there is room in each pool of the lane, by counts. */
static bool _counts(srl_searcher_t *s, size_t depth)
{
	const srl_world_t *world = s->model->world;
	const srl_lane_t *lane = _part_lane(s, s->order[depth]);
	size_t cnt = srl_lane_pool_cnt(world, lane);
	bool room = srl_work(&s->meter, cnt);

	for (size_t i = 0; room && (i < cnt); i++)
		room = _pool_has_room(s, depth, srl_lane_pool(world, lane, i));
	return room;
}

extern bool srl_pool_room(srl_searcher_t *s, size_t depth)
{
	return _counts(s, depth) && _nodes_may_fit(s, depth);
}

extern bool srl_pool_room_first(srl_searcher_t *s, size_t depth)
{
	srl_want_t want;

	if (!_counts(s, depth))
		return false;
	if (!s->giver)
		return true;
	if (_part_want(s, s->order[depth], &want))
		return srl_give(s->giver, depth, &want);
	srl_give_none(s->giver, depth);
	return true;
}

/* --- before places are chosen ------------------------------------------------------- */

/* The pools of the first lane that all lanes of a part take from, with the least. */
static void _find_forced(srl_searcher_t *s, uint32_t p)
{
	const srl_model_part_t *part = &s->model->parts[p];
	const srl_world_t *world = s->model->world;
	const srl_lane_t *first = &world->lanes[part->lanes[0]];

	for (size_t k = 0; k < srl_lane_pool_cnt(world, first); k++) {
		srl_take_t take = { srl_lane_pool(world, first, k), INT64_MAX };
		size_t i = 0;

		for (; s->pool_shared[take.pool] && (i < part->lane_cnt); i++) {
			int64_t amount;

			if (!srl_work(&s->meter, srl_lane_pool_cnt(world, first)))
				return;

			if (!srl_lane_takes(world, &world->lanes[part->lanes[i]],
					    take.pool, &amount))
				break;
			if (amount < take.amount)
				take.amount = amount;
		}
		if (i == part->lane_cnt)
			s->forced[p][s->forced_cnt[p]++] = take;
	}
}

extern int srl_forced_create(srl_searcher_t *s)
{
	const srl_world_t *world = s->model->world;

	for (uint32_t p = 0; p < s->model->srl->part_cnt; p++) {
		const srl_model_part_t *part = &s->model->parts[p];
		size_t cnt = part->lane_cnt ? srl_lane_pool_cnt(
			world, &world->lanes[part->lanes[0]]) : 0;

		s->forced[p] = calloc(cnt + 1, sizeof(srl_take_t));
		if (!s->forced[p])
			return -1;
		if (cnt)
			_find_forced(s, p);
	}
	return s->meter.stopped ? -1 : 0;
}

extern void srl_forced_destroy(srl_searcher_t *s)
{
	for (size_t p = 0; p < SRL_PARTS_MAX; p++)
		free(s->forced[p]);
}

/* RET false: the part takes nothing of the pool, or may take nothing */
static bool _forced(const srl_searcher_t *s, uint32_t p, uint32_t pool,
		    struct taken *ret)
{
	const srl_model_part_t *part = &s->model->parts[p];
	size_t i = 0;

	while ((i < s->forced_cnt[p]) && (s->forced[p][i].pool != pool))
		i++;
	if (i == s->forced_cnt[p])
		return false;
	ret->begin = s->points[part->group].starts[s->at[part->group]] +
		     part->offset;
	ret->end = ret->begin + s->model->srl->parts[p].duration;
	ret->amount = s->forced[p][i].amount;
	return true;
}

/* Part p, of the last group that is chosen, beside those before it. */
static bool _forced_fits(srl_searcher_t *s, uint32_t p, uint32_t pool)
{
	uint32_t group = s->model->parts[p].group;
	struct taken list[SRL_PARTS_MAX];
	size_t cnt = 0;

	if (!srl_work(&s->meter, s->model->srl->part_cnt))
		return false;
	for (uint32_t q = 0; q < s->model->srl->part_cnt; q++) {
		uint32_t of = s->model->parts[q].group;

		if ((of < group) || ((of == group) && (q < p)))
			cnt += _forced(s, q, pool, &list[cnt]);
	}
	if (!cnt)
		return true;
	cnt += _forced(s, p, pool, &list[cnt]);
	return _parts_fit(&s->meter, &s->model->world->pools[pool], list, cnt);
}

extern bool srl_forced_room(srl_searcher_t *s, uint32_t group)
{
	for (uint32_t p = 0; p < s->model->srl->part_cnt; p++)
		for (size_t i = 0; (s->model->parts[p].group == group) &&
		     (i < s->forced_cnt[p]); i++)
			if (!_forced_fits(s, p, s->forced[p][i].pool))
				return false;
	return true;
}
