/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * greedy.c - a plan soon: one group after the other, each at its first start
 * that has room beside the groups before it.
 *
 * A group that finds no start begins the next round, as it has the fewest to
 * choose from. What is found keeps all constraints, but may be far from the
 * best.
 */
#include <string.h>

#include "srl/searcher.h"

#define ROUNDS 12	/* as long as some group finds no start */
#define TRIES 200	/* places that are tried for a start of a group */
#define MOMENT_WORK 16	/* a lane, or a part, whose next moment is looked for */

struct greedy {
	srl_searcher_t *s;
	srl_starts_t starts;
	void *arg;
	uint64_t work_end;
	bool by_cost;		/* the least cost first, not the least price */
	bool dear;		/* the last plan was beyond a budget */
	srl_group_t groups[SRL_PARTS_MAX];	/* as the fixed groups leave them */
	bool fixed[SRL_PARTS_MAX];
	unsigned int failed[SRL_PARTS_MAX];	/* how often each group found nothing */
	bool placed[SRL_PARTS_MAX];	/* of each part */
	size_t depth;		/* parts that are placed: s->order[0 .. depth) */
	unsigned int tries;
};

static bool _goes_on(const struct greedy *d)
{
	return !d->s->meter.stopped &&
	       (d->s->meter.progress.work < d->work_end);
}

static const srl_model_part_t *_part_of(const struct greedy *d, uint32_t p)
{
	return &d->s->model->parts[p];
}

static size_t _part_cnt(const struct greedy *d)
{
	return d->s->model->srl->part_cnt;
}

static bool _has_ends(const struct greedy *d, uint32_t link, const bool *there)
{
	const srl_part_t *of = &d->s->model->srl->parts[link];

	return there[of->from] && there[of->to];
}

/* --- places for a group, at a start ------------------------------------------------- */

/*
 * List the parts that are placed with a group: its own, and links as soon as
 * their ends are there.
 * RET their number
 */
static size_t _list_parts(const struct greedy *d, uint32_t g, uint32_t *list)
{
	bool there[SRL_PARTS_MAX];
	size_t cnt = 0;

	memcpy(there, d->placed, sizeof(there));
	for (uint32_t p = 0; p < _part_cnt(d); p++) {
		if (_part_of(d, p)->is_link || (_part_of(d, p)->group != g))
			continue;
		there[p] = true;
		list[cnt++] = p;
	}
	for (uint32_t p = 0; p < _part_cnt(d); p++)
		if (_part_of(d, p)->is_link && !d->placed[p] &&
		    (d->fixed[_part_of(d, p)->group] ||
		     (_part_of(d, p)->group == g)) && _has_ends(d, p, there))
			list[cnt++] = p;
	return cnt;
}

static bool _is_placed(const struct greedy *d, uint32_t p)
{
	return (p == SRL_NO_PART) || d->placed[p];
}

/* True if all parts of a late constraint are placed. */
static bool _is_due(const struct greedy *d, const srl_constraint_t *c)
{
	if (c->is_text)
		return _is_placed(d, c->left.part) &&
		       _is_placed(d, c->right.part);
	for (size_t i = 0; i < c->sum.cnt; i++)
		if (!d->placed[c->sum.terms[i].part])
			return false;
	return true;
}

static bool _constraints_hold(const struct greedy *d)
{
	const srl_model_t *model = d->s->model;

	(void) srl_work(&d->s->meter, model->late_cnt);
	for (size_t i = 0; i < model->late_cnt; i++)
		if (_is_due(d, model->late[i]) &&
		    !srl_late_holds(d->s, model->late[i]))
			return false;
	return true;
}

static bool _place_parts(struct greedy *d, const uint32_t *list, size_t cnt);

static bool _take_choice(struct greedy *d, const uint32_t *list, size_t cnt,
			 const srl_choice_t *choice, int64_t begin)
{
	if (!d->tries || !_goes_on(d))
		return false;
	d->tries--;
	d->s->places[*list] = (srl_place_of_part_t) {
		choice->lane, choice->run, begin,
	};
	d->s->order[d->depth] = *list;
	d->placed[*list] = true;
	if (_constraints_hold(d) && srl_pool_room_first(d->s, d->depth)) {
		d->depth++;
		if (_place_parts(d, list + 1, cnt - 1))
			return true;
		d->depth--;
	}
	d->placed[*list] = false;
	return false;
}

static bool _place_link(struct greedy *d, const uint32_t *list, size_t cnt,
			int64_t begin)
{
	const srl_searcher_t *s = d->s;
	const srl_part_t *link = &s->model->srl->parts[*list];
	const srl_lane_t *lanes = s->model->world->lanes;
	srl_choice_t choice;
	size_t i, end;

	end = srl_link_lanes(
		s->model, *list,
		s->model->site_of[lanes[s->places[link->from].lane].resource],
		s->model->site_of[lanes[s->places[link->to].lane].resource],
		&i);
	for (; (i < end) && srl_work(&d->s->meter, MOMENT_WORK); i++)
		if (srl_choice(s, _part_of(d, *list)->lanes[i], begin,
			       &choice) &&
		    _take_choice(d, list, cnt, &choice, begin))
			return true;
	return false;
}

