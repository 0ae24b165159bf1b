/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger.h - the durable table of bookings (SQLite).
 *
 * A booking is in the ledger before its requester is told that the booking
 * exists; the booking of a job right afterwards, as Slurm saves the job itself
 * then (jobs_submit.c). Slurm's native records are a projection of the ledger;
 * Slurm writes its own state later, from another thread, so a killed slurmctld
 * loses reservations that it has acknowledged.
 *
 * Changes are queued while slurmctld's locks are held (cheap: no I/O) and
 * written after the locks are released, in the order in which they were queued,
 * all that is queued in one transaction. A disk may fail to answer for hours: a
 * thread of the ledger, the writer, waits for the disk, and all others wait for
 * the writer, for as long as their patience lasts. Operations are queued in the
 * order in which the state in memory changes, so a change that is taken back
 * needs no more than another operation behind the first. No Slurm header;
 * thread-safe where said.
 *
 * One writer: the file is held with an exclusive lock for as long as it is
 * open; where several controllers share it, ledger_claim.h says which of them
 * has it. Closed bookings stay until files of Slurm that were saved later were
 * noted (ledger_saved.h), whatever the clock says, and then in the history, so
 * that an administrator can see (garq-ledger) what became of them;
 * ledger_history.h has the bounds.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "plugin/ledger/claim/ledger_owner.h"
#include "plugin/ledger/file/ledger_present.h"
#include "plugin/ledger/record/booking.h"

#define LEDGER_KEEP_DAYS 30

/* Closed bookings leave for the history then, and stay for longer where that
 * can't be written. */
#define LEDGER_CLOSED_DAYS (2 * LEDGER_KEEP_DAYS)

/* The file of the history, and the days for which it keeps closed bookings: a
 * year can be accounted for. */
#define LEDGER_HISTORY "garq.history"
#define LEDGER_HISTORY_DAYS 400

/* A booking that ended may not have, if the clock was wrong: it is kept until
 * there were this many more, and until this many more have ended. */
#define LEDGER_KEEP_ENDED 10000

/* Maximum number of closed bookings, of requests, and of events in a file. */
#define LEDGER_ROWS_MAX 200000

/* Bytes in use at which the oldest of these rows are deleted, all but the last
 * LEDGER_ROWS_MIN of each kind; in the ledger only where they can't be moved to
 * the history before. */
#define LEDGER_BYTES_MAX (INT64_C(128) << 20)
#define LEDGER_ROWS_MIN 1000

typedef struct ledger ledger_t;
typedef struct ledger_op ledger_op_t;

/*
 * Open path, or create the ledger. A ledger of an older version is migrated,
 * and a copy kept as PATH.vSCHEMA (see ledger_schema.h); if that fails the file
 * is left as it was, and the result is UNREADABLE. A ledger of a newer version
 * stays byte for byte the same. A file that is not opened keeps its log, and is
 * LEDGER_DAMAGED only if all of it was read: what the disk can't read now is
 * LEDGER_UNREADABLE.
 * OUT ret_ledger - owned by the caller; untouched on failure
 * OUT error - one line; "" on success
 */
extern ledger_status_t ledger_open(const char *path, ledger_t **ret_ledger,
				   char *error, size_t error_size);

/* RET the schema that the file had when it was opened; 0: the file was empty */
extern int ledger_found_schema(const ledger_t *l);

/*
 * The identity of a ledger: a random number, not 0, that the file gets when it
 * is first opened, and that its copies have, too. A ledger that was recreated,
 * or salvaged, has another identity.
 */
extern uint32_t ledger_identity(const ledger_t *l);

/*
 * Return true if an earlier controller has committed a reconciliation of this
 * file with Slurm's state; the file records that. If not, rows may be missing:
 * the file is new, salvaged, or a copy, and may lack acknowledged changes. No
 * I/O.
 * RET false also before ledger_begin_epoch()
 */
extern bool ledger_reconciled(const ledger_t *l);

/*
 * Queue: the file has been reconciled with all that was queued before; to be
 * called in an epoch. Thread-safe, no I/O. RET as ledger_put()
 */
extern ledger_op_t *ledger_put_reconciled(ledger_t *l);

/*
 * Start the writer: from now on no caller of these functions waits for the disk
 * (but those that read). Without a writer the thread that calls ledger_commit()
 * writes, and waits.
 * IN patience - seconds for which a thread waits for the writer
 * IN waiting_max - maximum number of threads that wait in ledger_commit() and
 *	ledger_commit_or_keep(); the patience of any further one ends at once
 * RET false: no thread can be made
 */
