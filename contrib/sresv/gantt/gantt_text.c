/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>
#include <string.h>
#include <sys/param.h>

#include "contrib/sresv/gantt/gantt_canvas.h"
#include "contrib/sresv/gantt/gantt_ticks.h"
#include "contrib/sresv/text/when.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

#define LABEL_MIN 12
#define LABEL_MAX 32
#define NUMBER 6		/* nodes of a row, at the label's end */
#define TICK_COLUMNS 7		/* "HH:MM" and two blanks */
#define DAY_COLUMNS 11		/* "Mon 23 Nov", one blank */
#define NAME_MIN 3		/* less of a name is not written into a bar */

/* What of the legend is needed. */
typedef struct {
	bool kind[GANTT_KINDS];
	bool window, down, several, mixed;
} used_t;

typedef struct {
	const gantt_t *g;
	canvas_t line;
	uint32_t label;		/* width of labels; the time begins behind it */
	FILE *to;
	used_t used;
} drawing_t;

static uint32_t _label_width(uint32_t width)
{
	uint32_t label = width / 4;

	return ((label < LABEL_MIN) ? LABEL_MIN :
		(label > LABEL_MAX) ? LABEL_MAX : label) + 1;
}

uint32_t gantt_text_columns(uint32_t width)
{
	return width - _label_width(width);
}

static void _print(drawing_t *d)
{
	canvas_print(&d->line, d->to);
	canvas_clear(&d->line);
}

/* --- head ------------------------------------------------------------------------ */

static void _wrapped(drawing_t *d, const char *text)
{
	size_t width = d->line.width;

	while (*text) {
		size_t len = strlen(text), cut = len;

		if (len > width)
			for (cut = width; cut && (text[cut] != ' '); cut--)
				;
		if (!cut)
			cut = width;
		fprintf(d->to, "%.*s\n", (int) cut, text);
		text += cut;
		text += strspn(text, " ");
	}
}

static void _title(drawing_t *d)
{
	const gantt_view_t *v = &d->g->view;
	char from[WHEN_TEXT], to[WHEN_TEXT], zone[64], site[64], text[256];
	int len;

	when_text(v->from, from);
	when_text(v->to, to);
	gantt_zone(v->from, v->to, zone, sizeof(zone));
	/* minutes will do */
	len = snprintf(text, sizeof(text), "%.16s to %.16s, %s", from, to,
		       zone);
	if (gantt_site_zone(v->from, v->to, site, sizeof(site)))
		snprintf(text + len, sizeof(text) - (size_t) len,
			 "; the site has %s", site);
	_wrapped(d, text);
}

/* The cell of a time; a label at it begins there. */
static uint32_t _cell(const drawing_t *d, time_t at)
{
	uint32_t first = 0, end;

	(void) gantt_columns(&d->g->view, at, at + 1, &first, &end);
	return d->label + first;
}

static void _date(drawing_t *d, const gantt_tick_t *t, uint32_t *free_from)
{
	uint32_t at = _cell(d, t->at), end = at + (uint32_t) strlen(t->date);

	if ((at < *free_from) || (end > d->line.width))
		return;
	canvas_text(&d->line, at, end, t->date, INK_BOLD);
	*free_from = end + 1;
}

/* The day on which the span begins, if there is room before the next one. */
static void _first_date(drawing_t *d, const gantt_ticks_t *days)
{
	uint32_t free_from = 0;
	gantt_tick_t first;

	if (gantt_tick(d->g->view.from, &first) &&
	    (!days->cnt || (_cell(d, days->list[0].at) >=
			    d->label + strlen(first.date) + 1)))
		_date(d, &first, &free_from);
}

static void _dates(drawing_t *d, const gantt_ticks_t *days)
{
	uint32_t free_from = 0;

	_first_date(d, days);
	for (size_t i = 0; i < days->cnt; i++)
		_date(d, &days->list[i], &free_from);
	_print(d);
}

