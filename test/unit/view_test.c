/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * view_test.c - the office's view, fed by hand: a cluster of eight nodes without
 * a Slurm.
 */
#include "plugin/booking/request/flags.h"
#include "plugin/booking/view/view_feed.h"
#include "test/unit/test_office.h"
#include "test/unit/test_util.h"
#include "test/unit/view_fixture.h"

START_TEST(a_reservation_is_found_by_each_of_its_names)
{
	uint64_t next = view_next_id(office);
	view_resv_t *v = view_table_add(office, "a");

	ck_assert_uint_eq(v->id, next);
	ck_assert_uint_ne(view_next_id(office), next);
	see(v, NOW + HOUR, 0, 2);
	ck_assert_ptr_eq(view_find(office, "a"), v);
	ck_assert_ptr_eq(view_find_id(office, v->id), v);
	ck_assert_ptr_eq(view_find_resv_id(office, 42), v);
	ck_assert_ptr_null(view_find(office, "b"));
	ck_assert_ptr_null(view_find(office, ""));
	ck_assert_ptr_null(view_find(office, NULL));
	ck_assert_ptr_null(view_table_remove(office, v));
	ck_assert_ptr_null(view_find(office, "a"));
	ck_assert_ptr_null(view_find_id(office, next));
	ck_assert_ptr_null(view_find_resv_id(office, 42));
	ck_assert_uint_eq(view_count(office), 0);
}
END_TEST

START_TEST(the_first_of_two_with_one_native_id_is_found)
{
	view_resv_t *a = view_table_add(office, "a"),
		    *b = view_table_add(office, "b");

	see(a, NOW + HOUR, 0, 1);
	see(b, NOW + HOUR, 1, 1);
	ck_assert_ptr_eq(view_find_resv_id(office, 42), a);
	(void) view_table_remove(office, b);
	ck_assert_ptr_eq(view_find_resv_id(office, 42), a);
}
END_TEST

START_TEST(what_is_seen_is_held_and_copied)
{
	view_resv_t *v = view_table_add(office, "a");

	see(v, NOW + HOUR, 0, 3);
	ck_assert_uint_eq(held_at(NOW + HOUR - 1), 0);
	ck_assert_uint_eq(held_at(NOW + HOUR), 3);
	ck_assert_uint_eq(held_at(NOW + 2 * HOUR), 0);
	ck_assert_uint_eq(lic_held(&v->held_licenses, "sw"), 3);
	ck_assert_str_eq(v->attrs.users, "ann,bob");
	ck_assert_uint_eq(v->attrs.uids[1], 8);
	see(v, NOW + 2 * HOUR, 4, 1);
	ck_assert_uint_eq(held_at(NOW + HOUR), 0);
	ck_assert_uint_eq(held_at(NOW + 2 * HOUR), 1);
	ck_assert_uint_eq(lic_held(&v->held_licenses, "sw"), 3);
}
END_TEST

/* Two reservations change places; then one leaves and is seen where it was. */
START_TEST(what_leaves_is_held_again_when_it_is_seen)
{
	view_resv_t *a = view_table_add(office, "a"),
		    *b = view_table_add(office, "b");

	see(a, NOW + HOUR, 0, 3);
	see(b, NOW + HOUR, 4, 2);
	view_leave(office, a);
	view_leave(office, b);
	ck_assert_uint_eq(held_at(NOW + HOUR), 0);
	see(a, NOW + HOUR, 4, 3);
	see(b, NOW + HOUR, 0, 2);
	ck_assert_uint_eq(held_at(NOW + HOUR), 5);
	view_leave(office, a);
	ck_assert_uint_eq(held_at(NOW + HOUR), 2);
	see(a, NOW + HOUR, 4, 3);
	ck_assert_uint_eq(held_at(NOW + HOUR), 5);
}
END_TEST

START_TEST(what_becomes_free_is_told_once)
{
	view_resv_t *v = view_table_add(office, "a");
	time_t from, until;

	see(v, NOW + HOUR, 0, 3);
	ck_assert(!view_freed_take(office, &from, &until));
	see(v, NOW + 5 * HOUR, 0, 3);
	(void) view_table_remove(office, v);
	ck_assert(view_freed_take(office, &from, &until));
	ck_assert_int_eq(from, NOW + HOUR);
	ck_assert_int_eq(until, NOW + 6 * HOUR);
	ck_assert(!view_freed_take(office, &from, &until));
}
END_TEST

