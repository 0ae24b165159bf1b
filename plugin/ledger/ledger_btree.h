/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_btree.h - the records of a damaged SQLite file, table by table.
 *
 * A walk goes down from a root page and skips damage: a page that can't be read
 * or is no page of a tree, a cell that reaches beyond its page, a record whose
 * id its page can't have. The visitor is told of each such gap, and which ids
 * may be missing. A search then looks for the records of a gap on all pages
 * that no walk has reached: the pages below a damaged one.
 *
 *	          root                 a gap: ids 100 < id <= 200
 *	     /     |     \             its leaves are found by the search
 *	   leaf  damaged  leaf
 *	         /     \
 *	       leaf   leaf
 */
#ifndef PLUGIN_LEDGER_BTREE_H
#define PLUGIN_LEDGER_BTREE_H

#include <stdbool.h>
#include <stdint.h>

#define LEDGER_VALUES 40	/* values per record, at most */

typedef struct {
	int type;		/* SQLITE_INTEGER, _FLOAT, _TEXT, ... */
	int64_t integer;
	double real;
	const unsigned char *bytes;	/* of a text (no 0 after it) or blob */
	uint32_t len;
} ledger_value_t;

typedef struct {
	int64_t id;		/* 0 in a tree without ids */
	int cnt;
	ledger_value_t values[LEDGER_VALUES];
} ledger_record_t;

/*
 * What a walk and a search report. Ids of a gap: after < id <= last; in a tree
 * without ids all of them (0, INT64_MAX). r is valid only during record().
 * RET 0, or an error, which ends the walk or search. record() may also return
 *	LEDGER_FOREIGN: this tree has no such records, so the page belongs to
 *	another tree and counts as a gap
 */
#define LEDGER_FOREIGN (-2)
typedef struct {
	int (*record)(void *arg, const ledger_record_t *r);
	int (*gap)(void *arg, uint32_t page, int64_t after, int64_t last);
				/* may be NULL */
	void *arg;
} ledger_visitor_t;

typedef struct ledger_btree ledger_btree_t;

/*
 * Read the file and its WAL (see ledger_pages.h).
 * OUT ret - for ledger_btree_close(); untouched on failure
 * RET 0; or errno: from opening the file, or ENOMEM. Damage is no failure
 */
extern int ledger_btree_open(const char *path, ledger_btree_t **ret);

/* ledger_btree_close(NULL) is safe. */
extern void ledger_btree_close(ledger_btree_t *t);

/*
 * Visit all records below root.
 * IN ids - true: a table with ids, which are positive; false: an index, or a
 *	table without rowids
 * RET 0, or the result of a visitor's function
 */
extern int ledger_btree_walk(ledger_btree_t *t, uint32_t root, bool ids,
			     const ledger_visitor_t *visitor);

/*
 * Visit all readable records of pages that are not free and that no walk has
 * reached. They may belong to any table: the visitor recognises its own. A gap
 * is a page of any table, of which some records are damaged.
 * RET as ledger_btree_walk()
 */
extern int ledger_btree_search(ledger_btree_t *t, bool ids,
			       const ledger_visitor_t *visitor);

#endif
