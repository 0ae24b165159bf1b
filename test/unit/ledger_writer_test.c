/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_writer_test.c - a disk that does not answer holds up the writer alone
 *
 * The disk hangs until it is told to go on, and the clock that measures
 * patience can be put forward: no test depends on how fast it runs. A thread
 * that waits although it must not, waits for longer than the test may take.
 */
#include <pthread.h>
#include <string.h>
#include <time.h>

#include "test/unit/ledger_fixture.h"

#define LONG 100000U		/* seconds: longer than any test may take */
#define SHORT 1U
#define MANY 16U

static time_t ahead;		/* of CLOCK_MONOTONIC */

extern int __real_clock_gettime(clockid_t clock, struct timespec *ret);
extern int __wrap_clock_gettime(clockid_t clock, struct timespec *ret);

extern int __wrap_clock_gettime(clockid_t clock, struct timespec *ret)
{
	int rc = __real_clock_gettime(clock, ret);

	if (clock == CLOCK_MONOTONIC)
		ret->tv_sec += ahead;
	return rc;
}

static void setup(void)
{
	ahead = 0;
	ledger_setup();
}

static ledger_t *with_writer(uint32_t patience, uint32_t waiting_max)
{
	ledger_t *l;

	fault_vfs_install();
	l = opened();
	ck_assert(ledger_start_writer(l, patience, waiting_max));
	return l;
}

static ledger_op_t *op_put(ledger_t *l, const char *name)
{
	booking_t *b = booking(name);
	ledger_op_t *op = ledger_put(l, b);

	booking_destroy(b);
	return op;
}

static bool commit_put(ledger_t *l, const char *name)
{
	return ledger_commit(l, op_put(l, name), why, sizeof(why));
}

/* Have the disk hang while the writer writes an operation that is kept. */
static void hang_with(ledger_t *l, const char *name)
{
	fault_vfs_hang(true);
	ledger_commit_later(l, op_put(l, name));
	ledger_wake_writer(l);
	fault_vfs_wait_hung();
}

/* Let the disk go on, and wait until the writer is through. */
static void let_go(ledger_t *l)
{
	fault_vfs_hang(false);
	while (!ledger_answers(l, why, sizeof(why)))
		;
}

static void assert_no_answer(void)
{
	ck_assert_msg(strstr(why, "has not answered for") != NULL, "%s", why);
}

/* --- a disk that answers --- */

START_TEST(writes_what_is_committed)
{
	ledger_t *l = with_writer(LONG, MANY);

	ck_assert_msg(commit_put(l, "r"), "%s", why);
	ck_assert_str_eq(why, "");
	ck_assert(ledger_answers(l, why, sizeof(why)));
	ck_assert(!ledger_behind(l));
	ck_assert(ledger_close(l));
	l = opened();
	assert_live(l, 1);
	ledger_close(l);
}
END_TEST

START_TEST(reports_an_error)
{
	ledger_t *l = with_writer(LONG, MANY);

	fault_vfs_arm(FAULT_FULL, 1);
	ck_assert(!commit_put(l, "r"));
	ck_assert_ptr_nonnull(strstr(why, "full"));
	ledger_commit_later(l, op_put(l, "s"));
	ck_assert(!ledger_retry(l, why, sizeof(why)));
	ck_assert_ptr_nonnull(strstr(why, "full"));
	ck_assert(ledger_behind(l));
	fault_vfs_disarm();
	ck_assert_msg(ledger_retry(l, why, sizeof(why)), "%s", why);
	assert_live(l, 1);
	ledger_close(l);
}
END_TEST

START_TEST(writes_the_rest_when_it_is_closed)
{
	ledger_t *l = with_writer(LONG, MANY);

	ledger_commit_later(l, op_put(l, "r"));
	ck_assert(ledger_close(l));
	l = opened();
	assert_live(l, 1);
	ledger_close(l);
}
END_TEST

static void *commit_many(void *arg)
{
	ledger_t *l = arg;
	char error[256];
	booking_t *b = booking("many");

	for (int i = 0; i < 50; i++) {
		ledger_op_t *op = ledger_put(l, b);

		if (!ledger_commit(l, op, error, sizeof(error)))
			return l;
	}
	booking_destroy(b);
	return NULL;
}

START_TEST(many_threads_share_it)
{
	ledger_t *l = with_writer(LONG, MANY);
	pthread_t thread[8];
	void *failed;

	for (int i = 0; i < 8; i++)
		ck_assert_int_eq(pthread_create(&thread[i], NULL, commit_many,
						l), 0);
	for (int i = 0; i < 8; i++) {
		ck_assert_int_eq(pthread_join(thread[i], &failed), 0);
		ck_assert_ptr_null(failed);
	}
	assert_live(l, 1);
	ck_assert(ledger_close(l));
}
END_TEST

/* --- a disk that hangs --- */

