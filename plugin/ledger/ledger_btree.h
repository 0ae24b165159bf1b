/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_btree.h - the records of a damaged SQLite file, table by table.
 *
 * A walk goes down from a root page and leaves out what makes no sense: a page
 * that can't be read or is none of a tree, a cell that reaches beyond its page,
 * a record whose id is not among those that its page may have. It tells of each
 * such gap, and which ids may be in it. A search then looks for the records of
 * a gap on all pages that no walk has come to: those below a damaged page.
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

#include "plugin/ledger/ledger_pages.h"

#define LEDGER_VALUES 40	/* of a record, at most */

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
 * What a walk and a search tell. Ids of a gap: after < id <= last; all of them
 * (INT64_MIN, INT64_MAX) in a tree without ids. r is gone when record() has
 * returned.
 * RET 0, or an error that ends it; of record() also LEDGER_FOREIGN: this tree
 * has no such records, so its page is one of another tree and makes a gap
 */
#define LEDGER_FOREIGN (-2)
typedef struct {
	int (*record)(void *arg, const ledger_record_t *r);
	int (*gap)(void *arg, uint32_t page, int64_t after, int64_t last);
	void *arg;
} ledger_visitor_t;

typedef struct ledger_btree ledger_btree_t;

/* p outlives it. RET NULL if memory is short; ledger_btree_destroy() */
extern ledger_btree_t *ledger_btree_create(const ledger_pages_t *p);

/* ledger_btree_destroy(NULL) is safe. */
extern void ledger_btree_destroy(ledger_btree_t *t);

/*
 * Visit all records below root.
 * IN ids - a table with ids; otherwise an index, or a table without rowids
 * RET 0, ENOMEM, or what a visitor's function has returned
 */
extern int ledger_btree_walk(ledger_btree_t *t, uint32_t root, bool ids,
			     const ledger_visitor_t *visitor);

/*
 * Visit all records of pages that no walk has come to and that are not free,
 * as far as that can be read. Of any tables: the visitor recognises its own.
 * What it can't read it does not tell. RET as ledger_btree_walk()
 */
extern int ledger_btree_search(ledger_btree_t *t, bool ids,
			       const ledger_visitor_t *visitor);

#endif
