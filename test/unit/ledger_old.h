/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_old.h - a ledger that an older plugin has left: for the tests that it
 * is brought forward.
 */
#ifndef TEST_LEDGER_OLD_H
#define TEST_LEDGER_OLD_H

#include "plugin/ledger/ledger_schema.h"
#include "test/unit/ledger_fixture.h"

#define OLDEST 1
#define CURRENT TEXT_OF(LEDGER_SCHEMA)
#define TEXT_OF(macro) TEXT_OF_(macro)
#define TEXT_OF_(number) #number

/* How many bookings it has; half of them are closed. */
#define ROWS 60

/* Its schema, OLDEST .. LEDGER_SCHEMA - 1. */
extern int from;

/* By schema: a select of all that it knows of all bookings, as one text. */
extern const char *const dumps[];

/* As ledger_setup(); and FROM is the oldest one. */
extern void old_setup(void);

/* A loop test: its _i is each older schema in turn, for FROM. */
extern void from_each(TCase *tc, const TTest *test);

/*
 * An old ledger, as a plugin leaves it that ends in order, of random bookings.
 * RET its dump, free()
 */
extern char *old_ledger(void);

/* The same, still open. RET sqlite3_close() */
extern sqlite3 *filled(void);

/* The file that is to have the old one; as beside(). */
extern const char *copy_of_old(void);

/* Is this what PRAGMA user_version says of it? */
extern bool is_old(const char *version);

/*
 * How many bookings live; of an old one, they have nothing that it did not
 * know.
 */
extern int live_cnt(ledger_t *l);

/* What is in a file. */
typedef struct {
	size_t len;
	char bytes[1 << 19];
} content_t;

/* RET free(); of a file that is not there: length 0 */
extern content_t *content(const char *file);
extern void assert_unchanged(const content_t *was, const char *file);

#endif
