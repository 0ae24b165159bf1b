/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ledger_put.c - live bookings are written; see ledger.h and content.h */

#include <stdlib.h>
#include <string.h>

#include "plugin/ledger/record/content.h"
#include "plugin/ledger/ledger_events.h"
#include "plugin/ledger/ledger_private.h"
#include "plugin/ledger/ledger_row.h"

/* OUT ret - the number that a query finds; untouched after an error */
static int _find_number(ledger_t *l, const char *query, int64_t *ret)
{
	sqlite3_stmt *s = NULL;
	int rc = sqlite3_prepare_v2(l->db, query, -1, &s, NULL);

	if (!rc) {
		sqlite3_bind_int(s, 1, LEDGER_KEEP_ENDED);
		rc = sqlite3_step(s);
	}
	if (rc == SQLITE_ROW) {
		*ret = sqlite3_column_int64(s, 0);
		rc = SQLITE_OK;
	}
	sqlite3_finalize(s);
	return rc;
}

int ledger_find_ended(ledger_t *l)
{
	return _find_number(l, ledger_row_ended_before, &l->ended_before);
}

/*
 * What is written from now on is numbered above all rows that there are, and
 * above those of earlier epochs that are gone: a search for rows on damaged
 * pages may find them.
 */
int ledger_put_prepare(ledger_t *l)
{
	int rc = _find_number(l, ledger_row_serial, &l->serial);

	if (!rc)
		rc = ledger_find_ended(l);
	return rc ? rc : ledger_compile(l, (ledger_sql_t[]) {
		{ ledger_row_other, &l->sql.other },
		{ ledger_row_one, &l->sql.one },
		{ ledger_row_reopen, &l->sql.reopen },
		{ ledger_row_put, &l->sql.put },
		{ NULL, NULL } });
}

/* The live row of a name. OUT ret - owned by the caller; NULL: there is none */
static int _read_live_row(ledger_t *l, const char *name, booking_t **ret)
{
	int rc;

	*ret = NULL;
	ledger_row_text(l->sql.one, 1, name);
	rc = sqlite3_step(l->sql.one);
	if (rc == SQLITE_ROW) {
		*ret = ledger_row_read(l->sql.one);
		rc = SQLITE_OK;
	}
	sqlite3_reset(l->sql.one);
	sqlite3_clear_bindings(l->sql.one);
	return (rc == SQLITE_DONE) ? SQLITE_OK : rc;
}

/* Add to the contents that row had; those of old stay with old. */
static void _add_content(booking_t *row, const booking_t *old, uint64_t content)
{
	char *list = content_add(row->was, content);

	if (row->was != old->was)
		free(row->was);
	row->was = list;
}

/*
 * What is known of Slurm's files, where old becomes row: a record that is
 * parked or was made again, or is another one, has to be seen again; a content
 * that is replaced may be in the present file, and in a file that is being
 * written. The same holds for a content that others gave the record, and a
 * start has overruled.
 * RET true if the content has changed
 */
static bool _carry_contents(const booking_t *old, booking_t *row)
{
	bool changed = content_of(old) != content_of(row);

	row->seen = (row->parked || row->remade ||
		     (row->stand_in != old->stand_in) ||
		     (row->part != old->part) ||
		     (row->resv_id != old->resv_id)) ? 0 : old->seen;
	row->was = old->was;
	if (changed)
		_add_content(row, old, content_of(old));
	if (!row->overruled || content_is_known(row, row->overruled))
		return changed;
	_add_content(row, old, row->overruled);
	return true;
}

static int _write_reopen(ledger_t *l, const booking_t *b)
{
	ledger_row_text(l->sql.reopen, 1, b->name);
	sqlite3_bind_int64(l->sql.reopen, 2, b->created);
	sqlite3_bind_int64(l->sql.reopen, 3, b->creator);
	sqlite3_bind_int64(l->sql.reopen, 4, ++l->serial);
	return ledger_row_run(l->sql.reopen);
}

/* True if the plugin has given a booking another place. */
static bool _has_moved(const ledger_t *l, const booking_t *old,
		       const booking_t *b)
{
	return old && l->cause && l->cause->verb &&
	       !strcmp(l->cause->verb, LEDGER_EVENT_MOVED) &&
	       ((old->start != b->start) || (old->end != b->end) ||
		strcmp(old->nodes ? old->nodes : "", b->nodes ? b->nodes : ""));
}

int ledger_put_write(ledger_t *l, const booking_t *b, bool reopen, time_t now)
{
	booking_t row = *b, *old = NULL;
	bool changed = true;
	int rc = reopen ? _write_reopen(l, b) : SQLITE_OK;

	row.seen = 0;
	row.was = NULL;
	if (rc == SQLITE_OK)
		rc = _read_live_row(l, b->name, &old);
	if ((rc == SQLITE_OK) && old)
		changed = _carry_contents(old, &row);
	if (rc == SQLITE_OK) {
		ledger_row_bind(l->sql.put, &row, now);
		sqlite3_bind_int(l->sql.put, 34, changed);
		sqlite3_bind_int64(l->sql.put, 35, ++l->serial);
		sqlite3_bind_int(l->sql.put, 47, _has_moved(l, old, b));
		rc = ledger_row_run(l->sql.put);
	}
	if (old && (row.was != old->was))
		free(row.was);
	booking_destroy(old);
	return rc;
}
