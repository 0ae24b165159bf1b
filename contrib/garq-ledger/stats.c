/* SPDX-License-Identifier: GPL-2.0-or-later */
/* stats.c - see stats.h */

#include <pwd.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/garq-ledger/stats.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Columns of a sheet are columns of its query; the query's USER is a uid. */
#define USER "USER"

static const sheet_column_t request_columns[] = {
	{ SHEET_TEXT, "VERB", false },
	{ SHEET_TEXT, "OUTCOME", false },
	{ SHEET_TEXT, "KIND", false },
	{ SHEET_TEXT, USER, false },
	{ SHEET_COUNT, "REQUESTS", false },
	{ SHEET_REAL, "NODE-HOURS", false },
	{ SHEET_REAL, "COST", false },
};

/* For a refused request, the times span its whole window. */
static const char *const request_sql[] = {
	"SELECT verb, outcome, kind, NULL, count(*),"
	" sum(CASE outcome WHEN 'booked' THEN num_cn * (t_e - t_s) END)"
	" / 3600.0, sum(cost)"
	" FROM request GROUP BY 1, 2, 3 ORDER BY 1, 2, 3",
	"SELECT verb, outcome, kind, uid, count(*),"
	" sum(CASE outcome WHEN 'booked' THEN num_cn * (t_e - t_s) END)"
	" / 3600.0, sum(cost)"
	" FROM request GROUP BY 4, 1, 2, 3 ORDER BY 4, 1, 2, 3",
};

static const sheet_column_t offer_columns[] = {
	{ SHEET_TEXT, "KIND", false },
	{ SHEET_TEXT, USER, false },
	{ SHEET_COUNT, "OFFERS", false },
	{ SHEET_COUNT, "OPEN", false },
	{ SHEET_COUNT, "ACCEPTED", false },
};

static const char *const offer_sql[] = {
	"SELECT o.kind, NULL, count(*),"
	" sum(o.closed IS NULL AND r.expires > ?1),"
	" sum(coalesce(o.why = 'accepted', 0))"
	" FROM offer o JOIN request r ON r.id = o.request"
	" GROUP BY 1 ORDER BY 1",
	"SELECT o.kind, r.uid, count(*),"
	" sum(o.closed IS NULL AND r.expires > ?1),"
	" sum(coalesce(o.why = 'accepted', 0))"
	" FROM offer o JOIN request r ON r.id = o.request"
	" GROUP BY 2, 1 ORDER BY 2, 1",
};

static void _user(sheet_t *s, sqlite3_int64 uid)
{
	struct passwd *pw = getpwuid((uid_t) uid);
	char number[32];

	snprintf(number, sizeof(number), "%lld", (long long) uid);
	sheet_text(s, pw ? pw->pw_name : number);
}

static void _cell(sheet_t *s, const sheet_column_t *column, sqlite3_stmt *row,
		  int i)
{
	if (sqlite3_column_type(row, i) == SQLITE_NULL)
		sheet_none(s);
	else if (!strcmp(column->head, USER))
		_user(s, sqlite3_column_int64(row, i));
	else if (column->type == SHEET_TEXT)
		sheet_text(s, (const char *) sqlite3_column_text(row, i));
	else if (column->type == SHEET_REAL)
		sheet_real(s, sqlite3_column_double(row, i));
	else
		sheet_count(s, sqlite3_column_int64(row, i));
}

/* RET NULL with error set */
static sheet_t *_ask(sqlite3 *db, const char *sql, const char *name,
		     const sheet_column_t *columns, size_t cnt, time_t now,
		     char *error, size_t error_size)
{
	sheet_t *s = sheet_create(name, columns, cnt);
	sqlite3_stmt *row = NULL;
	int rc = s ? sqlite3_prepare_v2(db, sql, -1, &row, NULL) : SQLITE_NOMEM;

	if ((rc == SQLITE_OK) && sqlite3_bind_parameter_count(row))
		rc = sqlite3_bind_int64(row, 1, now);
	if (rc != SQLITE_OK)
		goto done;
	while ((rc = sqlite3_step(row)) == SQLITE_ROW)
		for (size_t i = 0; i < cnt; i++)
			_cell(s, &columns[i], row, (int) i);
done:
	if (rc != SQLITE_DONE) {
		snprintf(error, error_size, "%s", s ? sqlite3_errmsg(db) :
						      "out of memory");
		sheet_destroy(s);
		s = NULL;
	}
	sqlite3_finalize(row);
	return s;
}

bool stats_read(const char *path, bool users, time_t now, stats_t *ret,
		char *error, size_t error_size)
{
	stats_t s = { .requests = NULL };
	sqlite3 *db = NULL;
	bool ok = false;

	if (sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL)) {
		snprintf(error, error_size, "%s",
			 db ? sqlite3_errmsg(db) : "out of memory");
		goto done;
	}
	s.requests = _ask(db, request_sql[users], "requests", request_columns,
			  COUNT(request_columns), now, error, error_size);
	if (s.requests)
		s.offers = _ask(db, offer_sql[users], "offers", offer_columns,
				COUNT(offer_columns), now, error, error_size);
	ok = s.requests && s.offers;
done:
	sqlite3_close(db);
	if (ok)
		*ret = s;
	else
		stats_free(&s);
	return ok;
}

bool stats_print(FILE *out, const stats_t *s, bool json)
{
	bool ok;

	if (!json) {
		ok = sheet_print(s->requests, out, SHEET_TABLE | SHEET_HEADS);
		if (ok && sheet_rows(s->requests) && sheet_rows(s->offers))
			fputc('\n', out);
		return ok && sheet_print(s->offers, out,
					 SHEET_TABLE | SHEET_HEADS);
	}
	fputc('{', out);
	ok = sheet_json(s->requests, out);
	fputs(",\n", out);
	ok = ok && sheet_json(s->offers, out);
	fputs("}\n", out);
	return ok;
}

void stats_free(stats_t *s)
{
	sheet_destroy(s->requests);
	sheet_destroy(s->offers);
	*s = (stats_t) { .requests = NULL };
}
