/* SPDX-License-Identifier: GPL-2.0-or-later */
/* usage.h - the CPU time of bookings. */
#pragma once

#include "contrib/sresv/ctl/ctl.h"
#include "contrib/sresv/text/sheet.h"

/*
 * The booking of a name and its CPU time, if it has begun.
 * RET a sheet, for sheet_destroy(); NULL on failure
 */
extern sheet_t *usage_of(const char *name, answer_t *a);

/*
 * The sheet of sresv usage. IN/OUT text - an answer, cut into words. IN each - a row
 * for each booking; else for each account and user
 * RET for sheet_destroy(); NULL: it is not as it should be, or memory is short
 */
extern sheet_t *usage_sheet(char *text, bool each);
