/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdio.h>

#include "plugin/ledger/ledger_queue.h"
#include "plugin/ledger/ledger_statement.h"
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
	return ledger_compile(l, (const char *const[]) {
		bury_sql, purge_sql, bound_sql, NULL });
}

int ledger_tombs_write(ledger_t *l, const char *name, uint32_t uid,
		       time_t until, time_t now)
{
	int rc = ledger_run(l, bury_sql,
			    VALUES(AS_TEXT(name), AS_NUMBER(uid),
				   AS_NUMBER(until)));

	if (!rc)
		rc = ledger_run(l, purge_sql,
				VALUES(AS_NUMBER(uid), AS_NUMBER(now - DAY),
				       AS_NUMBER(LEDGER_TOMBS_USER_MAX)));
	return rc ? rc : ledger_run(l, bound_sql,
				    VALUES(AS_NUMBER(LEDGER_TOMBS_MAX)));
}

bool ledger_each_tomb(ledger_t *l, time_t now, ledger_tomb_fn fn, void *arg,
		      char *error, size_t error_size)
{
	ledger_rows_t rows = ledger_rows_begin(l, each_sql,
					       VALUES(AS_NUMBER(now)));

	while (ledger_rows_next(&rows))
		fn(arg, ledger_text(rows.s, 0),
		   (uint32_t) sqlite3_column_int64(rows.s, 1),
		   sqlite3_column_int64(rows.s, 2));
	return ledger_rows_end(&rows, error, error_size);
}
