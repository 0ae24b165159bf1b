/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_events_file_test.c - events are as durable as what they tell, and are
 * kept for some time
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/param.h>
#include <sys/wait.h>
#include <unistd.h>

#include "plugin/ledger/ledger_private.h"
#include "test/unit/ledger_events_fixture.h"

#define DAY 86400

START_TEST(all_of_an_event_is_there_again)
{
	ledger_t *l = opened();
	booking_t *b = booking("r");
	found_t f;

	put(l, b);
	place(b, 3000, 6600, "n[2-5]");
	b->not_before = 3000;
	put_moved(l, b, "made room for r7");
	l = reopened(l);
	assert_told(l, "1000000 r create/0 - " PLACE
		    "999991 r moved made room for r7 2000-5600 n[1-4] >"
		    " 3000-6600 n[2-5]\n");
	ck_assert_int_eq(count_rows(l, "event WHERE users = 'ada,bob' AND owner = 0"
				  " AND resv_id = 17"), 2);
	f = found_all(l);
	ck_assert_int_eq(f.cnt, 1);
	ck_assert_int_eq(f.list[0]->start, 3000);
	ck_assert_int_eq(f.list[0]->end, 6600);
	ck_assert_int_eq(f.list[0]->not_before, 3000);
	ck_assert_str_eq(f.list[0]->nodes, "n[2-5]");
	found_free(&f);
	booking_destroy(b);
	ledger_close(l);
}
END_TEST

/* No I/O; the arguments are copied. */
START_TEST(queued_is_copied)
{
	ledger_t *l = opened();
	booking_t *b = booking("r");
	char reason[] = "room", note[] = "degraded";
	ledger_moved_t m = moved_of(b, reason);
	ledger_op_t *made = ledger_put(l, b), *op, *gone;

	m.note = note;
	op = ledger_put_moved(l, &m);
	gone = ledger_revoke_by(l, b, 7, reason);
	memset(reason, 'x', 4);
	memset(note, 'x', 8);
	booking_destroy(b);
	assert_told(l, "");
	commit(l, made);
	commit(l, op);
	commit(l, gone);
	assert_told(l, "1000000 r create/0 - " PLACE
		    "999991 r degraded room 2000-5600 - > 2000-5600 -\n"
		    "1000000 r closed/7 room 2000-5600 n[1-4] > 0-0 -\n");
	ledger_close(l);
}
END_TEST

/* --- a plan --------------------------------------------------------------- */

/* r7 is booked, and three bookings make room for it. RET what to commit */
static ledger_op_t *plan(ledger_t *to)
{
	booking_t *b = booking("r7"), *of[3];
	ledger_moved_t m[3];
	ledger_op_t *op;

	for (int i = 0; i < 3; i++) {
		of[i] = booking((const char *[]) { "a", "b", "c" }[i]);
		place(of[i], 4000 + i, 7600 + i, NULL);
		m[i] = moved_of(of[i], "made room for r7");
	}
	op = ledger_put_plan(to, b, note_of("create", 7), m, 3);
	for (int i = 0; i < 3; i++)
		booking_destroy(of[i]);
	booking_destroy(b);
	return op;
}

/* What the plan moves. */
static ledger_t *opened_for_plan(void)
{
	ledger_t *to = opened();

	for (int i = 0; i < 3; i++) {
		booking_t *b = booking((const char *[]) { "a", "b", "c" }[i]);

		put(to, b);
		booking_destroy(b);
	}
	return to;
}

static void assert_plan(ledger_t *of, bool there_is)
{
	ck_assert_int_eq(count_rows(of, "booking"), there_is ? 4 : 3);
	ck_assert_int_eq(count_rows(of, "booking WHERE start > 3999"),
			 there_is ? 3 : 0);
	ck_assert_int_eq(count_rows(of, "event"), there_is ? 7 : 3);
	ck_assert_int_eq(count_rows(of, "event WHERE verb = 'moved'"),
			 there_is ? 3 : 0);
	ck_assert_int_eq(count_rows(of, "request"), there_is);
}

