/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ledger_salvage_rows.c - which rows are taken; see ledger_salvage.h */

#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/ledger/content.h"
#include "plugin/ledger/ledger.h"
#include "plugin/ledger/ledger_row.h"
#include "plugin/ledger/ledger_salvage_private.h"

const salvage_table_t salvage_tables[SALVAGE_TABLES] = {
	[SALVAGE_BOOKING] = {
		"booking", "kTIItIttttttIIIIIITIIIIittttIIItIIIIIIt", 25, true
	},
	[SALVAGE_REQUEST] = { "request", "kIITTttIIIRibi", 14, true },
	[SALVAGE_OFFER] = { "offer", "IITIIIRIit", 10, false },
	[SALVAGE_SHIFT] = { "shift", "kITIIIttT", 9, true },
	[SALVAGE_TOMBSTONE] = { "tombstone", "kTII", 4, true },
};

/* Columns of a booking that the salvage reads. */
enum {
	NAME = 1, T_ESR = 2, T_LSR = 3, START = 16, END = 17, CHANGED = 22,
	CLOSED = 23, WHY = 24, PARKED = 28, NOT_BEFORE = 29, SEEN = 30,
	WAS = 31, FILES = 32, ENDED = 33, STAND_IN = 34, SERIAL = 35,
	HOLD_UNTIL = 36, HOLD_TTL = 37
};

/* --- reporting ------------------------------------------------------------ */

void salvage_say(salvage_t *s, int kind, const char *format, ...)
{
	char line[512];
	va_list args;
	bool all = (kind == SALVAGE_SAY_ALL);

	if (!s->say || (!all && (s->lines[kind]++ > LEDGER_SALVAGE_LINES)))
		return;
	if (!all && (s->lines[kind] > LEDGER_SALVAGE_LINES)) {
		s->say(s->arg, "there are more of these");
		return;
	}
	va_start(args, format);
	vsnprintf(line, sizeof(line), format, args);
	va_end(args);
	for (char *c = line; *c; c++)
		if (iscntrl((unsigned char) *c))	/* names may be odd */
			*c = '?';
	s->say(s->arg, line);
}

void salvage_say_gap(salvage_t *s, const salvage_gap_t *g)
{
	char rows[80];

	if (!s->table->ids || (!g->after && (g->last == INT64_MAX)))
		snprintf(rows, sizeof(rows), "any rows");
	else if (g->last == INT64_MAX)
		snprintf(rows, sizeof(rows), "rows from %" PRId64 " on",
			 g->after + 1);
	else
		snprintf(rows, sizeof(rows), "rows %" PRId64 " to %" PRId64,
			 g->after + 1, g->last);
	salvage_say(s, SALVAGE_SAY_GAP,
		    "table %s: page %" PRIu32 " is damaged, %s may be missing; %" PRIu32 " of them were found on other pages",
		    s->table->name, g->page, rows, g->found);
}

/* --- rows ----------------------------------------------------------------- */

static bool _fits(const ledger_value_t *v, char type)
{
	bool null = (v->type == SQLITE_NULL);

	switch (type) {
	case 'k':
		return null;
	case 'I':
	case 'i':
		return (v->type == SQLITE_INTEGER) || (null && type == 'i');
	case 'R':
		return (v->type == SQLITE_INTEGER) || (v->type == SQLITE_FLOAT);
	case 'b':
		return null || (v->type == SQLITE_BLOB);
	default:
		return (null && type == 't') ||
		       ((v->type == SQLITE_TEXT) &&
			!memchr(v->bytes, '\0', v->len));
	}
}

static bool _is_row(const salvage_table_t *t, const ledger_record_t *r)
{
	if ((r->cnt < t->min) || (r->cnt > (int) strlen(t->types)))
		return false;
	for (int i = 0; i < r->cnt; i++)
		if (!_fits(&r->values[i], t->types[i]))
			return false;
	return true;
}

