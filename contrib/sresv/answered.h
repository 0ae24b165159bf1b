/* SPDX-License-Identifier: GPL-2.0-or-later */
/* answered.h - print the answer to a request: the booking, or the offers. */
#pragma once

#include "contrib/sresv/answer/figures.h"
#include "contrib/sresv/ctl/ctl.h"
#include "contrib/sresv/options.h"
#include "contrib/sresv/show.h"

/*
 * Print an answer, and free it.
 * IN w - complete; NULL: an offer was accepted, a reservation was changed, or a
 *	question asked
 * IN taken - the result of --accept; NULL without --accept
 * RET the exit code
 */
extern int answered_print(const options_t *o, const wish_t *w,
			  const taken_t *taken, answer_t *a);

/* Say below a plan that nothing was done, and how to do it. */
extern void answered_say_undone(const options_t *o, const sheet_t *plans);

/*
 * Ask a question, and have the lines of the answer read into a sheet.
 * IN w - the time that the question is about; NULL: none
 * IN read - RET false: a line is not as it should be, or memory is short
 * OUT a - for answer_free(); STATUS_FAILED also if sheet is NULL
 */
typedef bool (*answered_fn)(const figures_t *f, const void *arg,
			    sheet_t *sheet);
extern void answered_ask(const wish_t *w, const char *question,
			 answered_fn read, const void *arg, sheet_t *sheet,
			 answer_t *a);
