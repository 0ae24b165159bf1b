/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ledger_shifts_test.c - shifts are noted, together with the move */

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "plugin/ledger/ledger_private.h"
#include "plugin/ledger/ledger_shifts.h"
#include "test/unit/ledger_fixture.h"

#define NOW 1000000
#define DAY 86400

static void setup(void)
{
	ledger_setup();
	test_clock.at = NOW;
}

/* Move a booking. RET the shift for the ledger: valid until the next call */
static const ledger_shift_t *move(booking_t *b, time_t time, time_t start,
				  const char *nodes, const char *reason)
{
	static ledger_shift_t shift;
	static char old_nodes[64];

	shift = (ledger_shift_t) { .time = time, .old_start = b->start,
				   .start = start, .why = reason };
	b->end += start - b->start;
	b->start = start;
	if (nodes) {
		snprintf(old_nodes, sizeof(old_nodes), "%s", b->nodes);
		shift.old_nodes = old_nodes;
		shift.nodes = nodes;
		booking_set(&b->nodes, nodes);
	}
	return &shift;
}

/* --- what is found -------------------------------------------------------- */

typedef struct {
	char text[4096];
	int cnt;
} told_t;

static void tell(void *arg, const ledger_shift_t *s)
{
	told_t *t = arg;
	size_t len = strlen(t->text);

	t->cnt++;
	snprintf(t->text + len, sizeof(t->text) - len,
		 "%lld %s/%u %lld>%lld %s>%s %s\n", (long long) s->time, s->name,
		 s->resv_id, (long long) s->old_start, (long long) s->start,
		 s->old_nodes ? s->old_nodes : "-", s->nodes ? s->nodes : "-",
		 s->why);
}

static told_t told(ledger_t *l, const char *name)
{
	told_t t = { .cnt = 0 };

	ck_assert_msg(ledger_each_shift(l, name, tell, &t, why, sizeof(why)),
		      "%s", why);
	ck_assert_str_eq(why, "");
	return t;
}

static void assert_told(ledger_t *l, const char *name, const char *want)
{
	ck_assert_str_eq(told(l, name).text, want);
}

/* --- one ------------------------------------------------------------------ */

