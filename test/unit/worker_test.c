/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * worker_test.c - turns that are waited for, each told through a semaphore.
 *
 * An hour stands for "not by itself": a test that would have to wait for it is
 * ended by Check.
 */

#include <check.h>
#include <semaphore.h>
#include <stdatomic.h>

#include "plugin/worker.h"
#include "test/unit/test_util.h"

#define HOUR 3600

static sem_t begun, go_on;
static atomic_int turns;
static atomic_long next;
static atomic_bool held;

static time_t turn(void)
{
	atomic_fetch_add(&turns, 1);
	sem_post(&begun);
	if (atomic_load(&held))
		sem_wait(&go_on);
	return atomic_load(&next);
}

static worker_t worker = WORKER(turn);

static void setup(void)
{
	sem_init(&begun, 0, 0);
	sem_init(&go_on, 0, 0);
	atomic_store(&turns, 0);
	atomic_store(&next, HOUR);
	atomic_store(&held, false);
}

START_TEST(turns_by_itself)
{
	atomic_store(&next, 0);
	ck_assert(worker_start(&worker, 0));
	for (int i = 0; i < 3; i++)
		sem_wait(&begun);
	worker_stop(&worker);
}
END_TEST

static atomic_long seconds[4];	/* of the wall clock, at each turn */

static time_t turn_on_second(void)
{
	int i = atomic_fetch_add(&turns, 1);

	if (i < 4)
		atomic_store(&seconds[i], time(NULL));
	sem_post(&begun);
	return 1;
}

static worker_t on_second = WORKER_ON_SECOND(turn_on_second);

START_TEST(turns_as_seconds_begin)
{
	ck_assert(worker_start(&on_second, 1));
	for (int i = 0; i < 4; i++)
		sem_wait(&begun);
	worker_stop(&on_second);
	for (int i = 1; i < 4; i++)
		ck_assert_int_gt(atomic_load(&seconds[i]),
				 atomic_load(&seconds[i - 1]));
}
END_TEST

START_TEST(waits_for_its_first_turn)
{
	ck_assert(worker_start(&worker, HOUR));
	worker_stop(&worker);
	ck_assert_int_eq(atomic_load(&turns), 0);
}
END_TEST

START_TEST(a_second_is_waited)
{
	struct timespec before, after;

	atomic_store(&next, 1);
	clock_gettime(CLOCK_MONOTONIC, &before);
	ck_assert(worker_start(&worker, 1));
	sem_wait(&begun);
	sem_wait(&begun);
	clock_gettime(CLOCK_MONOTONIC, &after);
	worker_stop(&worker);
	ck_assert_int_ge((after.tv_sec - before.tv_sec) * 1000 +
			 (after.tv_nsec - before.tv_nsec) / 1000000, 2000);
}
END_TEST

START_TEST(is_woken)
{
	ck_assert(worker_start(&worker, HOUR));
	worker_wake(&worker);
	sem_wait(&begun);
	worker_wake(&worker);
	sem_wait(&begun);
	worker_stop(&worker);
	ck_assert_int_eq(atomic_load(&turns), 2);
}
END_TEST

/* The wake-up may have come too late for the present turn. */
START_TEST(is_woken_in_its_turn)
{
	atomic_store(&held, true);
	ck_assert(worker_start(&worker, 0));
	sem_wait(&begun);
	worker_wake(&worker);
	worker_wake(&worker);
	atomic_store(&held, false);
	sem_post(&go_on);
	sem_wait(&begun);
	worker_stop(&worker);
	ck_assert_int_eq(atomic_load(&turns), 2);
}
END_TEST

START_TEST(stops_and_starts_again)
{
	worker_stop(&worker);
	for (int i = 1; i <= 3; i++) {
		worker_wake(&worker);
		ck_assert(worker_start(&worker, HOUR));
		worker_wake(&worker);
		sem_wait(&begun);
		worker_stop(&worker);
		worker_stop(&worker);
		ck_assert_int_eq(atomic_load(&turns), i);
	}
	worker_wake(&worker);
}
END_TEST

/* Start the worker, and stop it without waiting for its turn. */
static void leave_behind(void)
{
	atomic_store(&held, true);
	ck_assert(worker_start(&worker, 0));
	sem_wait(&begun);
	ck_assert(!worker_is_stopping(&worker));
	ck_assert(!worker_stop_within(&worker, 0));
	ck_assert(worker_is_stopping(&worker));
	worker_stop(&worker);	/* no effect */
	atomic_store(&held, false);
}

START_TEST(is_left_behind_in_its_turn)
{
	leave_behind();
	ck_assert_int_eq(atomic_load(&turns), 1);
	sem_post(&go_on);
	/* The thread that was left behind, or another if that has ended. */
	ck_assert(worker_start(&worker, HOUR));
	worker_stop(&worker);
}
END_TEST

START_TEST(goes_on_if_it_was_left_behind)
{
	leave_behind();
	ck_assert(worker_start(&worker, HOUR));
	ck_assert(!worker_is_stopping(&worker));
	worker_wake(&worker);
	sem_post(&go_on);
	sem_wait(&begun);
	ck_assert(worker_stop_within(&worker, HOUR));
	ck_assert_int_eq(atomic_load(&turns), 2);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("worker");
	TCase *tc = test_case(s, "worker", 60);

	tcase_add_checked_fixture(tc, setup, NULL);
	tcase_add_test(tc, turns_by_itself);
	tcase_add_test(tc, turns_as_seconds_begin);
	tcase_add_test(tc, waits_for_its_first_turn);
	tcase_add_test(tc, a_second_is_waited);
	tcase_add_test(tc, is_woken);
	tcase_add_test(tc, is_woken_in_its_turn);
	tcase_add_test(tc, stops_and_starts_again);
	tcase_add_test(tc, is_left_behind_in_its_turn);
	tcase_add_test(tc, goes_on_if_it_was_left_behind);
	return test_run(s);
}
