/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <errno.h>
#include <stdlib.h>

#include "contrib/eval/co/co_program.h"
#include "srl/rows.h"

typedef struct {
	const co_instance_t *in;
	srl_rows_t rows;
} program_t;

/* A tie of a computer and a link: which end of the link is the computer's? */
static const struct {
	uint32_t computer, link;
	bool second;
} ties[] = {
	{ CO_IBM, CO_NET, false }, { CO_PCC, CO_NET, true },
	{ CO_IBM, CO_OUT, false }, { CO_VIS, CO_OUT, true },
};

static uint32_t _lane_cnt(const co_instance_t *in, uint32_t part)
{
	return co_is_link(part) ? in->n * in->n : in->n;
}

static const srl_lane_t *_lane(const co_instance_t *in, uint32_t part,
			       uint32_t i)
{
	return &in->world.lanes[in->first[part] + i];
}

static void _term(program_t *p, double factor, uint32_t part, uint32_t i,
		  uint32_t j)
{
	if (factor != 0)
		srl_rows_term(&p->rows, factor, part, p->in->first[part] + i, j);
}

/* The resource, 0 .. n - 1, at one end of a link. */
static uint32_t _end(const program_t *p, uint32_t link, bool second)
{
	return second ? link % p->in->n : link / p->in->n;
}

static bool _sink(void *arg, const char *text, size_t len)
{
	return fwrite(text, 1, len, arg) == len;
}

/* Objective */

static double _factor(const program_t *p, const srl_sum_t *sum, uint32_t part,
		      uint32_t i, uint32_t j)
{
	const srl_lane_t *lane = _lane(p->in, part, i);
	double value = 0;

	for (size_t t = 0; t < sum->cnt; t++) {
		const srl_term_t *term = &sum->terms[t];

		if (term->part == part)
			value += term->factor *
				((term->metric == SRL_BEGIN) ?
				 (double) lane->runs[j].first :
				 (term->metric == SRL_COST) ? lane->runs[j].cost :
				 lane->bandwidth);
	}
	return value;
}

/* The range of each objective as the search takes it: the values compare. */
static void _objective(program_t *p, const srl_t *srl)
{
	srl_range_t *ranges = co_need(calloc(srl->objective_cnt,
						sizeof(*ranges)));

	if (srl_ranges(srl, &p->in->world, ranges))
		abort();
	srl_rows_objective(&p->rows);
	for (uint32_t part = 0; part < CO_PARTS; part++)
		for (uint32_t i = 0; i < _lane_cnt(p->in, part); i++)
			for (uint32_t j = 0; j < p->in->k; j++) {
				double price = 0;

				for (size_t o = 0; o < srl->objective_cnt; o++) {
					const srl_objective_t *of = &srl->objectives[o];
					double width = ranges[o].most - ranges[o].least;

					if (width > 0)
						price += (of->max ? -1 : 1) * of->weight /
							 width * _factor(p, &of->sum, part, i, j);
				}
				_term(p, price, part, i, j);
			}
	srl_rows_objective_end(&p->rows);
	free(ranges);
}

/* Rows */

/* All variables of a part, with factors 1. */
static void _all(program_t *p, uint32_t part)
{
	for (uint32_t i = 0; i < _lane_cnt(p->in, part); i++)
		for (uint32_t j = 0; j < p->in->k; j++)
			_term(p, 1, part, i, j);
}

static void _once_and_budget(program_t *p)
{
	for (uint32_t part = 0; part < CO_PARTS; part++) {
		srl_rows_begin(&p->rows, "once");
		_all(p, part);
		srl_rows_end(&p->rows, SRL_EQ, 1);
	}
	srl_rows_begin(&p->rows, "cost");
	for (uint32_t part = 0; part < CO_PARTS; part++)
		for (uint32_t i = 0; i < _lane_cnt(p->in, part); i++)
			for (uint32_t j = 0; j < p->in->k; j++)
				_term(p, _lane(p->in, part, i)->runs[j].cost,
				      part, i, j);
	srl_rows_end(&p->rows, SRL_LE, CO_BUDGET);
}

/* Begins of a part, after its own first one, times a sign. */
static void _begins(program_t *p, uint32_t part, double sign)
{
	for (uint32_t i = 0; i < _lane_cnt(p->in, part); i++) {
		const srl_run_t *runs = _lane(p->in, part, i)->runs;

		for (uint32_t j = 0; j < p->in->k; j++)
			_term(p, sign * (double) (runs[j].first - runs[0].first),
			      part, i, j);
	}
}

