/* SPDX-License-Identifier: GPL-2.0-or-later */
/* stats.h - sums of requests, bookings and refusals, with prices. */
#ifndef LEDGER_STATS_H
#define LEDGER_STATS_H

#include <stdbool.h>
#include <stdio.h>
#include <time.h>

#include "contrib/sresv/sheet.h"

typedef struct {
	sheet_t *requests;	/* by verb and outcome */
	sheet_t *offers;	/* by kind */
} stats_t;

/*
 * Sum up a ledger of this schema, which is only read.
 * IN users - separate rows for each user
 * IN now - offers that end later are open
 * OUT ret - for stats_free(); set on success
 * OUT error - one line
 */
extern bool stats_read(const char *path, bool users, time_t now, stats_t *ret,
		       char *error, size_t error_size);

/* Print two tables, or one JSON object. RET false if memory is short */
extern bool stats_print(FILE *out, const stats_t *s, bool json);

extern void stats_free(stats_t *s);

#endif
