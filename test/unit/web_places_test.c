/* SPDX-License-Identifier: GPL-2.0-or-later */
/* web_places_test.c - what one address may have of garq-web's connections */

#include <arpa/inet.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "contrib/web/http/places.h"
#include "test/unit/test_util.h"

#define PLENTY 1000000		/* requests a second */

static places_rc_t _enter(places_t *p, const char *from, int fd, int64_t now)
{
	struct sockaddr_in6 six = { .sin6_family = AF_INET6 };
	struct sockaddr_in four = { .sin_family = AF_INET };

	if (inet_pton(AF_INET, from, &four.sin_addr) == 1)
		return places_enter(p, (struct sockaddr *) &four, fd, now);
	ck_assert_int_eq(inet_pton(AF_INET6, from, &six.sin6_addr), 1);
	return places_enter(p, (struct sockaddr *) &six, fd, now);
}

static place_t *_place(places_t *p, const char *from, int fd, int64_t now)
{
	ck_assert_int_eq(_enter(p, from, fd, now), PLACES_OK);
	return places_find(p, fd);
}

START_TEST(an_address_has_its_share)
{
	places_t *p = places_make(8, 2, PLENTY);

	_place(p, "10.0.0.1", 1, 0);
	_place(p, "10.0.0.1", 2, 0);
	ck_assert_int_eq(_enter(p, "10.0.0.1", 3, 0), PLACES_SHARE);
	_place(p, "10.0.0.2", 3, 0);
	place_leave(places_find(p, 1));
	ck_assert_ptr_null(places_find(p, 1));
	_place(p, "10.0.0.1", 1, 0);
	ck_assert_int_eq(_enter(p, "10.0.0.1", 4, 0), PLACES_SHARE);
	places_free(p);
}
END_TEST

START_TEST(all_places_have_an_end)
{
	places_t *p = places_make(2, 0, PLENTY);

	_place(p, "10.0.0.1", 1, 0);
	_place(p, "10.0.0.1", 2, 0);
	ck_assert_int_eq(_enter(p, "10.0.0.2", 3, 0), PLACES_FULL);
	place_leave(places_find(p, 2));
	_place(p, "10.0.0.2", 3, 0);
	places_free(p);
}
END_TEST

START_TEST(a_host_has_many_addresses_of_ipv6)
{
	static const struct {
		const char *a, *b;
		bool same;
	} table[] = {
		{ "2001:db8:0:1::1", "2001:db8:0:1:ffff::2", true },
		{ "2001:db8:0:1::1", "2001:db8:0:2::1", false },
		{ "::ffff:10.0.0.1", "10.0.0.1", true },
		{ "::ffff:10.0.0.1", "::ffff:10.0.0.2", false },
		{ "::1", "::2", true }, { "::1", "0.0.0.0", false },
	};

	for (int i = 0; i < COUNT(table); i++) {
		places_t *p = places_make(8, 1, PLENTY);

		_place(p, table[i].a, 1, 0);
		ck_assert_msg(_enter(p, table[i].b, 2, 0) ==
			      (table[i].same ? PLACES_SHARE : PLACES_OK),
			      "%s %s", table[i].a, table[i].b);
		places_free(p);
	}
}
END_TEST

/* However many others come and go. */
START_TEST(an_address_with_a_place_is_not_forgotten)
{
	places_t *p = places_make(4, 1, PLENTY);
	char from[32];

	_place(p, "10.0.0.1", 1, 0);
	for (int i = 0; i < 5000; i++) {
		snprintf(from, sizeof(from), "10.1.%d.%d", i / 250, i % 250);
		place_leave(_place(p, from, 2, i));
	}
	ck_assert_int_eq(_enter(p, "10.0.0.1", 2, 5000), PLACES_SHARE);
	places_free(p);
}
END_TEST

START_TEST(requests_of_an_address_have_its_share_of_the_rate)
{
	places_t *p = places_make(8, 2, 8);	/* 2 a second, 6 at once */
	place_t *place = _place(p, "10.0.0.1", 1, 0);

	/* the first one has the permit of the connection */
	for (int i = 0; i < 2 * PLACES_BURST; i++)
		ck_assert(place_ask(place, 0));
	ck_assert(!place_ask(place, 0));
	ck_assert_int_eq(_enter(p, "10.0.0.1", 2, 0), PLACES_RATE);
	ck_assert(place_ask(_place(p, "10.0.0.2", 2, 0), 0));
	ck_assert(place_ask(place, 500));
	ck_assert(!place_ask(place, 500));
	places_free(p);
	p = places_make(8, 0, 8);
	place = _place(p, "10.0.0.1", 1, 0);
	for (int i = 0; i < 100; i++)
		ck_assert(place_ask(place, 0));
	places_free(p);
}
END_TEST

/* A rate may be below one a second. */
START_TEST(a_small_share_is_some)
{
	places_t *p = places_make(100, 1, 1);

	place_leave(_place(p, "10.0.0.1", 1, 0));
	ck_assert_int_eq(_enter(p, "10.0.0.1", 1, 99000), PLACES_RATE);
	place_leave(_place(p, "10.0.0.1", 1, 100000));
	places_free(p);
}
END_TEST

static bool _wait(place_t *place)
{
	place_work(place);
	if (place_wait(place))
		return true;
	place_rest(place, INT64_MAX);
	return false;
}

static void _wake(place_t *place)
{
	place_wake(place);
	place_rest(place, INT64_MAX);
}

