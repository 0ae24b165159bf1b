/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ledger_saved.c - see ledger_saved.h */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/ledger/content.h"
#include "plugin/ledger/ledger_queue.h"
#include "plugin/ledger/ledger_row.h"

/* ?1 host, ?2 boot, ?3 pid */
static const char epoch_sql[] =
	"INSERT INTO meta (id, epoch, host, boot, pid) VALUES (1, 1, ?1, ?2, ?3)"
	" ON CONFLICT (id) DO UPDATE"
	" SET epoch = epoch + 1, host = ?1, boot = ?2, pid = ?3"
	" RETURNING epoch";

static const char known_sql[] = "SELECT 1 FROM saved WHERE digest = ?1";

/* ?1 digest, ?2 epoch */
static const char note_sql[] =
	"INSERT INTO saved (digest, epoch) VALUES (?1, ?2)";

/* ?1 how many to keep */
static const char forget_sql[] =
	"DELETE FROM saved WHERE id <= (SELECT max(id) FROM saved) - ?1";

/* ?1 how many files this one counts for, ?2 maximum */
static const char seen_sql[] =
	"UPDATE booking SET seen = min(seen + ?1, ?2)"
	" WHERE closed IS NULL AND parked = 0 AND seen < ?2 AND in_file(name)";

static const char unseen_sql[] =
	"UPDATE booking SET seen = 0"
	" WHERE closed IS NULL AND parked = 0 AND seen > 0"
	" AND NOT in_file(name)";

static const char files_sql[] =
	"UPDATE booking SET files = files + ?1"
	" WHERE closed IS NULL AND was IS NOT NULL";

/* ?1 so many files prove that later ones have no earlier content */
static const char was_sql[] =
	"UPDATE booking SET was = NULL"
	" WHERE closed IS NULL AND was IS NOT NULL AND files >= ?1";

/* ?1 so many files prove that later ones have the record */
static const char unproven_sql[] =
	"SELECT 1 WHERE EXISTS (SELECT 1 FROM booking WHERE closed IS NULL"
	" AND parked = 0 AND seen < ?1 AND in_file(name))"
	" OR EXISTS (SELECT 1 FROM booking WHERE closed IS NULL"
	" AND was IS NOT NULL)";

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
	return sqlite3_create_function(l->db, "in_file", 1,
				       SQLITE_UTF8, l, _in_file, NULL, NULL);
}

/* Run a statement with up to two numbers. */
static int _run(ledger_t *l, const char *sql, int64_t first, int64_t second)
{
	sqlite3_stmt *s = NULL;
	int rc = sqlite3_prepare_v2(l->db, sql, -1, &s, NULL);

	if (rc == SQLITE_OK) {
		int cnt = sqlite3_bind_parameter_count(s);

		if (cnt > 0)
			sqlite3_bind_int64(s, 1, first);
		if (cnt > 1)
			sqlite3_bind_int64(s, 2, second);
		rc = ledger_row_run(s);
	}
	sqlite3_finalize(s);
	return rc;
}

static int _is_known(ledger_t *l, int64_t digest, bool *ret_known)
{
	sqlite3_stmt *s = NULL;
	int rc = sqlite3_prepare_v2(l->db, known_sql, -1, &s, NULL);

	if (rc == SQLITE_OK) {
		sqlite3_bind_int64(s, 1, digest);
		rc = sqlite3_step(s);
		*ret_known = (rc == SQLITE_ROW);
		if ((rc == SQLITE_ROW) || (rc == SQLITE_DONE))
			rc = SQLITE_OK;
	}
	sqlite3_finalize(s);
	return rc;
}

/* Would another file prove more? Errors do not matter: no. */
static void _set_unproven(ledger_t *l)
{
	sqlite3_stmt *s = NULL;
	bool unproven = !sqlite3_prepare_v2(l->db, unproven_sql, -1, &s,
					    NULL) &&
			!sqlite3_bind_int(s, 1, CONTENT_SEEN) &&
			(sqlite3_step(s) == SQLITE_ROW);

	sqlite3_finalize(s);
	pthread_mutex_lock(&l->queue_lock);
	l->unproven = unproven;
	pthread_mutex_unlock(&l->queue_lock);
}

/* Remember the file. */
static int _note(ledger_t *l, const ledger_file_t *file)
{
	int rc = _run(l, note_sql, file->digest, l->epoch);

	return rc ? rc : _run(l, forget_sql, LEDGER_SAVED_MAX, 0);
}

/* Count for so many files what this one has, and what it lacks. */
static int _count(ledger_t *l, int files)
{
	int rc = _run(l, unseen_sql, 0, 0);

	if (!rc && files)
		rc = _run(l, seen_sql, files, CONTENT_SEEN);
	if (!rc && files)
		rc = _run(l, files_sql, files, 0);
	if (!rc && files)
		rc = _run(l, was_sql, CONTENT_FILES, 0);
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
	int rc = _is_known(l, file->digest, &known);

	l->file = file;
	if (!rc && !known)
		rc = _note(l, file);
	if (!rc)
		rc = _count(l, (known && (file->kind == LEDGER_FILE_IN_TURN)) ?
			    0 : files[file->kind]);
	if (!rc)
		_set_unproven(l);
	l->file = NULL;
	return rc;
}

ledger_op_t *ledger_put_saved(ledger_t *l, ledger_file_t *file)
{
	ledger_op_t *op = calloc(1, sizeof(*op));

	if (op) {
		op->file = file;
		return ledger_queue(l, op);
	}
	ledger_file_destroy(file);
	errno = ENOMEM;
	return NULL;
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
	rc = _is_known(l, digest, &known);
	pthread_mutex_unlock(&l->db_lock);
	return rc || known;
}

bool ledger_begin_epoch(ledger_t *l, const ledger_owner_t *owner,
			int64_t *ret_epoch, char *error, size_t error_size)
{
	sqlite3_stmt *s = NULL;
	int rc = sqlite3_prepare_v2(l->db, epoch_sql, -1, &s, NULL);
	int64_t epoch = 0;

	error[0] = '\0';
	if (rc == SQLITE_OK) {
		ledger_row_text(s, 1, owner->host);
		ledger_row_text(s, 2, owner->boot);
		sqlite3_bind_int64(s, 3, owner->pid);
		if ((rc = sqlite3_step(s)) == SQLITE_ROW) {
			epoch = sqlite3_column_int64(s, 0);
			rc = sqlite3_step(s);
		}
	}
	sqlite3_finalize(s);
	if (rc != SQLITE_DONE) {
		snprintf(error, error_size, "%s", sqlite3_errmsg(l->db));
		return false;
	}
	l->epoch = *ret_epoch = epoch;
	return true;
}
