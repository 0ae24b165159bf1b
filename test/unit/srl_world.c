/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * srl_world.c - worlds for the tests of the search.
 */
#include <stdio.h>
#include <string.h>

#include "test/unit/srl_world.h"

extern void world_init(struct test_world *w)
{
	memset(w, 0, sizeof(*w));
	w->world = (srl_world_t) {
		.pools = w->pools, .resources = w->resources,
		.lanes = w->lanes,
	};
}

extern uint32_t world_resource(struct test_world *w, const char *name,
			       const char *site, int64_t free)
{
	uint32_t r = (uint32_t) w->world.resource_cnt++;

	ck_assert_uint_lt(r, WORLD_POOLS);
	w->resources[r] = (srl_resource_t) { name, site, site, { NULL, NULL },
					     r };
	w->steps[r][0] = (srl_step_t) { 0, free };
	w->pools[r] = (srl_pool_t) { .steps = w->steps[r],
				     .step_cnt = free >= 0, .in = w->in[r] };
	w->world.pool_cnt++;
	return r;
}

extern uint32_t world_link(struct test_world *w, const char *name,
			   const char *a, const char *b)
{
	uint32_t r = world_resource(w, name, "net", INT64_MAX);

	w->resources[r].ends[0] = a;
	w->resources[r].ends[1] = b;
	return r;
}

extern uint32_t world_lane(struct test_world *w, uint32_t part,
			   uint32_t resource, int64_t amount, double bandwidth)
{
	uint32_t l = (uint32_t) w->world.lane_cnt++;

	ck_assert_uint_lt(l, WORLD_LANES);
	w->lanes[l] = (srl_lane_t) {
		.part = part, .resource = resource, .amount = amount,
		.also = w->also[l], .bandwidth = bandwidth, .runs = w->runs[l],
	};
	return l;
}

extern uint32_t world_license(struct test_world *w, int64_t free)
{
	uint32_t l = (uint32_t) w->world.pool_cnt++;

	ck_assert_uint_lt(l, WORLD_POOLS);
	w->steps[l][0] = (srl_step_t) { 0, free };
	w->pools[l] = (srl_pool_t) { .steps = w->steps[l], .step_cnt = 1,
				     .in = w->in[l] };
	return l;
}

extern void world_also(struct test_world *w, uint32_t lane, uint32_t pool,
		       int64_t amount)
{
	srl_lane_t *of = &w->lanes[lane];

	ck_assert_uint_le(of->also_cnt, WORLD_LICENSES);
	w->also[lane][of->also_cnt++] = (srl_take_t) { pool, amount };
}

extern void world_run(struct test_world *w, uint32_t lane, int64_t first,
		      int64_t last, double cost)
{
	srl_lane_t *of = &w->lanes[lane];

	ck_assert_uint_lt(of->run_cnt, WORLD_RUNS);
	w->runs[lane][of->run_cnt++] = (srl_run_t) { first, last, cost };
}

/* Random requests */

static const char *const sites[] = { "x", "y", "z" };
static const char *const names[] = { "r0", "r1", "r2", "r3" };
static const char *const ops[] = { "<", "<=", "==", "!=", ">=", ">" };

struct writer {
	rng_t *rng;
	char *text;
	size_t size, len;
	uint64_t parts;
};

#define put(w, ...)							\
	((w)->len += (size_t) snprintf((w)->text + (w)->len,		\
				       (w)->size - (w)->len, __VA_ARGS__))

static char _part(struct writer *w)
{
	return (char) ('A' + rng_below(w->rng, w->parts));
}

static const char *_edge(struct writer *w)
{
	return rng_one_in(w->rng, 3) ? "end" : "begin";
}

static const char *_op(struct writer *w)
{
	return ops[rng_below(w->rng, COUNT(ops))];
}

static int _small(struct writer *w, int most)
{
	return (int) rng_below(w->rng, (uint64_t) most + 1);
}

