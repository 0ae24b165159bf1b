/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_old.c - a ledger written by an older plugin.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "plugin/ledger/record/content.h"
#include "test/unit/ledger_old.h"

int from;

/* --- the schemas ---------------------------------------------------------- */

/* The schema of version 0.1.0 of the plugin, verbatim. */
static const char schema_1[] =
	"PRAGMA journal_mode=WAL; BEGIN;"
	"CREATE TABLE IF NOT EXISTS booking ("
	" id INTEGER PRIMARY KEY,"
	" name TEXT NOT NULL,"
	" t_esr INTEGER NOT NULL, t_lsr INTEGER NOT NULL,"
	" asked_nodes TEXT, num_cn INTEGER NOT NULL,"
	" partition TEXT, features TEXT,"
	" users TEXT, groups TEXT, accounts TEXT, licenses TEXT,"
	" flags INTEGER NOT NULL, duration_min INTEGER NOT NULL,"
	" purge_comp_time INTEGER NOT NULL, max_start_delay INTEGER NOT NULL,"
	" start INTEGER NOT NULL, \"end\" INTEGER NOT NULL,"
	" nodes TEXT NOT NULL, resv_id INTEGER NOT NULL,"
	" creator INTEGER NOT NULL, created INTEGER NOT NULL,"
	" changed INTEGER NOT NULL,"
	" closed INTEGER, why TEXT);"
	"CREATE UNIQUE INDEX IF NOT EXISTS booking_live ON booking (name)"
	" WHERE closed IS NULL;"
	"CREATE INDEX IF NOT EXISTS booking_closed ON booking (name, resv_id)"
	" WHERE closed IS NOT NULL;"
	"PRAGMA user_version=1; COMMIT";

/* The next schema, with texts in the new columns. */
static const char schema_2[] =
	"BEGIN;"
	"ALTER TABLE booking ADD COLUMN comment TEXT;"
	"ALTER TABLE booking ADD COLUMN allowed_parts TEXT;"
	"ALTER TABLE booking ADD COLUMN qos TEXT;"
	"UPDATE booking SET comment = users, qos = nodes || id WHERE id % 2;"
	"UPDATE booking SET allowed_parts = licenses WHERE id % 3;"
	"PRAGMA user_version=2; COMMIT";

/* The next schema; some bookings are parked. */
static const char schema_3[] =
	"BEGIN;"
	"ALTER TABLE booking ADD COLUMN parked INTEGER NOT NULL DEFAULT 0;"
	"CREATE INDEX booking_closed_at ON booking (closed)"
	" WHERE closed IS NOT NULL;"
	"UPDATE booking SET parked = 1 WHERE id % 4 = 1 AND closed IS NULL;"
	"PRAGMA user_version=3; COMMIT";

/* The next schema: requests, some with offers, some of these open. */
static const char schema_4[] =
	"BEGIN;"
	"CREATE TABLE request ("
	" id INTEGER PRIMARY KEY,"
	" time INTEGER NOT NULL, uid INTEGER NOT NULL,"
	" verb TEXT NOT NULL, outcome TEXT NOT NULL, kind TEXT,"
	" name TEXT, t_s INTEGER NOT NULL, t_e INTEGER NOT NULL,"
	" num_cn INTEGER NOT NULL, cost REAL NOT NULL,"
	" expires INTEGER, packed BLOB, protocol INTEGER);"
	"CREATE INDEX request_time ON request (time);"
	"CREATE TABLE offer ("
	" request INTEGER NOT NULL, number INTEGER NOT NULL,"
	" kind TEXT NOT NULL, t_s INTEGER NOT NULL, t_e INTEGER NOT NULL,"
	" num_cn INTEGER NOT NULL, cost REAL NOT NULL,"
	" held INTEGER NOT NULL, closed INTEGER, why TEXT,"
	" PRIMARY KEY (request, number)) WITHOUT ROWID;"
	"CREATE INDEX offer_open ON offer (request) WHERE closed IS NULL;"
	"INSERT INTO request SELECT id, strftime('%s', 'now') - id, creator,"
	" 'create', iif(id % 2, 'refused', 'booked'), qos, name, start,"
	" \"end\", num_cn, id / 7.0, iif(id % 2, strftime('%s', 'now') + id,"
	" NULL), iif(id % 2, x'0001ff', NULL), id FROM booking WHERE id < 21;"
	"INSERT INTO offer SELECT r.id, n.id, 'later', r.t_s, r.t_e, n.id,"
	" n.id / 3.0, n.id % 2, iif(n.id % 3, NULL, 1000), iif(n.id % 3, NULL,"
	" 'expired') FROM request r, request n WHERE r.id % 2 AND n.id < 5;"
	"PRAGMA user_version=4; COMMIT";

