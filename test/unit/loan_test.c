/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * loan_test.c - parked records that are in Slurm's list for a while.
 *
 * Three bookings lie on one node: a is linked for its own sake, b and c are
 * parked.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/booking/request/refused.h"
#include "plugin/booking/request/text.h"
#include "plugin/booking/view/view_feed.h"
#include "test/unit/park_fixture.h"
#include "test/unit/test_office.h"

#define UID 7

static const place_t row[] = {
	{ AT("a", "0", 1 * HOUR) },
	{ AT("b", "0", 3 * HOUR) },
	{ AT("c", "0", 5 * HOUR) },
	{ .name = NULL }
};
static view_resv_t *a, *b, *c;

static void setup(void)
{
	park_setup();
	a = make(&row[0]);
	b = make(&row[1]);
	c = make(&row[2]);
	park_begin(office, NOW);
	assert_done("+a tell p:b p:c tell ");
}

/* The ledger was told of nothing, and everything is as it was. */
static void assert_as_before(void)
{
	ck_assert_str_eq(linked(), "a ");
	ck_assert_str_eq(own(), "a ");
	ck_assert_str_eq(parked(), "b c ");
}

/* All that is lent counts as parked. */
static void assert_lent(const char *names)
{
	ck_assert_str_eq(linked(), names);
	ck_assert_str_eq(own(), "a ");
	ck_assert_str_eq(parked(), "b c ");
}

/* All */

START_TEST(all_are_lent_until_the_last_borrower_is_done)
{
	loan_all(office);
	assert_done("+b +c ");
	assert_lent("a b c ");
	loan_all(office);
	loan_all_end(office);
	assert_done("");
	loan_all_end(office);
	assert_as_before();
	loan_all_end(office);		/* of nobody */
	assert_as_before();
}
END_TEST

START_TEST(a_request_beside_it_parks_what_stays_on_loan)
{
	bool was_linked;

	loan_all(office);
	done[0] = '\0';
	was_linked = park_fetch(office, b);
	ck_assert(!was_linked);
	ck_assert(!park_update(office, b, was_linked, NULL, NOW));
	was_linked = park_fetch(office, c);
	park_return(office, c, was_linked);
	assert_done("hush hush ");
	assert_lent("a b c ");
	loan_all_end(office);
	assert_as_before();
}
END_TEST

START_TEST(a_new_one_beside_it_is_lent_if_it_is_parked)
{
	view_resv_t *v;

	loan_all(office);
	v = make(&(place_t) { AT("v", "0", 7 * HOUR) });
	view_table_set_linked(office, v, true);
	ck_assert(!park_update(office, v, false, NULL, NOW));
	ck_assert_str_eq(linked(), "a b c v ");
	ck_assert_str_eq(own(), "a ");
	loan_all_end(office);
	ck_assert_str_eq(linked(), "a ");
	ck_assert_str_eq(parked(), "b c v ");
}
END_TEST

START_TEST(what_is_needed_meanwhile_stays)
{
	bool told = false;

	loan_all(office);
	done[0] = '\0';
	ck_assert_int_eq(park_delete(office, a, NOW, NULL, &told), 0);
	ck_assert(told);
	assert_done("!a l:b tell ");
	loan_all_end(office);
	assert_done("-c ");
	ck_assert_str_eq(own(), "b ");
}
END_TEST

START_TEST(looks_leave_a_loan_as_it_is)
{
	loan_all(office);
	done[0] = '\0';
	for (int i = 0; i < 3; i++) {
		ck_assert(!park_update_all(office, NOW));
		park_ledger_written(office, park_last_look(office));
	}
	assert_done("");
	assert_lent("a b c ");
	loan_all_end(office);
	assert_as_before();
}
END_TEST

START_TEST(a_rebuilt_table_of_nodes_borrows_all_once)
{
	loan_rebuild_end(office);	/* of none */
	loan_rebuild_begin(office);
	loan_rebuild_begin(office);
	assert_lent("a b c ");
	loan_rebuild_end(office);
	assert_as_before();
	loan_rebuild_end(office);
	assert_as_before();
}
END_TEST

/* By name */

static park_loan_t borrow(const char *names)
{
	park_loan_t loan = { .on_loan = false };
	char *text = NULL;

	ck_assert_int_eq(park_lend_named(office, names, UID, &loan, &text), 0);
	ck_assert_ptr_null(text);
	return loan;
}

START_TEST(a_request_borrows_what_it_names)
{
	park_loan_t loan = borrow("a,b,unknown");

	assert_done("+b hush ");
	ck_assert(loan.on_loan && loan.unsaved);
	assert_lent("a b ");
	park_return_named(office, "a,b,unknown", true, NOW);
	assert_done("-b hush ");
	assert_as_before();
}
END_TEST