static void _constraint_of_times(struct writer *w)
{
	switch (rng_below(w->rng, 6)) {
	case 0:
		put(w, "%c.RVC.%s %s %d", _part(w), _edge(w), _op(w),
		      _small(w, 9));
		break;
	case 1:
		put(w, "2*%c.RVC.begin - %c.RVC.begin*2 %s %d", _part(w),
		      _part(w), _op(w), _small(w, 5));
		break;
	case 2:
	case 3:
		put(w, "%c.RVC.begin == %c.RVC.begin + %d", _part(w),
		      _part(w), _small(w, 2));
		break;
	default:
		put(w, "%c.RVC.%s %s %c.RVC.%s - %d", _part(w), _edge(w),
		      _op(w), _part(w), _edge(w), _small(w, 3));
		break;
	}
}

static void _constraint_of_places(struct writer *w)
{
	switch (rng_below(w->rng, 6)) {
	case 0:
		put(w, "ALL.RVC.cost <= %d", _small(w, 20));
		break;
	case 1:
		put(w, "%c.RVC.cost - 2*%c.RVC.cost %s %d", _part(w),
		      _part(w), _op(w), _small(w, 5));
		break;
	case 2:
		put(w, "%c.RVC.bandwidth %s %d bit/s", _part(w), _op(w),
		      _small(w, 3));
		break;
	case 3:
		put(w, "%c.RVC.site %s %c.RVC.site", _part(w),
		      rng_one_in(w->rng, 2) ? "==" : "!=", _part(w));
		break;
	case 4:
		put(w, "%c.RVC.resource != \"%s\"", _part(w),
		      names[rng_below(w->rng, 4)]);
		break;
	default:
		put(w, "%c.RVC.cost %s %d", _part(w), _op(w), _small(w, 9));
		break;
	}
}

static void _objective(struct writer *w)
{
	put(w, "%s,", rng_one_in(w->rng, 3) ? "max" : "min");
	switch (rng_below(w->rng, 5)) {
	case 0: put(w, "ALL.RVC.cost"); break;
	case 1: put(w, "%c.RVC.end - %c.RVC.begin", _part(w), _part(w)); break;
	case 2: put(w, "%c.RVC.bandwidth", _part(w)); break;
	case 3: put(w, "%c.RVC.cost", _part(w)); break;
	default: put(w, "%c.RVC.begin", _part(w)); break;
	}
	put(w, " ,%d\n", 1 + _small(w, 4));
}

extern void random_request(rng_t *rng, char *text, size_t size)
{
	struct writer w = { rng, text, size, 0, 1 + rng_below(rng, 4) };

	if ((w.parts == 4) && !rng_one_in(rng, 4))
		w.parts = 3;
	put(&w, "CO.TS.est = %d\n", _small(&w, 2));
	if (rng_one_in(rng, 2))
		put(&w, "CO.TS.let = %d\n", 8 + _small(&w, 6));
	for (char p = 'A'; p < (char) ('A' + w.parts); p++)
		put(&w, "%c.TS.duration = %d\n", p, 1 + _small(&w, 4));
	if ((w.parts > 2) && rng_one_in(rng, 2))
		put(&w, "C.QOS.from = A\nC.QOS.to = B\n");
	for (int i = _small(&w, 3); i; i--) {
		put(&w, "CO.CON.c%d = ", i);
		if (rng_one_in(rng, 3))
			_constraint_of_places(&w);
		else
			_constraint_of_times(&w);
		put(&w, "\n");
	}
	for (int i = _small(&w, 3); i; i--) {
		put(&w, "CO.OBJ.o%d = ", i);
		_objective(&w);
	}
}

/* Random worlds */

static void _profile(rng_t *rng, struct test_world *w, uint32_t r)
{
	int64_t at = 0;
	size_t cnt = rng_below(rng, 5);

	for (size_t i = 0; i < cnt; i++) {
		w->steps[r][i] = (srl_step_t) { at, rng_between(rng, 1, 6) };
		at += rng_between(rng, 1, 5);
	}
	w->pools[r].step_cnt = cnt;
	if (r && rng_one_in(rng, 4))
		w->resources[r].pool = r - 1;
}

