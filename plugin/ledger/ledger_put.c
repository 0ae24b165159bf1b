/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ledger_put.c - live bookings are written; see ledger.h and content.h */

#include <stdlib.h>
#include <string.h>

#include "plugin/ledger/record/content.h"
#include "plugin/ledger/ledger_events.h"
#include "plugin/ledger/ledger_row.h"
#include "plugin/ledger/ledger_statement.h"

int ledger_find_ended(ledger_t *l)
{
	return ledger_find(l, ledger_row_ended_before,
			   VALUES(AS_NUMBER(LEDGER_KEEP_ENDED)),
			   &l->ended_before);
}

/*
 * What is written from now on is numbered above all rows that there are, and
 * above those of earlier epochs that are gone: a search for rows on damaged
 * pages may find them.
 */
int ledger_put_prepare(ledger_t *l)
{
	int rc = ledger_find(l, ledger_row_serial, NULL, &l->serial);

	return rc ? rc : ledger_find_ended(l);
}

/* The live row of a name. OUT ret - owned by the caller; NULL: there is none */
static int _read_live_row(ledger_t *l, const char *name, booking_t **ret)
{
	sqlite3_stmt *s = ledger_bind(ledger_statement(l, ledger_row_one),
				      VALUES(AS_TEXT(name)));
	bool found = sqlite3_step(s) == SQLITE_ROW;

	*ret = found ? ledger_row_read(s) : NULL;
	return ledger_reset(s);
}

/* Add to the contents that row had; kept is those of the row before. */
static void _add_content(booking_t *row, const char *kept, uint64_t content)
{
	char *list = content_add(row->was, content);

	if (row->was != kept)
		free(row->was);
	row->was = list;
}

/*
 * What is known of Slurm's files, where old becomes row: a record that is
 * parked or was made again, or is another one, has to be seen again; a content
 * that is replaced may be in the present file, and in a file that is being
 * written.
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
		_add_content(row, old->was, content_of(old));
	return changed;
}

/*
 * The same holds for a content that others gave the record, and a start has
 * overruled. RET true if it is added
 */
static bool _carry_overruled(const booking_t *old, booking_t *row)
{
	if (!row->overruled || content_is_known(row, row->overruled))
		return false;
	_add_content(row, old ? old->was : NULL, row->overruled);
	return true;
}

static int _write_reopen(ledger_t *l, const booking_t *b)
{
	return ledger_run(l, ledger_row_reopen,
			  VALUES(AS_TEXT(b->name), AS_NUMBER(b->created),
				 AS_NUMBER(b->creator),
				 AS_NUMBER(++l->serial)));
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
	sqlite3_stmt *put;
	bool changed = true;
	int rc = reopen ? _write_reopen(l, b) : SQLITE_OK;

	row.changed = now;
	row.seen = 0;
	row.was = NULL;
	if (rc == SQLITE_OK)
		rc = _read_live_row(l, b->name, &old);
	if ((rc == SQLITE_OK) && old)
		changed = _carry_contents(old, &row);
	if (rc == SQLITE_OK) {
		changed |= _carry_overruled(old, &row);
		put = ledger_statement(l, ledger_row_put);
		ledger_row_bind(put, &row, ++l->serial, changed,
				_has_moved(l, old, b));
		rc = ledger_step(put);
	}
	if (!old || (row.was != old->was))
		free(row.was);
	booking_destroy(old);
	return rc;
}
