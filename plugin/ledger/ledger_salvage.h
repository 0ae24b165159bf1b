/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_salvage.h - copying the readable rows of a damaged ledger to a new
 * one.
 *
 * Parked bookings are known to the ledger alone, so an unreadable page must
 * cost no more than its own rows: neither the rows of other pages, even of
 * those that it links to, nor those of other tables. An index decides nothing:
 * it only names bookings whose rows have to be searched for, or are lost.
 *
 * Rows are copied to the letter, as id, serial, parked, closed and resv_id
 * decide at the next start. Rows of an older schema get the columns that a
 * migration would have given them. A row that makes no sense is left out:
 * columns of other types, texts with a 0 byte, a booking without a name, a live
 * booking that ends before it starts. If two live bookings have one name, the
 * one written last, by a number (serial), is taken; no clock is asked.
 *
 * Bookings whose rows may be lost, and that are live in the rolling copy
 * (ledger_copy.h), are taken from there, unless the damaged ledger shows that
 * they were closed since, by their row or in an index. If that can't be known,
 * they are taken, and a line says so: a booking too many is better than one
 * lost. They become parked: the copy does not know which of them have a record
 * now. A row that can be read is never replaced by one of the copy.
 *
 * The number of the epoch goes on (ledger_saved.h). Its owner is not kept. The
 * new ledger has the mark that rows may be missing (ledger_reconciled()).
 *
 * The damaged file and its WAL are only read, and so is the copy.
 *
 * SQLite's own recovery (.recover of its shell) is no replacement: the SQLite
 * of Debian 12 lacks the table sqlite_dbpage that it needs, it would run as a
 * process while slurmctld's locks are held, and SQLite 3.46 gives up where page
 * 1 is garbage. From 1069 damaged copies of a ledger with 450 bookings (pages
 * of zeros, of garbage, of other pages, missing ones) it saved, with all that
 * fits in its lost_and_found, fewer bookings in 23 cases and more in none, and
 * 1309 wrong ones (of texts whose pages were lost, say) against 9.
 */
#ifndef PLUGIN_LEDGER_SALVAGE_H
#define PLUGIN_LEDGER_SALVAGE_H

#include "plugin/ledger/ledger.h"
#include "plugin/ledger/ledger_salvaged.h"

/* What ledger_replace_by() finds in the place is kept as PATH with this. */
#define LEDGER_ASIDE ".aside"

/*
 * Copy the rows of a damaged file to an empty ledger. Bookings are copied in
 * one transaction, all other tables in a second: if that fails (they may be
 * big, and the disk full), they stay empty, and say() gets a line. On success
 * everything is in the file of l itself, synced, and its WAL is empty.
 * IN damaged - NULL: the ledger is gone, and all rows are those of the copy.
 *	Its live bookings become parked, as above
 * IN copy - path of a rolling copy, which need not exist; NULL: none
 * IN say - may be NULL
 * OUT ret - untouched on failure; may be NULL
 * OUT error - one line; "" on success
 * RET false: the damaged file can't be opened, memory is short, or l can't be
 *	written: l must not be used
 */
extern bool ledger_salvage(ledger_t *l, const char *damaged, const char *copy,
			   ledger_say_fn say, void *arg, ledger_salvaged_t *ret,
			   char *error, size_t error_size);

/* Pass on what a salvage has found and not found, in a few lines. */
extern void ledger_salvage_tell(const ledger_salvaged_t *found,
				ledger_say_fn say, void *arg);

/*
 * Salvage PATH, which is only read, to a new ledger TO. TO.salvage is the
 * unfinished one. IN copy, say - as for ledger_salvage()
 * OUT ret - may be NULL
 * OUT error - one line; "" on success
 * RET true: TO is complete and on the disk. False: there is no TO
 */
extern bool ledger_salvage_to(const char *path, const char *copy,
			      const char *to, ledger_say_fn say, void *arg,
			      ledger_salvaged_t *ret, char *error,
			      size_t error_size);

/*
 * Replace PATH, which ledger_open() has found damaged, by a salvaged ledger.
 * PATH.salvage is the unfinished copy; PATH.salvaged is complete and on the
 * disk. Only then PATH is renamed to PATH.damaged.TIME, with SQLite's files
 * beside it, and PATH.salvaged to PATH. A replacement that is killed at any
 * moment is finished by ledger_replace_resume(), or begun again. The new
 * file has the mark that rows may be missing (ledger_reconciled()).
 * OUT error - one line; "" on success
 * RET true: PATH is the salvaged ledger. False: nothing has changed, or
 *	ledger_replace_resume() can finish it
 */
extern bool ledger_replace(const char *path, ledger_say_fn say, void *arg,
			   ledger_salvaged_t *ret, char *error,
			   size_t error_size);

/*
 * Replace PATH by what l has: the file that l has open, which has lost its
 * name. Files that are in the place are kept with LEDGER_ASIDE, in the place
 * of earlier ones. Killed, it leaves what a killed ledger_replace() leaves.
 * Locks: db_lock of l
 * OUT error - one line; "" on success
 * RET true: PATH is the copy, which nobody has open
 */
extern bool ledger_replace_by(const char *path, ledger_t *l, char *error,
			      size_t error_size);

/*
 * The same for a ledger that is gone, or is not the one that it should be: the
 * new one is made of PATH.copy alone (ledger_salvage() without a damaged
 * file).
 */
extern bool ledger_replace_by_copy(const char *path, ledger_say_fn say,
				   void *arg, ledger_salvaged_t *ret,
				   char *error, size_t error_size);

/*
 * Finish what one of these three left behind when it was killed, if anything: a
 * complete PATH.salvaged takes its place.
 * OUT error - one line; "" on success
 */
extern bool ledger_replace_resume(const char *path, ledger_say_fn say,
				  void *arg, char *error, size_t error_size);

#endif
