/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>
#include <string.h>

#include "plugin/ledger/ledger_queue.h"
#include "plugin/ledger/ledger_row.h"
#include "plugin/ledger/ledger_use.h"
#include "plugin/memory/memory.h"

/* Each of the two conditions has an index. */
#define ROW(closed) \
	"SELECT max(id) AS id FROM booking WHERE name = ?1 AND closed " closed \
	" AND created = ?2 AND creator = ?3"

static const char use_sql[] =
	"UPDATE booking SET asked_s=?4, held_s=?5, held_until=?6, cpus=?7,"
	" used_s=?8, used_until=?9 WHERE id = (SELECT max(id) FROM (" ROW("IS NULL")
	" UNION ALL " ROW("IS NOT NULL") "))";

static const char each_sql[] =
	"SELECT id, name, users, accounts, creator, created, start, \"end\","
	" closed, moves, asked_s, held_s, held_until, cpus, used_s, used_until"
	" FROM booking WHERE start >= ?1 AND start < ?2 AND hold_until = 0"
	" AND (?3 IS NULL OR name = ?3)"
	" AND why IS NOT '" LEDGER_WHY_NOT_CREATED "'"
	" AND ifnull(why, '') NOT LIKE '" LEDGER_WHY_RENAMED " %'";

ledger_op_t *ledger_put_uses(ledger_t *l, booking_use_row_t *uses, size_t cnt)
{
	ledger_op_t *op = ledger_op_new();

	op->uses = uses;
	op->use_cnt = cnt;
	return ledger_queue(l, op);
}

int ledger_use_prepare(ledger_t *l)
{
	return sqlite3_prepare_v2(l->db, use_sql, -1, &l->sql.use, NULL);
}

int ledger_use_write(ledger_t *l, const ledger_op_t *op)
{
	int rc = SQLITE_OK;

	for (size_t i = 0; (i < op->use_cnt) && !rc; i++) {
		const booking_use_row_t *u = &op->uses[i];

		ledger_row_text(l->sql.use, 1, u->name);
		sqlite3_bind_int64(l->sql.use, 2, u->created);
		sqlite3_bind_int64(l->sql.use, 3, u->creator);
		ledger_row_bind_use(l->sql.use, 4, &u->use);
		rc = ledger_row_run(l->sql.use);
	}
	return rc;
}

/* --- reading -------------------------------------------------------------- */

static char *_column_text(sqlite3_stmt *s, int col)
{
	return memory_text((const char *) sqlite3_column_text(s, col));
}

void ledger_used_free(ledger_used_t *used)
{
	free(used->name);
	free(used->users);
	free(used->accounts);
}

static ledger_used_t _read_used(sqlite3_stmt *s)
{
	ledger_used_t used = {
		.id = sqlite3_column_int64(s, 0),
		.name = _column_text(s, 1),
		.users = _column_text(s, 2),
		.accounts = _column_text(s, 3),
		.creator = (uint32_t) sqlite3_column_int64(s, 4),
		.created = sqlite3_column_int64(s, 5),
		.start = sqlite3_column_int64(s, 6),
		.end = sqlite3_column_int64(s, 7),
		.closed = sqlite3_column_int64(s, 8),
		.moves = (uint32_t) sqlite3_column_int64(s, 9),
	};

	ledger_row_read_use(s, 10, &used.use);
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
	ledger_rows_t rows = ledger_rows_begin(l, each_sql);

	sqlite3_bind_int64(rows.s, 1, ask->since);
	sqlite3_bind_int64(rows.s, 2, ask->until);
	ledger_row_text(rows.s, 3, ask->name);
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
