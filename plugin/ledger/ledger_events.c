/* SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdio.h>
#include <string.h>

#include "plugin/ledger/ledger_events.h"
#include "plugin/ledger/ledger_queue.h"
#include "plugin/ledger/ledger_statement.h"
#include "plugin/memory/memory.h"

/*
 * cause(n) in the triggers: the operation that is being written, see
 * ledger_cause_t. A file that no operation is written to, as the history, has
 * no events of its own.
 */
enum { CAUSE_IS, CAUSE_TIME, CAUSE_VERB, CAUSE_UID, CAUSE_WHY, CAUSE_ALWAYS };

#define IS "cause(0)"
#define TIME "cause(1)"
#define VERB "cause(2)"
#define UID "cause(3)"
#define WHY "cause(4)"
#define ALWAYS "cause(5)"

#define MOVED \
	"(old.start IS NOT new.start OR old.\"end\" IS NOT new.\"end\"" \
	" OR old.nodes IS NOT new.nodes)"
/* booking_is_offer_hold(): the place of an open offer is nobody's booking. */
#define BOOKING " AND NOT (new.hold_until != 0 AND new.held IS NULL)"
#define NOBODY "(new.creator & 0xffffffff) = 0xffffffff"
/* The user of each hold is root: it concerns its owner alone. */
#define OF \
	" new.name, new.creator, iif(new.hold_until != 0, NULL, new.users)," \
	" new.resv_id, "

static const char triggers_sql[] =
	"CREATE TEMP TRIGGER event_made AFTER INSERT ON main.booking"
	" WHEN " IS BOOKING " AND new.closed IS NULL BEGIN"
	" INSERT INTO event (" LEDGER_EVENT_COLUMNS ") VALUES (" TIME "," OF
	" coalesce(" VERB ", iif(" NOBODY ", '" LEDGER_EVENT_ADOPTED "',"
	" 'create')), coalesce(" UID ", iif(" NOBODY ", NULL, new.creator)),"
	" " WHY ", NULL, NULL, NULL, new.start, new.\"end\", new.nodes); END;"

	"CREATE TEMP TRIGGER event_changed AFTER UPDATE ON main.booking"
	" WHEN " IS BOOKING " AND old.closed IS NULL AND new.closed IS NULL"
	" AND (" ALWAYS " OR " MOVED ") BEGIN"
	" INSERT INTO event (" LEDGER_EVENT_COLUMNS ") VALUES (" TIME "," OF
	" coalesce(" VERB ", '" LEDGER_EVENT_CHANGED "'), " UID ", " WHY ","
	" old.start, old.\"end\","
	" iif(old.nodes IS new.nodes, NULL, ifnull(old.nodes, '')),"
	" new.start, new.\"end\","
	" iif(old.nodes IS new.nodes, NULL, ifnull(new.nodes, ''))); END;"

	"CREATE TEMP TRIGGER event_closed AFTER UPDATE ON main.booking"
	" WHEN " IS BOOKING " AND old.closed IS NULL"
	" AND new.closed IS NOT NULL BEGIN"
	" INSERT INTO event (" LEDGER_EVENT_COLUMNS ") VALUES (" TIME "," OF
	" iif(new.ended, '" LEDGER_EVENT_ENDED "', '" LEDGER_EVENT_CLOSED "'),"
	" " UID ", new.why, old.start, old.\"end\", old.nodes,"
	" NULL, NULL, NULL); END;"

	"CREATE TEMP TRIGGER event_opened AFTER UPDATE ON main.booking"
	" WHEN " IS BOOKING " AND old.closed IS NOT NULL"
	" AND new.closed IS NULL BEGIN"
	" INSERT INTO event (" LEDGER_EVENT_COLUMNS ") VALUES (" TIME "," OF
	" '" LEDGER_EVENT_OPENED "', NULL, NULL, NULL, NULL, NULL,"
	" new.start, new.\"end\", new.nodes); END;";

