/* SPDX-License-Identifier: GPL-2.0-or-later */
/* plan_picture.c - when each part is, as a picture of characters or SVG. */
#include <string.h>

#include "contrib/sresv/co/plan/plan_view.h"
#include "contrib/sresv/text/when.h"

#define LABEL_MAX 160
#define BARS_MIN 20		/* columns for the bars at least */
#define BARS_MAX 200

/* SVG, in pixels */
#define ROW 26
#define BAR 18
#define LEFT 220
#define BARS 640
#define TOP 34
#define TICKS 4

typedef struct {
	int64_t begin, end;	/* of all parts */
} span_of_time_t;

static span_of_time_t _all(const plan_view_t *v)
{
	span_of_time_t all = { INT64_MAX, 0 };

	for (uint32_t i = 0; i < v->srl->part_cnt; i++) {
		const lrs_shape_t *s = &v->places[i].shape;

		if (s->start < all.begin)
			all.begin = s->start;
		if (s->start + s->length > all.end)
			all.end = s->start + s->length;
	}
	return all;
}

/* "IBM  emmy/main" */
static int _label(const plan_view_t *v, uint32_t i, int width, char *buf)
{
	const planner_place_t *at = &v->places[i];

	return snprintf(buf, LABEL_MAX, "%-*s %s/%s", width,
			v->srl->parts[i].id,
			v->ris->clusters[at->cluster].name,
			v->ris->resources[at->resource].name);
}

static int _id_width(const plan_view_t *v)
{
	size_t width = 0;

	for (uint32_t i = 0; i < v->srl->part_cnt; i++)
		if (strlen(v->srl->parts[i].id) > width)
			width = strlen(v->srl->parts[i].id);
	return (int) width;
}

/* --- characters -------------------------------------------------------------------- */

static void _row(const lrs_shape_t *s, span_of_time_t all, size_t bars,
		 char *row)
{
	double scale = (double) bars / (double) (all.end - all.begin);
	size_t from = (size_t) ((double) (s->start - all.begin) * scale);
	size_t to = (size_t) ((double) (s->start + s->length - all.begin) *
			      scale + 0.5);

	if (from >= bars)
		from = bars - 1;
	if (to <= from)
		to = from + 1;	/* a short part is to be seen, too */
	if (to > bars)
		to = bars;
	memset(row, '.', bars);
	memset(row + from, '#', to - from);
	row[bars] = '\0';
}

void plan_picture(const plan_view_t *v, size_t width, FILE *to)
{
	span_of_time_t all = _all(v);
	char label[LABEL_MAX], row[BARS_MAX + 1], begin[WHEN_TEXT],
		end[WHEN_TEXT];
	int ids = _id_width(v), labels = 0;
	size_t bars;

	for (uint32_t i = 0; i < v->srl->part_cnt; i++) {
		int len = _label(v, i, ids, label);

		if (len >= LABEL_MAX)
			len = LABEL_MAX - 1;
		labels = (len > labels) ? len : labels;
	}
	bars = (width > (size_t) labels + 2 + BARS_MIN) ?
		width - (size_t) labels - 2 : BARS_MIN;
	if (bars > BARS_MAX)
		bars = BARS_MAX;
	when_text((time_t) all.begin, begin);
	when_text((time_t) all.end, end);
	fprintf(to, "%*s  %s%*s\n", labels, "", begin,
		(int) bars - (int) strlen(begin), end);
	for (uint32_t i = 0; i < v->srl->part_cnt; i++) {
		_label(v, i, ids, label);
		_row(&v->places[i].shape, all, bars, row);
		fprintf(to, "%-*s  %s\n", labels, label, row);
	}
}

/* --- SVG --------------------------------------------------------------------------- */

static void _escape(const char *text, FILE *to)
{
	for (; *text; text++) {
		if (*text == '&')
			fputs("&amp;", to);
		else if (*text == '<')
			fputs("&lt;", to);
		else
			fputc(*text, to);
	}
}

static void _text(double x, double y, const char *anchor, const char *text,
		  FILE *to)
{
	fprintf(to, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", x, y,
		anchor);
	_escape(text, to);
	fputs("</text>\n", to);
}

static double _x(span_of_time_t all, int64_t time)
{
	return LEFT + BARS * (double) (time - all.begin) /
		(double) (all.end - all.begin);
}

static void _axis(span_of_time_t all, double height, FILE *to)
{
	for (int i = 0; i <= TICKS; i++) {
		int64_t time = all.begin + (all.end - all.begin) * i / TICKS;
		double x = _x(all, time);
		char text[WHEN_TEXT];

		when_text((time_t) time, text);
		fprintf(to, "<path d=\"M%.1f %d V%.1f\" stroke=\"#ccc\"/>\n",
			x, TOP - 8, height - 10);
		/* day and minute are enough */
		text[16] = '\0';
		_text(x, TOP - 14, (i == 0) ? "start" : (i == TICKS) ? "end" :
		      "middle", text + 5, to);
	}
}

void plan_svg(const plan_view_t *v, FILE *to)
{
	static const char *const colours[] = {
		"#4878a8", "#e49444", "#6a9f58", "#d1615d", "#85b6b2",
		"#a87c9f",
	};
	span_of_time_t all = _all(v);
	double height = TOP + (double) v->srl->part_cnt * ROW + 16;
	char label[LABEL_MAX];

	fprintf(to, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%.0f\" font-family=\"sans-serif\" font-size=\"12\">\n",
		LEFT + BARS + 20, height);
	fputs("<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n", to);
	_axis(all, height, to);
	for (uint32_t i = 0; i < v->srl->part_cnt; i++) {
		const planner_place_t *at = &v->places[i];
		double y = TOP + (double) i * ROW;
		double x = _x(all, at->shape.start);

		_label(v, i, 0, label);
		_text(LEFT - 10, y + BAR - 5, "end", label, to);
		fprintf(to, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>\n",
			x, y, _x(all, at->shape.start + at->shape.length) - x,
			BAR, colours[at->cluster % 6]);
	}
	fputs("</svg>\n", to);
}