START_TEST(a_plan_is_written)
{
	ledger_t *of = opened_for_plan();

	forget(of);
	commit(of, plan(of));
	assert_told(of, "999995 r7 create/7 - " PLACE
		    "999991 a moved/7 made room for r7 2000-5600 - > 4000-7600 -\n"
		    "999991 b moved/7 made room for r7 2000-5600 - > 4001-7601 -\n"
		    "999991 c moved/7 made room for r7 2000-5600 - > 4002-7602 -\n");
	ledger_close(of);
}
END_TEST

START_TEST(a_plan_of_nothing)
{
	ledger_t *of = opened_for_plan();

	commit(of, ledger_put_plan(of, NULL, NULL, NULL, 0));
	assert_plan(of, false);
	ledger_close(of);
}
END_TEST

/* The disk gets full at each place. */
START_TEST(all_or_none)
{
	int refused = 0;

	fault_vfs_install();
	for (int n = 1, failed = 1; failed; n++) {
		ledger_t *of = opened_for_plan();
		ledger_op_t *op = plan(of);
		bool ok;

		fault_vfs_arm(FAULT_FULL, n);
		ok = ledger_commit(of, op, why, sizeof(why));
		failed = fault_vfs_failures();
		fault_vfs_disarm();
		assert_plan(of, ok);
		ck_assert(ok || failed);
		refused += !ok;
		ledger_close(of);
		empty_dir();
	}
	ck_assert_int_gt(refused, 2);
}
END_TEST

/* Each write of a row fails, also the last one. */
START_TEST(no_half_of_it)
{
	static const char *const broken[] = {
		"INSERT ON booking WHEN NEW.name = 'r7'",
		"UPDATE ON booking WHEN NEW.name = 'b'",
		"INSERT ON event WHEN NEW.name = 'r7'",
		"INSERT ON event WHEN NEW.name = 'a'",
		"INSERT ON event WHEN NEW.name = 'c'",
		"INSERT ON request",
	};

	ledger_close(opened_for_plan());
	for (int i = 0; i < (int) (sizeof(broken) / sizeof(broken[0])); i++) {
		char *text = sqlite3_mprintf("CREATE TRIGGER broken BEFORE %s"
			" BEGIN SELECT RAISE(FAIL, 'broken'); END", broken[i]);
		ledger_t *of;

		sql_on(path, text);
		sqlite3_free(text);
		of = opened();
		ck_assert(!ledger_commit(of, plan(of), why, sizeof(why)));
		ck_assert_ptr_nonnull(strstr(why, "broken"));
		assert_plan(of, false);
		ledger_close(of);
		sql_on(path, "DROP TRIGGER broken");
	}
}
END_TEST

START_TEST(later_is_written_when_it_can_be)
{
	ledger_t *of;

	fault_vfs_install();
	of = opened_for_plan();
	ledger_commit_later(of, plan(of));
	fault_vfs_arm(FAULT_FULL, 1);
	ck_assert(!ledger_retry(of, why, sizeof(why)));
	fault_vfs_disarm();
	assert_plan(of, false);
	ck_assert(ledger_retry(of, why, sizeof(why)));
	assert_plan(of, true);
	ledger_close(of);
}
END_TEST

static int plan_and_die(void)
{
	ledger_t *of = NULL;

	if ((ledger_open(path, &of, why, sizeof(why)) == LEDGER_OK) &&
	    ledger_commit(of, plan(of), why, sizeof(why)))
		return kill(getpid(), SIGKILL);
	return 1;
}

START_TEST(committed_survives_a_kill)
{
	ledger_t *of;

	ledger_close(opened_for_plan());
	ck_assert(WIFSIGNALED(in_child(plan_and_die)));
	of = opened();
	assert_plan(of, true);
	ledger_close(of);
}
END_TEST

/* --- for some days -------------------------------------------------------- */

