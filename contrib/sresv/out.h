/* SPDX-License-Identifier: GPL-2.0-or-later */
/* out.h - what came of it, for people and for programs. */
#ifndef SRESV_OUT_H
#define SRESV_OUT_H

#include "contrib/sresv/options.h"
#include "contrib/sresv/sheet.h"

/*
 * Print it: lines that say why on standard error, sheets on standard output; or
 * all as one object of JSON, {"status":N,"why":[...],"SHEET":[...],...}.
 * IN why - lines, or NULL
 * IN sheets - up to a NULL; those that memory was short for are found here
 * RET the exit code: status, or that it could not be printed
 */
extern int out_print(const options_t *o, status_t status, const char *why,
		     sheet_t *const *sheets);

#endif
