/* SPDX-License-Identifier: GPL-2.0-or-later */
/* rows.h - the live bookings of a ledger, in an order for people. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "plugin/ledger/ledger.h"

typedef struct {
	booking_t **list;
	size_t cnt;
	size_t size;
	bool parked;		/* only parked bookings */
	bool failed;		/* memory was short */
} rows_t;

/*
 * Read bookings, ordered by start, then by name.
 * IN parked - only parked bookings
 * OUT ret - rows_free() on success
 * OUT error - one line
 */
extern bool rows_read(ledger_t *l, bool parked, rows_t *ret, char *error,
		      size_t error_size);

extern void rows_free(rows_t *rows);
