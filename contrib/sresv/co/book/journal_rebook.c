/* SPDX-License-Identifier: GPL-2.0-or-later */
/* journal_rebook.c - requests, and co-reservations that replace others: see journal.h */

#include <stdio.h>
#include <string.h>

#include "contrib/sresv/co/book/journal_private.h"
#include "contrib/sresv/co/book/lineage.h"

/* Since schema 3. */
const char journal_schema_rebook[] =
	"CREATE TABLE IF NOT EXISTS request (co TEXT PRIMARY KEY,"
	" text TEXT NOT NULL, asked INTEGER NOT NULL);"
	"CREATE TABLE IF NOT EXISTS rebook (co TEXT PRIMARY KEY,"
	" replaces TEXT NOT NULL, ends_jobs INTEGER NOT NULL,"
	" switched INTEGER NOT NULL);"
	"CREATE TABLE IF NOT EXISTS keep (co TEXT NOT NULL,"
	" part INTEGER NOT NULL, member TEXT NOT NULL, cluster TEXT NOT NULL,"
	" UNIQUE (co, member, cluster));";

/* --- what is put ------------------------------------------------------------- */

static bool _put_keeps(journal_t *j, const journal_co_t *co)
{
	bool ok = journal_run(j, journal_query(j,
			"DELETE FROM keep WHERE co = ?", "s", co->id));

	for (size_t i = 0; ok && (i < co->keep_cnt); i++)
		ok = journal_run(j, journal_query(j,
			"INSERT INTO keep (co, part, member, cluster)"
			" VALUES (?, ?, ?, ?)", "siss", co->id,
			(int64_t) co->keeps[i].part, co->keeps[i].member,
			co->keeps[i].cluster));
	return ok;
}

bool journal_put_origin(journal_t *j, const journal_co_t *co)
{
	bool ok = journal_begin(j);

	if (ok && co->request)
		ok = journal_run(j, journal_query(j,
			"INSERT OR REPLACE INTO request (co, text, asked)"
			" VALUES (?, ?, ?)", "ssi", co->id, co->request,
			co->asked));
	if (ok && co->replaces)
		ok = journal_run(j, journal_query(j,
			"INSERT OR REPLACE INTO rebook (co, replaces,"
			" ends_jobs, switched) VALUES (?, ?, ?, 0)", "ssi",
			co->id, co->replaces, (int64_t) co->ends_jobs)) &&
		     _put_keeps(j, co);
	return ok;
}

/* --- what is read ------------------------------------------------------------ */

static const char *_text(srl_memory_t *memory, sqlite3_stmt *s, int column)
{
	const char *text = (const char *) sqlite3_column_text(s, column);

	return text ? srl_memory_text(memory, text, strlen(text)) : NULL;
}

bool journal_read_origin(journal_t *j, journal_co_t *co)
{
	sqlite3_stmt *s = journal_query(j,
		"SELECT text, asked, replaces, switched, ends_jobs FROM co"
		" LEFT JOIN request ON request.co = id"
		" LEFT JOIN rebook ON rebook.co = id WHERE id = ?", "s",
		co->id);
	bool ok = s && (sqlite3_step(s) == SQLITE_ROW);

	if (ok) {
		co->request = _text(co->memory, s, 0);
		co->asked = sqlite3_column_int64(s, 1);
		co->replaces = _text(co->memory, s, 2);
		co->switched = sqlite3_column_int64(s, 3) != 0;
		co->ends_jobs = sqlite3_column_int64(s, 4) != 0;
		ok = !srl_memory_failed(co->memory);
		if (!ok)
			snprintf(j->why, sizeof(j->why), "there is no memory");
	} else if (s) {
		journal_fail(j);
	}
	sqlite3_finalize(s);
	return ok;
}

bool journal_is_unsettled(const journal_co_t *co)
{
	return (co->phase == DECIDE_DONE) && co->replaces && !co->switched;
}

bool journal_heir(journal_t *j, const char *id, journal_id_t ret)
{
	sqlite3_stmt *s = journal_query(j,
		"SELECT co FROM rebook JOIN co ON id = co WHERE replaces = ?"
		" AND switched = 0 AND phase != 'aborted'", "s", id);
	const char *heir = (s && (sqlite3_step(s) == SQLITE_ROW)) ?
		(const char *) sqlite3_column_text(s, 0) : NULL;
	bool found = heir && (strlen(heir) <= JOURNAL_ID_MAX);

	if (found)
		memcpy(ret, heir, strlen(heir) + 1);
	sqlite3_finalize(s);
	return found;
}

bool journal_next_id(journal_t *j, const char *id, journal_id_t ret)
{
	size_t root = lineage_root(id);
	uint32_t last = lineage_generation(id);
	sqlite3_stmt *s = journal_query(j, "SELECT id FROM co", "");
	int rc = s ? sqlite3_step(s) : SQLITE_ERROR, len;

	for (; rc == SQLITE_ROW; rc = sqlite3_step(s)) {
		const char *other = (const char *) sqlite3_column_text(s, 0);

		if (!other || (lineage_root(other) != root) ||
		    strncmp(other, id, root))
			continue;
		if (lineage_generation(other) > last)
			last = lineage_generation(other);
	}
	if (s && (rc != SQLITE_DONE))
		journal_fail(j);
	sqlite3_finalize(s);
	j->failed = false;
	len = snprintf(ret, sizeof(journal_id_t), "%.*sr%u", (int) root, id,
		       last + 1);
	if ((rc == SQLITE_DONE) && (len < (int) sizeof(journal_id_t)))
		return true;
	if (rc == SQLITE_DONE)
		snprintf(j->why, sizeof(j->why), "%s was booked anew too often",
			 id);
	return false;
}

/* --- in its place ------------------------------------------------------------ */

#define KEPT "SELECT part FROM keep WHERE keep.co = ?1 AND" \
	" keep.member = place.member AND keep.cluster = place.cluster"

bool journal_switch(journal_t *j, const journal_co_t *successor)
{
	static const char *const changes[] = {
		"UPDATE co SET parts = parts + (SELECT count(*) FROM keep"
		" WHERE co = ?1), name = (SELECT name FROM co WHERE id = ?2)"
		" WHERE id = ?1 AND EXISTS (SELECT 1 FROM co WHERE id = ?2)",
		"UPDATE place SET part = (" KEPT "), co = ?1"
		" WHERE co = ?2 AND EXISTS (" KEPT ")",
		"INSERT OR IGNORE INTO request (co, text, asked)"
		" SELECT ?1, text, asked FROM request WHERE co = ?2",
		"UPDATE co SET phase = 'undoing', why = 'replaced by ' || ?1"
		" WHERE id = ?2",
		"UPDATE rebook SET switched = 1 WHERE co = ?1 AND replaces = ?2",
	};
	bool ok = journal_begin(j);

	for (size_t i = 0; ok && (i < sizeof(changes) / sizeof(changes[0])); i++)
		ok = journal_run(j, journal_query(j, changes[i], "ss",
						  successor->id,
						  successor->replaces));
	return journal_commit(j) && ok;
}

bool journal_say_replaced(journal_t *j, const char *id)
{
	return journal_begin(j) &&
	       journal_run(j, journal_query(j,
			"UPDATE co SET why = (SELECT 'replaced by ' ||"
			" max(co) FROM rebook WHERE replaces = ?1 AND"
			" switched = 1) WHERE id = ?1 AND EXISTS (SELECT 1"
			" FROM rebook WHERE replaces = ?1 AND switched = 1)",
			"s", id)) &&
	       journal_commit(j);
}
