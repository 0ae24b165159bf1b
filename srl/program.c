/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * program.c - the rows of the integer program.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "srl/program.h"
#include "srl/rows.h"

/* A variable: the part of a lane begins at a start of the grid. */
struct candidate {
	uint32_t lane, run, start;
};

struct program {
	const srl_t *srl;
	const srl_world_t *world;
	const srl_grid_t *grid;
	struct candidate *list;		/* in the order of their lanes */
	size_t cnt;
	srl_rows_t rows;
};

static const srl_lane_t *_lane_of(const struct program *p,
				  const struct candidate *c)
{
	return &p->world->lanes[c->lane];
}

static const srl_resource_t *_resource(const struct program *p,
				       const struct candidate *c)
{
	return &p->world->resources[_lane_of(p, c)->resource];
}

/* Seconds since the first start: smaller numbers are better for solvers. */
static double _begin_offset(const struct program *p, const struct candidate *c)
{
	return (double) (p->grid->starts[c->start] - p->grid->starts[0]);
}

/* The variable in a row, if its factor is not 0. */
static void _add_term(struct program *p, double factor,
		      const struct candidate *c)
{
	if (factor != 0)
		srl_rows_term(&p->rows, factor, _lane_of(p, c)->part, c->lane,
			      c->start);
}

/* Candidates */

static bool _is_in_window(const srl_part_t *part, int64_t begin)
{
	return (begin >= part->est) && (begin + part->duration <= part->let);
}

/* The starts of the grid in a lane. RET their number; list may be NULL */
static size_t _in_lane(const struct program *p, uint32_t l,
		       struct candidate *list)
{
	const srl_lane_t *lane = &p->world->lanes[l];
	size_t cnt = 0;
	uint32_t run = 0;

	for (uint32_t j = 0; j < p->grid->cnt; j++) {
		int64_t at = p->grid->starts[j];

		while ((run < lane->run_cnt) && (lane->runs[run].last < at))
			run++;
		if ((run == lane->run_cnt) || (lane->runs[run].first > at) ||
		    !_is_in_window(&p->srl->parts[lane->part], at))
			continue;
		if (list)
			list[cnt] = (struct candidate) { l, run, j };
		cnt++;
	}
	return cnt;
}

static int _list_candidates(struct program *p)
{
	size_t cnt = 0;

	for (uint32_t l = 0; l < p->world->lane_cnt; l++)
		cnt += _in_lane(p, l, NULL);
	p->list = calloc(cnt + 1, sizeof(*p->list));
	if (!p->list)
		return -1;
	for (uint32_t l = 0; l < p->world->lane_cnt; l++)
		p->cnt += _in_lane(p, l, p->list + p->cnt);
	return 0;
}

/* Listing 1, lines 44 to 50; the constant of the objective is left out. */

static double _factor(const struct program *p, const struct candidate *c,
		      const srl_sum_t *sum)
{
	const srl_lane_t *lane = _lane_of(p, c);
	double value = 0;

	for (size_t i = 0; i < sum->cnt; i++) {
		const srl_term_t *t = &sum->terms[i];

		if (t->part != lane->part)
			continue;
		value += t->factor *
			((t->metric == SRL_BEGIN) ? _begin_offset(p, c) :
			 (t->metric == SRL_COST) ? lane->runs[c->run].cost :
			 lane->bandwidth);
	}
	return value;
}

static int _objective(struct program *p)
{
	srl_range_t *ranges = calloc(p->srl->objective_cnt, sizeof(*ranges));

	if (!ranges || (srl_ranges(p->srl, p->world, ranges) < 0)) {
		free(ranges);
		return -1;
	}
	srl_rows_objective(&p->rows);
	for (size_t i = 0; i < p->cnt; i++) {
		double price = 0;

		for (size_t k = 0; k < p->srl->objective_cnt; k++) {
			const srl_objective_t *o = &p->srl->objectives[k];
			double width = ranges[k].most - ranges[k].least;

			if (width >= SRL_NEAR)
				price += (o->max ? -1 : 1) * o->weight / width *
					_factor(p, &p->list[i], &o->sum);
		}
		_add_term(p, price, &p->list[i]);
	}
	srl_rows_objective_end(&p->rows);
	free(ranges);
	return 0;
}

/* Line 14: each part once. */
static void _parts_once(struct program *p)
{
	for (uint32_t part = 0; part < p->srl->part_cnt; part++) {
		srl_rows_begin(&p->rows, "once");
		for (size_t i = 0; i < p->cnt; i++)
			if (_lane_of(p, &p->list[i])->part == part)
				_add_term(p, 1, &p->list[i]);
		srl_rows_end(&p->rows, SRL_EQ, 1);
	}
}

/* Lines 15 to 24: prices and times. */

static bool _is_whole(double x)
{
	return x == floor(x);
}

