/* SPDX-License-Identifier: GPL-2.0-or-later */
/* fellows_test.c - the requests that wait for a search, and their bounds */

#include <check.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/request/timing.h"
#include "plugin/slurm/compat/fellows.h"
#include "plugin/slurm/compat/resolve.h"
#include "test/unit/test_util.h"

/* --- the search: "slow" hangs; the id is that of the requester --- */

static atomic_bool hangs;
static char last[64];		/* users */
static atomic_int searched;

static void _pause(void)
{
	const struct timespec t = { .tv_nsec = 5000000 };

	nanosleep(&t, NULL);
}

int resolve_fellows(uint32_t uid, request_t *request, char **ret_text)
{
	snprintf(last, sizeof(last), "%s", request->users);
	searched++;
	while (hangs && strstr(request->users, "slow"))
		_pause();
	if (strstr(request->users, "who")) {
		*ret_text = text_dup("who is unknown");
		return REFUSED_USERS;
	}
	request->user_ids = malloc(sizeof(uid));
	request->user_ids[0] = uid;
	request->user_id_cnt = 1;
	request->fellows = 1;
	return 0;
}

/* --- the clock: it stands still but for requests that wait in vain --- */

static atomic_long seconds;
static atomic_bool in_vain;	/* a request waits until its patience ends */
static atomic_int waits;

extern int __wrap_clock_gettime(clockid_t clock, struct timespec *ret);
extern int __wrap_pthread_cond_timedwait(pthread_cond_t *cond,
					 pthread_mutex_t *mutex,
					 const struct timespec *until);

extern int __wrap_clock_gettime(clockid_t clock, struct timespec *ret)
{
	(void) clock;
	*ret = (struct timespec) { .tv_sec = seconds };
	return 0;
}

extern int __wrap_pthread_cond_timedwait(pthread_cond_t *cond,
					 pthread_mutex_t *mutex,
					 const struct timespec *until)
{
	waits++;
	if (!in_vain)
		return pthread_cond_wait(cond, mutex);
	seconds = until->tv_sec;
	return ETIMEDOUT;
}

/* --- the thread --- */

static atomic_bool stop;
static atomic_int woken;
static pthread_t thread;

static void _wake(void)
{
	woken++;
}

static void *_run(void *arg)
{
	while (!stop)
		if (!fellows_serve())
			_pause();
	return arg;
}

static void _start(void)
{
	stop = false;
	ck_assert_int_eq(pthread_create(&thread, NULL, _run, NULL), 0);
}

static void _stop(void)
{
	stop = true;
	hangs = false;
	pthread_join(thread, NULL);
}

static void setup(void)
{
	hangs = in_vain = false;
	searched = woken = waits = 0;
	fellows_wake_by(_wake);
}

/* --- tests --- */

typedef enum { KNOWN, NOT_YET, REFUSED } found_t;

static found_t ask(uint32_t uid, const char *users)
{
	request_t r = { .users = text_dup(users) };
	char *text = NULL;
	int rc = fellows_find(uid, &r, &text);
	found_t found = rc ? REFUSED : r.user_id_cnt ? KNOWN : NOT_YET;

	ck_assert(!rc || ((rc == REFUSED_USERS) && text && !r.user_ids));
	ck_assert((found != KNOWN) ||
		  ((r.user_ids[0] == uid) && (r.fellows == 1)));
	free(text);
	request_free(&r);
	return found;
}

/* A request that must not wait. */
static void ask_at_once(uint32_t uid, const char *users, found_t want)
{
	int before = waits;

	ck_assert_int_eq(ask(uid, users), want);
	ck_assert_int_eq(waits, before);
}

START_TEST(an_answer_is_used_once)
{
	_start();
	for (int i = 1; i <= 3; i++) {
		ck_assert_int_eq(ask(1000, "me,ada"), KNOWN);
		ck_assert_int_eq(searched, i);
	}
	ck_assert_int_eq(ask(1000, "who"), REFUSED);
	ck_assert_int_eq(ask(1000, "who"), REFUSED);
	ck_assert_int_eq(searched, 5);
	ck_assert_int_eq(woken, 5);
	_stop();
}
END_TEST

