/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_schema_test.c - a ledger of an older plugin is brought forward, whole
 * or not at all.
 */
#include <check.h>
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "plugin/ledger.h"
#include "plugin/ledger_schema.h"
#include "test/fault_vfs.h"
#include "test/test_util.h"

#define ROWS 60
#define NOBODY 65534

/* What version 0.1.0 of the plugin made, word for word. */
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

/* What the one after it made of that, with texts in the new columns. */
static const char schema_2[] =
	"BEGIN;"
	"ALTER TABLE booking ADD COLUMN comment TEXT;"
	"ALTER TABLE booking ADD COLUMN allowed_parts TEXT;"
	"ALTER TABLE booking ADD COLUMN qos TEXT;"
	"UPDATE booking SET comment = users, qos = nodes || id WHERE id % 2;"
	"UPDATE booking SET allowed_parts = licenses WHERE id % 3;"
	"PRAGMA user_version=2; COMMIT";

/* And the one after that; some are parked. */
static const char schema_3[] =
	"BEGIN;"
	"ALTER TABLE booking ADD COLUMN parked INTEGER NOT NULL DEFAULT 0;"
	"CREATE INDEX booking_closed_at ON booking (closed)"
	" WHERE closed IS NOT NULL;"
	"UPDATE booking SET parked = 1 WHERE id % 4 = 1 AND closed IS NULL;"
	"PRAGMA user_version=3; COMMIT";

/* All that a schema knows of all bookings, as one text. */
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

static const char *const dumps[] = {
	[1] = DUMP(""),
	[2] = DUMP("|| quote(comment) || quote(allowed_parts) || quote(qos)"),
	[3] = DUMP("|| quote(comment) || quote(allowed_parts) || quote(qos)"
		   " || quote(parked)"),
};

#define OLDEST 1
#define CURRENT TEXT_OF(LEDGER_SCHEMA)
#define TEXT_OF(macro) TEXT_OF_(macro)
#define TEXT_OF_(number) #number

/* The schema of old_ledger(); a loop test has each in turn as its _i. */
static int from;

static char dir[64];
static char path[96];
static char why[256];

static void setup(void)
{
	snprintf(dir, sizeof(dir), "/tmp/garq-schema-test.XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(dir));
	snprintf(path, sizeof(path), "%s/%s", dir, LEDGER_FILE);
	from = OLDEST;
}

static void empty_dir(void)
{
	struct dirent *e;
	DIR *d = opendir(dir);
	char file[512];

	while ((e = readdir(d))) {
		snprintf(file, sizeof(file), "%s/%s", dir, e->d_name);
		if (e->d_name[0] != '.')
			unlink(file);
	}
	closedir(d);
}

static void teardown(void)
{
	fault_vfs_disarm();
	chmod(dir, 0700);
	empty_dir();
	ck_assert_int_eq(rmdir(dir), 0);
}

/* --- files ---------------------------------------------------------------- */

/* PATH with a suffix; valid until the next but three. */
static const char *beside(const char *suffix)
{
	static char name[4][128];
	static int turn;

	turn = (turn + 1) % 4;
	snprintf(name[turn], sizeof(name[turn]), "%s%s", path, suffix);
	return name[turn];
}

static bool there(const char *suffix)
{
	return !access(beside(suffix), F_OK);
}

typedef struct {
	size_t len;
	char bytes[1 << 18];
} content_t;

/* RET free(); of a file that is not there: length 0 */
static content_t *content(const char *file)
{
	content_t *c = calloc(1, sizeof(*c));
	FILE *f = fopen(file, "r");

	ck_assert_ptr_nonnull(c);
	if (f) {
		c->len = fread(c->bytes, 1, sizeof(c->bytes), f);
		ck_assert_uint_lt(c->len, sizeof(c->bytes));
		fclose(f);
	}
	return c;
}

static void assert_unchanged(content_t *was, const char *file)
{
	content_t *is = content(file);

	ck_assert_uint_eq(is->len, was->len);
	ck_assert(!memcmp(is->bytes, was->bytes, is->len));
	free(is);
}

/* --- what is in a ledger -------------------------------------------------- */

static void sql(sqlite3 *db, const char *text)
{
	char *error = NULL;
	int rc = sqlite3_exec(db, text, NULL, NULL, &error);

	ck_assert_msg(rc == SQLITE_OK, "%s: %s", text, error);
}

static sqlite3 *plain(const char *file)
{
	sqlite3 *db = NULL;

	ck_assert_int_eq(sqlite3_open(file, &db), SQLITE_OK);
	/* It needs no shared memory then, which our faulty disk has not. */
	sql(db, "PRAGMA locking_mode=EXCLUSIVE");
	return db;
}

static void sql_on(const char *file, const char *text)
{
	sqlite3 *db = plain(file);

	sql(db, text);
	sqlite3_close(db);
}

/* The first column of the first row. RET free() */
static char *ask_db(sqlite3 *db, const char *text)
{
	sqlite3_stmt *s = NULL;
	const char *answer;
	char *copy;

	ck_assert_msg(sqlite3_prepare_v2(db, text, -1, &s, NULL) == SQLITE_OK,
		      "%s: %s", text, sqlite3_errmsg(db));
	ck_assert_int_eq(sqlite3_step(s), SQLITE_ROW);
	answer = (const char *) sqlite3_column_text(s, 0);
	copy = strdup(answer ? answer : "");
	sqlite3_finalize(s);
	return copy;
}

static char *ask(const char *file, const char *text)
{
	sqlite3 *db = plain(file);
	char *answer = ask_db(db, text);

	sqlite3_close(db);
	return answer;
}

static void assert_says(const char *file, const char *text, const char *want)
{
	char *is = ask(file, text);

	ck_assert_str_eq(is, want);
	free(is);
}

/* --- making one of schema 1 ----------------------------------------------- */

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
	/* Of each name one is closed, within the days it is kept. */
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
	sql(db, "COMMIT");
}

