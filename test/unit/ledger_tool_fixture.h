/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_tool_fixture.h - a folder for a ledger that garq-ledger is to tell of.
 *
 *	tcase_add_checked_fixture(tc, tool_setup, tool_teardown);
 *
 * What does not succeed ends the test, if nothing else is said.
 */
#ifndef TEST_LEDGER_TOOL_FIXTURE_H
#define TEST_LEDGER_TOOL_FIXTURE_H

#include "plugin/ledger/ledger.h"
#include "test/unit/test_util.h"

#define NOW 1800000000		/* 2027-01-15 08:00:00 UTC */
#define BIT(n) (UINT64_C(1) << (n))
#define SPEC_NODES BIT(15)

/* The folder, and the ledger in it, which is not there at first. */
extern char dir[64];
extern char path[96];

/* For the reason that a function gives. */
extern char why[8192];

/* It is UTC at first. */
extern void zone(const char *name);

extern void tool_setup(void);

/* The folder is gone, with all that is in it. */
extern void tool_teardown(void);

/* The path of a file in the folder; valid until the next. */
extern const char *in_dir(const char *name);

/* One on n[1-4], from NOW + 2 h on for an hour. RET booking_destroy() */
extern booking_t *booking(const char *name);

/* RET ledger_close() */
extern ledger_t *opened(const char *file);

/* Have b in the ledger; it is destroyed. */
extern void put(ledger_t *l, booking_t *b);

#endif