START_TEST(nothing_is_lent_of_what_is_linked)
{
	a->saved = true;
	ck_assert(!borrow("a").on_loan);
	(void) view_walk_begin(office);
	park_return_named(office, "a", true, NOW);
	assert_as_before();
	ck_assert(view_walk_is_due(office));	/* has a job got it? */
}
END_TEST

START_TEST(two_requests_borrow_the_same)
{
	(void) borrow("b");
	(void) borrow("c,b");
	park_return_named(office, "b", true, NOW);
	assert_lent("a b c ");
	park_return_named(office, "c,b", true, NOW);
	assert_as_before();
}
END_TEST

START_TEST(what_is_borrowed_by_name_stays_on_loan)
{
	bool was_linked;

	(void) borrow("b");
	done[0] = '\0';
	was_linked = park_fetch(office, b);
	ck_assert(!was_linked);
	park_return(office, b, was_linked);
	ck_assert(!park_update_all(office, NOW));
	assert_done("hush ");
	assert_lent("a b ");
	park_return_named(office, "b", true, NOW);
	assert_as_before();
}
END_TEST

/* The agent parks it. */
START_TEST(what_is_changed_meanwhile_is_linked)
{
	(void) borrow("b");
	done[0] = '\0';
	ck_assert(park_update(office, b, park_fetch(office, b), NULL, NOW));
	assert_done("tell ");
	ck_assert_str_eq(own(), "a b ");
	park_return_named(office, "b", true, NOW);
	assert_done("hush ");
	ck_assert_str_eq(own(), "a b ");
}
END_TEST

START_TEST(one_that_is_named_outlives_a_loan_of_all)
{
	(void) borrow("b");
	loan_all(office);
	loan_all_end(office);
	assert_lent("a b ");
	loan_all(office);
	park_return_named(office, "b", true, NOW);
	assert_lent("a b c ");
	loan_all_end(office);
	assert_as_before();
}
END_TEST

START_TEST(a_job_that_came_of_it_keeps_it_linked)
{
	place_t with_job[] = {
		row[0],
		{ AT("b", "0", 3 * HOUR), .jobs = true },
		row[2],
		{ .name = NULL },
	};

	(void) borrow("b,c");
	see_jobs(with_job);
	done[0] = '\0';
	park_return_named(office, "b,c", true, NOW);
	assert_done("l:b -c tell ");
	ck_assert_str_eq(own(), "a b ");
	ck_assert_str_eq(linked(), "a b ");
}
END_TEST

START_TEST(it_stays_where_the_jobs_were_not_seen)
{
	(void) borrow("b");
	done[0] = '\0';
	park_return_named(office, "b", false, NOW);
	assert_done("l:b tell ");
	ck_assert_str_eq(own(), "a b ");
}
END_TEST

START_TEST(who_may_not_use_one_borrows_none)
{
	park_loan_t loan;
	char *text = NULL;

	answers.may_enter = false;
	ck_assert_int_eq(park_lend_named(office, "b", UID, &loan, &text),
			 REFUSED_NO_ACCESS);
	ck_assert_ptr_null(text);
	assert_done("");
	ck_assert_int_eq(park_lend_named(office, "a", UID, &loan, &text), 0);
	park_return_named(office, "a", true, NOW);
	assert_as_before();
}
END_TEST

/* A user who guesses the name would keep what may yet be refused. */
START_TEST(nobody_borrows_what_has_no_answer_yet)
{
	park_loan_t loan;
	char *text = NULL;

	a->unanswered = true;	/* linked for its own sake */
	ck_assert_int_eq(park_lend_named(office, "a,b", UID, &loan, &text),
			 REFUSED_NO_SUCH);
	ck_assert_str_eq(
		text,
		"reservation a is being made: try again when scontrol has answered");
	free(text);
	text = NULL;
	a->unanswered = false;
	c->unanswered = true;	/* parked */
	ck_assert_int_eq(park_lend_named(office, "c", UID, &loan, &text),
			 REFUSED_NO_SUCH);
	free(text);
	text = NULL;
	answers.may_enter = false;	/* ... and nobody learns of it */
	ck_assert_int_eq(park_lend_named(office, "c", UID, &loan, &text),
			 REFUSED_NO_ACCESS);
	ck_assert_ptr_null(text);
	assert_done("");
}
END_TEST

/* RET names of cnt parked ones, malloc'd */
static char *make_many(int cnt)
{
	char *names = NULL, name[16];

	for (int i = 0; i < cnt; i++) {
		snprintf(name, sizeof(name), "r%02d", i);
		(void) make(&(place_t) { AT(name, "0", (7 + i) * HOUR) });
		text_add(&names, "%s,", name);
	}
	return names;
}