static void _clocks(drawing_t *d, const gantt_ticks_t *ticks)
{
	bool any = false;

	for (size_t i = 0; i < ticks->cnt; i++) {
		uint32_t at = _cell(d, ticks->list[i].at);

		any = any || !ticks->list[i].day;
		if (at + strlen(ticks->list[i].clock) <= d->line.width)
			canvas_text(&d->line, at, d->line.width,
				    ticks->list[i].clock, INK_PLAIN);
	}
	if (any)
		_print(d);
	else
		canvas_clear(&d->line);
}

static void _ruler(drawing_t *d, const gantt_ticks_t *ticks)
{
	const gantt_view_t *v = &d->g->view;

	for (uint32_t i = 0; i < v->columns; i++)
		canvas_set(&d->line, d->label + i, GLYPH_LINE, INK_DIM);
	for (size_t i = 0; i < ticks->cnt; i++)
		canvas_set(&d->line, _cell(d, ticks->list[i].at),
			   ticks->list[i].day ? GLYPH_DAY : GLYPH_TICK, INK_DIM);
	if ((v->now >= v->from) && (v->now < v->to))
		canvas_set(&d->line, _cell(d, v->now), GLYPH_NOW, INK_BOLD);
	_print(d);
}

/* RET false if memory is short */
static bool _axis(drawing_t *d)
{
	const gantt_view_t *v = &d->g->view;
	time_t column = (v->to - v->from) / v->columns + 1;
	time_t day = column * DAY_COLUMNS;
	gantt_ticks_t ticks, days;

	if (day < 86400)
		day = 86400;
	if (!gantt_ticks(v->from, v->to, column * TICK_COLUMNS, &ticks))
		return false;
	if (!gantt_ticks(v->from, v->to, day, &days)) {
		free(ticks.list);
		return false;
	}
	_dates(d, &days);
	_clocks(d, &ticks);
	_ruler(d, &ticks);
	free(ticks.list);
	free(days.list);
	return true;
}

/* --- rows ------------------------------------------------------------------------ */

/* The same colour for a name each time, neighbours mostly have others. */
static ink_t _ink(const gantt_item_t *item)
{
	static const ink_t inks[GANTT_KINDS] = {
		[GANTT_DEGRADED] = INK_DEGRADED, [GANTT_MAINT] = INK_MAINT,
		[GANTT_NATIVE] = INK_NATIVE, [GANTT_HELD] = INK_HELD,
	};
	unsigned int hash = 0;

	if (item->kind != GANTT_BOOKING)
		return inks[item->kind];
	for (const char *s = item->name; *s; s++)
		hash = hash * 31 + (unsigned char) *s;
	return INK_BOOKING + hash % INK_BOOKINGS;
}

static void _label(drawing_t *d, const char *text, uint32_t nodes)
{
	uint32_t end = d->label - NUMBER - 1;
	char number[NUMBER * 2 + 1];

	canvas_text(&d->line, 0, end, text, INK_PLAIN);
	snprintf(number, sizeof(number), "%*u", NUMBER - 1, nodes);
	if (nodes)
		canvas_text(&d->line, end + 1, d->label - 1, number,
			    INK_DIM);
}

/* The window of a booking, where its lane is blank. */
static void _window(drawing_t *d, const gantt_item_t *item)
{
	uint32_t first, end;

	if (!gantt_columns(&d->g->view, item->end,
			   gantt_window_end(d->g, item), &first, &end))
		return;
	for (; first < end; first++)
		if (d->line.cells[d->label + first].glyph == ' ') {
			canvas_set(&d->line, d->label + first, GLYPH_WINDOW,
				   INK_DIM);
			d->used.window = true;
		}
}

static void _fill(drawing_t *d, const gantt_item_t *item, uint32_t first,
		  uint32_t end)
{
	for (uint32_t i = first; i < end; i++) {
		cell_t *cell = &d->line.cells[d->label + i];

		cell->bars++;
		if (cell->bars == 1) {
			canvas_set(&d->line, d->label + i,
				   GLYPH_FILL + item->kind, _ink(item));
		} else {
			canvas_set(&d->line, d->label + i, GLYPH_SEVERAL,
				   INK_BOLD);
			cell->bars = 2;
			d->used.several = true;
		}
	}
}

