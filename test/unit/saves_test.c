/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * saves_test.c - several threads save a state at once: an older one never takes
 * the place of a newer one, and who returns finds the own change saved.
 */
#include <check.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <time.h>

#include "plugin/slurm/saved/saves.h"
#include "test/unit/test_util.h"

#define THREADS 8
#define ROUNDS 400

static atomic_int state;	/* grows with each change */
static atomic_int file;		/* the state that was written last */
static atomic_int done, under_way;
static atomic_bool overlap;	/* two saves at a time */
static atomic_bool hold_first;
static atomic_int older;	/* a change that was not in the file afterwards */
static sem_t packed, go_on, calls;

/* As dump_all_resv_state(): pack with the locks, write without. */
static void save(void)
{
	int was;

	if (atomic_fetch_add(&under_way, 1))
		atomic_store(&overlap, true);
	was = atomic_load(&state);
	if (atomic_exchange(&hold_first, false)) {
		sem_post(&packed);
		sem_wait(&go_on);
	}
	sched_yield();
	atomic_store(&file, was);
	atomic_fetch_add(&done, 1);
	atomic_fetch_sub(&under_way, 1);
}

static void *change_and_save(void *arg)
{
	int mine = atomic_fetch_add(&state, 1) + 1;

	(void) arg;
	sem_post(&calls);
	saves_make(save);
	if (atomic_load(&file) < mine)
		atomic_store(&older, mine);
	return NULL;
}

static void *change_often(void *arg)
{
	for (int i = 0; i < ROUNDS; i++)
		change_and_save(arg);
	return NULL;
}

static pthread_t begin(void *(*what)(void *))
{
	pthread_t id;

	ck_assert_int_eq(pthread_create(&id, NULL, what, NULL), 0);
	return id;
}

/*
 * A thread that was told to save may do it now, if a fault lets it. The test does
 * not depend on this time: without the fault nothing can happen in it.
 */
static void let_it_try(void)
{
	const struct timespec pause = { .tv_nsec = 20000000 };

	sem_wait(&calls);
	nanosleep(&pause, NULL);
}

static void setup(void)
{
	state = file = done = under_way = older = 0;
	overlap = hold_first = false;
	sem_init(&packed, 0, 0);
	sem_init(&go_on, 0, 0);
	sem_init(&calls, 0, 0);
}

/* The fault: two savers, of which the older one writes last. */
START_TEST(an_older_state_is_not_written_last)
{
	pthread_t first, second;

	atomic_store(&hold_first, true);
	first = begin(change_and_save);
	sem_wait(&packed);
	sem_wait(&calls);
	second = begin(change_and_save);
	let_it_try();
	ck_assert_int_eq(file, 0);
	sem_post(&go_on);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	ck_assert_int_eq(file, 2);
	ck_assert_int_eq(done, 2);
	ck_assert(!overlap);
}
END_TEST

START_TEST(who_returns_is_saved)
{
	pthread_t id[THREADS];

	for (int i = 0; i < THREADS; i++)
		id[i] = begin(change_often);
	for (int i = 0; i < THREADS; i++)
		pthread_join(id[i], NULL);
	ck_assert_msg(!older, "change %d was not in the file", older);
	ck_assert(!overlap);
	ck_assert_int_eq(file, THREADS * ROUNDS);
	ck_assert_int_le(done, THREADS * ROUNDS);
	ck_assert_int_gt(done, 0);
}
END_TEST

/* While a file is read back none is written. */
START_TEST(they_are_held_back)
{
	uint64_t before = saves_hold();
	pthread_t id = begin(change_and_save);

	let_it_try();
	ck_assert_int_eq(done, 0);
	saves_release();
	pthread_join(id, NULL);
	ck_assert_int_eq(done, 1);
	ck_assert_uint_eq(saves_hold(), before + 1);
	saves_release();
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("saves");
	TCase *tc = tcase_create("saves");

	tcase_add_checked_fixture(tc, setup, NULL);
	tcase_add_test(tc, an_older_state_is_not_written_last);
	tcase_add_test(tc, who_returns_is_saved);
	tcase_add_test(tc, they_are_held_back);
	suite_add_tcase(suite, tc);
	return test_run(suite);
}
