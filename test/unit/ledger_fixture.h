/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_fixture.h - a ledger in a folder of its own, for each test.
 *
 *	tcase_add_checked_fixture(tc, ledger_setup, ledger_teardown);
 *
 * Linked with --wrap=time and test/unit/fault_vfs.c. A call that fails ends the
 * test, unless noted otherwise.
 */
#pragma once

#include <sqlite3.h>
#include <stdbool.h>
#include <time.h>

#include "plugin/ledger/ledger.h"
#include "test/unit/fault_vfs.h"
#include "test/unit/test_util.h"

/*
 * The folder, and the path of the ledger in it, which does not exist at first.
 */
extern char dir[64];
extern char path[96];

/* Buffer for the error text of the ledger's functions. */
extern char why[256];

/*
 * The result of time(): at, or the real time if at is 0; plus ahead. Both are 0
 * at first.
 */
extern struct test_clock {
	time_t at;
	time_t ahead;
} test_clock;

extern void ledger_setup(void);

/* Disarm faults, and remove the folder with its files. */
extern void ledger_teardown(void);

/* Remove what is in the folder. */
extern void empty_dir(void);

/* PATH with a suffix; valid until the fourth call from this one. */
extern const char *beside(const char *suffix);

/* Return true if the copy is kept: see ledger_copy_files.h */
extern bool is_kept(void);

/* Return true if PATH with this suffix exists. */
extern bool there(const char *suffix);

/* --- the ledger ----------------------------------------------------------- */

/* RET ledger_close() */
extern ledger_t *opened(void);

/* Slurm has saved so many files that each closed row may be purged. */
extern ledger_t *passed(ledger_t *l);

/* Open the ledger, purge all that is old enough, and close it. */
extern void purge_old(void);

/* Closed and opened again. RET ledger_close() */
extern ledger_t *reopened(ledger_t *l);

/* Queue an operation and wait until it is on the disk; op is consumed. */
extern void commit(ledger_t *l, ledger_op_t *op);

/* A booking with values in most fields, resv_id 17. RET booking_destroy() */
extern booking_t *booking(const char *name);

extern void put(ledger_t *l, const booking_t *b);
extern void drop(ledger_t *l, const char *name);

/* The live bookings, by name. */
typedef struct {
	booking_t *list[64];
	int cnt;
} found_t;

/* RET found_free() */
extern found_t found_all(ledger_t *l);
extern void found_free(found_t *f);

/* Assert the number of live bookings. */
extern void assert_live(ledger_t *l, int want_cnt);

/* Assert the number of live bookings, and how many of them are parked. */
extern void assert_parked(ledger_t *l, int want_cnt, int want_parked);

/* --- the same file, by another program while it is closed ----------------- */

/* RET sqlite3_close() */
extern sqlite3 *plain(const char *file);
extern void sql(sqlite3 *db, const char *text);
extern void sql_on(const char *file, const char *text);

/* The first column of the first row, "" for NULL. RET free() */
extern char *ask_db(sqlite3 *db, const char *text);

/* The number of rows of a table, and maybe WHERE. */
extern int count_rows(ledger_t *l, const char *what);
extern char *ask(const char *file, const char *text);
extern void assert_says(const char *file, const char *text, const char *want);

/* --- another process ------------------------------------------------------ */

/*
 * Run fn, which must not assert, in a child process. The child ends by a signal
 * or with fn's result. RET its status, as from waitpid()
 */
extern int in_child(int (*fn)(void));
