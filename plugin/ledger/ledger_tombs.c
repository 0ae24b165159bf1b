/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ledger_tombs.c - see ledger_tombs.h */

#include <stdio.h>

#include "plugin/ledger/ledger_queue.h"
#include "plugin/ledger/ledger_row.h"
#include "plugin/ledger/ledger_tombs.h"
#include "plugin/memory/memory.h"

#define DAY 86400

/* A row that is replaced gets the highest id: ids grow with age. */
static const char bury_sql[] =
	"INSERT OR REPLACE INTO tombstone (name, uid, until)"
	" VALUES (?1, ?2, ?3)";

/* Of a user: those that are long over, and all but the last ones. */
static const char purge_sql[] =
	"DELETE FROM tombstone WHERE uid = ?1 AND (until < ?2 OR id <="
	" (SELECT id FROM tombstone WHERE uid = ?1 ORDER BY id DESC"
	" LIMIT 1 OFFSET ?3))";

static const char bound_sql[] =
	"DELETE FROM tombstone"
	" WHERE id <= (SELECT max(id) FROM tombstone) - ?1";

static const char each_sql[] =
	"SELECT name, uid, until FROM tombstone WHERE until > ?1 ORDER BY id";

ledger_op_t *ledger_bury(ledger_t *l, const char *name, uint32_t uid,
			 time_t until)
{
	ledger_op_t *op = ledger_op_new();

	op->buried = memory_text(name);
	op->uid = uid;
	op->until = until;
	return ledger_queue(l, op);
}

int ledger_tombs_prepare(ledger_t *l)
{
	int rc = sqlite3_prepare_v2(l->db, bury_sql, -1, &l->sql.bury, NULL);

	if (!rc)
		rc = sqlite3_prepare_v2(l->db, purge_sql, -1, &l->sql.purge_tombs,
					NULL);
	if (!rc)
		rc = sqlite3_prepare_v2(l->db, bound_sql, -1, &l->sql.bound_tombs,
					NULL);
	return rc;
}

int ledger_tombs_write(ledger_t *l, const char *name, uint32_t uid,
		       time_t until, time_t now)
{
	int rc;

	ledger_row_text(l->sql.bury, 1, name);
	sqlite3_bind_int64(l->sql.bury, 2, uid);
	sqlite3_bind_int64(l->sql.bury, 3, until);
	if ((rc = ledger_row_run(l->sql.bury)))
		return rc;
	sqlite3_bind_int64(l->sql.purge_tombs, 1, uid);
	sqlite3_bind_int64(l->sql.purge_tombs, 2, now - DAY);
	sqlite3_bind_int(l->sql.purge_tombs, 3, LEDGER_TOMBS_USER_MAX);
	if ((rc = ledger_row_run(l->sql.purge_tombs)))
		return rc;
	sqlite3_bind_int(l->sql.bound_tombs, 1, LEDGER_TOMBS_MAX);
	return ledger_row_run(l->sql.bound_tombs);
}

static int _each_tomb(ledger_t *l, time_t now, ledger_tomb_fn fn, void *arg)
{
	sqlite3_stmt *s = NULL;
	int rc = sqlite3_prepare_v2(l->db, each_sql, -1, &s, NULL);

	if (!rc)
		sqlite3_bind_int64(s, 1, now);
	while (!rc && ((rc = sqlite3_step(s)) == SQLITE_ROW)) {
		fn(arg, (const char *) sqlite3_column_text(s, 0),
		   (uint32_t) sqlite3_column_int64(s, 1),
		   sqlite3_column_int64(s, 2));
		rc = SQLITE_OK;
	}
	sqlite3_finalize(s);
	return (rc == SQLITE_DONE) ? SQLITE_OK : rc;
}

bool ledger_each_tomb(ledger_t *l, time_t now, ledger_tomb_fn fn, void *arg,
		      char *error, size_t error_size)
{
	int rc;

	error[0] = '\0';
	pthread_mutex_lock(&l->db_lock);
	if ((rc = _each_tomb(l, now, fn, arg)))
		snprintf(error, error_size, "%s", sqlite3_errstr(rc));
	pthread_mutex_unlock(&l->db_lock);
	return rc == SQLITE_OK;
}
