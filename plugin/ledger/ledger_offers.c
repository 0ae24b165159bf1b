/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdio.h>

#include "plugin/ledger/ledger_offers.h"
#include "plugin/ledger/ledger_queue.h"
#include "plugin/ledger/ledger_row.h"
#include "plugin/memory/memory.h"

static const char note_sql[] =
	"INSERT OR REPLACE INTO request (id, time, uid, verb, outcome, kind,"
	" name, t_s, t_e, num_cn, cost, expires, packed, protocol) VALUES"
	" (?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13,?14)";

static const char offer_sql[] =
	"INSERT OR REPLACE INTO offer (request, number, kind, t_s, t_e,"
	" num_cn, cost, held) VALUES (?1,?2,?3,?4,?5,?6,?7,?8)";

static const char close_sql[] =
	"UPDATE offer SET closed = ?3, why = ?4 WHERE request = ?1"
	" AND closed IS NULL AND (?2 = 0 OR number = ?2)";

/* Remove a packed request that has no open offers: ?1 id. */
static const char unpack_sql[] =
	"UPDATE request SET packed = NULL WHERE id = ?1"
	" AND packed IS NOT NULL AND NOT EXISTS (SELECT 1 FROM offer"
	" WHERE offer.request = request.id AND closed IS NULL)";

/*
 * Ids grow with each request, so the highest id shows which rows are too many,
 * without a count. Requests with open offers are those with a packed form.
 */
static const char bound_sql[] =
	"DELETE FROM request WHERE id IN (SELECT id FROM request"
	" WHERE id <= (SELECT max(id) FROM request) - ?1 AND packed IS NULL"
	" ORDER BY id LIMIT ?2)";

/* The trigger below removes the offers of a removed request. */
static const char purge_sql[] =
	"DELETE FROM request WHERE id IN (SELECT id FROM request"
	" WHERE time < ?1 ORDER BY time LIMIT ?2)";

static const char purge_trigger_sql[] =
	"CREATE TEMP TRIGGER purge_offers AFTER DELETE ON main.request"
	" BEGIN DELETE FROM offer WHERE request = old.id; END";

static const char open_sql[] =
	"SELECT id, time, uid, verb, name, t_s, t_e, num_cn, expires, packed,"
	" protocol FROM request WHERE id IN"
	" (SELECT request FROM offer WHERE closed IS NULL) AND expires > ?1"
	" ORDER BY id";

static const char offers_sql[] =
	"SELECT number, kind, t_s, t_e, num_cn, cost, closed IS NULL, held"
	" FROM offer WHERE request = ?1 ORDER BY number";

ledger_op_t *ledger_put_request(ledger_t *l, ledger_request_t *r)
{
	ledger_op_t *op = ledger_op_new();

	op->request = r;
	return ledger_queue(l, op);
}

bool ledger_op_has_offers(const ledger_op_t *op)
{
	return op->request && op->request->offer_cnt;
}

ledger_op_t *ledger_close_offers(ledger_t *l, int64_t request, uint32_t number,
				 const char *why)
{
	ledger_op_t *op = ledger_op_new();

	op->why = memory_text(why);
	op->closes = request;
	op->number = number;
	return ledger_queue(l, op);
}

int ledger_offers_prepare(ledger_t *l)
{
	int rc = sqlite3_exec(l->db, purge_trigger_sql, NULL, NULL, NULL);

	return rc ? rc : ledger_compile(l, (ledger_sql_t[]) {
		{ note_sql, &l->sql.note },
		{ offer_sql, &l->sql.offer },
		{ close_sql, &l->sql.close },
		{ purge_sql, &l->sql.purge_requests },
		{ bound_sql, &l->sql.bound_requests },
		{ unpack_sql, &l->sql.unpack },
		{ NULL, NULL } });
}

static int _unpack(ledger_t *l, int64_t request)
{
	sqlite3_bind_int64(l->sql.unpack, 1, request);
	return ledger_row_run(l->sql.unpack);
}

void ledger_offers_purge(ledger_t *l, time_t before, int64_t keep, int max)
{
	sqlite3_bind_int64(l->sql.purge_requests, 1, before);
	sqlite3_bind_int(l->sql.purge_requests, 2, max);
	(void) ledger_row_run(l->sql.purge_requests);
	if (max < 0)
		return;
	sqlite3_bind_int64(l->sql.bound_requests, 1, keep);
	sqlite3_bind_int(l->sql.bound_requests, 2, max);
	(void) ledger_row_run(l->sql.bound_requests);
}

static int _write_request(sqlite3_stmt *s, const ledger_request_t *r)
{
	sqlite3_bind_int64(s, 1, r->id);
	sqlite3_bind_int64(s, 2, r->time);
	sqlite3_bind_int64(s, 3, r->uid);
	ledger_row_text(s, 4, r->verb);
	ledger_row_text(s, 5, r->outcome);
	ledger_row_text(s, 6, r->kind[0] ? r->kind : NULL);
	ledger_row_text(s, 7, r->name);
	sqlite3_bind_int64(s, 8, r->t_s);
	sqlite3_bind_int64(s, 9, r->t_e);
	sqlite3_bind_int64(s, 10, r->num_cn);
	sqlite3_bind_double(s, 11, r->cost);
	if (r->offer_cnt) {
		sqlite3_bind_int64(s, 12, r->expires);
		sqlite3_bind_blob64(s, 13, r->packed, r->packed_size,
				    SQLITE_STATIC);
		sqlite3_bind_int(s, 14, r->protocol);
	}
	return ledger_row_run(s);
}

