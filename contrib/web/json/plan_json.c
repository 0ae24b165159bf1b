/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>
#include <string.h>

#include "contrib/web/json/line_json.h"
#include "contrib/web/json/plan_json.h"
#include "plugin/booking/request/answer.h"

static json_t *_place(const figures_line_t *line)
{
	if (!figures_word(line, "start"))
		return json_null();
	return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "start",
			 line_number(line, "start"), "end", line_number(line, "end"),
			 "switches", line_number(line, "switches"),
			 "node_count", line_number(line, "nodes"), "node_list",
			 line_text(line, "on"), "cost", line_real(line, "cost"),
			 "job_cost", line_real(line, "job-cost"),
			 "unit", line_text(line, "unit"));
}

static json_t *_place_before(const figures_line_t *line)
{
	if (!figures_word(line, "was-start"))
		return json_null();
	return json_pack("{s:o, s:o, s:o, s:o}", "start",
			 line_number(line, "was-start"), "end",
			 line_number(line, "was-end"), "node_count",
			 line_number(line, "was-nodes"), "node_list",
			 line_text(line, "was-on"));
}

static json_t *_plan(const figures_line_t *line)
{
	return json_pack("{s:o, s:o, s:o, s:o, s:o, s:[]}", "name",
			 line_text(line, "name"), "token", line_text(line, "token"),
			 "then", _place(line), "now", _place_before(line),
			 "others", line_number(line, "others"), "moves");
}

static json_t *_move(const figures_line_t *line)
{
	return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "name",
			 line_text(line, "booking"), "start",
			 line_number(line, "start"), "end", line_number(line, "end"),
			 "node_list", line_text(line, "on"), "was_start",
			 line_number(line, "was-start"), "was_end",
			 line_number(line, "was-end"), "was_node_list",
			 line_text(line, "was-on"));
}

static json_t *_read(const figures_t *f)
{
	json_t *plan = NULL;

	for (size_t i = 0; i < f->cnt; i++) {
		const figures_line_t *line = &f->lines[i];

		if (!plan && !strcmp(line->kind, ANSWER_PLAN))
			plan = _plan(line);
		else if (!strcmp(line->kind, ANSWER_MOVE))
			json_array_append_new(json_object_get(plan, "moves"),
					      _move(line));
	}
	return plan;
}

json_t *plan_json(const char *lines)
{
	char *text = strdup(lines);
	figures_t f = { .cnt = 0 };
	json_t *plan = NULL;

	if (text && figures_read(text, &f))
		plan = _read(&f);
	figures_free(&f);
	free(text);
	return plan;
}