static sqlite3 *filled(void)
{
	sqlite3 *db = plain(path);

	fill(db);
	if (from > 1)
		sql(db, schema_2);
	if (from > 2)
		sql(db, schema_3);
	return db;
}

/* An old ledger, as a plugin leaves it that ends in order; its dump. */
static char *old_ledger(void)
{
	sqlite3_close(filled());
	return ask(path, dumps[from]);
}

/* The file that is to have the old one. */
static const char *copy_of_old(void)
{
	char suffix[8];

	snprintf(suffix, sizeof(suffix), ".v%d", from);
	return beside(suffix);
}

static bool is_old(const char *version)
{
	return atoi(version) == from;
}

static ledger_t *opened(void)
{
	ledger_t *l = NULL;

	ck_assert_msg(ledger_open(path, &l, why, sizeof(why)) == LEDGER_OK,
		      "%s", why);
	ck_assert_str_eq(why, "");
	return l;
}

static void count_one(void *arg, booking_t *b)
{
	++*(int *) arg;
	ck_assert((from > 1) || (!b->comment && !b->allowed_parts && !b->qos));
	ck_assert((from > 2) || !b->parked);
	booking_destroy(b);
}

static int live_cnt(ledger_t *l)
{
	int cnt = 0;

	ck_assert(ledger_each(l, count_one, &cnt, why, sizeof(why)));
	return cnt;
}

/* --- it goes well --------------------------------------------------------- */

START_TEST(every_row_survives)
{
	char *before;
	ledger_t *l;

	from = _i;
	before = old_ledger();
	l = opened();
	ck_assert_int_eq(ledger_found_schema(l), from);
	ck_assert_int_eq(live_cnt(l), ROWS / 2);
	ledger_close(l);
	assert_says(path, "PRAGMA user_version", CURRENT);
	assert_says(path, dumps[from], before);
	if (from < 3)
		assert_says(path, "SELECT count(*) FROM booking WHERE parked"
			    " IS NOT 0", "0");
	assert_says(path, "SELECT count(*) FROM request, offer", "0");
	if (from < 2)
		assert_says(path, "SELECT count(*) FROM booking WHERE comment"
			    " NOTNULL OR allowed_parts NOTNULL OR qos NOTNULL",
			    "0");
	l = opened();
	ck_assert_int_eq(ledger_found_schema(l), LEDGER_SCHEMA);
	ck_assert_int_eq(live_cnt(l), ROWS / 2);
	ledger_close(l);
	assert_says(path, dumps[from], before);
	free(before);
}
END_TEST

