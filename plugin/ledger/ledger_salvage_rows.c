/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ledger_salvage_rows.c - which rows are taken; see ledger_salvage.h */

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/ledger/ledger_row.h"
#include "plugin/ledger/ledger_salvage_private.h"

const salvage_table_t salvage_tables[SALVAGE_TABLES] = {
	[SALVAGE_BOOKING] = {
		"booking", "kTIItIttttttIIIIIITIIIIittttII", 25, true
	},
	[SALVAGE_REQUEST] = { "request", "kIITTttIIIRibi", 14, true },
	[SALVAGE_OFFER] = { "offer", "IITIIIRIit", 10, false },
	[SALVAGE_SHIFT] = { "shift", "kITIIIttT", 9, true },
};

/* Columns of a booking that the salvage reads. */
enum {
	NAME = 1, T_ESR = 2, T_LSR = 3, START = 16, END = 17, CHANGED = 22,
	CLOSED = 23, PARKED = 28, NOT_BEFORE = 29
};

/* --- reporting ------------------------------------------------------------ */

void salvage_say(salvage_t *s, int kind, const char *format, ...)
{
	char line[512];
	va_list args;

	bool all = (kind == SALVAGE_SAY_LOST);

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

/* Is the content plausible? The types of r have been checked. */
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

/*
 * Bind the values that the steps of ledger_schema.c give a booking without such
 * columns.
 */
static void _bind_missing(sqlite3_stmt *s, const ledger_record_t *r)
{
	const ledger_value_t *v = r->values;
	int64_t at = v[START].integer;

	if (r->cnt <= PARKED)
		sqlite3_bind_int(s, PARKED + 1, 0);
	if (r->cnt > NOT_BEFORE)
		return;
	at = (at < v[T_LSR].integer) ? at : v[T_LSR].integer;
	at = (at > v[T_ESR].integer) ? at : v[T_ESR].integer;
	sqlite3_bind_int64(s, NOT_BEFORE + 1, at);
}

/* Run a bound statement. RET 0 or SALVAGE_FAILED */
static int _run(salvage_t *s, sqlite3_stmt *stmt)
{
	s->rc = ledger_row_run(stmt);
	return s->rc ? SALVAGE_FAILED : 0;
}

static int _insert(salvage_t *s, const ledger_record_t *r)
{
	for (int i = 0; i < r->cnt; i++)
		salvage_bind(s->insert, i + 1, &r->values[i]);
	if (s->table->types[0] == 'k')
		sqlite3_bind_int64(s->insert, 1, r->id);
	if (s->table == &salvage_tables[SALVAGE_BOOKING])
		_bind_missing(s->insert, r);
	return _run(s, s->insert);
}

static int _remove(salvage_t *s, int64_t id)
{
	sqlite3_bind_int64(s->remove, 1, id);
	return _run(s, s->remove);
}

bool salvage_find(sqlite3_stmt *stmt, int64_t *ret_id, int64_t *ret_changed)
{
	bool found = (sqlite3_step(stmt) == SQLITE_ROW);

	if (found) {
		*ret_id = sqlite3_column_int64(stmt, 0);
		*ret_changed = sqlite3_column_int64(stmt, 1);
	}
	sqlite3_reset(stmt);
	sqlite3_clear_bindings(stmt);
	return found;
}

/*
 * A search may find an older version of a row, on a page that is not in use any
 * more. OUT ret_take - r is the newer version; the older one is removed
 */
static int _beats_same_id(salvage_t *s, const ledger_record_t *r,
			  bool *ret_take)
{
	int64_t id, changed;

	*ret_take = true;
	sqlite3_bind_int64(s->same_id, 1, r->id);
	if (!salvage_find(s->same_id, &id, &changed))
		return 0;
	*ret_take = (changed < r->values[CHANGED].integer);
	return *ret_take ? _remove(s, id) : 0;
}

/* The same for two live bookings of one name. */
static int _beats_same_name(salvage_t *s, const ledger_record_t *r,
			    bool *ret_take)
{
	const ledger_value_t *name = &r->values[NAME];
	int64_t id, changed, mine = r->values[CHANGED].integer;

	*ret_take = true;
	salvage_bind(s->same_name, 1, name);
	if (!_is_live(r) || !salvage_find(s->same_name, &id, &changed))
		return 0;
	*ret_take = (changed < mine) || ((changed == mine) && (id < r->id));
	s->sum.doubles++;
	salvage_say(s, SALVAGE_SAY_DOUBLE,
		    "two live bookings are named %.*s: that of row %" PRId64 " was changed later and is taken, that of row %" PRId64 " is left out",
		    (int) name->len, (const char *) name->bytes,
		    *ret_take ? r->id : id, *ret_take ? id : r->id);
	return *ret_take ? _remove(s, id) : 0;
}

static int _take(salvage_t *s, const ledger_record_t *r)
{
	bool take = true;
	int rc = 0;

	if (s->table == &salvage_tables[SALVAGE_BOOKING]) {
		rc = _beats_same_id(s, r, &take);
		if (!rc && take)
			rc = _beats_same_name(s, r, &take);
	}
	return (rc || !take) ? rc : _insert(s, r);
}

static salvage_gap_t *_gap_of(salvage_t *s, int64_t id)
{
	for (uint32_t i = 0; i < s->gap_cnt; i++)
		if (!s->table->ids || ((id > s->gaps[i].after) &&
				       (id <= s->gaps[i].last)))
			return &s->gaps[i];
	return NULL;
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
		return ENOMEM;
	s->gaps = more;
	s->gaps[s->gap_cnt++] = (salvage_gap_t) {
		.page = page, .after = after, .last = last,
	};
	s->sum.gaps++;
	return 0;
}
