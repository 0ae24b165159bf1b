/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_place.h - check that the next start finds the files that are open.
 *
 *	open     PATH  PATH-wal		in place: the files of these names are
 *	          |       |		those that were opened, and they are as
 *	found    PATH  PATH-wal		this process has left them
 *
 * ledger_renew.h handles files that are not. Private to this folder.
 */
#pragma once

#include <stdbool.h>

#include "plugin/ledger/ledger.h"

/*
 * Note which files have just been opened. Locks: db_lock, or nobody else has l
 */
extern void ledger_place_note(ledger_t *l);

/*
 * Note how this process has left the files, which it has written after they
 * were seen to be untouched: the log alone in a ledger that is kept in place
 * (ledger_renew.h), as commits write nothing else there; or both.
 * Locks: db_lock, or nobody else has l
 */
extern void ledger_place_wrote(ledger_t *l);
extern void ledger_place_wrote_both(ledger_t *l);

/*
 * RET true if the open files have their names, or if that can't be found out.
 * Locks: db_lock
 */
extern bool ledger_in_place(const ledger_t *l);

/*
 * RET true if the size and the time of the files are what this process has
 *	left.
 * Locks: db_lock
 */
extern bool ledger_place_untouched(const ledger_t *l);

/*
 * Read the files, untouched or not. A ledger that is not in place is made
 * again.
 */
extern void ledger_place_check(ledger_t *l);

/* Add a line for ledger_take_notice(). Thread-safe, no I/O */
extern void ledger_put_notice(ledger_t *l, const char *line);
