/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ledger_test.c - what is committed is there again, and nothing else */

#include <check.h>
#include <fcntl.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "plugin/ledger.h"
#include "plugin/ledger_row.h"
#include "test/fault_vfs.h"
#include "test/test_util.h"

static char dir[64];
static char path[96];
static char why[256];

/* How far the ledger's clock is ahead; its time() is this one. */
static time_t ahead;

extern time_t __real_time(time_t *t);
extern time_t __wrap_time(time_t *t);

time_t __wrap_time(time_t *t)
{
	time_t now = __real_time(NULL) + ahead;

	if (t)
		*t = now;
	return now;
}

static void setup(void)
{
	ahead = 0;
	snprintf(dir, sizeof(dir), "/tmp/garq-ledger-test.XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(dir));
	snprintf(path, sizeof(path), "%s/%s", dir, LEDGER_FILE);
}

static void teardown(void)
{
	static const char *const suffix[] = { "", "-wal", "-shm", "-journal" };
	char file[128];

	fault_vfs_disarm();
	for (size_t i = 0; i < sizeof(suffix) / sizeof(suffix[0]); i++) {
		snprintf(file, sizeof(file), "%s%s", path, suffix[i]);
		unlink(file);
	}
	rmdir(path);
	rmdir(dir);
}

static ledger_t *opened(void)
{
	ledger_t *l = NULL;

	ck_assert_int_eq(ledger_open(path, &l, why, sizeof(why)), LEDGER_OK);
	ck_assert_str_eq(why, "");
	return l;
}

static booking_t *booking(const char *name)
{
	booking_t *b = booking_create();

	ck_assert_ptr_nonnull(b);
	ck_assert(booking_set(&b->name, name));
	ck_assert(booking_set(&b->users, "ada,bob"));
	ck_assert(booking_set(&b->nodes, "n[1-4]"));
	ck_assert(booking_set(&b->partition, "main"));
	b->t_esr = 1000;
	b->t_lsr = 4600;
	b->start = 2000;
	b->end = 5600;
	b->num_cn = 4;
	b->flags = UINT64_C(0x8000000100008000);
	b->duration_min = 60;
	b->resv_id = 17;
	b->creator = 0;
	b->created = 900;
	return b;
}

static void put(ledger_t *l, booking_t *b)
{
	ledger_op_t *op = ledger_put(l, b);

	ck_assert_ptr_nonnull(op);
	ck_assert_msg(ledger_commit(l, op, why, sizeof(why)), "%s", why);
}

static void drop(ledger_t *l, const char *name)
{
	ledger_op_t *op = ledger_drop(l, name, "deleted");

	ck_assert_ptr_nonnull(op);
	ck_assert_msg(ledger_commit(l, op, why, sizeof(why)), "%s", why);
}

typedef struct {
	booking_t *list[64];
	int cnt;
} found_t;

static void keep(void *arg, booking_t *b)
{
	found_t *f = arg;

	ck_assert_int_lt(f->cnt, 64);
	f->list[f->cnt++] = b;
}

static found_t all(ledger_t *l)
{
	found_t f = { .cnt = 0 };

	ck_assert_msg(ledger_each(l, keep, &f, why, sizeof(why)), "%s", why);
	return f;
}

static void forget(found_t *f)
{
	for (int i = 0; i < f->cnt; i++)
		booking_destroy(f->list[i]);
}

/* By another program, while the ledger is closed. */
static sqlite3 *plain(void)
{
	sqlite3 *db = NULL;

	ck_assert_int_eq(sqlite3_open(path, &db), SQLITE_OK);
	/* It needs no shared memory then, which our faulty disk has not. */
	sqlite3_exec(db, "PRAGMA locking_mode=EXCLUSIVE", NULL, NULL, NULL);
	return db;
}

static void sql(const char *text)
{
	sqlite3 *db = plain();
	char *error = NULL;

	ck_assert_msg(sqlite3_exec(db, text, NULL, NULL, &error) == SQLITE_OK,
		      "%s: %s", text, error);
	sqlite3_close(db);
}

START_TEST(keeps_every_field)
{
	ledger_t *l = opened();
	booking_t *b = booking("r"), *x;
	found_t f;

	put(l, b);
	ledger_close(l);
	l = opened();
	f = all(l);
	ck_assert_int_eq(f.cnt, 1);
	x = f.list[0];
	ck_assert_str_eq(x->name, "r");
	ck_assert_str_eq(x->users, "ada,bob");
	ck_assert_str_eq(x->nodes, "n[1-4]");
	ck_assert_str_eq(x->partition, "main");
	ck_assert_ptr_null(x->asked_nodes);
	ck_assert_ptr_null(x->accounts);
	ck_assert_int_eq(x->t_esr, 1000);
	ck_assert_int_eq(x->t_lsr, 4600);
	ck_assert_int_eq(x->start, 2000);
	ck_assert_int_eq(x->end, 5600);
	ck_assert_uint_eq(x->num_cn, 4);
	ck_assert_uint_eq(x->flags, UINT64_C(0x8000000100008000));
	ck_assert_uint_eq(x->duration_min, 60);
	ck_assert_uint_eq(x->resv_id, 17);
	ck_assert_uint_eq(x->creator, 0);
	ck_assert_int_eq(x->created, 900);
	ck_assert(!x->parked);
	ck_assert_int_gt(x->changed, 1000000);
	forget(&f);
	booking_destroy(b);
	ledger_close(l);
}
END_TEST

/* In each a text of its own: none is left out, none takes another's place. */
static void set_texts(booking_t *b, const char *suffix)
{
	char text[32];

#define SET(field)							\
	do {								\
		snprintf(text, sizeof(text), #field "%s", suffix);	\
		ck_assert(booking_set(&b->field, text));		\
	} while (0)
	SET(asked_nodes);
	SET(partition);
	SET(features);
	SET(users);
	SET(groups);
	SET(accounts);
	SET(licenses);
	SET(comment);
	SET(allowed_parts);
	SET(qos);
	SET(nodes);
#undef SET
}

static void assert_texts(const booking_t *b, const booking_t *want)
{
#define SAME(field)							\
	do {								\
		ck_assert_str_eq(b->field, want->field);		\
		ck_assert_ptr_ne(b->field, want->field);		\
	} while (0)
	SAME(asked_nodes);
	SAME(partition);
	SAME(features);
	SAME(users);
	SAME(groups);
	SAME(accounts);
	SAME(licenses);
	SAME(comment);
	SAME(allowed_parts);
	SAME(qos);
	SAME(nodes);
#undef SAME
}

START_TEST(keeps_every_text)
{
	static const char *const suffix[] = { " as made", " as changed" };
	booking_t *b = booking("r"), *copy;

	for (int i = 0; i < 2; i++) {
		ledger_t *l = opened();
		found_t f;

		set_texts(b, suffix[i]);
		copy = booking_copy(b);
		ck_assert_ptr_nonnull(copy);
		assert_texts(copy, b);
		booking_destroy(copy);
		put(l, b);
		ledger_close(l);
		l = opened();
		f = all(l);
		ck_assert_int_eq(f.cnt, 1);
		assert_texts(f.list[0], b);
		forget(&f);
		ledger_close(l);
	}
	booking_destroy(b);
}
END_TEST

START_TEST(keeps_whether_it_is_parked)
{
	booking_t *b = booking("r"), *copy;

	for (int i = 0; i < 3; i++) {
		ledger_t *l = opened();
		found_t f;

		b->parked = (i != 1);
		copy = booking_copy(b);
		ck_assert_int_eq(copy->parked, b->parked);
		put(l, copy);
		booking_destroy(copy);
		ledger_close(l);
		l = opened();
		f = all(l);
		ck_assert_int_eq(f.cnt, 1);
		ck_assert_int_eq(f.list[0]->parked, b->parked);
		forget(&f);
		ledger_close(l);
	}
	booking_destroy(b);
}
END_TEST

START_TEST(put_again_changes_the_one_entry)
{
	ledger_t *l = opened();
	booking_t *b = booking("r");
	found_t f;

	put(l, b);
	b->end = 9999;
	ck_assert(booking_set(&b->users, NULL));
	put(l, b);
	f = all(l);
	ck_assert_int_eq(f.cnt, 1);
	ck_assert_int_eq(f.list[0]->end, 9999);
	ck_assert_ptr_null(f.list[0]->users);
	forget(&f);
	booking_destroy(b);
	ledger_close(l);
}
END_TEST

START_TEST(dropped_is_closed_and_its_name_free_again)
{
	ledger_t *l = opened();
	booking_t *b = booking("r");
	found_t f;

	put(l, b);
	drop(l, "r");
	f = all(l);
	ck_assert_int_eq(f.cnt, 0);
	ck_assert(ledger_was_closed(l, "r", 17, time(NULL) - 5));
	ck_assert(!ledger_was_closed(l, "r", 17, time(NULL) + 5));
	ck_assert(!ledger_was_closed(l, "r", 18, time(NULL) - 5));
	put(l, b);
	f = all(l);
	ck_assert_int_eq(f.cnt, 1);
	forget(&f);
	drop(l, "no such booking");
	booking_destroy(b);
	ledger_close(l);
}
END_TEST

START_TEST(committed_survives_a_kill)
{
	booking_t *b = booking("r");
	ledger_t *l;
	found_t f;
	pid_t pid = fork();

	ck_assert_int_ge(pid, 0);
	if (!pid) {
		l = NULL;
		if (ledger_open(path, &l, why, sizeof(why)) == LEDGER_OK) {
			ledger_op_t *op = ledger_put(l, b);
			if (ledger_commit(l, op, why, sizeof(why)))
				kill(getpid(), SIGKILL);
		}
		_exit(1);
	}
	ck_assert_int_eq(waitpid(pid, NULL, 0), pid);
	l = opened();
	f = all(l);
	ck_assert_int_eq(f.cnt, 1);
	forget(&f);
	booking_destroy(b);
	ledger_close(l);
}
END_TEST

START_TEST(later_is_written_at_close)
{
	ledger_t *l = opened();
	booking_t *b = booking("r");
	found_t f;

	ledger_commit_later(l, ledger_put(l, b));
	ledger_close(l);
	l = opened();
	f = all(l);
	ck_assert_int_eq(f.cnt, 1);
	forget(&f);
	booking_destroy(b);
	ledger_close(l);
}
END_TEST

/* Make every write fail, as a full disk does. */
static void break_writes(void)
{
	sql("CREATE TRIGGER broken BEFORE INSERT"
	    " ON booking BEGIN SELECT RAISE(FAIL, 'broken'); END;"
	    "CREATE TRIGGER broken2 BEFORE UPDATE ON booking"
	    " WHEN NEW.name = 'kept' BEGIN SELECT RAISE(FAIL, 'broken');"
	    " END;");
}

static void mend_writes(void)
{
	sql("DROP TRIGGER broken; DROP TRIGGER broken2");
}

START_TEST(failed_commit_leaves_nothing_behind)
{
	ledger_t *l = opened();
	booking_t *b = booking("r");
	ledger_op_t *op;
	found_t f;

	ledger_close(l);
	break_writes();
	l = opened();
	op = ledger_put(l, b);
	ck_assert(!ledger_commit(l, op, why, sizeof(why)));
	ck_assert_str_ne(why, "");
	f = all(l);
	ck_assert_int_eq(f.cnt, 0);
	ledger_close(l);
	mend_writes();
	l = opened();
	f = all(l);
	ck_assert_int_eq(f.cnt, 0);
	booking_destroy(b);
	ledger_close(l);
}
END_TEST

/* Regression: what is tried again must not overtake what was queued since. */
START_TEST(tried_again_in_the_order_of_queueing)
{
	ledger_t *l = opened();
	booking_t *b = booking("kept");
	found_t f;

	put(l, b);
	ledger_close(l);
	break_writes();
	l = opened();
	ledger_commit_later(l, ledger_drop(l, "kept", "deleted"));
	ck_assert(!ledger_retry(l, why, sizeof(why)));
	b->end = 7777;
	ledger_commit_later(l, ledger_put(l, b));
	ck_assert(!ledger_retry(l, why, sizeof(why)));
	ledger_close(l);
	mend_writes();
	l = opened();
	f = all(l);
	ck_assert_int_eq(f.cnt, 1);	/* as before: close could not write */
	forget(&f);
	ledger_commit_later(l, ledger_drop(l, "kept", "deleted"));
	ledger_commit_later(l, ledger_put(l, b));
	ck_assert(ledger_retry(l, why, sizeof(why)));
	f = all(l);
	ck_assert_int_eq(f.cnt, 1);
	ck_assert_int_eq(f.list[0]->end, 7777);
	forget(&f);
	booking_destroy(b);
	ledger_close(l);
}
END_TEST

/* Regression: it was forgotten, as somebody else had tried it meanwhile. */
START_TEST(later_is_written_if_it_has_failed_meanwhile)
{
	booking_t *b = booking("r");
	ledger_op_t *op, *other;
	ledger_t *l;
	found_t f;

	fault_vfs_install();
	l = opened();
	op = ledger_put(l, b);
	other = ledger_drop(l, "other", "deleted");
	fault_vfs_arm(FAULT_FULL, 1);
	ck_assert(!ledger_commit(l, other, why, sizeof(why)));
	ck_assert_int_gt(fault_vfs_failures(), 0);
	ledger_commit_later(l, op);
	ck_assert(!ledger_retry(l, why, sizeof(why)));
	ck_assert_str_ne(why, "");
	fault_vfs_disarm();
	ck_assert(ledger_retry(l, why, sizeof(why)));
	f = all(l);
	ck_assert_int_eq(f.cnt, 1);
	forget(&f);
	booking_destroy(b);
	ledger_close(l);
}
END_TEST

/* Regression: it was never freed (the sanitizers see it). */
START_TEST(later_is_freed_if_it_is_written_already)
{
	ledger_t *l = opened();
	booking_t *b = booking("r");
	ledger_op_t *op = ledger_put(l, b);

	drop(l, "other");
	ledger_commit_later(l, op);
	ck_assert(ledger_retry(l, why, sizeof(why)));
	booking_destroy(b);
	ledger_close(l);
}
END_TEST

/* --- giving all to Slurm -------------------------------------------------- */

/* p0..p9, of which those with an odd number are parked; one more is closed. */
static ledger_t *with_parked(void)
{
	ledger_t *l = opened();

	for (int i = -1; i < 10; i++) {
		char name[8];
		booking_t *b;

		snprintf(name, sizeof(name), "p%d", i);
		b = booking(name);
		b->parked = i % 2;
		put(l, b);
		if (i < 0)
			drop(l, name);
		booking_destroy(b);
	}
	ledger_close(l);
	sql("UPDATE booking SET changed = 1000");
	return opened();
}

static void assert_parked(ledger_t *l, int want_cnt, int want_parked)
{
	found_t f = all(l);
	int parked = 0;

	ck_assert_int_eq(f.cnt, want_cnt);
	for (int i = 0; i < f.cnt; i++)
		parked += f.list[i]->parked;
	ck_assert_int_eq(parked, want_parked);
	forget(&f);
}

START_TEST(all_native_leaves_none_parked)
{
	ledger_t *l = with_parked();
	booking_t *b = booking("queued");
	time_t before = time(NULL);
	found_t f;

	b->parked = true;
	ledger_commit_later(l, ledger_put(l, b));
	ledger_commit_later(l, ledger_drop(l, "p9", "deleted"));
	ck_assert_msg(ledger_all_native(l, why, sizeof(why)), "%s", why);
	ck_assert_str_eq(why, "");
	assert_parked(l, 10, 0);
	f = all(l);
	for (int i = 0; i < 9; i++) {	/* by name: p0..p8 */
		if (i % 2)
			ck_assert_int_ge(f.list[i]->changed, before);
		else
			ck_assert_int_eq(f.list[i]->changed, 1000);
	}
	forget(&f);
	/* That is no lasting state: the next one is parked as it says. */
	put(l, b);
	assert_parked(l, 10, 1);
	ledger_close(l);
	/* What is closed stays as it was. */
	sql("CREATE TABLE one (n CHECK (n = 1)); INSERT INTO one SELECT"
	    " count(*) FROM booking WHERE name = 'p-1' AND parked = 1");
	booking_destroy(b);
}
END_TEST

START_TEST(all_native_survives_a_kill)
{
	ledger_t *l;
	pid_t pid;

	ledger_close(with_parked());
	pid = fork();
	ck_assert_int_ge(pid, 0);
	if (!pid) {
		if ((ledger_open(path, &l, why, sizeof(why)) == LEDGER_OK) &&
		    ledger_all_native(l, why, sizeof(why)))
			kill(getpid(), SIGKILL);
		_exit(1);
	}
	ck_assert_int_eq(waitpid(pid, NULL, 0), pid);
	l = opened();
	assert_parked(l, 10, 0);
	ledger_close(l);
}
END_TEST

START_TEST(all_native_is_all_or_none)
{
	ledger_t *l = with_parked();

	ledger_close(l);
	sql("CREATE TRIGGER broken BEFORE UPDATE OF parked ON booking"
	    " WHEN NEW.name = 'p7' BEGIN SELECT RAISE(FAIL, 'broken'); END");
	l = opened();
	ck_assert(!ledger_all_native(l, why, sizeof(why)));
	ck_assert_ptr_nonnull(strstr(why, "broken"));
	assert_parked(l, 10, 5);
	drop(l, "p7");
	ck_assert(ledger_all_native(l, why, sizeof(why)));
	assert_parked(l, 9, 0);
	ledger_close(l);
}
END_TEST

/* Whatever fails, that of what is queued too, all are parked as they were. */
START_TEST(all_native_fails_at_every_write)
{
	ledger_t *l;
	booking_t *b = booking("r");
	bool ok;
	int n = 0;

	fault_vfs_install();
	l = with_parked();
	b->parked = true;
	do {
		b->end = 100 + n;	/* the same again is not written */
		ledger_commit_later(l, ledger_put(l, b));
		fault_vfs_arm(FAULT_ONE, ++n);
		ok = ledger_all_native(l, why, sizeof(why));
		fault_vfs_disarm();
		ck_assert_int_eq(ok, fault_vfs_failures() == 0);
		ck_assert_int_eq(ok, !why[0]);
		ck_assert(ledger_retry(l, why, sizeof(why)));
		assert_parked(l, 11, ok ? 0 : 6);
	} while (!ok);
	ck_assert_int_gt(n, 5);
	booking_destroy(b);
	ledger_close(l);
}
END_TEST

/* --- what was closed long ago --------------------------------------------- */

static void close_some(ledger_t *l, int cnt)
{
	for (int i = 0; i < cnt; i++) {
		booking_t *b = booking("old");

		b->resv_id = (uint32_t) i;
		put(l, b);
		drop(l, "old");
		booking_destroy(b);
	}
}

static int closed_cnt(ledger_t *l, int max)
{
	int cnt = 0;

	for (int i = 0; i < max; i++)
		cnt += ledger_was_closed(l, "old", (uint32_t) i, 0);
	return cnt;
}

START_TEST(closed_ones_are_kept_for_some_days)
{
	ledger_t *l = opened();
	booking_t *b = booking("r");

	put(l, b);
	close_some(l, 10);
	ledger_close(l);
	ahead = LEDGER_KEEP_DAYS * 86400 - 60;
	l = opened();
	ck_assert_int_eq(closed_cnt(l, 10), 10);
	ledger_close(l);
	ahead += 120;
	l = opened();
	ck_assert_int_eq(closed_cnt(l, 10), 0);
	assert_parked(l, 1, 0);
	ledger_close(l);
	booking_destroy(b);
}
END_TEST

typedef struct {
	int cnt;
	time_t last;
} told_t;

static void told(void *arg, booking_t *b, time_t closed, const char *why_closed)
{
	told_t *t = arg;

	ck_assert_str_eq(b->name, "old");
	ck_assert_uint_eq(b->resv_id, (uint32_t) t->cnt++);
	ck_assert_str_eq(b->users, "ada,bob");
	ck_assert_int_gt(closed, t->last);
	ck_assert_str_eq(why_closed, "deleted");
	t->last = closed;
	booking_destroy(b);
}

START_TEST(closed_ones_are_told_in_their_order)
{
	ledger_t *l = opened();
	booking_t *live = booking("r"), *b;
	told_t t = { .last = time(NULL) - 1 };

	put(l, live);
	for (int i = 0; i < 3; i++, ahead++) {
		b = booking("old");
		b->resv_id = (uint32_t) i;
		put(l, b);
		drop(l, "old");
		booking_destroy(b);
	}
	ck_assert(ledger_each_closed(l, told, &t, why, sizeof(why)));
	ck_assert_int_eq(t.cnt, 3);
	ledger_close(l);
	booking_destroy(live);
}
END_TEST

/* In one that is open for years, too; but no commit has to wait for it. */
START_TEST(closed_ones_go_by_and_by)
{
	ledger_t *l = opened();
	booking_t *b = booking("r");

	close_some(l, 10);
	ahead = LEDGER_KEEP_DAYS * 86400 - 60;
	put(l, b);
	ck_assert_int_eq(closed_cnt(l, 10), 10);
	ahead += 120;
	for (int left = 8; left >= 0; left -= 2) {
		put(l, b);
		ck_assert_int_eq(closed_cnt(l, 10), left);
	}
	assert_parked(l, 1, 0);
	ledger_close(l);
	booking_destroy(b);
}
END_TEST

/* --- in a big one --------------------------------------------------------- */

/* How many steps SQLite takes, and how many of them go from row to row. */
typedef struct {
	int steps, scanned, sorts;
} work_t;

static work_t work_of(sqlite3 *db, const char *text)
{
	static const char *const names[] = { "r1", "r3", "r5" };
	work_t w = { 0 };
	sqlite3_stmt *s;

	ck_assert_int_eq(sqlite3_prepare_v2(db, text, -1, &s, NULL), SQLITE_OK);
	for (int i = 0; i < 3; i++) {
		booking_t *b = booking(names[i]);

		if (text == ledger_row_put) {
			ledger_row_bind(s, b, 1000);
		} else if (text == ledger_row_purge) {
			sqlite3_bind_int64(s, 1, 500);
			sqlite3_bind_int64(s, 2, 2);
		} else {
			ledger_row_text(s, 1, names[i]);
			sqlite3_bind_int64(s, 2, 7);
			sqlite3_bind_int64(s, 3, 900);
			ledger_row_text(s, 4, "x");
		}
		while (sqlite3_step(s) == SQLITE_ROW)
			;
		ck_assert_int_eq(sqlite3_reset(s), SQLITE_OK);
		booking_destroy(b);
	}
	w.steps = sqlite3_stmt_status(s, SQLITE_STMTSTATUS_VM_STEP, 0);
	w.scanned = sqlite3_stmt_status(s, SQLITE_STMTSTATUS_FULLSCAN_STEP, 0);
	w.sorts = sqlite3_stmt_status(s, SQLITE_STMTSTATUS_SORT, 0);
	sqlite3_finalize(s);
	return w;
}

/* Each name is live once and closed once; ten are closed since long. */
static sqlite3 *of_size(int cnt)
{
	char text[512];

	ledger_close(opened());
	snprintf(text, sizeof(text), "WITH RECURSIVE n(i) AS (VALUES (0) UNION"
		 " ALL SELECT i + 1 FROM n WHERE i < %d) INSERT INTO booking"
		 " (name, t_esr, t_lsr, num_cn, flags, duration_min,"
		 " purge_comp_time, max_start_delay, start, \"end\", nodes,"
		 " resv_id, creator, created, changed, closed, why)"
		 " SELECT 'r' || (i / 2), 1, 1, 1, 0, 1, 0, 0, 1, 2, 'n1', 7, 0,"
		 " 1, 1, iif(i %% 2, iif(i < 20, 100, 1000), NULL), ''"
		 " FROM n", 2 * cnt - 1);
	sql(text);
	return plain();
}

/* What a request waits for must not depend on how many others there are. */
START_TEST(a_commit_costs_the_same_in_a_big_one)
{
	static const char *const texts[] = {
		ledger_row_put, ledger_row_was_closed, ledger_row_drop,
		ledger_row_purge,
	};
	work_t work[2][4];

	for (int big = 0; big < 2; big++) {
		sqlite3 *db = of_size(big ? 3000 : 30);

		for (int i = 0; i < 4; i++)
			work[big][i] = work_of(db, texts[i]);
		sqlite3_close(db);
		unlink(path);
	}
	for (int i = 0; i < 4; i++) {
		ck_assert_int_gt(work[1][i].steps, 10);
		ck_assert_int_le(work[1][i].steps, work[0][i].steps);
		ck_assert_int_eq(work[1][i].scanned, 0);
		ck_assert_int_eq(work[1][i].sorts, 0);
	}
}
END_TEST

#define THREADS 8
#define EACH 20

static ledger_t *shared;

static void *put_many(void *arg)
{
	char name[32], error[256];

	for (int i = 0; i < EACH; i++) {
		booking_t *b;
		ledger_op_t *op;

		snprintf(name, sizeof(name), "t%d.%d", *(int *) arg, i % 5);
		b = booking(name);
		op = ledger_put(shared, b);
		if (!op || !ledger_commit(shared, op, error, sizeof(error)))
			return "failed";
		booking_destroy(b);
	}
	return NULL;
}

START_TEST(many_threads_at_once)
{
	pthread_t thread[THREADS];
	int number[THREADS];
	void *result;
	found_t f;

	shared = opened();
	for (int i = 0; i < THREADS; i++) {
		number[i] = i;
		ck_assert_int_eq(pthread_create(&thread[i], NULL, put_many,
						&number[i]), 0);
	}
	for (int i = 0; i < THREADS; i++) {
		pthread_join(thread[i], &result);
		ck_assert_ptr_null(result);
	}
	f = all(shared);
	ck_assert_int_eq(f.cnt, THREADS * 5);
	forget(&f);
	ledger_close(shared);
}
END_TEST

static void write_file(const char *bytes, size_t len)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);

	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(write(fd, bytes, len), (ssize_t) len);
	close(fd);
}

