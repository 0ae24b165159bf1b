/* SPDX-License-Identifier: GPL-2.0-or-later */
/* park_change_test.c - what is linked and parked when something changes */

#include <string.h>

#include "plugin/booking/request/refused.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/view_feed.h"
#include "test/unit/park_fixture.h"
#include "test/unit/test_office.h"

/* The agent: what it finds needless is parked after the ledger was written. */
static void look_twice(void)
{
	(void) park_update_all(office, NOW);
	park_ledger_written(office, park_last_look(office));
	(void) park_update_all(office, NOW);
}

/* Three on one node: a is linked, b and c are parked. */
static view_resv_t *a, *b, *c;

static void in_a_row(void)
{
	a = make(&(place_t) { AT("a", "0", 1 * HOUR) });
	b = make(&(place_t) { AT("b", "0", 3 * HOUR) });
	c = make(&(place_t) { AT("c", "0", 5 * HOUR) });
	park_begin(office, NOW);
	assert_done("+a tell p:b p:c tell ");
}

/* As it is when Slurm has made its record. */
static view_resv_t *new_one(const place_t *place)
{
	view_resv_t *v = make(place);

	view_table_set_linked(office, v, true);
	return v;
}

START_TEST(a_new_one_is_told_of_if_it_stays)
{
	view_resv_t *v;

	in_a_row();
	v = new_one(&(place_t) { AT("v", "0", 7 * HOUR) });
	ck_assert(!park_update(office, v, false, NULL, NOW));
	assert_done("-v hush ");
	ck_assert_str_eq(parked(), "b c v ");
	v = new_one(&(place_t) { AT("w", "1", 7 * HOUR) });
	ck_assert(park_update(office, v, false, NULL, NOW));
	assert_done("tell ");
	ck_assert_str_eq(own(), "a w ");
	ck_assert_str_eq(parked(), "b c v ");
}
END_TEST

/* It is the agent that parks what was the next one. */
START_TEST(a_new_one_before_others_parks_none_of_them)
{
	view_resv_t *v;

	in_a_row();
	v = new_one(&(place_t) { AT("v", "0", PARK_LEAD + 1), .end = HOUR });
	ck_assert(park_update(office, v, false, NULL, NOW));
	assert_done("tell ");
	ck_assert_str_eq(own(), "a v ");
	look_twice();
	assert_done("p:a -a ");
	ck_assert_str_eq(own(), "v ");
}
END_TEST

START_TEST(a_new_one_is_not_parked_with_garq_park_no)
{
	view_resv_t *v;

	in_a_row();
	office->options.park = false;
	v = new_one(&(place_t) { AT("v", "0", 7 * HOUR) });
	ck_assert(park_update(office, v, false, NULL, NOW));
	assert_done("tell ");
	ck_assert_str_eq(own(), "a v ");
}
END_TEST

START_TEST(a_change_of_one_that_was_linked_is_told_of)
{
	in_a_row();
	ck_assert(park_update(office, a, true, NULL, NOW));
	assert_done("tell ");
	ck_assert_str_eq(own(), "a ");
}
END_TEST

START_TEST(a_change_of_one_that_is_parked_is_not)
{
	bool was_linked;

	in_a_row();
	was_linked = park_fetch(office, b);
	ck_assert(!was_linked);
	ck_assert(!park_update(office, b, was_linked, NULL, NOW));
	assert_done("+b -b hush ");
	was_linked = park_fetch(office, c);
	park_return(office, c, was_linked);
	assert_done("+c -c hush ");
}
END_TEST

START_TEST(who_is_next_where_one_was_is_linked)
{
	garq_set_t *before = test_set(NODES, "0");
	view_resv_t *v;

	in_a_row();
	booking_destroy(view_table_remove(office, a));
	v = new_one(&(place_t) { AT("v", "1", 1 * HOUR) });
	ck_assert(park_update(office, v, true, before, NOW));
	assert_done("l:b +b tell ");
	ck_assert_str_eq(own(), "b v ");
	garq_set_destroy(before);
}
END_TEST

/* IN flags - besides BOOKING_FLAG_SPEC_NODES */
static void see_flags(view_resv_t *v, uint64_t flags)
{
	view_seen_t seen = {
		.start = v->start, .end = v->end, .nodes = v->nodes,
		.flags = BOOKING_FLAG_SPEC_NODES | flags,
		.attrs = { .first_start = v->start },
	};

	view_see(office, v, &seen, NOW);
}

