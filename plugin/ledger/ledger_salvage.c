/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ledger_salvage.c - see ledger_salvage.h; ledger_replace.c has the files */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "plugin/ledger/ledger_private.h"
#include "plugin/ledger/ledger_row.h"
#include "plugin/ledger/ledger_salvage.h"
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
	if (_text_is(&v[1], "booking_closed"))
		s->closed_root = (uint32_t) v[3].integer;
	if (_text_is(&v[0], "table") && _text_is(&v[1], "meta"))
		s->meta_root = (uint32_t) v[3].integer;
	for (int i = 0; i < SALVAGE_TABLES; i++)
		if (_text_is(&v[0], "table") &&
		    _text_is(&v[1], salvage_tables[i].name))
			s->roots[i] = (uint32_t) v[3].integer;
	return 0;
}

static int _read_schema(salvage_t *s)
{
	const ledger_visitor_t visitor = {
		.record = _on_schema, .gap = salvage_on_gap, .arg = s,
	};
	int rc = ledger_btree_walk(s->tree, 1, true, &visitor);

	/* every schema has a table of bookings */
	s->schema_damaged = s->gap_cnt || !s->roots[SALVAGE_BOOKING];
	s->gap_cnt = s->sum.gaps = 0;	/* each table has its own */
	return rc;
}

static int _prepare(salvage_t *s)
{
	char *sql = sqlite3_mprintf("INSERT OR IGNORE INTO %s VALUES (?1",
				    s->table->name);
	int rc;

	for (size_t i = 2; sql && (i <= strlen(s->table->types)); i++)
		sql = sqlite3_mprintf("%z,?%d", sql, (int) i);
	sql = sql ? sqlite3_mprintf("%z)", sql) : NULL;
	rc = sql ? sqlite3_prepare_v2(s->db, sql, -1, &s->insert, NULL) :
		   SQLITE_NOMEM;
	sqlite3_free(sql);
	return rc;
}

