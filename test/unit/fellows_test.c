/* SPDX-License-Identifier: GPL-2.0-or-later */
/* fellows_test.c - the requests that wait for a search, and their bounds */

#include <check.h>
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
	hangs = false;
	searched = woken = 0;
	fellows_wake_by(_wake);
}

/* --- tests --- */

static double _now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double) t.tv_sec + (double) t.tv_nsec / 1e9;
}

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

/* RET the seconds that it took */
static double timed(uint32_t uid, const char *users, found_t want)
{
	double begun = _now();

	ck_assert_int_eq(ask(uid, users), want);
	return _now() - begun;
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
	double first;

	hangs = true;
	_start();
	first = timed(1000, "slow", NOT_YET);
	ck_assert(first >= NAMES_PATIENCE - 0.1);
	ck_assert(first < NAMES_PATIENCE + 2);
	/* neither the user, nor others, nor with other names */
	ck_assert(timed(1000, "slow", NOT_YET) < 0.5);
	ck_assert(timed(1000, "ada", NOT_YET) < 0.5);
	ck_assert(timed(1001, "ada", NOT_YET) < 0.5);
	ck_assert_int_eq(searched, 1);
	hangs = false;
	while (searched < 2)	/* that of 1001; the third was not queued */
		_pause();
	_pause();
	ck_assert_str_eq(last, "ada");
	/* what nobody waited for is kept */
	ck_assert(timed(1000, "slow", KNOWN) < 0.5);
	ck_assert(timed(1001, "ada", KNOWN) < 0.5);
	ck_assert_int_eq(searched, 2);
	_stop();
}
END_TEST

START_TEST(other_names_replace_what_is_kept)
{
	ck_assert_int_eq(ask(1000, "ada"), NOT_YET);
	ck_assert_int_eq(searched, 0);
	ck_assert(!fellows_serve());
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
	while (!searched)
		_pause();
	ck_assert(timed(1000, "slow", NOT_YET) < 0.5);
	ck_assert(timed(1000, "ada", NOT_YET) < 0.5);
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
