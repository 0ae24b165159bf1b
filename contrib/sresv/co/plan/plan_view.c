/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "contrib/sresv/co/plan/plan_view.h"
#include "contrib/sresv/text/sheet.h"
#include "contrib/sresv/text/when.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const sheet_column_t part_columns[] = {
	{ SHEET_TEXT, "PART", false },
	{ SHEET_TEXT, "CLUSTER", false },
	{ SHEET_TEXT, "RESOURCE", false },
	{ SHEET_TIME, "BEGIN", false },
	{ SHEET_TIME, "END", false },
	{ SHEET_COUNT, "NODES", false },
	{ SHEET_TEXT, "LICENSES", false },
	{ SHEET_REAL, "COST", false },
};

static const sheet_column_t objective_columns[] = {
	{ SHEET_TEXT, "OBJECTIVE", false },
	{ SHEET_TEXT, "VALUE", false },
	{ SHEET_TEXT, "TERM", false },
	{ SHEET_TEXT, "WEIGHT", false },
};

/* --- numbers ----------------------------------------------------------------------- */

static double _metric(const plan_view_t *v, const srl_term_t *term)
{
	const srl_place_of_part_t *at = &v->answer->places[term->part];
	const srl_lane_t *lane = &v->world->lanes[at->lane];

	if (term->metric == SRL_BEGIN)
		return (double) at->begin;
	return (term->metric == SRL_COST) ? lane->runs[at->run].cost :
					    lane->bandwidth;
}

/* The kind of a sum: moments, lengths of time, or plain numbers. */
static bool _is_moment(const srl_sum_t *sum)
{
	double begins = 0;

	for (size_t i = 0; i < sum->cnt; i++)
		if (sum->terms[i].metric == SRL_BEGIN)
			begins += sum->terms[i].factor;
	return (begins > 1 - SRL_NEAR) && (begins < 1 + SRL_NEAR);
}

static bool _is_length(const srl_sum_t *sum)
{
	return sum->cnt && (sum->terms[0].metric == SRL_BEGIN);
}

const char *plan_value(const plan_view_t *v, const srl_sum_t *sum,
		       char buf[PLAN_VALUE_MAX])
{
	double value = sum->constant;
	char time[WHEN_TEXT];

	for (size_t i = 0; i < sum->cnt; i++)
		value += sum->terms[i].factor * _metric(v, &sum->terms[i]);
	if (_is_moment(sum))
		snprintf(buf, PLAN_VALUE_MAX, "%s",
			 when_text((time_t) value, time));
	else if (_is_length(sum))
		snprintf(buf, PLAN_VALUE_MAX, "%.0f s", value);
	else
		snprintf(buf, PLAN_VALUE_MAX, "%.2f", value);
	return buf;
}

/* For people and for programs */
static const struct {
	const char *text, *name;
} ends[] = {
	[PLANNER_PROVEN] = { "", "proven" },
	[PLANNER_TIME] = { ", when the time was over (--time)", "time" },
	[PLANNER_GAP] = { ", which is enough (--gap)", "gap" },
	[PLANNER_STARTS] = { ": there are too many possible starts to try all",
			     "starts" },
};

const char *plan_verdict(const plan_view_t *v, char buf[PLAN_VERDICT_MAX])
{
	const srl_progress_t *p = &v->answer->progress;
	double gap = p->value - p->bound;

	if (v->answer->verdict == SRL_OPTIMAL)
		snprintf(buf, PLAN_VERDICT_MAX, "optimal");
	else
		snprintf(buf, PLAN_VERDICT_MAX, "within %.6f of the best%s",
			 (gap > 0) ? gap : 0, ends[v->end].text);
	return buf;
}

/* --- tables ------------------------------------------------------------------------ */

static sheet_t *_parts(const plan_view_t *v)
{
	sheet_t *s = sheet_create("parts", part_columns, COUNT(part_columns));

	for (uint32_t i = 0; i < v->srl->part_cnt; i++) {
		const planner_place_t *at = &v->places[i];
		const lrs_shape_t *shape = &at->shape;

		sheet_text(s, v->srl->parts[i].id);
		sheet_text(s, v->ris->clusters[at->cluster].name);
		sheet_text(s, v->ris->resources[at->resource].name);
		sheet_count(s, shape->start);
		sheet_count(s, shape->start + shape->length);
		sheet_count_if(s, shape->nodes, shape->nodes);
		sheet_text(s, shape->licenses);
		sheet_real(s, at->cost);
	}
	return s;
}

