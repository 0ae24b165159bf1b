/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * column.h - the columns of a table, each beside its member of a struct.
 *
 * A list of them is a macro of one line a column, LIST(X) with
 * X(name, type, member). All that goes through the columns is made of this
 * list: the names in an SQL statement, and a table to write and read a row by
 * (ledger_statement.h).
 */
#pragma once

#include <stddef.h>

typedef enum {
	COLUMN_TEXT,		/* char *, owned; or NULL */
	COLUMN_FILLED,		/* the same; NULL is "" in the row */
	COLUMN_WORD,		/* char[LEDGER_WORD] */
	COLUMN_CHOICE,		/* the same; "" is NULL in the row */
	COLUMN_INT64,		/* and uint64_t, and time_t */
	COLUMN_UINT32,
	COLUMN_UINT16,
	COLUMN_BOOL,
	COLUMN_REAL,		/* double */
	COLUMN_BLOB,		/* void *, owned, with its size_t behind it */
} column_type_t;

typedef struct {
	column_type_t type;
	size_t at;		/* of the member in its struct */
} column_t;

/* For lists in SQL: "name, ", "?, ", and "name=excluded.name, ". */
#define COLUMN_NAME(name, type, member) name ", "
#define COLUMN_MARK(name, type, member) "?, "
#define COLUMN_SET(name, type, member) name "=excluded." name ", "

#define COLUMN_CNT(columns) (sizeof(columns) / sizeof((columns)[0]))
