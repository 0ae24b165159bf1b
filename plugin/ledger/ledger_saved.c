/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/ledger/record/content.h"
#include "plugin/ledger/ledger_queue.h"
#include "plugin/ledger/ledger_saved.h"
#include "plugin/ledger/ledger_statement.h"

/* ?1 host, ?2 boot, ?3 pid */
static const char epoch_sql[] =
	"INSERT INTO meta (id, epoch, host, boot, pid) VALUES (1, 1, ?1, ?2, ?3)"
	" ON CONFLICT (id) DO UPDATE"
	" SET epoch = epoch + 1, host = ?1, boot = ?2, pid = ?3"
	" RETURNING epoch, reconciled";

static const char known_sql[] = "SELECT 1 FROM saved WHERE digest = ?1";

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
	"UPDATE booking SET seen = 0 WHERE closed IS NULL AND parked = 0"
	" AND seen > 0 AND NOT in_file(name)";

static const char files_sql[] =
	"UPDATE booking SET files = files + ?1"
	" WHERE closed IS NULL AND was IS NOT NULL";

/* ?1 number of files that prove: later ones have no earlier content */
static const char was_sql[] =
	"UPDATE booking SET was = NULL"
	" WHERE closed IS NULL AND was IS NOT NULL AND files >= ?1";

/* ?1 number of files that prove: later ones have the record */
static const char unproven_sql[] =
	"SELECT 1 WHERE EXISTS (SELECT 1 FROM booking WHERE closed IS NULL"
	" AND parked = 0 AND seen < ?1 AND in_file(name)) OR EXISTS"
	" (SELECT 1 FROM booking WHERE closed IS NULL AND was IS NOT NULL)";

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
	static const char *const all[] = {
		known_sql, note_sql, forget_sql, seen_sql, unseen_sql,
		files_sql, was_sql, unproven_sql, NULL,
	};
	int rc = sqlite3_create_function(l->db, "in_file", 1, SQLITE_UTF8, l,
					 _in_file, NULL, NULL);

	return rc ? rc : ledger_compile(l, all);
}

/* Note whether another file would prove more; after an error: no. */
static void _set_unproven(ledger_t *l)
{
	int64_t unproven = 0;

	(void) ledger_find(l, unproven_sql, VALUES(AS_NUMBER(CONTENT_SEEN)),
			   &unproven);
	pthread_mutex_lock(&l->queue_lock);
	l->unproven = unproven;
	pthread_mutex_unlock(&l->queue_lock);
}

/* Remember the file. */
static int _note_file(ledger_t *l, const ledger_file_t *file)
{
	int rc = ledger_run(l, note_sql, VALUES(AS_NUMBER(file->digest),
						AS_NUMBER(l->epoch)));

	return rc ? rc : ledger_run(l, forget_sql,
				    VALUES(AS_NUMBER(LEDGER_SAVED_MAX)));
}

/* Count this file as a number of files: records in it, and those missing. */
static int _count_files(ledger_t *l, int files)
{
	int rc = ledger_run(l, unseen_sql, NULL);

	if (rc || !files)
		return rc;
	rc = ledger_run(l, seen_sql, VALUES(AS_NUMBER(files),
					    AS_NUMBER(CONTENT_SEEN)));
	if (!rc)
		rc = ledger_run(l, files_sql, VALUES(AS_NUMBER(files)));
	return rc ? rc : ledger_run(l, was_sql,
				    VALUES(AS_NUMBER(CONTENT_FILES)));
}

int ledger_saved_write(ledger_t *l, const ledger_file_t *file)
{
	static const int files[] = {
		[LEDGER_FILE_OURS] = 0,
		[LEDGER_FILE_IN_TURN] = 1,
		[LEDGER_FILE_LAST] = CONTENT_FILES,
	};
	int64_t known = 0;
	int rc = ledger_find(l, known_sql, VALUES(AS_NUMBER(file->digest)),
			     &known), counts;

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
	int64_t known = 0;
	int rc;

	pthread_mutex_lock(&l->db_lock);
	rc = ledger_find(l, known_sql, VALUES(AS_NUMBER(digest)), &known);
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
		(void) ledger_bind(s, VALUES(AS_TEXT(owner->host),
					     AS_TEXT(owner->boot),
					     AS_NUMBER(owner->pid)));
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