/* No caller has to know which nodes to name: what follows is linked in any case. */
START_TEST(what_follows_one_that_becomes_flex_is_linked)
{
	in_a_row();
	see_flags(a, BOOKING_FLAG_FLEX);
	ck_assert(park_update(office, a, true, NULL, NOW));
	assert_done("l:b +b tell ");
	ck_assert_str_eq(own(), "a b ");
	see_flags(a, 0);
	ck_assert(park_update(office, a, true, NULL, NOW));
	look_twice();
	ck_assert_str_eq(own(), "a ");
}
END_TEST

/* Its job may start as soon as the locks are free: no agent comes in between. */
START_TEST(what_is_made_behind_flex_is_linked_at_once)
{
	view_resv_t *f, *v;

	f = new_one(&(place_t) {
		AT("f", "0", 1 * HOUR), .flags = BOOKING_FLAG_FLEX,
	});
	ck_assert(park_update(office, f, false, NULL, NOW));
	v = new_one(&(place_t) { AT("w", "0", 5 * HOUR) });
	ck_assert(park_update(office, v, false, NULL, NOW));
	v = new_one(&(place_t) { AT("v", "0", 3 * HOUR) });
	ck_assert(park_update(office, v, false, NULL, NOW));
	v = new_one(&(place_t) { AT("x", "0", 7 * HOUR) });
	ck_assert(!park_update(office, v, false, NULL, NOW));
	ck_assert_str_eq(own(), "f w v ");
	look_twice();
	ck_assert_str_eq(own(), "f v ");
}
END_TEST

START_TEST(what_follows_flex_follows_who_is_deleted)
{
	bool told;

	in_a_row();
	see_flags(a, BOOKING_FLAG_FLEX);
	ck_assert(park_update(office, a, true, NULL, NOW));
	ck_assert_str_eq(own(), "a b ");
	ck_assert_int_eq(park_delete(office, b, NOW, NULL, &told), 0);
	ck_assert_str_eq(own(), "a c ");
}
END_TEST

/* The office may be wrong: a parked record is found. */
START_TEST(a_broken_rule_is_found)
{
	const char *reason = NULL;

	in_a_row();
	ck_assert(park_check(office, NOW, &reason));
	see_flags(a, BOOKING_FLAG_FLEX);	/* and no look */
	ck_assert(!park_check(office, NOW, &reason));
	ck_assert_ptr_nonnull(strstr(reason, "P2"));
	ck_assert(park_check(office, NOW - 1, &reason));
	ck_assert(park_check(office, NOW + PARK_LEAD, &reason));
	(void) park_update_all(office, NOW);
	ck_assert(park_check(office, NOW, &reason));
	view_table_set_linked(office, a, false);
	ck_assert(!park_check(office, NOW, &reason));
	ck_assert_ptr_nonnull(strstr(reason, "P1"));
}
END_TEST

/* What several moves link or park is found in one look; their caller queues them. */
START_TEST(several_that_move_are_one_change)
{
	garq_set_t *before = test_set(NODES, "0");
	park_change_t changes[2];
	view_resv_t *v;

	in_a_row();
	(void) park_fetch(office, b);
	(void) park_fetch(office, c);
	assert_done("+b +c ");
	v = new_one(&(place_t) { AT("v", "0", PARK_LEAD + 1), .end = HOUR });
	assert_done("");
	changes[0] = (park_change_t) { .v = b, .before = before };
	changes[1] = (park_change_t) { .v = c, .before = before };
	ck_assert(!park_update_many(office, changes, 2, NOW));
	assert_done("-b -c hush ");
	ck_assert(b->booking->parked && c->booking->parked);
	booking_destroy(view_table_remove(office, v));
	(void) park_fetch(office, b);
	assert_done("+b ");
	booking_destroy(view_table_remove(office, a));
	ck_assert(park_update_many(office, changes, 2, NOW));
	assert_done("tell ");	/* b is next; its caller queues it */
	ck_assert(!b->booking->parked && c->booking->parked);
	ck_assert(!park_update_many(office, changes, 0, NOW));
	assert_done("hush ");
	garq_set_destroy(before);
}
END_TEST

/* What one look queues is for the next one as any other. */
START_TEST(what_was_queued_once_is_not_later)
{
	in_a_row();
	(void) park_fetch(office, b);
	assert_done("+b ");
	ck_assert(!park_update(office, b, false, NULL, NOW));
	assert_done("-b hush ");
	ck_assert(park_link_named(office, "b", NOW));
	assert_done("l:b +b tell ");
}
END_TEST

START_TEST(deletes)
{
	booking_t *booking = NULL;
	bool told = true;

	in_a_row();
	ck_assert_int_eq(park_delete(office, b, NOW, NULL, &told), 0);
	ck_assert(!told);
	assert_done("+b !b hush ");
	ck_assert_ptr_null(view_find(office, "b"));
	ck_assert_int_eq(park_delete(office, a, NOW, &booking, &told), 0);
	ck_assert(told);
	assert_done("!a l:c +c tell ");
	ck_assert_str_eq(booking->name, "a");
	booking_destroy(booking);
}
END_TEST