static sheet_t *_objectives(const plan_view_t *v)
{
	sheet_t *s = sheet_create("objectives", objective_columns,
				  COUNT(objective_columns));

	for (size_t i = 0; i < v->srl->objective_cnt; i++) {
		const srl_objective_t *o = &v->srl->objectives[i];
		char text[PLAN_VALUE_MAX];

		sheet_text(s, o->name);
		sheet_text(s, plan_value(v, &o->sum, text));
		snprintf(text, sizeof(text), "%.6f",
			 srl_plan_term(v->srl, v->world, v->ranges, i,
				       v->answer->places));
		sheet_text(s, text);
		snprintf(text, sizeof(text), "%.6f", o->weight);
		sheet_text(s, text);
	}
	return s;
}

bool plan_print(const plan_view_t *v, FILE *to)
{
	sheet_t *sheets[] = { _parts(v), _objectives(v), NULL };
	char verdict[PLAN_VERDICT_MAX];
	bool ok = sheets[0] && sheets[1];

	fprintf(to, "%s: %s; objective %.6f, cost %.2f\n\n", v->name,
		plan_verdict(v, verdict), v->answer->progress.value,
		srl_plan_cost(v->world, v->answer->places, v->srl->part_cnt));
	ok = ok && sheets_print(sheets, to, SHEET_TABLE | SHEET_HEADS);
	sheet_destroy(sheets[0]);
	sheet_destroy(sheets[1]);
	return ok;
}

/* --- JSON -------------------------------------------------------------------------- */

static json_t *_json_part(const plan_view_t *v, uint32_t i)
{
	const planner_place_t *at = &v->places[i];
	const ris_resource_t *r = &v->ris->resources[at->resource];
	const lrs_shape_t *s = &at->shape;

	return json_pack("{ss ss ss ss sI sI sI s:s? s:s? s:s? sf}",
			 "part", v->srl->parts[i].id,
			 "cluster", v->ris->clusters[at->cluster].name,
			 "resource", r->name, "site", r->site,
			 "begin", (json_int_t) s->start,
			 "end", (json_int_t) (s->start + s->length),
			 "nodes", (json_int_t) s->nodes,
			 "partition", s->partition, "features", s->features,
			 "licenses", s->licenses, "cost", at->cost);
}

static json_t *_json_objective(const plan_view_t *v, size_t i)
{
	const srl_objective_t *o = &v->srl->objectives[i];
	double value = o->sum.constant;

	for (size_t t = 0; t < o->sum.cnt; t++)
		value += o->sum.terms[t].factor *
			_metric(v, &o->sum.terms[t]);
	return json_pack("{ss sb sf sf sf}", "name", o->name, "max", o->max,
			 "value", value, "term",
			 srl_plan_term(v->srl, v->world, v->ranges, i,
				       v->answer->places),
			 "weight", o->weight);
}

static bool _append(json_t *list, json_t *value)
{
	return value && !json_array_append_new(list, value);
}

json_t *plan_json(const plan_view_t *v)
{
	const srl_progress_t *p = &v->answer->progress;
	json_t *parts = json_array(), *objectives = json_array(), *all;
	bool ok = parts && objectives;

	for (uint32_t i = 0; ok && (i < v->srl->part_cnt); i++)
		ok = _append(parts, _json_part(v, i));
	for (size_t i = 0; ok && (i < v->srl->objective_cnt); i++)
		ok = _append(objectives, _json_objective(v, i));
	/* the two lists are given away */
	all = json_pack("{sb ss sf sf sf so so}", "optimal",
			v->answer->verdict == SRL_OPTIMAL,
			"end", ends[v->end].name,
			"objective", p->value, "bound", p->bound, "cost",
			srl_plan_cost(v->world, v->answer->places,
				      v->srl->part_cnt),
			"parts", parts, "objectives", objectives);
	if (ok)
		return all;
	json_decref(all);
	return NULL;
}
