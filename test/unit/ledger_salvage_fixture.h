/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_salvage_fixture.h - a ledger of many pages, its damage, and the rows
 * that SQLite can read.
 */
#ifndef TEST_LEDGER_SALVAGE_FIXTURE_H
#define TEST_LEDGER_SALVAGE_FIXTURE_H

#include "plugin/ledger/ledger_salvage.h"
#include "test/unit/ledger_old.h"

#define LIVE 50			/* bookings; each fifth has long texts */
#define CLOSED 20
#define REFUSED 120		/* requests, two offers of each */
#define SHIFTS 60
#define PAGE 4096

/* How a page is damaged. */
enum { ZEROS, GARBAGE, ANOTHER, KINDS };

/* The lines that the salvage has reported, one after the other. */
extern char said[1 << 15];
extern void say(void *arg, const char *line);

/* As old_setup(); clears said, and skips syncs. */
extern void salvage_setup(void);

/* Make the big ledger, still open. RET ledger_close() */
extern ledger_t *big_open(void);

/* Make the big ledger and close it: all of it is in PATH. */
extern void big(void);

/* Overwrite page number (from 1) of a file. ANOTHER: with a later page */
extern void overwrite(const char *file, uint32_t number, int kind);

/* Number of pages of a file without WAL. */
extern uint32_t page_cnt(const char *file);

/* The first leaf page past page number after that has text in it; 0: none. */
extern uint32_t leaf_with(const char *file, const char *text, uint32_t after);

/* Copy a file with its WAL. */
extern void copy(const char *from, const char *to);

/*
 * All rows of a table by id, each as one text; NULL: unreadable. Offers are
 * numbered by request and number.
 */
#define ROWS_MAX 300
typedef struct {
	char *row[ROWS_MAX];
} rows_t;

/* RET rows_free(). Each row is read by itself, from a copy of the file */
extern rows_t *rows_of(const char *file, const char *table);
extern void rows_free(rows_t *r);

/* Number of readable rows. */
extern int rows_cnt(const rows_t *r);

/*
 * Assert that all rows of old that SQLite could read from the damaged file are
 * in the new one. strict - and that the new file has no other rows
 */
extern void assert_salvaged(const char *table, const rows_t *old,
			    const char *damaged, const char *new, bool strict);

/* Salvage a damaged file into the file NEW. */
extern ledger_salvaged_t salvaged(const char *damaged, const char *new);

#endif
