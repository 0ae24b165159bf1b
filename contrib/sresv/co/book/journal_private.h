/* SPDX-License-Identifier: GPL-2.0-or-later */
/* journal_private.h - private to journal*.c */
#pragma once

#include <sqlite3.h>

#include "contrib/sresv/co/book/journal.h"

struct journal {
	sqlite3 *db;
	char *path;
	bool begun;		/* a transaction */
	bool failed;		/* and it can't be committed */
	char why[512];
};

/*
 * A statement with its values; format has a letter for each: s, a const char *,
 * or NULL; i, an int64_t. RET for sqlite3_finalize(), or NULL: j->why is set
 */
extern sqlite3_stmt *journal_query(journal_t *j, const char *sql,
				   const char *format, ...);

/* Run a statement that has no rows. */
extern bool journal_run(journal_t *j, sqlite3_stmt *statement);

/* Begin a transaction, if there is none. */
extern bool journal_begin(journal_t *j);

/* Make the tables of schema 3, if they are not there. */
extern const char journal_schema_rebook[];

/* Read what journal_put_origin() has put, and whether it has switched. */
extern bool journal_read_origin(journal_t *j, journal_co_t *co);

/* Say what SQLite has said. RET false */
extern bool journal_fail(journal_t *j);