/* A pool without resources that has some of the others inside. */
static void _union(rng_t *rng, struct test_world *w)
{
	uint32_t u = (uint32_t) w->world.pool_cnt++;

	ck_assert_uint_lt(u, WORLD_POOLS);
	w->pools[u] = (srl_pool_t) { .steps = w->steps[u], .in = w->in[u] };
	w->steps[u][0] = (srl_step_t) { 0, rng_between(rng, 1, 5) };
	w->steps[u][1] = (srl_step_t) { rng_between(rng, 1, 9),
					rng_between(rng, 1, 5) };
	w->pools[u].step_cnt = 1 + rng_below(rng, 2);
	for (uint32_t r = 0; r < w->world.resource_cnt; r++)
		if (rng_below(rng, 3))
			w->in[r][w->pools[r].in_cnt++] = u;
}

static void _runs(rng_t *rng, struct test_world *w, uint32_t lane)
{
	int64_t at = rng_between(rng, 0, 5);

	for (uint64_t n = 1 + rng_below(rng, 2); n; n--) {
		int64_t last = at + rng_between(rng, 0, 4);

		world_run(w, lane, at, last, (double) rng_below(rng, 10));
		at = last + 1 + rng_between(rng, 0, 2);
	}
}

static void _lanes(rng_t *rng, struct test_world *w, uint32_t part, bool link)
{
	for (uint32_t r = 0; r < w->world.resource_cnt; r++)
		if (rng_below(rng, 4) &&
		    (!link || w->resources[r].ends[0] || rng_one_in(rng, 4)))
			_runs(rng, w, world_lane(w, part, r,
						 rng_between(rng, 0, 3),
						 (double) rng_below(rng, 4)));
}

/*
 * Lanes take licenses of pools without resources, or those of the last resource: a link
 * that others use.
 */
static void _licenses(rng_t *rng, struct test_world *w)
{
	uint32_t first = (uint32_t) w->world.resource_cnt - 1;
	uint32_t cnt = (uint32_t) rng_between(rng, 1, WORLD_LICENSES), pools[3];

	pools[0] = first;
	for (uint32_t i = 1; i <= cnt; i++) {
		pools[i] = world_license(w, rng_between(rng, 0, 5));
		w->steps[pools[i]][1] = (srl_step_t) {
			rng_between(rng, 1, 9), rng_between(rng, 0, 5),
		};
		w->pools[pools[i]].step_cnt = rng_below(rng, 3);
	}
	for (uint32_t l = 0; l < w->world.lane_cnt; l++)
		for (uint32_t i = 0; i <= cnt; i++) {
			const srl_pool_t *of = &w->pools[pools[i]];
			uint32_t own = w->resources[w->lanes[l].resource].pool;

			if (!of->in_cnt && !of->has_nodes && (own != pools[i]) &&
			    rng_one_in(rng, 2))
				world_also(w, l, pools[i],
					   rng_between(rng, 0, 3));
		}
}

/* Some pools have nodes, which need not agree with what is said to be free. */
static void _nodes(rng_t *rng, struct test_world *w)
{
	size_t cnt = 1 + rng_below(rng, WORLD_NODES);

	for (uint32_t p = 0; p < w->world.resource_cnt; p++)
		w->pools[p].has_nodes = rng_below(rng, 3);
	for (size_t i = 0; i < cnt; i++) {
		srl_nodes_t *n = &w->nodes[i];
		int64_t at = rng_between(rng, 0, 3);

		*n = (srl_nodes_t) { .cnt = rng_between(rng, 1, 3),
				     .free = w->free[i],
				     .pools = w->nodes_in[i] };
		for (uint64_t k = rng_below(rng, 3); k; k--) {
			int64_t to = at + rng_between(rng, 1, 9);

			w->free[i][n->free_cnt++] = (srl_span_t) { at, to };
			at = to + rng_between(rng, 1, 3);
		}
		for (uint32_t p = 0; p < w->world.resource_cnt; p++)
			if (w->pools[p].has_nodes && rng_one_in(rng, 2))
				w->nodes_in[i][n->pool_cnt++] = p;
	}
	w->world.nodes = w->nodes;
	w->world.nodes_cnt = cnt;
}