/* The next schema: bookings that shift. */
static const char schema_5[] =
	"BEGIN;"
	"ALTER TABLE booking ADD COLUMN not_before INTEGER NOT NULL DEFAULT 0;"
	"UPDATE booking SET not_before = iif(id % 2, t_esr,"
	" max(t_esr, min(t_lsr, start)));"
	"CREATE TABLE shift ("
	" id INTEGER PRIMARY KEY,"
	" time INTEGER NOT NULL, name TEXT NOT NULL,"
	" resv_id INTEGER NOT NULL,"
	" old_start INTEGER NOT NULL, start INTEGER NOT NULL,"
	" old_nodes TEXT, nodes TEXT, why TEXT NOT NULL);"
	"CREATE INDEX shift_time ON shift (time);"
	"INSERT INTO shift SELECT id, strftime('%s', 'now') - id, name, resv_id,"
	" t_esr, start, features, nodes, 'made room' FROM booking WHERE id < 31;"
	"PRAGMA user_version=5; COMMIT";

/* The next schema: who has the ledger, and what Slurm has saved. */
static const char schema_6[] =
	"BEGIN;"
	"CREATE TABLE meta ("
	" id INTEGER PRIMARY KEY CHECK (id = 1),"
	" epoch INTEGER NOT NULL,"
	" host TEXT, boot TEXT, pid INTEGER);"
	"CREATE TABLE saved ("
	" id INTEGER PRIMARY KEY, digest INTEGER NOT NULL,"
	" epoch INTEGER NOT NULL);"
	"CREATE UNIQUE INDEX saved_digest ON saved (digest);"
	"ALTER TABLE booking ADD COLUMN seen INTEGER NOT NULL DEFAULT 0;"
	"ALTER TABLE booking ADD COLUMN was TEXT;"
	"ALTER TABLE booking ADD COLUMN files INTEGER NOT NULL DEFAULT 0;"
	"ALTER TABLE booking ADD COLUMN ended INTEGER NOT NULL DEFAULT 0;"
	"ALTER TABLE booking ADD COLUMN stand_in INTEGER NOT NULL DEFAULT 0;"
	"UPDATE booking SET ended = 1"
	" WHERE closed IS NOT NULL AND why LIKE 'ended%';"
	"DROP INDEX booking_closed_at;"
	"CREATE INDEX booking_closed_at ON booking (ended, closed)"
	" WHERE closed IS NOT NULL;"
	"CREATE INDEX booking_linked ON booking (name, seen)"
	" WHERE closed IS NULL AND parked = 0;"
	"CREATE INDEX booking_was ON booking (files)"
	" WHERE closed IS NULL AND was IS NOT NULL;"
	"UPDATE booking SET seen = id % 4, files = id % 5, stand_in = id % 2;"
	"UPDATE booking SET was = '00ff' WHERE id % 3 = 0;"
	"INSERT INTO meta VALUES (1, 7, 'ctl', 'boot', 42);"
	"INSERT INTO saved SELECT id, id * 1000003, 7 FROM booking;"
	"PRAGMA user_version=6; COMMIT";

/* The next schema: which row was written last. */
static const char schema_7[] =
	"BEGIN;"
	"ALTER TABLE booking ADD COLUMN serial INTEGER NOT NULL DEFAULT 0;"
	"UPDATE booking SET serial = (8 << 32) + id;"
	"PRAGMA user_version=7; COMMIT";