START_TEST(no_request_borrows_more_than_the_limit)
{
	char *names = make_many(LOAN_NAMES_MAX + 1), *text = NULL;
	park_loan_t loan;

	ck_assert_int_eq(park_lend_named(office, names, UID, &loan, &text),
			 REFUSED_NO_SUCH);
	ck_assert_str_eq(
		text,
		"65 reservations are named that lie ahead: name 64 or fewer");
	assert_as_before();
	free(text);
	text = NULL;
	names[strlen(names) - strlen("r64,")] = '\0';
	ck_assert_int_eq(park_lend_named(office, names, UID, &loan, &text), 0);
	ck_assert(loan.on_loan);
	park_return_named(office, names, true, NOW);
	ck_assert_str_eq(linked(), "a ");
	free(names);
}
END_TEST

START_TEST(a_group_is_looked_up_for_a_loan)
{
	(void) make(&(place_t) { AT("g", "0", 7 * HOUR), .groups = true });
	(void) borrow("g");
	assert_done("+g hush groups ");
	(void) borrow("g");
	assert_done("hush ");
	park_return_named(office, "g", true, NOW);
	park_return_named(office, "g", true, NOW);
}
END_TEST

/* Jobs that are about to exist */

START_TEST(a_job_that_is_named_for_links_it)
{
	ck_assert(park_link_named(office, "b", NOW));
	assert_done("l:b +b tell ");
	ck_assert_str_eq(own(), "a b ");
	ck_assert(!park_update_all(office, NOW));
	park_return_named(office, "b", true, NOW);
	assert_done("hush ");
	ck_assert_str_eq(own(), "a b ");	/* a job may have it by now */
	see_jobs(&(place_t) { NULL });	/* none has: the linker parks it */
	(void) park_update_all(office, NOW);
	park_ledger_written(office, park_last_look(office));
	(void) park_update_all(office, NOW);
	assert_done("p:b -b ");
}
END_TEST

START_TEST(it_is_saved_once)
{
	ck_assert(park_link_named(office, "b", NOW));
	park_return_named(office, "b", true, NOW);
	ck_assert(!park_link_named(office, "b", NOW));
	park_return_named(office, "b", true, NOW);
}
END_TEST

START_TEST(a_user_is_checked_where_one_is_parked)
{
	answers.validate_user = true;
	ck_assert(park_validate_user(office, "b", UID));
	assert_done("+b -b ");
	ck_assert(park_validate_user(office, "a", UID));
	ck_assert(!park_validate_user(office, "unknown", UID));
	assert_done("");
	answers.validate_user = false;
	ck_assert(!park_validate_user(office, "b", UID));
	assert_as_before();
}
END_TEST

int main(void)
{
	Suite *s = suite_create("lend");
	TCase *tc = test_case(s, "all", 0);

	tcase_add_checked_fixture(tc, setup, park_teardown);
	tcase_add_test(tc, all_are_lent_until_the_last_borrower_is_done);
	tcase_add_test(tc, a_request_beside_it_parks_what_stays_on_loan);
	tcase_add_test(tc, a_new_one_beside_it_is_lent_if_it_is_parked);
	tcase_add_test(tc, what_is_needed_meanwhile_stays);
	tcase_add_test(tc, looks_leave_a_loan_as_it_is);
	tcase_add_test(tc, a_rebuilt_table_of_nodes_borrows_all_once);
	tc = test_case(s, "named", 0);
	tcase_add_checked_fixture(tc, setup, park_teardown);
	tcase_add_test(tc, a_request_borrows_what_it_names);
	tcase_add_test(tc, nothing_is_lent_of_what_is_linked);
	tcase_add_test(tc, two_requests_borrow_the_same);
	tcase_add_test(tc, what_is_borrowed_by_name_stays_on_loan);
	tcase_add_test(tc, what_is_changed_meanwhile_is_linked);
	tcase_add_test(tc, one_that_is_named_outlives_a_loan_of_all);
	tcase_add_test(tc, a_job_that_came_of_it_keeps_it_linked);
	tcase_add_test(tc, it_stays_where_the_jobs_were_not_seen);
	tcase_add_test(tc, who_may_not_use_one_borrows_none);
	tcase_add_test(tc, nobody_borrows_what_has_no_answer_yet);
	tcase_add_test(tc, no_request_borrows_more_than_the_limit);
	tcase_add_test(tc, a_group_is_looked_up_for_a_loan);
	tcase_add_test(tc, a_job_that_is_named_for_links_it);
	tcase_add_test(tc, it_is_saved_once);
	tcase_add_test(tc, a_user_is_checked_where_one_is_parked);
	return test_run(s);
}
