/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_renew.h - keep acknowledged changes in a file that a start finds.
 *
 * A cleaner, a restore or a hand may remove the file of a ledger or its log,
 * put other files in their place, or write into them, while they are open.
 * SQLite does not notice: it goes on, and all that it writes is lost when the
 * process ends. The writer therefore checks that they are in place
 * (ledger_place.h), before it writes and before it acknowledges (ledger_try()).
 * If their time or size has changed, and when they are copied, it reads them,
 * as a disk damages pages in silence.
 *
 * A ledger that is not in place is made again of the pages that SQLite has: as
 * PATH.salvaged, which takes the place (ledger_replace.h), so that a start
 * finishes it if the process is killed in between. All pages are kept in
 * memory, since those of a file that another program has written can't be read
 * any more. Commits write the log alone, and the pages of the log are copied
 * to the file at other moments, so that a write by another program during a
 * commit is seen, too.
 */
#pragma once

#include "plugin/ledger/ledger.h"

/*
 * Keep a ledger in place from now on, which this process alone has written.
 * ledger_take_notice() reports what an administrator has to know of that. If
 * the ledger can't be made again, its operations fail with the reason. Locks:
 * nobody else has l
 */
extern void ledger_renew(ledger_t *l);