START_TEST(kept_for_some_days)
{
	ledger_t *l = opened();
	booking_t *b = booking("r");

	put(l, b);
	booking_set(&b->name, "s");
	put(l, b);
	test_clock.ahead = LEDGER_KEEP_DAYS * DAY;
	l = reopened(l);
	ck_assert_int_eq(count_rows(l, "event"), 2);
	test_clock.ahead++;
	l = reopened(l);
	ck_assert_int_eq(count_rows(l, "event WHERE name = 's'"), 1);
	ck_assert_int_eq(count_rows(l, "event"), 1);
	assert_live(l, 2);
	booking_destroy(b);
	ledger_close(l);
}
END_TEST

/* The places of a plan differ each time. RET what to commit */
static ledger_op_t *plan_again(ledger_t *l)
{
	static int turn;
	booking_t *of[3];
	ledger_moved_t m[3];
	ledger_op_t *op;

	turn++;
	for (int i = 0; i < 3; i++) {
		of[i] = booking((const char *[]) { "a", "b", "c" }[i]);
		place(of[i], 4000 + turn, 7600 + turn, NULL);
		m[i] = moved_of(of[i], "room");
	}
	op = ledger_put_plan(l, NULL, NULL, m, 3);
	for (int i = 0; i < 3; i++)
		booking_destroy(of[i]);
	return op;
}

/*
 * In a ledger that is open for years: more rows go than come, also with big
 * plans.
 */
START_TEST(old_ones_go_by_and_by)
{
	ledger_t *l = opened_for_plan();

	l->purge_at = 1;
	forget(l);
	for (int i = 0; i < 10; i++)
		commit(l, plan_again(l));
	ck_assert_int_eq(count_rows(l, "event"), 30);
	test_clock.ahead = LEDGER_KEEP_DAYS * DAY + 1;
	/* at NOW they are old at once; 3 come, twice 1 + 3 go, but the last */
	for (int left = 25; left >= 0; left -= 5) {
		commit(l, plan_again(l));
		ck_assert_int_eq(count_rows(l, "event"), MAX(left, 1));
	}
	ledger_close(l);
}
END_TEST

START_TEST(no_more_rows_than_said)
{
	ledger_t *l = opened_for_plan();
	booking_t *b = booking("a");

	l->purge_at = 1;
	forget(l);
	for (int i = 0; i < 10; i++)
		commit(l, plan_again(l));
	place(b, 1, 2, NULL);
	put(l, b);
	/* ids of migrated events have gaps */
	sql(l->db, "UPDATE event SET id = id * 3 + 1000");
	sql(l->db, "INSERT INTO event (time, name, resv_id, verb)"
	    " WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n"
	    " WHERE i < 199994) SELECT strftime('%s', 'now'), 'many', 1, 'moved'"
	    " FROM n");
	ck_assert_int_eq(count_rows(l, "event"), 200025);
	/* the first 25 go, in small steps, by puts that change nothing */
	put(l, b);
	ck_assert_int_eq(count_rows(l, "event"), 200023);
	for (int i = 0; i < 20; i++)
		put(l, b);
	ck_assert_int_eq(count_rows(l, "event"), 200000);
	ck_assert_int_eq(count_rows(l, "event WHERE name = 'many'"), 199994);
	booking_destroy(b);
	ledger_close(l);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("ledger_events_file");
	TCase *tc = test_case(s, "ledger_events_file", 60);

	tcase_add_checked_fixture(tc, events_setup, ledger_teardown);
	tcase_add_test(tc, all_of_an_event_is_there_again);
	tcase_add_test(tc, queued_is_copied);
	tcase_add_test(tc, a_plan_is_written);
	tcase_add_test(tc, a_plan_of_nothing);
	tcase_add_test(tc, all_or_none);
	tcase_add_test(tc, no_half_of_it);
	tcase_add_test(tc, later_is_written_when_it_can_be);
	tcase_add_test(tc, committed_survives_a_kill);
	tcase_add_test(tc, kept_for_some_days);
	tcase_add_test(tc, old_ones_go_by_and_by);
	tcase_add_test(tc, no_more_rows_than_said);
	return test_run(s);
}
