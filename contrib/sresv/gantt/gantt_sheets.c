/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "contrib/sresv/gantt/gantt_sheets.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const sheet_column_t span_columns[] = {
	{ SHEET_TIME, "FROM", false },
	{ SHEET_TIME, "TO", false },
	{ SHEET_TIME, "NOW", false },
	{ SHEET_YES_NO, "PARTIAL", false },
};

static const sheet_column_t row_columns[] = {
	{ SHEET_COUNT, "ROW", false },
	{ SHEET_TEXT, "PARTITION", false },
	{ SHEET_TEXT, "LABEL", false },
	{ SHEET_COUNT, "NODES", false },
	{ SHEET_COUNT, "DOWN", false },
	{ SHEET_YES_NO, "MIXED", false },
};

static const sheet_column_t bar_columns[] = {
	{ SHEET_COUNT, "ROW", false },
	{ SHEET_COUNT, "LANE", false },
	{ SHEET_TEXT, "NAME", false },
	{ SHEET_TEXT, "KIND", false },
	{ SHEET_TIME, "START", false },
	{ SHEET_TIME, "END", false },
	{ SHEET_TIME, "WINDOW END", false },
	{ SHEET_COUNT, "NODES", false },
	{ SHEET_TEXT, "USERS", false },
};

static const sheet_column_t free_columns[] = {
	{ SHEET_TIME, "START", false },
	{ SHEET_TIME, "END", false },
	{ SHEET_COUNT, "NODES", false },
};

static void _row(const gantt_row_t *row, uint32_t number, sheet_t *s)
{
	sheet_count(s, number);
	sheet_text(s, row->group);
	sheet_text(s, row->label);
	sheet_count(s, row->node_cnt);
	sheet_count(s, row->down_cnt);
	sheet_count(s, row->mixed);
}

static void _bar(const gantt_t *g, const gantt_bar_t *bar, uint32_t row,
		 sheet_t *s)
{
	const gantt_item_t *item = &g->in->items[bar->item];

	sheet_count(s, row);
	sheet_count(s, bar->lane);
	sheet_text(s, item->name);
	sheet_text(s, gantt_kind_name(item->kind));
	sheet_count(s, item->start);
	sheet_count(s, item->end);
	sheet_count(s, gantt_window_end(g, item));
	sheet_count(s, item->node_cnt);
	sheet_text(s, item->users);
}

static void _free(const gantt_t *g, sheet_t *s)
{
	uint32_t begin = 0;

	for (uint32_t i = 1; g->free && (i <= g->view.columns); i++) {
		if ((i < g->view.columns) && (g->free[i] == g->free[begin]))
			continue;
		sheet_count(s, gantt_column(&g->view, begin));
		sheet_count(s, gantt_column(&g->view, i));
		sheet_count(s, g->free[begin]);
		begin = i;
	}
}

void gantt_sheets(const gantt_t *g, sheet_t *ret[GANTT_SHEETS + 1])
{
	ret[0] = sheet_create("span", span_columns, COUNT(span_columns));
	ret[1] = sheet_create("rows", row_columns, COUNT(row_columns));
	ret[2] = sheet_create("bars", bar_columns, COUNT(bar_columns));
	ret[3] = sheet_create("free", free_columns, COUNT(free_columns));
	ret[4] = NULL;
	sheet_count(ret[0], g->view.from);
	sheet_count(ret[0], g->view.to);
	sheet_count(ret[0], g->view.now);
	sheet_count(ret[0], g->in->partial);
	for (uint32_t i = 0; i < g->row_cnt; i++) {
		_row(&g->rows[i], i, ret[1]);
		for (uint32_t k = 0; k < g->rows[i].bar_cnt; k++)
			_bar(g, &g->rows[i].bars[k], i, ret[2]);
	}
	_free(g, ret[3]);
}