extern bool ledger_start_writer(ledger_t *l, uint32_t patience,
				uint32_t waiting_max);

/*
 * Return true if an operation that is queued now would be waited for: false if
 * the writer has been in one transaction for longer than the patience, or
 * waiting_max threads wait. Thread-safe, no I/O.
 * OUT error - one line; "" on success
 */
extern bool ledger_answers(ledger_t *l, char *error, size_t error_size);

/*
 * Close, after one more try to write queued operations. NULL is safe.
 * RET false: the disk does not answer. The writer is left behind, and closes
 *	the ledger when the disk answers: its code must stay loaded
 */
extern bool ledger_close(ledger_t *l);

/*
 * A thread that may wait for long works with a ledger that may be closed
 * meanwhile: the last ledger_give_back() frees it then. Thread-safe, no I/O but
 * for that.
 */
extern void ledger_borrow(ledger_t *l);
extern void ledger_give_back(ledger_t *l);

/*
 * Call fn for each live booking, in order of name. fn becomes the owner of b.
 * RET false with error set if the table cannot be read to its end
 */
typedef void (*ledger_fn)(void *arg, booking_t *b);
extern bool ledger_each(ledger_t *l, ledger_fn fn, void *arg, char *error,
			size_t error_size);

/* How reasons begin for closing a booking whose reservation goes on as Slurm's
 * own, and one whose end had passed by the clock. */
#define LEDGER_WHY_NATIVE "became Slurm's own"
#define LEDGER_WHY_ENDED "ended"
#define LEDGER_WHY_NOT_CREATED "not created"	/* its create was refused */
#define LEDGER_WHY_RENAMED "renamed to"	/* it goes on under another name */

/*
 * Return true if a booking of this name and native id was closed, together with
 * its reservation, for which fn returns true. fn is called for each until then,
 * the youngest first; it does not own b.
 */
typedef bool (*ledger_match_fn)(void *arg, const booking_t *b);
extern bool ledger_was_closed(ledger_t *l, const char *name, uint32_t resv_id,
			      ledger_match_fn fn, void *arg);

/*
 * Return true if no read of ledger_was_closed() or ledger_saved_known() has
 * failed since the ledger was opened.
 * OUT error - if false, one line
 */
extern bool ledger_was_read(ledger_t *l, char *error, size_t error_size);

/*
 * ledger_each() for the bookings that were closed because they had ended, and
 * that end after now: the clock was put back. It gives the last booking of each
 * name without a live one; a booking whose create was refused does not count.
 */
extern bool ledger_each_ended(ledger_t *l, time_t now, ledger_fn fn, void *arg,
			      char *error, size_t error_size);

/* Bookings that had ended; each one and the list must be freed. */
typedef struct {
	booking_t **list;
	size_t cnt;
	bool partial;		/* not all of them could be read */
} ledger_ended_t;

/*
 * Queue: read the bookings that ledger_each_ended() would report, behind all
 * that is queued by now. No I/O: the writer reads, for ledger_take_ended().
 * Thread-safe. RET as ledger_put()
 */
extern ledger_op_t *ledger_ask_ended(ledger_t *l, time_t now);

/*
 * Take the bookings read for the last ledger_ask_ended(). Thread-safe, no I/O.
 * OUT ret - ledger_ended_free(); untouched if false
 * RET false: nothing was read since the last call
 */
extern bool ledger_take_ended(ledger_t *l, ledger_ended_t *ret);
extern void ledger_ended_free(ledger_ended_t *ended);

/*
 * Queue: write the booking as it is now, new or changed; b is copied.
 * Thread-safe, no I/O. Name, creator and time of creation identify a booking;
 * if the ledger has another live booking of the name when the operation is to
 * be written, none of the operation is written (ledger_commit() reports that).
 * RET an operation for ledger_commit()
 */
extern ledger_op_t *ledger_put(ledger_t *l, const booking_t *b);

/* Queue: the same for a booking of ledger_each_ended(), which is live again. */
extern ledger_op_t *ledger_reopen(ledger_t *l, const booking_t *b);

/*
 * Queue: close a booking. why - one word or a few: "deleted", ...
 * RET as ledger_put()
 */
extern ledger_op_t *ledger_drop(ledger_t *l, const char *name,
				const char *why);