START_TEST(an_operation_that_waits_is_cancelled)
{
	ledger_t *l = with_writer(SHORT, MANY);

	hang_with(l, "first");
	ck_assert(!commit_put(l, "r"));
	assert_no_answer();
	let_go(l);
	ck_assert_msg(ledger_retry(l, why, sizeof(why)), "%s", why);
	assert_live(l, 1);
	ck_assert(commit_put(l, "r"));
	assert_live(l, 2);
	ledger_close(l);
}
END_TEST

/* Whoever gives up queues the contrary, behind what is being written. */
START_TEST(an_operation_under_way_is_undone)
{
	ledger_t *l = with_writer(SHORT, MANY);
	booking_t *b = booking("r");
	ledger_op_t *op = ledger_put(l, b);

	fault_vfs_hang(true);
	ck_assert(!ledger_commit(l, op, why, sizeof(why)));
	assert_no_answer();
	ck_assert_ptr_nonnull(strstr(why, "may be there"));
	ledger_commit_later(l, ledger_revoke(l, b, "not created"));
	let_go(l);
	ck_assert_msg(ledger_retry(l, why, sizeof(why)), "%s", why);
	assert_live(l, 0);
	ledger_close(l);
	assert_says(path, "SELECT why FROM booking WHERE name = 'r'",
		    "not created");
	booking_destroy(b);
}
END_TEST

/* An update that is given up while it is written, then the old booking. */
START_TEST(an_update_under_way_is_taken_back)
{
	ledger_t *l = with_writer(SHORT, MANY);
	booking_t *b = booking("r");
	found_t f;

	put(l, b);
	b->end = 9999;
	fault_vfs_hang(true);
	ck_assert(!ledger_commit(l, ledger_put(l, b), why, sizeof(why)));
	b->end = 5600;
	ledger_commit_later(l, ledger_put(l, b));
	let_go(l);
	ck_assert_msg(ledger_retry(l, why, sizeof(why)), "%s", why);
	f = found_all(l);
	ck_assert_int_eq(f.cnt, 1);
	ck_assert_int_eq(f.list[0]->end, 5600);
	found_free(&f);
	booking_destroy(b);
	ledger_close(l);
}
END_TEST

/*
 * Regression: what had failed, and was being written again for another thread's sake,
 * was said to have failed; then it was durable, and no word of that was said.
 */
START_TEST(an_operation_that_is_tried_again_is_waited_for)
{
	ledger_t *l = with_writer(SHORT, MANY);
	ledger_op_t *op = op_put(l, "r");

	fault_vfs_arm(FAULT_FULL, 1);
	(void) ledger_retry(l, why, sizeof(why));
	ck_assert_int_gt(fault_vfs_failures(), 0);
	fault_vfs_disarm();
	fault_vfs_hang(true);
	ledger_wake_writer(l);
	fault_vfs_wait_hung();
	ck_assert(!ledger_commit(l, op, why, sizeof(why)));
	ck_assert_ptr_nonnull(strstr(why, "may be there"));
	let_go(l);
	ledger_close(l);
}
END_TEST

/* A deletion is not undone: the operation keeps its place in the queue. */
START_TEST(an_operation_that_is_kept_is_written_later)
{
	ledger_t *l = with_writer(SHORT, MANY);
	ledger_op_t *op;

	ck_assert(commit_put(l, "r"));
	hang_with(l, "first");
	op = ledger_drop(l, "r", "deleted");
	ck_assert(!ledger_commit_or_keep(l, op, why, sizeof(why)));
	assert_no_answer();
	ledger_commit_later(l, op_put(l, "r"));	/* a new one of the name */
	let_go(l);
	ck_assert_msg(ledger_retry(l, why, sizeof(why)), "%s", why);
	assert_live(l, 2);
	ledger_close(l);
	assert_says(path, "SELECT count(*) FROM booking WHERE name = 'r'"
		    " AND why = 'deleted'", "1");
}
END_TEST

START_TEST(nobody_waits_for_a_disk_that_has_hung_for_long)
{
	ledger_t *l = with_writer(LONG, MANY);

	hang_with(l, "first");
	ck_assert(ledger_answers(l, why, sizeof(why)));
	ck_assert(!ledger_behind(l));
	ahead = LONG + 1;
	ck_assert(!ledger_answers(l, why, sizeof(why)));
	assert_no_answer();
	ck_assert(ledger_behind(l));
	ck_assert(!commit_put(l, "r"));
	assert_no_answer();
	ck_assert(!ledger_retry(l, why, sizeof(why)));
	assert_no_answer();
	ck_assert(!ledger_all_native(l, why, sizeof(why)));
	assert_no_answer();
	let_go(l);
	ck_assert_msg(ledger_retry(l, why, sizeof(why)), "%s", why);
	ck_assert(!ledger_behind(l));
	assert_live(l, 1);
	ledger_close(l);
}
END_TEST

static void *commit_one(void *arg)
{
	ledger_t *l = arg;
	char error[256];

	return ledger_commit(l, op_put(l, "one"), error, sizeof(error)) ? l :
									   NULL;
}