START_TEST(garbage_is_damaged_and_left_alone)
{
	static const char garbage[] = "this is not a ledger, it is a text "
		"that is longer than the header of one would be: 0123456789"
		"0123456789012345678901234567890123456789";
	char back[sizeof(garbage)] = "";
	ledger_t *l = NULL;
	int fd;

	write_file(garbage, sizeof(garbage));
	ck_assert_int_eq(ledger_open(path, &l, why, sizeof(why)),
			 LEDGER_DAMAGED);
	ck_assert_ptr_null(l);
	ck_assert_str_ne(why, "");
	fd = open(path, O_RDONLY);
	ck_assert_int_eq(read(fd, back, sizeof(back)), sizeof(garbage));
	close(fd);
	ck_assert_mem_eq(back, garbage, sizeof(garbage));
}
END_TEST

START_TEST(a_torn_page_is_damaged)
{
	ledger_t *l = opened();
	char zero[512] = "";
	int fd;

	for (int i = 0; i < 50; i++) {
		char name[16];
		booking_t *b;

		snprintf(name, sizeof(name), "r%d", i);
		b = booking(name);
		put(l, b);
		booking_destroy(b);
	}
	ledger_close(l);
	l = NULL;
	fd = open(path, O_WRONLY);
	memset(zero, 0x5a, sizeof(zero));
	for (off_t at = 4096; at < 3 * 4096; at += sizeof(zero))
		ck_assert_int_eq(pwrite(fd, zero, sizeof(zero), at),
				 sizeof(zero));
	close(fd);
	ck_assert_int_eq(ledger_open(path, &l, why, sizeof(why)),
			 LEDGER_DAMAGED);
}
END_TEST

