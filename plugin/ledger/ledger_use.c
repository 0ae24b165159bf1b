/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>
#include <string.h>

#include "plugin/ledger/ledger_queue.h"
#include "plugin/ledger/ledger_statement.h"
#include "plugin/ledger/ledger_use.h"
#include "plugin/ledger/record/booking_columns.h"
#include "plugin/memory/memory.h"

/* Each of the two conditions has an index. */
#define ROW(closed) \
	"SELECT max(id) AS id FROM booking WHERE name = ?1 AND closed " closed \
	" AND created = ?2 AND creator = ?3"

static const char use_sql[] =
	"UPDATE booking SET asked_s=?4, held_s=?5, held_until=?6, cpus=?7,"
	" used_s=?8, used_until=?9 WHERE id = (SELECT max(id) FROM (" ROW("IS NULL")
	" UNION ALL " ROW("IS NOT NULL") "))";

#define USED(X) \
	X("name", TEXT, name) \
	X("users", TEXT, users) \
	X("accounts", TEXT, accounts) \
	X("creator", UINT32, creator) \
	X("created", INT64, created) \
	X("start", INT64, start) \
	X("\"end\"", INT64, end) \
	X("closed", INT64, closed) \
	X("moves", UINT32, moves) \
	BOOKING_USE(X)
#define USED_COLUMN(name, type, member) \
	{ COLUMN_##type, offsetof(ledger_used_t, member) },
#define USE_COLUMN(name, type, member) \
	{ COLUMN_##type, offsetof(booking_use_row_t, member) },

static const column_t used_columns[] = { USED(USED_COLUMN) };
#define USED_CNT COLUMN_CNT(used_columns)
static const column_t uses[] = { BOOKING_USE(USE_COLUMN) };

static const char each_sql[] =
	"SELECT " USED(COLUMN_NAME) "id FROM booking"
	" WHERE start >= ?1 AND start < ?2 AND hold_until = 0"
	" AND (?3 IS NULL OR name = ?3)"
	" AND why IS NOT '" LEDGER_WHY_NOT_CREATED "'"
	" AND ifnull(why, '') NOT LIKE '" LEDGER_WHY_RENAMED " %'";

static const char charges_sql[] =
	"SELECT payer, month, sum(charge) FROM booking"
	" WHERE closed IS NOT NULL AND payer IS NOT NULL GROUP BY payer, month"
	" UNION ALL SELECT account, month, amount FROM spent";

ledger_op_t *ledger_put_uses(ledger_t *l, booking_use_row_t *uses, size_t cnt)
{
	ledger_op_t *op = ledger_op_new();

	op->uses = uses;
	op->use_cnt = cnt;
	return ledger_queue(l, op);
}

int ledger_use_prepare(ledger_t *l)
{
	return ledger_compile(l, (const char *const[]) { use_sql, NULL });
}

int ledger_use_write(ledger_t *l, const ledger_op_t *op)
{
	int rc = SQLITE_OK;

	for (size_t i = 0; (i < op->use_cnt) && !rc; i++) {
		const booking_use_row_t *u = &op->uses[i];
		sqlite3_stmt *s = ledger_bind(ledger_statement(l, use_sql),
					      VALUES(AS_TEXT(u->name),
						     AS_NUMBER(u->created),
						     AS_NUMBER(u->creator)));

		ledger_bind_columns(s, 4, uses, COLUMN_CNT(uses), u);
		rc = ledger_step(s);
	}
	return rc;
}

/* --- reading -------------------------------------------------------------- */

void ledger_used_free(ledger_used_t *used)
{
	free(used->name);
	free(used->users);
	free(used->accounts);
}

static ledger_used_t _read_used(sqlite3_stmt *s)
{
	ledger_used_t used = { .id = sqlite3_column_int64(s, USED_CNT) };

	ledger_read_columns(s, 0, used_columns, USED_CNT, &used);
	if (used.closed)	/* while no plugin ran */
		booking_use_settle(&used.use, used.start, used.end,
				   used.closed);
	return used;
}

/* Return true if any name of a list is in another one. */
static bool _lists_meet(const char *list, const char *other)
{
	size_t len, len2;

	for (const char *at = list; at && *at; at += len + (at[len] == ',')) {
		len = strcspn(at, ",");
		for (const char *to = other; to && *to;
		     to += len2 + (to[len2] == ',')) {
			len2 = strcspn(to, ",");
			if (len && (len == len2) && !strncmp(at, to, len))
				return true;
		}
	}
	return false;
}

static bool _is_asked_for(const ledger_used_ask_t *ask,
			  const ledger_used_t *used)
{
	return ask->all || (used->creator == ask->owner) ||
	       _lists_meet(used->accounts, ask->accounts);
}

bool ledger_each_used(ledger_t *l, const ledger_used_ask_t *ask,
		      ledger_used_fn fn, void *arg, char *error,
		      size_t error_size)
{
	ledger_rows_t rows = ledger_rows_begin(
		l, each_sql,
		VALUES(AS_NUMBER(ask->since), AS_NUMBER(ask->until),
		       AS_TEXT(ask->name)));

	while (ledger_rows_next(&rows)) {
		ledger_used_t used = _read_used(rows.s);

		if (!used.name)		/* NOT NULL */
			rows.rc = SQLITE_CORRUPT;
		if (rows.rc || !_is_asked_for(ask, &used))
			ledger_used_free(&used);
		else
			fn(arg, &used);
	}
	return ledger_rows_end(&rows, error, error_size);
}

bool ledger_each_charge(ledger_t *l, ledger_charge_fn fn, void *arg,
			char *error, size_t error_size)
{
	ledger_rows_t rows = ledger_rows_begin(l, charges_sql, NULL);

	while (ledger_rows_next(&rows)) {
		const char *account = ledger_text(rows.s, 0);

		if (account)
			fn(arg, account,
			   (uint32_t) sqlite3_column_int64(rows.s, 1),
			   sqlite3_column_int64(rows.s, 2));
		else
			rows.rc = SQLITE_CORRUPT;
	}
	return ledger_rows_end(&rows, error, error_size);
}