static int _write_offer(sqlite3_stmt *s, int64_t request,
			const ledger_offer_t *o)
{
	sqlite3_bind_int64(s, 1, request);
	sqlite3_bind_int64(s, 2, o->number);
	ledger_row_text(s, 3, o->kind);
	sqlite3_bind_int64(s, 4, o->t_s);
	sqlite3_bind_int64(s, 5, o->t_e);
	sqlite3_bind_int64(s, 6, o->num_cn);
	sqlite3_bind_double(s, 7, o->cost);
	sqlite3_bind_int(s, 8, o->held);
	return ledger_row_run(s);
}

int ledger_offers_close(ledger_t *l, int64_t request, uint32_t number,
			const char *why, time_t now)
{
	int rc;

	sqlite3_bind_int64(l->sql.close, 1, request);
	sqlite3_bind_int64(l->sql.close, 2, number);
	sqlite3_bind_int64(l->sql.close, 3, now);
	ledger_row_text(l->sql.close, 4, why);
	rc = ledger_row_run(l->sql.close);
	return rc ? rc : _unpack(l, request);
}

int ledger_offers_write(ledger_t *l, const ledger_request_t *r)
{
	int rc = _write_request(l->sql.note, r);

	for (uint32_t i = 0; (i < r->offer_cnt) && (rc == SQLITE_OK); i++)
		rc = _write_offer(l->sql.offer, r->id, &r->offers[i]);
	if ((rc == SQLITE_OK) && r->closes && r->accepted)
		rc = ledger_offers_close(l, r->closes, r->accepted, "accepted",
					 r->time);
	if ((rc == SQLITE_OK) && r->closes)
		rc = ledger_offers_close(l, r->closes, 0,
					 r->accepted ? "another was accepted" :
						       "replaced", r->time);
	if ((rc == SQLITE_OK) && r->ends_standing)
		rc = ledger_standing_end(l, r->ends_standing);
	return rc;
}

static void _read_word(char *to, sqlite3_stmt *s, int col)
{
	const char *text = (const char *) sqlite3_column_text(s, col);

	snprintf(to, LEDGER_WORD, "%s", text ? text : "");
}

static void _read_offer(sqlite3_stmt *s, ledger_offer_t *o)
{
	o->number = (uint32_t) sqlite3_column_int64(s, 0);
	_read_word(o->kind, s, 1);
	o->t_s = sqlite3_column_int64(s, 2);
	o->t_e = sqlite3_column_int64(s, 3);
	o->num_cn = (uint32_t) sqlite3_column_int64(s, 4);
	o->cost = sqlite3_column_double(s, 5);
	o->open = sqlite3_column_int(s, 6);
	o->held = o->open && sqlite3_column_int(s, 7);
}

/* Read all offers of r. */
static int _read_offers(sqlite3_stmt *s, ledger_request_t *r)
{
	int rc;

	sqlite3_bind_int64(s, 1, r->id);
	while ((rc = sqlite3_step(s)) == SQLITE_ROW) {
		r->offers = memory_grow(r->offers, r->offer_cnt + 1,
					sizeof(*r->offers));
		_read_offer(s, &r->offers[r->offer_cnt++]);
	}
	(void) sqlite3_reset(s);
	return (rc == SQLITE_DONE) ? SQLITE_OK : rc;
}

static ledger_request_t *_read_request(sqlite3_stmt *s)
{
	ledger_request_t *r = ledger_request_create(
		(const char *) sqlite3_column_text(s, 4));
	const void *packed = sqlite3_column_blob(s, 9);

	r->packed_size = (size_t) sqlite3_column_bytes(s, 9);
	if (packed)
		r->packed = memory_copy(packed, 1, r->packed_size);
	r->id = sqlite3_column_int64(s, 0);
	r->time = sqlite3_column_int64(s, 1);
	r->uid = (uint32_t) sqlite3_column_int64(s, 2);
	_read_word(r->verb, s, 3);
	r->t_s = sqlite3_column_int64(s, 5);
	r->t_e = sqlite3_column_int64(s, 6);
	r->num_cn = (uint32_t) sqlite3_column_int64(s, 7);
	r->expires = sqlite3_column_int64(s, 8);
	r->protocol = (uint16_t) sqlite3_column_int(s, 10);
	return r;
}

/* RET SQLite's code */
static int _last_id(ledger_t *l, int64_t *ret_id)
{
	sqlite3_stmt *s = NULL;
	int rc = sqlite3_prepare_v2(l->db, "SELECT max(id) FROM request", -1,
				    &s, NULL);

	if (!rc && ((rc = sqlite3_step(s)) == SQLITE_ROW)) {
		*ret_id = sqlite3_column_int64(s, 0);
		rc = SQLITE_OK;
	}
	sqlite3_finalize(s);
	return rc;
}

bool ledger_each_open(ledger_t *l, time_t now, ledger_request_fn fn, void *arg,
		      int64_t *ret_last_id, char *error, size_t error_size)
{
	ledger_rows_t rows = ledger_rows_begin(l, open_sql);
	sqlite3_stmt *offers = NULL;
	ledger_request_t *r;

	if (!rows.rc)
		rows.rc = sqlite3_prepare_v2(l->db, offers_sql, -1, &offers,
					     NULL);
	if (!rows.rc)
		rows.rc = _last_id(l, ret_last_id);
	sqlite3_bind_int64(rows.s, 1, now);
	while (ledger_rows_next(&rows)) {
		r = _read_request(rows.s);
		if ((rows.rc = _read_offers(offers, r)))
			ledger_request_destroy(r);
		else
			fn(arg, r);
	}
	sqlite3_finalize(offers);
	return ledger_rows_end(&rows, error, error_size);
}