static bool _is_live(const ledger_record_t *r)
{
	return r->values[CLOSED].type == SQLITE_NULL;
}

/* True if the content is plausible. The types of r have been checked. */
static bool _makes_sense(const salvage_t *s, const ledger_record_t *r)
{
	const ledger_value_t *v = r->values;

	if (s->table != &salvage_tables[SALVAGE_BOOKING])
		return true;
	return v[NAME].len &&
	       (!_is_live(r) || (v[END].integer > v[START].integer));
}

int salvage_bind(sqlite3_stmt *s, int col, const ledger_value_t *v)
{
	switch (v->type) {
	case SQLITE_INTEGER:
		return sqlite3_bind_int64(s, col, v->integer);
	case SQLITE_FLOAT:
		return sqlite3_bind_double(s, col, v->real);
	case SQLITE_TEXT:
		return sqlite3_bind_text(s, col, (const char *) v->bytes,
					 (int) v->len, SQLITE_STATIC);
	case SQLITE_BLOB:
		return sqlite3_bind_blob(s, col, v->bytes, (int) v->len,
					 SQLITE_STATIC);
	default:
		return sqlite3_bind_null(s, col);
	}
}

static bool _has_ended(const ledger_record_t *r)
{
	const ledger_value_t *why = &r->values[WHY];
	size_t len = strlen(LEDGER_WHY_ENDED);

	return !_is_live(r) && (why->type == SQLITE_TEXT) &&
	       (why->len >= len) && !memcmp(why->bytes, LEDGER_WHY_ENDED, len);
}

/* Rows of a table that got the column later lack it until they are written. */
static int64_t _serial(const ledger_record_t *r)
{
	int64_t changed = r->values[CHANGED].integer;

	if (r->cnt > SERIAL)
		return r->values[SERIAL].integer;
	if (changed < 0)
		return 0;
	return (changed < UINT32_MAX) ? changed : UINT32_MAX;
}

/*
 * Bind the values that the steps of ledger_schema.c give a booking without such
 * columns.
 */
static void _bind_missing(sqlite3_stmt *s, const ledger_record_t *r)
{
	const ledger_value_t *v = r->values;
	int64_t at = v[START].integer;

	at = (at < v[T_LSR].integer) ? at : v[T_LSR].integer;
	at = (at > v[T_ESR].integer) ? at : v[T_ESR].integer;
	if (r->cnt <= PARKED)
		sqlite3_bind_int(s, PARKED + 1, 0);
	if (r->cnt <= NOT_BEFORE)
		sqlite3_bind_int64(s, NOT_BEFORE + 1, at);
	if (r->cnt <= SEEN) {
		sqlite3_bind_int(s, SEEN + 1, 0);
		ledger_row_text(s, WAS + 1, CONTENT_ANY);
		sqlite3_bind_int(s, FILES + 1, 0);
		sqlite3_bind_int(s, ENDED + 1, _has_ended(r));
		sqlite3_bind_int(s, STAND_IN + 1, 0);
	}
	if (r->cnt <= SERIAL)
		sqlite3_bind_int64(s, SERIAL + 1, _serial(r));
	if (r->cnt <= HOLD_UNTIL) {
		sqlite3_bind_int(s, HOLD_UNTIL + 1, 0);
		sqlite3_bind_int(s, HOLD_TTL + 1, 0);
	}
}

#define RIVALS " FROM booking WHERE (id = ?1" \
	" OR (name = ?2 AND closed IS NULL AND ?3))"

const char salvage_rivals[] = "SELECT id, serial" RIVALS " ORDER BY id <> ?1";
const char salvage_remove[] = "DELETE" RIVALS
	" AND (serial, id) < (?4, ?1)";

static void _bind_rival(sqlite3_stmt *s, const ledger_record_t *r)
{
	sqlite3_bind_int64(s, 1, r->id);
	salvage_bind(s, 2, &r->values[NAME]);
	sqlite3_bind_int(s, 3, _is_live(r));
}

