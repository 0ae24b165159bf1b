/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>
#include <string.h>

#include "contrib/sresv/gantt/gantt_svg.h"
#include "contrib/sresv/gantt/gantt_ticks.h"
#include "contrib/sresv/text/plain.h"
#include "contrib/sresv/text/when.h"

/* pixels */
#define LEFT 190		/* labels */
#define WIDE 960		/* the time */
#define RIGHT 20
#define TOP 62
#define LANE 20
#define BAR 16
#define CURVE 60		/* the free capacity */
#define LETTER 7		/* a letter's width, about */
#define TICK 60
#define LABEL_LETTERS 24

/* Colours as they are, without variables: some viewers know none. */
static const char style[] =
	"<style>\n"
	"text{fill:#1b1f24;font:12px sans-serif}.dim{fill:#566}.group{font-weight:bold}\n"
	".back{fill:#fff}.line{stroke:#d4d8de}.now{stroke:#d33;stroke-width:2}\n"
	".bar{stroke:#1b1f24;stroke-width:.6}.booking{fill:#9cc3e6}.degraded{fill:#f0a3a0}"
	".maintenance{fill:#f2d28b}.slurm{fill:#d3bbe8}.held{fill:#dfe9f2;stroke-dasharray:3}\n"
	".window{fill:none;stroke:#566;stroke-dasharray:2 3}.down{fill:#f0a3a0;opacity:.4}"
	".free{fill:#a9d3ab}\n"
	"@media(prefers-color-scheme:dark){"
	"text{fill:#e6e9ee}.dim{fill:#9aa4b2}.back{fill:#16191d}.line{stroke:#3a424d}"
	".bar{stroke:#e6e9ee}.booking{fill:#2f5f8a}.degraded{fill:#8f3b38}"
	".maintenance{fill:#7a5f1f}.slurm{fill:#5d4080}.held{fill:#2a3744}"
	".window{fill:none;stroke:#9aa4b2}.down{fill:#8f3b38}.free{fill:#2f6a37}}\n"
	"</style>\n";

/* --- words ---------------------------------------------------------------------- */

/* A character of a text of others. RET its bytes */
static size_t _char(const unsigned char *at, size_t left, FILE *to)
{
	uint32_t c;
	bool prints;
	size_t len = plain_char(at, left, &prints, &c);

	if (!len || !prints || (c == 0xfffe) || (c == 0xffff))
		fputc('?', to);
	else if (c == '&')
		fputs("&amp;", to);
	else if (c == '<')
		fputs("&lt;", to);
	else if (c == '>')
		fputs("&gt;", to);
	else if (c == '"')
		fputs("&quot;", to);
	else
		fwrite(at, 1, len, to);
	return len ? len : 1;
}

/* IN most - so many characters; more are cut */
static void _words(const char *text, size_t most, FILE *to)
{
	const unsigned char *at = (const unsigned char *) text;
	size_t left = strlen(text), n = 0;

	while (left && (n < most)) {
		size_t len = _char(at, left, to);

		at += len;
		left -= len;
		n++;
	}
	if (left)
		fputs("\xe2\x80\xa6", to);
}

static void _text(double x, double y, const char *class, const char *text,
		  size_t most, FILE *to)
{
	fprintf(to, "<text x=\"%.1f\" y=\"%.1f\" class=\"%s\">", x, y, class);
	_words(text, most, to);
	fputs("</text>\n", to);
}

static double _x(const gantt_view_t *v, time_t t)
{
	if (t < v->from)
		t = v->from;
	if (t > v->to)
		t = v->to;
	return LEFT + WIDE * (double) (t - v->from) / (double) (v->to - v->from);
}

/* --- the axis ------------------------------------------------------------------- */

