/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/ledger/record/content.h"
#include "plugin/ledger/ledger_queue.h"
#include "plugin/ledger/ledger_row.h"

/* ?1 host, ?2 boot, ?3 pid */
static const char epoch_sql[] =
	"INSERT INTO meta (id, epoch, host, boot, pid) VALUES (1, 1, ?1, ?2, ?3)"
	" ON CONFLICT (id) DO UPDATE"
	" SET epoch = epoch + 1, host = ?1, boot = ?2, pid = ?3"
	" RETURNING epoch, reconciled";

/* Prepared once: a file is noted every few seconds. */
enum { KNOWN, NOTE, FORGET, SEEN, UNSEEN, FILES, WAS, UNPROVEN };

static const char *const saved_sql[LEDGER_SAVED_STATEMENTS] = {
	[KNOWN] = "SELECT 1 FROM saved WHERE digest = ?1",
	/* ?1 digest, ?2 epoch */
	[NOTE] = "INSERT INTO saved (digest, epoch) VALUES (?1, ?2)",
	/* ?1 how many to keep */
	[FORGET] =
		"DELETE FROM saved WHERE id <="
		" (SELECT max(id) FROM saved) - ?1",
	/* ?1 how many files this one counts for, ?2 maximum */
	[SEEN] =
		"UPDATE booking SET seen = min(seen + ?1, ?2)"
		" WHERE closed IS NULL AND parked = 0 AND seen < ?2"
		" AND in_file(name)",
	[UNSEEN] =
		"UPDATE booking SET seen = 0"
		" WHERE closed IS NULL AND parked = 0 AND seen > 0"
		" AND NOT in_file(name)",
	[FILES] =
		"UPDATE booking SET files = files + ?1"
		" WHERE closed IS NULL AND was IS NOT NULL",
	/* ?1 number of files that prove: later ones have no earlier content */
	[WAS] =
		"UPDATE booking SET was = NULL"
		" WHERE closed IS NULL AND was IS NOT NULL AND files >= ?1",
	/* ?1 number of files that prove: later ones have the record */
	[UNPROVEN] =
		"SELECT 1 WHERE EXISTS (SELECT 1 FROM booking"
		" WHERE closed IS NULL AND parked = 0 AND seen < ?1"
		" AND in_file(name))"
		" OR EXISTS (SELECT 1 FROM booking WHERE closed IS NULL"
		" AND was IS NOT NULL)",
};

void ledger_file_destroy(ledger_file_t *file)
{
	for (size_t i = 0; file && (i < file->cnt); i++)
		free(file->names[i]);
	if (file)
		free(file->names);
	free(file);
}

static int _compare(const void *a, const void *b)
{
	return strcmp(*(char *const *) a, *(char *const *) b);
}

/* The SQL function in_file(name). */
static void _in_file(sqlite3_context *context, int cnt, sqlite3_value **values)
{
	const ledger_t *l = sqlite3_user_data(context);
	const char *name = (const char *) sqlite3_value_text(values[0]);

	(void) cnt;
	sqlite3_result_int(context, l->file && l->file->cnt && name &&
			   bsearch(&name, l->file->names, l->file->cnt,
				   sizeof(name), _compare));
}

int ledger_saved_prepare(ledger_t *l)
{
	int rc = sqlite3_create_function(l->db, "in_file", 1, SQLITE_UTF8, l,
					 _in_file, NULL, NULL);

	for (int i = 0; (i < LEDGER_SAVED_STATEMENTS) && !rc; i++)
		rc = sqlite3_prepare_v2(l->db, saved_sql[i], -1, &l->sql.saved[i],
					NULL);
	return rc;
}

/* Run a statement with up to two numbers. */
static int _run_statement(ledger_t *l, int which, int64_t first, int64_t second)
{
	sqlite3_stmt *s = l->sql.saved[which];
	int cnt = sqlite3_bind_parameter_count(s);

	if (cnt > 0)
		sqlite3_bind_int64(s, 1, first);
	if (cnt > 1)
		sqlite3_bind_int64(s, 2, second);
	return ledger_row_run(s);
}

/* OUT ret - true if the statement finds a row; untouched after an error */
static int _finds_row(ledger_t *l, int which, int64_t number, bool *ret)
{
	sqlite3_stmt *s = l->sql.saved[which];
	int rc;

	sqlite3_bind_int64(s, 1, number);
	rc = sqlite3_step(s);
	sqlite3_reset(s);
	if ((rc != SQLITE_ROW) && (rc != SQLITE_DONE))
		return rc;
	*ret = (rc == SQLITE_ROW);
	return SQLITE_OK;
}

