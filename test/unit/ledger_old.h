/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_old.h - a ledger written by an older plugin: for tests of its
 * migration.
 */
#pragma once

#include "plugin/ledger/ledger_schema.h"
#include "test/unit/ledger_fixture.h"

#define OLDEST 1
#define CURRENT TEXT_OF(LEDGER_SCHEMA)
#define TEXT_OF(macro) TEXT_OF_(macro)
#define TEXT_OF_(number) #number

/* Number of bookings; half of them are closed. */
#define ROWS 60

/* Schema of the old ledger, OLDEST .. LEDGER_SCHEMA - 1. */
extern int from;

/* As ledger_setup(); sets FROM to the oldest schema. */
extern void old_setup(void);

/* Add a loop test: its _i is each older schema in turn, for FROM. */
extern void from_each(TCase *tc, const TTest *test);

/*
 * Make an old ledger of random bookings, as a plugin leaves it on a clean exit.
 * RET its dump, free()
 */
extern char *old_ledger(void);

/*
 * All that schema FROM has of the rows of a database, which may have been
 * migrated since. RET free()
 */
extern char *dump_db(sqlite3 *db);
extern char *dump_of(const char *file);
extern void assert_dump(const char *file, const char *want);

/* The old ledger, still open. RET sqlite3_close() */
extern sqlite3 *filled(void);

/* The path of the copy that a migration keeps; as beside(). */
extern const char *copy_of_old(void);

/* Does the old ledger have this PRAGMA user_version? */
extern bool is_old(const char *version);

/*
 * Number of live bookings; asserts that columns unknown to the old ledger are
 * empty.
 */
extern int live_cnt(ledger_t *l);

/* The content of a file, however long: a log grows while a copy is made. */
typedef struct {
	size_t len;
	char bytes[];
} content_t;

/* RET free(); length 0 if there is no file */
extern content_t *content(const char *file);
extern void assert_unchanged(const content_t *was, const char *file);
