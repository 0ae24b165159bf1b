/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdio.h>

#include "plugin/ledger/ledger_offers.h"
#include "plugin/ledger/ledger_queue.h"
#include "plugin/ledger/ledger_statement.h"
#include "plugin/memory/memory.h"

#define REQUEST(X) \
	X("id", INT64, id) \
	X("time", INT64, time) \
	X("uid", UINT32, uid) \
	X("verb", WORD, verb) \
	X("outcome", WORD, outcome) \
	X("kind", CHOICE, kind) \
	X("name", TEXT, name) \
	X("t_s", INT64, t_s) \
	X("t_e", INT64, t_e) \
	X("num_cn", UINT32, num_cn) \
	X("cost", REAL, cost) \
	X("expires", INT64, expires) \
	X("packed", BLOB, packed)
#define OFFER(X) \
	X("number", UINT32, number) \
	X("kind", WORD, kind) \
	X("t_s", INT64, t_s) \
	X("t_e", INT64, t_e) \
	X("num_cn", UINT32, num_cn) \
	X("cost", REAL, cost) \
	X("held", BOOL, held)
#define STANDING(X) \
	X("id", INT64, id) \
	X("name", TEXT, name) \
	X("uid", UINT32, uid) \
	X("since", INT64, time) \
	X("mode", WORD, verb) \
	X("expires", INT64, expires) \
	X("t_s", INT64, t_s) \
	X("t_e", INT64, t_e) \
	X("num_cn", UINT32, num_cn) \
	X("packed", BLOB, packed) \
	X("protocol", UINT16, protocol) \
	X("asked", TEXT, asked)