/* Note whether another file would prove more; after an error: no. */
static void _set_unproven(ledger_t *l)
{
	bool unproven = false;

	(void) _finds_row(l, UNPROVEN, CONTENT_SEEN, &unproven);
	pthread_mutex_lock(&l->queue_lock);
	l->unproven = unproven;
	pthread_mutex_unlock(&l->queue_lock);
}

/* Remember the file. */
static int _note_file(ledger_t *l, const ledger_file_t *file)
{
	int rc = _run_statement(l, NOTE, file->digest, l->epoch);

	return rc ? rc : _run_statement(l, FORGET, LEDGER_SAVED_MAX, 0);
}

/* Count this file as a number of files: records in it, and those missing. */
static int _count_files(ledger_t *l, int files)
{
	int rc = _run_statement(l, UNSEEN, 0, 0);

	if (!rc && files)
		rc = _run_statement(l, SEEN, files, CONTENT_SEEN);
	if (!rc && files)
		rc = _run_statement(l, FILES, files, 0);
	if (!rc && files)
		rc = _run_statement(l, WAS, CONTENT_FILES, 0);
	return rc;
}

int ledger_saved_write(ledger_t *l, const ledger_file_t *file)
{
	static const int files[] = {
		[LEDGER_FILE_OURS] = 0,
		[LEDGER_FILE_IN_TURN] = 1,
		[LEDGER_FILE_LAST] = CONTENT_FILES,
	};
	bool known = false;
	int rc = _finds_row(l, KNOWN, file->digest, &known), counts;

	l->file = file;
	if (!rc && !known)
		rc = _note_file(l, file);
	counts = (known && (file->kind == LEDGER_FILE_IN_TURN)) ?
		0 : files[file->kind];
	l->passes |= (counts > 0);
	if (!rc)
		rc = _count_files(l, counts);
	if (!rc)
		_set_unproven(l);
	l->file = NULL;
	return rc;
}

void ledger_saved_pass(ledger_t *l, bool written)
{
	if (written && l->passes) {
		memmove(l->passed, l->passed + 1,
			(LEDGER_PASSED - 1) * sizeof(l->passed[0]));
		l->passed[LEDGER_PASSED - 1] = l->serial;
	}
	l->passes = false;
}

ledger_op_t *ledger_put_saved(ledger_t *l, ledger_file_t *file)
{
	ledger_op_t *op = ledger_op_new();

	op->file = file;
	return ledger_queue(l, op);
}

bool ledger_saved_unproven(ledger_t *l)
{
	bool unproven;

	pthread_mutex_lock(&l->queue_lock);
	unproven = l->unproven;
	pthread_mutex_unlock(&l->queue_lock);
	return unproven;
}

bool ledger_saved_known(ledger_t *l, int64_t digest)
{
	bool known = true;
	int rc;

	pthread_mutex_lock(&l->db_lock);
	rc = _finds_row(l, KNOWN, digest, &known);
	ledger_note_read(l, rc);
	pthread_mutex_unlock(&l->db_lock);
	return rc || known;
}

bool ledger_begin_epoch(ledger_t *l, const ledger_owner_t *owner,
			int64_t *ret_epoch, char *error, size_t error_size)
{
	sqlite3_stmt *s = NULL;
	int rc = sqlite3_prepare_v2(l->db, epoch_sql, -1, &s, NULL);
	int64_t epoch = 0;
	bool reconciled = false;

	error[0] = '\0';
	if (rc == SQLITE_OK) {
		ledger_row_text(s, 1, owner->host);
		ledger_row_text(s, 2, owner->boot);
		sqlite3_bind_int64(s, 3, owner->pid);
		if ((rc = sqlite3_step(s)) == SQLITE_ROW) {
			epoch = sqlite3_column_int64(s, 0);
			reconciled = sqlite3_column_int(s, 1);
			rc = sqlite3_step(s);
		}
	}
	sqlite3_finalize(s);
	if (rc != SQLITE_DONE) {
		snprintf(error, error_size, "%s", sqlite3_errmsg(l->db));
		return false;
	}
	l->epoch = *ret_epoch = epoch;
	l->reconciled = reconciled;
	return true;
}