static void _paper(program_t *p)
{
	for (uint32_t part = 1; part < CO_PARTS; part++) {
		srl_rows_begin(&p->rows, "time");
		_begins(p, CO_IBM, 1);
		_begins(p, part, -1);
		srl_rows_end(&p->rows, SRL_EQ, 0);
	}
	for (size_t t = 0; t < sizeof(ties) / sizeof(*ties); t++) {
		srl_rows_begin(&p->rows, "space");
		for (uint32_t i = 0; i < p->in->n; i++)
			for (uint32_t j = 0; j < p->in->k; j++)
				_term(p, i + 1, ties[t].computer, i, j);
		for (uint32_t l = 0; l < p->in->n * p->in->n; l++)
			for (uint32_t j = 0; j < p->in->k; j++)
				_term(p, -1.0 - _end(p, l, ties[t].second),
				      ties[t].link, l, j);
		srl_rows_end(&p->rows, SRL_EQ, 0);
	}
}

/* Variables of a part with one start, times a sign. */
static void _at(program_t *p, uint32_t part, uint32_t j, double sign)
{
	for (uint32_t i = 0; i < _lane_cnt(p->in, part); i++)
		_term(p, sign, part, i, j);
}

/* Variables of a tie with one resource, from start j to before end. */
static void _tie(program_t *p, size_t t, uint32_t i, uint32_t j, uint32_t end)
{
	srl_rows_begin(&p->rows, "space");
	for (uint32_t s = j; s < end; s++) {
		_term(p, 1, ties[t].computer, i, s);
		for (uint32_t m = 0; m < p->in->n; m++)
			_term(p, -1, ties[t].link, ties[t].second ?
			      (m * p->in->n) + i : (i * p->in->n) + m, s);
	}
	srl_rows_end(&p->rows, SRL_EQ, 0);
}

static void _split(program_t *p)
{
	for (uint32_t part = 1; part < CO_PARTS; part++)
		for (uint32_t j = 0; j < p->in->k; j++) {
			srl_rows_begin(&p->rows, "time");
			_at(p, CO_IBM, j, 1);
			_at(p, part, j, -1);
			srl_rows_end(&p->rows, SRL_EQ, 0);
		}
	for (size_t t = 0; t < sizeof(ties) / sizeof(*ties); t++)
		for (uint32_t i = 0; i < p->in->n; i++)
			_tie(p, t, i, 0, p->in->k);
}

static void _joint(program_t *p)
{
	for (size_t t = 0; t < sizeof(ties) / sizeof(*ties); t++)
		for (uint32_t i = 0; i < p->in->n; i++)
			for (uint32_t j = 0; j < p->in->k; j++)
				_tie(p, t, i, j, j + 1);
}

static void _binaries(program_t *p)
{
	srl_rows_binaries(&p->rows);
	for (uint32_t part = 0; part < CO_PARTS; part++)
		for (uint32_t i = 0; i < _lane_cnt(p->in, part); i++)
			for (uint32_t j = 0; j < p->in->k; j++)
				srl_rows_binary(&p->rows, part,
						p->in->first[part] + i, j);
}

extern int co_program(const co_instance_t *in, const srl_t *srl, co_rows_t rows,
		      FILE *to)
{
	program_t p = { .in = in };

	p.rows = (srl_rows_t) { .format = SRL_PROGRAM_LP, .sink = _sink,
				.arg = to };
	_objective(&p, srl);
	_once_and_budget(&p);
	if (rows == CO_PAPER)
		_paper(&p);
	else if (rows == CO_SPLIT)
		_split(&p);
	else
		_joint(&p);
	_binaries(&p);
	return srl_rows_close(&p.rows);
}

extern bool co_program_read(const co_instance_t *in, FILE *from,
			    srl_place_of_part_t *ret_places)
{
	char line[256];
	unsigned int at[3];
	uint32_t seen = 0;

	while (fgets(line, sizeof(line), from)) {
		if (sscanf(line, "x#%9u#%9u#%9u", &at[0], &at[1], &at[2]) != 3)
			continue;
		if ((at[0] >= CO_PARTS) || (at[1] >= in->world.lane_cnt) ||
		    (at[2] >= in->k) || (seen & (1u << at[0])))
			return false;
		seen |= 1u << at[0];
		ret_places[at[0]] = (srl_place_of_part_t) {
			at[1], at[2], in->world.lanes[at[1]].runs[at[2]].first,
		};
	}
	return seen == (1u << CO_PARTS) - 1;
}