static const char note_sql[] =
	"INSERT INTO event (time, name, owner, users, resv_id, verb, why,"
	" start, \"end\") VALUES (?1, ?2, ?3, ?4, 0, ?5, ?6,"
	" nullif(?7, 0), nullif(?8, 0))";

/* The last one stays: the ids of new events follow it, also in the history. */
static const char purge_sql[] =
	"DELETE FROM event WHERE id IN (SELECT id FROM event"
	" WHERE time < ?1 AND id < (SELECT max(id) FROM event)"
	" ORDER BY time LIMIT ?2)";

/* Ids grow with each event, but those of older ledgers have gaps. */
static const char bound_sql[] =
	"DELETE FROM event WHERE id IN (SELECT id FROM event"
	" WHERE id <= (SELECT id FROM event ORDER BY id DESC LIMIT 1 OFFSET ?1)"
	" ORDER BY id LIMIT ?2)";

/* among(): of a booking that the question lists, see ledger_events_ask_t */
#define OWN \
	"(?2 OR owner = ?3" \
	" OR ifnull(instr(',' || users || ',', ',' || ?4 || ',') > 0, 0)" \
	" OR (owner IS NOT NULL AND among(name, owner, time)))"

#define EACH_OF(name) \
	"SELECT time, name, owner, users, resv_id, verb," \
	" iif(?8 AND verb = '" LEDGER_EVENT_MOVED "', NULL, uid)," \
	" iif(?8 AND verb NOT IN " LEDGER_EVENT_ENDS \
	" AND verb NOT IN ('" LEDGER_EVENT_RENAME "', 'update'), NULL, why)," \
	" old_start, old_end, old_nodes, start, \"end\", nodes, id, " OWN "," \
	" NULL FROM event" \
	" WHERE " name " AND (" OWN " OR (?9 AND owner = ?10 AND time >= ?11))" \
	" AND time >= ?5 AND (NOT ?6 OR (verb IN " LEDGER_EVENT_ENDS \
	" AND ifnull(why, '') NOT LIKE '" LEDGER_WHY_RENAMED " %'))" \
	" ORDER BY id DESC LIMIT ?7"

/*
 * The last note of each kind of live bookings, given as a condition on their
 * rows. Its end follows the notes of a booking that had the name before.
 */
#define STATES(bookings) \
	" e.id IN (SELECT max(p.id) FROM booking b" \
	" CROSS JOIN event p ON p.name = b.name WHERE " bookings \
	" AND " LEDGER_EVENT_NOTE("p") " IN (1, 2)" \
	" GROUP BY b.id, " LEDGER_EVENT_NOTE("p") ")" \
	" AND NOT EXISTS (SELECT 1 FROM event q WHERE q.name = e.name" \
	" AND q.id > e.id AND q.verb IN " LEDGER_EVENT_ENDS ")"

static const char states_sql[] =
	"SELECT " LEDGER_EVENT_COLUMNS ", e.id, 1, NULL FROM event e"
	" WHERE" STATES("b.closed IS NULL") " ORDER BY e.id";

/* ?1 the new name; ?2 the old one, which has its row yet; ?3 the time */
static const char renamed_sql[] =
	"INSERT INTO event (" LEDGER_EVENT_COLUMNS ") SELECT ?3, ?1,"
	" n.creator, n.users, n.resv_id, e.verb, NULL, e.why,"
	" n.start, n.\"end\", NULL, n.start, n.\"end\", NULL"
	" FROM event e JOIN booking n ON n.name = ?1"
	" AND n.closed IS NULL WHERE e.verb NOT IN ('mended', 'restored') AND"
	STATES("b.name = ?2 AND b.closed IS NULL") " ORDER BY e.id";

/* The event has time, name, verb and uid of its request; ?5 of those that have
 * the same came later. */