START_TEST(recurring_reservations_are_held_again_and_again)
{
	garq_set_t *nodes = set_of(0, 2);
	view_seen_t seen = {
		.start = NOW + HOUR,
		.end = NOW + HOUR + 60,
		.flags = BOOKING_FLAG_HOURLY | BOOKING_FLAG_SPEC_NODES,
		.nodes = nodes,
		.attrs = { .first_start = NOW + HOUR },
	};

	view_see(office, view_table_add(office, "a"), &seen, NOW);
	for (int i = 1; i < 30 * 24; i++) {
		ck_assert_uint_eq(held_at(NOW + i * HOUR), 2);
		ck_assert_uint_eq(held_at(NOW + i * HOUR + 60), 0);
	}
	garq_set_destroy(nodes);
}
END_TEST

static void count(const view_resv_t *v, void *arg)
{
	(void) v;
	(*(int *) arg)++;
}

static int count_of(uint32_t uid)
{
	int cnt = 0;

	view_each_of_owner(office, uid, count, &cnt);
	return cnt;
}

/* 7 and 7 + 1024 share a list. */
START_TEST(bookings_are_found_by_their_creator)
{
	view_resv_t *a = view_table_add(office, "a"),
		    *b = view_table_add(office, "b");
	view_resv_t *c = view_table_add(office, "c");

	(void) view_set_booking(office, a, booking_of(7));
	(void) view_set_booking(office, b, booking_of(7 + 1024));
	(void) view_set_booking(office, c, booking_of(VIEW_NOBODY));
	ck_assert_int_eq(count_of(7), 1);
	ck_assert_int_eq(count_of(7 + 1024), 1);
	ck_assert_int_eq(count_of(VIEW_NOBODY), 0);
	booking_destroy(view_table_remove(office, a));
	ck_assert_int_eq(count_of(7), 0);
	booking_destroy(view_set_booking(office, b, NULL));
	ck_assert_int_eq(count_of(7 + 1024), 0);
	ck_assert_ptr_nonnull(c->booking);	/* the view frees it */
}
END_TEST

/* Slurm has purged the record, and a stand-in takes its place. */
START_TEST(what_a_booking_lacks_goes_with_it)
{
	view_resv_t *v = view_table_add(office, "a");
	booking_t *b;

	(void) view_set_booking(office, v, booking_of(7));
	view_set_lost(office, v, strdup("n1"), strdup("n1 failed"));
	b = view_table_remove(office, v);
	ck_assert_int_eq(view_with_lost(office), 0);
	v = view_table_add(office, "a");
	ck_assert_ptr_null(view_set_booking(office, v, b));
	ck_assert_str_eq(v->lost_nodes, "n1");
	ck_assert_str_eq(v->lost_why, "n1 failed");
	ck_assert_int_eq(view_with_lost(office), 1);
	/* another value of the same booking: an update was taken back */
	booking_destroy(view_set_booking(office, v, booking_of(7)));
	ck_assert_str_eq(v->lost_nodes, "n1");
	booking_destroy(view_set_booking(office, v, NULL));
	ck_assert_ptr_null(v->lost_nodes);
	ck_assert_ptr_null(v->lost_why);
}
END_TEST

START_TEST(eligible_nodes_are_asked_for_once)
{
	view_resv_t *a = view_table_add(office, "a"),
		    *b = view_table_add(office, "b");

	(void) view_set_booking(office, a, booking_of(7));
	(void) view_set_booking(office, b, booking_of(7));
	see(a, NOW + HOUR, 0, 3);
	see(b, NOW + HOUR, 3, 3);
	ck_assert_int_eq(asked_cnt, 1);
	booking_set(&b->booking->partition, "other");
	view_lrh_update(office, b);
	view_lrh_update(office, b);
	ck_assert_int_eq(asked_cnt, 2);
}
END_TEST

