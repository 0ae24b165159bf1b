/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_past.h - the events (ledger_events.h), or the CPU time of bookings
 * (ledger_use.h), of the ledger and its history, for a request that waits for
 * them.
 *
 * The history may be slow, so the thread of ledger_move() reads, and nobody
 * waits longer than the ledger's patience.
 */
#pragma once

#include "plugin/ledger/ledger_events.h"

typedef struct ledger_past ledger_past_t;

/* IN ask - copied. RET a question, for ledger_past_destroy() */
extern ledger_past_t *ledger_past_create(const ledger_events_ask_t *ask);

/* The same for the CPU time of bookings; ledger_past_add_live(): that of b is
 * this by now, in the place of what its row has. */
extern ledger_past_t *ledger_past_of_use(const ledger_used_ask_t *ask);
extern void ledger_past_add_live(ledger_past_t *past, const booking_t *b,
				 const booking_use_t *use);

/* NULL is safe. */
extern void ledger_past_destroy(ledger_past_t *past);

/* Maximum number of questions that wait; any further one is refused. */
#define LEDGER_PAST_WAITING 8

/*
 * Have the events read, and wait for that. Thread-safe; not to be called with
 * slurmctld's locks held.
 * IN wake - has the thread that calls ledger_past_serve() call it now
 * IN/OUT past - NULL if the patience ended while it was being read: it is freed
 *	by the thread that reads
 * OUT error - one line; "" on success
 * RET false: they can't be read now
 */
extern bool ledger_past_read(ledger_t *l, ledger_past_t **past,
			     void (*wake)(void), char *error,
			     size_t error_size);

/*
 * Read for all requests that wait. Waits for the disk. The thread of
 * ledger_move() calls this.
 */
extern void ledger_past_serve(ledger_t *l);

/*
 * The events that were read, the first one first. They belong to past. Those
 * that are not the asker's own are of the booking that has the name now. A
 * question for a name is answered with the events under older names, too.
 * RET their number
 */
extern size_t ledger_past_events(const ledger_past_t *past,
				 const ledger_event_t **ret);

/* The bookings that were read, in the order of their rows. RET their number */
extern size_t ledger_past_used(const ledger_past_t *past,
			       const ledger_used_t **ret);