START_TEST(half_of_a_share_waits)
{
	places_t *p = places_make(16, 4, PLENTY);
	place_t *place[8];

	for (int i = 0; i < 8; i++)
		place[i] = _place(p, (i < 4) ? "10.0.0.1" : "10.0.0.2", i, 0);
	ck_assert(_wait(place[0]));
	ck_assert(_wait(place[1]));
	ck_assert(!_wait(place[2]));
	ck_assert(_wait(place[4]));
	_wake(place[0]);
	ck_assert(_wait(place[2]));
	ck_assert(!_wait(place[3]));
	places_free(p);
}
END_TEST

START_TEST(half_of_all_wait)
{
	for (unsigned int each = 0; each < 3; each += 2) {
		places_t *p = places_make(8, each, PLENTY);
		place_t *place[8];
		char from[32];

		for (int i = 0; i < 8; i++) {
			snprintf(from, sizeof(from), "10.0.0.%d", i);
			place[i] = _place(p, from, i, 0);
			ck_assert_int_eq(_wait(place[i]), i < 4);
		}
		_wake(place[0]);
		ck_assert(_wait(place[7]));
		places_free(p);
	}
	ck_assert(place_wait(NULL));
	place_wake(NULL);
}
END_TEST

START_TEST(unread_answers_of_an_address_are_few)
{
	places_t *p = places_make(16, 4, PLENTY);
	place_t *place[4];

	for (int i = 0; i < 4; i++)
		place[i] = _place(p, (i < 3) ? "10.0.0.1" : "10.0.0.2", i, 0);
	ck_assert_msg(place_hold(place[0], PLACES_BYTES + 1), "one may be large");
	ck_assert(!place_hold(place[1], 1));
	ck_assert(place_hold(place[3], 1));
	place_next(place[0], 1000);
	ck_assert(place_hold(place[1], 1));
	ck_assert(place_hold(place[0], PLACES_BYTES - 1));
	ck_assert(!place_hold(place[2], 1));
	place_leave(place[0]);
	ck_assert(place_hold(place[2], PLACES_BYTES - 1));
	places_free(p);
	p = places_make(16, 0, PLENTY);
	ck_assert(place_hold(_place(p, "10.0.0.1", 1, 0), PLACES_BYTES + 1));
	ck_assert(place_hold(_place(p, "10.0.0.1", 2, 0), PLACES_BYTES + 1));
	places_free(p);
}
END_TEST

static int ended[4];

static void _end(int fd)
{
	ended[fd]++;
}

START_TEST(who_is_late_is_ended_once)
{
	places_t *p = places_make(4, 4, PLENTY);
	place_t *place[3];

	for (int i = 0; i < 3; i++)
		place[i] = _place(p, "10.0.0.1", i, 0);
	place_next(place[0], 1000);
	place_next(place[1], 2000);
	place_work(place[1]);	/* the server's time is not the client's */
	places_end_late(p, 999, _end);
	ck_assert_int_eq(ended[0], 0);
	places_end_late(p, 5000, _end);
	places_end_late(p, 5001, _end);
	ck_assert_int_eq(ended[0], 1);
	ck_assert_int_eq(ended[1], 0);
	place_rest(place[1], 6000);
	places_end_late(p, 6000, _end);
	ck_assert_int_eq(ended[1], 1);
	ck_assert_msg(!ended[2], "it has not begun");
	places_free(p);
}
END_TEST

/* Whoever took the connection closed it, and did not say so. */
START_TEST(a_place_of_a_closed_socket_is_free)
{
	places_t *p = places_make(2, 1, PLENTY);

	_place(p, "10.0.0.1", 1, 0);
	_place(p, "10.0.0.2", 1, 0);
	_place(p, "10.0.0.1", 2, 0);
	ck_assert_int_eq(_enter(p, "10.0.0.3", 3, 0), PLACES_FULL);
	places_free(p);
}
END_TEST

static atomic_int working, most;

static void *_work(void *place)
{
	for (int i = 0; i < 1000; i++) {
		int now;

		place_work(place);
		now = atomic_fetch_add(&working, 1) + 1;
		if (now > atomic_load(&most))
			atomic_store(&most, now);
		sched_yield();
		atomic_fetch_sub(&working, 1);
		/* a long poll lets others work */
		ck_assert(place_wait(place));
		place_wake(place);
		place_rest(place, INT64_MAX);
	}
	return NULL;
}

START_TEST(few_requests_of_an_address_are_worked_on)
{
	places_t *p = places_make(32, 16, PLENTY);
	pthread_t threads[8];

	for (int i = 0; i < 8; i++)
		ck_assert(!pthread_create(&threads[i], NULL, _work,
					  _place(p, "10.0.0.1", i, 0)));
	for (int i = 0; i < 8; i++)
		pthread_join(threads[i], NULL);
	ck_assert_int_le(most, PLACES_WORKS);
	/* all have ended: others have their turn at once */
	for (int i = 0; i < PLACES_WORKS; i++)
		place_work(places_find(p, i));
	places_free(p);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("web_places");
	TCase *tc = tcase_create("places");

	tcase_add_test(tc, an_address_has_its_share);
	tcase_add_test(tc, all_places_have_an_end);
	tcase_add_test(tc, a_host_has_many_addresses_of_ipv6);
	tcase_add_test(tc, an_address_with_a_place_is_not_forgotten);
	tcase_add_test(tc, requests_of_an_address_have_its_share_of_the_rate);
	tcase_add_test(tc, a_small_share_is_some);
	tcase_add_test(tc, half_of_a_share_waits);
	tcase_add_test(tc, half_of_all_wait);
	tcase_add_test(tc, unread_answers_of_an_address_are_few);
	tcase_add_test(tc, who_is_late_is_ended_once);
	tcase_add_test(tc, a_place_of_a_closed_socket_is_free);
	tcase_add_test(tc, few_requests_of_an_address_are_worked_on);
	suite_add_tcase(suite, tc);
	return test_run(suite);
}