/*
 * Remove the bookings that r replaces: older versions of its row, which a
 * search may find on pages that are not in use any more, and older live
 * bookings of its name. If one of them is newer, it stays, and r is not
 * inserted.
 */
static int _make_room(salvage_t *s, const ledger_record_t *r)
{
	const ledger_value_t *name = &r->values[NAME];
	int64_t mine = _serial(r);
	bool take = true;

	_bind_rival(s->rivals, r);
	while (take && (sqlite3_step(s->rivals) == SQLITE_ROW)) {
		int64_t id = sqlite3_column_int64(s->rivals, 0);
		int64_t serial = sqlite3_column_int64(s->rivals, 1);

		take = (serial < mine) || ((serial == mine) && (id < r->id));
		if (id == r->id)
			continue;
		s->sum.doubles++;
		salvage_say(s, SALVAGE_SAY_DOUBLE,
			    "two live bookings are named %.*s: that of row %" PRId64 " was written later and is taken, that of row %" PRId64 " is left out",
			    (int) name->len, (const char *) name->bytes,
			    take ? r->id : id, take ? id : r->id);
	}
	sqlite3_reset(s->rivals);
	_bind_rival(s->remove, r);
	sqlite3_bind_int64(s->remove, 4, mine);
	return ledger_row_run(s->remove);
}

int salvage_insert(salvage_t *s, const ledger_record_t *r)
{
	for (int i = 0; i < r->cnt; i++)
		salvage_bind(s->insert, i + 1, &r->values[i]);
	if (s->table->types[0] == 'k')
		sqlite3_bind_int64(s->insert, 1, r->id);
	if (s->table == &salvage_tables[SALVAGE_BOOKING])
		_bind_missing(s->insert, r);
	return ledger_row_run(s->insert);
}

/* Insert a row, unless there is one that makes it needless. */
static int _take(salvage_t *s, const ledger_record_t *r)
{
	int rc = 0;

	if (s->table == &salvage_tables[SALVAGE_BOOKING])
		rc = _make_room(s, r);
	return rc ? rc : salvage_insert(s, r);
}

static salvage_gap_t *_gap_of(const salvage_t *s, int64_t id)
{
	for (uint32_t i = 0; i < s->gap_cnt; i++)
		if (!s->table->ids || ((id > s->gaps[i].after) &&
				       (id <= s->gaps[i].last)))
			return &s->gaps[i];
	return NULL;
}

bool salvage_may_be_lost(const salvage_t *s, const ledger_record_t *r)
{
	return _is_row(s->table, r) && _makes_sense(s, r) && _is_live(r) &&
	       (s->sum.wrong || _gap_of(s, r->id));
}

/* A visitor: a row of the table; during a search, a row of any table. */
int salvage_on_row(void *arg, const ledger_record_t *r)
{
	salvage_t *s = arg;
	salvage_gap_t *gap = NULL;

	if (s->searching && (!_is_row(s->table, r) ||
			     !(gap = _gap_of(s, r->id))))
		return 0;
	if (_is_row(s->table, r) && _makes_sense(s, r)) {
		if (gap)
			gap->found++;
		return _take(s, r);
	}
	s->sum.wrong++;
	salvage_say(s, SALVAGE_SAY_WRONG,
		    "table %s: row %" PRId64 " makes no sense, it is left out",
		    s->table->name, r->id);
	return _is_row(s->table, r) ? 0 : LEDGER_FOREIGN;
}

int salvage_on_gap(void *arg, uint32_t page, int64_t after, int64_t last)
{
	salvage_t *s = arg;
	salvage_gap_t *more = realloc(s->gaps,
				      (s->gap_cnt + 1) * sizeof(*more));

	if (!more)
		return SQLITE_NOMEM;
	s->gaps = more;
	s->gaps[s->gap_cnt++] = (salvage_gap_t) {
		.page = page, .after = after, .last = last,
	};
	s->sum.gaps++;
	return 0;
}