START_TEST(migrated_or_new_it_is_the_same_table)
{
	static const char text[] = "SELECT group_concat(sql, ';') FROM"
		" (SELECT sql FROM sqlite_master ORDER BY name)";
	char *new, *migrated;

	from = _i;
	ledger_close(opened());
	new = ask(path, text);
	empty_dir();
	free(old_ledger());
	ledger_close(opened());
	migrated = ask(path, text);
	ck_assert_str_eq(migrated, new);
	ck_assert_ptr_nonnull(strstr(new, "parked"));
	free(new);
	free(migrated);
}
END_TEST

START_TEST(a_new_one_has_no_copy)
{
	ledger_t *l = opened();

	ck_assert_int_eq(ledger_found_schema(l), 0);
	ledger_close(l);
	ck_assert(!there(".v0") && !there(".v1") && !there(".v0.new"));
}
END_TEST

START_TEST(the_old_one_is_kept)
{
	char *before, *version;

	from = _i;
	before = old_ledger();
	ledger_close(opened());
	version = ask(copy_of_old(), "PRAGMA user_version");
	ck_assert_msg(is_old(version), "schema %s", version);
	assert_says(copy_of_old(), "PRAGMA integrity_check", "ok");
	assert_says(copy_of_old(), dumps[from], before);
	ck_assert(!there(".v1.new") && !there(".v2.new"));
	ck_assert_int_eq(there(".v1") + there(".v2") + there(".v3"), 1);
	/* Going back, and forward again with a booking more. */
	ck_assert_int_eq(rename(copy_of_old(), path), 0);
	sql_on(path, "UPDATE booking SET name = 'other' WHERE id = 40");
	free(before);
	before = ask(path, dumps[from]);
	ledger_close(opened());
	assert_says(path, dumps[from], before);
	assert_says(copy_of_old(), dumps[from], before);
	free(version);
	free(before);
}
END_TEST

/* The copy of an earlier migration, and what a killed one left, make room. */
START_TEST(older_copies_are_replaced)
{
	char *before = old_ledger();
	int fd = open(beside(".v1"), O_WRONLY | O_CREAT, 0600);

	ck_assert_int_eq(write(fd, "old", 3), 3);
	close(fd);
	fd = open(beside(".v1.new"), O_WRONLY | O_CREAT, 0600);
	ck_assert_int_eq(write(fd, "half", 4), 4);
	close(fd);
	ledger_close(opened());
	assert_says(beside(".v1"), dumps[from], before);
	ck_assert(!there(".v1.new"));
	free(before);
}
END_TEST

START_TEST(in_a_folder_with_quotes)
{
	char *before;

	snprintf(path, sizeof(path), "%s/it's %%d \"it\"", dir);
	before = old_ledger();
	ledger_close(opened());
	assert_says(path, dumps[from], before);
	assert_says(beside(".v1"), dumps[from], before);
	free(before);
}
END_TEST

/* Run fn in a process of its own, which ends by SIGKILL or as fn says. */
static int in_child(int (*fn)(void))
{
	int status;
	pid_t pid = fork();

	ck_assert_int_ge(pid, 0);
	if (!pid)
		_exit(fn());
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	return status;
}

static int fill_and_die(void)
{
	(void) filled();
	return kill(getpid(), SIGKILL);
}

/* The old plugin was killed: its bookings are in the WAL alone. */
START_TEST(of_a_killed_plugin)
{
	char *version;

	from = _i;
	ck_assert(WIFSIGNALED(in_child(fill_and_die)));
	ck_assert(there("-wal"));
	ledger_close(opened());
	assert_says(path, "SELECT count(*) FROM booking", "60");
	assert_says(copy_of_old(), "SELECT count(*) FROM booking", "60");
	assert_says(path, "PRAGMA user_version", CURRENT);
	version = ask(copy_of_old(), "PRAGMA user_version");
	ck_assert_msg(is_old(version), "schema %s", version);
	free(version);
}
END_TEST

/* --- it fails ------------------------------------------------------------- */