/* An end of a bar, unless another bar lies there, too. */
static void _edge(drawing_t *d, const gantt_item_t *item, uint32_t at,
		  glyph_t glyph)
{
	if (d->line.cells[d->label + at].bars == 1)
		canvas_set(&d->line, d->label + at, glyph, _ink(item));
}

static void _bar(drawing_t *d, const gantt_item_t *item)
{
	const gantt_view_t *v = &d->g->view;
	uint32_t first, end;

	if (!gantt_columns(v, item->start, item->end, &first, &end))
		return;
	d->used.kind[item->kind] = true;
	_fill(d, item, first, end);
	if (end - first == 1) {
		_edge(d, item, first, GLYPH_ONE);
		return;
	}
	if (item->start >= v->from)
		_edge(d, item, first, GLYPH_LEFT);
	if (item->end <= v->to)
		_edge(d, item, end - 1, GLYPH_RIGHT);
}

/* The number of columns from one on that are of one bar, or blank. */
static uint32_t _room(const drawing_t *d, uint32_t from, uint32_t to,
		      bool blank)
{
	const cell_t *cells = d->line.cells + d->label;
	uint32_t at = from;

	while ((at < to) && (blank ? (cells[at].glyph == ' ') :
				     (cells[at].bars == 1)))
		at++;
	return at - from;
}

/* Write the name into the bar; or behind it, if only there is room for all of it. */
static void _name(drawing_t *d, const gantt_item_t *item)
{
	const gantt_view_t *v = &d->g->view;
	uint32_t len = (uint32_t) strlen(item->name), first, end, room;

	if (!gantt_columns(v, item->start, item->end, &first, &end))
		return;
	room = (end - first > 2) ? _room(d, first + 1, end - 1, false) : 0;
	if ((room < len) && (_room(d, end - 1, end, false) == 1) &&
	    (_room(d, end, v->columns, true) >= len + 2)) {
		first = end;	/* a blank is before it, and one behind it */
		room = len;
	}
	if (room >= MIN(NAME_MIN, len))
		canvas_text(&d->line, d->label + first + 1,
			    d->label + first + 1 + room, item->name,
			    _ink(item));
}

/* Nodes that are down are so from now on, for as long as is known. */
static void _down(drawing_t *d)
{
	const gantt_view_t *v = &d->g->view;
	uint32_t first, end;

	if (!gantt_columns(v, v->now, v->to, &first, &end))
		return;
	for (; first < end; first++)
		if (d->line.cells[d->label + first].glyph == ' ')
			canvas_set(&d->line, d->label + first, GLYPH_DOWN,
				   INK_DEGRADED);
	d->used.down = true;
}

/* IN part - more than 0 is not drawn as 0, less than all not as all */
static void _share(drawing_t *d, uint32_t column, uint32_t part, uint32_t all,
		   ink_t ink)
{
	uint32_t n = all ? (uint32_t) ((uint64_t) part * SHARES / all) : 0;

	if (part && !n)
		n = 1;
	canvas_set(&d->line, d->label + column, GLYPH_SHARE + n, ink);
}

static void _mixed(drawing_t *d, const gantt_row_t *row)
{
	for (uint32_t i = 0; i < d->g->view.columns; i++)
		if (row->taken[i])
			_share(d, i, row->taken[i], row->node_cnt,
			       INK_BOOKING);
	d->used.mixed = true;
}

static void _lane(drawing_t *d, const gantt_row_t *row, uint32_t lane)
{
	const gantt_item_t *items = d->g->in->items;

	for (uint32_t i = 0; i < row->bar_cnt; i++)
		if (row->bars[i].lane == lane)
			_bar(d, &items[row->bars[i].item]);
	if (row->down_cnt)
		_down(d);
	for (uint32_t i = 0; i < row->bar_cnt; i++)
		if (row->bars[i].lane == lane)
			_window(d, &items[row->bars[i].item]);
	for (uint32_t i = 0; i < row->bar_cnt; i++)
		if (row->bars[i].lane == lane)
			_name(d, &items[row->bars[i].item]);
}