START_TEST(a_folder_is_unreadable)
{
	ledger_t *l = NULL;

	ck_assert_int_eq(mkdir(path, 0700), 0);
	ck_assert_int_eq(ledger_open(path, &l, why, sizeof(why)),
			 LEDGER_UNREADABLE);
}
END_TEST

START_TEST(two_writers_are_one_too_many)
{
	ledger_t *l = opened(), *second = NULL;

	ck_assert_int_eq(ledger_open(path, &second, why, sizeof(why)),
			 LEDGER_UNREADABLE);
	ck_assert_ptr_null(second);
	ledger_close(l);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("ledger");
	TCase *t = tcase_create("ledger");

	tcase_set_timeout(t, 60);
	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, keeps_every_field);
	tcase_add_test(t, keeps_every_text);
	tcase_add_test(t, keeps_whether_it_is_parked);
	tcase_add_test(t, put_again_changes_the_one_entry);
	tcase_add_test(t, dropped_is_closed_and_its_name_free_again);
	tcase_add_test(t, committed_survives_a_kill);
	tcase_add_test(t, later_is_written_at_close);
	tcase_add_test(t, failed_commit_leaves_nothing_behind);
	tcase_add_test(t, tried_again_in_the_order_of_queueing);
	tcase_add_test(t, later_is_written_if_it_has_failed_meanwhile);
	tcase_add_test(t, later_is_freed_if_it_is_written_already);
	tcase_add_test(t, all_native_leaves_none_parked);
	tcase_add_test(t, all_native_survives_a_kill);
	tcase_add_test(t, all_native_is_all_or_none);
	tcase_add_test(t, all_native_fails_at_every_write);
	tcase_add_test(t, closed_ones_are_kept_for_some_days);
	tcase_add_test(t, closed_ones_are_told_in_their_order);
	tcase_add_test(t, closed_ones_go_by_and_by);
	tcase_add_test(t, a_commit_costs_the_same_in_a_big_one);
	tcase_add_test(t, many_threads_at_once);
	tcase_add_test(t, garbage_is_damaged_and_left_alone);
	tcase_add_test(t, a_torn_page_is_damaged);
	tcase_add_test(t, a_folder_is_unreadable);
	tcase_add_test(t, two_writers_are_one_too_many);
	suite_add_tcase(s, t);
	return test_run(s);
}
