/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_statement.h - SQL statements: their values, rows and columns.
 *
 * A statement is named by its text, which must be static: it is compiled once
 * for each file, and kept.
 */
#pragma once

#include "plugin/ledger/ledger_private.h"
#include "plugin/ledger/record/column.h"

/* A value for a statement; a list of them ends with type VALUE_END. */
typedef struct ledger_value {
	enum { VALUE_END, VALUE_TEXT, VALUE_NUMBER } type;
	const char *text;	/* or NULL; must outlive the step */
	int64_t number;
} ledger_value_t;
#define AS_TEXT(value) { .type = VALUE_TEXT, .text = (value) }
#define AS_NUMBER(value) { .type = VALUE_NUMBER, .number = (value) }
#define VALUES(...) ((const ledger_value_t[]) { __VA_ARGS__, { VALUE_END } })

/* Compile statements of a list, which ends with NULL. RET SQLite's code */
extern int ledger_compile(ledger_t *l, const char *const *list);

/* RET the statement, to bind and to run; NULL: an error. All functions here
 * take this NULL, and return SQLITE_MISUSE */
extern sqlite3_stmt *ledger_statement(ledger_t *l, const char *sql);

/* Bind values from ?1 on; NULL: none. RET s */
extern sqlite3_stmt *ledger_bind(sqlite3_stmt *s, const ledger_value_t *values);

/* Reset a statement with its bindings. RET the code of the error of its last
 * step; SQLITE_OK: it had none */
extern int ledger_reset(sqlite3_stmt *s);

/* Run a bound statement that gives no rows, and reset it. RET SQLite's code */
extern int ledger_step(sqlite3_stmt *s);

/* All of these at once. IN values - may be NULL. RET SQLite's code */
extern int ledger_run(ledger_t *l, const char *sql,
		      const ledger_value_t *values);

/*
 * The same for a query. RET SQLite's code
 * OUT ret - the number in its first row; untouched if there is none
 */
extern int ledger_find(ledger_t *l, const char *sql,
		       const ledger_value_t *values, int64_t *ret);

/* RET the number that a query or a pragma answers; 0: none, or it fails */
extern int64_t ledger_number(sqlite3 *db, const char *sql);

/*
 * The rows of a query: ledger_rows_begin() locks db_lock, compiles the query
 * and binds its values, and ledger_rows_end() unlocks it. In between
 * ledger_rows_next() steps, and returns false after the last row, and where rc
 * has an error: SQLite's, or one that the caller has set.
 */
typedef struct {
	ledger_t *l;
	sqlite3_stmt *s;	/* NULL: with an error */
	int rc;
} ledger_rows_t;
extern ledger_rows_t ledger_rows_begin(ledger_t *l, const char *sql,
				       const ledger_value_t *values);
extern bool ledger_rows_next(ledger_rows_t *rows);

/* OUT error - why the rows were not read to their end; else empty. RET false
 * then */
extern bool ledger_rows_end(ledger_rows_t *rows, char *error,
			    size_t error_size);

/* RET the text in a column of a row, until the next step; or NULL */
extern const char *ledger_text(sqlite3_stmt *s, int col);

/*
 * Bind the columns of a struct from ?first on, or read them from column first
 * on. IN row - its texts and blobs must outlive the step
 * OUT ret_row - was all 0; texts and blobs are owned by it
 */
extern void ledger_bind_columns(sqlite3_stmt *s, int first,
				const column_t *columns, size_t cnt,
				const void *row);
extern void ledger_read_columns(sqlite3_stmt *s, int first,
				const column_t *columns, size_t cnt,
				void *ret_row);
