/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_test.c - committed bookings are found again, and nothing else; also in
 * a big ledger, and with many threads.
 */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "plugin/ledger/ledger_row.h"
#include "test/unit/ledger_fixture.h"

START_TEST(keeps_every_field)
{
	ledger_t *l = opened();
	booking_t *b = booking("r"), *x;
	found_t f;

	b->hold_until = 1400;
	b->hold_ttl = 120;
	b->least_cn = 2;
	b->least_minutes = 30;
	b->most_cn = 8;
	b->most_minutes = 90;
	b->switches = 3;
	b->tight = true;
	put(l, b);
	l = reopened(l);
	f = found_all(l);
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
	ck_assert_int_eq(x->not_before, 1500);
	ck_assert_int_eq(x->hold_until, 1400);
	ck_assert_uint_eq(x->hold_ttl, 120);
	ck_assert_uint_eq(x->least_cn, 2);
	ck_assert_uint_eq(x->least_minutes, 30);
	ck_assert_uint_eq(x->most_cn, 8);
	ck_assert_uint_eq(x->most_minutes, 90);
	ck_assert_uint_eq(x->switches, 3);
	ck_assert(x->tight);
	ck_assert_ptr_null(x->held);
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
	found_free(&f);
	booking_destroy(b);
	ledger_close(l);
}
END_TEST

/* Set each text to a value of its own: a missing or swapped column shows. */
static void set_texts(booking_t *b, const char *suffix)
{
	char text[32];

#define SET(field)							\
	do {								\
		snprintf(text, sizeof(text), #field "%s", suffix);	\
		booking_set(&b->field, text);				\
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
	SET(held);
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
	SAME(held);
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
		assert_texts(copy, b);
		booking_destroy(copy);
		put(l, b);
		l = reopened(l);
		f = found_all(l);
		ck_assert_int_eq(f.cnt, 1);
		assert_texts(f.list[0], b);
		found_free(&f);
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
		l = reopened(l);
		f = found_all(l);
		ck_assert_int_eq(f.cnt, 1);
		ck_assert_int_eq(f.list[0]->parked, b->parked);
		found_free(&f);
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
	b->not_before = 1600;
	b->hold_until = 0;
	b->hold_ttl = 90;
	booking_set(&b->users, NULL);
	put(l, b);
	f = found_all(l);
	ck_assert_int_eq(f.cnt, 1);
	ck_assert_int_eq(f.list[0]->end, 9999);
	ck_assert_int_eq(f.list[0]->not_before, 1600);
	ck_assert_int_eq(f.list[0]->hold_until, 0);
	ck_assert_uint_eq(f.list[0]->hold_ttl, 90);
	ck_assert_ptr_null(f.list[0]->users);
	found_free(&f);
	booking_destroy(b);
	ledger_close(l);
}
END_TEST

/* A ledger_match_fn */
static bool ends_at(void *arg, const booking_t *b)
{
	return b->end == *(const time_t *) arg;
}

START_TEST(dropped_is_closed_and_its_name_free_again)
{
	ledger_t *l = opened();
	booking_t *b = booking("r");

	put(l, b);
	drop(l, "r");
	assert_live(l, 0);
	ck_assert(ledger_was_closed(l, "r", 17, ends_at, &b->end));
	ck_assert(!ledger_was_closed(l, "r", 17, ends_at, &b->start));
	ck_assert(!ledger_was_closed(l, "r", 18, ends_at, &b->end));
	put(l, b);
	assert_live(l, 1);
	drop(l, "no such booking");
	booking_destroy(b);
	ledger_close(l);
}
END_TEST

static int put_and_die(void)
{
	ledger_t *l = NULL;

	if ((ledger_open(path, &l, why, sizeof(why)) == LEDGER_OK) &&
	    ledger_commit(l, ledger_put(l, booking("r")), why, sizeof(why)))
		return kill(getpid(), SIGKILL);
	return 1;
}

START_TEST(committed_survives_a_kill)
{
	ledger_t *l;

	ck_assert(WIFSIGNALED(in_child(put_and_die)));
	l = opened();
	assert_live(l, 1);
	ledger_close(l);
}
END_TEST

START_TEST(later_is_written_at_close)
{
	ledger_t *l = opened();
	booking_t *b = booking("r");

	ledger_commit_later(l, ledger_put(l, b));
	l = reopened(l);
	assert_live(l, 1);
	booking_destroy(b);
	ledger_close(l);
}
END_TEST

/* --- in a big one --------------------------------------------------------- */

/* SQLite's steps, and how many of them scan rows. */
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
			b->changed = 1000;
			ledger_row_bind(s, b, 1, true, false);
		} else if ((text == ledger_row_purge) ||
			   (text == ledger_row_purge_ended)) {
			sqlite3_bind_int64(s, 1, 500);
			sqlite3_bind_int64(s, 2, 2);
			sqlite3_bind_int64(s, 3, 1);
			sqlite3_bind_int64(s, 4, 1);
		} else {
			sqlite3_bind_text(s, 1, names[i], -1, NULL);
			sqlite3_bind_int64(s, 2, 7);
			sqlite3_bind_int64(s, 3, 900);
			sqlite3_bind_text(s, 4, "x", -1, NULL);
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

/* Each name is live once and closed once; ten were closed long ago. */
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
		 " FROM n; UPDATE booking SET ended = closed AND id %% 4 = 0",
		 2 * cnt - 1);
	sql_on(path, text);
	return plain(path);
}

/* The cost of a commit must not depend on the number of bookings. */
START_TEST(a_commit_costs_the_same_in_a_big_one)
{
	static const char *const texts[] = {
		ledger_row_put, ledger_row_one, ledger_row_closed_of,
		ledger_row_drop, ledger_row_reopen, ledger_row_purge,
		ledger_row_purge_ended,
	};
	enum { CNT = sizeof(texts) / sizeof(texts[0]) };
	work_t work[2][CNT];

	for (int big = 0; big < 2; big++) {
		sqlite3 *db = of_size(big ? 3000 : 30);

		for (int i = 0; i < CNT; i++)
			work[big][i] = work_of(db, texts[i]);
		sqlite3_close(db);
		unlink(path);
	}
	for (int i = 0; i < CNT; i++) {
		ck_assert_int_gt(work[1][i].steps, 10);
		ck_assert_int_le(work[1][i].steps, work[0][i].steps);
		ck_assert_int_eq(work[1][i].scanned, 0);
		ck_assert_int_eq(work[1][i].sorts, 0);
	}
}
END_TEST

/* --- by many at once ------------------------------------------------------ */

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
		if (!ledger_commit(shared, op, error, sizeof(error)))
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
	assert_live(shared, THREADS * 5);
	ledger_close(shared);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("ledger");
	TCase *tc = test_case(s, "ledger", 60);

	tcase_add_checked_fixture(tc, ledger_setup, ledger_teardown);
	tcase_add_test(tc, keeps_every_field);
	tcase_add_test(tc, keeps_every_text);
	tcase_add_test(tc, keeps_whether_it_is_parked);
	tcase_add_test(tc, put_again_changes_the_one_entry);
	tcase_add_test(tc, dropped_is_closed_and_its_name_free_again);
	tcase_add_test(tc, committed_survives_a_kill);
	tcase_add_test(tc, later_is_written_at_close);
	tcase_add_test(tc, a_commit_costs_the_same_in_a_big_one);
	tcase_add_test(tc, many_threads_at_once);
	return test_run(s);
}
