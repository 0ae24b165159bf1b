/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * repair_slices_test.c - thousands of bookings lose nodes at once: each look at
 * them is short, and the looks together leave none out.
 */
#include <stdio.h>
#include <string.h>

#include "plugin/booking/place/first.h"
#include "plugin/booking/place/loss/degraded.h"
#include "plugin/booking/place/repair.h"
#include "plugin/booking/request/steps.h"
#include "plugin/booking/request/timing.h"
#include "plugin/booking/view/hits.h"
#include "plugin/booking/view/office.h"
#include "plugin/booking/view/turns.h"
#include "plugin/booking/view/view_feed.h"
#include "test/unit/reconcile_world.h"
#include "test/unit/test_office.h"
#include "test/unit/test_util.h"

#define BOOKINGS 1000
#define LOOKS_MAX 1000
/* Steps of a look: at most 64 bookings, each visited, and judged by its one node. */
#define LOOK (64 * (1 + GARQ_LOOK_STEPS(8)))

static int shown;	/* changes that users see */

static void stamp_shown(office_t *office, time_t now)
{
	(void) office;
	(void) now;
	shown++;
}

static bool notify(office_t *office, const notify_t *n)
{
	(void) office;
	(void) n;
	return true;
}

static uint64_t more_steps;	/* as if the searches had been longer */

static void bind(office_t *office, record_t *rec, const garq_set_t *nodes,
		 const units_t *units)
{
	phase_end(office, phase_begin(office, PHASE_PLAN), more_steps);
	fake_fields.bind(office, rec, nodes, units);
}

static void setup(void)
{
	world_setup();
	fake.fields.bind = bind;
	fake.list.stamp_shown = stamp_shown;
	fake.locks.notify = notify;
	world.none_eligible = true;
	more_steps = 0;
	shown = 0;
}

/* Booking i has these nodes for an hour, so many hours from now, or hours later. */
static void book_at(int i, int hour, int later, const char *nodes,
		    const char *asked_nodes)
{
	booking_t *b = booking_create();
	char name[16];
	view_resv_t *v;

	snprintf(name, sizeof(name), "r%d", i);
	booking_set(&b->name, name);
	booking_set(&b->nodes, nodes);
	booking_set(&b->users, "ann");
	booking_set(&b->asked_nodes, asked_nodes);
	b->num_cn = (uint32_t) strlen(nodes);
	b->resv_id = (uint32_t) i + 1;
	b->duration_min = 60;
	b->start = b->t_esr = b->t_lsr = b->not_before = NOW + hour * HOUR;
	b->t_lsr += later * HOUR;
	b->end = b->start + HOUR;
	world_add(booking_copy(b), NULL);
	v = view_find(office, name);
	ck_assert_ptr_nonnull(v);
	ck_assert_ptr_null(view_set_booking(office, v, b));
}

/* Each has an hour of its own. */
static void book(int i, const char *nodes, const char *asked_nodes)
{
	book_at(i, i + 1, 0, nodes, asked_nodes);
}

static int degraded(void)
{
	int cnt = 0;
	char name[16];

	for (int i = 0; i < BOOKINGS; i++) {
		const view_resv_t *v;

		snprintf(name, sizeof(name), "r%d", i);
		v = view_find(office, name);
		cnt += v && v->lost_nodes;
	}
	return cnt;
}

/* Call repair_all() until it has no more to do. RET the calls */
static int repair(time_t now)
{
	int looks = 0;

	do {
		(void) repair_all(office, now);
		ck_assert_int_lt(++looks, LOOKS_MAX);
	} while (repair_goes_on(office));
	return looks;
}

static void leave_up(const char *up, time_t now)
{
	garq_set_t *some = test_set(view_size(office), up);

	view_nodes_see(office, some, NULL, now);
	garq_set_destroy(some);
}

START_TEST(all_bookings_are_tried_and_mended_in_slices)
{
	int first;

	for (int i = 0; i < BOOKINGS; i++)
		book(i, "ah", NULL);
	leave_up("1-7", NOW - HOUR);
	(void) repair_all(office, NOW);
	first = degraded();
	ck_assert_int_gt(first, 0);
	ck_assert_int_lt(first, BOOKINGS / 2);
	ck_assert(repair_goes_on(office));
	ck_assert_int_gt(repair(NOW), 2);
	ck_assert_int_eq(degraded(), BOOKINGS);
	ck_assert_int_eq(repair(NOW), 1);
	leave_up("0-7", NOW);
	(void) repair_all(office, NOW);
	ck_assert_int_gt(degraded(), BOOKINGS / 2);
	ck_assert(repair_goes_on(office));
	ck_assert_int_gt(repair(NOW), 2);
	ck_assert_int_eq(degraded(), 0);
	ck_assert_int_eq(shown, 2 * BOOKINGS);
}
END_TEST

