/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ledger_salvage_copy_test.c - what a salvage takes from the rolling copy of a
 * ledger
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "plugin/ledger/ledger_copy.h"
#include "test/unit/ledger_salvage_fixture.h"

#define GONE 10		/* closed since the copy */

/* The big ledger with a copy; then the first bookings are closed. */
static void make_copied(void)
{
	ledger_t *l = big_open();

	ck_assert(ledger_copy(l, 0, why, sizeof(why)));
	for (int i = 0; i < GONE; i++) {
		char name[32];

		snprintf(name, sizeof(name), "live-%d", i);
		drop(l, name);
	}
	ledger_close(l);
}

/* No row of a live or lately closed booking can be read any more. */
static void lose_rows(void)
{
	for (uint32_t n = 0; (n = leaf_with(path, "live-", n));)
		overwrite(path, n, ZEROS);
}

static void lose_index(const char *name)
{
	char text[96], *root;

	snprintf(text, sizeof(text), "SELECT rootpage FROM sqlite_schema"
		 " WHERE name = '%s'", name);
	root = ask(path, text);
	overwrite(path, (uint32_t) atoi(root), ZEROS);
	free(root);
}

static ledger_salvaged_t replaced(void)
{
	ledger_salvaged_t found;
	content_t *was = content(beside(LEDGER_COPY));

	ck_assert_msg(ledger_replace(path, say, NULL, &found, why,
				     sizeof(why)), "%s", why);
	assert_unchanged(was, beside(LEDGER_COPY));
	free(was);
	ledger_salvage_tell(&found, say, NULL);
	return found;
}

START_TEST(lost_bookings_are_taken_from_it)
{
	ledger_salvaged_t found;
	ledger_t *l;

	make_copied();
	lose_rows();
	found = replaced();
	ck_assert_uint_eq(found.live, LIVE - GONE);
	ck_assert_uint_gt(found.copied, 0);
	ck_assert_uint_eq(found.copied, found.live);
	ck_assert_uint_eq(found.unsure, 0);
	ck_assert_uint_eq(found.lost, 0);
	ck_assert_ptr_nonnull(strstr(said, "40 of these live bookings are from the copy of 20"));
	l = opened();
	assert_live(l, LIVE - GONE);
	ledger_close(l);
	assert_says(path, "SELECT count(*) FROM booking WHERE closed IS NULL"
		    " AND NOT parked", "0");
	assert_says(path, "SELECT sum(length(comment) > 4096) > 0 FROM booking"
		    " WHERE closed IS NULL", "1");
}
END_TEST

/* Nothing tells what was closed: all are taken, and that is said. */
START_TEST(what_cannot_be_known_is_taken)
{
	ledger_salvaged_t found;

	make_copied();
	lose_index("booking_live");
	if (_i)
		lose_index("booking_closed");
	lose_rows();
	found = replaced();
	ck_assert_uint_eq(found.live, _i ? LIVE : LIVE - GONE);
	ck_assert_uint_eq(found.copied, found.live);
	ck_assert_uint_eq(found.unsure, found.live);
	ck_assert_ptr_nonnull(strstr(said, "booking live-30 is taken from the copy, as it was then: it can't be known"));
}
END_TEST

/* A closed row that can be read keeps its booking away, and so does a new one. */
START_TEST(rows_that_can_be_read_win)
{
	ledger_salvaged_t found;
	booking_t *b = booking("live-3");
	uint32_t page;
	ledger_t *l;

	make_copied();
	l = opened();
	b->created = 77777;
	put(l, b);
	ledger_close(l);
	lose_index("booking_live");
	lose_index("booking_closed");
	page = leaf_with(path, "live-40", 0);
	ck_assert_uint_gt(page, leaf_with(path, "live-3", 0));
	overwrite(path, page, ZEROS);
	found = replaced();
	ck_assert_uint_eq(found.live, LIVE - GONE + 1);
	ck_assert_uint_gt(found.copied, 0);
	ck_assert_uint_lt(found.copied, LIVE / 2);
	assert_says(path, "SELECT created FROM booking WHERE name = 'live-3'"
		    " AND closed IS NULL", "77777");
	assert_says(path, "SELECT count(*) FROM booking WHERE name = 'live-4'"
		    " AND closed IS NULL", "0");
	booking_destroy(b);
}
END_TEST

