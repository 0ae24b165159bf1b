/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ranges.h - numbers and lengths of time of which less is of use, too: 4-8,
 * 30m-2h; and shapes, 2x4h. A length alone is one of when_length().
 *
 * 2-12 is 2 days and 12 hours: so the least length of a range has a unit or a
 * colon.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/*
 * Read COUNT or LEAST-COUNT, whole numbers from 1 to max.
 * OUT ret_least - 0: none is given
 * RET false: it is neither, and nothing is set
 */
extern bool ranges_counts(const char *text, int64_t max, int64_t *ret_least,
			  int64_t *ret_count);

/*
 * Read LENGTH or LEAST-LENGTH. Only a LENGTH may be WHEN_FOREVER, or 0 if it is
 * alone.
 * OUT ret_least - seconds; 0: none is given
 * RET false: it is neither, and nothing is set
 */
extern bool ranges_lengths(const char *text, int64_t *ret_least,
			   int64_t *ret_length);

/*
 * Read COUNTxLENGTH: nodes, from 1 to max, for a length that is neither 0 nor
 * endless.
 * RET false: it is none, and nothing is set
 */
extern bool ranges_shape(const char *text, int64_t max, int64_t *ret_count,
			 int64_t *ret_length);