extern void random_world(rng_t *rng, const srl_t *srl, struct test_world *w)
{
	uint64_t cnt = 1 + rng_below(rng, 3);
	bool link = (srl->part_cnt > 2) && (srl->parts[2].from != SRL_NO_PART);

	world_init(w);
	for (uint64_t i = 0; i < cnt; i++)
		_profile(rng, w, world_resource(w, names[i],
						sites[rng_below(rng, 3)], 1));
	for (uint64_t i = link ? 1 + rng_below(rng, 3) : 0; i; i--)
		_profile(rng, w, world_link(w, "link", sites[rng_below(rng, 3)],
					    sites[rng_below(rng, 3)]));
	for (uint64_t i = rng_below(rng, WORLD_UNIONS + 1); i; i--)
		_union(rng, w);
	if (rng_one_in(rng, 2))
		_nodes(rng, w);
	for (uint32_t p = 0; p < srl->part_cnt; p++)
		_lanes(rng, w, p, srl->parts[p].from != SRL_NO_PART);
	if (rng_one_in(rng, 3))
		_licenses(rng, w);
}

/* Another moment, other prices */

static void _move_sum(srl_sum_t *sum, srl_metric_t metric, double by)
{
	for (size_t i = 0; i < sum->cnt; i++)
		if (sum->terms[i].metric == metric)
			sum->constant -= sum->terms[i].factor * by;
}

static void _move_sums(srl_t *srl, srl_metric_t metric, double by)
{
	for (size_t i = 0; i < srl->constraint_cnt; i++)
		_move_sum(&srl->constraints[i].sum, metric, by);
	for (size_t i = 0; i < srl->objective_cnt; i++)
		_move_sum(&srl->objectives[i].sum, metric, by);
}

extern void raise_costs(srl_t *srl, struct test_world *w, double by)
{
	_move_sums(srl, SRL_COST, by);
	for (int l = 0; l < WORLD_LANES; l++)
		for (int i = 0; i < WORLD_RUNS; i++)
			w->runs[l][i].cost += by;
}

static void _move_request(srl_t *srl, int64_t by)
{
	for (size_t p = 0; p < srl->part_cnt; p++) {
		srl->parts[p].est += by;
		if (srl->parts[p].let != SRL_TIME_MAX)
			srl->parts[p].let += by;
	}
	_move_sums(srl, SRL_BEGIN, (double) by);
}

extern void move_in_time(srl_t *srl, struct test_world *w, int64_t by)
{
	_move_request(srl, by);
	for (int l = 0; l < WORLD_LANES; l++)
		for (int i = 0; i < WORLD_RUNS; i++) {
			w->runs[l][i].first += by;
			w->runs[l][i].last += by;
		}
	for (int p = 0; p < WORLD_POOLS; p++)
		for (int i = 0; i < WORLD_STEPS; i++)
			w->steps[p][i].time += by;
	for (int n = 0; n < WORLD_NODES; n++)
		for (int i = 0; i < COUNT(w->free[n]); i++) {
			w->free[n][i].from += by;
			w->free[n][i].to += by;
		}
}

/* All plans, second by second */

struct force {
	const srl_t *srl;
	const srl_world_t *world;
	const srl_range_t *ranges;
	srl_place_of_part_t plan[SRL_PARTS_MAX];
	double best;
	uint64_t right;
};

/* What is free of a pool at a second, read step by step. */
static int64_t _free_at(const srl_pool_t *pool, int64_t at)
{
	int64_t free = 0;

	for (size_t i = 0; i < pool->step_cnt; i++)
		if (pool->steps[i].time <= at)
			free = pool->steps[i].free;
	return free;
}

