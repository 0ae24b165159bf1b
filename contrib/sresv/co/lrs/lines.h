/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * lines.h - the controller's answers to probes and holds (answer.h of the office)
 * as JSON. Lines and keys that are not known are left out.
 */
#pragma once

#include <jansson.h>
#include <stdbool.h>

/*
 * Add what a probe has found to an answer: now, ledger, cut, until, runs, pool
 * and licenses, as in doc/CO.md.
 *
 * text - the controller's lines, which are changed
 * RET false, with a constant text in *ret_why: the lines are not as they should
 *	be, or of a newer version, or there is no memory
 */
extern bool lines_probe(char *text, json_t *to, const char **ret_why);

/* Add what a hold says: now and until. RET as lines_probe() */
extern bool lines_hold(char *text, json_t *to, const char **ret_why);