/* The next schema: named holds and tombstones. */
static const char schema_8[] =
	"BEGIN;"
	"ALTER TABLE booking ADD COLUMN hold_until INTEGER NOT NULL DEFAULT 0;"
	"ALTER TABLE booking ADD COLUMN hold_ttl INTEGER NOT NULL DEFAULT 0;"
	"ALTER TABLE booking ADD COLUMN held TEXT;"
	"CREATE TABLE tombstone ("
	" id INTEGER PRIMARY KEY,"
	" name TEXT NOT NULL, uid INTEGER NOT NULL, until INTEGER NOT NULL);"
	"CREATE UNIQUE INDEX tombstone_of ON tombstone (uid, name);"
	"UPDATE booking SET hold_until = id, hold_ttl = id % 7, held = name"
	" WHERE id % 4 = 0;"
	"INSERT INTO tombstone (name, uid, until)"
	" SELECT name, id, strftime('%s', 'now') + 3600 FROM booking;"
	"PRAGMA user_version=8; COMMIT";

/* The next schema: whether it was ever reconciled. */
static const char schema_9[] =
	"BEGIN;"
	"ALTER TABLE meta ADD COLUMN reconciled INTEGER NOT NULL DEFAULT 0;"
	"PRAGMA user_version=9; COMMIT";

/* The next schema: elastic bookings. */
static const char schema_10[] =
	"BEGIN;"
	"ALTER TABLE booking ADD COLUMN least_cn INTEGER NOT NULL DEFAULT 0;"
	"ALTER TABLE booking ADD COLUMN least_minutes INTEGER NOT NULL DEFAULT 0;"
	"ALTER TABLE booking ADD COLUMN most_cn INTEGER NOT NULL DEFAULT 0;"
	"ALTER TABLE booking ADD COLUMN most_minutes INTEGER NOT NULL DEFAULT 0;"
	"UPDATE booking SET least_cn = id % 5, most_cn = id % 7,"
	" least_minutes = id % 3, most_minutes = id % 11"
	" WHERE closed IS NOT NULL;"
	"PRAGMA user_version=10; COMMIT";

/* The next schema: requests that stand by. */
static const char schema_11[] =
	"BEGIN;"
	"CREATE TABLE standing ("
	" id INTEGER PRIMARY KEY,"
	" name TEXT NOT NULL, uid INTEGER NOT NULL, since INTEGER NOT NULL,"
	" mode TEXT NOT NULL, expires INTEGER NOT NULL,"
	" t_s INTEGER NOT NULL, t_e INTEGER NOT NULL,"
	" num_cn INTEGER NOT NULL, duration INTEGER NOT NULL,"
	" offered INTEGER NOT NULL, packed BLOB NOT NULL,"
	" protocol INTEGER NOT NULL);"
	"CREATE UNIQUE INDEX standing_of ON standing (name);"
	"INSERT INTO standing SELECT id, name, creator, created,"
	" iif(id % 2, 'book', 'offer'), start, t_esr, \"end\", num_cn,"
	" duration_min, id % 3, x'0001ff', id FROM booking"
	" WHERE closed IS NULL AND id % 5 = 0;"
	"PRAGMA user_version=11; COMMIT";

/* The next schema: events in the place of shifts, and mail. */
static const char schema_12[] =
	"BEGIN;"
	"CREATE TABLE event ("
	" id INTEGER PRIMARY KEY,"
	" time INTEGER NOT NULL, name TEXT NOT NULL,"
	" owner INTEGER, users TEXT, resv_id INTEGER NOT NULL,"
	" verb TEXT NOT NULL, uid INTEGER, why TEXT,"
	" old_start INTEGER, old_end INTEGER, old_nodes TEXT,"
	" start INTEGER, \"end\" INTEGER, nodes TEXT);"
	"INSERT INTO event SELECT 3 * id, created, name, creator, users,"
	" resv_id, iif(creator & 0xffffffff = 0xffffffff, 'adopted', 'create'),"
	" iif(creator & 0xffffffff = 0xffffffff, NULL, creator), NULL,"
	" NULL, NULL, NULL, NULL, NULL, NULL FROM booking"
	" WHERE NOT (hold_until != 0 AND held IS NULL);"
	"INSERT INTO event SELECT 3 * id + 1, time, name, NULL, NULL, resv_id,"
	" iif(old_start = start AND old_nodes IS NULL, 'note', 'moved'), NULL,"
	" why, old_start, NULL, old_nodes, start, NULL, nodes FROM shift;"
	"INSERT INTO event SELECT 3 * id + 2, closed, name, creator, users,"
	" resv_id, iif(ended, 'ended', 'closed'), NULL, why, start, \"end\","
	" nodes, NULL, NULL, NULL FROM booking WHERE closed IS NOT NULL"
	" AND NOT (hold_until != 0 AND held IS NULL);"
	"CREATE INDEX event_time ON event (time);"
	"CREATE INDEX event_name ON event (name);"
	"DROP TABLE shift;"
	"CREATE TABLE mail ("
	" recipient TEXT NOT NULL, event INTEGER NOT NULL,"
	" PRIMARY KEY (recipient, event)) WITHOUT ROWID;"
	"PRAGMA user_version=12; COMMIT";

