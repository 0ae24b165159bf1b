/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ledger_salvage_private.h - declarations shared by the salvage's files. */
#ifndef PLUGIN_LEDGER_SALVAGE_PRIVATE_H
#define PLUGIN_LEDGER_SALVAGE_PRIVATE_H

#include <sqlite3.h>

#include "plugin/ledger/ledger_btree.h"
#include "plugin/ledger/ledger_salvaged.h"

/*
 * A table with the type of each column, in the order of the newest schema.
 * k: the id, which is not in the record; I, T, R: a number, a text, a price;
 * i, t, b: a number, a text, bytes, or NULL. An older schema has fewer columns.
 */
typedef struct {
	const char *name;
	const char *types;
	int min;		/* number of columns in the oldest schema */
	bool ids;		/* false: WITHOUT ROWID */
} salvage_table_t;

enum {
	SALVAGE_BOOKING, SALVAGE_REQUEST, SALVAGE_OFFER, SALVAGE_SHIFT,
	SALVAGE_TOMBSTONE,
	SALVAGE_TABLES
};

extern const salvage_table_t salvage_tables[SALVAGE_TABLES];

/*
 * Rows with ids after < id <= last are missing: their page, or one above it,
 * can't be read.
 */
typedef struct {
	uint32_t page;
	int64_t after;
	int64_t last;
	uint32_t found;		/* rows found on other pages */
} salvage_gap_t;

/* Kinds of lines. ALL: without a limit */
enum {
	SALVAGE_SAY_GAP, SALVAGE_SAY_WRONG, SALVAGE_SAY_DOUBLE,
	SALVAGE_SAY_KINDS, SALVAGE_SAY_ALL = SALVAGE_SAY_KINDS
};

typedef struct {
	sqlite3 *db;		/* the new ledger */
	ledger_btree_t *tree;
	ledger_say_fn say;
	void *arg;
	uint32_t lines[SALVAGE_SAY_KINDS];	/* lines of each kind so far */
	ledger_salvaged_t sum;
	uint32_t roots[SALVAGE_TABLES];	/* 0: not found */
	uint32_t live_root;	/* of the index of live names; 0: not found */
	uint32_t closed_root;	/* of the index of closed bookings */
	uint32_t meta_root;	/* of the table meta; 0: not found */
	int64_t epoch;		/* the highest in it */
	const char *copy;	/* path of the rolling copy; or NULL */
	bool searched;		/* all bookings have been looked for */
	char names[400];	/* lost bookings that are not reported yet */
	bool schema_damaged;
	/* the table being copied */
	const salvage_table_t *table;
	sqlite3_stmt *insert;
	sqlite3_stmt *rivals;	/* bookings: rows that conflict with a row */
	sqlite3_stmt *remove;
	salvage_gap_t *gaps;
	uint32_t gap_cnt;
	bool searching;
} salvage_t;

/* Report a line of a kind, unless there were too many of that kind. Names may
 * be odd: control characters become question marks. */
__attribute__((format(printf, 3, 4)))
extern void salvage_say(salvage_t *s, int kind, const char *format, ...);
extern void salvage_say_gap(salvage_t *s, const salvage_gap_t *g);

/* Bind a value that outlives the step. RET SQLite's code */
extern int salvage_bind(sqlite3_stmt *s, int col, const ledger_value_t *v);

/*
 * For a booking: (id, serial) of the rows that have its id or, if it is live,
 * its name. ?1 id, ?2 name, ?3 live. And remove those that were written before
 * it: ?4 serial.
 */
extern const char salvage_rivals[];
extern const char salvage_remove[];

/*
 * Visitors of the table being copied: take a row, note a gap.
 * RET 0 or SQLite's code
 */
extern int salvage_on_row(void *arg, const ledger_record_t *r);
extern int salvage_on_gap(void *arg, uint32_t page, int64_t after,
			  int64_t last);

/*
 * Return true if the row of a live booking r, of another file, may be lost in
 * this one. Its types are checked, too.
 */
extern bool salvage_may_be_lost(const salvage_t *s, const ledger_record_t *r);

/* Insert a row of the table being copied as it is. RET SQLite's code */
extern int salvage_insert(salvage_t *s, const ledger_record_t *r);

/*
 * Take lost bookings from the rolling copy, after all rows that can be read
 * have been copied. s->table is that of bookings.
 * IN root - the page of the copy's table of bookings; 0: there is none
 * RET 0 or SQLite's code
 */
extern int salvage_from_copy(salvage_t *s, ledger_btree_t *copy,
			     uint32_t root);

#endif
