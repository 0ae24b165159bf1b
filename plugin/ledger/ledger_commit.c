/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_commit.c - one try to write all that is queued
 *
 * Two mutexes: queue_lock protects the queue and all that is said about tries,
 * and is held for a few instructions only; db_lock is held by the one thread
 * that uses the file.
 */

#include <stdio.h>
#include <stdlib.h>

#include "plugin/ledger/claim/ledger_claim.h"
#include "plugin/ledger/ledger_copy.h"
#include "plugin/ledger/ledger_events.h"
#include "plugin/ledger/ledger_place.h"
#include "plugin/ledger/ledger_queue.h"
#include "plugin/ledger/ledger_row.h"
#include "plugin/ledger/ledger_statement.h"

/* True if a thread still works with the ledger: it frees l then. */
static bool _is_left_to_borrower(ledger_t *l)
{
	bool left;

	pthread_mutex_lock(&l->queue_lock);
	l->freed = left = (l->borrowers > 0);
	pthread_mutex_unlock(&l->queue_lock);
	return left;
}

void ledger_free(ledger_t *l)
{
	ledger_op_t *op;

	if (_is_left_to_borrower(l))
		return;
	if (l->history)
		ledger_free(l->history);
	while ((op = l->head)) {
		l->head = op->next;
		ledger_op_free(op);
	}
	ledger_copy_end(l);
	ledger_close_db(l->db);
	ledger_ended_finalize(l);
	ledger_claim_end(l->claim);
	pthread_mutex_destroy(&l->db_lock);
	pthread_mutex_destroy(&l->queue_lock);
	pthread_cond_destroy(&l->wake);
	pthread_cond_destroy(&l->tried);
	free(l->path);
	free(l);
}

/* RET the bytes in use of the file; OUT ret_size - and its size */
static int64_t _file_bytes(ledger_t *l, int64_t *ret_size)
{
	int64_t pages = ledger_number(l->db, "PRAGMA page_count");
	int64_t unused = ledger_number(l->db, "PRAGMA freelist_count");
	int64_t bytes = ledger_number(l->db, "PRAGMA page_size");

	*ret_size = pages * bytes;
	return (pages - unused) * bytes;
}

void ledger_shrink(ledger_t *l, int64_t used_max)
{
	int64_t size = 0, used = _file_bytes(l, &size);

	if ((size - used > LEDGER_FREE_MAX) && (used < size / 2) &&
	    (used <= used_max))
		(void) sqlite3_exec(l->db, "VACUUM", NULL, NULL, NULL);
}

/* Remove rows beyond the bounds. */
static void _bound_rows(ledger_t *l, time_t before, int max)
{
	int64_t size, keep = LEDGER_ROWS_MAX;

	if (_file_bytes(l, &size) > l->bytes_max)
		keep = LEDGER_ROWS_MIN;
	if (max > 0)
		(void) ledger_run(l, ledger_row_bound_closed,
				  VALUES(AS_NUMBER(keep), AS_NUMBER(max),
					 AS_NUMBER(l->ended_before)));
	ledger_offers_purge(l, before, keep, max);
	ledger_events_purge(l, before, keep, max);
}

void ledger_purge(ledger_t *l, time_t now, int max)
{
	time_t before = now - (LEDGER_KEEP_DAYS * 86400LL);
	time_t closed = now - (l->keep_days * 86400LL);

	(void) ledger_run(l, ledger_row_purge,
			  VALUES(AS_NUMBER(closed), AS_NUMBER(max),
				 AS_NUMBER(l->passed[0])));
	(void) ledger_run(l, ledger_row_purge_ended,
			  VALUES(AS_NUMBER(closed), AS_NUMBER(max),
				 AS_NUMBER(LEDGER_KEEP_ENDED),
				 AS_NUMBER(l->ended_before)));
	_bound_rows(l, before, max);
}

static int _write_drop(ledger_t *l, const char *name, const char *why,
		       time_t now)
{
	return ledger_run(l, ledger_row_drop,
			  VALUES(AS_TEXT(name), AS_NUMBER(now), AS_TEXT(why),
				 AS_NUMBER(++l->serial)));
}

