/* SPDX-License-Identifier: GPL-2.0-or-later */
/* out.h - printing results, for people and for programs. */
#pragma once

#include "contrib/sresv/options.h"
#include "contrib/sresv/text/sheet.h"

/*
 * Print a result: the lines of why on standard error, sheets on standard
 * output; or all as one JSON object,
 * {"status":N,"why":[...],"SHEET":[...],...}.
 * IN why - lines, or NULL
 * IN sheets - ends with a NULL; sheets that ran out of memory are detected here
 * RET the exit code: status, or that printing failed
 */
extern int out_print(const options_t *o, status_t status, const char *why,
		     sheet_t *const *sheets);

/*
 * Write what standard output still holds back. IN ok - false: printing failed before
 * RET false: not all of it was written, which a line on standard error says
 */
extern bool out_is_written(bool ok);

/*
 * True if standard output is a terminal with colours, and NO_COLOR of the
 * environment is unset or empty (no-color.org).
 */
extern bool out_has_color(void);

/* Write each line that is not empty, with "PREFIX: " in front. */
extern void out_lines(FILE *to, const char *prefix, const char *lines);