static void _title(const gantt_view_t *v, FILE *to)
{
	char from[WHEN_TEXT], until[WHEN_TEXT], zone[64], site[64];

	gantt_zone(v->from, v->to, zone, sizeof(zone));
	fprintf(to, "<text x=\"8\" y=\"18\">%.16s to %.16s, ",
		when_text(v->from, from), when_text(v->to, until));
	_words(zone, SIZE_MAX, to);
	if (gantt_site_zone(v->from, v->to, site, sizeof(site))) {
		fputs("; the site has ", to);
		_words(site, SIZE_MAX, to);
	}
	fputs("</text>\n", to);
}

static void _line(double x, double from, double until, const char *class,
		  FILE *to)
{
	fprintf(to, "<path class=\"%s\" d=\"M%.1f %.1fV%.1f\"/>\n", class, x,
		from, until);
}

static bool _axis(const gantt_view_t *v, double height, FILE *to)
{
	time_t least = (v->to - v->from) * TICK / WIDE + 1;
	double dated = 0;	/* where the last date ends */
	gantt_ticks_t ticks;

	if (!gantt_ticks(v->from, v->to, least, &ticks))
		return false;
	for (size_t i = 0; i < ticks.cnt; i++) {
		const gantt_tick_t *t = &ticks.list[i];
		double x = _x(v, t->at);

		_line(x, t->day ? TOP - 26 : TOP - 8, height, "line", to);
		_text(x + 3, TOP - 12, "dim", t->clock, SIZE_MAX, to);
		if (t->day && (x >= dated)) {
			_text(x + 3, TOP - 26, "group", t->date, SIZE_MAX, to);
			dated = x + 12 * LETTER;
		}
	}
	free(ticks.list);
	return true;
}

/* --- rows ----------------------------------------------------------------------- */

static void _box(const gantt_view_t *v, time_t start, time_t end, double y,
		 const char *class, FILE *to)
{
	double x = _x(v, start), wide = _x(v, end) - x;

	fprintf(to, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%d\" rx=\"2\" class=\"%s\">",
		x, y, (wide < 1) ? 1 : wide, BAR, class);
}

static void _bar(const gantt_t *g, const gantt_item_t *item, double y, FILE *to)
{
	const gantt_view_t *v = &g->view;
	time_t last = gantt_window_end(g, item);
	char class[32], start[WHEN_TEXT], end[WHEN_TEXT], delay[WHEN_TEXT];
	double wide = _x(v, item->end) - _x(v, item->start);

	if ((last > item->end) && (last > v->from)) {
		_box(v, item->end, last, y, "window", to);
		fputs("<title>may move here</title></rect>\n", to);
	}
	if ((item->end <= v->from) || (item->start >= v->to))
		return;
	snprintf(class, sizeof(class), "bar %s", gantt_kind_name(item->kind));
	fputs("<g>", to);
	_box(v, item->start, item->end, y, class, to);
	fputs("<title>", to);
	_words(item->name, SIZE_MAX, to);
	fprintf(to, " (%s): %s to %s, %u nodes", gantt_kind_name(item->kind),
		when_text(item->start, start), when_text(item->end, end),
		item->node_cnt);
	if (item->delay)
		fprintf(to, ", window %s", when_length_text(item->delay, delay));
	if (item->users && item->users[0]) {
		fputs(", users ", to);
		_words(item->users, SIZE_MAX, to);
	}
	fputs("</title></rect>", to);
	if (wide > 3 * LETTER)
		_text(_x(v, item->start) + 4, y + BAR - 4, "name", item->name,
		      (size_t) (wide / LETTER) - 1, to);
	fputs("</g>\n", to);
}

/* Shares of columns as one path, from the lower edge. */
static void _shares(const gantt_view_t *v, const uint32_t *part, uint32_t all,
		    double low, double high, const char *class, FILE *to)
{
	fprintf(to, "<path class=\"%s\" d=\"M%d %.1f", class, LEFT, low);
	for (uint32_t i = 0; all && (i < v->columns); i++)
		fprintf(to, "V%.1fH%.1f",
			low - high * (double) part[i] / (double) all,
			_x(v, gantt_column(v, i + 1)));
	fprintf(to, "V%.1fZ\"/>\n", low);
}

