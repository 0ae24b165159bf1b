/* SPDX-License-Identifier: GPL-2.0-or-later */
/* gantt_svg.h - a picture as SVG. */
#pragma once

#include <stdio.h>

#include "contrib/sresv/gantt/gantt.h"

/* Columns for the free capacity, and for rows whose nodes do not look the same. */
#define GANTT_SVG_COLUMNS 240

/*
 * Write a picture in itself: no script, no font, nothing to be fetched. Colours
 * follow the reader's choice of dark or light, titles say what a bar is.
 * RET false if memory is short
 */
extern bool gantt_svg(const gantt_t *g, FILE *to);
