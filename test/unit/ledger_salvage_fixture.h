/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_salvage_fixture.h - a ledger of many pages, its damage, and what can
 * be read of it by SQLite.
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

/* The lines that the salvage has said, one after the other. */
extern char said[1 << 15];
extern void say(void *arg, const char *line);

/* As old_setup(); nothing is said, and nothing waits for the disk. */
extern void salvage_setup(void);

/* A ledger with all that, still open. RET ledger_close() */
extern ledger_t *big_open(void);

/* The same, closed: all of it is in PATH. */
extern void big(void);

/* Overwrite page number (from 1) of a file. ANOTHER: by one that is after it */
extern void overwrite(const char *file, uint32_t number, int kind);

/* Of a file without WAL. */
extern uint32_t page_cnt(const char *file);

/* The first page after one, that is a leaf of a table and has text; 0: none. */
extern uint32_t leaf_with(const char *file, const char *text, uint32_t after);

/* A file and its WAL as another one. */
extern void copy(const char *from, const char *to);

/*
 * All rows of a table by id, each as one text; NULL: it can't be read. Offers
 * are numbered by request and number.
 */
#define ROWS_MAX 300
typedef struct {
	char *row[ROWS_MAX];
} rows_t;

/* RET rows_free(). Each row is looked up by itself, in a copy of the file */
extern rows_t *rows_of(const char *file, const char *table);
extern void rows_free(rows_t *r);

/* How many of them there are. */
extern int rows_cnt(const rows_t *r);

/*
 * What of old is in the damaged file as it was is in the new one too. strict -
 * and the new one has nothing that old has not
 */
extern void assert_salvaged(const char *table, const rows_t *old,
			    const char *damaged, const char *new, bool strict);

/* The file NEW is made of what can be read of a damaged one. */
extern ledger_salvaged_t salvaged(const char *damaged, const char *new);

#endif
