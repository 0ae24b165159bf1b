/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_queue.h - operations that wait to be written, in their order.
 *
 * An operation leaves the queue only when it is durable, when its name is
 * taken, or when its owner gives it up: a try that fails puts all of its
 * operations back ahead of newer ones, also those that threads wait for. No
 * operation is therefore ever written before an older one, e.g. a deletion
 * before an earlier change of the same booking, or a booking before the
 * deletion that made its room.
 *
 * queue_lock protects the list and the state of its operations; no function
 * here waits for the disk.
 */
#pragma once

#include "plugin/ledger/ledger_private.h"

/* An operation without any part, for ledger_queue(). RET ledger_op_free() */
extern ledger_op_t *ledger_op_new(void);

/* Queue an operation. Thread-safe. RET op */
extern ledger_op_t *ledger_queue(ledger_t *l, ledger_op_t *op);

/*
 * Begin a try: take all operations that are queued. Locks: db_lock.
 * RET the list, for ledger_queue_settle(), which has to follow; NULL: there is
 *	none
 */
extern ledger_op_t *ledger_queue_take(ledger_t *l);

/*
 * End a try, and wake the threads that wait for it. Operations that could not
 * be written go back into the queue. One that was written, or has a name that
 * is taken, is left to the thread that waits for it, with its state; else it is
 * freed (written later, when the name is free, it would bring back a booking
 * that is long gone). Locks: db_lock.
 * IN list - as it was taken; each operation has taken set or not
 * IN written - all but those with a name that is taken is durable; else none is
 */
extern void ledger_queue_settle(ledger_t *l, ledger_op_t *list, bool written);

/*
 * Take an operation out of the queue before it is tried, and free it. Locks:
 * queue_lock.
 */
extern void ledger_queue_cancel(ledger_t *l, ledger_op_t *op);

/*
 * No thread waits for an operation any more: it stays in the queue until it is
 * written, or is freed if it is not there any more. Locks: queue_lock.
 */
extern void ledger_queue_keep(ledger_t *l, ledger_op_t *op);

/* Free an operation with all that it owns. */
extern void ledger_op_free(ledger_op_t *op);

/* Say in to that another live booking has this name. */
extern void ledger_say_taken(const char *name, char *to, size_t size);