static void _say_lost(salvage_t *s)
{
	if (s->names[0])
		salvage_say(s, SALVAGE_SAY_ALL,
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

/*
 * A visitor of the index of live names: name, id. A name without a row is a
 * gap after a walk that has seen no damage; after the search it is lost.
 */
static int _on_live_name(void *arg, const ledger_record_t *r)
{
	const ledger_value_t *name = &r->values[0];
	salvage_t *s = arg;
	bool found;

	if ((r->cnt != 2) || (name->type != SQLITE_TEXT) || !name->len)
		return 0;
	sqlite3_bind_int64(s->rivals, 1, 0);	/* no row has this id */
	salvage_bind(s->rivals, 2, name);
	sqlite3_bind_int(s->rivals, 3, true);
	found = (sqlite3_step(s->rivals) == SQLITE_ROW);
	sqlite3_reset(s->rivals);
	if (!found && s->searched)
		_add_lost(s, name);
	else if (!found && !s->gap_cnt)
		return salvage_on_gap(s, s->roots[SALVAGE_BOOKING], 0,
				      INT64_MAX);
	return 0;
}

/* Visit the index of live names. Its own damage is ignored. */
static int _walk_names(salvage_t *s)
{
	const ledger_visitor_t visitor = { .record = _on_live_name, .arg = s };

	return s->live_root ? ledger_btree_walk(s->tree, s->live_root, false,
						&visitor) : 0;
}

/*
 * Walk down the tree. If another good page of the tree has been written over
 * the root, only the index shows that there are more rows.
 */
static int _walk_rows(salvage_t *s, uint32_t root)
{
	const ledger_visitor_t visitor = {
		.record = salvage_on_row, .gap = salvage_on_gap, .arg = s,
	};
	int rc = ledger_btree_walk(s->tree, root, s->table->ids, &visitor);

	if (!rc && (s->table == &salvage_tables[SALVAGE_BOOKING]) &&
	    !s->gap_cnt && !s->sum.wrong)
		rc = _walk_names(s);
	return rc;
}

/* Walk down the tree, then search the pages below damaged ones. */
static int _copy_rows(salvage_t *s, uint32_t root)
{
	const ledger_visitor_t visitor = {
		.record = salvage_on_row, .arg = s,
	};
	int rc = 0;

	s->gap_cnt = 0;
	s->searching = false;
	if (root)
		rc = _walk_rows(s, root);
	else if (s->schema_damaged)
		rc = salvage_on_gap(s, 1, 0, INT64_MAX);
	if (rc || !s->gap_cnt)
		return rc;
	s->searching = true;
	rc = ledger_btree_search(s->tree, s->table->ids, &visitor);
	for (uint32_t i = 0; (i < s->gap_cnt) && !rc; i++)
		salvage_say_gap(s, &s->gaps[i]);
	return rc;
}

static int _read_copy(salvage_t *s, ledger_btree_t *copy)
{
	salvage_t of_copy = { .tree = copy };
	const ledger_visitor_t visitor = {
		.record = _on_schema, .arg = &of_copy,
	};
	int rc = ledger_btree_walk(copy, 1, true, &visitor);

	return rc ? rc : salvage_from_copy(s, copy,
					   of_copy.roots[SALVAGE_BOOKING]);
}

/* Take lost bookings from the rolling copy, if there is one. */
static int _from_copy(salvage_t *s)
{
	ledger_btree_t *copy = NULL;
	struct stat st;
	int rc;

	s->sum.bookings_damaged = true;
	if (!s->copy || stat(s->copy, &st))
		return 0;
	if ((rc = ledger_btree_open(s->copy, &copy))) {
		salvage_say(s, SALVAGE_SAY_ALL, "the copy %s can't be read: %s",
			    s->copy, strerror(rc));
		return (rc == ENOMEM) ? SQLITE_NOMEM : 0;
	}
	s->sum.copy_time = st.st_mtime;
	rc = _read_copy(s, copy);
	ledger_btree_close(copy);
	return rc;
}

static int _copy_table(salvage_t *s, int which)
{
	int rc;

	s->table = &salvage_tables[which];
	if (!(rc = _prepare(s)) && !(rc = _copy_rows(s, s->roots[which])) &&
	    (which == SALVAGE_BOOKING) && (s->gap_cnt || s->sum.wrong))
		rc = _from_copy(s);
	sqlite3_finalize(s->insert);
	s->insert = NULL;
	return rc;
}

/* No ledger has this many epochs: a number above that is damage. */
#define EPOCH_MAX (1 << 30)

/* A visitor of the table meta: id, epoch, host, boot, pid, ... Rows of another
 * table may have taken its page. */
static int _on_meta(void *arg, const ledger_record_t *r)
{
	const ledger_value_t *v = r->values;
	salvage_t *s = arg;

	if ((r->id == 1) && (r->cnt >= 5) && (r->cnt <= 6) &&
	    (v[1].type == SQLITE_INTEGER) && (v[1].integer <= EPOCH_MAX) &&
	    (v[2].type == SQLITE_TEXT) && (v[3].type == SQLITE_TEXT))
		s->epoch = v[1].integer;
	return 0;
}

/*
 * Go on with the number of the last epoch, which only grows. If its page can't
 * be read, the rows give an epoch in which one of them was written (serial).
 */
static int _copy_epoch(salvage_t *s)
{
	static const char sql[] = "INSERT INTO meta (id, epoch) SELECT 1,"
		" max(0, ?1, min(ifnull(max(serial), 0) >> 32, ?2))"
		" FROM booking";
	const ledger_visitor_t visitor = { .record = _on_meta, .arg = s };
	sqlite3_stmt *stmt = NULL;
	int rc = s->meta_root ? ledger_btree_walk(s->tree, s->meta_root, true,
						  &visitor) : 0;

	if (!rc)
		rc = sqlite3_prepare_v2(s->db, sql, -1, &stmt, NULL);
	if (!rc) {
		sqlite3_bind_int64(stmt, 1, s->epoch);
		sqlite3_bind_int64(stmt, 2, EPOCH_MAX);
		rc = ledger_row_run(stmt);
	}
	sqlite3_finalize(stmt);
	return rc;
}

/*
 * All is from the copy. A booking may have been parked since, and so have no
 * record: see ledger_salvage_copy.c.
 */
static int _park_all(salvage_t *s)
{
	int rc = sqlite3_exec(s->db, "UPDATE booking SET parked = 1, seen = 0,"
			      " files = 0 WHERE closed IS NULL", NULL, NULL,
			      NULL);

	s->sum.copied = s->sum.unsure = (uint32_t) sqlite3_changes(s->db);
	s->sum.bookings_damaged = true;
	return rc;
}

static int _copy_bookings(salvage_t *s)
{
	int rc = sqlite3_prepare_v2(s->db, salvage_rivals, -1, &s->rivals,
				    NULL);

	if (!rc)
		rc = sqlite3_prepare_v2(s->db, salvage_remove, -1, &s->remove,
					NULL);
	if (!rc)
		rc = _copy_table(s, SALVAGE_BOOKING);
	s->searched = true;
	if (!rc)
		rc = _walk_names(s);
	if (!rc && s->sum.all_copied)
		rc = _park_all(s);
	_say_lost(s);
	return rc ? rc : _copy_epoch(s);
}

/* Offers are purged with their request: without it they would stay forever. */
static int _copy_others(salvage_t *s)
{
	int rc;

	if (!(rc = _copy_table(s, SALVAGE_REQUEST)) &&
	    !(rc = _copy_table(s, SALVAGE_OFFER)) &&
	    !(rc = _copy_table(s, SALVAGE_SHIFT)) &&
	    !(rc = _copy_table(s, SALVAGE_TOMBSTONE)))
		rc = sqlite3_exec(s->db, "DELETE FROM offer WHERE request"
				  " NOT IN (SELECT id FROM request)", NULL,
				  NULL, NULL);
	return rc;
}

/* Copy in one transaction. RET as copy() */
static int _at_once(salvage_t *s, int (*copy)(salvage_t *s))
{
	int rc = sqlite3_exec(s->db, "BEGIN IMMEDIATE", NULL, NULL, NULL);

	if (!rc)
		rc = copy(s);
	if (!rc)
		rc = sqlite3_exec(s->db, "COMMIT", NULL, NULL, NULL);
	if (!sqlite3_get_autocommit(s->db))
		sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
	return rc;
}

static int _sum_up(salvage_t *s)
{
	sqlite3_stmt *stmt = NULL;
	int rc = sqlite3_prepare_v2(s->db,
		"SELECT count(*) - count(closed), count(closed),"
		" (SELECT count(*) FROM request) +"
		" (SELECT count(*) FROM offer) +"
		" (SELECT count(*) FROM shift) +"
		" (SELECT count(*) FROM tombstone) FROM booking", -1, &stmt, NULL);

	if (!rc && (sqlite3_step(stmt) == SQLITE_ROW)) {
		s->sum.live = (uint32_t) sqlite3_column_int64(stmt, 0);
		s->sum.closed = (uint32_t) sqlite3_column_int64(stmt, 1);
		s->sum.others = (uint32_t) sqlite3_column_int64(stmt, 2);
	}
	return sqlite3_finalize(stmt);
}

/* RET 0 or SQLite's code */
static int _salvage(salvage_t *s)
{
	int rc;

	if ((rc = _read_schema(s)) ||
	    (rc = sqlite3_exec(s->db, "PRAGMA temp_store=MEMORY", NULL, NULL,
			       NULL)) ||
	    (rc = _at_once(s, _copy_bookings)))
		return rc;
	if ((rc = _at_once(s, _copy_others))) {
		s->sum.others_failed = true;
		salvage_say(s, SALVAGE_SAY_ALL,
			    "its requests, offers, shifts and tombstones are not salvaged: %s",
			    sqlite3_errstr(rc));
	}
	if ((rc = _sum_up(s)))
		return rc;
	return sqlite3_wal_checkpoint_v2(s->db, NULL,
					 SQLITE_CHECKPOINT_TRUNCATE, NULL,
					 NULL);
}

bool ledger_salvage(ledger_t *l, const char *damaged, const char *copy,
		    ledger_say_fn say, void *arg, ledger_salvaged_t *ret,
		    char *error, size_t error_size)
{
	salvage_t s = { .db = l->db, .say = say, .arg = arg };
	const char *from = damaged ? damaged : copy;
	struct stat st;
	int rc = ledger_btree_open(from, &s.tree);

	error[0] = '\0';
	if (damaged)
		s.copy = copy;
	else if (!rc && !stat(copy, &st))
		s.sum.copy_time = st.st_mtime;
	s.sum.all_copied = !damaged;
	if (rc) {
		snprintf(error, error_size, "%s", strerror(rc));
		return false;
	}
	pthread_mutex_lock(&l->db_lock);
	if ((rc = _salvage(&s)))
		snprintf(error, error_size, "%s", sqlite3_errstr(rc));
	sqlite3_finalize(s.rivals);
	sqlite3_finalize(s.remove);
	pthread_mutex_unlock(&l->db_lock);
	free(s.gaps);
	ledger_btree_close(s.tree);
	if (!rc && ret)
		*ret = s.sum;
	return !rc;
}
