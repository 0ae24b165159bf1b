/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ledger_salvage.c - see ledger_salvage.h; ledger_replace.c has the files */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/ledger/ledger_private.h"
#include "plugin/ledger/ledger_salvage_private.h"

static bool _text_is(const ledger_value_t *v, const char *text)
{
	return (v->type == SQLITE_TEXT) && (v->len == strlen(text)) &&
	       !memcmp(v->bytes, text, v->len);
}

/* A visitor of sqlite_schema: type, name, tbl_name, rootpage, sql. */
static int _on_schema(void *arg, const ledger_record_t *r)
{
	const ledger_value_t *v = r->values;
	salvage_t *s = arg;

	if ((r->cnt != 5) || (v[3].type != SQLITE_INTEGER) ||
	    (v[3].integer < 1) || (v[3].integer > UINT32_MAX))
		return 0;
	if (_text_is(&v[1], "booking_live"))
		s->live_root = (uint32_t) v[3].integer;
	for (int i = 0; i < SALVAGE_TABLES; i++)
		if (_text_is(&v[0], "table") &&
		    _text_is(&v[1], salvage_tables[i].name))
			s->roots[i] = (uint32_t) v[3].integer;
	return 0;
}

static int _on_schema_gap(void *arg, uint32_t page, int64_t after, int64_t last)
{
	(void) page;
	(void) after;
	(void) last;
	((salvage_t *) arg)->schema_damaged = true;
	return 0;
}

static int _read_schema(salvage_t *s)
{
	const ledger_visitor_t visitor = {
		.record = _on_schema, .gap = _on_schema_gap, .arg = s,
	};
	int rc = ledger_btree_walk(s->tree, 1, true, &visitor);

	/* every schema has a table of bookings */
	s->schema_damaged |= !s->roots[SALVAGE_BOOKING];
	return rc;
}

static int _prepare(salvage_t *s)
{
	char *sql = sqlite3_mprintf("INSERT OR IGNORE INTO %s VALUES (?1",
				    s->table->name);

	for (size_t i = 2; sql && (i <= strlen(s->table->types)); i++)
		sql = sqlite3_mprintf("%z,?%d", sql, (int) i);
	sql = sql ? sqlite3_mprintf("%z)", sql) : NULL;
	s->rc = sql ? sqlite3_prepare_v2(s->db, sql, -1, &s->insert, NULL) :
		      SQLITE_NOMEM;
	sqlite3_free(sql);
	return s->rc ? SALVAGE_FAILED : 0;
}

static void _table_done(salvage_t *s)
{
	sqlite3_finalize(s->insert);
	s->insert = NULL;
	free(s->gaps);
	s->gaps = NULL;
	s->gap_cnt = 0;
	s->searching = false;
}

/* Walk down the tree, then search the pages below damaged ones. */
static int _copy_table(salvage_t *s, int which)
{
	ledger_visitor_t visitor = {
		.record = salvage_on_row, .gap = salvage_on_gap, .arg = s,
	};
	int rc;

	s->table = &salvage_tables[which];
	if ((rc = _prepare(s)))
		return rc;
	if (s->roots[which])
		rc = ledger_btree_walk(s->tree, s->roots[which], s->table->ids,
				       &visitor);
	else if (s->schema_damaged)
		rc = salvage_on_gap(s, 1, 0, INT64_MAX);
	if (!rc && s->gap_cnt) {
		s->searching = true;
		visitor.gap = NULL;
		rc = ledger_btree_search(s->tree, s->table->ids, &visitor);
	}
	for (uint32_t i = 0; (i < s->gap_cnt) && !rc; i++)
		salvage_say_gap(s, &s->gaps[i]);
	_table_done(s);
	return rc;
}

static void _say_lost(salvage_t *s)
{
	if (s->names[0])
		salvage_say(s, SALVAGE_SAY_LOST,
			    "live bookings that are lost: %s", s->names);
	s->names[0] = '\0';
}

static void _add_lost(salvage_t *s, const ledger_value_t *name)
{
	size_t len = strlen(s->names);

	if (len && (len + 2 + name->len >= sizeof(s->names))) {
		_say_lost(s);
		len = 0;
	}
	snprintf(s->names + len, sizeof(s->names) - len, "%s%.*s",
		 len ? ", " : "", (int) name->len,
		 (const char *) name->bytes);
	s->sum.lost++;
}

/* A visitor of the index of live names: name, id. */
static int _on_live_name(void *arg, const ledger_record_t *r)
{
	const ledger_value_t *name = &r->values[0];
	int64_t id, changed;
	salvage_t *s = arg;

	if ((r->cnt != 2) || (name->type != SQLITE_TEXT) || !name->len)
		return 0;
	salvage_bind(s->same_name, 1, name);
	if (!salvage_find(s->same_name, &id, &changed))
		_add_lost(s, name);
	return 0;
}

/* Find live bookings whose rows are lost. Damage of the index is ignored. */
static int _find_lost(salvage_t *s)
{
	const ledger_visitor_t visitor = { .record = _on_live_name, .arg = s };
	int rc = 0;

	if (s->live_root && (s->sum.gaps + s->sum.wrong))
		rc = ledger_btree_walk(s->tree, s->live_root, false, &visitor);
	_say_lost(s);
	return rc;
}