/* RET whether all of a list found places */
static bool _place_parts(struct greedy *d, const uint32_t *list, size_t cnt)
{
	const srl_model_part_t *part;
	int64_t begin;

	if (!cnt)
		return true;
	part = _part_of(d, *list);
	begin = d->groups[part->group].low + part->offset;
	if (part->is_link)
		return _place_link(d, list, cnt, begin);
	srl_list_choices(d->s, *list, begin, d->by_cost);
	for (size_t i = 0; i < d->s->choice_cnt[*list]; i++)
		if (_take_choice(d, list, cnt, &d->s->choices[*list][i], begin))
			return true;
	return false;
}

static bool _differs(const struct greedy *d)
{
	for (size_t i = 0; i < d->s->model->unequal_cnt; i++) {
		const srl_unequal_t *u = &d->s->model->unequals[i];
		int64_t from = 0;

		if (!d->fixed[u->a])
			continue;
		if (u->b != SRL_NO_GROUP) {
			if (!d->fixed[u->b])
				continue;
			from = d->groups[u->b].low;
		}
		if (d->groups[u->a].low - from == u->value)
			return false;
	}
	return true;
}

/* RET whether the group, and all links that are due then, have places at this start */
static bool _try_start(struct greedy *d, uint32_t g, int64_t start)
{
	srl_group_t before[SRL_PARTS_MAX];
	uint32_t list[SRL_PARTS_MAX];
	uint64_t work = d->s->model->group_cnt + d->s->model->unequal_cnt;
	bool found;

	memcpy(before, d->groups, sizeof(before));
	d->groups[g].low = d->groups[g].high = start;
	d->fixed[g] = true;
	d->tries = TRIES;
	found = srl_model_tighten(d->s->model, d->groups, &work) &&
		_differs(d) && _place_parts(d, list, _list_parts(d, g, list));
	(void) srl_work(&d->s->meter, work);
	if (found)
		return true;
	memcpy(d->groups, before, sizeof(before));
	d->fixed[g] = false;
	return false;
}

/* --- starts of a group --------------------------------------------------------------- */

/* The moment that is next to `at`, before it or behind it. */
struct next {
	bool back;
	int64_t at, best;
};

static void _consider(struct next *n, int64_t moment)
{
	if (n->back ? ((moment < n->at) && (moment > n->best)) :
		      ((moment > n->at) && (moment < n->best)))
		n->best = moment;
}

/* A run begins, or ends, at some begin of the part. */
static void _next_run(struct next *n, const srl_lane_t *lane)
{
	size_t after = srl_lane_after(lane, n->at);

	if (!n->back && (after < lane->run_cnt))
		_consider(n, lane->runs[after].first);
	for (size_t i = 1; n->back && (i <= 2) && (i <= after); i++)
		_consider(n, lane->runs[after - i].last);
}

/* The part begins, or ends, where the free amount of its pool changes. */
static void _next_step(struct next *n, const srl_pool_t *pool, int64_t length)
{
	int64_t at = n->back ? n->at + length - 1 : n->at;
	size_t lo = 0, hi = pool->step_cnt;

	while (lo < hi) {	/* the first step behind that second */
		size_t mid = lo + (hi - lo) / 2;

		if (pool->steps[mid].time <= at)
			lo = mid + 1;
		else
			hi = mid;
	}
	if (!n->back && (lo < pool->step_cnt))
		_consider(n, pool->steps[lo].time);
	if (n->back && lo)
		_consider(n, pool->steps[lo - 1].time - length);
}

/* RET the next begin of a part at which something changes; n->best if there is none */
static int64_t _next_begin(struct greedy *d, uint32_t p, struct next n)
{
	const srl_world_t *world = d->s->model->world;
	const srl_part_t *parts = d->s->model->srl->parts;
	const srl_model_part_t *part = _part_of(d, p);

	(void) srl_work(&d->s->meter,
			(part->lane_cnt + d->depth) * MOMENT_WORK);
	for (size_t i = 0; i < part->lane_cnt; i++) {
		const srl_lane_t *lane = &world->lanes[part->lanes[i]];
		uint32_t pool = world->resources[lane->resource].pool;

		_next_run(&n, lane);
		if (d->s->pool_shared[pool])
			_next_step(&n, &world->pools[pool], parts[p].duration);
	}
	for (size_t i = 0; i < d->depth; i++) {
		uint32_t q = d->s->order[i];
		int64_t begin = d->s->places[q].begin;

		_consider(&n, n.back ? begin - parts[p].duration :
			  begin + parts[q].duration);
	}
	return n.best;
}

/* The next start of a group by time. RET false if there is none */
static bool _move_start(struct greedy *d, uint32_t g, int64_t *start)
{
	const srl_group_t *group = &d->groups[g];
	struct next best = {
		.back = group->slope < 0, .at = *start,
		.best = (group->slope < 0) ? INT64_MIN / 2 : INT64_MAX / 2,
	};

	for (uint32_t p = 0; p < _part_cnt(d); p++) {
		struct next n = best;
		int64_t offset = _part_of(d, p)->offset;

		if (_part_of(d, p)->group != g)
			continue;
		n.at += offset;
		n.best += offset;
		best.best = _next_begin(d, p, n) - offset;
	}
	*start = best.best;
	return (*start >= group->low) && (*start <= group->high);
}

