/* SPDX-License-Identifier: GPL-2.0-or-later */
/* gantt_sheets.h - a picture as rows of cells, for JSON and for lines. */
#pragma once

#include "contrib/sresv/gantt/gantt.h"
#include "contrib/sresv/text/sheet.h"

#define GANTT_SHEETS 4

/*
 * The span; rows, with a number; bars, each with the number of its row; and the
 * free nodes, in intervals of equal numbers.
 * OUT ret - for sheet_destroy(), ends with a NULL; an entry is NULL if memory
 *	is short
 */
extern void gantt_sheets(const gantt_t *g, sheet_t *ret[GANTT_SHEETS + 1]);