/* Three steps forward, of which the last one fails. */
START_TEST(a_later_step_fails)
{
	static const char *const steps[] = {
		NULL,
		"ALTER TABLE booking ADD COLUMN a TEXT;"
		"DELETE FROM booking WHERE id < 20",
		"CREATE TABLE other (x); UPDATE booking SET a = 'x'",
		"INSERT INTO other VALUES (1); SELECT no_such_function(7)",
	};
	char *before = old_ledger(), *after;
	sqlite3 *db = plain(path);

	why[0] = '\0';
	ck_assert_int_eq(ledger_schema_migrate(db, path, steps, 1, 4, why,
					       sizeof(why)), SQLITE_ERROR);
	ck_assert_ptr_nonnull(strstr(why, "no_such_function"));
	ck_assert(sqlite3_get_autocommit(db));
	after = ask_db(db, dumps[from]);
	ck_assert_str_eq(after, before);
	sqlite3_close(db);
	assert_says(path, "PRAGMA user_version", "1");
	assert_says(path, "SELECT count(*) FROM sqlite_master", "3");
	ledger_close(opened());
	assert_says(path, dumps[from], before);
	free(before);
	free(after);
}
END_TEST

START_TEST(many_steps_are_one)
{
	static const char *const steps[] = {
		NULL,
		"ALTER TABLE booking ADD COLUMN a TEXT",
		"UPDATE booking SET a = name",
	};
	char *before = old_ledger();
	sqlite3 *db = plain(path);

	ck_assert_int_eq(ledger_schema_migrate(db, path, steps, 1, 3, why,
					       sizeof(why)), SQLITE_OK);
	sqlite3_close(db);
	assert_says(path, "PRAGMA user_version", "3");
	assert_says(path, "SELECT count(*) FROM booking WHERE a = name", "60");
	assert_says(path, dumps[from], before);
	free(before);
}
END_TEST

/* Somebody has added a column by hand: it is his, and not damaged. */
START_TEST(one_that_was_tinkered_with_is_left)
{
	ledger_t *l = NULL;
	char *before = old_ledger();

	sql_on(path, "ALTER TABLE booking ADD COLUMN comment TEXT");
	ck_assert_int_eq(ledger_open(path, &l, why, sizeof(why)),
			 LEDGER_UNREADABLE);
	ck_assert_ptr_null(l);
	ck_assert_ptr_nonnull(strstr(why, "from schema 1 to " CURRENT));
	ck_assert_ptr_nonnull(strstr(why, "duplicate column"));
	assert_says(path, dumps[from], before);
	assert_says(path, "PRAGMA user_version", "1");
	free(before);
}
END_TEST

/* Old or new, and nothing in between; and it can be opened. */
static void assert_whole(const char *before, int n)
{
	char *version = ask(path, "PRAGMA user_version");
	ledger_t *l = NULL;

	ck_assert_msg(is_old(version) || !strcmp(version, CURRENT),
		      "fault %d: schema %s", n, version);
	assert_says(path, "PRAGMA integrity_check", "ok");
	assert_says(path, dumps[from], before);
	if (!is_old(version))
		assert_says(copy_of_old(), dumps[from], before);
	ck_assert_msg(ledger_open(path, &l, why, sizeof(why)) == LEDGER_OK,
		      "fault %d: %s", n, why);
	ck_assert_int_eq(live_cnt(l), ROWS / 2);
	ledger_close(l);
	assert_says(path, dumps[from], before);
	assert_says(copy_of_old(), dumps[from], before);
	free(version);
}

/* How many changes of the disk one migration is. */
static int changes_of_one(void)
{
	int changes;

	free(old_ledger());
	fault_vfs_arm(FAULT_NONE, 0);
	ledger_close(opened());
	changes = fault_vfs_disarm();
	ck_assert_int_gt(changes, 10);
	empty_dir();
	return changes;
}

static void fail_everywhere(fault_t fault)
{
	int changes, refused = 0;

	fault_vfs_install();
	changes = changes_of_one();
	for (int n = 1; n <= changes; n++) {
		char *before = old_ledger();
		ledger_t *l = NULL;
		ledger_status_t status;

		fault_vfs_arm(fault, n);
		status = ledger_open(path, &l, why, sizeof(why));
		ledger_close(l);
		fault_vfs_disarm();
		ck_assert_msg(fault_vfs_failures() > 0, "%d of %d", n, changes);
		ck_assert_msg((status == LEDGER_OK) ||
			      (status == LEDGER_UNREADABLE),
			      "change %d: status %d: %s", n, status, why);
		ck_assert((status == LEDGER_OK) == !why[0]);
		refused += (status != LEDGER_OK);
		assert_whole(before, n);
		free(before);
		empty_dir();
	}
	ck_assert_int_gt(refused, changes / 2);
}

