/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_fixture.h - a ledger in a folder of its own, for each test.
 *
 *	tcase_add_checked_fixture(tc, ledger_setup, ledger_teardown);
 *
 * Linked with --wrap=time and test/unit/fault_vfs.c. What does not succeed ends
 * the test, if nothing else is said.
 */
#ifndef TEST_LEDGER_FIXTURE_H
#define TEST_LEDGER_FIXTURE_H

#include <sqlite3.h>
#include <stdbool.h>
#include <time.h>

#include "plugin/ledger/ledger.h"
#include "test/unit/fault_vfs.h"
#include "test/unit/test_util.h"

/* The folder, and the ledger in it, which is not there at first. */
extern char dir[64];
extern char path[96];

/* For the reason that the ledger's functions give. */
extern char why[256];

/*
 * What time() says: the seconds of at, or if it is 0 the real ones; and so many
 * more as it is ahead. 0 and 0 at first.
 */
extern struct test_clock {
	time_t at;
	time_t ahead;
} test_clock;

extern void ledger_setup(void);

/* No more faults, and the folder is gone, with all that is in it. */
extern void ledger_teardown(void);

/* Remove what is in the folder. */
extern void empty_dir(void);

/* PATH with a suffix; valid until the next but three. */
extern const char *beside(const char *suffix);

/* Is there such a file? */
extern bool there(const char *suffix);

/* --- the ledger ----------------------------------------------------------- */

/* RET ledger_close() */
extern ledger_t *opened(void);

/* Closed and opened again. RET ledger_close() */
extern ledger_t *reopened(ledger_t *l);

/* Queue it and wait until it is on the disk; op is consumed. */
extern void commit(ledger_t *l, ledger_op_t *op);

/* One with a value in most fields, resv_id 17. RET booking_destroy() */
extern booking_t *booking(const char *name);

extern void put(ledger_t *l, const booking_t *b);
extern void drop(ledger_t *l, const char *name);

/* The bookings that are not closed, by name. */
typedef struct {
	booking_t *list[64];
	int cnt;
} found_t;

/* RET found_free() */
extern found_t found_all(ledger_t *l);
extern void found_free(found_t *f);

/* So many are not closed. */
extern void assert_live(ledger_t *l, int want_cnt);

/* So many are not closed, and so many of those parked. */
extern void assert_parked(ledger_t *l, int want_cnt, int want_parked);

/* --- the same file, by another program while it is closed ----------------- */

/* RET sqlite3_close() */
extern sqlite3 *plain(const char *file);
extern void sql(sqlite3 *db, const char *text);
extern void sql_on(const char *file, const char *text);

/* The first column of the first row, "" for NULL. RET free() */
extern char *ask_db(sqlite3 *db, const char *text);
extern char *ask(const char *file, const char *text);
extern void assert_says(const char *file, const char *text, const char *want);

/* --- another process ------------------------------------------------------ */

/*
 * Run fn in a process of its own. It ends by a signal or with what fn returns;
 * fn must not assert. RET its status, as of waitpid()
 */
extern int in_child(int (*fn)(void));

#endif