/* Bookings of named nodes keep them, and are told what they lack. */
START_TEST(bookings_that_keep_their_nodes_are_degraded)
{
	for (int i = 0; i < BOOKINGS - 1; i++)
		book(i, "abcdefg", "a,b,c,d,e,f,g");
	book(BOOKINGS - 1, "h", NULL);
	leave_up("", NOW - HOUR);
	(void) repair(NOW);
	ck_assert_int_eq(degraded(), BOOKINGS);
}
END_TEST

static int on_failed(void)
{
	int cnt = 0;
	char name[16];

	for (int i = 0; i < 3; i++) {
		snprintf(name, sizeof(name), "r%d", i);
		cnt += garq_set_test(view_find(office, name)->nodes, 0);
	}
	return cnt;
}

/* After a long search: one for another's place could not let others in. */
START_TEST(one_look_moves_one_booking)
{
	world.none_eligible = false;
	more_steps = STEPS_PAUSE / 4;
	for (int i = 0; i < 3; i++)
		book(i, "a", NULL);
	leave_up("1-7", NOW - HOUR);
	for (int left = 3; left > 0; left--) {
		ck_assert_int_eq(on_failed(), left);
		(void) repair_all(office, NOW);
		ck_assert_int_eq(repair_goes_on(office), left > 1);
	}
	ck_assert_int_eq(on_failed(), 0);
}
END_TEST

static void look(void *arg)
{
	(void) arg;
	turns_begin(office);
	(void) repair_all(office, NOW);
}

/*
 * r1 has a place if r2 moves. The first look has moved r0, and its search for r1 has
 * but a step: that says nothing of r1.
 */
START_TEST(a_search_that_is_cut_after_a_move_is_made_again)
{
	world.none_eligible = false;
	office->options.shift = OPTIONS_SHIFT_YES;
	office->options.shift_budget = OPTIONS_SHIFT_BUDGET;
	office->options.moves = 10;
	book_at(0, 1, 0, "a", NULL);
	book_at(1, 2, 0, "a", NULL);
	book_at(2, 2, 2, "bcdefgh", NULL);
	leave_up("1-7", NOW - HOUR);
	turns_serve(office, STEPS_PAUSE, 1, true, look, NULL);
	ck_assert(!garq_set_test(view_find(office, "r0")->nodes, 0));
	ck_assert(garq_set_test(view_find(office, "r1")->nodes, 0));
	ck_assert_int_eq(degraded(), 0);
	ck_assert(repair_goes_on(office));
	turns_serve(office, STEPS_PAUSE, 1, true, look, NULL);
	ck_assert(!garq_set_test(view_find(office, "r1")->nodes, 0));
	ck_assert_int_eq(degraded(), 0);
}
END_TEST

/* Its mark is gone with the booking. */
START_TEST(a_booking_that_ends_while_it_is_degraded_is_left_out)
{
	for (int i = 0; i < BOOKINGS; i++)
		book(i, "ah", NULL);
	leave_up("1-7", NOW - HOUR);
	(void) repair(NOW);
	for (int i = 0; i < BOOKINGS; i += 2) {
		char name[16];

		snprintf(name, sizeof(name), "r%d", i);
		booking_destroy(view_set_booking(office,
						 view_find(office, name),
						 NULL));
	}
	(void) repair(NOW);
	ck_assert_int_eq(degraded(), BOOKINGS / 2);
	leave_up("0-7", NOW);
	(void) repair(NOW);
	ck_assert_int_eq(degraded(), 0);
}
END_TEST

/* RET the steps of the next look */
static uint64_t look_at(time_t now)
{
	uint64_t before = phase_steps(office);

	(void) repair_all(office, now);
	return phase_steps(office) - before;
}

/*
 * A start hits all bookings, and most lack nothing: a look visits those that it looks
 * at, and none of the others; later looks visit none, also where some wait.
 */
