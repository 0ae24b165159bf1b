/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_history_fixture.h - a ledger with rows that are not needed any more,
 * and the history that they are moved to (ledger_fixture.h)
 */
#pragma once

#include "plugin/ledger/ledger_history.h"
#include "test/unit/ledger_old.h"
#include "test/unit/pause_fixture.h"

#define ASKED 20		/* requests; each fourth has open offers */
#define SHIFTS 30
#define EVENTS (3 + SHIFTS)	/* of fill(): two are made, one is closed */

/* The path of the history, and the one of a bad history that is put aside. */
extern char history[128], aside[140];

/* What the last ledger_move() reported; "": nothing. */
extern char said[320];

/* As ledger_setup() and pause_setup(); faults can be armed, syncs are skipped. */
extern void history_setup(void);

/* ledger_move() now, whenever the last one was. */
extern void move(ledger_t *l);

/* Shift a booking to another start. number - how far */
extern void shift(ledger_t *l, booking_t *b, int number);

/* Shift the ledger's first live booking. */
extern void shift_first(ledger_t *l);

/*
 * Fill a new ledger: a live and a closed booking, SHIFTS shifts of the live
 * one, and ASKED requests.
 */
extern void fill(ledger_t *l);

/* Assert a number of rows in the ledger, and of different ones in both. */
extern void assert_rows(const char *table, int in_ledger, int in_both);

/* All that was in the ledger of fill() is in one of the two. */
extern void assert_moved(void);
