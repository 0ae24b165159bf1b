/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * reconcile_read.h - at a start: all that is read of the ledger, before
 * anything is done by it.
 *
 * A ledger can be opened, and fail while it is read. By a
 * part of it a booking that was not read would count as missing, and a closed
 * one as unknown. A start therefore reads all that it will ask, and does
 * nothing if any of that fails.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

#include "plugin/booking/view/office.h"
#include "plugin/ledger/ledger.h"

typedef struct {
	booking_t **list;
	size_t cnt;
} reconcile_rows_t;

typedef struct {
	reconcile_rows_t live;
	reconcile_rows_t ended;	/* by a clock that was ahead */
	booking_t **absent;	/* room for as many as both together have ... */
	booking_t **others;	/* ... for reconcile.c */
	bool known;		/* the ledger knows the state that Slurm has read */
} reconcile_read_t;

/*
 * Read the ledger l, which need not be office->ledger yet, and note in each
 * entry of the view without a live booking whether it is that of a closed one
 * (was_closed). No other effect. Waits for the disk. Locks: site_lock(), after
 * the first locks->sync() that has seen the reservations of the host's
 * saved state.
 * OUT ret - for reconcile(), which frees it; untouched after an error
 * OUT error - one line, after an error
 * RET false: it can't be read to its end
 */
extern bool reconcile_read(office_t *office, ledger_t *l, time_t now,
			   reconcile_read_t *ret, char *error,
			   size_t error_size);

/* Free the lists; the bookings in them are the caller's. */
extern void reconcile_read_free(reconcile_read_t *read);
