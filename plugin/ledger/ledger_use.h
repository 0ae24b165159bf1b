/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_use.h - the CPU time of bookings (booking_use_t), in their rows.
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