/* A strict comparison of whole numbers is off by one. */
static double _strictly(const struct program *p, const srl_sum_t *sum)
{
	if (!_is_whole(sum->constant))
		return 2 * SRL_NEAR;
	for (size_t i = 0; i < p->cnt; i++)
		if (!_is_whole(_factor(p, &p->list[i], sum)))
			return 2 * SRL_NEAR;
	return 1;
}

static void _compare_sum(struct program *p, const srl_constraint_t *c)
{
	double right = -c->sum.constant;

	for (size_t i = 0; i < c->sum.cnt; i++)
		if (c->sum.terms[i].metric == SRL_BEGIN)
			right -= c->sum.terms[i].factor *
				(double) p->grid->starts[0];
	srl_rows_begin(&p->rows, "con");
	for (size_t i = 0; i < p->cnt; i++)
		_add_term(p, _factor(p, &p->list[i], &c->sum), &p->list[i]);
	if (c->op == SRL_LT)
		srl_rows_end(&p->rows, SRL_LE, right - _strictly(p, &c->sum));
	else if (c->op == SRL_GT)
		srl_rows_end(&p->rows, SRL_GE, right + _strictly(p, &c->sum));
	else
		srl_rows_end(&p->rows, c->op, right);
}

/* Ours: texts */

static const char *_side_text(const struct program *p,
			      const struct candidate *c, const srl_side_t *side)
{
	const srl_resource_t *r = _resource(p, c);

	if (side->part == SRL_NO_PART)
		return side->text;
	if (side->part != _lane_of(p, c)->part)
		return NULL;
	return (side->metric == SRL_SITE) ? r->site :
		(side->metric == SRL_CLUSTER) ? r->cluster : r->name;
}

/* One side is fixed: variables that break the constraint are 0. */
static void _exclude(struct program *p, const srl_constraint_t *c)
{
	srl_rows_begin(&p->rows, "text");
	for (size_t i = 0; i < p->cnt; i++) {
		const char *left = _side_text(p, &p->list[i], &c->left);
		const char *right = _side_text(p, &p->list[i], &c->right);

		if (left && right && (!strcmp(left, right) !=
				      (c->op == SRL_EQ)))
			_add_term(p, 1, &p->list[i]);
	}
	srl_rows_end(&p->rows, SRL_EQ, 0);
}

/* For one text: both sides have it or none (==), or not both (!=). */
static void _match_text(struct program *p, const srl_constraint_t *c,
			const char *text)
{
	double sign = (c->op == SRL_EQ) ? -1 : 1;

	srl_rows_begin(&p->rows, "text");
	for (size_t i = 0; i < p->cnt; i++) {
		const char *left = _side_text(p, &p->list[i], &c->left);
		const char *right = _side_text(p, &p->list[i], &c->right);
		double factor = 0;

		if (left && !strcmp(left, text))
			factor += 1;
		if (right && !strcmp(right, text))
			factor += sign;
		_add_term(p, factor, &p->list[i]);
	}
	if (c->op == SRL_EQ)
		srl_rows_end(&p->rows, SRL_EQ, 0);
	else
		srl_rows_end(&p->rows, SRL_LE, 1);
}

static int _by_text(const void *a, const void *b)
{
	return strcmp(*(const char *const *) a, *(const char *const *) b);
}

/* The texts of a list, ascending, each once. RET their number */
static size_t _unique(const char **texts, size_t cnt)
{
	size_t kept = 0;

	if (cnt)
		qsort(texts, cnt, sizeof(*texts), _by_text);
	for (size_t i = 0; i < cnt; i++)
		if (!kept || strcmp(texts[kept - 1], texts[i]))
			texts[kept++] = texts[i];
	return kept;
}

static int _compare_texts(struct program *p, const srl_constraint_t *c)
{
	const char **texts;
	size_t cnt = 0;

	if ((c->left.part == SRL_NO_PART) || (c->right.part == SRL_NO_PART) ||
	    (c->left.part == c->right.part)) {
		_exclude(p, c);
		return 0;
	}
	texts = calloc(2 * p->cnt + 1, sizeof(*texts));
	if (!texts)
		return -1;
	for (size_t i = 0; i < p->cnt; i++) {
		const char *left = _side_text(p, &p->list[i], &c->left);
		const char *right = _side_text(p, &p->list[i], &c->right);

		if (left)
			texts[cnt++] = left;
		if (right)
			texts[cnt++] = right;
	}
	cnt = _unique(texts, cnt);
	for (size_t i = 0; i < cnt; i++)
		_match_text(p, c, texts[i]);
	free(texts);
	return 0;
}

/* RET 0, or -1 with errno */
static int _constraints(struct program *p)
{
	for (size_t i = 0; i < p->srl->constraint_cnt; i++) {
		const srl_constraint_t *c = &p->srl->constraints[i];

		if (!c->is_text && (c->op == SRL_NE)) {
			errno = ENOTSUP;
			return -1;
		}
		if (!c->is_text)
			_compare_sum(p, c);
		else if (_compare_texts(p, c) < 0)
			return -1;
	}
	return 0;
}

/*
 * Lines 26 to 41, in both directions: at each site as many ends of the link as
 * there are parts that the link connects.
 */