START_TEST(one_write_fails)
{
	from = _i;
	fail_everywhere(FAULT_ONE);
}
END_TEST

START_TEST(the_disk_gets_full)
{
	from = _i;
	fail_everywhere(FAULT_FULL);
}
END_TEST

static fault_t child_fault;
static int child_n;

static int open_and_die(void)
{
	ledger_t *l = NULL;

	fault_vfs_arm(child_fault, child_n);
	ledger_open(path, &l, why, sizeof(why));
	ledger_close(l);
	return 0;
}

static void die_everywhere(fault_t fault)
{
	int changes;

	fault_vfs_install();
	changes = changes_of_one();
	child_fault = fault;
	for (child_n = 1; child_n <= changes; child_n++) {
		char *before = old_ledger();

		ck_assert(WIFSIGNALED(in_child(open_and_die)));
		assert_whole(before, child_n);
		free(before);
		empty_dir();
	}
}

START_TEST(killed_at_every_write)
{
	from = _i;
	die_everywhere(FAULT_KILL);
}
END_TEST

START_TEST(killed_within_every_write)
{
	from = _i;
	die_everywhere(FAULT_TORN);
}
END_TEST

/* --- it may not be written ------------------------------------------------ */

static int open_as_nobody(void)
{
	ledger_t *l = NULL;

	if (!geteuid() && (setgid(NOBODY) || setuid(NOBODY)))
		return 100;
	return (int) ledger_open(path, &l, why, sizeof(why));
}

static void check_read_only(mode_t folder, mode_t file)
{
	char *before = old_ledger();
	content_t *was = content(path);
	int status;

	ck_assert_int_eq(chmod(path, file), 0);
	ck_assert_int_eq(chmod(dir, folder), 0);
	status = in_child(open_as_nobody);
	ck_assert(WIFEXITED(status));
	ck_assert_int_eq(WEXITSTATUS(status), LEDGER_UNREADABLE);
	assert_unchanged(was, path);
	chmod(dir, 0700);
	chmod(path, 0600);
	ck_assert(!there(".v1") && !there(".v1.new"));
	ledger_close(opened());
	assert_says(path, dumps[from], before);
	free(was);
	free(before);
}

START_TEST(in_a_folder_that_may_not_be_written)
{
	check_read_only(0555, 0666);
}
END_TEST

START_TEST(a_file_that_may_not_be_written)
{
	check_read_only(0777, 0444);
}
END_TEST

/* A folder has the name of the copy. */
START_TEST(no_copy_can_be_made)
{
	char *before = old_ledger();
	ledger_t *l = NULL;

	ck_assert_int_eq(mkdir(beside(".v1"), 0700), 0);
	ck_assert_int_eq(ledger_open(path, &l, why, sizeof(why)),
			 LEDGER_UNREADABLE);
	ck_assert_ptr_nonnull(strstr(why, "no copy"));
	ck_assert(!there(".v1.new"));
	assert_says(path, "PRAGMA user_version", "1");
	assert_says(path, dumps[from], before);
	ck_assert_int_eq(rmdir(beside(".v1")), 0);
	ledger_close(opened());
	assert_says(path, dumps[from], before);
	free(before);
}
END_TEST

/* --- a newer one ---------------------------------------------------------- */

static void assert_left_alone(const char *hint)
{
	content_t *was = content(path), *wal = content(beside("-wal"));
	bool had_wal = there("-wal");
	ledger_t *l = NULL;

	ck_assert_int_eq(ledger_open(path, &l, why, sizeof(why)),
			 LEDGER_NEWER);
	ck_assert_ptr_null(l);
	ck_assert_ptr_nonnull(strstr(why, hint));
	assert_unchanged(was, path);
	assert_unchanged(wal, beside("-wal"));
	ck_assert_int_eq(there("-wal"), had_wal);
	ck_assert(!there("-shm") && !there("-journal") && !there(".v99"));
	free(was);
	free(wal);
}

