/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdio.h>
#include <string.h>

#include "plugin/ledger/ledger_statement.h"
#include "plugin/memory/memory.h"

sqlite3_stmt *ledger_statement(ledger_t *l, const char *sql)
{
	size_t i = 0;

	while ((i < LEDGER_STATEMENTS) && l->sql.of[i].s)
		if (l->sql.of[i++].text == sql)
			return l->sql.of[i - 1].s;
	if ((i == LEDGER_STATEMENTS) ||
	    sqlite3_prepare_v2(l->db, sql, -1, &l->sql.of[i].s, NULL))
		return NULL;
	l->sql.of[i].text = sql;
	return l->sql.of[i].s;
}

int ledger_compile(ledger_t *l, const char *const *list)
{
	for (; *list; list++)
		if (!ledger_statement(l, *list))
			return sqlite3_errcode(l->db);
	return SQLITE_OK;
}

sqlite3_stmt *ledger_bind(sqlite3_stmt *s, const ledger_value_t *values)
{
	for (int i = 0; values && values[i].type; i++)
		if (values[i].type == VALUE_NUMBER)
			sqlite3_bind_int64(s, i + 1, values[i].number);
		else
			sqlite3_bind_text(s, i + 1, values[i].text, -1,
					  SQLITE_STATIC);
	return s;
}

int ledger_reset(sqlite3_stmt *s)
{
	if (!s)
		return SQLITE_MISUSE;
	(void) sqlite3_clear_bindings(s);
	return sqlite3_reset(s);
}

int ledger_step(sqlite3_stmt *s)
{
	int rc = sqlite3_step(s);

	(void) ledger_reset(s);
	return (rc == SQLITE_DONE) ? SQLITE_OK : rc;
}

int ledger_run(ledger_t *l, const char *sql, const ledger_value_t *values)
{
	return ledger_step(ledger_bind(ledger_statement(l, sql), values));
}

int ledger_find(ledger_t *l, const char *sql, const ledger_value_t *values,
		int64_t *ret)
{
	sqlite3_stmt *s = ledger_bind(ledger_statement(l, sql), values);

	if (sqlite3_step(s) == SQLITE_ROW)
		*ret = sqlite3_column_int64(s, 0);
	return ledger_reset(s);
}

int64_t ledger_number(sqlite3 *db, const char *sql)
{
	sqlite3_stmt *s = NULL;
	int64_t number = 0;

	if (!sqlite3_prepare_v2(db, sql, -1, &s, NULL) &&
	    (sqlite3_step(s) == SQLITE_ROW))
		number = sqlite3_column_int64(s, 0);
	sqlite3_finalize(s);
	return number;
}

/* --- rows ----------------------------------------------------------------- */

ledger_rows_t ledger_rows_begin(ledger_t *l, const char *sql,
				const ledger_value_t *values)
{
	ledger_rows_t rows = { .l = l };

	pthread_mutex_lock(&l->db_lock);
	rows.rc = sqlite3_prepare_v2(l->db, sql, -1, &rows.s, NULL);
	(void) ledger_bind(rows.s, values);
	return rows;
}

bool ledger_rows_next(ledger_rows_t *rows)
{
	if (!rows->rc)
		rows->rc = sqlite3_step(rows->s);
	if (rows->rc != SQLITE_ROW)
		return false;
	rows->rc = SQLITE_OK;
	return true;
}

bool ledger_rows_end(ledger_rows_t *rows, char *error, size_t error_size)
{
	bool ok = !rows->rc || (rows->rc == SQLITE_DONE);

	sqlite3_finalize(rows->s);
	pthread_mutex_unlock(&rows->l->db_lock);
	snprintf(error, error_size, "%s", ok ? "" : sqlite3_errstr(rows->rc));
	return ok;
}

/* --- columns -------------------------------------------------------------- */

const char *ledger_text(sqlite3_stmt *s, int col)
{
	return (const char *) sqlite3_column_text(s, col);
}

/* IN at - the member of a struct */
static void _bind_text(sqlite3_stmt *s, int col, column_type_t type,
		       const void *at)
{
	bool is_word = (type == COLUMN_WORD) || (type == COLUMN_CHOICE);
	const char *text = is_word ? at : *(char *const *) at;

	if ((type == COLUMN_FILLED) && !text)
		text = "";
	if ((type == COLUMN_CHOICE) && !text[0])
		text = NULL;
	sqlite3_bind_text(s, col, text, -1, SQLITE_STATIC);
}

static int64_t _number_at(column_type_t type, const void *at)
{
	return (type == COLUMN_INT64) ? *(const int64_t *) at :
	       (type == COLUMN_UINT32) ? *(const uint32_t *) at :
	       (type == COLUMN_UINT16) ? *(const uint16_t *) at :
					 *(const bool *) at;
}

void ledger_bind_columns(sqlite3_stmt *s, int first, const column_t *columns,
			 size_t cnt, const void *row)
{
	for (size_t i = 0; i < cnt; i++) {
		const void *at = (const char *) row + columns[i].at;
		int col = first + (int) i;

		if (columns[i].type <= COLUMN_CHOICE)
			_bind_text(s, col, columns[i].type, at);
		else if (columns[i].type == COLUMN_REAL)
			sqlite3_bind_double(s, col, *(const double *) at);
		else if (columns[i].type == COLUMN_BLOB)
			sqlite3_bind_blob64(s, col, *(void *const *) at,
					    ((const size_t *) at)[1],
					    SQLITE_STATIC);
		else
			sqlite3_bind_int64(s, col,
					   _number_at(columns[i].type, at));
	}
}

static void _read_text(sqlite3_stmt *s, int col, column_type_t type, void *at)
{
	const char *text = ledger_text(s, col);

	if ((type == COLUMN_WORD) || (type == COLUMN_CHOICE))
		snprintf(at, LEDGER_WORD, "%s", text ? text : "");
	else if ((type == COLUMN_TEXT) || (text && text[0]))
		*(char **) at = memory_text(text);
}

static void _read_blob(sqlite3_stmt *s, int col, void *at)
{
	const void *bytes = sqlite3_column_blob(s, col);
	size_t size = (size_t) sqlite3_column_bytes(s, col);

	((size_t *) at)[1] = size;
	if (bytes)
		*(void **) at = memory_copy(bytes, 1, size);
}

static void _read_number(sqlite3_stmt *s, int col, column_type_t type, void *at)
{
	int64_t number = sqlite3_column_int64(s, col);

	if (type == COLUMN_INT64)
		*(int64_t *) at = number;
	else if (type == COLUMN_UINT32)
		*(uint32_t *) at = (uint32_t) number;
	else if (type == COLUMN_UINT16)
		*(uint16_t *) at = (uint16_t) number;
	else
		*(bool *) at = number != 0;
}

void ledger_read_columns(sqlite3_stmt *s, int first, const column_t *columns,
			 size_t cnt, void *ret_row)
{
	for (size_t i = 0; i < cnt; i++) {
		void *at = (char *) ret_row + columns[i].at;
		int col = first + (int) i;

		if (columns[i].type <= COLUMN_CHOICE)
			_read_text(s, col, columns[i].type, at);
		else if (columns[i].type == COLUMN_REAL)
			*(double *) at = sqlite3_column_double(s, col);
		else if (columns[i].type == COLUMN_BLOB)
			_read_blob(s, col, at);
		else
			_read_number(s, col, columns[i].type, at);
	}
}