static void _ends_at(struct program *p, uint32_t link, const char *site)
{
	const srl_part_t *part = &p->srl->parts[link];

	srl_rows_begin(&p->rows, "spat");
	for (size_t i = 0; i < p->cnt; i++) {
		const srl_resource_t *r = _resource(p, &p->list[i]);
		uint32_t of = _lane_of(p, &p->list[i])->part;
		double factor = 0;

		if (of == link) {
			factor += r->ends[0] && !strcmp(r->ends[0], site);
			factor += r->ends[0] && !strcmp(r->ends[1], site);
		}
		if (!strcmp(r->site, site))
			factor -= (of == part->from) + (of == part->to);
		_add_term(p, factor, &p->list[i]);
	}
	srl_rows_end(&p->rows, SRL_EQ, 0);
}

static size_t _list_sites(const struct program *p, const char **sites)
{
	size_t cnt = 0;

	for (size_t r = 0; r < p->world->resource_cnt; r++) {
		const srl_resource_t *of = &p->world->resources[r];

		sites[cnt++] = of->site;
		for (int e = 0; of->ends[0] && (e < 2); e++)
			sites[cnt++] = of->ends[e];
	}
	return _unique(sites, cnt);
}

static int _write_links(struct program *p)
{
	const char **sites = calloc(3 * p->world->resource_cnt + 1,
				    sizeof(*sites));
	size_t cnt;

	if (!sites)
		return -1;
	cnt = _list_sites(p, sites);
	for (uint32_t part = 0; part < p->srl->part_cnt; part++)
		for (size_t s = 0; (s < cnt) &&
		     (p->srl->parts[part].from != SRL_NO_PART); s++)
			_ends_at(p, part, sites[s]);
	free(sites);
	return 0;
}

/* Ours: the load of a pool at a moment is at most its free amount. */
static void _limit_load(struct program *p, uint32_t pool, int64_t at)
{
	const srl_pool_t *of = &p->world->pools[pool];

	srl_rows_begin(&p->rows, "pool");
	for (size_t i = 0; i < p->cnt; i++) {
		const struct candidate *c = &p->list[i];
		const srl_lane_t *lane = _lane_of(p, c);
		int64_t begin = p->grid->starts[c->start], amount;

		if (srl_lane_takes(p->world, lane, pool, &amount) &&
		    (begin <= at) &&
		    (begin + p->srl->parts[lane->part].duration > at))
			_add_term(p, of->step_cnt ? (double) amount : 1, c);
	}
	srl_rows_end(&p->rows, SRL_LE, of->step_cnt ?
		     (double) srl_pool_free(of, at, at + 1) : 1);
}

static bool _is_shared(const struct program *p, uint32_t pool)
{
	uint32_t first = SRL_NO_PART;

	for (size_t i = 0; i < p->cnt; i++) {
		const srl_lane_t *lane = _lane_of(p, &p->list[i]);
		int64_t amount;

		if (!srl_lane_takes(p->world, lane, pool, &amount))
			continue;
		if ((first != SRL_NO_PART) && (first != lane->part))
			return true;
		first = lane->part;
	}
	return false;
}

/* Loads rise where a part begins, and free amounts fall at a step. */
static void _limit_pools(struct program *p)
{
	for (uint32_t pool = 0; pool < p->world->pool_cnt; pool++) {
		const srl_pool_t *of = &p->world->pools[pool];

		if (!_is_shared(p, pool))
			continue;
		for (size_t j = 0; j < p->grid->cnt; j++)
			_limit_load(p, pool, p->grid->starts[j]);
		for (size_t i = 0; i < of->step_cnt; i++)
			_limit_load(p, pool, of->steps[i].time);
	}
}

static int _write_program(struct program *p)
{
	if (_list_candidates(p) < 0)
		return -1;
	srl_rows_variables(&p->rows);
	for (size_t i = 0; i < p->cnt; i++)
		srl_rows_variable(&p->rows, _lane_of(p, &p->list[i])->part,
				  p->list[i].lane, p->list[i].start);
	if (_objective(p) < 0)
		return -1;
	_parts_once(p);
	if ((_constraints(p) < 0) || (_write_links(p) < 0))
		return -1;
	_limit_pools(p);
	srl_rows_binaries(&p->rows);
	for (size_t i = 0; i < p->cnt; i++)
		srl_rows_binary(&p->rows, _lane_of(p, &p->list[i])->part,
				p->list[i].lane, p->list[i].start);
	return srl_rows_close(&p->rows);
}

extern int srl_program(const srl_t *srl, const srl_world_t *world,
		       const srl_grid_t *grid, srl_format_t format,
		       srl_sink_t sink, void *arg)
{
	struct program p = {
		.srl = srl, .world = world, .grid = grid,
		.rows = { .format = format, .sink = sink, .arg = arg },
	};
	int rc;

	errno = ENOMEM;
	rc = _write_program(&p);
	free(p.list);
	return rc;
}
