/* SPDX-License-Identifier: GPL-2.0-or-later */
/* stats.h - what was asked for, booked and refused, and at what price. */
#ifndef LEDGER_STATS_H
#define LEDGER_STATS_H

#include <stdbool.h>
#include <stdio.h>
#include <time.h>

#include "contrib/sresv/sheet.h"

typedef struct {
	sheet_t *requests;	/* by what was asked and what came of it */
	sheet_t *offers;	/* by kind */
} stats_t;

/*
 * Sum up a ledger of this schema, which is only read.
 * IN users - for each user by himself
 * IN now - offers that end later are open
 * OUT ret - stats_free() on success
 * OUT error - one line
 */
extern bool stats_read(const char *path, bool users, time_t now, stats_t *ret,
		       char *error, size_t error_size);

/* Two tables, or one object. RET false if memory is short */
extern bool stats_print(FILE *out, const stats_t *s, bool json);

extern void stats_free(stats_t *s);

#endif
