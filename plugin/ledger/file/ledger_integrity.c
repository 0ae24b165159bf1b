/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdio.h>
#include <string.h>

#include "plugin/ledger/record/content.h"
#include "plugin/ledger/file/ledger_integrity.h"

/* SQLite's text has a headline, "*** in database main ***". */
static const char *_without_headline(const char *text)
{
	const char *end = strncmp(text, "***", 3) ? NULL : strchr(text, '\n');

	return end ? end + 1 : text;
}

static void _append_error(const char *text, char *error, size_t error_size)
{
	size_t len = strnlen(error, error_size);

	if (len >= error_size)
		return;
	snprintf(error + len, error_size - len, "%s", _without_headline(text));
	for (char *c = error + len; *c; c++)
		if (*c == '\n')
			*c = ' ';
		else if ((*c < ' ') || (*c > '~'))
			*c = '?';
}

int ledger_integrity(sqlite3 *db, char *error, size_t error_size)
{
	sqlite3_stmt *s = NULL;
	int rc = sqlite3_prepare_v2(db, "PRAGMA integrity_check(1)", -1, &s, NULL);

	if (!rc && ((rc = sqlite3_step(s)) == SQLITE_ROW)) {
		const char *text = (const char *) sqlite3_column_text(s, 0);

		rc = (text && !strcmp(text, "ok")) ? SQLITE_OK : SQLITE_CORRUPT;
		if (rc)
			_append_error(text ? text : "", error, error_size);
	}
	sqlite3_finalize(s);
	return rc;
}

/* RET false: it is a text with a byte 0, as a page that was overwritten has */
static bool _add_value(sqlite3_stmt *s, int i, uint64_t *digest)
{
	int head[2] = { sqlite3_column_type(s, i) };
	const void *bytes = (head[0] == SQLITE_BLOB) ?
			    sqlite3_column_blob(s, i) :
			    (const void *) sqlite3_column_text(s, i);

	head[1] = sqlite3_column_bytes(s, i);
	*digest = content_digest(*digest, head, sizeof(head));
	*digest = content_digest(*digest, bytes, (size_t) head[1]);
	return (head[0] != SQLITE_TEXT) || !memchr(bytes, 0, (size_t) head[1]);
}

/* RET as ledger_digest() */
static int _add_rows(sqlite3 *db, const char *sql, uint64_t *digest)
{
	sqlite3_stmt *s = NULL;
	int rc = sqlite3_prepare_v2(db, sql, -1, &s, NULL);

	while (!rc && ((rc = sqlite3_step(s)) == SQLITE_ROW)) {
		rc = SQLITE_OK;
		for (int i = 0; !rc && (i < sqlite3_column_count(s)); i++)
			rc = _add_value(s, i, digest) ? SQLITE_OK :
							SQLITE_CORRUPT;
	}
	sqlite3_finalize(s);
	return (rc == SQLITE_DONE) ? SQLITE_OK : rc;
}

/* A ledger of an older schema has fewer tables. */
int ledger_digest(sqlite3 *db, uint64_t *ret)
{
	uint64_t digest = CONTENT_EMPTY;
	sqlite3_stmt *s = NULL;
	int rc = sqlite3_prepare_v2(db,
		"SELECT 'SELECT * FROM ' || name FROM sqlite_schema"
		" WHERE type = 'table' ORDER BY name", -1, &s, NULL);

	while (!rc && ((rc = sqlite3_step(s)) == SQLITE_ROW))
		rc = _add_rows(db, (const char *) sqlite3_column_text(s, 0),
			       &digest);
	sqlite3_finalize(s);
	if (rc != SQLITE_DONE)
		return rc;
	*ret = digest;
	return SQLITE_OK;
}