START_TEST(jobs_that_are_not_seen_again_have_ended)
{
	garq_set_t *nodes = set_of(2, 3);
	view_job_t job = {
		.job_id = 5, .user_id = 7, .end = NOW + HOUR, .nodes = nodes,
		.group = VIEW_ID(VIEW_ID_JOB, 5), .version = 9,
	};
	view_resv_t *v = view_table_add(office, "a");
	view_holder_t who;
	uint64_t version;

	view_jobs_begin(office);
	view_jobs_see(office, &job, NOW);
	view_jobs_mark_resv(office, v);
	view_jobs_end(office);
	ck_assert(view_has_jobs(office, v));
	ck_assert_uint_eq(held_at(NOW), 3);
	ck_assert(view_holder(office, VIEW_ID(VIEW_ID_JOB, 5), &who));
	ck_assert_int_eq(who.kind, VIEW_JOB);
	ck_assert_uint_eq(who.user_id, 7);
	ck_assert(garq_set_equal(view_jobs_nodes(office, 5, &version), nodes));
	ck_assert_uint_eq(version, 9);
	view_jobs_begin(office);
	view_jobs_end(office);
	ck_assert(!view_has_jobs(office, v));
	ck_assert_uint_eq(held_at(NOW), 0);
	ck_assert(!view_holder(office, VIEW_ID(VIEW_ID_JOB, 5), &who));
	garq_set_destroy(nodes);
}
END_TEST

START_TEST(jobs_are_stale_when_their_reservation_changes)
{
	view_resv_t *v = view_table_add(office, "a");

	see(v, NOW + HOUR, 0, 3);
	view_jobs_begin(office);
	view_jobs_mark_resv(office, v);
	view_jobs_end(office);
	see(v, NOW + HOUR, 0, 3);
	ck_assert(!view_jobs_are_stale(office));
	see(v, NOW + HOUR, 0, 4);
	ck_assert(view_jobs_are_stale(office));
	view_jobs_begin(office);
	ck_assert(!view_jobs_are_stale(office));
}
END_TEST

START_TEST(nodes_that_are_down_are_held)
{
	garq_set_t *up = set_of(0, 6), *all = set_of(0, NODES);

	view_nodes_see(office, up, NULL, NOW);
	ck_assert_uint_eq(held_at(NOW + 100 * HOUR), 2);
	ck_assert_int_eq(view_down_since(office, 6), NOW);
	ck_assert_int_eq(view_down_since(office, 0), 0);
	ck_assert_int_eq(view_down_since(office, NODES), 0);
	view_nodes_see(office, all, NULL, NOW + 60);
	ck_assert_uint_eq(held_at(NOW + 100 * HOUR), 0);
	ck_assert_int_eq(view_down_since(office, 6), 0);
	garq_set_destroy(up);
	garq_set_destroy(all);
}
END_TEST

START_TEST(a_new_machine_keeps_bookings_and_sees_anew)
{
	view_resv_t *v = view_table_add(office, "a");
	booking_t *b = booking_of(7);

	(void) view_set_booking(office, v, b);
	see(v, NOW + HOUR, 0, 3);
	view_reset(office, &options);
	ck_assert_ptr_null(view_machine(office));
	ck_assert_ptr_eq(v->booking, b);
	ck_assert_ptr_null(v->nodes);
	view_build(office, NODES, classes, NOW);
	ck_assert_uint_eq(held_at(NOW + HOUR), 0);
	see(v, NOW + HOUR, 0, 3);
	ck_assert_uint_eq(held_at(NOW + HOUR), 3);
}
END_TEST

static void _count(view_resv_t *v, void *arg)
{
	ck_assert(view_has_jobs(office, v));
	(*(int *) arg)++;
}

static int _busy(void)
{
	int cnt = 0;

	view_each_with_jobs(office, _count, &cnt);
	return cnt;
}