/* A record that no job can have is not linked to be deleted. */
START_TEST(what_is_out_of_reach_is_dropped)
{
	const place_t jobs[] = { { .name = "b", .jobs = true }, { NULL } };
	bool told;

	answers.drop = true;
	in_a_row();
	/* It was parked in this walk. */
	ck_assert(!view_is_out_of_reach(office, b));
	see_jobs(jobs);
	ck_assert(!view_is_out_of_reach(office, a) &&
		  !view_is_out_of_reach(office, b) &&
		  view_is_out_of_reach(office, c));
	ck_assert_int_eq(park_delete(office, c, NOW, NULL, &told), 0);
	assert_done("x l:b +b tell ");	/* a job asks for b: it should be linked */
	ck_assert_ptr_null(view_find(office, "c"));
	ck_assert_int_eq(park_delete(office, b, NOW, NULL, &told), 0);
	assert_done("!b tell ");
}
END_TEST

START_TEST(what_can_not_be_dropped_is_removed)
{
	bool told;

	in_a_row();
	see_jobs(&(place_t) { NULL });
	ck_assert(view_is_out_of_reach(office, b));
	ck_assert_int_eq(park_delete(office, b, NOW, NULL, &told), 0);
	assert_done("+b !b hush ");
}
END_TEST

/* Whether a job has the record is asked when all jobs have been seen. */
START_TEST(what_no_job_is_known_to_have_is_retired)
{
	const place_t jobs[] = { { .name = "b", .jobs = true }, { NULL } };
	bool told;

	answers.retire = true;
	in_a_row();
	see_jobs(jobs);
	ck_assert_int_eq(park_delete(office, a, NOW, NULL, &told), 0);
	assert_done("r -a l:b +b l:c +c tell ");
	ck_assert_ptr_null(view_find(office, "a"));
	ck_assert_int_eq(park_delete(office, b, NOW, NULL, &told), 0);
	assert_done("!b tell ");	/* a job asks for it */
	ck_assert_int_eq(park_delete(office, c, NOW, NULL, &told), 0);
	assert_done("r -c tell ");
}
END_TEST

START_TEST(what_a_request_names_is_not_retired)
{
	bool told;

	answers.retire = true;
	in_a_row();
	loan_to_request(office, c);
	assert_done("+c ");
	ck_assert_int_eq(park_delete(office, c, NOW, NULL, &told), 0);
	assert_done("!c hush ");
}
END_TEST

START_TEST(what_is_not_deleted_is_as_before)
{
	booking_t *booking = NULL;
	bool told = false;

	in_a_row();
	answers.remove = REFUSED_IN_USE;
	ck_assert_int_eq(park_delete(office, a, NOW, &booking, &told),
			 REFUSED_IN_USE);
	assert_done("hush ");
	ck_assert_int_eq(park_delete(office, b, NOW, &booking, &told),
			 REFUSED_IN_USE);
	assert_done("+b -b hush ");
	ck_assert(!told && !booking);
	ck_assert_str_eq(own(), "a ");
	ck_assert_str_eq(parked(), "b c ");
}
END_TEST

/* Slurm's file would else be saved without a record that nobody else has. */
START_TEST(the_ledger_knows_before_one_is_parked)
{
	in_a_row();
	(void) new_one(&(place_t) { AT("v", "0", PARK_LEAD + 1), .end = HOUR });
	ck_assert(!park_update_all(office, NOW));
	assert_done("p:a ");
	ck_assert(!park_update_all(office, NOW));
	assert_done("");
	ck_assert_str_eq(own(), "a v ");
	park_ledger_written(office, park_last_look(office));
	ck_assert(!park_update_all(office, NOW));
	assert_done("-a ");
}
END_TEST

/* Another thread writes the ledger while this one looks. */
START_TEST(what_is_noted_while_the_ledger_is_written_waits)
{
	uint32_t look;

	in_a_row();
	look = park_last_look(office);
	(void) new_one(&(place_t) { AT("v", "0", PARK_LEAD + 1), .end = HOUR });
	ck_assert(!park_update_all(office, NOW));
	assert_done("p:a ");
	park_ledger_written(office, look);
	ck_assert(!park_update_all(office, NOW));
	assert_done("");
	ck_assert_str_eq(own(), "a v ");
	park_ledger_written(office, park_last_look(office));
	ck_assert(!park_update_all(office, NOW));
	assert_done("-a ");
}
END_TEST