static int _write_all_native(ledger_t *l, time_t now)
{
	return ledger_run(l, ledger_row_all_native,
			  VALUES(AS_NUMBER(now), AS_NUMBER(++l->serial)));
}

/*
 * Find a live row of b's name that belongs to another booking.
 * OUT ret_name - that name; untouched if there is none
 */
static int _find_other(ledger_t *l, const booking_t *b, const char **ret_name)
{
	int64_t other = 0;
	int rc = ledger_find(l, ledger_row_other,
			     VALUES(AS_TEXT(b->name), AS_NUMBER(b->created),
				    AS_NUMBER(b->creator)), &other);

	if (other)
		*ret_name = b->name;
	return rc;
}

/*
 * Never overwrite the row of another live booking: its record may not have been
 * recreated yet at this start. OUT op->taken - the name that is taken, or NULL
 */
static int _find_taken(ledger_t *l, ledger_op_t *op)
{
	int rc = SQLITE_OK;

	op->taken = NULL;
	if (op->booking && !op->revoke)
		rc = _find_other(l, op->booking, &op->taken);
	for (size_t i = 0; (i < op->moved_cnt) && !rc && !op->taken; i++)
		rc = _find_other(l, op->moved[i].booking, &op->taken);
	return rc;
}

/*
 * Leave a closed row of a booking, whether it has a live one or none. The event
 * is that it is closed.
 */
static int _write_revoke(ledger_t *l, const booking_t *b, const char *why,
			 time_t now)
{
	const ledger_cause_t *cause = l->cause;
	const char *taken = NULL;
	int rc = _find_other(l, b, &taken);

	if (rc || taken)
		return rc;
	l->cause = NULL;
	rc = ledger_put_write(l, b, false, now);
	l->cause = cause;
	return rc ? rc : _write_drop(l, b->name, why, now);
}

#define WAS_SIZE 300	/* bytes of "it was NAME" */

/*
 * Write a booking under its new name. The row of the old one is closed as any
 * other, with all contents that Slurm may have saved under that name. The new
 * one has them, too: the booking may get its old name again. The events are
 * that of the request, the last notes, and the end of the old name.
 */
static int _write_renamed(ledger_t *l, const ledger_op_t *op, time_t now)
{
	const ledger_cause_t *cause = l->cause;
	int rc = ledger_put_write(l, op->booking, false, now);

	if (rc)
		return rc;
	l->cause = NULL;
	rc = ledger_run(l, ledger_row_past,
			VALUES(AS_TEXT(op->booking->name),
			       AS_TEXT(op->was->name)));
	l->cause = cause;
	if (!rc)
		rc = ledger_events_renamed(l, op->was->name, op->booking->name,
					   cause->time);
	return rc ? rc : _write_revoke(l, op->was, op->why, now);
}

/* The bookings of an operation, each with the cause of its event. */
static int _write_bookings(ledger_t *l, const ledger_op_t *op, time_t now)
{
	const ledger_request_t *r = op->booking ? op->request : NULL;
	char was[WAS_SIZE] = "";
	ledger_cause_t cause = {
		.time = r ? r->time : now, .verb = r ? r->verb : NULL,
		.has_uid = r || op->revoker, .uid = r ? r->uid : op->uid,
		.always = r, .why = op->was ? was : r ? r->why : NULL,
	};
	int rc = SQLITE_OK;

	if (op->was)
		snprintf(was, sizeof(was), LEDGER_WAS "%s", op->was->name);
	l->cause = &cause;
	if (op->revoke)
		rc = _write_revoke(l, op->booking, op->why, now);
	else if (op->was)
		rc = _write_renamed(l, op, now);
	else if (op->booking)
		rc = ledger_put_write(l, op->booking, op->reopen, now);
	else if (op->name)
		rc = _write_drop(l, op->name, op->why, now);
	for (size_t i = 0; (i < op->moved_cnt) && (rc == SQLITE_OK); i++) {
		const ledger_moved_t *m = &op->moved[i];

		cause = (ledger_cause_t) {
			.time = m->time,
			.verb = m->note ? m->note : LEDGER_EVENT_MOVED,
			.has_uid = r && !m->note, .uid = r ? r->uid : 0,
			.why = m->why, .always = m->note,
		};
		rc = ledger_put_write(l, m->booking, false, now);
	}
	l->cause = NULL;
	return rc;
}

