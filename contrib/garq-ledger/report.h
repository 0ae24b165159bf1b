/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * report.h - what is in the ledger, as tables: each is the answer to a query.
 */
#pragma once

#include <stdbool.h>
#include <stdio.h>
#include <time.h>

#include "contrib/sresv/text/sheet.h"

typedef enum {
	REPORT_LIVE,		/* bookings by start, then by name */
	REPORT_CLOSED,		/* closed bookings, in the order of closing */
	REPORT_HOLDS,		/* bookings that are held, and tombstones */
	REPORT_HISTORY,		/* made, moved, closed, in order of time */
	REPORT_STATS,		/* requests and offers, with prices */
} report_what_t;

typedef struct {
	report_what_t what;
	bool parked;		/* LIVE: only parked bookings */
	const char *name;	/* HISTORY: only this reservation; or NULL */
	bool users;		/* STATS: separate rows for each user */
	time_t now;		/* STATS: offers that end later are open */
} report_query_t;

/* A report has at most two tables; a NULL ends them. */
typedef struct {
	sheet_t *sheets[3];
} report_t;

/*
 * Query a ledger of this schema, which is only read.
 * IN history - its history, or ""
 * OUT ret - for report_free(); set on success
 * OUT error - one line
 */
extern bool report_read(const char *path, const char *history,
			const report_query_t *query, report_t *ret, char *error,
			size_t error_size);

/* Print tables, or one JSON object. RET false if memory is short */
extern bool report_print(FILE *out, const report_t *r, bool json);

extern void report_free(report_t *r);
