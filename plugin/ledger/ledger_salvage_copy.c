/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_salvage_copy.c - lost bookings from the rolling copy; see
 * ledger_salvage.h
 *
 * A live booking of the copy whose row may be lost is, by its id, one of
 *
 *  - in the index of live names: it is live, and only its row is lost;
 *  - in the index of closed bookings, or its name belongs to another live
 *    booking: it was closed after the copy was made;
 *  - in neither: not known. It is taken, as a booking too many is better than
 *    one lost.
 *
 * Indexes are not complete in a damaged ledger, so only their entries count.
 */

#include "plugin/ledger/ledger_row.h"
#include "plugin/ledger/ledger_salvage_private.h"

enum { NAME = 1, CREATOR = 20, CREATED = 21 };
enum { KNOWN, LOST, UNSURE };

typedef struct {
	salvage_t *s;
	sqlite3_stmt *live;	/* note an entry of the index of live names */
	sqlite3_stmt *gone;	/* of that of closed bookings */
	sqlite3_stmt *judge;
	sqlite3_stmt *park;
} from_copy_t;

static const char tables[] =
	"CREATE TEMP TABLE live (id INTEGER PRIMARY KEY, name TEXT);"
	"CREATE TEMP TABLE gone (id INTEGER PRIMARY KEY);";

/* ?1 id, ?2 name, ?3 created, ?4 creator */
static const char judge[] =
	"SELECT CASE"
	" WHEN EXISTS (SELECT 1 FROM main.booking WHERE id = ?1"
	"  OR (name = ?2 AND (closed IS NULL"
	"   OR (created = ?3 AND creator = ?4)))) THEN 0"
	" WHEN EXISTS (SELECT 1 FROM temp.live WHERE id = ?1) THEN 1"
	" WHEN EXISTS (SELECT 1 FROM temp.gone WHERE id = ?1) THEN 0"
	" WHEN EXISTS (SELECT 1 FROM temp.live WHERE name = ?2) THEN 0"
	" ELSE 2 END";

/*
 * The booking may have been parked since, and so have no record: that must not
 * be taken for a deletion. A booking with a record keeps it. What was known of
 * Slurm's files is no longer.
 */
static const char park[] =
	"UPDATE booking SET parked = 1, seen = 0, files = 0 WHERE id = ?1";

/* A visitor of the index of live names: name, id. */
static int _on_live(void *arg, const ledger_record_t *r)
{
	from_copy_t *c = arg;

	if ((r->cnt != 2) || (r->values[0].type != SQLITE_TEXT) ||
	    (r->values[1].type != SQLITE_INTEGER))
		return 0;
	sqlite3_bind_int64(c->live, 1, r->values[1].integer);
	salvage_bind(c->live, 2, &r->values[0]);
	return ledger_row_run(c->live);
}

/* A visitor of the index of closed bookings: name, resv_id, id. */
static int _on_closed(void *arg, const ledger_record_t *r)
{
	from_copy_t *c = arg;

	if ((r->cnt != 3) || (r->values[2].type != SQLITE_INTEGER))
		return 0;
	sqlite3_bind_int64(c->gone, 1, r->values[2].integer);
	return ledger_row_run(c->gone);
}

static int _judge(from_copy_t *c, const ledger_record_t *r)
{
	int answer = KNOWN;

	sqlite3_bind_int64(c->judge, 1, r->id);
	salvage_bind(c->judge, 2, &r->values[NAME]);
	salvage_bind(c->judge, 3, &r->values[CREATED]);
	salvage_bind(c->judge, 4, &r->values[CREATOR]);
	if (sqlite3_step(c->judge) == SQLITE_ROW)
		answer = sqlite3_column_int(c->judge, 0);
	sqlite3_reset(c->judge);
	return answer;
}

/* A visitor of the copy's bookings. */
static int _on_booking(void *arg, const ledger_record_t *r)
{
	from_copy_t *c = arg;
	salvage_t *s = c->s;
	const ledger_value_t *name = &r->values[NAME];
	int answer, rc;

	if (!salvage_may_be_lost(s, r) || !(answer = _judge(c, r)))
		return 0;
	if ((rc = salvage_insert(s, r)))
		return rc;
	sqlite3_bind_int64(c->park, 1, r->id);
	if ((rc = ledger_row_run(c->park)))
		return rc;
	s->sum.copied++;
	s->sum.unsure += (answer == UNSURE);
	salvage_say(s, SALVAGE_SAY_ALL,
		    "booking %.*s is taken from the copy, as it was then%s",
		    (int) name->len, (const char *) name->bytes,
		    (answer == UNSURE) ?
		    ": it can't be known whether it was deleted since" : "");
	return 0;
}

static int _prepare(from_copy_t *c)
{
	sqlite3 *db = c->s->db;
	int rc;

	if (!(rc = sqlite3_exec(db, tables, NULL, NULL, NULL)) &&
	    !(rc = sqlite3_prepare_v2(db, "INSERT OR IGNORE INTO temp.live"
				      " VALUES (?1, ?2)", -1, &c->live,
				      NULL)) &&
	    !(rc = sqlite3_prepare_v2(db, "INSERT OR IGNORE INTO temp.gone"
				      " VALUES (?1)", -1, &c->gone, NULL)) &&
	    !(rc = sqlite3_prepare_v2(db, judge, -1, &c->judge, NULL)))
		rc = sqlite3_prepare_v2(db, park, -1, &c->park, NULL);
	return rc;
}

static int _walk(ledger_btree_t *tree, uint32_t root, bool ids,
		 int (*record)(void *arg, const ledger_record_t *r),
		 from_copy_t *c)
{
	const ledger_visitor_t visitor = { .record = record, .arg = c };

	return root ? ledger_btree_walk(tree, root, ids, &visitor) : 0;
}

int salvage_from_copy(salvage_t *s, ledger_btree_t *copy, uint32_t root)
{
	from_copy_t from = { .s = s }, *c = &from;
	int rc;

	if (!(rc = _prepare(c)) &&
	    !(rc = _walk(s->tree, s->live_root, false, _on_live, c)) &&
	    !(rc = _walk(s->tree, s->closed_root, false, _on_closed, c)))
		rc = _walk(copy, root, true, _on_booking, c);
	sqlite3_finalize(c->live);
	sqlite3_finalize(c->gone);
	sqlite3_finalize(c->judge);
	sqlite3_finalize(c->park);
	(void) sqlite3_exec(s->db, "DROP TABLE IF EXISTS temp.live;"
			    "DROP TABLE IF EXISTS temp.gone", NULL, NULL, NULL);
	return rc;
}