/* An event, the tombstone, the request that stands by, CPU time, and mail. */
static int _write_names(ledger_t *l, const ledger_op_t *op, time_t now)
{
	int rc = op->note ? ledger_events_write(l, op->note) : SQLITE_OK;

	if ((rc == SQLITE_OK) && op->buried)
		rc = ledger_tombs_write(l, op->buried, op->uid, op->until, now);
	if ((rc == SQLITE_OK) && op->standing)
		rc = ledger_standing_write(l, op->standing);
	if ((rc == SQLITE_OK) && op->use_cnt)
		rc = ledger_use_write(l, op);
	if ((rc == SQLITE_OK) && op->mail)
		rc = ledger_mail_write(l, op, now);
	return rc;
}

static int _write_op(ledger_t *l, const ledger_op_t *op, time_t now)
{
	int rc = _write_bookings(l, op, now);

	if ((rc == SQLITE_OK) && op->request)
		rc = ledger_offers_write(l, op->request);
	if ((rc == SQLITE_OK) && op->file)
		rc = ledger_saved_write(l, op->file);
	if ((rc == SQLITE_OK) && op->closes)
		rc = ledger_offers_close(l, op->closes, op->number, op->why,
					 now);
	if ((rc == SQLITE_OK) && op->all_native)
		rc = _write_all_native(l, now);
	if (rc == SQLITE_OK)
		rc = _write_names(l, op, now);
	if ((rc == SQLITE_OK) && op->reconciled)
		rc = sqlite3_exec(l->db, "UPDATE meta SET reconciled = 1", NULL,
				  NULL, NULL);
	if ((rc == SQLITE_OK) && op->ask_ended)
		ledger_ended_read(l, op->after);
	return rc;
}

static int _begin_batch(ledger_t *l)
{
	l->in_batch = true;
	return sqlite3_exec(l->db, "BEGIN IMMEDIATE", NULL, NULL, NULL);
}

/* For sqlite3_commit_hook(). RET 1: roll back instead */
static int _in_batch(void *arg)
{
	const ledger_t *l = arg;

	return l->in_batch;
}

void ledger_guard_batch(ledger_t *l)
{
	(void) sqlite3_commit_hook(l->db, _in_batch, l);
}

bool ledger_write_over(ledger_t *l)
{
	char sql[40];

	snprintf(sql, sizeof(sql), "PRAGMA user_version=%d", LEDGER_SCHEMA);
	return sqlite3_exec(l->db, sql, NULL, NULL, NULL) == SQLITE_OK;
}

static void _note_error(ledger_t *l)
{
	bool unsynced = sqlite3_extended_errcode(l->db) == SQLITE_IOERR_FSYNC;
	char why[128];

	snprintf(why, sizeof(why), "%s", sqlite3_errmsg(l->db));
	if (!sqlite3_get_autocommit(l->db))
		sqlite3_exec(l->db, "ROLLBACK", NULL, NULL, NULL);
	unsynced = unsynced && !ledger_write_over(l);
	pthread_mutex_lock(&l->queue_lock);
	snprintf(l->error, sizeof(l->error), "%s%s", why,
		 unsynced ? "; if slurmctld is killed before the disk works again, it may be there all the same" :
			    "");
	pthread_mutex_unlock(&l->queue_lock);
}

/*
 * Commit the transaction that _begin_batch() opened, or roll it back if rc is
 * an error.
 */
static int _end_batch(ledger_t *l, int rc)
{
	l->in_batch = false;
	if (rc == SQLITE_OK)
		rc = sqlite3_exec(l->db, "COMMIT", NULL, NULL, NULL);
	if (rc != SQLITE_OK) {
		l->dropped = true;
		_note_error(l);
	}
	return rc;
}