static void _label(const char *text, uint32_t nodes, double y, FILE *to)
{
	fputs("<g><title>", to);
	_words(text, SIZE_MAX, to);
	fprintf(to, ", %u nodes</title>", nodes);
	_text(8, y + BAR - 4, "label", text, LABEL_LETTERS, to);
	fputs("</g>\n", to);
}

static double _row(const gantt_t *g, const gantt_row_t *row, double y, FILE *to)
{
	const gantt_view_t *v = &g->view;

	_label(row->label, row->node_cnt, y, to);
	if (row->mixed)
		_shares(v, row->taken, row->node_cnt, y + BAR, BAR, "booking",
			to);
	if (!row->mixed && row->down_cnt && (v->now < v->to)) {
		_box(v, v->now, v->to, y, "down", to);
		fputs("<title>down</title></rect>\n", to);
	}
	for (uint32_t i = 0; !row->mixed && (i < row->bar_cnt); i++)
		_bar(g, &g->in->items[row->bars[i].item],
		     y + LANE * row->bars[i].lane, to);
	return y + LANE * row->lanes;
}

static double _rows(const gantt_t *g, double y, FILE *to)
{
	const char *group = "";

	for (uint32_t i = 0; i < g->row_cnt; i++) {
		if (strcmp(g->rows[i].group, group)) {
			group = g->rows[i].group;
			_text(8, y + BAR - 2, "group", group, LABEL_LETTERS, to);
			y += LANE;
		}
		y = _row(g, &g->rows[i], y, to);
	}
	return y;
}

static void _free(const gantt_t *g, double y, FILE *to)
{
	char text[48];

	snprintf(text, sizeof(text), "free of %u", g->node_cnt);
	_text(8, y + CURVE - 4, "label", text, SIZE_MAX, to);
	_shares(&g->view, g->free, g->node_cnt, y + CURVE, CURVE, "free", to);
}

/* --- the whole ------------------------------------------------------------------ */

static double _height(const gantt_t *g)
{
	const char *group = "";
	double y = TOP;

	for (uint32_t i = 0; i < g->row_cnt; i++) {
		y += strcmp(g->rows[i].group, group) ? LANE : 0;
		group = g->rows[i].group;
		y += LANE * g->rows[i].lanes;
	}
	return y + (g->free ? CURVE + LANE : 0);
}

static void _legend(double y, FILE *to)
{
	double x = LEFT;

	for (gantt_kind_t kind = 0; kind < GANTT_KINDS; kind++) {
		const char *name = gantt_kind_name(kind);

		fprintf(to, "<rect x=\"%.1f\" y=\"%.1f\" width=\"14\" height=\"12\" class=\"bar %s\"/>",
			x, y, name);
		_text(x + 20, y + 11, "dim", name, SIZE_MAX, to);
		x += 130;
	}
}

bool gantt_svg(const gantt_t *g, FILE *to)
{
	double rows = _height(g), height = rows + 2 * LANE, y;
	const gantt_view_t *v = &g->view;
	bool ok;

	fprintf(to, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %.0f\" width=\"%d\" height=\"%.0f\" role=\"img\" aria-label=\"reservations\">\n%s<rect width=\"100%%\" height=\"100%%\" class=\"back\"/>\n",
		LEFT + WIDE + RIGHT, height, LEFT + WIDE + RIGHT, height, style);
	_title(v, to);
	ok = _axis(v, rows, to);
	y = _rows(g, TOP, to);
	if (g->free)
		_free(g, y + LANE / 2.0, to);
	if ((v->now >= v->from) && (v->now < v->to))
		_line(_x(v, v->now), TOP - 8, rows, "now", to);
	_legend(rows + LANE / 2.0, to);
	if (g->in->partial)
		_text(LEFT, rows + 2 * LANE - 4, "dim", GANTT_PARTIAL, SIZE_MAX,
		      to);
	fputs("</svg>\n", to);
	return ok;
}