/* The next schema: cores of some nodes. */
static const char schema_13[] =
	"BEGIN;"
	"ALTER TABLE booking ADD COLUMN cores TEXT;"
	"UPDATE booking SET cores = nodes || ':0-3' WHERE id % 7 = 2;"
	"PRAGMA user_version=13; COMMIT";

/* The next schema: CPU time. */
static const char schema_14[] =
	"BEGIN;"
	"ALTER TABLE booking ADD COLUMN asked_s INTEGER NOT NULL DEFAULT 0;"
	"ALTER TABLE booking ADD COLUMN held_s INTEGER NOT NULL DEFAULT 0;"
	"ALTER TABLE booking ADD COLUMN held_until INTEGER NOT NULL DEFAULT 0;"
	"ALTER TABLE booking ADD COLUMN cpus INTEGER NOT NULL DEFAULT 0;"
	"ALTER TABLE booking ADD COLUMN used_s INTEGER NOT NULL DEFAULT 0;"
	"ALTER TABLE booking ADD COLUMN used_until INTEGER NOT NULL DEFAULT 0;"
	"ALTER TABLE booking ADD COLUMN moves INTEGER NOT NULL DEFAULT 0;"
	"UPDATE booking SET asked_s = id, held_s = id % 3, cpus = id % 5,"
	" used_s = id % 2, moves = id % 4;"
	"PRAGMA user_version=14; COMMIT";

/* The next schema: charges. */
static const char schema_15[] =
	"BEGIN;"
	"ALTER TABLE booking ADD COLUMN payer TEXT;"
	"ALTER TABLE booking ADD COLUMN month INTEGER NOT NULL DEFAULT 0;"
	"ALTER TABLE booking ADD COLUMN charge INTEGER NOT NULL DEFAULT 0;"
	"ALTER TABLE booking ADD COLUMN settled INTEGER NOT NULL DEFAULT 0;"
	"ALTER TABLE booking ADD COLUMN since INTEGER NOT NULL DEFAULT 0;"
	"UPDATE booking SET payer = 'chem', month = id % 12, charge = id,"
	" settled = id % 3, since = id % 5 WHERE id % 4 = 1;"
	"CREATE INDEX booking_charged ON booking (payer, month, charge)"
	" WHERE closed IS NOT NULL AND payer IS NOT NULL;"
	"CREATE TABLE spent ("
	" account TEXT NOT NULL, month INTEGER NOT NULL,"
	" amount INTEGER NOT NULL,"
	" PRIMARY KEY (account, month)) WITHOUT ROWID;"
	"CREATE TRIGGER booking_gone AFTER DELETE ON booking"
	" WHEN old.payer IS NOT NULL AND old.charge != 0 BEGIN"
	" INSERT INTO spent VALUES (old.payer, old.month, old.charge)"
	" ON CONFLICT (account, month) DO UPDATE"
	" SET amount = amount + excluded.amount; END;"
	"INSERT INTO spent VALUES ('bio', 7, 21);"
	"PRAGMA user_version=15; COMMIT";

/* The next schema; some bookings are to be at few leaf switches. */
static const char schema_16[] =
	"BEGIN;"
	"ALTER TABLE booking ADD COLUMN switches INTEGER NOT NULL DEFAULT 0;"
	"ALTER TABLE standing ADD COLUMN asked TEXT;"
	"UPDATE booking SET switches = id % 3;"
	"PRAGMA user_version=16; COMMIT";