START_TEST(no_more_than_so_many_wait)
{
	ledger_t *l = with_writer(LONG, 1);
	pthread_t thread;
	void *ok;

	fault_vfs_hang(true);
	ck_assert_int_eq(pthread_create(&thread, NULL, commit_one, l), 0);
	fault_vfs_wait_hung();
	ck_assert(!ledger_answers(l, why, sizeof(why)));
	ck_assert_str_eq(why,
			 "1 requests wait for the disk of garq.ledger already");
	ck_assert(!commit_put(l, "r"));
	ck_assert_ptr_nonnull(strstr(why, "wait for the disk"));
	fault_vfs_hang(false);
	ck_assert_int_eq(pthread_join(thread, &ok), 0);
	ck_assert_ptr_nonnull(ok);
	ck_assert(commit_put(l, "r"));
	assert_live(l, 2);
	ledger_close(l);
}
END_TEST

/* The writer closes the ledger when the disk answers. */
START_TEST(is_left_behind_when_it_is_closed)
{
	ledger_t *l = with_writer(SHORT, MANY), *next = NULL;

	hang_with(l, "r");
	ledger_commit_later(l, op_put(l, "s"));
	ck_assert(!ledger_close(l));
	fault_vfs_hang(false);
	while (ledger_open(path, &next, why, sizeof(why)) != LEDGER_OK)
		;
	assert_live(next, 2);
	ledger_close(next);
}
END_TEST

/* --- a booking that is not to be --- */

START_TEST(another_booking_of_the_name_stays)
{
	ledger_t *l = opened();
	booking_t *b = booking("r");

	put(l, b);
	b->created++;
	commit(l, ledger_revoke(l, b, "not created"));
	assert_live(l, 1);
	b->created--;
	b->creator++;
	commit(l, ledger_revoke(l, b, "not created"));
	assert_live(l, 1);
	b->creator--;
	commit(l, ledger_revoke(l, b, "not created"));
	assert_live(l, 0);
	booking_destroy(b);
	ledger_close(l);
	assert_says(path, "SELECT count(*) FROM booking", "1");
}
END_TEST

/* The writer is asked while the group is not whole. */
START_TEST(a_group_is_one_transaction)
{
	ledger_t *l = with_writer(LONG, MANY);
	const struct timespec moment = { .tv_nsec = 20000000 };
	uint64_t before = ledger_tries(l).commits;

	ledger_group_begin(l);
	ledger_group_begin(l);
	ledger_commit_later(l, op_put(l, "r"));
	ledger_wake_writer(l);
	(void) nanosleep(&moment, NULL);
	ledger_group_end(l);
	(void) nanosleep(&moment, NULL);
	ck_assert_uint_eq(ledger_tries(l).commits, before);
	ledger_commit_later(l, op_put(l, "s"));
	ledger_group_end(l);
	ck_assert_msg(ledger_retry(l, why, sizeof(why)), "%s", why);
	ck_assert_uint_eq(ledger_tries(l).commits, before + 1);
	assert_live(l, 2);
	ledger_close(l);
}
END_TEST

/* A ledger_match_fn */
static bool any(void *arg, const booking_t *b)
{
	(void) arg;
	(void) b;
	return true;
}

/* Slurm may have saved its record, which is not to be adopted then. */
START_TEST(one_that_never_got_there_is_known_to_be_closed)
{
	ledger_t *l = opened();
	booking_t *b = booking("r");

	commit(l, ledger_revoke(l, b, "not created"));
	assert_live(l, 0);
	ck_assert(ledger_was_closed(l, "r", 17, any, NULL));
	booking_destroy(b);
	ledger_close(l);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("ledger_writer");
	TCase *tc = test_case(s, "writer", 60);

	tcase_add_checked_fixture(tc, setup, ledger_teardown);
	tcase_add_test(tc, writes_what_is_committed);
	tcase_add_test(tc, reports_an_error);
	tcase_add_test(tc, writes_the_rest_when_it_is_closed);
	tcase_add_test(tc, many_threads_share_it);
	tcase_add_test(tc, an_operation_that_waits_is_cancelled);
	tcase_add_test(tc, an_operation_under_way_is_undone);
	tcase_add_test(tc, an_update_under_way_is_taken_back);
	tcase_add_test(tc, an_operation_that_is_tried_again_is_waited_for);
	tcase_add_test(tc, an_operation_that_is_kept_is_written_later);
	tcase_add_test(tc, nobody_waits_for_a_disk_that_has_hung_for_long);
	tcase_add_test(tc, no_more_than_so_many_wait);
	tcase_add_test(tc, is_left_behind_when_it_is_closed);
	tcase_add_test(tc, a_group_is_one_transaction);
	tcase_add_test(tc, another_booking_of_the_name_stays);
	tcase_add_test(tc, one_that_never_got_there_is_known_to_be_closed);
	return test_run(s);
}
