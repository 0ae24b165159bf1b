/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ledger_integrity.c - see ledger_integrity.h */

#include <stdio.h>
#include <string.h>

#include "plugin/ledger/ledger_integrity.h"

/* SQLite's text has a headline, "*** in database main ***". */
static const char *_without_headline(const char *text)
{
	const char *end = strncmp(text, "***", 3) ? NULL : strchr(text, '\n');

	return end ? end + 1 : text;
}

static void _tell(const char *text, char *error, size_t error_size)
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
	int rc = sqlite3_prepare_v2(db, "PRAGMA quick_check(1)", -1, &s, NULL);

	if (!rc && ((rc = sqlite3_step(s)) == SQLITE_ROW)) {
		const char *text = (const char *) sqlite3_column_text(s, 0);

		rc = (text && !strcmp(text, "ok")) ? SQLITE_OK : SQLITE_CORRUPT;
		if (rc)
			_tell(text ? text : "", error, error_size);
	}
	sqlite3_finalize(s);
	return rc;
}