START_TEST(nobody_waits_for_a_slow_service)
{
	long before = seconds;

	hangs = in_vain = true;
	_start();
	ck_assert_int_eq(ask(1000, "slow"), NOT_YET);
	ck_assert_int_eq(waits, 1);
	ck_assert_int_eq(seconds - before, NAMES_PATIENCE);
	/* neither the user, nor others, nor with other names */
	ask_at_once(1000, "slow", NOT_YET);
	ask_at_once(1000, "ada", NOT_YET);
	ask_at_once(1001, "ada", NOT_YET);
	while (searched < 1)
		_pause();
	hangs = false;
	_stop();	/* once it has served 1001; the third was not queued */
	while (fellows_serve())
		;
	ck_assert_int_eq(searched, 2);
	ck_assert_str_eq(last, "ada");
	/* what nobody waited for is kept */
	ask_at_once(1000, "slow", KNOWN);
	ask_at_once(1001, "ada", KNOWN);
	ck_assert_int_eq(searched, 2);
}
END_TEST

START_TEST(other_names_replace_what_is_kept)
{
	in_vain = true;
	ck_assert_int_eq(ask(1000, "ada"), NOT_YET);
	ck_assert_int_eq(searched, 0);
	ck_assert(!fellows_serve());
	in_vain = false;
	_start();
	ck_assert_int_eq(ask(1000, "bob"), KNOWN);
	ck_assert_int_eq(ask(1000, "ada"), KNOWN);
	ck_assert_int_eq(searched, 3);
	_stop();
}
END_TEST

static void *_ask_slow(void *arg)
{
	*(found_t *) arg = ask(1000, "slow");
	return NULL;
}

START_TEST(one_request_of_a_user_waits)
{
	found_t found = NOT_YET;
	pthread_t other;

	hangs = true;
	_start();
	ck_assert_int_eq(pthread_create(&other, NULL, _ask_slow, &found), 0);
	while (!searched || !waits)
		_pause();
	ask_at_once(1000, "slow", NOT_YET);
	ask_at_once(1000, "ada", NOT_YET);
	hangs = false;
	pthread_join(other, NULL);
	ck_assert_int_eq(found, KNOWN);
	ck_assert_int_eq(searched, 1);
	_stop();
}
END_TEST

START_TEST(searches_are_bounded_and_in_order)
{
	char users[16];

	/* The first one waits, and after it nobody: nothing answers. */
	in_vain = true;
	for (uint32_t i = 0; i < FELLOWS_USERS + 3; i++) {
		snprintf(users, sizeof(users), "n%u", i);
		ck_assert_int_eq(ask(1000 + i, users), NOT_YET);
	}
	ck_assert_int_eq(woken, FELLOWS_USERS);
	for (uint32_t i = 0; i < FELLOWS_USERS; i++) {
		ck_assert_int_eq(fellows_serve(), i + 1 < FELLOWS_USERS);
		snprintf(users, sizeof(users), "n%u", i);
		ck_assert_str_eq(last, users);
	}
	ck_assert(!fellows_serve());
	ck_assert_int_eq(searched, FELLOWS_USERS);
	/* A new search takes the place of the answer that is kept longest. */
	in_vain = false;
	_start();
	ck_assert_int_eq(ask(5000, "ada"), KNOWN);
	ck_assert_int_eq(ask(1000 + FELLOWS_USERS - 1, users), KNOWN);
	ck_assert_int_eq(searched, FELLOWS_USERS + 1);
	_stop();
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("fellows");
	TCase *tc = test_case(suite, "searches", 30);

	tcase_add_checked_fixture(tc, setup, NULL);
	tcase_add_test(tc, an_answer_is_used_once);
	tcase_add_test(tc, nobody_waits_for_a_slow_service);
	tcase_add_test(tc, other_names_replace_what_is_kept);
	tcase_add_test(tc, one_request_of_a_user_waits);
	tcase_add_test(tc, searches_are_bounded_and_in_order);
	return test_run(suite);
}
