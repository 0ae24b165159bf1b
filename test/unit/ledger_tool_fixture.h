/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_tool_fixture.h - a folder for a ledger that garq-ledger reads.
 *
 *	tcase_add_checked_fixture(tc, tool_setup, tool_teardown);
 *
 * A call that fails ends the test, unless noted otherwise.
 */
#pragma once

#include "contrib/garq-ledger/report.h"
#include "plugin/ledger/ledger.h"
#include "test/unit/test_util.h"

#define NOW 1800000000		/* 2027-01-15 08:00:00 UTC */
#define BIT(n) (UINT64_C(1) << (n))
#define SPEC_NODES BIT(15)

/*
 * The folder, and the path of the ledger in it, which does not exist at first.
 */
extern char dir[64];
extern char path[96];

/* Buffer for error texts. */
extern char why[8192];

/* Set the time zone, UTC at first. */
extern void zone(const char *name);

extern void tool_setup(void);

/* Remove the folder with its files. */
extern void tool_teardown(void);

/* The path of a file in the folder; valid until the next call. */
extern const char *in_dir(const char *name);

/* A booking on n[1-4], from NOW + 2 h on for an hour. RET booking_destroy() */
extern booking_t *booking(const char *name);

/* RET ledger_close() */
extern ledger_t *opened(const char *file);

/* Store b in the ledger, and destroy b. */
extern void put(ledger_t *l, booking_t *b);

/* Set the time of closing of all closed bookings, of a ledger that is closed. */
extern void set_closed(time_t t);

/* What garq-ledger prints about a ledger, which may be open. RET free() */
extern char *report_of(const report_query_t *query, bool json);
