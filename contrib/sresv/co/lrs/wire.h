/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * wire.h - the lines between sresv and its children: doc/CO.md.
 *
 * A child says hello once it can take requests; lines before that, which a login
 * shell may print, are no concern of ours.
 */
#pragma once

#include "contrib/sresv/co/lrs/lrs_talk.h"

#define WIRE_VERSION 1		/* of the lines; hello tells it */

/*
 * A request as a line with its newline, for free().
 * RET NULL with errno: ENOMEM; EINVAL, a text is not UTF-8
 */
extern char *wire_ask(uint64_t tag, const lrs_ask_t *ask);

/*
 * The child's side: read a request. The texts of ret_ask are line's.
 *
 * ret_tag - is 0 where the line has none
 * RET true, or false with a constant text in ret_why
 */
extern bool wire_read_ask(const json_t *line, uint64_t *ret_tag,
			  lrs_ask_t *ret_ask, const char **ret_why);

/*
 * A child is another program, maybe on another host, and what it says is shown on a
 * terminal: take the controls out of all its texts. RET false without memory
 */
extern bool wire_tidy(json_t *line);

/* RET the line is the hello of a child; ret_version is what it speaks */
extern bool wire_is_hello(const json_t *line, int64_t *ret_version);

/*
 * Read an answer: status, unknown, why, now, until and body of ret. Its texts
 * are line's.
 *
 * RET false if the line is no answer
 */
extern bool wire_read_answer(const json_t *line, uint64_t *ret_tag,
			     lrs_answer_t *ret);
