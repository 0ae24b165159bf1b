/* SPDX-License-Identifier: GPL-2.0-or-later */
/* gantt_text.h - a picture of characters. */
#pragma once

#include <stdio.h>

#include "contrib/sresv/gantt/gantt.h"

#define GANTT_WIDTH_MIN 40
#define GANTT_WIDTH_MAX 1000

typedef struct {
	uint32_t width;		/* GANTT_WIDTH_MIN to GANTT_WIDTH_MAX */
	bool utf8;		/* else ASCII */
	bool color;		/* ECMA-48 sequences */
} gantt_style_t;

/* Columns for time, beside the labels. */
extern uint32_t gantt_text_columns(uint32_t width);

/*
 * Print a picture whose view has gantt_text_columns(). No line is wider than
 * the style says; texts of others are printed as by plain.h.
 * RET false if memory is short
 */
extern bool gantt_text(const gantt_t *g, const gantt_style_t *style, FILE *to);
