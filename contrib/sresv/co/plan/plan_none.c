/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/sresv/co/plan/plan_none.h"

typedef struct {
	const srl_t *srl;
	const srl_world_t *world;
	const srl_limits_t *limits;
	const char *name;
	FILE *to;
} none_t;

/* --- parts without a candidate ------------------------------------------------------ */

/* RET whether a part has none */
static bool _say_part(const planner_t *planner, uint32_t part, const none_t *n)
{
	char *text = NULL, *save = NULL, *line;
	size_t size;
	FILE *to = open_memstream(&text, &size);
	bool none = to && planner_why_not(planner, part, to);

	if (to)
		fclose(to);
	if (none)
		fprintf(n->to, "%s:%u: part %s can be nowhere\n", n->name,
			n->srl->parts[part].place.line,
			n->srl->parts[part].id);
	for (line = none ? strtok_r(text, "\n", &save) : NULL; line;
	     line = strtok_r(NULL, "\n", &save))
		fprintf(n->to, "  %s\n", line);
	free(text);
	return none;
}

/* --- constraints in the way ----------------------------------------------------------- */

/* The sum of a constraint, for a plan. */
static double _sum(const none_t *n, const srl_sum_t *sum,
		   const srl_answer_t *answer)
{
	double value = sum->constant;

	for (size_t i = 0; i < sum->cnt; i++) {
		const srl_place_of_part_t *at =
			&answer->places[sum->terms[i].part];
		const srl_lane_t *lane = &n->world->lanes[at->lane];
		double x = lane->bandwidth;

		if (sum->terms[i].metric == SRL_BEGIN)
			x = (double) at->begin;
		else if (sum->terms[i].metric == SRL_COST)
			x = lane->runs[at->run].cost;
		value += sum->terms[i].factor * x;
	}
	return value;
}

/*
 * By how much is a constraint missed at least? The sum itself becomes the
 * objective. RET false if that is not known: != and texts have no distance
 */
static bool _miss(const none_t *n, size_t i, double *ret)
{
	const srl_constraint_t *c = &n->srl->constraints[i];
	bool max = (c->op == SRL_GE) || (c->op == SRL_GT);
	srl_objective_t objective = {
		.name = c->name, .max = max, .weight = 1, .sum = c->sum,
	};
	bool *ignore = calloc(n->srl->constraint_cnt, sizeof(*ignore));
	srl_t own = *n->srl;
	srl_limits_t limits = *n->limits;
	srl_answer_t answer;
	size_t unknown;
	int rc = -1;

	own.objectives = &objective;
	own.objective_cnt = 1;
	limits.ignore = ignore;
	if (ignore && !c->is_text && (c->op != SRL_NE) && (c->op != SRL_EQ)) {
		ignore[i] = true;
		rc = srl_search(&own, n->world, &limits, &answer, &unknown);
	}
	free(ignore);
	if (rc || (answer.verdict != SRL_OPTIMAL))
		return false;
	*ret = _sum(n, &c->sum, &answer);
	return true;
}

static bool _is_of(const srl_sum_t *sum, srl_metric_t metric)
{
	for (size_t i = 0; i < sum->cnt; i++)
		if (sum->terms[i].metric != metric)
			return false;
	return sum->cnt;
}

static void _say_constraint(const none_t *n, size_t i)
{
	const srl_constraint_t *c = &n->srl->constraints[i];
	double miss;

	fprintf(n->to, "%s:%u:%u: %s is in the way: %s", n->name,
		c->place.line, c->place.column, c->name, c->source);
	if (!_miss(n, i, &miss))
		fputs("\n", n->to);
	else if (_is_of(&c->sum, SRL_COST) && (c->op != SRL_GE) &&
		 (c->op != SRL_GT))
		fprintf(n->to, "; the cheapest is %.2f\n",
			miss - c->sum.constant);
	else if (_is_of(&c->sum, SRL_BEGIN))
		fprintf(n->to, "; it is missed by %.0f s\n",
			(miss < 0) ? -miss : miss);
	else
		fprintf(n->to, "; it is missed by %.2f\n",
			(miss < 0) ? -miss : miss);
}

/* RET whether there is a plan without any constraint; errors: false */
static bool _fits_without_all(const none_t *n)
{
	size_t cnt = n->srl->constraint_cnt, unknown;
	bool *ignore = calloc(cnt + 1, sizeof(*ignore));
	srl_limits_t limits = *n->limits;
	srl_answer_t answer = { .verdict = SRL_UNKNOWN };

	if (!ignore)
		return false;
	memset(ignore, true, cnt);
	limits.ignore = ignore;
	if (srl_search(n->srl, n->world, &limits, &answer, &unknown))
		answer.verdict = SRL_UNKNOWN;
	free(ignore);
	return (answer.verdict == SRL_OPTIMAL) ||
	       (answer.verdict == SRL_STOPPED);
}

/* Errors of a search: RET -1 with errno ENOMEM; others are said */
static int _say_unsaid(const none_t *n)
{
	if (errno != E2BIG)
		return -1;
	fprintf(n->to, "%s: there is no plan; what is in the way is not known: there are too many possible starts\n",
		n->name);
	return 0;
}

static int _say_constraints(const none_t *n)
{
	bool *guilty = calloc(n->srl->constraint_cnt + 1, sizeof(*guilty));
	size_t open = 0;
	int cnt;

	if (!guilty)
		return -1;
	cnt = srl_explain(n->srl, n->world, n->limits, guilty, &open);
	for (size_t i = 0; (cnt > 0) && (i < n->srl->constraint_cnt); i++)
		if (guilty[i])
			_say_constraint(n, i);
	free(guilty);
	if (cnt < 0)
		return _say_unsaid(n);
	if (open)
		fprintf(n->to, "%s: there is no plan; of %zu constraints it was not found in time whether they are in the way (--time)\n",
			n->name, open);
	if (cnt || open)
		return 0;
	if (n->srl->constraint_cnt && _fits_without_all(n))
		fprintf(n->to, "%s: several constraints together are in the way: there is a plan without all, but not without any one of them\n",
			n->name);
	else
		fprintf(n->to, "%s: each part has a place of its own, but not all together: too little is free at the same time, or no link fits\n",
			n->name);
	return 0;
}

/* None was found. What would it be at best? */
static int _say_unknown(const planner_t *planner, const none_t *n,
			const srl_answer_t *answer)
{
	if (planner_end(planner) == PLANNER_STARTS)
		fprintf(n->to, "%s: no plan was found; there may be one, but there are too many possible starts to try all: make the windows shorter\n",
			n->name);
	else
		fprintf(n->to, "%s: no plan was found in time; there may be one, with an objective of %.6f at best (--time)\n",
			n->name, answer->progress.bound);
	return 0;
}

int plan_none(planner_t *planner, const srl_t *srl, const char *name,
	      const srl_answer_t *answer, FILE *to)
{
	const srl_limits_t limits = planner_limits(planner);
	const none_t n = {
		.srl = srl, .world = planner_world(planner), .limits = &limits,
		.name = name, .to = to,
	};
	bool none = false;

	if (answer->verdict == SRL_UNKNOWN)
		return _say_unknown(planner, &n, answer);

	for (uint32_t part = 0; part < srl->part_cnt; part++)
		none = _say_part(planner, part, &n) || none;
	return none ? 0 : _say_constraints(&n);
}