static const char cost_sql[] =
	"SELECT cost, num_cn > 0 FROM request WHERE time = ?1 AND name = ?2"
	" AND verb = ?3 AND uid = ?4 AND outcome = 'booked'"
	" ORDER BY id DESC LIMIT 1 OFFSET ?5";

static const char each_sql[] = EACH_OF("?1 IS NULL");
static const char each_named_sql[] = EACH_OF("name = ?1");	/* by index */

/* --- operations ----------------------------------------------------------- */

ledger_op_t *ledger_put_plan(ledger_t *l, const booking_t *b,
			     ledger_request_t *r, const ledger_moved_t *moved,
			     size_t cnt)
{
	ledger_op_t *op = ledger_op_new();

	op->request = r;
	op->booking = b ? booking_copy(b) : NULL;
	op->moved = memory_new(cnt, sizeof(*op->moved));
	op->moved_cnt = cnt;
	for (size_t i = 0; i < cnt; i++)
		op->moved[i] = (ledger_moved_t) {
			.booking = booking_copy(moved[i].booking),
			.time = moved[i].time,
			.why = memory_text(moved[i].why),
			.note = memory_text(moved[i].note),
		};
	return ledger_queue(l, op);
}

ledger_op_t *ledger_put_moved(ledger_t *l, const ledger_moved_t *moved)
{
	return ledger_put_plan(l, NULL, NULL, moved, 1);
}

ledger_op_t *ledger_put_renamed(ledger_t *l, const booking_t *b,
				ledger_request_t *r, const booking_t *was)
{
	ledger_op_t *op = ledger_op_new();
	size_t size = sizeof(LEDGER_WHY_RENAMED) + strlen(b->name) + 1;

	op->request = r;
	op->booking = booking_copy(b);
	op->booking->remade = true;
	op->was = booking_copy(was);
	op->was->use = (booking_use_t) { .asked = 0 };
	booking_uncharge(op->was);
	op->why = memory_new(1, size);
	snprintf(op->why, size, "%s %s", LEDGER_WHY_RENAMED, b->name);
	return ledger_queue(l, op);
}

ledger_op_t *ledger_put_note(ledger_t *l, const ledger_note_t *note)
{
	ledger_op_t *op = ledger_op_new();

	op->note = memory_copy(note, 1, sizeof(*note));
	op->note->name = memory_text(note->name);
	op->note->users = memory_text(note->users);
	op->note->verb = memory_text(note->verb);
	op->note->why = memory_text(note->why);
	return ledger_queue(l, op);
}

ledger_op_t *ledger_revoke_by(ledger_t *l, const booking_t *b, uint32_t uid,
			      const char *why)
{
	ledger_op_t *op = ledger_op_new();

	op->revoke = op->revoker = true;
	op->booking = booking_copy(b);
	op->uid = uid;
	op->why = memory_text(why);
	return ledger_queue(l, op);
}

/* --- writing -------------------------------------------------------------- */

static void _result_text(sqlite3_context *c, const char *text)
{
	if (text)
		sqlite3_result_text(c, text, -1, SQLITE_TRANSIENT);
}

/* cause(n); NULL where the cause says nothing. */
static void _tell_cause(sqlite3_context *c, int cnt, sqlite3_value **values)
{
	const ledger_t *l = sqlite3_user_data(c);
	const ledger_cause_t *cause = l->cause;
	int what = (cnt == 1) ? sqlite3_value_int(values[0]) : CAUSE_IS;

	if (what == CAUSE_IS)
		sqlite3_result_int(c, cause != NULL);
	else if (!cause)
		sqlite3_result_null(c);
	else if (what == CAUSE_TIME)
		sqlite3_result_int64(c, cause->time);
	else if (what == CAUSE_VERB)
		_result_text(c, cause->verb);
	else if ((what == CAUSE_UID) && cause->has_uid)
		sqlite3_result_int64(c, cause->uid);
	else if (what == CAUSE_WHY)
		_result_text(c, cause->why);
	else if (what == CAUSE_ALWAYS)
		sqlite3_result_int(c, cause->always);
}