START_TEST(a_newer_one_is_left_untouched)
{
	free(old_ledger());
	sql_on(path, "PRAGMA user_version=99");
	assert_left_alone("schema 99, this one knows " CURRENT
			  "): install that again");
	ck_assert_ptr_null(strstr(why, "go back"));
}
END_TEST

START_TEST(of_a_newer_one_the_copy_is_named)
{
	char *copy;

	free(old_ledger());
	copy = sqlite3_mprintf("VACUUM INTO %Q", beside(".v" CURRENT));
	sql_on(path, copy);
	sqlite3_free(copy);
	sql_on(path, "PRAGMA user_version=99");
	assert_left_alone("or go back to garq.ledger.v" CURRENT ", see sched_garq(8)");
}
END_TEST

static int make_newer_and_die(void)
{
	sql(plain(path), "BEGIN; PRAGMA user_version=99;"
	    "DELETE FROM booking; COMMIT");
	return kill(getpid(), SIGKILL);
}

/* That it is newer stands in its WAL alone. */
START_TEST(a_newer_one_of_a_killed_plugin)
{
	free(old_ledger());
	ck_assert(WIFSIGNALED(in_child(make_newer_and_die)));
	ck_assert(there("-wal"));
	assert_left_alone("schema 99,");
	assert_left_alone("schema 99,");
	assert_says(path, "SELECT count(*) FROM booking", "0");
}
END_TEST

/* What a newer SQLite writes may look damaged to an older one. */
START_TEST(a_newer_one_that_cant_be_understood)
{
	free(old_ledger());
	sql_on(path, "PRAGMA user_version=99; PRAGMA writable_schema=ON;"
	       "UPDATE sqlite_master SET sql = 'CREATE TABLE booking OF THINGS"
	       " TO COME' WHERE type = 'table'");
	assert_left_alone("schema 99,");
}
END_TEST

START_TEST(a_schema_below_zero_is_damaged)
{
	ledger_t *l = NULL;

	free(old_ledger());
	sql_on(path, "PRAGMA user_version=-7");
	ck_assert_int_eq(ledger_open(path, &l, why, sizeof(why)),
			 LEDGER_DAMAGED);
}
END_TEST

START_TEST(there_is_a_step_to_every_schema)
{
	for (int i = 0; i < LEDGER_SCHEMA; i++)
		ck_assert_ptr_nonnull(ledger_schema_steps[i]);
}
END_TEST

/* Once from each older schema. */
static void from_each(TCase *t, const TTest *test)
{
	tcase_add_loop_test(t, test, OLDEST, LEDGER_SCHEMA);
}

int main(void)
{
	Suite *s = suite_create("ledger_schema");
	TCase *t = tcase_create("ledger_schema");

	test_seed();
	tcase_set_timeout(t, 300);
	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, there_is_a_step_to_every_schema);
	from_each(t, every_row_survives);
	from_each(t, migrated_or_new_it_is_the_same_table);
	tcase_add_test(t, a_new_one_has_no_copy);
	from_each(t, the_old_one_is_kept);
	tcase_add_test(t, older_copies_are_replaced);
	tcase_add_test(t, in_a_folder_with_quotes);
	from_each(t, of_a_killed_plugin);
	tcase_add_test(t, a_later_step_fails);
	tcase_add_test(t, many_steps_are_one);
	tcase_add_test(t, one_that_was_tinkered_with_is_left);
	from_each(t, one_write_fails);
	from_each(t, the_disk_gets_full);
	from_each(t, killed_at_every_write);
	from_each(t, killed_within_every_write);
	tcase_add_test(t, in_a_folder_that_may_not_be_written);
	tcase_add_test(t, a_file_that_may_not_be_written);
	tcase_add_test(t, no_copy_can_be_made);
	tcase_add_test(t, a_newer_one_is_left_untouched);
	tcase_add_test(t, of_a_newer_one_the_copy_is_named);
	tcase_add_test(t, a_newer_one_of_a_killed_plugin);
	tcase_add_test(t, a_newer_one_that_cant_be_understood);
	tcase_add_test(t, a_schema_below_zero_is_damaged);
	suite_add_tcase(s, t);
	return test_run(s);
}
