/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_ended_test.c - bookings that ended by a clock that was wrong
 */
#include <stdio.h>

#include "plugin/ledger/ledger_private.h"
#include "plugin/ledger/ledger_saved.h"
#include "test/unit/ledger_saved_fixture.h"

static void drop_as_ended(ledger_t *l, const char *name)
{
	commit(l, ledger_drop(l, name, "ended"));
}

static void end_it(ledger_t *l, booking_t *b)
{
	put(l, b);
	drop_as_ended(l, b->name);
}

/* A ledger_fn */
static void count_one(void *arg, booking_t *b)
{
	++*(int *) arg;
	booking_destroy(b);
}

static int ended_cnt(ledger_t *l, time_t now)
{
	int cnt = 0;

	ck_assert(ledger_each_ended(l, now, count_one, &cnt, why,
				    sizeof(why)));
	return cnt;
}

/* The writer reads them behind what was queued before, and tells once. */
START_TEST(those_that_ended_are_read_by_the_writer)
{
	booking_t *b = booking("r"), *other = booking("s");
	ledger_t *l = opened();
	ledger_ended_t ended;

	put(l, b);
	ledger_commit_later(l, ledger_drop(l, "r", "ended"));
	ledger_commit_later(l, ledger_ask_ended(l, b->end - 1));
	ck_assert(!ledger_take_ended(l, &ended));
	/* What a failed transaction has read may not be so. */
	ledger_commit_later(l, ledger_put(l, other));
	sql(l->db, "CREATE TRIGGER no BEFORE INSERT ON booking"
	    " WHEN new.name = 's' BEGIN SELECT raise(ABORT, 'no'); END");
	ck_assert(!ledger_retry(l, why, sizeof(why)));
	ck_assert(!ledger_take_ended(l, &ended));
	sql(l->db, "DROP TRIGGER no");
	ck_assert(ledger_retry(l, why, sizeof(why)));
	ck_assert(ledger_take_ended(l, &ended));
	ck_assert_uint_eq(ended.cnt, 1);
	ck_assert_str_eq(ended.list[0]->name, "r");
	ck_assert(!ended.partial);
	ledger_ended_free(&ended);
	ck_assert(!ledger_take_ended(l, &ended));
	commit(l, ledger_ask_ended(l, b->end));
	ck_assert(ledger_take_ended(l, &ended));
	ck_assert_uint_eq(ended.cnt, 0);
	ledger_ended_free(&ended);
	/* Nobody takes these. */
	commit(l, ledger_ask_ended(l, b->end - 1));
	ledger_close(l);
	booking_destroy(other);
	booking_destroy(b);
}
END_TEST

START_TEST(those_that_ended_are_told_if_they_have_not)
{
	booking_t *b = booking("r"), *other = booking("s");
	ledger_t *l = opened();

	end_it(l, b);
	put(l, other);
	drop(l, "s");	/* deleted, not ended */
	ck_assert_int_eq(ended_cnt(l, b->end), 0);
	ck_assert_int_eq(ended_cnt(l, b->end - 1), 1);
	b->created++;	/* another one of that name */
	put(l, b);
	ck_assert_int_eq(ended_cnt(l, b->end - 1), 0);
	drop(l, "r");
	ck_assert_int_eq(ended_cnt(l, b->end - 1), 0);
	ledger_close(l);
	booking_destroy(b);
	booking_destroy(other);
}
END_TEST

/* The disk was full when somebody asked for its name, by a clock that was ahead. */
START_TEST(one_that_ended_outlasts_a_create_that_was_refused)
{
	booking_t *b = booking("r"), *refused = booking("r");
	ledger_t *l = opened();

	end_it(l, b);
	refused->created++;
	commit(l, ledger_revoke(l, refused, LEDGER_WHY_NOT_CREATED));
	ck_assert_int_eq(ended_cnt(l, b->end - 1), 1);
	commit(l, ledger_reopen(l, b));
	assert_live(l, 1);
	ledger_close(l);
	booking_destroy(b);
	booking_destroy(refused);
}
END_TEST

START_TEST(one_that_had_not_ended_is_live_again)
{
	booking_t *b = booking("r"), *is;
	ledger_t *l = with_seen(b);

	b->end += 10;
	end_it(l, b);
	assert_live(l, 0);
	b->parked = true;
	commit(l, ledger_reopen(l, b));
	is = row(l);
	ck_assert(is->parked && !is->seen);
	ck_assert_int_eq(is->end, b->end);
	booking_destroy(is);
	ck_assert_int_eq(ended_cnt(l, 0), 0);
	l = reopened(l);
	assert_live(l, 1);
	ledger_close(l);
	assert_says(path, "SELECT count(*) FROM booking", "1");
	booking_destroy(b);
}
END_TEST

