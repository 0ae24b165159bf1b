/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_salvage.h - what can be read of a damaged ledger goes to a new one.
 *
 * Parked bookings are known to the ledger alone, so each page that can't be
 * read may cost its own rows and no more: not those of other pages, even if it
 * leads to them, nor those of other tables. What an index says decides nothing;
 * it only names bookings whose rows are lost.
 *
 * Rows keep what they have to the letter (id, changed, parked, closed, resv_id
 * decide at the start). Those of an older schema get what its migration would
 * have given them. A row that makes no sense is left out: columns of other
 * types, texts with a 0 in them, a booking without a name, a live one that ends
 * before it starts. Of two live bookings of one name the one changed last is
 * taken.
 *
 * The damaged file and its WAL are only read.
 */
#ifndef PLUGIN_LEDGER_SALVAGE_H
#define PLUGIN_LEDGER_SALVAGE_H

#include "plugin/ledger/ledger.h"

typedef struct {
	/* rows of the new one */
	uint32_t live;		/* bookings */
	uint32_t closed;
	uint32_t others;	/* requests, offers and shifts */
	/* rows that were left out */
	uint32_t wrong;		/* they make no sense */
	uint32_t doubles;	/* an older live booking of a name */
	uint32_t lost;		/* live bookings that an index still names */
	uint32_t gaps;		/* pages whose rows, or some, were not found
				 * where they belong */
	bool others_failed;	/* the other tables are empty: see the log */
} ledger_salvaged_t;

/*
 * One line for the log: which rows of which table could not be read, which
 * bookings are lost. All names of those are told, some in a line; of each other
 * kind there are at most LEDGER_SALVAGE_LINES, and that there are more.
 */
typedef void (*ledger_say_fn)(void *arg, const char *line);
#define LEDGER_SALVAGE_LINES 50

/*
 * Copy the rows of a damaged file to a ledger that has none. Bookings come in
 * one transaction, all other tables in a second one: if that fails (they may be
 * big, and the disk full), they are empty, and say() tells. On success all of
 * it is in the file of l itself, synced, and its WAL is empty.
 * IN say - may be NULL
 * OUT ret - untouched on failure; may be NULL
 * OUT error - one line; "" on success
 * RET false: the damaged file can't be opened, memory is short, or l can't be
 *	written: l is not to be used
 */
extern bool ledger_salvage(ledger_t *l, const char *damaged, ledger_say_fn say,
			   void *arg, ledger_salvaged_t *ret, char *error,
			   size_t error_size);

/*
 * Put a salvaged ledger in the place of PATH, which ledger_open() has found
 * damaged. PATH.salvage is being made; as PATH.salvaged it is whole and on the
 * disk. Only then PATH goes aside, as PATH.damaged.TIME with all that SQLite
 * keeps beside it, and PATH.salvaged becomes PATH. Killed at any moment, it
 * is taken up by ledger_replace_resume(), or begun again.
 * OUT error - one line; "" on success
 * RET true: PATH is new. False: all is as it was, or as ledger_replace_resume()
 *	can take it up
 */
extern bool ledger_replace(const char *path, ledger_say_fn say, void *arg,
			   ledger_salvaged_t *ret, char *error,
			   size_t error_size);

/*
 * Go on with what a killed ledger_replace() left behind, if anything. To be
 * called before each ledger_open() of PATH. say() is told if there was some.
 * RET false with error set: PATH is not to be opened
 */
extern bool ledger_replace_resume(const char *path, ledger_say_fn say,
				  void *arg, char *error, size_t error_size);

#endif
