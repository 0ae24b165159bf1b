/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>
#include <string.h>

#include "contrib/sresv/answer/figures.h"
#include "contrib/sresv/plan.h"
#include "plugin/booking/request/answer.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const sheet_column_t plan_columns[] = {
	{ SHEET_TEXT, "NAME", false },
	{ SHEET_TIME, "START", false },
	{ SHEET_TIME, "END", false },
	{ SHEET_COUNT, "NODES", false },
	{ SHEET_TEXT, "NODELIST", false },
	{ SHEET_REAL, "COST", false },
	{ SHEET_TIME, "WAS-START", true },
	{ SHEET_TIME, "WAS-END", true },
	{ SHEET_COUNT, "WAS-NODES", true },
	{ SHEET_TEXT, "WAS-NODELIST", true },
	{ SHEET_COUNT, "OTHERS", true },
	{ SHEET_TEXT, "PLAN", false },
	{ SHEET_REAL, "JOB-COST", false },
	{ SHEET_TEXT, "UNIT", true },
	{ SHEET_COUNT, "SWITCHES", true },
};

static const char *const plan_keys[COUNT(plan_columns)] = {
	"name", "start", "end", "nodes", "on", "cost", "was-start", "was-end",
	"was-nodes", "was-on", "others", "token", "job-cost", "unit",
	"switches",
};

static const sheet_column_t move_columns[] = {
	{ SHEET_TEXT, "MOVES", false },
	{ SHEET_TIME, "START", false },
	{ SHEET_TIME, "END", false },
	{ SHEET_TEXT, "NODELIST", false },
	{ SHEET_TIME, "WAS-START", false },
	{ SHEET_TIME, "WAS-END", false },
	{ SHEET_TEXT, "WAS-NODELIST", false },
};

static const char *const move_keys[COUNT(move_columns)] = {
	"booking", "start", "end", "on", "was-start", "was-end", "was-on",
};

bool plan_begin(plan_t *p)
{
	*p = (plan_t) {
		.plans = sheet_create("plan", plan_columns,
				      COUNT(plan_columns)),
		.moves = sheet_create("moves", move_columns,
				      COUNT(move_columns)),
		.nodes = -1, .seconds = -1,
	};
	return p->plans && p->moves;
}

void plan_end(plan_t *p)
{
	sheet_destroy(p->plans);
	sheet_destroy(p->moves);
}

static bool _add_plan(plan_t *p, const figures_line_t *line)
{
	int64_t start, end;

	p->nodes = p->seconds = -1;
	p->priced = figures_word(line, "cost");
	if (figures_number(line, "start", &start) &&
	    figures_number(line, "end", &end) &&
	    figures_number(line, "nodes", &p->nodes))
		p->seconds = end - start;
	return figures_row(line, plan_keys, plan_columns, COUNT(plan_columns),
			   p->plans);
}

bool plan_add(plan_t *p, const char *lines)
{
	char *text = lines ? strdup(lines) : NULL;
	bool ok = !lines || text;
	figures_t f = { .cnt = 0 };

	ok = ok && (!text || figures_read(text, &f));
	for (size_t i = 0; ok && (i < f.cnt); i++) {
		if (!strcmp(f.lines[i].kind, ANSWER_PLAN))
			ok = _add_plan(p, &f.lines[i]);
		else if (!strcmp(f.lines[i].kind, ANSWER_MOVE))
			ok = figures_row(&f.lines[i], move_keys, move_columns,
					 COUNT(move_columns), p->moves);
	}
	figures_free(&f);
	free(text);
	return ok;
}