#define DUMP(more)							\
	"SELECT group_concat(quote(id) || quote(name) || quote(t_esr) ||"	\
	" quote(t_lsr) || quote(asked_nodes) || quote(num_cn) ||"	\
	" quote(partition) || quote(features) || quote(users) ||"	\
	" quote(groups) || quote(accounts) || quote(licenses) ||"	\
	" quote(flags) || quote(duration_min) || quote(purge_comp_time) ||"	\
	" quote(max_start_delay) || quote(start) || quote(\"end\") ||"	\
	" quote(nodes) || quote(resv_id) || quote(creator) || quote(created)"	\
	" || quote(changed) || quote(closed) || quote(why)" more ", x'0a')"	\
	" FROM (SELECT * FROM booking ORDER BY id)"

#define DUMP_3								\
	DUMP("|| quote(comment) || quote(allowed_parts) || quote(qos)"	\
	     " || quote(parked)")

#define DUMP_REQUESTS							\
	"SELECT group_concat(quote(id) || quote(time) || quote(uid) ||"	\
	" quote(verb) || quote(outcome) || quote(kind) || quote(name) ||"	\
	" quote(t_s) || quote(t_e) || quote(num_cn) || quote(cost) ||"	\
	" quote(expires) || quote(packed) || quote(protocol), x'0a')"	\
	" FROM (SELECT * FROM request ORDER BY id)"

#define DUMP_OFFERS							\
	"SELECT group_concat(quote(request) || quote(number) ||"	\
	" quote(kind) || quote(t_s) || quote(t_e) || quote(num_cn) ||"	\
	" quote(cost) || quote(held) || quote(closed) || quote(why), x'0a')"	\
	" FROM (SELECT * FROM offer ORDER BY request, number)"

#define DUMP_SHIFTS							\
	"SELECT group_concat(quote(id) || quote(time) || quote(name) ||"	\
	" quote(resv_id) || quote(old_start) || quote(start) ||"	\
	" quote(old_nodes) || quote(nodes) || quote(why), x'0a')"	\
	" FROM (SELECT * FROM shifts ORDER BY id)"

#define DUMP_META							\
	"SELECT group_concat(quote(a) || quote(b) || quote(c) || quote(d)"	\
	" || quote(e), x'0a') FROM (SELECT id a, epoch b, host c, boot d,"	\
	" pid e FROM meta UNION ALL SELECT id, digest, epoch, 0, 0"		\
	" FROM saved ORDER BY 1, 2)"

#define DUMP_TOMBS							\
	"SELECT group_concat(quote(name) || quote(uid) || quote(until), x'0a')"	\
	" FROM (SELECT * FROM tombstone ORDER BY id)"

#define DUMP_STANDING							\
	"SELECT group_concat(quote(id) || quote(name) || quote(uid) ||"	\
	" quote(since) || quote(mode) || quote(expires) || quote(t_s) ||"	\
	" quote(t_e) || quote(num_cn) || quote(duration) || quote(offered)"	\
	" || quote(packed) || quote(protocol), x'0a')"			\
	" FROM (SELECT * FROM standing ORDER BY id)"

#define DUMP_4								\
	"(" DUMP_3 ") || (" DUMP_REQUESTS ") || (" DUMP_OFFERS ")"

#define DUMP_6(more)							\
	" || (" DUMP("|| quote(not_before) || quote(seen) || quote(was)"	\
		     " || quote(files) || quote(ended) || quote(stand_in)"	\
		     more) ") || (" DUMP_SHIFTS ") || (" DUMP_META ")"

#define DUMP_8(more)							\
	"SELECT " DUMP_4 DUMP_6("|| quote(serial) || quote(hold_until)"	\
				" || quote(hold_ttl) || quote(held)" more)	\
	" || (" DUMP_TOMBS ")"

#define DUMP_10(more)							\
	DUMP_8(" || quote(least_cn) || quote(least_minutes)"		\
	       " || quote(most_cn) || quote(most_minutes)" more)

#define DUMP_14								\
	" || quote(cores) || quote(asked_s) || quote(held_s)"		\
	" || quote(held_until) || quote(cpus) || quote(used_s)"		\
	" || quote(used_until) || quote(moves)"

#define DUMP_15(more) \
	DUMP_10(DUMP_14 " || quote(payer) || quote(month)" \
		" || quote(charge) || quote(settled) || quote(since)" more) \
	" || (" DUMP_STANDING ") || (SELECT group_concat(" \
	"quote(account) || quote(month) || quote(amount)) FROM spent)"

