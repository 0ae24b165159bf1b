/* SPDX-License-Identifier: GPL-2.0-or-later */
/* gantt_run.c - sresv gantt: what lies where and when, as a picture. */

#include <errno.h>
#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "contrib/sresv/gantt/gantt_options.h"
#include "contrib/sresv/gantt/gantt_seen.h"
#include "contrib/sresv/gantt/gantt_sheets.h"
#include "contrib/sresv/gantt/gantt_svg.h"
#include "contrib/sresv/gantt/gantt_text.h"
#include "contrib/sresv/gantt/gantt_watch.h"
#include "contrib/sresv/out.h"
#include "contrib/sresv/answer/parse.h"
#include "contrib/sresv/text/replace.h"
#include "contrib/sresv/verbs.h"
#include "contrib/sresv/text/when.h"

#define WIDTH 100		/* without a terminal */
#define ROWS 40
#define AROUND 12		/* lines beside the rows of nodes: head, legend */

/* --- the terminal ----------------------------------------------------------------- */

static uint32_t _width(const gantt_options_t *o)
{
	const char *columns = getenv("COLUMNS");
	struct winsize size;
	int64_t width = 0;

	if (o->width)
		return (uint32_t) o->width;
	if (columns)
		(void) parse_number(columns, 1, INT32_MAX, &width);
	if (!width && !ioctl(STDOUT_FILENO, TIOCGWINSZ, &size))
		width = size.ws_col;
	if (!width)
		width = WIDTH;
	return (uint32_t) ((width < GANTT_WIDTH_MIN) ? GANTT_WIDTH_MIN :
			   (width > GANTT_WIDTH_MAX) ? GANTT_WIDTH_MAX : width);
}

/* With --watch all of it is to be on the screen. */
static uint32_t _rows(const gantt_options_t *o)
{
	struct winsize size;

	if (o->rows)
		return (uint32_t) o->rows;
	if (o->watch && !ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) &&
	    (size.ws_row > AROUND))
		return size.ws_row - AROUND;
	return ROWS;
}

static bool _color(const gantt_options_t *o)
{
	return (o->color == COLOR_AUTO) ? out_has_color() :
					  (o->color == COLOR_ALWAYS);
}

/* --- a picture -------------------------------------------------------------------- */

static gantt_view_t _view(const gantt_options_t *o, uint32_t columns)
{
	gantt_view_t v = {
		.now = time(NULL), .columns = columns, .rows_max = _rows(o),
		.by_bookings = o->by_bookings,
	};

	v.from = v.now;
	(void) when_time(o->from, v.now, &v.from);	/* was read before */
	v.to = v.from + o->length;
	return v;
}

typedef bool (*draw_fn)(const gantt_t *g, const void *how, FILE *to);

/*
 * Ask, and draw.
 * OUT a - answer_free(); no STATUS_DONE: nothing was drawn, or not all
 */
static void _draw(const gantt_options_t *o, uint32_t columns, draw_fn draw,
		  const void *how, FILE *to, answer_t *a)
{
	gantt_view_t view = _view(o, columns);
	gantt_t *g = NULL;
	gantt_seen_t s;

	gantt_seen_load(&s, view.now, view.to, a);
	if ((a->status == STATUS_DONE) && !s.input.nodes) {
		if (o->by_bookings)
			answer_free(a);
		else
			a->status = STATUS_DENIED;
	}
	if (a->status == STATUS_DONE) {
		g = gantt_make(&s.input, &view);
		if (!g || !draw(g, how, to))
			a->status = STATUS_FAILED;
	}
	gantt_free(g);
	gantt_seen_free(&s);
}

static bool _draw_text(const gantt_t *g, const void *how, FILE *to)
{
	return gantt_text(g, how, to);
}

static bool _draw_svg(const gantt_t *g, const void *how, FILE *to)
{
	(void) how;
	return gantt_svg(g, to);
}

static gantt_style_t _style(const gantt_options_t *o)
{
	return (gantt_style_t) {
		.width = _width(o),
		.utf8 = !o->ascii && !strcmp(nl_langinfo(CODESET), "UTF-8"),
		.color = _color(o),
	};
}

/* --- ways to print it ---------------------------------------------------------------- */

static int _told(answer_t *a)
{
	static sheet_t *const none[] = { NULL };
	static const options_t plain = { .json = false };
	int rc = out_print(&plain, a->status, a->why, none);

	answer_free(a);
	return rc;
}

static int _print_text(const gantt_options_t *o)
{
	gantt_style_t style = _style(o);
	answer_t a;

	_draw(o, gantt_text_columns(style.width), _draw_text, &style, stdout,
	      &a);
	return _told(&a);
}

static int _print_svg(const gantt_options_t *o)
{
	replace_t file;
	answer_t a = { .status = STATUS_FAILED };

	if (!replace_begin(&file, o->svg)) {
		answer_say(&a, strerror(errno));
		return _told(&a);
	}
	_draw(o, GANTT_SVG_COLUMNS, _draw_svg, NULL, file.file, &a);
	if (!replace_end(&file, a.status == STATUS_DONE) &&
	    (a.status == STATUS_DONE)) {
		a.status = STATUS_FAILED;
		answer_say(&a, strerror(errno));
	}
	return _told(&a);
}

/* What _draw_sheets() makes is printed after the status is known. */
static bool _draw_sheets(const gantt_t *g, const void *how, FILE *to)
{
	const options_t *print = how;
	sheet_t *sheets[GANTT_SHEETS + 1];
	int rc;

	(void) to;
	gantt_sheets(g, sheets);
	rc = out_print(print, STATUS_DONE, NULL, sheets);
	for (size_t i = 0; i < GANTT_SHEETS; i++)
		sheet_destroy(sheets[i]);
	return rc == STATUS_DONE;
}

static int _print_sheets(const gantt_options_t *o)
{
	static sheet_t *const none[] = { NULL };
	const options_t print = { .json = o->json, .lines = o->parsable };
	int rc = STATUS_DONE;
	answer_t a;

	_draw(o, o->width ? (uint32_t) o->width : WIDTH, _draw_sheets, &print,
	      NULL, &a);
	if (ferror(stdout))	/* which has been said */
		rc = STATUS_FAILED;
	else if (a.status != STATUS_DONE)
		rc = out_print(&print, a.status, a.why, none);
	answer_free(&a);
	return rc;
}

/* --- again and again ------------------------------------------------------------------ */

/* A picture, or why there is none, as a frame of gantt_watch(). */
static void _frame(const void *arg, FILE *to)
{
	const gantt_options_t *o = arg;
	gantt_style_t style = _style(o);
	answer_t a;

	_draw(o, gantt_text_columns(style.width), _draw_text, &style, to, &a);
	out_lines(to, "sresv", a.why);
	answer_free(&a);
}

int gantt_run(int argc, char **argv)
{
	gantt_options_t o;
	int rc = gantt_options_read(argc, argv, &o);

	if (rc >= 0)
		return out_is_written(true) ? rc : STATUS_FAILED;
	ctl_init();
	if (o.watch)
		return gantt_watch(_frame, &o, o.watch);
	if (o.svg)
		return _print_svg(&o);
	return (o.json || o.parsable) ? _print_sheets(&o) : _print_text(&o);
}