START_TEST(a_look_visits_no_booking_that_has_nothing_to_do)
{
	int looks = 1;

	for (int i = 0; i < BOOKINGS; i++)
		book(i, i % 100 ? "b" : "a", NULL);
	leave_up("0-7", NOW - HOUR);
	(void) look_at(NOW);	/* with a walk along all nodes */
	for (; repair_goes_on(office); looks++)
		ck_assert_uint_le(look_at(NOW), LOOK);
	ck_assert_int_gt(looks, 10);
	ck_assert_uint_eq(look_at(NOW), 0);
	leave_up("1-7", NOW - HOUR);
	ck_assert_int_eq(repair(NOW), 1);
	ck_assert_int_eq(degraded(), BOOKINGS / 100);
	ck_assert_uint_eq(look_at(NOW + 1), 0);
	/* those that wait are tried again, together, after a pause */
	ck_assert_uint_gt(look_at(NOW + REPAIR_AGAIN), 0);
	ck_assert_uint_eq(look_at(NOW + REPAIR_AGAIN + 1), 0);
	/* ... and at a relief, and if the clock is put back */
	leave_up("0-7", NOW + REPAIR_AGAIN + 1);
	(void) repair(NOW + REPAIR_AGAIN + 1);
	ck_assert_int_eq(degraded(), 0);
	ck_assert_uint_eq(look_at(NOW + REPAIR_AGAIN + 2), 0);
}
END_TEST

START_TEST(who_is_put_off_comes_last_in_later_looks_too)
{
	view_resv_t *due[BOOKINGS], *first;
	uint64_t steps = 0;

	for (int i = 0; i < BOOKINGS; i++)
		book_at(i, 1 + i, 0, "a", NULL);
	(void) hits_due(office, NOW, due, BOOKINGS, &steps);
	first = due[0];
	hits_put_off(office, first);
	for (int look = 0; look < 2; look++) {
		(void) hits_due(office, NOW, due, BOOKINGS, &steps);
		ck_assert_ptr_eq(due[BOOKINGS - 1], first);
	}
	hits_add(office, first);
	(void) hits_due(office, NOW, due, BOOKINGS, &steps);
	ck_assert_ptr_eq(due[0], first);
}
END_TEST

/* Hit in no order, and moved to another start while they are hit. */
START_TEST(the_first_to_begin_are_looked_at_first)
{
	view_resv_t *due[BOOKINGS];
	uint64_t steps = 0;
	uint32_t cnt;

	for (int i = 0; i < BOOKINGS; i++)
		book_at(i, 1 + i * 7 % BOOKINGS, 0, "a", NULL);
	for (int i = 0; i < BOOKINGS; i += 3)
		hits_wait(office, view_find(office, "r7"), NOW);
	cnt = hits_due(office, NOW, due, BOOKINGS, &steps);
	ck_assert_uint_eq(cnt, BOOKINGS);
	ck_assert_uint_eq(hits_due_cnt(office), BOOKINGS);
	for (uint32_t i = 1; i < cnt; i++)
		ck_assert_int_lt(first_cmp(due[i - 1], due[i]), 0);
	/* some wait, others end: of the rest, the first ones */
	for (uint32_t i = 0; i < cnt; i += 2)
		hits_wait(office, due[i], NOW + HOUR);
	ck_assert_uint_eq(hits_due(office, NOW, due, 10, &steps), 10);
	ck_assert_int_eq(due[0]->start, NOW + 2 * HOUR);
	ck_assert_int_eq(due[9]->start, NOW + 20 * HOUR);
	hits_remove(office, due[3]);
	ck_assert_uint_eq(hits_due(office, due[2]->end, due, 10, &steps), 10);
	ck_assert_int_eq(due[0]->start, NOW + 7 * HOUR);
	ck_assert_int_eq(due[1]->start, NOW + 9 * HOUR);
	/* the clock is put back: none waits */
	(void) hits_due(office, NOW - 1, due, 10, &steps);
	ck_assert_uint_eq(hits_due_cnt(office), BOOKINGS - 7);
}
END_TEST

static Suite *_suite(void)
{
	Suite *s = suite_create("repair_slices");
	TCase *tc = tcase_create("repair_slices");

	tcase_add_checked_fixture(tc, setup, world_teardown);
	tcase_add_test(tc, all_bookings_are_tried_and_mended_in_slices);
	tcase_add_test(tc, bookings_that_keep_their_nodes_are_degraded);
	tcase_add_test(tc, one_look_moves_one_booking);
	tcase_add_test(tc, who_is_put_off_comes_last_in_later_looks_too);
	tcase_add_test(tc, a_search_that_is_cut_after_a_move_is_made_again);
	tcase_add_test(tc,
		       a_booking_that_ends_while_it_is_degraded_is_left_out);
	tcase_add_test(tc, a_look_visits_no_booking_that_has_nothing_to_do);
	tcase_add_test(tc, the_first_to_begin_are_looked_at_first);
	suite_add_tcase(s, tc);
	return s;
}

int main(void)
{
	return test_run(_suite());
}