START_TEST(what_is_needed_again_meanwhile_stays)
{
	view_resv_t *v;

	in_a_row();
	v = new_one(&(place_t) { AT("v", "0", PARK_LEAD + 1), .end = HOUR });
	(void) park_update_all(office, NOW);
	assert_done("p:a ");
	booking_destroy(view_table_remove(office, v));
	park_ledger_written(office, park_last_look(office));
	ck_assert(!park_update_all(office, NOW));
	assert_done("l:a ");
	ck_assert_str_eq(own(), "a ");
	/* From the beginning. */
	(void) new_one(&(place_t) { AT("w", "0", PARK_LEAD + 1), .end = HOUR });
	(void) park_update_all(office, NOW);
	assert_done("p:a ");
	ck_assert_str_eq(own(), "a w ");
}
END_TEST

START_TEST(time_links_the_next_one)
{
	in_a_row();
	ck_assert(park_update_all(office, NOW + HOUR - PARK_LEAD));
	assert_done("l:b +b tell ");
	ck_assert_str_eq(own(), "a b ");
}
END_TEST

/* E.g. of a machine that was suspended. */
START_TEST(what_ended_unseen_is_linked_for_slurm_to_remove)
{
	in_a_row();
	(void) park_update_all(office, NOW);
	ck_assert(park_update_all(office, NOW + 4 * HOUR));
	ck_assert_str_eq(own(), "a b c ");
}
END_TEST

START_TEST(a_group_is_due_when_its_record_is_linked)
{
	(void) make(&(place_t) { AT("a", "0", 1 * HOUR), .groups = true });
	(void) make(&(place_t) { AT("b", "0", 3 * HOUR), .groups = true });
	ck_assert(park_update_all(office, NOW));
	assert_done("+a tell ");
	ck_assert(park_take_groups_due(office));
	ck_assert(!park_take_groups_due(office));
	ck_assert(!park_update_all(office, NOW));
	assert_done("");
	ck_assert(!park_take_groups_due(office));
}
END_TEST

START_TEST(the_end_gives_slurm_all)
{
	in_a_row();
	loan_all(office);
	park_end(office, NOW);
	assert_done("+b +c tell ");
	ck_assert_str_eq(own(), "a b c ");
	ck_assert_str_eq(parked(), "");
	loan_park(office, c);		/* nobody borrows it any more */
	assert_done("-c ");
}
END_TEST

int main(void)
{
	Suite *s = suite_create("park_change");
	TCase *tc = test_case(s, "changes", 0);

	tcase_add_checked_fixture(tc, park_setup, park_teardown);
	tcase_add_test(tc, a_new_one_is_told_of_if_it_stays);
	tcase_add_test(tc, a_new_one_before_others_parks_none_of_them);
	tcase_add_test(tc, a_new_one_is_not_parked_with_garq_park_no);
	tcase_add_test(tc, a_change_of_one_that_was_linked_is_told_of);
	tcase_add_test(tc, a_change_of_one_that_is_parked_is_not);
	tcase_add_test(tc, who_is_next_where_one_was_is_linked);
	tcase_add_test(tc, what_follows_one_that_becomes_flex_is_linked);
	tcase_add_test(tc, what_is_made_behind_flex_is_linked_at_once);
	tcase_add_test(tc, what_follows_flex_follows_who_is_deleted);
	tcase_add_test(tc, a_broken_rule_is_found);
	tcase_add_test(tc, several_that_move_are_one_change);
	tcase_add_test(tc, what_was_queued_once_is_not_later);
	tcase_add_test(tc, deletes);
	tcase_add_test(tc, what_is_out_of_reach_is_dropped);
	tcase_add_test(tc, what_can_not_be_dropped_is_removed);
	tcase_add_test(tc, what_no_job_is_known_to_have_is_retired);
	tcase_add_test(tc, what_a_request_names_is_not_retired);
	tcase_add_test(tc, what_is_not_deleted_is_as_before);
	tc = test_case(s, "looks", 0);
	tcase_add_checked_fixture(tc, park_setup, park_teardown);
	tcase_add_test(tc, the_ledger_knows_before_one_is_parked);
	tcase_add_test(tc, what_is_noted_while_the_ledger_is_written_waits);
	tcase_add_test(tc, what_is_needed_again_meanwhile_stays);
	tcase_add_test(tc, time_links_the_next_one);
	tcase_add_test(tc, what_ended_unseen_is_linked_for_slurm_to_remove);
	tcase_add_test(tc, a_group_is_due_when_its_record_is_linked);
	tcase_add_test(tc, the_end_gives_slurm_all);
	return test_run(s);
}