START_TEST(reservations_with_jobs_are_those_of_the_last_walk)
{
	view_resv_t *a = view_table_add(office, "a"),
		    *b = view_table_add(office, "b");

	see(a, NOW + HOUR, 0, 1);
	see(b, NOW + HOUR, 1, 1);
	ck_assert_int_eq(_busy(), 0);
	view_jobs_begin(office);
	view_jobs_mark_resv(office, a);
	view_jobs_mark_resv(office, a);
	view_jobs_mark_resv(office, b);
	view_jobs_end(office);
	ck_assert_int_eq(_busy(), 2);
	view_jobs_begin(office);
	view_jobs_mark_resv(office, b);
	ck_assert_int_eq(_busy(), 2);	/* until the walk has ended */
	view_jobs_end(office);
	ck_assert_int_eq(_busy(), 1);
	view_jobs_begin(office);
	view_jobs_mark_resv(office, a);
	view_jobs_mark_resv(office, b);
	view_jobs_end(office);
	(void) view_table_remove(office, b);
	ck_assert_int_eq(_busy(), 1);
}
END_TEST

/* RET the looks until the view has these nodes as available */
static int _looks(const garq_set_t *is)
{
	int looks = 0;

	do {
		view_nodes_see(office, is, NULL, NOW);
		looks++;
	} while (view_nodes_are_behind(office));
	return looks;
}

/* RET the number of nodes that are down, each of which is held */
static uint32_t _down(void)
{
	const garq_nodes_t *nodes = garq_machine_nodes(view_machine(office));
	garq_set_t *one = garq_set_create(garq_nodes_size(nodes));
	uint32_t cnt = 0;

	ck_assert_ptr_nonnull(one);
	for (uint32_t i = 0; i < one->size; i++) {
		garq_set_add(one, i);
		ck_assert_uint_eq(garq_nodes_free(nodes, one, NOW, NOW + 1,
						  GARQ_NO_GROUP, NULL),
				  view_down_since(office, i) ? 0 : 1);
		garq_set_del(one, i);
		cnt += (view_down_since(office, i) != 0);
	}
	garq_set_destroy(one);
	return cnt;
}

/* A look stays short, whatever has failed. */
START_TEST(thousands_of_nodes_that_fail_are_taken_over_in_slices)
{
	static const uint32_t class_of[200];
	garq_set_t *none = garq_set_create(200), *all = garq_set_create(200);

	ck_assert(none && all);
	for (uint32_t i = 0; i < 200; i++)
		garq_set_add(all, i);
	view_build(office, 200, class_of, NOW);
	ck_assert_int_eq(_looks(all), 1);
	view_nodes_see(office, none, NULL, NOW);
	ck_assert(view_nodes_are_behind(office));
	ck_assert_uint_lt(_down(), 100);
	ck_assert_int_gt(_looks(none), 1);
	ck_assert_uint_eq(_down(), 200);
	ck_assert_int_gt(_looks(all), 2);
	ck_assert_uint_eq(_down(), 0);
	garq_set_destroy(none);
	garq_set_destroy(all);
}
END_TEST

static Suite *_suite(void)
{
	Suite *s = suite_create("view");
	TCase *tc = tcase_create("view");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, a_reservation_is_found_by_each_of_its_names);
	tcase_add_test(tc, the_first_of_two_with_one_native_id_is_found);
	tcase_add_test(tc, what_is_seen_is_held_and_copied);
	tcase_add_test(tc, what_leaves_is_held_again_when_it_is_seen);
	tcase_add_test(tc, what_becomes_free_is_told_once);
	tcase_add_test(tc, recurring_reservations_are_held_again_and_again);
	tcase_add_test(tc, bookings_are_found_by_their_creator);
	tcase_add_test(tc, what_a_booking_lacks_goes_with_it);
	tcase_add_test(tc, eligible_nodes_are_asked_for_once);
	tcase_add_test(tc, jobs_that_are_not_seen_again_have_ended);
	tcase_add_test(tc, jobs_are_stale_when_their_reservation_changes);
	tcase_add_test(tc, reservations_with_jobs_are_those_of_the_last_walk);
	tcase_add_test(tc, nodes_that_are_down_are_held);
	tcase_add_test(tc,
		       thousands_of_nodes_that_fail_are_taken_over_in_slices);
	tcase_add_test(tc, a_new_machine_keeps_bookings_and_sees_anew);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_run(_suite());
}