/*
 * The same for a booking that may not have got into the ledger, because the
 * operation that makes it failed or may fail: then a closed row is made of it,
 * as Slurm may have saved its record. Another live booking of its name stays,
 * and then nothing is written.
 */
extern ledger_op_t *ledger_revoke(ledger_t *l, const booking_t *b,
				  const char *why);

/*
 * All that this thread queues from begin to end is written in one transaction:
 * after a crash the disk has all of it or nothing. An operation of it that is
 * given to ledger_commit() may be cancelled alone. The writer waits for the
 * end, so the thread waits for nothing meanwhile. Thread-safe, no I/O.
 */
extern void ledger_group_begin(ledger_t *l);
extern void ledger_group_end(ledger_t *l);

/*
 * Have op and all operations queued before it written, and wait for that as
 * long as the patience lasts. Thread-safe; not to be called with slurmctld's
 * locks held. op is freed.
 * OUT error - one line; "" on success
 * RET true if op is durable. If not, op is discarded, and the caller undoes the
 *	change that op recorded. If the patience ended while op was being
 *	written, op may still become durable: the caller also queues the
 *	inverse (ledger_revoke(), ledger_put() as it was before)
 */
extern bool ledger_commit(ledger_t *l, ledger_op_t *op, char *error,
			  size_t error_size);

/*
 * The same for a change that is not undone: an operation that is not durable on
 * return keeps its place in the queue, as that of ledger_commit_later().
 */
extern bool ledger_commit_or_keep(ledger_t *l, ledger_op_t *op, char *error,
				  size_t error_size);

/*
 * Let op wait for the next try, of whichever thread. If it can't be written
 * then, it is queued again. If it never can (see ledger_put()), it is discarded
 * and ledger_retry() reports that. Thread-safe, no I/O.
 */
extern void ledger_commit_later(ledger_t *l, ledger_op_t *op);

/*
 * Have all that is queued written, and wait for that as long as the patience
 * lasts. Thread-safe.
 * OUT error - one line; "" on success
 * RET true if none of the operations of ledger_commit_later() is left and none
 *	was discarded since the last call; operations that other threads queue
 *	meanwhile do not count
 */
extern bool ledger_retry(ledger_t *l, char *error, size_t error_size);

/*
 * Ask the writer to write all that is queued. No I/O; no effect without a
 * writer.
 */
extern void ledger_wake_writer(ledger_t *l);

/*
 * Return true if queued operations failed at the last try, or if the writer has
 * been in one transaction for longer than the patience. Thread-safe, no I/O.
 */
extern bool ledger_behind(ledger_t *l);

/*
 * How often queued operations were written in one transaction, or could not be.
 * An empty queue counts for neither.
 */
typedef struct {
	uint64_t commits;
	uint64_t faults;
} ledger_tries_t;

/* RET those since the ledger was opened. Thread-safe, no I/O. */
extern ledger_tries_t ledger_tries(ledger_t *l);

/*
 * Clear parked in all live bookings and set their time of change: Slurm has
 * records of all of them, which go on as Slurm's own. Nothing is known of the
 * files with those that were parked. Durable on return, with all operations
 * queued before. Thread-safe; waits as ledger_commit().
 * OUT error - one line; "" on success
 * RET false if this or a queued operation can't be written: parked bookings are
 *	still parked then
 */
extern bool ledger_all_native(ledger_t *l, char *error, size_t error_size);

/*
 * Have the ledger ask its claim after each commit from now on, and end it when
 * the ledger is closed.
 * IN lost - called once, by the thread that finds the claim lost, with no lock
 *	of the ledger held; nothing is written from then on
 */
typedef void (*ledger_lost_fn)(void);
extern void ledger_set_claim(ledger_t *l, ledger_claim_t *c,
			     ledger_lost_fn lost);

/*
 * Look at the claim of the ledger, which has one. Waits for the disk, but for
 * no other thread. Not thread-safe against ledger_close().
 */
extern void ledger_look_at_claim(ledger_t *l);

/*
 * Take what an administrator has to be told, one line: the file of the ledger
 * was removed or replaced, and made again (the writer sees that when it is
 * woken, see ledger_wake_writer()). Thread-safe, no I/O. OUT ret - untouched
 * if false
 */
extern bool ledger_take_notice(ledger_t *l, char *ret, size_t size);

/* RET the claim of the ledger; NULL: it has none */
extern ledger_claim_t *ledger_its_claim(ledger_t *l);