#define REQUEST_COLUMN(name, type, member) \
	{ COLUMN_##type, offsetof(ledger_request_t, member) },
#define OFFER_COLUMN(name, type, member) \
	{ COLUMN_##type, offsetof(ledger_offer_t, member) },

static const column_t columns[] = { REQUEST(REQUEST_COLUMN) };
static const column_t offer_columns[] = { OFFER(OFFER_COLUMN) };
#define OFFER_CNT COLUMN_CNT(offer_columns)
static const column_t standing_columns[] = { STANDING(REQUEST_COLUMN) };
#define STANDING_CNT COLUMN_CNT(standing_columns)

static const char note_sql[] =
	"INSERT OR REPLACE INTO request (" REQUEST(COLUMN_NAME) "protocol)"
	" VALUES (" REQUEST(COLUMN_MARK) "?)";

static const char offer_sql[] =
	"INSERT OR REPLACE INTO offer (" OFFER(COLUMN_NAME) "request)"
	" VALUES (" OFFER(COLUMN_MARK) "?)";

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
	"SELECT " REQUEST(COLUMN_NAME) "protocol FROM request WHERE id IN"
	" (SELECT request FROM offer WHERE closed IS NULL) AND expires > ?1"
	" ORDER BY id";

static const char offers_sql[] =
	"SELECT " OFFER(COLUMN_NAME) "closed IS NULL FROM offer"
	" WHERE request = ?1 ORDER BY number";

static const char last_sql[] = "SELECT max(id) FROM request";

static const char stand_sql[] =
	"INSERT OR REPLACE INTO standing (" STANDING(COLUMN_NAME)
	"duration, offered) VALUES (" STANDING(COLUMN_MARK) "?, ?)";

static const char unstand_sql[] = "DELETE FROM standing WHERE id = ?1";

static const char standing_sql[] =
	"SELECT " STANDING(COLUMN_NAME) "duration, offered FROM standing"
	" ORDER BY id";

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
	static const char *const all[] = {
		note_sql, offer_sql, close_sql, purge_sql, bound_sql,
		unpack_sql, stand_sql, unstand_sql, NULL,
	};
	int rc = sqlite3_exec(l->db, purge_trigger_sql, NULL, NULL, NULL);

	return rc ? rc : ledger_compile(l, all);
}

void ledger_offers_purge(ledger_t *l, time_t before, int64_t keep, int max)
{
	(void) ledger_run(l, purge_sql,
			  VALUES(AS_NUMBER(before), AS_NUMBER(max)));
	if (max >= 0)
		(void) ledger_run(l, bound_sql,
				  VALUES(AS_NUMBER(keep), AS_NUMBER(max)));
}

static int _write_request(ledger_t *l, const ledger_request_t *r)
{
	sqlite3_stmt *s = ledger_statement(l, note_sql);
	const int last = COLUMN_CNT(columns) + 1;

	ledger_bind_columns(s, 1, columns, COLUMN_CNT(columns), r);
	sqlite3_bind_int(s, last, r->protocol);
	for (int i = last - 2; !r->offer_cnt && (i <= last); i++)
		sqlite3_bind_null(s, i);
	return ledger_step(s);
}

static int _write_offer(ledger_t *l, int64_t request, const ledger_offer_t *o)
{
	sqlite3_stmt *s = ledger_statement(l, offer_sql);

	ledger_bind_columns(s, 1, offer_columns, OFFER_CNT, o);
	sqlite3_bind_int64(s, OFFER_CNT + 1, request);
	return ledger_step(s);
}

int ledger_offers_close(ledger_t *l, int64_t request, uint32_t number,
			const char *why, time_t now)
{
	int rc = ledger_run(l, close_sql,
			    VALUES(AS_NUMBER(request), AS_NUMBER(number),
				   AS_NUMBER(now), AS_TEXT(why)));

	return rc ? rc : ledger_run(l, unpack_sql, VALUES(AS_NUMBER(request)));
}

int ledger_offers_write(ledger_t *l, const ledger_request_t *r)
{
	int rc = _write_request(l, r);

	for (uint32_t i = 0; (i < r->offer_cnt) && (rc == SQLITE_OK); i++)
		rc = _write_offer(l, r->id, &r->offers[i]);
	if ((rc == SQLITE_OK) && r->closes && r->accepted)
		rc = ledger_offers_close(l, r->closes, r->accepted, "accepted",
					 r->time);
	if ((rc == SQLITE_OK) && r->closes)
		rc = ledger_offers_close(l, r->closes, 0,
					 r->accepted ? "another was accepted" :
						       "replaced", r->time);
	if ((rc == SQLITE_OK) && r->ends_standing)
		rc = ledger_run(l, unstand_sql,
				VALUES(AS_NUMBER(r->ends_standing)));
	return rc;
}

/* Read all offers of r. */
static int _read_offers(sqlite3_stmt *s, ledger_request_t *r)
{
	(void) ledger_bind(s, VALUES(AS_NUMBER(r->id)));
	while (sqlite3_step(s) == SQLITE_ROW) {
		ledger_offer_t o = {
			.open = sqlite3_column_int(s, OFFER_CNT),
		};

		ledger_read_columns(s, 0, offer_columns, OFFER_CNT,
				    &o);
		o.held = o.held && o.open;
		r->offers = memory_grow(r->offers, r->offer_cnt + 1,
					sizeof(*r->offers));
		r->offers[r->offer_cnt++] = o;
	}
	return ledger_reset(s);
}

static ledger_request_t *_read_request(sqlite3_stmt *s)
{
	ledger_request_t *r = ledger_request_create(NULL);

	ledger_read_columns(s, 0, columns, COLUMN_CNT(columns), r);
	r->protocol = (uint16_t) sqlite3_column_int(s, COLUMN_CNT(columns));
	return r;
}

bool ledger_each_open(ledger_t *l, time_t now, ledger_request_fn fn, void *arg,
		      int64_t *ret_last_id, char *error, size_t error_size)
{
	ledger_rows_t rows = ledger_rows_begin(l, open_sql,
					       VALUES(AS_NUMBER(now)));
	sqlite3_stmt *offers = NULL;
	ledger_request_t *r;

	if (!rows.rc)
		rows.rc = sqlite3_prepare_v2(l->db, offers_sql, -1, &offers,
					     NULL);
	if (!rows.rc)
		rows.rc = ledger_find(l, last_sql, NULL, ret_last_id);
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

/* --- requests that stand by ----------------------------------------------- */

ledger_op_t *ledger_put_standing(ledger_t *l, const ledger_standing_t *s)
{
	ledger_op_t *op = ledger_op_new();

	op->standing = memory_copy(s, 1, sizeof(*s));
	op->standing->request = ledger_request_copy(s->request);
	return ledger_queue(l, op);
}

int ledger_standing_write(ledger_t *l, const ledger_standing_t *of)
{
	sqlite3_stmt *s = ledger_statement(l, stand_sql);

	ledger_bind_columns(s, 1, standing_columns,
			    STANDING_CNT, of->request);
	sqlite3_bind_int64(s, STANDING_CNT + 1, of->duration);
	sqlite3_bind_int64(s, STANDING_CNT + 2, of->offered);
	return ledger_step(s);
}

/* RET its request is owned by the caller */
static ledger_standing_t _read_standing(sqlite3_stmt *s)
{
	ledger_request_t *r = ledger_request_create(NULL);

	ledger_read_columns(s, 0, standing_columns,
			    STANDING_CNT, r);
	return (ledger_standing_t) {
		.request = r,
		.duration = sqlite3_column_int64(s, STANDING_CNT),
		.offered = (uint32_t) sqlite3_column_int64(s, STANDING_CNT +
							      1),
	};
}

bool ledger_each_standing(ledger_t *l, ledger_standing_fn fn, void *arg,
			  char *error, size_t error_size)
{
	ledger_rows_t rows = ledger_rows_begin(l, standing_sql, NULL);

	while (ledger_rows_next(&rows)) {
		ledger_standing_t standing = _read_standing(rows.s);

		fn(arg, &standing);
	}
	return ledger_rows_end(&rows, error, error_size);
}