static int _prepare_bookings(salvage_t *s)
{
	const struct {
		const char *sql;
		sqlite3_stmt **stmt;
	} list[] = {
		{ "SELECT id, changed FROM booking WHERE id = ?1",
		  &s->same_id },
		{ "SELECT id, changed FROM booking WHERE name = ?1"
		  " AND closed IS NULL", &s->same_name },
		{ "DELETE FROM booking WHERE id = ?1", &s->remove },
	};

	for (size_t i = 0; i < sizeof(list) / sizeof(list[0]); i++)
		if ((s->rc = sqlite3_prepare_v2(s->db, list[i].sql, -1,
						list[i].stmt, NULL)))
			return SALVAGE_FAILED;
	return 0;
}

static int _exec(salvage_t *s, const char *sql)
{
	s->rc = sqlite3_exec(s->db, sql, NULL, NULL, NULL);
	return s->rc ? SALVAGE_FAILED : 0;
}

static int _copy_bookings(salvage_t *s)
{
	int rc = _prepare_bookings(s);

	if (!rc)
		rc = _copy_table(s, SALVAGE_BOOKING);
	return rc ? rc : _find_lost(s);
}

/* Offers are purged with their request: without it they would stay forever. */
static int _copy_others(salvage_t *s)
{
	int rc;

	if (!(rc = _copy_table(s, SALVAGE_REQUEST)) &&
	    !(rc = _copy_table(s, SALVAGE_OFFER)) &&
	    !(rc = _copy_table(s, SALVAGE_SHIFT)))
		rc = _exec(s, "DELETE FROM offer WHERE request NOT IN"
			   " (SELECT id FROM request)");
	return rc;
}

/* Copy in one transaction. OUT error - untouched on success. RET as copy() */
static int _at_once(salvage_t *s, int (*copy)(salvage_t *s), char *error,
		    size_t error_size)
{
	int rc = _exec(s, "BEGIN IMMEDIATE");

	if (!rc)
		rc = copy(s);
	if (!rc)
		rc = _exec(s, "COMMIT");
	if (!rc)
		return 0;
	snprintf(error, error_size, "%s", (rc == SALVAGE_FAILED) ?
		 sqlite3_errmsg(s->db) : "out of memory");
	if (!sqlite3_get_autocommit(s->db))
		sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
	return rc;
}

static uint32_t _count(sqlite3 *db, const char *sql)
{
	sqlite3_stmt *stmt = NULL;
	uint32_t cnt = 0;

	if (!sqlite3_prepare_v2(db, sql, -1, &stmt, NULL) &&
	    (sqlite3_step(stmt) == SQLITE_ROW))
		cnt = (uint32_t) sqlite3_column_int64(stmt, 0);
	sqlite3_finalize(stmt);
	return cnt;
}

static void _sum_up(salvage_t *s)
{
	s->sum.live = _count(s->db, "SELECT count(*) FROM booking"
			     " WHERE closed IS NULL");
	s->sum.closed = _count(s->db, "SELECT count(closed) FROM booking");
	s->sum.others = _count(s->db, "SELECT (SELECT count(*) FROM request) +"
			       " (SELECT count(*) FROM offer) +"
			       " (SELECT count(*) FROM shift)");
}

static void _say_others_failed(salvage_t *s, const char *why)
{
	char line[300];

	snprintf(line, sizeof(line),
		 "its requests, offers and shifts are not salvaged: %s", why);
	if (s->say)
		s->say(s->arg, line);
}

static bool _salvage(salvage_t *s, char *error, size_t error_size)
{
	char why[192];
	int rc;

	rc = _read_schema(s);
	if (rc) {
		snprintf(error, error_size, "out of memory");
		return false;
	}
	if (_at_once(s, _copy_bookings, error, error_size))
		return false;
	if (_at_once(s, _copy_others, why, sizeof(why))) {
		s->sum.others_failed = true;
		_say_others_failed(s, why);
	}
	_sum_up(s);
	rc = sqlite3_wal_checkpoint_v2(s->db, NULL, SQLITE_CHECKPOINT_TRUNCATE,
				       NULL, NULL);
	if (rc)
		snprintf(error, error_size, "%s", sqlite3_errmsg(s->db));
	return !rc;
}

bool ledger_salvage(ledger_t *l, const char *damaged, ledger_say_fn say,
		    void *arg, ledger_salvaged_t *ret, char *error,
		    size_t error_size)
{
	salvage_t s = { .db = l->db, .say = say, .arg = arg };
	int rc = ledger_btree_open(damaged, &s.tree);
	bool ok = false;

	error[0] = '\0';
	pthread_mutex_lock(&l->db_lock);
	if (rc)
		snprintf(error, error_size, "%s", strerror(rc));
	else
		ok = _salvage(&s, error, error_size);
	sqlite3_finalize(s.same_id);
	sqlite3_finalize(s.same_name);
	sqlite3_finalize(s.remove);
	pthread_mutex_unlock(&l->db_lock);
	ledger_btree_close(s.tree);
	if (ok && ret)
		*ret = s.sum;
	return ok;
}