static void _row(drawing_t *d, const gantt_row_t *row)
{
	for (uint32_t lane = 0; lane < row->lanes; lane++) {
		if (!lane)
			_label(d, row->label, row->node_cnt);
		if (row->mixed)
			_mixed(d, row);
		else
			_lane(d, row, lane);
		_print(d);
	}
}

static void _rows(drawing_t *d)
{
	const gantt_t *g = d->g;
	const char *group = "";

	for (uint32_t i = 0; i < g->row_cnt; i++) {
		if (strcmp(g->rows[i].group, group)) {
			group = g->rows[i].group;
			canvas_text(&d->line, 0, d->line.width, group,
				    INK_BOLD);
			if (group[0])
				_print(d);
		}
		_row(d, &g->rows[i]);
	}
	if (!g->row_cnt && g->view.by_bookings)
		_wrapped(d, "no reservations");
}

static void _free(drawing_t *d)
{
	const gantt_t *g = d->g;

	if (!g->free)
		return;
	_label(d, "free", g->node_cnt);
	for (uint32_t i = 0; i < g->view.columns; i++)
		_share(d, i, g->free[i], g->node_cnt, INK_PLAIN);
	_print(d);
}

/* --- legend ---------------------------------------------------------------------- */

static uint32_t _entry(drawing_t *d, uint32_t at, glyph_t glyph, ink_t ink,
		       const char *text)
{
	uint32_t end = at + 2 + (uint32_t) strlen(text);

	if (at && (end > d->line.width)) {
		_print(d);
		at = 0;
		end = 2 + (uint32_t) strlen(text);
	}
	canvas_set(&d->line, at, glyph, ink);
	canvas_text(&d->line, at + 2, d->line.width, text, INK_PLAIN);
	return end + 2;
}

static void _legend(drawing_t *d)
{
	static const gantt_item_t like[] = {
		{ .name = "", .kind = GANTT_BOOKING },
		{ .name = "", .kind = GANTT_DEGRADED },
		{ .name = "", .kind = GANTT_MAINT },
		{ .name = "", .kind = GANTT_NATIVE },
		{ .name = "", .kind = GANTT_HELD },
	};
	const used_t *used = &d->used;
	uint32_t at = 0;

	for (size_t i = 0; i < COUNT(like); i++)
		if (used->kind[like[i].kind])
			at = _entry(d, at, GLYPH_FILL + like[i].kind,
				    _ink(&like[i]),
				    gantt_kind_name(like[i].kind));
	if (used->window)
		at = _entry(d, at, GLYPH_WINDOW, INK_DIM, "may move here");
	if (used->several)
		at = _entry(d, at, GLYPH_SEVERAL, INK_BOLD, "several");
	if (used->down)
		at = _entry(d, at, GLYPH_DOWN, INK_DEGRADED, "down");
	if (used->mixed)
		at = _entry(d, at, GLYPH_SHARE + 4, INK_BOOKING,
			    "eighths taken");
	if (d->g->free)
		at = _entry(d, at, GLYPH_SHARE + 4, INK_PLAIN, "eighths free");
	if (at)
		_print(d);
	if (d->g->in->partial)
		_wrapped(d, GANTT_PARTIAL);
}

bool gantt_text(const gantt_t *g, const gantt_style_t *style, FILE *to)
{
	drawing_t d = { .g = g, .to = to, .label = _label_width(style->width) };
	bool ok;

	if (!canvas_init(&d.line, style))
		return false;
	_title(&d);
	ok = _axis(&d);
	if (ok) {
		_rows(&d);
		_free(&d);
		_legend(&d);
	}
	canvas_free(&d.line);
	return ok;
}