/* The name is another booking's now, which is lost, too, and not in the copy. */
START_TEST(a_name_that_was_taken_again)
{
	ledger_salvaged_t found;
	booking_t *b = booking("live-3");
	ledger_t *l;

	make_copied();
	l = opened();
	b->created = 77777;
	put(l, b);
	ledger_close(l);
	lose_index("booking_closed");
	lose_rows();
	found = replaced();
	ck_assert_uint_eq(found.live, LIVE - 1);
	ck_assert_uint_eq(found.unsure, GONE - 1);
	ck_assert_uint_eq(found.lost, 1);
	ck_assert_ptr_nonnull(strstr(said, "that are lost: live-3\n"));
	booking_destroy(b);
}
END_TEST

/* All bookings can be read: a closed one that was purged since stays away. */
START_TEST(it_is_not_needed_where_the_bookings_are_whole)
{
	ledger_salvaged_t found;

	make_copied();
	test_clock.ahead = (LEDGER_KEEP_DAYS + 1) * 86400;
	purge_old();
	overwrite(path, 1, GARBAGE);
	copy(path, beside(".kept"));
	found = salvaged(path, beside(".new"));
	ck_assert_uint_eq(found.live, LIVE - GONE);
	empty_dir();
	test_clock.ahead = 0;
	make_copied();
	overwrite(path, leaf_with(path, "refused-one", 0), GARBAGE);
	found = replaced();
	ck_assert_uint_eq(found.live, LIVE - GONE);
	ck_assert_uint_eq(found.copied, 0);
	ck_assert(!found.copy_time && !found.bookings_damaged);
}
END_TEST

/* Nothing, or a byte, is left of the ledger. */
START_TEST(of_an_empty_file)
{
	ledger_salvaged_t found;
	ledger_t *l;

	make_copied();
	ck_assert_int_eq(truncate(path, _i), 0);
	ck_assert_int_eq(ledger_open(path, &l, why, sizeof(why)),
			 LEDGER_DAMAGED);
	found = replaced();
	ck_assert_uint_eq(found.live, LIVE);
	ck_assert_uint_eq(found.unsure, LIVE);
}
END_TEST

/* A copy that is damaged itself gives what can be read of it. */
START_TEST(of_a_damaged_copy)
{
	ledger_salvaged_t found;

	make_copied();
	overwrite(beside(LEDGER_COPY),
		  leaf_with(beside(LEDGER_COPY), "live-40", 0), GARBAGE);
	lose_rows();
	found = replaced();
	ck_assert_uint_gt(found.copied, 0);
	ck_assert_uint_gt(found.lost, 0);
	ck_assert_uint_eq(found.live + found.lost, LIVE - GONE);
	overwrite(beside(LEDGER_COPY), 1, GARBAGE);
	overwrite(path, 1, GARBAGE);
	(void) replaced();
}
END_TEST

int main(void)
{
	Suite *s = suite_create("ledger_salvage_copy");
	TCase *tc = test_case(s, "ledger_salvage_copy", 300);

	test_seed();	/* once, before any fork */
	tcase_add_checked_fixture(tc, salvage_setup, ledger_teardown);
	tcase_add_test(tc, lost_bookings_are_taken_from_it);
	tcase_add_loop_test(tc, what_cannot_be_known_is_taken, 0, 2);
	tcase_add_test(tc, rows_that_can_be_read_win);
	tcase_add_test(tc, a_name_that_was_taken_again);
	tcase_add_test(tc, it_is_not_needed_where_the_bookings_are_whole);
	tcase_add_loop_test(tc, of_an_empty_file, 0, 3);
	tcase_add_test(tc, of_a_damaged_copy);
	return test_run(s);
}
