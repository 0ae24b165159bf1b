/* SPDX-License-Identifier: GPL-2.0-or-later */
/* rows.h - the bookings of a ledger, in an order for people. */
#ifndef LEDGER_ROWS_H
#define LEDGER_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

#include "plugin/ledger/ledger.h"

typedef struct {
	booking_t *booking;
	time_t closed;		/* 0: live */
	char *why;		/* reason of closing */
} row_t;

typedef struct {
	row_t *row;
	size_t cnt;
	size_t size;
	bool failed;		/* memory was short */
} rows_t;

typedef enum {
	ROWS_LIVE,		/* by start, then by name */
	ROWS_PARKED,		/* as LIVE, but only parked bookings */
	ROWS_CLOSED,		/* in the order of closing */
} rows_which_t;

/*
 * OUT ret - rows_free() on success
 * OUT error - one line
 */
extern bool rows_read(ledger_t *l, rows_which_t which, rows_t *ret,
		      char *error, size_t error_size);

extern void rows_free(rows_t *rows);

#endif
