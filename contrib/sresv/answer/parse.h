/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * parse.h - the controller's answers to programs: answer.h of the office.
 *
 * Only lines for programs are parsed; other lines are passed on.
 */
#pragma once

#include "contrib/sresv/answer/offer.h"

typedef enum {
	PARSE_WHOLE,	/* a complete answer, with or without offers */
	PARSE_NONE,	/* no last line: plain Slurm, old plugin, or cut */
	PARSE_NEWER,	/* an unknown version of the format */
	PARSE_BAD,	/* an invalid line for programs */
	PARSE_MEMORY,	/* memory is short */
} parse_t;

/*
 * OUT ret_why - the lines for people, for free(). Not set if memory is short
 * OUT ret - for offers_free(); has offers only with PARSE_WHOLE
 */
extern parse_t parse_answer(const char *text, char **ret_why, offers_t *ret);

/*
 * Put back the bytes of a name for which "\xHH" stands, in place.
 * RET false: it is no name, or has characters that do not print
 */
extern bool parse_name(char *text);

/*
 * Read a whole number, least to most, with digits only.
 * OUT ret - untouched on failure
 */
extern bool parse_number(const char *text, int64_t least, int64_t most,
			 int64_t *ret);