/* The first booking of a question that has this name, or comes behind. */
static size_t _first_among(const ledger_events_ask_t *ask, const char *name)
{
	size_t low = 0, high = ask->used_cnt;

	while (low < high) {
		size_t mid = (low + high) / 2;

		if (strcmp(ask->used[mid].name, name) < 0)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

static bool _is_among(const ledger_events_ask_t *ask, const char *name,
		      uint32_t owner, time_t time)
{
	for (size_t i = _first_among(ask, name);
	     (i < ask->used_cnt) && !strcmp(ask->used[i].name, name); i++) {
		const ledger_used_t *of = &ask->used[i];

		if ((of->creator == owner) && (time >= of->created) &&
		    (!of->closed || (time <= of->closed)))
			return true;
	}
	return false;
}

/* among(name, owner, time) */
static void _tell_among(sqlite3_context *c, int cnt, sqlite3_value **values)
{
	const ledger_t *l = sqlite3_user_data(c);
	const char *name = (const char *) sqlite3_value_text(values[0]);

	(void) cnt;
	sqlite3_result_int(c, l->ask && name &&
		_is_among(l->ask, name,
			  (uint32_t) sqlite3_value_int64(values[1]),
			  sqlite3_value_int64(values[2])));
}

int ledger_events_prepare(ledger_t *l)
{
	static const char *const all[] = {
		note_sql, purge_sql, renamed_sql, bound_sql, NULL,
	};
	int rc = sqlite3_create_function(l->db, "cause", 1,
					 SQLITE_UTF8 | SQLITE_INNOCUOUS, l,
					 _tell_cause, NULL, NULL);

	if (rc == SQLITE_OK)
		rc = sqlite3_create_function(l->db, "among", 3,
					     SQLITE_UTF8 | SQLITE_INNOCUOUS, l,
					     _tell_among, NULL, NULL);
	if (rc == SQLITE_OK)
		rc = sqlite3_exec(l->db, triggers_sql, NULL, NULL, NULL);
	return rc ? rc : ledger_compile(l, all);
}

int ledger_events_write(ledger_t *l, const ledger_note_t *note)
{
	return ledger_run(l, note_sql,
			  VALUES(AS_NUMBER(note->time), AS_TEXT(note->name),
				 AS_NUMBER(note->owner), AS_TEXT(note->users),
				 AS_TEXT(note->verb), AS_TEXT(note->why),
				 AS_NUMBER(note->start),
				 AS_NUMBER(note->end)));
}

int ledger_events_renamed(ledger_t *l, const char *from, const char *to,
			  time_t now)
{
	return ledger_run(l, renamed_sql,
			  VALUES(AS_TEXT(to), AS_TEXT(from), AS_NUMBER(now)));
}

void ledger_events_purge(ledger_t *l, time_t before, int64_t keep, int max)
{
	(void) ledger_run(l, purge_sql,
			  VALUES(AS_NUMBER(before), AS_NUMBER(max)));
	if (max >= 0)
		(void) ledger_run(l, bound_sql,
				  VALUES(AS_NUMBER(keep), AS_NUMBER(max)));
}

/* --- reading -------------------------------------------------------------- */

static int _read_event(sqlite3_stmt *s, ledger_event_t *ret)
{
	*ret = (ledger_event_t) {
		.time = sqlite3_column_int64(s, 0),
		.name = ledger_text(s, 1),
		.users = ledger_text(s, 3),
		.verb = ledger_text(s, 5),
		.has_uid = sqlite3_column_type(s, 6) != SQLITE_NULL,
		.uid = (uint32_t) sqlite3_column_int64(s, 6),
		.why = ledger_text(s, 7),
		.old_start = sqlite3_column_int64(s, 8),
		.old_end = sqlite3_column_int64(s, 9),
		.old_nodes = ledger_text(s, 10),
		.start = sqlite3_column_int64(s, 11),
		.end = sqlite3_column_int64(s, 12),
		.nodes = ledger_text(s, 13),
		.id = sqlite3_column_int64(s, 14),
		.own = sqlite3_column_int(s, 15),
		.recipient = ledger_text(s, 16),
	};
	/* columns that are NOT NULL */
	return (ret->name && ret->verb) ? SQLITE_OK : SQLITE_CORRUPT;
}

bool ledger_read_events(ledger_t *l, const char *sql,
			const ledger_value_t *values, ledger_event_fn fn,
			void *arg, char *error, size_t error_size)
{
	ledger_rows_t rows = ledger_rows_begin(l, sql, values);
	ledger_event_t event;

	while (ledger_rows_next(&rows))
		if (!(rows.rc = _read_event(rows.s, &event)))
			fn(arg, &event);
	return ledger_rows_end(&rows, error, error_size);
}

bool ledger_each_state(ledger_t *l, ledger_event_fn fn, void *arg, char *error,
		       size_t error_size)
{
	return ledger_read_events(l, states_sql, NULL, fn, arg, error,
				  error_size);
}

bool ledger_each_event(ledger_t *l, const ledger_events_ask_t *ask,
		       ledger_event_fn fn, void *arg, char *error,
		       size_t error_size)
{
	const ledger_value_t *values = VALUES(
		AS_TEXT(ask->name), AS_NUMBER(ask->all), AS_NUMBER(ask->owner),
		AS_TEXT(ask->user), AS_NUMBER(ask->since),
		AS_NUMBER(ask->closed), AS_NUMBER(ask->most),
		AS_NUMBER(ask->private),
		AS_NUMBER(ask->name && ask->present.there),
		AS_NUMBER(ask->present.owner), AS_NUMBER(ask->present.created));
	bool ok;

	l->ask = ask;
	ok = ledger_read_events(l, ask->name ? each_named_sql : each_sql,
				values, fn, arg, error, error_size);
	l->ask = NULL;
	return ok;
}

static bool _has_same_request(const ledger_event_t *a, const ledger_event_t *b)
{
	return b->has_uid && b->start && !b->has_cost && (a->uid == b->uid) &&
	       !strcmp(a->name, b->name) && !strcmp(a->verb, b->verb);
}

/* RET the number of later events of the same second, name, verb and uid that
 * have no cost yet */
static size_t _later_alike(const ledger_event_t *events, size_t cnt, size_t i)
{
	size_t alike = 0;

	for (size_t j = i + 1;
	     (j < cnt) && (events[j].time == events[i].time); j++)
		alike += _has_same_request(&events[i], &events[j]);
	return alike;
}

/* RET SQLite's code */
static int _read_cost(sqlite3_stmt *s, ledger_event_t *e, size_t later)
{
	(void) ledger_bind(s, VALUES(AS_NUMBER(e->time), AS_TEXT(e->name),
				     AS_TEXT(e->verb), AS_NUMBER(e->uid),
				     AS_NUMBER(later)));
	if (sqlite3_step(s) == SQLITE_ROW) {
		e->has_cost = sqlite3_column_int(s, 1);
		e->cost = e->has_cost ? sqlite3_column_double(s, 0) : 0;
	}
	return ledger_reset(s);
}

bool ledger_price_events(ledger_t *l, ledger_event_t *events, size_t cnt,
			 char *error, size_t error_size)
{
	ledger_rows_t rows = ledger_rows_begin(l, cost_sql, NULL);

	for (size_t i = 0; (i < cnt) && !rows.rc; i++)
		if (events[i].has_uid && events[i].start && !events[i].has_cost)
			rows.rc = _read_cost(rows.s, &events[i],
					     _later_alike(events, cnt, i));
	return ledger_rows_end(&rows, error, error_size);
}
