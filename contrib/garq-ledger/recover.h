/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * recover.h - what can be read of a damaged ledger whose copy is damaged, too.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "plugin/ledger/ledger_replace.h"

/*
 * Make a new ledger TO of the rows of PATH, and of the rows that COPY alone has.
 * The shell sqlite3 reads the files by ".recover". Where there is none, or one
 * built without a part of it (as Debian 12's), each table is read by SQLite
 * from both of its ends. Bookings that the copy alone has become parked: they
 * may have been deleted since. Open offers and their holds end.
 * IN path, copy - snapshots, beside which files are left; copy may be NULL
 * IN say - gets a line for each step
 * OUT error - one line; "" on success
 * RET false: TO can't be written
 */
extern bool recover(const char *path, const char *copy, const char *to,
		    ledger_say_fn say, void *arg, char *error,
		    size_t error_size);

/*
 * Take owner and identity from a ledger, so that a start takes it, whatever its
 * copy has; it becomes one file. OUT, RET as recover()
 */
extern bool recover_disown(const char *path, char *error, size_t error_size);
