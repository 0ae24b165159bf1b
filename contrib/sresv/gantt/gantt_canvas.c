/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "contrib/sresv/gantt/gantt_canvas.h"
#include "contrib/sresv/text/plain.h"

/* Each has a width of one cell also where ambiguous ones are narrow. */
static const uint32_t glyphs[][2] = {
	[GLYPH_LEFT] = { '[', 0x2523 },
	[GLYPH_RIGHT] = { ']', 0x252b },
	[GLYPH_ONE] = { '|', 0x2503 },
	[GLYPH_FILL + GANTT_BOOKING] = { '=', 0x2501 },
	[GLYPH_FILL + GANTT_DEGRADED] = { '!', '!' },
	[GLYPH_FILL + GANTT_MAINT] = { '/', 0x2571 },
	[GLYPH_FILL + GANTT_NATIVE] = { '-', 0x2500 },
	[GLYPH_FILL + GANTT_HELD] = { ':', 0x254d },
	[GLYPH_WINDOW] = { '.', 0xb7 },
	[GLYPH_DOWN] = { 'x', 0xd7 },
	[GLYPH_SEVERAL] = { '*', 0x254b },
	[GLYPH_CUT] = { '~', 0x2026 },
	[GLYPH_LINE] = { '-', 0x2500 },
	[GLYPH_TICK] = { '+', 0x252c },
	[GLYPH_DAY] = { '|', 0x253c },
	[GLYPH_NOW] = { 'v', 0x25bc },
	[GLYPH_SHARE + 0] = { '0', '0' },
	[GLYPH_SHARE + 1] = { '1', 0x2581 },
	[GLYPH_SHARE + 2] = { '2', 0x2582 },
	[GLYPH_SHARE + 3] = { '3', 0x2583 },
	[GLYPH_SHARE + 4] = { '4', 0x2584 },
	[GLYPH_SHARE + 5] = { '5', 0x2585 },
	[GLYPH_SHARE + 6] = { '6', 0x2586 },
	[GLYPH_SHARE + 7] = { '7', 0x2587 },
	[GLYPH_SHARE + 8] = { '8', 0x2588 },
};

/* Colours of the terminal's own palette, which fits dark and light ones. */
static const char *const inks[] = {
	[INK_PLAIN] = "0", [INK_DIM] = "0;2", [INK_BOLD] = "0;1",
	[INK_MAINT] = "0;33", [INK_DEGRADED] = "0;1;31", [INK_NATIVE] = "0;35",
	[INK_HELD] = "0;2;36", [INK_BOOKING] = "0;32", [INK_BOOKING + 1] = "0;34",
	[INK_BOOKING + 2] = "0;36", [INK_BOOKING + 3] = "0;1;32",
};

bool canvas_init(canvas_t *c, const gantt_style_t *style)
{
	*c = (canvas_t) { .width = style->width, .style = style };
	c->cells = calloc(c->width, sizeof(*c->cells));
	if (c->cells)
		canvas_clear(c);
	return c->cells != NULL;
}

void canvas_free(canvas_t *c)
{
	free(c->cells);
	c->cells = NULL;
}

void canvas_clear(canvas_t *c)
{
	for (uint32_t i = 0; i < c->width; i++)
		c->cells[i] = (cell_t) { .glyph = ' ' };
}

void canvas_set(canvas_t *c, uint32_t at, glyph_t glyph, ink_t ink)
{
	if (at >= c->width)
		return;
	c->cells[at].glyph = glyphs[glyph][c->style->utf8];
	c->cells[at].ink = (uint8_t) ink;
}

static bool _fits(const canvas_t *c, uint32_t ch, bool prints)
{
	return prints && ((ch < 0x7f) ||
			  (c->style->utf8 && (wcwidth((wchar_t) ch) == 1)));
}

uint32_t canvas_text(canvas_t *c, uint32_t at, uint32_t end, const char *text,
		     ink_t ink)
{
	const unsigned char *s = (const unsigned char *) text;
	size_t left = strlen(text);
	bool prints;
	uint32_t ch;

	if (end > c->width)
		end = c->width;
	while (left && (at < end)) {
		size_t len = plain_char(s, left, &prints, &ch);

		if (!len || !_fits(c, ch, prints))
			ch = '?';
		c->cells[at].glyph = ch;
		c->cells[at++].ink = (uint8_t) ink;
		s += len ? len : 1;
		left -= len ? len : 1;
	}
	if (left && at)
		canvas_set(c, at - 1, GLYPH_CUT, ink);
	return at;
}

static void _put(uint32_t c, FILE *to)
{
	if (c < 0x80) {
		fputc((int) c, to);
	} else if (c < 0x800) {
		fputc((int) (0xc0 | (c >> 6)), to);
		fputc((int) (0x80 | (c & 0x3f)), to);
	} else {
		if (c < 0x10000) {
			fputc((int) (0xe0 | (c >> 12)), to);
		} else {
			fputc((int) (0xf0 | (c >> 18)), to);
			fputc((int) (0x80 | ((c >> 12) & 0x3f)), to);
		}
		fputc((int) (0x80 | ((c >> 6) & 0x3f)), to);
		fputc((int) (0x80 | (c & 0x3f)), to);
	}
}

void canvas_print(const canvas_t *c, FILE *to)
{
	uint32_t end = c->width, ink = INK_PLAIN;

	while (end && (c->cells[end - 1].glyph == ' '))
		end--;
	for (uint32_t i = 0; i < end; i++) {
		if (c->style->color && (c->cells[i].ink != ink)) {
			ink = c->cells[i].ink;
			fprintf(to, "\033[%sm", inks[ink]);
		}
		_put(c->cells[i].glyph, to);
	}
	fputs((ink != INK_PLAIN) ? "\033[0m\n" : "\n", to);
}
