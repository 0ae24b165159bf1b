/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * report.c - see report.h
 *
 * Columns of a sheet are columns of its query. A query may use the parameters
 * :parked, :name, :users and :now.
 */

#include <pwd.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/garq-ledger/report.h"
#include "plugin/ledger/ledger_events.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* --- bookings ------------------------------------------------------------- */

static const sheet_column_t live_columns[] = {
	{ SHEET_TEXT, "NAME", false },
	{ SHEET_TIME, "START", false },
	{ SHEET_TIME, "END", false },
	{ SHEET_TEXT, "NODES", false },
	{ SHEET_TEXT, "WHO", false },
	{ SHEET_YES_NO, "PARKED", false },
};

static const sheet_column_t closed_columns[] = {
	{ SHEET_TEXT, "NAME", false },
	{ SHEET_TIME, "START", false },
	{ SHEET_TIME, "END", false },
	{ SHEET_TEXT, "NODES", false },
	{ SHEET_TEXT, "WHO", false },
	{ SHEET_TIME, "CLOSED", false },
	{ SHEET_TEXT, "WHY", false },
};

/* Users, accounts and groups as scontrol names them. */
#define WHO \
	" trim(coalesce('Users=' || users || ' ', '')" \
	" || coalesce('Groups=' || groups || ' ', '')" \
	" || coalesce('Accounts=' || accounts, ''))"

static const char live_sql[] =
	"SELECT name, start, \"end\", nodes," WHO ", parked FROM booking"
	" WHERE closed IS NULL AND (parked OR NOT :parked)"
	" ORDER BY start, name";

static const char closed_sql[] =
	"SELECT name, start, \"end\", nodes," WHO ", closed, why FROM booking"
	" WHERE closed IS NOT NULL ORDER BY closed, id";

/* --- holds ---------------------------------------------------------------- */

/* In a query the user is a uid. */
#define USER "USER"

static const sheet_column_t hold_columns[] = {
	{ SHEET_TEXT, "NAME", false },
	{ SHEET_TEXT, USER, false },
	{ SHEET_TIME, "UNTIL", false },
	{ SHEET_TIME, "START", false },
	{ SHEET_TIME, "END", false },
	{ SHEET_TEXT, "NODES", false },
};

static const char hold_sql[] =
	"SELECT name, creator, hold_until, start, \"end\", nodes FROM booking"
	" WHERE closed IS NULL AND hold_until ORDER BY hold_until, name";

static const sheet_column_t tomb_columns[] = {
	{ SHEET_TEXT, "NAME", false },
	{ SHEET_TEXT, USER, false },
	{ SHEET_TIME, "UNTIL", false },
};

static const char tomb_sql[] =
	"SELECT name, uid, until FROM main.tombstone WHERE until > :now"
	" ORDER BY until, name";

/* --- history -------------------------------------------------------------- */

static const sheet_column_t history_columns[] = {
	{ SHEET_TIME, "TIME", false },
	{ SHEET_TEXT, "NAME", false },
	{ SHEET_TEXT, "EVENT", false },
	{ SHEET_TEXT, USER, false },
	{ SHEET_TIME, "OLD-START", false },
	{ SHEET_TIME, "START", false },
	{ SHEET_TIME, "OLD-END", false },
	{ SHEET_TIME, "END", false },
	{ SHEET_TEXT, "OLD-NODES", false },
	{ SHEET_TEXT, "NODES", false },
	{ SHEET_TEXT, "WHY", false },
};

/*
 * The events of a name, and those of the booking before each rename, since an
 * earlier booking of that name ended: the rule of sresv log.
 */
static const char history_sql[] =
	"WITH RECURSIVE had (name, since, until) AS (SELECT :name, 0, NULL"
	" UNION SELECT substr(e.why, length('" LEDGER_WAS "') + 1),"
	" (SELECT coalesce(max(x.id), 0) FROM event x"
	"  WHERE x.name = substr(e.why, length('" LEDGER_WAS "') + 1)"
	"  AND x.verb IN ('" LEDGER_EVENT_ENDED "', '" LEDGER_EVENT_CLOSED "')"
	"  AND x.id < e.id), e.id"
	" FROM had JOIN event e ON e.name = had.name AND e.id > had.since"
	"  AND (had.until IS NULL OR e.id < had.until)"
	" WHERE e.verb = '" LEDGER_EVENT_RENAME "'"
	"  AND e.why LIKE '" LEDGER_WAS "%')"
	"SELECT time, name, verb, uid, old_start, start, old_end, \"end\","
	" old_nodes, nodes, why FROM event e"
	" WHERE :name IS NULL OR EXISTS (SELECT 1 FROM had"
	"  WHERE had.name = e.name AND e.id > had.since"
	"  AND (had.until IS NULL OR e.id < had.until)) ORDER BY time, id";

/* --- sums ----------------------------------------------------------------- */

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
static const char request_sql[] =
	"SELECT verb, outcome, kind, CASE WHEN :users THEN uid END, count(*),"
	" sum(CASE outcome WHEN 'booked' THEN num_cn * (t_e - t_s) END)"
	" / 3600.0, sum(cost)"
	" FROM request GROUP BY 4, 1, 2, 3 ORDER BY 4, 1, 2, 3";