static bool _by_time(struct greedy *d, uint32_t g)
{
	const srl_group_t *group = &d->groups[g];
	int64_t start = (group->slope < 0) ? group->high : group->low;
	bool found;

	do
		found = _try_start(d, g, start);
	while (!found && _goes_on(d) && _move_start(d, g, &start));
	return found;
}

static bool _by_list(struct greedy *d, uint32_t g)
{
	bool found = false;
	int64_t start;

	for (size_t i = 0; !found && _goes_on(d) &&
	     d->starts(d->arg, g, i, &start); i++) {
		(void) srl_work(&d->s->meter, 2);
		if ((start >= d->groups[g].low) && (start <= d->groups[g].high))
			found = _try_start(d, g, start);
	}
	return found;
}

/* --- all groups ---------------------------------------------------------------------- */

/* True if all links of a group have their ends when it is placed. */
static bool _is_ready(const struct greedy *d, uint32_t g)
{
	bool there[SRL_PARTS_MAX];

	for (uint32_t p = 0; p < _part_cnt(d); p++)
		there[p] = d->placed[p] || (_part_of(d, p)->group == g);
	for (uint32_t p = 0; p < _part_cnt(d); p++)
		if (_part_of(d, p)->is_link && (_part_of(d, p)->group == g) &&
		    !_has_ends(d, p, there))
			return false;
	return true;
}

static bool _is_before(const struct greedy *d, uint32_t g, uint32_t h)
{
	bool ready = _is_ready(d, g);

	if (ready != _is_ready(d, h))
		return ready;
	if (d->failed[g] != d->failed[h])
		return d->failed[g] > d->failed[h];
	return d->groups[g].low < d->groups[h].low;
}

static uint32_t _pick_group(struct greedy *d)
{
	uint32_t best = SRL_NO_GROUP;

	for (uint32_t g = 0; g < d->s->model->group_cnt; g++)
		if (!d->fixed[g] &&
		    ((best == SRL_NO_GROUP) || _is_before(d, g, best)))
			best = g;
	return best;
}

static bool _in_budgets(const srl_searcher_t *s)
{
	for (size_t i = 0; i < s->model->budget_cnt; i++) {
		const srl_budget_t *b = &s->model->budgets[i];
		double used = 0;

		for (size_t p = 0; p < s->model->srl->part_cnt; p++) {
			const srl_place_of_part_t *place = &s->places[p];
			const srl_lane_t *lane =
				&s->model->world->lanes[place->lane];

			used += b->cost[p] * lane->runs[place->run].cost +
				b->bandwidth[p] * lane->bandwidth;
		}
		if (used > b->most)
			return false;
	}
	return true;
}

/* RET whether all parts have places; else some group counts as failed, or it is too dear */
static bool _place_groups(struct greedy *d)
{
	const srl_model_t *model = d->s->model;

	memcpy(d->groups, model->groups, model->group_cnt * sizeof(*d->groups));
	memset(d->fixed, 0, sizeof(d->fixed));
	memset(d->placed, 0, sizeof(d->placed));
	d->depth = 0;
	for (uint32_t i = 0; i < model->group_cnt; i++) {
		uint32_t g = _pick_group(d);

		if (d->starts ? _by_list(d, g) : _by_time(d, g))
			continue;
		d->failed[g]++;
		return false;
	}
	d->dear = !_in_budgets(d->s);
	return !d->dear;
}

static double _plan_value(const struct greedy *d)
{
	const srl_model_t *model = d->s->model;
	double value = 0;

	for (uint32_t g = 0; g < model->group_cnt; g++)
		value += srl_model_time_price(model, g, d->groups[g].low);
	for (size_t p = 0; p < _part_cnt(d); p++) {
		const srl_place_of_part_t *place = &d->s->places[p];
		const srl_lane_t *lane = &model->world->lanes[place->lane];

		value += srl_model_price(model, lane, &lane->runs[place->run]);
	}
	return value;
}

extern void srl_greedy(srl_searcher_t *s, srl_starts_t starts, void *arg,
		       uint64_t work)
{
	struct greedy d = { .s = s, .starts = starts, .arg = arg,
			    .work_end = s->meter.progress.work + work };
	uint32_t order[SRL_PARTS_MAX];
	bool found = false;

	memcpy(order, s->order, sizeof(order));
	for (int round = 0; !found && (round < ROUNDS) && _goes_on(&d); round++) {
		found = _place_groups(&d);
		if (!d.dear && !found && !d.depth)
			break;		/* a group alone has no start */
		if (d.dear && d.by_cost)
			break;
		d.by_cost = d.dear;
		d.dear = false;
	}
	if (found && (_plan_value(&d) < s->best - SRL_EXACT))
		srl_found(s, _plan_value(&d));
	memcpy(s->order, order, sizeof(order));
}