/*
 * Write a list of operations in one transaction. Each operation adds at most
 * one closed row, one request and one event per booking that it changes; purging
 * two old rows for each added one, LEDGER_PURGE_AT at once, makes the tables
 * shrink even in a controller that runs for years. An operation with a taken
 * name is left out and marked.
 * RET SQLITE_OK; otherwise nothing is written
 */
static int _write_all(ledger_t *l, ledger_op_t *list)
{
	time_t now = time(NULL);
	int rc = _begin_batch(l), cnt = l->to_purge;

	for (ledger_op_t *op = list; op && (rc == SQLITE_OK); op = op->next) {
		rc = _find_taken(l, op);
		if (!rc && !op->taken)
			rc = _write_op(l, op, now);
		cnt += 2 * (1 + (int) op->moved_cnt);
	}
	if ((rc == SQLITE_OK) && (cnt >= l->purge_at)) {
		ledger_purge(l, now, cnt);
		cnt = 0;
	}
	rc = _end_batch(l, rc);
	ledger_saved_pass(l, rc == SQLITE_OK);
	if (rc == SQLITE_OK)
		l->to_purge = cnt;
	return rc;
}

/* True if the claim is lost. The first thread that finds it calls lost(). */
static bool _is_fenced(ledger_t *l, bool *ret_first)
{
	bool held = !l->claim || ledger_claim_held(l->claim), fenced;

	pthread_mutex_lock(&l->queue_lock);
	*ret_first = !held && !l->fenced;
	if ((fenced = l->fenced = l->fenced || !held))
		snprintf(l->error, sizeof(l->error), "%s",
			 "another controller has taken over the ledger");
	pthread_mutex_unlock(&l->queue_lock);
	return fenced;
}

/* In a ledger with a copy: nobody waits for it any more. */
static void _checkpoint(ledger_t *l)
{
	if (!ledger_copy_is_long(l) || !ledger_place_untouched(l))
		return;
	ledger_set_busy(l, true);
	ledger_copy_checkpoint(l);
	ledger_set_busy(l, false);
	ledger_place_wrote_both(l);
}

static bool _is_in_place(ledger_t *l)
{
	return !l->renew || l->renew(l);
}

/*
 * A commit counts if the claim still holds after it, as a controller that takes
 * over then copies the commit; and if it is in the file that a start finds
 * (ledger_renew.h).
 */
static bool _write_held(ledger_t *l, ledger_op_t *list, bool *ret_lost)
{
	bool fenced, ok;

	pthread_mutex_lock(&l->queue_lock);
	fenced = l->fenced;
	pthread_mutex_unlock(&l->queue_lock);
	if (fenced || !_is_in_place(l))
		return false;
	if (!list)
		return true;
	ok = (_write_all(l, list) == SQLITE_OK);
	ledger_place_wrote(l);
	return ok && !_is_fenced(l, ret_lost) && _is_in_place(l);
}

void ledger_try(ledger_t *l)
{
	ledger_op_t *list;
	bool lost = false, ok;

	pthread_mutex_lock(&l->db_lock);
	list = ledger_queue_take(l);
	ok = _write_held(l, list, &lost);
	ledger_ended_publish(l, ok);
	ledger_queue_settle(l, list, ok);
	if (ok)
		_checkpoint(l);
	pthread_mutex_unlock(&l->db_lock);
	if (lost)
		l->lost_claim();
}

void ledger_set_claim(ledger_t *l, ledger_claim_t *c, ledger_lost_fn lost)
{
	l->claim = c;
	l->lost_claim = lost;
}

ledger_claim_t *ledger_its_claim(ledger_t *l)
{
	return l->claim;
}

void ledger_look_at_claim(ledger_t *l)
{
	uint32_t again_cnt;
	bool lost;

	if (_is_fenced(l, &lost) && lost)
		l->lost_claim();
	again_cnt = ledger_claim_again_cnt(l->claim);
	if (again_cnt != l->again_cnt)
		ledger_put_notice(l, "the claim of the ledger was removed, though no other controller has the ledger: it is made again");
	l->again_cnt = again_cnt;
}
