/* SPDX-License-Identifier: GPL-2.0-or-later */
/* gantt_canvas.h - a line of cells, each one character wide. */
#pragma once

#include "contrib/sresv/gantt/gantt_text.h"

/* How a cell looks, where there are colours. */
typedef enum {
	INK_PLAIN,
	INK_DIM,
	INK_BOLD,
	INK_MAINT,
	INK_DEGRADED,
	INK_NATIVE,
	INK_HELD,
	INK_BOOKING,		/* ... and INK_BOOKINGS - 1 more */
} ink_t;
#define INK_BOOKINGS 4

/* Glyphs, of UTF-8 or ASCII. */
typedef enum {
	GLYPH_LEFT, GLYPH_RIGHT, GLYPH_ONE,	/* of a bar */
	GLYPH_FILL,		/* ... GLYPH_FILL + kind */
	GLYPH_WINDOW = GLYPH_FILL + GANTT_KINDS,
	GLYPH_DOWN, GLYPH_SEVERAL, GLYPH_CUT,
	GLYPH_LINE, GLYPH_TICK, GLYPH_DAY, GLYPH_NOW,	/* of the axis */
	GLYPH_SHARE,		/* ... GLYPH_SHARE + 0 to SHARES */
} glyph_t;
#define SHARES 8		/* 0: nothing; SHARES: all */

typedef struct {
	uint32_t glyph;		/* a character's number */
	uint8_t ink;
	uint8_t bars;		/* that lie here, for the caller */
} cell_t;

typedef struct {
	cell_t *cells;		/* owned */
	uint32_t width;
	const gantt_style_t *style;
} canvas_t;

/* RET false if memory is short */
extern bool canvas_init(canvas_t *c, const gantt_style_t *style);
extern void canvas_free(canvas_t *c);
extern void canvas_clear(canvas_t *c);

/* Set a cell; no effect beyond the width. */
extern void canvas_set(canvas_t *c, uint32_t at, glyph_t glyph, ink_t ink);

/*
 * Write a text into [at, end), cut if it is longer. A character that is not one
 * cell wide, or that a terminal could obey, becomes "?".
 * RET the cell behind it
 */
extern uint32_t canvas_text(canvas_t *c, uint32_t at, uint32_t end,
			    const char *text, ink_t ink);

/* Print the cells up to the last that is not blank, and a line end. */
extern void canvas_print(const canvas_t *c, FILE *to);
