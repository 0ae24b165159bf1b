/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger.h - the durable table of bookings (SQLite).
 *
 * A booking is in the ledger before its requester is told that it exists; that of
 * a job right after, as Slurm saves the job itself then (jobs_submit.c). The
 * native records of Slurm are a projection of it; Slurm writes its own state
 * later, from another thread, and loses what it had acknowledged when it is
 * killed.
 *
 * Changes are queued while slurmctld's locks are held (cheap: no I/O) and
 * committed after they are released, in the order in which they were queued,
 * by whoever comes first: ledger_commit() makes everything that is queued
 * durable in one transaction. No Slurm header; thread-safe where said.
 *
 * One writer: the file is held with an exclusive lock for as long as it is
 * open. Closed bookings stay for LEDGER_KEEP_DAYS, so that an administrator can
 * see (sqlite3 garq.ledger) what became of one.
 */
#ifndef PLUGIN_LEDGER_H
#define PLUGIN_LEDGER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "plugin/booking/booking.h"

#define LEDGER_FILE "garq.ledger"
#define LEDGER_SCHEMA 5
#define LEDGER_KEEP_DAYS 30

typedef struct ledger ledger_t;
typedef struct ledger_op ledger_op_t;

typedef enum {
	LEDGER_OK,
	LEDGER_DAMAGED,		/* not a ledger, or SQLite finds it broken: see
				 * ledger_salvage.h */
	LEDGER_NEWER,		/* written by a newer version: left untouched */
	LEDGER_UNREADABLE,	/* permissions, disk, or another one has it */
} ledger_status_t;

/*
 * Open path, or make it. One that an older version has written is brought
 * forward, and kept as it was as PATH.vSCHEMA (see ledger_schema.h); if that
 * fails it is left as it was, and UNREADABLE. A newer one stays byte for byte.
 * OUT ret_ledger - owned by the caller; untouched on failure
 * OUT error - one line; "" on success
 */
extern ledger_status_t ledger_open(const char *path, ledger_t **ret_ledger,
				   char *error, size_t error_size);

/* RET the schema that the file had when it was opened; 0: there was none */
extern int ledger_found_schema(const ledger_t *l);

/* Close. What is still queued is tried once more. NULL is safe. */
extern void ledger_close(ledger_t *l);

/*
 * Call fn for each live booking, by name. fn keeps the booking (it owns it
 * from then on).
 * RET false with error set if the table cannot be read to its end
 */
typedef void (*ledger_fn)(void *arg, booking_t *b);
extern bool ledger_each(ledger_t *l, ledger_fn fn, void *arg, char *error,
			size_t error_size);

/*
 * The same for each closed booking that is kept, in the order in which they
 * were closed.
 * closed - when; why - as given to ledger_drop(), gone when fn returns
 */
typedef void (*ledger_closed_fn)(void *arg, booking_t *b, time_t closed,
				 const char *why);
extern bool ledger_each_closed(ledger_t *l, ledger_closed_fn fn, void *arg,
			       char *error, size_t error_size);

/* Why a booking is closed whose reservation goes on as Slurm's own. */
#define LEDGER_WHY_NATIVE "became Slurm's own"

/*
 * Was a booking of this name and native id closed at or after since, and its
 * reservation with it?
 */
extern bool ledger_was_closed(ledger_t *l, const char *name, uint32_t resv_id,
			      time_t since);

/*
 * Queue: the booking as it is now (new or changed; b is copied). Thread-safe,
 * no I/O. A booking is the same as long as it has the same name, creator and
 * time of creation; if another live one of the name is in the ledger when it is
 * to be written, nothing of the operation is (ledger_commit() says so).
 * RET to be given to ledger_commit(), or NULL with errno ENOMEM
 */
extern ledger_op_t *ledger_put(ledger_t *l, const booking_t *b);

/*
 * Queue: the booking is live no more. why - one word or a few: "deleted", ...
 * RET as ledger_put()
 */
extern ledger_op_t *ledger_drop(ledger_t *l, const char *name,
				const char *why);

/*
 * Make op and all that was queued before it durable. Thread-safe; may wait for
 * the disk: not to be called with slurmctld's locks held. op is freed.
 * OUT error - one line; "" on success
 * RET true if op is durable. If not it is forgotten: the caller takes back
 *	what it stood for
 */
extern bool ledger_commit(ledger_t *l, ledger_op_t *op, char *error,
			  size_t error_size);

/*
 * The same for an op that may wait: queued again if it can't be written now. If
 * it never can (see ledger_put()), it is forgotten and ledger_retry() says so.
 */
extern void ledger_commit_later(ledger_t *l, ledger_op_t *op);

/*
 * Try what ledger_commit_later() left behind. RET true if nothing of it is left
 * and nothing had to be forgotten since the last time; what others queue
 * meanwhile does not count
 */
extern bool ledger_retry(ledger_t *l, char *error, size_t error_size);

/*
 * Is there something in the queue that could not be written when that was tried
 * last? Thread-safe, no I/O.
 */
extern bool ledger_behind(ledger_t *l);

/*
 * Slurm has records of all bookings (they go on as its own): of none is parked
 * true any more, and what was is changed now. Durable when it returns, with all
 * that was queued before. Thread-safe; waits for the disk, as ledger_commit().
 * OUT error - one line; "" on success
 * RET false if that can't be written, or what was queued can't: all that was
 *	parked still is
 */
extern bool ledger_all_native(ledger_t *l, char *error, size_t error_size);

#endif
