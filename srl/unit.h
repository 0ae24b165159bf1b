/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * unit.h - units, and the two ways in which the paper writes a time.
 */
#pragma once

#include "srl/srl.h"

/* What can be added and compared. */
typedef enum {
	SRL_ANY,		/* a number without a unit fits beside all */
	SRL_COUNT,		/* CPUs, nodes, costs */
	SRL_TIME,		/* seconds: lengths and moments */
	SRL_RATE,		/* bit/s */
	SRL_BYTES,
	SRL_TEXT,
} srl_dimension_t;

/* "seconds", "bit/s" and so on, for messages */
extern const char *srl_dimension_name(srl_dimension_t dimension);

/*
 * A unit such as "h" or "Mbit/s", of len bytes. Decimal prefixes are powers of
 * 1,000, binary ones (KiB) of 1,024. RET false if there is none of this name
 */
extern bool srl_unit(const char *name, size_t len, double *ret_factor,
		     srl_dimension_t *ret_dimension);

/*
 * "Dec 12 18:00:00 2007", of the paper, in UTC; also "2007-12-12T18:00:00Z",
 * with the Z: without it a time is the reader's. RET false if text is neither,
 * or is no time of the years 1970 to 9999
 */
extern bool srl_utc(const char *text, int64_t *ret_time);
