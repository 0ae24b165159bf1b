/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_queue.h - operations that wait to be written, in their order.
 *
 * queue_lock protects the list and the state of its operations; no function
 * here waits for the disk.
 */
#ifndef PLUGIN_LEDGER_QUEUE_H
#define PLUGIN_LEDGER_QUEUE_H

#include "plugin/ledger/ledger_private.h"

/* Queue an operation. Thread-safe. RET op */
extern ledger_op_t *ledger_queue(ledger_t *l, ledger_op_t *op);

/*
 * Begin a try: take all operations that are queued. Locks: db_lock.
 * RET the list, for ledger_queue_settle(), which has to follow; NULL: there is
 *	none
 */
extern ledger_op_t *ledger_queue_take(ledger_t *l);

/*
 * End a try, and wake the threads that wait for it. An operation that a thread
 * waits for is left to that thread, with its state. An operation that was given
 * up is freed. An operation that may wait is queued again, ahead of newer ones,
 * if it could not be written; it is freed if it was written, and also if its
 * name is taken: written later, when the name is free, it would bring back a
 * booking that is long gone. Locks: db_lock.
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
 * Let an operation wait without a thread: it stays where it is, or is queued
 * again if it has failed. Locks: queue_lock.
 */
extern void ledger_queue_keep(ledger_t *l, ledger_op_t *op);

/* Free an operation with all that it owns. NULL is safe. */
extern void ledger_op_free(ledger_op_t *op);

/* Say in to that another live booking has this name. */
extern void ledger_say_taken(const char *name, char *to, size_t size);

#endif