/* What is taken of a pool at a second, read part by part. RET how many parts take of it */
static int _taken_at(const struct force *f, uint32_t pool, int64_t at,
		     int64_t *ret_taken)
{
	int parts = 0;

	*ret_taken = 0;
	for (uint32_t p = 0; p < f->srl->part_cnt; p++) {
		const srl_lane_t *lane = &f->world->lanes[f->plan[p].lane];

		if ((f->plan[p].begin > at) ||
		    (f->plan[p].begin + f->srl->parts[p].duration <= at))
			continue;
		if (f->world->resources[lane->resource].pool == pool) {
			*ret_taken += lane->amount;
			parts++;
		}
		for (size_t i = 0; i < lane->also_cnt; i++)
			if (lane->also[i].pool == pool) {
				*ret_taken += lane->also[i].amount;
				parts++;
			}
	}
	return parts;
}

/*
 * No second has more of the pools that are in none than there is, for several parts.
 * An assertion that holds would be a write to a file, for each second of each plan.
 */
static void _assert_pools(const struct force *f)
{
	int64_t from = f->srl->parts[0].est;	/* of all: nothing begins before */

	for (uint32_t i = 0; i < f->world->pool_cnt; i++) {
		const srl_pool_t *pool = &f->world->pools[i];

		for (int64_t at = from; at < from + 40; at++) {
			int64_t taken;
			int parts = _taken_at(f, i, at, &taken);

			if ((parts > 1) && (!pool->step_cnt ||
					    (taken > _free_at(pool, at))))
				ck_abort_msg("pool %" PRIu32 ": %" PRId64
					     " taken at %" PRId64, i, taken, at);
		}
	}
}

static void _leaf(struct force *f)
{
	char text[SRL_ERROR_MAX];
	double value;

	if (!srl_plan_check(f->srl, f->world, f->plan, text, sizeof(text)))
		return;
	_assert_pools(f);
	value = srl_plan_value(f->srl, f->world, f->ranges, f->plan);
	if (!f->right++ || (value < f->best))
		f->best = value;
}

static void _descend(struct force *f, uint32_t part)
{
	if (part == f->srl->part_cnt) {
		_leaf(f);
		return;
	}
	for (uint32_t l = 0; l < f->world->lane_cnt; l++) {
		const srl_lane_t *lane = &f->world->lanes[l];

		for (uint32_t r = 0; (lane->part == part) &&
		     (r < lane->run_cnt); r++)
			for (int64_t t = lane->runs[r].first;
			     t <= lane->runs[r].last; t++) {
				f->plan[part] = (srl_place_of_part_t) {
					l, r, t };
				_descend(f, part + 1);
			}
	}
}

extern bool best_by_force(const srl_t *srl, const srl_world_t *world,
			  const srl_range_t *ranges, double *ret_value,
			  uint64_t *ret_right)
{
	struct force f = { .srl = srl, .world = world, .ranges = ranges };

	_descend(&f, 0);
	*ret_value = f.best;
	*ret_right = f.right;
	return f.right > 0;
}

extern void assert_gap(const srl_answer_t *answer, double best,
		       const char *text)
{
	const srl_progress_t *p = &answer->progress;
	bool proven = p->bound >= p->value - SRL_EXACT;

	ck_assert_msg((p->bound >= 0) && (p->bound <= p->value),
		      "bound %g, value %g, after %" PRIu64 ":\n%s", p->bound,
		      p->value, p->work, text);
	ck_assert_msg(p->bound <= best + SRL_EXACT,
		      "bound %.12f, but there is %.12f, after %" PRIu64 ":\n%s",
		      p->bound, best, p->work, text);
	ck_assert_msg(p->value >= best - SRL_EXACT,
		      "value %.12f, but the best has %.12f, after %" PRIu64
		      ":\n%s", p->value, best, p->work, text);
	ck_assert_int_eq(answer->verdict, (p->value < SRL_NO_VALUE) ?
			 (proven ? SRL_OPTIMAL : SRL_STOPPED) :
			 (proven ? SRL_NO_PLAN : SRL_UNKNOWN));
}