/* By schema: a select of all its columns of all rows, as one text. */
static const char *const dumps[] = {
	[1] = DUMP(""),
	[2] = DUMP("|| quote(comment) || quote(allowed_parts) || quote(qos)"),
	[3] = DUMP_3,
	[4] = "SELECT " DUMP_4,
	[5] = "SELECT " DUMP_4 " || (" DUMP("|| quote(not_before)") ") || ("
	      DUMP_SHIFTS ")",
	[6] = "SELECT " DUMP_4 DUMP_6(""),
	[7] = "SELECT " DUMP_4 DUMP_6("|| quote(serial)"),
	[8] = DUMP_8(""),
	[9] = DUMP_8(""),
	[10] = DUMP_10(""),
	[11] = DUMP_10("") " || (" DUMP_STANDING ")",
	[12] = DUMP_10("") " || (" DUMP_STANDING ")",
	[13] = DUMP_10(" || quote(cores)") " || (" DUMP_STANDING ")",
	[14] = DUMP_10(DUMP_14) " || (" DUMP_STANDING ")",
	[15] = DUMP_15(""),
	[16] = DUMP_15(" || quote(switches)")
	       " || (SELECT ifnull(group_concat(quote(asked)), '')"
	       " FROM standing)",
};

/* Shifts are in a table of their own, or among the events. */
static const char shifts_were[] =
	"CREATE TEMP VIEW shifts AS SELECT * FROM shift";
static const char shifts_are[] =
	"CREATE TEMP VIEW shifts AS SELECT id / 3 AS id, time, name, resv_id,"
	" old_start, start, old_nodes, nodes, why FROM event WHERE id % 3 = 1";

extern char *dump_db(sqlite3 *db)
{
	char *version = ask_db(db, "PRAGMA user_version"), *dump;

	sql(db, (atoi(version) < 12) ? shifts_were : shifts_are);
	dump = ask_db(db, dumps[from]);
	sql(db, "DROP VIEW shifts");
	free(version);
	return dump;
}

extern char *dump_of(const char *file)
{
	sqlite3 *db = plain(file);
	char *dump = dump_db(db);

	sqlite3_close(db);
	return dump;
}

extern void assert_dump(const char *file, const char *want)
{
	char *is = dump_of(file);

	ck_assert_str_eq(is, want);
	free(is);
}

extern void old_setup(void)
{
	ledger_setup();
	from = OLDEST;
}

extern void from_each(TCase *tc, const TTest *test)
{
	tcase_add_loop_test(tc, test, OLDEST, LEDGER_SCHEMA);
}

/* --- making one ----------------------------------------------------------- */

/* A text of any bytes but 0, or NULL. */
static void bind_some_text(sqlite3_stmt *s, int col, rng_t *rng, bool or_null)
{
	static const char *const words[] = {
		"ada", "n[1-4]", "", "ALL", "it's", "\"quoted\"", "a\nb",
		"gr\xc3\xbc\xc3\x9f", "\xff\xfe broken", "%s;DROP TABLE",
	};

	if (or_null && rng_one_in(rng, 3))
		sqlite3_bind_null(s, col);
	else
		sqlite3_bind_text(s, col, words[rng_below(rng, 10)], -1,
				  SQLITE_STATIC);
}

static void insert_row(sqlite3_stmt *s, int n, rng_t *rng)
{
	static const bool is_text[] = {
		[2] = true, [5] = true, [7] = true, [8] = true, [9] = true,
		[10] = true, [11] = true, [12] = true, [19] = true,
		[25] = true,
	};
	char name[16];

	for (int col = 3; col <= 23; col++) {
		if (is_text[col])
			bind_some_text(s, col, rng, col != 19);
		else
			sqlite3_bind_int64(s, col, (sqlite3_int64)
				(rng_next(rng) >> rng_below(rng, 64)));
	}
	snprintf(name, sizeof(name), "r%d", n % (ROWS / 2));
	sqlite3_bind_int64(s, 1, n + 1);
	sqlite3_bind_text(s, 2, name, -1, SQLITE_STATIC);
	/* each name is closed once, within the days it is kept */
	if (n < ROWS / 2)
		sqlite3_bind_int64(s, 24, time(NULL) - 60);
	else
		sqlite3_bind_null(s, 24);
	bind_some_text(s, 25, rng, n >= ROWS / 2);
	ck_assert_int_eq(sqlite3_step(s), SQLITE_DONE);
	sqlite3_reset(s);
}

