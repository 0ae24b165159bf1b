/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * number.h - the numbers of a command line.
 */
#ifndef EVAL_NUMBER_H
#define EVAL_NUMBER_H

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* RET the number that text is; ends the program if it is not in lo .. hi */
static inline uint64_t eval_number(const char *text, uint64_t lo, uint64_t hi)
{
	char *end;
	unsigned long long n;

	errno = 0;
	n = strtoull(text, &end, 10);
	if (errno || *end || (end == text) || (*text == '-') ||
	    (n < lo) || (n > hi)) {
		fprintf(stderr, "%s is not a number in %" PRIu64 "..%" PRIu64
			"\n", text, lo, hi);
		exit(2);
	}
	return n;
}

#endif
