/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * parse.h - what the controller answers to a program: plugin/booking/answer.h.
 *
 * Nothing but the lines for programs is understood; the others are passed on.
 */
#ifndef SRESV_PARSE_H
#define SRESV_PARSE_H

#include "contrib/sresv/offer.h"

typedef enum {
	PARSE_WHOLE,	/* a complete answer, with no offers or more */
	PARSE_NONE,	/* no last line: plain Slurm, an older plugin, or cut */
	PARSE_NEWER,	/* a version of the format that is not known here */
	PARSE_BAD,	/* a line for programs is not as it must be */
	PARSE_MEMORY,	/* memory is short */
} parse_t;

/*
 * OUT ret_why - the lines for people; free(). Not set if memory is short
 * OUT ret - offers_free(); there are some only with PARSE_WHOLE
 */
extern parse_t parse_answer(const char *text, char **ret_why, offers_t *ret);

#endif