/* The name is another booking's by now. */
START_TEST(one_whose_name_is_taken_stays_closed)
{
	booking_t *b = booking("r"), *other = booking("r");
	ledger_t *l = opened();
	ledger_op_t *op;

	end_it(l, b);
	other->created++;
	put(l, other);
	op = ledger_reopen(l, b);
	ck_assert(!ledger_commit(l, op, why, sizeof(why)));
	assert_live(l, 1);
	ledger_close(l);
	assert_says(path, "SELECT count(*) FROM booking WHERE ended", "1");
	booking_destroy(b);
	booking_destroy(other);
}
END_TEST

/* So many more rows, made and closed after all that are there. */
static void close_more(int cnt, int ended)
{
	char text[800];

	snprintf(text, sizeof(text), "WITH RECURSIVE n(i) AS (VALUES (1) UNION"
		 " ALL SELECT i + 1 FROM n WHERE i < %d) INSERT INTO booking"
		 " (name, t_esr, t_lsr, num_cn, flags, duration_min,"
		 " purge_comp_time, max_start_delay, start, \"end\", nodes,"
		 " resv_id, creator, created, changed, closed, why, ended,"
		 " serial) SELECT 'r' || (i + m), 1, 1, 1, 0, 1, 0, 0, 1, 2,"
		 " 'n1', i, 7, 1, 1, 1, 'ended', %d, s + i FROM n, (SELECT"
		 " max(id) AS m, max(serial) AS s FROM booking)", cnt, ended);
	sql_on(path, text);
}

static void end_more(int cnt)
{
	close_more(cnt, 1);
}

/* Years by the clock do not suffice: it may be wrong. */
START_TEST(those_that_ended_are_not_purged_by_time_alone)
{
	booking_t *b = booking("r");
	ledger_t *l = opened();

	end_it(l, b);
	ledger_close(l);
	test_clock.ahead = 10 * 365 * 86400;
	l = opened();
	ck_assert_int_eq(ended_cnt(l, 0), 1);
	ledger_close(l);
	end_more(LEDGER_KEEP_ENDED - 1);
	l = opened();
	ck_assert_int_eq(ended_cnt(l, 0), LEDGER_KEEP_ENDED);
	ledger_close(l);
	end_more(1);
	l = opened();
	ck_assert_int_eq(ended_cnt(l, 0), LEDGER_KEEP_ENDED);
	ledger_close(l);
	booking_destroy(b);
}
END_TEST

/*
 * A clock that is ahead ends a booking that was made long before all others, and is
 * set ahead once more before it is put back.
 */
START_TEST(one_that_ended_last_stays_however_old)
{
	booking_t *b = booking("r");
	ledger_t *l = opened();

	put(l, b);
	ledger_close(l);
	close_more(LEDGER_KEEP_ENDED + 1, 1);
	test_clock.ahead = 365 * 86400;
	l = opened();
	drop_as_ended(l, "r");
	ledger_close(l);
	test_clock.ahead *= 2;
	purge_old();
	l = opened();
	ck_assert_int_eq(ended_cnt(l, b->end - 1), 1);
	ledger_close(l);
	booking_destroy(b);
}
END_TEST

/* A deleted booking keeps its row while an earlier row of its name tells of an ended booking. */
START_TEST(those_that_ended_do_not_come_back_for_those_that_were_deleted)
{
	booking_t *b = booking("r"), *other = booking("r");
	ledger_t *l = opened();

	end_it(l, b);
	other->created++;
	put(l, other);
	drop(l, "r");
	ledger_close(l);
	test_clock.ahead = (LEDGER_CLOSED_DAYS + 1) * 86400;
	purge_old();
	test_clock.ahead = 0;
	l = opened();
	ck_assert_int_eq(ended_cnt(l, 0), 0);
	ledger_close(l);
	assert_says(path, "SELECT count(*) FROM booking", "2");
	booking_destroy(b);
	booking_destroy(other);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("ledger_ended");
	TCase *tc = test_case(s, "ended", 60);

	tcase_add_checked_fixture(tc, ledger_setup, ledger_teardown);
	tcase_add_test(tc, those_that_ended_are_read_by_the_writer);
	tcase_add_test(tc, those_that_ended_are_told_if_they_have_not);
	tcase_add_test(tc, one_that_ended_outlasts_a_create_that_was_refused);
	tcase_add_test(tc, one_that_had_not_ended_is_live_again);
	tcase_add_test(tc, one_whose_name_is_taken_stays_closed);
	tcase_add_test(tc, those_that_ended_are_not_purged_by_time_alone);
	tcase_add_test(tc, one_that_ended_last_stays_however_old);
	tcase_add_test(tc,
		       those_that_ended_do_not_come_back_for_those_that_were_deleted);
	return test_run(s);
}