START_TEST(all_of_a_shift_is_there_again)
{
	ledger_t *l = opened();
	booking_t *b = booking("r");
	found_t f;

	put(l, b);
	assert_told(l, NULL, "");
	b->not_before = 3000;
	commit(l, ledger_put_shifted(l, b, move(b, NOW, 3000, "n[2-5]",
						"made room for r7")));
	l = reopened(l);
	assert_told(l, NULL,
		    "1000000 r/17 2000>3000 n[1-4]>n[2-5] made room for r7\n");
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

START_TEST(nodes_that_are_the_same_are_not_noted)
{
	ledger_t *l = opened();
	booking_t *b = booking("r");

	commit(l, ledger_put_shifted(l, b, move(b, NOW, 3000, NULL, "room")));
	commit(l, ledger_put_shifted(l, b, move(b, NOW + 1, 3001, "n[1-4]",
						"room")));
	commit(l, ledger_put_shifted(l, b, move(b, NOW + 2, 3001, "n[3-6]",
						"node down")));
	assert_told(l, NULL, "1000000 r/17 2000>3000 ->- room\n"
		    "1000001 r/17 3000>3001 ->- room\n"
		    "1000002 r/17 3001>3001 n[1-4]>n[3-6] node down\n");
	booking_destroy(b);
	ledger_close(l);
}
END_TEST

/* A booking that has lost all its nodes. */
START_TEST(no_nodes_are_nodes_too)
{
	ledger_t *l = opened();
	booking_t *b = booking("r");

	booking_set(&b->nodes, NULL);
	commit(l, ledger_put_shifted(l, b, &(ledger_shift_t) {
		.time = NOW, .old_start = 2000, .old_nodes = "n[1-4]",
		.why = "node down" }));
	/* neither start nor nodes changed: no note */
	commit(l, ledger_put_shifted(l, b, &(ledger_shift_t) {
		.time = NOW, .old_start = 2000, .old_nodes = "",
		.why = "none" }));
	assert_told(l, NULL, "1000000 r/17 2000>2000 n[1-4]> node down\n");
	booking_destroy(b);
	ledger_close(l);
}
END_TEST

START_TEST(by_time_and_of_one_name)
{
	ledger_t *l = opened();
	booking_t *r = booking("r"), *s = booking("s");

	commit(l, ledger_put_shifted(l, r, move(r, NOW + 2, 3000, NULL, "2")));
	commit(l, ledger_put_shifted(l, s, move(s, NOW + 1, 3000, NULL, "1")));
	commit(l, ledger_put_shifted(l, r, move(r, NOW + 2, 2500, NULL, "3")));
	assert_told(l, NULL, "1000001 s/17 2000>3000 ->- 1\n"
		    "1000002 r/17 2000>3000 ->- 2\n"
		    "1000002 r/17 3000>2500 ->- 3\n");
	assert_told(l, "s", "1000001 s/17 2000>3000 ->- 1\n");
	assert_told(l, "x", "");
	assert_told(l, "' OR 1 = 1; --", "");
	/* a deleted booking has a history, too */
	drop(l, "s");
	ck_assert_int_eq(told(l, "s").cnt, 1);
	booking_destroy(r);
	booking_destroy(s);
	ledger_close(l);
}
END_TEST

/* No I/O; the arguments are copied. */
START_TEST(queued_is_copied)
{
	ledger_t *l = opened();
	booking_t *b = booking("r");
	char reason[] = "room", nodes[] = "n[5-8]";
	ledger_op_t *op;

	op = ledger_put_shifted(l, b, &(ledger_shift_t) {
		.time = NOW, .old_start = 1, .old_nodes = nodes,
		.why = reason });
	memset(reason, 'x', 4);
	memset(nodes, 'x', 6);
	booking_destroy(b);
	assert_told(l, NULL, "");
	commit(l, op);
	assert_told(l, NULL, "1000000 r/17 1>2000 n[5-8]>n[1-4] room\n");
	ledger_close(l);
}
END_TEST

/* --- a plan --------------------------------------------------------------- */

/* r7 is booked, and three bookings make room for it. RET what to commit */
static ledger_op_t *plan(ledger_t *l)
{
	ledger_request_t *note = ledger_request_create("r7");
	booking_t *b = booking("r7"), *of[3];
	ledger_moved_t moved[3];
	ledger_op_t *op;

	note->id = 5;
	for (int i = 0; i < 3; i++) {
		of[i] = booking((const char *[]) { "a", "b", "c" }[i]);
		moved[i].booking = of[i];
		moved[i].shift = *move(of[i], NOW, 4000 + i, NULL,
				       "made room for r7");
	}
	op = ledger_put_plan(l, b, note, moved, 3);
	for (int i = 0; i < 3; i++)
		booking_destroy(of[i]);
	booking_destroy(b);
	return op;
}

static int count(ledger_t *l, const char *what)
{
	char *text = sqlite3_mprintf("SELECT count(*) FROM %s", what);
	char *answer = ask_db(l->db, text);
	int cnt = atoi(answer);

	free(answer);
	sqlite3_free(text);
	return cnt;
}

static void assert_plan(ledger_t *l, bool there_is)
{
	ck_assert_int_eq(count(l, "booking"), there_is ? 4 : 0);
	ck_assert_int_eq(count(l, "booking WHERE start > 3999"),
			 there_is ? 3 : 0);
	ck_assert_int_eq(count(l, "shift"), there_is ? 3 : 0);
	ck_assert_int_eq(count(l, "request"), there_is);
}

/*
 * The booking is stored with its last state; the first shift changed its window
 * only.
 */
START_TEST(one_that_was_moved_again)
{
	ledger_t *l = opened();
	booking_t *b = booking("r1");
	ledger_moved_t moved[3] = {
		{ .booking = b }, { .booking = b }, { .booking = b } };
	char nodes[64];

	snprintf(nodes, sizeof(nodes), "%s", b->nodes);
	moved[0].shift = *move(b, NOW, b->start, NULL, "first");
	moved[1].shift = *move(b, NOW, 3000, "n[5-8]", "second");
	moved[1].shift.old_nodes = nodes;
	moved[2].shift = *move(b, NOW, 2500, NULL, "third");
	commit(l, ledger_put_plan(l, NULL, NULL, moved, 3));
	l = reopened(l);
	assert_told(l, NULL, "1000000 r1/17 2000>3000 n[1-4]>n[5-8] second\n"
		    "1000000 r1/17 3000>2500 ->- third\n");
	ck_assert_int_eq(count(l, "booking WHERE start = 2500"), 1);
	booking_destroy(b);
	ledger_close(l);
}
END_TEST

START_TEST(a_plan_is_written)
{
	ledger_t *l = opened();

	commit(l, plan(l));
	l = reopened(l);
	assert_plan(l, true);
	assert_told(l, NULL, "1000000 a/17 2000>4000 ->- made room for r7\n"
		    "1000000 b/17 2000>4001 ->- made room for r7\n"
		    "1000000 c/17 2000>4002 ->- made room for r7\n");
	ledger_close(l);
}
END_TEST

START_TEST(a_plan_of_nothing)
{
	ledger_t *l = opened();

	commit(l, ledger_put_plan(l, NULL, NULL, NULL, 0));
	assert_plan(l, false);
	ledger_close(l);
}
END_TEST

/* The disk gets full at each place. */
START_TEST(all_or_none)
{
	int refused = 0;

	fault_vfs_install();
	for (int n = 1, failed = 1; failed; n++) {
		ledger_t *l = opened();
		ledger_op_t *op = plan(l);
		bool ok;

		fault_vfs_arm(FAULT_FULL, n);
		ok = ledger_commit(l, op, why, sizeof(why));
		failed = fault_vfs_failures();
		fault_vfs_disarm();
		assert_plan(l, ok);
		ck_assert(ok || failed);
		refused += !ok;
		ledger_close(l);
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
		"INSERT ON booking WHEN NEW.name = 'b'",
		"INSERT ON shift WHEN NEW.name = 'a'",
		"INSERT ON shift WHEN NEW.name = 'c'",
		"INSERT ON request",
	};

	ledger_close(opened());
	for (int i = 0; i < COUNT(broken); i++) {
		char *text = sqlite3_mprintf("CREATE TRIGGER broken BEFORE %s"
			" BEGIN SELECT RAISE(FAIL, 'broken'); END", broken[i]);
		ledger_t *l;

		sql_on(path, text);
		sqlite3_free(text);
		l = opened();
		ck_assert(!ledger_commit(l, plan(l), why, sizeof(why)));
		ck_assert_ptr_nonnull(strstr(why, "broken"));
		assert_plan(l, false);
		ledger_close(l);
		sql_on(path, "DROP TRIGGER broken");
	}
}
END_TEST

START_TEST(later_is_written_when_it_can_be)
{
	ledger_t *l;

	fault_vfs_install();
	l = opened();
	ledger_commit_later(l, plan(l));
	fault_vfs_arm(FAULT_FULL, 1);
	ck_assert(!ledger_retry(l, why, sizeof(why)));
	fault_vfs_disarm();
	assert_plan(l, false);
	ck_assert(ledger_retry(l, why, sizeof(why)));
	assert_plan(l, true);
	ledger_close(l);
}
END_TEST

static int plan_and_die(void)
{
	ledger_t *l = NULL;

	if ((ledger_open(path, &l, why, sizeof(why)) == LEDGER_OK) &&
	    ledger_commit(l, plan(l), why, sizeof(why)))
		return kill(getpid(), SIGKILL);
	return 1;
}

START_TEST(committed_survives_a_kill)
{
	ledger_t *l;

	ck_assert(WIFSIGNALED(in_child(plan_and_die)));
	l = opened();
	assert_plan(l, true);
	ledger_close(l);
}
END_TEST

/* --- for some days -------------------------------------------------------- */

START_TEST(kept_for_some_days)
{
	ledger_t *l = opened();
	booking_t *b = booking("r");

	commit(l, ledger_put_shifted(l, b, move(b, NOW, 3000, NULL, "room")));
	test_clock.ahead = LEDGER_KEEP_DAYS * DAY;
	l = reopened(l);
	ck_assert_int_eq(told(l, NULL).cnt, 1);
	test_clock.ahead++;
	l = reopened(l);
	ck_assert_int_eq(told(l, NULL).cnt, 0);
	assert_live(l, 1);
	booking_destroy(b);
	ledger_close(l);
}
END_TEST

/*
 * In a ledger that is open for years: more rows go than come, also with big
 * plans.
 */
START_TEST(old_ones_go_by_and_by)
{
	ledger_t *l = opened();

	l->purge_at = 1;
	for (int i = 0; i < 10; i++)
		commit(l, plan(l));
	ck_assert_int_eq(told(l, NULL).cnt, 30);
	test_clock.ahead = LEDGER_KEEP_DAYS * DAY + 1;
	/* at NOW they are old at once; 3 come, twice 1 + 3 go */
	for (int left = 25; left >= 0; left -= 5) {
		commit(l, plan(l));
		ck_assert_int_eq(told(l, NULL).cnt, left);
	}
	ledger_close(l);
}
END_TEST

START_TEST(no_more_rows_than_said)
{
	ledger_t *l = opened();
	booking_t *b = booking("r");

	l->purge_at = 1;
	for (int i = 0; i < 10; i++)
		commit(l, plan(l));
	sql(l->db, "UPDATE shift SET id = id + 199995 WHERE id > 20");
	ck_assert_int_eq(told(l, NULL).cnt, 30);
	/* the highest id is 200025: those up to 25 go, in small steps */
	commit(l, ledger_put(l, b));
	ck_assert_int_eq(told(l, NULL).cnt, 28);
	for (int i = 0; i < 20; i++)
		commit(l, ledger_put(l, b));
	ck_assert_int_eq(told(l, NULL).cnt, 10);
	booking_destroy(b);
	ledger_close(l);
}
END_TEST

START_TEST(what_cant_be_read_is_told)
{
	ledger_t *l = opened();
	told_t t = { .cnt = 0 };

	sql(l->db, "DROP TABLE shift");
	ck_assert(!ledger_each_shift(l, NULL, tell, &t, why, sizeof(why)));
	ck_assert_str_ne(why, "");
	ck_assert_int_eq(t.cnt, 0);
	ledger_close(l);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("ledger_shifts");
	TCase *tc = test_case(s, "ledger_shifts", 60);

	tcase_add_checked_fixture(tc, setup, ledger_teardown);
	tcase_add_test(tc, all_of_a_shift_is_there_again);
	tcase_add_test(tc, nodes_that_are_the_same_are_not_noted);
	tcase_add_test(tc, no_nodes_are_nodes_too);
	tcase_add_test(tc, by_time_and_of_one_name);
	tcase_add_test(tc, queued_is_copied);
	tcase_add_test(tc, a_plan_is_written);
	tcase_add_test(tc, one_that_was_moved_again);
	tcase_add_test(tc, a_plan_of_nothing);
	tcase_add_test(tc, all_or_none);
	tcase_add_test(tc, no_half_of_it);
	tcase_add_test(tc, later_is_written_when_it_can_be);
	tcase_add_test(tc, committed_survives_a_kill);
	tcase_add_test(tc, kept_for_some_days);
	tcase_add_test(tc, old_ones_go_by_and_by);
	tcase_add_test(tc, no_more_rows_than_said);
	tcase_add_test(tc, what_cant_be_read_is_told);
	return test_run(s);
}