static void fill(sqlite3 *db)
{
	rng_t rng = { test_seed() };
	sqlite3_stmt *s = NULL;

	sql(db, schema_1);
	sql(db, "BEGIN");
	ck_assert_int_eq(sqlite3_prepare_v2(db, "INSERT INTO booking VALUES"
		" (?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13,?14,?15,?16,?17,"
		"?18,?19,?20,?21,?22,?23,?24,?25)", -1, &s, NULL), SQLITE_OK);
	for (int n = 0; n < ROWS; n++)
		insert_row(s, n, &rng);
	sqlite3_finalize(s);
	sql(db, "UPDATE booking SET t_lsr = t_esr WHERE id % 5 = 0");
	sql(db, "UPDATE booking SET why = 'ended while the controller was down'"
	    " WHERE closed IS NOT NULL AND id % 3 = 0");
	sql(db, "COMMIT");
}

extern sqlite3 *filled(void)
{
	sqlite3 *db = plain(path);

	fill(db);
	if (from > 1)
		sql(db, schema_2);
	if (from > 2)
		sql(db, schema_3);
	if (from > 3)
		sql(db, schema_4);
	if (from > 4)
		sql(db, schema_5);
	if (from > 5)
		sql(db, schema_6);
	if (from > 6)
		sql(db, schema_7);
	if (from > 7)
		sql(db, schema_8);
	if (from > 8)
		sql(db, schema_9);
	if (from > 9)
		sql(db, schema_10);
	if (from > 10)
		sql(db, schema_11);
	if (from > 11)
		sql(db, schema_12);
	if (from > 12)
		sql(db, schema_13);
	if (from > 13)
		sql(db, schema_14);
	if (from > 14)
		sql(db, schema_15);
	if (from > 15)
		sql(db, schema_16);
	return db;
}

extern char *old_ledger(void)
{
	sqlite3_close(filled());
	return dump_of(path);
}

extern const char *copy_of_old(void)
{
	char suffix[8];

	snprintf(suffix, sizeof(suffix), ".v%d", from);
	return beside(suffix);
}

extern bool is_old(const char *version)
{
	return atoi(version) == from;
}

static void count_one(void *arg, booking_t *b)
{
	++*(int *) arg;
	ck_assert((from > 1) || (!b->comment && !b->allowed_parts && !b->qos));
	ck_assert((from > 2) || !b->parked);
	ck_assert((b->not_before == b->t_esr) ||
		  ((b->not_before > b->t_esr) && (b->not_before <= b->t_lsr)));
	if (from < 6) {
		ck_assert_uint_eq(b->seen, 0);
		ck_assert_str_eq(b->was, CONTENT_ANY);
	}
	ck_assert((from > 7) || (!b->hold_until && !b->hold_ttl && !b->held));
	ck_assert(!booking_is_elastic(b));
	ck_assert((from > 14) ||
		  (!b->payer && !b->charge.amount && !b->charge.since));
	booking_destroy(b);
}

extern int live_cnt(ledger_t *l)
{
	int cnt = 0;

	ck_assert(ledger_each(l, count_one, &cnt, why, sizeof(why)));
	return cnt;
}

/* --- files ---------------------------------------------------------------- */

extern content_t *content(const char *file)
{
	FILE *f = fopen(file, "r");
	struct stat st = { .st_size = 0 };
	content_t *c;

	ck_assert(!f || !fstat(fileno(f), &st));
	c = calloc(1, sizeof(*c) + (size_t) st.st_size);
	ck_assert_ptr_nonnull(c);
	if (f) {
		c->len = fread(c->bytes, 1, (size_t) st.st_size, f);
		ck_assert_uint_eq(c->len, (size_t) st.st_size);
		fclose(f);
	}
	return c;
}

extern void assert_unchanged(const content_t *was, const char *file)
{
	content_t *is = content(file);

	ck_assert_uint_eq(is->len, was->len);
	ck_assert(!memcmp(is->bytes, was->bytes, is->len));
	free(is);
}
