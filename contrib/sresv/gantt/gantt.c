/* SPDX-License-Identifier: GPL-2.0-or-later */
/* gantt.c - inputs, columns and lanes; see gantt.h */

#include <stdlib.h>
#include <string.h>

#include "contrib/sresv/gantt/gantt_private.h"

/* --- inputs ------------------------------------------------------------------- */

bool gantt_add(gantt_input_t *in, const gantt_item_t *item)
{
	gantt_item_t *more;

	/* powers of two are the sizes at which the array grows */
	if (!(in->item_cnt & (in->item_cnt - 1))) {
		more = reallocarray(in->items, in->item_cnt ? in->item_cnt * 2 : 1,
				    sizeof(*more));
		if (!more)
			return false;
		in->items = more;
	}
	in->items[in->item_cnt++] = *item;
	return true;
}

static int _by_start(const void *x, const void *y)
{
	const gantt_item_t *a = x, *b = y;

	if (a->start != b->start)
		return (a->start > b->start) - (a->start < b->start);
	return strcmp(a->name, b->name);
}

void gantt_sort(gantt_input_t *in)
{
	if (in->item_cnt)
		qsort(in->items, in->item_cnt, sizeof(*in->items), _by_start);
}

void gantt_input_free(gantt_input_t *in)
{
	free(in->items);
	free(in->nodes);
	*in = (gantt_input_t) { .items = NULL };
}

const char *gantt_kind_name(gantt_kind_t kind)
{
	static const char *const names[GANTT_KINDS] = {
		[GANTT_BOOKING] = "booking", [GANTT_DEGRADED] = "degraded",
		[GANTT_MAINT] = "maintenance", [GANTT_NATIVE] = "slurm",
		[GANTT_HELD] = "held",
	};

	return names[kind];
}

/* --- time --------------------------------------------------------------------- */

time_t gantt_column(const gantt_view_t *view, uint32_t column)
{
	return view->from + (view->to - view->from) * (time_t) column /
			    (time_t) view->columns;
}

/* The column that a second of the span lies in. */
static uint32_t _column(const gantt_view_t *view, time_t t)
{
	uint32_t c = (uint32_t) ((t - view->from) * (time_t) view->columns /
				 (view->to - view->from));

	/* gantt_column() rounds down, so the next one may begin at t already */
	while ((c + 1 < view->columns) && (gantt_column(view, c + 1) <= t))
		c++;
	return c;
}

bool gantt_columns(const gantt_view_t *view, time_t start, time_t end,
		   uint32_t *ret_first, uint32_t *ret_end)
{
	time_t from = (start > view->from) ? start : view->from;
	time_t to = (end < view->to) ? end : view->to;

	if (from >= to)
		return false;
	*ret_first = _column(view, from);
	*ret_end = _column(view, to - 1) + 1;
	return true;
}

time_t gantt_window_end(const gantt_t *g, const gantt_item_t *item)
{
	return (item->start > g->view.now) ? item->end + item->delay : item->end;
}

/* --- lanes -------------------------------------------------------------------- */

void gantt_set_lanes(const gantt_t *g, gantt_row_t *row)
{
	time_t busy[GANTT_LANES] = { 0 };

	row->lanes = 1;
	for (uint32_t i = 0; i < row->bar_cnt; i++) {
		const gantt_item_t *item = &g->in->items[row->bars[i].item];
		uint32_t lane = 0;

		while ((lane < GANTT_LANES - 1) && (busy[lane] > item->start))
			lane++;
		if (busy[lane] < item->end)
			busy[lane] = item->end;
		row->bars[i].lane = lane;
		if (row->lanes <= lane)
			row->lanes = lane + 1;
	}
}

bool gantt_add_bar(gantt_row_t *row, uint32_t item)
{
	gantt_bar_t *more;

	if (!(row->bar_cnt & (row->bar_cnt - 1))) {
		more = reallocarray(row->bars, row->bar_cnt ? row->bar_cnt * 2 : 1,
				    sizeof(*more));
		if (!more)
			return false;
		row->bars = more;
	}
	row->bars[row->bar_cnt++] = (gantt_bar_t) { .item = item };
	return true;
}

/* --- the whole ---------------------------------------------------------------- */

gantt_row_t *gantt_add_row(gantt_t *g)
{
	gantt_row_t *more, *row;

	if (!(g->row_cnt & (g->row_cnt - 1))) {
		more = reallocarray(g->rows, g->row_cnt ? g->row_cnt * 2 : 1,
				    sizeof(*more));
		if (!more)
			return NULL;
		g->rows = more;
	}
	row = &g->rows[g->row_cnt];
	*row = (gantt_row_t) { .group = "", .lanes = 1 };
	if (!(row->taken = calloc(g->view.columns, sizeof(*row->taken))))
		return NULL;
	g->row_cnt++;
	return row;
}

static bool _is_seen(const gantt_t *g, const gantt_item_t *item)
{
	return (item->start < g->view.to) &&
	       (gantt_window_end(g, item) > g->view.from);
}

/* The row of a name; its occurrences share a row. NULL: there is none */
static gantt_row_t *_row_of(const gantt_t *g, const gantt_item_t *item)
{
	for (uint32_t i = 0; i < g->row_cnt; i++)
		if (!strcmp(g->rows[i].label, item->name))
			return &g->rows[i];
	return NULL;
}

static bool _make_by_bookings(gantt_t *g)
{
	for (uint32_t i = 0; i < g->in->item_cnt; i++) {
		const gantt_item_t *item = &g->in->items[i];
		gantt_row_t *row;

		if (!_is_seen(g, item))
			continue;
		row = _row_of(g, item);
		if (!row) {
			if (!(row = gantt_add_row(g)) ||
			    !(row->label = strdup(item->name)))
				return false;
			row->node_cnt = item->node_cnt;
		}
		if (!gantt_add_bar(row, i))
			return false;
	}
	for (uint32_t i = 0; i < g->row_cnt; i++)
		gantt_set_lanes(g, &g->rows[i]);
	return true;
}

gantt_t *gantt_make(const gantt_input_t *in, const gantt_view_t *view)
{
	gantt_t *g = calloc(1, sizeof(*g));

	if (!g)
		return NULL;
	g->in = in;
	g->view = *view;
	if ((in->nodes && !gantt_make_by_nodes(g)) ||
	    (view->by_bookings && !_make_by_bookings(g))) {
		gantt_free(g);
		return NULL;
	}
	return g;
}

void gantt_free_rows(gantt_t *g)
{
	for (uint32_t i = 0; i < g->row_cnt; i++) {
		free(g->rows[i].label);
		free(g->rows[i].bars);
		free(g->rows[i].taken);
	}
	free(g->rows);
	g->rows = NULL;
	g->row_cnt = 0;
}

void gantt_free(gantt_t *g)
{
	if (!g)
		return;
	gantt_free_rows(g);
	free(g->free);
	free(g);
}