static const sheet_column_t offer_columns[] = {
	{ SHEET_TEXT, "KIND", false },
	{ SHEET_TEXT, USER, false },
	{ SHEET_COUNT, "OFFERS", false },
	{ SHEET_COUNT, "OPEN", false },
	{ SHEET_COUNT, "ACCEPTED", false },
};

static const char offer_sql[] =
	"SELECT o.kind, CASE WHEN :users THEN r.uid END, count(*),"
	" sum(o.closed IS NULL AND r.expires > :now),"
	" sum(coalesce(o.why = 'accepted', 0))"
	" FROM offer o JOIN request r ON r.id = o.request"
	" GROUP BY 2, 1 ORDER BY 2, 1";

/* --- reading -------------------------------------------------------------- */

typedef struct {
	report_what_t what;	/* the report that it belongs to */
	const char *name;
	const char *sql;
	const sheet_column_t *columns;
	size_t width;
} table_t;

static const table_t tables[] = {
	{ REPORT_LIVE, "bookings", live_sql, live_columns,
	  COUNT(live_columns) },
	{ REPORT_CLOSED, "bookings", closed_sql, closed_columns,
	  COUNT(closed_columns) },
	{ REPORT_HOLDS, "holds", hold_sql, hold_columns, COUNT(hold_columns) },
	{ REPORT_HOLDS, "tombstones", tomb_sql, tomb_columns,
	  COUNT(tomb_columns) },
	{ REPORT_HISTORY, "history", history_sql, history_columns,
	  COUNT(history_columns) },
	{ REPORT_STATS, "requests", request_sql, request_columns,
	  COUNT(request_columns) },
	{ REPORT_STATS, "offers", offer_sql, offer_columns,
	  COUNT(offer_columns) },
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

/* Binding fails for the parameters that a query does not have. */
static void _bind(sqlite3_stmt *row, const report_query_t *query)
{
#define AT(name) sqlite3_bind_parameter_index(row, name)
	sqlite3_bind_int(row, AT(":parked"), query->parked);
	sqlite3_bind_text(row, AT(":name"), query->name, -1, SQLITE_STATIC);
	sqlite3_bind_int(row, AT(":users"), query->users);
	sqlite3_bind_int64(row, AT(":now"), query->now);
#undef AT
}

/* RET NULL with error set */
static sheet_t *_ask(sqlite3 *db, const table_t *table,
		     const report_query_t *query, char *error,
		     size_t error_size)
{
	sheet_t *s = sheet_create(table->name, table->columns, table->width);
	sqlite3_stmt *row = NULL;
	int rc = s ? sqlite3_prepare_v2(db, table->sql, -1, &row, NULL) :
		     SQLITE_NOMEM;

	if (rc == SQLITE_OK)
		_bind(row, query);
	while ((rc == SQLITE_OK) || (rc == SQLITE_ROW)) {
		if ((rc = sqlite3_step(row)) != SQLITE_ROW)
			break;
		for (size_t i = 0; i < table->width; i++)
			_cell(s, &table->columns[i], row, (int) i);
	}
	if (rc != SQLITE_DONE) {
		snprintf(error, error_size, "%s", s ? sqlite3_errmsg(db) :
						      "out of memory");
		sheet_destroy(s);
		s = NULL;
	}
	sqlite3_finalize(row);
	return s;
}

/* Tables of both files, in the place of the ledger's own; a row may be in both. */
static const char views_sql[] =
#define VIEW(name) \
	"CREATE TEMP VIEW " name " AS SELECT * FROM main." name \
	" UNION SELECT * FROM history." name ";"
	VIEW("booking") VIEW("request") VIEW("offer") VIEW("event");
#undef VIEW

static bool _attach(sqlite3 *db, const char *history)
{
	char *sql = sqlite3_mprintf("ATTACH %Q AS history; %s", history,
				    views_sql);
	bool ok = sql && !sqlite3_exec(db, sql, NULL, NULL, NULL);

	sqlite3_free(sql);
	return ok;
}

bool report_read(const char *path, const char *history,
		 const report_query_t *query, report_t *ret, char *error,
		 size_t error_size)
{
	report_t r = { .sheets = { NULL } };
	sqlite3 *db = NULL;
	size_t cnt = 0;
	bool ok = !sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL) &&
		  (!history[0] || _attach(db, history));

	if (!ok)
		snprintf(error, error_size, "%s",
			 db ? sqlite3_errmsg(db) : "out of memory");
	for (size_t i = 0; ok && (i < COUNT(tables)); i++) {
		if (tables[i].what != query->what)
			continue;
		r.sheets[cnt] = _ask(db, &tables[i], query, error, error_size);
		ok = (r.sheets[cnt++] != NULL);
	}
	sqlite3_close(db);
	if (ok)
		*ret = r;
	else
		report_free(&r);
	return ok;
}

bool report_print(FILE *out, const report_t *r, bool json)
{
	bool ok;

	if (!json)
		return sheets_print(r->sheets, out, SHEET_TABLE | SHEET_HEADS);
	fputc('{', out);
	ok = sheets_json(r->sheets, out);
	fputs("}\n", out);
	return ok;
}

void report_free(report_t *r)
{
	for (size_t i = 0; i < COUNT(r->sheets); i++)
		sheet_destroy(r->sheets[i]);
	*r = (report_t) { .sheets = { NULL } };
}
