/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_use.h - the CPU time of bookings (booking_use_t) in their rows, and
 * what accounts were charged.
 *
 * A put writes it with all else. While a booking runs it changes without a put,
 * and it is final only after the booking was closed: these are operations of
 * their own, for rows that are live or closed, without events. A row that has
 * gone to the history meanwhile is not changed.
 */
#pragma once

#include "plugin/ledger/ledger.h"
#include "plugin/ledger/record/booking.h"

/*
 * Queue: write these. IN uses - owned by the ledger from then on
 * RET as ledger_put()
 */
extern ledger_op_t *ledger_put_uses(ledger_t *l, booking_use_row_t *uses,
				    size_t cnt);

/* A booking with its CPU time, as its row has it. */
typedef struct {
	int64_t id;		/* of the row */
	char *name;		/* texts are owned; NULL: none */
	char *users;
	char *accounts;
	uint32_t creator;
	time_t created;
	time_t start;
	time_t end;
	time_t closed;		/* 0: it is live */
	uint32_t moves;		/* times that the plugin has moved it */
	booking_use_t use;
} ledger_used_t;

extern void ledger_used_free(ledger_used_t *used);

/* The bookings that are asked for. */
typedef struct {
	const char *name;	/* of this name alone; NULL: all */
	time_t since, until;	/* start: since <= start < until */
	bool all;		/* whosever they are; else only those */
	uint32_t owner;		/* ... of this uid, and ... */
	const char *accounts;	/* ... for any of these accounts; or NULL */
} ledger_used_ask_t;

/*
 * Call fn for each booking in the file, live or closed, that is asked for; not
 * for holds, nor those whose create was refused. fn becomes the owner of used.
 * RET false with error set if they cannot be read to their end
 */
typedef void (*ledger_used_fn)(void *arg, ledger_used_t *used);
extern bool ledger_each_used(ledger_t *l, const ledger_used_ask_t *ask,
			     ledger_used_fn fn, void *arg, char *error,
			     size_t error_size);

/*
 * A row keeps the charge of its booking (booking_charge_t) when it is closed. A
 * row that is deleted, or moved to the history, leaves its charge in a table of
 * sums, so that the sums of an account are right however long a period is.
 */

/*
 * Call fn for each account and month in which closed bookings count, once or
 * twice.
 * IN amount - hundredths
 * RET false with error set if they can't be read to their end
 */
typedef void (*ledger_charge_fn)(void *arg, const char *account,
				 uint32_t month, int64_t amount);
extern bool ledger_each_charge(ledger_t *l, ledger_charge_fn fn, void *arg,
			       char *error, size_t error_size);
