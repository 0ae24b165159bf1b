/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * sheet.h - rows of cells, printed as a table, as lines for scripts, or as JSON.
 *
 *	static const sheet_column_t columns[] = {
 *		{ SHEET_TEXT, "NAME", false },
 *		{ SHEET_COUNT, "NODES", false },
 *	};
 *	sheet_t *s = sheet_create("offers", columns, 2);
 *	sheet_text(s, "r.1"); sheet_count(s, 4);		a row
 *	sheets_print((sheet_t *const []) { s, NULL }, stdout, SHEET_TABLE);
 *	sheet_destroy(s);
 *
 * A sheet that memory was short for takes no more cells, and can't be printed.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>

typedef enum {
	SHEET_TEXT,
	SHEET_STATE,	/* a word in capitals, in colour where there is any */
	SHEET_TIME,	/* local time; in JSON seconds since the epoch, and
			 * beside it KEY_rfc3339, a text in UTC */
	SHEET_LENGTH,	/* [D-]HH:MM:SS; in JSON seconds; endless: null */
	SHEET_COUNT,
	SHEET_REAL,	/* two decimals */
	SHEET_FLAG,	/* a count: yes or empty; in JSON true or false */
	SHEET_YES_NO,	/* a count: yes or no; in JSON true or false */
} sheet_type_t;

typedef struct {
	sheet_type_t type;
	const char *head;	/* in lower case also JSON's key */
	bool json_only;
} sheet_column_t;

enum {
	SHEET_TABLE = 0,	/* aligned columns */
	SHEET_LINES = 1,	/* cells separated by | */
	SHEET_HEADS = 2,	/* with column names */
	SHEET_UPRIGHT = 4,	/* the first sheet: a line for each value */
	SHEET_CSV = 8,		/* cells separated by commas (RFC 4180); a text
				 * that a spreadsheet would take for a formula
				 * has ' before it */
	SHEET_COLOR = 16,	/* tables: ECMA-48 sequences around states */
};

typedef struct sheet sheet_t;

/*
 * IN name - a constant, as columns: the sheet refers to them
 * RET a sheet for sheet_destroy(), or NULL if memory is short; all functions
 *	here accept NULL
 */
extern sheet_t *sheet_create(const char *name, const sheet_column_t *columns,
			     size_t cnt);
extern void sheet_destroy(sheet_t *s);

/* Add the next cell. NULL or "" is empty; the text is copied. */
extern void sheet_text(sheet_t *s, const char *text);
extern void sheet_count(sheet_t *s, int64_t n);	/* times and lengths, too */
extern void sheet_real(sheet_t *s, double x);
extern void sheet_none(sheet_t *s);

/* sheet_count() or sheet_none() */
extern void sheet_count_if(sheet_t *s, bool known, int64_t n);

extern size_t sheet_rows(const sheet_t *s);

/*
 * Choose the columns of tables and lines, and their order. Columns that are
 * empty, or for JSON alone, can be chosen, too. JSON still has all columns.
 * IN heads - names of columns with commas between them; capitals don't count
 * RET the error, for free(); NULL: there is none
 */
extern char *sheet_choose(sheet_t *s, const char *heads);

/*
 * Sort the rows by a column, empty cells last; rows of the same value stay in
 * their order.
 * IN head - its name; with "-" before it: the largest value first
 * RET as sheet_choose()
 */
extern char *sheet_sort(sheet_t *s, const char *head);

/*
 * Print sheets, whose list ends with a NULL, with an empty line between two. A
 * sheet without rows prints nothing.
 * RET false if memory ran out
 */
extern bool sheets_print(sheet_t *const *sheets, FILE *to, int how);

/*
 * Print "NAME":[{"key":value,...},...] for each sheet of a list that ends with
 * a NULL, with commas between them; an empty cell is null.
 * RET false if memory ran out
 */
extern bool sheets_json(sheet_t *const *sheets, FILE *to);
