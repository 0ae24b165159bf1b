/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdio.h>

#include "plugin/ledger/ledger_queue.h"
#include "plugin/ledger/ledger_row.h"
#include "plugin/ledger/ledger_standing.h"
#include "plugin/memory/memory.h"

static const char stand_sql[] =
	"INSERT OR REPLACE INTO standing (id, name, uid, since, mode, expires,"
	" t_s, t_e, num_cn, duration, offered, packed, protocol, asked) VALUES"
	" (?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13,?14)";

static const char unstand_sql[] = "DELETE FROM standing WHERE id = ?1";

static const char each_sql[] =
	"SELECT id, name, uid, since, mode, expires, t_s, t_e, num_cn,"
	" duration, offered, packed, protocol, asked FROM standing ORDER BY id";

ledger_op_t *ledger_put_standing(ledger_t *l, const ledger_standing_t *s)
{
	ledger_op_t *op = ledger_op_new();

	op->standing = memory_copy(s, 1, sizeof(*s));
	op->standing->request = ledger_request_copy(s->request);
	return ledger_queue(l, op);
}

int ledger_standing_prepare(ledger_t *l)
{
	return ledger_compile(l, (ledger_sql_t[]) {
		{ stand_sql, &l->sql.stand },
		{ unstand_sql, &l->sql.unstand },
		{ NULL, NULL } });
}

int ledger_standing_write(ledger_t *l, const ledger_standing_t *of)
{
	const ledger_request_t *r = of->request;
	sqlite3_stmt *s = l->sql.stand;

	sqlite3_bind_int64(s, 1, r->id);
	ledger_row_text(s, 2, r->name);
	sqlite3_bind_int64(s, 3, r->uid);
	sqlite3_bind_int64(s, 4, r->time);
	ledger_row_text(s, 5, r->verb);
	sqlite3_bind_int64(s, 6, r->expires);
	sqlite3_bind_int64(s, 7, r->t_s);
	sqlite3_bind_int64(s, 8, r->t_e);
	sqlite3_bind_int64(s, 9, r->num_cn);
	sqlite3_bind_int64(s, 10, of->duration);
	sqlite3_bind_int64(s, 11, of->offered);
	sqlite3_bind_blob64(s, 12, r->packed, r->packed_size, SQLITE_STATIC);
	sqlite3_bind_int(s, 13, r->protocol);
	ledger_row_text(s, 14, r->asked);
	return ledger_row_run(s);
}

int ledger_standing_end(ledger_t *l, int64_t id)
{
	sqlite3_bind_int64(l->sql.unstand, 1, id);
	return ledger_row_run(l->sql.unstand);
}

static const char *_column_text(sqlite3_stmt *s, int col)
{
	return (const char *) sqlite3_column_text(s, col);
}

/* RET its request is owned by the caller */
static ledger_standing_t _read_standing(sqlite3_stmt *s)
{
	ledger_request_t *r = ledger_request_create(_column_text(s, 1));
	const void *packed = sqlite3_column_blob(s, 11);

	r->packed_size = (size_t) sqlite3_column_bytes(s, 11);
	if (packed)
		r->packed = memory_copy(packed, 1, r->packed_size);
	r->id = sqlite3_column_int64(s, 0);
	r->uid = (uint32_t) sqlite3_column_int64(s, 2);
	r->time = sqlite3_column_int64(s, 3);
	snprintf(r->verb, sizeof(r->verb), "%s", _column_text(s, 4));
	r->expires = sqlite3_column_int64(s, 5);
	r->t_s = sqlite3_column_int64(s, 6);
	r->t_e = sqlite3_column_int64(s, 7);
	r->num_cn = (uint32_t) sqlite3_column_int64(s, 8);
	r->protocol = (uint16_t) sqlite3_column_int(s, 12);
	r->asked = memory_text(_column_text(s, 13));
	return (ledger_standing_t) {
		.request = r,
		.duration = sqlite3_column_int64(s, 9),
		.offered = (uint32_t) sqlite3_column_int64(s, 10),
	};
}

bool ledger_each_standing(ledger_t *l, ledger_standing_fn fn, void *arg,
			  char *error, size_t error_size)
{
	ledger_rows_t rows = ledger_rows_begin(l, each_sql);

	while (ledger_rows_next(&rows)) {
		ledger_standing_t standing = _read_standing(rows.s);

		fn(arg, &standing);
	}
	return ledger_rows_end(&rows, error, error_size);
}
