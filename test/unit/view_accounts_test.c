/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * view_accounts_test.c - the bookings of an account are found without a walk, and
 * are just those that a walk finds, whatever becomes of bookings. SEED=n replays a
 * run.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/booking/request/held_request.h"
#include "plugin/booking/request/text.h"
#include "test/unit/test_office.h"
#include "test/unit/test_util.h"
#include "test/unit/view_fixture.h"

#define RESVS 30
#define ROUNDS 4000

static view_resv_t *resv[RESVS];
static const char *const names[] = { "a", "b", "bb", "abc", "-a", "+b" };

/* A list with names that may come twice, and with empty ones. RET free() */
static char *_any_list(rng_t *rng)
{
	char *list = NULL;

	for (uint64_t n = rng_below(rng, 5); n; n--)
		text_add(&list, "%s%s", list ? "," : "",
			 rng_one_in(rng, 8) ? "" :
			 names[rng_below(rng, COUNT(names))]);
	return list;
}

static char *_any_held(rng_t *rng)
{
	char *list = _any_list(rng);
	request_t r = { .accounts = list };
	char *held = held_request_text(&r, NOW, NOW + HOUR);

	ck_assert_ptr_nonnull(held);
	free(list);
	return held;
}

static void _set_texts(booking_t *b, rng_t *rng)
{
	free(b->accounts);
	b->accounts = _any_list(rng);
	free_null(b->held);
	if (rng_one_in(rng, 3))
		b->held = _any_held(rng);
}

static void _change(int i, rng_t *rng)
{
	char name[16];
	booking_t *b;

	if (!resv[i]) {
		(void) snprintf(name, sizeof(name), "r%d", i);
		resv[i] = view_table_add(office, name);
		return;
	}
	switch (rng_below(rng, 4)) {
	case 0:
		booking_destroy(view_table_remove(office, resv[i]));
		resv[i] = NULL;
		break;
	case 1:
		booking_destroy(view_set_booking(office, resv[i], NULL));
		break;
	case 2:
		b = booking_of(7);
		_set_texts(b, rng);
		booking_destroy(view_set_booking(office, resv[i], b));
		break;
	default:
		if (!resv[i]->booking)
			break;
		_set_texts(resv[i]->booking, rng);
		view_accounts_update(office, resv[i]);
	}
}

static void _note(const view_resv_t *v, void *arg)
{
	uint32_t *found = arg;

	for (int i = 0; i < RESVS; i++)
		if (resv[i] == v)
			found[i]++;
}

/* RET true if a list of a booking names the account. */
static bool _names_it(const view_resv_t *v, const text_name_t *account)
{
	const booking_t *b = v ? v->booking : NULL;
	char *held = (b && b->held) ? held_request_accounts(b->held) : NULL;
	bool names = b && (text_lists_name(b->accounts, account) ||
			   text_lists_name(held, account));

	free(held);
	return names;
}

static void _compare(void)
{
	const char *reason = "";

	for (int n = 0; n < COUNT(names); n++) {
		text_name_t account = { names[n], strlen(names[n]) };
		uint32_t found[RESVS] = { 0 };

		view_each_of_account(office, &account, _note, found);
		for (int i = 0; i < RESVS; i++)
			ck_assert_uint_eq(found[i],
					  _names_it(resv[i], &account));
	}
	ck_assert_msg(view_accounts_check(office, &reason), "%s", reason);
}

START_TEST(the_bookings_of_an_account_are_those_that_a_walk_finds)
{
	rng_t rng = { test_seed() };

	for (int round = 0; round < ROUNDS; round++) {
		_change((int) rng_below(&rng, RESVS), &rng);
		_compare();
	}
}
END_TEST

START_TEST(a_text_that_changes_unnoted_is_found_by_the_check)
{
	view_resv_t *v = view_table_add(office, "r");
	const char *reason = NULL;
	booking_t *b = booking_of(7);

	booking_set(&b->accounts, "a,b");
	(void) view_set_booking(office, v, b);
	ck_assert(view_accounts_check(office, &reason));
	booking_set(&b->accounts, "a,c");
	ck_assert(!view_accounts_check(office, &reason));
	ck_assert_ptr_nonnull(reason);
	booking_set(&b->accounts, "a");
	ck_assert(!view_accounts_check(office, &reason));
	view_accounts_update(office, v);
	ck_assert(view_accounts_check(office, &reason));
}
END_TEST

START_TEST(bookings_of_jobs_are_counted)
{
	view_resv_t *v = view_table_add(office, "garq.job@1"),
		    *w = view_table_add(office, "w");

	ck_assert_uint_eq(view_bookings_of_jobs(office), 0);
	(void) view_set_booking(office, v, booking_of(7));
	(void) view_set_booking(office, w, booking_of(7));
	ck_assert_uint_eq(view_bookings_of_jobs(office), 1);
	booking_destroy(view_set_booking(office, v, booking_of(8)));
	ck_assert_uint_eq(view_bookings_of_jobs(office), 1);
	booking_destroy(view_table_remove(office, v));
	ck_assert_uint_eq(view_bookings_of_jobs(office), 0);
	ck_assert_uint_eq(view_bookings(office), 1);
}
END_TEST

static void _begin(void)
{
	setup();
	for (int i = 0; i < RESVS; i++)
		resv[i] = NULL;
}

int main(void)
{
	Suite *suite = suite_create("view_accounts");
	TCase *tc = test_case(suite, "accounts", 60);

	tcase_add_checked_fixture(tc, _begin, teardown);
	tcase_add_test(tc, the_bookings_of_an_account_are_those_that_a_walk_finds);
	tcase_add_test(tc, a_text_that_changes_unnoted_is_found_by_the_check);
	tcase_add_test(tc, bookings_of_jobs_are_counted);
	return test_run(suite);
}
